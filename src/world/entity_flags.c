/* Inherited flags and the tree they are inherited through. */
#include "world/internal.h"

/* A dead parent's flags no longer count; its place does until it is freed. */
static const hob_entity_data *flag_parent(const hob_entity_data *e) {
    return e->parent_data && !e->parent_data->dead ? e->parent_data : NULL;
}

/* True when something changed that the children inherit. */
static bool refresh_one(hob_world *world, hob_entity_data *e) {
    const hob_entity_data *parent = flag_parent(e);
    bool inherits_enabled = world->outside.manifest->rules.disabled_entities != HOB_DISABLED_ABSENT;
    bool active = !e->dead && e->enabled && (!parent || !inherits_enabled || parent->active);
    bool is_paused = e->paused || (parent && parent->is_paused);
    bool shown = e->visible && (!parent || parent->shown);
    bool was_active = e->active;
    bool changed = active != was_active || is_paused != e->is_paused || shown != e->shown;
    e->active = active;
    e->is_paused = is_paused;
    e->shown = shown;
    if (active != was_active) {
        hob_entity_moved(world, e);
        hob_component__refresh_all(e);
        if (!active) {
            hob_contacts_forget(world, e->self);
        }
    }
    return changed;
}

void hob_entity_refresh_flags(hob_world *world, hob_entity_data *e) {
    if (!refresh_one(world, e)) {
        return;
    }
    hob_entity_data *at = e->first_child;
    while (at) {
        hob_entity_data *next;
        if (refresh_one(world, at)) {
            next = hob_entity__next_below(e, at);
        } else { /* its subtree stays as it is */
            next = at;
            while (next != e && !next->next_sibling) {
                next = next->parent_data;
            }
            next = next == e ? NULL : next->next_sibling;
        }
        at = next;
    }
}

void hob_entity_set_enabled(hob_world *world, hob_entity_data *e, bool enabled) {
    e->enabled = enabled;
    hob_entity_refresh_flags(world, e);
}

void hob_entity_set_visible(hob_world *world, hob_entity_data *e, bool visible) {
    e->visible = visible;
    hob_entity_refresh_flags(world, e);
}

void hob_entity_set_paused(hob_world *world, hob_entity_data *e, bool paused) {
    e->paused = paused;
    hob_entity_refresh_flags(world, e);
}

int hob_entity_seat(hob_world *world, const hob_entity_data *e) {
    (void)world;
    for (; e; e = flag_parent(e)) {
        if (e->owner >= 0) {
            return e->owner;
        }
    }
    return 0;
}

/* The local transform that keeps the world place below a new parent. */
static void keep_place(hob_world *world, hob_entity_data *e, const hob_entity_data *parent,
                       hob_place place) {
    hob_transform *t = e->transform;
    if (t->inherit == HOB_INHERIT_ALL) {
        hob_place up = {.scale = {1, 1}};
        if (parent) {
            up = hob_entity_world_place(world, parent);
        }
        (void)hob_entity_store_number(world, e, "Transform.rotation", &t->rotation,
                                      place.rotation - up.rotation);
        if (up.scale.x != 0) {
            (void)hob_entity_store_number(world, e, "Transform.scale.x", &t->scale.x,
                                          place.scale.x / up.scale.x);
        }
        if (up.scale.y != 0) {
            (void)hob_entity_store_number(world, e, "Transform.scale.y", &t->scale.y,
                                          place.scale.y / up.scale.y);
        }
    }
    hob_entity_set_world_position(world, e, place.position);
}

hob_status hob_entity_set_parent(hob_world *world, hob_entity_data *e, hob_entity parent,
                                 bool keep_world, hob_error *reterr) {
    hob_entity_data *up = NULL;
    if (parent != HOB_NO_ENTITY) {
        up = hob_entity_live(world, parent);
        if (!up) {
            return hob_fail(reterr, HOB_ERR_ENTITY_UNKNOWN, "The new parent does not exist.");
        }
    }
    for (const hob_entity_data *at = up; at; at = at->parent_data) {
        if (at == e) {
            return hob_fail(reterr, HOB_ERR_INVALID_INPUT,
                            "\"%s\" cannot be put below \"%s\", which is below it.",
                            hob_text_cstr(e->name), hob_text_cstr(up->name));
        }
    }
    bool has_place = keep_world && e->transform;
    hob_place place = has_place ? hob_entity_world_place(world, e) : (hob_place){.rotation = 0};
    hob_entity__unlink(e);
    e->parent = parent;
    hob_entity_moved(world, e);
    if (up) {
        hob_entity__link(e, up);
    }
    if (has_place) {
        keep_place(world, e, up, place);
    }
    hob_entity_refresh_flags(world, e);
    return HOB_OK;
}
