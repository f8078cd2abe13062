/* The server: requests from their arrival to their answer, one command at a time. */
#include "app/mcp/confine.h"
#include "app/mcp/internal.h"

#include <string.h>

enum { READ_EACH_MS = 10, TELL_EACH_MS = 100 };

static const char NO_MEMORY[] = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,"
                                "\"message\":\"There is not enough memory.\"}}";

struct hob_mcp_batch {
    hob_mcp_link *link;
    size_t waiting; /* answers that are still to come, and one while it is read */
    hob_buf text;
};

/* ---- sending ---- */

static void send_text(hob_mcp_link *link, hob_str text, bool is_answer, int http_status) {
    if (link != NULL) {
        link->send(link->user, &(hob_mcp_message){text, is_answer, http_status});
    }
}

/* The last answer takes all of them along. */
static void let_go(hob_mcp_server *server, hob_mcp_batch *batch) {
    if (--batch->waiting > 0) {
        return;
    }
    if (batch->text.length > 0) { /* else there were only notifications */
        hob_buf_add_char(&batch->text, ']');
        send_text(batch->link, batch->text.failed ? HOB_STR(NO_MEMORY) : hob_buf_str(&batch->text),
                  true, 200);
    }
    hob_buf_done(&batch->text);
    hob_free(server->allocator, batch, sizeof *batch);
}

/* Ends a request with its answer; an empty one says that none will come. */
static void end_with(hob_mcp_request *r, hob_str text, int http_status) {
    if (r->batch == NULL) {
        send_text(r->link, text, true, http_status);
        return;
    }
    if (text.length > 0) {
        hob_buf_add_char(&r->batch->text, r->batch->text.length == 0 ? '[' : ',');
        hob_buf_add_str(&r->batch->text, text);
    }
    let_go(r->server, r->batch);
}

static void answer(hob_mcp_request *r, yyjson_mut_val *result) {
    yyjson_mut_val *message = hob_mcp_object(r);
    hob_mcp_put_text(r, message, "jsonrpc", "2.0");
    if (r->message.id.length > 0) {
        hob_mcp_put_json(r, message, "id", r->message.id);
    } else {
        yyjson_mut_obj_add_null(r->out, message, "id");
    }
    if (result != NULL) {
        hob_mcp_finish(r, result);
        yyjson_mut_obj_add_val(r->out, message, "result", result);
    } else {
        yyjson_mut_val *error = hob_mcp_put_object(r, message, "error");
        yyjson_mut_obj_add_int(r->out, error, "code", r->code);
        hob_mcp_put_text(r, error, "message", r->sentence);
        if (r->data != NULL) {
            yyjson_mut_obj_add_val(r->out, error, "data", r->data);
        }
    }
    yyjson_alc alc = hob_json_alc(&r->arena.as_allocator);
    size_t length = 0;
    char *text = yyjson_mut_val_write_opts(
        message, YYJSON_WRITE_INF_AND_NAN_AS_NULL | YYJSON_WRITE_ALLOW_INVALID_UNICODE, &alc,
        &length, NULL);
    end_with(r, text != NULL ? (hob_str){text, length} : HOB_STR(NO_MEMORY),
             r->http_status != 0 ? r->http_status : 200);
}

