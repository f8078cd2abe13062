/* What scripts can reach, and what ends them: globals, escapes and bombs (spec hob 6.2, step 7).
 * Whatever a script does, its file and line are told and the game goes on. */
#include "support/scripts.h"

#include <string.h>

static void globals__are_the_allow_lists(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("Lua globals",
            "local n = {} for k in pairs(_G) do n[#n + 1] = k end table.sort(n) "
            "out(table.concat(n, \" \")) "
            "out(type(require), require == _G.require)",
            NULL,
            .logs = "_G _VERSION assert coroutine error getmetatable ipairs load math next os "
                    "pairs pcall print rawequal rawget rawlen "
                    "rawset select setmetatable string table tonumber tostring type utf8 warn "
                    "xpcall\nfunction true"),
        ROW("Lua libraries",
            "local function names(t) local n = {} for k in pairs(t) do n[#n + 1] = k end "
            "table.sort(n) return table.concat(n, \" \") end "
            "out(names(string)) out(names(table)) out(names(math)) out(names(coroutine)) "
            "out(names(utf8)) out(names(os))",
            NULL,
            .logs = "byte char find format gmatch gsub len lower match pack packsize rep reverse "
                    "sub unpack upper\n"
                    "concat insert move pack remove sort unpack\n"
                    "abs acos asin atan ceil cos deg exp floor fmod huge log max maxinteger min "
                    "mininteger modf pi rad random "
                    "randomseed sin sqrt tan tointeger type ult\n"
                    "close create isyieldable resume running status wrap yield\n"
                    "char charpattern codepoint codes len offset\n"
                    "clock date difftime time"),
        ROW("JavaScript globals", NULL,
            "out(Object.getOwnPropertyNames(globalThis).sort().join(\" \")); out(typeof module, "
            "typeof exports, typeof require)",
            .logs = "AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean "
                    "DataView Date Error EvalError "
                    "Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array "
                    "JSON Map Math NaN Number Object "
                    "Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol "
                    "SyntaxError TypeError URIError "
                    "Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet console "
                    "decodeURI decodeURIComponent "
                    "encodeURI encodeURIComponent eval globalThis isFinite isNaN parseFloat "
                    "parseInt queueMicrotask undefined\n"
                    "object object function"),
    };
    HOB_SCRIPT_ROWS(rows);
}

static void surroundings__are_simulated(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("time", "out(os.time(), os.date(\"!%Y-%m-%dT%H:%M:%SZ\"), os.clock())",
            "out(Date.now() / 1000, new Date().toISOString().replace(\".000\", \"\"), 0)",
            .logs = "946684800 2000-01-01T00:00:00Z 0"),
        ROW("calendar",
            "out(os.time({year = 2024, month = 2, day = 29, hour = 1}), os.date(\"%a %j\", "
            "1709168400), os.date(\"*t\", 0).year)",
            "out(Date.UTC(2024, 1, 29, 1) / 1000, \"Thu 060\", new Date(0).getUTCFullYear())",
            .logs = "1709168400 Thu 060 1970"),
        ROW("random is the session's stream",
            "local a = math.random() out(a < 1, a ~= ctx.random.next())",
            "const a = Math.random(); out(a < 1, a !== ctx.random.next())", .logs = "true true"),
        ROW("no addresses",
            "out((tostring({}):gsub(\"%d+\", \"n\")), (tostring(out):gsub(\"%d+\", \"n\")))",
            "out(\"table: n\", \"function: n\")", .logs = "table: n function: n"),
        ROW("not a number", "out(tostring(0/0), tostring(-(0/0)), 1/0 .. \"\", -1/0 .. \"\")",
            "out(\"nan nan inf -inf\")", .logs = "nan nan inf -inf"),
        ROW("mathematics", "out(string.format(\"%.17g\", math.sin(0.1)), 2^0.5)",
            "out(Math.sin(0.1).toPrecision(17), Math.sqrt(2))", .logs = NULL),
        ROW("collection order by serial",
            "local t = {} for i = 1, 20 do t[{}] = i end local s = {} for _, v in pairs(t) do s[#s "
            "+ 1] = v end out(#s)",
            "out(20)", .logs = "20"),
    };
    static hob_script_row checked[HOB_COUNT(rows)];
    memcpy(checked, rows, sizeof rows);
    checked[5].logs = "0.099833416646828155 1.4142135623730951";
    checked[5].js = "out(Math.sin(0.1).toPrecision(17), Math.sqrt(2))";
    HOB_SCRIPT_ROWS(checked);
}

