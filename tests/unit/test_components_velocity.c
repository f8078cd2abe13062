/* Velocity (spec rgame 6.7: VE; waica 10.20: DYN, 1 unit = 1 px, y mirrored). */
#include "components/velocity.h"
#include "support/movers.h"
#include "support/testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hob_velocity *velocity(const char *name) {
    return hob_movers_component(name, "Velocity");
}

static void ve01_speed_and_spin__of_one_long_step(void **state) {
    (void)state;
    hob_movers_open(1, "{'id':'ent_a','name':'A','components':{'Transform':{'position':{'x':10,'y':"
                       "20},'rotation':1},'Velocity':{'velocity':{'x':10,'y':-6},'spin':4}}},{'id':"
                       "'ent_b','name':'B','components':{'Velocity':{}}}"); /* dt 2 of (5, -3), 2 */
    hob_movers_steps(1);
    EXPECT_AT("A", 20, 14);
    assert_true(hob_movers_entity("A")->transform->rotation == 5);
    EXPECT_AT("B", 0, 0);
}

static void ve02_wall__holds_the_place_not_the_speed_nor_the_spin(void **state) {
    (void)state;
    hob_movers_open(
        2, "{'id':'ent_a','name':'A','components':{" AT(13, 0) "," BOX16(
               "a") ",'Velocity':{'velocity':{'x':60},'spin':2,'blockedBy':['wall']}}},{'id':"
                    "'ent_w','name':'W','components':{" AT(30, 0) "," BOX16("wall") "}}");
    hob_movers_steps(2);
    EXPECT_AT("A", 14.0, 0);
    assert_true(velocity("A")->velocity.x == 60);
    assert_true(hob_movers_entity("A")->transform->rotation == 2);
}

typedef struct turns {
    int count;
    bool leftwards[10];
} turns;
static void bounce(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    turns *t = user;
    (void)world;
    (void)count;
    if (!hob_str_is(hob_value_str(args[1]), "y")) {
        hob_velocity *v = velocity("A");
        v->velocity.x = -v->velocity.x;
        t->leftwards[t->count++ % 10] = v->velocity.x < 0;
    }
}

static void ve03_bouncing__between_two_walls(void **state) {
    (void)state;
    turns t = {.count = 0};
    hob_movers_open(
        60, "{'id':'ent_a','name':'A','components':{" AT(100, 0) "," BOX16(
                "a") ",'Velocity':{'velocity':{'x':120,'y':30},'blockedBy':['wall']}}},{'id':'ent_"
                     "l','name':"
                     "'L','components':{" AT(50, -200) "," BOX(
                         16, 800, 8, 400, "wall") "}},{'id':'ent_r','name':"
                                                  "'R','components':{" AT(200, -200) "," BOX(
                                                      16, 800, 8, 400, "wall") "}}");
    hob_signals_on_native(hob_movers.game.world, hob_movers_entity("A")->self,
                          HOB_STR("Velocity.blocked"), bounce, &t);
    for (int i = 0; i < 300; i++) {
        hob_movers_steps(1);
        double x = hob_movers_place("A")->x;
        assert_true(x >= 66 && x <= 184);
    }
    assert_int_equal(t.count, 5);
    static const bool wanted[] = {true, false, true, false, true}; /* first to the left */
    for (size_t i = 0; i < HOB_COUNT(wanted); i++) {
        assert_int_equal(t.leftwards[i], wanted[i]);
    }
    assert_true(velocity("A")->velocity.y == 30);
}

static void ve04_two_that_close__end_side_by_side(void **state) {
    (void)state;
    hob_movers_open(
        60, "{'id':'ent_a','name':'A','components':{" AT(100, 0) "," BOX16(
                "m") ",'Velocity':{'velocity':{'x':120},'blockedBy':['m']}}},{'id':'ent_b','name':"
                     "'B','components':{" AT(144, 0) "," BOX16(
                         "m") ",'Velocity':{'velocity':{'x':-120},'blockedBy':['m']}}}");
    hob_movers_listen("A", "Velocity");
    hob_movers_listen("B", "Velocity");
    hob_movers_steps(60);
    EXPECT_NEAR(hob_movers_place("B")->x - hob_movers_place("A")->x, 16, 1e-9);
    hob_movers_expect("+m/B x +m/A x ");
}

static void zero_on_block__of_the_axis_that_was_stopped(void **state) {
    (void)state;
    hob_movers_open(
        1, "{'id':'ent_a','name':'A','components':{" AT(0, 0) "," BOX16(
               "a") ",'Velocity':{'velocity':{'x':20,'y':7},'zeroOnBlock':true,'blockedBy':['*']"
                    "}}},{'id':'ent_w','name':'W','components':{" AT(30, -100) "," BOX(
                        16, 400, 8, 200, "wall") "}}");
    hob_movers_steps(1);
    EXPECT_AT("A", 14, 7);
    assert_true(velocity("A")->velocity.x == 0 && velocity("A")->velocity.y == 7);
}

/* ---- DynamicBody of Waica ---- */

