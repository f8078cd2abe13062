/* The importer as a whole: which part runs when, and what is left when one fails. */
#include "import/hearth.h"

#include "import/hearth_internal.h"
#include "project/manifest.h"

#include <string.h>

/* DEST must not lie where files are copied from, or the copy would contain itself. */
static hob_status check_places(hob_hearth__import *import, const char *dest, hob_error *reterr) {
    const char *slash = strrchr(dest, '/');
    const char *parent = slash && slash != dest
                             ? hob_arena_text(&import->arena, dest, (size_t)(slash - dest))
                         : slash ? "/"
                                 : ".";
    char *real;
    hob_error error;
    if (hob_import__real_path(&import->source, parent, &real, &error)) {
        return HOB_OK; /* not there yet */
    }
    static const char *const copied[] = {"assets", "scripts", "scenes", "playtests"};
    for (size_t i = 0; i < HOB_COUNT(copied); i++) {
        const char *folder = hob_path_join(&import->arena, import->source.root, copied[i]);
        size_t length = strlen(folder);
        if (strncmp(real, folder, length) == 0 && (real[length] == '\0' || real[length] == '/')) {
            hob_fail(reterr, HOB_ERR_INVALID_INPUT,
                     "\"%s\" lies in a folder of the project that is imported.", dest);
            return hob_error_hint(reterr, "Name a folder elsewhere."), HOB_ERR_INVALID_INPUT;
        }
    }
    return HOB_OK;
}

static hob_status not_a_project(const char *folder, hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_PROJECT_NOT_FOUND, "There is no hearth.json in \"%s\".", folder);
    hob_error_hint(reterr, "Name the folder of a Hearth project.");
    return HOB_ERR_PROJECT_NOT_FOUND;
}

/* The parts in their order: ids and paths are decided before anything that names them is written.
 * Refusals are collected, so that one run tells them all. */
static hob_status write_all(hob_hearth__import *import, hob_error *reterr) {
    static const char *const own[] = {"hob.json", "assets.json", ".gitignore", ".hob/notes.md"};
    for (size_t i = 0; i < HOB_COUNT(own); i++) {
        (void)hob_import__take_path(&import->target, own[i]);
    }
    hob_hearth__list_scenes(import);
    static hob_status (*const parts[])(hob_hearth__import *, hob_error *) = {
        hob_hearth__write_manifest, hob_hearth__write_scenes,    hob_hearth__write_index,
        hob_hearth__write_payloads, hob_hearth__write_playtests, hob_hearth__write_copies,
    };
    for (size_t i = 0; i < HOB_COUNT(parts); i++) {
        hob_status status = parts[i](import, reterr);
        if (status) {
            return status;
        }
    }
    return hob_import__put(&import->target, ".gitignore", hob_str_from(hob_project_ignored),
                           reterr);
}

static hob_status run(hob_hearth__import *import, const char *source, const char *dest,
                      hob_error *reterr) {
    hob_status status = hob_import__open(&import->source, source, reterr);
    if (!status && !hob_import__exists(&import->source, "hearth.json", NULL)) {
        status = not_a_project(source, reterr);
    }
    if (!status) {
        status = check_places(import, dest, reterr);
    }
    if (!status && hob_hearth__read_manifest(import)) {
        status = hob_import__begin(&import->target, dest, reterr);
        status = status ? status : write_all(import, reterr);
    }
    if (!status && import->refusal.status) {
        if (reterr) {
            *reterr = import->refusal;
        }
        status = import->refusal.status;
    }
    const hob_error_list *findings = import->findings;
    if (!status && findings->dropped && findings->count < findings->limit) {
        status = hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    }
    return status ? status : hob_import__finish(&import->target, reterr);
}

hob_status hob_import_hearth(const hob_import_options *options, const char *source,
                             const char *dest, hob_import_result *ret_result,
                             hob_error_list *findings, hob_error *reterr) {
    const hob_allocator *a = options->allocator ? options->allocator : hob_heap_allocator();
    hob_fs *fs = options->fs ? options->fs : hob_fs_disk();
    /* Everything of one import, so that the guard has one thing to come back to. */
    hob_hearth__import *import = hob_alloc_zero(a, 1, sizeof *import);
    if (!import) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    }
    hob_status status;
    hob_arena_init(&import->arena, a, &import->guard);
    hob_arena_init(&import->scratch, a, &import->guard);
    import->allocator = a;
    import->findings = findings;
    import->next_id = 1;
    import->source = (hob_import_source){.fs = fs, .arena = &import->arena, .findings = findings};
    import->target =
        (hob_import_target){.fs = fs, .arena = &import->arena, .registry = options->registry};
    if (hob_guard_enter(&import->guard)) {
        status = import->guard.error.status;
        if (reterr) {
            *reterr = import->guard.error;
        }
    } else {
        hob_names_init(&import->settled, &import->arena, 64);
        import->manifest = hob_arena_new(&import->arena, hob_hearth__file);
        status = run(import, source, dest, reterr);
    }
    hob_import__abandon(&import->target); /* nothing is left to do after success */
    if (!status) {
        import->result.files = import->target.file_count;
        *ret_result = import->result;
    }
    hob_arena_done(&import->scratch);
    hob_arena_done(&import->arena);
    hob_free(a, import, sizeof *import);
    return status;
}
