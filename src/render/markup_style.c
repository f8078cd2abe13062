/* The properties that a style may set: one table. */
#include "render/markup_internal.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef struct property property;
typedef struct setting {
    const hob_markup_request *request;
    hob_markup_box *box;
    const property *row;
    hob_str text;
} setting;

/* How a value is read into the field at `offset`; false: it is malformed. */
struct property {
    const char *name;
    bool (*read)(const setting *s, void *field);
    size_t offset;
    const char *const *words; /* of an enum, by value; null ends */
};

/* Whatever is written, sums of what comes out stay numbers. */
#define MOST_PX      1e7
#define MOST_LETTERS 1e4

double hob_length__px(hob_length length, double base) {
    double px = length.is_auto ? 0 : length.px + (base == base ? length.share * base : 0);
    return fmin(fmax(px, -MOST_PX), MOST_PX);
}

/* ---- readers ---- */

static bool read_word(const setting *s, void *field) {
    for (int32_t i = 0; s->row->words[i] != NULL; i++) {
        hob_str names = hob_str_from(s->row->words[i]), name; /* some have several */
        while (hob_css__word(&names, &name)) {
            if (hob_str_equal(name, s->text)) {
                *(int32_t *)field = i;
                return true;
            }
        }
    }
    return false;
}

static bool read_length(const setting *s, void *field) {
    return hob_css__length(s->request, s->box->style.letters.size, s->text, field);
}

/* One to four lengths, as in `margin`. */
static bool read_sides(const setting *s, void *field) {
    hob_length given[HOB_SIDES], *sides = field;
    hob_str rest = s->text, word;
    int count = 0;
    while (count < HOB_SIDES && hob_css__word(&rest, &word)) {
        if (!hob_css__length(s->request, s->box->style.letters.size, word, &given[count++])) {
            return false;
        }
    }
    if (count == 0) {
        return false;
    }
    sides[HOB_SIDE_TOP] = given[0];
    sides[HOB_SIDE_RIGHT] = given[count > 1 ? 1 : 0];
    sides[HOB_SIDE_BOTTOM] = given[count > 2 ? 2 : 0];
    sides[HOB_SIDE_LEFT] = given[count > 3 ? 3 : count > 1 ? 1 : 0];
    return true;
}

static bool read_number(const setting *s, void *field) {
    double number;
    if (!hob_css__number(s->request, s->text, &number)) {
        return false;
    }
    *(double *)field = fmin(fmax(number, -MOST_LETTERS), MOST_LETTERS);
    return true;
}

static bool read_color(const setting *s, void *field) {
    if (hob_css__is(s->text, "currentcolor")) {
        memcpy(field, s->box->style.letters.color, 4);
        return true;
    }
    return hob_css__color(s->request, s->text, field);
}

/* A size is of the letters around: hob_style__set is called for it first. */
static bool read_letter_size(const setting *s, void *field) {
    const hob_markup_box *parent = s->box->parent;
    double around = parent != NULL ? parent->style.letters.size : 16;
    hob_length size;
    if (!hob_css__length(s->request, around, s->text, &size) || size.is_auto) {
        return false;
    }
    *(double *)field = fmin(fmax(hob_length__px(size, around), 0), MOST_LETTERS);
    return true;
}

static bool read_line_height(const setting *s, void *field) {
    hob_length length;
    if (read_number(s, field)) {
        return true;
    }
    double size = s->box->style.letters.size;
    if (!hob_css__length(s->request, size, s->text, &length) || !(size > 0)) {
        return false;
    }
    *(double *)field = hob_length__px(length, size) / size;
    return true;
}

static bool read_weight(const setting *s, void *field) {
    double weight;
    bool named = hob_css__is(s->text, "bold") || hob_css__is(s->text, "bolder");
    *(int32_t *)field = named || (hob_css__number(s->request, s->text, &weight) && weight >= 600);
    return true;
}

/* The first family; quotes fall away. */
static bool read_family(const setting *s, void *field) {
    size_t end = 0;
    while (end < s->text.length && s->text.data[end] != ',') {
        end++;
    }
    hob_str family = hob_css__trim((hob_str){s->text.data, end});
    if (family.length >= 2 && (family.data[0] == '"' || family.data[0] == '\'')) {
        family = (hob_str){family.data + 1, family.length - 2};
    }
    *(hob_str *)field = family;
    return true;
}

