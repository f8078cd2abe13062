/* The ctx table: complete, documented, and bound in both languages exactly as it stands (spec
 * scripting 7, hob 6). */
#include "script/api.h"
#include "support/scripts.h"

#include <stdio.h>
#include <string.h>

/* The members of Hearth v1.2.1, in its own order. */
static const char *const hearth[] = {
    "ctx.entity",
    "ctx.transform",
    "ctx.getComponent",
    "ctx.params",
    "ctx.input.isDown",
    "ctx.input.justPressed",
    "ctx.input.axis",
    "ctx.input.pointer",
    "ctx.input.pointerScreen",
    "ctx.input.pointerDown",
    "ctx.input.pointerPressed",
    "ctx.scene.find",
    "ctx.scene.findByTag",
    "ctx.scene.spawn",
    "ctx.scene.spawnPrefab",
    "ctx.scene.destroy",
    "ctx.scene.findPath",
    "ctx.scenes.current",
    "ctx.scenes.list",
    "ctx.scenes.load",
    "ctx.timers.after",
    "ctx.timers.every",
    "ctx.timers.cancel",
    "ctx.tweens.to",
    "ctx.tweens.cancel",
    "ctx.random.next",
    "ctx.random.range",
    "ctx.random.int",
    "ctx.particles.burst",
    "ctx.particles.count",
    "ctx.animate",
    "ctx.animator.setParam",
    "ctx.animator.getParam",
    "ctx.animator.fire",
    "ctx.animator.state",
    "ctx.math.vec2",
    "ctx.math.add",
    "ctx.math.sub",
    "ctx.math.scale",
    "ctx.math.dot",
    "ctx.math.length",
    "ctx.math.distance",
    "ctx.math.normalize",
    "ctx.math.angle",
    "ctx.math.fromAngle",
    "ctx.math.lerp",
    "ctx.math.lerpVec",
    "ctx.math.clamp",
    "ctx.math.hexToRgb",
    "ctx.math.rgbToHex",
    "ctx.math.colorLerp",
    "ctx.save",
    "ctx.load",
    "ctx.clearSave",
    "ctx.game.pause",
    "ctx.game.resume",
    "ctx.game.isPaused",
    "ctx.state.get",
    "ctx.state.set",
    "ctx.state.add",
    "ctx.state.reset",
    "ctx.health.get",
    "ctx.health.damage",
    "ctx.health.heal",
    "ctx.health.isInvulnerable",
    "ctx.respawn",
    "ctx.camera.getPosition",
    "ctx.camera.setPosition",
    "ctx.camera.getZoom",
    "ctx.camera.setZoom",
    "ctx.camera.follow",
    "ctx.camera.shake",
    "ctx.camera.flash",
    "ctx.camera.fade",
    "ctx.camera.zoomPunch",
    "ctx.effects.flash",
    "ctx.audio.play",
    "ctx.audio.stop",
    "ctx.audio.playMusic",
    "ctx.audio.stopMusic",
    "ctx.audio.setMusicVolume",
    "ctx.vars",
    "ctx.time",
    "ctx.log",
    "ctx.collisions",
    "ctx.isGrounded",
    "ctx.destroySelf",
    "ctx.events.emit",
    "ctx.events.on",
    "ctx.events.off",
    "ctx.ui.focus",
    "ctx.ui.getFocused",
    "ctx.ui.moveFocus",
    "ctx.ui.activate",
    "ctx.ui.adjust",
};

static bool is_ctx(const hob_api_family *family) {
    return strncmp(family->path, "ctx", 3) == 0;
}

static void table__holds_the_95_members_of_hearth(void **state) {
    (void)state;
    size_t flagged = 0;
    for (size_t i = 0; i < HOB_COUNT(hearth); i++) {
        const char *dot = strrchr(hearth[i], '.');
        const hob_api_member *member = NULL;
        for (size_t f = 0; hob_api_families[f] != NULL; f++) {
            const hob_api_family *family = hob_api_families[f];
            if (strlen(family->path) == (size_t)(dot - hearth[i]) &&
                strncmp(family->path, hearth[i], strlen(family->path)) == 0) {
                member = hob_api_find(family, hob_str_from(dot + 1));
            }
        }
        if (member == NULL || (member->flags & HOB_API_HEARTH) == 0) {
            fail_msg("%s is missing or not flagged", hearth[i]);
        }
    }
    for (size_t f = 0; hob_api_families[f] != NULL; f++) {
        for (const hob_api_member *m = hob_api_families[f]->members; m->name != NULL; m++) {
            flagged += (m->flags & HOB_API_HEARTH) != 0;
        }
    }
    /* ctx.vars is Hearth's too, but not in its list. */
    assert_int_equal(flagged, HOB_COUNT(hearth));
    assert_int_equal(HOB_COUNT(hearth), 95);
}

