/* Tables of texts: merging, lookup, plurals, what is missing (spec rgame 6, IN and TX lines). */
#include "support/testing.h"
#include "text/texts.h"

#include <string.h>

typedef struct desk {
    hob_texts *texts;
    hob_arena arena;
} desk;

static hob_status add(desk *d, const char *locale, const char *json, hob_error *error) {
    hob_json parsed;
    assert_int_equal(hob_json_parse(&d->arena.as_allocator, hob_str_from(json), "texts/x.json",
                                    HOB_JSON_STRICT, &parsed, NULL, error),
                     HOB_OK);
    return hob_texts_add(d->texts, hob_str_from(locale), parsed.root, "texts/x.json", error);
}

static void must_add(desk *d, const char *locale, const char *json) {
    hob_error error = {.status = HOB_OK};
    if (add(d, locale, json, &error) != HOB_OK) {
        fail_msg("%s", error.message);
    }
}

static void begin(desk *d, hob_missing_policy missing) {
    hob_arena_init(&d->arena, hob_heap_allocator(), NULL);
    assert_int_equal(hob_texts_create(hob_heap_allocator(), "en", missing, &d->texts, NULL),
                     HOB_OK);
}

static void end(desk *d) {
    hob_texts_destroy(d->texts);
    hob_arena_done(&d->arena);
}

/* Values as JSON text; null = none. */
static hob_status get(desk *d, const char *locale, const char *key, const char *vars,
                      const char **ret_text, hob_error *error) {
    hob_value values = HOB_VALUE_ABSENT, text = HOB_VALUE_NULL;
    if (vars != NULL) {
        assert_int_equal(
            hob_value_parse_json(&d->arena.as_allocator, hob_str_from(vars), &values, error),
            HOB_OK);
    }
    hob_status status = hob_texts_get(d->texts, locale, hob_str_from(key), values,
                                      &d->arena.as_allocator, &text, error);
    *ret_text = status == HOB_OK ? hob_text_cstr(text.as.text) : "";
    return status;
}

static void is(desk *d, const char *locale, const char *key, const char *vars, const char *wanted) {
    const char *text;
    hob_error error = {.status = HOB_OK};
    if (get(d, locale, key, vars, &text, &error) != HOB_OK) {
        fail_msg("%s in %s: %s", key, locale, error.message);
    }
    assert_string_equal(text, wanted);
}

static void fails(desk *d, const char *key, const char *vars, hob_status status, const char *part) {
    const char *text;
    hob_error error = {.status = HOB_OK};
    assert_int_equal(get(d, "en", key, vars, &text, &error), status);
    if (strstr(error.message, part) == NULL) {
        fail_msg("\"%s\" does not speak of \"%s\"", error.message, part);
    }
}

static void tx01_unchanged_reads__give_the_same_text_and_render_once(void **state) {
    (void)state;
    desk d;
    begin(&d, HOB_MISSING_KEY);
    must_add(&d, "en",
             "{\"hp\":\"HP %{n}\",\"n\":{\"zero\":\"none\",\"one\":\"%{count} thing\","
             "\"other\":\"%{count} things\"}}");
    must_add(&d, "de", "{\"hp\":\"LP %{n}\"}");
    const char *first, *again;
    hob_error error;
    assert_int_equal(get(&d, "en", "hp", "{\"n\":3}", &first, &error), HOB_OK);
    assert_string_equal(first, "HP 3");
    for (int i = 0; i < 10; i++) {
        assert_int_equal(get(&d, "en", "hp", "{\"n\":3}", &again, &error), HOB_OK);
        assert_ptr_equal(first, again);
    }
    assert_int_equal(hob_texts_rendered(d.texts), 1);
    is(&d, "en", "hp", "{\"n\":4}", "HP 4");
    assert_int_equal(hob_texts_rendered(d.texts), 2);
    must_add(&d, "en", "{\"hp\":\"Health %{n}\"}"); /* a load without a change of value */
    is(&d, "en", "hp", "{\"n\":4}", "Health 4");
    is(&d, "de", "hp", "{\"n\":4}", "LP 4"); /* another language */
    fails(&d, "hp", NULL, HOB_ERR_TEXT_VARIABLE, "\"n\"");
    is(&d, "en", "n", "{\"count\":0}", "none");
    is(&d, "en", "n", "{\"count\":1}", "1 thing");
    is(&d, "en", "n", "{\"count\":3}", "3 things");
    end(&d);
}

