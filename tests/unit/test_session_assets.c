/* The asset service: spec hob 8, waica 7.8 and the lines AST-01 to AST-06, rgame AM-01. */
#include "session/assets.h"
#include "session/host.h"
#include "support/game.h"
#include "support/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A back end that answers when the test says so. */
static hob_assets *assets;
static uint64_t tickets[64];
static char keys[64][64];
static int fetches, frees, warnings, waiting;
static bool at_once;
static char order[200];

static bool is_broken(const char *key) {
    return strstr(key, "broken") != NULL;
}
static void fetch(void *user, hob_assets *of, uint64_t ticket, const char *key) {
    (void)user;
    snprintf(keys[fetches], sizeof keys[0], "%s", key);
    tickets[fetches++] = ticket;
    waiting++;
    if (at_once) {
        waiting--;
        hob_assets_settle(of, ticket, !is_broken(key), HOB_STR("data"));
    }
}
static bool decode(void *user, const char *key, hob_str bytes, void **ret_data, size_t *ret_bytes,
                   hob_error *reterr) {
    (void)user;
    (void)reterr;
    assert_int_equal(bytes.length, 4);
    *ret_data = malloc(1);
    *ret_bytes = strstr(key, "big") != NULL ? 1000 : 10;
    return true;
}
static void free_data(void *user, const char *key, void *data, size_t bytes) {
    (void)user;
    (void)key;
    assert_true(bytes > 0);
    free(data);
    frees++;
}
static void note_line(void *user, hob_log_level level, const char *message) {
    (void)user;
    (void)message;
    warnings += level == HOB_LOG_WARN;
}
static const hob_log log_lines = {note_line, NULL};

static int setup(void **state) {
    (void)state;
    static const hob_asset_backend backend = {.fetch = fetch, .decode = decode, .free = free_data};
    fetches = frees = warnings = waiting = 0;
    at_once = false;
    order[0] = '\0';
    assets = hob_assets_create(hob_heap_allocator(), NULL, &backend, 500, &log_lines);
    return assets == NULL;
}
static int teardown(void **state) {
    (void)state;
    hob_assets_destroy(assets);
    return 0;
}
static hob_asset_use ask_in(const char *ref, const char *group) {
    hob_asset_use use;
    assert_true(hob_assets_request(assets, hob_str_from(ref), group, NULL, NULL, &use));
    return use;
}
static hob_asset_use ask(const char *ref) {
    return ask_in(ref, NULL);
}
static void settle(int fetch_number) {
    waiting--;
    hob_assets_settle(assets, tickets[fetch_number], !is_broken(keys[fetch_number]),
                      HOB_STR("data"));
}
static void status_is(uint32_t pending, uint32_t loaded, uint32_t failed) {
    hob_assets_status s = hob_assets_get_status(assets);
    if (s.pending != pending || s.loaded != loaded || s.failed != failed) {
        fail_msg("%u %u %u", s.pending, s.loaded, s.failed);
    }
}
static void note(void *user, hob_assets *of) {
    (void)of;
    strncat(order, user, sizeof order - strlen(order) - 1);
}
static char mark_a[] = "a", mark_b[] = "b", mark_r[] = "R", mark_p[] = "P";

static void ast01_one_key_twice_and_preloaded__one_load_and_settings_of_ones_own(void **state) {
    (void)state;
    hob_asset_use one = ask("assets/a.png"), two = ask("./assets//x/../a.png");
    hob_str refs[] = {HOB_STR("assets/a.png")};
    assert_true(hob_assets_preload(assets, refs, 1, NULL, NULL, NULL));
    assert_int_equal(fetches, 1);
    settle(0);
    status_is(0, 1, 0);
    one.smooth = true;
    one.offset_x = 0.5;
    two.repeat = true;
    assert_true(!two.smooth && two.offset_x == 0 && !one.repeat);
    assert_non_null(hob_assets_data(assets, &one));
    assert_ptr_equal(hob_assets_data(assets, &one), hob_assets_data(assets, &two));
}

