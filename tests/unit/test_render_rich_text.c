/* Rich text: spans that wrap, align, run from the right; a picture of them. */
#include "render/frame.h"
#include "support/game.h"
#include "support/golden.h"
#include "support/testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hob_test_game game;
static hob_fonts *fonts;
static int told;

static void count_told(void *user, hob_log_level level, const char *message) {
    (void)user;
    told += level == HOB_LOG_WARN && strstr(message, "as it stands") != NULL;
}

static int begin(void **state) {
    (void)state;
    static const hob_log log = {.write = count_told};
    hob_test_game_open(&game, "\"settings\":{\"width\":200,\"height\":200}",
                       "{\"id\":\"ent_a\",\"name\":\"A\",\"components\":{\"Transform\":{}}}", NULL,
                       NULL, 1);
    told = 0;
    fonts = hob_fonts_create(hob_heap_allocator(), game.project, NULL, &log);
    assert_non_null(fonts);
    return 0;
}

static int end(void **state) {
    (void)state;
    hob_fonts_destroy(fonts);
    hob_test_game_close(&game);
    return 0;
}

static const hob_text_layout *lay(const char *text, double rich, double width,
                                  hob_layout_align align) {
    const hob_text_style style = {.size = 20, .width = width, .align = align, .rich = rich};
    return hob_fonts_layout(fonts, hob_str_from(text), &style);
}

static double width_of(const char *text, double rich) {
    return lay(text, rich, 0, HOB_LAYOUT_LEFT)->width;
}

static void colors__stay_with_their_letters(void **state) {
    (void)state;
    const hob_text_layout *layout = lay("a[color=#ff0000]b[/color]c", 1, 0, HOB_LAYOUT_LEFT);
    assert_int_equal(layout->glyph_count, 3);
    assert_false(layout->glyphs[0].colored);
    assert_true(layout->glyphs[1].colored);
    assert_int_equal(layout->glyphs[1].rgba[0], 255);
    assert_int_equal(layout->glyphs[1].rgba[1], 0);
    assert_false(layout->glyphs[2].colored);
    hob_test_near(layout->width, width_of("abc", 0), 1e-9);
    hob_test_near(layout->height, 24, 1e-9);
}

static void bold__is_wider_and_slanted_is_not(void **state) {
    (void)state;
    hob_test_near(width_of("[b]abc[/b]", 1), width_of("abc", 0) + 3, 1e-9); /* 20 / 24, rounded */
    hob_test_near(width_of("[i]abc[/i]", 1), width_of("abc", 0), 1e-9);
    const hob_text_layout *upright = lay("l", 1, 0, HOB_LAYOUT_LEFT);
    double narrow = (double)upright->glyphs[0].width;
    assert_true((double)lay("[i]l[/i]", 1, 0, HOB_LAYOUT_LEFT)->glyphs[0].width > narrow);
    assert_true((double)lay("[b]l[/b]", 1, 0, HOB_LAYOUT_LEFT)->glyphs[0].width > narrow);
}

/* A size is in px of the text's own space: two px of the target each here. */
static void sizes__make_their_line_higher_and_stand_on_one_baseline(void **state) {
    (void)state;
    const hob_text_layout *layout = lay("x[size=20]x[/size]\nx", 2, 0, HOB_LAYOUT_LEFT);
    assert_int_equal(layout->line_count, 2);
    hob_test_near(layout->height, 40 * 1.2 + 24, 1e-9);
    const hob_glyph *small = &layout->glyphs[0], *large = &layout->glyphs[1];
    assert_true(large->height > small->height * 1.5f);
    hob_test_near((double)(small->y + small->height), (double)(large->y + large->height), 1);
    assert_true((double)layout->glyphs[2].y > 48);
}

static void wrapping__breaks_across_spans_at_spaces_only(void **state) {
    (void)state;
    double width = width_of("one two", 0) + 1;
    const hob_text_layout *layout = lay("one [b]t[/b]wo[color=#00ff00]s[/color] x", 1, width, 0);
    assert_int_equal(layout->line_count, 2); /* "twos" is one word of three spans */
    assert_int_equal(layout->glyph_count, 3 + 4 + 1);
    for (uint32_t i = 3; i < 8; i++) {
        assert_true((double)layout->glyphs[i].y > 20);
    }
    assert_true((double)layout->glyphs[3].x < 5);
}

