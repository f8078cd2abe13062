/* Order of the slots of one entity that have a turn, by names alone (spec step 4, waica 5.2, 5.3).
 *
 * Constraints stand between types, or between a type and one named slot, so the types of the entity
 * are the nodes of the graph: few, however many slots there are. */
#include "schema/registry.h"
#include "world/internal.h"

#include <stdio.h>
#include <string.h>

typedef struct sched_type {
    const hob_component_type *type;
    size_t first_slot, slot_count; /* in sched.by_type */
    size_t emitted;
    bool *waits_for; /* for each type of the entity: all its slots; null = nothing */
} sched_type;

typedef struct sched {
    const hob_registry *registry;
    const hob_str *slots;
    size_t count;
    hob_arena *scratch;
    hob_error_list *findings;
    hob_status status; /* of the first finding */
    sched_type *types; /* by name, in UTF-16 order */
    size_t type_count;
    size_t *by_type; /* slot indexes, grouped by type, in slot order inside */
    bool *done;      /* for each slot: emitted */
} sched;

/* ---- names ---- */

/* Code units of UTF-16 compare like code points, but for surrogates, which come before U+E000. */
static uint32_t utf16_rank(uint32_t code) {
    if (code >= 0x10000) {
        return code - 0x10000 + 0xd800;
    }
    return code >= 0xd800 ? code + 0x200000 : code;
}

static int compare_utf16(hob_str a, hob_str b) {
    size_t at_a = 0, at_b = 0;
    for (;;) {
        uint32_t code_a = 0, code_b = 0;
        size_t used_a = hob_utf8_decode(a, at_a, &code_a);
        size_t used_b = hob_utf8_decode(b, at_b, &code_b);
        if (used_a == 0 || used_b == 0) {
            return (used_a != 0) - (used_b != 0);
        }
        if (code_a != code_b) {
            return utf16_rank(code_a) < utf16_rank(code_b) ? -1 : 1;
        }
        at_a += used_a;
        at_b += used_b;
    }
}

/* Stable merge sort of indexes. */
typedef int (*compare_fn)(const sched *s, size_t a, size_t b);
static void sort_indexes(const sched *s, size_t *items, size_t count, compare_fn compare) {
    size_t *other = hob_arena_array(s->scratch, size_t, count);
    size_t *from = items, *to = other;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t start = 0; start < count; start += 2 * width) {
            size_t middle = start + width < count ? start + width : count;
            size_t end = start + 2 * width < count ? start + 2 * width : count;
            size_t a = start, b = middle;
            for (size_t i = start; i < end; i++) {
                bool take_a = a < middle && (b == end || compare(s, from[a], from[b]) <= 0);
                to[i] = take_a ? from[a++] : from[b++];
            }
        }
        size_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != items) {
        memcpy(items, from, count * sizeof *items);
    }
}

static hob_str type_part(hob_str slot) {
    hob_str type, name;
    return hob_slot_split(slot, &type, &name) ? type : slot;
}

static int by_slot_text(const sched *s, size_t a, size_t b) {
    return compare_utf16(s->slots[a], s->slots[b]);
}

static int by_type_name(const sched *s, size_t a, size_t b) {
    return compare_utf16(type_part(s->slots[a]), type_part(s->slots[b]));
}

/* ---- findings ---- */

static void find_issue(sched *s, hob_status status, const char *hint, const char *message) {
    if (s->status == HOB_OK) {
        s->status = status;
    }
    if (s->findings) {
        hob_error error = {0};
        (void)hob_fail(&error, status, "%s", message);
        (void)hob_error_hint(&error, "%s", hint);
        hob_error_list_add(s->findings, &error);
    }
}

static void find_duplicates(sched *s) {
    size_t *sorted = hob_arena_array(s->scratch, size_t, s->count);
    for (size_t i = 0; i < s->count; i++) {
        sorted[i] = i;
    }
    sort_indexes(s, sorted, s->count, by_slot_text);
    for (size_t i = 0, end; i < s->count; i = end) {
        hob_str slot = s->slots[sorted[i]];
        for (end = i + 1; end < s->count && hob_str_equal(s->slots[sorted[end]], slot); end++) {
        }
        if (end - i > 1) {
            char message[300];
            (void)snprintf(message, sizeof message, "%.*s stands on the entity %zu times.",
                           (int)slot.length, slot.data, end - i);
            find_issue(s, HOB_ERR_SCHEDULE_DUPLICATE, "Give the others a name: Type#name.",
                       message);
        }
    }
}

static bool has_turn(const hob_component_type *type) {
    return (type->flags & HOB_COMPONENT_TURN) != 0;
}

