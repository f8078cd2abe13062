/* The types for editors: they name every member, and are what their languages read. */
#include "script/stubs.h"

#include "script/api.h"
#include "script/script.h"
#include "support/testing.h"

#include <stdio.h>

static void write(hob_stub_language language, hob_buf *out) {
    hob_buf_init(out, hob_heap_allocator(), SIZE_MAX / 4);
    hob_stubs_write(language, out);
    assert_false(out->failed);
}

static bool has(const hob_buf *text, const char *what) {
    return hob_str_find(hob_buf_str(text), hob_str_from(what)) != SIZE_MAX;
}

static void every_member__is_in_both(void **state) {
    (void)state;
    hob_buf lua, typescript;
    write(HOB_STUB_LUA, &lua);
    write(HOB_STUB_TYPESCRIPT, &typescript);
    for (const hob_api_family *const *f = hob_api_families; *f != NULL; f++) {
        for (const hob_api_member *m = (*f)->members; m->name != NULL; m++) {
            bool is_method = (m->flags & HOB_API_METHOD) != 0;
            char in_lua[100], in_typescript[100];
            (void)snprintf(in_lua, sizeof in_lua, is_method ? ".%s(" : "---@field %s ", m->name);
            (void)snprintf(in_typescript, sizeof in_typescript,
                           is_method ? "  %s(" : "%s: ", m->name);
            if ((m->flags & HOB_API_PROMISE) == 0 && !has(&lua, in_lua)) {
                fail_msg("Lua lacks %s.%s", (*f)->path, m->name);
            }
            if (!has(&typescript, in_typescript)) {
                fail_msg("TypeScript lacks %s.%s", (*f)->path, m->name);
            }
        }
    }
    for (size_t i = 0; i < HOB_HOOK_COUNT; i++) {
        assert_true(has(&lua, hob_hooks[i].name) && has(&typescript, hob_hooks[i].name));
    }
    hob_buf_done(&lua);
    hob_buf_done(&typescript);
}

static void types__are_those_of_the_table(void **state) {
    (void)state;
    hob_buf lua, typescript;
    write(HOB_STUB_LUA, &lua);
    write(HOB_STUB_TYPESCRIPT, &typescript);
    assert_true(has(&lua, "---@param ... any"));
    assert_true(has(&typescript, "  log(...values: any[]): void;"));
    assert_true(has(&typescript, "  readonly entity: HobEntity;"));
    assert_true(has(&typescript, "  isGrounded(): boolean;"));
    assert_true(has(&typescript, "interface HobCtxCameraEffects {"));
    assert_true(has(&typescript, "Array<{ other: HobEntity; normal: HobVec2; trigger: boolean }>"));
    assert_true(has(&lua, "---@return HobEntity|nil"));
    hob_buf_done(&lua);
    hob_buf_done(&typescript);
}

static void lua_file__compiles(void **state) {
    (void)state;
    hob_buf lua;
    hob_error error = {0};
    write(HOB_STUB_LUA, &lua);
    const hob_script_checker *checker = hob_script_syntax_checker();
    hob_status status = checker->check(checker->user, "types/hob.lua", hob_buf_str(&lua), &error);
    if (status != HOB_OK) {
        fail_msg("%d: %s", error.line, error.message);
    }
    hob_buf_done(&lua);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_member__is_in_both),
        cmocka_unit_test(types__are_those_of_the_table),
        cmocka_unit_test(lua_file__compiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
