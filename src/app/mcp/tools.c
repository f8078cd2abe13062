/* Tools: rows of the command table that have one, and `run_command`, which reaches all the others.
 * Schemas, descriptions and answers are the table's. */
#include "app/mcp/fixtures.h"
#include "app/mcp/internal.h"

#include "schema/read.h"

/* Clients cut results at about 25 000 tokens; this is less than half of it. */
#define MOST_TEXT ((size_t)40000)
/* Pictures beyond these are told by their files only. */
#define MOST_PICTURE ((size_t)3 << 20)
enum { MOST_PICTURES = 8 };

/* ---- run_command ---- */

static const char RUN_COMMAND[] = "run_command";

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};
static const hob_field run_fields[] = {
    HOB_P("command", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Name of a command, as list_commands gives it."),
    HOB_P("params", MAP, .element = &any_field, .doc = "Its parameters."),
    HOB_P("select", TEXT, .flags = HOB_FIELD_OPTIONAL,
          .doc = "JSON pointer into data: answer with this part only."),
    HOB_P("offset", INT, .flags = HOB_FIELD_HAS_MIN,
          .doc = "With select: first element, member or line."),
    HOB_P("limit", INT, .flags = HOB_FIELD_BETWEEN, .min = 1, .max = 10000, .default_json = "100",
          .doc = "With select: at most so many."),
    HOB_P("ifRevision", TEXT, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Change the project only if it is at this revision, of an earlier result."),
    HOB_P("revision", BOOL, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Tell the revision of the project that was read or left."),
    HOB_FIELDS_END};

static hob_status read_run(hob_mcp_request *r, yyjson_val *arguments, hob_value *ret_params,
                           hob_error *reterr) {
    hob_error_list findings;
    hob_error_list_init(&findings, &r->arena.as_allocator);
    hob_reader reader = {.allocator = &r->arena.as_allocator, .findings = &findings, .file = ""};
    if (hob_fields_read_value(&reader, run_fields, arguments, ret_params, NULL) &&
        findings.count == 0) {
        return HOB_OK;
    }
    if (findings.count > 0) {
        *reterr = findings.items[0];
    }
    reterr->status = HOB_ERR_INVALID_PARAMS;
    return HOB_ERR_INVALID_PARAMS;
}

static void fail_envelope(hob_mcp_request *r, const hob_error *error, hob_envelope *envelope) {
    hob_envelope_failure(RUN_COMMAND, error, &r->arena, envelope);
}

static void run_any(hob_mcp_request *r, yyjson_val *arguments, hob_envelope *ret_envelope) {
    const hob_allocator *a = &r->arena.as_allocator;
    hob_value params, part;
    hob_error error = {0};
    if (read_run(r, arguments, &params, &error) != HOB_OK) {
        fail_envelope(r, &error, ret_envelope);
        return;
    }
    const hob_command *command = hob_command_find(hob_value_get_str(params, "command", ""));
    yyjson_val *given = yyjson_obj_get(arguments, "params");
    const hob_command_options options = {
        .if_revision = hob_value_get_str(params, "ifRevision", ""),
        .wants_revision = hob_value_get_bool(params, "revision", false),
    };
    hob_command_execute_with(r->server->commands, hob_value_get_str(params, "command", ""),
                             given != NULL ? hob_rpc_text(given, &r->arena) : HOB_STR("{}"),
                             &options, &r->arena, ret_envelope);
    if (command == NULL || !ret_envelope->success ||
        hob_value_is_absent(hob_value_get(params, "select"))) {
        return;
    }
    if (hob_mcp_select(
            hob_value_get(ret_envelope->value, "data"), hob_value_get_str(params, "select", ""),
            hob_value_get_number(params, "offset", 0), hob_value_get_number(params, "limit", 0),
            &r->arena, &part, &error) != HOB_OK) {
        fail_envelope(r, &error, ret_envelope);
        return;
    }
    (void)hob_map_set(a, ret_envelope->value.as.map, HOB_STR("data"), part);
    ret_envelope->text = (hob_str){NULL, 0};
}

/* ---- tools/list ---- */

static void add_tool(hob_mcp_request *r, yyjson_mut_val *tools, const char *name,
                     const char *description, const hob_field *params, bool only_reads) {
    yyjson_mut_val *tool = yyjson_mut_arr_add_obj(r->out, tools);
    hob_mcp_put_text(r, tool, "name", name);
    hob_mcp_put_text(r, tool, "description", description);
    yyjson_mut_obj_add_val(r->out, tool, "inputSchema", hob_fields_json_schema(params, r->out));
    if (r->revision >= HOB_MCP_2025_03_26) {
        yyjson_mut_val *hints = hob_mcp_put_object(r, tool, "annotations");
        yyjson_mut_obj_add_bool(r->out, hints, "readOnlyHint", only_reads);
        yyjson_mut_obj_add_bool(r->out, hints, "openWorldHint", false);
    }
}

/* What was not granted at the start is not shown. */
static bool is_granted(const hob_mcp_request *r, const hob_command *command) {
    unsigned granted = r->server->host.permissions;
    granted = granted != 0 ? granted : HOB_PERMIT_DEFAULT;
    return ((granted | HOB_PERMIT_READ_ONLY) & (unsigned)command->permission) != 0;
}

/* All on one page: some clients read only the first. */
static bool is_first_page(hob_mcp_request *r) {
    if (yyjson_obj_get(r->message.params, "cursor") == NULL) {
        return true;
    }
    hob_mcp_fail(r, HOB_RPC_INVALID_PARAMS, "There is no such cursor: the list has one page.");
    return false;
}

yyjson_mut_val *hob_mcp_tools_list(hob_mcp_request *r) {
    if (!is_first_page(r)) {
        return NULL;
    }
    yyjson_mut_val *result = hob_mcp_object(r), *tools = hob_mcp_put_list(r, result, "tools");
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        if (c->tool != NULL && is_granted(r, c)) {
            add_tool(r, tools, c->tool, c->summary, c->params,
                     (c->flags & HOB_COMMAND_MUTATES) == 0 &&
                         c->permission == HOB_PERMIT_READ_ONLY);
        }
    }
    add_tool(r, tools, RUN_COMMAND,
             "Runs any command by its name. Parts of long answers come with select, offset and "
             "limit.",
             run_fields, false);
    if (r->server->fixtures) {
        hob_mcp_fixture_list_tools(r, tools);
    }
    return result;
}

/* ---- tools/call ---- */

static void put_pictures(hob_mcp_request *r, yyjson_mut_val *contents,
                         const hob_command_picture *picture) {
    int count = 0;
    for (; picture != NULL; picture = picture->next) {
        if (picture->bytes.length <= MOST_PICTURE && count++ < MOST_PICTURES) {
            hob_mcp_add_image(r, contents, picture->mime, picture->bytes);
        } else {
            hob_mcp_add_text(r, contents,
                             HOB_STR("A picture is too large to be shown here: name a file with "
                                     "`out`, or ask for a smaller size."));
        }
    }
}

yyjson_mut_val *hob_mcp_tool_result(hob_mcp_request *r, const hob_envelope *envelope) {
    yyjson_mut_val *result = hob_mcp_object(r), *contents = hob_mcp_put_list(r, result, "content");
    if (envelope->value.tag != HOB_TAG_MAP) { /* not even memory for it */
        const char *sentence = hob_arena_format(&r->arena, "%s", envelope->error.message);
        hob_mcp_add_text(r, contents, hob_str_from(sentence)); /* the envelope ends before it */
        yyjson_mut_obj_add_bool(r->out, result, "isError", true);
        return result;
    }
    hob_buf whole;
    hob_buf_init(&whole, &r->arena.as_allocator, HOB_RPC_MAX_BYTES);
    (void)hob_value_write_json(&whole, envelope->value, false, NULL, NULL);
    bool fits = !whole.failed && whole.length <= MOST_TEXT;
    hob_str json = fits ? hob_buf_str(&whole) : hob_mcp_cut(envelope->value, MOST_TEXT, &r->arena);
    bool has_page = envelope->text.length > 0 && envelope->text.length <= MOST_TEXT;
    hob_mcp_add_text(r, contents, fits || !has_page ? json : envelope->text);
    put_pictures(r, contents, envelope->pictures);
    if (r->revision >= HOB_MCP_2025_06_18) {
        hob_mcp_put_json(r, result, "structuredContent", json);
    }
    yyjson_mut_obj_add_bool(r->out, result, "isError", !envelope->success);
    return result;
}

static const hob_command *command_of(hob_str tool) {
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        if (c->tool != NULL && hob_str_is(tool, c->tool)) {
            return c;
        }
    }
    return NULL;
}

static yyjson_mut_val *fail_unknown(hob_mcp_request *r, hob_str name) {
    const char *names[128];
    size_t count = 0;
    for (size_t i = 0; i < hob_command_count() && count + 2 < HOB_COUNT(names); i++) {
        if (hob_command_at(i)->tool != NULL) {
            names[count++] = hob_command_at(i)->tool;
        }
    }
    names[count++] = RUN_COMMAND;
    names[count] = NULL;
    int shown = (int)(name.length < 64 ? name.length : 64);
    const char *near = hob_nearest_name(hob_arena_text(&r->arena, name.data, (size_t)shown), names);
    return hob_mcp_fail(r, HOB_RPC_INVALID_PARAMS,
                        near != NULL ? "There is no tool \"%.*s\". Did you mean \"%s\"?"
                                     : "There is no tool \"%.*s\"; run_command runs any command.%s",
                        shown, name.data, near != NULL ? near : "");
}

yyjson_mut_val *hob_mcp_tools_call(hob_mcp_request *r) {
    hob_str name;
    yyjson_val *arguments = yyjson_obj_get(r->message.params, "arguments");
    if (!hob_mcp_param(r, "name", &name)) {
        return NULL;
    }
    if (arguments != NULL && !yyjson_is_obj(arguments)) {
        return hob_mcp_fail(r, HOB_RPC_INVALID_PARAMS, "\"arguments\" must be an object.");
    }
    const hob_mcp_fixture_tool *fixture =
        r->server->fixtures ? hob_mcp_fixture_find_tool(name) : NULL;
    if (fixture != NULL) {
        return fixture->run(r, arguments);
    }
    hob_envelope envelope;
    const hob_command *command = command_of(name);
    if (command != NULL) {
        hob_mcp_execute(r, command->name,
                        arguments != NULL ? hob_rpc_text(arguments, &r->arena) : HOB_STR("{}"),
                        &envelope);
    } else if (hob_str_is(name, RUN_COMMAND)) {
        if (arguments == NULL) {
            yyjson_alc alc = hob_json_alc(&r->arena.as_allocator);
            arguments = yyjson_doc_get_root(yyjson_read_opts((char[]){"{}"}, 2, 0, &alc, NULL));
        }
        run_any(r, arguments, &envelope);
    } else {
        return fail_unknown(r, name);
    }
    return hob_mcp_tool_result(r, &envelope);
}
