/* Garbage from scripts, generated from the tables: into every field of every component and into
 * every function, alone and in pairs. Nothing may crash, no number that is not finite may stay, and
 * the game must be able to go on. */
#include "components/list.h"
#include "script/api.h"
#include "support/scripts.h"

#include <math.h>
#include <string.h>

static const char lua_garbage[] =
    "local function fn() return 1 end "
    "local garbage = {true, false, 0, -1, 1.5, -0.0, 1e300, -1e300, 2^53 + 1, 1/0, -1/0, 0/0, "
    "\"\", \"text\", \"#zzz\", (\"x\"):rep(300), \"a\\0b\", \"\\255\", {}, {1}, "
    "{{}}, {x = 1}, {x = \"a\", y = {}}, {1, nil, 3}, {[\"\"] = 1}, fn, ctx, ctx.entity, "
    "ctx.transform, ctx.transform.position, ctx.vars, "
    "coroutine.create(fn), setmetatable({}, {__index = fn})} local nothing = #garbage + 1 ";
static const char js_garbage[] =
    "const fn = () => 1, cycle = {}; cycle.c = cycle; "
    "const garbage = [true, false, 0, -1, 1.5, -0, 1e300, -1e300, 2 ** 53 + 1, Infinity, "
    "-Infinity, NaN, \"\", \"text\", \"#zzz\", \"x\".repeat(300), \"a\\0b\", \"\\ud800\", {}, "
    "[1], "
    "[{}], {x: 1}, {x: \"a\", y: {}}, [1, undefined, 3], {\"\": 1}, fn, ctx, ctx.entity, "
    "ctx.transform, ctx.transform.position, ctx.vars, "
    "Symbol(), 10n, cycle, new Proxy({}, {get() { throw 1; }}), new Date(0), /a/, new Map(), "
    "undefined, null]; ";

static const char *const field_scripts[2] = {
    "local wrote = 0 for _, type in ipairs(types) do local ok, c = pcall(ctx.entity.addComponent, "
    "type) if not ok then c = ctx.getComponent(type) end "
    "if c then local names = {} for k in pairs(c) do names[#names + 1] = k end for _, name in "
    "ipairs(names) do for i = 1, nothing do "
    "if pcall(function() c[name] = garbage[i] end) then wrote = wrote + 1 end "
    "pcall(function() for k in pairs(c[name]) do c[name][k] = garbage[i] end end) pcall(function() "
    "table.insert(c[name], garbage[i]) end) end end end end "
    "ctx.log(\"wrote\", wrote > 100)",
    "let wrote = 0; for (const type of types) { let c; try { c = ctx.entity.addComponent(type); } "
    "catch (e) { c = ctx.getComponent(type); } "
    "if (c) for (const name of Object.keys(c)) for (const g of garbage) { try { c[name] = g; "
    "wrote++; } catch (e) {} "
    "try { for (const k of Object.keys(c[name])) c[name][k] = g; } catch (e) {} try { "
    "c[name].push(g); } catch (e) {} try { c[name].length = g; } catch (e) {} } } "
    "ctx.log(\"wrote\", wrote > 100);"};

/* The whole script: garbage, the list of types, the body. */
static void make_script(hob_buf *text, int language, const char *body) {
    hob_buf_add_cstr(text, language == 0 ? "return { onStart = function(ctx) "
                                         : "export default { onStart(ctx) { ");
    hob_buf_add_cstr(text, language == 0 ? lua_garbage : js_garbage);
    hob_buf_add_cstr(text, language == 0 ? "local types = {" : "const types = [");
    for (size_t i = 0; hob_components[i] != NULL; i++) {
        hob_buf_format(text, "%s\"%s\"", i == 0 ? "" : ", ", hob_components[i]->name);
    }
    hob_buf_add_cstr(text, language == 0 ? "} " : "]; ");
    hob_buf_add_cstr(text, body);
    hob_buf_add_cstr(text, language == 0 ? " end }" : " } };");
}

