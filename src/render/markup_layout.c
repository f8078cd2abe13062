/* Placing boxes: blocks, rows and columns, and what lies outside the flow. */
#include "render/markup_internal.h"

#include <math.h>

#define MOST_AGAIN 8 /* levels of rows in rows that are laid out a second time to fill a height */

/* ---- measures ---- */

static double margin(const hob_markup_box *box, int side, double base) {
    return hob_length__px(box->style.margin[side], base);
}
static double margins_across(const hob_markup_box *box, double base) {
    return margin(box, HOB_SIDE_LEFT, base) + margin(box, HOB_SIDE_RIGHT, base);
}
static double margins_down(const hob_markup_box *box, double base) {
    return margin(box, HOB_SIDE_TOP, base) + margin(box, HOB_SIDE_BOTTOM, base);
}

static double across(const hob_markup_box *box) { /* of padding and border */
    return box->sides[HOB_SIDE_LEFT] + box->sides[HOB_SIDE_RIGHT];
}
static double down(const hob_markup_box *box) {
    return box->sides[HOB_SIDE_TOP] + box->sides[HOB_SIDE_BOTTOM];
}

static void set_sides(hob_markup_box *box, double base) {
    for (int i = 0; i < HOB_SIDES; i++) {
        box->sides[i] = fmax(hob_length__px(box->style.padding[i], base), 0) +
                        fmax(hob_length__px(box->style.border[i], 0), 0);
    }
}

/* A size of the style as one of the border box; NAN: it says none. */
static double outer(const hob_markup_box *box, hob_length size, double base, double extra) {
    if (size.is_auto || (size.share != 0 && base != base)) {
        return HOB_UNKNOWN;
    }
    return fmax(hob_length__px(size, base), 0) + (box->style.border_box ? 0 : extra);
}

static double between(double size, double least, double most) {
    size = most == most ? fmin(size, most) : size;
    return least == least ? fmax(size, least) : size;
}

static double limited_width(const hob_markup_box *box, double width, double base) {
    return between(width, outer(box, box->style.min_width, base, across(box)),
                   outer(box, box->style.max_width, base, across(box)));
}
static double limited_height(const hob_markup_box *box, double height, double base) {
    return between(height, outer(box, box->style.min_height, base, down(box)),
                   outer(box, box->style.max_height, base, down(box)));
}

bool hob_box__is_placed(const hob_markup_box *box) {
    return box->kind == HOB_BOX_ELEMENT && box->style.position >= HOB_POSITION_ABSOLUTE;
}

static bool is_gone(const hob_markup_box *box) {
    return box->kind == HOB_BOX_ELEMENT && box->style.display == HOB_DISPLAY_NONE;
}

bool hob_box__is_inline(const hob_markup_box *box) {
    return box->kind != HOB_BOX_ELEMENT || box->style.display == HOB_DISPLAY_INLINE ||
           box->style.display == HOB_DISPLAY_INLINE_BLOCK;
}

static bool is_blank_text(const hob_markup_box *box) {
    return box->kind == HOB_BOX_TEXT && hob_css__trim(box->text).length == 0;
}

/* Of a picture element: its own size in px, where the style says none. */
static bool picture_size(const hob_markup_request *request, const hob_markup_box *box,
                         double *ret_width, double *ret_height) {
    if (!hob_str_is(box->tag, "img") || request->pictures == NULL) {
        return false;
    }
    const hob_picture *picture = hob_pictures_named(request->pictures, box->style.image);
    *ret_width = picture->width;
    *ret_height = picture->height;
    return picture->texture != 0;
}

/* The inline boxes from `first`: a line box of their own; the box behind them. */
static hob_markup_box *end_of_inline(hob_markup_box *first) {
    while (first != NULL && (hob_box__is_inline(first) || is_gone(first)) &&
           !hob_box__is_placed(first)) {
        first = first->next;
    }
    return first;
}

static double widest_content(const hob_markup_request *request, hob_markup_box *box) {
    double widest = 0, row = 0;
    bool is_row = box->style.display == HOB_DISPLAY_FLEX && !box->style.column;
    double gap = hob_length__px(box->style.gap, HOB_UNKNOWN), picture_height;
    if (picture_size(request, box, &widest, &picture_height)) {
        return widest;
    }
    for (hob_markup_box *child = box->first; child != NULL;) {
        double width = 0;
        if (is_gone(child) || hob_box__is_placed(child)) {
            child = child->next;
            continue;
        }
        if (box->style.display != HOB_DISPLAY_FLEX && hob_box__is_inline(child)) {
            hob_markup_box *end = end_of_inline(child);
            (void)hob_box__lines(request, box, child, end, 0, 0, INFINITY, false, &width);
            child = end;
        } else if (is_blank_text(child)) {
            child = child->next;
            continue;
        } else if (child->kind != HOB_BOX_ELEMENT) {
            (void)hob_box__lines(request, box, child, child->next, 0, 0, INFINITY, false, &width);
            child = child->next;
        } else {
            width = hob_box__widest(request, child);
            child = child->next;
        }
        row += (row > 0 ? gap : 0) + width;
        widest = fmax(widest, width);
    }
    return is_row ? row : widest;
}

