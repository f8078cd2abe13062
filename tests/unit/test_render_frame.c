/* Frames without a GPU: which quads, where, in which order (spec waica 4, rgame 1.7, 1.8, runtime
 * 16). One unit of Waica is one pixel here, with y down; the view is 100 x 100 around (50, 50). */
#include "components/list.h"
#include "components/particle_emitter.h"
#include "components/sprite_renderer.h"
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

static void draw(void) {
    const hob_frame_options options = {.width = 100, .height = 100};
    uint8_t background[4];
    hob_frame_build(frame, game.world, &options, &canvas, background);
    assert_false(canvas.failed);
}

/* Entities with single quotes for double ones; `scene` is put before them in the scene's settings.
 */
static void open_game(const char *entities, const hob_test_file *files) {
    static char text[20000];
    snprintf(text, sizeof text,
             "{'id':'ent_cam','name':'Camera','components':{'Transform':{'position':{'x':50,"
             "'y':50}},'Camera':{}}}%s%s",
             entities[0] != '\0' ? "," : "", entities);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, "\"settings\":{\"width\":100,\"height\":100}", text, files, NULL, 1);
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

/* Sprites named by their red: order of drawing as text, "1 2 3". */
static const char *order(void) {
    static char text[400];
    size_t length = 0;
    draw();
    text[0] = '\0';
    for (uint32_t i = 0; i < canvas.quad_count; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%d", i > 0 ? " " : "",
                                   canvas.quads[i].color[0]);
    }
    return text;
}

static double left_of(uint32_t i) {
    return (double)canvas.quads[i].corner[0][0];
}
static double top_of(uint32_t i) {
    return (double)canvas.quads[i].corner[0][1];
}
static double width_of(uint32_t i) {
    return (double)(canvas.quads[i].corner[1][0] - canvas.quads[i].corner[0][0]);
}

#define SPRITE(red, x, y, more)                                                           \
    "{'id':'ent_" red "','name':'" red "','components':{'Transform':{'position':{'x':" #x \
    ",'y':" #y "}},'SpriteRenderer':{'width':10,'height':10,'color':'#" red "0000'" more "}}}"

/* ---- order ---- */

static void d01_layers__in_order_and_equal_ones_as_created(void **state) {
    (void)state;
    open_game(SPRITE("01", 20, 20, ",'layer':2") "," SPRITE("02", 20, 20, "") "," SPRITE(
                  "03", 20, 20, ",'layer':1") "," SPRITE("04", 20, 20, ",'layer':1"),
              NULL);
    assert_string_equal(order(), "2 3 4 1");
    hob_sprite_renderer *s = hob_test_component(&game, "02", "SpriteRenderer");
    s->layer = 1000000;
    assert_string_equal(order(), "3 4 1 2");
    s->layer = -4;
    assert_string_equal(order(), "2 3 4 1");
}

/* Whatever the layers, all of a scene lies over all of those below it. */
static void s02_pushed_scene__drawn_over_the_one_below(void **state) {
    (void)state;
    open_game(SPRITE("01", 20, 20, "") "," SPRITE("02", 20, 20, ""), NULL);
    hob_sprite_renderer *s = hob_test_component(&game, "01", "SpriteRenderer");
    s->layer = 9;
    assert_string_equal(order(), "2 1");
    assert_true(hob_world_request_push(game.world, hob_text_view(game.world->scene_id)));
    hob_test_steps(&game, 1);
    assert_string_equal(order(), "2 1 1 2");
    assert_true(hob_world_request_pop(game.world));
    hob_test_steps(&game, 1);
    assert_string_equal(order(), "2 1");
}

static void sort_by_y(void) {
    game.world->scene_settings.sort = 1;
}

static void ysr01_y_inside_a_layer__lower_ones_in_front(void **state) {
    (void)state;
    open_game(SPRITE("01", 20, 62, "") "," SPRITE("02", 20, 58, "") "," SPRITE(
                  "03", 20, 90, ",'layer':1") "," SPRITE("04", 20, 10,
                                                         ",'layer':2") "," SPRITE("05", 30, 58, ""),
              NULL);
    sort_by_y();
    assert_string_equal(order(), "2 5 1 3 4");
}

