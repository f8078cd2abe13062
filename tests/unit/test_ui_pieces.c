/* UI pieces as a model: spec waica 7.5, 7.6 (ANC, UI). 1 unit = 1 px, y mirrored: a view of 10
 * units is a zoom of 60 on 600 px. */
#include "components/camera.h"
#include "support/quotes.h"
#include "support/testing.h"
#include "ui/pieces.h"

#include <math.h>
#include <string.h>

static hob_test_game game;

static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

static const hob_test_file files[] = {
    {"ui/bar.html",
     "<style>b{{color:red}}</style><b class=\"{{points}}\">{{points}} of {{most}}</b>"},
    {"ui/menu.html", "<p id=\"start\">Start</p>"},
    {"ui/deep/no.html", "not a piece"},
    {"scenes/next.scene.json", "{\"formatVersion\":1,\"id\":\"scn_next\",\"entities\":[]}"},
    {"scenes/hud.scene.json",
     "{\"formatVersion\":1,\"id\":\"scn_hud\",\"ui\":[\"menu\",\"nothing\"],\"entities\":[]}"},
    {NULL, NULL},
};

static void open_view(const char *manifest, double zoom) {
    hob_test_quoted_open(
        &game,
        hob_test_quotes("SCENES,{'id':'scn_next','name':'Next','path':'scenes/next.scene.json'},"
                        "{'id':'scn_hud','name':'Hud','path':'scenes/hud.scene.json'}],"
                        "'gameState':{'points':{'type':'number','initial':7},'on':{'type':"
                        "'boolean','initial':true},'who':{'type':'string','initial':'A<b>'}}%s",
                        manifest),
        hob_test_quotes("{'id':'ent_e','name':'E','components':{}},{'id':'ent_f','name':'F',"
                        "'components':{}},{'id':'ent_c','name':'Camera','components':{'Camera':{"
                        "'isMain':true,'zoom':%g}}}",
                        zoom),
        files);
}

static hob_entity_data *entity(const char *name) {
    return hob_test_entity(&game, name);
}
static uint64_t attach_to(const char *piece, const char *name, double dy, double seconds) {
    hob_piece_options options = {.offset = {0, dy}, .has_seconds = seconds > 0, .seconds = seconds};
    return hob_piece_attach(game.world, hob_str_from(piece), entity(name)->self, &options, NULL);
}
static bool is_alive(uint64_t number) {
    return hob_piece_find(game.world, number) != NULL;
}
static void expect_at(uint64_t number, double x, double y) {
    hob_piece_place at = hob_piece_place_of(game.world, hob_piece_find(game.world, number));
    if (at.x != x || at.y != y) {
        fail_msg("at (%g, %g), not (%g, %g)", at.x, at.y, x, y);
    }
}
static void zoom(double to) {
    ((hob_camera *)hob_test_component(&game, "Camera", "Camera"))->zoom = to;
}
static size_t warnings(void) {
    return hob_session_records(game.session)->log_count;
}
static uint64_t hash_of(void) {
    hob_state_hash hash;
    hob_session_hash(game.session, false, &hash);
    return hash.all;
}
static void load(const char *scene) {
    assert_true(hob_world_request_scene(game.world, hob_str_from(scene), true));
    hob_test_steps(&game, 1);
}

/* ---- places ---- */

static void anc01_place_follows_entity_and_zoom(void **state) {
    (void)state;
    open_view("", 60);
    uint64_t p = attach_to("bar", "E", -1, 0);
    expect_at(p, 400, 240);
    entity("E")->transform->position.x = 1;
    expect_at(p, 460, 240);
    zoom(30);
    expect_at(p, 430, 270);
}

static void anc02_no_offset_rounding_and_the_camera(void **state) {
    (void)state;
    open_view("", 60);
    uint64_t p = attach_to("bar", "E", 0, 0), q = attach_to("bar", "F", -1, 0);
    expect_at(p, 400, 300);
    entity("E")->transform->position = (hob_vec2){0.01, 0.01};
    expect_at(p, 401, 301);
    entity("Camera")->transform->position.x = 2;
    expect_at(q, 280, 240);
}

static void anc03_isometric__projected_then_moved_by_the_offset(void **state) {
    (void)state;
    open_view("", 60);
    game.world->scene_settings.projection = 1;
    entity("E")->transform->position = (hob_vec2){2, 0};
    expect_at(attach_to("bar", "E", -1, 0), 520, 300);
}

