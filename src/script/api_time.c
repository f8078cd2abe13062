/* ctx.timers, ctx.tweens and ctx.time (spec scripting 7.5 and 9, waica 7.3, hob 6.3). */
#include "base/easing.h"
#include "script/machine.h"

#include <math.h>
#include <string.h>

/* "tmr_12": 12; 0 for anything else. */
static uint32_t number_of_id(hob_str id, const char *prefix) {
    size_t skip = strlen(prefix);
    uint64_t n = 0;
    if (id.length <= skip || id.length > skip + 9 || memcmp(id.data, prefix, skip) != 0) {
        return 0;
    }
    for (size_t i = skip; i < id.length; i++) {
        if (id.data[i] < '0' || id.data[i] > '9') {
            return 0;
        }
        n = n * 10 + (uint64_t)(id.data[i] - '0');
    }
    return (uint32_t)n;
}

static bool limit_reached(hob_ctx_call *call) {
    return hob_ctx_fail(call, HOB_ERR_LIMIT_REACHED,
                        "%s.%s: the limit of timers and tweens (limits.timers) is reached",
                        call->family->path, call->member->name);
}

static hob_value callback_of(hob_value v) {
    return hob_value_is_function(v) ? v : HOB_VALUE_NULL;
}

/* ---- ctx.timers ---- */

static bool add_timer(hob_ctx_call *call, bool repeating) {
    if (call->slot == NULL) {
        return true;
    }
    hob_value callback = callback_of(hob_ctx_arg(call, 1));
    uint32_t number =
        hob_code_timer_add(call->world, call->slot, hob_ctx_number(call, 0), repeating, callback);
    if (number == 0) {
        return limit_reached(call);
    }
    (void)hob_ctx_keep(call, callback);
    return hob_ctx_return_format(call, "tmr_%u", number);
}

static bool timer_after(hob_ctx_call *call) {
    return add_timer(call, false);
}

static bool timer_every(hob_ctx_call *call) {
    return add_timer(call, true);
}

static bool timer_cancel(hob_ctx_call *call) {
    uint32_t number = number_of_id(hob_ctx_text(call, 0), "tmr_");
    if (number != 0 && call->slot != NULL) {
        hob_code_timer_cancel(call->world, call->slot, number);
    }
    return true;
}

/* ---- ctx.tweens ---- */

static bool tween_to(hob_ctx_call *call) {
    hob_str path = hob_ctx_text(call, 0);
    hob_value opts = hob_ctx_arg(call, 3); /* null is harmless */
    if (call->slot == NULL) {
        return true;
    }
    hob_str name = hob_value_str(hob_ctx_option(opts, "easing"));
    hob_easing easing = hob_easing_find(name.data == NULL ? "" : name.data, name.length);
    hob_value callback = callback_of(hob_ctx_option(opts, "onComplete"));
    uint32_t number =
        path.data == NULL
            ? 0
            : hob_code_tween_add(
                  call->world, call->slot, path, hob_ctx_number(call, 1), hob_ctx_number(call, 2),
                  easing == HOB_EASING_COUNT ? HOB_EASING_LINEAR : (int32_t)easing, callback);
    if (number == 0) {
        hob_ctx_warn(call, "ctx.tweens.to: \"%.*s\" is no number of a component of this entity",
                     (int)(path.length > 100 ? 100 : path.length),
                     path.data == NULL ? "" : path.data);
        return hob_ctx_return_text(call, HOB_STR(""));
    }
    (void)hob_ctx_keep(call, callback);
    return hob_ctx_return_format(call, "twn_%u", number);
}

static bool tween_cancel(hob_ctx_call *call) {
    uint32_t number = number_of_id(hob_ctx_text(call, 0), "twn_");
    if (number != 0 && call->slot != NULL) {
        hob_code_tween_cancel(call->world, call->slot, number);
    }
    return true;
}

/* ---- ctx.time ---- */

static bool get_elapsed(hob_ctx_call *call) {
    return hob_ctx_return_number(call, call->world->elapsed);
}

static bool get_delta(hob_ctx_call *call) {
    return hob_ctx_return_number(call, call->world->dt);
}

static bool get_frame(hob_ctx_call *call) {
    return hob_ctx_return_number(call, (double)call->world->frame);
}

static bool get_now(hob_ctx_call *call) {
    return hob_ctx_return_number(call, call->world->time.now);
}

static bool get_pending(hob_ctx_call *call) {
    return hob_ctx_return_number(call, hob_gametime_pending(call->world));
}

