/* Copies of entities under other ids: see the header. */
#include "command/entity_copy.h"

void hob_copy__map_init(hob_command_call *call, hob_copy_map *map, size_t most) {
    hob_names_init(&map->places, call->arena, most);
    map->to = hob_arena_array(call->arena, const char *, most + 1);
    map->count = 0;
}

void hob_copy__map_add(hob_copy_map *map, hob_str from, const char *to) {
    (void)hob_names_add(&map->places, from, (uint32_t)map->count);
    map->to[map->count++] = to;
}

const char *hob_copy__map_find(const hob_copy_map *map, hob_str from) {
    uint32_t place = hob_names_find(&map->places, from);
    return place != HOB_NAMES_NONE ? map->to[place] : NULL;
}

/* ---- copies of entities under other ids ---- */

/* The marker of an instance inside the copied subtree; false: it points out of it. */
static bool remap_marker(hob_edit *edit, yyjson_mut_val *marker, const hob_copy_map *map) {
    yyjson_mut_val *local, *id, *row;
    size_t i, max;
    yyjson_mut_obj_foreach(yyjson_mut_obj_get(marker, "ids"), i, max, local, id) {
        const char *to = hob_copy__map_find(map, hob_edit__str(id));
        if (to == NULL) {
            return false;
        }
        (void)yyjson_mut_set_str(id, hob_edit__str(hob_edit__text(edit, hob_str_from(to))).data);
    }
    yyjson_mut_arr_foreach(yyjson_mut_obj_get(marker, "overrides"), i, max, row) {
        const char *to = hob_copy__map_find(map, hob_edit__str_in(row, "entity"));
        if (to != NULL) {
            hob_edit__set_text(edit, row, "entity", hob_str_from(to));
        }
    }
    return true;
}

void hob_copy__remap(hob_edit *edit, yyjson_mut_val *entity, const hob_copy_map *map,
                     bool is_root) {
    const char *id = hob_copy__map_find(map, hob_edit__str_in(entity, "id"));
    const char *parent =
        is_root ? NULL : hob_copy__map_find(map, hob_edit__str_in(entity, "parentId"));
    hob_edit__set_text(edit, entity, "id", hob_str_from(id));
    if (parent != NULL) {
        hob_edit__set_text(edit, entity, "parentId", hob_str_from(parent));
    } else {
        (void)hob_edit__unset(entity, HOB_STR("parentId"));
    }
    yyjson_mut_val *marker = yyjson_mut_obj_get(entity, "prefab"), *wire;
    if (marker != NULL && !remap_marker(edit, marker, map)) {
        (void)hob_edit__unset(entity, HOB_STR("prefab"));
    }
    size_t i, max;
    yyjson_mut_arr_foreach(yyjson_mut_obj_get(entity, "wires"), i, max, wire) {
        const char *to = hob_copy__map_find(map, hob_edit__str_in(wire, "target"));
        if (to != NULL) {
            hob_edit__set_text(edit, wire, "target", hob_str_from(to));
        }
    }
}

size_t hob_copy__collect(hob_scene_edit *edit, yyjson_mut_val *root, yyjson_mut_val **ret_list) {
    size_t count = 1, i, max, most = yyjson_mut_arr_size(edit->entities);
    ret_list[0] = root;
    for (size_t at = 0; at < count; at++) {
        hob_str id = hob_edit__str_in(ret_list[at], "id");
        yyjson_mut_val *other;
        yyjson_mut_arr_foreach(edit->entities, i, max, other) {
            if (count < most && other != root &&
                hob_str_equal(hob_edit__str_in(other, "parentId"), id)) {
                ret_list[count++] = other;
            }
        }
    }
    return count;
}
