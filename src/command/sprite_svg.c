#include "command/sprite_svg.h"

#include "base/dmath.h"
#include "base/numtext.h"

#include <string.h>

/* ---- colours ---- */

const char *const hob_svg_color_names[] = {"red",   "orange", "yellow", "green", "teal", "blue",
                                           "navy",  "purple", "pink",   "brown", "gray", "grey",
                                           "white", "black",  "gold",   NULL};
static const char *const color_values[] = {"#e74c3c", "#e67e22", "#f1c40f", "#2ecc71", "#1abc9c",
                                           "#3498db", "#2c3e50", "#9b59b6", "#fd79a8", "#8d6e63",
                                           "#95a5a6", "#95a5a6", "#ecf0f1", "#222222", "#f1c40f"};
_Static_assert(HOB_COUNT(color_values) + 1 == HOB_COUNT(hob_svg_color_names), "one value a name");

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

bool hob_svg_color_parse(hob_str text, char ret_hex[10]) {
    for (size_t i = 0; hob_svg_color_names[i] != NULL; i++) {
        if (hob_str_is(text, hob_svg_color_names[i])) {
            memcpy(ret_hex, color_values[i], 8);
            return true;
        }
    }
    if ((text.length != 4 && text.length != 7 && text.length != 9) || text.data[0] != '#') {
        return false;
    }
    ret_hex[0] = '#';
    for (size_t i = 1; i < text.length; i++) {
        int digit = hex_digit(text.data[i]);
        if (digit < 0) {
            return false;
        }
        ret_hex[i] = "0123456789abcdef"[digit];
    }
    ret_hex[text.length] = '\0';
    return true;
}

static void darken(const char *hex, double factor, char out[8]) {
    int channels[3];
    bool brief = strlen(hex) == 4;
    for (int i = 0; i < 3; i++) {
        channels[i] = brief ? hex_digit(hex[1 + i]) * 17
                            : hex_digit(hex[1 + 2 * i]) * 16 + hex_digit(hex[2 + 2 * i]);
    }
    out[0] = '#';
    for (int i = 0; i < 3; i++) {
        int v = (int)hob_round_half_up(channels[i] * factor);
        out[1 + 2 * i] = "0123456789abcdef"[v / 16 % 16];
        out[2 + 2 * i] = "0123456789abcdef"[v % 16];
    }
    out[7] = '\0';
}

/* ---- pieces of SVG ---- */

typedef struct drawing {
    const hob_svg_sprite *sprite;
    hob_buf *out;
    double w, h, cx, cy, r;
    char accent[10], fill[16];
} drawing;

static void attribute(hob_buf *out, const char *name, double v) {
    hob_buf_format(out, " %s=\"", name);
    hob_buf_add_number(out, v);
    hob_buf_add_char(out, '"');
}

static void rect(hob_buf *out, double x, double y, double w, double h, double radius) {
    hob_buf_add_cstr(out, "<rect");
    attribute(out, "x", x);
    attribute(out, "y", y);
    attribute(out, "width", w);
    attribute(out, "height", h);
    if (radius > 0) {
        attribute(out, "rx", radius);
    }
}

static void circle(hob_buf *out, double x, double y, double r) {
    hob_buf_add_cstr(out, "<circle");
    attribute(out, "cx", x);
    attribute(out, "cy", y);
    attribute(out, "r", r);
}

static void fill(hob_buf *out, const char *color) {
    hob_buf_format(out, " fill=\"%s\"/>", color);
}

/* The body: filled with colour or gradient, and with the stroke. */
static void body(const drawing *d) {
    hob_buf_format(d->out, " fill=\"%s\"", d->fill);
    if (d->sprite->stroke != NULL) {
        hob_buf_format(d->out, " stroke=\"%s\"", d->sprite->stroke);
        attribute(d->out, "stroke-width",
                  d->sprite->stroke_width > 0 ? d->sprite->stroke_width : 2);
    }
    hob_buf_add_cstr(d->out, "/>");
}

