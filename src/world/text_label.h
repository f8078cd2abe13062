/* The struct of a Text: words in the world or on the screen (spec hob 4.1). Not here: the field
 * table and the binding to game state (components/text_label.h). */
#ifndef HOB_WORLD_TEXT_LABEL_H
#define HOB_WORLD_TEXT_LABEL_H

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
    bool rich;         /* content is markup (text/rich.h) */
    /* Not state of its own: whether content is what key, vars and the language give. */
    bool is_made;
    uint32_t made_serial; /* world->locale_serial then */
} hob_text_label;

#endif
