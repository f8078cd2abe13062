/* Taking commands back, doing them again, and reading who did what (project/history.h). */
#include "command/command_internal.h"
#include "project/history.h"

/* ---- undo, redo ---- */

static const hob_field travel_params[] = {
    HOB_P("force", BOOL,
          .doc = "Goes over files that were edited since by other means; their text "
                 "is kept for the way back."),
    HOB_FIELDS_END};
static const hob_field file_field = {.name = "", .type = HOB_FIELD_TEXT, .doc = "A path."};
#define ENTRY_RESULT                                                            \
    HOB_P("seq", INT, .doc = "Number of the entry, as the journal has it."),    \
        HOB_P("summary", TEXT, .doc = "What the command did, in a few words."), \
        HOB_P("restored", LIST, .element = &file_field, .doc = "Files that it touched.")
static const hob_field undo_result[] = {HOB_P("undone", TEXT, .doc = "The command taken back."),
                                        ENTRY_RESULT, HOB_FIELDS_END};
static const hob_field redo_result[] = {HOB_P("redone", TEXT, .doc = "The command done again."),
                                        ENTRY_RESULT, HOB_FIELDS_END};
static const hob_status travel_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_HISTORY_CONFLICT,
                                           HOB_ERR_HISTORY_CORRUPT, HOB_OK};

static hob_value paths_of(hob_command_call *call, const hob_history_entry *entry) {
    hob_value list = hob_command__list(call);
    for (size_t i = 0; i < entry->file_count; i++) {
        hob_command__add(call, list, hob_command__text(call, hob_str_from(entry->files[i])));
    }
    return list;
}

static hob_status run_travel(hob_command_call *call, bool redo, hob_error *reterr) {
    hob_history_entry entry;
    hob_status status = hob_history_travel(call->change, redo, hob_call_bool(call, "force"),
                                           call->arena, &entry, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_call_set_text(call, redo ? "redone" : "undone", entry.command);
    hob_call_set_number(call, "seq", (double)entry.seq);
    hob_call_set_text(call, "summary", entry.summary);
    hob_call_set(call, "restored", paths_of(call, &entry));
    for (size_t i = 0; i < entry.file_count; i++) {
        bool stays = hob_change_exists(call->change, entry.files[i]);
        hob_call_changed(call, "file", NULL, NULL, entry.files[i], NULL,
                         stays ? "modified" : "deleted");
    }
    return HOB_OK;
}

static hob_status run_undo(hob_command_call *call, hob_error *reterr) {
    return run_travel(call, false, reterr);
}

static hob_status run_redo(hob_command_call *call, hob_error *reterr) {
    return run_travel(call, true, reterr);
}

/* ---- listHistory ---- */

static const hob_field entry_fields[] = {
    HOB_P("seq", INT, .doc = "Number of the entry, as the journal has it."),
    HOB_P("command", TEXT, .doc = "The command."),
    HOB_P("summary", TEXT, .doc = "What it did, in a few words."),
    HOB_P("timestamp", TEXT, .doc = "When, ISO 8601 in UTC."),
    HOB_P("source", TEXT, .doc = "Who asked: cli, mcp or editor."),
    HOB_P("undone", BOOL, .doc = "Whether it was taken back."),
    HOB_P("files", LIST, .element = &file_field, .doc = "Files that it changed."),
    HOB_FIELDS_END};
static const hob_field entry_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = entry_fields, .doc = "One entry."};
static const hob_field no_params[] = {HOB_FIELDS_END};
static const hob_field history_result[] = {
    HOB_P("entries", LIST, .element = &entry_field, .doc = "The entries, oldest first."),
    HOB_P("cursor", INT, .doc = "How many of them are applied."), HOB_FIELDS_END};
static const hob_status history_errors[] = {HOB_ERR_HISTORY_CORRUPT, HOB_OK};

