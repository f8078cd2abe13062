/* Tools, resources and prompts of fixed names for the conformance runner. */
#include "app/mcp/fixtures.h"

#include <string.h>

#define PNG                                                                                \
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJ" \
    "RU5ErkJggg=="
#define WAV        "UklGRiYAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQIAAAAAAA=="
#define TEXT(text) "{\"type\":\"text\",\"text\":\"" text "\"}"
#define IMAGE      "{\"type\":\"image\",\"data\":\"" PNG "\",\"mimeType\":\"image/png\"}"
#define AUDIO      "{\"type\":\"audio\",\"data\":\"" WAV "\",\"mimeType\":\"audio/wav\"}"
#define EMBEDDED(uri)                                     \
    "{\"type\":\"resource\",\"resource\":{\"uri\":\"" uri \
    "\",\"mimeType\":\"text/plain\",\"text\":\"An embedded text.\"}}"

enum { BEAT_MS = 50, PATIENCE_MS = 10000 };

static yyjson_mut_val *with_content(hob_mcp_request *r, const char *blocks) {
    yyjson_mut_val *result = hob_mcp_object(r);
    hob_mcp_put_json(r, result, "content",
                     hob_str_from(hob_arena_format(&r->arena, "[%s]", blocks)));
    return result;
}

static yyjson_mut_val *with_text(hob_mcp_request *r, const char *start, hob_str text) {
    yyjson_mut_val *result = hob_mcp_object(r);
    const char *whole =
        hob_arena_format(&r->arena, "%s%.*s", start, (int)text.length, text.data ? text.data : "");
    hob_mcp_add_text(r, hob_mcp_put_list(r, result, "content"), hob_str_from(whole));
    return result;
}

/* ---- fixed answers ---- */

static const struct {
    const char *name, *blocks;
} answers[] = {
    {"test_simple_text", TEXT("A simple text.")},
    {"test_image_content", IMAGE},
    {"test_audio_content", AUDIO},
    {"test_embedded_resource", EMBEDDED("test://embedded-resource")},
    {"test_multiple_content_types",
     TEXT("A text, a picture and a resource.") "," IMAGE "," EMBEDDED("test://mixed")},
    {"json_schema_2020_12_tool", TEXT("Done.")},
    {"test_streaming_elicitation", TEXT("Nothing had to be asked.")},
    {"test_logging_tool", TEXT("Nothing was told.")},
};

static yyjson_mut_val *run_answer(hob_mcp_request *r, yyjson_val *arguments) {
    (void)arguments;
    hob_str name = hob_rpc_str(yyjson_obj_get(r->message.params, "name"));
    for (size_t i = 0; i < HOB_COUNT(answers); i++) {
        if (hob_str_is(name, answers[i].name)) {
            return with_content(r, answers[i].blocks);
        }
    }
    return hob_mcp_fail(r, HOB_RPC_INVALID_PARAMS, "There is no such fixture.");
}

static yyjson_mut_val *run_error(hob_mcp_request *r, yyjson_val *arguments) {
    (void)arguments;
    yyjson_mut_val *result = with_content(r, TEXT("This tool fails on purpose."));
    yyjson_mut_obj_add_bool(r->out, result, "isError", true);
    return result;
}

static yyjson_mut_val *run_progress(hob_mcp_request *r, yyjson_val *arguments) {
    (void)arguments;
    for (int done = 0; done <= 100; done += 50) {
        hob_mcp_progress(r, done, 100);
        (void)hob_mcp_wait(r, BEAT_MS);
    }
    return with_content(r, TEXT("Done."));
}

static yyjson_mut_val *run_logging(hob_mcp_request *r, yyjson_val *arguments) {
    (void)arguments;
    for (int i = 0; i < 3; i++) {
        hob_mcp_notify(r, "notifications/message",
                       HOB_STR("{\"level\":\"info\",\"logger\":\"hob\",\"data\":\"a beat\"}"));
        (void)hob_mcp_wait(r, BEAT_MS);
    }
    return with_content(r, TEXT("Three were told."));
}

/* ---- asking the client, older generation ---- */

