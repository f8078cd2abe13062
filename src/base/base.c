/* Assertions: the only place in the library that writes to a stream, on its way to abort(). */
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>

void hob_assert_failed(const char *text, const char *file, int line) {
    (void)fprintf(stderr, "hob: assertion failed: %s (%s:%d)\n", text, file, line);
    abort();
}

bool hob_never(bool happened, const char *text, const char *file, int line) {
#ifdef HOB_CHECKS
    if (happened) {
        hob_assert_failed(text, file, line);
    }
#else
    (void)text;
    (void)file;
    (void)line;
#endif
    return happened;
}
