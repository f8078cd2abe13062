/* ctx.scene and ctx.scenes (spec scripting 7.3, 7.4, hob 6.4). */
#include "script/api_parts.h"
#include "script/machine.h"
#include "world/contracts.h"
#include "world/instantiate.h"
#include "world/scene_stack.h"

#include <math.h>

static bool find(hob_ctx_call *call) {
    hob_str ref = hob_ctx_text(call, 0);
    return hob_ctx_return_entity(call, ref.data == NULL ? HOB_NO_ENTITY
                                                        : hob_entity_find(call->world, ref));
}

/* Filters: tag, with, without (types or families; a text or a list), exclude; all must hold. */
static bool has_all(hob_world *world, const hob_entity_data *e, hob_value names, bool wanted) {
    if (names.tag == HOB_TAG_TEXT) {
        return hob_component_has(world, e, hob_value_str(names)) == wanted;
    }
    for (uint32_t i = 0; names.tag == HOB_TAG_LIST && i < names.as.list->count; i++) {
        if (hob_component_has(world, e, hob_value_str(names.as.list->items[i])) != wanted) {
            return false;
        }
    }
    return true;
}

static bool excluded(const hob_entity_data *e, hob_value names) {
    if (names.tag == HOB_TAG_ENTITY) {
        return names.as.entity == e->self;
    }
    if (names.tag == HOB_TAG_TEXT) {
        return hob_str_equal(hob_value_str(names), hob_text_view(e->id));
    }
    for (uint32_t i = 0; names.tag == HOB_TAG_LIST && i < names.as.list->count; i++) {
        if (excluded(e, names.as.list->items[i])) {
            return true;
        }
    }
    return false;
}

static hob_value collect(hob_ctx_call *call, hob_str tag, hob_value filter) {
    hob_value list = hob_value_list(call->a, 8);
    hob_value with = hob_value_get(filter, "with"), without = hob_value_get(filter, "without");
    hob_value exclude = hob_value_get(filter, "exclude");
    hob_entity_pass pass = hob_entity_pass_begin(call->world);
    for (hob_entity_data *e = hob_entity_pass_next(&pass); e != NULL;
         e = hob_entity_pass_next(&pass)) {
        if (e->dead || !e->attached || (tag.data != NULL && !hob_entity_has_tag(e, tag)) ||
            !has_all(call->world, e, with, true) || !has_all(call->world, e, without, false) ||
            excluded(e, exclude)) {
            continue;
        }
        hob_list_add(call->a, list.as.list, hob_value_entity(e->self));
    }
    hob_entity_pass_end(&pass);
    return list;
}

static bool find_by_tag(hob_ctx_call *call) {
    hob_str tag = hob_ctx_text(call, 0);
    if (tag.data == NULL) {
        return hob_ctx_return(call, hob_value_list(call->a, 0));
    }
    return hob_ctx_return(call, collect(call, tag, HOB_VALUE_NULL));
}

static bool find_all(hob_ctx_call *call) {
    hob_value filter = hob_ctx_plain(call, 0);
    hob_value tag = hob_value_get(filter, "tag");
    hob_value found =
        collect(call, tag.tag == HOB_TAG_TEXT ? hob_value_str(tag) : (hob_str){NULL, 0}, filter);
    hob_value where = hob_value_get(filter, "where");
    if (!hob_value_is_function(where)) {
        return hob_ctx_return(call, found);
    }
    hob_value kept = hob_value_list(call->a, found.as.list->count);
    for (uint32_t i = 0; i < found.as.list->count; i++) {
        hob_value ok = HOB_VALUE_NULL;
        if (!hob_machine_ask(call, where, &found.as.list->items[i], 1, &ok)) {
            return false;
        }
        if (hob_ctx_truth(ok)) {
            hob_list_add(call->a, kept.as.list, found.as.list->items[i]);
        }
    }
    return hob_ctx_return(call, kept);
}

