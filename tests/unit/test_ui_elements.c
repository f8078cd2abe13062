/* Screen UI: spec runtime 17, vectors easings-and-constants 6.15. */
#include "components/ui_elements.h"
#include "support/game.h"
#include "support/testing.h"
#include "ui/ui.h"

#include <stdio.h>
#include <string.h>

static hob_test_game game;
static char heard[2000];

/* "name type x,y value; " of every onUiEvent. */
static hob_status on_ui_event(hob_world *world, hob_code_slot *slot, const hob_value *args,
                              uint32_t count, hob_error *reterr) {
    (void)world;
    (void)reterr;
    assert_int_equal(count, 1);
    size_t length = strlen(heard);
    hob_value value = hob_value_get(args[0], "value");
    char text[40] = "";
    if (value.tag == HOB_TAG_NUMBER) {
        snprintf(text, sizeof text, " %g", value.as.number);
    } else if (value.tag == HOB_TAG_BOOL) {
        snprintf(text, sizeof text, " %s", value.as.boolean ? "on" : "off");
    }
    snprintf(heard + length, sizeof heard - length, "%s %s %g,%g%s; ",
             hob_text_cstr(slot->owner->name), hob_value_get_str(args[0], "type", "").data,
             hob_value_get_number(args[0], "x", -1), hob_value_get_number(args[0], "y", -1), text);
    return HOB_OK;
}
static const hob_test_native natives[] = {
    {"scripts/ui.lua", {{[HOB_HOOK_UI_EVENT] = on_ui_event}}},
    {NULL, {{0}}},
};
#define HEAR ",'Script':{'scriptPath':'scripts/ui.lua'}"

static void open_ui(const char *entities) {
    static char text[6000];
    snprintf(text, sizeof text, "%s", entities);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, "", text, NULL, natives, 0);
    heard[0] = '\0';
}
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}
static void expect_heard(const char *wanted) {
    assert_string_equal(heard, wanted);
    heard[0] = '\0';
}
static void move_to(double x, double y) {
    hob_ui_pointer(game.world, HOB_UI_POINTER_MOVE, x, y);
}
static void down(double x, double y) {
    hob_ui_pointer(game.world, HOB_UI_POINTER_DOWN, x, y);
}
static void up(double x, double y) {
    hob_ui_pointer(game.world, HOB_UI_POINTER_UP, x, y);
}
static hob_entity handle(const char *name) {
    return hob_test_entity(&game, name)->self;
}

/* ---- layout ---- */

static void expect_place(const char *name, double x, double y) {
    hob_vec2 at;
    assert_true(hob_ui_position(game.world, hob_test_entity(&game, name), &at));
    if (at.x != x || at.y != y) {
        fail_msg("%s is at (%.17g, %.17g), wanted (%g, %g)", name, at.x, at.y, x, y);
    }
}
static void expect_rect(const char *name, double min_x, double min_y, double max_x, double max_y) {
    hob_rect r;
    assert_true(hob_ui_hit_rect(game.world, hob_test_entity(&game, name), &r));
    if (r.min_x != min_x || r.min_y != min_y || r.max_x != max_x || r.max_y != max_y) {
        fail_msg("%s covers %.17g %.17g %.17g %.17g", name, r.min_x, r.min_y, r.max_x, r.max_y);
    }
}

static const char layout_scene[] =
    "{'id':'ent_l','name':'L','components':{'UIElement':{'anchor':'center','offset':{'x':-80,"
    "'y':10}},'UILayout':{'gap':12,'padding':6,'align':'center'}}},"
    "{'id':'ent_t','name':'T','parentId':'ent_l','components':{'UIElement':{},'Text':{'content':"
    "'abcde\\nfg','fontSize':20}}},"
    "{'id':'ent_b','name':'Btn','parentId':'ent_l','components':{'UIElement':{'offset':{'x':3,"
    "'y':-2}},'SpriteRenderer':{'width':120,'height':40}}},"
    "{'id':'ent_s','name':'Sl','parentId':'ent_l','components':{'UIElement':{},'UISlider':{}}},"
    "{'id':'ent_h','name':'H','parentId':'ent_l','components':{'UIElement':{},'UILayout':{"
    "'direction':'horizontal','gap':4,'padding':2,'align':'end'}}},"
    "{'id':'ent_g','name':'Tg','parentId':'ent_h','components':{'UIElement':{},'UIToggle':{}}},"
    "{'id':'ent_p','name':'Sp','parentId':'ent_h','components':{'UIElement':{},"
    "'SpriteRenderer':{'width':10,'height':30}}}";

