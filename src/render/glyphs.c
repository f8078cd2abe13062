/* Pages of glyphs, packed by stb_rect_pack's skyline. */
#include "render/glyphs.h"

#include <stb_rect_pack.h>
#include <string.h>

#define PAGE_SIDE  512
#define MAX_PAGES  32
#define GUTTER     1 /* clear pixels around each glyph */
#define FIRST_ROOM 256

typedef struct page {
    uint32_t texture;
    stbrp_context packer;
    stbrp_node nodes[PAGE_SIDE];
} page;

typedef struct row {
    uint64_t key; /* face, size, glyph; 0 = free */
    hob_glyph_place place;
} row;

struct hob_glyph_pages {
    const hob_allocator *allocator;
    hob_device *device;
    page *pages[MAX_PAGES];
    uint32_t page_count;
    uint32_t next_number; /* without a device */
    row *rows;            /* open addressing; a power of two */
    uint32_t count, cap;
};

hob_glyph_pages *hob_glyph_pages_create(const hob_allocator *a, hob_device *device) {
    hob_glyph_pages *pages = hob_alloc_zero(a, 1, sizeof *pages);
    if (pages != NULL) {
        pages->allocator = a;
        pages->device = device;
    }
    return pages;
}

void hob_glyph_pages_clear(hob_glyph_pages *pages) {
    for (uint32_t i = 0; i < pages->page_count; i++) {
        hob_free(pages->allocator, pages->pages[i], sizeof(page));
    }
    hob_free(pages->allocator, pages->rows, pages->cap * sizeof(row));
    pages->rows = NULL;
    pages->page_count = pages->count = pages->cap = 0;
}

void hob_glyph_pages_destroy(hob_glyph_pages *pages) {
    if (pages == NULL) {
        return;
    }
    for (uint32_t i = 0; i < pages->page_count && pages->device != NULL; i++) {
        hob_device_texture_release(pages->device, pages->pages[i]->texture);
    }
    hob_glyph_pages_clear(pages);
    hob_free(pages->allocator, pages, sizeof *pages);
}

/* ---- looking up ---- */

static uint64_t key_of(uint32_t face, uint32_t glyph, uint32_t size) {
    return (uint64_t)(face + 1) << 48 | (uint64_t)(size & 0xffff) << 32 | glyph;
}

static row *slot_of(row *rows, uint32_t cap, uint64_t key) {
    uint64_t mixed = key * UINT64_C(0x9E3779B97F4A7C15);
    for (uint32_t at = (uint32_t)(mixed >> 32) & (cap - 1);; at = (at + 1) & (cap - 1)) {
        if (rows[at].key == key || rows[at].key == 0) {
            return &rows[at];
        }
    }
}

const hob_glyph_place *hob_glyph_pages_find(const hob_glyph_pages *pages, uint32_t face,
                                            uint32_t glyph, uint32_t size) {
    if (pages->cap == 0) {
        return NULL;
    }
    const row *r = slot_of(pages->rows, pages->cap, key_of(face, glyph, size));
    return r->key != 0 ? &r->place : NULL;
}

static bool grow(hob_glyph_pages *pages) {
    if (pages->count * 2 < pages->cap) {
        return true;
    }
    uint32_t cap = pages->cap == 0 ? FIRST_ROOM : pages->cap * 2;
    row *rows = hob_alloc_zero(pages->allocator, cap, sizeof *rows);
    if (rows == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < pages->cap; i++) {
        if (pages->rows[i].key != 0) {
            *slot_of(rows, cap, pages->rows[i].key) = pages->rows[i];
        }
    }
    hob_free(pages->allocator, pages->rows, pages->cap * sizeof(row));
    pages->rows = rows;
    pages->cap = cap;
    return true;
}

/* ---- putting ---- */

static bool pack(page *p, uint32_t width, uint32_t height, uint32_t *ret_x, uint32_t *ret_y) {
    stbrp_rect rect = {.w = (stbrp_coord)(width + GUTTER), .h = (stbrp_coord)(height + GUTTER)};
    if (stbrp_pack_rects(&p->packer, &rect, 1) == 0) {
        return false;
    }
    *ret_x = (uint32_t)rect.x + GUTTER;
    *ret_y = (uint32_t)rect.y + GUTTER;
    return true;
}

static page *add_page(hob_glyph_pages *pages) {
    page *p = pages->page_count < MAX_PAGES ? hob_alloc_zero(pages->allocator, 1, sizeof *p) : NULL;
    if (p == NULL) {
        return NULL;
    }
    p->texture = pages->device != NULL ? hob_device_coverage(pages->device, PAGE_SIDE, PAGE_SIDE)
                                       : UINT32_MAX - pages->next_number++;
    stbrp_init_target(&p->packer, PAGE_SIDE - GUTTER, PAGE_SIDE - GUTTER, p->nodes, PAGE_SIDE);
    pages->pages[pages->page_count++] = p;
    return p;
}

static page *find_room(hob_glyph_pages *pages, uint32_t width, uint32_t height, uint32_t *ret_x,
                       uint32_t *ret_y) {
    if (width + 2 * GUTTER > PAGE_SIDE || height + 2 * GUTTER > PAGE_SIDE) {
        return NULL;
    }
    for (uint32_t i = 0; i < pages->page_count; i++) {
        if (pack(pages->pages[i], width, height, ret_x, ret_y)) {
            return pages->pages[i];
        }
    }
    page *p = add_page(pages);
    return p != NULL && pack(p, width, height, ret_x, ret_y) ? p : NULL;
}

const hob_glyph_place *hob_glyph_pages_put(hob_glyph_pages *pages, uint32_t face, uint32_t glyph,
                                           uint32_t size, const uint8_t *rows, uint32_t stride,
                                           const hob_glyph_place *measures) {
    if (!grow(pages)) {
        return NULL;
    }
    row *r = slot_of(pages->rows, pages->cap, key_of(face, glyph, size));
    pages->count += r->key == 0;
    r->key = key_of(face, glyph, size);
    r->place = *measures;
    r->place.texture = 0;
    uint32_t width = (uint32_t)measures->width, height = (uint32_t)measures->height, x, y;
    page *p = width > 0 && height > 0 ? find_room(pages, width, height, &x, &y) : NULL;
    if (p != NULL) {
        if (pages->device != NULL && p->texture != 0) {
            hob_device_coverage_write(pages->device, p->texture, x, y, width, height, rows, stride);
        }
        r->place.texture = p->texture;
        r->place.uv[0] = (float)x / PAGE_SIDE;
        r->place.uv[1] = (float)y / PAGE_SIDE;
        r->place.uv[2] = (float)(x + width) / PAGE_SIDE;
        r->place.uv[3] = (float)(y + height) / PAGE_SIDE;
    }
    return &r->place;
}
