#include "components/navigator.h"

#include "base/dmath.h"
#include "nav/tile_route.h"
#include "world/contracts.h"

#include <math.h>

/* ---- where it starts ---- */

typedef struct plan {
    hob_world *world;
    hob_component *map;
    hob_vec2 origin, cell; /* of the map */
    hob_vec2 anchor;       /* centre of the body in the world */
    hob_vec2 size;         /* of the body; (0, 0) without one */
} plan;

static bool fits(const plan *p, const hob_component *navigator, hob_error *reterr) {
    if (p->size.x <= p->cell.x && p->size.y <= p->cell.y) {
        return true;
    }
    (void)hob_fail(reterr, HOB_ERR_BODY_TOO_LARGE,
                   "The body of %s is %g x %g px, larger than a tile of %g x %g px.",
                   hob_text_cstr(navigator->slot), p->size.x, p->size.y, p->cell.x, p->cell.y);
    (void)hob_error_hint(reterr, "Give it a Collider that fits a tile.");
    return false;
}

static bool begin(hob_world *world, hob_component *navigator, plan *p, hob_error *reterr) {
    hob_entity_data *e = navigator->owner;
    *p = (plan){.world = world, .map = hob_contract_find(world, "tiles", reterr)};
    if (p->map == NULL) {
        return false;
    }
    const hob_tilemap *map = HOB_DATA(p->map, const hob_tilemap);
    p->origin = hob_entity_world_position(world, p->map->owner);
    p->cell = (hob_vec2){hob_tilemap_cell_width(map), hob_tilemap_cell_height(map)};
    p->anchor = hob_entity_world_position(world, e);
    hob_component *body = hob_mover_body(world, navigator);
    hob_box box;
    if (body != NULL && hob_blockers_box(world, body, p->anchor, &box)) {
        p->anchor = (hob_vec2){box.at[0] + box.size[0] / 2, box.at[1] + box.size[1] / 2};
        p->size = (hob_vec2){box.size[0], box.size[1]};
    }
    return fits(p, navigator, reterr);
}

static hob_tile_cell cell_of(const plan *p, hob_vec2 at) {
    return (hob_tile_cell){hob_to_int32(floor((at.x - p->origin.x) / p->cell.x)),
                           hob_to_int32(floor((at.y - p->origin.y) / p->cell.y))};
}

static hob_vec2 centre_of(const plan *p, hob_tile_cell cell) {
    return (hob_vec2){p->origin.x + cell.column * p->cell.x + p->cell.x / 2,
                      p->origin.y + cell.row * p->cell.y + p->cell.y / 2};
}

/* ---- the way ---- */

static bool can_travel(const plan *p, hob_vec2 from, hob_vec2 to) {
    hob_box box = {{from.x - p->size.x / 2, from.y - p->size.y / 2}, {p->size.x, p->size.y}};
    return hob_blockers_can_travel(p->world, p->map, &box,
                                   (hob_vec2){to.x - from.x, to.y - from.y});
}

static hob_value pair(const hob_allocator *a, const char *first, double x, const char *second,
                      double y) {
    hob_value v = hob_value_map(a, 2);
    hob_map_set(a, v.as.map, hob_str_from(first), hob_value_number(x));
    hob_map_set(a, v.as.map, hob_str_from(second), hob_value_number(y));
    return v;
}

/* From a corner, as a place of the anchor in the world, to a place of the entity below its parent.
 */
static hob_vec2 place_for(const plan *p, hob_entity_data *e, hob_vec2 corner) {
    hob_vec2 local = e->transform->position;
    hob_vec2 at = hob_entity_world_position(p->world, e);
    if (e->parent_data == NULL) {
        return (hob_vec2){corner.x + (local.x - p->anchor.x), corner.y + (local.y - p->anchor.y)};
    }
    hob_entity_set_world_position(
        p->world, e, (hob_vec2){corner.x + (at.x - p->anchor.x), corner.y + (at.y - p->anchor.y)});
    hob_vec2 place = e->transform->position;
    e->transform->position = local;
    hob_entity_moved(p->world, e);
    return place;
}

static void add_waypoint(const plan *p, hob_value list, hob_vec2 at) {
    hob_list_add(p->world->heap, list.as.list, pair(p->world->heap, "x", at.x, "y", at.y));
}

/* Greedy: from the last corner as far along the route as the body can go straight. The first cell
 * after a corner is taken without asking. */
static hob_value smooth(const plan *p, hob_entity_data *e, const hob_tile_route *route) {
    hob_value path = hob_value_list(p->world->heap, 4);
    hob_vec2 corner = p->anchor;
    add_waypoint(p, path, e->transform->position);
    for (uint32_t i = 0; i < route->count; i++) {
        while (i + 1 < route->count &&
               can_travel(p, corner, centre_of(p, hob_tile_route_at(route, i + 1)))) {
            i++;
        }
        corner = centre_of(p, hob_tile_route_at(route, i));
        add_waypoint(p, path, place_for(p, e, corner));
    }
    return path;
}

