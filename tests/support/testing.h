/* cmocka with what it needs before it, and the loops that tests of memory share. */
#ifndef HOB_TESTS_TESTING_H
#define HOB_TESTS_TESTING_H

#include "base/alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Runs `body` on an allocator whose first, second, third... call fails, until a run meets no
 * failure. The body returns whether it went through, and has freed all it made either way: blocks
 * that stay are a failed test. A body that goes through although a call failed is a failed test
 * too, unless `may_recover`. Returns the number of calls of a whole run. */
uint64_t hob_test_each_failure(bool (*body)(const hob_allocator *a, void *user), void *user,
                               bool may_recover);

/* A small repeatable generator for test data (splitmix64). */
uint64_t hob_test_random(uint64_t *state);
/* From 0 to limit - 1. */
uint32_t hob_test_random_below(uint64_t *state, uint32_t limit);

/* Fails the test when two numbers are further apart than `within`, or one is none. */
void hob_test_near(double seen, double wanted, double within);

/* The folder of the case collection: $HOB_CASES, else shared/cases beside the repository. It may
 * not be there: tests that want a file of it are skipped then. */
const char *hob_test_cases(void);

#endif
