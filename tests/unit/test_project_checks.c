/* Parts of validation that need more than one file can show: families of component types that a
 * test makes up, requires in script text, names that differ only in case. */
#include "project/fold.h"
#include "project/require.h"
#include "support/test_project.h"

#include <stdio.h>
#include <string.h>

/* ---- families ---- */

typedef struct blank {
    hob_value blocked_by;
} blank;

static const hob_field entry_field = {.type = HOB_FIELD_TEXT, .doc = "Name."};
static const hob_field blank_fields[] = {
    {HOB_AT(blank, blocked_by, "blockedBy", LIST), .element = &entry_field, .doc = "Blockers."},
    HOB_FIELDS_END,
};

#define TYPE(symbol, label, in_families, its_needs)                          \
    static const hob_component_type symbol = {.name = label,                 \
                                              .doc = "A type of this test.", \
                                              .size = sizeof(blank),         \
                                              .fields = blank_fields,        \
                                              .families = in_families,       \
                                              .needs = its_needs}
#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})
#define NEED(sibling) \
    ((const hob_need[]){{.kind = HOB_NEED_SIBLING, .name = sibling}, {.name = NULL}})
TYPE(walker, "TestWalker", NAMES("Mover"), NULL);
TYPE(flyer, "TestFlyer", NAMES("Motor"), NULL);
TYPE(steerer, "TestSteerer", NAMES("Controller"), NEED("Mover"));
TYPE(wrapper, "TestWrap", NAMES("Edge"), NULL);
TYPE(user, "TestUser", NULL, NEED("TestWalker"));

static const struct {
    const char *components;
    hob_status status; /* HOB_OK: nothing is found */
    const char *slot;
} families[] = {
    {"\"TestWalker\": {}", HOB_OK, NULL},
    {"\"TestWalker\": {}, \"TestSteerer\": {}", HOB_OK, NULL},
    {"\"TestSteerer\": {}", HOB_ERR_SIBLING_MISSING, "TestSteerer"},
    {"\"TestWalker\": {}, \"TestFlyer\": {}", HOB_ERR_POSITION_WRITERS, "TestFlyer"},
    {"\"TestWalker\": {}, \"PhysicsBody\": {\"bodyType\": \"static\"}", HOB_ERR_POSITION_WRITERS,
     "PhysicsBody"},
    {"\"TestUser\": {}", HOB_ERR_SIBLING_MISSING, "TestUser"},
    {"\"TestUser\": {}, \"TestWalker#a\": {}", HOB_OK, NULL},
    {"\"TestWrap\": {}", HOB_OK, NULL},
    {"\"TestWrap\": {}, \"TestWrap#b\": {}", HOB_ERR_EDGE_RESPONSES, "TestWrap#b"},
    {"\"TestWrap\": {}, \"TestWalker\": {\"blockedBy\": [\"walls\", \"bounds\"]}",
     HOB_ERR_EDGE_RESPONSES, "TestWalker"},
    {"\"TestWrap\": {}, \"TestWalker\": {\"blockedBy\": [\"walls\"]}", HOB_OK, NULL},
};

static size_t count_status(const hob_error_list *findings, hob_status status, const char *slot) {
    size_t count = 0;
    for (size_t i = 0; i < findings->count; i++) {
        const hob_error *found = &findings->items[i];
        if (found->status == status &&
            hob_str_ends(hob_str_from(found->pointer), hob_str_from(slot))) {
            count++;
        }
    }
    return count;
}

static void run_family_case(size_t index) {
    const hob_component_type *const types[] = {&walker, &flyer, &steerer, &wrapper, &user};
    hob_test_project t;
    hob_error_list findings;
    char entity[1024];
    hob_test_project_begin(&t);
    for (size_t i = 0; i < HOB_COUNT(types); i++) {
        assert_int_equal(hob_registry_add(t.registry, types[i], NULL), HOB_OK);
    }
    hob_test_project_put_minimal(&t);
    (void)snprintf(entity, sizeof entity,
                   ",\n{\"id\": \"ent_a\", \"name\": \"A\", \"components\": {%s}}",
                   families[index].components);
    hob_test_project_put_scene(&t, entity, "");
    hob_test_project_open(&t);
    hob_error_list_init(&findings, hob_heap_allocator());
    assert_int_equal(hob_project_validate(t.project, &findings, NULL), HOB_OK);
    bool is_right = families[index].status
                        ? findings.count == 1 && count_status(&findings, families[index].status,
                                                              families[index].slot) == 1
                        : findings.count == 0;
    if (!is_right) {
        fail_msg("%s: %zu findings, first %s", families[index].components, findings.count,
                 findings.count ? findings.items[0].message : "none");
    }
    hob_error_list_done(&findings);
    hob_test_project_end(&t);
}

