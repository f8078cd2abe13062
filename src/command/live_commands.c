/* Commands that act on a running game: steps, input of players, the pointer, scenes, fields, calls.
 * They run where the game is (hob_command_host.live). */
#include "base/sort.h"
#include "command/bridge/bridge.h"
#include "command/bridge/rows.h"
#include "command/command_internal.h"

#include <math.h>

static hob_bridge *bridge_of(const hob_command_call *call) {
    return call->host->live;
}

static hob_world *world_of(const hob_command_call *call) {
    return hob_session_world(hob_bridge_session(bridge_of(call)));
}

/* What every answer ends with. The page for people: what the command says itself, then one line of
 * where the game stands. */
static hob_status answer(hob_command_call *call) {
    hob_buf text;
    hob_value d = call->data;
    const uint32_t own = d.as.map->count;
    hob_buf_init(&text, &call->arena->as_allocator, 1 << 20);
    hob_bridge_describe(bridge_of(call), call->arena, d);
    for (uint32_t i = 0; i < own; i++) {
        hob_buf_format(&text, "  %s ", hob_text_cstr(d.as.map->entries[i].key));
        (void)hob_value_write_json(&text, d.as.map->entries[i].value, false, NULL, NULL);
        hob_buf_add_char(&text, '\n');
    }
    hob_str scene = hob_value_get_str(d, "sceneName", "");
    hob_buf_format(&text, "  frame %.0f (%.2f s), scene %.*s, %.0f entities, %.0f errors",
                   hob_value_get_number(d, "frame", 0),
                   hob_value_get_number(d, "simulationTime", 0), hob_command__shown(scene),
                   scene.data, hob_value_get_number(d, "entityCount", 0),
                   hob_value_get_number(d, "scriptErrors", 0));
    const hob_list *held = hob_value_get(d, "heldActions").as.list;
    for (uint32_t i = 0; i < held->count; i++) {
        hob_buf_format(&text, "%s%s", i == 0 ? ", held: " : " ",
                       hob_text_cstr(held->items[i].as.text));
    }
    hob_buf_add_char(&text, '\n');
    hob_call_text(call, &text);
    return HOB_OK;
}

/* The sentences of the session floor follow a place; here they stand alone. */
static hob_status at_param(hob_status status, const char *pointer, hob_error *reterr) {
    bool own = status != HOB_OK && status != HOB_ERR_SCRIPT_ERROR; /* not a script's */
    if (own && reterr != NULL && reterr->message[0] >= 'a' && reterr->message[0] <= 'z') {
        reterr->message[0] = (char)(reterr->message[0] - 'a' + 'A');
    }
    return status != HOB_OK ? hob_error_place(reterr, NULL, pointer, 0, 0) : HOB_OK;
}

#define PLAYER                                                                 \
    HOB_P("player", INT, .flags = HOB_FIELD_BETWEEN, .max = HOB_MAX_SEATS - 1, \
          .default_json = "0", .doc = "Whose: place of the player, from 0.")

static const hob_status live_errors[] = {HOB_ERR_NOT_FOUND,    HOB_ERR_INVALID_INPUT,
                                         HOB_ERR_SESSION_LOST, HOB_ERR_CAPABILITY_MISSING,
                                         HOB_ERR_REGION_FULL,  HOB_OK};

/* ---- describeSession ---- */

static const hob_field only_session[] = {HOB_BRIDGE_SESSION, HOB_FIELDS_END};
static const hob_field state_result[] = {HOB_BRIDGE_STATE, HOB_FIELDS_END};

static hob_status run_describe(hob_command_call *call, hob_error *reterr) {
    (void)reterr;
    return answer(call);
}

/* ---- stepSession ---- */

static const hob_field step_params[] = {HOB_BRIDGE_SESSION,
                                        HOB_P("frames", INT, .flags = HOB_FIELD_BETWEEN, .min = 1,
                                              .max = HOB_BRIDGE_MOST_STEPS, .default_json = "1",
                                              .unit = "frames", .doc = "Steps to run."),
                                        HOB_FIELDS_END};
