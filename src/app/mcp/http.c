/* `hob mcp --http`: one path on the loopback device. A POST is one message; its answer is JSON, or
 * a stream of events when something is to be told before. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L

#include "app/mcp/transport.h"

#ifdef HOB_HTTP

#include "app/mcp/gate.h"
#include "app/mcp/token.h"

#include <arpa/inet.h>
#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MOST_HEADERS = 16 << 10,
    MOST_POSTS = 64,
    MOST_SESSIONS = 64,
    IDLE_SECONDS = 60,
};

typedef struct web web;

/* What `initialize` began, for requests that bring its id along. */
typedef struct visit {
    char id[HOB_TOKEN_TEXT];
    hob_mcp_session session;
    uint64_t used; /* later is larger; 0 = free */
} visit;

/* A request that is not answered yet. */
typedef struct post post;
struct post {
    post *next;
    web *owner;
    struct evhttp_request *request; /* null: the connection is gone */
    struct evhttp_connection *connection;
    hob_mcp_link link;
    hob_mcp_headers headers;
    hob_mcp_session fresh; /* of one without a session's id: it may begin one */
    bool is_streaming, is_over;
};

struct web {
    hob_mcp_server *server;
    const hob_command_host *host;
    struct event_base *base;
    struct evhttp *http;
    hob_gate gate;
    post *posts;
    size_t post_count;
    visit visits[MOST_SESSIONS];
    uint64_t used;
    bool is_over;
};

/* ---- sessions ---- */

static visit *find_visit(web *w, hob_str id) {
    for (size_t i = 0; i < MOST_SESSIONS; i++) {
        visit *v = &w->visits[i];
        if (v->used > 0 && hob_gate_equal(id, hob_str_from(v->id))) {
            v->used = ++w->used;
            return v;
        }
    }
    return NULL;
}

static bool is_in_use(const web *w, const visit *v) {
    for (const post *p = w->posts; p != NULL; p = p->next) {
        if (p->link.session == &v->session) {
            return true;
        }
    }
    return false;
}

/* A free place, or that of the session that was not heard of for longest. */
static visit *begin_visit(web *w, const hob_mcp_session *session) {
    visit *best = NULL;
    for (size_t i = 0; i < MOST_SESSIONS; i++) {
        visit *v = &w->visits[i];
        if (!is_in_use(w, v) && (best == NULL || v->used < best->used)) {
            best = v;
        }
    }
    if (best != NULL) {
        *best = (visit){.session = *session, .used = ++w->used};
        hob_token_make(w->host, best->id);
    }
    return best;
}

/* ---- answers ---- */

static void add_header(struct evhttp_request *request, const char *name, const char *value) {
    (void)evhttp_add_header(evhttp_request_get_output_headers(request), name, value);
}

static void add_headers(struct evhttp_request *request, const char *type) {
    add_header(request, "Content-Type", type);
    add_header(request, "Cache-Control", "no-store");
    add_header(request, "X-Content-Type-Options", "nosniff");
}

static void reply(struct evhttp_request *request, int status, hob_str text) {
    struct evbuffer *body = evbuffer_new();
    if (body != NULL) {
        (void)evbuffer_add(body, text.data, text.length);
    }
    evhttp_send_reply(request, status, NULL, body);
    if (body != NULL) {
        evbuffer_free(body);
    }
}

static void send_event(post *p, hob_str text) {
    struct evbuffer *event = evbuffer_new();
    if (event != NULL) {
        (void)evbuffer_add_printf(event, "event: message\ndata: ");
        (void)evbuffer_add(event, text.data, text.length);
        (void)evbuffer_add(event, "\n\n", 2);
        evhttp_send_reply_chunk(p->request, event);
        evbuffer_free(event);
    }
}

static void begin_stream(post *p) {
    add_headers(p->request, "text/event-stream");
    add_header(p->request, "X-Accel-Buffering", "no");
    evhttp_send_reply_start(p->request, 200, "OK");
    p->is_streaming = true;
}

static void end_post(post *p, int status, hob_str text) {
    struct evhttp_request *request = p->request;
    p->is_over = true;
    p->request = NULL;
    if (request != NULL && p->is_streaming) {
        evhttp_send_reply_end(request);
    } else if (request != NULL) {
        reply(request, status, text);
    }
}

