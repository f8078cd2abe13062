/* Decoding and writing pictures. The public suites are judged where they are at hand ($HOB_CASES).
 */
#include "base/fs.h"
#include "render/image.h"
#include "support/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST ((size_t)16 << 20)

/* False, with a message, when the file is not at hand. */
static bool read_case(const char *name, hob_buf *out) {
    char path[600];
    hob_error error;
    snprintf(path, sizeof path, "%s/files/%s", hob_test_cases(), name);
    hob_buf_init(out, hob_heap_allocator(), MOST);
    hob_fs *disk = hob_fs_disk();
    if (disk->read(disk, path, MOST, out, &error) == HOB_OK) {
        return true;
    }
    print_message("%s is not at hand: set HOB_CASES\n", path);
    hob_buf_done(out);
    return false;
}

static hob_status decode(const hob_buf *file, hob_image *image, hob_error *error) {
    return hob_image_decode(hob_heap_allocator(), hob_buf_str(file), 1, NULL, image, error);
}

static bool decode_case(const char *name, hob_image *image) {
    hob_buf file;
    hob_error error = {0};
    if (!read_case(name, &file)) {
        return false;
    }
    hob_status status = decode(&file, image, &error);
    hob_buf_done(&file);
    if (status != HOB_OK) {
        fail_msg("%s: %s", name, error.message);
    }
    return true;
}

/* ---- PNG ---- */

static void interlaced_files__as_their_twins(void **state) {
    (void)state;
    static const char *const names[] = {"basn0g01", "basn0g16", "basn2c16",
                                        "basn3p01", "basn3p08", "basn6a16"};
    for (size_t i = 0; i < HOB_COUNT(names); i++) {
        char plain[64], twin[64];
        hob_image a, b;
        snprintf(plain, sizeof plain, "png/%s.png", names[i]);
        snprintf(twin, sizeof twin, "png/i%s.png", names[i]);
        if (!decode_case(plain, &a)) {
            skip();
        }
        assert_true(decode_case(twin, &b));
        assert_int_equal(a.width, b.width);
        assert_int_equal(a.height, b.height);
        assert_memory_equal(a.pixels, b.pixels, (size_t)a.width * a.height * 4);
        hob_image_done(hob_heap_allocator(), &a);
        hob_image_done(hob_heap_allocator(), &b);
    }
}

static void color_keys__become_alpha(void **state) {
    (void)state;
    static const char *const names[] = {"png/ftbbn0g01.png", "png/ftbbn2c16.png",
                                        "png/ftp1n3p08.png", "png/ftbwn0g16.png"};
    for (size_t i = 0; i < HOB_COUNT(names); i++) {
        hob_image image;
        if (!decode_case(names[i], &image)) {
            skip();
        }
        bool has_clear = false, has_solid = false;
        for (size_t at = 3; at < (size_t)image.width * image.height * 4; at += 4) {
            has_clear = has_clear || image.pixels[at] == 0;
            has_solid = has_solid || image.pixels[at] == 255;
        }
        assert_true(has_clear && has_solid);
        hob_image_done(hob_heap_allocator(), &image);
    }
}

static void damaged_files__refused_with_a_reason(void **state) {
    (void)state;
    static const char *const names[] = {"damaged/badadler.png", "damaged/badcrc.png",
                                        "badpal/small-palette-1.png", "badpal/small-palette-4.png",
                                        "badpal/small-palette-8.png"};
    for (size_t i = 0; i < HOB_COUNT(names); i++) {
        char path[64];
        hob_buf file;
        hob_image image;
        hob_error error = {0};
        snprintf(path, sizeof path, "png/%s", names[i]);
        if (!read_case(path, &file)) {
            skip();
        }
        if (decode(&file, &image, &error) != HOB_ERR_ASSET_DECODE) {
            fail_msg("%s was taken for a picture", names[i]);
        }
        assert_true(strlen(error.message) > 20);
        assert_null(image.pixels);
        hob_buf_done(&file);
    }
}

