/* What becomes of entities and components of a Hearth project (spec hob 5; the surprises of
 * project-format 9). */
#include "import/hearth_tables.h"
#include "schema/registry.h"
#include "support/hearth.h"

#include <stdio.h>
#include <string.h>

#define SCENE "scenes/main.scene.json"

static hob_test_hearth h;

static int begin(void **state) {
    (void)state;
    hob_test_hearth_begin(&h);
    return 0;
}

static int end(void **state) {
    (void)state;
    hob_test_hearth_end(&h);
    return 0;
}

static void check(const char *file, const char *pointer, const char *wanted) {
    assert_string_equal(hob_test_hearth_text(&h, file, pointer), wanted);
}

static void import_entities(const char *entities) {
    hob_test_hearth_put_minimal(&h, "", entities);
    hob_test_hearth_import(&h);
}

/* One entity "A" with these components. */
static void import_components(const char *components) {
    import_entities(hob_arena_format(
        &h.arena, "{\"id\": \"ent_a\", \"name\": \"A\", \"components\": {%s}}", components));
}

static void check_component(const char *components, const char *pointer, const char *wanted) {
    import_components(components);
    char full[300];
    (void)snprintf(full, sizeof full, "/entities/0/components%s", pointer);
    check(SCENE, full, wanted);
    hob_test_hearth_end(&h);
    hob_test_hearth_begin(&h);
}

static void check_warning(hob_status status, const char *file, const char *pointer) {
    const hob_error *error = hob_test_hearth_finding(&h, status, file, pointer);
    if (!error) {
        fail_msg("no %s at %s%s", hob_status_name(status), file, pointer ? pointer : "");
        return;
    }
    assert_int_equal(error->severity, HOB_SEVERITY_WARNING);
}

/* ---- components ---- */

static void object_given_in_part__is_written_in_full_with_hearths_defaults(void **state) {
    (void)state;
    check_component("\"Transform\": {\"scale\": {\"x\": 2}}", "/Transform/scale",
                    "{\"x\":2,\"y\":0}");
    check_component("\"Transform\": {\"scale\": {}}", "/Transform/scale", "{\"x\":0,\"y\":0}");
    check_component("\"Transform\": {}", "/Transform", "{}");
    check_component("\"PhysicsBody\": {\"velocity\": {\"y\": -5}}", "/PhysicsBody/velocity",
                    "{\"x\":0,\"y\":-5}");
    check_component("\"Respawn\": {\"point\": {\"y\": 3}}", "/Respawn/point", "{\"x\":0,\"y\":3}");
    check_component("\"CharacterController\": {\"actions\": {\"jump\": \"hop\"}}",
                    "/CharacterController/actions",
                    "{\"left\":\"left\",\"right\":\"right\",\"up\":\"up\",\"down\":\"down\","
                    "\"jump\":\"hop\"}");
    check_component("\"Text\": {\"binding\": {\"key\": \"k\"}}", "/Text/binding",
                    "{\"key\":\"k\",\"format\":\"{value}\",\"precision\":0}");
    check_component("\"LineRenderer\": {\"points\": [{\"x\": 1}, {}]}", "/LineRenderer/points",
                    "[{\"x\":1,\"y\":0},{\"x\":0,\"y\":0}]");
}

static void trigger__becomes_kind(void **state) {
    (void)state;
    check_component("\"Collider\": {\"isTrigger\": true}", "/Collider", "{\"kind\":\"sensor\"}");
    check_component("\"Collider\": {\"isTrigger\": false}", "/Collider", "{\"kind\":\"solid\"}");
    check_component("\"Collider\": {\"layer\": \"Odd Layer\"}", "/Collider",
                    "{\"layer\":\"Odd Layer\"}");
}

