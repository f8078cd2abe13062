/* Resources: the project's files, pages about the engine, and pictures of scenes, each by address.
 *
 *   hob://project/PATH               a file, percent-encoded
 *   hob://docs/NAME                  a page of the table below
 *   hob://docs/describe/NAME         what `describe` says about a name
 *   hob://screenshot/SCENE/FRAME     a picture */
#include "app/mcp/fixtures.h"
#include "app/mcp/internal.h"

#include "base/base64.h"
#include "base/fs.h"

#include <stdlib.h>
#include <string.h>

#define MOST_FILE ((size_t)8 << 20)
enum { PAGE = 200, MOST_FILES = 20000 };

static const hob_str FILES = HOB_STR_INIT("hob://project/");
static const hob_str DOCS = HOB_STR_INIT("hob://docs/");
static const hob_str DESCRIPTIONS = HOB_STR_INIT("hob://docs/describe/");
static const hob_str PICTURES = HOB_STR_INIT("hob://screenshot/");

/* Pages that commands write for people. */
static const struct {
    const char *name, *title, *description, *command, *params;
} pages[] = {
    {"commands", "Commands", "Every command with its permission and one sentence.", "listCommands",
     "{}"},
    {"components", "Components", "Every component type with one sentence.", "inspectComponents",
     "{}"},
    {"script-api", "Script interface", "What Lua and JavaScript scripts can call and read.",
     "inspectApi", "{}"},
    {"playtest-steps", "Steps of play-tests", "What a play-test can do and check.", "describe",
     "{\"name\":\"playtest-steps\"}"},
    {"phases", "Phases of a step", "What happens in one frame, in which order.", "inspectPhases",
     "{}"},
};

static const struct {
    const char *uri, *name, *description, *mime;
} templates[] = {
    {"hob://project/{+path}", "project-file", "A file of the project.", NULL},
    {"hob://docs/describe/{name}", "description",
     "Fields of a component type, parameters of a command, or a step of play-tests.", "text/plain"},
    {"hob://screenshot/{scene}/{frame}", "screenshot",
     "What is seen of a scene after so many frames.", "image/png"},
};

/* By the end of the path. What is not here is judged by its bytes. */
static const struct {
    const char *end, *mime;
} types[] = {
    {".json", "application/json"}, {".lua", "text/x-lua"},  {".js", "text/javascript"},
    {".md", "text/markdown"},      {".txt", "text/plain"},  {".png", "image/png"},
    {".jpg", "image/jpeg"},        {".jpeg", "image/jpeg"}, {".webp", "image/webp"},
    {".svg", "image/svg+xml"},     {".wav", "audio/wav"},   {".ogg", "audio/ogg"},
    {".ttf", "font/ttf"},          {".csv", "text/csv"},    {".glsl", "text/plain"},
};

static const char *type_of(hob_str path) {
    for (size_t i = 0; i < HOB_COUNT(types); i++) {
        if (hob_str_ends(path, hob_str_from(types[i].end))) {
            return types[i].mime;
        }
    }
    return NULL;
}

/* ---- addresses ---- */

