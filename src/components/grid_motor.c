#include "components/grid_motor.h"

#include "base/dmath.h"

#include <math.h>

typedef hob_grid_motor motor_data;

static bool has_eight_sides(const hob_component *motor) {
    return motor->type == &hob_iso_motor_type;
}

/* ---- sides ---- */

static int sign_of(double v) {
    return v > 0 ? 1 : v < 0 ? -1 : 0;
}

/* By the signs of x and y, from -1 to 1. */
static const hob_facing eight[3][3] = {
    {HOB_FACING_NW, HOB_FACING_W, HOB_FACING_SW},
    {HOB_FACING_N, HOB_FACING_S, HOB_FACING_S}, /* the middle one is never asked for */
    {HOB_FACING_NE, HOB_FACING_E, HOB_FACING_SE},
};

/* Neither input nor an exact tie of four sides changes where it looks. */
static void look(hob_component *motor, hob_vec2 screen) {
    motor_data *m = HOB_DATA(motor, hob_grid_motor);
    int x = sign_of(screen.x), y = sign_of(screen.y);
    if (!has_eight_sides(motor)) {
        double across = fabs(screen.x), along = fabs(screen.y);
        if (across == along) {
            return;
        }
        x = across > along ? x : 0;
        y = across > along ? 0 : y;
    }
    if (x != 0 || y != 0) {
        m->motor.facing = (int32_t)eight[x + 1][y + 1];
    }
}

void hob_grid_motor_look(hob_component *motor, hob_vec2 direction) {
    hob_motor *m = HOB_DATA(motor, hob_motor);
    if (has_eight_sides(motor)) {
        m->facing = (int32_t)hob_motor_side_of(true, direction, (hob_facing)m->facing);
    } else {
        look(motor, direction);
    }
}

/* ---- moving ---- */

static void run(hob_component *motor, hob_vec2 direction, double dt) {
    motor_data *m = HOB_DATA(motor, hob_grid_motor);
    m->motor.velocity.x = hob_motor_approach(m->motor.velocity.x, direction.x, m->move_speed,
                                             m->acceleration, m->deceleration, dt);
    m->motor.velocity.y = hob_motor_approach(m->motor.velocity.y, direction.y, m->move_speed,
                                             m->acceleration, m->deceleration, dt);
}

void hob_grid_motor_run(hob_component *motor, hob_vec2 input, double dt) {
    look(motor, input);
    run(motor, hob_motor_from_screen(has_eight_sides(motor), input), dt);
}

void hob_grid_motor_run_to(hob_component *motor, hob_vec2 direction, double dt) {
    hob_grid_motor_look(motor, direction);
    run(motor, direction, dt);
}

void hob_grid_motor_step(hob_world *world, hob_component *motor, double dt) {
    hob_motor *m = HOB_DATA(motor, hob_motor);
    if (hob_motor_move(world, motor, NULL, 0, m->velocity.x * dt)) {
        m->velocity.x = 0;
    }
    if (hob_motor_move(world, motor, NULL, 1, m->velocity.y * dt)) {
        m->velocity.y = 0;
    }
}

hob_vec2 hob_grid_motor_ahead(const hob_component *motor) {
    const hob_motor *m = HOB_DATA(motor, const hob_motor);
    return hob_motor_direction(has_eight_sides(motor), (hob_facing)m->facing);
}

bool hob_grid_motor_walks(const hob_component *motor) {
    const motor_data *m = HOB_DATA(motor, const hob_grid_motor);
    return hob_hypot(m->motor.velocity.x, m->motor.velocity.y) > m->walk_threshold;
}

/* ---- the tables ---- */

static void init(hob_world *world, hob_component *motor) {
    (void)world;
    HOB_DATA(motor, hob_motor)->facing = HOB_FACING_S;
}

static void hash(hob_world *world, hob_component *motor, hob_hash *out) {
    (void)world;
    hob_motor_hash(HOB_DATA(motor, const hob_motor), out);
}

#define S hob_grid_motor
#define GRID_FIELDS                                                                               \
    {HOB_AT(S, move_speed, "moveSpeed", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,   \
     .default_json = "96", .unit = "px/s", .doc = "Speed of walking."},                           \
        {HOB_AT(S, acceleration, "acceleration", NUMBER),                                         \
         .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .default_json = "960", .unit = "px/s2",   \
         .doc = "How fast it gets there."},                                                       \
        {HOB_AT(S, deceleration, "deceleration", NUMBER),                                         \
         .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .default_json = "1280", .unit = "px/s2",  \
         .doc = "How fast it stops."},                                                            \
        {HOB_AT(S, walk_threshold, "walkThreshold", NUMBER),                                      \
         .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .default_json = "8", .unit = "px/s",      \
         .doc = "Speed above which it walks."},                                                   \
    {                                                                                             \
        HOB_AT(S, knockback_speed, "knockbackSpeed", NUMBER),                                     \
            .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .default_json = "128", .unit = "px/s", \
            .doc = "Speed at which a hit throws it back."                                         \
    }

static const hob_field top_down_fields[] = {GRID_FIELDS, HOB_MOTOR_FIELDS("14.4", "9.6"),
                                            HOB_FIELDS_END};
static const hob_field iso_fields[] = {GRID_FIELDS, HOB_MOTOR_FIELDS("14.4", "14.4"),
                                       HOB_FIELDS_END};
#undef S

const hob_component_type hob_top_down_motor_type = {
    .name = "TopDownMotor",
    .doc =
        "Walks over a plane seen from above, looking four ways; a StateMachine's role drives it.",
    .size = sizeof(hob_grid_motor),
    .fields = top_down_fields,
    .families = hob_motor_families,
    .init = init,
    .hash = hash,
};

const hob_component_type hob_iso_motor_type = {
    .name = "IsoMotor",
    .doc = "Walks over an isometric plane, looking eight ways; a StateMachine's role drives it.",
    .size = sizeof(hob_grid_motor),
    .fields = iso_fields,
    .families = hob_motor_families,
    .init = init,
    .hash = hash,
};
