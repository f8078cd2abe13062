/* Out of memory at every single allocation: OUT_OF_MEMORY, nothing left, nothing half done. */
#include "support/test_project.h"

#include <string.h>

static void put_project(hob_test_project *t) {
    hob_test_project_put_minimal(t);
    /* Something of every kind, with findings in some. */
    hob_test_project_put_manifest(
        t, ",\n\"input\": {\"actions\": {\"jump\": {\"sources\": [\"Space\"]}}}, \"gameState\": "
           "{\"a\": {\"type\": \"number\", \"initial\": 1}}");
    hob_test_project_put_scene(
        t,
        ",\n{\"id\": \"ent_a\", \"name\": \"A\", \"tags\": [\"x\"], \"components\": "
        "{\"SpriteRenderer\": {\"assetId\": \"ast_pic\", \"frame\": \"b\"}, \"Collider\": "
        "{\"shape\": "
        "\"polygon\", \"points\": [{\"x\": 1}]}, \"Tilemap\": {\"grid\": [\"GG\"]}, \"Nothing\": "
        "{}, "
        "\"Script\": {\"scriptPath\": \"scripts/A.lua\"}}}",
        "");
    hob_test_project_put(
        t, "assets.json",
        "{\"assets\": [{\"id\": \"ast_pic\", \"name\": \"pic\", \"type\": \"sprite\", \"path\": "
        "\"Assets/\xC3\x89.png\", \"metadata\": {\"frames\": [{\"name\": \"a\", \"x\": 0, \"y\": "
        "0, "
        "\"width\": 8, \"height\": 8}]}},"
        "{\"id\": \"ast_clip\", \"name\": \"clip\", \"type\": \"animation\", \"path\": "
        "\"animations/c.anim.json\"},"
        "{\"id\": \"ast_asm\", \"name\": \"asm\", \"type\": \"stateMachine\", \"path\": "
        "\"statemachines/a.asm.json\"},"
        "{\"id\": \"ast_fab\", \"name\": \"fab\", \"type\": \"prefab\", \"path\": "
        "\"prefabs/f.prefab.json\"}]}");
    hob_test_project_put(t, "assets/\xC3\xA9.png", "x");
    hob_test_project_put(t, "animations/c.anim.json",
                         "{\"frames\": [\"ast_pic#a\", \"ast_pic#b\"], \"durations\": [1, 2]}");
    hob_test_project_put(
        t, "statemachines/a.asm.json",
        "{\"params\": {\"p\": {\"type\": \"number\"}}, \"states\": [{\"name\": \"a\", "
        "\"animation\": \"ast_clip\"}], \"initial\": \"a\", \"transitions\": "
        "[{\"from\": \"any\", \"to\": \"a\", \"conditions\": [{\"param\": \"p\", "
        "\"op\": \"gt\", \"value\": 1}]}]}");
    hob_test_project_put(t, "prefabs/f.prefab.json",
                         "{\"name\": \"F\", \"entities\": [{\"id\": \"pfe_1\", \"name\": \"F\", "
                         "\"components\": {\"SpriteRenderer\": {\"assetId\": \"ast_x\"}}}]}");
    hob_test_project_put(t, "scripts/a.lua", "local b = require(\"b\")");
    hob_test_project_put(t, "scripts/b.lua", "local a = require(\"a\")");
    hob_test_project_put(t, "playtests/a.playtest.json",
                         "{\"id\": \"ptt_a\", \"name\": \"a\", \"scene\": \"Nowhere\"}");
    hob_test_project_put(t, "playtests/b.playtest.json", "{");
    hob_test_project_put(t, "texts/en.json", "{\"a\": 1,}");
}

/* ---- open, validate, close ---- */

static size_t wanted_findings;

static bool open_and_validate(const hob_allocator *a, void *user) {
    hob_test_project *t = user;
    hob_error_list findings;
    hob_error error = {.status = HOB_OK};
    t->allocator = a;
    hob_error_list_init(&findings, a);
    hob_status status = hob_test_project_try_open(t, &error);
    if (!status) {
        status = hob_project_validate(t->project, &findings, &error);
    }
    if (!status && wanted_findings) {
        assert_int_equal(findings.count, wanted_findings);
    }
    wanted_findings = status ? wanted_findings : findings.count;
    hob_error_list_done(&findings);
    hob_test_project_close(t);
    if (status) {
        assert_int_equal(status, HOB_ERR_OUT_OF_MEMORY);
    }
    return !status;
}

static void opening_and_validating__survive_every_failure(void **state) {
    (void)state;
    hob_test_project t;
    hob_test_project_begin(&t);
    put_project(&t);
    wanted_findings = 0;
    assert_true(open_and_validate(hob_heap_allocator(), &t));
    assert_true(wanted_findings > 12);
    uint64_t calls = hob_test_each_failure(open_and_validate, &t, false);
    assert_true(calls > 40);
    hob_test_project_end(&t);
}

/* ---- every reading call ---- */