static yyjson_mut_val *ask(hob_mcp_request *r, const char *method, const char *params) {
    hob_mcp_server *server = r->server;
    hob_buf text;
    hob_buf_init(&text, &r->arena.as_allocator, 1 << 20);
    server->asked_count++;
    server->asked_arena = &r->arena;
    server->asked_result = (hob_str){NULL, 0};
    server->asked_id = hob_str_from(
        hob_arena_format(&r->arena, "\"hob-%llu\"", (unsigned long long)server->asked_count));
    hob_buf_format(&text, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":%s}",
                   server->asked_id.data, method, params);
    if (r->link != NULL) {
        r->link->send(r->link->user, &(hob_mcp_message){hob_buf_str(&text), false, 200});
    }
    for (int waited = 0; server->asked_id.length > 0 && waited < PATIENCE_MS; waited += BEAT_MS) {
        if (!hob_mcp_wait(r, BEAT_MS)) {
            break;
        }
    }
    bool is_answered = server->asked_id.length == 0;
    server->asked_id = (hob_str){NULL, 0};
    return is_answered ? with_text(r, "The client answered: ", server->asked_result)
                       : hob_mcp_fail(r, HOB_RPC_INTERNAL_ERROR, "The client did not answer.");
}

static const char *quoted(hob_mcp_request *r, yyjson_val *arguments, const char *key) {
    yyjson_val *v = yyjson_obj_get(arguments, key);
    return v != NULL ? hob_rpc_text(v, &r->arena).data : "\"?\"";
}

#define SAMPLING(text)                                                                       \
    "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":" text "}}]," \
    "\"maxTokens\":100}"
#define FORM(message, properties) \
    "{\"message\":" message       \
    ",\"requestedSchema\":{\"type\":\"object\",\"properties\":{" properties "}}}"
#define STRING(name, more) "\"" name "\":{\"type\":\"string\"" more "}"

static yyjson_mut_val *run_sampling(hob_mcp_request *r, yyjson_val *arguments) {
    return ask(r, "sampling/createMessage",
               hob_arena_format(&r->arena, SAMPLING("%s"), quoted(r, arguments, "prompt")));
}

static yyjson_mut_val *run_elicitation(hob_mcp_request *r, yyjson_val *arguments) {
    return ask(r, "elicitation/create",
               hob_arena_format(&r->arena,
                                FORM("%s", STRING("username", "") "," STRING("email", "")),
                                quoted(r, arguments, "message")));
}

static yyjson_mut_val *run_defaults(hob_mcp_request *r, yyjson_val *arguments) {
    (void)arguments;
    return ask(
        r, "elicitation/create",
        FORM("\"Defaults\"",
             STRING(
                 "name",
                 ",\"default\":\"John Doe\"") ","
                                              "\"age\":{\"type\":\"integer\",\"default\":30},"
                                              "\"score\":{\"type\":\"number\",\"default\":95.5}"
                                              "," STRING(
                                                  "status",
                                                  ",\"enum\":[\"active\",\"inactive\",\"pending\"],"
                                                  "\"default\":\"active\"") ","
                                                                            "\"verified\":{"
                                                                            "\"type\":\"boolean\","
                                                                            "\"default\":true}"));
}

#define CHOICES(key)                                                                     \
    "\"" key "\":[{\"const\":\"one\",\"title\":\"First\"},{\"const\":\"two\",\"title\":" \
    "\"Second\"}]"
#define NAMES "\"enum\":[\"one\",\"two\"]"

static yyjson_mut_val *run_enums(hob_mcp_request *r, yyjson_val *arguments) {
    (void)arguments;
    return ask(
        r, "elicitation/create",
        FORM("\"Choices\"",
             STRING("untitledSingle", "," NAMES) "," STRING(
                 "titledSingle",
                 "," CHOICES(
                     "oneOf")) "," STRING("legacyEnum",
                                          "," NAMES ",\"enumNames\":["
                                          "\"First\",\"Second\"]") ","
                                                                   "\"untitledMulti\":{\"type\":"
                                                                   "\"array\",\"items\":{\"type\":"
                                                                   "\"string\"," NAMES
                                                                   "}},\"titledMulti\":{\"type\":"
                                                                   "\"array\",\"items\":{" CHOICES(
                                                                       "anyOf") "}}"));
}

