/* Payloads of assets in their compiled forms, lookups, lists, entities as authored. */
#include "project/nesting.h"
#include "project/scene.h"
#include "support/test_project.h"

#include <stdio.h>
#include <string.h>

typedef struct fixture {
    hob_test_project t;
    hob_error error;
} fixture;

static void begin(fixture *f) {
    *f = (fixture){.error = {.status = HOB_OK}};
    hob_test_project_begin(&f->t);
    hob_test_project_put_minimal(&f->t);
}

static void put_index(fixture *f, const char *assets) {
    char text[4096];
    (void)snprintf(text, sizeof text, "{\"assets\": [%s]}", assets);
    hob_test_project_put(&f->t, "assets.json", text);
}

/* ---- animations ---- */

static void an_animation__is_split_into_assets_and_frames(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    put_index(
        &f,
        "{\"id\": \"ast_c\", \"name\": \"c\", \"type\": \"animation\", \"path\": \"c.anim.json\"},"
        "{\"id\": \"ast_d\", \"name\": \"d\", \"type\": \"animation\", \"path\": \"d.anim.json\"}");
    hob_test_project_put(
        &f.t, "c.anim.json",
        "{\"frames\": [\"ast_a\", \"ast_b#one#two\", \"ast_b#\"], \"loop\": false, "
        "\"flipX\": true, \"durations\": [0.1, 0.2, 0.3]}");
    hob_test_project_put(&f.t, "d.anim.json", "{\"frames\": [\"ast_a\"], \"frameDuration\": 2}");
    hob_test_project_open(&f.t);
    const hob_animation *a = hob_project_animation(f.t.project, HOB_STR("ast_c"), &f.error);
    assert_non_null(a);
    assert_string_equal(a->asset_id, "ast_c");
    assert_int_equal(a->frame_count, 3);
    assert_string_equal(hob_text_cstr(a->frames[0].asset), "ast_a");
    assert_null(a->frames[0].frame);
    assert_string_equal(hob_text_cstr(a->frames[1].asset), "ast_b");
    assert_string_equal(hob_text_cstr(a->frames[1].frame), "one#two");
    assert_non_null(a->frames[2].frame);
    assert_string_equal(hob_text_cstr(a->frames[2].frame), "");
    assert_true(a->durations[2] == 0.3 && a->frame_duration == 0.15);
    assert_true(!a->loop && a->flip_x);
    assert_ptr_equal(a, hob_project_animation(f.t.project, HOB_STR("ast_c"), NULL));
    a = hob_project_animation(f.t.project, HOB_STR("ast_d"), &f.error);
    assert_true(a->loop && !a->flip_x && !a->durations && a->frame_duration == 2);
    hob_test_project_end(&f.t);
}

static void payloads_that_cannot_be_had__say_why(void **state) {
    (void)state;
    static const struct {
        const char *id;
        hob_status status;
    } asked[] = {{"ast_none", HOB_ERR_ASSET_NOT_FOUND}, {"ast_wrong", HOB_ERR_ASSET_WRONG_TYPE},
                 {"ast_gone", HOB_ERR_FILE_NOT_FOUND},  {"ast_bad", HOB_ERR_JSON_SYNTAX},
                 {"ast_few", HOB_ERR_FIELD_RANGE},      {"ast_out", HOB_ERR_PATH_OUTSIDE},
                 {"clip", HOB_ERR_ASSET_NOT_FOUND}}; /* names do not resolve here */
    fixture f;
    begin(&f);
    put_index(&f,
              "{\"id\": \"ast_wrong\", \"name\": \"w\", \"type\": \"data\", \"path\": \"w.json\"},"
              "{\"id\": \"ast_gone\", \"name\": \"clip\", \"type\": \"animation\", \"path\": "
              "\"g.anim.json\"},"
              "{\"id\": \"ast_bad\", \"name\": \"b\", \"type\": \"animation\", \"path\": "
              "\"b.anim.json\"},"
              "{\"id\": \"ast_few\", \"name\": \"f\", \"type\": \"animation\", \"path\": "
              "\"f.anim.json\"},"
              "{\"id\": \"ast_out\", \"name\": \"o\", \"type\": \"animation\", \"path\": "
              "\"../f.anim.json\"}");
    hob_test_project_put(&f.t, "b.anim.json", "{");
    hob_test_project_put(&f.t, "f.anim.json", "{\"frames\": [\"ast_a\"], \"durations\": []}");
    hob_test_project_open(&f.t);
    for (int again = 0; again < 2; again++) { /* the second time from what was kept */
        for (size_t i = 0; i < HOB_COUNT(asked); i++) {
            f.error.status = HOB_OK;
            assert_null(hob_project_animation(f.t.project, hob_str_from(asked[i].id), &f.error));
            assert_int_equal(f.error.status, asked[i].status);
        }
    }
    hob_test_project_end(&f.t);
}

