#include "physics/blockers.h"

#include "physics/internal.h"
#include "world/contracts.h"

/* Sums and differences of places leave dust: what is nearer than this is flush. */
#define FLUSH      1e-9
#define TRAVEL_MAX 1e6 /* quarters of a cell */

static double dust(double place) {
    return FLUSH + 1e-15 * fabs(place);
}

/* ---- what stops ---- */

hob_blocker_set hob_blocker_set_of(hob_world *world, hob_value blocked_by) {
    hob_blocker_set set = {.tiles = false};
    const hob_list *list = blocked_by.tag == HOB_TAG_LIST ? blocked_by.as.list : NULL;
    for (uint32_t i = 0; list && i < list->count; i++) {
        hob_str word = hob_value_str(list->items[i]);
        if (hob_str_is(word, "tiles")) {
            set.tiles = true;
        } else if (hob_str_is(word, "bounds")) {
            set.bounds = true;
        } else if (word.length > 0) {
            set.colliders = true;
        }
    }
    if (set.colliders) {
        set.layers = hob_layer_set_of(world, blocked_by);
    }
    return set;
}

/* ---- the body ---- */

hob_component *hob_blockers_body(hob_world *world, const hob_entity_data *e, hob_str slot) {
    int type = hob_known_type(world, HOB_KNOWN_COLLIDER);
    hob_component *unnamed = NULL, *first = NULL;
    uint32_t count = 0;
    for (uint16_t i = 0; i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        if (c == NULL || c->removed || c->type_index != type) {
            continue;
        }
        hob_str own = hob_text_view(c->slot);
        if (slot.length > 0) {
            if (hob_str_equal(own, slot)) {
                return c;
            }
            continue;
        }
        if (hob_str_is(own, "Collider#body")) {
            return c;
        }
        unnamed = hob_str_is(own, "Collider") ? c : unnamed;
        first = first != NULL ? first : c;
        count++;
    }
    return unnamed != NULL ? unnamed : count == 1 ? first : NULL;
}

static double extent(double v) {
    return v < 0 ? -v : v;
}

bool hob_blockers_box(hob_world *world, hob_component *collider, hob_vec2 place, hob_box *ret_box) {
    const hob_collider *c = HOB_DATA(collider, hob_collider);
    hob_shape shape;
    double width = extent(c->width), height = extent(c->height);
    hob_vec2 at = {place.x + c->offset.x, place.y + c->offset.y};
    if (c->shape == HOB_COLLIDER_BOX) {
        *ret_box = (hob_box){{at.x - width / 2, at.y - height / 2}, {width, height}};
        return width > 0 && height > 0;
    }
    hob_vec2 size;
    if (c->shape == HOB_COLLIDER_FEET) {
        if (!hob_collider_feet_size(world, collider, &size)) {
            return false;
        }
        *ret_box = (hob_box){{at.x - width / 2, at.y + size.y / 2 - height}, {width, height}};
        return width > 0 && height > 0;
    }
    if (!hob_blockers_shape(world, collider, place, &shape)) {
        return false;
    }
    *ret_box = (hob_box){{shape.cx - shape.hw, shape.cy - shape.hh}, {2 * shape.hw, 2 * shape.hh}};
    return true;
}

bool hob_blockers_shape(hob_world *world, hob_component *collider, hob_vec2 place,
                        hob_shape *ret_shape) {
    hob_physics *physics = world->outside.physics;
    hob_item item;
    hob_physics__dress_item(world, collider, &item);
    physics->point_count = 0;
    if (!hob_physics__shape_at(world, physics, place, &item)) {
        return false;
    }
    *ret_shape = item.shape;
    if (item.shape.kind == HOB_SHAPE_POLYGON) {
        uint32_t count = item.shape.point_count;
        HOB_GROW(world, physics->body_points, physics->body_point_cap, 2 * count);
        for (uint32_t i = 0; i < 2 * count; i++) {
            physics->body_points[i] = item.shape.points[i];
        }
        ret_shape->points = physics->body_points;
    }
    return true;
}

/* ---- clip: one axis (spec rgame 3.12) ---- */

typedef struct axis_step {
    hob_world *world;
    const hob_blocker_set *set;
    const hob_entity_data *self;
    double at[2], size[2];
    int axis;
    double step;
    double landing; /* the shortest so far */
    hob_blocker by;
} axis_step;

/* A landing counts only where it shortens the step. */
static void offer(axis_step *s, double landing, hob_blocker_kind kind, hob_component *component) {
    if (s->step > 0 ? landing < s->landing : landing > s->landing) {
        s->landing = landing;
        s->by = (hob_blocker){kind, component};
    }
}

