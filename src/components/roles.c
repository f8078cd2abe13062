/* The table of built-in roles, and what is asked of roles. */
#include "components/role_code.h"

#include <stdio.h>
#include <string.h>

#define MOST_NAMES 64

/* ---- the table ---- */

static const hob_role_part npc_parts[] = {{.state = {.name = "idle"}}, HOB_ROLE_PARTS_END};
static const char *const platformer_signals[] = {"land", "move", "stop", "rise", "fall", NULL};
static const char *const grid_signals[] = {"move", "stop", NULL};

#define GRID_PLAYER(type)                                                                       \
    {                                                                                           \
        .name = "player", .doc = "Walks where its seat steers it, strikes and is thrown back.", \
        .driver = (type), .parts = hob_role__grid,                                              \
        .always = {{[HOB_ROLE_UPDATE] = hob_role__grid_always}}, .signals = grid_signals        \
    }

const hob_role_row hob_roles[] = {
    {.name = "player",
     .doc = "Runs and jumps as its seat steers it.",
     .driver = "PlatformerMotor",
     .parts = hob_role__platformer,
     .always = {{[HOB_ROLE_UPDATE] = hob_role__platformer_always}},
     .fallback = {{[HOB_ROLE_UPDATE] = hob_role__platformer_update}},
     .signals = platformer_signals},
    GRID_PLAYER("TopDownMotor"),
    GRID_PLAYER("IsoMotor"),
    {.name = "patroller",
     .doc = "Goes to and fro; a hit stops it for a moment.",
     .driver = "Patrol",
     .parts = hob_role__patroller},
    {.name = "chaser",
     .doc = "Goes after the player.",
     .driver = "Chaser",
     .parts = hob_role__chaser},
    {.name = "npc", .doc = "Stands there and can be spoken to.", .parts = npc_parts},
    {.name = NULL},
};

/* ---- finding ---- */

hob_role_places hob_role_places_of(const hob_world *world) {
    return (hob_role_places){world->outside.roles, world->outside.project};
}

/* Role number `at`: those of the engine, those handed in, those that the project declares. */
static hob_role_ref role_at(hob_role_places places, size_t at) {
    const hob_role_row *tables[] = {hob_roles, places.rows};
    for (size_t t = 0; t < HOB_COUNT(tables); t++) {
        for (const hob_role_row *row = tables[t]; row && row->name; row++, at--) {
            if (at == 0) {
                return (hob_role_ref){.row = row};
            }
        }
    }
    bool is_declared = places.project && at < hob_project_role_count(places.project);
    return (hob_role_ref){.declared = is_declared ? hob_project_role_at(places.project, at) : NULL};
}

static const char *name_of(hob_role_ref role) {
    return role.row ? role.row->name : role.declared->name;
}

hob_role_ref hob_role_find_nth(hob_role_places places, hob_str name, size_t index) {
    hob_role_ref role;
    for (size_t i = 0; hob_role_is(role = role_at(places, i)); i++) {
        if (hob_str_is(name, name_of(role)) && index-- == 0) {
            return role;
        }
    }
    return (hob_role_ref){0};
}

static bool has_driver(hob_role_ref role, const hob_entity_data *e) {
    hob_str driver = hob_str_from(hob_role_driver(role));
    for (uint32_t i = 0; driver.data && i < e->slot_count; i++) {
        const hob_component *c = e->slots[i].component;
        if (c && !c->removed && hob_component_answers(c, driver)) {
            return true;
        }
    }
    return !driver.data;
}

hob_role_ref hob_role_find(hob_role_places places, const hob_entity_data *e, hob_str name) {
    hob_role_ref role;
    for (size_t i = 0; e && hob_role_is(role = hob_role_find_nth(places, name, i)); i++) {
        if (has_driver(role, e)) {
            return role;
        }
    }
    return hob_role_find_nth(places, name, 0);
}

