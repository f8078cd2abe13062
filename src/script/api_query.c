/* ctx.query: what is where (spec hob 6.5). Numbers that mean nothing find nothing; arguments of a
 * wrong type are errors. */
#include "physics/query.h"
#include "script/api_parts.h"
#include "script/machine.h"
#include "world/pick.h"

#include <math.h>

/* ---- filters ---- */

typedef struct asked {
    hob_ctx_call *call;
    hob_query_filter filter;
    hob_value where;
    bool failed; /* the predicate raised: the call's error is set */
} asked;

static bool wrong(hob_ctx_call *call, const char *key, const char *wanted) {
    return hob_ctx_fail(call, HOB_ERR_SCRIPT_ERROR, "ctx.query.%s: filter.%s must be %s",
                        call->member->name, key, wanted);
}

/* A text or a list of texts, as a list; absent: null. */
static bool texts(hob_ctx_call *call, hob_value filter, const char *key, hob_value *ret_list) {
    hob_value v = hob_value_get(filter, key);
    *ret_list = HOB_VALUE_NULL;
    if (hob_value_is_absent(v) || (v.tag == HOB_TAG_MAP && v.as.map->count == 0)) {
        return true;
    }
    if (v.tag == HOB_TAG_TEXT) {
        *ret_list = hob_value_list(call->a, 1);
        hob_list_add(call->a, ret_list->as.list, v);
        return true;
    }
    for (uint32_t i = 0; v.tag == HOB_TAG_LIST && i < v.as.list->count; i++) {
        if (v.as.list->items[i].tag != HOB_TAG_TEXT) {
            return wrong(call, key, "a text or a list of texts");
        }
    }
    if (v.tag != HOB_TAG_LIST) {
        return wrong(call, key, "a text or a list of texts");
    }
    *ret_list = v;
    return true;
}

static bool add_excluded(asked *q, hob_entity *items, hob_value v) {
    if (v.tag == HOB_TAG_TEXT) { /* an unknown one leaves nobody out */
        items[q->filter.exclude_count++] = hob_entity_find(q->call->world, hob_value_str(v));
        return true;
    }
    if (v.tag == HOB_TAG_ENTITY) {
        items[q->filter.exclude_count++] = v.as.entity;
        return true;
    }
    hob_value id = v.tag == HOB_TAG_MAP ? hob_value_get(v, "id") : HOB_VALUE_ABSENT;
    if (id.tag == HOB_TAG_TEXT) { /* a handle as data */
        items[q->filter.exclude_count++] = hob_entity_find_id(q->call->world, hob_value_str(id));
        return true;
    }
    return wrong(q->call, "exclude", "an entity or a list of entities");
}

static bool read_exclude(asked *q, hob_value filter) {
    hob_value v = hob_value_get(filter, "exclude");
    if (hob_value_is_absent(v) || (v.tag == HOB_TAG_MAP && v.as.map->count == 0)) {
        return true;
    }
    bool is_list = v.tag == HOB_TAG_LIST;
    uint32_t count = is_list ? v.as.list->count : 1;
    hob_entity *items = hob_alloc_zero(q->call->a, count + 1, sizeof *items);
    q->filter.exclude = items;
    for (uint32_t i = 0; i < count; i++) {
        if (!add_excluded(q, items, is_list ? v.as.list->items[i] : v)) {
            return false;
        }
    }
    return true;
}

static hob_where ask(void *user, hob_entity_data *e, const hob_query_info *info) {
    asked *q = user;
    const hob_allocator *a = q->call->a;
    hob_value args[2] = {hob_value_entity(e->self), hob_value_map(a, 2)};
    if (info->component != NULL) {
        hob_map_set(a, args[1].as.map, HOB_STR("slot"),
                    hob_value_text(a, hob_text_view(info->component->slot)));
    }
    if (!isnan(info->distance)) {
        hob_map_set(a, args[1].as.map, HOB_STR("distance"), hob_value_number(info->distance));
    }
    hob_value answer = HOB_VALUE_NULL;
    q->failed = !hob_machine_ask(q->call, q->where, args, 2, &answer);
    return q->failed               ? HOB_WHERE_STOPS
           : hob_ctx_truth(answer) ? HOB_WHERE_ACCEPTS
                                   : HOB_WHERE_REJECTS;
}

