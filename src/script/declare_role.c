/* One declaration of a role: the graph of its states, and which functions it has. */
#include "script/declare_internal.h"

#include <stdio.h>
#include <string.h>

static const char *const known_keys[] = {"role",   "doc",     "driver", "signals", "initial",
                                         "states", "default", "always", NULL};
static const char *const known_in_state[] = {"clip", "transitions", "enter", "update",
                                             "exit", "collide",     NULL};
static const char *const known_functions[] = {"enter", "update", "exit", "collide", NULL};

static uint32_t functions_of(hob_value table) {
    uint32_t hooks = 0;
    for (int i = 0; i < HOB_ROLE_HOOK_COUNT; i++) {
        hooks |=
            hob_declare__is_function(hob_value_get(table, hob_role_hook_names[i])) ? 1u << i : 0;
    }
    return hooks;
}

/* A key that should hold a function, or a table of functions. */
static bool check_functions(hob_declaring *d, const hob_declaration *item, const char *where,
                            hob_value table) {
    for (int i = 0; i < HOB_ROLE_HOOK_COUNT; i++) {
        hob_value v = hob_value_get(table, hob_role_hook_names[i]);
        if (!hob_value_is_absent(v) && !hob_declare__is_function(v)) {
            return hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED,
                                       "Write a function of self and ctx.",
                                       "%s: %s is no function.", where, hob_role_hook_names[i]);
        }
    }
    return true;
}

static bool read_edges(hob_declaring *d, const hob_declaration *item, const char *where,
                       hob_value list, hob_role_state *ret_state) {
    bool is_empty = list.tag == HOB_TAG_MAP && list.as.map->count == 0;
    if (hob_value_is_absent(list) || is_empty) {
        return true;
    }
    uint32_t count = list.tag == HOB_TAG_LIST ? list.as.list->count : 0;
    hob_role_edge *edges = hob_arena_array(d->arena, hob_role_edge, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        edges[i].on = hob_declare__text(d, hob_value_get(list.as.list->items[i], "on"));
        edges[i].to = hob_declare__text(d, hob_value_get(list.as.list->items[i], "to"));
        if (edges[i].on == NULL || edges[i].to == NULL) {
            count = 0;
        }
    }
    ret_state->edges = edges;
    ret_state->edge_count = count;
    return count > 0 ||
           hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED,
                               "Write transitions = { { on = \"signal:land\", to = \"idle\" } }.",
                               "%s: transitions is no list of {on, to}.", where);
}

static bool read_state(hob_declaring *d, const hob_declaration *item, const char *name,
                       hob_value def, hob_role_state *ret_state) {
    char where[160];
    (void)snprintf(where, sizeof where, "The state %.60s of the role %.60s", name, item->name);
    if (def.tag != HOB_TAG_MAP) {
        bool is_empty = def.tag == HOB_TAG_LIST && def.as.list->count == 0;
        if (!is_empty) {
            return hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED,
                                       "Write a table: { clip = \"idle\", update = function ... }.",
                                       "%s is no table.", where);
        }
    }
    hob_value clip = hob_value_get(def, "clip");
    *ret_state = (hob_role_state){.name = hob_arena_text(d->arena, name, strlen(name)),
                                  .clip = hob_declare__text(d, clip),
                                  .hooks = functions_of(def)};
    if (!hob_value_is_absent(clip) && ret_state->clip == NULL) {
        return hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED,
                                   "Name a clip of the SpriteAnimator.", "%s: clip is no text.",
                                   where);
    }
    return hob_declare__known_keys(d, item->path, where, def, known_in_state) &&
           check_functions(d, item, where, def) &&
           read_edges(d, item, where, hob_value_get(def, "transitions"), ret_state);
}

static bool read_states(hob_declaring *d, const hob_declaration *item, hob_role *ret_role) {
    hob_value states = hob_value_get(item->table, "states");
    if (states.tag != HOB_TAG_MAP || states.as.map->count == 0) {
        return hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED,
                                   "Write states = { idle = { update = function ... } }.",
                                   "The role %s has no states.", item->name);
    }
    hob_role_state *list = hob_arena_array(d->arena, hob_role_state, states.as.map->count);
    for (uint32_t i = 0; i < states.as.map->count; i++) {
        if (!read_state(d, item, hob_text_cstr(states.as.map->entries[i].key),
                        states.as.map->entries[i].value, &list[i])) {
            return false;
        }
    }
    ret_role->states = list;
    ret_role->state_count = states.as.map->count;
    return true;
}

static bool read_extra(hob_declaring *d, const hob_declaration *item, const char *key,
                       uint32_t *ret_hooks) {
    char where[160];
    hob_value v = hob_value_get(item->table, key);
    (void)snprintf(where, sizeof where, "%s of the role %.60s", key, item->name);
    *ret_hooks = functions_of(v);
    if (!hob_value_is_absent(v) && v.tag != HOB_TAG_MAP) {
        return hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED,
                                   "Write a table of enter, update, exit, collide.",
                                   "%s is no table.", where);
    }
    return hob_declare__known_keys(d, item->path, where, v, known_functions) &&
           check_functions(d, item, where, v);
}

/* A text that names one of the states, or nothing. */
static bool check_initial(hob_declaring *d, const hob_declaration *item, const hob_role *role) {
    const char **names = hob_arena_array(d->arena, const char *, role->state_count + 1);
    for (size_t i = 0; i < role->state_count; i++) {
        names[i] = role->states[i].name;
        if (role->initial == NULL || strcmp(names[i], role->initial) == 0) {
            return true;
        }
    }
    char hint[120] = "Name one of its states.";
    const char *near = hob_nearest_name(role->initial, names);
    if (near != NULL) {
        (void)snprintf(hint, sizeof hint, "Did you mean %.80s?", near);
    }
    return hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED, hint,
                               "initial of the role %s is no state of it: %.60s.", item->name,
                               role->initial);
}

bool hob_declare__role(hob_declaring *d, const hob_declaration *item, hob_role *ret_role) {
    static const char *const no_signals[] = {NULL};
    *ret_role = (hob_role){
        .name = item->name,
        .path = item->path,
        .driver = hob_declare__text(d, hob_value_get(item->table, "driver")),
        .initial = hob_declare__text(d, hob_value_get(item->table, "initial")),
    };
    bool right = hob_declare__known_keys(d, item->path, "A role", item->table, known_keys) &&
                 hob_declare__texts(d, item, "signals", &ret_role->signals) &&
                 read_states(d, item, ret_role) && check_initial(d, item, ret_role) &&
                 read_extra(d, item, "always", &ret_role->always_hooks) &&
                 read_extra(d, item, "default", &ret_role->default_hooks);
    if (ret_role->signals == NULL) {
        ret_role->signals = no_signals;
    }
    return right;
}
