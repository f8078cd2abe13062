/* Proves the changes that third_party/patches/lua makes: what a script cannot escape, and what does
 * not differ from run to run. The host's own rules (globals, metatables, xpcall) are tested with
 * the script floor. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

/* An allocator with a limit, whose blocks lie at other addresses for another `shift`. */
typedef struct lab {
    size_t used, limit, shift;
} lab;

static void *lab_resize(void *user, void *block, size_t old_size, size_t new_size) {
    lab *l = user;
    if (block == NULL) {
        old_size = 0; /* Lua passes the kind of object here */
    }
    if (new_size > old_size && l->used + (new_size - old_size) > l->limit) {
        return NULL;
    }
    char *fresh = NULL;
    if (new_size > 0) {
        /* The odd factor spreads the blocks, so their order differs from shift to shift. */
        size_t lead = (l->shift * (new_size % 7 + 1) * 16) % 4096;
        fresh = malloc(new_size + lead + 16);
        if (fresh == NULL) {
            return NULL;
        }
        memcpy(fresh + lead, &lead, sizeof lead);
        fresh += lead + 16;
        if (block != NULL) {
            memcpy(fresh, block, old_size < new_size ? old_size : new_size);
        }
    }
    if (block != NULL) {
        size_t lead;
        memcpy(&lead, (char *)block - 16, sizeof lead);
        free((char *)block - 16 - lead);
    }
    l->used = l->used + new_size - old_size;
    return fresh;
}

static lua_State *open_state(lab *l, size_t shift) {
    *l = (lab){.limit = (size_t)64 << 20, .shift = shift};
    lua_State *state = lua_newstate(lab_resize, l);
    assert_non_null(state);
    luaL_requiref(state, LUA_GNAME, luaopen_base, 1);
    luaL_requiref(state, LUA_TABLIBNAME, luaopen_table, 1);
    luaL_requiref(state, LUA_STRLIBNAME, luaopen_string, 1);
    luaL_requiref(state, LUA_MATHLIBNAME, luaopen_math, 1);
    luaL_requiref(state, LUA_UTF8LIBNAME, luaopen_utf8, 1);
    luaL_requiref(state, LUA_COLIBNAME, luaopen_coroutine, 1);
    lua_settop(state, 0);
    return state;
}

/* Runs a chunk under a budget. Returns Lua's status; the result or error is on the stack. */
static int run(lua_State *state, const char *source, long long units) {
    lua_settop(state, 0);
    assert_int_equal(luaL_loadbufferx(state, source, strlen(source), "=chunk", "t"), LUA_OK);
    lua_hobsetunits(state, units);
    return lua_pcall(state, 0, 1, 0);
}

static void assert_result(const char *source, const char *expected) {
    lab l;
    lua_State *state = open_state(&l, 1);
    int status = run(state, source, 10000000);
    const char *text = luaL_tolstring(state, -1, NULL);
    assert_string_equal(text, expected);
    assert_int_equal(status, LUA_OK);
    lua_close(state);
}

static void assert_stopped(const char *source, int fault, const char *message) {
    lab l;
    lua_State *state = open_state(&l, 1);
    assert_int_not_equal(run(state, source, 1000000), LUA_OK);
    assert_int_equal(lua_hobfault(state), fault);
    assert_string_equal(lua_hobfaultmessage(state), message);
    assert_int_equal(lua_hobunits(state), 0);
    /* A new budget makes the state usable again. */
    assert_int_equal(run(state, "return 1 + 1", 1000), LUA_OK);
    assert_int_equal(lua_tointeger(state, -1), 2);
    assert_int_equal(lua_hobfault(state), LUA_HOBNONE);
    lua_close(state);
}

static void assert_out_of_units(const char *source) {
    assert_stopped(source, LUA_HOBUNITS, "chunk:1: budget of units used up");
}

/* Units that a chunk needs. */
static long long cost(const char *source) {
    lab l;
    lua_State *state = open_state(&l, 1);
    assert_int_equal(run(state, source, 1000000), LUA_OK);
    long long used = 1000000 - lua_hobunits(state);
    lua_close(state);
    return used;
}

