/* The graph of one StateMachine, made of its role's states and its own (spec waica 8.5).
 *
 * The role's states stand first; a state of the component with the same name replaces the clip and
 * the transitions that it writes, others are added. Made anew when role or states change; it is no
 * state of the game, but which signals are raised is. All memory is the session's region. */
#ifndef HOB_COMPONENTS_STATE_GRAPH_H
#define HOB_COMPONENTS_STATE_GRAPH_H

#include "components/role.h"

typedef enum hob_trigger {
    HOB_TRIGGER_NEVER, /* no kind, an unknown one, seconds that are no number */
    HOB_TRIGGER_INPUT,
    HOB_TRIGGER_TIMER,
    HOB_TRIGGER_SIGNAL
} hob_trigger;

/* "input:jump" to its parts. `ret_name` is the action or signal, `ret_seconds` the time. */
hob_trigger hob_trigger_read(hob_str on, hob_str *ret_name, double *ret_seconds);

typedef struct hob_graph_edge {
    hob_trigger trigger;
    bool raised;    /* its signal was sent and not yet cleared */
    hob_text *name; /* of the action or signal */
    double seconds;
    hob_text *to;
    int32_t target; /* index of the state; -1 = there is none: never taken */
} hob_graph_edge;

typedef struct hob_graph_state {
    hob_text *name, *clip;
    uint32_t first_edge, edge_count;
    int32_t code; /* index of the state in the role; -1 = not one of them */
} hob_graph_state;

typedef struct hob_state_graph {
    hob_role_ref role;
    hob_graph_state *states;
    hob_graph_edge *edges;
    uint32_t state_count, state_cap, edge_count, edge_cap;
    int32_t any;     /* index of `*`; -1 = none */
    int32_t initial; /* -1 = no state at all */
} hob_state_graph;

/* `states` is the component's map, `initial` its name (empty = the role's, else the first). */
void hob_state_graph_make(hob_world *world, hob_state_graph *graph, hob_role_ref role,
                          hob_value states, hob_str initial);
void hob_state_graph_done(hob_world *world, hob_state_graph *graph);
int32_t hob_state_graph_find(const hob_state_graph *graph, hob_str state); /* -1 */
/* Raises a signal: true when some edge of the graph waits for it. */
bool hob_state_graph_raise(hob_state_graph *graph, hob_str signal);
void hob_state_graph_clear(hob_state_graph *graph);

#endif
