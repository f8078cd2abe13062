/* Importing and making assets: bytes, metadata, and what is refused (spec project-format 4). */
#include "command/image_probe.h"
#include "command/sound_wave.h"
#include "command/sprite_svg.h"
#include "support/sha256.h"
#include "support/test_command.h"

#include <string.h>

/* ---- sounds ---- */

static const struct {
    const char *preset;
    size_t bytes;
    const char *sha256;
} sounds[] = {
    {"coin", 32678, "166092f3cac527b948b342caa7cec10e5d646b4b7e5eeee637b85c8ef77f8025"},
    {"jump", 24740, "6d60e0f218f2d090794a98f90b8425bd915080b51e42c9a27b7b213aa1d33819"},
    {"hit", 14156, "f963a862e2227009f6aa5785a752a97a60735762c6b017abc5cee841d86dbd8c"},
    {"laser", 14156, "d6afd127fe9643c4fbae701ad1200243032b7505528ef23d801efe5ea2fd382d"},
    {"powerup", 43262, "64757ec8905e18b20382e76135e54b1df7022dcb809975f821ab5f6a1f2f9f53"},
    {"explosion", 61784, "b44d0d3c5515ff2f05a7e5d902e500f5dcfd3e54929ff69959621385e7bf87d5"},
    {"blip", 7982, "8f6463bf0acebdc9c357dc03772d2b52388bdb65cbb23c00ec50e82e7784bebc"},
};

static void each_preset__has_the_bytes_of_the_specification(void **state) {
    (void)state;
    for (int i = 0; i < (int)HOB_COUNT(sounds); i++) {
        hob_buf wave;
        char hex[65];
        hob_buf_init(&wave, hob_heap_allocator(), 1 << 20);
        assert_string_equal(hob_sound_presets[i], sounds[i].preset);
        hob_sound_make(i, 0, &wave);
        assert_int_equal(wave.length, sounds[i].bytes);
        hob_test_sha256(wave.data, wave.length, hex);
        assert_string_equal(hex, sounds[i].sha256);
        hob_buf_done(&wave);
    }
    assert_null(hob_sound_presets[HOB_COUNT(sounds)]);
}

static void another_seed__gives_another_take(void **state) {
    (void)state;
    for (int i = 0; hob_sound_presets[i] != NULL; i++) {
        hob_buf a, b;
        hob_buf_init(&a, hob_heap_allocator(), 1 << 20);
        hob_buf_init(&b, hob_heap_allocator(), 1 << 20);
        hob_sound_make(i, 1, &a);
        hob_sound_make(i, 2, &b);
        assert_int_equal(a.length, b.length);
        assert_false(hob_str_equal(hob_buf_str(&a), hob_buf_str(&b)));
        hob_buf_done(&a);
        hob_buf_done(&b);
    }
}

static void created_sound__is_a_file_and_a_row(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_value data = hob_test_do(&t, "createSound",
                                 "{\"name\": \"Big Coin!\", \"preset\": \"coin\", \"seed\": 7}");
    hob_test_text_is(data, "asset.name", "Big Coin!");
    hob_test_text_is(data, "asset.type", "audio");
    hob_test_text_is(data, "asset.path", "assets/sounds/big_coin.wav");
    hob_test_text_is(data, "asset.metadata.preset", "coin");
    hob_test_number_is(data, "asset.metadata.seed", 7);
    assert_int_equal(hob_test_at(data, "asset.metadata.procedural").as.boolean, true);
    assert_int_equal(hob_test_file(&t, HOB_TEST_GAME "/assets/sounds/big_coin.wav").length, 32678);
    /* The name is taken, the file is taken: in both cases nothing is written. */
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "createSound",
                           "{\"name\": \"Big Coin!\", \"preset\": \"hit\"}");
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "createSound",
                           "{\"name\": \"big coin\", \"preset\": \"hit\"}");
    assert_int_equal(hob_test_file(&t, HOB_TEST_GAME "/assets/sounds/big_coin.wav").length, 32678);
    (void)hob_test_do(&t, "inspectAssets", "{}");
    hob_test_number_is(t.envelope.value, "data.count", 1);
    hob_test_commands_end(&t);
}

