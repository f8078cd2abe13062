/* The commit protocol (spec hob 9.3): a fault at every call of a save, and at every call of the
 * recovery after it; readers and writers beside each other. */
#include "project/version.h"
#include "support/test_project.h"

#include <stdio.h>
#include <string.h>

#define SCENE "scenes/main.scene.json"

/* ---- one change of several files ---- */

static const char old_index[] =
    "{\n  \"formatVersion\": 1,\n  \"assets\": [\n    {\n      \"id\": "
    "\"ast_a\",\n      \"name\": \"a\",\n      \"type\": \"data\",\n      "
    "\"path\": \"assets/a.json\"\n    }\n  ]\n}\n";

static void put_old(hob_test_project *t) {
    char manifest[1024];
    (void)snprintf(
        manifest, sizeof manifest,
        "{\n  \"engineVersion\": \"0.0.1\",\n  \"id\": \"prj_demo\",\n  \"name\": "
        "\"Demo\",\n  \"nextId\": 1,\n  \"initialScene\": \"scn_main\",\n  \"scenes\": "
        "[\n    {\n      \"id\": \"scn_main\",\n      \"name\": \"Main\",\n      \"path\": "
        "\"" SCENE "\"\n    }\n  ]\n}\n");
    hob_test_project_put(t, "hob.json", manifest);
    hob_test_project_put_scene(t, "", "");
    hob_test_project_put(t, "assets.json", old_index);
    hob_test_project_put(t, "assets/a.json", "{}");
    hob_test_project_put(t, "scripts/old.lua", "return 1\n");
    hob_test_project_put(t, "playtests/t.playtest.json",
                         "{\"id\": \"ptt_a\", \"name\": \"t\", \"scene\": \"Main\"}");
}

static hob_status add_entity(hob_change *change, hob_arena *arena, hob_error *reterr) {
    yyjson_mut_doc *scene = NULL;
    char *id = NULL;
    hob_status status = hob_change_edit_json(change, SCENE, &scene, reterr);
    if (!status) {
        status = hob_change_new_id(change, "ent", "scn_main", arena, &id, reterr);
    }
    if (status) {
        return status;
    }
    yyjson_mut_val *entities = yyjson_mut_obj_get(yyjson_mut_doc_get_root(scene), "entities");
    yyjson_mut_val *entity = yyjson_mut_arr_add_obj(scene, entities);
    (void)yyjson_mut_obj_add_str(scene, entity, "name", "New");
    (void)yyjson_mut_obj_add_strcpy(scene, entity, "id", id);
    return HOB_OK;
}

static hob_status add_asset(hob_change *change, hob_error *reterr) {
    yyjson_mut_doc *index = NULL;
    hob_status status = hob_change_edit_json(change, "assets.json", &index, reterr);
    if (status) {
        return status;
    }
    yyjson_mut_val *list = yyjson_mut_obj_get(yyjson_mut_doc_get_root(index), "assets");
    yyjson_mut_val *asset = yyjson_mut_arr_add_obj(index, list);
    (void)yyjson_mut_obj_add_str(index, asset, "id", "ast_fab");
    (void)yyjson_mut_obj_add_str(index, asset, "name", "fab");
    (void)yyjson_mut_obj_add_str(index, asset, "type", "prefab");
    (void)yyjson_mut_obj_add_str(index, asset, "path", "prefabs/deep/fab.prefab.json");
    return HOB_OK;
}

static hob_status fill_change(hob_change *change, hob_arena *arena, hob_error *reterr) {
    hob_status status = add_entity(change, arena, reterr);
    if (!status) {
        status = add_asset(change, reterr);
    }
    if (!status) {
        status = hob_change_put(change, "prefabs/deep/fab.prefab.json",
                                HOB_STR("{\"name\": \"fab\", \"entities\": [{\"id\": \"pfe_1\", "
                                        "\"name\": \"fab\"}]}\n"),
                                reterr);
    }
    if (!status) {
        status = hob_change_put(change, "scripts/old.lua", HOB_STR("return 2\n"), reterr);
    }
    if (!status) {
        status = hob_change_delete(change, "playtests/t.playtest.json", reterr);
    }
    return status;
}

