/* A misspelt command, scene, entity, component, field, asset, script or parameter is answered with
 * the nearest right one. */
#include "support/test_command.h"

#include <string.h>

typedef struct row {
    const char *command, *params;
    hob_status code;
    const char *message, *hint; /* hint: what must stand in it */
} row;

static const row rows[] = {
    {"createEntty", "{}", HOB_ERR_UNKNOWN_COMMAND, "There is no command \"createEntty\".",
     "Did you mean \"createEntity\"?"},
    {"zzz", "{}", HOB_ERR_UNKNOWN_COMMAND, "There is no command \"zzz\".", "`hob commands`"},
    {"createScene", "{\"nmae\": \"X\"}", HOB_ERR_INVALID_PARAMS, NULL, NULL},
    {"createScene", "{\"name\": \"X\", \"withCamra\": true}", HOB_ERR_INVALID_PARAMS,
     "withCamra is not a known key.", "Did you mean \"withCamera\"?"},
    {"createScene", "{\"name\": 5}", HOB_ERR_INVALID_PARAMS,
     "name must be a text, not the number 5.", NULL},
    {"createScene", "{\"name\": \"\"}", HOB_ERR_INVALID_PARAMS, "name must not be empty.", NULL},
    {"createScene", "[]", HOB_ERR_INVALID_PARAMS, NULL, NULL},
    {"createScene", "{\"name\"", HOB_ERR_INVALID_PARAMS, NULL, NULL},
    {"createSound", "{\"name\": \"X\", \"preset\": \"coni\"}", HOB_ERR_INVALID_PARAMS, NULL,
     "Did you mean \"coin\"?"},
    {"inspectScene", "{\"scene\": \"Mian\"}", HOB_ERR_NOT_FOUND, "There is no scene \"Mian\".",
     "Did you mean \"Main\"? `hob inspect scenes` lists them."},
    {"inspectScene", "{\"scene\": \"Elsewhere\"}", HOB_ERR_NOT_FOUND,
     "There is no scene \"Elsewhere\".", "`hob inspect scenes` lists them."},
    {"runScene", "{\"scene\": \"Mian\"}", HOB_ERR_NOT_FOUND, "There is no scene \"Mian\".",
     "Did you mean \"Main\"?"},
    {"inspectEntity", "{\"scene\": \"Main\", \"entity\": \"Main Camra\"}", HOB_ERR_NOT_FOUND,
     "There is no entity \"Main Camra\".",
     "Did you mean \"Main Camera\"? `hob inspect scene \"Main\"` lists them."},
    {"deleteEntity", "{\"scene\": \"Main\", \"entity\": \"main camera\"}", HOB_ERR_NOT_FOUND, NULL,
     "Did you mean \"Main Camera\"?"},
    {"createEntity", "{\"scene\": \"Main\", \"name\": \"A\", \"parent\": \"Grund\"}",
     HOB_ERR_NOT_FOUND, "There is no entity \"Grund\".", "Did you mean \"Ground\"?"},
    {"createEntity",
     "{\"scene\": \"Main\", \"name\": \"A\", \"components\": {\"SpriteRendrer\": {}}}",
     HOB_ERR_COMPONENT_UNKNOWN, "There is no component type \"SpriteRendrer\".",
     "Did you mean SpriteRenderer?"},
    {"createEntity",
     "{\"scene\": \"Main\", \"name\": \"A\", \"components\": {\"Health\": {\"mx\": 2}}}",
     HOB_ERR_FIELD_UNKNOWN, "Health.mx is not a known key.", "Did you mean \"max\"?"},
    {"addComponent", "{\"scene\": \"Main\", \"entity\": \"Ground\", \"type\": \"Colider\"}",
     HOB_ERR_COMPONENT_UNKNOWN, NULL, "Did you mean Collider?"},
    {"addComponent", "{\"scene\": \"Main\", \"entity\": \"Ground\", \"type\": \"not a slot\"}",
     HOB_ERR_FIELD_PATTERN, NULL, "Name#second"},
    {"addComponent",
     "{\"scene\": \"Main\", \"entity\": \"Ground\", \"type\": \"Collider\", \"properties\": "
     "{\"shape\": \"bx\"}}",
     HOB_ERR_FIELD_TYPE, NULL, "Did you mean \"box\"?"},
    {"removeComponent", "{\"scene\": \"Main\", \"entity\": \"Ground\", \"type\": \"Tilemp\"}",
     HOB_ERR_COMPONENT_UNKNOWN, NULL, "Did you mean Tilemap?"},
    {"removeComponent", "{\"scene\": \"Main\", \"entity\": \"Ground\", \"type\": \"Camera\"}",
     HOB_ERR_NOT_FOUND, "Entity \"Ground\" has no component Camera.", NULL},
    {"setComponentProperty",
     "{\"scene\": \"Main\", \"entity\": \"Ground\", \"property\": \"Tilemap.tileSie\", \"value\": "
     "1}",
     HOB_ERR_INVALID_INPUT, "\"Tilemap.tileSie\" names no field: there is no \"tileSie\".",
     "Did you mean \"tileSize\"?"},
    {"setComponentProperty",
     "{\"scene\": \"Main\", \"entity\": \"Ground\", \"property\": \"Tilemap\", \"value\": 1}",
     HOB_ERR_INVALID_INPUT, NULL, "Component.field"},
    {"setComponentProperty",
     "{\"scene\": \"Main\", \"entity\": \"Ground\", \"property\": \"Tilemap.solid.x\", \"value\": "
     "1}",
     HOB_ERR_INVALID_INPUT, NULL, "End the path earlier."},
    {"setComponentProperty",
     "{\"scene\": \"Main\", \"entity\": \"Ground\", \"property\": \"Tilemap.elapsed\", \"value\": "
     "1}",
     HOB_ERR_INVALID_INPUT, NULL, "Only scripts and the engine write it."},
    {"setComponentProperty",
     "{\"scene\": \"Main\", \"entity\": \"Ground\", \"property\": \"Tilemap.grid.5\", \"value\": "
     "\".\"}",
     HOB_ERR_INVALID_INPUT, NULL, "the number of elements appends one"},
    {"setComponentProperty",
     "{\"scene\": \"Main\", \"entity\": \"Ground\", \"property\": \"Tilemap.tileSize\", "
     "\"value\": -1}",
     HOB_ERR_FIELD_RANGE, "Tilemap.tileSize must be above 0", NULL},
    {"createAnimationAsset", "{\"name\": \"A\", \"frames\": [\"Heor\"]}", HOB_ERR_NOT_FOUND,
     "There is no asset \"Heor\".", "Did you mean \"Hero\"?"},
    {"instantiatePrefab", "{\"prefab\": \"Hero\", \"scene\": \"Main\"}", HOB_ERR_INVALID_INPUT,
     NULL, "--type prefab"},
    {"attachScript",
     "{\"scene\": \"Main\", \"entity\": \"Ground\", \"script\": \"scripts/playr.lua\"}",
     HOB_ERR_NOT_FOUND, "There is no script \"scripts/playr.lua\".",
     "Did you mean \"scripts/player.lua\"?"},
    {"attachScript", "{\"scene\": \"Main\", \"entity\": \"Ground\", \"script\": \"player\"}",
     HOB_ERR_NOT_FOUND, "There is no script \"player\".", "Did you mean \"scripts/player.lua\"?"},
    {"inspectApi", "{\"path\": \"onStrat\"}", HOB_ERR_NOT_FOUND, NULL, "Did you mean \"onStart\"?"},
    {"deletePlaytest", "{\"playtest\": \"strts\"}", HOB_ERR_NOT_FOUND,
     "There is no play-test \"strts\".", "Did you mean \"starts\"?"},
    {"test", "{\"names\": [\"strts\"]}", HOB_ERR_NOT_FOUND, NULL, "Did you mean \"starts\"?"},
    {"createPlaytest",
     "{\"name\": \"p\", \"scene\": \"Main\", \"steps\": [{\"type\": \"wiat\", \"frames\": 1}]}",
     HOB_ERR_INVALID_PARAMS, NULL, "Did you mean \"wait\"?"},
    {"describe", "{\"name\": \"createScen\"}", HOB_ERR_NOT_FOUND, NULL,
     "Did you mean \"createScene\"?"},
    {"describe", "{\"name\": \"assertPek\"}", HOB_ERR_NOT_FOUND, NULL,
     "Did you mean \"assertPeak\"?"},
    {"inspectApi", "{\"path\": \"ctx.scen\"}", HOB_OK, NULL, NULL},
    {"inspectApi", "{\"path\": \"ctx.sceen\"}", HOB_ERR_NOT_FOUND, NULL,
     "Did you mean \"ctx.scene\"?"},
    {"inspectAssets", "{\"type\": \"sprit\"}", HOB_ERR_INVALID_PARAMS, NULL,
     "Did you mean \"sprite\"?"},
    {"createSpriteAsset", "{\"name\": \"A\", \"color\": \"oragne\"}", HOB_ERR_INVALID_INPUT,
     "color: \"oragne\" is no colour.", "Did you mean \"orange\"?"},
    {"updateSettings", "{\"settings\": {\"widht\": 5}}", HOB_ERR_FIELD_UNKNOWN,
     "settings.widht is not a known key.", "Did you mean \"width\"?"},
    {"updateSettings", "{\"settings\": {\"width\": 0}}", HOB_ERR_FIELD_RANGE, NULL, NULL},
    {"setInputMapping", "{\"action\": \"jump\", \"sources\": [\"pad:zz\"]}", HOB_ERR_FIELD_PATTERN,
     "\"pad:zz\" is no input source. Those of devices: mouse:left", "Keys: KeyA to KeyZ"},
    {"setInputMapping", "{\"action\": \"jump\", \"sources\": [\"Spase\"]}", HOB_ERR_FIELD_PATTERN,
     NULL, "Did you mean Space?"},
};

