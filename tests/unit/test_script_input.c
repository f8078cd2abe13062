/* ctx.input and ctx.players in both languages, and what hob.json may say about input: spec hob 1.2,
 * 6.5, rgame 6.4. */
#include "support/scripts.h"

#include <stdio.h>
#include <string.h>

static hob_test_game game;
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

#define INPUT                                                                                     \
    "\"input\":{\"actions\":{\"jump\":{\"sources\":[\"Space\",\"pad:a\"]}},\"axes\":{\"moveX\":{" \
    "\"negative\":[\"KeyA\",\"ArrowLeft\"],\"positive\":[\"KeyD\"],\"stick\":\"pad:left-x\"}}}"

static void both(const char *lua, const char *js, const char *logs) {
    const char *files[] = {lua, js};
    for (int i = 0; i < 2; i++) {
        hob_script_game_open(&game, i == 0 ? HOB_TEST_LUA : HOB_TEST_JS, files[i], INPUT);
        hob_test_steps(&game, 2);
        hob_script_no_errors(&game);
        assert_string_equal(hob_script_logs(&game), logs);
        hob_test_game_close(&game);
    }
}

static void i11_unknown_names__false_zero_and_one_warning_that_names_them(void **state) {
    (void)state;
    both("return { onUpdate = function(ctx) local i = ctx.input if ctx.time.frame == 1 then "
         "ctx.log(i.justReleased('fly'), i.value('fly'), i.consumed('fly'), i.consume('fly')) "
         "local v = i.vector('moveX', 'fly') ctx.log(v.x, v.y, #i.bindings('swim'), "
         "i.axisBindings('swim') == nil) else i.value('fly') end end }",
         "export default { onUpdate(ctx) { const i = ctx.input; if (ctx.time.frame === 1) { "
         "ctx.log(i.justReleased('fly'), i.value('fly'), i.consumed('fly'), i.consume('fly')); "
         "const v = i.vector('moveX', 'fly'); ctx.log(v.x, v.y, i.bindings('swim').length, "
         "i.axisBindings('swim') == null); } else i.value('fly'); } };",
         "ctx.input.value: there is no action \"fly\"\nfalse 0 false false\n"
         "ctx.input.vector: there is no axis \"fly\"\n"
         "ctx.input.bindings: there is no action \"swim\"\n"
         "ctx.input.axisBindings: there is no axis \"swim\"\n0 0 0 true");
}

static void rebind__checked_told_and_given_back(void **state) {
    (void)state;
    both("return { onStart = function(ctx) local i = ctx.input local function list(t) return "
         "table.concat(t, ' ') end "
         "ctx.log(list(i.bindings('jump'))) ctx.log(i.rebind('jump', {'KeyJ', 'pad:left-y-'})) "
         "ctx.log(list(i.bindings('jump'))) ctx.log(i.rebind('fly', {'KeyF'})) "
         "local ok, why = pcall(i.rebind, 'jump', {'KeyJ', 'pad:q'}) "
         "ctx.log(ok, why:find('\"pad:q\" is no input source', 1, true) ~= nil) "
         "ctx.log(list(i.bindings('jump'))) "
         "ctx.log(i.rebindAxis('moveX', {negative = {'KeyH'}})) local a = i.axisBindings('moveX') "
         "ctx.log(list(a.negative), list(a.positive), a.stick) ctx.log(i.resetBindings()) "
         "ctx.log(list(i.bindings('jump')), list(i.axisBindings('moveX').negative)) "
         "ctx.log(ctx.players.input(0).rebind('jump', {}), #i.bindings('jump')) "
         "ctx.log(i.pressedSource() == nil) end }",
         "export default { onStart(ctx) { const i = ctx.input, list = t => t.join(' '); "
         "ctx.log(list(i.bindings('jump'))); ctx.log(i.rebind('jump', ['KeyJ', 'pad:left-y-'])); "
         "ctx.log(list(i.bindings('jump'))); ctx.log(i.rebind('fly', ['KeyF'])); "
         "try { i.rebind('jump', ['KeyJ', 'pad:q']); } catch (e) { "
         "ctx.log(false, e.message.includes('\"pad:q\" is no input source')); } "
         "ctx.log(list(i.bindings('jump'))); "
         "ctx.log(i.rebindAxis('moveX', {negative: ['KeyH']})); const a = i.axisBindings('moveX'); "
         "ctx.log(list(a.negative), list(a.positive), a.stick); ctx.log(i.resetBindings()); "
         "ctx.log(list(i.bindings('jump')), list(i.axisBindings('moveX').negative)); "
         "ctx.log(ctx.players.input(0).rebind('jump', []), i.bindings('jump').length); "
         "ctx.log(i.pressedSource() == null); } };",
         "Space pad:a\ntrue\nKeyJ pad:left-y-\nctx.input.rebind: there is no action \"fly\"\n"
         "false\nfalse true\n"
         "KeyJ pad:left-y-\ntrue\nKeyH KeyD pad:left-x\ntrue\nSpace pad:a KeyA ArrowLeft\n"
         "true 0\ntrue");
}

