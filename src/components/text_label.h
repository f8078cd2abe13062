/* Text: words in the world or on the screen (spec hob 4.1). Its type is named Text. */
#ifndef HOB_COMPONENTS_TEXT_LABEL_H
#define HOB_COMPONENTS_TEXT_LABEL_H

#include "world/component.h"

typedef enum hob_text_align { HOB_ALIGN_LEFT, HOB_ALIGN_CENTER, HOB_ALIGN_RIGHT } hob_text_align;

typedef struct hob_text_label {
    hob_text *content;
    double font_size;
    hob_text *color;
    int32_t align; /* hob_text_align */
    hob_text *font_family;
    double layer;
    bool visible;
    hob_value binding; /* map key, format, precision; null = none */
    hob_text *key;     /* null = content stands for itself */
    hob_value vars;    /* map */
    double width;      /* > 0 wraps */
    hob_text *font;    /* null = font_family */
} hob_text_label;

extern const hob_component_type hob_text_label_type;

/* Writes the value of a game state into every label bound to it (empty = all): the world's label
 * refresh (world/store.h). */
void hob_text_label_refresh(hob_world *world, hob_str key);

#endif
