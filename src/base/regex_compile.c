/* Reading a pattern: first a tree, so that a repeated part can be written several times, then the
 * program. */
#include "base/regex_internal.h"

#include <string.h>

#define DEPTH_MAX  100
#define STEPS_MAX  20000
#define REPEAT_MAX 1000
#define TEXT_MAX   1000 /* of an expression, bytes */

typedef enum kind { LEAF, SEQUENCE, CHOICE, REPEAT, GROUP } kind;

typedef struct node {
    kind kind;
    hob_regex__step leaf;
    struct node *first, *next; /* children; the next of the same parent */
    uint32_t least, most;      /* REPEAT; most UINT32_MAX: no limit */
    bool lazy;
    uint32_t group;
} node;

typedef struct reader {
    hob_arena *arena;
    hob_str text;
    size_t at;
    hob_regex *pattern;
    int depth;
    hob_error *reterr;
    hob_status status;
} reader;

/* ---- reading ---- */

static node *fail(reader *r, const char *what) {
    if (r->status == HOB_OK) {
        r->status =
            hob_fail(r->reterr, HOB_ERR_INVALID_INPUT,
                     "The pattern is not understood at character %zu: %s.", r->at + 1, what);
        hob_error_hint(r->reterr, "A backslash before a character takes it as it is.");
    }
    return NULL;
}

static bool more(const reader *r) {
    return r->at < r->text.length && r->status == HOB_OK;
}

static char peek(const reader *r) {
    return r->at < r->text.length ? r->text.data[r->at] : '\0';
}

static bool accept(reader *r, char c) {
    bool there = more(r) && peek(r) == c;
    r->at += there;
    return there;
}

static uint32_t take(reader *r) {
    uint32_t c = 0;
    r->at += hob_utf8_decode(r->text, r->at, &c);
    return c;
}

static node *make(reader *r, kind of) {
    node *made = hob_arena_new(r->arena, node);
    made->kind = of;
    return made;
}

static node *leaf(reader *r, hob_regex__op op, uint32_t a) {
    node *made = make(r, LEAF);
    made->leaf = (hob_regex__step){.op = op, .a = a};
    return made;
}

/* ---- sets ---- */

static hob_regex__set *new_set(reader *r, size_t ranges, uint32_t *ret_index) {
    hob_regex *p = r->pattern;
    hob_regex__set *set = &p->sets[p->set_count];
    *set = (hob_regex__set){.ranges = hob_arena_array(r->arena, uint32_t, 2 * ranges + 2)};
    *ret_index = (uint32_t)p->set_count++;
    return set;
}

static void add_range(hob_regex__set *set, uint32_t low, uint32_t high) {
    set->ranges[2 * set->range_count] = low;
    set->ranges[2 * set->range_count + 1] = high;
    set->range_count++;
}

/* \d \w \s; the capital means all others. */
static bool add_class(hob_regex__set *set, char c) {
    static const uint32_t digits[] = {'0', '9'}, words[] = {'0', '9', 'A', 'Z', '_', '_', 'a', 'z'},
                          blanks[] = {9, 13, ' ', ' ', 0xa0, 0xa0, 0xfeff, 0xfeff};
    const uint32_t *from = c == 'd' || c == 'D' ? digits : c == 'w' || c == 'W' ? words : blanks;
    size_t count = from == digits ? 1 : 4;
    bool all_others = c == 'D' || c == 'W' || c == 'S';
    if (!memchr("dDwWsS", c, 6)) {
        return false;
    }
    uint32_t low = 0;
    for (size_t i = 0; i < count; i++) {
        if (!all_others) {
            add_range(set, from[2 * i], from[2 * i + 1]);
        } else if (from[2 * i] > low) {
            add_range(set, low, from[2 * i] - 1);
        }
        low = from[2 * i + 1] + 1;
    }
    if (all_others) {
        add_range(set, low, 0x10ffff);
    }
    return true;
}

