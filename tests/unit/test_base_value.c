#include "base/value.h"
#include "support/testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const hob_allocator *heap(void) {
    return hob_heap_allocator();
}

/* {"a": [1, "two", null, {"deep": true}], "b": entity 7, 20 more keys}: enough for a lookup table.
 */
static hob_value sample(const hob_allocator *a) {
    hob_value map = hob_value_map(a, 0);
    hob_value list = hob_value_list(a, 1);
    hob_list_add(a, list.as.list, hob_value_number(1));
    hob_list_add(a, list.as.list, hob_value_cstr(a, "two"));
    hob_list_add(a, list.as.list, HOB_VALUE_NULL);
    hob_value inner = hob_value_map(a, 1);
    hob_map_set(a, inner.as.map, HOB_STR("deep"), hob_value_bool(true));
    hob_list_add(a, list.as.list, inner);
    hob_map_set(a, map.as.map, HOB_STR("a"), list);
    hob_map_set(a, map.as.map, HOB_STR("b"), hob_value_entity(7));
    for (int i = 0; i < 20; i++) {
        char key[16];
        (void)snprintf(key, sizeof key, "k%d", i);
        hob_map_set(a, map.as.map, hob_str_from(key), hob_value_number(i));
    }
    return map;
}

static void copy__is_equal_and_apart(void **state) {
    (void)state;
    hob_counting_allocator c;
    hob_counting_allocator_init(&c, heap());
    hob_value v = sample(heap());
    hob_value copy = hob_value_copy(&c.allocator, v);
    assert_true(hob_value_equal(v, copy));
    assert_true(hob_value_equal(copy, v));
    hob_list *list = hob_value_get(copy, "a").as.list;
    hob_map_set(&c.allocator, list->items[3].as.map, HOB_STR("deep"), hob_value_bool(false));
    assert_false(hob_value_equal(v, copy));
    hob_value_done(heap(), &v);
    assert_int_equal(v.tag, HOB_TAG_NULL);
    assert_true(hob_str_is(hob_value_str(hob_list_get(list, 1)), "two"));
    hob_value_done(&c.allocator, &copy);
    assert_int_equal(c.live_blocks, 0);
}

static void keep__shares_texts_and_nothing_else(void **state) {
    (void)state;
    hob_counting_allocator c;
    hob_counting_allocator_init(&c, heap());
    hob_value v = sample(&c.allocator);
    hob_value kept = hob_value_keep(&c.allocator, v);
    hob_list *one = hob_value_get(v, "a").as.list, *two = hob_value_get(kept, "a").as.list;
    assert_ptr_not_equal(one, two);
    assert_ptr_equal(one->items[1].as.text, two->items[1].as.text);
    assert_int_equal(one->items[1].as.text->refs, 2);
    hob_value_done(&c.allocator, &v);
    assert_true(hob_str_is(hob_value_str(two->items[1]), "two"));
    hob_value_done(&c.allocator, &kept);
    assert_int_equal(c.live_blocks, 0);
}

static void equal__knows_nan_and_signed_zero(void **state) {
    (void)state;
    assert_true(hob_value_equal(hob_value_number((double)NAN), hob_value_number(-(double)NAN)));
    assert_false(hob_value_equal(hob_value_number(0.0), hob_value_number(-0.0)));
    assert_false(hob_value_equal(hob_value_number((double)NAN), hob_value_number(0)));
    assert_false(hob_value_equal(HOB_VALUE_NULL, HOB_VALUE_ABSENT));
    assert_false(hob_value_equal(hob_value_number(1), hob_value_bool(true)));
    assert_true(hob_value_equal(hob_value_entity(3), hob_value_entity(3)));
    hob_value f = {.tag = HOB_TAG_SCRIPT, .as.script = {.index = 1, .kind = 1}};
    hob_value g = {.tag = HOB_TAG_SCRIPT, .as.script = {.index = 2, .kind = 1}};
    assert_true(hob_value_equal(f, f));
    assert_false(hob_value_equal(f, g));
}

static void equal_maps__in_another_order_are_equal(void **state) {
    (void)state;
    hob_value a = hob_value_map(heap(), 0), b = hob_value_map(heap(), 0);
    hob_map_set(heap(), a.as.map, HOB_STR("x"), hob_value_number(1));
    hob_map_set(heap(), a.as.map, HOB_STR("y"), hob_value_number(2));
    hob_map_set(heap(), b.as.map, HOB_STR("y"), hob_value_number(2));
    assert_false(hob_value_equal(a, b));
    hob_map_set(heap(), b.as.map, HOB_STR("x"), hob_value_number(1));
    assert_true(hob_value_equal(a, b));
    hob_map_set(heap(), b.as.map, HOB_STR("x"), HOB_VALUE_NULL);
    assert_false(hob_value_equal(a, b));
    hob_value_done(heap(), &a);
    hob_value_done(heap(), &b);
}