static hob_status make_change(hob_test_project *t, hob_error *reterr) {
    hob_change *change = NULL;
    hob_arena arena;
    hob_change_result result;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    hob_status status = hob_change_begin(t->project, &change, reterr);
    if (!status) {
        status = fill_change(change, &arena, reterr);
        if (status) {
            hob_change_drop(change);
        } else {
            status = hob_change_commit(change, HOB_STR("{\"command\":\"test\"}"), &arena, &result,
                                       reterr);
        }
    }
    hob_arena_done(&arena);
    return status;
}

/* ---- the two states ---- */

typedef struct two_states {
    hob_buf before, after, now;
} two_states;

static void init_states(two_states *states) {
    hob_buf *all[] = {&states->before, &states->after, &states->now};
    for (size_t i = 0; i < HOB_COUNT(all); i++) {
        hob_buf_init(all[i], hob_heap_allocator(), SIZE_MAX / 4);
    }
    hob_test_project t;
    hob_error error;
    hob_test_project_begin(&t);
    put_old(&t);
    hob_test_project_snapshot(&t, &states->before);
    hob_test_project_open(&t);
    assert_int_equal(make_change(&t, &error), HOB_OK);
    hob_test_project_snapshot(&t, &states->after);
    hob_test_project_end(&t);
}

static void done_states(two_states *states) {
    hob_buf_done(&states->before);
    hob_buf_done(&states->after);
    hob_buf_done(&states->now);
}

static size_t journal_lines(hob_test_project *t) {
    size_t count = 0;
    if (hob_test_project_has(t, ".hob/journal.jsonl")) {
        hob_str text = hob_test_project_get(t, ".hob/journal.jsonl");
        for (size_t i = 0; i < text.length; i++) {
            count += text.data[i] == '\n';
        }
        assert_true(text.length == 0 || text.data[text.length - 1] == '\n');
    }
    return count;
}

/* Opens, and tells whether the new state is there; anything between the two is a failed test. */
static bool is_new_after_opening(hob_test_project *t, two_states *states, const char *what) {
    hob_error error = {.status = HOB_OK};
    if (hob_test_project_try_open(t, &error)) {
        fail_msg("%s: does not open: %s", what, error.message);
    }
    hob_test_project_close(t);
    hob_test_project_snapshot(t, &states->now);
    hob_str now = hob_buf_str(&states->now);
    bool is_new = hob_str_equal(now, hob_buf_str(&states->after));
    if (!is_new && !hob_str_equal(now, hob_buf_str(&states->before))) {
        fail_msg("%s: neither the old nor the new state:\n%.*s", what, (int)now.length, now.data);
    }
    const char *leftover = hob_test_project_leftover(t);
    if (leftover) {
        fail_msg("%s: \"%s\" was left", what, leftover);
    }
    if (journal_lines(t) != (is_new ? 1u : 0u)) {
        fail_msg("%s: %zu journal lines, new state: %d", what, journal_lines(t), is_new);
    }
    return is_new;
}

static const struct {
    const char *name;
    hob_fault fault;
    hob_status status;
} faults[] = {
    {"a full disk", HOB_FAULT_ERROR, HOB_ERR_FILE_NO_SPACE},
    {"an I/O error", HOB_FAULT_ERROR, HOB_ERR_FILE_IO},
    {"a short write", HOB_FAULT_SHORT_WRITE, HOB_ERR_FILE_NO_SPACE},
    {"a kill", HOB_FAULT_KILL, HOB_ERR_FILE_IO},
};

