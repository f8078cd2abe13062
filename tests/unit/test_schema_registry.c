#include "schema/read.h"
#include "schema/registry.h"
#include "support/testing.h"

#include <stdio.h>
#include <string.h>

typedef struct mover {
    double speed;
    hob_text *mode;
    hob_value points;
} mover;

static const hob_field point = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = hob_vec2_fields, .doc = "D."};
static const hob_field fields[] = {
    {HOB_AT(mover, speed, "speed", NUMBER), .default_json = "96", .rule = HOB_RULE_PARTICLES_CONE,
     .rule_default_json = "10", .doc = "D."},
    {HOB_AT(mover, mode, "mode", TEXT), .default_json = "\"walk\"", .doc = "D."},
    {HOB_AT(mover, points, "points", LIST), .element = &point,
     .default_json = "[{\"x\":1,\"y\":2}]", .doc = "D."},
    HOB_FIELDS_END,
};

static const char *const mover_family[] = {"Mover", NULL};
static const char *const path_families[] = {"Mover", "PathFollow", NULL};
static const hob_component_type velocity = {
    .name = "Velocity", .size = sizeof(mover), .fields = fields, .families = mover_family};
static const hob_component_type path_follow = {
    .name = "PathFollow", .size = sizeof(mover), .fields = fields, .families = mover_family};
static const hob_component_type navigator = {
    .name = "Navigator", .size = sizeof(mover), .fields = fields, .families = path_families};
static const hob_component_type named_like_family = {
    .name = "Mover", .size = sizeof(mover), .fields = fields};

static hob_registry *filled(void) {
    hob_registry *registry;
    assert_int_equal(hob_registry_create(hob_heap_allocator(), &registry, NULL), HOB_OK);
    assert_int_equal(hob_registry_add(registry, &velocity, NULL), HOB_OK);
    assert_int_equal(hob_registry_add(registry, &path_follow, NULL), HOB_OK);
    assert_int_equal(hob_registry_add(registry, &navigator, NULL), HOB_OK);
    return registry;
}

static void empty__finds_nothing(void **state) {
    (void)state;
    hob_registry *registry;
    assert_int_equal(hob_registry_create(hob_heap_allocator(), &registry, NULL), HOB_OK);
    assert_int_equal(hob_registry_count(registry), 0);
    assert_int_equal(hob_registry_find(registry, HOB_STR("Velocity")), -1);
    assert_null(hob_registry_nearest(registry, HOB_STR("Velocity")));
    assert_null(hob_registry_at(registry, 0));
    hob_registry_destroy(registry);
    hob_registry_destroy(NULL);
}

static void added__found_by_exact_name_in_order(void **state) {
    (void)state;
    hob_registry *registry = filled();
    assert_int_equal(hob_registry_count(registry), 3);
    assert_ptr_equal(hob_registry_at(registry, 2), &navigator);
    assert_int_equal(hob_registry_find(registry, HOB_STR("PathFollow")), 1);
    assert_int_equal(hob_registry_find(registry, HOB_STR("pathFollow")), -1);
    assert_string_equal(hob_registry_nearest(registry, HOB_STR("Velocty")), "Velocity");
    assert_null(hob_registry_nearest(registry, HOB_STR("Tilemap")));
    hob_registry_destroy(registry);
}

static void name_taken__component_conflict(void **state) {
    (void)state;
    hob_registry *registry = filled();
    hob_error error;
    assert_int_equal(hob_registry_add(registry, &velocity, &error), HOB_ERR_COMPONENT_CONFLICT);
    assert_string_equal(error.message, "There is a component type named Velocity already.");
    assert_int_equal(hob_registry_add(registry, &named_like_family, &error),
                     HOB_ERR_COMPONENT_CONFLICT);
    assert_string_equal(error.message, "Mover is the name of a family of components.");
    assert_int_equal(hob_registry_count(registry), 3);
    hob_registry_destroy(registry);
}

static void many_types__all_found(void **state) {
    (void)state;
    static char names[300][16];
    static hob_component_type types[300];
    hob_registry *registry;
    assert_int_equal(hob_registry_create(hob_heap_allocator(), &registry, NULL), HOB_OK);
    for (int i = 0; i < 300; i++) {
        (void)snprintf(names[i], sizeof names[i], "Type%d", i);
        types[i] = (hob_component_type){.name = names[i], .size = sizeof(mover), .fields = fields};
        assert_int_equal(hob_registry_add(registry, &types[i], NULL), HOB_OK);
    }
    for (int i = 0; i < 300; i++) {
        assert_int_equal(hob_registry_find(registry, hob_str_from(names[i])), i);
    }
    hob_registry_destroy(registry);
}

static void prototype__defaults_by_rule_and_texts_shared(void **state) {
    (void)state;
    hob_registry *registry = filled();
    const mover *plain = hob_registry_prototype(registry, 0, 0);
    const mover *cone = hob_registry_prototype(registry, 0, HOB_RULE_PARTICLES_CONE);
    assert_true(plain->speed == 96);
    assert_true(cone->speed == 10);
    assert_ptr_equal(hob_registry_prototype(registry, 0, HOB_RULE_INHERIT_POSITION), plain);
    assert_int_equal(plain->mode->refs, HOB_TEXT_SHARED);

    hob_counting_allocator c;
    hob_counting_allocator_init(&c, hob_heap_allocator());
    mover copy;
    assert_true(hob_fields_copy(fields, &copy, plain, &c.allocator));
    assert_ptr_equal(copy.mode, plain->mode);
    assert_ptr_not_equal(copy.points.as.list, plain->points.as.list);
    assert_ptr_equal(copy.points.as.list->items[0].as.map->entries[0].key,
                     plain->points.as.list->items[0].as.map->entries[0].key);
    hob_fields_done(fields, &copy, &c.allocator);
    assert_int_equal(c.live_blocks, 0);
    hob_registry_destroy(registry);
}

static void slot_split__type_and_name(void **state) {
    (void)state;
    hob_str type, name;
    assert_true(hob_slot_split(HOB_STR("Collider"), &type, &name));
    assert_true(hob_str_is(type, "Collider"));
    assert_int_equal(name.length, 0);
    assert_true(hob_slot_split(HOB_STR("Collider#body2"), &type, &name));
    assert_true(hob_str_is(type, "Collider"));
    assert_true(hob_str_is(name, "body2"));
    assert_false(hob_slot_split(HOB_STR("Collider#"), &type, &name));
    assert_false(hob_slot_split(HOB_STR("#a"), &type, &name));
    assert_false(hob_slot_split(HOB_STR("Col lider"), &type, &name));
    assert_false(hob_slot_split(HOB_STR(""), &type, &name));
}

static bool fill_body(const hob_allocator *a, void *user) {
    (void)user;
    hob_registry *registry;
    if (hob_registry_create(a, &registry, NULL)) {
        return false;
    }
    bool ok = hob_registry_add(registry, &velocity, NULL) == HOB_OK &&
              hob_registry_add(registry, &path_follow, NULL) == HOB_OK;
    hob_registry_destroy(registry);
    return ok;
}

static void no_memory__told_and_nothing_left(void **state) {
    (void)state;
    assert_true(hob_test_each_failure(fill_body, NULL, false) >= 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty__finds_nothing),
        cmocka_unit_test(added__found_by_exact_name_in_order),
        cmocka_unit_test(name_taken__component_conflict),
        cmocka_unit_test(many_types__all_found),
        cmocka_unit_test(prototype__defaults_by_rule_and_texts_shared),
        cmocka_unit_test(slot_split__type_and_name),
        cmocka_unit_test(no_memory__told_and_nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
