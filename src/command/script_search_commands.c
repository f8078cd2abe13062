/* Commands over all script files: search, replace, lay out. */
#include "command/script_format.h"

#include "base/regex.h"
#include "command/script_check.h"
#include "world/asset_view.h"

#include <string.h>

#define MATCHES_MAX 500 /* told one by one */
#define PREVIEW     120 /* bytes of a line around a match */
#define SCRIPT_MAX  ((size_t)32 << 20)

#define SEARCH_PARAMS                                                                           \
    HOB_P("regex", BOOL, .doc = "The query is a regular expression."),                          \
        HOB_P("caseSensitive", BOOL, .doc = "Capitals differ from small letters."),             \
        HOB_P("pathGlob", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,              \
              .doc = "Only files whose whole path fits: * within a folder, ** over folders, ? " \
                     "one character.")
#define QUERY_PARAM                                                         \
    HOB_P("query", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Text to look for, within a line.")

static const hob_status query_errors[] = {HOB_ERR_INVALID_INPUT, HOB_OK};

static hob_status compile_query(hob_command_call *call, hob_regex **ret_pattern,
                                hob_error *reterr) {
    hob_regex_options options = {
        .literal = !hob_call_bool(call, "regex"),
        .ignore_case = !hob_call_bool(call, "caseSensitive"),
    };
    hob_status status =
        hob_regex_compile(call->arena, hob_call_str(call, "query"), options, ret_pattern, reterr);
    if (status != HOB_OK) {
        hob_error_place(reterr, "", "/query", 0, 0);
    }
    return status;
}

/* Scripts that are asked for and can be read. */
static bool is_searched(const hob_command_call *call, const hob_script_file *script) {
    hob_str glob = hob_call_str(call, "pathGlob");
    return script->error == NULL &&
           (glob.length == 0 || hob_asset_path_matches(glob, hob_str_from(script->path)));
}

/* The next line without its break; false at the end. A last line may be empty. */
static bool next_line(hob_str text, size_t *at, hob_str *ret_line) {
    if (*at > text.length) {
        return false;
    }
    size_t end = *at;
    while (end < text.length && text.data[end] != '\n') {
        end++;
    }
    size_t length = end - *at;
    length -= length > 0 && end < text.length && text.data[end - 1] == '\r';
    *ret_line = (hob_str){text.data + *at, length};
    *at = end + 1;
    return true;
}

/* Where to look on behind a match: an empty one is stepped over. */
static size_t behind(hob_str line, const hob_regex_match *match) {
    uint32_t c;
    return match->end[0] > match->start[0]
               ? match->end[0]
               : match->end[0] + hob_utf8_decode(line, match->end[0], &c) +
                     (match->end[0] >= line.length);
}

/* ---- searchScripts ---- */

static const hob_field search_params[] = {QUERY_PARAM, SEARCH_PARAMS, HOB_FIELDS_END};
static const hob_field match_fields[] = {
    HOB_P("path", TEXT, .doc = "Script file."), HOB_P("line", INT, .doc = "Line, from 1."),
    HOB_P("column", INT, .doc = "Character in the line, from 1."),
    HOB_P("preview", TEXT, .doc = "The line around the match."), HOB_FIELDS_END};
static const hob_field match_row = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = match_fields, .doc = "A match."};
static const hob_field search_result[] = {
    HOB_P("matches", LIST, .element = &match_row, .doc = "Matches, by path and line."),
    HOB_P("total", INT, .doc = "How many there are in all."),
    HOB_P("capped", BOOL, .doc = "There are more than are listed."), HOB_FIELDS_END};

static size_t column_of(hob_str line, size_t at) {
    size_t column = 1;
    uint32_t c;
    for (size_t i = 0; i < at; column++) {
        i += hob_utf8_decode(line, i, &c);
    }
    return column;
}

static bool is_inside_character(hob_str line, size_t at) {
    return at < line.length && ((unsigned char)line.data[at] & 0xc0) == 0x80;
}

/* At most PREVIEW bytes of the line with the match in the middle, whole characters. */
static hob_str preview_of(hob_str line, size_t start, size_t end) {
    size_t length = end - start < PREVIEW ? end - start : PREVIEW, room = (PREVIEW - length) / 2;
    size_t from = start > room ? start - room : 0;
    from = line.length <= PREVIEW ? 0 : from + PREVIEW > line.length ? line.length - PREVIEW : from;
    size_t to = from + PREVIEW < line.length ? from + PREVIEW : line.length;
    while (is_inside_character(line, from)) {
        from++;
    }
    while (to > from && is_inside_character(line, to)) {
        to--;
    }
    return (hob_str){line.data + from, to - from};
}