static void v615_layout__places_and_rectangles_of_hearth(void **state) {
    (void)state;
    open_ui(layout_scene);
    hob_rect none;
    expect_place("L", 320, 310);
    assert_false(hob_ui_hit_rect(game.world, hob_test_entity(&game, "L"), &none));
    expect_place("T", 406, 340);
    expect_rect("T", 406, 316, 466, 364);
    expect_place("Btn", 409, 394);
    expect_rect("Btn", 349, 374, 469, 414);
    expect_place("Sl", 406, 440);
    expect_rect("Sl", 326, 428, 486, 452);
    expect_place("H", 387, 464);
    assert_false(hob_ui_hit_rect(game.world, hob_test_entity(&game, "H"), &none));
    expect_place("Tg", 399, 486);
    expect_rect("Tg", 389, 476, 409, 496);
    expect_place("Sp", 418, 481);
    expect_rect("Sp", 413, 466, 423, 496);
}

static void disabled_child__still_takes_its_slot(void **state) {
    (void)state;
    open_ui(layout_scene);
    hob_entity_set_enabled(game.world, hob_test_entity(&game, "Btn"), false);
    expect_place("Sl", 406, 440);
    hob_entity_destroy(game.world, handle("Btn"), HOB_CHILDREN_BY_RULE);
    expect_place("Sl", 406, 388); /* 40 and a gap of 12 less */
}

static void anchors__nine_points_of_the_screen(void **state) {
    (void)state;
    static const char *const names[] = {"top-left",    "top",    "top-right",
                                        "left",        "center", "right",
                                        "bottom-left", "bottom", "bottom-right"};
    for (int i = 0; i < 9; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "{'id':'ent_a','name':'A','components':{'Transform':{'position':{'x':77,'y':77}},"
                 "'UIElement':{'anchor':'%s','offset':{'x':1,'y':2}}}}",
                 names[i]);
        open_ui(text);
        expect_place("A", i % 3 * 400 + 1, i / 3 * 300 + 2);
        if (i < 8) {
            close_game(state);
        }
    }
}

static void child_of_no_container__placed_from_the_screen(void **state) {
    (void)state;
    open_ui("{'id':'ent_a','name':'A','components':{'UIElement':{'offset':{'x':50,'y':50}}}},"
            "{'id':'ent_b','name':'B','parentId':'ent_a','components':{'UIElement':{'offset':{"
            "'x':5,'y':6}}}}");
    expect_place("B", 5, 6);
    hob_vec2 at;
    hob_entity_data *plain = hob_test_entity(&game, "A");
    hob_component_remove(game.world, hob_component_slot(game.world, plain, HOB_STR("UIElement")));
    assert_false(hob_ui_position(game.world, plain, &at));
}

static void scaled_element__rectangle_times_the_size_of_the_scale(void **state) {
    (void)state;
    open_ui("{'id':'ent_a','name':'A','components':{'Transform':{'scale':{'x':-2,'y':0.5},"
            "'rotation':45},'UIElement':{'anchor':'center'},'SpriteRenderer':{'width':10,"
            "'height':20}}}");
    expect_rect("A", 390, 295, 410, 305);
}

/* ---- pointer ---- */

#define BUTTON(id, name, x, layer)                                                          \
    "{'id':'ent_" id "','name':'" name "','components':{'UIElement':{'interactive':true,"   \
    "'focusable':true,'offset':{'x':" x ",'y':100}},'SpriteRenderer':{'width':50,'height':" \
    "20,'layer':" layer "}" HEAR "}}"

static void pointer__enter_press_drag_release_click_exit(void **state) {
    (void)state;
    open_ui(BUTTON("a", "A", "100", "0"));
    move_to(0, 0);
    move_to(75, 90); /* edges belong to it */
    expect_heard("A enter 75,90; ");
    down(76, 90);
    expect_heard("A press 76,90; ");
    move_to(300, 300); /* drag goes to the pressed one wherever the pointer is */
    expect_heard("A exit 300,300; A drag 300,300; ");
    up(300, 300); /* over nothing: neither release nor click */
    expect_heard("");
    down(100, 100);
    up(101, 100);
    expect_heard("A enter 100,100; A press 100,100; A release 101,100; A click 101,100; ");
    assert_true(game.world->input.pointer.x == 101 && !game.world->input.pointer.down);
    assert_true(game.world->input.pointer.pressed);
}

