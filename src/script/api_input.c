/* ctx.input: what the entity's seat does in this step (spec scripting 7.2, hob 6.5). */
#include "script/machine.h"

/* Bound to a seat by number (seat + 1), else to the seat of the entity. */
static int seat_of(const hob_ctx_call *call) {
    if (call->number != 0) {
        return (int)call->number - 1;
    }
    return call->e == NULL ? 0 : hob_entity_seat(call->world, call->e);
}

static hob_str name_of(const hob_ctx_call *call) {
    hob_str name = hob_ctx_text(call, 0);
    return name.data == NULL ? HOB_STR("") : name;
}

/* New members warn once about a name that nothing knows. */
static const hob_action_state *known_action(hob_ctx_call *call) {
    const hob_action_state *action =
        hob_input_find_action(call->world, seat_of(call), name_of(call));
    if (action == NULL) {
        hob_str name = name_of(call);
        char *key = hob_scratch_alloc(call->machine->scratch, name.length + 32);
        hob_buf text;
        hob_buf_init(&text, call->a, 400);
        hob_buf_format(&text, "input action %.*s", (int)name.length, name.data);
        if (key != NULL && text.data != NULL && hob_world_warn_once(call->world, text.data)) {
            hob_ctx_warn(call, "ctx.input.%s: there is no action \"%.*s\"", call->member->name,
                         (int)name.length, name.data);
        }
    }
    return action;
}

static bool is_down(hob_ctx_call *call) {
    return hob_ctx_return_bool(call, hob_input_is_down(call->world, seat_of(call), name_of(call)));
}

static bool just_pressed(hob_ctx_call *call) {
    return hob_ctx_return_bool(call,
                               hob_input_just_pressed(call->world, seat_of(call), name_of(call)));
}

static bool just_released(hob_ctx_call *call) {
    const hob_action_state *action = known_action(call);
    return hob_ctx_return_bool(call, action != NULL && action->released);
}

static bool axis(hob_ctx_call *call) {
    return hob_ctx_return_number(call,
                                 hob_input_axis_value(call->world, seat_of(call), name_of(call)));
}

static bool value(hob_ctx_call *call) {
    const hob_action_state *action = known_action(call);
    return hob_ctx_return_number(call, action == NULL ? 0 : action->value);
}

static bool vector(hob_ctx_call *call) {
    int seat = seat_of(call);
    hob_vec2 v = {hob_input_axis_value(call->world, seat, hob_ctx_text(call, 0)),
                  hob_input_axis_value(call->world, seat, hob_ctx_text(call, 1))};
    return hob_ctx_return_point(call, v);
}

static bool consume(hob_ctx_call *call) {
    return hob_ctx_return_bool(call,
                               known_action(call) != NULL &&
                                   hob_input_consume(call->world, seat_of(call), name_of(call)));
}

static bool consumed(hob_ctx_call *call) {
    const hob_action_state *action = known_action(call);
    return hob_ctx_return_bool(call, action != NULL && action->consumed);
}

static bool actions(hob_ctx_call *call) {
    const hob_seat_input *seat = &call->world->input.seats[seat_of(call)];
    hob_value list = hob_value_list(call->a, seat->action_count);
    for (uint32_t i = 0; i < seat->action_count; i++) {
        hob_list_add(call->a, list.as.list,
                     hob_value_text(call->a, hob_text_view(seat->actions[i].name)));
    }
    return hob_ctx_return(call, list);
}

/* Sources of an action as hob.json writes them. */
static bool bindings(hob_ctx_call *call) {
    const hob_action_state *action = known_action(call);
    hob_value list = hob_value_list(call->a, 4);
    for (uint32_t i = 0; action != NULL && i < action->sources.count; i++) {
        hob_list_add(call->a, list.as.list,
                     hob_value_text(call->a, hob_text_view(action->sources.items[i].text)));
    }
    return hob_ctx_return(call, list);
}

/* What pressed last: pictures of keys or of buttons. */
static bool device(hob_ctx_call *call) {
    int32_t last = call->world->input.seats[seat_of(call)].last_device;
    return hob_ctx_return_text(call, last >= 0 ? HOB_STR("pad") : HOB_STR("keyboard"));
}

static bool pointers(hob_ctx_call *call) {
    const hob_pointer *p = &call->world->input.pointer;
    hob_value list = hob_value_list(call->a, 1),
              at = hob_point_value(call->a, (hob_vec2){p->x, p->y});
    hob_map_set(call->a, at.as.map, HOB_STR("down"), hob_value_bool(p->down));
    hob_list_add(call->a, list.as.list, at);
    return hob_ctx_return(call, list);
}

static bool pointer(hob_ctx_call *call) {
    const hob_pointer *p = &call->world->input.pointer;
    return hob_ctx_return_point(call, hob_view_to_world(call->world, p->x, p->y));
}

