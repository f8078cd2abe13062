/* ctx.ui: UI pieces and their handles (spec hob 6.6, waica 7.5, 7.6). */
#include "script/api_parts.h"
#include "script/machine.h"
#include "ui/pieces.h"

#include <math.h>

static bool scope_of(hob_value options, hob_scope *ret_scope) {
    hob_value v = hob_ctx_option(options, "scope");
    bool is_scene = v.tag == HOB_TAG_TEXT && hob_str_is(hob_value_str(v), "scene");
    *ret_scope = is_scene ? HOB_SCOPE_SCENE : HOB_SCOPE_SESSION;
    return hob_value_is_absent(v) || is_scene ||
           (v.tag == HOB_TAG_TEXT && hob_str_is(hob_value_str(v), "session"));
}

static bool warn_unknown(hob_ctx_call *call, hob_str name) {
    char key[140];
    size_t length = name.length < 100 ? name.length : 100;
    (void)snprintf(key, sizeof key, "no ui piece %.*s", (int)length, name.data);
    if (hob_world_warn_once(call->world, key)) {
        hob_ctx_warn(call, "ctx.ui.%s: there is no UI piece \"%.*s\"", call->member->name,
                     (int)length, name.data);
    }
    return true;
}

static bool with_scope(hob_ctx_call *call,
                       bool (*act)(hob_world *world, hob_str name, hob_scope scope)) {
    hob_scope scope;
    hob_str name = hob_ctx_text(call, 0);
    if (!scope_of(hob_ctx_plain(call, 1), &scope)) {
        return hob_ctx_fail(call, HOB_ERR_FIELD_TYPE,
                            "ctx.ui.%s: scope must be \"scene\" or \"session\"",
                            call->member->name);
    }
    return act(call->world, name, scope) || warn_unknown(call, name);
}

bool hob_ctx_piece_show(hob_ctx_call *call) {
    return with_scope(call, hob_piece_show);
}

bool hob_ctx_piece_toggle(hob_ctx_call *call) {
    return with_scope(call, hob_piece_toggle);
}

bool hob_ctx_piece_hide(hob_ctx_call *call) {
    hob_str name = hob_ctx_text(call, 0);
    return hob_piece_hide(call->world, name) || warn_unknown(call, name);
}

bool hob_ctx_piece_is_visible(hob_ctx_call *call) {
    return hob_ctx_return_bool(call, hob_piece_is_visible(call->world, hob_ctx_text(call, 0)));
}

bool hob_ctx_piece_has(hob_ctx_call *call) {
    return hob_ctx_return_bool(call, hob_piece_exists(call->world, hob_ctx_text(call, 0)));
}

bool hob_ctx_piece_names(hob_ctx_call *call) {
    return hob_ctx_return(call, hob_piece_names(call->world, call->a));
}

bool hob_ctx_piece_define(hob_ctx_call *call) {
    hob_str name = hob_ctx_text(call, 0), html = hob_ctx_text(call, 1);
    size_t most = (size_t)call->world->outside.manifest->limits.string_mib << 20;
    if (name.length == 0 || name.length > 100) {
        return hob_ctx_fail(call, HOB_ERR_FIELD_PATTERN,
                            "ctx.ui.define: a name has 1 to 100 characters");
    }
    if (html.length > most) {
        return hob_ctx_fail(call, HOB_ERR_LIMIT_REACHED, "ctx.ui.define: the markup is too long");
    }
    hob_piece_define(call->world, name, html);
    return true;
}

bool hob_ctx_piece_on(hob_ctx_call *call) {
    hob_str name = hob_ctx_text(call, 0);
    if (!hob_piece_mount(call->world, name, HOB_SCOPE_SESSION)) {
        return warn_unknown(call, name);
    }
    if (call->slot == NULL) {
        return true;
    }
    hob_str signal =
        hob_piece_signal(call->world, name, hob_ctx_text(call, 1), hob_ctx_text(call, 2));
    uint64_t number = hob_signals_on(call->world, HOB_NO_ENTITY, signal, call->slot,
                                     hob_ctx_keep(call, hob_ctx_arg(call, 3)));
    return hob_ctx_return_format(call, "sig_%llu", (unsigned long long)number);
}

/* ---- anchored ---- */

static bool is_plain(hob_value v) {
    return v.tag == HOB_TAG_NUMBER || v.tag == HOB_TAG_BOOL || v.tag == HOB_TAG_TEXT;
}

