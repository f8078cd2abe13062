/* Values of CSS: words, lengths with calc(), numbers, colors, variables. */
#include "base/numtext.h"
#include "render/markup_internal.h"
#include "schema/pattern.h"

#include <math.h>
#include <string.h>

#define MOST_NESTING  16
#define MOST_EXPANDED 4096 /* bytes of a value with its variables */

/* ---- words ---- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

hob_str hob_css__trim(hob_str s) {
    while (s.length > 0 && is_blank(s.data[0])) {
        s.data++;
        s.length--;
    }
    while (s.length > 0 && is_blank(s.data[s.length - 1])) {
        s.length--;
    }
    return s;
}

bool hob_css__is(hob_str s, const char *word) {
    size_t length = strlen(word);
    for (size_t i = 0; i < length && i < s.length; i++) {
        if (lower(s.data[i]) != word[i]) {
            return false;
        }
    }
    return s.length == length;
}

bool hob_css__word(hob_str *rest, hob_str *ret_word) {
    hob_str s = hob_css__trim(*rest);
    size_t end = 0;
    int depth = 0;
    for (; end < s.length && (depth > 0 || !is_blank(s.data[end])); end++) {
        depth += s.data[end] == '(' ? 1 : s.data[end] == ')' ? -1 : 0;
    }
    *ret_word = (hob_str){s.data, end};
    *rest = (hob_str){s.data + end, s.length - end};
    return end > 0;
}

bool hob_css__call(hob_str s, const char *name, hob_str *ret_inside) {
    size_t length = strlen(name);
    if (s.length < length + 2 || s.data[length] != '(' || s.data[s.length - 1] != ')' ||
        !hob_css__is((hob_str){s.data, length}, name)) {
        return false;
    }
    *ret_inside = hob_css__trim((hob_str){s.data + length + 1, s.length - length - 2});
    return true;
}

/* ---- lengths ---- */

typedef struct term {
    double px, share;
    bool is_number; /* without a unit, in px */
} term;

typedef struct reader {
    const hob_markup_request *request;
    double em;
    hob_str rest;
    int depth;
    bool failed;
} reader;

static term read_sum(reader *r);

static void skip_blanks(reader *r) {
    while (r->rest.length > 0 && is_blank(r->rest.data[0])) {
        r->rest.data++;
        r->rest.length--;
    }
}

static bool take(reader *r, char c) {
    skip_blanks(r);
    if (r->rest.length == 0 || r->rest.data[0] != c) {
        return false;
    }
    r->rest.data++;
    r->rest.length--;
    return true;
}

static hob_str take_name(reader *r) {
    size_t n = 0;
    while (n < r->rest.length && (lower(r->rest.data[n]) >= 'a' && lower(r->rest.data[n]) <= 'z')) {
        n++;
    }
    hob_str name = {r->rest.data, n};
    r->rest.data += n;
    r->rest.length -= n;
    return name;
}

static term with_unit(reader *r, double number) {
    const struct {
        const char *name;
        double px;
    } units[] = {{"px", 1},
                 {"em", r->em},
                 {"rem", 16},
                 {"vw", r->request->width / 100},
                 {"vh", r->request->height / 100},
                 {"deg", 1},
                 {"rad", 57.29577951308232},
                 {"turn", 360}};
    if (r->rest.length > 0 && r->rest.data[0] == '%') {
        r->rest.data++;
        r->rest.length--;
        return (term){.share = number / 100};
    }
    hob_str unit = take_name(r);
    for (size_t i = 0; i < HOB_COUNT(units); i++) {
        if (hob_css__is(unit, units[i].name)) {
            return (term){.px = number * units[i].px};
        }
    }
    r->failed = r->failed || unit.length > 0;
    return (term){.px = number, .is_number = true};
}

/* min(a, b, …) and max: of px, or of shares where all are shares. */
static term read_list(reader *r, bool least) {
    term best = read_sum(r);
    while (!r->failed && take(r, ',')) {
        term next = read_sum(r);
        bool less = next.share != best.share ? next.share < best.share : next.px < best.px;
        best = less == least ? next : best;
    }
    return best;
}

