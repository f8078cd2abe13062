#include "components/state_graph.h"

#include "base/numtext.h"
#include "world/grow.h"

/* ---- triggers ---- */

hob_trigger hob_trigger_read(hob_str on, hob_str *ret_name, double *ret_seconds) {
    size_t colon = hob_str_find(on, HOB_STR(":"));
    if (colon == SIZE_MAX || colon + 1 == on.length) {
        return HOB_TRIGGER_NEVER;
    }
    hob_str kind = {on.data, colon};
    *ret_name = (hob_str){on.data + colon + 1, on.length - colon - 1};
    if (hob_str_is(kind, "input")) {
        return HOB_TRIGGER_INPUT;
    }
    if (hob_str_is(kind, "signal")) {
        return HOB_TRIGGER_SIGNAL;
    }
    bool is_time = hob_str_is(kind, "timer") && hob_number_parse(ret_name->data, ret_name->length,
                                                                 ret_seconds) == ret_name->length;
    return is_time ? HOB_TRIGGER_TIMER : HOB_TRIGGER_NEVER;
}

/* ---- making ---- */

/* Where a state gets its edges from: the component's list if it writes one, else the role's. */
typedef struct source {
    hob_str name, clip; /* clip data null = not written */
    int32_t code;       /* index in the role, -1 = none */
    const hob_role_state *of_role;
    const hob_list *edges; /* null = the role's */
} source;

static void add_edge(hob_world *world, hob_state_graph *graph, hob_str on, hob_str to) {
    graph->edges = hob_world_grow(world, graph->edges, &graph->edge_cap, graph->edge_count + 1,
                                  sizeof *graph->edges);
    hob_graph_edge *edge = &graph->edges[graph->edge_count++];
    hob_str name = {0};
    *edge = (hob_graph_edge){.to = hob_text_create(world->heap, to), .target = -1};
    edge->trigger = hob_trigger_read(on, &name, &edge->seconds);
    edge->name = hob_text_create(world->heap, name);
}

static void add_state(hob_world *world, hob_state_graph *graph, const source *from) {
    graph->states = hob_world_grow(world, graph->states, &graph->state_cap, graph->state_count + 1,
                                   sizeof *graph->states);
    hob_graph_state *state = &graph->states[graph->state_count];
    hob_str clip = from->clip.data ? from->clip : from->name;
    *state = (hob_graph_state){.name = hob_text_create(world->heap, from->name),
                               .clip = hob_text_create(world->heap, clip),
                               .first_edge = graph->edge_count,
                               .code = from->code};
    for (uint32_t i = 0; from->edges && i < from->edges->count; i++) {
        hob_value edge = from->edges->items[i];
        add_edge(world, graph, hob_value_get_str(edge, "on", ""),
                 hob_value_get_str(edge, "to", ""));
    }
    for (size_t i = 0; !from->edges && from->of_role && i < from->of_role->edge_count; i++) {
        add_edge(world, graph, hob_str_from(from->of_role->edges[i].on),
                 hob_str_from(from->of_role->edges[i].to));
    }
    state->edge_count = graph->edge_count - state->first_edge;
    graph->state_count++;
}

static void take_own(source *state, hob_value own) {
    hob_value clip = hob_value_get(own, "clip"), edges = hob_value_get(own, "transitions");
    if (clip.tag == HOB_TAG_TEXT) {
        state->clip = hob_text_view(clip.as.text);
    }
    if (edges.tag == HOB_TAG_LIST) {
        state->edges = edges.as.list;
    }
}

static void link_edges(hob_state_graph *graph) {
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        int32_t to = hob_state_graph_find(graph, hob_text_view(graph->edges[i].to));
        graph->edges[i].target = to == graph->any ? -1 : to;
    }
}

static void choose_initial(hob_state_graph *graph, hob_str initial) {
    if (initial.length == 0 && hob_role_initial(graph->role)) {
        initial = hob_str_from(hob_role_initial(graph->role));
    }
    graph->initial = hob_state_graph_find(graph, initial);
    if (graph->initial >= 0 && graph->initial != graph->any) {
        return;
    }
    graph->initial = -1;
    for (int32_t i = 0; i < (int32_t)graph->state_count && graph->initial < 0; i++) {
        graph->initial = i == graph->any ? -1 : i;
    }
}

void hob_state_graph_make(hob_world *world, hob_state_graph *graph, hob_role_ref role,
                          hob_value states, hob_str initial) {
    const hob_map *own = states.tag == HOB_TAG_MAP ? states.as.map : NULL;
    *graph = (hob_state_graph){.role = role, .any = -1, .initial = -1};
    const hob_role_state *s;
    for (size_t i = 0; (s = hob_role_state_at(role, i)); i++) {
        source state = {.name = hob_str_from(s->name),
                        .clip = hob_str_from(s->clip),
                        .code = (int32_t)i,
                        .of_role = s};
        if (own) {
            take_own(&state, hob_map_get(own, state.name));
        }
        add_state(world, graph, &state);
    }
    for (uint32_t i = 0; own && i < own->count; i++) {
        source state = {.name = hob_text_view(own->entries[i].key), .code = -1};
        if (hob_state_graph_find(graph, state.name) < 0) {
            take_own(&state, own->entries[i].value);
            add_state(world, graph, &state);
        }
    }
    graph->any = hob_state_graph_find(graph, HOB_STR(HOB_STATE_ANY));
    link_edges(graph);
    choose_initial(graph, initial);
}

void hob_state_graph_done(hob_world *world, hob_state_graph *graph) {
    for (uint32_t i = 0; i < graph->state_count; i++) {
        hob_text_drop(world->heap, graph->states[i].name);
        hob_text_drop(world->heap, graph->states[i].clip);
    }
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        hob_text_drop(world->heap, graph->edges[i].name);
        hob_text_drop(world->heap, graph->edges[i].to);
    }
    hob_free(world->heap, graph->states, graph->state_cap * sizeof *graph->states);
    hob_free(world->heap, graph->edges, graph->edge_cap * sizeof *graph->edges);
    *graph = (hob_state_graph){.any = -1, .initial = -1};
}

/* ---- asking ---- */

int32_t hob_state_graph_find(const hob_state_graph *graph, hob_str state) {
    for (uint32_t i = 0; i < graph->state_count; i++) {
        if (hob_str_equal(hob_text_view(graph->states[i].name), state)) {
            return (int32_t)i;
        }
    }
    return -1;
}

bool hob_state_graph_raise(hob_state_graph *graph, hob_str signal) {
    bool is_known = false;
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        hob_graph_edge *edge = &graph->edges[i];
        if (edge->trigger == HOB_TRIGGER_SIGNAL &&
            hob_str_equal(hob_text_view(edge->name), signal)) {
            edge->raised = true;
            is_known = true;
        }
    }
    return is_known;
}

void hob_state_graph_clear(hob_state_graph *graph) {
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        graph->edges[i].raised = false;
    }
}
