/* PathFollow (spec rgame 6.7: PF). */
#include "components/path_follow.h"
#include "support/movers.h"
#include "support/scripts.h"
#include "support/testing.h"

#include <stdio.h>

static hob_path_follow *follow(void) {
    return hob_movers_component("A", "PathFollow");
}
static hob_component *component(void) {
    return HOB_HEADER(follow());
}
static void open_path(int rate, const char *fields) {
    char text[1000];
    snprintf(text, sizeof text, "{'id':'ent_@','name':'A','components':{'PathFollow':{%s}}}",
             fields);
    hob_movers_open(rate, text);
    hob_movers_listen("A", "PathFollow");
}
#define CORNER "'path':[{'x':0,'y':0},{'x':100,'y':0},{'x':100,'y':100}]"

static void expect_heading(double x, double y) {
    hob_vec2 h = follow()->walk.mover.heading;
    EXPECT_NEAR(h.x, x, 1e-12);
    EXPECT_NEAR(h.y, y, 1e-12);
}

static void pf01_along_the_corners__and_finishes_once(void **state) {
    (void)state;
    open_path(1, "'speed':50," CORNER);
    EXPECT_AT("A", 0, 0);
    hob_movers_steps(1);
    EXPECT_AT("A", 50, 0);
    hob_movers_steps(1);
    EXPECT_AT("A", 100, 0);
    hob_movers_steps(1);
    EXPECT_AT("A", 100, 50);
    hob_movers_expect("");
    hob_movers_steps(7);
    EXPECT_AT("A", 100, 100);
    assert_true(follow()->walk.finished);
    hob_movers_expect("finished ");
    *hob_movers_place("A") = (hob_vec2){3, 4};
    hob_movers_steps(3);
    EXPECT_AT("A", 3, 4);
    hob_movers_expect("");
    open_path(1, "'speed':150," CORNER); /* three seconds at once */
    hob_movers_steps(1);
    EXPECT_AT("A", 100, 50);
    open_path(1, "'speed':500," CORNER);
    hob_movers_steps(1);
    EXPECT_AT("A", 100, 100);
    hob_movers_expect("finished ");
}

static void pf02_restart__begins_anew_and_finishes_again(void **state) {
    (void)state;
    open_path(1, "'speed':500," CORNER);
    hob_movers_steps(1);
    hob_path_restart(hob_movers.game.world, component());
    EXPECT_AT("A", 0, 0);
    assert_false(follow()->walk.finished);
    hob_movers_steps(2);
    hob_movers_expect("finished finished ");
}

static void pf03_heading__of_the_leg_it_is_on(void **state) {
    (void)state;
    open_path(1, "'speed':60," CORNER);
    expect_heading(1, 0);
    hob_movers_steps(2);
    expect_heading(0, 1);
    hob_movers_steps(5);
    expect_heading(0, 0);
    open_path(1, "'path':[{'x':0,'y':0},{'x':30,'y':-40}]");
    expect_heading(0.6, -0.8);
    open_path(1, "'path':[{'x':0,'y':0},{'x':0,'y':0},{'x':9,'y':0}]");
    expect_heading(0, 0);
}

static void pf04_path__comes_and_goes_at_any_time(void **state) {
    (void)state;
    open_path(1, "'speed':10");
    *hob_movers_place("A") = (hob_vec2){7, 8};
    hob_movers_steps(5);
    EXPECT_AT("A", 7, 8);
    expect_heading(0, 0);
    hob_movers_write("A", "PathFollow", "path", "[{'x':1,'y':2},{'x':101,'y':2}]");
    EXPECT_AT("A", 1, 2);
    hob_movers_steps(3);
    EXPECT_AT("A", 31, 2);
    hob_movers_write("A", "PathFollow", "path", "[{'x':50,'y':60},{'x':50,'y':90}]");
    EXPECT_AT("A", 50, 60);
    hob_movers_steps(1);
    EXPECT_AT("A", 50, 70);
    hob_movers_write("A", "PathFollow", "path", "null");
    hob_movers_steps(4);
    EXPECT_AT("A", 50, 70);
    expect_heading(0, 0);
    hob_movers_expect("");
}

static void again(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    int *left = user;
    (void)args;
    (void)count;
    if ((*left)-- > 0) {
        hob_path_restart(world, component());
    }
}

static void pf04_from_the_finish_handler__the_next_path_is_walked(void **state) {
    (void)state;
    int left = 1;
    open_path(1, "'speed':100,'path':[{'x':0,'y':0},{'x':100,'y':0}]");
    hob_signals_on_native(hob_movers.game.world, hob_movers_entity("A")->self,
                          HOB_STR("PathFollow.finished"), again, &left);
    hob_movers_steps(1);
    EXPECT_AT("A", 0, 0);
    hob_movers_steps(1);
    EXPECT_AT("A", 100, 0);
    hob_movers_expect("finished finished ");
}

