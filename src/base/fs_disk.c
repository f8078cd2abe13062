/* The operating system's files (POSIX). One system call a step, every result checked, interrupted
 * calls continued. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#define _DARWIN_C_SOURCE

#include "base/fs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define NEW_FILE_MODE 0666
#define LOCK_POLL_MS  10
#define READ_STEP     ((size_t)64 << 10)

static hob_status status_of(int error) {
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        return HOB_ERR_FILE_NOT_FOUND;
    case EISDIR:
        return HOB_ERR_FILE_IS_FOLDER;
    case ENOSPC:
#ifdef EDQUOT
    case EDQUOT:
#endif
    case EFBIG:
        return HOB_ERR_FILE_NO_SPACE;
    case EEXIST:
        return HOB_ERR_FILE_EXISTS;
    case EACCES:
    case EPERM:
    case EROFS:
        return HOB_ERR_FILE_PERMISSION;
    case ENAMETOOLONG:
        return HOB_ERR_PATH_INVALID;
    case ENOMEM:
        return HOB_ERR_OUT_OF_MEMORY;
    default:
        return HOB_ERR_FILE_IO;
    }
}

/* `what` completes "The file could not be ...". */
static hob_status failed(int error, const char *what, const char *path, hob_error *reterr) {
    hob_status status = status_of(error);
    (void)hob_fail(reterr, status, "%s could not be %s: %s.", path, what, strerror(error));
    (void)hob_error_place(reterr, path, NULL, 0, 0);
    return status;
}

static hob_status refuse(hob_status status, const char *message, const char *path,
                         hob_error *reterr) {
    (void)hob_fail(reterr, status, "%s %s", path, message);
    (void)hob_error_place(reterr, path, NULL, 0, 0);
    return status;
}

static int64_t stamp_of(const struct stat *st) {
#ifdef __APPLE__
    const struct timespec *t = &st->st_mtimespec;
#else
    const struct timespec *t = &st->st_mtim;
#endif
    /* Clocks tick in milliseconds: a file replaced within one tick still has another number. */
    uint64_t ns = (uint64_t)t->tv_sec * 1000000000u + (uint64_t)t->tv_nsec;
    return (int64_t)(ns ^ ((uint64_t)st->st_ino * UINT64_C(0x9E3779B97F4A7C15)));
}

static hob_status disk_info(hob_fs *fs, const char *path, bool follow_links,
                            hob_file_info *ret_info, hob_error *reterr) {
    (void)fs;
    struct stat st;
    hob_file_info info = {0};
    int result = lstat(path, &st);
    if (result == 0) {
        info.is_link = S_ISLNK(st.st_mode);
        if (info.is_link && follow_links) {
            result = stat(path, &st);
        }
    }
    if (result != 0 && errno != ENOENT && errno != ENOTDIR) {
        return failed(errno, "looked at", path, reterr);
    }
    if (result == 0) {
        info.exists = true;
        info.is_folder = S_ISDIR(st.st_mode);
        info.size = (uint64_t)st.st_size;
        info.modified_ns = stamp_of(&st);
        info.mode = (uint32_t)st.st_mode & 07777;
    }
    *ret_info = info;
    return HOB_OK;
}

