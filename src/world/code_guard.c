/* The guard: the one place through which foreign code is called (spec step 7). */
#include "world/internal.h"

#include <stdio.h>
#include <string.h>

#define ERRORS_TO_DISABLE 3

static bool is_script(const hob_code_slot *slot) {
    return slot->language == HOB_LANGUAGE_LUA || slot->language == HOB_LANGUAGE_JS;
}

/* ---- budgets ---- */

uint64_t hob_code_load_budget(const hob_world *world) {
    uint64_t limit = (uint64_t)world->outside.manifest->limits.load_units;
    return world->load_units < limit ? limit - world->load_units : 0;
}

void hob_code_load_used(hob_world *world, uint64_t units) {
    world->load_units += units;
}

/* Units for one call; *ret_is_short: less than a call may use, for what the step or load has left.
 */
static uint64_t budget_of_call(const hob_world *world, bool *ret_is_short) {
    const hob_limits *limits = &world->outside.manifest->limits;
    uint64_t call = (uint64_t)limits->hook_units;
    uint64_t left = hob_code_load_budget(world);
    if (!world->loading) {
        uint64_t step = (uint64_t)limits->step_units;
        left = world->step_units < step ? step - world->step_units : 0;
    }
    *ret_is_short = left < call;
    return left < call ? left : call;
}

/* The slot that used most units in this step; of equals the first in entity and slot order. */
static hob_code_slot *greatest_user(hob_world *world) {
    hob_code_slot *greatest = NULL;
    for (uint32_t i = 0; i < world->code_slots.count; i++) {
        const hob_component *c = world->code_slots.items[i].item;
        if (!c || c->code->units_epoch != world->unit_epoch) {
            continue;
        }
        if (!greatest || c->code->units_this_step > greatest->units_this_step) {
            greatest = c->code;
        }
    }
    return greatest;
}

static void spend_step(hob_world *world) {
    world->step_spent = true;
    hob_code_slot *culprit = greatest_user(world);
    if (culprit) {
        culprit->disabled = true;
        culprit->keep_timers = false;
        world->step_culprit = culprit->component;
        world->step_culprit_born = culprit->component->born;
    }
}

static void count_units(hob_world *world, hob_code_slot *slot, uint64_t units) {
    if (units > world->budget_hook_peak) {
        world->budget_hook_peak = units;
    }
    if (world->loading) {
        hob_code_load_used(world, units);
        return;
    }
    world->step_units += units;
    if (!slot) {
        return;
    }
    if (slot->units_epoch != world->unit_epoch) {
        slot->units_epoch = world->unit_epoch;
        slot->units_this_step = 0;
    }
    slot->units_this_step += units;
}

void hob_code_end_step(hob_world *world) {
    if (world->step_units > world->budget_step_peak) {
        world->budget_step_peak = world->step_units;
    }
    if (world->step_spent) {
        const hob_component *c = world->step_culprit;
        bool is_there = c && c->born == world->step_culprit_born;
        char message[400];
        (void)snprintf(message, sizeof message,
                       "The scripts of this step used %llu units; %u calls were put off or "
                       "skipped%s%s%s.",
                       (unsigned long long)world->step_units, world->skipped_calls,
                       is_there ? ", and the script of \"" : "",
                       is_there ? hob_text_cstr(c->owner->name) : "",
                       is_there ? "\", which used most, is disabled" : "");
        hob_world_error(world, HOB_ERR_SCRIPT_STEP_BUDGET, is_there ? c->code : NULL, "step",
                        is_there ? hob_text_cstr(c->code->path) : NULL, 0, message);
    }
    world->step_units = 0;
    world->step_spent = false;
    world->step_culprit = NULL;
    world->skipped_calls = 0;
    world->unit_epoch++;
}

/* ---- what a failure does ---- */

static void disable(hob_code_slot *slot, bool keep_timers) {
    slot->disabled = true;
    slot->keep_timers = keep_timers;
}

/* The second slot of a file that runs out of budget takes all slots of that file with it. */
static void fail_budget(hob_world *world, hob_code_slot *slot) {
    bool is_second = false;
    for (uint32_t i = 0; i < world->code_slots.count; i++) {
        const hob_component *c = world->code_slots.items[i].item;
        if (c && c->code != slot && c->code->budget_failed &&
            hob_str_equal(hob_text_view(c->code->path), hob_text_view(slot->path))) {
            is_second = true;
        }
    }
    slot->budget_failed = true;
    if (!is_second) {
        return;
    }
    if (world->shut_files.tag != HOB_TAG_LIST) {
        world->shut_files = hob_value_list(world->heap, 1);
    }
    hob_list_add(world->heap, world->shut_files.as.list,
                 hob_value_text(world->heap, hob_text_view(slot->path)));
    for (uint32_t i = 0; i < world->code_slots.count; i++) {
        const hob_component *c = world->code_slots.items[i].item;
        if (c && hob_str_equal(hob_text_view(c->code->path), hob_text_view(slot->path))) {
            disable(c->code, false);
        }
    }
    hob_world_log(world, HOB_LOG_WARN, "%s ran out of budget twice and is disabled everywhere.",
                  hob_text_cstr(slot->path));
}

