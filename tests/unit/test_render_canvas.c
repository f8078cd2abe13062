/* The canvas: batches, and that they never change what is drawn in which order. No GPU. */
#include "render/canvas.h"
#include "support/testing.h"

#include <string.h>

static hob_canvas canvas;

static int begin(void **state) {
    (void)state;
    hob_canvas_init(&canvas, hob_heap_allocator());
    hob_canvas_begin(&canvas, 320, 200);
    return 0;
}

static int end(void **state) {
    (void)state;
    hob_canvas_done(&canvas);
    return 0;
}

static void add(uint32_t texture, float x) {
    hob_quad *quad = hob_canvas_add(&canvas, texture != 0 ? HOB_QUAD_PICTURE : HOB_QUAD_FLAT,
                                    (hob_canvas_texture){texture, false});
    memset(quad->corner, 0, sizeof quad->corner);
    quad->corner[0][0] = x;
}

static void bat01_one_texture__one_batch(void **state) {
    (void)state;
    for (int i = 0; i < 100; i++) {
        add(1, (float)i);
    }
    assert_int_equal(hob_canvas_batches(&canvas), 1);
    assert_int_equal(canvas.steps[0].count, 100);
}

static void bat09_alternating_textures__one_batch_in_order(void **state) {
    (void)state;
    for (int i = 0; i < 40; i++) {
        add(1 + (uint32_t)i % 2, (float)i);
    }
    assert_int_equal(hob_canvas_batches(&canvas), 1);
    for (uint32_t i = 0; i < 40; i++) {
        assert_true(canvas.quads[i].corner[0][0] == (float)i);
        assert_int_equal(canvas.steps[0].textures[canvas.quads[i].slot].id, 1 + i % 2);
    }
}

static void more_textures_than_slots__another_batch(void **state) {
    (void)state;
    for (uint32_t i = 0; i < HOB_CANVAS_SLOTS + 1; i++) {
        add(i + 1, 0);
    }
    assert_int_equal(hob_canvas_batches(&canvas), 2);
    assert_int_equal(canvas.steps[0].count, HOB_CANVAS_SLOTS);
    assert_int_equal(canvas.steps[1].count, 1);
    add(1, 0);
    assert_int_equal(hob_canvas_batches(&canvas), 2); /* there is room in the second */
}

static void shapes_between_pictures__no_cut(void **state) {
    (void)state;
    add(1, 0);
    add(0, 1);
    add(2, 2);
    assert_int_equal(hob_canvas_batches(&canvas), 1);
}

static void same_picture_two_filters__two_slots(void **state) {
    (void)state;
    add(1, 0);
    (void)hob_canvas_add(&canvas, HOB_QUAD_PICTURE, (hob_canvas_texture){1, true});
    assert_int_equal(hob_canvas_batches(&canvas), 1);
    assert_int_equal(canvas.steps[0].texture_count, 2);
}

static void blend_clip_and_group__cut(void **state) {
    (void)state;
    const hob_clip clip = {0, 0, 10, 10};
    const float clear[4] = {0, 0, 0, 0};
    add(1, 0);
    hob_canvas_set_blend(&canvas, HOB_CANVAS_ADDITIVE);
    add(1, 1);
    hob_canvas_set_blend(&canvas, HOB_CANVAS_NORMAL);
    add(1, 2);
    hob_canvas_set_clip(&canvas, &clip);
    add(1, 3);
    hob_canvas_set_clip(&canvas, &clip); /* the same */
    add(1, 4);
    hob_canvas_set_clip(&canvas, NULL);
    hob_canvas_begin_group(&canvas, clear);
    add(1, 5);
    hob_canvas_end_group(&canvas, HOB_CANVAS_MULTIPLY, NULL);
    add(1, 6);
    assert_int_equal(hob_canvas_batches(&canvas), 6);
    assert_int_equal(canvas.step_count, 8);
}

static void bat06_bat08_another_picture_of_the_size__no_new_memory(void **state) {
    (void)state;
    hob_counting_allocator counter;
    hob_counting_allocator_init(&counter, hob_heap_allocator());
    hob_canvas own;
    hob_canvas_init(&own, &counter.allocator);
    uint64_t calls = 0;
    for (int picture = 0; picture < 5; picture++) {
        hob_canvas_begin(&own, 100, 100);
        for (uint32_t i = 0; i < 500u - 50u * (uint32_t)picture; i++) {
            (void)hob_canvas_add(&own, HOB_QUAD_PICTURE, (hob_canvas_texture){i % 20 + 1, false});
        }
        if (picture == 0) {
            calls = counter.calls;
        }
        assert_int_equal(counter.calls, calls);
        assert_int_equal(own.quad_count, 500 - 50 * picture);
    }
    hob_canvas_done(&own);
    assert_int_equal(counter.live_blocks, 0);
}

static bool fills(const hob_allocator *a, void *user) {
    (void)user;
    hob_canvas own;
    hob_canvas_init(&own, a);
    hob_canvas_begin(&own, 100, 100);
    for (uint32_t i = 0; i < 300; i++) {
        hob_canvas_set_blend(&own, (hob_canvas_blend)(i % 4));
        hob_canvas_add(&own, HOB_QUAD_PICTURE, (hob_canvas_texture){i + 1, false})->uv[0] = 1;
    }
    bool whole = !own.failed && own.quad_count == 300;
    hob_canvas_done(&own);
    return whole;
}

