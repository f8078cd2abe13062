#include "schema/read.h"
#include "support/fields.h"
#include "support/testing.h"

#include <string.h>

/* ---- a table with one field of every type ---- */

typedef struct sample {
    double speed;
    int32_t count, color;
    bool on;
    hob_text *name, *note, *tint, *picture, *target;
    hob_vec2 scale;
    hob_value radius, limits, points, labels, any, effect, source;
    uint64_t hit;
    double clock;
} sample;

static const char *const color_names[] = {"red", "green", "blue", NULL};

static const hob_field point = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = hob_vec2_fields, .doc = "D."};
static const hob_field label = {
    .name = "", .type = HOB_FIELD_TEXT, .flags = HOB_FIELD_NOT_EMPTY, .doc = "D."};
static const hob_field limits_fields[] = {
    HOB_P("low", NUMBER, .flags = HOB_FIELD_REQUIRED, .doc = "D."),
    HOB_P("high", NUMBER, .default_json = "9", .doc = "D."),
    HOB_FIELDS_END,
};
static const hob_field glow_fields[] = {
    HOB_P("strength", NUMBER, .flags = HOB_FIELD_BETWEEN, .max = 3, .default_json = "1",
          .doc = "D."),
    HOB_FIELDS_END,
};
static const hob_field grain_fields[] = {
    HOB_P("size", INT, .flags = HOB_FIELD_BETWEEN, .min = 1, .max = 64, .default_json = "4",
          .doc = "D."),
    HOB_FIELDS_END,
};
static const char *const effect_names[] = {"glow", "grain", NULL};
static const hob_field *const effect_tables[] = {glow_fields, grain_fields, NULL};

static const hob_field whole_source = {.name = "", .type = HOB_FIELD_ASSET, .doc = "D."};
static const hob_field frame_fields[] = {
    HOB_P("sheet", ASSET, .flags = HOB_FIELD_REQUIRED, .doc = "D."),
    HOB_P("frame", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, .doc = "D."),
    HOB_P("turn", NUMBER, .flags = HOB_FIELD_OPTIONAL, .doc = "D."),
    HOB_FIELDS_END,
};
static const hob_field frame_source = {.name = "",
                                       .type = HOB_FIELD_OBJECT,
                                       .flags = HOB_FIELD_STRICT,
                                       .fields = frame_fields,
                                       .doc = "D."};
static const hob_field *const source_kinds[] = {&whole_source, &frame_source, NULL};

static hob_value get_off(const void *of_struct) {
    return hob_value_bool(!((const sample *)of_struct)->on);
}

static bool set_off(void *of_struct, hob_value v) {
    ((sample *)of_struct)->on = !v.as.boolean;
    return true;
}

