/* Golden pictures: a game's picture compared with a stored one, with a tolerance for drivers and
 * font libraries. Stored under tests/golden/<name>.png; HOB_GOLDEN_WRITE=1 in the environment
 * writes them anew. What differs is written beside the running test as <name>.seen.png and
 * <name>.diff.png. */
#ifndef HOB_TESTS_GOLDEN_H
#define HOB_TESTS_GOLDEN_H

#include "session/session.h"

/* Fails the test when the pictures differ. Skips it where nothing can be drawn. */
void hob_test_golden(hob_session *session, const char *name, uint32_t width, uint32_t height,
                     bool debug);

#endif
