/* Scenes: their list, ids and paths, then the files.
 *
 * A scene's id stands in the manifest and in its file, and Hearth does not compare them: it keeps a
 * scene under the id of the file. So does the import; where two entries share a file, or ids clash,
 * the later entry gets another id and a file of its own. */
#include "import/hearth_internal.h"

#include "project/change.h"

#include <stdio.h>
#include <string.h>

#define FOLDER "scenes/"
#define SUFFIX ".scene.json"

/* ---- lookup ---- */

const hob_hearth__scene *hob_hearth__scene_by_id(const hob_hearth__import *import, hob_str id) {
    for (int of_file = 0; of_file < 2; of_file++) {
        for (size_t i = 0; i < import->scene_count; i++) {
            const hob_hearth__scene *scene = &import->scenes[i];
            hob_str known = of_file ? scene->file_id : scene->id;
            if (known.length && hob_str_equal(known, id)) {
                return scene;
            }
        }
    }
    return NULL;
}

const hob_hearth__scene *hob_hearth__scene_by_ref(const hob_hearth__import *import, hob_str ref) {
    const hob_hearth__scene *scene = hob_hearth__scene_by_id(import, ref);
    for (size_t i = 0; i < import->scene_count && !scene; i++) {
        scene = hob_str_equal(import->scenes[i].name, ref) ? &import->scenes[i] : NULL;
    }
    return scene;
}

/* ---- ids ---- */

static bool is_scene_id(hob_str s) {
    bool fits = hob_str_starts(s, HOB_STR("scn_")) && s.length > 4;
    for (size_t i = 4; i < s.length; i++) {
        fits = fits &&
               ((s.data[i] >= 'a' && s.data[i] <= 'z') || (s.data[i] >= '0' && s.data[i] <= '9'));
    }
    return fits;
}

/* The id that stands in a scene file. What is wrong with the file is told when it is converted. */
static hob_str read_file_id(hob_hearth__import *import, const char *path) {
    hob_error_list unheard;
    hob_json json;
    hob_error error;
    hob_arena_reset(&import->scratch);
    hob_error_list_init(&unheard, &import->scratch.as_allocator);
    hob_import_source source = import->source;
    source.findings = &unheard;
    if (!path || hob_import__json(&source, path, &import->scratch, &json, &error)) {
        return (hob_str){NULL, 0};
    }
    hob_str id = hob_hearth__text(yyjson_obj_get(json.root, "id"));
    return id.length ? (hob_str){hob_arena_text(&import->arena, id.data, id.length), id.length}
                     : (hob_str){NULL, 0};
}

static bool take_id(hob_names *taken, hob_hearth__scene *scene, hob_str id) {
    if (!is_scene_id(id) || !hob_names_add(taken, id, 0)) {
        return false;
    }
    scene->new_id = id.data;
    return true;
}

/* Entries that agree with their file come first, so that nobody takes their id. */
static void choose_ids(hob_hearth__import *import) {
    hob_names taken;
    hob_names_init(&taken, &import->arena, import->scene_count);
    for (size_t i = 0; i < import->scene_count; i++) {
        hob_hearth__scene *scene = &import->scenes[i];
        if (hob_str_equal(scene->id, scene->file_id)) {
            (void)take_id(&taken, scene, scene->id);
        }
    }
    hob_str project = hob_hearth__text(yyjson_obj_get(import->manifest->json.root, "id"));
    for (size_t i = 0; i < import->scene_count; i++) {
        hob_hearth__scene *scene = &import->scenes[i];
        if (scene->new_id || take_id(&taken, scene, scene->file_id) ||
            take_id(&taken, scene, scene->id)) {
            continue;
        }
        do {
            char made[16];
            hob_make_id(project.data, "scn", NULL, (uint64_t)import->next_id++, made);
            char *id = hob_arena_text(&import->arena, made, strlen(made));
            (void)take_id(&taken, scene, hob_str_from(id));
        } while (!scene->new_id);
    }
}

/* ---- paths ---- */

static const char *choose_path(hob_hearth__import *import, const hob_hearth__scene *scene) {
    hob_str file = hob_str_from(scene->file ? scene->file : "");
    if (hob_str_starts(file, HOB_STR(FOLDER)) && hob_str_ends(file, HOB_STR(SUFFIX)) &&
        hob_import__path_free(&import->target, scene->file)) {
        return hob_import__take_path(&import->target, scene->file);
    }
    char slug[49];
    hob_slug(scene->name, slug);
    return hob_import__take_path(&import->target,
                                 hob_arena_format(&import->arena, FOLDER "%s" SUFFIX, slug));
}

static hob_str keep(hob_hearth__import *import, yyjson_val *v) {
    hob_str s = hob_hearth__text(v);
    return (hob_str){hob_arena_text(&import->arena, s.data ? s.data : "", s.length), s.length};
}

