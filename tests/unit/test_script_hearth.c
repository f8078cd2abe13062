/* Hearth's members with the results that its reference gives, odd arguments included (spec
 * scripting 7). */
#include "support/scripts.h"

#include <string.h>

static void log__formats_as_json(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("texts, numbers, nothing", "out(\"a\", 1, 1.5, true, nil, 0/0)",
            "out(\"a\", 1, 1.5, true, null, NaN)", .logs = "a 1 1.5 true null null"),
        ROW("undefined and functions", "out(\"a\", print, \"b\")",
            "out(\"a\", undefined, () => 1, \"b\")", .logs = NULL),
        ROW("data", "out({1, {a = \"x\\n\"}}, ctx.transform.position)",
            "out([1, {a: \"x\\n\"}], ctx.transform.position)",
            .logs = "[1,{\"a\":\"x\\n\"}] {\"x\":0,\"y\":0}"),
        ROW("errors", "local ok, e = pcall(ctx.scene.destroy, nil) out(ok)",
            "out(new TypeError(\"told\"))", .logs = NULL),
        ROW("shortest numbers", "out(0.1 + 0.2, 1e21, 1e-7, 100)",
            "out(0.1 + 0.2, 1e21, 1e-7, 100)", .logs = "0.30000000000000004 1e+21 1e-7 100"),
    };
    static hob_script_row checked[HOB_COUNT(rows)];
    memcpy(checked, rows, sizeof rows);
    checked[1].lua = NULL;
    checked[1].logs = "a   b";
    checked[3].lua = NULL;
    checked[3].logs = "told";
    HOB_SCRIPT_ROWS(checked);
}

