/* Commands about a project as a whole: new, validate, doctor. */
#include "command/embedded.h"
#include "command/guides.h"

#include "project/validate.h"

#include <string.h>

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};

/* ---- newProject ---- */

static const char *const template_names[] = {"empty", "platformer", "topdown", "arcade", NULL};

static const hob_field new_params[] = {
    HOB_P("dir", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Folder to make; must not exist or be empty."),
    HOB_P("template", ENUM, .names = template_names, .doc = "Game to start from."),
    HOB_P("name", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "Shown name; left out, the folder's name."),
    HOB_P("id", TEXT, .flags = HOB_FIELD_OPTIONAL, .pattern = "project-id",
          .doc = "Project id; left out, a new one."),
    HOB_FIELDS_END};
static const hob_field new_result[] = {HOB_P("path", TEXT, .doc = "Folder of the project."),
                                       HOB_P("id", TEXT, .doc = "Project id."),
                                       HOB_P("name", TEXT, .doc = "Shown name."),
                                       HOB_P("template", TEXT, .doc = "Template used."),
                                       HOB_P("files", INT, .doc = "Files written."),
                                       HOB_FIELDS_END};
static const hob_status new_errors[] = {HOB_ERR_CONFLICT, HOB_ERR_MISSING_RESOURCE,
                                        HOB_ERR_CAPABILITY_MISSING, HOB_OK};

/* %1 project id, %2 name, both as JSON; %3 scene id, %4 entity id, plain. */
static const char empty_manifest[] =
    "{\"formatVersion\":1,\"engineVersion\":\"" HOB_VERSION "\",\"id\":%s,\"name\":%s,\"nextId\":3,"
    "\"initialScene\":\"%s\",\"scenes\":[{\"id\":\"%s\",\"name\":\"Main\","
    "\"path\":\"scenes/main.scene.json\"}],\"input\":{\"actions\":{"
    "\"left\":{\"sources\":[\"ArrowLeft\",\"KeyA\"]},"
    "\"right\":{\"sources\":[\"ArrowRight\",\"KeyD\"]},"
    "\"up\":{\"sources\":[\"ArrowUp\",\"KeyW\"]},"
    "\"down\":{\"sources\":[\"ArrowDown\",\"KeyS\"]},"
    "\"jump\":{\"sources\":[\"Space\"]},"
    "\"action\":{\"sources\":[\"KeyE\",\"Enter\"]}},"
    "\"axes\":{\"moveX\":{\"negative\":[\"ArrowLeft\",\"KeyA\",\"pad:dpad-left\"],"
    "\"positive\":[\"ArrowRight\",\"KeyD\",\"pad:dpad-right\"],\"stick\":\"pad:left-x\"},"
    "\"moveY\":{\"negative\":[\"ArrowUp\",\"KeyW\",\"pad:dpad-up\"],"
    "\"positive\":[\"ArrowDown\",\"KeyS\",\"pad:dpad-down\"],\"stick\":\"pad:left-y\"}}}}";
static const char empty_assets[] = "{\"formatVersion\":1,\"assets\":[]}";
static const char empty_scene[] =
    "{\"formatVersion\":1,\"id\":\"%s\",\"entities\":[{\"id\":\"%s\",\"name\":\"Main Camera\","
    "\"components\":{\"Transform\":{\"position\":{\"x\":400,\"y\":300}},\"Camera\":{}}}]}";

typedef struct making {
    hob_command_call *call;
    hob_fs *fs;
    const char *temp; /* DIR.hob-tmp: renamed at the end */
    const char *id, *name;
    int files;
} making;

static hob_status put_file(making *m, const char *path, hob_str content, hob_error *reterr) {
    char *full = hob_path_join(m->call->arena, m->temp, path);
    char *slash = strrchr(full, '/');
    *slash = '\0';
    hob_status status = hob_fs_make_folders(m->fs, full, reterr);
    *slash = '/';
    if (status == HOB_OK) {
        status = m->fs->write_new(m->fs, full, content, 0644, reterr);
    }
    m->files += status == HOB_OK ? 1 : 0;
    return status;
}

/* Writes JSON in its canonical form; `edit` may change it first. */
static hob_status put_json(making *m, const char *path, hob_str text,
                           void (*edit)(making *m, yyjson_mut_doc *doc), hob_error *reterr) {
    const hob_allocator *a = &m->call->arena->as_allocator;
    hob_json json;
    hob_status status = hob_json_parse(a, text, path, HOB_JSON_STRICT, &json, NULL, reterr);
    if (status != HOB_OK) {
        return status;
    }
    yyjson_alc alc = hob_json_alc(a);
    yyjson_mut_doc *doc = yyjson_doc_mut_copy(json.doc, &alc); /* the guard catches no memory */
    if (edit != NULL) {
        edit(m, doc);
    }
    hob_buf out;
    hob_buf_init(&out, a, HOB_JSON_MAX_BYTES);
    status = hob_json_write_mut(&out, yyjson_mut_doc_get_root(doc), reterr);
    return status == HOB_OK ? put_file(m, path, hob_buf_str(&out), reterr) : status;
}

static const char *json_text(hob_command_call *call, const char *text) {
    hob_buf out;
    hob_buf_init(&out, &call->arena->as_allocator, 1 << 16);
    hob_buf_add_json_string(&out, hob_str_from(text));
    return out.data;
}

static hob_status make_empty(making *m, hob_error *reterr) {
    hob_arena *arena = m->call->arena;
    char scene[16], entity[16];
    hob_make_id(m->id, "scn", NULL, 1, scene);
    hob_make_id(m->id, "ent", scene, 2, entity);
    const char *manifest = hob_arena_format(arena, empty_manifest, json_text(m->call, m->id),
                                            json_text(m->call, m->name), scene, scene);
    hob_status status = put_json(m, "hob.json", hob_str_from(manifest), NULL, reterr);
    if (status == HOB_OK) {
        status = put_json(m, "assets.json", HOB_STR(empty_assets), NULL, reterr);
    }
    if (status == HOB_OK) {
        const char *text = hob_arena_format(arena, empty_scene, scene, entity);
        status = put_json(m, "scenes/main.scene.json", hob_str_from(text), NULL, reterr);
    }
    if (status == HOB_OK) { /* templates bring their own */
        status = put_file(m, ".gitignore", hob_str_from(hob_project_ignored), reterr);
    }
    return status;
}

/* Only id and name are replaced; a template keeps everything else as it is. */
static void edit_identity(making *m, yyjson_mut_doc *doc) {
    yyjson_mut_val *root = yyjson_mut_doc_get_root(doc);
    (void)yyjson_mut_set_str(yyjson_mut_obj_get(root, "id"), m->id);
    (void)yyjson_mut_set_str(yyjson_mut_obj_get(root, "name"), m->name);
}

static hob_status make_template(making *m, hob_str name, hob_error *reterr) {
    bool any = false;
    for (const hob_embedded_file *f = hob_embedded_templates; f->path != NULL; f++) {
        hob_str path = hob_str_from(f->path);
        if (!hob_str_starts(path, name) || path.data[name.length] != '/') {
            continue;
        }
        any = true;
        const char *inner = f->path + name.length + 1;
        hob_str content = {(const char *)f->data, f->size};
        hob_status status = strcmp(inner, "hob.json") == 0
                                ? put_json(m, inner, content, edit_identity, reterr)
                                : put_file(m, inner, content, reterr);
        if (status != HOB_OK) {
            return status;
        }
    }
    if (!any) {
        hob_fail(reterr, HOB_ERR_MISSING_RESOURCE, "The template %.*s is not part of this program.",
                 (int)name.length, name.data);
        return hob_error_hint(reterr, "Use --template empty.");
    }
    return HOB_OK;
}

/* A template that brings one of them keeps its own. */
static hob_status make_guides(making *m, hob_error *reterr) {
    hob_status status = HOB_OK;
    for (const hob_guide *g = hob_guides; g->path != NULL && status == HOB_OK; g++) {
        hob_file_info info = {.exists = false};
        status = m->fs->info(m->fs, hob_path_join(m->call->arena, m->temp, g->path), true, &info,
                             reterr);
        if (status == HOB_OK && !info.exists) {
            hob_buf text;
            hob_buf_init(&text, &m->call->arena->as_allocator, SIZE_MAX / 4);
            hob_guide_write(g, m->name, &text);
            status = put_file(m, g->path, hob_buf_str(&text), reterr);
        }
    }
    return status;
}

static bool is_empty_folder(hob_command_call *call, const char *path) {
    hob_fs *fs = call->host->fs;
    hob_guard *guard = call->arena->guard;
    hob_fs_entry *entries = NULL;
    size_t count = 0;
    call->arena->guard = NULL; /* the file system holds the folder open */
    bool is_empty = fs->list(fs, path, call->arena, &entries, &count, NULL) == HOB_OK && count == 0;
    call->arena->guard = guard;
    return is_empty;
}

static hob_str last_segment(hob_str path) {
    size_t start = path.length;
    while (start > 0 && path.data[start - 1] != '/') {
        start--;
    }
    return (hob_str){path.data + start, path.length - start};
}

static hob_status choose_identity(making *m, const char *dir, hob_error *reterr) {
    hob_command_call *call = m->call;
    hob_str name = hob_call_str(call, "name"), id = hob_call_str(call, "id");
    if (name.length == 0) {
        name = last_segment(hob_str_from(dir));
        name.length = name.length < 200 ? name.length : 200;
    }
    if (name.length == 0 || !hob_utf8_valid(name, NULL)) {
        name = HOB_STR("Game");
    }
    m->name = hob_command__cstr(call, name);
    m->id = hob_command__cstr(call, id);
    if (id.length > 0) {
        return HOB_OK;
    }
    if (call->host->entropy == NULL) {
        hob_fail(reterr, HOB_ERR_CAPABILITY_MISSING,
                 "This program has no source of new project ids.");
        return hob_error_hint(reterr, "Give one: --id prj_mygame.");
    }
    char random[9];
    call->host->entropy(call->host->user, random);
    m->id = hob_arena_format(call->arena, "prj_%s", random);
    return HOB_OK;
}

/* Called however the command ends: what was not renamed goes. */
static void remove_temp(void *user) {
    making *m = user;
    if (m->temp != NULL) {
        hob_status cleaned = hob_fs_remove_tree(m->fs, m->temp, NULL);
        (void)cleaned; /* the next new removes what could not go */
    }
}

/* Everything is made beside the target, which appears whole or not at all. */
static hob_status make_all(making *m, const char *dir, hob_error *reterr) {
    hob_fs *fs = m->fs;
    hob_command_call *call = m->call;
    hob_str template_name = hob_call_str(call, "template");
    const char *slash = strrchr(dir, '/');
    const char *above = slash == NULL  ? "."
                        : slash == dir ? "/"
                                       : hob_arena_text(call->arena, dir, (size_t)(slash - dir));
    call->cleanup = remove_temp;
    call->cleanup_user = m;
    hob_status status = hob_fs_remove_tree(fs, m->temp, reterr); /* left by a crash */
    if (status == HOB_OK) {
        status = hob_fs_make_folders(fs, m->temp, reterr);
    }
    if (status == HOB_OK) {
        status = hob_str_is(template_name, "empty") ? make_empty(m, reterr)
                                                    : make_template(m, template_name, reterr);
    }
    status = status == HOB_OK ? make_guides(m, reterr) : status;
    if (status == HOB_OK) {
        status = hob_command__reserve(call, reterr);
    }
    if (status == HOB_OK) {
        status = fs->rename(fs, m->temp, dir, reterr); /* an empty folder is replaced */
    }
    if (status == HOB_OK) {
        m->temp = NULL;
        status = fs->flush_folder(fs, above, reterr);
    }
    return status;
}

static hob_status run_new(hob_command_call *call, hob_error *reterr) {
    hob_fs *fs = call->host->fs;
    hob_str asked = hob_call_str(call, "dir");
    while (asked.length > 1 && asked.data[asked.length - 1] == '/') {
        asked.length--;
    }
    const char *dir = hob_command__outside_path(call, asked);
    hob_file_info info;
    hob_status status = fs->info(fs, dir, true, &info, reterr);
    if (status != HOB_OK) {
        return status;
    }
    if (info.exists && (!info.is_folder || !is_empty_folder(call, dir))) {
        hob_fail(reterr, HOB_ERR_CONFLICT, "%s exists already%s.", dir,
                 info.is_folder ? " and is not empty" : "");
        return hob_error_hint(reterr, "Choose another folder name.");
    }
    making *m = hob_arena_new(call->arena, making);
    *m = (making){.call = call, .fs = fs, .temp = hob_arena_format(call->arena, "%s.hob-tmp", dir)};
    status = choose_identity(m, dir, reterr);
    if (status == HOB_OK) {
        status = make_all(m, dir, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_str template_name = hob_call_str(call, "template");
    hob_call_set_text(call, "path", dir);
    hob_call_set_text(call, "id", m->id);
    hob_call_set_text(call, "name", m->name);
    hob_call_set_str(call, "template", template_name);
    hob_call_set_number(call, "files", m->files);
    hob_call_changed(call, "project", m->id, m->name, dir, NULL, "created");
    hob_call_suggest(call, "hob -p %.*s validate", (int)asked.length, asked.data);
    if (!hob_str_is(template_name, "empty")) {
        hob_call_suggest(call, "hob -p %.*s test", (int)asked.length, asked.data);
    }
    return HOB_OK;
}

/* ---- validateProject ---- */

static const hob_field validate_params[] = {
    HOB_P("strict", BOOL, .doc = "Warnings make the check fail too (exit 1)."), HOB_FIELDS_END};
const hob_field hob_command__validation_fields[] = {
    HOB_P("valid", BOOL, .doc = "No errors."), HOB_P("errorCount", INT, .doc = "Errors found."),
    HOB_P("warningCount", INT, .doc = "Warnings found."),
    HOB_P("findings", LIST, .element = &hob_command__finding, .doc = "Findings in file order."),
    HOB_FIELDS_END};

hob_status hob_command__validate(hob_command_call *call, size_t *ret_errors, size_t *ret_warnings,
                                 hob_error *reterr) {
    hob_error_list findings;
    hob_error_list_init(&findings, &call->arena->as_allocator);
    hob_status status = hob_project_validate(call->project, &findings, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_value list = hob_command__list(call);
    for (size_t i = 0; i < findings.count; i++) {
        hob_command__add(call, list, hob_error_to_value(&findings.items[i], call->arena));
    }
    hob_call_set_bool(call, "valid", findings.error_count == 0);
    hob_call_set_number(call, "errorCount", (double)findings.error_count);
    hob_call_set_number(call, "warningCount", (double)findings.warning_count);
    hob_call_set(call, "findings", list);
    *ret_errors = findings.error_count;
    *ret_warnings = findings.warning_count;
    return HOB_OK;
}

/* Human form: one finding a line with its remedy. */
static void describe_findings(hob_command_call *call) {
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, 1 << 22);
    hob_value list = hob_value_get(call->data, "findings");
    for (uint32_t i = 0; i < list.as.list->count; i++) {
        hob_value f = hob_list_get(list.as.list, i);
        double line = hob_value_get_number(f, "line", 0);
        hob_str file = hob_value_get_str(f, "file", "project");
        hob_buf_add_str(&text, file.length > 0 ? file : HOB_STR("project"));
        if (line > 0) {
            double column = hob_value_get_number(f, "column", 0);
            hob_buf_format(&text, column > 0 ? ":%.0f:%.0f" : ":%.0f", line, column);
        }
        hob_buf_add_cstr(&text, ": ");
        hob_buf_add_str(&text, hob_value_get_str(f, "severity", ""));
        hob_buf_add_char(&text, ' ');
        hob_buf_add_str(&text, hob_value_get_str(f, "code", ""));
        hob_buf_add_cstr(&text, ": ");
        hob_buf_add_str(&text, hob_value_get_str(f, "message", ""));
        hob_buf_add_char(&text, '\n');
        hob_str hint = hob_value_get_str(f, "hint", "");
        if (hint.length > 0) {
            hob_buf_format(&text, "    %.*s\n", (int)hint.length, hint.data);
        }
    }
    double errors = hob_value_get_number(call->data, "errorCount", 0);
    double warnings = hob_value_get_number(call->data, "warningCount", 0);
    hob_buf_format(&text, "%.0f error%s, %.0f warning%s\n", errors, errors == 1 ? "" : "s",
                   warnings, warnings == 1 ? "" : "s");
    hob_call_text(call, &text);
}

static hob_status run_validate(hob_command_call *call, hob_error *reterr) {
    size_t errors = 0;
    size_t warnings = 0;
    hob_status status = hob_command__validate(call, &errors, &warnings, reterr);
    if (status != HOB_OK) {
        return status;
    }
    call->exit_code = errors > 0 ? 3 : hob_call_bool(call, "strict") && warnings > 0 ? 1 : 0;
    describe_findings(call);
    return HOB_OK;
}

/* ---- doctor ---- */

static const hob_field no_params[] = {HOB_FIELDS_END};
static const hob_field mode_field = {.name = "", .type = HOB_FIELD_TEXT, .doc = "Mode."};
static const hob_field doctor_result[] = {
    HOB_P("engineVersion", TEXT, .doc = "Version of this program."),
    HOB_P("projectFound", BOOL, .doc = "A project was found."),
    HOB_P("projectRoot", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Its folder."),
    HOB_P("loads", BOOL, .doc = "It opens; if not, a warning says why."),
    HOB_P("capabilities", MAP, .element = &any_field, .doc = "What this program was built with."),
    HOB_P("grantedPermissions", LIST, .element = &mode_field, .doc = "Modes of this call."),
    HOB_P("valid", BOOL, .flags = HOB_FIELD_OPTIONAL, .doc = "Validation finds no errors."),
    HOB_P("errorCount", INT, .flags = HOB_FIELD_OPTIONAL, .doc = "Errors it finds."),
    HOB_P("warningCount", INT, .flags = HOB_FIELD_OPTIONAL, .doc = "Warnings it finds."),
    HOB_P("findings", LIST, .element = &hob_command__finding, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Findings in file order."),
    HOB_FIELDS_END};

static hob_value granted_modes(hob_command_call *call) {
    unsigned granted = call->host->permissions != 0 ? call->host->permissions : HOB_PERMIT_DEFAULT;
    hob_value modes = hob_command__list(call);
    for (unsigned bit = 1; bit <= HOB_PERMIT_BUILD; bit <<= 1) {
        if ((granted & bit) != 0) {
            const char *name = hob_permission_name((hob_permission)bit);
            hob_command__add(call, modes, hob_command__text(call, hob_str_from(name)));
        }
    }
    return modes;
}

static hob_status run_doctor(hob_command_call *call, hob_error *reterr) {
    char *root = NULL;
    const char *start = call->session->project_folder != NULL ? call->session->project_folder
                                                              : call->host->working_folder;
    hob_guard *guard = call->arena->guard;
    call->arena->guard = NULL;
    bool found = hob_project_find(call->host->fs, start != NULL ? start : ".", call->arena, &root,
                                  NULL) == HOB_OK;
    call->arena->guard = guard;
    hob_value capabilities = hob_command__map(call);
    hob_command__put_bool(call, capabilities, "lua", true);
    hob_command__put_bool(call, capabilities, "javascript", true);
    hob_command__put_bool(call, capabilities, "window", false);
    hob_command__put_bool(call, capabilities, "sound", false);
    hob_call_set_text(call, "engineVersion", HOB_VERSION);
    hob_call_set_bool(call, "projectFound", found);
    hob_call_set_text(call, "projectRoot", root);
    hob_call_set_bool(call, "loads", call->project != NULL);
    hob_call_set(call, "capabilities", capabilities);
    hob_call_set(call, "grantedPermissions", granted_modes(call));
    if (call->project == NULL) {
        call->exit_code = found ? 1 : 0;
        return HOB_OK;
    }
    size_t errors = 0;
    size_t warnings = 0;
    hob_status status = hob_command__validate(call, &errors, &warnings, reterr);
    call->exit_code = errors > 0 ? 1 : 0;
    return status;
}

const hob_command hob_project_commands[] = {
    {.name = "newProject",
     .summary = "Makes a project folder from a template.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_NO_PROJECT,
     .params = new_params,
     .result = new_result,
     .errors = new_errors,
     .example_json = "{\"dir\": \"mygame\", \"template\": \"empty\"}",
     .run = run_new,
     .cli = "new <dir>"},
    {.name = "validateProject",
     .summary = "Checks every file of the project.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = validate_params,
     .result = hob_command__validation_fields,
     .example_json = "{}",
     .run = run_validate,
     .cli = "validate",
     .tool = "validate_project"},
    {.name = "doctor",
     .summary = "Tells what this program can do and how the project stands.",
     .permission = HOB_PERMIT_READ_ONLY,
     .flags = HOB_COMMAND_TOLERANT,
     .params = no_params,
     .result = doctor_result,
     .example_json = "{}",
     .run = run_doctor,
     .cli = "doctor"},
    {.name = NULL}};
