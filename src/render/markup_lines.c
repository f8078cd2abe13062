/* Lines of text, inline boxes and pictures in a block. */
#include "render/markup_internal.h"

#include <math.h>
#include <string.h>

#define LINE_FACTOR 1.2  /* as render/fonts.h */
#define BASELINE    0.36 /* sizes below the middle of a line of text */

/* What stands on a line: a word of a text, or a box. */
typedef struct word {
    hob_markup_box *box; /* the text's, or the one itself */
    hob_str text;
    double x, width, height;
    double base; /* from its top to where it stands on the line */
    bool is_box;
} word;

typedef struct lines {
    const hob_markup_request *request;
    hob_markup_box *block;
    double left, y, width; /* y: top of the line */
    double x;              /* where the next word goes, from `left` */
    bool place, space;     /* a space is due before the next word */
    double widest;
    word *words; /* of the line */
    uint32_t count, cap;
} lines;

hob_text_style hob_markup_text_style(const hob_markup_request *request, const hob_letter_style *l,
                                     double *ret_shrink) {
    double drawn = fmin(fmax(floor(l->size * request->scale + 0.5), 1), 512);
    *ret_shrink = l->size / drawn;
    bool is_asset = l->family.length > 4 && memcmp(l->family.data, "ast_", 4) == 0;
    return (hob_text_style){.font = is_asset ? l->family : HOB_STR(""),
                            .family = is_asset ? HOB_STR("") : l->family,
                            .size = drawn};
}

static double width_of(const lines *l, const hob_letter_style *letters, hob_str text) {
    double shrink;
    hob_text_style style = hob_markup_text_style(l->request, letters, &shrink);
    return hob_fonts_layout(l->request->fonts, text, &style)->width * shrink;
}

static double line_height(const hob_letter_style *letters) {
    return letters->size * (letters->line_height > 0 ? letters->line_height : LINE_FACTOR);
}

/* ---- a line ends ---- */

static void put_text(lines *l, const word *w, double x, double y) {
    hob_fragment *last = w->box->fragments, *fragment;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    /* Words of one text that follow each other on a line are drawn as one. */
    if (last != NULL && last->y == y && w->text.data >= last->text.data &&
        w->text.data <= last->text.data + last->text.length + 1) {
        last->text.length = (size_t)(w->text.data - last->text.data) + w->text.length;
        return;
    }
    fragment = hob_arena_new(l->request->arena, hob_fragment);
    *fragment = (hob_fragment){w->text, x, y, w->height, NULL};
    *(last != NULL ? &last->next : &w->box->fragments) = fragment;
}

static void end_line(lines *l, double least) {
    double above = 0, below = least;
    for (uint32_t i = 0; i < l->count; i++) {
        above = fmax(above, l->words[i].base);
        below = fmax(below, 0);
    }
    for (uint32_t i = 0; i < l->count; i++) {
        below = fmax(below, above - l->words[i].base + l->words[i].height);
    }
    double used = l->count > 0 ? l->words[l->count - 1].x + l->words[l->count - 1].width : 0;
    l->widest = fmax(l->widest, used);
    int32_t align = l->block->style.letters.align;
    double share = align == HOB_LAYOUT_CENTER ? 0.5 : align == HOB_LAYOUT_RIGHT ? 1 : 0;
    double shift = isfinite(l->width) ? fmax(l->width - used, 0) * share : 0;
    for (uint32_t i = 0; l->place && i < l->count; i++) {
        const word *w = &l->words[i];
        double x = l->left + shift + w->x, y = l->y + above - w->base;
        if (w->is_box) {
            double base = isfinite(l->width) ? l->width : HOB_UNKNOWN;
            w->box->x = x + hob_length__px(w->box->style.margin[HOB_SIDE_LEFT], base);
            w->box->y = y + hob_length__px(w->box->style.margin[HOB_SIDE_TOP], base);
        } else {
            /* Letters stand in the middle of their line. */
            double letters = w->box->style.letters.size * LINE_FACTOR;
            put_text(l, w, x, y + (w->height - letters) / 2);
        }
    }
    l->y += below;
    l->x = 0;
    l->count = 0;
    l->space = false;
}

