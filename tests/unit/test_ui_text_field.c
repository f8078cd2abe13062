/* UITextField: letters for what has the focus (spec hob 4.7). */
#include "components/ui_elements.h"
#include "support/quotes.h"
#include "support/testing.h"
#include "ui/ui.h"
#include "world/store.h"

#include <string.h>

static hob_test_game game;

static const hob_test_file files[] = {
    {"scripts/hear.lua",
     "return { onStart = function(ctx)\n"
     "  local f = ctx.scene.find('F')\n"
     "  ctx.signals.on(f, 'UITextField.changed', function(v) ctx.state.set('seen', v) end)\n"
     "  ctx.signals.on(f, 'UITextField.submitted', function(v) ctx.state.set('sent', v) end)\n"
     "end }\n"},
    {NULL, NULL}};

static int open_game(void **state) {
    (void)state;
    hob_test_quoted_open(
        &game,
        "'gameState':{'seen':{'type':'string','initial':'-'},'sent':{'type':'string','initial':'-'}"
        "}",
        "{'id':'ent_f','name':'F','components':{'UIElement':{'anchor':'center','interactive':true,"
        "'focusable':true},'UITextField':{'maxLength':5}}},"
        "{'id':'ent_o','name':'O','components':{'UIElement':{'anchor':'top','focusable':true}}},"
        "{'id':'ent_s','name':'S','components':{'Script':{'scriptPath':'scripts/hear.lua'}}}",
        files);
    hob_test_steps(&game, 1);
    return 0;
}

static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

static void type(const char *text) {
    const hob_session_input input = {.kind = HOB_INPUT_TEXT, .name = hob_str_from(text)};
    assert_int_equal(hob_session_deliver(game.session, &input, NULL), HOB_OK);
}

static void expect_written(const char *wanted) {
    const hob_ui_text_field *field = hob_test_component(&game, "F", "UITextField");
    assert_string_equal(hob_text_cstr(field->value), wanted);
}

static void expect_state(const char *key, const char *wanted) {
    hob_str seen = hob_value_str(hob_state_find(game.world, hob_str_from(key))->value);
    assert_true(hob_str_is(seen, wanted));
}

static void focus(const char *name) {
    assert_true(hob_ui_focus(game.world, hob_test_entity(&game, name)->self));
}

static void focused__takes_letters_until_it_is_full(void **state) {
    (void)state;
    focus("F");
    assert_true(hob_ui_is_writing(game.world));
    type("A\xC3\xA9");
    expect_written("A\xC3\xA9");
    expect_state("seen", "A\xC3\xA9");
    type("\xF0\x9F\x98\x80\tbcd");
    expect_written("A\xC3\xA9\xF0\x9F\x98\x80"
                   "bc");
}

static void backspace__takes_one_character_back(void **state) {
    (void)state;
    focus("F");
    type("a\xC3\xA9\b");
    expect_written("a");
    type("\b\b\b");
    expect_written("");
    expect_state("seen", "");
}

static void line_feed__submits_what_is_written(void **state) {
    (void)state;
    focus("F");
    type("ab\nc");
    expect_state("sent", "ab");
    expect_written("abc");
}

static void without_focus__nothing_is_written(void **state) {
    (void)state;
    type("a");
    expect_written("");
    focus("O");
    assert_false(hob_ui_is_writing(game.world));
    type("a");
    expect_written("");
    expect_state("seen", "-");
}

static void press__begins_to_write(void **state) {
    (void)state;
    hob_ui_pointer(game.world, HOB_UI_POINTER_DOWN, 400 + 79, 300 + 13);
    type("x");
    expect_written("x");
    hob_ui_pointer(game.world, HOB_UI_POINTER_UP, 400, 300);
    assert_true(hob_ui_is_writing(game.world));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, open_game, close_game)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(focused__takes_letters_until_it_is_full),
        CASE(backspace__takes_one_character_back),
        CASE(line_feed__submits_what_is_written),
        CASE(without_focus__nothing_is_written),
        CASE(press__begins_to_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
