/* `hob mcp` on standard input and output: one message a line. Standard output carries messages
 * only; what else is printed anywhere in the process goes to standard error. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L

#include "app/mcp/transport.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* After the end of input, what was asked may still take so long. */
enum { LAST_MS = 10000 };

typedef struct pipes {
    hob_mcp_server *server;
    hob_mcp_link link;
    hob_mcp_session session;
    int in, out;
    hob_buf line;     /* what came of the line that is not over */
    bool is_skipping; /* that line is too long */
    bool is_over;     /* end of input */
    bool is_broken;   /* nobody reads our output */
    int64_t over_ms;
} pipes;

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void write_all(pipes *p, const char *data, size_t length) {
    while (length > 0 && !p->is_broken) {
        ssize_t written = write(p->out, data, length);
        if (written < 0 && errno != EINTR) {
            p->is_broken = true;
        } else if (written > 0) {
            data += written;
            length -= (size_t)written;
        }
    }
}

static void send_line(void *user, const hob_mcp_message *message) {
    pipes *p = user;
    if (message->text.length > 0) {
        write_all(p, message->text.data, message->text.length);
        write_all(p, "\n", 1);
    }
}

static void take_line(pipes *p) {
    if (p->is_skipping) {
        static const char too_long[] =
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,"
            "\"message\":\"The message is longer than 16 MiB.\"}}";
        send_line(p, &(hob_mcp_message){.text = HOB_STR(too_long)});
    } else if (p->line.length > 0) {
        /* It may arrive again from within: the line is handed over first. */
        hob_buf line = p->line;
        hob_buf_init(&p->line, line.allocator, HOB_RPC_MAX_BYTES);
        (void)hob_mcp_receive(p->server, &p->link, hob_buf_str(&line));
        hob_buf_done(&line);
    }
    hob_buf_clear(&p->line);
    p->is_skipping = false;
}

static void take_bytes(pipes *p, const char *data, size_t length) {
    for (size_t at = 0; at < length;) {
        const char *end = memchr(data + at, '\n', length - at);
        size_t part = end != NULL ? (size_t)(end - data) - at : length - at;
        if (!p->is_skipping) {
            hob_buf_add(&p->line, data + at, part);
            p->is_skipping = p->line.failed;
        }
        at += part + 1;
        if (end != NULL) {
            take_line(p);
        }
    }
}

/* Whether the reader of our output is still there. */
static void look_at_output(pipes *p) {
    struct pollfd out = {.fd = p->out, .events = 0};
    if (poll(&out, 1, 0) > 0 && (out.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) {
        p->is_broken = true;
    }
}

static bool pump(void *user, int wait_ms) {
    pipes *p = user;
    struct pollfd in = {.fd = p->in, .events = POLLIN};
    char chunk[65536];
    look_at_output(p);
    if (p->is_over) {
        if (wait_ms > 0) {
            (void)poll(NULL, 0, wait_ms);
        }
        return !p->is_broken && now_ms() - p->over_ms < LAST_MS;
    }
    while (!p->is_broken && !p->is_over && poll(&in, 1, wait_ms) > 0) {
        ssize_t got = read(p->in, chunk, sizeof chunk);
        if (got > 0) {
            take_bytes(p, chunk, (size_t)got);
        } else if (got == 0 || errno != EINTR) {
            p->is_over = true;
            p->over_ms = now_ms();
            take_line(p); /* a last one without its end */
        }
        wait_ms = 0;
    }
    return !p->is_broken;
}

int hob_mcp_serve_stdio(const hob_mcp_options *options, hob_error *reterr) {
    hob_mcp_options mine = *options;
    pipes p = {.session = HOB_MCP_SESSION_NEW, .in = STDIN_FILENO};
    p.link = (hob_mcp_link){.send = send_line, .user = &p, .session = &p.session};
    hob_buf_init(&p.line, hob_heap_allocator(), HOB_RPC_MAX_BYTES);
    mine.pump = pump;
    mine.pump_user = &p;
    hob_status status = hob_mcp_create(&mine, &p.server, reterr);
    if (status != HOB_OK) {
        return hob_status_exit_code(status);
    }
    struct sigaction ignore = {.sa_handler = SIG_IGN}; /* a write then tells of it */
    sigaction(SIGPIPE, &ignore, NULL);
    fflush(stdout);
    p.out = dup(STDOUT_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    bool is_on = true;
    while (is_on) {
        bool has_worked = hob_mcp_work(p.server);
        is_on = has_worked ? pump(&p, 0) : !p.is_over && pump(&p, -1);
    }
    hob_mcp_destroy(p.server);
    hob_buf_done(&p.line);
    close(p.out);
    return 0;
}
