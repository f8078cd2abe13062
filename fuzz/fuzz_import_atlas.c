/* Any bytes as an atlas in JSON: whatever is read keeps to its own frames, names and sheets. */
#include "import/artwork.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
    if (!holds) {
        abort();
    }
}

/* Every file that it names is the same one again. */
static hob_status read_again(void *user, const char *path, hob_str *ret_bytes, hob_error *reterr) {
    require(path != NULL && path[0] != '/');
    (void)reterr;
    *ret_bytes = *(const hob_str *)user;
    return HOB_OK;
}

static void check(const hob_artwork *artwork) {
    require(artwork->frame_count > 0 && artwork->sheet_count > 0);
    for (size_t i = 0; i < artwork->frame_count; i++) {
        const hob_artwork_frame *frame = &artwork->frames[i];
        const hob_sheet_frame *cut = &frame->cut;
        require(frame->name != NULL && frame->sheet < artwork->sheet_count);
        require(cut->x >= 0 && cut->y >= 0 && cut->width > 0 && cut->height > 0);
        require(cut->offset_x >= 0 && cut->offset_x + cut->width <= cut->source_width);
        require(cut->offset_y >= 0 && cut->offset_y + cut->height <= cut->source_height);
    }
    for (size_t i = 0; i < artwork->sequence_count; i++) {
        const hob_artwork_sequence *sequence = &artwork->sequences[i];
        require(sequence->count > 0);
        for (size_t k = 0; k < sequence->count; k++) {
            require(sequence->order[k] < artwork->frame_count);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    hob_arena arena;
    hob_guard guard;
    hob_artwork artwork;
    hob_error error;
    hob_str bytes = {(const char *)data, size};
    hob_arena_init(&arena, hob_heap_allocator(), &guard);
    if (hob_guard_enter(&guard) == 0) {
        const hob_artwork_source source = {.arena = &arena,
                                           .name = HOB_STR("a"),
                                           .file = HOB_STR("a.json"),
                                           .bytes = bytes,
                                           .read = read_again,
                                           .user = &bytes};
        hob_status status = hob_artwork__read_atlas(&source, &artwork, &error);
        if (status == HOB_OK) {
            check(&artwork);
        } else {
            require(error.status == status && error.message[0] != '\0');
        }
        (void)hob_artwork_format_of("json", bytes);
    }
    hob_arena_done(&arena);
    return 0;
}