static bool read_kind(asked *q, hob_value filter) {
    hob_value v = hob_value_get(filter, "kind");
    if (hob_value_is_absent(v)) {
        return true;
    }
    if (v.tag == HOB_TAG_TEXT && hob_str_is(hob_value_str(v), "any")) {
        q->filter.kinds = HOB_SPACE_ANY;
    } else if (v.tag == HOB_TAG_TEXT && hob_str_is(hob_value_str(v), "solid")) {
        q->filter.kinds = HOB_SPACE_SOLID;
    } else if (v.tag == HOB_TAG_TEXT && hob_str_is(hob_value_str(v), "sensor")) {
        q->filter.kinds = HOB_SPACE_SENSOR;
    } else {
        return wrong(q->call, "kind", "any, solid or sensor");
    }
    return true;
}

static bool read_scalars(asked *q, hob_value filter) {
    hob_value tag = hob_value_get(filter, "tag");
    hob_value most = hob_value_get(filter, "maxDistance");
    q->where = hob_value_get(filter, "where");
    if (!hob_value_is_absent(tag)) {
        if (tag.tag != HOB_TAG_TEXT) {
            return wrong(q->call, "tag", "a text");
        }
        q->filter.tag = hob_value_str(tag);
        q->filter.tag = q->filter.tag.data == NULL ? HOB_STR("") : q->filter.tag;
    }
    if (!hob_value_is_absent(most)) {
        if (most.tag != HOB_TAG_NUMBER) {
            return wrong(q->call, "maxDistance", "a number");
        }
        q->filter.has_max_distance = true;
        q->filter.max_distance = most.as.number;
    }
    if (!hob_value_is_absent(q->where)) {
        if (!hob_value_is_function(q->where)) {
            return wrong(q->call, "where", "a function");
        }
        q->filter.where = ask;
        q->filter.user = q;
    }
    return true;
}

/* `q` stays where it is while the filter is in use. */
static bool read_filter(hob_ctx_call *call, uint32_t index, asked *q) {
    *q = (asked){.call = call};
    if (!hob_ctx_given(call, index)) {
        return true;
    }
    hob_value filter = hob_ctx_plain(call, index);
    hob_value layers;
    if (!texts(call, filter, "with", &q->filter.with) ||
        !texts(call, filter, "without", &q->filter.without) ||
        !texts(call, filter, "layer", &layers) || !read_exclude(q, filter) ||
        !read_kind(q, filter) || !read_scalars(q, filter)) {
        return false;
    }
    if (layers.tag == HOB_TAG_LIST) {
        q->filter.has_layers = true;
        q->filter.layers = hob_layer_set_of(call->world, layers);
    }
    return true;
}

/* ---- results ---- */

static bool return_found(hob_ctx_call *call, const asked *q, const hob_query_result *found) {
    if (q->failed) {
        return false;
    }
    hob_value list = hob_value_list(call->a, found->count);
    for (uint32_t i = 0; i < found->count; i++) {
        hob_list_add(call->a, list.as.list, hob_value_entity(found->items[i]));
    }
    return hob_ctx_return(call, list);
}

/* ---- area ---- */

static double number_of(hob_value shape, const char *key) {
    hob_value v = hob_value_get(shape, key);
    return v.tag == HOB_TAG_NUMBER ? v.as.number : (double)NAN;
}

static void read_points(hob_ctx_call *call, hob_value shape, hob_area *area) {
    hob_value list = hob_value_get(shape, "points");
    uint32_t count = list.tag == HOB_TAG_LIST ? list.as.list->count : 0;
    hob_vec2 *points = hob_alloc_zero(call->a, count + 1, sizeof *points);
    for (uint32_t i = 0; i < count; i++) {
        points[i] = (hob_vec2){number_of(list.as.list->items[i], "x"),
                               number_of(list.as.list->items[i], "y")};
    }
    area->points = points;
    area->point_count = count;
}

/* False: no shape at all. An unknown one is a box. */
static bool read_area(hob_ctx_call *call, hob_area *area) {
    hob_value shape = hob_ctx_plain(call, 0);
    if (shape.tag != HOB_TAG_MAP) {
        return false;
    }
    hob_str kind = hob_value_get_str(shape, "shape", "box");
    *area = (hob_area){.x = number_of(shape, "x"),
                       .y = number_of(shape, "y"),
                       .width = number_of(shape, "width"),
                       .height = number_of(shape, "height"),
                       .radius = number_of(shape, "radius")};
    if (hob_str_is(kind, "circle")) {
        area->shape = HOB_AREA_CIRCLE;
    } else if (hob_str_is(kind, "polygon")) {
        area->shape = HOB_AREA_POLYGON;
        read_points(call, shape, area);
        /* The triangle that stands in for broken points is as large as Collider's default. */
        area->width = hob_value_is_absent(hob_value_get(shape, "width")) ? 32 : area->width;
        area->height = hob_value_is_absent(hob_value_get(shape, "height")) ? 32 : area->height;
    }
    return true;
}

