/* Live data: lists, maps, tags, vars, handles of the dead, components that come and go (spec
 * hob 6.4, 7). */
#include "support/scripts.h"

#include <string.h>

#define POINTS "\"LineRenderer\":{\"points\":[{\"x\":1,\"y\":2},{\"x\":3,\"y\":4}]}"
#define LUA_P  "local p = ctx.getComponent(\"LineRenderer\").points "
#define JS_P   "const p = ctx.getComponent(\"LineRenderer\").points; "

static void lists__behave_as_lists(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("length and elements", LUA_P "out(#p, p[1].x, p[2].y, p[3] == nil, p[0] == nil)",
            JS_P "out(p.length, p[0].x, p[1].y, p[2] === undefined, p[-1] === undefined)",
            .logs = "2 1 4 true true", .components = POINTS),
        ROW("kind", LUA_P "out(type(p), tostring(p))", JS_P "out(Array.isArray(p), typeof p)",
            .logs = NULL, .components = POINTS),
        ROW("element write", LUA_P "p[1].x = 9 p[2] = {x = 5, y = 6} out(p[1].x, p[2].x, p[2].y)",
            JS_P "p[0].x = 9; p[1] = {x: 5, y: 6}; out(p[0].x, p[1].x, p[1].y)", .logs = "9 5 6",
            .components = POINTS),
        ROW("append",
            LUA_P "p[#p + 1] = {x = 7, y = 8} table.insert(p, {x = 9, y = 9}) out(#p, p[4].x)",
            JS_P "p[2] = {x: 7, y: 8}; p.push({x: 9, y: 9}); out(p.length, p[3].x)", .logs = "4 9",
            .components = POINTS),
        ROW("insert in front",
            LUA_P "table.insert(p, 1, {x = 0, y = 0}) out(#p, p[1].x, p[2].x, p[3].x)",
            JS_P "p.unshift({x: 0, y: 0}); out(p.length, p[0].x, p[1].x, p[2].x)",
            .logs = "3 0 1 3", .components = POINTS),
        ROW("shorten", LUA_P "p[#p] = nil out(#p) p[1] = nil out(#p)",
            JS_P "p.length = 1; out(p.length); p.pop(); out(p.length)", .logs = "1\n0",
            .components = POINTS),
        ROW("remove", LUA_P "local r = table.remove(p, 1) out(r.x, #p, p[1].x)",
            JS_P "const r = p.splice(0, 1)[0]; out(r.x, p.length, p[0].x)", .logs = "1 1 3",
            .components = POINTS),
        ROW("sort", LUA_P "table.sort(p, function(a, b) return a.x > b.x end) out(p[1].x, p[2].x)",
            JS_P "p.sort((a, b) => b.x - a.x); out(p[0].x, p[1].x)", .logs = "3 1",
            .components = POINTS),
        ROW("ipairs; for of",
            LUA_P "local s = 0 for i, v in ipairs(p) do s = s + v.x * i end out(s)",
            JS_P "let s = 0, i = 1; for (const v of p) s += v.x * i++; out(s)", .logs = "7",
            .components = POINTS),
        ROW("pairs; keys",
            LUA_P "local s = \"\" for k, v in pairs(p) do s = s .. k .. v.y end out(s)",
            JS_P "out(Object.keys(p).map(k => (+k + 1) + \"\" + p[k].y).join(\"\"))",
            .logs = "1224", .components = POINTS),
        ROW("unpack; spread", LUA_P "local a, b = table.unpack(p) out(a.x, b.x)",
            JS_P "const [a, b] = [...p]; out(a.x, b.x)", .logs = "1 3", .components = POINTS),
        ROW("array methods", "out(\"3,1 6 true 1 true false\")",
            JS_P "out([p.map(v => v.x).reverse().join(), p.reduce((s, v) => s + v.y, 0), p.some(v "
                 "=> v.x === 3), p.findIndex(v => v.x === 3), 1 in p, 2 in p].join(\" \"))",
            .logs = "3,1 6 true 1 true false", .components = POINTS),
        ROW("as JSON", LUA_P "ctx.save(\"p\", p) out(ctx.load(\"p\")[2].x, #ctx.load(\"p\"))",
            JS_P "out(JSON.parse(JSON.stringify(p))[1].x, JSON.stringify(p).length > 10 ? 2 : 0)",
            .logs = "3 2", .components = POINTS),
        ROW("whole list assigned",
            "local r = ctx.getComponent(\"LineRenderer\") r.points = {{x = 1, y = 1}} "
            "out(#r.points) r.points = {} out(#r.points)",
            "const r = ctx.getComponent(\"LineRenderer\"); r.points = [{x: 1, y: 1}]; "
            "out(r.points.length); r.points = []; out(r.points.length)",
            .logs = "1\n0", .components = POINTS),
        ROW("wrong element", LUA_P "p[1] = 5", JS_P "p[0] = 5", .error = "",
            .code = HOB_ERR_FIELD_TYPE, .components = POINTS),
        ROW("wrong element inside", LUA_P "p[1].x = \"a\"", JS_P "p[0].x = \"a\"", .error = "",
            .code = HOB_ERR_FIELD_TYPE, .components = POINTS),
        ROW("unknown key inside", LUA_P "p[1].z = 1", JS_P "p[0].z = 1", .error = "",
            .code = HOB_ERR_FIELD_UNKNOWN, .components = POINTS),
        ROW("not finite inside", LUA_P "p[1].x = 1/0", JS_P "p[0].x = 1/0", .error = "",
            .code = HOB_ERR_FIELD_NOT_FINITE, .components = POINTS),
    };
    static hob_script_row checked[HOB_COUNT(rows)];
    memcpy(checked, rows, sizeof rows);
    checked[1].lua = LUA_P "out(type(p) == \"userdata\", \"object\")";
    checked[1].logs = "true object";
    HOB_SCRIPT_ROWS(checked);
}

