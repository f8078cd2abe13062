/* The one table of methods, what a message is, and how answers look in each generation. */
#include "app/mcp/internal.h"

#define META(key) "io.modelcontextprotocol/" key

const char *const hob_mcp_revision_names[] = {"2024-11-05", "2025-03-26", "2025-06-18",
                                              "2025-11-25", "2026-07-28", NULL};

static const char INSTRUCTIONS[] =
    "Hob is a 2D game engine: a project is a folder of JSON files, scripts and assets, and every "
    "operation is a command. Begin with inspect_project. list_commands names all commands, "
    "describe_command tells what one takes (also component types, and playtest-steps), and "
    "run_command runs any of them. Errors say what to change. After edits call validate_project, "
    "then test; run_scene reports script errors, screenshot shows a frame.";

static void put_server_info(hob_mcp_request *r, yyjson_mut_val *object, const char *key) {
    yyjson_mut_val *info = hob_mcp_put_object(r, object, key);
    hob_mcp_put_text(r, info, "name", "hob");
    if (r->revision >= HOB_MCP_2025_06_18) {
        hob_mcp_put_text(r, info, "title", "Hob");
    }
    hob_mcp_put_text(r, info, "version", HOB_VERSION);
}

/* What every result of the newer generation has. */
void hob_mcp_finish(hob_mcp_request *r, yyjson_mut_val *result) {
    if (!hob_mcp_is_modern(r)) {
        return;
    }
    if (yyjson_mut_obj_get(result, "resultType") == NULL) {
        hob_mcp_put_text(r, result, "resultType", "complete");
        if ((r->method->flags & HOB_MCP_CACHED) != 0) {
            yyjson_mut_obj_add_int(r->out, result, "ttlMs", 0);
            hob_mcp_put_text(r, result, "cacheScope", "private");
        }
    }
    put_server_info(r, hob_mcp_put_object(r, result, "_meta"), META("serverInfo"));
}

/* An error that HTTP tells by its status too. */
static bool refuse(hob_mcp_request *r, int code, int http_status, const char *sentence) {
    r->http_status = http_status;
    hob_mcp_fail(r, code, "%s", sentence);
    return false;
}

/* ---- small methods ---- */

static void put_capabilities(hob_mcp_request *r, yyjson_mut_val *result) {
    yyjson_mut_val *all = hob_mcp_put_object(r, result, "capabilities");
    hob_mcp_put_object(r, all, "tools");
    yyjson_mut_val *resources = hob_mcp_put_object(r, all, "resources");
    hob_mcp_put_object(r, all, "prompts");
    if (r->revision >= HOB_MCP_2025_03_26) {
        hob_mcp_put_object(r, all, "completions");
    }
    if (!hob_mcp_is_modern(r)) {
        hob_mcp_put_object(r, all, "logging");
        if (r->server->fixtures) {
            yyjson_mut_obj_add_bool(r->out, resources, "subscribe", true);
        }
    }
}

static yyjson_mut_val *run_initialize(hob_mcp_request *r) {
    hob_str asked;
    if (r->link->session == NULL || r->link->session->revision != HOB_MCP_NONE) {
        return hob_mcp_fail(r, HOB_RPC_INVALID_REQUEST, "This session was initialized before.");
    }
    if (!hob_mcp_param(r, "protocolVersion", &asked)) {
        return NULL;
    }
    r->revision = HOB_MCP_NEWEST_LEGACY;
    for (int i = 0; i <= HOB_MCP_NEWEST_LEGACY; i++) {
        r->revision =
            hob_str_is(asked, hob_mcp_revision_names[i]) ? (hob_mcp_revision)i : r->revision;
    }
    r->link->session->revision = r->revision;
    yyjson_mut_val *result = hob_mcp_object(r);
    hob_mcp_put_text(r, result, "protocolVersion", hob_mcp_revision_names[r->revision]);
    put_capabilities(r, result);
    put_server_info(r, result, "serverInfo");
    hob_mcp_put_text(r, result, "instructions", INSTRUCTIONS);
    return result;
}

static void add_supported(hob_mcp_request *r, yyjson_mut_val *list) {
    yyjson_mut_arr_add_str(r->out, list, hob_mcp_revision_names[HOB_MCP_2026_07_28]);
}

