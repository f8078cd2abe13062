/* Where UI pieces stand that belong above an entity: health bars, damage numbers, bubbles, prompts
 * (spec hob 4.5). */
#ifndef HOB_COMPONENTS_OVERHEAD_H
#define HOB_COMPONENTS_OVERHEAD_H

#include "ui/pieces.h"

/* From the entity's place to 3.2 px above its SpriteRenderer's box; 16 px above itself without one.
 */
hob_vec2 hob_overhead_offset(hob_world *world, const hob_entity_data *e);

/* A piece above an entity with a value or two; what stays null is left out. `seconds` 0: as long as
 * the entity lives; with a `viewer` as long as that lives, too. 0 when there is none: unknown
 * pieces are told once, the rest goes on. */
typedef struct hob_overhead_value {
    const char *name;
    hob_value value;
} hob_overhead_value;
uint64_t hob_overhead_attach(hob_world *world, const hob_entity_data *e, hob_str piece,
                             double seconds, hob_entity viewer, const hob_overhead_value *values,
                             size_t count);

#endif
