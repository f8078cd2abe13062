#include "import/target.h"

#include "project/fold.h"
#include "project/order.h"

#include <string.h>

static bool is_empty(hob_fs *fs, const char *folder, hob_arena *arena) {
    hob_fs_entry *entries = NULL;
    size_t count = 0;
    hob_guard *guard = arena->guard;
    arena->guard = NULL; /* the file system holds the folder open */
    hob_status status = fs->list(fs, folder, arena, &entries, &count, NULL);
    arena->guard = guard;
    return status == HOB_OK && count == 0;
}

hob_status hob_import__begin(hob_import_target *target, const char *folder, hob_error *reterr) {
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/') {
        length--;
    }
    target->folder = hob_arena_text(target->arena, folder, length);
    target->temp = hob_arena_format(target->arena, "%s.hob-tmp", target->folder);
    hob_names_init(&target->taken, target->arena, 64);
    hob_file_info info = {.exists = false};
    hob_status status = target->fs->info(target->fs, target->folder, false, &info, reterr);
    if (status) {
        return status;
    }
    if (info.exists &&
        (!info.is_folder || info.is_link || !is_empty(target->fs, target->folder, target->arena))) {
        hob_fail(reterr, HOB_ERR_CONFLICT, "\"%s\" exists already%s.", target->folder,
                 info.is_folder ? " and is not empty" : "");
        hob_error_hint(reterr, "Name a folder that does not exist.");
        return HOB_ERR_CONFLICT;
    }
    status = hob_fs_remove_tree(target->fs, target->temp, reterr);
    if (!status) {
        status = hob_fs_make_folders(target->fs, target->temp, reterr);
    }
    target->is_begun = status == HOB_OK;
    return status;
}

/* ---- paths ---- */

bool hob_import__path_free(const hob_import_target *target, const char *path) {
    return hob_names_find(&target->taken, hob_fold(target->arena, hob_str_from(path))) ==
           HOB_NAMES_NONE;
}

const char *hob_import__take_path(hob_import_target *target, const char *wanted) {
    const char *slash = strrchr(wanted, '/');
    const char *name = slash ? slash + 1 : wanted;
    size_t stem = (size_t)(name - wanted) + strcspn(name, ".");
    const char *path = hob_arena_text(target->arena, wanted, strlen(wanted));
    /* After a few small numbers one that is surely new, or a thousand like names take ages. */
    for (uint32_t number = 2; !hob_import__path_free(target, path);
         number += number < 16 ? 1 : target->taken.count) {
        path =
            hob_arena_format(target->arena, "%.*s_%u%s", (int)stem, wanted, number, wanted + stem);
    }
    (void)hob_names_add(&target->taken, hob_fold(target->arena, hob_str_from(path)), 0);
    return path;
}

/* ---- files ---- */

hob_status hob_import__put(hob_import_target *target, const char *path, hob_str content,
                           hob_error *reterr) {
    char *full = hob_path_join(target->arena, target->temp, path);
    char *slash = strrchr(full, '/');
    *slash = '\0';
    hob_status status = hob_fs_make_folders(target->fs, full, reterr);
    *slash = '/';
    if (!status) {
        status = target->fs->write_new(target->fs, full, content, 0644, reterr);
    }
    target->file_count += status == HOB_OK;
    return status;
}

hob_status hob_import__put_json(hob_import_target *target, const char *path, yyjson_mut_doc *doc,
                                hob_arena *scratch, hob_error *reterr) {
    hob_project_order_keys(target->registry, path, doc, scratch);
    hob_buf text;
    hob_buf_init(&text, &scratch->as_allocator, 4 * HOB_JSON_MAX_BYTES);
    hob_status status = hob_json_write_mut(&text, yyjson_mut_doc_get_root(doc), reterr);
    if (!status && text.length > HOB_JSON_MAX_BYTES) {
        status = hob_fail(reterr, HOB_ERR_JSON_SIZE,
                          "Written out the file has %zu bytes; JSON may have %zu.", text.length,
                          HOB_JSON_MAX_BYTES);
        (void)hob_error_place(reterr, path, NULL, 0, 0);
    }
    return status ? status : hob_import__put(target, path, hob_buf_str(&text), reterr);
}

/* ---- the end ---- */

hob_status hob_import__finish(hob_import_target *target, hob_error *reterr) {
    hob_file_info info = {.exists = false};
    hob_status status = target->fs->info(target->fs, target->folder, false, &info, reterr);
    if (!status && info.exists) {
        status = target->fs->remove(target->fs, target->folder, reterr); /* empty, as at begin */
    }
    if (!status) {
        status = target->fs->rename(target->fs, target->temp, target->folder, reterr);
    }
    if (!status) {
        target->is_begun = false;
    }
    return status;
}

void hob_import__abandon(hob_import_target *target) {
    if (target->is_begun) {
        hob_status status = hob_fs_remove_tree(target->fs, target->temp, NULL);
        (void)status; /* what stays is removed by the next try */
        target->is_begun = false;
    }
}
