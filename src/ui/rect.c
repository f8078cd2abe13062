/* What of an element the pointer can hit (spec runtime 17.2): union of picture, text and widgets.
 */
#include "ui/internal.h"

#include <math.h>

#define CHARACTER_EM                                                            \
    0.6 /* width of a character, height of a line: a model without font metrics \
         */
#define LINE_EM       1.2
#define SLIDER_HEIGHT 24

static void unite(hob_rect *rect, bool *any, double min_x, double min_y, double max_x,
                  double max_y) {
    if (!*any) {
        *rect = (hob_rect){min_x, min_y, max_x, max_y};
        *any = true;
        return;
    }
    rect->min_x = min_x < rect->min_x ? min_x : rect->min_x;
    rect->min_y = min_y < rect->min_y ? min_y : rect->min_y;
    rect->max_x = max_x > rect->max_x ? max_x : rect->max_x;
    rect->max_y = max_y > rect->max_y ? max_y : rect->max_y;
}

/* One axis of a picture: from the anchor in the box, shifted, mirrored, scaled. */
static void picture_axis(double size, double anchor, double offset, bool flip, double scale,
                         double *ret_min, double *ret_max) {
    double low = (-anchor * size + offset) * scale;
    double high = ((1 - anchor) * size + offset) * scale;
    *ret_min = flip ? -high : low;
    *ret_max = flip ? -low : high;
}

static void add_picture(const hob_sprite_renderer *s, hob_vec2 scale, hob_rect *rect, bool *any) {
    double min_x, max_x, min_y, max_y;
    picture_axis(s->width, s->anchor.x, s->offset.x, s->flip_x, scale.x, &min_x, &max_x);
    picture_axis(s->height, s->anchor.y, s->offset.y, s->flip_y, scale.y, &min_y, &max_y);
    unite(rect, any, min_x, min_y, max_x, max_y);
}

static void add_text(const hob_text_label *t, hob_vec2 scale, hob_rect *rect, bool *any) {
    hob_str rest = hob_text_view(t->content);
    size_t longest = 0;
    int lines = 0;
    for (bool more = true; more; lines++) {
        size_t end = hob_str_find(rest, HOB_STR("\n"));
        more = end != SIZE_MAX;
        hob_str line = {rest.data, more ? end : rest.length};
        size_t length = hob_utf16_length(line);
        longest = length > longest ? length : longest;
        if (more) {
            rest = (hob_str){rest.data + end + 1, rest.length - end - 1};
        }
    }
    double width = (double)longest * t->font_size * CHARACTER_EM * scale.x;
    double height = lines * t->font_size * LINE_EM * scale.y;
    double anchor = t->align == HOB_ALIGN_CENTER ? 0.5 : t->align == HOB_ALIGN_RIGHT ? 1 : 0;
    unite(rect, any, -anchor * width, -height / 2, -anchor * width + width, height / 2);
}

bool hob_ui__own_rect(const hob_ui_types *types, const hob_entity_data *e, hob_rect *ret_rect) {
    hob_vec2 scale = {fabs(e->transform->scale.x), fabs(e->transform->scale.y)};
    bool any = false;
    hob_component *c = hob_component_of(e, types->sprite);
    if (c != NULL && HOB_DATA(c, hob_sprite_renderer)->visible) {
        add_picture(HOB_DATA(c, hob_sprite_renderer), scale, ret_rect, &any);
    }
    c = hob_component_of(e, types->text);
    if (c != NULL && HOB_DATA(c, hob_text_label)->visible) {
        add_text(HOB_DATA(c, hob_text_label), scale, ret_rect, &any);
    }
    const hob_ui_slider *slider = hob_ui__slider(types, e);
    if (slider != NULL) {
        double half = slider->width * scale.x / 2;
        unite(ret_rect, &any, -half, -SLIDER_HEIGHT * scale.y / 2, half,
              SLIDER_HEIGHT * scale.y / 2);
    }
    const hob_ui_toggle *toggle = hob_ui__toggle(types, e);
    if (toggle != NULL) {
        double x = toggle->size * scale.x / 2, y = toggle->size * scale.y / 2;
        unite(ret_rect, &any, -x, -y, x, y);
    }
    const hob_ui_text_field *field = hob_ui__text_field(types, e);
    if (field != NULL) {
        double x = field->width * scale.x / 2, y = HOB_UI_TEXT_FIELD_HEIGHT * scale.y / 2;
        unite(ret_rect, &any, -x, -y, x, y);
    }
    return any;
}
