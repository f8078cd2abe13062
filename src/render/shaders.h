/* The shader texts. Everything is GLSL ES 3.00. */
#ifndef HOB_RENDER_SHADERS_H
#define HOB_RENDER_SHADERS_H

extern const char hob_shader_quad_vertex[], hob_shader_quad_fragment[];
/* Custom shaders of sprites: head, then the author's `vec4 shade(vec2 uv, vec4 color)`, then tail.
 */
extern const char hob_shader_full_vertex[]; /* one triangle over the whole target */
extern const char hob_shader_copy_fragment[];

/* Built-in effects over a group's picture, in the order of hob_effect_program. `uPicture` is what
 * was drawn, premultiplied; `uSize` its size; `uValues` the step's values. */
typedef enum hob_effect_program {
    HOB_PROGRAM_COPY,
    HOB_PROGRAM_FADE,
    HOB_PROGRAM_BLOOM,
    HOB_PROGRAM_CRT,
    HOB_PROGRAM_VIGNETTE,
    HOB_PROGRAM_CHROMATIC,
    HOB_PROGRAM_PIXELATE,
    HOB_PROGRAM_GRADE,
    HOB_PROGRAM_SPRITE_EFFECTS,
    HOB_PROGRAM_COUNT /* custom programs come behind */
} hob_effect_program;
extern const char hob_shader_effect_head[];
extern const char *const hob_shader_effects[HOB_PROGRAM_COUNT];

#endif
