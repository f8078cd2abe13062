/* Timers and tweens of code slots (spec scripting 9): made, cancelled, run at the head of the
 * entity's turn. Numbers are the entity's, so creation order over all its slots is number order. */
#include "world/internal.h"

#include "base/dmath.h"
#include "base/easing.h"

#include <math.h>
#include <string.h>

#define DUE_EPSILON 1e-9

/* ---- keeping ---- */

static bool has_room(const hob_world *world) {
    int32_t limit = world->outside.manifest->limits.timers;
    return limit < 0 || world->timer_count < (uint32_t)limit;
}

static void count_in(hob_world *world, hob_entity_data *e) {
    world->timer_count++;
    e->timer_count++;
    hob_turn__enlist(world, e);
}

static void count_out(hob_world *world, hob_entity_data *e) {
    world->timer_count--;
    e->timer_count--;
}

static void close_timer_gaps(hob_world *world, hob_code_slot *slot) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < slot->timer_count; i++) {
        if (slot->timers[i].cancelled) {
            hob_code_drop(world, slot->timers[i].callback);
        } else {
            slot->timers[kept++] = slot->timers[i];
        }
    }
    slot->timer_count = kept;
}

static void close_tween_gaps(hob_world *world, hob_code_slot *slot) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < slot->tween_count; i++) {
        if (slot->tweens[i].cancelled) {
            hob_code_drop(world, slot->tweens[i].callback);
            hob_text_drop(world->heap, slot->tweens[i].path);
        } else {
            slot->tweens[kept++] = slot->tweens[i];
        }
    }
    slot->tween_count = kept;
}

/* An entity that never has a turn must not collect cancelled ones. */
static void close_gaps_when_full(hob_world *world, hob_code_slot *slot) {
    if (slot->owner->in_timers) {
        return;
    }
    if (slot->timer_count == slot->timer_cap) {
        close_timer_gaps(world, slot);
    }
    if (slot->tween_count == slot->tween_cap) {
        close_tween_gaps(world, slot);
    }
}

uint32_t hob_code_timer_add(hob_world *world, hob_code_slot *slot, double seconds, bool repeating,
                            hob_value callback) {
    if (!has_room(world)) {
        return 0;
    }
    close_gaps_when_full(world, slot);
    slot->timers = hob_world_grow(world, slot->timers, &slot->timer_cap, slot->timer_count + 1,
                                  sizeof *slot->timers);
    uint32_t number = slot->owner->next_timer_number++;
    double wait = seconds > 0 ? seconds : 0; /* not a number counts as 0 too */
    slot->timers[slot->timer_count++] = (hob_timer){
        .number = number,
        .repeating = repeating,
        .remaining = wait,
        .interval = wait,
        .callback = callback,
    };
    count_in(world, slot->owner);
    return number;
}

/* Timers and tweens of a slot stand by number. `numbers` is that of the first of `count` structs.
 */
