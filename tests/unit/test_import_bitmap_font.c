/* BMFont files: three forms of one font, damage, and what becomes of them as assets. */
#include "import/bitmap_font.h"
#include "import/png_write.h"
#include "support/test_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hob_guard guard; /* arenas jump when there is no memory; here there is */
static hob_arena arena;
static hob_bitmap_font font;
static hob_error error;

static int begin(void **state) {
    (void)state;
    hob_arena_init(&arena, hob_heap_allocator(), &guard);
    return 0;
}

static int end(void **state) {
    (void)state;
    hob_arena_done(&arena);
    return 0;
}

static bool read_case(const char *name, hob_str *ret_bytes) {
    char path[512];
    snprintf(path, sizeof path, "%s/files/%s", hob_test_cases(), name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        print_message("no case collection: set HOB_CASES\n");
        return false;
    }
    char *data = hob_arena_alloc(&arena, 1 << 16);
    *ret_bytes = (hob_str){data, fread(data, 1, 1 << 16, file)};
    fclose(file);
    return true;
}

static hob_status parse(hob_str bytes) {
    return hob_bitmap_font_read(&arena, bytes, &font, &error);
}

static int width_of(const char *letters) {
    int width = 0;
    for (size_t i = 0; letters[i] != '\0'; i++) {
        const hob_bitmap_glyph *g = hob_bitmap_font_glyph(&font, (uint8_t)letters[i]);
        assert_non_null(g);
        width += g->advance +
                 hob_bitmap_font_kerning(&font, (uint8_t)letters[i], (uint8_t)letters[i + 1]);
    }
    return width;
}

/* ---- the case collection ---- */

static void case_c10_each_form_and_order__gives_the_same_metrics(void **state) {
    (void)state;
    static const struct {
        const char *file;
        size_t glyphs, pages;
    } files[] = {{"bmfont/font.fnt", 5, 1},         {"bmfont/font-text.fnt", 5, 1},
                 {"bmfont/font1.fnt", 16, 1},       {"bmfont/font-random-args.fnt", 5, 1},
                 {"bmfont/font-no-page.fnt", 5, 1}, {"bmfont/split_font.fnt", 4, 2},
                 {"bmfont/split_font2.fnt", 4, 2}};
    for (size_t i = 0; i < HOB_COUNT(files); i++) {
        hob_str bytes;
        if (!read_case(files[i].file, &bytes)) {
            return;
        }
        print_message("%s\n", files[i].file);
        assert_int_equal(parse(bytes), HOB_OK);
        assert_int_equal(font.glyph_count, files[i].glyphs);
        assert_int_equal(font.page_count, files[i].pages);
        assert_true(font.size == 24 && font.line_height == 27 && font.base == 18);
        assert_int_equal(width_of("AABB"), 64);
        assert_int_equal(hob_bitmap_font_glyph(&font, 'B')->width, 15);
        assert_int_equal(hob_bitmap_font_glyph(&font, 'B')->offset_x, 2);
        assert_null(hob_bitmap_font_glyph(&font, 0x1F600));
    }
    assert_string_equal(font.pages[0], "split_font_ab.png"); /* by number, not by place */
    assert_int_equal(hob_bitmap_font_glyph(&font, 'C')->page, 1);
}

static void case_c10_large_text_and_binary__are_read(void **state) {
    (void)state;
    hob_str bytes;
    if (!read_case("bmfont/bmtxt-test.txt", &bytes)) {
        return;
    }
    assert_int_equal(parse(bytes), HOB_OK);
    assert_int_equal(font.glyph_count, 95);
    assert_true(font.size == 25 && font.line_height == 40 && font.page_width == 1024);
    assert_true(read_case("made/bmfont/binary_v3.fnt", &bytes));
    assert_int_equal(parse(bytes), HOB_OK);
    assert_string_equal(font.face, "Bin");
    assert_string_equal(font.pages[0], "bin.png");
    assert_true(font.size == 15 || font.size == 16);
    assert_int_equal(font.glyph_count, 2);
    assert_int_equal(hob_bitmap_font_glyph(&font, 'A')->offset_x, -1);
    assert_int_equal(width_of("AB"), 8 - 2 + 9);
}

static void case_c11_pair_without_character__is_passed_over(void **state) {
    (void)state;
    hob_str bytes;
    if (!read_case("made/bmfont/kerning_unknown_char.fnt", &bytes)) {
        return;
    }
    assert_int_equal(parse(bytes), HOB_OK);
    assert_string_equal(font.face, "My Font, \"Q\" = 1");
    assert_string_equal(font.pages[0], "my font.png");
    assert_int_equal(width_of("AA"), 8 - 1 + 8);
    assert_int_equal(hob_bitmap_font_kerning(&font, 'A', 'V'), -2);
    assert_int_equal(hob_bitmap_font_glyph(&font, 0x1F600)->advance, 12);
}

/* ---- small ones ---- */

#define HEAD                                                                          \
    "info face=\"f\" size=-8\ncommon lineHeight=9 base=7 scaleW=16 scaleH=16 packed=" \
    "0\npage id=0 file=\"a.png\"\n"

