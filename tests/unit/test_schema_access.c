#include "schema/read.h"
#include "support/fields.h"
#include "support/testing.h"

#include <math.h>
#include <string.h>

typedef struct gun {
    double heat;
    int32_t shots, mode;
    bool armed;
    hob_text *label, *skin, *tint;
    hob_vec2 muzzle;
    hob_value seat, path, tags, effects, vars, way;
    uint64_t owner;
} gun;

static const char *const mode_names[] = {"single", "burst", NULL};
static const hob_field point = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = hob_vec2_fields, .doc = "D."};
static const hob_field text_item = {.name = "", .type = HOB_FIELD_TEXT, .doc = "D."};
static const hob_field any_item = {.name = "", .type = HOB_FIELD_ANY, .doc = "D."};
static const hob_field glow_fields[] = {
    HOB_P("strength", NUMBER, .default_json = "1", .doc = "D."),
    HOB_P("size", INT, .default_json = "4", .doc = "D."),
    HOB_FIELDS_END,
};
static const char *const effect_names[] = {"glow", NULL};
static const hob_field *const effect_tables[] = {glow_fields, NULL};
static const hob_field effect = {.name = "",
                                 .type = HOB_FIELD_VARIANT,
                                 .names = effect_names,
                                 .variants = effect_tables,
                                 .doc = "D."};
static const hob_field *const way_kinds[] = {&text_item, &point, NULL};

static hob_value get_safe(const void *of_struct) {
    return hob_value_bool(!((const gun *)of_struct)->armed);
}

static bool set_safe(void *of_struct, hob_value v) {
    ((gun *)of_struct)->armed = !v.as.boolean;
    return true;
}

static const hob_field table[] = {
    {HOB_AT(gun, heat, "heat", NUMBER), .flags = HOB_FIELD_BETWEEN, .max = 1, .doc = "D."},
    {HOB_AT(gun, shots, "shots", INT), .default_json = "3", .doc = "D."},
    {HOB_AT(gun, mode, "mode", ENUM), .names = mode_names, .doc = "D."},
    {HOB_AT(gun, armed, "armed", BOOL), .doc = "D."},
    {.name = "safe",
     .type = HOB_FIELD_BOOL,
     .flags = HOB_FIELD_ALIAS,
     .alias_of = "armed",
     .get = get_safe,
     .set = set_safe,
     .doc = "D."},
    {HOB_AT(gun, label, "label", TEXT), .flags = HOB_FIELD_NOT_EMPTY, .default_json = "\"gun\"",
     .doc = "D."},
    {HOB_AT(gun, skin, "skin", ASSET), .flags = HOB_FIELD_NULLABLE, .doc = "D."},
    {HOB_AT(gun, tint, "tint", COLOR), .default_json = "\"#fff\"", .doc = "D."},
    {HOB_AT(gun, muzzle, "muzzle", OBJECT), .fields = hob_vec2_fields,
     .default_json = "{\"x\":8,\"y\":1}", .doc = "D."},
    {HOB_AT(gun, seat, "seat", INT), .flags = HOB_FIELD_NULLABLE | HOB_FIELD_BETWEEN, .max = 3,
     .doc = "D."},
    {HOB_AT(gun, path, "path", LIST), .element = &point, .default_json = "[{\"x\":1,\"y\":2}]",
     .doc = "D."},
    {HOB_AT(gun, tags, "tags", LIST), .element = &text_item, .doc = "D."},
    {HOB_AT(gun, effects, "effects", LIST), .element = &effect, .doc = "D."},
    {HOB_AT(gun, vars, "vars", MAP), .element = &any_item, .doc = "D."},
    {HOB_AT(gun, way, "way", UNION), .variants = way_kinds, .doc = "D."},
    {HOB_AT(gun, owner, "owner", HANDLE), .flags = HOB_FIELD_RUNTIME, .doc = "D."},
    HOB_FIELDS_END,
};