static void every_entry__is_documented(void **state) {
    (void)state;
    for (size_t f = 0; hob_api_families[f] != NULL; f++) {
        const hob_api_family *family = hob_api_families[f];
        assert_true(family->doc[strlen(family->doc) - 1] == '.');
        for (const hob_api_member *m = family->members; m->name != NULL; m++) {
            bool method = (m->flags & HOB_API_METHOD) != 0;
            if (m->doc == NULL || m->doc[strlen(m->doc) - 1] != '.') {
                fail_msg("%s.%s: its meaning is no sentence", family->path, m->name);
            }
            if ((m->call == NULL) != (m->object != NULL || (m->flags & HOB_API_PROMISE) != 0)) {
                fail_msg("%s.%s has no function, or one too many", family->path, m->name);
            }
            if (!method && m->object == NULL && m->result == NULL) {
                fail_msg("%s.%s is a property without a type", family->path, m->name);
            }
            if (method && is_ctx(family) && m->js == NULL) {
                fail_msg("%s.%s has no example", family->path, m->name);
            }
            for (const hob_field *p = m->params; p != NULL && p->name != NULL; p++) {
                if (p->doc == NULL || p->doc[strlen(p->doc) - 1] != '.') {
                    fail_msg("%s.%s: parameter %s is not documented", family->path, m->name,
                             p->name);
                }
            }
            for (const hob_api_member *other = family->members; other != m; other++) {
                assert_string_not_equal(other->name, m->name);
            }
        }
    }
}

/* A script that walks ctx as it finds it and logs every path with its kind. */
static const char *const walk_lua =
    "local seen = {} local function walk(path, object) if seen[path] then return end seen[path] = "
    "true "
    "for name, value in pairs(object) do local t = type(value) "
    "ctx_log(path .. \".\" .. name .. (t == \"function\" and \"()\" or \"\")) "
    "if path == \"ctx\" and (name == \"entity\") then walk(\"entity\", value) end end end "
    "return { onStart = function(ctx) ctx_log = ctx.log walk(\"ctx\", ctx) "
    "for _, g in ipairs({GROUPS}) do walk(\"ctx.\" .. g, ctx[g]) end walk(\"ctx.camera.effects\", "
    "ctx.camera.effects) "
    "walk(\"timer\", ctx.time.after(9, function() end)) walk(\"effect\", "
    "ctx.camera.effects.flash({color = \"white\", seconds = 1})) ctx.ui.define(\"x\", \"\") "
    "walk(\"loading\", ctx.assets.ready()) walk(\"piece\", "
    "ctx.ui.attach(\"x\", ctx.entity)) end }";
static const char *const walk_js =
    "export default { onStart(ctx) { const walk = (path, object) => { for (const name of "
    "Object.getOwnPropertyNames(object)) "
    "ctx.log(path + \".\" + name + (typeof object[name] === \"function\" ? \"()\" : \"\")); }; "
    "walk(\"ctx\", ctx); walk(\"entity\", ctx.entity); "
    "for (const g of [GROUPS]) walk(\"ctx.\" + g, ctx[g]); walk(\"ctx.camera.effects\", "
    "ctx.camera.effects); "
    "walk(\"timer\", ctx.time.after(9, () => {})); walk(\"effect\", "
    "ctx.camera.effects.flash({color: \"white\", seconds: 1})); ctx.ui.define(\"x\", \"\"); "
    "walk(\"loading\", ctx.assets.ready()); walk(\"piece\", "
    "ctx.ui.attach(\"x\", ctx.entity)); } };";

static char *with_groups(const char *script) {
    static char text[4000];
    const char *mark = strstr(script, "GROUPS");
    size_t length = (size_t)(mark - script);
    memcpy(text, script, length);
    bool first = true;
    for (const hob_api_member *m = hob_api_ctx.members; m->name != NULL; m++) {
        if (m->object != NULL) {
            length += (size_t)snprintf(text + length, sizeof text - length, "%s\"%s\"",
                                       first ? "" : ",", m->name);
            first = false;
        }
    }
    (void)snprintf(text + length, sizeof text - length, "%s", mark + strlen("GROUPS"));
    return text;
}

