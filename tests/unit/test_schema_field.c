#include "schema/field.h"
#include "support/testing.h"

static const char *const names[] = {"red", "green", NULL};
static const hob_field number = {.name = "", .type = HOB_FIELD_NUMBER};
static const hob_field text = {.name = "", .type = HOB_FIELD_TEXT};
static const hob_field *const either[] = {&text, &number, NULL};

static const hob_field table[] = {
    HOB_P("speed", NUMBER, .flags = HOB_FIELD_ABOVE, .doc = "D."),
    HOB_P("count", INT, .flags = HOB_FIELD_BETWEEN, .max = 30, .doc = "D."),
    HOB_P("seat", INT, .flags = HOB_FIELD_NULLABLE, .doc = "D."),
    HOB_P("color", ENUM, .names = names, .doc = "D."),
    HOB_P("picture", ASSET, .flags = HOB_FIELD_NULLABLE, .asset_kinds = "sprite|tile", .doc = "D."),
    HOB_P("points", LIST,
          .element =
              &(const hob_field){.name = "", .type = HOB_FIELD_OBJECT, .fields = hob_vec2_fields},
          .doc = "D."),
    HOB_P("either", UNION, .variants = either, .doc = "D."),
    HOB_P("ratio", NUMBER, .flags = HOB_FIELD_HAS_MIN | HOB_FIELD_HAS_MAX | HOB_FIELD_MIN_EXCLUSIVE,
          .max = 0.5, .default_json = "0.1", .rule = HOB_RULE_PARTICLES_CONE,
          .rule_default_json = "0.2", .doc = "D."),
    HOB_P("engine", TEXT, .flags = HOB_FIELD_HIDDEN, .doc = "D."),
    HOB_FIELDS_END,
};

static void find__exact_name_only(void **state) {
    (void)state;
    assert_ptr_equal(hob_field_find(table, HOB_STR("count")), &table[1]);
    assert_null(hob_field_find(table, HOB_STR("Count")));
    assert_null(hob_field_find(table, HOB_STR("coun")));
    assert_null(hob_field_find(table, HOB_STR("")));
    assert_null(hob_field_find(table, ((hob_str){"count\0", 6})));
    assert_int_equal(hob_fields_count(table), 9);
    assert_int_equal(hob_fields_count(hob_vec2_fields), 2);
}

static void nearest__small_slips_found_hidden_names_not(void **state) {
    (void)state;
    assert_string_equal(hob_field_nearest(table, HOB_STR("sped")), "speed");
    assert_string_equal(hob_field_nearest(table, HOB_STR("colour")), "color");
    assert_null(hob_field_nearest(table, HOB_STR("gravitation")));
    assert_null(hob_field_nearest(table, HOB_STR("engin")));
    char endless[500];
    for (size_t i = 0; i < sizeof endless; i++) {
        endless[i] = 'a';
    }
    assert_null(hob_field_nearest(table, ((hob_str){endless, sizeof endless})));
}

static void type_text__as_people_say_it(void **state) {
    (void)state;
    static const char *const expected[] = {
        "number > 0",
        "int 0..30",
        "int or null",
        "enum(red|green)",
        "asset(sprite|tile) or null",
        "list of vec2",
        "text or number",
        "number > 0 <= 0.5",
        "text",
    };
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), 1000);
    for (size_t i = 0; i < HOB_COUNT(expected); i++) {
        hob_buf_clear(&buf);
        hob_field_type_text(&table[i], &buf);
        assert_string_equal(buf.data, expected[i]);
    }
    hob_buf_done(&buf);
}

static void place__nullable_scalars_are_values(void **state) {
    (void)state;
    assert_false(hob_field_is_value(&table[0]));
    assert_int_equal(hob_field_size(&table[0]), sizeof(double));
    assert_true(hob_field_is_value(&table[2]));
    assert_int_equal(hob_field_size(&table[2]), sizeof(hob_value));
    assert_false(hob_field_is_value(&table[4])); /* a null text is a null pointer */
    assert_int_equal(hob_field_size(&table[4]), sizeof(hob_text *));
    assert_true(hob_field_is_value(&table[5]));
}

static void default_json__rule_chooses(void **state) {
    (void)state;
    const hob_field *ratio = &table[7];
    assert_string_equal(hob_field_default_json(ratio, 0), "0.1");
    assert_string_equal(hob_field_default_json(ratio, HOB_RULE_INHERIT_POSITION), "0.1");
    assert_string_equal(hob_field_default_json(ratio, HOB_RULE_PARTICLES_CONE), "0.2");
    assert_null(hob_field_default_json(&table[0], HOB_RULE_PARTICLES_CONE));
}

static void enum_index__position_or_minus_one(void **state) {
    (void)state;
    assert_int_equal(hob_field_enum_index(&table[3], HOB_STR("green")), 1);
    assert_int_equal(hob_field_enum_index(&table[3], HOB_STR("Green")), -1);
    assert_int_equal(hob_field_enum_index(&table[3], HOB_STR("")), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(find__exact_name_only),
        cmocka_unit_test(nearest__small_slips_found_hidden_names_not),
        cmocka_unit_test(type_text__as_people_say_it),
        cmocka_unit_test(place__nullable_scalars_are_values),
        cmocka_unit_test(default_json__rule_chooses),
        cmocka_unit_test(enum_index__position_or_minus_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
