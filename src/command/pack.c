/* Listing and reading the folder of a pack. */
#include "command/pack.h"

#include <string.h>

#define FILES_MAX   4096
#define ENTRIES_MAX 8192
#define FILE_MAX    ((size_t)8 << 20)
#define TOTAL_MAX   ((size_t)64 << 20)
#define DEPTH_MAX   32

const char *const hob_pack_kinds[] = {"image",    "audio",   "font",   "map",  "tileset",
                                      "metadata", "license", "readme", "other"};

static const struct {
    const char *ending;
    hob_pack_kind kind;
} endings[] = {
    {".png", HOB_PACK_IMAGE},   {".jpg", HOB_PACK_IMAGE},     {".jpeg", HOB_PACK_IMAGE},
    {".gif", HOB_PACK_IMAGE},   {".webp", HOB_PACK_IMAGE},    {".svg", HOB_PACK_IMAGE},
    {".mp3", HOB_PACK_AUDIO},   {".wav", HOB_PACK_AUDIO},     {".ogg", HOB_PACK_AUDIO},
    {".m4a", HOB_PACK_AUDIO},   {".ttf", HOB_PACK_FONT},      {".otf", HOB_PACK_FONT},
    {".woff", HOB_PACK_FONT},   {".woff2", HOB_PACK_FONT},    {".fnt", HOB_PACK_FONT},
    {".tmx", HOB_PACK_MAP},     {".tmj", HOB_PACK_MAP},       {".tsx", HOB_PACK_TILESET},
    {".tsj", HOB_PACK_TILESET}, {".json", HOB_PACK_METADATA}, {".xml", HOB_PACK_METADATA},
};

static const char *lower_name(hob_command_call *call, const char *path) {
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    char *lower = hob_arena_text(call->arena, name, strlen(name));
    for (char *c = lower; *c != '\0'; c++) {
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
    }
    return lower;
}

static hob_pack_kind kind_of(hob_command_call *call, const char *path) {
    const char *name = lower_name(call, path);
    if (strncmp(name, "license", 7) == 0 || strncmp(name, "licence", 7) == 0 ||
        strncmp(name, "copying", 7) == 0) {
        return HOB_PACK_LICENSE;
    }
    if (strncmp(name, "readme", 6) == 0) {
        return HOB_PACK_README;
    }
    for (size_t i = 0; i < HOB_COUNT(endings); i++) {
        if (hob_str_ends(hob_str_from(name), hob_str_from(endings[i].ending))) {
            return endings[i].kind;
        }
    }
    return HOB_PACK_OTHER;
}

/* ---- listing ---- */

typedef struct listing {
    hob_pack *pack;
    size_t entries, cap;
    const char *real_root;
} listing;

static hob_status refuse(const char *root, const char *why, hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_INVALID_INPUT, "%.200s %s.", root, why);
    hob_error_hint(reterr, "Name the folder that a pack was unpacked into.");
    hob_error_place(reterr, "", "/path", 0, 0);
    return HOB_ERR_INVALID_INPUT;
}

/* The file system holds something open while it works: no jump may leave it. */
#define UNGUARDED(call, expression)              \
    do {                                         \
        hob_guard *guard = (call)->arena->guard; \
        (call)->arena->guard = NULL;             \
        expression;                              \
        (call)->arena->guard = guard;            \
    } while (0)

static bool leads_out(listing *l, const char *full) {
    hob_command_call *call = l->pack->call;
    hob_fs *fs = call->host->fs;
    char *real = NULL;
    hob_status status;
    UNGUARDED(call, status = fs->real_path(fs, full, call->arena, &real, NULL));
    size_t length = strlen(l->real_root);
    return status != HOB_OK || real == NULL || strncmp(real, l->real_root, length) != 0 ||
           (real[length] != '/' && real[length] != '\0');
}

