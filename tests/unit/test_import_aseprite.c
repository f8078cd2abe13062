/* Small .aseprite files made here: links, tags, limits, damage, no memory. */
#include "import/aseprite.h"
#include "support/aseprite_file.h"
#include "support/test_command.h"
#include "support/testing.h"

#include <string.h>

/* ---- writing one ---- */

static void cel(hob_buf *b, unsigned kind, const void *rest, size_t length) {
    size_t at = hob_test_ase_chunk(b, 0x2005);
    hob_test_ase_zeros(b, 6); /* layer 0 at 0, 0 */
    hob_buf_add_char(b, (char)255);
    hob_test_ase_u16(b, kind);
    hob_test_ase_zeros(b, 7);
    hob_buf_add(b, rest, length);
    hob_test_ase_end(b, at);
}

/* Two by one pixels, two frames, the second linked; a tag that fits and one that does not. */
static void make(hob_buf *b, unsigned linked) {
    hob_test_ase_u32(b, 0);
    hob_test_ase_u16(b, 0xA5E0);
    hob_test_ase_u16(b, 2);
    hob_test_ase_u16(b, 2);
    hob_test_ase_u16(b, 1);
    hob_test_ase_u16(b, 32);
    hob_test_ase_u32(b, 1);
    hob_test_ase_zeros(b, 128 - 18);
    size_t frame = b->length;
    hob_test_ase_frame(b, 3, 70);
    size_t at = hob_test_ase_chunk(b, 0x2004);
    hob_test_ase_u16(b, 1);
    hob_test_ase_zeros(b, 10);
    hob_buf_add_char(b, (char)255);
    hob_test_ase_zeros(b, 3);
    hob_test_ase_u16(b, 1);
    hob_buf_add_char(b, 'L');
    hob_test_ase_end(b, at);
    /* zlib: one fixed block with the eight bytes 1 2 3 255 4 5 6 255 */
    static const uint8_t packed[] = {2, 0, 1,   0, 0x78, 0x01, 0x01, 0x08, 0,    0xF7, 0xFF, 1,
                                     2, 3, 255, 4, 5,    6,    255,  0x06, 0x55, 0x02, 0x14};
    cel(b, 2, packed, sizeof packed);
    at = hob_test_ase_chunk(b, 0x2018);
    hob_test_ase_u16(b, 2);
    hob_test_ase_zeros(b, 8);
    for (unsigned i = 0; i < 2; i++) {
        hob_test_ase_u16(b, 0);
        hob_test_ase_u16(b, i == 0 ? 1 : 9);
        hob_buf_add_char(b, 2);
        hob_test_ase_u16(b, 0);
        hob_test_ase_zeros(b, 10);
        hob_test_ase_u16(b, 2);
        hob_buf_add(b, i == 0 ? "pp" : "no", 2);
    }
    hob_test_ase_end(b, at);
    hob_test_ase_end(b, frame);
    frame = b->length;
    hob_test_ase_frame(b, 1, 130);
    const uint8_t link[2] = {(uint8_t)linked, 0};
    cel(b, 1, link, 2);
    hob_test_ase_end(b, frame);
    hob_test_ase_end(b, 0);
}

/* Reads with memory of `a`; what the file says, or the status. */
static hob_status read_with(const hob_allocator *a, hob_str bytes, hob_error *error) {
    hob_arena arena;
    hob_guard guard;
    hob_aseprite file;
    volatile hob_status status = HOB_OK;
    hob_arena_init(&arena, a, &guard);
    if (hob_guard_enter(&guard) != 0) {
        status = HOB_ERR_OUT_OF_MEMORY;
    } else {
        status = hob_aseprite_read(&arena, bytes, &file, NULL, error);
    }
    hob_arena_done(&arena);
    return status;
}

/* ---- what is read ---- */

static void linked_cel__shows_the_frame_it_names(void **state) {
    (void)state;
    hob_buf b;
    hob_arena arena;
    hob_guard guard;
    hob_aseprite file;
    hob_error error;
    hob_error_list findings;
    hob_buf_init(&b, hob_heap_allocator(), 4096);
    hob_error_list_init(&findings, hob_heap_allocator());
    hob_arena_init(&arena, hob_heap_allocator(), &guard);
    make(&b, 0);
    if (hob_aseprite_read(&arena, hob_buf_str(&b), &file, &findings, &error) != HOB_OK) {
        fail_msg("%s", error.message);
    }
    static const uint8_t wanted[] = {1, 2, 3, 255, 4, 5, 6, 255};
    assert_int_equal(file.frame_count, 2);
    assert_memory_equal(file.frames[0].pixels, wanted, 8);
    assert_memory_equal(file.frames[1].pixels, wanted, 8);
    assert_int_equal(file.frames[0].milliseconds, 70);
    assert_int_equal(file.frames[1].milliseconds, 130);
    assert_int_equal(file.tag_count, 1);
    assert_string_equal(file.tags[0].name, "pp");
    assert_int_equal(findings.warning_count, 1);
    assert_non_null(strstr(findings.items[0].message, "\"no\" covers frames 0..9"));
    hob_arena_done(&arena);
    hob_error_list_done(&findings);
    hob_buf_done(&b);
}

