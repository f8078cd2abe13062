/* Commands about script files: create, edit, read, check, attach. */
#include "command/component_edit.h"
#include "command/prefab_edit.h"
#include "command/script_check.h"
#include "command/script_format.h"

#include <string.h>

#define SCRIPT_MAX ((size_t)16 << 20)

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};
#define PATH_PARAM                                                         \
    HOB_P("path", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Script file, below scripts/.")

/* ---- what a new script holds ---- */

static const char new_lua[] =
    "-- A behaviour: the functions of the returned table are called by the engine.\n"
    "-- ctx is this entity's view of the game; `hob inspect api` lists all of it.\n"
    "local script = {}\n"
    "\n"
    "-- Once, before the first update.\n"
    "function script.onStart(ctx)\n"
    "end\n"
    "\n"
    "-- Every step; dt is the time of a step in seconds.\n"
    "function script.onUpdate(ctx, dt)\n"
    "end\n"
    "\n"
    "-- When a collider of this entity begins to touch another one.\n"
    "-- function script.onCollision(ctx, other)\n"
    "-- end\n"
    "\n"
    "-- When a plain event is emitted.\n"
    "-- function script.onEvent(ctx, name, data)\n"
    "-- end\n"
    "\n"
    "-- When this UI element is clicked, changed or focused.\n"
    "-- function script.onUiEvent(ctx, event)\n"
    "-- end\n"
    "\n"
    "return script\n";
static const char new_js[] =
    "// A behaviour: the functions of module.exports are called by the engine.\n"
    "// ctx is this entity's view of the game; `hob inspect api` lists all of it.\n"
    "module.exports = {\n"
    "  // Once, before the first update.\n"
    "  onStart(ctx) {},\n"
    "\n"
    "  // Every step; dt is the time of a step in seconds.\n"
    "  onUpdate(ctx, dt) {},\n"
    "\n"
    "  // When a collider of this entity begins to touch another one.\n"
    "  // onCollision(ctx, other) {},\n"
    "\n"
    "  // When a plain event is emitted.\n"
    "  // onEvent(ctx, name, data) {},\n"
    "\n"
    "  // When this UI element is clicked, changed or focused.\n"
    "  // onUiEvent(ctx, event) {},\n"
    "};\n";

static const char *const languages[] = {"lua", "js", NULL};

static size_t line_count(hob_str text) {
    size_t lines = 1;
    for (size_t i = 0; i < text.length; i++) {
        lines += text.data[i] == '\n';
    }
    return lines;
}

/* A script that does not compile is written all the same: the editor saves what was typed. */
static void warn_syntax(hob_command_call *call, const char *path, hob_str source) {
    hob_error error = {0};
    if (hob_command__check_script(path, source, &error) != HOB_OK) {
        error.severity = HOB_SEVERITY_WARNING;
        hob_error_list_add(call->warnings, &error);
    }
}

#define FORMAT_PARAM                                   \
    HOB_P("format", BOOL, .flags = HOB_FIELD_OPTIONAL, \
          .doc = "Lay the text out; left out, as the project's codeStyle says.")

/* What is written of a text that was handed in. */
static hob_str settle_source(hob_command_call *call, const char *path, hob_str source) {
    bool formatted = false;
    warn_syntax(call, path, source);
    if (hob_format_is_wanted(call)) {
        formatted = hob_format_script(call, path, source, &source);
    }
    hob_call_set_bool(call, "formatted", formatted);
    return source;
}

/* ---- createScript ---- */

static const hob_field create_params[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Name; the file is named after it."),
    HOB_P("dir", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "Folder below scripts/."),
    HOB_P("language", ENUM, .names = languages, .doc = "Language, and the file's ending."),
    HOB_P("source", TEXT, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Text of the file; left out, a documented start."),
    FORMAT_PARAM,
    HOB_FIELDS_END};
#define SOURCE_RESULT                                                                         \
    HOB_P("path", TEXT, .doc = "Script file."), HOB_P("language", TEXT, .doc = "lua or js."), \
        HOB_P("lines", INT, .doc = "Lines of it."), HOB_P("source", TEXT, .doc = "Its text.")
static const hob_field source_result[] = {SOURCE_RESULT, HOB_FIELDS_END};
static const hob_field written_result[] = {
    SOURCE_RESULT, HOB_P("formatted", BOOL, .doc = "The text was laid out before."),
    HOB_FIELDS_END};
static const hob_status create_errors[] = {HOB_ERR_CONFLICT, HOB_ERR_PATH_INVALID,
                                           HOB_ERR_PATH_OUTSIDE, HOB_OK};

static const char *stem(hob_command_call *call, hob_str name) {
    char slug[49];
    hob_slug(name, slug);
    for (char *c = slug; *c != '\0'; c++) {
        *c = *c == '_' ? '-' : *c;
    }
    return hob_arena_text(call->arena, slug, strlen(slug));
}

/* "scripts/enemies/big-one.lua": every part of the folder becomes a stem too. */
static hob_status new_path(hob_command_call *call, const char **ret_path, hob_error *reterr) {
    hob_str dir = hob_call_str(call, "dir");
    hob_buf path;
    hob_buf_init(&path, &call->arena->as_allocator, 1024);
    hob_buf_add_cstr(&path, "scripts/");
    char *normal = NULL;
    if (dir.length > 0) {
        hob_status status = hob_path_normalise(call->arena, dir, &normal, reterr);
        if (status != HOB_OK) {
            hob_error_place(reterr, "", "/dir", 0, 0);
            return status;
        }
    }
    for (const char *at = normal; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, "/");
        hob_buf_format(&path, "%s/", stem(call, (hob_str){at, length}));
        at += length + (at[length] == '/' ? 1 : 0);
    }
    hob_str language = hob_call_str(call, "language");
    hob_buf_format(&path, "%s.%.*s", stem(call, hob_call_str(call, "name")), (int)language.length,
                   language.data);
    *ret_path = path.data;
    return HOB_OK;
}

static void put_source(hob_command_call *call, const char *path, hob_str source) {
    hob_call_set_text(call, "path", path);
    hob_call_set_text(call, "language",
                      hob_str_ends(hob_str_from(path), HOB_STR(".js")) ? "js" : "lua");
    hob_call_set_number(call, "lines", (double)line_count(source));
    hob_call_set_str(call, "source", source);
}

static hob_status run_create(hob_command_call *call, hob_error *reterr) {
    const char *path = NULL;
    hob_status status = new_path(call, &path, reterr);
    if (status != HOB_OK) {
        return status;
    }
    if (hob_change_exists(call->change, path)) {
        hob_fail(reterr, HOB_ERR_CONFLICT, "The file %s exists already.", path);
        return hob_error_hint(reterr, "Choose another name, or replace its text with `hob script "
                                      "edit`.");
    }
    hob_str source = hob_call_str(call, "source");
    if (!hob_call_given(call, "source")) {
        bool is_js = hob_str_is(hob_call_str(call, "language"), "js");
        source = is_js ? HOB_STR(new_js) : HOB_STR(new_lua);
    }
    source = settle_source(call, path, source);
    status = hob_change_put(call->change, path, source, reterr);
    put_source(call, path, source);
    hob_call_detail(call, "path", hob_command__text(call, hob_str_from(path)));
    hob_call_changed(call, "script", NULL, NULL, path, NULL, "created");
    hob_call_suggest(call, "hob attach script SCENE ENTITY %s", path);
    return status;
}

/* ---- editScript, readScript, checkScript ---- */

static const hob_field edit_params[] = {
    PATH_PARAM,
    HOB_P("source", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Its new text, all of it."),
    FORMAT_PARAM, HOB_FIELDS_END};
static const hob_field path_params[] = {PATH_PARAM, HOB_FIELDS_END};
static const hob_status not_found_errors[] = {HOB_ERR_NOT_FOUND, HOB_OK};

static hob_status run_edit(hob_command_call *call, hob_error *reterr) {
    const hob_script_file *script = NULL;
    hob_str source = hob_call_str(call, "source");
    hob_status status = hob_command__script(call, hob_call_str(call, "path"), &script, reterr);
    if (status != HOB_OK) {
        return status;
    }
    const char *path = hob_command__cstr(call, hob_str_from(script->path));
    source = settle_source(call, path, source);
    status = hob_change_put(call->change, path, source, reterr);
    put_source(call, path, source);
    hob_call_detail(call, "path", hob_command__text(call, hob_str_from(path)));
    hob_call_changed(call, "script", NULL, NULL, path, NULL, "modified");
    hob_call_suggest(call, "hob test");
    return status;
}

static hob_status run_read(hob_command_call *call, hob_error *reterr) {
    const hob_script_file *script = NULL;
    hob_status status = hob_command__script(call, hob_call_str(call, "path"), &script, reterr);
    if (status == HOB_OK && script->error != NULL) {
        *reterr = *script->error;
        status = reterr->status;
    }
    if (status != HOB_OK) {
        return status;
    }
    put_source(call, script->path, script->text);
    hob_buf page;
    hob_buf_init(&page, &call->arena->as_allocator, SCRIPT_MAX + 1);
    hob_buf_add_str(&page, script->text);
    hob_call_text(call, &page);
    return HOB_OK;
}

static const hob_field check_params[] = {
    HOB_P("path", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Script file, below scripts/."),
    HOB_P("source", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "Text to check instead of a file."),
    HOB_P("language", ENUM, .names = languages, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Language of the text; left out, lua."),
    HOB_FIELDS_END};
static const hob_field check_result[] = {
    HOB_P("valid", BOOL, .doc = "It compiles."), HOB_P("language", TEXT, .doc = "lua or js."),
    HOB_P("diagnostics", LIST, .element = &hob_command__finding, .doc = "What is wrong."),
    HOB_FIELDS_END};
static const hob_status check_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_INVALID_INPUT, HOB_OK};

static hob_status run_check(hob_command_call *call, hob_error *reterr) {
    hob_str source = hob_call_str(call, "source");
    const char *path = hob_str_is(hob_call_str(call, "language"), "js") ? "text.js" : "text.lua";
    if (hob_call_given(call, "path")) {
        const hob_script_file *script = NULL;
        hob_status status = hob_command__script(call, hob_call_str(call, "path"), &script, reterr);
        if (status == HOB_OK && script->error != NULL) {
            *reterr = *script->error;
            status = reterr->status;
        }
        if (status != HOB_OK) {
            return status;
        }
        path = script->path;
        source = script->text;
    } else if (!hob_call_given(call, "source")) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "There is nothing to check.");
        return hob_error_hint(reterr, "Give path, or source.");
    }
    hob_error error = {0};
    hob_value diagnostics = hob_command__list(call);
    bool valid = hob_command__check_script(path, source, &error) == HOB_OK;
    if (!valid) {
        hob_command__add(call, diagnostics, hob_error_to_value(&error, call->arena));
    }
    hob_call_set_bool(call, "valid", valid);
    hob_call_set_text(call, "language",
                      hob_str_ends(hob_str_from(path), HOB_STR(".js")) ? "js" : "lua");
    hob_call_set(call, "diagnostics", diagnostics);
    call->exit_code = valid ? 0 : 1;
    return HOB_OK;
}

/* ---- attachScript ---- */

static const hob_field attach_params[] = {
    HOB_P("scene", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Scene id or name."),
    HOB_P("entity", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Entity id or exact name."),
    HOB_P("script", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Script file, below scripts/."),
    HOB_P("slot", TEXT, .default_json = "\"Script\"", .pattern = "slot",
          .doc = "Script, or Script#name for a further one."),
    HOB_P("params", MAP, .element = &any_field, .doc = "What the script reads as ctx.params."),
    HOB_P("runWhilePaused", BOOL, .doc = "Runs in a pause of the game too."),
    HOB_FIELDS_END};
static const hob_field attach_result[] = {
    HOB_P("entityId", TEXT, .doc = "Entity id."),
    HOB_P("script", TEXT, .doc = "Script file."),
    HOB_P("slot", TEXT, .doc = "The component."),
    HOB_P("params", MAP, .element = &any_field, .doc = "Its parameters."),
    HOB_P("runWhilePaused", BOOL, .doc = "Runs in a pause too."),
    HOB_FIELDS_END};
static const hob_status attach_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_INVALID_INPUT, HOB_OK};

/* The fields of the Script component: only what was given. */
static hob_value script_fields(hob_command_call *call, const char *path) {
    hob_value fields = hob_command__map(call), params = hob_value_get(call->params, "params");
    hob_command__put_text(call, fields, "scriptPath", path);
    if (params.tag == HOB_TAG_MAP && params.as.map->count > 0) {
        hob_command__put(call, fields, "params", params);
    }
    if (hob_call_bool(call, "runWhilePaused")) {
        hob_command__put_bool(call, fields, "runWhilePaused", true);
    }
    return fields;
}

/* On a member of a live instance each field is an edit of the instance; a new slot cuts the link,
 * so that no sync can drop the script unseen. */
static void link_prefab(hob_scene_edit *edit, hob_str id, hob_str slot, bool was_there,
                        yyjson_mut_val *fields) {
    yyjson_mut_val *root = hob_prefab__root_of(edit, id);
    if (root == NULL || !was_there) {
        hob_prefab__detach(edit, root);
        return;
    }
    yyjson_mut_val *key, *value;
    size_t i, max;
    yyjson_mut_obj_foreach(fields, i, max, key, value) {
        hob_prefab__record(edit, root, id, slot, hob_edit__str(key), value);
    }
}

static hob_status run_attach(hob_command_call *call, hob_error *reterr) {
    hob_scene_edit edit;
    yyjson_mut_val *entity = NULL, *fields = NULL;
    const hob_script_file *script = NULL;
    hob_str slot = hob_call_str(call, "slot");
    hob_status status = hob_edit__scene(call, "scene", &edit, reterr);
    if (status == HOB_OK) {
        status = hob_edit__entity(&edit, "entity", &entity, reterr);
    }
    if (status == HOB_OK) {
        status = hob_command__script(call, hob_call_str(call, "script"), &script, reterr);
    }
    if (status == HOB_OK && !hob_str_is(slot, "Script") &&
        !hob_str_starts(slot, HOB_STR("Script#"))) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "\"%.*s\" is no slot for a script.",
                 hob_command__shown(slot), slot.data);
        return hob_error_hint(reterr, "Use Script, or Script#name for a further one.");
    }
    if (status == HOB_OK) {
        status = hob_component__make(&edit.file, slot, script_fields(call, script->path), "",
                                     &fields, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    yyjson_mut_val *components = hob_component__map_of(&edit.file, entity);
    hob_str id = hob_edit__str_in(entity, "id");
    bool was_there = hob_edit__get(components, slot) != NULL;
    hob_edit__set(&edit.file, components, slot, fields);
    link_prefab(&edit, id, slot, was_there, fields);
    hob_value params = hob_value_get(call->params, "params");
    hob_call_set_str(call, "entityId", id);
    hob_call_set_text(call, "script", script->path);
    hob_call_set_str(call, "slot", slot);
    hob_call_set(call, "params", params.tag == HOB_TAG_MAP ? params : hob_command__map(call));
    hob_call_set_bool(call, "runWhilePaused", hob_call_bool(call, "runWhilePaused"));
    hob_call_changed(call, "component", hob_command__cstr(call, id), hob_command__cstr(call, slot),
                     NULL, edit.scene->id, was_there ? "modified" : "created");
    return HOB_OK;
}

const hob_command hob_script_commands[] = {
    {.name = "createScript",
     .summary = "Creates a script file.",
     .permission = HOB_PERMIT_CODE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = create_params,
     .result = written_result,
     .errors = create_errors,
     .example_json = "{\"name\": \"Player\", \"language\": \"lua\"}",
     .run = run_create,
     .cli = "create script <name> {--source-file source=@}",
     .tool = "create_script"},
    {.name = "editScript",
     .summary = "Replaces the text of a script file.",
     .permission = HOB_PERMIT_CODE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = edit_params,
     .result = written_result,
     .errors = not_found_errors,
     .example_json = "{\"path\": \"scripts/player.lua\", \"source\": \"return {}\\n\"}",
     .example_after = "createScript",
     .run = run_edit,
     .cli = "script edit <path> {--source-file source=@}",
     .tool = "edit_script"},
    {.name = "readScript",
     .summary = "Gives the text of a script file.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = path_params,
     .result = source_result,
     .errors = not_found_errors,
     .example_json = "{\"path\": \"scripts/player.lua\"}",
     .example_after = "createScript",
     .run = run_read,
     .cli = "script read <path>"},
    {.name = "checkScript",
     .summary = "Checks whether a script compiles.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = check_params,
     .result = check_result,
     .errors = check_errors,
     .example_json = "{\"path\": \"scripts/player.lua\"}",
     .example_after = "createScript",
     .run = run_check,
     .cli = "check-script [path]"},
    {.name = "attachScript",
     .summary = "Gives an entity a script, in place of the one in that slot.",
     .permission = HOB_PERMIT_CODE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = attach_params,
     .result = attach_result,
     .errors = attach_errors,
     .example_json = "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"script\": "
                     "\"scripts/player.lua\", \"params\": {\"speed\": 120}}",
     .example_after = "createScript",
     .run = run_attach,
     .cli = "attach script <scene> <entity> <script>",
     .tool = "attach_script"},
    {.name = NULL}};
