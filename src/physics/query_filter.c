/* What all queries share: the filter, results, the exact shape of a collider. */
#include "physics/query_internal.h"

const hob_query_filter hob_query__everything = {.kinds = 0};

static bool has_all(hob_world *world, hob_value keys, const hob_entity_data *e) {
    const hob_list *list = keys.tag == HOB_TAG_LIST ? keys.as.list : NULL;
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        if (!hob_component_has(world, e, hob_value_str(list->items[i]))) {
            return false;
        }
    }
    return true;
}

static bool has_any(hob_world *world, hob_value keys, const hob_entity_data *e) {
    const hob_list *list = keys.tag == HOB_TAG_LIST ? keys.as.list : NULL;
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        if (hob_component_has(world, e, hob_value_str(list->items[i]))) {
            return true;
        }
    }
    return false;
}

bool hob_query__passes(hob_world *world, const hob_query_filter *filter, const hob_entity_data *e) {
    for (uint32_t i = 0; i < filter->exclude_count; i++) {
        if (filter->exclude[i] == e->self) {
            return false;
        }
    }
    return (filter->tag.data == NULL || hob_entity_has_tag(e, filter->tag)) &&
           has_all(world, filter->with, e) && !has_any(world, filter->without, e);
}

bool hob_query__asks(const hob_query_filter *filter, hob_entity_data *e, const hob_query_info *info,
                     bool *stop) {
    if (filter->where == NULL) {
        return true;
    }
    hob_where answer = filter->where(filter->user, e, info);
    *stop = answer == HOB_WHERE_STOPS;
    return answer == HOB_WHERE_ACCEPTS;
}

void hob_query__add(hob_world *world, hob_query_result *result, hob_entity e) {
    if (result->count > 0 && result->items[result->count - 1] == e) {
        return;
    }
    if (result->count == result->cap) {
        uint32_t cap = result->cap == 0 ? 16 : result->cap * 2;
        hob_entity *items = hob_resize(result->allocator, result->items,
                                       result->cap * sizeof *items, cap * sizeof *items);
        if (items == NULL) {
            hob_guard_leave(world->outside.guard, HOB_ERR_OUT_OF_MEMORY,
                            "There is no memory for what a query found.");
        }
        result->items = items;
        result->cap = cap;
    }
    result->items[result->count++] = e;
}

void hob_query_result_done(hob_query_result *result) {
    hob_free(result->allocator, result->items, result->cap * sizeof *result->items);
    *result = (hob_query_result){.allocator = result->allocator};
}

bool hob_query__shape(hob_world *world, hob_component *component, hob_shape *ret_shape) {
    hob_physics *physics = world->outside.physics;
    hob_collider *collider = HOB_DATA(component, hob_collider);
    hob_item item = {.entity = component->owner, .component = component, .collider = collider};
    physics->point_count = 0;
    if (!collider->compiled) {
        hob_collider_compile(world, component);
    }
    if (!component->ready || !hob_physics__shape_item(world, physics, &item)) {
        return false;
    }
    *ret_shape = item.shape;
    return true;
}

double hob_query__area_of(const double *points, uint32_t count) {
    double sum = 0;
    for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
        /* about the first corner, so that a far place costs no digits */
        sum += (points[2 * j] - points[0]) * (points[2 * i + 1] - points[1]) -
               (points[2 * i] - points[0]) * (points[2 * j + 1] - points[1]);
    }
    return sum;
}

bool hob_query__is_flat(const hob_shape *shape) {
    double twice = shape->kind == HOB_SHAPE_POLYGON
                       ? hob_query__area_of(shape->points, shape->point_count)
                       : 8 * shape->hw * shape->hh;
    return !(fabs(twice) > 2 * HOB_QUERY_EPSILON) || !isfinite(twice);
}