/* ---- asking the client, newer generation ---- */

#define ELICIT(key, field)                                                                 \
    "\"" key "\":{\"method\":\"elicitation/create\",\"params\":" FORM("\"Please answer\"", \
                                                                      STRING(field, "")) "}"
#define CONFIRM                                                        \
    "\"confirm\":{\"method\":\"elicitation/create\",\"params\":" FORM( \
        "\"Is it so?\"", "\"ok\":{\"type\":\"boolean\"}") "}"
#define SAMPLE \
    "\"sample\":{\"method\":\"sampling/createMessage\",\"params\":" SAMPLING("\"Hi\"") "}"
#define ROOTS "\"roots\":{\"method\":\"roots/list\",\"params\":{}}"

static yyjson_mut_val *need_input(hob_mcp_request *r, const char *requests, const char *state) {
    yyjson_mut_val *result = hob_mcp_object(r);
    hob_mcp_put_text(r, result, "resultType", "input_required");
    hob_mcp_put_json(r, result, "inputRequests",
                     hob_str_from(hob_arena_format(&r->arena, "{%s}", requests)));
    hob_mcp_put_text(r, result, "requestState", state);
    return result;
}

static bool declares(const hob_mcp_request *r, const char *kind) {
    return yyjson_is_obj(yyjson_obj_get(r->client_capabilities, kind));
}

/* The answer under a key; null when it must be asked for. *ret_wrong: it has another shape. */
static yyjson_val *response(hob_mcp_request *r, const char *key, bool *ret_wrong) {
    yyjson_val *all = yyjson_obj_get(r->message.params, "inputResponses");
    yyjson_val *one = yyjson_obj_get(all, key);
    *ret_wrong = (all != NULL && !yyjson_is_obj(all)) || (one != NULL && !yyjson_is_obj(one));
    return one;
}

static yyjson_mut_val *fail_shape(hob_mcp_request *r) {
    return hob_mcp_fail(r, HOB_RPC_INVALID_PARAMS, "An input response has the wrong shape.");
}

/* A state that nobody can guess or change: the words, and a secret of this process. */
static const char *state_of(hob_mcp_request *r, const char *words) {
    return hob_arena_format(&r->arena, "%s.%s", words, r->server->secret);
}

static bool is_state(hob_mcp_request *r, const char *words) {
    return hob_str_is(hob_rpc_str(yyjson_obj_get(r->message.params, "requestState")),
                      state_of(r, words));
}

static yyjson_mut_val *greet(hob_mcp_request *r, const char *key, const char *field,
                             const char *requests) {
    bool wrong;
    yyjson_val *answer = response(r, key, &wrong);
    if (wrong || (answer != NULL && !yyjson_is_str(yyjson_obj_get(answer, "action")))) {
        return fail_shape(r);
    }
    if (answer == NULL) {
        return need_input(r, requests, NULL);
    }
    return with_text(r, "Hello, ",
                     hob_rpc_str(yyjson_obj_get(yyjson_obj_get(answer, "content"), field)));
}

static yyjson_mut_val *run_need_elicitation(hob_mcp_request *r, yyjson_val *arguments) {
    (void)arguments;
    return greet(r, "user_name", "name", ELICIT("user_name", "name"));
}

static yyjson_mut_val *need_one(hob_mcp_request *r, const char *key, const char *requests,
                                const char *words) {
    bool wrong;
    yyjson_val *answer = response(r, key, &wrong);
    if (wrong) {
        return fail_shape(r);
    }
    if (words != NULL && yyjson_obj_get(r->message.params, "requestState") != NULL &&
        !is_state(r, words)) {
        return hob_mcp_fail(r, HOB_RPC_INVALID_PARAMS, "requestState was changed.");
    }
    return answer == NULL ? need_input(r, requests, words != NULL ? state_of(r, words) : NULL)
                          : with_content(r, TEXT("state-ok: it was answered."));
}

static yyjson_mut_val *run_need_sampling(hob_mcp_request *r, yyjson_val *arguments) {
    (void)arguments;
    return need_one(r, "sample", SAMPLE, NULL);
}

