#include "command/script_format.h"

#include "command/script_tokens.h"
#include "script/script.h"

#include <string.h>

#define TEXT_MAX ((size_t)32 << 20)

/* What a later word or sign closes. */
typedef struct level {
    size_t indent; /* of the line that opened it */
    bool is_switch;
} level;

typedef struct layout {
    hob_command_call *call;
    hob_tokens tokens;
    hob_buf *out;
    level *levels;
    size_t level_count, level_cap;
    hob_token *line; /* of one line; texts may make it span several */
    size_t line_count, line_cap;
    hob_token before;        /* last code of the lines before */
    size_t switch_at;        /* levels open at the word `switch`, + 1 */
    bool is_js, keeps_lines; /* every line stays on its number */
} layout;

static const char *const lua_opens[] = {"function", "then", "do", "repeat", "else",
                                        "{",        "(",    "[",  NULL};
static const char *const lua_closes[] = {"end", "elseif", "else", "until", "}", ")", "]", NULL};
static const char *const js_opens[] = {"{", "(", "[", NULL};
static const char *const js_closes[] = {"}", ")", "]", NULL};

/* What joins two lines: at the end of the first, or at the start of the second. */
static const char *const ends_joining[] = {
    "=",  "+",  "-",  "*",  "/",  "%",   "..",  "and", "or", "not", "&&", "||",
    "??", "?",  "==", "!=", "~=", "===", "!==", "<=",  ">=", "<",   ">",  "=>",
    "+=", "-=", "*=", "/=", "&",  "|",   "^",   "<<",  ">>", "**",  "//", NULL};
static const char *const starts_joining[] = {
    ".", "?.", "..", "and", "or",  "&&",  "||", "??", "?", ":", "+", "-", "*", "/", "%",
    "=", "==", "!=", "~=",  "===", "!==", "<=", ">=", "<", ">", "&", "|", "^", NULL};
/* Behind these nothing is joined: a new value or statement begins. */
static const char *const fresh[] = {",",    ";",  "{",    "(",      "[",      "}", ":",
                                    "then", "do", "else", "repeat", "return", NULL};

static void *grown(hob_command_call *call, const void *old, size_t count, size_t size,
                   size_t *cap) {
    *cap = *cap == 0 ? 64 : *cap * 2;
    void *bigger = hob_arena_alloc_many(call->arena, *cap, size);
    if (count > 0) {
        memcpy(bigger, old, count * size);
    }
    return bigger;
}

static void push(layout *l, size_t indent, bool is_switch) {
    if (l->level_count == l->level_cap) {
        l->levels = grown(l->call, l->levels, l->level_count, sizeof *l->levels, &l->level_cap);
    }
    l->levels[l->level_count++] = (level){indent, is_switch};
}

/* ---- one line ---- */

/* Closers at the start of the line go to where their openers stand. */
static bool close_leading(layout *l, size_t *ret_count, size_t *ret_indent) {
    const char *const *closes = l->is_js ? js_closes : lua_closes;
    size_t i = 0;
    while (i < l->line_count && l->level_count > 0 && hob_token_is_one_of(l->line[i], closes)) {
        *ret_indent = l->levels[--l->level_count].indent;
        i++;
        if (!l->is_js && hob_token_is_one_of(l->line[i - 1], lua_opens)) {
            i--; /* `else` opens again; the caller sees it */
            push(l, *ret_indent, false);
            *ret_count = i + 1;
            return true;
        }
    }
    *ret_count = i;
    return i > 0;
}

static bool joins(const layout *l) {
    hob_token first = l->line[0];
    if (l->before.kind == HOB_TOKEN_END || first.kind == HOB_TOKEN_COMMENT) {
        return false;
    }
    return hob_token_is_one_of(l->before, ends_joining) ||
           (hob_token_is_one_of(first, starts_joining) && !hob_token_is_one_of(l->before, fresh));
}

static size_t indent_of(layout *l, size_t *ret_done) {
    size_t indent = 0;
    if (close_leading(l, ret_done, &indent)) {
        return indent;
    }
    if (l->level_count > 0) {
        const level *top = &l->levels[l->level_count - 1];
        bool is_label = hob_token_is(l->line[0], "case") || hob_token_is(l->line[0], "default");
        indent = top->indent + (top->is_switch && !is_label ? 2 : 1);
    }
    return indent + (joins(l) ? 1 : 0);
}

