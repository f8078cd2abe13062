/* A graphics context that is lost: everything is made again, and the pictures are the same bytes.
 */
#include "app/player/screen.h"
#include "support/quotes.h"
#include "support/testing.h"
#include "ui/pieces.h"

#include <string.h>

static hob_test_game game;
static hob_screen *screen;

static const char svg[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='16' height='16'><rect width='16' height='16' "
    "fill='#ff77a8'/><circle cx='8' cy='8' r='5' fill='#29adff'/></svg>";

static const hob_test_file files[] = {
    {"assets/a.svg", svg},
    {"assets/b.svg", svg},
    {"assets/s.frag",
     "uniform float glow;\nvec4 shade(vec2 uv, vec4 c) { return vec4(c.rgb * glow, "
     "c.a); }\n"},
    {"ui/p.html", "<div style='margin:4px;border:2px solid gold;border-radius:6px;width:60px;"
                  "background:url(B)'>Hello</div>"},
    {"assets.json",
     "{\"formatVersion\":1,\"assets\":[{\"id\":\"ast_a\",\"name\":\"A\",\"type\":\"sprite\","
     "\"path\":"
     "\"assets/a.svg\"},{\"id\":\"ast_b\",\"name\":\"B\",\"type\":\"sprite\",\"path\":"
     "\"assets/b.svg\"},{\"id\":\"ast_s\",\"name\":\"S\",\"type\":\"shader\",\"path\":"
     "\"assets/s.frag\"}]}"},
    {NULL, NULL}};

static int open_game(void **state) {
    (void)state;
    hob_test_quoted_open(
        &game, "'settings':{'width':160,'height':100}",
        "{'id':'ent_c','name':'C','components':{'Transform':{'position':{'x':80,'y':50}},'Camera':{"
        "'postEffects':[{'type':'vignette'}]}}},"
        "{'id':'ent_a','name':'A','components':{'Transform':{'position':{'x':30,'y':70}},"
        "'SpriteRenderer':{'assetId':'ast_a'},'SpriteEffects':{'outlineEnabled':true}}},"
        "{'id':'ent_b','name':'B','components':{'Transform':{'position':{'x':110,'y':70}},"
        "'SpriteRenderer':{'assetId':'ast_b','shader':'ast_s','uniforms':{'glow':0.5}},"
        "'Velocity':{'velocity':{'x':60,'y':0}}}},"
        "{'id':'ent_t','name':'T','components':{'Transform':{'position':{'x':100,'y':30}},'Text':{"
        "'content':'A text'}}}",
        files);
    assert_true(hob_piece_show(game.world, HOB_STR("p"), HOB_SCOPE_SCENE));
    hob_test_steps(&game, 5);
    screen = hob_screen_create(hob_heap_allocator(), NULL);
    return 0;
}

static int close_game(void **state) {
    (void)state;
    hob_screen_destroy(screen);
    hob_test_game_close(&game);
    return 0;
}

static void draw(hob_buf *png) {
    char driver[HOB_DRIVER_TEXT];
    hob_error error;
    const hob_picture_request request = {.world = game.world, .ret_driver = driver};
    hob_buf_init(png, hob_heap_allocator(), (size_t)1 << 24);
    hob_status status = hob_screen_draw(screen, &request, png, &error);
    if (status == HOB_ERR_CAPABILITY_MISSING) {
        hob_buf_done(png);
        skip();
    }
    assert_int_equal(status, HOB_OK);
}

static bool same(const hob_buf *a, const hob_buf *b) {
    return a->length == b->length && memcmp(a->data, b->data, a->length) == 0;
}

static void lost_context__the_same_picture_from_a_new_one(void **state) {
    (void)state;
    hob_buf before, after, moved, later;
    draw(&before);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(hob_screen_renew(screen, NULL), HOB_OK);
        draw(&after);
        assert_true(same(&before, &after));
        hob_buf_done(&after);
    }
    hob_test_steps(&game, 5);
    draw(&moved);
    assert_false(same(&before, &moved));
    assert_int_equal(hob_screen_renew(screen, NULL), HOB_OK);
    draw(&later);
    assert_true(same(&moved, &later));
    hob_buf_done(&before);
    hob_buf_done(&moved);
    hob_buf_done(&later);
}

static void before_the_first_picture__nothing_to_do(void **state) {
    (void)state;
    hob_buf png;
    assert_int_equal(hob_screen_renew(screen, NULL), HOB_OK);
    draw(&png);
    hob_buf_done(&png);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lost_context__the_same_picture_from_a_new_one, open_game,
                                        close_game),
        cmocka_unit_test_setup_teardown(before_the_first_picture__nothing_to_do, open_game,
                                        close_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