#define DYNAMIC(x, y, vx, vy, collider)                                                            \
    "{'id':'ent_a','name':'A','components':{'Transform':{'position':{'x':" #x ",'y':" #y           \
    "}},'Collider#body':{'kind':'none'," collider "},'Velocity':{'velocity':{'x':" #vx ",'y':" #vy \
    "},'zeroOnBlock':true,'recover':true,'solve':'bisect','blockedBy':['*']}}}"
#define UNIT "'width':1,'height':1"
#define SOLID(name, x, y, w, h)                                                                  \
    ",{'id':'ent_@','name':'" name "','components':{'Transform':{'position':{'x':" #x ",'y':" #y \
    "}},'Collider':{'width':" #w ",'height':" #h "}}}"

static void dyn01_free__goes_the_whole_way(void **state) {
    (void)state;
    hob_movers_open(4, DYNAMIC(0, 0, 3, 4, UNIT)); /* (3, -4) with y up */
    hob_movers_steps(1);
    EXPECT_AT("A", 0.75, 1);
}

static bool overlaps(double ax, double ay, double bx, double by, double w, double h) {
    return fabs(ax - bx) < (1 + w) / 2 && fabs(ay - by) < (1 + h) / 2;
}

static void dyn02_four_faces__stop_near_never_inside(void **state) {
    (void)state;
    hob_movers_open(5, DYNAMIC(-2, 0, 10, -2, UNIT) SOLID("S", 0, 0, 1, 4));
    hob_movers_steps(1);
    EXPECT_NEAR(hob_movers_place("A")->x, -1, 1e-3);
    EXPECT_NEAR(hob_movers_place("A")->y, -0.4, 1e-9);
    assert_true(velocity("A")->velocity.x == 0 && velocity("A")->velocity.y == -2);
    assert_false(overlaps(hob_movers_place("A")->x, hob_movers_place("A")->y, 0, 0, 1, 4));
    hob_movers_open(5, DYNAMIC(2, 0, -10, 2, UNIT) SOLID("S", 0, 0, 1, 4));
    hob_movers_steps(1);
    EXPECT_NEAR(hob_movers_place("A")->x, 1, 1e-3);
    assert_true(velocity("A")->velocity.x == 0 && velocity("A")->velocity.y == 2);
    assert_false(overlaps(hob_movers_place("A")->x, hob_movers_place("A")->y, 0, 0, 1, 4));
    hob_movers_open(5, DYNAMIC(0, -2, 2, 10, UNIT) SOLID("S", 0, 0, 4, 1));
    hob_movers_steps(1);
    EXPECT_NEAR(hob_movers_place("A")->y, -1, 1e-3);
    assert_true(velocity("A")->velocity.x == 2 && velocity("A")->velocity.y == 0);
    hob_movers_open(5, DYNAMIC(0, 2, -2, -10, UNIT) SOLID("S", 0, 0, 4, 1));
    hob_movers_steps(1);
    EXPECT_NEAR(hob_movers_place("A")->y, 1, 1e-3);
    assert_true(velocity("A")->velocity.x == -2 && velocity("A")->velocity.y == 0);
}

static void dyn03_thin_wall__is_not_jumped_across(void **state) {
    (void)state;
    hob_movers_open(10, DYNAMIC(0, 0, 100, 0, UNIT) SOLID("S", 5, 0, 0.05, 4));
    hob_movers_steps(1);
    EXPECT_NEAR(hob_movers_place("A")->x, 4.475, 1e-3);
}

static void dyn04_inside__comes_out_the_shortest_way_left_first(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) { /* repeatable */
        hob_movers_open(10, DYNAMIC(0, 0, 0, 0, UNIT) SOLID("S", 0, 0, 1, 1));
        hob_movers_listen("A", "Velocity");
        hob_movers_steps(1);
        EXPECT_NEAR(hob_movers_place("A")->x, -1, 1e-5);
        EXPECT_NEAR(hob_movers_place("A")->y, 0, 0);
        hob_movers_expect("+default/S x ");
        hob_movers_open(10, DYNAMIC(0, 0, 0, 0, UNIT) SOLID("S", 0, 0, 1, 1)
                                SOLID("T", -0.75, 0, 1, 1));
        hob_movers_steps(1);
        EXPECT_NEAR(hob_movers_place("A")->x, 1, 1e-5);
    }
}

