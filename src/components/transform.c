#include "components/transform.h"

static const char *const inherit_names[] = {"all", "position", "none", NULL};

static const hob_field fields[] = {
    {HOB_AT(hob_transform, position, "position", OBJECT), .fields = hob_vec2_fields, .unit = "px",
     .doc = "Place in the space of the parent."},
    {HOB_AT(hob_transform, rotation, "rotation", NUMBER), .unit = "degrees",
     .doc = "Turn clockwise; 0 points right; not wrapped."},
    {HOB_AT(hob_transform, scale, "scale", OBJECT), .fields = hob_vec2_fields,
     .default_json = "{\"x\":1,\"y\":1}", .doc = "Factor on each axis; negative mirrors."},
    {HOB_AT(hob_transform, inherit, "inherit", ENUM), .flags = HOB_FIELD_STATIC,
     .names = inherit_names, .default_json = "\"all\"", .rule = HOB_RULE_INHERIT_POSITION,
     .rule_default_json = "\"position\"",
     .doc = "What is taken over from the parent: place, rotation and scale; the place only; "
            "nothing."},
    {HOB_AT(hob_transform, elevation, "elevation", NUMBER), .unit = "px",
     .doc = "Lifts the picture above its place; shapes, children and cameras stay."},
    HOB_FIELDS_END,
};

const hob_component_type hob_transform_type = {
    .name = "Transform",
    .doc = "Where the entity is, how it is turned and how large.",
    .size = sizeof(hob_transform),
    .fields = fields,
    .flags = HOB_COMPONENT_ALWAYS | HOB_COMPONENT_SINGLE,
};
