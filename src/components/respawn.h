/* Respawn and Checkpoint: where an entity comes back (spec hob 4.5, runtime 10). */
#ifndef HOB_COMPONENTS_RESPAWN_H
#define HOB_COMPONENTS_RESPAWN_H

#include "schema/registry.h"

typedef struct hob_respawn {
    hob_value point; /* map x, y in the space of Transform.position; null = the captured start */
    bool use_spawn_position, reset_velocity, heal;
} hob_respawn;

typedef struct hob_checkpoint {
    hob_text *target; /* entity name, or "tag:" and a tag */
    bool once, enabled;
} hob_checkpoint;

extern const hob_component_type hob_respawn_type;
extern const hob_component_type hob_checkpoint_type;

#endif
