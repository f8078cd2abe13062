#include "components/world_area.h"

#define S hob_world_area
static const hob_field fields[] = {
    {HOB_AT(S, width, "width", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE,
     .default_json = "800", .unit = "px", .doc = "The world reaches from 0 to here."},
    {HOB_AT(S, height, "height", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE,
     .default_json = "600", .unit = "px", .doc = "The world reaches from 0 down to here."},
    HOB_FIELDS_END,
};
#undef S

static hob_answer_rank rank(const void *of_struct) {
    (void)of_struct;
    return HOB_ANSWER_SURE;
}

static void bounds(struct hob_world *world, struct hob_component *component, hob_vec2 *ret_min,
                   hob_vec2 *ret_max) {
    const hob_world_area *area = HOB_DATA(component, hob_world_area);
    (void)world;
    *ret_min = (hob_vec2){0, 0};
    *ret_max = (hob_vec2){area->width > 0 ? area->width : 0, area->height > 0 ? area->height : 0};
}

static const hob_answer answers[] = {{"worldBounds", rank, bounds}, {NULL, NULL, NULL}};

const hob_component_type hob_world_area_type = {
    .name = "World",
    .doc = "Says how large the world is: to movers, wraps and cameras that keep to its bounds.",
    .size = sizeof(hob_world_area),
    .fields = fields,
    .answers = answers,
};
