/* What a single component's fields can get wrong together. */
#include "components/list.h"
#include "schema/read.h"
#include "support/fields.h"
#include "support/testing.h"

#include <stdio.h>
#include <string.h>

typedef struct expected {
    hob_status status;
    hob_severity severity;
    const char *pointer;
} expected;

/* Reads the fields, runs the type's check, compares the findings. `expected` ends with HOB_OK. */
static void check(const char *type_name, const char *json, uint32_t rules, bool prefab,
                  const expected *wanted) {
    hob_registry *registry;
    assert_int_equal(hob_registry_create(hob_heap_allocator(), &registry, NULL), HOB_OK);
    assert_int_equal(hob_components_register(registry, NULL), HOB_OK);
    int index = hob_registry_find(registry, hob_str_from(type_name));
    assert_true(index >= 0);
    const hob_component_type *type = hob_registry_at(registry, (size_t)index);

    hob_test_json t;
    hob_test_json_open(&t, hob_heap_allocator(), json);
    t.reader.rules = rules;
    t.reader.prefab = prefab;
    void *c = hob_alloc_zero(hob_heap_allocator(), 1, type->size);
    assert_true(hob_fields_read_like(&t.reader, type->fields,
                                     hob_registry_prototype(registry, (size_t)index, rules),
                                     t.json.root, c, NULL));
    type->validate(c, &t.reader, NULL);

    size_t count = 0;
    while (wanted[count].status) {
        count++;
    }
    if (t.findings.count != count) {
        fail_msg("%s %s: %zu findings: %s", type_name, json, t.findings.count,
                 t.findings.count ? t.findings.items[0].message : "");
    }
    for (size_t i = 0; i < count; i++) {
        const hob_error *e = &t.findings.items[i];
        if (e->status != wanted[i].status || e->severity != wanted[i].severity) {
            fail_msg("%s %s: %s (%s)", type_name, json, hob_status_name(e->status), e->message);
        }
        assert_string_equal(e->pointer, wanted[i].pointer);
        assert_true(e->hint[0] != '\0');
    }
    /* Only FIELD_ codes refuse a file. */
    bool refused = count == 1 && wanted[0].status == HOB_ERR_FIELD_RANGE;
    assert_int_equal(t.reader.refused, refused);
    hob_fields_done(type->fields, c, hob_heap_allocator());
    hob_free(hob_heap_allocator(), c, type->size);
    hob_test_json_close(&t);
    hob_registry_destroy(registry);
}

#define NONE                \
    (const expected[]) {    \
        { HOB_OK, 0, NULL } \
    }
#define ONE(code, level, where)                          \
    (const expected[]) {                                 \
        {HOB_ERR_##code, HOB_SEVERITY_##level, where}, { \
            HOB_OK, 0, NULL                              \
        }                                                \
    }

static void collider__polygons(void **state) {
    (void)state;
    check("Collider", "{}", 0, false, NONE);
    check("Collider", "{\"shape\":\"polygon\"}", 0, false, NONE);
    check("Collider", "{\"shape\":\"polygon\",\"points\":[{},{\"x\":1}]}", 0, false,
          ONE(POLYGON_TOO_FEW_POINTS, ERROR, "/points"));
    check("Collider", "{\"shape\":\"polygon\",\"points\":[]}", 0, false,
          ONE(POLYGON_TOO_FEW_POINTS, ERROR, "/points"));
    check("Collider", "{\"points\":[]}", 0, false, NONE); /* a box */
    check("Collider",
          "{\"shape\":\"polygon\",\"points\":[{\"x\":1},{\"y\":1},{\"x\":-1},{\"x\":1}]}", 0, false,
          ONE(POLYGON_DUPLICATE_POINT, ERROR, "/points")); /* last and first */
    /* An arrow head, in both windings. */
    const char *arrow = "{\"shape\":\"polygon\",\"kind\":\"%s\",\"points\":[{\"x\":0,\"y\":-10},"
                        "{\"x\":10,\"y\":10},{\"x\":0,\"y\":0},{\"x\":-10,\"y\":10}]}";
    const char *kinds[] = {"solid", "both", "sensor", "none"};
    for (int i = 0; i < 4; i++) {
        char json[300];
        (void)snprintf(json, sizeof json, "%.*s%s%s", (int)(strstr(arrow, "%s") - arrow), arrow,
                       kinds[i], strstr(arrow, "%s") + 2);
        check("Collider", json, 0, false, i < 2 ? ONE(POLYGON_NOT_CONVEX, ERROR, "/points") : NONE);
    }
    /* A straight corner is allowed. */
    check("Collider",
          "{\"shape\":\"polygon\",\"points\":[{},{\"x\":5},{\"x\":10},{\"x\":10,\"y\":10}]}", 0,
          false, NONE);
}