/* ---- pictures ---- */

static hob_str sprite(hob_buf *out, const char *shape, bool gradient) {
    hob_svg_sprite s = {
        .width = 32, .height = 24, .color = "#3498db", .sides = 6, .gradient = gradient};
    while (strcmp(hob_svg_shapes[s.shape], shape) != 0) {
        s.shape++;
    }
    hob_buf_clear(out);
    hob_svg_sprite_make(&s, out);
    return hob_buf_str(out);
}

static void shapes__have_their_geometry(void **state) {
    (void)state;
    static const struct {
        const char *shape, *svg;
    } rows[] = {
        {"rectangle", "<rect x=\"0\" y=\"0\" width=\"32\" height=\"24\" fill=\"#3498db\"/>"},
        {"circle", "<circle cx=\"16\" cy=\"12\" r=\"12\" fill=\"#3498db\"/>"},
        {"triangle", "<polygon points=\"16.00,0.00 26.39,18.00 5.61,18.00\" fill=\"#3498db\"/>"},
        {"diamond",
         "<polygon points=\"16.00,0.00 28.00,12.00 16.00,24.00 4.00,12.00\" fill=\"#3498db\"/>"},
        {"capsule",
         "<rect x=\"0\" y=\"0\" width=\"32\" height=\"24\" rx=\"12\" fill=\"#3498db\"/>"},
        {"coin", "<circle cx=\"16\" cy=\"12\" r=\"12\" fill=\"#3498db\"/><circle cx=\"16\" "
                 "cy=\"12\" r=\"8.399999999999999\" fill=\"none\" stroke=\"#1f5b83\" "
                 "stroke-width=\"1.44\"/>"},
        {"character", "<rect x=\"3.2\" y=\"0\" width=\"25.6\" height=\"21.6\" rx=\"8\" "
                      "fill=\"#3498db\"/><circle cx=\"11.2\" cy=\"7.68\" r=\"4.032000000000001\" "
                      "fill=\"#ffffff\"/>"},
        {"heart", "<path d=\"M16 20.4 C"},
    };
    hob_buf out;
    hob_buf_init(&out, hob_heap_allocator(), 1 << 16);
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_str svg = sprite(&out, rows[i].shape, false);
        if (hob_str_find(svg, hob_str_from(rows[i].svg)) == SIZE_MAX) {
            fail_msg("%s: %s", rows[i].shape, svg.data);
        }
        assert_true(hob_str_starts(
            svg, HOB_STR("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"32\" height=\"24\" "
                         "viewBox=\"0 0 32 24\">")));
        assert_true(hob_str_ends(svg, HOB_STR("</svg>\n")));
    }
    hob_str svg = sprite(&out, "rectangle", true);
    assert_int_not_equal(hob_str_find(svg, HOB_STR("<stop offset=\"0\" stop-color=\"#3498db\"/>"
                                                   "<stop offset=\"1\" stop-color=\"#1f5b83\"/>")),
                         SIZE_MAX);
    assert_int_not_equal(hob_str_find(svg, HOB_STR("fill=\"url(#g)\"")), SIZE_MAX);
    hob_buf_done(&out);
}

static void tile__has_a_light_and_a_dark_edge(void **state) {
    (void)state;
    hob_buf out;
    hob_svg_tile tile = {.size = 32, .color = "#2ecc71"};
    hob_buf_init(&out, hob_heap_allocator(), 1 << 16);
    hob_svg_tile_make(&tile, &out);
    static const char *const parts[] = {
        "<rect x=\"0\" y=\"0\" width=\"32\" height=\"32\" fill=\"#2ecc71\"/>",
        "height=\"3.84\" opacity=\"0.5\" fill=\"#29b866\"/>", "height=\"2.56\" fill=\"#239955\"/>"};
    for (size_t i = 0; i < HOB_COUNT(parts); i++) {
        if (strstr(out.data, parts[i]) == NULL) {
            fail_msg("%s is not in %s", parts[i], out.data);
        }
    }
    hob_buf_done(&out);
}

