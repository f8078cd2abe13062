/* hob.json as a struct (spec hob 1.2, 3): filled by field tables in manifest.c, which alone say
 * names, defaults and ranges. Owned by the project; texts and values live in its allocator.
 * Constant while a game runs. */
#ifndef HOB_PROJECT_MANIFEST_H
#define HOB_PROJECT_MANIFEST_H

#include "schema/read.h"

typedef enum hob_rule_scripts { HOB_SCRIPTS_HOB, HOB_SCRIPTS_HEARTH1 } hob_rule_scripts;
typedef enum hob_rule_scene_input {
    HOB_SCENE_INPUT_KEEP,
    HOB_SCENE_INPUT_DROP
} hob_rule_scene_input;
typedef enum hob_rule_solver { HOB_SOLVER_HOB, HOB_SOLVER_HEARTH1 } hob_rule_solver;
typedef enum hob_rule_contact_filter {
    HOB_CONTACT_EITHER,
    HOB_CONTACT_BOTH
} hob_rule_contact_filter;
typedef enum hob_rule_inherit { HOB_INHERIT_RULE_ALL, HOB_INHERIT_RULE_POSITION } hob_rule_inherit;
typedef enum hob_rule_destroy_children {
    HOB_CHILDREN_CASCADE,
    HOB_CHILDREN_KEEP
} hob_rule_destroy_children;
typedef enum hob_rule_disabled { HOB_DISABLED_INACTIVE, HOB_DISABLED_ABSENT } hob_rule_disabled;
typedef enum hob_rule_particles { HOB_PARTICLES_BOX, HOB_PARTICLES_CONE } hob_rule_particles;

typedef struct hob_rules { /* each enum int32_t: hob first, the Hearth value second */
    int32_t scripts, scene_input, solver, contact_filter, inherit, destroy_children,
        disabled_entities, particles;
} hob_rules;

typedef struct hob_limits {
    int32_t region_mib, vm_mib;
    double hook_units, step_units, load_units; /* may pass 2^31 in imported projects */
    int32_t call_depth, string_mib;
    int32_t entities, timers, particles, event_depth, events, events_per_name, logs;
    int32_t save_kib, asset_mib, image_megapixels;
} hob_limits;

typedef struct hob_settings {
    int32_t width, height;
    hob_text *background_color;
    int32_t fixed_timestep, catch_up_steps;
    hob_vec2 gravity;
    int32_t scale_mode;
    bool pixel_perfect, fullscreen;
    int32_t view_layout;
    double pixels_per_unit;
    hob_text *clock_start;
    bool open_state;
    hob_text *title, *icon;
    hob_text *loading_background_color, *loading_image; /* settings.loading.* (nested table) */
    bool loading_spinner;
    double sound_near, sound_far, sound_pan; /* settings.sound.* */
    int32_t sound_voices;
} hob_settings;

typedef struct hob_manifest {
    int32_t format_version;
    hob_text *engine_version, *id, *name, *description;
    int32_t next_id;
    hob_text *initial_scene;
    hob_value scenes; /* list of {id, name, path} */
    hob_rules rules;
    hob_settings settings;
    hob_limits limits;
    hob_value input_actions; /* input.actions: map name -> {sources, threshold, label}, defaults
                                filled in */
    hob_value input_axes;    /* input.axes: map name -> {negative, positive, stick, deadzone} */
    double input_deadzone;
    int32_t deadzone_shape, response; /* enums of input.* */
    hob_value input_seats;
    int32_t join_policy;
    hob_text *join_action;
    hob_value game_state; /* map key -> {type, initial, persist} */
    hob_value buses;
    hob_text *texts_default, *texts_locale;
    int32_t texts_missing, saves_version, saves_max_slots;
    hob_text *saves_migrations;
    bool format_on_save;
} hob_manifest;

enum { HOB_DEADZONE_RADIAL, HOB_DEADZONE_AXIS };
enum { HOB_RESPONSE_RESCALE, HOB_RESPONSE_RAW };

extern const hob_field hob_manifest_fields[];

/* The HOB_RULE_ bits of schema/field.h that these rules mean. */
uint32_t hob_manifest_rule_bits(const hob_manifest *manifest);
/* An imported Hearth project (`rules.scripts` is hearth1). */
bool hob_manifest_is_hearth(const hob_manifest *manifest);
/* An input source: a KeyboardEvent.code name, mouse:left, touch:tap, pad:a, pad:left-x,
 * pad:left-x+, pad:axis3. */
bool hob_manifest_source_valid(hob_str source);
/* Also whether a code is a key that browsers name: a misspelt one is well formed. */
bool hob_manifest_source_known(hob_str source);
/* The nearest known source by spelling, or null. */
const char *hob_manifest_source_nearest(hob_str source);
/* FIELD_PATTERN: says that it is none, what it may have meant and which there are. `of` begins the
 * sentence ("Action \"jump\": "), may be empty. */
hob_status hob_manifest_source_refuse(hob_str source, hob_str of, hob_error *reterr);

/* What git leaves out of a new project: the text of its .gitignore. */
extern const char hob_project_ignored[];

#endif