static bool get_next(hob_ctx_call *call) {
    uint64_t steps = hob_gametime_next_in_steps(call->world);
    return steps == 0 || hob_ctx_return_number(call, (double)steps);
}

/* An inactive handle, with a warning that says why. */
static bool inert(hob_ctx_call *call, const char *why) {
    hob_ctx_warn(call, "ctx.time.%s: %s; nothing was scheduled", call->member->name, why);
    return hob_ctx_return_object(call, &hob_api_time_handle, 0);
}

/* owner and scope of an options table; false: the owner is dead (a silent inactive handle) or bad
 * (`ret_why`). */
static bool time_options(hob_ctx_call *call, hob_value opts, hob_time_options *ret_options,
                         const char **ret_why) {
    *ret_why = NULL;
    *ret_options = (hob_time_options){.slot = call->slot};
    hob_value owner = hob_ctx_option(opts, "owner"), scope = hob_ctx_option(opts, "scope");
    if (hob_str_is(hob_value_str(scope), "session")) {
        ret_options->scope = HOB_SCOPE_SESSION;
    } else if (!hob_value_is_absent(scope) && !hob_str_is(hob_value_str(scope), "scene")) {
        hob_ctx_warn(call,
                     "ctx.time.%s: the scope is neither \"scene\" nor \"session\"; scene is "
                     "taken",
                     call->member->name);
    }
    if (hob_value_is_absent(owner)) {
        return true;
    }
    if (owner.tag == HOB_TAG_TEXT) {
        owner = hob_value_entity(hob_entity_find(call->world, hob_value_str(owner)));
    }
    if (owner.tag != HOB_TAG_ENTITY) {
        *ret_why = "the owner must be an entity";
        return false;
    }
    ret_options->owner = owner.as.entity;
    return hob_entity_live(call->world, owner.as.entity) != NULL;
}

static bool scheduled(hob_ctx_call *call, uint64_t number) {
    if (number == 0) {
        return call->error->status == HOB_ERR_LIMIT_REACHED ? false : limit_reached(call);
    }
    hob_gametime_keep(call->world, number, true);
    return hob_ctx_return_object(call, &hob_api_time_handle, number);
}

static bool schedule(hob_ctx_call *call, bool repeating) {
    hob_value seconds = hob_ctx_arg(call, 0), callback = hob_ctx_arg(call, 1);
    hob_time_options options;
    const char *why;
    if (seconds.tag != HOB_TAG_NUMBER || !isfinite(seconds.as.number)) {
        return inert(call, "the seconds must be a finite number");
    }
    if (!hob_value_is_function(callback)) {
        return inert(call, "the callback is no function");
    }
    if (!time_options(call, hob_ctx_arg(call, 2), &options, &why)) {
        return why != NULL ? inert(call, why)
                           : hob_ctx_return_object(call, &hob_api_time_handle, 0);
    }
    uint64_t number = (repeating ? hob_gametime_every : hob_gametime_after)(
        call->world, seconds.as.number, callback, &options, call->error);
    if (number != 0) {
        (void)hob_ctx_keep(call, callback);
    }
    return scheduled(call, number);
}

static bool time_after(hob_ctx_call *call) {
    return schedule(call, false);
}

static bool time_every(hob_ctx_call *call) {
    return schedule(call, true);
}

static bool finite_option(hob_value opts, const char *key, double *ret_number) {
    hob_value v = hob_ctx_option(opts, key);
    *ret_number = v.tag == HOB_TAG_NUMBER ? v.as.number : (double)NAN;
    return isfinite(*ret_number);
}