static void ast02_status__counts_keys_as_they_settle(void **state) {
    (void)state;
    ask("a");
    ask("a");
    ask("b");
    status_is(2, 0, 0);
    settle(0);
    status_is(1, 1, 0);
    settle(1);
    status_is(0, 2, 0);
}

static void ask_more(void *user, hob_assets *of) {
    note(user, of);
    ask("late");
}
static void
ast03_ready__waits_for_what_comes_meanwhile_and_comes_after_the_consumers(void **state) {
    (void)state;
    hob_assets_ready(assets, note, mark_r);
    assert_string_equal(order, "R"); /* nothing was pending */
    order[0] = '\0';
    assert_true(hob_assets_request(assets, HOB_STR("a"), NULL, ask_more, mark_a, NULL));
    hob_assets_ready(assets, note, mark_r);
    hob_assets_ready(assets, note, mark_r);
    settle(0);
    assert_string_equal(order, "a"); /* "late" is pending now */
    assert_true(hob_assets_request(assets, HOB_STR("late"), NULL, note, mark_b, NULL));
    settle(1);
    assert_string_equal(order, "abRR");
}

static void ast04_a_failing_key_twice__one_warning_and_no_second_try(void **state) {
    (void)state;
    hob_asset_use use = ask("broken.png");
    settle(0);
    ask("broken.png");
    assert_true(hob_assets_request(assets, HOB_STR("broken.png"), NULL, note, mark_a, NULL));
    assert_string_equal(order, "a");
    assert_int_equal(fetches, 1);
    assert_int_equal(warnings, 1);
    status_is(0, 0, 1);
    assert_int_equal(hob_assets_state(assets, &use), HOB_ASSET_FAILED);
    assert_null(hob_assets_data(assets, &use));
}

static void ast05_preload_of_many__settles_with_failures(void **state) {
    (void)state;
    hob_str refs[12];
    for (int i = 0; i < 10; i++) {
        refs[i] = HOB_STR("one.png");
    }
    refs[10] = HOB_STR("plain.png");
    refs[11] = HOB_STR("broken.png");
    assert_true(hob_assets_preload(assets, refs, 12, NULL, note, mark_p));
    assert_int_equal(fetches, 3);
    settle(0);
    settle(2);
    assert_string_equal(order, "");
    settle(1);
    assert_string_equal(order, "P");
    status_is(0, 2, 1);
    assert_true(hob_assets_preload(assets, refs, 12, NULL, note, mark_p)); /* hits: at once */
    assert_string_equal(order, "PP");
    assert_int_equal(fetches, 3);
    assert_true(hob_assets_preload(assets, NULL, 0, NULL, note, mark_p));
    assert_string_equal(order, "PPP");
}

static void ast06_dispose__each_freed_once_and_late_answers_change_nothing(void **state) {
    (void)state;
    ask("a");
    ask("b");
    ask("late");
    hob_str refs[] = {HOB_STR("late")};
    assert_true(hob_assets_preload(assets, refs, 1, NULL, note, mark_p));
    settle(0);
    settle(1);
    hob_assets_dispose(assets);
    assert_int_equal(frees, 2);
    status_is(0, 0, 0);
    hob_assets_dispose(assets);
    assert_int_equal(frees, 2);
    settle(2);
    status_is(0, 0, 0);
    assert_string_equal(order, "");
    ask("a");
    assert_int_equal(fetches, 4);
    settle(3);
    status_is(0, 1, 0);
}

