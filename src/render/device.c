/* The device: textures, memory on the GPU, life. Programs: device_program.c; drawing:
 * device_draw.c. */
#include "render/device_internal.h"

#include <stdio.h>
#include <string.h>

/* What a device begins with in the current context. */
static hob_status begin(hob_device *device, hob_error *reterr) {
    GLint major = 0;
    const char *version = (const char *)glGetString(GL_VERSION);
    const char *renderer = (const char *)glGetString(GL_RENDERER);
    glGetIntegerv(GL_MAJOR_VERSION, &major);
    if (version == NULL || major < 3) {
        return hob_fail(reterr, HOB_ERR_CAPABILITY_MISSING,
                        "Pictures need OpenGL ES 3.0; this machine has %s.",
                        version != NULL ? version : "none");
    }
    snprintf(device->driver, sizeof device->driver, "%s, %s", renderer, version);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &device->max_side);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    hob_status status = hob_device__programs(device, reterr);
    if (status == HOB_OK) {
        glGenBuffers(1, &device->instances);
        glGenVertexArrays(1, &device->vertices);
        glGenVertexArrays(1, &device->empty);
        device->stats.objects += 3;
    }
    return status;
}

hob_status hob_device_create(const hob_allocator *a, hob_device **ret_device, hob_error *reterr) {
    *ret_device = NULL;
    hob_device *device = hob_alloc_zero(a, 1, sizeof *device);
    if (device == NULL) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for drawing.");
    }
    device->allocator = a;
    hob_status status = begin(device, reterr);
    if (status != HOB_OK) {
        hob_device_destroy(device, false);
        return status;
    }
    *ret_device = device;
    return HOB_OK;
}

hob_status hob_device_revive(hob_device *device, hob_error *reterr) {
    device->lost = false;
    device->program_count = device->texture_count = 0;
    device->stats.texture_count = 0;
    device->stats.texture_bytes = 0;
    device->instance_bytes = 0;
    memset(device->targets, 0, sizeof device->targets);
    return begin(device, reterr);
}

bool hob_device_is_lost(const hob_device *device) {
    return device->lost;
}

void hob_device_destroy(hob_device *device, bool lost) {
    if (device == NULL) {
        return;
    }
    if (!lost) {
        for (uint32_t i = 0; i < device->texture_count; i++) {
            glDeleteTextures(1, &device->textures[i].name); /* 0 is ignored */
        }
        for (uint32_t i = 0; i < device->program_count; i++) {
            glDeleteProgram(device->programs[i].name);
        }
        for (size_t i = 0; i < HOB_COUNT(device->targets); i++) {
            glDeleteFramebuffers(1, &device->targets[i].frame);
            glDeleteTextures(1, &device->targets[i].texture);
        }
        glDeleteProgram(device->quads.name);
        glDeleteBuffers(1, &device->instances);
        glDeleteVertexArrays(1, &device->vertices);
        glDeleteVertexArrays(1, &device->empty);
    }
    const hob_allocator *a = device->allocator;
    hob_free(a, device->textures, device->texture_cap * sizeof *device->textures);
    hob_free(a, device->programs, device->program_cap * sizeof *device->programs);
    hob_free(a, device, sizeof *device);
}

const char *hob_device_driver(const hob_device *device) {
    return device->driver;
}

const hob_device_stats *hob_device_get_stats(const hob_device *device) {
    return &device->stats;
}

uint32_t hob_device_max_side(const hob_device *device) {
    return (uint32_t)device->max_side;
}

/* ---- textures ---- */

