/* What differs between two states, as games see it: scenes, entities, components, assets, scripts,
 * play-tests (spec commands 4.4). Objects are compared key by key, lists as a whole. */
#include "project/content.h"

#include "base/json.h"

#include <string.h>

typedef struct differ {
    const hob_content *state[2]; /* before, after */
    hob_arena *arena;
    const hob_allocator *a;
    yyjson_val *manifest[2], *index[2];
    hob_value scenes, assets, scripts, playtests, files;
    double scenes_of[3], entities_of[3]; /* by status */
} differ;

enum { ADDED, REMOVED, MODIFIED };
static const char *const statuses[] = {"added", "removed", "modified"};

/* ---- values ---- */

static void set(differ *d, hob_value map, const char *key, hob_value v) {
    (void)hob_map_set(d->a, map.as.map, hob_str_from(key), v);
}

static void set_cstr(differ *d, hob_value map, const char *key, const char *text) {
    set(d, map, key, hob_value_cstr(d->a, text));
}

static void set_json(differ *d, hob_value map, const char *key, yyjson_val *v) {
    set(d, map, key, v ? hob_value_from_json(d->a, v) : HOB_VALUE_NULL);
}

static hob_value new_map(differ *d) {
    return hob_value_map(d->a, 8);
}

static void add(differ *d, hob_value list, hob_value v) {
    (void)hob_list_add(d->a, list.as.list, v);
}

/* ---- JSON of a state ---- */

/* Null: there is no such file, or it is no JSON. */
static yyjson_val *parse(differ *d, const hob_content_file *file) {
    hob_json json;
    if (!file ||
        hob_json_parse(d->a, file->bytes, file->path, HOB_JSON_STRICT, &json, NULL, NULL)) {
        return NULL;
    }
    return json.root;
}

static yyjson_val *row_of(yyjson_val *list, const char *key, const char *text) {
    size_t i, max;
    yyjson_val *row;
    yyjson_arr_foreach(list, i, max, row) {
        const char *own = yyjson_get_str(yyjson_obj_get(row, key));
        if (own && text && strcmp(own, text) == 0) {
            return row;
        }
    }
    return NULL;
}

static const char *name_of(yyjson_val *key) {
    const char *name = yyjson_get_str(key);
    return name ? name : "";
}

/* {path, before, after} for every leaf that differs. */
static void compare_trees(differ *d, const char *path, yyjson_val *before, yyjson_val *after,
                          hob_value changes) {
    if (before == after || (before && after && yyjson_equals(before, after))) {
        return; /* or both are missing */
    }
    bool is_object = (!before || yyjson_is_obj(before)) && (!after || yyjson_is_obj(after));
    if (!is_object || yyjson_obj_size(before) + yyjson_obj_size(after) == 0) {
        hob_value row = new_map(d);
        set_cstr(d, row, "path", path);
        set_json(d, row, "before", before);
        set_json(d, row, "after", after);
        add(d, changes, row);
        return;
    }
    size_t i, max;
    yyjson_val *key, *v;
    hob_json_each_member(before, i, max, key, v) {
        const char *name = name_of(key);
        const char *inner = hob_arena_format(d->arena, "%s%s%s", path, path[0] ? "." : "", name);
        compare_trees(d, inner, v, yyjson_obj_get(after, name), changes);
    }
    hob_json_each_member(after, i, max, key, v) {
        const char *name = name_of(key);
        if (!yyjson_obj_get(before, name)) {
            compare_trees(d, hob_arena_format(d->arena, "%s%s%s", path, path[0] ? "." : "", name),
                          NULL, v, changes);
        }
    }
}

/* ---- lists of rows with an id ---- */

/* Called for each row that is on one side only (the other null) or on both. */
typedef void (*row_visit)(differ *d, yyjson_val *before, yyjson_val *after, void *user);

