/* Reading arguments and making results: the helpers of the ctx functions. */
#include "base/numtext.h"
#include "script/machine.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- arguments ---- */

hob_value hob_ctx_arg(const hob_ctx_call *call, uint32_t index) {
    return index < call->count ? call->args[index] : HOB_VALUE_ABSENT;
}

hob_value hob_ctx_plain(const hob_ctx_call *call, uint32_t index) {
    hob_value v = hob_ctx_arg(call, index);
    return v.tag == HOB_TAG_LIVE ? hob_live_plain(v, call->a) : v;
}

bool hob_ctx_given(const hob_ctx_call *call, uint32_t index) {
    return !hob_value_is_absent(hob_ctx_arg(call, index));
}

static double text_number(hob_str s) {
    while (s.length > 0 && (unsigned char)s.data[0] <= ' ') {
        s.data++;
        s.length--;
    }
    while (s.length > 0 && (unsigned char)s.data[s.length - 1] <= ' ') {
        s.length--;
    }
    double n = 0;
    if (s.length > 0 && hob_number_parse(s.data, s.length, &n) != s.length) {
        return (double)NAN;
    }
    return n;
}

double hob_value_js_number(hob_value v) {
    switch (v.tag) {
    case HOB_TAG_NUMBER:
        return v.as.number;
    case HOB_TAG_NULL:
        return 0;
    case HOB_TAG_BOOL:
        return v.as.boolean ? 1 : 0;
    case HOB_TAG_TEXT:
        return text_number(hob_value_str(v));
    default:
        return (double)NAN;
    }
}

double hob_ctx_number(const hob_ctx_call *call, uint32_t index) {
    return hob_value_js_number(hob_ctx_arg(call, index));
}

double hob_ctx_number_or(const hob_ctx_call *call, uint32_t index, double missing) {
    hob_value v = hob_ctx_arg(call, index);
    return v.tag == HOB_TAG_ABSENT ? missing : hob_value_js_number(v);
}

bool hob_ctx_truth(hob_value v) {
    switch (v.tag) {
    case HOB_TAG_NULL:
    case HOB_TAG_ABSENT:
        return false;
    case HOB_TAG_BOOL:
        return v.as.boolean;
    case HOB_TAG_NUMBER:
        return v.as.number != 0 && !isnan(v.as.number);
    case HOB_TAG_TEXT:
        return hob_value_str(v).length > 0;
    default:
        return true;
    }
}

hob_str hob_ctx_text(const hob_ctx_call *call, uint32_t index) {
    hob_value v = hob_ctx_arg(call, index);
    if (v.tag != HOB_TAG_TEXT) {
        return (hob_str){NULL, 0};
    }
    hob_str s = hob_value_str(v);
    return s.data == NULL ? HOB_STR("") : s;
}

static hob_value live_member(hob_live *live, const char *key) {
    if (live->kind == HOB_LIVE_VALUE) {
        return hob_live_read_key(live, hob_str_from(key)).value;
    }
    void *of_struct = live->kind == HOB_LIVE_OBJECT ? NULL : hob_live_struct(live);
    const hob_field *field =
        of_struct == NULL ? NULL : hob_field_find(live->fields, hob_str_from(key));
    return field == NULL ? HOB_VALUE_ABSENT : hob_live_read_field(of_struct, field).value;
}

hob_value hob_ctx_option(hob_value options, const char *key) {
    hob_live *live = hob_live_of_value(options);
    if (live != NULL) {
        return live_member(live, key);
    }
    return options.tag == HOB_TAG_MAP ? hob_map_get(options.as.map, hob_str_from(key))
                                      : HOB_VALUE_ABSENT;
}

