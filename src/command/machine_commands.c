/* Commands about animation state machines: make one, replace the document of one. */
#include "command/edit.h"

#include <string.h>

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};
#define DATA_PARAM                                                         \
    HOB_P("data", MAP, .element = &any_field, .flags = HOB_FIELD_REQUIRED, \
          .doc = "params, states, initial and transitions; animations by id or name.")

static const hob_field machine_params[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "Name of the asset; the file is named after it."),
    DATA_PARAM, HOB_FIELDS_END};
static const hob_field machine_result[] = {HOB_P("assetId", TEXT, .doc = "Asset id."),
                                           HOB_P("path", TEXT, .doc = "File of the asset."),
                                           HOB_FIELDS_END};
static const hob_status machine_errors[] = {HOB_ERR_ASM_ANIMATION_NOT_FOUND, HOB_ERR_CONFLICT,
                                            HOB_ERR_FIELD_TYPE, HOB_ERR_STATE_TARGET_MISSING,
                                            HOB_OK};

/* Names of animations become ids, which is what a running game looks up. */
static hob_status settle_animations(hob_edit *edit, hob_error *reterr) {
    hob_command_call *call = edit->call;
    yyjson_mut_val *state;
    size_t i, max;
    yyjson_mut_arr_foreach(yyjson_mut_obj_get(edit->root, "states"), i, max, state) {
        hob_str ref = hob_edit__str_in(state, "animation");
        const hob_asset *asset = NULL;
        if (ref.length == 0) {
            continue; /* the check says so */
        }
        hob_status status = hob_command__asset(call, ref, &asset, reterr);
        if (status == HOB_OK && strcmp(asset->type, "animation") != 0) {
            hob_fail(reterr, HOB_ERR_NOT_FOUND, "Asset \"%s\" is a %s, not an animation.",
                     asset->name, asset->type);
            hob_error_hint(reterr, "`hob inspect assets --type animation` lists the animations.");
            status = HOB_ERR_NOT_FOUND;
        }
        if (status != HOB_OK) {
            reterr->status = HOB_ERR_ASM_ANIMATION_NOT_FOUND;
            hob_error_place(reterr, "",
                            hob_arena_format(call->arena, "/data/states/%zu/animation", i), 0, 0);
            return HOB_ERR_ASM_ANIMATION_NOT_FOUND;
        }
        hob_edit__set_text(edit, state, "animation", hob_str_from(asset->id));
    }
    return HOB_OK;
}

/* How much of everything there is, for the index. */
static void put_counts(hob_command_call *call, hob_value data, hob_value metadata) {
    static const struct {
        const char *list, *count;
    } counts[] = {{"states", "stateCount"}, {"transitions", "transitionCount"}};
    for (size_t i = 0; i < HOB_COUNT(counts); i++) {
        hob_value list = hob_value_get(data, counts[i].list);
        hob_command__put_number(call, metadata, counts[i].count,
                                list.tag == HOB_TAG_LIST ? list.as.list->count : 0);
    }
}

/* The parameter `data` as the content of the file. */
static hob_status write_machine(hob_edit *edit, hob_error *reterr) {
    hob_value data = hob_value_get(edit->call->params, "data");
    for (uint32_t i = 0; i < data.as.map->count; i++) {
        const hob_map_entry *entry = &data.as.map->entries[i];
        hob_edit__set(edit, edit->root, hob_text_view(entry->key),
                      hob_edit__value(edit, entry->value));
    }
    hob_status status = settle_animations(edit, reterr);
    return status == HOB_OK ? hob_edit__check(edit, "/data", reterr) : status;
}

static hob_status run_create(hob_command_call *call, hob_error *reterr) {
    hob_str name = hob_call_str(call, "name");
    hob_value metadata = hob_command__map(call), row;
    const char *path = hob_edit__slug_path(call, "statemachines", name, ".asm.json"), *id;
    put_counts(call, hob_value_get(call->params, "data"), metadata);
    hob_edit edit;
    hob_status status =
        hob_edit__new_asset(call, "stateMachine", name, path, metadata, &id, &row, reterr);
    if (status == HOB_OK) {
        status = hob_edit__create(call, path, &edit, reterr);
    }
    if (status == HOB_OK) {
        status = write_machine(&edit, reterr);
    }
    if (status == HOB_OK) {
        hob_call_set_text(call, "assetId", id);
        hob_call_set_text(call, "path", path);
    }
    return status;
}

