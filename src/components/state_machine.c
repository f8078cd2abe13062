#include "components/state_machine.h"

#include "components/state_machine_check.h"
#include "world/feed.h"

#include <stdio.h>

#define MOST_CHANGES 8 /* of state in one turn, and in one chain of `go` */

typedef hob_state_machine machine_data;

static machine_data *data_of(hob_component *machine) {
    return HOB_DATA(machine, hob_state_machine);
}

static bool takes_part(const hob_component *machine) {
    return machine->attached && !machine->inert && !machine->removed && !machine->owner->dead;
}

/* ---- the graph ---- */

static void set_current(hob_world *world, machine_data *m, hob_text *name) {
    hob_text *kept = hob_text_keep(name);
    hob_text_drop(world->heap, m->current);
    m->current = kept;
}

/* Makes the graph anew; the state and the raised signals go on by their names. */
static void remake(hob_world *world, hob_component *machine, hob_role_ref role) {
    machine_data *m = data_of(machine);
    hob_state_graph old = m->graph;
    hob_state_graph_make(world, &m->graph, role, m->states, hob_text_view(m->initial));
    for (uint32_t i = 0; i < old.edge_count; i++) {
        if (old.edges[i].raised) {
            (void)hob_state_graph_raise(&m->graph, hob_text_view(old.edges[i].name));
        }
    }
    hob_state_graph_done(world, &old);
    m->at = hob_state_graph_find(&m->graph, hob_text_view(m->current));
    m->stale = false;
}

static hob_component *driver_of(const hob_entity_data *e, hob_role_ref role) {
    hob_str driver = hob_str_from(hob_role_driver(role));
    for (uint32_t i = 0; driver.data && i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        if (c && !c->removed && !c->inert && hob_component_answers(c, driver)) {
            return c;
        }
    }
    return NULL;
}

/* Before code of the machine runs: a graph that fits its fields and the components beside it. */
static void refresh(hob_world *world, hob_component *machine) {
    machine_data *m = data_of(machine);
    if (m->depth > 0) {
        return;
    }
    hob_role_ref role = m->graph.role;
    bool is_driverless = hob_role_driver(role) && !driver_of(machine->owner, role);
    if (m->stale || is_driverless) {
        role = hob_role_find(hob_role_places_of(world), machine->owner, hob_text_view(m->role));
    }
    if (m->stale || !hob_role_same(role, m->graph.role)) {
        (void)hob_code_slot_create(world, machine,
                                   hob_str_from(role.declared ? role.declared->path : ""));
        remake(world, machine, role);
    }
}

/* ---- code of a state ---- */

static void run_code(hob_world *world, hob_component *machine, hob_role_at at, hob_role_hook hook,
                     hob_role_call call) {
    hob_role_ref role = data_of(machine)->graph.role;
    if (hob_role_has(role, at, hook)) {
        call.world = world;
        call.machine = machine;
        call.driver = driver_of(machine->owner, role);
        hob_role_run(role, at, hook, &call);
    }
}

static void run_always(hob_world *world, hob_component *machine, hob_role_hook hook,
                       hob_entity other) {
    run_code(world, machine, (hob_role_at){HOB_ROLE_ALWAYS, -1}, hook,
             (hob_role_call){.state = HOB_STR(HOB_STATE_ANY), .other = other});
}

/* The state's own code, else the role's default. */
static void run_state(hob_world *world, hob_component *machine, int32_t state, hob_role_hook hook,
                      hob_text *neighbour, hob_entity other) {
    const hob_state_graph *graph = &data_of(machine)->graph;
    if (state < 0) {
        return;
    }
    hob_role_at at = {HOB_ROLE_STATES, graph->states[state].code};
    if (!hob_role_has(graph->role, at, hook)) {
        at = (hob_role_at){HOB_ROLE_DEFAULT, -1};
    }
    run_code(world, machine, at, hook,
             (hob_role_call){.state = hob_text_view(graph->states[state].name),
                             .neighbour = neighbour,
                             .other = other});
}

/* ---- changing the state ---- */

static hob_value text_value(hob_text *text) {
    hob_value v = {.tag = hob_text_view(text).length > 0 ? HOB_TAG_TEXT : HOB_TAG_NULL};
    v.as.text = text;
    return v;
}

static void tell(hob_world *world, hob_component *machine, const char *signal, hob_hook hook,
                 hob_text *state, hob_text *other) {
    hob_value args[] = {text_value(state), text_value(other)};
    hob_signal(world, machine, signal, (int)hook, args, HOB_COUNT(args));
}

