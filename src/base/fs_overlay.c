/* A layer in memory over another file system (fs.h): an upper file system of its own, and the paths
 * that are gone from the one below. */
#include "base/alloc.h"
#include "base/fs.h"

#include <string.h>

#define LONGEST_PATH 4096

typedef struct touched {
    char *path;
    bool is_gone; /* removed: what lies below is not seen */
} touched;

typedef struct overlay_fs {
    hob_fs fs;
    const hob_allocator *allocator;
    hob_fs *under, *upper;
    touched *paths;
    size_t count, cap;
} overlay_fs;

static overlay_fs *of(hob_fs *fs) {
    return fs->user;
}

static touched *find(const overlay_fs *o, const char *path) {
    for (size_t i = 0; i < o->count; i++) {
        if (strcmp(o->paths[i].path, path) == 0) {
            return &o->paths[i];
        }
    }
    return NULL;
}

static bool is_gone(const overlay_fs *o, const char *path) {
    const touched *t = find(o, path);
    return t != NULL && t->is_gone;
}

static hob_status no_memory(hob_error *reterr) {
    return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
}

/* Before the change itself, so that nothing is left half done. */
static hob_status touch(overlay_fs *o, const char *path, touched **ret_touched, hob_error *reterr) {
    *ret_touched = find(o, path);
    if (*ret_touched != NULL) {
        return HOB_OK;
    }
    if (o->count == o->cap) {
        size_t cap = o->cap > 0 ? o->cap * 2 : 16;
        touched *grown =
            hob_resize(o->allocator, o->paths, o->cap * sizeof *grown, cap * sizeof *grown);
        if (grown == NULL) {
            return no_memory(reterr);
        }
        o->paths = grown;
        o->cap = cap;
    }
    size_t size = strlen(path) + 1;
    char *copy = hob_alloc(o->allocator, size);
    if (copy == NULL) {
        return no_memory(reterr);
    }
    memcpy(copy, path, size);
    *ret_touched = &o->paths[o->count++];
    **ret_touched = (touched){.path = copy};
    return HOB_OK;
}

/* ---- reading ---- */

static hob_status overlay_info(hob_fs *fs, const char *path, bool follow_links,
                               hob_file_info *ret_info, hob_error *reterr) {
    overlay_fs *o = of(fs);
    hob_status status = o->upper->info(o->upper, path, follow_links, ret_info, reterr);
    if (status != HOB_OK || (ret_info->exists && !ret_info->is_folder) || is_gone(o, path)) {
        return status;
    }
    hob_file_info above = *ret_info;
    status = o->under->info(o->under, path, follow_links, ret_info, reterr);
    if (status == HOB_OK && !ret_info->exists) {
        *ret_info = above;
    }
    return status;
}

static bool is_upper_file(overlay_fs *o, const char *path) {
    hob_file_info info = {.exists = false};
    return o->upper->info(o->upper, path, false, &info, NULL) == HOB_OK && info.exists &&
           !info.is_folder;
}

static hob_status missing(const char *path, hob_error *reterr) {
    (void)hob_fail(reterr, HOB_ERR_FILE_NOT_FOUND, "The file does not exist.");
    (void)hob_error_place(reterr, path, NULL, 0, 0);
    return HOB_ERR_FILE_NOT_FOUND;
}

static hob_status overlay_read(hob_fs *fs, const char *path, size_t max, hob_buf *out,
                               hob_error *reterr) {
    overlay_fs *o = of(fs);
    if (is_upper_file(o, path)) {
        return o->upper->read(o->upper, path, max, out, reterr);
    }
    return is_gone(o, path) ? missing(path, reterr)
                            : o->under->read(o->under, path, max, out, reterr);
}

static bool join(const char *folder, const char *name, char out[LONGEST_PATH]) {
    size_t head = strlen(folder), tail = strlen(name);
    if (head + tail + 2 > LONGEST_PATH) {
        return false;
    }
    memcpy(out, folder, head);
    if (head > 0 && folder[head - 1] != '/') {
        out[head++] = '/';
    }
    memcpy(out + head, name, tail + 1);
    return true;
}