static void families__bring_their_checks_to_new_types(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(families); i++) {
        run_family_case(i);
    }
}

static void two_siblings__are_ambiguous_unless_one_is_unnamed(void **state) {
    (void)state;
    static const struct {
        const char *components;
        size_t ambiguous;
    } rows[] = {{"\"TestWalker#a\": {}, \"TestWalker#b\": {}, \"TestUser\": {}", 1},
                {"\"TestWalker#a\": {}, \"TestWalker\": {}, \"TestUser\": {}", 0}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_test_project t;
        hob_error_list findings;
        char entity[1024];
        hob_test_project_begin(&t);
        assert_int_equal(hob_registry_add(t.registry, &walker, NULL), HOB_OK);
        assert_int_equal(hob_registry_add(t.registry, &user, NULL), HOB_OK);
        hob_test_project_put_minimal(&t);
        (void)snprintf(entity, sizeof entity,
                       ",\n{\"id\": \"ent_a\", \"name\": \"A\", \"components\": {%s}}",
                       rows[i].components);
        hob_test_project_put_scene(&t, entity, "");
        hob_test_project_open(&t);
        hob_error_list_init(&findings, hob_heap_allocator());
        assert_int_equal(hob_project_validate(t.project, &findings, NULL), HOB_OK);
        assert_int_equal(count_status(&findings, HOB_ERR_SIBLING_AMBIGUOUS, "TestUser"),
                         rows[i].ambiguous);
        assert_int_equal(count_status(&findings, HOB_ERR_POSITION_WRITERS, ""), 1);
        hob_error_list_done(&findings);
        hob_test_project_end(&t);
    }
}

/* ---- play-test steps come from above ---- */

static void check_steps(void *user_data, hob_project *project, const hob_playtest_entry *playtest,
                        hob_reader *reader) {
    size_t *count = user_data;
    (void)project;
    *count += yyjson_arr_size(yyjson_obj_get(playtest->json->root, "steps"));
    hob_read_level steps = {.key = HOB_STR_INIT("steps")};
    hob_read_level step = {.up = &steps, .index = 1};
    hob_reader_find(reader, &step, HOB_STR("action"), HOB_ERR_PLAYTEST_UNKNOWN_ACTION,
                    HOB_SEVERITY_WARNING, "Declare it.", "There is no action.");
}

static void play_test_steps__are_checked_by_who_was_handed_in(void **state) {
    (void)state;
    hob_test_project t;
    hob_error_list findings;
    size_t count = 0;
    const hob_playtest_checker checker = {.check = check_steps, .user = &count};
    hob_test_project_begin(&t);
    hob_test_project_put_minimal(&t);
    hob_test_project_put(
        &t, "playtests/a.playtest.json",
        "{\"id\": \"ptt_a\", \"name\": \"a\", \"scene\": \"Main\", \"steps\": [\n{},\n"
        "{\"action\": \"x\"}]}");
    hob_test_project_put(&t, "playtests/b.playtest.json", "{}");
    hob_test_project_open(&t);
    hob_project_set_playtest_checker(t.project, &checker);
    hob_error_list_init(&findings, hob_heap_allocator());
    assert_int_equal(hob_project_validate(t.project, &findings, NULL), HOB_OK);
    assert_int_equal(count, 2);
    assert_int_equal(findings.items[0].status, HOB_ERR_PLAYTEST_UNKNOWN_ACTION);
    assert_string_equal(findings.items[0].file, "playtests/a.playtest.json");
    assert_string_equal(findings.items[0].pointer, "/steps/1/action");
    assert_int_equal(findings.items[0].line, 3);
    hob_error_list_done(&findings);
    hob_test_project_end(&t);
}

/* ---- requires ---- */

static void check_requires(hob_script_language language, const char *text, const char *wanted) {
    hob_require_scan scan;
    hob_require found;
    char all[400] = "";
    hob_require_begin(&scan, hob_str_from(text), language);
    while (hob_require_next(&scan, &found)) {
        size_t length = strlen(all);
        (void)snprintf(all + length, sizeof all - length, "%s%.*s@%d:%d", length ? " " : "",
                       (int)found.target.length, found.target.data, found.line, found.column);
    }
    if (strcmp(all, wanted) != 0) {
        fail_msg("%s\ngives %s and not %s", text, all, wanted);
    }
}

