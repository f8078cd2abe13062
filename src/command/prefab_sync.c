#include "command/prefab_sync.h"

#include "command/component_edit.h"
#include "command/prefab_edit.h"
#include "project/nesting.h"

#include <string.h>

static hob_str text_of(yyjson_val *v) {
    return (hob_str){yyjson_get_str(v), yyjson_get_len(v)};
}

/* ---- recorded edits ---- */

bool hob_prefab__apply(hob_edit *edit, yyjson_mut_val *entity, yyjson_mut_val *override) {
    hob_command_call *call = edit->call;
    hob_str slot = hob_edit__str_in(override, "component");
    hob_str path = hob_edit__str_in(override, "path");
    yyjson_mut_val *components = hob_component__map_of(edit, entity);
    yyjson_mut_val *fields = slot.length > 0 ? hob_edit__get(components, slot) : NULL;
    if (!yyjson_mut_is_obj(fields) || path.length == 0) {
        return false;
    }
    yyjson_mut_val *before = hob_edit__copy_mut(edit, fields);
    yyjson_mut_val *value = yyjson_mut_obj_get(override, "value");
    const char *property = hob_arena_format(call->arena, "%.*s.%.*s", (int)slot.length, slot.data,
                                            (int)path.length, path.data);
    hob_component_write write = {
        .property = hob_str_from(property),
        .value = value != NULL ? hob_command__of_mut(call, value) : HOB_VALUE_ABSENT,
        .pointer = "",
    };
    /* What is wrong with it is no fault of the command: the caller tells that it was dropped. */
    size_t errors = call->errors->count, warnings = call->warnings->count;
    hob_error error = {0};
    bool fits = hob_component__write(edit, entity, &write, &error) == HOB_OK;
    call->errors->count = errors;
    call->warnings->count = warnings;
    if (!fits) {
        hob_edit__set(edit, components, slot, before);
    }
    return fits;
}

/* ---- a payload from a subtree ---- */

/* Local ids of the members: those of the marker, else the first number that is free. */
static void name_members(hob_command_call *call, yyjson_mut_val *const *members, size_t count,
                         yyjson_mut_val *ids, hob_copy_map *map) {
    hob_names old, taken;
    hob_names_init(&old, call->arena, yyjson_mut_obj_size(ids));
    hob_names_init(&taken, call->arena, yyjson_mut_obj_size(ids));
    const char **locals = hob_arena_array(call->arena, const char *, yyjson_mut_obj_size(ids) + 1);
    yyjson_mut_val *key, *id;
    size_t i, max;
    yyjson_mut_obj_foreach(ids, i, max, key, id) {
        locals[i] = hob_command__cstr(call, hob_edit__str(key));
        (void)hob_names_add(&old, hob_edit__str(id), (uint32_t)i);
        (void)hob_names_add(&taken, hob_edit__str(key), (uint32_t)i);
    }
    size_t number = 1;
    for (i = 0; i < count; i++) {
        hob_str member = hob_edit__str_in(members[i], "id");
        uint32_t place = hob_names_find(&old, member);
        const char *local = place != HOB_NAMES_NONE ? locals[place] : NULL;
        while (local == NULL) {
            const char *next = hob_arena_format(call->arena, "pfe_%zu", number++);
            local = hob_names_find(&taken, hob_str_from(next)) == HOB_NAMES_NONE ? next : NULL;
        }
        hob_copy__map_add(map, member, local);
    }
}

static bool is_live_member(yyjson_mut_val *marker, hob_str root_id, hob_str id) {
    bool lists_root = false, lists_id = false;
    yyjson_mut_val *local, *member;
    size_t i, max;
    yyjson_mut_obj_foreach(yyjson_mut_obj_get(marker, "ids"), i, max, local, member) {
        lists_root = lists_root || hob_str_equal(hob_edit__str(member), root_id);
        lists_id = lists_id || hob_str_equal(hob_edit__str(member), id);
    }
    return lists_root && lists_id;
}

/* Edits of instances inside were recorded on the outermost root; in the payload they belong to the
 * inner instance, or its next sync would lose them. */
