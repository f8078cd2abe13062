#include "components/animation_state_machine.h"

#define S hob_animation_state_machine
static const hob_field fields[] = {
    {HOB_AT(S, asset_id, "assetId", ASSET), .flags = HOB_FIELD_STATIC,
     .asset_kinds = "stateMachine", .doc = "State machine to play."},
    {HOB_AT(S, playing, "playing", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "False holds state and frame."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_animation_state_machine_type = {
    .name = "AnimationStateMachine",
    .doc = "Chooses animations by states, conditions and triggers.",
    .size = sizeof(hob_animation_state_machine),
    .fields = fields,
};
