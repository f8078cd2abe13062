/* The tables of hob.json (spec hob 1.2, 3). Groups of keys are spread over the outer structs: their
 * OBJECT entries have the offset of what they belong to. */
#include "project/manifest.h"

#define BETWEEN(a, b) .flags = HOB_FIELD_BETWEEN, .min = (a), .max = (b)
#define AT_LEAST(a)   .flags = HOB_FIELD_HAS_MIN, .min = (a)

/* ---- rules ---- */
#define RULE(member, label, first, second, text)                             \
    {                                                                        \
        HOB_AT(hob_rules, member, label, ENUM),                              \
            .names = (const char *const[]){first, second, NULL}, .doc = text \
    }
static const hob_field rule_fields[] = {
    RULE(scripts, "scripts", "hob", "hearth1", "Which hooks and engine events exist."),
    RULE(scene_input, "sceneInput", "keep", "drop", "What of the input outlives a scene switch."),
    RULE(solver, "solver", "hob", "hearth1", "How entities with PhysicsBody move."),
    RULE(contact_filter, "contactFilter", "either", "both", "Which trigger pairs count."),
    RULE(inherit, "inherit", "all", "position", "Default of Transform.inherit."),
    RULE(destroy_children, "destroyChildren", "cascade", "keep",
         "What destroy does with children when the call does not say."),
    RULE(disabled_entities, "disabledEntities", "inactive", "absent",
         "What becomes of entities authored as not enabled."),
    RULE(particles, "particles", "box", "cone", "Defaults of ParticleEmitter."),
    HOB_FIELDS_END,
};

