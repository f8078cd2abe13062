#include "base/error.h"
#include "support/testing.h"

#include <string.h>

static void each_code__has_a_name_of_its_own_and_a_sentence(void **state) {
    (void)state;
    for (int s = HOB_OK; s < HOB_STATUS_COUNT; s++) {
        const char *name = hob_status_name((hob_status)s);
        assert_int_equal(hob_status_from_name(name), s);
        const char *sentence = hob_status_sentence((hob_status)s);
        assert_int_equal(sentence[strlen(sentence) - 1], '.');
        int code = hob_status_exit_code((hob_status)s);
        assert_true(code == 0 ? s == HOB_OK
                              : code == 1 || code == 2 || code == 3 || code == 4 || code == 70);
        assert_true(s == HOB_OK ||
                    strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(name));
    }
    assert_int_equal(hob_status_from_name("NO_SUCH_CODE"), HOB_STATUS_COUNT);
    assert_string_equal(hob_status_name(HOB_ERR_JSON_SYNTAX), "JSON_SYNTAX");
    assert_int_equal(hob_status_exit_code(HOB_ERR_JSON_SYNTAX), 3);
    assert_int_equal(hob_status_exit_code(HOB_ERR_PERMISSION_DENIED), 4);
    assert_int_equal(hob_status_exit_code(HOB_ERR_INTERNAL_ERROR), 70);
}

static void error_on_garbage__everything_is_set(void **state) {
    (void)state;
    hob_error error;
    memset(&error, 'x', sizeof error);
    hob_status status = hob_fail(&error, HOB_ERR_NOT_FOUND, "no scene '%s'", "Main");
    assert_int_equal(status, HOB_ERR_NOT_FOUND);
    assert_string_equal(error.message, "no scene 'Main'");
    assert_string_equal(error.hint, "");
    assert_string_equal(error.file, "");
    assert_string_equal(error.pointer, "");
    assert_int_equal(error.line, 0);
    assert_int_equal(error.severity, HOB_SEVERITY_ERROR);
    assert_non_null(strstr(error.noticed_file, "test_base_error.c"));
    assert_true(error.noticed_line > 0);
}

static void place_and_hint__are_added_and_return_the_status(void **state) {
    (void)state;
    hob_error error;
    (void)hob_fail(&error, HOB_ERR_FIELD_TYPE, "wrong");
    assert_int_equal(hob_error_hint(&error, "use a %s", "number"), HOB_ERR_FIELD_TYPE);
    assert_int_equal(hob_error_place(&error, "a.json", "/x", 3, 7), HOB_ERR_FIELD_TYPE);
    assert_string_equal(error.hint, "use a number");
    assert_string_equal(error.file, "a.json");
    assert_string_equal(error.pointer, "/x");
    assert_int_equal(error.line, 3);
    assert_int_equal(error.column, 7);
    assert_int_equal(hob_error_place(&error, NULL, NULL, 0, 0), HOB_ERR_FIELD_TYPE);
    assert_string_equal(error.file, "");
}

static void null_error__is_ignored(void **state) {
    (void)state;
    assert_int_equal(hob_fail(NULL, HOB_ERR_CONFLICT, "%d", 1), HOB_ERR_CONFLICT);
    assert_int_equal(hob_error_hint(NULL, "x"), HOB_ERR_INTERNAL_ERROR);
    assert_int_equal(hob_error_place(NULL, "f", "p", 1, 1), HOB_ERR_INTERNAL_ERROR);
}

/* "ä" is two bytes: with an odd prefix one of them would be cut in half. */
static void long_message__is_cut_between_characters(void **state) {
    (void)state;
    char text[1001] = "x";
    for (size_t i = 1; i + 2 < sizeof text; i += 2) {
        memcpy(text + i, "\xC3\xA4", 2);
    }
    hob_error error;
    for (size_t skip = 0; skip < 2; skip++) {
        (void)hob_fail(&error, HOB_ERR_NOT_FOUND, "%s", text + skip);
        size_t length = strlen(error.message);
        assert_true(length >= sizeof error.message - 2);
        assert_int_equal((unsigned char)error.message[length - 1], 0xA4);
        hob_error_place(&error, text + skip, text + skip, 1, 1);
        assert_int_equal((unsigned char)error.file[strlen(error.file) - 1], 0xA4);
        assert_int_equal((unsigned char)error.pointer[strlen(error.pointer) - 1], 0xA4);
    }
}