static void alignment__counts_every_span(void **state) {
    (void)state;
    const hob_text_layout *layout = lay("a[b]b[/b]c", 1, 200, HOB_LAYOUT_RIGHT);
    const hob_glyph *last = &layout->glyphs[layout->glyph_count - 1];
    hob_test_near((double)(last->x + last->width), 200, 3);
    double left = (double)layout->glyphs[0].x;
    layout = lay("a[b]b[/b]c", 1, 200, HOB_LAYOUT_CENTER);
    hob_test_near((double)layout->glyphs[0].x, left / 2, 2);
}

/* Three letters that run from the right, the first of them red: it lies at the right end. */
static void leftward_text__keeps_its_order_across_spans(void **state) {
    (void)state;
    const hob_text_layout *layout =
        lay("[color=#ff0000]\u05d0[/color]\u05d1\u05d2", 1, 0, HOB_LAYOUT_LEFT);
    assert_int_equal(layout->glyph_count, 3);
    const hob_glyph *red = NULL;
    float rightmost = -1;
    for (uint32_t i = 0; i < 3; i++) {
        red = layout->glyphs[i].colored ? &layout->glyphs[i] : red;
        rightmost = fmaxf(rightmost, layout->glyphs[i].x);
    }
    assert_non_null(red);
    assert_true(red->x >= rightmost);
    hob_test_near(layout->width, width_of("\u05d0\u05d1\u05d2", 0), 1e-9);
}

static void wrong_markup__is_shown_as_it_stands_and_told_once(void **state) {
    (void)state;
    hob_test_near(width_of("[b]x", 1), width_of("[b]x", 0), 1e-9);
    assert_int_equal(told, 1);
    (void)lay("[b]x", 1, 100, HOB_LAYOUT_LEFT);
    assert_int_equal(told, 1);
    (void)lay("[b]y", 1, 100, HOB_LAYOUT_LEFT);
    assert_int_equal(told, 2);
}

/* ---- the picture ---- */

static const char scene[] =
    "{'id':'ent_cam','name':'Camera','components':{'Transform':{'position':{'x':160,'y':100}},"
    "'Camera':{'backgroundColor':'#203040'}}},"
    "{'id':'ent_a','name':'A','components':{'Transform':{'position':{'x':10,'y':30}},'Text':{"
    "'rich':true,'fontSize':18,'fontFamily':'sans-serif','content':'Plain [b]bold[/b] [i]slanted"
    "[/i] [b][i]both[/i][/b] [[b]'}}},"
    "{'id':'ent_b','name':'B','components':{'Transform':{'position':{'x':160,'y':95}},'Text':{"
    "'rich':true,'fontSize':14,'fontFamily':'sans-serif','align':'center','width':200,'content':"
    "'A line with [color=#ffb000]gold and [b]bold[/b] words[/color] that [size=26]breaks[/size] "
    "where it [color=#40ff4080]must[/color].'}}},"
    "{'id':'ent_c','name':'C','components':{'Transform':{'position':{'x':310,'y':165}},'Text':{"
    "'rich':true,'fontSize':18,'align':'right','fontFamily':'sans-serif','content':'[color=#ff6060]"
    "\u05e9\u05dc\u05d5\u05dd[/color] abc \u05e2\u05d5\u05dc\u05dd'}}},"
    "{'id':'ent_d','name':'D','components':{'Transform':{'position':{'x':10,'y':185}},'Text':{"
    "'rich':true,'fontSize':12,'content':'[b]left open'}}}";

static void spans_in_a_picture(void **state) {
    (void)state;
    hob_test_game drawn;
    char text[sizeof scene];
    memcpy(text, scene, sizeof text);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&drawn, "\"settings\":{\"width\":320,\"height\":200}", text, NULL, NULL, 1);
    hob_test_steps(&drawn, 2);
    hob_test_golden(drawn.session, "rich-text", 320, 200, false);
    hob_test_game_close(&drawn);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(colors__stay_with_their_letters),
        CASE(bold__is_wider_and_slanted_is_not),
        CASE(sizes__make_their_line_higher_and_stand_on_one_baseline),
        CASE(wrapping__breaks_across_spans_at_spaces_only),
        CASE(alignment__counts_every_span),
        CASE(leftward_text__keeps_its_order_across_spans),
        CASE(wrong_markup__is_shown_as_it_stands_and_told_once),
        cmocka_unit_test(spans_in_a_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