static const hob_field table[] = {
    {HOB_AT(sample, speed, "speed", NUMBER), .flags = HOB_FIELD_ABOVE, .default_json = "32",
     .unit = "px/s", .doc = "D."},
    {HOB_AT(sample, count, "count", INT), .flags = HOB_FIELD_BETWEEN, .max = 30,
     .default_json = "3", .rule = HOB_RULE_PARTICLES_CONE, .rule_default_json = "7", .doc = "D."},
    {HOB_AT(sample, color, "color", ENUM), .names = color_names, .default_json = "\"green\"",
     .doc = "D."},
    {HOB_AT(sample, on, "on", BOOL), .default_json = "true", .doc = "D."},
    {.name = "off",
     .type = HOB_FIELD_BOOL,
     .flags = HOB_FIELD_ALIAS,
     .alias_of = "on",
     .get = get_off,
     .set = set_off,
     .doc = "D."},
    {HOB_AT(sample, name, "name", TEXT), .flags = HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX, .max = 5,
     .default_json = "\"Hob\"", .doc = "D."},
    {HOB_AT(sample, note, "note", TEXT), .flags = HOB_FIELD_NULLABLE, .doc = "D."},
    {HOB_AT(sample, tint, "tint", COLOR), .default_json = "\"#fff\"", .doc = "D."},
    {HOB_AT(sample, picture, "picture", ASSET), .asset_kinds = "sprite", .doc = "D."},
    {HOB_AT(sample, target, "target", REF), .pattern = "entity-id", .default_json = "\"ent_a\"",
     .doc = "D."},
    {HOB_AT(sample, scale, "scale", OBJECT), .fields = hob_vec2_fields,
     .default_json = "{\"x\":1,\"y\":1}", .doc = "D."},
    {HOB_AT(sample, radius, "radius", NUMBER), .flags = HOB_FIELD_NULLABLE | HOB_FIELD_ABOVE,
     .default_json = "16", .doc = "D."},
    {HOB_AT(sample, limits, "limits", OBJECT), .flags = HOB_FIELD_NULLABLE, .fields = limits_fields,
     .doc = "D."},
    {HOB_AT(sample, points, "points", LIST), .flags = HOB_FIELD_HAS_MAX, .max = 3,
     .element = &point, .default_json = "[{\"x\":0,\"y\":-16}]", .doc = "D."},
    {HOB_AT(sample, labels, "labels", MAP), .element = &label, .doc = "D."},
    {HOB_AT(sample, any, "any", ANY), .doc = "D."},
    {HOB_AT(sample, effect, "effect", VARIANT), .flags = HOB_FIELD_NULLABLE, .names = effect_names,
     .variants = effect_tables, .doc = "D."},
    {HOB_AT(sample, source, "source", UNION), .variants = source_kinds, .doc = "D."},
    {HOB_AT(sample, hit, "hit", HANDLE), .flags = HOB_FIELD_RUNTIME, .doc = "D."},
    {HOB_AT(sample, clock, "clock", NUMBER), .flags = HOB_FIELD_RUNTIME, .doc = "D."},
    HOB_FIELDS_END,
};

static const char all_written[] =
    "{\"speed\":2.5,\"count\":30,\"color\":\"blue\",\"on\":false,\"name\":\"Robin\","
    "\"note\":\"\",\"tint\":\"#102030\",\"picture\":\"ast_1\",\"target\":\"ent_b\","
    "\"scale\":{\"x\":2,\"y\":3},\"radius\":null,\"limits\":{\"low\":1,\"high\":2},"
    "\"points\":[{\"x\":1,\"y\":2},{\"y\":4,\"x\":3}],\"labels\":{\"a\":\"A\"},"
    "\"any\":[1,{\"b\":null}],\"effect\":{\"type\":\"grain\",\"size\":8},"
    "\"source\":{\"sheet\":\"ast_2\",\"frame\":\"f\"}}";

/* ---- helpers ---- */

typedef struct fixture {
    hob_test_json t;
    hob_counting_allocator counting;
    sample s;
    bool ok;
} fixture;

static void read_with(fixture *f, const char *text, uint32_t rules) {
    hob_counting_allocator_init(&f->counting, hob_heap_allocator());
    hob_test_json_open(&f->t, &f->counting.allocator, text);
    f->t.reader.rules = rules;
    memset(&f->s, 0xAA, sizeof f->s);
    f->ok = hob_fields_read(&f->t.reader, table, f->t.json.root, &f->s, NULL);
}

static void read_text(fixture *f, const char *text) {
    read_with(f, text, 0);
}

static void finish(fixture *f) {
    hob_fields_done(table, &f->s, &f->counting.allocator);
    assert_int_equal(f->counting.live_blocks, 0);
    hob_test_json_close(&f->t);
}

static const hob_error *only_finding(const fixture *f) {
    if (f->t.findings.count != 1) {
        fail_msg("%zu findings, not one", f->t.findings.count);
    }
    return &f->t.findings.items[0];
}

static void assert_text(const hob_text *text, const char *expected) {
    assert_string_equal(hob_text_cstr(text), expected);
}

static void assert_json(hob_value v, const char *expected) {
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), 10000);
    assert_true(hob_value_write_json(&buf, v, false, NULL, NULL));
    assert_string_equal(buf.data, expected);
    hob_buf_done(&buf);
}

/* Reads a text that must give one finding, and returns a copy of it. */
static hob_error one_finding(const char *text) {
    fixture f;
    read_text(&f, text);
    hob_error error = *only_finding(&f);
    finish(&f);
    return error;
}

static void assert_refused(const char *text, hob_status status, const char *pointer) {
    fixture f;
    read_text(&f, text);
    const hob_error *e = only_finding(&f);
    if (f.ok || e->status != status) {
        fail_msg("%s gives %s", text, hob_status_name(e->status));
    }
    assert_string_equal(e->pointer, pointer);
    assert_true(e->line > 0 && e->column > 0);
    finish(&f);
}

