/* Quads in order, cut into batches. */
#include "render/canvas.h"

#include <string.h>

void hob_canvas_init(hob_canvas *canvas, const hob_allocator *a) {
    *canvas = (hob_canvas){.allocator = a};
}

void hob_canvas_done(hob_canvas *canvas) {
    const hob_allocator *a = canvas->allocator;
    hob_free(a, canvas->quads, canvas->quad_cap * sizeof *canvas->quads);
    hob_free(a, canvas->steps, canvas->step_cap * sizeof *canvas->steps);
    hob_free(a, canvas->effects, canvas->effect_cap * sizeof *canvas->effects);
    *canvas = (hob_canvas){.allocator = a};
}

/* Room for one more; doubles. */
static bool grow(hob_canvas *canvas, void **items, uint32_t *cap, uint32_t count, size_t size) {
    if (count < *cap) {
        return true;
    }
    uint32_t wanted = *cap == 0 ? 64 : *cap * 2;
    void *moved =
        wanted > count ? hob_resize(canvas->allocator, *items, *cap * size, wanted * size) : NULL;
    if (moved == NULL) {
        canvas->failed = true;
        return false;
    }
    *items = moved;
    *cap = wanted;
    return true;
}

void hob_canvas_begin(hob_canvas *canvas, uint32_t width, uint32_t height) {
    canvas->width = width;
    canvas->height = height;
    canvas->quad_count = canvas->step_count = canvas->effect_count = 0;
    canvas->blend = HOB_CANVAS_NORMAL;
    canvas->clipped = canvas->failed = false;
    canvas->clip = (hob_clip){0};
    canvas->effect = 0;
    if (grow(canvas, (void **)&canvas->effects, &canvas->effect_cap, 0, sizeof *canvas->effects)) {
        canvas->effects[canvas->effect_count++] = (hob_draw_effect){0};
    }
}

void hob_canvas_set_blend(hob_canvas *canvas, hob_canvas_blend blend) {
    canvas->blend = blend;
}

void hob_canvas_set_clip(hob_canvas *canvas, const hob_clip *clip) {
    canvas->clipped = clip != NULL;
    canvas->clip = clip != NULL ? *clip : (hob_clip){0};
}

/* Index of an effect; equal ones in a row are one. */
static uint32_t effect_index(hob_canvas *canvas, const hob_draw_effect *effect) {
    if (effect == NULL || canvas->effect_count == 0) {
        return 0;
    }
    uint32_t last = canvas->effect_count - 1;
    if (memcmp(&canvas->effects[last], effect, sizeof *effect) == 0) {
        return last;
    }
    if (!grow(canvas, (void **)&canvas->effects, &canvas->effect_cap, canvas->effect_count,
              sizeof *canvas->effects)) {
        return 0;
    }
    canvas->effects[canvas->effect_count] = *effect;
    return canvas->effect_count++;
}

void hob_canvas_set_shader(hob_canvas *canvas, const hob_draw_effect *effect) {
    canvas->effect = effect_index(canvas, effect);
}

static hob_canvas_step *add_step(hob_canvas *canvas, hob_step_kind kind) {
    if (!grow(canvas, (void **)&canvas->steps, &canvas->step_cap, canvas->step_count,
              sizeof *canvas->steps)) {
        return NULL;
    }
    hob_canvas_step *step = &canvas->steps[canvas->step_count++];
    *step = (hob_canvas_step){.kind = kind,
                              .first = canvas->quad_count,
                              .blend = canvas->blend,
                              .clipped = canvas->clipped,
                              .clip = canvas->clip,
                              .effect = canvas->effect};
    return step;
}

static bool same_clip(const hob_canvas *canvas, const hob_canvas_step *step) {
    return canvas->clipped == step->clipped &&
           (!canvas->clipped || memcmp(&canvas->clip, &step->clip, sizeof canvas->clip) == 0);
}

/* The texture's place in the batch; HOB_CANVAS_SLOTS when there is no room. */
static uint32_t slot_of(hob_canvas_step *step, hob_canvas_texture texture) {
    for (uint32_t i = step->texture_count; i-- > 0;) {
        if (step->textures[i].id == texture.id && step->textures[i].smooth == texture.smooth) {
            return i;
        }
    }
    if (step->texture_count < HOB_CANVAS_SLOTS) {
        step->textures[step->texture_count] = texture;
        return step->texture_count++;
    }
    return HOB_CANVAS_SLOTS;
}

hob_quad *hob_canvas_add(hob_canvas *canvas, hob_quad_kind kind, hob_canvas_texture texture) {
    static hob_quad spare; /* what is dropped is written here; nobody reads it */
    if (!grow(canvas, (void **)&canvas->quads, &canvas->quad_cap, canvas->quad_count,
              sizeof *canvas->quads)) {
        return &spare;
    }
    hob_canvas_step *step = canvas->step_count > 0 ? &canvas->steps[canvas->step_count - 1] : NULL;
    bool fits = step != NULL && step->kind == HOB_STEP_QUADS && step->blend == canvas->blend &&
                step->effect == canvas->effect && same_clip(canvas, step) && !canvas->cut;
    uint32_t slot = 0;
    if (fits && texture.id != 0) {
        slot = slot_of(step, texture);
        fits = slot < HOB_CANVAS_SLOTS;
    }
    if (!fits) {
        step = add_step(canvas, HOB_STEP_QUADS);
        if (step == NULL) {
            return &spare;
        }
        slot = texture.id != 0 ? slot_of(step, texture) : 0;
    }
    step->count++;
    hob_quad *quad = &canvas->quads[canvas->quad_count++];
    quad->kind = (uint8_t)kind;
    quad->slot = (uint8_t)slot;
    quad->radius = quad->reserved = 0;
    return quad;
}

void hob_canvas_begin_group(hob_canvas *canvas, const float color[4]) {
    hob_canvas_step *step = add_step(canvas, HOB_STEP_BEGIN_GROUP);
    if (step != NULL) {
        memcpy(step->color, color, sizeof step->color);
    }
}

void hob_canvas_end_group(hob_canvas *canvas, hob_canvas_blend blend,
                          const hob_draw_effect *effect) {
    uint32_t index = effect_index(canvas, effect);
    hob_canvas_step *step = add_step(canvas, HOB_STEP_END_GROUP);
    if (step != NULL) {
        step->blend = blend;
        step->effect = index;
    }
}

uint32_t hob_canvas_batches(const hob_canvas *canvas) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < canvas->step_count; i++) {
        count += canvas->steps[i].kind == HOB_STEP_QUADS;
    }
    return count;
}
