/* Proves the changes that third_party/patches/quickjs makes: what a script cannot escape, and what
 * does not differ from run to run. The host's own rules (globals, Date, modules) are tested with
 * the script floor. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <quickjs.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An allocator with a limit, whose blocks lie at other addresses for another `shift`. Each block
 * knows its size. */
typedef struct lab {
    size_t used, limit, shift;
    JSRuntime *runtime;
    JSContext *context;
} lab;

typedef struct lab_head {
    size_t size, lead;
} lab_head;

static lab_head *head_of(void *block) {
    return (lab_head *)((char *)block - sizeof(lab_head));
}

static void *lab_malloc(JSMallocState *state, size_t size) {
    lab *l = state->opaque;
    if (l->used + size > l->limit) {
        return NULL;
    }
    size_t lead = (l->shift * (size % 7 + 1) * 16) % 4096;
    char *block = malloc(size + lead + sizeof(lab_head));
    if (block == NULL) {
        return NULL;
    }
    block += lead + sizeof(lab_head);
    *head_of(block) = (lab_head){.size = size, .lead = lead};
    l->used += size;
    state->malloc_size = l->used;
    return block;
}

static void lab_free(JSMallocState *state, void *block) {
    lab *l = state->opaque;
    if (block != NULL) {
        l->used -= head_of(block)->size;
        state->malloc_size = l->used;
        free((char *)head_of(block) - head_of(block)->lead);
    }
}

static void *lab_realloc(JSMallocState *state, void *block, size_t size) {
    if (block == NULL) {
        return size == 0 ? NULL : lab_malloc(state, size);
    }
    if (size == 0) {
        lab_free(state, block);
        return NULL;
    }
    void *fresh = lab_malloc(state, size);
    if (fresh != NULL) {
        size_t old = head_of(block)->size;
        memcpy(fresh, block, old < size ? old : size);
        lab_free(state, block);
    }
    return fresh;
}

static void lab_open(lab *l, size_t shift) {
    static const JSMallocFunctions functions = {
        .js_malloc = lab_malloc, .js_free = lab_free, .js_realloc = lab_realloc};
    *l = (lab){.limit = (size_t)64 << 20, .shift = shift};
    l->runtime = JS_NewRuntime2(&functions, l);
    assert_non_null(l->runtime);
    JS_SetMaxStackSize(l->runtime, (size_t)6 << 20);
    l->context = JS_NewContextRaw(l->runtime);
    assert_non_null(l->context);
    JS_AddIntrinsicBaseObjects(l->context);
    JS_AddIntrinsicEval(l->context); /* the host's own evaluation needs it */
    JS_AddIntrinsicRegExpCompiler(l->context);
    JS_AddIntrinsicRegExp(l->context);
    JS_AddIntrinsicStringNormalize(l->context);
    JS_AddIntrinsicDate(l->context);
    JS_AddIntrinsicJSON(l->context);
    JS_AddIntrinsicProxy(l->context);
    JS_AddIntrinsicMapSet(l->context);
    JS_AddIntrinsicTypedArrays(l->context);
    JS_AddIntrinsicPromise(l->context);
}

static void lab_close(lab *l) {
    JS_HobSetUnits(l->runtime, JS_HOB_UNLIMITED);
    JS_FreeContext(l->context);
    JS_FreeRuntime(l->runtime);
    assert_int_equal(l->used, 0);
}

/* Runs a script under a budget; true when it returned. Its value or exception is written as text.
 */
static bool run(lab *l, const char *source, int64_t units, char *text, size_t size) {
    JS_HobSetUnits(l->runtime, units);
    JSValue value = JS_Eval(l->context, source, strlen(source), "script.js", JS_EVAL_TYPE_GLOBAL);
    bool returned = !JS_IsException(value);
    if (!returned) {
        value = JS_GetException(l->context);
    }
    if (text != NULL && JS_HobFault(l->runtime) == JS_HOB_NONE) {
        const char *shown = JS_ToCString(l->context, value);
        assert_non_null(shown);
        assert_true(strlen(shown) < size);
        memcpy(text, shown, strlen(shown) + 1);
        JS_FreeCString(l->context, shown);
    }
    JS_FreeValue(l->context, value);
    return returned;
}

