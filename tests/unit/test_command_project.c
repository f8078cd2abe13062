/* New projects, settings, scripts, play-tests, inspection and runs through commands. */
#include "command/embedded.h"
#include "support/test_command.h"

#include <string.h>

/* ---- new ---- */

static void empty_project__is_the_one_of_the_specification(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin_bare(&t);
    hob_value data = hob_test_do(&t, "newProject",
                                 "{\"dir\": \"game\", \"id\": \"prj_demo\", "
                                 "\"name\": \"My \\\"Game\\\"\"}");
    hob_test_text_is(data, "path", HOB_TEST_GAME);
    data = hob_test_do(&t, "inspectProject", "{}");
    hob_test_text_is(data, "name", "My \"Game\"");
    hob_test_text_is(data, "id", "prj_demo");
    hob_test_text_is(data, "scenes.0.name", "Main");
    static const char *const actions[] = {"left", "right", "up", "down", "jump", "action"};
    for (size_t i = 0; i < HOB_COUNT(actions); i++) {
        hob_value list = hob_value_get(data, "inputActions");
        assert_true(hob_str_is(hob_value_str(hob_list_get(list.as.list, (uint32_t)i)), actions[i]));
    }
    hob_test_text_is(data, "input.actions.action.sources.1", "Enter");
    hob_test_text_is(data, "input.axes.moveX.negative.2", "pad:dpad-left");
    hob_test_text_is(data, "input.axes.moveY.stick", "pad:left-y");
    data = hob_test_do(&t, "inspectEntity", "{\"scene\": \"Main\", \"entity\": \"Main Camera\"}");
    hob_test_number_is(data, "components.Transform.position.x", 400);
    hob_test_number_is(data, "components.Transform.position.y", 300);
    /* The ids are those that the counters 1 and 2 give. */
    char scene[16], entity[16];
    hob_make_id("prj_demo", "scn", NULL, 1, scene);
    hob_make_id("prj_demo", "ent", scene, 2, entity);
    hob_test_text_is(data, "sceneId", scene);
    hob_test_text_is(data, "id", entity);
    data = hob_test_do(&t, "validateProject", "{\"strict\": true}");
    hob_test_number_is(data, "warningCount", 0);
    assert_int_equal(t.envelope.exit_code, 0);
    assert_true(
        hob_str_starts(hob_test_file(&t, HOB_TEST_GAME "/.gitignore"), HOB_STR("build/\n")));
    hob_test_commands_end(&t);
}

static void folder_in_use__is_left_alone(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin_bare(&t);
    hob_test_put_file(&t, HOB_TEST_DESK "/full/x", HOB_STR("x"));
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "newProject", "{\"dir\": \"full\"}");
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "newProject", "{\"dir\": \"hero.png\"}");
    assert_int_equal(t.memory->make_folder(t.memory, HOB_TEST_DESK "/blank", NULL), HOB_OK);
    hob_value data = hob_test_do(&t, "newProject", "{\"dir\": \"blank/\"}");
    hob_test_text_is(data, "name", "blank");
    hob_test_text_is(data, "id", "prj_entropy1");
    /* What a killed one left is in nobody's way. */
    hob_test_put_file(&t, HOB_TEST_DESK "/again.hob-tmp/scenes/half", HOB_STR("{"));
    (void)hob_test_do(&t, "newProject", "{\"dir\": \"again\"}");
    assert_false(hob_test_has_file(&t, HOB_TEST_DESK "/again/scenes/half"));
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "newProject",
                           "{\"dir\": \"x\", \"id\": \"My-Id\"}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "newProject",
                           "{\"dir\": \"x\", \"template\": \"platfromer\"}");
    hob_test_commands_end(&t);
}

