/* The program itself: exit codes, one envelope on standard output, interruption, the outside world
 * (spec hob 11). */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L

#include "support/program.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_WORDS 12

typedef struct row {
    int exit_code;
    const char *words[MOST_WORDS]; /* behind `hob` */
} row;

static void run(hob_test_process *p, const char *folder, const char *input,
                const char *const *words) {
    const char *all[MOST_WORDS + 2] = {HOB_TEST_PROGRAM};
    size_t count = 1;
    for (size_t i = 0; i < MOST_WORDS && words[i] != NULL; i++) {
        all[count++] = words[i];
    }
    all[count] = NULL;
    hob_test_process_run(p, folder, input, all);
}

static void expect(const char *folder, const row *r) {
    hob_test_process p;
    run(&p, folder, NULL, r->words);
    if (p.exit_code != r->exit_code) {
        fail_msg("hob %s %s %s: exit %d, not %d\n%s%s", r->words[0], r->words[1] ? r->words[1] : "",
                 r->words[1] && r->words[2] ? r->words[2] : "", p.exit_code, r->exit_code,
                 p.out.data ? p.out.data : "", p.err.data ? p.err.data : "");
    }
    hob_test_process_done(&p);
}

static void exit_codes__are_those_of_the_specification(void **state) {
    (void)state;
    static const row rows[] = {
        {0, {"--version"}},
        {0, {"--help"}},
        {0, {"help", "create", "entity"}},
        {2, {NULL}},
        {2, {"nonsense"}},
        {2, {"create"}},
        {2, {"--nonsense"}},
        {2, {"validate", "--nonsense"}},
        {2, {"validate", "too", "many"}},
        {2, {"-p"}},
        {2, {"--allow", "read"}},
        {2, {"-p", "nowhere", "validate"}},
        {0, {"new", "g", "--id", "prj_test"}},
        {1, {"new", "g"}},
        {0, {"-p", "g", "validate"}},
        {0, {"-p", "g", "validate", "--strict"}},
        {0, {"-p", "g/scenes", "validate"}}, /* walks up */
        {2, {"-p", "g", "create", "scene"}},
        {0, {"-p", "g", "create", "scene", "Level 1"}},
        {1, {"-p", "g", "create", "scene", "Level 1"}},
        {1, {"-p", "g", "inspect", "scene", "Level"}},
        {4, {"--allow", "read-only", "-p", "g", "create", "scene", "X"}},
        {0, {"--allow", "all", "-p", "g", "create", "scene", "X"}},
        {1, {"-p", "g", "add", "component", "Main", "Main Camera", "Nope"}},
        {2, {"-p", "g", "import", "asset", "missing.png"}},
        {2,
         {"-p", "g", "add", "component", "Main", "Main Camera", "Health", "--properties", "@no"}},
        {2, {"diff-trace", "no", "no"}},
        {0, {"-p", "g", "run", "--headless", "--frames", "3", "--trace", "a"}},
        {0, {"-p", "g", "run", "--headless", "--frames", "3", "--trace", "b"}},
        {0, {"-p", "g", "run", "--headless", "--frames", "4", "--trace", "c"}},
        {0, {"diff-trace", "a", "b"}},
        {1, {"diff-trace", "a", "c"}},
        {0, {"-p", "g", "test"}},
        {0,
         {"-p", "g", "create", "playtest", "good", "Main", "--steps",
          "[{\"type\": \"wait\", \"frames\": 2}]"}},
        {0, {"-p", "g", "test", "--junit", "r.xml"}},
        {0,
         {"-p", "g", "create", "playtest", "bad", "Main", "--steps",
          "[{\"type\": \"assertScene\", \"scene\": \"no\"}]"}},
        {1, {"-p", "g", "test"}},
        {0, {"-p", "g", "test", "good"}},
        {1, {"-p", "g", "test", "nope"}},
        {1, {"-p", "g", "playtest", "bad"}},
        {0,
         {"-p", "g", "create", "script", "s", "--source-file", "g/hob.json"}}, /* saved as it is */
        {1, {"-p", "g", "check-script", "scripts/s.lua"}},
        {3, {"-p", "g", "validate"}},
        {3, {"-p", "g", "test", "good"}},
        {1, {"-p", "g", "doctor"}},
        {0, {"doctor"}},
        {0, {"commands"}},
        {0, {"exec", "describe", "--params", "{\"name\": \"Camera\"}"}},
        {2, {"exec"}},
        {2, {"exec", "describ"}},
        {2, {"exec", "describe", "--params", "{"}},
    };
    char folder[64];
    hob_test_folder_make(folder);
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        expect(folder, &rows[i]);
    }
    hob_test_folder_remove(folder);
}

