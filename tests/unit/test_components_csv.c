/* Holds the component tables against components.csv, the list of the fields that Hearth's files
 * have: each must be there with the same type, range, default and place in the order, unless it
 * stands in the short list of differences. Skipped where the list is not at hand:
 * $HOB_CASES/../spec, or a folder `shared` beside the repository. */
#include "components/list.h"
#include "schema/read.h"
#include "support/fields.h"
#include "support/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rows of spec hob 4 that replace the list's, and in what. */
enum { TYPE = 1, RANGE = 2, DEFAULT = 4 };
static const struct {
    const char *path;
    int what;
} differences[] = {
    {"Transform.scale.x", DEFAULT}, /* a missing axis takes the field's own default */
    {"Transform.scale.y", DEFAULT},
    {"SpriteRenderer.layer", TYPE}, /* layers of everything drawn are numbers */
    {"Text.layer", TYPE},
    {"Tilemap.layer", TYPE},
    {"LineRenderer.layer", TYPE},
    {"ParticleEmitter.layer", TYPE},
    {"UISlider.layer", TYPE},
    {"UIToggle.layer", TYPE},
    {"Collider.shape", TYPE},
    {"Collider.radius", TYPE},
    {"Camera.postEffects[].type", TYPE}, /* shaders of the author too */
    {"Health.max", RANGE},
    {"Health.deathAction", TYPE},
    {"ParticleEmitter.rate", DEFAULT},
    {"ParticleEmitter.maxParticles", RANGE},
    {"ParticleEmitter.seed", TYPE | DEFAULT},
};

static int allowed_difference(const char *path) {
    for (size_t i = 0; i < HOB_COUNT(differences); i++) {
        if (strcmp(differences[i].path, path) == 0) {
            return differences[i].what;
        }
    }
    return 0;
}

/* ---- reading the list ---- */

typedef struct row {
    char cells[7][400]; /* component, field, type, default, min, max, notes */
} row;

static FILE *open_list(void) {
    char path[1000];
    (void)snprintf(path, sizeof path, "%s/../spec/components.csv", hob_test_cases());
    return fopen(path, "rb");
}

static bool read_row(FILE *file, row *ret) {
    memset(ret, 0, sizeof *ret);
    size_t cell = 0, length = 0;
    bool quoted = false, any = false;
    for (int c; (c = fgetc(file)) != EOF; any = true) {
        if (quoted && c == '"') {
            int next = fgetc(file);
            if (next != '"') {
                quoted = false;
                (void)ungetc(next, file);
                continue;
            }
        } else if (!quoted && c == '"') {
            quoted = true;
            continue;
        } else if (!quoted && (c == ',' || c == '\n')) {
            if (c == '\n') {
                return true;
            }
            cell++;
            length = 0;
            continue;
        } else if (c == '\r') {
            continue;
        }
        assert_true(cell < 7 && length + 1 < sizeof ret->cells[0]);
        ret->cells[cell][length++] = (char)c;
    }
    return any;
}

/* ---- finding the entry of a row ---- */

static const hob_field *find_inside(const hob_field *field, hob_str name) {
    if (field->type == HOB_FIELD_OBJECT) {
        return hob_field_find(field->fields, name);
    }
    for (size_t i = 0; field->type == HOB_FIELD_UNION && field->variants[i]; i++) {
        if (field->variants[i]->type == HOB_FIELD_OBJECT) {
            const hob_field *found = hob_field_find(field->variants[i]->fields, name);
            if (found) {
                return found;
            }
        }
    }
    return NULL;
}

