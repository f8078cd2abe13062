/* Ids and versions: pure functions. */
#include "project/change.h"
#include "project/version.h"
#include "support/testing.h"

#include <stdlib.h>
#include <string.h>

static void id_of_the_spec__has_its_digits(void **state) {
    (void)state;
    char id[16];
    hob_make_id("prj_demo", "ent", "scn_main", 1, id);
    assert_string_equal(id, "ent_gmjd4ehs");
}

static void id_without_container__uses_the_project(void **state) {
    (void)state;
    char with[16], without[16];
    hob_make_id("prj_demo", "scn", NULL, 7, without);
    hob_make_id("prj_demo", "scn", "prj_demo", 7, with);
    assert_string_equal(with, without);
    assert_int_equal(strlen(with), 12);
    assert_memory_equal(with, "scn_", 4);
}

static void ids_of_many_counters__differ_and_are_well_formed(void **state) {
    (void)state;
    char ids[500][16];
    for (int i = 0; i < 500; i++) {
        hob_make_id("prj_demo", "ent", "scn_main", (uint64_t)i + 1, ids[i]);
        assert_int_equal(strspn(ids[i] + 4, "abcdefghijklmnopqrstuvwxyz0123456789"), 8);
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(ids[i], ids[j]);
        }
    }
}

static void versions__are_ordered_as_semver(void **state) {
    (void)state;
    static const char *const ascending[] = {
        "0.1.0-alpha",     "0.1.0-alpha.1", "0.1.0-alpha.2", "0.1.0-alpha.10", "0.1.0-alpha.beta",
        "0.1.0-beta",      "0.1.0-rc.1",    "0.1.0",         "0.1.1",          "0.2.0",
        "0.10.0",          "1.0.0-0",       "1.0.0",         "2.0.0",          "10.0.0",
        "99999999999.0.0",
    };
    for (size_t i = 0; i < HOB_COUNT(ascending); i++) {
        for (size_t j = 0; j < HOB_COUNT(ascending); j++) {
            int order = 99;
            assert_true(hob_version_compare(hob_str_from(ascending[i]), hob_str_from(ascending[j]),
                                            &order));
            assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
        }
    }
}

static void texts_that_are_no_version__are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"",       "1",       "1.2",      "1.2.",     "1.2.3.4",
                                        "01.2.3", "1.02.3",  "v1.2.3",   "1.2.3-",   "1.2.3-a..b",
                                        "1.2.x",  "1.2.3+b", "1.2.3-01", "1.2.3-a.", " 1.2.3"};
    int order = 7;
    for (size_t i = 0; i < HOB_COUNT(wrong); i++) {
        assert_false(hob_version_compare(hob_str_from(wrong[i]), HOB_STR("1.0.0"), &order));
        assert_false(hob_version_compare(HOB_STR("1.0.0"), hob_str_from(wrong[i]), &order));
    }
    assert_int_equal(order, 7);
}

/* ---- migrations, with a list of our own: the real one is empty ---- */

static hob_status rename_title(yyjson_mut_doc *doc, const char *kind, hob_error *reterr) {
    (void)reterr;
    yyjson_mut_val *root = yyjson_mut_doc_get_root(doc);
    if (strcmp(kind, "scene") == 0) {
        (void)yyjson_mut_obj_rename_key(doc, root, "title", "name");
    }
    return HOB_OK;
}

static hob_status add_depth(yyjson_mut_doc *doc, const char *kind, hob_error *reterr) {
    (void)kind;
    (void)reterr;
    (void)yyjson_mut_obj_add_int(doc, yyjson_mut_doc_get_root(doc), "depth", 3);
    return HOB_OK;
}

static const hob_migration steps[] = {
    {.from = 1, .name = "title-is-name", .apply = rename_title},
    {.from = 2, .name = "depth", .apply = add_depth},
};

static yyjson_mut_doc *document(const char *text) {
    yyjson_doc *parsed = yyjson_read(text, strlen(text), 0);
    yyjson_mut_doc *doc = yyjson_doc_mut_copy(parsed, NULL);
    yyjson_doc_free(parsed);
    return doc;
}

static void check_migration(const char *before, const char *kind, const char *after) {
    yyjson_mut_doc *doc = document(before);
    assert_int_equal(hob_migrate(steps, HOB_COUNT(steps), 3, kind, doc, NULL), HOB_OK);
    char *text = yyjson_mut_write(doc, 0, NULL);
    assert_string_equal(text, after);
    free(text);
    yyjson_mut_doc_free(doc);
}

static void old_documents__pass_every_step_once(void **state) {
    (void)state;
    check_migration("{\"formatVersion\":1,\"title\":\"a\"}", "scene",
                    "{\"formatVersion\":3,\"name\":\"a\",\"depth\":3}");
    check_migration("{\"title\":\"a\"}", "prefab",
                    "{\"title\":\"a\",\"depth\":3,\"formatVersion\":3}");
    check_migration("{\"formatVersion\":2,\"title\":\"a\"}", "scene",
                    "{\"formatVersion\":3,\"title\":\"a\",\"depth\":3}");
    check_migration("{\"formatVersion\":3}", "scene", "{\"formatVersion\":3}");
}

static void a_version_without_a_way__is_refused(void **state) {
    (void)state;
    hob_error error;
    yyjson_mut_doc *doc = document("{\"formatVersion\":0}");
    assert_int_equal(hob_migrate(steps, HOB_COUNT(steps), 3, "scene", doc, &error),
                     HOB_ERR_FIELD_RANGE);
    yyjson_mut_doc_free(doc);
    size_t count = 99;
    assert_non_null(hob_migrations(&count));
    assert_int_equal(count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(id_of_the_spec__has_its_digits),
        cmocka_unit_test(id_without_container__uses_the_project),
        cmocka_unit_test(ids_of_many_counters__differ_and_are_well_formed),
        cmocka_unit_test(versions__are_ordered_as_semver),
        cmocka_unit_test(texts_that_are_no_version__are_refused),
        cmocka_unit_test(old_documents__pass_every_step_once),
        cmocka_unit_test(a_version_without_a_way__is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