static void each_row(differ *d, yyjson_val *before, yyjson_val *after, const char *key,
                     row_visit visit, void *user) {
    size_t i, max;
    yyjson_val *row;
    yyjson_arr_foreach(before, i, max, row) {
        visit(d, row, row_of(after, key, yyjson_get_str(yyjson_obj_get(row, key))), user);
    }
    yyjson_arr_foreach(after, i, max, row) {
        if (!row_of(before, key, yyjson_get_str(yyjson_obj_get(row, key)))) {
            visit(d, NULL, row, user);
        }
    }
}

static int status_of(const void *before, const void *after) {
    return !before ? ADDED : !after ? REMOVED : MODIFIED;
}

static hob_value named_row(differ *d, yyjson_val *before, yyjson_val *after) {
    yyjson_val *shown = after ? after : before;
    hob_value row = new_map(d);
    set_json(d, row, "id", yyjson_obj_get(shown, "id"));
    set_json(d, row, "name", yyjson_obj_get(shown, "name"));
    set_cstr(d, row, "status", statuses[status_of(before, after)]);
    return row;
}

/* ---- scenes ---- */

static void compare_components(differ *d, yyjson_val *before, yyjson_val *after, hob_value rows) {
    yyjson_val *all[2] = {yyjson_obj_get(before, "components"),
                          yyjson_obj_get(after, "components")};
    for (int side = 0; side < 2; side++) {
        size_t i, max;
        yyjson_val *key, *v;
        hob_json_each_member(all[side], i, max, key, v) {
            const char *slot = name_of(key);
            yyjson_val *other = yyjson_obj_get(all[1 - side], slot);
            if (other && (side == 1 || yyjson_equals(v, other))) {
                continue;
            }
            yyjson_val *old = side == 0 ? v : NULL, *new = side == 0 ? other : v;
            hob_value row = new_map(d), changes = hob_value_list(d->a, 4);
            set_cstr(d, row, "type", slot);
            set_cstr(d, row, "status", statuses[status_of(old, new)]);
            if (old && new) {
                compare_trees(d, "", old, new, changes);
            }
            set(d, row, "changes", changes);
            add(d, rows, row);
        }
    }
}

/* Fields beside components; the mark of a prefab's instance says nothing about the game. */
static void compare_fields(differ *d, yyjson_val *before, yyjson_val *after, hob_value rows) {
    yyjson_val *sides[2] = {before, after};
    for (int side = 0; side < 2; side++) {
        size_t i, max;
        yyjson_val *key, *v;
        hob_json_each_member(sides[side], i, max, key, v) {
            const char *name = name_of(key);
            yyjson_val *other = yyjson_obj_get(sides[1 - side], name);
            if (strcmp(name, "components") != 0 && strcmp(name, "prefab") != 0 &&
                (side == 0 || !other)) {
                compare_trees(d, name, side == 0 ? v : NULL, side == 0 ? other : v, rows);
            }
        }
    }
}

static void compare_entity(differ *d, yyjson_val *before, yyjson_val *after, void *user) {
    hob_value *rows = user;
    hob_value fields = hob_value_list(d->a, 4), components = hob_value_list(d->a, 4);
    if (before && after) {
        compare_fields(d, before, after, fields);
        compare_components(d, before, after, components);
        if (!fields.as.list->count && !components.as.list->count) {
            return;
        }
    }
    hob_value row = named_row(d, before, after);
    d->entities_of[status_of(before, after)]++;
    set(d, row, "fieldChanges", fields);
    set(d, row, "components", components);
    add(d, *rows, row);
}

static const hob_content_file *file_of(const hob_content *state, yyjson_val *row) {
    const char *path = yyjson_get_str(yyjson_obj_get(row, "path"));
    return path ? hob_content_find(state, path) : NULL;
}

static bool same_file(const hob_content_file *a, const hob_content_file *b) {
    return (!a && !b) || (a && b && hob_str_equal(a->bytes, b->bytes));
}

