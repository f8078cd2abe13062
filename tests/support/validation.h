/* Cases of validation: one minimal project each, and what must be found in it: the code, its
 * severity, the JSON pointer, the line, and nothing else. */
#ifndef HOB_TESTS_VALIDATION_H
#define HOB_TESTS_VALIDATION_H

#include "support/test_project.h"

typedef struct hob_test_file {
    const char *path, *text;
} hob_test_file;

typedef struct hob_expected {
    hob_status status;
    hob_severity severity;
    const char *file, *pointer;
    int line;
} hob_expected;

typedef struct hob_validation_case {
    const char *name;
    const char *manifest; /* more keys of hob.json, from line 15 on */
    const char *keys;     /* more keys of the scene, from line 2 on */
    const char *entities; /* more entities, from line 5 on; the first has index 1 */
    hob_test_file files[8];
    hob_expected found[4];
} hob_validation_case;

#define MAIN     "scenes/main.scene.json"
#define ERROR    HOB_SEVERITY_ERROR
#define WARNING  HOB_SEVERITY_WARNING
#define CODE(x)  HOB_ERR_##x
#define IMPORTED ",\n  \"rules\": {\"scripts\": \"hearth1\", \"contactFilter\": \"both\"}"

/* One more entity with these components, on line 5. */
#define ENTITY(components) \
    ",\n{\"id\": \"ent_a\", \"name\": \"A\", \"components\": {" components "}}"
#define INDEX(assets) \
    { "assets.json", "{\n\"assets\": [\n" assets "\n]}\n" }
#define ASSET(id, type, path) \
    "{\"id\": \"" id "\", \"name\": \"" id "\", \"type\": \"" type "\", \"path\": \"" path "\""
#define PICTURE ASSET("ast_pic", "sprite", "assets/pic.png") "}"
#define PICTURE_FILE \
    { "assets/pic.png", "png" }
#define SHEET                                                                             \
    ASSET("ast_sheet", "sprite", "assets/sheet.png")                                      \
    ", \"metadata\": {\"frames\": [{\"name\": \"a\", \"x\": 0, \"y\": 0, \"width\": 16, " \
    "\"height\": 8}]}}"
#define SHEET_FILE \
    { "assets/sheet.png", "png" }
#define CLIP   ASSET("ast_clip", "animation", "animations/clip.anim.json") "}"
#define PREFAB ASSET("ast_fab", "prefab", "prefabs/fab.prefab.json") "}"
#define PREFAB_FILE(entities) \
    { "prefabs/fab.prefab.json", "{\"name\": \"Fab\", \"entities\": [\n" entities "\n]}\n" }
#define ROOT(components) "{\"id\": \"pfe_1\", \"name\": \"R\", \"components\": {" components "}}"
#define MACHINE          ASSET("ast_asm", "stateMachine", "statemachines/a.asm.json") "}"
#define TEST(extra)                                                                      \
    {                                                                                    \
        "playtests/t.playtest.json",                                                     \
            "{\n\"id\": \"ptt_a\",\n\"name\": \"t\",\n\"scene\": \"Main\"" extra "\n}\n" \
    }

/* A failed test with all that was found, for each case that is not as expected. */
void hob_test_validation(const hob_validation_case *cases, size_t count);
/* A failed test when one of the codes has no case. */
void hob_test_validation_codes(const hob_validation_case *cases, size_t count,
                               const hob_status *codes, size_t code_count);

#endif