static const hob_field step_result[] = {
    HOB_P("ran", INT, .unit = "frames", .doc = "Steps that this call has run."),
    HOB_P("newErrors", INT, .doc = "Script errors of those steps."), HOB_BRIDGE_STATE,
    HOB_FIELDS_END};

static hob_status run_step(hob_command_call *call, hob_error *reterr) {
    if (hob_bridge_is_running(bridge_of(call))) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "The session runs in real time.");
        return hob_error_hint(reterr, "Pause it first: `hob session pause`.");
    }
    hob_session *session = hob_bridge_session(bridge_of(call));
    const int64_t before = world_of(call)->frame;
    const size_t errors = hob_session_records(session)->error_count;
    hob_status status =
        hob_bridge_step(bridge_of(call), (int64_t)hob_call_number(call, "frames"), reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_call_set_number(call, "ran", (double)(world_of(call)->frame - before));
    hob_call_set_number(call, "newErrors",
                        (double)(hob_session_records(session)->error_count - errors));
    return answer(call);
}

/* ---- pauseSession, resumeSession ---- */

static hob_status run_pause(hob_command_call *call, hob_error *reterr) {
    (void)reterr;
    hob_bridge_run(bridge_of(call), false);
    return answer(call);
}

static hob_status run_resume(hob_command_call *call, hob_error *reterr) {
    (void)reterr;
    hob_bridge_run(bridge_of(call), true);
    return answer(call);
}

/* ---- actSession ---- */

static const char *const modes[] = {"press", "hold", "release", NULL};
static const hob_field act_params[] = {
    HOB_BRIDGE_SESSION,
    HOB_P("action", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "An action of hob.json."),
    HOB_P("mode", ENUM, .names = modes,
          .doc = "press: for the next step only; hold: until released."),
    HOB_P("value", NUMBER, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_BETWEEN, .min = -1, .max = 1,
          .doc = "How strongly an action is held, above 0 to 1 (below 0.5 it moves without being "
                 "held); where an axis stands, -1 to 1."),
    HOB_P("key", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "A key or mouse button instead, as hob.json writes it: KeyA, mouse:left."),
    HOB_P("axis", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "An axis of hob.json instead; stays where it is put."),
    PLAYER,
    HOB_FIELDS_END};

static int compare_names(const void *a, const void *b) {
    const hob_str *x = a, *y = b;
    return hob_str_compare(*x, *y);
}

/* The names of a map, sorted, for a sentence. */
static const char *listed(hob_command_call *call, hob_value map) {
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, 240);
    uint32_t count = map.tag == HOB_TAG_MAP ? map.as.map->count : 0;
    hob_str *names = hob_arena_array(call->arena, hob_str, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        names[i] = hob_text_view(map.as.map->entries[i].key);
    }
    hob_sort(names, count, sizeof *names, compare_names);
    for (uint32_t i = 0; i < count; i++) {
        hob_buf_format(&text, "%s%.*s", i > 0 ? ", " : "", (int)names[i].length, names[i].data);
    }
    return count > 0 ? text.data : "none";
}

static hob_status unknown_input(hob_command_call *call, const char *kind, hob_value known,
                                hob_error *reterr) {
    hob_str name = hob_call_str(call, kind);
    hob_fail(reterr, HOB_ERR_NOT_FOUND, "There is no %s \"%.*s\".", kind, hob_command__shown(name),
             name.data);
    hob_error_hint(reterr, "There are: %s.", listed(call, known));
    return hob_error_place(reterr, NULL, hob_arena_format(call->arena, "/%s", kind), 0, 0);
}

static bool knows_action(hob_world *world, int seat, hob_str name) {
    const hob_action_state *a = hob_input_find_action(world, seat, name);
    return a != NULL && a->declared;
}

