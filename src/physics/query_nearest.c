/* nearest: over places, not shapes (spec waica 2.4). With a layer or kind the entity must have such
 * a collider; the distance is to its place all the same. */
#include "physics/query_internal.h"

#include "base/dmath.h"
#include "physics/places.h"

/* Whether it has a collider of the kinds and layers that are asked for. */
static bool has_collider(hob_world *world, const hob_query_filter *filter,
                         const hob_entity_data *e) {
    int type = hob_known_type(world, HOB_KNOWN_COLLIDER);
    uint32_t kinds = filter->kinds == 0 ? HOB_SPACE_ANY : filter->kinds;
    for (uint16_t i = 0; i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        if (c == NULL || c->type_index != type || !c->ready) {
            continue;
        }
        const hob_collider *collider = HOB_DATA(c, const hob_collider);
        bool solid = (kinds & HOB_SPACE_SOLID) != 0 && hob_collider_is_solid(collider);
        bool sensor = (kinds & HOB_SPACE_SENSOR) != 0 && hob_collider_is_trigger(collider);
        if ((solid || sensor) &&
            (!filter->has_layers || hob_layer_set_has(&filter->layers, world, c))) {
            return true;
        }
    }
    return false;
}

typedef struct search {
    hob_world *world;
    const hob_query_filter *filter;
    double x, y, most;
    bool wants_collider;
    hob_entity_data *best;
    double least;
    bool stop;
} search;

/* Further by a safe margin on one axis: no need for the exact distance. Not with a predicate, which
 * is to see every candidate. */
static bool is_far(const search *s, double dx, double dy) {
    return s->filter->where == NULL &&
           (fabs(dx) > s->least || fabs(dy) > s->least || fabs(dx) > s->most || fabs(dy) > s->most);
}

/* Of equals the first in entity order. */
static void consider(search *s, hob_entity_data *e, double dx, double dy) {
    if (!e->active || is_far(s, dx, dy) || !hob_query__passes(s->world, s->filter, e) ||
        (s->wants_collider && !has_collider(s->world, s->filter, e))) {
        return;
    }
    hob_query_info info = {.distance = hob_hypot(dx, dy)};
    if (info.distance <= s->most && hob_query__asks(s->filter, e, &info, &s->stop) &&
        (s->best == NULL || info.distance < s->least ||
         (info.distance == s->least && e->serial < s->best->serial))) {
        s->best = e;
        s->least = info.distance;
    }
}

static void scan(search *s) {
    hob_entity_pass pass = hob_entity_pass_begin(s->world);
    for (hob_entity_data *e; !s->stop && (e = hob_entity_pass_next(&pass)) != NULL;) {
        hob_vec2 at = hob_physics__position(s->world, e);
        consider(s, e, at.x - s->x, at.y - s->y);
    }
    hob_entity_pass_end(&pass);
}

/* ---- rings of cells ---- */

static void consider_entry(search *s, const hob_place_entry *entry) {
    if (entry->e->serial == entry->serial && entry->e->attached && !entry->e->dead) {
        consider(s, entry->e, entry->x - s->x, entry->y - s->y);
    }
}

static void search_cell(search *s, const hob_places *places, int32_t x, int32_t y) {
    uint32_t node = hob_cell_table__first(&places->table, x, y);
    for (; node != HOB_SPACE_NONE; node = places->table.nodes[node].next) {
        consider_entry(s, &places->entries[places->table.nodes[node].entry]);
    }
}

/* A row of the ring, as far as there is anything; `step` leaves the inside out. */
static void search_row(search *s, const hob_places *places, int64_t y, int64_t x0, int64_t x1,
                       int64_t step) {
    const hob_cell_range *all = &places->extent;
    if (y < all->y0 || y > all->y1) {
        return;
    }
    for (int64_t x = x0; x <= x1; x += step) {
        if (x >= all->x0 && x <= all->x1) {
            search_cell(s, places, (int32_t)x, (int32_t)y);
        }
    }
}

static int64_t outside(int64_t at, int64_t low, int64_t high) {
    return at < low ? low - at : at > high ? at - high : 0;
}

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* Cells by their distance from that of the point; ends when no closer place can come. */
static void search_rings(search *s, const hob_places *places) {
    const hob_cell_range *all = &places->extent;
    int64_t cx = (int64_t)floor(s->x / places->cell), cy = (int64_t)floor(s->y / places->cell);
    int64_t ring = larger(outside(cx, all->x0, all->x1), outside(cy, all->y0, all->y1));
    int64_t last = larger(larger(cx - all->x0, all->x1 - cx), larger(cy - all->y0, all->y1 - cy));
    for (; ring <= last; ring++) {
        double left = s->x - (double)(cx - ring + 1) * places->cell;
        double right = (double)(cx + ring) * places->cell - s->x;
        double up = s->y - (double)(cy - ring + 1) * places->cell;
        double down = (double)(cy + ring) * places->cell - s->y;
        double near =
            hob_min(hob_min(left, right), hob_min(up, down)); /* nothing of the ring is nearer */
        near -= (fabs(s->x) + fabs(s->y) + near) * 1e-12;
        if (near > s->least || near > s->most) {
            return;
        }
        search_row(s, places, cy - ring, cx - ring, cx + ring, 1);
        for (int64_t y = larger(cy - ring + 1, all->y0); y < cy + ring && y <= all->y1; y++) {
            search_row(s, places, y, cx - ring, cx + ring, 2 * ring);
        }
        if (ring > 0) {
            search_row(s, places, cy + ring, cx - ring, cx + ring, 1);
        }
    }
}

hob_entity hob_query_nearest(hob_world *world, double x, double y, const hob_query_filter *filter) {
    filter = filter != NULL ? filter : &hob_query__everything;
    search s = {.world = world,
                .filter = filter,
                .x = x,
                .y = y,
                .most = filter->has_max_distance ? filter->max_distance : HOB_INFINITY,
                .wants_collider = filter->has_layers || filter->kinds != 0,
                .least = HOB_INFINITY};
    if (!isfinite(x) || !isfinite(y) || !(s.most >= 0)) {
        return HOB_NO_ENTITY;
    }
    hob_places *places = hob_space__of(world)->places;
    bool is_cell = hob_space__is_cell(x / HOB_PLACES_LEAST_CELL) &&
                   hob_space__is_cell(y / HOB_PLACES_LEAST_CELL);
    if (filter->where != NULL || !is_cell || !hob_places__ready(world, places)) {
        scan(&s);
    } else {
        for (uint32_t i = 0; i < places->far_count; i++) {
            consider_entry(&s, &places->entries[places->far[i]]);
        }
        search_rings(&s, places);
    }
    return s.stop || s.best == NULL ? HOB_NO_ENTITY : s.best->self;
}
