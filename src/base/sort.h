/* Stable sorting in place, without memory of its own: what qsort does not promise (order of equals,
 * no heap).
 *
 * The order of the result depends on nothing but the items and the comparison. Nearly sorted input
 * is cheap. */
#ifndef HOB_BASE_SORT_H
#define HOB_BASE_SORT_H

#include "base/base.h"

/* As for qsort: below 0, 0 or above 0 for a before, equal to or after b. */
typedef int hob_sort_compare(const void *a, const void *b);

/* `size` is the size of one item in bytes. */
void hob_sort(void *items, size_t count, size_t size, hob_sort_compare *compare);

/* The same for items that lie in a few ascending stretches: merges neighbouring ones, with room for
 * all items in `other`. */
void hob_sort_stretches(void *items, size_t count, size_t size, hob_sort_compare *compare,
                        void *other);

#endif
