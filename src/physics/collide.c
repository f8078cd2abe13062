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

/* What an entity takes part with is frozen as a box of whole px around it (spec waica 2.1: cells of
 * 1): pairs share a px, whatever their masks say now. False: it can meet nobody. */
static bool freeze(hob_item *item) {
    hob_shape *s = &item->shape;
    double min_x = floor(s->cx - s->hw);
    double min_y = floor(s->cy - s->hh);
    double max_x = floor(s->cx + s->hw) + 1;
    double max_y = floor(s->cy + s->hh) + 1;
    *s = (hob_shape){.kind = HOB_SHAPE_BOX,
                     .cx = (min_x + max_x) / 2,
                     .cy = (min_y + max_y) / 2,
                     .hw = (max_x - min_x) / 2,
                     .hh = (max_y - min_y) / 2};
    return isfinite(s->cx) && isfinite(s->cy) && isfinite(s->hw) && isfinite(s->hh);
}

/* Items with which entities take part, in entity order: obstacles and movers alike, in one grid. */
static uint32_t collect_parts(hob_world *world, hob_physics *physics) {
    hob_physics__gather_bodies(world, physics);
    hob_physics__collect(world, physics);
    hob_extent_begin(&physics->obstacle_extent);
    uint32_t count = 0;
    for (uint32_t i = 0; i < physics->item_count; i++) {
        hob_item *item = &physics->items[i];
        if (part_of(world, item->entity) == item->component && freeze(item)) {
            physics->obstacles[count++] = i;
            hob_extent_add(&physics->obstacle_extent, &item->shape);
        }
    }
    physics->obstacle_count = count;
    hob_grid_build(world, &physics->obstacle_grid, &physics->obstacle_extent, physics->items,
                   physics->obstacles, count, false);
    return count;
}

static void begin(hob_world *world) {
    hob_physics *physics = world->outside.physics;
    physics->collide = (hob_collide_walk){0};
    if (!hob_world_rule_hearth_scripts(world) && anyone_listens(world)) {
        physics->collide.part_count = collect_parts(world, physics);
    }
}

/* The boxes lie as they were frozen, so asking for the partners of one at its turn is the same as
 * having listed all pairs before. */
static bool next(hob_world *world, hob_collide_pair *ret_pair) {
    hob_physics *physics = world->outside.physics;
    hob_collide_walk *walk = &physics->collide;
    while (walk->at == walk->found) {
        if (walk->part == walk->part_count) {
            return false;
        }
        uint32_t low = physics->obstacles[walk->part++];
        walk->at = 0;
        walk->found =
            hob_grid_query(&physics->obstacle_grid, physics->items, &physics->items[low].shape, low,
                           physics->found, physics->found_cap);
        hob_physics__sort_found(world, physics->found, walk->found);
    }
    const hob_item *low = &physics->items[physics->obstacles[walk->part - 1]];
    const hob_item *high = &physics->items[physics->found[walk->at++]];
    physics->counts.collide_pairs++;
    *ret_pair = (hob_collide_pair){low->component, high->component};
    return true;
}

static bool is_part(hob_world *world, hob_component *component) {
    return part_of(world, component->owner) == component;
}

static bool shapes_overlap(hob_world *world, hob_item *low, hob_item *high) {
    hob_physics *physics = world->outside.physics;
    hob_push push;
    physics->counts.collide_tests++;
    physics->point_count = 0;
    uint32_t room = physics->point_cap;
    if (!hob_physics__shape_item(world, physics, low) ||
        !hob_physics__shape_item(world, physics, high)) {
        return false;
    }
    if (physics->point_cap != room) { /* the points of the first have moved */
        physics->point_count = 0;
        (void)hob_physics__shape_item(world, physics, low);
        (void)hob_physics__shape_item(world, physics, high);
    }
    return hob_shapes_test(&low->shape, &high->shape, &push);
}

static bool overlaps(hob_world *world, const hob_collide_pair *pair, bool *ret_low_interested,
                     bool *ret_high_interested) {
    hob_item low;
    hob_item high;
    if (!is_part(world, pair->low) || !is_part(world, pair->high)) {
        return false;
    }
    hob_physics__dress_item(world, pair->low, &low);
    hob_physics__dress_item(world, pair->high, &high);
    hob_pair_kind kind = hob_physics__pair_kind(world, &low, &high);
    if (!kind.meets || !shapes_overlap(world, &low, &high)) {
        return false;
    }
    *ret_low_interested = kind.interested_a;
    *ret_high_interested = kind.interested_b;
    return true;
}

const hob_collide_host hob_physics_collide_host = {
    .begin = begin, .next = next, .overlaps = overlaps};