static bool read_picture(const setting *s, void *field) {
    hob_str name;
    if (hob_css__is(s->text, "none")) {
        *(hob_str *)field = (hob_str){NULL, 0};
        return true;
    }
    if (!hob_css__call(s->text, "url", &name)) {
        return false;
    }
    if (name.length >= 2 && (name.data[0] == '"' || name.data[0] == '\'')) {
        name = (hob_str){name.data + 1, name.length - 2};
    }
    *(hob_str *)field = name;
    return true;
}

/* `background`: a color and a picture in any order; other words are passed over. */
static bool read_background(const setting *s, void *field) {
    hob_markup_style *style = field;
    hob_str rest = s->text, word;
    memset(style->background, 0, 4);
    style->image = (hob_str){NULL, 0};
    while (hob_css__word(&rest, &word)) {
        setting part = *s;
        part.text = word;
        if (!read_color(&part, style->background)) {
            (void)read_picture(&part, &style->image);
        }
    }
    return true;
}

/* "2px solid red" into one side or all: of the styles only `none` matters. */
static bool read_border_of(const setting *s, hob_length *sides, int count) {
    hob_length width = {.px = 3};
    hob_str rest = s->text, word;
    while (hob_css__word(&rest, &word)) {
        hob_length length;
        if (hob_css__is(word, "none")) {
            width.px = 0;
        } else if (hob_css__length(s->request, s->box->style.letters.size, word, &length)) {
            width = length;
        } else {
            (void)hob_css__color(s->request, word, s->box->style.border_color);
        }
    }
    for (int i = 0; i < count; i++) {
        sides[i] = width;
    }
    return true;
}
static bool read_border(const setting *s, void *field) {
    return read_border_of(s, field, HOB_SIDES);
}
static bool read_border_side(const setting *s, void *field) {
    return read_border_of(s, field, 1);
}

/* Anything but a known word of the negative kind counts. */
static bool read_clipped(const setting *s, void *field) {
    *(int32_t *)field = !hob_css__is(s->text, "visible");
    return true;
}

/* `flex: 2`: grows so, from nothing. */
static bool read_flex(const setting *s, void *field) {
    hob_markup_style *style = field;
    hob_str rest = s->text;
    if (hob_css__is(s->text, "none")) {
        style->grow = style->shrink = 0;
        return true;
    }
    style->basis = (hob_length){0};
    setting first = *s;
    if (!hob_css__word(&rest, &first.text)) {
        return false;
    }
    return read_number(&first, &style->grow);
}

static bool read_text(const setting *s, void *field) {
    *(hob_str *)field = s->text;
    return true;
}

/* ---- transform ---- */

typedef struct move_name {
    const char *name;
    hob_move_kind kind;
    bool x, y;
} move_name;
static const move_name move_names[] = {
    {"translate", HOB_MOVE_SHIFT, true, true},   {"translateX", HOB_MOVE_SHIFT, true, false},
    {"translateY", HOB_MOVE_SHIFT, false, true}, {"scale", HOB_MOVE_SCALE, true, true},
    {"scaleX", HOB_MOVE_SCALE, true, false},     {"scaleY", HOB_MOVE_SCALE, false, true},
    {"rotate", HOB_MOVE_TURN, true, false},
};

static bool read_move(const setting *s, hob_str word, hob_move *out) {
    hob_length given[2];
    memset(given, 0, sizeof given);
    for (size_t i = 0; i < HOB_COUNT(move_names); i++) {
        const move_name *m = &move_names[i];
        size_t length = strlen(m->name);
        if (word.length < length + 2 || memcmp(word.data, m->name, length) != 0 ||
            word.data[length] != '(') {
            continue;
        }
        hob_str inside = {word.data + length + 1, word.length - length - 2};
        size_t comma = hob_str_find(inside, HOB_STR(","));
        hob_str first = comma == SIZE_MAX ? inside : (hob_str){inside.data, comma};
        hob_str second = comma == SIZE_MAX
                             ? HOB_STR("0")
                             : (hob_str){inside.data + comma + 1, inside.length - comma - 1};
        double em = s->box->style.letters.size;
        if (!hob_css__length(s->request, em, first, &given[0]) ||
            !hob_css__length(s->request, em, second, &given[1])) {
            return false;
        }
        bool one_for_both = m->x && m->y && m->kind == HOB_MOVE_SCALE && comma == SIZE_MAX;
        const hob_length still = {.px = m->kind == HOB_MOVE_SCALE ? 1 : 0};
        *out = (hob_move){.kind = m->kind,
                          .x = m->x ? given[0] : still,
                          .y = !m->y          ? still
                               : one_for_both ? given[0]
                               : !m->x        ? given[0]
                                              : given[1]};
        return true;
    }
    return false;
}