static void used_up_budget__cannot_be_swallowed(void **state) {
    (void)state;
    assert_out_of_units("while true do end");
    assert_out_of_units("while true do pcall(function() while true do end end) end");
    assert_out_of_units("local function f() while true do end end xpcall(f, f)");
    assert_out_of_units(
        "local co = coroutine.wrap(function() while true do end end) while true do pcall(co) end");
    assert_out_of_units(
        "while true do coroutine.resume(coroutine.create(function() while true do end end)) end");
    assert_out_of_units("local t = setmetatable({}, {__close = function() while true do end end}) "
                        "while true do pcall(function() local x <close> = t end) end");
    assert_out_of_units("local t = setmetatable({}, {__index = function() while true do end end}) "
                        "while true do pcall(function() return t[1] end) end");
    assert_out_of_units("goto a ::a:: goto a");
}

static void native_loops__are_stopped(void **state) {
    (void)state;
    assert_out_of_units("string.find(('a'):rep(40), ('a?'):rep(40)..('a'):rep(40))");
    assert_out_of_units("string.find(('a'):rep(30000), '.-.-.-b')");
    assert_out_of_units("string.gsub(('a'):rep(200000), 'a*b', '')");
    assert_out_of_units("for _ in string.gmatch(('a'):rep(30000), '.-.-.-b') do end");
    assert_out_of_units("while true do string.match(('('):rep(30000), '%b()') end");
    assert_out_of_units("string.find(('a'):rep(1000000), ('a'):rep(500000)..'b', 1, true)");
    assert_out_of_units("string.find(('a'):rep(100000), '['..('b'):rep(100000)..']')");
    assert_out_of_units("string.rep('', 1000000000)");
    assert_out_of_units("table.move({}, 1, 1000000000, 2)");
    assert_out_of_units("table.move({}, 1, math.maxinteger - 1, 2)");
    assert_out_of_units("table.concat(setmetatable({}, {__len = function() return 1 << 40 end, "
                        "__index = function() return '' end}))");
    assert_out_of_units(
        "table.insert(setmetatable({}, {__len = function() return 1 << 40 end}), 1, 1)");
    assert_out_of_units(
        "table.remove(setmetatable({}, {__len = function() return 1 << 40 end}), 1)");
    assert_out_of_units("table.sort(setmetatable({}, {__len = function() return 1 << 30 end, "
                        "__index = function() return 1 end, __newindex = function() end}))");
    assert_out_of_units("while true do load(('a = 1 '):rep(1000)) end");
    assert_out_of_units("local s = ('x'):rep(1 << 20) while true do local t = s .. 'y' end");
    assert_out_of_units("local s = ('x'):rep(1 << 20) while true do s:upper() end");
    assert_out_of_units(
        "local a, b = ('x'):rep(1 << 20), ('x'):rep(1 << 20) while true do local c = a == b end");
    assert_out_of_units("local a, b = ('x'):rep(1 << 20), ('x'):rep(1 << 20) local t = {[a] = 1} "
                        "while true do local c = t[b] end");
    assert_out_of_units(
        "local t = {} for i = 1, 4096 do t[-i] = 1 end for i = 1, 4095 do t[-i] = nil end "
        "while true do next(t) end");
    assert_out_of_units("while true do utf8.len(('x'):rep(1000)) end");
}

static void work_behind_a_builtin__counts_by_its_size(void **state) {
    (void)state;
    long long one = cost("local s = ('x'):rep(16000) return s:upper()");
    long long two = cost("local s = ('x'):rep(32000) return s:upper()");
    assert_int_equal(two - one, 16000 + 16000 / 16 * 2); /* rep: elements and bytes; upper: bytes */
    assert_int_equal(cost("return table.move({}, 1, 2000, 2)") -
                         cost("return table.move({}, 1, 1000, 2)"),
                     1000);
}

static void loop_of_n_rounds__costs_n_instructions(void **state) {
    (void)state;
    assert_int_equal(cost("for i = 1, 2000 do end") - cost("for i = 1, 1000 do end"), 1000);
    assert_int_equal(cost("for i = 1, 1000 do end"), cost("for i = 1, 1000 do end"));
}