static void emitter__is_a_cone_of_circles(void **state) {
    (void)state;
    import_components("\"ParticleEmitter\": {\"rate\": 5}");
    static const char *const wanted[][2] = {{"emission", "\"cone\""},
                                            {"shape", "\"circle\""},
                                            {"startAlpha", "1"},
                                            {"endAlpha", "0.75"},
                                            {"rate", "5"}};
    for (size_t i = 0; i < HOB_COUNT(wanted); i++) {
        check(SCENE,
              hob_arena_format(&h.arena, "/entities/0/components/ParticleEmitter/%s", wanted[i][0]),
              wanted[i][1]);
    }
    assert_int_equal(
        yyjson_obj_size(hob_test_hearth_at(&h, SCENE, "/entities/0/components/ParticleEmitter")),
        HOB_COUNT(wanted));
}

static void seed_beyond_32_bits__keeps_the_bits_that_count(void **state) {
    (void)state;
    static const char *const rows[][2] = {{"7", "7"},
                                          {"-1", "-1"},
                                          {"2147483648", "-2147483648"},
                                          {"4294967296", "0"},
                                          {"4294967303", "7"},
                                          {"1718000000123", "13081723"},
                                          {"-4294967297", "-1"},
                                          {"1e15", "-1530494976"}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        check_component(
            hob_arena_format(&h.arena, "\"ParticleEmitter\": {\"seed\": %s}", rows[i][0]),
            "/ParticleEmitter/seed", rows[i][1]);
    }
}

static void child__inherits_the_position_only(void **state) {
    (void)state;
    import_entities("{\"id\": \"ent_a\", \"name\": \"A\", \"components\": {\"Transform\": {}}},"
                    "{\"id\": \"ent_b\", \"name\": \"B\", \"parentId\": \"ent_a\", \"components\": "
                    "{\"Transform\": {\"rotation\": 5}}},"
                    "{\"id\": \"ent_c\", \"name\": \"C\", \"parentId\": \"ent_a\"}");
    check(SCENE, "/entities/0/components", "{\"Transform\":{}}");
    check(SCENE, "/entities/1/components",
          "{\"Transform\":{\"rotation\":5,\"inherit\":\"position\"}}");
    check(SCENE, "/entities/2/components", "{\"Transform\":{\"inherit\":\"position\"}}");
}

static void components__stand_in_hearths_order(void **state) {
    (void)state;
    check_component("\"Health\": {}, \"Script\": {}, \"Transform\": {}, \"Collider\": {}", "",
                    "{\"Transform\":{},\"Collider\":{},\"Script\":{},\"Health\":{}}");
}

static void map_keys_like_indexes__come_first_as_in_hearth(void **state) {
    (void)state;
    check_component("\"Script\": {\"params\": {\"b\": 1, \"10\": 2, \"2\": [{\"z\": 0, \"1\": 1}], "
                    "\"01\": 3, \"4294967295\": 4, \"a\": null}}",
                    "/Script/params",
                    "{\"2\":[{\"1\":1,\"z\":0}],\"10\":2,\"b\":1,\"01\":3,\"4294967295\":4,"
                    "\"a\":null}");
    check_component(
        "\"Tilemap\": {\"tileAssets\": {\"W\": \"ast_a\", \"1\": {\"sheet\": \"ast_a\", "
        "\"frame\": \"f\"}, \"0\": {\"sheet\": \"ast_a\", \"template\": \"blob47\", "
        "\"mapping\": {\"255\": \"full\", \"0\": \"one\"}}}}",
        "/Tilemap/tileAssets",
        "{\"0\":{\"sheet\":\"ast_a\",\"template\":\"blob47\",\"mapping\":{\"0\":"
        "\"one\",\"255\":\"full\"}},\"1\":{\"sheet\":\"ast_a\",\"frame\":\"f\"},"
        "\"W\":\"ast_a\"}");
}

