/* benchScene (spec commands 7.2): on a clock on which each tenth step takes 10 ms, others 1 ms. */
#include "support/live.h"

#include <string.h>

static void bench__tells_nearest_ranks_of_the_measured_steps(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_live_put_files(&t);
    hob_value d = hob_test_do(&t, "benchScene", "{\"frames\":20,\"warmupFrames\":40}");
    hob_test_text_is(d, "scene", "scn_main");
    hob_test_text_is(d, "sceneName", "Main");
    hob_test_number_is(d, "frames", 20);
    hob_test_number_is(d, "entityCount", 4);
    hob_test_number_is(d, "avgMs", 1.9);
    hob_test_number_is(d, "medianMs", 1);
    hob_test_number_is(d, "p95Ms", 10); /* the 19th of 20, two of which are long */
    hob_test_number_is(d, "maxMs", 10);
    hob_test_number_is(d, "totalMs", 38);
    hob_test_number_is(d, "scriptErrors", 0);
    assert_int_equal(hob_value_get(d, "withinBudget").tag, HOB_TAG_ABSENT);
    d = hob_test_do(&t, "benchScene", "{\"scene\":\"Cave\",\"frames\":10,\"warmupFrames\":0}");
    hob_test_number_is(d, "p95Ms", 10); /* the 10th of 10 */
    hob_test_text_is(d, "sceneName", "Cave");
    hob_test_commands_end(&t);
}

static void budget__is_judged_by_the_median(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_value d = hob_test_do(&t, "benchScene", "{\"frames\":20,\"budgetMs\":1}");
    assert_true(hob_value_get_bool(d, "withinBudget", false));
    assert_int_equal(t.envelope.exit_code, 0);
    d = hob_test_do(&t, "benchScene", "{\"frames\":20,\"budgetMs\":0.999}");
    assert_false(hob_value_get_bool(d, "withinBudget", true));
    hob_test_number_is(d, "budgetMs", 0.999);
    assert_int_equal(t.envelope.exit_code, 1);
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "benchScene", "{\"budgetMs\":0}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "benchScene", "{\"frames\":36001}");
    (void)hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "benchScene", "{\"scene\":\"Nowhere\"}");
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bench__tells_nearest_ranks_of_the_measured_steps),
        cmocka_unit_test(budget__is_judged_by_the_median),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
