#include "components/thrust_controller.h"

#include "base/dmath.h"
#include "components/velocity.h"
#include "world/feed.h"

#include <math.h>

#define DEGREE (HOB_PI / 180)

static hob_velocity *velocity_of(hob_world *world, const hob_component *component) {
    hob_component *velocity =
        hob_component_of(component->owner, hob_component_type_index(world, &hob_velocity_type));
    return velocity == NULL ? NULL : HOB_DATA(velocity, hob_velocity);
}

/* A field that a script has put below its range counts as 0. */
static double at_least_0(double v) {
    return v > 0 ? v : 0;
}

/* Phase 6. */
static void control(hob_world *world, hob_component *component) {
    hob_thrust_controller *t = HOB_DATA(component, hob_thrust_controller);
    hob_velocity *v = velocity_of(world, component);
    int seat = hob_entity_seat(world, component->owner);
    t->thrust = hob_input_axis_value(world, seat, hob_text_view(t->thrust_axis));
    if (v != NULL) {
        double turn = hob_input_axis_value(world, seat, hob_text_view(t->turn_axis));
        v->spin = turn * at_least_0(t->turn_speed);
    }
}

static void turn(hob_world *world, hob_component *component) {
    const hob_thrust_controller *t = HOB_DATA(component, const hob_thrust_controller);
    hob_velocity *v = velocity_of(world, component);
    if (v == NULL) {
        return;
    }
    hob_vec2 speed = v->velocity;
    if (t->thrust != 0) { /* forward at rotation 0 is up */
        double angle = component->owner->transform->rotation * DEGREE;
        double push = at_least_0(t->acceleration) * t->thrust * world->dt;
        speed.x += hob_sin(angle) * push;
        speed.y -= hob_cos(angle) * push;
    }
    if (t->drag > 0) {
        double kept = at_least_0(1 - t->drag * world->dt);
        speed = (hob_vec2){speed.x * kept, speed.y * kept};
    }
    double length = sqrt(speed.x * speed.x + speed.y * speed.y), most = at_least_0(t->max_speed);
    if (length > most) {
        speed = (hob_vec2){speed.x * (most / length), speed.y * (most / length)};
    }
    (void)hob_entity_store_number(world, component->owner, "Velocity.velocity.x", &v->velocity.x,
                                  speed.x);
    (void)hob_entity_store_number(world, component->owner, "Velocity.velocity.y", &v->velocity.y,
                                  speed.y);
}

static void hash(hob_world *world, hob_component *component, hob_hash *out) {
    (void)world;
    hob_feed_number(out, HOB_DATA(component, hob_thrust_controller)->thrust);
}

#define S hob_thrust_controller
static const hob_field fields[] = {
    {HOB_AT(S, turn_speed, "turnSpeed", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "180", .unit = "degrees/s", .doc = "Spin at a full turn axis."},
    {HOB_AT(S, acceleration, "acceleration", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "200", .unit = "px/s2",
     .doc = "Push at a full thrust axis; forward at rotation 0 is up."},
    {HOB_AT(S, max_speed, "maxSpeed", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "300", .unit = "px/s", .doc = "It goes no faster."},
    {HOB_AT(S, drag, "drag", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .unit = "1/s",
     .doc = "Share of its speed that it loses in a second."},
    {HOB_AT(S, turn_axis, "turnAxis", TEXT), .flags = HOB_FIELD_STATIC, .default_json = "\"turn\"",
     .doc = "Input axis that turns."},
    {HOB_AT(S, thrust_axis, "thrustAxis", TEXT), .flags = HOB_FIELD_STATIC,
     .default_json = "\"thrust\"", .doc = "Input axis that pushes."},
    HOB_FIELDS_END,
};
#undef S

static const hob_component_phase phases[] = {{"control", control}, {"turns", turn}, {NULL, NULL}};
static const char *const families[] = {"Controller", NULL};
static const hob_need needs[] = {{.kind = HOB_NEED_SIBLING, .name = "Velocity"}, {.name = NULL}};

const hob_component_type hob_thrust_controller_type = {
    .name = "ThrustController",
    .doc = "Lets a player turn and push the Velocity like a ship.",
    .size = sizeof(hob_thrust_controller),
    .fields = fields,
    .flags = HOB_COMPONENT_TURN,
    .families = families,
    .needs = needs,
    .phases = phases,
    .hash = hash,
};
