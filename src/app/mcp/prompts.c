/* Prompts: ready-made beginnings of common work, and completion of their arguments. */
#include "app/mcp/fixtures.h"
#include "app/mcp/internal.h"

#include <string.h>

typedef struct argument {
    const char *name, *description;
    bool required;
    /* Which values there are: a command and the list of its data whose rows have names. */
    const char *command, *list;
} argument;

typedef struct prompt {
    const char *name, *title, *description;
    argument arguments[3]; /* ends with a null name */
    const char *text;      /* {name} is replaced */
} prompt;

#define SCENE "listScenes", "scenes"

static const prompt prompts[] = {
    {"build_game",
     "Build a small game",
     "Build a game from an idea, and prove with a play-test that it can be won.",
     {{.name = "idea", .description = "What the game is about.", .required = true}},
     "Build a small 2D game in this project: {idea}\n\n"
     "1. inspect_project shows what is there; list_commands and describe_command tell how.\n"
     "2. Make the scene: entities with components first, scripts only for what no component does.\n"
     "3. validate_project after each group of edits; mend every finding.\n"
     "4. Write a play-test with create_playtest that wins the game by its input actions, and run "
     "it with test.\n"
     "5. Look at it with screenshot, also with debug, and mend what looks wrong.\n"
     "Say at the end what the game is, how it is played and which checks passed."},
    {"fix_playtest",
     "Mend a failing play-test",
     "Find out why a play-test fails and mend the game.",
     {{"playtest", "Name of the play-test.", true, "listPlaytests", "playtests"}},
     "The play-test \"{playtest}\" fails. Run it with test, read the message of the first step "
     "that failed and any script error. Look at the scene at that frame with screenshot and debug. "
     "Mend the game, not the test, unless the test is wrong; then run all tests again."},
    {"review_scene",
     "Review a scene",
     "Look for what is broken, unfair or unclear in a scene.",
     {{"scene", "Name of the scene.", true, SCENE}},
     "Review the scene \"{scene}\": inspect_scene, validate_project, run_scene for 300 frames, and "
     "screenshots at frames 0, 60 and 300, one of them with debug. Report script errors, things "
     "that overlap or lie out of reach, and what a player would not understand, with the entity "
     "and a change for each. Change nothing yet."},
};

static const prompt *find(hob_str name) {
    for (size_t i = 0; i < HOB_COUNT(prompts); i++) {
        if (hob_str_is(name, prompts[i].name)) {
            return &prompts[i];
        }
    }
    return NULL;
}

/* ---- prompts/list ---- */

static void add_prompt(hob_mcp_request *r, yyjson_mut_val *list, const prompt *p) {
    yyjson_mut_val *row = yyjson_mut_arr_add_obj(r->out, list);
    hob_mcp_put_text(r, row, "name", p->name);
    if (r->revision >= HOB_MCP_2025_06_18) {
        hob_mcp_put_text(r, row, "title", p->title);
    }
    hob_mcp_put_text(r, row, "description", p->description);
    yyjson_mut_val *arguments = hob_mcp_put_list(r, row, "arguments");
    for (const argument *a = p->arguments; a->name != NULL; a++) {
        yyjson_mut_val *one = yyjson_mut_arr_add_obj(r->out, arguments);
        hob_mcp_put_text(r, one, "name", a->name);
        hob_mcp_put_text(r, one, "description", a->description);
        yyjson_mut_obj_add_bool(r->out, one, "required", a->required);
    }
}

yyjson_mut_val *hob_mcp_prompts_list(hob_mcp_request *r) {
    if (yyjson_obj_get(r->message.params, "cursor") != NULL) {
        return hob_mcp_fail(r, HOB_RPC_INVALID_PARAMS, "There is no such cursor.");
    }
    yyjson_mut_val *result = hob_mcp_object(r), *list = hob_mcp_put_list(r, result, "prompts");
    for (size_t i = 0; i < HOB_COUNT(prompts); i++) {
        add_prompt(r, list, &prompts[i]);
    }
    if (r->server->fixtures) {
        hob_mcp_fixture_list_prompts(r, list);
    }
    return result;
}

/* ---- prompts/get ---- */

static hob_str fill(hob_mcp_request *r, const prompt *p, yyjson_val *given) {
    hob_buf out;
    hob_buf_init(&out, &r->arena.as_allocator, HOB_RPC_MAX_BYTES);
    for (const char *t = p->text; *t != '\0';) {
        const char *end = *t == '{' ? strchr(t, '}') : NULL;
        if (end == NULL) {
            hob_buf_add_char(&out, *t++);
            continue;
        }
        hob_buf_add_str(&out, hob_rpc_str(yyjson_obj_getn(given, t + 1, (size_t)(end - t - 1))));
        t = end + 1;
    }
    return hob_buf_str(&out);
}

yyjson_mut_val *hob_mcp_prompt_result(hob_mcp_request *r, const char *description,
                                      yyjson_mut_val **ret_messages) {
    yyjson_mut_val *result = hob_mcp_object(r);
    hob_mcp_put_text(r, result, "description", description);
    *ret_messages = hob_mcp_put_list(r, result, "messages");
    return result;
}