static hob_value cells_of(const plan *p, const hob_tile_route *route) {
    hob_value cells = hob_value_list(p->world->heap, route->count);
    for (uint32_t i = 0; i < route->count; i++) {
        hob_tile_cell cell = hob_tile_route_at(route, i);
        hob_list_add(p->world->heap, cells.as.list,
                     pair(p->world->heap, "col", cell.column, "row", cell.row));
    }
    return cells;
}

bool hob_navigator_go_to(hob_world *world, hob_component *navigator, hob_vec2 target,
                         hob_error *reterr) {
    hob_navigator *n = HOB_DATA(navigator, hob_navigator);
    plan p;
    hob_tile_route route;
    if (!begin(world, navigator, &p, reterr)) {
        return false;
    }
    if (!isfinite(target.x) || !isfinite(target.y) ||
        !hob_tile_route_find(world, p.map, cell_of(&p, p.anchor), cell_of(&p, target), &route)) {
        return false;
    }
    hob_value_done(world->heap, &n->cells);
    n->cells = cells_of(&p, &route);
    hob_path_set(world, navigator, smooth(&p, navigator->owner, &route));
    return true;
}

/* ---- the table ---- */

static const hob_field cell_fields[] = {HOB_P("col", INT, .doc = "Column of the cell."),
                                        HOB_P("row", INT, .doc = "Row of the cell."),
                                        HOB_FIELDS_END};
static const hob_field cell = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = cell_fields, .doc = "A cell."};
static const hob_field waypoint = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = hob_vec2_fields, .doc = "A waypoint."};

#define S hob_navigator
static const hob_field fields[] = {
    {HOB_AT(S, walk.speed, "speed", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "96", .unit = "px/s", .doc = "Speed along the path."},
    HOB_MOVER_FIELDS(hob_path_walk), /* which is where the struct begins */
    {HOB_AT(S, cells, "cells", LIST), .flags = HOB_FIELD_RUNTIME | HOB_FIELD_NULLABLE,
     .element = &cell, .doc = "Route before smoothing, start to goal."},
    {HOB_AT(S, walk.path, "path", LIST), .flags = HOB_FIELD_RUNTIME | HOB_FIELD_NULLABLE,
     .element = &waypoint, .unit = "px", .doc = "Waypoints in the parent's space."},
    {HOB_AT(S, walk.finished, "finished", BOOL), .flags = HOB_FIELD_RUNTIME,
     .doc = "Whether it has reached the end."},
    {HOB_AT(S, walk.segment, "segment", INT), .flags = HOB_FIELD_RUNTIME,
     .doc = "Part of the path that it is on, from 0."},
    {HOB_AT(S, walk.distance, "distance", NUMBER), .flags = HOB_FIELD_RUNTIME, .unit = "px",
     .doc = "Way that it has gone on that part."},
    HOB_FIELDS_END,
};
#undef S

static const hob_need needs[] = {
    {HOB_NEED_SIBLING, "Collider", .first = "Collider#body",
     .when = hob_mover_is_blocked_by_anything, .because = "blockedBy names something",
     .slot = hob_mover_slot, .fits = hob_mover_body_is_box, .fitting = "a box or feet Collider"},
    HOB_MOVER_SCENE_NEEDS,
    {.kind = HOB_NEED_CONTRACT, .name = "tiles"},
    {.name = NULL},
};

static bool attach(hob_world *world, hob_component *component) {
    hob_error error = {.status = HOB_OK};
    plan p;
    hob_mover_attach(world, component);
    if (!begin(world, component, &p, &error)) {
        hob_world_entity_error(world, error.status, component->owner, component, "attach", "%s",
                               error.message);
        return false;
    }
    hob_path_restart(world, component);
    return true;
}

static const hob_signal_type signals[] = {
    HOB_MOVER_SIGNALS, {"finished", "", "It has reached its target."}, {NULL, NULL, NULL}};
static const hob_component_phase phases[] = {{"turns", hob_path_turn}, {NULL, NULL}};
static const char *const families[] = {"Mover", "PathFollow", NULL};

const hob_component_type hob_navigator_type = {
    .name = "Navigator",
    .doc = "Finds its way over the map of the scene and walks it.",
    .size = sizeof(hob_navigator),
    .fields = fields,
    .flags = HOB_COMPONENT_TURN,
    .signals = signals,
    .families = families,
    .update_after = hob_mover_after,
    .needs = needs,
    .phases = phases,
    .attach = attach,
    .done = hob_mover_done,
    .changed = hob_mover_changed,
    .hash = hob_mover_hash,
};
