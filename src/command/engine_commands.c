/* Commands that list what the engine does: the phases of a step, what scripts can call. */
#include "command/page.h"

#include "script/api.h"
#include "session/step.h"

#include <string.h>

static const hob_field page_params[] = {HOB_PAGE_PARAMS, HOB_FIELDS_END};
static const hob_field text_field = {.name = "", .type = HOB_FIELD_TEXT, .doc = "Text."};

/* ---- inspectPhases ---- */

static const hob_field phase_fields[] = {
    HOB_P("number", INT, .doc = "Place in the step."),
    HOB_P("name", TEXT, .doc = "Phase."),
    HOB_P("pause", TEXT, .doc = "What it does while the game is paused."),
    HOB_P("pausedEntity", TEXT, .doc = "What it does to entities that are paused."),
    HOB_P("description", TEXT, .doc = "What happens in it."),
    HOB_P("components", LIST, .element = &text_field, .doc = "Component types that take part."),
    HOB_FIELDS_END};
static const hob_field phase_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = phase_fields, .doc = "One phase."};
static const hob_field phases_result[] = {
    HOB_P("phases", LIST, .element = &phase_field, .doc = "Phases in order."), HOB_PAGE_RESULT,
    HOB_FIELDS_END};

static hob_value owners_of(hob_command_call *call, const hob_phase *phase) {
    hob_value owners = hob_command__list(call);
    for (size_t i = 0; i < hob_registry_count(call->registry); i++) {
        const hob_component_type *type = hob_registry_at(call->registry, i);
        for (const hob_component_phase *p = type->phases; p != NULL && p->phase != NULL; p++) {
            if (strcmp(p->phase, phase->name) == 0) {
                hob_command__add(call, owners, hob_command__text(call, hob_str_from(type->name)));
            }
        }
    }
    return owners;
}

static hob_status run_phases(hob_command_call *call, hob_error *reterr) {
    static const char *const pauses[] = {"runs", "stops", "stops, read before 9",
                                         "stops, read before 16", "by entity"};
    static const char *const paused[] = {"runs", "skipped", "by entry"};
    (void)reterr;
    hob_value list = hob_command__list(call);
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, 1 << 16);
    for (const hob_phase *p = hob_phases; p->name != NULL; p++) {
        hob_value row = hob_command__map(call), owners = owners_of(call, p);
        hob_command__put_number(call, row, "number", p->number);
        hob_command__put_text(call, row, "name", p->name);
        hob_command__put_text(call, row, "pause", pauses[p->pause]);
        hob_command__put_text(call, row, "pausedEntity", paused[p->paused_entity]);
        hob_command__put_text(call, row, "description", p->doc);
        hob_command__put(call, row, "components", owners);
        hob_command__add(call, list, row);
        hob_buf_format(&text, "%3d %-14s %-22s %s", p->number, p->name, pauses[p->pause], p->doc);
        for (uint32_t i = 0; i < owners.as.list->count; i++) {
            hob_str owner = hob_value_str(hob_list_get(owners.as.list, i));
            hob_buf_format(&text, "%s%.*s", i == 0 ? " [" : ", ", (int)owner.length, owner.data);
        }
        hob_buf_add_cstr(&text, owners.as.list->count > 0 ? "]\n" : "\n");
    }
    hob_call_set(call, "phases", list);
    hob_call_text(call, &text);
    return HOB_OK;
}

/* ---- inspectApi ---- */

static const hob_field api_params[] = {
    HOB_P("path", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Only what begins with this, such as ctx.scene or on."),
    HOB_PAGE_PARAMS, HOB_FIELDS_END};
static const hob_field example_fields[] = {HOB_P("js", TEXT, .doc = "In JavaScript."),
                                           HOB_P("lua", TEXT, .doc = "In Lua."), HOB_FIELDS_END};
static const hob_field member_fields[] = {
    HOB_P("path", TEXT, .doc = "ctx.scene.find."),
    HOB_P("kind", TEXT, .doc = "method or property."),
    HOB_P("signature", TEXT, .doc = "The call as it is written."),
    HOB_P("result", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "What it gives."),
    HOB_P("description", TEXT, .doc = "What it does."),
    HOB_P("writable", BOOL, .doc = "A property that scripts may assign."),
    HOB_P("example", OBJECT, .fields = example_fields, .flags = HOB_FIELD_NULLABLE,
          .doc = "Its use."),
    HOB_FIELDS_END};
static const hob_field member_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = member_fields, .doc = "One member."};
static const hob_field hook_fields[] = {
    HOB_P("name", TEXT, .doc = "onStart."), HOB_P("signature", TEXT, .doc = "With its arguments."),
    HOB_P("description", TEXT, .doc = "When it is called."), HOB_FIELDS_END};
static const hob_field hook_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = hook_fields, .doc = "One function."};
static const hob_field api_result[] = {
    HOB_P("hooks", LIST, .element = &hook_field, .doc = "Functions of a script the engine calls."),
    HOB_P("api", LIST, .element = &member_field, .doc = "What scripts can call and read."),
    HOB_P("languages", LIST, .element = &text_field, .doc = "Script languages."),
    HOB_P("notes", LIST, .element = &text_field, .doc = "What holds for all of it."),
    HOB_PAGE_RESULT,
    HOB_FIELDS_END};
static const hob_status api_errors[] = {HOB_ERR_NOT_FOUND, HOB_OK};

