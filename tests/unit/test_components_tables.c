/* Walks every entry of every component table: adding one adds its tests. */
#include "components/list.h"
#include "schema/pattern.h"
#include "schema/read.h"
#include "support/fields.h"
#include "support/testing.h"

#include <stdio.h>
#include <string.h>

/* ---- walking entries, those inside values included ---- */

typedef void (*entry_fn)(void *user, const hob_field *field, const char *where);

static void each_table_entry(const hob_field *table, const char *before, entry_fn fn, void *user);

static void each_inside(const hob_field *field, const char *where, entry_fn fn, void *user) {
    char path[200];
    if (field->fields) {
        each_table_entry(field->fields, where, fn, user);
    }
    if (field->element) {
        (void)snprintf(path, sizeof path, "%s[]", where);
        fn(user, field->element, path);
        each_inside(field->element, path, fn, user);
    }
    for (size_t i = 0; field->variants && field->variants[i]; i++) {
        (void)snprintf(path, sizeof path, "%s[%zu]", where, i);
        if (field->type == HOB_FIELD_VARIANT) {
            each_table_entry(field->variants[i], path, fn, user);
        } else {
            fn(user, field->variants[i], path);
            each_inside(field->variants[i], path, fn, user);
        }
    }
}

static void each_table_entry(const hob_field *table, const char *before, entry_fn fn, void *user) {
    for (const hob_field *field = table; field->name; field++) {
        char path[200];
        (void)snprintf(path, sizeof path, "%s.%s", before, field->name);
        fn(user, field, path);
        each_inside(field, path, fn, user);
    }
}

static void each_entry(entry_fn fn, void *user) {
    for (size_t i = 0; hob_components[i]; i++) {
        each_table_entry(hob_components[i]->fields, hob_components[i]->name, fn, user);
    }
}

/* ---- names and docs ---- */

static bool is_name(const char *name, bool upper, const char *others) {
    char first = name[0];
    if (upper ? !(first >= 'A' && first <= 'Z') : !(first >= 'a' && first <= 'z')) {
        return false;
    }
    for (const char *c = name; *c; c++) {
        bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
        if (!letter && !(*c >= '0' && *c <= '9') && !strchr(others, *c)) {
            return false;
        }
    }
    return strlen(name) < 32;
}

static void assert_sentence(const char *doc, const char *where) {
    size_t length = doc ? strlen(doc) : 0;
    if (length < 5 || doc[length - 1] != '.' || strstr(doc, "  ") ||
        !(doc[0] >= 'A' && doc[0] <= 'Z') || strstr(doc, ". ")) {
        fail_msg("%s: \"%s\" is not one sentence", where, doc ? doc : "");
    }
}

static void check_entry(void *user, const hob_field *field, const char *where) {
    (void)user;
    assert_sentence(field->doc, where);
    if (field->name[0] && !is_name(field->name, false, "")) {
        fail_msg("%s: not a name", where);
    }
    if ((field->type == HOB_FIELD_ENUM || field->type == HOB_FIELD_VARIANT) !=
        (field->names != NULL)) {
        fail_msg("%s: names", where);
    }
    for (size_t i = 0; field->names && field->names[i]; i++) {
        if (!is_name(field->names[i], false, "-")) {
            fail_msg("%s: \"%s\" is no name", where, field->names[i]);
        }
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(field->names[i], field->names[j]);
        }
    }
    if ((field->type == HOB_FIELD_OBJECT) != (field->fields != NULL) ||
        (field->type == HOB_FIELD_LIST || field->type == HOB_FIELD_MAP) !=
            (field->element != NULL) ||
        (field->type == HOB_FIELD_VARIANT || field->type == HOB_FIELD_UNION) !=
            (field->variants != NULL)) {
        fail_msg("%s: the type does not go with what is inside", where);
    }
    if (field->type == HOB_FIELD_ASSET && !field->asset_kinds) {
        fail_msg("%s: of which kind?", where);
    }
    if (field->pattern && !hob_pattern_find(field->pattern)) {
        fail_msg("%s: no pattern %s", where, field->pattern);
    }
    if ((field->rule != 0) != (field->rule_default_json != NULL) ||
        (field->rule & (field->rule - 1)) != 0) {
        fail_msg("%s: one rule, one default under it", where);
    }
    if ((field->flags & HOB_FIELD_BETWEEN) == HOB_FIELD_BETWEEN && !(field->min < field->max)) {
        fail_msg("%s: empty range", where);
    }
}

