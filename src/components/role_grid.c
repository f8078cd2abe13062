/* The role player of a TopDownMotor or an IsoMotor (spec waica 8.5). */
#include "base/dmath.h"
#include "components/click_to_move.h"
#include "components/grid_motor.h"
#include "components/health.h"
#include "components/interactable.h"
#include "components/melee_attack.h"
#include "components/role_code.h"
#include "components/state_machine.h"

void hob_role__grid_always(const hob_role_call *call) {
    hob_interactable_look(call->world, call->machine->owner);
}

static void tell_motion(const hob_role_call *call) {
    bool walks = hob_grid_motor_walks(call->driver);
    hob_state_machine_signal(call->world, call->machine, walks ? HOB_STR("move") : HOB_STR("stop"));
}

/* Orders by pointer are for who is not steered by hand. */
static bool follows_click(const hob_role_call *call, hob_vec2 input) {
    hob_world *world = call->world;
    hob_component *clicks = hob_click_to_move_of(world, call->machine->owner);
    if (!clicks) {
        return false;
    }
    if (input.x != 0 || input.y != 0) {
        hob_click_to_move_cancel(world, clicks);
        return false;
    }
    hob_click_to_move_listen(world, clicks);
    return hob_click_to_move_drive(world, clicks, call->driver, world->dt);
}

static void walk(const hob_role_call *call) {
    if (call->driver) {
        hob_vec2 input = hob_motor_input(call->world, call->machine->owner);
        if (!follows_click(call, input)) {
            hob_grid_motor_run(call->driver, input, call->world->dt);
            hob_grid_motor_step(call->world, call->driver, call->world->dt);
        }
        tell_motion(call);
    }
}

static void die(const hob_role_call *call) {
    hob_component *clicks = hob_click_to_move_of(call->world, call->machine->owner);
    if (clicks) {
        hob_click_to_move_cancel(call->world, clicks);
    }
    hob_role__halt(call);
}

static void attack(const hob_role_call *call) {
    hob_component *melee = hob_melee_of(call->world, call->machine->owner);
    hob_role__halt(call);
    if (melee && call->driver) {
        const hob_motor *motor = HOB_DATA(call->driver, const hob_motor);
        (void)hob_melee_strike(call->world, melee, hob_str_from(hob_facing_names[motor->facing]),
                               NULL, NULL);
    }
}

/* Away from who did it; without one, backwards. */
static void throw_back(const hob_role_call *call) {
    hob_component *motor = call->driver;
    hob_entity_data *e = call->machine->owner;
    const hob_component *health =
        hob_component_of(e, hob_component_type_index(call->world, &hob_health_type));
    if (!motor) {
        return;
    }
    hob_grid_motor *m = HOB_DATA(motor, hob_grid_motor);
    hob_vec2 ahead = hob_grid_motor_ahead(motor), away = {-ahead.x, -ahead.y};
    const hob_entity_data *source =
        health ? hob_entity_get(call->world, HOB_DATA(health, const hob_health)->source) : NULL;
    if (source) {
        hob_vec2 own = hob_entity_world_position(call->world, e);
        hob_vec2 from = hob_entity_world_position(call->world, source);
        double length = hob_hypot(own.x - from.x, own.y - from.y);
        if (length > 0) {
            away = (hob_vec2){(own.x - from.x) / length, (own.y - from.y) / length};
        }
    }
    m->motor.velocity = (hob_vec2){away.x * m->knockback_speed, away.y * m->knockback_speed};
}

/* Slides on until the stun is over: nobody steers. */
static void slide(const hob_role_call *call) {
    if (call->driver) {
        hob_grid_motor_run_to(call->driver, (hob_vec2){0, 0}, call->world->dt);
        hob_grid_motor_step(call->world, call->driver, call->world->dt);
    }
}

static const hob_role_edge idle_edges[] = {{"input:attack", "attack"}, {"signal:move", "walk"}};
static const hob_role_edge walk_edges[] = {{"input:attack", "attack"}, {"signal:stop", "idle"}};
static const hob_role_edge stun_edges[] = {{"timer:0.3", "idle"}};
static const hob_role_edge dead_edges[] = {{"timer:0.8", "idle"}};
static const hob_role_edge any_edges[] = {{"signal:death", "dead"}, {"signal:hurt", "hurt"}};

const hob_role_part hob_role__grid[] = {
    {.state = {.name = "idle", HOB_ROLE_EDGES(idle_edges)}, .code = {{[HOB_ROLE_UPDATE] = walk}}},
    {.state = {.name = "walk", HOB_ROLE_EDGES(walk_edges)}, .code = {{[HOB_ROLE_UPDATE] = walk}}},
    {.state = {.name = "attack", HOB_ROLE_EDGES(stun_edges)},
     .code = {{[HOB_ROLE_ENTER] = attack, [HOB_ROLE_UPDATE] = hob_role__nothing}}},
    {.state = {.name = "hurt", HOB_ROLE_EDGES(stun_edges)},
     .code = {{[HOB_ROLE_ENTER] = throw_back,
               [HOB_ROLE_UPDATE] = slide,
               [HOB_ROLE_EXIT] = hob_role__halt}}},
    {.state = {.name = "dead", .clip = "death", HOB_ROLE_EDGES(dead_edges)},
     .code = {{[HOB_ROLE_ENTER] = die,
               [HOB_ROLE_UPDATE] = hob_role__nothing,
               [HOB_ROLE_EXIT] = hob_role__come_back}}},
    {.state = {.name = HOB_STATE_ANY, HOB_ROLE_EDGES(any_edges)}},
    HOB_ROLE_PARTS_END,
};