/* Chunks that claim much: whatever is said of the picture, memory stays within bounds. */
static void huge_chunks__do_not_allocate_what_they_claim(void **state) {
    (void)state;
    static const char *const names[] = {"huge_IDAT.png",       "huge_iCCP_chunk.png",
                                        "huge_iTXt_chunk.png", "huge_zTXt_chunk.png",
                                        "bad_iCCP.png",        "empty_ancillary_chunks.png"};
    for (size_t i = 0; i < HOB_COUNT(names); i++) {
        char path[64];
        hob_buf file;
        hob_image image;
        hob_counting_allocator counter;
        hob_counting_allocator_init(&counter, hob_heap_allocator());
        snprintf(path, sizeof path, "png/damaged/%s", names[i]);
        if (!read_case(path, &file)) {
            skip();
        }
        hob_status status =
            hob_image_decode(&counter.allocator, hob_buf_str(&file), 1, NULL, &image, NULL);
        assert_true(status == HOB_OK || image.pixels == NULL);
        assert_true(counter.peak_bytes < (size_t)64 << 20);
        hob_image_done(&counter.allocator, &image);
        assert_int_equal(counter.live_blocks, 0);
        hob_buf_done(&file);
    }
}

/* A header that says 60 000 x 60 000, and nothing behind it. */
static void claimed_size__refused_before_it_is_allocated(void **state) {
    (void)state;
    static const unsigned char png[] = {
        0x89, 'P',  'N',  'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13, 'I',  'H',  'D',  'R', 0,
        0,    0xea, 0x60, 0,   0,    0xea, 0x60, 8,    6, 0, 0, 0,  0x8b, 0x0b, 0x2a, 0x2f};
    hob_counting_allocator counter;
    hob_counting_allocator_init(&counter, hob_heap_allocator());
    hob_image image;
    hob_error error = {0};
    /* Whether or not libpng likes the checksum, nothing large was asked for. */
    hob_status status = hob_image_decode(
        &counter.allocator, (hob_str){(const char *)png, sizeof png}, 1, NULL, &image, &error);
    assert_int_not_equal(status, HOB_OK);
    assert_true(counter.peak_bytes < 4096);
    const hob_image_limits tight = {.side = 16, .pixels = 64};
    hob_image made;
    hob_buf file;
    hob_buf_init(&file, hob_heap_allocator(), MOST);
    assert_int_equal(hob_image_create(hob_heap_allocator(), 17, 2, &made, NULL), HOB_OK);
    assert_int_equal(hob_image_write_png(&made, &file, NULL), HOB_OK);
    hob_image_done(hob_heap_allocator(), &made);
    assert_int_equal(
        hob_image_decode(&counter.allocator, hob_buf_str(&file), 1, &tight, &image, &error),
        HOB_ERR_LIMIT_IMAGE);
    assert_non_null(strstr(error.message, "17 x 2"));
    assert_true(counter.peak_bytes < 4096);
    hob_buf_done(&file);
}

static void written_picture__reads_back_and_is_the_same_bytes_again(void **state) {
    (void)state;
    const hob_allocator *a = hob_heap_allocator();
    hob_image image, back;
    assert_int_equal(hob_image_create(a, 37, 21, &image, NULL), HOB_OK);
    uint64_t seed = 7;
    for (size_t i = 0; i < 37 * 21 * 4; i++) {
        image.pixels[i] = (uint8_t)hob_test_random_below(&seed, 256);
    }
    hob_buf one, two;
    hob_buf_init(&one, a, MOST);
    hob_buf_init(&two, a, MOST);
    assert_int_equal(hob_image_write_png(&image, &one, NULL), HOB_OK);
    assert_int_equal(hob_image_write_png(&image, &two, NULL), HOB_OK);
    assert_true(hob_str_equal(hob_buf_str(&one), hob_buf_str(&two)));
    assert_int_equal(decode(&one, &back, NULL), HOB_OK);
    assert_int_equal(back.width, 37);
    assert_int_equal(back.height, 21);
    assert_memory_equal(back.pixels, image.pixels, 37 * 21 * 4);
    hob_image_done(a, &image);
    hob_image_done(a, &back);
    hob_buf_done(&one);
    hob_buf_done(&two);
}