static void colours__are_hex_or_names(void **state) {
    (void)state;
    static const struct {
        const char *text, *hex;
    } rows[] = {{"#F80", "#f80"},
                {"#FF8800", "#ff8800"},
                {"#ff880080", "#ff880080"},
                {"red", "#e74c3c"},
                {"grey", "#95a5a6"},
                {"gold", "#f1c40f"},
                {"#ff88", NULL},
                {"ff8800", NULL},
                {"#gg0000", NULL},
                {"Red", NULL},
                {"", NULL}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        char hex[10] = "";
        bool known = hob_svg_color_parse(hob_str_from(rows[i].text), hex);
        assert_int_equal(known, rows[i].hex != NULL);
        if (known) {
            assert_string_equal(hex, rows[i].hex);
        }
    }
}

static void created_pictures__are_files_and_rows(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_value data =
        hob_test_do(&t, "createSpriteAsset",
                    "{\"name\": \"Star\", \"shape\": \"star\", \"color\": \"gold\", \"width\": 16, "
                    "\"height\": 16, \"shading\": \"gradient\", \"secondaryColor\": \"red\"}");
    hob_test_text_is(data, "asset.path", "assets/sprites/star.svg");
    hob_test_text_is(data, "asset.metadata.color", "gold");
    hob_test_text_is(data, "asset.metadata.shading", "gradient");
    hob_test_text_is(data, "asset.metadata.secondaryColor", "red");
    hob_test_number_is(data, "asset.metadata.width", 16);
    assert_true(hob_str_starts(hob_test_file(&t, HOB_TEST_GAME "/assets/sprites/star.svg"),
                               HOB_STR("<svg ")));
    data = hob_test_do(&t, "createTileAsset", "{\"name\": \"Grass\", \"size\": 16}");
    hob_test_text_is(data, "asset.type", "tile");
    hob_test_text_is(data, "asset.path", "assets/tiles/grass.svg");
    hob_test_text_is(data, "asset.metadata.color", "#2ecc71");
    hob_test_number_is(data, "asset.metadata.size", 16);
    assert_int_equal(hob_test_at(data, "asset.metadata.shading").tag, HOB_TAG_ABSENT);
    hob_test_commands_end(&t);
}

/* ---- sizes of pictures ---- */

static void sizes__are_read_from_headers(void **state) {
    (void)state;
#define BYTES(text) \
    { text, sizeof text - 1 }
    static const struct {
        hob_str bytes;
        const char *format;
        double width, height;
    } rows[] = {
        {BYTES("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\0\x10"), "png", 256, 16},
        {BYTES("GIF89a\x0a\0\x14\0"), "gif", 10, 20},
        {BYTES("\xFF\xD8\xFF\xE0\0\4zz\xFF\xFF\xC0\0\x11\x08\0\x20\0\x40\3"), "jpeg", 64, 32},
        {BYTES("RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x0f\0\0\x07\0\0"), "webp", 16, 8},
        {BYTES("RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x0f\xc0\x01\0\0\0\0\0\0"), "webp", 16, 8},
        {BYTES("RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\1\x2a\x10\0\x08\0"), "webp", 16, 8},
        {BYTES("<?xml version='1.0'?><svg width='12.4' height=\"20px\">"), "svg", 12, 20},
        {BYTES("<svg stroke-width=\"3\" width=\"50%\" viewBox=\"0 0 30 40\"/>"), "svg", 30, 40},
        {BYTES("<svg height = \"9\" width = \"8\"/>"), "svg", 8, 9},
    };
    hob_image_size size;
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        assert_true(hob_image_probe(rows[i].bytes, &size));
        assert_string_equal(size.format, rows[i].format);
        assert_true(size.width == rows[i].width && size.height == rows[i].height);
        /* A header that is cut anywhere gives no size, and reads nothing behind its end. */
        for (size_t length = 0; length < rows[i].bytes.length; length++) {
            char *copy = hob_alloc(hob_heap_allocator(), length);
            memcpy(copy, rows[i].bytes.data, length);
            bool told = hob_image_probe((hob_str){copy, length}, &size);
            assert_true(!told || (size.width > 0 && size.height > 0));
            hob_free(hob_heap_allocator(), copy, length);
        }
    }
    static const hob_str none[] = {BYTES(""), BYTES("hello"), BYTES("<svg width=\"50%\"/>"),
                                   BYTES("\xFF\xD8\xFF\xD9"),
                                   BYTES("<svg width=\"-3\" height=\"2\"/>")};
    for (size_t i = 0; i < HOB_COUNT(none); i++) {
        assert_false(hob_image_probe(none[i], &size));
    }
}

