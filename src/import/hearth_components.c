/* The component types of Hearth v1.2.1 (spec project-format 3.2). */
#include "import/hearth_tables.h"

#define NUM(label, standard)          HOB_P(label, NUMBER, .default_json = standard)
#define NUM_MIN(label, standard, low) HOB_P(label, NUMBER, .default_json = standard, HOB_F_MIN(low))
#define NUM_ABOVE(label, standard)    HOB_P(label, NUMBER, .default_json = standard, HOB_F_ABOVE(0))
#define NUM_IN(label, standard, low, high) \
    HOB_P(label, NUMBER, .default_json = standard, HOB_F_RANGE(low, high))
#define WHOLE(label, standard)          HOB_P(label, INT, .default_json = standard)
#define WHOLE_MIN(label, standard, low) HOB_P(label, INT, .default_json = standard, HOB_F_MIN(low))
#define WHOLE_IN(label, standard, low, high) \
    HOB_P(label, INT, .default_json = standard, HOB_F_RANGE(low, high))
#define BOOL(label, standard)  HOB_P(label, BOOL, .default_json = standard)
#define TEXT(label, standard)  HOB_P(label, TEXT, .default_json = standard)
#define COLOR(label, standard) HOB_P(label, COLOR, .default_json = standard)
#define VEC2(label)            HOB_P(label, OBJECT, .fields = hob_vec2_fields)
#define TEXT_OR_NULL(label)    HOB_P(label, TEXT, .default_json = "null", .flags = HOB_FIELD_NULLABLE)
#define ENUM(label, list)      HOB_P(label, ENUM, .names = list)

static const hob_field point = {.type = HOB_FIELD_OBJECT, .fields = hob_vec2_fields};
static const hob_field any = {.type = HOB_FIELD_ANY};
static const hob_field text = {.type = HOB_FIELD_TEXT};

/* ---- place and picture ---- */

/* The default of a scale that is not there is (1, 1), that of an axis missing in one is 0. */
static const hob_field transform[] = {
    VEC2("position"), NUM("rotation", "0"),
    HOB_P("scale", OBJECT, .fields = hob_vec2_fields, .default_json = "{\"x\":1,\"y\":1}"),
    HOB_FIELDS_END};

static const char *const sprite_shapes[] = {"rectangle", "circle", "triangle", "none", NULL};
static const char *const render_modes[] = {"stretch", "tile", "sliced", NULL};
static const hob_field slice[] = {NUM_MIN("top", "0", 0), NUM_MIN("right", "0", 0),
                                  NUM_MIN("bottom", "0", 0), NUM_MIN("left", "0", 0),
                                  HOB_FIELDS_END};
static const hob_field sprite_renderer[] = {
    TEXT_OR_NULL("assetId"),          TEXT_OR_NULL("frame"),
    ENUM("shape", sprite_shapes),     COLOR("color", "\"#ffffff\""),
    NUM_ABOVE("width", "32"),         NUM_ABOVE("height", "32"),
    ENUM("renderMode", render_modes), HOB_P("slice", OBJECT, .fields = slice),
    NUM_IN("opacity", "1", 0, 1),     BOOL("flipX", "false"),
    BOOL("flipY", "false"),           WHOLE("layer", "0"),
    BOOL("visible", "true"),          HOB_FIELDS_END};

static const char *const aligns[] = {"left", "center", "right", NULL};
static const hob_field binding[] = {
    HOB_P("key", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY),
    TEXT("format", "\"{value}\""), WHOLE_IN("precision", "0", 0, 6), HOB_FIELDS_END};
static const hob_field text_label[] = {TEXT("content", "\"Text\""),
                                       NUM_ABOVE("fontSize", "16"),
                                       COLOR("color", "\"#ffffff\""),
                                       ENUM("align", aligns),
                                       TEXT("fontFamily", "\"monospace\""),
                                       WHOLE("layer", "10"),
                                       BOOL("visible", "true"),
                                       HOB_P("binding", OBJECT, .fields = binding,
                                             .default_json = "null", .flags = HOB_FIELD_NULLABLE),
                                       HOB_FIELDS_END};

