#define _GNU_SOURCE

#include "app/sessions/service.h"

#include "app/sessions/host.h"
#include "app/sessions/wire.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#define MOST_OWNED   64
#define GRACE_MS     5000   /* beside a session's own budget */
#define MOST_WAIT_MS 610000 /* for an answer: the longest budget there is, and the grace */
#define PING_MS      200
#define STOP_MS      2000
#define SEND_MS      2000

struct hob_sessions {
    const hob_allocator *allocator;
    hob_session_service service;
    char program[4096];
    bool owns;
    int owned[MOST_OWNED]; /* our ends of their standard inputs */
    size_t owned_count;
};

/* ---- processes ---- */

static void exec_host(const char *program, int fd) {
    static char name[] = "hob", word[] = HOB_SESSION_HOST_WORD;
    char *const words[] = {name, word, NULL};
    int nothing = open("/dev/null", O_RDWR);
    if (dup2(fd, STDIN_FILENO) < 0 || dup2(fd, STDOUT_FILENO) < 0 ||
        dup2(nothing, STDERR_FILENO) < 0) {
        _exit(126);
    }
    for (int i = STDERR_FILENO + 1; i < 256; i++) {
        (void)close(i); /* nothing of the one who asks is held open */
    }
    execv(program, words);
    _exit(127);
}

/* Our end of its standard input and output. It is nobody's child, so that nobody has to wait for
 * it. */
static hob_status spawn(const char *program, int *ret_fd, hob_error *reterr) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        return hob_fail(reterr, HOB_ERR_FILE_IO, "No process can be started: %s.", strerror(errno));
    }
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    pid_t between = fork();
    if (between == 0) {
        (void)setsid();
        pid_t host = fork();
        if (host == 0) {
            exec_host(program, ends[1]);
        }
        _exit(host < 0 ? 1 : 0);
    }
    close(ends[1]);
    int result = 1;
    while (between > 0 && waitpid(between, &result, 0) < 0 && errno == EINTR) {
    }
    if (between < 0 || result != 0) {
        close(ends[0]);
        return hob_fail(reterr, HOB_ERR_FILE_IO, "No process can be started.");
    }
    *ret_fd = ends[0];
    return HOB_OK;
}

/* ---- start ---- */

static hob_status read_start(hob_str line, char ret_id[16], int64_t *ret_pid, hob_buf *ret_reply,
                             hob_error *reterr) {
    hob_arena arena;
    hob_value root = HOB_VALUE_NULL;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    hob_status status = hob_value_parse_json(&arena.as_allocator, line, &root, reterr);
    if (status == HOB_OK && hob_value_get(root, "lost").tag == HOB_TAG_TEXT) {
        hob_fail(reterr, HOB_ERR_SESSION_LOST, "The game took longer to load than its budget.");
        status = hob_error_hint(reterr, "Give it more with --budget-ms.");
    } else if (status == HOB_OK) {
        hob_str id = hob_value_get_str(root, "id", "");
        memcpy(ret_id, id.data, id.length < 15 ? id.length + 1 : 0);
        *ret_pid = (int64_t)hob_value_get_number(root, "pid", 0);
        (void)hob_value_write_json(ret_reply, hob_value_get(root, "reply"), false, NULL, NULL);
    }
    hob_arena_done(&arena);
    return status;
}

static hob_status talk_start(hob_sessions *s, int fd, const char *root, hob_str params,
                             hob_buf *line, hob_error *reterr) {
    hob_buf_add_cstr(line, "{\"root\":");
    hob_buf_add_json_string(line, hob_str_from(root));
    hob_buf_format(line, ",\"owned\":%s,\"params\":", s->owns ? "true" : "false");
    hob_buf_add_str(line, params);
    hob_buf_add_char(line, '}');
    bool told = !line->failed && hob_wire_write(fd, hob_buf_str(line), SEND_MS) == HOB_WIRE_DONE;
    if (told && hob_wire_read(fd, MOST_WAIT_MS, line) == HOB_WIRE_DONE) {
        return HOB_OK;
    }
    return hob_fail(reterr, HOB_ERR_SESSION_LOST, "The process of the game ended as it started.");
}