static term read_factor(reader *r) {
    double number;
    skip_blanks(r);
    size_t used = hob_number_parse(r->rest.data, r->rest.length, &number);
    if (used > 0) {
        r->rest.data += used;
        r->rest.length -= used;
        return with_unit(r, number);
    }
    hob_str name = take_name(r);
    bool known = name.length == 0 || hob_css__is(name, "calc") || hob_css__is(name, "min") ||
                 hob_css__is(name, "max");
    if (!known || r->depth >= MOST_NESTING || !take(r, '(')) {
        r->failed = true;
        return (term){0};
    }
    r->depth++;
    term inside = read_list(r, hob_css__is(name, "min"));
    r->depth--;
    r->failed = r->failed || !take(r, ')');
    return inside;
}

static term read_product(reader *r) {
    term left = read_factor(r);
    while (!r->failed) {
        bool divide = false;
        if (!take(r, '*')) {
            divide = take(r, '/');
            if (!divide) {
                break;
            }
        }
        term right = read_factor(r);
        if (!right.is_number && left.is_number && !divide) {
            term kept = left;
            left = right;
            right = kept;
        }
        double by = divide ? (right.px != 0 ? 1 / right.px : 0) : right.px;
        r->failed = r->failed || !right.is_number;
        left.px *= by;
        left.share *= by;
    }
    return left;
}

static term read_sum(reader *r) {
    term left = read_product(r);
    while (!r->failed) {
        double sign = take(r, '+') ? 1 : take(r, '-') ? -1 : 0;
        if (sign == 0) {
            break;
        }
        term right = read_product(r);
        left.px += sign * right.px;
        left.share += sign * right.share;
        left.is_number = left.is_number && right.is_number;
    }
    return left;
}

static bool read_term(const hob_markup_request *request, double em, hob_str s, term *out) {
    reader r = {.request = request, .em = em, .rest = hob_css__trim(s)};
    *out = read_sum(&r);
    skip_blanks(&r);
    return !r.failed && r.rest.length == 0 && isfinite(out->px) && isfinite(out->share);
}

bool hob_css__length(const hob_markup_request *request, double em, hob_str s, hob_length *out) {
    term t;
    if (hob_css__is(s, "auto") || hob_css__is(s, "none")) {
        *out = (hob_length){.is_auto = true};
        return true;
    }
    if (!read_term(request, em, s, &t)) {
        return false;
    }
    *out = (hob_length){.px = t.px, .share = t.share};
    return true;
}

bool hob_css__number(const hob_markup_request *request, hob_str s, double *out) {
    term t;
    if (!read_term(request, 0, s, &t) || (!t.is_number && t.share == 0)) {
        return false;
    }
    *out = t.is_number ? t.px : t.share;
    return true;
}

/* ---- colors ---- */

static const struct {
    const char *name;
    uint8_t rgba[4];
} colors[] = {
    {"transparent", {0, 0, 0, 0}},   {"black", {0, 0, 0, 255}},
    {"white", {255, 255, 255, 255}}, {"gray", {128, 128, 128, 255}},
    {"grey", {128, 128, 128, 255}},  {"silver", {192, 192, 192, 255}},
    {"red", {255, 0, 0, 255}},       {"maroon", {128, 0, 0, 255}},
    {"orange", {255, 165, 0, 255}},  {"gold", {255, 215, 0, 255}},
    {"yellow", {255, 255, 0, 255}},  {"lime", {0, 255, 0, 255}},
    {"green", {0, 128, 0, 255}},     {"teal", {0, 128, 128, 255}},
    {"cyan", {0, 255, 255, 255}},    {"aqua", {0, 255, 255, 255}},
    {"blue", {0, 0, 255, 255}},      {"navy", {0, 0, 128, 255}},
    {"purple", {128, 0, 128, 255}},  {"magenta", {255, 0, 255, 255}},
    {"pink", {255, 192, 203, 255}},  {"brown", {165, 42, 42, 255}},
    {"crimson", {220, 20, 60, 255}}, {"skyblue", {135, 206, 235, 255}},
    {"tomato", {255, 99, 71, 255}},
};

static uint8_t level(double v) {
    return (uint8_t)(v <= 0 ? 0 : v >= 255 ? 255 : v + 0.5);
}

