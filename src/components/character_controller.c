#include "components/character_controller.h"

#include "base/dmath.h"
#include "components/physics_body.h"
#include "world/world.h"

#include <math.h>

/* ---- phase 7 (spec runtime 8) ---- */

/* One direction from two actions, replaced by the axis where that is stronger. */
static double read_input(hob_world *world, int seat, const hob_text *negative,
                         const hob_text *positive, const hob_text *axis) {
    double digital = (hob_input_is_down(world, seat, hob_text_view(positive)) ? 1 : 0) -
                     (hob_input_is_down(world, seat, hob_text_view(negative)) ? 1 : 0);
    if (hob_text_view(axis).length == 0) {
        return digital;
    }
    double analog = hob_input_axis_value(world, seat, hob_text_view(axis));
    return fabs(analog) > fabs(digital) ? analog : digital;
}

static double approach(double current, double target, double rate, double dt) {
    if (!(rate > 0) || fabs(target - current) <= rate * dt) {
        return target;
    }
    return current + (target > current ? 1.0 : -1.0) * rate * dt;
}

static void steer(hob_world *world, const hob_character_controller *c, hob_physics_body *body,
                  double ax, double ay) {
    double length = hob_hypot(ax, ay);
    if (length > 1) {
        ax /= length;
        ay /= length;
    }
    body->velocity.x = ax != 0
                           ? approach(body->velocity.x, ax * c->speed, c->acceleration, world->dt)
                           : approach(body->velocity.x, 0, c->drag, world->dt);
    body->velocity.y = ay != 0
                           ? approach(body->velocity.y, ay * c->speed, c->acceleration, world->dt)
                           : approach(body->velocity.y, 0, c->drag, world->dt);
}

static void walk(hob_world *world, const hob_character_controller *c, hob_physics_body *body,
                 double ax, bool grounded) {
    double control = grounded ? 1 : hob_clamp(c->air_control, 0, 1);
    if (control > 0 && ax != 0) {
        body->velocity.x = approach(body->velocity.x, ax * c->speed * control,
                                    c->acceleration * control, world->dt);
    } else if (control > 0) {
        body->velocity.x = approach(body->velocity.x, 0, c->drag, world->dt);
    }
}

/* Launch speed for the height of a jump; 0 where nothing pulls down. */
static double jump_speed(const hob_world *world, const hob_character_controller *c,
                         const hob_physics_body *body) {
    double pull = world->scene_settings.has_gravity ? world->scene_settings.gravity.y
                                                    : world->outside.manifest->settings.gravity.y;
    double g = pull * body->gravity_scale;
    return g > 0 && c->jump_height > 0 ? sqrt(2 * g * c->jump_height) : 0;
}

static void jump(hob_world *world, hob_component *controller, hob_physics_body *body, int seat,
                 bool grounded) {
    hob_character_controller *c = HOB_DATA(controller, hob_character_controller);
    bool pressed = hob_input_just_pressed(world, seat, hob_text_view(c->actions.jump));
    c->coyote = grounded ? c->coyote_frames : c->coyote;
    bool can_jump = grounded || c->coyote > 0;
    c->buffer = pressed ? c->jump_buffer_frames : c->buffer;
    bool wants = pressed || c->buffer > 0;
    double speed = jump_speed(world, c, body);
    if (pressed && grounded && c->drop_down &&
        hob_input_is_down(world, seat, hob_text_view(c->actions.down))) {
        body->drop = true;
        c->buffer = 0;
    } else if (wants && can_jump && speed > 0) {
        body->velocity.y = -speed;
        c->buffer = 0;
        c->coyote = 0;
        hob_event_field fields[] = {
            {"entity", {.tag = HOB_TAG_TEXT, .as.text = controller->owner->name}}};
        hob_emit_fields(world, "jumped", fields, HOB_COUNT(fields));
    } else if (!pressed && c->buffer > 0) {
        c->buffer--;
    }
    if (!grounded && c->coyote > 0) {
        c->coyote--;
    }
}

static void control(hob_world *world, hob_component *controller) {
    hob_character_controller *c = HOB_DATA(controller, hob_character_controller);
    hob_component *owned = hob_component_of(
        controller->owner, hob_component_type_index(world, &hob_physics_body_type));
    if (!c->enabled || owned == NULL) {
        return;
    }
    hob_physics_body *body = HOB_DATA(owned, hob_physics_body);
    int seat = hob_entity_seat(world, controller->owner);
    double ax = read_input(world, seat, c->actions.left, c->actions.right, c->axes.x);
    if (c->mode == HOB_CONTROLLER_TOP_DOWN) {
        double ay = read_input(world, seat, c->actions.up, c->actions.down, c->axes.y);
        steer(world, c, body, ax, ay);
    } else {
        bool grounded = hob_contacts_grounded(world, controller->owner->self);
        walk(world, c, body, ax, grounded);
        jump(world, controller, body, seat, grounded);
    }
    if (c->max_fall_speed > 0 && body->velocity.y > c->max_fall_speed) {
        body->velocity.y = c->max_fall_speed;
    }
}

