/* Frames with pictures, without a GPU: frames of sheets, flips, nine-slices, tiles and their
 * clocks; glyphs. */
#include "components/sprite_renderer.h"
#include "components/tilemap.h"
#include "render/frame.h"
#include "render/glyphs.h"
#include "support/game.h"
#include "support/testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hob_test_game game;
static hob_pictures *pictures;
static hob_fonts *fonts;
static hob_frame *frame;
static hob_canvas canvas;

static void draw(void) {
    const hob_frame_options options = {.width = 200, .height = 200};
    uint8_t background[4];
    hob_frame_build(frame, game.world, &options, &canvas, background);
    assert_false(canvas.failed);
}

/* A picture of 12 x 12 pixels at assets/p.png, with two frames of 6 x 12; a tileset of 2 x 2 tiles
 * of 6. */
static const hob_test_file files[] = {
    {"assets.json",
     "{\"formatVersion\":1,\"assets\":[{\"id\":\"ast_p\",\"name\":\"p\",\"type\":\"sprite\","
     "\"path\":\"assets/p.png\",\"metadata\":{\"frames\":[{\"name\":\"a\",\"x\":0,\"y\":0,"
     "\"width\":6,\"height\":12},{\"name\":\"b\",\"x\":6,\"y\":0,\"width\":6,\"height\":12},"
     "{\"name\":\"c\",\"x\":0,\"y\":0,\"width\":4,\"height\":6,\"rotated\":true,\"offsetX\":1,"
     "\"offsetY\":2,\"sourceWidth\":8,\"sourceHeight\":10}]}},"
     "{\"id\":\"ast_t\",\"name\":\"t\",\"type\":\"tileset\",\"path\":\"assets/tilesets/"
     "t.tileset.json\"}]}"},
    {"assets/tilesets/t.tileset.json",
     "{\"formatVersion\":1,\"image\":\"ast_p\",\"tileWidth\":6,\"tileHeight\":6,\"columns\":2,"
     "\"count\":4,\"tiles\":{\"0\":{\"frames\":[{\"tile\":0,\"ms\":100},{\"tile\":1,\"ms\":100}]}}"
     "}"},
    {NULL, NULL}};

static void put_picture(void) {
    hob_image image;
    hob_buf png;
    char path[300];
    assert_int_equal(hob_image_create(hob_heap_allocator(), 12, 12, &image, NULL), HOB_OK);
    memset(image.pixels, 255, 12 * 12 * 4);
    hob_buf_init(&png, hob_heap_allocator(), 1 << 20);
    assert_int_equal(hob_image_write_png(&image, &png, NULL), HOB_OK);
    snprintf(path, sizeof path, "%s/assets/p.png", hob_project_root(game.project));
    assert_int_equal(game.fs->write_new(game.fs, path, hob_buf_str(&png), 0644, NULL), HOB_OK);
    hob_buf_done(&png);
    hob_image_done(hob_heap_allocator(), &image);
}

static void open_game(const char *components) {
    static char text[4000];
    snprintf(text, sizeof text,
             "{'id':'ent_cam','name':'Camera','components':{'Transform':{'position':{'x':100,"
             "'y':100}},'Camera':{}}},{'id':'ent_a','name':'A','components':{'Transform':{"
             "'position':{'x':100,'y':100}},%s}}",
             components);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, "\"settings\":{\"width\":200,\"height\":200}", text, files, NULL, 1);
    put_picture();
    const hob_allocator *a = hob_heap_allocator();
    pictures = hob_pictures_create(a, game.project, NULL, NULL);
    fonts = hob_fonts_create(a, game.project, NULL, NULL);
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

static void corner_is(uint32_t quad, int corner, double x, double y) {
    hob_test_near((double)canvas.quads[quad].corner[corner][0], x, 1e-4);
    hob_test_near((double)canvas.quads[quad].corner[corner][1], y, 1e-4);
}

static void uv_is(uint32_t quad, double left, double top, double right, double bottom) {
    const double wanted[4] = {left, top, right, bottom};
    for (int i = 0; i < 4; i++) {
        hob_test_near((double)canvas.quads[quad].uv[i], wanted[i], 1e-6);
    }
}

static hob_sprite_renderer *sprite(void) {
    return hob_test_component(&game, "A", "SpriteRenderer");
}