static void compare_scene(differ *d, yyjson_val *before, yyjson_val *after, void *user) {
    (void)user;
    const hob_content_file *old = file_of(d->state[0], before), *new = file_of(d->state[1], after);
    hob_value entities = hob_value_list(d->a, 4), settings = hob_value_list(d->a, 4);
    if (before && after) {
        if (same_file(old, new) && yyjson_equals(before, after)) {
            return;
        }
        yyjson_val *roots[2] = {parse(d, old), parse(d, new)};
        each_row(d, yyjson_obj_get(roots[0], "entities"), yyjson_obj_get(roots[1], "entities"),
                 "id", compare_entity, &entities);
        compare_trees(d, "name", yyjson_obj_get(before, "name"), yyjson_obj_get(after, "name"),
                      settings);
        compare_trees(d, "settings", yyjson_obj_get(roots[0], "settings"),
                      yyjson_obj_get(roots[1], "settings"), settings);
    }
    hob_value row = named_row(d, before, after);
    d->scenes_of[status_of(before, after)]++;
    set(d, row, "changes", settings);
    set(d, row, "entities", entities);
    add(d, d->scenes, row);
}

/* ---- assets ---- */

static void compare_asset(differ *d, yyjson_val *before, yyjson_val *after, void *user) {
    (void)user;
    if (before && after && yyjson_equals(before, after) &&
        same_file(file_of(d->state[0], before), file_of(d->state[1], after))) {
        return;
    }
    hob_value row = named_row(d, before, after);
    set_json(d, row, "type", yyjson_obj_get(after ? after : before, "type"));
    set_json(d, row, "path", yyjson_obj_get(after ? after : before, "path"));
    add(d, d->assets, row);
}

/* ---- other files ---- */

static bool is_below(const char *path, const char *folder) {
    return hob_str_starts(hob_str_from(path), hob_str_from(folder));
}

static double lines_of(const hob_content_file *file) {
    double lines = 0;
    for (size_t i = 0; file && i < file->bytes.length; i++) {
        lines += file->bytes.data[i] == '\n' || i + 1 == file->bytes.length;
    }
    return lines;
}

/* What the lists of scenes and assets tell of already. */
static bool is_listed(const differ *d, const char *path) {
    for (int side = 0; side < 2; side++) {
        if (row_of(yyjson_obj_get(d->manifest[side], "scenes"), "path", path) ||
            row_of(yyjson_obj_get(d->index[side], "assets"), "path", path)) {
            return true;
        }
    }
    return strcmp(path, "hob.json") == 0 || strcmp(path, "assets.json") == 0;
}

static void compare_file(differ *d, const char *path) {
    const hob_content_file *old = hob_content_find(d->state[0], path);
    const hob_content_file *new = hob_content_find(d->state[1], path);
    if (same_file(old, new) || is_listed(d, path)) {
        return;
    }
    if (is_below(path, "playtests/")) {
        yyjson_val *before = parse(d, old), *after = parse(d, new);
        hob_value row = named_row(d, before, after);
        set_cstr(d, row, "path", path);
        set_cstr(d, row, "status", statuses[status_of(old, new)]); /* a broken one too */
        add(d, d->playtests, row);
        return;
    }
    bool is_script =
        is_below(path, "scripts/") || is_below(path, "components/") || is_below(path, "ui/");
    hob_value row = new_map(d);
    set_cstr(d, row, "path", path);
    set_cstr(d, row, "status", statuses[status_of(old, new)]);
    if (is_script) {
        set(d, row, "linesBefore", hob_value_number(lines_of(old)));
        set(d, row, "linesAfter", hob_value_number(lines_of(new)));
    }
    add(d, is_script ? d->scripts : d->files, row);
}

static void compare_files(differ *d) {
    for (size_t i = 0; i < d->state[0]->count; i++) {
        compare_file(d, d->state[0]->files[i].path);
    }
    for (size_t i = 0; i < d->state[1]->count; i++) {
        const char *path = d->state[1]->files[i].path;
        if (!hob_content_find(d->state[0], path)) {
            compare_file(d, path);
        }
    }
}

/* ---- the whole ---- */