static void assert_accepted(const char *text) {
    fixture f;
    read_text(&f, text);
    if (!f.ok || f.t.findings.count) {
        fail_msg("%s is refused: %s", text,
                 f.t.findings.count ? f.t.findings.items[0].message : "");
    }
    finish(&f);
}

/* ---- what is read ---- */

static void empty_object__all_defaults(void **state) {
    (void)state;
    fixture f;
    read_text(&f, "{}");
    assert_true(f.ok);
    assert_int_equal(f.t.findings.count, 0);
    assert_true(f.s.speed == 32);
    assert_int_equal(f.s.count, 3);
    assert_int_equal(f.s.color, 1);
    assert_true(f.s.on);
    assert_text(f.s.name, "Hob");
    assert_null(f.s.note);
    assert_text(f.s.tint, "#fff");
    assert_null(f.s.picture); /* the empty text */
    assert_text(f.s.target, "ent_a");
    assert_true(f.s.scale.x == 1 && f.s.scale.y == 1);
    assert_true(f.s.radius.as.number == 16);
    assert_int_equal(f.s.limits.tag, HOB_TAG_NULL);
    assert_json(f.s.points, "[{\"x\":0,\"y\":-16}]");
    assert_json(f.s.labels, "{}");
    assert_int_equal(f.s.any.tag, HOB_TAG_NULL);
    assert_int_equal(f.s.effect.tag, HOB_TAG_NULL);
    assert_json(f.s.source, "\"\"");
    assert_int_equal(f.s.hit, 0);
    assert_true(f.s.clock == 0);
    finish(&f);
}

static void everything_written__everything_taken(void **state) {
    (void)state;
    fixture f;
    read_text(&f, all_written);
    assert_true(f.ok);
    assert_int_equal(f.t.findings.count, 0);
    assert_true(f.s.speed == 2.5);
    assert_int_equal(f.s.count, 30);
    assert_int_equal(f.s.color, 2);
    assert_false(f.s.on);
    assert_text(f.s.name, "Robin");
    assert_non_null(f.s.note); /* empty is not null */
    assert_text(f.s.tint, "#102030");
    assert_text(f.s.picture, "ast_1");
    assert_true(f.s.scale.x == 2 && f.s.scale.y == 3);
    assert_int_equal(f.s.radius.tag, HOB_TAG_NULL);
    assert_json(f.s.limits, "{\"low\":1,\"high\":2}");
    assert_json(f.s.points, "[{\"x\":1,\"y\":2},{\"x\":3,\"y\":4}]"); /* in table order */
    assert_json(f.s.labels, "{\"a\":\"A\"}");
    assert_json(f.s.any, "[1,{\"b\":null}]");
    assert_json(f.s.effect, "{\"type\":\"grain\",\"size\":8}");
    assert_json(f.s.source, "{\"sheet\":\"ast_2\",\"frame\":\"f\"}"); /* optional stays away */
    finish(&f);
}

static void missing_axis__takes_the_fields_own_default(void **state) {
    (void)state;
    fixture f;
    read_text(&f, "{\"scale\":{\"x\":2},\"points\":[{\"y\":5}],\"limits\":{\"low\":0},"
                  "\"effect\":{\"type\":\"glow\"}}");
    assert_true(f.ok);
    assert_true(f.s.scale.x == 2 && f.s.scale.y == 1);
    assert_json(f.s.points, "[{\"x\":0,\"y\":5}]");
    assert_json(f.s.limits, "{\"low\":0,\"high\":9}");
    assert_json(f.s.effect, "{\"type\":\"glow\",\"strength\":1}");
    finish(&f);
}

static void rule__chooses_the_second_default(void **state) {
    (void)state;
    fixture f;
    read_with(&f, "{}", HOB_RULE_PARTICLES_CONE);
    assert_int_equal(f.s.count, 7);
    finish(&f);
    read_with(&f, "{\"count\":1}", HOB_RULE_PARTICLES_CONE);
    assert_int_equal(f.s.count, 1);
    finish(&f);
}

