/* Phase 12: who is told of which contact, in which order (spec step 6.3). */
#include "world/contacts_internal.h"

#include <stdio.h>

static bool is_live(hob_world *world, const hob_told_side *side) {
    return hob_entity_live(world, side->entity) != NULL;
}

static bool is_active(hob_world *world, const hob_told_side *side) {
    const hob_entity_data *e = hob_entity_live(world, side->entity);
    return e && e->active;
}

/* Calls of 12.2 to 12.4, which a test may empty (spec step 12). */
static void call_hook(hob_world *world, hob_entity_data *e, hob_hook hook, const hob_value *args,
                      uint32_t count) {
    if (!hob_world_is_emptied(world, 12)) {
        hob_code_call_all(world, e, hook, args, count);
    }
}

/* ---- arguments ---- */

static hob_value entity_value(const hob_told_side *side) {
    return hob_value_entity(side->entity);
}

static bool is_collider_there(const hob_told_side *side) {
    return side->collider && side->collider->born == side->born && !side->collider->removed;
}

static hob_value text_value(hob_text *text) {
    hob_value v = {.tag = text ? HOB_TAG_TEXT : HOB_TAG_NULL};
    v.as.text = text;
    return v;
}

/* Scratch maps only borrow their texts: nobody frees them one by one. */
static void put(hob_world *world, hob_value map, const char *key, hob_value v) {
    hob_map_set(&world->outside.scratch->as_allocator, map.as.map, hob_str_from(key), v);
}

/* {entity, slot, layer} of the collider that was met. */
static hob_value collider_value(hob_world *world, const hob_told_side *side) {
    hob_value v = hob_value_map(&world->outside.scratch->as_allocator, 3);
    put(world, v, "entity", entity_value(side));
    put(world, v, "slot", text_value(side->slot));
    put(world, v, "layer", text_value(side->layer));
    return v;
}

/* {slot, otherSlot, normal} as `own` sees it. */
static hob_value contact_value(hob_world *world, const hob_told *told, bool own_is_low) {
    const hob_allocator *a = &world->outside.scratch->as_allocator;
    double sign = own_is_low ? 1 : -1;
    hob_value normal = hob_value_map(a, 2);
    put(world, normal, "x", hob_value_number(sign * told->normal_x));
    put(world, normal, "y", hob_value_number(sign * told->normal_y));
    hob_value v = hob_value_map(a, 3);
    put(world, v, "slot", text_value(own_is_low ? told->low.slot : told->high.slot));
    put(world, v, "otherSlot", text_value(own_is_low ? told->high.slot : told->low.slot));
    put(world, v, "normal", normal);
    return v;
}

/* ---- 12.1 ---- */

static void tell_collision(hob_world *world, hob_told *told, bool to_low) {
    hob_told_side *own = to_low ? &told->low : &told->high;
    const hob_told_side *other = to_low ? &told->high : &told->low;
    if (!own->interested || own->told || !is_live(world, own) || !is_live(world, other)) {
        return;
    }
    own->told = true;
    hob_value arg = entity_value(other);
    hob_code_call_all(world, hob_entity_live(world, own->entity), HOB_HOOK_COLLISION, &arg, 1);
}

static void deliver_collisions(hob_world *world) {
    hob_contacts *contacts = &world->contacts;
    const uint32_t *firsts = hob_contacts__firsts(world);
    for (uint32_t i = 0; i < contacts->count; i++) {
        if (firsts[i] == 0 || !contacts->pairs.items[firsts[i] - 1].is_new) {
            continue;
        }
        hob_told *told = &contacts->pairs.items[firsts[i] - 1];
        bool a_is_low = contacts->records[i].a == told->low.entity;
        tell_collision(world, told, a_is_low);
        tell_collision(world, told, !a_is_low);
    }
}

/* ---- 12.2 ---- */

/* Most signals are only counted: their argument is made when someone is there to read it. */
static void signal_contact(hob_world *world, const hob_told_side *own, const hob_told_side *other,
                           const char *signal) {
    bool is_heard = hob_signal_is_heard(world, own->entity);
    hob_value arg = is_heard ? collider_value(world, other) : HOB_VALUE_NULL;
    hob_signal(world, own->collider, signal, HOB_HOOK_COUNT, &arg, is_heard ? 1 : 0);
}

static void tell_begin(hob_world *world, hob_told *told, bool to_low) {
    hob_told_side *own = to_low ? &told->low : &told->high;
    const hob_told_side *other = to_low ? &told->high : &told->low;
    if (!own->interested || own->told || !is_live(world, own) || !is_live(world, other)) {
        return;
    }
    own->told = true;
    if (own->signals && is_collider_there(own)) {
        signal_contact(world, own, other, "hit");
    }
    hob_entity_data *e = hob_entity_live(world, own->entity);
    if (told->trigger && e && e->code_slot_count > 0) {
        hob_value args[] = {entity_value(other), contact_value(world, told, to_low)};
        call_hook(world, e, HOB_HOOK_TRIGGER_ENTER, args, 2);
    }
}

