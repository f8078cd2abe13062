/* What the files that read declarations share. Everything made lies in the project's arena of
 * declarations; out of memory leaves by the guard of the whole. */
#ifndef HOB_SCRIPT_DECLARE_INTERNAL_H
#define HOB_SCRIPT_DECLARE_INTERNAL_H

#include "project/project.h"
#include "script/declare.h"
#include "world/world.h"

/* One file that returned a table. */
typedef struct hob_declaration {
    const char *path;
    hob_value table; /* functions are script refs; in the arena */
    uint32_t hooks;  /* bit a hob_hook that the file has itself */
    const char *name;
    const char *extends; /* null = none */
    bool is_done;        /* became a type, or was refused */
} hob_declaration;

typedef struct hob_declaring {
    hob_project *project;
    const hob_registry *builtin;
    hob_declared *declared;
    hob_arena *arena; /* of `declared` */
    hob_arena scratch;
    hob_guard guard;
    hob_region *region;
    hob_world *world;
    hob_manifest manifest; /* the project's, with the budget of one file */
    hob_declaration *items;
    size_t count;
    hob_error *reterr;
} hob_declaring;

/* A finding at a file; returns false, so that a check can end with it. */
bool hob_declare__refuse(hob_declaring *d, const char *path, hob_status status, const char *hint,
                         const char *format, ...) HOB_PRINTF(5, 6);
/* A text copied into the arena; null when the value is no text. */
const char *hob_declare__text(hob_declaring *d, hob_value v);
/* A list of texts under a key, ending with null: absent gives null, an empty table an empty list.
 * False, with a finding, when it is something else. */
bool hob_declare__texts(hob_declaring *d, const hob_declaration *item, const char *key,
                        const char *const **ret_list);
bool hob_declare__is_function(hob_value v);
/* Refuses keys that are none of `known` (ends with null) but near one. */
bool hob_declare__known_keys(hob_declaring *d, const char *path, const char *where, hob_value table,
                             const char *const *known);

/* declare_type.c: null when it was refused. `base` is the type it extends, or null. */
const hob_component_type *hob_declare__type(hob_declaring *d, const hob_declaration *item,
                                            const hob_component_type *base);
/* declare_fields.c: the table and the size of its struct. */
bool hob_declare__fields(hob_declaring *d, const hob_declaration *item,
                         const hob_component_type *base, const hob_field **ret_fields,
                         size_t *ret_size);
/* declare_role.c */
bool hob_declare__role(hob_declaring *d, const hob_declaration *item, hob_role *ret_role);

#endif
