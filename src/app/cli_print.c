/* What people read: help from the tables, envelopes as lines. */
#include "app/cli.h"

#include "app/cli_words.h"

#include <string.h>

#define ROWS_SHOWN   100
#define INLINE_ITEMS 6
#define SPELLING     44
#define CUT          160
#define CUT_MEMBER   1000

static bool is_plain(hob_value v) {
    return v.tag != HOB_TAG_LIST && v.tag != HOB_TAG_MAP;
}

static void add_plain(hob_buf *out, hob_value v) {
    if (v.tag == HOB_TAG_TEXT) {
        hob_buf_add_str(out, hob_text_view(v.as.text));
    } else {
        (void)hob_value_write_json(out, v, false, NULL, NULL);
    }
}

/* ---- help ---- */

/* "create scene <name> [--no-camera]" of a spelling. */
static void add_usage(hob_buf *out, const char *spelling) {
    size_t at = 0;
    bool first = true;
    for (hob_cli_piece p = hob_cli__piece(spelling, &at); p.kind != HOB_CLI_END;
         p = hob_cli__piece(spelling, &at)) {
        static const char *const opens[] = {"", "<", "[", "[--"}, *const closes[] = {"", ">", "]"};
        bool is_flag = p.kind == HOB_CLI_FLAG;
        hob_buf_format(out, "%s%s%.*s%s%s", first ? "" : " ", opens[p.kind], (int)p.text.length,
                       p.text.data, p.rest ? "..." : "",
                       is_flag ? (hob_str_is(p.value, "@") ? " FILE]" : "]") : closes[p.kind]);
        first = false;
    }
}

void hob_cli_help(hob_buf *out) {
    hob_buf_add_cstr(
        out, "hob " HOB_VERSION " - a 2D game engine whose every operation is a command\n\n"
             "usage: hob [options] <command> [...]\n\n"
             "  hob new mygame                     make a game\n"
             "  hob -p mygame validate             check its files\n"
             "  hob -p mygame inspect scene Main   look into a scene\n"
             "  hob help create entity             what a command takes, with an example\n\n"
             "options:\n");
    for (const hob_cli_global *g = hob_cli__globals; g->name != NULL; g++) {
        char option[40];
        (void)snprintf(option, sizeof option, "--%s%s%s", g->name, g->value != NULL ? " " : "",
                       g->value != NULL ? g->value : "");
        hob_buf_format(out, "  %s%s %-18s %s\n", g->brief != NULL ? g->brief : "  ",
                       g->brief != NULL ? "," : " ", option, g->doc);
    }
    hob_buf_add_cstr(out, "\ncommands:\n");
    for (size_t i = 0; hob_cli__entry(i) != NULL; i++) {
        const hob_command *c = hob_cli__entry(i);
        hob_buf usage;
        hob_buf_init(&usage, out->allocator, 1024);
        if (c->cli != NULL) {
            add_usage(&usage, c->cli);
            bool is_long = usage.length > SPELLING;
            hob_buf_format(out, "  %-*s%s", SPELLING, usage.data != NULL ? usage.data : "",
                           is_long ? "\n" : "");
            hob_buf_format(out, "%*s %s\n", is_long ? SPELLING + 2 : 0, "", c->summary);
        }
        hob_buf_done(&usage);
    }
    hob_buf_add_cstr(
        out, "  exec <name> [--params JSON|@FILE|-]          Runs a command by its registry name.\n"
             "  help [command...]                            Prints what a command takes.\n\n"
             "exit codes: 0 done, 1 a check failed, 2 wrong usage, 3 the project is invalid,\n"
             "4 not permitted, 70 a defect of Hob, 130 interrupted\n");
}

static bool is_positional(const hob_command *command, const hob_field *param) {
    size_t at = 0;
    for (hob_cli_piece p = command->cli != NULL ? hob_cli__piece(command->cli, &at)
                                                : (hob_cli_piece){.kind = HOB_CLI_END};
         p.kind != HOB_CLI_END; p = hob_cli__piece(command->cli, &at)) {
        if ((p.kind == HOB_CLI_REQUIRED || p.kind == HOB_CLI_OPTIONAL) &&
            hob_str_is(p.text, param->name)) {
            return true;
        }
    }
    return false;
}