static bool read_transform(const setting *s, void *field) {
    hob_markup_style *style = field;
    hob_str rest = s->text, word;
    uint32_t count = 0;
    while (count < HOB_MOVES && hob_css__word(&rest, &word)) {
        if (read_move(s, word, &style->moves[count])) {
            count++;
        }
    }
    style->move_count = count;
    return true;
}

/* ---- the table ---- */

#define WORDS(...)       ((const char *const[]){__VA_ARGS__, NULL})
#define FIELD(name)      offsetof(hob_markup_style, name)
#define LETTERS(name)    offsetof(hob_markup_style, letters.name)
#define SIDE(name, side) (FIELD(name) + (side) * sizeof(hob_length))
#define SIDE_ROWS(prefix, suffix, field, read)                                \
    {prefix "top" suffix, read, SIDE(field, HOB_SIDE_TOP), NULL},             \
        {prefix "right" suffix, read, SIDE(field, HOB_SIDE_RIGHT), NULL},     \
        {prefix "bottom" suffix, read, SIDE(field, HOB_SIDE_BOTTOM), NULL}, { \
        prefix "left" suffix, read, SIDE(field, HOB_SIDE_LEFT), NULL          \
    }

static const property properties[] = {
    {"font-size", read_letter_size, LETTERS(size), NULL},
    {"font-family", read_family, LETTERS(family), NULL},
    {"font-weight", read_weight, LETTERS(bold), NULL},
    {"line-height", read_line_height, LETTERS(line_height), NULL},
    {"color", read_color, LETTERS(color), NULL},
    {"text-align", read_word, LETTERS(align), WORDS("left start", "center", "right end")},
    {"white-space", read_word, LETTERS(space), WORDS("normal", "nowrap", "pre pre-wrap pre-line")},
    {"visibility", read_word, LETTERS(hidden), WORDS("visible", "hidden")},
    {"pointer-events", read_word, LETTERS(pointer), WORDS("none", "auto all")},
    {"display", read_word, FIELD(display),
     WORDS("inline", "block", "inline-block", "flex inline-flex", "none")},
    {"position", read_word, FIELD(position), WORDS("static", "relative", "absolute", "fixed")},
    {"flex-direction", read_word, FIELD(column), WORDS("row", "column")},
    {"justify-content", read_word, FIELD(justify),
     WORDS("stretch normal", "start flex-start left", "center", "end flex-end right",
           "space-between", "space-around space-evenly")},
    {"align-items", read_word, FIELD(align),
     WORDS("stretch normal", "start flex-start baseline", "center", "end flex-end")},
    {"overflow", read_clipped, FIELD(clipped), NULL},
    {"box-sizing", read_word, FIELD(border_box), WORDS("content-box", "border-box")},
    {"width", read_length, FIELD(width), NULL},
    {"height", read_length, FIELD(height), NULL},
    {"min-width", read_length, FIELD(min_width), NULL},
    {"min-height", read_length, FIELD(min_height), NULL},
    {"max-width", read_length, FIELD(max_width), NULL},
    {"max-height", read_length, FIELD(max_height), NULL},
    {"inset", read_sides, FIELD(inset), NULL},
    SIDE_ROWS("", "", inset, read_length),
    {"margin", read_sides, FIELD(margin), NULL},
    SIDE_ROWS("margin-", "", margin, read_length),
    {"padding", read_sides, FIELD(padding), NULL},
    SIDE_ROWS("padding-", "", padding, read_length),
    {"border", read_border, FIELD(border), NULL},
    SIDE_ROWS("border-", "", border, read_border_side),
    {"border-width", read_sides, FIELD(border), NULL},
    SIDE_ROWS("border-", "-width", border, read_length),
    {"border-color", read_color, FIELD(border_color), NULL},
    {"border-radius", read_length, FIELD(radius), NULL},
    {"gap", read_length, FIELD(gap), NULL},
    {"flex", read_flex, 0, NULL},
    {"flex-grow", read_number, FIELD(grow), NULL},
    {"flex-basis", read_length, FIELD(basis), NULL},
    {"flex-shrink", read_number, FIELD(shrink), NULL},
    {"opacity", read_number, FIELD(opacity), NULL},
    {"z-index", read_number, FIELD(z), NULL},
    {"background", read_background, 0, NULL},
    {"background-color", read_color, FIELD(background), NULL},
    {"background-image", read_picture, FIELD(image), NULL},
    {"background-size", read_word, FIELD(fit), WORDS("100% stretch fill", "cover", "contain")},
    {"object-fit", read_word, FIELD(fit), WORDS("100% stretch fill", "cover", "contain")},
    {"transform", read_transform, 0, NULL},
    {"animation", read_text, FIELD(animation), NULL},
};