/* An empty Lua table is a map; where a component wants a list it counts as an empty one. */
static void empty_lists(hob_ctx_call *call, hob_value def) {
    hob_value *tags = def.tag == HOB_TAG_MAP ? hob_map_find(def.as.map, HOB_STR("tags")) : NULL;
    if (tags != NULL && tags->tag == HOB_TAG_MAP && tags->as.map->count == 0) {
        *tags = hob_value_list(call->a, 0);
    }
    hob_value components = hob_value_get(def, "components");
    for (uint32_t i = 0; components.tag == HOB_TAG_MAP && i < components.as.map->count; i++) {
        hob_map_entry *entry = &components.as.map->entries[i];
        hob_machine_empty_lists_of(call->machine, hob_text_view(entry->key), &entry->value,
                                   call->a);
    }
}

typedef struct init_call {
    hob_ctx_call *call;
    hob_value function;
    bool failed;
} init_call;

static void run_init(hob_world *world, hob_entity root, void *user) {
    (void)world;
    init_call *init = user;
    hob_value handle = hob_value_entity(root);
    init->failed = !hob_machine_ask(init->call, init->function, &handle, 1, NULL);
}

static bool refused_while_leaving(hob_ctx_call *call) {
    return call->world->leaving &&
           !hob_ctx_fail(call, HOB_ERR_SCRIPT_REFUSED,
                         "nothing can be spawned while the scene is being left");
}

static bool spawned(hob_ctx_call *call, hob_entity entity, const init_call *init) {
    if (entity == HOB_NO_ENTITY || init->failed) {
        return false; /* the error is set */
    }
    return hob_ctx_return_entity(call, entity);
}

static bool spawn(hob_ctx_call *call) {
    hob_value def = hob_ctx_plain(call, 0);
    if (refused_while_leaving(call)) {
        return false;
    }
    if (def.tag != HOB_TAG_MAP) {
        return hob_ctx_fail(call, HOB_ERR_SCRIPT_ERROR,
                            "ctx.scene.spawn wants a table {name, position, tags, components}");
    }
    empty_lists(call, def);
    init_call init = {.call = call, .function = hob_value_get(def, "init")};
    hob_spawn_options options = {.init_user = &init,
                                 .init = hob_value_is_function(init.function) ? run_init : NULL};
    hob_value parent = hob_value_get(def, "parent");
    if (parent.tag == HOB_TAG_ENTITY) {
        options.parent = parent.as.entity;
    }
    return spawned(call, hob_spawn(call->world, def, &options, call->error), &init);
}

static bool spawn_prefab(hob_ctx_call *call) {
    hob_value opts;
    hob_str ref = hob_ctx_text(call, 0);
    const hob_asset *asset =
        ref.data == NULL ? NULL : hob_project_asset_find(call->world->outside.project, ref);
    if (asset == NULL || !hob_str_is(hob_str_from(asset->type), "prefab")) {
        hob_ctx_warn(call, "ctx.scene.spawnPrefab: there is no prefab \"%.*s\"", (int)ref.length,
                     ref.data == NULL ? "" : ref.data);
        return true;
    }
    if (!hob_ctx_options(call, 1, true, &opts) || refused_while_leaving(call)) {
        return false;
    }
    opts = hob_live_plain(opts, call->a);
    init_call init = {.call = call, .function = hob_value_get(opts, "init")};
    hob_spawn_options options = {.init_user = &init,
                                 .init = hob_value_is_function(init.function) ? run_init : NULL};
    hob_value name = hob_value_get(opts, "name"), position = hob_value_get(opts, "position");
    if (name.tag == HOB_TAG_TEXT) {
        options.name = hob_value_str(name);
    }
    options.has_position =
        !hob_value_is_absent(position) && hob_value_point(position, &options.position);
    if (options.has_position && !(isfinite(options.position.x) && isfinite(options.position.y))) {
        return hob_ctx_fail(call, HOB_ERR_FIELD_NOT_FINITE,
                            "ctx.scene.spawnPrefab: the position is not finite");
    }
    hob_value parent = hob_value_get(opts, "parent");
    options.parent = parent.tag == HOB_TAG_ENTITY ? parent.as.entity
                     : parent.tag == HOB_TAG_TEXT
                         ? hob_entity_find(call->world, hob_value_str(parent))
                         : HOB_NO_ENTITY;
    return spawned(
        call, hob_spawn_prefab(call->world, hob_str_from(asset->id), &options, call->error), &init);
}