static void budget__is_exact_to_the_unit(void **state) {
    (void)state;
    const char *source = "local n = 0 for i = 1, 100 do n = n + #('x'):rep(i) end return n";
    long long need = cost(source);
    lab l;
    lua_State *lua = open_state(&l, 1);
    assert_int_equal(run(lua, source, need), LUA_OK);
    assert_int_equal(lua_hobunits(lua), 0);
    assert_int_equal(run(lua, source, need - 1), LUA_ERRRUN);
    assert_int_equal(lua_hobfault(lua), LUA_HOBUNITS);
    lua_close(lua);
}

static void deep_recursion__is_a_fault_at_a_counted_depth(void **state) {
    (void)state;
    assert_stopped("local function f() return 1 + f() end while true do pcall(f) end", LUA_HOBDEPTH,
                   "chunk:1: stack overflow");
    assert_stopped("local function f() return pcall(f) end f()", LUA_HOBDEPTH,
                   "chunk:1: C stack overflow");
    assert_stopped("local function f(s) return (s:gsub('.', f)) end pcall(f, 'x')", LUA_HOBDEPTH,
                   "chunk:1: C stack overflow");
    assert_stopped("local t = setmetatable({}, {}) getmetatable(t).__index = function(_, k) return "
                   "t[k] end pcall(function() return t.x end)",
                   LUA_HOBDEPTH, "chunk:1: C stack overflow");
    /* The same depth wherever memory lies, and however the stack grew before. */
    const char *source = "depth = 0 local function f() depth = depth + 1 return 1 + f() end f()";
    int64_t depth[2];
    for (size_t i = 0; i < 2; i++) {
        lab l;
        lua_State *lua = open_state(&l, i * 5 + 1);
        if (i == 1) {
            assert_int_equal(run(lua, "return select('#', table.unpack({}, 1, 15000))", 1000000),
                             LUA_OK);
        }
        assert_int_not_equal(run(lua, source, 1000000), LUA_OK);
        lua_hobsetunits(lua, 1000);
        lua_getglobal(lua, "depth");
        depth[i] = lua_tointeger(lua, -1);
        lua_close(lua);
    }
    assert_int_equal(depth[0], depth[1]);
    assert_in_range((uintmax_t)depth[0], 1000, 20000);
}

static void memory_bomb__is_a_fault_and_closes_clean(void **state) {
    (void)state;
    const char *bombs[] = {
        "local t = {} while true do pcall(function() t[#t + 1] = ('x'):rep(1 << 16) .. #t end) end",
        "local s = 'x' while true do pcall(function() s = s .. s end) end",
        "pcall(string.rep, 'x', 1 << 27)",
    };
    for (size_t i = 0; i < sizeof bombs / sizeof bombs[0]; i++) {
        lab l;
        lua_State *lua = open_state(&l, 1);
        assert_int_not_equal(run(lua, bombs[i], 1000000000), LUA_OK);
        assert_int_equal(lua_hobfault(lua), LUA_HOBMEMORY);
        lua_close(lua);
        assert_int_equal(l.used, 0);
    }
}

/* What a chunk returns as text, with blocks at other addresses for each shift. */
static void assert_same_everywhere(const char *source) {
    char first[8192] = "";
    for (size_t shift = 1; shift < 6; shift++) {
        lab l;
        lua_State *lua = open_state(&l, shift);
        int status = run(lua, source, 10000000);
        const char *text = luaL_tolstring(lua, -1, NULL);
        if (status != LUA_OK) {
            fail_msg("%s", text);
        }
        assert_true(strlen(text) < sizeof first);
        if (shift == 1) {
            memcpy(first, text, strlen(text) + 1);
        }
        assert_string_equal(first, text);
        lua_close(lua);
    }
}