/* ---- settings ---- */
static const hob_field gravity_fields[] = {
    {HOB_AT(hob_vec2, x, "x", NUMBER), .unit = "px/s^2", .doc = "Pull to the right."},
    {HOB_AT(hob_vec2, y, "y", NUMBER), .default_json = "980", .unit = "px/s^2",
     .doc = "Pull downwards."},
    HOB_FIELDS_END,
};
static const hob_field loading_fields[] = {
    {HOB_AT(hob_settings, loading_background_color, "backgroundColor", COLOR),
     .default_json = "\"#000000\"", .flags = HOB_FIELD_FREE_COLOR,
     .doc = "Colour of the loading screen."},
    {HOB_AT(hob_settings, loading_image, "image", ASSET), .default_json = "null",
     .flags = HOB_FIELD_NULLABLE, .asset_kinds = "sprite|tile", .doc = "Picture in its middle."},
    {HOB_AT(hob_settings, loading_spinner, "spinner", BOOL), .doc = "Show a plain spinner."},
    HOB_FIELDS_END,
};
static const hob_field sound_fields[] = {
    {HOB_AT(hob_settings, sound_near, "near", NUMBER), .default_json = "48", AT_LEAST(0),
     .unit = "px", .doc = "Full volume within this distance."},
    {HOB_AT(hob_settings, sound_far, "far", NUMBER), .default_json = "256", AT_LEAST(0),
     .unit = "px", .doc = "Silent from this distance on; more than near."},
    {HOB_AT(hob_settings, sound_pan, "pan", NUMBER), .default_json = "96", AT_LEAST(0),
     .unit = "px", .doc = "Fully to one side at this distance."},
    {HOB_AT(hob_settings, sound_voices, "voices", INT), .default_json = "32", AT_LEAST(0),
     .doc = "Most sounds at once."},
    HOB_FIELDS_END,
};
static const char *const scale_modes[] = {"letterbox", "integer", "stretch", "fill", NULL};
static const char *const view_layouts[] = {"auto", "rows", "columns", NULL};
static const hob_field settings_fields[] = {
    {HOB_AT(hob_settings, width, "width", INT), .default_json = "800", BETWEEN(1, 16384),
     .unit = "px", .doc = "Width of the logical screen; UI and pointer space."},
    {HOB_AT(hob_settings, height, "height", INT), .default_json = "600", BETWEEN(1, 16384),
     .unit = "px", .doc = "Height of the logical screen."},
    {HOB_AT(hob_settings, background_color, "backgroundColor", COLOR),
     .default_json = "\"#1a1a2e\"", .doc = "Shown where no camera is."},
    {HOB_AT(hob_settings, fixed_timestep, "fixedTimestep", INT), .default_json = "60",
     BETWEEN(1, 1000), .unit = "1/s", .doc = "Simulation steps a second."},
    {HOB_AT(hob_settings, catch_up_steps, "catchUpSteps", INT), .default_json = "6", BETWEEN(1, 60),
     .doc = "Most steps before one picture; the rest of the time is dropped."},
    {HOB_AT(hob_settings, gravity, "gravity", OBJECT), .fields = gravity_fields,
     .doc = "Gravity of physics bodies and of controller jumps."},
    {HOB_AT(hob_settings, scale_mode, "scaleMode", ENUM), .names = scale_modes,
     .doc = "How the logical screen fills the window."},
    {HOB_AT(hob_settings, pixel_perfect, "pixelPerfect", BOOL), .default_json = "true",
     .doc = "Nearest filtering unless an asset says otherwise."},
    {HOB_AT(hob_settings, fullscreen, "fullscreen", BOOL), .doc = "Start on the full screen."},
    {HOB_AT(hob_settings, view_layout, "viewLayout", ENUM), .names = view_layouts,
     .doc = "How a split screen is laid out."},
    {HOB_AT(hob_settings, pixels_per_unit, "pixelsPerUnit", NUMBER), .default_json = "16",
     .flags = HOB_FIELD_ABOVE, .unit = "px",
     .doc = "Scale used by importers of unit-based projects."},
    {HOB_AT(hob_settings, clock_start, "clockStart", TEXT),
     .default_json = "\"2000-01-01T00:00:00Z\"", .doc = "Date in UTC that scripts see at frame 0."},
    {HOB_AT(hob_settings, open_state, "openState", BOOL),
     .doc = "Game state may get keys that gameState does not declare."},
    {HOB_AT(hob_settings, title, "title", TEXT), .doc = "Title of exports; empty = the name."},
    {HOB_AT(hob_settings, icon, "icon", ASSET), .default_json = "null", .flags = HOB_FIELD_NULLABLE,
     .asset_kinds = "sprite|tile", .doc = "Icon picture."},
    {.name = "loading",
     .type = HOB_FIELD_OBJECT,
     .fields = loading_fields,
     .doc = "Look of the loading screen."},
    {.name = "sound",
     .type = HOB_FIELD_OBJECT,
     .fields = sound_fields,
     .doc = "How far sounds are heard."},
    HOB_FIELDS_END,
};

/* ---- limits ---- */
#define LIMIT(member, label, kind, standard, range, text) \
    { HOB_AT(hob_limits, member, label, kind), .default_json = standard, range, .doc = text }