static void scene__odd_arguments(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("find",
            "out(ctx.scene.find(\"ent_row000\").name, ctx.scene.find(\"Row0\").id, "
            "ctx.scene.find(ctx.entity) == nil, ctx.scene.find() == nil, ctx.scene.find(5) == nil)",
            "out(ctx.scene.find(\"ent_row000\").name, ctx.scene.find(\"Row0\").id, "
            "ctx.scene.find(ctx.entity) === null, ctx.scene.find() === null, ctx.scene.find(5) === "
            "null)",
            .logs = "Row0 ent_row000 true true true"),
        ROW("findByTag", "out(#ctx.scene.findByTag(\"none\"), #ctx.scene.findByTag())",
            "out(ctx.scene.findByTag(\"none\").length, ctx.scene.findByTag().length)",
            .logs = "0 0"),
        ROW("destroy by name does nothing",
            "ctx.scene.destroy(\"Row2\") out(ctx.entity.alive) ctx.scene.destroy(\"ent_nobody\") "
            "ctx.scene.destroy(5) ctx.scene.destroy(ctx.entity.id) out(ctx.entity.alive)",
            "ctx.scene.destroy(\"Row2\"); out(ctx.entity.alive); "
            "ctx.scene.destroy(\"ent_nobody\"); ctx.scene.destroy(5); "
            "ctx.scene.destroy(ctx.entity.id); out(ctx.entity.alive)",
            .logs = "true\nfalse"),
        ROW("destroy nothing", "ctx.scene.destroy(nil)", "ctx.scene.destroy(null)", .error = ""),
        ROW("spawn",
            "local h = ctx.scene.spawn({name = \"S\", position = {x = 1, y = 2}, tags = {\"a\"}, "
            "components = {Nope = {}, Health = {max = 3}}}) out(h.transform.position.y, h.tags[1], "
            "h.getComponent(\"Health\").max, h.getComponent(\"Nope\") == nil)",
            "const h = ctx.scene.spawn({name: \"S\", position: {x: 1, y: 2}, tags: [\"a\"], "
            "components: {Nope: {}, Health: {max: 3}}}); out(h.transform.position.y, h.tags[0], "
            "h.getComponent(\"Health\").max, h.getComponent(\"Nope\") === undefined)",
            .logs = "2 a 3 true"),
        ROW("spawn a bad value",
            "ctx.scene.spawn({name = \"S\", components = {Health = {max = \"x\"}}})",
            "ctx.scene.spawn({name: \"S\", components: {Health: {max: \"x\"}}})", .error = "",
            .code = HOB_ERR_FIELD_TYPE),
        ROW("spawn empty lists",
            "local h = ctx.scene.spawn({name = \"S\", tags = {}, components = {LineRenderer = "
            "{points = {}}}}) out(#h.tags, #h.getComponent(\"LineRenderer\").points)",
            "const h = ctx.scene.spawn({name: \"S\", tags: [], components: {LineRenderer: {points: "
            "[]}}}); out(h.tags.length, h.getComponent(\"LineRenderer\").points.length)",
            .logs = "0 0"),
        ROW("spawn nothing", "ctx.scene.spawn()", "ctx.scene.spawn()", .error = ""),
        ROW("spawnPrefab unknown",
            "out(ctx.scene.spawnPrefab(\"none\") == nil, ctx.scene.spawnPrefab(\"none\", nil) == "
            "nil)",
            "out(ctx.scene.spawnPrefab(\"none\") === null, ctx.scene.spawnPrefab(\"none\", null) "
            "=== null)",
            .logs = "true true"),
        ROW("scenes", "out(ctx.scenes.current.id, ctx.scenes.load(\"nowhere\"))",
            "out(ctx.scenes.current.id, ctx.scenes.load(\"nowhere\"))", .logs = "scn_main false"),
        ROW("scenes.load nothing", "ctx.scenes.load()", "ctx.scenes.load()", .error = ""),
        ROW("findPath nothing", "ctx.scene.findPath(nil, {x = 1, y = 1})",
            "ctx.scene.findPath(null, {x: 1, y: 1})", .error = ""),
        ROW("findPath",
            "local p = ctx.scene.findPath({x = 0, y = 0}, {x = 40, y = 0}) out(p == nil or #p > 0)",
            "const p = ctx.scene.findPath({x: 0, y: 0}, {x: 40, y: 0}); out(p === null || p.length "
            "> 0)",
            .logs = "true"),
        ROW("init before attach",
            "local seen ctx.scene.spawn({name = \"I\", init = function(h) seen = h.name .. "
            "tostring(ctx.scene.find(\"I\") == nil) end}) out(seen)",
            "let seen; ctx.scene.spawn({name: \"I\", init: h => { seen = h.name + "
            "(ctx.scene.find(\"I\") === null); }}); out(seen)",
            .logs = "Itrue"),
        ROW("findAll",
            "out(#ctx.scene.findAll({with = \"Health\", tag = \"deep\"}), "
            "#ctx.scene.findAll({where = function(e) return e == ctx.entity end}))",
            "out(ctx.scene.findAll({with: \"Health\", tag: \"deep\"}).length, "
            "ctx.scene.findAll({where: e => e === ctx.entity}).length)",
            .logs = "0 1"),
    };
    HOB_SCRIPT_ROWS(rows);
}

