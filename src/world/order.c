/* Sets sorted by (serial, key), made for walks that go on while the set changes. */
#include "world/internal.h"

#include <string.h>

static bool is_after(const hob_order_item *item, uint64_t serial, uint64_t key) {
    return item->serial > serial || (item->serial == serial && item->key > key);
}

uint32_t hob_order__after(const hob_order *order, uint64_t serial, uint64_t key) {
    uint32_t low = 0, high = order->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (is_after(&order->items[middle], serial, key)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/* Index of the item with exactly this key, UINT32_MAX when there is none. */
static uint32_t find(const hob_order *order, uint64_t serial, uint64_t key) {
    uint32_t after = hob_order__after(order, serial, key);
    if (after == 0) {
        return UINT32_MAX;
    }
    const hob_order_item *item = &order->items[after - 1];
    return item->serial == serial && item->key == key ? after - 1 : UINT32_MAX;
}

bool hob_order__has(const hob_order *order, uint64_t serial, uint64_t key) {
    uint32_t at = find(order, serial, key);
    return at != UINT32_MAX && order->items[at].item != NULL;
}

static void compact(hob_order *order) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < order->count; i++) {
        if (order->items[i].item) {
            order->items[kept++] = order->items[i];
        }
    }
    order->count = kept;
    order->gaps = 0;
    order->revision++;
}

void hob_order__add(hob_world *world, hob_order *order, uint64_t serial, uint64_t key, void *item) {
    if (order->count == order->cap && order->gaps > order->count / 4) {
        compact(order);
    }
    order->items =
        hob_world_grow(world, order->items, &order->cap, order->count + 1, sizeof *order->items);
    hob_order_item added = {serial, key, item};
    if (order->count == 0 || is_after(&added, order->items[order->count - 1].serial,
                                      order->items[order->count - 1].key)) {
        order->items[order->count++] = added;
        return;
    }
    uint32_t at = hob_order__after(order, serial, key);
    if (at > 0 && order->items[at - 1].serial == serial && order->items[at - 1].key == key) {
        order->gaps -= order->items[at - 1].item ? 0 : 1;
        order->items[at - 1].item = item;
        return;
    }
    memmove(&order->items[at + 1], &order->items[at], (order->count - at) * sizeof *order->items);
    order->items[at] = added;
    order->count++;
    order->revision++;
}

void hob_order__remove(hob_order *order, uint64_t serial, uint64_t key) {
    uint32_t at = find(order, serial, key);
    if (at != UINT32_MAX && order->items[at].item) {
        order->items[at].item = NULL;
        order->gaps++;
    }
}

void hob_order__close_gaps(hob_order *order) {
    while (order->gaps > 0 && !order->items[order->count - 1].item) {
        order->count--;
        order->gaps--;
    }
    bool is_crowded = order->count > order->cap - order->cap / 4;
    if (order->gaps > 0 && (is_crowded || order->gaps > order->count / 4)) {
        compact(order);
    }
}

void hob_order__clear(hob_order *order) {
    order->count = 0;
    order->gaps = 0;
    order->revision++;
}