static const hob_field line_renderer[] = {HOB_P("points", LIST, .element = &point),
                                          NUM_ABOVE("width", "2"),
                                          COLOR("color", "\"#ffffff\""),
                                          BOOL("closed", "false"),
                                          NUM_IN("opacity", "1", 0, 1),
                                          WHOLE("layer", "0"),
                                          BOOL("visible", "true"),
                                          HOB_FIELDS_END};

static const hob_field light2d[] = {NUM_ABOVE("radius", "200"), COLOR("color", "\"#ffffff\""),
                                    NUM_MIN("intensity", "1", 0), BOOL("enabled", "true"),
                                    HOB_FIELDS_END};

static const hob_field sprite_animator[] = {TEXT("assetId", "\"\""), NUM_MIN("fps", "0", 0),
                                            BOOL("playing", "true"), BOOL("loop", "true"),
                                            HOB_FIELDS_END};
static const hob_field animation_state_machine[] = {TEXT("assetId", "\"\""),
                                                    BOOL("playing", "true"), HOB_FIELDS_END};
static const hob_field sprite_effects[] = {BOOL("outlineEnabled", "false"),
                                           COLOR("outlineColor", "\"#ffffff\""),
                                           NUM_IN("outlineWidth", "2", 0, 16),
                                           COLOR("flashColor", "\"#ffffff\""),
                                           NUM_IN("flashStrength", "0", 0, 1),
                                           NUM_IN("flashDuration", "0.15", 0.01, 10),
                                           NUM_IN("dissolveAmount", "0", 0, 1),
                                           NUM("dissolveSeed", "0"),
                                           HOB_FIELDS_END};

static const hob_field particle_emitter[] = {BOOL("emitting", "true"),
                                             NUM_MIN("rate", "10", 0),
                                             WHOLE_MIN("burst", "0", 0),
                                             NUM_ABOVE("lifetime", "1"),
                                             NUM_MIN("speed", "100", 0),
                                             NUM_IN("spread", "30", 0, 180),
                                             NUM("direction", "0"),
                                             VEC2("gravity"),
                                             COLOR("startColor", "\"#ffffff\""),
                                             COLOR("endColor", "\"#ffffff\""),
                                             NUM_MIN("startSize", "8", 0),
                                             NUM_MIN("endSize", "0", 0),
                                             WHOLE_IN("maxParticles", "256", 1, 2048),
                                             WHOLE("layer", "0"),
                                             NUM("seed", "0"),
                                             HOB_FIELDS_END};

/* ---- shape and body ---- */

static const char *const collider_shapes[] = {"box", "circle", "polygon", NULL};
static const hob_field collider[] = {
    ENUM("shape", collider_shapes),
    NUM_ABOVE("width", "32"),
    NUM_ABOVE("height", "32"),
    NUM_ABOVE("radius", "16"),
    HOB_P("points", LIST, .element = &point,
          .default_json = "[{\"x\":0,\"y\":-16},{\"x\":16,\"y\":16},{\"x\":-16,\"y\":16}]"),
    VEC2("offset"),
    BOOL("isTrigger", "false"),
    HOB_P("layer", TEXT, .default_json = "\"default\"", .flags = HOB_FIELD_NOT_EMPTY),
    HOB_P("collidesWith", LIST, .element = &text, .default_json = "[\"*\"]"),
    BOOL("oneWay", "false"),
    HOB_FIELDS_END};

static const char *const body_types[] = {"dynamic", "static", "kinematic", NULL};
static const hob_field physics_body[] = {
    ENUM("bodyType", body_types),  VEC2("velocity"),       NUM("gravityScale", "1"),
    NUM_MIN("drag", "0", 0),       NUM_ABOVE("mass", "1"), NUM_IN("restitution", "0", 0, 1),
    NUM_IN("friction", "0", 0, 1), HOB_FIELDS_END};

static const char *const controller_modes[] = {"topDown", "platformer", NULL};
static const hob_field controller_actions[] = {TEXT("left", "\"left\""), TEXT("right", "\"right\""),
                                               TEXT("up", "\"up\""),     TEXT("down", "\"down\""),
                                               TEXT("jump", "\"jump\""), HOB_FIELDS_END};