static void anc04_unit_and_place_in_a_fixed_view(void **state) {
    (void)state;
    open_view(",'settings':{'width':640,'height':360}", 36);
    uint64_t p = attach_to("bar", "E", -1, 0);
    expect_at(p, 320, 144); /* on 800 x 450: (400, 180), and a unit of 45 px */
    assert_true(hob_piece_unit(game.world) * 800 / 640 == 45);
    hob_test_game_close(&game);
    open_view("", 60);
    assert_true(hob_piece_unit(game.world) == 60);
    zoom(30);
    assert_true(hob_piece_unit(game.world) == 30);
}

static void anc05_lower_on_the_screen_is_in_front_then_the_later_one(void **state) {
    (void)state;
    open_view("", 60);
    attach_to("bar", "E", 0, 0);
    attach_to("bar", "F", 0, 0);
    const uint32_t *order = hob_piece_order(game.world);
    assert_true(order[0] == 0 && order[1] == 1); /* equal heights */
    entity("F")->transform->position.y = -2;
    order = hob_piece_order(game.world);
    assert_true(order[0] == 1 && order[1] == 0);
    entity("E")->transform->position.y = -3;
    order = hob_piece_order(game.world);
    assert_true(order[0] == 0 && order[1] == 1);
}

static void anc06_without_steps__alive_and_in_the_right_place_after(void **state) {
    (void)state;
    open_view("", 60);
    uint64_t p = attach_to("bar", "E", -1, 0.1);
    game.world->paused = true; /* hiding the overlay meanwhile is the renderer's */
    hob_test_steps(&game, 30);
    entity("E")->transform->position.x = 1;
    assert_true(is_alive(p));
    expect_at(p, 460, 240);
    game.world->paused = false;
    hob_test_steps(&game, 6);
    assert_false(is_alive(p));
}

static void outside_the_view__clipped__and_hidden_with_its_entity(void **state) {
    (void)state;
    open_view("", 60);
    uint64_t p = attach_to("bar", "E", 0, 0);
    hob_piece_place at = hob_piece_place_of(game.world, hob_piece_find(game.world, p));
    assert_true(!at.clipped && !at.hidden);
    entity("E")->transform->position.x = 7;
    at = hob_piece_place_of(game.world, hob_piece_find(game.world, p));
    assert_true(at.clipped && at.x == 820);
    hob_entity_set_visible(game.world, entity("E"), false);
    assert_true(hob_piece_place_of(game.world, hob_piece_find(game.world, p)).hidden);
}

/* ---- life ---- */

static int timer_fired_at;
static void note_time(hob_world *world, hob_component *component, uint64_t number) {
    (void)component;
    (void)number;
    timer_fired_at = (int)world->time.steps;
}

static void anc07_without_seconds__gone_before_destroy_returns(void **state) {
    (void)state;
    open_view("", 60);
    uint64_t p = attach_to("bar", "E", 0, 0);
    hob_entity_destroy(game.world, entity("E")->self, HOB_CHILDREN_BY_RULE);
    assert_false(is_alive(p));
}

static void anc07_seconds__removed_in_the_pass_of_after(void **state) {
    (void)state;
    open_view("", 60);
    hob_test_steps(&game, 1);
    uint64_t p = attach_to("bar", "E", 0, 0.8);
    timer_fired_at = 0;
    assert_int_not_equal(hob_gametime_engine(game.world, HOB_SCOPE_SCENE, 0.8, 0, note_time, NULL),
                         0);
    assert_int_equal(hob_gametime_pending(game.world), 2);
    hob_test_steps(&game, 47);
    assert_true(is_alive(p) && timer_fired_at == 0);
    hob_test_steps(&game, 1);
    assert_false(is_alive(p));
    assert_int_equal(timer_fired_at, 49);
}

static void anc08_entity_destroyed__stays_there_and_moves_with_the_camera(void **state) {
    (void)state;
    open_view("", 60);
    uint64_t p = attach_to("bar", "E", -1, 0.5);
    entity("E")->transform->position.x = 1;
    hob_entity_destroy(game.world, entity("E")->self, HOB_CHILDREN_BY_RULE);
    hob_test_steps(&game, 29);
    expect_at(p, 460, 240);
    entity("Camera")->transform->position.x = 1;
    expect_at(p, 400, 240);
    hob_test_steps(&game, 1);
    assert_false(is_alive(p));
}

static void anc08_isometric_moved_and_destroyed__the_moved_place(void **state) {
    (void)state;
    open_view("", 60);
    game.world->scene_settings.projection = 1;
    uint64_t p = attach_to("bar", "E", -1, 0.5);
    entity("E")->transform->position = (hob_vec2){2, 0};
    hob_entity_destroy(game.world, entity("E")->self, HOB_CHILDREN_BY_RULE);
    expect_at(p, 520, 300);
}

