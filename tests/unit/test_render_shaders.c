/* Authors' fragment shaders: what of them is checked as text, what reaches the canvas, how they
 * look (spec hob 4.1: SpriteRenderer.shader, .uniforms). */
#include "app/player/screen.h"
#include "project/validate.h"
#include "render/frame.h"
#include "render/shaders.h"
#include "support/game.h"
#include "support/golden.h"
#include "support/quotes.h"
#include "support/testing.h"

#include <stdio.h>
#include <string.h>

static hob_test_game game;
static hob_canvas canvas;

static const char index_json[] =
    "{\"formatVersion\":1,\"assets\":[{\"id\":\"ast_s\",\"name\":\"S\",\"type\":\"shader\","
    "\"path\":\"assets/s.frag\"}]}";

#define GLOW                                                                            \
    "// a uniform float nobody;\nuniform float glow; /* uniform */ uniform vec2 at2;\n" \
    "uniform vec4 tint;\nuniform float time;\nvec4 shade(vec2 uv, vec4 color) {\n"      \
    "  return vec4(mix(color.rgb, tint.rgb, glow * uv.x), color.a);\n}\n"

static void open_game(const char *shader, const char *values, const char *camera) {
    const hob_test_file files[] = {
        {"assets/s.frag", shader},
        {"assets.json", index_json},
        {"scripts/glow.lua", "return { onUpdate = function(ctx)\n"
                             "  local s = ctx.getComponent('SpriteRenderer')\n"
                             "  s.uniforms.glow = 0.75\n  s.uniforms.tint = '#00ff00'\nend }\n"},
        {NULL, NULL}};
    hob_test_quoted_open(
        &game, "'settings':{'width':100,'height':60}",
        hob_test_quotes("{'id':'ent_c','name':'Camera','components':{'Transform':{'position':{'x':"
                        "50,'y':30}},'Camera':{%s}}},{'id':'ent_e','name':'E','components':{"
                        "'Transform':{'position':{'x':50,'y':30}},'SpriteRenderer':{'width':60,"
                        "'height':40,'color':'#4060ff'%s}}}",
                        camera, values),
        files);
}

static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

/* ---- the canvas ---- */

static void draw(void) {
    const hob_allocator *a = hob_heap_allocator();
    hob_pictures *pictures = hob_pictures_create(a, game.project, NULL, NULL);
    hob_fonts *fonts = hob_fonts_create(a, game.project, NULL, NULL);
    hob_frame *frame = hob_frame_create(a, pictures, fonts);
    const hob_frame_options options = {.width = 100, .height = 60};
    uint8_t background[4];
    hob_canvas_init(&canvas, a);
    hob_frame_build(frame, game.world, &options, &canvas, background);
    hob_frame_destroy(frame);
    hob_fonts_destroy(fonts);
    hob_pictures_destroy(pictures);
}

static void sprite__its_quads_have_the_shader_and_its_numbers(void **state) {
    (void)state;
    open_game(GLOW,
              ",'shader':'ast_s','uniforms':{'glow':0.5,'tint':'#ff000080','at2':{'x':3,'y':4}}",
              "");
    hob_test_steps(&game, 60);
    draw();
    assert_int_equal(canvas.step_count, 1);
    const hob_draw_effect *effect = &canvas.effects[canvas.steps[0].effect];
    assert_int_equal(effect->program, HOB_PROGRAM_COUNT);
    const float wanted[] = {0.5f, 3, 4, 1, 0, 0, 128.0f / 255, 1};
    for (size_t i = 0; i < HOB_COUNT(wanted); i++) {
        float off = effect->values[i] - wanted[i];
        assert_true(off < 1e-6f && off > -1e-6f);
    }
    hob_canvas_done(&canvas);
}

static void script__sets_uniforms(void **state) {
    (void)state;
    open_game(GLOW,
              ",'shader':'ast_s','uniforms':{'glow':0}},'Script':{'scriptPath':'scripts/glow.lua'",
              "");
    hob_test_steps(&game, 1);
    draw();
    const hob_draw_effect *effect = &canvas.effects[canvas.steps[0].effect];
    assert_true(effect->values[0] == 0.75f && effect->values[4] == 1.0f);
    hob_canvas_done(&canvas);
}

static void post_effect__one_group_over_the_view(void **state) {
    (void)state;
    open_game(GLOW, "",
              "'postEffects':[{'type':'shader','shader':'ast_s','uniforms':{'glow':0.25}}]");
    draw();
    const hob_canvas_step *last = &canvas.steps[canvas.step_count - 1];
    assert_int_equal(last->kind, HOB_STEP_END_GROUP);
    assert_int_equal(canvas.effects[last->effect].program, HOB_PROGRAM_COUNT);
    assert_true(canvas.effects[last->effect].values[0] == 0.25f);
    hob_canvas_done(&canvas);
}

static void broken_text__drawn_as_without_it(void **state) {
    (void)state;
    open_game("uniform sampler2D x;\n", ",'shader':'ast_s'", "");
    draw();
    assert_int_equal(canvas.quad_count, 1);
    assert_int_equal(canvas.steps[0].effect, 0);
    hob_canvas_done(&canvas);
}

/* ---- the text ---- */

static const hob_error *finding(hob_error_list *findings, hob_status status) {
    for (size_t i = 0; i < findings->count; i++) {
        if (findings->items[i].status == status) {
            return &findings->items[i];
        }
    }
    return NULL;
}