static hob_status start(void *user, const char *root, hob_str params, char ret_id[16],
                        int64_t *ret_pid, hob_buf *ret_reply, hob_error *reterr) {
    hob_sessions *s = user;
    int fd = -1;
    hob_buf line;
    if (s->owns && s->owned_count == MOST_OWNED) {
        return hob_fail(reterr, HOB_ERR_LIMIT_REACHED, "At most %d sessions can be started.",
                        MOST_OWNED);
    }
    hob_status status = spawn(s->program, &fd, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_buf_init(&line, s->allocator, HOB_WIRE_LINE_MAX);
    status = talk_start(s, fd, root, params, &line, reterr);
    if (status == HOB_OK) {
        status = read_start(hob_buf_str(&line), ret_id, ret_pid, ret_reply, reterr);
    }
    hob_buf_done(&line);
    if (status == HOB_OK && s->owns) {
        s->owned[s->owned_count++] = fd;
    } else {
        close(fd);
    }
    return status;
}

/* ---- asking ---- */

static hob_status no_session(hob_str id, hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_NOT_FOUND, "There is no session \"%.*s\".",
             id.length < 40 ? (int)id.length : 40, id.data);
    return hob_error_hint(reterr, "`hob session list` shows those that run; `hob session start` "
                                  "starts one.");
}

static hob_status reach(const char *root, hob_str id, hob_buf *ret_folder, char ret_id[16],
                        int *ret_fd, hob_error *reterr) {
    if (!hob_wire_is_id(id)) {
        return no_session(id, reterr);
    }
    memcpy(ret_id, id.data, id.length);
    ret_id[id.length] = '\0';
    hob_status status = hob_wire_folder(root, false, ret_folder, reterr);
    if (status == HOB_OK) {
        status = hob_wire_connect(ret_folder->data, ret_id, ret_fd, reterr);
    }
    return status == HOB_OK && *ret_fd < 0 ? no_session(id, reterr) : status;
}

/* The session's own timer ends what hangs; this is for one that cannot even do that. */
static hob_status lost(const char *id, hob_wire_result how, int64_t pid, hob_error *reterr) {
    if (how == HOB_WIRE_LATE && pid > 0) {
        (void)kill((pid_t)pid, SIGKILL);
    }
    hob_fail(reterr, HOB_ERR_SESSION_LOST,
             how == HOB_WIRE_LATE ? "Session %s did not answer and was ended."
                                  : "The process of session %s ended before it answered.",
             id);
    return hob_error_hint(reterr, "Start another one with `hob session start`.");
}

static hob_status out_of_budget(const char *id, hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_SESSION_LOST,
             "The command took longer than the budget of session %s, and the session was ended.",
             id);
    return hob_error_hint(reterr, "Start it with a larger --budget-ms, or ask for fewer frames.");
}

static hob_status ask(void *user, const char *root, hob_str session, hob_str request,
                      hob_buf *ret_reply, hob_error *reterr) {
    hob_sessions *s = user;
    hob_buf folder, line;
    char id[16] = "";
    int fd = -1;
    hob_buf_init(&folder, s->allocator, 4000);
    hob_buf_init(&line, s->allocator, HOB_WIRE_LINE_MAX);
    hob_status status = reach(root, session, &folder, id, &fd, reterr);
    if (status == HOB_OK) {
        int64_t pid = hob_wire_peer(fd);
        hob_wire_result how = hob_wire_write(fd, request, SEND_MS);
        if (how == HOB_WIRE_DONE) {
            how = hob_wire_read(fd, MOST_WAIT_MS, &line);
        }
        close(fd);
        status = how == HOB_WIRE_DONE ? HOB_OK : lost(id, how, pid, reterr);
    }
    if (status == HOB_OK && hob_str_starts(hob_buf_str(&line), HOB_STR("{\"lost\""))) {
        status = out_of_budget(id, reterr);
    }
    hob_buf_done(&folder);
    if (status == HOB_OK) { /* nothing is held: no memory may leave by a jump */
        hob_str reply = hob_buf_str(&line);
        hob_buf_add_str(ret_reply, reply);
    }
    hob_buf_done(&line);
    return status;
}

/* ---- listing ---- */

static bool is_socket_name(const char *name, char ret_id[16]) {
    size_t length = strlen(name), end = strlen(".sock");
    if (length <= end || length - end > 7 || strcmp(name + length - end, ".sock") != 0) {
        return false;
    }
    memcpy(ret_id, name, length - end);
    ret_id[length - end] = '\0';
    return hob_wire_is_id(hob_str_from(ret_id));
}

static bool is_busy(int fd) {
    hob_buf line;
    hob_buf_init(&line, hob_heap_allocator(), 100);
    bool answers = hob_wire_write(fd, HOB_STR("{\"ping\":true}"), PING_MS) == HOB_WIRE_DONE &&
                   hob_wire_read(fd, PING_MS, &line) == HOB_WIRE_DONE;
    hob_buf_done(&line);
    return !answers;
}

static int number_of(const char *id) {
    int n = 0;
    for (const char *c = id + 1; *c != '\0'; c++) {
        n = n * 10 + (*c - '0');
    }
    return n;
}

typedef struct found {
    char id[16];
    int64_t pid;
    bool busy;
} found;

