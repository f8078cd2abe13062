/* Pointer events (spec runtime 17.3): hit test, hover, press, click, drag, and the widgets. */
#include "base/dmath.h"
#include "ui/internal.h"

#include <math.h>

void hob_ui__tell(hob_world *world, hob_entity e, const char *type, double x, double y,
                  hob_value value) {
    hob_entity_data *data = hob_entity_live(world, e);
    if (data == NULL || data->code_slot_count == 0) {
        return;
    }
    const hob_allocator *a = &world->outside.scratch->as_allocator;
    hob_value event = hob_value_map(a, 4);
    hob_map_set(a, event.as.map, HOB_STR("type"), hob_value_cstr(a, type));
    hob_map_set(a, event.as.map, HOB_STR("x"), hob_value_number(x));
    hob_map_set(a, event.as.map, HOB_STR("y"), hob_value_number(y));
    if (value.tag != HOB_TAG_ABSENT) {
        hob_map_set(a, event.as.map, HOB_STR("value"), value);
    }
    hob_code_call_all(world, data, HOB_HOOK_UI_EVENT, &event, 1);
}

/* ---- hit test ---- */

static double drawn_layer(const hob_ui_types *types, const hob_entity_data *e) {
    double layer = 0; /* negative ones count as 0 */
    hob_component *c = hob_component_of(e, types->sprite);
    layer = c != NULL ? hob_max(layer, HOB_DATA(c, hob_sprite_renderer)->layer) : layer;
    c = hob_component_of(e, types->text);
    layer = c != NULL ? hob_max(layer, HOB_DATA(c, hob_text_label)->layer) : layer;
    const hob_ui_slider *slider = hob_ui__slider(types, e);
    layer = slider != NULL ? hob_max(layer, slider->layer) : layer;
    const hob_ui_toggle *toggle = hob_ui__toggle(types, e);
    return toggle != NULL ? hob_max(layer, toggle->layer) : layer;
}

/* The topmost interactive element under a point; later ones win among equals. */
static hob_entity hit(hob_world *world, const hob_ui_types *types, double x, double y) {
    hob_ui_items list = hob_ui__collect(world, types);
    hob_entity best = HOB_NO_ENTITY;
    double best_layer = 0;
    for (uint32_t i = 0; i < list.count; i++) {
        const hob_ui_item *item = &list.items[i];
        hob_rect own;
        if (!item->element->interactive || !item->placed || !item->entity->shown ||
            !hob_ui__own_rect(types, item->entity, &own)) {
            continue;
        }
        bool inside = x >= item->position.x + own.min_x && x <= item->position.x + own.max_x &&
                      y >= item->position.y + own.min_y && y <= item->position.y + own.max_y;
        double layer = inside ? drawn_layer(types, item->entity) : 0;
        if (inside && (best == HOB_NO_ENTITY || layer >= best_layer)) {
            best = item->entity->self;
            best_layer = layer;
        }
    }
    return best;
}

/* ---- widgets ---- */

void hob_ui__set_slider(hob_world *world, hob_entity_data *e, hob_ui_slider *slider, double value,
                        double x, double y) {
    value = hob_clamp(value, slider->min, slider->max);
    if (value != slider->value && value == value) {
        slider->value = value;
        hob_ui__tell(world, e->self, "change", x, y, hob_value_number(value));
    }
}

/* The handle goes where the pointer is. */
static void drag_slider(hob_world *world, const hob_ui_types *types, hob_entity pressed, double x,
                        double y) {
    hob_entity_data *e = hob_entity_live(world, pressed);
    hob_ui_slider *slider = e == NULL ? NULL : hob_ui__slider(types, e);
    hob_vec2 at;
    if (slider == NULL || !hob_ui_position(world, e, &at)) {
        return;
    }
    double width = slider->width * fabs(e->transform->scale.x);
    double left = at.x - width / 2;
    double t = width > 0 ? hob_clamp((x - left) / width, 0, 1) : 0;
    double value = slider->min + t * (slider->max - slider->min);
    if (slider->step > 0) {
        value = hob_round_half_up(value / slider->step) * slider->step;
    }
    hob_ui__set_slider(world, e, slider, value, x, y);
}

