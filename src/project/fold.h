/* Names that a careless file system takes for equal: the same text when case and Unicode normal
 * form are left out (spec hob 1.1, PATH_CASE). */
#ifndef HOB_PROJECT_FOLD_H
#define HOB_PROJECT_FOLD_H

#include "base/text.h"

/* Two texts differ only in case or normal form when their folded forms are equal. In the arena,
 * which has a guard; the view itself when nothing changes. */
hob_str hob_fold(hob_arena *arena, hob_str text);

#endif