static void check_finite(hob_value v, const char *type) {
    if (v.tag == HOB_TAG_NUMBER && !isfinite(v.as.number)) {
        fail_msg("%s holds a number that is not finite", type);
    }
    uint32_t count = v.tag == HOB_TAG_LIST  ? v.as.list->count
                     : v.tag == HOB_TAG_MAP ? v.as.map->count
                                            : 0;
    for (uint32_t i = 0; i < count; i++) {
        check_finite(v.tag == HOB_TAG_LIST ? v.as.list->items[i] : v.as.map->entries[i].value,
                     type);
    }
}

static void every_field__takes_only_what_fits(void **state) {
    (void)state;
    for (int language = 0; language < 2; language++) {
        hob_buf text;
        hob_test_game game;
        hob_buf_init(&text, hob_heap_allocator(), 1 << 20);
        make_script(&text, language, field_scripts[language]);
        hob_script_game_open(&game, (hob_script_language)language, text.data,
                             "\"limits\":{\"hookUnits\":100000000,\"stepUnits\":1000000000}");
        hob_test_steps(&game, 1);
        if (strstr(hob_script_logs(&game), "wrote true") == NULL) {
            fail_msg("%s %s",
                     hob_script_error_count(&game) > 0 ? hob_script_error(&game, 0)->message : "",
                     hob_script_logs(&game));
        }
        hob_entity_data *e = hob_test_entity(&game, "Hero");
        assert_true(e->slot_count > 20);
        for (uint32_t i = 0; i < e->slot_count; i++) {
            hob_component *c = e->slots[i].component;
            hob_value all = hob_fields_get(c->type->fields, c + 1, hob_heap_allocator());
            check_finite(all, c->type->name);
            hob_value_done(hob_heap_allocator(), &all);
        }
        hob_test_steps(&game, 30); /* whatever it means, it can be simulated */
        hob_test_game_close(&game);
        hob_buf_done(&text);
    }
}

static void make_calls(hob_buf *text, int language) {
    const char *set = language == 0 ? "local calls = {" : "const calls = [";
    hob_buf_add_cstr(text, set);
    for (size_t f = 0; hob_api_families[f] != NULL; f++) {
        const hob_api_family *family = hob_api_families[f];
        const char *object = family == &hob_api_handle          ? "other"
                             : family == &hob_api_time_handle   ? "timer"
                             : family == &hob_api_effect_handle ? "effect"
                             : family == &hob_api_piece_handle  ? "piece"
                                                                : family->path;
        for (const hob_api_member *m = family->members; m->name != NULL; m++) {
            if ((m->flags & HOB_API_METHOD) != 0) {
                hob_buf_format(text, "%s.%s, ", object, m->name);
            }
        }
    }
    hob_buf_add_cstr(text, language == 0 ? "} " : "]; ");
}

static void every_function__bears_every_argument(void **state) {
    (void)state;
    for (int language = 0; language < 2; language++) {
        hob_buf body, text;
        hob_test_game game;
        hob_buf_init(&body, hob_heap_allocator(), 1 << 20);
        hob_buf_init(&text, hob_heap_allocator(), 1 << 20);
        hob_buf_add_cstr(
            &body, language == 0
                       ? "local other = ctx.scene.spawn({name = \"Other\"}) local timer = "
                         "ctx.time.after(1, fn) "
                         "local effect = ctx.camera.effects.shake({intensity = 1, seconds = 1}) "
                         "ctx.ui.define(\"x\", \"\") local piece = ctx.ui.attach(\"x\", other) "
                         "local loading = ctx.assets.preload({}) "
                       : "const other = ctx.scene.spawn({name: \"Other\"}), timer = "
                         "ctx.time.after(1, fn), "
                         "effect = ctx.camera.effects.shake({intensity: 1, seconds: 1}); "
                         "ctx.ui.define(\"x\", \"\"); const piece = ctx.ui.attach(\"x\", other); "
                         "const loading = ctx.assets.preload([]); ");
        make_calls(&body, language);
        hob_buf_add_cstr(
            &body, language == 0
                       ? "local n = 0 for _, f in ipairs(calls) do pcall(f) for i = 1, nothing do "
                         "pcall(f, garbage[i]) pcall(f, \"Hero\", garbage[i]) "
                         "pcall(f, garbage[i], garbage[i], garbage[i]) pcall(f, \"Hero\", \"x\", "
                         "garbage[i], garbage[i], garbage[i]) n = n + 1 end end ctx.log(\"calls\", "
                         "n > 1000)"
                       : "let n = 0; for (const f of calls) { const t = (...a) => { try { f(...a); "
                         "} catch (e) {} }; t(); for (const g of garbage) { t(g); t(\"Hero\", g); "
                         "t(g, g, g); t(\"Hero\", \"x\", g, g, g); n++; } } ctx.log(\"calls\", n > "
                         "1000);");
        make_script(&text, language, body.data);
        hob_script_game_open(
            &game, (hob_script_language)language, text.data,
            "\"limits\":{\"hookUnits\":200000000,\"stepUnits\":2000000000,\"logs\":20},"
            "\"gameState\":{\"text\":{\"type\":\"number\",\"initial\":0}}");
        hob_test_steps(&game, 1);
        assert_non_null(strstr(hob_script_logs(&game), "calls true"));
        hob_test_steps(&game, 90);
        hob_test_game_close(&game);
        hob_buf_done(&body);
        hob_buf_done(&text);
    }
}