static hob_status act_action(hob_command_call *call, bool press, bool release, hob_error *reterr) {
    const int seat = (int)hob_call_number(call, "player");
    hob_session_input input = {.kind = HOB_INPUT_ACTION,
                               .seat_or_pad = seat,
                               .name = hob_call_str(call, "action"),
                               .down = !release};
    if (!knows_action(world_of(call), seat, input.name)) {
        return unknown_input(call, "action", world_of(call)->outside.manifest->input_actions,
                             reterr);
    }
    if (hob_call_given(call, "value")) {
        input.value = hob_call_number(call, "value");
        if (press || release || input.value <= 0) {
            hob_fail(reterr, HOB_ERR_INVALID_INPUT,
                     "A value above 0 belongs to an action that is held.");
            return hob_error_place(reterr, NULL, "/value", 0, 0);
        }
        input.kind = HOB_INPUT_ACTION_VALUE;
    }
    return press ? hob_bridge_press(bridge_of(call), &input, reterr)
                 : hob_bridge_deliver(bridge_of(call), &input, reterr);
}

static hob_status act_key(hob_command_call *call, bool press, bool release, hob_error *reterr) {
    const hob_session_input input = {
        .kind = HOB_INPUT_CODE, .name = hob_call_str(call, "key"), .down = !release};
    if (!hob_manifest_source_known(input.name) || hob_str_starts(input.name, HOB_STR("pad:"))) {
        const char *near = hob_manifest_source_nearest(input.name);
        hob_fail(reterr, HOB_ERR_NOT_FOUND, "There is no key \"%.*s\".",
                 hob_command__shown(input.name), input.name.data);
        return near != NULL ? hob_error_hint(reterr, "Did you mean \"%s\"?", near)
                            : HOB_ERR_NOT_FOUND;
    }
    return press ? hob_bridge_press(bridge_of(call), &input, reterr)
                 : hob_bridge_deliver(bridge_of(call), &input, reterr);
}

static hob_status act_axis(hob_command_call *call, bool release, hob_error *reterr) {
    const int seat = (int)hob_call_number(call, "player");
    const hob_session_input input = {.kind = HOB_INPUT_AXIS,
                                     .seat_or_pad = seat,
                                     .name = hob_call_str(call, "axis"),
                                     .value = release ? 0 : hob_call_number(call, "value")};
    const hob_axis_state *axis = hob_input_find_axis(world_of(call), seat, input.name);
    if (axis == NULL || !axis->declared) {
        return unknown_input(call, "axis", world_of(call)->outside.manifest->input_axes, reterr);
    }
    return hob_bridge_deliver(bridge_of(call), &input, reterr);
}

static hob_status run_act(hob_command_call *call, hob_error *reterr) {
    hob_str mode = hob_call_str(call, "mode");
    const bool press = hob_str_is(mode, "press"), release = hob_str_is(mode, "release");
    const int asked =
        hob_call_given(call, "action") + hob_call_given(call, "key") + hob_call_given(call, "axis");
    hob_status status = HOB_OK;
    if (asked != 1) {
        hob_fail(reterr, HOB_ERR_INVALID_PARAMS, "Give one of action, key and axis.");
        return hob_error_place(reterr, NULL, "/action", 0, 0);
    }
    if (hob_call_given(call, "action")) {
        status = act_action(call, press, release, reterr);
    } else if (hob_call_given(call, "key")) {
        status = act_key(call, press, release, reterr);
    } else {
        status = act_axis(call, release, reterr);
    }
    return status == HOB_OK ? answer(call) : status;
}

/* ---- pointSession ---- */