/* Corners of a regular n-gon or star, the first straight up, with two decimals. */
static void corners(const drawing *d, int count, double inner) {
    hob_buf_add_cstr(d->out, "<polygon points=\"");
    int steps = inner > 0 ? count * 2 : count;
    for (int i = 0; i < steps; i++) {
        double r = inner > 0 && i % 2 == 1 ? d->r * inner : d->r;
        double angle = -HOB_PI / 2 + i * 2 * HOB_PI / steps;
        double x = d->cx + r * hob_cos(angle), y = d->cy + r * hob_sin(angle);
        char x_text[HOB_NUMBER_FIXED_SIZE], y_text[HOB_NUMBER_FIXED_SIZE];
        (void)hob_number_fixed(x, 2, x_text);
        (void)hob_number_fixed(y, 2, y_text);
        hob_buf_format(d->out, "%s%s,%s", i > 0 ? " " : "", x_text, y_text);
    }
    hob_buf_add_char(d->out, '"');
    body(d);
}

static void triangle(hob_buf *out, const double points[6], const char *color) {
    hob_buf_add_cstr(out, "<polygon points=\"");
    for (int i = 0; i < 6; i++) {
        hob_buf_add_cstr(out, i == 0 ? "" : i % 2 == 1 ? "," : " ");
        hob_buf_add_number(out, points[i]);
    }
    hob_buf_add_char(out, '"');
    fill(out, color);
}

/* ---- shapes ---- */

static void draw_rectangle(const drawing *d) {
    rect(d->out, 0, 0, d->w, d->h, d->sprite->corner_radius);
    body(d);
}

static void draw_circle(const drawing *d) {
    circle(d->out, d->cx, d->cy, d->r);
    body(d);
}

static void draw_triangle(const drawing *d) {
    corners(d, 3, 0);
}

static void draw_diamond(const drawing *d) {
    corners(d, 4, 0);
}

static void draw_star(const drawing *d) {
    corners(d, 5, 0.45);
}

static void draw_capsule(const drawing *d) {
    rect(d->out, 0, 0, d->w, d->h, hob_min(d->w, d->h) / 2);
    body(d);
}

static void draw_polygon(const drawing *d) {
    corners(d, d->sprite->sides, 0);
}

static void draw_character(const drawing *d) {
    double w = d->w, h = d->h, e = hob_max(1.5, 0.07 * w);
    rect(d->out, 0.1 * w, 0, 0.8 * w, 0.9 * h, 0.25 * w);
    body(d);
    static const double whites[] = {0.35, 0.65}, pupils[] = {0.38, 0.68}, feet[] = {0.18, 0.6};
    for (int i = 0; i < 2; i++) {
        circle(d->out, whites[i] * w, 0.32 * h, 1.8 * e);
        fill(d->out, "#ffffff");
    }
    for (int i = 0; i < 2; i++) {
        circle(d->out, pupils[i] * w, 0.32 * h, e);
        fill(d->out, "#222222");
    }
    for (int i = 0; i < 2; i++) {
        rect(d->out, feet[i] * w, 0.88 * h, 0.22 * w, 0.12 * h, 0.05 * w);
        fill(d->out, d->accent);
    }
}

static void draw_enemy(const drawing *d) {
    double w = d->w, e = hob_max(1.5, 0.07 * w), y = 0.4 * d->h;
    corners(d, 6, 0);
    const double left[] = {0.28 * w, y - e, 0.42 * w, y - 2.2 * e, 0.42 * w, y};
    const double right[] = {0.72 * w, y - e, 0.58 * w, y - 2.2 * e, 0.58 * w, y};
    triangle(d->out, left, "#ffffff");
    triangle(d->out, right, "#ffffff");
    circle(d->out, 0.38 * w, y, e);
    fill(d->out, "#ffffff");
    circle(d->out, 0.62 * w, y, e);
    fill(d->out, "#ffffff");
    rect(d->out, 0.3 * w, 0.65 * d->h, 0.4 * w, hob_max(2, 0.06 * d->h), 0);
    fill(d->out, d->accent);
}

static void draw_coin(const drawing *d) {
    circle(d->out, d->cx, d->cy, d->r);
    body(d);
    circle(d->out, d->cx, d->cy, 0.7 * d->r);
    hob_buf_format(d->out, " fill=\"none\" stroke=\"%s\"", d->accent);
    attribute(d->out, "stroke-width", hob_max(1, 0.12 * d->r));
    hob_buf_add_cstr(d->out, "/>");
    double w = 0.24 * d->r, h = 0.8 * d->r;
    rect(d->out, d->cx - w / 2, d->cy - h / 2, w, h, 0.1 * d->r);
    fill(d->out, d->accent);
}