static void am01_groups__claims_are_counted_and_what_is_for_good_stays(void **state) {
    (void)state;
    at_once = true;
    hob_asset_use level = ask_in("level.png", "level"), both = ask_in("both.png", "level");
    ask_in("both.png", "menu"); /* a claim on a hit */
    hob_asset_use good = ask("good.png");
    ask_in("good.png", "level");
    hob_error error = {0};
    assert_int_equal(hob_assets_release(assets, "", &error), HOB_ERR_INVALID_INPUT);
    assert_int_equal(hob_assets_release(assets, NULL, &error), HOB_ERR_INVALID_INPUT);
    assert_int_equal(hob_assets_release(assets, "nobody", &error), HOB_OK);
    assert_int_equal(frees, 0);
    assert_int_equal(hob_assets_release(assets, "level", &error), HOB_OK);
    assert_int_equal(frees, 1);
    assert_null(hob_assets_data(assets, &level));
    assert_non_null(hob_assets_data(assets, &both));
    assert_non_null(hob_assets_data(assets, &good));
    assert_int_equal(hob_assets_release(assets, "menu", &error), HOB_OK);
    assert_null(hob_assets_data(assets, &both));
    status_is(0, 3, 0); /* only grows */
    ask_in("level.png", "level");
    assert_int_equal(fetches, 4); /* a later request counts as new */
    status_is(0, 4, 0);
}

static void am01_reload__a_failed_one_is_tried_again(void **state) {
    (void)state;
    hob_asset_use use = ask("broken.png");
    settle(0);
    hob_assets_reload(assets, HOB_STR("broken.png"));
    status_is(1, 0, 1);
    hob_assets_settle(assets, tickets[1], true, HOB_STR("data"));
    assert_non_null(hob_assets_data(assets, &use));
    hob_assets_reload(assets, HOB_STR("nobody asked"));
    assert_int_equal(fetches, 2);
}

static void limit__a_load_past_it_fails_and_is_freed(void **state) {
    (void)state;
    at_once = true;
    ask("small");
    hob_asset_use big = ask("big");
    status_is(0, 1, 1);
    assert_int_equal(frees, 1);
    assert_int_equal(hob_assets_state(assets, &big), HOB_ASSET_FAILED);
}

/* ---- the files of a project ---- */

static void files_of_a_project__refs_are_one_key_and_headers_decide(void **state) {
    (void)state;
    static const hob_test_file files[] = {
        {"assets.json",
         "{\"formatVersion\":1,\"assets\":["
         "{\"id\":\"ast_wav\",\"name\":\"Beep\",\"type\":\"audio\",\"path\":\"assets/beep.wav\"},"
         "{\"id\":\"ast_bad\",\"name\":\"Bad\",\"type\":\"sprite\",\"path\":\"assets/p/bad.png\"},"
         "{\"id\":\"ast_no\",\"name\":\"No\",\"type\":\"audio\",\"path\":\"assets/no.wav\"}]}"},
        {"assets/beep.wav", "RIFF0000WAVEfmt "},
        {"assets/p/bad.png", "no picture at all, whatever its name"},
        {NULL, NULL}};
    hob_test_game game;
    hob_test_game_open(&game, NULL, "", files, NULL, 1);
    hob_asset_backend backend = hob_assets_headers();
    hob_assets *real =
        hob_assets_create(hob_heap_allocator(), game.project, &backend, 0, &log_lines);
    static const char *const refs[] = {"ast_wav", "Beep",        "assets/beep.wav", "Bad",
                                       "ast_no",  "../hob.json", "nobody"};
    hob_asset_use uses[HOB_COUNT(refs)];
    for (size_t i = 0; i < HOB_COUNT(refs); i++) {
        assert_true(hob_assets_request(real, hob_str_from(refs[i]), NULL, NULL, NULL, &uses[i]));
    }
    assert_int_equal(uses[0].ticket, uses[2].ticket);
    assert_int_equal(uses[0].ticket, uses[1].ticket);
    hob_assets_status s = hob_assets_get_status(real);
    assert_true(s.pending == 0 && s.loaded == 1 && s.failed == 4);
    assert_int_equal(warnings, 4);
    hob_arena arena;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    const char **paths;
    assert_int_equal(hob_assets_glob(game.project, HOB_STR("assets/*.wav"), &arena, &paths), 2);
    assert_string_equal(paths[0], "assets/beep.wav");
    assert_string_equal(paths[1], "assets/no.wav");
    assert_int_equal(hob_assets_glob(game.project, HOB_STR("assets/**/*.png"), &arena, &paths), 1);
    assert_int_equal(hob_assets_glob(game.project, HOB_STR("**"), &arena, &paths), 3);
    assert_int_equal(hob_assets_glob(game.project, HOB_STR("assets/?eep.wav"), &arena, &paths), 1);
    assert_int_equal(hob_assets_glob(game.project, HOB_STR("no/*"), &arena, &paths), 0);
    assert_int_equal(hob_assets_glob(game.project, HOB_STR("assets/**/bad.png"), &arena, &paths),
                     1);
    assert_int_equal(hob_assets_glob(game.project, HOB_STR("assets/*"), &arena, &paths), 2);
    assert_int_equal(hob_assets_glob(game.project, HOB_STR(""), &arena, &paths), 0);
    /* Many stars cost no more than their number. */
    assert_int_equal(
        hob_assets_glob(game.project,
                        HOB_STR("**a**a**a**a**a**a**a**a**a**a**a**a**a**a**a**a**a**a**a**a**a"
                                "**s**s**e**t**s**b**e**e**p**w**a**v**x"),
                        &arena, &paths),
        0);
    hob_arena_done(&arena);
    hob_assets_destroy(real);
    hob_test_game_close(&game);
}

