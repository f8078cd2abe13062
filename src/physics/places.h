/* Where every entity is, for `nearest`: a uniform grid of places beside the index of colliders.
 *
 * Kept only while it pays. An index costs work for each entity that moved, a scan work for each
 * that is there: scans are made, and counted, until they have cost what bringing the index up to
 * date would; then it is brought up to date. So it never costs more than twice the better way.
 * A cache, never state; what it answers is what a scan answers. Physics only. */
#ifndef HOB_PHYSICS_PLACES_H
#define HOB_PHYSICS_PLACES_H

#include "physics/space_internal.h"

#define HOB_PLACES_LEAST_CELL 16.0 /* px */

typedef struct hob_place_entry {
    double x, y;
    hob_entity_data *e;
    uint64_t serial; /* tells a record that was used anew */
    hob_cell_range cell;
    bool in_cells; /* else in `far`: without a cell */
    bool stale;    /* in `dirty` */
} hob_place_entry;

typedef struct hob_places {
    const hob_allocator *allocator;
    bool built;
    double cell;
    double credit;        /* what scans have cost since it was last up to date */
    uint64_t last_serial; /* of the newest entity that was taken in */
    hob_place_entry *entries;
    uint32_t count, cap;
    hob_cell_table table;
    hob_cell_range extent; /* cells in use since it was built */
    uint32_t *dirty;
    uint32_t dirty_count, dirty_cap;
    uint32_t *far;
    uint32_t far_count, far_cap;
} hob_places;

void hob_places__done(hob_places *places);
void hob_places__forget(hob_places *places);
/* An entity was written, moved or has died. */
void hob_places__note(hob_world *world, hob_places *places, hob_entity_data *e);
/* Whether it is up to date, and may be walked; else the caller scans, and has been counted. */
bool hob_places__ready(hob_world *world, hob_places *places);

#endif
