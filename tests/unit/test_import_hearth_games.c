/* Whole games of Hearth: imported, valid, every play-test passes, in JavaScript and in Lua; both
 * languages and both step tables give the same states. tests/hearth/README.md says what they are.
 * The games that come with the specification are skipped where they are not at hand ($HOB_CASES).
 */
#include "support/hearth.h"

#include <stdio.h>
#include <string.h>

enum { HASHED_FRAMES = 600 };

typedef enum script_language { JAVASCRIPT, LUA } script_language;

typedef struct game {
    const char *name;
    size_t playtests;
    bool is_own; /* all of it lies in tests/hearth, not only its scripts */
} game;
static const game games[] = {
    {"mini-platformer", 5, false}, {"top-down-room", 2, false}, {"visual-novel", 1, false},
    {"workbench", 2, true},        {"tide-cellar", 10, true},   {"lantern-horde", 8, true},
};

/* The scenes name scripts in JavaScript; for Lua the extension is turned in the imported files. */
static bool import_game(hob_test_hearth *h, const game *g, script_language language) {
    hob_test_hearth_begin(h);
    const char *own = hob_arena_format(&h->arena, "%s/hearth/%s", HOB_TEST_FOLDER, g->name);
    if (!g->is_own && !hob_test_hearth_load(h, hob_test_hearth_case(h, g->name), "")) {
        hob_test_hearth_end(h);
        print_message("the game %s is not at hand: set HOB_CASES\n", g->name);
        return false;
    }
    assert_true(hob_test_hearth_load(h, own, g->is_own ? "" : "scripts"));
    hob_test_hearth_import(h);
    if (language == LUA) {
        hob_test_hearth_replace(h, ".scene.json", ".js\"", ".lua\"");
        hob_test_hearth_replace(h, ".prefab.json", ".js\"", ".lua\"");
    }
    hob_test_hearth_open(h);
    return true;
}

/* Skips the test when a game was missing, after all others have passed. */
static void each_game(void (*check)(const game *g)) {
    bool all = true;
    for (size_t i = 0; i < HOB_COUNT(games); i++) {
        hob_test_hearth h;
        bool is_there = import_game(&h, &games[i], JAVASCRIPT);
        if (is_there) {
            hob_test_hearth_end(&h);
            check(&games[i]);
        }
        all = all && is_there;
    }
    if (!all) {
        skip();
    }
}

static void check_playtests(const game *g, script_language language) {
    hob_test_hearth h;
    assert_true(import_game(&h, g, language));
    hob_test_hearth_validate(&h);
    assert_int_equal(hob_test_hearth_run(&h), g->playtests);
    hob_test_hearth_end(&h);
}

static void playtests_in_javascript(const game *g) {
    check_playtests(g, JAVASCRIPT);
}

static void playtests_in_lua(const game *g) {
    check_playtests(g, LUA);
}

static void games_with_javascript__every_playtest_passes(void **state) {
    (void)state;
    each_game(playtests_in_javascript);
}

static void games_with_lua__every_playtest_passes(void **state) {
    (void)state;
    each_game(playtests_in_lua);
}

/* ---- every frame ---- */

typedef struct frames {
    hob_state_hash hashes[HASHED_FRAMES];
} frames;

/* Something new every few frames: an action goes down or up, the pointer clicks somewhere. The same
 * for every run of a game. */
static void scripted_input(hob_session *session, const hob_manifest *manifest, uint64_t *random,
                           int frame) {
    hob_error error;
    const hob_map *actions = manifest->input_actions.as.map;
    if (frame % 7 == 0 && actions->count > 0) {
        uint32_t index = hob_test_random_below(random, actions->count);
        hob_session_input input = {.kind = HOB_INPUT_ACTION,
                                   .name = hob_text_view(actions->entries[index].key),
                                   .down = hob_test_random_below(random, 3) > 0};
        assert_int_equal(hob_session_deliver(session, &input, &error), HOB_OK);
    }
    if (frame % 31 == 0) {
        static const hob_input_kind kinds[] = {HOB_INPUT_POINTER_MOVE, HOB_INPUT_POINTER_DOWN,
                                               HOB_INPUT_POINTER_UP};
        double x = hob_test_random_below(random, 800), y = hob_test_random_below(random, 600);
        for (size_t i = 0; i < HOB_COUNT(kinds); i++) {
            hob_session_input input = {.kind = kinds[i], .x = x, .y = y};
            assert_int_equal(hob_session_deliver(session, &input, &error), HOB_OK);
        }
    }
}

