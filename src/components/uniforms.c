#include "components/uniforms.h"

static const hob_field number = {.name = "", .type = HOB_FIELD_NUMBER, .doc = "For a float."};
static const hob_field color = {
    .name = "", .type = HOB_FIELD_COLOR, .doc = "For a vec3 or a vec4."};
static const hob_field point_fields[] = {
    HOB_P("x", NUMBER, .doc = "First number."),
    HOB_P("y", NUMBER, .doc = "Second number."),
    HOB_FIELDS_END,
};
static const hob_field point = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = point_fields, .doc = "For a vec2."};
static const hob_field *const kinds[] = {&number, &color, &point, NULL};

const hob_field hob_uniform_field = {
    .name = "", .type = HOB_FIELD_UNION, .variants = kinds, .doc = "Value of one uniform."};