/* True when the fault was met. */
static bool run_with_fault(two_states *states, size_t which, uint64_t fail_at, size_t *new_count) {
    hob_test_project t;
    hob_fs_fault fault;
    hob_error error = {.status = HOB_OK};
    char what[80];
    (void)snprintf(what, sizeof what, "%s at call %d", faults[which].name, (int)fail_at);
    hob_test_project_begin(&t);
    put_old(&t);
    hob_fs_fault_init(&fault, t.fs);
    t.through = &fault.fs;
    hob_test_project_open(&t);
    fault.fault = faults[which].fault;
    fault.status = faults[which].status;
    fault.calls = 0;
    fault.fail_at = fail_at;
    hob_status status = make_change(&t, &error);
    bool was_met = fault.calls >= fail_at;
    hob_test_project_close(&t);
    t.through = NULL;
    if (status && faults[which].fault != HOB_FAULT_KILL && hob_test_project_leftover(&t)) {
        fail_msg("%s: \"%s\" was left", what, hob_test_project_leftover(&t));
    }
    bool is_new = is_new_after_opening(&t, states, what);
    if (!status && !is_new) {
        fail_msg("%s: success was told, but the old state is there", what);
    }
    if (status && is_new && faults[which].fault != HOB_FAULT_KILL) {
        fail_msg("%s: failure was told, but the new state is there", what);
    }
    *new_count += is_new;
    hob_test_project_end(&t);
    return was_met;
}

static void a_fault_at_every_call__leaves_the_old_or_the_new_state(void **state) {
    (void)state;
    two_states states;
    init_states(&states);
    for (size_t which = 0; which < HOB_COUNT(faults); which++) {
        uint64_t fail_at = 1;
        size_t new_count = 0;
        while (run_with_fault(&states, which, fail_at, &new_count)) {
            fail_at++;
        }
        /* 6 temporary files of 3 phases, a record, 6 moves and more. */
        assert_true(fail_at > 30);
        assert_true(new_count > 1 && new_count < fail_at);
    }
    done_states(&states);
}

/* Killed in the save, then killed again in the recovery; the third opening finds one of the states.
 */
static bool run_with_two_kills(two_states *states, uint64_t first, uint64_t second,
                               bool *ret_first_met) {
    hob_test_project t;
    hob_fs_fault fault;
    hob_error error;
    char what[80];
    (void)snprintf(what, sizeof what, "kills at calls %d and %d", (int)first, (int)second);
    hob_test_project_begin(&t);
    put_old(&t);
    hob_fs_fault_init(&fault, t.fs);
    t.through = &fault.fs;
    hob_test_project_open(&t);
    fault.fault = HOB_FAULT_KILL;
    fault.calls = 0;
    fault.fail_at = first;
    (void)make_change(&t, &error);
    *ret_first_met = fault.calls >= first;
    hob_test_project_close(&t);
    hob_fs_fault_init(&fault, t.fs);
    fault.fault = HOB_FAULT_KILL;
    fault.fail_at = second;
    (void)hob_test_project_try_open(&t, &error);
    bool second_met = fault.calls >= second;
    hob_test_project_close(&t);
    t.through = NULL;
    (void)is_new_after_opening(&t, states, what);
    hob_test_project_end(&t);
    return second_met;
}

static void kills_in_the_recovery__do_not_matter(void **state) {
    (void)state;
    two_states states;
    init_states(&states);
    bool first_met = true;
    size_t recoveries = 0;
    for (uint64_t first = 1; first_met; first++) {
        for (uint64_t second = 1; run_with_two_kills(&states, first, second, &first_met);
             second++) {
            recoveries++;
        }
    }
    assert_true(recoveries > 50);
    done_states(&states);
}

/* ---- damaged and torn records ---- */

static void record_text(hob_buf *out, const char *hash) {
    hob_buf_format(out,
                   "{\"seq\": 1, \"journal\": \"{\\\"seq\\\":1}\", \"files\": [{\"target\": "
                   "\"scripts/old.lua\", \"temp\": \"scripts/old.lua.hob-tmp\", \"hash\": \"%s\", "
                   "\"delete\": false}]}",
                   hash);
}

