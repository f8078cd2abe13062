#include "schema/pattern.h"
#include "support/testing.h"

typedef struct sample {
    const char *pattern;
    const char *text;
    bool fits;
} sample;

static const sample samples[] = {
    {"project-id", "prj_a", true},
    {"project-id", "prj_", false},
    {"project-id", "prj_A1", false},
    {"project-id", "scn_a1", false},
    {"project-id", "prj_a1\n", false},
    {"scene-id", "scn_main", true},
    {"scene-id", "scn_ma-in", false},
    {"entity-id", "ent_gmjd4ehs", true},
    {"entity-id", "rt_1", false},
    {"entity-id", "ent_é", false},
    {"asset-id", "ast_9", true},
    {"asset-id", "ast", false},
    {"playtest-id", "ptt_x1", true},
    {"playtest-id", "PTT_x1", false},
    {"prefab-id", "pfe_12", true},
    {"prefab-id", "pfe_a", false},
    {"prefab-id", "pfe_", false},
    {"layer", "default", true},
    {"layer", "a-2-", true},
    {"layer", "Enemy", false},
    {"layer", "2d", false},
    {"layer", "", false},
    {"layer", "a_b", false},
    {"layer", "*", false},
    {"slot", "Collider", true},
    {"slot", "Collider#body", true},
    {"slot", "Collider#solid2", true},
    {"slot", "Collider#", false},
    {"slot", "Collider#Body", false},
    {"slot", "Collider#2", false},
    {"slot", "Collider#a#b", false},
    {"slot", "#body", false},
    {"slot", "2Collider", false},
    {"slot", "", false},
    {"version", "0.1.0", true},
    {"version", "1.20.300-beta.2", true},
    {"version", "1.2", false},
    {"version", "1.2.3.4", false},
    {"version", "01.2.3", false},
    {"version", "1.2.3-", false},
    {"version", "v1.2.3", false},
    {"version", "1.2.9999999999", false},
    {"version", "abc", false},
    {"color", "#fff", true},
    {"color", "#A0b1C2", true},
    {"color", "#a0b1c2d3", true},
    {"color", "#abcd", false},
    {"color", "fff", false},
    {"color", "#ggg", false},
    {"color", "", false},
    {"color", "#", false},
    {"locale", "en", true},
    {"locale", "pt-BR", true},
    {"locale", "zh-Hant-TW", true},
    {"locale", "es-419", true},
    {"locale", "zh-Hant", true},
    {"locale", "EN", false},
    {"locale", "de_AT", false},
    {"locale", "de-at", false},
    {"locale", "de-", false},
    {"locale", "english", false},
    {"locale", "en-US-x", false},
    {"save-slot", "slot_1-a", true},
    {"save-slot", "Slot", false},
    {"save-slot", "", false},
    {"save-slot", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", true},
    {"save-slot", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false},
    {"save-slot", "../x", false},
    {"identifier", "doorKey", true},
    {"identifier", "_x9", true},
    {"identifier", "9x", false},
    {"identifier", "a-b", false},
};

static void samples__fit_or_not(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(samples); i++) {
        const hob_pattern *pattern = hob_pattern_find(samples[i].pattern);
        assert_non_null(pattern);
        if (pattern->matches(hob_str_from(samples[i].text)) != samples[i].fits) {
            fail_msg("%s: \"%s\" should %s", samples[i].pattern, samples[i].text,
                     samples[i].fits ? "fit" : "not fit");
        }
    }
}

static void examples__fit_and_forms_are_anchored(void **state) {
    (void)state;
    static const char *const all[] = {
        "project-id", "scene-id", "entity-id", "asset-id", "playtest-id", "prefab-id", "layer",
        "slot",       "version",  "color",     "locale",   "save-slot",   "identifier"};
    for (size_t i = 0; i < HOB_COUNT(all); i++) {
        const hob_pattern *pattern = hob_pattern_find(all[i]);
        assert_non_null(pattern);
        assert_true(pattern->matches(hob_str_from(pattern->example)));
        assert_true(hob_str_starts(hob_str_from(pattern->form), HOB_STR("^")));
        assert_true(hob_str_ends(hob_str_from(pattern->form), HOB_STR("$")));
    }
    assert_null(hob_pattern_find("entity"));
}

static void cl01_color_parse__channels_from_0_to_255_and_whole_alpha(void **state) {
    (void)state;
    int rgba[4];
    assert_true(hob_color_parse(HOB_STR("#1a1a2e"), rgba));
    assert_int_equal(rgba[0], 0x1a);
    assert_int_equal(rgba[1], 0x1a);
    assert_int_equal(rgba[2], 0x2e);
    assert_int_equal(rgba[3], 255);
    assert_true(hob_color_parse(HOB_STR("#f0A"), rgba));
    assert_int_equal(rgba[0], 255);
    assert_int_equal(rgba[1], 0);
    assert_int_equal(rgba[2], 0xaa);
    assert_int_equal(rgba[3], 255);
    assert_true(hob_color_parse(HOB_STR("#01020304"), rgba));
    assert_int_equal(rgba[3], 4);
    assert_false(hob_color_parse(HOB_STR("red"), rgba));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples__fit_or_not),
        cmocka_unit_test(examples__fit_and_forms_are_anchored),
        cmocka_unit_test(cl01_color_parse__channels_from_0_to_255_and_whole_alpha),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
