/* Changes: what is written, in which order, with which ids; and what is refused. */
#include "project/version.h"
#include "support/test_project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCENE "scenes/main.scene.json"

typedef struct fixture {
    hob_test_project t;
    hob_arena arena;
    hob_change *change;
    hob_change_result result;
    hob_error error;
} fixture;

static void begin(fixture *f) {
    *f = (fixture){.change = NULL};
    hob_test_project_begin(&f->t);
    hob_arena_init(&f->arena, hob_heap_allocator(), NULL);
}

static void end(fixture *f) {
    hob_arena_done(&f->arena);
    hob_test_project_end(&f->t);
}

static void open_change(fixture *f) {
    if (!f->t.project) {
        hob_test_project_open(&f->t);
    }
    f->error.message[0] = '\0';
    if (hob_change_begin(f->t.project, &f->change, &f->error)) {
        fail_msg("%s", f->error.message);
    }
}

static yyjson_mut_doc *edit(fixture *f, const char *path) {
    yyjson_mut_doc *doc = NULL;
    if (hob_change_edit_json(f->change, path, &doc, &f->error)) {
        fail_msg("%s", f->error.message);
    }
    return doc;
}

static hob_status try_commit(fixture *f) {
    hob_change *change = f->change;
    f->change = NULL;
    return hob_change_commit(change, HOB_STR("{\"command\":\"x\"}"), &f->arena, &f->result,
                             &f->error);
}

static void commit(fixture *f) {
    if (try_commit(f)) {
        fail_msg("%s", f->error.message);
    }
}

static void check_file(fixture *f, const char *path, const char *text) {
    hob_str now = hob_test_project_get(&f->t, path);
    if (!hob_str_is(now, text)) {
        fail_msg("%s is\n%.*s\nand not\n%s", path, (int)now.length, now.data, text);
    }
}

/* ---- what is written ---- */

static void a_change_of_nothing__writes_no_byte(void **state) {
    (void)state;
    fixture f;
    hob_buf before, after;
    begin(&f);
    /* Laid out by hand, with an older stamp: none of it is touched. */
    hob_test_project_put(&f.t, "hob.json",
                         "{ \"name\":\"A\",\r\n\t\"id\": \"prj_a\", \"engineVersion\": \"0.0.1\"}");
    hob_test_project_put(&f.t, "assets.json", "\xEF\xBB\xBF{\"assets\":[]}");
    hob_test_project_put(&f.t, "scripts/a.lua", "x");
    hob_buf_init(&before, hob_heap_allocator(), SIZE_MAX / 4);
    hob_buf_init(&after, hob_heap_allocator(), SIZE_MAX / 4);
    hob_test_project_snapshot(&f.t, &before);
    open_change(&f);
    (void)edit(&f, "hob.json");
    (void)edit(&f, "assets.json");
    assert_int_equal(hob_change_put(f.change, "scripts/a.lua", HOB_STR("x"), &f.error), HOB_OK);
    commit(&f);
    assert_int_equal(f.result.file_count, 0);
    hob_test_project_snapshot(&f.t, &after);
    assert_true(hob_str_equal(hob_buf_str(&before), hob_buf_str(&after)));
    check_file(&f, ".hob/journal.jsonl", "{\"seq\":1,\"command\":\"x\"}\n");
    hob_buf_done(&before);
    hob_buf_done(&after);
    end(&f);
}

static void a_dropped_change__leaves_everything(void **state) {
    (void)state;
    fixture f;
    hob_buf before, after;
    begin(&f);
    hob_test_project_put_minimal(&f.t);
    hob_buf_init(&before, hob_heap_allocator(), SIZE_MAX / 4);
    hob_buf_init(&after, hob_heap_allocator(), SIZE_MAX / 4);
    hob_test_project_snapshot(&f.t, &before);
    open_change(&f);
    yyjson_mut_doc *doc = edit(&f, "hob.json");
    (void)yyjson_mut_obj_add_str(doc, yyjson_mut_doc_get_root(doc), "description", "new");
    assert_int_equal(hob_change_delete(f.change, SCENE, &f.error), HOB_OK);
    hob_change_drop(f.change);
    assert_string_equal(hob_text_cstr(hob_project_manifest(f.t.project)->description), "");
    hob_test_project_snapshot(&f.t, &after);
    assert_true(hob_str_equal(hob_buf_str(&before), hob_buf_str(&after)));
    hob_buf_done(&before);
    hob_buf_done(&after);
    end(&f);
}

