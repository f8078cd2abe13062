#include "command/script_tokens.h"

#include <string.h>

void hob_tokens_begin(hob_tokens *tokens, hob_str text, bool is_js) {
    *tokens = (hob_tokens){.text = text, .is_js = is_js};
}

bool hob_token_is(hob_token token, const char *text) {
    return (token.kind == HOB_TOKEN_WORD || token.kind == HOB_TOKEN_SIGN) &&
           hob_str_is(token.text, text);
}

bool hob_token_is_one_of(hob_token token, const char *const *texts) {
    for (size_t i = 0; texts[i] != NULL; i++) {
        if (hob_token_is(token, texts[i])) {
            return true;
        }
    }
    return false;
}

static char peek(const hob_tokens *t, size_t ahead) {
    size_t at = t->at + ahead;
    return at < t->text.length ? t->text.data[at] : '\0';
}

static bool looks_at(const hob_tokens *t, const char *text) {
    size_t length = strlen(text);
    return t->text.length - t->at >= length && memcmp(t->text.data + t->at, text, length) == 0;
}

/* False: the text ends first. */
static bool skip_past(hob_tokens *t, const char *end) {
    while (t->at < t->text.length && !looks_at(t, end)) {
        t->at++;
    }
    bool found = t->at < t->text.length;
    t->at += found ? strlen(end) : 0;
    return found;
}

static void skip_to_line_end(hob_tokens *t) {
    while (t->at < t->text.length && peek(t, 0) != '\n') {
        t->at++;
    }
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || (unsigned char)c >= 0x80;
}

/* ---- texts ---- */

static bool skip_quoted(hob_tokens *t) {
    char quote = peek(t, 0);
    for (t->at++; t->at < t->text.length && peek(t, 0) != quote; t->at++) {
        if (peek(t, 0) == '\n') {
            return false;
        }
        if (peek(t, 0) == '\\') {
            t->at++;
            t->at += peek(t, 0) == '\r' && peek(t, 1) == '\n' ? 1 : 0;
            if (!t->is_js && peek(t, 0) == 'z') { /* Lua: blanks and line breaks that follow go */
                while (t->at + 1 < t->text.length && (is_blank(peek(t, 1)) || peek(t, 1) == '\n')) {
                    t->at++;
                }
            }
        }
    }
    bool closed = t->at < t->text.length;
    t->at += closed;
    return closed;
}

/* Lua's [[ ]] and [=[ ]=]; 0: none begins here. */
static size_t long_bracket(const hob_tokens *t, size_t ahead) {
    size_t level = 0;
    if (t->is_js || peek(t, ahead) != '[') {
        return 0;
    }
    while (peek(t, ahead + 1 + level) == '=') {
        level++;
    }
    return peek(t, ahead + 1 + level) == '[' && level < 60 ? level + 2 : 0;
}

static bool skip_long(hob_tokens *t, size_t size) {
    char end[64];
    memset(end, '=', size);
    end[0] = end[size - 1] = ']';
    end[size] = '\0';
    t->at += size;
    return skip_past(t, end);
}

/* A template with the code in it; levels of ${ } are counted, not entered. */
static bool skip_template(hob_tokens *t, int depth) {
    size_t braces = 0;
    t->at++;
    while (t->at < t->text.length && depth < 50) {
        char c = peek(t, 0);
        if (braces == 0 && c == '`') {
            t->at++;
            return true;
        }
        if (braces == 0 && c == '$' && peek(t, 1) == '{') {
            braces = 1;
            t->at += 2;
        } else if (braces > 0 && c == '`') {
            if (!skip_template(t, depth + 1)) {
                return false;
            }
        } else if (braces > 0 && (c == '"' || c == '\'')) {
            if (!skip_quoted(t)) {
                return false;
            }
        } else {
            braces += braces > 0 && c == '{';
            braces -= braces > 0 && c == '}';
            t->at += c == '\\' ? 2 : 1;
        }
    }
    return false;
}

static bool skip_regexp(hob_tokens *t) {
    bool in_class = false;
    for (t->at++; t->at < t->text.length && peek(t, 0) != '\n'; t->at++) {
        char c = peek(t, 0);
        if (c == '/' && !in_class) {
            for (t->at++; is_word(peek(t, 0));) {
                t->at++;
            }
            return true;
        }
        t->at += c == '\\' ? 1 : 0;
        in_class = c == '[' || (in_class && c != ']');
    }
    return false;
}

/* After a value a slash divides; elsewhere it begins a regular expression. */
static bool slash_divides(const hob_tokens *t) {
    static const char *const before[] = {"return", "typeof", "case",  "in",   "of", "delete",
                                         "void",   "throw",  "new",   "else", "do", "instanceof",
                                         "yield",  "await",  "while", NULL};
    if (t->last.kind == HOB_TOKEN_TEXT) {
        return true;
    }
    if (t->last.kind == HOB_TOKEN_WORD) {
        return !hob_token_is_one_of(t->last, before);
    }
    return hob_token_is(t->last, "]") || hob_token_is(t->last, "}") ||
           (hob_token_is(t->last, ")") && !t->after_head);
}

