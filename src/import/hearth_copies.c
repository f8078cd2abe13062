/* What is copied byte for byte: the files of assets, all else below assets/, scripts, notes. */
#include "import/hearth_internal.h"

#include <string.h>

/* A link that leads nowhere good is a warning here: the file is missing then, as it was. */
static hob_status copy(hob_hearth__import *import, const char *from, const char *to,
                       hob_error *reterr) {
    hob_error error;
    hob_status status = hob_hearth__copy_file(import, from, to, &error);
    if (status == HOB_ERR_PATH_OUTSIDE || status == HOB_ERR_FILE_IS_FOLDER) {
        error.severity = HOB_SEVERITY_WARNING;
        hob_error_list_add(import->findings, &error);
        return HOB_OK;
    }
    if (status && reterr) {
        *reterr = error;
    }
    return status;
}

static hob_status copy_assets(hob_hearth__import *import, hob_error *reterr) {
    hob_status status = HOB_OK;
    for (size_t i = 0; i < import->asset_count && !status; i++) {
        const hob_hearth__asset *asset = &import->assets[i];
        if (asset->is_first && hob_names_add(&import->settled, hob_str_from(asset->file), 0)) {
            if (strcmp(asset->file, asset->new_path) != 0) {
                hob_import__warn(&import->source, HOB_ERR_PATH_CASE, asset->file, NULL,
                                 "The file becomes \"%s\": another file has its name, or one that "
                                 "differs only in case.",
                                 asset->new_path);
            }
            status = copy(import, asset->file, asset->new_path, reterr);
        }
    }
    return status;
}

/* Files that no asset names: a licence, the source of a picture. */
static hob_status visit_other(void *user, const char *path, hob_error *reterr) {
    hob_hearth__import *import = user;
    if (!hob_names_add(&import->settled, hob_str_from(path), 0)) {
        return HOB_OK;
    }
    char *normal;
    hob_error error;
    if (hob_path_normalise(&import->arena, hob_str_from(path), &normal, &error)) {
        hob_import__warn(&import->source, error.status, path, error.hint,
                         "%s The file is not imported.", error.message);
        return HOB_OK;
    }
    return copy(import, path, hob_import__take_path(&import->target, path), reterr);
}

/* Scripts are named by their paths, in scenes and by each other: they keep them. */
static hob_status visit_script(void *user, const char *path, hob_error *reterr) {
    hob_hearth__import *import = user;
    hob_str name = hob_str_from(path);
    if (!hob_names_add(&import->settled, name, 0)) {
        return HOB_OK;
    }
    if (!hob_import__path_free(&import->target, path)) {
        hob_import__warn(&import->source, HOB_ERR_PATH_CASE, path,
                         "Give the files names that differ in more than case.",
                         "Another file has this name on systems where case does not count.");
    }
    if (hob_str_ends(name, HOB_STR(".ts"))) {
        hob_import__warn(&import->source, HOB_ERR_SCRIPT_UNKNOWN_EXTENSION, path,
                         "Rename it to .js, here and where it is named.",
                         "The script runs as JavaScript, as it did in Hearth.");
    }
    (void)hob_import__take_path(&import->target, path);
    import->result.scripts += hob_str_ends(name, HOB_STR(".lua")) ||
                              hob_str_ends(name, HOB_STR(".js")) ||
                              hob_str_ends(name, HOB_STR(".ts"));
    return copy(import, path, path, reterr);
}

hob_status hob_hearth__write_copies(hob_hearth__import *import, hob_error *reterr) {
    hob_import_source *source = &import->source;
    hob_status status =
        hob_import__walk(source, "scripts", &import->arena, visit_script, import, reterr);
    if (!status) {
        status = copy_assets(import, reterr);
    }
    if (!status) {
        status = hob_import__walk(source, "assets", &import->arena, visit_other, import, reterr);
    }
    if (!status && hob_import__exists(source, ".hearth/memory.md", NULL)) {
        status = copy(import, ".hearth/memory.md", ".hob/notes.md", reterr);
    }
    return status;
}