static void hand_down(hob_edit *payload, yyjson_mut_val *const *members,
                      yyjson_mut_val *const *copies, size_t count, const hob_copy_map *map) {
    hob_scene_edit inside = {.file = *payload};
    yyjson_mut_val *marker = yyjson_mut_obj_get(members[0], "prefab"), *row;
    size_t i, max;
    yyjson_mut_arr_foreach(yyjson_mut_obj_get(marker, "overrides"), i, max, row) {
        hob_str entity = hob_edit__str_in(row, "entity");
        const char *local = hob_copy__map_find(map, entity);
        for (size_t k = 1; k < count && local != NULL; k++) {
            yyjson_mut_val *inner = yyjson_mut_obj_get(members[k], "prefab");
            if (is_live_member(inner, hob_edit__str_in(members[k], "id"), entity)) {
                hob_prefab__record(&inside, copies[k], hob_str_from(local),
                                   hob_edit__str_in(row, "component"),
                                   hob_edit__str_in(row, "path"), yyjson_mut_obj_get(row, "value"));
                break;
            }
        }
    }
}

void hob_prefab__write_payload(hob_scene_edit *edit, yyjson_mut_val *root, yyjson_mut_val *ids,
                               hob_edit *payload, size_t *ret_count) {
    hob_command_call *call = edit->file.call;
    size_t most = yyjson_mut_arr_size(edit->entities) + 1;
    yyjson_mut_val **members = hob_arena_array(call->arena, yyjson_mut_val *, most);
    size_t count = hob_copy__collect(edit, root, members);
    yyjson_mut_val **copies = hob_arena_array(call->arena, yyjson_mut_val *, count);
    hob_copy_map map;
    hob_copy__map_init(call, &map, count);
    name_members(call, members, count, ids, &map);
    yyjson_mut_val *list = hob_edit__list(payload);
    for (size_t i = 0; i < count; i++) {
        copies[i] = hob_edit__copy_mut(payload, members[i]);
        if (i == 0) {
            (void)hob_edit__unset(copies[i], HOB_STR("prefab"));
        }
        hob_copy__remap(payload, copies[i], &map, i == 0);
        hob_edit__add(payload, list, copies[i]);
    }
    hand_down(payload, members, copies, count, &map);
    hob_edit__set(payload, payload->root, HOB_STR("entities"), list);
    *ret_count = count;
}

/* ---- which instances ---- */

/* The entities of a scene or of a payload while instances in it are renewed. */
typedef struct container {
    hob_prefab_sync *sync;
    hob_scene_edit *edit; /* `scene` null: a payload */
    yyjson_mut_val **all;
    size_t count;
    hob_names by_id;     /* places in `all` */
    hob_names member_of; /* id of an entity to the place of the first live root that lists it */
    uint32_t *part_of;   /* by place: place of the renewed root above it, itself included, + 1 */
    size_t next_local;   /* of payloads: the number to try next */
} container;

static yyjson_val *payload_for(const hob_prefab_sync *sync, hob_str asset_id) {
    const hob_project *project = sync->call->project;
    const hob_asset *asset = hob_project_asset_by_id(project, asset_id);
    return asset != NULL ? sync->payloads[asset - hob_project_asset_at(project, 0)] : NULL;
}

static void read_container(hob_prefab_sync *sync, hob_scene_edit *edit, container *c) {
    hob_arena *arena = sync->call->arena;
    size_t size = yyjson_mut_arr_size(edit->entities), i, max, k, k_max;
    *c = (container){.sync = sync, .edit = edit, .count = size, .next_local = 1};
    c->all = hob_arena_array(arena, yyjson_mut_val *, size + 1);
    c->part_of = hob_arena_array(arena, uint32_t, size + 1);
    hob_names_init(&c->by_id, arena, size);
    hob_names_init(&c->member_of, arena, size);
    yyjson_mut_val *entity, *local, *member;
    yyjson_mut_arr_foreach(edit->entities, i, max, entity) {
        hob_str id = hob_edit__str_in(entity, "id");
        yyjson_mut_val *marker = yyjson_mut_obj_get(entity, "prefab");
        c->all[i] = entity;
        (void)hob_names_add(&c->by_id, id, (uint32_t)i);
        if (!is_live_member(marker, id, id)) {
            continue;
        }
        yyjson_mut_obj_foreach(yyjson_mut_obj_get(marker, "ids"), k, k_max, local, member) {
            (void)hob_names_add(&c->member_of, hob_edit__str(member), (uint32_t)i);
        }
    }
}