/* ---- sheets ---- */

static void sheet__is_cut_row_by_row_and_animated(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_do(&t, "importAsset", "{\"sourcePath\": \"hero.png\"}"); /* 3 x 2 px */
    hob_value data = hob_test_do(&t, "sliceSpritesheet",
                                 "{\"asset\": \"hero\", \"frameWidth\": 1, \"frameHeight\": 1, "
                                 "\"spacing\": 1}");
    hob_test_number_is(data, "columns", 2);
    hob_test_number_is(data, "rows", 1);
    hob_test_text_is(data, "frames.1", "hero_1");
    hob_test_text_is(data, "warning", "0 px at the right and 1 px below belong to no frame.");
    data = hob_test_do(&t, "createAnimationFromSheet",
                       "{\"name\": \"Walk\", \"sheet\": \"hero\", \"frames\": [\"hero_1\", "
                       "\"hero_0\"]}");
    hob_test_text_is(data, "asset.type", "animation");
    hob_test_number_is(data, "asset.metadata.frameCount", 2);
    const hob_error *error = hob_test_refuses(
        &t, HOB_ERR_INVALID_INPUT, "createAnimationFromSheet",
        "{\"name\": \"Run\", \"sheet\": \"hero\", \"frames\": [\"hero_1\", \"herp_0\"]}");
    assert_string_equal(error->pointer, "/frames/1");
    assert_non_null(strstr(error->hint, "hero_0"));
    (void)hob_test_do(&t, "validateProject", "{}");
    hob_test_commands_end(&t);
}

static void sheet_that_no_frame_fits__is_left_as_it_was(void **state) {
    (void)state;
    static const char *const rows[] = {
        "{\"asset\": \"hero\", \"frameWidth\": 4, \"frameHeight\": 1}",
        "{\"asset\": \"hero\", \"frameWidth\": 1, \"frameHeight\": 1, \"margin\": 2}",
        "{\"asset\": \"broken\", \"frameWidth\": 1, \"frameHeight\": 1}",
        "{\"asset\": \"Coin\", \"frameWidth\": 1, \"frameHeight\": 1}",
    };
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_put_file(&t, HOB_TEST_DESK "/broken.png", HOB_STR("no picture"));
    (void)hob_test_do(&t, "importAsset", "{\"sourcePath\": \"hero.png\"}");
    (void)hob_test_do(&t, "importAsset", "{\"sourcePath\": \"broken.png\"}");
    (void)hob_test_do(&t, "createSound", "{\"name\": \"Coin\", \"preset\": \"coin\"}");
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "sliceSpritesheet", rows[i]);
    }
    hob_str index = hob_test_file(&t, HOB_TEST_GAME "/assets.json");
    assert_true(hob_str_find(index, HOB_STR("grid")) == SIZE_MAX);
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "createAnimationFromSheet",
                           "{\"name\": \"Run\", \"sheet\": \"hero\", \"frames\": [\"hero_0\"]}");
    hob_test_commands_end(&t);
}

/* ---- import ---- */

