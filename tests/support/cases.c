#include "support/testing.h"

#include <stdlib.h>

const char *hob_test_cases(void) {
    const char *named = getenv("HOB_CASES");
    return named != NULL ? named : HOB_TEST_FOLDER "/../../shared/cases";
}
