/* Sessions in real processes: what the program starts, what it reports when they die, and that
 * nothing is left (notes on agents: a dead process is reported within a second). Linux: processes
 * are waited for by descriptors. */
#define _GNU_SOURCE

#include "support/live.h"
#include "support/program.h"

#include "app/sessions/service.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_WORDS 16

typedef struct desk {
    char folder[64];
    hob_arena arena;
    hob_envelope envelope;
    hob_sessions *sessions;
} desk;

/* Orphans come to this process, so that it can wait for them and see how they ended. */
static int set_up(void **state) {
    (void)state;
    return prctl(PR_SET_CHILD_SUBREAPER, 1);
}

static void put(const desk *d, const char *path, const char *text) {
    char whole[300];
    hob_error error = {0};
    (void)snprintf(whole, sizeof whole, "%s/%s", d->folder, path);
    *strrchr(whole, '/') = '\0';
    assert_int_equal(hob_fs_make_folders(hob_fs_disk(), whole, &error), HOB_OK);
    (void)snprintf(whole, sizeof whole, "%s/%s", d->folder, path);
    (void)hob_fs_disk()->remove(hob_fs_disk(), whole, NULL);
    assert_int_equal(
        hob_fs_disk()->write_new(hob_fs_disk(), whole, hob_str_from(text), 0644, &error), HOB_OK);
}

static void begin(desk *d, bool owns) {
    *d = (desk){.sessions = NULL};
    hob_test_folder_make(d->folder);
    hob_arena_init(&d->arena, hob_heap_allocator(), NULL);
    for (const hob_live_file *f = hob_live_files; f->path != NULL; f++) {
        put(d, f->path, f->text);
    }
    d->sessions =
        hob_sessions_create(&(hob_sessions_options){.program = HOB_TEST_PROGRAM, .owns = owns});
    assert_non_null(d->sessions);
}

static void end(desk *d) {
    hob_sessions_destroy(d->sessions);
    hob_arena_done(&d->arena);
    hob_test_folder_remove(d->folder);
}

/* A command in this process, on sessions in others. */
static const hob_envelope *run(desk *d, const char *name, const char *params) {
    const hob_command_host host = {.fs = hob_fs_disk(),
                                   .working_folder = d->folder,
                                   .sessions = hob_sessions_service(d->sessions)};
    hob_command_session *session = NULL;
    hob_error error = {0};
    hob_arena_reset(&d->arena);
    assert_int_equal(hob_command_session_create(&host, d->folder, &session, &error), HOB_OK);
    hob_command_execute(session, hob_str_from(name), hob_str_from(params), &d->arena, &d->envelope);
    hob_command_session_destroy(session);
    return &d->envelope;
}

static hob_value must(desk *d, const char *name, const char *params) {
    const hob_envelope *e = run(d, name, params);
    if (!e->success) {
        fail_msg("%s: %s: %s", name, hob_status_name(e->error.status), e->error.message);
    }
    return hob_value_get(e->value, "data");
}

static void refuses(desk *d, hob_status status, const char *name, const char *params) {
    const hob_envelope *e = run(d, name, params);
    assert_false(e->success);
    if (e->error.status != status) {
        fail_msg("%s: %s: %s", name, hob_status_name(e->error.status), e->error.message);
    }
}

static pid_t start(desk *d, const char *params) {
    return (pid_t)hob_value_get_number(must(d, "startSession", params), "pid", 0);
}

static size_t running(desk *d) {
    return hob_value_get(must(d, "listSessions", "{}"), "sessions").as.list->count;
}

/* Waits for a process that is ours by inheritance; how it ended. */
static int reap(pid_t pid) {
    int status = 0;
    pid_t got;
    do {
        got = waitpid(pid, &status, 0);
    } while (got < 0 && errno == EINTR);
    assert_int_equal(got, pid);
    return status;
}

/* No socket is left, and nobody holds the folder. */
static void nothing_is_left(const desk *d) {
    char path[200];
    hob_arena arena;
    hob_fs_entry *entries = NULL;
    size_t count = 0;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    (void)snprintf(path, sizeof path, "%s/.hob/sessions", d->folder);
    assert_int_equal(hob_fs_disk()->list(hob_fs_disk(), path, &arena, &entries, &count, NULL),
                     HOB_OK);
    assert_int_equal(count, 1);
    assert_string_equal(entries[0].name, "lock");
    hob_arena_done(&arena);
}

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- life ---- */

