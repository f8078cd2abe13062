/* The markup of rich text: spans, brackets, and what is no markup. */
#include "support/testing.h"
#include "text/rich.h"

#include <string.h>

static hob_buf plain;
static hob_rich_text text;
static hob_error error;

static hob_status parse(const char *markup) {
    hob_buf_done(&plain);
    hob_buf_init(&plain, hob_heap_allocator(), 1 << 16);
    return hob_rich_read(hob_str_from(markup), &plain, &text, &error);
}

static void words_are(const char *expected) {
    assert_true(hob_str_is(hob_buf_str(&plain), expected));
    assert_int_equal(text.spans[text.count - 1].end, plain.length);
}

static int end(void **state) {
    (void)state;
    hob_buf_done(&plain);
    return 0;
}

static void plain_words__are_one_span(void **state) {
    (void)state;
    assert_int_equal(parse("hello"), HOB_OK);
    words_are("hello");
    assert_int_equal(text.count, 1);
    assert_false(text.spans[0].bold || text.spans[0].italic || text.spans[0].colored);
    assert_int_equal(parse(""), HOB_OK);
    assert_int_equal(text.count, 1);
    assert_int_equal(text.spans[0].end, 0);
}

static void nested_tags__add_up_and_end_with_their_own(void **state) {
    (void)state;
    assert_int_equal(parse("a[b]b[color=#ff8000]c[i][size=24.5]d[/size][/i][/color]e[/b]f"),
                     HOB_OK);
    words_are("abcdef");
    static const struct {
        size_t end;
        bool bold, italic, colored;
        double size;
    } spans[] = {{1, false, false, false, 0}, {2, true, false, false, 0},
                 {3, true, false, true, 0},   {4, true, true, true, 24.5},
                 {5, true, false, false, 0},  {6, false, false, false, 0}};
    assert_int_equal(text.count, HOB_COUNT(spans));
    for (size_t i = 0; i < HOB_COUNT(spans); i++) {
        assert_int_equal(text.spans[i].end, spans[i].end);
        assert_int_equal(text.spans[i].bold, spans[i].bold);
        assert_int_equal(text.spans[i].italic, spans[i].italic);
        assert_int_equal(text.spans[i].colored, spans[i].colored);
        assert_float_equal(text.spans[i].size, spans[i].size, 0);
    }
    static const uint8_t orange[4] = {0xff, 0x80, 0, 255};
    assert_memory_equal(text.spans[2].rgba, orange, 4);
}

static void two_brackets__are_one(void **state) {
    (void)state;
    assert_int_equal(parse("[[b] is ]bold[b][[x][/b]"), HOB_OK);
    words_are("[b] is ]bold[x]");
    assert_int_equal(text.count, 2);
    assert_true(text.spans[1].bold);
}

static void empty_spans__are_none(void **state) {
    (void)state;
    assert_int_equal(parse("[b][/b][i]x[/i][b][i][/i][/b]"), HOB_OK);
    words_are("x");
    assert_int_equal(text.count, 1);
}

static void what_is_no_markup__is_refused_with_its_place(void **state) {
    (void)state;
    static const struct {
        const char *markup, *place;
    } wrong[] = {
        {"a[", "character 1:"},         {"a[b", "character 1:"},
        {"a[b]c", "character 5:"},      {"a[/b]", "character 1:"},
        {"[b]a[i]c[/b][/i]", "8:"},     {"[u]x[/u]", "character 0:"},
        {"[]", "character 0:"},         {"[color]x[/color]", "character 0:"},
        {"[color=zz]x[/color]", "0:"},  {"[size=0]x[/size]", "0:"},
        {"[size=12px]x[/size]", "0:"},  {"[size=1e9]x[/size]", "0:"},
        {"[b=1]x[/b]", "character 0:"}, {"[B]x[/B]", "character 0:"},
        {"[b]x[/]", "character 4:"},    {"[b][b][b][b][b][b][b][b][b][b][b][b][b][b][b][b]", ":"},
    };
    for (size_t i = 0; i < HOB_COUNT(wrong); i++) {
        assert_int_equal(parse(wrong[i].markup), HOB_ERR_FIELD_PATTERN);
        assert_non_null(strstr(error.message, wrong[i].place));
        assert_true(error.hint[0] != '\0');
        assert_true(text.count >= 1);
    }
}

static void too_many_spans__are_refused(void **state) {
    (void)state;
    hob_buf markup;
    hob_buf_init(&markup, hob_heap_allocator(), 1 << 16);
    for (int i = 0; i < HOB_RICH_SPANS / 2; i++) {
        hob_buf_add_cstr(&markup, "a[b]b[/b]");
    }
    assert_int_equal(parse(markup.data), HOB_OK);
    assert_int_equal(text.count, HOB_RICH_SPANS);
    hob_buf_add_cstr(&markup, "a");
    assert_int_equal(parse(markup.data), HOB_ERR_FIELD_PATTERN);
    hob_buf_done(&markup);
}

#define CASE(name) cmocka_unit_test_teardown(name, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(plain_words__are_one_span),
        CASE(nested_tags__add_up_and_end_with_their_own),
        CASE(two_brackets__are_one),
        CASE(empty_spans__are_none),
        CASE(what_is_no_markup__is_refused_with_its_place),
        CASE(too_many_spans__are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
