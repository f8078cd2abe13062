#include "world/events.h"

#include "world/feed.h"
#include "world/grow.h"
#include "world/report.h"

#include <string.h>

#define SIGNAL_NAME_MAX    256
#define MANY_SUBSCRIPTIONS 32 /* not searched any more */

/* ---- counting ---- */

static const hob_event_count *find_count(const hob_event_count *counts, uint32_t count,
                                         hob_str name, uint64_t name_hash) {
    for (uint32_t i = 0; i < count; i++) {
        if (counts[i].name_hash == name_hash &&
            hob_str_equal(hob_text_view(counts[i].name), name)) {
            return &counts[i];
        }
    }
    return NULL;
}

/* Adds one to the count of a name; returns the name's text, which stays to the end of the run. */
static hob_text *count_emit(hob_world *world, bool is_signal, hob_str name, uint64_t name_hash) {
    hob_events *ev = &world->events;
    hob_event_count **counts = is_signal ? &ev->signal_counts : &ev->event_counts;
    uint32_t *count = is_signal ? &ev->signal_name_count : &ev->event_name_count;
    uint32_t *cap = is_signal ? &ev->signal_name_cap : &ev->event_name_cap;
    const hob_event_count *found = find_count(*counts, *count, name, name_hash);
    uint32_t at = found != NULL ? (uint32_t)(found - *counts) : *count;
    if (found == NULL) {
        *counts = hob_world_grow(world, *counts, cap, *count + 1, sizeof(**counts));
        (*counts)[at] =
            (hob_event_count){.name = hob_world_text(world, name), .name_hash = name_hash};
        *count += 1;
    }
    (*counts)[at].count++;
    return (*counts)[at].name;
}

uint64_t hob_event_count_of(const hob_world *world, hob_str name) {
    const hob_events *ev = &world->events;
    const hob_event_count *found =
        find_count(ev->event_counts, ev->event_name_count, name, hob_str_hash(name));
    return found == NULL ? 0 : found->count;
}

uint64_t hob_signal_count_of(const hob_world *world, hob_str full_name) {
    const hob_events *ev = &world->events;
    const hob_event_count *found =
        find_count(ev->signal_counts, ev->signal_name_count, full_name, hob_str_hash(full_name));
    return found == NULL ? 0 : found->count;
}

/* ---- subscriptions ---- */

static hob_subscription *subscribe(hob_world *world, hob_str name) {
    hob_events *ev = &world->events;
    ev->subscriptions =
        hob_world_grow(world, ev->subscriptions, &ev->cap, ev->count + 1, sizeof(hob_subscription));
    hob_subscription *s = &ev->subscriptions[ev->count++];
    *s = (hob_subscription){.name = hob_world_text(world, name), .name_hash = hob_str_hash(name)};
    return s;
}

uint64_t hob_events_on(hob_world *world, hob_str name, struct hob_code_slot *slot,
                       hob_value callback) {
    hob_subscription *s = subscribe(world, name);
    s->number = ++world->events.last_event;
    s->slot = slot;
    s->owner = slot == NULL ? HOB_NO_ENTITY : slot->owner->self;
    s->callback = callback;
    return s->number;
}

uint64_t hob_signals_on(hob_world *world, hob_entity source, hob_str full_name,
                        struct hob_code_slot *slot, hob_value callback) {
    hob_subscription *s = subscribe(world, full_name);
    s->is_signal = true;
    s->number = ++world->events.last_signal;
    s->source = source;
    s->slot = slot;
    s->owner = slot == NULL ? HOB_NO_ENTITY : slot->owner->self;
    s->callback = callback;
    return s->number;
}

uint64_t hob_events_on_native(hob_world *world, hob_str name, hob_native_listener native,
                              void *user) {
    hob_subscription *s = subscribe(world, name);
    s->number = ++world->events.last_event;
    s->native = native;
    s->native_user = user;
    return s->number;
}

uint64_t hob_signals_on_native(hob_world *world, hob_entity source, hob_str full_name,
                               hob_native_listener native, void *user) {
    hob_subscription *s = subscribe(world, full_name);
    s->is_signal = true;
    s->number = ++world->events.last_signal;
    s->source = source;
    s->native = native;
    s->native_user = user;
    return s->number;
}

static void mark_removed(hob_events *ev, hob_subscription *s) {
    if (!s->removed) {
        s->removed = true;
        ev->removed_count++;
    }
}