/* "255, 128, 0, 0.5", "255 128 0 / 50%". */
static bool read_rgb(const hob_markup_request *request, hob_str inside, uint8_t out[4]) {
    double parts[4] = {0, 0, 0, 1};
    int count = 0;
    size_t at = 0;
    while (at < inside.length && count < 4) {
        size_t end = at;
        for (int depth = 0; end < inside.length; end++) {
            char c = inside.data[end];
            if (depth == 0 && (is_blank(c) || c == ',' || c == '/')) {
                break;
            }
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        }
        hob_str part = {inside.data + at, end - at};
        at = end + 1;
        if (part.length == 0) {
            continue;
        }
        if (!hob_css__number(request, part, &parts[count])) {
            return false;
        }
        bool percent = part.data[part.length - 1] == '%';
        parts[count] *= percent && count < 3 ? 255 : 1;
        count++;
    }
    for (int i = 0; i < 3; i++) {
        out[i] = level(parts[i]);
    }
    out[3] = level(parts[3] * 255);
    return count >= 3;
}

bool hob_css__color(const hob_markup_request *request, hob_str s, uint8_t out[4]) {
    int rgba[4];
    hob_str inside;
    for (size_t i = 0; i < HOB_COUNT(colors); i++) {
        if (hob_css__is(s, colors[i].name)) {
            memcpy(out, colors[i].rgba, 4);
            return true;
        }
    }
    if (hob_css__call(s, "rgb", &inside) || hob_css__call(s, "rgba", &inside)) {
        return read_rgb(request, inside, out);
    }
    if (!hob_color_parse(s, rgba)) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        out[i] = (uint8_t)rgba[i];
    }
    return true;
}

/* ---- variables ---- */

static hob_str variable(const hob_markup_request *request, const hob_markup_box *box, hob_str name,
                        hob_str otherwise) {
    hob_str text;
    for (const hob_markup_variable *v = box->variables; v != NULL; v = v->next) {
        if (hob_str_equal(v->name, name)) {
            return v->text;
        }
    }
    return request->variable != NULL &&
                   request->variable(request->user, request->arena, name, &text)
               ? text
               : otherwise;
}

/* The first var(…) of `s`: where it begins and ends, its name without dashes, its other text. */
static bool find_variable(hob_str s, size_t *ret_begin, size_t *ret_end, hob_str *ret_name,
                          hob_str *ret_otherwise) {
    size_t begin = hob_str_find(s, HOB_STR("var("));
    if (begin == SIZE_MAX) {
        return false;
    }
    size_t end = begin + 4, comma = SIZE_MAX;
    for (int depth = 1; end < s.length; end++) {
        depth += s.data[end] == '(' ? 1 : s.data[end] == ')' ? -1 : 0;
        if (depth == 0) {
            break;
        }
        comma = s.data[end] == ',' && depth == 1 && comma == SIZE_MAX ? end : comma;
    }
    size_t name_end = comma != SIZE_MAX ? comma : end;
    *ret_name = hob_css__trim((hob_str){s.data + begin + 4, name_end - begin - 4});
    if (hob_str_starts(*ret_name, HOB_STR("--"))) {
        ret_name->data += 2;
        ret_name->length -= 2;
    }
    *ret_otherwise =
        comma != SIZE_MAX ? (hob_str){s.data + comma + 1, end - comma - 1} : HOB_STR("");
    *ret_begin = begin;
    *ret_end = end < s.length ? end + 1 : end;
    return true;
}

hob_str hob_css__substitute(const hob_markup_request *request, const hob_markup_box *box,
                            hob_str s) {
    hob_str name, otherwise;
    size_t begin, end;
    for (int i = 0; i < MOST_NESTING && find_variable(s, &begin, &end, &name, &otherwise); i++) {
        hob_str put = variable(request, box, name, otherwise);
        size_t length = begin + put.length + (s.length - end);
        if (length > MOST_EXPANDED) {
            return HOB_STR("");
        }
        char *text = hob_arena_alloc(request->arena, length + 1);
        memcpy(text, s.data, begin);
        memcpy(text + begin, put.data, put.length);
        memcpy(text + begin + put.length, s.data + end, s.length - end);
        s = (hob_str){text, length};
    }
    return s;
}