/* ---- a line grows ---- */

static void add_word(lines *l, word w) {
    if (l->count == l->cap) {
        uint32_t cap = l->cap == 0 ? 16 : l->cap * 2;
        word *words = hob_arena_array(l->request->arena, word, cap);
        if (l->count > 0) {
            memcpy(words, l->words, l->count * sizeof *words);
        }
        l->words = words;
        l->cap = cap;
    }
    double space = 0;
    if (l->space && l->count > 0) {
        space = width_of(l, &w.box->style.letters, HOB_STR(" "));
    }
    bool wraps = w.box->style.letters.space == HOB_SPACE_NORMAL || w.is_box;
    if (wraps && l->count > 0 && l->x + space + w.width > l->width + 0.01) {
        end_line(l, 0);
        space = 0;
    }
    w.x = l->x + space;
    l->x = w.x + w.width;
    l->words[l->count++] = w;
    l->space = false;
}

static void add_text(lines *l, hob_markup_box *box) {
    const hob_letter_style *letters = &box->style.letters;
    double height = line_height(letters);
    bool kept = letters->space == HOB_SPACE_PRE;
    for (size_t at = 0; at < box->text.length;) {
        char c = box->text.data[at];
        if (c == '\n' && kept) {
            end_line(l, height);
            at++;
            continue;
        }
        if (c == ' ' && !kept) {
            l->space = true;
            at++;
            continue;
        }
        size_t end = at;
        while (end < box->text.length && box->text.data[end] != '\n' &&
               (kept || box->text.data[end] != ' ')) {
            end++;
        }
        hob_str text = {box->text.data + at, end - at};
        add_word(l, (word){.box = box,
                           .text = text,
                           .width = width_of(l, letters, text),
                           .height = height,
                           .base = height / 2 + BASELINE * letters->size});
        at = end;
    }
}

static void add_box(lines *l, hob_markup_box *box) {
    double width, height, base = isfinite(l->width) ? l->width : HOB_UNKNOWN;
    if (!l->place) {
        width = hob_box__widest(l->request, box);
        height = 0;
    } else {
        hob_box__lay_out(l->request, box,
                         (hob_room){l->width, HOB_UNKNOWN, HOB_UNKNOWN, HOB_UNKNOWN, true});
        width = box->width + hob_length__px(box->style.margin[HOB_SIDE_LEFT], base) +
                hob_length__px(box->style.margin[HOB_SIDE_RIGHT], base);
        height = box->height + hob_length__px(box->style.margin[HOB_SIDE_TOP], base) +
                 hob_length__px(box->style.margin[HOB_SIDE_BOTTOM], base);
    }
    /* In the middle of the letters around it. */
    add_word(l, (word){.box = box,
                       .width = width,
                       .height = height,
                       .base = height / 2 + BASELINE * l->block->style.letters.size,
                       .is_box = true});
}

static void add_inline(lines *l, hob_markup_box *box) {
    switch (box->kind) {
    case HOB_BOX_TEXT:
        if (l->place) {
            box->fragments = NULL;
        }
        add_text(l, box);
        return;
    case HOB_BOX_BREAK:
        end_line(l, line_height(&box->style.letters));
        return;
    case HOB_BOX_ELEMENT:
        break;
    }
    if (box->style.display == HOB_DISPLAY_NONE || hob_box__is_placed(box)) {
        box->x = l->left + l->x;
        box->y = l->y;
    } else if (box->style.display != HOB_DISPLAY_INLINE) {
        add_box(l, box);
    } else {
        for (hob_markup_box *child = box->first; child != NULL; child = child->next) {
            add_inline(l, child);
        }
    }
}

double hob_box__lines(const hob_markup_request *request, hob_markup_box *block,
                      hob_markup_box *first, hob_markup_box *end, double x, double y, double width,
                      bool place, double *ret_width) {
    lines l = {
        .request = request, .block = block, .left = x, .y = y, .width = width, .place = place};
    for (hob_markup_box *box = first; box != end; box = box->next) {
        add_inline(&l, box);
    }
    if (l.count > 0) {
        end_line(&l, 0);
    }
    *ret_width = l.widest;
    return l.y - y;
}