typedef struct found {
    hob_command_call *call;
    hob_regex *pattern;
    hob_value matches;
    size_t total;
} found;

static void search_file(found *f, const hob_script_file *script) {
    hob_str line;
    size_t number = 0, at = 0;
    while (next_line(script->text, &at, &line)) {
        hob_regex_match match;
        number++;
        for (size_t from = 0; from <= line.length && hob_regex_find(f->pattern, line, from, &match);
             from = behind(line, &match)) {
            if (f->total++ >= MATCHES_MAX) {
                continue;
            }
            hob_value row = hob_command__map(f->call);
            hob_command__put_text(f->call, row, "path", script->path);
            hob_command__put_number(f->call, row, "line", (double)number);
            hob_command__put_number(f->call, row, "column",
                                    (double)column_of(line, match.start[0]));
            hob_command__put_str(f->call, row, "preview",
                                 preview_of(line, match.start[0], match.end[0]));
            hob_command__add(f->call, f->matches, row);
        }
    }
}

static hob_status run_search(hob_command_call *call, hob_error *reterr) {
    found f = {.call = call, .matches = hob_command__list(call)};
    hob_status status = compile_query(call, &f.pattern, reterr);
    if (status != HOB_OK) {
        return status;
    }
    for (size_t i = 0; i < hob_project_script_count(call->project); i++) {
        const hob_script_file *script = hob_project_script_at(call->project, i);
        if (is_searched(call, script)) {
            search_file(&f, script);
        }
    }
    hob_call_set(call, "matches", f.matches);
    hob_call_set_number(call, "total", (double)f.total);
    hob_call_set_bool(call, "capped", f.total > MATCHES_MAX);
    if (f.total > MATCHES_MAX) {
        hob_call_suggest(call, "narrow the search with --path-glob");
    }
    return HOB_OK;
}

/* ---- replaceInScripts ---- */

static const hob_field replace_params[] = {
    QUERY_PARAM,
    HOB_P("replacement", TEXT, .flags = HOB_FIELD_REQUIRED,
          .doc = "What stands there instead; with regex $1 is the first group, $& the match, $$ "
                 "a dollar."),
    SEARCH_PARAMS, HOB_P("dryRun", BOOL, .doc = "Only tells what would change."), HOB_FIELDS_END};
static const hob_field replaced_fields[] = {
    HOB_P("path", TEXT, .doc = "Script file."), HOB_P("count", INT, .doc = "Replaced matches."),
    HOB_P("lines", INT, .doc = "Lines that they are on."),
    HOB_P("preview", TEXT, .doc = "The first line that changes, as it is then."), HOB_FIELDS_END};
static const hob_field replaced_row = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = replaced_fields, .doc = "A file."};
static const hob_field replace_result[] = {
    HOB_P("changes", LIST, .element = &replaced_row, .doc = "Files with matches."),
    HOB_P("total", INT, .doc = "Replaced matches in all of them."),
    HOB_P("applied", BOOL, .doc = "The files are written."), HOB_FIELDS_END};

/* $1 to $19, $& and $$; every other dollar stands for itself. */
static void add_replacement(hob_buf *out, hob_str text, hob_str line,
                            const hob_regex_match *match) {
    for (size_t i = 0; i < text.length; i++) {
        char next = i + 1 < text.length ? text.data[i + 1] : '\0';
        size_t group = SIZE_MAX, used = 1;
        if (text.data[i] == '$' && next >= '0' && next <= '9') {
            char third = i + 2 < text.length ? text.data[i + 2] : '\0';
            size_t one = (size_t)(next - '0'), two = one * 10 + (size_t)(third - '0');
            bool takes_two = third >= '0' && third <= '9' && two > 0 && two < match->group_count;
            group = takes_two ? two : one;
            used = takes_two ? 2 : 1;
            group = group > 0 && group < match->group_count ? group : SIZE_MAX;
        } else if (text.data[i] == '$' && next == '&') {
            group = 0;
        } else if (text.data[i] == '$' && next == '$') {
            i++;
        }
        if (group == SIZE_MAX) {
            hob_buf_add_char(out, text.data[i]);
            continue;
        }
        if (match->start[group] != SIZE_MAX) {
            hob_buf_add(out, line.data + match->start[group],
                        match->end[group] - match->start[group]);
        }
        i += used;
    }
}

