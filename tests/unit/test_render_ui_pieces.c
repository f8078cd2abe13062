/* UI pieces on the canvas: where boxes and letters go, without a GPU (spec waica 7.5, 7.6). */
#include "app/player/piece_pointer.h"
#include "render/frame.h"
#include "support/game.h"
#include "support/golden.h"
#include "support/testing.h"
#include "ui/pieces.h"
#include "world/store.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hob_test_game game;
static hob_pictures *pictures;
static hob_fonts *fonts;
static hob_frame *frame;
static hob_canvas canvas;

static void draw(void) {
    const hob_frame_options options = {.width = 200, .height = 100};
    uint8_t background[4];
    hob_frame_build(frame, game.world, &options, &canvas, background);
    assert_false(canvas.failed);
}

/* One piece "p" of the scene, with the game states that it shows. */
static void open_piece(const char *html) {
    const hob_test_file files[] = {{"ui/p.html", html}, {NULL, NULL}};
    hob_test_game_open(
        &game,
        "\"settings\":{\"width\":200,\"height\":100},\"gameState\":{\"n\":{\"type\":"
        "\"number\",\"initial\":3},\"word\":{\"type\":\"string\",\"initial\":\"a<b\"}}",
        "{\"id\":\"ent_e\",\"name\":\"E\",\"components\":{\"Transform\":{\"position\":"
        "{\"x\":120,\"y\":40}}}}",
        files, NULL, 1);
    const hob_allocator *a = hob_heap_allocator();
    pictures = hob_pictures_create(a, game.project, NULL, NULL);
    fonts = hob_fonts_create(a, game.project, NULL, NULL);
    frame = hob_frame_create(a, pictures, fonts);
    hob_canvas_init(&canvas, a);
}

static void show(const char *html) {
    open_piece(html);
    assert_true(hob_piece_show(game.world, HOB_STR("p"), HOB_SCOPE_SCENE));
    draw();
}

static int close_game(void **state) {
    (void)state;
    if (frame != NULL) {
        hob_canvas_done(&canvas);
        hob_frame_destroy(frame);
        hob_fonts_destroy(fonts);
        hob_pictures_destroy(pictures);
        hob_test_game_close(&game);
        frame = NULL;
    }
    return 0;
}

/* The n-th quad that is no letter. */
static const hob_quad *box(uint32_t n) {
    for (uint32_t i = 0; i < canvas.quad_count; i++) {
        if (canvas.quads[i].kind != HOB_QUAD_GLYPH && n-- == 0) {
            return &canvas.quads[i];
        }
    }
    fail_msg("there is no such box");
    return NULL;
}

static uint32_t letters(void) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < canvas.quad_count; i++) {
        count += canvas.quads[i].kind == HOB_QUAD_GLYPH;
    }
    return count;
}

static void expect_box(uint32_t n, double x, double y, double width, double height) {
    const hob_quad *q = box(n);
    double seen[4] = {(double)q->corner[0][0], (double)q->corner[0][1],
                      (double)(q->corner[2][0] - q->corner[0][0]),
                      (double)(q->corner[2][1] - q->corner[0][1])};
    const double wanted[4] = {x, y, width, height};
    for (int i = 0; i < 4; i++) {
        if (fabs(seen[i] - wanted[i]) > 0.01) {
            fail_msg("box %u: (%g, %g) %g x %g, not (%g, %g) %g x %g", (unsigned)n, seen[0],
                     seen[1], seen[2], seen[3], x, y, width, height);
        }
    }
}

/* ---- boxes ---- */

static void block__fills_the_width_and_stacks(void **state) {
    (void)state;
    show("<div style='background:red;height:10px;margin:5px'></div>"
         "<div style='background:#0f0;width:50%;height:10px;padding:2px;margin:0 auto'></div>");
    expect_box(0, 5, 5, 190, 10);
    expect_box(1, 48, 20, 104, 14);
    assert_int_equal(box(0)->color[0], 255);
    assert_int_equal(box(1)->color[1], 255);
}

static void absolute__by_its_sides_and_moved_by_its_own_size(void **state) {
    (void)state;
    show("<div style='position:absolute;right:10px;bottom:5px;width:20px;height:10px;"
         "background:red'></div>"
         "<div style='position:absolute;left:50%;top:50%;width:40px;height:20px;"
         "transform:translate(-50%,-50%);background:red'>"
         "<div style='position:absolute;inset:2px;background:blue'></div></div>");
    expect_box(0, 170, 85, 20, 10);
    expect_box(1, 80, 40, 40, 20);
    expect_box(2, 82, 42, 36, 16);
}