static void int__accepts_whole_numbers_in_any_spelling(void **state) {
    (void)state;
    fixture f;
    read_text(&f, "{\"count\":3.0}");
    assert_true(f.ok && f.s.count == 3);
    finish(&f);
    read_text(&f, "{\"count\":1e1}");
    assert_true(f.ok && f.s.count == 10);
    finish(&f);
    assert_refused("{\"count\":2.5}", HOB_ERR_FIELD_TYPE, "/count");
    assert_refused("{\"effect\":{\"type\":\"grain\",\"size\":2.5}}", HOB_ERR_FIELD_TYPE,
                   "/effect/size");
}

static void range__inclusive_but_above(void **state) {
    (void)state;
    assert_accepted("{\"count\":0}");
    assert_accepted("{\"count\":30}");
    assert_refused("{\"count\":-1}", HOB_ERR_FIELD_RANGE, "/count");
    assert_refused("{\"count\":31}", HOB_ERR_FIELD_RANGE, "/count");
    assert_refused("{\"speed\":0}", HOB_ERR_FIELD_RANGE, "/speed");
    assert_accepted("{\"speed\":1e-300}");
    assert_refused("{\"radius\":0}", HOB_ERR_FIELD_RANGE, "/radius");
    assert_refused("{\"points\":[{},{},{},{}]}", HOB_ERR_FIELD_RANGE, "/points");
    assert_refused("{\"name\":\"\"}", HOB_ERR_FIELD_RANGE, "/name");
    assert_refused("{\"name\":\"Robins\"}", HOB_ERR_FIELD_RANGE, "/name");
    assert_accepted("{\"name\":\"\u00e4\u00f6\u00fc\u20ac\u00df\"}"); /* five characters */
    assert_refused("{\"labels\":{\"a\":\"\"}}", HOB_ERR_FIELD_RANGE, "/labels/a");
}

static void null__wrong_unless_nullable(void **state) {
    (void)state;
    assert_accepted("{\"note\":null,\"radius\":null,\"limits\":null,\"effect\":null,\"any\":null}");
    assert_refused("{\"speed\":null}", HOB_ERR_FIELD_TYPE, "/speed");
    assert_refused("{\"name\":null}", HOB_ERR_FIELD_TYPE, "/name");
    assert_refused("{\"scale\":null}", HOB_ERR_FIELD_TYPE, "/scale");
    assert_refused("{\"points\":null}", HOB_ERR_FIELD_TYPE, "/points");
    hob_error e = one_finding("{\"speed\":null}");
    assert_string_equal(e.message, "speed must be a number, not null.");
    assert_string_equal(e.hint, "Leave the key out to get the default 32.");
}

/* ---- findings ---- */

static void finding__has_place_and_words(void **state) {
    (void)state;
    hob_error e =
        one_finding("{\n  \"speed\": 1,\n  \"points\": [\n    {},\n    {\"y\": true}\n  ]\n}");
    assert_int_equal(e.status, HOB_ERR_FIELD_TYPE);
    assert_int_equal(e.severity, HOB_SEVERITY_ERROR);
    assert_string_equal(e.file, "test.json");
    assert_string_equal(e.pointer, "/points/1/y");
    assert_int_equal(e.line, 5);
    assert_int_equal(e.column, 11);
    assert_string_equal(e.message, "points[1].y must be a number, not true.");
}

static void subject__named_in_front_and_words_cut(void **state) {
    (void)state;
    hob_test_json t;
    hob_test_json_open(&t, hob_heap_allocator(),
                       "{\"entities\":[{\"components\":{\"Thing\":{\"speed\":\"fast\"}}}]}");
    yyjson_val *entity = yyjson_arr_get(yyjson_obj_get(t.json.root, "entities"), 0);
    yyjson_val *thing = yyjson_obj_get(yyjson_obj_get(entity, "components"), "Thing");
    hob_read_level entities = {.key = HOB_STR("entities")};
    hob_read_level first = {.up = &entities, .index = 0};
    hob_read_level components = {.up = &first, .key = HOB_STR("components")};
    hob_read_level slot = {.up = &components, .key = HOB_STR("Thing")};
    t.reader.subject = "Entity \"Player\"";
    t.reader.subject_level = &components;
    assert_false(hob_fields_check(&t.reader, table, thing, &slot));
    assert_int_equal(t.findings.count, 1);
    assert_string_equal(t.findings.items[0].message,
                        "Entity \"Player\": Thing.speed must be a number, not the text \"fast\".");
    assert_string_equal(t.findings.items[0].pointer, "/entities/0/components/Thing/speed");
    hob_test_json_close(&t);
}

