/* Controllers, edges of the world and Targeting: spec rgame 2.8, 2.15, 2.17, 2.19, 2.20, 2.25 and
 * 6.7, hob 4.3, 4.6. */
#include "components/character_body.h"
#include "components/targeting.h"
#include "components/thrust_controller.h"
#include "components/velocity.h"
#include "components/wander_controller.h"
#include "support/game.h"
#include "support/testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hob_test_game game;

/* Entities as the inside of a JSON array; single quotes stand for double ones. */
static void open_scene(const char *entities) {
    static char text[4000];
    (void)snprintf(text, sizeof text, "%s", entities);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, "", text, NULL, NULL, 5);
}
/* One entity "E" with these components. */
static void open_one(const char *components) {
    static char text[3000];
    (void)snprintf(text, sizeof text, "{'id':'ent_e','name':'E','components':{%s}}", components);
    open_scene(text);
}
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}
static void pass(double seconds) {
    game.world->dt = seconds;
    hob_test_steps(&game, 1);
}
static void axis(const char *name, double value) {
    hob_input_axis(game.world, 0, hob_str_from(name), value);
}
static hob_entity_data *entity(const char *name) {
    return hob_test_entity(&game, name);
}
static void put(const char *name, double x, double y) {
    hob_entity_set_world_position(game.world, entity(name), (hob_vec2){x, y});
}
static bool lies_at(const char *name, double x, double y) {
    hob_vec2 p = hob_entity_world_position(game.world, entity(name));
    return p.x == x && p.y == y;
}
static hob_velocity *velocity(void) {
    return hob_test_component(&game, "E", "Velocity");
}
static size_t errors_with(hob_status code, const char *text) {
    const hob_records *r = hob_session_records(game.session);
    size_t found = 0;
    for (size_t i = 0; i < r->error_count; i++) {
        found += r->errors[i].status == code && strstr(r->errors[i].message, text) != NULL;
    }
    return found;
}

/* ---- PlayerController ---- */

static void player__the_axes_are_the_intent(void **state) {
    (void)state;
    open_one("'CharacterBody':{'speed':50},'PlayerController':{}");
    axis("moveX", 1);
    axis("moveY", -0.5);
    pass(0.5);
    const hob_character_body *body = hob_test_component(&game, "E", "CharacterBody");
    assert_true(body->intent.x == 1 && body->intent.y == -0.5);
    assert_true(lies_at("E", 25, -12.5)); /* in the same step */
    axis("moveX", 0);
    axis("moveY", 0);
    pass(0.5);
    assert_true(lies_at("E", 25, -12.5));
}

/* ---- ThrustController ---- */

static void th01_axes__spin_and_thrust(void **state) {
    (void)state;
    open_one("'Velocity':{},'ThrustController':{'turnSpeed':4,'acceleration':100,'maxSpeed':200}");
    axis("turn", 1);
    pass(0.1);
    assert_true(velocity()->spin == 4);
    assert_true(velocity()->velocity.x == 0 && velocity()->velocity.y == 0);
    axis("turn", 0);
    entity("E")->transform->rotation = 0;
    axis("thrust", 1);
    pass(0.1);
    assert_true(velocity()->velocity.x == 0 && velocity()->velocity.y == -10); /* up */
    for (int i = 0; i < 100; i++) {
        pass(0.1);
    }
    hob_vec2 v = velocity()->velocity;
    assert_true(fabs(sqrt(v.x * v.x + v.y * v.y) - 200) < 1e-9);
}

static void thrust__drag_turned_and_back(void **state) {
    (void)state;
    open_one("'Transform':{'rotation':90},'Velocity':{'velocity':{'x':0,'y':40}},"
             "'ThrustController':{'drag':0.5,'acceleration':100}");
    pass(0.5);
    assert_true(velocity()->velocity.x == 0 && velocity()->velocity.y == 30);
    axis("thrust", -1);
    pass(0.1);
    assert_true(fabs(velocity()->velocity.x + 9.5) < 1e-9); /* -10, less a twentieth */
    HOB_DATA(HOB_HEADER(hob_test_component(&game, "E", "ThrustController")), hob_thrust_controller)
        ->max_speed = (double)NAN;
    pass(0.1);
    assert_true(velocity()->velocity.x == 0 && velocity()->velocity.y == 0);
}

