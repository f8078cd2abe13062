/* ctx.assets: what scripts may know of loading (spec hob 6.5, 8). */
#include "script/machine.h"
#include "world/asset_view.h"

static bool status(hob_ctx_call *call) {
    const hob_asset_view *view = &call->world->assets;
    hob_value map = hob_value_map(call->a, 3);
    hob_map_set(call->a, map.as.map, HOB_STR("pending"), hob_value_number(view->pending));
    hob_map_set(call->a, map.as.map, HOB_STR("loaded"), hob_value_number(view->loaded));
    hob_map_set(call->a, map.as.map, HOB_STR("failed"), hob_value_number(view->failed));
    return hob_ctx_return(call, map);
}

static bool handle(hob_ctx_call *call, hob_value callback) {
    if (hob_value_is_function(callback)) {
        hob_asset_view_wait(call->world, call->slot, hob_ctx_keep(call, callback));
    }
    return hob_ctx_return_object(call, &hob_api_asset_handle, hob_asset_view_ask(call->world));
}

static bool ready(hob_ctx_call *call) {
    return handle(call, hob_ctx_arg(call, 0));
}

static bool preload(hob_ctx_call *call) {
    hob_value refs = hob_ctx_plain(call, 0), opts = hob_ctx_plain(call, 1);
    hob_str group = hob_value_get_str(opts, "group", "");
    bool hold = hob_value_get_bool(opts, "hold", false);
    uint32_t count = refs.tag == HOB_TAG_LIST ? refs.as.list->count : 0;
    for (uint32_t i = 0; i < count; i++) {
        if (refs.as.list->items[i].tag != HOB_TAG_TEXT) {
            return hob_ctx_fail(call, HOB_ERR_FIELD_TYPE,
                                "ctx.assets.preload: refs must be a list of ids, names or paths");
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        hob_asset_view_request(call->world, hob_value_str(refs.as.list->items[i]), group, hold);
    }
    return handle(call, hob_value_get(opts, "onDone"));
}

static bool release(hob_ctx_call *call) {
    hob_str group = hob_ctx_text(call, 0);
    if (group.length == 0) {
        return hob_ctx_fail(call, HOB_ERR_INVALID_INPUT,
                            "ctx.assets.release: what was asked for without a group stays");
    }
    hob_asset_view_release(call->world, group);
    return true;
}

static bool glob(hob_ctx_call *call) {
    hob_project *project = call->world->outside.project;
    hob_str pattern = hob_ctx_text(call, 0);
    hob_value found = hob_value_list(call->a, 8);
    size_t count = project == NULL || pattern.length > 200 ? 0 : hob_project_asset_count(project);
    for (size_t i = 0; i < count; i++) {
        hob_str path = hob_str_from(hob_project_asset_at(project, i)->path);
        hob_list *list = found.as.list;
        uint32_t at = list->count;
        if (!hob_asset_path_matches(pattern, path)) {
            continue;
        }
        while (at > 0 && hob_str_compare(hob_value_str(list->items[at - 1]), path) > 0) {
            at--;
        }
        if (at == 0 || !hob_str_equal(hob_value_str(list->items[at - 1]), path)) {
            hob_list_insert(call->a, list, at, hob_value_text(call->a, path));
        }
    }
    return hob_ctx_return(call, found);
}

static bool handle_done(hob_ctx_call *call) {
    return hob_ctx_return_bool(call, hob_asset_view_done(call->world, call->number));
}

/* Also when it is over already: never inside the call. */
static bool handle_on_done(hob_ctx_call *call) {
    hob_asset_view_wait(call->world, call->slot, hob_ctx_keep(call, hob_ctx_arg(call, 0)));
    return true;
}

static const hob_field ref_field = {.type = HOB_FIELD_ANY, .doc = "Id, name or path."};
static const hob_field ready_params[] = {
    HOB_P("fn", ANY, .flags = HOB_FIELD_OPTIONAL, .doc = "Called when nothing is pending."),
    HOB_FIELDS_END};
static const hob_field preload_params[] = {
    HOB_P("refs", LIST, .flags = HOB_FIELD_REQUIRED, .element = &ref_field,
          .doc = "Ids, names or paths."),
    HOB_P("options", MAP, .flags = HOB_FIELD_OPTIONAL, .doc = "{group, hold, onDone}."),
    HOB_FIELDS_END};
static const hob_field release_params[] = {
    HOB_P("group", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Group of a preload."),
    HOB_FIELDS_END};
static const hob_field glob_params[] = {HOB_P("pattern", TEXT, .flags = HOB_FIELD_REQUIRED,
                                              .doc = "* within a folder, ** over folders."),
                                        HOB_FIELDS_END};
static const hob_field done_params[] = {HOB_P("fn", ANY, .flags = HOB_FIELD_REQUIRED,
                                              .pattern = "a function",
                                              .doc = "Called when it has settled."),
                                        HOB_FIELDS_END};

#define M HOB_API_METHOD
#define W HOB_API_WRITES
#define F HOB_API_FAILS

static const hob_api_member members[] = {
    {.name = "status",
     .flags = M,
     .result = "{pending, loaded, failed}",
     .call = status,
     .doc = "How many files are asked for, loaded and failed.",
     .js = "ctx.assets.status();"},
    {.name = "ready",
     .flags = M | W,
     .params = ready_params,
     .result = "loading",
     .call = ready,
     .doc = "Tells when nothing is pending.",
     .js = "ctx.assets.ready();"},
    {.name = "preload",
     .flags = M | W | F,
     .params = preload_params,
     .result = "loading",
     .call = preload,
     .doc = "Asks for assets ahead; they settle when the next step begins.",
     .js = "ctx.assets.preload([\"Hero\"], {group: \"level\"});",
     .lua = "ctx.assets.preload({\"Hero\"}, {group = \"level\"})"},
    {.name = "release",
     .flags = M | W | F,
     .params = release_params,
     .call = release,
     .doc = "Lets go what only this group has asked for.",
     .js = "ctx.assets.release(\"level\");"},
    {.name = "glob",
     .flags = M,
     .params = glob_params,
     .result = "list of text",
     .call = glob,
     .doc = "Paths of assets, sorted.",
     .js = "ctx.assets.glob(\"assets/**\");"},
    {.name = NULL},
};
static const hob_api_member handle_members[] = {
    {.name = "done", .result = "bool", .call = handle_done, .doc = "Whether it has settled."},
    {.name = "onDone",
     .flags = M | W,
     .params = done_params,
     .call = handle_on_done,
     .doc = "Calls a function when it has settled."},
    {.name = "promise",
     .flags = HOB_API_PROMISE,
     .result = "promise",
     .doc = "JavaScript: settles with it."},
    {.name = NULL},
};

const hob_api_family hob_api_assets = {
    .path = "ctx.assets", .doc = "Loading, as scripts see it.", .members = members};
const hob_api_family hob_api_asset_handle = {
    .path = "loading", .doc = "Handle of a preload.", .members = handle_members};