static void collider__layers_and_masks(void **state) {
    (void)state;
    check("Collider", "{\"layer\":\"Enemy\"}", 0, false,
          ONE(COLLISION_LAYER_INVALID, ERROR, "/layer"));
    check("Collider", "{\"layer\":\"Enemy\"}", HOB_RULE_CONTACT_BOTH, false,
          ONE(COLLISION_LAYER_INVALID, WARNING, "/layer"));
    check("Collider", "{\"layer\":\"*\"}", 0, false, ONE(COLLISION_LAYER_INVALID, ERROR, "/layer"));
    check("Collider", "{\"layer\":\"tiles\"}", 0, false,
          ONE(COLLISION_LAYER_RESERVED, ERROR, "/layer"));
    check("Collider", "{\"layer\":\"bounds\"}", HOB_RULE_CONTACT_BOTH, false,
          ONE(COLLISION_LAYER_RESERVED, WARNING, "/layer"));
    check("Collider", "{\"collidesWith\":[]}", 0, false,
          ONE(COLLIDER_COLLIDES_WITH_NOTHING, WARNING, "/collidesWith"));
    check("Collider", "{\"collidesWith\":[\"*\",\"enemy\",\"Enemy\",\"enemy\"]}", 0, false,
          (const expected[]){
              {HOB_ERR_COLLISION_MASK_INVALID, HOB_SEVERITY_ERROR, "/collidesWith/2"},
              {HOB_ERR_COLLISION_MASK_DUPLICATE, HOB_SEVERITY_WARNING, "/collidesWith/3"},
              {HOB_OK, 0, NULL}});
    check("Collider", "{\"collidesWith\":[\"Enemy\"]}", HOB_RULE_CONTACT_BOTH, false,
          ONE(COLLISION_MASK_INVALID, WARNING, "/collidesWith/0"));
}

static void script__needs_a_path(void **state) {
    (void)state;
    check("Script", "{}", 0, false, ONE(EMPTY_SCRIPT_PATH, WARNING, "/scriptPath"));
    check("Script", "{\"scriptPath\":\"scripts/a.lua\"}", 0, false, NONE);
}

static void line__needs_two_points(void **state) {
    (void)state;
    check("LineRenderer", "{\"points\":[{}]}", 0, false,
          ONE(LINERENDERER_TOO_FEW_POINTS, WARNING, "/points"));
    check("LineRenderer", "{\"points\":[{},{}]}", 0, false, NONE);
}

static void tilemap__characters(void **state) {
    (void)state;
    check(
        "Tilemap",
        "{\"tileAssets\":{\"#\":\"ast_1\",\"\u00e9\":\"ast_2\"},\"grid\":[\"#. \u00e9\",\"####\"]}",
        0, false, NONE);
    check("Tilemap", "{\"tileAssets\":{\"ab\":\"ast_1\"}}", 0, false,
          ONE(TILEMAP_INVALID_CHAR_KEY, ERROR, "/tileAssets/ab"));
    check("Tilemap", "{\"tileAssets\":{\"\":\"ast_1\"}}", 0, false,
          ONE(TILEMAP_INVALID_CHAR_KEY, ERROR, "/tileAssets/"));
    check("Tilemap", "{\"tileAssets\":{\"\U0001F600\":\"ast_1\"}}", 0, false,
          ONE(TILEMAP_INVALID_CHAR_KEY, ERROR, "/tileAssets/\U0001F600")); /* two UTF-16 units */
    check("Tilemap", "{\"tileAssets\":{\".\":\"ast_1\"}}", 0, false,
          ONE(TILEMAP_RESERVED_CHAR_KEY, ERROR, "/tileAssets/."));
    check("Tilemap", "{\"tileAssets\":{\" \":\"ast_1\"}}", 0, false,
          ONE(TILEMAP_RESERVED_CHAR_KEY, ERROR, "/tileAssets/ "));
    check("Tilemap", "{\"tileAssets\":{\"a\":\"ast_1\"},\"grid\":[\"abxb\",\"xcba\"]}", 0, false,
          (const expected[]){{HOB_ERR_TILEMAP_UNMAPPED_CHAR, HOB_SEVERITY_ERROR, "/grid/0"},
                             {HOB_ERR_TILEMAP_UNMAPPED_CHAR, HOB_SEVERITY_ERROR, "/grid/0"},
                             {HOB_ERR_TILEMAP_UNMAPPED_CHAR, HOB_SEVERITY_ERROR, "/grid/1"},
                             {HOB_OK, 0, NULL}});
}