typedef struct cell_lines {
    double first, last; /* cells beside each other that the body's side covers, held to the map */
} cell_lines;

static cell_lines lines_of(double at, double size, double cell, int32_t count) {
    cell_lines lines = {floor((at + FLUSH) / cell), floor((at + size - FLUSH) / cell)};
    if (isnan(lines.first) || isnan(lines.last)) {
        return (cell_lines){1, 0};
    }
    lines.first = lines.first > 0 ? lines.first : 0;
    lines.last = lines.last < count - 1 ? lines.last : count - 1;
    return lines;
}

static bool any_solid(const hob_tilemap *map, int axis, double line, cell_lines across) {
    for (double k = across.first; k <= across.last; k++) {
        int32_t column = (int32_t)(axis == 0 ? line : k);
        int32_t row = (int32_t)(axis == 0 ? k : line);
        if (hob_tilemap_stops_movers(map, column, row)) {
            return true;
        }
    }
    return false;
}

/* The line of cells that the leading edge lands in, and those that it crosses on the way. */
static void ask_map(axis_step *s, hob_component *tilemap) {
    const hob_tilemap *map = HOB_DATA(tilemap, const hob_tilemap);
    hob_vec2 place = hob_entity_world_position(s->world, tilemap->owner);
    const double origin[2] = {place.x, place.y};
    const double cell[2] = {hob_tilemap_cell_width(map), hob_tilemap_cell_height(map)};
    const int32_t count[2] = {hob_tilemap_columns(map), hob_tilemap_rows(map)};
    int a = s->axis, c = 1 - a;
    double at = s->at[a] - origin[a];
    cell_lines across = lines_of(s->at[c] - origin[c], s->size[c], cell[c], count[c]);
    if (!(across.first <= across.last)) {
        return;
    }
    if (s->step > 0) {
        double end = floor((at + s->step + s->size[a] - FLUSH) / cell[a]);
        double from = floor((at + s->size[a] - FLUSH) / cell[a]) + 1;
        from = from < end ? from : end;
        from = from > 0 ? from : 0;
        for (double k = from; k <= end && k < count[a]; k++) {
            if (any_solid(map, a, k, across)) {
                offer(s, origin[a] + k * cell[a] - s->size[a], HOB_BLOCKER_TILES, tilemap);
                return;
            }
        }
        return;
    }
    double end = floor((at + s->step + FLUSH) / cell[a]);
    double from = floor((at + FLUSH) / cell[a]) - 1;
    from = from > end ? from : end;
    from = from < count[a] - 1 ? from : count[a] - 1;
    for (double k = from; k >= end && k >= 0; k--) {
        if (any_solid(map, a, k, across)) {
            offer(s, origin[a] + (k + 1) * cell[a], HOB_BLOCKER_TILES, tilemap);
            return;
        }
    }
}

static void ask_tiles(axis_step *s) {
    const hob_order *maps = hob_column_order(s->world, hob_known_type(s->world, HOB_KNOWN_TILEMAP));
    for (uint32_t i = 0; i < maps->count; i++) {
        hob_component *c = maps->items[i].item;
        if (c != NULL && c->ready && c->owner != s->self &&
            hob_tilemap_may_block(HOB_DATA(c, hob_tilemap))) {
            ask_map(s, c);
        }
    }
}

static void ask_bounds(axis_step *s) {
    hob_component *answer = hob_contract_find(s->world, "worldBounds", NULL);
    hob_vec2 min, max;
    if (answer == NULL) {
        return;
    }
    hob_contract_bounds_of(s->world, answer, &min, &max);
    double low = s->axis == 0 ? min.x : min.y;
    double limit = (s->axis == 0 ? max.x : max.y) - s->size[s->axis];
    double end = s->at[s->axis] + s->step;
    limit = limit > low ? limit : low;
    if (end < low) {
        offer(s, low, HOB_BLOCKER_BOUNDS, answer);
    } else if (end > limit) {
        offer(s, limit, HOB_BLOCKER_BOUNDS, answer);
    }
}

/* Whether a collider's bounding box stops boxes (Collider.blocks). */
static bool stops_boxes(const hob_collider *c) {
    bool is_box = c->shape == HOB_COLLIDER_BOX || c->shape == HOB_COLLIDER_FEET;
    return c->blocks == HOB_BLOCKS_BOUNDS || (c->blocks == HOB_BLOCKS_AUTO && is_box);
}

