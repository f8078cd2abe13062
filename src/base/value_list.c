/* Lists of values. */
#include "base/value.h"

#include "base/value_private.h"

#include <string.h>

uint32_t hob_value__next_cap(uint32_t cap) {
    if (cap > UINT32_MAX / 2) {
        return UINT32_MAX;
    }
    return cap < 4 ? 4 : cap * 2;
}

static bool reserve(const hob_allocator *a, hob_list *list, uint32_t cap) {
    if (cap <= list->cap) {
        return true;
    }
    hob_value *items =
        hob_resize(a, list->items, (size_t)list->cap * sizeof *items, (size_t)cap * sizeof *items);
    if (!items) {
        return false;
    }
    list->items = items;
    list->cap = cap;
    return true;
}

hob_value hob_list_get(const hob_list *list, uint32_t index) {
    return index < list->count ? list->items[index] : HOB_VALUE_ABSENT;
}

bool hob_list_add(const hob_allocator *a, hob_list *list, hob_value v) {
    return hob_list_insert(a, list, list->count, v);
}

bool hob_list_insert(const hob_allocator *a, hob_list *list, uint32_t index, hob_value v) {
    if (index > list->count) {
        hob_value_done(a, &v);
        return true;
    }
    if (list->count == list->cap) {
        uint32_t cap = hob_value__next_cap(list->cap);
        if (cap == list->cap || !reserve(a, list, cap)) {
            hob_value_done(a, &v);
            return false;
        }
    }
    hob_value *at = list->items + index;
    memmove(at + 1, at, (size_t)(list->count - index) * sizeof *at);
    *at = v;
    list->count++;
    list->revision++;
    return true;
}

bool hob_list_set(const hob_allocator *a, hob_list *list, uint32_t index, hob_value v) {
    if (index >= list->count) {
        return hob_list_insert(a, list, index, v);
    }
    hob_value old = list->items[index];
    list->items[index] = v;
    list->revision++;
    hob_value_done(a, &old);
    return true;
}

void hob_list_remove(const hob_allocator *a, hob_list *list, uint32_t index) {
    if (index >= list->count) {
        return;
    }
    hob_value old = list->items[index];
    hob_value *at = list->items + index;
    list->count--;
    memmove(at, at + 1, (size_t)(list->count - index) * sizeof *at);
    list->revision++;
    hob_value_done(a, &old);
}

bool hob_list_resize(const hob_allocator *a, hob_list *list, uint32_t count) {
    if (!reserve(a, list, count)) {
        return false;
    }
    list->revision += list->count != count;
    while (list->count > count) {
        hob_value_done(a, &list->items[--list->count]);
    }
    while (list->count < count) {
        list->items[list->count++] = HOB_VALUE_NULL;
    }
    return true;
}