static void several_sessions__run_beside_each_other_and_stop(void **state) {
    (void)state;
    desk d;
    begin(&d, false);
    pid_t a = start(&d, "{\"seed\":1}"), b = start(&d, "{\"scene\":\"Cave\"}");
    assert_int_not_equal(a, b);
    (void)must(&d, "stepSession", "{\"session\":\"s1\",\"frames\":9}");
    (void)must(&d, "stepSession", "{\"session\":\"s2\",\"frames\":4}");
    hob_test_number_is(must(&d, "describeSession", "{\"session\":\"s1\"}"), "frame", 9);
    hob_value v = must(&d, "describeSession", "{\"session\":\"s2\"}");
    hob_test_number_is(v, "frame", 4);
    hob_test_text_is(v, "sceneName", "Cave");
    v = must(&d, "listSessions", "{}");
    hob_test_text_is(v, "sessions.0.session", "s1");
    hob_test_number_is(v, "sessions.1.pid", b);
    v = must(&d, "stopSession", "{\"session\":\"s1\"}");
    assert_false(hob_value_get_bool(v, "killed", true));
    assert_int_equal(reap(a), 0);
    assert_int_equal(running(&d), 1);
    refuses(&d, HOB_ERR_NOT_FOUND, "stepSession", "{\"session\":\"s1\"}");
    (void)must(&d, "stopSession", "{\"session\":\"s2\"}");
    assert_int_equal(reap(b), 0);
    nothing_is_left(&d);
    end(&d);
}

static void session__answers_as_the_game_in_one_process_does(void **state) {
    (void)state;
    desk d;
    begin(&d, false);
    pid_t pid = start(&d, "{\"seed\":5}");
    (void)must(&d, "actSession", "{\"session\":\"s1\",\"action\":\"right\",\"mode\":\"hold\"}");
    (void)must(&d, "stepSession", "{\"session\":\"s1\",\"frames\":20}");
    hob_value v = must(&d, "hashSession", "{\"session\":\"s1\"}");
    char hash[20];
    hob_str text = hob_value_get_str(v, "stateHash", "");
    memcpy(hash, text.data, 17);
    hob_test_commands t; /* the same without processes */
    hob_test_commands_begin(&t);
    hob_live_put_files(&t);
    (void)hob_test_do(&t, "startSession", "{\"seed\":5}");
    (void)hob_test_do(&t, "actSession",
                      "{\"session\":\"s1\",\"action\":\"right\",\"mode\":\"hold\"}");
    (void)hob_test_do(&t, "stepSession", "{\"session\":\"s1\",\"frames\":20}");
    hob_test_text_is(hob_test_do(&t, "hashSession", "{\"session\":\"s1\"}"), "stateHash", hash);
    hob_test_commands_end(&t);
    (void)must(&d, "bakePlaytest", "{\"session\":\"s1\",\"name\":\"played\"}");
    assert_int_equal(run(&d, "runPlaytest", "{\"playtest\":\"played\"}")->exit_code, 0);
    (void)must(&d, "stopSession", "{\"session\":\"s1\"}");
    assert_int_equal(reap(pid), 0);
    end(&d);
}

/* Asked again and again: each answer takes its time, and the game goes on meanwhile. */
static void session_in_real_time__goes_on_by_itself(void **state) {
    (void)state;
    desk d;
    begin(&d, false);
    pid_t pid = start(&d, "{}");
    (void)must(&d, "resumeSession", "{\"session\":\"s1\"}");
    double frame = 0;
    while (frame < 5) {
        hob_value v = must(&d, "describeSession", "{\"session\":\"s1\"}");
        frame = hob_value_get_number(v, "frame", 0);
    }
    frame = hob_value_get_number(must(&d, "pauseSession", "{\"session\":\"s1\"}"), "frame", 0);
    hob_test_number_is(must(&d, "describeSession", "{\"session\":\"s1\"}"), "frame", frame);
    (void)must(&d, "bakePlaytest", "{\"session\":\"s1\",\"name\":\"live\"}");
    assert_int_equal(run(&d, "runPlaytest", "{\"playtest\":\"live\"}")->exit_code, 0);
    (void)must(&d, "stopSession", "{\"session\":\"s1\"}");
    assert_int_equal(reap(pid), 0);
    end(&d);
}

static void start_that_fails__says_why_and_leaves_no_process(void **state) {
    (void)state;
    desk d;
    begin(&d, false);
    refuses(&d, HOB_ERR_NOT_FOUND, "startSession", "{\"scene\":\"Nowhere\"}");
    int status = 0;
    pid_t got = waitpid(-1, &status, 0); /* the only process there can be */
    assert_true(got > 0 && WIFEXITED(status));
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(running(&d), 0);
    end(&d);
}

static void idle_session__ends_by_itself(void **state) {
    (void)state;
    desk d;
    begin(&d, false);
    pid_t pid = start(&d, "{\"idleSeconds\":1}");
    assert_int_equal(reap(pid), 0);
    nothing_is_left(&d);
    end(&d);
}

/* ---- death ---- */

