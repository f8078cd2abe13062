/* What a run leaves for its reports: limits, order, and no memory. */
#include "support/testing.h"
#include "world/world.h"

#include <stdio.h>
#include <string.h>

static void set_up(hob_records *records, const hob_allocator *a) {
    hob_manifest manifest = {0};
    manifest.limits.logs = 5;
    manifest.limits.events = 6;
    manifest.limits.events_per_name = 3;
    hob_records_init(records, a, &manifest);
}

static void logs__keep_the_newest_in_order(void **state) {
    (void)state;
    hob_records records;
    set_up(&records, hob_heap_allocator());
    for (int i = 0; i < 13; i++) {
        char message[32];
        (void)snprintf(message, sizeof message, "line %d", i);
        hob_records_add_log(&records, i, HOB_LOG_INFO, message);
        assert_int_equal(records.log_count, i < 5 ? i + 1 : 5);
        int first = i < 5 ? 0 : i - 4;
        for (size_t k = 0; k < records.log_count; k++) {
            assert_int_equal(hob_records_log_at(&records, k)->frame, first + (int)k);
        }
    }
    assert_string_equal(hob_records_log_at(&records, 4)->message, "line 12");
    hob_records_done(&records);
}

static void events__are_limited_by_name_and_in_all(void **state) {
    (void)state;
    hob_records records;
    set_up(&records, hob_heap_allocator());
    for (int i = 0; i < 3; i++) {
        hob_records_add_event(&records, i, "a", NULL);
    }
    assert_false(records.events_truncated);
    hob_records_add_event(&records, 3, "a", NULL);
    assert_true(records.events_truncated);
    assert_int_equal(records.event_count, 3);
    for (int i = 0; i < 5; i++) {
        hob_records_add_event(&records, i, i % 2 ? "b" : "c", "{}");
    }
    assert_int_equal(records.event_count, 6);
    assert_string_equal(records.events[5].name, "c");
    assert_string_equal(records.events[5].data_json, "{}");
    assert_null(records.events[0].data_json);
    hob_records_done(&records);
}

static void effects__keep_two_hundred(void **state) {
    (void)state;
    hob_records records;
    set_up(&records, hob_heap_allocator());
    for (int i = 0; i < 300; i++) {
        hob_records_add_effect(&records, i, "shake", "{}");
    }
    assert_int_equal(records.effect_count, 200);
    assert_int_equal(records.effects[199].frame, 199);
    hob_records_done(&records);
}

static void texts__are_copied_and_null_ones_stay_null(void **state) {
    (void)state;
    hob_records records;
    set_up(&records, hob_heap_allocator());
    char text[] = "text";
    hob_records_add_error(&records, 7, HOB_ERR_SCRIPT_ERROR, text, NULL, text, "onUpdate", NULL, 3);
    hob_records_add_scene(&records, 8, "scn_a", "scn_b");
    hob_records_add_sound(&records, 9, "ast_a", true, false);
    text[0] = 'x';
    assert_string_equal(records.errors[0].message, "text");
    assert_null(records.errors[0].entity);
    assert_int_equal(records.errors[0].line, 3);
    assert_string_equal(records.scenes[0].to, "scn_b");
    assert_true(records.sounds[0].stop && !records.sounds[0].music);
    hob_records_done(&records);
    hob_records_done(&records); /* a second time is nothing */
}

static bool record_some(const hob_allocator *a, void *user) {
    (void)user;
    hob_records records;
    set_up(&records, a);
    for (int i = 0; i < 20; i++) {
        hob_records_add_log(&records, i, HOB_LOG_WARN, "a line");
        hob_records_add_error(&records, i, HOB_ERR_SCRIPT_ERROR, "m", "e", "s", "p", "l", 1);
        hob_records_add_event(&records, i, "name", "{}");
        hob_records_add_sound(&records, i, "ast", false, true);
        hob_records_add_effect(&records, i, "fade", "{}");
        hob_records_add_scene(&records, i, "a", "b");
    }
    for (size_t i = 0; i < records.log_count; i++) {
        assert_non_null(hob_records_log_at(&records, i)->message);
    }
    bool went_through = records.lost == 0;
    hob_records_done(&records);
    return went_through;
}

static void without_memory__rows_are_lost_and_counted_oom(void **state) {
    (void)state;
    hob_test_each_failure(record_some, NULL, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs__keep_the_newest_in_order),
        cmocka_unit_test(events__are_limited_by_name_and_in_all),
        cmocka_unit_test(effects__keep_two_hundred),
        cmocka_unit_test(texts__are_copied_and_null_ones_stay_null),
        cmocka_unit_test(without_memory__rows_are_lost_and_counted_oom),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