/* points[].x, params[*], postEffects[bloom].strength. `type` of a variant is the variant itself. */
static const hob_field *find_entry(const hob_component_type *type, const char *path) {
    const hob_field *field = NULL;
    const hob_field *table = type->fields; /* null: look inside `field` */
    while (*path) {
        size_t length = strcspn(path, ".[");
        if (length > 0) {
            hob_str name = {path, length};
            if (!table && field->type == HOB_FIELD_VARIANT && hob_str_is(name, "type")) {
                return field;
            }
            field = table ? hob_field_find(table, name) : find_inside(field, name);
            if (!field) {
                return NULL;
            }
            table = NULL;
            path += length;
        }
        if (*path == '[') {
            size_t inside = strcspn(path, "]") - 1;
            hob_str kind = {path + 1, inside};
            field = field->element;
            for (size_t i = 0; field && field->names && field->names[i]; i++) {
                if (hob_str_is(kind, field->names[i])) {
                    table = field->variants[i];
                }
            }
            path += inside + 2;
        }
        path += *path == '.';
    }
    return field;
}

/* ---- the entry in the list's words ---- */

static void add_type(const hob_field *field, hob_buf *out) {
    switch (field->type) {
    case HOB_FIELD_NUMBER:
        hob_buf_add_cstr(out, "number");
        break;
    case HOB_FIELD_INT:
        hob_buf_add_cstr(out, "int");
        break;
    case HOB_FIELD_BOOL:
        hob_buf_add_cstr(out, "bool");
        break;
    case HOB_FIELD_COLOR:
        hob_buf_add_cstr(out, (field->flags & HOB_FIELD_FREE_COLOR) ? "string" : "color");
        break;
    case HOB_FIELD_ENUM:
    case HOB_FIELD_VARIANT:
        if (!field->names[1]) {
            hob_buf_format(out, "literal(\"%s\")", field->names[0]);
            break;
        }
        for (size_t i = 0; field->names[i]; i++) {
            hob_buf_format(out, "%s%s", i ? "|" : "enum(", field->names[i]);
        }
        hob_buf_add_char(out, ')');
        break;
    case HOB_FIELD_OBJECT:
        hob_buf_add_cstr(out, "object");
        break;
    case HOB_FIELD_LIST:
    case HOB_FIELD_MAP:
        hob_buf_add_cstr(out, field->type == HOB_FIELD_LIST ? "array<" : "map<string, ");
        if (field->element->type == HOB_FIELD_VARIANT) {
            hob_buf_add_cstr(out, "effect");
        } else if (field->element->type == HOB_FIELD_UNION) {
            hob_buf_add_cstr(out, "tile source");
        } else {
            add_type(field->element, out);
        }
        hob_buf_add_char(out, '>');
        break;
    case HOB_FIELD_UNION:
        for (size_t i = 0; field->variants[i]; i++) {
            hob_buf_add_cstr(out, i ? " | " : "");
            add_type(field->variants[i], out);
            for (const hob_field *f = field->variants[i]->fields; f && f->name; f++) {
                hob_buf_format(out, "%s%s%s", f == field->variants[i]->fields ? "{" : ",", f->name,
                               f[1].name ? "" : "}");
            }
        }
        break;
    case HOB_FIELD_ANY:
        hob_buf_add_cstr(out, "any");
        break;
    default:
        hob_buf_add_cstr(out, "string");
        break;
    }
    if (field->flags & HOB_FIELD_NULLABLE) {
        hob_buf_add_cstr(out, " | null");
    }
}

static bool same_type(const hob_field *field, const row *r) {
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), 1000);
    add_type(field, &buf);
    bool same = hob_str_is(hob_buf_str(&buf), r->cells[2]);
    hob_buf_done(&buf);
    return same;
}

static bool same_limit(const char *cell, bool has, double limit) {
    return has ? cell[0] && strtod(cell, NULL) == limit : !cell[0];
}

static bool same_range(const hob_field *field, const row *r) {
    const char *notes = r->cells[6];
    bool counts = strstr(notes, "count items") != NULL; /* of a list; its least number is 0 */
    bool exclusive = strstr(notes, "min is exclusive") != NULL;
    bool not_empty = strstr(notes, "min length 1") != NULL;
    bool required = strstr(notes, "required within its parent") != NULL;
    bool is_variant = field->type == HOB_FIELD_VARIANT; /* its type is always required */
    return same_limit(counts ? "" : r->cells[4], (field->flags & HOB_FIELD_HAS_MIN) != 0,
                      field->min) &&
           (field->type == HOB_FIELD_TEXT ||
            same_limit(r->cells[5], (field->flags & HOB_FIELD_HAS_MAX) != 0, field->max)) &&
           exclusive == ((field->flags & HOB_FIELD_MIN_EXCLUSIVE) != 0) &&
           not_empty == ((field->flags & HOB_FIELD_NOT_EMPTY) != 0) &&
           required == (is_variant || (field->flags & HOB_FIELD_REQUIRED) != 0);
}