/* How a value is written on the command line, where the type alone does not say. */
static const char *written_as(const hob_field *param) {
    switch (param->type) {
    case HOB_FIELD_OBJECT:
        return hob_fields_count(param->fields) == 2 ? "as two numbers x,y" : "as JSON or @file";
    case HOB_FIELD_LIST:
        return param->element->type == HOB_FIELD_OBJECT ? "as a,b;c,d, JSON or @file"
               : param->element->type == HOB_FIELD_ANY  ? "as JSON or @file"
                                                        : "as a,b,c or JSON";
    case HOB_FIELD_MAP:
        return "as JSON or @file";
    case HOB_FIELD_ANY:
        return "as JSON, @file or a plain word";
    default:
        return NULL;
    }
}

static void add_param(hob_buf *out, const hob_command *command, const hob_field *param) {
    char name[64];
    hob_cli__option_name(param->name, name);
    bool positional = is_positional(command, param);
    hob_buf_format(out, "  %s%s%s\n      %s ", positional ? "<" : "--",
                   positional ? param->name : name, positional ? ">" : "", param->doc);
    if ((param->flags & HOB_FIELD_REQUIRED) != 0 && !positional) {
        hob_buf_add_cstr(out, "Required. ");
    }
    hob_buf_add_char(out, '(');
    hob_field_type_text(param, out);
    if (param->unit != NULL) {
        hob_buf_format(out, ", in %s", param->unit);
    }
    const char *written = written_as(param);
    if (written != NULL) {
        hob_buf_format(out, ", %s", written);
    }
    if (param->default_json != NULL) {
        hob_buf_format(out, ", default %s", param->default_json);
    }
    hob_buf_add_cstr(out, ")\n");
}

/* A word as a shell takes it. */
static void add_word(hob_buf *out, hob_str word) {
    bool plain = word.length > 0;
    for (size_t i = 0; plain && i < word.length; i++) {
        char c = word.data[i];
        plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                strchr("_./,:@+-", c) != NULL;
    }
    if (plain) {
        hob_buf_add_str(out, word);
        return;
    }
    hob_buf_add_char(out, '\'');
    for (size_t i = 0; i < word.length; i++) {
        if (word.data[i] == '\'') {
            hob_buf_add_cstr(out, "'\\''");
        } else {
            hob_buf_add_char(out, word.data[i]);
        }
    }
    hob_buf_add_char(out, '\'');
}

static void add_example_value(hob_buf *out, const hob_field *param, hob_value v) {
    hob_buf text;
    hob_buf_init(&text, out->allocator, 1 << 20);
    bool is_pair = param->type == HOB_FIELD_OBJECT && v.tag == HOB_TAG_MAP &&
                   hob_fields_count(param->fields) == 2 && v.as.map->count == 2;
    if (is_pair) {
        hob_buf_add_number(&text, hob_value_get_number(v, param->fields[0].name, 0));
        hob_buf_add_char(&text, ',');
        hob_buf_add_number(&text, hob_value_get_number(v, param->fields[1].name, 0));
    } else {
        add_plain(&text, v);
    }
    add_word(out, hob_buf_str(&text));
    hob_buf_done(&text);
}

