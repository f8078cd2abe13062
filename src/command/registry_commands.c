/* Commands about the engine itself: the registry and its schemas. */
#include "command/page.h"

#include "project/manifest.h"
#include "project/scene.h"
#include "session/playtest.h"

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};

/* A table's JSON Schema as a value. */
static hob_value schema_of(hob_command_call *call, const hob_field *table) {
    yyjson_alc alc = hob_json_alc(&call->arena->as_allocator);
    yyjson_mut_doc *doc = yyjson_mut_doc_new(&alc); /* the guard catches no memory */
    return hob_command__of_mut(call, hob_fields_json_schema(table, doc));
}

/* ---- listCommands ---- */

static const hob_field page_params[] = {HOB_PAGE_PARAMS, HOB_FIELDS_END};
static const hob_field code_field = {.name = "", .type = HOB_FIELD_TEXT, .doc = "Code."};
static const hob_field command_fields[] = {
    HOB_P("name", TEXT, .doc = "Registry name."),
    HOB_P("description", TEXT, .doc = "One sentence."),
    HOB_P("permission", TEXT, .doc = "Mode it needs."),
    HOB_P("mutates", BOOL, .doc = "It changes the project."),
    HOB_P("params", MAP, .element = &any_field, .doc = "JSON Schema of its parameters."),
    HOB_P("result", MAP, .element = &any_field, .doc = "JSON Schema of its data."),
    HOB_P("errors", LIST, .element = &code_field, .doc = "Codes beyond the general ones."),
    HOB_FIELDS_END};
static const hob_field command_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = command_fields, .doc = "One command."};
static const hob_field list_result[] = {
    HOB_P("commands", LIST, .element = &command_field, .doc = "All commands."), HOB_PAGE_RESULT,
    HOB_FIELDS_END};

static hob_value errors_of(hob_command_call *call, const hob_command *c) {
    hob_value errors = hob_command__list(call);
    for (const hob_status *e = c->errors; e != NULL && *e != HOB_OK; e++) {
        hob_command__add(call, errors, hob_command__text(call, hob_str_from(hob_status_name(*e))));
    }
    return errors;
}

static hob_value command_row(hob_command_call *call, const hob_command *c) {
    hob_value row = hob_command__map(call);
    hob_command__put_text(call, row, "name", c->name);
    hob_command__put_text(call, row, "description", c->summary);
    hob_command__put_text(call, row, "permission", hob_permission_name(c->permission));
    hob_command__put_bool(call, row, "mutates", (c->flags & HOB_COMMAND_MUTATES) != 0);
    hob_command__put(call, row, "params", schema_of(call, c->params));
    hob_command__put(call, row, "result", schema_of(call, c->result));
    hob_command__put(call, row, "errors", errors_of(call, c));
    return row;
}

static hob_status run_list(hob_command_call *call, hob_error *reterr) {
    (void)reterr;
    hob_value list = hob_command__list(call);
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, 1 << 20);
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        hob_command__add(call, list, command_row(call, c));
        hob_buf_format(&text, "  %-24s %-10s %s\n", c->name, hob_permission_name(c->permission),
                       c->summary);
    }
    hob_call_set(call, "commands", list);
    hob_call_text(call, &text);
    return HOB_OK;
}

/* ---- describe ---- */

static const hob_field describe_params[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc =
              "A command, a component type, a file (hob.json, scene, entity), playtest-steps, or "
              "one step of a play-test."),
    HOB_FIELDS_END};
static const hob_field step_fields[] = {
    HOB_P("type", TEXT, .doc = "Kind of step."), HOB_P("description", TEXT, .doc = "One sentence."),
    HOB_P("schema", MAP, .element = &any_field, .doc = "JSON Schema of its other keys."),
    HOB_FIELDS_END};