static int hex_of(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Resolves %XX; null for a half one, and for a NUL or slash that is hidden so. */
static const char *decode(hob_arena *arena, hob_str s) {
    char *out = hob_arena_alloc(arena, s.length + 1);
    size_t length = 0;
    for (size_t i = 0; i < s.length; i++) {
        if (s.data[i] != '%') {
            out[length++] = s.data[i];
            continue;
        }
        int high = i + 2 < s.length ? hex_of(s.data[i + 1]) : -1;
        int low = i + 2 < s.length ? hex_of(s.data[i + 2]) : -1;
        int c = high < 0 || low < 0 ? 0 : high << 4 | low;
        if (c == 0 || c == '/' || c == '\\') {
            return NULL;
        }
        out[length++] = (char)c;
        i += 2;
    }
    return out;
}

static void add_encoded(hob_buf *out, const char *path) {
    static const char hex[] = "0123456789ABCDEF";
    static const char plain[] = "-._~/!$&'()*+,;=:@";
    for (const char *p = path; *p != '\0'; p++) {
        bool is_plain = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
                        (*p >= '0' && *p <= '9') || strchr(plain, *p) != NULL;
        unsigned char c = (unsigned char)*p;
        if (is_plain) {
            hob_buf_add_char(out, *p);
        } else {
            hob_buf_add_char(out, '%');
            hob_buf_add_char(out, hex[c >> 4]);
            hob_buf_add_char(out, hex[c & 15]);
        }
    }
}

static hob_str after(hob_str s, hob_str start) {
    return (hob_str){s.data + start.length, s.length - start.length};
}

/* ---- resources/list ---- */

typedef struct lister {
    hob_mcp_request *r;
    yyjson_mut_val *list;
    size_t count, from; /* of all files; the page begins at `from` */
} lister;

static void add_resource(hob_mcp_request *r, yyjson_mut_val *list, hob_str uri, const char *name,
                         const char *title, const char *description, const char *mime) {
    yyjson_mut_val *row = yyjson_mut_arr_add_obj(r->out, list);
    hob_mcp_put_str(r, row, "uri", uri);
    hob_mcp_put_text(r, row, "name", name);
    if (r->revision >= HOB_MCP_2025_06_18) {
        hob_mcp_put_text(r, row, "title", title);
    }
    hob_mcp_put_text(r, row, "description", description);
    hob_mcp_put_text(r, row, "mimeType", mime);
}

static void add_file(lister *l, const char *path) {
    if (l->count++ < l->from || l->count > l->from + PAGE) {
        return;
    }
    hob_buf uri;
    hob_buf_init(&uri, &l->r->arena.as_allocator, 1 << 16);
    hob_buf_add_str(&uri, FILES);
    add_encoded(&uri, path);
    add_resource(l->r, l->list, hob_buf_str(&uri), path, NULL, NULL, type_of(hob_str_from(path)));
}

/* Every file in order of the paths; what begins with a dot, `.hob/` among it, is no part of the
 * project. Links are not followed. */
static void list_folder(lister *l, const char *folder, const char *path, int depth) {
    enum { DEEPEST = 16 };
    hob_fs *fs = l->r->server->fs;
    hob_fs_entry *entries = NULL;
    size_t count = 0;
    hob_guard *guard = l->r->arena.guard;
    l->r->arena.guard = NULL; /* the file system holds the folder open */
    hob_status status = fs->list(fs, folder, &l->r->arena, &entries, &count, NULL);
    l->r->arena.guard = guard;
    for (size_t i = 0; status == HOB_OK && i < count && l->count < MOST_FILES; i++) {
        const char *name = entries[i].name;
        if (name[0] == '.' || entries[i].is_link) {
            continue;
        }
        const char *below =
            path[0] == '\0' ? name : hob_arena_format(&l->r->arena, "%s/%s", path, name);
        if (!entries[i].is_folder) {
            add_file(l, below);
        } else if (depth < DEEPEST) {
            list_folder(l, hob_path_join(&l->r->arena, folder, name), below, depth + 1);
        }
    }
}

/* A cursor is the number of the first file of its page. */
static bool read_cursor(hob_mcp_request *r, size_t *ret_from) {
    yyjson_val *cursor = yyjson_obj_get(r->message.params, "cursor");
    hob_str text = hob_rpc_str(cursor);
    size_t from = 0;
    bool good = cursor == NULL || (text.length > 0 && text.length < 7);
    for (size_t i = 0; good && i < text.length; i++) {
        good = text.data[i] >= '0' && text.data[i] <= '9';
        from = from * 10 + (size_t)(text.data[i] - '0');
    }
    if (!good || from % PAGE != 0 || (cursor != NULL && from == 0)) {
        hob_mcp_fail(r, HOB_RPC_INVALID_PARAMS, "There is no such cursor.");
        return false;
    }
    *ret_from = from;
    return true;
}

yyjson_mut_val *hob_mcp_resources_list(hob_mcp_request *r) {
    size_t from;
    if (!read_cursor(r, &from)) {
        return NULL;
    }
    yyjson_mut_val *result = hob_mcp_object(r), *list = hob_mcp_put_list(r, result, "resources");
    for (size_t i = 0; from == 0 && i < HOB_COUNT(pages); i++) {
        const char *uri = hob_arena_format(&r->arena, "hob://docs/%s", pages[i].name);
        add_resource(r, list, hob_str_from(uri), pages[i].name, pages[i].title,
                     pages[i].description, "text/plain");
    }
    if (from == 0 && r->server->fixtures) {
        hob_mcp_fixture_list_resources(r, list);
    }
    lister l = {.r = r, .list = list, .from = from};
    hob_file_info info;
    const char *manifest = hob_path_join(&r->arena, r->server->root, "hob.json");
    if (r->server->fs->info(r->server->fs, manifest, false, &info, NULL) == HOB_OK &&
        info.exists) { /* else this may be any folder of the person's */
        list_folder(&l, r->server->root, "", 0);
    }
    if (l.count > from + PAGE) {
        hob_mcp_put_text(r, result, "nextCursor", hob_arena_format(&r->arena, "%zu", from + PAGE));
    }
    return result;
}

yyjson_mut_val *hob_mcp_resources_templates(hob_mcp_request *r) {
    if (yyjson_obj_get(r->message.params, "cursor") != NULL) {
        return hob_mcp_fail(r, HOB_RPC_INVALID_PARAMS, "There is no such cursor.");
    }
    yyjson_mut_val *result = hob_mcp_object(r);
    yyjson_mut_val *list = hob_mcp_put_list(r, result, "resourceTemplates");
    for (size_t i = 0; i < HOB_COUNT(templates); i++) {
        yyjson_mut_val *row = yyjson_mut_arr_add_obj(r->out, list);
        hob_mcp_put_text(r, row, "uriTemplate", templates[i].uri);
        hob_mcp_put_text(r, row, "name", templates[i].name);
        hob_mcp_put_text(r, row, "description", templates[i].description);
        hob_mcp_put_text(r, row, "mimeType", templates[i].mime);
    }
    if (r->server->fixtures) {
        hob_mcp_fixture_list_templates(r, list);
    }
    return result;
}

/* ---- resources/read ---- */

static yyjson_mut_val *fail_missing(hob_mcp_request *r, hob_str uri, const char *why) {
    r->data = hob_mcp_object(r);
    hob_mcp_put_str(r, r->data, "uri", uri);
    return hob_mcp_fail(r,
                        hob_mcp_is_modern(r) ? HOB_RPC_INVALID_PARAMS : HOB_RPC_RESOURCE_NOT_FOUND,
                        "There is no such resource: %s", why);
}

yyjson_mut_val *hob_mcp_resource_result(hob_mcp_request *r, hob_str uri, const char *mime,
                                        hob_str bytes, bool is_text) {
    yyjson_mut_val *result = hob_mcp_object(r);
    yyjson_mut_val *row = yyjson_mut_arr_add_obj(r->out, hob_mcp_put_list(r, result, "contents"));
    hob_mcp_put_str(r, row, "uri", uri);
    hob_mcp_put_text(r, row, "mimeType", mime);
    hob_mcp_put_str(r, row, is_text ? "text" : "blob",
                    is_text ? bytes : hob_base64_encode(&r->arena, bytes));
    return result;
}

static bool is_hidden(const char *path) {
    return path[0] == '.' || strstr(path, "/.") != NULL;
}

static yyjson_mut_val *read_file(hob_mcp_request *r, hob_str uri) {
    hob_error error = {0};
    char *path = NULL;
    const char *decoded = decode(&r->arena, after(uri, FILES));
    if (decoded == NULL || is_hidden(decoded) ||
        hob_path_normalise(&r->arena, hob_str_from(decoded), &path, &error) != HOB_OK) {
        return fail_missing(r, uri, "its path is not a plain path inside the project.");
    }
    hob_buf bytes;
    hob_fs *fs = r->server->fs;
    const char *full = hob_path_join(&r->arena, r->server->root, path);
    hob_buf_init(&bytes, &r->arena.as_allocator, MOST_FILE + 1);
    hob_guard *guard = r->arena.guard;
    r->arena.guard = NULL; /* the file system holds the file open */
    hob_status status = fs->read(fs, full, MOST_FILE, &bytes, &error);
    r->arena.guard = guard;
    if (status != HOB_OK) {
        return fail_missing(r, uri, error.message);
    }
    const char *mime = type_of(hob_str_from(path));
    bool is_text = hob_utf8_valid(hob_buf_str(&bytes), NULL);
    mime = mime != NULL ? mime : is_text ? "text/plain" : "application/octet-stream";
    return hob_mcp_resource_result(r, uri, mime, hob_buf_str(&bytes), is_text);
}

static yyjson_mut_val *read_page(hob_mcp_request *r, hob_str uri, const char *command,
                                 const char *params) {
    hob_envelope envelope;
    hob_mcp_execute(r, command, hob_str_from(params), &envelope);
    if (!envelope.success) {
        return fail_missing(r, uri, envelope.error.message);
    }
    hob_buf text;
    hob_buf_init(&text, &r->arena.as_allocator, HOB_RPC_MAX_BYTES);
    hob_buf_add_str(&text, envelope.text);
    if (envelope.text.length == 0) {
        (void)hob_value_write_json(&text, hob_value_get(envelope.value, "data"), true, NULL, NULL);
    }
    return hob_mcp_resource_result(r, uri, "text/plain", hob_buf_str(&text), true);
}

static const char *params_with(hob_mcp_request *r, const char *key, const char *text) {
    hob_buf json;
    hob_buf_init(&json, &r->arena.as_allocator, 1 << 16);
    hob_buf_format(&json, "{\"%s\":", key);
    hob_buf_add_json_string(&json, hob_str_from(text));
    return json.data;
}

static yyjson_mut_val *read_docs(hob_mcp_request *r, hob_str uri) {
    if (hob_str_starts(uri, DESCRIPTIONS)) {
        const char *name = decode(&r->arena, after(uri, DESCRIPTIONS));
        return name == NULL
                   ? fail_missing(r, uri, "its name is not encoded well.")
                   : read_page(r, uri, "describe",
                               hob_arena_format(&r->arena, "%s}", params_with(r, "name", name)));
    }
    for (size_t i = 0; i < HOB_COUNT(pages); i++) {
        if (hob_str_is(after(uri, DOCS), pages[i].name)) {
            return read_page(r, uri, pages[i].command, pages[i].params);
        }
    }
    return fail_missing(r, uri, "resources/list names the pages.");
}

/* SCENE/FRAME */
static yyjson_mut_val *read_picture(hob_mcp_request *r, hob_str uri) {
    hob_str rest = after(uri, PICTURES);
    size_t slash = hob_str_find(rest, HOB_STR("/"));
    size_t length = slash != SIZE_MAX ? rest.length - slash - 1 : 0;
    const char *scene = slash != SIZE_MAX ? decode(&r->arena, (hob_str){rest.data, slash}) : NULL;
    bool good = scene != NULL && length > 0 && length < 8;
    for (size_t i = 0; good && i < length; i++) {
        good = rest.data[slash + 1 + i] >= '0' && rest.data[slash + 1 + i] <= '9';
    }
    if (!good) {
        return fail_missing(r, uri, "write hob://screenshot/SCENE/FRAME.");
    }
    hob_envelope envelope;
    long frame = strtol(hob_arena_text(&r->arena, rest.data + slash + 1, length), NULL, 10);
    const char *params =
        hob_arena_format(&r->arena, "%s,\"frame\":%ld}", params_with(r, "scene", scene), frame);
    hob_mcp_execute(r, "screenshot", hob_str_from(params), &envelope);
    if (!envelope.success || envelope.pictures == NULL) {
        return fail_missing(r, uri,
                            envelope.success ? "nothing was drawn." : envelope.error.message);
    }
    return hob_mcp_resource_result(r, uri, envelope.pictures->mime, envelope.pictures->bytes,
                                   false);
}

yyjson_mut_val *hob_mcp_resources_read(hob_mcp_request *r) {
    static const struct {
        const hob_str *start;
        yyjson_mut_val *(*read)(hob_mcp_request *r, hob_str uri);
    } kinds[] = {{&FILES, read_file}, {&DOCS, read_docs}, {&PICTURES, read_picture}};
    hob_str uri;
    if (!hob_mcp_param(r, "uri", &uri)) {
        return NULL;
    }
    yyjson_mut_val *fixture = r->server->fixtures ? hob_mcp_fixture_read(r, uri) : NULL;
    if (fixture != NULL) {
        return fixture;
    }
    for (size_t i = 0; i < HOB_COUNT(kinds); i++) {
        if (hob_str_starts(uri, *kinds[i].start)) {
            return kinds[i].read(r, uri);
        }
    }
    return fail_missing(r, uri,
                        "addresses begin with hob://project/, hob://docs/ or "
                        "hob://screenshot/.");
}
