/* One game under commands: its life, what acts on it, and the record of that. */
#include "command/bridge/bridge.h"

#include "command/command_internal.h"
#include "components/list.h"

#include <string.h>

#define MOST_RECORDED 100000 /* steps of a recording */
#define MOST_PRESSED  64     /* that are let go after the next step */

const char *const hob_bridge_capabilities[] = {
    "click", "scene", "fixed-step", "assets", "camera-effects", "analog-actions", NULL};

typedef struct pressed {
    hob_input_kind kind;
    int seat;
    char name[64];
} pressed;

struct hob_bridge {
    const hob_allocator *allocator;
    hob_registry *registry;
    hob_project *project;
    hob_session *session;
    hob_host_clock clock;
    bool running;
    uint32_t seed;
    char first_scene[80];
    pressed pressed[MOST_PRESSED];
    size_t pressed_count;
    hob_value steps; /* recorded: list */
    int64_t waiting; /* steps run since the last recorded one */
    bool overflowed;
};

hob_session *hob_bridge_session(hob_bridge *bridge) {
    return bridge->session;
}

hob_assets_status hob_bridge_assets(hob_bridge *bridge) {
    return hob_assets_get_status(hob_session_assets(bridge->session));
}

uint32_t hob_bridge_seed(const hob_bridge *bridge) {
    return bridge->seed;
}

/* ---- life ---- */

hob_status hob_bridge_await_assets(hob_bridge *bridge, hob_error *reterr) {
    hob_assets *assets = hob_session_assets(bridge->session);
    const size_t count = hob_project_asset_count(bridge->project);
    for (size_t i = 0; i < count; i++) {
        hob_asset_use use;
        hob_str id = hob_str_from(hob_project_asset_at(bridge->project, i)->id);
        if (!hob_assets_request(assets, id, "bridge", NULL, NULL, &use)) {
            return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for the assets.");
        }
        (void)hob_assets_finish(assets, &use);
    }
    return HOB_OK;
}