/* Every template in the program makes a valid project that differs from it in id and name alone. */
static void each_template__becomes_a_valid_project(void **state) {
    (void)state;
    char made[64] = "";
    for (const hob_embedded_file *f = hob_embedded_templates; f->path != NULL; f++) {
        size_t length = strcspn(f->path, "/");
        if (f != hob_embedded_templates) {
            assert_true(strcmp(f[-1].path, f->path) < 0); /* sorted */
        }
        if (strlen(made) == length && memcmp(made, f->path, length) == 0) {
            continue;
        }
        memcpy(made, f->path, length);
        made[length] = '\0';
        hob_test_commands t;
        hob_buf params;
        hob_buf_init(&params, hob_heap_allocator(), 1000);
        hob_buf_format(&params,
                       "{\"dir\": \"game\", \"template\": \"%s\", \"id\": \"prj_mine\", \"name\": "
                       "\"Mine\"}",
                       made);
        hob_test_commands_begin_bare(&t);
        hob_value data = hob_test_do(&t, "newProject", params.data);
        data = hob_test_do(&t, "inspectProject", "{}");
        hob_test_text_is(data, "id", "prj_mine");
        hob_test_text_is(data, "name", "Mine");
        data = hob_test_do(&t, "validateProject", "{}");
        hob_test_number_is(data, "errorCount", 0);
        for (const hob_embedded_file *g = f; g->path != NULL; g++) {
            hob_buf path;
            if (strncmp(g->path, made, length) != 0 || g->path[length] != '/' ||
                strcmp(g->path + length, "/hob.json") == 0) {
                continue;
            }
            hob_buf_init(&path, hob_heap_allocator(), 1000);
            hob_buf_format(&path, HOB_TEST_GAME "%s", g->path + length);
            assert_true(hob_str_equal(hob_test_file(&t, path.data),
                                      (hob_str){(const char *)g->data, g->size}));
            hob_buf_done(&path);
        }
        hob_buf_done(&params);
        hob_test_commands_end(&t);
    }
}

/* ---- settings ---- */

static void settings__are_merged_and_checked(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_do(&t, "createScene", "{\"name\": \"Menu\"}");
    hob_value data = hob_test_do(
        &t, "updateSettings",
        "{\"name\": \"New\", \"initialScene\": \"Menu\", \"settings\": {\"gravity\": {\"y\": 5}, "
        "\"sound\": {\"near\": 1}}, \"gameState\": {\"score\": {\"type\": \"number\", \"initial\": "
        "3}, \"lives\": {\"type\": \"number\", \"initial\": 1}}, \"input\": {\"actions\": "
        "{\"jump\": {\"sources\": [\"KeyJ\"]}, \"fire\": {\"sources\": [\"mouse:left\"]}}}}");
    hob_test_number_is(data, "settings.gravity.y", 5);
    hob_test_text_is(data, "input.actions.fire.sources.0", "mouse:left");
    hob_test_text_is(data, "input.actions.left.sources.0", "ArrowLeft"); /* kept */
    data = hob_test_do(&t, "updateSettings",
                       "{\"settings\": {\"gravity\": {\"x\": 1}, \"sound\": null}, \"gameState\": "
                       "{\"lives\": null}}");
    hob_test_number_is(data, "settings.gravity.y", 5);
    hob_test_number_is(data, "settings.gravity.x", 1);
    assert_int_equal(hob_test_at(data, "settings.sound").tag, HOB_TAG_ABSENT);
    assert_int_equal(hob_test_at(data, "gameState.lives").tag, HOB_TAG_ABSENT);
    hob_test_number_is(data, "gameState.score.initial", 3);
    data = hob_test_do(&t, "listScenes", "{}");
    assert_true(hob_test_at(data, "scenes.1.isInitial").as.boolean);
    /* Rules of hob.json beyond its table are kept too. */
    static const char *const bad[] = {
        "{\"settings\": {\"sound\": {\"near\": 900}}}",
        "{\"gameState\": {\"score\": {\"initial\": \"three\"}}}",
        "{\"settings\": {\"clockStart\": \"yesterday\"}}",
        "{\"limits\": {\"hookUnits\": 1000.5}}",
        "{\"limits\": {\"hookUnit\": 1000}}",
        "{\"input\": {\"seats\": []}}",
        "{\"buses\": {\"music\": {\"volume\": 9}}}",
    };
    for (size_t i = 0; i < HOB_COUNT(bad); i++) {
        const hob_envelope *envelope = hob_test_run(&t, "updateSettings", bad[i]);
        assert_false(envelope->success);
        assert_true(strncmp(hob_status_name(envelope->error.status), "FIELD_", 6) == 0);
        assert_int_equal(envelope->exit_code, 3);
    }
    (void)hob_test_do(&t, "validateProject", "{}");
    hob_test_number_is(t.envelope.value, "data.errorCount", 0);
    hob_test_commands_end(&t);
}