static void assert_result(const char *source, const char *expected) {
    lab l;
    char text[4096] = "";
    lab_open(&l, 1);
    bool returned = run(&l, source, 10000000, text, sizeof text);
    assert_string_equal(text, expected);
    assert_true(returned);
    lab_close(&l);
}

static void assert_stopped(const char *source, int fault, const char *message) {
    lab l;
    char text[64] = "";
    lab_open(&l, 1);
    if (run(&l, source, 1000000, text, sizeof text) || JS_HobFault(l.runtime) == JS_HOB_NONE) {
        fail_msg("not stopped: %s: %s", source, text);
    }
    assert_int_equal(JS_HobFault(l.runtime), fault);
    assert_string_equal(JS_HobFaultMessage(l.runtime), message);
    assert_int_equal(JS_HobGetUnits(l.runtime), 0);
    assert_false(JS_HobNativeOverflow(l.runtime));
    /* A new budget makes the runtime usable again. */
    assert_true(run(&l, "1 + 1", 1000, text, sizeof text));
    assert_string_equal(text, "2");
    assert_int_equal(JS_HobFault(l.runtime), JS_HOB_NONE);
    lab_close(&l);
}

static void assert_out_of_units(const char *source) {
    assert_stopped(source, JS_HOB_UNITS, "script.js:1: budget of units used up");
}

static int64_t cost(const char *source) {
    lab l;
    lab_open(&l, 1);
    assert_true(run(&l, source, 1000000, NULL, 0));
    int64_t used = 1000000 - JS_HobGetUnits(l.runtime);
    lab_close(&l);
    return used;
}

static void used_up_budget__cannot_be_caught(void **state) {
    (void)state;
    assert_out_of_units("for (;;) {}");
    assert_out_of_units("for (;;) { try { for (;;) {} } catch (e) {} }");
    assert_out_of_units("for (;;) { try { for (;;) {} } finally { continue } }");
    assert_out_of_units("(function f() { try { for (;;) {} } catch (e) { f() } })()");
    assert_out_of_units("+{valueOf() { for (;;) {} }}");
    assert_out_of_units("new Proxy({}, {get() { for (;;) {} }}).x");
    assert_out_of_units(
        "function* g() { try { for (;;) yield 1 } finally { for (;;) {} } } for (let x of g()) {}");
    assert_out_of_units("[1, 2].sort({}.x || (() => { for (;;) {} }))");
    assert_out_of_units("JSON.stringify({toJSON() { for (;;) {} }})");
    assert_out_of_units("Array.from({[Symbol.iterator]() { return {next() { return {} }} }})");
}

