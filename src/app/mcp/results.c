/* Small pieces that results of all methods are made of. */
#include "app/mcp/internal.h"

#include "base/base64.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

yyjson_mut_val *hob_mcp_fail(hob_mcp_request *r, int code, const char *format, ...) {
    char text[300];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    r->code = code;
    r->sentence = hob_arena_text(&r->arena, text, strlen(text));
    return NULL;
}

yyjson_mut_val *hob_mcp_object(hob_mcp_request *r) {
    return yyjson_mut_obj(r->out);
}

void hob_mcp_put_str(hob_mcp_request *r, yyjson_mut_val *object, const char *key, hob_str text) {
    yyjson_mut_obj_add_strn(r->out, object, key, text.data != NULL ? text.data : "", text.length);
}

void hob_mcp_put_text(hob_mcp_request *r, yyjson_mut_val *object, const char *key,
                      const char *text) {
    if (text != NULL) {
        yyjson_mut_obj_add_str(r->out, object, key, text);
    }
}

void hob_mcp_put_json(hob_mcp_request *r, yyjson_mut_val *object, const char *key, hob_str json) {
    yyjson_mut_obj_add_val(r->out, object, key, yyjson_mut_rawn(r->out, json.data, json.length));
}

yyjson_mut_val *hob_mcp_put_list(hob_mcp_request *r, yyjson_mut_val *object, const char *key) {
    return yyjson_mut_obj_add_arr(r->out, object, key);
}

yyjson_mut_val *hob_mcp_put_object(hob_mcp_request *r, yyjson_mut_val *object, const char *key) {
    return yyjson_mut_obj_add_obj(r->out, object, key);
}

bool hob_mcp_param(hob_mcp_request *r, const char *name, hob_str *ret_text) {
    yyjson_val *v = yyjson_obj_get(r->message.params, name);
    if (!yyjson_is_str(v)) {
        hob_mcp_fail(r, HOB_RPC_INVALID_PARAMS, "%s needs the text \"%s\".", r->method->name, name);
        return false;
    }
    *ret_text = hob_rpc_str(v);
    return true;
}

void hob_mcp_add_text(hob_mcp_request *r, yyjson_mut_val *contents, hob_str text) {
    yyjson_mut_val *block = yyjson_mut_arr_add_obj(r->out, contents);
    hob_mcp_put_text(r, block, "type", "text");
    hob_mcp_put_str(r, block, "text", text);
}

void hob_mcp_add_image(hob_mcp_request *r, yyjson_mut_val *contents, const char *mime,
                       hob_str bytes) {
    yyjson_mut_val *block = yyjson_mut_arr_add_obj(r->out, contents);
    hob_mcp_put_text(r, block, "type", "image");
    hob_mcp_put_str(r, block, "data", hob_base64_encode(&r->arena, bytes));
    hob_mcp_put_text(r, block, "mimeType", mime);
}