static const hob_field controller_axes[] = {TEXT("x", "\"\""), TEXT("y", "\"\""), HOB_FIELDS_END};
static const hob_field character_controller[] = {
    ENUM("mode", controller_modes),
    NUM_MIN("speed", "180", 0),
    NUM_MIN("acceleration", "0", 0),
    NUM_MIN("drag", "0", 0),
    NUM_MIN("jumpHeight", "0", 0),
    WHOLE_IN("coyoteFrames", "0", 0, 30),
    WHOLE_IN("jumpBufferFrames", "0", 0, 30),
    NUM_MIN("maxFallSpeed", "0", 0),
    NUM_IN("airControl", "1", 0, 1),
    HOB_P("actions", OBJECT, .fields = controller_actions),
    HOB_P("axes", OBJECT, .fields = controller_axes),
    BOOL("enabled", "true"),
    HOB_FIELDS_END};

/* ---- tiles ---- */

static const char *const templates[] = {"blob47", NULL};
static const hob_field sheet_frame[] = {
    HOB_P("sheet", TEXT, .flags = HOB_FIELD_REQUIRED),
    HOB_P("frame", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY), HOB_FIELDS_END};
static const hob_field sheet_template[] = {
    HOB_P("sheet", TEXT, .flags = HOB_FIELD_REQUIRED),
    HOB_P("template", ENUM, .names = templates, .flags = HOB_FIELD_REQUIRED),
    HOB_P("mapping", MAP, .element = &text, .flags = HOB_FIELD_OPTIONAL), HOB_FIELDS_END};
static const hob_field sheet_frame_source = {
    .type = HOB_FIELD_OBJECT, .fields = sheet_frame, .flags = HOB_FIELD_STRICT};
static const hob_field sheet_template_source = {
    .type = HOB_FIELD_OBJECT, .fields = sheet_template, .flags = HOB_FIELD_STRICT};
static const hob_field *const tile_sources[] = {&text, &sheet_frame_source, &sheet_template_source,
                                                NULL};
static const hob_field tile_source = {.type = HOB_FIELD_UNION, .variants = tile_sources};
static const hob_field grid_row = {.type = HOB_FIELD_TEXT, .flags = HOB_FIELD_HAS_MAX, .max = 1024};
static const hob_field tilemap[] = {
    NUM_ABOVE("tileSize", "32"),
    HOB_P("tileAssets", MAP, .element = &tile_source),
    HOB_P("grid", LIST, .element = &grid_row, .flags = HOB_FIELD_HAS_MAX, .max = 1024),
    BOOL("solid", "true"),
    WHOLE("layer", "-10"),
    HOB_FIELDS_END};

/* ---- camera and sound ---- */

static const hob_field bloom[] = {NUM_IN("strength", "1", 0, 3), NUM_IN("threshold", "0.5", 0, 1),
                                  HOB_FIELDS_END};
static const hob_field crt[] = {NUM_IN("curvature", "0.15", 0, 1),
                                NUM_IN("scanlineIntensity", "0.25", 0, 1),
                                NUM_IN("noise", "0", 0, 1), HOB_FIELDS_END};
static const hob_field vignette[] = {NUM_IN("intensity", "0.4", 0, 1),
                                     COLOR("color", "\"#000000\""), HOB_FIELDS_END};
static const hob_field chromatic_aberration[] = {NUM_IN("offset", "2", 0, 20), HOB_FIELDS_END};
static const hob_field pixelate[] = {WHOLE_IN("size", "4", 1, 64), HOB_FIELDS_END};
static const hob_field color_grade[] = {
    NUM_IN("brightness", "1", 0, 2), NUM_IN("contrast", "1", 0, 2), NUM_IN("saturation", "1", 0, 2),
    COLOR("tint", "\"#ffffff\""), HOB_FIELDS_END};
static const char *const effect_names[] = {
    "bloom", "crt", "vignette", "chromaticAberration", "pixelate", "colorGrade", NULL};
static const hob_field *const effects[] = {bloom,    crt,         vignette, chromatic_aberration,
                                           pixelate, color_grade, NULL};
static const hob_field effect = {
    .type = HOB_FIELD_VARIANT, .names = effect_names, .variants = effects};
