/* Save data, save slots, declared state and the game pause (spec scripting 7.10, 7.11, hob 6.5). */
#include "base/numtext.h"
#include "script/api_parts.h"
#include "script/machine.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* Data as JSON text; functions become null. False with VALUE_NOT_DATA for cycles and depth. */
static bool value_json(hob_ctx_call *call, hob_value v, hob_buf *out) {
    hob_buf_init(out, call->a, (size_t)call->world->outside.manifest->limits.save_kib << 10);
    if (v.tag == HOB_TAG_ABSENT) {
        v = HOB_VALUE_NULL;
    }
    if (!hob_value_write_json(out, v, false, hob_script_entity_json, call->world)) {
        return hob_ctx_fail(call, HOB_ERR_VALUE_NOT_DATA,
                            "%s.%s: the value is nested too deeply, in itself, or too large",
                            call->family->path, call->member->name);
    }
    return true;
}

static bool to_json(hob_ctx_call *call, uint32_t index, hob_buf *out) {
    return value_json(call, hob_ctx_plain(call, index), out);
}

static hob_str key_of(hob_ctx_call *call) {
    hob_value v = hob_ctx_arg(call, 0);
    if (v.tag == HOB_TAG_NUMBER) {
        char text[HOB_NUMBER_TEXT_SIZE];
        size_t length = hob_number_text(v.as.number, HOB_NUMBER_SCRIPT, text);
        return hob_value_str(hob_value_text(call->a, (hob_str){text, length}));
    }
    hob_str s = hob_ctx_text(call, 0);
    return s.data == NULL ? HOB_STR("") : s;
}

bool hob_ctx_save(hob_ctx_call *call) {
    hob_buf json;
    if (!to_json(call, 1, &json)) {
        return false;
    }
    hob_save_set(call->world, key_of(call), hob_buf_str(&json));
    return true;
}

bool hob_ctx_load(hob_ctx_call *call) {
    hob_str json;
    if (!hob_save_get(call->world, key_of(call), &json)) {
        return true;
    }
    hob_value v;
    if (hob_value_parse_json(call->a, json, &v, NULL) != HOB_OK) {
        hob_ctx_warn(call, "ctx.load: what is saved under \"%.*s\" cannot be read",
                     (int)key_of(call).length, key_of(call).data);
        return true;
    }
    return hob_ctx_return(call, v);
}

bool hob_ctx_clear_save(hob_ctx_call *call) {
    hob_value key = hob_ctx_arg(call, 0);
    if (key.tag == HOB_TAG_ABSENT) {
        hob_save_clear(call->world, HOB_STR(""), true);
    } else if (key.tag != HOB_TAG_NULL) {
        hob_save_clear(call->world, key_of(call), false);
    }
    return true;
}

/* ---- ctx.saves ---- */

static bool saves_write(hob_ctx_call *call) {
    hob_buf json;
    return to_json(call, 1, &json) && hob_slot_write(call->world, hob_ctx_text(call, 0),
                                                     hob_buf_str(&json), call->error) == HOB_OK;
}

/* Reading never fails for what is stored: the script gets the default, the run's report the error.
 */
static bool refuse(hob_ctx_call *call, hob_status status, const char *script, int line,
                   const char *format, ...) HOB_PRINTF(5, 6);
static bool refuse(hob_ctx_call *call, hob_status status, const char *script, int line,
                   const char *format, ...) {
    char text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    hob_world_error(call->world, status, call->slot, "saves", script, line, text);
    return false;
}

/* Data of version n go through function n of saves.migrations, counted from 1, which returns those
 * of version n + 1. */
