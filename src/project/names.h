/* An index from texts to numbers: ids of entities, names of assets, paths of scripts.
 *
 * Built in an arena that has a guard; the keys are views that must outlive it. Lookup only: every
 * list order comes from the lists themselves. */
#ifndef HOB_PROJECT_NAMES_H
#define HOB_PROJECT_NAMES_H

#include "base/text.h"

#define HOB_NAMES_NONE UINT32_MAX

typedef struct hob_names {
    hob_arena *arena;
    struct hob_names_slot *slots; /* power of two; null while empty */
    uint32_t cap, count;
} hob_names;

void hob_names_init(hob_names *names, hob_arena *arena, size_t expected);
/* False when the key is there already; the first value stays. */
bool hob_names_add(hob_names *names, hob_str key, uint32_t value);
uint32_t hob_names_find(const hob_names *names, hob_str key); /* HOB_NAMES_NONE */

#endif
