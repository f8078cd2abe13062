/* Any bytes as a bitmap font: every glyph lies on a page that is there, look-ups find what is. */
#include "import/bitmap_font.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
    if (!holds) {
        abort();
    }
}

static void check(const hob_bitmap_font *font) {
    require(font->size > 0 && font->line_height > 0 && font->glyph_count > 0);
    for (size_t i = 0; i < font->page_count; i++) {
        require(font->pages[i] != NULL && font->pages[i][0] != '\0');
    }
    for (size_t i = 0; i < font->glyph_count; i++) {
        const hob_bitmap_glyph *g = &font->glyphs[i];
        require(g->page < font->page_count && hob_bitmap_font_glyph(font, g->code) != NULL);
        require(g->x >= 0 && g->x + g->width <= font->page_width);
        require(g->y >= 0 && g->y + g->height <= font->page_height);
    }
    for (size_t i = 0; i < font->kerning_count; i++) {
        const hob_bitmap_kerning *k = &font->kernings[i];
        int amount = hob_bitmap_font_kerning(font, k->first, k->second);
        require(amount >= -65536 && amount <= 65536);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    hob_arena arena;
    hob_guard guard;
    hob_bitmap_font font;
    hob_error error;
    hob_arena_init(&arena, hob_heap_allocator(), &guard);
    if (hob_guard_enter(&guard) == 0) {
        hob_status status =
            hob_bitmap_font_read(&arena, (hob_str){(const char *)data, size}, &font, &error);
        if (status == HOB_OK) {
            check(&font);
        } else {
            require(error.status == status && error.message[0] != '\0');
        }
    }
    hob_arena_done(&arena);
    return 0;
}