static void input_mapping__is_set_and_taken_away(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_value data = hob_test_do(&t, "setInputMapping",
                                 "{\"action\": \"dash\", \"sources\": [\"KeyX\", \"pad:rt\"], "
                                 "\"threshold\": 0.25, \"label\": \"Dash\"}");
    hob_test_text_is(data, "actions.dash.sources.1", "pad:rt");
    hob_test_number_is(data, "actions.dash.threshold", 0.25);
    data = hob_test_do(&t, "setInputMapping", "{\"action\": \"dash\", \"sources\": [\"KeyY\"]}");
    hob_test_text_is(data, "actions.dash.label", "Dash");
    data = hob_test_do(&t, "setInputMapping", "{\"action\": \"dash\", \"sources\": []}");
    assert_int_equal(hob_test_at(data, "actions.dash").tag, HOB_TAG_ABSENT);
    hob_test_text_is(data, "actions.jump.sources.0", "Space");
    hob_test_commands_end(&t);
}

/* ---- scripts ---- */

static void new_scripts__compile_in_both_languages(void **state) {
    (void)state;
    static const struct {
        const char *params, *path;
    } rows[] = {
        {"{\"name\": \"Big Boss\"}", "scripts/big-boss.lua"},
        {"{\"name\": \"Big Boss\", \"language\": \"js\"}", "scripts/big-boss.js"},
        {"{\"name\": \"x\", \"dir\": \"Enemies/Flying Ones\"}",
         "scripts/enemies/flying-ones/x.lua"},
    };
    hob_test_commands t;
    hob_test_commands_begin(&t);
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_value data = hob_test_do(&t, "createScript", rows[i].params);
        hob_test_text_is(data, "path", rows[i].path);
        assert_int_equal(hob_value_get(t.envelope.value, "warnings").as.list->count, 0);
        (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "createScript", rows[i].params);
        hob_buf params;
        hob_buf_init(&params, hob_heap_allocator(), 1000);
        hob_buf_format(&params, "{\"path\": \"%s\"}", rows[i].path);
        data = hob_test_do(&t, "checkScript", params.data);
        assert_true(hob_test_at(data, "valid").as.boolean);
        data = hob_test_do(&t, "readScript", params.data);
        assert_true(hob_test_at(data, "lines").as.number > 10);
        hob_buf_done(&params);
    }
    (void)hob_test_refuses(&t, HOB_ERR_PATH_OUTSIDE, "createScript",
                           "{\"name\": \"x\", \"dir\": \"../..\"}");
    hob_test_commands_end(&t);
}

static void script_that_does_not_compile__is_saved_with_a_warning(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_do(&t, "createScript", "{\"name\": \"a\", \"source\": \"return {\"}");
    hob_test_text_is(t.envelope.value, "warnings.0.code", "SCRIPT_SYNTAX_ERROR");
    (void)hob_test_do(&t, "editScript",
                      "{\"path\": \"scripts/a.lua\", \"source\": \"return {}\\nfoo(\"}");
    hob_test_text_is(t.envelope.value, "warnings.0.code", "SCRIPT_SYNTAX_ERROR");
    assert_true(hob_str_is(hob_test_file(&t, HOB_TEST_GAME "/scripts/a.lua"), "return {}\nfoo("));
    hob_value data = hob_test_do(&t, "checkScript", "{\"path\": \"scripts/a.lua\"}");
    hob_test_text_is(data, "diagnostics.0.code", "SCRIPT_SYNTAX_ERROR");
    hob_test_number_is(data, "diagnostics.0.line", 2);
    assert_int_equal(t.envelope.exit_code, 1);
    data = hob_test_do(&t, "checkScript", "{\"source\": \"let a = ;\", \"language\": \"js\"}");
    assert_false(hob_test_at(data, "valid").as.boolean);
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "checkScript", "{}");
    hob_test_commands_end(&t);
}

