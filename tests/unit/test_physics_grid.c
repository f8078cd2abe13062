/* The broadphase against testing every pair: nothing that overlaps may be missed, wherever items
 * lie, however large they are and however far they were pushed. */
#include "components/list.h"
#include "physics/internal.h"
#include "support/testing.h"

#include "base/dmath.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 200 };

typedef struct field {
    hob_world world;
    hob_item items[MOST];
    uint32_t members[MOST];
    uint32_t count;
    hob_grid grid;
    hob_pair_list pairs;
} field;

/* A world with just what the grid needs of one: the allocator of its physics. */
static void open_field(field *f) {
    memset(f, 0, sizeof *f);
    f->world.outside.physics = hob_physics_create(hob_heap_allocator());
    assert_non_null(f->world.outside.physics);
    hob_registry *registry = NULL; /* the types that physics reads are linked by it */
    assert_int_equal(hob_registry_create(hob_heap_allocator(), &registry, NULL), HOB_OK);
    assert_int_equal(hob_components_register(registry, NULL), HOB_OK);
    hob_registry_destroy(registry);
}

static void close_field(field *f) {
    hob_grid_done(&f->grid, hob_heap_allocator());
    hob_pair_list_done(&f->pairs, hob_heap_allocator());
    hob_physics_destroy(f->world.outside.physics);
}

static double between(uint64_t *random, double low, double high) {
    return low + (high - low) * hob_test_random_below(random, 1000001) / 1000000;
}

/* Kinds of scenes: even sizes, mixed sizes, all in one place, scattered beyond reason, broken
 * numbers. */
static void fill(field *f, uint64_t *random, int kind) {
    static const double sides[] = {400, 900, 30, 1e14, 500};
    double side = sides[kind];
    f->count = 1 + hob_test_random_below(random, MOST);
    for (uint32_t i = 0; i < f->count; i++) {
        double half = kind == 0 ? 10 : between(random, 1, 12);
        bool huge = kind == 1 && hob_test_random_below(random, 20) == 0;
        f->items[i] = (hob_item){.shape = {.kind = HOB_SHAPE_BOX,
                                           .cx = between(random, -side, side),
                                           .cy = between(random, -side, side),
                                           .hw = huge ? half * 30 : half,
                                           .hh = half}};
        if (kind == 4 && hob_test_random_below(random, 10) == 0) {
            f->items[i].shape.cx = i % 2 == 0 ? HOB_INFINITY : (double)NAN;
        }
        f->members[i] = i;
    }
}

static void build(field *f, bool pushed) {
    hob_extent extent;
    hob_extent_begin(&extent);
    for (uint32_t i = 0; i < f->count; i++) {
        hob_extent_add(&extent, &f->items[i].shape);
    }
    hob_grid_build(&f->world, &f->grid, &extent, f->items, f->members, f->count, pushed);
}

static void push_some(field *f, uint64_t *random, double most) {
    for (uint32_t i = 0; i < f->count; i++) {
        if (hob_test_random_below(random, 3) == 0) {
            f->items[i].shape.cx += between(random, -most, most);
            f->items[i].shape.cy += between(random, -most, most);
            hob_grid_moved(&f->world, &f->grid, f->items, i);
        }
    }
}

static int compare_numbers(const void *a, const void *b) {
    return (int)*(const uint32_t *)a - (int)*(const uint32_t *)b;
}

static void check_queries(field *f) {
    uint32_t found[MOST];
    for (uint32_t i = 0; i < f->count; i++) {
        const hob_shape *s = &f->items[i].shape;
        uint32_t count = hob_grid_query(&f->grid, f->items, s, i, found, MOST);
        qsort(found, count, sizeof *found, compare_numbers);
        uint32_t at = 0;
        for (uint32_t j = i + 1; j < f->count; j++) {
            bool overlaps = hob_shapes_near(s, &f->items[j].shape);
            assert_int_equal(at < count && found[at] == j, overlaps);
            at += overlaps ? 1 : 0;
        }
        assert_int_equal(at, count);
    }
}

/* Every pair that overlaps now and of which no one is a stray stands in the list, in order. */
static void check_pairs(field *f) {
    bool is_stray[MOST] = {false};
    for (uint32_t i = 0; i < f->grid.stray_count; i++) {
        is_stray[f->grid.strays[i]] = true;
    }
    for (uint32_t i = 0; i < f->count; i++) {
        uint32_t at = f->pairs.starts[i];
        for (uint32_t k = at; k + 1 < f->pairs.starts[i + 1]; k++) {
            assert_true(f->pairs.highs[k] < f->pairs.highs[k + 1]);
        }
        for (uint32_t j = i + 1; j < f->count; j++) {
            while (at < f->pairs.starts[i + 1] && f->pairs.highs[at] < j) {
                at++;
            }
            bool listed = at < f->pairs.starts[i + 1] && f->pairs.highs[at] == j;
            if (!is_stray[i] && !is_stray[j] &&
                hob_shapes_near(&f->items[i].shape, &f->items[j].shape)) {
                assert_true(listed);
            }
        }
    }
}

static void queries_and_pairs__find_all_that_overlap(void **state) {
    (void)state;
    static field f;
    uint64_t random = 11;
    open_field(&f);
    for (int round = 0; round < 400; round++) {
        fill(&f, &random, round % 5);
        build(&f, round % 2 == 0);
        check_queries(&f);
        hob_grid_pairs(&f.world, &f.grid, f.count, &f.pairs);
        check_pairs(&f);
        if (!f.grid.pushed) {
            continue;
        }
        push_some(&f, &random, 2);
        check_queries(&f);
        check_pairs(&f);
        push_some(&f, &random, 300);
        check_queries(&f);
        check_pairs(&f);
    }
    close_field(&f);
}

/* Small pushes are what a step is made of: they must not make strays. */
static void small_pushes__no_strays(void **state) {
    (void)state;
    static field f;
    uint64_t random = 12;
    open_field(&f);
    do {
        fill(&f, &random, 0);
    } while (f.count < 50);
    build(&f, true);
    push_some(&f, &random, 3);
    assert_int_equal(f.grid.stray_count, 0);
    push_some(&f, &random, 100);
    assert_true(f.grid.stray_count > 0);
    close_field(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_and_pairs__find_all_that_overlap),
        cmocka_unit_test(small_pushes__no_strays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