static void lua_requires__are_found_outside_comments_and_texts(void **state) {
    (void)state;
    static const struct {
        const char *text, *wanted;
    } rows[] = {
        {"require(\"a\")", "a@1:1"},
        {"local x = require 'lib/a'\nlocal y=require[[b]] z = require [==[c]==]",
         "lib/a@1:11 b@2:9 c@2:26"},
        {"require ( \"a\" )\nrequire\n(\n'b'\n)", "a@1:1 b@2:1"},
        {"-- require(\"a\")\nrequire(\"b\") -- require(\"c\")", "b@2:1"},
        {"--[[ require(\"a\")\n]] require(\"b\") --[==[ ]] require(\"c\") ]==]", "b@2:4"},
        {"local s = \"require('a')\" s = 'require(\"b\")' s = [[require(\"c\")]]", ""},
        {"local s = \"a\\\"\" require(\"b\")", "b@1:17"},
        {"x.require(\"a\") x:require(\"b\") my_require(\"c\") required(\"d\")", ""},
        {"require(name) require(\"a\" .. name) require(\"a\", 1) require()", ""},
        {"require(\"a", ""},
        {"require", ""},
        {"", ""},
        {"--[[ never closed require(\"a\")", ""},
        {"a = b[[1]] require(\"c\")", "c@1:12"},
    };
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        check_requires(HOB_SCRIPT_LUA, rows[i].text, rows[i].wanted);
    }
}

static void js_requires__are_found_outside_comments_and_texts(void **state) {
    (void)state;
    static const struct {
        const char *text, *wanted;
    } rows[] = {
        {"const a = require(\"a\"), b = require('b'), c = require(`c`);", "a@1:11 b@1:29 c@1:47"},
        {"// require('a')\n/* require('b')\n*/ require('c')", "c@3:4"},
        {"require 'a'", ""},
        {"const r = /require('a')\\/[/]/g; require('b')", "b@1:33"},
        {"const q = x / 2; require('a'); const z = (1) / 2; require('b')", "a@1:18 b@1:51"},
        {"return /'/.test(x) && require('a')", "a@1:23"},
        {"`${require('a')}` + `\nrequire('b')`; require('c')", "c@2:16"},
        {"require(`a${b}`); require('a' + b); module.require('c'); $require('d')", ""},
        {"'it\\'s' + require(\"x\")", "x@1:11"},
        {"'never closed\nrequire('a')", "a@2:1"},
    };
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        check_requires(HOB_SCRIPT_JS, rows[i].text, rows[i].wanted);
    }
}

static void any_bytes__end_the_scan(void **state) {
    (void)state;
    uint64_t random = 7;
    static const char alphabet[] = "require('\"`[=]-/*\\\n ${}.)x";
    for (int round = 0; round < 20000; round++) {
        char text[40];
        size_t length = hob_test_random_below(&random, sizeof text);
        for (size_t i = 0; i < length; i++) {
            text[i] = alphabet[hob_test_random_below(&random, sizeof alphabet)];
        }
        for (int language = 0; language < 2; language++) {
            hob_require_scan scan;
            hob_require found;
            hob_require_begin(&scan, (hob_str){text, length}, (hob_script_language)language);
            size_t count = 0;
            while (hob_require_next(&scan, &found)) {
                assert_true(found.target.data >= text &&
                            found.target.data + found.target.length <= text + length);
                assert_true(++count <= length);
            }
        }
    }
}

/* ---- folded names ---- */

static void folded_names__are_equal_when_only_case_or_form_differs(void **state) {
    (void)state;
    static const struct {
        const char *a, *b;
        bool are_equal;
    } rows[] = {
        {"a/B.png", "A/b.PNG", true},
        {"a", "b", false},
        {"\xC3\xA9", "e\xCC\x81", true}, /* composed and decomposed e acute */
        {"\xC3\x89", "e\xCC\x81", true}, /* and its capital */
        {"stra\xC3\x9F"
         "e",
         "STRASSE", true},              /* sharp s */
        {"\xCE\xA3", "\xCF\x82", true}, /* sigma and final sigma */
        {"\xE1\xBA\x9E", "\xC3\x9F", true},
        {"\xE2\x84\xAA", "k", true}, /* the Kelvin sign */
        {"\xC3\xA9", "e", false},
        {"", "", true},
    };
    hob_test_project t;
    hob_arena arena;
    hob_guard guard;
    hob_test_project_begin(&t);
    hob_arena_init(&arena, hob_heap_allocator(), &guard);
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_str a = hob_fold(&arena, hob_str_from(rows[i].a));
        hob_str b = hob_fold(&arena, hob_str_from(rows[i].b));
        assert_int_equal(hob_str_equal(a, b), rows[i].are_equal);
    }
    hob_arena_done(&arena);
    hob_test_project_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families__bring_their_checks_to_new_types),
        cmocka_unit_test(two_siblings__are_ambiguous_unless_one_is_unnamed),
        cmocka_unit_test(play_test_steps__are_checked_by_who_was_handed_in),
        cmocka_unit_test(lua_requires__are_found_outside_comments_and_texts),
        cmocka_unit_test(js_requires__are_found_outside_comments_and_texts),
        cmocka_unit_test(any_bytes__end_the_scan),
        cmocka_unit_test(folded_names__are_equal_when_only_case_or_form_differs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
