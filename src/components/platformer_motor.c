#include "components/platformer_motor.h"

#include "base/dmath.h"
#include "world/feed.h"

#include <math.h>

#define SQUASH_RATE 12.0 /* 1/s: how fast the picture comes back to its form */

typedef hob_platformer_motor motor_data;

static void set_squash(motor_data *m, double x, double y) {
    if (m->squash_stretch) {
        m->squash = (hob_vec2){x, y};
    }
}

void hob_platformer_tick(hob_world *world, hob_component *motor, double dt) {
    motor_data *m = HOB_DATA(motor, hob_platformer_motor);
    int seat = hob_entity_seat(world, motor->owner);
    /* A press that somebody has consumed counts all the same: it is taken in jump. */
    bool pressed = hob_input_just_pressed(world, seat, HOB_STR("jump"));
    m->coyote = m->motor.grounded ? m->coyote_time : hob_max(0, m->coyote - dt);
    m->buffer = pressed ? m->jump_buffer : hob_max(0, m->buffer - dt);
    m->squash.x = hob_damp(m->squash.x, 1, SQUASH_RATE, dt);
    m->squash.y = hob_damp(m->squash.y, 1, SQUASH_RATE, dt);
    hob_motor_scale(world, motor, m->motor.facing == HOB_FACING_W ? -m->squash.x : m->squash.x,
                    m->squash.y);
}

void hob_platformer_run(hob_component *motor, double direction, double dt) {
    motor_data *m = HOB_DATA(motor, hob_platformer_motor);
    m->motor.velocity.x = hob_motor_approach(m->motor.velocity.x, direction, m->move_speed,
                                             m->acceleration, m->deceleration, dt);
    if (direction != 0) {
        m->motor.facing = direction < 0 ? HOB_FACING_W : HOB_FACING_E;
    }
}

bool hob_platformer_wants_jump(const hob_component *motor) {
    const motor_data *m = HOB_DATA(motor, const hob_platformer_motor);
    return m->buffer > 0 && m->coyote > 0;
}

void hob_platformer_jump(hob_world *world, hob_component *motor) {
    motor_data *m = HOB_DATA(motor, hob_platformer_motor);
    m->motor.velocity.y = -m->jump_velocity;
    m->coyote = 0;
    m->buffer = 0;
    (void)hob_input_consume(world, hob_entity_seat(world, motor->owner), HOB_STR("jump"));
    set_squash(m, 0.8, 1.25);
}

void hob_platformer_fall(hob_world *world, hob_component *motor, double dt) {
    motor_data *m = HOB_DATA(motor, hob_platformer_motor);
    bool is_held = hob_input_is_down(world, hob_entity_seat(world, motor->owner), HOB_STR("jump"));
    double factor = m->motor.velocity.y < 0 && !is_held ? m->jump_cut_strength : 1;
    m->motor.velocity.y =
        hob_min(m->motor.velocity.y + m->gravity * factor * dt, m->max_fall_speed);
}

void hob_platformer_step(hob_world *world, hob_component *motor, double dt) {
    motor_data *m = HOB_DATA(motor, hob_platformer_motor);
    bool was_grounded = m->motor.grounded;
    if (hob_motor_move(world, motor, NULL, 0, m->motor.velocity.x * dt)) {
        m->motor.velocity.x = 0;
    }
    m->motor.grounded = false;
    if (hob_motor_move(world, motor, NULL, 1, m->motor.velocity.y * dt)) {
        m->motor.grounded = m->motor.velocity.y >= 0;
        m->motor.velocity.y = 0;
    }
    if (m->motor.grounded && !was_grounded) {
        set_squash(m, 1.25, 0.8);
    }
}

/* ---- the table ---- */

static void init(hob_world *world, hob_component *motor) {
    (void)world;
    motor_data *m = HOB_DATA(motor, hob_platformer_motor);
    m->squash = (hob_vec2){1, 1};
    m->motor.facing = HOB_FACING_E;
}

static void hash(hob_world *world, hob_component *motor, hob_hash *out) {
    (void)world;
    const motor_data *m = HOB_DATA(motor, const hob_platformer_motor);
    hob_motor_hash(&m->motor, out);
    hob_feed_number(out, m->coyote);
    hob_feed_number(out, m->buffer);
    hob_feed_number(out, m->squash.x);
    hob_feed_number(out, m->squash.y);
}

#define S hob_platformer_motor
static const hob_field fields[] = {
    {HOB_AT(S, move_speed, "moveSpeed", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "144", .unit = "px/s", .doc = "Speed of running."},
    {HOB_AT(S, acceleration, "acceleration", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "960", .unit = "px/s2", .doc = "How fast it gets there."},
    {HOB_AT(S, deceleration, "deceleration", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "1280", .unit = "px/s2", .doc = "How fast it stops."},
    {HOB_AT(S, jump_velocity, "jumpVelocity", NUMBER),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .default_json = "224", .unit = "px/s",
     .doc = "Speed upwards at the start of a jump."},
    {HOB_AT(S, gravity, "gravity", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "672", .unit = "px/s2", .doc = "Pull downwards."},
    {HOB_AT(S, max_fall_speed, "maxFallSpeed", NUMBER),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .default_json = "352", .unit = "px/s",
     .doc = "Greatest speed of falling."},
    {HOB_AT(S, coyote_time, "coyoteTime", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "0.1", .unit = "s", .doc = "How long it may still jump after a ledge."},
    {HOB_AT(S, jump_buffer, "jumpBuffer", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "0.12", .unit = "s", .doc = "How long a press waits for the ground."},
    {HOB_AT(S, jump_cut_strength, "jumpCutStrength", NUMBER),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .min = 1, .default_json = "2.5",
     .doc = "Times the pull while it rises and jump is not held."},
    {HOB_AT(S, run_threshold, "runThreshold", NUMBER),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .default_json = "8", .unit = "px/s",
     .doc = "Speed above which it runs."},
    {HOB_AT(S, squash_stretch, "squashStretch", BOOL), .flags = HOB_FIELD_STATIC,
     .default_json = "true", .doc = "Presses and stretches the picture at jumps and landings."},
    HOB_MOTOR_FIELDS("14.4", "15.2"),
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_platformer_motor_type = {
    .name = "PlatformerMotor",
    .doc = "Runs, falls and jumps; a StateMachine's role drives it.",
    .size = sizeof(hob_platformer_motor),
    .fields = fields,
    .families = hob_motor_families,
    .init = init,
    .hash = hash,
};