static void ysr02_halves_of_layers__kept_apart_at_any_y(void **state) {
    (void)state;
    open_game(SPRITE("01", 20, 99, "") "," SPRITE("02", 20, 51, "") "," SPRITE(
                  "03", 20, 1, ",'layer':0.5") "," SPRITE("04", 20, 49, ",'layer':0.5"),
              NULL);
    sort_by_y();
    assert_string_equal(order(), "2 1 3 4");
}

static void unit__parts_at_the_largest_layer(void **state) {
    (void)state;
    open_game(
        "{'id':'ent_a','name':'A','components':{'SpriteRenderer':{'color':'#010000','layer':-5},"
        "'LineRenderer':{'points':[{'x':0,'y':0},{'x':9,'y':9}],'color':'#020000','layer':3}}}"
        "," SPRITE("04", 9, 9, ""),
        NULL);
    assert_string_equal(order(), "4 1 2");
}

static void screen_elements__above_the_world_at_any_layer(void **state) {
    (void)state;
    open_game("{'id':'ent_a','name':'A','components':{'UIElement':{},'SpriteRenderer':{'color':"
              "'#010000','layer':-9}}}," SPRITE("02", 20, 20, ",'layer':1000000"),
              NULL);
    assert_string_equal(order(), "2 1");
}

static void hidden_and_disabled__not_drawn(void **state) {
    (void)state;
    open_game(SPRITE("01", 20, 20, "") "," SPRITE("02", 20, 20, "") "," SPRITE(
                  "03", 20, 20, ",'visible':false") "," SPRITE("04", 20, 20, ",'opacity':0"),
              NULL);
    assert_string_equal(order(), "1 2");
    hob_entity_set_visible(game.world, hob_test_entity(&game, "01"), false);
    assert_string_equal(order(), "2");
    hob_entity_set_enabled(game.world, hob_test_entity(&game, "02"), false);
    assert_string_equal(order(), "");
}

/* Children by `parentId`; a DrawGroup where one is given. */
#define NODE(red, parent, more)                                                              \
    "{'id':'ent_" red "','name':'" red "','parentId':" parent ",'components':{'Transform':{" \
    "'position':{'x':9,'y':9}},'SpriteRenderer':{'width':10,'height':10,'color':'#" red      \
    "0000'" more "}}}"

static void d02_atomic_groups__nothing_comes_between(void **state) {
    (void)state;
    open_game(
        NODE("01", "null", "},'DrawGroup':{'order':2") "," NODE("02", "'ent_01'", ",'layer':1000") "," NODE(
            "03", "null",
            "},'DrawGroup':{'order':4") "," NODE("04", "'ent_03'",
                                                 ",'layer':-1000") "," NODE("05", "null",
                                                                            ",'layer':3"),
        NULL);
    assert_string_equal(order(), "1 2 5 3 4");
}

static void d03_groups__parent_first_and_branches_with_their_roots(void **state) {
    (void)state;
    open_game(
        NODE("01", "null", "},'DrawGroup':{'order':5") "," NODE("02", "'ent_01'", "},'DrawGroup':{'order':1") "," NODE(
            "03", "'ent_02'",
            "") "," NODE("04", "'ent_01'",
                         ",'layer':7") "," NODE("05", "null", ",'layer':5") "," NODE("06",
                                                                                     "'ent_01'",
                                                                                     ",'layer':-1"),
        NULL);
    assert_string_equal(order(), "1 6 2 3 4 5"); /* 1 and 5 are equal: the older first */
}

static void group_that_is_not_atomic__sorted_with_the_others(void **state) {
    (void)state;
    open_game(NODE("01", "null", "},'DrawGroup':{'order':1,'atomic':false") "," NODE(
                  "02", "'ent_01'", ",'layer':-9") "," NODE("03", "null", ",'layer':50"),
              NULL);
    assert_string_equal(order(), "3 2 1");
}

