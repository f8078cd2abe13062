/* Bringing a frame's items into drawing order: by band, by layer, by y where the scene
 * sorts so, then as they were collected. */
#include "render/frame_internal.h"

#include "base/sort.h"

#include <string.h>

#define MOST_LAYERS 64 /* more different ones are sorted by comparing */

static int compare_items(const void *a, const void *b) {
    const hob_frame_item *x = a, *y = b;
    if (x->band != y->band) {
        return x->band < y->band ? -1 : 1;
    }
    if (x->layer != y->layer) {
        return x->layer < y->layer ? -1 : 1;
    }
    return x->y < y->y ? -1 : x->y > y->y; /* all 0 without y-sort; equals keep their order */
}

typedef struct bucket {
    double layer;
    uint8_t band;
    uint32_t count;
} bucket;

static bool comes_before(const bucket *b, const hob_frame_item *item) {
    return b->band != item->band ? b->band < item->band : b->layer < item->layer;
}

/* Place of the item's bucket among the sorted ones, made when it is new; -1 when there are too
 * many. */
static int bucket_of(bucket *buckets, int *count, const hob_frame_item *item) {
    int at = 0;
    while (at < *count && comes_before(&buckets[at], item)) {
        at++;
    }
    if (at < *count && buckets[at].layer == item->layer && buckets[at].band == item->band) {
        return at;
    }
    if (*count == MOST_LAYERS) {
        return -1;
    }
    memmove(&buckets[at + 1], &buckets[at], (size_t)(*count - at) * sizeof *buckets);
    buckets[at] = (bucket){item->layer, item->band, 0};
    ++*count;
    return at;
}

/* Few layers, no y: each item goes straight to its place. False when that cannot be done. */
static bool distribute(hob_frame *f) {
    bucket buckets[MOST_LAYERS];
    int count = 0;
    if (f->sorted_cap < f->item_cap) {
        void *moved = hob_resize(f->allocator, f->sorted, f->sorted_cap * sizeof *f->sorted,
                                 f->item_cap * sizeof *f->sorted);
        if (moved == NULL) {
            return false;
        }
        f->sorted = moved;
        f->sorted_cap = f->item_cap;
    }
    for (uint32_t i = 0; i < f->item_count; i++) {
        int at = bucket_of(buckets, &count, &f->items[i]);
        if (at < 0) {
            return false;
        }
        buckets[at].count++;
    }
    uint32_t starts[MOST_LAYERS], next = 0;
    for (int i = 0; i < count; i++) {
        starts[i] = next;
        next += buckets[i].count;
    }
    for (uint32_t i = 0; i < f->item_count; i++) {
        int at = bucket_of(buckets, &count, &f->items[i]);
        f->sorted[starts[at]++] = f->items[i];
    }
    hob_frame_item *kept = f->items;
    uint32_t cap = f->item_cap;
    f->items = f->sorted;
    f->item_cap = f->sorted_cap;
    f->sorted = kept;
    f->sorted_cap = cap;
    return true;
}

void hob_frame__sort(hob_frame *f) {
    if (hob_frame__group(f)) {
        hob_sort(f->items, f->item_count, sizeof *f->items, hob_frame__compare_grouped);
        return;
    }
    bool is_sorted = true;
    for (uint32_t i = 1; i < f->item_count && is_sorted; i++) {
        is_sorted = compare_items(&f->items[i - 1], &f->items[i]) <= 0;
    }
    bool by_y = f->world->scene_settings.sort != 0;
    if (!is_sorted && (by_y || !distribute(f))) {
        hob_sort(f->items, f->item_count, sizeof *f->items, compare_items);
    }
}