/* Two sorted lists into one; a name of the upper layer hides that of the lower. */
static hob_status overlay_list(hob_fs *fs, const char *path, hob_arena *arena,
                               hob_fs_entry **ret_entries, size_t *ret_count, hob_error *reterr) {
    overlay_fs *o = of(fs);
    hob_fs_entry *lower = NULL, *upper = NULL;
    size_t lower_count = 0, upper_count = 0, count = 0;
    hob_status above = o->upper->list(o->upper, path, arena, &upper, &upper_count, NULL);
    hob_status below = is_gone(o, path)
                           ? missing(path, reterr)
                           : o->under->list(o->under, path, arena, &lower, &lower_count, reterr);
    if (above == HOB_ERR_OUT_OF_MEMORY) {
        return no_memory(reterr);
    }
    if (below != HOB_OK && (above != HOB_OK || below != HOB_ERR_FILE_NOT_FOUND)) {
        return below;
    }
    hob_fs_entry *all = hob_arena_array(arena, hob_fs_entry, lower_count + upper_count + 1);
    if (all == NULL) {
        return no_memory(reterr);
    }
    for (size_t l = 0, u = 0; l < lower_count || u < upper_count;) {
        int order = l == lower_count   ? 1
                    : u == upper_count ? -1
                                       : strcmp(lower[l].name, upper[u].name);
        if (order >= 0) {
            l += order == 0;
            all[count++] = upper[u++];
            continue;
        }
        char full[LONGEST_PATH];
        if (join(path, lower[l].name, full) && !is_gone(o, full)) {
            all[count++] = lower[l];
        }
        l++;
    }
    *ret_entries = all;
    *ret_count = count;
    return HOB_OK;
}

static hob_status overlay_real_path(hob_fs *fs, const char *path, hob_arena *arena, char **ret_path,
                                    hob_error *reterr) {
    overlay_fs *o = of(fs);
    hob_file_info info = {.exists = false};
    hob_status status = o->under->info(o->under, path, true, &info, reterr);
    if (status == HOB_OK && info.exists && !is_gone(o, path)) {
        return o->under->real_path(o->under, path, arena, ret_path, reterr);
    }
    return status == HOB_OK ? o->upper->real_path(o->upper, path, arena, ret_path, reterr) : status;
}

/* ---- writing ---- */

/* The folders above a file, in the upper layer, where the file has folders to lie in. */
static hob_status make_room(overlay_fs *o, const char *path, hob_error *reterr) {
    char folder[LONGEST_PATH];
    const char *slash = strrchr(path, '/');
    size_t length = slash != NULL ? (size_t)(slash - path) : 0;
    if (length == 0) {
        return HOB_OK;
    }
    if (length >= sizeof folder) {
        return hob_fail(reterr, HOB_ERR_PATH_INVALID, "The path is longer than %d bytes.",
                        LONGEST_PATH);
    }
    memcpy(folder, path, length);
    folder[length] = '\0';
    hob_file_info info = {.exists = false};
    hob_status status = overlay_info(&o->fs, folder, true, &info, reterr);
    if (status == HOB_OK && !info.exists) {
        return missing(folder, reterr);
    }
    return status == HOB_OK ? hob_fs_make_folders(o->upper, folder, reterr) : status;
}

static hob_status overlay_write_new(hob_fs *fs, const char *path, hob_str data, uint32_t mode,
                                    hob_error *reterr) {
    overlay_fs *o = of(fs);
    touched *t = NULL;
    hob_file_info info = {.exists = false};
    hob_status status = overlay_info(fs, path, false, &info, reterr);
    if (status == HOB_OK && info.exists) {
        (void)hob_fail(reterr, HOB_ERR_FILE_EXISTS, "There is a file of that name.");
        return hob_error_place(reterr, path, NULL, 0, 0);
    }
    status = status == HOB_OK ? touch(o, path, &t, reterr) : status;
    status = status == HOB_OK ? make_room(o, path, reterr) : status;
    return status == HOB_OK ? o->upper->write_new(o->upper, path, data, mode, reterr) : status;
}

/* A file that is changed is in the upper layer first. */
static hob_status lift(overlay_fs *o, const char *path, hob_error *reterr) {
    hob_file_info info = {.exists = false};
    touched *t = NULL;
    if (is_upper_file(o, path) || is_gone(o, path)) {
        return touch(o, path, &t, reterr);
    }
    hob_status status = o->under->info(o->under, path, true, &info, reterr);
    if (status != HOB_OK || !info.exists) {
        return status != HOB_OK ? status : touch(o, path, &t, reterr);
    }
    hob_buf bytes;
    hob_buf_init(&bytes, o->allocator, SIZE_MAX / 4);
    status = o->under->read(o->under, path, SIZE_MAX / 4, &bytes, reterr);
    status = status == HOB_OK ? touch(o, path, &t, reterr) : status;
    status = status == HOB_OK ? make_room(o, path, reterr) : status;
    status = status == HOB_OK
                 ? o->upper->write_new(o->upper, path, hob_buf_str(&bytes), info.mode, reterr)
                 : status;
    hob_buf_done(&bytes);
    return status;
}

static hob_status overlay_append(hob_fs *fs, const char *path, hob_str data, hob_error *reterr) {
    overlay_fs *o = of(fs);
    hob_status status = lift(o, path, reterr);
    status = status == HOB_OK ? make_room(o, path, reterr) : status;
    return status == HOB_OK ? o->upper->append(o->upper, path, data, reterr) : status;
}

