/* Between the files of the device. */
#ifndef HOB_RENDER_DEVICE_INTERNAL_H
#define HOB_RENDER_DEVICE_INTERNAL_H

#include "render/device.h"

#include <GLES3/gl3.h>

#define HOB_DEVICE_DEPTH 12 /* the picture, and groups inside groups; made when first used */

typedef struct hob_device_texture {
    GLuint name; /* 0 = free */
    uint32_t width, height, bytes;
    int8_t smooth; /* sampling that is set: 0, 1; -1 = none yet */
} hob_device_texture_row;

typedef struct hob_device_program {
    GLuint name;
    GLint target, textures, picture, size, values;
} hob_device_program_row;

typedef struct hob_device_target {
    GLuint frame, texture;
    uint32_t width, height;
} hob_device_target;

struct hob_device {
    const hob_allocator *allocator;
    char driver[200];
    GLint max_side;
    bool lost;
    hob_device_stats stats;
    hob_device_program_row quads;
    hob_device_program_row *programs; /* by number: hob_effect_program, then custom ones */
    uint32_t program_count, program_cap;
    hob_device_texture_row *textures; /* by number - 1 */
    uint32_t texture_count, texture_cap;
    GLuint instances, vertices, empty; /* buffer, vertex array of quads, one without attributes */
    size_t instance_bytes;
    hob_device_target targets[HOB_DEVICE_DEPTH];
};

hob_status hob_device__programs(hob_device *device, hob_error *reterr);
/* Never null: the plain copy stands in for what does not compile. */
const hob_device_program_row *hob_device__program_at(hob_device *device, uint32_t number);
/* The parts of the fragment shader, one behind the other; null ends them early. */
#define HOB_SHADER_PARTS 5
GLuint hob_device__link(const char *vertex, const char *const parts[HOB_SHADER_PARTS],
                        hob_error *reterr);

#endif
