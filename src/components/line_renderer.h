/* LineRenderer: a line through points (spec hob 4.1, project-format 3.2). */
#ifndef HOB_COMPONENTS_LINE_RENDERER_H
#define HOB_COMPONENTS_LINE_RENDERER_H

#include "schema/registry.h"

typedef struct hob_line_renderer {
    hob_value points; /* list of {x, y}, local px */
    double width;
    hob_text *color;
    bool closed;
    double opacity, layer;
    bool visible;
} hob_line_renderer;

extern const hob_component_type hob_line_renderer_type;

#endif