static hob_status run_history(hob_command_call *call, hob_error *reterr) {
    hob_history history;
    hob_status status = hob_history_list(call->project, call->arena, &history, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_value list = hob_command__list(call);
    for (size_t i = 0; i < history.count; i++) {
        const hob_history_entry *entry = &history.entries[i];
        hob_value row = hob_command__map(call);
        hob_command__put_number(call, row, "seq", (double)entry->seq);
        hob_command__put_text(call, row, "command", entry->command);
        hob_command__put_text(call, row, "summary", entry->summary);
        hob_command__put_text(call, row, "timestamp", entry->time);
        hob_command__put_text(call, row, "source", entry->source);
        hob_command__put_bool(call, row, "undone", entry->is_undone);
        hob_command__put(call, row, "files", paths_of(call, entry));
        hob_command__add(call, list, row);
    }
    hob_call_set(call, "entries", list);
    hob_call_set_number(call, "cursor", (double)history.applied);
    return HOB_OK;
}

/* ---- listJournal ---- */

static const hob_field journal_params[] = {
    HOB_P("since", INT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_HAS_MIN, .min = 0,
          .doc = "Only lines after this number; left out, the newest ones."),
    HOB_P("limit", INT, .flags = HOB_FIELD_HAS_MIN | HOB_FIELD_HAS_MAX, .min = 1, .max = 500,
          .default_json = "50", .doc = "At most so many lines."),
    HOB_FIELDS_END};
static const hob_field detail_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};
static const hob_field line_fields[] = {
    HOB_P("seq", INT, .doc = "Number of the line."),
    HOB_P("ts", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "When, ISO 8601 in UTC."),
    HOB_P("source", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "Who asked: cli, mcp or editor."),
    HOB_P("command", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "The command."),
    HOB_P("summary", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "What it did, in a few words."),
    HOB_P("ok", BOOL, .flags = HOB_FIELD_OPTIONAL, .doc = "Whether it succeeded."),
    HOB_P("error", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "Code of the error."),
    HOB_P("detail", MAP, .element = &detail_field, .flags = HOB_FIELD_OPTIONAL,
          .doc = "More, by command."),
    HOB_FIELDS_END};
static const hob_field line_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = line_fields, .doc = "One line."};
static const hob_field journal_result[] = {
    HOB_P("entries", LIST, .element = &line_field, .doc = "Lines, oldest first."),
    HOB_P("lastSeq", INT, .doc = "Number of the newest line; 0 = there is none."), HOB_FIELDS_END};

static hob_status run_journal(hob_command_call *call, hob_error *reterr) {
    bool newest = !hob_call_given(call, "since");
    uint64_t since = newest ? 0 : (uint64_t)hob_call_number(call, "since");
    hob_journal journal;
    hob_status status =
        hob_journal_read(call->project, newest, since, (size_t)hob_call_number(call, "limit"),
                         call->arena, &journal, reterr);
    hob_value list = hob_command__list(call);
    for (size_t i = 0; status == HOB_OK && i < journal.count; i++) {
        hob_json line;
        /* A line that a person broke is left out; the others tell on. */
        if (hob_json_parse(&call->arena->as_allocator, journal.lines[i], "", HOB_JSON_STRICT, &line,
                           NULL, NULL) == HOB_OK) {
            hob_command__add(call, list, hob_command__of_json(call, line.root));
        }
    }
    if (status == HOB_OK) {
        hob_call_set(call, "entries", list);
        hob_call_set_number(call, "lastSeq", (double)journal.last_seq);
    }
    return status;
}

const hob_command hob_history_commands[] = {
    {.name = "undo",
     .summary = "Takes the last change back.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES | HOB_COMMAND_ALONE,
     .params = travel_params,
     .result = undo_result,
     .errors = travel_errors,
     .example_json = "{}",
     .example_after = "createScene",
     .run = run_undo,
     .cli = "undo",
     .tool = "undo"},
    {.name = "redo",
     .summary = "Does the change again that was taken back last.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES | HOB_COMMAND_ALONE,
     .params = travel_params,
     .result = redo_result,
     .errors = travel_errors,
     .example_json = "{}",
     .example_after = "undo",
     .run = run_redo,
     .cli = "redo"},
    {.name = "listHistory",
     .summary = "Lists the changes that can be taken back or done again.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = no_params,
     .result = history_result,
     .errors = history_errors,
     .example_json = "{}",
     .run = run_history,
     .cli = "history"},
    {.name = "listJournal",
     .summary = "Lists the commands that were run: who, what, when, with what outcome.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = journal_params,
     .result = journal_result,
     .example_json = "{}",
     .run = run_journal,
     .cli = "journal"},
    {.name = NULL}};