static void th02_ship_against_a_wall__stops_flush(void **state) {
    (void)state;
    open_scene("{'id':'ent_e','name':'E','components':{'Transform':{'rotation':90},'Collider':"
               "{'shape':'box','width':16,'height':16,'offset':{'x':8,'y':8}},'Velocity':"
               "{'blockedBy':['wall']},'ThrustController':{}}},{'id':'ent_w','name':'W',"
               "'components':{'Transform':{'position':{'x':210,'y':8}},'Collider':{'shape':'box',"
               "'width':20,'height':200,'layer':'wall'}}}");
    axis("thrust", 1);
    for (int i = 0; i < 180; i++) {
        pass(1.0 / 60);
    }
    assert_true(hob_entity_world_position(game.world, entity("E")).x == 184);
}

static void n18_controller_without_its_mover__one_error_that_names_both(void **state) {
    (void)state;
    open_one("");
    const char *const slots[] = {"PlayerController", "ThrustController", "WanderController"};
    const char *const wants[] = {"CharacterBody", "Velocity", "CharacterBody"};
    for (size_t i = 0; i < HOB_COUNT(slots); i++) {
        hob_component *c = hob_component_add(game.world, entity("E"), hob_str_from(slots[i]),
                                             HOB_VALUE_ABSENT, NULL);
        assert_true(c != NULL && c->inert);
        assert_int_equal(errors_with(HOB_ERR_SIBLING_MISSING, slots[i]), 1);
        assert_int_equal(errors_with(HOB_ERR_SIBLING_MISSING, wants[i]), i == 2 ? 2 : 1);
        assert_true(hob_component_remove(game.world, c));
    }
    pass(0.1);
    assert_int_equal(hob_session_records(game.session)->error_count, 3);
}

static void n18_siblings_of_one_spawn__in_any_order(void **state) {
    (void)state;
    open_one("'PlayerController':{},'CharacterBody':{'speed':10}");
    axis("moveX", 1);
    pass(1);
    assert_true(lies_at("E", 10, 0));
    assert_int_equal(hob_session_records(game.session)->error_count, 0);
}

/* ---- WanderController ---- */

