/* JSON-RPC 2.0 messages as MCP uses them: bytes of one message in, what it is out. Knows nothing
 * of methods.
 *
 * Everything made lies in the arena, which has a guard. Bounded: HOB_RPC_MAX_BYTES a message,
 * HOB_RPC_MAX_DEPTH levels. */
#ifndef HOB_APP_MCP_JSONRPC_H
#define HOB_APP_MCP_JSONRPC_H

#include "base/json.h"

#define HOB_RPC_MAX_BYTES ((size_t)16 << 20)
#define HOB_RPC_MAX_DEPTH 128

enum {
    HOB_RPC_PARSE_ERROR = -32700,
    HOB_RPC_INVALID_REQUEST = -32600,
    HOB_RPC_METHOD_NOT_FOUND = -32601,
    HOB_RPC_INVALID_PARAMS = -32602,
    HOB_RPC_INTERNAL_ERROR = -32603,
    /* of MCP */
    HOB_RPC_RESOURCE_NOT_FOUND = -32002,
    HOB_RPC_HEADER_MISMATCH = -32020,
    HOB_RPC_CAPABILITY_MISSING = -32021,
    HOB_RPC_VERSION_UNSUPPORTED = -32022,
};

typedef enum hob_rpc_kind {
    HOB_RPC_BLANK,  /* nothing but white space */
    HOB_RPC_BROKEN, /* `code` and `sentence` tell; `id` if one could be read */
    HOB_RPC_BATCH,  /* `root` is a list that is not empty */
    HOB_RPC_REQUEST,
    HOB_RPC_NOTIFICATION,
    HOB_RPC_RESPONSE, /* of a client to a request of ours: `result` (or null, for an error) */
} hob_rpc_kind;

typedef struct hob_rpc_message {
    hob_rpc_kind kind;
    hob_str id; /* as JSON text, so that any number stays what it is; empty = none */
    hob_str method;
    yyjson_val *root, *params, *result; /* params: an object, or null */
    int code;
    const char *sentence;
} hob_rpc_message;

void hob_rpc_read(hob_str bytes, hob_arena *arena, hob_rpc_message *ret_message);
/* One element of a batch, or a whole message that was read already. */
void hob_rpc_read_value(yyjson_val *root, hob_arena *arena, hob_rpc_message *ret_message);

/* Any value as compact JSON text in the arena. */
hob_str hob_rpc_text(yyjson_val *v, hob_arena *arena);
/* A text as it stands in a message; empty for anything else. */
hob_str hob_rpc_str(yyjson_val *v);

#endif