static void d04_d05_bands__above_any_layer_and_inherited(void **state) {
    (void)state;
    open_game(
        NODE("01", "null", "},'DrawGroup':{'band':'hud'") "," NODE("02", "'ent_01'", ",'layer':511") "," NODE(
            "03", "'ent_01'",
            "},'DrawGroup':{'band':'world'") "," NODE("04", "null",
                                                      ",'layer':1000000") "," NODE("05",
                                                                                   "nul"
                                                                                   "l",
                                                                                   "},'"
                                                                                   "Dra"
                                                                                   "wGr"
                                                                                   "oup"
                                                                                   "':{"
                                                                                   "'ba"
                                                                                   "nd'"
                                                                                   ":'"
                                                                                   "deb"
                                                                                   "ug"
                                                                                   "'") "," NODE("0"
                                                                                                 "6",
                                                                                                 "n"
                                                                                                 "u"
                                                                                                 "l"
                                                                                                 "l",
                                                                                                 "}"
                                                                                                 ","
                                                                                                 "'"
                                                                                                 "D"
                                                                                                 "r"
                                                                                                 "a"
                                                                                                 "w"
                                                                                                 "G"
                                                                                                 "r"
                                                                                                 "o"
                                                                                                 "u"
                                                                                                 "p"
                                                                                                 "'"
                                                                                                 ":"
                                                                                                 "{"
                                                                                                 "'"
                                                                                                 "b"
                                                                                                 "a"
                                                                                                 "n"
                                                                                                 "d"
                                                                                                 "'"
                                                                                                 ":"
                                                                                                 "'"
                                                                                                 "o"
                                                                                                 "v"
                                                                                                 "e"
                                                                                                 "r"
                                                                                                 "l"
                                                                                                 "a"
                                                                                                 "y"
                                                                                                 "'"),
        NULL);
    assert_string_equal(order(), "3 4 1 2 6 5");
    /* From hud on places are those of the screen, whatever the camera does. */
    hob_test_entity(&game, "Camera")->transform->position.x = 5000;
    assert_string_equal(order(), "1 2 6 5");
    hob_test_near(left_of(0), 4, 1e-4);
}

static void drawing__each_kind_in_order_of_z(void **state) {
    (void)state;
    open_game("{'id':'ent_a','name':'A','components':{'Transform':{'position':{'x':50,'y':50}},"
              "'Drawing':{'commands':[{'type':'rect','x':-5,'y':-5,'width':10,'height':4,'color':"
              "'#010000','z':2},{'type':'circle','radius':5,'color':'#020000'},{'type':'line',"
              "'x2':10,'thickness':2,'color':'#030000'},{'type':'triangle','x2':5,'y3':5,'color':"
              "'#040000'},{'type':'quad','x2':5,'x3':5,'y3':5,'y4':5,'color':'#050000','z':-1},"
              "{'type':'nineSlice','width':9,'height':9,'color':'#060000'},{'type':'line','color':"
              "'#070000'}]}}}",
              NULL);
    assert_string_equal(order(), "5 2 3 4 6 1"); /* a line without length is none */
    hob_test_near(left_of(5), 45, 1e-4);
    hob_test_near(top_of(2), 51, 1e-4);
}

/* ---- batches ---- */

static void bat02_tint__is_the_quads_alone(void **state) {
    (void)state;
    open_game(SPRITE("01", 20, 20, "") "," SPRITE("02", 30, 20, "") "," SPRITE("03", 40, 20, ""),
              NULL);
    assert_string_equal(order(), "1 2 3");
    assert_int_equal(hob_canvas_batches(&canvas), 1);
}

static void bat03_shapes_and_colors__one_batch(void **state) {
    (void)state;
    open_game(SPRITE("01", 20, 20, "") "," SPRITE("02", 30, 20, "") "," SPRITE(
                  "03", 40, 20, ",'shape':'circle'") "," SPRITE("04", 50, 20, ""),
              NULL);
    assert_string_equal(order(), "1 2 3 4");
    assert_int_equal(hob_canvas_batches(&canvas), 1);
}

static void bat04_failed_picture__flat_in_its_own_color(void **state) {
    (void)state;
    open_game(SPRITE("01", 20, 20, "") "," SPRITE("02", 30, 20, ",'assetId':'ast_none'") "," SPRITE(
                  "03", 40, 20, ""),
              NULL);
    assert_string_equal(order(), "1 2 3");
    assert_int_equal(canvas.quads[1].kind, HOB_QUAD_FLAT);
    assert_int_equal(hob_pictures_failed(pictures), 1);
    draw();
    assert_int_equal(hob_pictures_failed(pictures), 1); /* not tried again */
}