bool hob_value_point(hob_value v, hob_vec2 *ret_point) {
    hob_live *live = hob_live_of_value(v);
    if (live != NULL && live->fields == hob_vec2_fields) { /* the usual case, without a copy */
        const hob_vec2 *at = hob_live_struct(live);
        if (at != NULL) {
            *ret_point = *at;
            return true;
        }
    }
    if (live == NULL && v.tag != HOB_TAG_MAP && v.tag != HOB_TAG_LIST) {
        return !hob_value_is_absent(v) && (*ret_point = (hob_vec2){(double)NAN, (double)NAN}, true);
    }
    ret_point->x = hob_value_js_number(hob_ctx_option(v, "x"));
    ret_point->y = hob_value_js_number(hob_ctx_option(v, "y"));
    return true;
}

bool hob_ctx_point(hob_ctx_call *call, uint32_t index, hob_vec2 *ret_point) {
    if (hob_value_point(hob_ctx_arg(call, index), ret_point)) {
        return true;
    }
    return hob_ctx_fail(call, HOB_ERR_SCRIPT_ERROR, "%s.%s: parameter %u must be {x, y}",
                        call->family->path, call->member->name, index + 1);
}

bool hob_ctx_options(hob_ctx_call *call, uint32_t index, bool strict, hob_value *ret_options) {
    *ret_options = hob_ctx_arg(call, index);
    if (strict && ret_options->tag == HOB_TAG_NULL) {
        return hob_ctx_fail(call, HOB_ERR_SCRIPT_ERROR, "%s.%s: the options are null",
                            call->family->path, call->member->name);
    }
    return true;
}

static hob_entity entity_of(hob_ctx_call *call, hob_value v) {
    hob_live *live = hob_live_of_value(v);
    if (live != NULL) {
        return live->family == &hob_api_handle ? live->entity : HOB_NO_ENTITY;
    }
    if (v.tag == HOB_TAG_ENTITY) {
        return v.as.entity;
    }
    if (v.tag == HOB_TAG_TEXT) {
        return hob_entity_find(call->world, hob_value_str(v));
    }
    hob_value id = v.tag == HOB_TAG_MAP ? hob_map_get(v.as.map, HOB_STR("id")) : HOB_VALUE_ABSENT;
    return id.tag == HOB_TAG_TEXT ? hob_entity_find_id(call->world, hob_value_str(id))
                                  : HOB_NO_ENTITY;
}

hob_entity_data *hob_ctx_entity(hob_ctx_call *call, uint32_t index, bool or_self) {
    hob_value v = hob_ctx_arg(call, index);
    if (hob_value_is_absent(v)) {
        return or_self ? call->e : NULL;
    }
    hob_entity entity = entity_of(call, v);
    return entity == HOB_NO_ENTITY ? NULL : hob_entity_live(call->world, entity);
}

hob_entity_data *hob_ctx_entity_required(hob_ctx_call *call, uint32_t index, bool or_self) {
    hob_entity_data *e = hob_ctx_entity(call, index, or_self);
    if (e != NULL) {
        return e;
    }
    hob_str asked = hob_ctx_text(call, index);
    if (asked.data == NULL) {
        (void)hob_ctx_fail(call, HOB_ERR_ENTITY_UNKNOWN, "%s.%s: there is no such entity",
                           call->family->path, call->member->name);
        return NULL;
    }
    (void)hob_ctx_fail(call, HOB_ERR_ENTITY_UNKNOWN, "%s.%s: there is no entity \"%.*s\"",
                       call->family->path, call->member->name,
                       (int)(asked.length > 80 ? 80 : asked.length), asked.data);
    const char *near = hob_entity_nearest_name(call->world, asked);
    if (near != NULL) {
        (void)hob_error_hint(call->error, "did you mean \"%s\"?", near);
    }
    return NULL;
}

hob_value hob_ctx_keep(hob_ctx_call *call, hob_value function) {
    hob_machine_keep(call->machine, function);
    return function;
}

/* ---- results ---- */

bool hob_ctx_return(hob_ctx_call *call, hob_value v) {
    call->result = v;
    return true;
}