static void im01_ss01_frames_and_flips__mirror_in_place(void **state) {
    (void)state;
    open_game("'SpriteRenderer':{'assetId':'ast_p','frame':'b','width':20,'height':10}");
    draw();
    assert_int_equal(canvas.quads[0].kind, HOB_QUAD_PICTURE);
    corner_is(0, 0, 90, 95);
    corner_is(0, 2, 110, 105);
    uv_is(0, 0.5, 0, 1, 1); /* only its own half */
    sprite()->flip_x = true;
    draw();
    corner_is(0, 0, 110, 95);
    corner_is(0, 1, 90, 95);
    uv_is(0, 0.5, 0, 1, 1);
    sprite()->flip_x = false;
    hob_test_entity(&game, "A")->transform->scale.x = -1; /* the same about the middle */
    draw();
    corner_is(0, 0, 110, 95);
    hob_test_entity(&game, "A")->transform->scale.x = 0;
    draw();
    assert_int_equal(canvas.quad_count, 0);
}

/* 4 x 6 px of a picture of 8 x 10, which lie 6 wide and 4 high in the sheet. */
static void c7_turned_and_cut_frame__upright_in_its_source(void **state) {
    (void)state;
    open_game("'SpriteRenderer':{'assetId':'ast_p','frame':'c','width':80,'height':100}");
    draw();
    assert_int_equal(canvas.quad_count, 1);
    uv_is(0, 0, 0, 0.5, 4.0 / 12);
    corner_is(0, 0, 70, 130); /* the sheet's top left is the frame's bottom left */
    corner_is(0, 1, 70, 70);
    corner_is(0, 2, 110, 70);
    corner_is(0, 3, 110, 130);
    sprite()->flip_x = true; /* about the middle of the source, not of what is left of it */
    draw();
    corner_is(0, 1, 130, 70);
    corner_is(0, 2, 90, 70);
    sprite()->flip_x = false;
    sprite()->render_mode = HOB_RENDER_SLICED; /* all within the left upper of nine: one piece */
    sprite()->slice = (hob_slice){.left = 5, .top = 8};
    sprite()->width = 8;
    sprite()->height = 10;
    draw();
    assert_int_equal(canvas.quad_count, 1);
    uv_is(0, 0, 0, 0.5, 4.0 / 12);
    corner_is(0, 1, 97, 97);
    corner_is(0, 3, 101, 103);
    sprite()->slice.top = 4; /* a row of nine above, one below */
    draw();
    assert_int_equal(canvas.quad_count, 2);
    uv_is(0, 4.0 / 12, 0, 0.5, 4.0 / 12);
    uv_is(1, 0, 0, 4.0 / 12, 4.0 / 12);
}

static void unknown_frame__the_whole_picture(void **state) {
    (void)state;
    open_game("'SpriteRenderer':{'assetId':'ast_p','frame':'none'}");
    draw();
    uv_is(0, 0, 0, 1, 1);
}

static void tiled__whole_ones_then_a_rest(void **state) {
    (void)state;
    open_game("'SpriteRenderer':{'assetId':'ast_p','width':30,'height':12,'renderMode':'tile'}");
    draw();
    assert_int_equal(canvas.quad_count, 3);
    corner_is(0, 0, 85, 94);
    corner_is(2, 0, 109, 94);
    corner_is(2, 1, 115, 94);
    uv_is(2, 0, 0, 0.5, 1);
}

static void ns01_sliced__corners_keep_their_size_and_shrink_below_their_sum(void **state) {
    (void)state;
    open_game("'SpriteRenderer':{'assetId':'ast_p','width':20,'height':12,'renderMode':'sliced',"
              "'slice':{'top':4,'right':4,'bottom':4,'left':4}}");
    draw();
    assert_int_equal(canvas.quad_count, 9);
    corner_is(0, 0, 90, 94);
    corner_is(0, 2, 94, 98);
    corner_is(2, 0, 106, 94);
    corner_is(2, 2, 110, 98);
    uv_is(1, 4.0 / 12, 0, 8.0 / 12, 4.0 / 12);
    corner_is(1, 0, 94, 94);
    corner_is(1, 1, 106, 94);
    sprite()->width = 10000;
    draw();
    assert_int_equal(canvas.quad_count, 3); /* the corners lie outside the view */
    sprite()->width = 8;                    /* just the corners: no middle */
    draw();
    assert_int_equal(canvas.quad_count, 6);
    sprite()->width = 4; /* half of them */
    draw();
    corner_is(0, 0, 98, 94);
    corner_is(0, 1, 100, 94);
    corner_is(1, 1, 102, 94);
    sprite()->width = 0;
    draw();
    assert_int_equal(canvas.quad_count, 0);
}