/* A character behind a backslash. */
static uint32_t escaped(reader *r) {
    static const char from[] = "nrtfv0", to[] = "\n\r\t\f\v";
    char c = peek(r);
    const char *known = c != '\0' ? strchr(from, c) : NULL;
    if (known != NULL) {
        r->at++;
        return (unsigned char)to[known - from];
    }
    if (c == 'x' || c == 'u') {
        size_t digits = c == 'x' ? 2 : 4;
        uint32_t code = 0;
        r->at++;
        for (size_t i = 0; i < digits; i++) {
            char h = peek(r);
            bool digit = h >= '0' && h <= '9', letter = (h | 32) >= 'a' && (h | 32) <= 'f';
            if (!digit && !letter) {
                (void)fail(r, "\\x takes two hexadecimal digits, \\u four");
                return 0;
            }
            code = code * 16 + (uint32_t)(digit ? h - '0' : (h | 32) - 'a' + 10);
            r->at++;
        }
        return code;
    }
    if (hob_regex__is_word((unsigned char)c)) {
        (void)fail(r, "there is no such escape");
        return 0;
    }
    return take(r);
}

/* One end of a range in brackets; false: a class, added already. */
static bool set_member(reader *r, hob_regex__set *set, uint32_t *ret_c) {
    if (!accept(r, '\\')) {
        *ret_c = take(r);
        return true;
    }
    if (add_class(set, peek(r))) {
        r->at++;
        return false;
    }
    if (accept(r, 'b')) {
        *ret_c = 8;
        return true;
    }
    *ret_c = escaped(r);
    return true;
}

static node *read_set(reader *r) {
    uint32_t index;
    hob_regex__set *set = new_set(r, 4 * (r->text.length - r->at), &index);
    set->negated = accept(r, '^');
    while (more(r) && peek(r) != ']') {
        uint32_t low, high;
        if (!set_member(r, set, &low)) {
            continue;
        }
        high = low;
        if (peek(r) == '-' && r->at + 1 < r->text.length && r->text.data[r->at + 1] != ']') {
            r->at++;
            if (!set_member(r, set, &high)) {
                return fail(r, "a class is no end of a range");
            }
            if (high < low) {
                return fail(r, "the range is the wrong way round");
            }
        }
        add_range(set, low, high);
    }
    return accept(r, ']') ? leaf(r, HOB_REGEX_SET, index) : fail(r, "a [ is not closed");
}

/* ---- parts ---- */

static node *read_choice(reader *r);

static node *read_group(reader *r) {
    node *made = make(r, GROUP);
    bool counts = true;
    if (accept(r, '?')) {
        if (!accept(r, ':')) {
            return fail(r, "look-around and named groups are not known; (?: ) groups");
        }
        counts = false;
    }
    if (counts && r->pattern->group_count == HOB_REGEX_GROUPS) {
        return fail(r, "there are more than 19 groups");
    }
    made->group = counts ? (uint32_t)r->pattern->group_count++ : 0;
    if (++r->depth > DEPTH_MAX) {
        return fail(r, "groups are nested more than 100 deep");
    }
    made->first = read_choice(r);
    r->depth--;
    if (r->status == HOB_OK && !accept(r, ')')) {
        return fail(r, "a ( is not closed");
    }
    return made;
}

static node *read_escape(reader *r) {
    uint32_t index;
    char c = peek(r);
    if (!more(r)) {
        return fail(r, "it ends with a backslash");
    }
    if (c >= '1' && c <= '9') {
        return fail(r, "back references are not known");
    }
    if (c == 'b' || c == 'B') {
        r->at++;
        return leaf(r, c == 'b' ? HOB_REGEX_EDGE : HOB_REGEX_NO_EDGE, 0);
    }
    if (memchr("dDwWsS", c, 6)) {
        (void)add_class(new_set(r, 6, &index), c);
        r->at++;
        return leaf(r, HOB_REGEX_SET, index);
    }
    return leaf(r, HOB_REGEX_CHAR, escaped(r));
}

static node *read_atom(reader *r) {
    switch (peek(r)) {
    case '(':
        r->at++;
        return read_group(r);
    case '[':
        r->at++;
        return read_set(r);
    case '\\':
        r->at++;
        return read_escape(r);
    case '.':
        r->at++;
        return leaf(r, HOB_REGEX_ANY, 0);
    case '^':
        r->at++;
        return leaf(r, HOB_REGEX_BEGIN, 0);
    case '$':
        r->at++;
        return leaf(r, HOB_REGEX_END, 0);
    case '*':
    case '+':
    case '?':
        return fail(r, "there is nothing to repeat");
    default:
        return leaf(r, HOB_REGEX_CHAR, take(r));
    }
}

