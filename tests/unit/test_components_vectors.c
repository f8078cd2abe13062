/* The test vectors of spec easings-and-constants 6 that belong to components and the view, to the
 * last digit. */
#include "components/particle_emitter.h"
#include "components/physics_body.h"
#include "support/game.h"
#include "support/testing.h"

#include <math.h>

static void expect(double seen, double wanted, const char *what, int step) {
    if (seen != wanted) {
        fail_msg("step %d: %s is %.17g, wanted %.17g", step, what, seen, wanted);
    }
}

#define AT(x, y)  "\"Transform\":{\"position\":{\"x\":" #x ",\"y\":" #y "}}"
#define BOX(w, h) "\"Collider\":{\"width\":" #w ",\"height\":" #h "}"
#define STATIC    "\"PhysicsBody\":{\"bodyType\":\"static\"}"

/* ---- controllers ---- */

typedef struct motion {
    int step;
    double x, y, vx, vy;
} motion;

static void check_motion(hob_test_game *game, const motion *row) {
    const hob_entity_data *e = hob_test_entity(game, "P");
    const hob_physics_body *body = hob_test_component(game, "P", "PhysicsBody");
    expect(e->transform->position.x, row->x, "x", row->step);
    expect(e->transform->position.y, row->y, "y", row->step);
    expect(body->velocity.x, row->vx, "vx", row->step);
    expect(body->velocity.y, row->vy, "vy", row->step);
}

#define AND ","

static const char platformer_scene[] =
    "{\"id\":\"ent_p\",\"name\":\"P\",\"components\":{" AT(0, 84) AND BOX(16, 16) AND
    "\"PhysicsBody\":{}" AND
    "\"CharacterController\":{\"mode\":\"platformer\",\"speed\":120,\"jumpHeight\":48,"
    "\"acceleration\":600,\"drag\":1200,\"airControl\":0.5,\"coyoteFrames\":6,"
    "\"jumpBufferFrames\":4,\"maxFallSpeed\":400}}},"
    "{\"id\":\"ent_g\",\"name\":\"Ground\",\"components\":{" AT(0, 104) AND BOX(600, 24) AND STATIC
    "}}";

static void platformer(const char *rules) {
    static const motion rows[] = {
        {0, 0.08333333333333333, 84, 5, 0},
        {1, 0.3333333333333333, 84, 15, 0},
        {4, 2.0833333333333335, 84, 45, 0},
        {5, 3, 79.16014501884067, 55, -290.3912988695597},
        {6, 4, 74.59251225990356, 60, -274.0579655362264},
        {22, 20, 38.53261033913208, 60, -12.72463220289304},
        {23, 21, 38.59275535797275, 60, 3.6087011304402914},
        {30, 27.666666666666668, 46.635992712079684, 40, 117.9420344637736},
        {45, 28, 84, 0, 0},
        {60, 28, 84, 0, 0},
    };
    hob_test_game game;
    hob_test_game_open(&game, rules, platformer_scene, NULL, NULL, 0);
    size_t row = 0;
    for (int step = 0; step <= 60; step++) {
        if (step == 0) {
            hob_test_action(&game, "right", true);
        }
        if (step == 5) {
            hob_test_action(&game, "jump", true);
        }
        if (step == 30) {
            hob_test_action(&game, "right", false);
        }
        hob_test_steps(&game, 1);
        if (rows[row].step == step) {
            check_motion(&game, &rows[row++]);
        }
        assert_int_equal(hob_event_count_of(game.world, HOB_STR("jumped")), step >= 5 ? 1 : 0);
    }
    assert_int_equal(row, HOB_COUNT(rows));
    hob_test_game_close(&game);
}

static void vector_6_9_platformer__motion_of_hearth(void **state) {
    (void)state;
    platformer(HOB_TEST_HEARTH_RULES);
}

static void vector_6_9_platformer_under_hobs_rules__the_same(void **state) {
    (void)state;
    platformer("");
}

static void v610_top_down__motion_of_hearth(void **state) {
    (void)state;
    static const motion rows[] = {
        {0, 0.25, 0.25, 15, 15},
        {1, 0.75, 0.75, 30, 30},
        {8, 11.121320343559642, 11.121320343559642, 127.27922061357854, 127.27922061357854},
        {19, 34.45584412271571, 34.45584412271571, 127.27922061357854, 127.27922061357854},
        {20, 36.410497799608684, 36.410497799608684, 117.27922061357854, 117.27922061357854},
        {30, 46.79036790187178, 46.79036790187178, 17.279220613578545, 17.279220613578545},
        {39, 46.91168824543143, 46.91168824543143, 0, 0},
    };
    hob_test_game game;
    hob_test_game_open(&game, HOB_TEST_HEARTH_RULES,
                       "{\"id\":\"ent_p\",\"name\":\"P\",\"components\":{"
                       "\"PhysicsBody\":{\"bodyType\":\"kinematic\"},"
                       "\"CharacterController\":{\"acceleration\":900,\"drag\":600}}}",
                       NULL, NULL, 0);
    hob_test_action(&game, "right", true);
    hob_test_action(&game, "down", true);
    size_t row = 0;
    for (int step = 0; step < 40; step++) {
        if (step == 20) {
            hob_test_action(&game, "right", false);
            hob_test_action(&game, "down", false);
        }
        hob_test_steps(&game, 1);
        if (rows[row].step == step) {
            check_motion(&game, &rows[row++]);
        }
    }
    assert_int_equal(row, HOB_COUNT(rows));
    hob_test_game_close(&game);
}

