#include "support/testing.h"

#define MOST_CALLS 100000

uint64_t hob_test_each_failure(bool (*body)(const hob_allocator *a, void *user), void *user,
                               bool may_recover) {
    for (uint64_t fail_at = 1; fail_at < MOST_CALLS; fail_at++) {
        hob_counting_allocator counting;
        hob_counting_allocator_init(&counting, hob_heap_allocator());
        counting.fail_at = fail_at;
        bool went_through = body(&counting.allocator, user);
        if (counting.live_blocks != 0 || counting.live_bytes != 0) {
            fail_msg("call %llu failed and left %zu blocks, %zu bytes", (unsigned long long)fail_at,
                     counting.live_blocks, counting.live_bytes);
        }
        if (counting.calls < fail_at) {
            assert_true(went_through);
            return counting.calls;
        }
        if (went_through && !may_recover) {
            fail_msg("call %llu failed and nobody noticed", (unsigned long long)fail_at);
        }
    }
    fail_msg("still failing after %d calls", MOST_CALLS);
    return 0;
}

uint64_t hob_test_random(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

uint32_t hob_test_random_below(uint64_t *state, uint32_t limit) {
    return (uint32_t)((hob_test_random(state) >> 32) * limit >> 32);
}

void hob_test_near(double seen, double wanted, double within) {
    double apart = seen > wanted ? seen - wanted : wanted - seen;
    if (!(apart <= within)) {
        fail_msg("%.17g is not within %g of %.17g", seen, within, wanted);
    }
}