static void anc09_scene_switch_and_remove__all_gone_and_nothing_pending(void **state) {
    (void)state;
    open_view("", 60);
    uint64_t p = attach_to("bar", "E", 0, 0), q = attach_to("bar", "E", 0, 9);
    load("scn_next");
    assert_true(!is_alive(p) && !is_alive(q));
    assert_int_equal(hob_gametime_pending(game.world), 0);
    load("scn_main");
    q = attach_to("bar", "E", 0, 9);
    hob_piece_remove(game.world, q);
    assert_int_equal(hob_gametime_pending(game.world), 0);
    hob_piece_set(game.world, q, HOB_STR("a"), hob_value_number(1)); /* silent */
    hob_piece_remove(game.world, q);
    assert_int_equal(warnings(), 0);
}

static void anc10_animations__by_game_time_from_the_attach(void **state) {
    (void)state;
    open_view("", 60);
    hob_test_steps(&game, 5);
    const hob_anchored_piece *p = hob_piece_find(game.world, attach_to("bar", "E", 0, 0));
    hob_test_steps(&game, 3);
    assert_true(fabs(hob_piece_age(game.world, p) * 1000 - 50) < 1e-9);
    game.world->paused = true;
    hob_test_steps(&game, 4);
    assert_true(fabs(hob_piece_age(game.world, p) * 1000 - 50) < 1e-9);
    game.world->paused = false;
    hob_test_steps(&game, 3);
    assert_true(fabs(hob_piece_age(game.world, p) * 1000 - 100) < 1e-9);
}

static void anc11_unknown_piece_twice__one_warning__dead_entity__one_each(void **state) {
    (void)state;
    open_view("", 60);
    assert_int_equal(attach_to("nothing", "E", 0, 0), 0);
    assert_int_equal(attach_to("nothing", "E", 0, 1), 0);
    assert_int_equal(warnings(), 1);
    hob_entity dead = entity("E")->self;
    hob_entity_destroy(game.world, dead, HOB_CHILDREN_BY_RULE);
    hob_piece_options options = {.has_seconds = true, .seconds = 1};
    assert_int_equal(hob_piece_attach(game.world, HOB_STR("bar"), dead, &options, NULL), 0);
    assert_int_equal(hob_piece_attach(game.world, HOB_STR("bar"), dead, &options, NULL), 0);
    assert_int_equal(warnings(), 3);
    assert_int_equal(hob_gametime_pending(game.world), 0);
    load("scn_main");
    assert_int_equal(attach_to("nothing", "E", 0, 0), 0);
    assert_int_equal(warnings(), 3); /* once a game session */
}

/* ---- text ---- */

static const char *filled(const char *html, hob_value values) {
    static hob_buf out;
    hob_buf_done(&out);
    hob_buf_init(&out, hob_heap_allocator(), 1 << 20);
    hob_piece_fill(game.world, hob_str_from(html), values, &out);
    hob_buf_add_cstr(&out, "");
    return out.data;
}
#define FILLS(html, text) assert_string_equal(filled((html), HOB_VALUE_NULL), (text))

static void ui01_state_in_the_text__numbers_booleans_missing_and_braces_elsewhere(void **state) {
    (void)state;
    open_view("", 60);
    FILLS("<p>{{points}}</p>", "<p>7</p>");
    assert_int_equal(hob_state_set(game.world, HOB_STR("points"), hob_value_number(8.5), NULL),
                     HOB_OK);
    FILLS("<p>{{points}}/{{points}} {{on}}</p>", "<p>8.5/8.5 \xE2\x9C\x93</p>");
    hob_state_reset(game.world, HOB_STR(""), true);
    assert_int_equal(hob_state_set(game.world, HOB_STR("on"), hob_value_bool(false), NULL), HOB_OK);
    FILLS("{{points}}{{on}}{{nothing}}", "7\xE2\x9C\x95");
    FILLS("<style>b{{points}}</style><STYLE>{{on}}</STYLE><b>{{points}}</b>",
          "<style>b{{points}}</style><STYLE>{{on}}</STYLE><b>7</b>");
    FILLS("<script>x='{{points}}'</script><!-- {{points}} --><b title='>{{points}}'>{{points}}",
          "<script>x='{{points}}'</script><!-- {{points}} --><b title='>{{points}}'>7");
    FILLS("{{ points }} {{po ints}} {{points} {{}} 1 < {{points}}",
          "7 {{po ints}} {{points} {{}} 1 < 7");
    FILLS("<styled>{{points}}</styled>", "<styled>7</styled>");
    FILLS("{{who}}", "A&lt;b&gt;"); /* never markup */
    assert_string_equal(filled(hob_piece_source(game.world, HOB_STR("bar")).data, HOB_VALUE_NULL),
                        "<style>b{{color:red}}</style><b class=\"{{points}}\">7 of </b>");
}

