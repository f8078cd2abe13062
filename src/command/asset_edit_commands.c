/* Commands about what the index says of assets: metadata, and taking one out. */
#include "command/edit.h"
#include "project/references.h"

#include <string.h>

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};
#define ASSET_PARAM                                                         \
    HOB_P("asset", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Asset by id or name.")

/* ---- setAssetMetadata ---- */

static const hob_field metadata_params[] = {
    ASSET_PARAM,
    HOB_P("metadata", MAP, .element = &any_field, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Keys to set; null takes one out."),
    HOB_P("pixelArt", BOOL, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NULLABLE,
          .doc = "Drawn without smoothing; null = as the project says."),
    HOB_FIELDS_END};
static const hob_field metadata_result[] = {
    HOB_P("asset", MAP, .element = &any_field, .doc = "Row of the asset index."), HOB_FIELDS_END};
static const hob_status metadata_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_INVALID_INPUT, HOB_OK};

static void merge(hob_edit *index, yyjson_mut_val *row, hob_value changes) {
    yyjson_mut_val *metadata = hob_edit__object_in(index, row, "metadata");
    for (uint32_t i = 0; i < changes.as.map->count; i++) {
        const hob_map_entry *entry = &changes.as.map->entries[i];
        hob_str key = hob_text_view(entry->key);
        if (entry->value.tag == HOB_TAG_NULL) {
            (void)hob_edit__unset(metadata, key);
        } else {
            hob_edit__set(index, metadata, key, hob_edit__value(index, entry->value));
        }
    }
    if (yyjson_mut_obj_size(metadata) == 0) {
        (void)hob_edit__unset(row, HOB_STR("metadata"));
    }
}

static hob_status run_metadata(hob_command_call *call, hob_error *reterr) {
    const hob_asset *asset = NULL;
    hob_edit index;
    yyjson_mut_val *row = NULL;
    hob_value changes = hob_value_get(call->params, "metadata");
    hob_value pixel_art = hob_value_get(call->params, "pixelArt");
    hob_status status = hob_command__asset(call, hob_call_str(call, "asset"), &asset, reterr);
    if (status == HOB_OK && changes.tag != HOB_TAG_MAP && pixel_art.tag == HOB_TAG_ABSENT) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "There is nothing to change.");
        return hob_error_hint(reterr, "Give metadata, or pixelArt.");
    }
    if (status == HOB_OK) {
        status = hob_edit__asset_row(call, asset, &index, &row, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    if (changes.tag == HOB_TAG_MAP) {
        merge(&index, row, changes);
    }
    if (pixel_art.tag != HOB_TAG_ABSENT) {
        hob_edit__set(&index, row, HOB_STR("pixelArt"), hob_edit__value(&index, pixel_art));
    }
    hob_call_set(call, "asset", hob_command__of_mut(call, row));
    return HOB_OK;
}

/* ---- removeAsset ---- */

static const hob_field remove_params[] = {
    ASSET_PARAM, HOB_P("deleteFile", BOOL, .doc = "Its file goes to .hob/trash/ too."),
    HOB_FIELDS_END};
static const hob_field remove_result[] = {HOB_P("assetId", TEXT, .doc = "Asset id."),
                                          HOB_P("fileDeleted", BOOL, .doc = "The file went too."),
                                          HOB_FIELDS_END};
static const hob_status remove_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_ASSET_IN_USE, HOB_OK};

static void describe_use(hob_command_call *call, const hob_asset *asset, const hob_reference *use,
                         hob_error *ret_error) {
    *ret_error = (hob_error){0};
    if (use->is_mention) {
        hob_fail(ret_error, HOB_ERR_ASSET_IN_USE, "\"%.100s\" is mentioned in %s, line %d.",
                 asset->name, use->file, use->line);
    } else if (use->entity_id != NULL) {
        hob_fail(ret_error, HOB_ERR_ASSET_IN_USE, "\"%.100s\" is used by %s of \"%.100s\" in %s.",
                 asset->name, use->component != NULL ? use->component : "the prefab link",
                 use->entity_name != NULL ? use->entity_name : use->entity_id, use->file);
    } else {
        hob_fail(ret_error, HOB_ERR_ASSET_IN_USE, "\"%.100s\" is used in %s.", asset->name,
                 use->file);
    }
    hob_error_hint(ret_error, use->is_mention ? "Look whether the script means this asset."
                                              : "Name another asset there first.");
    hob_error_place(ret_error, use->file,
                    hob_arena_text(call->arena, use->pointer, strlen(use->pointer)), use->line, 0);
}