/* Broken files: 3 for validate, and for others only when they need them. */
static void broken_file__counts_where_it_is_needed(void **state) {
    (void)state;
    char folder[64];
    hob_fs *fs = hob_fs_disk();
    hob_arena arena;
    hob_test_folder_make(folder);
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    const row before[] = {{0, {"new", "g"}}, {0, {"-p", "g", "create", "scene", "Other"}}};
    for (size_t i = 0; i < HOB_COUNT(before); i++) {
        expect(folder, &before[i]);
    }
    const char *path = hob_path_join(&arena, folder, "g/scenes/other.scene.json");
    assert_int_equal(fs->remove(fs, path, NULL), HOB_OK);
    assert_int_equal(fs->write_new(fs, path, HOB_STR("{\"entities\": ["), 0644, NULL), HOB_OK);
    const row after[] = {{3, {"-p", "g", "validate"}},
                         {3, {"-p", "g", "inspect", "scene", "Other"}},
                         {0, {"-p", "g", "inspect", "scene", "Main"}},
                         {0, {"-p", "g", "create", "entity", "Main", "A"}},
                         {0, {"-p", "g", "inspect", "project"}}};
    for (size_t i = 0; i < HOB_COUNT(after); i++) {
        expect(folder, &after[i]);
    }
    path = hob_path_join(&arena, folder, "g/hob.json");
    assert_int_equal(fs->remove(fs, path, NULL), HOB_OK);
    assert_int_equal(fs->write_new(fs, path, HOB_STR("{\"id\": 5}"), 0644, NULL), HOB_OK);
    const row broken[] = {{3, {"-p", "g", "validate"}},
                          {3, {"-p", "g", "inspect", "scenes"}},
                          {1, {"-p", "g", "doctor"}}};
    for (size_t i = 0; i < HOB_COUNT(broken); i++) {
        expect(folder, &broken[i]);
    }
    hob_arena_done(&arena);
    hob_test_folder_remove(folder);
}

static void json__is_one_envelope_on_standard_output(void **state) {
    (void)state;
    static const row rows[] = {
        {0, {"--json", "new", "g", "--id", "prj_test"}},
        {0, {"-p", "g", "validate", "--json"}},
        {0, {"--json", "-p", "g", "create", "entity", "Main", "\xC3\x84 \"quoted\"\\"}},
        {0, {"--json", "-p", "g", "run", "--headless", "--frames", "2"}},
        {0, {"--json", "-p", "g", "test"}},
        {1, {"--json", "-p", "g", "inspect", "scene", "Mian"}},
        {2, {"--json", "nonsense"}},
        {2, {"--json", "--allow", "x", "validate"}},
        {2, {"--json", "-p", "nowhere", "validate"}},
        {2, {"--json", "exec", "nonsense"}},
        {0, {"--json", "commands"}},
    };
    char folder[64];
    hob_test_folder_make(folder);
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_test_process p;
        hob_json json;
        hob_error error = {0};
        run(&p, folder, NULL, rows[i].words);
        assert_int_equal(p.exit_code, rows[i].exit_code);
        if (hob_json_parse(hob_heap_allocator(), hob_buf_str(&p.out), "out", HOB_JSON_STRICT, &json,
                           NULL, &error) != HOB_OK) {
            fail_msg("%s: %s", error.message, p.out.data);
        }
        assert_int_equal(yyjson_obj_size(json.root), 8);
        assert_int_equal(yyjson_get_bool(yyjson_obj_get(json.root, "success")),
                         rows[i].exit_code == 0);
        assert_int_equal(p.err.length, 0);
        assert_true(hob_str_ends(hob_buf_str(&p.out), HOB_STR("}\n")));
        hob_json_done(&json);
        hob_test_process_done(&p);
    }
    hob_test_folder_remove(folder);
}

static void standard_input__gives_parameters_and_texts(void **state) {
    (void)state;
    char folder[64];
    hob_test_process p;
    hob_test_folder_make(folder);
    const row new_game = {0, {"new", "g"}};
    expect(folder, &new_game);
    static const char *const exec[] = {"-p", "g", "exec", "createScene", "--params", "-", NULL};
    run(&p, folder, "{\"name\": \"Piped\"}", exec);
    assert_int_equal(p.exit_code, 0);
    hob_test_process_done(&p);
    static const char *const script[] = {"-p", "g", "create", "script", "s", "--source-file",
                                         "-",  NULL};
    run(&p, folder, "return { onStart = function() end }\n", script);
    assert_int_equal(p.exit_code, 0);
    hob_test_process_done(&p);
    const row look[] = {{0, {"-p", "g", "inspect", "scene", "Piped"}},
                        {0, {"-p", "g", "check-script", "scripts/s.lua"}}};
    expect(folder, &look[0]);
    expect(folder, &look[1]);
    hob_test_folder_remove(folder);
}

