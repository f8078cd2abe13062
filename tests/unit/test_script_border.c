/* The border between engine and scripts, row by row (spec hob 7), in both languages. */
#include "support/scripts.h"

static void values__cross_as_the_table_says(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("integral number to Lua",
            "out(math.type(ctx.transform.position.x), ctx.transform.position.x)", NULL,
            .logs = "integer 0"),
        ROW("fraction to Lua",
            "ctx.transform.position.x = 1.5 out(math.type(ctx.transform.position.x))", NULL,
            .logs = "float"),
        ROW("large number to Lua",
            "ctx.vars.n = 2.0^60 out(math.type(ctx.vars.n), math.type(2^53))", NULL,
            .logs = "float float"),
        ROW("minus zero",
            "ctx.transform.position.x = -0.0 out(1/ctx.transform.position.x > 0, "
            "math.type(ctx.transform.position.x))",
            NULL, .logs = "true integer"),
        ROW("absent component", "out(ctx.getComponent(\"Health\") == nil)",
            "out(ctx.getComponent(\"Health\") === undefined)", .logs = "true"),
        ROW("null result", "out(ctx.scene.find(\"nobody\") == nil)",
            "out(ctx.scene.find(\"nobody\") === null)", .logs = "true"),
        ROW("text with NUL", "ctx.vars.t = \"a\\0b\" out(#ctx.vars.t)", NULL, .logs = "3"),
        ROW("invalid UTF-8 from Lua", "ctx.vars.t = \"a\\255b\" out(ctx.vars.t == \"a\\u{FFFD}b\")",
            NULL, .logs = "true"),
        ROW("lone surrogate", NULL,
            "ctx.entity.addTag(\"a\\ud800b\"); out(ctx.entity.tags[0] === \"a\\ufffdb\")",
            .logs = "true"),
        ROW("engine data are plain copies",
            "local a = ctx.scenes.list() out(a == ctx.scenes.list(), #a, a[1].name)",
            "const a = ctx.scenes.list(); out(a === ctx.scenes.list(), a.length, "
            "a[0].name)",
            .logs = "false 1 Main"),
        ROW("Lua list and map",
            "ctx.save(\"k\", {1, 2, 3}) local v = ctx.load(\"k\") out(#v, v[3]) ctx.save(\"k\", {b "
            "= 1, a = 2}) out(ctx.load(\"k\"))",
            NULL, .logs = "3 3\n{\"a\":2,\"b\":1}"),
        ROW("identity of proxies",
            "out(ctx.transform == ctx.transform, rawequal(ctx.transform.position, "
            "ctx.transform.position), ctx.entity == ctx.scene.find(\"Row11\"))",
            "out(ctx.transform === ctx.transform, Object.is(ctx.transform.position, "
            "ctx.transform.position), ctx.entity === ctx.scene.find(\"Row11\"))",
            .logs = "true true true"),
        ROW("proxies as keys",
            "local t = {} t[ctx.transform] = 1 out(t[ctx.getComponent(\"Transform\")])",
            "const m = new Map(); m.set(ctx.transform, 1); "
            "out(m.get(ctx.getComponent(\"Transform\")))",
            .logs = "1"),
        ROW("sub-object assigned",
            "local p = ctx.transform.position ctx.transform.position = {x = 3, y = 4} out(p.x, "
            "p.y, ctx.transform.position == p)",
            "const p = ctx.transform.position; ctx.transform.position = {x: 3, y: 4}; out(p.x, "
            "p.y, ctx.transform.position === p)",
            .logs = "3 4 true"),
        ROW("wrong type", "ctx.transform.rotation = \"a\"", "ctx.transform.rotation = \"a\"",
            .error = "otation", .code = HOB_ERR_FIELD_TYPE),
        ROW("not finite", "ctx.transform.rotation = 0/0", "ctx.transform.rotation = NaN",
            .error = "finite", .code = HOB_ERR_FIELD_NOT_FINITE),
        ROW("infinite", "ctx.transform.position.x = math.huge",
            "ctx.transform.position.x = Infinity", .error = "finite",
            .code = HOB_ERR_FIELD_NOT_FINITE),
        ROW("old value stays",
            "ctx.transform.rotation = 5 pcall(function() ctx.transform.rotation = {} end) "
            "out(ctx.transform.rotation)",
            "ctx.transform.rotation = 5; try { ctx.transform.rotation = {}; } catch (e) { "
            "} out(ctx.transform.rotation)",
            .logs = "5"),
        ROW("int field",
            "local r = ctx.getComponent(\"ParticleEmitter\") r.burst = -2.9 out(r.burst) r.burst = "
            "1e12 out(r.burst)",
            "const r = ctx.getComponent(\"ParticleEmitter\"); r.burst = -2.9; out(r.burst); "
            "r.burst = 1e12; out(r.burst)",
            .logs = "-2\n2147483647", .components = "\"ParticleEmitter\":{}"),
        ROW("enum",
            "local r = ctx.getComponent(\"SpriteRenderer\") r.shape = \"circle\" out(r.shape) "
            "r.shape = \"blob\"",
            "const r = ctx.getComponent(\"SpriteRenderer\"); r.shape = \"circle\"; out(r.shape); "
            "r.shape = \"blob\"",
            .logs = "circle", .error = "", .components = "\"SpriteRenderer\":{}",
            .code = HOB_ERR_FIELD_TYPE),
        ROW("color", "ctx.getComponent(\"SpriteRenderer\").color = \"reddish\"",
            "ctx.getComponent(\"SpriteRenderer\").color = \"reddish\"", .error = "",
            .components = "\"SpriteRenderer\":{}", .code = HOB_ERR_FIELD_TYPE),
        ROW("unknown asset",
            "local r = ctx.getComponent(\"SpriteRenderer\") r.assetId = \"ast_nowhere\" "
            "out(r.assetId)",
            "const r = ctx.getComponent(\"SpriteRenderer\"); r.assetId = \"ast_nowhere\"; "
            "out(r.assetId)",
            .logs = "ast_nowhere", .components = "\"SpriteRenderer\":{}"),
        ROW("unknown key read", "out(ctx.transform.positon == nil)",
            "out(ctx.transform.positon === undefined)", .logs = "true"),
        ROW("unknown key written", "ctx.transform.positon = 1", "ctx.transform.positon = 1",
            .error = "did you mean \"position\"", .code = HOB_ERR_FIELD_UNKNOWN),
        ROW("alias",
            "local c = ctx.getComponent(\"Collider\") c.isTrigger = true out(c.kind, c.isTrigger)",
            "const c = ctx.getComponent(\"Collider\"); c.isTrigger = true; out(c.kind, "
            "c.isTrigger)",
            .logs = "sensor true", .components = "\"Collider\":{}"),
        ROW("new keys on ctx", "ctx.mine = 5 ctx.mine = ctx.mine + 1 out(ctx.mine)",
            "ctx.mine = 5; ctx.mine++; out(ctx.mine)", .logs = "6"),
        ROW("engine member assigned in Lua", "ctx.transform = 1", NULL, .error = "read only",
            .code = HOB_ERR_SCRIPT_REFUSED),
        ROW("engine member assigned in JavaScript", NULL,
            "const t = ctx.transform; ctx.transform = 1; out(ctx.transform === t)", .logs = "true"),
        ROW("depth", "local t = {} for i = 1, 70 do t = {t} end ctx.save(\"k\", t)",
            "let t = []; for (let i = 0; i < 70; i++) t = [t]; ctx.save(\"k\", t)", .error = "64",
            .code = HOB_ERR_VALUE_NOT_DATA),
        ROW("cycle", "local t = {} t.t = t ctx.events.emit(\"e\", t)",
            "const t = {}; t.t = t; ctx.events.emit(\"e\", t)", .error = "64",
            .code = HOB_ERR_VALUE_NOT_DATA),
        ROW("error value: text", "error(\"plain\", 0)", "throw \"plain\"", .error = "plain"),
        ROW("error value: table", "error({message = \"told\"})", "throw new Error(\"told\")",
            .error = "told"),
        ROW("error value: other", "error(nil)", "throw null", .error = "an error value of type n"),
    };
    HOB_SCRIPT_ROWS(rows);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values__cross_as_the_table_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