static hob_vec2 intent(void) {
    return ((const hob_character_body *)hob_test_component(&game, "E", "CharacterBody"))->intent;
}
static bool is_same(hob_vec2 a, hob_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

static void wd01_first_step__chooses_a_way_or_stands(void **state) {
    (void)state;
    open_one("'CharacterBody':{},'WanderController':{'idleChance':0,'seed':1}");
    pass(0.1);
    assert_false(is_same(intent(), (hob_vec2){0, 0}));
    hob_test_game_close(&game);
    open_one("'CharacterBody':{'intent':{'x':1,'y':0}},'WanderController':{'idleChance':1}");
    for (int i = 0; i < 200; i++) {
        pass(0.1);
        assert_true(is_same(intent(), (hob_vec2){0, 0}));
    }
}

static void wd01_same_seed__same_ways(void **state) {
    (void)state;
    hob_vec2 seen[60];
    size_t changes = 0;
    for (int round = 0; round < 2; round++) {
        open_one("'CharacterBody':{},'WanderController':{'seed':7}");
        for (int i = 0; i < 60; i++) {
            pass(0.5);
            if (round == 0) {
                seen[i] = intent();
                changes += i > 0 && !is_same(seen[i], seen[i - 1]);
            }
            assert_true(is_same(intent(), seen[i]));
        }
        if (round == 0) {
            hob_test_game_close(&game);
        }
    }
    assert_true(changes > 5);
}

static void wd01_stuck__chooses_again_long_before_its_time(void **state) {
    (void)state;
    open_one("'CharacterBody':{'speed':0},"
             "'WanderController':{'idleChance':0,'minInterval':100,'maxInterval':100.5,'seed':3}");
    hob_wander_controller *w = hob_test_component(&game, "E", "WanderController");
    pass(0.1);
    uint32_t before = w->random.state;
    pass(0.1);
    assert_true(w->random.state != before); /* it did not move */
    ((hob_character_body *)hob_test_component(&game, "E", "CharacterBody"))->speed = 10;
    pass(0.1);
    before = w->random.state;
    hob_vec2 way = intent();
    for (int i = 0; i < 20; i++) {
        pass(0.1);
    }
    assert_true(w->random.state == before && is_same(intent(), way)); /* it moves */
}

static void wander_without_a_seed__differs_by_entity_and_broken_times_warn_once(void **state) {
    (void)state;
    open_scene("{'id':'ent_e','name':'E','components':{'CharacterBody':{},'WanderController':{}}},"
               "{'id':'ent_f','name':'F','components':{'CharacterBody':{},'WanderController':{}}}");
    hob_wander_controller *e = hob_test_component(&game, "E", "WanderController");
    hob_wander_controller *f = hob_test_component(&game, "F", "WanderController");
    assert_true(e->random.state != f->random.state);
    e->min_interval = (double)NAN;
    pass(0.1);
    pass(0.1);
    assert_true(is_same(intent(), (hob_vec2){0, 0}));
    assert_int_equal(hob_session_records(game.session)->log_count, 1);
}

/* ---- ScreenWrap, DespawnOffscreen ---- */

#define WORLD(w, h) \
    "{'id':'ent_w','name':'World','components':{'World':{'width':" #w ",'height':" #h "}}},"

static void sw01_beyond_the_margin__back_on_the_other_side(void **state) {
    (void)state;
    open_scene(WORLD(100, 80) "{'id':'ent_e','name':'E','components':{'ScreenWrap':{'margin':5}}}");
    static const double cases[][4] = {{-6, 40, 105, 40}, {106, 40, -5, 40}, {50, -6, 50, 85},
                                      {50, 86, 50, -5},  {50, 40, 50, 40},  {-5, 85, -5, 85}};
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        put("E", cases[i][0], cases[i][1]);
        pass(0.1);
        assert_true(lies_at("E", cases[i][2], cases[i][3]));
    }
    /* Another size of the world counts at once. */
    *(double *)hob_test_component(&game, "World", "World") = 400;
    put("E", -6, 40);
    pass(0.1);
    assert_true(lies_at("E", 405, 40));
}

static void sw01_own_size__beats_the_world(void **state) {
    (void)state;
    open_scene(WORLD(100, 80) "{'id':'ent_e','name':'E','components':{'ScreenWrap':{'margin':5,"
                              "'width':200}}}");
    put("E", -6, 86);
    pass(0.1);
    assert_true(lies_at("E", 205, -5));
}

static void sw01_no_bounds__an_error_and_nothing_happens(void **state) {
    (void)state;
    open_one("");
    hob_component *c =
        hob_component_add(game.world, entity("E"), HOB_STR("ScreenWrap"), HOB_VALUE_ABSENT, NULL);
    assert_true(c->inert);
    assert_int_equal(errors_with(HOB_ERR_CONTRACT_MISSING, "ScreenWrap"), 1);
    put("E", -6, -6);
    pass(0.1);
    assert_true(lies_at("E", -6, -6));
}

