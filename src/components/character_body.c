#include "components/character_body.h"

#include "base/dmath.h"
#include "world/world.h"

static void turn(hob_world *world, hob_component *component) {
    hob_character_body *b = HOB_DATA(component, hob_character_body);
    hob_vec2 way = b->intent;
    double speed = b->speed > 0 ? b->speed : 0;
    hob_mover_turn turn = hob_mover_begin(world, component);
    b->mover.heading = (hob_vec2){hob_clamp(way.x, -1, 1), hob_clamp(way.y, -1, 1)};
    if (way.x != 0 || way.y != 0) {
        (void)hob_mover_move(&turn,
                             (hob_vec2){way.x * speed * world->dt, way.y * speed * world->dt});
    }
    (void)hob_mover_tell(&turn);
}

#define S hob_character_body
static const hob_field fields[] = {
    {HOB_AT(S, speed, "speed", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "96", .unit = "px/s", .doc = "Speed at an intent of 1."},
    HOB_MOVER_FIELDS(S),
    {HOB_AT(S, intent, "intent", OBJECT), .flags = HOB_FIELD_RUNTIME | HOB_FIELD_SCRIPT_WRITES,
     .fields = hob_vec2_fields, .doc = "Where it is to go; a diagonal is not shortened."},
    HOB_FIELDS_END,
};
#undef S

static const hob_component_phase phases[] = {{"turns", turn}, {NULL, NULL}};

const hob_component_type hob_character_body_type = {
    .name = "CharacterBody",
    .doc = "Walks where its intent points, up to what blocks it.",
    .size = sizeof(hob_character_body),
    .fields = fields,
    .flags = HOB_COMPONENT_TURN,
    .signals = hob_mover_signals,
    .families = hob_mover_families,
    .update_after = hob_mover_after,
    .needs = hob_mover_needs,
    .phases = phases,
    .attach = hob_mover_attach,
    .done = hob_mover_done,
    .changed = hob_mover_changed,
    .hash = hob_mover_hash,
};