static void a_changed_file__gets_its_keys_in_table_order(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    hob_test_project_put_minimal(&f.t);
    hob_test_project_put(
        &f.t, SCENE,
        "{\"zeta\": 1, \"entities\": [{\"components\": {\"Sprite2\": {\"b\": 1, \"a\": 2}, "
        "\"SpriteRenderer\": {\"height\": 32, \"mine\": true, \"width\": 16, \"anchor\": {\"y\": "
        "1, "
        "\"x\": 0}, \"uniforms\": {\"q\": 1, \"p\": 2}}, \"Transform\": {\"scale\": {\"y\": 2, "
        "\"x\": "
        "1}, \"position\": {\"x\": 1e21}}, \"Camera\": {\"postEffects\": [{\"threshold\": 0.5, "
        "\"strength\": 1.50, \"type\": \"bloom\"}]}, \"Tilemap\": {\"tileAssets\": {\"b\": "
        "{\"frame\": \"f\", \"sheet\": \"s\"}, \"a\": \"t\"}}}, \"tags\": [\"z\", \"a\"], "
        "\"name\": "
        "\"A\", \"id\": \"ent_a\", \"enabled\": true}], \"alpha\": [], \"id\": \"scn_main\"}");
    open_change(&f);
    yyjson_mut_doc *doc = edit(&f, SCENE);
    (void)yyjson_mut_obj_add_arr(doc, yyjson_mut_doc_get_root(doc), "ui");
    commit(&f);
    check_file(&f, SCENE,
               "{\n"
               "  \"id\": \"scn_main\",\n"
               "  \"ui\": [],\n"
               "  \"entities\": [\n"
               "    {\n"
               "      \"id\": \"ent_a\",\n"
               "      \"name\": \"A\",\n"
               "      \"enabled\": true,\n"
               "      \"tags\": [\n"
               "        \"z\",\n"
               "        \"a\"\n"
               "      ],\n"
               "      \"components\": {\n"
               "        \"Sprite2\": {\n"
               "          \"b\": 1,\n"
               "          \"a\": 2\n"
               "        },\n"
               "        \"SpriteRenderer\": {\n"
               "          \"width\": 16,\n"
               "          \"height\": 32,\n"
               "          \"anchor\": {\n"
               "            \"x\": 0,\n"
               "            \"y\": 1\n"
               "          },\n"
               "          \"uniforms\": {\n"
               "            \"q\": 1,\n"
               "            \"p\": 2\n"
               "          },\n"
               "          \"mine\": true\n"
               "        },\n"
               "        \"Transform\": {\n"
               "          \"position\": {\n"
               "            \"x\": 1e+21\n"
               "          },\n"
               "          \"scale\": {\n"
               "            \"x\": 1,\n"
               "            \"y\": 2\n"
               "          }\n"
               "        },\n"
               "        \"Camera\": {\n"
               "          \"postEffects\": [\n"
               "            {\n"
               "              \"type\": \"bloom\",\n"
               "              \"strength\": 1.5,\n"
               "              \"threshold\": 0.5\n"
               "            }\n"
               "          ]\n"
               "        },\n"
               "        \"Tilemap\": {\n"
               "          \"tileAssets\": {\n"
               "            \"b\": {\n"
               "              \"sheet\": \"s\",\n"
               "              \"frame\": \"f\"\n"
               "            },\n"
               "            \"a\": \"t\"\n"
               "          }\n"
               "        }\n"
               "      }\n"
               "    }\n"
               "  ],\n"
               "  \"zeta\": 1,\n"
               "  \"alpha\": []\n"
               "}\n");
    assert_int_equal(f.result.file_count, 1);
    assert_string_equal(f.result.files[0], SCENE);
    end(&f);
}

