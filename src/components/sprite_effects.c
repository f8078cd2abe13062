#include "components/sprite_effects.h"

#include "base/dmath.h"
#include "world/world.h"

/* Phase 16: a flash falls from its strength to 0, in flashDuration from a full one. */
static void decay(hob_world *world, hob_component *effects) {
    hob_sprite_effects *s = HOB_DATA(effects, hob_sprite_effects);
    if (s->flash_strength > 0) {
        double duration = hob_clamp(s->flash_duration, 0.01, 10);
        s->flash_strength = hob_max(0, s->flash_strength - world->dt / duration);
    }
}

static const hob_component_phase phases[] = {{"flash", decay}, {NULL, NULL}};

#define S hob_sprite_effects
static const hob_field fields[] = {
    {HOB_AT(S, outline_enabled, "outlineEnabled", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "Draws a line around what is solid in the picture."},
    {HOB_AT(S, outline_color, "outlineColor", COLOR), .flags = HOB_FIELD_STATIC,
     .default_json = "\"#ffffff\"", .doc = "Color of the outline."},
    {HOB_AT(S, outline_width, "outlineWidth", NUMBER),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN, .max = 16, .default_json = "2", .unit = "px",
     .doc = "Width of the outline."},
    {HOB_AT(S, flash_color, "flashColor", COLOR), .flags = HOB_FIELD_STATIC,
     .default_json = "\"#ffffff\"", .doc = "Color of the flash."},
    {HOB_AT(S, flash_strength, "flashStrength", NUMBER), .flags = HOB_FIELD_BETWEEN, .max = 1,
     .doc = "How much of the flash is left; falls to 0 by itself."},
    {HOB_AT(S, flash_duration, "flashDuration", NUMBER),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN, .min = 0.01, .max = 10, .default_json = "0.15",
     .unit = "s", .doc = "How long a full flash takes to fade."},
    {HOB_AT(S, dissolve_amount, "dissolveAmount", NUMBER),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN, .max = 1,
     .doc = "Share of the picture that is gone."},
    {HOB_AT(S, dissolve_seed, "dissolveSeed", INT), .flags = HOB_FIELD_STATIC,
     .doc = "Chooses the pattern in which it goes."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_sprite_effects_type = {
    .name = "SpriteEffects",
    .doc = "Outline, flash and dissolve of the entity's picture.",
    .size = sizeof(hob_sprite_effects),
    .fields = fields,
    .phases = phases,
};