static void follow(layout *l, size_t from, size_t indent) {
    const char *const *opens = l->is_js ? js_opens : lua_opens;
    const char *const *closes = l->is_js ? js_closes : lua_closes;
    for (size_t i = 0; i < l->line_count; i++) {
        hob_token token = l->line[i];
        if (token.kind == HOB_TOKEN_COMMENT) {
            continue;
        }
        if (i >= from && hob_token_is_one_of(token, closes) && l->level_count > 0) {
            l->level_count--;
        }
        if (l->is_js && hob_token_is(token, "switch") && !hob_token_is(l->before, ".")) {
            l->switch_at = l->level_count + 1;
        }
        if (i >= from && hob_token_is_one_of(token, opens)) {
            bool is_switch = hob_token_is(token, "{") && l->switch_at == l->level_count + 1;
            l->switch_at = is_switch ? 0 : l->switch_at;
            push(l, indent, is_switch);
        }
        l->before = token;
    }
}

static void write_line(layout *l, size_t blank) {
    size_t done = 0, indent = indent_of(l, &done);
    const char *start = l->line[0].text.data;
    hob_str last = l->line[l->line_count - 1].text;
    if (!l->keeps_lines) {
        blank = blank > 0 && l->out->length > 0 ? 1 : 0;
    }
    for (; blank > 0; blank--) {
        hob_buf_add_char(l->out, '\n');
    }
    for (size_t i = 0; i < indent; i++) {
        hob_buf_add_cstr(l->out, "  ");
    }
    hob_buf_add(l->out, start, (size_t)(last.data + last.length - start));
    hob_buf_add_char(l->out, '\n');
    follow(l, done, indent);
}

/* False: a text or comment does not end. */
static bool lay_out(layout *l) {
    for (size_t blank = 0;;) {
        hob_token token = hob_tokens_next(&l->tokens);
        if (token.kind == HOB_TOKEN_BAD) {
            return false;
        }
        if (token.kind != HOB_TOKEN_LINE && token.kind != HOB_TOKEN_END) {
            if (l->line_count == l->line_cap) {
                l->line = grown(l->call, l->line, l->line_count, sizeof *l->line, &l->line_cap);
            }
            l->line[l->line_count++] = token;
            continue;
        }
        if (l->line_count > 0) {
            write_line(l, blank);
            blank = 0;
        } else {
            blank++;
        }
        l->line_count = 0;
        if (token.kind == HOB_TOKEN_END) {
            return true;
        }
    }
}

/* ---- the whole text ---- */

static bool give_up(hob_command_call *call, const char *path, const char *why) {
    hob_call_warn(call, HOB_ERR_FORMAT_FAILED, "`hob check-script` shows what is wrong with it.",
                  "%s is left as it is: %s", path, why);
    return false;
}

static bool make(hob_command_call *call, hob_str source, bool is_js, bool keeps_lines,
                 hob_str *ret_text) {
    hob_buf *out = hob_arena_new(call->arena, hob_buf);
    hob_buf_init(out, &call->arena->as_allocator, TEXT_MAX);
    if (hob_str_starts(source, HOB_STR("\xef\xbb\xbf"))) {
        source = (hob_str){source.data + 3, source.length - 3};
    }
    layout l = {.call = call, .out = out, .is_js = is_js, .keeps_lines = keeps_lines};
    hob_tokens_begin(&l.tokens, source, is_js);
    bool done = lay_out(&l) && !out->failed;
    *ret_text = hob_buf_str(out);
    return done;
}

/* Lua's code knows the lines of its functions, so there a text on the same lines is compared. */
static bool means_the_same(hob_command_call *call, const char *path, hob_str source, bool is_js,
                           hob_str text, uint64_t before) {
    hob_error error = {0};
    uint64_t after = 0;
    hob_str compared = text;
    return (is_js || make(call, source, is_js, true, &compared)) &&
           hob_script_code_hash(path, compared, &after, &error) == HOB_OK && after == before;
}

bool hob_format_script(hob_command_call *call, const char *path, hob_str source,
                       hob_str *ret_text) {
    hob_error error = {0};
    uint64_t before = 0;
    hob_str text;
    bool is_js = hob_str_ends(hob_str_from(path), HOB_STR(".js"));
    *ret_text = source;
    if (hob_script_code_hash(path, source, &before, &error) != HOB_OK) {
        return give_up(call, path, error.message);
    }
    if (!make(call, source, is_js, false, &text) ||
        !means_the_same(call, path, source, is_js, text, before)) {
        return give_up(call, path, "laying it out would change what it means.");
    }
    *ret_text = text;
    return true;
}

bool hob_format_is_wanted(const hob_command_call *call) {
    return hob_call_given(call, "format") ? hob_call_bool(call, "format")
                                          : hob_project_manifest(call->project)->format_on_save;
}
