/* SHA-256 (FIPS 180-4), for digests that tests compare with published ones. */
#ifndef HOB_TESTS_SHA256_H
#define HOB_TESTS_SHA256_H

#include <stddef.h>

/* 64 lower-case hex digits and NUL. */
void hob_test_sha256(const void *data, size_t length, char out[65]);

#endif