/* The example as it is typed: positional parameters first, all others as options. */
static void add_example(hob_buf *out, const hob_command *command, hob_value params) {
    size_t at = 0;
    hob_buf_add_cstr(out, "\nexample: hob");
    for (hob_cli_piece p = hob_cli__piece(command->cli, &at); p.kind != HOB_CLI_END;
         p = hob_cli__piece(command->cli, &at)) {
        if (p.kind == HOB_CLI_WORD) {
            hob_buf_format(out, " %.*s", (int)p.text.length, p.text.data);
        } else if (p.kind == HOB_CLI_REQUIRED || p.kind == HOB_CLI_OPTIONAL) {
            hob_value v = hob_map_get(params.as.map, p.text);
            const hob_field *param = hob_field_find(command->params, p.text);
            for (uint32_t i = 0; p.rest && v.tag == HOB_TAG_LIST && i < v.as.list->count; i++) {
                hob_buf_add_char(out, ' ');
                add_example_value(out, param->element, hob_list_get(v.as.list, i));
            }
            if (!p.rest && v.tag != HOB_TAG_ABSENT) {
                hob_buf_add_char(out, ' ');
                add_example_value(out, param, v);
            }
        }
    }
    for (const hob_field *f = command->params; f->name != NULL; f++) {
        hob_value v = hob_value_get(params, f->name);
        char name[64];
        if (v.tag == HOB_TAG_ABSENT || is_positional(command, f)) {
            continue;
        }
        hob_cli__option_name(f->name, name);
        hob_buf_format(out, " --%s", name);
        if (v.tag != HOB_TAG_BOOL || !v.as.boolean) {
            hob_buf_add_char(out, v.tag == HOB_TAG_BOOL ? '=' : ' ');
            add_example_value(out, f, v);
        }
    }
    hob_buf_add_char(out, '\n');
}

void hob_cli_help_command(hob_buf *out, const hob_command *command) {
    hob_buf_format(out, "%s\n\nusage: hob ", command->summary);
    if (command->cli != NULL) {
        add_usage(out, command->cli);
    } else {
        hob_buf_format(out, "exec %s --params JSON", command->name);
    }
    hob_buf_add_cstr(out, "\n");
    if (hob_fields_count(command->params) > 0) {
        hob_buf_add_cstr(out, "\n");
    }
    for (const hob_field *f = command->params; f->name != NULL; f++) {
        if ((f->flags & HOB_FIELD_HIDDEN) == 0) {
            add_param(out, command, f);
        }
    }
    size_t at = 0;
    for (hob_cli_piece p = command->cli != NULL ? hob_cli__piece(command->cli, &at)
                                                : (hob_cli_piece){.kind = HOB_CLI_END};
         p.kind != HOB_CLI_END; p = hob_cli__piece(command->cli, &at)) {
        if (p.kind == HOB_CLI_FLAG && hob_str_is(p.value, "@")) {
            hob_buf_format(out,
                           "  --%.*s FILE\n      Takes %.*s from a file; - is standard input.\n",
                           (int)p.text.length, p.text.data, (int)p.param.length, p.param.data);
        } else if (p.kind == HOB_CLI_FLAG) {
            hob_buf_format(out, "  --%.*s\n      Sets %.*s to %.*s.\n", (int)p.text.length,
                           p.text.data, (int)p.param.length, p.param.data, (int)p.value.length,
                           p.value.data);
        }
    }
    hob_arena arena;
    hob_value example;
    hob_arena_init(&arena, out->allocator, NULL);
    if (command->cli != NULL && command->example_json != NULL &&
        hob_value_parse_json(&arena.as_allocator, hob_str_from(command->example_json), &example,
                             NULL) == HOB_OK) {
        add_example(out, command, example);
    }
    hob_arena_done(&arena);
    if (command->example_json != NULL) {
        hob_buf_format(out, "as data: hob exec %s --params '%s'\n", command->name,
                       command->example_json);
    }
    hob_buf_format(out, "\nregistry name %s, permission %s\n", command->name,
                   hob_permission_name(command->permission));
}

/* ---- envelopes ---- */

/* JSON on one line, cut where it gets very long. */
static void add_cut(hob_buf *out, hob_value v) {
    hob_buf text;
    hob_buf_init(&text, out->allocator, 1 << 20);
    (void)hob_value_write_json(&text, v, false, NULL, NULL);
    size_t shown = text.length < CUT_MEMBER ? text.length : CUT_MEMBER;
    while (shown < text.length && shown > 0 && ((unsigned char)text.data[shown] & 0xC0) == 0x80) {
        shown--;
    }
    hob_buf_add_str(out, (hob_str){text.data, shown});
    if (shown < text.length) {
        hob_buf_add_cstr(out, "...");
    }
    hob_buf_done(&text);
}

