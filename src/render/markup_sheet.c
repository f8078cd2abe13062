/* Style sheets of UI pieces: rules, selectors, the cascade. */
#include "render/markup_internal.h"

#include "base/sort.h"

#include <string.h>

#define MOST_RULES     512
#define MOST_COMPOUNDS 12
#define MOST_MATCHES   64

/* ---- reading ---- */

static size_t index_of(hob_str s, size_t from, char c) {
    const char *at = from < s.length ? memchr(s.data + from, c, s.length - from) : NULL;
    return at != NULL ? (size_t)(at - s.data) : s.length;
}

static hob_str part(hob_str s, size_t from, size_t to) {
    return hob_css__trim((hob_str){s.data + from, to - from});
}

/* Without comments. */
static hob_str uncommented(hob_arena *arena, hob_str text) {
    char *out = hob_arena_alloc(arena, text.length + 1);
    size_t length = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] == '/' && i + 1 < text.length && text.data[i + 1] == '*') {
            i += 2;
            while (i + 1 < text.length && !(text.data[i] == '*' && text.data[i + 1] == '/')) {
                i++;
            }
            i++;
            continue;
        }
        out[length++] = text.data[i];
    }
    return (hob_str){out, length};
}

hob_declarations hob_sheet__declarations(hob_arena *arena, hob_str text) {
    uint32_t most = 1;
    for (size_t i = 0; i < text.length; i++) {
        most += text.data[i] == ';';
    }
    hob_declarations out = {hob_arena_array(arena, hob_declaration, most), 0};
    for (size_t at = 0; at < text.length;) {
        size_t end = index_of(text, at, ';'), colon = index_of(text, at, ':');
        if (colon < end) {
            hob_str value = part(text, colon + 1, end);
            size_t mark = hob_str_find(value, HOB_STR("!important"));
            bool important = mark != SIZE_MAX;
            out.items[out.count++] = (hob_declaration){
                part(text, at, colon), important ? part(value, 0, mark) : value, important};
        }
        at = end + 1;
    }
    return out;
}

/* Ids count 65536, classes 256, types 1. */
static uint32_t weight_of(hob_str selector) {
    uint32_t weight = 0;
    for (size_t i = 0; i < selector.length; i++) {
        char c = selector.data[i], before = i > 0 ? selector.data[i - 1] : ' ';
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        weight += c == '#'                                        ? 65536
                  : c == '.' || c == ':'                          ? 256
                  : is_letter && (before == ' ' || before == '>') ? 1
                                                                  : 0;
    }
    return weight;
}

static void add_rule(hob_arena *arena, hob_style_sheet *sheet, hob_str selector,
                     hob_declarations declarations) {
    if (sheet->count == sheet->cap) {
        uint32_t cap = sheet->cap == 0 ? 32 : sheet->cap * 2;
        hob_rule *rules = hob_arena_array(arena, hob_rule, cap);
        if (sheet->count > 0) {
            memcpy(rules, sheet->rules, sheet->count * sizeof *rules);
        }
        sheet->rules = rules;
        sheet->cap = cap;
    }
    if (selector.length > 0 && sheet->count < MOST_RULES) {
        sheet->rules[sheet->count] =
            (hob_rule){selector, weight_of(selector), sheet->count, declarations};
        sheet->count++;
    }
}

/* The end of the block that opens at `open`. */
static size_t end_of_block(hob_str s, size_t open) {
    int depth = 0;
    for (size_t i = open; i < s.length; i++) {
        depth += s.data[i] == '{' ? 1 : s.data[i] == '}' ? -1 : 0;
        if (depth == 0) {
            return i;
        }
    }
    return s.length;
}

void hob_sheet__add(hob_arena *arena, hob_style_sheet *sheet, hob_str text) {
    text = uncommented(arena, text);
    for (size_t at = 0; at < text.length;) {
        size_t open = index_of(text, at, '{'), close = end_of_block(text, open);
        hob_str selectors = part(text, at, open);
        if (hob_str_starts(selectors, HOB_STR("@keyframes")) && open < text.length) {
            hob_keyframes *k = hob_arena_new(arena, hob_keyframes);
            *k = (hob_keyframes){part(selectors, 10, selectors.length), part(text, open + 1, close),
                                 sheet->keyframes};
            sheet->keyframes = k;
            at = close + 1;
            continue;
        }
        if (selectors.length > 0 && selectors.data[0] == '@') { /* none of the others is ours */
            size_t semicolon = index_of(text, at, ';');
            at = semicolon < open ? semicolon + 1 : close + 1;
            continue;
        }
        if (open < text.length) {
            hob_declarations declarations =
                hob_sheet__declarations(arena, part(text, open + 1, close));
            for (size_t from = 0; from < selectors.length;) {
                size_t comma = index_of(selectors, from, ',');
                add_rule(arena, sheet, part(selectors, from, comma), declarations);
                from = comma + 1;
            }
        }
        at = close + 1;
    }
}