typedef struct replaced {
    hob_buf text;
    size_t count, lines;
    hob_str preview;
} replaced;

static void replace_line(hob_command_call *call, hob_regex *pattern, hob_str line, replaced *r) {
    hob_str with = hob_call_str(call, "replacement");
    bool regex = hob_call_bool(call, "regex");
    size_t copied = 0, count = 0, start = r->text.length;
    hob_regex_match match;
    for (size_t from = 0; from <= line.length && hob_regex_find(pattern, line, from, &match);
         from = behind(line, &match)) {
        hob_buf_add(&r->text, line.data + copied, match.start[0] - copied);
        if (regex) {
            add_replacement(&r->text, with, line, &match);
        } else {
            hob_buf_add_str(&r->text, with);
        }
        copied = match.end[0];
        count++;
    }
    hob_buf_add(&r->text, line.data + copied, line.length - copied);
    if (count > 0 && r->count == 0) {
        size_t length = r->text.length - start;
        hob_str made = {hob_arena_text(call->arena, r->text.data + start, length), length};
        r->preview = preview_of(made, 0, 0);
    }
    r->lines += count > 0;
    r->count += count;
}

static void replace_file(hob_command_call *call, hob_regex *pattern, hob_str text, replaced *r) {
    hob_str line;
    *r = (replaced){0};
    hob_buf_init(&r->text, &call->arena->as_allocator, SCRIPT_MAX);
    for (size_t at = 0, start = 0; next_line(text, &at, &line); start = at) {
        replace_line(call, pattern, line, r);
        size_t used = start + line.length, end = at < text.length ? at : text.length;
        hob_buf_add(&r->text, text.data + used, end - used); /* its break, as it was */
    }
}

static hob_status put_replaced(hob_command_call *call, const char *path, const replaced *r,
                               hob_error *reterr) {
    hob_error error = {0};
    if (r->text.failed) {
        return hob_fail(reterr, HOB_ERR_INVALID_INPUT, "%s would become too large.", path);
    }
    hob_status status = hob_change_put(call->change, path, hob_buf_str(&r->text), reterr);
    hob_call_changed(call, "script", NULL, NULL, path, NULL, "modified");
    if (status == HOB_OK &&
        hob_command__check_script(path, hob_buf_str(&r->text), &error) != HOB_OK) {
        error.severity = HOB_SEVERITY_WARNING;
        hob_error_list_add(call->warnings, &error);
    }
    return status;
}

static hob_status run_replace(hob_command_call *call, hob_error *reterr) {
    hob_regex *pattern = NULL;
    hob_value changes = hob_command__list(call), paths = hob_command__list(call);
    bool dry = hob_call_bool(call, "dryRun");
    size_t total = 0;
    hob_status status = compile_query(call, &pattern, reterr);
    for (size_t i = 0; status == HOB_OK && i < hob_project_script_count(call->project); i++) {
        const hob_script_file *script = hob_project_script_at(call->project, i);
        replaced r;
        if (!is_searched(call, script)) {
            continue;
        }
        replace_file(call, pattern, script->text, &r);
        if (r.count == 0) {
            continue;
        }
        const char *path = hob_command__cstr(call, hob_str_from(script->path));
        hob_value row = hob_command__map(call);
        hob_command__put_text(call, row, "path", path);
        hob_command__put_number(call, row, "count", (double)r.count);
        hob_command__put_number(call, row, "lines", (double)r.lines);
        hob_command__put_str(call, row, "preview", r.preview);
        hob_command__add(call, changes, row);
        total += r.count;
        if (!dry) {
            hob_command__add(call, paths, hob_command__text(call, hob_str_from(path)));
            status = put_replaced(call, path, &r, reterr);
        }
    }
    if (status == HOB_OK) {
        hob_call_set(call, "changes", changes);
        hob_call_set_number(call, "total", (double)total);
        hob_call_set_bool(call, "applied", !dry && total > 0);
        hob_call_detail(call, "paths", paths);
        hob_call_suggest(call, dry ? "the same without --dry-run" : "hob script format --all");
    }
    return status;
}