void hob_style__set(const hob_markup_request *request, hob_markup_box *box, hob_str name,
                    hob_str text) {
    for (size_t i = 0; i < HOB_COUNT(properties); i++) {
        if (hob_css__is(name, properties[i].name)) {
            const setting s = {request, box, &properties[i],
                               hob_css__trim(hob_css__substitute(request, box, text))};
            hob_markup_style kept = box->style;
            if (!properties[i].read(&s, (char *)&box->style + properties[i].offset)) {
                box->style = kept;
            }
            return;
        }
    }
}

/* ---- what an element is before anybody says so ---- */

static const struct {
    const char *tags; /* separated by spaces */
    int32_t display;
    double size; /* of the letters around */
    bool bold, pointer, centered;
} elements[] = {
    {"div p section article header footer main nav aside form ul ol li dl dt dd table tr figure "
     "fieldset progress blockquote",
     HOB_DISPLAY_BLOCK, 1, false, false, false},
    {"h1", HOB_DISPLAY_BLOCK, 2, true, false, false},
    {"h2", HOB_DISPLAY_BLOCK, 1.5, true, false, false},
    {"h3", HOB_DISPLAY_BLOCK, 1.17, true, false, false},
    {"h4 h5 h6", HOB_DISPLAY_BLOCK, 1, true, false, false},
    {"b strong", HOB_DISPLAY_INLINE, 1, true, false, false},
    {"small", HOB_DISPLAY_INLINE, 0.8, false, false, false},
    {"button", HOB_DISPLAY_INLINE_BLOCK, 1, false, true, true},
    {"img", HOB_DISPLAY_INLINE_BLOCK, 1, false, false, false},
    {"style script head title template meta link svg video audio canvas input select textarea",
     HOB_DISPLAY_NONE, 1, false, false, false},
};

void hob_style__defaults(hob_markup_style *style, const hob_markup_style *parent) {
    const hob_length unset = {.is_auto = true};
    *style = (hob_markup_style){.letters = {.size = 16, .color = {255, 255, 255, 255}},
                                .width = unset,
                                .height = unset,
                                .min_width = unset,
                                .min_height = unset,

                                .max_width = unset,
                                .max_height = unset,
                                .basis = unset,
                                .shrink = 1,
                                .opacity = 1};
    for (int i = 0; i < HOB_SIDES; i++) {
        style->inset[i] = unset;
    }
    if (parent != NULL) {
        style->letters = parent->letters;
    }
}

void hob_style__element(hob_markup_box *box) {
    for (size_t i = 0; i < HOB_COUNT(elements); i++) {
        hob_str tags = hob_str_from(elements[i].tags), tag;
        while (hob_css__word(&tags, &tag)) {
            if (!hob_str_equal(tag, box->tag)) {
                continue;
            }
            hob_letter_style *letters = &box->style.letters;
            box->style.display = elements[i].display;
            letters->size = fmin(letters->size * elements[i].size, MOST_LETTERS);
            letters->bold = letters->bold || elements[i].bold;
            letters->pointer = letters->pointer || elements[i].pointer;
            letters->align = elements[i].centered ? HOB_LAYOUT_CENTER : letters->align;
            return;
        }
    }
}
