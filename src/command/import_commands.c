/* Commands that make projects from those of other engines. */
#include "command/command_internal.h"

#include "import/hearth.h"

#include <string.h>

/* ---- importHearth ---- */

static const hob_field hearth_params[] = {
    HOB_P("source", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Folder of the Hearth project, with hearth.json."),
    HOB_P("dest", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Folder of the new project; must not exist."),
    HOB_FIELDS_END};
static const hob_field hearth_result[] = {
    HOB_P("path", TEXT, .doc = "Folder of the new project."),
    HOB_P("id", TEXT, .doc = "Project id."),
    HOB_P("name", TEXT, .doc = "Shown name."),
    HOB_P("scenes", INT, .doc = "Scenes imported."),
    HOB_P("entities", INT, .doc = "Entities of them."),
    HOB_P("prefabs", INT, .doc = "Prefabs imported."),
    HOB_P("animations", INT, .doc = "Animations imported."),
    HOB_P("stateMachines", INT, .doc = "State machines imported."),
    HOB_P("playtests", INT, .doc = "Play-tests imported."),
    HOB_P("scripts", INT, .doc = "Script files copied."),
    HOB_P("assets", INT, .doc = "Assets imported."),
    HOB_P("files", INT, .doc = "Files written."),
    HOB_FIELDS_END};
static const hob_status hearth_errors[] = {HOB_ERR_PROJECT_NOT_FOUND,
                                           HOB_ERR_CONFLICT,
                                           HOB_ERR_UNSUPPORTED_PROJECT_VERSION,
                                           HOB_ERR_COMPONENT_UNKNOWN,
                                           HOB_ERR_PATH_INVALID,
                                           HOB_ERR_PATH_OUTSIDE,
                                           HOB_OK};

static void put_counts(hob_command_call *call, const hob_import_result *result) {
    const struct {
        const char *key;
        size_t count;
    } counts[] = {{"scenes", result->scenes},
                  {"entities", result->entities},
                  {"prefabs", result->prefabs},
                  {"animations", result->animations},
                  {"stateMachines", result->state_machines},
                  {"playtests", result->playtests},
                  {"scripts", result->scripts},
                  {"assets", result->assets},
                  {"files", result->files}};
    for (size_t i = 0; i < HOB_COUNT(counts); i++) {
        hob_call_set_number(call, counts[i].key, (double)counts[i].count);
    }
}

static hob_status run_hearth(hob_command_call *call, hob_error *reterr) {
    hob_str dest = hob_call_str(call, "dest");
    while (dest.length > 1 && dest.data[dest.length - 1] == '/') {
        dest.length--;
    }
    const char *from = hob_command__outside_path(call, hob_call_str(call, "source"));
    const char *to = hob_command__outside_path(call, dest);
    const hob_import_options options = {
        .allocator = call->session->allocator, .fs = call->host->fs, .registry = call->registry};
    hob_import_result result = {.files = 0};
    hob_error_list findings;
    hob_error_list_init(&findings, &call->arena->as_allocator);
    hob_guard *guard = call->arena->guard;
    call->arena->guard = NULL; /* findings are added while files are open */
    hob_status status = hob_import_hearth(&options, from, to, &result, &findings, reterr);
    call->arena->guard = guard;
    for (size_t i = 0; i < findings.count; i++) {
        bool is_error = findings.items[i].severity == HOB_SEVERITY_ERROR;
        hob_error_list_add(is_error ? call->errors : call->warnings, &findings.items[i]);
    }
    if (status == HOB_ERR_FILE_NOT_FOUND && reterr->file[0] != '\0' &&
        strcmp(reterr->file, from) == 0) {
        call->exit_code = 2; /* named on the command line */
    }
    if (status != HOB_OK && call->errors->count > 0) { /* every reason is told there */
        call->exit_code = 3;                           /* whatever the code is of: the source */
        *reterr = (hob_error){0};
        return call->errors->items[0].status;
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_call_set_text(call, "path", to);
    hob_call_set_text(call, "id", result.id);
    hob_call_set_text(call, "name", result.name);
    put_counts(call, &result);
    hob_call_changed(call, "project", result.id, result.name, to, NULL, "created");
    hob_call_suggest(call, "hob -p %.*s validate", hob_command__shown(dest), dest.data);
    if (result.playtests > 0) {
        hob_call_suggest(call, "hob -p %.*s test", hob_command__shown(dest), dest.data);
    }
    return HOB_OK;
}

const hob_command hob_import_commands[] = {
    {.name = "importHearth",
     .summary = "Makes a new project from one of Hearth.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_NO_PROJECT,
     .params = hearth_params,
     .result = hearth_result,
     .errors = hearth_errors,
     .example_json = "{\"source\": \"hearth-game\", \"dest\": \"imported\"}",
     .run = run_hearth,
     .cli = "import hearth <source> <dest>"},
    {.name = NULL}};