static void every_entry__named_and_described(void **state) {
    (void)state;
    each_entry(check_entry, NULL);
}

static void check_unique(const hob_field *table, const char *where) {
    if (hob_fields_count(table) > HOB_FIELDS_MAX) {
        fail_msg("%s has too many fields", where);
    }
    for (const hob_field *field = table; field->name; field++) {
        for (const hob_field *before = table; before != field; before++) {
            if (strcmp(field->name, before->name) == 0) {
                fail_msg("%s.%s stands there twice", where, field->name);
            }
        }
        if (field->fields) {
            check_unique(field->fields, field->name);
        }
    }
}

static void every_type__named_described_and_unique(void **state) {
    (void)state;
    for (size_t i = 0; hob_components[i]; i++) {
        const hob_component_type *type = hob_components[i];
        assert_true(is_name(type->name, true, ""));
        assert_sentence(type->doc, type->name);
        check_unique(type->fields, type->name);
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(type->name, hob_components[j]->name);
        }
        for (const hob_signal_type *signal = type->signals; signal && signal->name; signal++) {
            assert_true(is_name(signal->name, false, ""));
            assert_non_null(signal->arguments);
            assert_sentence(signal->doc, signal->name);
        }
    }
}

/* ---- places in memory ---- */

typedef struct extent {
    size_t from, to;
    const char *name;
} extent;

typedef struct extents {
    extent items[128];
    size_t count;
} extents;

static void add_extents(const hob_field *table, size_t base, extents *all) {
    for (const hob_field *field = table; field->name; field++) {
        if (field->flags & HOB_FIELD_ALIAS) {
            continue;
        }
        assert_int_not_equal(field->offset, HOB_FIELD_NO_PLACE);
        size_t from = base + field->offset;
        if (field->type == HOB_FIELD_OBJECT && !hob_field_is_value(field)) {
            add_extents(field->fields, from, all);
        } else {
            all->items[all->count++] = (extent){from, from + hob_field_size(field), field->name};
        }
    }
}

static void every_field__its_own_place_in_the_struct(void **state) {
    (void)state;
    for (size_t i = 0; hob_components[i]; i++) {
        extents all = {.count = 0};
        add_extents(hob_components[i]->fields, 0, &all);
        size_t used = 0;
        for (size_t a = 0; a < all.count; a++) {
            used += all.items[a].to - all.items[a].from;
            for (size_t b = 0; b < a; b++) {
                if (all.items[a].from < all.items[b].to && all.items[b].from < all.items[a].to) {
                    fail_msg("%s: %s and %s share memory", hob_components[i]->name,
                             all.items[a].name, all.items[b].name);
                }
            }
            assert_true(all.items[a].to <= hob_components[i]->size);
        }
        /* Private state may follow the fields, but what is there must be somewhere. */
        assert_true(used <= hob_components[i]->size);
    }
}

/* ---- defaults ---- */

static void check_default(void *user, const hob_field *field, const char *where) {
    uint32_t rules = *(uint32_t *)user;
    const char *json = hob_field_default_json(field, rules);
    if (!json) {
        bool needs_one =
            (field->flags & HOB_FIELD_HAS_MIN) != 0 &&
            !(field->min < 0 || (field->min == 0 && !(field->flags & HOB_FIELD_MIN_EXCLUSIVE)));
        if (needs_one && !(field->flags & (HOB_FIELD_NULLABLE | HOB_FIELD_REQUIRED)) &&
            field->name[0]) {
            fail_msg("%s: 0 is outside its range", where);
        }
        return;
    }
    hob_field one[2] = {*field, HOB_FIELDS_END};
    one[0].name = "field";
    one[0].offset = HOB_FIELD_NO_PLACE;
    char text[600];
    (void)snprintf(text, sizeof text, "{\"field\":%s}", json);
    hob_test_json t;
    hob_test_json_open(&t, hob_heap_allocator(), text);
    t.reader.rules = rules;
    if (!hob_fields_check(&t.reader, one, t.json.root, NULL) || t.findings.count) {
        fail_msg("%s: default %s: %s", where, json, t.findings.items[0].message);
    }
    hob_test_json_close(&t);
}