static void tr01_animated_tiles__by_the_maps_clock(void **state) {
    (void)state;
    open_game("'Tilemap':{'tileSize':6,'tilesets':[{'asset':'ast_t','firstId':1}],'layers':[{"
              "'name':'l','rows':['1,0','4,2147483652']}]}");
    hob_tilemap *map = hob_test_component(&game, "A", "Tilemap");
    static const double elapsed[] = {0, 0.15, 0.25}, left[] = {0, 0.5, 0};
    for (int i = 0; i < 3; i++) {
        map->elapsed = elapsed[i];
        draw();
        assert_int_equal(canvas.quad_count, 3);
        corner_is(0, 0, 100, 100);
        uv_is(0, left[i], 0, left[i] + 0.5, 0.5);
    }
    corner_is(1, 0, 100, 106);
    uv_is(1, 0.5, 0.5, 1, 1);
    corner_is(2, 0, 112, 106); /* flipped across: corners change places */
    corner_is(2, 1, 106, 106);
    map->layers.as.list->revision++;
    hob_test_entity(&game, "A")->transform->position.x = -20; /* culled with the view */
    draw();
    assert_int_equal(canvas.quad_count, 0);
}

/* Two cells of which one holds a tile; in an isometric scene it fills the box of its diamond. */
static void tmp01_one_tile__its_place_and_its_part_of_the_picture(void **state) {
    (void)state;
    open_game(
        "'Tilemap':{'tileSize':6,'layer':3,'tilesets':[{'asset':'ast_t','firstId':1}],'layers':"
        "[{'name':'l','rows':['2,0']}]}");
    draw();
    assert_int_equal(canvas.quad_count, 1);
    corner_is(0, 0, 100, 100);
    corner_is(0, 2, 106, 106);
    uv_is(0, 0.5, 0, 1, 0.5);
    hob_entity_data *e = hob_test_entity(&game, "A"), *camera = hob_test_entity(&game, "Camera");
    e->transform->position = camera->transform->position = (hob_vec2){0, 0};
    game.world->scene_settings.projection = 1;
    draw();
    assert_int_equal(canvas.quad_count, 1);
    corner_is(0, 0, 100 - 6, 100);
    corner_is(0, 2, 100 + 6, 100 + 6);
}

static void tiles_side_by_side__share_their_edges_at_any_zoom(void **state) {
    (void)state;
    open_game("'Tilemap':{'tileSize':6,'tilesets':[{'asset':'ast_t','firstId':1}],'layers':[{"
              "'name':'l','rows':['2,2,2,2','2,2,2,2']}]}");
    hob_entity_data *e = hob_test_entity(&game, "A");
    for (int i = 0; i < 20; i++) {
        e->transform->scale = (hob_vec2){0.37 + 0.213 * i, 0.37 + 0.213 * i};
        e->transform->position.x = 60.1 + i * 0.77;
        draw();
        for (uint32_t k = 0; k + 1 < 4; k++) {
            assert_true(canvas.quads[k].corner[1][0] == canvas.quads[k + 1].corner[0][0]);
            assert_true(canvas.quads[k].corner[3][1] == canvas.quads[k + 4].corner[0][1]);
        }
    }
}

/* ---- glyphs ---- */

