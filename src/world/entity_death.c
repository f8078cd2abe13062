/* Death in two stages (spec step 5.4, 5.5): marked and told at once, freed in phase 21. */
#include "world/internal.h"

void hob_death__create(hob_world *world) {
    struct hob_death_list *deaths = hob_region_alloc_zero(world->region, sizeof *deaths);
    deaths->reason_destroy = hob_text_create(world->heap, HOB_STR("destroy"));
    deaths->reason_scene = hob_text_create(world->heap, HOB_STR("scene"));
    world->deaths = deaths;
}

uint32_t hob_death__count(const hob_world *world) {
    return world->deaths->count;
}

static void bury(hob_world *world, hob_grave grave) {
    struct hob_death_list *deaths = world->deaths;
    deaths->items = hob_world_grow(world, deaths->items, &deaths->cap, deaths->count + 1,
                                   sizeof *deaths->items);
    deaths->items[deaths->count++] = grave;
}

void hob_death__bury_component(hob_world *world, hob_component *component) {
    bury(world, (hob_grave){.component = component});
}

static void mark_one(hob_world *world, hob_entity_data *e) {
    e->dead = true;
    e->was_active = e->active;
    e->death_index = world->deaths->count;
    world->entities->live_count--;
    bury(world, (hob_grave){.entity = e});
    if (e->active) {
        e->active = false;
        hob_component__refresh_all(e);
        hob_entity_moved(world, e);
    }
    hob_gametime_cancel_owner(world, e->self);
}

/* Where a walk in postorder begins: children before their parent, siblings in entity order. What a
 * dead entity has kept below it is no longer part of the subtree. */
static hob_entity_data *deepest(hob_entity_data *e) {
    while (e->first_child && !e->dead) {
        e = e->first_child;
    }
    return e;
}

static void mark_subtree(hob_world *world, hob_entity_data *root) {
    for (hob_entity_data *at = deepest(root);;) {
        if (!at->dead) {
            mark_one(world, at);
        }
        if (at == root) {
            return;
        }
        at = at->next_sibling ? deepest(at->next_sibling) : at->parent_data;
    }
}

static void mark_alone(hob_world *world, hob_entity_data *e) {
    mark_one(world, e);
    for (hob_entity_data *child = e->first_child; child; child = child->next_sibling) {
        if (!child->dead) {
            hob_entity_refresh_flags(world, child);
        }
    }
}

static void run_entity_hooks(hob_world *world, hob_entity_data *e) {
    hob_value reason = {.tag = HOB_TAG_TEXT};
    reason.as.text = world->leaving ? world->deaths->reason_scene : world->deaths->reason_destroy;
    uint32_t count = e->slot_count;
    for (uint32_t i = 0; i < count; i++) {
        hob_component *c = e->slots[i].component;
        if (c && c->code && c->attached && !c->inert && !c->removed) {
            (void)hob_code__hook(world, c->code, HOB_HOOK_DESTROY, &reason, 1, true);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        hob_component *c = e->slots[i].component;
        if (c && !c->removed) {
            hob_component__detach(world, c);
        }
    }
    if (world->outside.entity_died) {
        world->outside.entity_died(world, e);
    }
}

void hob_death__run_hooks(hob_world *world) {
    struct hob_death_list *deaths = world->deaths;
    if (deaths->running) {
        return;
    }
    deaths->running = true;
    while (deaths->hooks_done < deaths->count) {
        hob_grave grave = deaths->items[deaths->hooks_done++];
        if (grave.entity) {
            run_entity_hooks(world, grave.entity);
        } else {
            hob_component__detach(world, grave.component);
        }
    }
    deaths->running = false;
}

void hob_entity_destroy(hob_world *world, hob_entity entity, hob_children children) {
    hob_entity_data *e = hob_entity_live(world, entity);
    if (!e) {
        return;
    }
    bool keeps = children == HOB_CHILDREN_DO_KEEP ||
                 (children == HOB_CHILDREN_BY_RULE &&
                  world->outside.manifest->rules.destroy_children == HOB_CHILDREN_KEEP);
    if (keeps) {
        mark_alone(world, e);
    } else {
        mark_subtree(world, e);
    }
    hob_death__run_hooks(world);
}

/* ---- stage 2 ---- */

static void free_entity(hob_world *world, hob_entity_data *e) {
    for (uint32_t i = 0; i <= HOB_LANGUAGE_NATIVE; i++) {
        hob_script_host *host = world->hosts[i];
        if (host && host->entity_gone) {
            host->entity_gone(host, world, e);
        }
    }
    hob_events_entity_gone(world, e->self);
    hob_entity__free(world, e);
}

static void free_removed(hob_world *world, hob_component *component) {
    hob_entity_data *e = component->owner;
    hob_component__free(world, component);
    hob_component__close_slots(e);
    e->removed_count--;
}

static void free_first(hob_world *world, uint32_t count) {
    struct hob_death_list *deaths = world->deaths;
    for (uint32_t i = 0; i < count; i++) {
        hob_grave grave = deaths->items[i];
        if (grave.entity) {
            free_entity(world, grave.entity);
        } else {
            free_removed(world, grave.component);
        }
    }
    deaths->count -= count;
    deaths->hooks_done -= count;
    for (uint32_t i = 0; i < deaths->count; i++) {
        deaths->items[i] = deaths->items[i + count];
        if (deaths->items[i].entity) {
            deaths->items[i].entity->death_index = i;
        }
    }
}

void hob_death__close_all_gaps(hob_world *world) {
    hob_order__close_gaps(&world->entities->order);
    hob_order__close_gaps(&world->code_slots);
    hob_order__close_gaps(&world->event_slots);
    hob_order__close_gaps(&world->collide_slots);
    hob_order__close_gaps(&world->starts);
    hob_order__close_gaps(&world->control_list);
    hob_order__close_gaps(&world->turn_list);
    hob_column__close_gaps(world);
}

void hob_entity_remove_begin(hob_world *world) {
    world->deaths->noted = world->deaths->count;
    world->deaths->has_noted = true;
}

void hob_entity_remove_dead(hob_world *world) {
    struct hob_death_list *deaths = world->deaths;
    uint32_t count = deaths->has_noted ? deaths->noted : deaths->count;
    deaths->has_noted = false;
    if (count > 0) {
        free_first(world, count);
        hob_contacts_drop_freed(world);
    }
    hob_death__close_all_gaps(world);
}

void hob_death__all(hob_world *world) {
    struct hob_entity_store *store = world->entities;
    for (uint32_t i = 0; i < store->order.count; i++) {
        hob_entity_data *e = store->order.items[i].item;
        bool is_root = e && !e->dead && (!e->parent_data || e->parent_data->dead);
        if (is_root) {
            mark_subtree(world, e);
        }
    }
    hob_death__run_hooks(world);
    world->deaths->has_noted = false;
    hob_entity_remove_dead(world);
}