typedef struct fixture {
    hob_counting_allocator counting;
    const hob_allocator *a;
    gun g;
    hob_error error;
} fixture;

static void start(fixture *f) {
    memset(f, 0, sizeof *f);
    hob_counting_allocator_init(&f->counting, hob_heap_allocator());
    f->a = &f->counting.allocator;
    assert_true(hob_fields_default(table, 0, &f->g, f->a));
}

static void finish(fixture *f) {
    hob_fields_done(table, &f->g, f->a);
    assert_int_equal(f->counting.live_blocks, 0);
}

static hob_value parse(const char *json) {
    hob_value v;
    hob_error error;
    if (hob_value_parse_json(hob_heap_allocator(), hob_str_from(json), &v, &error)) {
        fail_msg("%s: %s", json, error.message);
    }
    return v;
}

static hob_status set(fixture *f, const char *path, hob_value v) {
    hob_field_place place;
    if (!hob_field_resolve(table, &f->g, hob_str_from(path), &place)) {
        fail_msg("no place: %s", path);
    }
    hob_status status = hob_field_place_set(&place, v, f->a, &f->error);
    hob_value_done(hob_heap_allocator(), &v);
    return status;
}

static hob_status set_json(fixture *f, const char *path, const char *json) {
    return set(f, path, parse(json));
}

static void assert_field(fixture *f, const char *path, const char *expected) {
    hob_field_place place;
    if (!hob_field_resolve(table, &f->g, hob_str_from(path), &place)) {
        fail_msg("no place: %s", path);
    }
    hob_value v = hob_field_place_get(&place, f->a);
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), 10000);
    assert_true(hob_value_write_json(&buf, v, false, NULL, NULL));
    assert_string_equal(buf.data, expected);
    hob_buf_done(&buf);
    hob_value_done(f->a, &v);
}

/* ---- get ---- */

static void get__every_kind_as_a_value(void **state) {
    (void)state;
    fixture f;
    start(&f);
    hob_value all = hob_fields_get(table, &f.g, f.a);
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), 10000);
    assert_true(hob_value_write_json(&buf, all, false, NULL, NULL));
    assert_string_equal(
        buf.data, "{\"heat\":0,\"shots\":3,\"mode\":\"single\",\"armed\":false,\"label\":\"gun\","
                  "\"skin\":null,\"tint\":\"#fff\",\"muzzle\":{\"x\":8,\"y\":1},\"seat\":null,"
                  "\"path\":[{\"x\":1,\"y\":2}],\"tags\":[],\"effects\":[],\"vars\":{},"
                  "\"way\":\"\",\"owner\":null}");
    hob_buf_done(&buf);
    hob_value_done(f.a, &all);
    f.g.owner = 77;
    hob_value owner = hob_field_get(hob_field_find(table, HOB_STR("owner")), &f.g, f.a);
    assert_int_equal(owner.tag, HOB_TAG_ENTITY);
    assert_int_equal(owner.as.entity, 77);
    assert_field(&f, "safe", "true");
    finish(&f);
}

/* ---- set: spec hob 7 ---- */

static void set__takes_what_fits(void **state) {
    (void)state;
    fixture f;
    start(&f);
    assert_int_equal(set_json(&f, "heat", "7"), HOB_OK); /* ranges are not checked */
    assert_field(&f, "heat", "7");
    assert_int_equal(set_json(&f, "mode", "\"burst\""), HOB_OK);
    assert_int_equal(f.g.mode, 1);
    assert_int_equal(set_json(&f, "label", "\"\""), HOB_OK);
    assert_null(f.g.label);
    assert_int_equal(set_json(&f, "label", "\"bow\""), HOB_OK);
    assert_string_equal(hob_text_cstr(f.g.label), "bow");
    assert_int_equal(set_json(&f, "skin", "\"ast_1\""), HOB_OK);
    assert_int_equal(set_json(&f, "skin", "null"), HOB_OK);
    assert_null(f.g.skin);
    assert_int_equal(set_json(&f, "seat", "2.9"), HOB_OK);
    assert_field(&f, "seat", "2");
    assert_int_equal(set_json(&f, "seat", "null"), HOB_OK);
    assert_int_equal(set_json(&f, "safe", "false"), HOB_OK);
    assert_true(f.g.armed);
    assert_int_equal(set(&f, "owner", hob_value_entity(9)), HOB_OK);
    assert_int_equal(f.g.owner, 9);
    assert_int_equal(set(&f, "owner", HOB_VALUE_ABSENT), HOB_OK);
    assert_int_equal(f.g.owner, 0);
    finish(&f);
}