static void cb09_two_answers_to_the_edge__the_later_is_inert_and_both_are_named(void **state) {
    (void)state;
    static const char *const answers[][2] = {
        {"ScreenWrap", "{}"},
        {"DespawnOffscreen", "{}"},
        {"CharacterBody", "{\"blockedBy\":[\"bounds\"]}"},
    };
    for (size_t i = 0; i < HOB_COUNT(answers) * HOB_COUNT(answers); i++) {
        const char *const *first = answers[i / HOB_COUNT(answers)];
        const char *const *second = answers[i % HOB_COUNT(answers)];
        if (first == second) {
            continue;
        }
        open_scene(WORLD(100, 80) "{'id':'ent_e','name':'E','components':{'Collider':{'width':2,"
                                  "'height':2}}}");
        hob_component *added[2];
        for (int k = 0; k < 2; k++) {
            const char *const *answer = k == 0 ? first : second;
            hob_value fields;
            const hob_allocator *a = &game.world->outside.scratch->as_allocator;
            assert_int_equal(hob_value_parse_json(a, hob_str_from(answer[1]), &fields, NULL),
                             HOB_OK);
            added[k] =
                hob_component_add(game.world, entity("E"), hob_str_from(answer[0]), fields, NULL);
        }
        assert_false(added[0]->inert);
        assert_true(added[1]->inert);
        assert_int_equal(errors_with(HOB_ERR_EDGE_RESPONSES, first[0]), 1);
        assert_int_equal(errors_with(HOB_ERR_EDGE_RESPONSES, second[0]), 1);
        if (i + 2 < HOB_COUNT(answers) * HOB_COUNT(answers)) {
            hob_test_game_close(&game);
        }
    }
}

static void world_gone__one_warning_and_the_place_stays(void **state) {
    (void)state;
    open_scene(WORLD(100, 80) "{'id':'ent_e','name':'E','components':{'ScreenWrap':{}}}");
    hob_entity_destroy(game.world, entity("World")->self, HOB_CHILDREN_BY_RULE);
    put("E", -6, 40);
    pass(0.1);
    pass(0.1);
    assert_true(lies_at("E", -6, 40));
    assert_int_equal(hob_session_records(game.session)->log_count, 1);
}

static void ds01_beyond_the_margin__destroyed_on_it_alive(void **state) {
    (void)state;
    open_scene(WORLD(100, 80) "{'id':'ent_e','name':'E','components':{'Transform':{'position':"
                              "{'x':-5,'y':85}},'DespawnOffscreen':{'margin':5}}}");
    pass(0.1);
    assert_false(entity("E")->dead);
    put("E", 106, 40);
    pass(0.1);
    assert_true(hob_entity_find_name(game.world, HOB_STR("E")) == HOB_NO_ENTITY);
}

/* A mover of 1 px a step under a container; the edge that counts is the world's. */
static void open_below(const char *more, double container, double at, int way) {
    static char text[2000];
    (void)snprintf(
        text, sizeof text,
        "{'id':'ent_w','name':'World','components':{'World':{'width':200,'height':100}}},"
        "{'id':'ent_c','name':'C','components':{'Transform':{'position':{'x':%g,'y':50}"
        "}}},{'id':'ent_e','name':'E','parentId':'ent_c','components':{'Transform':"
        "{'position':{'x':%g,'y':0}},'Collider':{'shape':'box','width':2,'height':2},"
        "'Velocity':{'velocity':{'x':%d,'y':0}%s}%s}}",
        container, at - container, way, strstr(more, "bounds") ? ",'blockedBy':['bounds']" : "",
        strstr(more, "bounds") ? "" : more);
    open_scene(text);
}
static bool has_responded(int way) {
    if (hob_entity_find_name(game.world, HOB_STR("E")) == HOB_NO_ENTITY) {
        return true;
    }
    double x = hob_entity_world_position(game.world, entity("E")).x;
    return velocity()->mover.blocked || (way < 0 ? x > 100 : x < 100);
}

static void we01_edges_below_a_container__are_those_of_the_world(void **state) {
    (void)state;
    static const char *const ways[] = {",'ScreenWrap':{}", ",'DespawnOffscreen':{}", "bounds"};
    static const double containers[] = {60, -100};
    for (size_t i = 0; i < HOB_COUNT(ways) * HOB_COUNT(containers); i++) {
        const char *way = ways[i % HOB_COUNT(ways)];
        double container = containers[i / HOB_COUNT(ways)];
        open_below(way, container, 10, -1);
        for (int n = 0; n < 5; n++) {
            pass(1);
        }
        assert_false(has_responded(-1));
        for (int n = 5; n < 20 && !has_responded(-1); n++) {
            pass(1);
        }
        assert_true(has_responded(-1));
        hob_test_game_close(&game);
        open_below(way, container, 180, 1);
        for (int n = 0; n < 5; n++) {
            pass(1);
        }
        assert_false(has_responded(1));
        for (int n = 5; n < 30 && !has_responded(1); n++) {
            pass(1);
        }
        assert_true(has_responded(1));
        if (i + 1 < HOB_COUNT(ways) * HOB_COUNT(containers)) {
            hob_test_game_close(&game);
        }
    }
}