static yyjson_mut_val *run_need_roots(hob_mcp_request *r, yyjson_val *arguments) {
    (void)arguments;
    return need_one(r, "roots", ROOTS, NULL);
}

static yyjson_mut_val *run_need_state(hob_mcp_request *r, yyjson_val *arguments) {
    (void)arguments;
    return need_one(r, "confirm", CONFIRM, "asked");
}

static yyjson_mut_val *run_need_several(hob_mcp_request *r, yyjson_val *arguments) {
    (void)arguments;
    return need_one(r, "user_name", ELICIT("user_name", "name") "," SAMPLE "," ROOTS, "several");
}

static yyjson_mut_val *run_need_rounds(hob_mcp_request *r, yyjson_val *arguments) {
    (void)arguments;
    bool wrong;
    if (is_state(r, "second")) {
        return response(r, "step2", &wrong) != NULL
                   ? with_content(r, TEXT("Both were answered."))
                   : need_input(r, ELICIT("step2", "color"), state_of(r, "second"));
    }
    return is_state(r, "first") && response(r, "step1", &wrong) != NULL
               ? need_input(r, ELICIT("step2", "color"), state_of(r, "second"))
               : need_input(r, ELICIT("step1", "name"), state_of(r, "first"));
}

/* Only what the client said it can do. */
static yyjson_mut_val *run_need_capable(hob_mcp_request *r, yyjson_val *arguments) {
    (void)arguments;
    static const struct {
        const char *kind, *request;
    } rows[] = {
        {"elicitation", ELICIT("user_name", "name")}, {"sampling", SAMPLE}, {"roots", ROOTS}};
    const char *all = "";
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        if (declares(r, rows[i].kind)) {
            all = hob_arena_format(&r->arena, "%s%s%s", all, all[0] != '\0' ? "," : "",
                                   rows[i].request);
        }
    }
    return all[0] != '\0' && yyjson_obj_get(r->message.params, "inputResponses") == NULL
               ? need_input(r, all, NULL)
               : with_content(r, TEXT("Done."));
}

static yyjson_mut_val *run_missing_capability(hob_mcp_request *r, yyjson_val *arguments) {
    (void)arguments;
    if (declares(r, "sampling")) {
        return with_content(r, TEXT("The client can sample."));
    }
    r->data = hob_mcp_object(r);
    hob_mcp_put_json(r, r->data, "requiredCapabilities", HOB_STR("{\"sampling\":{}}"));
    r->http_status = 400;
    return hob_mcp_fail(r, HOB_RPC_CAPABILITY_MISSING, "This needs a client that can sample.");
}

static const hob_mcp_fixture_tool tools[] = {
    {"test_error_handling", run_error},
    {"test_tool_with_progress", run_progress},
    {"test_tool_with_logging", run_logging},
    {"test_sampling", run_sampling},
    {"test_elicitation", run_elicitation},
    {"test_elicitation_sep1034_defaults", run_defaults},
    {"test_elicitation_sep1330_enums", run_enums},
    {"test_missing_capability", run_missing_capability},
    {"test_input_required_result_elicitation", run_need_elicitation},
    {"test_input_required_result_sampling", run_need_sampling},
    {"test_input_required_result_list_roots", run_need_roots},
    {"test_input_required_result_request_state", run_need_state},
    {"test_input_required_result_tampered_state", run_need_state},
    {"test_input_required_result_multiple_inputs", run_need_several},
    {"test_input_required_result_multi_round", run_need_rounds},
    {"test_input_required_result_capabilities", run_need_capable},
    {.name = NULL}};

const hob_mcp_fixture_tool *hob_mcp_fixture_find_tool(hob_str name) {
    static const hob_mcp_fixture_tool answer = {"", run_answer};
    for (const hob_mcp_fixture_tool *t = tools; t->name != NULL; t++) {
        if (hob_str_is(name, t->name)) {
            return t;
        }
    }
    for (size_t i = 0; i < HOB_COUNT(answers); i++) {
        if (hob_str_is(name, answers[i].name)) {
            return &answer;
        }
    }
    return NULL;
}

