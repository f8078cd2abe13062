/* The file system behind an interface: disk, memory, and whatever a test makes of it (fail at the
 * n-th call, short writes, killed in the middle). Only programs and the project floor use it; play
 * floors never see it.
 *
 * Paths are absolute or relative to the working folder of the program, with '/'. Errors: FILE_*
 * codes with the path. */
#ifndef HOB_BASE_FS_H
#define HOB_BASE_FS_H

#include "base/text.h"

typedef struct hob_file_info {
    bool exists, is_folder, is_link;
    uint64_t size;
    int64_t modified_ns; /* opaque stamp: equal means unchanged */
    uint32_t mode;       /* permission bits to keep on replace */
} hob_file_info;

typedef struct hob_fs_entry {
    char *name; /* in the arena that was given */
    bool is_folder, is_link;
} hob_fs_entry;

/* One primitive a system call, so that a fault loop can stop at each. All return HOB_OK or a FILE_
 * code. */
typedef struct hob_fs hob_fs;
struct hob_fs {
    void *user;
    hob_status (*info)(hob_fs *fs, const char *path, bool follow_links, hob_file_info *ret_info,
                       hob_error *reterr);
    /* Whole file; `max` bytes at most (else JSON_SIZE); a folder is FILE_IS_FOLDER; devices and
     * pipes are refused. */
    hob_status (*read)(hob_fs *fs, const char *path, size_t max, hob_buf *out, hob_error *reterr);
    /* Creates a new file (must not exist: FILE_EXISTS), writes all, flushes to disk, closes. On
     * failure it is removed. */
    hob_status (*write_new)(hob_fs *fs, const char *path, hob_str data, uint32_t mode,
                            hob_error *reterr);
    hob_status (*append)(hob_fs *fs, const char *path, hob_str data,
                         hob_error *reterr); /* created if missing, flushed */
    hob_status (*truncate)(hob_fs *fs, const char *path, uint64_t size, hob_error *reterr);
    hob_status (*rename)(hob_fs *fs, const char *from, const char *to,
                         hob_error *reterr); /* replaces */
    hob_status (*remove)(hob_fs *fs, const char *path,
                         hob_error *reterr); /* file or empty folder */
    hob_status (*make_folder)(hob_fs *fs, const char *path,
                              hob_error *reterr); /* one level; existing is FILE_EXISTS */
    hob_status (*flush_folder)(hob_fs *fs, const char *path, hob_error *reterr);
    /* Entries sorted by name bytes, in `arena`. */
    hob_status (*list)(hob_fs *fs, const char *path, hob_arena *arena, hob_fs_entry **ret_entries,
                       size_t *ret_count, hob_error *reterr);
    /* Resolves links; result in `arena`. */
    hob_status (*real_path)(hob_fs *fs, const char *path, hob_arena *arena, char **ret_path,
                            hob_error *reterr);
    /* Exclusive (or shared) advisory lock on a file that is created when missing; waits at most
     * wait_ms. PROJECT_BUSY when held. The lock ends with unlock or with the process. */
    hob_status (*lock)(hob_fs *fs, const char *path, bool exclusive, int wait_ms, void **ret_lock,
                       hob_error *reterr);
    void (*unlock)(hob_fs *fs, void *lock);
};

hob_fs *hob_fs_disk(void); /* the operating system */
/* A file system in memory for tests and bundles. */
HOB_NODISCARD hob_status hob_fs_memory_create(const hob_allocator *a, hob_fs **ret_fs,
                                              hob_error *reterr);
void hob_fs_memory_destroy(hob_fs *fs);

/* A layer in memory over another file system: what is written stays in the layer, the one below is
 * only read. For trying changes out. Paths must be spelt alike; locks are not taken. */
HOB_NODISCARD hob_status hob_fs_overlay_create(const hob_allocator *a, hob_fs *under,
                                               hob_fs **ret_fs, hob_error *reterr);
void hob_fs_overlay_destroy(hob_fs *fs); /* null passes */
/* The paths that were written or removed, in the order of first touch; a path may be back to what
 * it was. Valid until the next change. */
size_t hob_fs_overlay_touched_count(const hob_fs *fs);
const char *hob_fs_overlay_touched(const hob_fs *fs, size_t index);

/* Fault injector over another file system: call number `fail_at` (from 1, counted over mutating
 * primitives incl. each phase open, write, flush, rename) fails with `status`, or a short write
 * happens, or `on_kill` is called. */
typedef enum hob_fault {
    HOB_FAULT_NONE,
    HOB_FAULT_ERROR,
    HOB_FAULT_SHORT_WRITE,
    HOB_FAULT_KILL
} hob_fault;
typedef struct hob_fs_fault {
    hob_fs fs;
    hob_fs *under;
    hob_fault fault;
    hob_status status;
    uint64_t calls, fail_at;
    void (*on_kill)(
        void *user); /* may leave by a jump; when it returns or is null, every later call fails */
    void *kill_user;
    bool dead;
} hob_fs_fault;
void hob_fs_fault_init(hob_fs_fault *f, hob_fs *under);

/* Helpers over the primitives. */
HOB_NODISCARD hob_status hob_fs_make_folders(hob_fs *fs, const char *path, hob_error *reterr);
HOB_NODISCARD hob_status hob_fs_remove_tree(hob_fs *fs, const char *path,
                                            hob_error *reterr); /* never follows links */
char *hob_path_join(hob_arena *arena, const char *folder, const char *name);

/* Project paths (spec hob 1.1): relative, '/', no empty, '.' or '..' segment after resolving, no
 * drive, backslash, NUL, reserved Windows name. Returns the normalised path in the arena, or
 * PATH_INVALID / PATH_OUTSIDE. */
HOB_NODISCARD hob_status hob_path_normalise(hob_arena *arena, hob_str path, char **ret_path,
                                            hob_error *reterr);
/* Lower-case letters, digits and '_' (spec project-format 1.3); at most 48 bytes. */
void hob_slug(hob_str name, char out[49]);

#endif
