/* Any bytes as the markup of a UI piece: parsed, styled and laid out, then animated. Every box must
 * have a place that can be drawn. */
#include "render/markup.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const hob_markup_box *box) {
    hob_markup_style style;
    if (!isfinite(box->x) || !isfinite(box->y) || !isfinite(box->width) || !isfinite(box->height)) {
        abort();
    }
    if (box->animation != NULL && hob_markup_animate(box->animation, 0.7, &style) &&
        !(style.opacity == style.opacity)) {
        abort();
    }
    for (const hob_markup_box *child = box->first; child != NULL; child = child->next) {
        check(child);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static hob_fonts *fonts; /* of the whole run: reading the built-in ones is slow */
    hob_arena arena;
    hob_guard guard;
    const hob_allocator *a = hob_heap_allocator();
    if (size > 4096) {
        return 0;
    }
    fonts = fonts == NULL ? hob_fonts_create(a, NULL, NULL, NULL) : fonts;
    hob_arena_init(&arena, a, &guard);
    if (!hob_guard_enter(&guard)) {
        const char *source = hob_arena_text(&arena, (const char *)data, size);
        const hob_markup_request request = {.source = {source, size},
                                            .width = 320,
                                            .height = 200,
                                            .scale = 1,
                                            .shrinks = size % 2 == 1,
                                            .fonts = fonts,
                                            .arena = &arena};
        check(hob_markup_build(&request));
        hob_fonts_next_picture(fonts);
    }
    hob_arena_done(&arena);
    return 0;
}