/* ---- updateStateMachineAsset ---- */

static const hob_field update_params[] = {HOB_P("assetId", TEXT,
                                                .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
                                                .doc = "State machine asset, by id or name."),
                                          DATA_PARAM, HOB_FIELDS_END};
static const hob_status update_errors[] = {
    HOB_ERR_NOT_FOUND,  HOB_ERR_INVALID_INPUT,        HOB_ERR_ASM_ANIMATION_NOT_FOUND,
    HOB_ERR_FIELD_TYPE, HOB_ERR_STATE_TARGET_MISSING, HOB_OK};

static hob_status find_machine(hob_command_call *call, const hob_asset **ret_asset,
                               hob_error *reterr) {
    hob_status status = hob_command__asset(call, hob_call_str(call, "assetId"), ret_asset, reterr);
    if (status == HOB_OK && strcmp((*ret_asset)->type, "stateMachine") != 0) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "Asset \"%s\" is a %s, not a state machine.",
                 (*ret_asset)->name, (*ret_asset)->type);
        hob_error_hint(reterr, "`hob inspect assets --type stateMachine` lists them.");
        hob_error_place(reterr, "", "/assetId", 0, 0);
        return HOB_ERR_INVALID_INPUT;
    }
    return status;
}

static hob_status run_update(hob_command_call *call, hob_error *reterr) {
    const hob_asset *asset = NULL;
    hob_edit edit, index;
    yyjson_mut_val *row = NULL;
    hob_value data = hob_value_get(call->params, "data"), counts = hob_command__map(call);
    hob_status status = find_machine(call, &asset, reterr);
    if (status == HOB_OK) {
        status = hob_edit__open(call, asset->path, &edit, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    edit.root = hob_edit__object(&edit); /* the whole document is another one */
    yyjson_mut_doc_set_root(edit.doc, edit.root);
    hob_edit__set_number(&edit, edit.root, "formatVersion", 1);
    status = write_machine(&edit, reterr);
    if (status == HOB_OK) {
        status = hob_edit__asset_row(call, asset, &index, &row, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    put_counts(call, data, counts);
    yyjson_mut_val *metadata = hob_edit__object_in(&index, row, "metadata");
    for (uint32_t i = 0; i < counts.as.map->count; i++) {
        const hob_map_entry *entry = &counts.as.map->entries[i];
        hob_edit__set(&index, metadata, hob_text_view(entry->key),
                      hob_edit__value(&index, entry->value));
    }
    hob_call_set_text(call, "assetId", asset->id);
    hob_call_set_text(call, "path", asset->path);
    hob_call_detail(call, "assetId", hob_command__text(call, hob_str_from(asset->id)));
    return HOB_OK;
}

const hob_command hob_machine_commands[] = {
    {.name = "createStateMachineAsset",
     .summary = "Makes an animation state machine.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = machine_params,
     .result = machine_result,
     .errors = machine_errors,
     .example_json = "{\"name\": \"Hero states\", \"data\": {\"states\": [{\"name\": \"stand\", "
                     "\"animation\": \"Stand\"}], \"initial\": \"stand\"}}",
     .example_after = "createAnimationAsset",
     .run = run_create,
     .cli = "create asset state-machine <name> <data>"},
    {.name = "updateStateMachineAsset",
     .summary = "Replaces the document of an animation state machine.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = update_params,
     .result = machine_result,
     .errors = update_errors,
     .example_json = "{\"assetId\": \"Hero states\", \"data\": {\"states\": [{\"name\": \"stand\", "
                     "\"animation\": \"Stand\", \"speed\": 2}], \"initial\": \"stand\"}}",
     .example_after = "createStateMachineAsset",
     .run = run_update,
     .cli = "set-state-machine <assetId> {--data-file data=@}"},
    {.name = NULL}};