/* ---- state machines ---- */

static void a_state_machine__has_indexes_for_names(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    put_index(&f, "{\"id\": \"ast_m\", \"name\": \"m\", \"type\": \"stateMachine\", \"path\": "
                  "\"m.asm.json\"}");
    hob_test_project_put(
        &f.t, "m.asm.json",
        "{\"params\": {\"fast\": {\"type\": \"bool\", \"default\": true}, \"speed\": {\"type\": "
        "\"number\", \"default\": 3}, \"hit\": {\"type\": \"trigger\", \"default\": true}, "
        "\"odd\": "
        "{\"type\": \"number\", \"default\": true}}, \"states\": [{\"name\": \"idle\", "
        "\"animation\": "
        "\"ast_i\"}, {\"name\": \"run\", \"animation\": \"ast_r\", \"speed\": 2}], \"initial\": "
        "\"run\", "
        "\"transitions\": [{\"from\": \"run\", \"to\": \"idle\", \"conditions\": [{\"param\": "
        "\"speed\", "
        "\"op\": \"lte\", \"value\": 0.5}, {\"param\": \"fast\", \"op\": \"neq\", \"value\": "
        "true}]}, "
        "{\"from\": \"any\", \"to\": \"run\", \"conditions\": [{\"param\": \"hit\"}]}, {\"from\": "
        "\"idle\", \"to\": \"run\", \"exitTime\": 0.25}]}");
    hob_test_project_open(&f.t);
    const hob_state_machine_asset *m =
        hob_project_state_machine(f.t.project, HOB_STR("ast_m"), &f.error);
    assert_non_null(m);
    assert_int_equal(m->param_count, 4);
    assert_int_equal(m->state_count, 2);
    assert_int_equal(m->transition_count, 3);
    assert_int_equal(m->condition_count, 3);
    assert_int_equal(m->initial, 1);
    assert_true(m->params[0].type == HOB_ASM_BOOL && m->params[0].initial == 1);
    assert_true(m->params[1].type == HOB_ASM_NUMBER && m->params[1].initial == 3);
    assert_int_equal(m->params[2].type, HOB_ASM_TRIGGER);
    assert_true(m->params[3].initial == 0); /* a default of another type counts as 0 */
    assert_true(m->states[0].speed == 1 && m->states[1].speed == 2);
    assert_int_equal(m->transitions[0].from, 1);
    assert_int_equal(m->transitions[0].to, 0);
    assert_true(m->transitions[0].exit_time == -1);
    assert_int_equal(m->conditions[0].op, HOB_ASM_LTE);
    assert_true(m->conditions[0].param == 1 && m->conditions[0].value == 0.5);
    assert_true(m->conditions[1].op == HOB_ASM_NEQ && m->conditions[1].value == 1);
    assert_int_equal(m->transitions[1].from, -1);
    assert_int_equal(m->transitions[1].first_condition, 2);
    assert_int_equal(m->conditions[2].op, HOB_ASM_NONE);
    assert_true(m->transitions[2].exit_time == 0.25 && m->transitions[2].condition_count == 0);
    hob_test_project_end(&f.t);
}

/* ---- frames and lookups ---- */

