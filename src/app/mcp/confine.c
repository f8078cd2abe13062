#include "app/mcp/confine.h"

#include <string.h>

static hob_fs_confined *self(hob_fs *fs) {
    return fs->user;
}

static bool is_inside(const char *path, const char *root) {
    size_t length = strlen(root);
    return strncmp(path, root, length) == 0 &&
           (path[length] == '\0' || path[length] == '/' || strcmp(root, "/") == 0);
}

static bool has_dots(const char *path) {
    for (const char *p = strstr(path, "/.."); p != NULL; p = strstr(p + 1, "/..")) {
        if (p[3] == '\0' || p[3] == '/') {
            return true;
        }
    }
    return false;
}

static hob_status refuse(const char *path, hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_PATH_OUTSIDE, "\"%.200s\" lies outside of the project's folder.",
             path);
    return hob_error_hint(reterr, "MCP clients reach only what is inside of it.");
}

/* The path itself, or the nearest folder above it that is there, must lie inside once its links
 * are resolved. */
static hob_status check(hob_fs_confined *c, const char *path, hob_error *reterr) {
    if (path[0] != '/' || has_dots(path) || !is_inside(path, c->root)) {
        return refuse(path, reterr);
    }
    hob_arena arena;
    hob_arena_init(&arena, c->allocator, NULL);
    hob_status status = HOB_ERR_FILE_NOT_FOUND;
    char *part = hob_arena_text(&arena, path, strlen(path)), *real = NULL;
    while (part != NULL && status == HOB_ERR_FILE_NOT_FOUND) {
        hob_file_info info;
        status = c->under->info(c->under, part, false, &info, NULL);
        if (status == HOB_OK) {
            status = info.exists ? c->under->real_path(c->under, part, &arena, &real, NULL)
                                 : HOB_ERR_FILE_NOT_FOUND;
            if (info.exists) {
                break; /* a link that leads nowhere is refused */
            }
        }
        char *slash = strrchr(part, '/');
        if (slash == NULL || slash == part) {
            break;
        }
        *slash = '\0';
    }
    bool good = status == HOB_OK && real != NULL && is_inside(real, c->root);
    hob_arena_done(&arena);
    if (part == NULL || status == HOB_ERR_OUT_OF_MEMORY) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    }
    return good ? HOB_OK : refuse(path, reterr);
}

static hob_status info(hob_fs *fs, const char *path, bool follow_links, hob_file_info *ret_info,
                       hob_error *reterr) {
    hob_fs_confined *c = self(fs);
    hob_status status = check(c, path, reterr);
    if (status == HOB_ERR_PATH_OUTSIDE) {
        *ret_info = (hob_file_info){.exists = false};
        return HOB_OK;
    }
    return status != HOB_OK ? status
                            : c->under->info(c->under, path, follow_links, ret_info, reterr);
}

static hob_status read(hob_fs *fs, const char *path, size_t max, hob_buf *out, hob_error *reterr) {
    hob_fs_confined *c = self(fs);
    hob_status status = check(c, path, reterr);
    return status != HOB_OK ? status : c->under->read(c->under, path, max, out, reterr);
}

static hob_status write_new(hob_fs *fs, const char *path, hob_str data, uint32_t mode,
                            hob_error *reterr) {
    hob_fs_confined *c = self(fs);
    hob_status status = check(c, path, reterr);
    return status != HOB_OK ? status : c->under->write_new(c->under, path, data, mode, reterr);
}

static hob_status append(hob_fs *fs, const char *path, hob_str data, hob_error *reterr) {
    hob_fs_confined *c = self(fs);
    hob_status status = check(c, path, reterr);
    return status != HOB_OK ? status : c->under->append(c->under, path, data, reterr);
}

static hob_status truncate_file(hob_fs *fs, const char *path, uint64_t size, hob_error *reterr) {
    hob_fs_confined *c = self(fs);
    hob_status status = check(c, path, reterr);
    return status != HOB_OK ? status : c->under->truncate(c->under, path, size, reterr);
}

static hob_status rename_file(hob_fs *fs, const char *from, const char *to, hob_error *reterr) {
    hob_fs_confined *c = self(fs);
    hob_status status = check(c, from, reterr);
    status = status == HOB_OK ? check(c, to, reterr) : status;
    return status != HOB_OK ? status : c->under->rename(c->under, from, to, reterr);
}

static hob_status remove_file(hob_fs *fs, const char *path, hob_error *reterr) {
    hob_fs_confined *c = self(fs);
    hob_status status = check(c, path, reterr);
    return status != HOB_OK ? status : c->under->remove(c->under, path, reterr);
}

static hob_status make_folder(hob_fs *fs, const char *path, hob_error *reterr) {
    hob_fs_confined *c = self(fs);
    hob_status status = check(c, path, reterr);
    return status != HOB_OK ? status : c->under->make_folder(c->under, path, reterr);
}

static hob_status flush_folder(hob_fs *fs, const char *path, hob_error *reterr) {
    hob_fs_confined *c = self(fs);
    hob_status status = check(c, path, reterr);
    return status != HOB_OK ? status : c->under->flush_folder(c->under, path, reterr);
}

static hob_status list(hob_fs *fs, const char *path, hob_arena *arena, hob_fs_entry **ret_entries,
                       size_t *ret_count, hob_error *reterr) {
    hob_fs_confined *c = self(fs);
    hob_status status = check(c, path, reterr);
    return status != HOB_OK ? status
                            : c->under->list(c->under, path, arena, ret_entries, ret_count, reterr);
}

static hob_status real_path(hob_fs *fs, const char *path, hob_arena *arena, char **ret_path,
                            hob_error *reterr) {
    hob_fs_confined *c = self(fs);
    hob_status status = check(c, path, reterr);
    return status != HOB_OK ? status : c->under->real_path(c->under, path, arena, ret_path, reterr);
}

static hob_status lock(hob_fs *fs, const char *path, bool exclusive, int wait_ms, void **ret_lock,
                       hob_error *reterr) {
    hob_fs_confined *c = self(fs);
    hob_status status = check(c, path, reterr);
    return status != HOB_OK ? status
                            : c->under->lock(c->under, path, exclusive, wait_ms, ret_lock, reterr);
}

static void unlock(hob_fs *fs, void *held) {
    hob_fs_confined *c = self(fs);
    c->under->unlock(c->under, held);
}

void hob_fs_confined_init(hob_fs_confined *c, hob_fs *under, const hob_allocator *allocator,
                          const char *root) {
    *c = (hob_fs_confined){
        .fs = {.user = c,
               .info = info,
               .read = read,
               .write_new = write_new,
               .append = append,
               .truncate = truncate_file,
               .rename = rename_file,
               .remove = remove_file,
               .make_folder = make_folder,
               .flush_folder = flush_folder,
               .list = list,
               .real_path = real_path,
               .lock = lock,
               .unlock = unlock},
        .under = under,
        .allocator = allocator,
        .root = root,
    };
}