static void native_loops__are_stopped(void **state) {
    (void)state;
    const char *endless[] = {
        "Array.prototype.indexOf.call({length: 2**53-1}, 1)",
        "Array.prototype.includes.call({length: 2**53-1}, 1)",
        "Array.prototype.lastIndexOf.call({length: 2**53-1}, 1)",
        "Array.prototype.reverse.call({length: 2**53-1})",
        "Array.prototype.concat.call([], Object.assign([], {length: 2**32-1}))",
        "Array.prototype.forEach.call({length: 2**53-1}, () => 0)",
        "Array.prototype.reduce.call({length: 2**53-1}, () => 0)",
        "Array.prototype.find.call({length: 2**53-1}, Boolean)",
        "Array.prototype.copyWithin.call({length: 2**53-1}, 0, 1)",
        "Array.prototype.splice.call({length: 2**53-1}, 0, 1)",
        "Array.prototype.unshift.call({length: 2**53-2}, 1)",
        "Array.prototype.shift.call({length: 2**53-1})",
        "Array.prototype.flat.call({length: 2**53-1})",
        "new Array(2**32-1).join()",
        "new Array(2**25).toString()",
        "new Array(2**27).sort()",
        "new Array(2**32-1).fill(0)",
        "new Array(2**28).toSorted()",
        "new Array(2**28).with(0, 1)",
        "Array.from({length: 2**32-1})",
        "for (;;) 'a'.repeat(1 << 20)",
        "for (;;) 'a'.padStart(1 << 20)",
        "var s = 'a'.repeat(1 << 20); for (;;) s.indexOf('b')",
        "'a'.repeat(1 << 20).indexOf('a'.repeat(1 << 19) + 'b')",
        "'a'.repeat(1 << 20).includes('a'.repeat(1 << 19) + 'b')",
        "'a'.repeat(1 << 20).split('a'.repeat(1 << 19) + 'b').length; for (;;) ;",
        "var a = 'x'.repeat(1 << 20), b = 'x'.repeat(1 << 20); for (;;) a == b",
        "var m = new Map([['x'.repeat(1 << 20), 1]]), k = 'x'.repeat(1 << 20); for (;;) m.get(k)",
        "/(a*)*b/.test('a'.repeat(40))",
        "/(?:a|a|a?)+$/.exec('a'.repeat(60) + 'b')",
        "for (;;) /\\p{L}/u.test('')",
        "var t = new Float64Array(1 << 20); for (;;) t.indexOf(1)",
        "var t = new Uint8Array(1 << 20); for (;;) t.fill(1)",
        "var t = new Uint8Array(1 << 20); for (;;) t.slice()",
        "var t = new Float64Array(1 << 20); for (;;) t.sort()",
        "for (;;) new Uint8Array(1 << 20)",
        "var a = []; for (var i = 0; i < 1e5; i++) a.push(i); for (;;) a.indexOf(-1)",
        "var a = []; for (var i = 0; i < 1e5; i++) a.push(i); for (;;) a.slice()",
        "var a = []; for (var i = 0; i < 1e5; i++) a.push(i); for (;;) [...a]",
        "var a = []; for (var i = 0; i < 1e5; i++) a.push(i); for (;;) JSON.stringify(a)",
        "var o = {}; for (var i = 0; i < 1e5; i++) o['k' + i] = i; for (;;) Object.keys(o)",
        "var b = 1n << 500000n; for (;;) b * b",
        "var b = (1n << 1000000n) - 1n; for (;;) b.toString()",
        "var o = {}; for (var i = 0; i < 1e5; i++) o = Object.create(o); for (;;) o.x",
        "for (;;) JSON.parse('[' + '1,'.repeat(1000) + '1]')",
        "for (;;) 'e\\u0301'.repeat(1000).normalize()",
    };
    for (size_t i = 0; i < sizeof endless / sizeof endless[0]; i++) {
        assert_out_of_units(endless[i]);
    }
}

static void loop_of_n_rounds__costs_in_proportion(void **state) {
    (void)state;
    int64_t one = cost("for (var i = 0; i < 1000; i++) {}"),
            two = cost("for (var i = 0; i < 2000; i++) {}"),
            three = cost("for (var i = 0; i < 3000; i++) {}");
    assert_int_equal(two - one, three - two);
    assert_in_range((uintmax_t)(two - one), 1000, 3000);
    /* An element, and a step of the prototype chain that a missing one costs. */
    assert_int_equal(cost("Array.prototype.indexOf.call({length: 2000}, 1)") -
                         cost("Array.prototype.indexOf.call({length: 1000}, 1)"),
                     2000);
}

static void budget__is_exact_to_the_unit(void **state) {
    (void)state;
    const char *source =
        "var n = 0; for (var i = 0; i < 100; i++) n += 'x'.repeat(i * 9).split('').length; n";
    int64_t need = cost(source);
    lab l;
    lab_open(&l, 1);
    assert_true(run(&l, source, need, NULL, 0));
    assert_int_equal(JS_HobGetUnits(l.runtime), 0);
    assert_int_equal(JS_HobFault(l.runtime), JS_HOB_NONE);
    assert_false(run(&l, source, need - 1, NULL, 0));
    assert_int_equal(JS_HobFault(l.runtime), JS_HOB_UNITS);
    lab_close(&l);
}

