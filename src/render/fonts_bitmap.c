/* Bitmap fonts: letters as parts of pictures. */
#include "render/fonts_internal.h"

#include "import/bitmap_font.h"

#include <string.h>

#define MOST_TOLD 32 /* letters that a font lacks and that were told */

struct hob_bitmap_face {
    hob_arena arena;
    hob_guard guard;
    hob_bitmap_font font;
    const char *name;
    const char *pages[HOB_BITMAP_FONT_PAGES]; /* ids of their assets */
    uint32_t told[MOST_TOLD];
    size_t told_count;
};

/* The pages stand in the asset's metadata, in the order of their numbers. */
static bool find_pages(hob_bitmap_face *face, const hob_asset *asset, hob_error *reterr) {
    yyjson_val *pages = yyjson_obj_get(asset->metadata, "pages"), *item;
    size_t i, max;
    yyjson_arr_foreach(pages, i, max, item) {
        if (i < HOB_BITMAP_FONT_PAGES && yyjson_is_str(item)) {
            face->pages[i] =
                hob_arena_text(&face->arena, yyjson_get_str(item), yyjson_get_len(item));
        }
    }
    for (i = 0; i < face->font.page_count; i++) {
        if (face->pages[i] == NULL) {
            hob_fail(reterr, HOB_ERR_ASSET_DECODE,
                     "metadata.pages of the font has no picture for page %zu (\"%.80s\").", i,
                     face->font.pages[i]);
            return false;
        }
    }
    return true;
}

hob_bitmap_face *hob_bitmap_face_create(hob_fonts *fonts, const hob_asset *asset, hob_str bytes) {
    hob_bitmap_face *face = hob_alloc_zero(fonts->allocator, 1, sizeof *face);
    hob_error error = {.message = "No memory."};
    if (face == NULL) {
        return NULL;
    }
    hob_arena_init(&face->arena, fonts->allocator, &face->guard);
    if (hob_guard_enter(&face->guard) == 0) {
        face->name = hob_arena_text(&face->arena, asset->path, strlen(asset->path));
        if (hob_bitmap_font_read(&face->arena, bytes, &face->font, &error) == HOB_OK &&
            find_pages(face, asset, &error)) {
            return face;
        }
    }
    hob_log_write(fonts->log, HOB_LOG_WARN, "%s: %s", asset->path, error.message);
    hob_bitmap_face_destroy(fonts, face);
    return NULL;
}

void hob_bitmap_face_destroy(hob_fonts *fonts, hob_bitmap_face *face) {
    if (face != NULL) {
        hob_arena_done(&face->arena);
        hob_free(fonts->allocator, face, sizeof *face);
    }
}

bool hob_bitmap_face_has(hob_fonts *fonts, hob_bitmap_face *face, uint32_t code) {
    if (hob_bitmap_font_glyph(&face->font, code) != NULL) {
        return true;
    }
    bool is_told = face->told_count == MOST_TOLD;
    for (size_t i = 0; i < face->told_count && !is_told; i++) {
        is_told = face->told[i] == code;
    }
    if (!is_told) {
        face->told[face->told_count++] = code;
        hob_log_write(fonts->log, HOB_LOG_WARN, "%s: The font has no letter U+%04X.", face->name,
                      (unsigned)code);
    }
    return hob_bitmap_font_glyph(&face->font, HOB_BITMAP_FONT_NONE) != NULL;
}

hob_bitmap_letter hob_bitmap_face_letter(const hob_bitmap_face *face, double size, uint32_t code,
                                         uint32_t next) {
    const hob_bitmap_font *font = &face->font;
    const hob_bitmap_glyph *g = hob_bitmap_font_glyph(font, code);
    g = g != NULL ? g : hob_bitmap_font_glyph(font, HOB_BITMAP_FONT_NONE);
    if (g == NULL) {
        return (hob_bitmap_letter){.advance = 0};
    }
    double scale = size / font->size;
    hob_bitmap_letter letter = {
        .glyph = {.x = (float)(g->offset_x * scale),
                  .y = (float)((g->offset_y - font->base) * scale),
                  .width = (float)(g->width * scale),
                  .height = (float)(g->height * scale),
                  .uv = {(float)g->x, (float)g->y, (float)(g->x + g->width),
                         (float)(g->y + g->height)},
                  .picture = g->width > 0 && g->height > 0 ? face->pages[g->page] : NULL},
        .advance = (g->advance + hob_bitmap_font_kerning(font, code, next)) * scale};
    return letter;
}

void hob_bitmap_face_line(const hob_bitmap_face *face, double size, double *ret_height,
                          double *ret_above) {
    *ret_height = face->font.line_height * size / face->font.size;
    *ret_above = face->font.base * size / face->font.size;
}