/* ---- places and culling ---- */

static void d07_d08_outside_the_view__left_out(void **state) {
    (void)state;
    static const struct {
        double x;
        bool drawn;
    } rows[] = {{50, true},  {-50, false}, {200, false}, {-4, true}, {-5, false} /* touching */,
                {104, true}, {105, false}};
    open_game(SPRITE("01", 50, 50, ""), NULL);
    hob_entity_data *e = hob_test_entity(&game, "01");
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        e->transform->position.x = rows[i].x;
        draw();
        assert_int_equal(canvas.quad_count, rows[i].drawn ? 1 : 0);
    }
    e->transform->position.x = 110;
    e->transform->scale = (hob_vec2){3, 3};
    draw();
    assert_int_equal(canvas.quad_count, 1);
    e->transform->scale = (hob_vec2){1, 1};
    e->transform->position.x = -6;
    draw();
    assert_int_equal(canvas.quad_count, 0);
    e->transform->rotation = 45; /* a corner reaches in */
    draw();
    assert_int_equal(canvas.quad_count, 1);
    hob_sprite_renderer *s = hob_test_component(&game, "01", "SpriteRenderer");
    s->width = 4000; /* larger than the view */
    draw();
    assert_int_equal(canvas.quad_count, 1);
}

static void t09_rotation__about_its_own_origin(void **state) {
    (void)state;
    open_game(SPRITE("01", 50, 50, ""), NULL);
    hob_sprite_renderer *s = hob_test_component(&game, "01", "SpriteRenderer");
    s->height = 20;
    hob_test_entity(&game, "01")->transform->rotation = 90;
    draw();
    /* The left edge lies on top; (0, 0) of the entity stays in the middle. */
    hob_test_near(left_of(0), 60, 1e-4);
    hob_test_near(top_of(0), 45, 1e-4);
    hob_test_near((double)canvas.quads[0].corner[2][0], 40, 1e-4);
    hob_test_near((double)canvas.quads[0].corner[2][1], 55, 1e-4);
}

static void sp01_scale_and_elevation__one_lifted_quad(void **state) {
    (void)state;
    open_game(SPRITE("01", 50, 50, ""), NULL);
    hob_entity_data *e = hob_test_entity(&game, "01");
    e->transform->scale = (hob_vec2){2, 2};
    e->transform->elevation = 8;
    draw();
    assert_int_equal(canvas.quad_count, 1);
    hob_test_near(left_of(0), 40, 1e-4);
    hob_test_near(top_of(0), 32, 1e-4);
    hob_test_near(width_of(0), 20, 1e-4);
}

static void as02_anchor_and_elevation__top_left_at_the_lifted_place(void **state) {
    (void)state;
    open_game(SPRITE("01", 50, 50, ",'anchor':{'x':0,'y':0}"), NULL);
    hob_test_entity(&game, "01")->transform->elevation = 6;
    draw();
    hob_test_near(left_of(0), 50, 1e-4);
    hob_test_near(top_of(0), 44, 1e-4);
    hob_test_entity(&game, "01")->transform->position.y = 104; /* the lifted box is what counts */
    draw();
    assert_int_equal(canvas.quad_count, 1);
    hob_test_entity(&game, "01")->transform->elevation = 0;
    draw();
    assert_int_equal(canvas.quad_count, 0);
}

/* ---- particles ---- */

#define EMITTER(more)                                                                  \
    "{'id':'ent_e','name':'E','components':{'Transform':{'position':{'x':50,'y':50}}," \
    "'ParticleEmitter':{'emission':'box','lifetime':100,'width':4,'height':4," more "}}}"

static void emit(double count) {
    hob_error error;
    hob_particle_emitter *e = hob_test_component(&game, "E", "ParticleEmitter");
    assert_int_equal(hob_particle_emitter_emit(game.world, HOB_HEADER(e), count, &error), count);
}

