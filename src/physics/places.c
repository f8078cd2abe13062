#include "physics/places.h"

#include "base/dmath.h"
#include "physics/internal.h"

#include <math.h>
#include <string.h>

#define COST      4.0 /* of one entity brought up to date, in entities scanned */
#define MOST_CELL 4096.0

void hob_places__done(hob_places *p) {
    hob_cell_table__done(&p->table);
    hob_free(p->allocator, p->entries, p->cap * sizeof *p->entries);
    hob_free(p->allocator, p->dirty, p->dirty_cap * sizeof *p->dirty);
    hob_free(p->allocator, p->far, p->far_cap * sizeof *p->far);
}

void hob_places__forget(hob_places *p) {
    p->built = false;
    p->credit = 0;
}

/* ---- one entity ---- */

static hob_place_entry *entry_of(hob_places *p, const hob_entity_data *e) {
    hob_place_entry *entry =
        e->place_entry > 0 && e->place_entry <= p->count ? &p->entries[e->place_entry - 1] : NULL;
    return entry != NULL && entry->e == e ? entry : NULL;
}

static void take_out(hob_places *p, uint32_t index) {
    const hob_place_entry *entry = &p->entries[index];
    if (entry->in_cells) {
        hob_cell_table__remove(&p->table, index, &entry->cell);
        return;
    }
    for (uint32_t i = 0; i < p->far_count; i++) {
        if (p->far[i] == index) {
            p->far[i] = p->far[--p->far_count];
            return;
        }
    }
}

static void put_in(hob_world *world, hob_places *p, uint32_t index) {
    hob_place_entry *entry = &p->entries[index];
    hob_vec2 at = hob_physics__position(world, entry->e);
    entry->x = at.x;
    entry->y = at.y;
    entry->in_cells = hob_space__cells_of(p->cell, at.x, at.y, at.x, at.y, &entry->cell);
    if (!entry->in_cells) {
        p->far = hob_space__grow(world, p->allocator, p->far, &p->far_cap, p->far_count + 1,
                                 sizeof *p->far);
        p->far[p->far_count++] = index;
        return;
    }
    hob_cell_range *extent = &p->extent;
    int32_t x = entry->cell.x0, y = entry->cell.y0;
    extent->x0 = x < extent->x0 ? x : extent->x0;
    extent->x1 = x > extent->x1 ? x : extent->x1;
    extent->y0 = y < extent->y0 ? y : extent->y0;
    extent->y1 = y > extent->y1 ? y : extent->y1;
    hob_cell_table__insert(world, &p->table, index, &entry->cell);
}

static void append(hob_world *world, hob_places *p, hob_entity_data *e) {
    p->entries =
        hob_space__grow(world, p->allocator, p->entries, &p->cap, p->count + 1, sizeof *p->entries);
    uint32_t index = p->count++;
    p->entries[index] = (hob_place_entry){.e = e, .serial = e->serial};
    e->place_entry = index + 1;
    put_in(world, p, index);
}

void hob_places__note(hob_world *world, hob_places *p, hob_entity_data *e) {
    if (!p->built) {
        return;
    }
    hob_place_entry *entry = entry_of(p, e);
    if (entry == NULL && e->serial <= p->last_serial && e->live) {
        append(world, p, e); /* created before the last look, attached since */
    }
    if (entry == NULL || entry->stale) {
        return; /* newer ones are met by their serial */
    }
    entry->stale = true;
    p->dirty = hob_space__grow(world, p->allocator, p->dirty, &p->dirty_cap, p->dirty_count + 1,
                               sizeof *p->dirty);
    p->dirty[p->dirty_count++] = (uint32_t)(entry - p->entries);
}

/* ---- all of them ---- */

/* About one entity to a cell. */
static double cell_for(hob_world *world, uint32_t count) {
    double min_x = HOB_INFINITY, min_y = HOB_INFINITY, max_x = -HOB_INFINITY, max_y = -HOB_INFINITY;
    hob_entity_pass pass = hob_entity_pass_begin(world);
    for (hob_entity_data *e; (e = hob_entity_pass_next(&pass)) != NULL;) {
        hob_vec2 at = hob_physics__position(world, e);
        min_x = hob_min(min_x, at.x);
        min_y = hob_min(min_y, at.y);
        max_x = hob_max(max_x, at.x);
        max_y = hob_max(max_y, at.y);
    }
    hob_entity_pass_end(&pass);
    double cell = sqrt((max_x - min_x) * (max_y - min_y) / (count > 0 ? count : 1));
    return cell >= HOB_PLACES_LEAST_CELL ? hob_min(cell, MOST_CELL)
                                         : HOB_PLACES_LEAST_CELL; /* NaN: the least */
}

static void add_newer(hob_world *world, hob_places *p) {
    hob_entity_pass pass = hob_entity_pass_after(world, p->last_serial);
    for (hob_entity_data *e; (e = hob_entity_pass_next(&pass)) != NULL;) {
        append(world, p, e);
    }
    hob_entity_pass_end(&pass);
    p->last_serial = world->next_serial - 1;
}

static void build(hob_world *world, hob_places *p) {
    p->cell = cell_for(world, hob_entity_count(world));
    p->count = p->dirty_count = p->far_count = 0;
    p->extent = (hob_cell_range){INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    p->last_serial = 0;
    hob_cell_table__clear(&p->table);
    add_newer(world, p);
    p->built = true;
}

static void catch_up(hob_world *world, hob_places *p) {
    for (uint32_t i = 0; i < p->dirty_count; i++) {
        hob_place_entry *entry = &p->entries[p->dirty[i]];
        take_out(p, p->dirty[i]);
        if (entry->e->live && entry->e->serial == entry->serial) {
            put_in(world, p, p->dirty[i]);
            entry->stale = false;
        } /* else it stays out for good */
    }
    p->dirty_count = 0;
    add_newer(world, p);
}

/* In dev builds some entries a query are held against the world. */
static void audit(hob_world *world, const hob_places *p) {
#ifdef HOB_CHECKS
    for (uint32_t i = 0; i < p->count; i += p->count / 8 + 1) {
        const hob_place_entry *entry = &p->entries[i];
        if (!entry->stale && entry->e->live && entry->e->serial == entry->serial) {
            hob_vec2 at = hob_physics__position(world, entry->e);
            HOB_ASSERT(at.x == entry->x && at.y == entry->y);
        }
    }
#else
    (void)world;
    (void)p;
#endif
}

bool hob_places__ready(hob_world *world, hob_places *p) {
    uint32_t all = hob_entity_count(world);
    if (p->built) {
        (void)hob_space__read(world); /* which notes what has moved */
    }
    if (p->built && p->count > 2 * all + 64) {
        hob_places__forget(p); /* mostly entries of the dead */
    }
    double due =
        COST *
        (p->built ? p->dirty_count + (double)(world->next_serial - 1 - p->last_serial) : all);
    if (p->credit < due) {
        p->credit += all;
        return false;
    }
    if (!p->built) {
        (void)hob_space__read(world); /* from now on writes are noted */
        build(world, p);
    } else if (due > 0) {
        catch_up(world, p);
    }
    p->credit = 0;
    audit(world, p);
    return true;
}
