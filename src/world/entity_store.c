/* The records of entities: in chunks that never move, reused last freed first. */
#include "world/internal.h"

#include <stdio.h>
#include <string.h>

void hob_entity__store_create(hob_world *world) {
    world->entities = hob_region_alloc_zero(world->region, sizeof *world->entities);
    world->entities->names.by_name = true;
}

static uint32_t index_of(hob_entity e) {
    return (uint32_t)(e & UINT32_MAX) - 1;
}

hob_entity_data *hob_entity_get(hob_world *world, hob_entity e) {
    const struct hob_entity_store *store = world->entities;
    uint32_t index = index_of(e);
    if (index >= store->next_index) {
        return NULL;
    }
    hob_entity_data *data = &store->chunks[index / HOB_ENTITY_CHUNK][index % HOB_ENTITY_CHUNK];
    return data->live && data->self == e && data->scene == world->scene_depth ? data : NULL;
}

hob_entity_data *hob_entity_live(hob_world *world, hob_entity e) {
    hob_entity_data *data = hob_entity_get(world, e);
    return data && !data->dead ? data : NULL;
}

uint32_t hob_entity_count(const hob_world *world) {
    return world->entities->live_count;
}

static hob_entity_data *take_record(hob_world *world) {
    struct hob_entity_store *store = world->entities;
    if (store->free) {
        hob_entity_data *e = store->free;
        store->free = e->next_sibling;
        hob_entity self = e->self;
        memset(e, 0, sizeof *e);
        e->self = self;
        return e;
    }
    uint32_t index = store->next_index;
    if (index % HOB_ENTITY_CHUNK == 0) {
        store->chunks = hob_world_grow(world, store->chunks, &store->chunk_cap,
                                       store->chunk_count + 1, sizeof *store->chunks);
        store->chunks[store->chunk_count++] =
            hob_region_alloc_zero(world->region, HOB_ENTITY_CHUNK * sizeof(hob_entity_data));
    }
    store->next_index++;
    hob_entity_data *e = &store->chunks[index / HOB_ENTITY_CHUNK][index % HOB_ENTITY_CHUNK];
    e->self = (hob_entity)1 << 32 | (index + 1);
    return e;
}

hob_entity_data *hob_entity_create(hob_world *world, hob_str id, hob_str name, hob_error *reterr) {
    struct hob_entity_store *store = world->entities;
    int32_t limit = world->outside.manifest->limits.entities;
    if (limit >= 0 && store->live_count >= (uint32_t)limit) {
        (void)hob_fail(reterr, HOB_ERR_LIMIT_REACHED, "There are %u entities already.",
                       store->live_count);
        (void)hob_error_hint(reterr, "Destroy some, or raise limits.entities in hob.json.");
        return NULL;
    }
    char runtime_id[32];
    if (!id.data) {
        int length = snprintf(runtime_id, sizeof runtime_id, "rt_%llu",
                              (unsigned long long)world->next_runtime_id++);
        id = (hob_str){runtime_id, (size_t)length};
    }
    hob_entity_data *e = take_record(world);
    e->id = hob_text_create(world->heap, id);
    e->name = hob_text_create(world->heap, name);
    e->serial = world->next_serial++;
    e->scene = (uint8_t)world->scene_depth;
    e->live = e->enabled = e->visible = e->active = e->shown = true;
    e->owner = -1;
    e->next_timer_number = 1;
    store->live_count++;
    hob_entity_index__add(world, &store->ids, e);
    hob_entity_index__add(world, &store->names, e);
    hob_order__add(world, &store->order, e->serial, 0, e);
    return e;
}

void hob_entity__reserve(hob_world *world, uint32_t count) {
    struct hob_entity_store *store = world->entities;
    hob_entity_index__reserve(world, &store->ids, count);
    hob_entity_index__reserve(world, &store->names, count);
    store->order.items = hob_world_grow(world, store->order.items, &store->order.cap,
                                        store->order.count + count, sizeof *store->order.items);
}

/* Children of a freed parent stand alone from here on; live ones lose its flags and its place. */
static void orphan_children(hob_world *world, hob_entity_data *e) {
    while (e->first_child) {
        hob_entity_data *child = e->first_child;
        hob_entity__unlink(child);
        child->parent = HOB_NO_ENTITY;
        hob_entity_moved(world, child);
        if (!child->dead) {
            hob_entity_refresh_flags(world, child);
        }
    }
}

void hob_entity__free(hob_world *world, hob_entity_data *e) {
    struct hob_entity_store *store = world->entities;
    for (uint32_t i = 0; i < e->slot_count; i++) {
        if (e->slots[i].component) {
            hob_component__free(world, e->slots[i].component);
        }
    }
    orphan_children(world, e);
    hob_entity__unlink(e);
    hob_entity_index__remove(&store->ids, e);
    hob_entity_index__remove(&store->names, e);
    hob_order__remove(&store->order, e->serial, 0);
    hob_order__remove(&world->turn_list, e->serial, 0);
    hob_order__remove(&world->control_list, e->serial, 0);
    hob_text_drop(world->heap, e->id);
    hob_text_drop(world->heap, e->name);
    hob_value_done(world->heap, &e->tags);
    hob_value_done(world->heap, &e->wires);
    hob_value_done(world->heap, &e->vars);
    hob_value_done(world->heap, &e->ctx_keys);
    if (e->slots) {
        hob_region_free(world->region, e->slots, e->slot_cap * sizeof *e->slots);
    }
    store->live_count -= e->dead ? 0 : 1;
    hob_entity next_generation = e->self + ((hob_entity)1 << 32);
    memset(e, 0, sizeof *e);
    e->self = next_generation;
    e->next_sibling = store->free;
    store->free = e;
}

void hob_entity_set_tags(hob_world *world, hob_entity_data *e, hob_value tags) {
    hob_value_done(world->heap, &e->tags);
    e->tags = tags;
}

/* ---- hierarchy ---- */

void hob_entity__unlink(hob_entity_data *e) {
    hob_entity_data *parent = e->parent_data;
    if (!parent) {
        return;
    }
    if (e->previous_sibling) {
        e->previous_sibling->next_sibling = e->next_sibling;
    } else {
        parent->first_child = e->next_sibling;
    }
    if (e->next_sibling) {
        e->next_sibling->previous_sibling = e->previous_sibling;
    } else {
        parent->last_child = e->previous_sibling;
    }
    e->parent_data = e->previous_sibling = e->next_sibling = NULL;
}

void hob_entity__link(hob_entity_data *e, hob_entity_data *parent) {
    hob_entity_data *before = parent->last_child;
    while (before && before->serial > e->serial) {
        before = before->previous_sibling;
    }
    hob_entity_data *after = before ? before->next_sibling : parent->first_child;
    e->parent_data = parent;
    e->previous_sibling = before;
    e->next_sibling = after;
    if (before) {
        before->next_sibling = e;
    } else {
        parent->first_child = e;
    }
    if (after) {
        after->previous_sibling = e;
    } else {
        parent->last_child = e;
    }
}

hob_entity_data *hob_entity__next_below(const hob_entity_data *root, hob_entity_data *at) {
    if (at->first_child) {
        return at->first_child;
    }
    while (at != root && !at->next_sibling) {
        at = at->parent_data;
    }
    return at == root ? NULL : at->next_sibling;
}
