/* From records to pairs: which entities and which colliders touch now, and what they were told
 * before. Both lists stay sorted, so a step is a merge of two sorted lists. */
#include "world/contacts_internal.h"

#include <string.h>

/* ---- sorting ---- */

static int compare(const hob_touch *a, const hob_touch *b) {
    if (a->low_serial != b->low_serial) {
        return a->low_serial < b->low_serial ? -1 : 1;
    }
    if (a->low_born != b->low_born) {
        return a->low_born < b->low_born ? -1 : 1;
    }
    if (a->high_serial != b->high_serial) {
        return a->high_serial < b->high_serial ? -1 : 1;
    }
    if (a->high_born != b->high_born) {
        return a->high_born < b->high_born ? -1 : 1;
    }
    return 0;
}

static uint32_t run_end(const hob_touch *items, uint32_t start, uint32_t count) {
    uint32_t end = start + 1;
    while (end < count && compare(&items[end - 1], &items[end]) <= 0) {
        end++;
    }
    return end;
}

/* Merges runs [start, middle) and [middle, end). */
static void merge_runs(const hob_touch *from, hob_touch *to, uint32_t start, uint32_t middle,
                       uint32_t end) {
    uint32_t a = start, b = middle;
    for (uint32_t i = start; i < end; i++) {
        bool take_a = a < middle && (b == end || compare(&from[a], &from[b]) <= 0);
        to[i] = take_a ? from[a++] : from[b++];
    }
}

/* Stable, and linear for the one or two runs in which physics finds its pairs. */
static void sort_touches(struct hob_contact_work *work, uint32_t count) {
    for (;;) {
        uint32_t runs = 0;
        for (uint32_t start = 0; start < count; runs++) {
            uint32_t middle = run_end(work->touches, start, count);
            if (middle == count) {
                if (runs == 0) {
                    return;
                }
                memcpy(&work->other[start], &work->touches[start],
                       (count - start) * sizeof *work->other);
                start = count;
                continue;
            }
            uint32_t end = run_end(work->touches, middle, count);
            merge_runs(work->touches, work->other, start, middle, end);
            start = end;
        }
        if (runs == 0) {
            return;
        }
        hob_touch *swap = work->touches;
        work->touches = work->other;
        work->other = swap;
    }
}

/* ---- from records ---- */

static uint64_t serial_of(hob_world *world, hob_entity entity) {
    const hob_entity_data *e = hob_entity_get(world, entity);
    return e ? e->serial : 0;
}

static hob_touch touch_of(hob_world *world, const hob_contact *record, uint32_t index) {
    uint64_t a = serial_of(world, record->a), b = serial_of(world, record->b);
    bool low_is_a = a < b;
    return (hob_touch){
        .low_serial = low_is_a ? a : b,
        .low_born = low_is_a ? record->born_a : record->born_b,
        .high_serial = low_is_a ? b : a,
        .high_born = low_is_a ? record->born_b : record->born_a,
        .record = index + 1,
        .low_is_a = low_is_a,
        .trigger = record->trigger,
        .crossed = record->crossed,
        .low_interested = low_is_a ? record->interested_a : record->interested_b,
        .high_interested = low_is_a ? record->interested_b : record->interested_a,
    };
}

/* Equal neighbours become one with the first record and the interest of all. */
static uint32_t join_equal(hob_touch *touches, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        hob_touch *last = kept ? &touches[kept - 1] : NULL;
        if (!last || compare(last, &touches[i]) != 0) {
            touches[kept++] = touches[i];
            continue;
        }
        bool low = last->low_interested || touches[i].low_interested;
        bool high = last->high_interested || touches[i].high_interested;
        bool crossed = last->crossed && touches[i].crossed;
        if (touches[i].record < last->record) {
            *last = touches[i];
        }
        last->low_interested = low;
        last->high_interested = high;
        last->crossed = crossed;
    }
    return kept;
}

/* ---- merging with what was told ---- */

static hob_text *layer_of(const struct hob_column *column, const hob_component *collider) {
    return column->layer == NULL ? NULL
                                 : *(hob_text *const *)(const void *)((const char *)(collider + 1) +
                                                                      column->layer->offset);
}

static hob_told_side new_side(const hob_world *world, const hob_touch *touch,
                              const hob_contact *record, bool is_a) {
    hob_component *collider = is_a ? record->collider_a : record->collider_b;
    hob_told_side side = {
        .entity = is_a ? record->a : record->b,
        .serial = is_a == touch->low_is_a ? touch->low_serial : touch->high_serial,
    };
    if (touch->low_born != 0) {
        const struct hob_column *column = &world->columns[collider->type_index];
        side.collider = collider;
        side.born = collider->born;
        side.slot = hob_text_keep(collider->slot);
        side.layer = hob_text_keep(layer_of(column, collider));
        side.signals = column->tells_hits;
    }
    return side;
}