static void cut_and_changed_files__never_more_than_refused(void **state) {
    (void)state;
    hob_buf file;
    if (!read_case("png/ibasn6a16.png", &file)) {
        skip();
    }
    for (size_t length = 0; length < file.length; length += 7) {
        hob_image image;
        hob_status status = hob_image_decode(hob_heap_allocator(), (hob_str){file.data, length}, 1,
                                             NULL, &image, NULL);
        assert_int_not_equal(status, HOB_OK);
        assert_null(image.pixels);
    }
    uint64_t seed = 3;
    for (int i = 0; i < 300; i++) {
        size_t at = hob_test_random_below(&seed, (uint32_t)file.length);
        char kept = file.data[at];
        hob_image image;
        file.data[at] = (char)(kept ^ (1 << hob_test_random_below(&seed, 8)));
        (void)decode(&file, &image, NULL);
        hob_image_done(hob_heap_allocator(), &image);
        file.data[at] = kept;
    }
    hob_buf_done(&file);
}

static bool decodes(const hob_allocator *a, void *user) {
    hob_image image;
    bool done = hob_image_decode(a, hob_buf_str(user), 1, NULL, &image, NULL) == HOB_OK;
    hob_image_done(a, &image);
    return done;
}

static void without_memory__nothing_is_left(void **state) {
    (void)state;
    static const char *const names[] = {"png/basn6a16.png", "svg/resvg/shapes_path_A.svg"};
    for (size_t i = 0; i < HOB_COUNT(names); i++) {
        hob_buf file;
        if (!read_case(names[i], &file)) {
            skip();
        }
        assert_true(hob_test_each_failure(decodes, &file, false) > 0);
        hob_buf_done(&file);
    }
}

/* ---- others ---- */

static void no_picture__says_what_is_read(void **state) {
    (void)state;
    static const char *const texts[] = {"", "GIF89a", "hello", "<html></html>", "RIFF....WEBPVP8 "};
    for (size_t i = 0; i < HOB_COUNT(texts); i++) {
        hob_image image;
        hob_error error = {0};
        assert_int_equal(
            hob_image_decode(hob_heap_allocator(), hob_str_from(texts[i]), 1, NULL, &image, &error),
            HOB_ERR_ASSET_DECODE);
        assert_non_null(strstr(error.message, "PNG, JPEG or SVG"));
    }
}

static void svg__has_its_size_and_colors(void **state) {
    (void)state;
    static const char text[] = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'>"
                               "<rect x='0' y='0' width='10' height='10' fill='#ff0000'/>"
                               "<rect x='10' y='0' width='10' height='10' fill='#0000ff' "
                               "fill-opacity='0.5'/></svg>";
    hob_image image;
    assert_int_equal(
        hob_image_decode(hob_heap_allocator(), hob_str_from(text), 2, NULL, &image, NULL), HOB_OK);
    assert_int_equal(image.width, 40);
    assert_int_equal(image.height, 20);
    const uint8_t *left = image.pixels + (10 * 40 + 5) * 4, *right = left + 25 * 4;
    assert_int_equal(left[0], 255);
    assert_int_equal(left[3], 255);
    assert_int_equal(right[2], 255);
    assert_in_range(right[3], 126, 129);
    hob_image_done(hob_heap_allocator(), &image);
    assert_int_equal(hob_image_decode(hob_heap_allocator(),
                                      hob_str_from("<svg width='0' height='4'/>"), 1, NULL, &image,
                                      NULL),
                     HOB_ERR_ASSET_DECODE);
    assert_int_equal(hob_image_decode(hob_heap_allocator(),
                                      hob_str_from("<svg width='1e30' height='4'/>"), 1, NULL,
                                      &image, NULL),
                     HOB_ERR_LIMIT_IMAGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interlaced_files__as_their_twins),
        cmocka_unit_test(color_keys__become_alpha),
        cmocka_unit_test(damaged_files__refused_with_a_reason),
        cmocka_unit_test(huge_chunks__do_not_allocate_what_they_claim),
        cmocka_unit_test(claimed_size__refused_before_it_is_allocated),
        cmocka_unit_test(written_picture__reads_back_and_is_the_same_bytes_again),
        cmocka_unit_test(cut_and_changed_files__never_more_than_refused),
        cmocka_unit_test(without_memory__nothing_is_left),
        cmocka_unit_test(no_picture__says_what_is_read),
        cmocka_unit_test(svg__has_its_size_and_colors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