static void set_int__cut_and_held_to_32_bits(void **state) {
    (void)state;
    fixture f;
    start(&f);
    static const struct {
        double given;
        int32_t stored;
    } cases[] = {{2.9, 2}, {-2.9, -2}, {1e10, INT32_MAX}, {-1e10, INT32_MIN}, {-0.5, 0}};
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        assert_int_equal(set(&f, "shots", hob_value_number(cases[i].given)), HOB_OK);
        assert_int_equal(f.g.shots, cases[i].stored);
    }
    finish(&f);
}

static void set_wrong_type__old_value_stays(void **state) {
    (void)state;
    fixture f;
    start(&f);
    static const struct {
        const char *path, *json;
    } cases[] = {
        {"heat", "\"hot\""},
        {"heat", "null"},
        {"shots", "true"},
        {"mode", "\"auto\""},
        {"mode", "0"},
        {"armed", "1"},
        {"safe", "\"no\""},
        {"label", "5"},
        {"label", "null"},
        {"skin", "[]"},
        {"tint", "\"red\""},
        {"tint", "\"#12\""},
        {"muzzle", "5"},
        {"muzzle", "[1,2]"},
        {"muzzle", "{\"x\":\"a\"}"},
        {"seat", "\"one\""},
        {"path", "{\"x\":1}"},
        {"path", "[1]"},
        {"path", "[{\"x\":null}]"},
        {"tags", "[\"a\",1]"},
        {"effects", "[{\"type\":\"fog\"}]"},
        {"effects", "[{}]"},
        {"vars", "[1]"},
        {"way", "5"},
        {"owner", "5"},
        {"path.0.x", "\"left\""},
        {"path.0", "7"},
    };
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        hob_value before = hob_fields_get(table, &f.g, f.a);
        hob_status status = set_json(&f, cases[i].path, cases[i].json);
        if (status != HOB_ERR_FIELD_TYPE) {
            fail_msg("%s = %s gives %s", cases[i].path, cases[i].json, hob_status_name(status));
        }
        hob_value after = hob_fields_get(table, &f.g, f.a);
        assert_true(hob_value_equal(before, after));
        hob_value_done(f.a, &before);
        hob_value_done(f.a, &after);
    }
    assert_int_equal(set_json(&f, "heat", "\"hot\""), HOB_ERR_FIELD_TYPE);
    assert_string_equal(f.error.message, "heat must be a number, not the text \"hot\".");
    assert_string_equal(f.error.hint, "Write number 0..1.");
    finish(&f);
}

static void set_not_finite__old_value_stays(void **state) {
    (void)state;
    fixture f;
    start(&f);
    static const double bad[] = {(double)NAN, (double)INFINITY, (double)-INFINITY};
    static const char *const paths[] = {"heat", "shots", "seat", "muzzle.x", "path.0.y"};
    for (size_t i = 0; i < HOB_COUNT(bad); i++) {
        for (size_t p = 0; p < HOB_COUNT(paths); p++) {
            assert_int_equal(set(&f, paths[p], hob_value_number(bad[i])), HOB_ERR_FIELD_NOT_FINITE);
        }
    }
    assert_int_equal(f.g.shots, 3);
    assert_true(f.g.muzzle.x == 8);
    finish(&f);
}