static void deliver_begins(hob_world *world) {
    hob_told_list *list = &world->contacts.collider_pairs;
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->items[i].record != 0) {
            tell_begin(world, &list->items[i], true);
            tell_begin(world, &list->items[i], false);
        }
    }
}

/* ---- 12.3 ---- */

/* Whether the side may hear an end now; what is dead or inactive forgets instead. */
static bool take_told(hob_world *world, hob_told_side *own) {
    bool hears = own->told && is_active(world, own);
    own->told = false;
    return hears;
}

static void tell_collision_end(hob_world *world, hob_told *told, bool to_low) {
    hob_told_side *own = to_low ? &told->low : &told->high;
    const hob_told_side *other = to_low ? &told->high : &told->low;
    bool goes_on =
        told->record != 0 && !told->crossed && is_active(world, own) && is_active(world, other);
    if (goes_on || !take_told(world, own)) {
        return;
    }
    hob_value arg = entity_value(other);
    call_hook(world, hob_entity_live(world, own->entity), HOB_HOOK_COLLISION_END, &arg, 1);
}

/* From a collider that may be gone already. */
static void signal_separated(hob_world *world, const hob_told_side *own,
                             const hob_told_side *other) {
    if (is_collider_there(own)) {
        signal_contact(world, own, other, "separated");
        return;
    }
    hob_value arg = collider_value(world, other);
    const char *name =
        hob_arena_format(world->outside.scratch, "%s.separated", hob_text_cstr(own->slot));
    hob_signal_named(world, own->entity, hob_str_from(name), &arg, 1);
}

static void tell_end(hob_world *world, hob_told *told, bool to_low) {
    hob_told_side *own = to_low ? &told->low : &told->high;
    const hob_told_side *other = to_low ? &told->high : &told->low;
    bool goes_on = told->record != 0 && !told->crossed && own->interested &&
                   is_active(world, own) && is_active(world, other) && is_collider_there(own) &&
                   is_collider_there(other);
    if (goes_on || !take_told(world, own)) {
        return;
    }
    if (own->signals) {
        signal_separated(world, own, other);
    }
    hob_entity_data *e = hob_entity_live(world, own->entity);
    if (told->trigger && e && e->code_slot_count > 0) {
        hob_value args[] = {entity_value(other), contact_value(world, told, to_low)};
        call_hook(world, e, HOB_HOOK_TRIGGER_EXIT, args, 2);
    }
}

static void deliver_ends(hob_world *world) {
    hob_told_list *pairs = &world->contacts.pairs;
    for (uint32_t i = 0; i < pairs->count; i++) {
        tell_collision_end(world, &pairs->items[i], true);
        tell_collision_end(world, &pairs->items[i], false);
    }
    hob_told_list *colliders = &world->contacts.collider_pairs;
    for (uint32_t i = 0; i < colliders->count; i++) {
        tell_end(world, &colliders->items[i], true);
        tell_end(world, &colliders->items[i], false);
    }
}

/* ---- 12.4 ---- */

/* All slots that were there at the beginning, even if the entity dies inside; what is built in does
 * nothing on a dead entity. */
static void tell_collide(hob_world *world, hob_entity_data *e, hob_entity other) {
    uint32_t slots = e->slot_count;
    for (uint32_t i = 0; i < slots; i++) {
        hob_component *c = e->slots[i].component;
        if (!c || c->removed || c->inert || !c->attached) {
            continue;
        }
        if (c->type->collide && !e->dead) {
            c->type->collide(world, c, other);
        }
        if (c->code) {
            hob_value arg = hob_value_entity(other);
            (void)hob_code__hook(world, c->code, HOB_HOOK_COLLIDE, &arg, 1, true);
        }
    }
}

static void deliver_collides(hob_world *world) {
    const hob_collide_host *host = world->outside.collide;
    if (host == NULL) {
        return;
    }
    host->begin(world);
    for (hob_collide_pair pair; host->next(world, &pair);) {
        hob_entity_data *low = pair.low->owner, *high = pair.high->owner;
        bool low_interested = false, high_interested = false;
        if (!low->active || !high->active ||
            !host->overlaps(world, &pair, &low_interested, &high_interested)) {
            continue;
        }
        if (low_interested) {
            tell_collide(world, low, high->self);
        }
        if (high_interested && !low->dead && !high->dead) {
            tell_collide(world, high, low->self);
        }
    }
}

void hob_contacts_deliver(hob_world *world) {
    hob_contacts__update_pairs(world);
    deliver_collisions(world);
    deliver_begins(world);
    deliver_ends(world);
    hob_contacts__drop_ended(world);
    if (!hob_world_is_emptied(world, 12)) {
        deliver_collides(world);
    }
}