static const hob_component_phase phases[] = {{"controller", control}, {NULL, NULL}};

/* ---- the table ---- */

static const char *const mode_names[] = {"topDown", "platformer", NULL};

#define ACTION(member, text)                                                                      \
    {                                                                                             \
        HOB_AT(hob_controller_actions, member, #member, TEXT), .default_json = "\"" #member "\"", \
                                                               .doc = text                        \
    }
static const hob_field actions_fields[] = {
    ACTION(left, "Action that goes left."),
    ACTION(right, "Action that goes right."),
    ACTION(up, "Action that goes up, seen from above."),
    ACTION(down, "Action that goes down, seen from above."),
    ACTION(jump, "Action that jumps, in a platformer."),
    HOB_FIELDS_END,
};

static const hob_field axes_fields[] = {
    {HOB_AT(hob_controller_axes, x, "x", TEXT), .doc = "Axis for left and right; empty is none."},
    {HOB_AT(hob_controller_axes, y, "y", TEXT), .doc = "Axis for up and down; empty is none."},
    HOB_FIELDS_END,
};

#define S hob_character_controller
static const hob_field fields[] = {
    {HOB_AT(S, mode, "mode", ENUM), .flags = HOB_FIELD_STATIC, .names = mode_names,
     .default_json = "\"topDown\"",
     .doc = "Seen from above it steers both axes; as a platformer it steers one and jumps."},
    {HOB_AT(S, speed, "speed", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "180", .unit = "px/s", .doc = "Speed it aims at."},
    {HOB_AT(S, acceleration, "acceleration", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .unit = "px/s2", .doc = "How quickly it gets there; 0 is at once."},
    {HOB_AT(S, drag, "drag", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .unit = "px/s2", .doc = "How quickly it stops without input; 0 is at once."},
    {HOB_AT(S, jump_height, "jumpHeight", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .unit = "px", .doc = "Height of a jump; 0 is none."},
    {HOB_AT(S, coyote_frames, "coyoteFrames", INT), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN,
     .max = 30, .unit = "frames", .doc = "How long after leaving the ground a jump still works."},
    {HOB_AT(S, jump_buffer_frames, "jumpBufferFrames", INT),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN, .max = 30, .unit = "frames",
     .doc = "How long a press before the ground is remembered."},
    {HOB_AT(S, max_fall_speed, "maxFallSpeed", NUMBER),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .unit = "px/s",
     .doc = "Fastest fall; 0 is no limit."},
    {HOB_AT(S, air_control, "airControl", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN,
     .max = 1, .default_json = "1", .doc = "Share of the steering that is left in the air."},
    {HOB_AT(S, actions, "actions", OBJECT), .flags = HOB_FIELD_STATIC, .fields = actions_fields,
     .doc = "Names of the actions it reads."},
    {HOB_AT(S, axes, "axes", OBJECT), .flags = HOB_FIELD_STATIC, .fields = axes_fields,
     .doc = "Names of the axes it reads; the stronger of action and axis counts."},
    {HOB_AT(S, enabled, "enabled", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "False writes nothing."},
    {HOB_AT(S, drop_down, "dropDown", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "Down and jump together leave one-way ground downwards instead of jumping."},
    {HOB_AT(S, coyote, "coyote", INT), .flags = HOB_FIELD_RUNTIME, .unit = "frames",
     .doc = "What is left of the time in which a jump still works."},
    {HOB_AT(S, buffer, "buffer", INT), .flags = HOB_FIELD_RUNTIME, .unit = "frames",
     .doc = "What is left of the time in which a press is remembered."},
    HOB_FIELDS_END,
};
#undef S

static const char *const families[] = {"Controller", NULL};

static const hob_need needs[] = {
    {HOB_NEED_SIBLING, "PhysicsBody", .missing = HOB_ERR_CHARACTER_CONTROLLER_WITHOUT_BODY,
     .soft = true},
    {.name = NULL},
};

const hob_component_type hob_character_controller_type = {
    .name = "CharacterController",
    .doc = "Lets a player steer the entity's PhysicsBody.",
    .size = sizeof(hob_character_controller),
    .fields = fields,
    .families = families,
    .needs = needs,
    .phases = phases,
};
