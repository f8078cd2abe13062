/* Hooks of movers in both languages (spec hob 6.1, step 6.3), and what they may do. */
#include "components/velocity.h"
#include "support/scripts.h"
#include "support/testing.h"

#include <stdio.h>
#include <string.h>

static hob_test_game game;
static int close_game(void **state) {
    (void)state;
    if (game.session) {
        hob_test_game_close(&game);
    }
    game = (hob_test_game){.fs = NULL};
    return 0;
}

/* "Hero" with the script walks right into "Wall" at 1 px a step: flush after the tenth. */
static void open_walker(const char *path, const char *script) {
    char text[2000];
    const hob_test_file files[] = {{path, script}, {NULL, NULL}};
    close_game(NULL);
    snprintf(text, sizeof text,
             "{'id':'ent_h','name':'Hero','components':{'Collider':{'width':10,'height':10},"
             "'Velocity':{'velocity':{'x':60},'blockedBy':['wall']},'Script':{'scriptPath':'%s'}}},"
             "{'id':'ent_w','name':'Wall','components':{'Transform':{'position':{'x':20}},"
             "'Collider':{'width':10,'height':10,'layer':'wall'}}}",
             path);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, "\"settings\":{\"gravity\":{\"x\":0,\"y\":0}}", text, files, NULL, 0);
}

static const char *const tell_lua =
    "return {\n"
    "onContact = function(ctx, c) ctx.log('contact', c.entity.name, c.collider.slot, "
    "c.collider.layer, c.axis, c.normal.x, c.normal.y) end,\n"
    "onBlocked = function(ctx, by, axis) ctx.log('blocked', by.layer, by.entity.name, by.slot, "
    "axis) "
    "end,\n"
    "onUnblocked = function(ctx, by) ctx.log('unblocked', by.layer, by.entity.name) end}";
static const char *const tell_js =
    "module.exports = {\n"
    "onContact(ctx, c) { ctx.log('contact', c.entity.name, c.collider.slot, c.collider.layer, "
    "c.axis, "
    "c.normal.x, c.normal.y) },\n"
    "onBlocked(ctx, by, axis) { ctx.log('blocked', by.layer, by.entity.name, by.slot, axis) },\n"
    "onUnblocked(ctx, by) { ctx.log('unblocked', by.layer, by.entity.name) }}";

static void hooks__are_told_with_their_arguments(void **state) {
    (void)state;
    for (int language = 0; language < 2; language++) {
        open_walker(language ? "scripts/a.js" : "scripts/a.lua", language ? tell_js : tell_lua);
        hob_test_steps(&game, 12);
        hob_entity_set_world_position(game.world, hob_test_entity(&game, "Wall"),
                                      (hob_vec2){500, 0});
        hob_test_steps(&game, 2);
        hob_script_no_errors(&game);
        assert_string_equal(hob_script_logs(&game),
                            "contact Wall Collider wall x -1 0\nblocked wall Wall Collider x\n"
                            "contact Wall Collider wall x -1 0\nunblocked wall Wall");
    }
}

/* Every hook spawns a mover and takes something away: the wall, itself, both, a component. */
static void hooks__may_spawn_and_destroy(void **state) {
    (void)state;
    static const char *const acts[] = {
        "ctx.scene.destroy(ctx.entity)",
        "local w = ctx.scene.find('Wall'); if w then w.destroy() end",
        "ctx.entity.removeComponent('Velocity')",
        "ctx.entity.removeComponent('Collider')",
        "local w = ctx.scene.find('Wall'); if w then w.destroy() end ctx.scene.destroy(ctx.entity)",
        "local w = ctx.scene.find('Wall'); if w then w.removeComponent('Collider') end",
    };
    for (size_t i = 0; i < HOB_COUNT(acts); i++) {
        char script[1500];
        snprintf(
            script, sizeof script,
            "local function wild(ctx)\n"
            "  ctx.scene.spawn({name = 'New', position = {x = 0, y = 100}, components = {Collider "
            "= {width = 10, height = 10}, Velocity = {velocity = {x = 600, y = 0}, blockedBy = "
            "{'*'}}}})\n"
            "  %s\n"
            "end\n"
            "return {onContact = wild, onBlocked = wild, onUnblocked = wild}",
            acts[i]);
        open_walker("scripts/a.lua", script);
        hob_test_steps(&game, 60);
        hob_script_no_errors(&game);
        assert_int_not_equal(hob_entity_find_name(game.world, HOB_STR("New")), HOB_NO_ENTITY);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(hooks__are_told_with_their_arguments, close_game),
        cmocka_unit_test_teardown(hooks__may_spawn_and_destroy, close_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
