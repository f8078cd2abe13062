#include "world/gametime.h"

#include "base/easing.h"
#include "world/feed.h"
#include "world/internal.h"

#include <math.h>

#define DUE_EPSILON 1e-9 /* s: sums of dt miss round times by less */

/* ---- clock of one entry ---- */

static double own_time(const hob_world *world, const hob_time_entry *e) {
    return (double)(world->time.steps - e->held) * world->dt;
}

static double own_due(const hob_time_entry *e) {
    if (e->kind == HOB_TIME_EVERY) {
        return e->start + (double)(e->fires + 1) * e->seconds;
    }
    return e->start + e->seconds;
}

static bool is_due(const hob_world *world, const hob_time_entry *e) {
    return own_due(e) <= own_time(world, e) + DUE_EPSILON;
}

static bool stands_still(hob_world *world, const hob_time_entry *e) {
    if (e->slot != NULL && e->slot->disabled && !e->slot->keep_timers) {
        return true;
    }
    const hob_entity_data *owner =
        e->owner == HOB_NO_ENTITY ? NULL : hob_entity_get(world, e->owner);
    return owner != NULL && (!owner->active || owner->is_paused);
}

double hob_gametime_elapsed(const hob_world *world, const hob_time_entry *e) {
    return e->active ? own_time(world, e) - e->since : e->elapsed;
}

double hob_gametime_remaining(const hob_world *world, const hob_time_entry *e) {
    return e->active ? own_due(e) - own_time(world, e) : 0;
}

uint32_t hob_gametime_pending(const hob_world *world) {
    return world->time.active_count;
}

uint64_t hob_gametime_next_in_steps(hob_world *world) {
    const hob_gametime *time = &world->time;
    double best = 0;
    for (uint32_t i = 0; i < time->count; i++) {
        const hob_time_entry *e = &time->entries[i];
        if (!e->active || stands_still(world, e)) {
            continue;
        }
        double at = (double)(time->steps - e->held), due = own_due(e);
        double n = ceil((due - at * world->dt - DUE_EPSILON) / world->dt);
        n = n < 1 ? 1 : n;
        /* The division may miss by one step either way. */
        if ((at + n) * world->dt + DUE_EPSILON < due) {
            n += 1;
        } else if (n > 1 && (at + n - 1) * world->dt + DUE_EPSILON >= due) {
            n -= 1;
        }
        best = best == 0 || n < best ? n : best;
    }
    return best >= 0x1p53 ? (uint64_t)1 << 53 : (uint64_t)best;
}

/* ---- entries ---- */