static void a_record_whose_files_differ__is_damage(void **state) {
    (void)state;
    static const char *const temps[] = {"return 3\n", NULL};
    for (size_t i = 0; i < HOB_COUNT(temps); i++) {
        hob_test_project t;
        hob_buf before, now;
        hob_error error = {.status = HOB_OK};
        hob_test_project_begin(&t);
        put_old(&t);
        hob_buf_init(&before, hob_heap_allocator(), SIZE_MAX / 4);
        hob_buf_init(&now, hob_heap_allocator(), SIZE_MAX / 4);
        record_text(&now, "0123456789abcdef");
        hob_test_project_put_bytes(&t, ".hob/commit/1.json", hob_buf_str(&now));
        if (temps[i]) {
            hob_test_project_put(&t, "scripts/old.lua.hob-tmp", temps[i]);
        }
        hob_test_project_snapshot(&t, &before);
        assert_int_equal(hob_test_project_try_open(&t, &error), HOB_ERR_COMMIT_DAMAGED);
        assert_string_equal(error.file, ".hob/commit/1.json");
        assert_true(error.hint[0] != '\0');
        hob_test_project_snapshot(&t, &now);
        assert_true(hob_str_equal(hob_buf_str(&before), hob_buf_str(&now)));
        hob_buf_done(&before);
        hob_buf_done(&now);
        hob_test_project_end(&t);
    }
}

static void a_record_that_was_finished__is_finished_again(void **state) {
    (void)state;
    hob_test_project t;
    hob_buf text;
    char hash[17];
    hob_test_project_begin(&t);
    put_old(&t);
    hob_hash_hex(hob_hash_once("return 1\n", 9), hash);
    hob_buf_init(&text, hob_heap_allocator(), SIZE_MAX / 4);
    record_text(&text, hash);
    hob_test_project_put_bytes(&t, ".hob/commit/1.json", hob_buf_str(&text));
    hob_test_project_put(&t, ".hob/journal.jsonl", "{\"seq\":1}\n");
    hob_test_project_open(&t);
    assert_null(hob_test_project_leftover(&t));
    assert_int_equal(journal_lines(&t), 1);
    hob_buf_done(&text);
    hob_test_project_end(&t);
}

static void torn_records_and_lines_and_temporary_files__are_removed(void **state) {
    (void)state;
    static const char other_number[] = "{\"seq\": 2, \"journal\": \"\", \"files\": []}";
    static const char leads_out[] =
        "{\"seq\": 1, \"journal\": \"\", \"files\": [{\"target\": \"../x\", \"temp\": "
        "\"../x.hob-tmp\", \"hash\": \"0123456789abcdef\", \"delete\": false}]}";
    static const char absolute[] = "{\"seq\": 1, \"journal\": \"\", \"files\": [{\"target\": "
                                   "\"/x\", \"delete\": true}]}";
    static const char *const torn[] = {
        "", "{\"seq\": 1, \"jour", "[]", other_number, leads_out, absolute,
    };
    for (size_t i = 0; i < HOB_COUNT(torn); i++) {
        hob_test_project t;
        hob_test_project_begin(&t);
        put_old(&t);
        hob_test_project_put(&t, ".hob/commit/1.json", torn[i]);
        hob_test_project_put(&t, ".hob/commit/2.json.hob-tmp", "{");
        hob_test_project_put(&t, "scripts/deep/x.lua.hob-tmp", "x");
        hob_test_project_put(&t, ".hob/journal.jsonl", "{\"seq\":1}\n{\"seq\":2,\"comm");
        hob_test_project_open(&t);
        assert_null(hob_test_project_leftover(&t));
        hob_str journal = hob_test_project_get(&t, ".hob/journal.jsonl");
        assert_true(hob_str_is(journal, "{\"seq\":1}\n"));
        hob_test_project_end(&t);
    }
}