static void numbers__odd_arguments(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("vec2",
            "local v = ctx.math.vec2() out(v.x, v.y, ctx.math.vec2(nil, 3).x == nil, "
            "ctx.math.vec2(nil, 3).y)",
            "const v = ctx.math.vec2(); out(v.x, v.y, ctx.math.vec2(null, 3).x === null, "
            "ctx.math.vec2(null, 3).y)",
            .logs = "0 0 true 3"),
        ROW("add, sub, scale",
            "local m = ctx.math out(m.add({x = 1, y = 2}, {x = 3, y = 4}), m.sub({x = 1, y = 2}, "
            "ctx.transform.position), m.scale({x = 1, y = 2}, 3))",
            "const m = ctx.math; out(m.add({x: 1, y: 2}, {x: 3, y: 4}), m.sub({x: 1, y: 2}, "
            "ctx.transform.position), m.scale({x: 1, y: 2}, 3))",
            .logs = "{\"x\":4,\"y\":6} {\"x\":1,\"y\":2} {\"x\":3,\"y\":6}"),
        ROW("length",
            "local m = ctx.math out(m.length({x = 3, y = 4}), m.distance({x = 0, y = 0}, {x = 3, y "
            "= 4}), m.dot({x = 1, y = 2}, {x = 3, y = 4}), m.normalize({x = 0, y = 0}).x, "
            "m.normalize({x = 0, y = 5}).y)",
            "const m = ctx.math; out(m.length({x: 3, y: 4}), m.distance({x: 0, y: 0}, {x: 3, y: "
            "4}), m.dot({x: 1, y: 2}, {x: 3, y: 4}), m.normalize({x: 0, y: 0}).x, m.normalize({x: "
            "0, y: 5}).y)",
            .logs = "5 5 11 0 1"),
        ROW("angle",
            "local m = ctx.math out(m.angle({x = 0, y = 1}), m.angle({x = -1, y = 0}), "
            "m.fromAngle(0).x, m.fromAngle(0, 4).x)",
            "const m = ctx.math; out(m.angle({x: 0, y: 1}), m.angle({x: -1, y: 0}), "
            "m.fromAngle(0).x, m.fromAngle(0, 4).x)",
            .logs = "90 180 1 4"),
        ROW("lerp, clamp",
            "local m = ctx.math out(m.lerp(0, 10, 2), m.lerpVec({x = 0, y = 0}, {x = 2, y = 4}, "
            "0.5).y, m.clamp(12, 0, 10), m.clamp(5, 10, 0), m.clamp(-1, 0, 10))",
            "const m = ctx.math; out(m.lerp(0, 10, 2), m.lerpVec({x: 0, y: 0}, {x: 2, y: 4}, "
            "0.5).y, m.clamp(12, 0, 10), m.clamp(5, 10, 0), m.clamp(-1, 0, 10))",
            .logs = "20 2 10 0 0"),
        ROW("missing numbers", "out(ctx.math.lerp(1, 2))", "out(ctx.math.lerp(1, 2))",
            .logs = "null"),
        ROW("missing vectors", "ctx.math.length(nil)", "ctx.math.length(null)", .error = ""),
        ROW("colours",
            "local m = ctx.math out(m.hexToRgb(\"#fff\").g, m.hexToRgb(\"#ff800010\").g, "
            "m.hexToRgb(\"no\").r, m.rgbToHex(300, -5, 127.5), m.colorLerp(\"#000000\", "
            "\"#ffffff\", 2), m.colorLerp(\"x\", \"#000000\", 0))",
            "const m = ctx.math; out(m.hexToRgb(\"#fff\").g, m.hexToRgb(\"#ff800010\").g, "
            "m.hexToRgb(\"no\").r, m.rgbToHex(300, -5, 127.5), m.colorLerp(\"#000000\", "
            "\"#ffffff\", 2), m.colorLerp(\"x\", \"#000000\", 0))",
            .logs = "255 128 255 #ff0080 #ffffff #ffffff"),
        ROW("random",
            "local r = ctx.random out(r.int(3, 3), r.int(2.5, 2.6), r.int(6, 1) <= 6, r.range(5, "
            "5), r.next() < 1)",
            "const r = ctx.random; out(r.int(3, 3), r.int(2.5, 2.6), r.int(6, 1) <= 6, r.range(5, "
            "5), r.next() < 1)",
            .logs = "3 3 true 5 true"),
        ROW("Lua's random",
            "out(pcall(math.random, 0)) out(pcall(math.random, 3, 1)) out(math.random(5.9) <= 5, "
            "math.type(math.random(3)))",
            NULL, .logs = NULL),
        ROW("eases and paths",
            "local m = ctx.math out(m.ease(\"quadIn\", 0.5), m.damp(1, 5, 3, 0), m.pathLength({{x "
            "= 0, y = 0}, {x = 3, y = 4}, {x = 3, y = 9}}), m.pathAt({{x = 0, y = 0}, {x = 0, y = "
            "10}}, 4).y, m.pathDistance({{x = 0, y = 0}, {x = 10, y = 0}}, 7, 3))",
            "const m = ctx.math; out(m.ease(\"quadIn\", 0.5), m.damp(1, 5, 3, 0), "
            "m.pathLength([{x: 0, y: 0}, {x: 3, y: 4}, {x: 3, y: 9}]), m.pathAt([{x: 0, y: 0}, {x: "
            "0, y: 10}], 4).y, m.pathDistance([{x: 0, y: 0}, {x: 10, y: 0}], 7, 3))",
            .logs = "0.25 1 10 4 3"),
        ROW("unknown easing", "ctx.math.ease(\"bouncy\", 1)", "ctx.math.ease(\"bouncy\", 1)",
            .error = "no easing"),
    };
    static hob_script_row checked[HOB_COUNT(rows)];
    memcpy(checked, rows, sizeof rows);
    checked[9].lua = "out((pcall(math.random, 0)), (pcall(math.random, 3, 1)), math.random(5.9) <= "
                     "5, math.type(math.random(3)))";
    checked[9].logs = "false false true integer";
    HOB_SCRIPT_ROWS(checked);
}

