/* Golden pictures of the templates, and of scenes made for it: shapes, text, tiles, light, effects.
 */
#include "components/list.h"
#include "script/script.h"
#include "support/game.h"
#include "support/golden.h"
#include "support/hearth.h"
#include "support/testing.h"

#include <stdio.h>
#include <string.h>

/* ---- the templates ---- */

static void draw_project(const char *folder, const char *scene, int frames, const char *name) {
    const hob_allocator *a = hob_heap_allocator();
    hob_registry *registry;
    hob_project *project;
    hob_session *session;
    hob_error error = {0};
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/../%s", HOB_TEST_FOLDER, folder);
    assert_int_equal(hob_registry_create(a, &registry, &error), HOB_OK);
    assert_int_equal(hob_components_register(registry, &error), HOB_OK);
    hob_project_options options = {.allocator = a, .registry = registry, .read_only = true};
    assert_int_equal(hob_project_open(path, &options, &project, &error), HOB_OK);
    hob_session_options session_options = {.project = project, .scene = scene, .seed = 1};
    assert_int_equal(hob_session_create(&session_options, &session, &error), HOB_OK);
    for (int i = 0; i < frames; i++) {
        assert_int_equal(hob_session_step(session, &error), HOB_OK);
    }
    hob_test_golden(session, name, 0, 0, false);
    hob_session_destroy(session);
    hob_project_close(project);
    hob_registry_destroy(registry);
}

static void platformer(void **state) {
    (void)state;
    draw_project("templates/platformer", "Menu", 10, "platformer-menu");
    draw_project("templates/platformer", "Level", 60, "platformer-level");
}

static void topdown(void **state) {
    (void)state;
    draw_project("templates/topdown", "Vault", 60, "topdown-vault");
}

static void arcade(void **state) {
    (void)state;
    draw_project("templates/arcade", "Battle", 120, "arcade-battle");
}

/* Every folder of examples/, so that a new one needs its picture. */
static void examples(void **state) {
    (void)state;
    hob_arena arena;
    hob_fs_entry *entries = NULL;
    size_t count = 0;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    assert_int_equal(hob_fs_disk()->list(hob_fs_disk(), HOB_TEST_FOLDER "/../examples", &arena,
                                         &entries, &count, NULL),
                     HOB_OK);
    assert_true(count > 10);
    for (size_t i = 0; i < count; i++) {
        char folder[64], golden[64];
        (void)snprintf(folder, sizeof folder, "examples/%.40s", entries[i].name);
        (void)snprintf(golden, sizeof golden, "example-%.40s", entries[i].name);
        draw_project(folder, strcmp(entries[i].name, "asteroids") == 0 ? "Play" : NULL, 60, golden);
    }
    hob_arena_done(&arena);
}

/* ---- imported games ---- */

/* The public ones are drawn where they are at hand ($HOB_CASES). */
static void draw_import(const char *game, bool is_own, int frames) {
    hob_test_hearth h;
    hob_test_hearth_begin(&h);
    const char *own = hob_arena_format(&h.arena, "%s/hearth/%s", HOB_TEST_FOLDER, game);
    if (!is_own && !hob_test_hearth_load(&h, hob_test_hearth_case(&h, game), "")) {
        hob_test_hearth_end(&h);
        print_message("the game %s is not at hand: set HOB_CASES\n", game);
        skip();
    }
    assert_true(hob_test_hearth_load(&h, own, is_own ? "" : "scripts"));
    hob_test_hearth_import(&h);
    hob_test_hearth_open(&h);
    hob_session *session;
    hob_error error = {0};
    hob_session_options options = {.project = h.project, .seed = 1};
    assert_int_equal(hob_session_create(&options, &session, &error), HOB_OK);
    for (int i = 0; i < frames; i++) {
        assert_int_equal(hob_session_step(session, &error), HOB_OK);
    }
    char name[64];
    snprintf(name, sizeof name, "hearth-%s", game);
    hob_test_golden(session, name, 0, 0, false);
    hob_session_destroy(session);
    hob_test_hearth_end(&h);
}

static void hearth_platformer(void **state) {
    (void)state;
    draw_import("mini-platformer", false, 60);
}
static void hearth_room(void **state) {
    (void)state;
    draw_import("top-down-room", false, 60);
}
static void hearth_novel(void **state) {
    (void)state;
    draw_import("visual-novel", false, 60);
}
static void hearth_horde(void **state) {
    (void)state;
    draw_import("lantern-horde", true, 120);
}

/* ---- scenes of one thing ---- */

