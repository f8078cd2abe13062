/* hearth.json as hob.json (spec hob 1.2, 3, 5). */
#include "import/hearth_internal.h"

#include "project/version.h"
#include "schema/pattern.h"

#include <stdio.h>
#include <string.h>

/* ---- the version stamp ---- */

/* major.minor.patch in plain numbers. */
static bool plain_version(hob_str s, double ret_parts[3]) {
    size_t at = 0;
    for (int part = 0; part < 3; part++) {
        size_t digits = 0;
        ret_parts[part] = 0;
        at += part > 0;
        for (; at < s.length && s.data[at] >= '0' && s.data[at] <= '9'; at++, digits++) {
            ret_parts[part] = ret_parts[part] * 10 + (s.data[at] - '0');
        }
        if (digits == 0 || (part < 2 && (at >= s.length || s.data[at] != '.'))) {
            return false;
        }
    }
    return at == s.length;
}

/* As a locale orders texts: punctuation, digits, letters without case. */
static int rank_of(char c) {
    if (c >= '0' && c <= '9') {
        return 1000 + c;
    }
    if ((c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80) {
        return 2000 + (unsigned char)c;
    }
    return c >= 'A' && c <= 'Z' ? 2000 + c - 'A' + 'a' : c;
}

/* Two plain versions are compared by their numbers, all others as texts (spec project-format 2.2).
 */
static bool is_newer(hob_str version) {
    hob_str own = HOB_STR(HOB_HEARTH_VERSION);
    double parts[3], own_parts[3];
    if (plain_version(version, parts) && plain_version(own, own_parts)) {
        for (int i = 0; i < 3; i++) {
            if (parts[i] != own_parts[i]) {
                return parts[i] > own_parts[i];
            }
        }
        return false;
    }
    for (size_t i = 0; i < version.length && i < own.length; i++) {
        int a = rank_of(version.data[i]), b = rank_of(own.data[i]);
        if (a != b) {
            return a > b;
        }
    }
    return version.length > own.length;
}

static void check_version(hob_hearth__file *file) {
    yyjson_val *stamp = yyjson_obj_get(file->json.root, "hearthVersion");
    hob_str version = hob_hearth__text(stamp);
    if (version.data && is_newer(version)) {
        hob_reader_find(&file->reader, NULL, HOB_STR("hearthVersion"),
                        HOB_ERR_UNSUPPORTED_PROJECT_VERSION, HOB_SEVERITY_ERROR,
                        "Open it with a newer Hob, or save it with Hearth " HOB_HEARTH_VERSION ".",
                        "The project was saved by Hearth %.*s; this program knows %s.",
                        (int)(version.length < 40 ? version.length : 40), version.data,
                        HOB_HEARTH_VERSION);
    }
}

/* ---- declared state ---- */

static void check_state(hob_hearth__file *file) {
    hob_read_level states = {.key = HOB_STR_INIT("gameState")};
    size_t i, max;
    yyjson_val *key, *entry;
    yyjson_val *map = yyjson_obj_get(file->json.root, "gameState");
    hob_json_each_member(map, i, max, key, entry) {
        yyjson_val *type = yyjson_obj_get(entry, "type"),
                   *initial = yyjson_obj_get(entry, "initial");
        bool fits = yyjson_equals_str(type, "number")    ? yyjson_is_num(initial)
                    : yyjson_equals_str(type, "boolean") ? yyjson_is_bool(initial)
                                                         : yyjson_is_str(initial);
        if (yyjson_is_str(type) && initial && !fits) {
            hob_read_level level = {.up = &states, .key = hob_hearth__text(key)};
            hob_reader_find(&file->reader, &level, HOB_STR("initial"), HOB_ERR_FIELD_TYPE,
                            HOB_SEVERITY_ERROR, "Change the value or its declared type.",
                            "The initial value is no %s.", yyjson_get_str(type));
        }
    }
}

/* ---- settings ---- */

static void add_size(hob_hearth__file *file, yyjson_mut_val *settings, yyjson_val *build,
                     const char *key, double most) {
    yyjson_val *v = yyjson_obj_get(build, key);
    double number = yyjson_get_num(v);
    if (!v) {
        return;
    }
    if (number > most) {
        hob_read_level level = {.key = HOB_STR_INIT("buildSettings")};
        hob_hearth__warn(file, &level, key, HOB_ERR_FIELD_RANGE, NULL,
                         "%s is %g; Hob's largest value, %g, takes its place.", key, number, most);
        number = most;
    }
    hob_hearth__add(file, settings, hob_str_from(key), yyjson_mut_real(file->doc, number));
}

/* Hearth does not look at the form of this colour. */
static void add_background(hob_hearth__file *file, yyjson_mut_val *settings, yyjson_val *build) {
    hob_str color = hob_hearth__text(yyjson_obj_get(build, "backgroundColor"));
    if (color.data && hob_color_valid(color)) {
        hob_hearth__add(file, settings, HOB_STR("backgroundColor"),
                        hob_hearth__new_text(file, color));
    } else if (color.data) {
        hob_read_level level = {.key = HOB_STR_INIT("buildSettings")};
        hob_hearth__warn(file, &level, "backgroundColor", HOB_ERR_FIELD_PATTERN,
                         "Colours are written like #1a1a2e.",
                         "\"%.*s\" is no colour. It is not imported.",
                         (int)(color.length < 40 ? color.length : 40), color.data);
    }
}

static void copy_key(hob_hearth__file *file, const hob_field *table, yyjson_val *object,
                     const char *key, yyjson_mut_val *copy) {
    yyjson_val *v = yyjson_obj_get(object, key);
    const hob_field *field = hob_field_find(table, hob_str_from(key));
    if (v && field) {
        hob_hearth__add(file, copy, hob_str_from(key), hob_hearth__copy(file, field, v));
    }
}

static yyjson_mut_val *settings_of(hob_hearth__file *file) {
    yyjson_val *build = yyjson_obj_get(file->json.root, "buildSettings");
    yyjson_mut_val *settings = yyjson_mut_obj(file->doc);
    add_size(file, settings, build, "width", 16384);
    add_size(file, settings, build, "height", 16384);
    add_background(file, settings, build);
    add_size(file, settings, build, "fixedTimestep", 1000);
    static const char *const kept[] = {"pixelPerfect", "title", "icon", "loading"};
    const hob_field *table = hob_field_find(hob_hearth__manifest_fields, HOB_STR("buildSettings"));
    for (size_t i = 0; i < HOB_COUNT(kept) && table; i++) {
        copy_key(file, table->fields, build, kept[i], settings);
    }
    return settings;
}

/* ---- scenes ---- */

/* The id that an old reference means now; itself when it means nothing. */
static yyjson_mut_val *initial_scene(hob_hearth__file *file) {
    hob_str id = hob_hearth__text(yyjson_obj_get(file->json.root, "initialScene"));
    const hob_hearth__scene *scene = hob_hearth__scene_by_id(file->import, id);
    if (!id.length) {
        return yyjson_mut_null(file->doc);
    }
    return scene ? yyjson_mut_strcpy(file->doc, scene->new_id) : hob_hearth__new_text(file, id);
}

static yyjson_mut_val *scene_list(hob_hearth__file *file) {
    hob_hearth__import *import = file->import;
    yyjson_mut_val *list = yyjson_mut_arr(file->doc);
    yyjson_val *entries = yyjson_obj_get(file->json.root, "scenes");
    hob_read_level scenes = {.key = HOB_STR_INIT("scenes")};
    for (size_t i = 0; i < import->scene_count; i++) {
        const hob_hearth__scene *scene = &import->scenes[i];
        hob_read_level level = {.up = &scenes, .index = i};
        yyjson_mut_val *entry = yyjson_mut_obj(file->doc);
        yyjson_val *name = yyjson_obj_get(yyjson_arr_get(entries, i), "name");
        hob_hearth__add(file, entry, HOB_STR("id"), yyjson_mut_strcpy(file->doc, scene->new_id));
        hob_hearth__add(file, entry, HOB_STR("name"),
                        scene->name.length ? hob_hearth__copy_name(file, &level, name)
                                           : yyjson_mut_strcpy(file->doc, scene->new_id));
        hob_hearth__add(file, entry, HOB_STR("path"),
                        yyjson_mut_strcpy(file->doc, scene->new_path));
        (void)yyjson_mut_arr_append(list, entry);
    }
    return list;
}

/* ---- the file ---- */

/* The second value of every rule (spec hob 3), and room for scripts that never had a budget. */
static const char rules[] =
    "{\"scripts\":\"hearth1\",\"sceneInput\":\"drop\",\"solver\":\"hearth1\","
    "\"contactFilter\":\"both\",\"inherit\":\"position\",\"destroyChildren\":\"keep\","
    "\"disabledEntities\":\"absent\",\"particles\":\"cone\"}";
static const char limits[] =
    "{\"hookUnits\":100000000,\"stepUnits\":500000000,\"loadUnits\":5000000000}";

static void build(hob_hearth__file *file) {
    file->keeps_gaps = true;
    yyjson_val *root = file->json.root;
    yyjson_mut_val *out = yyjson_mut_obj(file->doc);
    yyjson_mut_doc_set_root(file->doc, out);
    hob_hearth__add(file, out, HOB_STR("formatVersion"), yyjson_mut_int(file->doc, 1));
    hob_hearth__add(file, out, HOB_STR("engineVersion"),
                    yyjson_mut_strcpy(file->doc, hob_engine_version()));
    hob_hearth__add(file, out, HOB_STR("id"),
                    hob_hearth__new_text(file, hob_hearth__text(yyjson_obj_get(root, "id"))));
    hob_hearth__add(file, out, HOB_STR("name"),
                    hob_hearth__copy_name(file, NULL, yyjson_obj_get(root, "name")));
    copy_key(file, hob_hearth__manifest_fields, root, "description", out);
    hob_hearth__add(file, out, HOB_STR("nextId"), yyjson_mut_int(file->doc, file->import->next_id));
    hob_hearth__add(file, out, HOB_STR("initialScene"), initial_scene(file));
    hob_hearth__add(file, out, HOB_STR("scenes"), scene_list(file));
    hob_hearth__add(file, out, HOB_STR("rules"), hob_hearth__json(file, rules));
    hob_hearth__add(file, out, HOB_STR("settings"), settings_of(file));
    hob_hearth__add(file, out, HOB_STR("limits"), hob_hearth__json(file, limits));
    hob_hearth__add(file, out, HOB_STR("input"),
                    hob_hearth__input(file, yyjson_obj_get(root, "inputMappings")));
    copy_key(file, hob_hearth__manifest_fields, root, "gameState", out);
    copy_key(file, hob_hearth__manifest_fields, root, "codeStyle", out);
}

bool hob_hearth__read_manifest(hob_hearth__import *import) {
    hob_hearth__file *file = import->manifest;
    if (!hob_hearth__open(import, &import->arena, "hearth.json", hob_hearth__manifest_fields,
                          HOB_HEARTH_REQUIRED, file)) {
        return false;
    }
    check_version(file);
    check_state(file);
    return hob_hearth__settle(file);
}

hob_status hob_hearth__write_manifest(hob_hearth__import *import, hob_error *reterr) {
    hob_hearth__file *file = import->manifest;
    yyjson_val *root = file->json.root;
    build(file);
    hob_str id = hob_hearth__text(yyjson_obj_get(root, "id")),
            name = hob_hearth__text(yyjson_obj_get(root, "name"));
    (void)snprintf(import->result.id, sizeof import->result.id, "%.*s", (int)id.length, id.data);
    (void)snprintf(import->result.name, sizeof import->result.name, "%.*s", (int)name.length,
                   name.data);
    return hob_hearth__settle(file) ? hob_hearth__put(file, "hob.json", reterr) : HOB_OK;
}
