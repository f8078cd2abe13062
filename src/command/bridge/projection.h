/* Any value as JSON-safe data of bounded size (spec waica 6.5): what cannot be shown, or is too
 * large, becomes a marker {"$hob": kind, ...}, and an issue that tells where. */
#ifndef HOB_COMMAND_BRIDGE_PROJECTION_H
#define HOB_COMMAND_BRIDGE_PROJECTION_H

#include "world/world.h"

#define HOB_PROJECTION_DEPTH   5
#define HOB_PROJECTION_ENTRIES 100
#define HOB_PROJECTION_STRING  4096    /* bytes */
#define HOB_PROJECTION_STATE   65536   /* bytes of one component as JSON */
#define HOB_PROJECTION_ALL     1048576 /* bytes of a snapshot as JSON */

typedef struct hob_projection {
    hob_world *world;
    hob_arena *arena;
    hob_value issues; /* list of {path, marker, omitted?} */
    hob_buf path;     /* of what is being shown */
} hob_projection;

void hob_projection_begin(hob_projection *p, hob_world *world, hob_arena *arena);
/* The value at the path so far; maps come out with sorted keys. */
hob_value hob_projection_show(hob_projection *p, hob_value v);
/* The same, and a marker instead when it is too large for one component. */
hob_value hob_projection_show_state(hob_projection *p, hob_value v);
void hob_projection_issue(hob_projection *p, const char *marker, double omitted); /* 0 = none */
/* Longer by ".key" or "[3]" until cut back to the length that was returned. */
size_t hob_projection_enter(hob_projection *p, hob_str key);
size_t hob_projection_enter_index(hob_projection *p, size_t index);
void hob_projection_leave(hob_projection *p, size_t length);
/* Bytes of a value as JSON. */
size_t hob_projection_size(hob_value v, hob_arena *arena);

#endif