/* Followed, with entities of its own, and part of no other instance. */
static bool is_renewed(container *c, size_t place) {
    yyjson_mut_val *entity = c->all[place], *marker = yyjson_mut_obj_get(entity, "prefab");
    uint32_t outer = hob_names_find(&c->member_of, hob_edit__str_in(entity, "id"));
    return marker != NULL && yyjson_mut_obj_get(entity, "components") != NULL &&
           payload_for(c->sync, hob_edit__str_in(marker, "asset")) != NULL &&
           (outer == HOB_NAMES_NONE || outer == place) && c->part_of[place] == 0;
}

/* Parents may stand behind their children in a scene: an outer root found later takes inner ones
 * with it. */
static void mark_parts(container *c, size_t place, yyjson_mut_val **scratch) {
    size_t count = hob_copy__collect(c->edit, c->all[place], scratch);
    for (size_t i = 0; i < count; i++) {
        uint32_t part = hob_names_find(&c->by_id, hob_edit__str_in(scratch[i], "id"));
        if (part != HOB_NAMES_NONE) {
            c->part_of[part] = (uint32_t)place + 1;
        }
    }
}

/* ---- one instance ---- */

static hob_status new_id(container *c, const char **ret_id, hob_error *reterr) {
    hob_command_call *call = c->sync->call;
    if (c->edit->scene != NULL) {
        char *id = NULL;
        hob_status status =
            hob_change_new_id(call->change, "ent", c->edit->scene->id, call->arena, &id, reterr);
        *ret_id = id;
        return status;
    }
    do {
        *ret_id = hob_arena_format(call->arena, "pfe_%zu", c->next_local++);
    } while (hob_names_find(&c->by_id, hob_str_from(*ret_id)) != HOB_NAMES_NONE);
    return HOB_OK;
}

/* An id that the instance may keep: of one of its own entities, or of none that is there. */
static bool is_usable(const container *c, size_t root, hob_str id, hob_names *used) {
    uint32_t place = hob_names_find(&c->by_id, id);
    bool is_own = place == HOB_NAMES_NONE || c->part_of[place] == root + 1;
    return id.length > 0 && is_own && hob_names_add(used, id, 0);
}

static hob_status map_ids(container *c, size_t root, yyjson_val *payload, yyjson_mut_val *old_ids,
                          hob_copy_map *map, hob_error *reterr) {
    hob_command_call *call = c->sync->call;
    hob_names used;
    size_t size = yyjson_arr_size(payload), i, max;
    hob_copy__map_init(call, map, size);
    hob_names_init(&used, call->arena, size);
    hob_str root_id = hob_edit__str_in(c->all[root], "id");
    (void)hob_names_add(&used, root_id, 0);
    yyjson_val *entity;
    yyjson_arr_foreach(payload, i, max, entity) {
        hob_str local = text_of(yyjson_obj_get(entity, "id"));
        hob_str kept = hob_edit__str(hob_edit__get(old_ids, local));
        const char *id = hob_command__cstr(call, root_id);
        if (i > 0 && is_usable(c, root, kept, &used)) {
            id = hob_command__cstr(call, kept);
        } else if (i > 0) {
            hob_status status = new_id(c, &id, reterr);
            if (status != HOB_OK) {
                return status;
            }
        }
        hob_copy__map_add(map, local, id);
    }
    return HOB_OK;
}

/* What the root says of its own place in the scene. */
static void keep_placement(hob_edit *file, yyjson_mut_val *old, yyjson_mut_val *made) {
    static const char *const keys[] = {"name",   "parentId", "enabled", "visible",
                                       "paused", "owner",    "folder"};
    for (size_t i = 0; i < HOB_COUNT(keys); i++) {
        yyjson_mut_val *v = yyjson_mut_obj_get(old, keys[i]);
        if (v != NULL) {
            hob_edit__set(file, made, hob_str_from(keys[i]), hob_edit__copy_mut(file, v));
        } else {
            (void)hob_edit__unset(made, hob_str_from(keys[i]));
        }
    }
    yyjson_mut_val *before = yyjson_mut_obj_get(yyjson_mut_obj_get(old, "components"), "Transform");
    yyjson_mut_val *components = hob_edit__object_in(file, made, "components");
    yyjson_mut_val *position = yyjson_mut_obj_get(before, "position");
    if (position != NULL) {
        hob_edit__set(file, hob_edit__object_in(file, components, "Transform"), HOB_STR("position"),
                      hob_edit__copy_mut(file, position));
    } else {
        (void)hob_edit__unset(yyjson_mut_obj_get(components, "Transform"), HOB_STR("position"));
    }
}