/* hob.json but what the list of scenes tells, and the counter of ids. */
static void compare_project(differ *d, hob_value changes) {
    yyjson_val *sides[2] = {d->manifest[0], d->manifest[1]};
    for (int side = 0; side < 2; side++) {
        size_t i, max;
        yyjson_val *key, *v;
        hob_json_each_member(sides[side], i, max, key, v) {
            const char *name = name_of(key);
            yyjson_val *other = yyjson_obj_get(sides[1 - side], name);
            if (strcmp(name, "scenes") != 0 && strcmp(name, "nextId") != 0 &&
                (side == 0 || !other)) {
                compare_trees(d, name, side == 0 ? v : NULL, side == 0 ? other : v, changes);
            }
        }
    }
}

static hob_value stats_of(differ *d) {
    static const char *const scenes[] = {"scenesAdded", "scenesRemoved", "scenesModified"};
    static const char *const entities[] = {"entitiesAdded", "entitiesRemoved", "entitiesModified"};
    hob_value stats = new_map(d);
    for (int i = 0; i < 3; i++) {
        set(d, stats, scenes[i], hob_value_number(d->scenes_of[i]));
    }
    for (int i = 0; i < 3; i++) {
        set(d, stats, entities[i], hob_value_number(d->entities_of[i]));
    }
    set(d, stats, "assetsChanged", hob_value_number(d->assets.as.list->count));
    set(d, stats, "scriptsChanged", hob_value_number(d->scripts.as.list->count));
    set(d, stats, "playtestsChanged", hob_value_number(d->playtests.as.list->count));
    set(d, stats, "filesChanged", hob_value_number(d->files.as.list->count));
    return stats;
}

static const char *summary_of(differ *d, uint32_t project_changes) {
    const double scenes = d->scenes_of[ADDED] + d->scenes_of[REMOVED] + d->scenes_of[MODIFIED];
    const double entities =
        d->entities_of[ADDED] + d->entities_of[REMOVED] + d->entities_of[MODIFIED];
    return hob_arena_format(
        d->arena,
        "%u settings, %.0f scenes, %.0f entities, %u assets, %u scripts, %u play-tests, "
        "%u other files differ.",
        project_changes, scenes, entities, d->assets.as.list->count, d->scripts.as.list->count,
        d->playtests.as.list->count, d->files.as.list->count);
}

hob_value hob_content_diff(const hob_content *before, const hob_content *after, hob_arena *arena) {
    const hob_allocator *a = &arena->as_allocator;
    differ d = {
        .state = {before, after},
        .arena = arena,
        .a = a,
        .scenes = hob_value_list(a, 4),
        .assets = hob_value_list(a, 4),
        .scripts = hob_value_list(a, 4),
        .playtests = hob_value_list(a, 4),
        .files = hob_value_list(a, 4),
    };
    for (int side = 0; side < 2; side++) {
        d.manifest[side] = parse(&d, hob_content_find(d.state[side], "hob.json"));
        d.index[side] = parse(&d, hob_content_find(d.state[side], "assets.json"));
    }
    hob_value project = hob_value_list(a, 4), result = hob_value_map(a, 8);
    compare_project(&d, project);
    each_row(&d, yyjson_obj_get(d.manifest[0], "scenes"), yyjson_obj_get(d.manifest[1], "scenes"),
             "id", compare_scene, NULL);
    each_row(&d, yyjson_obj_get(d.index[0], "assets"), yyjson_obj_get(d.index[1], "assets"), "id",
             compare_asset, NULL);
    compare_files(&d);
    const uint32_t changed = project.as.list->count + d.scenes.as.list->count +
                             d.assets.as.list->count + d.scripts.as.list->count +
                             d.playtests.as.list->count + d.files.as.list->count;
    set(&d, result, "hasChanges", hob_value_bool(changed > 0));
    set_cstr(&d, result, "summary",
             changed > 0 ? summary_of(&d, project.as.list->count) : "Nothing differs.");
    set(&d, result, "projectChanges", project);
    set(&d, result, "scenes", d.scenes);
    set(&d, result, "assets", d.assets);
    set(&d, result, "scripts", d.scripts);
    set(&d, result, "playtests", d.playtests);
    set(&d, result, "files", d.files);
    set(&d, result, "stats", stats_of(&d));
    return result;
}