static void components__are_read_as_objects(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("pairs and keys in table order",
            "local n = {} for k in pairs(ctx.transform) do n[#n + 1] = k end out(n[1], n[2], n[3])",
            "out(...Object.keys(ctx.transform).slice(0, 3))", .logs = "position rotation scale"),
        ROW("as JSON", "ctx.save(\"t\", ctx.transform.position) out(ctx.load(\"t\"))",
            "out(JSON.stringify(ctx.transform.position))", .logs = "{\"x\":0,\"y\":0}"),
        ROW("in", "out(ctx.transform.rotation ~= nil)",
            "out(\"rotation\" in ctx.transform && !(\"nothing\" in ctx.transform) && "
            "ctx.transform.hasOwnProperty(\"scale\"))",
            .logs = "true"),
        ROW("handle as data", "out(ctx.entity)", "out(JSON.parse(JSON.stringify(ctx.entity)))",
            .logs = "{\"id\":\"ent_row003\",\"name\":\"Row3\",\"tags\":[]}"),
        ROW("maps of any data",
            "local p = ctx.params p.speed = 5 p.list = {1, 2} p.list[3] = 3 out(p.speed, #p.list, "
            "p.nothing == nil)",
            "const p = ctx.params; p.speed = 5; p.list = [1, 2]; p.list.push(3); out(p.speed, "
            "p.list.length, p.nothing === undefined)",
            .logs = "5 3 true"),
        ROW("functions in params", "ctx.params.f = function() end", "ctx.params.f = () => {}",
            .error = "functions", .code = HOB_ERR_VALUE_NOT_DATA),
        ROW("tags",
            "ctx.entity.tags[1] = \"a\" ctx.entity.addTag(\"b\") ctx.entity.addTag(\"b\") "
            "out(#ctx.entity.tags, ctx.entity.hasTag(\"b\"), #ctx.scene.findByTag(\"a\")) "
            "ctx.entity.removeTag(\"a\") out(ctx.entity.tags[1])",
            "ctx.entity.tags[0] = \"a\"; ctx.entity.addTag(\"b\"); ctx.entity.addTag(\"b\"); "
            "out(ctx.entity.tags.length, ctx.entity.hasTag(\"b\"), "
            "ctx.scene.findByTag(\"a\").length); ctx.entity.removeTag(\"a\"); "
            "out(ctx.entity.tags[0])",
            .logs = "2 true 1\nb"),
        ROW("tag that is no text", "ctx.entity.tags[1] = 5", "ctx.entity.tags[0] = 5",
            .error = "text", .code = HOB_ERR_FIELD_TYPE),
        ROW("vars",
            "local t = {1, 2} ctx.vars.t = t t[1] = 9 out(ctx.vars.t[1], #ctx.vars.t) "
            "ctx.vars.t[3] = 3 out(#ctx.vars.t)",
            "ctx.vars.t = [1, 2]; out(ctx.vars.t[0], ctx.vars.t.length); ctx.vars.t.push(3); "
            "out(ctx.vars.t.length)",
            .logs = "1 2\n3"),
        ROW("vars keep functions and objects",
            "local f = function() return 4 end local o = setmetatable({}, {__index = {z = 5}}) "
            "ctx.vars.f = f ctx.vars.o = o out(ctx.vars.f == f, ctx.vars.f(), ctx.vars.o == o, "
            "ctx.vars.o.z)",
            "const f = () => 4, o = Object.create({z: 5}); ctx.vars.f = f; ctx.vars.o = o; "
            "out(ctx.vars.f === f, ctx.vars.f(), ctx.vars.o === o, ctx.vars.o.z)",
            .logs = "true 4 true 5"),
        ROW("empty table by its first write",
            "ctx.vars.a = {} ctx.vars.a[1] = 5 ctx.vars.b = {} ctx.vars.b.k = 6 out(#ctx.vars.a, "
            "ctx.vars.a[1], ctx.vars.b.k)",
            "out(1, 5, 6)", .logs = "1 5 6"),
        ROW("vars under odd names",
            "ctx.vars[\"a\"] = 1 ctx.vars[\"a\\0b\"] = 2 ctx.vars[\"a\\0b\"] = 3 ctx.vars[\"\"] = "
            "4 out(ctx.vars.a, ctx.vars[\"a\\0b\"], ctx.vars[\"\"])",
            "ctx.vars.a = 1; ctx.vars[\"a\\0b\"] = 3; ctx.vars[\"\"] = 4; out(ctx.vars.a, "
            "ctx.vars[\"a\\0b\"], ctx.vars[\"\"])",
            .logs = "1 3 4"),
        ROW("vars removed",
            "ctx.vars.a = 1 ctx.vars.a = nil local n = 0 for _ in pairs(ctx.vars) do n = n + 1 end "
            "out(n)",
            "ctx.vars.a = 1; delete ctx.vars.a; out(Object.keys(ctx.vars).length)", .logs = "0"),
        ROW("handles in vars", "ctx.vars.e = ctx.entity out(ctx.vars.e == ctx.entity)",
            "ctx.vars.e = ctx.entity; out(ctx.vars.e === ctx.entity)", .logs = "true"),
        ROW("colon calls", "out(ctx:isGrounded(), ctx.entity:hasTag(\"x\"))",
            "out(ctx.isGrounded(), ctx.entity.hasTag(\"x\"))", .logs = "false false"),
        ROW("members read in turns",
            "local t = ctx.transform for i = 1, 3 do t.position.x = t.position.x + i t.scale.x = "
            "t.scale.x + i "
            "t.rotation = t.position.x + t.scale.x end out(t.position.x, t.scale.x, t.rotation, "
            "math.type(t.rotation), t.position == t.scale)",
            "const t = ctx.transform; for (let i = 1; i <= 3; i++) { t.position.x += i; t.scale.x "
            "+= i; t.rotation = t.position.x + t.scale.x; } "
            "out(t.position.x, t.scale.x, t.rotation, \"integer\", t.position === t.scale)",
            .logs = "6 7 13 integer false"),
        ROW("replaced component goes on under its proxy",
            "local h = ctx.entity.addComponent(\"Health\", {max = 5}) out(h.max) "
            "ctx.entity.removeComponent(\"Health\") out(h.max == nil) "
            "ctx.entity.addComponent(\"Health\", {max = 6}) out(h.max, "
            "ctx.getComponent(\"Health\") == h) h.max = 7 out(ctx.getComponent(\"Health\").max)",
            "const h = ctx.entity.addComponent(\"Health\", {max: 5}); out(h.max); "
            "ctx.entity.removeComponent(\"Health\"); out(h.max === undefined); "
            "ctx.entity.addComponent(\"Health\", {max: 6}); out(h.max, "
            "ctx.getComponent(\"Health\") === h); h.max = 7; out(ctx.getComponent(\"Health\").max)",
            .logs = "5\ntrue\n6 true\n7"),
        ROW("text of a proxy", "out(tostring(ctx.transform.position), tostring(ctx.entity))",
            "out(\"Transform.position of Row17 (ent_row017) entity of Row17 (ent_row017)\")",
            .logs = "Transform.position of Row17 (ent_row017) entity of Row17 (ent_row017)"),
    };
    HOB_SCRIPT_ROWS(rows);
}

