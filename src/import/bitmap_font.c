/* Bitmap fonts: their parts, what they must fulfil, and the binary form. */
#include "import/bitmap_font_internal.h"

#include "base/sort.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_GLYPHS   ((size_t)1 << 17)
#define MOST_KERNINGS ((size_t)1 << 20)

void hob_bmf__fail(bmf_reader *r, const char *format, ...) {
    if (r->failed) {
        return;
    }
    char text[240];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    hob_fail(r->reterr, HOB_ERR_ASSET_DECODE, "%s", text);
    hob_error_hint(r->reterr, "Fonts are BMFont files: text, XML, or binary of version 3.");
    r->failed = true;
}

/* ---- parts ---- */

static void *add(bmf_reader *r, void **items, size_t *count, size_t *cap, size_t size) {
    if (*count == *cap) {
        *cap = *cap > 0 ? *cap * 2 : 128;
        void *grown = hob_arena_alloc_many(r->arena, *cap, size);
        if (*count > 0) {
            memcpy(grown, *items, *count * size);
        }
        *items = grown;
    }
    return (char *)*items + size * (*count)++;
}

hob_bitmap_glyph *hob_bmf__add_glyph(bmf_reader *r) {
    static hob_bitmap_glyph spare;
    if (r->font->glyph_count == MOST_GLYPHS) {
        hob_bmf__fail(r, "The font has more than %zu characters.", MOST_GLYPHS);
        return &spare;
    }
    return add(r, (void **)&r->font->glyphs, &r->font->glyph_count, &r->glyph_cap,
               sizeof(hob_bitmap_glyph));
}

hob_bitmap_kerning *hob_bmf__add_kerning(bmf_reader *r) {
    static hob_bitmap_kerning spare;
    if (r->font->kerning_count == MOST_KERNINGS) {
        hob_bmf__fail(r, "The font has more than %zu pairs.", MOST_KERNINGS);
        return &spare;
    }
    return add(r, (void **)&r->font->kernings, &r->font->kerning_count, &r->kerning_cap,
               sizeof(hob_bitmap_kerning));
}

void hob_bmf__set_page(bmf_reader *r, int64_t id, const char *file) {
    if (id < 0 || id >= HOB_BITMAP_FONT_PAGES || file[0] == '\0') {
        hob_bmf__fail(r, "Page %lld is damaged: pages have a file, and numbers from 0 to %d.",
                      (long long)id, HOB_BITMAP_FONT_PAGES - 1);
        return;
    }
    r->font->pages[id] = file;
    r->font->page_count =
        r->font->page_count > (size_t)id + 1 ? r->font->page_count : (size_t)id + 1;
}

/* ---- the binary form ---- */

static unsigned u16(const uint8_t *b) {
    return (unsigned)(b[0] | b[1] << 8);
}
static int s16(const uint8_t *b) {
    return (int16_t)u16(b);
}
static uint32_t u32(const uint8_t *b) {
    return (uint32_t)u16(b) | (uint32_t)u16(b + 2) << 16;
}

static void read_info(bmf_reader *r, const uint8_t *b, size_t size) {
    r->font->size = abs(s16(b));
    const char *name = (const char *)b + 14, *end = memchr(name, '\0', size - 14);
    r->font->face = hob_arena_text(r->arena, name, end != NULL ? (size_t)(end - name) : size - 14);
}

static void read_common(bmf_reader *r, const uint8_t *b, size_t size) {
    (void)size;
    r->font->line_height = (int)u16(b);
    r->font->base = (int)u16(b + 2);
    r->font->page_width = (int)u16(b + 4);
    r->font->page_height = (int)u16(b + 6);
    r->is_packed = (b[10] & 0x80) != 0;
}

static void read_pages(bmf_reader *r, const uint8_t *b, size_t size) {
    int64_t id = 0;
    for (size_t at = 0; at < size && !r->failed; id++) {
        const uint8_t *end = memchr(b + at, '\0', size - at);
        size_t length = end != NULL ? (size_t)(end - b) - at : size - at;
        hob_bmf__set_page(r, id, hob_arena_text(r->arena, (const char *)b + at, length));
        at += length + 1;
    }
}

static void read_chars(bmf_reader *r, const uint8_t *b, size_t size) {
    for (size_t at = 0; at + 20 <= size && !r->failed; at += 20, b += 20) {
        *hob_bmf__add_glyph(r) = (hob_bitmap_glyph){.code = u32(b),
                                                    .x = (int)u16(b + 4),
                                                    .y = (int)u16(b + 6),
                                                    .width = (int)u16(b + 8),
                                                    .height = (int)u16(b + 10),
                                                    .offset_x = s16(b + 12),
                                                    .offset_y = s16(b + 14),
                                                    .advance = s16(b + 16),
                                                    .page = b[18]};
    }
}

static void read_kernings(bmf_reader *r, const uint8_t *b, size_t size) {
    for (size_t at = 0; at + 10 <= size && !r->failed; at += 10, b += 10) {
        *hob_bmf__add_kerning(r) = (hob_bitmap_kerning){u32(b), u32(b + 4), s16(b + 8)};
    }
}

