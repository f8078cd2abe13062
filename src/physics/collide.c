/* What 12.4 asks of physics (spec step 6.3, waica 1.4): which entities may overlap when it begins,
 * and whether two do at the moment of the call. An entity takes part with its first Collider slot
 * that senses, else with its first. */
#include "physics/internal.h"

static bool senses(const hob_collider *collider) {
    return collider->kind == HOB_COLLIDER_SENSOR || collider->kind == HOB_COLLIDER_BOTH;
}

static hob_component *part_of(hob_world *world, const hob_entity_data *e) {
    int type = hob_known_type(world, HOB_KNOWN_COLLIDER);
    hob_component *first = NULL;
    for (uint16_t i = 0; i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        if (c == NULL || c->removed || c->inert || c->type_index != type) {
            continue;
        }
        if (senses(HOB_DATA(c, hob_collider))) {
            return c;
        }
        first = first != NULL ? first : c;
    }
    return first;
}

/* Nobody to tell: no hook of that name anywhere, no built-in that collides. */
static bool anyone_listens(hob_world *world) {
    for (size_t i = 0; i < hob_registry_count(world->outside.registry); i++) {
        if (hob_registry_at(world->outside.registry, i)->collide != NULL &&
            hob_column_count(world, (int)i) > 0) {
            return true;
        }
    }
    bool found = false;
    hob_pass pass = hob_pass_begin_collide_hooks(world);
    for (hob_component *c = hob_pass_next(&pass); c != NULL && !found; c = hob_pass_next(&pass)) {
        found = hob_code_has_hook(world, c->code, HOB_HOOK_COLLIDE);
    }
    hob_pass_end(&pass);
    return found;
}

/* Items with which entities take part, in entity order: obstacles and movers alike, in one grid. */
static uint32_t collect_parts(hob_world *world, hob_physics *physics) {
    hob_physics__gather_bodies(world, physics);
    hob_physics__collect(world, physics);
    hob_extent_begin(&physics->obstacle_extent);
    uint32_t count = 0;
    for (uint32_t i = 0; i < physics->item_count; i++) {
        if (part_of(world, physics->items[i].entity) == physics->items[i].component) {
            physics->obstacles[count++] = i;
            hob_extent_add(&physics->obstacle_extent, &physics->items[i].shape);
        }
    }
    physics->obstacle_count = count;
    hob_grid_build(world, &physics->obstacle_grid, &physics->obstacle_extent, physics->items,
                   physics->obstacles, count, false);
    return count;
}

static void sort_found(uint32_t *found, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        uint32_t moving = found[i];
        uint32_t at = i;
        for (; at > 0 && found[at - 1] > moving; at--) {
            found[at] = found[at - 1];
        }
        found[at] = moving;
    }
}

static uint32_t candidates(hob_world *world, const hob_collide_pair **ret_pairs) {
    hob_physics *physics = world->outside.physics;
    if (hob_world_rule_hearth_scripts(world) || !anyone_listens(world)) {
        return 0;
    }
    uint32_t parts = collect_parts(world, physics);
    uint32_t count = 0;
    for (uint32_t p = 0; p < parts; p++) {
        const hob_item *low = &physics->items[physics->obstacles[p]];
        uint32_t found = hob_grid_query(&physics->obstacle_grid, physics->items, &low->shape,
                                        physics->obstacles[p], physics->found, physics->found_cap);
        sort_found(physics->found, found);
        for (uint32_t i = 0; i < found; i++) {
            const hob_item *high = &physics->items[physics->found[i]];
            if (high->entity == low->entity || !hob_physics__pair_kind(world, low, high).meets) {
                continue;
            }
            HOB_GROW(world, physics->collide_pairs, physics->collide_pair_cap, count + 1);
            physics->collide_pairs[count++] = (hob_collide_pair){low->component, high->component};
        }
    }
    *ret_pairs = physics->collide_pairs;
    return count;
}

static bool live_item(hob_world *world, hob_component *component, hob_item *ret_item) {
    if (part_of(world, component->owner) != component ||
        !hob_physics__make_item(world, world->outside.physics, component, ret_item)) {
        return false;
    }
    hob_physics__find_body(world, ret_item);
    return true;
}

static bool overlaps(hob_world *world, const hob_collide_pair *pair, bool *ret_low_interested,
                     bool *ret_high_interested) {
    hob_item low;
    hob_item high;
    hob_push push;
    world->outside.physics->point_count = 0;
    if (!live_item(world, pair->low, &low)) {
        return false;
    }
    /* The points of the first may move when the second needs room: make it again. */
    uint32_t room = world->outside.physics->point_cap;
    if (!live_item(world, pair->high, &high)) {
        return false;
    }
    if (world->outside.physics->point_cap != room) {
        world->outside.physics->point_count = 0;
        (void)live_item(world, pair->low, &low);
        (void)live_item(world, pair->high, &high);
    }
    hob_pair_kind kind = hob_physics__pair_kind(world, &low, &high);
    if (!kind.meets || !hob_shapes_test(&low.shape, &high.shape, &push)) {
        return false;
    }
    *ret_low_interested = kind.interested_a;
    *ret_high_interested = kind.interested_b;
    return true;
}

const hob_collide_host hob_physics_collide_host = {.candidates = candidates, .overlaps = overlaps};