static void the_first_change__moves_the_engine_stamp(void **state) {
    (void)state;
    fixture f;
    char wanted[300];
    begin(&f);
    hob_test_project_put(&f.t, "hob.json",
                         "{\"id\": \"prj_a\", \"name\": \"A\", \"engineVersion\": \"0.0.1\"}");
    open_change(&f);
    assert_int_equal(hob_change_put(f.change, "scripts/a.lua", HOB_STR("x"), &f.error), HOB_OK);
    commit(&f);
    assert_int_equal(f.result.file_count, 2);
    (void)snprintf(wanted, sizeof wanted,
                   "{\n  \"engineVersion\": \"%s\",\n  \"id\": \"prj_a\",\n  \"name\": \"A\"\n}\n",
                   hob_engine_version());
    check_file(&f, "hob.json", wanted);
    assert_string_equal(hob_text_cstr(hob_project_manifest(f.t.project)->engine_version),
                        hob_engine_version());
    open_change(&f);
    assert_int_equal(hob_change_put(f.change, "scripts/a.lua", HOB_STR("y"), &f.error), HOB_OK);
    commit(&f);
    assert_int_equal(f.result.file_count, 1);
    end(&f);
}

static void the_new_state__is_shown_after_the_commit(void **state) {
    (void)state;
    fixture f;
    const hob_json *json = NULL;
    begin(&f);
    hob_test_project_put_minimal(&f.t);
    hob_test_project_put(&f.t, "scripts/a.lua", "x");
    hob_test_project_open(&f.t);
    hob_project *p = f.t.project;
    assert_int_equal(hob_project_scene_json(p, hob_project_scene_at(p, 0), &json, NULL), HOB_OK);
    assert_int_equal(hob_project_script_count(p), 1);
    assert_int_equal(hob_project_playtest_count(p), 0);
    assert_null(hob_project_assets_json(p));
    open_change(&f);
    yyjson_mut_doc *index = edit(&f, "assets.json");
    assert_null(yyjson_mut_doc_get_root(index));
    yyjson_mut_doc_set_root(index, yyjson_mut_obj(index));
    yyjson_mut_val *list = yyjson_mut_obj_add_arr(index, yyjson_mut_doc_get_root(index), "assets");
    yyjson_mut_val *asset = yyjson_mut_arr_add_obj(index, list);
    (void)yyjson_mut_obj_add_str(index, asset, "id", "ast_a");
    (void)yyjson_mut_obj_add_str(index, asset, "name", "a");
    (void)yyjson_mut_obj_add_str(index, asset, "type", "data");
    (void)yyjson_mut_obj_add_str(index, asset, "path", "assets/a.json");
    yyjson_mut_doc *manifest = edit(&f, "hob.json");
    (void)yyjson_mut_obj_add_str(manifest, yyjson_mut_doc_get_root(manifest), "description", "d");
    assert_int_equal(hob_change_put(f.change, "scripts/b.js", HOB_STR("1"), NULL), HOB_OK);
    assert_int_equal(hob_change_put(f.change, "playtests/t.playtest.json",
                                    HOB_STR("{\"id\":\"ptt_a\",\"name\":\"t\",\"scene\":\"Main\"}"),
                                    NULL),
                     HOB_OK);
    assert_true(hob_change_exists(f.change, "scripts/b.js"));
    assert_false(hob_change_exists(f.change, "scripts/c.js"));
    assert_int_equal(hob_project_script_count(p), 1);
    commit(&f);
    assert_string_equal(hob_text_cstr(hob_project_manifest(p)->description), "d");
    assert_non_null(hob_project_asset_find(p, HOB_STR("a")));
    assert_int_equal(hob_project_script_count(p), 2);
    assert_int_equal(hob_project_playtest_count(p), 1);
    static const char *const order[] = {"assets.json", "hob.json", "scripts/b.js",
                                        "playtests/t.playtest.json"};
    assert_int_equal(f.result.file_count, HOB_COUNT(order));
    for (size_t i = 0; i < HOB_COUNT(order); i++) {
        assert_string_equal(f.result.files[i], order[i]);
    }
    end(&f);
}