static hob_status add_file(listing *l, const char *path, hob_error *reterr) {
    hob_pack *pack = l->pack;
    if (pack->count == FILES_MAX) {
        return refuse(pack->root, "holds more than 4096 files", reterr);
    }
    pack->files[pack->count++] =
        (hob_pack_file){.path = path, .kind = kind_of(pack->call, path), .tree = HOB_VALUE_NULL};
    return HOB_OK;
}

static hob_status list_folder(listing *l, const char *inside, int depth, hob_error *reterr) {
    hob_command_call *call = l->pack->call;
    hob_fs *fs = call->host->fs;
    hob_fs_entry *entries = NULL;
    size_t count = 0;
    const char *folder =
        inside[0] == '\0' ? l->pack->root : hob_path_join(call->arena, l->pack->root, inside);
    hob_status status;
    UNGUARDED(call, status = fs->list(fs, folder, call->arena, &entries, &count, reterr));
    for (size_t i = 0; status == HOB_OK && i < count; i++) {
        const char *path = inside[0] == '\0' ? entries[i].name
                                             : hob_path_join(call->arena, inside, entries[i].name);
        if (++l->entries > ENTRIES_MAX) {
            return refuse(l->pack->root, "holds more than 8192 entries", reterr);
        }
        const char *full = hob_path_join(call->arena, l->pack->root, path);
        hob_file_info info = {.is_folder = entries[i].is_folder};
        if (entries[i].is_link && (leads_out(l, full) || fs->info(fs, full, true, &info, NULL))) {
            continue;
        }
        if (info.is_folder && depth < DEPTH_MAX && !entries[i].is_link) {
            status = list_folder(l, path, depth + 1, reterr);
        } else if (!info.is_folder) {
            status = add_file(l, path, reterr);
        }
    }
    return status;
}

/* ---- reading ---- */

static void read_tree(hob_pack *pack, hob_pack_file *file) {
    hob_command_call *call = pack->call;
    hob_str name = hob_str_from(lower_name(call, file->path));
    bool is_json = hob_str_ends(name, HOB_STR("json")) || hob_str_ends(name, HOB_STR("tmj")) ||
                   hob_str_ends(name, HOB_STR("tsj"));
    hob_value tree = HOB_VALUE_NULL;
    if (!is_json) {
        tree = hob_pack_xml(call, file->bytes);
    } else if (hob_value_parse_json(&call->arena->as_allocator, file->bytes, &tree, NULL) !=
               HOB_OK) {
        tree = HOB_VALUE_NULL;
    }
    hob_str type = hob_value_get_str(tree, "type", "");
    bool is_map = tree.tag == HOB_TAG_MAP && hob_value_get(tree, "layers").tag == HOB_TAG_LIST &&
                  hob_value_get(tree, "orientation").tag == HOB_TAG_TEXT;
    if (file->kind == HOB_PACK_METADATA) { /* JSON of Tiled, or of something else */
        file->kind = is_map                        ? HOB_PACK_MAP
                     : hob_str_is(type, "tileset") ? HOB_PACK_TILESET
                                                   : HOB_PACK_METADATA;
    }
    bool fits = file->kind == HOB_PACK_MAP       ? is_map
                : file->kind == HOB_PACK_TILESET ? tree.tag == HOB_TAG_MAP
                                                 : true;
    if (file->kind != HOB_PACK_METADATA && !fits) {
        hob_pack_raise(pack, HOB_PACK_METADATA_INVALID, file->path);
    } else if (file->kind != HOB_PACK_METADATA) {
        file->tree = tree;
    }
}

