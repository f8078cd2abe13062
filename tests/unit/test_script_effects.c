/* ctx.camera.effects with bad arguments, in both languages: spec waica 7.4, line CFX-09. */
#include "support/scripts.h"

#include <math.h>
#include <string.h>

static void cfx09_bad_arguments__one_warning_done_false_and_a_running_fade_goes_on(void **state) {
    (void)state;
    static const char *const files[] = {
        "return { onStart = function(ctx) local e = ctx.camera.effects "
        "local f = e.fade({to = 'black', seconds = 0.5}) local bad = { "
        "e.shake({intensity = 0 / 0, seconds = 1}), e.shake({intensity = 1, seconds = -1}), "
        "e.shake({intensity = 1, seconds = 1 / 0}), "
        "e.shake({intensity = 1, seconds = 1, easing = 'bounce'}), "
        "e.fade({to = 'red', seconds = 1}), e.fade({to = '#fff', seconds = 1}), "
        "e.fade({to = 'black', seconds = 0 / 0}), e.flash({color = 'clear', seconds = 1}) } "
        "for _, h in ipairs(bad) do ctx.log(h.done, h.superseded) end ctx.log(f.done == nil) end }",
        "export default { onStart(ctx) { const e = ctx.camera.effects; "
        "const f = e.fade({to: 'black', seconds: 0.5}); const bad = [ "
        "e.shake({intensity: NaN, seconds: 1}), e.shake({intensity: 1, seconds: -1}), "
        "e.shake({intensity: 1, seconds: Infinity}), "
        "e.shake({intensity: 1, seconds: 1, easing: 'bounce'}), "
        "e.fade({to: 'red', seconds: 1}), e.fade({to: '#fff', seconds: 1}), "
        "e.fade({to: 'black', seconds: NaN}), e.flash({color: 'clear', seconds: 1}) ]; "
        "for (const h of bad) ctx.log(h.done, h.superseded); ctx.log(f.done == null); } };"};
    for (int i = 0; i < 2; i++) {
        hob_test_game game;
        hob_script_game_open(&game, i == 0 ? HOB_TEST_LUA : HOB_TEST_JS, files[i], NULL);
        hob_test_steps(&game, 15);
        hob_script_no_errors(&game);
        const char *logs = hob_script_logs(&game);
        int warnings = 0;
        for (const char *at = logs; (at = strstr(at, "nothing happens")) != NULL; at++) {
            warnings++;
        }
        assert_int_equal(warnings, 8);
        assert_non_null(strstr(logs, "\nfalse false\nfalse false\nfalse false\nfalse false\n"
                                     "false false\nfalse false\nfalse false\nfalse false\ntrue"));
        const hob_view *view = &game.world->view;
        assert_true(fabs(view->fade.alpha - 0.5) < 1e-12); /* 15 of 30 steps */
        assert_true(view->flash.alpha == 0 && view->shake_x == 0 && view->shake_y == 0);
        hob_test_game_close(&game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cfx09_bad_arguments__one_warning_done_false_and_a_running_fade_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