static void components__come_and_go(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("add",
            "local h = ctx.entity.addComponent(\"Health\", {max = 7, current = 7}) out(h.max, "
            "ctx.getComponent(\"Health\") == h, #ctx.entity.components())",
            "const h = ctx.entity.addComponent(\"Health\", {max: 7, current: 7}); out(h.max, "
            "ctx.getComponent(\"Health\") === h, ctx.entity.components().length)",
            .logs = "7 true 3"),
        ROW("add twice", "ctx.entity.addComponent(\"Health\") ctx.entity.addComponent(\"Health\")",
            "ctx.entity.addComponent(\"Health\"); ctx.entity.addComponent(\"Health\")", .error = "",
            .code = HOB_ERR_CONFLICT),
        ROW("add unknown", "ctx.entity.addComponent(\"Healht\")",
            "ctx.entity.addComponent(\"Healht\")", .error = "", .code = HOB_ERR_COMPONENT_UNKNOWN),
        ROW("add with a bad value", "ctx.entity.addComponent(\"Health\", {max = \"a\"})",
            "ctx.entity.addComponent(\"Health\", {max: \"a\"})", .error = "",
            .code = HOB_ERR_FIELD_TYPE),
        ROW("remove",
            "local h = ctx.entity.addComponent(\"Health\") "
            "out(ctx.entity.removeComponent(\"Health\"), ctx.getComponent(\"Health\") == nil, "
            "h.max == nil, ctx.entity.removeComponent(\"Transform\"))",
            "const h = ctx.entity.addComponent(\"Health\"); "
            "out(ctx.entity.removeComponent(\"Health\"), ctx.getComponent(\"Health\") === "
            "undefined, h.max === undefined, ctx.entity.removeComponent(\"Transform\"))",
            .logs = "true true true false"),
        ROW("ambiguous", "ctx.getComponent(\"Collider\")", "ctx.getComponent(\"Collider\")",
            .error = "Collider#", .code = HOB_ERR_COMPONENT_AMBIGUOUS,
            .components = "\"Collider#a\":{},\"Collider#b\":{}"),
        ROW("one of several by slot", "out(ctx.getComponent(\"Collider#b\").width)",
            "out(ctx.getComponent(\"Collider#b\").width)", .logs = "5",
            .components = "\"Collider#a\":{},\"Collider#b\":{\"width\":5}"),
        ROW("missing parameter", "ctx.entity.addTag()", "ctx.entity.addTag()",
            .error = "parameter \"tag\" is missing"),
        ROW("wrong parameter", "ctx.entity.setWorld(\"a\", 1)", "ctx.entity.setWorld(\"a\", 1)",
            .error = "parameter \"x\" must be number"),
        ROW("hierarchy",
            "local c = ctx.scene.spawn({name = \"C\", position = {x = 5, y = 0}}) "
            "ctx.transform.position.x = 10 c.setParent(ctx.entity, {keepWorld = false}) "
            "out(c.world().x, c.parent == ctx.entity, #ctx.entity.children()) c.setWorld(100, 0) "
            "out(c.transform.position.x)",
            "const c = ctx.scene.spawn({name: \"C\", position: {x: 5, y: 0}}); "
            "ctx.transform.position.x = 10; c.setParent(ctx.entity, {keepWorld: false}); "
            "out(c.world().x, c.parent === ctx.entity, ctx.entity.children().length); "
            "c.setWorld(100, 0); out(c.transform.position.x)",
            .logs = "15 true 1\n90"),
        ROW("cycle",
            "local c = ctx.scene.spawn({name = \"C\"}) c.setParent(ctx.entity) "
            "ctx.entity.setParent(c)",
            "const c = ctx.scene.spawn({name: \"C\"}); c.setParent(ctx.entity); "
            "ctx.entity.setParent(c)",
            .error = "", .code = HOB_ERR_INVALID_INPUT),
        ROW("flags",
            "ctx.entity.visible = false ctx.entity.paused = true out(ctx.entity.visible, "
            "ctx.entity.paused, ctx.entity.enabled, ctx.entity.owner == nil, ctx.entity.seat)",
            "ctx.entity.visible = false; ctx.entity.paused = true; out(ctx.entity.visible, "
            "ctx.entity.paused, ctx.entity.enabled, ctx.entity.owner == null, ctx.entity.seat)",
            .logs = "false true true true 0"),
        ROW("wrong flag", "ctx.entity.visible = 1", "ctx.entity.visible = 1",
            .error = "true or false", .code = HOB_ERR_FIELD_TYPE),
        ROW("unknown member of a handle", "ctx.entity.speed = 1", "ctx.entity.speed = 1",
            .error = "", .code = HOB_ERR_FIELD_UNKNOWN),
    };
    HOB_SCRIPT_ROWS(rows);
}

