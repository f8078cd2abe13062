#include "project/references.h"

#include <string.h>

#define POINTER_MAX 1024

typedef struct search {
    hob_project *project;
    hob_arena *arena;
    const hob_asset *asset;
    hob_str id;
    hob_reference *found;
    size_t count, cap;
    /* the place at hand */
    hob_reference place;
    char pointer[POINTER_MAX];
} search;

static void add(search *s, const char *pointer, int line) {
    if (s->count == s->cap) {
        size_t cap = s->cap == 0 ? 16 : s->cap * 2;
        hob_reference *bigger = hob_arena_array(s->arena, hob_reference, cap);
        if (s->count > 0) {
            memcpy(bigger, s->found, s->count * sizeof *bigger);
        }
        s->found = bigger;
        s->cap = cap;
    }
    hob_reference *made = &s->found[s->count++];
    *made = s->place;
    made->pointer = hob_arena_text(s->arena, pointer, strlen(pointer));
    made->line = line;
}

/* The id itself, or a frame of it: "<id>#<frame>". */
static bool names_asset(const search *s, hob_str text) {
    return hob_str_starts(text, s->id) &&
           (text.length == s->id.length || text.data[s->id.length] == '#');
}

static hob_str text_of(yyjson_val *v) {
    return (hob_str){yyjson_get_str(v), yyjson_get_len(v)};
}

/* ---- JSON ---- */

static void walk(search *s, yyjson_val *v);

static void step_into(search *s, hob_str key, yyjson_val *v) {
    size_t length = strlen(s->pointer);
    hob_json_pointer_key(s->pointer, sizeof s->pointer, key);
    walk(s, v);
    s->pointer[length] = '\0';
}

static void walk(search *s, yyjson_val *v) {
    size_t i, max, length = strlen(s->pointer);
    yyjson_val *key, *item;
    if (yyjson_is_str(v) && names_asset(s, text_of(v))) {
        add(s, s->pointer, 0);
    }
    yyjson_obj_foreach(v, i, max, key, item) {
        if (names_asset(s, text_of(key))) {
            add(s, s->pointer, 0);
        }
        step_into(s, text_of(key), item);
    }
    yyjson_arr_foreach(v, i, max, item) {
        hob_json_pointer_index(s->pointer, sizeof s->pointer, i);
        walk(s, item);
        s->pointer[length] = '\0';
    }
}

static const char *kept(search *s, yyjson_val *v) {
    return yyjson_is_str(v) ? hob_arena_text(s->arena, yyjson_get_str(v), yyjson_get_len(v)) : NULL;
}

static void walk_entity(search *s, yyjson_val *entity) {
    size_t i, max, length = strlen(s->pointer);
    yyjson_val *key, *item, *slot, *fields;
    s->place.entity_id = kept(s, yyjson_obj_get(entity, "id"));
    s->place.entity_name = kept(s, yyjson_obj_get(entity, "name"));
    yyjson_obj_foreach(entity, i, max, key, item) {
        if (!yyjson_equals_str(key, "components")) {
            step_into(s, text_of(key), item);
        }
    }
    hob_json_pointer_key(s->pointer, sizeof s->pointer, HOB_STR("components"));
    yyjson_obj_foreach(yyjson_obj_get(entity, "components"), i, max, slot, fields) {
        s->place.component = kept(s, slot);
        step_into(s, text_of(slot), fields);
    }
    s->pointer[length] = '\0';
    s->place.component = s->place.entity_id = s->place.entity_name = NULL;
}

static void walk_file(search *s, const char *path, yyjson_val *root) {
    size_t i, max, k, k_max;
    yyjson_val *key, *item, *entity;
    s->place = (hob_reference){.file = path, .scene = s->place.scene};
    s->pointer[0] = '\0';
    if (!yyjson_is_obj(root)) {
        walk(s, root);
    }
    yyjson_obj_foreach(root, i, max, key, item) {
        if (!yyjson_equals_str(key, "entities")) {
            step_into(s, text_of(key), item);
            continue;
        }
        yyjson_arr_foreach(item, k, k_max, entity) {
            hob_json_pointer_key(s->pointer, sizeof s->pointer, HOB_STR("entities"));
            hob_json_pointer_index(s->pointer, sizeof s->pointer, k);
            walk_entity(s, entity);
            s->pointer[0] = '\0';
        }
    }
}

/* Rows of the index but its own: animations name their sheets, fonts their pages. */
static void walk_index(search *s) {
    const hob_json *json = hob_project_assets_json(s->project);
    yyjson_val *rows = json != NULL ? yyjson_obj_get(json->root, "assets") : NULL, *row;
    size_t i, max;
    s->place = (hob_reference){.file = "assets.json"};
    yyjson_arr_foreach(rows, i, max, row) {
        if (!yyjson_equals_str(yyjson_obj_get(row, "id"), s->asset->id)) {
            s->pointer[0] = '\0';
            hob_json_pointer_key(s->pointer, sizeof s->pointer, HOB_STR("assets"));
            hob_json_pointer_index(s->pointer, sizeof s->pointer, i);
            step_into(s, HOB_STR("metadata"), yyjson_obj_get(row, "metadata"));
        }
    }
}

