/* Components as they stand in files: made, checked against their tables, and changed along dot
 * paths. Only keys that were set stand in the file. */
#ifndef HOB_COMMAND_COMPONENT_EDIT_H
#define HOB_COMMAND_COMPONENT_EDIT_H

#include "command/edit.h"

/* The fields of a new component of a slot, checked. `pointer` is the place of `fields` in the
 * parameters, for findings. COMPONENT_UNKNOWN, FIELD_ codes. */
hob_status hob_component__make(hob_edit *edit, hob_str slot, hob_value fields, const char *pointer,
                               yyjson_mut_val **ret_fields, hob_error *reterr);

/* One write along "<Slot>.<path>". */
typedef struct hob_component_write {
    hob_str property;
    hob_value value;     /* absent: back to the default */
    const char *pointer; /* of the value in the parameters */
    /* out */
    hob_str slot, path;
    yyjson_mut_val *fields; /* of the component */
    bool changed;
} hob_component_write;
/* NOT_FOUND (component not on the entity), COMPONENT_UNKNOWN, INVALID_INPUT (path), FIELD_ codes
 * (value). */
hob_status hob_component__write(hob_edit *edit, yyjson_mut_val *entity, hob_component_write *write,
                                hob_error *reterr);

/* The components object of an entity. */
yyjson_mut_val *hob_component__map_of(hob_edit *edit, yyjson_mut_val *entity);
/* The fields of the slot, NOT_FOUND with the nearest slot of the entity. */
hob_status hob_component__require(hob_edit *edit, yyjson_mut_val *entity, hob_str slot,
                                  yyjson_mut_val **ret_fields, hob_error *reterr);
/* Names siblings that the type needs and the entity lacks, as suggestions. */
void hob_component__suggest_siblings(hob_edit *edit, yyjson_mut_val *entity,
                                     const hob_component_type *type);

#endif