static void tilemap__rows_tilesets_and_layer(void **state) {
    (void)state;
    check("Tilemap", "{\"grid\":[\"..\",\"...\"]}", 0, false,
          ONE(RAGGED_TILEMAP, WARNING, "/grid"));
    check("Tilemap", "{\"grid\":[\"..\",\"...\"]}", 0, true, NONE); /* scenes only */
    check("Tilemap", "{\"tilesets\":[{\"asset\":\"ast_1\"},{\"asset\":\"ast_2\",\"firstId\":65}]}",
          0, false, NONE);
    check("Tilemap", "{\"tilesets\":[{\"asset\":\"ast_1\"},{\"asset\":\"ast_2\"}]}", 0, false,
          ONE(FIELD_RANGE, ERROR, "/tilesets/1/firstId"));
    check("Tilemap", "{\"collisionLayer\":\"Walls\"}", 0, false,
          ONE(COLLISION_LAYER_INVALID, ERROR, "/collisionLayer"));
}

static void is_trigger__other_spelling_of_kind(void **state) {
    (void)state;
    const hob_field *fields = NULL;
    size_t size = 0;
    for (size_t i = 0; hob_components[i]; i++) {
        if (strcmp(hob_components[i]->name, "Collider") == 0) {
            fields = hob_components[i]->fields;
            size = hob_components[i]->size;
        }
    }
    static const struct {
        const char *json, *kind;
        bool is_trigger;
    } cases[] = {
        {"{\"isTrigger\":true}", "sensor", true},
        {"{\"isTrigger\":false}", "solid", false},
        {"{\"kind\":\"both\"}", "both", false},
        {"{\"kind\":\"none\",\"isTrigger\":true}", "none", false},
    };
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        hob_test_json t;
        hob_test_json_open(&t, hob_heap_allocator(), cases[i].json);
        void *c = hob_alloc_zero(hob_heap_allocator(), 1, size);
        assert_true(hob_fields_read(&t.reader, fields, t.json.root, c, NULL));
        hob_value kind =
            hob_field_get(hob_field_find(fields, HOB_STR("kind")), c, hob_heap_allocator());
        hob_value alias =
            hob_field_get(hob_field_find(fields, HOB_STR("isTrigger")), c, hob_heap_allocator());
        assert_true(hob_str_is(hob_value_str(kind), cases[i].kind));
        assert_int_equal(alias.as.boolean, cases[i].is_trigger);
        hob_value_done(hob_heap_allocator(), &kind);

        assert_int_equal(hob_field_set(hob_field_find(fields, HOB_STR("isTrigger")), c,
                                       hob_value_bool(true), hob_heap_allocator(), NULL),
                         HOB_OK);
        kind = hob_field_get(hob_field_find(fields, HOB_STR("kind")), c, hob_heap_allocator());
        assert_true(hob_str_is(hob_value_str(kind), "sensor"));
        hob_value_done(hob_heap_allocator(), &kind);
        hob_fields_done(fields, c, hob_heap_allocator());
        hob_free(hob_heap_allocator(), c, size);
        hob_test_json_close(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collider__polygons),
        cmocka_unit_test(collider__layers_and_masks),
        cmocka_unit_test(script__needs_a_path),
        cmocka_unit_test(line__needs_two_points),
        cmocka_unit_test(tilemap__characters),
        cmocka_unit_test(tilemap__rows_tilesets_and_layer),
        cmocka_unit_test(is_trigger__other_spelling_of_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