#define CAMERA                                                                        \
    "{'id':'ent_cam','name':'Camera','components':{'Transform':{'position':{'x':160," \
    "'y':100}},'Camera':{'backgroundColor':'#203040'%s}}},"

static void draw_scene(const char *camera, const char *entities, const char *name, bool debug) {
    hob_test_game game;
    static char text[16384];
    char head[800];
    snprintf(head, sizeof head, CAMERA, camera);
    int length = snprintf(text, sizeof text, "%s%s", head, entities);
    assert_in_range(length, 0, sizeof text - 1);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, "\"settings\":{\"width\":320,\"height\":200}", text, NULL, NULL, 1);
    hob_test_steps(&game, 2);
    hob_test_golden(game.session, name, 320, 200, debug);
    hob_test_game_close(&game);
}

#define AT(x, y, more) "'components':{'Transform':{'position':{'x':" #x ",'y':" #y "}" more "}"

#define SHAPES                                                                                                                                                                          \
    "{'id':'ent_a','name':'A'," AT(                                                                                                                                                     \
        50, 50,                                                                                                                                                                         \
        "") ",'SpriteRenderer':{'color':'#ff4040'}}},"                                                                                                                                  \
            "{'id':'ent_b','name':'B'," AT(                                                                                                                                             \
                120, 50,                                                                                                                                                                \
                ",'rotation':30") ",'SpriteRenderer':{'color':'#40ff40','shape':'circle','width':"                                                                                      \
                                  "40,'height':30}}},"                                                                                                                                  \
                                  "{'id':'ent_c','name':'C'," AT(                                                                                                                       \
                                      190, 50,                                                                                                                                          \
                                      ",'scale':{'x':2,'y':1}") ",'SpriteRenderer':{'color':'#"                                                                                         \
                                                                "4040ff','shape':'triangle','"                                                                                          \
                                                                "opacity':0.5}}},"                                                                                                      \
                                                                "{'id':'ent_d','name':'D'," AT(                                                                                         \
                                                                    60, 60,                                                                                                             \
                                                                    "") ",'SpriteRenderer':{'"                                                                                          \
                                                                        "color':'#ffff00','layer'"                                                                                      \
                                                                        ":-1,'width':60}}},"                                                                                            \
                                                                        "{'id':'ent_e','name':'E'"                                                                                      \
                                                                        "," AT(                                                                                                         \
                                                                            250, 50,                                                                                                    \
                                                                            "") ",'"                                                                                                    \
                                                                                "SpriteRenderer':"                                                                                      \
                                                                                "{'color':'#"                                                                                           \
                                                                                "808080','blend':"                                                                                      \
                                                                                "'additive'}}},"                                                                                        \
                                                                                "{'id':'ent_f','"                                                                                       \
                                                                                "name':'F'," AT(                                                                                        \
                                                                                    40, 130,                                                                                            \
                                                                                    "") ",'"                                                                                            \
                                                                                        "LineRend"                                                                                      \
                                                                                        "erer':{'"                                                                                      \
                                                                                        "points':"                                                                                      \
                                                                                        "[{'x':0,"                                                                                      \
                                                                                        "'y':0},{"                                                                                      \
                                                                                        "'x':40,'"                                                                                      \
                                                                                        "y':20},{"                                                                                      \
                                                                                        "'x':80,'"                                                                                      \
                                                                                        "y':-20},"                                                                                      \
                                                                                        "{'x':"                                                                                         \
                                                                                        "120,'y':"                                                                                      \
                                                                                        "0}]"                                                                                           \
                                                                                        ",'width'"                                                                                      \
                                                                                        ":6,'"                                                                                          \
                                                                                        "color':'"                                                                                      \
                                                                                        "#ffffff'"                                                                                      \
                                                                                        "}}},"                                                                                          \
                                                                                        "{'id':'"                                                                                       \
                                                                                        "ent_g','"                                                                                      \
                                                                                        "name':'"                                                                                       \
                                                                                        "G'," AT(                                                                                       \
                                                                                            220,                                                                                        \
                                                                                            140,                                                                                        \
                                                                                            "") ",'SpriteRenderer':{'color':'#ffffff'},'SpriteEffects':{'outlineEnabled':true,"         \
                                                                                                "'outlineColor':'#ff00ff','outlineWidth':3,'flashStrength':0.5,'flashColor':'#ff0000'," \
                                                                                                "'flashDuration':10}}}"

static void shapes_lines_and_effects(void **state) {
    (void)state;
    draw_scene("", SHAPES, "shapes", false);
}

static void lights_over_shapes(void **state) {
    (void)state;
    draw_scene(",'ambientLight':0.2",
               SHAPES ",{'id':'ent_l','name':'L'," AT(
                   120, 80, "") ",'Light2D':{'radius':90,'color':'#ffddaa','intensity':1}}}",
               "lights", false);
}