static const char *const pointer_kinds[] = {"click", "move", "down", "up", NULL};
static const char *const spaces[] = {"view", "world", NULL};
static const hob_field point_params[] = {
    HOB_BRIDGE_SESSION,
    HOB_P("x", NUMBER, .flags = HOB_FIELD_OPTIONAL, .unit = "px", .doc = "Where."),
    HOB_P("y", NUMBER, .flags = HOB_FIELD_OPTIONAL, .unit = "px", .doc = "Where."),
    HOB_P("entity", REF, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Instead of a place: the middle of what is seen of an entity."),
    HOB_P("space", ENUM, .names = spaces,
          .doc = "What x and y count in: the screen, or places of entities."),
    HOB_P("do", ENUM, .names = pointer_kinds,
          .doc = "click: moves there, presses and lets go; takes effect in the next step."),
    HOB_FIELDS_END};
static const hob_field point_result[] = {
    HOB_P("x", NUMBER, .unit = "px", .doc = "Where on the screen."),
    HOB_P("y", NUMBER, .unit = "px", .doc = "Where on the screen."),
    HOB_P("hit", TEXT, .flags = HOB_FIELD_NULLABLE,
          .doc = "Entity whose picture or element lies there; null = none."),
    HOB_BRIDGE_STATE, HOB_FIELDS_END};

static hob_status find_point(hob_command_call *call, hob_vec2 *ret_at, hob_error *reterr) {
    hob_bridge_box box;
    hob_entity_data *e = NULL;
    hob_vec2 at = {hob_call_number(call, "x"), hob_call_number(call, "y")};
    *ret_at = at;
    if (!hob_call_given(call, "entity")) {
        bool both = hob_call_given(call, "x") && hob_call_given(call, "y");
        if (both && hob_str_is(hob_call_str(call, "space"), "world")) {
            *ret_at = hob_bridge_to_screen(bridge_of(call), at);
        }
        return both ? HOB_OK
                    : hob_fail(reterr, HOB_ERR_INVALID_PARAMS, "Give x and y, or an entity.");
    }
    hob_status status = hob_session_entity(hob_bridge_session(bridge_of(call)),
                                           hob_call_str(call, "entity"), &e, reterr);
    if (status != HOB_OK) {
        return at_param(status, "/entity", reterr);
    }
    if (!hob_bridge_box_of(bridge_of(call), e, &box)) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "%s is not shown.", hob_text_cstr(e->name));
        return hob_error_place(reterr, NULL, "/entity", 0, 0);
    }
    *ret_at = (hob_vec2){box.x + box.width / 2, box.y + box.height / 2};
    return HOB_OK;
}

static hob_status send(hob_command_call *call, hob_input_kind kind, hob_vec2 at,
                       hob_error *reterr) {
    const hob_session_input input = {.kind = kind, .x = at.x, .y = at.y};
    return hob_bridge_deliver(bridge_of(call), &input, reterr);
}

/* In order, until one fails. */
static const struct {
    const char *name;
    hob_input_kind kinds[3];
    int count;
} gestures[] = {
    {"click", {HOB_INPUT_POINTER_MOVE, HOB_INPUT_POINTER_DOWN, HOB_INPUT_POINTER_UP}, 3},
    {"move", {HOB_INPUT_POINTER_MOVE}, 1},
    {"down", {HOB_INPUT_POINTER_DOWN}, 1},
    {"up", {HOB_INPUT_POINTER_UP}, 1},
};

static bool is_on_screen(const hob_command_call *call, hob_vec2 at) {
    const hob_settings *settings = &world_of(call)->outside.manifest->settings;
    return at.x >= 0 && at.y >= 0 && at.x <= settings->width && at.y <= settings->height;
}

