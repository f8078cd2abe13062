#include "app/cli.h"

#include "app/cli_words.h"
#include "app/mcp/mcp.h"

#include <string.h>

/* ---- arguments ---- */

typedef struct argument {
    const char *text;   /* as given */
    const char *option; /* without dashes and value; null: a word */
    const char *value;  /* joined with '='; null: none */
    bool taken;         /* is the value of the option before it */
} argument;

typedef struct parse {
    const hob_cli_input *input;
    hob_arena *arena;
    argument *args;
    int count;
    const char **words; /* what is neither option nor value, in order */
    int word_count;
} parse;

const hob_cli_global hob_cli__globals[] = {
    {"project", "-p", "DIR", "project folder; else the one with hob.json, walking up"},
    {"json", NULL, NULL, "print one result envelope as JSON and nothing else"},
    {"allow", NULL, "MODES", "permissions: read-only,safe-edit,code-edit,asset-edit,build, or all"},
    {"revision", NULL, NULL, "tell the revision of the project that was read or left"},
    {"if-revision", NULL, "HEX", "change the project only if it is at this revision"},
    {"quiet", "-q", NULL, "no messages on standard error"},
    {"version", "-V", NULL, "print the version"},
    {"help", "-h", NULL, "print this page, or what a command takes"},
    {NULL, NULL, NULL, NULL},
};