static void flip_toggle(hob_world *world, const hob_ui_types *types, hob_entity clicked, double x,
                        double y) {
    hob_entity_data *e = hob_entity_live(world, clicked);
    hob_ui_toggle *toggle = e == NULL ? NULL : hob_ui__toggle(types, e);
    if (toggle != NULL) {
        toggle->value = !toggle->value;
        hob_ui__tell(world, clicked, "change", x, y, hob_value_bool(toggle->value));
    }
}

/* A press begins to write; focusing is refused where it is not wanted. */
static void focus_text_field(hob_world *world, const hob_ui_types *types, hob_entity pressed) {
    const hob_entity_data *e = hob_entity_live(world, pressed);
    if (e != NULL && hob_ui__text_field(types, e) != NULL) {
        (void)hob_ui_focus(world, pressed);
    }
}

/* ---- events ---- */

static void hover(hob_world *world, hob_entity over, double x, double y) {
    hob_entity old = world->ui.hovered;
    if (over == old) {
        return;
    }
    world->ui.hovered = over;
    hob_ui__tell(world, old, "exit", x, y, HOB_VALUE_ABSENT);
    hob_ui__tell(world, over, "enter", x, y, HOB_VALUE_ABSENT);
}

void hob_ui_pointer(hob_world *world, hob_ui_pointer_kind kind, double x, double y) {
    hob_ui_types types = hob_ui__types(world);
    hob_input_pointer(world, x, y);
    if (kind != HOB_UI_POINTER_MOVE) {
        hob_input_pointer_button(world, kind == HOB_UI_POINTER_DOWN);
    }
    hob_entity over = hit(world, &types, x, y);
    hover(world, over, x, y);
    hob_ui_state *ui = &world->ui;
    switch (kind) {
    case HOB_UI_POINTER_DOWN:
        ui->pressed = over;
        hob_ui__tell(world, over, "press", x, y, HOB_VALUE_ABSENT);
        focus_text_field(world, &types, over);
        drag_slider(world, &types, over, x, y);
        break;
    case HOB_UI_POINTER_UP: {
        hob_entity pressed = ui->pressed;
        ui->pressed = HOB_NO_ENTITY;
        if (over == HOB_NO_ENTITY) {
            break;
        }
        hob_ui__tell(world, over, "release", x, y, HOB_VALUE_ABSENT);
        if (over == pressed) {
            hob_ui__tell(world, over, "click", x, y, HOB_VALUE_ABSENT);
            flip_toggle(world, &types, over, x, y);
        }
        break;
    }
    case HOB_UI_POINTER_MOVE:
        if (ui->pressed != HOB_NO_ENTITY) {
            hob_entity pressed = ui->pressed;
            hob_ui__tell(world, pressed, "drag", x, y, HOB_VALUE_ABSENT);
            drag_slider(world, &types, pressed, x, y);
        }
        break;
    }
}

void hob_ui_pointer_cancel(hob_world *world) {
    hob_entity pressed = world->ui.pressed;
    hob_entity_data *e = hob_entity_live(world, pressed);
    hob_vec2 at;
    hob_input_pointer_cancel(world);
    world->ui.pressed = HOB_NO_ENTITY;
    if (e != NULL && hob_ui_position(world, e, &at)) {
        hob_ui__tell(world, pressed, "release", at.x, at.y, HOB_VALUE_ABSENT);
    }
}

void hob_ui_touch(hob_world *world, hob_touch_phase phase, int64_t finger, double x, double y) {
    if (!hob_input_touch(world, phase, finger, x, y)) {
        return;
    }
    switch (phase) {
    case HOB_TOUCH_DOWN:
        hob_ui_pointer(world, HOB_UI_POINTER_MOVE, x, y); /* a finger does not hover before */
        hob_ui_pointer(world, HOB_UI_POINTER_DOWN, x, y);
        break;
    case HOB_TOUCH_MOVE:
        hob_ui_pointer(world, HOB_UI_POINTER_MOVE, x, y);
        break;
    case HOB_TOUCH_UP:
        hob_ui_pointer(world, HOB_UI_POINTER_UP, x, y);
        break;
    case HOB_TOUCH_CANCEL:
        hob_ui_pointer_cancel(world);
        break;
    }
}
