/* Paths that files name: their form, whether they stay inside, whether the file is there under
 * exactly that name on every file system (spec hob 1.1). */
#include "project/check.h"
#include "project/fold.h"

#include <string.h>

/* Listings are kept for the whole validation: many assets lie in one folder. */
typedef struct hob_check__folders {
    struct hob_check__folders *next;
    const char *path;
    hob_fs_entry *entries;
    size_t count;
    hob_names exact, folded; /* name to index in entries */
} hob_check__folders;

static const hob_check__folders *folder_at(hob_check *check, const char *path) {
    for (hob_check__folders *folder = check->folders; folder; folder = folder->next) {
        if (strcmp(folder->path, path) == 0) {
            return folder;
        }
    }
    hob_check__folders *folder = hob_arena_new(check->arena, hob_check__folders);
    folder->path = hob_arena_text(check->arena, path, strlen(path));
    hob_error error;
    hob_status status = hob_project__list(check->project, path, check->arena, &folder->entries,
                                          &folder->count, &error);
    if (status == HOB_ERR_OUT_OF_MEMORY) {
        hob_project__need(check->project, NULL);
    }
    folder->count = status ? 0 : folder->count;
    hob_names_init(&folder->exact, check->arena, folder->count);
    hob_names_init(&folder->folded, check->arena, folder->count);
    for (size_t i = 0; i < folder->count; i++) {
        hob_str name = hob_str_from(folder->entries[i].name);
        (void)hob_names_add(&folder->exact, name, (uint32_t)i);
        (void)hob_names_add(&folder->folded, hob_fold(check->arena, name), (uint32_t)i);
    }
    folder->next = check->folders;
    check->folders = folder;
    return folder;
}

/* One segment; moves to the name that is there. */
static hob_check__path_state step(hob_check *check, const char *folder, hob_str segment,
                                  bool is_last, const char **ret_name) {
    const hob_check__folders *listed = folder_at(check, folder);
    hob_check__path_state state = HOB_PATH_RIGHT;
    uint32_t at = hob_names_find(&listed->exact, segment);
    if (at == HOB_NAMES_NONE) {
        state = HOB_PATH_OTHER_CASE;
        at = hob_names_find(&listed->folded, hob_fold(check->arena, segment));
    }
    if (at == HOB_NAMES_NONE) {
        return HOB_PATH_MISSING;
    }
    const hob_fs_entry *entry = &listed->entries[at];
    if (is_last && entry->is_folder && !entry->is_link) {
        return HOB_PATH_MISSING;
    }
    *ret_name = entry->name;
    return state;
}

hob_check__path_state hob_check__look(hob_check *check, const char *path, const char **ret_real) {
    hob_check__path_state state = HOB_PATH_RIGHT;
    const char *real = "";
    while (*path) {
        size_t length = strcspn(path, "/");
        const char *name;
        bool is_last = path[length] == '\0';
        hob_check__path_state one = step(check, real, (hob_str){path, length}, is_last, &name);
        if (one == HOB_PATH_MISSING) {
            return one;
        }
        state = one == HOB_PATH_RIGHT ? state : one;
        real = hob_arena_format(check->arena, "%s%s%s", real, real[0] ? "/" : "", name);
        path += length + !is_last;
    }
    if (ret_real) {
        *ret_real = real;
    }
    return state;
}

bool hob_check__path(hob_check *check, const hob_read_level *level, const char *key,
                     const char *path, hob_status missing) {
    char *normal;
    const char *real;
    hob_error error;
    hob_status status = hob_path_normalise(check->arena, hob_str_from(path), &normal, &error);
    if (!status) {
        status = hob_project__confine(check->project, normal, &error);
    }
    if (status == HOB_ERR_OUT_OF_MEMORY) {
        hob_project__need(check->project, NULL);
    }
    if (status) {
        hob_check__report(check, level, key, status, error.hint, "%s", error.message);
        return false;
    }
    hob_check__path_state state = hob_check__look(check, normal, &real);
    if (state == HOB_PATH_RIGHT && hob_project__exists(check->project, normal)) {
        return true;
    }
    if (state == HOB_PATH_OTHER_CASE) {
        hob_check__report(check, level, key, HOB_ERR_PATH_CASE,
                          "Write the path exactly as the file is named.",
                          "\"%s\" is named \"%s\" on disk.", path, real);
    } else {
        hob_check__report(check, level, key, missing, "Put the file there, or take the entry out.",
                          "There is no file \"%s\".", path);
    }
    return false;
}
