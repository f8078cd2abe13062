#include "nav/nav.h"

#include "base/dmath.h"
#include "nav/tile_route.h"
#include "physics/collider.h"
#include "physics/physics_body.h"
#include "physics/tilemap.h"
#include "world/sprite_renderer.h"

#include <math.h>
#include <string.h>

#define DEFAULT_CELL  32.0
#define PADDING       2    /* open cells around everything */
#define SHARE_OF_CELL 0.01 /* a solid that covers more of a cell blocks it */

struct hob_nav {
    const hob_allocator *allocator;
    hob_nav_grid grid;
    hob_nav_search search;
    hob_vec2 origin;
    double cell;
    bool valid;
    int64_t frame;
    uint64_t tiles; /* which tilemaps, with which solid cells */
    hob_tile_routes tile_routes;
};

hob_tile_routes *hob_nav__tile_routes(hob_nav *nav) {
    return &nav->tile_routes;
}

hob_nav *hob_nav_create(const hob_allocator *a) {
    hob_nav *nav = hob_alloc_zero(a, 1, sizeof(*nav));
    if (nav != NULL) {
        nav->allocator = a;
        hob_nav_search_init(&nav->search, a);
        hob_nav_search_init(&nav->tile_routes.search, a);
    }
    return nav;
}

void hob_nav_destroy(hob_nav *nav) {
    if (nav == NULL) {
        return;
    }
    hob_nav_search_done(&nav->tile_routes.search);
    hob_nav_grid_done(&nav->tile_routes.grid, nav->allocator);
    hob_nav_search_done(&nav->search);
    hob_nav_grid_done(&nav->grid, nav->allocator);
    hob_free(nav->allocator, nav, sizeof(*nav));
}

void hob_nav_forget(hob_nav *nav) {
    if (nav != NULL) {
        nav->valid = false;
        nav->tile_routes.born = 0;
    }
}

/* ---- solids ---- */

typedef struct box {
    double min_x, min_y, max_x, max_y;
} box;

typedef struct solids {
    hob_world *world;
    int tilemap, collider, body;
} solids;

static solids solids_of(hob_world *world) {
    return (solids){
        .world = world,
        .tilemap = hob_known_type(world, HOB_KNOWN_TILEMAP),
        .collider = hob_known_type(world, HOB_KNOWN_COLLIDER),
        .body = hob_known_type(world, HOB_KNOWN_PHYSICS_BODY),
    };
}

/* Half sizes of a shape around its centre; false for none. */
static bool half_sizes(const solids *s, hob_component *c, const hob_collider *shape, box *ret_box) {
    double w = shape->width / 2, h = shape->height / 2, shift = 0;
    if (shape->shape == HOB_COLLIDER_CIRCLE && shape->radius.tag == HOB_TAG_NUMBER) {
        w = h = shape->radius.as.number;
    } else if (shape->shape == HOB_COLLIDER_FEET) {
        hob_vec2 size;
        if (!hob_entity_size(s->world, c->owner, &size)) {
            return false;
        }
        shift = size.y / 2 - h;
    }
    *ret_box = (box){-w, shift - h, w, shift + h};
    return w > 0 && h > 0;
}

/* Scaled and rotated as physics does it (spec runtime 7.3). */
static bool polygon_bounds(const solids *s, hob_component *c, const hob_collider *shape,
                           box *ret_box) {
    const hob_list *points = shape->points.tag == HOB_TAG_LIST ? shape->points.as.list : NULL;
    if (points == NULL || points->count < 3) {
        return false;
    }
    hob_vec2 scale = hob_entity_world_scale(s->world, c->owner);
    double angle = hob_entity_world_rotation(s->world, c->owner) * HOB_PI / 180;
    double cosine = hob_cos(angle), sine = hob_sin(angle);
    for (uint32_t i = 0; i < points->count; i++) {
        double px = hob_value_get_number(points->items[i], "x", 0) * scale.x;
        double py = hob_value_get_number(points->items[i], "y", 0) * scale.y;
        double x = px * cosine - py * sine, y = px * sine + py * cosine;
        if (i == 0) {
            *ret_box = (box){x, y, x, y};
        }
        ret_box->min_x = hob_min(ret_box->min_x, x);
        ret_box->min_y = hob_min(ret_box->min_y, y);
        ret_box->max_x = hob_max(ret_box->max_x, x);
        ret_box->max_y = hob_max(ret_box->max_y, y);
    }
    return true;
}