/* Scripts that never stop making work: limits end them, one by one. */
static void floods__meet_their_limits(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("long names", "local e = ctx.scene.spawn({name = (\"n\"):rep(1e6)}) out(#e.name)",
            "const e = ctx.scene.spawn({name: \"n\".repeat(1e6)}); out(e.name.length)",
            .logs = "1000000"),
        ROW("entities", "for i = 1, 1e6 do ctx.scene.spawn({name = \"F\"}) end",
            "for (let i = 0; i < 1e6; i++) ctx.scene.spawn({name: \"F\"});", .error = "",
            .code = HOB_ERR_LIMIT_REACHED),
        ROW("timers", "for i = 1, 1e6 do ctx.timers.after(1, function() end) end",
            "for (let i = 0; i < 1e6; i++) ctx.timers.after(1, () => {});",
            .error = "limits.timers", .code = HOB_ERR_LIMIT_REACHED),
        ROW("events in events",
            "local n = 0 ctx.events.on(\"e\", function() n = n + 1 ctx.events.emit(\"e\") end) "
            "ctx.events.emit(\"e\") out(n)",
            "let n = 0; ctx.events.on(\"e\", () => { n++; ctx.events.emit(\"e\"); }); "
            "ctx.events.emit(\"e\"); out(n)",
            .logs = "8"),
        ROW("large saves", "ctx.save(\"k\", (\"s\"):rep(5e6))",
            "ctx.save(\"k\", \"s\".repeat(5e6))", .error = "", .code = HOB_ERR_VALUE_NOT_DATA),
        ROW("the game goes on", "out(\"on\")", "out(\"on\")", .logs = "on"),
    };
    hob_script_rows_run(
        rows, HOB_COUNT(rows),
        "\"limits\":{\"entities\":2000,\"timers\":2000,\"saveKiB\":1000,\"stepUnits\":1000000000}",
        3);
}

/* Entities that spawn entities in onStart, for ever; a timer that arms itself again. */
static void chains__are_cut_by_limits(void **state) {
    (void)state;
    static const char *const texts[2] = {
        "return { onStart = function(ctx) ctx.scene.spawn({name = \"C\", components = {Script = "
        "{scriptPath = \"scripts/hero.lua\"}}}) end, "
        "onAttach = function(ctx) if ctx.vars.once == nil then ctx.vars.once = 1 end end }",
        "export default { onStart(ctx) { ctx.scene.spawn({name: \"C\", components: {Script: "
        "{scriptPath: \"scripts/hero.js\"}}}); } };"};
    for (int language = 0; language < 2; language++) {
        hob_test_game game;
        hob_script_game_open(&game, (hob_script_language)language, texts[language],
                             "\"limits\":{\"entities\":50}");
        hob_test_steps(&game, 100);
        assert_int_equal(hob_entity_count(game.world), 50);
        hob_test_game_close(&game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field__takes_only_what_fits),
        cmocka_unit_test(every_function__bears_every_argument),
        cmocka_unit_test(floods__meet_their_limits),
        cmocka_unit_test(chains__are_cut_by_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