static void count_error(hob_world *world, hob_code_slot *slot) {
    if (++slot->errors_in_row < ERRORS_TO_DISABLE || slot->disabled) {
        return;
    }
    disable(slot, slot->hearth_hooks);
    hob_world_log(world, HOB_LOG_WARN, "%s of \"%s\" failed %d times in a row and is disabled.",
                  hob_text_cstr(slot->path), hob_text_cstr(slot->owner->name), ERRORS_TO_DISABLE);
}

/* A budget that is used up names the limit that sets it. */
static void name_limit(const hob_world *world, bool is_short, hob_call_result *result) {
    const hob_limits *limits = &world->outside.manifest->limits;
    const char *name = !is_short ? "hookUnits" : world->loading ? "loadUnits" : "stepUnits";
    long long limit = !is_short        ? (long long)limits->hook_units
                      : world->loading ? (long long)limits->load_units
                                       : (long long)limits->step_units;
    size_t length = strlen(result->message);
    (void)snprintf(result->message + length, sizeof result->message - length,
                   " (limits.%s is %lld)", name, limit);
}

static void settle_failure(hob_world *world, hob_code_slot *slot, hob_call_kind kind,
                           const char *phase, const hob_call_result *result, bool is_short) {
    bool spends_step = result->status == HOB_ERR_SCRIPT_BUDGET && is_short && !world->loading;
    if (!spends_step) { /* that one is recorded at the end of the step, with the number of calls */
        hob_world_error(world, result->status, slot, phase, result->file[0] ? result->file : NULL,
                        result->line, result->message);
    }
    switch (result->status) {
    case HOB_ERR_SCRIPT_BUDGET:
        if (!spends_step && slot) {
            disable(slot, false);
            fail_budget(world, slot);
        }
        break;
    case HOB_ERR_SCRIPT_MEMORY:
        world->not_comparable = true;
        if (slot) {
            disable(slot, false);
        }
        break;
    case HOB_ERR_SCRIPT_DEPTH:
        if (slot) {
            disable(slot, false);
        }
        break;
    default:
        if (slot && (kind == HOB_CALL_HOOK || kind == HOB_CALL_SUBSCRIPTION)) {
            count_error(world, slot);
        }
        break;
    }
}

/* ---- calling ---- */

/* What is to be called: a hook, a function or a name. */
typedef struct hob_target {
    hob_hook hook; /* HOB_HOOK_COUNT: not a hook */
    hob_value function;
    hob_str name; /* data null: not by name */
    const hob_value *args;
    uint32_t count;
    hob_value *ret;
} hob_target;

static hob_call_result call_native(hob_world *world, hob_code_slot *slot,
                                   const hob_target *target) {
    hob_call_result result = {.status = HOB_ERR_NOT_FOUND, .missing = true};
    if (target->hook == HOB_HOOK_COUNT) {
        return result;
    }
    hob_error error = {0};
    result.status =
        slot->native->hooks[target->hook](world, slot, target->args, target->count, &error);
    if (result.status != HOB_OK) {
        const char *message = error.message[0] ? error.message : hob_status_sentence(result.status);
        (void)snprintf(result.message, sizeof result.message, "%s", message);
        (void)snprintf(result.file, sizeof result.file, "%s", error.file);
        result.line = error.line;
    }
    return result;
}

static hob_call_result call_host(hob_world *world, hob_script_host *host, hob_code_slot *slot,
                                 const hob_target *t, uint64_t budget) {
    hob_arena *arena = world->outside.scratch;
    if (t->hook != HOB_HOOK_COUNT) {
        return host->call_hook(host, world, slot, t->hook, t->args, t->count, budget, t->ret,
                               arena);
    }
    if (t->name.data) {
        return host->call_named(host, world, slot, t->name, t->args, t->count, budget, t->ret,
                                arena);
    }
    return host->call_function(host, world, slot, t->function, t->args, t->count, budget, t->ret,
                               arena);
}

/* One guarded call; everything that may refuse it was asked before. */
static hob_call_outcome call(hob_world *world, hob_script_host *host, hob_code_slot *slot,
                             const hob_target *target, hob_call_kind kind, const char *phase) {
    bool is_short = false;
    uint64_t budget = budget_of_call(world, &is_short);
    hob_hook outer = world->hook;
    world->hook = target->hook;
    world->call_depth++;
    hob_call_result result =
        host ? call_host(world, host, slot, target, budget) : call_native(world, slot, target);
    world->call_depth--;
    if (result.missing && target->name.data) {
        world->hook = outer;
        return HOB_CALL_NOT_MADE;
    }
    count_units(world, slot, result.units);
    if (result.status != HOB_OK) {
        if (result.status == HOB_ERR_SCRIPT_BUDGET) {
            name_limit(world, is_short, &result);
        }
        settle_failure(world, slot, kind, phase, &result, is_short);
    } else if (slot && kind == HOB_CALL_HOOK) {
        slot->errors_in_row = 0;
    }
    world->hook = outer;
    bool is_cut = result.status == HOB_ERR_SCRIPT_BUDGET && is_short;
    bool is_used_up = world->step_units >= (uint64_t)world->outside.manifest->limits.step_units;
    if (host && !world->loading && !world->step_spent && (is_cut || is_used_up)) {
        spend_step(world);
    }
    return result.status == HOB_OK ? HOB_CALL_RAN : HOB_CALL_FAILED;
}

