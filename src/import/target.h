/* The project folder that an importer makes: written beside its place as DEST.hob-tmp and renamed
 * when all of it is there, so that a failure leaves nothing. A stale one is removed by the next
 * try.
 *
 * JSON files are written in canonical form and key order. Two files whose names differ only in case
 * or normal form are never made: ask for a free path first. */
#ifndef HOB_IMPORT_TARGET_H
#define HOB_IMPORT_TARGET_H

#include "base/fs.h"
#include "base/json.h"
#include "project/names.h"
#include "schema/registry.h"

typedef struct hob_import_target {
    hob_fs *fs;
    hob_arena *arena; /* as long as the import; with a guard */
    const hob_registry *registry;
    const char *folder, *temp; /* absolute, or as given */
    bool is_begun;
    hob_names taken; /* folded paths */
    size_t file_count;
} hob_import_target;

/* CONFLICT when the folder exists and is not empty. */
HOB_NODISCARD hob_status hob_import__begin(hob_import_target *target, const char *folder,
                                           hob_error *reterr);
/* Takes a project path that no other file has: `wanted`, or its name with _2, _3, ... before the
 * first dot. The result is in the arena. */
const char *hob_import__take_path(hob_import_target *target, const char *wanted);
/* False: that path, or one that folds alike, is taken. Takes nothing. */
bool hob_import__path_free(const hob_import_target *target, const char *path);

HOB_NODISCARD hob_status hob_import__put(hob_import_target *target, const char *path,
                                         hob_str content, hob_error *reterr);
/* `scratch` has a guard and holds the text meanwhile. */
HOB_NODISCARD hob_status hob_import__put_json(hob_import_target *target, const char *path,
                                              yyjson_mut_doc *doc, hob_arena *scratch,
                                              hob_error *reterr);
/* The folder takes its place. */
HOB_NODISCARD hob_status hob_import__finish(hob_import_target *target, hob_error *reterr);
/* Removes what was written; for every way out but finish. */
void hob_import__abandon(hob_import_target *target);

#endif
