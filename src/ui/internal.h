/* Between the files of ui/. */
#ifndef HOB_UI_INTERNAL_H
#define HOB_UI_INTERNAL_H

#include "ui/ui.h"
#include "world/sprite_renderer.h"
#include "world/text_label.h"
#include "world/ui_elements.h"

/* Containers nested deeper than this are placed as leaves. */
#define HOB_UI_MAX_NESTING 64

/* Indexes of the component types that the screen UI reads. */
typedef struct hob_ui_types {
    int element, layout, slider, toggle, text_field, sprite, text;
} hob_ui_types;
hob_ui_types hob_ui__types(hob_world *world);

static inline hob_ui_element *hob_ui__element(const hob_ui_types *types, const hob_entity_data *e) {
    hob_component *c = hob_component_of(e, types->element);
    return c == NULL ? NULL : HOB_DATA(c, hob_ui_element);
}
static inline hob_ui_slider *hob_ui__slider(const hob_ui_types *types, const hob_entity_data *e) {
    hob_component *c = hob_component_of(e, types->slider);
    return c == NULL ? NULL : HOB_DATA(c, hob_ui_slider);
}
static inline hob_ui_toggle *hob_ui__toggle(const hob_ui_types *types, const hob_entity_data *e) {
    hob_component *c = hob_component_of(e, types->toggle);
    return c == NULL ? NULL : HOB_DATA(c, hob_ui_toggle);
}

static inline hob_ui_text_field *hob_ui__text_field(const hob_ui_types *types,
                                                    const hob_entity_data *e) {
    hob_component *c = hob_component_of(e, types->text_field);
    return c == NULL ? NULL : HOB_DATA(c, hob_ui_text_field);
}

/* The hit rectangle around (0, 0); false = nothing to hit. */
bool hob_ui__own_rect(const hob_ui_types *types, const hob_entity_data *e, hob_rect *ret_rect);

/* All active elements in entity order with their places, in scratch memory. */
typedef struct hob_ui_item {
    hob_entity_data *entity;
    hob_ui_element *element;
    hob_vec2 position;
    bool placed;
} hob_ui_item;
typedef struct hob_ui_items {
    hob_ui_item *items;
    uint32_t count;
} hob_ui_items;
hob_ui_items hob_ui__collect(hob_world *world, const hob_ui_types *types);

/* onUiEvent of all code slots of an element. `value` absent: none. */
void hob_ui__tell(hob_world *world, hob_entity e, const char *type, double x, double y,
                  hob_value value);
/* Stores a slider's value; tells `change` if it is another one. */
void hob_ui__set_slider(hob_world *world, hob_entity_data *e, hob_ui_slider *slider, double value,
                        double x, double y);

#endif
