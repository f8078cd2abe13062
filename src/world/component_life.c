/* Life of a component: built, filled, attached, changed, removed, freed (spec step 5). */
#include "world/contracts.h"
#include "world/internal.h"

#include <string.h>

#define FIRST_SLOTS 4

void hob_component__reserve_slots(hob_world *world, hob_entity_data *e, uint32_t count) {
    if (count <= e->slot_cap) {
        return;
    }
    uint32_t cap = count > UINT16_MAX ? UINT16_MAX : count;
    e->slots = hob_region_resize(world->region, e->slots, e->slot_cap * sizeof *e->slots,
                                 cap * sizeof *e->slots);
    e->slot_cap = (uint16_t)cap;
}

static bool make_room(hob_world *world, hob_entity_data *e, hob_error *reterr) {
    if (e->slot_count == UINT16_MAX) {
        (void)hob_fail(reterr, HOB_ERR_INVALID_INPUT, "\"%s\" has %d components already.",
                       hob_text_cstr(e->name), UINT16_MAX);
        return false;
    }
    if (e->slot_count == e->slot_cap) {
        hob_component__reserve_slots(world, e, e->slot_cap ? e->slot_cap * 2u : FIRST_SLOTS);
    }
    return true;
}

static hob_text *slot_text(hob_world *world, struct hob_column *column, hob_str slot) {
    if (slot.length > strlen(column->type->name)) {
        return hob_text_create(world->heap, slot);
    }
    if (!column->slot_name) {
        column->slot_name = hob_text_create(world->heap, hob_str_from(column->type->name));
    }
    return hob_text_keep(column->slot_name);
}

hob_component *hob_component__build(hob_world *world, hob_entity_data *e, uint32_t type_index,
                                    hob_str slot, bool fill_defaults, hob_error *reterr) {
    if (!make_room(world, e, reterr)) {
        return NULL;
    }
    struct hob_column *column = &world->columns[type_index];
    const hob_component_type *type = column->type;
    hob_component *c = hob_column__take(world, type_index);
    memset(c, 0, column->row_bytes);
    c->owner = e;
    c->type = type;
    c->slot = slot_text(world, column, slot);
    c->born = ++world->last_born;
    c->type_index = (uint16_t)type_index;
    c->slot_index = e->slot_count;
    c->static_dirty = true;
    if (fill_defaults) {
        hob_fields_copy(
            type->fields, c + 1,
            hob_registry_prototype(world->outside.registry, type_index, world->outside.rules),
            world->heap);
    }
    e->slots[e->slot_count++].component = c;
    e->schedule = NULL;
    if ((int32_t)type_index == world->transform_type) {
        e->transform = HOB_DATA(c, hob_transform);
    }
    if (type->flags & HOB_COMPONENT_TURN) {
        e->turn_slot_count++;
    }
    if (column->control) {
        e->control_count++;
    }
    if (column->moves) {
        e->mover_count++;
    }
    hob_turn__enlist(world, e);
    hob_order__add(world, &column->order, e->serial, c->born, c);
    return c;
}

hob_component *hob_component_build(hob_world *world, hob_entity_data *e, hob_str slot,
                                   hob_error *reterr) {
    hob_str type_name, name;
    int index = -1;
    if (hob_slot_split(slot, &type_name, &name)) {
        index = hob_registry_find(world->outside.registry, type_name);
    }
    if (index < 0) {
        (void)hob_fail(reterr, HOB_ERR_COMPONENT_UNKNOWN, "There is no component \"%.*s\".",
                       (int)slot.length, slot.data);
        const char *nearest = hob_registry_nearest(world->outside.registry, slot);
        if (nearest) {
            (void)hob_error_hint(reterr, "Did you mean %s?", nearest);
        }
        return NULL;
    }
    const hob_component_type *type = hob_registry_at(world->outside.registry, (size_t)index);
    bool is_single = (type->flags & (HOB_COMPONENT_SINGLE | HOB_COMPONENT_ALWAYS)) != 0;
    if (hob_component_slot(world, e, slot) || (is_single && hob_component_of(e, index))) {
        (void)hob_fail(reterr, HOB_ERR_CONFLICT, "\"%s\" has the component %.*s already.",
                       hob_text_cstr(e->name), (int)(is_single ? type_name : slot).length,
                       slot.data);
        return NULL;
    }
    return hob_component__build(world, e, (uint32_t)index, slot, true, reterr);
}

void hob_component_built(hob_world *world, hob_component *component) {
    component->built = true;
    if (component->type->init) {
        component->type->init(world, component);
    }
}

/* ---- taking part ---- */

static void refresh(hob_component *c) {
    c->ready = c->attached && !c->inert && !c->removed && c->owner->active;
}