static void killed_process__is_reported_at_once_and_cleaned_up(void **state) {
    (void)state;
    desk d;
    begin(&d, false);
    pid_t pid = start(&d, "{}");
    assert_int_equal(kill(pid, SIGKILL), 0);
    assert_true(WIFSIGNALED(reap(pid)));
    int64_t before = now_ms();
    refuses(&d, HOB_ERR_NOT_FOUND, "stepSession", "{\"session\":\"s1\"}");
    assert_true(now_ms() - before < 1000);
    assert_int_equal(running(&d), 0);
    nothing_is_left(&d);
    pid = start(&d, "{}"); /* its id is free again */
    (void)must(&d, "stopSession", "{\"session\":\"s1\"}");
    assert_int_equal(reap(pid), 0);
    end(&d);
}

/* A script that never ends: its budget of units is as large as can be. */
static void put_endless_game(const desk *d) {
    char manifest[2000];
    const char *old = hob_live_files[0].text;
    put(d, "scripts/hero.lua",
        "local hero = {}\nfunction hero.onUpdate()\n  while true do end\nend\nreturn hero\n");
    (void)snprintf(manifest, sizeof manifest,
                   "%.*s,\"limits\":{\"hookUnits\":1000000000000,\"stepUnits\":1000000000000}}",
                   (int)strlen(old) - 1, old);
    put(d, "hob.json", manifest);
}

static void process_that_is_killed_in_a_request__is_reported_at_once(void **state) {
    (void)state;
    desk d;
    begin(&d, false);
    put_endless_game(&d);
    pid_t pid = start(&d, "{\"budgetMs\":60000}");
    pid_t killer = fork();
    if (killer == 0) { /* as soon as it is in the request below */
        for (bool busy = false; !busy;) {
            hob_value v = hob_test_at(must(&d, "listSessions", "{}"), "sessions.0");
            busy = hob_value_get_bool(v, "busy", false);
        }
        _exit(kill(pid, SIGKILL) == 0 ? 0 : 1);
    }
    int64_t before = now_ms();
    refuses(&d, HOB_ERR_SESSION_LOST, "stepSession", "{\"session\":\"s1\"}");
    assert_true(now_ms() - before < 2000);
    assert_int_equal(reap(killer), 0);
    assert_true(WIFSIGNALED(reap(pid)));
    assert_int_equal(running(&d), 0);
    nothing_is_left(&d);
    end(&d);
}

static void process_that_hangs__is_busy_and_stop_kills_it(void **state) {
    (void)state;
    desk d;
    begin(&d, false);
    pid_t pid = start(&d, "{}");
    assert_int_equal(kill(pid, SIGSTOP), 0);
    hob_value v = must(&d, "listSessions", "{}");
    assert_true(hob_value_get_bool(hob_test_at(v, "sessions.0"), "busy", false));
    hob_test_number_is(v, "sessions.0.pid", pid);
    v = must(&d, "stopSession", "{\"session\":\"s1\"}");
    assert_true(hob_value_get_bool(v, "killed", false));
    assert_true(WIFSIGNALED(reap(pid)));
    nothing_is_left(&d);
    end(&d);
}

static void step_that_hangs__ends_the_session_within_its_budget(void **state) {
    (void)state;
    desk d;
    begin(&d, false);
    put_endless_game(&d);
    pid_t pid = start(&d, "{\"budgetMs\":1000}");
    int64_t before = now_ms();
    const hob_envelope *e = run(&d, "stepSession", "{\"session\":\"s1\"}");
    assert_false(e->success);
    assert_int_equal(e->error.status, HOB_ERR_SESSION_LOST);
    assert_non_null(strstr(e->error.message, "budget"));
    int64_t took = now_ms() - before;
    assert_true(took >= 1000 && took < 1000 + 1000);
    int status = reap(pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 124);
    nothing_is_left(&d);
    end(&d);
}

/* ---- owners ---- */

static void owner_that_is_killed__takes_its_sessions_with_it(void **state) {
    (void)state;
    desk d;
    int tells[2];
    assert_int_equal(pipe(tells), 0);
    begin(&d, true);
    pid_t owner = fork();
    if (owner == 0) {
        pid_t pids[2] = {start(&d, "{}"), start(&d, "{}")};
        close(tells[0]);
        if (write(tells[1], pids, sizeof pids) == sizeof pids) {
            for (;;) {
                pause();
            }
        }
        _exit(1);
    }
    pid_t pids[2] = {0, 0};
    close(tells[1]);
    assert_int_equal(read(tells[0], pids, sizeof pids), sizeof pids);
    close(tells[0]);
    assert_int_equal(running(&d), 2);
    assert_int_equal(kill(owner, SIGKILL), 0);
    assert_true(WIFSIGNALED(reap(owner)));
    assert_int_equal(reap(pids[0]), 0);
    assert_int_equal(reap(pids[1]), 0);
    nothing_is_left(&d);
    end(&d);
}