static int open_retrying(const char *path, int flags, mode_t mode) {
    int fd;
    do {
        fd = openat(AT_FDCWD, path, flags | O_CLOEXEC, mode);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

static hob_status check_regular(int fd, const char *path, struct stat *ret_stat,
                                hob_error *reterr) {
    if (fstat(fd, ret_stat) != 0) {
        return failed(errno, "looked at", path, reterr);
    }
    if (S_ISDIR(ret_stat->st_mode)) {
        return refuse(HOB_ERR_FILE_IS_FOLDER, "is a folder, not a file.", path, reterr);
    }
    if (!S_ISREG(ret_stat->st_mode)) {
        return refuse(HOB_ERR_FILE_IO, "is a device or pipe, not a file.", path, reterr);
    }
    return HOB_OK;
}

static hob_status too_large(const char *path, size_t max, hob_error *reterr) {
    (void)hob_fail(reterr, HOB_ERR_JSON_SIZE, "%s has more than %zu bytes.", path, max);
    (void)hob_error_place(reterr, path, NULL, 0, 0);
    return HOB_ERR_JSON_SIZE;
}

static ssize_t read_retrying(int fd, char *into, size_t size) {
    ssize_t got;
    do {
        got = read(fd, into, size);
    } while (got < 0 && errno == EINTR);
    return got;
}

/* The size that was stated may be wrong: the file may have grown, or the kernel states none. Where
 * nothing more should come a single byte is asked for, so that the buffer need not grow for it. */
static hob_status read_all(int fd, const char *path, size_t max, size_t stated, hob_buf *out,
                           hob_error *reterr) {
    size_t total = 0;
    for (;;) {
        char probe;
        size_t step = total < stated ? stated - total : READ_STEP;
        step = step < max - total ? step : max - total;
        bool probing = step == 0 || (total == stated && stated > 0);
        char *into = probing ? &probe : hob_buf_room(out, step);
        if (!into || out->failed) {
            return refuse(HOB_ERR_OUT_OF_MEMORY, "does not fit into memory.", path, reterr);
        }
        ssize_t got = read_retrying(fd, into, probing ? 1 : step);
        if (got < 0) {
            return failed(errno, "read", path, reterr);
        }
        if (got == 0) {
            return HOB_OK;
        }
        if (step == 0) {
            return too_large(path, max, reterr);
        }
        total += (size_t)got;
        if (probing) {
            hob_buf_add_char(out, probe); /* a failure shows in the next round */
        } else {
            out->length += (size_t)got;
            out->data[out->length] = '\0';
        }
    }
}

static hob_status disk_read(hob_fs *fs, const char *path, size_t max, hob_buf *out,
                            hob_error *reterr) {
    (void)fs;
    /* Non-blocking, or a pipe without a writer would be waited for. */
    int fd = open_retrying(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);
    if (fd < 0) {
        return failed(errno, "opened", path, reterr);
    }
    size_t start = out->length;
    if (max > out->max - start) {
        max = out->max - start;
    }
    struct stat st;
    hob_status status = check_regular(fd, path, &st, reterr);
    if (status == HOB_OK && (uint64_t)st.st_size > max) {
        status = too_large(path, max, reterr);
    }
    if (status == HOB_OK) {
        status = read_all(fd, path, max, (size_t)st.st_size, out, reterr);
    }
    (void)close(fd); /* it was only read */
    if (status != HOB_OK && out->data) {
        out->length = start;
        out->data[start] = '\0';
    }
    return status;
}

/* An interrupted close has closed. */
static int close_checked(int fd) {
    return close(fd) == 0 || errno == EINTR ? 0 : -1;
}

static int flush_to_disk(int fd) {
    int result;
    do {
#ifdef F_FULLFSYNC
        result = fcntl(fd, F_FULLFSYNC);
#else
        result = fsync(fd);
#endif
    } while (result != 0 && errno == EINTR);
    return result;
}

static int write_all(int fd, hob_str data) {
    while (data.length > 0) {
        ssize_t written = write(fd, data.data, data.length);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            return -1;
        }
        data.data += written;
        data.length -= (size_t)written;
    }
    return 0;
}

static hob_status disk_write_new(hob_fs *fs, const char *path, hob_str data, uint32_t mode,
                                 hob_error *reterr) {
    (void)fs;
    int fd = open_retrying(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, NEW_FILE_MODE);
    if (fd < 0) {
        return failed(errno, "created", path, reterr);
    }
    int error = 0;
    /* The mode is that of a file to be replaced: the process's mask must not take from it. */
    if (write_all(fd, data) != 0 || (mode && fchmod(fd, (mode_t)mode) != 0) ||
        flush_to_disk(fd) != 0) {
        error = errno;
    }
    if (close_checked(fd) != 0 && !error) {
        error = errno;
    }
    if (error) {
        (void)unlink(path);
        return failed(error, "written", path, reterr);
    }
    return HOB_OK;
}

static hob_status disk_append(hob_fs *fs, const char *path, hob_str data, hob_error *reterr) {
    (void)fs;
    int fd = open_retrying(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY,
                           NEW_FILE_MODE);
    if (fd < 0) {
        return failed(errno, "opened", path, reterr);
    }
    struct stat st;
    hob_status status = check_regular(fd, path, &st, reterr);
    if (status != HOB_OK) {
        (void)close(fd);
        return status;
    }
    int error = 0;
    if (write_all(fd, data) != 0 || flush_to_disk(fd) != 0) {
        error = errno;
        if (ftruncate(fd, st.st_size) != 0) {
            /* The tail stays torn: whoever reads the file next has to cut it. */
        }
    }
    if (close_checked(fd) != 0 && !error) {
        error = errno;
    }
    return error ? failed(error, "written", path, reterr) : HOB_OK;
}

static hob_status disk_truncate(hob_fs *fs, const char *path, uint64_t size, hob_error *reterr) {
    (void)fs;
    int fd = open_retrying(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0);
    if (fd < 0) {
        return failed(errno, "opened", path, reterr);
    }
    struct stat st;
    hob_status status = check_regular(fd, path, &st, reterr);
    int error = 0;
    if (status == HOB_OK && (ftruncate(fd, (off_t)size) != 0 || flush_to_disk(fd) != 0)) {
        error = errno;
    }
    if (close_checked(fd) != 0 && !error) {
        error = errno;
    }
    return error ? failed(error, "cut", path, reterr) : status;
}

static hob_status disk_rename(hob_fs *fs, const char *from, const char *to, hob_error *reterr) {
    (void)fs;
    if (rename(from, to) != 0) {
        return failed(errno, "renamed", from, reterr);
    }
    return HOB_OK;
}

static hob_status disk_remove(hob_fs *fs, const char *path, hob_error *reterr) {
    (void)fs;
    if (unlink(path) == 0) {
        return HOB_OK;
    }
    /* Folders say EISDIR on Linux, EPERM by POSIX; rmdir tells everything else apart. */
    if ((errno == EISDIR || errno == EPERM) && rmdir(path) == 0) {
        return HOB_OK;
    }
    return failed(errno, "removed", path, reterr);
}

static hob_status disk_make_folder(hob_fs *fs, const char *path, hob_error *reterr) {
    (void)fs;
    if (mkdir(path, 0777) != 0) {
        return failed(errno, "created", path, reterr);
    }
    return HOB_OK;
}

static hob_status disk_flush_folder(hob_fs *fs, const char *path, hob_error *reterr) {
    (void)fs;
#ifdef __EMSCRIPTEN__
    (void)path;
    (void)reterr;
    return HOB_OK; /* the JavaScript host cannot open folders */
#else
    int fd = open_retrying(path, O_RDONLY | O_DIRECTORY, 0);
    if (fd < 0) {
        return failed(errno, "opened", path, reterr);
    }
    /* Some file systems have nothing to flush for a folder and say EINVAL. */
    int error = flush_to_disk(fd) != 0 && errno != EINVAL ? errno : 0;
    (void)close(fd);
    return error ? failed(error, "flushed", path, reterr) : HOB_OK;
#endif
}

static int compare_entries(const void *a, const void *b) {
    return strcmp(((const hob_fs_entry *)a)->name, ((const hob_fs_entry *)b)->name);
}

typedef struct listing {
    hob_arena *arena;
    hob_fs_entry *entries;
    size_t count, cap;
} listing;

static bool add_entry(listing *l, int folder_fd, const char *name) {
    if (l->count == l->cap) {
        size_t cap = l->cap ? l->cap * 2 : 32;
        hob_fs_entry *entries = hob_arena_array(l->arena, hob_fs_entry, cap);
        if (!entries) {
            return false;
        }
        if (l->count) {
            memcpy(entries, l->entries, l->count * sizeof *entries);
        }
        l->entries = entries;
        l->cap = cap;
    }
    char *copy = hob_arena_text(l->arena, name, strlen(name));
    if (!copy) {
        return false;
    }
    hob_fs_entry entry = {.name = copy};
    struct stat st;
    if (fstatat(folder_fd, name, &st, AT_SYMLINK_NOFOLLOW) == 0) {
        entry.is_folder = S_ISDIR(st.st_mode);
        entry.is_link = S_ISLNK(st.st_mode);
    } else if (errno == ENOENT) {
        return true; /* gone since it was read */
    }
    l->entries[l->count++] = entry;
    return true;
}

static hob_status disk_list(hob_fs *fs, const char *path, hob_arena *arena,
                            hob_fs_entry **ret_entries, size_t *ret_count, hob_error *reterr) {
    (void)fs;
    DIR *folder = opendir(path);
    if (!folder) {
        return failed(errno, "listed", path, reterr);
    }
    listing l = {.arena = arena};
    hob_status status = HOB_OK;
    while (status == HOB_OK) {
        errno = 0;
        const struct dirent *entry = readdir(folder);
        if (!entry) {
            if (errno) {
                status = failed(errno, "listed", path, reterr);
            }
            break;
        }
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
            continue;
        }
        if (!add_entry(&l, dirfd(folder), entry->d_name)) {
            status =
                refuse(HOB_ERR_OUT_OF_MEMORY, "has too many entries for the memory.", path, reterr);
        }
    }
    (void)closedir(folder);
    if (status == HOB_OK) {
        if (l.count > 1) {
            qsort(l.entries, l.count, sizeof *l.entries, compare_entries);
        }
        *ret_entries = l.entries;
        *ret_count = l.count;
    }
    return status;
}

