#include "components/camera.h"
#include "components/uniforms.h"

#include "components/camera_motion.h"

/* ---- screen effects ---- */

static const hob_field bloom_fields[] = {
    HOB_P("strength", NUMBER, .flags = HOB_FIELD_BETWEEN, .max = 3, .default_json = "1",
          .doc = "Factor on the glow that is added."),
    HOB_P("threshold", NUMBER, .flags = HOB_FIELD_BETWEEN, .max = 1, .default_json = "0.5",
          .doc = "Brightness above which a point glows."),
    HOB_FIELDS_END,
};

static const hob_field crt_fields[] = {
    HOB_P("curvature", NUMBER, .flags = HOB_FIELD_BETWEEN, .max = 1, .default_json = "0.15",
          .doc = "Bulge of the screen."),
    HOB_P("scanlineIntensity", NUMBER, .flags = HOB_FIELD_BETWEEN, .max = 1, .default_json = "0.25",
          .doc = "Darkness of every other row."),
    HOB_P("noise", NUMBER, .flags = HOB_FIELD_BETWEEN, .max = 1, .default_json = "0",
          .doc = "Strength of the grain."),
    HOB_FIELDS_END,
};

static const hob_field vignette_fields[] = {
    HOB_P("intensity", NUMBER, .flags = HOB_FIELD_BETWEEN, .max = 1, .default_json = "0.4",
          .doc = "How much of the color the edges take."),
    HOB_P("color", COLOR, .default_json = "\"#000000\"", .doc = "Color of the edges."),
    HOB_FIELDS_END,
};

static const hob_field chromatic_aberration_fields[] = {
    HOB_P("offset", NUMBER, .flags = HOB_FIELD_BETWEEN, .max = 20, .default_json = "2",
          .unit = "px", .doc = "Distance of red and blue from the centre outwards."),
    HOB_FIELDS_END,
};

static const hob_field pixelate_fields[] = {
    HOB_P("size", INT, .flags = HOB_FIELD_BETWEEN, .min = 1, .max = 64, .default_json = "4",
          .unit = "px", .doc = "Side of one block."),
    HOB_FIELDS_END,
};

static const hob_field color_grade_fields[] = {
    HOB_P("brightness", NUMBER, .flags = HOB_FIELD_BETWEEN, .max = 2, .default_json = "1",
          .doc = "Factor on all colors."),
    HOB_P("contrast", NUMBER, .flags = HOB_FIELD_BETWEEN, .max = 2, .default_json = "1",
          .doc = "Factor on the distance from middle grey."),
    HOB_P("saturation", NUMBER, .flags = HOB_FIELD_BETWEEN, .max = 2, .default_json = "1",
          .doc = "From 0, grey, over 1, unchanged, to stronger colors."),
    HOB_P("tint", COLOR, .default_json = "\"#ffffff\"",
          .doc = "Color that the result is multiplied by."),
    HOB_FIELDS_END,
};

static const hob_field shader_fields[] = {
    HOB_P("shader", ASSET, .asset_kinds = "shader", .doc = "Fragment shader over the whole view."),
    HOB_P("uniforms", MAP, .element = &hob_uniform_field,
          .doc = "Values of the shader's uniforms by name."),
    HOB_FIELDS_END,
};

static const char *const effect_names[] = {
    "bloom", "crt", "vignette", "chromaticAberration", "pixelate", "colorGrade", "shader", NULL};
static const hob_field *const effect_tables[] = {
    bloom_fields,    crt_fields,         vignette_fields, chromatic_aberration_fields,
    pixelate_fields, color_grade_fields, shader_fields,   NULL};
static const hob_field effect = {.name = "",
                                 .type = HOB_FIELD_VARIANT,
                                 .names = effect_names,
                                 .variants = effect_tables,
                                 .doc = "One effect; the other keys depend on its type."};

/* ---- the table ---- */

static const char *const bound_names[] = {"none", "world", NULL};
static const char *const small_world_names[] = {"center", "start", NULL};