static void every_default__fits_its_own_entry(void **state) {
    (void)state;
    uint32_t rules = 0;
    each_entry(check_default, &rules);
    rules = UINT32_MAX;
    each_entry(check_default, &rules);
}

static void write_file_fields(const hob_field *table, const void *of_struct, hob_buf *out) {
    hob_value all = hob_fields_get(table, of_struct, hob_heap_allocator());
    for (const hob_field *field = table; field->name; field++) {
        if (field->flags & HOB_FIELD_RUNTIME) {
            (void)hob_map_remove(hob_heap_allocator(), all.as.map, hob_str_from(field->name));
        }
    }
    assert_true(hob_value_write_json(out, all, false, NULL, NULL));
    hob_value_done(hob_heap_allocator(), &all);
}

static hob_registry *registry_of_all(void) {
    hob_registry *registry;
    assert_int_equal(hob_registry_create(hob_heap_allocator(), &registry, NULL), HOB_OK);
    assert_int_equal(hob_components_register(registry, NULL), HOB_OK);
    return registry;
}

static void all_defaults__come_back_through_json(void **state) {
    (void)state;
    hob_registry *registry = registry_of_all();
    for (uint32_t round = 0; round < 2; round++) {
        uint32_t rules = round ? UINT32_MAX : 0;
        for (size_t i = 0; i < hob_registry_count(registry); i++) {
            const hob_component_type *type = hob_registry_at(registry, i);
            const void *prototype = hob_registry_prototype(registry, i, rules);
            hob_buf buf;
            hob_buf_init(&buf, hob_heap_allocator(), 100000);
            write_file_fields(type->fields, prototype, &buf);
            hob_test_json t;
            hob_test_json_open(&t, hob_heap_allocator(), buf.data);
            char *copy = hob_alloc_zero(hob_heap_allocator(), 1, type->size);
            if (!hob_fields_read(&t.reader, type->fields, t.json.root, copy, NULL) ||
                t.findings.count) {
                fail_msg("%s: %s", type->name, t.findings.items[0].message);
            }
            hob_value before = hob_fields_get(type->fields, prototype, hob_heap_allocator());
            hob_value after = hob_fields_get(type->fields, copy, hob_heap_allocator());
            assert_true(hob_value_equal(before, after));
            hob_value_done(hob_heap_allocator(), &before);
            hob_value_done(hob_heap_allocator(), &after);
            hob_fields_done(type->fields, copy, hob_heap_allocator());
            hob_free(hob_heap_allocator(), copy, type->size);
            hob_test_json_close(&t);
            hob_buf_done(&buf);
        }
    }
    hob_registry_destroy(registry);
}

static void rule_defaults__only_where_the_spec_has_them(void **state) {
    (void)state;
    hob_registry *registry = registry_of_all();
    int emitter = hob_registry_find(registry, HOB_STR("ParticleEmitter"));
    int transform = hob_registry_find(registry, HOB_STR("Transform"));
    for (size_t i = 0; i < hob_registry_count(registry); i++) {
        const hob_component_type *type = hob_registry_at(registry, i);
        hob_value plain = hob_fields_get(type->fields, hob_registry_prototype(registry, i, 0),
                                         hob_heap_allocator());
        hob_value hearth = hob_fields_get(
            type->fields, hob_registry_prototype(registry, i, UINT32_MAX), hob_heap_allocator());
        bool differs = !hob_value_equal(plain, hearth);
        assert_int_equal(differs, (int)i == emitter || (int)i == transform);
        if ((int)i == emitter) {
            assert_true(hob_value_get_number(hearth, "rate", -1) == 10);
            assert_true(hob_value_get_number(hearth, "seed", -1) == 0);
            assert_true(hob_value_get_number(hearth, "endAlpha", -1) == 0.75);
            assert_true(hob_str_is(hob_value_get_str(hearth, "emission", ""), "cone"));
            assert_true(hob_str_is(hob_value_get_str(hearth, "shape", ""), "circle"));
        }
        hob_value_done(hob_heap_allocator(), &plain);
        hob_value_done(hob_heap_allocator(), &hearth);
    }
    hob_registry_destroy(registry);
}

/* ---- wrong types ---- */

static const char *const kinds_of_json[] = {"null", "true", "5.5", "\"zzz\"", "[]", "{}", "[[]]"};