/* What onContact of the own scripts hears. */
static char contacts[400];
static hob_status on_contact(hob_world *world, hob_code_slot *slot, const hob_value *args,
                             uint32_t count, hob_error *reterr) {
    (void)slot;
    (void)reterr;
    assert_int_equal(count, 1);
    hob_value normal = hob_value_get(args[0], "normal"), entity = hob_value_get(args[0], "entity");
    hob_value collider = hob_value_get(args[0], "collider");
    hob_entity_data *e = hob_entity_get(world, entity.as.entity);
    size_t length = strlen(contacts);
    snprintf(contacts + length, sizeof contacts - length, "%s.%s %s (%g,%g); ",
             e ? hob_text_cstr(e->name) : "?",
             hob_text_cstr(hob_value_get(collider, "slot").as.text),
             hob_text_cstr(hob_value_get(args[0], "axis").as.text),
             hob_value_get_number(normal, "x", 9), hob_value_get_number(normal, "y", 9));
    return HOB_OK;
}
static const hob_test_native natives[] = {
    {.path = "scripts/n.native", .hooks = {.hooks = {[HOB_HOOK_CONTACT] = on_contact}}},
    {.path = NULL},
};
static hob_test_game game;
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}
static void open_native(int rate, const char *entities) {
    static char text[4000];
    char manifest[80];
    char id = 'b';
    snprintf(text, sizeof text, "%s", entities);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c == '@' ? id++ : *c;
    }
    snprintf(manifest, sizeof manifest, "\"settings\":{\"fixedTimestep\":%d}", rate);
    contacts[0] = '\0';
    hob_test_game_open(&game, manifest, text, NULL, natives, 0);
}
#define HEARD "'Script':{'scriptPath':'scripts/n.native'},"
#define LISTENER(x, y, vx, vy)                                                                    \
    "{'id':'ent_a','name':'A','components':{" HEARD "'Transform':{'position':{'x':" #x ",'y':" #y \
    "}},'Collider#body':{'kind':'none'," UNIT "},'Velocity':{'velocity':{'x':" #vx ",'y':" #vy    \
    "},'zeroOnBlock':true,'recover':true,'solve':'bisect','blockedBy':['*','tiles']}}}"
#define EMPTY_MAP ",{'id':'ent_m','name':'Map','components':{'Tilemap':{'grid':[]}}}"

static void dyn05_two_walls__contacts_tell_axis_and_normal(void **state) {
    (void)state;
    open_native(5, LISTENER(-2, 2, 10, -10) EMPTY_MAP SOLID("V", 0, 2, 1, 10)
                       SOLID("H", -3, 0, 10, 1));
    hob_test_steps(&game, 1);
    assert_string_equal(contacts, "V.Collider x (-1,0); H.Collider y (0,1); ");
}

static void dyn07_two_cells__one_contact_that_names_the_map(void **state) {
    (void)state;
    open_native(
        5,
        LISTENER(
            0, -0.5, 10,
            -4) ",{'id':'ent_m','name':'Map','components':{'Transform':{'position':{'x':2,'y':-2}},"
                "'Tilemap':{'tileSize':1,'grid':['#','#']}}}");
    hob_test_steps(&game, 1);
    hob_vec2 at = hob_test_entity(&game, "A")->transform->position;
    EXPECT_NEAR(at.x, 1.5, 1e-3);
    EXPECT_NEAR(at.y, -1.3, 1e-9);
    assert_string_equal(contacts, "Map.Tilemap x (-1,0); ");
}

static void dyn06_own_shape__not_the_other_colliders(void **state) {
    (void)state;
    hob_movers_open(1, "{'id':'ent_a','name':'A','components':{'Collider':{'width':50,'height':50,"
                       "'kind':'sensor'},'Collider#body':{'kind':'none','width':2,'height':2,"
                       "'offset':{'x':3,'y':0}},'Velocity':{'velocity':{'x':20},'solve':'bisect',"
                       "'blockedBy':['*']}}}" SOLID("S", 10, 0, 2, 2));
    hob_movers_steps(1);
    EXPECT_NEAR(hob_movers_place("A")->x, 5, 1e-2);
    /* a triangle that points right: at the height of its tip it comes nearer than its box would */
    hob_movers_open(
        1, "{'id':'ent_a','name':'A','components':{'Collider':{'kind':'none','shape':'polygon',"
           "'points':[{'x':-4,'y':-4},{'x':4,'y':0},{'x':-4,'y':4}]},'Velocity':{'velocity':{'x':"
           "40},'solve':'bisect','blockedBy':['*']}}}" SOLID("S", 10, 3.5, 2, 1));
    hob_movers_steps(1);
    EXPECT_NEAR(hob_movers_place("A")->x, 11, 0.01); /* its edge at y 3 is 2 left of the centre */
}

int main(void) {
#define TEST(f) cmocka_unit_test_teardown(f, hob_movers_close)
    const struct CMUnitTest tests[] = {
        TEST(ve01_speed_and_spin__of_one_long_step),
        TEST(ve02_wall__holds_the_place_not_the_speed_nor_the_spin),
        TEST(ve03_bouncing__between_two_walls),
        TEST(ve04_two_that_close__end_side_by_side),
        TEST(zero_on_block__of_the_axis_that_was_stopped),
        TEST(dyn01_free__goes_the_whole_way),
        TEST(dyn02_four_faces__stop_near_never_inside),
        TEST(dyn03_thin_wall__is_not_jumped_across),
        TEST(dyn04_inside__comes_out_the_shortest_way_left_first),
        cmocka_unit_test_teardown(dyn05_two_walls__contacts_tell_axis_and_normal, close_game),
        cmocka_unit_test_teardown(dyn07_two_cells__one_contact_that_names_the_map, close_game),
        TEST(dyn06_own_shape__not_the_other_colliders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