static bool migrate(hob_ctx_call *call, hob_str slot, int32_t version, hob_value *data) {
    const hob_manifest *manifest = call->world->outside.manifest;
    hob_str path = hob_text_view(manifest->saves_migrations);
    hob_script_host *host = hob_code_host(
        call->world, hob_str_ends(path, HOB_STR(".js")) ? HOB_LANGUAGE_JS : HOB_LANGUAGE_LUA);
    uint64_t budget = (uint64_t)manifest->limits.hook_units;
    for (; version < manifest->saves_version; version++) {
        hob_call_result result = {.status = HOB_ERR_NOT_FOUND, .missing = true};
        hob_value next = HOB_VALUE_NULL;
        if (host != NULL && path.length > 0) {
            result = host->call_item(host, path, (uint32_t)version - 1, data, 1, budget, &next);
            call->world->step_units += result.units;
        }
        if (result.missing) {
            return refuse(call, HOB_ERR_SCRIPT_ERROR, path.data, 0,
                          "The save \"%.*s\" is of version %d, and saves.migrations has no "
                          "function %d that brings it to version %d.",
                          (int)slot.length, slot.data, (int)version, (int)version,
                          (int)version + 1);
        }
        if (result.status != HOB_OK) {
            return refuse(call, result.status, path.data, result.line, "%s", result.message);
        }
        *data = hob_live_plain(next, call->a);
        if (data->tag == HOB_TAG_NULL || data->tag == HOB_TAG_ABSENT) {
            return refuse(call, HOB_ERR_SCRIPT_ERROR, path.data, 0,
                          "Function %d of saves.migrations returns nothing.", (int)version);
        }
    }
    return true;
}

/* An older one is brought to this version and stored so; where that fails, it stays as it was. */
static bool read_slot(hob_ctx_call *call, hob_str slot, hob_value *data) {
    int32_t version = hob_slot_version(call->world, slot);
    int32_t wanted = call->world->outside.manifest->saves_version;
    hob_buf json;
    if (version > wanted) {
        return refuse(call, HOB_ERR_FORMAT_NEWER, NULL, 0,
                      "The save \"%.*s\" is of version %d; this game knows %d.", (int)slot.length,
                      slot.data, (int)version, (int)wanted);
    }
    if (version == wanted) {
        return true;
    }
    if (!migrate(call, slot, version, data) || !value_json(call, *data, &json)) {
        return false;
    }
    hob_error error = {0};
    return hob_slot_write(call->world, slot, hob_buf_str(&json), &error) == HOB_OK ||
           refuse(call, error.status, NULL, 0, "%s", error.message);
}

static bool saves_read(hob_ctx_call *call) {
    hob_str json, slot = hob_ctx_text(call, 0);
    hob_value v;
    if (hob_slot_read(call->world, slot, &json) &&
        hob_value_parse_json(call->a, json, &v, NULL) == HOB_OK && read_slot(call, slot, &v)) {
        return hob_ctx_return(call, v);
    }
    hob_value missing = hob_ctx_plain(call, 1);
    return hob_ctx_return(call, missing.tag == HOB_TAG_ABSENT ? HOB_VALUE_NULL : missing);
}

static bool saves_exists(hob_ctx_call *call) {
    hob_str json;
    return hob_ctx_return_bool(call, hob_slot_read(call->world, hob_ctx_text(call, 0), &json));
}

static bool saves_delete(hob_ctx_call *call) {
    return hob_ctx_return_bool(call, hob_slot_delete(call->world, hob_ctx_text(call, 0)));
}

static bool saves_list(hob_ctx_call *call) {
    hob_value slots = call->world->store.slots, list = hob_value_list(call->a, 4);
    for (uint32_t i = 0; slots.tag == HOB_TAG_MAP && i < slots.as.map->count; i++) {
        hob_list_add(call->a, list.as.list,
                     hob_value_text(call->a, hob_text_view(slots.as.map->entries[i].key)));
    }
    return hob_ctx_return(call, list);
}

/* ---- ctx.state ---- */

static bool state_get(hob_ctx_call *call) {
    const hob_state_entry *entry = hob_state_find(call->world, key_of(call));
    return entry == NULL || hob_ctx_return(call, entry->value);
}

static bool state_set(hob_ctx_call *call) {
    return hob_state_set(call->world, key_of(call), hob_ctx_plain(call, 1), call->error) == HOB_OK;
}

static bool state_add(hob_ctx_call *call) {
    hob_str key = key_of(call);
    const hob_state_entry *entry = hob_state_find(call->world, key);
    if (entry == NULL && !call->world->outside.manifest->settings.open_state) {
        return hob_ctx_fail(call, HOB_ERR_NOT_FOUND,
                            "ctx.state.add: \"%.*s\" is not declared in gameState", (int)key.length,
                            key.data);
    }
    if (entry != NULL && entry->value.tag != HOB_TAG_NUMBER) {
        return hob_ctx_fail(call, HOB_ERR_FIELD_TYPE, "ctx.state.add: \"%.*s\" is no number",
                            (int)key.length, key.data);
    }
    hob_value delta = hob_ctx_arg(call, 1);
    if (delta.tag != HOB_TAG_NUMBER && delta.tag != HOB_TAG_NULL && delta.tag != HOB_TAG_BOOL) {
        return hob_ctx_fail(call, HOB_ERR_FIELD_TYPE, "ctx.state.add: the amount is no number");
    }
    double sum = (entry == NULL ? 0 : entry->value.as.number) + hob_value_js_number(delta);
    return hob_state_set(call->world, key, hob_value_number(sum), call->error) == HOB_OK;
}

