/* Commands that copy: an entity with all below it, a scene with its play-tests. */
#include "command/component_edit.h"
#include "command/entity_copy.h"
#include "command/prefab_edit.h"

#include <string.h>

#define SCENE_PARAM                                                         \
    HOB_P("scene", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Scene id or name.")

static const hob_field offset_fields[] = {
    HOB_P("x", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "To the right."),
    HOB_P("y", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "Downwards."),
    HOB_FIELDS_END};

/* ---- duplicateEntity ---- */

static const hob_field entity_params[] = {
    SCENE_PARAM,
    HOB_P("entity", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Entity id or exact name; all below it comes along."),
    HOB_P("newName", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "Name of the copy; left out, the old one and \" copy\"."),
    HOB_P("offset", OBJECT, .fields = offset_fields, .flags = HOB_FIELD_OPTIONAL, .unit = "px",
          .doc = "Way from the original to the copy; left out, 16,16."),
    HOB_FIELDS_END};
static const hob_field entity_result[] = {
    HOB_P("entityId", TEXT, .doc = "Id of the copy."), HOB_P("name", TEXT, .doc = "Its name."),
    HOB_P("copiedCount", INT, .doc = "Entities made."), HOB_FIELDS_END};
static const hob_status entity_errors[] = {HOB_ERR_NOT_FOUND, HOB_OK};

/* Fresh ids of a scene for `count` entities. */
static hob_status new_ids(hob_command_call *call, const char *scene_id, yyjson_mut_val **members,
                          size_t count, hob_copy_map *map, hob_error *reterr) {
    hob_copy__map_init(call, map, count);
    for (size_t i = 0; i < count; i++) {
        char *id = NULL;
        hob_status status =
            hob_change_new_id(call->change, "ent", scene_id, call->arena, &id, reterr);
        if (status != HOB_OK) {
            return status;
        }
        hob_copy__map_add(map, hob_edit__str_in(members[i], "id"), id);
    }
    return HOB_OK;
}

static void shift(hob_edit *file, yyjson_mut_val *entity, hob_value offset) {
    bool given = offset.tag == HOB_TAG_MAP;
    yyjson_mut_val *transform =
        hob_edit__object_in(file, hob_component__map_of(file, entity), "Transform");
    yyjson_mut_val *position = hob_edit__object_in(file, transform, "position");
    static const char *const axes[] = {"x", "y"};
    for (size_t i = 0; i < HOB_COUNT(axes); i++) {
        double at = yyjson_mut_get_num(yyjson_mut_obj_get(position, axes[i]));
        double way = given ? hob_value_get_number(offset, axes[i], 0) : 16;
        hob_edit__set_number(file, position, axes[i], at + way);
    }
}

/* A copy changes the shape of the instance that it lands in. */
static void detach_around(hob_scene_edit *edit, yyjson_mut_val *entity) {
    yyjson_mut_val *root = hob_prefab__root_of(edit, hob_edit__str_in(entity, "id"));
    if (root == entity || root == NULL) {
        root = hob_prefab__root_of(edit, hob_edit__str_in(entity, "parentId"));
    }
    hob_prefab__detach(edit, root);
}

static hob_status run_entity(hob_command_call *call, hob_error *reterr) {
    hob_scene_edit edit;
    yyjson_mut_val *entity = NULL, *root = NULL;
    hob_status status = hob_edit__scene(call, "scene", &edit, reterr);
    if (status == HOB_OK) {
        status = hob_edit__entity(&edit, "entity", &entity, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_edit *file = &edit.file;
    yyjson_mut_val **members =
        hob_arena_array(call->arena, yyjson_mut_val *, yyjson_mut_arr_size(edit.entities) + 1);
    size_t count = hob_copy__collect(&edit, entity, members);
    hob_copy_map map;
    status = new_ids(call, edit.scene->id, members, count, &map, reterr);
    if (status != HOB_OK) {
        return status;
    }
    detach_around(&edit, entity);
    for (size_t i = 0; i < count; i++) {
        yyjson_mut_val *copy = hob_edit__copy_mut(file, members[i]);
        hob_copy__remap(file, copy, &map, i == 0);
        hob_edit__add(file, edit.entities, copy);
        root = i == 0 ? copy : root;
    }
    hob_str parent = hob_edit__str_in(entity, "parentId"), name = hob_call_str(call, "newName");
    if (parent.length > 0) {
        hob_edit__set_text(file, root, "parentId", parent);
    }
    if (name.length == 0) {
        name = hob_edit__str_in(entity, "name");
        name =
            hob_str_from(hob_arena_format(call->arena, "%.*s copy", (int)name.length, name.data));
    }
    hob_edit__set_text(file, root, "name", name);
    shift(file, root, hob_value_get(call->params, "offset"));
    hob_call_set_str(call, "entityId", hob_edit__str_in(root, "id"));
    hob_call_set_str(call, "name", name);
    hob_call_set_number(call, "copiedCount", (double)count);
    hob_edit__changed_entity(&edit, root, "created");
    hob_call_suggest(call, "hob move entity \"%.100s\" %s --position 0,0", edit.scene->name,
                     map.to[0]);
    return HOB_OK;
}

/* ---- duplicateScene ---- */

static const hob_field scene_params[] = {
    SCENE_PARAM,
    HOB_P("newName", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "Name of the copy."),
    HOB_P("withPlaytests", BOOL, .doc = "Copy the play-tests of the scene too."), HOB_FIELDS_END};
static const hob_field scene_result[] = {HOB_P("sceneId", TEXT, .doc = "Id of the copy."),
                                         HOB_P("name", TEXT, .doc = "Its name."),
                                         HOB_P("path", TEXT, .doc = "File of the copy."),
                                         HOB_P("entityCount", INT, .doc = "Entities copied."),
                                         HOB_P("playtestsCloned", INT, .doc = "Play-tests copied."),
                                         HOB_FIELDS_END};
static const hob_status scene_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_CONFLICT, HOB_OK};

/* All of the source file but its id; entities under new ids. */
static hob_status fill_scene(hob_edit *copy, yyjson_mut_val *source, const char *id,
                             hob_copy_map *map, hob_error *reterr) {
    hob_command_call *call = copy->call;
    yyjson_mut_val *key, *value, *entities = yyjson_mut_obj_get(source, "entities"), *entity;
    size_t i, max, count = 0;
    yyjson_mut_val **members =
        hob_arena_array(call->arena, yyjson_mut_val *, yyjson_mut_arr_size(entities) + 1);
    yyjson_mut_arr_foreach(entities, i, max, entity) {
        members[count++] = entity;
    }
    hob_status status = new_ids(call, id, members, count, map, reterr);
    if (status != HOB_OK) {
        return status;
    }
    yyjson_mut_obj_foreach(source, i, max, key, value) {
        hob_edit__set(copy, copy->root, hob_edit__str(key), hob_edit__copy_mut(copy, value));
    }
    hob_edit__set_text(copy, copy->root, "id", hob_str_from(id));
    yyjson_mut_arr_foreach(yyjson_mut_obj_get(copy->root, "entities"), i, max, entity) {
        hob_copy__remap(copy, entity, map, false);
    }
    return HOB_OK;
}

static bool playtest_taken(hob_command_call *call, const char *name, const char *path) {
    for (size_t i = 0; i < hob_project_playtest_count(call->project); i++) {
        const hob_playtest_entry *test = hob_project_playtest_at(call->project, i);
        if ((test->name != NULL && strcmp(test->name, name) == 0) ||
            strcmp(test->path, path) == 0) {
            return true;
        }
    }
    return hob_change_exists(call->change, path);
}

/* One play-test under a free name; its steps follow the copied entities. */
static hob_status clone_playtest(hob_command_call *call, const hob_playtest_entry *test,
                                 const hob_scene_entry *source, const char *scene_id,
                                 const hob_copy_map *map, hob_error *reterr) {
    hob_str label = hob_call_str(call, "newName");
    const char *name =
        hob_arena_format(call->arena, "%s (%.*s)", test->name, (int)label.length, label.data);
    const char *base = name;
    const char *path = hob_edit__slug_path(call, "playtests", hob_str_from(name), ".playtest.json");
    for (int n = 2; playtest_taken(call, name, path); n++) {
        /* The number goes first into the file's name: slugs are cut at their end. */
        name = hob_arena_format(call->arena, "%s %d", base, n);
        path = hob_edit__slug_path(call, "playtests",
                                   hob_str_from(hob_arena_format(call->arena, "%d %s", n, base)),
                                   ".playtest.json");
    }
    hob_edit edit;
    char *id = NULL;
    hob_status status = hob_edit__create(call, path, &edit, reterr);
    if (status == HOB_OK) {
        status = hob_change_new_id(call->change, "ptt", NULL, call->arena, &id, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    yyjson_val *key, *value;
    size_t i, max;
    yyjson_obj_foreach(test->json->root, i, max, key, value) {
        hob_edit__set(&edit, edit.root, (hob_str){yyjson_get_str(key), yyjson_get_len(key)},
                      hob_edit__copy(&edit, value));
    }
    hob_edit__set_text(&edit, edit.root, "id", hob_str_from(id));
    hob_edit__set_text(&edit, edit.root, "name", hob_str_from(name));
    hob_edit__set_text(&edit, edit.root, "scene", hob_str_from(scene_id));
    yyjson_mut_val *step;
    yyjson_mut_arr_foreach(yyjson_mut_obj_get(edit.root, "steps"), i, max, step) {
        const char *to = hob_copy__map_find(map, hob_edit__str_in(step, "entity"));
        if (to != NULL) {
            hob_edit__set_text(&edit, step, "entity", hob_str_from(to));
        }
        if (hob_str_is(hob_edit__str_in(step, "scene"), source->id)) {
            hob_edit__set_text(&edit, step, "scene", hob_str_from(scene_id));
        }
    }
    hob_call_changed(call, "playtest", id, name, path, NULL, "created");
    return HOB_OK;
}

static hob_status clone_playtests(hob_command_call *call, const hob_scene_entry *source,
                                  const char *scene_id, const hob_copy_map *map, size_t *ret_count,
                                  hob_error *reterr) {
    size_t count =
        hob_call_bool(call, "withPlaytests") ? hob_project_playtest_count(call->project) : 0;
    for (size_t i = 0; i < count; i++) {
        const hob_playtest_entry *test = hob_project_playtest_at(call->project, i);
        if (test->json == NULL || test->scene == NULL ||
            hob_project_scene_find(call->project, hob_str_from(test->scene)) != source) {
            continue;
        }
        hob_status status = clone_playtest(call, test, source, scene_id, map, reterr);
        if (status != HOB_OK) {
            return status;
        }
        ++*ret_count;
    }
    return HOB_OK;
}

static hob_status run_scene(hob_command_call *call, hob_error *reterr) {
    hob_str name = hob_call_str(call, "newName");
    const char *path = hob_edit__slug_path(call, "scenes", name, ".scene.json");
    hob_scene_edit source;
    hob_edit manifest, copy;
    char *id = NULL;
    hob_status status = hob_edit__scene(call, "scene", &source, reterr);
    if (status == HOB_OK) {
        status = hob_command__new_scene(call, name, path, reterr);
    }
    if (status == HOB_OK) {
        status = hob_edit__open(call, "hob.json", &manifest, reterr);
    }
    if (status == HOB_OK) {
        status = hob_edit__create(call, path, &copy, reterr);
    }
    if (status == HOB_OK) {
        status = hob_change_new_id(call->change, "scn", NULL, call->arena, &id, reterr);
    }
    hob_copy_map map = {0};
    if (status == HOB_OK) {
        status = fill_scene(&copy, source.file.root, id, &map, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    yyjson_mut_val *row = hob_edit__object(&manifest);
    hob_edit__set_text(&manifest, row, "id", hob_str_from(id));
    hob_edit__set_text(&manifest, row, "name", name);
    hob_edit__set_text(&manifest, row, "path", hob_str_from(path));
    hob_edit__add(&manifest, hob_edit__list_in(&manifest, manifest.root, "scenes"), row);
    hob_call_changed(call, "scene", id, hob_command__cstr(call, name), path, NULL, "created");
    size_t cloned = 0;
    status = clone_playtests(call, source.scene, id, &map, &cloned, reterr);
    hob_call_set_text(call, "sceneId", id);
    hob_call_set_str(call, "name", name);
    hob_call_set_text(call, "path", path);
    hob_call_set_number(call, "entityCount", (double)map.count);
    hob_call_set_number(call, "playtestsCloned", (double)cloned);
    return status;
}

const hob_command hob_duplicate_commands[] = {
    {.name = "duplicateEntity",
     .summary = "Copies an entity and all below it.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = entity_params,
     .result = entity_result,
     .errors = entity_errors,
     .example_json = "{\"scene\": \"Main\", \"entity\": \"Main Camera\"}",
     .run = run_entity,
     .cli = "duplicate entity <scene> <entity> [newName]"},
    {.name = "duplicateScene",
     .summary = "Copies a scene, with its play-tests if wanted.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = scene_params,
     .result = scene_result,
     .errors = scene_errors,
     .example_json = "{\"scene\": \"Main\", \"newName\": \"Main again\"}",
     .run = run_scene,
     .cli = "duplicate scene <scene> <newName>"},
    {.name = NULL}};