static void draw_heart(const drawing *d) {
    const double c[][6] = {
        {0.05 * d->w, 0.5 * d->h, 0.1 * d->w, 0.12 * d->h, d->cx, 0.3 * d->h},
        {0.9 * d->w, 0.12 * d->h, 0.95 * d->w, 0.5 * d->h, d->cx, 0.85 * d->h},
    };
    hob_buf_add_cstr(d->out, "<path d=\"M");
    hob_buf_add_number(d->out, d->cx);
    hob_buf_add_char(d->out, ' ');
    hob_buf_add_number(d->out, 0.85 * d->h);
    for (size_t i = 0; i < HOB_COUNT(c); i++) {
        hob_buf_add_cstr(d->out, " C");
        for (int k = 0; k < 6; k++) {
            hob_buf_add_cstr(d->out, k > 0 ? " " : "");
            hob_buf_add_number(d->out, c[i][k]);
        }
    }
    hob_buf_add_cstr(d->out, " Z\"");
    body(d);
}

const char *const hob_svg_shapes[] = {"rectangle", "circle",  "triangle", "diamond",
                                      "star",      "capsule", "polygon",  "character",
                                      "enemy",     "coin",    "heart",    NULL};
static void (*const draws[])(const drawing *d) = {
    draw_rectangle, draw_circle,    draw_triangle, draw_diamond, draw_star, draw_capsule,
    draw_polygon,   draw_character, draw_enemy,    draw_coin,    draw_heart};
_Static_assert(HOB_COUNT(draws) + 1 == HOB_COUNT(hob_svg_shapes), "one drawing a shape");

/* ---- whole files ---- */

static void begin(hob_buf *out, double w, double h) {
    hob_buf_add_cstr(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    attribute(out, "width", w);
    attribute(out, "height", h);
    hob_buf_add_cstr(out, " viewBox=\"0 0 ");
    hob_buf_add_number(out, w);
    hob_buf_add_char(out, ' ');
    hob_buf_add_number(out, h);
    hob_buf_add_cstr(out, "\">");
}

/* Vertical, from the colour down to the second one; returns what bodies are filled with. */
static void gradient(hob_buf *out, const char *top, const char *bottom) {
    char dark[8];
    if (bottom == NULL) {
        darken(top, 0.6, dark);
        bottom = dark;
    }
    hob_buf_format(out,
                   "<defs><linearGradient id=\"g\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\"><stop "
                   "offset=\"0\" stop-color=\"%s\"/><stop offset=\"1\" stop-color=\"%s\"/>"
                   "</linearGradient></defs>",
                   top, bottom);
}

void hob_svg_sprite_make(const hob_svg_sprite *sprite, hob_buf *out) {
    drawing d = {.sprite = sprite,
                 .out = out,
                 .w = sprite->width,
                 .h = sprite->height,
                 .cx = sprite->width / 2,
                 .cy = sprite->height / 2};
    d.r = hob_min(d.w, d.h) / 2 - sprite->stroke_width;
    if (sprite->accent != NULL) {
        memcpy(d.accent, sprite->accent, strlen(sprite->accent) + 1);
    } else {
        darken(sprite->color, 0.6, d.accent);
    }
    begin(out, d.w, d.h);
    if (sprite->gradient) {
        gradient(out, sprite->color, sprite->secondary);
        memcpy(d.fill, "url(#g)", 8);
    } else {
        memcpy(d.fill, sprite->color, strlen(sprite->color) + 1);
    }
    draws[sprite->shape](&d);
    hob_buf_add_cstr(out, "</svg>\n");
}

void hob_svg_tile_make(const hob_svg_tile *tile, hob_buf *out) {
    double top = hob_max(2, 0.12 * tile->size), bottom = hob_max(2, 0.08 * tile->size);
    char light[8], dark[8];
    darken(tile->color, 0.9, light);
    darken(tile->color, 0.75, dark);
    begin(out, tile->size, tile->size);
    if (tile->gradient) {
        gradient(out, tile->color, tile->secondary);
    }
    rect(out, 0, 0, tile->size, tile->size, 0);
    fill(out, tile->gradient ? "url(#g)" : tile->color);
    rect(out, 0, 0, tile->size, top, 0);
    hob_buf_add_cstr(out, " opacity=\"0.5\"");
    fill(out, light);
    rect(out, 0, tile->size - bottom, tile->size, bottom, 0);
    fill(out, dark);
    hob_buf_add_cstr(out, "</svg>\n");
}