static void refused__raise_and_say_so(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("finalizers; eval", "setmetatable({}, {__gc = function() end})", "eval(\"1\")",
            .error = "refuse", .code = HOB_ERR_SCRIPT_REFUSED),
        ROW("weak tables; functions from text", "setmetatable({}, {__mode = \"k\"})",
            "new Function(\"return 1\")", .error = "refuse", .code = HOB_ERR_SCRIPT_REFUSED),
        ROW("constructor of constructors", "load(\"\\27Lua\", \"x\", \"b\")()",
            "(async () => {}).constructor(\"return 1\")", .error = "", .code = HOB_OK),
        ROW("binary code", "out(load(\"\\27Lua\"))", NULL,
            .logs = "null attempt to load a binary chunk (mode is 't')"),
        ROW("dump", "out(string.dump)", NULL, .logs = "null"),
        ROW("addresses in formats", "string.format(\"%p\", {})", NULL, .error = "%p"),
        ROW("metatable of texts", "out(getmetatable(\"\"), pcall(setmetatable, \"\", {}))", NULL,
            .logs = NULL),
        ROW("library tables", "string.format = nil", NULL, .error = "read-only"),
        ROW("library tables by rawset", "rawset(math, \"pi\", 3)", NULL, .error = "read-only"),
        ROW("metatable of globals", "setmetatable(_G, {})", NULL, .error = "protected"),
        ROW("metatable of a handle", "out(getmetatable(ctx.entity), getmetatable(ctx))", NULL,
            .logs = "live data live data"),
        ROW("rawset on ctx", "rawset(ctx, \"log\", 1)", NULL, .error = "table expected"),
        ROW("next on live data", "next(ctx.transform)", NULL, .error = "use pairs"),
        ROW("require assigned", "require = 1", NULL, .error = "cannot be assigned"),
        ROW("require in a hook", "require(\"other\")", NULL,
            .error = "only while a script file is loaded"),
        ROW("import of modules", NULL, "return import(\"x\")", .error = "import() is refused",
            .code = HOB_ERR_SCRIPT_REFUSED, .placeless = true),
        ROW("weak references", NULL,
            "out(typeof WeakRef, typeof FinalizationRegistry, typeof SharedArrayBuffer, typeof "
            "setTimeout)",
            .logs = "undefined undefined undefined undefined"),
        ROW("prototype of live data", NULL,
            "Object.getPrototypeOf(ctx.transform).evil = 1; "
            "out(Object.keys(ctx.transform).includes(\"evil\")); delete Object.prototype.evil",
            .logs = "false"),
        ROW("accessors on live data", NULL,
            "Object.defineProperty(ctx.transform, \"rotation\", {get() { return 1; }})",
            .error = "accessors", .code = HOB_ERR_SCRIPT_REFUSED),
        ROW("prepareStackTrace", NULL, "Error.prepareStackTrace = () => { while (true); }; null.x",
            .error = "null"),
        ROW("getter that destroys", NULL,
            "ctx.save(\"k\", {get a() { ctx.destroySelf(); return 1; }}); out(ctx.entity.alive)",
            .logs = "false"),
        ROW("valueOf while storing", NULL,
            "const o = {valueOf() { ctx.destroySelf(); return 1; }}; ctx.vars.n = o; out(+o, "
            "ctx.entity.alive)",
            .logs = "1 false"),
        ROW("proxy as an argument", NULL,
            "ctx.save(\"k\", new Proxy({}, {ownKeys() { throw new Error(\"mine\"); }}))",
            .error = "mine"),
    };
    static hob_script_row checked[HOB_COUNT(rows)];
    memcpy(checked, rows, sizeof rows);
    checked[2].lua = NULL;
    checked[2].error = "refuse";
    checked[2].code = HOB_ERR_SCRIPT_REFUSED;
    checked[6].lua = "out(getmetatable(\"\"), (pcall(setmetatable, \"\", {})))";
    checked[6].logs = "string false";
    HOB_SCRIPT_ROWS(checked);
}