static const hob_field deadzone_fields[] = {
    {HOB_AT(hob_camera_deadzone, width, "width", NUMBER), .flags = HOB_FIELD_HAS_MIN, .unit = "px",
     .doc = "Width of the zone."},
    {HOB_AT(hob_camera_deadzone, height, "height", NUMBER), .flags = HOB_FIELD_HAS_MIN,
     .unit = "px", .doc = "Height of the zone."},
    HOB_FIELDS_END,
};

static const hob_field limits_fields[] = {
    HOB_P("minX", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "Left edge."),
    HOB_P("maxX", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "Right edge."),
    HOB_P("minY", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "Upper edge."),
    HOB_P("maxY", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "Lower edge."),
    HOB_FIELDS_END,
};

#define S hob_camera
static const hob_field fields[] = {
    {HOB_AT(S, zoom, "zoom", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE,
     .default_json = "1", .doc = "Magnification; 2 shows half the width."},
    {HOB_AT(S, is_main, "isMain", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "The first enabled main camera shows the world; without one the first camera."},
    {HOB_AT(S, background_color, "backgroundColor", COLOR), .flags = HOB_FIELD_STATIC,
     .default_json = "\"#1a1a2e\"", .doc = "Color behind the world."},
    {HOB_AT(S, ambient_light, "ambientLight", NUMBER),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN, .max = 1, .default_json = "1",
     .doc = "Brightness without lights; 1 turns lighting off."},
    {HOB_AT(S, post_effects, "postEffects", LIST), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MAX,
     .max = 8, .element = &effect, .doc = "Screen effects, the first applied first."},
    {HOB_AT(S, follow, "follow", REF), .doc = "Entity that the camera keeps in view."},
    {HOB_AT(S, offset, "offset", OBJECT), .flags = HOB_FIELD_STATIC, .fields = hob_vec2_fields,
     .unit = "px", .doc = "Shift of the view from the entity that it follows."},
    {HOB_AT(S, deadzone, "deadzone", OBJECT), .flags = HOB_FIELD_STATIC, .fields = deadzone_fields,
     .unit = "px", .doc = "Zone in the middle inside which the target does not move the view."},
    {HOB_AT(S, lookahead, "lookahead", OBJECT), .flags = HOB_FIELD_STATIC,
     .fields = hob_vec2_fields, .unit = "px",
     .doc = "Added on an axis in the direction in which the target moves."},
    {HOB_AT(S, lookahead_from, "lookaheadFrom", NUMBER), .flags = HOB_FIELD_STATIC,
     .default_json = "16", .unit = "px/s", .doc = "Speed above which the lookahead acts."},
    {HOB_AT(S, smoothing, "smoothing", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .unit = "1/s", .doc = "How quickly the view catches up; 0 is at once."},
    {HOB_AT(S, limits, "limits", OBJECT), .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE,
     .fields = limits_fields, .unit = "px", .doc = "Region that the view stays inside."},
    {HOB_AT(S, bound, "bound", ENUM), .flags = HOB_FIELD_STATIC, .names = bound_names,
     .default_json = "\"none\"", .doc = "World keeps the view inside the bounds of the world."},
    {HOB_AT(S, small_world, "smallWorld", ENUM), .flags = HOB_FIELD_STATIC,
     .names = small_world_names, .default_json = "\"center\"",
     .doc = "Where a world that is smaller than the view sits in it."},
    {HOB_AT(S, seat, "seat", INT),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE | HOB_FIELD_BETWEEN, .max = 3,
     .doc = "Player whose view this is; null is the main view only."},
    {HOB_AT(S, pixel_snap, "pixelSnap", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "Rounds the drawn centre to whole pixels of the screen."},
    HOB_FIELDS_END,
};
#undef S

static const hob_component_phase phases[] = {{"cameras", hob_camera__follow}, {NULL, NULL}};

static bool follows(const void *of_struct) {
    return hob_text_view(((const hob_camera *)of_struct)->follow).length > 0;
}
static const hob_claim claims[] = {{HOB_CLAIM_POSITION, follows}, {0, NULL}};

const hob_component_type hob_camera_type = {
    .name = "Camera",
    .doc = "Shows the part of the world around the entity.",
    .size = sizeof(hob_camera),
    .fields = fields,
    .claims = claims,
    .phases = phases,
};