static void set_object__missing_keys_take_the_fields_default(void **state) {
    (void)state;
    fixture f;
    start(&f);
    assert_int_equal(set_json(&f, "muzzle", "{\"y\":5,\"x\":4}"), HOB_OK);
    assert_true(f.g.muzzle.x == 4 && f.g.muzzle.y == 5);
    assert_int_equal(set_json(&f, "muzzle", "{\"y\":6}"), HOB_OK);
    assert_true(f.g.muzzle.x == 8 && f.g.muzzle.y == 6);
    assert_int_equal(set_json(&f, "muzzle", "{\"z\":6}"), HOB_ERR_FIELD_UNKNOWN);
    assert_true(f.g.muzzle.y == 6);
    assert_int_equal(set_json(&f, "muzzle", "{\"x\":1,\"y\":true}"), HOB_ERR_FIELD_TYPE);
    assert_true(f.g.muzzle.x == 8 && f.g.muzzle.y == 6); /* nothing half done */
    finish(&f);
}

static void set_list__elements_brought_into_table_order(void **state) {
    (void)state;
    fixture f;
    start(&f);
    assert_int_equal(set_json(&f, "path", "[{\"y\":2,\"x\":1},{\"y\":3}]"), HOB_OK);
    assert_field(&f, "path", "[{\"x\":1,\"y\":2},{\"x\":0,\"y\":3}]");
    assert_int_equal(set_json(&f, "path", "[{\"x\":1,\"z\":2}]"), HOB_ERR_FIELD_UNKNOWN);
    assert_int_equal(set_json(&f, "effects", "[{\"size\":2.5,\"type\":\"glow\"}]"), HOB_OK);
    assert_field(&f, "effects", "[{\"type\":\"glow\",\"strength\":1,\"size\":2}]");
    assert_int_equal(set_json(&f, "way", "{\"y\":1}"), HOB_OK);
    assert_field(&f, "way", "{\"x\":0,\"y\":1}");
    finish(&f);
}

static void set_empty__list_or_map_as_wanted(void **state) {
    (void)state;
    fixture f;
    start(&f);
    assert_int_equal(set_json(&f, "path", "{}"), HOB_OK);
    assert_field(&f, "path", "[]");
    assert_int_equal(set_json(&f, "vars", "[]"), HOB_OK);
    assert_field(&f, "vars", "{}");
    finish(&f);
}

static void set__revisions_move_on(void **state) {
    (void)state;
    fixture f;
    start(&f);
    uint32_t before = f.g.path.as.list->revision;
    assert_int_equal(set_json(&f, "path.0.x", "9"), HOB_OK);
    uint32_t inside = f.g.path.as.list->revision;
    assert_true(inside > before);
    assert_int_equal(set_json(&f, "path", "[{},{}]"), HOB_OK);
    assert_true(f.g.path.as.list->revision > inside);
    finish(&f);
}

/* ---- paths ---- */

static void resolve__finds_places(void **state) {
    (void)state;
    fixture f;
    start(&f);
    hob_field_place place;
    assert_true(hob_field_resolve(table, &f.g, HOB_STR("muzzle.y"), &place));
    assert_ptr_equal(place.number, &f.g.muzzle.y);
    assert_ptr_equal(place.in_struct, &f.g.muzzle);
    assert_string_equal(place.top->name, "muzzle");
    assert_true(hob_field_resolve(table, &f.g, HOB_STR("muzzle"), &place));
    assert_null(place.number);
    assert_true(hob_field_resolve(table, &f.g, HOB_STR("path.0.y"), &place));
    assert_null(place.number);
    assert_null(place.in_struct);
    assert_true(place.value->as.number == 2);
    assert_int_equal(place.field->type, HOB_FIELD_NUMBER);
    assert_true(hob_field_resolve(table, &f.g, HOB_STR("safe"), &place));
    assert_null(place.number);

    assert_int_equal(set_json(&f, "vars", "{\"a\":[{\"b\":5}]}"), HOB_OK);
    assert_true(hob_field_resolve(table, &f.g, HOB_STR("vars.a.0.b"), &place));
    assert_null(place.field); /* anything goes */
    assert_int_equal(set_json(&f, "vars.a.0.b", "\"text\""), HOB_OK);
    assert_field(&f, "vars", "{\"a\":[{\"b\":\"text\"}]}");

    assert_int_equal(set_json(&f, "effects", "[{\"type\":\"glow\"}]"), HOB_OK);
    assert_int_equal(set_json(&f, "effects.0.size", "7.7"), HOB_OK);
    assert_field(&f, "effects.0.size", "7");
    assert_int_equal(set_json(&f, "way", "{}"), HOB_OK);
    assert_int_equal(set_json(&f, "way.x", "1"), HOB_OK);
    assert_field(&f, "way.x", "1");
    finish(&f);
}

