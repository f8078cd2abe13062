/* Changing JSON files inside a command: documents of the open change, and what is put into them.
 *
 * Not here: which fields a component has (component_edit.h), prefab links (prefab_edit.h). Texts
 * and values are copied into the document. Nothing fails but opening: no memory leaves by the
 * guard of the call. Key order does not matter, the commit puts keys in the order of the tables;
 * in maps new keys come last. */
#ifndef HOB_COMMAND_EDIT_H
#define HOB_COMMAND_EDIT_H

#include "command/command_internal.h"

/* One file under change. */
typedef struct hob_edit {
    hob_command_call *call;
    const char *path;
    yyjson_mut_doc *doc;
    yyjson_mut_val *root; /* null: a new file without content */
} hob_edit;
hob_status hob_edit__open(hob_command_call *call, const char *path, hob_edit *ret_edit,
                          hob_error *reterr);
/* A file that must not exist: an empty object with formatVersion 1. CONFLICT. */
hob_status hob_edit__create(hob_command_call *call, const char *path, hob_edit *ret_edit,
                            hob_error *reterr);

/* What validation would say about the file; findings are placed in the parameters, at `pointer` and
 * below. The first error's status, with all of them among the call's errors. */
hob_status hob_edit__check(hob_edit *edit, const char *pointer, hob_error *reterr);

/* Values of the document. */
yyjson_mut_val *hob_edit__object(hob_edit *edit);
yyjson_mut_val *hob_edit__list(hob_edit *edit);
yyjson_mut_val *hob_edit__text(hob_edit *edit, hob_str s);
yyjson_mut_val *hob_edit__number(hob_edit *edit, double n);
yyjson_mut_val *hob_edit__bool(hob_edit *edit, bool b);
yyjson_mut_val *hob_edit__null(hob_edit *edit);
yyjson_mut_val *hob_edit__value(hob_edit *edit, hob_value v);
yyjson_mut_val *hob_edit__copy(hob_edit *edit, yyjson_val *v);
yyjson_mut_val *hob_edit__copy_mut(hob_edit *edit, yyjson_mut_val *v);

/* Members: in place of the old value, else last. */
void hob_edit__set(hob_edit *edit, yyjson_mut_val *object, hob_str key, yyjson_mut_val *v);
void hob_edit__set_text(hob_edit *edit, yyjson_mut_val *object, const char *key, hob_str s);
void hob_edit__set_number(hob_edit *edit, yyjson_mut_val *object, const char *key, double n);
bool hob_edit__unset(yyjson_mut_val *object, hob_str key); /* false: was not there */
yyjson_mut_val *hob_edit__get(yyjson_mut_val *object, hob_str key);
void hob_edit__add(hob_edit *edit, yyjson_mut_val *list, yyjson_mut_val *v);
/* The member as an object or list, made when it is missing or something else. */
yyjson_mut_val *hob_edit__object_in(hob_edit *edit, yyjson_mut_val *object, const char *key);
yyjson_mut_val *hob_edit__list_in(hob_edit *edit, yyjson_mut_val *object, const char *key);
hob_str hob_edit__str(yyjson_mut_val *v); /* empty when it is no text */
hob_str hob_edit__str_in(yyjson_mut_val *object, const char *key);

/* ---- scenes ---- */
typedef struct hob_scene_edit {
    hob_edit file;
    const hob_scene_entry *scene;
    yyjson_mut_val *entities;
} hob_scene_edit;
/* The scene that a parameter names. */
hob_status hob_edit__scene(hob_command_call *call, const char *param, hob_scene_edit *ret_edit,
                           hob_error *reterr);
/* Its entity that a parameter names. */
hob_status hob_edit__entity(hob_scene_edit *edit, const char *param, yyjson_mut_val **ret_entity,
                            hob_error *reterr);
yyjson_mut_val *hob_edit__entity_by_id(hob_scene_edit *edit, hob_str id); /* null */
/* `name`, with the lowest free " 2", " 3", ... when another entity but `self` has it. */
const char *hob_edit__free_name(hob_scene_edit *edit, hob_str name, yyjson_mut_val *self);
void hob_edit__changed_entity(hob_scene_edit *edit, yyjson_mut_val *entity, const char *action);

/* ---- the asset index ---- */
/* Checks that name and path are free (CONFLICT) and adds a row; the file itself is the caller's.
 * `metadata` is a map or null. `ret_row` is the row as data. */
hob_status hob_edit__new_asset(hob_command_call *call, const char *type, hob_str name,
                               const char *path, hob_value metadata, const char **ret_id,
                               hob_value *ret_row, hob_error *reterr);
/* No asset has the name, none the path, and no file stands there; assets of this change count. */
bool hob_edit__asset_is_free(hob_command_call *call, hob_str name, const char *path);
/* The row of an asset, to be changed; the change is told. */
hob_status hob_edit__asset_row(hob_command_call *call, const hob_asset *asset, hob_edit *ret_index,
                               yyjson_mut_val **ret_row, hob_error *reterr);
/* "assets/sounds/<slug>.wav" from a folder, a name and an ending. */
const char *hob_edit__slug_path(hob_command_call *call, const char *folder, hob_str name,
                                const char *ending);

#endif