static void each_misspelling__is_answered_with_the_nearest(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    static const char *const before[] = {"createEntity", "createSpriteAsset", "createScript",
                                         "createPlaytest"};
    for (size_t i = 0; i < HOB_COUNT(before); i++) {
        hob_test_do_example(&t, hob_command_find(hob_str_from(before[i])));
    }
    hob_buf old, new;
    hob_buf_init(&old, hob_heap_allocator(), SIZE_MAX / 4);
    hob_buf_init(&new, hob_heap_allocator(), SIZE_MAX / 4);
    hob_test_picture(t.memory, HOB_TEST_GAME, &old);
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        const row *r = &rows[i];
        if (r->code == HOB_OK) {
            (void)hob_test_do(&t, r->command, r->params);
            continue;
        }
        const hob_error *error = hob_test_refuses(&t, r->code, r->command, r->params);
        if (r->message != NULL && strncmp(error->message, r->message, strlen(r->message)) != 0) {
            fail_msg("%s %s: message \"%s\"", r->command, r->params, error->message);
        }
        if (r->hint != NULL && strstr(error->hint, r->hint) == NULL) {
            fail_msg("%s %s: hint \"%s\"", r->command, r->params, error->hint);
        }
        hob_test_picture(t.memory, HOB_TEST_GAME, &new);
        assert_true(hob_str_equal(hob_buf_str(&old), hob_buf_str(&new)));
    }
    hob_buf_done(&old);
    hob_buf_done(&new);
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_misspelling__is_answered_with_the_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