static void row__shares_out_what_is_left_and_centers(void **state) {
    (void)state;
    show("<style>i{background:red;height:10px;width:20px}.r{display:flex;height:30px;gap:10px;"
         "align-items:center} .wide{flex:1}</style>"
         "<div class=r><i></i><i class=wide></i></div>"
         "<div class=r style='justify-content:space-between'><i></i><i></i></div>");
    expect_box(0, 0, 10, 20, 10);
    expect_box(1, 30, 10, 170, 10);
    expect_box(2, 0, 40, 20, 10);
    expect_box(3, 180, 40, 20, 10);
}

static void column__stretches_across(void **state) {
    (void)state;
    show("<div style='display:flex;flex-direction:column;gap:4px;width:60px;padding:3px'>"
         "<div style='background:red;height:6px'></div>"
         "<div style='background:red;height:6px'></div></div>");
    expect_box(0, 3, 3, 60, 6);
    expect_box(1, 3, 13, 60, 6);
}

static void round_box_and_border__are_shapes_of_the_one_format(void **state) {
    (void)state;
    show("<div style='width:40px;height:20px;background:red;border:2px solid #00f;"
         "border-radius:6px;box-sizing:border-box'></div>"
         "<div style='width:40px;height:20px;border-bottom:3px solid lime'></div>");
    assert_int_equal(box(0)->kind, HOB_QUAD_ROUNDED);
    assert_true(box(0)->uv[2] == 6 && box(0)->uv[3] == 0);
    assert_int_equal(box(1)->kind, HOB_QUAD_ROUNDED);
    assert_true(box(1)->uv[2] == 6 && box(1)->uv[3] == 2);
    assert_int_equal(box(1)->color[2], 255);
    expect_box(2, 0, 40, 40, 3);
    assert_int_equal(hob_canvas_batches(&canvas), 1);
}

static void overflow__cuts_off_and_is_taken_back(void **state) {
    (void)state;
    show("<div style='width:30px;height:20px;overflow:hidden'>"
         "<div style='width:90px;height:90px;background:red'></div></div>"
         "<div style='width:9px;height:9px;background:blue'></div>");
    const hob_canvas_step *first = &canvas.steps[0], *last = &canvas.steps[canvas.step_count - 1];
    assert_true(first->clipped && !last->clipped);
    assert_true(first->clip.width == 30 && first->clip.height == 20);
}

static void opacity__of_a_box_with_children_is_one_group(void **state) {
    (void)state;
    show("<div style='opacity:0.5;background:red;width:9px;height:9px'></div>"
         "<div style='opacity:0.5;background:red'><div "
         "style='height:9px;background:red'></div></div>");
    assert_int_equal(box(0)->color[3], 128);
    assert_int_equal(box(1)->color[3], 255);
    uint32_t groups = 0;
    for (uint32_t i = 0; i < canvas.step_count; i++) {
        groups += canvas.steps[i].kind == HOB_STEP_BEGIN_GROUP;
    }
    assert_int_equal(groups, 1);
}

static void z_index__drawn_later(void **state) {
    (void)state;
    show("<div style='z-index:1;height:9px;background:red'></div>"
         "<div style='height:9px;background:blue'></div>");
    assert_int_equal(box(0)->color[2], 255);
    assert_int_equal(box(1)->color[0], 255);
}

/* ---- styles ---- */

static void cascade__weight_then_order_then_own_style(void **state) {
    (void)state;
    show("<style>#a{background:#010000} .b{background:#020000} div{background:#030000;height:5px}"
         ".b > p{background:#040000;height:5px} section p{background:#050000}"
         "/* {} */ @media x { p{background:red} } .c{background:#060000 !important}"
         "</style><div id=a class=b></div><div class=b><p></p></div><div></div>"
         "<div class=c style='background:#070000'></div><div style='background:#080000'></div>");
    const int wanted[] = {1, 2, 4, 3, 6, 8};
    for (uint32_t i = 0; i < HOB_COUNT(wanted); i++) {
        assert_int_equal(box(i)->color[0], wanted[i]);
    }
}

