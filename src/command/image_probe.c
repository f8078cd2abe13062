#include "command/image_probe.h"

#include "base/dmath.h"
#include "base/numtext.h"

#include <string.h>

#define SVG_LOOKED_AT 4096

static uint32_t byte_at(hob_str b, size_t at) {
    return at < b.length ? (unsigned char)b.data[at] : 0;
}

static uint32_t big16(hob_str b, size_t at) {
    return byte_at(b, at) << 8 | byte_at(b, at + 1);
}

static uint32_t little16(hob_str b, size_t at) {
    return byte_at(b, at) | byte_at(b, at + 1) << 8;
}

static uint32_t little24(hob_str b, size_t at) {
    return little16(b, at) | byte_at(b, at + 2) << 16;
}

static bool has(hob_str b, size_t at, const char *magic, size_t length) {
    return b.length >= at + length && memcmp(b.data + at, magic, length) == 0;
}

static bool give(hob_image_size *ret_size, const char *format, double width, double height) {
    if (!(width > 0) || !(height > 0)) {
        return false;
    }
    *ret_size = (hob_image_size){format, width, height};
    return true;
}

static bool probe_png(hob_str b, hob_image_size *ret_size) {
    if (!has(b, 0, "\x89PNG\r\n\x1a\n", 8) || !has(b, 12, "IHDR", 4) || b.length < 24) {
        return false;
    }
    double width = (double)big16(b, 16) * 65536 + big16(b, 18);
    double height = (double)big16(b, 20) * 65536 + big16(b, 22);
    return give(ret_size, "png", width, height);
}

static bool probe_gif(hob_str b, hob_image_size *ret_size) {
    if ((!has(b, 0, "GIF87a", 6) && !has(b, 0, "GIF89a", 6)) || b.length < 10) {
        return false;
    }
    return give(ret_size, "gif", little16(b, 6), little16(b, 8));
}

/* Segment by segment to the first start of frame: C0 to CF without the tables C4, C8, CC. */
static bool probe_jpeg(hob_str b, hob_image_size *ret_size) {
    if (!has(b, 0, "\xFF\xD8\xFF", 3)) {
        return false;
    }
    for (size_t at = 2; at + 9 < b.length;) {
        if (byte_at(b, at) != 0xFF) {
            return false;
        }
        uint32_t marker = byte_at(b, at + 1);
        if (marker == 0xFF) { /* fill byte */
            at++;
            continue;
        }
        if (marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 &&
            marker != 0xCC) {
            return give(ret_size, "jpeg", big16(b, at + 7), big16(b, at + 5));
        }
        bool is_bare = marker == 0x01 || (marker >= 0xD0 && marker <= 0xD8);
        at += is_bare ? 2 : 2 + (size_t)big16(b, at + 2);
    }
    return false;
}

static bool probe_webp(hob_str b, hob_image_size *ret_size) {
    if (!has(b, 0, "RIFF", 4) || !has(b, 8, "WEBP", 4) || b.length < 30) {
        return false;
    }
    if (has(b, 12, "VP8X", 4)) {
        return give(ret_size, "webp", little24(b, 24) + 1, little24(b, 27) + 1);
    }
    if (has(b, 12, "VP8L", 4) && byte_at(b, 20) == 0x2F) {
        uint32_t bits = little16(b, 21) | little16(b, 23) << 16;
        return give(ret_size, "webp", (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1);
    }
    if (has(b, 12, "VP8 ", 4) && has(b, 23, "\x9D\x01\x2A", 3)) {
        return give(ret_size, "webp", little16(b, 26) & 0x3FFF, little16(b, 28) & 0x3FFF);
    }
    return false;
}

/* ---- SVG ---- */

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The value of an attribute of the tag; false when it has none. */
static bool attribute(hob_str tag, const char *name, hob_str *ret_value) {
    size_t length = strlen(name);
    for (size_t at = 1; at + length + 2 < tag.length; at++) {
        if (!is_space(tag.data[at - 1]) || memcmp(tag.data + at, name, length) != 0) {
            continue;
        }
        size_t i = at + length;
        while (i < tag.length && is_space(tag.data[i])) {
            i++;
        }
        if (i >= tag.length || tag.data[i] != '=') {
            continue;
        }
        for (i++; i < tag.length && is_space(tag.data[i]); i++) {
        }
        if (i >= tag.length || (tag.data[i] != '"' && tag.data[i] != '\'')) {
            continue;
        }
        const char *start = tag.data + i + 1;
        const char *end = memchr(start, tag.data[i], tag.length - i - 1);
        if (end != NULL) {
            *ret_value = (hob_str){start, (size_t)(end - start)};
            return true;
        }
    }
    return false;
}

/* A plain number, or one in px; percent and the other units have no size here. */
static bool length_of(hob_str tag, const char *name, double *ret_length) {
    hob_str text;
    if (!attribute(tag, name, &text)) {
        return false;
    }
    size_t used = hob_number_parse(text.data, text.length, ret_length);
    hob_str unit = {text.data + used, text.length - used};
    return used > 0 && (unit.length == 0 || hob_str_is(unit, "px"));
}

static bool view_box(hob_str tag, double *ret_width, double *ret_height) {
    hob_str text;
    double numbers[4];
    if (!attribute(tag, "viewBox", &text)) {
        return false;
    }
    size_t at = 0;
    for (int i = 0; i < 4; i++) {
        while (at < text.length && (is_space(text.data[at]) || text.data[at] == ',')) {
            at++;
        }
        size_t used = hob_number_parse(text.data + at, text.length - at, &numbers[i]);
        if (used == 0) {
            return false;
        }
        at += used;
    }
    *ret_width = numbers[2];
    *ret_height = numbers[3];
    return true;
}

static bool probe_svg(hob_str b, hob_image_size *ret_size) {
    hob_str head = {b.data, b.length < SVG_LOOKED_AT ? b.length : SVG_LOOKED_AT};
    size_t start = hob_str_find(head, HOB_STR("<svg"));
    if (start == SIZE_MAX) {
        return false;
    }
    hob_str tag = {head.data + start, head.length - start};
    const char *end = memchr(tag.data, '>', tag.length);
    tag.length = end != NULL ? (size_t)(end - tag.data) : tag.length;
    double width, height;
    if ((length_of(tag, "width", &width) && length_of(tag, "height", &height)) ||
        view_box(tag, &width, &height)) {
        return give(ret_size, "svg", hob_round_half_up(width), hob_round_half_up(height));
    }
    return false;
}

bool hob_image_probe(hob_str bytes, hob_image_size *ret_size) {
    return probe_png(bytes, ret_size) || probe_gif(bytes, ret_size) ||
           probe_jpeg(bytes, ret_size) || probe_webp(bytes, ret_size) || probe_svg(bytes, ret_size);
}
