/* Lookup by id, name and tag, and the walk over all entities. */
#include "world/internal.h"

/* First of the list that is to be found; links are in entity order. */
static hob_entity first_found(const hob_entity_data *e, bool by_name) {
    while (e && (e->dead || !e->attached)) {
        e = by_name ? e->by_name.next : e->by_id.next;
    }
    return e ? e->self : HOB_NO_ENTITY;
}

hob_entity hob_entity_find_id(hob_world *world, hob_str id) {
    return first_found(hob_entity_index__find(&world->entities->ids, id), false);
}

hob_entity hob_entity_find_name(hob_world *world, hob_str name) {
    return first_found(hob_entity_index__find(&world->entities->names, name), true);
}

hob_entity hob_entity_find(hob_world *world, hob_str ref) {
    hob_entity found = hob_entity_find_id(world, ref);
    return found ? found : hob_entity_find_name(world, ref);
}

const char *hob_entity_nearest_name(hob_world *world, hob_str ref) {
    hob_arena *scratch = world->outside.scratch;
    const char **names = hob_arena_array(scratch, const char *, hob_entity_count(world) + 1);
    size_t count = 0;
    hob_entity_pass pass = hob_entity_pass_begin(world);
    for (hob_entity_data *e; (e = hob_entity_pass_next(&pass));) {
        names[count++] = hob_text_cstr(e->name);
    }
    hob_entity_pass_end(&pass);
    names[count] = NULL;
    return hob_nearest_name(hob_arena_text(scratch, ref.data, ref.length), names);
}

bool hob_entity_has_tag(const hob_entity_data *e, hob_str tag) {
    if (e->tags.tag != HOB_TAG_LIST) {
        return false;
    }
    const hob_list *tags = e->tags.as.list;
    for (uint32_t i = 0; i < tags->count; i++) {
        if (tags->items[i].tag == HOB_TAG_TEXT &&
            hob_str_equal(hob_text_view(tags->items[i].as.text), tag)) {
            return true;
        }
    }
    return false;
}

hob_entity_pass hob_entity_pass_begin(hob_world *world) {
    return (hob_entity_pass){
        .world = world,
        .end = world->next_serial,
        .revision = world->entities->order.revision,
        .deaths = hob_death__count(world),
    };
}

hob_entity_pass hob_entity_pass_after(hob_world *world, uint64_t serial) {
    hob_entity_pass pass = hob_entity_pass_begin(world);
    pass.at = hob_order__after(&world->entities->order, serial, UINT64_MAX);
    pass.last = serial;
    return pass;
}

hob_entity_data *hob_entity_pass_next(hob_entity_pass *pass) {
    const hob_order *order = &pass->world->entities->order;
    if (pass->revision != order->revision) {
        pass->at = hob_order__after(order, pass->last, UINT64_MAX);
        pass->revision = order->revision;
    }
    while (pass->at < order->count) {
        const hob_order_item *item = &order->items[pass->at];
        if (item->serial >= pass->end) {
            return NULL;
        }
        pass->at++;
        pass->last = item->serial;
        hob_entity_data *e = item->item;
        if (!e || !e->attached) {
            continue;
        }
        if (!e->dead || (pass->include_dead && e->death_index >= pass->deaths)) {
            return e;
        }
    }
    return NULL;
}

void hob_entity_pass_end(hob_entity_pass *pass) {
    pass->world = NULL;
}
