#include "base/sort.h"

#include <string.h>

/* Insertion sort of short stretches, then merges in place: where two sorted neighbours overlap, the
 * middle part is exchanged and both halves are merged on their own. */
#define STRETCH ((size_t)12)

typedef struct sorter {
    char *items;
    size_t size;
    hob_sort_compare *compare;
} sorter;

static char *item(const sorter *s, size_t index) {
    return s->items + index * s->size;
}

static bool is_before(const sorter *s, size_t a, size_t b) {
    return s->compare(item(s, a), item(s, b)) < 0;
}

static void swap_bytes(char *a, char *b, size_t size) {
    char part[64];
    while (size > 0) {
        size_t step = size < sizeof part ? size : sizeof part;
        memcpy(part, a, step);
        memcpy(a, b, step);
        memcpy(b, part, step);
        a += step;
        b += step;
        size -= step;
    }
}

static void insertion_sort(const sorter *s, size_t first, size_t end) {
    for (size_t i = first + 1; i < end; i++) {
        for (size_t j = i; j > first && is_before(s, j, j - 1); j--) {
            swap_bytes(item(s, j), item(s, j - 1), s->size);
        }
    }
}

/* Exchanges the neighbours [first, middle) and [middle, end), both kept in order. */
static void exchange(const sorter *s, size_t first, size_t middle, size_t end) {
    size_t left = middle - first, right = end - middle;
    while (left > 0 && right > 0) {
        size_t step = left < right ? left : right;
        if (left <= right) {
            swap_bytes(item(s, first), item(s, first + left), step * s->size);
            first += step;
            right -= step;
        } else {
            swap_bytes(item(s, first + left - right), item(s, first + left), step * s->size);
            left -= step;
        }
    }
}

/* The first index in [first, end) whose item comes after (or, with `equal_too`, not before) that of
 * `key`. */
static size_t bound(const sorter *s, size_t first, size_t end, size_t key, bool equal_too) {
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        bool lower = equal_too ? is_before(s, middle, key) : !is_before(s, key, middle);
        if (lower) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first;
}

/* Merges the sorted neighbours [first, middle) and [middle, end): the middle item of the longer one
 * goes to its final place, and what lies on either side of it is merged. The depth is the logarithm
 * of the length. */
static void merge(const sorter *s, size_t first, size_t middle, size_t end) {
    while (first < middle && middle < end && is_before(s, middle, middle - 1)) {
        bool from_left = middle - first >= end - middle;
        size_t left, right; /* [left, middle) and [middle, right) change places */
        if (from_left) {
            left = first + (middle - first) / 2;
            right = bound(s, middle, end, left, true);
        } else {
            right = middle + (end - middle) / 2;
            left = bound(s, first, middle, right, false);
            right++;
        }
        exchange(s, left, middle, right);
        size_t split = left + (right - middle);
        merge(s, first, left, from_left ? split : split - 1);
        first = from_left ? split + 1 : split;
        middle = right;
    }
}

void hob_sort(void *items, size_t count, size_t size, hob_sort_compare *compare) {
    sorter s = {.items = items, .size = size, .compare = compare};
    for (size_t first = 0; first < count; first += STRETCH) {
        insertion_sort(&s, first, count - first < STRETCH ? count : first + STRETCH);
    }
    for (size_t width = STRETCH; width < count; width *= 2) {
        for (size_t first = 0; first + width < count; first += 2 * width) {
            size_t end = count - first < 2 * width ? count : first + 2 * width;
            merge(&s, first, first + width, end);
        }
    }
}

static size_t stretch_end(const sorter *s, size_t first, size_t count) {
    size_t end = first + 1;
    while (end < count && !is_before(s, end, end - 1)) {
        end++;
    }
    return end;
}

static void merge_apart(const sorter *s, size_t first, size_t middle, size_t end, char *other) {
    size_t left = middle - first;
    memcpy(other, item(s, first), left * s->size);
    size_t a = 0;
    size_t b = middle;
    for (size_t to = first; a < left; to++) {
        bool take_b = b < end && s->compare(item(s, b), other + a * s->size) < 0;
        memcpy(item(s, to), take_b ? item(s, b++) : other + a++ * s->size, s->size);
    }
}

void hob_sort_stretches(void *items, size_t count, size_t size, hob_sort_compare *compare,
                        void *other) {
    sorter s = {.items = items, .size = size, .compare = compare};
    for (size_t first_end = 0; count > 1 && (first_end = stretch_end(&s, 0, count)) < count;) {
        size_t middle = first_end;
        for (size_t first = 0; middle < count;) {
            size_t end = stretch_end(&s, middle, count);
            merge_apart(&s, first, middle, end, other);
            first = end;
            middle = first < count ? stretch_end(&s, first, count) : count;
        }
    }
}
