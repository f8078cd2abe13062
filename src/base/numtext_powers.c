#include "base/numtext_wide.h"

static const hob_numtext__wide powers[] = {
#include "base/numtext_powers.inc"
};

_Static_assert(sizeof powers / sizeof powers[0] ==
                   HOB_NUMTEXT__LAST_POWER - HOB_NUMTEXT__FIRST_POWER + 1,
               "the table and its range differ");

hob_numtext__wide hob_numtext__power(int q) {
    return powers[q - HOB_NUMTEXT__FIRST_POWER];
}
