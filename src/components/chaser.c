#include "components/chaser.h"

#include "base/dmath.h"
#include "components/collider.h"
#include "components/state_machine.h"
#include "world/feed.h"

#include <math.h>

#define NEAR_WALKER 0.8   /* px: nearer than this it stands */
#define NEAR_FLYER  1.6   /* px */
#define MOST_FALL   352.0 /* px/s */

/* ---- whom ---- */

static bool is_player(const hob_component *machine) {
    return machine && hob_state_machine_is(machine, "player");
}

/* The first active player, kept while it is one. */
static hob_entity_data *target_of(hob_world *world, hob_chaser *c) {
    hob_entity_data *e = hob_entity_live(world, c->target);
    if (e && e->active && is_player(hob_state_machine_of(world, e))) {
        return e;
    }
    c->target = HOB_NO_ENTITY;
    hob_pass pass = hob_pass_begin(world, hob_component_type_index(world, &hob_state_machine_type));
    for (hob_component *machine; !c->target && (machine = hob_pass_next(&pass));) {
        if (is_player(machine)) {
            c->target = machine->owner->self;
        }
    }
    hob_pass_end(&pass);
    return hob_entity_live(world, c->target);
}

/* ---- how ---- */

static hob_motor_body body_of(hob_world *world, hob_component *chaser) {
    const hob_chaser *c = HOB_DATA(chaser, const hob_chaser);
    const hob_component *component =
        hob_component_of(chaser->owner, hob_component_type_index(world, &hob_collider_type));
    hob_motor_body body = {.size = {c->motor.body_width, c->motor.body_height}};
    if (component) {
        const hob_collider *collider = HOB_DATA(component, const hob_collider);
        body = (hob_motor_body){collider->offset, {collider->width, collider->height}};
        if (collider->shape == HOB_COLLIDER_CIRCLE && collider->radius.tag == HOB_TAG_NUMBER) {
            body.size.x = body.size.y = 2 * collider->radius.as.number;
        }
    }
    return body;
}

static void look(hob_world *world, hob_component *chaser, hob_vec2 to) {
    hob_motor *m = HOB_DATA(chaser, hob_motor);
    m->facing =
        (int32_t)hob_motor_side_of(hob_motor_is_isometric(world), to, (hob_facing)m->facing);
    if (fabs(to.x) > NEAR_WALKER) {
        hob_motor_mirror(world, chaser, to.x < 0);
    }
}

static void walk(hob_world *world, hob_component *chaser, hob_vec2 to, double dt) {
    hob_chaser *c = HOB_DATA(chaser, hob_chaser);
    hob_motor_body body = body_of(world, chaser);
    double distance = fabs(to.x), speed = hob_max(0, c->speed);
    c->motor.velocity.x = 0;
    if (distance > NEAR_WALKER && distance <= c->range) {
        c->motor.velocity.x = to.x < 0 ? -speed : speed;
        double by = hob_min(speed * dt, distance);
        look(world, chaser, (hob_vec2){to.x, 0});
        if (hob_motor_move(world, chaser, &body, 0, to.x < 0 ? -by : by)) {
            c->motor.velocity.x = 0;
        }
    }
    c->motor.velocity.y = hob_min(c->motor.velocity.y + hob_max(0, c->gravity) * dt, MOST_FALL);
    c->motor.grounded = false;
    if (hob_motor_move(world, chaser, &body, 1, c->motor.velocity.y * dt)) {
        c->motor.grounded = c->motor.velocity.y >= 0;
        c->motor.velocity.y = 0;
    }
}

static void fly(hob_world *world, hob_component *chaser, hob_vec2 to, double dt) {
    hob_chaser *c = HOB_DATA(chaser, hob_chaser);
    double distance = hob_hypot(to.x, to.y), speed = hob_max(0, c->speed);
    c->motor.velocity = (hob_vec2){0, 0};
    if (!(distance >= NEAR_FLYER && distance <= c->range)) {
        return;
    }
    double share = hob_min(speed * dt, distance) / distance;
    hob_vec2 by = {to.x * share, to.y * share};
    c->motor.velocity = (hob_vec2){to.x / distance * speed, to.y / distance * speed};
    look(world, chaser, to);
    if (c->mode == HOB_CHASER_GHOST) {
        hob_vec2 at = hob_entity_world_position(world, chaser->owner);
        hob_motor_place(world, chaser, (hob_vec2){at.x + by.x, at.y + by.y});
        return;
    }
    hob_motor_body body = body_of(world, chaser);
    if (hob_motor_move(world, chaser, &body, 0, by.x)) {
        c->motor.velocity.x = 0;
    }
    if (hob_motor_move(world, chaser, &body, 1, by.y)) {
        c->motor.velocity.y = 0;
    }
}

void hob_chaser_step(hob_world *world, hob_component *chaser, double dt) {
    hob_chaser *c = HOB_DATA(chaser, hob_chaser);
    hob_entity_data *target = target_of(world, c);
    hob_vec2 to = {0, 0};
    if (target && target != chaser->owner) {
        hob_vec2 own = hob_entity_world_position(world, chaser->owner);
        hob_vec2 place = hob_entity_world_position(world, target);
        to = (hob_vec2){place.x - own.x, place.y - own.y};
    }
    if (c->mode == HOB_CHASER_WALKER) {
        walk(world, chaser, to, dt);
    } else {
        fly(world, chaser, to, dt);
    }
}

/* ---- the table ---- */

static void init(hob_world *world, hob_component *motor) {
    (void)world;
    HOB_DATA(motor, hob_motor)->facing = HOB_FACING_E;
}

static void hash(hob_world *world, hob_component *chaser, hob_hash *out) {
    const hob_chaser *c = HOB_DATA(chaser, const hob_chaser);
    hob_motor_hash(&c->motor, out);
    hob_feed_entity(world, out, c->target);
}

static const char *const mode_names[] = {"walker", "ghost", "flyer", NULL};

#define S hob_chaser
static const hob_field fields[] = {
    {HOB_AT(S, mode, "mode", ENUM), .flags = HOB_FIELD_STATIC, .names = mode_names,
     .default_json = "\"walker\"",
     .doc = "Walks and falls, flies through everything, or flies until something stops it."},
    {HOB_AT(S, range, "range", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "96", .unit = "px", .doc = "How far it sees the player."},
    {HOB_AT(S, speed, "speed", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "48", .unit = "px/s", .doc = "How fast it goes."},
    {HOB_AT(S, gravity, "gravity", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "672", .unit = "px/s2", .doc = "Pull downwards of one that walks."},
    HOB_MOTOR_FIELDS("14.4", "14.4"),
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_chaser_type = {
    .name = "Chaser",
    .doc = "Goes after the first entity with the role player; a StateMachine's role drives it.",
    .size = sizeof(hob_chaser),
    .fields = fields,
    .families = hob_motor_families,
    .init = init,
    .hash = hash,
};