static void attached_script__runs(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_do(
        &t, "createScript",
        "{\"name\": \"a\", \"source\": \"return {onStart = function(ctx) ctx.log('hi', "
        "ctx.params.n) end}\"}");
    (void)hob_test_do(&t, "attachScript",
                      "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"script\": "
                      "\"scripts/a.lua\", \"params\": {\"n\": 7}}");
    hob_test_text_is(t.envelope.value, "changed.0.action", "created");
    (void)hob_test_do(&t, "attachScript",
                      "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"script\": "
                      "\"scripts/a.lua\", \"slot\": \"Script#b\", \"params\": {\"n\": 8}, "
                      "\"runWhilePaused\": true}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "attachScript",
                           "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"script\": "
                           "\"scripts/a.lua\", \"slot\": \"Collider\"}");
    hob_value data = hob_test_do(&t, "inspectScripts", "{}");
    hob_test_text_is(data, "scripts.0.attachedTo.1.entityName", "Main Camera");
    data = hob_test_do(&t, "runScene", "{\"headless\": true, \"frames\": 2}");
    hob_test_text_is(data, "logs.0.message", "hi 7");
    hob_test_text_is(data, "logs.1.message", "hi 8");
    hob_test_commands_end(&t);
}

/* ---- play-tests and runs ---- */

static void playtest__is_written_run_and_deleted(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_do(&t, "createPlaytest",
                      "{\"name\": \"It runs\", \"scene\": \"main\", \"seed\": 5, \"steps\": "
                      "[{\"type\": \"wait\", \"frames\": 7}, {\"type\": \"assertEntityExists\", "
                      "\"entity\": \"Main Camera\"}]}");
    assert_non_null(strstr(hob_test_file(&t, HOB_TEST_GAME "/playtests/it_runs.playtest.json").data,
                           "\"seed\": 5"));
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "createPlaytest",
                           "{\"name\": \"It runs\", \"scene\": \"Main\"}");
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "createPlaytest",
                           "{\"name\": \"it-runs\", \"scene\": \"Main\"}");
    hob_value data = hob_test_do(&t, "runPlaytest", "{\"playtest\": \"It runs\"}");
    hob_test_number_is(data, "framesRun", 7);
    (void)hob_test_do(&t, "createPlaytest",
                      "{\"name\": \"It <fails>\", \"scene\": \"Main\", \"steps\": [{\"type\": "
                      "\"assertScene\", \"scene\": \"<no & one>\"}]}");
    data = hob_test_do(&t, "test", "{\"junit\": \"r.xml\"}");
    hob_test_number_is(data, "playtests.total", 2);
    hob_test_number_is(data, "playtests.passed", 1);
    assert_int_equal(t.envelope.exit_code, 1);
    hob_str xml = hob_test_file(&t, HOB_TEST_DESK "/r.xml");
    assert_non_null(strstr(xml.data, "<testsuites tests=\"2\" failures=\"1\">"));
    assert_non_null(strstr(xml.data, "name=\"It &lt;fails&gt;\""));
    data = hob_test_do(&t, "test", "{\"names\": [\"It runs\"], \"junit\": \"r.xml\"}");
    assert_int_equal(t.envelope.exit_code, 0);
    xml = hob_test_file(&t, HOB_TEST_DESK "/r.xml");
    assert_non_null(strstr(xml.data, "<testsuites tests=\"1\" failures=\"0\">"));
    (void)hob_test_do(&t, "deletePlaytest", "{\"playtest\": \"It <fails>\"}");
    data = hob_test_do(&t, "listPlaytests", "{}");
    assert_int_equal(hob_test_at(data, "playtests").as.list->count, 1);
    hob_test_number_is(data, "playtests.0.steps", 2);
    hob_test_commands_end(&t);
}

