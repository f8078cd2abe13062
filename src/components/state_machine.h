/* StateMachine: what its entity does, as states with code and edges between them (spec hob 4.5,
 * waica 8.5).
 *
 * The role gives code and a graph; `states` changes and adds to the graph. In its turn the machine
 * runs the code of `*` and of its state, then takes edges. Enter hooks may destroy the entity,
 * remove the machine or ask for another state: all functions here may be called at any time. */
#ifndef HOB_COMPONENTS_STATE_MACHINE_H
#define HOB_COMPONENTS_STATE_MACHINE_H

#include "components/state_graph.h"

typedef struct hob_state_machine {
    hob_text *role, *initial;
    hob_value states;  /* map name -> {clip, transitions} */
    hob_text *current; /* R: empty before it is attached */
    double elapsed;    /* R: s in the state */
    /* engine */
    hob_state_graph graph;
    int32_t at;       /* index of current in the graph; -1 = none */
    int32_t next;     /* asked for while a state was changing; -1 = none */
    uint64_t entries; /* states entered so far: tells whoever shows them that there is a new one */
    uint32_t depth;   /* calls of its code that are running: the graph stays as it is */
    bool moving;      /* between exit and the end of enter */
    bool stale;       /* the graph must be made anew */
} hob_state_machine;

extern const hob_component_type hob_state_machine_type;

/* Of an entity; null without one that takes part. */
hob_component *hob_state_machine_of(hob_world *world, const hob_entity_data *e);
/* Kept until the end of the machine's next turn. */
void hob_state_machine_signal(hob_world *world, hob_component *machine, hob_str signal);
/* Enters a state, edges or not; while another change is going on, right after it. The current one:
 * nothing. False: there is no such state. */
bool hob_state_machine_go(hob_world *world, hob_component *machine, hob_str state);
/* Whether the current state or `*` has an edge for the signal; whether an edge of `from` or `*` for
 * it leads to `to`. */
bool hob_state_machine_hears(hob_world *world, hob_component *machine, hob_str signal);
bool hob_state_machine_leads(hob_world *world, hob_component *machine, hob_str from, hob_str signal,
                             hob_str to);
/* Clip of the current state; empty without a state. */
hob_str hob_state_machine_clip(const hob_component *machine);
/* Whether its role goes by this name. */
bool hob_state_machine_is(const hob_component *machine, const char *role);

#endif
