/* Atlases in JSON as assets: TexturePacker and its kin, and what Aseprite exports. */
#include "import/png_write.h"
#include "support/test_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hob_test_commands t;

static int begin(void **state) {
    (void)state;
    hob_test_commands_begin(&t);
    return 0;
}

static int end(void **state) {
    (void)state;
    hob_test_commands_end(&t);
    return 0;
}

/* A clear picture of that size on the desk. */
static void put_picture(const char *name, uint32_t width, uint32_t height) {
    hob_buf png;
    char path[200];
    uint8_t *pixels = calloc((size_t)width * height, 4);
    assert_non_null(pixels);
    hob_buf_init(&png, hob_heap_allocator(), (size_t)1 << 28);
    hob_import__png(pixels, width, height, &png);
    snprintf(path, sizeof path, HOB_TEST_DESK "/%s", name);
    hob_test_put_file(&t, path, hob_buf_str(&png));
    hob_buf_done(&png);
    free(pixels);
}

static void put(const char *name, const char *text) {
    char path[200];
    snprintf(path, sizeof path, HOB_TEST_DESK "/%s", name);
    hob_test_put_file(&t, path, hob_str_from(text));
}

/* A file of the case collection on the desk; false when there is no collection. */
static bool put_case(const char *folder, const char *name) {
    char path[512], text[1 << 14];
    snprintf(path, sizeof path, "%s/files/%s/%s", hob_test_cases(), folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        print_message("no case collection: set HOB_CASES\n");
        return false;
    }
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    put(name, text);
    return true;
}

static hob_value import(const char *file) {
    char params[200];
    snprintf(params, sizeof params, "{\"sourcePath\": \"%s\"}", file);
    return hob_test_do(&t, "importAsset", params);
}

static const hob_error *refused(hob_status code, const char *file) {
    char params[200];
    snprintf(params, sizeof params, "{\"sourcePath\": \"%s\"}", file);
    return hob_test_refuses(&t, code, "importAsset", params);
}

static void frame_is(hob_value data, int index, const char *name, const double xywh[4]) {
    static const char *const keys[] = {"x", "y", "width", "height"};
    char path[100];
    snprintf(path, sizeof path, "asset.metadata.frames.%d.name", index);
    hob_test_text_is(data, path, name);
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "asset.metadata.frames.%d.%s", index, keys[i]);
        hob_test_number_is(data, path, xywh[i]);
    }
}

static bool animation_has(const char *file, const char *part) {
    char path[200];
    snprintf(path, sizeof path, HOB_TEST_GAME "/animations/%s.anim.json", file);
    return hob_str_find(hob_test_file(&t, path), hob_str_from(part)) != SIZE_MAX;
}

static size_t warnings(void) {
    hob_value list = hob_value_get(t.envelope.value, "warnings");
    return list.tag == HOB_TAG_LIST ? list.as.list->count : 0;
}

/* ---- TexturePacker ---- */

static void c7_turned_and_cut_frames__keep_their_place(void **state) {
    (void)state;
    if (!put_case("atlas", "sprite-sheet-trim.json")) {
        return;
    }
    put_picture("sprite-sheet-trim.png", 1282, 1928);
    hob_value data = import("sprite-sheet-trim.json");
    assert_int_equal(warnings(), 0);
    hob_test_text_is(data, "asset.type", "sprite");
    hob_test_text_is(data, "asset.path", "assets/sprites/sprite_sheet_trim.png");
    frame_is(data, 0, "loading_bg", (const double[]){4, 4, 1080, 1920});
    frame_is(data, 2, "paws_2", (const double[]){1089, 4, 191, 189});
    assert_int_equal(hob_test_at(data, "asset.metadata.frames.1.rotated").tag, HOB_TAG_ABSENT);
    assert_true(hob_test_at(data, "asset.metadata.frames.2.rotated").as.boolean);
    hob_test_number_is(data, "asset.metadata.frames.2.offsetX", 4);
    hob_test_number_is(data, "asset.metadata.frames.2.offsetY", 153);
    hob_test_number_is(data, "asset.metadata.frames.2.sourceWidth", 361);
    hob_test_number_is(data, "asset.metadata.frames.2.sourceHeight", 361);
    assert_true(animation_has("sprite_sheet_trim_paws", "#paws_1\""));
    assert_true(animation_has("sprite_sheet_trim_paws", "0.15"));
    (void)hob_test_do(&t, "validateProject", "{}");
}