static bool time_tween(hob_ctx_call *call) {
    hob_value opts = hob_ctx_plain(call, 0);
    hob_time_tween tween = {.on_update = hob_value_get(opts, "onUpdate"),
                            .on_complete = hob_value_get(opts, "onComplete")};
    hob_value easing = hob_value_get(opts, "easing");
    hob_time_options options;
    const char *why;
    if (!finite_option(opts, "from", &tween.from) || !finite_option(opts, "to", &tween.to) ||
        !finite_option(opts, "seconds", &tween.seconds)) {
        return inert(call, "from, to and seconds must be finite numbers");
    }
    if (!hob_value_is_function(tween.on_update)) {
        return inert(call, "onUpdate is no function");
    }
    if (!hob_value_is_absent(tween.on_complete) && !hob_value_is_function(tween.on_complete)) {
        return inert(call, "onComplete is no function");
    }
    hob_str name = easing.tag == HOB_TAG_TEXT ? hob_value_str(easing) : HOB_STR("linear");
    hob_easing known = hob_easing_find(name.data, name.length);
    if (known == HOB_EASING_COUNT || (!hob_value_is_absent(easing) && easing.tag != HOB_TAG_TEXT &&
                                      !hob_value_is_function(easing))) {
        return inert(call, "there is no such easing");
    }
    if (!time_options(call, opts, &options, &why)) {
        return why != NULL ? inert(call, why)
                           : hob_ctx_return_object(call, &hob_api_time_handle, 0);
    }
    hob_value from = hob_value_number(tween.from);
    if (!hob_machine_ask(call, tween.on_update, &from, 1, NULL)) {
        return false; /* nothing is registered */
    }
    tween.easing = (int32_t)known;
    if (hob_value_is_function(easing)) {
        tween.easing = HOB_TIME_OWN_EASING;
        hob_value parts[4] = {from, hob_value_number(tween.to), easing, tween.on_update};
        tween.on_update = call->machine->wrap(call->machine, HOB_WRAP_TWEEN, parts, 4);
    }
    uint64_t number = hob_gametime_tween(call->world, &tween, &options, call->error);
    if (number != 0) {
        (void)hob_ctx_keep(call, tween.on_update);
        (void)hob_ctx_keep(call, tween.on_complete);
    }
    return scheduled(call, number);
}

/* ---- handles ---- */

static bool handle_active(hob_ctx_call *call) {
    const hob_time_entry *entry = hob_gametime_find(call->world, call->number);
    return hob_ctx_return_bool(call, entry != NULL && entry->active);
}

static bool handle_elapsed(hob_ctx_call *call) {
    const hob_time_entry *entry = hob_gametime_find(call->world, call->number);
    return hob_ctx_return_number(call,
                                 entry == NULL ? 0 : hob_gametime_elapsed(call->world, entry));
}

static bool handle_remaining(hob_ctx_call *call) {
    const hob_time_entry *entry = hob_gametime_find(call->world, call->number);
    return hob_ctx_return_number(call,
                                 entry == NULL ? 0 : hob_gametime_remaining(call->world, entry));
}

static bool handle_cancel(hob_ctx_call *call) {
    hob_gametime_cancel(call->world, call->number);
    return true;
}

#define FN(label, text) \
    HOB_P(label, ANY, .flags = HOB_FIELD_REQUIRED, .pattern = "a function", .doc = text)
static const hob_field timer_params[] = {
    HOB_P("seconds", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "s", .doc = "Time to wait."),
    FN("fn", "Called with nothing."), HOB_FIELDS_END};
static const hob_field id_params[] = {
    HOB_P("id", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "What the making call gave."),
    HOB_FIELDS_END};
static const hob_field tween_params[] = {
    HOB_P("path", TEXT, .flags = HOB_FIELD_REQUIRED,
          .doc = "Component type and field path: Transform.position.x."),
    HOB_P("target", NUMBER, .flags = HOB_FIELD_REQUIRED, .doc = "Final value."),
    HOB_P("seconds", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "s", .doc = "Duration."),
    HOB_P("options", MAP, .doc = "{easing = linear, onComplete}."), HOB_FIELDS_END};
/* Invalid input gives a warning and an inert handle, so nothing is required here. */
static const hob_field schedule_params[] = {
    HOB_P("seconds", ANY, .unit = "s", .doc = "Time to wait; 0: the next step."),
    HOB_P("fn", ANY, .doc = "Called with nothing."),
    HOB_P("options", MAP, .doc = "{owner, scope = scene or session}."), HOB_FIELDS_END};
static const hob_field time_tween_params[] = {
    HOB_P("options", MAP, .flags = HOB_FIELD_REQUIRED,
          .doc = "{from, to, seconds, easing (name or function), onUpdate(value), onComplete, "
                 "owner, scope}."),
    HOB_FIELDS_END};

#define H HOB_API_HEARTH
#define M HOB_API_METHOD
#define W HOB_API_WRITES
#define F HOB_API_FAILS

