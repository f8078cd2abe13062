/* `hob mcp`: its options, as a row that the command line reads like any other. */
#include "app/mcp/mcp.h"

#include "app/mcp/transport.h"

#include "schema/read.h"

#include <stdio.h>

static const hob_field params[] = {
    HOB_P("http", BOOL, .doc = "Serve over HTTP on this machine instead of the standard streams."),
    HOB_P("port", INT, .flags = HOB_FIELD_BETWEEN, .min = 0, .max = 65535,
          .doc = "With --http: the port; 0 takes a free one."),
    HOB_P("conformance", BOOL, .flags = HOB_FIELD_HIDDEN,
          .doc = "Also serve what the protocol's conformance runner asks for."),
    HOB_FIELDS_END};
static const hob_field result[] = {HOB_FIELDS_END};

const hob_command hob_mcp_command = {
    .name = "mcp",
    .summary =
        "Serves the commands to agents over the Model Context Protocol, until its input ends.",
    .permission = HOB_PERMIT_READ_ONLY,
    .flags = HOB_COMMAND_NO_PROJECT,
    .params = params,
    .result = result,
    .cli = "mcp",
};

int hob_mcp_main(const hob_command_host *host, const char *folder, hob_str params_json,
                 hob_error *reterr) {
    hob_arena arena;
    hob_json json;
    hob_value given;
    hob_error_list findings;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    hob_error_list_init(&findings, &arena.as_allocator);
    hob_reader reader = {.allocator = &arena.as_allocator, .findings = &findings, .file = ""};
    hob_status status = hob_json_parse(&arena.as_allocator, params_json, "params", HOB_JSON_STRICT,
                                       &json, NULL, reterr);
    if (status == HOB_OK && !hob_fields_read_value(&reader, params, json.root, &given, NULL)) {
        status = HOB_ERR_INVALID_PARAMS;
        if (findings.count > 0) {
            *reterr = findings.items[0];
        }
        reterr->status = status;
    }
    int exit_code = hob_status_exit_code(status);
    if (status == HOB_OK) {
        const hob_mcp_options options = {
            .host = host,
            .folder = folder != NULL ? folder : host->working_folder,
            .fixtures = hob_value_get_bool(given, "conformance", false),
        };
        const hob_mcp_http_options http = {.port = (int)hob_value_get_number(given, "port", 0)};
        exit_code = hob_value_get_bool(given, "http", false)
                        ? hob_mcp_serve_http(&options, &http, reterr)
                        : hob_mcp_serve_stdio(&options, reterr);
    }
    hob_arena_done(&arena);
    return exit_code;
}