static void list__insert_set_remove_resize(void **state) {
    (void)state;
    hob_value v = hob_value_list(heap(), 0);
    hob_list *list = v.as.list;
    for (int i = 0; i < 10; i++) {
        hob_list_add(heap(), list, hob_value_number(i));
    }
    hob_list_insert(heap(), list, 0, hob_value_cstr(heap(), "first"));
    hob_list_insert(heap(), list, 99, hob_value_cstr(heap(), "ignored"));
    assert_int_equal(list->count, 11);
    assert_int_equal(hob_list_get(list, 1).as.number, 0);
    hob_list_remove(heap(), list, 0);
    hob_list_remove(heap(), list, 99);
    assert_int_equal(hob_list_get(list, 9).as.number, 9);
    assert_int_equal(hob_list_get(list, 10).tag, HOB_TAG_ABSENT);
    hob_list_set(heap(), list, 10, hob_value_bool(true)); /* appends */
    hob_list_set(heap(), list, 12, hob_value_cstr(heap(), "ignored"));
    assert_int_equal(list->count, 11);
    hob_list_resize(heap(), list, 14);
    assert_int_equal(hob_list_get(list, 13).tag, HOB_TAG_NULL);
    uint32_t revision = list->revision;
    hob_list_resize(heap(), list, 14);
    assert_int_equal(list->revision, revision);
    hob_list_resize(heap(), list, 2);
    assert_int_equal(list->count, 2);
    assert_true(list->revision != revision);
    hob_value_done(heap(), &v);
}

/* Against a plain array of the expected pairs, with lookup tables growing and shrinking below. */
static void map_torture__agrees_with_a_plain_array(void **state) {
    (void)state;
    enum { KEYS = 300 };
    uint64_t random = 1;
    struct {
        int key;
        double value;
    } expected[KEYS];
    int count = 0;
    hob_counting_allocator c;
    hob_counting_allocator_init(&c, heap());
    hob_value v = hob_value_map(&c.allocator, 0);
    for (int round = 0; round < 20000; round++) {
        int key = (int)hob_test_random_below(&random, KEYS);
        char name[16];
        (void)snprintf(name, sizeof name, "key-%d", key);
        int at = 0;
        while (at < count && expected[at].key != key) {
            at++;
        }
        if (hob_test_random_below(&random, 100) < (round / 4000 % 2 ? 70u : 30u)) {
            assert_int_equal(hob_map_remove(&c.allocator, v.as.map, hob_str_from(name)),
                             at < count);
            if (at < count) {
                memmove(expected + at, expected + at + 1,
                        (size_t)(count - at - 1) * sizeof *expected);
                count--;
            }
        } else {
            assert_true(
                hob_map_set(&c.allocator, v.as.map, hob_str_from(name), hob_value_number(round)));
            count += at == count;
            expected[at].key = key;
            expected[at].value = round;
        }
        assert_int_equal(v.as.map->count, count);
        if (round % 50 == 0) {
            for (int i = 0; i < count; i++) {
                (void)snprintf(name, sizeof name, "key-%d", expected[i].key);
                assert_string_equal(hob_text_cstr(v.as.map->entries[i].key), name);
                assert_int_equal(hob_value_get_number(v, name, -1), (int)expected[i].value);
            }
        }
    }
    hob_map_clear(&c.allocator, v.as.map);
    assert_int_equal(hob_map_get(v.as.map, HOB_STR("key-1")).tag, HOB_TAG_ABSENT);
    assert_true(hob_map_set(&c.allocator, v.as.map, HOB_STR("key-1"), HOB_VALUE_NULL));
    hob_value_done(&c.allocator, &v);
    assert_int_equal(c.live_blocks, 0);
}

static void map_keys__may_hold_nul_and_be_empty(void **state) {
    (void)state;
    hob_value v = hob_value_map(heap(), 0);
    hob_map_set(heap(), v.as.map, HOB_STR(""), hob_value_number(1));
    hob_map_set(heap(), v.as.map, HOB_STR("a\0b"), hob_value_number(2));
    assert_int_equal(hob_map_get(v.as.map, HOB_STR("")).as.number, 1);
    assert_int_equal(hob_map_get(v.as.map, HOB_STR("a\0b")).as.number, 2);
    assert_int_equal(hob_map_get(v.as.map, HOB_STR("a")).tag, HOB_TAG_ABSENT);
    *hob_map_find(v.as.map, HOB_STR("")) = hob_value_number(3);
    assert_int_equal(hob_value_get_number(v, "", 0), 3);
    hob_value_done(heap(), &v);
}

static void readers__give_the_default_for_another_kind(void **state) {
    (void)state;
    hob_value v = sample(heap());
    assert_int_equal(hob_value_get_number(v, "k3", -1), 3);
    assert_int_equal(hob_value_get_number(v, "a", -1), -1);
    assert_int_equal(hob_value_get_number(HOB_VALUE_NULL, "a", -1), -1);
    assert_true(hob_value_get_bool(v, "nothing", true));
    assert_true(hob_str_is(hob_value_get_str(v, "k3", "none"), "none"));
    assert_true(hob_value_is_absent(HOB_VALUE_NULL));
    assert_true(hob_value_is_absent(hob_value_get(v, "zzz")));
    assert_false(hob_value_is_absent(v));
    hob_value_done(heap(), &v);
}