static void par13_sorted_by_y__a_sprite_between_two_particles(void **state) {
    (void)state;
    open_game(EMITTER("'startColor':'#090000','endColor':'#090000'") "," SPRITE("01", 50, 52, ""),
              NULL);
    sort_by_y();
    emit(2);
    hob_particle_emitter *e = hob_test_component(&game, "E", "ParticleEmitter");
    e->particles.y[e->particles.first] = 60;
    e->particles.y[e->particles.first + 1] = 40;
    assert_string_equal(order(), "9 1 9");
    assert_true(top_of(0) < top_of(2));
    assert_int_equal(hob_canvas_batches(&canvas), 1);
}

static void par14_equal_y__in_order_of_their_making(void **state) {
    (void)state;
    open_game(EMITTER("'maxParticles':3"), NULL);
    sort_by_y();
    for (int width = 1; width <= 4; width++) {
        hob_particle_emitter *e = hob_test_component(&game, "E", "ParticleEmitter");
        e->width = width;
        emit(1);
    }
    draw();
    assert_int_equal(canvas.quad_count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        hob_test_near(width_of(i), i + 2, 1e-4);
    }
}

static void par18_blend__changes_in_place_and_no_texture_asks_for_none(void **state) {
    (void)state;
    open_game(EMITTER("'blend':'normal'"), NULL);
    emit(3);
    draw();
    assert_int_equal(canvas.steps[0].blend, HOB_CANVAS_NORMAL);
    hob_particle_emitter *e = hob_test_component(&game, "E", "ParticleEmitter");
    e->blend = HOB_BLEND_ADDITIVE;
    draw();
    assert_int_equal(canvas.steps[0].blend, HOB_CANVAS_ADDITIVE);
    assert_int_equal(canvas.quad_count, 3);
    assert_int_equal(hob_pictures_failed(pictures), 0);
}

static void par20_layer__at_once(void **state) {
    (void)state;
    open_game(EMITTER("'startColor':'#090000','endColor':'#090000'") "," SPRITE("01", 50, 52,
                                                                                ",'layer':3"),
              NULL);
    emit(1);
    assert_string_equal(order(), "9 1");
    hob_particle_emitter *e = hob_test_component(&game, "E", "ParticleEmitter");
    e->layer = 4;
    assert_string_equal(order(), "1 9");
}

/* ---- views ---- */

/* Two seats with a camera each, a sprite of the world, and an element of the second seat. */
static void open_views(const char *second_device) {
    static char text[4000], manifest[400];
    snprintf(manifest, sizeof manifest,
             "\"settings\":{\"width\":640,\"height\":480},\"input\":{\"seats\":[{\"device\":"
             "\"keyboard\"},{\"device\":\"%s\"}]}",
             second_device);
    snprintf(
        text, sizeof text,
        "{'id':'ent_a','name':'A','components':{'Transform':{'position':{'x':100,'y':100}},"
        "'Camera':{'seat':0}}},{'id':'ent_b','name':'B','components':{'Transform':{'position':{"
        "'x':110,'y':100}},'Camera':{'seat':1}}},%s,{'id':'ent_u','name':'U','components':{"
        "'UIElement':{'seat':1,'anchor':'top-left','offset':{'x':5,'y':5}},'SpriteRenderer':{"
        "'width':10,'height':10,'color':'#090000'}}}",
        SPRITE("01", 100, 100, ""));
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, manifest, text, NULL, NULL, 1);
    const hob_allocator *a = hob_heap_allocator();
    pictures = hob_pictures_create(a, game.project, NULL, NULL);
    fonts = hob_fonts_create(a, game.project, NULL, NULL);
    frame = hob_frame_create(a, pictures, fonts);
    hob_canvas_init(&canvas, a);
    const hob_frame_options options = {0};
    uint8_t background[4];
    hob_test_steps(&game, 1);
    hob_frame_build(frame, game.world, &options, &canvas, background);
}

/* The n-th quad of a color that is drawn; its step is where it is clipped. */
static const hob_canvas_step *step_of(uint8_t red, int which, uint32_t *ret_quad) {
    for (uint32_t i = 0; i < canvas.step_count; i++) {
        for (uint32_t k = canvas.steps[i].first; k < canvas.steps[i].first + canvas.steps[i].count;
             k++) {
            if (canvas.quads[k].color[0] == red && which-- == 0) {
                *ret_quad = k;
                return &canvas.steps[i];
            }
        }
    }
    return NULL;
}

