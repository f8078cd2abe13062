/* .aseprite files of others against the pictures that the editor made of them. */
#include "base/fs.h"
#include "import/aseprite.h"
#include "import/png_write.h"
#include "render/image.h"
#include "support/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Arenas jump when there is no memory; here there is. */
static hob_guard guard;

static bool read_case(hob_arena *arena, const char *name, hob_str *ret_bytes) {
    char path[512];
    snprintf(path, sizeof path, "%s/files/aseprite/%s", hob_test_cases(), name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        print_message("no case collection: set HOB_CASES\n");
        return false;
    }
    char *data = hob_arena_alloc(arena, 1 << 16);
    *ret_bytes = (hob_str){data, fread(data, 1, 1 << 16, file)};
    fclose(file);
    return true;
}

static const struct {
    const char *file;
    size_t frame;
    const char *picture;
} pictures[] = {
    {"basic-16x16", 0, "basic-16x16"},
    {"indexed", 0, "indexed_01"},
    {"grayscale", 0, "grayscale"},
    {"background", 0, "background"},
    {"transparency", 0, "transparency_01"},
    {"transparency", 1, "transparency_02"},
    {"linked_cels", 0, "linked_cels_01"},
    {"linked_cels", 1, "linked_cels_02"},
    {"linked_cels", 2, "linked_cels_03"},
    {"layers_and_tags", 0, "layers_and_tags_01"},
    {"layers_and_tags", 1, "layers_and_tags_02"},
    {"layers_and_tags", 2, "layers_and_tags_03"},
    {"layers_and_tags", 3, "layers_and_tags_04"},
    {"tilemap", 0, "tilemap"},
    {"tilemap_indexed", 0, "tilemap_indexed"},
    {"tilemap_grayscale", 0, "tilemap_grayscale"},
    {"tilemap_multi", 0, "tilemap_multi"},
    {"256_color_old_palette_chunk", 0, "256_color_old_palette_chunk"},
};

/* Where nothing shows, colours do not count. */
static size_t differing(const uint8_t *a, const uint8_t *b, size_t pixels) {
    size_t count = 0;
    for (size_t i = 0; i < pixels; i++) {
        count += memcmp(a + i * 4, b + i * 4, 4) != 0 && (a[i * 4 + 3] != 0 || b[i * 4 + 3] != 0);
    }
    return count;
}

static void c1_each_frame__is_equal_to_its_picture(void **state) {
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < HOB_COUNT(pictures); i++) {
        hob_arena arena;
        hob_arena_init(&arena, hob_heap_allocator(), &guard);
        char name[80];
        hob_str bytes, png;
        hob_aseprite file;
        hob_image image;
        hob_error error;
        snprintf(name, sizeof name, "%s.aseprite", pictures[i].file);
        if (!read_case(&arena, name, &bytes)) {
            hob_arena_done(&arena);
            skip();
        }
        snprintf(name, sizeof name, "%s.png", pictures[i].picture);
        assert_true(read_case(&arena, name, &png));
        if (hob_aseprite_read(&arena, bytes, &file, NULL, &error) != HOB_OK) {
            fail_msg("%s: %s", pictures[i].file, error.message);
        }
        assert_int_equal(
            hob_image_decode(hob_heap_allocator(), png, 1, &hob_image_default_limits, &image, NULL),
            HOB_OK);
        assert_true(pictures[i].frame < file.frame_count);
        if (image.width != file.width || image.height != file.height ||
            differing(image.pixels, file.frames[pictures[i].frame].pixels,
                      (size_t)file.width * file.height) > 0) {
            print_message("%s frame %zu is not %s.png (%ux%u, %ux%u)\n", pictures[i].file,
                          pictures[i].frame, pictures[i].picture, (unsigned)file.width,
                          (unsigned)file.height, (unsigned)image.width, (unsigned)image.height);
            wrong++;
        }
        hob_image_done(hob_heap_allocator(), &image);
        hob_arena_done(&arena);
    }
    assert_int_equal(wrong, 0);
}

/* These two show one tile each: the first of the map, and the one below it. */
static void c1_map_with_empty_edges__has_its_tiles_in_place(void **state) {
    (void)state;
    hob_arena arena;
    hob_arena_init(&arena, hob_heap_allocator(), &guard);
    hob_str bytes, png;
    hob_aseprite file;
    if (!read_case(&arena, "tilemap_empty_edges.aseprite", &bytes)) {
        hob_arena_done(&arena);
        skip();
    }
    assert_int_equal(hob_aseprite_read(&arena, bytes, &file, NULL, NULL), HOB_OK);
    for (int part = 0; part < 2; part++) {
        char name[64];
        hob_image image;
        snprintf(name, sizeof name, "tilemap_empty_edges_0_%d.png", part);
        assert_true(read_case(&arena, name, &png));
        assert_int_equal(
            hob_image_decode(hob_heap_allocator(), png, 1, &hob_image_default_limits, &image, NULL),
            HOB_OK);
        assert_int_equal(image.width, 16);
        assert_int_equal(image.height, 16);
        for (size_t y = 0; y < 16; y++) {
            const uint8_t *row = file.frames[0].pixels + ((size_t)part * 16 + y) * file.width * 4;
            assert_int_equal(differing(image.pixels + y * 64, row, 16), 0);
        }
        hob_image_done(hob_heap_allocator(), &image);
    }
    hob_arena_done(&arena);
}

static void written_png__is_read_back_with_the_same_pixels(void **state) {
    (void)state;
    enum { WIDTH = 200, HEIGHT = 100 }; /* more than one stored block */
    static uint8_t pixels[WIDTH * HEIGHT * 4];
    uint64_t random = 5;
    for (size_t i = 0; i < sizeof pixels; i++) {
        pixels[i] = (uint8_t)hob_test_random(&random);
    }
    hob_buf png;
    hob_image image;
    hob_buf_init(&png, hob_heap_allocator(), 1 << 20);
    hob_import__png(pixels, WIDTH, HEIGHT, &png);
    assert_int_equal(hob_image_decode(hob_heap_allocator(), hob_buf_str(&png), 1,
                                      &hob_image_default_limits, &image, NULL),
                     HOB_OK);
    assert_int_equal(image.width, WIDTH);
    assert_int_equal(image.height, HEIGHT);
    assert_memory_equal(image.pixels, pixels, sizeof pixels);
    hob_image_done(hob_heap_allocator(), &image);
    hob_buf_done(&png);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c1_each_frame__is_equal_to_its_picture),
        cmocka_unit_test(c1_map_with_empty_edges__has_its_tiles_in_place),
        cmocka_unit_test(written_png__is_read_back_with_the_same_pixels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
