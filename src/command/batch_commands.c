/* Several commands as one: all or nothing, one line in the journal, one step of undo, or a dry run.
 *
 * The commands run one after the other on a layer in memory over the project's files, each as it
 * would run by itself, and see what those before them did. What the layer holds in the end is the
 * change of the batch. The lock of the project is held from begin to end. */
#include "command/command_internal.h"

#include <string.h>

enum {
    JOURNALED = 20, /* so many parts are named in the journal */
    NOT_IN_BATCHES = HOB_COMMAND_ALONE | HOB_COMMAND_NO_PROJECT | HOB_COMMAND_LIVE,
};

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};
static const hob_field item_fields[] = {
    HOB_P("command", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Name of the command."),
    HOB_P("params", MAP, .element = &any_field, .doc = "Its parameters."), HOB_FIELDS_END};
static const hob_field item_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = item_fields, .doc = "One command."};
static const hob_field batch_params[] = {
    HOB_P("commands", LIST, .element = &item_field,
          .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "The commands, in order; `hob commands` lists them."),
    HOB_P("dryRun", BOOL, .doc = "Tells what would be done, and does nothing."), HOB_FIELDS_END};

static const hob_field path_field = {.name = "", .type = HOB_FIELD_TEXT, .doc = "A path."};
static const hob_field done_fields[] = {
    HOB_P("command", TEXT, .doc = "Name of the command."),
    HOB_P("data", MAP, .element = &any_field, .doc = "Its result."), HOB_FIELDS_END};
static const hob_field done_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = done_fields, .doc = "One command."};
static const hob_field changed_field = {
    .name = "", .type = HOB_FIELD_MAP, .element = &any_field, .doc = "As in `changed`."};
