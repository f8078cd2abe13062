/* assets.json, and the payloads that leave assets/ (spec hob 1.1, 5). */
#include "import/hearth_internal.h"

#include <string.h>

/* Types whose files have a folder of their own in Hob. */
typedef struct payload_row {
    const char *type, *folder, *suffix;
    const hob_field *fields;
    hob_status (*write)(hob_hearth__file *file, const char *path, hob_error *reterr);
} payload_row;

static hob_status write_prefab(hob_hearth__file *file, const char *path, hob_error *reterr);
static hob_status write_plain(hob_hearth__file *file, const char *path, hob_error *reterr);

static const payload_row payload_rows[] = {
    {"prefab", "prefabs", ".prefab.json", hob_hearth__prefab_fields, write_prefab},
    {"animation", "animations", ".anim.json", hob_hearth__animation_fields, write_plain},
    {"stateMachine", "statemachines", ".asm.json", hob_hearth__state_machine_fields, write_plain},
};

static const payload_row *row_of(hob_str type) {
    for (size_t i = 0; i < HOB_COUNT(payload_rows); i++) {
        if (hob_str_is(type, payload_rows[i].type)) {
            return &payload_rows[i];
        }
    }
    return NULL;
}

/* ---- paths ---- */

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* prefabs/coin.prefab.json for assets/prefabs/coin.prefab.json, whatever it was called. */
static const char *payload_path(hob_hearth__import *import, const payload_row *row,
                                const char *file) {
    const char *name = name_of(file);
    hob_str stem = hob_str_from(name);
    if (hob_str_ends(stem, hob_str_from(row->suffix))) {
        stem.length -= strlen(row->suffix);
    } else if (hob_str_ends(stem, HOB_STR(".json"))) {
        stem.length -= 5;
    }
    return hob_import__take_path(&import->target,
                                 hob_arena_format(&import->arena, "%s/%.*s%s", row->folder,
                                                  (int)stem.length, stem.data, row->suffix));
}

/* A path stays where it is unless another file has it or Hob keeps that place for itself. */
static const char *plain_path(hob_hearth__import *import, hob_str type, const char *file) {
    bool is_kept = strncmp(file, ".hob/", 5) == 0;
    if (!is_kept && hob_import__path_free(&import->target, file)) {
        return hob_import__take_path(&import->target, file);
    }
    return hob_import__take_path(&import->target,
                                 hob_arena_format(&import->arena, "assets/%.*s/%s",
                                                  (int)type.length, type.data, name_of(file)));
}

/* The first asset with the same file and a kind that can share it: this one, if there was none. */
static const hob_hearth__asset *first_user(hob_hearth__import *import, hob_names *files,
                                           const hob_hearth__asset *asset) {
    const payload_row *row = row_of(asset->type);
    hob_str key =
        hob_str_from(hob_arena_format(&import->arena, "%s:%s", row ? row->type : "", asset->file));
    uint32_t index = (uint32_t)(asset - import->assets);
    return hob_names_add(files, key, index) ? asset : &import->assets[hob_names_find(files, key)];
}

static void choose_path(hob_hearth__file *file, hob_hearth__asset *asset, yyjson_val *entry,
                        const hob_read_level *level, hob_names *files) {
    hob_hearth__import *import = file->import;
    const payload_row *row = row_of(asset->type);
    hob_error error = {.status = HOB_OK};
    char *path;
    if (hob_path_normalise(&import->arena, hob_hearth__text(yyjson_obj_get(entry, "path")), &path,
                           &error)) {
        hob_reader_find(&file->reader, level, HOB_STR("path"), error.status, HOB_SEVERITY_ERROR,
                        error.hint, "%s", error.message);
        return;
    }
    asset->file = path;
    const hob_hearth__asset *first = first_user(import, files, asset);
    asset->is_first = first == asset;
    asset->new_path = first != asset ? first->new_path
                      : row          ? payload_path(import, row, asset->file)
                                     : plain_path(import, asset->type, asset->file);
    bool is_folder;
    if (!hob_import__exists(&import->source, asset->file, &is_folder) || is_folder) {
        hob_hearth__warn(file, level, "path", HOB_ERR_MISSING_ASSET_FILE,
                         "Put the file there, or take the asset out.", "There is no file \"%s\".",
                         asset->file);
        asset->is_first = false;
    }
}

/* ---- assets.json ---- */

static yyjson_mut_val *copy_asset(hob_hearth__file *file, const hob_field *table, yyjson_val *entry,
                                  const hob_hearth__asset *asset) {
    yyjson_mut_val *copy = hob_hearth__copy_known(file, table, entry);
    if (asset->new_path) {
        (void)yyjson_mut_obj_put(copy, yyjson_mut_str(file->doc, "path"),
                                 yyjson_mut_strcpy(file->doc, asset->new_path));
    }
    return copy;
}