static bool destroy(hob_ctx_call *call) {
    hob_value v = hob_ctx_arg(call, 0);
    if (hob_value_is_absent(v)) {
        return hob_ctx_fail(call, HOB_ERR_SCRIPT_ERROR,
                            "ctx.scene.destroy wants an id or a handle");
    }
    hob_entity entity = v.tag == HOB_TAG_ENTITY ? v.as.entity : HOB_NO_ENTITY;
    if (v.tag == HOB_TAG_TEXT) {
        entity = hob_entity_find_id(call->world, hob_value_str(v)); /* never by name */
    } else if (v.tag == HOB_TAG_MAP) {
        entity = hob_entity_find_id(call->world, hob_value_get_str(v, "id", ""));
    }
    hob_entity_destroy(call->world, entity, HOB_CHILDREN_BY_RULE);
    return true;
}

/* ---- contracts ---- */

/* The component that answers, null when none does; several are an error. */
static bool answer_of(hob_ctx_call *call, const char *name, hob_component **ret_answer) {
    hob_error error = {.status = HOB_OK};
    *ret_answer = hob_contract_find(call->world, name, &error);
    return error.status != HOB_ERR_CONTRACT_AMBIGUOUS ||
           hob_ctx_fail(call, error.status, "ctx.scene.%s: %s", call->member->name, error.message);
}

static bool contract(hob_ctx_call *call) {
    hob_str name = hob_ctx_text(call, 0);
    hob_component *answer;
    if (!hob_contract_is_known(call->world, name)) {
        hob_ctx_warn(call, "ctx.scene.contract: there is no contract \"%.*s\"",
                     (int)(name.length < 60 ? name.length : 60), name.data);
        return true;
    }
    return answer_of(call, hob_text_cstr(hob_value_text(call->a, name).as.text), &answer) &&
           (answer == NULL || hob_ctx_return_component(call, answer));
}

static bool bounds(hob_ctx_call *call) {
    hob_component *answer;
    hob_vec2 low, high;
    if (!answer_of(call, "worldBounds", &answer)) {
        return false;
    }
    if (answer == NULL || !hob_contract_bounds(call->world, &low, &high)) {
        return true;
    }
    const double numbers[] = {low.x, low.y, high.x - low.x, high.y - low.y};
    static const char *const names[] = {"x", "y", "width", "height"};
    hob_value map = hob_value_map(call->a, 4);
    for (size_t i = 0; i < HOB_COUNT(names); i++) {
        hob_map_set(call->a, map.as.map, hob_str_from(names[i]), hob_value_number(numbers[i]));
    }
    return hob_ctx_return(call, map);
}

/* ---- ctx.scenes ---- */

static hob_value scene_record(hob_ctx_call *call, hob_str id, hob_str name) {
    hob_value record = hob_value_map(call->a, 2);
    hob_map_set(call->a, record.as.map, HOB_STR("id"), hob_value_text(call->a, id));
    hob_map_set(call->a, record.as.map, HOB_STR("name"), hob_value_text(call->a, name));
    return record;
}

static bool current(hob_ctx_call *call) {
    return hob_ctx_return(call, scene_record(call, hob_text_view(call->world->scene_id),
                                             hob_text_view(call->world->scene_name)));
}

static bool list_scenes(hob_ctx_call *call) {
    const hob_project *project = call->world->outside.project;
    size_t count = hob_project_scene_count(project);
    hob_value list = hob_value_list(call->a, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        const hob_scene_entry *scene = hob_project_scene_at(project, i);
        hob_list_add(call->a, list.as.list,
                     scene_record(call, hob_str_from(scene->id), hob_str_from(scene->name)));
    }
    return hob_ctx_return(call, list);
}