static hob_status disk_real_path(hob_fs *fs, const char *path, hob_arena *arena, char **ret_path,
                                 hob_error *reterr) {
    (void)fs;
    char *resolved = realpath(path, NULL);
    if (!resolved) {
        return failed(errno, "resolved", path, reterr);
    }
    char *copy = hob_arena_text(arena, resolved, strlen(resolved));
    free(resolved);
    if (!copy) {
        return refuse(HOB_ERR_OUT_OF_MEMORY, "cannot be resolved: there is no memory.", path,
                      reterr);
    }
    *ret_path = copy;
    return HOB_OK;
}

/* Where the system has no locks between programs everything counts as locked. */
static int try_lock(int fd, bool exclusive) {
#ifdef __EMSCRIPTEN__
    (void)fd;
    (void)exclusive;
    return 0;
#else
    int result;
    do {
        result = flock(fd, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB);
    } while (result != 0 && errno == EINTR);
    return result;
#endif
}

static hob_status disk_lock(hob_fs *fs, const char *path, bool exclusive, int wait_ms,
                            void **ret_lock, hob_error *reterr) {
    (void)fs;
    int fd = open_retrying(path, O_RDWR | O_CREAT | O_NOFOLLOW, NEW_FILE_MODE);
    if (fd < 0 && !exclusive && (errno == EACCES || errno == EROFS)) {
        fd = open_retrying(path, O_RDONLY | O_NOFOLLOW,
                           0); /* readers of a project they may not write */
    }
    if (fd < 0) {
        return failed(errno, "opened", path, reterr);
    }
    for (int waited = 0; try_lock(fd, exclusive) != 0; waited += LOCK_POLL_MS) {
        if (errno != EWOULDBLOCK || waited >= wait_ms) {
            int error = errno;
            (void)close(fd);
            if (error != EWOULDBLOCK) {
                return failed(error, "locked", path, reterr);
            }
            (void)refuse(HOB_ERR_PROJECT_BUSY, "is locked by another program.", path, reterr);
            (void)hob_error_hint(reterr, "Wait until it has finished, or close it.");
            return HOB_ERR_PROJECT_BUSY;
        }
        struct timespec pause = {.tv_nsec = LOCK_POLL_MS * 1000000L};
        (void)nanosleep(&pause, NULL);
    }
    *ret_lock = (void *)(intptr_t)(fd + 1);
    return HOB_OK;
}

static void disk_unlock(hob_fs *fs, void *lock) {
    (void)fs;
    if (lock) {
        (void)close((int)((intptr_t)lock - 1)); /* the lock goes with the last descriptor */
    }
}

hob_fs *hob_fs_disk(void) {
    static hob_fs disk = {
        .info = disk_info,
        .read = disk_read,
        .write_new = disk_write_new,
        .append = disk_append,
        .truncate = disk_truncate,
        .rename = disk_rename,
        .remove = disk_remove,
        .make_folder = disk_make_folder,
        .flush_folder = disk_flush_folder,
        .list = disk_list,
        .real_path = disk_real_path,
        .lock = disk_lock,
        .unlock = disk_unlock,
    };
    return &disk;
}
