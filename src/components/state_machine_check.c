/* Findings about a StateMachine (spec waica 9.3, hob 11): the role, targets, states that nothing
 * leads to, states without code, actions that nobody declares, clips that are not there. */
#include "components/state_machine_check.h"

#include "components/clip_choice.h"
#include "components/state_graph.h"
#include "project/check.h"

#include <stdio.h>

typedef const hob_check__entity *entity_ref;
typedef const hob_check__part *part_ref;

/* One state of the whole graph. */
typedef struct known_state {
    hob_str name;
    yyjson_val *own; /* as it stands in the file; null = only the role's */
    const hob_role_state *of_role;
    int32_t code; /* index in the role, -1 = none */
    bool is_reached;
} known_state;

typedef struct machine_check {
    hob_check *check;
    entity_ref entity;
    part_ref part;
    hob_role_places places;
    hob_role_ref role;
    hob_read_level states_level;
    known_state *states;
    size_t count;
} machine_check;

static int shown(hob_str s) {
    return (int)(s.length < 80 ? s.length : 80);
}

/* ---- the graph ---- */

static known_state *find_state(const machine_check *c, hob_str name) {
    for (size_t i = 0; i < c->count; i++) {
        if (hob_str_equal(c->states[i].name, name)) {
            return &c->states[i];
        }
    }
    return NULL;
}

static bool is_any(hob_str name) {
    return hob_str_is(name, HOB_STATE_ANY);
}

static bool has_driver(entity_ref entity, const char *driver) {
    for (size_t i = 0; i < entity->part_count; i++) {
        if (strcmp(entity->parts[i].type->name, driver) == 0 ||
            hob_check__in_family(&entity->parts[i], driver)) {
            return true;
        }
    }
    return false;
}

static hob_role_ref choose_role(const machine_check *c, hob_str name) {
    hob_role_ref role;
    for (size_t i = 0; hob_role_is(role = hob_role_find_nth(c->places, name, i)); i++) {
        if (!hob_role_driver(role) || has_driver(c->entity, hob_role_driver(role))) {
            return role;
        }
    }
    return hob_role_find_nth(c->places, name, 0);
}

static void gather_states(machine_check *c) {
    yyjson_val *own = hob_check__raw(c->part, "states");
    size_t i, max, of_role = 0;
    yyjson_val *key, *value;
    while (hob_role_state_at(c->role, of_role)) {
        of_role++;
    }
    c->states = hob_arena_array(c->check->arena, known_state, of_role + yyjson_obj_size(own));
    for (i = 0; i < of_role; i++) {
        const hob_role_state *state = hob_role_state_at(c->role, i);
        c->states[c->count++] =
            (known_state){.name = hob_str_from(state->name), .of_role = state, .code = (int32_t)i};
    }
    yyjson_obj_foreach(own, i, max, key, value) {
        hob_str name = hob_check__str(key);
        known_state *known = find_state(c, name);
        if (!known) {
            known = &c->states[c->count++];
            *known = (known_state){.name = name, .code = -1};
        }
        known->own = value;
    }
}

/* ---- edges ---- */

static void check_trigger(machine_check *c, const hob_read_level *level, hob_str on) {
    hob_str name = {0};
    double seconds = 0;
    const hob_map *actions = hob_project_manifest(c->check->project)->input_actions.as.map;
    hob_trigger trigger = hob_trigger_read(on, &name, &seconds);
    if (trigger == HOB_TRIGGER_NEVER) {
        hob_check__report(c->check, level, "on", HOB_ERR_STATE_TRIGGER_INVALID,
                          "Write input:action, timer:seconds or signal:name.",
                          "\"%.*s\" never happens.", shown(on), on.data);
        return;
    }
    if (trigger != HOB_TRIGGER_INPUT) {
        return;
    }
    hob_value action = actions ? hob_map_get(actions, name) : HOB_VALUE_ABSENT;
    hob_value sources = hob_value_get(action, "sources");
    if (sources.tag != HOB_TAG_LIST || sources.as.list->count == 0) {
        hob_check__report(c->check, level, "on", HOB_ERR_INPUT_ACTION_UNBOUND,
                          "Give it sources in input.actions of hob.json.",
                          "Nothing presses the action \"%.*s\".", shown(name), name.data);
    }
}

static void reach(machine_check *c, hob_str from, hob_str to) {
    known_state *target = find_state(c, to);
    if (target && !hob_str_equal(from, to)) {
        target->is_reached = true;
    }
}

