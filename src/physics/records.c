/* The contact set of a step (spec step 6.1): physical records as the solver meets them, overlap
 * records after it. */
#include "physics/internal.h"

#include "base/sort.h"

/* Two of kind solid or both are a solid pair when a side moves, by a body, a Mover or a Motor; any
 * other pair with a sensor is a trigger pair. */
hob_pair_kind hob_physics__pair_kind(const hob_world *world, const hob_item *a, const hob_item *b) {
    bool solid = (a->flags & b->flags & HOB_ITEM_BLOCKS) != 0;
    bool senses = ((a->flags | b->flags) & HOB_ITEM_SENSES) != 0;
    if (!solid && !senses) {
        return (hob_pair_kind){0};
    }
    bool a_accepts = hob_item_accepts(a, b);
    bool b_accepts = hob_item_accepts(b, a);
    bool moving = ((a->flags | b->flags) & (HOB_ITEM_MOVER | HOB_ITEM_STEPS)) != 0;
    if (solid && moving) {
        return (hob_pair_kind){
            .meets = a_accepts && b_accepts, .interested_a = true, .interested_b = true};
    }
    if (!senses) {
        return (hob_pair_kind){0};
    }
    if ((a->collider != NULL && !a->collider->sensed) ||
        (b->collider != NULL && !b->collider->sensed)) {
        return (hob_pair_kind){0};
    }
    if (world->outside.manifest->rules.contact_filter == HOB_CONTACT_BOTH) {
        return (hob_pair_kind){.meets = a_accepts && b_accepts,
                               .trigger = true,
                               .interested_a = true,
                               .interested_b = true};
    }
    return (hob_pair_kind){.meets = a_accepts || b_accepts,
                           .trigger = true,
                           .interested_a = a_accepts,
                           .interested_b = b_accepts};
}

/* ---- which pairs have a record ---- */

static uint64_t mix(uint64_t x) {
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    return x;
}

static uint64_t key_of(const hob_physics *physics, const hob_item *a, const hob_item *b) {
    uint64_t i = (uint64_t)(a - physics->items) + 1;
    uint64_t j = (uint64_t)(b - physics->items) + 1;
    return i < j ? i << 32 | j : j << 32 | i;
}

static bool keys_add(hob_world *world, hob_physics *physics, uint64_t key) {
    if ((physics->pair_key_count + 1) * 2 > physics->pair_key_cap) {
        uint32_t old_cap = physics->pair_key_cap;
        uint64_t *old = physics->pair_keys;
        uint32_t cap = old_cap == 0 ? 256 : old_cap * 2;
        uint64_t *fresh = hob_alloc_zero(physics->allocator, cap, sizeof *fresh);
        if (fresh == NULL) {
            hob_guard_leave(world->outside.guard, HOB_ERR_OUT_OF_MEMORY,
                            "There is no memory for the contacts of a step.");
        }
        physics->pair_keys = fresh;
        physics->pair_key_cap = cap;
        physics->pair_key_count = 0;
        for (uint32_t i = 0; i < old_cap; i++) {
            if (old[i] != 0) {
                keys_add(world, physics, old[i]);
            }
        }
        hob_free(physics->allocator, old, old_cap * sizeof *old);
    }
    uint32_t mask = physics->pair_key_cap - 1;
    uint32_t at = (uint32_t)mix(key) & mask;
    while (physics->pair_keys[at] != 0) {
        if (physics->pair_keys[at] == key) {
            return false;
        }
        at = (at + 1) & mask;
    }
    physics->pair_keys[at] = key;
    physics->pair_key_count++;
    return true;
}

void hob_physics__record(hob_world *world, hob_physics *physics, const hob_item *a,
                         const hob_item *b, const hob_push *push, hob_pair_kind kind,
                         bool physical) {
    hob_contact contact = {
        .a = a->entity->self,
        .b = b->entity->self,
        .collider_a = a->component,
        .collider_b = b->component,
        .normal_x = push->nx,
        .normal_y = push->ny,
        .trigger = kind.trigger,
        .interested_a = kind.interested_a,
        .interested_b = kind.interested_b,
        .physical = physical,
    };
    if (!physical) {
        HOB_GROW(world, physics->overlaps, physics->overlap_cap, physics->overlap_count + 1);
        physics->overlaps[physics->overlap_count++] = contact;
        return;
    }
    hob_contacts_add(world, &contact);
    bool may_overlap = kind.trigger || ((a->flags | b->flags) & HOB_ITEM_STEPS) != 0;
    if (physics->any_sensor && may_overlap && b->collider != NULL) {
        keys_add(world, physics, key_of(physics, a, b));
    }
}

