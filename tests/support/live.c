#include "support/live.h"

#include <stdio.h>

const hob_live_file hob_live_files[] = {
    {"hob.json",
     "{\"formatVersion\":1,\"engineVersion\":\"0.1.0\",\"id\":\"prj_live\",\"name\":\"Live\","
     "\"initialScene\":\"scn_main\",\"scenes\":["
     "{\"id\":\"scn_main\",\"name\":\"Main\",\"path\":\"scenes/main.scene.json\"},"
     "{\"id\":\"scn_cave\",\"name\":\"Cave\",\"path\":\"scenes/cave.scene.json\"}],"
     "\"gameState\":{\"score\":{\"type\":\"number\",\"initial\":3},"
     "\"alive\":{\"type\":\"boolean\",\"initial\":true}},"
     "\"input\":{\"actions\":{\"right\":{\"sources\":[\"KeyD\"]},\"jump\":{\"sources\":["
     "\"Space\"]}},\"axes\":{\"move\":{\"negative\":[\"KeyA\"],\"positive\":[\"KeyD\"]}}},"
     "\"settings\":{\"width\":320,\"height\":240}}"},
    {"assets.json", "{\"formatVersion\":1,\"assets\":[]}"},
    {"scenes/main.scene.json",
     "{\"formatVersion\":1,\"id\":\"scn_main\",\"entities\":["
     "{\"id\":\"ent_camera\",\"name\":\"Camera\",\"components\":{\"Transform\":{\"position\":{"
     "\"x\":160,\"y\":120}},\"Camera\":{}}},"
     "{\"id\":\"ent_hero\",\"name\":\"Hero\",\"tags\":[\"player\"],\"components\":{\"Transform\":{"
     "\"position\":{\"x\":100,\"y\":100}},\"SpriteRenderer\":{\"width\":20,\"height\":20},"
     "\"Script\":{\"scriptPath\":\"scripts/hero.lua\"}}},"
     "{\"id\":\"ent_wall\",\"name\":\"Wall\",\"components\":{\"Transform\":{\"position\":{"
     "\"x\":115,\"y\":100}},\"SpriteRenderer\":{\"width\":20,\"height\":40}}},"
     "{\"id\":\"ent_far\",\"name\":\"Far\",\"components\":{\"Transform\":{\"position\":{"
     "\"x\":5000,\"y\":100}},\"SpriteRenderer\":{\"width\":20,\"height\":40}}}]}"},
    {"scenes/cave.scene.json",
     "{\"formatVersion\":1,\"id\":\"scn_cave\",\"entities\":["
     "{\"id\":\"ent_camera\",\"name\":\"Camera\",\"components\":{\"Transform\":{\"position\":{"
     "\"x\":160,\"y\":120}},\"Camera\":{}}}]}"},
    {"scripts/hero.lua",
     "local hero = {}\n"
     "function hero.onUpdate(ctx, dt)\n"
     "  local p = ctx.transform.position\n"
     "  p.x = p.x + 2 * ctx.input.value('right') + 10 * ctx.input.axis('move')\n"
     "  if ctx.input.justPressed('jump') then\n"
     "    ctx.vars.jumps = (ctx.vars.jumps or 0) + 1\n"
     "    ctx.log('jumped')\n"
     "    ctx.events.emit('jumped', { times = ctx.vars.jumps })\n"
     "  end\n"
     "end\n"
     "function hero.hurt(ctx, by)\n"
     "  ctx.vars.hurt = (ctx.vars.hurt or 0) + by\n"
     "  return { left = 10 - ctx.vars.hurt }\n"
     "end\n"
     "function hero.fill(ctx, count, length)\n"
     "  local list = {}\n"
     "  for i = 1, count do list[i] = i end\n"
     "  ctx.vars.list = list\n"
     "  ctx.vars.long = string.rep('a', length)\n"
     "  ctx.vars.deep = {{{{{{{}}}}}}}\n"
     "end\n"
     "function hero.fat(ctx)\n"
     "  for i = 1, 20 do ctx.vars['k' .. i] = string.rep('b', 4096) end\n"
     "end\n"
     "function hero.crowd(ctx, count)\n"
     "  for i = 1, count do\n"
     "    local e = ctx.scene.spawn({ name = 'Filler', components = {} })\n"
     "  end\n"
     "end\n"
     "function hero.bad(ctx)\n"
     "  error('that hurts')\n"
     "end\n"
     "return hero\n"},
    {NULL, NULL},
};

void hob_live_put_files(hob_test_commands *t) {
    for (const hob_live_file *f = hob_live_files; f->path != NULL; f++) {
        char path[200];
        (void)snprintf(path, sizeof path, "%s/%s", HOB_TEST_GAME, f->path);
        hob_test_put_file(t, path, hob_str_from(f->text));
    }
}

void hob_live_begin(hob_test_commands *t, const char *scene) {
    char params[100];
    hob_test_commands_begin(t);
    hob_live_put_files(t);
    (void)snprintf(params, sizeof params, "{\"scene\":\"%s\",\"seed\":7}",
                   scene != NULL ? scene : "Main");
    (void)hob_test_do(t, "startSession", params);
}
