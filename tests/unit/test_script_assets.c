/* ctx.assets in both languages: spec hob 6.5 and 8. */
#include "support/scripts.h"

#include <string.h>

static const hob_test_file shared[] = {
    {"assets.json",
     "{\"formatVersion\":1,\"assets\":["
     "{\"id\":\"ast_wav\",\"name\":\"Beep\",\"type\":\"audio\",\"path\":\"assets/beep.wav\"},"
     "{\"id\":\"ast_bad\",\"name\":\"Bad\",\"type\":\"sprite\",\"path\":\"assets/bad.png\"}]}"},
    {"assets/beep.wav", "RIFF0000WAVEfmt "},
    {"assets/bad.png", "no picture"},
    {"scripts/a.lua",
     "local h return { onStart = function(ctx) local a = ctx.assets local function tell(what) "
     "local s = a.status() ctx.log(what, ctx.time.frame, s.pending, s.loaded, s.failed) end "
     "h = a.preload({'Beep', 'assets/beep.wav', 'Bad', 'nobody'}, {group = 'g', onDone = "
     "function() tell('preloaded') end}) a.ready(function() tell('ready') end) tell('asked') "
     "ctx.log(h.done, #a.glob('assets/*'), a.glob('**/*.wav')[1], #a.glob('no/*')) "
     "ctx.log(pcall(a.release, '')) end, "
     "onUpdate = function(ctx) local a, f = ctx.assets, ctx.time.frame "
     "if f == 1 then ctx.log(h.done) h.onDone(function() ctx.log('late', ctx.time.frame) end) "
     "a.release('g') a.preload({'Beep'}) a.preload({'nobody'}) end "
     "if f == 2 then local s = a.status() ctx.log(s.pending, s.loaded, s.failed) end end }"},
    {"scripts/a.js",
     "let h; export default { onStart(ctx) { const a = ctx.assets; const tell = what => { "
     "const s = a.status(); ctx.log(what, ctx.time.frame, s.pending, s.loaded, s.failed); }; "
     "h = a.preload(['Beep', 'assets/beep.wav', 'Bad', 'nobody'], {group: 'g', onDone: () => "
     "tell('preloaded')}); a.ready(() => tell('ready')); tell('asked'); "
     "ctx.log(h.done, a.glob('assets/*').length, a.glob('**/*.wav')[0], a.glob('no/*').length); "
     "try { a.release(''); } catch (e) { ctx.log(false, e.message); } }, "
     "onUpdate(ctx) { const a = ctx.assets, f = ctx.time.frame; "
     "if (f === 1) { ctx.log(h.done); h.promise.then(() => ctx.log('late', ctx.time.frame)); "
     "a.release('g'); a.preload(['Beep']); a.preload(['nobody']); } "
     "if (f === 2) { const s = a.status(); ctx.log(s.pending, s.loaded, s.failed); } } };"},
    {NULL, NULL}};

static void request_of_a_step__settles_when_the_next_begins(void **state) {
    (void)state;
    static const char *const entities[] = {
        "{\"id\":\"ent_a\",\"name\":\"A\",\"components\":{\"Script\":{\"scriptPath\":\"scripts/"
        "a.lua\"}}}",
        "{\"id\":\"ent_a\",\"name\":\"A\",\"components\":{\"Script\":{\"scriptPath\":\"scripts/"
        "a.js\"}}}"};
    for (int i = 0; i < 2; i++) {
        hob_test_game game;
        hob_test_game_open(&game, NULL, entities[i], shared, NULL, 1);
        hob_test_steps(&game, 4);
        hob_script_no_errors(&game);
        const char *logs = hob_script_logs(&game);
        static const char *const wanted[] = {
            "asked 0 3 0 0",
            "\nfalse 2 assets/beep.wav 0\n",
            "\nThe asset \"assets/bad.png\" cannot be loaded.\n",
            "\nThe asset \"nobody\" cannot be loaded.\n",
            "\npreloaded 1 0 1 2\nready 1 0 1 2\ntrue\n",
            "\nlate 2\n0 2 3",
        };
        for (size_t k = 0; k < HOB_COUNT(wanted); k++) {
            if (strstr(logs, wanted[k]) == NULL) {
                fail_msg("\"%s\" is missing in:\n%s", wanted[k], logs);
            }
        }
        hob_test_game_close(&game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(request_of_a_step__settles_when_the_next_begins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
