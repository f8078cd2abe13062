/* Field tables of the project's smaller files, each defined beside the code that reads it. */
#ifndef HOB_PROJECT_TABLES_H
#define HOB_PROJECT_TABLES_H

#include "schema/field.h"

extern const hob_field hob_project__index_fields[];         /* assets.c */
extern const hob_field hob_project__prefab_fields[];        /* prefabs.c; entities' inside apart */
extern const hob_field hob_project__animation_fields[];     /* animations.c */
extern const hob_field hob_project__state_machine_fields[]; /* state_machines.c */
extern const hob_field hob_project__playtest_fields[];      /* playtests.c; steps' inside apart */
extern const hob_field hob_project__tileset_fields[];       /* tilesets.c */
extern const hob_field hob_project__tile_shape_fields[];    /* tile_shapes.c */

#endif
