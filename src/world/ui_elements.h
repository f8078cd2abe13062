/* The structs of UIElement, UILayout, UISlider, UIToggle, UITextField: what stands on the screen
 * (spec hob 4.7, runtime 17).
 *
 * Only data: hit tests, focus and layout are in the ui floor, the field tables in
 * components/ui_elements.h. */
#ifndef HOB_WORLD_UI_ELEMENTS_H
#define HOB_WORLD_UI_ELEMENTS_H

#include "schema/registry.h"

/* Rows from the top, in each left to right; the names' order. */
typedef enum hob_ui_anchor {
    HOB_UI_TOP_LEFT,
    HOB_UI_TOP,
    HOB_UI_TOP_RIGHT,
    HOB_UI_LEFT,
    HOB_UI_CENTER,
    HOB_UI_RIGHT,
    HOB_UI_BOTTOM_LEFT,
    HOB_UI_BOTTOM,
    HOB_UI_BOTTOM_RIGHT
} hob_ui_anchor;

typedef enum hob_ui_direction { HOB_UI_VERTICAL, HOB_UI_HORIZONTAL } hob_ui_direction;
typedef enum hob_ui_align {
    HOB_UI_ALIGN_START,
    HOB_UI_ALIGN_CENTER,
    HOB_UI_ALIGN_END
} hob_ui_align;

typedef struct hob_ui_element {
    int32_t anchor; /* hob_ui_anchor */
    hob_vec2 offset;
    bool interactive, focusable;
    hob_value seat; /* number, or null = everybody */
} hob_ui_element;

typedef struct hob_ui_layout {
    int32_t direction; /* hob_ui_direction */
    double gap, padding;
    int32_t align; /* hob_ui_align */
} hob_ui_layout;

typedef struct hob_ui_slider {
    double min, max, value, step, width;
    hob_text *track_color, *fill_color, *handle_color;
    double layer;
} hob_ui_slider;

typedef struct hob_ui_toggle {
    bool value;
    double size;
    hob_text *color, *check_color;
    double layer;
} hob_ui_toggle;
#define HOB_UI_TEXT_FIELD_HEIGHT 28.0 /* px */
typedef struct hob_ui_text_field {
    hob_text *value;
    int32_t max_length; /* characters */
    hob_text *placeholder;
    double width;
} hob_ui_text_field;

#endif