hob_time_entry *hob_gametime_find(hob_world *world, uint64_t number) {
    hob_gametime *time = &world->time;
    uint32_t low = 0, high = time->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (time->entries[middle].number < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < time->count && time->entries[low].number == number ? &time->entries[low] : NULL;
}

static void drop_callbacks(hob_world *world, hob_time_entry *e) {
    hob_code_drop(world, e->on_update);
    hob_code_drop(world, e->on_complete);
    e->on_update = HOB_VALUE_ABSENT;
    e->on_complete = HOB_VALUE_ABSENT;
}

static void drop_spent(hob_world *world) {
    hob_gametime *time = &world->time;
    if (time->running || time->spent_count == 0) {
        return;
    }
    uint32_t left = 0;
    for (uint32_t i = 0; i < time->count; i++) {
        hob_time_entry *e = &time->entries[i];
        if (!e->active) {
            drop_callbacks(world, e);
        }
        if (e->active || e->kept) {
            time->entries[left++] = *e;
        }
    }
    time->count = left;
    time->spent_count = 0;
}

static void deactivate(hob_world *world, hob_time_entry *e) {
    if (!e->active) {
        return;
    }
    e->elapsed = own_time(world, e) - e->since;
    e->active = false;
    world->time.active_count--;
    world->time.spent_count += e->kept ? 0 : 1;
}

static hob_time_entry *add(hob_world *world, hob_time_kind kind, double seconds,
                           const hob_time_options *options, hob_error *reterr) {
    hob_gametime *time = &world->time;
    int32_t limit = world->outside.manifest->limits.timers;
    if (time->active_count >= (uint32_t)limit) {
        (void)hob_fail(reterr, HOB_ERR_LIMIT_REACHED,
                       "%d timers and tweens of game time are running, which is the limit.", limit);
        (void)hob_error_hint(
            reterr, "Cancel what is no longer needed, or raise limits.timers in hob.json.");
        return NULL;
    }
    if (time->spent_count > time->active_count) {
        drop_spent(world); /* a paused game makes no passes that would */
    }
    time->entries =
        hob_world_grow(world, time->entries, &time->cap, time->count + 1, sizeof(*time->entries));
    hob_time_entry *e = &time->entries[time->count++];
    *e = (hob_time_entry){
        .number = ++time->last_number,
        .kind = (int32_t)kind,
        .active = true,
        .start = time->now,
        .since = time->now,
        .seconds = seconds > 0 ? seconds : 0,
        .on_update = HOB_VALUE_ABSENT,
        .on_complete = HOB_VALUE_ABSENT,
    };
    if (options != NULL) {
        e->scope = options->scope;
        e->owner = options->owner;
        e->slot = options->slot;
    }
    time->active_count++;
    return e;
}

uint64_t hob_gametime_after(hob_world *world, double seconds, hob_value callback,
                            const hob_time_options *options, hob_error *reterr) {
    hob_time_entry *e = add(world, HOB_TIME_AFTER, seconds, options, reterr);
    if (e == NULL) {
        return 0;
    }
    e->on_complete = callback;
    return e->number;
}

uint64_t hob_gametime_every(hob_world *world, double seconds, hob_value callback,
                            const hob_time_options *options, hob_error *reterr) {
    hob_time_entry *e =
        add(world, HOB_TIME_EVERY, seconds > world->dt ? seconds : world->dt, options, reterr);
    if (e == NULL) {
        return 0;
    }
    e->on_complete = callback;
    return e->number;
}

uint64_t hob_gametime_tween(hob_world *world, const hob_time_tween *tween,
                            const hob_time_options *options, hob_error *reterr) {
    hob_time_entry *e = add(world, HOB_TIME_TWEEN, tween->seconds, options, reterr);
    if (e == NULL) {
        return 0;
    }
    e->from = tween->from;
    e->to = tween->to;
    e->easing = tween->easing;
    e->on_update = tween->on_update;
    e->on_complete = tween->on_complete;
    return e->number;
}

uint64_t
hob_gametime_native(hob_world *world, hob_component *component, bool repeating, double seconds,
                    void (*native)(hob_world *world, hob_component *component, uint64_t number)) {
    hob_time_options options = {.owner = component->owner->self};
    if (repeating && seconds < world->dt) {
        seconds = world->dt;
    }
    hob_time_entry *e =
        add(world, repeating ? HOB_TIME_EVERY : HOB_TIME_AFTER, seconds, &options, NULL);
    if (e == NULL) {
        return 0;
    }
    e->native = native;
    e->component = component;
    return e->number;
}

uint64_t hob_gametime_engine(hob_world *world, hob_scope scope, double seconds, double number,
                             void (*native)(hob_world *world, hob_component *component,
                                            uint64_t number),
                             hob_error *reterr) {
    hob_time_options options = {.scope = scope};
    hob_time_entry *e = add(world, HOB_TIME_AFTER, seconds, &options, reterr);
    if (e == NULL) {
        return 0;
    }
    e->native = native;
    e->from = number;
    return e->number;
}

/* ---- ending ---- */

void hob_gametime_cancel(hob_world *world, uint64_t number) {
    hob_time_entry *e = hob_gametime_find(world, number);
    if (e != NULL) {
        deactivate(world, e);
    }
}

void hob_gametime_cancel_owner(hob_world *world, hob_entity owner) {
    hob_gametime *time = &world->time;
    for (uint32_t i = 0; time->active_count > 0 && i < time->count; i++) {
        if (time->entries[i].owner == owner) {
            deactivate(world, &time->entries[i]);
        }
    }
}

void hob_gametime_cancel_component(hob_world *world, const hob_component *component) {
    hob_gametime *time = &world->time;
    for (uint32_t i = 0; time->active_count > 0 && i < time->count; i++) {
        if (time->entries[i].component == component) {
            deactivate(world, &time->entries[i]);
        }
    }
}

void hob_gametime_cancel_scene(hob_world *world) {
    hob_gametime *time = &world->time;
    for (uint32_t i = 0; i < time->count; i++) {
        if (time->entries[i].scope == HOB_SCOPE_SCENE) {
            deactivate(world, &time->entries[i]);
        }
    }
    drop_spent(world);
}

void hob_gametime__take_session(hob_world *world, hob_time_entry **ret_entries,
                                uint32_t *ret_count) {
    hob_gametime *time = &world->time;
    drop_spent(world);
    hob_time_entry *taken =
        hob_arena_alloc(world->outside.scratch, (size_t)(time->count + 1) * sizeof *taken);
    uint32_t count = 0, left = 0;
    for (uint32_t i = 0; i < time->count; i++) {
        const hob_time_entry *e = &time->entries[i];
        if (e->active && e->scope == HOB_SCOPE_SESSION && e->owner == HOB_NO_ENTITY) {
            taken[count++] = *e;
        } else {
            time->entries[left++] = *e;
        }
    }
    time->count = left;
    time->active_count -= count;
    *ret_entries = taken;
    *ret_count = count;
}

void hob_gametime__put_session(hob_world *world, const hob_time_entry *entries, uint32_t count) {
    hob_gametime *time = &world->time;
    for (uint32_t i = 0; i < count; i++) {
        time->entries = hob_world_grow(world, time->entries, &time->cap, time->count + 1,
                                       sizeof *time->entries);
        uint32_t at = time->count++;
        for (; at > 0 && time->entries[at - 1].number > entries[i].number; at--) {
            time->entries[at] = time->entries[at - 1];
        }
        time->entries[at] = entries[i];
        time->active_count++;
    }
}

void hob_gametime_keep(hob_world *world, uint64_t number, bool kept) {
    hob_time_entry *e = hob_gametime_find(world, number);
    if (e == NULL || e->kept == kept) {
        return;
    }
    e->kept = kept;
    if (!e->active) {
        world->time.spent_count += kept ? UINT32_MAX : 1; /* -1 or +1 */
    }
}

void hob_gametime_slot_gone(hob_world *world, struct hob_code_slot *slot) {
    hob_gametime *time = &world->time;
    for (uint32_t i = 0; i < time->count; i++) {
        if (time->entries[i].slot == slot) {
            time->entries[i].slot = NULL;
        }
    }
}

/* ---- the pass ---- */

typedef struct due_item {
    double due;
    uint32_t index;
} due_item;

/* Stable merge of two sorted runs; equal times keep the order of creation. */
static void merge(due_item *to, const due_item *from, size_t low, size_t middle, size_t high) {
    size_t a = low, b = middle;
    for (size_t i = low; i < high; i++) {
        bool take_a = a < middle && (b >= high || from[a].due <= from[b].due);
        to[i] = take_a ? from[a++] : from[b++];
    }
}

static due_item *sort_by_due(due_item *items, due_item *other, size_t count) {
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t low = 0; low < count; low += 2 * width) {
            size_t middle = low + width < count ? low + width : count;
            size_t high = low + 2 * width < count ? low + 2 * width : count;
            merge(other, items, low, middle, high);
        }
        due_item *swap = items;
        items = other;
        other = swap;
    }
    return items;
}