static void copy_assets(hob_hearth__file *file, yyjson_mut_val *root) {
    hob_hearth__import *import = file->import;
    yyjson_val *entries = yyjson_obj_get(file->json.root, "assets"), *entry;
    yyjson_mut_val *copies = yyjson_mut_arr(file->doc);
    const hob_field *list = hob_field_find(hob_hearth__index_fields, HOB_STR("assets"));
    hob_read_level assets = {.key = HOB_STR_INIT("assets")};
    hob_names files;
    hob_names_init(&files, &import->arena, yyjson_arr_size(entries));
    import->assets =
        hob_arena_array(&import->arena, hob_hearth__asset, yyjson_arr_size(entries) + 1);
    size_t i, max;
    yyjson_arr_foreach(entries, i, max, entry) {
        hob_hearth__asset *asset = &import->assets[import->asset_count++];
        hob_read_level level = {.up = &assets, .index = i};
        hob_str type = hob_hearth__text(yyjson_obj_get(entry, "type"));
        asset->type =
            (hob_str){hob_arena_text(&import->arena, type.data, type.length), type.length};
        choose_path(file, asset, entry, &level, &files);
        (void)yyjson_mut_arr_append(copies, copy_asset(file, list->element->fields, entry, asset));
    }
    hob_hearth__add(file, root, HOB_STR("assets"), copies);
}

hob_status hob_hearth__write_index(hob_hearth__import *import, hob_error *reterr) {
    hob_hearth__file file;
    if (!hob_import__exists(&import->source, "assets.json", NULL) ||
        !hob_hearth__open(import, &import->scratch, "assets.json", hob_hearth__index_fields,
                          HOB_HEARTH_REQUIRED, &file)) {
        return HOB_OK;
    }
    if (file.reader.refused) {
        (void)hob_hearth__settle(&file);
        return HOB_OK;
    }
    yyjson_mut_val *root = yyjson_mut_obj(file.doc);
    yyjson_mut_doc_set_root(file.doc, root);
    hob_hearth__add(&file, root, HOB_STR("formatVersion"), yyjson_mut_int(file.doc, 1));
    copy_assets(&file, root);
    import->result.assets = import->asset_count;
    return hob_hearth__settle(&file) ? hob_hearth__put(&file, "assets.json", reterr) : HOB_OK;
}

/* ---- payloads ---- */

static hob_status write_prefab(hob_hearth__file *file, const char *path, hob_error *reterr) {
    yyjson_mut_val *root = yyjson_mut_obj(file->doc);
    yyjson_mut_doc_set_root(file->doc, root);
    hob_hearth__add(file, root, HOB_STR("formatVersion"), yyjson_mut_int(file->doc, 1));
    hob_hearth__add(file, root, HOB_STR("name"),
                    hob_hearth__copy_name(file, NULL, yyjson_obj_get(file->json.root, "name")));
    hob_hearth__add(
        file, root, HOB_STR("entities"),
        hob_hearth__copy_entities(file, yyjson_obj_get(file->json.root, "entities"), true));
    return file->reader.refused ? HOB_OK : hob_hearth__put(file, path, reterr);
}

static hob_status write_plain(hob_hearth__file *file, const char *path, hob_error *reterr) {
    const hob_field *table = hob_hearth__animation_fields;
    for (size_t i = 0; i < HOB_COUNT(payload_rows); i++) {
        bool is_kind = hob_str_ends(hob_str_from(path), hob_str_from(payload_rows[i].suffix));
        table = is_kind ? payload_rows[i].fields : table;
    }
    file->keeps_gaps = true;
    yyjson_mut_val *root = yyjson_mut_obj(file->doc);
    yyjson_mut_doc_set_root(file->doc, root);
    hob_hearth__add(file, root, HOB_STR("formatVersion"), yyjson_mut_int(file->doc, 1));
    for (const hob_field *field = table; field->name; field++) {
        yyjson_val *v = yyjson_obj_get(file->json.root, field->name);
        if (v) {
            hob_hearth__add(file, root, hob_str_from(field->name),
                            hob_hearth__copy(file, field, v));
        }
    }
    return hob_hearth__put(file, path, reterr);
}

/* Hearth looks at payloads only when the game runs. One that it could not read is copied as it is:
 * the imported game fails at it as the original did, and validation says so. */
static hob_status write_payload(hob_hearth__import *import, const hob_hearth__asset *asset,
                                const payload_row *row, hob_error *reterr) {
    hob_hearth__file file;
    size_t before = import->target.file_count;
    if (hob_hearth__open(import, &import->scratch, asset->file, row->fields, HOB_HEARTH_PAYLOAD,
                         &file)) {
        hob_status status =
            file.reader.refused ? HOB_OK : row->write(&file, asset->new_path, reterr);
        (void)hob_hearth__settle(&file);
        if (status) {
            return status;
        }
    }
    return import->target.file_count > before
               ? HOB_OK
               : hob_hearth__copy_file(import, asset->file, asset->new_path, reterr);
}

hob_status hob_hearth__write_payloads(hob_hearth__import *import, hob_error *reterr) {
    hob_import_result *result = &import->result;
    size_t *const counts[] = {&result->prefabs, &result->animations, &result->state_machines};
    hob_status status = HOB_OK;
    for (size_t i = 0; i < import->asset_count && !status; i++) {
        const hob_hearth__asset *asset = &import->assets[i];
        const payload_row *row = row_of(asset->type);
        if (row && asset->is_first) {
            (void)hob_names_add(&import->settled, hob_str_from(asset->file), 0);
            status = write_payload(import, asset, row, reterr);
            ++*counts[row - payload_rows];
        }
    }
    return status;
}