static bool state_reset(hob_ctx_call *call) {
    hob_value key = hob_ctx_arg(call, 0);
    if (key.tag == HOB_TAG_ABSENT) {
        (void)hob_state_reset(call->world, HOB_STR(""), true);
        return true;
    }
    if (key.tag == HOB_TAG_NULL || !hob_state_reset(call->world, key_of(call), false)) {
        return hob_ctx_fail(call, HOB_ERR_NOT_FOUND, "ctx.state.reset: there is no such key");
    }
    return true;
}

static bool state_count(hob_ctx_call *call) {
    const hob_state_entry *entry = hob_state_find(call->world, key_of(call));
    return hob_ctx_return_number(
        call, entry != NULL && entry->value.tag == HOB_TAG_NUMBER ? entry->value.as.number : 0);
}

static bool state_has(hob_ctx_call *call) {
    return hob_ctx_return_bool(call, hob_state_find(call->world, key_of(call)) != NULL);
}

static bool state_entries(hob_ctx_call *call) {
    const hob_store *store = &call->world->store;
    hob_value map = hob_value_map(call->a, store->state_count);
    for (uint32_t i = 0; i < store->state_count; i++) {
        hob_map_set(call->a, map.as.map, hob_text_view(store->state[i].key),
                    hob_value_copy(call->a, store->state[i].value));
    }
    return hob_ctx_return(call, map);
}

/* A subscription to stateChanged that looks at the key first. */
static bool state_on_change(hob_ctx_call *call) {
    if (call->slot == NULL) {
        return true;
    }
    hob_value parts[2] = {hob_ctx_arg(call, 0), hob_ctx_arg(call, 1)};
    hob_value watcher = call->machine->wrap(call->machine, HOB_WRAP_KEY, parts, 2);
    uint64_t number = hob_events_on(call->world, HOB_STR("stateChanged"), call->slot,
                                    hob_ctx_keep(call, watcher));
    return hob_ctx_return_format(call, "evt_%llu", (unsigned long long)number);
}

/* ---- ctx.game ---- */

static bool game_pause(hob_ctx_call *call) {
    call->world->paused = true;
    return true;
}

static bool game_resume(hob_ctx_call *call) {
    call->world->paused = false;
    return true;
}

static bool game_is_paused(hob_ctx_call *call) {
    return hob_ctx_return_bool(call, call->world->paused);
}

#define KEY HOB_P("key", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Name of the value.")
#define SLOT                                                                 \
    HOB_P("slot", TEXT, .flags = HOB_FIELD_REQUIRED, .pattern = "save-slot", \
          .doc = "Name of the slot.")
static const hob_field key_params[] = {KEY, HOB_FIELDS_END};
static const hob_field set_params[] = {
    KEY, HOB_P("value", ANY, .flags = HOB_FIELD_REQUIRED, .doc = "Of the declared type."),
    HOB_FIELDS_END};
static const hob_field add_params[] = {
    KEY, HOB_P("delta", NUMBER, .flags = HOB_FIELD_REQUIRED, .doc = "Amount."), HOB_FIELDS_END};
static const hob_field reset_params[] = {HOB_P("key", TEXT, .doc = "Left out: all."),
                                         HOB_FIELDS_END};
static const hob_field watch_params[] = {KEY,
                                         HOB_P("fn", ANY, .flags = HOB_FIELD_REQUIRED,
                                               .pattern = "a function",
                                               .doc = "Called with value and previous value."),
                                         HOB_FIELDS_END};
static const hob_field slot_params[] = {SLOT, HOB_FIELDS_END};
static const hob_field read_params[] = {
    SLOT, HOB_P("default", ANY, .doc = "Result when there is nothing to read."), HOB_FIELDS_END};
static const hob_field write_params[] = {
    SLOT, HOB_P("data", ANY, .flags = HOB_FIELD_REQUIRED, .doc = "Data."), HOB_FIELDS_END};

