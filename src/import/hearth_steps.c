/* Play-tests of Hearth v1.2.1 and their steps (spec project-format 6, playtest 2, 3). */
#include "import/hearth_tables.h"

#define TEXT(label)        HOB_P(label, TEXT, .flags = HOB_FIELD_REQUIRED)
#define NOT_EMPTY(label)   HOB_P(label, TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY)
#define NUMBER(label)      HOB_P(label, NUMBER, .flags = HOB_FIELD_REQUIRED)
#define MAYBE(label)       HOB_P(label, NUMBER, .flags = HOB_FIELD_OPTIONAL)
#define NAMES(label, list) HOB_P(label, ENUM, .names = list, .flags = HOB_FIELD_REQUIRED)
#define FRAMES(low) \
    HOB_P("frames", INT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_HAS_MIN, .min = low)
#define COUNT_FORM MAYBE("equals"), MAYBE("min"), MAYBE("max")

static const hob_field wait_step[] = {
    HOB_P("frames", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_HAS_MIN, .min = 1),
    HOB_FIELDS_END};
static const hob_field press[] = {TEXT("action"), FRAMES(1), HOB_FIELDS_END};
static const hob_field release[] = {TEXT("action"), HOB_FIELDS_END};
static const hob_field set_axis[] = {
    TEXT("axis"),
    HOB_P("value", NUMBER, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_BETWEEN, .min = -1, .max = 1),
    FRAMES(0), HOB_FIELDS_END};
static const hob_field click[] = {NUMBER("x"), NUMBER("y"), HOB_FIELDS_END};
static const hob_field drag[] = {
    HOB_P("from", OBJECT, .fields = hob_vec2_fields, .flags = HOB_FIELD_REQUIRED),
    HOB_P("to", OBJECT, .fields = hob_vec2_fields, .flags = HOB_FIELD_REQUIRED), FRAMES(1),
    HOB_FIELDS_END};
static const hob_field set_action[] = {
    TEXT("action"), HOB_P("down", BOOL, .flags = HOB_FIELD_REQUIRED), FRAMES(0), HOB_FIELDS_END};
static const hob_field set_pointer[] = {NUMBER("x"), NUMBER("y"),
                                        HOB_P("down", BOOL, .flags = HOB_FIELD_OPTIONAL), FRAMES(0),
                                        HOB_FIELDS_END};

static const hob_field entity_exists[] = {
    TEXT("entity"), HOB_P("exists", BOOL, .default_json = "true"), HOB_FIELDS_END};
static const hob_field property[] = {
    TEXT("entity"),       TEXT("property"),  HOB_P("equals", ANY, .flags = HOB_FIELD_OPTIONAL),
    MAYBE("greaterThan"), MAYBE("lessThan"), HOB_FIELDS_END};
static const hob_field position_near[] = {
    TEXT("entity"), NUMBER("x"), NUMBER("y"),
    HOB_P("tolerance", NUMBER, .default_json = "5", HOB_F_ABOVE(0)), HOB_FIELDS_END};
static const hob_field no_errors[] = {HOB_FIELDS_END};
static const hob_field in_scene[] = {TEXT("scene"), HOB_FIELDS_END};
static const hob_field particle_count[] = {TEXT("entity"), COUNT_FORM, HOB_FIELDS_END};
static const hob_field event_count[] = {NOT_EMPTY("event"), COUNT_FORM, HOB_FIELDS_END};
static const char *const audio_actions[] = {"play", "stop", NULL};
static const hob_field audio_count[] = {
    HOB_P("asset", TEXT, .flags = HOB_FIELD_OPTIONAL),
    HOB_P("action", ENUM, .names = audio_actions, .flags = HOB_FIELD_OPTIONAL),
    HOB_P("music", BOOL, .flags = HOB_FIELD_OPTIONAL), COUNT_FORM, HOB_FIELDS_END};
static const char *const camera_effects[] = {"shake", "flash", "fade", "zoomPunch", NULL};
static const hob_field camera_effect[] = {NAMES("effect", camera_effects), COUNT_FORM,
                                          HOB_FIELDS_END};
static const hob_field focus[] = {
    HOB_P("entity", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NULLABLE), HOB_FIELDS_END};
static const char *const post_effects[] = {
    "bloom", "crt", "vignette", "chromaticAberration", "pixelate", "colorGrade", NULL};
static const hob_field post_effect[] = {NAMES("effect", post_effects),
                                        HOB_P("active", BOOL, .flags = HOB_FIELD_REQUIRED),
                                        HOB_FIELDS_END};
static const char *const traced[] = {"x", "y", "speed", NULL};
static const char *const comparisons[] = {"greaterThan", "lessThan", NULL};
static const hob_field peak[] = {TEXT("entity"), NAMES("property", traced),
                                 NAMES("op", comparisons), NUMBER("value"), HOB_FIELDS_END};
static const char *const places[] = {"x", "y", NULL};
static const hob_field range[] = {TEXT("entity"), NAMES("property", places), MAYBE("min"),
                                  MAYBE("max"), HOB_FIELDS_END};
static const hob_field settled_by[] = {
    TEXT("entity"), HOB_P("frame", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_HAS_MIN, .min = 0),
    HOB_P("epsilon", NUMBER, .default_json = "0.1", HOB_F_ABOVE(0)), HOB_FIELDS_END};

static const char *const step_names[] = {"wait",
                                         "press",
                                         "release",
                                         "setAxis",
                                         "click",
                                         "drag",
                                         "setAction",
                                         "setPointer",
                                         "assertEntityExists",
                                         "assertProperty",
                                         "assertPositionNear",
                                         "assertNoErrors",
                                         "assertScene",
                                         "assertParticleCount",
                                         "assertEventCount",
                                         "assertAudioCount",
                                         "assertCameraEffect",
                                         "assertFocus",
                                         "assertPostEffect",
                                         "assertPeak",
                                         "assertRange",
                                         "assertSettledBy",
                                         NULL};
static const hob_field *const step_tables[] = {
    wait_step,   press,          release,       set_axis,    click,         drag,
    set_action,  set_pointer,    entity_exists, property,    position_near, no_errors,
    in_scene,    particle_count, event_count,   audio_count, camera_effect, focus,
    post_effect, peak,           range,         settled_by,  NULL};
static const hob_field step = {
    .type = HOB_FIELD_VARIANT, .names = step_names, .variants = step_tables};

static const hob_field traced_entity = {.type = HOB_FIELD_TEXT};
static const hob_field trace_fields[] = {
    HOB_P("entities", LIST, .element = &traced_entity, .flags = HOB_FIELD_REQUIRED),
    HOB_P("camera", BOOL, .flags = HOB_FIELD_OPTIONAL),
    HOB_P("raw", BOOL, .flags = HOB_FIELD_OPTIONAL), HOB_FIELDS_END};

const hob_field hob_hearth__playtest_fields[] = {
    HOB_P("formatVersion", INT, .default_json = "1", HOB_F_RANGE(1, 1)),
    HOB_P("id", TEXT, .flags = HOB_FIELD_REQUIRED, .pattern = "playtest-id"),
    NOT_EMPTY("name"),
    TEXT("scene"),
    HOB_P("steps", LIST, .element = &step),
    HOB_P("trace", OBJECT, .fields = trace_fields, .flags = HOB_FIELD_OPTIONAL),
    HOB_P("maxFrames", INT, .default_json = "600", HOB_F_ABOVE(0)),
    HOB_P("seed", NUMBER, .default_json = "0", HOB_F_MIN(0)),
    HOB_FIELDS_END};