static void enum__message_lists_and_hint_is_near(void **state) {
    (void)state;
    hob_error e = one_finding("{\"color\":\"gren\"}");
    assert_int_equal(e.status, HOB_ERR_FIELD_TYPE);
    assert_string_equal(e.message, "color must be one of red, green, blue, not the text \"gren\".");
    assert_string_equal(e.hint, "Did you mean \"green\"?");
    e = one_finding("{\"color\":\"something\"}");
    assert_string_equal(e.hint, "Use one of: red, green, blue.");
    e = one_finding("{\"color\":1}");
    assert_int_equal(e.status, HOB_ERR_FIELD_TYPE);
}

static void range__message_and_hint_say_the_limits(void **state) {
    (void)state;
    hob_error e = one_finding("{\"speed\":-2.5}");
    assert_string_equal(e.message, "speed must be above 0 px/s, not -2.5.");
    assert_string_equal(e.hint, "Use a value above 0 px/s.");
    e = one_finding("{\"count\":99}");
    assert_string_equal(e.message, "count must be from 0 to 30, not 99.");
}

static void text_forms__color_and_pattern(void **state) {
    (void)state;
    hob_error e = one_finding("{\"tint\":\"red\"}");
    assert_int_equal(e.status, HOB_ERR_FIELD_TYPE);
    assert_string_equal(e.message, "tint must be a color, not \"red\".");
    e = one_finding("{\"target\":\"Player\"}");
    assert_int_equal(e.status, HOB_ERR_FIELD_PATTERN);
    assert_string_equal(e.message, "target must have the form ent_a1b2c3d4, not \"Player\".");
}

static void unknown_key__told_with_the_nearest_and_not_refused(void **state) {
    (void)state;
    fixture f;
    read_text(&f, "{\n\"sped\": 5,\n\"count\": 2}");
    assert_true(f.ok);
    assert_false(f.t.reader.refused);
    assert_int_equal(f.t.reader.unknown_count, 1);
    const hob_error *e = only_finding(&f);
    assert_int_equal(e->status, HOB_ERR_FIELD_UNKNOWN);
    assert_int_equal(e->severity, HOB_SEVERITY_ERROR);
    assert_string_equal(e->pointer, "/sped");
    assert_int_equal(e->line, 2);
    assert_int_equal(e->column, 1); /* of the key */
    assert_string_equal(e->hint, "Did you mean \"speed\"?");
    assert_true(f.s.speed == 32);
    assert_int_equal(f.s.count, 2);
    finish(&f);
}

static void unknown_key__warning_for_scripts(void **state) {
    (void)state;
    fixture f;
    read_text(&f, "{}");
    finish(&f);
    hob_test_json_open(&f.t, hob_heap_allocator(), "{\"sped\":1,\"scale\":{\"z\":1}}");
    f.t.reader.script = true;
    assert_true(hob_fields_check(&f.t.reader, table, f.t.json.root, NULL));
    assert_int_equal(f.t.findings.count, 2);
    assert_int_equal(f.t.findings.warning_count, 2);
    assert_string_equal(f.t.findings.items[1].pointer, "/scale/z");
    hob_test_json_close(&f.t);
}

static void runtime_key__is_no_key_of_files(void **state) {
    (void)state;
    hob_error e = one_finding("{\"clock\":1}");
    assert_int_equal(e.status, HOB_ERR_FIELD_UNKNOWN);
    assert_string_equal(e.message, "clock is no key of files.");
    assert_string_equal(e.hint, "It is set by the engine while the game runs; take it out.");
}

static void strict_object__unknown_key_refuses(void **state) {
    (void)state;
    assert_refused("{\"source\":{\"sheet\":\"a\",\"frame\":\"f\",\"fame\":1}}",
                   HOB_ERR_FIELD_UNKNOWN, "/source/fame");
}

