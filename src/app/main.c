/* The program `hob`: hands the machine's services to the command floor, runs one command, prints,
 * exits. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L

#include "app/cli.h"
#include "app/mcp/mcp.h"
#include "app/sessions/host.h"
#include "app/sessions/service.h"
#ifndef HOB_HEADLESS
#include "app/player/screen.h"
#include "app/player/sound.h"
#include "app/player/window.h"
#endif

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define EXIT_INTERRUPTED 130

/* ---- services of the machine ---- */

static void write_log(void *user, hob_log_level level, const char *message) {
    static const char *const names[] = {"info", "warning", "error"};
    (void)user;
    fprintf(stderr, "%s: %s\n", names[level], message);
}

/* Letters and digits from the machine's entropy, for new project ids. */
static void entropy(void *user, char out[9]) {
    static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    unsigned char bytes[8] = {0};
    (void)user;
    FILE *f = fopen("/dev/urandom", "rb");
    size_t got = f != NULL ? fread(bytes, 1, sizeof bytes, f) : 0;
    if (f != NULL) {
        fclose(f);
    }
    if (got != sizeof bytes) { /* no entropy device: the clock and the process tell runs apart */
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        uint64_t mixed = ((uint64_t)now.tv_nsec << 20 ^ (uint64_t)now.tv_sec ^ (uint64_t)getpid()) *
                         UINT64_C(0x9E3779B97F4A7C15);
        memcpy(bytes, &mixed, sizeof bytes);
    }
    for (int i = 0; i < 8; i++) {
        out[i] = letters[bytes[i] % 36];
    }
    out[8] = '\0';
}

static int64_t clock_ms(void *user) {
    struct timespec now;
    (void)user;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Saves of a game that is shown: below the folder of the user's data. */
static bool save_folder(void *user, const char *project_id, hob_buf *ret_path) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    (void)user;
    if (data != NULL && data[0] == '/') {
        hob_buf_format(ret_path, "%s/hob/%s", data, project_id);
    } else if (home != NULL && home[0] == '/') {
        hob_buf_format(ret_path, "%s/.local/share/hob/%s", home, project_id);
    }
    return ret_path->length > 0;
}

static int64_t timer_ns(void *user) {
    struct timespec now;
    (void)user;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static hob_status read_stdin(hob_buf *out, hob_error *reterr) {
    char chunk[16384];
    size_t got;
    while ((got = fread(chunk, 1, sizeof chunk, stdin)) > 0) {
        hob_buf_add(out, chunk, got);
    }
    if (ferror(stdin) != 0) {
        return hob_fail(reterr, HOB_ERR_FILE_IO, "Standard input could not be read.");
    }
    return out->failed ? hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "Standard input is too long.")
                       : HOB_OK;
}

/* A change is either committed or not at any moment, and what is left of one that was not is
 * cleared when the project is opened the next time: there is nothing to do but to go. */
static void interrupted(int number) {
    (void)number;
    _exit(EXIT_INTERRUPTED);
}