static uint64_t hash_of(hob_value v) {
    hob_hash hash;
    hob_hash_init(&hash);
    hob_value_hash(&hash, v);
    return hob_hash_end(&hash);
}

static uint64_t serial_of(void *user, uint64_t entity) {
    (void)user;
    return entity == 7 ? 1000 : 0;
}

/* The bytes of the table in the specification, written out by hand. */
static void hash__is_that_of_the_stated_bytes(void **state) {
    (void)state;
    hob_value v = hob_value_map(heap(), 0);
    hob_value list = hob_value_list(heap(), 0);
    hob_list_add(heap(), list.as.list, HOB_VALUE_NULL);
    hob_list_add(heap(), list.as.list, hob_value_bool(true));
    hob_list_add(heap(), list.as.list, hob_value_number(-0.0));
    hob_list_add(heap(), list.as.list, hob_value_entity(7));
    hob_value f = {.tag = HOB_TAG_SCRIPT, .as.script = {.index = 9, .kind = 2, .language = 1}};
    hob_list_add(heap(), list.as.list, f);
    hob_map_set(heap(), v.as.map, HOB_STR("k"), list);
    static const unsigned char bytes[] = {
        6, 1, 0, 0, 0, 4, 1, 0, 0, 0,    'k', 5, 5, 0, 0, 0, 0, 1, 1, 3,
        0, 0, 0, 0, 0, 0, 0, 0, 7, 0xE8, 3,   0, 0, 0, 0, 0, 0, 8, 2,
    };
    hob_hash hash;
    hob_hash_init(&hash);
    hob_value_hash_with(&hash, v, serial_of, NULL);
    assert_true(hob_hash_end(&hash) == hob_hash_once(bytes, sizeof bytes));
    hob_value_done(heap(), &v);
    assert_true(hash_of(hob_value_number((double)NAN)) == hash_of(hob_value_number(-(double)NAN)));
    assert_true(hash_of(HOB_VALUE_NULL) == hash_of(HOB_VALUE_ABSENT));
}

static bool build_sample(const hob_allocator *a, void *user) {
    (void)user;
    hob_value map = hob_value_map(a, 2);
    if (map.tag != HOB_TAG_MAP) {
        return false;
    }
    bool ok = true;
    for (int i = 0; i < 15 && ok; i++) {
        char key[16];
        (void)snprintf(key, sizeof key, "k%d", i);
        hob_value list = hob_value_list(a, (uint32_t)i % 2);
        ok = list.tag == HOB_TAG_LIST;
        for (int k = 0; k < 6 && ok; k++) {
            hob_value text = hob_value_cstr(a, "text");
            ok = text.tag == HOB_TAG_TEXT && hob_list_add(a, list.as.list, text);
        }
        ok = ok && hob_list_resize(a, list.as.list, 20);
        if (ok) {
            ok = hob_map_set(a, map.as.map, hob_str_from(key), list);
        } else {
            hob_value_done(a, &list);
        }
    }
    hob_value_done(a, &map);
    return ok;
}

static bool copy_sample(const hob_allocator *a, void *user) {
    hob_value copy = hob_value_copy(a, *(hob_value *)user);
    bool ok = copy.tag == HOB_TAG_MAP;
    assert_true(ok || copy.tag == HOB_TAG_ABSENT);
    assert_true(!ok || hob_value_equal(copy, *(hob_value *)user));
    hob_value_done(a, &copy);
    return ok;
}

static bool keep_sample(const hob_allocator *a, void *user) {
    hob_value kept = hob_value_keep(a, *(hob_value *)user);
    bool ok = kept.tag == HOB_TAG_MAP;
    hob_value_done(a, &kept);
    return ok;
}

static void value_oom__nothing_is_lost_or_left(void **state) {
    (void)state;
    assert_true(hob_test_each_failure(build_sample, NULL, false) > 100);
    hob_value v = sample(heap());
    assert_true(hob_test_each_failure(copy_sample, &v, false) > 25);
    assert_true(hob_test_each_failure(keep_sample, &v, false) >= 6);
    hob_value_done(heap(), &v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copy__is_equal_and_apart),
        cmocka_unit_test(keep__shares_texts_and_nothing_else),
        cmocka_unit_test(equal__knows_nan_and_signed_zero),
        cmocka_unit_test(equal_maps__in_another_order_are_equal),
        cmocka_unit_test(list__insert_set_remove_resize),
        cmocka_unit_test(map_torture__agrees_with_a_plain_array),
        cmocka_unit_test(map_keys__may_hold_nul_and_be_empty),
        cmocka_unit_test(readers__give_the_default_for_another_kind),
        cmocka_unit_test(hash__is_that_of_the_stated_bytes),
        cmocka_unit_test(value_oom__nothing_is_lost_or_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
