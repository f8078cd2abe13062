/* ctx.events and ctx.signals: the synchronous bus (spec scripting 7.15, runtime 11, hob 6.4). */
#include "script/machine.h"

#include <stdio.h>
#include <string.h>

static uint64_t number_of_id(hob_str id, const char *prefix) {
    uint64_t n = 0;
    if (id.length < 5 || id.length > 19 || memcmp(id.data, prefix, 4) != 0) {
        return 0;
    }
    for (size_t i = 4; i < id.length; i++) {
        if (id.data[i] < '0' || id.data[i] > '9') {
            return 0;
        }
        n = n * 10 + (uint64_t)(id.data[i] - '0');
    }
    return n;
}

static bool is_data(hob_value v, int depth) {
    uint32_t count = v.tag == HOB_TAG_LIST  ? v.as.list->count
                     : v.tag == HOB_TAG_MAP ? v.as.map->count
                                            : 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_data(v.tag == HOB_TAG_LIST ? v.as.list->items[i] : v.as.map->entries[i].value,
                     depth + 1)) {
            return false;
        }
    }
    return depth <= 64;
}

static bool emit(hob_ctx_call *call) {
    hob_str name = hob_ctx_text(call, 0);
    hob_value data = hob_ctx_plain(call, 1);
    if (name.data == NULL) {
        return hob_ctx_fail(call, HOB_ERR_SCRIPT_ERROR, "ctx.events.emit: the name is no text");
    }
    if (!is_data(data, 0)) {
        return hob_ctx_fail(call, HOB_ERR_VALUE_NOT_DATA,
                            "ctx.events.emit: the data is nested deeper than 64, or in itself");
    }
    hob_emit(call->world, name, data);
    return true;
}

static bool on(hob_ctx_call *call) {
    hob_str name = hob_ctx_text(call, 0);
    hob_value callback = hob_ctx_arg(call, 1);
    if (call->slot == NULL || name.data == NULL) {
        return true;
    }
    callback = hob_value_is_function(callback) ? hob_ctx_keep(call, callback) : HOB_VALUE_NULL;
    uint64_t number = hob_events_on(call->world, name, call->slot, callback);
    return hob_ctx_return_format(call, "evt_%llu", (unsigned long long)number);
}

static bool off(hob_ctx_call *call) {
    uint64_t number = number_of_id(hob_ctx_text(call, 0), "evt_");
    if (number != 0) {
        hob_events_off(call->world, number, false);
    }
    return true;
}

/* ---- ctx.signals ---- */

static bool signal_on(hob_ctx_call *call) {
    hob_entity source = HOB_NO_ENTITY;
    if (call->slot == NULL) {
        return true;
    }
    if (hob_ctx_given(call, 0)) {
        hob_entity_data *e = hob_ctx_entity_required(call, 0, false);
        if (e == NULL) {
            return false;
        }
        source = e->self;
    }
    uint64_t number = hob_signals_on(call->world, source, hob_ctx_text(call, 1), call->slot,
                                     hob_ctx_keep(call, hob_ctx_arg(call, 2)));
    return hob_ctx_return_format(call, "sig_%llu", (unsigned long long)number);
}

static bool signal_off(hob_ctx_call *call) {
    uint64_t number = number_of_id(hob_ctx_text(call, 0), "sig_");
    if (number != 0) {
        hob_events_off(call->world, number, true);
    }
    return true;
}

/* A project component emits what it declares. */
static bool check_declared(hob_ctx_call *call, const hob_component_type *type, hob_str name) {
    const char *near = NULL;
    char asked[64];
    (void)snprintf(asked, sizeof asked, "%.*s", (int)name.length, name.data);
    for (const hob_signal_type *s = type->signals; s != NULL && s->name != NULL; s++) {
        if (hob_str_is(name, s->name)) {
            return true;
        }
        const char *pair[] = {near != NULL ? near : s->name, s->name, NULL};
        near = hob_nearest_name(asked, pair);
    }
    (void)hob_ctx_fail(call, HOB_ERR_NOT_FOUND, "ctx.signals.emit: %s declares no signal \"%s\"",
                       type->name, asked);
    if (near != NULL) {
        (void)hob_error_hint(call->error, "did you mean \"%s\"?", near);
    } else {
        (void)hob_error_hint(call->error, "list it in signals in %s", type->script);
    }
    return false;
}

