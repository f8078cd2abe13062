/* Pictures between two steps: what is blended, what is not, and that the game does not notice (spec
 * step 10.2). 60 steps a second: 600 px/s are 10 px a step. */
#include "components/respawn.h"
#include "render/frame.h"
#include "render/motion.h"
#include "support/quotes.h"
#include "support/testing.h"

#include <math.h>
#include <string.h>

static hob_test_game game;
static hob_pictures *pictures;
static hob_fonts *fonts;
static hob_frame *frame;
static hob_motion *motion;
static hob_canvas canvas;

#define MOVER(id, x, y, more)                                                                      \
    "{'id':'ent_" id "','name':'" id "','components':{'Transform':{'position':{'x':" #x ",'y':" #y \
    "}},'Velocity':{'velocity':{'x':600,'y':0}},'SpriteRenderer':{'width':10,"                     \
    "'height':10}" more "}}"

static void open_game(const char *entities) {
    hob_test_quoted_open(&game, "'settings':{'width':400,'height':300}", entities, NULL);
    const hob_allocator *a = hob_heap_allocator();
    pictures = hob_pictures_create(a, game.project, NULL, NULL);
    fonts = hob_fonts_create(a, game.project, NULL, NULL);
    frame = hob_frame_create(a, pictures, fonts);
    motion = hob_motion_create(a);
    hob_canvas_init(&canvas, a);
}

static int close_game(void **state) {
    (void)state;
    hob_canvas_done(&canvas);
    hob_motion_destroy(motion);
    hob_frame_destroy(frame);
    hob_fonts_destroy(fonts);
    hob_pictures_destroy(pictures);
    hob_test_game_close(&game);
    return 0;
}

static void step(void) {
    hob_motion_note(motion, game.world);
    hob_test_steps(&game, 1);
}

static void draw(double blend) {
    const hob_frame_options options = {
        .width = 400, .height = 300, .motion = motion, .blend = blend};
    uint8_t background[4];
    hob_frame_build(frame, game.world, &options, &canvas, background);
}

/* Middle of the n-th quad. */
static void expect_at(uint32_t n, double x) {
    assert_true(n < canvas.quad_count);
    const hob_quad *q = &canvas.quads[n];
    double seen = (double)(q->corner[0][0] + q->corner[2][0]) / 2;
    if (fabs(seen - x) > 0.001) {
        fail_msg("quad %u is at %g, not %g", (unsigned)n, seen, x);
    }
}

static hob_entity_data *entity(const char *name) {
    return hob_test_entity(&game, name);
}

static void moving__drawn_between_the_last_two_steps(void **state) {
    (void)state;
    open_game(MOVER("a", 100, 50, ""));
    step();
    draw(0);
    expect_at(0, 100);
    draw(0.25);
    expect_at(0, 102.5);
    draw(1);
    expect_at(0, 110);
    step();
    draw(0.5);
    expect_at(0, 115);
}

static void turning_and_growing__the_short_way(void **state) {
    (void)state;
    open_game(MOVER("a", 100, 50, ""));
    hob_transform *t = entity("a")->transform;
    t->rotation = 350;
    hob_motion_note(motion, game.world);
    hob_test_steps(&game, 1);
    t->rotation = 10;
    t->scale.x = 3;
    hob_motion_place at = hob_motion_at(motion, game.world, entity("a"), 0.5);
    assert_true(at.place.rotation == 360 && at.place.scale.x == 2);
}

static void new_reparented_placed_or_far__drawn_where_it_is(void **state) {
    (void)state;
    open_game(MOVER("a", 100, 50, "") "," MOVER("b", 100, 60,
                                                ",'Respawn':{'point':{'x':180,'y':60}"
                                                "}") "," MOVER("c", 100, 70, "") "," MOVER("d", 100,
                                                                                           80, ""));
    hob_motion_note(motion, game.world);
    hob_test_steps(&game, 1);
    assert_int_equal(hob_respawn_entity(game.world, entity("b"), NULL), HOB_OK);
    entity("c")->transform->position.x += 101;
    assert_int_equal(hob_entity_set_parent(game.world, entity("d"), entity("a")->self, true, NULL),
                     HOB_OK);
    (void)hob_test_spawn_quoted(&game, MOVER("e", 30, 90, ""));
    draw(0.5);
    expect_at(0, 105);
    expect_at(1, 180);
    expect_at(2, 211);
    expect_at(3, 110);
    expect_at(4, 30);
}

static void child_of_a_placed_parent__is_not_blended(void **state) {
    (void)state;
    open_game(MOVER("a", 100, 50, "") ",{'id':'ent_k','name':'k','parentId':'ent_a','components':{"
                                      "'Transform':{'position':{'x':0,'y':20}},'SpriteRenderer':{"
                                      "'width':10,'height':10}}}");
    hob_test_steps(&game, 1);
    step();
    draw(0.5);
    expect_at(1, 115);
    hob_entity_placed(entity("a"));
    draw(0.5);
    expect_at(1, 120);
}

static void wrapped__does_not_fly_back_over_the_screen(void **state) {
    (void)state;
    open_game(MOVER("a", 395, 50, ",'ScreenWrap':{'width':400,'height':300}"));
    step();
    double x = entity("a")->transform->position.x;
    assert_true(x < 100);
    draw(0.5);
    expect_at(0, x);
}

static void camera__blends_with_what_it_follows(void **state) {
    (void)state;
    open_game(MOVER("a", 100, 50, "") ",{'id':'ent_c','name':'C','parentId':'ent_a','components':{"
                                      "'Transform':{},'Camera':{}}}");
    hob_test_steps(&game, 1);
    step();
    draw(0.3);
    expect_at(0, 200);
}

static void missed_step_or_no_copy__drawn_where_it_is(void **state) {
    (void)state;
    open_game(MOVER("a", 100, 50, ""));
    draw(0.5);
    expect_at(0, 100);
    step();
    hob_test_steps(&game, 1);
    draw(0.5);
    expect_at(0, 120);
    step();
    hob_motion_forget(motion);
    draw(0.5);
    expect_at(0, 130);
}

static uint64_t hash_of(bool smooth) {
    hob_state_hash hash;
    open_game(MOVER("a", 100, 50, ",'ScreenWrap':{'width':400,'height':300}"));
    for (int i = 0; i < 60; i++) {
        if (smooth) {
            hob_motion_note(motion, game.world);
        }
        hob_test_steps(&game, 1);
        if (smooth) {
            draw(0.5);
        }
    }
    hob_session_hash(game.session, false, &hash);
    close_game(NULL);
    return hash.all;
}

static void state__has_the_same_hash_with_and_without(void **state) {
    (void)state;
    uint64_t plain = hash_of(false);
    assert_true(plain == hash_of(true));
}

#define CASE(name) cmocka_unit_test_teardown(name, close_game)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(moving__drawn_between_the_last_two_steps),
        CASE(turning_and_growing__the_short_way),
        CASE(new_reparented_placed_or_far__drawn_where_it_is),
        CASE(child_of_a_placed_parent__is_not_blended),
        CASE(wrapped__does_not_fly_back_over_the_screen),
        CASE(camera__blends_with_what_it_follows),
        CASE(missed_step_or_no_copy__drawn_where_it_is),
        cmocka_unit_test(state__has_the_same_hash_with_and_without),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
