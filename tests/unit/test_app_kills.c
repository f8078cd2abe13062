/* The real program under real signals and real errors of the system: strace stops it at the n-th
 * call of a kind, or lets that call fail. Afterwards the project opens, is the old or the new one
 * byte for byte, and no temporary file is left (spec hob 9.3, notes on saving). Skipped where
 * there is no strace, or where it may not trace. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L

#include "support/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CALLS = 200, MOST_WORDS = 12 };

/* A program with sanitizers starts ten times slower: it is struck at every third call. */
#if defined(__SANITIZE_ADDRESS__) || defined(HOB_SANITIZED)
enum { STRIDE = 3 };
#else
enum { STRIDE = 1 };
#endif

typedef struct saving {
    const char *words[MOST_WORDS]; /* behind `hob` */
    bool makes_one;                /* a project that was not there before */
} saving;

static const saving commands[] = {
    {{"-q", "-p", "g", "prefab", "create", "Main", "Hero", "Hero"}, false}, /* four files */
    {{"-q", "-p", "g", "delete", "scene", "Level"}, false},
    {{"-q", "new", "g", "--id", "prj_new"}, true},
};

static const struct {
    const char *calls, *action;
} faults[] = {
    {"openat", "signal=KILL"},  {"write", "signal=KILL"},
    {"fsync", "signal=KILL"},   {"rename,renameat,renameat2", "signal=KILL"},
    {"mkdir", "signal=KILL"},   {"unlink,rmdir", "signal=KILL"},
    {"close", "signal=KILL"},   {"write", "error=ENOSPC"},
    {"fsync", "error=EIO"},     {"rename,renameat,renameat2", "error=EIO"},
    {"openat", "error=ENOSPC"}, {"mkdir", "error=ENOSPC"},
};

typedef struct desk {
    char folder[64];
    hob_arena arena;
    const char *game, *old; /* the game that is worked on, and what it is made from */
} desk;

static void hob(const desk *d, const char *const *words) {
    const char *all[MOST_WORDS + 2] = {HOB_TEST_PROGRAM};
    hob_test_process p;
    for (size_t i = 0; i < MOST_WORDS && words[i] != NULL; i++) {
        all[i + 1] = words[i];
    }
    hob_test_process_run(&p, d->folder, NULL, all);
    if (p.exit_code != 0) {
        fail_msg("hob %s %s: %s", words[0], words[1], p.err.data);
    }
    hob_test_process_done(&p);
}

static void begin(desk *d) {
    static const char *const rows[][MOST_WORDS] = {
        {"-q", "new", "old", "--id", "prj_test"},
        {"-q", "-p", "old", "create", "scene", "Level"},
        {"-q", "-p", "old", "create", "entity", "Main", "Hero"},
    };
    hob_test_folder_make(d->folder);
    hob_arena_init(&d->arena, hob_heap_allocator(), NULL);
    d->game = hob_path_join(&d->arena, d->folder, "g");
    d->old = hob_path_join(&d->arena, d->folder, "old");
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob(d, rows[i]);
    }
}

static void end(desk *d) {
    hob_arena_done(&d->arena);
    hob_test_folder_remove(d->folder);
}

static void fresh(const desk *d, const saving *s) {
    hob_fs *fs = hob_fs_disk();
    assert_int_equal(hob_fs_remove_tree(fs, d->game, NULL), HOB_OK);
    if (!s->makes_one) {
        hob_test_copy_folder(d->old, d->game);
    }
}

/* Exit code of the program at the n-th call; 0: it went through untouched. */
static int strike(const desk *d, const saving *s, size_t f, int n) {
    char inject[100], trace[60];
    hob_test_process p;
    (void)snprintf(inject, sizeof inject, "inject=%s:%s:when=%d", faults[f].calls, faults[f].action,
                   n);
    (void)snprintf(trace, sizeof trace, "trace=%s", faults[f].calls);
    const char *words[MOST_WORDS + 10] = {"strace", "-qq", "-o",   "/dev/null",     "-e",
                                          trace,    "-e",  inject, HOB_TEST_PROGRAM};
    for (size_t i = 0; i < MOST_WORDS && s->words[i] != NULL; i++) {
        words[9 + i] = s->words[i];
    }
    hob_test_process_run(&p, d->folder, NULL, words);
    int exit_code = p.exit_code;
    hob_test_process_done(&p);
    return exit_code;
}