static void link_to_itself__is_told_and_draws_nothing(void **state) {
    (void)state;
    hob_buf b;
    hob_arena arena;
    hob_guard guard;
    hob_aseprite file;
    hob_error_list findings;
    hob_buf_init(&b, hob_heap_allocator(), 4096);
    hob_error_list_init(&findings, hob_heap_allocator());
    hob_arena_init(&arena, hob_heap_allocator(), &guard);
    make(&b, 1);
    assert_int_equal(hob_aseprite_read(&arena, hob_buf_str(&b), &file, &findings, NULL), HOB_OK);
    assert_int_equal(file.frames[1].pixels[3], 0);
    assert_int_equal(findings.warning_count, 2);
    hob_arena_done(&arena);
    hob_error_list_done(&findings);
    hob_buf_done(&b);
}

static void c5_tag_orders__do_not_double_their_ends(void **state) {
    (void)state;
    static const struct {
        hob_aseprite_tag tag;
        const char *order;
    } rows[] = {
        {{"", 0, 3, HOB_ASEPRITE_FORWARD, 0}, "0123"},
        {{"", 0, 3, HOB_ASEPRITE_REVERSE, 0}, "3210"},
        {{"", 0, 3, HOB_ASEPRITE_PINGPONG, 0}, "012321"},
        {{"", 0, 3, HOB_ASEPRITE_PINGPONG_REVERSE, 0}, "321012"},
        {{"", 1, 2, HOB_ASEPRITE_REVERSE, 2}, "2121"},
        {{"", 0, 2, HOB_ASEPRITE_PINGPONG, 2}, "01210"},
        {{"", 0, 2, HOB_ASEPRITE_PINGPONG, 3}, "0121012"},
        {{"", 2, 2, HOB_ASEPRITE_PINGPONG, 0}, "2"},
        {{"", 0, 1, HOB_ASEPRITE_PINGPONG, 0}, "01"},
    };
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_arena arena;
        hob_guard guard;
        hob_arena_init(&arena, hob_heap_allocator(), &guard);
        size_t count;
        bool is_cut;
        uint32_t *order = hob_aseprite_order(&arena, &rows[i].tag, &count, &is_cut);
        assert_false(is_cut);
        char text[16] = "";
        assert_true(count < sizeof text);
        for (size_t k = 0; k < count; k++) {
            text[k] = (char)('0' + order[k]);
        }
        assert_string_equal(text, rows[i].order);
        hob_arena_done(&arena);
    }
}

/* ---- damage ---- */

static void cut_file__is_refused_at_every_length(void **state) {
    (void)state;
    hob_buf b;
    hob_error error;
    hob_buf_init(&b, hob_heap_allocator(), 4096);
    make(&b, 0);
    for (size_t length = 0; length < b.length; length++) {
        assert_int_equal(read_with(hob_heap_allocator(), (hob_str){b.data, length}, &error),
                         HOB_ERR_ASSET_DECODE);
        assert_true(error.message[0] != '\0');
    }
    assert_int_equal(read_with(hob_heap_allocator(), hob_buf_str(&b), &error), HOB_OK);
    hob_buf_done(&b);
}

static void flipped_bits__are_read_or_refused(void **state) {
    (void)state;
    hob_buf b;
    hob_error error;
    size_t refused = 0;
    hob_buf_init(&b, hob_heap_allocator(), 4096);
    make(&b, 0);
    for (size_t bit = 0; bit < b.length * 8; bit++) {
        b.data[bit / 8] = (char)(b.data[bit / 8] ^ 1 << bit % 8);
        refused += read_with(hob_heap_allocator(), hob_buf_str(&b), &error) != HOB_OK;
        b.data[bit / 8] = (char)(b.data[bit / 8] ^ 1 << bit % 8);
    }
    assert_in_range(refused, 200, b.length * 8);
    hob_buf_done(&b);
}