/* {n}, {n,} or {n,m}; false, and nothing taken: a brace that stands for itself. */
static bool read_braces(reader *r, uint32_t *ret_least, uint32_t *ret_most) {
    size_t start = r->at;
    uint32_t n[2] = {0, 0};
    bool given[2] = {false, false}, comma = false;
    r->at++;
    for (int i = 0; i < 2; i++) {
        while (peek(r) >= '0' && peek(r) <= '9') {
            n[i] = n[i] > REPEAT_MAX ? n[i] : n[i] * 10 + (uint32_t)(peek(r) - '0');
            given[i] = true;
            r->at++;
        }
        comma = comma || (i == 0 && accept(r, ','));
        if (!comma) {
            break;
        }
    }
    if (!given[0] || !accept(r, '}')) {
        r->at = start;
        return false;
    }
    *ret_least = n[0];
    *ret_most = !comma ? n[0] : given[1] ? n[1] : UINT32_MAX;
    return true;
}

static node *read_repeat(reader *r) {
    node *atom = read_atom(r);
    uint32_t least = 0, most = UINT32_MAX;
    if (!more(r)) {
        return atom;
    }
    char c = peek(r);
    if (c == '{') {
        if (!read_braces(r, &least, &most)) {
            return atom;
        }
    } else if (c == '*' || c == '+' || c == '?') {
        r->at++;
        least = c == '+' ? 1 : 0;
        most = c == '?' ? 1 : UINT32_MAX;
    } else {
        return atom;
    }
    if (least > REPEAT_MAX || (most != UINT32_MAX && (most > REPEAT_MAX || most < least))) {
        return fail(r, "a part is repeated at most 1000 times, from less to more");
    }
    node *made = make(r, REPEAT);
    made->first = atom;
    made->least = least;
    made->most = most;
    made->lazy = accept(r, '?');
    return made;
}

static node *read_sequence(reader *r) {
    node *made = make(r, SEQUENCE), **last = &made->first;
    while (more(r) && peek(r) != '|' && peek(r) != ')') {
        node *part = read_repeat(r);
        if (part == NULL) {
            return NULL;
        }
        *last = part;
        last = &part->next;
    }
    return made;
}

static node *read_choice(reader *r) {
    node *made = make(r, CHOICE), **last = &made->first;
    do {
        node *part = read_sequence(r);
        if (part == NULL) {
            return NULL;
        }
        *last = part;
        last = &part->next;
    } while (accept(r, '|'));
    return made;
}

static node *read_literal(reader *r) {
    node *made = make(r, SEQUENCE), **last = &made->first;
    while (more(r)) {
        *last = leaf(r, HOB_REGEX_CHAR, take(r));
        last = &(*last)->next;
    }
    return made;
}

/* ---- the program ---- */

static uint32_t emit(reader *r, hob_regex__op op, uint32_t a, uint32_t b) {
    hob_regex *p = r->pattern;
    if (p->step_count == STEPS_MAX) {
        r->at = 0;
        (void)fail(r, "it is too long with all its repetitions");
        return 0;
    }
    p->steps[p->step_count] = (hob_regex__step){op, a, b};
    return (uint32_t)p->step_count++;
}

static uint32_t here(const reader *r) {
    return (uint32_t)r->pattern->step_count;
}

static void write_node(reader *r, const node *n);

/* A split whose other way is set by the caller: first into the part, or past it when lazy. */
static void aim(reader *r, uint32_t split, bool lazy, uint32_t part, uint32_t past) {
    r->pattern->steps[split].a = lazy ? past : part;
    r->pattern->steps[split].b = lazy ? part : past;
}

