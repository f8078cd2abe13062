#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L

#include "app/sessions/host.h"

#include "app/sessions/wire.h"
#include "command/bridge/bridge.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define START_MS     10000 /* for the first line, and before the budget is known */
#define REQUEST_MS   2000  /* for a client to say what it wants */
#define REPLY_MS     10000 /* for it to take the answer */
#define EXIT_HUNG    124
#define TICK_MS      8 /* between looks at the clock in real time */
#define DEFAULT_IDLE 600

typedef struct game {
    const hob_command_host *host;
    hob_bridge *bridge;
    hob_buf folder; /* of sockets */
    char id[16];
    int listening;
    bool owned;
    int64_t budget_ms, idle_ms;
} game;

/* ---- the watchdog ---- */

/* What the handler may touch: prepared before, constant while the timer runs. */
static int told_fd = -1;
static char socket_path[4096];

static void hung(int number) {
    static const char lost[] = "{\"lost\":\"budget\"}\n";
    (void)number;
    if (socket_path[0] != '\0') {
        (void)unlink(socket_path);
    }
    if (told_fd >= 0) {
        (void)send(told_fd, lost, sizeof lost - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    _exit(EXIT_HUNG);
}

static void watch(int fd, int64_t ms) {
    const struct itimerval timer = {
        .it_value = {.tv_sec = (time_t)(ms / 1000), .tv_usec = (suseconds_t)(ms % 1000 * 1000)}};
    told_fd = fd;
    (void)setitimer(ITIMER_REAL, &timer, NULL);
}

static void unwatch(void) {
    watch(-1, 0);
}

static void catch_signals(void) {
    struct sigaction action = {.sa_handler = hung};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}

/* Bytes of the process that can be written now: the sixth number of statm, in pages. */
static rlim_t written_now(void) {
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f != NULL && fscanf(f, "%*u %*u %*u %*u %*u %lu", &pages) != 1) {
        pages = 0;
    }
    if (f != NULL) {
        fclose(f);
    }
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* What it may write beside that. Not its address space: a region reserves far more than it uses. */
static void bound_memory(double mib) {
    const rlim_t most = written_now() + ((rlim_t)mib << 20);
    const struct rlimit limit = {most, most};
    (void)setrlimit(RLIMIT_DATA, &limit);
}

/* ---- answering ---- */

static void run_command(const game *g, hob_value request, hob_arena *arena, hob_buf *out) {
    hob_command_host host = *g->host;
    hob_command_session *session = NULL;
    hob_envelope envelope;
    hob_error error = {0};
    hob_buf params;
    hob_str name = hob_value_get_str(request, "command", "");
    hob_buf_init(&params, hob_heap_allocator(), HOB_WIRE_LINE_MAX);
    (void)hob_value_write_json(&params, hob_value_get(request, "params"), false, NULL, NULL);
    host.live = g->bridge;
    host.takes_pictures = true;
    host.source = "session";
    host.permissions = HOB_PERMIT_READ_ONLY; /* whoever asks has checked the others */
    const hob_command *command = hob_command_find(name);
    if (command == NULL || (command->flags & HOB_COMMAND_LIVE) == 0) {
        hob_fail(&error, HOB_ERR_UNKNOWN_COMMAND, "A session runs no command of that name.");
        hob_envelope_failure(name.data, &error, arena, &envelope);
    } else if (hob_command_session_create(&host, NULL, &session, &error) != HOB_OK) {
        hob_envelope_failure(name.data, &error, arena, &envelope);
    } else {
        hob_command_execute(session, name, hob_buf_str(&params), arena, &envelope);
    }
    hob_envelope_write_reply(out, &envelope);
    hob_command_session_destroy(session);
    hob_buf_done(&params);
}

static void answer(const game *g, hob_str line, hob_buf *out, bool *ret_stop) {
    hob_arena arena;
    hob_value request = HOB_VALUE_NULL;
    hob_error error = {0};
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    if (hob_value_parse_json(&arena.as_allocator, line, &request, &error) != HOB_OK) {
        hob_buf_add_cstr(out, "{}");
    } else if (hob_value_get_bool(request, "stop", false)) {
        *ret_stop = true;
        hob_buf_add_cstr(out, "{}");
    } else if (hob_value_get_bool(request, "ping", false)) {
        hob_buf_add_cstr(out, "{}");
    } else {
        run_command(g, request, &arena, out);
    }
    hob_arena_done(&arena);
}

/* One connection: one request. */
static bool serve(const game *g, int fd) {
    hob_buf line, reply;
    bool stop = false;
    hob_buf_init(&line, hob_heap_allocator(), HOB_WIRE_LINE_MAX);
    hob_buf_init(&reply, hob_heap_allocator(), HOB_WIRE_LINE_MAX);
    if (hob_wire_read(fd, REQUEST_MS, &line) == HOB_WIRE_DONE) {
        watch(fd, g->budget_ms);
        answer(g, hob_buf_str(&line), &reply, &stop);
        unwatch();
        if (stop) {
            hob_wire_remove(g->folder.data, g->id);
        }
        (void)hob_wire_write(fd, reply.failed ? HOB_STR("{}") : hob_buf_str(&reply), REPLY_MS);
    }
    hob_buf_done(&line);
    hob_buf_done(&reply);
    close(fd);
    return !stop;
}

/* Steps that are due in real time, under the budget of a request. */
static void tick(const game *g) {
    if (hob_bridge_is_running(g->bridge)) {
        watch(-1, g->budget_ms);
        hob_bridge_tick(g->bridge, (double)hob_wire_now_ms() / 1000);
        unwatch();
    }
}

static int wait_ms(const game *g, int64_t until) {
    int64_t left = until - hob_wire_now_ms();
    left = left > 0 ? left : 0;
    return hob_bridge_is_running(g->bridge) && left > TICK_MS ? TICK_MS : (int)left;
}

static void serve_all(const game *g) {
    int64_t until = hob_wire_now_ms() + g->idle_ms;
    for (bool goes_on = true; goes_on;) {
        struct pollfd polled[2] = {{.fd = g->listening, .events = POLLIN},
                                   {.fd = g->owned ? STDIN_FILENO : -1, .events = POLLIN}};
        int ready = poll(polled, 2, wait_ms(g, until));
        bool is_idle = hob_wire_now_ms() >= until;
        if ((ready == 0 && is_idle) || (ready < 0 && errno != EINTR) || polled[1].revents != 0) {
            return; /* or the owner is gone */
        }
        tick(g);
        if (ready > 0 && polled[0].revents != 0) {
            int fd = accept(g->listening, NULL, NULL);
            if (fd >= 0) {
                goes_on = serve(g, fd);
                until = hob_wire_now_ms() + g->idle_ms;
            }
        }
    }
}

/* ---- starting ---- */

static void tell_ready(const game *g, hob_str reply) {
    hob_buf line;
    hob_buf_init(&line, hob_heap_allocator(), HOB_WIRE_LINE_MAX);
    hob_buf_format(&line, "{\"id\":\"%s\",\"pid\":%lld,\"reply\":", g->id, (long long)getpid());
    hob_buf_add_str(&line, reply);
    hob_buf_add_char(&line, '}');
    (void)hob_wire_write(STDOUT_FILENO, hob_buf_str(&line), REPLY_MS);
    hob_buf_done(&line);
}

static hob_status open_game(game *g, hob_value start, hob_error *reterr) {
    hob_value params = hob_value_get(start, "params");
    hob_str scene = hob_value_get_str(params, "scene", "");
    hob_str root = hob_value_get_str(start, "root", ".");
    const hob_bridge_options options = {
        .fs = g->host->fs,
        .root = root.data,
        .scene = scene.length > 0 ? scene.data : NULL,
        .seed = (uint32_t)hob_value_get_number(params, "seed", 0),
        .log = g->host->log,
    };
    g->owned = hob_value_get_bool(start, "owned", false);
    g->budget_ms = (int64_t)hob_value_get_number(params, "budgetMs", START_MS);
    g->idle_ms = (int64_t)(hob_value_get_number(params, "idleSeconds", DEFAULT_IDLE) * 1000);
    bound_memory(hob_value_get_number(params, "memoryMiB", 2048));
    watch(STDOUT_FILENO, g->budget_ms);
    hob_status status = hob_bridge_create(&options, &g->bridge, reterr);
    if (status == HOB_OK) {
        status = hob_wire_folder(root.data, true, &g->folder, reterr);
    }
    if (status == HOB_OK) {
        status = hob_wire_listen(g->folder.data, g->id, &g->listening, reterr);
    }
    unwatch();
    return status;
}

/* The reply to startSession: where the game stands, or why there is none. */
static void tell_start(const game *g, hob_status status, const hob_error *error, hob_arena *arena) {
    hob_buf reply;
    hob_buf_init(&reply, hob_heap_allocator(), HOB_WIRE_LINE_MAX);
    if (status != HOB_OK) { /* an error alone is from a call that was recovered */
        hob_envelope envelope;
        hob_envelope_failure("startSession", error, arena, &envelope);
        hob_envelope_write_reply(&reply, &envelope);
    } else {
        bool stop = false;
        answer(g, HOB_STR("{\"command\":\"describeSession\",\"params\":{\"session\":\"s\"}}"),
               &reply, &stop);
    }
    tell_ready(g, hob_buf_str(&reply));
    hob_buf_done(&reply);
}

static void remember_socket(const game *g) {
    hob_buf path;
    hob_buf_init(&path, hob_heap_allocator(), sizeof socket_path - 1);
    hob_buf_format(&path, "%s/%s.sock", g->folder.data, g->id);
    if (!path.failed) {
        memcpy(socket_path, path.data, path.length + 1);
    }
    hob_buf_done(&path);
}

int hob_session_host_run(const hob_command_host *host) {
    game g = {.host = host, .listening = -1};
    hob_arena arena;
    hob_buf line;
    hob_value start = HOB_VALUE_NULL;
    hob_error error = {0};
    catch_signals();
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    hob_buf_init(&line, hob_heap_allocator(), HOB_WIRE_LINE_MAX);
    hob_buf_init(&g.folder, hob_heap_allocator(), 4000);
    hob_status status = HOB_ERR_USAGE;
    if (hob_wire_read(STDIN_FILENO, START_MS, &line) == HOB_WIRE_DONE &&
        hob_value_parse_json(&arena.as_allocator, hob_buf_str(&line), &start, &error) == HOB_OK) {
        status = open_game(&g, start, &error);
        if (status != HOB_OK && error.status != status) {
            hob_fail(&error, status, "%s", hob_status_sentence(status));
        }
        remember_socket(&g);
        tell_start(&g, status, &error, &arena);
    }
    if (status == HOB_OK) {
        serve_all(&g);
        hob_wire_remove(g.folder.data, g.id);
    }
    hob_bridge_destroy(g.bridge);
    hob_buf_done(&g.folder);
    hob_buf_done(&line);
    hob_arena_done(&arena);
    return status == HOB_OK ? 0 : 1;
}
