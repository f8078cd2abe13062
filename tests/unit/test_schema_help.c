#include "schema/read.h"
#include "support/testing.h"

#include <string.h>

static const char *const kinds[] = {"box", "circle", NULL};
static const hob_field point = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = hob_vec2_fields, .doc = "A corner."};
static const hob_field number = {.name = "", .type = HOB_FIELD_NUMBER, .doc = "N."};
static const hob_field text = {.name = "", .type = HOB_FIELD_TEXT, .doc = "T."};
static const hob_field *const either[] = {&number, &text, NULL};
static const hob_field glow[] = {
    HOB_P("strength", NUMBER, .default_json = "1", .doc = "How strong."),
    HOB_FIELDS_END,
};
static const char *const effect_names[] = {"glow", NULL};
static const hob_field *const effect_tables[] = {glow, NULL};
static const hob_field inset[] = {
    HOB_P("top", NUMBER, .flags = HOB_FIELD_HAS_MIN, .doc = "Upper."),
    HOB_FIELDS_END,
};

static const hob_field table[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_BETWEEN, .min = 1, .max = 200,
          .doc = "Shown name."),
    HOB_P("id", TEXT, .pattern = "entity-id", .doc = "Id."),
    HOB_P("width", NUMBER, .flags = HOB_FIELD_ABOVE, .default_json = "32", .unit = "px",
          .doc = "Width."),
    HOB_P("seat", INT, .flags = HOB_FIELD_NULLABLE | HOB_FIELD_BETWEEN, .max = 3, .doc = "Seat."),
    HOB_P("kind", ENUM, .names = kinds, .default_json = "\"box\"", .doc = "Kind."),
    HOB_P("tint", COLOR, .doc = "Tint."),
    HOB_P("points", LIST, .flags = HOB_FIELD_HAS_MAX, .max = 8, .element = &point,
          .doc = "Points."),
    HOB_P("labels", MAP, .element = &text, .doc = "Labels."),
    HOB_P("slice", OBJECT, .fields = inset, .doc = "Slice."),
    HOB_P("either", UNION, .variants = either, .doc = "Either."),
    HOB_P("effect", VARIANT, .names = effect_names, .variants = effect_tables, .doc = "Effect."),
    HOB_P("any", ANY, .doc = "Any."),
    HOB_P("old", BOOL, .flags = HOB_FIELD_ALIAS, .doc = "Older name."),
    HOB_P("clock", NUMBER, .flags = HOB_FIELD_RUNTIME, .unit = "s", .doc = "Clock."),
    HOB_P("intent", OBJECT, .flags = HOB_FIELD_RUNTIME | HOB_FIELD_SCRIPT_WRITES,
          .fields = hob_vec2_fields, .doc = "Intent."),
    HOB_P("engine", NUMBER, .flags = HOB_FIELD_HIDDEN, .doc = "Hidden."),
    HOB_FIELDS_END,
};

static const char expected_schema[] =
    "{\"type\":\"object\",\"properties\":{"
    "\"name\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":200,"
    "\"description\":\"Shown name.\"},"
    "\"id\":{\"type\":\"string\",\"pattern\":\"^ent_[a-z0-9]+$\",\"description\":\"Id.\"},"
    "\"width\":{\"type\":\"number\",\"exclusiveMinimum\":0,\"default\":32,"
    "\"description\":\"Width. In px.\"},"
    "\"seat\":{\"anyOf\":[{\"type\":\"integer\",\"minimum\":0,\"maximum\":3},{\"type\":\"null\"}],"
    "\"description\":\"Seat.\"},"
    "\"kind\":{\"type\":\"string\",\"enum\":[\"box\",\"circle\"],\"default\":\"box\","
    "\"description\":\"Kind.\"},"
    "\"tint\":{\"type\":\"string\",\"pattern\":"
    "\"^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$\",\"description\":\"Tint.\"},"
    "\"points\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{"
    "\"x\":{\"type\":\"number\",\"description\":\"Horizontal part, to the right.\"},"
    "\"y\":{\"type\":\"number\",\"description\":\"Vertical part, downward.\"}},"
    "\"additionalProperties\":false,\"description\":\"A corner.\"},\"maxItems\":8,"
    "\"description\":\"Points.\"},"
    "\"labels\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\","
    "\"description\":\"T.\"},\"description\":\"Labels.\"},"
    "\"slice\":{\"type\":\"object\",\"properties\":{\"top\":{\"type\":\"number\",\"minimum\":0,"
    "\"description\":\"Upper.\"}},\"additionalProperties\":false,\"description\":\"Slice.\"},"
    "\"either\":{\"anyOf\":[{\"type\":\"number\",\"description\":\"N.\"},"
    "{\"type\":\"string\",\"description\":\"T.\"}],\"description\":\"Either.\"},"
    "\"effect\":{\"oneOf\":[{\"type\":\"object\",\"properties\":{\"type\":{\"const\":\"glow\"},"
    "\"strength\":{\"type\":\"number\",\"default\":1,\"description\":\"How strong.\"}},"
    "\"required\":[\"type\"],\"additionalProperties\":false}],\"description\":\"Effect.\"},"
    "\"any\":{\"description\":\"Any.\"},"
    "\"old\":{\"type\":\"boolean\",\"description\":\"Older name.\",\"deprecated\":true}},"
    "\"required\":[\"name\"],\"additionalProperties\":false}";

static void json_schema__whole_table(void **state) {
    (void)state;
    yyjson_mut_doc *doc = yyjson_mut_doc_new(NULL);
    yyjson_mut_val *schema = hob_fields_json_schema(table, doc);
    assert_non_null(schema);
    yyjson_mut_doc_set_root(doc, schema);
    char *written = yyjson_mut_write(doc, 0, NULL);
    assert_string_equal(written, expected_schema);
    free(written);
    yyjson_mut_doc_free(doc);
}

static bool schema_body(const hob_allocator *a, void *user) {
    (void)user;
    yyjson_alc alc = hob_json_alc(a);
    yyjson_mut_doc *doc = yyjson_mut_doc_new(&alc);
    bool ok = doc && hob_fields_json_schema(table, doc);
    yyjson_mut_doc_free(doc);
    return ok;
}

static void json_schema_without_memory__null(void **state) {
    (void)state;
    assert_true(hob_test_each_failure(schema_body, NULL, false) >= 2);
}

static const char expected_help[] =
    "  name                    text, required. Shown name.\n"
    "  id                      text. Id.\n"
    "  width                   number > 0, px, default 32. Width.\n"
    "  seat                    int 0..3 or null. Seat.\n"
    "  kind                    enum(box|circle), default \"box\". Kind.\n"
    "  tint                    color. Tint.\n"
    "  points                  list of vec2. Points.\n"
    "  labels                  map of text. Labels.\n"
    "  slice                   object. Slice.\n"
    "  slice.top               number >= 0. Upper.\n"
    "  either                  number or text. Either.\n"
    "  effect                  object with type glow. Effect.\n"
    "  effect.glow.strength    number, default 1. How strong.\n"
    "  any                     any value. Any.\n"
    "  old                     bool. Older name.\n"
    "  clock                   number, s, run time. Clock.\n"
    "  intent                  vec2, run time (scripts may write it). Intent.\n";

static void help__a_line_a_field(void **state) {
    (void)state;
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), 100000);
    hob_fields_help(table, &buf);
    assert_string_equal(buf.data, expected_help);
    hob_buf_done(&buf);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_schema__whole_table),
        cmocka_unit_test(json_schema_without_memory__null),
        cmocka_unit_test(help__a_line_a_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
