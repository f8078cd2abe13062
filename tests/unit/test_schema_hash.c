#include "schema/read.h"
#include "support/testing.h"

typedef struct thing {
    double x;
    int32_t n, kind;
    bool on;
    hob_text *name, *note;
    hob_vec2 at;
    hob_value seat, list;
    uint64_t target;
    hob_text *path;
} thing;

static const char *const kind_names[] = {"a", "b", NULL};
static const hob_field item = {.name = "", .type = HOB_FIELD_ANY, .doc = "D."};

static const hob_field table[] = {
    {HOB_AT(thing, x, "x", NUMBER), .doc = "D."},
    {HOB_AT(thing, n, "n", INT), .doc = "D."},
    {HOB_AT(thing, kind, "kind", ENUM), .names = kind_names, .doc = "D."},
    {HOB_AT(thing, on, "on", BOOL), .doc = "D."},
    {HOB_AT(thing, name, "name", TEXT), .flags = HOB_FIELD_STATIC, .doc = "D."},
    {HOB_AT(thing, note, "note", TEXT), .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE,
     .doc = "D."},
    {HOB_AT(thing, at, "at", OBJECT), .fields = hob_vec2_fields, .doc = "D."},
    {HOB_AT(thing, seat, "seat", INT), .flags = HOB_FIELD_NULLABLE, .doc = "D."},
    {HOB_AT(thing, list, "list", LIST), .flags = HOB_FIELD_STATIC, .element = &item, .doc = "D."},
    {HOB_AT(thing, target, "target", HANDLE), .flags = HOB_FIELD_RUNTIME, .doc = "D."},
    {HOB_AT(thing, path, "path", TEXT), .flags = HOB_FIELD_STATIC | HOB_FIELD_UNHASHED,
     .doc = "D."},
    HOB_FIELDS_END,
};

static uint64_t hash_of(const thing *t, bool statics) {
    hob_hash hash;
    hob_hash_init(&hash);
    hob_fields_hash(table, t, statics, &hash);
    return hob_hash_end(&hash);
}

/* The byte stream of spec hob 10, written out by hand. */
static void moving_fields__bytes_of_the_spec(void **state) {
    (void)state;
    thing t = {.x = 1.5, .n = -2, .kind = 1, .on = true, .at = {-0.0, 4}, .target = 7};
    t.seat = hob_value_number(3);
    hob_hash hash;
    hob_hash_init(&hash);
    hob_hash_u8(&hash, 3);
    hob_hash_double(&hash, 1.5);
    hob_hash_u8(&hash, 2);
    hob_hash_u64(&hash, (uint64_t)INT64_C(-2));
    hob_hash_u8(&hash, 4);
    hob_hash_u32(&hash, 1);
    hob_hash_bytes(&hash, "b", 1);
    hob_hash_u8(&hash, 1);
    hob_hash_u8(&hash, 1);
    hob_hash_u8(&hash, 3);
    hob_hash_double(&hash, 0);
    hob_hash_u8(&hash, 3);
    hob_hash_double(&hash, 4);
    hob_hash_u8(&hash, 2);
    hob_hash_u64(&hash, 3);
    hob_hash_u8(&hash, 7);
    hob_hash_u64(&hash, 7);
    assert_int_equal(hash_of(&t, false), hob_hash_end(&hash));
}

static void static_fields__bytes_of_the_spec(void **state) {
    (void)state;
    const hob_allocator *heap = hob_heap_allocator();
    thing t = {.list = hob_value_list(heap, 0)};
    hob_hash hash;
    hob_hash_init(&hash);
    hob_hash_u8(&hash, 4); /* no text is the empty one */
    hob_hash_u32(&hash, 0);
    hob_hash_u8(&hash, 0); /* but null where null is allowed */
    hob_hash_u8(&hash, 5);
    hob_hash_u32(&hash, 0);
    assert_int_equal(hash_of(&t, true), hob_hash_end(&hash));

    t.note = hob_text_create(heap, HOB_STR(""));
    assert_int_not_equal(hash_of(&t, true), hob_hash_end(&hash));
    uint64_t before = hash_of(&t, true);
    t.path = hob_text_create(heap, HOB_STR("scripts/a.lua"));
    assert_int_equal(hash_of(&t, true), before); /* not hashed */
    hob_fields_done(table, &t, heap);
}

static uint64_t serial_of(void *user, uint64_t entity) {
    (void)user;
    return entity == 7 ? 0 : entity + 100;
}

static void handle__fed_as_its_serial(void **state) {
    (void)state;
    thing live = {.target = 8}, dead = {.target = 7}, none = {.target = 0};
    uint64_t hashes[3];
    thing *all[3] = {&live, &dead, &none};
    for (int i = 0; i < 3; i++) {
        hob_hash hash;
        hob_hash_init(&hash);
        hob_fields_hash_with(table, all[i], false, &hash, serial_of, NULL);
        hashes[i] = hob_hash_end(&hash);
    }
    assert_int_not_equal(hashes[0], hashes[1]);
    assert_int_equal(hashes[1], hashes[2]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moving_fields__bytes_of_the_spec),
        cmocka_unit_test(static_fields__bytes_of_the_spec),
        cmocka_unit_test(handle__fed_as_its_serial),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
