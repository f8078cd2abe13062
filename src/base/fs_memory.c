/* A file system in memory: a sorted array of absolute paths. It knows no links, permissions or
 * programs besides this one, and its working folder is its root, so "a/b" and "/a/b" are the same.
 * A failed call changes nothing. */
#include "base/fs.h"

#include <string.h>

#define LONGEST_PATH 4096

typedef struct node {
    char *path; /* "/a/b"; the root is not stored */
    size_t path_size;
    char *bytes;
    size_t size, cap;
    bool is_folder;
    uint32_t mode;
    int64_t stamp;
    int shared_locks; /* -1: an exclusive one */
} node;

typedef struct memory_fs {
    hob_fs fs; /* first: the interface is the object */
    const hob_allocator *allocator;
    node *nodes;
    size_t count, cap;
    int64_t last_stamp;
} memory_fs;

static memory_fs *of(hob_fs *fs) {
    return (memory_fs *)fs->user;
}

static hob_status refuse(hob_status status, const char *message, const char *path,
                         hob_error *reterr) {
    (void)hob_fail(reterr, status, "%s %s", path, message);
    (void)hob_error_place(reterr, path, NULL, 0, 0);
    return status;
}

static hob_status missing(const char *path, hob_error *reterr) {
    return refuse(HOB_ERR_FILE_NOT_FOUND, "does not exist.", path, reterr);
}

static hob_status no_memory(const char *path, hob_error *reterr) {
    return refuse(HOB_ERR_OUT_OF_MEMORY, "does not fit into memory.", path, reterr);
}

/* "a//b/../c" to "/a/c"; the root is "". */
static hob_status resolve(const char *path, char out[LONGEST_PATH], hob_error *reterr) {
    size_t length = 0;
    while (*path) {
        size_t part = strcspn(path, "/");
        if (part == 2 && memcmp(path, "..", 2) == 0) {
            while (length > 0 && out[--length] != '/') {
            }
        } else if (part > 0 && !(part == 1 && path[0] == '.')) {
            if (length + 1 + part >= LONGEST_PATH) {
                return refuse(HOB_ERR_PATH_INVALID, "is too long.", path, reterr);
            }
            out[length++] = '/';
            memcpy(out + length, path, part);
            length += part;
        }
        path += part;
        path += *path == '/';
    }
    out[length] = '\0';
    return HOB_OK;
}

