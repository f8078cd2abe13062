/* Small projects in a memory file system, for tests of the project floor and what stands on it. */
#ifndef HOB_TESTS_TEST_PROJECT_H
#define HOB_TESTS_TEST_PROJECT_H

#include "project/change.h"
#include "project/project.h"
#include "project/validate.h"
#include "support/testing.h"

#define HOB_TEST_ROOT "/game"

typedef struct hob_test_project {
    hob_fs *fs;
    hob_registry *registry; /* the real components */
    hob_project *project;   /* open, or null */
    const hob_script_checker *checker;
    hob_fs *through; /* what the project is opened on; null: fs itself */
    bool read_only;
    const hob_allocator *allocator; /* of the project; null: the heap */
} hob_test_project;

/* An empty file system with the folder HOB_TEST_ROOT. */
void hob_test_project_begin(hob_test_project *t);
void hob_test_project_end(hob_test_project *t);
/* Writes a file, its folders included, in place of one that is there. */
void hob_test_project_put(hob_test_project *t, const char *path, const char *text);
void hob_test_project_put_bytes(hob_test_project *t, const char *path, hob_str bytes);
void hob_test_project_remove(hob_test_project *t, const char *path);
/* The content of a file; a failed test when it is not there. Freed at the next call and at the end.
 */
hob_str hob_test_project_get(hob_test_project *t, const char *path);
bool hob_test_project_has(hob_test_project *t, const char *path);
/* A valid project of one scene "Main" with a main camera, without any finding. */
void hob_test_project_put_minimal(hob_test_project *t);
/* hob.json of it, with more keys behind the others (", \"rules\": {}" or ""). */
void hob_test_project_put_manifest(hob_test_project *t, const char *more);
/* Its scene, with more entities (",\n{...}" or ""). Line 4 holds the camera. */
void hob_test_project_put_scene(hob_test_project *t, const char *more_entities,
                                const char *more_keys);

/* All files but those below .hob/, one after the other with their paths, sorted. */
void hob_test_project_snapshot(hob_test_project *t, hob_buf *out);
/* The path of a file that a save left behind (a temporary one, a commit record), or null. */
const char *hob_test_project_leftover(hob_test_project *t);

hob_status hob_test_project_try_open(hob_test_project *t, hob_error *reterr);
void hob_test_project_open(hob_test_project *t); /* a failed test when it does not open */
void hob_test_project_close(hob_test_project *t);

#endif