/* Exit, then enter. The graph stays as it is meanwhile, and so do the names in it. */
static void change_state(hob_world *world, hob_component *machine, int32_t to) {
    machine_data *m = data_of(machine);
    hob_text *from_name = hob_text_keep(m->current);
    hob_text *to_name = m->graph.states[to].name;
    m->depth++;
    m->moving = true;
    if (m->at >= 0) {
        run_state(world, machine, m->at, HOB_ROLE_EXIT, to_name, HOB_NO_ENTITY);
        tell(world, machine, "exited", HOB_HOOK_STATE_EXIT, from_name, to_name);
    }
    if (takes_part(machine)) {
        set_current(world, m, to_name);
        m->at = to;
        m->elapsed = 0;
        m->entries++;
        run_state(world, machine, to, HOB_ROLE_ENTER, from_name, HOB_NO_ENTITY);
    }
    if (takes_part(machine)) {
        tell(world, machine, "entered", HOB_HOOK_STATE_ENTER, to_name, from_name);
    }
    m->moving = false;
    m->depth--;
    hob_text_drop(world->heap, from_name);
}

static void warn_of_circle(hob_world *world, const hob_component *machine) {
    char key[120];
    (void)snprintf(key, sizeof key, "StateMachine circle %.80s", hob_text_cstr(machine->owner->id));
    if (hob_world_warn_once(world, key)) {
        hob_world_log(world, HOB_LOG_WARN,
                      "The StateMachine of \"%s\" changed its state %d times at once and stays in "
                      "\"%s\": its states lead in a circle.",
                      hob_text_cstr(machine->owner->name), MOST_CHANGES,
                      hob_text_cstr(HOB_DATA(machine, const hob_state_machine)->current));
    }
}

/* Goes to a state, and on to those that its code asks for meanwhile. */
static void move_to(hob_world *world, hob_component *machine, int32_t to) {
    machine_data *m = data_of(machine);
    if (m->moving) {
        m->next = to;
        return;
    }
    for (int changes = 0; to >= 0 && to != m->at && takes_part(machine); changes++) {
        if (changes == MOST_CHANGES) {
            warn_of_circle(world, machine);
            break;
        }
        m->next = -1;
        change_state(world, machine, to);
        to = m->next;
    }
    m->next = -1;
}

/* ---- edges ---- */

static bool fires(hob_world *world, const hob_component *machine, const hob_graph_edge *edge) {
    const machine_data *m = HOB_DATA(machine, const hob_state_machine);
    switch (edge->trigger) {
    case HOB_TRIGGER_INPUT: {
        int seat = hob_entity_seat(world, machine->owner);
        const hob_action_state *action =
            hob_input_find_action(world, seat, hob_text_view(edge->name));
        return action && action->pressed && !action->consumed;
    }
    case HOB_TRIGGER_TIMER:
        return m->elapsed + world->dt / 2 >= edge->seconds;
    case HOB_TRIGGER_SIGNAL:
        return edge->raised;
    case HOB_TRIGGER_NEVER:
        break;
    }
    return false;
}

static const hob_graph_edge *first_of(hob_world *world, const hob_component *machine, int32_t at) {
    const hob_state_graph *graph = &HOB_DATA(machine, const hob_state_machine)->graph;
    for (uint32_t i = 0; at >= 0 && i < graph->states[at].edge_count; i++) {
        const hob_graph_edge *edge = &graph->edges[graph->states[at].first_edge + i];
        if (edge->target >= 0 && fires(world, machine, edge)) {
            return edge;
        }
    }
    return NULL;
}

/* The edge that is taken now; null: it stays. */
static const hob_graph_edge *next_edge(hob_world *world, const hob_component *machine) {
    const machine_data *m = HOB_DATA(machine, const hob_state_machine);
    const hob_graph_edge *edge = first_of(world, machine, m->at);
    if (!edge) {
        edge = first_of(world, machine, m->graph.any);
    }
    return edge && edge->target != m->at ? edge : NULL;
}

static void take_edges(hob_world *world, hob_component *machine) {
    for (int changes = 0; takes_part(machine); changes++) {
        const hob_graph_edge *edge = next_edge(world, machine);
        if (!edge) {
            return;
        }
        if (changes == MOST_CHANGES) {
            warn_of_circle(world, machine);
            return;
        }
        if (edge->trigger == HOB_TRIGGER_INPUT) {
            (void)hob_input_consume(world, hob_entity_seat(world, machine->owner),
                                    hob_text_view(edge->name));
        }
        move_to(world, machine, edge->target);
    }
}