static int find_global(const char *name) {
    for (size_t i = 0; hob_cli__globals[i].name != NULL; i++) {
        if (strcmp(hob_cli__globals[i].name, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static const char *option_of(hob_arena *arena, const char *text, const char **ret_value) {
    for (size_t i = 0; hob_cli__globals[i].name != NULL; i++) {
        if (hob_cli__globals[i].brief != NULL && strcmp(text, hob_cli__globals[i].brief) == 0) {
            return hob_cli__globals[i].name;
        }
    }
    if (strncmp(text, "--", 2) != 0) {
        return NULL;
    }
    const char *equals = strchr(text, '=');
    if (equals == NULL) {
        return text + 2;
    }
    *ret_value = equals + 1;
    return hob_arena_text(arena, text + 2, (size_t)(equals - text - 2));
}

static void read_arguments(parse *p, int count, const char *const *args) {
    p->args = hob_arena_array(p->arena, argument, count + 1);
    p->words = hob_arena_array(p->arena, const char *, count + 1);
    bool options = true;
    for (int i = 0; i < count; i++) {
        argument *a = &p->args[p->count];
        *a = (argument){.text = args[i]};
        if (options && strcmp(args[i], "--") == 0) {
            options = false;
            continue;
        }
        if (options) {
            a->option = option_of(p->arena, args[i], &a->value);
        }
        p->count++;
        int global = a->option != NULL ? find_global(a->option) : -1;
        if (global >= 0 && hob_cli__globals[global].value != NULL && a->value == NULL &&
            i + 1 < count) {
            a->value = args[++i];
        }
    }
}

static void collect_words(parse *p) {
    p->word_count = 0;
    for (int i = 0; i < p->count; i++) {
        if (p->args[i].option == NULL && !p->args[i].taken) {
            p->words[p->word_count++] = p->args[i].text;
        }
    }
}

/* ---- global options ---- */

static hob_status needs_value(const char *option, hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_USAGE, "The option --%.60s needs a value.", option);
    return hob_error_hint(reterr, "Write --%.60s VALUE.", option);
}

/* All of them are read, whatever is wrong with one: --json decides how an error is printed. */
static hob_status read_globals(const parse *p, hob_cli_options *options, hob_error *reterr) {
    hob_status status = HOB_OK;
    for (int i = 0; i < p->count; i++) {
        const char *name = p->args[i].option, *value = p->args[i].value;
        int global = name != NULL ? find_global(name) : -1;
        if (global < 0) {
            continue;
        }
        if (hob_cli__globals[global].value != NULL && value == NULL) {
            status = status != HOB_OK ? status : needs_value(name, reterr);
        } else if (hob_cli__globals[global].value == NULL && value != NULL && status == HOB_OK) {
            hob_fail(reterr, HOB_ERR_USAGE, "The option --%s takes no value.", name);
            status = hob_error_hint(reterr, "Write --%s.", name);
        } else if (strcmp(name, "project") == 0) {
            options->project = value;
        } else if (strcmp(name, "allow") == 0) {
            status = status != HOB_OK ? status
                                      : hob_permissions_parse(hob_str_from(value),
                                                              &options->permissions, reterr);
        }
        if (strcmp(name, "if-revision") == 0 && value != NULL) {
            options->run.if_revision = hob_str_from(value);
        }
        options->run.wants_revision = options->run.wants_revision || strcmp(name, "revision") == 0;
        options->json = options->json || strcmp(name, "json") == 0;
        options->quiet = options->quiet || strcmp(name, "quiet") == 0;
        options->version = options->version || strcmp(name, "version") == 0;
        options->help = options->help || strcmp(name, "help") == 0;
    }
    return status;
}

/* ---- which command ---- */

/* An argument that is this option, "--fix"; null when it is not given. */
static argument *option_given(const parse *p, hob_str text) {
    for (int i = 0; i < p->count; i++) {
        const char *option = p->args[i].option;
        if (option != NULL && text.length > 2 &&
            hob_str_is((hob_str){text.data + 2, text.length - 2}, option)) {
            return &p->args[i];
        }
    }
    return NULL;
}

/* How well the command's literal words match, 0 when they do not; of them, options may stand
 * anywhere and are no leading words. */
static int match_words(const parse *p, const hob_command *command, int *ret_words) {
    size_t at = 0;
    int matched = 0, options = 0;
    for (hob_cli_piece piece = hob_cli__piece(command->cli, &at); piece.kind == HOB_CLI_WORD;
         piece = hob_cli__piece(command->cli, &at)) {
        if (hob_str_starts(piece.text, HOB_STR("--"))) {
            options += option_given(p, piece.text) != NULL ? 1 : -1000;
        } else if (matched < p->word_count && hob_str_is(piece.text, p->words[matched])) {
            matched++;
        } else {
            return 0;
        }
    }
    *ret_words = matched;
    return options < 0 ? 0 : matched + options;
}

/* What is spelt on the command line: the registry, then what the program does itself. Null behind
 * the last. */
const hob_command *hob_cli__entry(size_t index) {
    static const hob_command *const own[] = {&hob_mcp_command};
    size_t count = hob_command_count();
    return index < count                    ? hob_command_at(index)
           : index - count < HOB_COUNT(own) ? own[index - count]
                                            : NULL;
}

/* The longest spelling wins: `set tags` before `set`, `validate --fix` before `validate`. */
static const hob_command *find_by_words(const parse *p, int *ret_matched) {
    const hob_command *best = NULL;
    int best_score = 0;
    for (size_t i = 0; hob_cli__entry(i) != NULL; i++) {
        const hob_command *c = hob_cli__entry(i);
        int words = 0;
        int score = c->cli != NULL ? match_words(p, c, &words) : 0;
        if (score > best_score) {
            best = c;
            best_score = score;
            *ret_matched = words;
        }
    }
    size_t at = 0;
    hob_cli_piece piece = {.kind = HOB_CLI_END};
    while (best != NULL && (piece = hob_cli__piece(best->cli, &at)).kind == HOB_CLI_WORD) {
        argument *option = option_given(p, piece.text);
        if (option != NULL) {
            *option = (argument){.text = option->text, .taken = true};
        }
    }
    return best;
}

/* The words of spellings at one depth, each once, where the words before are those given. */
static size_t next_words(const parse *p, int depth, const char **ret_list, size_t most) {
    size_t count = 0;
    for (size_t i = 0; hob_cli__entry(i) != NULL && count + 3 < most; i++) {
        const hob_command *c = hob_cli__entry(i);
        size_t at = 0;
        bool fits = c->cli != NULL;
        hob_cli_piece piece = {.kind = HOB_CLI_END};
        for (int d = 0; fits && d <= depth; d++) {
            piece = hob_cli__piece(c->cli, &at);
            fits =
                piece.kind == HOB_CLI_WORD && (d == depth || hob_str_is(piece.text, p->words[d]));
        }
        for (size_t k = 0; fits && k < count; k++) {
            fits = !hob_str_is(piece.text, ret_list[k]);
        }
        if (fits) {
            ret_list[count++] = hob_arena_text(p->arena, piece.text.data, piece.text.length);
        }
    }
    if (depth == 0) {
        ret_list[count++] = "exec";
        ret_list[count++] = "help";
    }
    ret_list[count] = NULL;
    return count;
}

static hob_status unknown_words(const parse *p, hob_error *reterr) {
    const char *known[128];
    int depth = 0;
    size_t count = next_words(p, 0, known, HOB_COUNT(known));
    hob_buf said; /* the words that are right */
    hob_buf_init(&said, &p->arena->as_allocator, 200);
    for (bool right = true; right && depth < p->word_count;) {
        right = false;
        for (size_t i = 0; i < count; i++) {
            right = right || strcmp(known[i], p->words[depth]) == 0;
        }
        if (right) {
            hob_buf_format(&said, "%s%s", depth > 0 ? " " : "", p->words[depth]);
            count = next_words(p, ++depth, known, HOB_COUNT(known));
        }
    }
    hob_buf list;
    hob_buf_init(&list, &p->arena->as_allocator, 250);
    for (size_t i = 0; depth > 0 && i < count; i++) {
        hob_buf_format(&list, "%s%s", i > 0 ? ", " : "", known[i]);
    }
    const char *before = said.length > 0 ? said.data : "";
    if (depth == p->word_count) {
        hob_fail(reterr, HOB_ERR_USAGE, "`hob %s` needs to know what.", before);
        return hob_error_hint(reterr, "After it comes one of: %s.", list.data);
    }
    const char *asked = p->words[depth];
    const char *blank = depth > 0 ? " " : "";
    hob_fail(reterr, HOB_ERR_UNKNOWN_COMMAND, "There is no command `hob %s%s%.80s`.", before, blank,
             asked);
    const char *near = hob_nearest_name(asked, known);
    if (near != NULL) {
        return hob_error_hint(reterr, "Did you mean `hob %s%s%s`?", before, blank, near);
    }
    if (depth > 0) {
        return hob_error_hint(reterr, "After `hob %s` comes one of: %s.", before, list.data);
    }
    const char *registry = hob_command_nearest(hob_str_from(asked));
    return registry != NULL
               ? hob_error_hint(reterr, "`hob exec %s` runs the command of that name.", registry)
               : hob_error_hint(reterr, "`hob --help` lists the commands.");
}

/* ---- options of a command ---- */

static const hob_field *param_of(const hob_command *command, const char *option) {
    char name[64];
    for (const hob_field *f = command->params; f->name != NULL; f++) {
        hob_cli__option_name(f->name, name);
        if (strcmp(name, option) == 0) {
            return f;
        }
    }
    return NULL;
}

static bool flag_of(const hob_command *command, const char *option, hob_cli_piece *ret_piece) {
    size_t at = 0;
    for (hob_cli_piece piece = hob_cli__piece(command->cli, &at); piece.kind != HOB_CLI_END;
         piece = hob_cli__piece(command->cli, &at)) {
        if (piece.kind == HOB_CLI_FLAG && hob_str_is(piece.text, option)) {
            *ret_piece = piece;
            return true;
        }
    }
    return false;
}

static hob_status unknown_option(const parse *p, const hob_command *command, const char *option,
                                 hob_error *reterr) {
    const char *known[128];
    size_t count = 0;
    char name[64];
    for (const hob_field *f = command != NULL ? command->params : NULL;
         f != NULL && f->name != NULL && count < 100; f++) {
        hob_cli__option_name(f->name, name);
        known[count++] = hob_arena_text(p->arena, name, strlen(name));
    }
    size_t at = 0;
    for (hob_cli_piece piece = command != NULL ? hob_cli__piece(command->cli, &at)
                                               : (hob_cli_piece){.kind = HOB_CLI_END};
         piece.kind != HOB_CLI_END && count < 120; piece = hob_cli__piece(command->cli, &at)) {
        if (piece.kind == HOB_CLI_FLAG) {
            known[count++] = hob_arena_text(p->arena, piece.text.data, piece.text.length);
        }
    }
    for (size_t i = 0; hob_cli__globals[i].name != NULL; i++) {
        known[count++] = hob_cli__globals[i].name;
    }
    known[count] = NULL;
    hob_fail(reterr, HOB_ERR_USAGE, "There is no option --%.60s%s%s.", option,
             command != NULL ? " for " : "", command != NULL ? command->name : "");
    const char *near = hob_nearest_name(option, known);
    return near != NULL ? hob_error_hint(reterr, "Did you mean --%s?", near)
                        : hob_error_hint(reterr, "See `hob --help`, or `hob <command> --help`.");
}

static bool takes_value(const hob_command *command, const char *option) {
    hob_cli_piece flag;
    const hob_field *param = param_of(command, option);
    if (flag_of(command, option, &flag)) {
        return hob_str_is(flag.value, "@");
    }
    return param != NULL && param->type != HOB_FIELD_BOOL;
}

/* Gives each option that takes a value the word behind it. */
static hob_status take_values(parse *p, const hob_command *command, hob_error *reterr) {
    hob_cli_piece flag;
    for (int i = 0; i < p->count; i++) {
        argument *a = &p->args[i];
        if (a->option == NULL || find_global(a->option) >= 0) {
            continue;
        }
        if (param_of(command, a->option) == NULL && !flag_of(command, a->option, &flag)) {
            return unknown_option(p, command, a->option, reterr);
        }
        if (a->value != NULL || !takes_value(command, a->option)) {
            continue;
        }
        if (i + 1 >= p->count || p->args[i + 1].option != NULL) {
            return needs_value(a->option, reterr);
        }
        a->value = p->args[i + 1].text;
        p->args[i + 1].taken = true;
    }
    return HOB_OK;
}

/* ---- parameters as JSON ---- */

static void add_key(hob_buf *out, hob_str key) {
    hob_buf_add_char(out, out->length == 0 ? '{' : ',');
    hob_buf_add_json_string(out, key);
    hob_buf_add_char(out, ':');
}

static hob_status add_rest(parse *p, const hob_field *param, int next, hob_buf *out,
                           hob_error *reterr) {
    hob_field one = *param->element;
    one.name = param->name;
    hob_buf_add_char(out, '[');
    for (int i = next; i < p->word_count; i++) {
        hob_buf_add_cstr(out, i > next ? "," : "");
        hob_status status = hob_cli__value(&one, p->words[i], p->input, p->arena, out, reterr);
        if (status != HOB_OK) {
            return status;
        }
    }
    hob_buf_add_char(out, ']');
    return HOB_OK;
}

static hob_status add_positionals(parse *p, const hob_command *command, int next, hob_buf *out,
                                  hob_error *reterr) {
    size_t at = 0;
    for (hob_cli_piece piece = hob_cli__piece(command->cli, &at); piece.kind != HOB_CLI_END;
         piece = hob_cli__piece(command->cli, &at)) {
        if (piece.kind == HOB_CLI_WORD || piece.kind == HOB_CLI_FLAG) {
            continue;
        }
        const hob_field *param = hob_field_find(command->params, piece.text);
        if (next >= p->word_count) {
            continue; /* what is missing and required is named by the check of parameters */
        }
        add_key(out, piece.text);
        hob_status status =
            piece.rest ? add_rest(p, param, next, out, reterr)
                       : hob_cli__value(param, p->words[next], p->input, p->arena, out, reterr);
        if (status != HOB_OK) {
            return status;
        }
        next = piece.rest ? p->word_count : next + 1;
    }
    if (next < p->word_count) {
        hob_fail(reterr, HOB_ERR_USAGE, "\"%.80s\" is one word too many for %s.", p->words[next],
                 command->name);
        return hob_error_hint(reterr, "Usage: hob %.200s. Quote names that hold spaces.",
                              command->cli);
    }
    return HOB_OK;
}

static hob_status add_flag(parse *p, const hob_cli_piece *flag, const char *value, hob_buf *out,
                           hob_error *reterr) {
    add_key(out, flag->param);
    if (!hob_str_is(flag->value, "@")) {
        hob_buf_add_str(out, flag->value);
        return HOB_OK;
    }
    hob_str text;
    hob_status status = hob_cli__read(value, p->input, p->arena, &text, reterr);
    if (status == HOB_OK) {
        hob_buf_add_json_string(out, text);
    }
    return status;
}

static hob_status add_options(parse *p, const hob_command *command, hob_buf *out,
                              hob_error *reterr) {
    for (int i = 0; i < p->count; i++) {
        const char *option = p->args[i].option, *value = p->args[i].value;
        hob_cli_piece flag;
        if (option == NULL || find_global(option) >= 0) {
            continue;
        }
        hob_status status = HOB_OK;
        if (flag_of(command, option, &flag)) {
            status = add_flag(p, &flag, value, out, reterr);
        } else {
            const hob_field *param = param_of(command, option);
            add_key(out, hob_str_from(param->name));
            if (param->type == HOB_FIELD_BOOL && value == NULL) {
                hob_buf_add_cstr(out, "true");
            } else {
                status = hob_cli__value(param, value, p->input, p->arena, out, reterr);
            }
        }
        if (status != HOB_OK) {
            return status;
        }
    }
    return HOB_OK;
}

/* ---- the two words of the command line itself ---- */

/* exec NAME [--params JSON]: any command by its registry name; - as JSON is standard input. */
static hob_status parse_exec(parse *p, hob_cli_call *ret_call, hob_error *reterr) {
    const char *params = NULL;
    for (int i = 0; i < p->count; i++) {
        argument *a = &p->args[i];
        if (a->option == NULL || find_global(a->option) >= 0) {
            continue;
        }
        if (strcmp(a->option, "params") != 0) {
            hob_fail(reterr, HOB_ERR_USAGE, "There is no option --%.60s for exec.", a->option);
            return hob_error_hint(reterr, "Write hob exec NAME --params JSON.");
        }
        if (a->value == NULL && i + 1 < p->count) {
            a->value = p->args[i + 1].text;
            p->args[i + 1].taken = true;
        }
        if (a->value == NULL) {
            return needs_value(a->option, reterr);
        }
        params = a->value;
    }
    collect_words(p);
    if (p->word_count != 2) {
        hob_fail(reterr, HOB_ERR_USAGE, "exec takes the name of one command.");
        return hob_error_hint(reterr, "Write hob exec NAME --params JSON.");
    }
    ret_call->command = hob_command_find(hob_str_from(p->words[1]));
    if (ret_call->command == NULL) {
        const char *near = hob_command_nearest(hob_str_from(p->words[1]));
        hob_fail(reterr, HOB_ERR_UNKNOWN_COMMAND, "There is no command \"%.80s\".", p->words[1]);
        return near != NULL ? hob_error_hint(reterr, "Did you mean \"%s\"?", near)
                            : hob_error_hint(reterr, "`hob commands` lists them all.");
    }
    if (params == NULL) {
        ret_call->params = HOB_STR("{}");
        return HOB_OK;
    }
    ret_call->params = hob_str_from(params);
    bool is_file = params[0] == '@' && params[1] != '\0';
    return is_file || strcmp(params, "-") == 0 ? hob_cli__read(params + (is_file ? 1 : 0), p->input,
                                                               p->arena, &ret_call->params, reterr)
                                               : HOB_OK;
}

/* help [words of a command] */
static hob_status parse_help(parse *p, hob_cli_call *ret_call, hob_error *reterr) {
    ret_call->options.help = true;
    if (p->word_count == 1) {
        return HOB_OK;
    }
    p->words++;
    p->word_count--;
    int matched = 0;
    ret_call->command = find_by_words(p, &matched);
    if (ret_call->command == NULL) {
        ret_call->command = hob_command_find(hob_str_from(p->words[0]));
    }
    return ret_call->command != NULL ? HOB_OK : unknown_words(p, reterr);
}

/* ---- all of it ---- */

static hob_status parse_command(parse *p, hob_cli_call *ret_call, hob_error *reterr) {
    int matched = 0;
    const hob_command *command = find_by_words(p, &matched);
    if (command == NULL) {
        /* The value of a misspelt option before the command looks like a command. */
        const char *first = p->args[0].option;
        if (first != NULL && find_global(first) < 0) {
            return unknown_option(p, NULL, first, reterr);
        }
        return unknown_words(p, reterr);
    }
    ret_call->command = command;
    if (ret_call->options.help) {
        return HOB_OK;
    }
    hob_buf json;
    hob_buf_init(&json, &p->arena->as_allocator, 4 * HOB_JSON_MAX_BYTES);
    hob_status status = take_values(p, command, reterr);
    if (status == HOB_OK) {
        collect_words(p);
        status = add_positionals(p, command, matched, &json, reterr);
    }
    if (status == HOB_OK) {
        status = add_options(p, command, &json, reterr);
    }
    hob_buf_add_cstr(&json, json.length == 0 ? "{}" : "}");
    ret_call->params = hob_buf_str(&json);
    return status;
}

static hob_status no_words(const parse *p, hob_cli_call *ret_call, hob_error *reterr) {
    for (int i = 0; i < p->count; i++) {
        if (find_global(p->args[i].option) < 0) {
            return unknown_option(p, NULL, p->args[i].option, reterr);
        }
    }
    ret_call->options.help = ret_call->options.help || !ret_call->options.version;
    return HOB_OK;
}

hob_status hob_cli_parse(int count, const char *const *args, const hob_cli_input *input,
                         hob_arena *arena, hob_cli_call *ret_call, hob_error *reterr) {
    parse p = {.input = input, .arena = arena};
    *ret_call = (hob_cli_call){.params = HOB_STR_INIT("{}")};
    read_arguments(&p, count, args);
    hob_status status = read_globals(&p, &ret_call->options, reterr);
    if (status != HOB_OK) {
        return status;
    }
    collect_words(&p);
    if (p.word_count == 0) {
        return no_words(&p, ret_call, reterr);
    }
    if (strcmp(p.words[0], "exec") == 0 && !ret_call->options.help) {
        return parse_exec(&p, ret_call, reterr);
    }
    if (strcmp(p.words[0], "help") == 0 || strcmp(p.words[0], "exec") == 0) {
        return parse_help(&p, ret_call, reterr);
    }
    return parse_command(&p, ret_call, reterr);
}