static void find_passive_declarers(sched *s) {
    for (size_t i = 0; i < s->type_count; i++) {
        const hob_component_type *type = s->types[i].type;
        if (!type->update_after || has_turn(type)) {
            continue;
        }
        char message[300];
        (void)snprintf(message, sizeof message,
                       "%s has updateAfter but no turn of its own (passive-declarer).", type->name);
        find_issue(s, HOB_ERR_SCHEDULE_CONSTRAINT, "Remove its updateAfter.", message);
    }
}

static void find_bad_target(sched *s, const hob_component_type *type, const char *target,
                            const char *reason, const char *hint) {
    char message[300];
    (void)snprintf(message, sizeof message, "%s cannot come after %s (%s).", type->name, target,
                   reason);
    find_issue(s, HOB_ERR_SCHEDULE_CONSTRAINT, hint, message);
}

/* ---- edges ---- */

static bool is_of_family(const hob_component_type *type, const char *family) {
    for (const char *const *f = type->families; f && *f; f++) {
        if (strcmp(*f, family) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_family(const hob_registry *registry, const char *name) {
    for (size_t i = 0; i < hob_registry_count(registry); i++) {
        if (is_of_family(hob_registry_at(registry, i), name)) {
            return true;
        }
    }
    return false;
}

static size_t find_type(const sched *s, hob_str name) {
    for (size_t i = 0; i < s->type_count; i++) {
        if (hob_str_is(name, s->types[i].type->name)) {
            return i;
        }
    }
    return SIZE_MAX;
}

static bool has_slot(const sched *s, hob_str slot) {
    for (size_t i = 0; i < s->count; i++) {
        if (hob_str_equal(s->slots[i], slot)) {
            return true;
        }
    }
    return false;
}

static bool is_repeated(const char *const *list, const char *const *at) {
    for (; list != at; list++) {
        if (strcmp(*list, *at) == 0) {
            return true;
        }
    }
    return false;
}

static void add_edge(sched *s, sched_type *declarer, size_t target) {
    if (!declarer->waits_for) {
        declarer->waits_for = hob_arena_array(s->scratch, bool, s->type_count);
    }
    declarer->waits_for[target] = true;
}

static void read_target(sched *s, sched_type *declarer, const char *target) {
    hob_str text = hob_str_from(target);
    hob_str type_name = type_part(text);
    if (hob_str_is(type_name, declarer->type->name) &&
        (type_name.length == text.length || has_slot(s, text))) {
        find_bad_target(s, declarer->type, target, "self-edge", "Remove it from updateAfter.");
        return;
    }
    if (hob_registry_find(s->registry, type_name) >= 0) {
        size_t at = find_type(s, type_name);
        bool is_present = at != SIZE_MAX && (type_name.length == text.length || has_slot(s, text));
        if (is_present && !has_turn(s->types[at].type)) {
            find_bad_target(s, declarer->type, target, "passive-target",
                            "Name a component that has a turn in phase 8.");
        } else if (is_present) {
            add_edge(s, declarer, at);
        }
        return;
    }
    if (!is_family(s->registry, target)) {
        find_bad_target(s, declarer->type, target, "unknown-target",
                        "Name a component type or family.");
        return;
    }
    for (size_t i = 0; i < s->type_count; i++) {
        const hob_component_type *type = s->types[i].type;
        if (type != declarer->type && has_turn(type) && is_of_family(type, target)) {
            add_edge(s, declarer, i);
        }
    }
}

static void read_constraints(sched *s) {
    for (size_t i = 0; i < s->type_count; i++) {
        const char *const *list = s->types[i].type->update_after;
        for (const char *const *t = list; has_turn(s->types[i].type) && t && *t; t++) {
            if (!is_repeated(list, t)) {
                read_target(s, &s->types[i], *t);
            }
        }
    }
}

/* ---- order ---- */

/* A named slot of a type in updateAfter: only that one must be done. */
static const char *named_target(const sched_type *declarer, const char *type_name, size_t *at) {
    for (const char *const *t = declarer->type->update_after + *at; *t; t++) {
        (*at)++;
        hob_str part = type_part(hob_str_from(*t));
        if (hob_str_is(part, type_name) && part.length < strlen(*t)) {
            return *t;
        }
    }
    return NULL;
}

static bool names_type_or_family(const sched_type *declarer, const hob_component_type *target) {
    for (const char *const *t = declarer->type->update_after; *t; t++) {
        if (strcmp(*t, target->name) == 0 || is_of_family(target, *t)) {
            return true;
        }
    }
    return false;
}

static bool is_slot_done(const sched *s, const sched_type *type, const char *slot) {
    for (size_t i = 0; i < type->slot_count; i++) {
        size_t index = s->by_type[type->first_slot + i];
        if (hob_str_is(s->slots[index], slot) && !s->done[index]) {
            return false;
        }
    }
    return true;
}

static bool is_met(const sched *s, const sched_type *declarer, size_t target) {
    const sched_type *type = &s->types[target];
    if (type->emitted == type->slot_count) {
        return true;
    }
    if (names_type_or_family(declarer, type->type)) {
        return false;
    }
    size_t at = 0;
    for (const char *slot; (slot = named_target(declarer, type->type->name, &at));) {
        if (!is_slot_done(s, type, slot)) {
            return false;
        }
    }
    return true;
}

static bool is_ready(const sched *s, const sched_type *type) {
    if (!has_turn(type->type) || type->emitted == type->slot_count) {
        return false;
    }
    for (size_t i = 0; type->waits_for && i < s->type_count; i++) {
        if (type->waits_for[i] && !is_met(s, type, i)) {
            return false;
        }
    }
    return true;
}

/* Always the smallest type name that may go, its slots in slot order. Returns how many went. */
static size_t emit_all(sched *s, size_t *ret_order) {
    size_t emitted = 0;
    for (;;) {
        size_t i = 0;
        while (i < s->type_count && !is_ready(s, &s->types[i])) {
            i++;
        }
        if (i == s->type_count) {
            return emitted;
        }
        sched_type *type = &s->types[i];
        size_t slot = s->by_type[type->first_slot + type->emitted++];
        s->done[slot] = true;
        ret_order[emitted++] = slot;
    }
}

/* ---- cycles ---- */

static bool is_left(const sched_type *type) {
    return has_turn(type->type) && type->emitted < type->slot_count;
}

static void find_cycles(sched *s) {
    size_t n = s->type_count;
    bool *reach = hob_arena_array(s->scratch, bool, n *n);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; is_left(&s->types[i]) && s->types[i].waits_for && j < n; j++) {
            reach[i * n + j] = s->types[i].waits_for[j] && is_left(&s->types[j]);
        }
    }
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; reach[i * n + k] && j < n; j++) {
                reach[i * n + j] = reach[i * n + j] || reach[k * n + j];
            }
        }
    }
    bool *told = hob_arena_array(s->scratch, bool, n);
    for (size_t i = 0; i < n; i++) {
        if (told[i] || !reach[i * n + i]) {
            continue;
        }
        char message[400];
        size_t length = (size_t)snprintf(message, sizeof message, "%s", s->types[i].type->name);
        for (size_t j = i + 1; j < n; j++) {
            if (reach[i * n + j] && reach[j * n + i]) {
                told[j] = true;
                length += (size_t)snprintf(message + length,
                                           length < sizeof message ? sizeof message - length : 0,
                                           ", %s", s->types[j].type->name);
                length = length < sizeof message ? length : sizeof message - 1;
            }
        }
        (void)snprintf(message + length, sizeof message - length,
                       " wait for each other in updateAfter.");
        find_issue(s, HOB_ERR_SCHEDULE_CYCLE, "Take one of them out of updateAfter.", message);
    }
}