static void resolve__no_place(void **state) {
    (void)state;
    static const char *const paths[] = {"",       "nothing",  "muzzle.z",  "heat.x",
                                        "path.1", "path.0.z", "path.x",    "path.00000000000",
                                        "tags.0", "label.0",  "seat.x",    ".heat",
                                        "vars.a", "path.-1",  "muzzle..x", "muzzle.x.y"};
    fixture f;
    start(&f);
    for (size_t i = 0; i < HOB_COUNT(paths); i++) {
        hob_field_place place;
        if (hob_field_resolve(table, &f.g, hob_str_from(paths[i]), &place)) {
            fail_msg("\"%s\" should lead nowhere", paths[i]);
        }
    }
    finish(&f);
}

static void check_value__says_and_writes_nothing(void **state) {
    (void)state;
    hob_value v = parse("[{\"x\":1},{\"x\":\"a\"}]");
    hob_error error;
    assert_int_equal(hob_field_check_value(hob_field_find(table, HOB_STR("path")), v, &error),
                     HOB_ERR_FIELD_TYPE);
    assert_string_equal(error.message, "x must be a number, not the text \"a\".");
    hob_value_done(hob_heap_allocator(), &v);
    v = parse("[{\"x\":1}]");
    assert_int_equal(hob_field_check_value(hob_field_find(table, HOB_STR("path")), v, NULL),
                     HOB_OK);
    hob_value_done(hob_heap_allocator(), &v);
}

static bool set_body(const hob_allocator *a, void *user) {
    hob_value *v = user;
    gun g;
    bool ok = hob_fields_default(table, 0, &g, a);
    if (ok) {
        ok = hob_field_set(hob_field_find(table, HOB_STR("path")), &g, *v, a, NULL) == HOB_OK;
    }
    hob_fields_done(table, &g, a);
    return ok;
}

static void no_memory__told_and_nothing_left(void **state) {
    (void)state;
    hob_value v = parse("[{\"x\":1,\"y\":2},{\"x\":3}]");
    assert_true(hob_test_each_failure(set_body, &v, false) > 10);
    hob_value_done(hob_heap_allocator(), &v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(get__every_kind_as_a_value),
        cmocka_unit_test(set__takes_what_fits),
        cmocka_unit_test(set_int__cut_and_held_to_32_bits),
        cmocka_unit_test(set_wrong_type__old_value_stays),
        cmocka_unit_test(set_not_finite__old_value_stays),
        cmocka_unit_test(set_object__missing_keys_take_the_fields_default),
        cmocka_unit_test(set_list__elements_brought_into_table_order),
        cmocka_unit_test(set_empty__list_or_map_as_wanted),
        cmocka_unit_test(set__revisions_move_on),
        cmocka_unit_test(resolve__finds_places),
        cmocka_unit_test(resolve__no_place),
        cmocka_unit_test(check_value__says_and_writes_nothing),
        cmocka_unit_test(no_memory__told_and_nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
