/* Animations of UI pieces: @keyframes of opacity, transform and background, by game time. */
#include "base/easing.h"
#include "base/numtext.h"
#include "render/markup_internal.h"

#include <string.h>

#define MOST_KEYFRAMES 16

/* ---- reading ---- */

/* "1.5s", "200ms". */
static bool read_seconds(hob_str word, double *out) {
    double number;
    size_t used = hob_number_parse(word.data, word.length, &number);
    hob_str unit = {word.data + used, word.length - used};
    if (used == 0 || (!hob_css__is(unit, "s") && !hob_css__is(unit, "ms"))) {
        return false;
    }
    *out = unit.length == 1 ? number : number / 1000;
    return true;
}

static const struct {
    const char *name;
    hob_easing easing;
} easings[] = {
    {"linear", HOB_EASING_LINEAR},           {"ease", HOB_EASING_SINE_IN_OUT},
    {"ease-in", HOB_EASING_QUAD_IN},         {"ease-out", HOB_EASING_QUAD_OUT},
    {"ease-in-out", HOB_EASING_SINE_IN_OUT},
};

static bool read_easing(hob_str word, int32_t *out) {
    for (size_t i = 0; i < HOB_COUNT(easings); i++) {
        if (hob_css__is(word, easings[i].name)) {
            *out = (int32_t)easings[i].easing;
            return true;
        }
    }
    return false;
}

/* "pulse 1s ease-in-out infinite alternate"; the name that is left over. */
static hob_str read_words(hob_str text, hob_markup_animation *out) {
    hob_str word, name = {NULL, 0};
    double seconds, count;
    bool has_seconds = false;
    *out = (hob_markup_animation){.count = 1, .easing = (int32_t)HOB_EASING_SINE_IN_OUT};
    while (hob_css__word(&text, &word)) {
        if (read_seconds(word, &seconds)) {
            *(has_seconds ? &out->delay : &out->seconds) = seconds;
            has_seconds = true;
        } else if (hob_css__is(word, "infinite")) {
            out->count = HUGE_VAL;
        } else if (hob_css__is(word, "alternate")) {
            out->alternate = true;
        } else if (hob_css__is(word, "forwards") || hob_css__is(word, "both")) {
            out->stays = true;
        } else if (hob_number_parse(word.data, word.length, &count) == word.length) {
            out->count = count;
        } else if (!read_easing(word, &out->easing)) {
            name = word;
        }
    }
    return name;
}

/* Kept in order; the later of two at one place counts. */
static void add_keyframe(hob_markup_animation *a, double at, const hob_markup_style *style) {
    uint32_t i = a->keyframe_count;
    if (i == MOST_KEYFRAMES + 2) {
        return;
    }
    for (; i > 0 && a->keyframes[i - 1].at > at; i--) {
        a->keyframes[i] = a->keyframes[i - 1];
    }
    a->keyframes[i] = (hob_keyframe){at, *style};
    a->keyframe_count++;
}

static void read_keyframe(const hob_markup_request *request, hob_markup_box *box,
                          hob_markup_animation *a, hob_str selectors, hob_str body) {
    hob_declarations list = hob_sheet__declarations(request->arena, body);
    hob_markup_style base = box->style;
    for (uint32_t i = 0; i < list.count; i++) {
        hob_style__set(request, box, list.items[i].name, list.items[i].text);
    }
    for (size_t from = 0; from < selectors.length;) {
        hob_str rest = {selectors.data + from, selectors.length - from};
        size_t comma = hob_str_find(rest, HOB_STR(","));
        hob_str one = hob_css__trim((hob_str){rest.data, comma == SIZE_MAX ? rest.length : comma});
        double at = hob_css__is(one, "to") ? 100 : 0;
        (void)hob_number_parse(one.data, one.length, &at);
        if (at >= 0 && at <= 100 && a->keyframe_count < MOST_KEYFRAMES) {
            add_keyframe(a, at / 100, &box->style);
        }
        from += comma == SIZE_MAX ? rest.length : comma + 1;
    }
    box->style = base;
}

static void read_body(const hob_markup_request *request, hob_markup_box *box,
                      hob_markup_animation *a, hob_str body) {
    while (body.length > 0) {
        size_t open = hob_str_find(body, HOB_STR("{")), close = hob_str_find(body, HOB_STR("}"));
        if (open == SIZE_MAX || close == SIZE_MAX || close < open) {
            return;
        }
        read_keyframe(request, box, a, hob_css__trim((hob_str){body.data, open}),
                      (hob_str){body.data + open + 1, close - open - 1});
        body = (hob_str){body.data + close + 1, body.length - close - 1};
    }
}