/* Steps after which a press gave a jump; -1 = none within ten steps. `ground_until`: the ground is
 * taken away before that step. */
static int coyote_jump(int press_at) {
    hob_test_game game;
    hob_test_game_open(&game, HOB_TEST_HEARTH_RULES,
                       "{\"id\":\"ent_p\",\"name\":\"P\",\"components\":{" AT(0, 84) AND BOX(16, 16)
                           AND "\"PhysicsBody\":{},"
                               "\"CharacterController\":{\"mode\":\"platformer\",\"jumpHeight\":48,"
                               "\"coyoteFrames\":3}}},"
                               "{\"id\":\"ent_g\",\"name\":\"Ground\",\"components\":{" AT(0, 104)
                                   AND BOX(600, 24) AND STATIC "}}",
                       NULL, NULL, 0);
    hob_test_steps(&game, 5);
    hob_entity_destroy(game.world, hob_test_entity(&game, "Ground")->self, HOB_CHILDREN_BY_RULE);
    int jumped = -1;
    for (int step = 0; step < 10 && jumped < 0; step++) {
        if (step == press_at) {
            hob_test_action(&game, "jump", true);
        }
        hob_test_steps(&game, 1);
        jumped = hob_event_count_of(game.world, HOB_STR("jumped")) > 0 ? step : -1;
    }
    hob_test_game_close(&game);
    return jumped;
}

static void v611_coyote_3__presses_at_steps_1_to_3_jump_at_once(void **state) {
    (void)state;
    for (int press = 0; press <= 5; press++) {
        int jumped = coyote_jump(press);
        assert_int_equal(jumped, press <= 3 ? press : -1);
    }
}

/* A fall whose first contact is in step 16: the buffer of a press lasts 4 steps. */
static int buffer_jump(int press_at) {
    hob_test_game game;
    hob_test_game_open(&game, HOB_TEST_HEARTH_RULES,
                       "{\"id\":\"ent_p\",\"name\":\"P\",\"components\":{" AT(0, 0) AND BOX(16, 16)
                           AND "\"PhysicsBody\":{},"
                               "\"CharacterController\":{\"mode\":\"platformer\",\"jumpHeight\":48,"
                               "\"jumpBufferFrames\":4}}},"
                               "{\"id\":\"ent_g\",\"name\":\"Ground\",\"components\":{" AT(0, 61)
                                   AND BOX(600, 24) AND STATIC "}}",
                       NULL, NULL, 0);
    int jumped = -1, contact = -1;
    for (int step = 0; step < 30; step++) {
        if (step == press_at) {
            hob_test_action(&game, "jump", true);
        }
        hob_test_steps(&game, 1);
        bool grounded = hob_contacts_grounded(game.world, hob_test_entity(&game, "P")->self);
        contact = contact < 0 && grounded ? step : contact;
        jumped =
            jumped < 0 && hob_event_count_of(game.world, HOB_STR("jumped")) > 0 ? step : jumped;
    }
    hob_test_game_close(&game);
    assert_int_equal(contact, 16);
    return jumped;
}

static void v611_buffer_4__presses_at_13_to_15_jump_at_17(void **state) {
    (void)state;
    assert_int_equal(buffer_jump(12), -1);
    assert_int_equal(buffer_jump(13), 17);
    assert_int_equal(buffer_jump(14), 17);
    assert_int_equal(buffer_jump(15), 17);
}

/* ---- particles ---- */

static void v613_cone__particles_of_hearth(void **state) {
    (void)state;
    static const struct {
        int steps;
        int count;
        double x, y, age;
    } rows[] = {
        {1, 2, 9.184420550528115, 18.56040757171384, 0.016666666666666666},
        {2, 2, 8.36884110105623, 17.134704032316566, 0.03333333333333333},
        {6, 2, 5.106523303168689, 11.57077876361637, 0.09999999999999999},
        {7, 3, 4.290943853696804, 10.214519668663543, 0.11666666666666665},
        {13, 4, -0.6025328431345063, 2.3686317656132454, 0.21666666666666665},
    };
    hob_test_game game;
    hob_test_game_open(&game, HOB_TEST_HEARTH_RULES,
                       "{\"id\":\"ent_e\",\"name\":\"E\",\"components\":{" AT(10, 20) AND
                       "\"ParticleEmitter\":{\"seed\":7,\"direction\":-90,\"burst\":2,"
                       "\"gravity\":{\"x\":0,\"y\":50}}}}",
                       NULL, NULL, 0);
    const hob_particle_emitter *e = hob_test_component(&game, "E", "ParticleEmitter");
    int done = 0;
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_test_steps(&game, rows[i].steps - done);
        done = rows[i].steps;
        assert_int_equal(e->active, rows[i].count);
        uint32_t first = e->particles.first;
        expect(e->particles.x[first], rows[i].x, "x", done);
        expect(e->particles.y[first], rows[i].y, "y", done);
        expect(e->particles.age[first], rows[i].age, "age", done);
        if (done == 1) {
            expect(e->particles.vx[first], -48.934766968313106, "vx", 1);
            expect(e->particles.vx[first + 1], -44.27974250960853, "vx of the second", 1);
        }
    }
    hob_test_game_close(&game);
}