static bool read_everything(const hob_allocator *a, void *user) {
    hob_test_project *t = user;
    hob_error error = {.status = HOB_OK};
    const hob_json *json = NULL;
    uint64_t hash = 0;
    t->allocator = a;
    if (hob_test_project_try_open(t, &error)) {
        assert_int_equal(error.status, HOB_ERR_OUT_OF_MEMORY);
        return false;
    }
    hob_project *p = t->project;
    bool is_whole = !hob_project_scene_json(p, hob_project_scene_at(p, 0), &json, &error) &&
                    hob_project_animation(p, HOB_STR("ast_clip"), &error) &&
                    hob_project_state_machine(p, HOB_STR("ast_asm"), &error) &&
                    hob_project_prefab(p, HOB_STR("ast_fab"), &error) &&
                    hob_project_playtest_count(p) == 2 && hob_project_script_count(p) == 2 &&
                    !hob_project_content_hash(p, &hash, &error);
    /* A call that failed works when there is memory again. */
    if (!is_whole) {
        is_whole = false;
        (void)hob_project_animation(p, HOB_STR("ast_clip"), &error);
    }
    hob_test_project_close(t);
    return is_whole;
}

static void reading__survives_every_failure(void **state) {
    (void)state;
    hob_test_project t;
    hob_test_project_begin(&t);
    put_project(&t);
    assert_true(read_everything(hob_heap_allocator(), &t));
    (void)hob_test_each_failure(read_everything, &t, false);
    hob_test_project_end(&t);
}

static void a_call_that_ran_out_of_memory__works_the_next_time(void **state) {
    (void)state;
    hob_test_project t;
    hob_counting_allocator counting;
    hob_error error;
    const hob_json *json = NULL;
    hob_test_project_begin(&t);
    put_project(&t);
    hob_counting_allocator_init(&counting, hob_heap_allocator());
    t.allocator = &counting.allocator;
    hob_test_project_open(&t);
    for (uint64_t later = 1; later < 20; later++) {
        counting.fail_at = counting.calls + later;
        hob_status status =
            hob_project_scene_json(t.project, hob_project_scene_at(t.project, 0), &json, &error);
        assert_true(!status || status == HOB_ERR_OUT_OF_MEMORY);
        counting.fail_at = 0;
        assert_int_equal(
            hob_project_scene_json(t.project, hob_project_scene_at(t.project, 0), &json, &error),
            HOB_OK);
        hob_test_project_open(&t);
    }
    hob_test_project_close(&t);
    assert_int_equal(counting.live_blocks, 0);
    hob_test_project_end(&t);
}

/* ---- saving ---- */

typedef struct save_call {
    hob_test_project *t;
    hob_buf before, after, now;
} save_call;

static hob_status save(hob_project *project, hob_error *reterr) {
    hob_change *change = NULL;
    hob_arena arena;
    hob_change_result result;
    char *id = NULL;
    yyjson_mut_doc *doc = NULL;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    hob_status status = hob_change_begin(project, &change, reterr);
    if (status) {
        return status;
    }
    status = hob_change_new_id(change, "ent", "scn_main", &arena, &id, reterr);
    if (!status) {
        status = hob_change_edit_json(change, "scenes/main.scene.json", &doc, reterr);
    }
    if (!status) {
        (void)yyjson_mut_obj_add_strcpy(doc, yyjson_mut_doc_get_root(doc), "note", id);
        status = hob_change_put(change, "scripts/a.lua", HOB_STR("return 2"), reterr);
    }
    if (!status) {
        status = hob_change_commit(change, HOB_STR("{}"), &arena, &result, reterr);
    } else {
        hob_change_drop(change);
    }
    hob_arena_done(&arena);
    return status;
}

static bool save_once(const hob_allocator *a, void *user) {
    save_call *call = user;
    hob_test_project *t = call->t;
    hob_error error = {.status = HOB_OK};
    hob_status cleared = hob_fs_remove_tree(t->fs, HOB_TEST_ROOT "/.hob", NULL);
    assert_true(!cleared || cleared == HOB_ERR_FILE_NOT_FOUND);
    put_project(t);
    t->allocator = a;
    hob_status status = hob_test_project_try_open(t, &error);
    if (!status) {
        status = save(t->project, &error);
    }
    hob_test_project_close(t);
    assert_true(!status || status == HOB_ERR_OUT_OF_MEMORY);
    assert_true(!status || !hob_test_project_leftover(t));
    /* What was told is what an opening with enough memory finds. */
    t->allocator = NULL;
    hob_test_project_open(t);
    hob_test_project_close(t);
    assert_null(hob_test_project_leftover(t));
    hob_test_project_snapshot(t, &call->now);
    hob_str wanted = hob_buf_str(status ? &call->before : &call->after);
    assert_true(hob_str_equal(hob_buf_str(&call->now), wanted));
    return !status;
}

static void saving__survives_every_failure(void **state) {
    (void)state;
    hob_test_project t;
    hob_error error;
    hob_test_project_begin(&t);
    put_project(&t);
    save_call call = {.t = &t};
    hob_buf *all[] = {&call.before, &call.after, &call.now};
    for (size_t i = 0; i < HOB_COUNT(all); i++) {
        hob_buf_init(all[i], hob_heap_allocator(), SIZE_MAX / 4);
    }
    hob_test_project_snapshot(&t, &call.before);
    hob_test_project_open(&t);
    assert_int_equal(save(t.project, &error), HOB_OK);
    hob_test_project_snapshot(&t, &call.after);
    /* After the commit point a save goes through whatever fails. */
    (void)hob_test_each_failure(save_once, &call, true);
    for (size_t i = 0; i < HOB_COUNT(all); i++) {
        hob_buf_done(all[i]);
    }
    hob_test_project_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening_and_validating__survive_every_failure),
        cmocka_unit_test(reading__survives_every_failure),
        cmocka_unit_test(a_call_that_ran_out_of_memory__works_the_next_time),
        cmocka_unit_test(saving__survives_every_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
