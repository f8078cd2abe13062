#include "components/line_renderer.h"

#include "schema/read.h"

static void validate(const void *of_struct, hob_reader *reader, const hob_read_level *level) {
    const hob_line_renderer *line = of_struct;
    uint32_t count = line->points.as.list->count;
    if (count < 2) {
        char words[160];
        hob_str key = HOB_STR("points");
        hob_reader_find(reader, level, key, HOB_ERR_LINERENDERER_TOO_FEW_POINTS,
                        HOB_SEVERITY_WARNING, "Add points, or remove the component.",
                        "%s has %u of the at least 2 points of a line.",
                        hob_reader_words(reader, level, key, words, sizeof words), count);
    }
}

static const hob_field point = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = hob_vec2_fields, .doc = "One point."};

#define S hob_line_renderer
static const hob_field fields[] = {
    {HOB_AT(S, points, "points", LIST), .flags = HOB_FIELD_STATIC, .element = &point, .unit = "px",
     .doc = "Points of the line; the whole Transform acts on them."},
    {HOB_AT(S, width, "width", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE,
     .default_json = "2", .unit = "px", .doc = "Width of the stroke."},
    {HOB_AT(S, color, "color", COLOR), .flags = HOB_FIELD_STATIC, .default_json = "\"#ffffff\"",
     .doc = "Color of the stroke."},
    {HOB_AT(S, closed, "closed", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "Joins the last point to the first."},
    {HOB_AT(S, opacity, "opacity", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN, .max = 1,
     .default_json = "1", .doc = "Alpha, from 0, clear, to 1, solid."},
    {HOB_AT(S, layer, "layer", NUMBER), .flags = HOB_FIELD_STATIC,
     .doc = "Draw order; higher is in front."},
    {HOB_AT(S, visible, "visible", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "False hides the line."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_line_renderer_type = {
    .name = "LineRenderer",
    .doc = "Draws a line through points.",
    .size = sizeof(hob_line_renderer),
    .fields = fields,
    .validate = validate,
};