static void many_large_frames__are_refused_before_they_take_memory(void **state) {
    (void)state;
    hob_buf b;
    hob_error error;
    hob_counting_allocator counting;
    hob_buf_init(&b, hob_heap_allocator(), 4096);
    make(&b, 0);
    memset(b.data + 8, 0xFF, 4); /* 65535 by 65535 */
    hob_counting_allocator_init(&counting, hob_heap_allocator());
    assert_int_equal(read_with(&counting.allocator, hob_buf_str(&b), &error), HOB_ERR_LIMIT_IMAGE);
    assert_true(counting.peak_bytes < 1 << 20);
    hob_buf_done(&b);
}

static bool read_once(const hob_allocator *a, void *user) {
    return read_with(a, hob_buf_str(user), NULL) == HOB_OK;
}

static void no_memory__leaves_nothing_behind(void **state) {
    (void)state;
    hob_buf b;
    hob_buf_init(&b, hob_heap_allocator(), 4096);
    make(&b, 0);
    assert_true(hob_test_each_failure(read_once, &b, false) > 0);
    hob_buf_done(&b);
}

/* ---- as an asset ---- */

static void artwork__becomes_a_cut_sheet_and_an_animation_a_tag(void **state) {
    (void)state;
    hob_buf b;
    hob_test_commands t;
    hob_buf_init(&b, hob_heap_allocator(), 4096);
    make(&b, 0);
    hob_test_commands_begin(&t);
    hob_test_put_file(&t, HOB_TEST_DESK "/Hero.aseprite", hob_buf_str(&b));
    hob_value data = hob_test_do(&t, "importAsset", "{\"sourcePath\": \"Hero.aseprite\"}");
    hob_test_text_is(data, "asset.type", "sprite");
    hob_test_text_is(data, "asset.path", "assets/sprites/hero.png");
    hob_test_text_is(data, "asset.metadata.frames.1.name", "Hero_1");
    hob_test_number_is(data, "asset.metadata.frames.1.y", 1); /* two wide pictures: one below */
    hob_test_number_is(data, "asset.metadata.frames.1.width", 2);
    hob_test_number_is(data, "asset.metadata.width", 2);
    hob_test_number_is(data, "asset.metadata.height", 2);
    hob_str animation = hob_test_file(&t, HOB_TEST_GAME "/animations/hero_pp.anim.json");
    assert_true(hob_str_find(animation, HOB_STR("#Hero_1\"")) != SIZE_MAX);
    assert_true(hob_str_find(animation, HOB_STR("0.13")) != SIZE_MAX);
    (void)hob_test_do(&t, "validateProject", "{}");
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "importAsset",
                           "{\"sourcePath\": \"Hero.aseprite\"}");
    hob_test_commands_end(&t);
    hob_buf_done(&b);
}

static void broken_artwork__is_refused_and_nothing_is_left(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_put_file(&t, HOB_TEST_DESK "/bad.ase", HOB_STR("no artwork"));
    hob_str before = hob_test_file(&t, HOB_TEST_GAME "/assets.json");
    char copy[4096];
    assert_true(before.length < sizeof copy);
    memcpy(copy, before.data, before.length);
    size_t length = before.length;
    (void)hob_test_refuses(&t, HOB_ERR_ASSET_DECODE, "importAsset",
                           "{\"sourcePath\": \"bad.ase\"}");
    assert_true(
        hob_str_equal(hob_test_file(&t, HOB_TEST_GAME "/assets.json"), (hob_str){copy, length}));
    /* as a file of its own it is copied as it is */
    hob_value data =
        hob_test_do(&t, "importAsset", "{\"sourcePath\": \"bad.ase\", \"type\": \"other\"}");
    hob_test_text_is(data, "asset.path", "assets/other/bad.ase");
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linked_cel__shows_the_frame_it_names),
        cmocka_unit_test(link_to_itself__is_told_and_draws_nothing),
        cmocka_unit_test(c5_tag_orders__do_not_double_their_ends),
        cmocka_unit_test(cut_file__is_refused_at_every_length),
        cmocka_unit_test(flipped_bits__are_read_or_refused),
        cmocka_unit_test(many_large_frames__are_refused_before_they_take_memory),
        cmocka_unit_test(no_memory__leaves_nothing_behind),
        cmocka_unit_test(artwork__becomes_a_cut_sheet_and_an_animation_a_tag),
        cmocka_unit_test(broken_artwork__is_refused_and_nothing_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
