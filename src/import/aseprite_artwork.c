/* .aseprite files as artwork: their pictures on one sheet, about as wide as high. */
#include "import/artwork.h"
#include "import/png_write.h"

#include <string.h>

#define SHEET_MAX ((size_t)1 << 30) /* bytes of the picture file */

static uint32_t columns_of(const hob_aseprite *file) {
    uint64_t area = (uint64_t)file->width * file->height * file->frame_count;
    uint32_t columns = 1;
    while (columns < file->frame_count &&
           (uint64_t)columns * file->width * columns * file->width < area) {
        columns++;
    }
    return columns;
}

static hob_str draw_sheet(hob_arena *arena, const hob_aseprite *file, const hob_artwork *artwork) {
    const hob_artwork_sheet *sheet = artwork->sheets;
    uint8_t *pixels = hob_arena_array(arena, uint8_t, (size_t)sheet->width * sheet->height * 4);
    size_t row = (size_t)file->width * 4;
    for (size_t i = 0; i < file->frame_count; i++) {
        const hob_sheet_frame *cut = &artwork->frames[i].cut;
        uint8_t *corner = pixels + ((size_t)cut->y * sheet->width + (size_t)cut->x) * 4;
        for (uint32_t k = 0; k < file->height; k++) {
            memcpy(corner + (size_t)k * sheet->width * 4, file->frames[i].pixels + k * row, row);
        }
    }
    hob_buf picture;
    hob_buf_init(&picture, &arena->as_allocator, SHEET_MAX);
    hob_import__png(pixels, sheet->width, sheet->height, &picture);
    return hob_buf_str(&picture);
}

hob_status hob_artwork__read_aseprite(const hob_artwork_source *source, hob_artwork *ret_artwork,
                                      hob_error *reterr) {
    hob_arena *arena = source->arena;
    hob_aseprite file;
    hob_status status = hob_aseprite_read(arena, source->bytes, &file, source->findings, reterr);
    if (status != HOB_OK) {
        return status;
    }
    uint32_t columns = columns_of(&file), count = (uint32_t)file.frame_count;
    hob_artwork_sheet *sheet = hob_arena_new(arena, hob_artwork_sheet);
    *sheet =
        (hob_artwork_sheet){.name = hob_arena_text(arena, source->name.data, source->name.length),
                            .width = columns * file.width,
                            .height = (count + columns - 1) / columns * file.height,
                            .grid_width = file.width,
                            .grid_height = file.height,
                            .slices = file.slices,
                            .slice_count = file.slice_count};
    hob_artwork_frame *frames = hob_arena_array(arena, hob_artwork_frame, count);
    const int width = (int)file.width, height = (int)file.height;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t milliseconds = file.frames[i].milliseconds;
        frames[i] = (hob_artwork_frame){.name = hob_artwork__numbered(source, i),
                                        .cut = {.x = (int)(i % columns) * width,
                                                .y = (int)(i / columns) * height,
                                                .width = width,
                                                .height = height,
                                                .source_width = width,
                                                .source_height = height},
                                        .milliseconds = milliseconds > 0 ? milliseconds : 100};
    }
    *ret_artwork =
        (hob_artwork){.sheets = sheet, .sheet_count = 1, .frames = frames, .frame_count = count};
    sheet->picture = draw_sheet(arena, &file, ret_artwork);
    hob_artwork__add_tags(source, ret_artwork, file.tags, file.tag_count);
    return HOB_OK;
}