static void variables__of_states_sheets_and_with_sums(void **state) {
    (void)state;
    show("<style>:root{--bar:10px} div{background:red;height:var(--bar)}</style>"
         "<div style='width:calc(var(--n) * 20px + 1%)'></div>"
         "<div style='width:calc(100% - var(--none, 30px) / 3)'></div>"
         "<div style='width:nonsense;height:calc(1px'></div>");
    expect_box(0, 0, 0, 62, 10);
    expect_box(1, 0, 10, 190, 10);
    expect_box(2, 0, 20, 200, 10);
    hob_value n = hob_value_number(4);
    hob_state_find(game.world, HOB_STR("n"))->value = n;
    draw();
    expect_box(0, 0, 0, 82, 10);
}

static void ui01_text__shows_the_state_and_follows_it(void **state) {
    (void)state;
    show("<p>{{n}}</p><style>p{{color:red}}</style>");
    assert_int_equal(letters(), 1);
    hob_state_find(game.world, HOB_STR("n"))->value = hob_value_number(1234);
    draw();
    assert_int_equal(letters(), 4);
    assert_true(hob_piece_hide(game.world, HOB_STR("p")));
    draw();
    assert_int_equal(letters(), 0);
}

static void text__never_becomes_markup_and_wraps(void **state) {
    (void)state;
    show("<p>{{word}}</p>");
    assert_int_equal(letters(), 3);
    close_game(NULL);
    show("<p style='width:1px'>aa  bb\n cc</p><div style='height:1px;background:red'></div>");
    assert_int_equal(letters(), 6);
    expect_box(0, 0, 3 * 16 * 1.2, 200, 1);
}

static void text_align__moves_lines(void **state) {
    (void)state;
    show("<p>a</p><p style='text-align:right'>a</p>");
    float left = canvas.quads[0].corner[0][0], right = canvas.quads[1].corner[0][0];
    assert_true(left < 4 && right > 180);
}

/* ---- anchored pieces ---- */

static void anc05_anchored__at_the_entity_below_those_on_the_screen(void **state) {
    (void)state;
    open_piece(
        "<div style='width:10px;height:4px;background:rgb(calc(var(--n) * 1), 0, 0)'></div>");
    hob_piece_options options = {.offset = {0, -8}};
    const hob_allocator *a = hob_heap_allocator();
    options.values = hob_value_map(a, 1);
    hob_map_set(a, options.values.as.map, HOB_STR("n"), hob_value_number(9));
    hob_entity e = hob_test_entity(&game, "E")->self;
    assert_true(hob_piece_attach(game.world, HOB_STR("p"), e, &options, NULL) != 0);
    assert_true(hob_piece_show(game.world, HOB_STR("p"), HOB_SCOPE_SCENE));
    hob_value_done(a, &options.values);
    draw();
    expect_box(0, 120, 32, 10, 4);
    assert_int_equal(box(0)->color[0], 9);
    expect_box(1, 0, 0, 10, 4);
    assert_int_equal(box(1)->color[0], 3);
}

/* ---- animations ---- */

static void anc10_animation__by_game_time_from_the_mount(void **state) {
    (void)state;
    open_piece("<style>@keyframes in{from{opacity:0;transform:translateX(0)}to{opacity:1;transform:"
               "translateX(100px)}}div{width:10px;height:4px;background:red;animation:in 1s "
               "linear forwards}</style><div></div>");
    hob_test_steps(&game, 30);
    assert_true(hob_piece_show(game.world, HOB_STR("p"), HOB_SCOPE_SCENE));
    hob_test_steps(&game, 3);
    draw();
    expect_box(0, 5, 0, 10, 4); /* 50 ms */
    assert_int_equal(box(0)->color[3], 13);
    draw();
    expect_box(0, 5, 0, 10, 4);
    hob_test_steps(&game, 3);
    draw();
    expect_box(0, 10, 0, 10, 4);
    hob_test_steps(&game, 60);
    draw();
    expect_box(0, 100, 0, 10, 4);
}

