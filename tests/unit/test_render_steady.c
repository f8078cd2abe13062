/* Once a scene is warm, a picture makes no GPU object: things move, letters change, particles come
 * and go, groups and shaders are drawn. */
#include "app/player/screen.h"
#include "render/device.h"
#include "support/quotes.h"
#include "support/testing.h"
#include "ui/pieces.h"
#include "world/store.h"

#include <string.h>

static const hob_test_file files[] = {
    {"assets/a.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><rect width='8' "
                     "height='8' fill='#ff77a8'/></svg>"},
    {"assets/s.frag", "uniform float time;\nvec4 shade(vec2 uv, vec4 c) { return vec4(c.rgb * "
                      "fract(time), c.a); }\n"},
    {"ui/p.html", "<div style='opacity:0.5;width:calc(var(--n) * 1px)'>{{n}} of it</div>"},
    {"assets.json",
     "{\"formatVersion\":1,\"assets\":[{\"id\":\"ast_a\",\"name\":\"A\",\"type\":\"sprite\","
     "\"path\":"
     "\"assets/a.svg\"},{\"id\":\"ast_s\",\"name\":\"S\",\"type\":\"shader\",\"path\":"
     "\"assets/s.frag\"}]}"},
    {NULL, NULL}};

static void picture(hob_screen *screen, hob_test_game *game, int n) {
    char driver[HOB_DRIVER_TEXT];
    hob_buf png;
    hob_error error;
    const hob_picture_request request = {.world = game->world, .ret_driver = driver};
    hob_state_find(game->world, HOB_STR("n"))->value = hob_value_number(n % 100);
    hob_test_steps(game, 1);
    hob_buf_init(&png, hob_heap_allocator(), (size_t)1 << 24);
    hob_status status = hob_screen_draw(screen, &request, &png, &error);
    hob_buf_done(&png);
    if (status == HOB_ERR_CAPABILITY_MISSING) {
        hob_screen_destroy(screen);
        hob_test_game_close(game);
        skip();
    }
    assert_int_equal(status, HOB_OK);
}

static void warm_scene__makes_no_gpu_objects(void **state) {
    (void)state;
    hob_test_game game;
    hob_test_quoted_open(
        &game,
        "'settings':{'width':160,'height':100},'gameState':{'n':{'type':'number','initial':0}}",
        "{'id':'ent_c','name':'C','components':{'Transform':{'position':{'x':80,'y':50}},'Camera':{"
        "'ambientLight':0.5,'postEffects':[{'type':'crt','noise':0.5},{'type':'shader','shader':"
        "'ast_s'}]}}},"
        "{'id':'ent_l','name':'L','components':{'Transform':{'position':{'x':60,'y':50}},'Light2D':"
        "{"
        "}}},"
        "{'id':'ent_a','name':'A','components':{'Transform':{'position':{'x':30,'y':70}},"
        "'SpriteRenderer':{'assetId':'ast_a','shader':'ast_s'},'SpriteEffects':{'outlineEnabled':"
        "true},'Velocity':{'velocity':{'x':60,'y':0}}}},"
        "{'id':'ent_t','name':'T','components':{'Transform':{'position':{'x':100,'y':30}},'Text':{"
        "'content':'','binding':{'key':'n','format':'now {value}'}}}},"
        "{'id':'ent_p','name':'P','components':{'Transform':{'position':{'x':80,'y':60}},"
        "'ParticleEmitter':{'rate':200,'lifetime':0.2}}}",
        files);
    assert_true(hob_piece_show(game.world, HOB_STR("p"), HOB_SCOPE_SCENE));
    hob_screen *screen = hob_screen_create(hob_heap_allocator(), NULL);
    for (int i = 0; i < 100; i++) { /* every number has been seen */
        picture(screen, &game, i);
    }
    const hob_device_stats before = *hob_screen_stats(screen);
    for (int i = 0; i < 60; i++) {
        picture(screen, &game, i);
    }
    const hob_device_stats *after = hob_screen_stats(screen);
    assert_true(before.objects > 0);
    assert_int_equal(after->objects, before.objects);
    assert_int_equal(after->texture_bytes, before.texture_bytes);
    hob_screen_destroy(screen);
    hob_test_game_close(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(warm_scene__makes_no_gpu_objects)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