static void invalid_project__is_not_tested(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do_example(&t, hob_command_find(HOB_STR("createPlaytest")));
    (void)hob_test_do(&t, "addComponent",
                      "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"type\": \"Script\", "
                      "\"properties\": {\"scriptPath\": \"scripts/none.lua\"}}");
    hob_value data = hob_test_do(&t, "test", "{}");
    assert_int_equal(t.envelope.exit_code, 3);
    hob_test_number_is(data, "validate.errorCount", 1);
    hob_test_number_is(data, "playtests.total", 0);
    data = hob_test_do(&t, "validateProject", "{}");
    assert_int_equal(t.envelope.exit_code, 3);
    hob_test_text_is(data, "findings.0.code", "MISSING_SCRIPT");
    hob_test_commands_end(&t);
}

static void run__reports_script_errors_with_their_place(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_do(&t, "createScript",
                      "{\"name\": \"a\", \"source\": \"return {\\n onUpdate = function(ctx) "
                      "error('oops') end}\"}");
    (void)hob_test_do(&t, "attachScript",
                      "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"script\": "
                      "\"scripts/a.lua\"}");
    hob_value data = hob_test_do(&t, "runScene", "{\"headless\": true, \"frames\": 10}");
    assert_int_equal(t.envelope.exit_code, 1);
    assert_false(hob_test_at(data, "passed").as.boolean);
    hob_test_text_is(data, "errors.0.code", "SCRIPT_ERROR");
    hob_test_text_is(data, "errors.0.script", "scripts/a.lua");
    hob_test_number_is(data, "errors.0.line", 2);
    hob_test_number_is(data, "frames", 10);
    assert_true(hob_test_at(data, "budget.hookUnits").as.number > 0);
    hob_test_commands_end(&t);
}

static void traces__are_equal_or_tell_where_not(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    static const char *const runs[] = {
        "{\"headless\": true, \"frames\": 20, \"trace\": \"a\", \"parts\": true}",
        "{\"headless\": true, \"frames\": 20, \"trace\": \"b\", \"parts\": true}",
        "{\"headless\": true, \"frames\": 10, \"trace\": \"c\", \"parts\": true}",
    };
    for (size_t i = 0; i < HOB_COUNT(runs); i++) {
        (void)hob_test_do(&t, "runScene", runs[i]);
    }
    (void)hob_test_do(&t, "moveEntity",
                      "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"position\": {\"x\": 1, "
                      "\"y\": 1}}");
    (void)hob_test_do(&t, "runScene",
                      "{\"headless\": true, \"frames\": 20, \"trace\": \"d\", \"parts\": true}");
    hob_value data = hob_test_do(&t, "diffTrace", "{\"a\": \"a\", \"b\": \"b\"}");
    assert_true(hob_test_at(data, "same").as.boolean);
    hob_test_number_is(data, "frames", 21);
    data = hob_test_do(&t, "diffTrace", "{\"a\": \"a\", \"b\": \"c\"}");
    assert_false(hob_test_at(data, "same").as.boolean);
    assert_int_equal(t.envelope.exit_code, 1);
    hob_test_text_is(data, "reason", "one trace is longer than the other");
    data = hob_test_do(&t, "diffTrace", "{\"a\": \"a\", \"b\": \"d\"}");
    hob_test_number_is(data, "firstDifference", 0);
    assert_int_equal(hob_test_at(data, "block").tag, HOB_TAG_TEXT);
    (void)hob_test_refuses(&t, HOB_ERR_FORMAT_TRACE, "diffTrace",
                           "{\"a\": \"a\", \"b\": \"hearth-game/hearth.json\"}");
    hob_test_commands_end(&t);
}

/* ---- inspection ---- */