static void stores__odd_arguments(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("save functions", "ctx.save(\"f\", print) out(ctx.load(\"f\") == nil)",
            "ctx.save(\"f\", () => 1); ctx.save(\"u\"); out(ctx.load(\"f\") === null && "
            "ctx.load(\"u\") === null)",
            .logs = "true"),
        ROW("clear",
            "ctx.save(\"a\", 1) ctx.clearSave(nil) out(ctx.load(\"a\")) ctx.clearSave() "
            "out(ctx.load(\"a\") == nil)",
            "ctx.save(\"a\", 1); ctx.clearSave(null); out(ctx.load(\"a\")); ctx.clearSave(); "
            "out(ctx.load(\"a\") === null)",
            .logs = "1\ntrue"),
        ROW("state.get", "out(ctx.state.get(\"none\") == nil)",
            "out(ctx.state.get(\"none\") === null)", .logs = "true"),
        ROW("state.set undeclared", "ctx.state.set(\"none\", 1)", "ctx.state.set(\"none\", 1)",
            .code = HOB_ERR_NOT_FOUND, .error = ""),
        ROW("state.set another type", "ctx.state.set(\"points\", \"a\")",
            "ctx.state.set(\"points\", \"a\")", .error = "", .code = HOB_ERR_FIELD_TYPE),
        ROW("state.set nothing", "ctx.state.set(\"points\", nil)",
            "ctx.state.set(\"points\", null)", .error = "", .code = HOB_ERR_FIELD_TYPE),
        ROW("state.add nothing",
            "ctx.state.set(\"points\", 4) ctx.state.add(\"points\", nil) "
            "out(ctx.state.get(\"points\"))",
            "ctx.state.set(\"points\", 4); ctx.state.add(\"points\", null); "
            "out(ctx.state.get(\"points\"))",
            .logs = "4"),
        ROW("state.add to a text", "ctx.state.add(\"name\", 1)", "ctx.state.add(\"name\", 1)",
            .error = "no number", .code = HOB_ERR_FIELD_TYPE),
        ROW("state.add a text", "ctx.state.add(\"points\", \"1\")",
            "ctx.state.add(\"points\", \"1\")", .error = "no number", .code = HOB_ERR_FIELD_TYPE),
        ROW("state.reset",
            "ctx.state.set(\"points\", 9) ctx.state.reset(\"points\") "
            "out(ctx.state.get(\"points\")) ctx.state.reset() out(ctx.state.get(\"points\"))",
            "ctx.state.set(\"points\", 9); ctx.state.reset(\"points\"); "
            "out(ctx.state.get(\"points\")); ctx.state.reset(); out(ctx.state.get(\"points\"))",
            .logs = "1\n1"),
        ROW("state.reset nothing", "ctx.state.reset(nil)", "ctx.state.reset(null)",
            .code = HOB_ERR_NOT_FOUND, .error = ""),
        ROW("count",
            "out(ctx.state.count(\"points\"), ctx.state.count(\"name\"), "
            "ctx.state.count(\"none\"), ctx.state.entries().name)",
            "out(ctx.state.count(\"points\"), ctx.state.count(\"name\"), "
            "ctx.state.count(\"none\"), ctx.state.entries().name)",
            .logs = "1 0 0 n"),
    };
    hob_script_rows_run(rows, HOB_COUNT(rows),
                        "\"gameState\":{\"points\":{\"type\":\"number\",\"initial\":1},\"name\":{"
                        "\"type\":\"string\",\"initial\":\"n\"}}",
                        1);
}

