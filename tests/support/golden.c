#include "support/golden.h"

#include "app/player/screen.h"
#include "render/image.h"
#include "support/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST ((size_t)64 << 20)
/* Levels that a channel may be off without counting; share of pixels that may be further off. */
#define TOLERANCE 40
#define SHARE     0.005

static bool read_picture(const char *path, hob_image *image) {
    hob_buf file;
    hob_fs *disk = hob_fs_disk();
    hob_buf_init(&file, hob_heap_allocator(), MOST);
    bool done =
        disk->read(disk, path, MOST, &file, NULL) == HOB_OK &&
        hob_image_decode(hob_heap_allocator(), hob_buf_str(&file), 1, NULL, image, NULL) == HOB_OK;
    hob_buf_done(&file);
    return done;
}

static void write_file(const char *path, hob_str bytes) {
    hob_fs *disk = hob_fs_disk();
    (void)disk->remove(disk, path, NULL);
    assert_int_equal(disk->write_new(disk, path, bytes, 0644, NULL), HOB_OK);
}

static bool is_off(const uint8_t *a, const uint8_t *b) {
    for (int i = 0; i < 4; i++) {
        if (abs(a[i] - b[i]) > TOLERANCE) {
            return true;
        }
    }
    return false;
}

/* Pixels that are off; they are red in the picture of differences, all else is dimmed. */
static size_t compare(const hob_image *golden, const hob_image *seen, hob_image *diff) {
    size_t off = 0;
    for (size_t i = 0; i < (size_t)golden->width * golden->height; i++) {
        const uint8_t *g = golden->pixels + i * 4, *s = seen->pixels + i * 4;
        uint8_t *d = diff->pixels + i * 4;
        bool wrong = is_off(g, s);
        off += wrong;
        d[0] = wrong ? 255 : g[0] / 4;
        d[1] = wrong ? 0 : g[1] / 4;
        d[2] = wrong ? 0 : g[2] / 4;
        d[3] = 255;
    }
    return off;
}

static void write_diff(const char *name, const hob_image *diff, hob_str png) {
    char path[300];
    hob_buf text;
    snprintf(path, sizeof path, "%s.seen.png", name);
    write_file(path, png);
    hob_buf_init(&text, hob_heap_allocator(), MOST);
    assert_int_equal(hob_image_write_png(diff, &text, NULL), HOB_OK);
    snprintf(path, sizeof path, "%s.diff.png", name);
    write_file(path, hob_buf_str(&text));
    hob_buf_done(&text);
}

void hob_test_golden(hob_session *session, const char *name, uint32_t width, uint32_t height,
                     bool debug) {
    const hob_allocator *a = hob_heap_allocator();
    hob_screen *screen = hob_screen_create(a, NULL);
    char driver[HOB_DRIVER_TEXT] = "", path[600];
    const hob_picture_request request = {.world = hob_session_world(session),
                                         .width = width,
                                         .height = height,
                                         .debug = debug,
                                         .ret_driver = driver};
    hob_buf png;
    hob_error error = {0};
    hob_buf_init(&png, a, MOST);
    hob_status status = hob_screen_draw(screen, &request, &png, &error);
    if (status == HOB_ERR_CAPABILITY_MISSING) {
        print_message("%s\n", error.message);
        hob_screen_destroy(screen);
        skip();
    }
    assert_int_equal(status, HOB_OK);
    hob_screen_destroy(screen);
    snprintf(path, sizeof path, HOB_TEST_FOLDER "/golden/%s.png", name);
    if (getenv("HOB_GOLDEN_WRITE") != NULL) {
        write_file(path, hob_buf_str(&png));
    }
    hob_image golden, seen, diff;
    if (!read_picture(path, &golden)) {
        fail_msg("there is no %s: HOB_GOLDEN_WRITE=1 writes it", path);
    }
    assert_int_equal(hob_image_decode(a, hob_buf_str(&png), 1, NULL, &seen, NULL), HOB_OK);
    assert_int_equal(seen.width, golden.width);
    assert_int_equal(seen.height, golden.height);
    assert_int_equal(hob_image_create(a, seen.width, seen.height, &diff, NULL), HOB_OK);
    size_t off = compare(&golden, &seen, &diff);
    if ((double)off > SHARE * seen.width * seen.height) {
        write_diff(name, &diff, hob_buf_str(&png));
        fail_msg("%s: %zu pixels differ; see %s.diff.png", name, off, name);
    }
    hob_image_done(a, &golden);
    hob_image_done(a, &seen);
    hob_image_done(a, &diff);
    hob_buf_done(&png);
}
