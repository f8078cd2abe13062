/* Drawing: shapes that a script draws once and that stay (spec hob 4.1); DrawGroup: a subtree drawn
 * as one. Models only: the renderer reads them. */
#ifndef HOB_COMPONENTS_DRAWING_H
#define HOB_COMPONENTS_DRAWING_H

#include "schema/registry.h"

#define HOB_DRAWING_MOST 4096 /* commands of one Drawing */

typedef struct hob_drawing {
    hob_value commands; /* list of maps with a "type", in local px */
    double layer;
} hob_drawing;

typedef enum hob_draw_band {
    HOB_BAND_INHERIT,
    HOB_BAND_WORLD,
    HOB_BAND_HUD,
    HOB_BAND_OVERLAY,
    HOB_BAND_DEBUG
} hob_draw_band;

typedef struct hob_draw_group {
    double order;
    bool atomic;
    int32_t band; /* hob_draw_band */
} hob_draw_group;

extern const hob_component_type hob_drawing_type, hob_draw_group_type;
/* Kinds of commands by name, and the table of each without its colour and z; both end with null. */
extern const char *const hob_draw_kinds[];
extern const hob_field *const hob_draw_fields[];

#endif