static hob_device_texture_row *free_row(hob_device *device, uint32_t *ret_number) {
    for (uint32_t i = 0; i < device->texture_count; i++) {
        if (device->textures[i].name == 0) {
            *ret_number = i + 1;
            return &device->textures[i];
        }
    }
    if (device->texture_count == device->texture_cap) {
        uint32_t cap = device->texture_cap == 0 ? 32 : device->texture_cap * 2;
        void *moved = hob_resize(device->allocator, device->textures,
                                 device->texture_cap * sizeof *device->textures,
                                 cap * sizeof *device->textures);
        if (moved == NULL) {
            return NULL;
        }
        device->textures = moved;
        device->texture_cap = cap;
    }
    *ret_number = ++device->texture_count;
    device->textures[*ret_number - 1] = (hob_device_texture_row){0};
    return &device->textures[*ret_number - 1];
}

static uint32_t add_texture(hob_device *device, uint32_t width, uint32_t height, GLint internal,
                            GLenum format, uint32_t channels, const uint8_t *pixels) {
    uint32_t number = 0;
    if (width == 0 || height == 0 || width > (uint32_t)device->max_side ||
        height > (uint32_t)device->max_side) {
        return 0;
    }
    hob_device_texture_row *row = free_row(device, &number);
    if (row == NULL) {
        return 0;
    }
    while (glGetError() != GL_NO_ERROR) {
    }
    glGenTextures(1, &row->name);
    glBindTexture(GL_TEXTURE_2D, row->name);
    glTexImage2D(GL_TEXTURE_2D, 0, internal, (GLsizei)width, (GLsizei)height, 0, format,
                 GL_UNSIGNED_BYTE, pixels);
    if (glGetError() != GL_NO_ERROR) {
        glDeleteTextures(1, &row->name);
        row->name = 0;
        return 0;
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    row->smooth = -1;
    row->width = width;
    row->height = height;
    row->bytes = width * height * channels;
    device->stats.objects++;
    device->stats.texture_count++;
    device->stats.texture_bytes += row->bytes;
    return number;
}

uint32_t hob_device_texture(hob_device *device, const hob_image *image) {
    size_t size = (size_t)image->width * image->height * 4;
    uint8_t *pixels = hob_alloc(device->allocator, size);
    if (pixels == NULL) {
        return 0;
    }
    for (size_t i = 0; i < size; i += 4) {
        uint32_t alpha = image->pixels[i + 3];
        for (size_t c = 0; c < 3; c++) {
            pixels[i + c] = (uint8_t)((image->pixels[i + c] * alpha + 127) / 255);
        }
        pixels[i + 3] = (uint8_t)alpha;
    }
    uint32_t number =
        add_texture(device, image->width, image->height, GL_RGBA8, GL_RGBA, 4, pixels);
    hob_free(device->allocator, pixels, size);
    return number;
}

uint32_t hob_device_coverage(hob_device *device, uint32_t width, uint32_t height) {
    size_t size = (size_t)width * height;
    uint8_t *zeros = hob_alloc_zero(device->allocator, size, 1);
    uint32_t number =
        zeros != NULL ? add_texture(device, width, height, GL_R8, GL_RED, 1, zeros) : 0;
    hob_free(device->allocator, zeros, size);
    return number;
}

void hob_device_coverage_write(hob_device *device, uint32_t texture, uint32_t x, uint32_t y,
                               uint32_t width, uint32_t height, const uint8_t *rows,
                               uint32_t stride) {
    glBindTexture(GL_TEXTURE_2D, device->textures[texture - 1].name);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, (GLint)stride);
    glTexSubImage2D(GL_TEXTURE_2D, 0, (GLint)x, (GLint)y, (GLsizei)width, (GLsizei)height, GL_RED,
                    GL_UNSIGNED_BYTE, rows);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

void hob_device_texture_release(hob_device *device, uint32_t texture) {
    if (texture == 0 || texture > device->texture_count) {
        return;
    }
    hob_device_texture_row *row = &device->textures[texture - 1];
    if (row->name != 0) {
        device->stats.texture_count--;
        device->stats.texture_bytes -= row->bytes;
        glDeleteTextures(1, &row->name);
        *row = (hob_device_texture_row){0};
    }
}