static void c7_half_and_double_size__are_their_own_pixels(void **state) {
    (void)state;
    if (!put_case("atlas", "building1.json") || !put_case("atlas", "building1@2x.json")) {
        return;
    }
    put_picture("building1.png", 128, 126);
    put_picture("building1@2x.png", 249, 231);
    frame_is(import("building1.json"), 1, "star1.png", (const double[]){98, 33, 28, 29});
    frame_is(import("building1@2x.json"), 1, "star1.png", (const double[]){193, 59, 54, 55});
    assert_int_equal(warnings(), 0);
    (void)hob_test_do(&t, "validateProject", "{}");
}

static void c7_packs__become_a_sheet_each(void **state) {
    (void)state;
    if (!put_case("atlas", "building1-0.json") || !put_case("atlas", "building1-1.json")) {
        return;
    }
    put_picture("building1-0.png", 256, 64);
    put_picture("building1-1.png", 190, 229);
    hob_value data = import("building1-0.json");
    assert_int_equal(warnings(), 0);
    hob_test_text_is(data, "asset.name", "building1-0");
    frame_is(data, 3, "star4.png", (const double[]){192, 0, 64, 64});
    assert_int_equal(hob_test_at(data, "asset.metadata.frames").as.list->count, 4);
    assert_true(hob_test_has_file(&t, HOB_TEST_GAME "/assets/sprites/building1_1.png"));
    assert_true(animation_has("building1_0_star", "#star4.png\""));
    (void)hob_test_do(&t, "validateProject", "{}");
}

static void c7_missing_pack__is_told(void **state) {
    (void)state;
    if (!put_case("atlas", "building1-0.json")) {
        return;
    }
    put_picture("building1-0.png", 256, 64);
    (void)import("building1-0.json");
    assert_int_equal(t.envelope.exit_code, 0);
    assert_int_equal(warnings(), 1);
    assert_true(
        hob_str_find(hob_value_get_str(hob_test_at(t.envelope.value, "warnings.0"), "message", ""),
                     HOB_STR("building1-1.json")) != SIZE_MAX);
}

static void c7_other_packers__are_read_alike(void **state) {
    (void)state;
    if (!put_case("atlas", "spritesheet.json")) {
        return;
    }
    put_picture("spritesheet.png", 134, 126);
    frame_is(import("spritesheet.json"), 1, "bunny.png", (const double[]){127, 1, 7, 10});
    assert_int_equal(warnings(), 0);
}

/* A picture of vectors whose frames are twice as large as their sources. */
static void c6_sizes_that_differ__are_told_and_not_stretched(void **state) {
    (void)state;
    if (!put_case("atlas", "svgSpritesheet.json")) {
        return;
    }
    put("svgSpritesheet.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' width='600' height='600'></svg>");
    hob_value data = import("svgSpritesheet.json");
    hob_test_text_is(data, "asset.path", "assets/sprites/svgspritesheet.svg");
    frame_is(data, 0, "pic1", (const double[]){0, 0, 300, 300});
    assert_int_equal(hob_test_at(data, "asset.metadata.frames.0.sourceWidth").tag, HOB_TAG_ABSENT);
    assert_int_equal(warnings(), 4); /* three frames, and one word about pivots */
}

static void c6_one_changed_number__is_told_and_not_stretched(void **state) {
    (void)state;
    put("a.json", "{\"frames\":{\"f\":{\"frame\":{\"x\":0,\"y\":0,\"w\":10,\"h\":8},"
                  "\"spriteSourceSize\":{\"x\":2,\"y\":1,\"w\":11,\"h\":8},"
                  "\"sourceSize\":{\"w\":20,\"h\":20}}},\"meta\":{\"image\":\"a.png\"}}");
    put_picture("a.png", 16, 16);
    hob_value data = import("a.json");
    frame_is(data, 0, "f", (const double[]){0, 0, 10, 8});
    hob_test_number_is(data, "asset.metadata.frames.0.sourceWidth", 20);
    assert_int_equal(warnings(), 1);
}

/* ---- what Aseprite exports ---- */

