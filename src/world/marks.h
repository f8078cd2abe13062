/* Which entities have changed place, shape or standing since a reader last looked (spec step 2,
 * last bullet): a write notes the entity, and whoever keeps live places (physics/space.h) catches
 * up.
 *
 * A cache beside the region, owned by its one reader; nothing here is state. While nobody reads,
 * `open` is false and a write costs one comparison. Noting never allocates: past `cap` the list
 * closes, and the reader starts anew. */
#ifndef HOB_WORLD_MARKS_H
#define HOB_WORLD_MARKS_H

#include "world/entity.h"

typedef struct hob_mark {
    hob_entity_data *e;
    uint64_t serial; /* tells a record that was used anew */
} hob_mark;

typedef struct hob_marks {
    bool open;
    uint32_t epoch; /* +1 at each reading; an entity carries the epoch in which it was noted */
    uint32_t count, cap;
    hob_mark *items;
} hob_marks;

#endif
