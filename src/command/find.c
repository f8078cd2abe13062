/* Lookups by reference, each with the nearest name when there is none. */
#include "command/command_internal.h"

#include <string.h>

void hob_command__name(hob_command_call *call, hob_command__names *names, hob_str name) {
    if (names->count + 1 >= names->cap) {
        size_t cap = names->cap > 0 ? names->cap * 2 : 32;
        const char **items = hob_arena_array(call->arena, const char *, cap);
        if (names->count > 0) {
            memcpy(items, names->items, names->count * sizeof *items);
        }
        names->items = items;
        names->cap = cap;
    }
    names->items[names->count++] = hob_command__cstr(call, name);
    names->items[names->count] = NULL;
}

hob_status hob_command__not_found(hob_command_call *call, const char *what, hob_str asked,
                                  hob_command__names *names, const char *listing,
                                  hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_NOT_FOUND, "There is no %s \"%.*s\".", what, hob_command__shown(asked),
             asked.data != NULL ? asked.data : "");
    const char *near =
        names->count > 0 ? hob_nearest_name(hob_command__cstr(call, asked), names->items) : NULL;
    if (near != NULL) {
        hob_error_hint(reterr, "Did you mean \"%s\"? %s", near, listing);
    } else {
        hob_error_hint(reterr, "%s", listing);
    }
    return HOB_ERR_NOT_FOUND;
}

hob_status hob_command__scene(hob_command_call *call, const char *param,
                              const hob_scene_entry **ret_scene, hob_error *reterr) {
    hob_str ref = hob_call_str(call, param);
    const hob_scene_entry *scene = hob_project_scene_find(call->project, ref);
    if (scene != NULL) {
        *ret_scene = scene;
        return HOB_OK;
    }
    hob_command__names names = {0};
    for (size_t i = 0; i < hob_project_scene_count(call->project); i++) {
        const hob_scene_entry *other = hob_project_scene_at(call->project, i);
        hob_command__name(call, &names, hob_str_from(other->name));
        hob_command__name(call, &names, hob_str_from(other->id));
    }
    return hob_command__not_found(call, "scene", ref, &names, "`hob inspect scenes` lists them.",
                                  reterr);
}

/* ---- entities ---- */

static const char *const entity_keys[] = {"id", "name"};

static const char *entity_listing(hob_command_call *call, const hob_scene_entry *scene) {
    return hob_arena_format(call->arena, "`hob inspect scene \"%.100s\"` lists them.", scene->name);
}

hob_status hob_command__entity(hob_command_call *call, const hob_scene_entry *scene,
                               yyjson_val *scene_root, const char *param, yyjson_val **ret_entity,
                               hob_error *reterr) {
    hob_str ref = hob_call_str(call, param);
    yyjson_val *entities = yyjson_obj_get(scene_root, "entities"), *entity;
    hob_command__names names = {0};
    size_t i, max;
    for (size_t k = 0; k < HOB_COUNT(entity_keys); k++) {
        yyjson_arr_foreach(entities, i, max, entity) {
            yyjson_val *v = yyjson_obj_get(entity, entity_keys[k]);
            hob_str text = {yyjson_get_str(v), yyjson_get_len(v)};
            if (yyjson_is_str(v) && hob_str_equal(text, ref)) {
                *ret_entity = entity;
                return HOB_OK;
            }
        }
    }
    yyjson_arr_foreach(entities, i, max, entity) {
        for (size_t k = HOB_COUNT(entity_keys); k-- > 0;) {
            yyjson_val *v = yyjson_obj_get(entity, entity_keys[k]);
            if (yyjson_is_str(v)) {
                hob_command__name(call, &names, (hob_str){yyjson_get_str(v), yyjson_get_len(v)});
            }
        }
    }
    return hob_command__not_found(call, "entity", ref, &names, entity_listing(call, scene), reterr);
}

hob_status hob_command__entity_mut(hob_command_call *call, const hob_scene_entry *scene,
                                   yyjson_mut_val *entities, hob_str ref,
                                   yyjson_mut_val **ret_entity, hob_error *reterr) {
    hob_command__names names = {0};
    yyjson_mut_val *entity;
    size_t i, max;
    for (size_t k = 0; k < HOB_COUNT(entity_keys); k++) {
        yyjson_mut_arr_foreach(entities, i, max, entity) {
            yyjson_mut_val *v = yyjson_mut_obj_get(entity, entity_keys[k]);
            hob_str text = {yyjson_mut_get_str(v), yyjson_mut_get_len(v)};
            if (yyjson_mut_is_str(v) && hob_str_equal(text, ref)) {
                *ret_entity = entity;
                return HOB_OK;
            }
        }
    }
    yyjson_mut_arr_foreach(entities, i, max, entity) {
        for (size_t k = HOB_COUNT(entity_keys); k-- > 0;) {
            yyjson_mut_val *v = yyjson_mut_obj_get(entity, entity_keys[k]);
            if (yyjson_mut_is_str(v)) {
                hob_command__name(call, &names,
                                  (hob_str){yyjson_mut_get_str(v), yyjson_mut_get_len(v)});
            }
        }
    }
    return hob_command__not_found(call, "entity", ref, &names, entity_listing(call, scene), reterr);
}

