#include "components/name_checks.h"

static int shown(hob_str s) {
    return (int)(s.length < 80 ? s.length : 80);
}

void hob_check_piece(hob_check *check, const hob_check__part *part, const char *key) {
    hob_str name = hob_check__text(check, part, key);
    if (name.length > 0 && hob_project_piece_find(check->project, name) == NULL) {
        hob_check__report(check, &part->level, key, HOB_ERR_UI_PIECE_UNKNOWN,
                          "Add the file, or define the piece in a script.",
                          "There is no UI piece \"%.*s\" in ui/.", shown(name), name.data);
    }
}

void hob_check_state_key(hob_check *check, const hob_check__part *part, const char *key) {
    const hob_manifest *manifest = hob_project_manifest(check->project);
    hob_str name = hob_check__text(check, part, key);
    bool is_declared = manifest->game_state.tag == HOB_TAG_MAP &&
                       hob_map_find(manifest->game_state.as.map, name) != NULL;
    if (name.length > 0 && !is_declared && !manifest->settings.open_state) {
        hob_check__report(check, &part->level, key, HOB_ERR_STATE_KEY_UNDECLARED,
                          "Declare it under gameState in hob.json, or leave the field empty.",
                          "The game state \"%.*s\" is not declared.", shown(name), name.data);
    }
}

void hob_check_scene(hob_check *check, const hob_check__part *part, const char *key) {
    hob_str name = hob_check__text(check, part, key);
    if (name.length == 0) {
        hob_check__report(check, &part->level, NULL, HOB_ERR_SCENE_UNKNOWN,
                          "Name a scene of the project.", "%s.%s names no scene: it leads nowhere.",
                          part->type->name, key);
        return;
    }
    if (hob_project_scene_find(check->project, name) == NULL) {
        const char *nearest = hob_project_scene_nearest(check->project, name);
        const char *hint = nearest == NULL
                               ? "Name a scene of the project."
                               : hob_arena_format(check->arena, "Did you mean \"%s\"?", nearest);
        hob_check__report(check, &part->level, key, HOB_ERR_SCENE_UNKNOWN, hint,
                          "There is no scene \"%.*s\".", shown(name), name.data);
    }
}