void hob_mcp_fixture_list_tools(hob_mcp_request *r, yyjson_mut_val *list) {
    static const char schema[] =
        "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\","
        "\"$defs\":{\"address\":{\"$anchor\":\"addressDef\",\"type\":\"object\",\"properties\":{"
        "\"street\":{\"type\":\"string\"},\"city\":{\"type\":\"string\"}}}},"
        "\"properties\":{\"name\":{\"type\":\"string\"},\"address\":{\"$ref\":"
        "\"#/$defs/address\"},\"contactMethod\":{\"type\":\"string\",\"enum\":[\"phone\","
        "\"email\"]},\"phone\":{\"type\":\"string\"},\"email\":{\"type\":\"string\"}},"
        "\"allOf\":[{\"anyOf\":[{\"required\":[\"phone\"]},{\"required\":[\"email\"]}]}],"
        "\"if\":{\"properties\":{\"contactMethod\":{\"const\":\"phone\"}},\"required\":["
        "\"contactMethod\"]},\"then\":{\"required\":[\"phone\"]},\"else\":{\"required\":["
        "\"email\"]},\"additionalProperties\":false}";
    yyjson_mut_val *row = yyjson_mut_arr_add_obj(r->out, list);
    hob_mcp_put_text(r, row, "name", "json_schema_2020_12_tool");
    hob_mcp_put_text(r, row, "description", "A tool whose schema uses many keywords.");
    hob_mcp_put_json(r, row, "inputSchema", HOB_STR(schema));
}

/* ---- resources ---- */

static const char TEMPLATE_START[] = "test://template/", TEMPLATE_END[] = "/data";

static const struct {
    const char *uri, *name, *mime, *contents;
} resources[] = {
    {"test://static-text", "static-text", "text/plain", "\"text\":\"A fixed text.\""},
    {"test://static-binary", "static-binary", "image/png", "\"blob\":\"" PNG "\""},
    {"test://watched-resource", "watched-resource", "text/plain", "\"text\":\"It never changes.\""},
};

void hob_mcp_fixture_list_resources(hob_mcp_request *r, yyjson_mut_val *list) {
    for (size_t i = 0; i < HOB_COUNT(resources); i++) {
        yyjson_mut_val *row = yyjson_mut_arr_add_obj(r->out, list);
        hob_mcp_put_text(r, row, "uri", resources[i].uri);
        hob_mcp_put_text(r, row, "name", resources[i].name);
        hob_mcp_put_text(r, row, "mimeType", resources[i].mime);
    }
}

void hob_mcp_fixture_list_templates(hob_mcp_request *r, yyjson_mut_val *list) {
    yyjson_mut_val *row = yyjson_mut_arr_add_obj(r->out, list);
    hob_mcp_put_text(r, row, "uriTemplate", "test://template/{id}/data");
    hob_mcp_put_text(r, row, "name", "template");
}

yyjson_mut_val *hob_mcp_fixture_read(hob_mcp_request *r, hob_str uri) {
    for (size_t i = 0; i < HOB_COUNT(resources); i++) {
        if (hob_str_is(uri, resources[i].uri)) {
            yyjson_mut_val *result = hob_mcp_object(r);
            hob_mcp_put_json(r, result, "contents",
                             hob_str_from(hob_arena_format(
                                 &r->arena, "[{\"uri\":\"%s\",\"mimeType\":\"%s\",%s}]",
                                 resources[i].uri, resources[i].mime, resources[i].contents)));
            return result;
        }
    }
    if (hob_str_starts(uri, hob_str_from(TEMPLATE_START)) &&
        hob_str_ends(uri, hob_str_from(TEMPLATE_END))) {
        size_t start = strlen(TEMPLATE_START), end = strlen(TEMPLATE_END);
        hob_str id = {uri.data + start, uri.length > start + end ? uri.length - start - end : 0};
        const char *text = hob_arena_format(&r->arena, "Data of %.*s.", (int)id.length, id.data);
        return hob_mcp_resource_result(r, uri, "text/plain", hob_str_from(text), true);
    }
    return NULL;
}

/* ---- prompts ---- */

