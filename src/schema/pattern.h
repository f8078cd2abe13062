/* Named checks of texts: id forms, layer and slot names, colors, versions. One table in pattern.c.
 */
#ifndef HOB_SCHEMA_PATTERN_H
#define HOB_SCHEMA_PATTERN_H

#include "base/text.h"

typedef struct hob_pattern {
    const char *name;    /* "project-id" */
    const char *example; /* "prj_a1b2c3d4" */
    const char *form;    /* for messages and JSON Schema: "^prj_[a-z0-9]+$" */
    bool (*matches)(hob_str s);
} hob_pattern;

/* project-id scene-id entity-id asset-id playtest-id prefab-id layer slot version color locale
 * save-slot identifier */
const hob_pattern *hob_pattern_find(const char *name); /* null when unknown */
bool hob_color_valid(hob_str s);
/* r, g, b, a from 0 to 255. False when malformed. */
bool hob_color_parse(hob_str s, int ret_rgba[4]);

#endif
