/* Respawn and Checkpoint: where an entity comes back (spec hob 4.5, runtime 10). */
#ifndef HOB_COMPONENTS_RESPAWN_H
#define HOB_COMPONENTS_RESPAWN_H

#include "world/component.h"

typedef struct hob_respawn {
    hob_value point; /* map x, y in the space of Transform.position; null = the captured start */
    bool use_spawn_position, reset_velocity, heal;
    /* engine */
    bool has_start, has_checkpoint;
    hob_vec2 start, checkpoint; /* in the space of Transform.position */
} hob_respawn;

typedef struct hob_checkpoint {
    hob_text *target; /* entity name, or "tag:" and a tag */
    bool once, enabled;
} hob_checkpoint;

extern const hob_component_type hob_respawn_type;
extern const hob_component_type hob_checkpoint_type;

/* Puts the entity back: last checkpoint, else point, else where it began; tells `respawned`.
 * NOT_FOUND without a Respawn or without any of the three. */
HOB_NODISCARD hob_status hob_respawn_entity(hob_world *world, hob_entity_data *e,
                                            hob_error *reterr);

#endif
