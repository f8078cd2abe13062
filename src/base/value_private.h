/* What the files of base/ that build values share. */
#ifndef HOB_BASE_VALUE_PRIVATE_H
#define HOB_BASE_VALUE_PRIVATE_H

#include "base/value.h"

/* Index of the entry, UINT32_MAX when missing. */
uint32_t hob_map__index(const hob_map *map, hob_str key);
/* Twice the room, starting with 4; UINT32_MAX when there is none left. */
uint32_t hob_value__next_cap(uint32_t cap);

#endif