/* Blocks paths: not only a sensor, and its entity has no body or a static one. */
static bool collider_box(const solids *s, hob_component *c, box *ret_box) {
    const hob_collider *shape = HOB_DATA(c, const hob_collider);
    const hob_component *body = hob_component_of(c->owner, s->body);
    if (!hob_collider_is_solid(shape) ||
        (body != NULL && HOB_DATA(body, const hob_physics_body)->body_type != HOB_BODY_STATIC)) {
        return false;
    }
    bool any = shape->shape == HOB_COLLIDER_POLYGON ? polygon_bounds(s, c, shape, ret_box)
                                                    : half_sizes(s, c, shape, ret_box);
    if (any) {
        hob_vec2 at = hob_entity_world_position(s->world, c->owner);
        at.x += shape->offset.x;
        at.y += shape->offset.y;
        *ret_box = (box){at.x + ret_box->min_x, at.y + ret_box->min_y, at.x + ret_box->max_x,
                         at.y + ret_box->max_y};
    }
    return any;
}

static void walk_colliders(const solids *s, void (*each)(void *user, const box *solid),
                           void *user) {
    box solid = {0}; /* a compiler cannot see that collider_box fills it */
    hob_pass pass = hob_pass_begin(s->world, s->collider);
    for (hob_component *c = hob_pass_next(&pass); c != NULL; c = hob_pass_next(&pass)) {
        if (collider_box(s, c, &solid)) {
            each(user, &solid);
        }
    }
    hob_pass_end(&pass);
}

static void walk_maps(const solids *s,
                      void (*each)(void *user, const hob_tilemap *map, hob_vec2 at), void *user) {
    hob_pass pass = hob_pass_begin(s->world, s->tilemap);
    for (hob_component *c = hob_pass_next(&pass); c != NULL; c = hob_pass_next(&pass)) {
        const hob_tilemap *map = HOB_DATA(c, const hob_tilemap);
        if (hob_tilemap_may_block(map)) {
            each(user, map, hob_entity_world_position(s->world, c->owner));
        }
    }
    hob_pass_end(&pass);
}

static box cell_box(const hob_tilemap *map, hob_vec2 at, int32_t column, int32_t row) {
    double x = at.x + column * map->cell_width, y = at.y + row * map->cell_height;
    return (box){x, y, x + map->cell_width, y + map->cell_height};
}

/* ---- the grid ---- */

/* The first solid tilemap gives the size of a cell, even without any cells. */
static double cell_size(const solids *s) {
    double cell = DEFAULT_CELL;
    hob_pass pass = hob_pass_begin(s->world, s->tilemap);
    for (hob_component *c = hob_pass_next(&pass); c != NULL; c = hob_pass_next(&pass)) {
        const hob_tilemap *map = HOB_DATA(c, const hob_tilemap);
        if (map->solid || hob_tilemap_may_block(map)) {
            cell = hob_min(map->cell_width, map->cell_height);
            break;
        }
    }
    hob_pass_end(&pass);
    return cell;
}

/* Which tilemaps there are, and the state of their solid cells. */
static uint64_t tiles_key(const solids *s) {
    hob_hash hash;
    hob_hash_init(&hash);
    hob_pass pass = hob_pass_begin(s->world, s->tilemap);
    for (hob_component *c = hob_pass_next(&pass); c != NULL; c = hob_pass_next(&pass)) {
        hob_hash_u64(&hash, c->born);
        hob_hash_u32(&hash, (uint32_t)HOB_DATA(c, const hob_tilemap)->revision);
    }
    hob_pass_end(&pass);
    return hob_hash_end(&hash);
}

static void widen(void *user, const box *solid) {
    box *bounds = user;
    bounds->min_x = hob_min(bounds->min_x, solid->min_x);
    bounds->min_y = hob_min(bounds->min_y, solid->min_y);
    bounds->max_x = hob_max(bounds->max_x, solid->max_x);
    bounds->max_y = hob_max(bounds->max_y, solid->max_y);
}