/* ---- overlap records (6.1 b) ---- */

static int compare_found(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* All partners of one that tells of overlaps, above it in order, or below it when they do not: so
 * each pair is met once. A solid pair overlaps where a mover is not blocked by the other. */
static void overlaps_of(hob_world *world, hob_physics *physics, uint32_t index) {
    hob_item *item = &physics->items[index];
    uint32_t found = hob_grid_query(&physics->mover_grid, physics->items, &item->shape, -1,
                                    physics->found, physics->found_cap);
    found += hob_grid_query(&physics->obstacle_grid, physics->items, &item->shape, -1,
                            physics->found + found, physics->found_cap - found);
    hob_sort(physics->found, found, sizeof *physics->found, compare_found);
    for (uint32_t i = 0; i < found; i++) {
        hob_item *other = &physics->items[physics->found[i]];
        bool other_tells = (other->flags & (HOB_ITEM_SENSES | HOB_ITEM_STEPS)) != 0;
        if (other->entity == item->entity || (other_tells && physics->found[i] < index)) {
            continue;
        }
        hob_item *low = other->order < item->order ? other : item;
        hob_item *high = low == other ? item : other;
        hob_pair_kind kind = hob_physics__pair_kind(world, low, high);
        hob_push push;
        bool tells = kind.trigger || ((low->flags | high->flags) & HOB_ITEM_STEPS) != 0;
        if (!kind.meets || !tells || !hob_shapes_test(&low->shape, &high->shape, &push)) {
            continue;
        }
        if (keys_add(world, physics, key_of(physics, low, high))) {
            hob_physics__record(world, physics, low, high, &push, kind, false);
        }
    }
}

static int compare_records(const void *a, const void *b) {
    const hob_contact *x = a;
    const hob_contact *y = b;
    uint64_t xa = x->collider_a->owner->serial;
    uint64_t ya = y->collider_a->owner->serial;
    if (xa != ya) {
        return xa < ya ? -1 : 1;
    }
    if (x->collider_a->slot_index != y->collider_a->slot_index) {
        return x->collider_a->slot_index < y->collider_a->slot_index ? -1 : 1;
    }
    uint64_t xb = x->collider_b->owner->serial;
    uint64_t yb = y->collider_b->owner->serial;
    if (xb != yb) {
        return xb < yb ? -1 : 1;
    }
    return (int)x->collider_b->slot_index - (int)y->collider_b->slot_index;
}

void hob_physics__record_crossing(hob_world *world, const hob_crossing *crossing) {
    hob_contact contact = {
        .a = crossing->mover->entity->self,
        .b = crossing->trigger->entity->self,
        .collider_a = crossing->mover->component,
        .collider_b = crossing->trigger->component,
        .normal_x = crossing->push.nx,
        .normal_y = crossing->push.ny,
        .trigger = true,
        .interested_a = crossing->kind.interested_a,
        .interested_b = crossing->kind.interested_b,
        .crossed = true,
    };
    hob_contacts_add(world, &contact);
}

void hob_physics__overlap_records(hob_world *world, hob_physics *physics) {
    if (!physics->any_sensor ||
        world->outside.manifest->rules.contact_filter != HOB_CONTACT_EITHER) {
        return;
    }
    physics->overlap_count = 0;
    for (uint32_t i = 0; i < physics->item_count; i++) {
        if ((physics->items[i].flags & (HOB_ITEM_SENSES | HOB_ITEM_STEPS)) != 0) {
            overlaps_of(world, physics, i);
        }
    }
    hob_sort(physics->overlaps, physics->overlap_count, sizeof *physics->overlaps, compare_records);
    for (uint32_t i = 0; i < physics->overlap_count; i++) {
        hob_contacts_add(world, &physics->overlaps[i]);
    }
}