static bool may_call(const hob_code_slot *slot, hob_call_kind kind, bool late) {
    const hob_component *c = slot->component;
    bool is_callback = kind == HOB_CALL_CALLBACK || kind == HOB_CALL_CALLBACK_LATE;
    if (slot->off || (slot->disabled && !(slot->keep_timers && is_callback))) {
        return false;
    }
    if (!c->attached || c->inert) {
        return false;
    }
    return late || (!c->removed && !slot->owner->dead);
}

hob_call_outcome hob_code__hook(hob_world *world, hob_code_slot *slot, hob_hook hook,
                                const hob_value *args, uint32_t count, bool late) {
    if (!may_call(slot, HOB_CALL_HOOK, late) || !hob_code_has_hook(world, slot, hook)) {
        return HOB_CALL_NOT_MADE;
    }
    if (world->step_spent && is_script(slot)) {
        world->skipped_calls++;
        return HOB_CALL_PUT_OFF;
    }
    hob_target target = {.hook = hook, .args = args, .count = count};
    hob_script_host *host = is_script(slot) ? hob_code_host(world, slot->language) : NULL;
    return call(world, host, slot, &target, HOB_CALL_HOOK, hob_hooks[hook].name);
}

bool hob_code_call_hook(hob_world *world, hob_code_slot *slot, hob_hook hook, const hob_value *args,
                        uint32_t count) {
    return hob_code__hook(world, slot, hook, args, count, false) == HOB_CALL_RAN;
}

bool hob_code_call_hook_late(hob_world *world, hob_code_slot *slot, hob_hook hook,
                             const hob_value *args, uint32_t count) {
    return hob_code__hook(world, slot, hook, args, count, true) == HOB_CALL_RAN;
}

bool hob_code_call_function(hob_world *world, hob_code_slot *slot, hob_value function,
                            hob_call_kind kind, const char *phase, const hob_value *args,
                            uint32_t count) {
    if (function.tag != HOB_TAG_SCRIPT ||
        (slot && !may_call(slot, kind, kind == HOB_CALL_CALLBACK_LATE))) {
        return false;
    }
    hob_script_host *host = hob_code_host(world, (hob_language)function.as.script.language);
    if (!host) {
        return false;
    }
    if (world->step_spent) {
        world->skipped_calls++;
        return false;
    }
    hob_target target = {
        .hook = HOB_HOOK_COUNT, .function = function, .args = args, .count = count};
    return call(world, host, slot, &target, kind, phase) == HOB_CALL_RAN;
}

hob_named_outcome hob_code_try_named(hob_world *world, hob_code_slot *slot, hob_str name,
                                     const hob_value *args, uint32_t count, hob_value *ret) {
    hob_script_host *host = is_script(slot) ? hob_code_host(world, slot->language) : NULL;
    if (!host || !host->call_named) {
        return HOB_NAMED_MISSING;
    }
    if (!may_call(slot, HOB_CALL_SUBSCRIPTION, false)) {
        return HOB_NAMED_REFUSED;
    }
    if (world->step_spent) {
        world->skipped_calls++;
        return HOB_NAMED_REFUSED;
    }
    char phase[64];
    size_t length = name.length < sizeof phase - 1 ? name.length : sizeof phase - 1;
    for (size_t i = 0; i < length; i++) {
        phase[i] = name.data[i];
        if (phase[i] == '\0') {
            phase[i] = '.'; /* keys of a role's function */
        }
    }
    phase[length] = '\0';
    hob_target target = {
        .hook = HOB_HOOK_COUNT, .name = name, .args = args, .count = count, .ret = ret};
    switch (call(world, host, slot, &target, HOB_CALL_SUBSCRIPTION, phase)) {
    case HOB_CALL_RAN:
        return HOB_NAMED_RAN;
    case HOB_CALL_NOT_MADE:
        return HOB_NAMED_MISSING;
    default:
        return HOB_NAMED_REFUSED;
    }
}

bool hob_code_call_named(hob_world *world, hob_code_slot *slot, hob_str name, const hob_value *args,
                         uint32_t count, hob_value *ret) {
    return hob_code_try_named(world, slot, name, args, count, ret) == HOB_NAMED_RAN;
}

void hob_code_call_all(hob_world *world, hob_entity_data *e, hob_hook hook, const hob_value *args,
                       uint32_t count) {
    if (e->dead || e->code_slot_count == 0) {
        return;
    }
    uint32_t slots = e->slot_count;
    for (uint32_t i = 0; i < slots; i++) {
        const hob_component *c = e->slots[i].component;
        if (c && c->code && !c->removed) {
            (void)hob_code__hook(world, c->code, hook, args, count, true);
        }
    }
}
