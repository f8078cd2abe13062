/* Commands on projects in a memory file system: one desk, one project on it, any host. */
#ifndef HOB_TESTS_TEST_COMMAND_H
#define HOB_TESTS_TEST_COMMAND_H

#include "command/command.h"
#include "support/testing.h"

#define HOB_TEST_DESK "/desk"      /* working folder; holds hero.png, hearth-game/ */
#define HOB_TEST_GAME "/desk/game" /* the project */

typedef struct hob_test_commands {
    hob_fs *memory;
    hob_fs *fs; /* what commands see; `memory` unless a test puts another one in */
    const hob_allocator *allocator; /* null: the heap */
    unsigned permissions;
    bool takes_pictures; /* in envelopes */
    bool is_bare;        /* the host can do nothing beside files */
    bool loses_sessions; /* the process of a session does not answer */
    bool (*poll)(void *user, double done, double total); /* may be null */
    void *poll_user;
    hob_arena arena;
    hob_envelope envelope;   /* of the last run */
    struct hob_bridge *live; /* session s1, in this process; null = none */
    hob_buf reply;
    hob_buf content; /* of the last read */
} hob_test_commands;

/* A desk with a new project of template "empty", id prj_example, or with none. */
void hob_test_commands_begin(hob_test_commands *t);
void hob_test_commands_begin_bare(hob_test_commands *t);
void hob_test_commands_end(hob_test_commands *t);

/* Runs a command in a session of its own. */
const hob_envelope *hob_test_run(hob_test_commands *t, const char *name, const char *params);
const hob_envelope *hob_test_run_with(hob_test_commands *t, const char *name, const char *params,
                                      const hob_command_options *options);
/* A failed test when it does not succeed; gives its data. */
hob_value hob_test_do(hob_test_commands *t, const char *name, const char *params);
/* A failed test unless its first error has this code. */
const hob_error *hob_test_refuses(hob_test_commands *t, hob_status code, const char *name,
                                  const char *params);
/* A failed test when the data of a command is not what its table says. Every successful run is
 * checked so. */
void hob_test_check_result(const hob_command *c, hob_value data);
/* The example of a command and of all it comes after. */
void hob_test_do_example(hob_test_commands *t, const hob_command *command);
/* Only what the example of a command comes after. */
void hob_test_do_before(hob_test_commands *t, const hob_command *command);

/* Content of a file on the desk; empty when there is none. Valid until the next call. */
hob_str hob_test_file(hob_test_commands *t, const char *path);
bool hob_test_has_file(hob_test_commands *t, const char *path);
void hob_test_put_file(hob_test_commands *t, const char *path, hob_str content);
/* Every file below a folder but what `.hob/` holds, as one text: path, length, bytes. */
void hob_test_picture(hob_fs *fs, const char *folder, hob_buf *out);
/* The same of the project, in a buffer that is made here; and whether the project is still so. */
void hob_test_game_picture(hob_test_commands *t, hob_buf *out);
bool hob_test_game_is(hob_test_commands *t, const hob_buf *picture);
/* How many files below a folder end in .hob-tmp, `.hob/` included. */
size_t hob_test_temp_count(hob_fs *fs, const char *folder);

/* A dot path into a value: "components.Collider.width", "list.0.name". */
hob_value hob_test_at(hob_value v, const char *path);
void hob_test_text_is(hob_value v, const char *path, const char *expected);
void hob_test_number_is(hob_value v, const char *path, double expected);

#endif