static void send_message(void *user, const hob_mcp_message *message) {
    post *p = user;
    if (p->request == NULL) {
        return;
    }
    if (p->is_streaming || !message->is_answer) {
        if (!p->is_streaming) {
            begin_stream(p);
        }
        if (message->text.length > 0) {
            send_event(p, message->text);
        }
    } else if (message->text.length > 0) {
        add_headers(p->request, "application/json");
        if (p->link.session == &p->fresh && p->fresh.revision != HOB_MCP_NONE) {
            visit *v = begin_visit(p->owner, &p->fresh);
            if (v != NULL) {
                add_header(p->request, "Mcp-Session-Id", v->id);
            }
        }
    }
    if (message->is_answer) {
        end_post(p, message->http_status, message->text);
    }
}

/* ---- requests that wait ---- */

static void sweep(web *w) {
    for (post **at = &w->posts; *at != NULL;) {
        post *p = *at;
        if (!p->is_over) {
            at = &p->next;
            continue;
        }
        *at = p->next;
        w->post_count--;
        hob_free(hob_heap_allocator(), p, sizeof *p);
    }
}

/* Going away is how clients of the newer generation cancel; a session's work goes on. */
static void lose(post *p) {
    hob_mcp_drop(p->owner->server, &p->link, p->link.session == &p->fresh);
    end_post(p, 200, (hob_str){NULL, 0});
}

/* The library calls this when a write failed; the request is ours then. */
static void on_close(struct evhttp_connection *connection, void *user) {
    web *w = user;
    for (post *p = w->posts; p != NULL; p = p->next) {
        if (p->connection == connection && p->request != NULL) {
            struct evhttp_request *request = p->request;
            p->request = NULL;
            lose(p);
            if (evhttp_request_get_connection(request) == NULL) {
                evhttp_request_free(request);
            }
        }
    }
}

/* While a request waits nothing is read from its connection, so its end is looked for. */
static void look_for_lost(web *w) {
    for (post *p = w->posts; p != NULL; p = p->next) {
        char byte;
        if (p->request == NULL || p->is_over) {
            continue;
        }
        int fd = bufferevent_getfd(evhttp_connection_get_bufferevent(p->connection));
        if (recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) {
            lose(p);
        }
    }
}

/* ---- arrival ---- */

static const char *const watched[] = {"Host", "Origin", "Authorization", "Content-Length",
                                      "Mcp-Session-Id"};

static bool is_repeated(struct evkeyvalq *headers) {
    int counts[HOB_COUNT(watched)] = {0};
    for (struct evkeyval *h = headers->tqh_first; h != NULL; h = h->next.tqe_next) {
        for (size_t i = 0; i < HOB_COUNT(watched); i++) {
            counts[i] += evutil_ascii_strcasecmp(h->key, watched[i]) == 0 ? 1 : 0;
            if (counts[i] > 1) {
                return true;
            }
        }
    }
    return false;
}

static hob_str header(struct evkeyvalq *headers, const char *name) {
    return hob_str_from(evhttp_find_header(headers, name));
}

static hob_str method_name(struct evhttp_request *request) {
    switch (evhttp_request_get_command(request)) {
    case EVHTTP_REQ_POST:
        return HOB_STR("POST");
    case EVHTTP_REQ_DELETE:
        return HOB_STR("DELETE");
    default:
        return HOB_STR("other");
    }
}

static int check(web *w, struct evhttp_request *request) {
    struct evkeyvalq *headers = evhttp_request_get_input_headers(request);
    const hob_gate_request asked = {
        .method = method_name(request),
        .path = hob_str_from(evhttp_request_get_uri(request)),
        .host = header(headers, "Host"),
        .origin = header(headers, "Origin"),
        .fetch_site = header(headers, "Sec-Fetch-Site"),
        .authorization = header(headers, "Authorization"),
        .content_type = header(headers, "Content-Type"),
        .accept = header(headers, "Accept"),
        .content_length = header(headers, "Content-Length"),
        .transfer_encoding = header(headers, "Transfer-Encoding"),
        .repeated = is_repeated(headers),
    };
    return hob_gate_check(&w->gate, &asked);
}

static void refuse(struct evhttp_request *request, int status) {
    if (status == 401) {
        add_header(request, "WWW-Authenticate", "Bearer");
    } else if (status == 405) {
        add_header(request, "Allow", "POST, DELETE");
    }
    add_headers(request, "text/plain");
    reply(request, status, HOB_STR("refused\n"));
}

