/* The templates' games can be finished by input alone, and every press of the play-test that does
 * so is needed. */
#include "components/list.h"
#include "script/script.h"
#include "session/playtest.h"
#include "support/testing.h"

#include <stdio.h>
#include <string.h>

static const char *const templates[] = {"platformer", "topdown", "arcade"};

typedef struct opened {
    hob_registry *registry;
    hob_project *project;
    hob_arena arena;
} opened;

static void open_template(opened *o, const char *name) {
    const hob_allocator *a = hob_heap_allocator();
    char path[1024];
    hob_error error = {0};
    (void)snprintf(path, sizeof path, "%s/../templates/%s", HOB_TEST_FOLDER, name);
    hob_arena_init(&o->arena, a, NULL);
    assert_int_equal(hob_registry_create(a, &o->registry, &error), HOB_OK);
    assert_int_equal(hob_components_register(o->registry, &error), HOB_OK);
    hob_project_options options = {.allocator = a, .registry = o->registry, .read_only = true};
    if (hob_project_open(path, &options, &o->project, &error) != HOB_OK) {
        fail_msg("%s", error.message);
    }
}

static void close_template(opened *o) {
    hob_project_close(o->project);
    hob_registry_destroy(o->registry);
    hob_arena_done(&o->arena);
}

static bool is_input(yyjson_mut_val *step) {
    const char *type = yyjson_mut_get_str(yyjson_mut_obj_get(step, "type"));
    return strcmp(type, "press") == 0 || strcmp(type, "setAction") == 0;
}

/* Runs a play-test with its n-th press turned into a wait of the same length; SIZE_MAX leaves it as
 * it is. False: no such press. */
static bool run_without(opened *o, const hob_playtest_entry *test, size_t without,
                        bool *ret_passed) {
    const hob_allocator *a = &o->arena.as_allocator;
    yyjson_alc alc = hob_json_alc(a);
    yyjson_mut_doc *doc = yyjson_doc_mut_copy(test->json->doc, &alc);
    yyjson_mut_val *steps = yyjson_mut_obj_get(yyjson_mut_doc_get_root(doc), "steps");
    size_t presses = 0;
    bool found = without == SIZE_MAX;
    for (size_t i = 0; i < yyjson_mut_arr_size(steps); i++) {
        yyjson_mut_val *step = yyjson_mut_arr_get(steps, i);
        if (!is_input(step) || presses++ != without) {
            continue;
        }
        found = true;
        yyjson_mut_val *frames = yyjson_mut_obj_get(step, "frames");
        int64_t length = frames != NULL ? yyjson_mut_get_sint(frames) : 1;
        if (length == 0) {
            yyjson_mut_arr_remove(steps, i);
            break;
        }
        yyjson_mut_val *wait = yyjson_mut_obj(doc);
        yyjson_mut_obj_add_str(doc, wait, "type", "wait");
        yyjson_mut_obj_add_int(doc, wait, "frames", length);
        yyjson_mut_arr_replace(steps, i, wait);
        break;
    }
    if (!found) {
        return false;
    }
    hob_buf text;
    hob_buf_init(&text, a, 1 << 20);
    assert_int_equal(hob_json_write_mut(&text, yyjson_mut_doc_get_root(doc), NULL), HOB_OK);
    hob_json json;
    assert_int_equal(
        hob_json_parse(a, hob_buf_str(&text), "playtest", HOB_JSON_STRICT, &json, NULL, NULL),
        HOB_OK);
    hob_playtest_entry entry = *test;
    entry.json = &json;
    hob_playtest_result result;
    hob_playtest_execute(o->project, &entry, NULL, &o->arena, &result);
    *ret_passed = result.passed;
    return true;
}

static void finish_the_game__every_press_is_needed(void **state) {
    (void)state;
    for (size_t t = 0; t < HOB_COUNT(templates); t++) {
        opened o;
        open_template(&o, templates[t]);
        const hob_playtest_entry *test =
            hob_project_playtest_find(o.project, HOB_STR("finish the game"));
        assert_non_null(test);
        bool passed = false;
        assert_true(run_without(&o, test, SIZE_MAX, &passed));
        if (!passed) {
            fail_msg("%s cannot be finished", templates[t]);
        }
        size_t presses = 0;
        while (run_without(&o, test, presses, &passed)) {
            if (passed) {
                fail_msg("%s is finished without press %zu", templates[t], presses);
            }
            presses++;
        }
        assert_true(presses >= 6);
        close_template(&o);
    }
}

static void every_template__has_four_play_tests_and_passes_them(void **state) {
    (void)state;
    for (size_t t = 0; t < HOB_COUNT(templates); t++) {
        opened o;
        open_template(&o, templates[t]);
        size_t count = hob_project_playtest_count(o.project);
        assert_true(count >= 4);
        for (size_t i = 0; i < count; i++) {
            const hob_playtest_entry *test = hob_project_playtest_at(o.project, i);
            hob_playtest_result result;
            hob_playtest_execute(o.project, test, NULL, &o.arena, &result);
            for (size_t s = 0; s < result.step_count; s++) {
                if (!result.steps[s].passed) {
                    fail_msg("%s, %s, step %zu: %s", templates[t], test->name, s,
                             result.steps[s].message);
                }
            }
        }
        close_template(&o);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finish_the_game__every_press_is_needed),
        cmocka_unit_test(every_template__has_four_play_tests_and_passes_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