static const char *const languages[] = {"lua", "js"};
static const char *const notes[] = {
    "A Lua script ends with `return` and the table of its functions; a JavaScript one sets "
    "module.exports to the object of its functions.",
    "Lua calls members with a dot, as JavaScript does: ctx.log(\"hi\"), not ctx:log(\"hi\").",
    "Random numbers come from the seed of the run, and time is simulated: equal input gives an "
    "equal run."};

static hob_value texts(hob_command_call *call, const char *const *list, size_t count) {
    hob_value v = hob_command__list(call);
    for (size_t i = 0; i < count; i++) {
        hob_command__add(call, v, hob_command__text(call, hob_str_from(list[i])));
    }
    return v;
}

static hob_value member_row(hob_command_call *call, const hob_api_family *family,
                            const hob_api_member *member, const char *path) {
    hob_value row = hob_command__map(call), example = HOB_VALUE_NULL;
    hob_buf signature;
    hob_buf_init(&signature, &call->arena->as_allocator, 4096);
    hob_api_signature(family, member, &signature);
    if (member->js != NULL) {
        example = hob_command__map(call);
        hob_command__put_text(call, example, "js", member->js);
        hob_command__put_text(call, example, "lua", member->lua != NULL ? member->lua : member->js);
    }
    hob_command__put_text(call, row, "path", path);
    hob_command__put_text(call, row, "kind",
                          (member->flags & HOB_API_METHOD) != 0 ? "method" : "property");
    hob_command__put_str(call, row, "signature", hob_buf_str(&signature));
    hob_command__put_text(call, row, "result", member->result);
    hob_command__put_text(call, row, "description", member->doc);
    hob_command__put_bool(call, row, "writable", member->set != NULL);
    hob_command__put(call, row, "example", example);
    return row;
}

/* The functions that a script may have; the engine calls them. */
static hob_value hooks(hob_command_call *call, hob_str wanted, hob_command__names *names,
                       hob_buf *text) {
    hob_value list = hob_command__list(call);
    for (size_t i = 0; i < HOB_HOOK_COUNT; i++) {
        const hob_hook_entry *hook = &hob_hooks[i];
        hob_command__name(call, names, hob_str_from(hook->name));
        if (hob_str_starts(hob_str_from(hook->name), wanted)) {
            hob_value row = hob_command__map(call);
            const char *signature =
                hob_arena_format(call->arena, "%s(%s)", hook->name, hook->arguments);
            hob_command__put_text(call, row, "name", hook->name);
            hob_command__put_text(call, row, "signature", signature);
            hob_command__put_text(call, row, "description", hook->doc);
            hob_command__add(call, list, row);
            hob_buf_format(text, "  %s\n      %s\n", signature, hook->doc);
        }
    }
    return list;
}

/* The families that are objects of ctx, and the handles, whose paths are the kinds of results. */
static hob_status run_api(hob_command_call *call, hob_error *reterr) {
    hob_str wanted = hob_call_str(call, "path");
    hob_value list = hob_command__list(call);
    hob_command__names names = {0};
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, 1 << 20);
    for (size_t i = 0; wanted.length == 0 && i < HOB_COUNT(notes); i++) {
        hob_buf_format(&text, "%s\n", notes[i]);
    }
    hob_value hook_list = hooks(call, wanted, &names, &text);
    for (size_t f = 0; hob_api_families[f] != NULL; f++) {
        const hob_api_family *family = hob_api_families[f];
        hob_command__name(call, &names, hob_str_from(family->path));
        for (const hob_api_member *m = family->members; m->name != NULL; m++) {
            const char *path = hob_arena_format(call->arena, "%s.%s", family->path, m->name);
            hob_command__name(call, &names, hob_str_from(path));
            if (!hob_str_starts(hob_str_from(path), wanted)) {
                continue;
            }
            hob_value row = member_row(call, family, m, path);
            hob_str signature = hob_value_get_str(row, "signature", "");
            hob_command__add(call, list, row);
            hob_buf_format(&text, "  %.*s%s%s\n      %s\n", (int)signature.length, signature.data,
                           m->result != NULL ? " -> " : "", m->result != NULL ? m->result : "",
                           m->doc);
        }
    }
    if (list.as.list->count == 0 && hook_list.as.list->count == 0) {
        return hob_command__not_found(call, "member of the script interface", wanted, &names,
                                      "`hob inspect api` lists all of them.", reterr);
    }
    hob_call_set(call, "hooks", hook_list);
    hob_call_set(call, "api", list);
    hob_call_set(call, "languages", texts(call, languages, HOB_COUNT(languages)));
    hob_call_set(call, "notes", texts(call, notes, HOB_COUNT(notes)));
    hob_call_text(call, &text);
    return HOB_OK;
}

const hob_command hob_engine_commands[] = {
    {.name = "inspectApi",
     .summary = "Lists what scripts can call and read, and what calls them.",
     .permission = HOB_PERMIT_READ_ONLY,
     .flags = HOB_COMMAND_NO_PROJECT,
     .params = api_params,
     .result = api_result,
     .list = "api",
     .errors = api_errors,
     .example_json = "{\"path\": \"ctx.scene\"}",
     .run = run_api,
     .cli = "inspect api [path]"},
    {.name = "inspectPhases",
     .summary = "Lists the phases of one step and who takes part in each.",
     .permission = HOB_PERMIT_READ_ONLY,
     .flags = HOB_COMMAND_NO_PROJECT,
     .params = page_params,
     .result = phases_result,
     .list = "phases",
     .example_json = "{}",
     .run = run_phases,
     .cli = "inspect phases"},
    {.name = NULL}};
