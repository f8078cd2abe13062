/* A small game to be played by commands: a hero that walks, counts and tells, a wall, a second
 * scene. Its files as texts, for tests in memory and on disk. */
#ifndef HOB_TESTS_LIVE_H
#define HOB_TESTS_LIVE_H

#include "support/test_command.h"

typedef struct hob_live_file {
    const char *path, *text;
} hob_live_file;
extern const hob_live_file hob_live_files[]; /* ends with a null path */

/* In place of the empty project of the test, with session s1 started in `scene` (null: "Main"). */
void hob_live_begin(hob_test_commands *t, const char *scene);
void hob_live_put_files(hob_test_commands *t);

#endif
