/* Commands that bring files from outside into the project as assets. */
#include "command/artwork.h"
#include "command/font_import.h"
#include "command/image_probe.h"

#include <string.h>

#define IMPORT_MAX ((size_t)1 << 30)

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};
static const hob_field asset_result[] = {
    HOB_P("asset", MAP, .element = &any_field, .doc = "Row of the asset index."), HOB_FIELDS_END};

/* ---- importAsset ---- */

/* Where files of a type lie, and which endings mean it. */
typedef struct asset_type {
    const char *name, *folder;
    const char *const *endings;
} asset_type;
static const char *const picture_endings[] = {"png", "jpg", "jpeg",     "gif", "webp",
                                              "svg", "ase", "aseprite", NULL};
static const char *const sound_endings[] = {"mp3", "wav", "ogg", "m4a", NULL};
static const char *const font_endings[] = {"ttf", "otf", "woff", "woff2", NULL};
static const char *const bitmap_font_endings[] = {"fnt", NULL};
static const char *const data_endings[] = {"json", NULL};
static const char *const shader_endings[] = {"frag", "glsl", NULL};
static const char *const type_names[] = {"sprite", "tile",         "audio", "animation",
                                         "prefab", "stateMachine", "font",  "bitmapFont",
                                         "data",   "shader",       "other", NULL};
static const asset_type types[] = {{"sprite", "assets/sprites", picture_endings},
                                   {"tile", "assets/tile", NULL},
                                   {"audio", "assets/audio", sound_endings},
                                   {"animation", "animations", NULL},
                                   {"prefab", "prefabs", NULL},
                                   {"stateMachine", "statemachines", NULL},
                                   {"font", "assets/font", font_endings},
                                   {"bitmapFont", "assets/font", bitmap_font_endings},
                                   {"data", "assets/data", data_endings},
                                   {"shader", "assets/shader", shader_endings},
                                   {"other", "assets/other", NULL}};
_Static_assert(HOB_COUNT(types) + 1 == HOB_COUNT(type_names), "one row a type");