static uint32_t find_number_in(const uint32_t *numbers, size_t stride, uint32_t count,
                               uint32_t number) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        uint32_t at = *(const uint32_t *)(const void *)((const char *)numbers + middle * stride);
        if (at < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static hob_timer *find_timer(hob_code_slot *slot, uint32_t number) {
    if (slot->timer_count == 0) {
        return NULL;
    }
    uint32_t at =
        find_number_in(&slot->timers->number, sizeof(hob_timer), slot->timer_count, number);
    return at < slot->timer_count && slot->timers[at].number == number ? &slot->timers[at] : NULL;
}

static hob_tween *find_tween(hob_code_slot *slot, uint32_t number) {
    if (slot->tween_count == 0) {
        return NULL;
    }
    uint32_t at =
        find_number_in(&slot->tweens->number, sizeof(hob_tween), slot->tween_count, number);
    return at < slot->tween_count && slot->tweens[at].number == number ? &slot->tweens[at] : NULL;
}

/* Marks one of any slot of the entity; the next run closes the gap. */
static void cancel(hob_world *world, hob_entity_data *e, uint32_t number, bool is_tween) {
    for (uint32_t i = 0; i < e->slot_count; i++) {
        const hob_component *c = e->slots[i].component;
        if (!c || !c->code) {
            continue;
        }
        hob_timer *timer = is_tween ? NULL : find_timer(c->code, number);
        hob_tween *tween = is_tween ? find_tween(c->code, number) : NULL;
        bool *cancelled = timer ? &timer->cancelled : tween ? &tween->cancelled : NULL;
        if (cancelled && !*cancelled) {
            *cancelled = true;
            count_out(world, e);
            return;
        }
    }
}

void hob_code_timer_cancel(hob_world *world, hob_code_slot *slot, uint32_t number) {
    cancel(world, slot->owner, number, false);
}

void hob_code_tween_cancel(hob_world *world, hob_code_slot *slot, uint32_t number) {
    cancel(world, slot->owner, number, true);
}

void hob_code__free_timers(hob_world *world, hob_code_slot *slot) {
    for (uint32_t i = 0; i < slot->timer_count; i++) {
        if (!slot->timers[i].cancelled) {
            slot->timers[i].cancelled = true;
            count_out(world, slot->owner);
        }
    }
    for (uint32_t i = 0; i < slot->tween_count; i++) {
        if (!slot->tweens[i].cancelled) {
            slot->tweens[i].cancelled = true;
            count_out(world, slot->owner);
        }
    }
    close_timer_gaps(world, slot);
    close_tween_gaps(world, slot);
    if (slot->timers) {
        hob_region_free(world->region, slot->timers, slot->timer_cap * sizeof *slot->timers);
    }
    if (slot->tweens) {
        hob_region_free(world->region, slot->tweens, slot->tween_cap * sizeof *slot->tweens);
    }
    slot->timers = NULL;
    slot->tweens = NULL;
    slot->timer_cap = slot->tween_cap = 0;
}

/* ---- the number a tween writes ---- */

/* "Type.field.path" of the entity; false when it does not lead to a number that may be written. */
static bool find_number(hob_world *world, const hob_entity_data *e, hob_str path,
                        hob_component **ret_component, hob_field_place *ret_place) {
    size_t dot = hob_str_find(path, HOB_STR("."));
    if (dot == SIZE_MAX) {
        return false;
    }
    hob_component *c = hob_component_lookup(world, e, (hob_str){path.data, dot}, NULL);
    hob_str rest = {path.data + dot + 1, path.length - dot - 1};
    if (!c || !hob_field_resolve(c->type->fields, c + 1, rest, ret_place)) {
        return false;
    }
    uint32_t flags = ret_place->top->flags;
    if ((flags & HOB_FIELD_RUNTIME) && !(flags & HOB_FIELD_SCRIPT_WRITES)) {
        return false;
    }
    *ret_component = c;
    return true;
}

static bool read_number(hob_world *world, const hob_field_place *place, double *ret_number) {
    if (place->number) {
        *ret_number = *place->number;
        return true;
    }
    hob_value v = hob_field_place_get(place, &world->outside.scratch->as_allocator);
    *ret_number = v.as.number;
    return v.tag == HOB_TAG_NUMBER;
}

static void aim(hob_tween *tween, hob_component *component, const hob_field_place *place) {
    tween->target = component;
    tween->target_born = component->born;
    tween->field = place->top;
    tween->place = place->number;
}

static void write_number(hob_world *world, hob_entity_data *e, hob_tween *tween, double v) {
    bool is_same =
        tween->target && tween->target->born == tween->target_born && !tween->target->removed;
    if (is_same && tween->place) {
        if (hob_entity_store_number(world, e, hob_text_cstr(tween->path), tween->place, v)) {
            hob_component_changed(world, tween->target, tween->field);
        }
        return;
    }
    hob_component *component = NULL;
    hob_field_place place;
    if (!find_number(world, e, hob_text_view(tween->path), &component, &place)) {
        return; /* the component is gone: the tween runs out */
    }
    aim(tween, component, &place);
    double finite = 0;
    if (!hob_entity_store_number(world, e, hob_text_cstr(tween->path), &finite, v)) {
        return;
    }
    hob_status status = HOB_OK;
    if (place.number) {
        *place.number = finite;
    } else {
        status = hob_field_place_set(&place, hob_value_number(finite), world->heap, NULL);
    }
    if (status == HOB_OK) {
        hob_component_changed(world, component, place.top);
    }
}

uint32_t hob_code_tween_add(hob_world *world, hob_code_slot *slot, hob_str path, double to,
                            double seconds, int32_t easing, hob_value callback) {
    hob_component *component = NULL;
    hob_field_place place;
    double from = 0;
    if (!has_room(world) || !find_number(world, slot->owner, path, &component, &place) ||
        !read_number(world, &place, &from)) {
        return 0;
    }
    close_gaps_when_full(world, slot);
    slot->tweens = hob_world_grow(world, slot->tweens, &slot->tween_cap, slot->tween_count + 1,
                                  sizeof *slot->tweens);
    uint32_t number = slot->owner->next_timer_number++;
    hob_tween *tween = &slot->tweens[slot->tween_count++];
    *tween = (hob_tween){
        .number = number,
        .from = from,
        .to = to,
        .duration = seconds > 0 ? seconds : 0,
        .easing = easing,
        .callback = callback,
        .path = hob_text_create(world->heap, path),
    };
    aim(tween, component, &place);
    count_in(world, slot->owner);
    return number;
}

/* ---- running ---- */

static bool runs(const hob_component *c, bool only_flagged) {
    return c && c->code && hob_code__ticks(c->code) && (!only_flagged || c->code->run_while_paused);
}

/* The slot whose next timer (or tween) has the smallest number in (last, end); its cursor stands on
 * it. Which slots run is asked anew each time: a callback may disable one. */
static hob_code_slot *next_slot(const hob_entity_data *e, bool tweens, bool only_flagged,
                                uint32_t last, uint32_t end) {
    hob_code_slot *next = NULL;
    uint32_t smallest = end;
    for (uint32_t i = 0; i < e->slot_count; i++) {
        if (!runs(e->slots[i].component, only_flagged)) {
            continue;
        }
        hob_code_slot *slot = e->slots[i].component->code;
        uint32_t count = tweens ? slot->tween_count : slot->timer_count;
        uint32_t number = UINT32_MAX;
        for (; slot->cursor < count; slot->cursor++) {
            uint32_t at = slot->cursor;
            bool cancelled = tweens ? slot->tweens[at].cancelled : slot->timers[at].cancelled;
            number = tweens ? slot->tweens[at].number : slot->timers[at].number;
            if (number > last && !cancelled) {
                break;
            }
        }
        if (slot->cursor < count && number < smallest) {
            smallest = number;
            next = slot;
        }
    }
    return next;
}

static void rewind_cursors(const hob_entity_data *e) {
    for (uint32_t i = 0; i < e->slot_count; i++) {
        if (e->slots[i].component && e->slots[i].component->code) {
            e->slots[i].component->code->cursor = 0;
        }
    }
}

static void step_timer(hob_world *world, hob_code_slot *slot, hob_timer *timer) {
    timer->remaining -= world->dt;
    if (timer->remaining > DUE_EPSILON) {
        return;
    }
    hob_value callback = timer->callback;
    bool is_over = !timer->repeating;
    if (is_over) {
        timer->cancelled = true;
        timer->callback = HOB_VALUE_ABSENT;
        count_out(world, slot->owner);
    } else {
        timer->remaining = hob_max(0, timer->remaining + timer->interval);
    }
    hob_code_call_function(world, slot, callback, HOB_CALL_CALLBACK_LATE, "timer", NULL, 0);
    if (is_over) {
        hob_code_drop(world, callback);
    }
}

static void step_tween(hob_world *world, hob_code_slot *slot, hob_tween *tween) {
    tween->elapsed += world->dt;
    double t = tween->duration <= DUE_EPSILON ? 1 : hob_min(1, tween->elapsed / tween->duration);
    bool is_over = t >= 1;
    double eased = hob_easing_apply((hob_easing)tween->easing, t);
    double v = is_over ? tween->to : tween->from + (tween->to - tween->from) * eased;
    write_number(world, slot->owner, tween, v);
    if (!is_over) {
        return;
    }
    hob_value callback = tween->callback;
    tween->cancelled = true;
    tween->callback = HOB_VALUE_ABSENT;
    count_out(world, slot->owner);
    hob_code_call_function(world, slot, callback, HOB_CALL_CALLBACK_LATE, "tween", NULL, 0);
    hob_code_drop(world, callback);
}

void hob_code_run_timers(hob_world *world, hob_entity_data *e, bool only_flagged) {
    if (e->timer_count == 0) {
        return;
    }
    uint32_t end = e->next_timer_number; /* newcomers wait */
    e->in_timers = true;
    for (int tweens = 0; tweens <= 1; tweens++) {
        rewind_cursors(e);
        uint32_t last = 0;
        for (hob_code_slot *slot; (slot = next_slot(e, tweens, only_flagged, last, end));) {
            if (tweens) {
                last = slot->tweens[slot->cursor].number;
                step_tween(world, slot, &slot->tweens[slot->cursor]);
            } else {
                last = slot->timers[slot->cursor].number;
                step_timer(world, slot, &slot->timers[slot->cursor]);
            }
        }
    }
    e->in_timers = false;
    for (uint32_t i = 0; i < e->slot_count; i++) {
        if (e->slots[i].component && e->slots[i].component->code) {
            close_timer_gaps(world, e->slots[i].component->code);
            close_tween_gaps(world, e->slots[i].component->code);
        }
    }
}