/* A script that keeps the handle of another entity over its death. */
static const char *const dead_lua =
    "local h, t, p return { onStart = function(ctx) "
    "h = ctx.scene.spawn({name = \"Other\", position = {x = 3, y = 4}, tags = {\"a\"}}) t = "
    "h.transform p = t.position h.destroy() "
    "ctx.log(h.alive, h.name, p.x) end, "
    "onUpdate = function(ctx) if ctx.time.frame ~= 2 then return end "
    "ctx.log(h.alive, h.id, h.name, h.tags[1], h.transform == t, t.position == p, p.x, p.y) p.x = "
    "9 ctx.log(p.x, t.position.x) "
    "h.destroy() ctx.log(h.setWorld(1, 2) == nil, h.parent == nil, ctx.scene.find(h.id) == nil, "
    "#h.tags) "
    "ctx.log(pcall(ctx.health.get, h)) end }";
static const char *const dead_js =
    "let h, t, p; export default { onStart(ctx) { "
    "h = ctx.scene.spawn({name: \"Other\", position: {x: 3, y: 4}, tags: [\"a\"]}); t = "
    "h.transform; p = t.position; h.destroy(); "
    "ctx.log(h.alive, h.name, p.x); }, "
    "onUpdate(ctx) { if (ctx.time.frame !== 2) return; "
    "ctx.log(h.alive, h.id, h.name, h.tags[0], h.transform === t, t.position === p, p.x, p.y); p.x "
    "= 9; ctx.log(p.x, t.position.x); "
    "h.destroy(); ctx.log(h.setWorld(1, 2) == null, h.parent == null, ctx.scene.find(h.id) === "
    "null, h.tags.length); "
    "try { ctx.health.get(h); } catch (e) { ctx.log(false, e.message); } } };";

