/* Severities of findings, in one table (spec project-format 7, hob 3), and how findings are made.
 */
#include "project/check.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct severity_row {
    hob_status status;
    hob_severity severity, in_hearth; /* in_hearth: projects whose rules are Hearth's */
} severity_row;

#define ERROR   HOB_SEVERITY_ERROR
#define WARNING HOB_SEVERITY_WARNING
static const severity_row severities[] = {
    /* Errors everywhere but in Hearth projects, which may have been valid with them. */
    {HOB_ERR_DUPLICATE_SCENE_NAME, ERROR, WARNING},
    {HOB_ERR_SCENE_ID_DUPLICATE, ERROR, WARNING},
    {HOB_ERR_ASSET_ID_DUPLICATE, ERROR, WARNING},
    {HOB_ERR_ASSET_NOT_FOUND, ERROR, WARNING},
    {HOB_ERR_ASSET_WRONG_TYPE, ERROR, WARNING},
    {HOB_ERR_PLAYTEST_ID_DUPLICATE, ERROR, WARNING},
    {HOB_ERR_FRAME_NOT_FOUND, ERROR, WARNING},
    {HOB_ERR_ANIMATION_FRAME_NOT_FOUND, ERROR, WARNING},
    {HOB_ERR_PREFAB_INSTANCE_ORPHANED, ERROR, WARNING},
    {HOB_ERR_SCRIPT_UNKNOWN_EXTENSION, ERROR, WARNING},
    {HOB_ERR_SCRIPT_RETURNS_NOTHING, WARNING, WARNING},
    /* Warnings everywhere. */
    {HOB_ERR_NO_INITIAL_SCENE, WARNING, WARNING},
    {HOB_ERR_ASSET_NAME_DUPLICATE, WARNING, WARNING},
    {HOB_ERR_MISSING_ICON_ASSET, WARNING, WARNING},
    {HOB_ERR_ICON_ASSET_NOT_IMAGE, WARNING, WARNING},
    {HOB_ERR_UI_PIECE_UNKNOWN, WARNING, WARNING},
    {HOB_ERR_STATE_KEY_UNDECLARED, WARNING, WARNING},
    {HOB_ERR_SCENE_UNKNOWN, WARNING, WARNING},
    {HOB_ERR_PREFAB_OVERRIDE_STALE, WARNING, WARNING},
    {HOB_ERR_PIXEL_ART_STRETCHED, WARNING, WARNING},
    {HOB_ERR_SPRITE_ANIMATOR_MISSING_RENDERER, WARNING, WARNING},
    {HOB_ERR_CHARACTER_CONTROLLER_WITHOUT_BODY, WARNING, WARNING},
    {HOB_ERR_CHECKPOINT_WITHOUT_TRIGGER, WARNING, WARNING},
    {HOB_ERR_CHECKPOINT_TARGET_NOT_FOUND, WARNING, WARNING},
    {HOB_ERR_CHECKPOINT_TARGET_MISSING_RESPAWN, WARNING, WARNING},
    {HOB_ERR_CAMERA_TARGET_UNKNOWN, WARNING, WARNING},
    {HOB_ERR_WIRE_TARGET_UNKNOWN, WARNING, WARNING},
    {HOB_ERR_WIRE_FUNCTION_UNKNOWN, WARNING, WARNING},
    {HOB_ERR_NO_MAIN_CAMERA, WARNING, WARNING},
    {HOB_ERR_MULTIPLE_MAIN_CAMERAS, WARNING, WARNING},
    {HOB_ERR_BODY_WITHOUT_COLLIDER, WARNING, WARNING},
    {HOB_ERR_SPRITE_COLLIDER_FEET_MISMATCH, WARNING, WARNING},
    {HOB_ERR_COLLIDES_WITH_UNKNOWN_LAYER, WARNING, WARNING},
    {HOB_ERR_TILEMAP_FRAME_NOT_SQUARE, WARNING, WARNING},
    {HOB_ERR_TILEMAP_TRANSFORM_UNSUPPORTED, WARNING, WARNING},
    {HOB_ERR_STATE_UNREACHABLE, WARNING, WARNING},
    {HOB_ERR_STATE_TRIGGER_INVALID, WARNING, WARNING},
    {HOB_ERR_INPUT_ACTION_UNBOUND, WARNING, WARNING},
    {HOB_ERR_STATE_NO_CODE, HOB_SEVERITY_INFO, HOB_SEVERITY_INFO},
    {HOB_ERR_CUE_ORDER, HOB_SEVERITY_WARNING, HOB_SEVERITY_WARNING},
};

static hob_severity severity_of(const hob_check *check, hob_status status) {
    for (size_t i = 0; i < HOB_COUNT(severities); i++) {
        if (severities[i].status == status) {
            return check->is_hearth ? severities[i].in_hearth : severities[i].severity;
        }
    }
    return HOB_SEVERITY_ERROR;
}

void hob_check__report(hob_check *check, const hob_read_level *level, const char *key,
                       hob_status status, const char *hint, const char *format, ...) {
    char sentence[sizeof check->findings->items->message];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    hob_reader_find(&check->reader, level, hob_str_from(key), status, severity_of(check, status),
                    hint, "%s", sentence);
}

void hob_check__report_as(hob_check *check, const hob_read_level *level, const char *key,
                          hob_status status, hob_severity severity, const char *hint,
                          const char *format, ...) {
    char sentence[sizeof check->findings->items->message];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    hob_reader_find(&check->reader, level, hob_str_from(key), status, severity, hint, "%s",
                    sentence);
}

void hob_check__report_at(hob_check *check, const char *file, int line, int column,
                          hob_status status, const char *hint, const char *format, ...) {
    char sentence[sizeof check->findings->items->message];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    hob_error error = {.status = HOB_OK};
    hob_fail(&error, status, "%s", sentence);
    hob_error_hint(&error, "%s", hint);
    hob_error_place(&error, file, NULL, line, column);
    error.severity = severity_of(check, status);
    hob_error_list_add(check->findings, &error);
}

void hob_check__add(hob_check *check, const hob_error *error) {
    if (error->status == HOB_ERR_OUT_OF_MEMORY) {
        hob_project__need(check->project, NULL);
    }
    hob_error_list_add(check->findings, error);
}