static bool area(hob_ctx_call *call) {
    asked q;
    hob_area of;
    hob_query_result found = {.allocator = call->a};
    if (!read_filter(call, 1, &q)) {
        return false;
    }
    if (read_area(call, &of)) {
        hob_query_area(call->world, &of, &q.filter, &found);
    }
    return return_found(call, &q, &found);
}

/* ---- the others ---- */

static bool point(hob_ctx_call *call) {
    asked q;
    hob_query_result found = {.allocator = call->a};
    if (!read_filter(call, 2, &q)) {
        return false;
    }
    hob_query_point(call->world, hob_ctx_number(call, 0), hob_ctx_number(call, 1), &q.filter,
                    &found);
    return return_found(call, &q, &found);
}

static bool within(hob_ctx_call *call) {
    asked q;
    hob_query_result found = {.allocator = call->a};
    if (!read_filter(call, 3, &q)) {
        return false;
    }
    hob_query_within(call->world, hob_ctx_number(call, 0), hob_ctx_number(call, 1),
                     hob_ctx_number(call, 2), &q.filter, &found);
    return return_found(call, &q, &found);
}

static bool nearest(hob_ctx_call *call) {
    asked q;
    if (!read_filter(call, 2, &q)) {
        return false;
    }
    hob_entity found =
        hob_query_nearest(call->world, hob_ctx_number(call, 0), hob_ctx_number(call, 1), &q.filter);
    return !q.failed && hob_ctx_return_entity(call, found);
}

static bool cell_empty(hob_ctx_call *call) {
    double size = hob_ctx_number_or(call, 2, call->world->scene_settings.cell_size);
    return hob_ctx_return_bool(call, hob_query_cell_empty(call->world, hob_ctx_number(call, 0),
                                                          hob_ctx_number(call, 1), size));
}

static void put(hob_ctx_call *call, hob_value map, const char *key, hob_value v) {
    hob_map_set(call->a, map.as.map, hob_str_from(key), v);
}

static bool ray(hob_ctx_call *call) {
    asked q;
    hob_ray_hit hit;
    if (!read_filter(call, 5, &q)) {
        return false;
    }
    bool found = hob_query_ray(call->world, hob_ctx_number(call, 0), hob_ctx_number(call, 1),
                               hob_ctx_number(call, 2), hob_ctx_number(call, 3),
                               hob_ctx_number(call, 4), &q.filter, &hit);
    if (q.failed) {
        return false;
    }
    if (!found) {
        return hob_ctx_return(call, HOB_VALUE_NULL);
    }
    hob_value result = hob_value_map(call->a, 6);
    put(call, result, "entity", hob_value_entity(hit.entity));
    put(call, result, "slot", hob_value_text(call->a, hob_text_view(hit.component->slot)));
    if (hit.is_tile) {
        hob_value tile = hob_value_map(call->a, 2);
        put(call, tile, "col", hob_value_number(hit.column));
        put(call, tile, "row", hob_value_number(hit.row));
        put(call, result, "tile", tile);
    }
    put(call, result, "distance", hob_value_number(hit.distance));
    put(call, result, "point", hob_point_value(call->a, hit.point));
    put(call, result, "normal", hob_point_value(call->a, hit.normal));
    return hob_ctx_return(call, result);
}

static hob_value pick_value(hob_ctx_call *call, const hob_pick *pick) {
    hob_value result = hob_value_map(call->a, 2);
    put(call, result, "point", hob_point_value(call->a, pick->point));
    if (pick->entity != HOB_NO_ENTITY) {
        put(call, result, "entity", hob_value_entity(pick->entity));
    }
    return result;
}

static bool pick(hob_ctx_call *call) {
    hob_vec2 at = {hob_ctx_number(call, 0), hob_ctx_number(call, 1)};
    if (!isfinite(at.x) || !isfinite(at.y)) {
        return hob_ctx_return(call, HOB_VALUE_NULL);
    }
    hob_pick found = hob_pick_screen(call->world, at);
    return hob_ctx_return(call, pick_value(call, &found));
}