/* Entries keep their place while an emit walks them; the last one out closes the gaps. */
static void close_gaps(hob_world *world) {
    hob_events *ev = &world->events;
    if (ev->depth > 0 || ev->removed_count == 0) {
        return;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < ev->count; i++) {
        hob_subscription *s = &ev->subscriptions[i];
        if (s->removed) {
            hob_code_drop(world, s->callback);
            hob_text_drop(world->heap, s->name);
        } else {
            ev->subscriptions[kept++] = *s;
        }
    }
    ev->count = kept;
    ev->removed_count = 0;
}

void hob_events_off(hob_world *world, uint64_t number, bool is_signal) {
    hob_events *ev = &world->events;
    for (uint32_t i = 0; i < ev->count; i++) {
        if (ev->subscriptions[i].number == number && ev->subscriptions[i].is_signal == is_signal) {
            mark_removed(ev, &ev->subscriptions[i]);
            break;
        }
    }
    close_gaps(world);
}

void hob_events_entity_gone(hob_world *world, hob_entity e) {
    hob_events *ev = &world->events;
    for (uint32_t i = 0; i < ev->count; i++) {
        hob_subscription *s = &ev->subscriptions[i];
        if (s->owner == e || (s->is_signal && s->source == e)) {
            mark_removed(ev, s);
        }
    }
    close_gaps(world);
}

void hob_events_slot_gone(hob_world *world, struct hob_code_slot *slot) {
    hob_events *ev = &world->events;
    for (uint32_t i = 0; i < ev->count; i++) {
        if (ev->subscriptions[i].slot == slot) {
            mark_removed(ev, &ev->subscriptions[i]);
        }
    }
    close_gaps(world);
}

void hob_events_clear_scene(hob_world *world) {
    hob_events *ev = &world->events;
    for (uint32_t i = 0; i < ev->count; i++) {
        mark_removed(ev, &ev->subscriptions[i]);
    }
    close_gaps(world);
}

/* ---- delivery ---- */

/* False: too deep. Nothing is counted or delivered then. *ret_outer: for leave. */
static bool enter(hob_world *world, hob_str name, uint64_t *ret_outer) {
    if (world->events.depth >= (uint32_t)world->outside.manifest->limits.event_depth) {
        hob_world_log(world, HOB_LOG_WARN,
                      "\"%.*s\" was not emitted: %u emits are nested in each other already.",
                      (int)name.length, name.data, world->events.depth);
        return false;
    }
    world->events.depth++;
    *ret_outer = world->events.current;
    world->events.current = ++world->events.last_emit;
    return true;
}

static void leave(hob_world *world, uint64_t outer) {
    world->events.current = outer;
    world->events.depth--;
    close_gaps(world);
}

/* Those that were there when the emit began, in order of subscribing. The array may move under the
 * loop. */
static void tell_subscribers(hob_world *world, bool is_signal, hob_entity source, hob_str name,
                             uint64_t name_hash, const hob_value *args, uint32_t count) {
    uint32_t end = world->events.count;
    for (uint32_t i = 0; i < end; i++) {
        const hob_subscription *s = &world->events.subscriptions[i];
        if (s->name_hash != name_hash || s->removed || s->is_signal != is_signal ||
            s->source != source || !hob_str_equal(hob_text_view(s->name), name)) {
            continue;
        }
        if (s->native != NULL) {
            s->native(world, s->native_user, args, count);
        } else if (s->owner == HOB_NO_ENTITY || hob_entity_live(world, s->owner) != NULL) {
            hob_code_call_function(world, s->slot, s->callback, HOB_CALL_SUBSCRIPTION, "onEvent",
                                   args, count);
        }
    }
}

/* onEvent on every active entity, in entity and slot order. */
static void tell_hooks(hob_world *world, const hob_value *args) {
    hob_code_settle(world);
    hob_pass pass = hob_pass_begin_event_hooks(world);
    for (hob_component *c = hob_pass_next(&pass); c != NULL; c = hob_pass_next(&pass)) {
        if (hob_code_has_hook(world, c->code, HOB_HOOK_EVENT)) {
            hob_code_call_hook(world, c->code, HOB_HOOK_EVENT, args, 2);
        }
    }
    hob_pass_end(&pass);
}