static void frames__are_found_by_name_unless_one_is_malformed(void **state) {
    (void)state;
    fixture f;
    hob_sheet_frame cut = {0};
    begin(&f);
    put_index(
        &f,
        "{\"id\": \"ast_a\", \"name\": \"a\", \"type\": \"sprite\", \"path\": \"a.png\", "
        "\"pixelArt\": "
        "true, \"metadata\": {\"frames\": [{\"name\": \"x\", \"x\": 1, \"y\": 2, \"width\": 3, "
        "\"height\": 4}, {\"name\": \"x\", \"x\": 9, \"y\": 9, \"width\": 9, \"height\": 9}]}},"
        "{\"id\": \"ast_b\", \"name\": \"ast_a\", \"type\": \"sprite\", \"path\": \"b.png\", "
        "\"pixelArt\": "
        "null, \"metadata\": {\"frames\": [{\"name\": \"x\", \"x\": 1, \"y\": 2, \"width\": 3, "
        "\"height\": 4}, {\"name\": \"y\", \"x\": 0.5, \"y\": 9, \"width\": 9, \"height\": 9}]}},"
        "{\"id\": \"ast_c\", \"name\": \"c\", \"type\": \"sprite\", \"path\": \"c.png\", "
        "\"pixelArt\": false}");
    hob_test_project_open(&f.t);
    hob_project *p = f.t.project;
    const hob_asset *a = hob_project_asset_by_id(p, HOB_STR("ast_a"));
    const hob_asset *b = hob_project_asset_by_id(p, HOB_STR("ast_b"));
    const hob_asset *c = hob_project_asset_find(p, HOB_STR("c"));
    assert_true(hob_asset_frame(a, HOB_STR("x"), &cut));
    assert_true(cut.x == 1 && cut.y == 2 && cut.width == 3 && cut.height == 4);
    assert_false(hob_asset_frame(a, HOB_STR("X"), &cut));
    assert_false(hob_asset_frame(b, HOB_STR("x"), &cut));
    assert_false(hob_asset_frame(c, HOB_STR("x"), &cut));
    assert_true(a->pixel_art == 1 && b->pixel_art == -1 && c->pixel_art == 0);
    /* An id goes before a name. */
    assert_ptr_equal(hob_project_asset_find(p, HOB_STR("ast_a")), a);
    assert_null(hob_project_asset_by_id(p, HOB_STR("c")));
    assert_null(hob_project_asset_at(p, 3));
    hob_test_project_end(&f.t);
}

static void scenes__are_found_by_id_then_name_then_any_case(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    hob_test_project_put(
        &f.t, "hob.json",
        "{\"engineVersion\": \"0.0.1\", \"id\": \"prj_a\", \"name\": \"A\", \"scenes\": "
        "[{\"id\": \"scn_a\", \"name\": \"level\", \"path\": \"scenes/a.scene.json\"}, "
        "{\"id\": \"scn_b\", \"name\": \"Level\", \"path\": \"scenes/b.scene.json\"}, "
        "{\"id\": \"scn_c\", \"name\": \"scn_a\", \"path\": \"scenes/c.scene.json\"}]}");
    hob_test_project_open(&f.t);
    hob_project *p = f.t.project;
    static const struct {
        const char *ref;
        const char *id;
    } asked[] = {{"scn_a", "scn_a"}, {"Level", "scn_b"}, {"level", "scn_a"},
                 {"LEVEL", "scn_a"}, {"levels", NULL},   {"", NULL}};
    for (size_t i = 0; i < HOB_COUNT(asked); i++) {
        const hob_scene_entry *scene = hob_project_scene_find(p, hob_str_from(asked[i].ref));
        if (asked[i].id) {
            assert_string_equal(scene->id, asked[i].id);
        } else {
            assert_null(scene);
        }
    }
    assert_string_equal(hob_project_scene_nearest(p, HOB_STR("Levels")), "Level");
    assert_null(hob_project_scene_nearest(p, HOB_STR("something else")));
    hob_test_project_end(&f.t);
}

/* ---- lists ---- */

static void scripts__are_sorted_by_whole_path_and_read(void **state) {
    (void)state;
    static const char *const wanted[] = {"scripts/a.lua", "scripts/a/b.js", "scripts/a/c/d.lua",
                                         "scripts/ab.js", "scripts/b.lua"};
    fixture f;
    begin(&f);
    for (size_t i = HOB_COUNT(wanted); i-- > 0;) {
        hob_test_project_put(&f.t, wanted[i], wanted[i]);
    }
    hob_test_project_put(&f.t, "scripts/readme.md", "");
    hob_test_project_put(&f.t, "scripts/types.ts", "");
    hob_test_project_open(&f.t);
    assert_int_equal(hob_project_script_count(f.t.project), HOB_COUNT(wanted));
    for (size_t i = 0; i < HOB_COUNT(wanted); i++) {
        const hob_script_file *script = hob_project_script_at(f.t.project, i);
        assert_string_equal(script->path, wanted[i]);
        assert_true(hob_str_is(script->text, wanted[i]));
        assert_null(script->error);
        assert_ptr_equal(script, hob_project_script_find(f.t.project, hob_str_from(wanted[i])));
    }
    assert_null(hob_project_script_find(f.t.project, HOB_STR("scripts/A.lua")));
    hob_test_project_end(&f.t);
}

