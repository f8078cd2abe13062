/* Search patterns: what fits where, what is refused, that bad patterns stay quick. */
#include "base/regex.h"
#include "support/testing.h"

#include <string.h>

static bool find(const char *pattern, const char *line, bool ignore_case, hob_regex_match *match) {
    hob_arena arena;
    hob_guard guard;
    hob_regex *p = NULL;
    hob_error error;
    hob_arena_init(&arena, hob_heap_allocator(), &guard);
    if (hob_guard_enter(&guard)) {
        fail_msg("no memory");
    }
    hob_regex_options options = {.ignore_case = ignore_case};
    if (hob_regex_compile(&arena, hob_str_from(pattern), options, &p, &error) != HOB_OK) {
        fail_msg("%s: %s", pattern, error.message);
    }
    bool found = hob_regex_find(p, hob_str_from(line), 0, match);
    hob_arena_done(&arena);
    return found;
}

static void patterns__take_what_they_should(void **state) {
    (void)state;
    static const struct {
        const char *pattern, *line;
        int start, end; /* -1: nothing */
    } cases[] = {
        {"abc", "xxabcabc", 2, 5},
        {"a|ab", "xab", 1, 2}, /* the first way is preferred, not the longest */
        {"ab|a", "xab", 1, 3},
        {"a*", "baa", 0, 0},
        {"a+", "baa", 1, 3},
        {"a+?", "baa", 1, 2},
        {"a{2}", "aaa", 0, 2},
        {"a{2,}", "aaa", 0, 3},
        {"a{0,2}b", "aaab", 1, 4},
        {"x{,2}", "x{,2}", 0, 5}, /* no number: braces stand for themselves */
        {"^b", "ab", -1, 0},
        {"b$", "ab", 1, 2},
        {"\\bon\\b", "upon on", 5, 7},
        {"\\Bon", "on upon", 5, 7},
        {"[^a-c]+", "abxyc", 2, 4},
        {"[]a]", "]a", -1, 0}, /* an empty set takes nothing */
        {"[\\]a-]+", "-]a", 0, 3},
        {"\\d+\\.\\d*", "v1.25", 1, 5},
        {"\\w\\W\\w", "a-b", 0, 3},
        {"[\\S]+", "  ab ", 2, 4},
        {"(?:ab)+", "ababa", 0, 4},
        {"(a*)*b", "aaab", 0, 4},
        {"\\x41\\u00e4", "A\xc3\xa4", 0, 3},
        {".", "\xe2\x82\xac", 0, 3}, /* one character of three bytes */
        {"\\$\\(", "x$(", 1, 3},
        {"", "x", 0, 0},
    };
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        hob_regex_match m;
        bool found = find(cases[i].pattern, cases[i].line, false, &m);
        if (found != (cases[i].start >= 0) ||
            (found && (m.start[0] != (size_t)cases[i].start || m.end[0] != (size_t)cases[i].end))) {
            fail_msg("%s in \"%s\": %d, %zu to %zu", cases[i].pattern, cases[i].line, found,
                     found ? m.start[0] : 0, found ? m.end[0] : 0);
        }
    }
}

static void groups__tell_their_last_part(void **state) {
    (void)state;
    hob_regex_match m;
    assert_true(find("(a)|(b(c))", "xbc", false, &m));
    assert_int_equal(m.group_count, 4);
    assert_true(m.start[1] == SIZE_MAX);
    assert_int_equal(m.start[2], 1);
    assert_int_equal(m.end[3], 3);
    assert_true(find("(\\w)+", "abc", false, &m));
    assert_int_equal(m.start[1], 2);
}

static void case__is_left_out_when_asked(void **state) {
    (void)state;
    hob_regex_match m;
    assert_true(find("[a-c]X", "Bx", true, &m));
    assert_false(find("[a-c]X", "Bx", false, &m));
    assert_false(find("[^b]", "B", true, &m));
}

static void hard_pattern__takes_no_longer(void **state) {
    (void)state;
    char line[2001];
    memset(line, 'a', 2000);
    line[2000] = '\0';
    hob_regex_match m;
    assert_false(find("(a+)+(a*)*(a|aa)+$b", line, false, &m));
    assert_false(find("(x+x+)+y", line, false, &m));
}

static void wrong_patterns__are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "(",     ")",       "a**",   "*",       "[a",
        "[b-a]", "a{2,1}",  "\\",    "(?=a)",   "(a)\\1",
        "\\q",   "(?<n>a)", "\\u12", "a{1001}", "((a{999}){999}){9}"};
    for (size_t i = 0; i < HOB_COUNT(wrong); i++) {
        hob_arena arena;
        hob_regex *p = NULL;
        hob_error error;
        hob_arena_init(&arena, hob_heap_allocator(), NULL);
        hob_status status =
            hob_regex_compile(&arena, hob_str_from(wrong[i]), (hob_regex_options){0}, &p, &error);
        if (status != HOB_ERR_INVALID_INPUT) {
            fail_msg("%s is taken", wrong[i]);
        }
        hob_arena_done(&arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns__take_what_they_should),
        cmocka_unit_test(groups__tell_their_last_part),
        cmocka_unit_test(case__is_left_out_when_asked),
        cmocka_unit_test(hard_pattern__takes_no_longer),
        cmocka_unit_test(wrong_patterns__are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