static void prefab_marker__is_kept_and_its_edits_converted(void **state) {
    (void)state;
    import_entities(
        "{\"id\": \"ent_a\", \"name\": \"A\", \"prefab\": {\"asset\": \"ast_p\", \"ids\": "
        "{\"pfe_1\": \"ent_a\"}, \"overrides\": ["
        "{\"entity\": \"ent_a\", \"component\": \"Collider\", \"path\": \"isTrigger\", \"value\": "
        "true},"
        "{\"entity\": \"ent_a\", \"component\": \"Transform\", \"path\": \"scale\", \"value\": "
        "{\"x\": 2}},"
        "{\"entity\": \"ent_a\", \"component\": \"Transform\", \"path\": \"scale.x\", \"value\": "
        "3},"
        "{\"entity\": \"ent_a\", \"component\": \"Script\", \"path\": \"params.a\"},"
        "{\"entity\": \"ent_a\", \"component\": \"No Such\", \"path\": \"x\", \"value\": 1}]}}");
    check(
        SCENE, "/entities/0/prefab",
        "{\"asset\":\"ast_p\",\"ids\":{\"pfe_1\":\"ent_a\"},\"overrides\":["
        "{\"entity\":\"ent_a\",\"component\":\"Collider\",\"path\":\"kind\",\"value\":\"sensor\"},"
        "{\"entity\":\"ent_a\",\"component\":\"Transform\",\"path\":\"scale\",\"value\":{\"x\":2,"
        "\"y\":0}},"
        "{\"entity\":\"ent_a\",\"component\":\"Transform\",\"path\":\"scale.x\",\"value\":3},"
        "{\"entity\":\"ent_a\",\"component\":\"Script\",\"path\":\"params.a\"}]}");
    check_warning(HOB_ERR_PREFAB_OVERRIDE_STALE, SCENE, "/entities/0/prefab/overrides/4/component");
}

static void duplicate_keys_and_inexact_numbers__are_warnings(void **state) {
    (void)state;
    import_components("\"Transform\": {\"rotation\": 1, \"rotation\": 9007199254740993}");
    check(SCENE, "/entities/0/components/Transform/rotation", "9007199254740992");
    check_warning(HOB_ERR_JSON_DUPLICATE_KEY, SCENE, NULL);
    check_warning(HOB_ERR_JSON_NUMBER_RANGE, SCENE, NULL);
}

/* ---- the tables ---- */

/* Where Hob's tables differ on purpose (spec hob 4, test_components_csv). */
enum { TYPE = 1, RANGE = 2, DEFAULT = 4 };
static const struct {
    const char *path;
    int what;
} differences[] = {
    {"Transform.scale.x", DEFAULT},
    {"Transform.scale.y", DEFAULT},
    {"SpriteRenderer.layer", TYPE},
    {"Text.layer", TYPE},
    {"Tilemap.layer", TYPE},
    {"LineRenderer.layer", TYPE},
    {"ParticleEmitter.layer", TYPE},
    {"UISlider.layer", TYPE},
    {"UIToggle.layer", TYPE},
    {"Collider.shape", TYPE},
    {"Health.max", RANGE},
    {"Health.deathAction", TYPE},
    {"ParticleEmitter.maxParticles", RANGE},
    {"ParticleEmitter.seed", TYPE},       /* any whole number */
    {"SpriteEffects.dissolveSeed", TYPE}, /* the same */
};

static int allowed(const char *path) {
    for (size_t i = 0; i < HOB_COUNT(differences); i++) {
        if (strcmp(differences[i].path, path) == 0) {
            return differences[i].what;
        }
    }
    return 0;
}

static const char *default_of(const hob_field *field, uint32_t rules) {
    const char *json = hob_field_default_json(field, rules);
    if (json || (field->flags & HOB_FIELD_NULLABLE)) {
        return json ? json : "null";
    }
    switch (field->type) {
    case HOB_FIELD_BOOL:
        return "false";
    case HOB_FIELD_LIST:
        return "[]";
    case HOB_FIELD_MAP:
    case HOB_FIELD_OBJECT:
        return "{}";
    case HOB_FIELD_NUMBER:
    case HOB_FIELD_INT:
        return "0";
    case HOB_FIELD_ENUM:
        return hob_arena_format(&h.arena, "\"%s\"", field->names[0]);
    default:
        return "\"\"";
    }
}

