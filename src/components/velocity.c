#include "components/velocity.h"

#include "world/world.h"

#include <math.h>

/* ---- the solver by halving (spec waica 8.1) ---- */

static void touch_all(hob_mover_turn *turn, const hob_axis_contacts *contacts, int axis,
                      double normal) {
    for (uint32_t i = 0; i < contacts->count; i++) {
        hob_mover_touch(turn, contacts->items[i], axis, normal);
    }
}

static void recover(hob_mover_turn *turn, const hob_blocker_set *set, const hob_solve_body *body,
                    hob_vec2 *place) {
    hob_axis_contacts contacts;
    int axis;
    double shift;
    if (hob_blockers_recover(turn->world, set, body, place, &axis, &shift, &contacts)) {
        touch_all(turn, &contacts, axis, shift > 0 ? 1 : -1);
    }
}

static bool step_axis(hob_mover_turn *turn, const hob_blocker_set *set, const hob_solve_body *body,
                      hob_vec2 *place, int axis, double step) {
    hob_axis_contacts contacts;
    if (!hob_blockers_bisect(turn->world, set, body, place, axis, step, &contacts)) {
        return false;
    }
    touch_all(turn, &contacts, axis, step > 0 ? -1 : 1);
    return true;
}

/* False: there is nothing to solve with, and the plain way is taken. */
static bool move_by_halving(hob_mover_turn *turn, bool stopped[2]) {
    hob_world *world = turn->world;
    hob_component *component = turn->component;
    hob_velocity *v = HOB_DATA(component, hob_velocity);
    hob_entity_data *e = component->owner;
    const hob_blocker_set *set = hob_mover_set(world, component);
    hob_component *collider =
        hob_blocker_set_is_empty(set) ? NULL : hob_mover_body(world, component);
    hob_vec2 step = {v->velocity.x * world->dt, v->velocity.y * world->dt};
    if (collider == NULL || !isfinite(step.x) || !isfinite(step.y)) {
        return false;
    }
    hob_solve_body body = {.self = e, .collider = collider};
    hob_vec2 start = hob_entity_world_position(world, e), place = start;
    if (v->recover) {
        recover(turn, set, &body, &place);
    }
    stopped[0] = step_axis(turn, set, &body, &place, 0, step.x);
    stopped[1] = step_axis(turn, set, &body, &place, 1, step.y);
    v->mover.blocked = stopped[0] || stopped[1];
    if (place.x != start.x || place.y != start.y) {
        hob_entity_set_world_position(world, e, place);
    }
    return true;
}

/* ---- the turn ---- */

static hob_vec2 heading_of(hob_vec2 v) {
    double longest = fabs(v.x) > fabs(v.y) ? fabs(v.x) : fabs(v.y);
    return longest > 0 && isfinite(longest) ? (hob_vec2){v.x / longest, v.y / longest}
                                            : (hob_vec2){0, 0};
}

static void move(hob_mover_turn *turn) {
    hob_velocity *v = HOB_DATA(turn->component, hob_velocity);
    double dt = turn->world->dt;
    bool stopped[2] = {false, false};
    if (v->solve == HOB_SOLVE_CLIP || !move_by_halving(turn, stopped)) {
        uint32_t before = turn->count;
        (void)hob_mover_move(turn, (hob_vec2){v->velocity.x * dt, v->velocity.y * dt});
        for (uint32_t i = before; i < turn->count; i++) {
            stopped[turn->contacts[i].axis] = true;
        }
    }
    if (v->zero_on_block) {
        v->velocity.x = stopped[0] ? 0 : v->velocity.x;
        v->velocity.y = stopped[1] ? 0 : v->velocity.y;
    }
}

static void turn(hob_world *world, hob_component *component) {
    hob_velocity *v = HOB_DATA(component, hob_velocity);
    hob_entity_data *e = component->owner;
    hob_mover_turn turn = hob_mover_begin(world, component);
    v->mover.heading = heading_of(v->velocity);
    move(&turn);
    if (v->spin != 0) {
        (void)hob_entity_store_number(world, e, "Transform.rotation", &e->transform->rotation,
                                      e->transform->rotation + v->spin * world->dt);
    }
    (void)hob_mover_tell(&turn);
}

/* ---- the table ---- */

static const char *const solve_names[] = {"clip", "bisect", NULL};

#define S hob_velocity
static const hob_field fields[] = {
    {HOB_AT(S, velocity, "velocity", OBJECT), .fields = hob_vec2_fields, .unit = "px/s",
     .doc = "Way and speed of the motion."},
    {HOB_AT(S, spin, "spin", NUMBER), .unit = "degrees/s",
     .doc = "Turns the entity; nothing blocks that."},
    {HOB_AT(S, zero_on_block, "zeroOnBlock", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "The speed on an axis that was stopped becomes 0."},
    {HOB_AT(S, recover, "recover", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "Comes out of what it overlaps before it moves; with solve bisect."},
    {HOB_AT(S, solve, "solve", ENUM), .flags = HOB_FIELD_STATIC, .names = solve_names,
     .default_json = "\"clip\"",
     .doc = "With clip its box lands flush on boxes, with bisect its shape stops at any shape."},
    HOB_MOVER_FIELDS(S),
    HOB_FIELDS_END,
};
#undef S

static bool clips(const void *of_struct) {
    return hob_mover_is_blocked_by_anything(of_struct) &&
           ((const hob_velocity *)of_struct)->solve == HOB_SOLVE_CLIP;
}
static bool halves(const void *of_struct) {
    return hob_mover_is_blocked_by_anything(of_struct) &&
           ((const hob_velocity *)of_struct)->solve == HOB_SOLVE_BISECT;
}

static const hob_need needs[] = {
    {HOB_NEED_SIBLING, "Collider", .first = "Collider#body", .when = clips,
     .because = "blockedBy names something", .slot = hob_mover_slot, .fits = hob_mover_body_is_box,
     .fitting = "a box or feet Collider"},
    {HOB_NEED_SIBLING, "Collider", .first = "Collider#body", .when = halves,
     .because = "blockedBy names something", .slot = hob_mover_slot},
    HOB_MOVER_SCENE_NEEDS,
    {.name = NULL},
};

static const hob_component_phase phases[] = {{"turns", turn}, {NULL, NULL}};

const hob_component_type hob_velocity_type = {
    .name = "Velocity",
    .doc = "Moves and turns at a steady speed, up to what blocks it.",
    .size = sizeof(hob_velocity),
    .fields = fields,
    .flags = HOB_COMPONENT_TURN,
    .signals = hob_mover_signals,
    .families = hob_mover_families,
    .update_after = hob_mover_after,
    .needs = needs,
    .phases = phases,
    .attach = hob_mover_attach,
    .done = hob_mover_done,
    .changed = hob_mover_changed,
    .hash = hob_mover_hash,
};