static void pf05_gate__holds_and_costs_its_time(void **state) {
    (void)state;
    hob_movers_open(
        1, "{'id':'ent_a','name':'A','components':{'Collider':{'width':16,'height':16,'offset':{'x'"
           ":8,'y':8}},'PathFollow':{'speed':1,'path':[{'x':0,'y':0},{'x':100,'y':0}],'blockedBy':"
           "['gate']}}},{'id':'ent_g','name':'G','components':{'Transform':{'position':{'x':50,'y':"
           "0}},'Collider':{'width':16,'height':16,'layer':'gate','offset':{'x':8,'y':8}}}}");
    hob_movers_listen("A", "PathFollow");
    hob_movers_steps(34);
    EXPECT_AT("A", 34, 0);
    hob_movers_expect("");
    hob_movers_steps(30);
    EXPECT_AT("A", 34, 0);
    hob_movers_expect("+gate/G x ");
    hob_entity_destroy(hob_movers.game.world, hob_movers_entity("G")->self, HOB_CHILDREN_BY_RULE);
    hob_movers_steps(1);
    EXPECT_AT("A", 35, 0);
    hob_movers_expect("-gate/G ");
    hob_movers_steps(64);
    assert_false(follow()->walk.finished);
    hob_movers_steps(1);
    assert_true(follow()->walk.finished);
    hob_movers_expect("finished ");
}

static void pf06_pa01_walking__allocates_nothing(void **state) {
    (void)state;
    open_path(60, "'speed':60," CORNER);
    hob_movers_steps(10);
    size_t before = hob_movers_bytes();
    hob_movers_steps(150);
    assert_int_equal(hob_movers_bytes(), before);
}

static const hob_script_row paths[] = {
    ROW("PA-01 lengths and distances",
        "local p = {{x=0,y=0},{x=100,y=0},{x=100,y=100}}\n"
        "out(ctx.math.pathLength(p), ctx.math.pathLength({p[1],p[2]}), "
        "ctx.math.pathLength({p[2],p[3]}), ctx.math.pathLength({{x=0,y=0},{x=3,y=4}}))\n"
        "out(ctx.math.pathDistance(p,50,0), ctx.math.pathDistance(p,50,10), "
        "ctx.math.pathDistance(p,130,50), ctx.math.pathDistance(p,-30,0))\n"
        "out(math.abs(ctx.math.pathDistance(p,110,-10) - math.sqrt(200)) < 1e-9)\n"
        "local at = ctx.math.pathAt(p, 150); out(at.x, at.y)",
        "const p = [{x:0,y:0},{x:100,y:0},{x:100,y:100}];\n"
        "out(ctx.math.pathLength(p), ctx.math.pathLength([p[0],p[1]]), "
        "ctx.math.pathLength([p[1],p[2]]), ctx.math.pathLength([{x:0,y:0},{x:3,y:4}]));\n"
        "out(ctx.math.pathDistance(p,50,0), ctx.math.pathDistance(p,50,10), "
        "ctx.math.pathDistance(p,130,50), ctx.math.pathDistance(p,-30,0));\n"
        "out(Math.abs(ctx.math.pathDistance(p,110,-10) - Math.sqrt(200)) < 1e-9);\n"
        "const at = ctx.math.pathAt(p, 150); out(at.x, at.y)",
        .logs = "200 100 100 5\n0 10 30 30\ntrue\n100 50"),
    ROW("PA-01 one point is no path", "ctx.math.pathLength({{x=0,y=0}})",
        "ctx.math.pathLength([{x:0,y:0}])", .error = "pathLength"),
};

static void pa01_paths_in_scripts__lengths_and_distances(void **state) {
    (void)state;
    HOB_SCRIPT_ROWS(paths);
}

static const hob_script_row walks[] = {
    ROW("path is a live list",
        "ctx.entity.getComponent('PathFollow').path = {{x=5,y=6},{x=7,y=8}}\n"
        "out(ctx.transform.position.x, ctx.transform.position.y)",
        "ctx.entity.getComponent('PathFollow').path = [{x:5,y:6},{x:7,y:8}];\n"
        "out(ctx.transform.position.x, ctx.transform.position.y)",
        .logs = "5 6", .components = "\"PathFollow\":{}"),
    ROW("stop and restart",
        "local p = ctx.entity.getComponent('PathFollow'); ctx.transform.position.x = 50\n"
        "out(ctx.nav.restart(), ctx.transform.position.x, ctx.nav.stop(), p.path == nil, "
        "ctx.nav.restart())",
        "const p = ctx.entity.getComponent('PathFollow'); ctx.transform.position.x = 50;\n"
        "out(ctx.nav.restart(), ctx.transform.position.x, ctx.nav.stop(), p.path == null, "
        "ctx.nav.restart())",
        .logs = "true 3 true true false",
        .components = "\"PathFollow\":{\"path\":[{\"x\":3,\"y\":4},{\"x\":30,\"y\":4}]}"),
    ROW("who does not walk cannot stop", "ctx.nav.stop()", "ctx.nav.stop()",
        .code = HOB_ERR_NOT_FOUND, .error = "has no Navigator or PathFollow"),
};

static void scripts__stop_restart_and_write_paths(void **state) {
    (void)state;
    HOB_SCRIPT_ROWS(walks);
}

int main(void) {
#define TEST(f) cmocka_unit_test_teardown(f, hob_movers_close)
    const struct CMUnitTest tests[] = {
        TEST(pf01_along_the_corners__and_finishes_once),
        TEST(pf02_restart__begins_anew_and_finishes_again),
        TEST(pf03_heading__of_the_leg_it_is_on),
        TEST(pf04_path__comes_and_goes_at_any_time),
        TEST(pf04_from_the_finish_handler__the_next_path_is_walked),
        TEST(pf05_gate__holds_and_costs_its_time),
        TEST(pf06_pa01_walking__allocates_nothing),
        cmocka_unit_test(pa01_paths_in_scripts__lengths_and_distances),
        cmocka_unit_test(scripts__stop_restart_and_write_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
