/* Codes of validation that concern cues, pieces, game-state keys, rich text and ways to other
 * scenes. */
#include "support/validation.h"

#define AT                               "/entities/1/components/"
#define CUE_ENTITY(first, second, third) ENTITY(first ", " second ", " third)
#define NPC                              "\"StateMachine\": {\"role\": \"npc\"}"
#define EMITTER                          "\"ParticleEmitter\": {}"

static const hob_validation_case cases[] = {
    {"cue in order", .entities = CUE_ENTITY(NPC, EMITTER, "\"DustTrail\": {}"),
     .found = {{.status = HOB_OK}}},
    {"cue before its emitter", .entities = CUE_ENTITY(NPC, "\n\"DustPuffs\": {}", EMITTER),
     .found = {{CODE(CUE_ORDER), WARNING, MAIN, AT "DustPuffs", 6}}},
    {"cue without a machine", .entities = ENTITY(EMITTER ",\n\"SwingSparks\": {}"),
     .found = {{CODE(CUE_ORDER), WARNING, MAIN, AT "SwingSparks", 6}}},
    {"piece that is none", .entities = ENTITY("\"Health\": {\n\"healthBar\": \"bar\"}"),
     .found = {{CODE(UI_PIECE_UNKNOWN), WARNING, MAIN, AT "Health/healthBar", 6}}},
    {"piece of ui/", .entities = ENTITY("\"Health\": {\"healthBar\": \"bar\"}"),
     .files = {{"ui/bar.html", "x"}}, .found = {{.status = HOB_OK}}},
    {"key that is not declared", .entities = ENTITY("\"Collectible\": {\n\"state\": \"gold\"}"),
     .found = {{CODE(STATE_KEY_UNDECLARED), WARNING, MAIN, AT "Collectible/state", 6}}},
    {"key that is declared",
     .manifest = ",\n\"gameState\": {\"gold\": {\"type\": \"number\", \"initial\": 0}}",
     .entities = ENTITY("\"Collectible\": {\"state\": \"gold\"}"), .found = {{.status = HOB_OK}}},
    {"no key", .entities = ENTITY("\"Collectible\": {\"state\": \"\"}"),
     .found = {{.status = HOB_OK}}},
    {"rich text that is none",
     .entities = ENTITY("\"Text\": {\"rich\": true,\n\"content\": \"[b]open\"}"),
     .found = {{CODE(FIELD_PATTERN), WARNING, MAIN, AT "Text/content", 6}}},
    {"rich text, and brackets in plain text",
     .entities = ENTITY(
         "\"Text\": {\"rich\": true, \"content\": \"[b]x[/b][[\"}") ",\n{\"id\": "
                                                                    "\"ent_b\", \"name\": \"B\", "
                                                                    "\"components\": {\"Text\": "
                                                                    "{\"content\": \"[b]\"}}}",
     .found = {{.status = HOB_OK}}},
    {"scene that does not exist",
     .entities = ENTITY("\"SceneTransition\": {\n\"scene\": \"Nowhere\"}"),
     .found = {{CODE(SCENE_UNKNOWN), WARNING, MAIN, AT "SceneTransition/scene", 6}}},
    {"no scene at all", .entities = ENTITY("\n\"SceneTransition\": {}"),
     .found = {{CODE(SCENE_UNKNOWN), WARNING, MAIN, AT "SceneTransition", 6}}},
    {"interact without an Interactable",
     .entities = ENTITY("\n\"SceneTransition\": {\"scene\": \"Main\", \"trigger\": \"interact\"}"),
     .found = {{CODE(SIBLING_MISSING), ERROR, MAIN, AT "SceneTransition", 6}}},
};

static void behaviours__found_with_code_severity_and_place(void **state) {
    (void)state;
    hob_test_validation(cases, HOB_COUNT(cases));
}

static void every_code_of_behaviours__has_a_case(void **state) {
    (void)state;
    static const hob_status codes[] = {CODE(CUE_ORDER), CODE(UI_PIECE_UNKNOWN),
                                       CODE(STATE_KEY_UNDECLARED), CODE(SCENE_UNKNOWN)};
    hob_test_validation_codes(cases, HOB_COUNT(cases), codes, HOB_COUNT(codes));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(behaviours__found_with_code_severity_and_place),
        cmocka_unit_test(every_code_of_behaviours__has_a_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
