/* The records of a step: added by physics, read by entity, dropped with what they stand for. */
#include "world/contacts_internal.h"

#define GROUND_NORMAL (-0.5)

void hob_contacts_begin(hob_world *world) {
    world->contacts.count = 0;
    world->contacts.generation++;
}

/* Appends record `at` to the list of one of its entities. */
static void link_record(hob_world *world, hob_entity entity, uint32_t at) {
    hob_contacts *contacts = &world->contacts;
    hob_entity_data *e = hob_entity_get(world, entity);
    if (HOB_NEVER(!e)) {
        return;
    }
    if (e->contact_generation != contacts->generation) {
        e->contact_generation = contacts->generation;
        e->first_contact = e->last_contact = 0;
    }
    if (e->last_contact == 0) {
        e->first_contact = at + 1;
    } else {
        hob_contact *last = &contacts->records[e->last_contact - 1];
        *(last->a == entity ? &last->next_a : &last->next_b) = at + 1;
    }
    e->last_contact = at + 1;
}

void hob_contacts_add(hob_world *world, const hob_contact *record) {
    hob_contacts *contacts = &world->contacts;
    contacts->records = hob_world_grow(world, contacts->records, &contacts->cap,
                                       contacts->count + 1, sizeof *contacts->records);
    hob_contact *added = &contacts->records[contacts->count];
    *added = *record;
    added->next_a = added->next_b = 0;
    added->born_a = record->collider_a->born;
    added->born_b = record->collider_b->born;
    link_record(world, record->a, contacts->count);
    link_record(world, record->b, contacts->count);
    contacts->count++;
}

/* ---- reading ---- */

static const hob_entity_data *entity_of(const hob_world *world, hob_entity e) {
    return hob_entity_get((hob_world *)(uintptr_t)world, e); /* only looks */
}

bool hob_contacts_next(const hob_world *world, hob_entity entity, uint32_t *cursor,
                       hob_contact_view *ret_view) {
    const hob_contacts *contacts = &world->contacts;
    uint32_t at = *cursor;
    if (at == 0) {
        const hob_entity_data *e = entity_of(world, entity);
        at = e && e->contact_generation == contacts->generation ? e->first_contact : 0;
    }
    if (at == 0 || at > contacts->count) {
        return false;
    }
    const hob_contact *record = &contacts->records[at - 1];
    bool is_a = record->a == entity;
    uint32_t next = is_a ? record->next_a : record->next_b;
    *cursor = next ? next : UINT32_MAX;
    *ret_view = (hob_contact_view){
        .other = is_a ? record->b : record->a,
        .own = is_a ? record->collider_a : record->collider_b,
        .others = is_a ? record->collider_b : record->collider_a,
        .normal_x = is_a ? record->normal_x : -record->normal_x,
        .normal_y = is_a ? record->normal_y : -record->normal_y,
        .trigger = record->trigger,
    };
    return true;
}

bool hob_contacts_grounded(const hob_world *world, hob_entity e) {
    uint32_t cursor = 0;
    for (hob_contact_view view; hob_contacts_next(world, e, &cursor, &view);) {
        if (!view.trigger && view.normal_y < GROUND_NORMAL) {
            return true;
        }
    }
    return false;
}

/* ---- going ---- */

static bool is_whole(hob_world *world, const hob_contact *record) {
    return hob_entity_get(world, record->a) && hob_entity_get(world, record->b) &&
           record->collider_a->born == record->born_a && record->collider_b->born == record->born_b;
}

void hob_contacts_drop_freed(hob_world *world) {
    hob_contacts *contacts = &world->contacts;
    uint32_t first = 0;
    while (first < contacts->count && is_whole(world, &contacts->records[first])) {
        first++;
    }
    if (first == contacts->count) {
        return;
    }
    uint32_t count = contacts->count;
    contacts->count = 0;
    contacts->generation++; /* all lists are linked anew */
    for (uint32_t i = 0; i < count; i++) {
        hob_contact record = contacts->records[i];
        if (i < first || is_whole(world, &record)) {
            hob_contacts_add(world, &record);
        }
    }
}

static void forget_in(hob_told_list *list, hob_entity e) {
    for (uint32_t i = 0; i < list->count; i++) {
        hob_told *told = &list->items[i];
        if (told->low.entity == e) {
            told->low.told = false;
        } else if (told->high.entity == e) {
            told->high.told = false;
        }
    }
}

void hob_contacts_forget(hob_world *world, hob_entity e) {
    forget_in(&world->contacts.pairs, e);
    forget_in(&world->contacts.collider_pairs, e);
}

void hob_contacts_clear(hob_world *world) {
    hob_contacts_begin(world);
    for (uint32_t i = 0; i < world->contacts.collider_pairs.count; i++) {
        world->contacts.collider_pairs.items[i].record = 0;
    }
    for (uint32_t i = 0; i < world->contacts.pairs.count; i++) {
        world->contacts.pairs.items[i].record = 0;
    }
    hob_contacts__drop_ended(world);
}