/* Of a field in the struct what the prototype holds, of any other what its entry says. */
static bool same_default(const hob_component_type *type, void *prototype, const hob_field *field,
                         const row *r) {
    if (!r->cells[3][0]) {
        return true;
    }
    const hob_allocator *heap = hob_heap_allocator();
    hob_value wanted, found = HOB_VALUE_NULL;
    assert_int_equal(hob_value_parse_json(heap, hob_str_from(r->cells[3]), &wanted, NULL), HOB_OK);
    hob_field_place place;
    if (hob_field_resolve(type->fields, prototype, hob_str_from(r->cells[1]), &place)) {
        found = hob_field_place_get(&place, heap);
    } else {
        const hob_field one[2] = {*field, HOB_FIELDS_END};
        hob_test_json t;
        hob_value map;
        hob_test_json_open(&t, heap, "{}");
        assert_true(hob_fields_read_value(&t.reader, one, t.json.root, &map, NULL));
        found = hob_value_copy(heap, hob_value_get(map, field->name));
        hob_value_done(heap, &map);
        hob_test_json_close(&t);
    }
    bool same = hob_value_equal(wanted, found);
    hob_value_done(heap, &wanted);
    hob_value_done(heap, &found);
    return same;
}

/* ---- the test ---- */

static void each_row__same_type_range_default_and_order(void **state) {
    (void)state;
    FILE *file = open_list();
    if (!file) {
        skip();
    }
    hob_registry *registry;
    assert_int_equal(hob_registry_create(hob_heap_allocator(), &registry, NULL), HOB_OK);
    assert_int_equal(hob_components_register(registry, NULL), HOB_OK);

    row r;
    int rows = 0, types = 0, differing = 0;
    const hob_component_type *type = NULL;
    const hob_field *last = NULL; /* of the outermost table */
    assert_true(read_row(file, &r));
    assert_string_equal(r.cells[0], "component");
    while (read_row(file, &r)) {
        int index = hob_registry_find(registry, hob_str_from(r.cells[0]));
        if (index < 0) {
            fail_msg("there is no type %s", r.cells[0]);
        }
        if (hob_registry_at(registry, (size_t)index) != type) {
            assert_int_equal(index, types++); /* types in the list's order */
            type = hob_registry_at(registry, (size_t)index);
            last = NULL;
        }
        char path[800];
        (void)snprintf(path, sizeof path, "%s.%s", r.cells[0], r.cells[1]);
        const hob_field *field = find_entry(type, r.cells[1]);
        if (!field) {
            fail_msg("there is no %s", path);
        }
        if (!strpbrk(r.cells[1], ".[")) {
            if (field != (last ? last + 1 : type->fields)) {
                fail_msg("%s is not in the order of the list", path);
            }
            last = field;
        }
        void *prototype = (void *)(uintptr_t)hob_registry_prototype(registry, (size_t)index, 0);
        int found = (same_type(field, &r) ? 0 : TYPE) | (same_range(field, &r) ? 0 : RANGE) |
                    (same_default(type, prototype, field, &r) ? 0 : DEFAULT);
        if (found != allowed_difference(path)) {
            fail_msg("%s differs in%s%s%s (%s)", path, (found & TYPE) ? " type" : "",
                     (found & RANGE) ? " range" : "", (found & DEFAULT) ? " default" : "",
                     found ? "not allowed" : "nothing, but should");
        }
        differing += found != 0;
        rows++;
    }
    assert_int_equal(types, 23);
    assert_int_equal(differing, HOB_COUNT(differences));
    assert_true(rows > 150);
    hob_registry_destroy(registry);
    (void)fclose(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_row__same_type_range_default_and_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