/* ---- of a session ---- */

static void put_off(void *user, hob_assets *of, uint64_t ticket, const char *key) {
    (void)user;
    (void)of;
    snprintf(keys[fetches], sizeof keys[0], "%s", key);
    tickets[fetches++] = ticket;
}
static void hurry(void *user, hob_assets *of, uint64_t ticket, const char *key) {
    (void)user;
    (void)key;
    hob_assets_settle(of, ticket, true, HOB_STR("data"));
}
static const hob_asset_backend slow = {
    .fetch = put_off, .decode = decode, .free = free_data, .hurry = hurry};

static const hob_test_file held_files[] = {
    {"assets.json",
     "{\"formatVersion\":1,\"assets\":["
     "{\"id\":\"ast_wav\",\"name\":\"Beep\",\"type\":\"audio\",\"path\":\"assets/beep.wav\"},"
     "{\"id\":\"ast_two\",\"name\":\"Two\",\"type\":\"audio\",\"path\":\"assets/two.wav\"}]}"},
    {"assets/beep.wav", "RIFF0000WAVEfmt "},
    {"assets/two.wav", "RIFF0000WAVEfmt "},
    {"scripts/a.lua",
     "return { onStart = function(ctx) ctx.assets.preload({'Beep'}, {hold = true}) end, "
     "onUpdate = function(ctx) if ctx.time.frame == 3 then "
     "ctx.assets.preload({'Beep', 'Two'}, {hold = true, group = 'g'}) end "
     "if ctx.time.frame == 6 then ctx.assets.release('g') end end }"},
    {"scripts/a.js",
     "export default { onStart(ctx) { ctx.assets.preload(['Beep'], {hold: true}); }, "
     "onUpdate(ctx) { if (ctx.time.frame === 3) { "
     "ctx.assets.preload(['Beep', 'Two'], {hold: true, group: 'g'}); } "
     "if (ctx.time.frame === 6) ctx.assets.release('g'); } };"},
    {NULL, NULL}};

/* A quarter of a second of displayed frames; how many steps were run. */
static int quarter(hob_test_game *game, hob_host_clock *clock, double *now) {
    static const hob_host host = {0};
    int all = 0;
    for (int i = 0; i < 15; i++) {
        int steps = 0;
        *now += 1.0 / 60;
        assert_int_equal(hob_host_frame(&host, clock, game->session, *now, &steps, NULL), HOB_OK);
        all += steps;
    }
    return all;
}