static bool signal_emit(hob_ctx_call *call) {
    hob_value args[8];
    uint32_t count = 0;
    if (call->slot == NULL) {
        return true;
    }
    for (uint32_t i = 1; i < call->count && count < HOB_COUNT(args); i++) {
        args[count++] = hob_ctx_plain(call, i);
    }
    hob_component *component = call->slot->component;
    hob_str name = hob_ctx_text(call, 0), slot = hob_text_view(component->slot);
    if (component->type->script != NULL) {
        if (!check_declared(call, component->type, name)) {
            return false;
        }
        hob_signal(call->world, component, name.data, HOB_HOOK_COUNT, args, count);
        return true;
    }
    hob_buf full;
    hob_buf_init(&full, call->a, 400);
    hob_buf_format(&full, "%.*s.%.*s", (int)slot.length, slot.data, (int)name.length, name.data);
    hob_signal_named(call->world, call->self, hob_buf_str(&full), args, count);
    return true;
}

#define FN \
    HOB_P("fn", ANY, .flags = HOB_FIELD_REQUIRED, .pattern = "a function", .doc = "The listener.")
static const hob_field emit_params[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Name of the event."),
    HOB_P("data", ANY, .doc = "What listeners get."), HOB_FIELDS_END};
static const hob_field on_params[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Name of the event."), FN,
    HOB_FIELDS_END};
static const hob_field off_params[] = {
    HOB_P("id", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "What on gave."), HOB_FIELDS_END};
static const hob_field signal_params[] = {
    HOB_P("entity", REF, .flags = HOB_FIELD_NULLABLE,
          .doc = "Emitter; nil: signals of the session."),
    HOB_P("signal", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Slot.signal."), FN, HOB_FIELDS_END};
static const hob_field signal_emit_params[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED,
          .doc = "Name of the signal, without the slot."),
    HOB_P("values", ANY, .flags = HOB_FIELD_REST, .doc = "Arguments, any number."), HOB_FIELDS_END};

#define H HOB_API_HEARTH
#define M HOB_API_METHOD
#define W HOB_API_WRITES
#define F HOB_API_FAILS

static const hob_api_member event_members[] = {
    {.name = "emit",
     .flags = H | M | W | F | HOB_API_SHARES,
     .params = emit_params,
     .call = emit,
     .doc = "Tells all listeners and onEvent hooks at once.",
     .js = "ctx.events.emit(\"opened\", {door: 3});",
     .lua = "ctx.events.emit(\"opened\", {door = 3})"},
    {.name = "on",
     .flags = H | M | W,
     .params = on_params,
     .result = "text",
     .call = on,
     .doc = "Calls a function for an event; ends with the entity.",
     .js = "ctx.events.on(\"opened\", d => ctx.log(d.door));",
     .lua = "ctx.events.on(\"opened\", function(d) ctx.log(d.door) end)"},
    {.name = "off",
     .flags = H | M | W,
     .params = off_params,
     .call = off,
     .doc = "Ends a subscription; unknown ids are ignored.",
     .js = "ctx.events.off(\"evt_1\");"},
    {.name = NULL},
};
static const hob_api_member signal_members[] = {
    {.name = "on",
     .flags = M | W | F,
     .params = signal_params,
     .result = "text",
     .call = signal_on,
     .doc = "Calls a function for a component's signal.",
     .js = "ctx.signals.on(ctx.entity, \"Health.damaged\", n => ctx.log(n));",
     .lua = "ctx.signals.on(ctx.entity, \"Health.damaged\", function(n) ctx.log(n) end)"},
    {.name = "off",
     .flags = M | W,
     .params = off_params,
     .call = signal_off,
     .doc = "Ends a subscription.",
     .js = "ctx.signals.off(\"sig_1\");"},
    {.name = "emit",
     .flags = M | W | F | HOB_API_SHARES,
     .params = signal_emit_params,
     .call = signal_emit,
     .doc = "Emits a signal of this slot; a project component emits those it declares.",
     .js = "ctx.signals.emit(\"opened\", 3);"},
    {.name = NULL},
};

const hob_api_family hob_api_events = {
    .path = "ctx.events", .doc = "Events of the scene.", .members = event_members};
const hob_api_family hob_api_signals = {
    .path = "ctx.signals", .doc = "Signals of components.", .members = signal_members};
