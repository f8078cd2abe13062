/* Rays and areas that are answered from the index are what a visit of every candidate gives: the
 * same question with a predicate that accepts all takes the other way (spec waica 2.3, 2.5). */
#include "base/dmath.h"
#include "physics/query.h"
#include "support/game.h"
#include "support/testing.h"

#include <math.h>
#include <stdio.h>

enum { COUNT = 300, QUESTIONS = 3000 };

static hob_test_game game;
static hob_random random_numbers;

static double between(double low, double high) {
    return low + (high - low) * hob_random_next(&random_numbers);
}
/* Whole numbers, so that edges often just touch. */
static double coordinate(void) {
    return floor(between(-30, 30)) * 8;
}

static hob_where accepts(void *user, hob_entity_data *e, const hob_query_info *info) {
    (void)user;
    (void)e;
    (void)info;
    return HOB_WHERE_ACCEPTS;
}

#define POLYGON                                                                             \
    "\"shape\":\"polygon\",\"points\":[{\"x\":0,\"y\":-16},{\"x\":16,\"y\":16},{\"x\":-16," \
    "\"y\":16}]"

static int setup(void **state) {
    enum { MOST = 1 << 20 };
    static const char *const colliders[] = {
        "\"width\":16,\"height\":24",
        "\"width\":8,\"height\":8,\"isTrigger\":true",
        "\"shape\":\"circle\",\"radius\":12",
        "\"width\":32,\"height\":16,\"sensed\":false",
        POLYGON,
        "\"width\":2000,\"height\":8",
    };
    hob_buf text;
    (void)state;
    random_numbers = hob_random_from_seed(5);
    hob_buf_init(&text, hob_heap_allocator(), MOST);
    for (int i = 0; i < COUNT; i++) {
        hob_buf_format(&text,
                       "%s{\"id\":\"ent_%d\",\"name\":\"E%d\",\"components\":{\"Transform\":{"
                       "\"position\":{\"x\":%g,\"y\":%g}},\"Collider\":{%s}",
                       i > 0 ? "," : "", i, i, coordinate(), coordinate(),
                       colliders[i % 50 == 0 ? 5 : i % 5]);
        hob_buf_add_cstr(&text, i == 100 || i == 200
                                    ? ",\"Tilemap\":{\"tileSize\":16,\"grid\":[\"##..#\",\".#...\","
                                      "\"..###\"]}}}"
                                    : "}}");
    }
    assert_false(text.failed);
    hob_test_game_open(&game, NULL, text.data, NULL, NULL, 1);
    hob_buf_done(&text);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

static void ray_by_either_way__the_same_hit(void **state) {
    (void)state;
    int hits = 0, tiles = 0;
    for (int i = 0; i < QUESTIONS; i++) {
        double x = coordinate(), y = coordinate(), length = between(0, 500);
        double angle = floor(between(0, 16)) * HOB_PI / 8;
        double dx = i % 2 == 0 ? hob_cos(angle) : between(-1, 1);
        double dy = i % 2 == 0 ? hob_sin(angle) : between(-1, 1);
        hob_query_filter plain = {.kinds = (uint32_t)(i % 3)}, asked = plain;
        hob_ray_hit a = {0}, b = {0};
        asked.where = accepts;
        bool is_hit = hob_query_ray(game.world, x, y, dx, dy, length, &plain, &a);
        assert_int_equal(is_hit, hob_query_ray(game.world, x, y, dx, dy, length, &asked, &b));
        if (is_hit) {
            hits++;
            tiles += a.is_tile ? 1 : 0;
            assert_true(a.entity == b.entity && a.component == b.component);
            assert_true(a.distance == b.distance && a.normal.x == b.normal.x &&
                        a.normal.y == b.normal.y);
            assert_true(a.is_tile == b.is_tile && a.column == b.column && a.row == b.row);
        }
    }
    assert_true(hits > QUESTIONS / 4 && tiles > 10);
}

static void area_by_either_way__the_same_entities(void **state) {
    (void)state;
    hob_query_result a = {.allocator = hob_heap_allocator()}, b = a;
    uint32_t all = 0;
    for (int i = 0; i < QUESTIONS; i++) {
        const hob_area area = {.shape = i % 3 == 0 ? HOB_AREA_CIRCLE : HOB_AREA_BOX,
                               .x = coordinate(),
                               .y = coordinate(),
                               .width = floor(between(0, 12)) * 8,
                               .height = floor(between(0, 12)) * 8,
                               .radius = i % 6 == 0 ? floor(between(0, 8)) * 8 : (double)NAN};
        hob_query_filter plain = {.kinds = (uint32_t)(i % 4)}, asked = plain;
        asked.where = accepts;
        hob_query_area(game.world, &area, &plain, &a);
        hob_query_area(game.world, &area, &asked, &b);
        assert_int_equal(a.count, b.count);
        for (uint32_t k = 0; k < a.count; k++) {
            assert_int_equal(a.items[k], b.items[k]);
        }
        all += a.count;
    }
    assert_true(all > QUESTIONS);
    hob_query_result_done(&a);
    hob_query_result_done(&b);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(ray_by_either_way__the_same_hit),
        CASE(area_by_either_way__the_same_entities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