/* On the heap, not in the request's arena: commands call here from deep inside. */
void hob_mcp_notify(hob_mcp_request *r, const char *method, hob_str params_json) {
    hob_buf text;
    hob_buf_init(&text, r->server->allocator, HOB_RPC_MAX_BYTES);
    hob_buf_format(&text, "{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":", method);
    hob_buf_add_str(&text, params_json);
    hob_buf_add_char(&text, '}');
    if (!text.failed) {
        send_text(r->link, hob_buf_str(&text), false, 200);
    }
    hob_buf_done(&text);
}

/* ---- one request ---- */

static hob_mcp_request *request_create(hob_mcp_server *server, hob_mcp_link *link,
                                       hob_mcp_batch *batch) {
    hob_mcp_request *r = hob_alloc_zero(server->allocator, 1, sizeof *r);
    if (r == NULL) {
        return NULL;
    }
    r->server = server;
    r->link = link;
    r->batch = batch;
    r->log_level = -1;
    r->revision = HOB_MCP_NONE;
    hob_arena_init(&r->arena, server->allocator, NULL);
    return r;
}

static void request_destroy(hob_mcp_request *r) {
    hob_arena_done(&r->arena);
    hob_free(r->server->allocator, r, sizeof *r);
}

static void enqueue(hob_mcp_request *r) {
    hob_mcp_request **last = &r->server->first;
    while (*last != NULL) {
        last = &(*last)->next;
    }
    *last = r;
}

static void unlink_request(hob_mcp_request *r) {
    for (hob_mcp_request **at = &r->server->first; *at != NULL; at = &(*at)->next) {
        if (*at == r) {
            *at = r->next;
            return;
        }
    }
}

/* The one that runs stops at its next poll; the others go at once. */
static void stop(hob_mcp_request *r) {
    r->is_cancelled = true;
    if (r != r->server->running) {
        unlink_request(r);
        end_with(r, (hob_str){NULL, 0}, 202);
        request_destroy(r);
    }
}

static void cancel(hob_mcp_server *server, const hob_mcp_link *link, hob_rpc_message *m,
                   hob_arena *arena) {
    yyjson_val *id = yyjson_obj_get(m->params, "requestId");
    hob_str text = yyjson_is_raw(id) ? (hob_str){yyjson_get_raw(id), yyjson_get_len(id)}
                                     : hob_rpc_text(id, arena);
    for (hob_mcp_request *r = server->first; r != NULL; r = r->next) {
        bool is_mine = r->link == link || (r->link != NULL && r->link->session != NULL &&
                                           r->link->session == link->session);
        if (is_mine && hob_str_equal(r->message.id, text)) {
            stop(r);
            return;
        }
    }
}

/* An answer to a request of ours. */
static void take_response(hob_mcp_server *server, const hob_rpc_message *m) {
    if (server->asked_id.length > 0 && hob_str_equal(m->id, server->asked_id)) {
        hob_str text =
            m->result != NULL ? hob_rpc_text(m->result, server->asked_arena) : HOB_STR("null");
        server->asked_result = text;
        server->asked_id = (hob_str){NULL, 0};
    }
}

/* ---- arrival ---- */

static bool receive(hob_mcp_server *server, hob_mcp_link *link, hob_str bytes,
                    hob_mcp_batch *batch);

static bool receive_batch(hob_mcp_request *r) {
    hob_mcp_server *server = r->server;
    hob_mcp_batch *batch = hob_alloc_zero(server->allocator, 1, sizeof *batch);
    yyjson_val *element;
    size_t i, count;
    bool is_answered = false;
    if (batch == NULL) {
        send_text(r->link, HOB_STR(NO_MEMORY), true, 200);
        return true;
    }
    batch->link = r->link;
    batch->waiting = 1;
    hob_buf_init(&batch->text, server->allocator, HOB_RPC_MAX_BYTES);
    yyjson_arr_foreach(r->message.root, i, count, element) {
        batch->waiting++;
        if (receive(server, r->link, hob_rpc_text(element, &r->arena), batch)) {
            is_answered = true;
        } else {
            batch->waiting--;
        }
    }
    let_go(server, batch);
    return is_answered;
}

/* Gives whether an answer comes; *ret_stays when the request waits in the queue. */
static bool take(hob_mcp_request *r, hob_str bytes, bool *ret_stays) {
    hob_mcp_server *server = r->server;
    hob_rpc_message *m = &r->message;
    yyjson_alc alc = hob_json_alc(&r->arena.as_allocator);
    r->out = yyjson_mut_doc_new(&alc);
    hob_rpc_read(bytes, &r->arena, m);
    switch (m->kind) {
    case HOB_RPC_BLANK:
        return false;
    case HOB_RPC_NOTIFICATION:
        if (hob_str_is(m->method, "notifications/cancelled")) {
            cancel(server, r->link, m, &r->arena);
        }
        return false;
    case HOB_RPC_RESPONSE:
        take_response(server, m);
        return false;
    case HOB_RPC_BATCH:
        if (r->batch == NULL && r->link->session != NULL &&
            r->link->session->revision == HOB_MCP_2025_03_26) {
            return receive_batch(r);
        }
        m->code = HOB_RPC_INVALID_REQUEST;
        m->sentence = "A message is one JSON object.";
        break;
    case HOB_RPC_REQUEST:
        if (!hob_mcp_begin(r)) {
            answer(r, NULL);
        } else if ((r->method->flags & HOB_MCP_QUEUED) != 0) {
            enqueue(r);
            *ret_stays = true;
        } else {
            answer(r, r->method->run(r));
        }
        return true;
    case HOB_RPC_BROKEN:
        break;
    }
    r->http_status = 400;
    (void)hob_mcp_fail(r, m->code, "%s", m->sentence);
    answer(r, NULL);
    return true;
}

static bool take_guarded(hob_mcp_request *r, hob_str bytes, bool *ret_stays) {
    hob_guard guard;
    if (hob_guard_enter(&guard) != 0) {
        end_with(r, HOB_STR(NO_MEMORY), 200);
        return true;
    }
    r->arena.guard = &guard;
    bool is_answered = take(r, bytes, ret_stays);
    r->arena.guard = NULL;
    return is_answered;
}

static bool receive(hob_mcp_server *server, hob_mcp_link *link, hob_str bytes,
                    hob_mcp_batch *batch) {
    hob_mcp_request *r = request_create(server, link, batch);
    bool stays = false;
    if (r == NULL) {
        return false;
    }
    bool is_answered = take_guarded(r, bytes, &stays);
    if (!stays) {
        request_destroy(r);
    }
    return is_answered;
}

bool hob_mcp_receive(hob_mcp_server *server, hob_mcp_link *link, hob_str bytes) {
    return receive(server, link, bytes, NULL);
}

/* ---- work ---- */

static void run(hob_mcp_request *r) {
    hob_guard guard;
    if (hob_guard_enter(&guard) != 0) {
        end_with(r, HOB_STR(NO_MEMORY), 200);
        return;
    }
    r->arena.guard = &guard;
    yyjson_mut_val *result = r->method->run(r);
    if (r->is_cancelled) {
        end_with(r, (hob_str){NULL, 0}, 202);
    } else {
        answer(r, result);
    }
}

bool hob_mcp_work(hob_mcp_server *server) {
    hob_mcp_request *r = server->first;
    if (r == NULL || server->running != NULL) {
        return false;
    }
    server->running = r;
    run(r);
    server->running = NULL;
    unlink_request(r);
    request_destroy(r);
    return true;
}

void hob_mcp_drop(hob_mcp_server *server, const hob_mcp_link *link, bool and_stop) {
    hob_mcp_request *next;
    for (hob_mcp_request *r = server->first; r != NULL; r = next) {
        next = r->next;
        if (r->link != link) {
            continue;
        }
        r->link = NULL;
        if (r->batch != NULL) {
            r->batch->link = NULL;
        }
        if (and_stop) {
            stop(r);
        }
    }
}

void hob_mcp_execute(hob_mcp_request *r, const char *command, hob_str params_json,
                     hob_envelope *ret_envelope) {
    hob_command_execute(r->server->commands, hob_str_from(command), params_json, &r->arena,
                        ret_envelope);
}

/* ---- while a command runs ---- */

static int64_t now_ms(const hob_mcp_server *server) {
    return server->host.clock_ms != NULL ? server->host.clock_ms(server->host.user) : 0;
}

static void tell_progress(hob_mcp_request *r, double done, double total) {
    hob_buf text;
    hob_buf_init(&text, r->server->allocator, 1 << 16);
    hob_buf_add_cstr(&text, "{\"progressToken\":");
    hob_buf_add_str(&text, r->progress_token);
    hob_buf_add_cstr(&text, ",\"progress\":");
    hob_buf_add_number(&text, done);
    if (total > 0) {
        hob_buf_add_cstr(&text, ",\"total\":");
        hob_buf_add_number(&text, total);
    }
    hob_buf_add_char(&text, '}');
    if (!text.failed) {
        hob_mcp_notify(r, "notifications/progress", hob_buf_str(&text));
    }
    hob_buf_done(&text);
}

bool hob_mcp_wait(hob_mcp_request *r, int wait_ms) {
    hob_mcp_server *server = r->server;
    if (server->pump != NULL && !server->is_over) {
        server->is_over = !server->pump(server->pump_user, wait_ms);
    }
    return !r->is_cancelled && !server->is_over;
}

void hob_mcp_progress(hob_mcp_request *r, double done, double total) {
    if (r->progress_token.length > 0 && !r->is_cancelled) {
        tell_progress(r, done, total);
    }
}

static bool poll(void *user, double done, double total) {
    hob_mcp_server *server = user;
    hob_mcp_request *r = server->running;
    int64_t now = now_ms(server);
    if (r == NULL) {
        return true;
    }
    if (now - server->pumped_ms >= READ_EACH_MS) {
        server->pumped_ms = now;
        (void)hob_mcp_wait(r, 0);
    }
    if (done > r->progress && now - r->progress_ms >= TELL_EACH_MS) {
        r->progress = done;
        r->progress_ms = now;
        hob_mcp_progress(r, done, total);
    }
    return !r->is_cancelled && !server->is_over;
}

/* What commands have to say goes to people, and to the client that asked for it. */
static void write_log(void *user, hob_log_level level, const char *message) {
    static const struct {
        int level;
        const char *name;
    } rows[] = {{1, "info"}, {3, "warning"}, {4, "error"}};
    hob_mcp_server *server = user;
    hob_mcp_request *r = server->running;
    hob_log_write(server->log, level, "%s", message);
    if (r == NULL || r->log_level < 0 || rows[level].level < r->log_level) {
        return;
    }
    hob_buf text;
    hob_buf_init(&text, server->allocator, 1 << 16);
    hob_buf_format(&text, "{\"level\":\"%s\",\"logger\":\"hob\",\"data\":", rows[level].name);
    hob_buf_add_json_string(&text, hob_str_from(message));
    hob_buf_add_char(&text, '}');
    if (!text.failed) {
        hob_mcp_notify(r, "notifications/message", hob_buf_str(&text));
    }
    hob_buf_done(&text);
}

/* Nothing waits for a person: games run as with --headless. */
static hob_status show_nothing(void *user, struct hob_session *session,
                               const hob_play_request *request, hob_error *reterr) {
    (void)user;
    (void)session;
    (void)request;
    return hob_fail(reterr, HOB_ERR_CAPABILITY_MISSING, "No window is opened for agents.");
}

/* ---- life ---- */

/* What belongs to the server for all its life. */
typedef struct machine {
    hob_mcp_server server;
    hob_fs_confined confined;
    hob_log log;
} machine;

static hob_status find_root(hob_mcp_server *server, hob_fs *fs, const char *folder,
                            hob_error *reterr) {
    char *root = NULL;
    hob_status status = hob_project_find(fs, folder, &server->kept, &root, NULL);
    if (status == HOB_ERR_PROJECT_NOT_FOUND) { /* one may be made there */
        status = fs->real_path(fs, folder, &server->kept, &root, reterr);
    }
    server->root = root;
    return status == HOB_OK && root == NULL
               ? hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.")
               : status;
}

hob_status hob_mcp_create(const hob_mcp_options *options, hob_mcp_server **ret_server,
                          hob_error *reterr) {
    const hob_command_host *host = options->host;
    const hob_allocator *a = host->allocator != NULL ? host->allocator : hob_heap_allocator();
    machine *m = hob_alloc_zero(a, 1, sizeof *m);
    if (m == NULL) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    }
    hob_mcp_server *server = &m->server;
    hob_fs *fs = host->fs != NULL ? host->fs : hob_fs_disk();
    server->allocator = a;
    server->fixtures = options->fixtures;
    server->pump = options->pump;
    server->pump_user = options->pump_user;
    hob_arena_init(&server->kept, a, NULL);
    hob_status status = find_root(server, fs, options->folder, reterr);
    if (status == HOB_OK) {
        hob_fs_confined_init(&m->confined, fs, a, server->root);
        m->log = (hob_log){.write = write_log, .user = server};
        server->fs = &m->confined.fs;
        server->log = host->log;
        server->host = *host;
        server->host.fs = server->fs;
        server->host.log = &m->log;
        server->host.working_folder = server->root;
        server->host.source = "mcp";
        server->host.play = show_nothing;
        server->host.save_folder = NULL;
        server->host.poll = poll;
        server->host.poll_user = server;
        server->host.takes_pictures = true;
        if (host->entropy != NULL) {
            host->entropy(host->user, server->secret);
            host->entropy(host->user, server->secret + 8);
        }
        status = hob_command_session_create(&server->host, server->root, &server->commands, reterr);
    }
    if (status != HOB_OK) {
        hob_mcp_destroy(server);
        return status;
    }
    *ret_server = server;
    return HOB_OK;
}

const char *hob_mcp_root(const hob_mcp_server *server) {
    return server->root;
}

void hob_mcp_destroy(hob_mcp_server *server) {
    if (server == NULL) {
        return;
    }
    while (server->first != NULL) {
        server->first->link = NULL;
        stop(server->first);
    }
    hob_command_session_destroy(server->commands);
    hob_arena_done(&server->kept);
    hob_free(server->allocator, server, sizeof(machine));
}