static bool stack(hob_ctx_call *call) {
    const hob_world *world = call->world;
    hob_value list = hob_value_list(call->a, world->below_count + 1);
    for (uint32_t i = 0; i < world->below_count; i++) {
        hob_list_add(call->a, list.as.list,
                     scene_record(call, hob_scenes_id_at(world, i), hob_scenes_name_at(world, i)));
    }
    hob_list_add(
        call->a, list.as.list,
        scene_record(call, hob_text_view(world->scene_id), hob_text_view(world->scene_name)));
    return hob_ctx_return(call, list);
}

/* The scene that the first argument names. False: the call has failed. Null with a warning: there
 * is no such scene. */
static bool find_scene(hob_ctx_call *call, const hob_scene_entry **ret_scene) {
    const hob_project *project = call->world->outside.project;
    const char *function = call->member->name;
    hob_str ref = hob_ctx_text(call, 0);
    if (ref.data == NULL) {
        return hob_ctx_fail(call, HOB_ERR_SCRIPT_ERROR,
                            "ctx.scenes.%s wants the id or name of a scene", function);
    }
    *ret_scene = hob_project_scene_find(project, ref);
    if (*ret_scene == NULL) {
        const char *near = hob_project_scene_nearest(project, ref);
        hob_ctx_warn(call, "ctx.scenes.%s: there is no scene \"%.*s\"%s%s%s", function,
                     (int)ref.length, ref.data, near == NULL ? "" : "; did you mean \"",
                     near == NULL ? "" : near, near == NULL ? "" : "\"?");
    }
    return true;
}

static bool refuse_while_leaving(hob_ctx_call *call) {
    return hob_ctx_fail(call, HOB_ERR_SCRIPT_REFUSED,
                        "no scene can be asked for while one is being left");
}

static bool load_scene(hob_ctx_call *call) {
    hob_world *world = call->world;
    const hob_scene_entry *scene = NULL;
    if (!find_scene(call, &scene)) {
        return false;
    }
    if (scene == NULL) {
        return hob_ctx_return_bool(call, false);
    }
    hob_value replace = hob_ctx_option(hob_ctx_arg(call, 1), "replace");
    if (world->leaving) {
        return refuse_while_leaving(call);
    }
    if (world->request.noted && replace.tag == HOB_TAG_BOOL && !replace.as.boolean) {
        hob_ctx_warn(call, "ctx.scenes.load: another scene was asked for already");
        return hob_ctx_return_bool(call, false);
    }
    return hob_ctx_return_bool(call, hob_world_request_scene(world, hob_str_from(scene->id), true));
}

static bool push_scene(hob_ctx_call *call) {
    hob_world *world = call->world;
    const hob_scene_entry *scene = NULL;
    if (!find_scene(call, &scene)) {
        return false;
    }
    if (scene == NULL) {
        return hob_ctx_return_bool(call, false);
    }
    if (world->leaving) {
        return refuse_while_leaving(call);
    }
    if (!hob_world_request_push(world, hob_str_from(scene->id))) {
        return hob_ctx_fail(call, HOB_ERR_LIMIT_REACHED,
                            "ctx.scenes.push: there are %d scenes below the running one already; "
                            "pop one, or use ctx.scenes.load",
                            HOB_SCENES_BELOW);
    }
    return hob_ctx_return_bool(call, true);
}

static bool pop_scene(hob_ctx_call *call) {
    hob_world *world = call->world;
    if (world->leaving) {
        return refuse_while_leaving(call);
    }
    bool is_noted = hob_world_request_pop(world);
    if (!is_noted) {
        hob_ctx_warn(call, "ctx.scenes.pop: there is no scene below the running one");
    }
    return hob_ctx_return_bool(call, is_noted);
}

static const hob_field find_params[] = {HOB_P("idOrName", TEXT, .flags = HOB_FIELD_REQUIRED,
                                              .doc = "Id, else the first entity of that name."),
                                        HOB_FIELDS_END};
static const hob_field tag_params[] = {
    HOB_P("tag", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "The tag."), HOB_FIELDS_END};
static const hob_field filter_params[] = {
    HOB_P(
        "filter", MAP,
        .doc =
            "tag, with, without (types or families), exclude (handle, id or list), where(handle)."),
    HOB_FIELDS_END};