/* Only the outermost solid cells count. */
static void widen_by_map(void *user, const hob_tilemap *map, hob_vec2 at) {
    int32_t c0 = map->columns, c1 = -1, r0 = map->rows, r1 = -1;
    for (int32_t row = 0; row < map->rows; row++) {
        const uint8_t *cells = map->cells + (size_t)row * (size_t)map->columns;
        const uint8_t *first = memchr(cells, 1, (size_t)map->columns);
        if (first == NULL) {
            continue;
        }
        int32_t low = (int32_t)(first - cells), high = map->columns - 1;
        while (cells[high] == 0) {
            high--;
        }
        c0 = low < c0 ? low : c0;
        c1 = high > c1 ? high : c1;
        r0 = row < r0 ? row : r0;
        r1 = row;
    }
    box first = cell_box(map, at, c0, r0), last = cell_box(map, at, c1, r1);
    widen(user, &first);
    widen(user, &last);
}

static double overlap(double min_a, double max_a, double min_b, double max_b) {
    double low = min_a > min_b ? min_a : min_b, high = max_a < max_b ? max_a : max_b;
    return high - low;
}

/* First and last cell that an interval touches. */
static bool touched(double min, double max, double origin, double cell, int32_t count,
                    int32_t *ret_first, int32_t *ret_last) {
    double first = floor((min - origin) / cell), last = floor((max - origin) / cell);
    if (!(last >= 0) || !(first < count)) {
        return false;
    }
    *ret_first = first > 0 ? (int32_t)first : 0;
    *ret_last = last < count - 1 ? (int32_t)last : count - 1;
    return true;
}

static void mark(void *user, const box *solid) {
    hob_nav *nav = user;
    int32_t c0, c1, r0, r1;
    if (!touched(solid->min_x, solid->max_x, nav->origin.x, nav->cell, nav->grid.columns, &c0,
                 &c1) ||
        !touched(solid->min_y, solid->max_y, nav->origin.y, nav->cell, nav->grid.rows, &r0, &r1)) {
        return;
    }
    double enough = SHARE_OF_CELL * nav->cell * nav->cell;
    for (int32_t row = r0; row <= r1; row++) {
        double y = nav->origin.y + row * nav->cell;
        double height = overlap(solid->min_y, solid->max_y, y, y + nav->cell);
        for (int32_t column = c0; column <= c1; column++) {
            double x = nav->origin.x + column * nav->cell;
            double width = overlap(solid->min_x, solid->max_x, x, x + nav->cell);
            if (width > 0 && height > 0 && width * height > enough) {
                nav->grid.solid[hob_nav_index(&nav->grid, column, row)] = 1;
            }
        }
    }
}

/* Column and row of the grid at which a map of the grid's own cells lies; false: it lies askew. */
static bool is_aligned(const hob_nav *nav, const hob_tilemap *map, hob_vec2 at, int32_t *ret_column,
                       int32_t *ret_row) {
    double column = (at.x - nav->origin.x) / nav->cell, row = (at.y - nav->origin.y) / nav->cell;
    if (map->cell_width != nav->cell || map->cell_height != nav->cell || column != floor(column) ||
        row != floor(row) || fabs(column) > INT16_MAX || fabs(row) > INT16_MAX) {
        return false;
    }
    *ret_column = (int32_t)column;
    *ret_row = (int32_t)row;
    return true;
}

/* Cell for cell where the map lies on the lattice; else each solid cell as a box. */
static void mark_map(void *user, const hob_tilemap *map, hob_vec2 at) {
    hob_nav *nav = user;
    int32_t column0, row0;
    bool aligned = is_aligned(nav, map, at, &column0, &row0);
    for (int32_t row = 0; row < map->rows; row++) {
        const uint8_t *cells = map->cells + (size_t)row * (size_t)map->columns;
        for (int32_t column = 0; column < map->columns; column++) {
            if (cells[column] == 0) {
                continue;
            }
            if (aligned) { /* solid cells lie inside the grid's bounds */
                nav->grid.solid[hob_nav_index(&nav->grid, column0 + column, row0 + row)] = 1;
            } else {
                box solid = cell_box(map, at, column, row);
                mark(nav, &solid);
            }
        }
    }
}