double hob_box__widest(const hob_markup_request *request, hob_markup_box *box) {
    if (box->widest == box->widest) {
        return box->widest;
    }
    set_sides(box, HOB_UNKNOWN);
    double own = outer(box, box->style.width, HOB_UNKNOWN, across(box));
    double width = own == own ? own : widest_content(request, box) + across(box);
    box->widest = limited_width(box, width, HOB_UNKNOWN) + margins_across(box, HOB_UNKNOWN);
    return box->widest;
}

/* ---- blocks ---- */

/* Where a block of this width stands in its container's: `auto` margins share what is left. */
static double block_x(const hob_markup_box *box, double width) {
    bool left = box->style.margin[HOB_SIDE_LEFT].is_auto;
    bool right = box->style.margin[HOB_SIDE_RIGHT].is_auto;
    double rest = fmax(width - box->width - margins_across(box, width), 0);
    return margin(box, HOB_SIDE_LEFT, width) + (left && right ? rest / 2 : left ? rest : 0);
}

static double lay_blocks(const hob_markup_request *request, hob_markup_box *box, double width,
                         double height) {
    double x = box->sides[HOB_SIDE_LEFT], top = box->sides[HOB_SIDE_TOP], y = top;
    for (hob_markup_box *child = box->first; child != NULL;) {
        if (is_gone(child)) {
            child = child->next;
        } else if (hob_box__is_placed(child)) {
            child->x = x; /* where it would stand */
            child->y = y;
            child = child->next;
        } else if (hob_box__is_inline(child)) {
            hob_markup_box *end = end_of_inline(child);
            y += hob_box__lines(request, box, child, end, x, y, width, true, &(double){0});
            child = end;
        } else {
            hob_box__lay_out(request, child,
                             (hob_room){width, height, HOB_UNKNOWN, HOB_UNKNOWN, false});
            child->x = x + block_x(child, width);
            child->y = y + margin(child, HOB_SIDE_TOP, width);
            y = child->y + child->height + margin(child, HOB_SIDE_BOTTOM, width);
            child = child->next;
        }
    }
    return y - top;
}

/* ---- rows and columns ---- */

typedef struct flex {
    const hob_markup_request *request;
    hob_markup_box *box;
    double width, height; /* of the content; height NAN: not known */
    double gap;
    bool column;
    uint32_t count;
    double main, grow, shrink; /* of all together, gaps included */
} flex;

/* Texts between elements are items too, in a box of their own; white space is not. */
static void wrap_texts(const hob_markup_request *request, hob_markup_box *box) {
    for (hob_markup_box *child = box->first; child != NULL; child = child->next) {
        if (child->kind != HOB_BOX_TEXT || is_blank_text(child)) {
            continue;
        }
        hob_markup_box *inner = hob_arena_new(request->arena, hob_markup_box);
        *inner = *child;
        inner->next = NULL;
        inner->parent = child;
        child->kind = HOB_BOX_ELEMENT;
        child->first = child->last = inner;
        child->style.display = HOB_DISPLAY_BLOCK;
        child->text = (hob_str){NULL, 0};
    }
}

static bool is_item(const hob_markup_box *child) {
    return child->kind == HOB_BOX_ELEMENT && !is_gone(child) && !hob_box__is_placed(child);
}

static double main_size(const flex *f, const hob_markup_box *item) {
    return f->column ? item->height + margins_down(item, f->width)
                     : item->width + margins_across(item, f->width);
}

static void lay_item(const flex *f, hob_markup_box *item, double main) {
    bool stretch = f->box->style.align == HOB_ALONG_STRETCH;
    hob_room room = {f->width, f->height, HOB_UNKNOWN, HOB_UNKNOWN, !(f->column && stretch)};
    if (main == main) {
        double own =
            main - (f->column ? margins_down(item, f->width) : margins_across(item, f->width));
        *(f->column ? &room.forced_height : &room.forced_width) = fmax(own, 0);
    }
    if (!f->column && stretch && f->height == f->height && item->style.height.is_auto) {
        room.forced_height = fmax(f->height - margins_down(item, f->width), 0);
    }
    hob_box__lay_out(f->request, item, room);
}