static hob_status read_files(hob_pack *pack, hob_error *reterr) {
    hob_command_call *call = pack->call;
    hob_fs *fs = call->host->fs;
    size_t total = 0;
    for (size_t i = 0; i < pack->count; i++) {
        hob_pack_file *file = &pack->files[i];
        bool wanted = file->kind == HOB_PACK_IMAGE || file->kind == HOB_PACK_MAP ||
                      file->kind == HOB_PACK_TILESET || file->kind == HOB_PACK_METADATA;
        if (!wanted) {
            continue;
        }
        hob_buf bytes;
        hob_status status;
        const char *full = hob_path_join(call->arena, pack->root, file->path);
        hob_buf_init(&bytes, &call->arena->as_allocator, FILE_MAX);
        UNGUARDED(call, status = fs->read(fs, full, FILE_MAX, &bytes, reterr));
        if (status == HOB_ERR_OUT_OF_MEMORY) {
            return status;
        }
        total += bytes.length;
        file->too_large = status == HOB_ERR_JSON_SIZE || total > TOTAL_MAX;
        if (file->too_large || status != HOB_OK) {
            hob_pack_raise(
                pack, file->too_large ? HOB_PACK_FILE_LIMIT_EXCEEDED : HOB_PACK_METADATA_INVALID,
                file->path);
            continue;
        }
        file->bytes = bytes.data != NULL ? hob_buf_str(&bytes) : HOB_STR("");
        if (file->kind != HOB_PACK_IMAGE) {
            read_tree(pack, file);
        }
    }
    return HOB_OK;
}

hob_status hob_pack_read(hob_command_call *call, const char *root, hob_pack *ret_pack,
                         hob_error *reterr) {
    hob_fs *fs = call->host->fs;
    hob_file_info info = {0};
    *ret_pack = (hob_pack){.call = call, .root = root};
    ret_pack->files = hob_arena_array(call->arena, hob_pack_file, FILES_MAX);
    for (size_t i = 0; i < HOB_PACK_CODE_COUNT; i++) {
        ret_pack->evidence[i] = HOB_VALUE_NULL;
    }
    if (fs->info(fs, root, true, &info, reterr) != HOB_OK || !info.exists) {
        return refuse(root, "does not exist", reterr);
    }
    if (!info.is_folder) {
        return refuse(root, "is no folder", reterr);
    }
    char *real = NULL;
    hob_status status;
    UNGUARDED(call, status = fs->real_path(fs, root, call->arena, &real, reterr));
    listing l = {.pack = ret_pack, .real_root = real != NULL ? real : root};
    if (status == HOB_OK) {
        status = list_folder(&l, "", 0, reterr);
    }
    return status == HOB_OK ? read_files(ret_pack, reterr) : status;
}

/* ---- what others ask ---- */

hob_pack_file *hob_pack_find(hob_pack *pack, const char *path) {
    for (size_t i = 0; i < pack->count && path != NULL; i++) {
        if (strcmp(pack->files[i].path, path) == 0) {
            return &pack->files[i];
        }
    }
    return NULL;
}

const char *hob_pack_resolve(hob_pack *pack, const char *from_file, hob_str path) {
    const char *slash = strrchr(from_file, '/');
    int length = slash != NULL ? (int)(slash - from_file) + 1 : 0;
    const char *joined = hob_arena_format(pack->call->arena, "%.*s%.*s", length, from_file,
                                          (int)path.length, path.data != NULL ? path.data : "");
    char *normal = NULL;
    return hob_path_normalise(pack->call->arena, hob_str_from(joined), &normal, NULL) == HOB_OK
               ? normal
               : NULL;
}

void hob_pack_raise(hob_pack *pack, hob_pack_code code, const char *path) {
    hob_command_call *call = pack->call;
    if (pack->evidence[code].tag != HOB_TAG_LIST) {
        pack->evidence[code] = hob_command__list(call);
    }
    hob_list *list = pack->evidence[code].as.list;
    uint32_t at = 0;
    for (; path != NULL && at < list->count; at++) { /* sorted, each once */
        int order = strcmp(hob_text_cstr(hob_list_get(list, at).as.text), path);
        if (order == 0) {
            return;
        }
        if (order > 0) {
            break;
        }
    }
    if (path != NULL) {
        (void)hob_list_insert(&call->arena->as_allocator, list, at,
                              hob_command__text(call, hob_str_from(path)));
    }
}