/* Payloads and data files; each file once. */
static void walk_payload(search *s, const hob_asset *asset) {
    hob_buf text;
    hob_json json;
    const hob_allocator *a = &s->arena->as_allocator;
    const char *path = hob_path_join(s->arena, hob_project_root(s->project), asset->path);
    hob_fs *fs = hob_project_fs(s->project);
    if (!hob_str_ends(hob_str_from(asset->path), HOB_STR(".json"))) {
        return;
    }
    hob_buf_init(&text, hob_project_allocator(s->project), (size_t)64 << 20);
    hob_guard *guard = s->arena->guard;
    s->arena->guard = NULL; /* the file system and the buffer hold something */
    bool read = fs->read(fs, path, (size_t)64 << 20, &text, NULL) == HOB_OK && !text.failed;
    hob_str own = {NULL, 0};
    if (read && hob_str_find(hob_buf_str(&text), s->id) != SIZE_MAX) {
        own = (hob_str){hob_arena_text(s->arena, text.data, text.length), text.length};
    }
    hob_buf_done(&text);
    s->arena->guard = guard;
    if (own.data != NULL &&
        hob_json_parse(a, own, asset->path, HOB_JSON_STRICT, &json, NULL, NULL) == HOB_OK) {
        walk_file(s, asset->path, json.root);
    }
}

static bool is_first_of_file(const search *s, size_t index) {
    const char *path = hob_project_asset_at(s->project, index)->path;
    for (size_t i = 0; i < index; i++) {
        if (strcmp(hob_project_asset_at(s->project, i)->path, path) == 0) {
            return false;
        }
    }
    return strcmp(path, s->asset->path) != 0;
}

/* ---- code ---- */

static bool is_quote(char c) {
    return c == '"' || c == '\'' || c == '`';
}

/* "<name>" in quotes, the id or the path anywhere. */
static void mention(search *s, const char *file, hob_str text) {
    const hob_str wanted[] = {s->id, hob_str_from(s->asset->path), hob_str_from(s->asset->name)};
    s->place = (hob_reference){.file = file, .is_mention = true};
    int line = 1;
    for (size_t i = 0; i < text.length; i++) {
        hob_str rest = {text.data + i, text.length - i};
        line += text.data[i] == '\n';
        for (size_t w = 0; w < HOB_COUNT(wanted); w++) {
            size_t length = wanted[w].length;
            bool quoted = i > 0 && is_quote(text.data[i - 1]) && i + length < text.length &&
                          is_quote(text.data[i + length]);
            if (length > 0 && hob_str_starts(rest, wanted[w]) && (w < 2 || quoted)) {
                add(s, "", line);
                break;
            }
        }
    }
}

size_t hob_references_find(hob_project *project, const hob_asset *asset, hob_arena *arena,
                           const hob_reference **ret_references) {
    search s = {.project = project, .arena = arena, .asset = asset};
    s.id = hob_str_from(asset->id);
    walk_file(&s, "hob.json", hob_project_manifest_json(project)->root);
    walk_index(&s);
    for (size_t i = 0; i < hob_project_scene_count(project); i++) {
        const hob_scene_entry *scene = hob_project_scene_at(project, i);
        const hob_json *json = NULL;
        if (hob_project_scene_json(project, scene, &json, NULL) == HOB_OK) {
            s.place.scene = scene->id;
            walk_file(&s, scene->path, json->root);
        }
    }
    s.place.scene = NULL;
    for (size_t i = 0; i < hob_project_asset_count(project); i++) {
        if (is_first_of_file(&s, i)) {
            walk_payload(&s, hob_project_asset_at(project, i));
        }
    }
    for (size_t i = 0; i < hob_project_playtest_count(project); i++) {
        const hob_playtest_entry *playtest = hob_project_playtest_at(project, i);
        if (playtest->json != NULL) {
            walk_file(&s, playtest->path, playtest->json->root);
        }
    }
    for (size_t i = 0; i < hob_project_script_count(project); i++) {
        const hob_script_file *script = hob_project_script_at(project, i);
        mention(&s, script->path, script->error == NULL ? script->text : (hob_str){NULL, 0});
    }
    for (size_t i = 0; i < hob_project_piece_count(project); i++) {
        const hob_script_file *piece = hob_project_piece_at(project, i);
        mention(&s, piece->path, piece->error == NULL ? piece->text : (hob_str){NULL, 0});
    }
    *ret_references = s.found;
    return s.count;
}
