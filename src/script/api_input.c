/* ctx.input: what the entity's seat does in this step (spec scripting 7.2, hob 6.5). */
#include "script/api_parts.h"
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
static void warn_unknown(hob_ctx_call *call, const char *kind, hob_str name) {
    hob_buf text;
    hob_buf_init(&text, call->a, 400);
    hob_buf_format(&text, "input %s %.*s", kind, (int)(name.length > 200 ? 200 : name.length),
                   name.data);
    if (text.data != NULL && hob_world_warn_once(call->world, text.data)) {
        hob_ctx_warn(call, "ctx.input.%s: there is no %s \"%.*s\"", call->member->name, kind,
                     (int)(name.length > 200 ? 200 : name.length), name.data);
    }
}

static const hob_action_state *known_action(hob_ctx_call *call) {
    const hob_action_state *action =
        hob_input_find_action(call->world, seat_of(call), name_of(call));
    if (action == NULL) {
        warn_unknown(call, "action", name_of(call));
    }
    return action;
}

static double known_axis(hob_ctx_call *call, uint32_t index) {
    hob_str name = hob_ctx_text(call, index);
    name = name.data == NULL ? HOB_STR("") : name;
    const hob_axis_state *axis = hob_input_find_axis(call->world, seat_of(call), name);
    if (axis == NULL) {
        warn_unknown(call, "axis", name);
    }
    return axis == NULL ? 0 : axis->value;
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
    double x = known_axis(call, 0);
    return hob_ctx_return_point(call, (hob_vec2){x, known_axis(call, 1)});
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

/* What pressed last: pictures of keys or of buttons. */
static bool device(hob_ctx_call *call) {
    int32_t last = call->world->input.seats[seat_of(call)].last_device;
    return hob_ctx_return_text(call, last >= 0 ? HOB_STR("pad") : HOB_STR("keyboard"));
}

/* ---- rebinding ---- */

/* False and one warning for an unknown name; a bad source is the script's error. */
static bool rebound(hob_ctx_call *call, hob_status status, const char *kind) {
    if (status == HOB_ERR_NOT_FOUND) {
        warn_unknown(call, kind, name_of(call));
        return hob_ctx_return_bool(call, false);
    }
    return status == HOB_OK && hob_ctx_return_bool(call, true);
}

static bool rebind(hob_ctx_call *call) {
    return rebound(call,
                   hob_input_rebind(call->world, seat_of(call), name_of(call),
                                    hob_ctx_plain(call, 1), call->error),
                   "action");
}

static bool rebind_axis(hob_ctx_call *call) {
    hob_value parts = hob_ctx_plain(call, 1);
    return rebound(call,
                   hob_input_rebind_axis(call->world, seat_of(call), name_of(call),
                                         hob_value_get(parts, "negative"),
                                         hob_value_get(parts, "positive"),
                                         hob_value_get(parts, "stick"), call->error),
                   "axis");
}

static bool reset_bindings(hob_ctx_call *call) {
    bool found = hob_input_unbind(call->world, seat_of(call), name_of(call));
    if (!found) {
        warn_unknown(call, "action or axis", name_of(call));
    }
    return hob_ctx_return_bool(call, found);
}

static bool pressed_source(hob_ctx_call *call) {
    char buffer[32];
    hob_str source = hob_input_fresh_source(call->world, buffer);
    return source.length == 0 || hob_ctx_return_text(call, source);
}

static hob_value texts_of(hob_ctx_call *call, const hob_sources *sources) {
    hob_value list = hob_value_list(call->a, sources->count);
    for (uint32_t i = 0; i < sources->count; i++) {
        hob_list_add(call->a, list.as.list,
                     hob_value_text(call->a, hob_text_view(sources->items[i].text)));
    }
    return list;
}

/* Sources of an action as hob.json writes them. */
static bool bindings(hob_ctx_call *call) {
    const hob_action_state *action = known_action(call);
    return hob_ctx_return(call, action == NULL ? hob_value_list(call->a, 0)
                                               : texts_of(call, &action->sources));
}

static bool axis_bindings(hob_ctx_call *call) {
    const hob_axis_state *axis = hob_input_find_axis(call->world, seat_of(call), name_of(call));
    if (axis == NULL) {
        warn_unknown(call, "axis", name_of(call));
        return true;
    }
    hob_value map = hob_value_map(call->a, 3);
    hob_map_set(call->a, map.as.map, HOB_STR("negative"), texts_of(call, &axis->negative));
    hob_map_set(call->a, map.as.map, HOB_STR("positive"), texts_of(call, &axis->positive));
    hob_map_set(call->a, map.as.map, HOB_STR("stick"),
                axis->has_stick ? hob_value_text(call->a, hob_text_view(axis->stick.text))
                                : HOB_VALUE_NULL);
    return hob_ctx_return(call, map);
}

/* ---- pointers ---- */

static void add_pointer(hob_ctx_call *call, hob_list *list, int64_t id, hob_vec2 place, bool down,
                        bool was_pressed, bool was_released) {
    hob_value map = hob_point_value(call->a, place);
    hob_map_set(call->a, map.as.map, HOB_STR("id"), hob_value_number((double)id));
    hob_map_set(call->a, map.as.map, HOB_STR("down"), hob_value_bool(down));
    hob_map_set(call->a, map.as.map, HOB_STR("pressed"), hob_value_bool(was_pressed));
    hob_map_set(call->a, map.as.map, HOB_STR("released"), hob_value_bool(was_released));
    hob_list_add(call->a, list, map);
}

/* The mouse, or what stands for it, first; then the fingers in the order in which they came down.
 */
static bool pointers(hob_ctx_call *call) {
    const hob_input *input = &call->world->input;
    const hob_pointer *p = &input->pointer;
    hob_value list = hob_value_list(call->a, 1 + input->touch_count);
    add_pointer(call, list.as.list, -1, (hob_vec2){p->x, p->y}, p->down, p->pressed, p->released);
    for (uint32_t i = 0; i < input->touch_count; i++) {
        const hob_finger *f = &input->touches[i];
        add_pointer(call, list.as.list, f->finger, (hob_vec2){f->x, f->y}, f->down, f->pressed,
                    f->released);
    }
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

static const hob_field source_param = {.type = HOB_FIELD_ANY, .doc = "A source."};
static const hob_field action_params[] = {
    HOB_P("action", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Name of the action."),
    HOB_FIELDS_END};
static const hob_field axis_params[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Name of the axis."), HOB_FIELDS_END};
static const hob_field rebind_params[] = {
    HOB_P("action", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Name of the action."),
    HOB_P("sources", LIST, .flags = HOB_FIELD_REQUIRED, .element = &source_param,
          .doc = "At most 16, as in hob.json."),
    HOB_FIELDS_END};
static const hob_field rebind_axis_params[] = {
    HOB_P("axis", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Name of the axis."),
    HOB_P("parts", MAP, .flags = HOB_FIELD_REQUIRED,
          .doc = "{negative, positive, stick}; what is left out stays."),
    HOB_FIELDS_END};
static const hob_field reset_params[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "Action or axis; left out for all."),
    HOB_FIELDS_END};
static const hob_field vector_params[] = {
    HOB_P("xAxis", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Axis for x."),
    HOB_P("yAxis", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Axis for y."), HOB_FIELDS_END};

#define H HOB_API_HEARTH
#define M HOB_API_METHOD
#define W HOB_API_WRITES
#define F HOB_API_FAILS

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
    {.name = "axisBindings",
     .flags = M,
     .params = axis_params,
     .result = "{negative, positive, stick} or nil",
     .call = axis_bindings,
     .doc = "Sources that drive an axis.",
     .js = "ctx.input.axisBindings(\"moveX\");"},
    {.name = "rebind",
     .flags = M | W | F,
     .params = rebind_params,
     .result = "bool",
     .call = rebind,
     .doc = "Gives an action of this seat other sources until the game ends; false for an unknown "
            "action. Keep `bindings` in the save data to have them again.",
     .js = "ctx.input.rebind(\"uiConfirm\", [\"KeyE\", \"pad:x\"]);",
     .lua = "ctx.input.rebind(\"uiConfirm\", {\"KeyE\", \"pad:x\"})"},
    {.name = "rebindAxis",
     .flags = M | W | F,
     .params = rebind_axis_params,
     .result = "bool",
     .call = rebind_axis,
     .doc = "The same for an axis.",
     .js = "ctx.input.rebindAxis(\"uiRadialX\", {negative: [\"KeyA\"], positive: [\"KeyD\"]});",
     .lua = "ctx.input.rebindAxis(\"uiRadialX\", {negative = {\"KeyA\"}, positive = "
            "{\"KeyD\"}})"},
    {.name = "resetBindings",
     .flags = M | W,
     .params = reset_params,
     .result = "bool",
     .call = reset_bindings,
     .doc = "Back to the sources of hob.json.",
     .js = "ctx.input.resetBindings();"},
    {.name = "pressedSource",
     .flags = M,
     .result = "text or nil",
     .call = pressed_source,
     .doc = "The key, button or half axis of any device that went down for this step, for "
            "rebinding screens.",
     .js = "ctx.input.pressedSource();"},
    {.name = "device",
     .flags = M,
     .result = "text",
     .call = device,
     .doc = "keyboard or pad: what this seat used last.",
     .js = "ctx.input.device();"},
    {.name = "pointers",
     .flags = M,
     .result = "list of {id, x, y, down, pressed, released}",
     .call = pointers,
     .doc = "All pointers on the screen: the mouse, id -1, then the fingers.",
     .js = "ctx.input.pointers();"},
    {.name = "pick",
     .flags = M | HOB_API_WRITES,
     .result = "{point, entity or null} or null",
     .call = hob_ctx_input_pick,
     .doc = "The last click and what it met; taken, so asked again there is none.",
     .js = "const click = ctx.input.pick();",
     .lua = "local click = ctx.input.pick()"},
    {.name = NULL},
};

const hob_api_family hob_api_input = {
    .path = "ctx.input", .doc = "Input of the entity's seat.", .members = members};