static const hob_api_member timer_members[] = {
    {.name = "after",
     .flags = H | M | W | F,
     .params = timer_params,
     .result = "text",
     .call = timer_after,
     .doc = "Calls a function once after some seconds.",
     .js = "ctx.timers.after(2, () => ctx.log(\"now\"));",
     .lua = "ctx.timers.after(2, function() ctx.log(\"now\") end)"},
    {.name = "every",
     .flags = H | M | W | F,
     .params = timer_params,
     .result = "text",
     .call = timer_every,
     .doc = "Calls a function again and again.",
     .js = "ctx.timers.every(1, () => ctx.log(\"tick\"));",
     .lua = "ctx.timers.every(1, function() ctx.log(\"tick\") end)"},
    {.name = "cancel",
     .flags = H | M | W,
     .params = id_params,
     .call = timer_cancel,
     .doc = "Stops a timer of this entity; unknown ids are ignored.",
     .js = "ctx.timers.cancel(\"tmr_1\");"},
    {.name = NULL},
};
static const hob_api_member tween_members[] = {
    {.name = "to",
     .flags = H | M | W,
     .params = tween_params,
     .result = "text",
     .call = tween_to,
     .doc = "Moves one number of this entity to a value; the empty text for a bad path.",
     .js = "ctx.tweens.to(\"Transform.position.x\", 200, 1, {easing: \"easeOut\"});",
     .lua = "ctx.tweens.to(\"Transform.position.x\", 200, 1, {easing = \"easeOut\"})"},
    {.name = "cancel",
     .flags = H | M | W,
     .params = id_params,
     .call = tween_cancel,
     .doc = "Stops a tween; the value stays where it is.",
     .js = "ctx.tweens.cancel(\"twn_1\");"},
    {.name = NULL},
};
static const hob_api_member time_members[] = {
    {.name = "elapsed",
     .result = "number",
     .call = get_elapsed,
     .doc = "Unpaused seconds of the scene."},
    {.name = "delta", .result = "number", .call = get_delta, .doc = "Seconds of one step."},
    {.name = "frame",
     .result = "int",
     .call = get_frame,
     .doc = "Completed steps of the session, paused ones included."},
    {.name = "now",
     .result = "number",
     .call = get_now,
     .doc = "Game time in seconds; stands still in a pause."},
    {.name = "pending",
     .result = "int",
     .call = get_pending,
     .doc = "Active timers and tweens of game time."},
    {.name = "nextInSteps",
     .result = "int or nil",
     .call = get_next,
     .doc = "Steps until the next of them runs."},
    {.name = "after",
     .flags = M | W | F,
     .params = schedule_params,
     .result = "timer",
     .call = time_after,
     .doc = "Calls a function once in game time.",
     .js = "ctx.time.after(1, () => ctx.log(\"now\"), {owner: ctx.entity});",
     .lua = "ctx.time.after(1, function() ctx.log(\"now\") end, {owner = ctx.entity})"},
    {.name = "every",
     .flags = M | W | F,
     .params = schedule_params,
     .result = "timer",
     .call = time_every,
     .doc = "Calls a function again and again in game time, without drift.",
     .js = "ctx.time.every(1, () => ctx.log(\"tick\"));",
     .lua = "ctx.time.every(1, function() ctx.log(\"tick\") end)"},
    {.name = "tween",
     .flags = M | W | F,
     .params = time_tween_params,
     .result = "timer",
     .call = time_tween,
     .doc = "Calls onUpdate with values between two ends.",
     .js = "ctx.time.tween({from: 0, to: 1, seconds: 1, onUpdate: v => ctx.log(v)});",
     .lua =
         "ctx.time.tween({from = 0, to = 1, seconds = 1, onUpdate = function(v) ctx.log(v) end})"},
    {.name = NULL},
};
static const hob_api_member handle_members[] = {
    {.name = "active", .result = "bool", .call = handle_active, .doc = "Whether it still runs."},
    {.name = "elapsed",
     .result = "number",
     .call = handle_elapsed,
     .doc = "Seconds since it began, or fired last."},
    {.name = "remaining",
     .result = "number",
     .call = handle_remaining,
     .doc = "Seconds until it fires or ends."},
    {.name = "cancel", .flags = M | W, .call = handle_cancel, .doc = "Ends it in silence."},
    {.name = NULL},
};

const hob_api_family hob_api_timers = {
    .path = "ctx.timers", .doc = "Timers of this script.", .members = timer_members};
const hob_api_family hob_api_tweens = {
    .path = "ctx.tweens", .doc = "Tweens of this script.", .members = tween_members};
const hob_api_family hob_api_time = {
    .path = "ctx.time", .doc = "Game time.", .members = time_members};
const hob_api_family hob_api_time_handle = {
    .path = "timer", .doc = "Handle of a timer or tween of game time.", .members = handle_members};
