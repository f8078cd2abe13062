#include "components/player_controller.h"

#include "components/character_body.h"
#include "world/world.h"

/* Phase 6. */
static void control(hob_world *world, hob_component *component) {
    const hob_player_controller *p = HOB_DATA(component, const hob_player_controller);
    hob_component *body = hob_component_of(
        component->owner, hob_component_type_index(world, &hob_character_body_type));
    if (body == NULL) {
        return;
    }
    int seat = hob_entity_seat(world, component->owner);
    HOB_DATA(body, hob_character_body)->intent =
        (hob_vec2){hob_input_axis_value(world, seat, hob_text_view(p->x_axis)),
                   hob_input_axis_value(world, seat, hob_text_view(p->y_axis))};
}

#define S hob_player_controller
static const hob_field fields[] = {
    {HOB_AT(S, x_axis, "xAxis", TEXT), .flags = HOB_FIELD_STATIC, .default_json = "\"moveX\"",
     .doc = "Input axis that goes left and right."},
    {HOB_AT(S, y_axis, "yAxis", TEXT), .flags = HOB_FIELD_STATIC, .default_json = "\"moveY\"",
     .doc = "Input axis that goes up and down."},
    HOB_FIELDS_END,
};
#undef S

static const hob_component_phase phases[] = {{"control", control}, {NULL, NULL}};
static const char *const families[] = {"Controller", NULL};
static const hob_need needs[] = {{.kind = HOB_NEED_SIBLING, .name = "CharacterBody"},
                                 {.name = NULL}};

const hob_component_type hob_player_controller_type = {
    .name = "PlayerController",
    .doc = "Lets a player steer the CharacterBody.",
    .size = sizeof(hob_player_controller),
    .fields = fields,
    .families = families,
    .needs = needs,
    .phases = phases,
};