static void catalogues__come_from_the_tables(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin_bare(&t);
    hob_value data = hob_test_do(&t, "inspectComponents", "{}");
    hob_test_text_is(data, "components.0.type", "Transform");
    hob_test_text_is(data, "components.0.defaults.inherit", "all");
    assert_true(hob_test_at(data, "components").as.list->count >= 23);
    data = hob_test_do(&t, "inspectPhases", "{}");
    assert_int_equal(hob_test_at(data, "phases.0.number").as.number, 1);
    data = hob_test_do(&t, "inspectApi", "{}");
    assert_true(hob_test_at(data, "api").as.list->count >= 95);
    hob_test_text_is(data, "languages.0", "lua");
    for (uint32_t i = 0; i < hob_test_at(data, "api").as.list->count; i++) {
        hob_value row = hob_list_get(hob_test_at(data, "api").as.list, i);
        assert_true(hob_value_get_str(row, "description", "").length > 3);
        assert_true(hob_str_starts(hob_value_get_str(row, "signature", ""),
                                   hob_value_get_str(row, "path", "?")));
    }
    data = hob_test_do(&t, "describe", "{\"name\": \"hob.json\"}");
    hob_test_text_is(data, "schema.properties.settings.properties.width.type", "integer");
    data = hob_test_do(&t, "describe", "{\"name\": \"playtest-steps\"}");
    hob_test_text_is(data, "steps.0.type", "wait");
    hob_test_commands_end(&t);
}

static void doctor__tells_what_is_wrong(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin_bare(&t);
    hob_value data = hob_test_do(&t, "doctor", "{}");
    assert_false(hob_test_at(data, "projectFound").as.boolean);
    hob_test_text_is(t.envelope.value, "warnings.0.code", "PROJECT_NOT_FOUND");
    hob_test_put_file(&t, HOB_TEST_GAME "/hob.json", HOB_STR("{"));
    data = hob_test_do(&t, "doctor", "{}");
    assert_true(hob_test_at(data, "projectFound").as.boolean);
    assert_false(hob_test_at(data, "loads").as.boolean);
    hob_test_text_is(t.envelope.value, "warnings.0.code", "JSON_SYNTAX");
    assert_int_equal(t.envelope.exit_code, 1);
    hob_test_commands_end(&t);
}

/* One bad file is told, and does not hide the others. */
static void broken_files__do_not_stop_inspection(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_do(&t, "createScene", "{\"name\": \"Other\"}");
    hob_test_do_example(&t, hob_command_find(HOB_STR("createPlaytest")));
    hob_test_put_file(&t, HOB_TEST_GAME "/scenes/other.scene.json", HOB_STR("{\"entities\": 5}"));
    hob_test_put_file(&t, HOB_TEST_GAME "/playtests/broken.playtest.json", HOB_STR("["));
    hob_value data = hob_test_do(&t, "listScenes", "{}");
    assert_int_equal(hob_test_at(data, "scenes.1.entityCount").tag, HOB_TAG_NULL);
    hob_test_text_is(t.envelope.value, "warnings.0.file", "scenes/other.scene.json");
    data = hob_test_do(&t, "listPlaytests", "{}");
    hob_test_text_is(data, "playtests.0.error.code", "JSON_SYNTAX");
    hob_test_text_is(data, "playtests.1.name", "starts");
    (void)hob_test_refuses(&t, HOB_ERR_FIELD_TYPE, "inspectScene", "{\"scene\": \"Other\"}");
    assert_int_equal(t.envelope.exit_code, 3);
    (void)hob_test_do(&t, "inspectScripts", "{}");
    hob_test_text_is(t.envelope.value, "warnings.0.code", "FIELD_TYPE");
    hob_test_commands_end(&t);
}