/* ---- signs ---- */

/* Longest first; all others are one character. */
static const char *const js_signs[] = {">>>=",
                                       "...",
                                       "===",
                                       "!==",
                                       "**=",
                                       "<<=",
                                       ">>=",
                                       ">>>",
                                       "&&=",
                                       "||=",
                                       "?"
                                       "?=",
                                       "=>",
                                       "==",
                                       "!=",
                                       "<=",
                                       ">=",
                                       "&&",
                                       "||",
                                       "??",
                                       "?.",
                                       "++",
                                       "--",
                                       "+=",
                                       "-=",
                                       "*=",
                                       "/=",
                                       "%=",
                                       "&=",
                                       "|=",
                                       "^=",
                                       "<<",
                                       ">>",
                                       "**",
                                       NULL};
static const char *const lua_signs[] = {
    "...", "..", "==", "~=", "<=", ">=", "//", "<<", ">>", "::", NULL};

static void skip_sign(hob_tokens *t) {
    const char *const *signs = t->is_js ? js_signs : lua_signs;
    for (size_t i = 0; signs[i] != NULL; i++) {
        if (looks_at(t, signs[i])) {
            t->at += strlen(signs[i]);
            return;
        }
    }
    t->at++;
}

/* Remembers whether a parenthesis is the head of a statement, whose end begins a new one. */
static void note_paren(hob_tokens *t, hob_token token) {
    static const char *const heads[] = {"if", "while", "for", "with", NULL};
    if (hob_token_is(token, "(")) {
        if (t->open < HOB_TOKENS_NESTED) {
            t->heads[t->open] = hob_token_is_one_of(t->last, heads);
        }
        t->open++;
    } else if (hob_token_is(token, ")") && t->open > 0) {
        t->open--;
        t->after_head = t->open < HOB_TOKENS_NESTED && t->heads[t->open];
    }
}

/* ---- tokens ---- */

static hob_token_kind skip_comment(hob_tokens *t) {
    if (t->is_js && looks_at(t, "/*")) {
        t->at += 2;
        return skip_past(t, "*/") ? HOB_TOKEN_COMMENT : HOB_TOKEN_BAD;
    }
    size_t size = long_bracket(t, 2);
    if (size > 0) {
        t->at += 2;
        return skip_long(t, size) ? HOB_TOKEN_COMMENT : HOB_TOKEN_BAD;
    }
    skip_to_line_end(t);
    return HOB_TOKEN_COMMENT;
}

static hob_token_kind skip_one(hob_tokens *t) {
    char c = peek(t, 0);
    size_t size = long_bracket(t, 0);
    if (is_word(c)) {
        while (is_word(peek(t, 0))) {
            t->at++;
        }
        return HOB_TOKEN_WORD;
    }
    if (looks_at(t, t->is_js ? "//" : "--") || (t->is_js && looks_at(t, "/*"))) {
        return skip_comment(t);
    }
    if (c == '"' || c == '\'') {
        return skip_quoted(t) ? HOB_TOKEN_TEXT : HOB_TOKEN_BAD;
    }
    if (size > 0) {
        return skip_long(t, size) ? HOB_TOKEN_TEXT : HOB_TOKEN_BAD;
    }
    if (t->is_js && c == '`') {
        return skip_template(t, 0) ? HOB_TOKEN_TEXT : HOB_TOKEN_BAD;
    }
    if (t->is_js && c == '/' && !slash_divides(t)) {
        return skip_regexp(t) ? HOB_TOKEN_TEXT : HOB_TOKEN_BAD;
    }
    skip_sign(t);
    return HOB_TOKEN_SIGN;
}

hob_token hob_tokens_next(hob_tokens *t) {
    while (is_blank(peek(t, 0))) {
        t->at++;
    }
    if (t->at >= t->text.length) {
        return (hob_token){.kind = HOB_TOKEN_END};
    }
    size_t start = t->at;
    if (peek(t, 0) == '\n') {
        t->at++;
        return (hob_token){HOB_TOKEN_LINE, {t->text.data + start, 1}};
    }
    hob_token token = {.kind = skip_one(t)};
    t->at = t->at < t->text.length ? t->at : t->text.length;
    token.text = (hob_str){t->text.data + start, t->at - start};
    if (token.kind == HOB_TOKEN_COMMENT) {
        while (is_blank(token.text.data[token.text.length - 1])) {
            token.text.length--;
        }
        return token;
    }
    note_paren(t, token);
    t->last = token;
    return token;
}
