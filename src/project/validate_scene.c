/* Checks of a scene file as a whole: ids, parents, prefab markers, cameras, pieces. */
#include "project/check.h"

static int shown(hob_str s) {
    return (int)(s.length < 80 ? s.length : 80);
}

static void set_subject(hob_check *check, const hob_check__entity *entity) {
    check->reader.subject = entity ? entity->subject : NULL;
    check->reader.subject_level = entity ? &entity->level : NULL;
}

/* ---- ids and parents ---- */

static void check_id(hob_check *check, size_t index) {
    hob_str id = check->entities[index].def.id;
    uint32_t first = hob_names_find(&check->ids, id);
    if (id.length && first != index) {
        hob_check__report(check, &check->entities[index].level, "id", HOB_ERR_DUPLICATE_ENTITY_ID,
                          "Give it an id of its own: hob validate --fix does.",
                          "\"%.*s\" is also the id of \"%.*s\".", shown(id), id.data,
                          shown(check->entities[first].def.name),
                          check->entities[first].def.name.data);
    }
}

/* What is known of the way up from an entity. */
enum { UP_UNKNOWN, UP_ON_THE_WAY, UP_ENDS, UP_CIRCLES };

static uint32_t parent_of(const hob_check *check, uint32_t index) {
    hob_str parent = check->entities[index].def.parent;
    return parent.length ? hob_names_find(&check->ids, parent) : HOB_NAMES_NONE;
}

/* Walks up once, then gives the verdict to all that was passed. */
static void judge(hob_check *check, unsigned char *ways, uint32_t start) {
    uint32_t at = start;
    while (at != HOB_NAMES_NONE && ways[at] == UP_UNKNOWN) {
        ways[at] = UP_ON_THE_WAY;
        at = parent_of(check, at);
    }
    bool circles = at != HOB_NAMES_NONE && ways[at] != UP_ENDS;
    for (at = start; at != HOB_NAMES_NONE && ways[at] == UP_ON_THE_WAY;) {
        ways[at] = circles ? UP_CIRCLES : UP_ENDS;
        at = parent_of(check, at);
    }
}

static void check_parents(hob_check *check) {
    unsigned char *ways = hob_arena_alloc(check->arena, check->entity_count + 1);
    for (uint32_t i = 0; i < check->entity_count; i++) {
        judge(check, ways, i);
    }
    for (uint32_t i = 0; i < check->entity_count; i++) {
        const hob_check__entity *entity = &check->entities[i];
        set_subject(check, entity);
        check_id(check, i);
        if (entity->def.parent.length && parent_of(check, i) == HOB_NAMES_NONE) {
            hob_check__report(check, &entity->level, "parentId", HOB_ERR_MISSING_PARENT,
                              "Name an entity of this scene, or null.",
                              "There is no entity with the id \"%.*s\".", shown(entity->def.parent),
                              entity->def.parent.data);
        } else if (ways[i] == UP_CIRCLES) {
            hob_check__report(check, &entity->level, "parentId", HOB_ERR_PARENT_CYCLE,
                              "Set one parentId of the circle to null.",
                              "The way up from here never ends.");
        }
    }
    set_subject(check, NULL);
}

/* ---- instances ---- */

/* The entity of a payload that an entity of the scene was made from; null when it is none. */
static yyjson_val *payload_entity(yyjson_val *marker, const hob_json *payload, hob_str entity_id) {
    size_t i, max;
    yyjson_val *local, *id, *entity;
    hob_json_each_member(yyjson_obj_get(marker, "ids"), i, max, local, id) {
        if (!hob_str_equal(hob_check__str(id), entity_id)) {
            continue;
        }
        size_t j, entity_count;
        yyjson_arr_foreach(yyjson_obj_get(payload->root, "entities"), j, entity_count, entity) {
            if (hob_str_equal(hob_check__str(yyjson_obj_get(entity, "id")),
                              hob_check__str(local))) {
                return entity;
            }
        }
    }
    return NULL;
}

