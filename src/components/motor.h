/* What motors have in common (spec waica 8.1 to 8.3, hob 4.3): body, velocity, sides, moving.
 *
 * Motors are passive: the role of a StateMachine drives them in its turn. Their body is a box
 * centred on the entity, apart from its Collider. All solids and tiles of the scene stop it but
 * those of its own entity. Lengths are px, times seconds; y points down. Fields that a script has
 * made senseless stop the motor, they never make a place that is not finite. */
#ifndef HOB_COMPONENTS_MOTOR_H
#define HOB_COMPONENTS_MOTOR_H

#include "components/motion.h"
#include "world/world.h"

/* The first member of every motor. */
typedef struct hob_motor {
    hob_vec2 velocity; /* RW: px/s */
    bool grounded;     /* R */
    int32_t facing;    /* R: hob_facing */
    double body_width, body_height;
    /* engine */
    hob_vec2 scale; /* of the entity as it was at the first mirroring */
    bool has_scale;
} hob_motor;

/* Its rows in the table of a motor `S` whose member is `motor`. */
#define HOB_MOTOR_FIELDS(width, height)                                                       \
    {HOB_AT(S, motor.body_width, "bodyWidth", NUMBER),                                        \
     .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE, .default_json = (width), .unit = "px",      \
     .doc = "Width of the body that solids stop."},                                           \
        {HOB_AT(S, motor.body_height, "bodyHeight", NUMBER),                                  \
         .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE, .default_json = (height), .unit = "px", \
         .doc = "Height of the body that solids stop."},                                      \
        {HOB_AT(S, motor.velocity, "velocity", OBJECT),                                       \
         .flags = HOB_FIELD_RUNTIME | HOB_FIELD_SCRIPT_WRITES, .fields = hob_vec2_fields,     \
         .unit = "px/s", .doc = "Speed and direction."},                                      \
        {HOB_AT(S, motor.grounded, "grounded", BOOL), .flags = HOB_FIELD_RUNTIME,             \
         .doc = "Whether it stands on something."},                                           \
    {                                                                                         \
        HOB_AT(S, motor.facing, "facing", ENUM),                                              \
            .flags = HOB_FIELD_RUNTIME, .names = hob_facing_names, .doc = "Where it looks."   \
    }

extern const char *const hob_motor_families[];

/* Approach that does not depend on the length of a step; `rate` is per second. */
double hob_damp(double from, double to, double rate, double dt);
/* Velocity of one axis on its way to `direction` times `speed` (waica 8.2, 8.3). */
double hob_motor_approach(double velocity, double direction, double speed, double acceleration,
                          double deceleration, double dt);

/* Moves the entity along an axis (0 = x, 1 = y) until a solid stops it: true. `body` null: the
 * motor's own box. */
typedef struct hob_motor_body {
    hob_vec2 offset, size;
} hob_motor_body;
bool hob_motor_move(hob_world *world, hob_component *motor, const hob_motor_body *body, int axis,
                    double by);
/* Puts the entity there; nothing for what is not finite. */
void hob_motor_place(hob_world *world, hob_component *motor, hob_vec2 place);
/* The scale that the entity was made with times this. */
void hob_motor_scale(hob_world *world, hob_component *motor, double x, double y);
/* Mirrored when it looks left, unless its SpriteAnimator has clips for its sides. */
void hob_motor_mirror(hob_world *world, hob_component *motor, bool left);

/* ---- sides; `isometric`: the plane is drawn so ---- */
bool hob_motor_is_isometric(const hob_world *world); /* of the scene */
/* A direction on the screen as one in the world, not longer than 1 (waica, shared formulas). */
hob_vec2 hob_motor_from_screen(bool isometric, hob_vec2 screen);
/* Unit vector of a side in the world. */
hob_vec2 hob_motor_direction(bool isometric, hob_facing facing);
/* The side that a direction in the world looks to on the screen, one of eight; `missing` for none.
 */
hob_facing hob_motor_side_of(bool isometric, hob_vec2 direction, hob_facing missing);

/* ---- input of the seat that owns the entity ---- */
/* Actions left and right (up and down), or the axis moveX (moveY) where that is stronger: -1 to 1.
 */
hob_vec2 hob_motor_input(hob_world *world, const hob_entity_data *e);

void hob_motor_hash(const hob_motor *m, hob_hash *out);

#endif