static void c3_tags_off_the_frames__are_told_and_make_nothing(void **state) {
    (void)state;
    if (!put_case("made/aseprite_json", "tags_out_of_range.json")) {
        return;
    }
    put_picture("a.png", 16, 8);
    (void)import("tags_out_of_range.json");
    assert_int_equal(warnings(), 2);
    hob_test_text_is(t.envelope.value, "warnings.1.message",
                     "Tag \"open\" covers frames 3..12 but the file has 2; no animation is made of "
                     "it.");
    assert_false(hob_test_has_file(&t, HOB_TEST_GAME "/animations/tags_out_of_range_open.anim."
                                                     "json"));
}

static void c4_equal_keys__are_refused_with_the_way_out(void **state) {
    (void)state;
    if (!put_case("made/aseprite_json", "duplicate_hash_keys.json")) {
        return;
    }
    put_picture("hero.png", 16, 8);
    const hob_error *error = refused(HOB_ERR_JSON_DUPLICATE_KEY, "duplicate_hash_keys.json");
    assert_non_null(strstr(error->hint, "array"));
    assert_false(hob_test_has_file(&t, HOB_TEST_GAME "/assets/sprites/duplicate_hash_keys.png"));
}

static void c5_directions_and_times__are_the_exporters(void **state) {
    (void)state;
    if (!put_case("made/aseprite_json", "pingpong_4.json")) {
        return;
    }
    put_picture("p.png", 32, 8);
    (void)import("pingpong_4.json");
    assert_int_equal(warnings(), 0);
    hob_str pp = hob_test_file(&t, HOB_TEST_GAME "/animations/pingpong_4_pp.anim.json");
    static const char *const order[] = {"#0\"", "#1\"", "#2\"", "#3\"", "#2\"", "#1\"",
                                        "0.05", "0.1",  "0.15", "0.2",  "0.15", "0.1"};
    for (size_t i = 0; i < HOB_COUNT(order); i++) {
        size_t at = hob_str_find(pp, hob_str_from(i == 6 ? "\"durations\"" : order[i]));
        at = i == 6 ? at + hob_str_find((hob_str){pp.data + at, pp.length - at}, HOB_STR("0.05"))
                    : at;
        assert_true(at < pp.length);
        pp = (hob_str){pp.data + at + 1, pp.length - at - 1};
    }
    assert_true(hob_str_find(pp, HOB_STR("0.05")) == SIZE_MAX); /* the ends are not doubled */
    assert_true(animation_has("pingpong_4_rev2", "\"loop\": false"));
    (void)hob_test_do(&t, "validateProject", "{}");
}

/* A slice is measured on the sprite: on the sheet it lies where its frame does. */
static void slices__lie_on_the_frame_of_their_key(void **state) {
    (void)state;
    put("s.json", "{\"frames\":[{\"filename\":\"f\",\"frame\":{\"x\":0,\"y\":0,\"w\":8,\"h\":8},"
                  "\"duration\":100},{\"filename\":\"f\",\"frame\":{\"x\":8,\"y\":0,\"w\":6,"
                  "\"h\":6},\"trimmed\":true,\"spriteSourceSize\":{\"x\":1,\"y\":2,\"w\":6,"
                  "\"h\":6},\"sourceSize\":{\"w\":8,\"h\":8},\"duration\":100}],"
                  "\"meta\":{\"image\":\"C:\\\\art\\\\s.png\",\"slices\":[{\"name\":\"eye\","
                  "\"keys\":[{\"frame\":1,\"bounds\":{\"x\":2,\"y\":3,\"w\":4,\"h\":2}}]},"
                  "{\"name\":\"gone\",\"keys\":[{\"frame\":7,\"bounds\":{\"x\":2,\"y\":3,"
                  "\"w\":4,\"h\":2}}]}]}}");
    put_picture("s.png", 16, 8);
    hob_value data = import("s.json");
    frame_is(data, 1, "f_1", (const double[]){8, 0, 6, 6}); /* names are made different */
    frame_is(data, 2, "eye", (const double[]){9, 1, 4, 2});
    assert_int_equal(hob_test_at(data, "asset.metadata.frames").as.list->count, 3);
    assert_int_equal(warnings(), 1);
    assert_true(animation_has("s_all", "#f_1\""));
}

/* ---- what is refused ---- */

