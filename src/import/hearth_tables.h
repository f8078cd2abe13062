/* The files of Hearth v1.2.1 as field tables (spec project-format 2 to 6): which keys there are,
 * what they may hold, what a missing one means. A project that breaks them does not load in Hearth,
 * so it is not imported either; a key that stands in none of them is dropped with a warning.
 *
 * What the fields mean stands in Hob's own tables; these have no sentences. A whole number that
 * Hearth keeps as a double (seeds) is a NUMBER here and checked where it is converted. */
#ifndef HOB_IMPORT_HEARTH_TABLES_H
#define HOB_IMPORT_HEARTH_TABLES_H

#include "schema/field.h"

#define HOB_HEARTH_VERSION "1.2.1"

extern const hob_field hob_hearth__manifest_fields[];
extern const hob_field hob_hearth__index_fields[];
extern const hob_field hob_hearth__scene_fields[];         /* entities' inside apart */
extern const hob_field hob_hearth__entity_fields[];        /* components' inside apart */
extern const hob_field hob_hearth__prefab_fields[];        /* entities' inside apart */
extern const hob_field hob_hearth__prefab_entity_fields[]; /* components' inside apart */
extern const hob_field hob_hearth__animation_fields[];
extern const hob_field hob_hearth__state_machine_fields[];
extern const hob_field hob_hearth__playtest_fields[]; /* steps included */

/* The 23 component types in the order in which Hearth keeps them on an entity. */
typedef struct hob_hearth__component {
    const char *name; /* null ends the list */
    const hob_field *fields;
} hob_hearth__component;
extern const hob_hearth__component hob_hearth__components[];

#endif
