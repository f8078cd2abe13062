/* `hob mcp --http`. */
#include "app/mcp/transport.h"

int hob_mcp_serve_http(const hob_mcp_options *options, const hob_mcp_http_options *http,
                       hob_error *reterr) {
    (void)options;
    (void)http;
    hob_fail(reterr, HOB_ERR_CAPABILITY_MISSING, "This program was built without HTTP.");
    hob_error_hint(reterr, "Use `hob mcp` on its standard streams.");
    return hob_status_exit_code(HOB_ERR_CAPABILITY_MISSING);
}