static const hob_field import_params[] = {
    HOB_P("sourcePath", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "File to copy into the project; relative to the working folder."),
    HOB_P("name", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "Name of the asset; left out, the file's without its ending."),
    HOB_P("type", ENUM, .names = type_names, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Type; left out, by the file's ending."),
    HOB_FIELDS_END};
static const hob_status import_errors[] = {HOB_ERR_FILE_NOT_FOUND,     HOB_ERR_FILE_IS_FOLDER,
                                           HOB_ERR_CONFLICT,           HOB_ERR_ASSET_DECODE,
                                           HOB_ERR_LIMIT_IMAGE,        HOB_ERR_JSON_SYNTAX,
                                           HOB_ERR_JSON_DUPLICATE_KEY, HOB_OK};

/* In lower case; empty when there is none or a longer one than any that is known. */
static void ending_of(hob_str file, char ret_lower[16]) {
    hob_str ending = {"", 0};
    for (size_t i = file.length; i > 0 && ending.length == 0; i--) {
        if (file.data[i - 1] == '.') {
            ending = (hob_str){file.data + i, file.length - i};
        }
    }
    memset(ret_lower, 0, 16);
    for (size_t i = 0; i < ending.length && ending.length < 16; i++) {
        char c = ending.data[i];
        ret_lower[i] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
}

static const asset_type *type_of(hob_command_call *call, const char *lower) {
    hob_str asked = hob_call_str(call, "type");
    for (size_t i = 0; i < HOB_COUNT(types); i++) {
        if (asked.length > 0 && hob_str_is(asked, types[i].name)) {
            return &types[i];
        }
        const char *const *endings = asked.length > 0 ? NULL : types[i].endings;
        for (size_t e = 0; endings != NULL && endings[e] != NULL; e++) {
            if (strcmp(lower, endings[e]) == 0) {
                return &types[i];
            }
        }
    }
    return &types[HOB_COUNT(types) - 1];
}

static hob_str file_name_of(hob_str path) {
    size_t start = path.length;
    while (start > 0 && path.data[start - 1] != '/') {
        start--;
    }
    return (hob_str){path.data + start, path.length - start};
}

static hob_str without_ending(hob_str file) {
    for (size_t i = file.length; i > 1; i--) {
        if (file.data[i - 1] == '.') {
            return (hob_str){file.data, i - 1};
        }
    }
    return file;
}

static hob_value import_metadata(hob_command_call *call, const asset_type *type, hob_str source,
                                 hob_str bytes) {
    hob_value metadata = hob_command__map(call);
    hob_command__put_str(call, metadata, "importedFrom", file_name_of(source));
    hob_image_size size;
    bool is_picture = strcmp(type->name, "sprite") == 0 || strcmp(type->name, "tile") == 0;
    if (is_picture && hob_image_probe(bytes, &size)) {
        hob_command__put_number(call, metadata, "width", size.width);
        hob_command__put_number(call, metadata, "height", size.height);
        hob_command__put_text(call, metadata, "format", size.format);
    }
    return metadata;
}

/* Artwork becomes sprites; as a file of another type it is copied as it is. */
static const hob_artwork_format *artwork_format(hob_command_call *call, const asset_type *type,
                                                const char *ending, hob_str bytes) {
    bool is_asked = hob_call_given(call, "type"), is_sprite = strcmp(type->name, "sprite") == 0;
    return is_sprite || !is_asked ? hob_artwork_format_of(ending, bytes) : NULL;
}

/* ---- one file ---- */

typedef struct incoming {
    hob_str source, name; /* name: of the asset */
    bool renames;         /* a taken name or path gets -2, -3, ... */
    const asset_type *type;
    char ending[16];
    hob_value row; /* out: of the asset index */
} incoming;

static void describe(hob_command_call *call, hob_str source, incoming *ret_file) {
    *ret_file = (incoming){.source = source};
    ending_of(file_name_of(source), ret_file->ending);
    ret_file->type = type_of(call, ret_file->ending);
    ret_file->name = without_ending(file_name_of(source));
}

/* The first of "<name>", "<name>-2", ... that is free together with its path. */
static const char *settle_names(hob_command_call *call, incoming *file) {
    hob_str name = file->name, own = file_name_of(file->source);
    hob_str stem = without_ending(own), ending = {own.data + stem.length, own.length - stem.length};
    const char *path =
        hob_arena_format(call->arena, "%s/%.*s", file->type->folder, (int)own.length, own.data);
    for (int n = 2; file->renames && !hob_edit__asset_is_free(call, file->name, path); n++) {
        file->name =
            hob_str_from(hob_arena_format(call->arena, "%.*s-%d", (int)name.length, name.data, n));
        path = hob_arena_format(call->arena, "%s/%.*s-%d%.*s", file->type->folder, (int)stem.length,
                                stem.data, n, (int)ending.length, ending.data);
    }
    return path;
}

static hob_status import_artwork(hob_command_call *call, const hob_artwork_format *format,
                                 hob_str bytes, incoming *file, hob_error *reterr) {
    (void)settle_names(call, file);
    const hob_artwork_file artwork = {format, file->source, file_name_of(file->source), file->name,
                                      bytes};
    hob_value metadata = import_metadata(call, file->type, file->source, (hob_str){NULL, 0});
    return hob_artwork_import(call, &artwork, metadata, &file->row, reterr);
}

static hob_status import_one(hob_command_call *call, incoming *file, hob_error *reterr) {
    hob_str bytes = {NULL, 0};
    hob_status status = hob_command__read_outside(
        call, hob_command__outside_path(call, file->source), IMPORT_MAX, &bytes, reterr);
    if (status != HOB_OK) {
        return status;
    }
    const hob_artwork_format *format = artwork_format(call, file->type, file->ending, bytes);
    if (format != NULL) {
        return import_artwork(call, format, bytes, file, reterr);
    }
    const char *path = settle_names(call, file), *id;
    hob_value metadata = import_metadata(call, file->type, file->source, bytes);
    if (strcmp(file->type->name, "bitmapFont") == 0) {
        status = hob_font_import_pages(call, file->source, file->name, bytes, metadata, reterr);
    }
    if (status == HOB_OK) {
        status = hob_edit__new_asset(call, file->type->name, file->name, path, metadata, &id,
                                     &file->row, reterr);
    }
    return status == HOB_OK ? hob_change_put(call->change, path, bytes, reterr) : status;
}

static hob_status run_import(hob_command_call *call, hob_error *reterr) {
    incoming file;
    describe(call, hob_call_str(call, "sourcePath"), &file);
    if (hob_call_given(call, "name")) {
        file.name = hob_call_str(call, "name");
    }
    hob_status status = import_one(call, &file, reterr);
    if (status == HOB_OK) {
        hob_call_set(call, "asset", file.row);
    }
    return status;
}

/* ---- importAssets ---- */

static const hob_field path_field = {.name = "",
                                     .type = HOB_FIELD_TEXT,
                                     .flags = HOB_FIELD_NOT_EMPTY,
                                     .doc = "File, relative to the working folder."};
static const hob_field many_params[] = {
    HOB_P("sourcePaths", LIST, .element = &path_field,
          .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Files to copy into the project."),
    HOB_P("type", ENUM, .names = type_names, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Type of all of them; left out, by each file's ending."),
    HOB_P("recursive", BOOL, .doc = "Folders stand for the files in them, hidden ones left out."),
    HOB_FIELDS_END};
static const hob_field imported_fields[] = {
    HOB_P("path", TEXT, .doc = "The file that was named."),
    HOB_P("assetId", TEXT, .doc = "Asset id."), HOB_P("name", TEXT, .doc = "Asset name."),
    HOB_P("type", TEXT, .doc = "Asset type."), HOB_FIELDS_END};
static const hob_field imported_row = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = imported_fields, .doc = "A new asset."};
static const char *const skip_codes[] = {"NOT_FOUND", "IS_DIRECTORY", "UNKNOWN_TYPE", NULL};
static const hob_field skipped_fields[] = {HOB_P("path", TEXT, .doc = "The file that was named."),
                                           HOB_P("code", ENUM, .names = skip_codes, .doc = "Why."),
                                           HOB_P("message", TEXT, .doc = "Why, as a sentence."),
                                           HOB_FIELDS_END};
static const hob_field skipped_row = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = skipped_fields, .doc = "A file left out."};
static const hob_field many_result[] = {
    HOB_P("imported", LIST, .element = &imported_row, .doc = "New assets."),
    HOB_P("skipped", LIST, .element = &skipped_row, .doc = "Files that were left out."),
    HOB_FIELDS_END};
static const hob_status many_errors[] = {HOB_ERR_CONFLICT, HOB_ERR_ASSET_DECODE,
                                         HOB_ERR_LIMIT_IMAGE, HOB_OK};

typedef struct batch {
    hob_command_call *call;
    hob_value imported, skipped;
} batch;

static void skip(batch *b, hob_str path, const char *code, const char *message) {
    hob_value row = hob_command__map(b->call);
    hob_command__put_str(b->call, row, "path", path);
    hob_command__put_text(b->call, row, "code", code);
    hob_command__put_text(b->call, row, "message", message);
    hob_command__add(b->call, b->skipped, row);
}

static hob_status bring(batch *b, hob_str path, int depth, hob_error *reterr);

/* Everything in a folder, by name. */
static hob_status bring_folder(batch *b, hob_str folder, int depth, hob_error *reterr) {
    hob_command_call *call = b->call;
    hob_fs *fs = call->host->fs;
    hob_fs_entry *entries = NULL;
    size_t count = 0;
    hob_guard *guard = call->arena->guard;
    call->arena->guard = NULL; /* the file system holds the folder open */
    hob_status status = fs->list(fs, hob_command__outside_path(call, folder), call->arena, &entries,
                                 &count, reterr);
    call->arena->guard = guard;
    for (size_t i = 0; status == HOB_OK && i < count; i++) {
        if (entries[i].name[0] != '.') {
            const char *path = hob_arena_format(call->arena, "%.*s/%s", (int)folder.length,
                                                folder.data, entries[i].name);
            status = bring(b, hob_str_from(path), depth + 1, reterr);
        }
    }
    return status;
}

static hob_status bring(batch *b, hob_str path, int depth, hob_error *reterr) {
    hob_command_call *call = b->call;
    hob_fs *fs = call->host->fs;
    hob_file_info info = {0};
    incoming file;
    hob_status status = fs->info(fs, hob_command__outside_path(call, path), true, &info, reterr);
    if (status != HOB_OK) {
        return status;
    }
    if (info.exists && info.is_folder && hob_call_bool(call, "recursive") && depth < 32) {
        return bring_folder(b, path, depth, reterr);
    }
    describe(call, path, &file);
    file.renames = true;
    bool is_known = hob_call_given(call, "type") || strcmp(file.type->name, "other") != 0;
    if (!info.exists || info.is_folder) {
        skip(b, path, info.exists ? "IS_DIRECTORY" : "NOT_FOUND",
             info.exists ? "It is a folder; recursive takes what is in it."
                         : "There is no such "
                           "file.");
        return HOB_OK;
    }
    if (!is_known) {
        skip(b, path, "UNKNOWN_TYPE", "Its ending tells no type; give type.");
        return HOB_OK;
    }
    status = import_one(call, &file, reterr);
    if (status == HOB_OK) {
        hob_value row = hob_command__map(call);
        hob_command__put_str(call, row, "path", path);
        hob_command__put(call, row, "assetId", hob_value_get(file.row, "id"));
        hob_command__put(call, row, "name", hob_value_get(file.row, "name"));
        hob_command__put(call, row, "type", hob_value_get(file.row, "type"));
        hob_command__add(call, b->imported, row);
    }
    return status;
}

static hob_status run_import_many(hob_command_call *call, hob_error *reterr) {
    batch b = {
        .call = call, .imported = hob_command__list(call), .skipped = hob_command__list(call)};
    hob_value paths = hob_value_get(call->params, "sourcePaths");
    hob_status status = HOB_OK;
    for (uint32_t i = 0; status == HOB_OK && i < paths.as.list->count; i++) {
        status = bring(&b, hob_value_str(hob_list_get(paths.as.list, i)), 0, reterr);
    }
    if (status == HOB_OK) {
        hob_call_set(call, "imported", b.imported);
        hob_call_set(call, "skipped", b.skipped);
        hob_call_detail(call, "count", hob_value_number(b.imported.as.list->count));
    }
    return status;
}

const hob_command hob_incoming_commands[] = {
    {.name = "importAsset",
     .summary = "Copies a file into the project and registers it as an asset; of artwork "
                "(.aseprite, atlases in JSON) sheets and animations are made.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = import_params,
     .result = asset_result,
     .errors = import_errors,
     .example_json = "{\"sourcePath\": \"hero.png\"}",
     .run = run_import,
     .cli = "import asset <sourcePath>"},
    {.name = "importAssets",
     .summary = "Copies many files into the project and registers them, in one change.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = many_params,
     .result = many_result,
     .errors = many_errors,
     .example_json = "{\"sourcePaths\": [\"hero.png\", \"nothing.png\"]}",
     .run = run_import_many,
     .cli = "import assets <sourcePaths...>"},
    {.name = NULL}};
