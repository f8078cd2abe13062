/* Blend modes, with the editor's rounding, so that pictures are equal to the byte. */
#include "import/aseprite_internal.h"

#include <math.h>
#include <string.h>

static int mul(int a, int b) {
    int t = a * b + 0x80;
    return ((t >> 8) + t) >> 8; /* arithmetic shifts: also for differences below 0 */
}

static int divide(int a, int b) {
    return (a * 255 + b / 2) / b;
}

unsigned hob_ase__mul(unsigned a, unsigned b) {
    return (unsigned)mul((int)a, (int)b);
}

/* ---- one channel: b below, s above ---- */

static int multiply(int b, int s) {
    return mul(b, s);
}
static int screen(int b, int s) {
    return b + s - mul(b, s);
}
static int hard_light(int b, int s) {
    return s < 128 ? multiply(b, s << 1) : screen(b, (s << 1) - 255);
}
static int overlay(int b, int s) {
    return hard_light(s, b);
}
static int darken(int b, int s) {
    return b < s ? b : s;
}
static int lighten(int b, int s) {
    return b > s ? b : s;
}
static int color_dodge(int b, int s) {
    s = 255 - s;
    return b == 0 ? 0 : b >= s ? 255 : divide(b, s);
}
static int color_burn(int b, int s) {
    b = 255 - b;
    return b == 0 ? 255 : b >= s ? 0 : 255 - divide(b, s);
}
static int soft_light(int below, int above) {
    double b = below / 255.0, s = above / 255.0;
    double d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : sqrt(b);
    double r = s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b);
    return (int)(r * 255 + 0.5);
}
static int difference(int b, int s) {
    return b < s ? s - b : b - s;
}
static int exclusion(int b, int s) {
    return b + s - 2 * mul(b, s);
}
static int addition(int b, int s) {
    return b + s < 255 ? b + s : 255;
}
static int subtract(int b, int s) {
    return b > s ? b - s : 0;
}
static int quotient(int b, int s) {
    return b == 0 ? 0 : b >= s ? 255 : divide(b, s);
}

/* ---- three channels ---- */

typedef struct rgb {
    double c[3];
} rgb;

static rgb rgb_of(const uint8_t *pixel) {
    return (rgb){{pixel[0] / 255.0, pixel[1] / 255.0, pixel[2] / 255.0}};
}

static double lum(rgb v) {
    return 0.3 * v.c[0] + 0.59 * v.c[1] + 0.11 * v.c[2];
}

static double least(rgb v) {
    return fmin(v.c[0], fmin(v.c[1], v.c[2]));
}

static double most(rgb v) {
    return fmax(v.c[0], fmax(v.c[1], v.c[2]));
}

static double sat(rgb v) {
    return most(v) - least(v);
}

static rgb with_lum(rgb v, double wanted) {
    double shift = wanted - lum(v);
    for (int i = 0; i < 3; i++) {
        v.c[i] += shift;
    }
    double l = lum(v), low = least(v), high = most(v);
    for (int i = 0; i < 3; i++) {
        if (low < 0) {
            v.c[i] = l + (v.c[i] - l) * l / (l - low);
        }
        if (high > 1) {
            v.c[i] = l + (v.c[i] - l) * (1 - l) / (high - l);
        }
    }
    return v;
}

static rgb with_sat(rgb v, double wanted) {
    double low = least(v), span = most(v) - low;
    for (int i = 0; i < 3; i++) {
        v.c[i] = span > 0 ? (v.c[i] - low) * wanted / span : 0;
    }
    return v;
}

static rgb hue(rgb b, rgb s) {
    return with_lum(with_sat(s, sat(b)), lum(b));
}
static rgb saturation(rgb b, rgb s) {
    return with_lum(with_sat(b, sat(s)), lum(b));
}
static rgb color(rgb b, rgb s) {
    return with_lum(s, lum(b));
}
static rgb luminosity(rgb b, rgb s) {
    return with_lum(b, lum(s));
}

/* ---- the modes, by their number in files ---- */

static const struct {
    int (*channel)(int b, int s);
    rgb (*pixel)(rgb b, rgb s);
} modes[] = {
    {NULL, NULL},       {multiply, NULL},   {screen, NULL},      {overlay, NULL},
    {darken, NULL},     {lighten, NULL},    {color_dodge, NULL}, {color_burn, NULL},
    {hard_light, NULL}, {soft_light, NULL}, {difference, NULL},  {exclusion, NULL},
    {NULL, hue},        {NULL, saturation}, {NULL, color},       {NULL, luminosity},
    {addition, NULL},   {subtract, NULL},   {quotient, NULL},
};

bool hob_ase__has_blend(unsigned mode) {
    return mode < HOB_COUNT(modes);
}

static void normal(uint8_t *back, const uint8_t *src, unsigned opacity) {
    int sa = mul(src[3], (int)opacity), ba = back[3];
    if (ba == 0) {
        memcpy(back, src, 3);
        back[3] = (uint8_t)sa;
        return;
    }
    if (sa == 0) {
        return;
    }
    int ra = sa + ba - mul(ba, sa);
    for (int c = 0; c < 3; c++) {
        back[c] = (uint8_t)(back[c] + (src[c] - back[c]) * sa / ra);
    }
    back[3] = (uint8_t)ra;
}

/* From one picture to the other, by a share of 255. */
static void merge(uint8_t *from, const uint8_t *to, int share) {
    int alpha = from[3] + mul(to[3] - from[3], share);
    for (int c = 0; c < 3; c++) {
        from[c] = alpha == 0     ? 0
                  : from[3] == 0 ? to[c]
                  : to[3] == 0   ? from[c]
                                 : (uint8_t)(from[c] + mul(to[c] - from[c], share));
    }
    from[3] = (uint8_t)alpha;
}

void hob_ase__blend(unsigned mode, uint8_t *back, const uint8_t *src, unsigned opacity) {
    if (mode == 0 || mode >= HOB_COUNT(modes) || back[3] == 0) {
        normal(back, src, opacity);
        return;
    }
    uint8_t mixed[4] = {0, 0, 0, src[3]}, plain[4], blended[4];
    if (modes[mode].pixel != NULL) {
        rgb v = modes[mode].pixel(rgb_of(back), rgb_of(src));
        for (int c = 0; c < 3; c++) {
            mixed[c] = (uint8_t)(255.0 * fmin(fmax(v.c[c], 0), 1));
        }
    } else {
        for (int c = 0; c < 3; c++) {
            mixed[c] = (uint8_t)modes[mode].channel(back[c], src[c]);
        }
    }
    /* The mode counts as far as there is something below. */
    const int below = back[3], above = mul(src[3], (int)opacity);
    memcpy(plain, back, 4);
    memcpy(blended, back, 4);
    normal(plain, src, opacity);
    normal(blended, mixed, opacity);
    merge(plain, blended, below);
    merge(plain, blended, mul(below, above));
    memcpy(back, plain, 4);
}
