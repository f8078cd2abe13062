/* nearest: over places, not shapes (spec waica 2.4). With a layer or kind the entity must have such
 * a collider; the distance is to its place all the same. */
#include "physics/query_internal.h"

#include "base/dmath.h"

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

hob_entity hob_query_nearest(hob_world *world, double x, double y, const hob_query_filter *filter) {
    filter = filter != NULL ? filter : &hob_query__everything;
    double most = filter->has_max_distance ? filter->max_distance : HOB_INFINITY;
    if (!isfinite(x) || !isfinite(y) || !(most >= 0)) {
        return HOB_NO_ENTITY;
    }
    bool wants_collider = filter->has_layers || filter->kinds != 0;
    hob_entity best = HOB_NO_ENTITY;
    double least = HOB_INFINITY;
    bool stop = false;
    hob_entity_pass pass = hob_entity_pass_begin(world);
    for (hob_entity_data *e; !stop && (e = hob_entity_pass_next(&pass)) != NULL;) {
        hob_vec2 at = hob_physics__position(world, e);
        double dx = at.x - x;
        double dy = at.y - y;
        /* Further by a safe margin on one axis: no need for the exact distance. Not with a
         * predicate, which is to see every candidate. */
        bool is_far = fabs(dx) > least || fabs(dy) > least || fabs(dx) > most || fabs(dy) > most;
        if (!e->active || (is_far && filter->where == NULL) ||
            !hob_query__passes(world, filter, e) ||
            (wants_collider && !has_collider(world, filter, e))) {
            continue;
        }
        hob_query_info info = {.distance = hob_hypot(dx, dy)};
        if (info.distance <= most && hob_query__asks(filter, e, &info, &stop) &&
            (best == HOB_NO_ENTITY || info.distance < least)) {
            best = e->self;
            least = info.distance;
        }
    }
    hob_entity_pass_end(&pass);
    return stop ? HOB_NO_ENTITY : best;
}
