/* Inside of the MCP server: requests, the method table, and how results are made. */
#ifndef HOB_APP_MCP_INTERNAL_H
#define HOB_APP_MCP_INTERNAL_H

#include "app/mcp/mcp.h"

typedef struct hob_mcp_request hob_mcp_request;

/* ---- methods: one row each ---- */

enum {
    HOB_MCP_QUEUED = 1 << 0,   /* may run a command: waits for its turn */
    HOB_MCP_CACHED = 1 << 1,   /* its result says how long it holds */
    HOB_MCP_FIXTURE = 1 << 2,  /* only with `fixtures` */
    HOB_MCP_UNAGREED = 1 << 3, /* needs no session before it */
};

typedef struct hob_mcp_method {
    const char *name; /* null ends a table */
    hob_mcp_revision first, last;
    unsigned flags;
    /* The result, or null after hob_mcp_fail. */
    yyjson_mut_val *(*run)(hob_mcp_request *r);
} hob_mcp_method;

extern const hob_mcp_method hob_mcp_methods[];
extern const char *const hob_mcp_revision_names[]; /* ends with null */

/* ---- one request, from its arrival to its answer ---- */

typedef struct hob_mcp_batch hob_mcp_batch; /* answers that go out together */

struct hob_mcp_request {
    hob_mcp_request *next; /* in the queue */
    hob_mcp_server *server;
    hob_mcp_link *link; /* null: gone */
    hob_mcp_batch *batch;
    hob_arena arena; /* everything of this request; its guard is set while it is worked on */
    yyjson_mut_doc *out;
    hob_rpc_message message;
    const hob_mcp_method *method;
    hob_mcp_revision revision;
    yyjson_val *client_capabilities; /* of the newer generation */
    int log_level;                   /* least level that is told; -1 = none */
    hob_str progress_token;          /* as JSON text; empty = not asked for */
    double progress;
    int64_t progress_ms;
    bool is_cancelled;
    int code; /* of an error; 0 = none */
    const char *sentence;
    yyjson_mut_val *data;
    int http_status;
};

struct hob_mcp_server {
    const hob_allocator *allocator;
    hob_command_host host; /* of the commands: what was given, with our ways to poll and log */
    hob_command_session *commands;
    const hob_log *log;
    hob_fs *fs; /* confined to `root` */
    hob_arena kept;
    const char *root; /* absolute, without links */
    bool fixtures;
    bool (*pump)(void *pump_user, int wait_ms);
    void *pump_user;
    hob_mcp_request *first; /* of the queue; the one that runs stays in it */
    hob_mcp_request *running;
    int64_t pumped_ms;
    bool is_over;    /* the pump said so */
    char secret[17]; /* that no client knows */
    /* A request of ours that a client should answer (fixtures.c). */
    uint64_t asked_count;
    hob_str asked_id;
    hob_str asked_result; /* as JSON text */
    hob_arena *asked_arena;
};

static inline bool hob_mcp_is_modern(const hob_mcp_request *r) {
    return r->revision >= HOB_MCP_2026_07_28;
}

/* ---- protocol.c ---- */
/* Finds out generation and method. False: an error is noted. */
bool hob_mcp_begin(hob_mcp_request *r);
/* Adds what every result of the generation has. */
void hob_mcp_finish(hob_mcp_request *r, yyjson_mut_val *result);

/* ---- sending (server.c) ---- */
/* A notification that belongs to this request, with its params as JSON. */
void hob_mcp_notify(hob_mcp_request *r, const char *method, hob_str params_json);
/* Tells how far it is, if the client asked for that. `done` grows from call to call. */
void hob_mcp_progress(hob_mcp_request *r, double done, double total);
/* Lets the transport read what arrives, for so long. False when the request should end. */
bool hob_mcp_wait(hob_mcp_request *r, int wait_ms);

/* ---- results (results.c) ---- */
/* Notes an error and gives null: `return hob_mcp_fail(...)`. */
yyjson_mut_val *hob_mcp_fail(hob_mcp_request *r, int code, const char *format, ...)
    HOB_PRINTF(3, 4);
yyjson_mut_val *hob_mcp_object(hob_mcp_request *r);
/* A text that lives as long as the request. */
void hob_mcp_put_str(hob_mcp_request *r, yyjson_mut_val *object, const char *key, hob_str text);
void hob_mcp_put_text(hob_mcp_request *r, yyjson_mut_val *object, const char *key,
                      const char *text); /* null: left out */
void hob_mcp_put_json(hob_mcp_request *r, yyjson_mut_val *object, const char *key, hob_str json);
yyjson_mut_val *hob_mcp_put_list(hob_mcp_request *r, yyjson_mut_val *object, const char *key);
yyjson_mut_val *hob_mcp_put_object(hob_mcp_request *r, yyjson_mut_val *object, const char *key);
/* A text parameter; an error when it is missing or none. False then. */
bool hob_mcp_param(hob_mcp_request *r, const char *name, hob_str *ret_text);
/* {type, text} and {type, data, mimeType} at the end of a list of contents. */
void hob_mcp_add_text(hob_mcp_request *r, yyjson_mut_val *contents, hob_str text);
void hob_mcp_add_image(hob_mcp_request *r, yyjson_mut_val *contents, const char *mime,
                       hob_str bytes);

/* ---- methods (tools.c, resources.c, prompts.c) ---- */
yyjson_mut_val *hob_mcp_tools_list(hob_mcp_request *r);
yyjson_mut_val *hob_mcp_tools_call(hob_mcp_request *r);
yyjson_mut_val *hob_mcp_resources_list(hob_mcp_request *r);
yyjson_mut_val *hob_mcp_resources_templates(hob_mcp_request *r);
yyjson_mut_val *hob_mcp_resources_read(hob_mcp_request *r);
yyjson_mut_val *hob_mcp_prompts_list(hob_mcp_request *r);
yyjson_mut_val *hob_mcp_prompts_get(hob_mcp_request *r);
yyjson_mut_val *hob_mcp_complete(hob_mcp_request *r);

/* A result of prompts/get, and the content of one more message of it. */
yyjson_mut_val *hob_mcp_prompt_result(hob_mcp_request *r, const char *description,
                                      yyjson_mut_val **ret_messages);
yyjson_mut_val *hob_mcp_add_message(hob_mcp_request *r, yyjson_mut_val *messages);
/* A result of resources/read: one resource, as text or as base64. */
yyjson_mut_val *hob_mcp_resource_result(hob_mcp_request *r, hob_str uri, const char *mime,
                                        hob_str bytes, bool is_text);
/* Runs a command for this request; the envelope lies in its arena. */
void hob_mcp_execute(hob_mcp_request *r, const char *command, hob_str params_json,
                     hob_envelope *ret_envelope);
/* A result of tools/call: contents and isError. */
yyjson_mut_val *hob_mcp_tool_result(hob_mcp_request *r, const hob_envelope *envelope);

/* ---- long answers (cut.c) ---- */
/* The envelope as compact JSON of about this size at most: longer lists and texts lose their ends,
 * and `truncated` says where, how much there is and how to get it. */
hob_str hob_mcp_cut(hob_value envelope, size_t most_bytes, hob_arena *arena);
/* The part of `data` at a JSON pointer, from element, member or line `offset`, at most `limit`:
 * {pointer, total, offset, value}. INVALID_PARAMS. */
HOB_NODISCARD hob_status hob_mcp_select(hob_value data, hob_str pointer, double offset,
                                        double limit, hob_arena *arena, hob_value *ret_value,
                                        hob_error *reterr);

#endif