/* ---- the turn, and overlaps ---- */

static void update(hob_world *world, hob_component *machine) {
    machine_data *m = data_of(machine);
    refresh(world, machine);
    m->depth++;
    run_always(world, machine, HOB_ROLE_UPDATE, HOB_NO_ENTITY);
    if (takes_part(machine)) {
        run_state(world, machine, m->at, HOB_ROLE_UPDATE, NULL, HOB_NO_ENTITY);
    }
    if (takes_part(machine)) {
        m->elapsed += world->dt;
        take_edges(world, machine);
    }
    hob_state_graph_clear(&m->graph);
    m->depth--;
}

/* The state that is current before `*` has run owns the overlap. */
static void collide(hob_world *world, hob_component *machine, uint64_t other) {
    machine_data *m = data_of(machine);
    refresh(world, machine);
    int32_t at = m->at;
    m->depth++;
    run_always(world, machine, HOB_ROLE_COLLIDE, other);
    if (takes_part(machine) && hob_entity_live(world, other)) {
        run_state(world, machine, at, HOB_ROLE_COLLIDE, NULL, other);
    }
    m->depth--;
}

/* ---- from outside ---- */

hob_component *hob_state_machine_of(hob_world *world, const hob_entity_data *e) {
    hob_component *machine =
        hob_component_of(e, hob_component_type_index(world, &hob_state_machine_type));
    return machine && takes_part(machine) ? machine : NULL;
}

void hob_state_machine_signal(hob_world *world, hob_component *machine, hob_str signal) {
    if (takes_part(machine)) {
        refresh(world, machine);
        (void)hob_state_graph_raise(&data_of(machine)->graph, signal);
    }
}

bool hob_state_machine_go(hob_world *world, hob_component *machine, hob_str state) {
    if (!takes_part(machine)) {
        return false;
    }
    refresh(world, machine);
    const machine_data *m = data_of(machine);
    int32_t to = hob_state_graph_find(&m->graph, state);
    if (to < 0 || to == m->graph.any) {
        return false;
    }
    move_to(world, machine, to);
    return true;
}

static bool leads(const hob_state_graph *graph, int32_t from, hob_str signal, int32_t to) {
    for (uint32_t i = 0; from >= 0 && i < graph->states[from].edge_count; i++) {
        const hob_graph_edge *edge = &graph->edges[graph->states[from].first_edge + i];
        if (edge->trigger == HOB_TRIGGER_SIGNAL && edge->target >= 0 &&
            (to < 0 || edge->target == to) && hob_str_equal(hob_text_view(edge->name), signal)) {
            return true;
        }
    }
    return false;
}

bool hob_state_machine_hears(hob_world *world, hob_component *machine, hob_str signal) {
    refresh(world, machine);
    const machine_data *m = data_of(machine);
    return leads(&m->graph, m->at, signal, -1) || leads(&m->graph, m->graph.any, signal, -1);
}

bool hob_state_machine_leads(hob_world *world, hob_component *machine, hob_str from, hob_str signal,
                             hob_str to) {
    refresh(world, machine);
    const hob_state_graph *graph = &data_of(machine)->graph;
    int32_t target = hob_state_graph_find(graph, to);
    return target >= 0 && (leads(graph, hob_state_graph_find(graph, from), signal, target) ||
                           leads(graph, graph->any, signal, target));
}

hob_str hob_state_machine_clip(const hob_component *machine) {
    const machine_data *m = HOB_DATA(machine, const hob_state_machine);
    return m->at < 0 ? (hob_str){0} : hob_text_view(m->graph.states[m->at].clip);
}

bool hob_state_machine_is(const hob_component *machine, const char *role) {
    return hob_str_is(hob_text_view(HOB_DATA(machine, const hob_state_machine)->role), role);
}

/* ---- life ---- */

static void init(hob_world *world, hob_component *machine) {
    machine_data *m = data_of(machine);
    m->graph = (hob_state_graph){.any = -1, .initial = -1};
    m->at = m->next = -1;
    m->stale = true;
    refresh(world, machine); /* a role of the project has its code slot before it is attached */
}

