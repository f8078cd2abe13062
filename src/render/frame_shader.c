/* Authors' shaders: compiled once, their uniforms filled from components. A shader that is broken
 * is reported once and everything is drawn as without it. */
#include "render/frame_internal.h"

#include "render/shaders.h"

#include <stdio.h>
#include <string.h>

#define MACRO_BYTES 2048

typedef struct shader_row {
    char *id;
    const hob_shader *shader; /* null: broken */
    uint32_t programs[2];     /* by hob_program_kind; 0 = broken, or not asked for */
    bool tried[2];
    struct shader_row *next;
} shader_row;

struct hob_shaders {
    const hob_allocator *allocator;
    hob_project *project;
    hob_device *device;
    const hob_log *log;
    shader_row *first;
    uint32_t last_number; /* without a device */
};

static hob_shaders *shaders_of(hob_frame *f) {
    if (f->shaders == NULL) {
        f->shaders = hob_alloc_zero(f->allocator, 1, sizeof *f->shaders);
    }
    if (f->shaders != NULL && f->shaders->allocator == NULL) {
        *f->shaders = (hob_shaders){.allocator = f->allocator,
                                    .project = hob_pictures_project(f->pictures),
                                    .device = hob_pictures_device(f->pictures),
                                    .log = hob_pictures_log(f->pictures),
                                    .last_number = HOB_PROGRAM_COUNT};
    }
    return f->shaders;
}

void hob_shaders_destroy(hob_shaders *shaders) {
    if (shaders == NULL) {
        return;
    }
    const hob_allocator *a = shaders->allocator;
    while (shaders->first != NULL) {
        shader_row *row = shaders->first;
        shaders->first = row->next;
        hob_free(a, row->id, strlen(row->id) + 1);
        hob_free(a, row, sizeof *row);
    }
    hob_free(a, shaders, sizeof *shaders);
}

static void report(hob_shaders *shaders, const hob_error *error) {
    hob_log_write(shaders->log, HOB_LOG_ERROR, "%s:%d: %s %s", error->file, error->line,
                  error->message, error->hint);
}

static shader_row *row_of(hob_shaders *shaders, hob_str id) {
    for (shader_row *row = shaders->first; row != NULL; row = row->next) {
        if (hob_str_is(id, row->id)) {
            return row;
        }
    }
    shader_row *row = hob_alloc_zero(shaders->allocator, 1, sizeof *row);
    char *copy = row != NULL ? hob_alloc(shaders->allocator, id.length + 1) : NULL;
    if (copy == NULL) {
        hob_free(shaders->allocator, row, sizeof *row);
        return NULL;
    }
    memcpy(copy, id.data, id.length);
    copy[id.length] = '\0';
    hob_error error = {.status = HOB_OK};
    *row = (shader_row){.id = copy,
                        .shader = hob_project_shader(shaders->project, id, &error),
                        .next = shaders->first};
    shaders->first = row;
    if (row->shader == NULL) {
        report(shaders, &error);
    }
    return row;
}

/* ---- compiling ---- */

/* "#define glow uValues[2]". */
static void write_macros(const hob_shader *shader, char out[MACRO_BYTES]) {
    size_t used = 0;
    for (size_t i = 0; i < shader->uniform_count; i++) {
        const struct hob_uniform *u = &shader->uniforms[i];
        uint32_t count = hob_uniform_numbers(u->type);
        for (uint32_t k = 0; k < count; k++) {
            char begin[120] = ", ";
            if (k == 0) {
                snprintf(begin, sizeof begin, "#define %.80s %s(", u->name,
                         hob_uniform_type_name(u->type));
            }
            int length = snprintf(out + used, MACRO_BYTES - used, "%suValues[%u]%s", begin,
                                  (unsigned)(u->first + k), k + 1 == count ? ")\n" : "");
            used += length > 0 ? (size_t)length : 0;
        }
    }
    out[used] = '\0';
}

static uint32_t program_of(hob_shaders *shaders, shader_row *row, hob_program_kind kind) {
    char macros[MACRO_BYTES];
    hob_error error;
    if (row->tried[kind] || row->shader == NULL) {
        return row->programs[kind];
    }
    row->tried[kind] = true;
    if (shaders->device == NULL) {
        row->programs[kind] = shaders->last_number++;
        return row->programs[kind];
    }
    write_macros(row->shader, macros);
    if (hob_device_program(shaders->device, kind, macros, row->shader->source.data,
                           &row->programs[kind], &error) != HOB_OK) {
        hob_error_place(&error, row->shader->path, NULL, error.line, 0);
        report(shaders, &error);
    }
    return row->programs[kind];
}

/* ---- values ---- */

/* What a uniform has when nobody gives it a value. */
static void fill_known(const hob_frame *f, const struct hob_uniform *u, hob_vec2 size, float *out) {
    if (u->type == HOB_UNIFORM_FLOAT && strcmp(u->name, "time") == 0) {
        out[0] = (float)f->world->time.now;
    } else if (u->type == HOB_UNIFORM_VEC2 && strcmp(u->name, "size") == 0) {
        out[0] = (float)size.x;
        out[1] = (float)size.y;
    }
}

static void fill_value(const struct hob_uniform *u, hob_value v, float *out) {
    if (!hob_uniform_takes(u->type, v.tag == HOB_TAG_NUMBER, v.tag == HOB_TAG_MAP,
                           v.tag == HOB_TAG_TEXT)) {
        return;
    }
    uint8_t rgba[4];
    switch (u->type) {
    case HOB_UNIFORM_FLOAT:
        out[0] = (float)v.as.number;
        return;
    case HOB_UNIFORM_VEC2:
        out[0] = (float)hob_value_get_number(v, "x", 0);
        out[1] = (float)hob_value_get_number(v, "y", 0);
        return;
    case HOB_UNIFORM_VEC3:
    case HOB_UNIFORM_VEC4:
        hob_frame__color(v.as.text, 1, rgba);
        for (uint32_t i = 0; i < hob_uniform_numbers(u->type); i++) {
            out[i] = (float)rgba[i] / 255;
        }
        return;
    }
}

bool hob_frame__shader(hob_frame *f, hob_program_kind kind, hob_str asset, hob_value uniforms,
                       hob_vec2 size, hob_draw_effect *out) {
    *out = (hob_draw_effect){0};
    hob_shaders *shaders = asset.length > 0 ? shaders_of(f) : NULL;
    shader_row *row = shaders != NULL ? row_of(shaders, asset) : NULL;
    out->program = row != NULL ? program_of(shaders, row, kind) : 0;
    if (out->program == 0) {
        return false;
    }
    for (size_t i = 0; i < row->shader->uniform_count; i++) {
        const struct hob_uniform *u = &row->shader->uniforms[i];
        const hob_value *given = uniforms.tag == HOB_TAG_MAP
                                     ? hob_map_find(uniforms.as.map, hob_str_from(u->name))
                                     : NULL;
        if (given != NULL) {
            fill_value(u, *given, out->values + u->first);
        } else {
            fill_known(f, u, size, out->values + u->first);
        }
    }
    return true;
}
