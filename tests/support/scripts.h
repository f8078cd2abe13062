/* Tests of the script floor: rows of small scripts, each in both languages, run in one session. */
#ifndef HOB_TESTS_SCRIPTS_H
#define HOB_TESTS_SCRIPTS_H

#include "support/game.h"
#include "support/testing.h"

/* One script: the body of onStart, with `ctx` and `out(...)`, which logs. The row passes when what
 * it logged is `logs` (lines joined by newlines) and its first error contains `error` (null: it has
 * none). A null body leaves a language out. */
typedef struct hob_script_row {
    const char *name;
    const char *lua, *js;
    const char *logs;
    const char *error;
    const char *components; /* more of its entity, as the inside of a JSON object; null = none */
    bool placeless;         /* the error has no line: what was thrown is no Error (JavaScript) */
    hob_status code;        /* of the error; 0 = SCRIPT_ERROR */
} hob_script_row;

/* ROW(name, lua, js, .logs = ..., .error = ...) */
#define ROW(n, l, j, ...) \
    { .name = (n), .lua = (l), .js = (j), __VA_ARGS__ }

typedef enum hob_script_language { HOB_TEST_LUA, HOB_TEST_JS } hob_script_language;

/* Runs every row in both languages for `steps` steps. Fails the test with all rows that did not do
 * as told. */
void hob_script_rows_run(const hob_script_row *rows, size_t count, const char *manifest, int steps);
#define HOB_SCRIPT_ROWS(rows) hob_script_rows_run((rows), HOB_COUNT(rows), NULL, 1)

/* A game of one entity "Hero" with a script in the language: the whole file. */
void hob_script_game_open(hob_test_game *game, hob_script_language language, const char *file,
                          const char *manifest);
/* The log lines so far, joined by newlines, into a static buffer. */
const char *hob_script_logs(hob_test_game *game);
/* Error record number `index`; the test fails when there are fewer. */
const hob_script_error_record *hob_script_error(hob_test_game *game, size_t index);
size_t hob_script_error_count(hob_test_game *game);
/* Fails the test when there is any. */
void hob_script_no_errors(hob_test_game *game);

#endif