yyjson_mut_val *hob_mcp_add_message(hob_mcp_request *r, yyjson_mut_val *messages) {
    yyjson_mut_val *message = yyjson_mut_arr_add_obj(r->out, messages);
    hob_mcp_put_text(r, message, "role", "user");
    return hob_mcp_put_object(r, message, "content");
}

yyjson_mut_val *hob_mcp_prompts_get(hob_mcp_request *r) {
    hob_str name;
    yyjson_val *given = yyjson_obj_get(r->message.params, "arguments");
    if (!hob_mcp_param(r, "name", &name)) {
        return NULL;
    }
    const hob_mcp_fixture_prompt *fixture =
        r->server->fixtures ? hob_mcp_fixture_find_prompt(name) : NULL;
    if (fixture != NULL) {
        return fixture->run(r, given);
    }
    const prompt *p = find(name);
    if (p == NULL) {
        return hob_mcp_fail(r, HOB_RPC_INVALID_PARAMS, "There is no prompt \"%.*s\".",
                            (int)(name.length < 64 ? name.length : 64), name.data);
    }
    for (const argument *a = p->arguments; a->name != NULL; a++) {
        if (a->required && !yyjson_is_str(yyjson_obj_get(given, a->name))) {
            return hob_mcp_fail(r, HOB_RPC_INVALID_PARAMS, "The prompt %s needs the text \"%s\".",
                                p->name, a->name);
        }
    }
    yyjson_mut_val *messages;
    yyjson_mut_val *result = hob_mcp_prompt_result(r, p->description, &messages);
    yyjson_mut_val *content = hob_mcp_add_message(r, messages);
    hob_mcp_put_text(r, content, "type", "text");
    hob_mcp_put_str(r, content, "text", fill(r, p, given));
    return result;
}

/* ---- completion/complete ---- */

static void add_names(hob_mcp_request *r, const argument *a, hob_str typed,
                      yyjson_mut_val *values) {
    enum { MOST = 100 };
    hob_envelope envelope;
    hob_mcp_execute(r, a->command, HOB_STR("{}"), &envelope);
    hob_value list = hob_value_get(hob_value_get(envelope.value, "data"), a->list);
    for (uint32_t i = 0; envelope.success && list.tag == HOB_TAG_LIST && i < list.as.list->count &&
                         yyjson_mut_arr_size(values) < MOST;
         i++) {
        hob_str name = hob_value_get_str(list.as.list->items[i], "name", "");
        if (name.length > 0 && hob_str_starts(name, typed)) {
            yyjson_mut_arr_add_strn(r->out, values, name.data, name.length);
        }
    }
}

/* Where values come from: an argument of a prompt, or the scene of a picture's address. */
static const argument *find_argument(hob_mcp_request *r, hob_str name) {
    static const argument scene = {"scene", "", true, SCENE};
    yyjson_val *ref = yyjson_obj_get(r->message.params, "ref");
    hob_str type = hob_rpc_str(yyjson_obj_get(ref, "type"));
    if (hob_str_is(type, "ref/resource")) {
        return hob_str_is(name, scene.name) ? &scene : NULL;
    }
    const prompt *p = find(hob_rpc_str(yyjson_obj_get(ref, "name")));
    for (const argument *a = p != NULL ? p->arguments : NULL; a != NULL && a->name != NULL; a++) {
        if (hob_str_is(name, a->name)) {
            return a;
        }
    }
    return NULL;
}

static bool is_known_ref(hob_mcp_request *r) {
    yyjson_val *ref = yyjson_obj_get(r->message.params, "ref");
    hob_str name = hob_rpc_str(yyjson_obj_get(ref, "name"));
    return hob_str_is(hob_rpc_str(yyjson_obj_get(ref, "type")), "ref/resource")
               ? yyjson_is_str(yyjson_obj_get(ref, "uri"))
               : hob_str_is(hob_rpc_str(yyjson_obj_get(ref, "type")), "ref/prompt") &&
                     (find(name) != NULL ||
                      (r->server->fixtures && hob_mcp_fixture_find_prompt(name) != NULL));
}

yyjson_mut_val *hob_mcp_complete(hob_mcp_request *r) {
    yyjson_val *asked = yyjson_obj_get(r->message.params, "argument");
    yyjson_val *name = yyjson_obj_get(asked, "name"), *value = yyjson_obj_get(asked, "value");
    if (!yyjson_is_str(name) || !yyjson_is_str(value) || !is_known_ref(r)) {
        return hob_mcp_fail(r, HOB_RPC_INVALID_PARAMS,
                            "completion/complete needs a known ref and an argument {name, value}.");
    }
    const argument *a = find_argument(r, hob_rpc_str(name));
    yyjson_mut_val *result = hob_mcp_object(r);
    yyjson_mut_val *completion = hob_mcp_put_object(r, result, "completion");
    yyjson_mut_val *values = hob_mcp_put_list(r, completion, "values");
    if (a != NULL && a->command != NULL) {
        add_names(r, a, hob_rpc_str(value), values);
    }
    yyjson_mut_obj_add_bool(r->out, completion, "hasMore", false);
    return result;
}