#define ATLAS(frame, meta) "{\"frames\":{\"f\":{\"frame\":" frame "}},\"meta\":{" meta "}}"
#define BOX                "{\"x\":0,\"y\":0,\"w\":8,\"h\":8}"

static void damage__is_refused_and_nothing_is_left(void **state) {
    (void)state;
    static const struct {
        const char *text;
        hob_status code;
    } files[] = {
        {ATLAS(BOX, "\"image\":\"none.png\""), HOB_ERR_FILE_NOT_FOUND},
        {ATLAS(BOX, "\"image\":\"../../../x/..\""), HOB_ERR_ASSET_DECODE},
        {ATLAS(BOX, "\"image\":\"small.png\""), HOB_ERR_ASSET_DECODE},
        {ATLAS(BOX, "\"image\":\"text.png\""), HOB_ERR_ASSET_DECODE},
        {ATLAS("{\"x\":-1,\"y\":0,\"w\":8,\"h\":8}", "\"image\":\"p.png\""), HOB_ERR_ASSET_DECODE},
        {ATLAS("{\"x\":0,\"y\":0,\"w\":0,\"h\":8}", "\"image\":\"p.png\""), HOB_ERR_ASSET_DECODE},
        {ATLAS("{\"x\":1e300,\"y\":0,\"w\":8,\"h\":8}", "\"image\":\"p.png\""),
         HOB_ERR_ASSET_DECODE},
        {ATLAS("7", "\"image\":\"p.png\""), HOB_ERR_ASSET_DECODE},
        {"{\"frames\":{},\"meta\":{\"image\":\"p.png\"}}", HOB_ERR_ASSET_DECODE},
        {"{\"textures\":[{\"image\":\"p.png\",\"frames\":[{}]}]}", HOB_ERR_ASSET_DECODE},
    };
    put_picture("p.png", 8, 8);
    put_picture("small.png", 7, 8);
    put("text.png", "no picture");
    for (size_t i = 0; i < HOB_COUNT(files); i++) {
        put("bad.json", files[i].text);
        const hob_error *error = refused(files[i].code, "bad.json");
        assert_true(error->hint[0] != '\0');
        assert_int_equal(t.envelope.exit_code, hob_status_exit_code(files[i].code));
    }
    assert_false(hob_test_has_file(&t, HOB_TEST_GAME "/assets/sprites/bad.png"));
}

static void several_textures_in_one_file__become_a_sheet_each(void **state) {
    (void)state;
    put("m.json",
        "{\"textures\":[{\"image\":\"p.png\",\"frames\":[{\"filename\":\"a\",\"frame\":" BOX
        "}]},{\"image\":\"q.png\",\"frames\":[{\"filename\":\"b\",\"frame\":" BOX "}]}]}");
    put_picture("p.png", 8, 8);
    put_picture("q.png", 9, 9);
    hob_test_text_is(import("m.json"), "asset.metadata.frames.0.name", "a");
    assert_true(hob_test_has_file(&t, HOB_TEST_GAME "/assets/sprites/m_2.png"));
}

static void other_json__stays_data(void **state) {
    (void)state;
    put("table.json", "{\"frames\": 3, \"meta\": {\"image\": 1}}");
    hob_test_text_is(import("table.json"), "asset.type", "data");
    put("b.json", ATLAS(BOX, "\"image\":\"none.png\""));
    hob_value data =
        hob_test_do(&t, "importAsset", "{\"sourcePath\": \"b.json\", \"type\": \"data\"}");
    hob_test_text_is(data, "asset.path", "assets/data/b.json");
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(c7_turned_and_cut_frames__keep_their_place),
        CASE(c7_half_and_double_size__are_their_own_pixels),
        CASE(c7_packs__become_a_sheet_each),
        CASE(c7_missing_pack__is_told),
        CASE(c7_other_packers__are_read_alike),
        CASE(c6_sizes_that_differ__are_told_and_not_stretched),
        CASE(c6_one_changed_number__is_told_and_not_stretched),
        CASE(c3_tags_off_the_frames__are_told_and_make_nothing),
        CASE(c4_equal_keys__are_refused_with_the_way_out),
        CASE(c5_directions_and_times__are_the_exporters),
        CASE(slices__lie_on_the_frame_of_their_key),
        CASE(damage__is_refused_and_nothing_is_left),
        CASE(several_textures_in_one_file__become_a_sheet_each),
        CASE(other_json__stays_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