static void ask_collider(axis_step *s, const hob_space_hit *hit) {
    const double min[2] = {hit->min_x, hit->min_y}, max[2] = {hit->max_x, hit->max_y};
    int a = s->axis, c = 1 - a;
    if (hit->component->owner == s->self || !stops_boxes(hit->collider) ||
        !(min[c] < s->at[c] + s->size[c] - dust(min[c])) || !(max[c] > s->at[c] + dust(max[c]))) {
        return;
    }
    double front = s->at[a] + (s->step > 0 ? s->size[a] : 0);
    if (s->step > 0 && front <= min[a] + dust(min[a]) && front + s->step > min[a]) {
        offer(s, min[a] - s->size[a], HOB_BLOCKER_COLLIDER, hit->component);
    } else if (s->step < 0 && front >= max[a] - dust(max[a]) && front + s->step < max[a]) {
        offer(s, max[a], HOB_BLOCKER_COLLIDER, hit->component);
    }
}

static void ask_colliders(axis_step *s) {
    double low[2] = {s->at[0], s->at[1]};
    double high[2] = {s->at[0] + s->size[0], s->at[1] + s->size[1]};
    if (s->step > 0) {
        high[s->axis] += s->step;
    } else {
        low[s->axis] += s->step;
    }
    hob_space_box box = {low[0], low[1], high[0], high[1], s->set->layers, HOB_SPACE_SOLID};
    hob_space_walk walk = hob_space_begin(s->world, &box);
    while (hob_space_next(&walk)) {
        ask_collider(s, &walk.hit);
    }
    hob_space_end(&walk);
}

static void clip_axis(axis_step *s) {
    s->by = (hob_blocker){HOB_BLOCKER_NONE, NULL};
    if (s->step == 0) {
        return;
    }
    s->landing = s->at[s->axis] + s->step;
    if (s->set->tiles) {
        ask_tiles(s);
    }
    if (s->set->bounds) {
        ask_bounds(s);
    }
    if (s->set->colliders) {
        ask_colliders(s);
    }
    s->at[s->axis] = s->landing;
}

void hob_blockers_clip(hob_world *world, const hob_blocker_set *set, const hob_entity_data *self,
                       const hob_box *box, hob_vec2 step, hob_clip *ret_clip) {
    axis_step s = {.world = world,
                   .set = set,
                   .self = self,
                   .at = {box->at[0], box->at[1]},
                   .size = {box->size[0], box->size[1]}};
    for (int axis = 0; axis < 2; axis++) {
        s.axis = axis;
        s.step = axis == 0 ? step.x : step.y;
        clip_axis(&s);
        ret_clip->by[axis] = s.by;
    }
    ret_clip->at[0] = s.at[0];
    ret_clip->at[1] = s.at[1];
}

/* ---- straight ways over a map ---- */

static bool is_clear(axis_step *s, hob_component *tilemap, int axis, const double at[2],
                     const double window[2]) {
    s->axis = axis;
    s->at[0] = at[0];
    s->at[1] = at[1];
    s->step = window[axis];
    s->landing = s->at[axis] + s->step;
    s->by = (hob_blocker){HOB_BLOCKER_NONE, NULL};
    if (s->step != 0) {
        ask_map(s, tilemap);
    }
    return s->by.kind == HOB_BLOCKER_NONE;
}

double hob_blockers_travel_steps(const hob_tilemap *map, hob_vec2 way) {
    double x = ceil(fabs(way.x) / (hob_tilemap_cell_width(map) / 4));
    double y = ceil(fabs(way.y) / (hob_tilemap_cell_height(map) / 4));
    double steps = x > y ? x : y;
    return isfinite(x) && isfinite(y) && steps <= TRAVEL_MAX ? (steps > 1 ? steps : 1) : 0;
}

bool hob_blockers_can_travel(hob_world *world, hob_component *tilemap, const hob_box *box,
                             hob_vec2 way) {
    double steps = hob_blockers_travel_steps(HOB_DATA(tilemap, hob_tilemap), way);
    double span = steps < 2 ? steps : 2;
    const double step[2] = {way.x / steps, way.y / steps};
    const double window[2] = {step[0] * span, step[1] * span};
    axis_step s = {.world = world, .size = {box->size[0], box->size[1]}};
    if (steps == 0 || !isfinite(box->at[0]) || !isfinite(box->at[1])) {
        return false;
    }
    for (double k = 0; k <= steps - span; k++) {
        const double at[2] = {box->at[0] + k * step[0], box->at[1] + k * step[1]};
        const double after_x[2] = {at[0] + window[0], at[1]};
        const double after_y[2] = {at[0], at[1] + window[1]};
        if (!is_clear(&s, tilemap, 0, at, window) || !is_clear(&s, tilemap, 1, after_x, window) ||
            !is_clear(&s, tilemap, 1, at, window) || !is_clear(&s, tilemap, 0, after_y, window)) {
            return false;
        }
    }
    return true;
}