static void parts__odd_arguments(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("health",
            "ctx.health.damage(ctx.entity, 30) ctx.health.heal(\"Row0\", 10) local h = "
            "ctx.health.get({id = \"ent_row000\"}) out(h.current, h.max, "
            "ctx.health.isInvulnerable(ctx.entity))",
            "ctx.health.damage(ctx.entity, 30); ctx.health.heal(\"Row0\", 10); const h = "
            "ctx.health.get({id: \"ent_row000\"}); out(h.current, h.max, "
            "ctx.health.isInvulnerable(ctx.entity))",
            .logs = "80 100 false", .components = "\"Health\":{\"max\":100,\"current\":100}"),
        ROW("health without Health", "ctx.health.get(ctx.entity)", "ctx.health.get(ctx.entity)",
            .code = HOB_ERR_NOT_FOUND, .error = "has no Health"),
        ROW("health of nobody", "ctx.health.damage(\"Rwo3\", 1)", "ctx.health.damage(\"Rwo3\", 1)",
            .error = "did you mean", .code = HOB_ERR_ENTITY_UNKNOWN),
        ROW("invulnerable without Health", "out(ctx.health.isInvulnerable(ctx.entity))",
            "out(ctx.health.isInvulnerable(ctx.entity))", .logs = "false"),
        ROW("respawn without Respawn", "ctx.respawn(ctx.entity)", "ctx.respawn(ctx.entity)",
            .code = HOB_ERR_NOT_FOUND, .error = ""),
        ROW("effects",
            "ctx.effects.flash(nil, 99) local e = ctx.getComponent(\"SpriteEffects\") "
            "out(e.flashColor, e.flashStrength, e.flashDuration)",
            "ctx.effects.flash(null, 99); const e = ctx.getComponent(\"SpriteEffects\"); "
            "out(e.flashColor, e.flashStrength, e.flashDuration)",
            .logs = "#ffffff 1 10"),
        ROW("particles without emitter",
            "ctx.particles.burst(5) out(ctx.particles.count(), ctx.particles.emit(5))",
            "ctx.particles.burst(5); out(ctx.particles.count(), ctx.particles.emit(5))",
            .logs = "0 0"),
        ROW("particles",
            "ctx.particles.burst(5) out(ctx.particles.count()) ctx.particles.clear() "
            "out(ctx.particles.count())",
            "ctx.particles.burst(5); out(ctx.particles.count()); ctx.particles.clear(); "
            "out(ctx.particles.count())",
            .logs = "5\n0", .components = "\"ParticleEmitter\":{\"emitting\":false}"),
        ROW("animator takes no handle", "ctx.animator.state(ctx.entity)",
            "ctx.animator.state(ctx.entity)", .code = HOB_ERR_NOT_FOUND,
            .error = "AnimationStateMachine"),
        ROW("animate without animator", "ctx.animate(\"walk\") out(\"on\")",
            "ctx.animate(\"walk\"); out(\"on\")", .logs = "on"),
        ROW("timers",
            "out(ctx.timers.after(\"x\"), ctx.timers.every(-1, nil)) ctx.timers.cancel(\"tmr_9\") "
            "ctx.timers.cancel(5) ctx.tweens.cancel(nil)",
            "out(ctx.timers.after(\"x\"), ctx.timers.every(-1, null)); "
            "ctx.timers.cancel(\"tmr_9\"); ctx.timers.cancel(5); ctx.tweens.cancel(null)",
            .logs = "tmr_1 tmr_2"),
        ROW("tweens",
            "out(ctx.tweens.to(\"Transform.position.x\", 5, 1, nil), "
            "ctx.tweens.to(\"Transform.position\", 5, 1) == \"\", ctx.tweens.to(nil, 1, 1) == "
            "\"\")",
            "out(ctx.tweens.to(\"Transform.position.x\", 5, 1, null), "
            "ctx.tweens.to(\"Transform.position\", 5, 1) === \"\", ctx.tweens.to(null, 1, 1) === "
            "\"\")",
            .logs = "twn_1 true true"),
        ROW("audio",
            "out(ctx.audio.play(\"none\") == nil, ctx.audio.playMusic(\"none\", nil) == nil) "
            "ctx.audio.stop(\"snd_9\") ctx.audio.stopMusic(nil) ctx.audio.setMusicVolume(1, nil) "
            "out(ctx.audio.bus(\"none\").volume, #ctx.audio.live())",
            "out(ctx.audio.play(\"none\") === null, ctx.audio.playMusic(\"none\", null) === null); "
            "ctx.audio.stop(\"snd_9\"); ctx.audio.stopMusic(null); ctx.audio.setMusicVolume(1, "
            "null); out(ctx.audio.bus(\"none\").volume, ctx.audio.live().length)",
            .logs = "true true\n1 0"),
        ROW("camera without a camera",
            "out(ctx.camera.getPosition(), ctx.camera.getZoom()) ctx.camera.setPosition(1, 2) "
            "ctx.camera.setZoom(3) ctx.camera.follow(\"Row0\")",
            "out(ctx.camera.getPosition(), ctx.camera.getZoom()); ctx.camera.setPosition(1, 2); "
            "ctx.camera.setZoom(3); ctx.camera.follow(\"Row0\")",
            .logs = "{\"x\":400,\"y\":300} 1"),
        ROW("camera options", "ctx.camera.shake(1, 1, nil)", "ctx.camera.shake(1, 1, null)",
            .error = "options"),
        ROW("fade options", "ctx.camera.fade(1, 1, nil)", "ctx.camera.fade(1, 1, null)",
            .error = "options"),
        ROW("ui",
            "ctx.ui.focus(nil) ctx.ui.focus() ctx.ui.focus(\"nobody\") ctx.ui.activate() "
            "ctx.ui.adjust(1) ctx.ui.moveFocus(\"sideways\") out(ctx.ui.getFocused() == nil)",
            "ctx.ui.focus(null); ctx.ui.focus(); ctx.ui.focus(\"nobody\"); ctx.ui.activate(); "
            "ctx.ui.adjust(1); ctx.ui.moveFocus(\"sideways\"); out(ctx.ui.getFocused() === null)",
            .logs = "true"),
        ROW("input",
            "out(ctx.input.isDown(\"none\"), ctx.input.justPressed(), ctx.input.axis(nil), "
            "ctx.input.pointer(), ctx.input.pointerDown(), ctx.input.value(\"none\"), "
            "ctx.input.consume(\"none\"))",
            "out(ctx.input.isDown(\"none\"), ctx.input.justPressed(), ctx.input.axis(null), "
            "ctx.input.pointer(), ctx.input.pointerDown(), ctx.input.value(\"none\"), "
            "ctx.input.consume(\"none\"))",
            .logs = NULL),
        ROW("contacts", "out(ctx.isGrounded(), #ctx.collisions)",
            "out(ctx.isGrounded(), ctx.collisions.length)", .logs = "false 0"),
        ROW("events",
            "out(ctx.events.off(\"evt_77\") == nil) ctx.events.off(5) ctx.events.emit(\"lonely\")",
            "out(ctx.events.off(\"evt_77\") === undefined); ctx.events.off(5); "
            "ctx.events.emit(\"lonely\")",
            .logs = "true"),
        ROW("pause",
            "ctx.game.pause() out(ctx.game.isPaused()) ctx.game.resume() out(ctx.game.isPaused())",
            "ctx.game.pause(); out(ctx.game.isPaused()); ctx.game.resume(); "
            "out(ctx.game.isPaused())",
            .logs = "true\nfalse"),
    };
    static hob_script_row checked[HOB_COUNT(rows)];
    memcpy(checked, rows, sizeof rows);
    checked[17].logs = "false false 0 {\"x\":400,\"y\":300} false 0 false";
    HOB_SCRIPT_ROWS(checked);
}