static void release_over_another__no_click(void **state) {
    (void)state;
    open_ui(BUTTON("a", "A", "100", "0") "," BUTTON("b", "B", "200", "0"));
    down(100, 100);
    heard[0] = '\0';
    up(200, 100);
    expect_heard("A exit 200,100; B enter 200,100; B release 200,100; ");
    up(200, 100); /* nothing is pressed any more */
    expect_heard("B release 200,100; ");
}

static void overlap__higher_layer_then_the_later_negative_counts_as_zero(void **state) {
    (void)state;
    open_ui(BUTTON("a", "A", "100", "2") "," BUTTON("b", "B", "110", "1"));
    move_to(105, 100);
    expect_heard("A enter 105,100; ");
    close_game(state);
    open_ui(BUTTON("a", "A", "100", "0") "," BUTTON("b", "B", "110", "-5"));
    move_to(105, 100);
    expect_heard("B enter 105,100; ");
    hob_entity_set_enabled(game.world, hob_test_entity(&game, "B"), false);
    move_to(105, 100);
    expect_heard("B exit 105,100; A enter 105,100; ");
}

static void not_interactive_or_hidden__not_hit(void **state) {
    (void)state;
    open_ui(BUTTON("a", "A", "100", "0"));
    hob_ui_element *element = hob_test_component(&game, "A", "UIElement");
    element->interactive = false;
    move_to(100, 100);
    expect_heard("");
    element->interactive = true;
    hob_entity_set_visible(game.world, hob_test_entity(&game, "A"), false);
    move_to(100, 100);
    expect_heard("");
}

/* ---- widgets ---- */

static const char slider_scene[] =
    "{'id':'ent_s','name':'S','components':{'UIElement':{'interactive':true,'focusable':true,"
    "'offset':{'x':200,'y':100}},'UISlider':{'min':0,'max':10,'step':4,'value':0}" HEAR "}}";

static void slider__maps_snaps_clamps_and_tells_only_changes(void **state) {
    (void)state;
    open_ui(slider_scene);
    const hob_ui_slider *s = hob_test_component(&game, "S", "UISlider");
    down(200, 100); /* the middle: 5 snaps to 4 */
    expect_heard("S enter 200,100; S press 200,100; S change 200,100 4; ");
    move_to(205, 100); /* 5.3: still 4 */
    expect_heard("S drag 205,100; ");
    move_to(216, 100); /* 6: a tie goes up to 8 */
    expect_heard("S drag 216,100; S change 216,100 8; ");
    move_to(900, 100); /* 10 snaps to 12, clamped */
    assert_true(s->value == 10);
    move_to(-900, 100);
    assert_true(s->value == 0);
    up(-900, 100);
    move_to(250, 100);
    assert_true(s->value == 0); /* not pressed any more */
}

static void toggle__flips_at_a_click(void **state) {
    (void)state;
    open_ui("{'id':'ent_t','name':'T','components':{'UIElement':{'interactive':true,'offset':{"
            "'x':50,'y':50}},'UIToggle':{}" HEAR "}}");
    move_to(50, 50);
    heard[0] = '\0';
    down(50, 50);
    up(50, 50);
    expect_heard("T press 50,50; T release 50,50; T click 50,50; T change 50,50 on; ");
    down(50, 50);
    up(50, 50);
    const hob_ui_toggle *t = hob_test_component(&game, "T", "UIToggle");
    assert_false(t->value);
}

/* ---- focus ---- */

static void focus__blur_and_focus_at_their_own_places(void **state) {
    (void)state;
    open_ui(BUTTON("a", "A", "100", "0") "," BUTTON("b", "B", "200", "0"));
    assert_true(hob_ui_focus(game.world, handle("A")));
    expect_heard("A focus 100,100; ");
    assert_true(hob_ui_focus(game.world, handle("A")));
    expect_heard("");
    assert_true(hob_ui_focus(game.world, handle("B")));
    expect_heard("A blur 100,100; B focus 200,100; ");
    assert_true(hob_ui_focus(game.world, HOB_NO_ENTITY));
    expect_heard("B blur 200,100; ");
    ((hob_ui_element *)hob_test_component(&game, "A", "UIElement"))->focusable = false;
    assert_false(hob_ui_focus(game.world, handle("A")));
    hob_entity_set_enabled(game.world, hob_test_entity(&game, "B"), false);
    assert_false(hob_ui_focus(game.world, handle("B")));
    down(100, 100);
    up(100, 100);
    assert_true(game.world->ui.focused == HOB_NO_ENTITY); /* clicking does not change it */
}

