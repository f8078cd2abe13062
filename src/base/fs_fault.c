/* A file system that fails where a test says. What a caller could see after a real failure at that
 * point is left behind:
 *
 *   phase    ERROR        SHORT_WRITE                    KILL
 *   open     nothing      as ERROR                       nothing
 *   write    nothing      append: half of the bytes;     half of the bytes
 *                         write_new: nothing
 *   flush    nothing      as ERROR                       all bytes
 *   others   nothing      as ERROR                       nothing
 */
#include "base/fs.h"

typedef enum phase { PHASE_OPEN, PHASE_WRITE, PHASE_FLUSH, PHASE_COUNT } phase;

static hob_fs_fault *of(hob_fs *fs) {
    return (hob_fs_fault *)fs->user;
}

/* Whether this counted call is the one that fails. */
static bool fails_now(hob_fs_fault *f) {
    f->calls++;
    return f->fault != HOB_FAULT_NONE && f->calls == f->fail_at;
}

static hob_status dead(const char *path, hob_error *reterr) {
    (void)hob_fail(reterr, HOB_ERR_FILE_IO, "%s: the program was killed.", path);
    (void)hob_error_place(reterr, path, NULL, 0, 0);
    return HOB_ERR_FILE_IO;
}

/* Ends the failing call: the kill happens, or the error is told. */
static hob_status fail_now(hob_fs_fault *f, const char *path, hob_error *reterr) {
    if (f->fault == HOB_FAULT_KILL) {
        f->dead = true;
        if (f->on_kill) {
            f->on_kill(f->kill_user);
        }
        return dead(path, reterr);
    }
    (void)hob_fail(reterr, f->status, "%s: an injected failure at call %llu.", path,
                   (unsigned long long)f->calls);
    (void)hob_error_place(reterr, path, NULL, 0, 0);
    return f->status;
}

static hob_status fault_write_new(hob_fs *fs, const char *path, hob_str data, uint32_t mode,
                                  hob_error *reterr) {
    hob_fs_fault *f = of(fs);
    if (f->dead) {
        return dead(path, reterr);
    }
    for (int p = PHASE_OPEN; p < PHASE_COUNT; p++) {
        if (!fails_now(f)) {
            continue;
        }
        if (f->fault == HOB_FAULT_KILL && p != PHASE_OPEN) {
            hob_str left = {data.data, p == PHASE_WRITE ? data.length / 2 : data.length};
            (void)f->under->write_new(f->under, path, left, mode, NULL);
        }
        return fail_now(f, path, reterr);
    }
    return f->under->write_new(f->under, path, data, mode, reterr);
}

static hob_status fault_append(hob_fs *fs, const char *path, hob_str data, hob_error *reterr) {
    hob_fs_fault *f = of(fs);
    if (f->dead) {
        return dead(path, reterr);
    }
    for (int p = PHASE_OPEN; p < PHASE_COUNT; p++) {
        if (!fails_now(f)) {
            continue;
        }
        bool half = p == PHASE_WRITE && f->fault != HOB_FAULT_ERROR;
        bool whole = p == PHASE_FLUSH && f->fault == HOB_FAULT_KILL;
        if (half || whole) {
            hob_str left = {data.data, half ? data.length / 2 : data.length};
            (void)f->under->append(f->under, path, left, NULL);
        }
        return fail_now(f, path, reterr);
    }
    return f->under->append(f->under, path, data, reterr);
}

/* True: `*ret_status` is the call's result, nothing was done below. */
static bool stops(hob_fs *fs, const char *path, bool counted, hob_status *ret_status,
                  hob_error *reterr) {
    hob_fs_fault *f = of(fs);
    if (f->dead) {
        *ret_status = dead(path, reterr);
        return true;
    }
    if (counted && fails_now(f)) {
        *ret_status = fail_now(f, path, reterr);
        return true;
    }
    return false;
}