/* `emptied`: bits of the phases that run empty. */
static void run_frames(hob_test_hearth *h, size_t scene, uint32_t emptied, frames *ret_frames) {
    hob_session *session;
    hob_error error;
    hob_session_options options = {.project = h->project,
                                   .scene = hob_project_scene_at(h->project, scene)->id,
                                   .seed = 7,
                                   .ledger = true};
    assert_int_equal(hob_session_create(&options, &session, &error), HOB_OK);
    hob_session_world(session)->outside.emptied = emptied;
    uint64_t random = 11;
    for (int f = 0; f < HASHED_FRAMES; f++) {
        scripted_input(session, hob_project_manifest(h->project), &random, f);
        assert_int_equal(hob_session_step(session, &error), HOB_OK);
        hob_session_hash(session, true, &ret_frames->hashes[f]);
    }
    const hob_records *records = hob_session_records(session);
    if (records->error_count > 0) {
        fail_msg("%s: %s", records->errors[0].script ? records->errors[0].script : "",
                 records->errors[0].message);
    }
    hob_session_destroy(session);
}

static void same_world(const frames *a, const frames *b, const char *name) {
    for (int f = 0; f < HASHED_FRAMES; f++) {
        for (int block = 1; block <= 11; block++) {
            if (a->hashes[f].blocks[block] != b->hashes[f].blocks[block]) {
                fail_msg("%s: block %d differs after frame %d", name, block, f);
            }
        }
        assert_int_equal(a->hashes[f].world, b->hashes[f].world);
    }
}

/* From every scene of the game on. */
static void compare_languages(const game *g) {
    static frames javascript, lua;
    hob_test_hearth h, other;
    assert_true(import_game(&h, g, JAVASCRIPT));
    assert_true(import_game(&other, g, LUA));
    for (size_t i = 0; i < hob_project_scene_count(h.project); i++) {
        run_frames(&h, i, 0, &javascript);
        run_frames(&other, i, 0, &lua);
        same_world(&javascript, &lua, hob_project_scene_at(h.project, i)->name);
    }
    hob_test_hearth_end(&other);
    hob_test_hearth_end(&h);
}

static void lua_and_javascript__give_the_same_world_in_every_frame(void **state) {
    (void)state;
    each_game(compare_languages);
}

static void compare_phases(const game *g) {
    static const int added[] = {3, 4, 6, 12, 20, 24};
    static frames whole, without;
    uint32_t emptied = 0;
    hob_test_hearth h;
    for (size_t i = 0; i < HOB_COUNT(added); i++) {
        emptied |= 1u << added[i];
    }
    assert_true(import_game(&h, g, JAVASCRIPT));
    for (size_t i = 0; i < hob_project_scene_count(h.project); i++) {
        run_frames(&h, i, 0, &whole);
        run_frames(&h, i, emptied, &without);
        same_world(&whole, &without, hob_project_scene_at(h.project, i)->name);
        for (int f = 0; f < HASHED_FRAMES; f++) {
            assert_int_equal(whole.hashes[f].all, without.hashes[f].all);
        }
    }
    hob_test_hearth_end(&h);
}

/* Spec step 12: what Hob's step has more than Hearth's does nothing in an imported game. */
static void phases_that_hearth_does_not_have__change_nothing(void **state) {
    (void)state;
    each_game(compare_phases);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_with_javascript__every_playtest_passes),
        cmocka_unit_test(games_with_lua__every_playtest_passes),
        cmocka_unit_test(lua_and_javascript__give_the_same_world_in_every_frame),
        cmocka_unit_test(phases_that_hearth_does_not_have__change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
