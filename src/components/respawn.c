#include "components/respawn.h"

#define S hob_respawn
static const hob_field respawn_fields[] = {
    {HOB_AT(S, point, "point", OBJECT), .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE,
     .fields = hob_vec2_fields, .unit = "px",
     .doc = "Place to come back to; null is where the entity began."},
    {HOB_AT(S, use_spawn_position, "useSpawnPosition", BOOL), .flags = HOB_FIELD_STATIC,
     .default_json = "true", .doc = "Remembers the place where the entity began."},
    {HOB_AT(S, reset_velocity, "resetVelocity", BOOL), .flags = HOB_FIELD_STATIC,
     .default_json = "true", .doc = "Stops the body, mover or motor."},
    {HOB_AT(S, heal, "heal", BOOL), .flags = HOB_FIELD_STATIC, .doc = "Fills Health."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_respawn_type = {
    .name = "Respawn",
    .doc = "Lets scripts put the entity back to its last checkpoint or start.",
    .size = sizeof(hob_respawn),
    .fields = respawn_fields,
};

#define S hob_checkpoint
static const hob_field checkpoint_fields[] = {
    {HOB_AT(S, target, "target", TEXT), .flags = HOB_FIELD_STATIC, .default_json = "\"tag:player\"",
     .doc = "Name of the entity it acts on, or tag: and a tag."},
    {HOB_AT(S, once, "once", BOOL), .flags = HOB_FIELD_STATIC, .doc = "Acts the first time only."},
    {HOB_AT(S, enabled, "enabled", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "False does nothing."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_checkpoint_type = {
    .name = "Checkpoint",
    .doc = "Becomes the place where entities that touch it come back.",
    .size = sizeof(hob_checkpoint),
    .fields = checkpoint_fields,
};
