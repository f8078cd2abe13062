/* Bitmap fonts on the canvas, without a GPU: letters as parts of pages, measures, missing ones. */
#include "render/frame.h"
#include "support/game.h"
#include "support/testing.h"

#include <stdio.h>
#include <string.h>

static hob_test_game game;
static hob_pictures *pictures;
static hob_fonts *fonts;
static hob_frame *frame;
static hob_canvas canvas;
static int told;

static void count_told(void *user, hob_log_level level, const char *message) {
    (void)user;
    (void)message;
    told += level == HOB_LOG_WARN;
}

static const hob_test_file files[] = {
    {"assets.json",
     "{\"formatVersion\":1,\"assets\":[{\"id\":\"ast_p\",\"name\":\"p\",\"type\":\"sprite\","
     "\"path\":\"p.png\"},{\"id\":\"ast_q\",\"name\":\"q\",\"type\":\"sprite\",\"path\":\"q.png\"},"
     "{\"id\":\"ast_f\",\"name\":\"f\",\"type\":\"bitmapFont\",\"path\":\"f.fnt\",\"metadata\":{"
     "\"pages\":[\"ast_p\",\"ast_q\"]}},{\"id\":\"ast_g\",\"name\":\"g\",\"type\":\"bitmapFont\","
     "\"path\":\"f.fnt\"}]}"},
    {"f.fnt", "info face=f size=8\ncommon lineHeight=10 base=8 scaleW=16 scaleH=16\n"
              "page id=0 file=p.png\npage id=1 file=q.png\n"
              "char id=65 x=2 y=4 width=4 height=6 xoffset=1 yoffset=2 xadvance=8 page=0\n"
              "char id=66 x=0 y=0 width=8 height=8 xadvance=9 page=1\n"
              "char id=32 xadvance=5\n"
              "kerning first=65 second=65 amount=-1\nkerning first=65 second=86 amount=-3\n"},
    {NULL, NULL}};

static void put_picture(const char *name) {
    hob_image image;
    hob_buf png;
    char path[300];
    assert_int_equal(hob_image_create(hob_heap_allocator(), 16, 16, &image, NULL), HOB_OK);
    memset(image.pixels, 255, 16 * 16 * 4);
    hob_buf_init(&png, hob_heap_allocator(), 1 << 20);
    assert_int_equal(hob_image_write_png(&image, &png, NULL), HOB_OK);
    snprintf(path, sizeof path, "%s/%s", hob_project_root(game.project), name);
    assert_int_equal(game.fs->write_new(game.fs, path, hob_buf_str(&png), 0644, NULL), HOB_OK);
    hob_buf_done(&png);
    hob_image_done(hob_heap_allocator(), &image);
}

static void open_game(const char *text) {
    static const hob_log log = {.write = count_told};
    static char scene[1000];
    snprintf(scene, sizeof scene,
             "{\"id\":\"ent_cam\",\"name\":\"Camera\",\"components\":{\"Transform\":{\"position\":{"
             "\"x\":100,\"y\":100}},\"Camera\":{}}},{\"id\":\"ent_a\",\"name\":\"A\","
             "\"components\":{\"Transform\":{\"position\":{\"x\":100,\"y\":100}},\"Text\":{%s}}}",
             text);
    hob_test_game_open(&game, "\"settings\":{\"width\":200,\"height\":200}", scene, files, NULL, 1);
    put_picture("p.png");
    put_picture("q.png");
    told = 0;
    const hob_allocator *a = hob_heap_allocator();
    pictures = hob_pictures_create(a, game.project, NULL, &log);
    fonts = hob_fonts_create(a, game.project, NULL, &log);
    frame = hob_frame_create(a, pictures, fonts);
    hob_canvas_init(&canvas, a);
}

static int close_game(void **state) {
    (void)state;
    hob_canvas_done(&canvas);
    hob_frame_destroy(frame);
    hob_fonts_destroy(fonts);
    hob_pictures_destroy(pictures);
    hob_test_game_close(&game);
    return 0;
}