/* The next command clears what is left; that it is refused changes nothing else. */
static void open_again(const desk *d, const saving *s) {
    static const char *const refused[] = {
        HOB_TEST_PROGRAM, "-q", "-p", "g", "delete", "entity", "Main", "no such entity", NULL};
    hob_test_process p;
    if (s->makes_one) {
        return;
    }
    hob_test_process_run(&p, d->folder, NULL, refused);
    if (p.exit_code != 1 || strstr(p.err.data, "NOT_FOUND") == NULL) {
        fail_msg("the project does not open: %s", p.err.data);
    }
    hob_test_process_done(&p);
}

static void check(const desk *d, const saving *s, size_t f, int n, const hob_buf *before,
                  const hob_buf *after) {
    hob_buf now;
    hob_buf_init(&now, hob_heap_allocator(), SIZE_MAX / 4);
    open_again(d, s);
    hob_test_picture(hob_fs_disk(), d->game, &now);
    if (!hob_str_equal(hob_buf_str(&now), hob_buf_str(before)) &&
        !hob_str_equal(hob_buf_str(&now), hob_buf_str(after))) {
        fail_msg("%s, %s at call %d: neither the old project nor the new one", faults[f].calls,
                 faults[f].action, n);
    }
    if (hob_test_temp_count(hob_fs_disk(), d->game) != 0) {
        fail_msg("%s, %s at call %d: a temporary file is left", faults[f].calls, faults[f].action,
                 n);
    }
    if (s->makes_one) { /* what a killed one left beside it is cleared by the next one */
        assert_int_equal(hob_fs_remove_tree(hob_fs_disk(), d->game, NULL), HOB_OK);
        hob(d, s->words);
        assert_int_equal(hob_test_temp_count(hob_fs_disk(), d->folder), 0);
    }
    hob_buf_done(&now);
}

static void program_stopped_anywhere__leaves_the_old_or_the_new_project(void **state) {
    (void)state;
    static const char *const probe[] = {"strace", "-qq", "-o", "/dev/null", "true", NULL};
    hob_test_process p;
    hob_test_process_run(&p, ".", NULL, probe);
    bool traces = p.exit_code == 0;
    hob_test_process_done(&p);
    if (!traces) {
        print_message("strace is not here, or may not trace: install it to run this test\n");
        skip();
    }
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1); /* the leak check cannot run under a tracer */
    desk d;
    int points = 0;
    begin(&d);
    for (size_t c = 0; c < HOB_COUNT(commands); c++) {
        const saving *s = &commands[c];
        hob_buf before, after;
        hob_buf_init(&before, hob_heap_allocator(), SIZE_MAX / 4);
        hob_buf_init(&after, hob_heap_allocator(), SIZE_MAX / 4);
        fresh(&d, s);
        hob_test_picture(hob_fs_disk(), d.game, &before);
        hob(&d, s->words);
        hob_test_picture(hob_fs_disk(), d.game, &after);
        for (size_t f = 0; f < HOB_COUNT(faults); f++) {
            int n = 1;
            for (int untouched = 0; untouched < 2 && n < MOST_CALLS; n += STRIDE) {
                fresh(&d, s);
                untouched = strike(&d, s, f, n) == 0 ? untouched + 1 : 0;
                check(&d, s, f, n, &before, &after);
            }
            assert_true(n < MOST_CALLS);
            points += n / STRIDE;
        }
        hob_buf_done(&before);
        hob_buf_done(&after);
    }
    end(&d);
    print_message("%d points\n", points);
    assert_true(points > 80);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(program_stopped_anywhere__leaves_the_old_or_the_new_project),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