#define H HOB_API_HEARTH
#define M HOB_API_METHOD
#define W HOB_API_WRITES
#define F HOB_API_FAILS

static const hob_api_member saves_members[] = {
    {.name = "read",
     .flags = M,
     .params = read_params,
     .result = "any",
     .call = saves_read,
     .doc = "What a slot holds, else the default; never raises for what is stored.",
     .js = "const run = ctx.saves.read(\"one\", {});",
     .lua = "local run = ctx.saves.read(\"one\", {})"},
    {.name = "write",
     .flags = M | W | F,
     .params = write_params,
     .call = saves_write,
     .doc = "Replaces what a slot holds.",
     .js = "ctx.saves.write(\"one\", {level: 2});",
     .lua = "ctx.saves.write(\"one\", {level = 2})"},
    {.name = "exists",
     .flags = M,
     .params = slot_params,
     .result = "bool",
     .call = saves_exists,
     .doc = "Whether a slot holds something.",
     .js = "ctx.saves.exists(\"one\");"},
    {.name = "delete",
     .flags = M | W,
     .params = slot_params,
     .result = "bool",
     .call = saves_delete,
     .doc = "Empties a slot.",
     .js = "ctx.saves.delete(\"one\");",
     .lua = "ctx.saves.delete(\"one\")"},
    {.name = "list",
     .flags = M,
     .result = "list of text",
     .call = saves_list,
     .doc = "Slots that hold something.",
     .js = "ctx.saves.list();"},
    {.name = NULL},
};
static const hob_api_member state_members[] = {
    {.name = "get",
     .flags = H | M,
     .params = key_params,
     .result = "any or null",
     .call = state_get,
     .doc = "A value of the game state.",
     .js = "ctx.state.get(\"score\");"},
    {.name = "set",
     .flags = H | M | W | F,
     .params = set_params,
     .call = state_set,
     .doc = "Changes a value; a change emits stateChanged.",
     .js = "ctx.state.set(\"score\", 10);"},
    {.name = "add",
     .flags = H | M | W | F,
     .params = add_params,
     .call = state_add,
     .doc = "Adds to a number.",
     .js = "ctx.state.add(\"score\", 1);"},
    {.name = "reset",
     .flags = H | M | W | F,
     .params = reset_params,
     .call = state_reset,
     .doc = "Back to the initial value: one key, or all.",
     .js = "ctx.state.reset(\"score\");"},
    {.name = "count",
     .flags = M,
     .params = key_params,
     .result = "number",
     .call = state_count,
     .doc = "The number, 0 for anything else.",
     .js = "ctx.state.count(\"score\");"},
    {.name = "has",
     .flags = M,
     .params = key_params,
     .result = "bool",
     .call = state_has,
     .doc = "Whether the key exists.",
     .js = "ctx.state.has(\"score\");"},
    {.name = "entries",
     .flags = M,
     .result = "map",
     .call = state_entries,
     .doc = "All values.",
     .js = "ctx.state.entries();"},
    {.name = "onChange",
     .flags = M | W,
     .params = watch_params,
     .result = "text",
     .call = state_on_change,
     .doc = "Calls a function when a value changes; the id is for ctx.events.off.",
     .js = "ctx.state.onChange(\"score\", v => ctx.log(v));",
     .lua = "ctx.state.onChange(\"score\", function(v) ctx.log(v) end)"},
    {.name = NULL},
};
static const hob_api_member game_members[] = {
    {.name = "pause",
     .flags = H | M | W,
     .call = game_pause,
     .doc = "Pauses the game at once.",
     .js = "ctx.game.pause();"},
    {.name = "resume",
     .flags = H | M | W,
     .call = game_resume,
     .doc = "Ends the pause.",
     .js = "ctx.game.resume();"},
    {.name = "isPaused",
     .flags = H | M,
     .result = "bool",
     .call = game_is_paused,
     .doc = "Whether the game is paused.",
     .js = "ctx.game.isPaused();"},
    {.name = NULL},
};

const hob_api_family hob_api_saves = {
    .path = "ctx.saves", .doc = "Save slots.", .members = saves_members};
const hob_api_family hob_api_state = {
    .path = "ctx.state", .doc = "Declared game state.", .members = state_members};
const hob_api_family hob_api_game = {
    .path = "ctx.game", .doc = "The game pause.", .members = game_members};