static const hob_field camera[] = {
    NUM_ABOVE("zoom", "1"),
    BOOL("isMain", "true"),
    COLOR("backgroundColor", "\"#1a1a2e\""),
    NUM_IN("ambientLight", "1", 0, 1),
    HOB_P("postEffects", LIST, .element = &effect, .flags = HOB_FIELD_HAS_MAX, .max = 8),
    HOB_FIELDS_END};

static const hob_field audio_source[] = {TEXT_OR_NULL("assetId"), BOOL("autoplay", "false"),
                                         BOOL("loop", "false"),   NUM_IN("volume", "1", 0, 1),
                                         BOOL("music", "false"),  HOB_FIELDS_END};

/* ---- behaviour ---- */

static const hob_field script[] = {TEXT("scriptPath", "\"\""),
                                   HOB_P("params", MAP, .element = &any),
                                   BOOL("runWhilePaused", "false"), HOB_FIELDS_END};

static const char *const death_actions[] = {"destroy", "disable", "event-only", NULL};
static const hob_field health[] = {
    NUM_ABOVE("max", "3"),
    NUM_MIN("current", "3", 0),
    WHOLE_MIN("invulnerableFrames", "0", 0),
    HOB_P("deathAction", ENUM, .names = death_actions, .default_json = "\"event-only\""),
    BOOL("enabled", "true"),
    HOB_FIELDS_END};
static const hob_field respawn[] = {HOB_P("point", OBJECT, .fields = hob_vec2_fields,
                                          .default_json = "null", .flags = HOB_FIELD_NULLABLE),
                                    BOOL("useSpawnPosition", "true"), BOOL("resetVelocity", "true"),
                                    HOB_FIELDS_END};
static const hob_field checkpoint[] = {TEXT("target", "\"tag:player\""), BOOL("once", "false"),
                                       BOOL("enabled", "true"), HOB_FIELDS_END};

/* ---- UI ---- */

static const char *const anchors[] = {"top-left",     "top",   "top-right",   "left",
                                      "center",       "right", "bottom-left", "bottom",
                                      "bottom-right", NULL};
static const hob_field ui_element[] = {ENUM("anchor", anchors), VEC2("offset"),
                                       BOOL("interactive", "false"), BOOL("focusable", "false"),
                                       HOB_FIELDS_END};
static const char *const directions[] = {"vertical", "horizontal", NULL};
static const char *const cross_aligns[] = {"start", "center", "end", NULL};
static const hob_field ui_layout[] = {ENUM("direction", directions), NUM("gap", "8"),
                                      NUM("padding", "0"), ENUM("align", cross_aligns),
                                      HOB_FIELDS_END};
static const hob_field ui_slider[] = {NUM("min", "0"),
                                      NUM("max", "1"),
                                      NUM("value", "0.5"),
                                      NUM_MIN("step", "0", 0),
                                      NUM("width", "160"),
                                      TEXT("trackColor", "\"#3a3a3a\""),
                                      TEXT("fillColor", "\"#f76b15\""),
                                      TEXT("handleColor", "\"#ececec\""),
                                      WHOLE("layer", "0"),
                                      HOB_FIELDS_END};
static const hob_field ui_toggle[] = {
    BOOL("value", "false"),       NUM("size", "20"),
    TEXT("color", "\"#3a3a3a\""), TEXT("checkColor", "\"#f76b15\""),
    WHOLE("layer", "0"),          HOB_FIELDS_END};

const hob_hearth__component hob_hearth__components[] = {
    {"Transform", transform},
    {"SpriteRenderer", sprite_renderer},
    {"Collider", collider},
    {"PhysicsBody", physics_body},
    {"Script", script},
    {"Camera", camera},
    {"Text", text_label},
    {"AudioSource", audio_source},
    {"Tilemap", tilemap},
    {"Light2D", light2d},
    {"LineRenderer", line_renderer},
    {"ParticleEmitter", particle_emitter},
    {"SpriteAnimator", sprite_animator},
    {"AnimationStateMachine", animation_state_machine},
    {"SpriteEffects", sprite_effects},
    {"UIElement", ui_element},
    {"UILayout", ui_layout},
    {"UISlider", ui_slider},
    {"UIToggle", ui_toggle},
    {"CharacterController", character_controller},
    {"Health", health},
    {"Respawn", respawn},
    {"Checkpoint", checkpoint},
    {NULL, NULL},
};
