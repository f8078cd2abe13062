/* Any bytes as an .aseprite file: read to its end, every picture touched. */
#include "import/aseprite.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static volatile uint32_t sink;

static void require(bool holds) {
    if (!holds) {
        abort();
    }
}

static void touch(hob_arena *arena, const hob_aseprite *file) {
    for (size_t i = 0; i < file->frame_count; i++) {
        for (size_t p = 0; p < (size_t)file->width * file->height * 4; p++) {
            sink += file->frames[i].pixels[p];
        }
    }
    for (size_t i = 0; i < file->tag_count; i++) {
        size_t count;
        bool is_cut;
        uint32_t *order = hob_aseprite_order(arena, &file->tags[i], &count, &is_cut);
        require(count > 0);
        for (size_t k = 0; k < count; k++) {
            require(order[k] < file->frame_count);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    hob_arena arena;
    hob_guard guard;
    hob_aseprite file;
    hob_error error;
    hob_arena_init(&arena, hob_heap_allocator(), &guard);
    if (hob_guard_enter(&guard) == 0) {
        hob_status status =
            hob_aseprite_read(&arena, (hob_str){(const char *)data, size}, &file, NULL, &error);
        if (status == HOB_OK) {
            touch(&arena, &file);
        } else {
            require(error.status == status && error.message[0] != '\0');
        }
    }
    hob_arena_done(&arena);
    return 0;
}