/* The size an item has before what is left is shared out. */
static double base_size(const flex *f, hob_markup_box *item) {
    double basis = item->style.basis.is_auto
                       ? HOB_UNKNOWN
                       : hob_length__px(item->style.basis, f->column ? f->height : f->width);
    if (f->column) {
        lay_item(f, item, basis);
        return main_size(f, item);
    }
    set_sides(item, f->width);
    if (basis == basis) {
        return basis + across(item) + margins_across(item, f->width);
    }
    double own = outer(item, item->style.width, f->width, across(item));
    return own == own ? limited_width(item, own, f->width) + margins_across(item, f->width)
                      : hob_box__widest(f->request, item);
}

/* Shares out what is left along the row or column; what it leaves. */
static double share_out(const flex *f) {
    double room = f->column ? f->height : f->width;
    double rest = room == room ? room - f->main : 0;
    bool grows = rest > 0;
    double part = grows                         ? (f->grow > 0 ? rest / fmax(f->grow, 1) : 0)
                  : f->shrink > 0 && !f->column ? rest / f->shrink
                                                : 0;
    for (hob_markup_box *item = f->box->first; item != NULL; item = item->next) {
        if (!is_item(item)) {
            continue;
        }
        double base = item->base;
        double weight = grows ? item->style.grow : base * item->style.shrink;
        if (!f->column || part * weight != 0) {
            lay_item(f, item, fmax(base + part * weight, 0));
        }
        rest -= part * weight;
    }
    return room == room ? rest : 0;
}

static double lead_of(int32_t justify, double rest, uint32_t count, double *ret_between) {
    *ret_between = 0;
    switch (justify) {
    case HOB_ALONG_CENTER:
        return rest / 2;
    case HOB_ALONG_END:
        return rest;
    case HOB_ALONG_BETWEEN:
        *ret_between = count > 1 ? rest / (count - 1) : 0;
        return 0;
    case HOB_ALONG_AROUND:
        *ret_between = count > 0 ? rest / count : 0;
        return *ret_between / 2;
    default:
        return 0;
    }
}

/* Across the row or column: stretched, or at a side; `cross` is its size there. */
static void place_across(const flex *f, hob_markup_box *item, double cross) {
    int32_t align = f->box->style.align;
    double size = f->column ? item->width + margins_across(item, f->width)
                            : item->height + margins_down(item, f->width);
    double share = align == HOB_ALONG_CENTER ? 0.5 : align == HOB_ALONG_END ? 1 : 0;
    double at = (cross - size) * share;
    if (f->column) {
        item->x = f->box->sides[HOB_SIDE_LEFT] + margin(item, HOB_SIDE_LEFT, f->width) + at;
        return;
    }
    if (align == HOB_ALONG_STRETCH && item->style.height.is_auto && size < cross) {
        double height = cross - margins_down(item, f->width);
        if (item->style.display == HOB_DISPLAY_FLEX && item->depth < MOST_AGAIN) {
            hob_box__lay_out(f->request, item,
                             (hob_room){f->width, cross, item->width, height, false});
        }
        item->height = height;
    }
    item->y = f->box->sides[HOB_SIDE_TOP] + margin(item, HOB_SIDE_TOP, f->width) + at;
}

static double lay_flex(const hob_markup_request *request, hob_markup_box *box, double width,
                       double height) {
    flex f = {
        request, box, width, height, hob_length__px(box->style.gap, width), box->style.column != 0,
        0,       0,   0,     0};
    double cross = 0, step;
    wrap_texts(request, box);
    for (hob_markup_box *item = box->first; item != NULL; item = item->next) {
        if (is_item(item)) {
            double base = item->base = base_size(&f, item);
            f.main += base + (f.count > 0 ? f.gap : 0);
            f.grow += item->style.grow;
            f.shrink += base * item->style.shrink;
            f.count++;
        }
    }
    double rest = fmax(share_out(&f), 0);
    double at = lead_of(box->style.justify, rest, f.count, &step);
    for (hob_markup_box *item = box->first; item != NULL; item = item->next) {
        if (!is_item(item)) {
            item->x = box->sides[HOB_SIDE_LEFT];
            item->y = box->sides[HOB_SIDE_TOP];
            continue;
        }
        if (f.column) {
            item->y = box->sides[HOB_SIDE_TOP] + at + margin(item, HOB_SIDE_TOP, width);
            cross = fmax(cross, item->width + margins_across(item, width));
        } else {
            item->x = box->sides[HOB_SIDE_LEFT] + at + margin(item, HOB_SIDE_LEFT, width);
            cross = fmax(cross, item->height + margins_down(item, width));
        }
        at += main_size(&f, item) + f.gap + step;
    }
    double main = fmax(at - f.gap - step, 0);
    double room = f.column ? width : height == height ? height : cross;
    for (hob_markup_box *item = box->first; item != NULL; item = item->next) {
        if (is_item(item)) {
            place_across(&f, item, room);
        }
    }
    return f.column ? main : cross;
}