static const struct {
    size_t least;
    void (*read)(bmf_reader *r, const uint8_t *b, size_t size);
} blocks[] = {{0, NULL},       {14, read_info}, {15, read_common},
              {0, read_pages}, {0, read_chars}, {0, read_kernings}};

static void read_binary(bmf_reader *r) {
    const uint8_t *b = (const uint8_t *)r->bytes.data;
    size_t at = 4;
    if (r->bytes.length < 4 || b[3] != 3) {
        hob_bmf__fail(r, "Binary fonts of version %u cannot be read.",
                      r->bytes.length < 4 ? 0 : (unsigned)b[3]);
    }
    while (!r->failed && at < r->bytes.length) {
        unsigned type = b[at];
        size_t left = r->bytes.length - at, size = left >= 5 ? u32(b + at + 1) : 0;
        if (left < 5 || size > left - 5 || type == 0 || type >= HOB_COUNT(blocks) ||
            size < blocks[type].least) {
            hob_bmf__fail(r, "The font is cut short or damaged at byte %zu.", at);
            return;
        }
        blocks[type].read(r, b + at + 5, size);
        at += 5 + size;
    }
}

/* ---- the whole ---- */

static int by_code(const void *a, const void *b) {
    uint32_t x = ((const hob_bitmap_glyph *)a)->code, y = ((const hob_bitmap_glyph *)b)->code;
    return (x > y) - (x < y);
}

static int by_pair(const void *a, const void *b) {
    const hob_bitmap_kerning *x = a, *y = b;
    return x->first != y->first ? (x->first > y->first) - (x->first < y->first)
                                : (x->second > y->second) - (x->second < y->second);
}

static void check(bmf_reader *r) {
    hob_bitmap_font *font = r->font;
    if (font->size <= 0 || font->line_height <= 0 || font->page_width <= 0 ||
        font->page_height <= 0) {
        hob_bmf__fail(r, "This is no BMFont file: size, line height or page size is missing.");
    }
    if (r->is_packed) {
        hob_bmf__fail(r, "The font has its letters in single colour channels (packed), which "
                         "cannot be drawn.");
    }
    if (font->glyph_count == 0 || font->page_count == 0) {
        hob_bmf__fail(r, "The font has no characters or no pages.");
    }
    for (size_t i = 0; i < font->page_count && !r->failed; i++) {
        if (font->pages[i] == NULL) {
            hob_bmf__fail(r, "Page %zu of the font is missing.", i);
        }
    }
    for (size_t i = 0; i < font->glyph_count && !r->failed; i++) {
        const hob_bitmap_glyph *g = &font->glyphs[i];
        if (g->page >= font->page_count) {
            hob_bmf__fail(r, "Character %u is on page %u; the font has %zu.", (unsigned)g->code,
                          g->page, font->page_count);
        } else if (g->x < 0 || g->y < 0 || g->width < 0 || g->height < 0 ||
                   g->width > font->page_width - g->x || g->height > font->page_height - g->y) {
            hob_bmf__fail(r, "Character %u does not lie on its page.", (unsigned)g->code);
        }
    }
}

hob_status hob_bitmap_font_read(hob_arena *arena, hob_str bytes, hob_bitmap_font *ret_font,
                                hob_error *reterr) {
    hob_error error;
    memset(ret_font, 0, sizeof *ret_font);
    ret_font->face = "";
    bmf_reader r = {.arena = arena,
                    .font = ret_font,
                    .bytes = bytes,
                    .reterr = reterr != NULL ? reterr : &error};
    if (bytes.length > HOB_BITMAP_FONT_BYTES) {
        hob_bmf__fail(&r, "The font has more than 16 MiB.");
    } else if (hob_str_starts(bytes, HOB_STR("BMF"))) {
        read_binary(&r);
    } else {
        hob_bmf__read_text(&r);
    }
    if (!r.failed) {
        check(&r);
    }
    if (r.failed) {
        return HOB_ERR_ASSET_DECODE;
    }
    hob_sort(ret_font->glyphs, ret_font->glyph_count, sizeof *ret_font->glyphs, by_code);
    if (ret_font->kerning_count > 0) {
        hob_sort(ret_font->kernings, ret_font->kerning_count, sizeof *ret_font->kernings, by_pair);
    }
    return HOB_OK;
}

const hob_bitmap_glyph *hob_bitmap_font_glyph(const hob_bitmap_font *font, uint32_t code) {
    const hob_bitmap_glyph key = {.code = code};
    return bsearch(&key, font->glyphs, font->glyph_count, sizeof key, by_code);
}

int hob_bitmap_font_kerning(const hob_bitmap_font *font, uint32_t first, uint32_t second) {
    const hob_bitmap_kerning key = {first, second, 0};
    const hob_bitmap_kerning *found =
        font->kerning_count > 0
            ? bsearch(&key, font->kernings, font->kerning_count, sizeof key, by_pair)
            : NULL;
    return found != NULL ? found->amount : 0;
}
