#include "command/edit.h"

#include <string.h>

static void *need(hob_command_call *call, void *block) {
    if (block == NULL) {
        hob_guard_leave(call->arena->guard, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    }
    return block;
}

static void must(hob_edit *edit, bool done) {
    if (!done) {
        hob_guard_leave(edit->call->arena->guard, HOB_ERR_OUT_OF_MEMORY,
                        "There is not enough memory.");
    }
}

/* ---- opening ---- */

hob_status hob_edit__open(hob_command_call *call, const char *path, hob_edit *ret_edit,
                          hob_error *reterr) {
    yyjson_mut_doc *doc = NULL;
    hob_status status = hob_change_edit_json(call->change, path, &doc, reterr);
    if (status == HOB_OK) {
        *ret_edit = (hob_edit){
            .call = call, .path = path, .doc = doc, .root = yyjson_mut_doc_get_root(doc)};
    }
    return status;
}

hob_status hob_edit__create(hob_command_call *call, const char *path, hob_edit *ret_edit,
                            hob_error *reterr) {
    if (hob_change_exists(call->change, path)) {
        hob_fail(reterr, HOB_ERR_CONFLICT, "The file %s exists already.", path);
        return hob_error_hint(reterr, "Choose another name.");
    }
    hob_status status = hob_edit__open(call, path, ret_edit, reterr);
    if (status == HOB_OK) {
        ret_edit->root = hob_edit__object(ret_edit);
        yyjson_mut_doc_set_root(ret_edit->doc, ret_edit->root);
        hob_edit__set_number(ret_edit, ret_edit->root, "formatVersion", 1);
    }
    return status;
}

hob_status hob_edit__check(hob_edit *edit, const char *pointer, hob_error *reterr) {
    hob_command_call *call = edit->call;
    hob_error_list findings;
    hob_error_list_init(&findings, &call->arena->as_allocator);
    hob_status status = hob_change_check(call->change, edit->path, &findings, reterr);
    if (status != HOB_OK) {
        return status;
    }
    for (size_t i = 0; i < findings.count; i++) {
        hob_error *found = &findings.items[i];
        bool is_warning = found->severity != HOB_SEVERITY_ERROR;
        hob_error_place(found, "", hob_arena_format(call->arena, "%s%s", pointer, found->pointer),
                        0, 0);
        if (is_warning) {
            hob_error_list_add(call->warnings, found);
        } else {
            found->status = HOB_ERR_INVALID_PARAMS; /* the file is made of parameters */
        }
    }
    return hob_command__fail_findings(call, &findings);
}

/* ---- values ---- */

yyjson_mut_val *hob_edit__object(hob_edit *edit) {
    return need(edit->call, yyjson_mut_obj(edit->doc));
}

yyjson_mut_val *hob_edit__list(hob_edit *edit) {
    return need(edit->call, yyjson_mut_arr(edit->doc));
}

yyjson_mut_val *hob_edit__text(hob_edit *edit, hob_str s) {
    return need(edit->call, yyjson_mut_strncpy(edit->doc, s.data != NULL ? s.data : "", s.length));
}

yyjson_mut_val *hob_edit__number(hob_edit *edit, double n) {
    return need(edit->call, yyjson_mut_real(edit->doc, n));
}

yyjson_mut_val *hob_edit__bool(hob_edit *edit, bool b) {
    return need(edit->call, yyjson_mut_bool(edit->doc, b));
}

yyjson_mut_val *hob_edit__null(hob_edit *edit) {
    return need(edit->call, yyjson_mut_null(edit->doc));
}

/* Parameters are never deeper than values may be: they came from hob_fields_read_value. */
yyjson_mut_val *hob_edit__value(hob_edit *edit, hob_value v) {
    return need(edit->call, hob_value_to_json(edit->doc, v));
}

yyjson_mut_val *hob_edit__copy(hob_edit *edit, yyjson_val *v) {
    return need(edit->call, yyjson_val_mut_copy(edit->doc, v));
}

yyjson_mut_val *hob_edit__copy_mut(hob_edit *edit, yyjson_mut_val *v) {
    return need(edit->call, yyjson_mut_val_mut_copy(edit->doc, v));
}

/* ---- members ---- */

void hob_edit__set(hob_edit *edit, yyjson_mut_val *object, hob_str key, yyjson_mut_val *v) {
    yyjson_mut_val *name = hob_edit__text(edit, key);
    if (yyjson_mut_obj_getn(object, key.data, key.length) != NULL) {
        (void)yyjson_mut_obj_replace(object, name, v);
    } else {
        must(edit, yyjson_mut_obj_add(object, name, v));
    }
}

void hob_edit__set_text(hob_edit *edit, yyjson_mut_val *object, const char *key, hob_str s) {
    hob_edit__set(edit, object, hob_str_from(key), hob_edit__text(edit, s));
}

void hob_edit__set_number(hob_edit *edit, yyjson_mut_val *object, const char *key, double n) {
    hob_edit__set(edit, object, hob_str_from(key), hob_edit__number(edit, n));
}

bool hob_edit__unset(yyjson_mut_val *object, hob_str key) {
    return yyjson_mut_obj_remove_keyn(object, key.data, key.length) != NULL;
}

yyjson_mut_val *hob_edit__get(yyjson_mut_val *object, hob_str key) {
    return yyjson_mut_obj_getn(object, key.data, key.length);
}

void hob_edit__add(hob_edit *edit, yyjson_mut_val *list, yyjson_mut_val *v) {
    must(edit, yyjson_mut_arr_append(list, v));
}

yyjson_mut_val *hob_edit__object_in(hob_edit *edit, yyjson_mut_val *object, const char *key) {
    yyjson_mut_val *v = yyjson_mut_obj_get(object, key);
    if (!yyjson_mut_is_obj(v)) {
        v = hob_edit__object(edit);
        hob_edit__set(edit, object, hob_str_from(key), v);
    }
    return v;
}

yyjson_mut_val *hob_edit__list_in(hob_edit *edit, yyjson_mut_val *object, const char *key) {
    yyjson_mut_val *v = yyjson_mut_obj_get(object, key);
    if (!yyjson_mut_is_arr(v)) {
        v = hob_edit__list(edit);
        hob_edit__set(edit, object, hob_str_from(key), v);
    }
    return v;
}

hob_str hob_edit__str(yyjson_mut_val *v) {
    return yyjson_mut_is_str(v) ? (hob_str){yyjson_mut_get_str(v), yyjson_mut_get_len(v)}
                                : (hob_str){NULL, 0};
}

hob_str hob_edit__str_in(yyjson_mut_val *object, const char *key) {
    return hob_edit__str(yyjson_mut_obj_get(object, key));
}

/* ---- scenes ---- */

hob_status hob_edit__scene(hob_command_call *call, const char *param, hob_scene_edit *ret_edit,
                           hob_error *reterr) {
    const hob_scene_entry *scene;
    hob_status status = hob_command__scene(call, param, &scene, reterr);
    if (status != HOB_OK) {
        return status;
    }
    const hob_json *json; /* tells what is wrong with the file */
    status = hob_project_scene_json(call->project, scene, &json, reterr);
    if (status == HOB_OK) {
        status = hob_edit__open(call, scene->path, &ret_edit->file, reterr);
    }
    if (status == HOB_OK) {
        ret_edit->scene = scene;
        ret_edit->entities = hob_edit__list_in(&ret_edit->file, ret_edit->file.root, "entities");
        hob_call_detail(call, "scene", hob_command__text(call, hob_str_from(scene->id)));
    }
    return status;
}

hob_status hob_edit__entity(hob_scene_edit *edit, const char *param, yyjson_mut_val **ret_entity,
                            hob_error *reterr) {
    hob_command_call *call = edit->file.call;
    hob_status status = hob_command__entity_mut(call, edit->scene, edit->entities,
                                                hob_call_str(call, param), ret_entity, reterr);
    if (status == HOB_OK) {
        hob_call_detail(call, "entity",
                        hob_command__text(call, hob_edit__str_in(*ret_entity, "id")));
    }
    return status;
}

yyjson_mut_val *hob_edit__entity_by_id(hob_scene_edit *edit, hob_str id) {
    yyjson_mut_val *entity;
    size_t i, max;
    yyjson_mut_arr_foreach(edit->entities, i, max, entity) {
        if (hob_str_equal(hob_edit__str_in(entity, "id"), id)) {
            return entity;
        }
    }
    return NULL;
}

static bool has_name(hob_scene_edit *edit, hob_str name, yyjson_mut_val *self) {
    yyjson_mut_val *entity;
    size_t i, max;
    yyjson_mut_arr_foreach(edit->entities, i, max, entity) {
        if (entity != self && hob_str_equal(hob_edit__str_in(entity, "name"), name)) {
            return true;
        }
    }
    return false;
}

const char *hob_edit__free_name(hob_scene_edit *edit, hob_str name, yyjson_mut_val *self) {
    hob_command_call *call = edit->file.call;
    const char *text = hob_command__cstr(call, name);
    for (int n = 2; has_name(edit, hob_str_from(text), self); n++) {
        text = hob_arena_format(call->arena, "%.*s %d", (int)name.length, name.data, n);
    }
    return text;
}

void hob_edit__changed_entity(hob_scene_edit *edit, yyjson_mut_val *entity, const char *action) {
    hob_command_call *call = edit->file.call;
    hob_call_changed(call, "entity", hob_command__cstr(call, hob_edit__str_in(entity, "id")),
                     hob_command__cstr(call, hob_edit__str_in(entity, "name")), NULL,
                     edit->scene->id, action);
}

/* ---- the asset index ---- */

/* The first row with the name or path, as the change has the index; null. */
static yyjson_mut_val *row_with(hob_command_call *call, hob_str name, const char *path) {
    hob_edit index;
    yyjson_mut_val *row;
    size_t i, max;
    if (hob_edit__open(call, "assets.json", &index, NULL) != HOB_OK) {
        return NULL; /* making the row fails then too */
    }
    yyjson_mut_arr_foreach(yyjson_mut_obj_get(index.root, "assets"), i, max, row) {
        if (hob_str_equal(hob_edit__str_in(row, "name"), name) ||
            hob_str_is(hob_edit__str_in(row, "path"), path)) {
            return row;
        }
    }
    return NULL;
}

bool hob_edit__asset_is_free(hob_command_call *call, hob_str name, const char *path) {
    return row_with(call, name, path) == NULL && !hob_change_exists(call->change, path);
}

static hob_status require_free(hob_command_call *call, hob_str name, const char *path,
                               hob_error *reterr) {
    yyjson_mut_val *row = row_with(call, name, path);
    if (row == NULL && !hob_change_exists(call->change, path)) {
        return HOB_OK;
    }
    hob_str other = hob_edit__str_in(row, "name"), id = hob_edit__str_in(row, "id");
    if (row == NULL) {
        hob_fail(reterr, HOB_ERR_CONFLICT, "The file %s exists already.", path);
    } else if (hob_str_equal(other, name)) {
        hob_fail(reterr, HOB_ERR_CONFLICT, "There is an asset \"%.*s\" already (%.*s).",
                 hob_command__shown(other), other.data, hob_command__shown(id), id.data);
    } else {
        hob_fail(reterr, HOB_ERR_CONFLICT, "The asset \"%.*s\" has the file %s already.",
                 hob_command__shown(other), other.data, path);
    }
    return hob_error_hint(reterr, "Choose another name.");
}

hob_status hob_edit__new_asset(hob_command_call *call, const char *type, hob_str name,
                               const char *path, hob_value metadata, const char **ret_id,
                               hob_value *ret_row, hob_error *reterr) {
    hob_edit edit;
    char *id;
    hob_status status = require_free(call, name, path, reterr);
    if (status == HOB_OK) {
        status = hob_edit__open(call, "assets.json", &edit, reterr);
    }
    if (status == HOB_OK) {
        status = hob_change_new_id(call->change, "ast", NULL, call->arena, &id, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    if (edit.root == NULL) {
        edit.root = hob_edit__object(&edit);
        yyjson_mut_doc_set_root(edit.doc, edit.root);
        hob_edit__set_number(&edit, edit.root, "formatVersion", 1);
    }
    yyjson_mut_val *row = hob_edit__object(&edit);
    hob_edit__set_text(&edit, row, "id", hob_str_from(id));
    hob_edit__set_text(&edit, row, "name", name);
    hob_edit__set_text(&edit, row, "type", hob_str_from(type));
    hob_edit__set_text(&edit, row, "path", hob_str_from(path));
    if (metadata.tag == HOB_TAG_MAP && metadata.as.map->count > 0) {
        hob_edit__set(&edit, row, HOB_STR("metadata"), hob_edit__value(&edit, metadata));
    }
    hob_edit__add(&edit, hob_edit__list_in(&edit, edit.root, "assets"), row);
    hob_call_changed(call, "asset", id, hob_command__cstr(call, name), path, NULL, "created");
    *ret_id = id;
    *ret_row = hob_command__of_mut(call, row);
    return HOB_OK;
}

hob_status hob_edit__asset_row(hob_command_call *call, const hob_asset *asset, hob_edit *ret_index,
                               yyjson_mut_val **ret_row, hob_error *reterr) {
    hob_status status = hob_edit__open(call, "assets.json", ret_index, reterr);
    if (status != HOB_OK) {
        return status;
    }
    yyjson_mut_val *row;
    size_t i, max;
    yyjson_mut_arr_foreach(hob_edit__get(ret_index->root, HOB_STR("assets")), i, max, row) {
        if (hob_str_is(hob_edit__str_in(row, "id"), asset->id)) {
            *ret_row = row;
            hob_call_changed(call, "asset", asset->id, asset->name, asset->path, NULL, "modified");
            return HOB_OK;
        }
    }
    return hob_fail(reterr, HOB_ERR_NOT_FOUND, "Asset \"%s\" is not in the index.", asset->name);
}

const char *hob_edit__slug_path(hob_command_call *call, const char *folder, hob_str name,
                                const char *ending) {
    char slug[49];
    hob_slug(name, slug);
    return hob_arena_format(call->arena, "%s/%s%s", folder, slug, ending);
}