/* The slot to call for: of an ownerless entry whose maker is dead none, so that the guard lets it
 * pass. */
static hob_code_slot *calling_slot(const hob_time_entry *e) {
    return e->owner == HOB_NO_ENTITY && e->slot != NULL && e->slot->owner->dead ? NULL : e->slot;
}

/* `callback` is a copy: the entry may move while it runs. */
static void call(hob_world *world, hob_code_slot *slot, hob_value callback, const hob_value *args,
                 uint32_t count) {
    if (!hob_value_is_absent(callback)) {
        hob_code_call_function(world, slot, callback, HOB_CALL_CALLBACK, "time", args, count);
    }
}

static void fire_timer(hob_world *world, uint32_t index) {
    hob_time_entry *e = &world->time.entries[index];
    if (!e->active) {
        return; /* cancelled by an earlier callback of this pass */
    }
    if (stands_still(world, e)) { /* since an earlier callback */
        e->held++;
        return;
    }
    if (e->kind == HOB_TIME_EVERY) {
        e->fires++;
        e->since = own_time(world, e);
    } else {
        deactivate(world, e);
    }
    if (e->native != NULL) {
        e->native(world, e->component, e->number);
    } else {
        call(world, calling_slot(e), e->on_complete, NULL, 0);
    }
}