void hob_component__refresh_all(hob_entity_data *e) {
    for (uint32_t i = 0; i < e->slot_count; i++) {
        if (e->slots[i].component) {
            refresh(e->slots[i].component);
        }
    }
}

void hob_component_attach(hob_world *world, hob_component *component) {
    if (component->attached || component->removed || component->owner->dead) {
        return;
    }
    if (component->code) {
        hob_code_bind(world, component->code);
    }
    component->attached = true;
    refresh(component);
    hob_entity_moved(world, component->owner);
    bool is_right = hob_component_may_attach(world, component) &&
                    (!component->type->attach || component->type->attach(world, component));
    if (is_right && component->code) {
        is_right = hob_code__hook(world, component->code, HOB_HOOK_ATTACH, NULL, 0, false) !=
                   HOB_CALL_FAILED;
    }
    if (!is_right) {
        component->inert = true;
        refresh(component);
        hob_entity_moved(world, component->owner);
    }
}

/* Whether a write of this field can change what the kept sub-hash covers. */
static bool touches_static(const hob_field *field) {
    return !field || (field->flags & HOB_FIELD_STATIC) || field->type == HOB_FIELD_OBJECT ||
           (field->flags & HOB_FIELD_ALIAS);
}

void hob_component_changed(hob_world *world, hob_component *component, const hob_field *field) {
    if (touches_static(field)) {
        component->static_dirty = true;
    }
    if (component->type->changed) {
        component->type->changed(world, component, field);
    }
    hob_entity_moved(world, component->owner);
}

/* ---- leaving ---- */

void hob_component__detach(hob_world *world, hob_component *component) {
    if (!component->attached || component->inert) {
        return;
    }
    if (component->code) {
        component->detaching = true;
        (void)hob_code__hook(world, component->code, HOB_HOOK_DETACH, NULL, 0, true);
        component->detaching = false;
    }
    if (component->type->detach) {
        component->type->detach(world, component);
    }
}

bool hob_component_remove(hob_world *world, hob_component *component) {
    hob_entity_data *e = component->owner;
    if (component->removed || e->dead || (component->type->flags & HOB_COMPONENT_ALWAYS)) {
        return false;
    }
    component->removed = true;
    refresh(component);
    e->removed_count++;
    e->schedule = NULL;
    if (component->type->flags & HOB_COMPONENT_TURN) {
        e->turn_slot_count--;
    }
    if (world->columns[component->type_index].control) {
        e->control_count--;
    }
    if (world->columns[component->type_index].moves) {
        e->mover_count--;
    }
    if (component->code) {
        e->code_slot_count--;
        hob_order__remove(&world->starts, e->serial, component->born);
    }
    hob_entity_moved(world, component->owner);
    hob_death__bury_component(world, component);
    hob_death__run_hooks(world);
    return true;
}

void hob_component__enlist_code(hob_world *world, hob_component *component) {
    hob_entity_data *e = component->owner;
    e->code_slot_count++;
    hob_order__add(world, &world->code_slots, e->serial, component->born, component);
    hob_order__add(world, &world->starts, e->serial, component->born, component);
    hob_turn__enlist(world, e);
}

void hob_component__free(hob_world *world, hob_component *component) {
    hob_entity_data *e = component->owner;
    if (component->built && component->type->done) {
        component->type->done(world, component);
    }
    if (component->code) {
        hob_order__remove(&world->code_slots, e->serial, component->born);
        hob_order__remove(&world->event_slots, e->serial, component->born);
        hob_order__remove(&world->collide_slots, e->serial, component->born);
        hob_order__remove(&world->starts, e->serial, component->born);
        hob_code__free_slot(world, component->code);
        component->code = NULL;
    }
    hob_fields_done(component->type->fields, component + 1, world->heap);
    hob_text_drop(world->heap, component->slot);
    e->slots[component->slot_index].component = NULL;
    hob_column__give_back(world, component);
}

void hob_component__unbuild(hob_world *world, hob_component *component) {
    hob_entity_data *e = component->owner;
    if (component->type->flags & HOB_COMPONENT_TURN) {
        e->turn_slot_count--;
    }
    if (world->columns[component->type_index].control) {
        e->control_count--;
    }
    if (world->columns[component->type_index].moves) {
        e->mover_count--;
    }
    if (component->code) {
        e->code_slot_count--;
    }
    e->schedule = NULL;
    hob_component__free(world, component);
    hob_component__close_slots(e);
}

void hob_component__close_slots(hob_entity_data *e) {
    uint16_t kept = 0;
    for (uint16_t i = 0; i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        if (c) {
            c->slot_index = kept;
            e->slots[kept++].component = c;
        }
    }
    e->slot_count = kept;
}