/* References refuse; what scripts mention is a warning, because a text may mean anything. */
static hob_status refuse_use(hob_command_call *call, const hob_asset *asset) {
    const hob_reference *uses = NULL;
    size_t count = hob_references_find(call->project, asset, call->arena, &uses), refused = 0;
    for (size_t i = 0; i < count; i++) {
        hob_error error;
        describe_use(call, asset, &uses[i], &error);
        if (!uses[i].is_mention) {
            hob_error_list_add(call->errors, &error);
            refused++;
        }
    }
    for (size_t i = 0; i < count && refused == 0; i++) {
        hob_error warning;
        describe_use(call, asset, &uses[i], &warning);
        warning.severity = HOB_SEVERITY_WARNING;
        hob_error_list_add(call->warnings, &warning);
    }
    return refused > 0 ? HOB_ERR_ASSET_IN_USE : HOB_OK;
}

static bool is_shared(const hob_command_call *call, const hob_asset *asset) {
    for (size_t i = 0; i < hob_project_asset_count(call->project); i++) {
        const hob_asset *other = hob_project_asset_at(call->project, i);
        if (other != asset && strcmp(other->path, asset->path) == 0) {
            return true;
        }
    }
    return false;
}

/* False, without an error: there is no file, or another asset has it too. */
static hob_status throw_away(hob_command_call *call, const hob_asset *asset, bool *ret_done,
                             hob_error *reterr) {
    const char *name = strrchr(asset->path, '/');
    const char *trash = hob_arena_format(call->arena, ".hob/trash/%s/%s", asset->id,
                                         name != NULL ? name + 1 : asset->path);
    hob_str bytes;
    if (is_shared(call, asset) || !hob_change_exists(call->change, asset->path)) {
        return HOB_OK;
    }
    const char *full = hob_path_join(call->arena, hob_project_root(call->project), asset->path);
    hob_status status = hob_command__read_outside(call, full, (size_t)1 << 30, &bytes, reterr);
    if (status == HOB_OK) {
        status = hob_change_put(call->change, trash, bytes, reterr);
    }
    if (status == HOB_OK) {
        status = hob_change_delete(call->change, asset->path, reterr);
    }
    *ret_done = status == HOB_OK;
    return status;
}

static hob_status run_remove(hob_command_call *call, hob_error *reterr) {
    const hob_asset *asset = NULL;
    hob_edit index;
    yyjson_mut_val *row;
    bool deleted = false;
    hob_status status = hob_command__asset(call, hob_call_str(call, "asset"), &asset, reterr);
    if (status == HOB_OK) {
        status = refuse_use(call, asset);
    }
    if (status == HOB_OK && hob_call_bool(call, "deleteFile")) {
        status = throw_away(call, asset, &deleted, reterr);
    }
    if (status == HOB_OK) {
        status = hob_edit__open(call, "assets.json", &index, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    size_t i, max;
    yyjson_mut_val *rows = hob_edit__list_in(&index, index.root, "assets");
    yyjson_mut_arr_foreach(rows, i, max, row) {
        if (hob_str_is(hob_edit__str_in(row, "id"), asset->id)) {
            (void)yyjson_mut_arr_remove(rows, i);
            break;
        }
    }
    hob_call_changed(call, "asset", asset->id, asset->name, asset->path, NULL, "deleted");
    hob_call_set_text(call, "assetId", asset->id);
    hob_call_set_bool(call, "fileDeleted", deleted);
    return HOB_OK;
}

const hob_command hob_stock_commands[] = {
    {.name = "setAssetMetadata",
     .summary = "Changes what the asset index says of an asset.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = metadata_params,
     .result = metadata_result,
     .errors = metadata_errors,
     .example_json = "{\"asset\": \"Hero\", \"metadata\": {\"author\": \"me\"}}",
     .example_after = "createSpriteAsset",
     .run = run_metadata,
     .cli = "set-asset <asset>"},
    {.name = "removeAsset",
     .summary = "Takes an asset that nothing uses out of the project.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = remove_params,
     .result = remove_result,
     .errors = remove_errors,
     .example_json = "{\"asset\": \"Hero\", \"deleteFile\": true}",
     .example_after = "createSpriteAsset",
     .run = run_remove,
     .cli = "delete asset <asset>"},
    {.name = NULL}};
