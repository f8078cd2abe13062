/* What the conformance runner of the protocol asks a server for: tools, resources and prompts of
 * fixed names that no product needs. Only served with the hidden option `--conformance`. */
#ifndef HOB_APP_MCP_FIXTURES_H
#define HOB_APP_MCP_FIXTURES_H

#include "app/mcp/internal.h"

typedef struct hob_mcp_fixture_tool {
    const char *name; /* null ends the table */
    yyjson_mut_val *(*run)(hob_mcp_request *r, yyjson_val *arguments);
} hob_mcp_fixture_tool;
typedef struct hob_mcp_fixture_prompt {
    const char *name, *description;
    const char *arguments[3]; /* ends with null */
    yyjson_mut_val *(*run)(hob_mcp_request *r, yyjson_val *arguments);
} hob_mcp_fixture_prompt;

const hob_mcp_fixture_tool *hob_mcp_fixture_find_tool(hob_str name);
const hob_mcp_fixture_prompt *hob_mcp_fixture_find_prompt(hob_str name);
void hob_mcp_fixture_list_tools(hob_mcp_request *r, yyjson_mut_val *list);
void hob_mcp_fixture_list_resources(hob_mcp_request *r, yyjson_mut_val *list);
void hob_mcp_fixture_list_templates(hob_mcp_request *r, yyjson_mut_val *list);
void hob_mcp_fixture_list_prompts(hob_mcp_request *r, yyjson_mut_val *list);
/* Null when it is none of theirs. */
yyjson_mut_val *hob_mcp_fixture_read(hob_mcp_request *r, hob_str uri);

#endif