/* ---- formatScript ---- */

static const hob_field format_params[] = {
    HOB_P("path", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Script file, below scripts/."),
    HOB_P("all", BOOL, .doc = "All scripts of the project."), HOB_FIELDS_END};
static const hob_field formatted_fields[] = {
    HOB_P("path", TEXT, .doc = "Script file."),
    HOB_P("changed", BOOL, .doc = "Its text is another one now."), HOB_FIELDS_END};
static const hob_field formatted_row = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = formatted_fields, .doc = "A file."};
static const hob_field format_result[] = {
    HOB_P("results", LIST, .element = &formatted_row, .doc = "Files that were looked at."),
    HOB_FIELDS_END};
static const hob_status format_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_INVALID_INPUT, HOB_OK};

static hob_status format_one(hob_command_call *call, const hob_script_file *script,
                             hob_value results, hob_value paths, hob_error *reterr) {
    const char *path = hob_command__cstr(call, hob_str_from(script->path));
    hob_str name = hob_str_from(path), text = {NULL, 0};
    hob_status status = HOB_OK;
    if (script->error != NULL) {
        *reterr = *script->error;
        return reterr->status;
    }
    if (!hob_str_ends(name, HOB_STR(".lua")) && !hob_str_ends(name, HOB_STR(".js"))) {
        hob_call_warn(call, HOB_ERR_SCRIPT_UNKNOWN_EXTENSION, NULL,
                      "%s is neither Lua nor JavaScript.", path);
        return HOB_OK;
    }
    bool changed =
        hob_format_script(call, path, script->text, &text) && !hob_str_equal(text, script->text);
    if (changed) {
        status = hob_change_put(call->change, path, text, reterr);
        hob_command__add(call, paths, hob_command__text(call, name));
        hob_call_changed(call, "script", NULL, NULL, path, NULL, "modified");
    }
    hob_value row = hob_command__map(call);
    hob_command__put_text(call, row, "path", path);
    hob_command__put_bool(call, row, "changed", changed);
    hob_command__add(call, results, row);
    return status;
}

static hob_status run_format(hob_command_call *call, hob_error *reterr) {
    hob_value results = hob_command__list(call), paths = hob_command__list(call);
    bool all = hob_call_bool(call, "all");
    hob_status status = HOB_OK;
    if (all == hob_call_given(call, "path")) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT,
                 all ? "Both a path and all are given." : "There is nothing to lay out.");
        return hob_error_hint(reterr, "Give path, or all.");
    }
    if (!all) {
        const hob_script_file *script = NULL;
        status = hob_command__script(call, hob_call_str(call, "path"), &script, reterr);
        if (status == HOB_OK) {
            status = format_one(call, script, results, paths, reterr);
        }
    }
    for (size_t i = 0; all && status == HOB_OK && i < hob_project_script_count(call->project);
         i++) {
        const hob_script_file *script = hob_project_script_at(call->project, i);
        if (script->error == NULL) {
            status = format_one(call, script, results, paths, reterr);
        }
    }
    if (status == HOB_OK) {
        hob_call_set(call, "results", results);
        hob_call_detail(call, "paths", paths);
        hob_call_suggest(call, "hob validate");
    }
    return status;
}

const hob_command hob_search_commands[] = {
    {.name = "searchScripts",
     .summary = "Finds text in script files.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = search_params,
     .result = search_result,
     .errors = query_errors,
     .example_json = "{\"query\": \"onUpdate\"}",
     .example_after = "createScript",
     .run = run_search,
     .cli = "script search <query>"},
    {.name = "replaceInScripts",
     .summary = "Replaces text in script files.",
     .permission = HOB_PERMIT_CODE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = replace_params,
     .result = replace_result,
     .errors = query_errors,
     .example_json = "{\"query\": \"^-- (function .*|end)$\", \"replacement\": \"  $1\", "
                     "\"regex\": true}",
     .example_after = "createScript",
     .run = run_replace,
     .cli = "script replace <query> <replacement>"},
    {.name = "formatScript",
     .summary = "Lays script files out, without any change of meaning.",
     .permission = HOB_PERMIT_CODE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = format_params,
     .result = format_result,
     .errors = format_errors,
     .example_json = "{\"path\": \"scripts/player.lua\"}",
     .example_after = "replaceInScripts",
     .run = run_format,
     .cli = "script format [path]"},
    {.name = NULL}};
