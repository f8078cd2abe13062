/* Imports a project of Hearth v1.2.1 as a new Hob project (spec hob 5, project-format).
 *
 * What would not load in Hearth is refused, with every reason and its place among the findings;
 * then, and after any other failure, nothing is left of DEST. What Hearth loads is imported: keys
 * that it does not know, and the little that Hob cannot keep, are warnings that name them. Scripts,
 * pictures and sounds are copied byte for byte; payloads move out of assets/; ids stay. */
#ifndef HOB_IMPORT_HEARTH_H
#define HOB_IMPORT_HEARTH_H

#include "base/fs.h"
#include "schema/registry.h"

typedef struct hob_import_options {
    const hob_allocator *allocator; /* null: the heap */
    hob_fs *fs;                     /* null: the disk */
    const hob_registry *registry;   /* required: the component types, for the order of keys */
} hob_import_options;

typedef struct hob_import_result {
    char id[64], name[256]; /* of the project; cut when longer */
    size_t scenes, entities, prefabs, animations, state_machines, playtests, scripts, assets;
    size_t files; /* written */
} hob_import_result;

/* PROJECT_NOT_FOUND (no hearth.json), CONFLICT (DEST is there), UNSUPPORTED_PROJECT_VERSION, JSON_,
 * FIELD_ and FILE_ codes, COMPONENT_UNKNOWN, PATH_OUTSIDE. `findings` is the caller's list. */
HOB_NODISCARD hob_status hob_import_hearth(const hob_import_options *options, const char *source,
                                           const char *dest, hob_import_result *ret_result,
                                           hob_error_list *findings, hob_error *reterr);

#endif