static void draw(void) {
    const hob_frame_options options = {.width = 200, .height = 200};
    uint8_t background[4];
    hob_frame_build(frame, game.world, &options, &canvas, background);
    assert_false(canvas.failed);
}

static const hob_text_layout *measure(const char *text, double size, double width) {
    const hob_text_style style = {.font = HOB_STR("ast_f"), .size = size, .width = width};
    return hob_fonts_layout(fonts, hob_str_from(text), &style);
}

static void box_is(uint32_t quad, const double corners[4], const double uv[4]) {
    for (int i = 0; i < 4; i++) {
        hob_test_near((double)canvas.quads[quad].corner[i < 2 ? 0 : 2][i % 2], corners[i], 1e-4);
        hob_test_near((double)canvas.quads[quad].uv[i], uv[i], 1e-6);
    }
}

static void case_c10_measures__are_the_fonts_at_any_size(void **state) {
    (void)state;
    open_game("");
    assert_float_equal(measure("AABB", 8, 0)->width, 8 - 1 + 8 + 9 + 9, 0);
    assert_float_equal(measure("AABB", 8, 0)->height, 10, 0);
    assert_float_equal(measure("AABB", 24, 0)->width, 3 * 33, 1e-9);
    assert_float_equal(measure("A\nB", 16, 0)->height, 40, 0);
    assert_int_equal(measure("AA BB", 8, 20)->line_count, 2); /* breaks at the space */
    assert_int_equal(told, 0);
}

static void case_c10_letters__are_parts_of_their_pages_in_the_texts_color(void **state) {
    (void)state;
    open_game("\"content\":\"A B\",\"font\":\"ast_f\",\"fontSize\":8,\"color\":\"#ff0000\"");
    draw();
    assert_int_equal(canvas.quad_count, 2); /* nothing for the space */
    assert_int_equal(canvas.quads[0].kind, HOB_QUAD_PICTURE);
    assert_int_equal(canvas.quads[0].color[0], 255);
    assert_int_equal(canvas.quads[0].color[1], 0);
    /* the line is 10 high about the entity: its top at 95, A two below and one to the right */
    box_is(0, (const double[]){101, 97, 105, 103},
           (const double[]){2.0 / 16, 4.0 / 16, 6.0 / 16, 10.0 / 16});
    box_is(1, (const double[]){113, 95, 121, 103}, (const double[]){0, 0, 0.5, 0.5});
    assert_int_not_equal(canvas.steps[0].textures[canvas.quads[0].slot].id,
                         canvas.steps[0].textures[canvas.quads[1].slot].id);
}

static void
case_c11_letter_that_is_not_there__comes_from_the_next_font_and_is_told_once(void **state) {
    (void)state;
    open_game("");
    double alone = measure("A", 8, 0)->width;
    const hob_text_layout *layout = measure("AVV", 8, 0);
    assert_true(layout->width > alone - 3);
    assert_non_null(layout->glyphs[0].picture);
    assert_null(layout->glyphs[1].picture);
    (void)measure("VAV", 8, 0);
    assert_int_equal(told, 1);
    (void)measure("W", 8, 0);
    assert_int_equal(told, 2);
}

static void font_without_pages__is_told_and_the_built_in_one_is_used(void **state) {
    (void)state;
    open_game("\"content\":\"AB\",\"font\":\"ast_g\",\"fontSize\":16");
    draw();
    assert_int_equal(canvas.quad_count, 2);
    assert_int_equal(canvas.quads[0].kind, HOB_QUAD_GLYPH);
    assert_int_equal(told, 2); /* why, and what is done about it */
    draw();
    assert_int_equal(told, 2);
}

#define CASE(name) cmocka_unit_test_teardown(name, close_game)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(case_c10_measures__are_the_fonts_at_any_size),
        CASE(case_c10_letters__are_parts_of_their_pages_in_the_texts_color),
        CASE(case_c11_letter_that_is_not_there__comes_from_the_next_font_and_is_told_once),
        CASE(font_without_pages__is_told_and_the_built_in_one_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