static void xml__comments_entities_and_either_quote(void **state) {
    (void)state;
    assert_int_equal(
        parse(HOB_STR("\xEF\xBB\xBF<?xml version='1.0'?>\n<!-- <char id='9'/> -->\n<font><info "
                      "face='a &amp; \"b\"' size='8'/>\n<common base='7' lineHeight='9'\n "
                      "scaleH='16' scaleW='16'></common><pages><page id='0' file='x&apos;.png' />"
                      "</pages><chars><char id='-1' xadvance='3'/><char xadvance='4.0' id='65'/>"
                      "</chars></font>")),
        HOB_OK);
    assert_string_equal(font.face, "a & \"b\"");
    assert_string_equal(font.pages[0], "x'.png");
    assert_int_equal(font.glyph_count, 2);
    assert_int_equal(hob_bitmap_font_glyph(&font, 'A')->advance, 4);
    assert_int_equal(hob_bitmap_font_glyph(&font, HOB_BITMAP_FONT_NONE)->advance, 3);
}

static void damage__is_refused_with_a_reason(void **state) {
    (void)state;
    static const struct {
        const char *text, *reason;
    } files[] = {
        {"", "no BMFont"},
        {"hello", "no BMFont"},
        {HEAD, "no characters"},
        {HEAD "char id=65 page=1\n", "page 1"},
        {HEAD "char id=65 x=9 width=8\n", "on its page"},
        {HEAD "char id=65 x=-1 width=8\n", "on its page"},
        {HEAD "char id=-7\n", "damaged"},
        {HEAD "char width=7\n", "damaged"},
        {HEAD "page id=64 file=b.png\n", "Page 64"},
        {HEAD "page id=2 file=b.png\nchar id=65\n", "Page 1"},
        {HEAD "common lineHeight=9 scaleW=16 scaleH=16 packed=1\nchar id=65\n", "packed"},
        {"BMF\2", "version 2"},
        {"BMF\3\1\377\377\377\377", "byte 4"},
        {"BMF\3\1\1", "byte 4"},
        {"BMF\3\7\1\1\1\1", "byte 4"},
    };
    for (size_t i = 0; i < HOB_COUNT(files); i++) {
        assert_int_equal(parse(hob_str_from(files[i].text)), HOB_ERR_ASSET_DECODE);
        print_message("%s\n", error.message);
        assert_non_null(strstr(error.message, files[i].reason));
    }
}

/* ---- as assets ---- */

static hob_test_commands t;

static void put_picture(const char *name, uint32_t side) {
    hob_buf png;
    static const uint8_t pixels[64 * 64 * 4];
    char path[100];
    hob_buf_init(&png, hob_heap_allocator(), 1 << 20);
    hob_import__png(pixels, side, side, &png);
    snprintf(path, sizeof path, HOB_TEST_DESK "/%s", name);
    hob_test_put_file(&t, path, hob_buf_str(&png));
    hob_buf_done(&png);
}

#define TWO_PAGES HEAD "page id=1 file=b.png\nchar id=65 page=1 width=4 height=5 xadvance=5\n"

static void case_c10_font_with_two_pages__becomes_a_font_and_two_sprites(void **state) {
    (void)state;
    hob_test_commands_begin(&t);
    hob_test_put_file(&t, HOB_TEST_DESK "/fonts/Tiny.fnt", HOB_STR(TWO_PAGES));
    put_picture("fonts/a.png", 16);
    put_picture("fonts/b.png", 16);
    hob_value data = hob_test_do(&t, "importAsset", "{\"sourcePath\": \"fonts/Tiny.fnt\"}");
    hob_test_text_is(data, "asset.type", "bitmapFont");
    hob_test_text_is(data, "asset.path", "assets/font/Tiny.fnt");
    hob_test_number_is(data, "asset.metadata.size", 8);
    hob_test_number_is(data, "asset.metadata.lineHeight", 9);
    assert_int_equal(hob_test_at(data, "asset.metadata.pages").as.list->count, 2);
    assert_true(hob_test_has_file(&t, HOB_TEST_GAME "/assets/sprites/tiny_page_1.png"));
    assert_true(hob_str_equal(hob_test_file(&t, HOB_TEST_GAME "/assets/font/Tiny.fnt"),
                              HOB_STR(TWO_PAGES)));
    (void)hob_test_do(&t, "validateProject", "{}");
    hob_test_commands_end(&t);
}

static void case_c10_missing_or_small_page__is_named_and_nothing_is_left(void **state) {
    (void)state;
    hob_test_commands_begin(&t);
    hob_test_put_file(&t, HOB_TEST_DESK "/t.fnt", HOB_STR(TWO_PAGES));
    put_picture("a.png", 16);
    const hob_error *refused =
        hob_test_refuses(&t, HOB_ERR_FILE_NOT_FOUND, "importAsset", "{\"sourcePath\": \"t.fnt\"}");
    assert_non_null(strstr(refused->hint, "b.png"));
    put_picture("b.png", 15);
    refused =
        hob_test_refuses(&t, HOB_ERR_ASSET_DECODE, "importAsset", "{\"sourcePath\": \"t.fnt\"}");
    assert_non_null(strstr(refused->message, "b.png"));
    assert_false(hob_test_has_file(&t, HOB_TEST_GAME "/assets/sprites/t_page_0.png"));
    hob_test_commands_end(&t);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(case_c10_each_form_and_order__gives_the_same_metrics),
        CASE(case_c10_large_text_and_binary__are_read),
        CASE(case_c11_pair_without_character__is_passed_over),
        CASE(xml__comments_entities_and_either_quote),
        CASE(damage__is_refused_with_a_reason),
        cmocka_unit_test(case_c10_font_with_two_pages__becomes_a_font_and_two_sprites),
        cmocka_unit_test(case_c10_missing_or_small_page__is_named_and_nothing_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