static void service_that_owns__ends_its_sessions_with_itself(void **state) {
    (void)state;
    desk d;
    begin(&d, true);
    pid_t pid = start(&d, "{}");
    hob_sessions_destroy(d.sessions);
    d.sessions = NULL;
    assert_int_equal(reap(pid), 0);
    nothing_is_left(&d);
    end(&d);
}

/* ---- memory ---- */

static void game_that_eats_memory__dies_alone(void **state) {
    (void)state;
    desk d;
    begin(&d, false);
    put(&d, "scripts/hero.lua",
        "local hero, eaten = {}, {}\nfunction hero.onUpdate(ctx)\n"
        "  for i = 1, 100 do eaten[#eaten + 1] = string.rep('x', 100000) .. #eaten end\n"
        "end\nreturn hero\n");
    pid_t pid = start(&d, "{\"memoryMiB\":64}");
    const hob_envelope *e = run(&d, "stepSession", "{\"session\":\"s1\",\"frames\":600}");
    /* The machine's own limit, the region's, or that of the process: whichever comes first, the
     * session still answers or is reported. */
    if (e->success) {
        assert_true(hob_value_get_number(hob_value_get(e->value, "data"), "newErrors", 0) > 0);
    } else {
        assert_true(e->error.status == HOB_ERR_REGION_FULL ||
                    e->error.status == HOB_ERR_OUT_OF_MEMORY ||
                    e->error.status == HOB_ERR_SESSION_LOST);
    }
    (void)must(&d, "describeSession", "{\"session\":\"s1\"}");
    (void)must(&d, "stopSession", "{\"session\":\"s1\"}");
    assert_int_equal(reap(pid), 0);
    end(&d);
}

/* ---- the command line ---- */

static void hob(const desk *d, int exit_code, const char *const *words, const char *says) {
    const char *all[MOST_WORDS + 2] = {HOB_TEST_PROGRAM};
    hob_test_process p;
    for (size_t i = 0; i < MOST_WORDS && words[i] != NULL; i++) {
        all[i + 1] = words[i];
    }
    hob_test_process_run(&p, d->folder, NULL, all);
    if (p.exit_code != exit_code || strstr(p.out.data, says) == NULL) {
        fail_msg("hob %s %s: exit %d\n%s%s", words[0], words[1], p.exit_code, p.out.data,
                 p.err.data);
    }
    hob_test_process_done(&p);
}

static void command_line__plays_a_game_over_several_runs_of_the_program(void **state) {
    (void)state;
    static const struct {
        const char *words[MOST_WORDS], *says;
    } rows[] = {
        {{"session", "start", "--seed", "3"}, "session s1"},
        {{"session", "act", "s1", "right", "hold"}, "held: right"},
        {{"session", "step", "s1", "10"}, "frame 10 "},
        {{"session", "view", "s1"}, "   110.0"},
        {{"session", "act", "s1", "jump"}, "jump"},
        {{"session", "step", "s1"}, "ran 1"},
        {{"session", "events", "s1"}, "event jumped"},
        {{"session", "point", "s1", "--entity", "Wall"}, "hit \"Wall\""},
        {{"session", "set", "s1", "Wall", "Transform.position.y", "7"}, "after 7"},
        {{"session", "call", "s1", "Hero", "hurt", "--arguments", "[4]"}, "\"left\":6"},
        {{"session", "scene", "s1", "Cave"}, "scene Cave"},
        {{"session", "hash", "s1"}, "stateHash: "},
        {{"session", "bake", "s1", "tour"}, "frames: 11"},
        {{"test"}, "tour"},
        {{"session", "stop", "s1"}, "killed: false"},
        {{"session", "list"}, "none"},
    };
    desk d;
    begin(&d, false);
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob(&d, 0, rows[i].words, rows[i].says);
    }
    nothing_is_left(&d);
    end(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_sessions__run_beside_each_other_and_stop),
        cmocka_unit_test(session__answers_as_the_game_in_one_process_does),
        cmocka_unit_test(session_in_real_time__goes_on_by_itself),
        cmocka_unit_test(start_that_fails__says_why_and_leaves_no_process),
        cmocka_unit_test(idle_session__ends_by_itself),
        cmocka_unit_test(killed_process__is_reported_at_once_and_cleaned_up),
        cmocka_unit_test(process_that_is_killed_in_a_request__is_reported_at_once),
        cmocka_unit_test(process_that_hangs__is_busy_and_stop_kills_it),
        cmocka_unit_test(step_that_hangs__ends_the_session_within_its_budget),
        cmocka_unit_test(owner_that_is_killed__takes_its_sessions_with_it),
        cmocka_unit_test(service_that_owns__ends_its_sessions_with_itself),
        cmocka_unit_test(game_that_eats_memory__dies_alone),
        cmocka_unit_test(command_line__plays_a_game_over_several_runs_of_the_program),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