static void pointers__mouse_then_fingers(void **state) {
    (void)state;
    static const char *const files[] = {
        "return { onUpdate = function(ctx) for i, p in ipairs(ctx.input.pointers()) do "
        "ctx.log(p.id, p.x, p.y, p.down, p.pressed, p.released) end end }",
        "export default { onUpdate(ctx) { for (const p of ctx.input.pointers()) "
        "ctx.log(p.id, p.x, p.y, p.down, p.pressed, p.released); } };"};
    for (int i = 0; i < 2; i++) {
        hob_script_game_open(&game, i == 0 ? HOB_TEST_LUA : HOB_TEST_JS, files[i], INPUT);
        hob_session_input input = {
            .kind = HOB_INPUT_TOUCH, .touch = HOB_TOUCH_DOWN, .finger = 7, .x = 10, .y = 20};
        assert_int_equal(hob_session_deliver(game.session, &input, NULL), HOB_OK);
        input.finger = 9;
        input.x = -3;
        assert_int_equal(hob_session_deliver(game.session, &input, NULL), HOB_OK);
        hob_test_steps(&game, 1);
        assert_string_equal(hob_script_logs(&game),
                            "-1 10 20 true true false\n7 10 20 true true false\n"
                            "9 -3 20 true true false");
        hob_test_game_close(&game);
    }
}

static void i16_takeover_tells_joined__the_seat_goes_on(void **state) {
    (void)state;
    static const char *const files[] = {
        "return { onStart = function(ctx) ctx.signals.on(nil, 'joined', function(seat) "
        "ctx.log('joined', seat, ctx.players.get(seat).device, ctx.players.count()) end) "
        "ctx.signals.on(nil, 'left', function(seat) ctx.log('left', seat) end) end }",
        "export default { onStart(ctx) { ctx.signals.on(null, 'joined', seat => "
        "ctx.log('joined', seat, ctx.players.get(seat).device, ctx.players.count())); "
        "ctx.signals.on(null, 'left', seat => ctx.log('left', seat)); } };"};
    for (int i = 0; i < 2; i++) {
        hob_script_game_open(&game, i == 0 ? HOB_TEST_LUA : HOB_TEST_JS, files[i],
                             "\"input\":{\"seats\":[{\"name\":\"a\",\"device\":\"keyboard\"}]}");
        hob_test_steps(&game, 1);
        hob_session_input plug = {.kind = HOB_INPUT_PAD_PLUG, .down = true};
        hob_session_input confirm = {.kind = HOB_INPUT_PAD, .name = HOB_STR("a"), .value = 1};
        assert_int_equal(hob_session_deliver(game.session, &plug, NULL), HOB_OK);
        assert_int_equal(hob_session_deliver(game.session, &confirm, NULL), HOB_OK);
        hob_test_steps(&game, 1);
        hob_session_input enter = {.kind = HOB_INPUT_CODE, .name = HOB_STR("Enter"), .down = true};
        assert_int_equal(hob_session_deliver(game.session, &enter, NULL), HOB_OK);
        hob_test_steps(&game, 1);
        hob_session_input leave = {.kind = HOB_INPUT_LEAVE};
        assert_int_equal(hob_session_deliver(game.session, &leave, NULL), HOB_OK);
        hob_script_no_errors(&game);
        assert_string_equal(hob_script_logs(&game), "joined 0 pad0 1\njoined 0 keyboard 1\nleft 0");
        hob_test_game_close(&game);
    }
}

/* ---- bad deliveries ---- */