void hob_hearth__list_scenes(hob_hearth__import *import) {
    hob_hearth__file *manifest = import->manifest;
    yyjson_val *list = yyjson_obj_get(manifest->json.root, "scenes"), *entry;
    hob_read_level scenes = {.key = HOB_STR_INIT("scenes")};
    import->scenes = hob_arena_array(&import->arena, hob_hearth__scene, yyjson_arr_size(list) + 1);
    size_t i, max;
    yyjson_arr_foreach(list, i, max, entry) {
        hob_hearth__scene *scene = &import->scenes[import->scene_count++];
        hob_read_level level = {.up = &scenes, .index = i};
        hob_error error;
        char *path;
        *scene = (hob_hearth__scene){.id = keep(import, yyjson_obj_get(entry, "id")),
                                     .name = keep(import, yyjson_obj_get(entry, "name")),
                                     .path = keep(import, yyjson_obj_get(entry, "path"))};
        if (hob_path_normalise(&import->arena, scene->path, &path, &error)) {
            hob_reader_find(&manifest->reader, &level, HOB_STR("path"), error.status,
                            HOB_SEVERITY_ERROR, error.hint, "%s", error.message);
        } else if (!hob_import__exists(&import->source, path, NULL)) {
            hob_reader_find(&manifest->reader, &level, HOB_STR("path"), HOB_ERR_FILE_NOT_FOUND,
                            HOB_SEVERITY_ERROR, "Put the file there, or take the scene out.",
                            "There is no file \"%s\".", path);
        } else {
            scene->file = path;
        }
        scene->file_id = read_file_id(import, scene->file);
    }
    choose_ids(import);
    for (i = 0; i < import->scene_count; i++) {
        import->scenes[i].new_path = choose_path(import, &import->scenes[i]);
    }
}

/* ---- files ---- */

static void tell_differences(hob_hearth__file *file, const hob_hearth__scene *scene) {
    hob_str name = hob_hearth__text(yyjson_obj_get(file->json.root, "name"));
    if (!hob_str_is(scene->file_id, scene->new_id)) {
        hob_hearth__warn(file, NULL, "id", HOB_ERR_SCENE_ID_DUPLICATE, NULL,
                         "Another scene has this id; this one becomes \"%s\".", scene->new_id);
    } else if (!hob_str_equal(scene->id, scene->file_id)) {
        hob_hearth__warn(file, NULL, "id", HOB_ERR_SCENE_ID_MISMATCH, NULL,
                         "The manifest calls this scene \"%.*s\"; the id of the file is kept.",
                         (int)(scene->id.length < 80 ? scene->id.length : 80), scene->id.data);
    }
    if (!hob_str_equal(name, scene->name)) {
        hob_hearth__warn(file, NULL, "name", HOB_ERR_INVALID_INPUT, NULL,
                         "The manifest gives this scene another name, \"%.*s\", which is kept.",
                         (int)(scene->name.length < 80 ? scene->name.length : 80),
                         scene->name.data);
    }
    if (strcmp(scene->file, scene->new_path) != 0) {
        hob_hearth__warn(file, NULL, "", HOB_ERR_PATH_INVALID, NULL,
                         "The scene becomes \"%s\": it is not a file of its own below " FOLDER ".",
                         scene->new_path);
    }
}

static hob_status write_scene(hob_hearth__import *import, const hob_hearth__scene *scene,
                              hob_error *reterr) {
    hob_hearth__file file;
    if (!hob_hearth__open(import, &import->scratch, scene->file, hob_hearth__scene_fields,
                          HOB_HEARTH_REQUIRED, &file)) {
        return HOB_OK;
    }
    yyjson_mut_val *root = yyjson_mut_obj(file.doc);
    yyjson_mut_doc_set_root(file.doc, root);
    hob_hearth__add(&file, root, HOB_STR("formatVersion"), yyjson_mut_int(file.doc, 1));
    hob_hearth__add(&file, root, HOB_STR("id"), yyjson_mut_strcpy(file.doc, scene->new_id));
    hob_hearth__add(
        &file, root, HOB_STR("entities"),
        hob_hearth__copy_entities(&file, yyjson_obj_get(file.json.root, "entities"), false));
    tell_differences(&file, scene);
    if (!hob_hearth__settle(&file)) {
        return HOB_OK;
    }
    import->result.scenes++;
    return hob_hearth__put(&file, scene->new_path, reterr);
}

hob_status hob_hearth__write_scenes(hob_hearth__import *import, hob_error *reterr) {
    hob_status status = HOB_OK;
    for (size_t i = 0; i < import->scene_count && !status; i++) {
        if (import->scenes[i].file) {
            status = write_scene(import, &import->scenes[i], reterr);
        }
    }
    return status;
}