static void advance_tween(hob_world *world, uint32_t index) {
    hob_time_entry *e = &world->time.entries[index];
    bool finished = is_due(world, e);
    double t = finished ? 1 : (own_time(world, e) - e->start) / e->seconds;
    t = t > 1 ? 1 : t;
    hob_code_slot *slot = calling_slot(e);
    if (e->easing == HOB_TIME_OWN_EASING) {
        hob_value args[2] = {hob_value_number(t), hob_value_bool(finished)};
        call(world, slot, e->on_update, args, 2);
    } else {
        double v = finished
                       ? e->to
                       : e->from + (e->to - e->from) * hob_easing_apply((hob_easing)e->easing, t);
        hob_value arg = hob_value_number(v);
        call(world, slot, e->on_update, &arg, 1);
    }
    e = &world->time.entries[index];
    if (finished && e->active) {
        deactivate(world, e);
        call(world, calling_slot(e), e->on_complete, NULL, 0);
    }
}

static void run_timers(hob_world *world, uint32_t end) {
    hob_gametime *time = &world->time;
    due_item *items = NULL, *other = NULL;
    uint32_t due_count = 0;
    for (uint32_t i = 0; i < end; i++) {
        hob_time_entry *e = &time->entries[i];
        if (!e->active || e->kind == HOB_TIME_TWEEN) {
            continue;
        }
        if (stands_still(world, e)) {
            e->held++;
        } else if (is_due(world, e)) {
            if (items == NULL) {
                items = hob_arena_array(world->outside.scratch, due_item, end);
                other = hob_arena_array(world->outside.scratch, due_item, end);
            }
            items[due_count++] = (due_item){own_due(e) + (double)e->held * world->dt, i};
        }
    }
    items = sort_by_due(items, other, due_count);
    for (uint32_t i = 0; i < due_count; i++) {
        fire_timer(world, items[i].index);
    }
}

void hob_gametime_run(hob_world *world) {
    hob_gametime *time = &world->time;
    time->steps++;
    time->now = (double)time->steps * world->dt;
    uint32_t end = time->count; /* what callbacks make waits for the next step */
    if (end == 0 || hob_world_is_emptied(world, 3)) {
        return;
    }
    time->running = true;
    run_timers(world, end);
    for (uint32_t i = 0; i < end; i++) {
        hob_time_entry *e = &time->entries[i];
        if (!e->active || e->kind != HOB_TIME_TWEEN) {
            continue;
        }
        if (stands_still(world, e)) {
            e->held++;
        } else {
            advance_tween(world, i);
        }
    }
    time->running = false;
    drop_spent(world);
}

void hob_gametime_hash(hob_world *world, hob_hash *hash) {
    const hob_gametime *time = &world->time;
    hob_feed_int(hash, (int64_t)time->steps);
    hob_feed_int(hash, (int64_t)time->last_number);
    hob_feed_list(hash, time->active_count);
    for (uint32_t i = 0; i < time->count; i++) {
        const hob_time_entry *e = &time->entries[i];
        if (!e->active) {
            continue;
        }
        hob_feed_int(hash, (int64_t)e->number);
        hob_feed_int(hash, e->kind);
        hob_feed_int(hash, (int64_t)e->scope);
        hob_feed_entity(world, hash, e->owner);
        hob_feed_int(hash, (int64_t)e->held);
        hob_feed_int(hash, (int64_t)e->fires);
        hob_feed_number(hash, e->start);
        hob_feed_number(hash, e->seconds);
        hob_feed_number(hash, e->since);
        hob_feed_number(hash, e->from);
        hob_feed_number(hash, e->to);
        hob_feed_int(hash, e->easing);
    }
}