void hob_emit(hob_world *world, hob_str name, hob_value data) {
    uint64_t outer;
    if (!enter(world, name, &outer)) {
        return;
    }
    uint64_t name_hash = hob_str_hash(name);
    hob_text *kept = count_emit(world, false, name, name_hash);
    hob_value args[2] = {{.tag = HOB_TAG_TEXT, .as.text = kept}, data};
    name = hob_text_view(kept); /* the caller's text may go while listeners run */
    hob_report_event(world, kept, data);
    tell_subscribers(world, false, HOB_NO_ENTITY, name, name_hash, &args[1], 1);
    tell_hooks(world, args);
    leave(world, outer);
}

void hob_emit_fields(hob_world *world, const char *name, const hob_event_field *fields,
                     uint32_t count) {
    const hob_allocator *a = &world->outside.scratch->as_allocator;
    hob_value data = hob_value_map(a, count);
    for (uint32_t i = 0; i < count; i++) {
        hob_map_set(a, data.as.map, hob_str_from(fields[i].key), fields[i].value);
    }
    hob_emit(world, hob_str_from(name), data);
}

/* ---- wires ---- */

/* The signal's arguments as the data of a plain event: by their declared names, as a list where
 * none are declared. */
static hob_value wire_data(hob_world *world, const char *names, const hob_value *args,
                           uint32_t count) {
    const hob_allocator *a = &world->outside.scratch->as_allocator;
    if (count == 0) {
        return HOB_VALUE_NULL;
    }
    if (names == NULL || names[0] == '\0') {
        hob_value list = hob_value_list(a, count);
        for (uint32_t i = 0; i < count; i++) {
            hob_list_add(a, list.as.list, args[i]);
        }
        return list;
    }
    hob_value map = hob_value_map(a, count);
    for (uint32_t i = 0; i < count && *names != '\0'; i++) {
        size_t length = strcspn(names, ", ");
        hob_map_set(a, map.as.map, (hob_str){names, length}, args[i]);
        names += length;
        names += strspn(names, ", ");
    }
    return map;
}

/* The first code slot of the target whose file has the function takes the call. A function that no
 * file has is told once a wire and visit of the scene. */
static void wire_call(hob_world *world, const hob_entity_data *source, hob_str signal,
                      hob_entity_data *target, hob_str function, const hob_value *args,
                      uint32_t count) {
    bool refused = false;
    for (uint16_t i = 0; i < target->slot_count; i++) {
        hob_code_slot *slot = target->slots[i].component->code;
        hob_named_outcome outcome =
            slot == NULL ? HOB_NAMED_MISSING
                         : hob_code_try_named(world, slot, function, args, count, NULL);
        if (outcome == HOB_NAMED_RAN) {
            return;
        }
        refused = refused || outcome == HOB_NAMED_REFUSED;
    }
    const char *key = hob_arena_format(world->outside.scratch, "wire %llu %.*s %.*s",
                                       (unsigned long long)source->self, (int)signal.length,
                                       signal.data, (int)function.length, function.data);
    if (!refused && hob_world_warn_once(world, key)) {
        hob_world_log(world, HOB_LOG_WARN,
                      "A wire of \"%s\" leads %.*s to the function %.*s, which no script of \"%s\" "
                      "has.",
                      hob_text_cstr(source->name), (int)signal.length, signal.data,
                      (int)function.length, function.data, hob_text_cstr(target->name));
    }
}

static void run_wires(hob_world *world, hob_entity source, hob_str name, const char *argument_names,
                      const hob_value *args, uint32_t count) {
    hob_entity_data *e = hob_entity_live(world, source);
    if (e == NULL || e->wires.tag != HOB_TAG_LIST) {
        return;
    }
    for (uint32_t i = 0; i < e->wires.as.list->count; i++) {
        hob_value wire = hob_list_get(e->wires.as.list, i);
        if (!hob_str_equal(hob_value_get_str(wire, "signal", ""), name)) {
            continue;
        }
        hob_str event = hob_value_get_str(wire, "emit", "");
        if (event.length > 0) {
            hob_emit(world, event, wire_data(world, argument_names, args, count));
            continue;
        }
        hob_str ref = hob_value_get_str(wire, "target", "");
        hob_entity_data *target =
            ref.length == 0 ? e : hob_entity_live(world, hob_entity_find(world, ref));
        if (target == NULL) {
            hob_world_log(world, HOB_LOG_WARN,
                          "A wire of \"%s\" leads to \"%.*s\", which does not exist.",
                          hob_text_cstr(e->name), (int)ref.length, ref.data);
            continue;
        }
        wire_call(world, e, name, target, hob_value_get_str(wire, "call", ""), args, count);
    }
}

