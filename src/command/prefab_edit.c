#include "command/prefab_edit.h"

static yyjson_mut_val *marker_of(yyjson_mut_val *entity) {
    yyjson_mut_val *marker = yyjson_mut_obj_get(entity, "prefab");
    return yyjson_mut_is_obj(marker) ? marker : NULL;
}

static bool lists(yyjson_mut_val *ids, hob_str entity_id) {
    yyjson_mut_val *local, *id;
    size_t i, max;
    yyjson_mut_obj_foreach(ids, i, max, local, id) {
        if (hob_str_equal(hob_edit__str(id), entity_id)) {
            return true;
        }
    }
    return false;
}

yyjson_mut_val *hob_prefab__root_of(hob_scene_edit *edit, hob_str entity_id) {
    yyjson_mut_val *root;
    size_t i, max;
    yyjson_mut_arr_foreach(edit->entities, i, max, root) {
        yyjson_mut_val *marker = marker_of(root);
        yyjson_mut_val *ids = marker != NULL ? yyjson_mut_obj_get(marker, "ids") : NULL;
        /* A marker that does not list its own root is no live link. */
        if (ids != NULL && lists(ids, entity_id) && lists(ids, hob_edit__str_in(root, "id"))) {
            return root;
        }
    }
    return NULL;
}

static bool is_placement(yyjson_mut_val *root, hob_str entity_id, hob_str slot, hob_str path) {
    return hob_str_equal(hob_edit__str_in(root, "id"), entity_id) &&
           hob_str_is(slot, "Transform") &&
           (hob_str_is(path, "position") || hob_str_starts(path, HOB_STR("position.")));
}

void hob_prefab__record(hob_scene_edit *edit, yyjson_mut_val *root, hob_str entity_id, hob_str slot,
                        hob_str path, yyjson_mut_val *v) {
    if (root == NULL || is_placement(root, entity_id, slot, path)) {
        return;
    }
    hob_edit *file = &edit->file;
    yyjson_mut_val *overrides = hob_edit__list_in(file, marker_of(root), "overrides");
    yyjson_mut_val *row, *found = NULL;
    size_t i, max;
    yyjson_mut_arr_foreach(overrides, i, max, row) {
        if (hob_str_equal(hob_edit__str_in(row, "entity"), entity_id) &&
            hob_str_equal(hob_edit__str_in(row, "component"), slot) &&
            hob_str_equal(hob_edit__str_in(row, "path"), path)) {
            found = row;
        }
    }
    if (found == NULL) {
        found = hob_edit__object(file);
        hob_edit__set_text(file, found, "entity", entity_id);
        hob_edit__set_text(file, found, "component", slot);
        hob_edit__set_text(file, found, "path", path);
        hob_edit__add(file, overrides, found);
    }
    if (v != NULL) {
        hob_edit__set(file, found, HOB_STR("value"), hob_edit__copy_mut(file, v));
    } else {
        (void)hob_edit__unset(found, HOB_STR("value"));
    }
}

void hob_prefab__detach(hob_scene_edit *edit, yyjson_mut_val *root) {
    if (root == NULL) {
        return;
    }
    (void)hob_edit__unset(root, HOB_STR("prefab"));
    hob_str name = hob_edit__str_in(root, "name");
    hob_call_warn(
        edit->file.call, HOB_ERR_PREFAB_INSTANCE_DETACHED,
        "Nothing to do if that is meant; `hob prefab create` makes a prefab of its own of it.",
        "\"%.*s\" is no instance of its prefab any more: its structure changed.",
        hob_command__shown(name), name.data != NULL ? name.data : "");
    hob_edit__changed_entity(edit, root, "modified");
}