static void ui01_values_of_an_instance__before_the_state(void **state) {
    (void)state;
    open_view("", 60);
    uint64_t p = attach_to("bar", "E", 0, 0);
    hob_piece_set(game.world, p, HOB_STR("points"), hob_value_number(1));
    hob_piece_set(game.world, p, HOB_STR("points"), hob_value_number(2));
    assert_string_equal(filled("{{points}} {{who}}", hob_piece_find(game.world, p)->values),
                        "2 A&lt;b&gt;");
}

/* ---- on the screen ---- */

static int clicks;
static void count_click(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)world;
    (void)user;
    assert_int_equal(count, 1);
    assert_true(hob_str_is(hob_value_get_str(args[0], "id", ""), "start"));
    clicks++;
}

static void ui02_show_hide_toggle_mount_and_unknown(void **state) {
    (void)state;
    open_view("", 60);
    hob_str menu = HOB_STR("menu");
    assert_true(hob_piece_exists(game.world, menu));
    assert_false(hob_piece_exists(game.world, HOB_STR("no")));
    assert_true(hob_piece_mount(game.world, menu, HOB_SCOPE_SESSION));
    assert_false(hob_piece_is_visible(game.world, menu));
    hob_signals_on_native(game.world, HOB_NO_ENTITY,
                          hob_piece_signal(game.world, menu, HOB_STR("start"), HOB_STR("click")),
                          count_click, NULL);
    clicks = 0;
    hob_piece_tell(game.world, menu, HOB_STR("start"), HOB_STR("click"));
    hob_piece_tell(game.world, menu, HOB_STR("stop"), HOB_STR("click"));
    hob_piece_tell(game.world, HOB_STR("bar"), HOB_STR("start"), HOB_STR("click"));
    assert_int_equal(clicks, 1);
    assert_true(hob_piece_show(game.world, menu, HOB_SCOPE_SESSION));
    assert_true(hob_piece_is_visible(game.world, menu));
    hob_piece_hide(game.world, menu);
    assert_false(hob_piece_is_visible(game.world, menu));
    hob_piece_toggle(game.world, menu, HOB_SCOPE_SESSION);
    assert_true(hob_piece_is_visible(game.world, menu));
    game.world->paused = true;
    hob_test_steps(&game, 2);
    assert_true(hob_piece_is_visible(game.world, menu)); /* what is hidden then is the overlay */
    assert_false(hob_piece_show(game.world, HOB_STR("nothing"), HOB_SCOPE_SESSION));
    assert_false(hob_piece_toggle(game.world, HOB_STR("nothing"), HOB_SCOPE_SESSION));
    assert_int_equal(game.world->ui.pieces.shown_count, 1);
}

static void defined_by_a_script__wins_from_the_next_mount_on(void **state) {
    (void)state;
    open_view("", 60);
    hob_piece_show(game.world, HOB_STR("menu"), HOB_SCOPE_SCENE);
    hob_piece_define(game.world, HOB_STR("menu"), HOB_STR("new"));
    const hob_shown_piece *shown = &game.world->ui.pieces.shown[0];
    assert_true(hob_str_starts(hob_shown_piece_source(game.world, shown), HOB_STR("<p id")));
    uint64_t p = attach_to("menu", "E", 0, 0);
    hob_piece_define(game.world, HOB_STR("menu"), HOB_STR("newer"));
    assert_true(
        hob_str_is(hob_anchored_piece_source(game.world, hob_piece_find(game.world, p)), "new"));
    load("scn_next"); /* definitions are the session's */
    hob_piece_show(game.world, HOB_STR("menu"), HOB_SCOPE_SCENE);
    shown = &game.world->ui.pieces.shown[0];
    assert_true(hob_str_is(hob_shown_piece_source(game.world, shown), "newer"));
    hob_piece_define(game.world, HOB_STR("own"), HOB_STR("x"));
    hob_value names = hob_piece_names(game.world, &game.world->outside.scratch->as_allocator);
    assert_int_equal(names.as.list->count, 3);
    assert_true(hob_str_is(hob_value_str(names.as.list->items[0]), "bar"));
    assert_true(hob_str_is(hob_value_str(names.as.list->items[2]), "own"));
}