/* Parameters as deep as they may be and deeper. */
static void deep_parameters__are_refused_without_harm(void **state) {
    (void)state;
    static const int depths[] = {10, 60, 63, 64, 65, 100, 500, 5000};
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do_example(&t, hob_command_find(HOB_STR("attachScript")));
    for (size_t i = 0; i < HOB_COUNT(depths); i++) {
        hob_buf params;
        hob_buf_init(&params, hob_heap_allocator(), 100000);
        hob_buf_add_cstr(&params,
                         "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"property\": "
                         "\"Script.params.deep\", \"value\": ");
        for (int d = 0; d < depths[i]; d++) {
            hob_buf_add_char(&params, '[');
        }
        for (int d = 0; d < depths[i]; d++) {
            hob_buf_add_char(&params, ']');
        }
        hob_buf_add_char(&params, '}');
        const hob_envelope *envelope = hob_test_run(&t, "setComponentProperty", params.data);
        if (!envelope->success) {
            assert_int_equal(envelope->error.status, HOB_ERR_INVALID_PARAMS);
        } else {
            assert_true(depths[i] < 48);
        }
        hob_buf_done(&params);
    }
    (void)hob_test_do(&t, "validateProject", "{}");
    hob_test_number_is(t.envelope.value, "data.errorCount", 0);
    hob_test_commands_end(&t);
}

/* A file may be deeper than what is shown of it. */
static void deep_file__is_shown_as_far_as_it_goes(void **state) {
    (void)state;
    enum { DEPTH = 120 };
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do_example(&t, hob_command_find(HOB_STR("attachScript")));
    hob_str text = hob_test_file(&t, HOB_TEST_GAME "/scenes/main.scene.json");
    size_t at = hob_str_find(text, HOB_STR("120")); /* of params.speed */
    assert_int_not_equal(at, SIZE_MAX);
    hob_buf deep, json;
    hob_buf_init(&deep, hob_heap_allocator(), 100000);
    hob_buf_init(&json, hob_heap_allocator(), 1000000);
    hob_buf_add(&deep, text.data, at);
    for (int i = 0; i < DEPTH; i++) {
        hob_buf_add_cstr(&deep, "{\"a\":[");
    }
    for (int i = 0; i < DEPTH; i++) {
        hob_buf_add_cstr(&deep, "]}");
    }
    hob_buf_add(&deep, text.data + at + 3, text.length - at - 3);
    hob_test_put_file(&t, HOB_TEST_GAME "/scenes/main.scene.json", hob_buf_str(&deep));
    static const char *const params[] = {
        "{\"scene\": \"Main\", \"entity\": \"Main Camera\"}",
        "{\"scene\": \"Main\", \"entity\": \"Main Camera\", \"authored\": true}"};
    for (size_t i = 0; i < HOB_COUNT(params); i++) {
        (void)hob_test_do(&t, "inspectEntity", params[i]);
        hob_buf_clear(&json);
        assert_true(hob_value_write_json(&json, t.envelope.value, false, NULL, NULL));
    }
    hob_buf_done(&deep);
    hob_buf_done(&json);
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_project__is_the_one_of_the_specification),
        cmocka_unit_test(folder_in_use__is_left_alone),
        cmocka_unit_test(each_template__becomes_a_valid_project),
        cmocka_unit_test(settings__are_merged_and_checked),
        cmocka_unit_test(input_mapping__is_set_and_taken_away),
        cmocka_unit_test(new_scripts__compile_in_both_languages),
        cmocka_unit_test(script_that_does_not_compile__is_saved_with_a_warning),
        cmocka_unit_test(attached_script__runs),
        cmocka_unit_test(playtest__is_written_run_and_deleted),
        cmocka_unit_test(invalid_project__is_not_tested),
        cmocka_unit_test(run__reports_script_errors_with_their_place),
        cmocka_unit_test(traces__are_equal_or_tell_where_not),
        cmocka_unit_test(catalogues__come_from_the_tables),
        cmocka_unit_test(doctor__tells_what_is_wrong),
        cmocka_unit_test(broken_files__do_not_stop_inspection),
        cmocka_unit_test(deep_parameters__are_refused_without_harm),
        cmocka_unit_test(deep_file__is_shown_as_far_as_it_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
