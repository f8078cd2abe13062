#include "app/mcp/jsonrpc.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- text to values ---- */

static bool is_blank(hob_str s) {
    for (size_t i = 0; i < s.length; i++) {
        if (s.data[i] != ' ' && s.data[i] != '\t' && s.data[i] != '\r' && s.data[i] != '\n') {
            return false;
        }
    }
    return true;
}

/* Before anything is made of the text: brackets outside of texts. */
static bool is_too_deep(hob_str s) {
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < s.length; i++) {
        char c = s.data[i];
        if (quoted) {
            i += c == '\\' ? 1 : 0;
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            if (++depth > HOB_RPC_MAX_DEPTH) {
                return true;
            }
        } else if (c == '}' || c == ']') {
            depth--;
        }
    }
    return false;
}

static void break_off(hob_rpc_message *m, int code, const char *sentence) {
    m->kind = HOB_RPC_BROKEN;
    m->code = code;
    m->sentence = sentence;
}

void hob_rpc_read(hob_str bytes, hob_arena *arena, hob_rpc_message *ret_message) {
    *ret_message = (hob_rpc_message){.kind = HOB_RPC_BLANK};
    if (is_blank(bytes)) {
        return;
    }
    if (bytes.length > HOB_RPC_MAX_BYTES) {
        break_off(ret_message, HOB_RPC_PARSE_ERROR, "The message is longer than 16 MiB.");
        return;
    }
    if (!hob_utf8_valid(bytes, NULL)) {
        break_off(ret_message, HOB_RPC_PARSE_ERROR, "The message is not UTF-8.");
        return;
    }
    if (is_too_deep(bytes)) {
        break_off(ret_message, HOB_RPC_PARSE_ERROR,
                  "The message is nested more than 128 levels deep.");
        return;
    }
    yyjson_alc alc = hob_json_alc(&arena->as_allocator);
    /* Numbers that fit nowhere stay texts: whoever reads them judges. */
    yyjson_doc *doc = yyjson_read_opts((char *)(uintptr_t)bytes.data, bytes.length,
                                       YYJSON_READ_BIGNUM_AS_RAW, &alc, NULL);
    if (doc == NULL) {
        break_off(ret_message, HOB_RPC_PARSE_ERROR, "The message is not JSON.");
        return;
    }
    hob_rpc_read_value(yyjson_doc_get_root(doc), arena, ret_message);
    if (yyjson_is_arr(ret_message->root) && yyjson_arr_size(ret_message->root) > 0) {
        ret_message->kind = HOB_RPC_BATCH;
    }
}

/* ---- values to messages ---- */

static bool is_whole(hob_str s) {
    for (size_t i = s.length > 0 && s.data[0] == '-' ? 1 : 0; i < s.length; i++) {
        if (s.data[i] < '0' || s.data[i] > '9') {
            return false;
        }
    }
    return s.length > 0;
}

/* A text or a whole number as JSON text; empty for anything else. */
static hob_str id_text(yyjson_val *id, hob_arena *arena) {
    if (yyjson_is_str(id)) {
        return hob_rpc_text(id, arena);
    }
    if (yyjson_is_uint(id)) {
        return hob_str_from(hob_arena_format(arena, "%" PRIu64, yyjson_get_uint(id)));
    }
    if (yyjson_is_sint(id)) {
        return hob_str_from(hob_arena_format(arena, "%" PRId64, yyjson_get_sint(id)));
    }
    hob_str raw = {yyjson_get_raw(id), yyjson_get_len(id)};
    return yyjson_is_raw(id) && is_whole(raw) ? raw : (hob_str){NULL, 0};
}

void hob_rpc_read_value(yyjson_val *root, hob_arena *arena, hob_rpc_message *ret_message) {
    hob_rpc_message *m = ret_message;
    *m = (hob_rpc_message){.root = root};
    if (!yyjson_is_obj(root)) {
        break_off(m, HOB_RPC_INVALID_REQUEST, "A message is one JSON object.");
        return;
    }
    yyjson_val *id = yyjson_obj_get(root, "id"), *method = yyjson_obj_get(root, "method");
    m->id = id != NULL ? id_text(id, arena) : (hob_str){NULL, 0};
    m->method = hob_rpc_str(method);
    m->params = yyjson_obj_get(root, "params");
    m->result = yyjson_obj_get(root, "result");
    bool is_response = m->result != NULL || yyjson_obj_get(root, "error") != NULL;
    if (!yyjson_equals_str(yyjson_obj_get(root, "jsonrpc"), "2.0")) {
        break_off(m, HOB_RPC_INVALID_REQUEST, "\"jsonrpc\" must be \"2.0\".");
    } else if (method == NULL && is_response) {
        m->kind = HOB_RPC_RESPONSE;
    } else if (!yyjson_is_str(method)) {
        break_off(m, HOB_RPC_INVALID_REQUEST, "\"method\" must be a text.");
    } else if (id != NULL && m->id.length == 0) {
        break_off(m, HOB_RPC_INVALID_REQUEST, "\"id\" must be a text or a whole number.");
    } else if (id == NULL) {
        m->kind = HOB_RPC_NOTIFICATION;
        m->params = yyjson_is_obj(m->params) ? m->params : NULL;
    } else if (m->params != NULL && !yyjson_is_obj(m->params)) {
        break_off(m, HOB_RPC_INVALID_REQUEST, "\"params\" must be an object.");
    } else {
        m->kind = HOB_RPC_REQUEST;
    }
}

hob_str hob_rpc_text(yyjson_val *v, hob_arena *arena) {
    yyjson_alc alc = hob_json_alc(&arena->as_allocator);
    size_t length = 0;
    char *text = yyjson_val_write_opts(v, YYJSON_WRITE_INF_AND_NAN_AS_NULL, &alc, &length, NULL);
    return text != NULL ? (hob_str){text, length} : HOB_STR("null");
}

hob_str hob_rpc_str(yyjson_val *v) {
    return yyjson_is_str(v) ? (hob_str){yyjson_get_str(v), yyjson_get_len(v)} : (hob_str){NULL, 0};
}