/* ---- signals ---- */

static void signal_to_all(hob_world *world, hob_entity source, hob_str name,
                          const char *argument_names, int hook, const hob_value *args,
                          uint32_t count) {
    uint64_t outer;
    if (!enter(world, name, &outer)) {
        return;
    }
    uint64_t name_hash = hob_str_hash(name);
    name = hob_text_view(count_emit(world, true, name, name_hash));
    if (world->phase == 12 && hob_world_is_emptied(world, 12)) {
        leave(world, outer);
        return;
    }
    tell_subscribers(world, true, source, name, name_hash, args, count);
    if (source != HOB_NO_ENTITY) {
        run_wires(world, source, name, argument_names, args, count);
    }
    hob_entity_data *e = hook == HOB_HOOK_COUNT ? NULL : hob_entity_live(world, source);
    if (e != NULL && e->code_slot_count > 0) {
        hob_code_call_all(world, e, (hob_hook)hook, args, count);
    }
    leave(world, outer);
}

bool hob_signal_is_heard(hob_world *world, hob_entity source) {
    const hob_events *ev = &world->events;
    const hob_entity_data *e = hob_entity_live(world, source);
    if (ev->count > MANY_SUBSCRIPTIONS ||
        (e != NULL && e->wires.tag == HOB_TAG_LIST && e->wires.as.list->count > 0)) {
        return true;
    }
    for (uint32_t i = 0; i < ev->count; i++) {
        if (ev->subscriptions[i].is_signal && ev->subscriptions[i].source == source) {
            return true;
        }
    }
    return false;
}

void hob_signal(hob_world *world, hob_component *from, const char *signal, int hook,
                const hob_value *args, uint32_t count) {
    hob_str slot = hob_text_view(from->slot);
    size_t signal_length = strlen(signal);
    char on_stack[SIGNAL_NAME_MAX];
    char *name = on_stack;
    size_t length = slot.length + 1 + signal_length;
    if (length > sizeof(on_stack)) {
        name = hob_arena_alloc(world->outside.scratch, length);
    }
    memcpy(name, slot.data, slot.length);
    name[slot.length] = '.';
    memcpy(name + slot.length + 1, signal, signal_length);

    const char *argument_names = NULL;
    for (const hob_signal_type *type = from->type->signals; type != NULL && type->name != NULL;
         type++) {
        if (strcmp(type->name, signal) == 0) {
            argument_names = type->arguments;
            break;
        }
    }
    signal_to_all(world, from->owner->self, (hob_str){name, length}, argument_names, hook, args,
                  count);
}

void hob_signal_named(hob_world *world, hob_entity source, hob_str full_name, const hob_value *args,
                      uint32_t count) {
    signal_to_all(world, source, full_name, NULL, HOB_HOOK_COUNT, args, count);
}

/* ---- hash ---- */

static void feed_counts(hob_hash *hash, const hob_event_count *counts, uint32_t count) {
    hob_feed_list(hash, count);
    for (uint32_t i = 0; i < count; i++) {
        hob_feed_text(hash, counts[i].name);
        hob_feed_int(hash, (int64_t)counts[i].count);
    }
}

void hob_events_hash(hob_world *world, hob_hash *hash) {
    const hob_events *ev = &world->events;
    hob_feed_int(hash, (int64_t)ev->last_event);
    hob_feed_int(hash, (int64_t)ev->last_signal);
    hob_feed_list(hash, ev->count - ev->removed_count);
    for (uint32_t i = 0; i < ev->count; i++) {
        const hob_subscription *s = &ev->subscriptions[i];
        if (!s->removed) {
            hob_feed_text(hash, s->name);
            hob_feed_entity(world, hash, s->owner);
            hob_feed_int(hash, (int64_t)s->number);
            hob_feed_bool(hash, s->is_signal);
            hob_feed_entity(world, hash, s->source);
        }
    }
    feed_counts(hash, ev->event_counts, ev->event_name_count);
    feed_counts(hash, ev->signal_counts, ev->signal_name_count);
}