static void expect_refused(const char *shader, int line, const char *part) {
    hob_error_list findings;
    open_game(shader, "", "");
    hob_error_list_init(&findings, hob_heap_allocator());
    assert_int_equal(hob_project_validate(game.project, &findings, NULL), HOB_OK);
    const hob_error *error = finding(&findings, HOB_ERR_SHADER_COMPILE);
    assert_non_null(error);
    assert_string_equal(error->file, "assets/s.frag");
    assert_int_equal(error->line, line);
    assert_non_null(strstr(error->message, part));
    hob_error_list_done(&findings);
    hob_test_game_close(&game);
}

#define SHADE "vec4 shade(vec2 uv, vec4 color) { return color; }"

static void text__what_is_wrong_is_told_with_its_line(void **state) {
    (void)state;
    expect_refused("\n\nuniform sampler2D x;\n" SHADE, 3, "sampler2D");
    expect_refused("/*\n*/uniform float a, b;" SHADE, 2, "\"a\"");
    expect_refused("uniform float a;\nuniform vec2 a;" SHADE, 2, "twice");
    expect_refused(
        "uniform vec4 a;uniform vec4 b;uniform vec4 c;uniform vec4 d;\nuniform float e;" SHADE, 2,
        "room");
    expect_refused("#version 300 es\n" SHADE, 1, "version");
    expect_refused("// vec4 shade(\nvoid main() {}", 2, "main");
    expect_refused("// vec4 shade(\n", 1, "shade");
    open_game(GLOW, "", "");
}

static void uniforms__unknown_ones_and_wrong_types_are_told(void **state) {
    (void)state;
    hob_error_list findings;
    open_game(GLOW, ",'shader':'ast_s','uniforms':{'glow':1,'wide':2,'tint':3}",
              "'postEffects':[{'type':'shader','shader':'ast_s','uniforms':{'at2':'#ffffff'}}]");
    hob_error_list_init(&findings, hob_heap_allocator());
    assert_int_equal(hob_project_validate(game.project, &findings, NULL), HOB_OK);
    const hob_error *unknown = finding(&findings, HOB_ERR_SHADER_UNIFORM_UNKNOWN);
    const hob_error *wrong = finding(&findings, HOB_ERR_SHADER_UNIFORM_TYPE);
    assert_non_null(unknown);
    assert_non_null(strstr(unknown->pointer, "SpriteRenderer/uniforms/wide"));
    assert_non_null(strstr(unknown->hint, "glow, at2, tint, time"));
    assert_non_null(wrong);
    assert_non_null(strstr(wrong->pointer, "postEffects/0/uniforms/at2"));
    assert_int_equal(findings.count, 3);
    hob_error_list_done(&findings);
}

/* ---- as a picture ---- */

static void golden__sprite_and_post_effect(void **state) {
    (void)state;
    open_game("uniform float glow;\nuniform vec4 tint;\nuniform vec2 size;\n"
              "vec4 shade(vec2 uv, vec4 color) {\n"
              "  float ring = length((uv - 0.5) * size) / size.y;\n"
              "  return vec4(mix(color.rgb, tint.rgb, step(ring, 0.4) * glow), color.a * (1.0 - "
              "uv.x * 0.5));\n}\n",
              ",'shader':'ast_s','uniforms':{'glow':0.8,'tint':'#ffcc00'}",
              "'postEffects':[{'type':'shader','shader':'ast_s','uniforms':{'glow':0.3,'tint':"
              "'#ff0000'}}]");
    hob_test_steps(&game, 1);
    hob_test_golden(game.session, "shaders", 100, 60, false);
}

/* The compiler's refusal comes once, with file and line, and the picture is the plain one. */
static char logged[2000];
static void note(void *user, hob_log_level level, const char *text) {
    (void)user;
    (void)level;
    strncat(logged, text, sizeof logged - strlen(logged) - 1);
}

static void compile_error__told_once_with_its_line(void **state) {
    (void)state;
    const hob_log log = {note, NULL};
    char driver[HOB_DRIVER_TEXT];
    hob_buf png;
    hob_error error;
    const hob_allocator *a = hob_heap_allocator();
    open_game("uniform float glow;\nvec4 shade(vec2 uv, vec4 color) {\n  return nothing;\n}\n",
              ",'shader':'ast_s'", "");
    hob_screen *screen = hob_screen_create(a, &log);
    const hob_picture_request request = {.world = game.world, .ret_driver = driver};
    for (int i = 0; i < 2; i++) {
        hob_buf_init(&png, a, (size_t)1 << 24);
        hob_status status = hob_screen_draw(screen, &request, &png, &error);
        hob_buf_done(&png);
        if (status == HOB_ERR_CAPABILITY_MISSING) {
            hob_screen_destroy(screen);
            skip();
        }
        assert_int_equal(status, HOB_OK);
    }
    hob_screen_destroy(screen);
    const char *first = strstr(logged, "assets/s.frag:3:");
    assert_non_null(first);
    assert_null(strstr(first + 1, "assets/s.frag"));
}

#define CASE(name) cmocka_unit_test_teardown(name, close_game)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(sprite__its_quads_have_the_shader_and_its_numbers),
        CASE(script__sets_uniforms),
        CASE(post_effect__one_group_over_the_view),
        CASE(broken_text__drawn_as_without_it),
        CASE(text__what_is_wrong_is_told_with_its_line),
        CASE(uniforms__unknown_ones_and_wrong_types_are_told),
        CASE(golden__sprite_and_post_effect),
        CASE(compile_error__told_once_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