static const hob_field identity_number = {.name = "", .type = HOB_FIELD_NUMBER, .doc = "A number."};
static const hob_field identity_text = {.name = "", .type = HOB_FIELD_TEXT, .doc = "A text."};
static const hob_field *const identity_kinds[] = {&identity_number, &identity_text, NULL};
static const hob_field identity_params[] = {HOB_P("value", UNION, .flags = HOB_FIELD_REQUIRED,
                                                  .variants = identity_kinds,
                                                  .doc = "Number or text."),
                                            HOB_FIELDS_END};
static const hob_field contract_params[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "worldBounds or tiles."),
    HOB_FIELDS_END};
static const hob_field spawn_params[] = {
    HOB_P("def", MAP, .flags = HOB_FIELD_REQUIRED,
          .doc = "{name, position, tags, components, parent, enabled, visible, owner, wires, "
                 "init(handle)}."),
    HOB_FIELDS_END};
static const hob_field prefab_params[] = {
    HOB_P("prefab", ASSET, .flags = HOB_FIELD_REQUIRED, .asset_kinds = "prefab",
          .doc = "Id or name of the prefab."),
    HOB_P("options", MAP, .doc = "{position, name, parent, init(handle)}."), HOB_FIELDS_END};
static const hob_field destroy_params[] = {
    HOB_P("entity", REF, .flags = HOB_FIELD_REQUIRED, .doc = "Id or handle; a name does nothing."),
    HOB_FIELDS_END};
static const hob_field path_params[] = {
    HOB_P("from", OBJECT, .flags = HOB_FIELD_REQUIRED, .fields = hob_vec2_fields, .unit = "px",
          .doc = "Start."),
    HOB_P("to", OBJECT, .flags = HOB_FIELD_REQUIRED, .fields = hob_vec2_fields, .unit = "px",
          .doc = "Goal."),
    HOB_P("options", MAP, .doc = "{diagonals = false}."), HOB_FIELDS_END};