static post *create_post(web *w, struct evhttp_request *request, visit *v) {
    struct evkeyvalq *headers = evhttp_request_get_input_headers(request);
    post *p = hob_alloc_zero(hob_heap_allocator(), 1, sizeof *p);
    if (p == NULL) {
        return NULL;
    }
    p->owner = w;
    p->request = request;
    p->connection = evhttp_request_get_connection(request);
    p->fresh = HOB_MCP_SESSION_NEW;
    p->headers = (hob_mcp_headers){.version = header(headers, "MCP-Protocol-Version"),
                                   .method = header(headers, "Mcp-Method"),
                                   .name = header(headers, "Mcp-Name")};
    p->link = (hob_mcp_link){.send = send_message,
                             .user = p,
                             .session = v != NULL ? &v->session : &p->fresh,
                             .headers = &p->headers};
    p->next = w->posts;
    w->posts = p;
    w->post_count++;
    evhttp_connection_set_closecb(p->connection, on_close, w);
    return p;
}

static void take_request(web *w, struct evhttp_request *request) {
    int status = check(w, request);
    hob_str id = header(evhttp_request_get_input_headers(request), "Mcp-Session-Id");
    visit *v = status == 0 && id.data != NULL ? find_visit(w, id) : NULL;
    if (status == 0 && v == NULL &&
        (id.data != NULL || evhttp_request_get_command(request) == EVHTTP_REQ_DELETE)) {
        status = id.data != NULL ? 404 : 400;
    }
    if (status == 0 && w->post_count >= MOST_POSTS) {
        status = 503;
    }
    if (status != 0) {
        refuse(request, status);
        return;
    }
    if (evhttp_request_get_command(request) == EVHTTP_REQ_DELETE) {
        v->used = is_in_use(w, v) ? v->used : 0;
        reply(request, 204, (hob_str){NULL, 0});
        return;
    }
    struct evbuffer *body = evhttp_request_get_input_buffer(request);
    size_t length = evbuffer_get_length(body);
    unsigned char *bytes = length > 0 ? evbuffer_pullup(body, -1) : NULL;
    post *p = create_post(w, request, v);
    if (p == NULL || (bytes == NULL && length > 0)) {
        refuse(request, 503);
        return;
    }
    hob_str text = {bytes != NULL ? (const char *)bytes : "", length};
    if (!hob_mcp_receive(w->server, &p->link, text) && !p->is_over) {
        end_post(p, length > 0 ? 202 : 400, (hob_str){NULL, 0});
    }
}

/* The loop is left at once, as there may be work now. */
static void on_request(struct evhttp_request *request, void *user) {
    web *w = user;
    take_request(w, request);
    (void)event_base_loopbreak(w->base);
}

/* ---- life ---- */

static bool pump(void *user, int wait_ms) {
    web *w = user;
    if (wait_ms > 0) {
        const struct timeval wait = {.tv_sec = wait_ms / 1000, .tv_usec = wait_ms % 1000 * 1000};
        (void)event_base_loopexit(w->base, &wait);
    }
    (void)event_base_loop(w->base, wait_ms > 0 ? EVLOOP_ONCE : EVLOOP_NONBLOCK);
    look_for_lost(w);
    return !w->is_over;
}

static void on_signal(evutil_socket_t number, short what, void *user) {
    web *w = user;
    (void)number;
    (void)what;
    w->is_over = true;
    (void)event_base_loopbreak(w->base);
}

/* Whoever started us with a pipe as input and goes away takes us along. */
static void on_input(evutil_socket_t fd, short what, void *user) {
    web *w = user;
    char chunk[512];
    (void)what;
    ssize_t got = read(fd, chunk, sizeof chunk);
    w->is_over = w->is_over || got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN);
    (void)event_base_loopbreak(w->base);
}

static int port_of(struct evhttp_bound_socket *socket) {
    struct sockaddr_in address = {0};
    socklen_t length = sizeof address;
    int fd = evhttp_bound_socket_get_fd(socket);
    return getsockname(fd, (struct sockaddr *)&address, &length) == 0 ? ntohs(address.sin_port) : 0;
}

static hob_status listen_on(web *w, int port, hob_error *reterr) {
    struct evhttp_bound_socket *socket =
        evhttp_bind_socket_with_handle(w->http, "127.0.0.1", (ev_uint16_t)port);
    if (socket == NULL) {
        hob_fail(reterr, HOB_ERR_CONFLICT, "Port %d of this machine cannot be listened on.", port);
        return hob_error_hint(reterr, "Leave --port out for a free one.");
    }
    w->gate.port = port_of(socket);
    (void)evhttp_bind_socket_with_handle(w->http, "::1", (ev_uint16_t)w->gate.port);
    return HOB_OK;
}