static void tx02_no_names__reads_at_once_names__tells_what_it_needs(void **state) {
    (void)state;
    desk d;
    begin(&d, HOB_MISSING_KEY);
    must_add(&d, "en", "{\"a\":\"plain\",\"b\":\"%{who} and %{what}\"}");
    must_add(&d, "de", "{\"a\":\"schlicht\"}");
    is(&d, "en", "a", NULL, "plain");
    is(&d, "de", "a", NULL, "schlicht");
    fails(&d, "b", "{}", HOB_ERR_TEXT_VARIABLE, "\"who\"");
    fails(&d, "b", "{\"who\":1}", HOB_ERR_TEXT_VARIABLE, "\"what\"");
    end(&d);
}

static void tx05_plural_without_count_and_name_without_value__are_told(void **state) {
    (void)state;
    desk d;
    begin(&d, HOB_MISSING_ERROR);
    must_add(&d, "en", "{\"n\":{\"one\":\"a\",\"other\":\"b\"},\"x\":\"%{y}\"}");
    fails(&d, "n", "{\"y\":1}", HOB_ERR_TEXT_VARIABLE, "\"count\"");
    fails(&d, "x", "{\"z\":1}", HOB_ERR_TEXT_VARIABLE, "\"y\"");
    is(&d, "en", "x", "{\"y\":true,\"z\":1}", "true"); /* one name too many is no fault */
    end(&d);
}

static void in01_files_of_a_language__are_merged_and_checked(void **state) {
    (void)state;
    desk d;
    hob_error error;
    begin(&d, HOB_MISSING_KEY);
    must_add(&d, "en", "{\"menu\":{\"start\":\"Start\",\"end\":\"End\"},\"n\":7,\"half\":0.5}");
    must_add(&d, "de", "{\"menu\":{\"start\":\"Los\"}}");
    must_add(&d, "en", "{\"menu\":{\"end\":\"Quit\",\"more\":\"More\"}}");
    is(&d, "en", "menu.start", NULL, "Start");
    is(&d, "en", "menu.end", NULL, "Quit"); /* the last one wins */
    is(&d, "en", "menu.more", NULL, "More");
    is(&d, "en", "n", NULL, "7");
    is(&d, "en", "half", NULL, "0.5");
    assert_int_equal(add(&d, "en", "{\"menu\":{\"on\":true}}", &error), HOB_ERR_FIELD_TYPE);
    assert_non_null(strstr(error.message, "menu.on"));
    assert_string_equal(error.file, "texts/x.json");
    assert_int_equal(add(&d, "en", "{\"menu\":{\"start\":\"New\",\"l\":[1]}}", &error),
                     HOB_ERR_FIELD_TYPE);
    is(&d, "en", "menu.start", NULL, "Start"); /* nothing of a refused file counts */
    assert_int_equal(add(&d, "", "{}", &error), HOB_ERR_FIELD_PATTERN);
    assert_int_equal(hob_texts_locale_count(d.texts), 2);
    assert_string_equal(hob_texts_locale_at(d.texts, 0), "en");
    assert_string_equal(hob_texts_locale_at(d.texts, 1), "de");
    end(&d);
}

static void in02_dotted_keys_and_literals__same_text_each_time(void **state) {
    (void)state;
    desk d;
    const char *first, *again;
    hob_error error;
    begin(&d, HOB_MISSING_KEY);
    must_add(&d, "en", "{\"a\":{\"b\":{\"c\":\"deep\"}},\"l\":\"100%%{x} %{x}\",\"p\":\"5 %\"}");
    assert_int_equal(get(&d, "en", "a.b.c", NULL, &first, &error), HOB_OK);
    assert_int_equal(get(&d, "en", "a.b.c", "{\"x\":1}", &again, &error), HOB_OK);
    assert_ptr_equal(first, again);
    assert_string_equal(first, "deep");
    is(&d, "en", "l", "{\"x\":2}", "100%{x} 2");
    is(&d, "en", "p", NULL, "5 %");
    fails(&d, "l", NULL, HOB_ERR_TEXT_VARIABLE, "\"x\"");
    assert_true(hob_texts_has(d.texts, "en", HOB_STR("a.b.c")));
    assert_false(hob_texts_has(d.texts, "en", HOB_STR("a.b")));
    end(&d);
}

