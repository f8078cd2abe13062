/* Drawing a canvas: one buffer upload a picture, one instanced call a batch, groups in pictures of
 * their own. */
#include "render/device_internal.h"
#include "render/shaders.h"

#include <stddef.h>
#include <string.h>

#define CONTEXT_LOST 0x0507 /* of OpenGL ES 3.2 and the robustness extensions */

static void make_target(hob_device *device, hob_device_target *target, uint32_t width,
                        uint32_t height) {
    if (target->frame != 0 && target->width == width && target->height == height) {
        return;
    }
    if (target->frame == 0) {
        glGenFramebuffers(1, &target->frame);
        glGenTextures(1, &target->texture);
        device->stats.objects += 2;
    }
    glBindTexture(GL_TEXTURE_2D, target->texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, (GLsizei)width, (GLsizei)height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, target->frame);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target->texture, 0);
    target->width = width;
    target->height = height;
}

/* Premultiplied throughout. */
static void set_blend(hob_canvas_blend blend) {
    static const GLenum factors[][2] = {
        [HOB_CANVAS_NORMAL] = {GL_ONE, GL_ONE_MINUS_SRC_ALPHA},
        [HOB_CANVAS_ADDITIVE] = {GL_ONE, GL_ONE},
        [HOB_CANVAS_MULTIPLY] = {GL_DST_COLOR, GL_ONE_MINUS_SRC_ALPHA},
        [HOB_CANVAS_SCREEN] = {GL_ONE, GL_ONE_MINUS_SRC_COLOR},
    };
    glBlendFuncSeparate(factors[blend][0], factors[blend][1], GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

/* Rows of the target run upwards. */
static void set_clip(const hob_canvas *canvas, const hob_canvas_step *step) {
    if (!step->clipped) {
        glDisable(GL_SCISSOR_TEST);
        return;
    }
    glEnable(GL_SCISSOR_TEST);
    int32_t width = step->clip.width > 0 ? step->clip.width : 0;
    int32_t height = step->clip.height > 0 ? step->clip.height : 0;
    glScissor(step->clip.x, (GLint)canvas->height - step->clip.y - height, width, height);
}

static void upload(hob_device *device, const hob_canvas *canvas) {
    size_t bytes = canvas->quad_count * sizeof *canvas->quads;
    glBindVertexArray(device->vertices);
    glBindBuffer(GL_ARRAY_BUFFER, device->instances);
    if (bytes > device->instance_bytes) {
        size_t room = device->instance_bytes == 0 ? 64 * 1024 : device->instance_bytes;
        while (room < bytes) {
            room *= 2;
        }
        device->instance_bytes = room;
        device->stats.objects++;
    }
    /* Orphaned each time, so that the driver need not wait for the last picture. */
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)device->instance_bytes, NULL, GL_STREAM_DRAW);
    if (bytes > 0) {
        glBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)bytes, canvas->quads);
    }
    for (GLuint i = 0; i < 5; i++) {
        glEnableVertexAttribArray(i);
        glVertexAttribDivisor(i, 1);
    }
}

/* Without base instances in OpenGL ES, a batch begins by pointing the attributes at its first quad.
 */
static void point_at(uint32_t first) {
    const GLsizei stride = sizeof(hob_quad);
    const char *base =
        (const char *)((uintptr_t)first * sizeof(hob_quad)); /* no pointer: an offset */
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, stride, base + offsetof(hob_quad, corner));
    glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, stride,
                          base + offsetof(hob_quad, corner) + 4 * sizeof(float));
    glVertexAttribPointer(2, 4, GL_FLOAT, GL_FALSE, stride, base + offsetof(hob_quad, uv));
    glVertexAttribPointer(3, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride,
                          base + offsetof(hob_quad, color));
    glVertexAttribIPointer(4, 4, GL_UNSIGNED_BYTE, stride, base + offsetof(hob_quad, kind));
}

static void bind_textures(hob_device *device, const hob_canvas_step *step) {
    for (uint32_t i = 0; i < step->texture_count; i++) {
        uint32_t number = step->textures[i].id;
        glActiveTexture(GL_TEXTURE0 + i);
        if (number > device->texture_count) {
            glBindTexture(GL_TEXTURE_2D, 0);
            continue;
        }
        hob_device_texture_row *row = &device->textures[number - 1];
        glBindTexture(GL_TEXTURE_2D, row->name);
        if (row->smooth != (int8_t)step->textures[i].smooth) {
            row->smooth = (int8_t)step->textures[i].smooth;
            GLint filter = row->smooth ? GL_LINEAR : GL_NEAREST;
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
        }
    }
    glActiveTexture(GL_TEXTURE0);
}

/* The ordinary program, or the shader that the step's quads have. */
static void use_quads(hob_device *device, const hob_canvas *canvas, uint32_t effect) {
    static const GLint units[HOB_CANVAS_SLOTS] = {0, 1, 2, 3, 4, 5, 6, 7};
    const hob_draw_effect *shader = effect < canvas->effect_count ? &canvas->effects[effect] : NULL;
    const hob_device_program_row *program = shader != NULL && shader->program != 0
                                                ? hob_device__program_at(device, shader->program)
                                                : &device->quads;
    glUseProgram(program->name);
    glUniform2f(program->target, (float)canvas->width, (float)canvas->height);
    glUniform1iv(program->textures, HOB_CANVAS_SLOTS, units);
    if (program != &device->quads) {
        glUniform1fv(program->values, HOB_EFFECT_VALUES, shader->values);
    }
    glBindVertexArray(device->vertices);
}