static int compare_rules(const void *a, const void *b) {
    const hob_rule *left = a, *right = b;
    return left->weight != right->weight ? (left->weight < right->weight ? -1 : 1)
                                         : (left->order < right->order ? -1 : 1);
}

void hob_sheet__sort(hob_style_sheet *sheet) {
    if (sheet->count > 1) {
        hob_sort(sheet->rules, sheet->count, sizeof *sheet->rules, compare_rules);
    }
}

/* ---- matching ---- */

static bool has_class(const hob_markup_box *box, hob_str name) {
    hob_str rest = box->classes, word;
    while (hob_css__word(&rest, &word)) {
        if (hob_str_equal(word, name)) {
            return true;
        }
    }
    return false;
}

/* "div.big#top"; a pseudo-class that is not the root's never matches. */
static bool matches_compound(hob_str compound, const hob_markup_box *box) {
    for (size_t at = 0; at < compound.length;) {
        char kind = compound.data[at];
        bool marked = kind == '.' || kind == '#' || kind == ':';
        size_t from = at + marked, end = from;
        while (end < compound.length && compound.data[end] != '.' && compound.data[end] != '#' &&
               compound.data[end] != ':') {
            end++;
        }
        hob_str name = {compound.data + from, end - from};
        bool fits = kind == '.'   ? has_class(box, name)
                    : kind == '#' ? hob_str_equal(box->id, name)
                    : kind == ':' ? box->parent == NULL &&
                                        (hob_css__is(name, "root") || hob_css__is(name, "host"))
                                  : hob_str_is(name, "*") || hob_str_equal(box->tag, name);
        if (!fits) {
            return false;
        }
        at = end;
    }
    return true;
}

typedef struct selector {
    hob_str compounds[MOST_COMPOUNDS];
    bool child[MOST_COMPOUNDS]; /* of the one before it */
    int count;
    int tries; /* left: descendants can be sought in very many ways */
} selector;

static bool read_selector(hob_str text, selector *out) {
    *out = (selector){.tries = 1000};
    bool child = false;
    for (size_t at = 0; at < text.length;) {
        char c = text.data[at];
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '>') {
            child = child || c == '>';
            at++;
            continue;
        }
        size_t end = at;
        while (end < text.length && text.data[end] != ' ' && text.data[end] != '>' &&
               text.data[end] != '\n' && text.data[end] != '\t' && text.data[end] != '\r') {
            end++;
        }
        if (out->count == MOST_COMPOUNDS) {
            return false;
        }
        out->compounds[out->count] = (hob_str){text.data + at, end - at};
        out->child[out->count++] = child;
        child = false;
        at = end;
    }
    return out->count > 0;
}

static bool matches(selector *s, int index, const hob_markup_box *box) {
    if (s->tries-- <= 0 || !matches_compound(s->compounds[index], box)) {
        return false;
    }
    if (index == 0) {
        return true;
    }
    for (const hob_markup_box *up = box->parent; up != NULL; up = up->parent) {
        if (matches(s, index - 1, up)) {
            return true;
        }
        if (s->child[index]) {
            return false;
        }
    }
    return false;
}

/* ---- the cascade ---- */

/* In which turn a declaration is taken: variables, then what other lengths hang on, then all. */
static int turn_of(const hob_declaration *d) {
    return hob_str_starts(d->name, HOB_STR("--")) ? 0
           : hob_css__is(d->name, "font-size")    ? 1
           : hob_css__is(d->name, "color")        ? 1
                                                  : 2;
}

static void apply(const hob_markup_request *request, hob_markup_box *box,
                  const hob_declarations *list, int turn, bool important) {
    for (uint32_t i = 0; i < list->count; i++) {
        const hob_declaration *d = &list->items[i];
        if (d->important != important || turn_of(d) != turn) {
            continue;
        }
        if (turn > 0) {
            hob_style__set(request, box, d->name, d->text);
            continue;
        }
        hob_markup_variable *v = hob_arena_new(request->arena, hob_markup_variable);
        *v = (hob_markup_variable){(hob_str){d->name.data + 2, d->name.length - 2},
                                   hob_css__substitute(request, box, d->text), box->variables};
        box->variables = v;
    }
}

void hob_sheet__apply(const hob_markup_request *request, const hob_style_sheet *sheet,
                      hob_markup_box *box) {
    const hob_declarations *found[MOST_MATCHES + 1];
    uint32_t count = 0;
    selector s;
    for (uint32_t i = 0; i < sheet->count && count < MOST_MATCHES; i++) {
        if (read_selector(sheet->rules[i].selector, &s) && matches(&s, s.count - 1, box)) {
            found[count++] = &sheet->rules[i].declarations;
        }
    }
    hob_declarations own = hob_sheet__declarations(request->arena, box->own_style);
    found[count++] = &own;
    for (int turn = 0; turn < 3; turn++) {
        for (int important = 0; important < 2; important++) {
            for (uint32_t i = 0; i < count; i++) {
                apply(request, box, found[i], turn, important == 1);
            }
        }
    }
}