static bool same_names(const hob_field *a, const hob_field *b) {
    size_t i = 0;
    while (a->names[i] && b->names[i] && strcmp(a->names[i], b->names[i]) == 0) {
        i++;
    }
    return !a->names[i] && !b->names[i];
}

static bool is_text(const hob_field *field) {
    return field->type == HOB_FIELD_TEXT || field->type == HOB_FIELD_ASSET ||
           field->type == HOB_FIELD_REF;
}

static bool same_type(const hob_field *theirs, const hob_field *own) {
    if (is_text(theirs)) { /* colours of sliders are any text */
        return is_text(own) || (own->flags & HOB_FIELD_FREE_COLOR);
    }
    return theirs->type == own->type && (!theirs->names || same_names(theirs, own));
}

static bool same_range(const hob_field *theirs, const hob_field *own) {
    const uint32_t flags = HOB_FIELD_HAS_MIN | HOB_FIELD_HAS_MAX | HOB_FIELD_MIN_EXCLUSIVE |
                           HOB_FIELD_NULLABLE | HOB_FIELD_NOT_EMPTY;
    uint32_t mask = own->flags & HOB_FIELD_NULLABLE ? flags & ~(uint32_t)HOB_FIELD_NULLABLE : flags;
    return (theirs->flags & mask) == (own->flags & mask) && theirs->min == own->min &&
           theirs->max == own->max;
}

static void compare(const hob_field *theirs, const hob_field *own_table, const char *prefix) {
    const uint32_t rules =
        HOB_RULE_INHERIT_POSITION | HOB_RULE_PARTICLES_CONE | HOB_RULE_CONTACT_BOTH;
    for (; theirs->name; theirs++) {
        const char *path = hob_arena_format(&h.arena, "%s.%s", prefix, theirs->name);
        const hob_field *own = hob_field_find(own_table, hob_str_from(theirs->name));
        if (!own) {
            fail_msg("Hob has no %s", path);
            return;
        }
        int may = allowed(path);
        if (own->flags & HOB_FIELD_ALIAS) {
            continue; /* isTrigger */
        }
        if (!(may & TYPE) && !same_type(theirs, own)) {
            fail_msg("%s has another type", path);
        }
        if (!(may & RANGE) && !same_range(theirs, own)) {
            fail_msg("%s has another range", path);
        }
        if (theirs->type == HOB_FIELD_OBJECT) {
            compare(theirs->fields, own->fields, path);
        } else if (!(may & DEFAULT) && !(theirs->flags & HOB_FIELD_REQUIRED) &&
                   strcmp(default_of(theirs, 0), default_of(own, rules)) != 0) {
            fail_msg("%s has the default %s, not %s", path, default_of(own, rules),
                     default_of(theirs, 0));
        }
    }
}

static void absent_field__means_the_same_in_hob(void **state) {
    (void)state;
    size_t count = 0;
    for (const hob_hearth__component *c = hob_hearth__components; c->name; c++, count++) {
        int index = hob_registry_find(h.registry, hob_str_from(c->name));
        assert_true(index >= 0);
        compare(c->fields, hob_registry_at(h.registry, (size_t)index)->fields, c->name);
    }
    assert_int_equal(count, 23);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(object_given_in_part__is_written_in_full_with_hearths_defaults),
        CASE(trigger__becomes_kind),
        CASE(emitter__is_a_cone_of_circles),
        CASE(seed_beyond_32_bits__keeps_the_bits_that_count),
        CASE(child__inherits_the_position_only),
        CASE(components__stand_in_hearths_order),
        CASE(map_keys_like_indexes__come_first_as_in_hearth),
        CASE(prefab_marker__is_kept_and_its_edits_converted),
        CASE(duplicate_keys_and_inexact_numbers__are_warnings),
        CASE(absent_field__means_the_same_in_hob),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
