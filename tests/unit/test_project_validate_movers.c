/* What validation says of movers, contracts and who writes the position (spec hob 4.3, 12.1). */
#include "support/validation.h"

#define AT(slot)         "/entities/1/components/" slot
#define BOX              "\"Collider\": {\"width\": 16, \"height\": 16}"
#define MORE(components) ",\n{\"id\": \"ent_b\", \"name\": \"B\", \"components\": {" components "}}"

static const hob_validation_case cases[] = {
    {"movers of every kind",
     .entities = ENTITY(
         "\"CharacterBody\": {}") ",{\"id\": \"ent_c\", \"name\": \"C\", "
                                  "\"components\": {\"Velocity\": {\"velocity\": {\"x\": 3}}}}"
                                  ",{\"id\": \"ent_d\", \"name\": \"D\", \"components\": "
                                  "{\"PathFollow\": {\"path\": "
                                  "[{\"x\": 1, \"y\": 2}, {\"x\": 3}]}}}",
     .found = {{.status = HOB_OK}}},
    {"two movers", .entities = ENTITY("\"CharacterBody\": {},\n\"Velocity\": {}"),
     .found = {{CODE(POSITION_WRITERS), ERROR, MAIN, AT("Velocity"), 6}}},
    {"mover and body",
     .entities = ENTITY(BOX ", \"Velocity\": {},\n\"PhysicsBody\": {\"bodyType\": \"static\"}"),
     .found = {{CODE(POSITION_WRITERS), ERROR, MAIN, AT("PhysicsBody"), 6}}},
    {"blocked without a body", .entities = ENTITY("\n\"CharacterBody\": {\"blockedBy\": [\"a\"]}"),
     .found = {{CODE(SIBLING_MISSING), ERROR, MAIN, AT("CharacterBody"), 6}}},
    {"blocked with a round body",
     .entities =
         ENTITY("\"Collider\": {\"shape\": \"circle\"},\n\"CharacterBody\": {\"blockedBy\": "
                "[\"a\"]}"),
     .found = {{CODE(SIBLING_MISSING), ERROR, MAIN, AT("CharacterBody"), 6}}},
    {"bisect with a round body",
     .entities = ENTITY("\"Collider\": {\"shape\": \"circle\"},\n\"Velocity\": {\"solve\": "
                        "\"bisect\", \"blockedBy\": [\"a\"]}"),
     .found = {{.status = HOB_OK}}},
    {"blocked with two bodies",
     .entities = ENTITY("\"Collider#a\": {}, \"Collider#b\": {},\n\"CharacterBody\": "
                        "{\"blockedBy\": [\"a\"]}"),
     .found = {{CODE(SIBLING_AMBIGUOUS), ERROR, MAIN, AT("CharacterBody"), 6}}},
    {"the body by its slot",
     .entities = ENTITY("\"Collider#a\": {}, \"Collider#b\": {}, \"CharacterBody\": {\"collider\": "
                        "\"Collider#b\", \"blockedBy\": [\"a\"]}"),
     .found = {{.status = HOB_OK}}},
    {"bounds without a world",
     .entities = ENTITY(BOX ",\n\"CharacterBody\": {\"blockedBy\": [\"bounds\"]}"),
     .found = {{CODE(CONTRACT_MISSING), ERROR, MAIN, AT("CharacterBody"), 6}}},
    {"bounds with a world",
     .entities =
         ENTITY(BOX ", \"CharacterBody\": {\"blockedBy\": [\"bounds\"]}") MORE("\"World\": {}"),
     .found = {{.status = HOB_OK}}},
    {"tiles without a map",
     .entities = ENTITY(BOX ",\n\"CharacterBody\": {\"blockedBy\": [\"tiles\"]}"),
     .found = {{CODE(CONTRACT_MISSING), ERROR, MAIN, AT("CharacterBody"), 6}}},
    {"two worlds", .entities = ENTITY("\"World\": {}") MORE("\n\"World\": {}"),
     .found = {{CODE(CONTRACT_AMBIGUOUS), ERROR, MAIN, "/entities/2/components/World", 7}}},
    {"navigator without a map", .entities = ENTITY("\n\"Navigator\": {}"),
     .found = {{CODE(CONTRACT_MISSING), ERROR, MAIN, AT("Navigator"), 6}}},
    {"navigator on one of two maps",
     .entities = ENTITY("\n\"Navigator\": {}") MORE("\"Tilemap\": {}, \"Tilemap#b\": {}"),
     .found = {{CODE(CONTRACT_AMBIGUOUS), ERROR, MAIN, AT("Navigator"), 6}}},
    {"navigator larger than a tile",
     .entities = ENTITY("\"Collider\": {\"width\": 17, \"height\": 6},\n\"Navigator\": {}")
         MORE("\"Tilemap\": {\"tileSize\": 16}"),
     .found = {{CODE(BODY_TOO_LARGE), ERROR, MAIN, AT("Navigator"), 6}}},
    {"path of one point",
     .entities = ENTITY("\"PathFollow\": {\n\"path\": [{\"x\": 1, \"y\": 2}]}"),
     .found = {{CODE(FIELD_RANGE), ERROR, MAIN, AT("PathFollow/path"), 6}}},
    {"world without width", .entities = ENTITY("\"World\": {\n\"width\": 0}"),
     .found = {{CODE(FIELD_RANGE), ERROR, MAIN, AT("World/width"), 6}}},
};

#define WORLD_TOO MORE("\"World\": {}")
#define BOUNDED   "\"CharacterBody\": {\"blockedBy\": [\"bounds\"]}"
static const hob_validation_case edges[] = {
    {"wraps and is bounded", .entities = ENTITY(BOX ", " BOUNDED ",\n\"ScreenWrap\": {}") WORLD_TOO,
     .found = {{CODE(EDGE_RESPONSES), ERROR, MAIN, AT("ScreenWrap"), 6}}},
    {"is bounded and wraps", .entities = ENTITY(BOX ", \"ScreenWrap\": {},\n" BOUNDED) WORLD_TOO,
     .found = {{CODE(EDGE_RESPONSES), ERROR, MAIN, AT("CharacterBody"), 6}}},
    {"goes and is bounded",
     .entities = ENTITY(BOX ", " BOUNDED ",\n\"DespawnOffscreen\": {}") WORLD_TOO,
     .found = {{CODE(EDGE_RESPONSES), ERROR, MAIN, AT("DespawnOffscreen"), 6}}},
    {"goes and wraps",
     .entities = ENTITY("\"DespawnOffscreen\": {},\n\"ScreenWrap\": {}") WORLD_TOO,
     .found = {{CODE(EDGE_RESPONSES), ERROR, MAIN, AT("ScreenWrap"), 6}}},
    {"wraps alone", .entities = ENTITY(BOX ", \"ScreenWrap\": {}") WORLD_TOO,
     .found = {{.status = HOB_OK}}},
};

static void cb09_two_answers_to_the_edge__an_error_in_any_order(void **state) {
    (void)state;
    hob_test_validation(edges, HOB_COUNT(edges));
}

static void movers__are_checked_before_they_run(void **state) {
    (void)state;
    hob_test_validation(cases, HOB_COUNT(cases));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(movers__are_checked_before_they_run),
        cmocka_unit_test(cb09_two_answers_to_the_edge__an_error_in_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