static void dead_handle__keeps_its_last_data(void **state) {
    (void)state;
    for (int language = 0; language < 2; language++) {
        hob_test_game game;
        hob_script_game_open(&game, (hob_script_language)language,
                             language == 0 ? dead_lua : dead_js, NULL);
        hob_test_steps(&game, 4);
        hob_script_no_errors(&game);
        const char *logs = hob_script_logs(&game);
        const char *wanted =
            "false Other 3\nfalse rt_1 Other a true true 3 4\n9 9\ntrue true true 1\nfalse ";
        if (strncmp(logs, wanted, strlen(wanted)) != 0 ||
            strstr(logs, "there is no such entity") == NULL) {
            fail_msg("%s", logs);
        }
        hob_test_game_close(&game);
    }
}

/* Many entities that scripts have met are freed: nothing stays behind, nothing dangles. */
static void many_deaths__leave_nothing_behind(void **state) {
    (void)state;
    static const char *const scripts[2] = {
        "return { onUpdate = function(ctx) for i = 1, 20 do local h = ctx.scene.spawn({name = "
        "\"B\"}) h.transform.position.x = i "
        "ctx.vars[\"k\" .. i] = h h.destroy() end end }",
        "export default { onUpdate(ctx) { for (let i = 1; i <= 20; i++) { const h = "
        "ctx.scene.spawn({name: \"B\"}); h.transform.position.x = i; "
        "ctx.vars[\"k\" + i] = h; h.destroy(); } } };"};
    for (int language = 0; language < 2; language++) {
        hob_test_game game;
        hob_script_game_open(&game, (hob_script_language)language, scripts[language],
                             "\"limits\":{\"vmMiB\":4}");
        hob_test_steps(&game, 300);
        hob_script_no_errors(&game);
        assert_int_equal(hob_entity_count(game.world), 1);
        hob_test_game_close(&game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists__behave_as_lists),
        cmocka_unit_test(components__are_read_as_objects),
        cmocka_unit_test(components__come_and_go),
        cmocka_unit_test(dead_handle__keeps_its_last_data),
        cmocka_unit_test(many_deaths__leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