static yyjson_mut_val *run_discover(hob_mcp_request *r) {
    yyjson_mut_val *result = hob_mcp_object(r);
    add_supported(r, hob_mcp_put_list(r, result, "supportedVersions"));
    put_capabilities(r, result);
    hob_mcp_put_text(r, result, "instructions", INSTRUCTIONS);
    return result;
}

static yyjson_mut_val *run_nothing(hob_mcp_request *r) {
    return hob_mcp_object(r);
}

static const char *const log_levels[] = {"debug", "info",     "notice", "warning",
                                         "error", "critical", "alert",  "emergency"};

static int log_level_of(hob_str name) {
    for (size_t i = 0; i < HOB_COUNT(log_levels); i++) {
        if (hob_str_is(name, log_levels[i])) {
            return (int)i;
        }
    }
    return -1;
}

static yyjson_mut_val *run_set_level(hob_mcp_request *r) {
    hob_str name;
    if (!hob_mcp_param(r, "level", &name)) {
        return NULL;
    }
    int level = log_level_of(name);
    if (level < 0) {
        return hob_mcp_fail(r, HOB_RPC_INVALID_PARAMS, "\"%.*s\" is no log level.",
                            (int)(name.length < 40 ? name.length : 40), name.data);
    }
    r->link->session->log_level = level;
    return hob_mcp_object(r);
}

#define LEGACY HOB_MCP_2024_11_05, HOB_MCP_2025_11_25
#define BOTH   HOB_MCP_2024_11_05, HOB_MCP_2026_07_28
#define MODERN HOB_MCP_2026_07_28, HOB_MCP_2026_07_28

const hob_mcp_method hob_mcp_methods[] = {
    {"initialize", LEGACY, HOB_MCP_UNAGREED, run_initialize},
    {"ping", LEGACY, HOB_MCP_UNAGREED, run_nothing},
    {"server/discover", MODERN, HOB_MCP_CACHED, run_discover},
    {"logging/setLevel", LEGACY, 0, run_set_level},
    {"tools/list", BOTH, HOB_MCP_CACHED, hob_mcp_tools_list},
    {"tools/call", BOTH, HOB_MCP_QUEUED, hob_mcp_tools_call},
    {"resources/list", BOTH, HOB_MCP_CACHED, hob_mcp_resources_list},
    {"resources/templates/list", BOTH, HOB_MCP_CACHED, hob_mcp_resources_templates},
    {"resources/read", BOTH, HOB_MCP_QUEUED | HOB_MCP_CACHED, hob_mcp_resources_read},
    {"resources/subscribe", LEGACY, HOB_MCP_FIXTURE, run_nothing},
    {"resources/unsubscribe", LEGACY, HOB_MCP_FIXTURE, run_nothing},
    {"prompts/list", BOTH, HOB_MCP_CACHED, hob_mcp_prompts_list},
    {"prompts/get", BOTH, 0, hob_mcp_prompts_get},
    {"completion/complete", BOTH, HOB_MCP_QUEUED, hob_mcp_complete},
    {.name = NULL}};

/* ---- which generation and which method ---- */

static bool same_header(hob_str header, hob_str wanted) {
    return header.data != NULL && hob_str_equal(header, wanted);
}

/* `Mcp-Name` repeats the name or address of what is called. */
static hob_str name_of(const hob_mcp_request *r) {
    static const struct {
        const char *method, *key;
    } rows[] = {{"tools/call", "name"}, {"prompts/get", "name"}, {"resources/read", "uri"}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        if (hob_str_is(r->message.method, rows[i].method)) {
            return hob_rpc_str(yyjson_obj_get(r->message.params, rows[i].key));
        }
    }
    return (hob_str){NULL, 0};
}

static bool refuse_version(hob_mcp_request *r, hob_str asked) {
    r->data = hob_mcp_object(r);
    add_supported(r, hob_mcp_put_list(r, r->data, "supported"));
    hob_mcp_put_str(r, r->data, "requested", asked);
    return refuse(r, HOB_RPC_VERSION_UNSUPPORTED, 400,
                  "This server speaks 2026-07-28, or revisions that begin with initialize.");
}