static bool kind_fits(const hob_field *field, const char *json) {
    if (json[0] == 'n' && (field->flags & HOB_FIELD_NULLABLE)) {
        return true;
    }
    switch (field->type) {
    case HOB_FIELD_NUMBER:
        return json[0] == '5';
    case HOB_FIELD_BOOL:
        return json[0] == 't';
    case HOB_FIELD_TEXT:
    case HOB_FIELD_ASSET:
    case HOB_FIELD_REF:
        return json[0] == '"';
    case HOB_FIELD_COLOR:
        return json[0] == '"' && (field->flags & HOB_FIELD_FREE_COLOR);
    case HOB_FIELD_OBJECT:
    case HOB_FIELD_MAP:
    case HOB_FIELD_VARIANT:
        return json[0] == '{';
    case HOB_FIELD_LIST: /* no element is a list */
        return strcmp(json, "[]") == 0;
    case HOB_FIELD_UNION:
    case HOB_FIELD_ANY:
        return true;
    default: /* INT, ENUM: 5.5 and "zzz" do not fit */
        return false;
    }
}

/* Writes the value at a path of keys, one key a line, so that depth n stands in line n + 1. */
static void check_wrong_types(const hob_component_type *type, const hob_field *field,
                              const char *opening, const char *pointer, int depth) {
    for (size_t k = 0; k < HOB_COUNT(kinds_of_json); k++) {
        if (kind_fits(field, kinds_of_json[k])) {
            continue;
        }
        char text[400], wanted[200];
        int length =
            snprintf(text, sizeof text, "%s\n\"%s\": %s", opening, field->name, kinds_of_json[k]);
        for (int i = 0; i < depth; i++) {
            text[length++] = '}';
        }
        text[length] = '\0';
        bool in_list = strcmp(kinds_of_json[k], "[[]]") == 0 && field->type == HOB_FIELD_LIST;
        (void)snprintf(wanted, sizeof wanted, "%s/%s%s", pointer, field->name, in_list ? "/0" : "");

        hob_test_json t;
        hob_test_json_open(&t, hob_heap_allocator(), text);
        bool ok = hob_fields_check(&t.reader, type->fields, t.json.root, NULL);
        if (ok || t.findings.count != 1 || t.findings.items[0].status != HOB_ERR_FIELD_TYPE ||
            strcmp(t.findings.items[0].pointer, wanted) != 0 ||
            t.findings.items[0].line != depth + 1) {
            fail_msg("%s: %s: %zu findings, %s at %s line %d", type->name, text, t.findings.count,
                     t.findings.count ? t.findings.items[0].message : "",
                     t.findings.count ? t.findings.items[0].pointer : "",
                     t.findings.count ? t.findings.items[0].line : 0);
        }
        hob_test_json_close(&t);
    }
    if (field->type == HOB_FIELD_OBJECT && !(field->flags & HOB_FIELD_NULLABLE)) {
        char deeper[200], inner[100];
        (void)snprintf(deeper, sizeof deeper, "%s\n\"%s\": {", opening, field->name);
        (void)snprintf(inner, sizeof inner, "%s/%s", pointer, field->name);
        for (const hob_field *f = field->fields; f->name; f++) {
            check_wrong_types(type, f, deeper, inner, depth + 1);
        }
    }
}

static void every_field__wrong_type_is_told_at_its_place(void **state) {
    (void)state;
    for (size_t i = 0; hob_components[i]; i++) {
        for (const hob_field *field = hob_components[i]->fields; field->name; field++) {
            if (!(field->flags & HOB_FIELD_RUNTIME)) {
                check_wrong_types(hob_components[i], field, "{", "", 1);
            }
        }
    }
}

static void every_range__one_step_outside_is_told(void **state) {
    (void)state;
    for (size_t i = 0; hob_components[i]; i++) {
        for (const hob_field *field = hob_components[i]->fields; field->name; field++) {
            if ((field->type != HOB_FIELD_NUMBER && field->type != HOB_FIELD_INT) ||
                (field->flags & HOB_FIELD_RUNTIME)) {
                continue;
            }
            double outside[2] = {field->min - ((field->flags & HOB_FIELD_MIN_EXCLUSIVE) ? 0 : 1),
                                 field->max + 1};
            static const uint32_t flags[2] = {HOB_FIELD_HAS_MIN, HOB_FIELD_HAS_MAX};
            for (int side = 0; side < 2; side++) {
                if (!(field->flags & flags[side])) {
                    continue;
                }
                char text[200];
                (void)snprintf(text, sizeof text, "{\"%s\":%g}", field->name, outside[side]);
                hob_test_json t;
                hob_test_json_open(&t, hob_heap_allocator(), text);
                assert_false(
                    hob_fields_check(&t.reader, hob_components[i]->fields, t.json.root, NULL));
                assert_int_equal(hob_test_json_count(&t, HOB_ERR_FIELD_RANGE), 1);
                hob_test_json_close(&t);
            }
        }
    }
}