static void normal_is(const char *name, const char *wanted) {
    char out[HOB_LOCALE_SIZE];
    assert_true(hob_locale_normalize(hob_str_from(name), out));
    assert_string_equal(out, wanted);
}

static void in03_names_and_chains_of_locales(void **state) {
    (void)state;
    desk d;
    char out[HOB_LOCALE_SIZE], chain[8][HOB_LOCALE_SIZE];
    normal_is("de_AT", "de-AT");
    normal_is("de-at", "de-AT");
    normal_is("DE-AT", "de-AT");
    normal_is("zh_hant_tw", "zh-Hant-TW");
    assert_false(hob_locale_normalize(HOB_STR(""), out));
    begin(&d, HOB_MISSING_KEY);
    assert_int_equal(hob_texts_chain(d.texts, "de_AT", chain, 8), 3);
    assert_string_equal(chain[0], "de-AT");
    assert_string_equal(chain[1], "de");
    assert_string_equal(chain[2], "en");
    assert_int_equal(hob_texts_chain(d.texts, "en", chain, 8), 1);
    assert_string_equal(chain[0], "en");
    must_add(&d, "de", "{\"a\":\"deutsch\"}");
    must_add(&d, "en", "{\"a\":\"english\",\"b\":\"only\"}");
    is(&d, "de-AT", "a", NULL, "deutsch"); /* without a table of its own */
    is(&d, "de-AT", "b", NULL, "only");
    is(&d, "fr", "a", NULL, "english");
    end(&d);
    hob_arena_init(&d.arena, hob_heap_allocator(), NULL);
    assert_int_equal(hob_texts_create(hob_heap_allocator(), "fr", HOB_MISSING_KEY, &d.texts, NULL),
                     HOB_OK);
    assert_int_equal(hob_texts_chain(d.texts, "de-AT", chain, 8), 3);
    assert_string_equal(chain[2], "fr");
    end(&d);
}

static void chosen_is(desk *d, const char *const *preferred, size_t count, const char *wanted) {
    char out[HOB_LOCALE_SIZE];
    hob_texts_choose(d->texts, preferred, count, out);
    assert_string_equal(out, wanted);
}

static void in04_preferred_languages__the_first_that_meets_a_table(void **state) {
    (void)state;
    desk d;
    begin(&d, HOB_MISSING_KEY);
    must_add(&d, "en", "{}");
    must_add(&d, "de", "{}");
    chosen_is(&d, (const char *const[]){"fr-CA", "de-AT", "en"}, 3, "de-AT");
    chosen_is(&d, (const char *const[]){"fr-CA", "de"}, 2, "de");
    chosen_is(&d, (const char *const[]){"fr", "", "it"}, 3, "en");
    chosen_is(&d, NULL, 0, "en");
    end(&d);
}

static void in05_generation__moves_with_every_load(void **state) {
    (void)state;
    desk d;
    begin(&d, HOB_MISSING_KEY);
    uint64_t before = hob_texts_generation(d.texts);
    must_add(&d, "en", "{\"a\":\"b\"}");
    assert_true(hob_texts_generation(d.texts) > before);
    before = hob_texts_generation(d.texts);
    is(&d, "en", "a", NULL, "b");
    is(&d, "de", "a", NULL, "b");
    assert_true(hob_texts_generation(d.texts) == before);
    end(&d);
}