static void outputs__are_not_swept(void **state) {
    (void)state;
    hob_test_project t;
    hob_test_project_begin(&t);
    put_old(&t);
    hob_test_project_put(&t, "build/x.hob-tmp", "x");
    hob_test_project_put(&t, "scripts/y.hob-tmp", "y");
    hob_test_project_open(&t);
    assert_true(hob_test_project_has(&t, "build/x.hob-tmp"));
    assert_false(hob_test_project_has(&t, "scripts/y.hob-tmp"));
    hob_test_project_end(&t);
}

/* ---- beside each other ---- */

static void two_writers__the_second_is_told_to_wait(void **state) {
    (void)state;
    hob_test_project a, b;
    hob_change *first = NULL, *second = NULL;
    hob_error error;
    hob_test_project_begin(&a);
    put_old(&a);
    hob_test_project_open(&a);
    b = a;
    b.project = NULL;
    hob_test_project_open(&b);
    assert_int_equal(hob_change_begin(a.project, &first, &error), HOB_OK);
    assert_int_equal(hob_change_begin(a.project, &second, &error), HOB_ERR_PROJECT_BUSY);
    assert_int_equal(hob_change_begin(b.project, &second, &error), HOB_ERR_PROJECT_BUSY);
    assert_true(error.message[0] && error.hint[0]);
    hob_change_drop(first);
    assert_int_equal(hob_change_begin(b.project, &second, &error), HOB_OK);
    hob_change_drop(second);
    hob_test_project_close(&b);
    hob_test_project_end(&a);
}

static void what_another_writer_saved__is_seen_by_the_next_change(void **state) {
    (void)state;
    hob_test_project a, b;
    hob_change *change = NULL;
    hob_error error;
    const hob_json *json = NULL;
    hob_test_project_begin(&a);
    put_old(&a);
    hob_test_project_open(&a);
    b = a;
    b.project = NULL;
    hob_test_project_open(&b);
    assert_int_equal(
        hob_project_scene_json(b.project, hob_project_scene_at(b.project, 0), &json, &error),
        HOB_OK);
    assert_int_equal(yyjson_arr_size(yyjson_obj_get(json->root, "entities")), 1);
    assert_int_equal(hob_project_playtest_count(b.project), 1);
    assert_int_equal(make_change(&a, &error), HOB_OK);
    assert_int_equal(hob_change_begin(b.project, &change, &error), HOB_OK);
    assert_int_equal(hob_project_asset_count(b.project), 2);
    assert_int_equal(hob_project_manifest(b.project)->next_id, 2);
    assert_int_equal(
        hob_project_scene_json(b.project, hob_project_scene_at(b.project, 0), &json, &error),
        HOB_OK);
    assert_int_equal(yyjson_arr_size(yyjson_obj_get(json->root, "entities")), 2);
    assert_int_equal(hob_project_playtest_count(b.project), 0);
    hob_change_drop(change);
    hob_test_project_close(&b);
    hob_test_project_end(&a);
}

/* A writer that was stopped between its commit point and the end, whose lock is still held. */
static void stop_after_commit_point(hob_test_project *t) {
    hob_fs_fault fault;
    hob_error error;
    for (uint64_t fail_at = 1;; fail_at++) {
        hob_fs_fault_init(&fault, t->fs);
        t->through = &fault.fs;
        hob_test_project_open(t);
        fault.fault = HOB_FAULT_KILL;
        fault.calls = 0;
        fault.fail_at = fail_at;
        (void)make_change(t, &error);
        assert_true(fault.calls >= fail_at);
        hob_test_project_close(t);
        t->through = NULL;
        if (hob_test_project_has(t, ".hob/commit/1.json")) {
            return;
        }
    }
}

