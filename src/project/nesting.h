/* How prefabs contain each other (spec hob 1.4): at most 16 deep, never in a circle. */
#ifndef HOB_PROJECT_NESTING_H
#define HOB_PROJECT_NESTING_H

#include "project/project.h"

#define HOB_NESTING_MAX 16

typedef struct hob_nesting hob_nesting;

/* Reads every prefab that can be read. In the arena, which has a guard. */
hob_nesting *hob_nesting_measure(hob_project *project, hob_arena *arena);
/* Why an instance of `inner` (a prefab's id) must not stand in the prefab with this place in the
 * asset list; null when it may. */
const char *hob_nesting_refusal(const hob_nesting *nesting, size_t outer, hob_str inner);
/* Whether the first prefab holds an instance of the second one, however deep. */
bool hob_nesting_contains(const hob_nesting *nesting, hob_str outer, hob_str inner);

#endif