static hob_status open_web(web *w, int port, hob_error *reterr) {
    w->base = event_base_new();
    w->http = w->base != NULL ? evhttp_new(w->base) : NULL;
    if (w->http == NULL) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for a server.");
    }
    evhttp_set_gencb(w->http, on_request, w);
    evhttp_set_allowed_methods(w->http, EVHTTP_REQ_GET | EVHTTP_REQ_POST | EVHTTP_REQ_HEAD |
                                            EVHTTP_REQ_PUT | EVHTTP_REQ_DELETE |
                                            EVHTTP_REQ_OPTIONS | EVHTTP_REQ_PATCH);
    evhttp_set_max_headers_size(w->http, MOST_HEADERS);
    evhttp_set_max_body_size(w->http, (ev_ssize_t)HOB_RPC_MAX_BYTES);
    evhttp_set_timeout(w->http, IDLE_SECONDS);
    return listen_on(w, port, reterr);
}

static void serve(web *w) {
    struct stat input;
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, NULL);
    struct event *events[] = {
        evsignal_new(w->base, SIGINT, on_signal, w), evsignal_new(w->base, SIGTERM, on_signal, w),
        fstat(STDIN_FILENO, &input) == 0 && (S_ISFIFO(input.st_mode) || S_ISSOCK(input.st_mode))
            ? event_new(w->base, STDIN_FILENO, EV_READ | EV_PERSIST, on_input, w)
            : NULL};
    for (size_t i = 0; i < HOB_COUNT(events); i++) {
        if (events[i] != NULL) {
            (void)event_add(events[i], NULL);
        }
    }
    while (!w->is_over) {
        (void)event_base_loop(w->base, EVLOOP_ONCE);
        while (!w->is_over && hob_mcp_work(w->server)) {
            (void)pump(w, 0);
        }
        sweep(w);
    }
    for (size_t i = 0; i < HOB_COUNT(events); i++) {
        if (events[i] != NULL) {
            event_free(events[i]);
        }
    }
}

/* Every request is answered before the library goes. */
static void close_web(web *w) {
    for (post *p = w->posts; p != NULL; p = p->next) {
        if (!p->is_over) {
            hob_mcp_drop(w->server, &p->link, true);
            end_post(p, 503, (hob_str){NULL, 0});
        }
    }
    sweep(w);
    if (w->http != NULL) {
        evhttp_free(w->http);
    }
    if (w->base != NULL) {
        event_base_free(w->base);
    }
}

int hob_mcp_serve_http(const hob_mcp_options *options, const hob_mcp_http_options *http,
                       hob_error *reterr) {
    char token[HOB_TOKEN_TEXT], place[512], path[HOB_TOKEN_TEXT + 8] = "/mcp";
    hob_mcp_options mine = *options;
    web *w = hob_alloc_zero(hob_heap_allocator(), 1, sizeof *w);
    if (w == NULL) {
        hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
        return hob_status_exit_code(HOB_ERR_OUT_OF_MEMORY);
    }
    w->host = options->host;
    mine.pump = pump;
    mine.pump_user = w;
    hob_status status = hob_mcp_create(&mine, &w->server, reterr);
    if (status == HOB_OK) {
        status = options->fixtures ? hob_token_make(options->host, token)
                                   : hob_token_find(options->host, hob_mcp_root(w->server), token,
                                                    place, sizeof place, reterr);
    }
    if (status == HOB_OK && options->fixtures) { /* a runner that can send no header */
        snprintf(path, sizeof path, "/%s/mcp", token);
        snprintf(place, sizeof place, "in the address");
        token[0] = '\0';
    }
    w->gate = (hob_gate){.path = hob_str_from(path), .token = hob_str_from(token)};
    if (status == HOB_OK) {
        status = open_web(w, http->port, reterr);
    }
    if (status == HOB_OK) {
        fprintf(stderr, "hob mcp: http://127.0.0.1:%d%s (token: %s)\n", w->gate.port, path, place);
        serve(w);
    }
    close_web(w);
    hob_mcp_destroy(w->server);
    hob_free(hob_heap_allocator(), w, sizeof *w);
    return hob_status_exit_code(status);
}

#else

int hob_mcp_serve_http(const hob_mcp_options *options, const hob_mcp_http_options *http,
                       hob_error *reterr) {
    (void)options;
    (void)http;
    hob_fail(reterr, HOB_ERR_CAPABILITY_MISSING, "This program was built without HTTP.");
    hob_error_hint(reterr, "Use `hob mcp` on its standard streams, or install libevent-dev and "
                           "build again.");
    return hob_status_exit_code(HOB_ERR_CAPABILITY_MISSING);
}

#endif