static void move_focus__nearest_in_the_direction_earlier_on_ties(void **state) {
    (void)state;
    open_ui(BUTTON("a", "A", "100", "0") "," BUTTON("b", "B", "200", "0") "," BUTTON(
        "d", "D", "200", "0") "," BUTTON("e", "E", "150", "0"));
    /* nothing focused: starts at the top left one, which is never chosen itself */
    assert_true(hob_ui_move_focus(game.world, 1, 0));
    assert_true(game.world->ui.focused == handle("E"));
    assert_true(hob_ui_move_focus(game.world, 1, 0));
    assert_true(game.world->ui.focused == handle("B"));
    assert_false(hob_ui_move_focus(game.world, 1, 0));
    assert_false(hob_ui_move_focus(game.world, 0, 1));
    assert_true(hob_ui_move_focus(game.world, -1, 0));
    assert_true(game.world->ui.focused == handle("E"));
}

static void activate__a_click_at_the_focused_place(void **state) {
    (void)state;
    open_ui(BUTTON("a", "A", "100", "0"));
    assert_false(hob_ui_activate(game.world));
    hob_ui_focus(game.world, handle("A"));
    heard[0] = '\0';
    assert_true(hob_ui_activate(game.world));
    expect_heard("A enter 100,100; A press 100,100; A release 100,100; A click 100,100; ");
    assert_true(game.world->input.pointer.x == 100 && game.world->input.pointer.pressed);
    ((hob_ui_element *)hob_test_component(&game, "A", "UIElement"))->interactive = false;
    assert_false(hob_ui_activate(game.world));
}

static void adjust__by_steps_or_tenths(void **state) {
    (void)state;
    open_ui(slider_scene);
    assert_false(hob_ui_adjust(game.world, 1));
    hob_ui_focus(game.world, handle("S"));
    heard[0] = '\0';
    assert_true(hob_ui_adjust(game.world, 1));
    expect_heard("S change 200,100 4; ");
    assert_true(hob_ui_adjust(game.world, 10));
    assert_true(hob_ui_adjust(game.world, 1)); /* at the end: no change */
    expect_heard("S change 200,100 10; ");
    hob_ui_slider *s = hob_test_component(&game, "S", "UISlider");
    s->step = 0;
    assert_true(hob_ui_adjust(game.world, -1.5));
    expect_heard("S change 200,100 8.5; ");
}

static void focused_dies__blur_at_zero_in_phase_21(void **state) {
    (void)state;
    open_ui(BUTTON("a", "A", "100", "0"));
    hob_ui_focus(game.world, handle("A"));
    heard[0] = '\0';
    hob_entity_destroy(game.world, handle("A"), HOB_CHILDREN_BY_RULE);
    expect_heard("");
    hob_test_steps(&game, 1);
    expect_heard("A blur 0,0; ");
    assert_true(game.world->ui.focused == HOB_NO_ENTITY);
    hob_test_steps(&game, 1);
    expect_heard("");
}

static void hash__hover_press_and_focus_count(void **state) {
    (void)state;
    open_ui(BUTTON("a", "A", "100", "0"));
    hob_state_hash last, now;
    hob_session_hash(game.session, false, &last);
    for (int i = 0; i < 3; i++) {
        game.world->ui.hovered = i == 0 ? handle("A") : HOB_NO_ENTITY;
        game.world->ui.pressed = i == 1 ? handle("A") : HOB_NO_ENTITY;
        game.world->ui.focused = i == 2 ? handle("A") : HOB_NO_ENTITY;
        hob_session_hash(game.session, false, &now);
        assert_int_not_equal(now.all, last.all);
        last = now;
    }
}

#define CASE(name) cmocka_unit_test_teardown(name, close_game)
int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(v615_layout__places_and_rectangles_of_hearth),
        CASE(disabled_child__still_takes_its_slot),
        CASE(anchors__nine_points_of_the_screen),
        CASE(child_of_no_container__placed_from_the_screen),
        CASE(scaled_element__rectangle_times_the_size_of_the_scale),
        CASE(pointer__enter_press_drag_release_click_exit),
        CASE(release_over_another__no_click),
        CASE(overlap__higher_layer_then_the_later_negative_counts_as_zero),
        CASE(not_interactive_or_hidden__not_hit),
        CASE(slider__maps_snaps_clamps_and_tells_only_changes),
        CASE(toggle__flips_at_a_click),
        CASE(focus__blur_and_focus_at_their_own_places),
        CASE(move_focus__nearest_in_the_direction_earlier_on_ties),
        CASE(activate__a_click_at_the_focused_place),
        CASE(adjust__by_steps_or_tenths),
        CASE(focused_dies__blur_at_zero_in_phase_21),
        CASE(hash__hover_press_and_focus_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