static void deep_recursion__is_a_fault_at_a_counted_depth(void **state) {
    (void)state;
    const char *overflow = "script.js:1: stack overflow";
    assert_stopped("function f() { return 1 + f() } for (;;) { try { f() } catch (e) {} }",
                   JS_HOB_DEPTH, overflow);
    assert_stopped("function F() { new F() } new F()", JS_HOB_DEPTH, overflow);
    assert_stopped("var o = {get x() { return this.x }}; o.x", JS_HOB_DEPTH, overflow);
    assert_stopped("function f() { [1].map(f) } f()", JS_HOB_DEPTH, overflow);
    assert_stopped("var f = () => 1; for (var i = 0; i < 1000; i++) f = f.bind(); f()",
                   JS_HOB_DEPTH, overflow);
    assert_stopped("async function f() { await f() } f(); for (;;) {}", JS_HOB_DEPTH, overflow);
    assert_stopped("var a = []; a[0] = a; function g(x) { return x.toString() + g([x]) } g(1)",
                   JS_HOB_DEPTH, overflow);

    lab l;
    char text[64] = "";
    lab_open(&l, 1);
    JS_HobSetMaxDepth(l.runtime, 100);
    assert_true(run(&l, "var d = 0; function f(n) { d++; if (n > 1) f(n - 1) } f(99); d", 1000000,
                    text, sizeof text));
    assert_string_equal(text, "99");
    assert_false(run(&l, "f(100)", 1000000, NULL, 0));
    assert_int_equal(JS_HobFault(l.runtime), JS_HOB_DEPTH);
    lab_close(&l);
}

static void calls_with_many_variables__are_bounded_by_their_sum(void **state) {
    (void)state;
    /* Some hundred frames of a thousand variables each would need more C stack than there is. */
    assert_stopped("var v = []; for (var i = 0; i < 1000; i++) v.push('v' + i); "
                   "eval('function f() { var ' + v.join() + '; f() }'); f()",
                   JS_HOB_DEPTH, "<input>:1: stack overflow");
}

static void nesting_of_text__is_refused_by_count(void **state) {
    (void)state;
    const char *too_deep[] = {
        "var s = '('.repeat(100000) + '1' + ')'.repeat(100000); try { eval(s) } catch (e) { "
        "e.message }",
        "var s = '!'.repeat(100000) + '1'; try { eval(s) } catch (e) { e.message }",
        "var s = '{'.repeat(100000) + '}'.repeat(100000); try { eval(s) } catch (e) { e.message }",
        "var s = 'a=>'.repeat(100000) + '1'; try { eval(s) } catch (e) { e.message }",
        "var s = '['.repeat(100000); try { JSON.parse(s) } catch (e) { e.message }",
        "var s = '('.repeat(100000) + ')'.repeat(100000); try { new RegExp(s) } catch (e) { "
        "e.message }",
        "var a = []; for (var i = 0; i < 100000; i++) a = [a]; try { JSON.stringify(a) } catch (e) "
        "{ e.message }",
        "var a = []; for (var i = 0; i < 100000; i++) a = [a]; try { a.flat(Infinity) } catch (e) "
        "{ e.message }",
    };
    for (size_t i = 0; i < sizeof too_deep / sizeof too_deep[0]; i++) {
        assert_result(too_deep[i], "nested too deeply");
    }
    assert_result("JSON.stringify(JSON.parse('['.repeat(600) + ']'.repeat(600))).length", "1200");
    assert_result("eval('('.repeat(300) + '1' + ')'.repeat(300))", "1");
}

static void memory_bomb__is_a_fault_and_closes_clean(void **state) {
    (void)state;
    const char *bombs[] = {
        "var a = []; for (;;) { try { a.push(new Array(1000).fill(a.length)) } catch (e) {} }",
        ("var s = 'x'; for (;;) { try { s += s; s.charAt(0); s = s.toUpperCase() } catch (e) { s = "
         "'x'.repeat(1 << 26) } }"),
        "try { new ArrayBuffer(1 << 28) } catch (e) {}",
    };
    for (size_t i = 0; i < sizeof bombs / sizeof bombs[0]; i++) {
        lab l;
        lab_open(&l, 1);
        assert_false(run(&l, bombs[i], 1000000000, NULL, 0));
        assert_int_equal(JS_HobFault(l.runtime), JS_HOB_MEMORY);
        lab_close(&l);
    }
}

