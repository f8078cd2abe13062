/* What the files of base/ that build values share. */
#ifndef HOB_BASE_VALUE_PRIVATE_H
#define HOB_BASE_VALUE_PRIVATE_H

#include "base/value.h"

/* Appends a key that is known to be new; takes over both. False: no memory, both are freed. */
bool hob_map__append(const hob_allocator *a, hob_map *map, hob_text *key, hob_value v);
/* Index of the entry, UINT32_MAX when missing. */
uint32_t hob_map__index(const hob_map *map, hob_str key);
/* Twice the room, starting with 4; UINT32_MAX when there is none left. */
uint32_t hob_value__next_cap(uint32_t cap);

#endif