static void imported_file__is_copied_and_measured(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_value data = hob_test_do(&t, "importAsset", "{\"sourcePath\": \"hero.png\"}");
    hob_test_text_is(data, "asset.name", "hero");
    hob_test_text_is(data, "asset.type", "sprite");
    hob_test_text_is(data, "asset.path", "assets/sprites/hero.png");
    hob_test_text_is(data, "asset.metadata.importedFrom", "hero.png");
    hob_test_text_is(data, "asset.metadata.format", "png");
    hob_test_number_is(data, "asset.metadata.width", 3);
    hob_test_number_is(data, "asset.metadata.height", 2);
    hob_str copy = hob_test_file(&t, HOB_TEST_GAME "/assets/sprites/hero.png");
    char first[64];
    size_t length = copy.length;
    memcpy(first, copy.data, length);
    hob_str original = hob_test_file(&t, HOB_TEST_DESK "/hero.png");
    assert_true(hob_str_equal(original, (hob_str){first, length}));
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "importAsset", "{\"sourcePath\": \"hero.png\"}");
    (void)hob_test_refuses(&t, HOB_ERR_CONFLICT, "importAsset",
                           "{\"sourcePath\": \"hero.png\", \"name\": \"other\"}");
    hob_test_commands_end(&t);
}

static void type_of_a_file__follows_its_ending_or_the_parameter(void **state) {
    (void)state;
    static const struct {
        const char *file, *params, *type, *path;
    } rows[] = {
        {"a.PNG", "", "sprite", "assets/sprites/a.PNG"},
        {"b.ogg", "", "audio", "assets/audio/b.ogg"},
        {"c.woff2", "", "font", "assets/font/c.woff2"},
        {"d.json", "", "data", "assets/data/d.json"},
        {"e.xyz", "", "other", "assets/other/e.xyz"},
        {"f", "", "other", "assets/other/f"},
        {"g.png", ", \"type\": \"tile\"", "tile", "assets/tile/g.png"},
        {".hidden", "", "other", "assets/other/.hidden"},
    };
    hob_test_commands t;
    hob_test_commands_begin(&t);
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_buf path, params;
        hob_buf_init(&path, hob_heap_allocator(), 1000);
        hob_buf_init(&params, hob_heap_allocator(), 1000);
        hob_buf_format(&path, HOB_TEST_DESK "/%s", rows[i].file);
        hob_buf_format(&params, "{\"sourcePath\": \"%s\"%s}", rows[i].file, rows[i].params);
        hob_test_put_file(&t, path.data, HOB_STR("content"));
        hob_value data = hob_test_do(&t, "importAsset", params.data);
        hob_test_text_is(data, "asset.type", rows[i].type);
        hob_test_text_is(data, "asset.path", rows[i].path);
        hob_buf_done(&path);
        hob_buf_done(&params);
    }
    hob_test_commands_end(&t);
}

static void missing_file__is_wrong_usage(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    (void)hob_test_refuses(&t, HOB_ERR_FILE_NOT_FOUND, "importAsset",
                           "{\"sourcePath\": \"nothing.png\"}");
    assert_int_equal(t.envelope.exit_code, 2);
    (void)hob_test_refuses(&t, HOB_ERR_FILE_IS_FOLDER, "importAsset",
                           "{\"sourcePath\": \"hearth-game\"}");
    hob_test_commands_end(&t);
}

/* ---- animations and state machines ---- */

static void animation__stores_ids(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_value data = hob_test_do(&t, "createSpriteAsset", "{\"name\": \"A\"}");
    char id[16];
    memcpy(id, hob_value_str(hob_test_at(data, "asset.id")).data, 13);
    data = hob_test_do(&t, "createAnimationAsset",
                       "{\"name\": \"Walk\", \"frames\": [\"A\", \"A\"], \"frameDuration\": 0.2, "
                       "\"loop\": false}");
    hob_test_text_is(data, "frames.1", id);
    hob_test_text_is(data, "asset.path", "animations/walk.anim.json");
    hob_test_number_is(data, "asset.metadata.frameCount", 2);
    assert_non_null(strstr(hob_test_file(&t, HOB_TEST_GAME "/animations/walk.anim.json").data,
                           "\"frameDuration\": 0.2,\n  \"loop\": false\n}"));
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "createAnimationAsset",
                           "{\"name\": \"B\", \"frames\": [\"A#no_frame\"]}");
    (void)hob_test_do(&t, "createSound", "{\"name\": \"S\", \"preset\": \"hit\"}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "createAnimationAsset",
                           "{\"name\": \"B\", \"frames\": [\"S\"]}");
    hob_test_commands_end(&t);
}