/* ---- ids ---- */

static void ids__come_from_the_counter_of_the_manifest(void **state) {
    (void)state;
    fixture f;
    char *id = NULL, wanted[16];
    begin(&f);
    hob_test_project_put_minimal(&f.t);
    open_change(&f);
    static const struct {
        const char *prefix, *container;
    } wishes[] = {
        {"ent", "scn_main"}, {"ent", "scn_main"}, {"ast", NULL}, {"scn", NULL}, {"ptt", NULL}};
    for (size_t i = 0; i < HOB_COUNT(wishes); i++) {
        assert_int_equal(hob_change_new_id(f.change, wishes[i].prefix, wishes[i].container,
                                           &f.arena, &id, &f.error),
                         HOB_OK);
        hob_make_id("prj_demo", wishes[i].prefix, wishes[i].container, i + 1, wanted);
        assert_string_equal(id, wanted);
        if (i == 0) {
            assert_string_equal(id, "ent_gmjd4ehs");
        }
    }
    commit(&f);
    assert_int_equal(hob_project_manifest(f.t.project)->next_id, 6);
    end(&f);
}

static void a_taken_id__takes_the_next_counter(void **state) {
    (void)state;
    fixture f;
    char *id = NULL, second[16], third[16];
    begin(&f);
    hob_test_project_put_minimal(&f.t);
    /* The ids of counters 1 (in the file) and 2 (in the change) are there already. */
    hob_test_project_put_scene(&f.t, ",\n{\"id\": \"ent_gmjd4ehs\", \"name\": \"A\"}", "");
    hob_make_id("prj_demo", "ent", "scn_main", 2, second);
    hob_make_id("prj_demo", "ent", "scn_main", 3, third);
    open_change(&f);
    yyjson_mut_doc *scene = edit(&f, SCENE);
    yyjson_mut_val *entity = yyjson_mut_arr_add_obj(
        scene, yyjson_mut_obj_get(yyjson_mut_doc_get_root(scene), "entities"));
    (void)yyjson_mut_obj_add_strcpy(scene, entity, "id", second);
    assert_int_equal(hob_change_new_id(f.change, "ent", "scn_main", &f.arena, &id, &f.error),
                     HOB_OK);
    assert_string_equal(id, third);
    commit(&f);
    assert_int_equal(hob_project_manifest(f.t.project)->next_id, 4);
    end(&f);
}

/* ---- refusals ---- */

static void wrong_paths__are_refused_by_every_verb(void **state) {
    (void)state;
    static const struct {
        const char *path;
        hob_status status;
    } wrong[] = {{"../x.json", HOB_ERR_PATH_OUTSIDE}, {"/x.json", HOB_ERR_PATH_INVALID},
                 {"C:/x.json", HOB_ERR_PATH_INVALID}, {"a\\b.json", HOB_ERR_PATH_INVALID},
                 {"", HOB_ERR_PATH_INVALID},          {"scripts/nul.lua", HOB_ERR_PATH_INVALID},
                 {"scripts", HOB_ERR_FILE_IS_FOLDER}};
    fixture f;
    yyjson_mut_doc *doc = NULL;
    begin(&f);
    hob_test_project_put_minimal(&f.t);
    hob_test_project_put(&f.t, "scripts/a.lua", "");
    open_change(&f);
    for (size_t i = 0; i < HOB_COUNT(wrong); i++) {
        assert_int_equal(hob_change_put(f.change, wrong[i].path, HOB_STR("x"), &f.error),
                         wrong[i].status);
        assert_int_equal(hob_change_edit_json(f.change, wrong[i].path, &doc, &f.error),
                         wrong[i].status);
        assert_int_equal(hob_change_delete(f.change, wrong[i].path, &f.error), wrong[i].status);
        assert_false(hob_change_exists(f.change, wrong[i].path));
    }
    assert_int_equal(hob_change_delete(f.change, "scripts/b.lua", &f.error),
                     HOB_ERR_FILE_NOT_FOUND);
    assert_int_equal(hob_change_put(f.change, "scripts/./sub/../c.lua", HOB_STR("x"), &f.error),
                     HOB_OK);
    assert_int_equal(hob_change_edit_json(f.change, "scripts/c.lua", &doc, &f.error),
                     HOB_ERR_INVALID_INPUT);
    assert_true(hob_change_exists(f.change, "scripts/c.lua"));
    hob_change_drop(f.change);
    end(&f);
}

