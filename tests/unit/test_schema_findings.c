/* Findings in great numbers: a file may hold millions of faults. */
#include "support/fields.h"
#include "support/testing.h"

typedef struct sample {
    double speed;
    hob_value points;
} sample;
static const hob_field point_fields[] = {
    {.name = "x", .type = HOB_FIELD_NUMBER, .offset = HOB_FIELD_NO_PLACE, .doc = "Across."},
    HOB_FIELDS_END};
static const hob_field point = {.name = "", .type = HOB_FIELD_OBJECT, .fields = point_fields};
static const hob_field table[] = {
    {HOB_AT(sample, speed, "speed", NUMBER), .doc = "Speed."},
    {HOB_AT(sample, points, "points", LIST), .element = &point, .doc = "Points."},
    HOB_FIELDS_END};

enum { MANY = 300000 };

static void check_many(const char *text, size_t errors, size_t at, const char *pointer, int line) {
    hob_test_json t;
    hob_test_json_open(&t, hob_heap_allocator(), text);
    (void)hob_fields_check(&t.reader, table, t.json.root, NULL);
    assert_int_equal(t.findings.count, t.findings.limit);
    assert_int_equal(t.findings.error_count, errors);
    assert_int_equal(t.reader.error_count, errors);
    assert_int_equal(t.findings.dropped, errors - t.findings.limit);
    assert_string_equal(t.findings.items[at].pointer, pointer);
    assert_int_equal(t.findings.items[at].line, line);
    hob_test_json_close(&t);
}

/* The first ones are told with their places, all are counted, and the time does not rise with their
 * square. */
static void many_unknown_keys__are_counted_and_the_first_are_told(void **state) {
    (void)state;
    hob_buf text;
    hob_buf_init(&text, hob_heap_allocator(), (size_t)64 << 20);
    hob_buf_add_cstr(&text, "{\"speed\":1");
    for (int i = 0; i < MANY; i++) {
        hob_buf_format(&text, ",\n\"spee%d\":1", i);
    }
    hob_buf_add_char(&text, '}');
    check_many(text.data, MANY, 999, "/spee999", 1001);
    hob_buf_done(&text);
}

static void many_bad_elements__are_counted_and_the_first_are_told(void **state) {
    (void)state;
    hob_buf text;
    hob_buf_init(&text, hob_heap_allocator(), (size_t)64 << 20);
    hob_buf_add_cstr(&text, "{\"points\":[");
    for (int i = 0; i < MANY; i++) {
        hob_buf_format(&text, "%s{\"x\":\n1,\"why\":2}", i > 0 ? "," : "");
    }
    hob_buf_add_cstr(&text, "]}");
    check_many(text.data, MANY, 999, "/points/999/why", 1001);
    hob_buf_done(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_unknown_keys__are_counted_and_the_first_are_told),
        cmocka_unit_test(many_bad_elements__are_counted_and_the_first_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