static const hob_field load_params[] = {
    HOB_P("scene", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Id or name of the scene."),
    HOB_P("options", MAP, .doc = "replace: whether an earlier request gives way (true)."),
    HOB_FIELDS_END};
static const hob_field push_params[] = {
    HOB_P("scene", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Id or name of the scene."),
    HOB_FIELDS_END};

#define H HOB_API_HEARTH
#define M HOB_API_METHOD
#define W HOB_API_WRITES
#define F HOB_API_FAILS

static const hob_api_member scene_members[] = {
    {.name = "find",
     .flags = H | M,
     .params = find_params,
     .result = "entity or null",
     .call = find,
     .doc = "An entity by id, else by name.",
     .js = "const door = ctx.scene.find(\"Door\");",
     .lua = "local door = ctx.scene.find(\"Door\")"},
    {.name = "findByTag",
     .flags = H | M,
     .params = tag_params,
     .result = "list of entity",
     .call = find_by_tag,
     .doc = "All entities that carry a tag, in entity order.",
     .js = "const foes = ctx.scene.findByTag(\"enemy\");",
     .lua = "local foes = ctx.scene.findByTag(\"enemy\")"},
    {.name = "findAll",
     .flags = M | F,
     .params = filter_params,
     .result = "list of entity",
     .call = find_all,
     .doc = "All entities for which the whole filter holds.",
     .js = "const all = ctx.scene.findAll({with: \"Collider\"});",
     .lua = "local all = ctx.scene.findAll({with = \"Collider\"})"},
    {.name = "findByIdentity",
     .flags = M | F,
     .params = identity_params,
     .result = "entity or null",
     .call = hob_ctx_find_by_identity,
     .doc = "The first entity whose Identity has this value.",
     .js = "const chest = ctx.scene.findByIdentity(7);",
     .lua = "local chest = ctx.scene.findByIdentity(7)"},
    {.name = "spawn",
     .flags = H | M | W | F,
     .params = spawn_params,
     .result = "entity",
     .call = spawn,
     .doc = "Makes an entity and attaches it at once.",
     .js = "ctx.scene.spawn({name: \"Spark\", position: {x: 10, y: 20}});",
     .lua = "ctx.scene.spawn({name = \"Spark\", position = {x = 10, y = 20}})"},
    {.name = "spawnPrefab",
     .flags = H | M | W | F,
     .params = prefab_params,
     .result = "entity or null",
     .call = spawn_prefab,
     .doc = "Makes the entities of a prefab; its root, or null for an unknown one.",
     .js = "ctx.scene.spawnPrefab(\"Coin\", {position: {x: 10, y: 20}});",
     .lua = "ctx.scene.spawnPrefab(\"Coin\", {position = {x = 10, y = 20}})"},
    {.name = "destroy",
     .flags = H | M | W,
     .params = destroy_params,
     .call = destroy,
     .doc = "Destroys an entity by id or handle.",
     .js = "ctx.scene.destroy(ctx.entity);"},
    {.name = "findPath",
     .flags = H | M,
     .params = path_params,
     .result = "list of vec2 or null",
     .call = hob_ctx_find_path,
     .doc = "Cell centres of a way over the navigation grid, or null.",
     .js = "const way = ctx.scene.findPath(ctx.transform.position, {x: 300, y: 40});",
     .lua = "local way = ctx.scene.findPath(ctx.transform.position, {x = 300, y = 40})"},
    {.name = "contract",
     .flags = M | F,
     .params = contract_params,
     .result = "component or nil",
     .call = contract,
     .doc = "The component of the scene that answers a contract; several are an error.",
     .js = "const map = ctx.scene.contract(\"tiles\");",
     .lua = "local map = ctx.scene.contract(\"tiles\")"},
    {.name = "bounds",
     .flags = M | F,
     .result = "{x, y, width, height} or nil",
     .call = bounds,
     .doc = "The region of the contract worldBounds; nil without one, several are an error.",
     .js = "const area = ctx.scene.bounds();",
     .lua = "local area = ctx.scene.bounds()"},
    {.name = NULL},
};

static const hob_api_member scenes_members[] = {
    {.name = "current",
     .flags = H,
     .result = "{id, name}",
     .call = current,
     .doc = "The running scene.",
     .js = "ctx.log(ctx.scenes.current.name);"},
    {.name = "list",
     .flags = H | M,
     .result = "list of {id, name}",
     .call = list_scenes,
     .doc = "All scenes in project order.",
     .js = "ctx.log(ctx.scenes.list().length);",
     .lua = "ctx.log(#ctx.scenes.list())"},
    {.name = "load",
     .flags = H | M | W | F,
     .params = load_params,
     .result = "bool",
     .call = load_scene,
     .doc = "Asks for a switch after this step; false for an unknown scene. Scenes below the "
            "running one stay.",
     .js = "ctx.scenes.load(\"Main\");"},
    {.name = "push",
     .flags = M | W | F,
     .params = push_params,
     .result = "bool",
     .call = push_scene,
     .doc =
         "Asks for a scene on top of the running one, which stands still until a pop; after this "
         "step. False for an unknown scene.",
     .js = "if (ctx.input.justPressed(\"pause\")) ctx.scenes.push(\"Pause\");",
     .lua = "if ctx.input.justPressed(\"pause\") then ctx.scenes.push(\"Pause\") end"},
    {.name = "pop",
     .flags = M | W | F,
     .result = "bool",
     .call = pop_scene,
     .doc =
         "Asks for the end of the running scene; the one below it goes on after this step. False "
         "when there is none.",
     .js = "ctx.scenes.pop();"},
    {.name = "stack",
     .flags = M,
     .result = "list of {id, name}",
     .call = stack,
     .doc = "The scenes from the lowest to the running one.",
     .js = "ctx.log(ctx.scenes.stack().length);",
     .lua = "ctx.log(#ctx.scenes.stack())"},
    {.name = NULL},
};

const hob_api_family hob_api_scene = {
    .path = "ctx.scene", .doc = "The running scene.", .members = scene_members};
const hob_api_family hob_api_scenes = {
    .path = "ctx.scenes", .doc = "The scenes of the project.", .members = scenes_members};