/* On one line when it fits; else a line for each member. */
static void add_map(hob_buf *out, hob_value map) {
    hob_buf text;
    hob_buf_init(&text, out->allocator, 1 << 20);
    (void)hob_value_write_json(&text, map, false, NULL, NULL);
    if (text.length <= CUT) {
        hob_buf_add_char(out, ' ');
        hob_buf_add_str(out, hob_buf_str(&text));
    }
    for (uint32_t i = 0; text.length > CUT && i < map.as.map->count; i++) {
        hob_buf_format(out, "\n    %s: ", hob_text_cstr(map.as.map->entries[i].key));
        add_cut(out, map.as.map->entries[i].value);
    }
    hob_buf_add_char(out, '\n');
    hob_buf_done(&text);
}

/* One row of a list of objects: its plain members. */
static void add_row(hob_buf *out, hob_value row) {
    hob_buf_add_cstr(out, "    ");
    if (row.tag != HOB_TAG_MAP) {
        add_plain(out, row);
        hob_buf_add_char(out, '\n');
        return;
    }
    bool first = true;
    for (uint32_t i = 0; i < row.as.map->count; i++) {
        const hob_map_entry *e = &row.as.map->entries[i];
        bool is_short_list = e->value.tag == HOB_TAG_LIST && e->value.as.list->count > 0 &&
                             is_plain(hob_list_get(e->value.as.list, 0));
        if ((!is_plain(e->value) && !is_short_list) || hob_value_is_absent(e->value)) {
            continue;
        }
        hob_buf_format(out, "%s%s ", first ? "" : "  ", hob_text_cstr(e->key));
        if (is_short_list) {
            for (uint32_t k = 0; k < e->value.as.list->count && k < INLINE_ITEMS; k++) {
                hob_buf_add_cstr(out, k > 0 ? "," : "");
                add_plain(out, hob_list_get(e->value.as.list, k));
            }
        } else {
            add_plain(out, e->value);
        }
        first = false;
    }
    hob_buf_add_char(out, '\n');
}

static void add_list(hob_buf *out, hob_value list) {
    uint32_t count = list.as.list->count;
    bool plain = true;
    for (uint32_t i = 0; i < count; i++) {
        plain = plain && is_plain(hob_list_get(list.as.list, i));
    }
    if (count == 0) {
        hob_buf_add_cstr(out, "none\n");
        return;
    }
    if (plain && count <= INLINE_ITEMS) {
        for (uint32_t i = 0; i < count; i++) {
            hob_buf_add_cstr(out, i > 0 ? ", " : "");
            add_plain(out, hob_list_get(list.as.list, i));
        }
        hob_buf_add_char(out, '\n');
        return;
    }
    hob_buf_format(out, "%u\n", (unsigned)count);
    for (uint32_t i = 0; i < count && i < ROWS_SHOWN; i++) {
        add_row(out, hob_list_get(list.as.list, i));
    }
    if (count > ROWS_SHOWN) {
        hob_buf_format(out, "    ... %u more (see --json)\n", (unsigned)(count - ROWS_SHOWN));
    }
}

static void add_data(hob_buf *out, hob_value data) {
    for (uint32_t i = 0; data.tag == HOB_TAG_MAP && i < data.as.map->count; i++) {
        const hob_map_entry *e = &data.as.map->entries[i];
        if (hob_value_is_absent(e->value)) {
            continue;
        }
        hob_buf_format(out, "  %s:", hob_text_cstr(e->key));
        if (e->value.tag != HOB_TAG_MAP) {
            hob_buf_add_char(out, ' ');
        }
        if (e->value.tag == HOB_TAG_LIST) {
            add_list(out, e->value);
        } else if (e->value.tag == HOB_TAG_MAP) {
            add_map(out, e->value);
        } else {
            add_plain(out, e->value);
            hob_buf_add_char(out, '\n');
        }
    }
}