static void drop(container *c, yyjson_mut_val *root, yyjson_mut_val *override) {
    hob_str name = hob_edit__str_in(root, "name"), slot = hob_edit__str_in(override, "component");
    hob_str path = hob_edit__str_in(override, "path");
    c->sync->dropped++;
    hob_call_warn(c->sync->call, HOB_ERR_PREFAB_OVERRIDE_STALE,
                  "Set the value again where it is wanted.",
                  "The edit of %.*s.%.*s of \"%.*s\" has no place in the prefab any more; it was "
                  "dropped.",
                  hob_command__shown(slot), slot.data, hob_command__shown(path), path.data,
                  hob_command__shown(name), name.data);
}

/* Edits that still fit, on the new entities; the records of them. */
static yyjson_mut_val *put_edits_back(container *c, yyjson_mut_val *root, const hob_copy_map *map,
                                      yyjson_mut_val *const *made) {
    hob_edit *file = &c->edit->file;
    yyjson_mut_val *marker = yyjson_mut_obj_get(root, "prefab"), *row, *local, *id;
    yyjson_mut_val *ids = yyjson_mut_obj_get(marker, "ids"), *kept = hob_edit__list(file);
    size_t i, max, k, k_max;
    yyjson_mut_arr_foreach(yyjson_mut_obj_get(marker, "overrides"), i, max, row) {
        uint32_t place = HOB_NAMES_NONE;
        yyjson_mut_obj_foreach(ids, k, k_max, local, id) {
            if (hob_str_equal(hob_edit__str(id), hob_edit__str_in(row, "entity"))) {
                place = hob_names_find(&map->places, hob_edit__str(local));
            }
        }
        if (place == HOB_NAMES_NONE || !hob_prefab__apply(file, made[place], row)) {
            drop(c, root, row);
            continue;
        }
        yyjson_mut_val *copy = hob_edit__copy_mut(file, row);
        hob_edit__set_text(file, copy, "entity", hob_str_from(map->to[place]));
        hob_edit__add(file, kept, copy);
        c->sync->kept++;
    }
    return kept;
}

/* The instance as the payload has it now, root first. */
static hob_status renew(container *c, size_t root_place, yyjson_mut_val ***ret_made,
                        size_t *ret_count, hob_error *reterr) {
    hob_edit *file = &c->edit->file;
    yyjson_mut_val *root = c->all[root_place], *marker = yyjson_mut_obj_get(root, "prefab");
    hob_str asset = hob_edit__str_in(marker, "asset"), root_id = hob_edit__str_in(root, "id");
    yyjson_val *payload = payload_for(c->sync, asset), *entity;
    bool is_live = is_live_member(marker, root_id, root_id);
    size_t size = yyjson_arr_size(payload), i, max;
    yyjson_mut_val **made = hob_arena_array(c->sync->call->arena, yyjson_mut_val *, size);
    hob_copy_map map;
    hob_status status = map_ids(c, root_place, payload,
                                is_live ? yyjson_mut_obj_get(marker, "ids") : NULL, &map, reterr);
    if (status != HOB_OK) {
        return status;
    }
    yyjson_mut_val *now = hob_edit__object(file), *ids;
    hob_edit__set_text(file, now, "asset", asset);
    ids = hob_edit__object_in(file, now, "ids");
    yyjson_arr_foreach(payload, i, max, entity) {
        made[i] = hob_edit__copy(file, entity);
        hob_copy__remap(file, made[i], &map, i == 0);
        hob_edit__set(file, ids, text_of(yyjson_obj_get(entity, "id")),
                      hob_edit__text(file, hob_str_from(map.to[i])));
    }
    keep_placement(file, root, made[0]);
    hob_edit__set(file, now, HOB_STR("overrides"), put_edits_back(c, root, &map, made));
    hob_edit__set(file, made[0], HOB_STR("prefab"), now);
    *ret_made = made;
    *ret_count = size;
    return HOB_OK;
}