static bool build(hob_nav *nav, const solids *s, hob_vec2 from, hob_vec2 to) {
    double cell = cell_size(s);
    box bounds = {hob_min(from.x, to.x), hob_min(from.y, to.y), hob_max(from.x, to.x),
                  hob_max(from.y, to.y)};
    walk_colliders(s, widen, &bounds);
    walk_maps(s, widen_by_map, &bounds);
    double min_x = (floor(bounds.min_x / cell) - PADDING) * cell;
    double min_y = (floor(bounds.min_y / cell) - PADDING) * cell;
    double max_x = (ceil(bounds.max_x / cell) + PADDING) * cell;
    double max_y = (ceil(bounds.max_y / cell) + PADDING) * cell;
    double columns = ceil((max_x - min_x) / cell), rows = ceil((max_y - min_y) / cell);
    nav->valid = false;
    if (!(columns <= HOB_NAV_MAX_SIDE && rows <= HOB_NAV_MAX_SIDE)) {
        hob_world_log(
            s->world, HOB_LOG_WARN,
            "No path: the navigation grid would have %.0f x %.0f cells, %d x %d is the most.",
            columns, rows, HOB_NAV_MAX_SIDE, HOB_NAV_MAX_SIDE);
        return false;
    }
    if (!hob_nav_grid_reset(&nav->grid, nav->allocator, (int32_t)columns, (int32_t)rows)) {
        return false;
    }
    nav->origin = (hob_vec2){min_x, min_y};
    nav->cell = cell;
    nav->valid = true;
    nav->frame = s->world->frame;
    nav->tiles = tiles_key(s);
    walk_colliders(s, mark, nav);
    walk_maps(s, mark_map, nav);
    return true;
}

/* ---- queries ---- */

bool hob_nav_cell_of(const hob_nav_view *view, hob_vec2 point, uint32_t *ret_index) {
    double column = floor((point.x - view->origin.x) / view->cell);
    double row = floor((point.y - view->origin.y) / view->cell);
    if (!(column >= 0 && row >= 0 && column < view->grid->columns && row < view->grid->rows)) {
        return false;
    }
    *ret_index = hob_nav_index(view->grid, (int32_t)column, (int32_t)row);
    return true;
}

hob_vec2 hob_nav_center_of(const hob_nav_view *view, uint32_t index) {
    return (hob_vec2){view->origin.x + (hob_nav_column(view->grid, index) + 0.5) * view->cell,
                      view->origin.y + (hob_nav_row(view->grid, index) + 0.5) * view->cell};
}

bool hob_nav_view_for(hob_world *world, hob_vec2 from, hob_vec2 to, hob_nav_view *ret_view) {
    hob_nav *nav = world->outside.nav;
    solids s = solids_of(world);
    uint32_t index;
    *ret_view = (hob_nav_view){&nav->grid, &nav->search, nav->origin, nav->cell};
    bool usable = nav->valid && nav->frame == world->frame && nav->tiles == tiles_key(&s) &&
                  hob_nav_cell_of(ret_view, from, &index) && hob_nav_cell_of(ret_view, to, &index);
    if (!usable && !build(nav, &s, from, to)) {
        return false;
    }
    *ret_view = (hob_nav_view){&nav->grid, &nav->search, nav->origin, nav->cell};
    return true;
}

static hob_value route_value(const hob_nav_view *view, const hob_allocator *a) {
    const hob_nav_search *search = view->search;
    hob_value list = hob_value_list(a, search->route_count);
    hob_text *x = hob_text_create(a, HOB_STR("x")), *y = hob_text_create(a, HOB_STR("y"));
    for (uint32_t i = 0; i < search->route_count; i++) {
        hob_vec2 at = hob_nav_center_of(view, search->route[i]);
        hob_value point = hob_value_map(a, 2);
        hob_map_append(a, point.as.map, hob_text_keep(x), hob_value_number(at.x));
        hob_map_append(a, point.as.map, hob_text_keep(y), hob_value_number(at.y));
        hob_list_add(a, list.as.list, point);
    }
    hob_text_drop(a, x);
    hob_text_drop(a, y);
    return list;
}

hob_value hob_nav_find_path(hob_world *world, hob_vec2 from, hob_vec2 to, bool diagonals,
                            const hob_allocator *a) {
    hob_nav_view view;
    if (!isfinite(from.x) || !isfinite(from.y) || !isfinite(to.x) || !isfinite(to.y) ||
        !hob_nav_view_for(world, from, to, &view)) {
        return HOB_VALUE_NULL;
    }
    hob_nav_query query = {
        .diagonals = diagonals, .ties = HOB_NAV_TIES_COST, .order = hob_nav_order_news};
    if (!hob_nav_cell_of(&view, from, &query.start) || !hob_nav_cell_of(&view, to, &query.goal) ||
        view.grid->solid[query.start] != 0 || view.grid->solid[query.goal] != 0 ||
        hob_nav_search_run(view.search, view.grid, &query) != HOB_NAV_FOUND) {
        return HOB_VALUE_NULL;
    }
    return route_value(&view, a);
}