/* ---- assets, scripts, play-tests ---- */

hob_status hob_command__asset(hob_command_call *call, hob_str ref, const hob_asset **ret_asset,
                              hob_error *reterr) {
    const hob_asset *asset = hob_project_asset_find(call->project, ref);
    if (asset != NULL) {
        *ret_asset = asset;
        return HOB_OK;
    }
    hob_command__names names = {0};
    for (size_t i = 0; i < hob_project_asset_count(call->project); i++) {
        const hob_asset *other = hob_project_asset_at(call->project, i);
        hob_command__name(call, &names, hob_str_from(other->name));
        hob_command__name(call, &names, hob_str_from(other->id));
    }
    return hob_command__not_found(call, "asset", ref, &names, "`hob inspect assets` lists them.",
                                  reterr);
}

/* Whether `name` is the file name of a script, with or without its ending. */
static bool is_short_for(hob_str name, const char *path) {
    const char *slash = strrchr(path, '/');
    hob_str file = hob_str_from(slash != NULL ? slash + 1 : path);
    return name.length > 0 && hob_str_starts(file, name) &&
           (file.length == name.length || file.data[name.length] == '.');
}

hob_status hob_command__script(hob_command_call *call, hob_str path,
                               const hob_script_file **ret_script, hob_error *reterr) {
    const hob_script_file *script = hob_project_script_find(call->project, path);
    if (script != NULL) {
        *ret_script = script;
        return HOB_OK;
    }
    hob_command__names names = {0};
    for (size_t i = 0; i < hob_project_script_count(call->project); i++) {
        const char *other = hob_project_script_at(call->project, i)->path;
        if (is_short_for(path, other)) {
            hob_fail(reterr, HOB_ERR_NOT_FOUND, "There is no script \"%.*s\".",
                     hob_command__shown(path), path.data);
            return hob_error_hint(reterr, "Did you mean \"%s\"?", other);
        }
        hob_command__name(call, &names, hob_str_from(other));
    }
    return hob_command__not_found(call, "script", path, &names, "`hob inspect scripts` lists them.",
                                  reterr);
}

hob_status hob_command__playtest(hob_command_call *call, hob_str ref,
                                 const hob_playtest_entry **ret_playtest, hob_error *reterr) {
    const hob_playtest_entry *playtest = hob_project_playtest_find(call->project, ref);
    if (playtest != NULL) {
        *ret_playtest = playtest;
        return HOB_OK;
    }
    hob_command__names names = {0};
    for (size_t i = 0; i < hob_project_playtest_count(call->project); i++) {
        const hob_playtest_entry *other = hob_project_playtest_at(call->project, i);
        if (other->name != NULL) {
            hob_command__name(call, &names, hob_str_from(other->name));
            hob_command__name(call, &names, hob_str_from(other->id));
        }
    }
    return hob_command__not_found(call, "play-test", ref, &names,
                                  "`hob inspect playtests` lists them.", reterr);
}

/* ---- component types ---- */

hob_status hob_command__slot_type(hob_command_call *call, hob_str slot, size_t *ret_index,
                                  hob_error *reterr) {
    hob_str type, name;
    if (!hob_slot_split(slot, &type, &name)) {
        hob_fail(reterr, HOB_ERR_FIELD_PATTERN, "\"%.*s\" is no component.",
                 hob_command__shown(slot), slot.data);
        hob_error_hint(reterr, "Use a component's name, or Name#second for a further one.");
        return HOB_ERR_FIELD_PATTERN;
    }
    int index = hob_registry_find(call->registry, type);
    if (index < 0) {
        const char *near = hob_registry_nearest(call->registry, type);
        hob_fail(reterr, HOB_ERR_COMPONENT_UNKNOWN, "There is no component type \"%.*s\".",
                 hob_command__shown(type), type.data);
        if (near != NULL) {
            hob_error_hint(reterr, "Did you mean %s?", near);
        } else {
            hob_error_hint(reterr, "`hob inspect components` lists them.");
        }
        return HOB_ERR_COMPONENT_UNKNOWN;
    }
    const hob_component_type *found = hob_registry_at(call->registry, (size_t)index);
    if (name.length > 0 && (found->flags & HOB_COMPONENT_SINGLE) != 0) {
        hob_fail(reterr, HOB_ERR_SCHEDULE_DUPLICATE, "An entity can have only one %s.",
                 found->name);
        hob_error_hint(reterr, "Leave #%.*s out.", hob_command__shown(name), name.data);
        return HOB_ERR_SCHEDULE_DUPLICATE;
    }
    *ret_index = (size_t)index;
    return HOB_OK;
}
