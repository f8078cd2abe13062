/* ctx itself: this entity, its components, its contacts, its log (spec scripting 7.1, hob 6.4). */
#include "script/api_parts.h"
#include "script/machine.h"

static bool get_entity(hob_ctx_call *call) {
    return hob_ctx_return_entity(call, call->self);
}

static bool get_transform(hob_ctx_call *call) {
    return hob_ctx_return_component(call, HOB_HEADER(call->e->transform));
}

static bool get_component(hob_ctx_call *call) {
    hob_str type = hob_ctx_text(call, 0);
    if (type.data == NULL) {
        return hob_ctx_return(call, HOB_VALUE_ABSENT);
    }
    hob_error error = {.status = HOB_OK};
    hob_component *component = hob_component_lookup(call->world, call->e, type, &error);
    if (component == NULL && error.status == HOB_ERR_COMPONENT_AMBIGUOUS) {
        return hob_ctx_fail(call, error.status, "%s", error.message);
    }
    return hob_ctx_return_component(call, component);
}

static bool get_params(hob_ctx_call *call) {
    const hob_field *field =
        call->slot == NULL ? NULL
                           : hob_field_find(call->slot->component->type->fields, HOB_STR("params"));
    if (field == NULL) {
        return true;
    }
    hob_component *component = call->slot->component;
    call->made = (hob_live){.kind = HOB_LIVE_VALUE,
                            .root = HOB_ROOT_FIELD,
                            .entity = call->self,
                            .e = call->e,
                            .component = component,
                            .field = field};
    return hob_ctx_return(call, hob_live_as_value(&call->made));
}

static bool get_vars(hob_ctx_call *call) {
    return hob_ctx_return_vars(call);
}

static bool get_collisions(hob_ctx_call *call) {
    const hob_allocator *a = call->a;
    hob_value list = hob_value_list(a, 4);
    uint32_t cursor = 0;
    hob_contact_view view;
    while (hob_contacts_next(call->world, call->self, &cursor, &view)) {
        hob_value record = hob_value_map(a, 3);
        hob_map_set(a, record.as.map, HOB_STR("other"), hob_value_entity(view.other));
        hob_map_set(a, record.as.map, HOB_STR("normal"),
                    hob_point_value(a, (hob_vec2){view.normal_x, view.normal_y}));
        hob_map_set(a, record.as.map, HOB_STR("trigger"), hob_value_bool(view.trigger));
        hob_list_add(a, list.as.list, record);
    }
    return hob_ctx_return(call, list);
}

static bool is_grounded(hob_ctx_call *call) {
    return hob_ctx_return_bool(call, hob_contacts_grounded(call->world, call->self));
}

static bool destroy_self(hob_ctx_call *call) {
    hob_entity_destroy(call->world, call->self, HOB_CHILDREN_BY_RULE);
    return true;
}

static bool write_log(hob_ctx_call *call) {
    hob_buf line;
    hob_buf_init(&line, call->a, (size_t)1 << 20);
    for (uint32_t i = 0; i < call->count; i++) {
        hob_value v = hob_ctx_plain(call, i);
        if (i > 0) {
            hob_buf_add_char(&line, ' ');
        }
        hob_str message = hob_value_get_str(v, "message", "");
        if (v.tag == HOB_TAG_TEXT) {
            hob_buf_add_str(&line, hob_value_str(v));
        } else if (v.tag == HOB_TAG_MAP && v.as.map->count <= 2 && message.length > 0 &&
                   hob_value_get(v, "name").tag == HOB_TAG_TEXT) { /* an error object */
            hob_buf_add_str(&line, message);
        } else if (v.tag != HOB_TAG_ABSENT && v.tag != HOB_TAG_SCRIPT &&
                   !hob_value_write_json(&line, v, false, hob_script_entity_json, call->world)) {
            return hob_ctx_fail(call, HOB_ERR_VALUE_NOT_DATA,
                                "ctx.log: the value is nested too deeply, or in itself");
        }
    }
    hob_world_log(call->world, HOB_LOG_INFO, "%.*s", (int)line.length,
                  line.data == NULL ? "" : line.data);
    return true;
}

/* ctx.call(ref, name, ...) */
static bool call_other(hob_ctx_call *call) {
    hob_entity_data *target = hob_ctx_entity_required(call, 0, false);
    if (target == NULL) {
        return false;
    }
    hob_value args[16];
    uint32_t count = 0;
    for (uint32_t i = 2; i < call->count && count < HOB_COUNT(args); i++) {
        args[count++] = hob_ctx_plain(call, i);
    }
    for (uint32_t i = 0; i < target->slot_count; i++) {
        hob_code_slot *code = target->slots[i].component->code;
        hob_value result = HOB_VALUE_NULL;
        if (code != NULL && !target->slots[i].component->removed &&
            hob_code_call_named(call->world, code, hob_ctx_text(call, 1), args, count, &result)) {
            return hob_ctx_return(call, hob_live_plain(result, call->a));
        }
    }
    return true;
}

