/* The shader texts. Everything is GLSL ES 3.00. */
#ifndef HOB_RENDER_SHADERS_H
#define HOB_RENDER_SHADERS_H

extern const char hob_shader_quad_vertex[], hob_shader_quad_fragment[];
/* Custom shaders: head, the macros of their uniforms, the author's text from line 1 on, tail. For
 * quads the head is the ordinary fragment shader with another name for its main function. */
extern const char hob_shader_quad_head[], hob_shader_quad_tail[], hob_shader_effect_tail[];
extern const char hob_shader_full_vertex[]; /* one triangle over the whole target */

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
extern const char hob_shader_effect_head[], hob_shader_post_head[];
extern const char *const hob_shader_effects[HOB_PROGRAM_COUNT];

#endif