static void keys_that_are_objects__are_traversed_in_one_order(void **state) {
    (void)state;
    assert_same_everywhere(
        "local t, names, out = {}, {}, {} "
        "for i = 1, 100 do "
        "  local k = ({{}, function() return i end, coroutine.create(print), 'k' .. i})[i % 4 + 1] "
        "  t[k] = i end "
        "for i, f in ipairs({print, pcall, string.find, math.sin}) do t[f] = -i end "
        "for k, v in pairs(t) do out[#out + 1] = v end "
        "return table.concat(out, ' ')");
    assert_same_everywhere(
        "local out = {} for k in pairs(_G) do out[#out + 1] = k end return table.concat(out, ' ')");
    assert_same_everywhere("local out = {} for k in pairs(string) do out[#out + 1] = k end return "
                           "table.concat(out, ' ')");
}

static void sort_with_a_contradictory_order__asks_the_same_questions(void **state) {
    (void)state;
    assert_same_everywhere(
        "local t, h = {}, 7 for i = 1, 600 do t[i] = (i * 7919) % 601 end "
        "local ok, e = pcall(table.sort, t, function(a, b) h = (h * 31 + a * 7 + b) % 1000003 "
        "return (a * b + h) % 3 == 0 end) "
        "return h .. ' ' .. tostring(ok) .. ' ' .. tostring(e)");
}

static void text_of_objects__shows_kind_and_serial_only(void **state) {
    (void)state;
    assert_same_everywhere(
        "return table.concat({tostring({}), tostring(print), tostring(function() end), "
        "tostring(coroutine.create(print)), tostring(string.find), tostring(print)}, ' ')");
    assert_result(
        "return not tostring({}):find('0x') and tostring({}):match('^table: %d+$') ~= nil", "true");
    assert_result("return tostring(print):match('^function: builtin %d+$') ~= nil", "true");
    assert_result("return tostring({}) ~= tostring({}) and tostring(print) == tostring(print) "
                  "and tostring(print) ~= tostring(pcall)",
                  "true");
    assert_result("return select(2, pcall(string.format, '%p', {})):match('not available') ~= nil",
                  "true");
    assert_result("return select(2, pcall(error, {})) ~= nil", "true");
}

static void numbers_that_are_not_finite__have_one_text(void **state) {
    (void)state;
    assert_result("local n = 0/0 return tostring(n) .. ' ' .. tostring(-n) .. ' ' .. tostring(1/0) "
                  ".. ' ' .. -1/0",
                  "nan nan inf -inf");
    assert_result("return string.format('%f %g %.1f', -(0/0), 0/0, -1/0)", "nan nan -inf");
    assert_result("return string.pack('d', -(0/0)) == string.pack('d', 0/0) and "
                  "string.pack('<d', 0/0) == '\\0\\0\\0\\0\\0\\0\\xf8\\x7f'",
                  "true");
}

static void binary_sizes__are_those_of_a_64_bit_host(void **state) {
    (void)state;
    assert_result("return string.packsize('l') .. string.packsize('T') .. #string.pack('s', 'ab')",
                  "8810");
}

static void mathematics__is_not_the_c_librarys(void **state) {
    (void)state;
    /* Correctly rounded results; dmath's own test has the tables. */
    assert_result("return string.format('%.17g %.17g', math.exp(1), 2 ^ 0.5)",
                  "2.7182818284590451 1.4142135623730951");
    assert_result("return math.random(1000) == math.random(1000)", "false");
    assert_same_everywhere("return math.random(1000000) .. ' ' .. math.random()");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(used_up_budget__cannot_be_swallowed),
        cmocka_unit_test(native_loops__are_stopped),
        cmocka_unit_test(work_behind_a_builtin__counts_by_its_size),
        cmocka_unit_test(loop_of_n_rounds__costs_n_instructions),
        cmocka_unit_test(budget__is_exact_to_the_unit),
        cmocka_unit_test(deep_recursion__is_a_fault_at_a_counted_depth),
        cmocka_unit_test(memory_bomb__is_a_fault_and_closes_clean),
        cmocka_unit_test(keys_that_are_objects__are_traversed_in_one_order),
        cmocka_unit_test(sort_with_a_contradictory_order__asks_the_same_questions),
        cmocka_unit_test(text_of_objects__shows_kind_and_serial_only),
        cmocka_unit_test(numbers_that_are_not_finite__have_one_text),
        cmocka_unit_test(binary_sizes__are_those_of_a_64_bit_host),
        cmocka_unit_test(mathematics__is_not_the_c_librarys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
