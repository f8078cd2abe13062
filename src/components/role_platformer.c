/* The role player of a PlatformerMotor (spec waica 8.5). */
#include "base/dmath.h"
#include "components/health.h"
#include "components/platformer_motor.h"
#include "components/respawn.h"
#include "components/role_code.h"
#include "components/state_machine.h"

#include <math.h>

/* ---- shared by players ---- */

void hob_role__nothing(const hob_role_call *call) {
    (void)call;
}

void hob_role__halt(const hob_role_call *call) {
    hob_motion_halt(call->world, call->machine->owner);
}

/* Back to where it began, whole. What is told meanwhile may destroy it. */
void hob_role__come_back(const hob_role_call *call) {
    hob_entity_data *e = call->machine->owner;
    if (hob_respawn_entity(call->world, e, NULL) == HOB_OK) {
        hob_motion_halt(call->world, e);
    }
    hob_component *health =
        hob_component_of(e, hob_component_type_index(call->world, &hob_health_type));
    if (health) {
        hob_health_heal(call->world, health, HOB_INFINITY);
    }
}

/* ---- the platformer ---- */

void hob_role__platformer_always(const hob_role_call *call) {
    if (call->driver) {
        hob_platformer_tick(call->world, call->driver, call->world->dt);
    }
}

void hob_role__platformer_update(const hob_role_call *call) {
    hob_world *world = call->world;
    hob_component *motor = call->driver;
    if (!motor) {
        return;
    }
    const hob_platformer_motor *m = HOB_DATA(motor, const hob_platformer_motor);
    hob_platformer_run(motor, hob_motor_input(world, motor->owner).x, world->dt);
    if (hob_platformer_wants_jump(motor)) {
        hob_platformer_jump(world, motor);
    }
    hob_platformer_fall(world, motor, world->dt);
    hob_platformer_step(world, motor, world->dt);
    if (m->motor.grounded) {
        hob_state_machine_signal(world, call->machine, HOB_STR("land"));
        bool runs = fabs(m->motor.velocity.x) > m->run_threshold;
        hob_state_machine_signal(world, call->machine, runs ? HOB_STR("move") : HOB_STR("stop"));
    } else {
        bool rises = m->motor.velocity.y < 0;
        hob_state_machine_signal(world, call->machine, rises ? HOB_STR("rise") : HOB_STR("fall"));
    }
}

static const hob_role_edge idle[] = {
    {"signal:move", "run"}, {"signal:rise", "jump"}, {"signal:fall", "fall"}};
static const hob_role_edge run[] = {
    {"signal:stop", "idle"}, {"signal:rise", "jump"}, {"signal:fall", "fall"}};
static const hob_role_edge jump[] = {{"signal:fall", "fall"}, {"signal:land", "idle"}};
static const hob_role_edge fall[] = {{"signal:rise", "jump"}, {"signal:land", "idle"}};
static const hob_role_edge dead[] = {{"timer:0.8", "idle"}};
static const hob_role_edge any[] = {{"signal:death", "dead"}};

const hob_role_part hob_role__platformer[] = {
    {.state = {.name = "idle", HOB_ROLE_EDGES(idle)}},
    {.state = {.name = "run", HOB_ROLE_EDGES(run)}},
    {.state = {.name = "jump", HOB_ROLE_EDGES(jump)}},
    {.state = {.name = "fall", HOB_ROLE_EDGES(fall)}},
    {.state = {.name = "dead", .clip = "idle", HOB_ROLE_EDGES(dead)},
     .code = {{[HOB_ROLE_ENTER] = hob_role__halt,
               [HOB_ROLE_UPDATE] = hob_role__nothing,
               [HOB_ROLE_EXIT] = hob_role__come_back}}},
    {.state = {.name = HOB_STATE_ANY, HOB_ROLE_EDGES(any)}},
    HOB_ROLE_PARTS_END,
};