static bool path_exists(hob_check *check, hob_str slot, hob_str path) {
    hob_str type_name, rest;
    const hob_registry *registry = check->project->registry;
    int index =
        hob_slot_split(slot, &type_name, &rest) ? hob_registry_find(registry, type_name) : -1;
    if (index < 0) {
        return false;
    }
    /* Paths may lead into lists and maps of the edited value: only the field itself must exist. */
    size_t length = 0;
    while (length < path.length && path.data[length] != '.') {
        length++;
    }
    return hob_field_find(hob_registry_at(registry, (size_t)index)->fields,
                          (hob_str){path.data, length}) != NULL;
}

static void check_override(hob_check *check, const hob_read_level *level, yyjson_val *marker,
                           const hob_json *payload, yyjson_val *edit) {
    hob_str entity = hob_check__str(yyjson_obj_get(edit, "entity"));
    hob_str slot = hob_check__str(yyjson_obj_get(edit, "component"));
    hob_str path = hob_check__str(yyjson_obj_get(edit, "path"));
    yyjson_val *made_from = payload_entity(marker, payload, entity);
    yyjson_val *components = yyjson_obj_get(made_from, "components");
    const char *what = NULL;
    if (!made_from) {
        what = "an entity that the prefab does not have";
    } else if (!slot.data || !yyjson_obj_getn(components, slot.data, slot.length)) {
        what = "a component that the prefab does not have";
    } else if (!path_exists(check, slot, path)) {
        what = "a field that does not exist";
    }
    if (what) {
        hob_check__report(check, level, NULL, HOB_ERR_PREFAB_OVERRIDE_STALE,
                          "Remove it; the next sync does.", "The recorded edit is of %s.", what);
    }
}

static void check_instance(hob_check *check, const hob_check__entity *entity) {
    yyjson_val *marker = entity->def.prefab, *edit;
    hob_str id = hob_check__str(yyjson_obj_get(marker, "asset"));
    hob_read_level level = {.up = &entity->level, .key = HOB_STR_INIT("prefab")};
    hob_read_level edits = {.up = &level, .key = HOB_STR_INIT("overrides")};
    const hob_asset *asset = id.data ? hob_project_asset_by_id(check->project, id) : NULL;
    if (!asset || strcmp(asset->type, "prefab") != 0) {
        hob_check__report(check, &level, "asset", HOB_ERR_PREFAB_INSTANCE_ORPHANED,
                          "Name a prefab asset, or remove the marker.",
                          "There is no prefab \"%.*s\".", shown(id), id.data ? id.data : "");
        return;
    }
    const hob_json *payload = hob_project_prefab(check->project, id, NULL);
    if (!payload || !yyjson_obj_size(yyjson_obj_get(marker, "ids"))) {
        return; /* broken, with findings of its own, or no live link */
    }
    size_t i, max;
    yyjson_arr_foreach(yyjson_obj_get(marker, "overrides"), i, max, edit) {
        hob_read_level at = {.up = &edits, .index = i};
        check_override(check, &at, marker, payload, edit);
    }
}

static void check_instances(hob_check *check) {
    for (size_t i = 0; i < check->entity_count; i++) {
        if (check->entities[i].def.prefab) {
            set_subject(check, &check->entities[i]);
            check_instance(check, &check->entities[i]);
        }
    }
    set_subject(check, NULL);
}

bool hob_check__is_entity(const hob_check *check, hob_str id_or_name) {
    bool found = hob_names_find(&check->ids, id_or_name) != HOB_NAMES_NONE;
    for (size_t i = 0; i < check->entity_count && !found; i++) {
        found = hob_str_equal(check->entities[i].def.name, id_or_name);
    }
    return found;
}

/* ---- cameras and pieces ---- */

static void check_cameras(hob_check *check) {
    const hob_check__part *second = NULL;
    size_t count = 0;
    for (size_t i = 0; i < check->entity_count; i++) {
        const hob_check__part *camera = hob_check__find(&check->entities[i], "Camera");
        if (camera && hob_check__flag(check, camera, "isMain") && ++count == 2) {
            second = camera;
            set_subject(check, &check->entities[i]);
        }
    }
    if (second) {
        hob_check__report(check, &second->level, NULL, HOB_ERR_MULTIPLE_MAIN_CAMERAS,
                          "Set isMain to false on all but one.",
                          "%zu cameras say that they are the main one; the first enabled one is.",
                          count);
    } else if (!count && check->entity_count) {
        hob_check__report(
            check, NULL, "entities", HOB_ERR_NO_MAIN_CAMERA, "Add an entity with a Camera.",
            "The scene has no main camera; the view stays on the middle of the screen.");
    }
    set_subject(check, NULL);
}