const hob_markup_animation *hob_animation__of(const hob_markup_request *request,
                                              const hob_style_sheet *sheet, hob_markup_box *box) {
    hob_markup_animation *a = hob_arena_new(request->arena, hob_markup_animation);
    hob_str name = read_words(box->style.animation, a);
    const hob_keyframes *k = sheet->keyframes;
    while (k != NULL && !hob_str_equal(k->name, name)) {
        k = k->next;
    }
    if (k == NULL || !(a->seconds > 0)) {
        return NULL;
    }
    a->keyframes = hob_arena_array(request->arena, hob_keyframe, MOST_KEYFRAMES + 2);
    read_body(request, box, a, k->body);
    if (a->keyframe_count == 0 || a->keyframes[0].at > 0) {
        add_keyframe(a, 0, &box->style);
    }
    if (a->keyframes[a->keyframe_count - 1].at < 1) {
        add_keyframe(a, 1, &box->style);
    }
    return a;
}

/* ---- at an age ---- */

static double mix(double a, double b, double t) {
    return a + (b - a) * t;
}

static void mix_color(const uint8_t a[4], const uint8_t b[4], double t, uint8_t out[4]) {
    for (int i = 0; i < 4; i++) {
        out[i] = (uint8_t)(mix(a[i], b[i], t) + 0.5);
    }
}

static hob_length mix_length(hob_length a, hob_length b, double t) {
    return (hob_length){.px = mix(a.px, b.px, t), .share = mix(a.share, b.share, t)};
}

/* Lists of the same functions are mixed one by one; a missing list stands still. */
static void mix_moves(const hob_markup_style *a, const hob_markup_style *b, double t,
                      hob_markup_style *out) {
    const hob_markup_style *longer = a->move_count > b->move_count ? a : b;
    out->move_count = longer->move_count;
    for (uint32_t i = 0; i < longer->move_count; i++) {
        hob_move_kind kind = longer->moves[i].kind;
        const hob_length rest = {.px = kind == HOB_MOVE_SCALE ? 1 : 0};
        const hob_move still = {kind, rest, rest};
        hob_move from = i < a->move_count ? a->moves[i] : still;
        hob_move to = i < b->move_count ? b->moves[i] : still;
        out->moves[i] = from.kind == to.kind ? (hob_move){kind, mix_length(from.x, to.x, t),
                                                          mix_length(from.y, to.y, t)}
                                             : (t < 0.5 ? from : to);
    }
}

/* How far it is through its keyframes; false: not begun, or over. */
static bool share_of(const hob_markup_animation *a, double age, double *ret_share) {
    double turns = (age - a->delay) / a->seconds;
    if (turns < 0 || !(turns < a->count)) {
        bool is_over = turns >= a->count && a->stays && a->count < HUGE_VAL;
        double last = ceil(a->count) - 1;
        bool backwards = a->alternate && fmod(last, 2) == 1;
        *ret_share = backwards ? 0 : 1;
        return is_over;
    }
    double share = turns - floor(turns);
    *ret_share = a->alternate && fmod(floor(turns), 2) == 1 ? 1 - share : share;
    return true;
}

bool hob_markup_animate(const hob_markup_animation *a, double age, hob_markup_style *ret_style) {
    double share;
    if (!share_of(a, age, &share)) {
        return false;
    }
    uint32_t i = 0;
    while (i + 2 < a->keyframe_count && a->keyframes[i + 1].at <= share) {
        i++;
    }
    const hob_keyframe *from = &a->keyframes[i], *to = &a->keyframes[i + 1];
    double span = to->at - from->at;
    double t = span > 0 ? fmin(fmax((share - from->at) / span, 0), 1) : 1;
    t = hob_easing_apply((hob_easing)a->easing, t);
    *ret_style = from->style;
    ret_style->opacity = mix(from->style.opacity, to->style.opacity, t);
    mix_color(from->style.background, to->style.background, t, ret_style->background);
    mix_color(from->style.border_color, to->style.border_color, t, ret_style->border_color);
    mix_moves(&from->style, &to->style, t, ret_style);
    return true;
}
