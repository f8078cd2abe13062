/* Looking a pack over: files, maps in both forms, what is found, limits. */
#include "support/test_command.h"

#include <string.h>

static void put(hob_test_commands *t, const char *path, const char *text) {
    char full[300] = HOB_TEST_DESK "/pack/";
    memcpy(full + strlen(full), path, strlen(path) + 1);
    hob_test_put_file(t, full, hob_str_from(text));
}

static hob_value finding(hob_value data, const char *code) {
    const hob_list *list = hob_test_at(data, "diagnostics").as.list;
    for (uint32_t i = 0; i < list->count; i++) {
        hob_value row = hob_list_get(list, i);
        if (hob_str_is(hob_value_get_str(row, "code", ""), code)) {
            return row;
        }
    }
    return HOB_VALUE_NULL;
}

static void has(hob_value data, const char *code, const char *evidence) {
    hob_value row = finding(data, code);
    if (row.tag != HOB_TAG_MAP) {
        fail_msg("no %s", code);
    }
    hob_test_text_is(row, "evidence.0", evidence);
}

static void hasnt(hob_value data, const char *code) {
    if (finding(data, code).tag == HOB_TAG_MAP) {
        fail_msg("%s is raised", code);
    }
}

static const char tmx[] =
    "<?xml version=\"1.0\"?>\n<map orientation=\"orthogonal\" width=\"2\" height=\"1\" "
    "tilewidth=\"16\" tileheight=\"16\">\n <!-- <layer> -->\n <tileset firstgid=\"1\" "
    "source=\"../sets/a.tsx\"/>\n <group name=\"g\"><layer name=\"Ground &amp; sky\" "
    "visible=\"0\" opacity=\"0.5\"><data encoding=\"csv\">\n1,2147483650\n</data></layer></group>\n"
    " <objectgroup name=\"things\"/>\n</map>\n";
static const char tsx[] =
    "<tileset name=\"a\" tilewidth=\"16\" tileheight=\"24\" columns=\"4\" margin=\"1\">"
    "<tileoffset x=\"0\" y=\"4\"/><image source=\"../img/a.png\" width=\"64\"/>"
    "<tile id=\"0\"><objectgroup/></tile><wangsets><wangset/></wangsets></tileset>";

static void pack_with_a_map__tells_what_is_not_taken(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_buf png;
    hob_buf_init(&png, hob_heap_allocator(), 1 << 20);
    hob_buf_add_str(&png, hob_test_file(&t, HOB_TEST_DESK "/hero.png"));
    hob_test_put_file(&t, HOB_TEST_DESK "/pack/img/a.png", hob_buf_str(&png));
    hob_buf_done(&png);
    put(&t, "maps/one.tmx", tmx);
    put(&t, "sets/a.tsx", tsx);
    put(&t, "License.txt", "CC0");
    put(&t, "broken.png", "no picture");
    put(&t, "steps.ogg", "x");
    hob_value data = hob_test_do(&t, "inspectAssetPack", "{\"path\": \"pack\"}");
    hob_test_text_is(data, "status", "partial");
    hob_test_text_is(data, "maps.0.path", "maps/one.tmx");
    hob_test_text_is(data, "maps.0.format", "tmx");
    hob_test_number_is(data, "maps.0.tileWidth", 16);
    hob_test_text_is(data, "maps.0.layers.1.name", "Ground & sky");
    hob_test_number_is(data, "maps.0.layers.1.opacity", 0.5);
    assert_false(hob_value_get_bool(hob_test_at(data, "maps.0.layers.1"), "visible", true));
    hob_test_text_is(data, "maps.0.layers.2.type", "objectgroup");
    hob_test_number_is(data, "maps.0.tilesets.0.firstGid", 1);
    hob_test_number_is(data, "maps.0.tilesets.0.tileHeight", 24);
    hob_test_number_is(data, "maps.0.tilesets.0.tileOffset.y", 4);
    hob_test_number_is(data, "maps.0.tilesets.0.wangSetCount", 1);
    assert_int_equal(hob_test_at(data, "maps.0.features").as.list->count, 3);
    hob_test_text_is(data, "images.1.path", "img/a.png");
    hob_test_text_is(data, "images.1.referencedBy.0", "sets/a.tsx");
    hob_test_text_is(data, "provenance.evidenceFiles.0", "License.txt");
    has(data, "PACK_LICENSE_UNKNOWN", "License.txt");
    has(data, "PACK_IMAGE_INVALID", "broken.png");
    has(data, "PACK_VISUAL_REVIEW_REQUIRED", "broken.png");
    has(data, "PACK_TILE_FLIPS_UNSUPPORTED", "maps/one.tmx");
    has(data, "PACK_OBJECT_LAYER_UNSUPPORTED", "maps/one.tmx");
    has(data, "PACK_TILE_OFFSET_UNSUPPORTED", "maps/one.tmx");
    has(data, "PACK_MIXED_TILE_SIZE", "maps/one.tmx");
    has(data, "PACK_OVERSIZED_TILE", "sets/a.tsx");
    has(data, "PACK_COLLISION_NOT_IMPORTED", "sets/a.tsx");
    has(data, "PACK_TERRAIN_RULES_NOT_IMPORTED", "sets/a.tsx");
    hasnt(data, "PACK_METADATA_MISSING");
    hasnt(data, "PACK_ISOMETRIC_UNSUPPORTED");
    hob_test_commands_end(&t);
}