static const hob_field step_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = step_fields, .doc = "One kind of step."};
static const hob_field describe_result[] = {
    HOB_P("kind", TEXT, .doc = "command, component, file, steps or step."),
    HOB_P("name", TEXT, .doc = "What is described."),
    HOB_P("description", TEXT, .doc = "One sentence."),
    HOB_P("schema", MAP, .element = &any_field, .doc = "JSON Schema of its parameters or fields."),
    HOB_P("result", MAP, .element = &any_field, .flags = HOB_FIELD_OPTIONAL,
          .doc = "JSON Schema of a command's data."),
    HOB_P("example", MAP, .element = &any_field, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Example parameters of a command."),
    HOB_P("steps", LIST, .element = &step_field, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Steps of play-tests."),
    HOB_P("cli", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "How the command line spells it."),
    HOB_FIELDS_END};
static const hob_status describe_errors[] = {HOB_ERR_NOT_FOUND, HOB_OK};

/* Files whose tables people ask for. */
static const struct {
    const char *name, *doc;
    const hob_field *fields;
} files[] = {
    {"hob.json", "The manifest of a project.", hob_manifest_fields},
    {"scene", "A scene file; its entities are described by `hob describe entity`.",
     hob_scene_fields},
    {"entity", "One entity of a scene file.", hob_scene_entity_fields},
};

static void put_head(hob_command_call *call, const char *kind, const char *name, const char *doc,
                     const hob_field *table) {
    hob_call_set_text(call, "kind", kind);
    hob_call_set_text(call, "name", name);
    hob_call_set_text(call, "description", doc);
    hob_call_set(call, "schema", schema_of(call, table));
}

static void describe_command(hob_command_call *call, const hob_command *c) {
    put_head(call, "command", c->name, c->summary, c->params);
    hob_call_set(call, "result", schema_of(call, c->result));
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, 1 << 18);
    hob_buf_format(&text, "%s: %s\npermission %s\n\nparameters:\n", c->name, c->summary,
                   hob_permission_name(c->permission));
    hob_fields_help(c->params, &text);
    hob_buf_add_cstr(&text, "\nresult:\n");
    hob_fields_help(c->result, &text);
    hob_value example = HOB_VALUE_NULL;
    if (c->example_json != NULL &&
        hob_value_parse_json(&call->arena->as_allocator, hob_str_from(c->example_json), &example,
                             NULL) == HOB_OK) {
        hob_call_set(call, "example", example);
        hob_buf_format(&text, "\nexample: hob exec %s --params '%s'\n", c->name, c->example_json);
    }
    if (c->cli != NULL) {
        hob_call_set_text(call, "cli", c->cli);
        hob_buf_format(&text, "command line: hob %s\n", c->cli);
    }
    hob_call_text(call, &text);
}

static void describe_component(hob_command_call *call, const hob_component_type *type) {
    put_head(call, "component", type->name, type->doc, type->fields);
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, 1 << 18);
    hob_buf_format(&text, "%s: %s\n\nfields:\n", type->name, type->doc);
    hob_fields_help(type->fields, &text);
    for (const hob_signal_type *s = type->signals; s != NULL && s->name != NULL; s++) {
        hob_buf_format(&text, "%s  %s(%s): %s\n", s == type->signals ? "\nsignals:\n" : "", s->name,
                       s->arguments != NULL ? s->arguments : "", s->doc);
    }
    hob_call_text(call, &text);
}

static bool describe_file(hob_command_call *call, hob_str name) {
    for (size_t i = 0; i < HOB_COUNT(files); i++) {
        if (hob_str_is(name, files[i].name)) {
            put_head(call, "file", files[i].name, files[i].doc, files[i].fields);
            hob_buf text;
            hob_buf_init(&text, &call->arena->as_allocator, 1 << 18);
            hob_buf_format(&text, "%s: %s\n\nfields:\n", files[i].name, files[i].doc);
            hob_fields_help(files[i].fields, &text);
            hob_call_text(call, &text);
            return true;
        }
    }
    return false;
}

