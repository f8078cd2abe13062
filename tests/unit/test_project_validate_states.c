/* Every code of validation that concerns a StateMachine (spec waica 9.3, hob 11). */
#include "support/validation.h"

#define AT   "/entities/1/components/StateMachine"
#define INFO HOB_SEVERITY_INFO
#define SCRIPT \
    { "scripts/a.lua", "return {}" }
#define SCRIPTED(machine) \
    ENTITY("\"Script\": {\"scriptPath\": \"scripts/a.lua\"}, \"StateMachine\": {" machine "}")
#define ANIMATED(animator, machine)                                                    \
    ENTITY("\"Script\": {\"scriptPath\": \"scripts/a.lua\"}, \"SpriteRenderer\": {}, " \
           "\"SpriteAnimator\": {\"driver\": \"state\", " animator                     \
           "}, \"StateMachine\": {" machine "}")
#define CLIP_OF(name) "\"" name "\": {\"asset\": \"ast_clip\"}"
#define CLIP_FILE \
    { "animations/clip.anim.json", "{\"frames\": [\"ast_pic\"]}" }

static const hob_validation_case cases[] = {
    {"a role that is there", .entities = ENTITY("\"StateMachine\": {\"role\": \"npc\"}"),
     .found = {{.status = HOB_OK}}},
    {"role unknown", .entities = ENTITY("\"StateMachine\": {\n\"role\": \"ncp\"}"),
     .found = {{CODE(STATE_ROLE_UNKNOWN), ERROR, MAIN, AT "/role", 6}}},
    {"target missing",
     .entities = SCRIPTED("\"states\": {\"a\": {\"transitions\": [\n{\"on\": \"timer:1\", "
                          "\"to\": \"b\"}]}}"),
     .files = {SCRIPT},
     .found = {{CODE(STATE_TARGET_MISSING), WARNING, MAIN, AT "/states/a/transitions/0/to", 6}}},
    {"initial missing", .entities = SCRIPTED("\n\"initial\": \"b\", \"states\": {\"*\": {}}"),
     .files = {SCRIPT}, .found = {{CODE(STATE_TARGET_MISSING), WARNING, MAIN, AT "/initial", 6}}},
    {"unreachable",
     .entities = SCRIPTED("\"states\": {\"a\": {},\n\"b\": {\"transitions\": [{\"on\": "
                          "\"timer:1\", \"to\": \"b\"}]}}"),
     .files = {SCRIPT}, .found = {{CODE(STATE_UNREACHABLE), WARNING, MAIN, AT "/states/b", 6}}},
    {"reached from any state",
     .entities = SCRIPTED("\"states\": {\"a\": {}, \"b\": {}, \"*\": {\"transitions\": [{\"on\": "
                          "\"signal:x\", \"to\": \"b\"}]}}"),
     .files = {SCRIPT}, .found = {{.status = HOB_OK}}},
    {"never happens",
     .entities = SCRIPTED("\"states\": {\"a\": {\"transitions\": [\n{\"on\": \"timer:soon\", "
                          "\"to\": \"b\"}]}, \"b\": {}}"),
     .files = {SCRIPT},
     .found = {{CODE(STATE_TRIGGER_INVALID), WARNING, MAIN, AT "/states/a/transitions/0/on", 6}}},
    {"action unbound",
     .entities = SCRIPTED("\"states\": {\"a\": {\"transitions\": [\n{\"on\": \"input:dash\", "
                          "\"to\": \"b\"}]}, \"b\": {}}"),
     .files = {SCRIPT},
     .found = {{CODE(INPUT_ACTION_UNBOUND), WARNING, MAIN, AT "/states/a/transitions/0/on", 6}}},
    {"action bound",
     .manifest = ",\n\"input\": {\"actions\": {\"dash\": {\"sources\": [\"KeyX\"]}}}",
     .entities = SCRIPTED("\"states\": {\"a\": {\"transitions\": [{\"on\": \"input:dash\", "
                          "\"to\": \"b\"}]}, \"b\": {}}"),
     .files = {SCRIPT}, .found = {{.status = HOB_OK}}},
    {"no code", .entities = ENTITY("\"StateMachine\": {\"states\": {\n\"a\": {}}}"),
     .found = {{CODE(STATE_NO_CODE), INFO, MAIN, AT "/states/a", 6}}},
    {"clip written out and missing",
     .entities =
         ANIMATED("\"clips\": {" CLIP_OF("b") "}", "\"states\": {\"a\": {\n\"clip\": \"c\"}}"),
     .files = {SCRIPT, INDEX(CLIP "," PICTURE), CLIP_FILE, PICTURE_FILE},
     .found = {{CODE(STATE_CLIP_MISSING), ERROR, MAIN, AT "/states/a/clip", 6}}},
    {"clip of the state's name missing",
     .entities = ANIMATED("\"clips\": {" CLIP_OF("b") "}", "\"states\": {\n\"a\": {}}"),
     .files = {SCRIPT, INDEX(CLIP "," PICTURE), CLIP_FILE, PICTURE_FILE},
     .found = {{CODE(STATE_CLIP_MISSING), WARNING, MAIN, AT "/states/a", 6}}},
    {"clip by a state that stands in",
     .entities = ANIMATED("\"fallbacks\": {\"a\": \"b\"}, \"clips\": {" CLIP_OF("b") "}",
                          "\"states\": {\"a\": {}}"),
     .files = {SCRIPT, INDEX(CLIP "," PICTURE), CLIP_FILE, PICTURE_FILE},
     .found = {{.status = HOB_OK}}},
    {"clips of three sides are enough for four",
     .entities = ANIMATED("\"directions\": \"four\", \"clips\": {" CLIP_OF("a-n") "," CLIP_OF(
                              "a-s") "," CLIP_OF("a-e") "}",
                          "\"states\": {\"a\": {}}"),
     .files = {SCRIPT, INDEX(CLIP "," PICTURE), CLIP_FILE, PICTURE_FILE},
     .found = {{.status = HOB_OK}}},
    {"clips of two sides are not",
     .entities =
         ANIMATED("\"directions\": \"four\", \"clips\": {" CLIP_OF("a-n") "," CLIP_OF("a-s") "}",
                  "\"states\": {\n\"a\": {}}"),
     .files = {SCRIPT, INDEX(CLIP "," PICTURE), CLIP_FILE, PICTURE_FILE},
     .found = {{CODE(STATE_CLIP_MISSING), WARNING, MAIN, AT "/states/a", 6}}},
};

static void state_machines__found_with_code_severity_and_place(void **state) {
    (void)state;
    hob_test_validation(cases, HOB_COUNT(cases));
}

static void every_code_of_state_machines__has_a_case(void **state) {
    (void)state;
    static const hob_status codes[] = {
        CODE(STATE_ROLE_UNKNOWN), CODE(STATE_TARGET_MISSING),  CODE(STATE_UNREACHABLE),
        CODE(STATE_NO_CODE),      CODE(STATE_TRIGGER_INVALID), CODE(INPUT_ACTION_UNBOUND),
        CODE(STATE_CLIP_MISSING),
    };
    hob_test_validation_codes(cases, HOB_COUNT(cases), codes, HOB_COUNT(codes));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(state_machines__found_with_code_severity_and_place),
        cmocka_unit_test(every_code_of_state_machines__has_a_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