static void check_edges(machine_check *c, const known_state *state, yyjson_val *edges) {
    size_t i, max;
    yyjson_val *edge;
    hob_read_level state_level = {.up = &c->states_level, .key = state->name};
    hob_read_level list_level = {.up = &state_level, .key = HOB_STR_INIT("transitions")};
    yyjson_arr_foreach(edges, i, max, edge) {
        hob_read_level level = {.up = &list_level, .index = i};
        hob_str to = hob_check__str(yyjson_obj_get(edge, "to"));
        hob_str on = hob_check__str(yyjson_obj_get(edge, "on"));
        if (!on.data || !to.data) {
            continue; /* a finding of the table already */
        }
        check_trigger(c, &level, on);
        reach(c, state->name, to);
        if (!find_state(c, to) || is_any(to)) {
            hob_check__report_as(c->check, &level, "to", HOB_ERR_STATE_TARGET_MISSING,
                                 HOB_SEVERITY_WARNING, "Name one of the states.",
                                 "There is no state \"%.*s\" to lead to.", shown(to), to.data);
        }
    }
}

static void check_all_edges(machine_check *c) {
    for (size_t i = 0; i < c->count; i++) {
        const known_state *state = &c->states[i];
        yyjson_val *edges = yyjson_obj_get(state->own, "transitions");
        if (edges) {
            check_edges(c, state, edges);
            continue;
        }
        for (size_t e = 0; state->of_role && e < state->of_role->edge_count; e++) {
            reach(c, state->name, hob_str_from(state->of_role->edges[e].to));
        }
    }
}

static hob_str initial_of(machine_check *c) {
    hob_str initial = hob_check__text(c->check, c->part, "initial");
    if (initial.length > 0) {
        return initial;
    }
    if (hob_role_initial(c->role)) {
        return hob_str_from(hob_role_initial(c->role));
    }
    for (size_t i = 0; i < c->count; i++) {
        if (!is_any(c->states[i].name)) {
            return c->states[i].name;
        }
    }
    return (hob_str){0};
}

/* ---- states ---- */

static bool has_code(const machine_check *c, const known_state *state) {
    for (int hook = 0; hook < HOB_ROLE_HOOK_COUNT; hook++) {
        hob_role_at own = {HOB_ROLE_STATES, state->code}, fallback = {HOB_ROLE_DEFAULT, -1};
        if (hob_role_has(c->role, own, (hob_role_hook)hook) ||
            hob_role_has(c->role, fallback, (hob_role_hook)hook)) {
            return true;
        }
    }
    return false;
}

static void check_states(machine_check *c) {
    hob_str initial = initial_of(c);
    bool has_script = hob_check__find(c->entity, "Script") != NULL;
    if (initial.length > 0 && (!find_state(c, initial) || is_any(initial))) {
        hob_check__report_as(c->check, &c->part->level, "initial", HOB_ERR_STATE_TARGET_MISSING,
                             HOB_SEVERITY_WARNING, "Name one of the states.",
                             "There is no state \"%.*s\" to begin in.", shown(initial),
                             initial.data);
    }
    for (size_t i = 0; i < c->count; i++) {
        const known_state *state = &c->states[i];
        hob_read_level level = {.up = &c->states_level, .key = state->name};
        if (!state->own || is_any(state->name)) {
            continue;
        }
        if (!state->is_reached && !hob_str_equal(state->name, initial)) {
            hob_check__report(c->check, &level, NULL, HOB_ERR_STATE_UNREACHABLE,
                              "Add a transition to it, or remove it.",
                              "Nothing leads to the state \"%.*s\".", shown(state->name),
                              state->name.data);
        }
        if (!has_script && !has_code(c, state)) {
            hob_check__report(c->check, &level, NULL, HOB_ERR_STATE_NO_CODE,
                              "Choose a role that has code for it, or add a Script.",
                              "The state \"%.*s\" has no code.", shown(state->name),
                              state->name.data);
        }
    }
}

/* ---- clips ---- */

static bool file_has_clip(const void *animator, hob_str clip) {
    return yyjson_obj_getn(hob_check__raw(animator, "clips"), clip.data, clip.length) != NULL;
}

static hob_str file_fallback(const void *animator, hob_str state) {
    return hob_check__str(
        yyjson_obj_getn(hob_check__raw(animator, "fallbacks"), state.data, state.length));
}

