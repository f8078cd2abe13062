/* Checks that the files of several component types share. */
#ifndef HOB_COMPONENTS_CHECKS_H
#define HOB_COMPONENTS_CHECKS_H

#include "schema/read.h"

/* COLLISION_LAYER_INVALID and COLLISION_LAYER_RESERVED: errors, warnings under contactFilter both.
 */
void hob_components__check_layer(hob_reader *reader, const hob_read_level *level, const char *key,
                                 hob_str layer);
/* What a broken layer name weighs under the project's contactFilter. */
hob_severity hob_components__layer_severity(const hob_reader *reader);

#endif
