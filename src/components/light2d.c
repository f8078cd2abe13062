#include "components/light2d.h"

#define S hob_light2d
static const hob_field fields[] = {
    {HOB_AT(S, radius, "radius", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE,
     .default_json = "200", .unit = "px", .doc = "Distance at which the light ends."},
    {HOB_AT(S, color, "color", COLOR), .flags = HOB_FIELD_STATIC, .default_json = "\"#ffffff\"",
     .doc = "Color of the light."},
    {HOB_AT(S, intensity, "intensity", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "1", .doc = "Brightness in the middle; drawn as at most 1."},
    {HOB_AT(S, enabled, "enabled", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "False switches the light off."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_light2d_type = {
    .name = "Light2D",
    .doc = "A light around the entity.",
    .size = sizeof(hob_light2d),
    .fields = fields,
};
