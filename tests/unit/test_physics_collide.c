/* onCollide (12.4): every step of an overlap, only the interested side, live places, and nothing
 * under Hearth's hooks. */
#include "components/collider.h"
#include "support/game.h"
#include "support/testing.h"

static int told_a;
static int told_b;

static hob_status count_a(hob_world *world, hob_code_slot *slot, const hob_value *args,
                          uint32_t count, hob_error *reterr) {
    (void)world;
    (void)slot;
    (void)reterr;
    assert_int_equal(count, 1);
    assert_int_equal(args[0].tag, HOB_TAG_ENTITY);
    told_a++;
    return HOB_OK;
}

static hob_status count_b(hob_world *world, hob_code_slot *slot, const hob_value *args,
                          uint32_t count, hob_error *reterr) {
    (void)world;
    (void)slot;
    (void)args;
    (void)count;
    (void)reterr;
    told_b++;
    return HOB_OK;
}

/* Moves B away in A's call: B's own call of the same pair is still made, since the pair was judged
 * before; later pairs are judged anew. */
static hob_status push_away(hob_world *world, hob_code_slot *slot, const hob_value *args,
                            uint32_t count, hob_error *reterr) {
    (void)slot;
    (void)count;
    (void)reterr;
    told_a++;
    hob_entity_get(world, args[0].as.entity)->transform->position.x += 1000;
    return HOB_OK;
}

static const hob_test_native natives[] = {
    {"scripts/a.lua", {.hooks = {[HOB_HOOK_COLLIDE] = count_a}}},
    {"scripts/b.lua", {.hooks = {[HOB_HOOK_COLLIDE] = count_b}}},
    {"scripts/push.lua", {.hooks = {[HOB_HOOK_COLLIDE] = push_away}}},
    {NULL, {.hooks = {NULL}}}};

#define ENTITY(id, x, collider, script)                                      \
    "{\"id\":\"ent_" id "\",\"name\":\"" id                                  \
    "\",\"components\":{\"Transform\":{\"position\":{\"x\":" x ",\"y\":0}}," \
    "\"Collider\":{" collider "},\"Script\":{\"scriptPath\":\"scripts/" script ".lua\"}}}"

static void run(const char *manifest, const char *scene, int steps) {
    hob_test_game game;
    told_a = told_b = 0;
    hob_test_game_open(&game, manifest, scene, NULL, natives, 0);
    hob_test_steps(&game, steps);
    hob_test_game_close(&game);
}

static void overlap_of_two_still_sensors__both_told_every_step(void **state) {
    (void)state;
    run("",
        ENTITY("a", "0", "\"kind\":\"sensor\"", "a") "," ENTITY("b", "10", "\"kind\":\"sensor\"",
                                                                "b"),
        5);
    assert_int_equal(told_a, 5);
    assert_int_equal(told_b, 5);
}

static void only_one_mask_accepts__only_that_side_is_told(void **state) {
    (void)state;
    run("",
        ENTITY("a", "0", "\"kind\":\"sensor\",\"layer\":\"one\",\"collidesWith\":[\"two\"]",
               "a") "," ENTITY("b", "10",
                               "\"kind\":\"sensor\",\"layer\":\"two\",\"collidesWith\":[]", "b"),
        3);
    assert_int_equal(told_a, 3);
    assert_int_equal(told_b, 0);
}

static void apart_or_unsensed__nobody_is_told(void **state) {
    (void)state;
    run("",
        ENTITY("a", "0", "\"kind\":\"sensor\"", "a") "," ENTITY("b", "32", "\"kind\":\"sensor\"",
                                                                "b"),
        3);
    assert_int_equal(told_a + told_b, 0);
    run("",
        ENTITY("a", "0", "\"kind\":\"sensor\"", "a") "," ENTITY("b", "10", "\"sensed\":false", "b"),
        3);
    assert_int_equal(told_a + told_b, 0);
    run("",
        ENTITY("a", "0", "\"kind\":\"none\"", "a") "," ENTITY("b", "10", "\"kind\":\"sensor\"",
                                                              "b"),
        3);
    assert_int_equal(told_a + told_b, 0);
}

static void moved_away_in_a_call__the_next_pair_reads_the_new_place(void **state) {
    (void)state;
    run("",
        ENTITY("a", "0", "\"kind\":\"sensor\"",
               "push") "," ENTITY("b", "10", "\"kind\":\"sensor\"",
                                  "b") "," ENTITY("c", "20", "\"kind\":\"sensor\"", "b"),
        1);
    assert_int_equal(told_a, 2); /* of b, of c */
    assert_int_equal(told_b, 4); /* b and c of a; then of each other, moved alike */
}

static void under_hearth_hooks__nobody_is_told(void **state) {
    (void)state;
    run(HOB_TEST_HEARTH_RULES,
        ENTITY("a", "0", "\"kind\":\"sensor\"", "a") "," ENTITY("b", "10", "\"kind\":\"sensor\"",
                                                                "b"),
        3);
    assert_int_equal(told_a + told_b, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overlap_of_two_still_sensors__both_told_every_step),
        cmocka_unit_test(only_one_mask_accepts__only_that_side_is_told),
        cmocka_unit_test(apart_or_unsensed__nobody_is_told),
        cmocka_unit_test(moved_away_in_a_call__the_next_pair_reads_the_new_place),
        cmocka_unit_test(under_hearth_hooks__nobody_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