static void a_manifest_or_index_that_would_not_open__is_not_written(void **state) {
    (void)state;
    static const struct {
        const char *path, *text;
        hob_status status;
    } wrong[] = {
        {"hob.json", "{\"id\": \"prj_a\", \"engineVersion\": \"0.0.1\"}", HOB_ERR_FIELD_MISSING},
        {"hob.json", "{", HOB_ERR_JSON_SYNTAX},
        {"assets.json", "{\"assets\": {}}", HOB_ERR_FIELD_TYPE},
    };
    for (size_t i = 0; i < HOB_COUNT(wrong); i++) {
        fixture f;
        hob_buf before, after;
        begin(&f);
        hob_test_project_put_minimal(&f.t);
        hob_buf_init(&before, hob_heap_allocator(), SIZE_MAX / 4);
        hob_buf_init(&after, hob_heap_allocator(), SIZE_MAX / 4);
        hob_test_project_snapshot(&f.t, &before);
        open_change(&f);
        assert_int_equal(hob_change_put(f.change, "scripts/a.lua", HOB_STR("x"), NULL), HOB_OK);
        assert_int_equal(hob_change_put(f.change, wrong[i].path, hob_str_from(wrong[i].text), NULL),
                         HOB_OK);
        assert_int_equal(try_commit(&f), wrong[i].status);
        assert_string_equal(f.error.file, wrong[i].path);
        hob_test_project_snapshot(&f.t, &after);
        assert_true(hob_str_equal(hob_buf_str(&before), hob_buf_str(&after)));
        assert_false(hob_test_project_has(&f.t, ".hob/journal.jsonl"));
        hob_buf_done(&before);
        hob_buf_done(&after);
        end(&f);
    }
}

static void numbers_that_are_not_finite__are_not_written(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    hob_test_project_put_minimal(&f.t);
    open_change(&f);
    yyjson_mut_doc *doc = edit(&f, SCENE);
    (void)yyjson_mut_obj_add_real(doc, yyjson_mut_doc_get_root(doc), "x", strtod("inf", NULL));
    assert_int_equal(try_commit(&f), HOB_ERR_VALUE_NOT_DATA);
    assert_string_equal(f.error.file, SCENE);
    end(&f);
}

static void a_project_opened_to_read__is_not_changed(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    hob_test_project_put_minimal(&f.t);
    f.t.read_only = true;
    hob_test_project_open(&f.t);
    assert_int_equal(hob_change_begin(f.t.project, &f.change, &f.error), HOB_ERR_FILE_PERMISSION);
    assert_false(hob_test_project_has(&f.t, ".hob"));
    end(&f);
}

/* ---- the journal ---- */