static void animation__alternates_for_ever_and_unknown_ones_stand_still(void **state) {
    (void)state;
    open_piece(
        "<style>@keyframes a{50%{transform:translateY(10px)}}.a{animation:a 0.5s linear "
        "infinite alternate}.b{animation:none-such 1s}.c{animation:a nonsense}div{width:10px;"
        "height:4px;background:red}</style><div class=a></div><div class=b></div><div "
        "class=c></div>");
    assert_true(hob_piece_show(game.world, HOB_STR("p"), HOB_SCOPE_SCENE));
    hob_test_steps(&game, 15);
    draw();
    expect_box(0, 0, 10, 10, 4);
    hob_test_steps(&game, 15);
    draw();
    expect_box(0, 0, 0, 10, 4);
    hob_test_steps(&game, 15);
    draw();
    expect_box(0, 0, 10, 10, 4);
    expect_box(1, 0, 4, 10, 4);
    expect_box(2, 0, 8, 10, 4);
}

/* ---- the pointer ---- */

static void pointer__finds_the_topmost_element_with_an_id(void **state) {
    (void)state;
    hob_str piece, element;
    show("<button id=go "
         "style='position:absolute;left:10px;top:10px;width:40px;height:20px'></button>"
         "<div id=still style='height:90px'></div>"
         "<div id=over style='pointer-events:auto;position:absolute;left:40px;top:10px;width:40px;"
         "height:20px'></div>");
    assert_true(hob_frame_piece_at(frame, 15, 15, &piece, &element));
    assert_true(hob_str_is(piece, "p") && hob_str_is(element, "go"));
    assert_true(hob_frame_piece_at(frame, 45, 15, &piece, &element));
    assert_true(hob_str_is(element, "over"));
    assert_false(hob_frame_piece_at(frame, 15, 60, &piece, &element));
}

static char heard[400];
static void hear(void *user, hob_session_input input) {
    (void)user;
    size_t length = strlen(heard);
    assert_int_equal(input.kind, HOB_INPUT_PIECE);
    snprintf(heard + length, sizeof heard - length, "%.*s.%.*s ", (int)input.element.length,
             input.element.data, (int)input.event.length, input.event.data);
}

static void pointer__presses_of_a_piece_are_its_own(void **state) {
    (void)state;
    hob_piece_pointer pointer = {0};
    show("<button id=a style='width:40px;height:20px'></button><button id=b style='width:40px;"
         "height:20px'></button>");
    heard[0] = '\0';
    const hob_input_kind move = HOB_INPUT_POINTER_MOVE, down = HOB_INPUT_POINTER_DOWN,
                         up = HOB_INPUT_POINTER_UP;
    const struct {
        hob_input_kind kind;
        double x;
        bool taken;
    } inputs[] = {{move, 10, false}, {down, 10, true}, {up, 10, true},     {down, 10, true},
                  {move, 50, false}, {up, 50, true},   {down, 150, false}, {up, 150, false}};
    for (size_t i = 0; i < HOB_COUNT(inputs); i++) {
        assert_int_equal(
            hob_piece_pointer_at(&pointer, frame, inputs[i].kind, inputs[i].x, 10, hear, NULL),
            inputs[i].taken);
    }
    assert_string_equal(heard, "a.enter a.press a.release a.click a.press a.exit b.enter b.release "
                               "b.exit ");
}

/* ---- whatever an author writes ---- */

static void malformed__is_drawn_as_far_as_it_goes(void **state) {
    (void)state;
    static char deep[8000] = "";
    const char *const sources[] = {
        "",
        "<",
        "<div",
        "<style>",
        "<style>a{b",
        "<style>}{}}a{:;;}</style><p>x",
        "</p></div>x",
        "<div style='width:calc(((((((((((((((((((1px)))))))))))))))))))'>x</div>",
        "<style>@keyframes{}@keyframes x{{}}}p{animation:x 1s}</style><p>x",
        "<style>@keyframes x{0%,{opacity:2}200%{a:b}}p{animation:x 1s x 2s 3s -4}</style><p>x",
        "<style>* * * * * * * * * * * p{color:red}</style><p>x",
        "<div style='width:1e999px;height:-5px;border-radius:-3px;opacity:nan'>x</div>",
        "<style>:root{--a:var(--b);--b:var(--a)} p{width:var(--a)}</style><p>x",
        deep};
    for (int i = 0; i < 400; i++) {
        strcat(deep, i % 2 == 0 ? "<div style='display:flex'>" : "<b>");
    }
    for (size_t i = 0; i < HOB_COUNT(sources); i++) {
        show(sources[i]);
        for (uint32_t q = 0; q < canvas.quad_count; q++) {
            for (int k = 0; k < 4; k++) {
                assert_true(isfinite(canvas.quads[q].corner[k][0]) &&
                            isfinite(canvas.quads[q].corner[k][1]));
            }
        }
        close_game(NULL);
    }
}