/* ---- the state hash ---- */

typedef struct hash_walk {
    const hob_component_type *type;
    void *of_struct;
    size_t changed;
} hash_walk;

static void hashes_of(const hash_walk *w, uint64_t ret[2]) {
    for (int statics = 0; statics < 2; statics++) {
        hob_hash hash;
        hob_hash_init(&hash);
        hob_fields_hash(w->type->fields, w->of_struct, statics != 0, &hash);
        ret[statics] = hob_hash_end(&hash);
    }
}

static void check_hashed(void *user, const hob_test_leaf *leaf) {
    hash_walk *w = user;
    uint64_t before[2], after[2];
    hashes_of(w, before);
    if (!hob_test_change(leaf->field, leaf->in_struct, hob_heap_allocator())) {
        return;
    }
    hashes_of(w, after);
    bool hashed = !(leaf->top->flags & HOB_FIELD_UNHASHED);
    int statics = (leaf->top->flags & HOB_FIELD_STATIC) != 0;
    if ((before[statics] != after[statics]) != hashed || before[!statics] != after[!statics]) {
        fail_msg("%s.%s: the hash does not follow", w->type->name, leaf->path);
    }
    w->changed++;
}

static void every_hashed_field__changes_the_hash(void **state) {
    (void)state;
    hob_registry *registry = registry_of_all();
    for (size_t i = 0; i < hob_registry_count(registry); i++) {
        hash_walk w = {.type = hob_registry_at(registry, i)};
        w.of_struct = hob_alloc_zero(hob_heap_allocator(), 1, w.type->size);
        assert_true(hob_fields_copy(w.type->fields, w.of_struct,
                                    hob_registry_prototype(registry, i, 0), hob_heap_allocator()));
        hob_test_each_leaf(w.type->fields, w.of_struct, check_hashed, &w);
        assert_true(w.changed > 0);
        hob_fields_done(w.type->fields, w.of_struct, hob_heap_allocator());
        hob_free(hob_heap_allocator(), w.of_struct, w.type->size);
    }
    hob_registry_destroy(registry);
}

/* ---- what is derived ---- */

static void every_type__has_help_and_json_schema(void **state) {
    (void)state;
    for (size_t i = 0; hob_components[i]; i++) {
        hob_buf buf;
        hob_buf_init(&buf, hob_heap_allocator(), 100000);
        hob_fields_help(hob_components[i]->fields, &buf);
        assert_false(buf.failed);
        yyjson_mut_doc *doc = yyjson_mut_doc_new(NULL);
        yyjson_mut_val *schema = hob_fields_json_schema(hob_components[i]->fields, doc);
        yyjson_mut_val *properties = yyjson_mut_obj_get(schema, "properties");
        for (const hob_field *field = hob_components[i]->fields; field->name; field++) {
            assert_true(hob_str_find(hob_buf_str(&buf), hob_str_from(field->doc)) != SIZE_MAX);
            bool in_files = !(field->flags & HOB_FIELD_RUNTIME);
            assert_int_equal(yyjson_mut_obj_get(properties, field->name) != NULL, in_files);
        }
        yyjson_mut_doc_free(doc);
        hob_buf_done(&buf);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_entry__named_and_described),
        cmocka_unit_test(every_type__named_described_and_unique),
        cmocka_unit_test(every_field__its_own_place_in_the_struct),
        cmocka_unit_test(every_default__fits_its_own_entry),
        cmocka_unit_test(all_defaults__come_back_through_json),
        cmocka_unit_test(rule_defaults__only_where_the_spec_has_them),
        cmocka_unit_test(every_field__wrong_type_is_told_at_its_place),
        cmocka_unit_test(every_range__one_step_outside_is_told),
        cmocka_unit_test(every_hashed_field__changes_the_hash),
        cmocka_unit_test(every_type__has_help_and_json_schema),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