static const hob_field type_param[] = {
    HOB_P("type", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Component type, slot or family."),
    HOB_FIELDS_END};
static const hob_field values_param[] = {
    HOB_P("values", ANY, .flags = HOB_FIELD_REST, .doc = "Anything, any number of values."),
    HOB_FIELDS_END};
static const hob_field animate_params[] = {HOB_P("asset", ASSET, .flags = HOB_FIELD_REQUIRED,
                                                 .asset_kinds = "animation",
                                                 .doc = "Id or name of the animation."),
                                           HOB_FIELDS_END};
static const hob_field save_params[] = {
    HOB_P("key", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Name of the entry."),
    HOB_P("value", ANY, .doc = "Data; functions and undefined become null."), HOB_FIELDS_END};
static const hob_field load_params[] = {
    HOB_P("key", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Name of the entry."), HOB_FIELDS_END};
static const hob_field clear_params[] = {
    HOB_P("key", TEXT, .doc = "Name of the entry; left out: all entries."), HOB_FIELDS_END};
static const hob_field ref_param[] = {
    HOB_P("entity", REF, .flags = HOB_FIELD_REQUIRED, .doc = "Handle, id or name."),
    HOB_FIELDS_END};
static const hob_field call_params[] = {
    HOB_P("entity", REF, .flags = HOB_FIELD_REQUIRED, .doc = "Handle, id or name of the target."),
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED,
          .doc = "Name of the function in the target's script."),
    HOB_P("values", ANY, .flags = HOB_FIELD_REST, .doc = "Arguments, any number."), HOB_FIELDS_END};

#define H HOB_API_HEARTH
#define M HOB_API_METHOD
#define C HOB_API_CONSTANT
#define W HOB_API_WRITES
#define F HOB_API_FAILS
#define S HOB_API_SELF

static const hob_api_member members[] = {
    {.name = "entity",
     .flags = H | C,
     .result = "entity",
     .call = get_entity,
     .doc = "Handle of the entity that owns this script.",
     .js = "ctx.log(ctx.entity.name);"},
    {.name = "transform",
     .flags = H | C | S,
     .result = "Transform",
     .call = get_transform,
     .doc = "Live place of the owner: position, rotation, scale.",
     .js = "ctx.transform.position.x += 60 * dt;",
     .lua = "ctx.transform.position.x = ctx.transform.position.x + 60 * dt"},
    {.name = "getComponent",
     .flags = H | M | S,
     .params = type_param,
     .result = "component or nil",
     .call = get_component,
     .doc = "Live data of one component of the owner.",
     .js = "const body = ctx.getComponent(\"PhysicsBody\");",
     .lua = "local body = ctx.getComponent(\"PhysicsBody\")"},
    {.name = "params",
     .flags = H | S,
     .result = "map",
     .call = get_params,
     .doc = "Live values of the Script component's params.",
     .js = "const speed = ctx.params.speed ?? 100;",
     .lua = "local speed = ctx.params.speed or 100"},
    {.name = "vars",
     .flags = H | C | S,
     .result = "map",
     .call = get_vars,
     .doc = "Scratch store of this entity; starts empty, dies with it.",
     .js = "ctx.vars.hits = (ctx.vars.hits ?? 0) + 1;",
     .lua = "ctx.vars.hits = (ctx.vars.hits or 0) + 1"},
    {.name = "collisions",
     .flags = H | S,
     .result = "list of {other, normal, trigger}",
     .call = get_collisions,
     .doc = "Contacts of this entity in the last physics step.",
     .js = "for (const c of ctx.collisions) ctx.log(c.other.name);",
     .lua = "for _, c in ipairs(ctx.collisions) do ctx.log(c.other.name) end"},
    {.name = "isGrounded",
     .flags = H | M | S,
     .result = "bool",
     .call = is_grounded,
     .doc = "Whether something solid is under this entity.",
     .js = "if (ctx.isGrounded()) ctx.log(\"on the floor\");",
     .lua = "if ctx.isGrounded() then ctx.log(\"on the floor\") end"},
    {.name = "destroySelf",
     .flags = H | M | W | S,
     .call = destroy_self,
     .doc = "Destroys this entity; the running hook continues.",
     .js = "ctx.destroySelf();"},
    {.name = "log",
     .flags = H | M,
     .params = values_param,
     .call = write_log,
     .doc = "Writes a line to the log; data as JSON.",
     .js = "ctx.log(\"score\", 3);"},
    {.name = "animate",
     .flags = H | M | W | S,
     .params = animate_params,
     .call = hob_ctx_animate,
     .doc = "Plays an animation asset on this entity's SpriteAnimator from its first frame.",
     .js = "ctx.animate(\"run\");"},
    {.name = "save",
     .flags = H | M | W | F,
     .params = save_params,
     .call = hob_ctx_save,
     .doc = "Stores data under a key; it survives scene switches and, with a lasting store, runs.",
     .js = "ctx.save(\"best\", 120);"},
    {.name = "load",
     .flags = H | M,
     .params = load_params,
     .result = "any or null",
     .call = hob_ctx_load,
     .doc = "A fresh copy of what was saved under a key.",
     .js = "const best = ctx.load(\"best\") ?? 0;",
     .lua = "local best = ctx.load(\"best\") or 0"},
    {.name = "clearSave",
     .flags = H | M | W,
     .params = clear_params,
     .call = hob_ctx_clear_save,
     .doc = "Forgets one saved key, or all of them when called without one.",
     .js = "ctx.clearSave(\"best\");"},
    {.name = "respawn",
     .flags = H | M | W | F,
     .params = ref_param,
     .call = hob_ctx_respawn,
     .doc = "Moves an entity with Respawn to its checkpoint, its point or where it began.",
     .js = "ctx.respawn(\"Player\");"},
    {.name = "call",
     .flags = M | W | F,
     .params = call_params,
     .result = "any",
     .call = call_other,
     .doc = "Calls a function of another entity's script; its result, or nil when there is none.",
     .js = "ctx.call(\"Door\", \"open\", 2);"},
    {.name = "input", .flags = C, .object = &hob_api_input, .doc = "Input of this entity's seat."},
    {.name = "scene",
     .flags = C,
     .object = &hob_api_scene,
     .doc = "The running scene: find, spawn, destroy."},
    {.name = "scenes",
     .flags = C,
     .object = &hob_api_scenes,
     .doc = "Scenes of the project and switching between them."},
    {.name = "timers", .flags = C, .object = &hob_api_timers, .doc = "Timers of this script."},
    {.name = "tweens", .flags = C, .object = &hob_api_tweens, .doc = "Tweens of this script."},
    {.name = "time",
     .flags = H | C,
     .object = &hob_api_time,
     .result = "{elapsed, delta, frame}",
     .doc = "Game time, and timers and tweens with owners and scopes.",
     .js = "ctx.log(ctx.time.elapsed);"},
    {.name = "random",
     .flags = C,
     .object = &hob_api_random,
     .doc = "The seeded random stream of the session."},
    {.name = "particles",
     .flags = C,
     .object = &hob_api_particles,
     .doc = "Particles of this entity."},
    {.name = "effects",
     .flags = C,
     .object = &hob_api_effects,
     .doc = "Picture effects of this entity."},
    {.name = "animator",
     .flags = C,
     .object = &hob_api_animator,
     .doc = "Animation state machines."},
    {.name = "math", .flags = C, .object = &hob_api_math, .doc = "Vectors, colours and curves."},
    {.name = "game", .flags = C, .object = &hob_api_game, .doc = "Pause of the whole game."},
    {.name = "state", .flags = C, .object = &hob_api_state, .doc = "Declared game state."},
    {.name = "saves", .flags = C, .object = &hob_api_saves, .doc = "Save slots."},
    {.name = "health", .flags = C, .object = &hob_api_health, .doc = "Hit points."},
    {.name = "camera", .flags = C, .object = &hob_api_camera, .doc = "The camera and its effects."},
    {.name = "audio", .flags = C, .object = &hob_api_audio, .doc = "Sounds, music and buses."},
    {.name = "events", .flags = C, .object = &hob_api_events, .doc = "Events of the scene."},
    {.name = "signals", .flags = C, .object = &hob_api_signals, .doc = "Signals of components."},
    {.name = "ui", .flags = C, .object = &hob_api_ui, .doc = "Focus of the screen UI."},
    {.name = "query", .flags = C, .object = &hob_api_query, .doc = "What is where."},
    {.name = "tiles", .flags = C, .object = &hob_api_tiles, .doc = "Cells of tilemaps."},
    {.name = "nav", .flags = C, .object = &hob_api_nav, .doc = "Paths over the scene's grid."},
    {.name = "players", .flags = C, .object = &hob_api_players, .doc = "Seats and who plays."},
    {.name = "views", .flags = C, .object = &hob_api_views, .doc = "Split screen."},
    {.name = "assets", .flags = C, .object = &hob_api_assets, .doc = "Loading, as scripts see it."},
    {.name = "draw",
     .flags = C,
     .object = &hob_api_draw,
     .doc = "Shapes of this entity's Drawing."},
    {.name = "text",
     .flags = C,
     .object = &hob_api_text,
     .doc = "Texts in the language of the game."},
    {.name = "pool", .flags = C, .object = &hob_api_pool, .doc = "Pools of this entity."},
    {.name = "hop", .flags = C, .object = &hob_api_hop, .doc = "Hops of the picture."},
    {.name = "states",
     .flags = C,
     .object = &hob_api_states,
     .doc = "The StateMachine of an entity."},
    {.name = "melee", .flags = C, .object = &hob_api_melee, .doc = "Blows."},
    {.name = NULL},
};

const hob_api_family hob_api_ctx = {
    .path = "ctx", .doc = "What every hook gets first.", .members = members};