bool hob_ctx_input_pick(hob_ctx_call *call) {
    hob_pick taken;
    return hob_ctx_return(call, hob_pick_take(call->world, &taken) ? pick_value(call, &taken)
                                                                   : HOB_VALUE_NULL);
}

/* ---- the table ---- */

#define N(label, text) HOB_P(label, NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = text)
#define XY             N("x", "World place."), N("y", "World place.")
#define FILTER                                                                           \
    HOB_P("filter", MAP,                                                                 \
          .doc = "{with, without, exclude, where(handle, info), tag, layer, kind (any, " \
                 "solid or sensor), maxDistance}; all must hold."),                      \
        HOB_FIELDS_END
static const hob_field area_params[] = {
    HOB_P("shape", ANY,
          .doc = "{shape (box, circle or polygon), x, y, width, height, radius, points}."),
    FILTER};
static const hob_field point_params[] = {XY, FILTER};
static const hob_field within_params[] = {XY, N("r", "Radius."), FILTER};
static const hob_field ray_params[] = {
    XY, HOB_P("dx", NUMBER, .flags = HOB_FIELD_REQUIRED, .doc = "Direction, of any length."),
    HOB_P("dy", NUMBER, .flags = HOB_FIELD_REQUIRED, .doc = "Direction, of any length."),
    N("maxDistance", "How far to look."), FILTER};
static const hob_field cell_params[] = {
    XY, HOB_P("size", NUMBER, .unit = "px", .doc = "Side of a cell; else the scene's cellSize."),
    HOB_FIELDS_END};
static const hob_field pick_params[] = {N("x", "Screen place."), N("y", "Screen place."),
                                        HOB_FIELDS_END};

#define M HOB_API_METHOD
#define F HOB_API_FAILS

static const hob_api_member members[] = {
    {.name = "area",
     .flags = M | F,
     .params = area_params,
     .result = "list of entities",
     .call = area,
     .doc = "Entities with a sensed collider that overlaps the shape.",
     .js = "const hit = ctx.query.area({shape: \"circle\", x: 0, y: 0, radius: 50}, {tag: "
           "\"enemy\"});",
     .lua = "local hit = ctx.query.area({shape = \"circle\", x = 0, y = 0, radius = 50}, {tag = "
            "\"enemy\"})"},
    {.name = "point",
     .flags = M | F,
     .params = point_params,
     .result = "list of entities",
     .call = point,
     .doc = "Entities with a sensed collider that the point lies in.",
     .js = "const there = ctx.query.point(10, 20);",
     .lua = "local there = ctx.query.point(10, 20)"},
    {.name = "nearest",
     .flags = M | F,
     .params = point_params,
     .result = "entity or null",
     .call = nearest,
     .doc = "The entity whose place is nearest; of equals the first.",
     .js = "const foe = ctx.query.nearest(0, 0, {tag: \"enemy\", maxDistance: 200});",
     .lua = "local foe = ctx.query.nearest(0, 0, {tag = \"enemy\", maxDistance = 200})"},
    {.name = "ray",
     .flags = M | F,
     .params = ray_params,
     .result = "{entity, slot, tile or null, distance, point, normal} or null",
     .call = ray,
     .doc = "The first solid collider or tile that a ray crosses.",
     .js = "const hit = ctx.query.ray(0, 0, 1, 0, 500);",
     .lua = "local hit = ctx.query.ray(0, 0, 1, 0, 500)"},
    {.name = "within",
     .flags = M | F,
     .params = within_params,
     .result = "list of entities",
     .call = within,
     .doc = "Entities with a collider whose centre is not further than r.",
     .js = "const near = ctx.query.within(0, 0, 100);",
     .lua = "local near = ctx.query.within(0, 0, 100)"},
    {.name = "cellEmpty",
     .flags = M | F,
     .params = cell_params,
     .result = "bool",
     .call = cell_empty,
     .doc = "Whether no collider reaches the cell of a lattice that holds the place.",
     .js = "ctx.query.cellEmpty(100, 100, 64);"},
    {.name = "pick",
     .flags = M | F,
     .params = pick_params,
     .result = "{point, entity or null} or null",
     .call = pick,
     .doc = "What is drawn at a place of the screen.",
     .js = "const picked = ctx.query.pick(320, 180);",
     .lua = "local picked = ctx.query.pick(320, 180)"},
    {.name = NULL},
};

const hob_api_family hob_api_query = {
    .path = "ctx.query", .doc = "What is where.", .members = members};
