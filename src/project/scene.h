/* Entities as authored: the one description of an entity in scene files, prefab files and spawn
 * calls.
 *
 * The struct is a view over parsed JSON; components are read into their structs by whoever
 * instantiates (world/instantiate.h), so a scene is walked once. */
#ifndef HOB_PROJECT_SCENE_H
#define HOB_PROJECT_SCENE_H

#include "project/project.h"

typedef struct hob_entity_def {
    hob_str id, name;
    hob_str parent; /* id in the same file; data null = none */
    bool enabled, visible, paused;
    int owner;              /* seat, -1 = parent's */
    yyjson_val *tags;       /* list of texts or null */
    yyjson_val *wires;      /* list or null */
    yyjson_val *components; /* map slot -> fields, or null */
    yyjson_val *prefab;     /* instance marker or null */
    size_t index;           /* in its file */
} hob_entity_def;

/* Settings of a scene (spec hob 1.4). */
typedef struct hob_scene_settings {
    int32_t projection, sort;
    bool batch;
    bool has_gravity;
    hob_vec2 gravity;
    double cell_size;
    hob_value gravity_value; /* only while the table reads it; null afterwards */
} hob_scene_settings;

extern const hob_field hob_scene_fields[];        /* file without entities' inside */
extern const hob_field hob_scene_entity_fields[]; /* one entity; components as ANY map */
extern const hob_field hob_prefab_entity_fields[];

/* Reads one entity object; findings go to the reader. False when it is refused. `prefab_file`:
 * local ids pfe_n. */
bool hob_entity_def_read(hob_reader *reader, yyjson_val *entity, bool prefab_file, size_t index,
                         const hob_read_level *level, hob_entity_def *ret_def);
bool hob_scene_settings_read(hob_reader *reader, yyjson_val *scene,
                             hob_scene_settings *ret_settings);

#endif
