/* The asset service of a shown game: what is preloaded, drawn and played is one load a file, and a
 * held preload shows the loading screen (spec hob 8). */
#include "app/player/media.h"
#include "render/frame.h"
#include "session/assets.h"
#include "support/game.h"
#include "support/testing.h"

#include <stdio.h>
#include <string.h>

static const hob_test_file files[] = {
    {"assets.json",
     "{\"formatVersion\":1,\"assets\":["
     "{\"id\":\"ast_p\",\"name\":\"p\",\"type\":\"sprite\",\"path\":\"assets/p.png\"},"
     "{\"id\":\"ast_q\",\"name\":\"q\",\"type\":\"sprite\",\"path\":\"assets/p.png\"},"
     "{\"id\":\"ast_no\",\"name\":\"no\",\"type\":\"sprite\",\"path\":\"assets/no.png\"},"
     "{\"id\":\"ast_d\",\"name\":\"d\",\"type\":\"data\",\"path\":\"assets/d.txt\"}]}"},
    {"assets/d.txt", "some data"},
    {"scripts/a.lua", "return { onUpdate = function(ctx) if ctx.time.frame == 2 then "
                      "ctx.assets.preload({'p', 'd', 'no'}, {hold = true}) end end }"},
    {NULL, NULL}};

static hob_test_game game;
static hob_pictures *pictures;
static hob_fonts *fonts;
static hob_frame *frame;
static hob_media *media;
static hob_canvas canvas;
static int warnings, loads;

static void note_line(void *user, hob_log_level level, const char *message) {
    (void)user;
    (void)message;
    warnings += level == HOB_LOG_WARN;
}
static const hob_log log_lines = {note_line, NULL};

static void put_picture(void) {
    const hob_allocator *a = hob_heap_allocator();
    hob_image image;
    hob_buf png;
    char path[300];
    assert_int_equal(hob_image_create(a, 12, 8, &image, NULL), HOB_OK);
    hob_buf_init(&png, a, 1 << 20);
    assert_int_equal(hob_image_write_png(&image, &png, NULL), HOB_OK);
    snprintf(path, sizeof path, "%s/assets/p.png", hob_project_root(game.project));
    assert_int_equal(game.fs->write_new(game.fs, path, hob_buf_str(&png), 0644, NULL), HOB_OK);
    hob_buf_done(&png);
    hob_image_done(a, &image);
}

static int open_game(void **state) {
    const hob_allocator *a = hob_heap_allocator();
    (void)state;
    warnings = loads = 0;
    hob_test_game_open(&game,
                       "\"settings\":{\"width\":200,\"height\":100,\"loading\":{"
                       "\"backgroundColor\":\"#102030\",\"image\":\"ast_p\",\"spinner\":true}}",
                       "{\"id\":\"ent_a\",\"name\":\"A\",\"components\":{\"Script\":{"
                       "\"scriptPath\":\"scripts/a.lua\"}}}",
                       files, NULL, 1);
    put_picture();
    pictures = hob_pictures_create(a, game.project, NULL, NULL);
    fonts = hob_fonts_create(a, game.project, NULL, NULL);
    frame = hob_frame_create(a, pictures, fonts);
    hob_canvas_init(&canvas, a);
    media = hob_media_open(game.session, pictures, fonts, &log_lines);
    return media == NULL;
}

static int close_game(void **state) {
    (void)state;
    hob_canvas_done(&canvas);
    hob_frame_destroy(frame);
    hob_fonts_destroy(fonts);
    hob_media_close(media);
    hob_pictures_destroy(pictures);
    hob_test_game_close(&game);
    return 0;
}

static bool after_one(void *user) {
    (void)user;
    loads++;
    return true;
}

static void held_preload__loads_a_file_a_frame_until_all_have_settled(void **state) {
    (void)state;
    hob_assets *assets = hob_session_assets(game.session);
    hob_media_load(media, after_one, NULL);
    assert_int_equal(loads, 0); /* nothing waits */
    hob_test_steps(&game, 3);
    assert_true(hob_assets_held(assets));
    for (uint32_t left = 3; left > 0; left--) {
        assert_int_equal(hob_assets_get_status(assets).pending, left);
        assert_true(hob_assets_held(assets));
        hob_media_load(media, after_one, NULL);
    }
    assert_false(hob_assets_held(assets));
    hob_assets_status s = hob_assets_get_status(assets);
    assert_true(s.loaded == 2 && s.failed == 1);
    assert_int_equal(warnings, 1);
    assert_int_equal(loads, 3);
}

static void drawn_before_its_turn__comes_at_once_and_only_once(void **state) {
    (void)state;
    hob_assets *assets = hob_session_assets(game.session);
    hob_test_steps(&game, 3);
    const hob_picture *p = hob_pictures_get(pictures, HOB_STR("ast_p"));
    assert_true(p->width == 12 && p->height == 8);
    assert_int_equal(hob_assets_get_status(assets).pending, 2);
    const hob_picture *q = hob_pictures_get(pictures, HOB_STR("ast_q")); /* the same file */
    assert_int_equal(p->texture, q->texture);
    while (hob_assets_held(assets)) {
        hob_media_load(media, after_one, NULL);
    }
    assert_int_equal(loads, 2); /* the picture was not loaded again */
    assert_int_equal(hob_pictures_get(pictures, HOB_STR("ast_no"))->texture, 0);
    assert_int_equal(hob_pictures_get(pictures, HOB_STR("ast_no"))->texture, 0);
    assert_int_equal(warnings, 1);
    hob_pictures_forget(pictures, "assets/p.png");
    assert_int_not_equal(hob_pictures_get(pictures, HOB_STR("ast_p"))->texture, 0);
    assert_int_not_equal(hob_pictures_get(pictures, HOB_STR("ast_q"))->texture, 0);
}

static void loading_screen__ground_picture_and_spinner(void **state) {
    (void)state;
    uint8_t ground[4];
    const hob_settings *settings = &hob_project_manifest(game.project)->settings;
    hob_frame_loading(frame, settings, 0.25, 200, 100, &canvas, ground);
    assert_false(canvas.failed);
    assert_true(ground[0] == 0x10 && ground[1] == 0x20 && ground[2] == 0x30 && ground[3] == 255);
    assert_int_equal(canvas.quad_count, 9); /* eight dots */
    assert_int_equal(canvas.quads[0].kind, HOB_QUAD_PICTURE);
    hob_test_near((double)canvas.quads[0].corner[0][0], 94, 1e-6);
    hob_test_near((double)canvas.quads[0].corner[0][1], 46, 1e-6);
    hob_test_near((double)canvas.quads[0].corner[2][0], 106, 1e-6);
    assert_int_equal(canvas.quads[3].color[3], 255); /* a quarter of a turn: the dot on the right */
    assert_in_range(canvas.quads[4].color[3], 60, 70);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, open_game, close_game)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(held_preload__loads_a_file_a_frame_until_all_have_settled),
        CASE(drawn_before_its_turn__comes_at_once_and_only_once),
        CASE(loading_screen__ground_picture_and_spinner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
