#include "support/scripts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ROWS 160

static const char *extension(hob_script_language language) {
    return language == HOB_TEST_LUA ? "lua" : "js";
}

static void add_script(hob_buf *text, hob_script_language language, const char *tag,
                       const char *body) {
    if (language == HOB_TEST_LUA) {
        hob_buf_format(
            text,
            "return { onStart = function(ctx) local function out(...) ctx.log(\"%s\", ...) end "
            "%s\nend }",
            tag, body);
    } else {
        hob_buf_format(
            text,
            "export default { onStart(ctx) { const out = (...v) => ctx.log(\"%s\", ...v); "
            "%s\n} };",
            tag, body);
    }
}

/* Lines of one row, without their tag. */
static void collect(const hob_records *records, const char *tag, hob_buf *out) {
    size_t length = strlen(tag);
    for (size_t i = 0; i < records->log_count; i++) {
        const hob_log_record *log = &records->logs[(records->log_start + i) % records->log_count];
        if (strncmp(log->message, tag, length) == 0 &&
            (log->message[length] == ' ' || log->message[length] == '\0')) {
            if (out->length > 0) {
                hob_buf_add_char(out, '\n');
            }
            hob_buf_add_cstr(out, log->message + length + (log->message[length] == ' '));
        }
    }
}

static const hob_script_error_record *error_of(const hob_records *records, const char *path) {
    for (size_t i = 0; i < records->error_count; i++) {
        if (records->errors[i].script != NULL && strcmp(records->errors[i].script, path) == 0) {
            return &records->errors[i];
        }
    }
    return NULL;
}

static bool check_row(const hob_records *records, const hob_script_row *row, const char *tag,
                      const char *path, hob_buf *report) {
    hob_buf logs;
    hob_buf_init(&logs, hob_heap_allocator(), 1 << 20);
    hob_buf_add_cstr(&logs, "");
    collect(records, tag, &logs);
    const char *logged = logs.data == NULL ? "" : logs.data,
               *wanted = row->logs == NULL ? "" : row->logs;
    const hob_script_error_record *error = error_of(records, path);
    bool right = strcmp(logged, wanted) == 0;
    if (!right) {
        hob_buf_format(report, "\n%s (%s): logged \"%s\", wanted \"%s\"", row->name, path, logged,
                       wanted);
    }
    if ((error == NULL) != (row->error == NULL) ||
        (error != NULL && strstr(error->message, row->error) == NULL)) {
        hob_buf_format(report, "\n%s (%s): error \"%s\", wanted \"%s\"", row->name, path,
                       error == NULL ? "none" : error->message,
                       row->error == NULL ? "none" : row->error);
        right = false;
    } else if (error != NULL) {
        hob_status code = row->code == HOB_OK ? HOB_ERR_SCRIPT_ERROR : row->code;
        if (error->status != code || (error->line != 1 && !row->placeless)) {
            hob_buf_format(report, "\n%s (%s): %s at line %d, wanted %s at line 1", row->name, path,
                           hob_status_name(error->status), error->line, hob_status_name(code));
            right = false;
        }
    }
    hob_buf_done(&logs);
    return right;
}

static bool run_language(const hob_script_row *rows, size_t count, const char *manifest, int steps,
                         hob_script_language language, hob_buf *report) {
    static hob_test_file files[MOST_ROWS + 1];
    static char paths[MOST_ROWS][64];
    hob_buf texts[MOST_ROWS], entities;
    char tags[MOST_ROWS][24];
    hob_test_game game;
    size_t used = 0;
    assert_true(count <= MOST_ROWS);
    hob_buf_init(&entities, hob_heap_allocator(), 1 << 24);
    for (size_t i = 0; i < count; i++) {
        const char *body = language == HOB_TEST_LUA ? rows[i].lua : rows[i].js;
        if (body == NULL) {
            continue;
        }
        (void)snprintf(paths[used], sizeof paths[used], "scripts/row%03zu.%s", i,
                       extension(language));
        (void)snprintf(tags[i], sizeof tags[i], "#%zu", i);
        hob_buf_init(&texts[used], hob_heap_allocator(), 1 << 20);
        add_script(&texts[used], language, tags[i], body);
        files[used] = (hob_test_file){paths[used], texts[used].data};
        hob_buf_format(&entities,
                       "%s{\"id\":\"ent_row%03zu\",\"name\":\"Row%zu\",\"components\":{\"Script\":{"
                       "\"scriptPath\":\"%s\"}%s%s}}",
                       used == 0 ? "" : ",", i, i, paths[used],
                       rows[i].components == NULL ? "" : ",",
                       rows[i].components == NULL ? "" : rows[i].components);
        used++;
    }
    files[used] = (hob_test_file){NULL, NULL};
    hob_test_game_open(&game, manifest, entities.data == NULL ? "" : entities.data, files, NULL, 7);
    hob_test_steps(&game, steps);
    bool right = true;
    const hob_records *records = hob_session_records(game.session);
    for (size_t i = 0, at = 0; i < count; i++) {
        if ((language == HOB_TEST_LUA ? rows[i].lua : rows[i].js) != NULL) {
            right = check_row(records, &rows[i], tags[i], paths[at], report) && right;
            at++;
        }
    }
    hob_test_game_close(&game);
    for (size_t i = 0; i < used; i++) {
        hob_buf_done(&texts[i]);
    }
    hob_buf_done(&entities);
    return right;
}

void hob_script_rows_run(const hob_script_row *rows, size_t count, const char *manifest,
                         int steps) {
    hob_buf report;
    hob_buf_init(&report, hob_heap_allocator(), 1 << 20);
    bool lua = run_language(rows, count, manifest, steps, HOB_TEST_LUA, &report);
    bool js = run_language(rows, count, manifest, steps, HOB_TEST_JS, &report);
    if (!lua || !js) {
        fprintf(stderr, "%s\n", report.data);
    }
    hob_buf_done(&report);
    if (!lua || !js) {
        fail_msg("rows did not do as told");
    }
}

void hob_script_game_open(hob_test_game *game, hob_script_language language, const char *file,
                          const char *manifest) {
    char path[64], entities[200];
    (void)snprintf(path, sizeof path, "scripts/hero.%s", extension(language));
    (void)snprintf(entities, sizeof entities,
                   "{\"id\":\"ent_hero\",\"name\":\"Hero\",\"components\":{\"Script\":{"
                   "\"scriptPath\":\"%s\"}}}",
                   path);
    hob_test_file files[2] = {{path, file}, {NULL, NULL}};
    hob_test_game_open(game, manifest, entities, files, NULL, 7);
}

const char *hob_script_logs(hob_test_game *game) {
    static char text[1 << 16];
    const hob_records *records = hob_session_records(game->session);
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < records->log_count && length < sizeof text - 1000; i++) {
        const hob_log_record *log = &records->logs[(records->log_start + i) % records->log_count];
        length += (size_t)snprintf(text + length, 900, "%s%s", i == 0 ? "" : "\n", log->message);
    }
    return text;
}

size_t hob_script_error_count(hob_test_game *game) {
    return hob_session_records(game->session)->error_count;
}

const hob_script_error_record *hob_script_error(hob_test_game *game, size_t index) {
    const hob_records *records = hob_session_records(game->session);
    if (index >= records->error_count) {
        fail_msg("there are only %zu errors", records->error_count);
    }
    return &records->errors[index];
}

void hob_script_no_errors(hob_test_game *game) {
    if (hob_script_error_count(game) > 0) {
        const hob_script_error_record *e = hob_script_error(game, 0);
        fail_msg("%s %s:%d %s", e->phase, e->script, e->line, e->message);
    }
}