static void refresh(hob_told *told, const hob_touch *touch, const hob_contact *record) {
    told->record = touch->record;
    told->trigger = touch->trigger;
    told->crossed = touch->crossed;
    told->normal_x = touch->low_is_a ? record->normal_x : -record->normal_x;
    told->normal_y = touch->low_is_a ? record->normal_y : -record->normal_y;
    told->low.interested = touch->low_interested;
    told->high.interested = touch->high_interested;
}

static hob_told new_told(hob_world *world, const hob_touch *touch) {
    const hob_contact *record = &world->contacts.records[touch->record - 1];
    hob_told told = {
        .low = new_side(world, touch, record, touch->low_is_a),
        .high = new_side(world, touch, record, !touch->low_is_a),
        .is_new = true,
    };
    refresh(&told, touch, record);
    return told;
}

static int compare_told(const hob_told *told, const hob_touch *touch) {
    hob_touch key = {told->low.serial, told->low.born, told->high.serial, told->high.born,
                     .record = 0};
    return compare(&key, touch);
}

static void merge_list(hob_world *world, hob_told_list *list, uint32_t touch_count) {
    struct hob_contact_work *work = world->contacts.work;
    const hob_touch *touches = work->touches;
    work->merged = hob_world_grow(world, work->merged, &work->merged_cap, list->count + touch_count,
                                  sizeof *work->merged);
    uint32_t count = 0, t = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        hob_told *told = &list->items[i];
        while (t < touch_count && compare_told(told, &touches[t]) > 0) {
            work->merged[count++] = new_told(world, &touches[t++]);
        }
        told->record = 0;
        told->is_new = false;
        told->low.interested = told->high.interested = false;
        if (t < touch_count && compare_told(told, &touches[t]) == 0) {
            refresh(told, &touches[t], &world->contacts.records[touches[t].record - 1]);
            t++;
        }
        work->merged[count++] = *told;
    }
    while (t < touch_count) {
        work->merged[count++] = new_told(world, &touches[t++]);
    }
    hob_told *items = list->items;
    uint32_t cap = list->cap;
    list->items = work->merged;
    list->cap = work->merged_cap;
    list->count = count;
    work->merged = items;
    work->merged_cap = cap;
}

static struct hob_contact_work *work_for(hob_world *world, uint32_t count) {
    if (!world->contacts.work) {
        world->contacts.work = hob_region_alloc_zero(world->region, sizeof *world->contacts.work);
    }
    struct hob_contact_work *work = world->contacts.work;
    work->touches =
        hob_world_grow(world, work->touches, &work->touch_cap, count, sizeof *work->touches);
    work->other = hob_world_grow(world, work->other, &work->other_cap, count, sizeof *work->other);
    return work;
}

void hob_contacts__update_pairs(hob_world *world) {
    hob_contacts *contacts = &world->contacts;
    struct hob_contact_work *work = work_for(world, contacts->count);
    for (uint32_t i = 0; i < contacts->count; i++) {
        work->touches[i] = touch_of(world, &contacts->records[i], i);
    }
    sort_touches(work, contacts->count);
    uint32_t count = join_equal(work->touches, contacts->count);
    merge_list(world, &contacts->collider_pairs, count);
    for (uint32_t i = 0; i < count; i++) {
        work->touches[i].low_born = work->touches[i].high_born = 0;
    }
    sort_touches(work, count);
    count = join_equal(work->touches, count);
    merge_list(world, &contacts->pairs, count);
}

static void drop_from(hob_world *world, hob_told_list *list) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        hob_told *told = &list->items[i];
        if (told->record != 0) {
            list->items[kept++] = *told;
            continue;
        }
        hob_text_drop(world->heap, told->low.slot);
        hob_text_drop(world->heap, told->low.layer);
        hob_text_drop(world->heap, told->high.slot);
        hob_text_drop(world->heap, told->high.layer);
    }
    list->count = kept;
}

void hob_contacts__drop_ended(hob_world *world) {
    drop_from(world, &world->contacts.pairs);
    drop_from(world, &world->contacts.collider_pairs);
}

const uint32_t *hob_contacts__firsts(hob_world *world) {
    struct hob_contact_work *work = world->contacts.work;
    const hob_contacts *contacts = &world->contacts;
    work->first_of = hob_world_grow(world, work->first_of, &work->first_cap, contacts->count,
                                    sizeof *work->first_of);
    if (contacts->count > 0) {
        memset(work->first_of, 0, contacts->count * sizeof *work->first_of);
    }
    for (uint32_t i = 0; i < contacts->pairs.count; i++) {
        if (contacts->pairs.items[i].record != 0) {
            work->first_of[contacts->pairs.items[i].record - 1] = i + 1;
        }
    }
    return work->first_of;
}