/* Effects with handles: a later one replaces an earlier one, ends are told by value, call and
 * promise. */
static void effects__tell_how_they_ended(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("handles",
            "local a = ctx.camera.effects.fade({to = \"black\", seconds = 1}) "
            "a.onDone(function(ok) out(\"a\", ok) end) out(a.done == nil) "
            "local b = ctx.camera.effects.fade({to = \"clear\", seconds = 1 / 60}) out(a.done, "
            "a.superseded) b.onDone(function(ok) out(\"b\", ok, b.done) end)",
            "const a = ctx.camera.effects.fade({to: \"black\", seconds: 1}); a.promise.then(ok => "
            "out(\"a\", ok)); out(a.done == null); "
            "const b = ctx.camera.effects.fade({to: \"clear\", seconds: 1 / 60}); out(a.done, "
            "a.superseded); b.promise.then(ok => out(\"b\", ok, b.done));",
            .logs = "true\nfalse true\na false\nb true true"),
        ROW("bad arguments", "out(ctx.camera.effects.flash({color = \"clear\", seconds = 1}).done)",
            "out(ctx.camera.effects.flash({color: \"clear\", seconds: 1}).done)", .logs = "false"),
    };
    hob_script_rows_run(rows, HOB_COUNT(rows), NULL, 4);
}

