#include "components/health.h"

static const char *const death_action_names[] = {"destroy", "disable", "event-only", "state", NULL};

#define S hob_health
static const hob_field fields[] = {
    {HOB_AT(S, max, "max", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "3", .doc = "Most hit points."},
    {HOB_AT(S, current, "current", NUMBER), .flags = HOB_FIELD_HAS_MIN, .default_json = "3",
     .doc = "Hit points now."},
    {HOB_AT(S, invulnerable_frames, "invulnerableFrames", INT),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .unit = "frames",
     .doc = "How long a hit protects from the next."},
    {HOB_AT(S, death_action, "deathAction", ENUM), .flags = HOB_FIELD_STATIC,
     .names = death_action_names, .default_json = "\"event-only\"",
     .doc = "What happens at 0: the entity goes, is disabled, nothing, or its state machine hears "
            "of it."},
    {HOB_AT(S, enabled, "enabled", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "False ignores damage and healing."},
    {HOB_AT(S, start_full, "startFull", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "Begins with all hit points."},
    {HOB_AT(S, invulnerability, "invulnerability", NUMBER),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .unit = "s",
     .doc = "How long a hit protects from the next, while the picture blinks."},
    {HOB_AT(S, state, "state", TEXT), .flags = HOB_FIELD_STATIC,
     .doc = "Key of the game state that shows the hit points."},
    {HOB_AT(S, hurt_sound, "hurtSound", ASSET), .flags = HOB_FIELD_STATIC, .asset_kinds = "audio",
     .doc = "Sound of a hit."},
    {HOB_AT(S, damage_number, "damageNumber", TEXT), .flags = HOB_FIELD_STATIC,
     .doc = "UI piece that shows the damage of a hit."},
    {HOB_AT(S, health_bar, "healthBar", TEXT), .flags = HOB_FIELD_STATIC,
     .doc = "UI piece that shows the hit points above the entity."},
    {HOB_AT(S, source, "source", HANDLE), .flags = HOB_FIELD_RUNTIME,
     .doc = "Entity that did the last damage."},
    {HOB_AT(S, window, "window", NUMBER), .flags = HOB_FIELD_RUNTIME, .unit = "s",
     .doc = "What is left of the protection."},
    {HOB_AT(S, blinking, "blinking", BOOL), .flags = HOB_FIELD_RUNTIME,
     .doc = "Whether the picture is hidden by blinking."},
    HOB_FIELDS_END,
};
#undef S

static const hob_signal_type signals[] = {
    {"damaged", "amount, current, source", "Hit points were lost."},
    {"healed", "amount, current", "Hit points were gained."},
    {"died", "source", "No hit points are left."},
    {NULL, NULL, NULL},
};

static const char *const update_after[] = {"StateMachine", NULL};

const hob_component_type hob_health_type = {
    .name = "Health",
    .doc = "Hit points of the entity.",
    .size = sizeof(hob_health),
    .fields = fields,
    .flags = HOB_COMPONENT_TURN,
    .signals = signals,
    .update_after = update_after,
};
