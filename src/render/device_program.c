/* Programs of the device: compiling, linking, the built-in effects. */
#include "render/device_internal.h"
#include "render/shaders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Drivers write "0:12(3): error: ..." or "ERROR: 0:12: ...": the first number after "0:". */
static int line_of(const char *message) {
    const char *at = strstr(message, "0:");
    return at != NULL ? (int)strtol(at + 2, NULL, 10) : 0;
}

static GLuint compile(GLenum kind, const char *const parts[HOB_SHADER_PARTS], hob_error *reterr) {
    GLuint shader = glCreateShader(kind);
    GLint done = 0;
    GLsizei count = 0;
    while (count < HOB_SHADER_PARTS && parts[count] != NULL) {
        count++;
    }
    glShaderSource(shader, count, parts, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (done) {
        return shader;
    }
    char message[300] = "";
    glGetShaderInfoLog(shader, sizeof message, NULL, message);
    hob_fail(reterr, HOB_ERR_SHADER_COMPILE, "The shader does not compile: %s", message);
    hob_error_place(reterr, NULL, NULL, line_of(message), 0);
    glDeleteShader(shader);
    return 0;
}

GLuint hob_device__link(const char *vertex, const char *const parts[HOB_SHADER_PARTS],
                        hob_error *reterr) {
    const char *const vertex_parts[HOB_SHADER_PARTS] = {vertex};
    GLuint v = compile(GL_VERTEX_SHADER, vertex_parts, reterr);
    GLuint f = v != 0 ? compile(GL_FRAGMENT_SHADER, parts, reterr) : 0;
    GLuint program = 0;
    if (f != 0) {
        GLint done = 0;
        program = glCreateProgram();
        glAttachShader(program, v);
        glAttachShader(program, f);
        glLinkProgram(program);
        glGetProgramiv(program, GL_LINK_STATUS, &done);
        if (!done) {
            char message[300] = "";
            glGetProgramInfoLog(program, sizeof message, NULL, message);
            hob_fail(reterr, HOB_ERR_SHADER_COMPILE, "The shader does not link: %s", message);
            glDeleteProgram(program);
            program = 0;
        }
    }
    glDeleteShader(v); /* the program keeps what it needs; 0 is ignored */
    glDeleteShader(f);
    return program;
}

static hob_device_program_row places(GLuint program) {
    return (hob_device_program_row){
        .name = program,
        .target = glGetUniformLocation(program, "uTarget"),
        .textures = glGetUniformLocation(program, "uTexture"),
        .picture = glGetUniformLocation(program, "uPicture"),
        .size = glGetUniformLocation(program, "uSize"),
        .values = glGetUniformLocation(program, "uValues"),
    };
}

static hob_status add_row(hob_device *device, hob_error *reterr) {
    if (device->program_count == device->program_cap) {
        uint32_t cap = device->program_cap == 0 ? 16 : device->program_cap * 2;
        void *moved = hob_resize(device->allocator, device->programs,
                                 device->program_cap * sizeof *device->programs,
                                 cap * sizeof *device->programs);
        if (moved == NULL) {
            return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for a shader.");
        }
        device->programs = moved;
        device->program_cap = cap;
    }
    device->programs[device->program_count++] = (hob_device_program_row){0};
    return HOB_OK;
}

hob_status hob_device_program(hob_device *device, hob_program_kind kind, const char *macros,
                              const char *fragment, uint32_t *ret_program, hob_error *reterr) {
    static const struct {
        const char *vertex, *head, *tail;
    } around[] = {
        [HOB_PROGRAM_FOR_QUADS] = {hob_shader_quad_vertex, hob_shader_quad_head,
                                   hob_shader_quad_tail},
        [HOB_PROGRAM_FOR_PICTURE] = {hob_shader_full_vertex, hob_shader_post_head,
                                     hob_shader_effect_tail},
    };
    const char *const parts[HOB_SHADER_PARTS] = {around[kind].head, macros, "#line 1\n", fragment,
                                                 around[kind].tail};
    *ret_program = 0;
    GLuint program = hob_device__link(around[kind].vertex, parts, reterr);
    if (program == 0) {
        return HOB_ERR_SHADER_COMPILE;
    }
    hob_status status = add_row(device, reterr);
    if (status != HOB_OK) {
        glDeleteProgram(program);
        return status;
    }
    *ret_program = device->program_count - 1;
    device->programs[*ret_program] = places(program);
    device->stats.objects++;
    return HOB_OK;
}

/* Built-in effects are compiled when they are first drawn. */
const hob_device_program_row *hob_device__program_at(hob_device *device, uint32_t number) {
    hob_device_program_row *row =
        &device->programs[number < device->program_count ? number : HOB_PROGRAM_COPY];
    if (row->name == 0 && number < HOB_PROGRAM_COUNT) {
        hob_error error;
        const char *const parts[HOB_SHADER_PARTS] = {hob_shader_effect_head,
                                                     hob_shader_effects[number]};
        *row = places(hob_device__link(hob_shader_full_vertex, parts, &error));
        device->stats.objects++;
    }
    return row->name != 0 ? row : &device->programs[HOB_PROGRAM_COPY];
}

hob_status hob_device__programs(hob_device *device, hob_error *reterr) {
    const char *const parts[HOB_SHADER_PARTS] = {hob_shader_quad_fragment};
    GLuint quads = hob_device__link(hob_shader_quad_vertex, parts, reterr);
    if (quads == 0) {
        return HOB_ERR_SHADER_COMPILE;
    }
    device->quads = places(quads);
    device->stats.objects++;
    for (int i = 0; i < HOB_PROGRAM_COUNT; i++) {
        hob_status status = add_row(device, reterr);
        if (status != HOB_OK) {
            return status;
        }
    }
    return HOB_OK;
}