static void signals__reach_listeners(void **state) {
    (void)state;
    static const hob_script_row rows[] = {
        ROW("component signal",
            "ctx.signals.on(ctx.entity, \"Health.damaged\", function(n) out(\"hurt\", n) end) "
            "ctx.health.damage(ctx.entity, 3)",
            "ctx.signals.on(ctx.entity, \"Health.damaged\", n => out(\"hurt\", n)); "
            "ctx.health.damage(ctx.entity, 3)",
            .logs = "hurt 3", .components = "\"Health\":{\"max\":10,\"current\":10}"),
        ROW("own signal",
            "local id = ctx.signals.on(ctx.entity, \"Script.opened\", function(a, b) out(a, b) "
            "end) ctx.signals.emit(\"opened\", 1, \"x\") ctx.signals.off(id) "
            "ctx.signals.emit(\"opened\", 2)",
            "const id = ctx.signals.on(ctx.entity, \"Script.opened\", (a, b) => out(a, b)); "
            "ctx.signals.emit(\"opened\", 1, \"x\"); ctx.signals.off(id); "
            "ctx.signals.emit(\"opened\", 2)",
            .logs = "1 x"),
    };
    HOB_SCRIPT_ROWS(rows);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(log__formats_as_json),     cmocka_unit_test(scene__odd_arguments),
        cmocka_unit_test(numbers__odd_arguments),   cmocka_unit_test(stores__odd_arguments),
        cmocka_unit_test(parts__odd_arguments),     cmocka_unit_test(effects__tell_how_they_ended),
        cmocka_unit_test(signals__reach_listeners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