static hob_status run_point(hob_command_call *call, hob_error *reterr) {
    hob_vec2 at;
    hob_status status = find_point(call, &at, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_str gesture = hob_call_str(call, "do");
    const char *hit = hob_bridge_hit(bridge_of(call), at, call->arena);
    /* A place of the world can be clicked that is not on the screen. */
    bool outside = !is_on_screen(call, at) && hob_str_is(gesture, "click") &&
                   !hob_call_given(call, "entity") &&
                   hob_str_is(hob_call_str(call, "space"), "world");
    if (outside) {
        hob_vec2 place = {hob_call_number(call, "x"), hob_call_number(call, "y")};
        status = send(call, HOB_INPUT_CLICK_WORLD, place, reterr);
    }
    for (size_t i = 0; !outside && i < HOB_COUNT(gestures); i++) {
        bool asked = hob_str_is(gesture, gestures[i].name);
        for (int k = 0; asked && status == HOB_OK && k < gestures[i].count; k++) {
            status = send(call, gestures[i].kinds[k], at, reterr);
        }
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_call_set_number(call, "x", at.x);
    hob_call_set_number(call, "y", at.y);
    hob_call_set_text(call, "hit", hit);
    return answer(call);
}

/* ---- changeSessionScene ---- */

static const hob_field scene_params[] = {HOB_BRIDGE_SESSION,
                                         HOB_P("scene", TEXT,
                                               .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
                                               .doc = "Scene id or name."),
                                         HOB_FIELDS_END};

static hob_status run_scene(hob_command_call *call, hob_error *reterr) {
    hob_status status =
        hob_bridge_change_scene(bridge_of(call), hob_call_str(call, "scene"), reterr);
    return status == HOB_OK ? answer(call) : at_param(status, "/scene", reterr);
}

/* ---- setSessionProperty ---- */

#define ENTITY                                                              \
    HOB_P("entity", REF, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Live entity, by id or name.")
static const hob_field set_params[] = {
    HOB_BRIDGE_SESSION, ENTITY,
    HOB_P("property", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Component slot and path, as Transform.position.x."),
    HOB_P("value", ANY, .flags = HOB_FIELD_REQUIRED, .doc = "New value."), HOB_FIELDS_END};
static const hob_field set_result[] = {
    HOB_P("before", ANY, .flags = HOB_FIELD_NULLABLE, .doc = "Value before."),
    HOB_P("after", ANY, .flags = HOB_FIELD_NULLABLE, .doc = "Value now."), HOB_BRIDGE_STATE,
    HOB_FIELDS_END};

static hob_status read_property(hob_command_call *call, const char *key, hob_error *reterr) {
    hob_session *session = hob_bridge_session(bridge_of(call));
    hob_entity_data *e = NULL;
    hob_value v = HOB_VALUE_NULL;
    hob_status status = hob_session_entity(session, hob_call_str(call, "entity"), &e, reterr);
    if (status != HOB_OK) {
        return at_param(status, "/entity", reterr);
    }
    status = hob_session_get_property(session, e, hob_call_str(call, "property"), call->arena, &v,
                                      reterr);
    if (status == HOB_OK) {
        hob_call_set(call, key, hob_bridge_show(bridge_of(call), v, call->arena));
    }
    return at_param(status, "/property", reterr);
}

static hob_status run_set(hob_command_call *call, hob_error *reterr) {
    hob_status status = read_property(call, "before", reterr);
    if (status == HOB_OK) {
        status = at_param(hob_bridge_set(bridge_of(call), hob_call_str(call, "entity"),
                                         hob_call_str(call, "property"),
                                         hob_value_get(call->params, "value"), reterr),
                          "/value", reterr);
    }
    if (status == HOB_OK) {
        status = read_property(call, "after", reterr);
    }
    return status == HOB_OK ? answer(call) : status;
}

/* ---- callSession ---- */

static const hob_field call_params[] = {
    HOB_BRIDGE_SESSION,
    ENTITY,
    HOB_P("function", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Function that a script of the entity offers."),
    HOB_P("arguments", LIST, .element = &hob_bridge_any_field, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Arguments, plain data."),
    HOB_P("component", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Slot of the script; left out, the first that has the function."),
    HOB_FIELDS_END};
static const hob_field call_result[] = {
    HOB_P("result", ANY, .flags = HOB_FIELD_NULLABLE, .doc = "What it returned."), HOB_BRIDGE_STATE,
    HOB_FIELDS_END};
static const hob_status call_errors[] = {HOB_ERR_NOT_FOUND,          HOB_ERR_ENTITY_UNKNOWN,
                                         HOB_ERR_SCRIPT_ERROR,       HOB_ERR_SESSION_LOST,
                                         HOB_ERR_CAPABILITY_MISSING, HOB_OK};

static hob_status run_call(hob_command_call *call, hob_error *reterr) {
    hob_value result = HOB_VALUE_NULL;
    hob_status status =
        hob_bridge_call(bridge_of(call), hob_call_str(call, "entity"),
                        hob_call_str(call, "component"), hob_call_str(call, "function"),
                        hob_value_get(call->params, "arguments"), call->arena, &result, reterr);
    if (status != HOB_OK) {
        return at_param(status, status == HOB_ERR_ENTITY_UNKNOWN ? "/entity" : "/function", reterr);
    }
    hob_call_set(call, "result", hob_bridge_show(bridge_of(call), result, call->arena));
    return answer(call);
}

/* ---- the table ---- */

#define LIVE                                                                           \
    .permission = HOB_PERMIT_READ_ONLY, .flags = HOB_COMMAND_LIVE | HOB_COMMAND_ALONE, \
    .errors = live_errors
#define AFTER_START .example_after = "startSession"

const hob_command hob_live_commands[] = {
    {LIVE, AFTER_START, .name = "describeSession", .summary = "Tells where a session stands.",
     .params = only_session, .result = state_result, .example_json = "{\"session\": \"s1\"}",
     .run = run_describe, .cli = "session describe <session>"},
    {LIVE, AFTER_START, .name = "stepSession",
     .summary = "Runs steps of a paused session; its time goes on only so.", .params = step_params,
     .result = step_result, .example_json = "{\"session\": \"s1\", \"frames\": 30}",
     .run = run_step, .cli = "session step <session> [frames]", .tool = "step_session"},
    {LIVE, AFTER_START, .name = "resumeSession",
     .summary = "Lets a session run in real time, until it is paused.", .params = only_session,
     .result = state_result, .example_json = "{\"session\": \"s1\"}", .run = run_resume,
     .cli = "session resume <session>"},
    {LIVE, AFTER_START, .name = "pauseSession",
     .summary = "Stops a session that runs in real time, between two steps.",
     .params = only_session, .result = state_result, .example_json = "{\"session\": \"s1\"}",
     .run = run_pause, .cli = "session pause <session>"},
    {LIVE, AFTER_START, .name = "actSession",
     .summary = "Presses, holds or releases an action, a key or an axis for a player.",
     .params = act_params, .result = state_result,
     .example_json = "{\"session\": \"s1\", \"action\": \"uiConfirm\", \"mode\": \"hold\"}",
     .run = run_act, .cli = "session act <session> [action] [mode]", .tool = "act_session"},
    {LIVE, AFTER_START, .name = "pointSession",
     .summary = "Clicks, or moves the pointer: on the screen, in the world, or at an entity.",
     .params = point_params, .result = point_result,
     .example_json = "{\"session\": \"s1\", \"x\": 100, \"y\": 80}", .run = run_point,
     .cli = "session point <session> [x] [y]"},
    {LIVE, AFTER_START, .name = "changeSessionScene",
     .summary = "Leaves the scene for another at once, without an effect between them.",
     .params = scene_params, .result = state_result,
     .example_json = "{\"session\": \"s1\", \"scene\": \"Main\"}", .run = run_scene,
     .cli = "session scene <session> <scene>"},
    {LIVE, AFTER_START, .name = "setSessionProperty",
     .summary = "Writes a field of a live component, as a script would.", .params = set_params,
     .result = set_result,
     .example_json = "{\"session\": \"s1\", \"entity\": \"Main Camera\", \"property\": "
                     "\"Transform.position.x\", \"value\": 200}",
     .run = run_set, .cli = "session set <session> <entity> <property> <value>"},
    {.name = "callSession",
     .summary = "Calls a function of a script in a session.",
     .permission = HOB_PERMIT_READ_ONLY,
     .flags = HOB_COMMAND_LIVE | HOB_COMMAND_ALONE,
     .params = call_params,
     .result = call_result,
     .errors = call_errors,
     .example_json = "{\"session\": \"s1\", \"entity\": \"Main Camera\", "
                     "\"function\": \"onStart\"}",
     .example_after = "startSession",
     .run = run_call,
     .cli = "session call <session> <entity> <function>"},
    {.name = NULL}};