static void describe_steps(hob_command_call *call) {
    static const hob_field head[] = {
        HOB_P("type", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Kind of step."), HOB_FIELDS_END};
    hob_value steps = hob_command__list(call);
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, 1 << 18);
    put_head(call, "steps", "playtest-steps", "The kinds of steps of play-tests.", head);
    for (const hob_playtest_step *s = hob_playtest_steps; s->type != NULL; s++) {
        hob_value row = hob_command__map(call);
        hob_command__put_text(call, row, "type", s->type);
        hob_command__put_text(call, row, "description", s->doc);
        hob_command__put(call, row, "schema", schema_of(call, s->fields));
        hob_command__add(call, steps, row);
        hob_buf_format(&text, "%s: %s\n", s->type, s->doc);
        hob_fields_help(s->fields, &text);
    }
    hob_call_set(call, "steps", steps);
    hob_call_text(call, &text);
}

static bool describe_step(hob_command_call *call, hob_str name) {
    for (const hob_playtest_step *s = hob_playtest_steps; s->type != NULL; s++) {
        if (hob_str_is(name, s->type)) {
            put_head(call, "step", s->type, s->doc, s->fields);
            hob_buf text;
            hob_buf_init(&text, &call->arena->as_allocator, 1 << 18);
            hob_buf_format(&text, "%s: %s\n\nkeys:\n", s->type, s->doc);
            hob_fields_help(s->fields, &text);
            hob_call_text(call, &text);
            return true;
        }
    }
    return false;
}

static hob_status run_describe(hob_command_call *call, hob_error *reterr) {
    hob_str name = hob_call_str(call, "name");
    const hob_command *command = hob_command_find(name);
    if (command != NULL) {
        describe_command(call, command);
        return HOB_OK;
    }
    int type = hob_registry_find(call->registry, name);
    if (type >= 0) {
        describe_component(call, hob_registry_at(call->registry, (size_t)type));
        return HOB_OK;
    }
    if (hob_str_is(name, "playtest-steps")) {
        describe_steps(call);
        return HOB_OK;
    }
    if (describe_file(call, name) || describe_step(call, name)) {
        return HOB_OK;
    }
    hob_command__names names = {0};
    for (size_t i = 0; i < hob_command_count(); i++) {
        hob_command__name(call, &names, hob_str_from(hob_command_at(i)->name));
    }
    for (size_t i = 0; i < hob_registry_count(call->registry); i++) {
        hob_command__name(call, &names, hob_str_from(hob_registry_at(call->registry, i)->name));
    }
    for (size_t i = 0; i < HOB_COUNT(files); i++) {
        hob_command__name(call, &names, hob_str_from(files[i].name));
    }
    for (const hob_playtest_step *s = hob_playtest_steps; s->type != NULL; s++) {
        hob_command__name(call, &names, hob_str_from(s->type));
    }
    hob_command__name(call, &names, HOB_STR("playtest-steps"));
    return hob_command__not_found(call, "command, component, file or step", name, &names,
                                  "`hob commands` and `hob inspect components` list them.", reterr);
}

const hob_command hob_registry_commands[] = {
    {.name = "listCommands",
     .summary = "Lists every command with its schemas.",
     .permission = HOB_PERMIT_READ_ONLY,
     .flags = HOB_COMMAND_NO_PROJECT,
     .params = page_params,
     .result = list_result,
     .list = "commands",
     .example_json = "{}",
     .run = run_list,
     .cli = "commands",
     .tool = "list_commands"},
    {.name = "describe",
     .summary = "Describes a command, a component type, a file or the steps of play-tests.",
     .permission = HOB_PERMIT_READ_ONLY,
     .flags = HOB_COMMAND_IF_PROJECT,
     .params = describe_params,
     .result = describe_result,
     .errors = describe_errors,
     .example_json = "{\"name\": \"createScene\"}",
     .run = run_describe,
     .cli = "describe <name>",
     .tool = "describe_command"},
    {.name = NULL}};