static void json_maps__are_read_like_others(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    put(&t, "iso.json",
        "{\"orientation\": \"isometric\", \"width\": 1, \"height\": 1, \"tilewidth\": 32, "
        "\"tileheight\": 16, \"layers\": [{\"type\": \"tilelayer\", \"name\": \"a\", \"encoding\": "
        "\"base64\", \"data\": \"AQAAgA==\"}], \"tilesets\": [{\"firstgid\": 1, \"source\": "
        "\"gone.tsj\"}]}");
    put(&t, "data.json", "[1, 2]");
    hob_value data =
        hob_test_do(&t, "inspectAssetPack", "{\"path\": \"pack\", \"license\": \"CC0-1.0\"}");
    hob_test_text_is(data, "status", "unsupported");
    hob_test_text_is(data, "maps.0.format", "tiled-json");
    hob_test_text_is(data, "files.0.kind", "metadata");
    hob_test_text_is(data, "files.1.kind", "map");
    hob_test_text_is(data, "provenance.license", "CC0-1.0");
    has(data, "PACK_ISOMETRIC_UNSUPPORTED", "iso.json");
    has(data, "PACK_TILE_FLIPS_UNSUPPORTED", "iso.json");
    has(data, "PACK_METADATA_MISSING", "iso.json");
    hasnt(data, "PACK_LICENSE_UNKNOWN");
    hob_test_commands_end(&t);
}

static void bad_files__are_told_and_bad_folders_refused(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    put(&t, "bomb.tmx", "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a \"aa\">]><map/>");
    put(&t, "cut.tsx", "<tileset><image source=\"a.png\"");
    put(&t, "other.tmx", "<svg></svg>");
    put(&t, "out.tmx",
        "<map orientation=\"hexagonal\"><tileset source=\"../../secret.tsx\"/></map>");
    hob_value data = hob_test_do(&t, "inspectAssetPack", "{\"path\": \"pack\"}");
    hob_value row = finding(data, "PACK_METADATA_INVALID");
    assert_int_equal(hob_test_at(row, "evidence").as.list->count, 3);
    has(data, "PACK_ORIENTATION_UNSUPPORTED", "out.tmx");
    has(data, "PACK_METADATA_MISSING", "out.tmx");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "inspectAssetPack", "{\"path\": \"none\"}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "inspectAssetPack",
                           "{\"path\": \"pack/cut.tsx\"}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_PARAMS, "inspectAssetPack",
                           "{\"path\": \"pack\", \"licence\": \"x\"}");
    for (int i = 0; i < 4100; i++) {
        char name[20] = "many/0000.txt";
        for (int n = i, d = 8; d > 4; d--, n /= 10) {
            name[d] = (char)('0' + n % 10);
        }
        put(&t, name, "x");
    }
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "inspectAssetPack", "{\"path\": \"pack\"}");
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pack_with_a_map__tells_what_is_not_taken),
        cmocka_unit_test(json_maps__are_read_like_others),
        cmocka_unit_test(bad_files__are_told_and_bad_folders_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