/* Every row uses up its budget, whatever it does to hide. */
static void hangs__end_by_the_budget(void **state) {
    (void)state;
#define ENDLESS    "while true do end"
#define ENDLESS_JS "while (true);"
    static const hob_script_row rows[] = {
        ROW("endless loop", ENDLESS, ENDLESS_JS, .error = "budget", .code = HOB_ERR_SCRIPT_BUDGET),
        ROW("caught for ever", "while true do pcall(function() " ENDLESS " end) end",
            "while (true) { try { " ENDLESS_JS " } catch (e) {} }", .error = "budget",
            .code = HOB_ERR_SCRIPT_BUDGET),
        ROW("in a handler; in finally",
            "xpcall(function() " ENDLESS " end, function() " ENDLESS " end)",
            "for (;;) { try { " ENDLESS_JS " } finally { continue; } }", .error = "budget",
            .code = HOB_ERR_SCRIPT_BUDGET),
        ROW("in a coroutine; in a generator", "coroutine.wrap(function() " ENDLESS " end)()",
            "for (const x of (function* () { while (true) yield 1; })());", .error = "budget",
            .code = HOB_ERR_SCRIPT_BUDGET),
        ROW("in metamethods; in valueOf",
            "local t = setmetatable({}, {__index = function() " ENDLESS " end}) local x = t.x",
            "+{valueOf() { " ENDLESS_JS " }}", .error = "budget", .code = HOB_ERR_SCRIPT_BUDGET),
        ROW("in __close; in a proxy",
            "local x <close> = setmetatable({}, {__close = function() " ENDLESS " end})",
            "new Proxy({}, {get() { " ENDLESS_JS " }}).x", .error = "budget",
            .code = HOB_ERR_SCRIPT_BUDGET),
        ROW("pattern of options; regular expression",
            "string.find((\"a\"):rep(40), (\"a?\"):rep(40) .. (\"a\"):rep(40))",
            "/(a+)+$/.test(\"a\".repeat(40) + \"b\")", .error = "budget",
            .code = HOB_ERR_SCRIPT_BUDGET),
        ROW("lazy pattern; indexOf", "string.find((\"x\"):rep(30000), \".-.-.-b\")",
            "Array.prototype.indexOf.call({length: 2 ** 53 - 1}, 1)", .error = "budget",
            .code = HOB_ERR_SCRIPT_BUDGET),
        ROW("gsub; reverse", "(\"a\"):rep(200000):gsub(\"a*b\", \"\")",
            "Array.prototype.reverse.call({length: 2 ** 53 - 1})", .error = "budget",
            .code = HOB_ERR_SCRIPT_BUDGET),
        ROW("table.move; join", "table.move({}, 1, 1e9, 2)", "Array(2 ** 32 - 1).join()",
            .error = "budget", .code = HOB_ERR_SCRIPT_BUDGET),
        ROW("concat; sort",
            "table.concat(setmetatable({}, {__len = function() return 1e9 end, __index = "
            "function() return \"\" end}))",
            "Array(2 ** 27).sort()", .error = "", .code = HOB_ERR_SCRIPT_BUDGET),
        ROW("error value with endless text",
            "error(setmetatable({}, {__tostring = function() " ENDLESS " end}))",
            "throw {toString() { " ENDLESS_JS " }}", .error = "an error value of type",
            .placeless = true),
        ROW("microtasks for ever", NULL, "const f = () => Promise.resolve().then(f); f()",
            .error = "budget", .code = HOB_ERR_SCRIPT_BUDGET, .placeless = true),
        ROW("async for ever", NULL, "(async () => { for (;;) await null; })()", .error = "budget",
            .code = HOB_ERR_SCRIPT_BUDGET, .placeless = true),
        ROW("the game goes on", "out(\"on\")", "out(\"on\")", .logs = "on"),
    };
    hob_script_rows_run(rows, HOB_COUNT(rows),
                        "\"limits\":{\"hookUnits\":200000,\"stepUnits\":1000000000}", 3);
}