static void journal_lines__are_numbered_and_the_older_half_goes(void **state) {
    (void)state;
    fixture f;
    hob_buf text;
    begin(&f);
    hob_test_project_put_minimal(&f.t);
    hob_buf_init(&text, hob_heap_allocator(), SIZE_MAX / 4);
    for (int i = 1; i <= 3999; i++) {
        hob_buf_format(&text, "{\"seq\":%d,\"a\":\"b\"}\n", i);
    }
    hob_test_project_put_bytes(&f.t, ".hob/journal.jsonl", hob_buf_str(&text));
    hob_test_project_open(&f.t);
    assert_int_equal(hob_journal_append(f.t.project, HOB_STR("{\"ok\":false}"), &f.error), HOB_OK);
    hob_str now = hob_test_project_get(&f.t, ".hob/journal.jsonl");
    assert_true(hob_str_starts(now, HOB_STR("{\"seq\":1,")));
    assert_true(hob_str_ends(now, HOB_STR("\n{\"seq\":4000,\"ok\":false}\n")));
    open_change(&f);
    assert_int_equal(hob_change_put(f.change, "scripts/a.lua", HOB_STR("x"), NULL), HOB_OK);
    assert_int_equal(hob_journal_append(f.t.project, HOB_STR("{}"), &f.error), HOB_OK);
    now = hob_test_project_get(&f.t, ".hob/journal.jsonl");
    assert_true(hob_str_starts(now, HOB_STR("{\"seq\":2002,")));
    assert_true(hob_str_ends(now, HOB_STR("\n{\"seq\":4001}\n")));
    commit(&f);
    now = hob_test_project_get(&f.t, ".hob/journal.jsonl");
    assert_true(hob_str_ends(now, HOB_STR("\n{\"seq\":4002,\"command\":\"x\"}\n")));
    assert_null(hob_test_project_leftover(&f.t));
    hob_buf_done(&text);
    end(&f);
}

/* ---- files that others write ---- */

static void a_refresh__shows_what_changed_on_disk(void **state) {
    (void)state;
    fixture f;
    const hob_json *json = NULL;
    begin(&f);
    hob_test_project_put_minimal(&f.t);
    hob_test_project_open(&f.t);
    hob_project *p = f.t.project;
    const hob_scene_entry *scene = hob_project_scene_at(p, 0);
    assert_int_equal(hob_project_scene_json(p, scene, &json, NULL), HOB_OK);
    assert_int_equal(hob_project_script_count(p), 0);
    const hob_json *before = json;
    assert_int_equal(hob_project_refresh(p, &f.error), HOB_OK);
    assert_int_equal(hob_project_scene_json(p, scene, &json, NULL), HOB_OK);
    assert_ptr_equal(json, before);
    hob_test_project_put_scene(&f.t, ",\n{\"id\": \"ent_b\", \"name\": \"B\"}", "");
    hob_test_project_put(&f.t, "scripts/a.lua", "x");
    hob_test_project_put_manifest(&f.t, ",\n\"description\": \"new\"");
    assert_int_equal(hob_project_refresh(p, &f.error), HOB_OK);
    assert_int_equal(hob_project_scene_json(p, hob_project_scene_at(p, 0), &json, NULL), HOB_OK);
    assert_int_equal(yyjson_arr_size(yyjson_obj_get(json->root, "entities")), 2);
    assert_int_equal(hob_project_script_count(p), 1);
    assert_string_equal(hob_text_cstr(hob_project_manifest(p)->description), "new");
    /* A manifest that went bad is told, and the old one stays. */
    hob_test_project_put(&f.t, "hob.json", "{");
    assert_int_equal(hob_project_refresh(p, &f.error), HOB_ERR_JSON_SYNTAX);
    assert_string_equal(hob_text_cstr(hob_project_manifest(p)->description), "new");
    end(&f);
}

/* ---- real projects from elsewhere ---- */

static bool read_case(const char *project, const char *file, hob_buf *out) {
    char path[900];
    (void)snprintf(path, sizeof path, "%s/hearth/%s/%s", hob_test_cases(), project, file);
    hob_buf_clear(out);
    return !hob_fs_disk()->read(hob_fs_disk(), path, SIZE_MAX / 4, out, NULL);
}