static void check_pieces(hob_check *check) {
    hob_read_level list = {.key = HOB_STR_INIT("ui")};
    size_t i, max;
    yyjson_val *item;
    yyjson_arr_foreach(yyjson_obj_get(check->root, "ui"), i, max, item) {
        hob_str name = hob_check__str(item);
        hob_read_level level = {.up = &list, .index = i};
        if (!name.data) {
            continue;
        }
        char *path = hob_arena_format(check->arena, "ui/%.*s.html", shown(name), name.data);
        if (hob_check__look(check, path, NULL) != HOB_PATH_RIGHT) {
            hob_check__report(check, &level, NULL, HOB_ERR_UI_PIECE_UNKNOWN,
                              "Add the file, or define the piece in a script.",
                              "There is no UI piece \"%.*s\" in ui/.", shown(name), name.data);
        }
    }
}

/* ---- layers of all scenes and prefabs ---- */

static void collect_slot(hob_check *check, yyjson_val *slot, yyjson_val *fields) {
    hob_str type, rest;
    const char *key = "layer";
    if (!hob_slot_split(hob_check__str(slot), &type, &rest)) {
        return;
    }
    if (hob_str_is(type, "Tilemap")) {
        key = "collisionLayer";
    } else if (!hob_str_is(type, "Collider")) {
        return;
    }
    yyjson_val *layer = yyjson_obj_get(fields, key);
    if (yyjson_is_str(layer)) {
        (void)hob_names_add(&check->layers, hob_check__str(layer), 0);
    } else if (!layer && hob_str_is(type, "Collider")) {
        (void)hob_names_add(&check->layers, HOB_STR("default"), 0);
    }
}

static void collect_file(hob_check *check, const hob_json *json) {
    yyjson_val *entity, *slot, *fields;
    size_t i, entity_count, j, slot_count;
    yyjson_arr_foreach(yyjson_obj_get(json->root, "entities"), i, entity_count, entity) {
        hob_json_each_member(yyjson_obj_get(entity, "components"), j, slot_count, slot, fields) {
            collect_slot(check, slot, fields);
        }
    }
}

void hob_check__collect_layers(hob_check *check) {
    hob_names_init(&check->layers, check->arena, 16);
    for (size_t s = 0; s < hob_project_scene_count(check->project); s++) {
        const hob_json *json;
        if (!hob_project_scene_json(check->project, hob_project_scene_at(check->project, s), &json,
                                    NULL)) {
            collect_file(check, json);
        }
    }
    /* What is only spawned has its layers in a prefab. */
    for (size_t i = 0; i < hob_project_asset_count(check->project); i++) {
        const hob_asset *asset = hob_project_asset_at(check->project, i);
        const hob_json *json =
            strcmp(asset->type, "prefab") == 0
                ? hob_project_prefab(check->project, hob_str_from(asset->id), NULL)
                : NULL;
        if (json) {
            collect_file(check, json);
        }
    }
}

void hob_check__scene(hob_check *check, size_t index) {
    const hob_scene_entry *scene = hob_project_scene_at(check->project, index);
    char *path;
    /* A wrong path or a missing file was reported at the manifest. */
    if (hob_path_normalise(check->arena, hob_str_from(scene->path), &path, NULL) ||
        strncmp(path, "scenes/", 7) != 0 || hob_project__confine(check->project, path, NULL) ||
        !hob_project__exists(check->project, path) ||
        !hob_check__open(check, path, &hob_project__kinds[HOB_KIND_SCENE])) {
        return;
    }
    yyjson_val *id = yyjson_obj_get(check->root, "id");
    if (yyjson_is_str(id) && !yyjson_equals_str(id, scene->id)) {
        hob_check__report(check, NULL, "id", HOB_ERR_SCENE_ID_MISMATCH,
                          "Write the same id in both.", "The manifest calls this scene \"%s\".",
                          scene->id);
    }
    hob_check__read_entities(check);
    check_parents(check);
    check_instances(check);
    hob_check__wires(check);
    hob_check__contracts(check);
    hob_check__run_rules(check);
    check_cameras(check);
    check_pieces(check);
}