static void report_role(hob_world *world, hob_component *machine, hob_str role) {
    char names[400];
    const char *nearest = hob_role_nearest(hob_role_places_of(world), role);
    hob_world_entity_error(world, HOB_ERR_STATE_ROLE_UNKNOWN, machine->owner, machine, "attach",
                           "There is no role \"%.*s\".%s%s%s There are %s.",
                           (int)(role.length < 80 ? role.length : 80), role.data,
                           nearest ? " Did you mean " : "", nearest ? nearest : "",
                           nearest ? "?" : "",
                           hob_role_names(hob_role_places_of(world), names, sizeof names));
}

static bool attach(hob_world *world, hob_component *machine) {
    machine_data *m = data_of(machine);
    hob_str role = hob_text_view(m->role);
    refresh(world, machine);
    if (role.length > 0 && !hob_role_is(m->graph.role)) {
        report_role(world, machine, role);
    }
    if (m->graph.initial >= 0) {
        move_to(world, machine, m->graph.initial);
    }
    return true;
}

static void changed(hob_world *world, hob_component *machine, const hob_field *field) {
    (void)world;
    (void)field;
    data_of(machine)->stale = true;
}

static void done(hob_world *world, hob_component *machine) {
    hob_state_graph_done(world, &data_of(machine)->graph);
}

static void hash(hob_world *world, hob_component *machine, hob_hash *out) {
    (void)world;
    const machine_data *m = data_of(machine);
    uint32_t raised = 0;
    for (uint32_t i = 0; i < m->graph.edge_count; i++) {
        raised += m->graph.edges[i].raised;
    }
    hob_feed_list(out, raised);
    for (uint32_t i = 0; i < m->graph.edge_count; i++) {
        if (m->graph.edges[i].raised) {
            hob_feed_text(out, m->graph.edges[i].name);
        }
    }
    hob_feed_int(out, (int64_t)m->entries);
}

/* ---- the table ---- */

static const hob_field edge_fields[] = {
    HOB_P("on", TEXT, .flags = HOB_FIELD_REQUIRED,
          .doc = "What it waits for, as input:jump, timer:0.5 or signal:death."),
    HOB_P("to", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "State it leads to."),
    HOB_FIELDS_END,
};
static const hob_field edge_element = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = edge_fields, .doc = "One transition."};
static const hob_field state_fields[] = {
    HOB_P("clip", TEXT, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Clip that a SpriteAnimator shows in it, left out the state's name."),
    HOB_P("transitions", LIST, .flags = HOB_FIELD_OPTIONAL, .element = &edge_element,
          .doc = "Ways out of it, the first that fires is taken, left out those of the role."),
    HOB_FIELDS_END,
};
static const hob_field state_element = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = state_fields, .doc = "One state."};

#define S hob_state_machine
static const hob_field fields[] = {
    {HOB_AT(S, role, "role", TEXT), .flags = HOB_FIELD_STATIC,
     .doc = "Whose code runs in the states, as player, patroller, chaser, npc or one of the "
            "project."},
    {HOB_AT(S, initial, "initial", TEXT), .flags = HOB_FIELD_STATIC,
     .doc = "State it begins in, empty the first."},
    {HOB_AT(S, states, "states", MAP), .flags = HOB_FIELD_STATIC, .element = &state_element,
     .doc = "States beside and in place of the role's, * for transitions from any state."},
    {HOB_AT(S, current, "current", TEXT), .flags = HOB_FIELD_RUNTIME, .doc = "State it is in."},
    {HOB_AT(S, elapsed, "elapsed", NUMBER), .flags = HOB_FIELD_RUNTIME, .unit = "s",
     .doc = "Time in that state."},
    HOB_FIELDS_END,
};
#undef S

static const hob_signal_type signals[] = {
    {"entered", "state, from", "A state was entered."},
    {"exited", "state, to", "A state was left."},
    {NULL, NULL, NULL},
};

static const hob_component_phase phases[] = {{"turns", update}, {NULL, NULL}};

const hob_component_type hob_state_machine_type = {
    .name = "StateMachine",
    .doc = "States of behaviour, with the code of a role and transitions between them.",
    .size = sizeof(hob_state_machine),
    .fields = fields,
    .flags = HOB_COMPONENT_TURN | HOB_COMPONENT_SINGLE | HOB_COMPONENT_CODE | HOB_COMPONENT_SELF,
    .signals = signals,
    .phases = phases,
    .init = init,
    .attach = attach,
    .done = done,
    .changed = changed,
    .collide = collide,
    .hash = hash,
    .check = hob_state_machine__check,
};
