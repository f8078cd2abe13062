/* Components from their entity: lookup by slot, type and family (spec hob 12.1). */
#include "world/internal.h"

#include <string.h>

static bool is_there(const hob_component *component) {
    return component && !component->removed;
}

hob_component *hob_component_of(const hob_entity_data *e, int type_index) {
    hob_component *first = NULL;
    for (uint32_t i = 0; i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        if (!is_there(c) || c->type_index != type_index) {
            continue;
        }
        if (c->slot->length == strlen(c->type->name)) {
            return c;
        }
        first = first ? first : c;
    }
    return first;
}

hob_component *hob_component_slot(hob_world *world, const hob_entity_data *e, hob_str slot) {
    (void)world;
    for (uint32_t i = 0; i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        if (is_there(c) && hob_str_equal(hob_text_view(c->slot), slot)) {
            return c;
        }
    }
    return NULL;
}

static bool is_of_family(const hob_component *component, hob_str family) {
    const char *const *names = component->type->families;
    for (; names && *names; names++) {
        if (hob_str_is(family, *names)) {
            return true;
        }
    }
    return false;
}

bool hob_component_answers(const hob_component *component, hob_str key) {
    return hob_str_equal(hob_text_view(component->slot), key) ||
           hob_str_is(key, component->type->name) || is_of_family(component, key);
}

bool hob_component_has(hob_world *world, const hob_entity_data *e, hob_str key) {
    (void)world;
    for (uint32_t i = 0; i < e->slot_count; i++) {
        if (is_there(e->slots[i].component) && hob_component_answers(e->slots[i].component, key)) {
            return true;
        }
    }
    return false;
}

/* The only component that passes, null when there is none; a second one is an error. */
static hob_component *find_only(const hob_entity_data *e, hob_str key, bool by_family,
                                hob_error *reterr, bool *ret_ambiguous) {
    hob_component *found = NULL;
    for (uint32_t i = 0; i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        if (!is_there(c) || !(by_family ? is_of_family(c, key) : hob_str_is(key, c->type->name))) {
            continue;
        }
        if (found) {
            (void)hob_fail(reterr, HOB_ERR_COMPONENT_AMBIGUOUS,
                           "\"%s\" has more than one %.*s: %s and %s.", hob_text_cstr(e->name),
                           (int)key.length, key.data, hob_text_cstr(found->slot),
                           hob_text_cstr(c->slot));
            (void)hob_error_hint(reterr, "Name the slot that is meant.");
            *ret_ambiguous = true;
            return NULL;
        }
        found = c;
    }
    return found;
}

hob_component *hob_component_lookup(hob_world *world, const hob_entity_data *e, hob_str key,
                                    hob_error *reterr) {
    hob_component *found = hob_component_slot(world, e, key);
    bool is_ambiguous = false;
    if (!found) {
        found = find_only(e, key, false, reterr, &is_ambiguous);
    }
    if (!found && !is_ambiguous) {
        found = find_only(e, key, true, reterr, &is_ambiguous);
    }
    return found;
}

int hob_component_type_index(hob_world *world, const hob_component_type *type) {
    int index = hob_registry_find(world->outside.registry, hob_str_from(type->name));
    return index >= 0 && hob_registry_at(world->outside.registry, (size_t)index) == type ? index
                                                                                         : -1;
}