static const hob_field limit_fields[] = {
    LIMIT(region_mib, "regionMiB", INT, "256", BETWEEN(16, 8192),
          "Memory of one game session in all."),
    LIMIT(vm_mib, "vmMiB", INT, "64", BETWEEN(4, 2048), "Memory of each script machine."),
    LIMIT(hook_units, "hookUnits", NUMBER, "10000000", AT_LEAST(1000),
          "Budget of one call into a script."),
    LIMIT(step_units, "stepUnits", NUMBER, "50000000", AT_LEAST(1000),
          "Budget of all scripts in one step."),
    LIMIT(load_units, "loadUnits", NUMBER, "500000000", AT_LEAST(1000),
          "Budget of all bodies and hooks of one scene load."),
    LIMIT(call_depth, "callDepth", INT, "500", BETWEEN(50, 4000), "JavaScript call depth."),
    LIMIT(string_mib, "stringMiB", INT, "16", BETWEEN(1, 256),
          "Longest text that a library call may build."),
    LIMIT(entities, "entities", INT, "200000", AT_LEAST(1), "Entities alive at once."),
    LIMIT(timers, "timers", INT, "100000", AT_LEAST(1), "Timers and tweens alive at once."),
    LIMIT(particles, "particles", INT, "100000", AT_LEAST(1), "Particles alive at once."),
    LIMIT(event_depth, "eventDepth", INT, "8", AT_LEAST(1), "Depth of nested emits."),
    LIMIT(events, "events", INT, "200", AT_LEAST(1), "Recorded events."),
    LIMIT(events_per_name, "eventsPerName", INT, "12", AT_LEAST(1), "Recorded events of a name."),
    LIMIT(logs, "logs", INT, "1000", AT_LEAST(1), "Log lines that are kept."),
    LIMIT(save_kib, "saveKiB", INT, "4096", AT_LEAST(1), "Size of one save slot."),
    LIMIT(asset_mib, "assetMiB", INT, "1024", AT_LEAST(1), "Decoded assets in all."),
    LIMIT(image_megapixels, "imageMegapixels", INT, "64", AT_LEAST(1), "Size of one picture."),
    HOB_FIELDS_END,
};

/* ---- input ---- */
static const hob_field source_field = {.type = HOB_FIELD_TEXT, .doc = "Input source."};
static const hob_field action_fields[] = {
    HOB_P("sources", LIST, .element = &source_field, .doc = "Any of them drives the action."),
    HOB_P("threshold", NUMBER, .default_json = "0.5", BETWEEN(0, 1),
          .doc = "An analog source counts as held from this value."),
    HOB_P("label", TEXT, .doc = "Text for rebinding screens."),
    HOB_FIELDS_END,
};
static const hob_field axis_fields[] = {
    HOB_P("negative", LIST, .element = &source_field, .doc = "Digital sources of -1."),
    HOB_P("positive", LIST, .element = &source_field, .doc = "Digital sources of +1."),
    HOB_P("stick", TEXT, .default_json = "null", .flags = HOB_FIELD_NULLABLE,
          .doc = "Analog source."),
    HOB_P("deadzone", NUMBER, .default_json = "null",
          .flags = HOB_FIELD_NULLABLE | HOB_FIELD_BETWEEN, .min = 0, .max = 1,
          .doc = "Dead zone of this axis; null = input.deadzone."),
    HOB_FIELDS_END,
};
static const hob_field action_field = {
    .type = HOB_FIELD_OBJECT, .fields = action_fields, .doc = "One action."};
static const hob_field axis_field = {
    .type = HOB_FIELD_OBJECT, .fields = axis_fields, .doc = "One axis."};
static const char *const seat_devices[] = {"any", "keyboard", "pad", "none", NULL};
static const hob_field seat_fields[] = {
    HOB_P("name", TEXT, .doc = "Name of the player."),
    HOB_P("device", ENUM, .names = seat_devices, .doc = "Which device drives this seat."),
    HOB_P("actions", MAP, .element = &action_field, .doc = "Actions that differ for this seat."),
    HOB_P("axes", MAP, .element = &axis_field, .doc = "Axes that differ for this seat."),
    HOB_FIELDS_END,
};
static const hob_field seat_field = {
    .type = HOB_FIELD_OBJECT, .fields = seat_fields, .doc = "One seat."};