bool hob_ctx_return_number(hob_ctx_call *call, double n) {
    return hob_ctx_return(call, hob_value_number(n));
}

bool hob_ctx_return_bool(hob_ctx_call *call, bool b) {
    return hob_ctx_return(call, hob_value_bool(b));
}

bool hob_ctx_return_text(hob_ctx_call *call, hob_str s) {
    return hob_ctx_return(call, hob_value_text(call->a, s));
}

bool hob_ctx_return_format(hob_ctx_call *call, const char *format, ...) {
    char text[128];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    size_t kept = length < 0 ? 0 : (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
    return hob_ctx_return_text(call, (hob_str){text, kept});
}

hob_value hob_point_value(const hob_allocator *a, hob_vec2 p) {
    hob_value map = hob_value_map(a, 2);
    hob_map_set(a, map.as.map, HOB_STR("x"), hob_value_number(p.x));
    hob_map_set(a, map.as.map, HOB_STR("y"), hob_value_number(p.y));
    return map;
}

bool hob_ctx_return_point(hob_ctx_call *call, hob_vec2 p) {
    return hob_ctx_return(call, hob_point_value(call->a, p));
}

bool hob_ctx_return_entity(hob_ctx_call *call, hob_entity e) {
    return hob_ctx_return(call, e == HOB_NO_ENTITY ? HOB_VALUE_NULL : hob_value_entity(e));
}

static bool return_live(hob_ctx_call *call, hob_live made) {
    call->made = made;
    return hob_ctx_return(call, hob_live_as_value(&call->made));
}

bool hob_ctx_return_component(hob_ctx_call *call, hob_component *component) {
    if (component == NULL) {
        return hob_ctx_return(call, HOB_VALUE_ABSENT);
    }
    return return_live(call, (hob_live){.kind = HOB_LIVE_COMPONENT,
                                        .entity = component->owner->self,
                                        .e = component->owner,
                                        .component = component});
}

bool hob_ctx_return_tags(hob_ctx_call *call) {
    return return_live(call, (hob_live){.kind = HOB_LIVE_VALUE,
                                        .root = HOB_ROOT_TAGS,
                                        .entity = call->self,
                                        .e = call->e});
}

bool hob_ctx_return_vars(hob_ctx_call *call) {
    return return_live(call, (hob_live){.kind = HOB_LIVE_VALUE,
                                        .root = HOB_ROOT_VARS,
                                        .entity = call->self,
                                        .e = call->e});
}

bool hob_ctx_return_object(hob_ctx_call *call, const hob_api_family *family, uint64_t number) {
    return return_live(call, (hob_live){.kind = HOB_LIVE_OBJECT,
                                        .family = family,
                                        .number = number,
                                        .entity = call->self});
}

bool hob_ctx_fail(hob_ctx_call *call, hob_status status, const char *format, ...) {
    char text[300];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    (void)hob_fail(call->error, status, "%s", text);
    return false;
}

void hob_ctx_warn(hob_ctx_call *call, const char *format, ...) {
    char text[300];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    hob_world_log(call->world, HOB_LOG_WARN, "%s", text);
}

void hob_script_entity_json(void *world, uint64_t entity, hob_buf *out) {
    hob_entity_data *e = hob_entity_get(world, entity);
    if (e == NULL) {
        hob_buf_add_cstr(out, "null");
        return;
    }
    hob_buf_add_cstr(out, "{\"id\":");
    hob_buf_add_json_string(out, hob_text_view(e->id));
    hob_buf_add_cstr(out, ",\"name\":");
    hob_buf_add_json_string(out, hob_text_view(e->name));
    hob_buf_add_cstr(out, ",\"tags\":");
    if (!hob_value_write_json(out, e->tags, false, NULL, NULL)) {
        hob_buf_add_cstr(out, "[]");
    }
    hob_buf_add_char(out, '}');
}
