#include "components/sprite_renderer.h"

#include "components/uniforms.h"

static const char *const shape_names[] = {"rectangle", "circle", "triangle", "none", NULL};
static const char *const render_mode_names[] = {"stretch", "tile", "sliced", NULL};
static const char *const blend_names[] = {"normal", "additive", "multiply", "screen", NULL};

#define INSET(side, text)                                                                        \
    {                                                                                            \
        HOB_AT(hob_slice, side, #side, NUMBER), .flags = HOB_FIELD_HAS_MIN, .unit = "source px", \
                                                .doc = text                                      \
    }
static const hob_field slice_fields[] = {
    INSET(top, "Height of the upper edge."),
    INSET(right, "Width of the right edge."),
    INSET(bottom, "Height of the lower edge."),
    INSET(left, "Width of the left edge."),
    HOB_FIELDS_END,
};

static const hob_field anchor_fields[] = {
    {HOB_AT(hob_vec2, x, "x", NUMBER), .flags = HOB_FIELD_BETWEEN, .max = 1,
     .doc = "From the left edge, 0, to the right edge, 1."},
    {HOB_AT(hob_vec2, y, "y", NUMBER), .flags = HOB_FIELD_BETWEEN, .max = 1,
     .doc = "From the upper edge, 0, to the lower edge, 1."},
    HOB_FIELDS_END,
};

#define S hob_sprite_renderer
static const hob_field fields[] = {
    {HOB_AT(S, asset_id, "assetId", ASSET), .flags = HOB_FIELD_NULLABLE,
     .asset_kinds = "sprite|tile", .doc = "Picture to draw; null draws the shape."},
    {HOB_AT(S, frame, "frame", TEXT), .flags = HOB_FIELD_NULLABLE,
     .doc = "Frame of the asset's sliced sheet; null draws the whole picture."},
    {HOB_AT(S, shape, "shape", ENUM), .flags = HOB_FIELD_STATIC, .names = shape_names,
     .default_json = "\"rectangle\"", .doc = "Flat shape that is drawn where there is no picture."},
    {HOB_AT(S, color, "color", COLOR), .flags = HOB_FIELD_STATIC, .default_json = "\"#ffffff\"",
     .doc = "Fill of the shape, tint of the picture."},
    {HOB_AT(S, width, "width", NUMBER), .flags = HOB_FIELD_ABOVE, .default_json = "32",
     .unit = "px", .doc = "Width of the box before Transform.scale."},
    {HOB_AT(S, height, "height", NUMBER), .flags = HOB_FIELD_ABOVE, .default_json = "32",
     .unit = "px", .doc = "Height of the box before Transform.scale."},
    {HOB_AT(S, render_mode, "renderMode", ENUM), .flags = HOB_FIELD_STATIC,
     .names = render_mode_names, .default_json = "\"stretch\"",
     .doc = "How the picture fills the box: one stretched copy, repeated copies, or nine slices."},
    {HOB_AT(S, slice, "slice", OBJECT), .flags = HOB_FIELD_STATIC, .fields = slice_fields,
     .unit = "source px",
     .doc = "Edges of the nine slices; corners shrink in proportion when the box is too small."},
    {HOB_AT(S, opacity, "opacity", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN, .max = 1,
     .default_json = "1", .doc = "Alpha, from 0, clear, to 1, solid."},
    {HOB_AT(S, flip_x, "flipX", BOOL), .doc = "Mirrors left and right."},
    {HOB_AT(S, flip_y, "flipY", BOOL), .flags = HOB_FIELD_STATIC, .doc = "Mirrors up and down."},
    {HOB_AT(S, layer, "layer", NUMBER), .flags = HOB_FIELD_STATIC,
     .doc = "Draw order; higher is in front."},
    {HOB_AT(S, visible, "visible", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "False hides the picture and keeps the entity running."},
    {HOB_AT(S, anchor, "anchor", OBJECT), .flags = HOB_FIELD_STATIC, .fields = anchor_fields,
     .default_json = "{\"x\":0.5,\"y\":0.5}", .doc = "Point of the box that lies on the entity."},
    {HOB_AT(S, offset, "offset", OBJECT), .flags = HOB_FIELD_STATIC, .fields = hob_vec2_fields,
     .unit = "px", .doc = "Shift of the box; flips mirror it."},
    {HOB_AT(S, pixel_art, "pixelArt", BOOL), .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE,
     .doc = "Nearest filtering; null takes the asset's choice, then the project's."},
    {HOB_AT(S, blend, "blend", ENUM), .flags = HOB_FIELD_STATIC, .names = blend_names,
     .default_json = "\"normal\"", .doc = "How it is mixed with what lies behind."},
    {HOB_AT(S, shader, "shader", ASSET), .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE,
     .asset_kinds = "shader", .doc = "Fragment shader of its own."},
    {HOB_AT(S, uniforms, "uniforms", MAP), .flags = HOB_FIELD_STATIC, .element = &hob_uniform_field,
     .doc = "Values of the shader's uniforms by name."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_sprite_renderer_type = {
    .name = "SpriteRenderer",
    .doc = "Draws a picture or a flat shape; its box is the size of the entity.",
    .size = sizeof(hob_sprite_renderer),
    .fields = fields,
};