static hob_status overlay_truncate(hob_fs *fs, const char *path, uint64_t size, hob_error *reterr) {
    overlay_fs *o = of(fs);
    hob_status status = lift(o, path, reterr);
    return status == HOB_OK ? o->upper->truncate(o->upper, path, size, reterr) : status;
}

static hob_status overlay_remove(hob_fs *fs, const char *path, hob_error *reterr) {
    overlay_fs *o = of(fs);
    touched *t = NULL;
    hob_file_info above = {.exists = false}, below = {.exists = false};
    hob_status status = touch(o, path, &t, reterr);
    status = status == HOB_OK ? o->upper->info(o->upper, path, false, &above, reterr) : status;
    if (status == HOB_OK && !t->is_gone) {
        status = o->under->info(o->under, path, false, &below, reterr);
    }
    if (status == HOB_OK && !above.exists && !below.exists) {
        return missing(path, reterr);
    }
    if (status == HOB_OK && above.exists) {
        status = o->upper->remove(o->upper, path, reterr);
    }
    if (status == HOB_OK) {
        t->is_gone = true;
    }
    return status;
}

/* Files only: the store above moves no folders. */
static hob_status overlay_rename(hob_fs *fs, const char *from, const char *to, hob_error *reterr) {
    overlay_fs *o = of(fs);
    touched *t = NULL;
    hob_status status = lift(o, from, reterr);
    status = status == HOB_OK ? touch(o, to, &t, reterr) : status;
    status = status == HOB_OK ? make_room(o, to, reterr) : status;
    status = status == HOB_OK ? o->upper->rename(o->upper, from, to, reterr) : status;
    if (status == HOB_OK) {
        find(o, from)->is_gone = true;
    }
    return status;
}

static hob_status overlay_make_folder(hob_fs *fs, const char *path, hob_error *reterr) {
    overlay_fs *o = of(fs);
    hob_file_info info = {.exists = false};
    hob_status status = overlay_info(fs, path, true, &info, reterr);
    if (status == HOB_OK && info.exists) {
        (void)hob_fail(reterr, HOB_ERR_FILE_EXISTS, "There is a file or folder of that name.");
        return hob_error_place(reterr, path, NULL, 0, 0);
    }
    status = status == HOB_OK ? make_room(o, path, reterr) : status;
    return status == HOB_OK ? o->upper->make_folder(o->upper, path, reterr) : status;
}

static hob_status overlay_flush_folder(hob_fs *fs, const char *path, hob_error *reterr) {
    (void)fs;
    (void)path;
    (void)reterr;
    return HOB_OK;
}

static hob_status overlay_lock(hob_fs *fs, const char *path, bool exclusive, int wait_ms,
                               void **ret_lock, hob_error *reterr) {
    (void)path;
    (void)exclusive;
    (void)wait_ms;
    (void)reterr;
    *ret_lock = fs;
    return HOB_OK;
}

static void overlay_unlock(hob_fs *fs, void *lock) {
    (void)fs;
    (void)lock;
}

/* ---- life ---- */

hob_status hob_fs_overlay_create(const hob_allocator *a, hob_fs *under, hob_fs **ret_fs,
                                 hob_error *reterr) {
    overlay_fs *o = hob_alloc_zero(a, 1, sizeof *o);
    if (o == NULL) {
        return no_memory(reterr);
    }
    o->allocator = a;
    o->under = under;
    o->fs = (hob_fs){
        .user = o,
        .info = overlay_info,
        .read = overlay_read,
        .write_new = overlay_write_new,
        .append = overlay_append,
        .truncate = overlay_truncate,
        .rename = overlay_rename,
        .remove = overlay_remove,
        .make_folder = overlay_make_folder,
        .flush_folder = overlay_flush_folder,
        .list = overlay_list,
        .real_path = overlay_real_path,
        .lock = overlay_lock,
        .unlock = overlay_unlock,
    };
    hob_status status = hob_fs_memory_create(a, &o->upper, reterr);
    if (status != HOB_OK) {
        hob_fs_overlay_destroy(&o->fs);
        return status;
    }
    *ret_fs = &o->fs;
    return HOB_OK;
}

void hob_fs_overlay_destroy(hob_fs *fs) {
    if (fs == NULL) {
        return;
    }
    overlay_fs *o = of(fs);
    for (size_t i = 0; i < o->count; i++) {
        hob_free(o->allocator, o->paths[i].path, strlen(o->paths[i].path) + 1);
    }
    hob_free(o->allocator, o->paths, o->cap * sizeof *o->paths);
    if (o->upper != NULL) {
        hob_fs_memory_destroy(o->upper);
    }
    hob_free(o->allocator, o, sizeof *o);
}

size_t hob_fs_overlay_touched_count(const hob_fs *fs) {
    return ((const overlay_fs *)fs->user)->count;
}

const char *hob_fs_overlay_touched(const hob_fs *fs, size_t index) {
    return ((const overlay_fs *)fs->user)->paths[index].path;
}