static void catch_interrupts(void) {
    struct sigaction action = {.sa_handler = interrupted};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

/* ---- printing ---- */

/* False when it could not be written. */
static bool print_buf(FILE *to, const hob_buf *buf) {
    if (buf->failed) {
        return false;
    }
    size_t written = buf->data != NULL ? fwrite(buf->data, 1, buf->length, to) : 0;
    return written == buf->length && fflush(to) == 0;
}

/* The exit code; an envelope that did not reach its reader is a failure too. */
static int print_envelope(const hob_envelope *envelope, const hob_command *command,
                          const hob_cli_options *options) {
    hob_buf out;
    bool is_printed = true;
    hob_buf_init(&out, hob_heap_allocator(), SIZE_MAX / 2);
    if (options->json && envelope->value.tag == HOB_TAG_MAP) {
        (void)hob_value_write_json(&out, envelope->value, true, NULL, NULL);
        hob_buf_add_char(&out, '\n');
        is_printed = print_buf(stdout, &out);
    } else if (options->json) {
        hob_buf_format(&out,
                       "{\"success\":false,\"command\":\"%s\",\"data\":null,\"errors\":[{\"code\":"
                       "\"%s\",\"message\":",
                       command != NULL ? command->name : "hob",
                       hob_status_name(envelope->error.status));
        hob_buf_add_json_string(&out, hob_str_from(envelope->error.message));
        hob_buf_add_cstr(&out,
                         ",\"file\":null,\"pointer\":null,\"line\":null,\"column\":null,\"hint\":"
                         "null,\"severity\":\"error\"}],\"warnings\":[],\"changed\":[],\"files\":"
                         "[],\"suggestions\":[]}\n");
        is_printed = print_buf(stdout, &out);
    } else {
        hob_cli_print(&out, envelope, command);
        is_printed = print_buf(envelope->success ? stdout : stderr, &out);
    }
    hob_buf_done(&out);
    if (!is_printed) {
        fputs("error: the result could not be written\n", stderr);
        return envelope->exit_code != 0 ? envelope->exit_code : 1;
    }
    return envelope->exit_code;
}

static int print_failure(const hob_error *error, const hob_cli_call *call, hob_arena *arena) {
    hob_envelope envelope;
    hob_envelope_failure(call->command != NULL ? call->command->name : "hob", error, arena,
                         &envelope);
    return print_envelope(&envelope, call->command, &call->options);
}

static int print_help(const hob_command *command) {
    hob_buf out;
    hob_buf_init(&out, hob_heap_allocator(), 1 << 20);
    if (command != NULL) {
        hob_cli_help_command(&out, command);
    } else {
        hob_cli_help(&out);
    }
    bool is_printed = print_buf(stdout, &out);
    hob_buf_done(&out);
    return is_printed ? 0 : 1;
}

/* ---- what commands get ---- */

typedef struct machine {
    hob_command_host host;
    hob_sessions *sessions;
    void *screen;
    char folder[4096];
} machine;

static void open_machine(machine *m, const hob_log *log) {
    *m = (machine){.sessions = NULL};
#ifndef HOB_HEADLESS
    m->screen = hob_screen_create(hob_heap_allocator(), log);
#endif
    m->host = (hob_command_host){
        .fs = hob_fs_disk(),
        .log = log,
        .entropy = entropy,
        .save_folder = save_folder,
        .clock_ms = clock_ms,
        .timer_ns = timer_ns,
        .working_folder = getcwd(m->folder, sizeof m->folder) != NULL ? m->folder : ".",
        .source = "cli",
#ifndef HOB_HEADLESS
        .draw = hob_screen_draw,
        .play = hob_window_play,
        .record_begin = hob_recorder_begin,
        .record_step = hob_recorder_step,
        .record_end = hob_recorder_end,
#endif
        .draw_user = m->screen,
    };
}

static void close_machine(machine *m) {
    hob_sessions_destroy(m->sessions);
#ifndef HOB_HEADLESS
    hob_screen_destroy(m->screen);
#endif
}

static int run_session_host(void) {
    machine m;
    open_machine(&m, NULL);
    int exit_code = hob_session_host_run(&m.host);
    close_machine(&m);
    return exit_code;
}

/* ---- one run ---- */

static int run(int argc, const char *const *argv, hob_arena *arena) {
    static const hob_log log = {.write = write_log};
    const hob_cli_input input = {.fs = hob_fs_disk(), .read_stdin = read_stdin};
    hob_cli_call call;
    hob_error error = {0};
    hob_status status = hob_cli_parse(argc - 1, argv + 1, &input, arena, &call, &error);
    if (status != HOB_OK) {
        return print_failure(&error, &call, arena);
    }
    if (call.options.version) {
        return puts("hob " HOB_VERSION) >= 0 && fflush(stdout) == 0 ? 0 : 1;
    }
    if (call.options.help) {
        int exit_code = print_help(call.command);
        return argc == 1 ? 2 : exit_code;
    }
    const bool serves = call.command == &hob_mcp_command;
    machine m;
    open_machine(&m, call.options.quiet ? NULL : &log);
    m.host.permissions = call.options.permissions;
    m.sessions = hob_sessions_create(&(hob_sessions_options){.owns = serves});
    m.host.sessions = m.sessions != NULL ? hob_sessions_service(m.sessions) : NULL;
    if (serves) {
        int served = hob_mcp_main(&m.host, call.options.project, call.params, &error);
        close_machine(&m);
        return served == 0 ? 0 : print_failure(&error, &call, arena);
    }
    hob_command_session *session = NULL;
    status = hob_command_session_create(&m.host, call.options.project, &session, &error);
    if (status != HOB_OK) {
        return print_failure(&error, &call, arena);
    }
    hob_envelope envelope;
    hob_command_execute_with(session, hob_str_from(call.command->name), call.params,
                             &call.options.run, arena, &envelope);
    int exit_code = print_envelope(&envelope, call.command, &call.options);
    hob_command_session_destroy(session);
    close_machine(&m);
    return exit_code;
}

static int guarded_run(int argc, const char *const *argv, hob_arena *arena, hob_guard *guard) {
    if (hob_guard_enter(guard) != 0) {
        fprintf(stderr, "error %s: %s\n", hob_status_name(guard->error.status),
                guard->error.message);
        return 1;
    }
    return run(argc, argv, arena);
}

int main(int argc, char **argv) {
    hob_arena arena;
    hob_guard guard;
    if (argc == 2 && strcmp(argv[1], HOB_SESSION_HOST_WORD) == 0) {
        return run_session_host();
    }
    catch_interrupts();
    hob_arena_init(&arena, hob_heap_allocator(), &guard);
    int exit_code = guarded_run(argc, (const char *const *)argv, &arena, &guard);
    hob_arena_done(&arena);
    return exit_code;
}
