/* ctx.states: the StateMachine of an entity (spec hob 6.4). */
#include "components/state_machine.h"
#include "script/machine.h"

/* Of the entity that parameter number `index` names, this one when it is left out. Null: an error
 * is set. */
static hob_component *machine_at(hob_ctx_call *call, uint32_t index) {
    hob_entity_data *e = hob_ctx_entity_required(call, index, true);
    hob_component *machine = e == NULL ? NULL : hob_state_machine_of(call->world, e);
    if (e != NULL && machine == NULL) {
        (void)hob_ctx_fail(call, HOB_ERR_NOT_FOUND, "ctx.states.%s: \"%s\" has no StateMachine",
                           call->member->name, hob_text_cstr(e->name));
    }
    return machine;
}

static bool send(hob_ctx_call *call) {
    hob_component *machine = machine_at(call, 1);
    if (machine != NULL) {
        hob_state_machine_signal(call->world, machine, hob_ctx_text(call, 0));
    }
    return machine != NULL;
}

static bool go(hob_ctx_call *call) {
    hob_str state = hob_ctx_text(call, 0);
    hob_component *machine = machine_at(call, 1);
    if (machine == NULL) {
        return false;
    }
    if (!hob_state_machine_go(call->world, machine, state)) {
        return hob_ctx_fail(call, HOB_ERR_NOT_FOUND, "ctx.states.go: \"%s\" has no state \"%.*s\"",
                            hob_text_cstr(machine->owner->name),
                            (int)(state.length > 100 ? 100 : state.length), state.data);
    }
    return true;
}

static bool current(hob_ctx_call *call) {
    hob_component *machine = machine_at(call, 0);
    return machine != NULL &&
           hob_ctx_return_text(call,
                               hob_text_view(HOB_DATA(machine, const hob_state_machine)->current));
}

#define ENTITY HOB_P("entity", REF, .doc = "Left out: this entity.")
static const hob_field signal_params[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Signal that transitions wait for."),
    ENTITY, HOB_FIELDS_END};
static const hob_field go_params[] = {
    HOB_P("state", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Name of a state."), ENTITY,
    HOB_FIELDS_END};
static const hob_field current_params[] = {ENTITY, HOB_FIELDS_END};

#define M HOB_API_METHOD
#define W HOB_API_WRITES
#define F HOB_API_FAILS

static const hob_api_member members[] = {
    {.name = "signal",
     .flags = M | W | F,
     .params = signal_params,
     .call = send,
     .doc = "Lets transitions that wait for the signal fire in the machine's next turn.",
     .js = "ctx.states.signal(\"alarm\");"},
    {.name = "go",
     .flags = M | W | F,
     .params = go_params,
     .call = go,
     .doc = "Enters a state at once, inside a change of state right after it.",
     .js = "ctx.states.go(\"flee\");"},
    {.name = "current",
     .flags = M | F,
     .params = current_params,
     .result = "text",
     .call = current,
     .doc = "The state it is in.",
     .js = "ctx.states.current(\"Player\");"},
    {.name = NULL},
};

const hob_api_family hob_api_states = {
    .path = "ctx.states", .doc = "The StateMachine of an entity.", .members = members};
