#include "components/drawing.h"

#define NUM(label, text) HOB_P(label, NUMBER, .unit = "px", .doc = text)
#define LOOK                                                                       \
    HOB_P("color", COLOR, .default_json = "\"#ffffff\"", .doc = "Fill, or tint."), \
        HOB_P("z", NUMBER, .doc = "Order inside the Drawing; higher is in front."), HOB_FIELDS_END
#define BOX                                                                        \
    NUM("x", "Left edge."), NUM("y", "Upper edge."), NUM("width", "Width of it."), \
        NUM("height", "Height.")

static const hob_field rect_fields[] = {BOX, LOOK};
static const hob_field quad_fields[] = {
    NUM("x1", "First corner."),  NUM("y1", "First corner."),  NUM("x2", "Second corner."),
    NUM("y2", "Second corner."), NUM("x3", "Third corner."),  NUM("y3", "Third corner."),
    NUM("x4", "Fourth corner."), NUM("y4", "Fourth corner."), LOOK};
static const hob_field triangle_fields[] = {NUM("x1", "First corner."),
                                            NUM("y1", "First corner."),
                                            NUM("x2", "Second corner."),
                                            NUM("y2", "Second corner."),
                                            NUM("x3", "Third corner."),
                                            NUM("y3", "Third corner."),
                                            LOOK};
static const hob_field line_fields[] = {
    NUM("x1", "Where it starts."),
    NUM("y1", "Where it starts."),
    NUM("x2", "Where it ends."),
    NUM("y2", "Where it ends."),
    HOB_P("thickness", NUMBER, .default_json = "1", .unit = "px", .doc = "Thickness."),
    LOOK};
static const hob_field circle_fields[] = {
    NUM("x", "Centre."), NUM("y", "Centre."), NUM("radius", "Radius."),
    HOB_P("segments", INT, .default_json = "64", .doc = "Corners that make the circle."), LOOK};
static const hob_field text_fields[] = {
    HOB_P("text", TEXT, .doc = "What is written."), NUM("x", "Left edge."), NUM("y", "Upper edge."),
    HOB_P("size", NUMBER, .default_json = "18", .unit = "px", .doc = "Size of the letters."), LOOK};
static const hob_field image_fields[] = {
    HOB_P("asset", ASSET, .asset_kinds = "sprite|tile", .doc = "Picture."),
    NUM("x", "Centre."),
    NUM("y", "Centre."),
    HOB_P("angle", NUMBER, .unit = "degrees", .doc = "Turned clockwise."),
    HOB_P("scale", NUMBER, .default_json = "1", .doc = "Factor."),
    LOOK};
static const hob_field nine_slice_fields[] = {
    HOB_P("asset", ASSET, .asset_kinds = "sprite|tile", .doc = "Picture."), BOX, LOOK};

const char *const hob_draw_kinds[] = {"rect", "quad",  "triangle",  "line", "circle",
                                      "text", "image", "nineSlice", NULL};
const hob_field *const hob_draw_fields[] = {rect_fields,  quad_fields,       triangle_fields,
                                            line_fields,  circle_fields,     text_fields,
                                            image_fields, nine_slice_fields, NULL};

static const hob_field command = {.name = "",
                                  .type = HOB_FIELD_VARIANT,
                                  .names = hob_draw_kinds,
                                  .variants = hob_draw_fields,
                                  .doc = "One shape."};

#define S hob_drawing
static const hob_field fields[] = {
    {HOB_AT(S, commands, "commands", LIST), .flags = HOB_FIELD_HAS_MAX, .max = HOB_DRAWING_MOST,
     .element = &command, .doc = "Shapes in local pixels, drawn in order."},
    {HOB_AT(S, layer, "layer", NUMBER), .doc = "Draw order; higher is in front."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_drawing_type = {
    .name = "Drawing",
    .doc = "Shapes that stay until they are cleared.",
    .size = sizeof(hob_drawing),
    .fields = fields,
};

static const char *const bands[] = {"inherit", "world", "hud", "overlay", "debug", NULL};

#define S hob_draw_group
static const hob_field group_fields[] = {
    {HOB_AT(S, order, "order", NUMBER), .doc = "Layer of the group among its neighbours."},
    {HOB_AT(S, atomic, "atomic", BOOL), .default_json = "true",
     .doc = "The subtree is sorted inside and drawn as one."},
    {HOB_AT(S, band, "band", ENUM), .names = bands,
     .doc = "Bands are drawn back to front; from hud on in screen space."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_draw_group_type = {
    .name = "DrawGroup",
    .doc = "Sorts the pictures of a subtree together.",
    .size = sizeof(hob_draw_group),
    .fields = group_fields,
};