/* The text without the scene's own name, which an import drops: in the canonical form already. */
static void without_name(hob_buf *text) {
    hob_json json;
    hob_error error;
    assert_int_equal(hob_json_parse(hob_heap_allocator(), hob_buf_str(text), "", HOB_JSON_STRICT,
                                    &json, NULL, &error),
                     HOB_OK);
    yyjson_mut_doc *doc = yyjson_doc_mut_copy(json.doc, NULL);
    (void)yyjson_mut_obj_remove_key(yyjson_mut_doc_get_root(doc), "name");
    hob_buf_clear(text);
    assert_int_equal(hob_json_write_mut(text, yyjson_mut_doc_get_root(doc), &error), HOB_OK);
    yyjson_mut_doc_free(doc);
    hob_json_done(&json);
}

static void rename_first_entity(fixture *f, const char *name) {
    open_change(f);
    yyjson_mut_doc *doc = edit(f, SCENE);
    yyjson_mut_val *first =
        yyjson_mut_arr_get_first(yyjson_mut_obj_get(yyjson_mut_doc_get_root(doc), "entities"));
    (void)yyjson_mut_set_str(yyjson_mut_obj_get(first, "name"), name);
    commit(f);
    assert_int_equal(f->result.file_count, 1);
}

static void imported_scenes__come_back_byte_for_byte(void **state) {
    (void)state;
    static const struct {
        const char *project, *scene;
    } games[] = {{"mini-platformer", "scenes/level_1.scene.json"},
                 {"top-down-room", "scenes/room.scene.json"},
                 {"visual-novel", "scenes/prologue.scene.json"}};
    for (size_t i = 0; i < HOB_COUNT(games); i++) {
        fixture f;
        hob_buf text;
        hob_buf_init(&text, hob_heap_allocator(), SIZE_MAX / 4);
        if (!read_case(games[i].project, games[i].scene, &text)) {
            print_message("no case collection: set HOB_CASES\n");
            hob_buf_done(&text);
            skip();
        }
        begin(&f);
        without_name(&text);
        hob_test_project_put_minimal(&f.t);
        hob_test_project_put_bytes(&f.t, SCENE, hob_buf_str(&text));
        open_change(&f);
        (void)edit(&f, SCENE);
        commit(&f);
        assert_int_equal(f.result.file_count, 0);
        hob_json json;
        hob_error error;
        assert_int_equal(hob_json_parse(hob_heap_allocator(), hob_buf_str(&text), "",
                                        HOB_JSON_STRICT, &json, NULL, &error),
                         HOB_OK);
        const char *name = yyjson_get_str(yyjson_ptr_get(json.root, "/entities/0/name"));
        assert_non_null(name);
        rename_first_entity(&f, "something else");
        rename_first_entity(&f, name);
        hob_json_done(&json);
        assert_true(hob_str_equal(hob_test_project_get(&f.t, SCENE), hob_buf_str(&text)));
        hob_buf_done(&text);
        end(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_of_nothing__writes_no_byte),
        cmocka_unit_test(a_dropped_change__leaves_everything),
        cmocka_unit_test(a_changed_file__gets_its_keys_in_table_order),
        cmocka_unit_test(the_first_change__moves_the_engine_stamp),
        cmocka_unit_test(the_new_state__is_shown_after_the_commit),
        cmocka_unit_test(ids__come_from_the_counter_of_the_manifest),
        cmocka_unit_test(a_taken_id__takes_the_next_counter),
        cmocka_unit_test(wrong_paths__are_refused_by_every_verb),
        cmocka_unit_test(a_manifest_or_index_that_would_not_open__is_not_written),
        cmocka_unit_test(numbers_that_are_not_finite__are_not_written),
        cmocka_unit_test(a_project_opened_to_read__is_not_changed),
        cmocka_unit_test(journal_lines__are_numbered_and_the_older_half_goes),
        cmocka_unit_test(a_refresh__shows_what_changed_on_disk),
        cmocka_unit_test(imported_scenes__come_back_byte_for_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