static void missing_key__told_at_the_object(void **state) {
    (void)state;
    hob_error e = one_finding("{\"limits\":{\"high\":1}}");
    assert_int_equal(e.status, HOB_ERR_FIELD_MISSING);
    assert_string_equal(e.pointer, "/limits");
    assert_string_equal(e.message, "limits.low is missing.");
    assert_string_equal(e.hint, "Add \"low\": a number.");
    assert_refused("{\"effect\":{}}", HOB_ERR_FIELD_MISSING, "/effect");
}

static void absent_key__has_the_line_of_its_holder(void **state) {
    (void)state;
    hob_test_json t;
    hob_test_json_open(&t, hob_heap_allocator(), "{\n\"points\": [{},\n{\"x\": 1}]}");
    hob_read_level points = {.key = HOB_STR("points")};
    hob_read_level second = {.up = &points, .index = 1};
    hob_reader_find(&t.reader, &second, HOB_STR("y"), HOB_ERR_FIELD_RANGE, HOB_SEVERITY_WARNING,
                    NULL, "The default is too small.");
    assert_string_equal(t.findings.items[0].pointer, "/points/1/y");
    assert_int_equal(t.findings.items[0].line, 3);
    assert_int_equal(t.findings.items[0].column, 1);
    hob_test_json_close(&t);
}

static void union__findings_of_the_variant_that_was_meant(void **state) {
    (void)state;
    assert_refused("{\"source\":{\"sheet\":\"a\"}}", HOB_ERR_FIELD_MISSING, "/source");
    assert_refused("{\"source\":{\"sheet\":\"a\",\"frame\":7}}", HOB_ERR_FIELD_TYPE,
                   "/source/frame");
    hob_error e = one_finding("{\"source\":7}");
    assert_string_equal(e.message, "source must be an asset id or an object, not the number 7.");
}

static void variant__unknown_type_lists_the_types(void **state) {
    (void)state;
    hob_error e = one_finding("{\"effect\":{\"type\":\"glo\"}}");
    assert_string_equal(e.pointer, "/effect/type");
    assert_string_equal(e.hint, "Did you mean \"glow\"?");
    assert_refused("{\"effect\":{\"type\":\"glow\",\"strength\":4}}", HOB_ERR_FIELD_RANGE,
                   "/effect/strength");
}

static void root_that_is_no_object__field_type(void **state) {
    (void)state;
    assert_refused("[]", HOB_ERR_FIELD_TYPE, "");
    assert_refused("7", HOB_ERR_FIELD_TYPE, "");
    fixture f;
    read_text(&f, "null");
    assert_false(f.ok);
    assert_string_equal(only_finding(&f)->message, "The file must be an object, not null.");
    assert_true(f.s.speed == 32); /* whole all the same */
    finish(&f);
}

static void refused_fields__hold_defaults_and_all_faults_are_told(void **state) {
    (void)state;
    fixture f;
    read_text(&f, "{\"speed\":\"x\",\"count\":5,\"color\":\"x\",\"on\":1,\"name\":\"\","
                  "\"tint\":\"x\",\"scale\":{\"x\":\"x\",\"y\":7},\"radius\":-1,"
                  "\"points\":[{\"x\":1},{\"x\":\"x\"}],\"labels\":{\"a\":\"ok\",\"b\":1}}");
    assert_false(f.ok);
    assert_int_equal(f.t.findings.count, 9);
    assert_true(f.s.speed == 32);
    assert_int_equal(f.s.count, 5);
    assert_int_equal(f.s.color, 1);
    assert_true(f.s.on);
    assert_text(f.s.name, "Hob");
    assert_text(f.s.tint, "#fff");
    assert_true(f.s.scale.x == 1 && f.s.scale.y == 7);
    assert_true(f.s.radius.as.number == 16);
    assert_json(f.s.points, "[{\"x\":0,\"y\":-16}]");
    assert_json(f.s.labels, "{}");
    finish(&f);
}

static void alias__stands_for_its_field_unless_that_is_there(void **state) {
    (void)state;
    fixture f;
    read_text(&f, "{\"off\":true}");
    assert_true(f.ok);
    assert_false(f.s.on);
    finish(&f);
    read_text(&f, "{\"off\":true,\"on\":true}");
    assert_true(f.ok);
    assert_true(f.s.on);
    finish(&f);
    assert_refused("{\"off\":1}", HOB_ERR_FIELD_TYPE, "/off");
}