static void ui03_scope_of_the_first_mount(void **state) {
    (void)state;
    open_view("", 60);
    hob_piece_show(game.world, HOB_STR("menu"), HOB_SCOPE_SESSION);
    load("scn_hud"); /* shows menu too, and "nothing", which is told */
    assert_int_equal(warnings(), 1);
    load("scn_next");
    assert_true(hob_piece_is_visible(game.world, HOB_STR("menu")));
    hob_test_game_close(&game);
    open_view("", 60);
    load("scn_hud");
    assert_true(hob_piece_is_visible(game.world, HOB_STR("menu")));
    hob_piece_show(game.world, HOB_STR("menu"), HOB_SCOPE_SESSION); /* too late */
    load("scn_next");
    assert_false(hob_piece_is_visible(game.world, HOB_STR("menu")));
}

/* ---- state ---- */

static void hash_and_snapshot__cover_pieces(void **state) {
    (void)state;
    open_view("", 60);
    hob_session_snapshot snapshot;
    uint64_t hashes[6];
    hashes[0] = hash_of();
    hob_piece_show(game.world, HOB_STR("menu"), HOB_SCOPE_SCENE);
    hashes[1] = hash_of();
    hob_piece_hide(game.world, HOB_STR("menu"));
    hashes[2] = hash_of();
    uint64_t p = attach_to("bar", "E", 0, 2);
    hashes[3] = hash_of();
    assert_int_equal(hob_session_save(game.session, &snapshot, NULL), HOB_OK);
    hob_piece_set(game.world, p, HOB_STR("most"), hob_value_number(9));
    hashes[4] = hash_of();
    hob_piece_define(game.world, HOB_STR("x"), HOB_STR("y"));
    hashes[5] = hash_of();
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < i; j++) {
            assert_int_not_equal(hashes[i], hashes[j]);
        }
    }
    hob_test_steps(&game, 200);
    assert_false(is_alive(p));
    hob_session_restore(game.session, &snapshot);
    hob_session_snapshot_done(&snapshot);
    assert_int_equal(hash_of(), hashes[3]);
    assert_true(is_alive(p));
    hob_test_steps(&game, 120);
    assert_false(is_alive(p));
}

static void past_the_limit_of_timers__refused_whole(void **state) {
    (void)state;
    open_view(",'limits':{'timers':1}", 60);
    assert_int_not_equal(attach_to("bar", "E", 0, 5), 0);
    hob_error error = {.status = HOB_OK};
    hob_piece_options options = {.has_seconds = true, .seconds = 5};
    assert_int_equal(
        hob_piece_attach(game.world, HOB_STR("bar"), entity("E")->self, &options, &error), 0);
    assert_int_equal(error.status, HOB_ERR_LIMIT_REACHED);
    assert_int_equal(game.world->ui.pieces.anchored_count, 1);
}

#define CASE(name) cmocka_unit_test_teardown(name, close_game)
int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(anc01_place_follows_entity_and_zoom),
        CASE(anc02_no_offset_rounding_and_the_camera),
        CASE(anc03_isometric__projected_then_moved_by_the_offset),
        CASE(anc04_unit_and_place_in_a_fixed_view),
        CASE(anc05_lower_on_the_screen_is_in_front_then_the_later_one),
        CASE(anc06_without_steps__alive_and_in_the_right_place_after),
        CASE(outside_the_view__clipped__and_hidden_with_its_entity),
        CASE(anc07_without_seconds__gone_before_destroy_returns),
        CASE(anc07_seconds__removed_in_the_pass_of_after),
        CASE(anc08_entity_destroyed__stays_there_and_moves_with_the_camera),
        CASE(anc08_isometric_moved_and_destroyed__the_moved_place),
        CASE(anc09_scene_switch_and_remove__all_gone_and_nothing_pending),
        CASE(anc10_animations__by_game_time_from_the_attach),
        CASE(anc11_unknown_piece_twice__one_warning__dead_entity__one_each),
        CASE(ui01_state_in_the_text__numbers_booleans_missing_and_braces_elsewhere),
        CASE(ui01_values_of_an_instance__before_the_state),
        CASE(ui02_show_hide_toggle_mount_and_unknown),
        CASE(defined_by_a_script__wins_from_the_next_mount_on),
        CASE(ui03_scope_of_the_first_mount),
        CASE(hash_and_snapshot__cover_pieces),
        CASE(past_the_limit_of_timers__refused_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