static void assert_same_everywhere(const char *source) {
    char first[8192] = "", text[8192] = "";
    for (size_t shift = 1; shift < 6; shift++) {
        lab l;
        lab_open(&l, shift);
        bool returned = run(&l, source, 10000000, text, sizeof text);
        int64_t left = JS_HobGetUnits(l.runtime);
        if (!returned) {
            fail_msg("%s", text);
        }
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, " [%lld]",
                 (long long)left); /* the same work, too */
        if (shift == 1) {
            memcpy(first, text, sizeof first);
        }
        assert_string_equal(first, text);
        lab_close(&l);
    }
}

static void order__does_not_depend_on_addresses(void **state) {
    (void)state;
    assert_same_everywhere(
        "var m = new Map(), out = []; "
        "for (let i = 0; i < 200; i++) m.set([{}, () => i, Symbol(), 'k' + i][i % 4], i); "
        "for (let [k, v] of m) out.push(v); out.join()");
    assert_same_everywhere("Object.getOwnPropertyNames(globalThis).join()");
    assert_same_everywhere("var o = {}; for (let i = 0; i < 99; i++) o['k' + i * 7919 % 99] = i; "
                           "delete o.k5; JSON.stringify(o)");
    assert_same_everywhere(
        "var h = 7, a = []; for (let i = 0; i < 600; i++) a.push(i * 7919 % 601); "
        "a.sort((x, y) => { h = (h * 31 + x * 7 + y) % 1000003; return (x * y + h) % 3 - 1 }); "
        "h + ' ' + a.join()");
}

static void text_of_objects__shows_no_address(void **state) {
    (void)state;
    assert_same_everywhere(
        "[{}, Math.sin, function f() {}, Symbol('s').toString(), new Map(), new Error('e').stack, "
        "(() => { try { null.x } catch (e) { return e.stack } })()].map(String).join()");
}

static void surroundings__are_not_seen(void **state) {
    (void)state;
    assert_same_everywhere("Math.random() + ' ' + Math.random()");
    lab l;
    char text[64] = "";
    lab_open(&l, 1);
    JS_HobSetNow(l.runtime, 86400000);
    assert_true(run(&l, "new Date().toString() + Date.now() + new Date(0).getTimezoneOffset()",
                    1000, text, sizeof text));
    assert_string_equal(text, "Fri Jan 02 1970 00:00:00 GMT+0000864000000");
    lab_close(&l);
}

static void numbers_that_are_not_numbers__have_one_pattern(void **state) {
    (void)state;
    assert_result(
        "var n = [0/0, -(0/0), Infinity - Infinity, NaN]; "
        "n.map(x => new Uint8Array(new Float64Array([x]).buffer).join()).join(';')",
        "0,0,0,0,0,0,248,127;0,0,0,0,0,0,248,127;0,0,0,0,0,0,248,127;0,0,0,0,0,0,248,127");
    assert_result("var v = new DataView(new ArrayBuffer(4)); v.setFloat32(0, -(0/0)); "
                  "v.getUint32(0).toString(16)",
                  "7fc00000");
    assert_result("new Uint32Array(new Float32Array(1).fill(-(0/0)).buffer)[0].toString(16)",
                  "7fc00000");
}

static void mathematics__is_not_the_c_librarys(void **state) {
    (void)state;
    /* Correctly rounded results; dmath's own test has the tables. */
    assert_result("Math.exp(1) + ' ' + 2 ** 0.5", "2.718281828459045 1.4142135623730951");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(used_up_budget__cannot_be_caught),
        cmocka_unit_test(native_loops__are_stopped),
        cmocka_unit_test(loop_of_n_rounds__costs_in_proportion),
        cmocka_unit_test(budget__is_exact_to_the_unit),
        cmocka_unit_test(deep_recursion__is_a_fault_at_a_counted_depth),
        cmocka_unit_test(calls_with_many_variables__are_bounded_by_their_sum),
        cmocka_unit_test(nesting_of_text__is_refused_by_count),
        cmocka_unit_test(memory_bomb__is_a_fault_and_closes_clean),
        cmocka_unit_test(order__does_not_depend_on_addresses),
        cmocka_unit_test(text_of_objects__shows_no_address),
        cmocka_unit_test(surroundings__are_not_seen),
        cmocka_unit_test(numbers_that_are_not_numbers__have_one_pattern),
        cmocka_unit_test(mathematics__is_not_the_c_librarys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