static bool has_line(const char *text, const char *line) {
    size_t length = strlen(line);
    for (const char *at = strstr(text, line); at != NULL; at = strstr(at + 1, line)) {
        if ((at == text || at[-1] == '\n') && (at[length] == '\n' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

static void check_bound(hob_script_language language) {
    hob_test_game game;
    hob_script_game_open(&game, language,
                         with_groups(language == HOB_TEST_LUA ? walk_lua : walk_js), NULL);
    hob_test_steps(&game, 1);
    hob_script_no_errors(&game);
    const char *logs = hob_script_logs(&game);
    size_t lines = 0, entries = 0;
    for (const char *c = logs; *c != '\0'; c++) {
        lines += *c == '\n';
    }
    lines += logs[0] != '\0';
    for (size_t f = 0; hob_api_families[f] != NULL; f++) {
        const hob_api_family *family = hob_api_families[f];
        for (const hob_api_member *m = family->members; m->name != NULL; m++) {
            char line[128];
            if ((family == &hob_api_effect_handle || family == &hob_api_asset_handle) &&
                (m->flags & HOB_API_PROMISE) != 0 && language == HOB_TEST_LUA) {
                continue;
            }
            (void)snprintf(line, sizeof line, "%s.%s%s", family->path, m->name,
                           (m->flags & HOB_API_METHOD) != 0 ? "()" : "");
            entries++;
            if (language == HOB_TEST_JS && family == &hob_api_handle && m - family->members > 2) {
                entries--; /* as data a handle shows id, name and tags; the others are tested by
                              their calls */
                continue;
            }
            if (!has_line(logs, line)) {
                fail_msg("%s is not bound", line);
            }
        }
    }
    assert_int_equal(lines, entries);
    hob_test_game_close(&game);
}

static void lua__exposes_exactly_the_table(void **state) {
    (void)state;
    check_bound(HOB_TEST_LUA);
}

static void javascript__exposes_exactly_the_table(void **state) {
    (void)state;
    check_bound(HOB_TEST_JS);
}

/* A scene in which every example finds what it names. */
static const char example_scene[] =
    "{\"id\":\"ent_cam\",\"name\":\"Main Camera\",\"components\":{\"Camera\":{}}},"
    "{\"id\":\"ent_player\",\"name\":\"Player\",\"components\":{\"Health\":{},\"Respawn\":{},"
    "\"PhysicsBody\":{},"
    "\"AnimationStateMachine\":{\"assetId\":\"ast_machine\"}}},"
    "{\"id\":\"ent_door\",\"name\":\"Door\",\"components\":{}},"
    "{\"id\":\"ent_start\",\"name\":\"Start\",\"components\":{\"UIElement\":{\"focusable\":true,"
    "\"interactive\":true}}},"
    "{\"id\":\"ent_ground\",\"name\":\"Ground\",\"components\":{\"Tilemap\":{\"grid\":[\"##\",\"##"
    "\"]}}}";
static const char example_assets[] =
    "{\"formatVersion\":1,\"assets\":["
    "{\"id\":\"ast_run\",\"name\":\"run\",\"type\":\"animation\",\"path\":\"animations/run.json\"},"
    "{\"id\":\"ast_coin\",\"name\":\"Coin\",\"type\":\"prefab\",\"path\":\"prefabs/coin.json\"},"
    "{\"id\":\"ast_hit\",\"name\":\"hit\",\"type\":\"audio\",\"path\":\"assets/hit.wav\"},"
    "{\"id\":\"ast_theme\",\"name\":\"theme\",\"type\":\"audio\",\"path\":\"assets/theme.ogg\"},"
    "{\"id\":\"ast_machine\",\"name\":\"machine\",\"type\":\"stateMachine\",\"path\":\"animations/"
    "machine.json\"}]}";
static const char example_machine[] = "{\"formatVersion\":1,\"name\":\"machine\",\"initial\":"
                                      "\"idle\",\"params\":{\"running\":{\"type\":\"bool\"},"
                                      "\"jump\":{\"type\":\"trigger\"}},\"states\":[{\"name\":"
                                      "\"idle\",\"animation\":\"ast_run\"}],\"transitions\":[]}";

static void run_examples(hob_script_language language) {
    static hob_test_file files[160];
    static char paths[160][64];
    hob_buf texts[160], entities;
    size_t count = 0;
    hob_buf_init(&entities, hob_heap_allocator(), 1 << 20);
    hob_buf_add_cstr(&entities, example_scene);
    for (size_t f = 0; hob_api_families[f] != NULL; f++) {
        for (const hob_api_member *m = hob_api_families[f]->members; m->name != NULL; m++) {
            const char *example = language == HOB_TEST_LUA && m->lua != NULL ? m->lua : m->js;
            if (example == NULL || count >= 150) {
                continue;
            }
            (void)snprintf(paths[count], sizeof paths[count], "scripts/x%03zu.%s", count,
                           language == HOB_TEST_LUA ? "lua" : "js");
            hob_buf_init(&texts[count], hob_heap_allocator(), 4000);
            /* Expressions alone are no statements in Lua: they are assigned. */
            bool expression = language == HOB_TEST_LUA && m->lua == NULL;
            hob_buf_format(&texts[count],
                           language == HOB_TEST_LUA
                               ? "return { onStart = function(ctx) local dt = 0.016 %s%.*s end }"
                               : "export default { onStart(ctx) { const dt = 0.016; %s%.*s } };",
                           expression ? "local _ = " : "",
                           (int)strlen(example) - (expression ? 1 : 0), example);
            files[count] = (hob_test_file){paths[count], texts[count].data};
            hob_buf_format(&entities,
                           ",{\"id\":\"ent_x%03zu\",\"name\":\"X%zu\",\"components\":{\"Script\":{"
                           "\"scriptPath\":\"%s\"},"
                           "\"PhysicsBody\":{},\"Collider\":{},\"SpriteRenderer\":{},"
                           "\"SpriteAnimator\":{},\"ParticleEmitter\":{}}}",
                           count, count, paths[count]);
            count++;
        }
    }
    files[count++] = (hob_test_file){"assets.json", example_assets};
    files[count++] = (hob_test_file){"animations/machine.json", example_machine};
    files[count++] = (hob_test_file){
        "animations/run.json",
        "{\"formatVersion\":1,\"frames\":[\"ast_run\"],\"frameDuration\":0.1,\"loop\":true}"};
    files[count++] =
        (hob_test_file){"prefabs/coin.json",
                        "{\"formatVersion\":1,\"name\":\"Coin\",\"entities\":[{\"id\":\"pfe_1\","
                        "\"name\":\"Coin\",\"components\":{}}]}"};
    files[count++] = (hob_test_file){NULL, NULL};
    hob_test_game game;
    hob_test_game_open(&game, "\"gameState\":{\"score\":{\"type\":\"number\",\"initial\":0}}",
                       entities.data, files, NULL, 7);
    hob_test_steps(&game, 3);
    hob_script_no_errors(&game);
    hob_test_game_close(&game);
    for (size_t i = 0; i + 5 < count; i++) {
        hob_buf_done(&texts[i]);
    }
    hob_buf_done(&entities);
}

static void lua__examples_run(void **state) {
    (void)state;
    run_examples(HOB_TEST_LUA);
}

static void javascript__examples_run(void **state) {
    (void)state;
    run_examples(HOB_TEST_JS);
}

static void signature__reads_as_a_call(void **state) {
    (void)state;
    hob_buf text;
    hob_buf_init(&text, hob_heap_allocator(), 400);
    hob_api_signature(&hob_api_scene, hob_api_find(&hob_api_scene, HOB_STR("spawnPrefab")), &text);
    assert_string_equal(text.data, "ctx.scene.spawnPrefab(prefab, options?)");
    hob_buf_done(&text);
    assert_string_equal(hob_api_nearest(&hob_api_scene, HOB_STR("spwan")), "spawn");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table__holds_the_95_members_of_hearth),
        cmocka_unit_test(every_entry__is_documented),
        cmocka_unit_test(lua__exposes_exactly_the_table),
        cmocka_unit_test(javascript__exposes_exactly_the_table),
        cmocka_unit_test(lua__examples_run),
        cmocka_unit_test(javascript__examples_run),
        cmocka_unit_test(signature__reads_as_a_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