static void play_tests__are_listed_with_the_broken_ones(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    hob_test_project_put(&f.t, "playtests/b.playtest.json",
                         "{\"id\": \"ptt_b\", \"name\": \"ptt_a\", \"scene\": \"Main\"}");
    hob_test_project_put(&f.t, "playtests/a.playtest.json",
                         "{\"id\": \"ptt_a\", \"name\": \"first\", \"scene\": \"Main\"}");
    hob_test_project_put(&f.t, "playtests/c.playtest.json", "{\"id\": 3}");
    hob_test_project_put(&f.t, "playtests/notes.txt", "");
    hob_test_project_open(&f.t);
    hob_project *p = f.t.project;
    assert_int_equal(hob_project_playtest_count(p), 3);
    assert_string_equal(hob_project_playtest_at(p, 0)->id, "ptt_a");
    assert_string_equal(hob_project_playtest_at(p, 1)->scene, "Main");
    assert_non_null(hob_project_playtest_at(p, 1)->json);
    const hob_playtest_entry *broken = hob_project_playtest_at(p, 2);
    assert_null(broken->id);
    assert_null(broken->json);
    assert_int_equal(broken->error->status, HOB_ERR_FIELD_TYPE);
    assert_string_equal(broken->error->file, "playtests/c.playtest.json");
    assert_ptr_equal(hob_project_playtest_find(p, HOB_STR("ptt_a")), hob_project_playtest_at(p, 0));
    assert_ptr_equal(hob_project_playtest_find(p, HOB_STR("first")), hob_project_playtest_at(p, 0));
    assert_null(hob_project_playtest_find(p, HOB_STR("c")));
    hob_test_project_end(&f.t);
}

static void the_content_hash__knows_every_file_of_the_project(void **state) {
    (void)state;
    static const struct {
        const char *path;
        bool counts;
    } files[] = {{"scripts/a.lua", true},  {"assets/deep/x.bin", true},  {"notes.txt", true},
                 {".hob/notes.md", false}, {"build/out.bin", false},     {"export/web/x", false},
                 {".git/config", false},   {"scripts/build/b.lua", true}};
    fixture f;
    uint64_t before, after;
    begin(&f);
    hob_test_project_open(&f.t);
    assert_int_equal(hob_project_content_hash(f.t.project, &before, &f.error), HOB_OK);
    for (size_t i = 0; i < HOB_COUNT(files); i++) {
        hob_test_project_put(&f.t, files[i].path, "x");
        assert_int_equal(hob_project_content_hash(f.t.project, &after, &f.error), HOB_OK);
        assert_int_equal(before != after, files[i].counts);
        before = after;
        hob_test_project_put(&f.t, files[i].path, "y");
        assert_int_equal(hob_project_content_hash(f.t.project, &after, &f.error), HOB_OK);
        assert_int_equal(before != after, files[i].counts);
        before = after;
    }
    hob_test_project_end(&f.t);
}

/* ---- entities and scene settings ---- */

static void an_entity__is_a_view_with_defaults(void **state) {
    (void)state;
    fixture f;
    const hob_json *json = NULL;
    begin(&f);
    hob_test_project_put_scene(
        &f.t,
        ",\n{\"id\": \"ent_a\", \"name\": \"A\", \"parentId\": \"ent_cam\", \"enabled\": false, "
        "\"visible\": false, \"paused\": true, \"owner\": 2, \"tags\": [\"t\"], \"wires\": [], "
        "\"prefab\": {\"asset\": \"ast_x\"}}",
        ",\n\"settings\": {\"projection\": \"isometric\", \"gravity\": {\"y\": 5}, \"cellSize\": "
        "16}");
    hob_test_project_open(&f.t);
    hob_project *p = f.t.project;
    assert_int_equal(hob_project_scene_json(p, hob_project_scene_at(p, 0), &json, &f.error),
                     HOB_OK);
    hob_reader reader = {.allocator = hob_heap_allocator(), .file = "x"};
    hob_entity_def def;
    yyjson_val *list = yyjson_obj_get(json->root, "entities");
    assert_true(hob_entity_def_read(&reader, yyjson_arr_get(list, 0), false, 0, NULL, &def));
    assert_true(hob_str_is(def.id, "ent_cam") && !def.parent.data && def.owner == -1);
    assert_true(def.enabled && def.visible && !def.paused && !def.tags && !def.prefab);
    assert_int_equal(yyjson_obj_size(def.components), 1);
    assert_true(hob_entity_def_read(&reader, yyjson_arr_get(list, 1), false, 1, NULL, &def));
    assert_true(hob_str_is(def.parent, "ent_cam") && def.owner == 2 && def.index == 1);
    assert_true(!def.enabled && !def.visible && def.paused);
    assert_int_equal(yyjson_arr_size(def.tags), 1);
    assert_non_null(def.prefab);
    assert_null(def.components);
    assert_false(hob_entity_def_read(&reader, yyjson_arr_get(list, 1), true, 1, NULL, &def));
    hob_scene_settings settings;
    assert_true(hob_scene_settings_read(&reader, json->root, &settings));
    assert_int_equal(settings.projection, 1);
    assert_int_equal(settings.sort, 0);
    assert_true(settings.batch && settings.has_gravity && settings.cell_size == 16);
    assert_true(settings.gravity.x == 0 && settings.gravity.y == 5);
    hob_test_project_end(&f.t);
}