static bool has_clip(const hob_clip_source *source, hob_str clip) {
    char name[HOB_CLIP_NAME_MAX];
    bool mirrored;
    const char *const *sides = hob_clip_sides(source->directions);
    if (!*sides) {
        return hob_clip_choose(source, clip, (hob_str){0}, name, &mirrored);
    }
    for (; *sides; sides++) {
        if (!hob_clip_choose(source, clip, hob_str_from(*sides), name, &mirrored)) {
            return false;
        }
    }
    return true;
}

static hob_directions directions_of(machine_check *c, part_ref animator) {
    hob_str directions = hob_check__text(c->check, animator, "directions");
    return hob_str_is(directions, "four")    ? HOB_DIRECTIONS_FOUR
           : hob_str_is(directions, "eight") ? HOB_DIRECTIONS_EIGHT
                                             : HOB_DIRECTIONS_NONE;
}

static void check_clips(machine_check *c) {
    part_ref animator = hob_check__find(c->entity, "SpriteAnimator");
    if (!animator || !hob_str_is(hob_check__text(c->check, animator, "driver"), "state")) {
        return;
    }
    hob_clip_source source = {.user = animator,
                              .has = file_has_clip,
                              .fallback = file_fallback,
                              .directions = directions_of(c, animator)};
    for (size_t i = 0; i < c->count; i++) {
        const known_state *state = &c->states[i];
        yyjson_val *written = yyjson_obj_get(state->own, "clip");
        hob_str clip = written                                  ? hob_check__str(written)
                       : state->of_role && state->of_role->clip ? hob_str_from(state->of_role->clip)
                                                                : state->name;
        if (is_any(state->name) || has_clip(&source, clip)) {
            continue;
        }
        hob_read_level level = {.up = &c->states_level, .key = state->name};
        hob_check__report_as(c->check, state->own ? &level : &c->part->level,
                             written ? "clip" : NULL, HOB_ERR_STATE_CLIP_MISSING,
                             written ? HOB_SEVERITY_ERROR : HOB_SEVERITY_WARNING,
                             "Add it to the clips of the SpriteAnimator.",
                             "The state \"%.*s\" has no clip \"%.*s\".", shown(state->name),
                             state->name.data, shown(clip), clip.data ? clip.data : "");
    }
}

/* ---- all of it ---- */

static void check_role(machine_check *c, hob_str name) {
    char hint[160], names[400];
    const char *nearest = hob_role_nearest(c->places, name);
    if (name.length == 0 || hob_role_is(c->role)) {
        return;
    }
    (void)snprintf(hint, sizeof hint, nearest ? "Did you mean %s?" : "Name one of the roles.",
                   nearest);
    hob_check__report(c->check, &c->part->level, "role", HOB_ERR_STATE_ROLE_UNKNOWN, hint,
                      "There is no role \"%.*s\"; there are %s.", shown(name), name.data,
                      hob_role_names(c->places, names, sizeof names));
}

/* All drivers that a role of this name can have. */
static void check_driver(const machine_check *c, hob_str name) {
    char drivers[160] = "";
    size_t length = 0;
    hob_role_ref role;
    if (!hob_role_driver(c->role) || has_driver(c->entity, hob_role_driver(c->role))) {
        return;
    }
    for (size_t i = 0; hob_role_is(role = hob_role_find_nth(c->places, name, i)); i++) {
        int written = snprintf(drivers + length, sizeof drivers - length, "%s%s",
                               i > 0 ? " or " : "", hob_role_driver(role));
        length += written > 0 && length + (size_t)written < sizeof drivers ? (size_t)written : 0;
    }
    hob_check__report(c->check, &c->part->level, "role", HOB_ERR_SIBLING_MISSING,
                      "Add it to the entity.",
                      "The role %.*s needs a %s beside the StateMachine, and there is none.",
                      shown(name), name.data, drivers);
}

void hob_state_machine__check(hob_check *check, entity_ref entity, part_ref part) {
    machine_check c = {.check = check,
                       .entity = entity,
                       .part = part,
                       .places = {NULL, check->project},
                       .states_level = {.up = &part->level, .key = HOB_STR_INIT("states")}};
    hob_str name = hob_check__text(check, part, "role");
    c.role = choose_role(&c, name);
    check_role(&c, name);
    check_driver(&c, name);
    gather_states(&c);
    check_all_edges(&c);
    check_states(&c);
    check_clips(&c);
}
