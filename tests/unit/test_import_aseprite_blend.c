/* Blend modes and groups of .aseprite files, in numbers. */
#include "import/aseprite_internal.h"
#include "support/aseprite_file.h"
#include "support/testing.h"

#include <stdlib.h>
#include <string.h>

enum {
    NORMAL,
    MULTIPLY,
    SCREEN,
    OVERLAY,
    DARKEN,
    LIGHTEN,
    DODGE,
    BURN,
    HARD_LIGHT,
    SOFT_LIGHT,
    DIFFERENCE,
    EXCLUSION,
    HUE,
    SATURATION,
    COLOR,
    LUMINOSITY,
    ADDITION,
    SUBTRACT,
    DIVIDE,
    MODES
};

static void each_mode_of_a_channel__has_its_number(void **state) {
    (void)state;
    static const struct {
        unsigned mode;
        uint8_t below, above, expected;
    } rows[] = {
        {NORMAL, 100, 200, 200},     {MULTIPLY, 100, 200, 78},    {MULTIPLY, 255, 77, 77},
        {SCREEN, 100, 200, 222},     {OVERLAY, 100, 200, 157},    {OVERLAY, 200, 100, 188},
        {DARKEN, 100, 200, 100},     {LIGHTEN, 100, 200, 200},    {DODGE, 100, 200, 255},
        {DODGE, 20, 200, 93},        {DODGE, 0, 255, 0},          {BURN, 100, 200, 57},
        {BURN, 10, 200, 0},          {BURN, 255, 0, 255},         {HARD_LIGHT, 100, 200, 188},
        {HARD_LIGHT, 200, 100, 157}, {SOFT_LIGHT, 100, 200, 134}, {SOFT_LIGHT, 100, 50, 63},
        {SOFT_LIGHT, 30, 200, 61},   {DIFFERENCE, 100, 200, 100}, {DIFFERENCE, 200, 100, 100},
        {EXCLUSION, 100, 200, 144},  {ADDITION, 100, 100, 200},   {ADDITION, 100, 200, 255},
        {SUBTRACT, 200, 100, 100},   {SUBTRACT, 100, 200, 0},     {DIVIDE, 100, 200, 128},
        {DIVIDE, 200, 100, 255},     {DIVIDE, 0, 0, 0},           {MODES, 100, 200, 200},
    };
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        uint8_t back[4] = {rows[i].below, rows[i].below, 0, 255};
        const uint8_t src[4] = {rows[i].above, rows[i].above, 0, 255};
        hob_ase__blend(rows[i].mode, back, src, 255);
        if (back[0] != rows[i].expected || back[0] != back[1] || back[3] != 255) {
            fail_msg("mode %u: %u over %u is %u, not %u", rows[i].mode, rows[i].above,
                     rows[i].below, back[0], rows[i].expected);
        }
    }
}

/* Computed apart from this code, from the formulas of the compositing standard. */
static void each_mode_of_a_pixel__has_its_numbers(void **state) {
    (void)state;
    static const struct {
        unsigned mode;
        int expected[3];
    } rows[] = {{HUE, {80, 127, 230}},
                {SATURATION, {220, 93, 30}},
                {COLOR, {69, 128, 255}},
                {LUMINOSITY, {161, 61, 11}}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        uint8_t back[4] = {200, 100, 50, 255};
        const uint8_t src[4] = {30, 90, 220, 255};
        hob_ase__blend(rows[i].mode, back, src, 255);
        for (int c = 0; c < 3; c++) {
            assert_in_range(back[c] + 1, rows[i].expected[c], rows[i].expected[c] + 2);
        }
    }
}

static void mode__counts_as_far_as_something_is_below(void **state) {
    (void)state;
    const uint8_t src[4] = {200, 200, 200, 255};
    uint8_t nothing[4] = {9, 9, 9, 0};
    hob_ase__blend(MULTIPLY, nothing, src, 128);
    assert_memory_equal(nothing, ((const uint8_t[]){200, 200, 200, 128}), 4);
    uint8_t full[4] = {100, 100, 100, 255}; /* half of the way from 100 to 78 */
    hob_ase__blend(MULTIPLY, full, src, 128);
    assert_memory_equal(full, ((const uint8_t[]){89, 89, 89, 255}), 4);
    uint8_t half[4] = {100, 100, 100, 128}; /* between 78, where it counts, and 200 */
    hob_ase__blend(MULTIPLY, half, src, 255);
    assert_int_equal(half[3], 255);
    assert_true(half[0] > 78 + 10 && half[0] < 200 - 10);
    uint8_t kept[4] = {1, 2, 3, 255};
    hob_ase__blend(DIFFERENCE, kept, src, 0);
    assert_memory_equal(kept, ((const uint8_t[]){1, 2, 3, 255}), 4);
}