static const char *const deadzone_shapes[] = {"radial", "axis", NULL};
static const char *const responses[] = {"rescale", "raw", NULL};
static const char *const join_policies[] = {"auto", "join", "takeover", "ignore", NULL};
static const hob_field input_fields[] = {
    {HOB_AT(hob_manifest, input_actions, "actions", MAP), .element = &action_field,
     .doc = "Actions by name."},
    {HOB_AT(hob_manifest, input_axes, "axes", MAP), .element = &axis_field, .doc = "Axes by name."},
    {HOB_AT(hob_manifest, input_deadzone, "deadzone", NUMBER), .default_json = "0.15",
     BETWEEN(0, 1), .doc = "Dead zone of sticks."},
    {HOB_AT(hob_manifest, deadzone_shape, "deadzoneShape", ENUM), .names = deadzone_shapes,
     .doc = "Over both halves of a stick, or each axis alone."},
    {HOB_AT(hob_manifest, response, "response", ENUM), .names = responses,
     .doc = "Whether what lies beyond the dead zone is stretched to the whole range."},
    {HOB_AT(hob_manifest, input_seats, "seats", LIST), .element = &seat_field,
     .default_json = "[{}]", BETWEEN(1, 4), .doc = "One entry a player."},
    {HOB_AT(hob_manifest, join_policy, "joinPolicy", ENUM), .names = join_policies,
     .doc = "What a device that nobody holds may do."},
    {HOB_AT(hob_manifest, join_action, "joinAction", TEXT), .default_json = "\"uiConfirm\"",
     .doc = "Action that joins."},
    HOB_FIELDS_END,
};

/* ---- declared state, buses, texts, saves ---- */
static const char *const state_types[] = {"number", "boolean", "string", NULL};
static const hob_field state_fields[] = {
    HOB_P("type", ENUM, .names = state_types, .flags = HOB_FIELD_REQUIRED,
          .doc = "Type of the value."),
    HOB_P("initial", ANY, .flags = HOB_FIELD_REQUIRED, .doc = "Value at the start; of that type."),
    HOB_P("persist", BOOL, .doc = "Saved when it changes and read again at the start."),
    HOB_FIELDS_END,
};
static const hob_field state_field = {
    .type = HOB_FIELD_OBJECT, .fields = state_fields, .doc = "One declared value."};
static const hob_field bus_fields[] = {
    HOB_P("volume", NUMBER, .default_json = "1", BETWEEN(0, 4), .doc = "Gain."),
    HOB_P("muted", BOOL, .doc = "Silent."),
    HOB_P("parent", TEXT, .default_json = "\"master\"", .doc = "Bus that it feeds."),
    HOB_FIELDS_END,
};
static const hob_field bus_field = {
    .type = HOB_FIELD_OBJECT, .fields = bus_fields, .doc = "One sound bus."};
static const char *const missing_texts[] = {"key", "error", NULL};
static const hob_field text_fields[] = {
    {HOB_AT(hob_manifest, texts_default, "default", TEXT), .default_json = "\"en\"",
     .pattern = "locale", .doc = "Language that the others fall back to."},
    {HOB_AT(hob_manifest, texts_locale, "locale", TEXT), .default_json = "null",
     .flags = HOB_FIELD_NULLABLE, .pattern = "locale",
     .doc = "Language at the start; null = chosen from the machine's list."},
    {HOB_AT(hob_manifest, texts_missing, "missing", ENUM), .names = missing_texts,
     .doc = "What a missing text gives."},
    HOB_FIELDS_END,
};
static const hob_field save_fields[] = {
    {HOB_AT(hob_manifest, saves_version, "version", INT), .default_json = "1", AT_LEAST(1),
     .doc = "Version of the game's own save data."},
    {HOB_AT(hob_manifest, saves_migrations, "migrations", TEXT),
     .doc = "Script that returns a list of functions, one a version."},
    {HOB_AT(hob_manifest, saves_max_slots, "maxSlots", INT), .default_json = "16", AT_LEAST(1),
     .doc = "Most save slots."},
    HOB_FIELDS_END,
};
static const hob_field style_fields[] = {
    {HOB_AT(hob_manifest, format_on_save, "formatOnSave", BOOL), .default_json = "true",
     .doc = "Format scripts that commands write."},
    HOB_FIELDS_END,
};