/* ---- nesting ---- */

/* prefab i contains prefab i + 1; the last one contains `last` (or nothing). */
static void put_chain(fixture *f, int count, int last, int width) {
    char assets[4096] = "", text[2048], path[64];
    for (int i = 0; i < count; i++) {
        size_t length = strlen(assets);
        (void)snprintf(assets + length, sizeof assets - length,
                       "%s{\"id\": \"ast_p%d\", \"name\": \"p%d\", \"type\": \"prefab\", \"path\": "
                       "\"prefabs/%d.prefab.json\"}",
                       i ? "," : "", i, i, i);
        int inner = i + 1 < count ? i + 1 : last;
        (void)snprintf(text, sizeof text,
                       "{\"name\": \"P\", \"entities\": [{\"id\": \"pfe_1\", \"name\": \"R\"}");
        for (int k = 0; k < width && inner >= 0; k++) {
            length = strlen(text);
            (void)snprintf(text + length, sizeof text - length,
                           ",\n{\"id\": \"pfe_%d\", \"name\": \"I\", \"parentId\": \"pfe_1\", "
                           "\"prefab\": {\"asset\": \"ast_p%d\"}}",
                           k + 2, inner);
        }
        (void)strncat(text, "]}", sizeof text - strlen(text) - 1);
        (void)snprintf(path, sizeof path, "prefabs/%d.prefab.json", i);
        hob_test_project_put(&f->t, path, text);
    }
    put_index(f, assets);
}

static size_t cycles_found(fixture *f) {
    hob_error_list findings;
    size_t count = 0;
    hob_test_project_open(&f->t);
    hob_error_list_init(&findings, hob_heap_allocator());
    assert_int_equal(hob_project_validate(f->t.project, &findings, NULL), HOB_OK);
    for (size_t i = 0; i < findings.count; i++) {
        assert_int_equal(findings.items[i].status, HOB_ERR_PREFAB_CYCLE);
        count++;
    }
    hob_error_list_done(&findings);
    return count;
}

static void prefabs__nest_16_deep_and_not_deeper(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    put_chain(&f, 16, -1, 1);
    assert_int_equal(cycles_found(&f), 0);
    put_chain(&f, 17, -1, 1);
    assert_int_equal(cycles_found(&f), 1);
    hob_test_project_end(&f.t);
}

static void many_instances__do_not_make_nesting_slow(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    put_chain(&f, 16, -1, 9); /* 9 to the 15th instances if each were walked */
    assert_int_equal(cycles_found(&f), 0);
    put_chain(&f, 16, 3, 9);
    assert_int_equal(cycles_found(&f), 16 * 9);
    hob_test_project_end(&f.t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_animation__is_split_into_assets_and_frames),
        cmocka_unit_test(payloads_that_cannot_be_had__say_why),
        cmocka_unit_test(a_state_machine__has_indexes_for_names),
        cmocka_unit_test(frames__are_found_by_name_unless_one_is_malformed),
        cmocka_unit_test(scenes__are_found_by_id_then_name_then_any_case),
        cmocka_unit_test(scripts__are_sorted_by_whole_path_and_read),
        cmocka_unit_test(play_tests__are_listed_with_the_broken_ones),
        cmocka_unit_test(the_content_hash__knows_every_file_of_the_project),
        cmocka_unit_test(an_entity__is_a_view_with_defaults),
        cmocka_unit_test(prefabs__nest_16_deep_and_not_deeper),
        cmocka_unit_test(many_instances__do_not_make_nesting_slow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
