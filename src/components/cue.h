/* What the four cues share: particles that answer to what the entity does (spec hob 4.5,
 * waica 8.4).
 *
 * A cue finds its StateMachine and its ParticleEmitter in earlier slots when it is attached;
 * without one of them it is inert, with one CUE_ORDER warning. */
#ifndef HOB_COMPONENTS_CUE_H
#define HOB_COMPONENTS_CUE_H

#include "world/world.h"

struct hob_check;
struct hob_check__entity;
struct hob_check__part;

/* Listeners of the machine's signals; 0 = none. They are state by their numbers. A cue's struct
 * begins with it. */
typedef struct hob_cue {
    uint64_t entered, exited;
} hob_cue;

/* For attach: listens to the machine, or warns and returns false. `listener` gets the component as
 * `user`. Null listeners are left out. */
bool hob_cue_attach(hob_world *world, hob_component *component, hob_native_listener entered,
                    hob_native_listener exited);
/* Entries of a type's table. */
void hob_cue_detach(hob_world *world, hob_component *component);
void hob_cue_hash(hob_world *world, hob_component *component, hob_hash *out);
extern const char *const hob_cue_families[];
/* Of its entity now; null without one. */
hob_component *hob_cue_emitter(hob_world *world, const hob_component *component);
/* Makes particles; `count` is clamped to `least` and 64. */
void hob_cue_emit(hob_world *world, const hob_component *component, double count, double least);
/* Whether a signal's argument is that state. */
bool hob_cue_is(const hob_value *args, uint32_t count, uint32_t index, hob_str state);
/* CUE_ORDER in files. */
void hob_cue_check(struct hob_check *check, const struct hob_check__entity *entity,
                   const struct hob_check__part *part);

#endif