/* ---- a scene or payload ---- */

/* Whole and part numbers are the same number, and the order of keys says nothing. */
static bool is_same(hob_command_call *call, yyjson_mut_val *a, yyjson_mut_val *b) {
    return hob_value_equal(hob_command__of_mut(call, a), hob_command__of_mut(call, b));
}

static bool is_as_before(const container *c, size_t root, yyjson_mut_val *const *made,
                         size_t count) {
    hob_names places;
    hob_names_init(&places, c->sync->call->arena, count);
    for (size_t k = 0; k < count; k++) {
        (void)hob_names_add(&places, hob_edit__str_in(made[k], "id"), (uint32_t)k);
    }
    size_t before = 0;
    for (size_t i = 0; i < c->count; i++) {
        if (c->part_of[i] == root + 1) {
            uint32_t place = hob_names_find(&places, hob_edit__str_in(c->all[i], "id"));
            before++;
            if (place == HOB_NAMES_NONE || !is_same(c->sync->call, c->all[i], made[place])) {
                return false;
            }
        }
    }
    return before == count;
}

/* The new entities of an instance; an instance that is up to date stays as it stands. */
typedef struct renewed {
    yyjson_mut_val **made;
    size_t count;
    bool is_kept;
} renewed;

static void put_list(container *c, const renewed *instances) {
    hob_edit *file = &c->edit->file;
    (void)yyjson_mut_arr_clear(c->edit->entities);
    for (size_t i = 0; i < c->count; i++) {
        size_t part = c->part_of[i];
        if (part == 0 || instances[part - 1].is_kept) {
            hob_edit__add(file, c->edit->entities, c->all[i]);
            continue;
        }
        for (size_t k = 0; part == i + 1 && k < instances[i].count; k++) {
            hob_edit__add(file, c->edit->entities, instances[i].made[k]);
        }
    }
}

static hob_status sync_entities(hob_prefab_sync *sync, hob_scene_edit *edit, size_t *ret_changed,
                                hob_error *reterr) {
    container c;
    read_container(sync, edit, &c);
    hob_arena *arena = sync->call->arena;
    yyjson_mut_val **scratch = hob_arena_array(arena, yyjson_mut_val *, c.count + 1);
    renewed *instances = hob_arena_array(arena, renewed, c.count + 1);
    for (size_t i = 0; i < c.count; i++) {
        if (is_renewed(&c, i)) {
            mark_parts(&c, i, scratch);
        }
    }
    for (size_t i = 0; i < c.count; i++) {
        renewed *at = &instances[i];
        if (c.part_of[i] != i + 1) {
            continue;
        }
        hob_status status = renew(&c, i, &at->made, &at->count, reterr);
        if (status != HOB_OK) {
            return status;
        }
        at->is_kept = is_as_before(&c, i, at->made, at->count);
        *ret_changed += !at->is_kept;
        sync->instances += edit->scene != NULL;
        if (!at->is_kept && edit->scene != NULL) {
            hob_edit__changed_entity(edit, at->made[0], "modified");
        }
    }
    put_list(&c, instances);
    return HOB_OK;
}

static bool has_instance(const hob_prefab_sync *sync, const hob_json *json) {
    yyjson_val *entity, *asset;
    size_t i, max;
    yyjson_arr_foreach(yyjson_obj_get(json->root, "entities"), i, max, entity) {
        asset = yyjson_obj_get(yyjson_obj_get(entity, "prefab"), "asset");
        if (asset != NULL && payload_for(sync, text_of(asset)) != NULL) {
            return true;
        }
    }
    return false;
}

hob_status hob_prefab__sync_scene(hob_prefab_sync *sync, const hob_scene_entry *scene,
                                  hob_error *reterr) {
    const hob_json *json = NULL;
    hob_scene_edit edit = {.scene = scene};
    hob_status status = hob_project_scene_json(sync->call->project, scene, &json, reterr);
    if (status != HOB_OK || !has_instance(sync, json)) {
        return status;
    }
    status = hob_edit__open(sync->call, scene->path, &edit.file, reterr);
    if (status != HOB_OK) {
        return status;
    }
    size_t changed = 0;
    edit.entities = hob_edit__list_in(&edit.file, edit.file.root, "entities");
    return sync_entities(sync, &edit, &changed, reterr);
}