static void list__keeps_order_and_counts_by_severity(void **state) {
    (void)state;
    hob_error_list list;
    hob_error_list_init(&list, hob_heap_allocator());
    for (int i = 0; i < 40; i++) {
        hob_error error;
        (void)hob_fail(&error, HOB_ERR_NOT_FOUND, "%d", i);
        error.severity = (hob_severity)(i % 3);
        hob_error_list_add(&list, &error);
    }
    assert_int_equal(list.count, 40);
    assert_string_equal(list.items[39].message, "39");
    assert_int_equal(list.error_count, 14);
    assert_int_equal(list.warning_count, 13);
    hob_error_list_done(&list);
}

static void list_past_its_limit__counts_what_it_drops(void **state) {
    (void)state;
    hob_error_list list;
    hob_error_list_init(&list, hob_heap_allocator());
    assert_int_equal(list.limit, 1000);
    list.limit = 10;
    hob_error error;
    (void)hob_fail(&error, HOB_ERR_NOT_FOUND, "x");
    for (int i = 0; i < 25; i++) {
        hob_error_list_add(&list, &error);
    }
    assert_int_equal(list.count, 10);
    assert_int_equal(list.dropped, 15);
    assert_int_equal(list.error_count, 25);
    hob_error_list_done(&list);
}

static bool fill_list(const hob_allocator *a, void *user) {
    (void)user;
    hob_error_list list;
    hob_error_list_init(&list, a);
    hob_error error;
    (void)hob_fail(&error, HOB_ERR_NOT_FOUND, "x");
    for (int i = 0; i < 100; i++) {
        hob_error_list_add(&list, &error);
    }
    assert_int_equal(list.count + list.dropped, 100);
    bool whole = list.dropped == 0;
    hob_error_list_done(&list);
    return whole;
}

static void list_oom__drops_and_frees(void **state) {
    (void)state;
    assert_int_equal(hob_test_each_failure(fill_list, NULL, false), 5);
}

static void edit_distance__counts_edits_and_swaps(void **state) {
    (void)state;
    assert_int_equal(hob_edit_distance("", ""), 0);
    assert_int_equal(hob_edit_distance("abc", ""), 3);
    assert_int_equal(hob_edit_distance("speed", "sped"), 1);
    assert_int_equal(hob_edit_distance("speed", "spede"), 1);
    assert_int_equal(hob_edit_distance("kitten", "sitting"), 3);
    assert_int_equal(hob_edit_distance("Speed", "speed"), 1);
    char long_name[70];
    memset(long_name, 'a', 69);
    long_name[69] = '\0';
    assert_int_equal(hob_edit_distance(long_name, long_name), 0);
    assert_int_equal(hob_edit_distance(long_name, "a"), INT32_MAX);
}

static void misspelt_name__nearest_is_found(void **state) {
    (void)state;
    static const char *const names[] = {"Transform", "SpriteRenderer", "Sprite", "Timer",
                                        "isTrigger", "istrigger",      NULL};
    assert_string_equal(hob_nearest_name("Transfrom", names), "Transform");
    assert_string_equal(hob_nearest_name("transform", names), "Transform");
    assert_string_equal(hob_nearest_name("SpriteRendrer", names), "SpriteRenderer");
    assert_string_equal(hob_nearest_name("tiner", names), "Timer");
    assert_string_equal(hob_nearest_name("isTriggerr", names), "isTrigger");
    assert_string_equal(hob_nearest_name("TIMER", names), "Timer"); /* four half edits */
    assert_null(hob_nearest_name("Velocity", names));
    assert_null(hob_nearest_name("", names));
    assert_null(hob_nearest_name("Tim", (const char *const[]){"abc", NULL}));
}

static void equal_distance__earlier_name_wins(void **state) {
    (void)state;
    static const char *const names[] = {"hot", "hat", NULL};
    assert_string_equal(hob_nearest_name("hxt", names), "hot");
    static const char *const shorts[] = {"xy", NULL}; /* nothing in common */
    assert_null(hob_nearest_name("ab", shorts));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_code__has_a_name_of_its_own_and_a_sentence),
        cmocka_unit_test(error_on_garbage__everything_is_set),
        cmocka_unit_test(place_and_hint__are_added_and_return_the_status),
        cmocka_unit_test(null_error__is_ignored),
        cmocka_unit_test(long_message__is_cut_between_characters),
        cmocka_unit_test(list__keeps_order_and_counts_by_severity),
        cmocka_unit_test(list_past_its_limit__counts_what_it_drops),
        cmocka_unit_test(list_oom__drops_and_frees),
        cmocka_unit_test(edit_distance__counts_edits_and_swaps),
        cmocka_unit_test(misspelt_name__nearest_is_found),
        cmocka_unit_test(equal_distance__earlier_name_wins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
