#include "components/character_controller.h"

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
    {HOB_AT(S, coyote, "coyote", INT), .flags = HOB_FIELD_RUNTIME, .unit = "frames",
     .doc = "What is left of the time in which a jump still works."},
    {HOB_AT(S, buffer, "buffer", INT), .flags = HOB_FIELD_RUNTIME, .unit = "frames",
     .doc = "What is left of the time in which a press is remembered."},
    HOB_FIELDS_END,
};
#undef S

static const char *const families[] = {"Controller", NULL};

const hob_component_type hob_character_controller_type = {
    .name = "CharacterController",
    .doc = "Lets a player steer the entity's PhysicsBody.",
    .size = sizeof(hob_character_controller),
    .fields = fields,
    .families = families,
};
