/* Actors to begin with: they validate, play, fit each other, and never replace anything. */
#include "support/test_command.h"

#include <string.h>

static void place(hob_test_commands *t, const char *kind, const char *style, int x) {
    hob_buf params;
    hob_buf_init(&params, hob_heap_allocator(), 4096);
    hob_buf_format(&params, "{\"kind\": \"%s\", \"name\": \"%s %s\", \"style\": \"%s\"}", kind,
                   kind, style, style);
    hob_value data = hob_test_do(t, "scaffold", params.data);
    assert_true(hob_value_get_bool(data, "created", false));
    hob_buf_clear(&params);
    hob_buf_format(&params,
                   "{\"prefab\": \"%s %s\", \"scene\": \"Main\", \"position\": {\"x\": %d, \"y\": "
                   "0}}",
                   kind, style, x);
    (void)hob_test_do(t, "instantiatePrefab", params.data);
    hob_buf_done(&params);
}

static void every_actor__validates_and_plays(void **state) {
    (void)state;
    static const char *const kinds[] = {"player", "enemy", "collectible", "hazard", "projectile"};
    static const char *const styles[] = {"platformer", "topdown"};
    hob_test_commands t;
    hob_test_commands_begin(&t);
    for (size_t i = 0; i < HOB_COUNT(kinds); i++) {
        for (size_t k = 0; k < HOB_COUNT(styles); k++) {
            place(&t, kinds[i], styles[k], (int)(i * 400 + k * 200));
        }
    }
    hob_value data = hob_test_do(&t, "validateProject", "{}");
    hob_test_number_is(data, "errorCount", 0);
    hob_test_number_is(data, "warningCount", 0);
    data = hob_test_do(&t, "runScene", "{\"frames\": 30, \"headless\": true}");
    assert_int_equal(hob_test_at(data, "errors").as.list->count, 0);
    hob_test_commands_end(&t);
}

/* Where one meets another: who is left after some steps. */
static void masks__let_the_right_ones_meet(void **state) {
    (void)state;
    static const struct {
        const char *a, *b;
        double entities; /* with the camera */
    } cases[] = {
        {"player", "collectible", 2}, {"enemy", "collectible", 3}, {"projectile", "enemy", 2},
        {"projectile", "player", 3},  {"hazard", "enemy", 3},
    };
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        hob_test_commands t;
        hob_test_commands_begin(&t);
        place(&t, cases[i].a, "platformer", 0);
        place(&t, cases[i].b, "platformer", 0);
        hob_value data = hob_test_do(&t, "runScene", "{\"frames\": 3, \"headless\": true}");
        double left = hob_value_get_number(data, "entities", -1);
        if (left != cases[i].entities) {
            fail_msg("%s and %s: %g entities are left", cases[i].a, cases[i].b, left);
        }
        hob_test_commands_end(&t);
    }
}

static void second_call__changes_nothing(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_value data = hob_test_do(&t, "scaffold", "{\"kind\": \"enemy\"}");
    hob_test_text_is(data, "path", "prefabs/enemy.prefab.json");
    hob_test_text_is(data, "layer", "enemy");
    hob_test_text_is(data, "collidesWith.0", "player");
    hob_buf before;
    hob_buf_init(&before, hob_heap_allocator(), 1 << 16);
    hob_buf_add_str(&before, hob_test_file(&t, HOB_TEST_GAME "/prefabs/enemy.prefab.json"));
    data = hob_test_do(&t, "scaffold", "{\"kind\": \"enemy\", \"style\": \"topdown\"}");
    assert_false(hob_value_get_bool(data, "created", true));
    assert_int_equal(hob_test_at(t.envelope.value, "files").as.list->count, 0);
    assert_string_equal(hob_test_file(&t, HOB_TEST_GAME "/prefabs/enemy.prefab.json").data,
                        before.data);
    hob_buf_done(&before);
    (void)hob_test_do(&t, "createTileAsset", "{\"name\": \"Hazard\"}");
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "scaffold", "{\"kind\": \"hazard\"}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "scaffold", "{\"kind\": \"boss\"}");
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_actor__validates_and_plays),
        cmocka_unit_test(masks__let_the_right_ones_meet),
        cmocka_unit_test(second_call__changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
