/* The field of one value for a shader's uniform, as SpriteRenderer and the post effect `shader`
 * have it. */
#ifndef HOB_COMPONENTS_UNIFORMS_H
#define HOB_COMPONENTS_UNIFORMS_H

#include "schema/field.h"

extern const hob_field hob_uniform_field;

#endif