static void without_memory__says_so(void **state) {
    (void)state;
    assert_true(hob_test_each_failure(fills, NULL, false) > 4);
}

/* ---- batched as unbatched: the same quads, textures and states in the same order ---- */

static void fill_at_random(hob_canvas *c, uint64_t seed) {
    const hob_clip clips[2] = {{0, 0, 50, 50}, {10, 10, 30, 30}};
    const float clear[4] = {0, 0, 0, 0};
    hob_canvas_begin(c, 320, 200);
    int depth = 0;
    for (int i = 0; i < 400; i++) {
        switch (hob_test_random_below(&seed, 12)) {
        case 0:
            hob_canvas_set_blend(c, (hob_canvas_blend)hob_test_random_below(&seed, 4));
            break;
        case 1: {
            uint32_t which = hob_test_random_below(&seed, 3);
            hob_canvas_set_clip(c, which == 2 ? NULL : &clips[which]);
            break;
        }
        case 2:
            if (depth < 2) {
                hob_canvas_begin_group(c, clear);
                depth++;
            }
            break;
        case 3:
            if (depth > 0) {
                hob_canvas_end_group(c, HOB_CANVAS_NORMAL, NULL);
                depth--;
            }
            break;
        default: {
            uint32_t texture = hob_test_random_below(&seed, 24);
            bool smooth = hob_test_random_below(&seed, 2) != 0;
            hob_quad *quad = hob_canvas_add(c, texture != 0 ? HOB_QUAD_PICTURE : HOB_QUAD_CIRCLE,
                                            (hob_canvas_texture){texture, texture != 0 && smooth});
            memset(quad->corner, 0, sizeof quad->corner);
            quad->corner[0][0] = (float)i;
            quad->color[0] = (uint8_t)i;
        }
        }
    }
}

/* The canvas as if nothing were batched: a line a quad, a mark a group. */
typedef struct line {
    int mark; /* 1 begin, 2 end of a group; 0 a quad */
    float x;
    uint8_t kind, color;
    hob_canvas_texture texture;
    hob_canvas_blend blend;
    bool clipped;
    hob_clip clip;
} line;

static uint32_t flatten(const hob_canvas *c, line *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->step_count; i++) {
        const hob_canvas_step *step = &c->steps[i];
        if (step->kind != HOB_STEP_QUADS) {
            memset(&out[count], 0, sizeof *out);
            out[count++].mark = step->kind == HOB_STEP_BEGIN_GROUP ? 1 : 2;
            continue;
        }
        for (uint32_t k = step->first; k < step->first + step->count; k++) {
            const hob_quad *quad = &c->quads[k];
            line *l = &out[count++];
            memset(l, 0, sizeof *l);
            l->x = quad->corner[0][0];
            l->kind = quad->kind;
            l->color = quad->color[0];
            if (quad->kind == HOB_QUAD_PICTURE) {
                l->texture.id = step->textures[quad->slot].id;
                l->texture.smooth = step->textures[quad->slot].smooth;
            }
            l->blend = step->blend;
            l->clipped = step->clipped;
            l->clip = step->clip;
        }
    }
    return count;
}

static void bat05_random_pictures__drawn_as_without_batches(void **state) {
    (void)state;
    static line batched[1000], single[1000];
    hob_canvas cut;
    hob_canvas_init(&cut, hob_heap_allocator());
    cut.cut = true;
    uint32_t fewer = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        fill_at_random(&canvas, seed);
        fill_at_random(&cut, seed);
        uint32_t count = flatten(&canvas, batched);
        assert_int_equal(flatten(&cut, single), count);
        for (uint32_t i = 0; i < count; i++) {
            if (memcmp(&batched[i], &single[i], sizeof(line)) != 0) {
                fail_msg("seed %d: line %u differs", (int)seed, (unsigned)i);
            }
        }
        assert_int_equal(hob_canvas_batches(&cut), cut.quad_count);
        fewer += hob_canvas_batches(&canvas) < hob_canvas_batches(&cut);
    }
    assert_int_equal(fewer, 200);
    hob_canvas_done(&cut);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bat01_one_texture__one_batch, begin, end),
        cmocka_unit_test_setup_teardown(bat09_alternating_textures__one_batch_in_order, begin, end),
        cmocka_unit_test_setup_teardown(more_textures_than_slots__another_batch, begin, end),
        cmocka_unit_test_setup_teardown(shapes_between_pictures__no_cut, begin, end),
        cmocka_unit_test_setup_teardown(same_picture_two_filters__two_slots, begin, end),
        cmocka_unit_test_setup_teardown(blend_clip_and_group__cut, begin, end),
        cmocka_unit_test(bat06_bat08_another_picture_of_the_size__no_new_memory),
        cmocka_unit_test(without_memory__says_so),
        cmocka_unit_test_setup_teardown(bat05_random_pictures__drawn_as_without_batches, begin,
                                        end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
