#include "components/physics_body.h"

#include "world/component.h"

static const char *const body_type_names[] = {"dynamic", "static", "kinematic", NULL};

#define S hob_physics_body
static const hob_field fields[] = {
    {HOB_AT(S, body_type, "bodyType", ENUM), .flags = HOB_FIELD_STATIC, .names = body_type_names,
     .default_json = "\"dynamic\"",
     .doc = "Dynamic falls and is pushed, kinematic only follows its velocity, static stays."},
    {HOB_AT(S, velocity, "velocity", OBJECT), .fields = hob_vec2_fields, .unit = "px/s",
     .doc = "Way and speed of the motion."},
    {HOB_AT(S, gravity_scale, "gravityScale", NUMBER), .flags = HOB_FIELD_STATIC,
     .default_json = "1", .doc = "Factor on gravity, for a dynamic body."},
    {HOB_AT(S, drag, "drag", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .unit = "1/s",
     .doc = "Damping of the horizontal speed, for a dynamic body."},
    {HOB_AT(S, mass, "mass", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE,
     .default_json = "1", .doc = "Weight against other dynamic bodies when both are pushed."},
    {HOB_AT(S, restitution, "restitution", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN,
     .max = 1, .doc = "Bounce; of two bodies the larger value counts."},
    {HOB_AT(S, friction, "friction", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN,
     .max = 1, .doc = "Damping along a surface; of two bodies the larger value counts."},
    {HOB_AT(S, swept, "swept", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "Stops at what a fast body would jump across in one step."},
    {HOB_AT(S, carries, "carries", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "Takes along the bodies that stand on it."},
    {HOB_AT(S, slope_limit, "slopeLimit", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN,
     .max = 60, .unit = "degrees",
     .doc = "Ground up to that steep holds it: it does not slide and keeps its speed."},
    {HOB_AT(S, step_height, "stepHeight", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .unit = "px", .doc = "Steps up to that high are walked up without a jump."},
    {HOB_AT(S, snap, "snap", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .unit = "px",
     .doc = "How far down it follows the ground that it walks on."},
    {HOB_AT(S, drop, "drop", BOOL), .flags = HOB_FIELD_RUNTIME | HOB_FIELD_SCRIPT_WRITES,
     .doc = "Set by a script: leaves the one-way ground that it stands on downwards."},
    {HOB_AT(S, crushed, "crushed", BOOL), .flags = HOB_FIELD_RUNTIME,
     .doc = "Whether something that moves presses it against something that does not."},
    {HOB_AT(S, grounded, "grounded", BOOL), .flags = HOB_FIELD_RUNTIME,
     .doc = "Whether it stood on something solid at the end of the last physics phase."},
    HOB_FIELDS_END,
};
#undef S

static void hash(struct hob_world *world, struct hob_component *component, hob_hash *out) {
    const hob_physics_body *b = HOB_DATA(component, hob_physics_body);
    (void)world;
    hob_hash_u64(out, b->ground);
    hob_hash_u8(out, b->was_crushed ? 1 : 0);
    hob_hash_u64(out, b->ground_number);
    hob_hash_double(out, b->carried.x);
    hob_hash_double(out, b->carried.y);
}

static const hob_claim claims[] = {{HOB_CLAIM_POSITION, NULL}, {0, NULL}};

const hob_component_type hob_physics_body_type = {
    .name = "PhysicsBody",
    .doc = "Moves the entity by velocity, gravity and collisions.",
    .size = sizeof(hob_physics_body),
    .fields = fields,
    .claims = claims,
    .hash = hash,
};
