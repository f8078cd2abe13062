/* A Lua file that returns nothing is a finding; words in comments, texts and functions do not
 * count.
 */
#include "support/test_command.h"

#include <string.h>

typedef struct lua_row {
    const char *text;
    double warnings;
} lua_row;

static const lua_row rows[] = {
    {"return { onStart = function(ctx) end }", 0},
    {"local M = {}\nfunction M.onStart(ctx) if 1 then return 2 end end\nreturn M", 0},
    {"local M = {}\nfunction M.onStart(ctx) if 1 then return 2 end end\n", 1},
    {"local M = {}\n-- return M\n--[[ return M ]]\nlocal t = 'return M' .. [==[ return ]] M ]==]",
     1},
    {"if x then return {} end", 0},
    {"for i = 1, 2 do repeat local f = function() return i end until true end", 1},
    {"", 1},
};

static void a_lua_file_that_returns_nothing__is_a_finding(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_test_commands t;
        hob_test_commands_begin(&t);
        hob_test_put_file(&t, HOB_TEST_GAME "/scripts/a.lua", hob_str_from(rows[i].text));
        hob_value data = hob_test_do(&t, "validateProject", "{}");
        hob_test_number_is(data, "warningCount", rows[i].warnings);
        if (rows[i].warnings > 0) {
            hob_test_text_is(data, "findings.0.code", "SCRIPT_RETURNS_NOTHING");
            hob_test_text_is(data, "findings.0.file", "scripts/a.lua");
        }
        hob_test_commands_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lua_file_that_returns_nothing__is_a_finding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