/* A request that names its version itself. False after an error. */
static bool begin_modern(hob_mcp_request *r, yyjson_val *meta, yyjson_val *version) {
    const hob_mcp_headers *headers = r->link->headers;
    hob_str asked = hob_rpc_str(version);
    r->revision = HOB_MCP_2026_07_28;
    r->client_capabilities = yyjson_obj_get(meta, META("clientCapabilities"));
    if (!yyjson_is_str(version) || !yyjson_is_obj(r->client_capabilities)) {
        return refuse(r, HOB_RPC_INVALID_PARAMS, 400,
                      "_meta needs " META("protocolVersion") " (a text) and " META(
                          "clientCapabilities") " (an object).");
    }
    if (headers != NULL && !same_header(headers->version, asked)) {
        return refuse(r, HOB_RPC_HEADER_MISMATCH, 400,
                      "The header MCP-Protocol-Version must repeat the version in _meta.");
    }
    if (!hob_str_is(asked, hob_mcp_revision_names[HOB_MCP_2026_07_28])) {
        return refuse_version(r, asked);
    }
    if (headers != NULL && !same_header(headers->method, r->message.method)) {
        return refuse(r, HOB_RPC_HEADER_MISMATCH, 400,
                      "The header Mcp-Method must repeat the method.");
    }
    hob_str name = name_of(r);
    if (headers != NULL && name.data != NULL && !same_header(headers->name, name)) {
        return refuse(r, HOB_RPC_HEADER_MISMATCH, 400,
                      "The header Mcp-Name must repeat the name or URI.");
    }
    r->log_level = log_level_of(hob_rpc_str(yyjson_obj_get(meta, META("logLevel"))));
    return true;
}

static bool is_legacy_version(hob_str name) {
    for (int i = 0; i <= HOB_MCP_NEWEST_LEGACY; i++) {
        if (hob_str_is(name, hob_mcp_revision_names[i])) {
            return true;
        }
    }
    return false;
}

/* A request without a version belongs to the session of its link. */
static bool begin_legacy(hob_mcp_request *r) {
    const hob_mcp_headers *headers = r->link->headers;
    const hob_mcp_session *session = r->link->session;
    bool is_initialize = hob_str_is(r->message.method, "initialize");
    if (headers != NULL && headers->version.data != NULL && !is_legacy_version(headers->version)) {
        return refuse(r, is_initialize ? HOB_RPC_HEADER_MISMATCH : HOB_RPC_INVALID_PARAMS, 400,
                      "The header MCP-Protocol-Version names a version that the message does "
                      "not.");
    }
    r->revision = session != NULL ? session->revision : HOB_MCP_NONE;
    r->log_level = session != NULL ? session->log_level : -1;
    if (r->revision != HOB_MCP_NONE) {
        return true;
    }
    r->revision = HOB_MCP_NEWEST_LEGACY; /* of what may come before the handshake */
    if (is_initialize || hob_str_is(r->message.method, "ping")) {
        return true;
    }
    r->data = hob_mcp_object(r);
    add_supported(r, hob_mcp_put_list(r, r->data, "supported"));
    return refuse(r, HOB_RPC_INVALID_PARAMS, 400,
                  "Send initialize first, or name a version in _meta: " META(
                      "protocolVersion") " and " META("clientCapabilities") ".");
}

bool hob_mcp_begin(hob_mcp_request *r) {
    yyjson_val *meta = yyjson_obj_get(r->message.params, "_meta");
    yyjson_val *version = yyjson_obj_get(meta, META("protocolVersion"));
    if (!(version != NULL ? begin_modern(r, meta, version) : begin_legacy(r))) {
        return false;
    }
    yyjson_val *token = yyjson_obj_get(meta, "progressToken");
    if (yyjson_is_str(token) || yyjson_is_int(token)) {
        r->progress_token = hob_rpc_text(token, &r->arena);
    }
    for (const hob_mcp_method *m = hob_mcp_methods; m->name != NULL; m++) {
        if (hob_str_is(r->message.method, m->name) && r->revision >= m->first &&
            r->revision <= m->last && ((m->flags & HOB_MCP_FIXTURE) == 0 || r->server->fixtures)) {
            r->method = m;
            return true;
        }
    }
    return refuse(r, HOB_RPC_METHOD_NOT_FOUND, hob_mcp_is_modern(r) ? 404 : 200,
                  "There is no such method.");
}
