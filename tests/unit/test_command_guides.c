/* The guides of a project promise nothing that the command line does not know. */
#include "app/cli.h"
#include "command/guides.h"
#include "support/testing.h"

#include <string.h>

enum { MOST_WORDS = 16 };

/* A command of a guide as words: spaces and line ends part them. */
static int words_of(char *text, const char **words) {
    int count = 0;
    for (char *word = strtok(text, " \n"); word != NULL && count < MOST_WORDS;
         word = strtok(NULL, " \n")) {
        words[count++] = word;
    }
    return count;
}

/* Usages with <name> and [name] are printed from the table; what people wrote is spelt out. */
static void check_command(hob_str said, hob_arena *arena) {
    const hob_cli_input input = {.fs = hob_fs_disk()};
    const char *words[MOST_WORDS];
    hob_cli_call call;
    hob_error error = {0};
    char *text = hob_arena_text(arena, said.data, said.length);
    int count = words_of(text, words);
    if (count == 2 && strcmp(words[1], "batch") == 0) {
        return; /* names the command, without what it takes */
    }
    if (hob_cli_parse(count - 1, words + 1, &input, arena, &call, &error) != HOB_OK) {
        fail_msg("AGENTS.md says `%.*s`: %s %s", (int)said.length, said.data, error.message,
                 error.hint);
    }
    assert_non_null(call.command);
}

static void commands_that_agents_are_told__exist(void **state) {
    (void)state;
    hob_arena arena;
    hob_buf page;
    size_t checked = 0;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    hob_buf_init(&page, hob_heap_allocator(), SIZE_MAX / 4);
    assert_string_equal(hob_guides[0].path, "AGENTS.md");
    hob_guide_write(&hob_guides[0], "Game", &page);
    hob_str rest = hob_buf_str(&page);
    for (size_t at; (at = hob_str_find(rest, HOB_STR("`hob "))) != SIZE_MAX;) {
        hob_str said = {rest.data + at + 1, rest.length - at - 1};
        size_t end = hob_str_find(said, HOB_STR("`"));
        assert_int_not_equal(end, SIZE_MAX);
        rest = (hob_str){said.data + end, said.length - end};
        rest = (hob_str){rest.data + 1, rest.length - 1};
        said.length = end;
        bool is_usage = hob_str_find(said, HOB_STR("<")) != SIZE_MAX ||
                        hob_str_find(said, HOB_STR("[")) != SIZE_MAX;
        if (!is_usage) {
            check_command(said, &arena);
            checked++;
        }
    }
    assert_true(checked > 15);
    hob_buf_done(&page);
    hob_arena_done(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(commands_that_agents_are_told__exist)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
