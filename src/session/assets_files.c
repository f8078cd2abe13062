/* The back end that reads files of the project, and the list of their paths. */
#include "session/assets.h"
#include "world/asset_view.h"

#include <string.h>

#define MAX_FILE ((size_t)256 << 20)

/* ---- headers ---- */

static bool read_file(hob_project *project, const char *key, hob_buf *out) {
    hob_buf path;
    hob_error error = {0};
    hob_buf_init(&path, hob_heap_allocator(), 8192);
    hob_buf_format(&path, "%s/%s", hob_project_root(project), key);
    hob_fs *fs = hob_project_fs(project);
    bool right = !path.failed && strstr(key, "..") == NULL && key[0] != '/' &&
                 fs->read(fs, path.data, MAX_FILE, out, &error) == HOB_OK;
    hob_buf_done(&path);
    return right;
}

void hob_assets_fetch_file(void *user, hob_assets *assets, uint64_t ticket, const char *key) {
    hob_buf bytes;
    (void)user;
    hob_buf_init(&bytes, hob_heap_allocator(), MAX_FILE);
    bool right = read_file(hob_assets_project(assets), key, &bytes);
    hob_assets_settle(assets, ticket, right, hob_buf_str(&bytes));
    hob_buf_done(&bytes);
}

static bool has_suffix(const char *key, const char *suffix) {
    return hob_str_ends(hob_str_from(key), hob_str_from(suffix));
}

static bool header_is_right(const char *key, hob_str bytes) {
    if (has_suffix(key, ".png")) {
        return bytes.length >= 24 && memcmp(bytes.data, "\x89PNG\r\n\x1a\n", 8) == 0 &&
               memcmp(bytes.data + 12, "IHDR", 4) == 0;
    }
    if (has_suffix(key, ".wav")) {
        return bytes.length >= 12 && memcmp(bytes.data, "RIFF", 4) == 0 &&
               memcmp(bytes.data + 8, "WAVE", 4) == 0;
    }
    if (has_suffix(key, ".ogg")) {
        return bytes.length >= 4 && memcmp(bytes.data, "OggS", 4) == 0;
    }
    return true;
}

static bool decode_header(void *user, const char *key, hob_str bytes, void **ret_data,
                          size_t *ret_bytes, hob_error *reterr) {
    (void)user;
    *ret_data = NULL;
    *ret_bytes = 0;
    if (!header_is_right(key, bytes)) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "its header is not that of such a file.");
        return false;
    }
    return true;
}

static void free_nothing(void *user, const char *key, void *data, size_t bytes) {
    (void)user;
    (void)key;
    (void)data;
    (void)bytes;
}

hob_asset_backend hob_assets_headers(void) {
    return (hob_asset_backend){
        .fetch = hob_assets_fetch_file, .decode = decode_header, .free = free_nothing};
}

static bool keep_bytes(void *user, const char *key, hob_str bytes, void **ret_data,
                       size_t *ret_bytes, hob_error *reterr) {
    const hob_allocator *a = hob_heap_allocator();
    hob_asset_bytes *file = hob_alloc_zero(a, 1, sizeof *file);
    (void)user;
    (void)key;
    if (file != NULL) {
        file->data = hob_alloc(a, bytes.length + 1);
    }
    if (file == NULL || file->data == NULL) {
        hob_free(a, file, sizeof *file);
        hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "there is no memory for it.");
        return false;
    }
    memcpy(file->data, bytes.data, bytes.length);
    file->length = bytes.length;
    *ret_data = file;
    *ret_bytes = bytes.length;
    return true;
}

static void free_bytes(void *user, const char *key, void *data, size_t bytes) {
    hob_asset_bytes *file = data;
    (void)user;
    (void)key;
    (void)bytes;
    hob_free(hob_heap_allocator(), file->data, file->length + 1);
    hob_free(hob_heap_allocator(), file, sizeof *file);
}

hob_asset_backend hob_assets_whole_files(void) {
    return (hob_asset_backend){
        .fetch = hob_assets_fetch_file, .decode = keep_bytes, .free = free_bytes};
}

bool hob_assets_verdict(hob_world *world, hob_str key) {
    char name[512];
    if (key.length == 0 || key.length >= sizeof name) {
        return false;
    }
    memcpy(name, key.data, key.length);
    name[key.length] = '\0';
    hob_buf bytes;
    hob_buf_init(&bytes, hob_heap_allocator(), MAX_FILE);
    bool right = read_file(world->outside.project, name, &bytes) &&
                 header_is_right(name, hob_buf_str(&bytes));
    hob_buf_done(&bytes);
    return right;
}

/* ---- scripts ---- */

#define MAX_NAME 48

static const char *text_of(hob_str group, char ret_name[MAX_NAME]) {
    size_t length = group.length < MAX_NAME - 1 ? group.length : MAX_NAME - 1;
    memcpy(ret_name, group.data, length);
    ret_name[length] = '\0';
    return ret_name;
}

void hob_assets_ask_from_script(hob_world *world, hob_str key, hob_str group, bool hold) {
    hob_assets *assets = hob_session_assets(world->outside.session);
    char name[MAX_NAME];
    (void)hob_assets_request(assets, key, text_of(group, name), NULL, NULL, NULL);
    if (hold) {
        hob_assets_hold(assets);
    }
}

void hob_assets_release_from_script(hob_world *world, hob_str group) {
    char name[MAX_NAME];
    hob_assets_drop_group(hob_session_assets(world->outside.session), text_of(group, name));
}

/* ---- paths ---- */

size_t hob_assets_glob(hob_project *project, hob_str pattern, hob_arena *arena,
                       const char ***ret_paths) {
    size_t all = hob_project_asset_count(project), count = 0;
    const char **paths = hob_arena_array(arena, const char *, all + 1);
    for (size_t i = 0; pattern.length <= 400 && i < all; i++) {
        const char *path = hob_project_asset_at(project, i)->path;
        if (!hob_asset_path_matches(pattern, hob_str_from(path))) {
            continue;
        }
        size_t at = count;
        while (at > 0 && strcmp(paths[at - 1], path) > 0) {
            at--;
        }
        if (at > 0 && strcmp(paths[at - 1], path) == 0) {
            continue; /* two assets on one path */
        }
        memmove(&paths[at + 1], &paths[at], (count - at) * sizeof *paths);
        paths[at] = path;
        count++;
    }
    *ret_paths = paths;
    return count;
}