static void check_new_state(hob_test_project *t) {
    hob_error error;
    const hob_json *json = NULL;
    assert_int_equal(hob_project_asset_count(t->project), 2);
    assert_int_equal(
        hob_project_scene_json(t->project, hob_project_scene_at(t->project, 0), &json, &error),
        HOB_OK);
    assert_int_equal(yyjson_arr_size(yyjson_obj_get(json->root, "entities")), 2);
    assert_int_equal(hob_project_playtest_count(t->project), 0);
    const hob_script_file *script = hob_project_script_find(t->project, HOB_STR("scripts/old.lua"));
    assert_non_null(script);
    assert_true(hob_str_is(script->text, "return 2\n"));
    assert_non_null(hob_project_prefab(t->project, HOB_STR("ast_fab"), &error));
}

static void readers_without_the_lock__look_through_a_commit(void **state) {
    (void)state;
    for (int read_only = 0; read_only < 2; read_only++) {
        hob_test_project t;
        void *lock = NULL;
        hob_error error;
        hob_buf before, after;
        hob_test_project_begin(&t);
        put_old(&t);
        hob_buf_init(&before, hob_heap_allocator(), SIZE_MAX / 4);
        hob_buf_init(&after, hob_heap_allocator(), SIZE_MAX / 4);
        stop_after_commit_point(&t);
        t.read_only = read_only;
        if (!read_only) {
            assert_int_equal(t.fs->lock(t.fs, HOB_TEST_ROOT "/.hob/lock", true, 0, &lock, &error),
                             HOB_OK);
        }
        hob_test_project_snapshot(&t, &before);
        hob_test_project_open(&t);
        check_new_state(&t);
        hob_test_project_snapshot(&t, &after);
        assert_true(hob_str_equal(hob_buf_str(&before), hob_buf_str(&after)));
        assert_true(hob_test_project_has(&t, ".hob/commit/1.json"));
        if (lock) {
            t.fs->unlock(t.fs, lock);
        }
        t.read_only = false;
        hob_test_project_open(&t);
        check_new_state(&t);
        assert_null(hob_test_project_leftover(&t));
        hob_buf_done(&before);
        hob_buf_done(&after);
        hob_test_project_end(&t);
    }
}

static void a_commit_that_cannot_be_finished__is_seen_and_finished_later(void **state) {
    (void)state;
    hob_test_project t;
    hob_fs_fault fault;
    hob_error error = {.status = HOB_OK};
    hob_change *change = NULL;
    bool seen = false;
    for (uint64_t fail_at = 1; !seen; fail_at++) {
        hob_test_project_begin(&t);
        put_old(&t);
        hob_fs_fault_init(&fault, t.fs);
        t.through = &fault.fs;
        hob_test_project_open(&t);
        fault.fault = HOB_FAULT_ERROR;
        fault.calls = 0;
        fault.fail_at = fail_at;
        hob_status status = make_change(&t, &error);
        if (!status && hob_test_project_has(&t, ".hob/commit/1.json")) {
            check_new_state(&t);
            assert_int_equal(hob_change_begin(t.project, &change, &error), HOB_OK);
            hob_change_drop(change);
            assert_null(hob_test_project_leftover(&t));
            check_new_state(&t);
            seen = true;
        }
        hob_test_project_close(&t);
        hob_test_project_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fault_at_every_call__leaves_the_old_or_the_new_state),
        cmocka_unit_test(kills_in_the_recovery__do_not_matter),
        cmocka_unit_test(a_record_whose_files_differ__is_damage),
        cmocka_unit_test(a_record_that_was_finished__is_finished_again),
        cmocka_unit_test(torn_records_and_lines_and_temporary_files__are_removed),
        cmocka_unit_test(outputs__are_not_swept),
        cmocka_unit_test(two_writers__the_second_is_told_to_wait),
        cmocka_unit_test(what_another_writer_saved__is_seen_by_the_next_change),
        cmocka_unit_test(readers_without_the_lock__look_through_a_commit),
        cmocka_unit_test(a_commit_that_cannot_be_finished__is_seen_and_finished_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
