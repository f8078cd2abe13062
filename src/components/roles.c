/* The table of built-in roles, and what is asked of roles. */
#include "components/role.h"

#include <stdio.h>
#include <string.h>

#define MOST_NAMES 64

/* ---- npc: stands there ---- */

static const hob_role_part npc_states[] = {{.name = "idle"}, {.name = NULL}};

/* ---- the table ---- */

const hob_role_row hob_roles[] = {
    {.name = "npc", .doc = "Stands there and can be spoken to.", .states = npc_states},
    {.name = NULL},
};

/* ---- finding ---- */

static bool has_driver(const hob_role_row *role, const hob_entity_data *e) {
    hob_str driver = hob_str_from(role->driver);
    for (uint32_t i = 0; driver.data && i < e->slot_count; i++) {
        const hob_component *c = e->slots[i].component;
        if (c && !c->removed && hob_component_answers(c, driver)) {
            return true;
        }
    }
    return !driver.data;
}

/* Those of the engine, then those of the project; a name is in one of them only. */
static const hob_role_row *next_row(const hob_role_row *row, const hob_role_row *project,
                                    bool *in_project) {
    row = row ? row + 1 : hob_roles;
    if (!row->name && !*in_project && project) {
        *in_project = true;
        row = project;
    }
    return row->name ? row : NULL;
}

const hob_role_row *hob_role_find(const hob_role_row *project, const hob_entity_data *e,
                                  hob_str name) {
    const hob_role_row *first = NULL, *role = NULL;
    bool in_project = false;
    while ((role = next_row(role, project, &in_project))) {
        if (!hob_str_is(name, role->name)) {
            continue;
        }
        if (e && has_driver(role, e)) {
            return role;
        }
        first = first ? first : role;
    }
    return first;
}

/* Every name once, in the order of the tables; ends with null. */
static void list_names(const hob_role_row *project, const char *names[MOST_NAMES + 1]) {
    size_t count = 0;
    const hob_role_row *role = NULL;
    bool in_project = false;
    while (count < MOST_NAMES && (role = next_row(role, project, &in_project))) {
        if (count == 0 || strcmp(names[count - 1], role->name) != 0) {
            names[count++] = role->name;
        }
    }
    names[count] = NULL;
}

const char *hob_role_names(const hob_role_row *project, char *out, size_t size) {
    const char *names[MOST_NAMES + 1];
    size_t length = 0;
    list_names(project, names);
    out[0] = '\0';
    for (size_t i = 0; names[i] && length < size; i++) {
        int written =
            snprintf(out + length, size - length, "%s%s", length > 0 ? ", " : "", names[i]);
        length += written > 0 ? (size_t)written : 0;
    }
    return out;
}

const char *hob_role_nearest(const hob_role_row *project, hob_str name) {
    const char *names[MOST_NAMES + 1];
    char asked[64];
    list_names(project, names);
    (void)snprintf(asked, sizeof asked, "%.*s", (int)(name.length < 63 ? name.length : 63),
                   name.data ? name.data : "");
    return hob_nearest_name(asked, names);
}

const hob_role_part *hob_role_part_find(const hob_role_row *role, hob_str name) {
    for (const hob_role_part *s = role ? role->states : NULL; s && s->name; s++) {
        if (hob_str_is(name, s->name)) {
            return s;
        }
    }
    return NULL;
}

/* ---- running ---- */

bool hob_role_has(const hob_role_row *role, const hob_role_part *of, hob_role_hook phase) {
    if (!of) {
        return false;
    }
    return role->run ? (of->phases & 1u << phase) != 0 : of->hooks.of[phase] != NULL;
}

void hob_role_run(const hob_role_row *role, const hob_role_part *of, hob_role_hook phase,
                  const hob_role_call *call) {
    if (!hob_role_has(role, of, phase)) {
        of = &role->fallback;
    }
    if (!hob_role_has(role, of, phase)) {
        return;
    }
    if (role->run) {
        role->run(role, of, phase, call);
    } else {
        of->hooks.of[phase](call);
    }
}