/* Index of the first node that is not below `path` in order; *ret_found when it is that one. */
static size_t search(const memory_fs *m, const char *path, bool *ret_found) {
    size_t low = 0, high = m->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(m->nodes[middle].path, path);
        if (order == 0) {
            *ret_found = true;
            return middle;
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *ret_found = false;
    return low;
}

static node *find(const memory_fs *m, const char *path) {
    bool found;
    size_t at = search(m, path, &found);
    return found ? &m->nodes[at] : NULL;
}

static bool is_folder(const memory_fs *m, const char *path) {
    const node *n = path[0] ? find(m, path) : NULL;
    return path[0] == '\0' || (n && n->is_folder);
}

static bool parent_is_folder(const memory_fs *m, const char *path) {
    char parent[LONGEST_PATH];
    size_t length = (size_t)(strrchr(path, '/') - path);
    memcpy(parent, path, length);
    parent[length] = '\0';
    return is_folder(m, parent);
}

static void free_node(const memory_fs *m, node *n) {
    hob_free(m->allocator, n->path, n->path_size);
    hob_free(m->allocator, n->bytes, n->cap);
}

/* A new node with a copy of `path` (resolved, not the root), and `size` bytes of room. */
static hob_status insert(memory_fs *m, const char *path, size_t size, node **ret_node,
                         hob_error *reterr) {
    bool found;
    size_t at = search(m, path, &found);
    if (found || path[0] == '\0') {
        return refuse(HOB_ERR_FILE_EXISTS, "exists already.", path, reterr);
    }
    if (!parent_is_folder(m, path)) {
        return missing(path, reterr);
    }
    if (m->count == m->cap) {
        size_t cap = m->cap ? m->cap * 2 : 16;
        node *nodes =
            hob_resize(m->allocator, m->nodes, m->cap * sizeof *nodes, cap * sizeof *nodes);
        if (!nodes) {
            return no_memory(path, reterr);
        }
        m->nodes = nodes;
        m->cap = cap;
    }
    node n = {.path_size = strlen(path) + 1, .cap = size, .stamp = ++m->last_stamp};
    n.path = hob_alloc(m->allocator, n.path_size);
    if (n.path && size) {
        n.bytes = hob_alloc(m->allocator, size);
    }
    if (!n.path || (size && !n.bytes)) {
        free_node(m, &n);
        return no_memory(path, reterr);
    }
    memcpy(n.path, path, n.path_size);
    memmove(m->nodes + at + 1, m->nodes + at, (m->count - at) * sizeof n);
    m->nodes[at] = n;
    m->count++;
    *ret_node = &m->nodes[at];
    return HOB_OK;
}

static void delete_at(memory_fs *m, size_t at) {
    free_node(m, &m->nodes[at]);
    m->count--;
    memmove(m->nodes + at, m->nodes + at + 1, (m->count - at) * sizeof *m->nodes);
}

/* Whether node `at` has something below it: that would follow, but for names such as "/a-" or
 * "/a!". */
static bool has_children(const memory_fs *m, const char *path) {
    size_t length = strlen(path);
    for (size_t i = 0; i < m->count; i++) {
        const char *other = m->nodes[i].path;
        if (strncmp(other, path, length) == 0 && other[length] == '/') {
            return true;
        }
    }
    return false;
}

static hob_status memory_info(hob_fs *fs, const char *path, bool follow_links,
                              hob_file_info *ret_info, hob_error *reterr) {
    (void)follow_links;
    char at[LONGEST_PATH];
    hob_status status = resolve(path, at, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_file_info info = {0};
    const node *n = at[0] ? find(of(fs), at) : NULL;
    if (n) {
        info = (hob_file_info){true, n->is_folder, false, n->size, n->stamp, n->mode};
    } else if (at[0] == '\0') {
        info = (hob_file_info){.exists = true, .is_folder = true, .mode = 0755};
    }
    *ret_info = info;
    return HOB_OK;
}

/* The file at `path`, or why there is none. */
static hob_status require_file(hob_fs *fs, const char *path, node **ret_node, hob_error *reterr) {
    char at[LONGEST_PATH];
    hob_status status = resolve(path, at, reterr);
    if (status != HOB_OK) {
        return status;
    }
    if (is_folder(of(fs), at)) {
        return refuse(HOB_ERR_FILE_IS_FOLDER, "is a folder, not a file.", path, reterr);
    }
    *ret_node = find(of(fs), at);
    return *ret_node ? HOB_OK : missing(path, reterr);
}

static hob_status memory_read(hob_fs *fs, const char *path, size_t max, hob_buf *out,
                              hob_error *reterr) {
    node *n;
    hob_status status = require_file(fs, path, &n, reterr);
    if (status != HOB_OK) {
        return status;
    }
    if (n->size > max || n->size > out->max - out->length) {
        return refuse(HOB_ERR_JSON_SIZE, "is too large.", path, reterr);
    }
    hob_buf_add(out, n->bytes, n->size);
    return out->failed ? no_memory(path, reterr) : HOB_OK;
}

static hob_status memory_write_new(hob_fs *fs, const char *path, hob_str data, uint32_t mode,
                                   hob_error *reterr) {
    char at[LONGEST_PATH];
    node *n;
    hob_status status = resolve(path, at, reterr);
    if (status == HOB_OK) {
        status = insert(of(fs), at, data.length, &n, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    n->mode = mode ? mode : 0644;
    n->size = data.length;
    if (data.length) {
        memcpy(n->bytes, data.data, data.length);
    }
    return HOB_OK;
}

/* Sets the file's size; new bytes are zero. */
static hob_status set_size(memory_fs *m, node *n, size_t size, hob_error *reterr) {
    if (size > n->cap) {
        size_t cap = n->cap * 2 > size ? n->cap * 2 : size;
        char *bytes = hob_resize(m->allocator, n->bytes, n->cap, cap);
        if (!bytes) {
            return no_memory(n->path, reterr);
        }
        n->bytes = bytes;
        n->cap = cap;
    }
    if (size > n->size) {
        memset(n->bytes + n->size, 0, size - n->size);
    }
    n->size = size;
    n->stamp = ++m->last_stamp;
    return HOB_OK;
}

static hob_status memory_append(hob_fs *fs, const char *path, hob_str data, hob_error *reterr) {
    node *n;
    hob_status status = require_file(fs, path, &n, NULL);
    if (status == HOB_ERR_FILE_NOT_FOUND) {
        return memory_write_new(fs, path, data, 0, reterr);
    }
    if (status != HOB_OK) {
        return require_file(fs, path, &n, reterr);
    }
    size_t before = n->size;
    status = set_size(of(fs), n, before + data.length, reterr);
    if (status == HOB_OK && data.length) {
        memcpy(n->bytes + before, data.data, data.length);
    }
    return status;
}

static hob_status memory_truncate(hob_fs *fs, const char *path, uint64_t size, hob_error *reterr) {
    node *n;
    hob_status status = require_file(fs, path, &n, reterr);
    if (status != HOB_OK) {
        return status;
    }
    if (size > SIZE_MAX / 4) {
        return no_memory(path, reterr);
    }
    return set_size(of(fs), n, (size_t)size, reterr);
}

static hob_status memory_remove(hob_fs *fs, const char *path, hob_error *reterr) {
    memory_fs *m = of(fs);
    char at[LONGEST_PATH];
    hob_status status = resolve(path, at, reterr);
    if (status != HOB_OK) {
        return status;
    }
    bool found;
    size_t index = search(m, at, &found);
    if (!found) {
        return at[0] ? missing(path, reterr)
                     : refuse(HOB_ERR_FILE_IO, "is the root.", path, reterr);
    }
    if (has_children(m, at)) {
        return refuse(HOB_ERR_FILE_IO, "is a folder that is not empty.", path, reterr);
    }
    delete_at(m, index);
    return HOB_OK;
}

static int compare_nodes(const node *a, const node *b) {
    return strcmp(a->path, b->path);
}

static void sort_nodes(memory_fs *m) {
    for (size_t i = 1; i < m->count; i++) { /* nearly in order: only what was renamed has moved */
        node n = m->nodes[i];
        size_t at = i;
        while (at > 0 && compare_nodes(&n, &m->nodes[at - 1]) < 0) {
            m->nodes[at] = m->nodes[at - 1];
            at--;
        }
        m->nodes[at] = n;
    }
}

/* What may stand at the target of a rename: nothing, a file for a file, an empty folder for a
 * folder. */
static hob_status check_target(memory_fs *m, const char *from, const char *to, hob_error *reterr) {
    size_t length = strlen(from);
    if (!to[0] || (strncmp(from, to, length) == 0 && to[length] == '/')) {
        return refuse(HOB_ERR_FILE_IO, "cannot be renamed into itself.", from, reterr);
    }
    if (!parent_is_folder(m, to)) {
        return missing(to, reterr);
    }
    const node *target = find(m, to);
    if (!target) {
        return HOB_OK;
    }
    if (target->is_folder != find(m, from)->is_folder) {
        return target->is_folder ? refuse(HOB_ERR_FILE_IS_FOLDER, "is a folder.", to, reterr)
                                 : refuse(HOB_ERR_FILE_NOT_FOUND, "is no folder.", to, reterr);
    }
    return has_children(m, to)
               ? refuse(HOB_ERR_FILE_IO, "is a folder that is not empty.", to, reterr)
               : HOB_OK;
}

/* Gives every node at or below `from` its new path: all are made first, so that no failure leaves
 * half of it. */
static hob_status move_nodes(memory_fs *m, const char *from, const char *to, hob_error *reterr) {
    size_t from_length = strlen(from), to_length = strlen(to), done = 0;
    char **paths = hob_alloc_zero(m->allocator, m->count, sizeof *paths);
    bool ok = paths != NULL;
    for (; ok && done < m->count; done++) {
        const node *n = &m->nodes[done];
        if (strncmp(n->path, from, from_length) != 0 ||
            (n->path[from_length] != '/' && n->path[from_length] != '\0')) {
            continue;
        }
        size_t rest = n->path_size - from_length;
        paths[done] = hob_alloc(m->allocator, to_length + rest);
        ok = paths[done] != NULL;
        if (ok) {
            memcpy(paths[done], to, to_length);
            memcpy(paths[done] + to_length, n->path + from_length, rest);
        }
    }
    for (size_t i = 0; paths && i < done; i++) {
        node *n = &m->nodes[i];
        if (!paths[i]) {
            continue;
        }
        size_t size = to_length + (n->path_size - from_length);
        if (!ok) {
            hob_free(m->allocator, paths[i], size);
            continue;
        }
        hob_free(m->allocator, n->path, n->path_size);
        n->path = paths[i];
        n->path_size = size;
    }
    hob_free(m->allocator, paths, m->count * sizeof *paths);
    return ok ? HOB_OK : no_memory(from, reterr);
}

static hob_status memory_rename(hob_fs *fs, const char *from, const char *to, hob_error *reterr) {
    memory_fs *m = of(fs);
    char old_path[LONGEST_PATH], new_path[LONGEST_PATH];
    hob_status status = resolve(from, old_path, reterr);
    if (status == HOB_OK) {
        status = resolve(to, new_path, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    if (!old_path[0] || !find(m, old_path)) {
        return missing(from, reterr);
    }
    if (strcmp(old_path, new_path) == 0) {
        return HOB_OK;
    }
    status = check_target(m, old_path, new_path, reterr);
    if (status != HOB_OK) {
        return status;
    }
    bool replaced;
    size_t target = search(m, new_path, &replaced);
    node old_target = {0};
    if (replaced) { /* out of the way, and freed only when nothing can fail any more */
        old_target = m->nodes[target];
        m->count--;
        memmove(m->nodes + target, m->nodes + target + 1, (m->count - target) * sizeof(node));
    }
    status = move_nodes(m, old_path, new_path, reterr);
    if (replaced && status == HOB_OK) {
        free_node(m, &old_target);
    } else if (replaced) {
        memmove(m->nodes + target + 1, m->nodes + target, (m->count - target) * sizeof(node));
        m->nodes[target] = old_target;
        m->count++;
    }
    sort_nodes(m);
    return status;
}

static hob_status memory_make_folder(hob_fs *fs, const char *path, hob_error *reterr) {
    char at[LONGEST_PATH];
    node *n;
    hob_status status = resolve(path, at, reterr);
    if (status == HOB_OK) {
        status = insert(of(fs), at, 0, &n, reterr);
    }
    if (status == HOB_OK) {
        n->is_folder = true;
        n->mode = 0755;
    }
    return status;
}

static hob_status require_folder(hob_fs *fs, const char *path, char at[LONGEST_PATH],
                                 hob_error *reterr) {
    hob_status status = resolve(path, at, reterr);
    if (status == HOB_OK && !is_folder(of(fs), at)) {
        status = missing(path, reterr);
    }
    return status;
}

static hob_status memory_flush_folder(hob_fs *fs, const char *path, hob_error *reterr) {
    char at[LONGEST_PATH];
    return require_folder(fs, path, at, reterr);
}

static hob_status memory_list(hob_fs *fs, const char *path, hob_arena *arena,
                              hob_fs_entry **ret_entries, size_t *ret_count, hob_error *reterr) {
    const memory_fs *m = of(fs);
    char at[LONGEST_PATH];
    hob_status status = require_folder(fs, path, at, reterr);
    if (status != HOB_OK) {
        return status;
    }
    size_t length = strlen(at), count = 0;
    hob_fs_entry *entries = hob_arena_array(arena, hob_fs_entry, m->count);
    if (!entries) {
        return no_memory(path, reterr);
    }
    for (size_t i = 0; i < m->count; i++) {
        const node *n = &m->nodes[i];
        bool below = strncmp(n->path, at, length) == 0 && n->path[length] == '/';
        if (!below || strchr(n->path + length + 1, '/')) {
            continue;
        }
        const char *name = n->path + length + 1; /* in order, as the nodes are */
        entries[count].name = hob_arena_text(arena, name, strlen(name));
        entries[count].is_folder = n->is_folder;
        if (!entries[count++].name) {
            return no_memory(path, reterr);
        }
    }
    *ret_entries = entries;
    *ret_count = count;
    return HOB_OK;
}

static hob_status memory_real_path(hob_fs *fs, const char *path, hob_arena *arena, char **ret_path,
                                   hob_error *reterr) {
    char at[LONGEST_PATH];
    hob_status status = resolve(path, at, reterr);
    if (status != HOB_OK) {
        return status;
    }
    if (at[0] && !find(of(fs), at)) {
        return missing(path, reterr);
    }
    char *copy = at[0] ? hob_arena_text(arena, at, strlen(at)) : hob_arena_text(arena, "/", 1);
    if (!copy) {
        return no_memory(path, reterr);
    }
    *ret_path = copy;
    return HOB_OK;
}

/* A lock is an allocation that holds the path, since nodes move. Nobody else runs meanwhile:
 * waiting would not help. */
typedef struct memory_lock {
    bool exclusive;
    char path[LONGEST_PATH];
} memory_lock;

static hob_status memory_lock_file(hob_fs *fs, const char *path, bool exclusive, int wait_ms,
                                   void **ret_lock, hob_error *reterr) {
    (void)wait_ms;
    memory_fs *m = of(fs);
    node *n;
    hob_status status = require_file(fs, path, &n, NULL);
    if (status == HOB_ERR_FILE_NOT_FOUND) {
        status = memory_write_new(fs, path, HOB_STR(""), 0, reterr);
    }
    if (status == HOB_OK) {
        status = require_file(fs, path, &n, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    if (n->shared_locks < 0 || (exclusive && n->shared_locks > 0)) {
        return refuse(HOB_ERR_PROJECT_BUSY, "is locked.", path, reterr);
    }
    memory_lock *lock = hob_alloc(m->allocator, sizeof *lock);
    if (!lock) {
        return no_memory(path, reterr);
    }
    lock->exclusive = exclusive;
    memcpy(lock->path, n->path, n->path_size);
    n->shared_locks = exclusive ? -1 : n->shared_locks + 1;
    *ret_lock = lock;
    return HOB_OK;
}

static void memory_unlock(hob_fs *fs, void *held) {
    memory_lock *lock = held;
    if (!lock) {
        return;
    }
    node *n = find(of(fs), lock->path);
    if (n) {
        n->shared_locks = lock->exclusive ? 0 : n->shared_locks - 1;
    }
    hob_free(of(fs)->allocator, lock, sizeof *lock);
}

hob_status hob_fs_memory_create(const hob_allocator *a, hob_fs **ret_fs, hob_error *reterr) {
    memory_fs *m = hob_alloc_zero(a, 1, sizeof *m);
    if (!m) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    }
    m->allocator = a;
    m->fs = (hob_fs){
        .user = m,
        .info = memory_info,
        .read = memory_read,
        .write_new = memory_write_new,
        .append = memory_append,
        .truncate = memory_truncate,
        .rename = memory_rename,
        .remove = memory_remove,
        .make_folder = memory_make_folder,
        .flush_folder = memory_flush_folder,
        .list = memory_list,
        .real_path = memory_real_path,
        .lock = memory_lock_file,
        .unlock = memory_unlock,
    };
    *ret_fs = &m->fs;
    return HOB_OK;
}

void hob_fs_memory_destroy(hob_fs *fs) {
    if (!fs) {
        return;
    }
    memory_fs *m = of(fs);
    for (size_t i = 0; i < m->count; i++) {
        free_node(m, &m->nodes[i]);
    }
    hob_free(m->allocator, m->nodes, m->cap * sizeof *m->nodes);
    hob_free(m->allocator, m, sizeof *m);
}