/* Every name once, in the order of the tables; ends with null. */
static void list_names(hob_role_places places, const char *names[MOST_NAMES + 1]) {
    size_t count = 0;
    hob_role_ref role;
    for (size_t i = 0; count < MOST_NAMES && hob_role_is(role = role_at(places, i)); i++) {
        if (count == 0 || strcmp(names[count - 1], name_of(role)) != 0) {
            names[count++] = name_of(role);
        }
    }
    names[count] = NULL;
}

const char *hob_role_names(hob_role_places places, char *out, size_t size) {
    const char *names[MOST_NAMES + 1];
    size_t length = 0;
    list_names(places, names);
    out[0] = '\0';
    for (size_t i = 0; names[i] && length < size; i++) {
        int written =
            snprintf(out + length, size - length, "%s%s", length > 0 ? ", " : "", names[i]);
        length += written > 0 ? (size_t)written : 0;
    }
    return out;
}

const char *hob_role_nearest(hob_role_places places, hob_str name) {
    const char *names[MOST_NAMES + 1];
    char asked[64];
    list_names(places, names);
    (void)snprintf(asked, sizeof asked, "%.*s", (int)(name.length < 63 ? name.length : 63),
                   name.data ? name.data : "");
    return hob_nearest_name(asked, names);
}

/* ---- reading ---- */

const char *hob_role_driver(hob_role_ref role) {
    return role.row ? role.row->driver : role.declared ? role.declared->driver : NULL;
}

const char *hob_role_initial(hob_role_ref role) {
    return role.row ? role.row->initial : role.declared ? role.declared->initial : NULL;
}

const hob_role_state *hob_role_state_at(hob_role_ref role, size_t index) {
    if (role.declared) {
        return index < role.declared->state_count ? &role.declared->states[index] : NULL;
    }
    const hob_role_part *part = role.row ? role.row->parts : NULL;
    for (; part && part->state.name; part++, index--) {
        if (index == 0) {
            return &part->state;
        }
    }
    return NULL;
}

/* ---- running ---- */

static hob_role_fn function_of(const hob_role_row *row, hob_role_at at, hob_role_hook hook) {
    switch (at.table) {
    case HOB_ROLE_STATES:
        return at.index < 0 ? NULL : row->parts[at.index].code.of[hook];
    case HOB_ROLE_ALWAYS:
        return row->always.of[hook];
    case HOB_ROLE_DEFAULT:
        break;
    }
    return row->fallback.of[hook];
}

static uint32_t hooks_of(const hob_role *role, hob_role_at at) {
    switch (at.table) {
    case HOB_ROLE_STATES:
        return at.index < 0 ? 0 : role->states[at.index].hooks;
    case HOB_ROLE_ALWAYS:
        return role->always_hooks;
    case HOB_ROLE_DEFAULT:
        break;
    }
    return role->default_hooks;
}

bool hob_role_has(hob_role_ref role, hob_role_at at, hob_role_hook hook) {
    if (role.declared) {
        return (hooks_of(role.declared, at) & 1u << hook) != 0;
    }
    return role.row && function_of(role.row, at, hook);
}

/* (self, ctx) and: the state left, dt, the next state, who is met. */
static void run_declared(hob_role_at at, hob_role_hook hook, const hob_role_call *call) {
    hob_code_slot *slot = call->machine->code;
    hob_value arg = HOB_VALUE_NULL;
    if (hook == HOB_ROLE_UPDATE) {
        arg = hob_value_number(call->world->dt);
    } else if (hook == HOB_ROLE_COLLIDE) {
        arg = hob_value_entity(call->other);
    } else if (hob_text_view(call->neighbour).length > 0) {
        arg.tag = HOB_TAG_TEXT;
        arg.as.text = call->neighbour;
    }
    if (slot) {
        (void)hob_code_call_role(call->world, slot, at.table, call->state, hook, &arg, 1);
    }
}

void hob_role_run(hob_role_ref role, hob_role_at at, hob_role_hook hook,
                  const hob_role_call *call) {
    if (role.declared) {
        run_declared(at, hook, call);
    } else {
        function_of(role.row, at, hook)(call);
    }
}