static bool pointer_screen(hob_ctx_call *call) {
    const hob_pointer *p = &call->world->input.pointer;
    return hob_ctx_return_point(call, (hob_vec2){p->x, p->y});
}

static bool pointer_down(hob_ctx_call *call) {
    return hob_ctx_return_bool(call, call->world->input.pointer.down);
}

static bool pointer_pressed(hob_ctx_call *call) {
    return hob_ctx_return_bool(call, call->world->input.pointer.pressed);
}

static const hob_field action_params[] = {
    HOB_P("action", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Name of the action."),
    HOB_FIELDS_END};
static const hob_field axis_params[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Name of the axis."), HOB_FIELDS_END};
static const hob_field vector_params[] = {
    HOB_P("xAxis", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Axis for x."),
    HOB_P("yAxis", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Axis for y."), HOB_FIELDS_END};

#define H HOB_API_HEARTH
#define M HOB_API_METHOD
#define W HOB_API_WRITES

static const hob_api_member members[] = {
    {.name = "isDown",
     .flags = H | M,
     .params = action_params,
     .result = "bool",
     .call = is_down,
     .doc = "Whether an action is held.",
     .js = "if (ctx.input.isDown(\"jump\")) ctx.log(\"up\");",
     .lua = "if ctx.input.isDown(\"jump\") then ctx.log(\"up\") end"},
    {.name = "justPressed",
     .flags = H | M,
     .params = action_params,
     .result = "bool",
     .call = just_pressed,
     .doc = "Whether an action went down for this step.",
     .js = "ctx.input.justPressed(\"jump\");"},
    {.name = "justReleased",
     .flags = M,
     .params = action_params,
     .result = "bool",
     .call = just_released,
     .doc = "Whether an action was let go for this step.",
     .js = "ctx.input.justReleased(\"jump\");"},
    {.name = "axis",
     .flags = H | M,
     .params = axis_params,
     .result = "number",
     .call = axis,
     .doc = "Value of an axis from -1 to 1.",
     .js = "ctx.input.axis(\"moveX\");"},
    {.name = "value",
     .flags = M,
     .params = action_params,
     .result = "number",
     .call = value,
     .doc = "Strength of an action from 0 to 1.",
     .js = "ctx.input.value(\"throttle\");"},
    {.name = "vector",
     .flags = M,
     .params = vector_params,
     .result = "vec2",
     .call = vector,
     .doc = "Two axes as a vector.",
     .js = "ctx.input.vector(\"moveX\", \"moveY\");"},
    {.name = "consume",
     .flags = M | W,
     .params = action_params,
     .result = "bool",
     .call = consume,
     .doc = "Marks this step's press as spent for others that look.",
     .js = "ctx.input.consume(\"jump\");"},
    {.name = "consumed",
     .flags = M,
     .params = action_params,
     .result = "bool",
     .call = consumed,
     .doc = "Whether the press was marked as spent.",
     .js = "ctx.input.consumed(\"jump\");"},
    {.name = "actions",
     .flags = M,
     .result = "list of text",
     .call = actions,
     .doc = "Names of all actions.",
     .js = "ctx.input.actions();"},
    {.name = "pointer",
     .flags = H | M,
     .result = "vec2",
     .call = pointer,
     .doc = "Pointer in the world.",
     .js = "ctx.input.pointer();"},
    {.name = "pointerScreen",
     .flags = H | M,
     .result = "vec2",
     .call = pointer_screen,
     .doc = "Pointer on the screen.",
     .js = "ctx.input.pointerScreen();"},
    {.name = "pointerDown",
     .flags = H | M,
     .result = "bool",
     .call = pointer_down,
     .doc = "Whether the primary button is held.",
     .js = "ctx.input.pointerDown();"},
    {.name = "pointerPressed",
     .flags = H | M,
     .result = "bool",
     .call = pointer_pressed,
     .doc = "Whether the primary button went down for this step.",
     .js = "ctx.input.pointerPressed();"},
    {.name = "bindings",
     .flags = M,
     .params = action_params,
     .result = "list of text",
     .call = bindings,
     .doc = "Sources that drive an action.",
     .js = "ctx.input.bindings(\"jump\");"},
    {.name = "device",
     .flags = M,
     .result = "text",
     .call = device,
     .doc = "keyboard or pad: what this seat used last.",
     .js = "ctx.input.device();"},
    {.name = "pointers",
     .flags = M,
     .result = "list of {x, y, down}",
     .call = pointers,
     .doc = "All pointers on the screen.",
     .js = "ctx.input.pointers();"},
    {.name = NULL},
};

const hob_api_family hob_api_input = {
    .path = "ctx.input", .doc = "Input of the entity's seat.", .members = members};