/* The host stops until what is really slow has loaded; the game's state does not show it. */
static void held_preload__stops_the_host_until_loaded(void **state) {
    (void)state;
    static const char *const entities[] = {
        "{\"id\":\"ent_a\",\"name\":\"A\",\"components\":{\"Script\":{\"scriptPath\":\"scripts/"
        "a.lua\"}}}",
        "{\"id\":\"ent_a\",\"name\":\"A\",\"components\":{\"Script\":{\"scriptPath\":\"scripts/"
        "a.js\"}}}"};
    for (int i = 0; i < 2; i++) {
        hob_test_game game, plain;
        fetches = frees = 0;
        hob_test_game_open(&game, NULL, entities[i], held_files, NULL, 1);
        hob_test_game_open(&plain, NULL, entities[i], held_files, NULL, 1);
        hob_assets *own = hob_session_assets(game.session);
        hob_test_steps(&game, 1);
        assert_int_equal(hob_assets_get_status(own).loaded, 1); /* by its header */
        hob_assets_use_backend(own, &slow, NULL);               /* a window opens */
        hob_assets_hold(own);
        hob_host_clock clock = hob_host_clock_of(game.session);
        double now = 10;
        assert_int_equal(quarter(&game, &clock, &now), 0);
        assert_string_equal(keys[0], "assets/beep.wav");
        hob_assets_settle(own, tickets[0], true, HOB_STR("data"));
        assert_int_equal(quarter(&game, &clock, &now), 3);
        assert_int_equal(game.world->frame, 4); /* and stops where the script asks for another */
        assert_true(hob_assets_held(own));
        assert_int_equal(quarter(&game, &clock, &now), 0);
        assert_int_equal(fetches, 2);
        hob_assets_settle(own, tickets[1], false, HOB_STR("")); /* failures count as settled */
        assert_int_equal(quarter(&game, &clock, &now), 15);
        assert_int_equal(hob_assets_get_status(own).loaded, 1);
        hob_test_steps(&plain, (int)game.world->frame);
        hob_state_hash hashes[2];
        hob_session_hash(game.session, false, &hashes[0]);
        hob_session_hash(plain.session, false, &hashes[1]);
        assert_true(hashes[0].all == hashes[1].all);
        hob_test_game_close(&game);
        hob_test_game_close(&plain);
        assert_int_equal(frees, 1);
    }
}

static void needed_at_once__the_back_end_hurries(void **state) {
    (void)state;
    hob_test_game game;
    hob_test_game_open(&game, NULL, "", held_files, NULL, 1);
    hob_assets *own = hob_session_assets(game.session);
    hob_asset_use use;
    hob_assets_use_backend(own, &slow, NULL);
    assert_true(hob_assets_request(own, HOB_STR("Beep"), NULL, NULL, NULL, &use));
    assert_null(hob_assets_data(own, &use));
    assert_non_null(hob_assets_finish(own, &use));
    assert_int_equal(hob_assets_get_status(own).pending, 0);
    hob_test_game_close(&game);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(ast01_one_key_twice_and_preloaded__one_load_and_settings_of_ones_own),
        CASE(ast02_status__counts_keys_as_they_settle),
        CASE(ast03_ready__waits_for_what_comes_meanwhile_and_comes_after_the_consumers),
        CASE(ast04_a_failing_key_twice__one_warning_and_no_second_try),
        CASE(ast05_preload_of_many__settles_with_failures),
        CASE(ast06_dispose__each_freed_once_and_late_answers_change_nothing),
        CASE(am01_groups__claims_are_counted_and_what_is_for_good_stays),
        CASE(am01_reload__a_failed_one_is_tried_again),
        CASE(limit__a_load_past_it_fails_and_is_freed),
        CASE(files_of_a_project__refs_are_one_key_and_headers_decide),
        cmocka_unit_test(held_preload__stops_the_host_until_loaded),
        cmocka_unit_test(needed_at_once__the_back_end_hurries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