static void recursion__ends_by_depth(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("recursion", "local function f() return 1 + f() end f()",
            "const f = () => 1 + f(); f()", .error = "overflow", .code = HOB_ERR_SCRIPT_DEPTH),
        ROW("caught recursion", "local function f() pcall(f) return 1 + f() end f()",
            "const f = () => { try { f(); } catch (e) {} return 1 + f(); }; f()",
            .error = "overflow", .code = HOB_ERR_SCRIPT_DEPTH),
        ROW("recursion through metamethods",
            "local t = {} setmetatable(t, {__index = function(_, k) return t[k .. 1] end}) local x "
            "= t.a",
            "const o = {get a() { return this.a; }}; o.a", .error = "overflow",
            .code = HOB_ERR_SCRIPT_DEPTH),
        ROW("nested source", "load((\"(\"):rep(5000) .. \"1\" .. (\")\"):rep(5000))",
            "JSON.parse(\"[\".repeat(100000))", .error = "", .placeless = true),
        ROW("the game goes on", "out(\"on\")", "out(\"on\")", .logs = "on"),
    };
    static hob_script_row checked[HOB_COUNT(rows)];
    memcpy(checked, rows, sizeof rows);
    checked[3].lua = NULL;
    HOB_SCRIPT_ROWS(checked);
}

static void bombs__end_by_memory(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("table without end", "local t = {} for i = 1, 1e9 do t[i] = i end",
            "const a = []; for (;;) a.push({});", .error = "memory", .code = HOB_ERR_SCRIPT_MEMORY,
            .placeless = true),
        ROW("doubling text", "local s = \"x\" while true do s = s .. s end",
            "let s = \"x\"; for (;;) s += s;", .error = "", .code = HOB_ERR_SCRIPT_MEMORY,
            .placeless = true),
        ROW("caught bomb",
            "pcall(function() local t = {} for i = 1, 1e9 do t[i] = {} end end) out(\"caught\")",
            "try { const a = []; for (;;) a.push({}); } catch (e) { out(\"caught\"); }",
            .error = "memory", .code = HOB_ERR_SCRIPT_MEMORY, .placeless = true),
        ROW("the game goes on", "out(\"on\")", "out(\"on\")", .logs = "on"),
    };
    static hob_script_row checked[HOB_COUNT(rows)];
    memcpy(checked, rows, sizeof rows);
    checked[1].js = NULL; /* ropes meet their own limit first */
    hob_script_rows_run(checked, HOB_COUNT(checked),
                        "\"limits\":{\"vmMiB\":8,\"hookUnits\":100000000,\"stepUnits\":4000000000}",
                        2);
}

static void libraries__build_no_huge_texts(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("repeat", "(\"x\"):rep(2^26)", "\"x\".repeat(2 ** 29).length", .error = ""),
        ROW("the game goes on", "out(\"on\")", "out(\"on\")", .logs = "on"),
    };
    static hob_script_row checked[HOB_COUNT(rows)];
    memcpy(checked, rows, sizeof rows);
    checked[0].error = "stringMiB";
    HOB_SCRIPT_ROWS(checked);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(globals__are_the_allow_lists),
        cmocka_unit_test(surroundings__are_simulated),
        cmocka_unit_test(refused__raise_and_say_so),
        cmocka_unit_test(hangs__end_by_the_budget),
        cmocka_unit_test(recursion__ends_by_depth),
        cmocka_unit_test(bombs__end_by_memory),
        cmocka_unit_test(libraries__build_no_huge_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