static void in06_missing_keys__by_policy_and_listed_in_order(void **state) {
    (void)state;
    desk d;
    begin(&d, HOB_MISSING_ERROR);
    must_add(&d, "en", "{\"z\":\"1\",\"m\":{\"a\":\"2\",\"b\":\"3\"},\"k\":\"4\"}");
    must_add(&d, "de", "{\"m\":{\"b\":\"drei\"}}");
    must_add(&d, "de-AT", "{\"k\":\"vier\"}");
    fails(&d, "nowhere", NULL, HOB_ERR_TEXT_MISSING, "\"nowhere\" in en");
    const char *text;
    hob_error error;
    assert_int_equal(get(&d, "de-AT", "q", NULL, &text, &error), HOB_ERR_TEXT_MISSING);
    assert_non_null(strstr(error.message, "de-AT, de, en"));
    hob_value list = hob_texts_missing(d.texts, "de-AT", &d.arena.as_allocator);
    assert_int_equal(list.as.list->count, 2); /* what a parent has is not missing */
    assert_true(hob_str_is(hob_value_str(list.as.list->items[0]), "z"));
    assert_true(hob_str_is(hob_value_str(list.as.list->items[1]), "m.a"));
    end(&d);
    begin(&d, HOB_MISSING_KEY);
    must_add(&d, "en", "{}");
    is(&d, "en", "menu.start", NULL, "menu.start");
    end(&d);
}

typedef struct plural_row {
    const char *locale;
    double count;
    const char *form;
} plural_row;

static void plural_rules__of_every_language(void **state) {
    (void)state;
    static const plural_row rows[] = {
        {"en", 0, "other"}, {"en", 1, "one"},           {"en", -1, "one"},   {"en", 1.5, "other"},
        {"sv", 2, "other"}, {"it", 1, "one"},           {"it", 1e6, "many"}, {"es", 2e6, "many"},
        {"es", 0, "other"}, {"fr", 0, "one"},           {"fr-CA", 1, "one"}, {"pt", 1e6, "many"},
        {"fr", 2, "other"}, {"ru", 1, "one"},           {"ru", 11, "many"},  {"ru", 21, "one"},
        {"ru", 3, "few"},   {"uk", 13, "many"},         {"ru", 5, "many"},   {"pl", 1, "one"},
        {"pl", 22, "few"},  {"pl", 21, "many"},         {"cs", 3, "few"},    {"cs", 5, "other"},
        {"ja", 1, "other"}, {"zh-Hant", 1, "other"},    {"ar", 0, "zero"},   {"ar", 1, "one"},
        {"ar", 2, "two"},   {"ar", 103, "few"},         {"ar", 111, "many"}, {"ar", 100, "other"},
        {"xx", 1, "one"},   {"en", 1.0 / 0.0, "other"},
    };
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        const char *form = hob_plural_names[hob_plural_of(rows[i].locale, rows[i].count)];
        if (strcmp(form, rows[i].form) != 0) {
            fail_msg("%s %g: %s", rows[i].locale, rows[i].count, form);
        }
    }
}

static void plural_of_the_table_that_has_the_key__decides(void **state) {
    (void)state;
    desk d;
    begin(&d, HOB_MISSING_KEY);
    must_add(&d, "en", "{\"n\":{\"one\":\"one\",\"other\":\"other\"}}");
    must_add(&d, "ru", "{\"m\":{\"few\":\"few\",\"many\":\"many\",\"other\":\"other\"}}");
    is(&d, "ru", "n", "{\"count\":21}", "other"); /* the English table, the English rule */
    is(&d, "ru", "m", "{\"count\":3}", "few");
    is(&d, "ru", "m", "{\"count\":21}", "other"); /* `one` is not there */
    end(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tx01_unchanged_reads__give_the_same_text_and_render_once),
        cmocka_unit_test(tx02_no_names__reads_at_once_names__tells_what_it_needs),
        cmocka_unit_test(tx05_plural_without_count_and_name_without_value__are_told),
        cmocka_unit_test(in01_files_of_a_language__are_merged_and_checked),
        cmocka_unit_test(in02_dotted_keys_and_literals__same_text_each_time),
        cmocka_unit_test(in03_names_and_chains_of_locales),
        cmocka_unit_test(in04_preferred_languages__the_first_that_meets_a_table),
        cmocka_unit_test(in05_generation__moves_with_every_load),
        cmocka_unit_test(in06_missing_keys__by_policy_and_listed_in_order),
        cmocka_unit_test(plural_rules__of_every_language),
        cmocka_unit_test(plural_of_the_table_that_has_the_key__decides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