static void state_machine__is_checked_as_a_whole(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_test_do_example(&t, hob_command_find(HOB_STR("createAnimationAsset")));
    const hob_error *error = hob_test_refuses(
        &t, HOB_ERR_ASM_ANIMATION_NOT_FOUND, "createStateMachineAsset",
        "{\"name\": \"M\", \"data\": {\"states\": [{\"name\": \"a\", \"animation\": \"Stnad\"}], "
        "\"initial\": \"a\"}}");
    assert_string_equal(error->pointer, "/data/states/0/animation");
    assert_non_null(strstr(error->hint, "Did you mean \"Stand\"?"));
    static const char *const bad[] = {
        "{\"states\": [], \"initial\": \"a\"}",
        "{\"states\": [{\"name\": \"a\", \"animation\": \"Stand\"}], \"initial\": \"b\"}",
        "{\"states\": [{\"name\": \"a\", \"animation\": \"Stand\"}], \"initial\": \"a\", \"more\": "
        "1}",
        "{\"states\": [{\"name\": \"a\", \"animation\": \"Stand\"}], \"initial\": \"a\", "
        "\"transitions\": [{\"from\": \"a\", \"to\": \"c\", \"exitTime\": 1}]}",
        "{\"states\": [{\"name\": \"a\", \"animation\": \"Stand\"}], \"initial\": \"a\", "
        "\"transitions\": [{\"from\": \"a\", \"to\": \"a\"}]}",
        "{\"states\": 5}"};
    for (size_t i = 0; i < HOB_COUNT(bad); i++) {
        hob_buf params;
        hob_buf_init(&params, hob_heap_allocator(), 10000);
        hob_buf_format(&params, "{\"name\": \"M\", \"data\": %s}", bad[i]);
        error =
            hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "createStateMachineAsset", params.data);
        assert_true(strncmp(error->pointer, "/data", 5) == 0);
        hob_buf_done(&params);
    }
    assert_false(hob_test_has_file(&t, HOB_TEST_GAME "/statemachines/m.asm.json"));
    hob_value data =
        hob_test_do(&t, "createStateMachineAsset",
                    "{\"name\": \"M\", \"data\": {\"params\": {\"go\": {\"type\": \"trigger\"}}, "
                    "\"states\": [{\"name\": \"a\", \"animation\": \"Stand\"}], \"initial\": "
                    "\"a\", \"transitions\": [{\"from\": \"any\", \"to\": \"a\", \"conditions\": "
                    "[{\"param\": \"go\"}]}]}}");
    hob_test_text_is(data, "path", "statemachines/m.asm.json");
    data = hob_test_do(&t, "inspectAssets", "{\"type\": \"stateMachine\"}");
    hob_test_text_is(data, "assets.0.stateMachine.states.0", "a");
    hob_test_text_is(data, "assets.0.stateMachine.initial", "a");
    hob_test_number_is(data, "assets.0.metadata.transitionCount", 1);
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_preset__has_the_bytes_of_the_specification),
        cmocka_unit_test(another_seed__gives_another_take),
        cmocka_unit_test(created_sound__is_a_file_and_a_row),
        cmocka_unit_test(shapes__have_their_geometry),
        cmocka_unit_test(tile__has_a_light_and_a_dark_edge),
        cmocka_unit_test(colours__are_hex_or_names),
        cmocka_unit_test(created_pictures__are_files_and_rows),
        cmocka_unit_test(sizes__are_read_from_headers),
        cmocka_unit_test(imported_file__is_copied_and_measured),
        cmocka_unit_test(sheet__is_cut_row_by_row_and_animated),
        cmocka_unit_test(sheet_that_no_frame_fits__is_left_as_it_was),
        cmocka_unit_test(type_of_a_file__follows_its_ending_or_the_parameter),
        cmocka_unit_test(missing_file__is_wrong_usage),
        cmocka_unit_test(animation__stores_ids),
        cmocka_unit_test(state_machine__is_checked_as_a_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
