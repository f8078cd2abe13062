/* Collision layers as bits (spec hob 4.2, waica 1.2, 1.3). Names get their bit in the order in
 * which they are first met; the table is part of the world, so it is the same in every run. Names
 * beyond 62 share the last bit and are compared as texts. */
#include "physics/internal.h"
#include "schema/pattern.h"

#define INVALID_BIT \
    ((uint64_t)1 << 63) /* a malformed layer under contactFilter either: nothing accepts it */

uint64_t hob_layer_bit(hob_world *world, hob_str layer) {
    hob_layer_table *table = &world->layers;
    for (uint32_t i = 0; i < table->count; i++) {
        if (hob_str_equal(hob_text_view(table->names[i]), layer)) {
            return (uint64_t)1 << i;
        }
    }
    if (table->count == HOB_LAYER_BITS) {
        return HOB_LAYER_SHARED_BIT;
    }
    table->names[table->count] = hob_text_create(world->heap, layer);
    return (uint64_t)1 << table->count++;
}

/* A polygon's points by a script are not checked as those of a file are: told here, once a change.
 * A concave solid acts as its separating axes have it. */
static void compile_polygon(hob_world *world, hob_component *component) {
    hob_collider *collider = HOB_DATA(component, hob_collider);
    const hob_list *list = collider->points.tag == HOB_TAG_LIST ? collider->points.as.list : NULL;
    uint32_t count = list != NULL ? list->count : 0;
    if (count < 3) {
        hob_world_entity_error(world, HOB_ERR_POLYGON_TOO_FEW_POINTS, component->owner, component,
                               NULL, "A polygon has %u of at least 3 points: it touches nothing.",
                               count);
        return;
    }
    double *p = hob_arena_alloc(world->outside.scratch, 2 * count * sizeof *p);
    for (uint32_t i = 0; i < count; i++) {
        p[2 * i] = hob_value_get_number(list->items[i], "x", 0);
        p[2 * i + 1] = hob_value_get_number(list->items[i], "y", 0);
    }
    bool convex = hob_polygon_is_convex(p, count);
    collider->concave = !convex && !hob_collider_is_solid(collider);
    if (!convex && !collider->concave) {
        hob_world_entity_error(world, HOB_ERR_POLYGON_NOT_CONVEX, component->owner, component, NULL,
                               "A solid polygon has a corner that points inwards: split it into "
                               "convex colliders, or set kind to sensor.");
    }
}

void hob_collider_compile(hob_world *world, hob_component *component) {
    hob_collider *collider = HOB_DATA(component, hob_collider);
    collider->concave = false;
    if (collider->shape == HOB_COLLIDER_POLYGON) {
        compile_polygon(world, component);
    }
    bool strict = world->outside.manifest->rules.contact_filter == HOB_CONTACT_EITHER;
    const hob_pattern *pattern = hob_pattern_find("layer");
    hob_str layer = hob_text_view(collider->layer);
    collider->layer_bit =
        strict && !pattern->matches(layer) ? INVALID_BIT : hob_layer_bit(world, layer);
    collider->mask = 0;
    const hob_list *list =
        collider->collides_with.tag == HOB_TAG_LIST ? collider->collides_with.as.list : NULL;
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        hob_str name = hob_value_str(list->items[i]);
        if (hob_str_is(name, "*")) {
            collider->mask |= ~INVALID_BIT;
        } else if (!strict || pattern->matches(name)) {
            collider->mask |= hob_layer_bit(world, name);
        }
    }
    collider->compiled = true;
}

/* Both sides have names beyond the table: the texts decide. */
static bool accepts_by_name(const hob_item *a, const hob_item *b) {
    hob_str layer =
        hob_text_view(b->collider != NULL ? b->collider->layer
                                          : HOB_DATA(b->component, hob_tilemap)->collision_layer);
    const hob_list *list = a->collider != NULL && a->collider->collides_with.tag == HOB_TAG_LIST
                               ? a->collider->collides_with.as.list
                               : NULL;
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        hob_str name = hob_value_str(list->items[i]);
        if (hob_str_is(name, "*") || hob_str_equal(name, layer)) {
            return true;
        }
    }
    return a->collider == NULL;
}

bool hob_item_accepts(const hob_item *a, const hob_item *b) {
    if ((a->mask & b->layer_bit) == 0) {
        return false;
    }
    return b->layer_bit != HOB_LAYER_SHARED_BIT || accepts_by_name(a, b);
}