/* ---- outside the flow ---- */

/* One that is placed, in a container of a size; (dx, dy) is where its parent stands there. */
static void place(const hob_markup_request *request, const hob_markup_box *container,
                  hob_markup_box *box, double dx, double dy) {
    const hob_length *inset = box->style.inset;
    double left = hob_length__px(container->style.border[HOB_SIDE_LEFT], 0);
    double top = hob_length__px(container->style.border[HOB_SIDE_TOP], 0);
    double width =
        container->width - left - hob_length__px(container->style.border[HOB_SIDE_RIGHT], 0);
    double height =
        container->height - top - hob_length__px(container->style.border[HOB_SIDE_BOTTOM], 0);
    double l = hob_length__px(inset[HOB_SIDE_LEFT], width);
    double r = hob_length__px(inset[HOB_SIDE_RIGHT], width);
    double t = hob_length__px(inset[HOB_SIDE_TOP], height);
    double b = hob_length__px(inset[HOB_SIDE_BOTTOM], height);
    bool has_l = !inset[HOB_SIDE_LEFT].is_auto, has_r = !inset[HOB_SIDE_RIGHT].is_auto;
    bool has_t = !inset[HOB_SIDE_TOP].is_auto, has_b = !inset[HOB_SIDE_BOTTOM].is_auto;
    hob_room room = {width, height, HOB_UNKNOWN, HOB_UNKNOWN, true};
    if (has_l && has_r && box->style.width.is_auto) {
        room.forced_width = fmax(width - l - r - margins_across(box, width), 0);
    }
    if (has_t && has_b && box->style.height.is_auto) {
        room.forced_height = fmax(height - t - b - margins_down(box, width), 0);
    }
    hob_box__lay_out(request, box, room);
    if (has_l || has_r) {
        box->x = left - dx +
                 (has_l ? l + margin(box, HOB_SIDE_LEFT, width)
                        : width - r - box->width - margin(box, HOB_SIDE_RIGHT, width));
    }
    if (has_t || has_b) {
        box->y = top - dy +
                 (has_t ? t + margin(box, HOB_SIDE_TOP, width)
                        : height - b - box->height - margin(box, HOB_SIDE_BOTTOM, width));
    }
}

/* Those below `box` that `container` holds; a positioned box holds its own. */
static void place_all(const hob_markup_request *request, const hob_markup_box *container,
                      hob_markup_box *box, double dx, double dy) {
    for (hob_markup_box *child = box->first; child != NULL; child = child->next) {
        if (child->kind != HOB_BOX_ELEMENT || is_gone(child)) {
            continue;
        }
        if (hob_box__is_placed(child)) {
            place(request, container, child, dx, dy);
        } else if (child->style.position == HOB_POSITION_STATIC) {
            place_all(request, container, child, dx + child->x, dy + child->y);
        }
    }
}

/* ---- one box ---- */

static double content_height(const hob_markup_request *request, hob_markup_box *box, double width,
                             double height) {
    double picture_width, picture_height;
    if (picture_size(request, box, &picture_width, &picture_height)) {
        return picture_width > 0 ? width * picture_height / picture_width : 0;
    }
    return box->style.display == HOB_DISPLAY_FLEX ? lay_flex(request, box, width, height)
                                                  : lay_blocks(request, box, width, height);
}

void hob_box__lay_out(const hob_markup_request *request, hob_markup_box *box, hob_room room) {
    double width = room.forced_width;
    double fills = fmax(room.width - margins_across(box, room.width), 0);
    if (room.shrinks && width != width) {
        width = hob_box__widest(request, box) - margins_across(box, HOB_UNKNOWN);
        width = box->style.width.is_auto ? fmin(ceil(width), fills) : width;
    }
    set_sides(box, room.width);
    double own = outer(box, box->style.width, room.width, across(box));
    width = room.forced_width == room.forced_width ? room.forced_width
            : own == own                           ? own
            : width == width                       ? width
                                                   : fills;
    box->width =
        room.forced_width == room.forced_width ? width : limited_width(box, width, room.width);
    double height = room.forced_height == room.forced_height
                        ? room.forced_height
                        : outer(box, box->style.height, room.height, down(box));
    double inside = height == height ? fmax(height - down(box), 0) : HOB_UNKNOWN;
    double content =
        content_height(request, box, fmax(box->width - across(box), 0), inside) + down(box);
    box->height = room.forced_height == room.forced_height
                      ? height
                      : limited_height(box, height == height ? height : content, room.height);
    if (box->style.position != HOB_POSITION_STATIC) {
        place_all(request, box, box, 0, 0);
    }
}