static const hob_field batch_result[] = {
    HOB_P("results", LIST, .element = &done_field, .doc = "One for each command, in order."),
    HOB_P("dryRun", BOOL, .doc = "Whether nothing was written."),
    HOB_P("wouldChange", LIST, .element = &changed_field, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Of a dry run: what `changed` would say."),
    HOB_P("wouldWrite", LIST, .element = &path_field, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Of a dry run: the files that would be written or deleted."),
    HOB_FIELDS_END};
static const hob_status batch_errors[] = {HOB_ERR_UNKNOWN_COMMAND, HOB_ERR_INVALID_INPUT, HOB_OK};

/* Lies in the arena of the call, and what it holds is freed when the call ends. */
typedef struct batch {
    hob_command_call *call;
    hob_command_session session; /* like the call's, on the layer */
    hob_fs *layer;
    hob_value results, files;
} batch;

static void batch_done(void *user) {
    batch *b = user;
    hob_command__close_project(&b->session);
    hob_fs_overlay_destroy(b->layer);
    b->layer = NULL;
}

static hob_status batch_begin(hob_command_call *call, batch **ret_batch, hob_error *reterr) {
    batch *b = hob_arena_new(call->arena, batch);
    b->call = call;
    b->results = hob_command__list(call);
    b->files = hob_command__list(call);
    b->session = *call->session;
    b->session.project = NULL;
    b->session.is_scratch = true;
    b->session.project_folder = hob_arena_text(call->arena, hob_project_root(call->project),
                                               strlen(hob_project_root(call->project)));
    call->cleanup = batch_done;
    call->cleanup_user = b;
    *ret_batch = b;
    hob_status status =
        hob_fs_overlay_create(call->session->allocator, call->session->host.fs, &b->layer, reterr);
    b->session.host.fs = b->layer;
    return status;
}

/* ---- the commands ---- */

static hob_status refuse_part(batch *b, const hob_command *command, uint32_t index,
                              hob_error *reterr) {
    const char *pointer = hob_arena_format(b->call->arena, "/commands/%u/command", index);
    hob_fail(reterr, HOB_ERR_INVALID_INPUT, "%s cannot be part of a batch.", command->name);
    hob_error_hint(reterr, "Run it by itself, before or after the batch.");
    return hob_error_place(reterr, NULL, pointer, 0, 0);
}

/* The error of a part is the batch's, with its number before it. */
static hob_status part_failed(batch *b, uint32_t index, hob_str name, const hob_envelope *part,
                              hob_error *reterr) {
    const char *pointer =
        hob_arena_format(b->call->arena, "/commands/%u%s%s", index,
                         part->error.pointer[0] != '\0' ? "/params" : "", part->error.pointer);
    hob_fail(reterr, part->error.status, "Command %u of the batch, %.*s: %s", index + 1,
             hob_command__shown(name), name.data, part->error.message);
    hob_error_hint(reterr, "%s%sNothing of the batch was done.", part->error.hint,
                   part->error.hint[0] != '\0' ? " " : "");
    bool in_file = part->error.file[0] != '\0';
    hob_error_place(reterr, part->error.file, in_file ? part->error.pointer : pointer,
                    part->error.line, part->error.column);
    b->call->exit_code = part->exit_code;
    return reterr->status;
}

static void add_all(hob_command_call *call, hob_value into, hob_value list) {
    for (uint32_t i = 0; list.tag == HOB_TAG_LIST && i < list.as.list->count; i++) {
        hob_command__add(call, into, hob_list_get(list.as.list, i));
    }
}

/* Files that declare component types: the project is opened again to know them. */
static bool declares(hob_value files) {
    for (uint32_t i = 0; i < files.as.list->count; i++) {
        if (hob_str_starts(hob_value_str(hob_list_get(files.as.list, i)), HOB_STR("components/"))) {
            return true;
        }
    }
    return false;
}

static hob_status run_part(batch *b, uint32_t index, hob_value item, hob_error *reterr) {
    hob_command_call *call = b->call;
    hob_str name = hob_value_str(hob_value_get(item, "command"));
    const hob_command *command = hob_command_find(name);
    if (command != NULL && (command->flags & NOT_IN_BATCHES) != 0) {
        return refuse_part(b, command, index, reterr);
    }
    hob_buf params;
    hob_buf_init(&params, &call->arena->as_allocator, HOB_JSON_MAX_BYTES);
    (void)hob_value_write_json(&params, hob_value_get(item, "params"), false, NULL, NULL);
    hob_envelope part;
    hob_command_execute(&b->session, name, hob_buf_str(&params), call->arena, &part);
    if (!part.success) {
        return part_failed(b, index, name, &part, reterr);
    }
    hob_value done = hob_command__map(call), files = hob_value_get(part.value, "files");
    hob_command__put_str(call, done, "command", name);
    hob_command__put(call, done, "data", hob_value_get(part.value, "data"));
    hob_command__add(call, b->results, done);
    add_all(call, call->changed, hob_value_get(part.value, "changed"));
    if (declares(files)) {
        hob_command__close_project(&b->session);
    }
    return HOB_OK;
}

/* ---- from the layer into the change ---- */

static bool is_internal(const char *path) {
    return strcmp(path, ".hob/lock") == 0 || strcmp(path, ".hob/journal.jsonl") == 0;
}

static hob_status take_file(batch *b, const char *full, const char *path, bool is_dry,
                            hob_error *reterr) {
    hob_command_call *call = b->call;
    hob_file_info info = {.exists = false};
    hob_status status = b->layer->info(b->layer, full, true, &info, reterr);
    bool existed = hob_change_exists(call->change, path);
    if (status != HOB_OK || (!info.exists && !existed) || is_internal(path)) {
        return status;
    }
    hob_command__add(call, b->files, hob_command__text(call, hob_str_from(path)));
    if (is_dry) {
        return HOB_OK;
    }
    if (!info.exists) {
        return hob_change_delete(call->change, path, reterr);
    }
    hob_buf bytes;
    hob_buf_init(&bytes, &call->arena->as_allocator, SIZE_MAX / 4);
    status = b->layer->read(b->layer, full, SIZE_MAX / 4, &bytes, reterr);
    return status == HOB_OK ? hob_change_put(call->change, path, hob_buf_str(&bytes), reterr)
                            : status;
}

/* Pictures and the like that were asked for outside of the project. */
static hob_status take_outside(batch *b, const char *full, hob_error *reterr) {
    hob_buf bytes;
    hob_buf_init(&bytes, &b->call->arena->as_allocator, SIZE_MAX / 4);
    hob_status status = b->layer->read(b->layer, full, SIZE_MAX / 4, &bytes, reterr);
    return status == HOB_OK
               ? hob_command__write_outside(b->call, hob_str_from(full), &bytes, reterr)
               : status;
}

static hob_status take_over(batch *b, bool is_dry, hob_error *reterr) {
    const char *root = hob_project_root(b->call->project);
    size_t length = strcmp(root, "/") == 0 ? 0 : strlen(root);
    hob_status status = HOB_OK;
    for (size_t i = 0; i < hob_fs_overlay_touched_count(b->layer) && status == HOB_OK; i++) {
        const char *full = hob_fs_overlay_touched(b->layer, i);
        if (strncmp(full, root, length) == 0 && full[length] == '/') {
            status = take_file(b, full, full + length + 1, is_dry, reterr);
        } else if (!is_dry) {
            status = take_outside(b, full, reterr);
        }
    }
    return status;
}

static hob_status run_batch(hob_command_call *call, hob_error *reterr) {
    bool is_dry = call->is_dry = hob_call_bool(call, "dryRun");
    hob_value commands = hob_value_get(call->params, "commands"), names = hob_command__list(call);
    batch *b = NULL;
    hob_status status = batch_begin(call, &b, reterr);
    for (uint32_t i = 0; i < commands.as.list->count && status == HOB_OK; i++) {
        hob_value item = hob_list_get(commands.as.list, i);
        if (i < JOURNALED) {
            hob_command__add(call, names, hob_value_get(item, "command"));
        }
        status = run_part(b, i, item, reterr);
    }
    hob_call_detail(call, "commands", names);
    hob_call_detail(call, "count", hob_value_number(commands.as.list->count));
    status = status == HOB_OK ? take_over(b, is_dry, reterr) : status;
    if (status != HOB_OK) {
        return status;
    }
    hob_call_set(call, "results", b->results);
    hob_call_set_bool(call, "dryRun", is_dry);
    if (is_dry) {
        hob_call_set(call, "wouldChange", call->changed);
        hob_call_set(call, "wouldWrite", b->files);
    }
    return HOB_OK;
}

const hob_command hob_batch_commands[] = {
    {.name = "runBatch",
     .summary = "Runs several commands as one: all or nothing, one step of undo.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES | HOB_COMMAND_ALONE,
     .params = batch_params,
     .result = batch_result,
     .errors = batch_errors,
     .example_json = "{\"commands\": ["
                     "{\"command\": \"createScene\", \"params\": {\"name\": \"Arena\"}}, "
                     "{\"command\": \"createEntity\", "
                     "\"params\": {\"scene\": \"Arena\", \"name\": \"Hero\"}}]}",
     .run = run_batch,
     .cli = "batch <commands>",
     .tool = "run_batch"},
    {.name = NULL}};