static yyjson_mut_val *prompt_of(hob_mcp_request *r, const char *content) {
    yyjson_mut_val *result = hob_mcp_object(r);
    hob_mcp_put_json(
        r, result, "messages",
        hob_str_from(hob_arena_format(&r->arena, "[{\"role\":\"user\",\"content\":%s}]", content)));
    return result;
}

static yyjson_mut_val *run_simple_prompt(hob_mcp_request *r, yyjson_val *arguments) {
    (void)arguments;
    return prompt_of(r, TEXT("A simple prompt."));
}

static yyjson_mut_val *run_prompt_with_image(hob_mcp_request *r, yyjson_val *arguments) {
    (void)arguments;
    return prompt_of(r, IMAGE);
}

static yyjson_mut_val *run_prompt_with_arguments(hob_mcp_request *r, yyjson_val *arguments) {
    hob_str one = hob_rpc_str(yyjson_obj_get(arguments, "arg1"));
    hob_str two = hob_rpc_str(yyjson_obj_get(arguments, "arg2"));
    yyjson_mut_val *messages, *result = hob_mcp_prompt_result(r, NULL, &messages);
    yyjson_mut_val *content = hob_mcp_add_message(r, messages);
    const char *text =
        hob_arena_format(&r->arena, "arg1 is %.*s, arg2 is %.*s", (int)one.length,
                         one.data ? one.data : "", (int)two.length, two.data ? two.data : "");
    hob_mcp_put_text(r, content, "type", "text");
    hob_mcp_put_text(r, content, "text", text);
    return result;
}

static yyjson_mut_val *run_prompt_with_resource(hob_mcp_request *r, yyjson_val *arguments) {
    return prompt_of(r, hob_arena_format(&r->arena,
                                         "{\"type\":\"resource\",\"resource\":{\"uri\":%s,"
                                         "\"mimeType\":\"text/plain\",\"text\":\"Embedded.\"}}",
                                         quoted(r, arguments, "resourceUri")));
}

static yyjson_mut_val *run_prompt_needs_input(hob_mcp_request *r, yyjson_val *arguments) {
    (void)arguments;
    bool wrong;
    yyjson_val *answer = response(r, "user_context", &wrong);
    if (wrong) {
        return fail_shape(r);
    }
    return answer == NULL ? need_input(r, ELICIT("user_context", "context"), NULL)
                          : prompt_of(r, TEXT("With context."));
}

static const hob_mcp_fixture_prompt fixture_prompts[] = {
    {"test_simple_prompt", "A prompt without arguments.", {NULL}, run_simple_prompt},
    {"test_prompt_with_arguments",
     "Shows its arguments.",
     {"arg1", "arg2"},
     run_prompt_with_arguments},
    {"test_prompt_with_embedded_resource",
     "Holds a resource.",
     {"resourceUri"},
     run_prompt_with_resource},
    {"test_prompt_with_image", "Holds a picture.", {NULL}, run_prompt_with_image},
    {"test_input_required_result_prompt", "Asks first.", {NULL}, run_prompt_needs_input},
};

const hob_mcp_fixture_prompt *hob_mcp_fixture_find_prompt(hob_str name) {
    for (size_t i = 0; i < HOB_COUNT(fixture_prompts); i++) {
        if (hob_str_is(name, fixture_prompts[i].name)) {
            return &fixture_prompts[i];
        }
    }
    return NULL;
}

void hob_mcp_fixture_list_prompts(hob_mcp_request *r, yyjson_mut_val *list) {
    for (size_t i = 0; i < HOB_COUNT(fixture_prompts); i++) {
        const hob_mcp_fixture_prompt *p = &fixture_prompts[i];
        yyjson_mut_val *row = yyjson_mut_arr_add_obj(r->out, list);
        hob_mcp_put_text(r, row, "name", p->name);
        hob_mcp_put_text(r, row, "description", p->description);
        yyjson_mut_val *arguments = hob_mcp_put_list(r, row, "arguments");
        for (const char *const *a = p->arguments; *a != NULL; a++) {
            yyjson_mut_val *one = yyjson_mut_arr_add_obj(r->out, arguments);
            hob_mcp_put_text(r, one, "name", *a);
            yyjson_mut_obj_add_bool(r->out, one, "required", true);
        }
    }
}
