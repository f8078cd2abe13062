/* What both script machines compute, and in how many units. Every line must be the same everywhere:
 * it covers number text, mathematics, orders of traversal, sorting, patterns and the budget itself.
 */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <quickjs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const lua_sources[] = {
    ("local t, out = {}, {} "
     "for i = 1, 300 do t[({{}, function() return i end, coroutine.create(print), 'k' .. i, i * "
     "0.37})[i % 5 + 1]] = i end "
     "for _, f in ipairs({print, pcall, string.find, math.sin}) do t[f] = -1 end "
     "for k, v in pairs(t) do out[#out + 1] = v end return table.concat(out, ' ')"),
    "local out = {} for k in pairs(_G) do out[#out + 1] = k end return table.concat(out, ' ')",
    ("local s = 0 for i = 1, 5000 do local x = i * 0.618033988749 "
     "s = s + math.sin(x) * math.cos(x * x) + math.exp(-x / 999) - math.log(x + 1) ^ 1.5 + "
     "math.atan(x, 3) + (x % 0.7) end "
     "return string.format('%.17g %a', s, s)"),
    ("local out = {} for _, n in ipairs({0, -0.0, 1/3, 1e15, 1e16, 123456789012345678, 5e-324, "
     "1.7976931348623157e308, "
     "0/0, -(0/0), 1/0, -1/0, 2^53, 2^63, -2^63, 3.0}) do out[#out + 1] = tostring(n) end return "
     "table.concat(out, ' ')"),
    ("local t = {} for i = 1, 999 do t[i] = (i * 7919 % 1009) .. 'x' end table.sort(t) "
     "local h = 0 for i, v in ipairs(t) do for c in v:gmatch('.') do h = (h * 31 + c:byte()) % "
     "2147483647 end end return h"),
    ("local h = 7 local t = {} for i = 1, 600 do t[i] = (i * 7919) % 601 end "
     "pcall(table.sort, t, function(a, b) h = (h * 31 + a * 7 + b) % 1000003 return (a * b + h) % "
     "3 "
     "== 0 end) return h"),
    "return (('the quick brown fox'):rep(50):gsub('(%w+) (%w+)', '%2 %1'))",
    "local d = 0 local function f() d = d + 1 return 1 + f() end pcall(f) return d",
    ("local s = {} for i = 1, 200 do s[i] = string.pack('<djz', i / 3, i, 'n' .. i) end "
     "local h = 0 for _, p in ipairs(s) do for i = 1, #p do h = (h * 33 + p:byte(i)) % 4294967291 "
     "end end return h"),
    ("return tostring({}) .. tostring(print) .. tostring(function() end) .. "
     "tostring(coroutine.create(print))"),
};

static const char *const js_sources[] = {
    ("var m = new Map(), out = []; "
     "for (let i = 0; i < 300; i++) m.set([{}, () => i, Symbol(), 'k' + i, i * 0.37][i % 5], i); "
     "for (let [k, v] of m) out.push(v); out.join(' ')"),
    "Object.getOwnPropertyNames(globalThis).join(' ')",
    ("var s = 0; for (let i = 1; i <= 5000; i++) { let x = i * 0.618033988749; "
     "s += Math.sin(x) * Math.cos(x * x) + Math.exp(-x / 999) - Math.log(x + 1) ** 1.5 + "
     "Math.atan2(x, 3) + x % 0.7 "
     "+ Math.cbrt(x) + Math.hypot(x, 1, 2) + Math.tanh(x / 1e4) + Math.log1p(x) } s"),
    ("[0, -0, 1/3, 1e15, 1e21, 123456789012345678, 5e-324, 1.7976931348623157e308, NaN, 1/0, -1/0, "
     "2**53].map(String).join(' ')"),
    "var a = []; for (let i = 0; i < 999; i++) a.push(i * 7919 % 1009 + 'x'); a.sort().join('')",
    ("var h = 7, a = []; for (let i = 0; i < 600; i++) a.push(i * 7919 % 601); "
     "a.sort((x, y) => { h = (h * 31 + x * 7 + y) % 1000003; return (x * y + h) % 3 - 1 }); h + ' "
     "' "
     "+ a.join()"),
    "'the quick brown fox '.repeat(50).replace(/(\\w+) (\\w+)/g, '$2 $1')",
    ("var d = 0; function f() { d++; f() } var g = () => { f() }; [1, 2].map(x => (x * "
     "0.1).toFixed(20)).join()"),
    ("JSON.stringify(JSON.parse('{\"b\":[1,2.5,1e300],\"a\":{\"z\":null,\"y\":\"\\\\u00e4\"}}'), "
     "null, 1)"),
    "[...new Uint8Array(new Float64Array([NaN, -(0/0), 1/3, Math.PI]).buffer)].join()",
    "(3n ** 500n).toString() + (7n ** 300n / 3n ** 100n)",
    "[new Date().toISOString(), Math.random(), new Date(2020, 1, 29, 12).toString()].join()",
};

static void run_lua(const char *source) {
    lua_State *state = luaL_newstate();
    if (state == NULL) {
        exit(1);
    }
    luaL_requiref(state, LUA_GNAME, luaopen_base, 1);
    luaL_requiref(state, LUA_TABLIBNAME, luaopen_table, 1);
    luaL_requiref(state, LUA_STRLIBNAME, luaopen_string, 1);
    luaL_requiref(state, LUA_MATHLIBNAME, luaopen_math, 1);
    luaL_requiref(state, LUA_COLIBNAME, luaopen_coroutine, 1);
    lua_settop(state, 0);
    lua_hobsetunits(state, 10000000);
    if (luaL_loadbufferx(state, source, strlen(source), "=probe", "t") == LUA_OK) {
        (void)lua_pcall(state, 0, 1, 0);
    }
    long long left = lua_hobunits(state);
    int fault = lua_hobfault(state);
    lua_hobsetunits(state, LUA_HOBUNLIMITED);
    printf("lua %lld %d %s\n", left, fault, luaL_tolstring(state, -1, NULL));
    lua_close(state);
}

static void run_js(const char *source) {
    JSRuntime *runtime = JS_NewRuntime();
    JSContext *context = JS_NewContextRaw(runtime);
    if (context == NULL) {
        exit(1);
    }
    JS_AddIntrinsicBaseObjects(context);
    JS_AddIntrinsicDate(context);
    JS_AddIntrinsicEval(context);
    JS_AddIntrinsicRegExpCompiler(context);
    JS_AddIntrinsicRegExp(context);
    JS_AddIntrinsicJSON(context);
    JS_AddIntrinsicMapSet(context);
    JS_AddIntrinsicTypedArrays(context);
    JS_HobSetUnits(runtime, 10000000);
    JSValue value = JS_Eval(context, source, strlen(source), "probe", JS_EVAL_TYPE_GLOBAL);
    long long left = JS_HobGetUnits(runtime);
    int fault = JS_HobFault(runtime);
    JS_HobSetUnits(runtime, JS_HOB_UNLIMITED);
    if (JS_IsException(value)) {
        value = JS_GetException(context);
    }
    const char *text = JS_ToCString(context, value);
    printf("js %lld %d %s\n", left, fault, text);
    JS_FreeCString(context, text);
    JS_FreeValue(context, value);
    JS_FreeContext(context);
    JS_FreeRuntime(runtime);
}

int main(void) {
    for (size_t i = 0; i < sizeof lua_sources / sizeof lua_sources[0]; i++) {
        run_lua(lua_sources[i]);
    }
    for (size_t i = 0; i < sizeof js_sources / sizeof js_sources[0]; i++) {
        run_js(js_sources[i]);
    }
    return 0;
}
