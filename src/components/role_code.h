/* The states of the built-in roles, for the table in roles.c. */
#ifndef HOB_COMPONENTS_ROLE_CODE_H
#define HOB_COMPONENTS_ROLE_CODE_H

#include "components/role.h"

/* role_platformer.c */
extern const hob_role_part hob_role__platformer[];
void hob_role__platformer_always(const hob_role_call *call);
void hob_role__platformer_update(const hob_role_call *call); /* of states without their own */

/* role_grid.c */
extern const hob_role_part hob_role__grid[];
void hob_role__grid_always(const hob_role_call *call);

/* role_enemies.c */
extern const hob_role_part hob_role__patroller[], hob_role__chaser[];

/* Shared: a body that is dead stands still, and comes back when that is over. */
void hob_role__halt(const hob_role_call *call);
void hob_role__nothing(const hob_role_call *call);
void hob_role__come_back(const hob_role_call *call);

#define HOB_ROLE_EDGES(list) .edges = (list), .edge_count = HOB_COUNT(list)
#define HOB_ROLE_PARTS_END       \
    {                            \
        .state = {.name = NULL } \
    }

#endif