static void write_repeat(reader *r, const node *n) {
    for (uint32_t i = 0; i < n->least && r->status == HOB_OK; i++) {
        write_node(r, n->first);
    }
    if (n->most == UINT32_MAX) {
        uint32_t split = emit(r, HOB_REGEX_SPLIT, 0, 0);
        write_node(r, n->first);
        (void)emit(r, HOB_REGEX_JUMP, split, 0);
        aim(r, split, n->lazy, split + 1, here(r));
        return;
    }
    for (uint32_t i = n->least; i < n->most && r->status == HOB_OK; i++) {
        uint32_t split = emit(r, HOB_REGEX_SPLIT, 0, 0);
        write_node(r, n->first);
        aim(r, split, n->lazy, split + 1, here(r));
    }
}

static void write_choice(reader *r, const node *n) {
    uint32_t last_jump = UINT32_MAX;
    for (const node *part = n->first; part != NULL && r->status == HOB_OK; part = part->next) {
        uint32_t split = part->next != NULL ? emit(r, HOB_REGEX_SPLIT, 0, 0) : 0;
        write_node(r, part);
        if (part->next != NULL) { /* jumps to the end are chained until it is known */
            last_jump = emit(r, HOB_REGEX_JUMP, last_jump, 0);
            aim(r, split, false, split + 1, here(r));
        }
    }
    while (last_jump != UINT32_MAX && r->status == HOB_OK) {
        uint32_t before = r->pattern->steps[last_jump].a;
        r->pattern->steps[last_jump].a = here(r);
        last_jump = before;
    }
}

static void write_node(reader *r, const node *n) {
    switch (n->kind) {
    case LEAF:
        (void)emit(r, n->leaf.op, n->leaf.a, 0);
        return;
    case SEQUENCE:
        for (const node *part = n->first; part != NULL && r->status == HOB_OK; part = part->next) {
            write_node(r, part);
        }
        return;
    case CHOICE:
        write_choice(r, n);
        return;
    case REPEAT:
        write_repeat(r, n);
        return;
    case GROUP:
        if (n->group > 0) {
            (void)emit(r, HOB_REGEX_SAVE, 2 * n->group, 0);
        }
        write_node(r, n->first);
        if (n->group > 0) {
            (void)emit(r, HOB_REGEX_SAVE, 2 * n->group + 1, 0);
        }
        return;
    }
}

static void make_room(reader *r) {
    hob_regex *p = r->pattern;
    size_t slots = p->step_count * 2 * HOB_REGEX_GROUPS;
    hob_regex__threads *const lists[] = {&p->now, &p->next};
    for (size_t i = 0; i < HOB_COUNT(lists); i++) {
        lists[i]->at = hob_arena_array(r->arena, uint32_t, p->step_count + 1);
        lists[i]->slots = hob_arena_array(r->arena, size_t, slots + 1);
    }
    p->seen = hob_arena_array(r->arena, size_t, p->step_count + 1);
    /* Every step is reached once a place, and leaves at most two things to do. */
    p->todo = hob_arena_array(r->arena, struct hob_regex__todo, 2 * p->step_count + 2);
}

hob_status hob_regex_compile(hob_arena *arena, hob_str text, hob_regex_options options,
                             hob_regex **ret_pattern, hob_error *reterr) {
    reader r = {.arena = arena, .text = text, .reterr = reterr};
    r.pattern = hob_arena_new(arena, hob_regex);
    r.pattern->ignore_case = options.ignore_case;
    r.pattern->group_count = 1; /* the whole match */
    r.pattern->sets = hob_arena_array(arena, hob_regex__set, text.length + 1);
    r.pattern->steps = hob_arena_array(arena, hob_regex__step, STEPS_MAX);
    if (!options.literal && text.length > TEXT_MAX) {
        return hob_fail(reterr, HOB_ERR_INVALID_INPUT, "The pattern is longer than %d bytes.",
                        TEXT_MAX);
    }
    const node *tree = options.literal ? read_literal(&r) : read_choice(&r);
    if (r.status == HOB_OK && more(&r)) {
        (void)fail(&r, "a ) closes nothing");
    }
    if (r.status == HOB_OK) {
        (void)emit(&r, HOB_REGEX_SAVE, 0, 0);
        write_node(&r, tree);
        (void)emit(&r, HOB_REGEX_SAVE, 1, 0);
        (void)emit(&r, HOB_REGEX_MATCH, 0, 0);
    }
    if (r.status == HOB_OK) {
        make_room(&r);
        *ret_pattern = r.pattern;
    }
    return r.status;
}