static void draw_quads(hob_device *device, const hob_canvas *canvas, const hob_canvas_step *step,
                       uint32_t *effect) {
    if (*effect != step->effect) {
        use_quads(device, canvas, step->effect);
        *effect = step->effect;
    }
    set_blend(step->blend);
    set_clip(canvas, step);
    bind_textures(device, step);
    point_at(step->first);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)step->count);
    device->stats.draw_calls++;
}

/* One picture through a program into the bound target. */
static void draw_whole(hob_device *device, const hob_device_target *from,
                       const hob_draw_effect *effect) {
    const hob_device_program_row *program = hob_device__program_at(device, effect->program);
    glUseProgram(program->name);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, from->texture);
    glUniform1i(program->picture, 0);
    glUniform2f(program->size, (float)from->width, (float)from->height);
    glUniform1fv(program->values, HOB_EFFECT_VALUES, effect->values);
    glBindVertexArray(device->empty);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    device->stats.draw_calls++;
}

static void bind_target(hob_device *device, const hob_canvas *canvas, uint32_t depth) {
    make_target(device, &device->targets[depth], canvas->width, canvas->height);
    glBindFramebuffer(GL_FRAMEBUFFER, device->targets[depth].frame);
    glViewport(0, 0, (GLsizei)canvas->width, (GLsizei)canvas->height);
}

static void clear(float r, float g, float b, float a) {
    glDisable(GL_SCISSOR_TEST);
    glClearColor(r, g, b, a);
    glClear(GL_COLOR_BUFFER_BIT);
}

/* Groups deeper than the device has targets draw into the one around them. */
static void run_steps(hob_device *device, const hob_canvas *canvas) {
    uint32_t depth = 0, effect = UINT32_MAX; /* what quads are drawn with */
    for (uint32_t i = 0; i < canvas->step_count; i++) {
        const hob_canvas_step *step = &canvas->steps[i];
        switch (step->kind) {
        case HOB_STEP_QUADS:
            draw_quads(device, canvas, step, &effect);
            break;
        case HOB_STEP_BEGIN_GROUP:
            depth++;
            if (depth < HOB_DEVICE_DEPTH) {
                bind_target(device, canvas, depth);
                clear(step->color[0], step->color[1], step->color[2], step->color[3]);
            }
            break;
        case HOB_STEP_END_GROUP:
        default:
            if (depth > 0 && depth-- < HOB_DEVICE_DEPTH) {
                bind_target(device, canvas, depth);
                set_blend(step->blend);
                set_clip(canvas, step);
                draw_whole(device, &device->targets[depth + 1], &canvas->effects[step->effect]);
                effect = UINT32_MAX;
            }
        }
    }
}

/* Onto the window: black around what is shown. */
static void present(hob_device *device, const hob_device_output *output) {
    static const hob_draw_effect plain = {0};
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, (GLsizei)output->width, (GLsizei)output->height);
    clear(0, 0, 0, 1);
    glViewport(output->x, (GLint)output->height - output->y - (GLint)output->shown_height,
               (GLsizei)output->shown_width, (GLsizei)output->shown_height);
    glDisable(GL_BLEND);
    draw_whole(device, &device->targets[0], &plain);
}

void hob_device_draw(hob_device *device, const hob_canvas *canvas, const uint8_t background[4],
                     const hob_device_output *output) {
    device->stats.draw_calls = 0;
    device->stats.quads = canvas->quad_count;
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glEnable(GL_BLEND);
    bind_target(device, canvas, 0);
    float alpha = (float)background[3] / 255;
    clear((float)background[0] / 255 * alpha, (float)background[1] / 255 * alpha,
          (float)background[2] / 255 * alpha, alpha);
    upload(device, canvas);
    run_steps(device, canvas);
    glDisable(GL_SCISSOR_TEST);
    if (output != NULL) {
        present(device, output);
    }
    device->lost = glGetError() == CONTEXT_LOST;
}

hob_status hob_device_read(hob_device *device, const hob_allocator *a, hob_image *ret_image,
                           hob_error *reterr) {
    const hob_device_target *from = &device->targets[0];
    hob_status status = hob_image_create(a, from->width, from->height, ret_image, reterr);
    if (status != HOB_OK) {
        return status;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, from->frame);
    glReadPixels(0, 0, (GLsizei)from->width, (GLsizei)from->height, GL_RGBA, GL_UNSIGNED_BYTE,
                 ret_image->pixels);
    size_t stride = (size_t)from->width * 4;
    for (uint32_t y = 0; y < from->height / 2; y++) { /* rows from the top */
        uint8_t *upper = ret_image->pixels + y * stride;
        uint8_t *lower = ret_image->pixels + (from->height - 1 - y) * stride;
        for (size_t i = 0; i < stride; i++) {
            uint8_t kept = upper[i];
            upper[i] = lower[i];
            lower[i] = kept;
        }
    }
    return HOB_OK;
}