/* ---- Targeting ---- */

#define THING(name, x, layer)                                                                \
    ",{'id':'ent_" name "','name':'" name "','components':{'Transform':{'position':{'x':" #x \
    ",'y':0}},'Collider':{'shape':'box','width':10,'height':10,'layer':'" layer "'}}}"

static hob_entity target(void) {
    return ((const hob_targeting *)hob_test_component(&game, "E", "Targeting"))->target;
}

static void targeting__the_nearest_centre_of_its_layer_in_range(void **state) {
    (void)state;
    open_scene("{'id':'ent_e','name':'E','components':{'Collider':{},'Targeting':{'range':100,"
               "'layer':'foe'}}}" THING("a", 90, "foe") THING("b", -80, "foe")
                   THING("c", 20, "friend"));
    pass(0.1);
    assert_true(target() == entity("b")->self);
    put("b", 101, 0);
    pass(0.1);
    assert_true(target() == entity("a")->self);
    put("a", -100, 0);
    pass(0.1);
    assert_true(target() == entity("a")->self); /* the edge counts */
    put("b", 100, 0);
    pass(0.1);
    assert_true(target() == entity("a")->self); /* the first of equals */
    hob_entity_destroy(game.world, entity("a")->self, HOB_CHILDREN_BY_RULE);
    pass(0.1);
    assert_true(target() == entity("b")->self);
    put("b", 300, 0);
    pass(0.1);
    assert_true(target() == HOB_NO_ENTITY);
    hob_component *c = HOB_HEADER(hob_test_component(&game, "E", "Targeting"));
    const hob_field *layer = hob_field_find(c->type->fields, HOB_STR("layer"));
    assert_int_equal(hob_field_set(layer, HOB_DATA(c, void),
                                   hob_value_cstr(&game.world->outside.scratch->as_allocator, "*"),
                                   game.world->heap, NULL),
                     HOB_OK);
    hob_component_changed(game.world, c, layer);
    pass(0.1);
    assert_true(target() == entity("c")->self); /* never its own collider */
    HOB_DATA(c, hob_targeting)->range = (double)NAN;
    pass(0.1);
    assert_true(target() == HOB_NO_ENTITY);
}

static void targeting__after_the_move_of_the_step(void **state) {
    (void)state;
    open_scene("{'id':'ent_e','name':'E','components':{'Targeting':{'range':100},'Velocity':"
               "{'velocity':{'x':50,'y':0}}}}" THING("a", 140, "foe"));
    pass(1);
    assert_true(target() == entity("a")->self);
}

#define T(f) cmocka_unit_test_teardown(f, close_game)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(player__the_axes_are_the_intent),
        T(th01_axes__spin_and_thrust),
        T(thrust__drag_turned_and_back),
        T(th02_ship_against_a_wall__stops_flush),
        T(n18_controller_without_its_mover__one_error_that_names_both),
        T(n18_siblings_of_one_spawn__in_any_order),
        T(wd01_first_step__chooses_a_way_or_stands),
        T(wd01_same_seed__same_ways),
        T(wd01_stuck__chooses_again_long_before_its_time),
        T(wander_without_a_seed__differs_by_entity_and_broken_times_warn_once),
        T(sw01_beyond_the_margin__back_on_the_other_side),
        T(sw01_own_size__beats_the_world),
        T(sw01_no_bounds__an_error_and_nothing_happens),
        T(cb09_two_answers_to_the_edge__the_later_is_inert_and_both_are_named),
        T(world_gone__one_warning_and_the_place_stays),
        T(ds01_beyond_the_margin__destroyed_on_it_alive),
        T(we01_edges_below_a_container__are_those_of_the_world),
        T(targeting__the_nearest_centre_of_its_layer_in_range),
        T(targeting__after_the_move_of_the_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