/* Numbers, booleans and texts only; all or nothing. */
static bool check_values(hob_ctx_call *call, hob_value values) {
    if (hob_value_is_absent(values)) {
        return true;
    }
    bool is_right =
        values.tag == HOB_TAG_MAP || (values.tag == HOB_TAG_LIST && values.as.list->count == 0);
    for (uint32_t i = 0; values.tag == HOB_TAG_MAP && i < values.as.map->count; i++) {
        is_right = is_right && is_plain(values.as.map->entries[i].value);
    }
    return is_right || hob_ctx_fail(call, HOB_ERR_FIELD_TYPE,
                                    "ctx.ui.attach: values must be a table of numbers, booleans "
                                    "and texts");
}

static bool read_offset(hob_ctx_call *call, hob_value v, hob_vec2 *ret_offset) {
    *ret_offset = (hob_vec2){0, 0};
    if (hob_value_is_absent(v)) {
        return true;
    }
    hob_vec2 offset = {hob_value_get_number(v, "x", 0), hob_value_get_number(v, "y", 0)};
    if (v.tag != HOB_TAG_MAP || !isfinite(offset.x) || !isfinite(offset.y)) {
        return hob_ctx_fail(call, HOB_ERR_FIELD_TYPE,
                            "ctx.ui.attach: offset must be {x, y} of finite numbers");
    }
    *ret_offset = offset;
    return true;
}

bool hob_ctx_piece_attach(hob_ctx_call *call) {
    hob_str name = hob_ctx_text(call, 0);
    hob_value options = hob_ctx_plain(call, 2), seconds = hob_ctx_option(options, "seconds");
    hob_piece_options how = {.values = hob_ctx_option(options, "values")};
    if (!read_offset(call, hob_ctx_option(options, "offset"), &how.offset) ||
        !check_values(call, how.values)) {
        return false;
    }
    how.has_seconds = seconds.tag == HOB_TAG_NUMBER && isfinite(seconds.as.number);
    how.seconds = how.has_seconds ? seconds.as.number : 0;
    if (!how.has_seconds && !hob_value_is_absent(seconds)) {
        hob_ctx_warn(call, "ctx.ui.attach: seconds is no finite number; the piece goes with its "
                           "entity");
    }
    const hob_entity_data *e = hob_ctx_entity(call, 1, false);
    hob_error error = {.status = HOB_OK};
    uint64_t number =
        hob_piece_attach(call->world, name, e == NULL ? HOB_NO_ENTITY : e->self, &how, &error);
    if (error.status != HOB_OK) {
        return hob_ctx_fail(call, error.status, "ctx.ui.attach: %s", error.message);
    }
    return hob_ctx_return_object(call, &hob_api_piece_handle, number);
}

static bool handle_alive(hob_ctx_call *call) {
    return hob_ctx_return_bool(call, hob_piece_find(call->world, call->number) != NULL);
}

static bool handle_set(hob_ctx_call *call) {
    hob_value v = hob_ctx_plain(call, 1);
    if (!is_plain(v)) {
        return hob_ctx_fail(call, HOB_ERR_FIELD_TYPE,
                            "set: the value must be a number, a boolean or a text");
    }
    hob_piece_set(call->world, call->number, hob_ctx_text(call, 0), v);
    return true;
}

static bool handle_remove(hob_ctx_call *call) {
    hob_piece_remove(call->world, call->number);
    return true;
}

static const hob_field set_params[] = {
    HOB_P("key", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Name in {{name}}."),
    HOB_P("value", ANY, .flags = HOB_FIELD_REQUIRED, .doc = "Number, boolean or text."),
    HOB_FIELDS_END};

static const hob_api_member handle_members[] = {
    {.name = "alive",
     .result = "bool",
     .call = handle_alive,
     .doc = "Whether the piece is still there."},
    {.name = "set",
     .flags = HOB_API_METHOD | HOB_API_WRITES | HOB_API_FAILS,
     .params = set_params,
     .call = handle_set,
     .doc = "Changes what a {{name}} of this piece shows."},
    {.name = "remove",
     .flags = HOB_API_METHOD | HOB_API_WRITES,
     .call = handle_remove,
     .doc = "Takes the piece away."},
    {.name = NULL},
};

const hob_api_family hob_api_piece_handle = {
    .path = "piece", .doc = "Handle of a UI piece at an entity.", .members = handle_members};