static hob_status open(hob_bridge *bridge, const hob_bridge_options *options, hob_error *reterr) {
    const hob_allocator *a = bridge->allocator;
    hob_status status = hob_registry_create(a, &bridge->registry, reterr);
    if (status == HOB_OK) {
        status = hob_components_register(bridge->registry, reterr);
    }
    if (status == HOB_OK) {
        const hob_project_options project = {
            .allocator = a,
            .fs = options->fs,
            .registry = bridge->registry,
            .log = options->log,
            .read_only = true,
        };
        status = hob_command__open_project(project, options->root, &bridge->project, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    const hob_session_options session = {
        .project = bridge->project,
        .scene = options->scene,
        .seed = options->seed,
        .allocator = a,
        .log = options->log,
        .ledger = true, /* as play-tests have it: one hash for both */
    };
    status = hob_session_create(&session, &bridge->session, reterr);
    if (status != HOB_OK) {
        return status;
    }
    return hob_bridge_await_assets(bridge, reterr);
}

/* The scene that was loaded first, even when it has asked for another at once. */
static void note_first_scene(hob_bridge *bridge, const char *asked) {
    const hob_project *project = bridge->project;
    const hob_scene_entry *scene = NULL;
    hob_str initial = hob_text_view(hob_project_manifest(project)->initial_scene);
    if (asked != NULL) {
        scene = hob_project_scene_find(project, hob_str_from(asked));
    } else if (initial.length > 0) {
        scene = hob_project_scene_find(project, initial);
    }
    scene = scene == NULL ? hob_project_scene_at(project, 0) : scene;
    hob_buf id;
    hob_buf_init(&id, bridge->allocator, sizeof bridge->first_scene - 1);
    hob_buf_add_cstr(&id, scene->id);
    memcpy(bridge->first_scene, id.data, id.length);
    hob_buf_done(&id);
}

hob_status hob_bridge_create(const hob_bridge_options *options, hob_bridge **ret_bridge,
                             hob_error *reterr) {
    const hob_allocator *a = options->allocator != NULL ? options->allocator : hob_heap_allocator();
    hob_bridge *bridge = hob_alloc_zero(a, 1, sizeof *bridge);
    if (bridge == NULL) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for a bridge.");
    }
    bridge->allocator = a;
    bridge->seed = options->seed;
    bridge->steps = hob_value_list(a, 0);
    hob_status status = open(bridge, options, reterr);
    if (status != HOB_OK) {
        hob_bridge_destroy(bridge);
        return status;
    }
    note_first_scene(bridge, options->scene);
    *ret_bridge = bridge;
    return HOB_OK;
}

void hob_bridge_destroy(hob_bridge *bridge) {
    if (bridge == NULL) {
        return;
    }
    hob_value_done(bridge->allocator, &bridge->steps);
    hob_session_destroy(bridge->session);
    hob_project_close(bridge->project);
    hob_registry_destroy(bridge->registry);
    hob_free(bridge->allocator, bridge, sizeof *bridge);
}

/* ---- recording ---- */

static void put(const hob_allocator *a, hob_value map, const char *key, hob_value v) {
    (void)hob_map_set(a, map.as.map, hob_str_from(key), v);
}

static hob_value step_of(const hob_allocator *a, const char *type) {
    hob_value step = hob_value_map(a, 6);
    put(a, step, "type", hob_value_cstr(a, type));
    return step;
}

static hob_value wait_of(const hob_allocator *a, int64_t frames) {
    hob_value step = step_of(a, "wait");
    put(a, step, "frames", hob_value_number((double)frames));
    return step;
}

static void keep(hob_bridge *bridge, hob_value step) {
    const hob_allocator *a = bridge->allocator;
    if (bridge->waiting > 0) {
        (void)hob_list_add(a, bridge->steps.as.list, wait_of(a, bridge->waiting));
        bridge->waiting = 0;
    }
    if (bridge->steps.as.list->count >= MOST_RECORDED) {
        bridge->overflowed = true;
        hob_value_done(a, &step);
    } else if (!hob_list_add(a, bridge->steps.as.list, step)) {
        bridge->overflowed = true;
    }
}

/* Which step of a play-test an input is, and which of its parts that step takes. */
enum { SEAT = 1, DOWN = 2, VALUE = 4, PLACE = 8, IS_DOWN = 16, IS_UP = 32 };
static const struct {
    const char *step, *name; /* key of the input's name; null = none */
    unsigned parts;
} recorded[] = {
    [HOB_INPUT_CODE] = {"key", "code", DOWN},
    [HOB_INPUT_ACTION] = {"setAction", "action", SEAT | DOWN},
    [HOB_INPUT_ACTION_VALUE] = {"setAction", "action", SEAT | VALUE | IS_DOWN},
    [HOB_INPUT_AXIS] = {"setAxis", "axis", SEAT | VALUE},
    [HOB_INPUT_POINTER_MOVE] = {"setPointer", NULL, PLACE},
    [HOB_INPUT_POINTER_DOWN] = {"setPointer", NULL, PLACE | IS_DOWN},
    [HOB_INPUT_POINTER_UP] = {"setPointer", NULL, PLACE | IS_UP},
    [HOB_INPUT_CLICK_WORLD] = {"clickWorld", NULL, PLACE},
    [HOB_INPUT_SCENE] = {"changeScene", "scene", 0},
};

static void record(hob_bridge *bridge, const hob_session_input *input) {
    const hob_allocator *a = bridge->allocator;
    const unsigned parts = recorded[input->kind].parts;
    hob_value step = step_of(a, recorded[input->kind].step);
    if (recorded[input->kind].name != NULL) {
        put(a, step, recorded[input->kind].name, hob_value_text(a, input->name));
    }
    if ((parts & PLACE) != 0) {
        put(a, step, "x", hob_value_number(input->x));
        put(a, step, "y", hob_value_number(input->y));
    }
    if ((parts & SEAT) != 0 && input->seat_or_pad != 0) {
        put(a, step, "seat", hob_value_number(input->seat_or_pad));
    }
    if ((parts & (DOWN | IS_DOWN | IS_UP)) != 0) {
        bool down = (parts & DOWN) != 0 ? input->down : (parts & IS_DOWN) != 0;
        put(a, step, "down", hob_value_bool(down));
    }
    if ((parts & VALUE) != 0) {
        put(a, step, "value", hob_value_number(input->value));
    }
    if (input->kind != HOB_INPUT_SCENE && input->kind != HOB_INPUT_CLICK_WORLD) {
        put(a, step, "frames", hob_value_number(0));
    }
    keep(bridge, step);
}

void hob_bridge_get_recording(hob_bridge *bridge, hob_arena *arena,
                              hob_bridge_recording *ret_recording) {
    const hob_allocator *a = &arena->as_allocator;
    hob_value steps = hob_value_copy(a, bridge->steps);
    if (bridge->waiting > 0) {
        (void)hob_list_add(a, steps.as.list, wait_of(a, bridge->waiting));
    }
    *ret_recording = (hob_bridge_recording){
        .steps = steps,
        .scene = bridge->first_scene,
        .frames = hob_session_world(bridge->session)->frame,
        .whole = !bridge->overflowed,
    };
}

/* ---- acting ---- */

hob_status hob_bridge_deliver(hob_bridge *bridge, const hob_session_input *input,
                              hob_error *reterr) {
    HOB_ASSERT((size_t)input->kind < HOB_COUNT(recorded) && recorded[input->kind].step != NULL);
    hob_status status = hob_session_deliver(bridge->session, input, reterr);
    if (status == HOB_OK) {
        record(bridge, input);
    }
    return status;
}

static bool is_held(hob_bridge *bridge, const hob_session_input *input) {
    hob_world *world = hob_session_world(bridge->session);
    if (input->kind == HOB_INPUT_ACTION) {
        return hob_input_is_down(world, input->seat_or_pad, input->name);
    }
    for (uint32_t i = 0; i < world->input.code_count; i++) {
        if (hob_str_equal(hob_text_view(world->input.codes[i]), input->name)) {
            return true;
        }
    }
    return false;
}

hob_status hob_bridge_press(hob_bridge *bridge, const hob_session_input *input, hob_error *reterr) {
    if (bridge->pressed_count == MOST_PRESSED ||
        input->name.length >= sizeof bridge->pressed[0].name) {
        return hob_fail(reterr, HOB_ERR_LIMIT_REACHED,
                        "At most %d actions and keys can be pressed for one step.", MOST_PRESSED);
    }
    if (is_held(bridge, input)) {
        return HOB_OK;
    }
    hob_status status = hob_bridge_deliver(bridge, input, reterr);
    if (status == HOB_OK) {
        pressed *p = &bridge->pressed[bridge->pressed_count++];
        *p = (pressed){.kind = input->kind, .seat = input->seat_or_pad};
        memcpy(p->name, input->name.data, input->name.length);
    }
    return status;
}

/* An action that was let go meanwhile is not let go again. */
static hob_status let_go(hob_bridge *bridge, hob_error *reterr) {
    hob_status status = HOB_OK;
    for (size_t i = 0; status == HOB_OK && i < bridge->pressed_count; i++) {
        const pressed *p = &bridge->pressed[i];
        const hob_session_input input = {
            .kind = p->kind, .seat_or_pad = p->seat, .name = hob_str_from(p->name)};
        if (is_held(bridge, &input)) {
            status = hob_bridge_deliver(bridge, &input, reterr);
        }
    }
    bridge->pressed_count = 0;
    return status;
}

hob_status hob_bridge_step(hob_bridge *bridge, int64_t frames, hob_error *reterr) {
    hob_status status = HOB_OK;
    for (int64_t i = 0; status == HOB_OK && i < frames; i++) {
        status = hob_session_step(bridge->session, reterr);
        if (status == HOB_OK) {
            bridge->waiting++;
            status = let_go(bridge, reterr);
        }
    }
    return status == HOB_OK ? hob_bridge_await_assets(bridge, reterr) : status;
}

void hob_bridge_run(hob_bridge *bridge, bool running) {
    if (running && !bridge->running) {
        bridge->clock = hob_host_clock_of(bridge->session);
    }
    bridge->running = running;
}

bool hob_bridge_is_running(const hob_bridge *bridge) {
    return bridge->running;
}

void hob_bridge_tick(hob_bridge *bridge, double now) {
    if (!bridge->running) {
        return;
    }
    const int steps = hob_host_clock_advance(&bridge->clock, now, true);
    if (steps > 0 && hob_bridge_step(bridge, steps, NULL) != HOB_OK) {
        bridge->running = false;
    }
}

static hob_status no_scene(const hob_project *project, hob_str asked, hob_error *reterr) {
    hob_buf names;
    hob_buf_init(&names, hob_heap_allocator(), 250);
    for (size_t i = 0; i < hob_project_scene_count(project); i++) {
        hob_buf_format(&names, "%s%s", i > 0 ? ", " : "", hob_project_scene_at(project, i)->name);
    }
    hob_fail(reterr, HOB_ERR_NOT_FOUND, "There is no scene \"%.*s\".", hob_command__shown(asked),
             asked.data);
    hob_error_hint(reterr, "Scenes: %s.", names.data != NULL ? names.data : "");
    hob_buf_done(&names);
    return HOB_ERR_NOT_FOUND;
}

hob_status hob_bridge_change_scene(hob_bridge *bridge, hob_str scene, hob_error *reterr) {
    if (hob_project_scene_find(bridge->project, scene) == NULL) {
        return no_scene(bridge->project, scene, reterr);
    }
    const hob_session_input input = {.kind = HOB_INPUT_SCENE, .name = scene};
    hob_status status = hob_bridge_deliver(bridge, &input, reterr);
    return status == HOB_OK ? hob_bridge_await_assets(bridge, reterr) : status;
}

hob_status hob_bridge_set(hob_bridge *bridge, hob_str entity, hob_str property, hob_value v,
                          hob_error *reterr) {
    const hob_allocator *a = bridge->allocator;
    hob_entity_data *e = NULL;
    hob_status status = hob_session_entity(bridge->session, entity, &e, reterr);
    if (status == HOB_OK) {
        status = hob_session_set_property(bridge->session, e, property, v, reterr);
    }
    if (status == HOB_OK) {
        hob_value step = step_of(a, "setProperty");
        put(a, step, "entity", hob_value_text(a, entity));
        put(a, step, "property", hob_value_text(a, property));
        put(a, step, "value", hob_value_detach(a, v));
        keep(bridge, step);
    }
    return status;
}

hob_status hob_bridge_call(hob_bridge *bridge, hob_str entity, hob_str slot, hob_str function,
                           hob_value arguments, hob_arena *arena, hob_value *ret_value,
                           hob_error *reterr) {
    const hob_allocator *a = bridge->allocator;
    hob_session_call_request request = {.slot = slot, .function = function, .arguments = arguments};
    hob_status status = hob_session_entity(bridge->session, entity, &request.entity, reterr);
    if (status != HOB_OK) {
        return status;
    }
    status = hob_session_call(bridge->session, &request, arena, ret_value, reterr);
    if (status == HOB_OK || status == HOB_ERR_SCRIPT_ERROR) { /* what it did is done */
        hob_value step = step_of(a, "call");
        put(a, step, "entity", hob_value_text(a, entity));
        if (slot.length > 0) {
            put(a, step, "component", hob_value_text(a, slot));
        }
        put(a, step, "function", hob_value_text(a, function));
        if (arguments.tag == HOB_TAG_LIST) {
            put(a, step, "arguments", hob_value_detach(a, arguments));
        }
        keep(bridge, step);
    }
    return status;
}

/* ---- describing ---- */

const char *hob_bridge_action_name(int seat, hob_str action, hob_arena *arena) {
    return seat == 0 ? hob_arena_text(arena, action.data, action.length)
                     : hob_arena_format(arena, "%d/%.*s", seat, (int)action.length, action.data);
}

static void put_held(hob_bridge *bridge, hob_arena *arena, hob_value into) {
    const hob_allocator *a = &arena->as_allocator;
    const hob_input *input = &hob_session_world(bridge->session)->input;
    hob_value names = hob_value_list(a, 4), values = hob_value_list(a, 4);
    for (uint32_t seat = 0; seat < input->seat_count; seat++) {
        const hob_seat_input *s = &input->seats[seat];
        for (uint32_t i = 0; i < s->action_count; i++) { /* by name */
            if (s->actions[i].held) {
                hob_str name = hob_text_view(s->actions[i].name);
                (void)hob_list_add(
                    a, names.as.list,
                    hob_value_cstr(a, hob_bridge_action_name((int)seat, name, arena)));
                (void)hob_list_add(a, values.as.list, hob_value_number(s->actions[i].value));
            }
        }
    }
    put(a, into, "heldActions", names);
    put(a, into, "actionValues", values);
}

void hob_bridge_describe(hob_bridge *bridge, hob_arena *arena, hob_value into) {
    const hob_allocator *a = &arena->as_allocator;
    hob_world *world = hob_session_world(bridge->session);
    const hob_assets_status assets = hob_bridge_assets(bridge);
    hob_value capabilities = hob_value_list(a, 8), counts = hob_value_map(a, 3);
    for (size_t i = 0; hob_bridge_capabilities[i] != NULL; i++) {
        (void)hob_list_add(a, capabilities.as.list, hob_value_cstr(a, hob_bridge_capabilities[i]));
    }
    put(a, counts, "pending", hob_value_number(assets.pending));
    put(a, counts, "loaded", hob_value_number(assets.loaded));
    put(a, counts, "failed", hob_value_number(assets.failed));
    put(a, into, "bridgeVersion", hob_value_number(HOB_BRIDGE_VERSION));
    put(a, into, "engineVersion", hob_value_cstr(a, HOB_VERSION));
    put(a, into, "mode", hob_value_cstr(a, bridge->running ? "real-time" : "paused"));
    put(a, into, "frame", hob_value_number((double)world->frame));
    put(a, into, "simulationTime", hob_value_number((double)world->frame * world->dt));
    put(a, into, "capabilities", capabilities);
    put(a, into, "assets", counts);
    put(a, into, "scene", hob_value_text(a, hob_text_view(world->scene_id)));
    put(a, into, "sceneName", hob_value_text(a, hob_text_view(world->scene_name)));
    put(a, into, "entityCount", hob_value_number(hob_entity_count(world)));
    put(a, into, "scriptErrors",
        hob_value_number((double)hob_session_records(bridge->session)->error_count));
    put(a, into, "dead", hob_value_bool(hob_session_dead(bridge->session)));
    put_held(bridge, arena, into);
}