static void at01_pages__gutters_and_no_overlap(void **state) {
    (void)state;
    static const uint8_t rows[64 * 64];
    static hob_glyph_place seen[61];
    hob_glyph_pages *pages = hob_glyph_pages_create(hob_heap_allocator(), NULL);
    uint64_t seed = 5;
    for (uint32_t i = 0; i < 60; i++) {
        hob_glyph_place measures = {.width = 1 + (int)hob_test_random_below(&seed, 60),
                                    .height = 1 + (int)hob_test_random_below(&seed, 60)};
        seen[i] = *hob_glyph_pages_put(pages, 0, i + 1, 16, rows, 64, &measures);
        assert_true(seen[i].texture != 0);
        for (uint32_t k = 0; k < i; k++) {
            const float gap = 0.9f / 512; /* a clear pixel between any two */
            bool apart =
                seen[i].uv[0] >= seen[k].uv[2] + gap || seen[k].uv[0] >= seen[i].uv[2] + gap ||
                seen[i].uv[1] >= seen[k].uv[3] + gap || seen[k].uv[1] >= seen[i].uv[3] + gap;
            assert_true(seen[i].texture != seen[k].texture || apart);
        }
    }
    hob_glyph_place huge = {.width = 600, .height = 4};
    assert_int_equal(hob_glyph_pages_put(pages, 0, 99, 16, rows, 600, &huge)->texture, 0);
    hob_glyph_place small = {.width = 4, .height = 4};
    assert_true(hob_glyph_pages_put(pages, 0, 100, 16, rows, 4, &small)->texture != 0);
    assert_ptr_equal(hob_glyph_pages_find(pages, 0, 7, 16) != NULL ? pages : NULL, pages);
    assert_null(hob_glyph_pages_find(pages, 1, 7, 16));
    hob_glyph_pages_destroy(pages);
}

static const hob_text_layout *layout(const char *text, double width, hob_layout_align align) {
    const hob_text_style style = {.size = 20, .width = width, .align = align};
    return hob_fonts_layout(fonts, hob_str_from(text), &style);
}

static void tx10_ink__within_its_width_and_nothing_past_the_end(void **state) {
    (void)state;
    open_game("'Light2D':{}");
    const hob_text_layout *l = layout("Wide W\u00e9rds", 0, HOB_LAYOUT_LEFT);
    double right = 0;
    for (uint32_t i = 0; i < l->glyph_count; i++) {
        assert_true(l->glyphs[i].x >= 0);
        right = fmax(right, (double)(l->glyphs[i].x + l->glyphs[i].width));
    }
    assert_true(right <= ceil(l->width) + 1 && right > 0.9 * l->width);
    assert_int_equal(l->glyph_count, 9); /* the space draws nothing, an accented letter is one */
    for (uint32_t i = 1; i < l->glyph_count; i++) {
        assert_int_equal(l->glyphs[i].texture, l->glyphs[0].texture);
    }
    assert_int_equal(layout("", 0, HOB_LAYOUT_LEFT)->glyph_count, 0);
    (void)layout("bad \xff\xc3 bytes", 0, HOB_LAYOUT_LEFT);
    (void)layout("\xf0\x9f\x98", 0, HOB_LAYOUT_LEFT);
    assert_int_equal(layout("one\ntwo\n", 0, HOB_LAYOUT_LEFT)->line_count, 3);
}

static void wrapping__at_spaces_and_aligned_in_the_box(void **state) {
    (void)state;
    open_game("'Light2D':{}");
    const hob_text_layout *l = layout("several words in a narrow box", 100, HOB_LAYOUT_LEFT);
    assert_true(l->line_count >= 3);
    assert_true(l->width <= 100);
    uint32_t lines = l->line_count;
    const hob_text_layout *r = layout("several words in a narrow box", 100, HOB_LAYOUT_RIGHT);
    assert_int_equal(r->line_count, lines);
    double most = 0;
    for (uint32_t i = 0; i < r->glyph_count; i++) {
        most = fmax(most, (double)(r->glyphs[i].x + r->glyphs[i].width));
    }
    assert_true(most > 97 && most <= 101);
    assert_true(layout("Donaudampfschifffahrt", 60, HOB_LAYOUT_LEFT)->line_count >= 3);
    const hob_text_layout *again = layout("several words in a narrow box", 100, HOB_LAYOUT_LEFT);
    assert_ptr_equal(again, l); /* kept */
}

#define CASE(f) cmocka_unit_test_teardown(f, close_game)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(im01_ss01_frames_and_flips__mirror_in_place),
        CASE(c7_turned_and_cut_frame__upright_in_its_source),
        CASE(unknown_frame__the_whole_picture),
        CASE(tiled__whole_ones_then_a_rest),
        CASE(ns01_sliced__corners_keep_their_size_and_shrink_below_their_sum),
        CASE(tr01_animated_tiles__by_the_maps_clock),
        CASE(tmp01_one_tile__its_place_and_its_part_of_the_picture),
        CASE(tiles_side_by_side__share_their_edges_at_any_zoom),
        cmocka_unit_test(at01_pages__gutters_and_no_overlap),
        CASE(tx10_ink__within_its_width_and_nothing_past_the_end),
        CASE(wrapping__at_spaces_and_aligned_in_the_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