static size_t look(const char *folder, found *rows, size_t most) {
    size_t count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir != NULL && count < most && (entry = readdir(dir)) != NULL;) {
        found row = {.pid = 0};
        int fd = -1;
        if (!is_socket_name(entry->d_name, row.id) ||
            hob_wire_connect(folder, row.id, &fd, NULL) != HOB_OK || fd < 0) {
            continue; /* or a dead one, which is removed now */
        }
        row.pid = hob_wire_peer(fd);
        row.busy = is_busy(fd);
        close(fd);
        size_t at = count++;
        for (; at > 0 && number_of(rows[at - 1].id) > number_of(row.id); at--) {
            rows[at] = rows[at - 1];
        }
        rows[at] = row;
    }
    if (dir != NULL) {
        closedir(dir);
    }
    return count;
}

static hob_status list(void *user, const char *root, hob_arena *arena, hob_session_row **ret_rows,
                       size_t *ret_count, hob_error *reterr) {
    hob_sessions *s = user;
    found rows[128];
    hob_buf folder;
    hob_buf_init(&folder, s->allocator, 4000);
    hob_status status = hob_wire_folder(root, false, &folder, reterr);
    size_t count = status == HOB_OK ? look(folder.data, rows, HOB_COUNT(rows)) : 0;
    hob_buf_done(&folder);
    *ret_rows = hob_arena_array(arena, hob_session_row, count + 1);
    *ret_count = count;
    for (size_t i = 0; i < count; i++) {
        (*ret_rows)[i] =
            (hob_session_row){.id = hob_arena_text(arena, rows[i].id, strlen(rows[i].id)),
                              .pid = rows[i].pid,
                              .busy = rows[i].busy};
    }
    return status;
}

/* ---- stopping ---- */

/* A descriptor that is ready when the process is gone; -1: this system has none. */
static int open_process(int64_t pid) {
#ifdef SYS_pidfd_open
    return pid > 0 ? (int)syscall(SYS_pidfd_open, (pid_t)pid, 0) : -1;
#else
    (void)pid;
    return -1;
#endif
}

static bool is_gone(int process, int64_t timeout_ms) {
    struct pollfd polled = {.fd = process, .events = POLLIN};
    int ready;
    do {
        ready = poll(&polled, 1, (int)timeout_ms);
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
}

static hob_status stop(void *user, const char *root, hob_str session, bool *ret_killed,
                       hob_error *reterr) {
    hob_sessions *s = user;
    hob_buf folder, line;
    char id[16] = "";
    int fd = -1;
    hob_buf_init(&folder, s->allocator, 4000);
    hob_buf_init(&line, s->allocator, HOB_WIRE_LINE_MAX);
    hob_status status = reach(root, session, &folder, id, &fd, reterr);
    if (status == HOB_OK) {
        const int64_t pid = hob_wire_peer(fd);
        const int process = open_process(pid);
        hob_wire_result how = hob_wire_write(fd, HOB_STR("{\"stop\":true}"), SEND_MS);
        how = how == HOB_WIRE_DONE ? hob_wire_read(fd, STOP_MS, &line) : how;
        *ret_killed = how == HOB_WIRE_LATE || (process >= 0 && !is_gone(process, STOP_MS));
        if (*ret_killed && pid > 0) {
            (void)kill((pid_t)pid, SIGKILL);
            hob_wire_remove(folder.data, id);
        }
        if (process >= 0) {
            (void)is_gone(process, STOP_MS);
            close(process);
        }
        close(fd);
    }
    hob_buf_done(&folder);
    hob_buf_done(&line);
    return status;
}

/* ---- life ---- */

hob_sessions *hob_sessions_create(const hob_sessions_options *options) {
    const hob_allocator *a = options->allocator != NULL ? options->allocator : hob_heap_allocator();
    hob_sessions *s = hob_alloc_zero(a, 1, sizeof *s);
    if (s == NULL) {
        return NULL;
    }
    s->allocator = a;
    s->owns = options->owns;
    s->service = (hob_session_service){start, ask, list, stop, s};
    if (options->program != NULL && strlen(options->program) < sizeof s->program) {
        memcpy(s->program, options->program, strlen(options->program) + 1);
    } else {
        ssize_t length = readlink("/proc/self/exe", s->program, sizeof s->program - 1);
        s->program[length > 0 ? length : 0] = '\0';
    }
    return s;
}

void hob_sessions_destroy(hob_sessions *sessions) {
    if (sessions == NULL) {
        return;
    }
    for (size_t i = 0; i < sessions->owned_count; i++) {
        close(sessions->owned[i]);
    }
    hob_free(sessions->allocator, sessions, sizeof *sessions);
}

const hob_session_service *hob_sessions_service(hob_sessions *sessions) {
    return &sessions->service;
}