/* ---- as a picture ---- */

static const char menu[] =
    "<style>"
    ".panel{position:absolute;left:50%;top:50%;transform:translate(-50%,-50%);width:170px;"
    "padding:12px;background:#1d2b53ee;border:3px solid #ffec27;border-radius:14px;display:flex;"
    "flex-direction:column;gap:6px}"
    "h1{color:#ffec27;text-align:center;font-size:20px}"
    ".item{padding:5px;border-radius:8px;background:rgba(255,255,255,0.1);border:1px solid white;"
    "text-align:center;font-size:13px}"
    ".cut{overflow:hidden;height:16px;background:#333;border-bottom:2px solid red;font-size:12px}"
    ".row{display:flex;justify-content:space-between;align-items:center;font-size:12px}"
    ".dot{width:18px;height:18px;border-radius:5px;background:tomato;transform:rotate(30deg)}"
    ".pic{width:30px;height:18px;border-radius:8px;background:url(Checks);background-size:cover}"
    "p{opacity:0.5;font-size:11px} b{color:skyblue}"
    "</style>"
    "<div class=panel><h1>Menu {{n}}</h1><div class=item>Play</div><button class=item>Quit</button>"
    "<p>A paragraph of <b>bold words</b> that wraps, at half opacity.</p>"
    "<div class=cut>This is cut<br>not seen</div>"
    "<div class=row><span>left</span><div class=dot></div><div class=pic></div><span>right</span>"
    "</div></div>";

static void golden__boxes_borders_pictures_clips_and_text(void **state) {
    (void)state;
    static const char checks[] =
        "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><rect width='8' height='8' "
        "fill='#ff77a8'/><rect width='4' height='4' fill='#29adff'/><rect x='4' y='4' width='4' "
        "height='4' fill='#29adff'/></svg>";
    const hob_test_file files[] = {
        {"ui/p.html", menu},
        {"assets/checks.svg", checks},
        {"assets.json", "{\"formatVersion\":1,\"assets\":[{\"id\":\"ast_c\",\"name\":\"Checks\","
                        "\"type\":\"sprite\",\"path\":\"assets/checks.svg\"}]}"},
        {NULL, NULL}};
    hob_test_game_open(&game,
                       "\"settings\":{\"width\":320,\"height\":240},\"gameState\":{\"n\":{\"type\":"
                       "\"number\",\"initial\":3}}",
                       "{\"id\":\"ent_e\",\"name\":\"E\",\"components\":{}}", files, NULL, 1);
    assert_true(hob_piece_show(game.world, HOB_STR("p"), HOB_SCOPE_SCENE));
    hob_test_steps(&game, 1);
    hob_test_golden(game.session, "pieces", 320, 240, false);
    hob_test_game_close(&game);
}

#define CASE(name) cmocka_unit_test_teardown(name, close_game)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(block__fills_the_width_and_stacks),
        CASE(absolute__by_its_sides_and_moved_by_its_own_size),
        CASE(row__shares_out_what_is_left_and_centers),
        CASE(column__stretches_across),
        CASE(round_box_and_border__are_shapes_of_the_one_format),
        CASE(overflow__cuts_off_and_is_taken_back),
        CASE(opacity__of_a_box_with_children_is_one_group),
        CASE(z_index__drawn_later),
        CASE(cascade__weight_then_order_then_own_style),
        CASE(variables__of_states_sheets_and_with_sums),
        CASE(ui01_text__shows_the_state_and_follows_it),
        CASE(text__never_becomes_markup_and_wraps),
        CASE(text_align__moves_lines),
        CASE(anc05_anchored__at_the_entity_below_those_on_the_screen),
        CASE(anc10_animation__by_game_time_from_the_mount),
        CASE(animation__alternates_for_ever_and_unknown_ones_stand_still),
        CASE(pointer__finds_the_topmost_element_with_an_id),
        CASE(pointer__presses_of_a_piece_are_its_own),
        CASE(malformed__is_drawn_as_far_as_it_goes),
        cmocka_unit_test(golden__boxes_borders_pictures_clips_and_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