static void v613_rate_10__spawns_in_steps_7_13_19(void **state) {
    (void)state;
    static const int spawns[] = {7, 13, 19, 25, 31, 37, 43, 49, 55};
    hob_test_game game;
    hob_test_game_open(&game, HOB_TEST_HEARTH_RULES,
                       "{\"id\":\"ent_e\",\"name\":\"E\",\"components\":{"
                       "\"ParticleEmitter\":{\"rate\":10,\"lifetime\":100}}}",
                       NULL, NULL, 0);
    const hob_particle_emitter *e = hob_test_component(&game, "E", "ParticleEmitter");
    size_t made = 0;
    for (int step = 1; step <= 60; step++) {
        hob_test_steps(&game, 1);
        made += made < HOB_COUNT(spawns) && spawns[made] == step ? 1 : 0;
        assert_int_equal(e->active, made);
    }
    hob_test_game_close(&game);
}

/* ---- camera effects ---- */

static void v612_effects__values_of_hearth(void **state) {
    (void)state;
    static const struct {
        double x, y;
        const char *color;
        double alpha, zoom;
    } rows[] = {
        {2.530332145591577, 3.6365769772479934, "#ff0000", 0.8333333333333334, 1.4166666666666667},
        {-2.9891945570707326, 1.313907437026501, "#ff0000", 0.6666666666666667, 1.3333333333333335},
        {-3.31890239007771, 0.7373195216059685, "#ff0000", 0.5, 1.25},
        {1.1738786436617377, -0.22344419981042546, "#ff0000", 0.7777777777777777,
         1.1666666666666667},
        {1.0816573339203999, -0.7215227403988445, "#ff0000", 0.9444444444444444,
         1.0833333333333335},
        {4.971372901867397e-16, 4.2741421526153935e-16, "#ff0000", 1, 1},
        {0, -0.0, "#000000", 1, 1},
        {0, 0, "#000000", 1, 1},
    };
    hob_test_game game;
    hob_test_game_open(&game, HOB_TEST_HEARTH_RULES, "", NULL, NULL, 0);
    hob_view_shake(game.world, 8, 0.1, 5);
    hob_view_flash(game.world, HOB_STR("#ff0000"), 0.1);
    hob_view_fade(game.world, 1, 0.1, HOB_STR("#000000"), true, NULL, HOB_VALUE_ABSENT);
    hob_view_zoom_punch(game.world, 1.5, 0.1);
    for (int step = 0; step < (int)HOB_COUNT(rows); step++) {
        hob_test_steps(&game, 1);
        const hob_view *view = &game.world->view;
        expect(view->shake_x, rows[step].x, "shake x", step);
        expect(view->shake_y, rows[step].y, "shake y", step);
        assert_int_equal(signbit(view->shake_y) != 0, signbit(rows[step].y) != 0);
        expect(hob_view_overlay_alpha(game.world), rows[step].alpha, "overlay", step);
        assert_true(hob_str_is(hob_view_overlay_color(game.world), rows[step].color));
        expect(view->zoom_factor, rows[step].zoom, "zoom", step);
    }
    assert_int_equal(hob_session_records(game.session)->effect_count, 4);
    hob_test_game_close(&game);
}

static void v2_implicit_shakes__seeds_of_the_effects_stream(void **state) {
    (void)state;
    static const uint32_t seeds[] = {572152369, 708123, 479473028};
    hob_test_game game;
    hob_test_game_open(&game, "", "", NULL, NULL, 0);
    for (size_t i = 0; i < HOB_COUNT(seeds); i++) {
        hob_view_shake(game.world, 1, 10, (double)NAN);
        const hob_view *view = &game.world->view;
        assert_int_equal(view->effects[view->count - 1].random.state, seeds[i]);
    }
    hob_test_game_close(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_6_9_platformer__motion_of_hearth),
        cmocka_unit_test(vector_6_9_platformer_under_hobs_rules__the_same),
        cmocka_unit_test(v610_top_down__motion_of_hearth),
        cmocka_unit_test(v611_coyote_3__presses_at_steps_1_to_3_jump_at_once),
        cmocka_unit_test(v611_buffer_4__presses_at_13_to_15_jump_at_17),
        cmocka_unit_test(v613_cone__particles_of_hearth),
        cmocka_unit_test(v613_rate_10__spawns_in_steps_7_13_19),
        cmocka_unit_test(v612_effects__values_of_hearth),
        cmocka_unit_test(v2_implicit_shakes__seeds_of_the_effects_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