static void post_effects_in_a_row(void **state) {
    (void)state;
    draw_scene(",'postEffects':[{'type':'colorGrade','saturation':0.2},{'type':'vignette',"
               "'intensity':0.9},{'type':'pixelate','size':4}]",
               SHAPES, "post", false);
}

static void zoomed_view(void **state) {
    (void)state;
    draw_scene(",'zoom':2.5", SHAPES, "zoom", false);
}

static void text_in_several_scripts(void **state) {
    (void)state;
    draw_scene(
        "",
        "{'id':'ent_a','name':'A'," AT(
            160, 30, "") ",'Text':{'content':'Hello \u00e9\u00df "
                         "\u041f\u0440\u0438\u0432\u0435\u0442','fontSize':20"
                         ",'align':'center','fontFamily':'sans-serif'}}},"
                         "{'id':'ent_b','name':'B'," AT(
                             310, 70, "") ",'Text':{'content':'\u05e9\u05dc\u05d5\u05dd "
                                          "abc','fontSize':18,'align':'right',"
                                          "'color':'#ffd000','fontFamily':'sans-serif'}}},"
                                          "{'id':'ent_c','name':'C'," AT(
                                              10, 130,
                                              "") ",'Text':{'content':'A long line that is broken "
                                                  "at its spaces','width':120,'fontSize':14}}},"
                                                  "{'id':'ent_d','name':'D'," AT(
                                                      200, 130,
                                                      "") ",'Text':{'content':'two\\nlines','"
                                                          "fontSize':14,'align':'center'},"
                                                          "'UIElement':{'anchor':'bottom-right','"
                                                          "offset':{'x':-40,'y':-30}}}}",
        "text", false);
}

static void debug_overlay(void **state) {
    (void)state;
    draw_scene(
        "",
        "{'id':'ent_a','name':'Box'," AT(
            60, 60, "") ",'SpriteRenderer':{},'Collider':{'width':40}}},"
                        "{'id':'ent_b','name':'Ball'," AT(
                            150, 60,
                            "") ",'SpriteRenderer':{'shape':'circle'},'Collider':{'shape':'circle',"
                                "'kind':'sensor'},"
                                "'PhysicsBody':{'gravityScale':0,'velocity':{'x':120,'y':40}}}},"
                                "{'id':'ent_c','name':'Ledge'," AT(
                                    240, 120,
                                    "") ",'Collider':{'oneWay':true,'width':60,'height':12}}},"
                                        "{'id':'ent_d','name':'Lamp'," AT(
                                            90, 150, "") ",'Light2D':{'radius':40}}}",
        "debug", true);
}

static void widgets_on_the_screen(void **state) {
    (void)state;
    draw_scene(
        "",
        "{'id':'ent_a','name':'Volume'," AT(
            0, 0, "") ",'UIElement':{'anchor':'center'},'UISlider':{'min':0,'max':10,'value':4,"
                      "'width':120}}},"
                      "{'id':'ent_b','name':'On'," AT(
                          0, 0, "") ",'UIElement':{'anchor':'top-left','offset':{'x':30,'y':30}},"
                                    "'UIToggle':{'value':true,'size':28}}},"
                                    "{'id':'ent_c','name':'Name'," AT(
                                        0, 0, "") ",'UIElement':{'anchor':'bottom','offset':{'x':0,"
                                                  "'y':-60}},'UITextField':{'value':'a text that "
                                                  "is longer than its box','width':120}}},"
                                                  "{'id':'ent_d','name':'Else'," AT(
                                                      0, 0, "") ",'UIElement':{'anchor':'bottom',"
                                                                "'offset':{'x':0,'y':-24}},"
                                                                "'UITextField':{'placeholder':"
                                                                "'nothing yet'}}}",
        "widgets", false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(platformer),
        cmocka_unit_test(topdown),
        cmocka_unit_test(arcade),
        cmocka_unit_test(examples),
        cmocka_unit_test(hearth_platformer),
        cmocka_unit_test(hearth_room),
        cmocka_unit_test(hearth_novel),
        cmocka_unit_test(hearth_horde),
        cmocka_unit_test(shapes_lines_and_effects),
        cmocka_unit_test(lights_over_shapes),
        cmocka_unit_test(post_effects_in_a_row),
        cmocka_unit_test(zoomed_view),
        cmocka_unit_test(text_in_several_scripts),
        cmocka_unit_test(debug_overlay),
        cmocka_unit_test(widgets_on_the_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