static void v05_two_players__the_world_once_a_row_in_its_clip(void **state) {
    (void)state;
    uint32_t quad = 0;
    open_views("any");
    const hob_canvas_step *first = step_of(1, 0, &quad);
    hob_test_near(left_of(quad), 320 - 5, 1e-4);
    hob_test_near(top_of(quad), 120 - 5, 1e-4);
    assert_true(first->clipped && first->clip.y == 0 && first->clip.height == 240);
    const hob_canvas_step *second = step_of(1, 1, &quad);
    hob_test_near(left_of(quad), 320 - 10 - 5, 1e-4);
    hob_test_near(top_of(quad), 360 - 5, 1e-4);
    assert_true(second->clipped && second->clip.y == 240 && second->clip.height == 240);
    assert_null(step_of(1, 2, &quad));
}

static void v05_one_player__once(void **state) {
    (void)state;
    uint32_t quad = 0;
    open_views("none");
    const hob_canvas_step *first = step_of(1, 0, &quad);
    assert_non_null(first);
    assert_false(first->clipped);
    assert_null(step_of(1, 1, &quad));
}

static void v06_element_of_a_seat__in_its_view_or_nowhere(void **state) {
    (void)state;
    uint32_t quad = 0;
    open_views("any");
    const hob_canvas_step *step = step_of(9, 0, &quad);
    assert_non_null(step);
    assert_true(step->clipped && step->clip.y == 240);
    hob_test_near(top_of(quad), 240, 1e-4);
    assert_null(step_of(9, 1, &quad));
}

static void v06_empty_seat__its_element_is_not_drawn(void **state) {
    (void)state;
    uint32_t quad = 0;
    open_views("none");
    assert_null(step_of(9, 0, &quad));
}

/* ---- nothing is written into the world ---- */

static void drawing__leaves_the_state_as_it_was(void **state) {
    (void)state;
    open_game(SPRITE("01", 20, 20, "") "," EMITTER("'rate':60"), NULL);
    hob_test_steps(&game, 10);
    hob_state_hash before, after;
    hob_session_hash(game.session, false, &before);
    for (int i = 0; i < 5; i++) {
        draw();
    }
    hob_session_hash(game.session, false, &after);
    assert_true(before.all == after.all);
}

#define CASE(f) cmocka_unit_test_teardown(f, close_game)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(d01_layers__in_order_and_equal_ones_as_created),
        CASE(s02_pushed_scene__drawn_over_the_one_below),
        CASE(ysr01_y_inside_a_layer__lower_ones_in_front),
        CASE(ysr02_halves_of_layers__kept_apart_at_any_y),
        CASE(d02_atomic_groups__nothing_comes_between),
        CASE(d03_groups__parent_first_and_branches_with_their_roots),
        CASE(group_that_is_not_atomic__sorted_with_the_others),
        CASE(d04_d05_bands__above_any_layer_and_inherited),
        CASE(drawing__each_kind_in_order_of_z),
        CASE(unit__parts_at_the_largest_layer),
        CASE(screen_elements__above_the_world_at_any_layer),
        CASE(hidden_and_disabled__not_drawn),
        CASE(bat02_tint__is_the_quads_alone),
        CASE(bat03_shapes_and_colors__one_batch),
        CASE(bat04_failed_picture__flat_in_its_own_color),
        CASE(d07_d08_outside_the_view__left_out),
        CASE(t09_rotation__about_its_own_origin),
        CASE(sp01_scale_and_elevation__one_lifted_quad),
        CASE(as02_anchor_and_elevation__top_left_at_the_lifted_place),
        CASE(par13_sorted_by_y__a_sprite_between_two_particles),
        CASE(par14_equal_y__in_order_of_their_making),
        CASE(par18_blend__changes_in_place_and_no_texture_asks_for_none),
        CASE(par20_layer__at_once),
        CASE(v05_two_players__the_world_once_a_row_in_its_clip),
        CASE(v05_one_player__once),
        CASE(v06_element_of_a_seat__in_its_view_or_nowhere),
        CASE(v06_empty_seat__its_element_is_not_drawn),
        CASE(drawing__leaves_the_state_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