/* ---- the file ---- */
static const hob_field scene_entry_fields[] = {
    HOB_P("id", TEXT, .flags = HOB_FIELD_REQUIRED, .pattern = "scene-id", .doc = "Scene id."),
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "Name of the scene; stands only here."),
    HOB_P("path", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Path of the scene file, below scenes/."),
    HOB_FIELDS_END,
};
static const hob_field scene_entry_field = {
    .type = HOB_FIELD_OBJECT, .fields = scene_entry_fields, .doc = "One scene."};

const hob_field hob_manifest_fields[] = {
    {HOB_AT(hob_manifest, format_version, "formatVersion", INT), .default_json = "1", BETWEEN(1, 1),
     .doc = "Generation of the file format."},
    {HOB_AT(hob_manifest, engine_version, "engineVersion", TEXT), .flags = HOB_FIELD_REQUIRED,
     .pattern = "version", .doc = "Engine that last saved by a command."},
    {HOB_AT(hob_manifest, id, "id", TEXT), .flags = HOB_FIELD_REQUIRED, .pattern = "project-id",
     .doc = "Project id."},
    {HOB_AT(hob_manifest, name, "name", TEXT),
     .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX, .max = 200,
     .doc = "Shown name."},
    {HOB_AT(hob_manifest, description, "description", TEXT), .doc = "Free text."},
    {HOB_AT(hob_manifest, next_id, "nextId", INT), .default_json = "1", AT_LEAST(1),
     .doc = "Counter that new ids are made from."},
    {HOB_AT(hob_manifest, initial_scene, "initialScene", TEXT), .default_json = "null",
     .flags = HOB_FIELD_NULLABLE, .doc = "Id of the scene that runs first; null = the first one."},
    {HOB_AT(hob_manifest, scenes, "scenes", LIST), .element = &scene_entry_field,
     .doc = "The scenes, in order."},
    {HOB_AT(hob_manifest, rules, "rules", OBJECT), .fields = rule_fields, .flags = HOB_FIELD_STRICT,
     .doc = "Behaviour of projects from elsewhere."},
    {HOB_AT(hob_manifest, settings, "settings", OBJECT), .fields = settings_fields,
     .doc = "Screen, step and the like."},
    {HOB_AT(hob_manifest, limits, "limits", OBJECT), .fields = limit_fields,
     .doc = "Bounds of a game session."},
    {.name = "input",
     .type = HOB_FIELD_OBJECT,
     .fields = input_fields,
     .doc = "Actions, axes and players."},
    {HOB_AT(hob_manifest, game_state, "gameState", MAP), .element = &state_field,
     .doc = "Declared state."},
    {HOB_AT(hob_manifest, buses, "buses", MAP), .element = &bus_field,
     .default_json = "{\"music\":{},\"sfx\":{}}", .doc = "Sound buses."},
    {.name = "texts", .type = HOB_FIELD_OBJECT, .fields = text_fields, .doc = "Languages."},
    {.name = "saves",
     .type = HOB_FIELD_OBJECT,
     .fields = save_fields,
     .doc = "The game's own saves."},
    {.name = "codeStyle",
     .type = HOB_FIELD_OBJECT,
     .fields = style_fields,
     .doc = "How commands write scripts."},
    HOB_FIELDS_END,
};

uint32_t hob_manifest_rule_bits(const hob_manifest *manifest) {
    const hob_rules *rules = &manifest->rules;
    return (rules->inherit == HOB_INHERIT_RULE_POSITION ? HOB_RULE_INHERIT_POSITION : 0u) |
           (rules->particles == HOB_PARTICLES_CONE ? HOB_RULE_PARTICLES_CONE : 0u) |
           (rules->contact_filter == HOB_CONTACT_BOTH ? HOB_RULE_CONTACT_BOTH : 0u);
}

bool hob_manifest_is_hearth(const hob_manifest *manifest) {
    return manifest->rules.scripts == HOB_SCRIPTS_HEARTH1;
}

const char hob_project_ignored[] = "build/\nexport/\n.hob/history/\n.hob/commit/\n.hob/lock\n"
                                   ".hob/trash/\n.hob/cache/\n.hob/sweeps/\n";