/* ---- */

/* Slots of unknown types take no part. */
static void group_types(sched *s) {
    s->by_type = hob_arena_array(s->scratch, size_t, s->count);
    s->types = hob_arena_array(s->scratch, sched_type, s->count);
    size_t known = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (hob_registry_find(s->registry, type_part(s->slots[i])) >= 0) {
            s->by_type[known++] = i;
        }
    }
    sort_indexes(s, s->by_type, known, by_type_name);
    for (size_t i = 0; i < known; i++) {
        int index = hob_registry_find(s->registry, type_part(s->slots[s->by_type[i]]));
        const hob_component_type *type = hob_registry_at(s->registry, (size_t)index);
        sched_type *last = s->type_count ? &s->types[s->type_count - 1] : NULL;
        if (!last || last->type != type) {
            last = &s->types[s->type_count++];
            *last = (sched_type){.type = type, .first_slot = i};
        }
        last->slot_count++;
    }
}

hob_status hob_schedule_resolve(const hob_registry *registry, const hob_str *slots, size_t count,
                                hob_arena *scratch, size_t *ret_order, size_t *ret_count,
                                hob_error_list *findings) {
    sched s = {
        .registry = registry,
        .slots = slots,
        .count = count,
        .scratch = scratch,
        .findings = findings,
        .done = hob_arena_array(scratch, bool, count),
    };
    group_types(&s);
    find_duplicates(&s);
    find_passive_declarers(&s);
    read_constraints(&s);
    size_t emitted = emit_all(&s, ret_order);
    find_cycles(&s);
    *ret_count = s.status == HOB_OK ? emitted : 0;
    return s.status;
}