static void every_mode_and_alpha__stays_a_picture(void **state) {
    (void)state;
    for (unsigned mode = 0; mode <= MODES; mode++) {
        for (unsigned v = 0; v < 6 * 6 * 6 * 6; v++) {
            uint8_t back[4] = {(uint8_t)(v % 6 * 51), 17, 255, (uint8_t)(v / 6 % 6 * 51)};
            const uint8_t src[4] = {(uint8_t)(v / 36 % 6 * 51), 0, 254, (uint8_t)(v / 216 * 51)};
            uint8_t before = back[3];
            hob_ase__blend(mode, back, src, 255);
            assert_true(back[3] >= before && back[3] >= src[3]);
        }
    }
}

/* ---- files ---- */

static void add_layer(hob_buf *b, bool is_group, unsigned level, unsigned blend, unsigned opacity) {
    size_t at = hob_test_ase_chunk(b, 0x2004);
    hob_test_ase_u16(b, 1);
    hob_test_ase_u16(b, is_group);
    hob_test_ase_u16(b, level);
    hob_test_ase_u32(b, 0);
    hob_test_ase_u16(b, blend);
    hob_buf_add_char(b, (char)opacity);
    hob_test_ase_zeros(b, 3);
    hob_test_ase_u16(b, 1);
    hob_buf_add_char(b, 'L');
    hob_test_ase_end(b, at);
}

static void add_pixel(hob_buf *b, unsigned layer, const uint8_t rgba[4], int z) {
    size_t at = hob_test_ase_chunk(b, 0x2005);
    hob_test_ase_u16(b, layer);
    hob_test_ase_u32(b, 0);
    hob_buf_add_char(b, (char)255);
    hob_test_ase_u16(b, 0);
    hob_test_ase_u16(b, (unsigned)z & 0xFFFF);
    hob_test_ase_zeros(b, 5);
    hob_test_ase_u16(b, 1);
    hob_test_ase_u16(b, 1);
    hob_buf_add(b, rgba, 4);
    hob_test_ase_end(b, at);
}

/* One pixel: brown below, a group at half that multiplies, in it blue under nothing more. */
static void make(hob_buf *b, uint32_t flags, unsigned group_blend, int z) {
    hob_test_ase_u32(b, 0);
    hob_test_ase_u16(b, 0xA5E0);
    for (int i = 0; i < 3; i++) {
        hob_test_ase_u16(b, 1);
    }
    hob_test_ase_u16(b, 32);
    hob_test_ase_u32(b, flags);
    hob_test_ase_zeros(b, 128 - 18);
    size_t frame = b->length;
    hob_test_ase_frame(b, 5, 100);
    add_layer(b, false, 0, NORMAL, 255);
    add_layer(b, true, 0, group_blend, 128);
    add_layer(b, false, 1, NORMAL, 255);
    add_pixel(b, 0, (const uint8_t[]){200, 100, 50, 255}, z);
    add_pixel(b, 2, (const uint8_t[]){100, 200, 255, 255}, 0);
    hob_test_ase_end(b, frame);
    hob_test_ase_end(b, 0);
}

static void pixel_is(uint32_t flags, unsigned blend, int z, const uint8_t expected[4],
                     size_t warnings) {
    hob_buf b;
    hob_arena arena;
    hob_guard guard;
    hob_aseprite file;
    hob_error error;
    hob_error_list findings;
    hob_buf_init(&b, hob_heap_allocator(), 4096);
    hob_error_list_init(&findings, hob_heap_allocator());
    hob_arena_init(&arena, hob_heap_allocator(), &guard);
    make(&b, flags, blend, z);
    if (hob_aseprite_read(&arena, hob_buf_str(&b), &file, &findings, &error) != HOB_OK) {
        fail_msg("%s", error.message);
    }
    assert_memory_equal(file.frames[0].pixels, expected, 4);
    assert_int_equal(findings.count, warnings);
    hob_error_list_done(&findings);
    hob_arena_done(&arena);
    hob_buf_done(&b);
}

static void group__is_a_picture_of_its_own_where_the_file_says_so(void **state) {
    (void)state;
    pixel_is(3, MULTIPLY, 0, (const uint8_t[]){139, 89, 50, 255}, 0);
    pixel_is(3, NORMAL, 0, (const uint8_t[]){150, 150, 152, 255}, 0);
    pixel_is(1, MULTIPLY, 0, (const uint8_t[]){100, 200, 255, 255}, 0); /* only a folder */
    pixel_is(3, MODES, 0, (const uint8_t[]){150, 150, 152, 255}, 1);
}

/* A cel that is raised by two lies over the group. */
static void raised_cel__lies_over_the_group(void **state) {
    (void)state;
    pixel_is(3, MULTIPLY, 2, (const uint8_t[]){200, 100, 50, 255}, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_mode_of_a_channel__has_its_number),
        cmocka_unit_test(each_mode_of_a_pixel__has_its_numbers),
        cmocka_unit_test(mode__counts_as_far_as_something_is_below),
        cmocka_unit_test(every_mode_and_alpha__stays_a_picture),
        cmocka_unit_test(group__is_a_picture_of_its_own_where_the_file_says_so),
        cmocka_unit_test(raised_cel__lies_over_the_group),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
