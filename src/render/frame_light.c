/* Light over the world, and effects over the whole picture (spec runtime 16.3, 16.4). */
#include "render/frame_internal.h"

#include "components/camera.h"
#include "components/light2d.h"
#include "render/shaders.h"

#include <math.h>
#include <string.h>

/* ---- lights ---- */

static bool is_lit(const hob_component *c) {
    return c != NULL && c->ready && c->owner->shown && HOB_DATA(c, hob_light2d)->enabled;
}

/* Lights stand where the camera is without shake and punch. */
static void draw_light(hob_frame *f, const hob_component *c) {
    const hob_light2d *light = HOB_DATA(c, hob_light2d);
    hob_vec2 at = hob_frame__position(f, c->owner);
    if (f->isometric) {
        at = (hob_vec2){at.x - at.y, (at.x + at.y) / 2};
    }
    double zoom = f->calm_zoom;
    hob_node node = {.x = (at.x - f->calm.x) * zoom + f->center_x,
                     .y = (at.y - f->calm.y) * zoom + f->center_y,
                     .ax = zoom,
                     .by = zoom,
                     .scale = zoom};
    uint8_t rgba[4];
    hob_frame__color(light->color, fmin(fmax(light->intensity, 0), 1), rgba);
    hob_frame__box(f, &node, HOB_QUAD_LIGHT, -light->radius, -light->radius, 2 * light->radius,
                   2 * light->radius, rgba);
}

void hob_frame__lights(hob_frame *f, double ambient) {
    if (f->light_type < 0 || ambient >= 1) {
        return; /* in full light, lights change nothing */
    }
    const hob_order *order = hob_column_order(f->world, f->light_type);
    float grey = (float)(floor(fmax(ambient, 0) * 255 + 0.5) / 255);
    const float start[4] = {grey, grey, grey, 1};
    hob_canvas_begin_group(f->canvas, start);
    hob_canvas_set_blend(f->canvas, HOB_CANVAS_ADDITIVE);
    for (uint32_t i = 0; i < order->count; i++) {
        if (is_lit(order->items[i].item)) {
            draw_light(f, order->items[i].item);
        }
    }
    hob_canvas_set_blend(f->canvas, HOB_CANVAS_NORMAL);
    hob_canvas_end_group(f->canvas, HOB_CANVAS_MULTIPLY, NULL);
}

/* ---- post effects ---- */

static float number(hob_value effect, const char *key) {
    return (float)hob_value_get_number(effect, key, 0);
}

static void color_into(hob_value effect, const char *key, float out[3]) {
    hob_value v = hob_value_get(effect, key);
    uint8_t rgba[4];
    hob_frame__color(v.tag == HOB_TAG_TEXT ? v.as.text : NULL, 1, rgba);
    for (int i = 0; i < 3; i++) {
        out[i] = (float)rgba[i] / 255;
    }
}

static void bloom(const hob_frame *f, hob_value e, float *v) {
    (void)f;
    v[0] = number(e, "threshold");
    v[1] = number(e, "strength");
}
static void crt(const hob_frame *f, hob_value e, float *v) {
    v[0] = number(e, "curvature");
    v[1] = number(e, "scanlineIntensity");
    v[2] = number(e, "noise");
    v[3] = (float)(f->world->frame % 65536);
}
static void vignette(const hob_frame *f, hob_value e, float *v) {
    (void)f;
    v[0] = number(e, "intensity");
    color_into(e, "color", v + 1);
}
static void chromatic(const hob_frame *f, hob_value e, float *v) {
    (void)f;
    v[0] = number(e, "offset");
}
static void pixelate(const hob_frame *f, hob_value e, float *v) {
    (void)f;
    v[0] = number(e, "size");
}
static void grade(const hob_frame *f, hob_value e, float *v) {
    (void)f;
    v[0] = number(e, "brightness");
    v[1] = number(e, "contrast");
    v[2] = number(e, "saturation");
    color_into(e, "tint", v + 3);
}

static const struct {
    const char *type;
    hob_effect_program program;
    void (*values)(const hob_frame *f, hob_value effect, float *v);
} post_effects[] = {
    {"bloom", HOB_PROGRAM_BLOOM, bloom},
    {"crt", HOB_PROGRAM_CRT, crt},
    {"vignette", HOB_PROGRAM_VIGNETTE, vignette},
    {"chromaticAberration", HOB_PROGRAM_CHROMATIC, chromatic},
    {"pixelate", HOB_PROGRAM_PIXELATE, pixelate},
    {"colorGrade", HOB_PROGRAM_GRADE, grade},
};

static hob_value effects_of(const hob_component *camera) {
    return camera != NULL ? HOB_DATA(camera, hob_camera)->post_effects : HOB_VALUE_NULL;
}

/* One group an effect, the innermost first: each draws the picture of the one inside it. */
void hob_frame__post_begin(hob_frame *f, const hob_component *camera) {
    hob_value effects = effects_of(camera);
    uint32_t count = effects.tag == HOB_TAG_LIST ? effects.as.list->count : 0;
    static const float clear[4] = {0, 0, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        hob_canvas_begin_group(f->canvas, clear);
    }
    if (count > 0) {
        hob_node whole = {.ax = 1, .by = 1};
        uint8_t rgba[4];
        hob_frame__color(HOB_DATA(camera, hob_camera)->background_color, 1, rgba);
        hob_frame__box(f, &whole, HOB_QUAD_FLAT, 0, 0, f->canvas->width, f->canvas->height, rgba);
    }
}

void hob_frame__post_end(hob_frame *f, const hob_component *camera) {
    hob_value effects = effects_of(camera);
    uint32_t count = effects.tag == HOB_TAG_LIST ? effects.as.list->count : 0;
    for (uint32_t i = 0; i < count; i++) {
        hob_value effect = hob_list_get(effects.as.list, i);
        hob_str type = hob_value_get_str(effect, "type", "");
        hob_draw_effect draw = {0};
        for (size_t k = 0; k < HOB_COUNT(post_effects); k++) {
            if (hob_str_is(type, post_effects[k].type)) {
                draw.program = post_effects[k].program;
                post_effects[k].values(f, effect, draw.values);
            }
        }
        if (hob_str_is(type, "shader")) {
            const hob_vec2 size = {f->canvas->width, f->canvas->height};
            (void)hob_frame__shader(f, HOB_PROGRAM_FOR_PICTURE,
                                    hob_value_get_str(effect, "shader", ""),
                                    hob_value_get(effect, "uniforms"), size, &draw);
        }
        hob_canvas_end_group(f->canvas, HOB_CANVAS_NORMAL, &draw);
    }
}