static void findings_null__only_refused_is_kept(void **state) {
    (void)state;
    hob_test_json t;
    hob_test_json_open(&t, hob_heap_allocator(), "{\"speed\":\"x\"}");
    hob_reader reader = {.allocator = hob_heap_allocator()};
    assert_false(hob_fields_check(&reader, table, t.json.root, NULL));
    assert_true(reader.refused);
    assert_int_equal(reader.error_count, 1);
    hob_test_json_close(&t);
}

static void many_faults__places_are_found_while_findings_are_kept(void **state) {
    (void)state;
    hob_test_json t;
    hob_test_json_open(&t, hob_heap_allocator(), "{\"speed\":1}");
    t.findings.limit = 2;
    for (int i = 0; i < 5; i++) {
        hob_reader_find(&t.reader, NULL, HOB_STR("speed"), HOB_ERR_FIELD_RANGE,
                        HOB_SEVERITY_WARNING, NULL, "Number %d.", i);
    }
    assert_int_equal(t.findings.count, 2);
    assert_int_equal(t.findings.dropped, 3);
    assert_int_equal(t.findings.items[1].column, 10);
    assert_false(t.reader.refused); /* warnings refuse nothing */
    hob_test_json_close(&t);
}

/* ---- other ways in ---- */

static void read_like__same_struct_as_read(void **state) {
    (void)state;
    static const char *const texts[] = {
        "{}",
        all_written,
        "{\"scale\":{\"y\":2},\"off\":true}",
        "{\"target\":\"ent_z\",\"speed\":1,\"on\":false}", /* out of order */
        "{\"speed\":\"x\",\"scale\":{\"x\":true},\"points\":[1],\"limits\":{}}",
    };
    sample prototype;
    const hob_allocator *heap = hob_heap_allocator();
    hob_fields_default(table, 0, &prototype, heap);
    for (size_t i = 0; i < HOB_COUNT(texts); i++) {
        fixture f;
        read_text(&f, texts[i]);
        sample like;
        memset(&like, 0xAA, sizeof like);
        hob_reader reader = {.allocator = heap};
        assert_int_equal(
            hob_fields_read_like(&reader, table, &prototype, f.t.json.root, &like, NULL), f.ok);
        hob_value one = hob_fields_get(table, &f.s, heap), two = hob_fields_get(table, &like, heap);
        assert_true(hob_value_equal(one, two));
        hob_value_done(heap, &one);
        hob_value_done(heap, &two);
        hob_fields_done(table, &like, heap);
        finish(&f);
    }
    hob_fields_done(table, &prototype, heap);
}

static void read_like__equal_texts_are_shared(void **state) {
    (void)state;
    sample prototype, like;
    const hob_allocator *heap = hob_heap_allocator();
    hob_fields_default(table, 0, &prototype, heap);
    hob_test_json t;
    hob_test_json_open(&t, heap, "{\"name\":\"Hob\",\"tint\":\"#fff\",\"target\":\"ent_c\"}");
    assert_true(hob_fields_read_like(&t.reader, table, &prototype, t.json.root, &like, NULL));
    assert_ptr_equal(like.name, prototype.name);
    assert_ptr_equal(like.tint, prototype.tint);
    assert_ptr_not_equal(like.target, prototype.target);
    hob_fields_done(table, &like, heap);
    hob_fields_done(table, &prototype, heap);
    hob_test_json_close(&t);
}