static void bad_inputs__refused_with_what_there_is(void **state) {
    (void)state;
    hob_test_game_open(&game, INPUT, "", NULL, NULL, 1);
    static const struct {
        hob_session_input input;
        hob_status status;
        const char *message;
    } rows[] = {
        {{.kind = HOB_INPUT_PAD, .seat_or_pad = 8, .name = HOB_STR_INIT("a")},
         HOB_ERR_FIELD_RANGE,
         "pads are 0 to 7"},
        {{.kind = HOB_INPUT_PAD_PLUG, .seat_or_pad = -1}, HOB_ERR_FIELD_RANGE, "no pad -1"},
        {{.kind = HOB_INPUT_PAD, .name = HOB_STR_INIT("zz")},
         HOB_ERR_INVALID_INPUT,
         "no control \"zz\""},
        {{.kind = HOB_INPUT_ACTION, .seat_or_pad = 1, .name = HOB_STR_INIT("jump")},
         HOB_ERR_FIELD_RANGE,
         "hob.json has 1"},
        {{.kind = HOB_INPUT_AXIS, .seat_or_pad = 4, .name = HOB_STR_INIT("moveX")},
         HOB_ERR_FIELD_RANGE,
         "no seat 4"},
        {{.kind = HOB_INPUT_LEAVE, .seat_or_pad = 2}, HOB_ERR_FIELD_RANGE, "no seat 2"},
        {{.kind = HOB_INPUT_JOIN, .name = HOB_STR_INIT("pad9")},
         HOB_ERR_INVALID_INPUT,
         "keyboard and pad0 to pad7"},
    };
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_error error = {0};
        assert_int_equal(hob_session_deliver(game.session, &rows[i].input, &error), rows[i].status);
        if (strstr(error.message, rows[i].message) == NULL) {
            fail_msg("row %zu: %s", i, error.message);
        }
    }
}

/* ---- hob.json ---- */

static void i02_i03_entries_of_hob_json__both_lists_and_a_stick_or_refused_by_name(void **state) {
    (void)state;
    hob_test_game_open(&game, INPUT, "", NULL, NULL, 1);
    const hob_axis_state *axis = hob_input_find_axis(game.world, 0, HOB_STR("moveX"));
    assert_int_equal(axis->negative.count, 2);
    assert_int_equal(axis->positive.count, 1); /* a single one reads back as a list too */
    assert_true(axis->has_stick);
    static const struct {
        const char *input, *place;
        hob_status status;
    } rows[] = {
        {"{\"actions\":{\"jump\":{\"sources\":\"Space\"}}}", "/input/actions/jump/sources",
         HOB_ERR_FIELD_TYPE},
        {"{\"actions\":{\"jump\":{\"sources\":[\"pad:z\"]}}}", "/input/actions/jump/sources/0",
         HOB_ERR_FIELD_PATTERN},
        {"{\"actions\":{\"jump\":{\"sources\":[3]}}}", "/input/actions/jump/sources/0",
         HOB_ERR_FIELD_TYPE},
        {"{\"axes\":{\"moveX\":{\"negative\":\"KeyA\"}}}", "/input/axes/moveX/negative",
         HOB_ERR_FIELD_TYPE},
        {"{\"axes\":{\"moveX\":{\"stick\":\"pad:zz\"}}}", "/input/axes/moveX/stick",
         HOB_ERR_FIELD_PATTERN},
    };
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        char text[400];
        (void)snprintf(text, sizeof text,
                       "{\"formatVersion\":1,\"engineVersion\":\"0.1.0\",\"id\":\"prj_t\",\"name\":"
                       "\"T\",\"input\":%s}",
                       rows[i].input);
        hob_error error = {0};
        char root[16], path[40];
        (void)snprintf(root, sizeof root, "/row%zu", i);
        (void)snprintf(path, sizeof path, "%s/hob.json", root);
        assert_int_equal(hob_fs_make_folders(game.fs, root, &error), HOB_OK);
        assert_int_equal(game.fs->write_new(game.fs, path, hob_str_from(text), 0644, &error),
                         HOB_OK);
        hob_project_options options = {
            .allocator = hob_heap_allocator(), .fs = game.fs, .registry = game.registry};
        hob_project *project = NULL;
        hob_status status = hob_project_open(root, &options, &project, &error);
        if (status != rows[i].status || strcmp(error.pointer, rows[i].place) != 0) {
            fail_msg("row %zu: %s at %s", i, hob_status_name(status), error.pointer);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(i11_unknown_names__false_zero_and_one_warning_that_names_them),
        cmocka_unit_test(rebind__checked_told_and_given_back),
        cmocka_unit_test(pointers__mouse_then_fingers),
        cmocka_unit_test(i16_takeover_tells_joined__the_seat_goes_on),
        cmocka_unit_test_teardown(bad_inputs__refused_with_what_there_is, close_game),
        cmocka_unit_test_teardown(
            i02_i03_entries_of_hob_json__both_lists_and_a_stick_or_refused_by_name, close_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
