/* The contact set of a step (spec step 6.1): physical records as the solver meets them, overlap
 * records after it. */
#include "physics/internal.h"

#include "base/sort.h"

#define CONTACTS_A_MIB 512 /* what a contact takes at most with all that is told of it: 2 KiB */

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

uint32_t hob_physics__contact_limit(const hob_world *world) {
    return (uint32_t)world->outside.manifest->limits.region_mib * CONTACTS_A_MIB;
}

/* Whether the step still records: past the limit pairs are pushed apart, but nobody is told. */
static bool has_room(hob_world *world, uint32_t count) {
    uint32_t limit = hob_physics__contact_limit(world);
    if (count < limit) {
        return true;
    }
    if (hob_world_warn_once(world, "contacts")) {
        hob_world_log(world, HOB_LOG_WARN,
                      "More than %u contacts in one step: the rest are solved, and told to nobody. "
                      "Give layers and masks, or raise limits.regionMiB.",
                      limit);
    }
    return false;
}

static hob_contact contact_of(const hob_item *a, const hob_item *b, double nx, double ny,
                              hob_pair_kind kind) {
    return (hob_contact){
        .a = a->entity->self,
        .b = b->entity->self,
        .collider_a = a->component,
        .collider_b = b->component,
        .normal_x = nx,
        .normal_y = ny,
        .trigger = kind.trigger,
        .interested_a = kind.interested_a,
        .interested_b = kind.interested_b,
    };
}

void hob_physics__record(hob_world *world, hob_physics *physics, const hob_item *a,
                         const hob_item *b, const hob_push *push, hob_pair_kind kind) {
    if (!has_room(world, world->contacts.count)) {
        return;
    }
    hob_contact contact = contact_of(a, b, push->nx, push->ny, kind);
    contact.physical = true;
    hob_contacts_add(world, &contact);
    bool may_overlap = kind.trigger || ((a->flags | b->flags) & HOB_ITEM_STEPS) != 0;
    if (physics->any_sensor && may_overlap && b->collider != NULL) {
        keys_add(world, physics, key_of(physics, a, b));
    }
}

void hob_physics__record_crossing(hob_world *world, const hob_crossing *crossing) {
    hob_contact contact = contact_of(crossing->mover, crossing->trigger, crossing->push.nx,
                                     crossing->push.ny, crossing->kind);
    contact.trigger = true;
    contact.crossed = true;
    if (has_room(world, world->contacts.count)) {
        hob_contacts_add(world, &contact);
    }
}

/* ---- overlap records (6.1 b) ---- */

static bool has_room_for_overlaps(const hob_world *world) {
    return world->contacts.count + world->outside.physics->overlap_count <=
           hob_physics__contact_limit(world);
}

/* All partners of one that tells of overlaps, above it in order, or below it when they do not: so
 * each pair is met once. A solid pair overlaps where a mover is not blocked by the other. */
static void overlaps_of(hob_world *world, hob_physics *physics, uint32_t index) {
    hob_item *item = &physics->items[index];
    uint32_t found = hob_grid_query(&physics->mover_grid, physics->items, &item->shape, -1,
                                    physics->found, physics->found_cap);
    found += hob_grid_query(&physics->obstacle_grid, physics->items, &item->shape, -1,
                            physics->found + found, physics->found_cap - found);
    hob_physics__sort_found(world, physics->found, found);
    for (uint32_t i = 0; i < found && has_room_for_overlaps(world); i++) {
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
            HOB_GROW(world, physics->overlaps, physics->overlap_cap, physics->overlap_count + 1);
            physics->overlaps[physics->overlap_count++] = (hob_overlap){
                .pair = (uint64_t)(low - physics->items) << 32 | (uint64_t)(high - physics->items),
                .nx = push.nx,
                .ny = push.ny,
                .kind = kind};
        }
    }
}

static int compare_overlaps(const void *a, const void *b) {
    const hob_overlap *x = a;
    const hob_overlap *y = b;
    return x->pair < y->pair ? -1 : x->pair > y->pair;
}

/* Items are numbered in the order of (serial, slot), which is the order of the records. */
void hob_physics__overlap_records(hob_world *world, hob_physics *physics) {
    physics->overlap_count = 0;
    if (!physics->any_sensor ||
        world->outside.manifest->rules.contact_filter != HOB_CONTACT_EITHER) {
        return;
    }
    for (uint32_t i = 0; i < physics->item_count && has_room_for_overlaps(world); i++) {
        if ((physics->items[i].flags & (HOB_ITEM_SENSES | HOB_ITEM_STEPS)) != 0) {
            overlaps_of(world, physics, i);
        }
    }
    HOB_GROW(world, physics->overlap_merge, physics->overlap_merge_cap, physics->overlap_count);
    hob_sort_stretches(physics->overlaps, physics->overlap_count, sizeof *physics->overlaps,
                       compare_overlaps, physics->overlap_merge);
    for (uint32_t i = 0; i < physics->overlap_count && has_room(world, world->contacts.count);
         i++) {
        const hob_overlap *o = &physics->overlaps[i];
        hob_contact contact = contact_of(&physics->items[o->pair >> 32],
                                         &physics->items[(uint32_t)o->pair], o->nx, o->ny, o->kind);
        hob_contacts_add(world, &contact);
    }
}