static hob_status fault_truncate(hob_fs *fs, const char *path, uint64_t size, hob_error *reterr) {
    hob_fs *under = of(fs)->under;
    hob_status status;
    return stops(fs, path, true, &status, reterr) ? status
                                                  : under->truncate(under, path, size, reterr);
}

static hob_status fault_rename(hob_fs *fs, const char *from, const char *to, hob_error *reterr) {
    hob_fs *under = of(fs)->under;
    hob_status status;
    return stops(fs, from, true, &status, reterr) ? status : under->rename(under, from, to, reterr);
}

static hob_status fault_remove(hob_fs *fs, const char *path, hob_error *reterr) {
    hob_fs *under = of(fs)->under;
    hob_status status;
    return stops(fs, path, true, &status, reterr) ? status : under->remove(under, path, reterr);
}

static hob_status fault_make_folder(hob_fs *fs, const char *path, hob_error *reterr) {
    hob_fs *under = of(fs)->under;
    hob_status status;
    return stops(fs, path, true, &status, reterr) ? status
                                                  : under->make_folder(under, path, reterr);
}

static hob_status fault_flush_folder(hob_fs *fs, const char *path, hob_error *reterr) {
    hob_fs *under = of(fs)->under;
    hob_status status;
    return stops(fs, path, true, &status, reterr) ? status
                                                  : under->flush_folder(under, path, reterr);
}

static hob_status fault_info(hob_fs *fs, const char *path, bool follow_links,
                             hob_file_info *ret_info, hob_error *reterr) {
    hob_fs *under = of(fs)->under;
    hob_status status;
    return stops(fs, path, false, &status, reterr)
               ? status
               : under->info(under, path, follow_links, ret_info, reterr);
}

static hob_status fault_read(hob_fs *fs, const char *path, size_t max, hob_buf *out,
                             hob_error *reterr) {
    hob_fs *under = of(fs)->under;
    hob_status status;
    return stops(fs, path, false, &status, reterr) ? status
                                                   : under->read(under, path, max, out, reterr);
}

static hob_status fault_list(hob_fs *fs, const char *path, hob_arena *arena,
                             hob_fs_entry **ret_entries, size_t *ret_count, hob_error *reterr) {
    hob_fs *under = of(fs)->under;
    hob_status status;
    return stops(fs, path, false, &status, reterr)
               ? status
               : under->list(under, path, arena, ret_entries, ret_count, reterr);
}

static hob_status fault_real_path(hob_fs *fs, const char *path, hob_arena *arena, char **ret_path,
                                  hob_error *reterr) {
    hob_fs *under = of(fs)->under;
    hob_status status;
    return stops(fs, path, false, &status, reterr)
               ? status
               : under->real_path(under, path, arena, ret_path, reterr);
}

static hob_status fault_lock(hob_fs *fs, const char *path, bool exclusive, int wait_ms,
                             void **ret_lock, hob_error *reterr) {
    hob_fs *under = of(fs)->under;
    hob_status status;
    return stops(fs, path, false, &status, reterr)
               ? status
               : under->lock(under, path, exclusive, wait_ms, ret_lock, reterr);
}

/* Also for the dead: the system frees a killed program's locks. */
static void fault_unlock(hob_fs *fs, void *lock) {
    hob_fs *under = of(fs)->under;
    under->unlock(under, lock);
}

void hob_fs_fault_init(hob_fs_fault *f, hob_fs *under) {
    *f = (hob_fs_fault){.under = under, .status = HOB_ERR_FILE_IO};
    f->fs = (hob_fs){
        .user = f,
        .info = fault_info,
        .read = fault_read,
        .write_new = fault_write_new,
        .append = fault_append,
        .truncate = fault_truncate,
        .rename = fault_rename,
        .remove = fault_remove,
        .make_folder = fault_make_folder,
        .flush_folder = fault_flush_folder,
        .list = fault_list,
        .real_path = fault_real_path,
        .lock = fault_lock,
        .unlock = fault_unlock,
    };
}
