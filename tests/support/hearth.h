/* Hearth projects for tests of the importer: made of texts or copied from the disk into a memory
 * file system at /src, imported to /out, opened and run there. */
#ifndef HOB_TESTS_HEARTH_H
#define HOB_TESTS_HEARTH_H

#include "import/hearth.h"
#include "session/playtest.h"
#include "session/session.h"
#include "support/testing.h"

typedef struct hob_test_hearth {
    hob_fs *fs;
    hob_registry *registry;
    hob_arena arena;         /* as long as the test */
    hob_error_list findings; /* of the last import */
    hob_import_result result;
    hob_json json; /* of the last file looked at */
    hob_project *project;
} hob_test_hearth;

void hob_test_hearth_begin(hob_test_hearth *h);
void hob_test_hearth_end(hob_test_hearth *h);
/* A file of the source, in place of one that is there; `path` relative to it. */
void hob_test_hearth_put(hob_test_hearth *h, const char *path, const char *text);
void hob_test_hearth_put_bytes(hob_test_hearth *h, const char *path, hob_str bytes);
/* A valid project of one scene: hearth.json with more keys behind the others (", \"x\": 1" or ""),
 * and its scene with these entities. */
void hob_test_hearth_put_minimal(hob_test_hearth *h, const char *more_keys, const char *entities);
/* A folder of the disk into a folder of the source ("" = its root). False: it is not there. */
bool hob_test_hearth_load(hob_test_hearth *h, const char *disk_folder, const char *folder);
/* Of the games that come with Hob's specification: $HOB_CASES/hearth, or beside the repository. */
const char *hob_test_hearth_case(hob_test_hearth *h, const char *game);

hob_status hob_test_hearth_try(hob_test_hearth *h, hob_error *reterr);
void hob_test_hearth_import(hob_test_hearth *h); /* fails the test when it does not go through */
bool hob_test_hearth_has(hob_test_hearth *h, const char *path); /* in /out */
hob_str hob_test_hearth_get(hob_test_hearth *h, const char *path);
/* The value at a JSON pointer of an imported file; null when there is none. */
yyjson_val *hob_test_hearth_at(hob_test_hearth *h, const char *path, const char *pointer);
/* The same value as JSON text without blanks; "" when there is none. */
const char *hob_test_hearth_text(hob_test_hearth *h, const char *path, const char *pointer);
/* A finding with this code whose file and pointer are these (null = any); null = none. */
const hob_error *hob_test_hearth_finding(hob_test_hearth *h, hob_status status, const char *file,
                                         const char *pointer);
/* Writes another text over each file of /out whose path ends so, with one text replaced. */
void hob_test_hearth_replace(hob_test_hearth *h, const char *suffix, const char *from,
                             const char *to);

void hob_test_hearth_open(hob_test_hearth *h);
/* Validation with scripts and steps; fails the test when there is an error. */
void hob_test_hearth_validate(hob_test_hearth *h);
/* Runs every play-test; fails the test with all that did not pass. Returns their number. */
size_t hob_test_hearth_run(hob_test_hearth *h);
void hob_test_hearth_close(hob_test_hearth *h);

#endif