static void add_finding(hob_buf *out, hob_value finding, const char *mark) {
    hob_str file = hob_value_get_str(finding, "file", "");
    hob_buf_format(out, "%s ", mark);
    if (file.length > 0) {
        hob_buf_add_str(out, file);
        double line = hob_value_get_number(finding, "line", 0);
        if (line > 0) {
            double column = hob_value_get_number(finding, "column", 0);
            hob_buf_format(out, column > 0 ? ":%.0f:%.0f" : ":%.0f", line, column);
        }
        hob_buf_add_cstr(out, ": ");
    }
    hob_buf_add_str(out, hob_value_get_str(finding, "code", ""));
    hob_buf_add_cstr(out, ": ");
    hob_buf_add_str(out, hob_value_get_str(finding, "message", ""));
    hob_buf_add_char(out, '\n');
    hob_str hint = hob_value_get_str(finding, "hint", "");
    if (hint.length > 0) {
        hob_buf_add_cstr(out, "    ");
        hob_buf_add_str(out, hint);
        hob_buf_add_char(out, '\n');
    }
}

static void add_findings(hob_buf *out, hob_value list, const char *mark) {
    for (uint32_t i = 0; list.tag == HOB_TAG_LIST && i < list.as.list->count; i++) {
        add_finding(out, hob_list_get(list.as.list, i), mark);
    }
}

static void add_changes(hob_buf *out, hob_value changed) {
    for (uint32_t i = 0; changed.tag == HOB_TAG_LIST && i < changed.as.list->count; i++) {
        hob_value row = hob_list_get(changed.as.list, i);
        hob_str name = hob_value_get_str(row, "name", "");
        hob_buf_add_cstr(out, "  ");
        hob_buf_add_str(out, hob_value_get_str(row, "action", ""));
        hob_buf_add_char(out, ' ');
        hob_buf_add_str(out, hob_value_get_str(row, "kind", ""));
        hob_buf_add_char(out, ' ');
        hob_buf_add_str(out, name.length > 0 ? name : hob_value_get_str(row, "path", ""));
        hob_buf_add_char(out, '\n');
    }
}

void hob_cli_print(hob_buf *out, const hob_envelope *envelope, const hob_command *command) {
    hob_value v = envelope->value;
    hob_buf_format(out, "%s %s\n", envelope->success && envelope->exit_code == 0 ? "ok" : "FAILED",
                   command != NULL ? command->name : "hob");
    if (envelope->text.length > 0) {
        hob_buf_add_str(out, envelope->text);
    } else {
        add_data(out, hob_value_get(v, "data"));
    }
    add_changes(out, hob_value_get(v, "changed"));
    hob_value files = hob_value_get(v, "files");
    for (uint32_t i = 0; files.tag == HOB_TAG_LIST && i < files.as.list->count; i++) {
        hob_buf_add_cstr(out, i == 0 ? "  wrote " : ", ");
        add_plain(out, hob_list_get(files.as.list, i));
        hob_buf_add_cstr(out, i + 1 == files.as.list->count ? "\n" : "");
    }
    add_findings(out, hob_value_get(v, "warnings"), "warning");
    if (v.tag == HOB_TAG_MAP) {
        add_findings(out, hob_value_get(v, "errors"), "error");
    } else { /* there was no memory for an envelope */
        hob_buf_format(out, "error %s: %s\n", hob_status_name(envelope->error.status),
                       envelope->error.message);
    }
    hob_value revision = hob_value_get(v, "revision");
    if (revision.tag == HOB_TAG_TEXT) {
        hob_buf_add_cstr(out, "revision ");
        add_plain(out, revision);
        hob_buf_add_cstr(out, "\n");
    }
    hob_value suggestions = hob_value_get(v, "suggestions");
    for (uint32_t i = 0; suggestions.tag == HOB_TAG_LIST && i < suggestions.as.list->count; i++) {
        hob_buf_add_cstr(out, "next: ");
        add_plain(out, hob_list_get(suggestions.as.list, i));
        hob_buf_add_char(out, '\n');
    }
}