static void full_output__is_no_success(void **state) {
    (void)state;
    static const char *const words[] = {"sh", "-c", "exec \"$0\" commands > /dev/full",
                                        HOB_TEST_PROGRAM, NULL};
    hob_test_process p;
    if (access("/dev/full", W_OK) != 0) {
        print_message("there is no /dev/full here\n");
        skip();
    }
    hob_test_process_run(&p, ".", NULL, words);
    assert_int_equal(p.exit_code, 1);
    assert_non_null(strstr(p.err.data, "could not be written"));
    hob_test_process_done(&p);
}

/* The program reads its parameters from a pipe. More than a pipe holds has been taken only when it
 * runs, and then it is interrupted. */
static void interrupted__exits_130_and_leaves_the_project(void **state) {
    (void)state;
    enum { MORE_THAN_A_PIPE = (1 << 20) + 1 };
    char folder[64];
    int in[2], status;
    hob_test_folder_make(folder);
    const row new_game = {0, {"new", "g"}};
    expect(folder, &new_game);
    assert_int_equal(pipe(in), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        close(in[1]);
        dup2(in[0], 0);
        if (chdir(folder) == 0) {
            execl(HOB_TEST_PROGRAM, "hob", "-p", "g", "exec", "createScene", "--params", "-",
                  (char *)NULL);
        }
        _exit(127);
    }
    close(in[0]);
    for (size_t left = MORE_THAN_A_PIPE; left > 0;) {
        static const char blanks[4096] = {' '};
        ssize_t written = write(in[1], blanks, left < sizeof blanks ? left : sizeof blanks);
        assert_true(written > 0);
        left -= (size_t)written;
    }
    assert_int_equal(kill(pid, SIGINT), 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    close(in[1]);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 130);
    const row after = {0, {"-p", "g", "validate"}};
    expect(folder, &after);
    hob_test_folder_remove(folder);
}

/* ---- the same commands, the same bytes ---- */

static void rebuilt_game__has_the_same_bytes(void **state) {
    (void)state;
    static const row rows[] = {
        {0, {"new", "g", "--id", "prj_same", "--name", "Same"}},
        {0, {"-p", "g", "create", "scene", "Level"}},
        {0, {"-p", "g", "create", "entity", "Level", "Hero", "--position", "10,20"}},
        {0, {"-p", "g", "add", "component", "Level", "Hero", "SpriteRenderer"}},
        {0, {"-p", "g", "set", "Level", "Hero", "SpriteRenderer.color", "#ff8800"}},
        {0, {"-p", "g", "prefab", "create", "Level", "Hero", "Hero"}},
        {0, {"-p", "g", "prefab", "place", "Hero", "Main", "--position", "5,5"}},
        {0, {"-p", "g", "create", "sound", "Jump", "--preset", "jump", "--seed", "4"}},
        {0, {"-p", "g", "create", "asset", "sprite", "Star", "--shape", "star"}},
        {0, {"-p", "g", "create", "playtest", "first", "Level"}},
        {0, {"-p", "g", "set-input", "fire", "KeyX", "pad:x"}},
        {0, {"-p", "g", "set-settings", "--settings", "{\"width\": 320}"}},
        {0, {"-p", "g", "validate"}},
    };
    hob_buf first, second;
    hob_arena arena;
    char folder[64];
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    hob_buf_init(&first, hob_heap_allocator(), SIZE_MAX / 4);
    hob_buf_init(&second, hob_heap_allocator(), SIZE_MAX / 4);
    hob_test_folder_make(folder);
    const char *game = hob_path_join(&arena, folder, "g");
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < HOB_COUNT(rows); i++) {
            expect(folder, &rows[i]);
        }
        hob_test_picture(hob_fs_disk(), game, round == 0 ? &first : &second);
        hob_test_folder_remove(game);
    }
    assert_true(first.length > 10000);
    assert_true(hob_str_equal(hob_buf_str(&first), hob_buf_str(&second)));
    hob_buf_done(&first);
    hob_buf_done(&second);
    hob_arena_done(&arena);
    hob_test_folder_remove(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exit_codes__are_those_of_the_specification),
        cmocka_unit_test(broken_file__counts_where_it_is_needed),
        cmocka_unit_test(json__is_one_envelope_on_standard_output),
        cmocka_unit_test(standard_input__gives_parameters_and_texts),
        cmocka_unit_test(full_output__is_no_success),
        cmocka_unit_test(interrupted__exits_130_and_leaves_the_project),
        cmocka_unit_test(rebuilt_game__has_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