/* ---- prefabs in prefabs ---- */

static hob_status sync_prefab(hob_prefab_sync *sync, const hob_asset *asset, size_t *ret_count,
                              hob_error *reterr) {
    hob_command_call *call = sync->call;
    const hob_json *json = hob_project_prefab(call->project, hob_str_from(asset->id), NULL);
    if (json == NULL || !has_instance(sync, json)) {
        return HOB_OK; /* broken ones are told by validation */
    }
    hob_scene_edit edit = {.scene = NULL};
    hob_edit index;
    yyjson_mut_val *row = NULL;
    size_t changed = 0;
    hob_status status = hob_edit__open(call, asset->path, &edit.file, reterr);
    if (status != HOB_OK) {
        return status;
    }
    edit.entities = hob_edit__list_in(&edit.file, edit.file.root, "entities");
    status = sync_entities(sync, &edit, &changed, reterr);
    if (status != HOB_OK || changed == 0) {
        return status;
    }
    sync->payloads[asset - hob_project_asset_at(call->project, 0)] =
        hob_command__fixed(call, edit.entities);
    *ret_count += 1;
    status = hob_edit__asset_row(call, asset, &index, &row, reterr);
    if (status == HOB_OK) {
        hob_edit__set_number(&index, hob_edit__object_in(&index, row, "metadata"), "entityCount",
                             (double)yyjson_mut_arr_size(edit.entities));
    }
    return status;
}

hob_status hob_prefab__sync_begin(hob_command_call *call, const hob_asset *asset,
                                  yyjson_val *entities, hob_prefab_sync *ret_sync,
                                  hob_error *reterr) {
    const hob_asset *first = hob_project_asset_at(call->project, 0);
    *ret_sync = (hob_prefab_sync){.call = call};
    ret_sync->payloads =
        hob_arena_array(call->arena, yyjson_val *, hob_project_asset_count(call->project) + 1);
    if (entities == NULL) {
        hob_error error = {0};
        const hob_json *json = hob_project_prefab(call->project, hob_str_from(asset->id), &error);
        if (json == NULL) {
            *reterr = error;
            return error.status;
        }
        entities = yyjson_obj_get(json->root, "entities");
    }
    ret_sync->payloads[asset - first] = entities;
    return HOB_OK;
}

/* Whether another prefab that waits must come first. */
static bool waits(const hob_nesting *nesting, const hob_project *project, const bool *open,
                  size_t place) {
    hob_str id = hob_str_from(hob_project_asset_at(project, place)->id);
    for (size_t i = 0; i < hob_project_asset_count(project); i++) {
        const hob_asset *other = hob_project_asset_at(project, i);
        if (i != place && open[i] && hob_nesting_contains(nesting, id, hob_str_from(other->id))) {
            return true;
        }
    }
    return false;
}

hob_status hob_prefab__sync_prefabs(hob_prefab_sync *sync, size_t *ret_count, hob_error *reterr) {
    hob_command_call *call = sync->call;
    const hob_project *project = call->project;
    hob_nesting *nesting = hob_nesting_measure(call->project, call->arena);
    size_t count = hob_project_asset_count(project), left = 0;
    bool *open = hob_arena_array(call->arena, bool, count + 1);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < count && sync->payloads[i] == NULL; k++) {
            open[i] =
                open[i] ||
                (sync->payloads[k] != NULL &&
                 hob_nesting_contains(nesting, hob_str_from(hob_project_asset_at(project, i)->id),
                                      hob_str_from(hob_project_asset_at(project, k)->id)));
        }
        left += open[i];
    }
    *ret_count = 0;
    for (bool moves = true; left > 0 && moves;) { /* prefabs in a circle never come up */
        moves = false;
        for (size_t i = 0; i < count; i++) {
            if (!open[i] || waits(nesting, project, open, i)) {
                continue;
            }
            hob_status status =
                sync_prefab(sync, hob_project_asset_at(project, i), ret_count, reterr);
            if (status != HOB_OK) {
                return status;
            }
            open[i] = false;
            moves = true;
            left--;
        }
    }
    return HOB_OK;
}
