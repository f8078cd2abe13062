/* Versions of files (spec hob 1.3): the format generation and the engine stamp, and the one list of
 * migrations between generations. Pure functions; `hob migrate` writes what they make. */
#ifndef HOB_PROJECT_VERSION_H
#define HOB_PROJECT_VERSION_H

#include "base/json.h"

#define HOB_FORMAT_VERSION 1

/* This program's version, "major.minor.patch[-pre]". */
const char *hob_engine_version(void);
/* Compares semantic versions: below, equal to or above 0. A pre-release comes before its release.
 * False when one of them is not a version. */
bool hob_version_compare(hob_str a, hob_str b, int *ret_order);

typedef struct hob_migration {
    int from; /* brings a document of this formatVersion to the next one */
    const char *name;
    const char *doc; /* one sentence */
    /* `kind` is the kind of file: "scene", "manifest", ... */
    hob_status (*apply)(yyjson_mut_doc *doc, const char *kind, hob_error *reterr);
} hob_migration;

/* All of them, in order of `from`. Empty in format 1. */
const hob_migration *hob_migrations(size_t *ret_count);
/* Applies those from the document's version on until it has version `to`, and sets formatVersion.
 * A missing formatVersion means 1. */
HOB_NODISCARD hob_status hob_migrate(const hob_migration *list, size_t count, int to,
                                     const char *kind, yyjson_mut_doc *doc, hob_error *reterr);

#endif