static void read_value__checked_map_with_defaults(void **state) {
    (void)state;
    static const hob_field params[] = {
        HOB_P("scene", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "D."),
        HOB_P("count", INT, .default_json = "2", .doc = "D."),
        HOB_P("name", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "D."),
        HOB_P("place", OBJECT, .fields = hob_vec2_fields, .default_json = "{\"x\":1,\"y\":2}",
              .doc = "D."),
        HOB_FIELDS_END,
    };
    const hob_allocator *heap = hob_heap_allocator();
    hob_test_json t;
    hob_value map;
    hob_test_json_open(&t, heap, "{\"place\":{\"x\":5},\"scene\":\"Main\"}");
    assert_true(hob_fields_read_value(&t.reader, params, t.json.root, &map, NULL));
    assert_json(map, "{\"scene\":\"Main\",\"count\":2,\"place\":{\"x\":5,\"y\":2}}");
    hob_value_done(heap, &map);
    hob_test_json_close(&t);

    hob_test_json_open(&t, heap, "{\"scene\":\"Main\",\"cont\":1}");
    assert_false(hob_fields_read_value(&t.reader, params, t.json.root, &map, NULL));
    assert_int_equal(hob_test_json_count(&t, HOB_ERR_FIELD_UNKNOWN), 1);
    hob_test_json_close(&t);

    hob_test_json_open(&t, heap, "{}");
    assert_false(hob_fields_read_value(&t.reader, params, t.json.root, &map, NULL));
    assert_int_equal(hob_test_json_count(&t, HOB_ERR_FIELD_MISSING), 1);
    hob_test_json_close(&t);
}

static void copy__is_equal_and_apart(void **state) {
    (void)state;
    fixture f;
    read_text(&f, all_written);
    sample copy;
    const hob_allocator *a = &f.counting.allocator;
    memset(&copy, 0xAA, sizeof copy);
    hob_fields_copy(table, &copy, &f.s, a);
    assert_ptr_equal(copy.name, f.s.name);
    assert_ptr_not_equal(copy.points.as.list, f.s.points.as.list);
    hob_value one = hob_fields_get(table, &f.s, a), two = hob_fields_get(table, &copy, a);
    assert_true(hob_value_equal(one, two));
    hob_value_done(a, &one);
    hob_value_done(a, &two);
    hob_fields_done(table, &copy, a);
    finish(&f);
}

/* ---- out of memory ---- */

static bool read_body(const hob_allocator *a, void *user) {
    yyjson_val *root = user;
    sample s;
    hob_reader reader = {.allocator = a};
    bool ok = hob_fields_read(&reader, table, root, &s, NULL);
    hob_fields_done(table, &s, a);
    return ok;
}

static void no_memory__told_and_nothing_left(void **state) {
    (void)state;
    hob_test_json t;
    hob_test_json_open(&t, hob_heap_allocator(), all_written);
    assert_true(hob_test_each_failure(read_body, t.json.root, false) > 10);
    hob_test_json_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_object__all_defaults),
        cmocka_unit_test(everything_written__everything_taken),
        cmocka_unit_test(missing_axis__takes_the_fields_own_default),
        cmocka_unit_test(rule__chooses_the_second_default),
        cmocka_unit_test(int__accepts_whole_numbers_in_any_spelling),
        cmocka_unit_test(range__inclusive_but_above),
        cmocka_unit_test(null__wrong_unless_nullable),
        cmocka_unit_test(finding__has_place_and_words),
        cmocka_unit_test(subject__named_in_front_and_words_cut),
        cmocka_unit_test(enum__message_lists_and_hint_is_near),
        cmocka_unit_test(range__message_and_hint_say_the_limits),
        cmocka_unit_test(text_forms__color_and_pattern),
        cmocka_unit_test(unknown_key__told_with_the_nearest_and_not_refused),
        cmocka_unit_test(unknown_key__warning_for_scripts),
        cmocka_unit_test(runtime_key__is_no_key_of_files),
        cmocka_unit_test(strict_object__unknown_key_refuses),
        cmocka_unit_test(missing_key__told_at_the_object),
        cmocka_unit_test(absent_key__has_the_line_of_its_holder),
        cmocka_unit_test(union__findings_of_the_variant_that_was_meant),
        cmocka_unit_test(variant__unknown_type_lists_the_types),
        cmocka_unit_test(root_that_is_no_object__field_type),
        cmocka_unit_test(refused_fields__hold_defaults_and_all_faults_are_told),
        cmocka_unit_test(alias__stands_for_its_field_unless_that_is_there),
        cmocka_unit_test(findings_null__only_refused_is_kept),
        cmocka_unit_test(many_faults__places_are_found_while_findings_are_kept),
        cmocka_unit_test(read_like__same_struct_as_read),
        cmocka_unit_test(read_like__equal_texts_are_shared),
        cmocka_unit_test(read_value__checked_map_with_defaults),
        cmocka_unit_test(copy__is_equal_and_apart),
        cmocka_unit_test(no_memory__told_and_nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
