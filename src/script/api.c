#include "script/api.h"

#include "script/machine.h"

/* clang-format off */
const hob_api_family *const hob_api_families[] = {
    &hob_api_ctx,
    &hob_api_input,
    &hob_api_scene,
    &hob_api_scenes,
    &hob_api_timers,
    &hob_api_tweens,
    &hob_api_time,
    &hob_api_random,
    &hob_api_particles,
    &hob_api_effects,
    &hob_api_animator,
    &hob_api_math,
    &hob_api_game,
    &hob_api_state,
    &hob_api_saves,
    &hob_api_health,
    &hob_api_camera,
    &hob_api_camera_effects,
    &hob_api_audio,
    &hob_api_events,
    &hob_api_signals,
    &hob_api_ui,
    &hob_api_query,
    &hob_api_tiles,
    &hob_api_nav,
    &hob_api_players,
    &hob_api_views,
    &hob_api_assets,
    &hob_api_pool,
    &hob_api_text,
    &hob_api_draw,
    &hob_api_hop,
    &hob_api_states,
    &hob_api_melee,
    &hob_api_handle,
    &hob_api_time_handle,
    &hob_api_effect_handle,
    &hob_api_asset_handle,
    &hob_api_piece_handle,
    NULL,
};
/* clang-format on */

const hob_api_member *hob_api_find(const hob_api_family *family, hob_str name) {
    for (const hob_api_member *m = family->members; m->name != NULL; m++) {
        if (hob_str_is(name, m->name)) {
            return m;
        }
    }
    return NULL;
}

const char *hob_api_nearest(const hob_api_family *family, hob_str name) {
    const char *names[128];
    size_t count = 0;
    for (const hob_api_member *m = family->members; m->name != NULL && count < HOB_COUNT(names) - 1;
         m++) {
        names[count++] = m->name;
    }
    names[count] = NULL;
    char asked[64];
    size_t length = name.length < sizeof asked - 1 ? name.length : sizeof asked - 1;
    for (size_t i = 0; i < length; i++) {
        asked[i] = name.data[i];
    }
    asked[length] = '\0';
    return hob_nearest_name(asked, names);
}

void hob_api_signature(const hob_api_family *family, const hob_api_member *member, hob_buf *out) {
    hob_buf_format(out, "%s.%s", family->path, member->name);
    if ((member->flags & HOB_API_METHOD) == 0) {
        return;
    }
    hob_buf_add_char(out, '(');
    for (const hob_field *p = member->params; p != NULL && p->name != NULL; p++) {
        hob_buf_format(out, "%s%s%s", p == member->params ? "" : ", ", p->name,
                       (p->flags & HOB_FIELD_REQUIRED) != 0 ? "" : "?");
    }
    hob_buf_add_char(out, ')');
}

/* ---- the check of arguments ---- */

bool hob_value_is_function(hob_value v) {
    return v.tag == HOB_TAG_SCRIPT && v.as.script.kind == 1;
}

static bool is_live_of(hob_value v, hob_live_kind kind) {
    hob_live *live = hob_live_of_value(v);
    return live != NULL && live->kind == kind;
}

static bool is_handle(hob_value v) {
    hob_live *live = hob_live_of_value(v);
    return v.tag == HOB_TAG_ENTITY || (live != NULL && live->family == &hob_api_handle);
}

static bool is_object(hob_value v) {
    return v.tag == HOB_TAG_MAP || is_live_of(v, HOB_LIVE_COMPONENT) ||
           is_live_of(v, HOB_LIVE_STRUCT) ||
           (is_live_of(v, HOB_LIVE_VALUE) && !hob_live_is_list(hob_live_of_value(v)));
}

static bool fits(const hob_field *param, hob_value v) {
    switch (param->type) {
    case HOB_FIELD_NUMBER:
    case HOB_FIELD_INT:
        return v.tag == HOB_TAG_NUMBER;
    case HOB_FIELD_BOOL:
        return v.tag == HOB_TAG_BOOL;
    case HOB_FIELD_ENUM:
        return v.tag == HOB_TAG_TEXT && hob_field_enum_index(param, hob_value_str(v)) >= 0;
    case HOB_FIELD_TEXT:
    case HOB_FIELD_COLOR:
    case HOB_FIELD_ASSET:
        return v.tag == HOB_TAG_TEXT;
    case HOB_FIELD_REF:
        return v.tag == HOB_TAG_TEXT || is_handle(v);
    case HOB_FIELD_HANDLE:
        return is_handle(v);
    case HOB_FIELD_OBJECT:
    case HOB_FIELD_MAP:
    case HOB_FIELD_VARIANT:
        return is_object(v) || (v.tag == HOB_TAG_LIST && v.as.list->count == 0);
    case HOB_FIELD_LIST: /* an empty Lua table counts as an empty list where one is wanted */
        return v.tag == HOB_TAG_LIST || (v.tag == HOB_TAG_MAP && v.as.map->count == 0) ||
               (is_live_of(v, HOB_LIVE_VALUE) && hob_live_is_list(hob_live_of_value(v)));
    case HOB_FIELD_ANY:
        return param->pattern == NULL || hob_value_is_function(v);
    case HOB_FIELD_UNION:
        for (size_t i = 0; param->variants[i] != NULL; i++) {
            if (fits(param->variants[i], v)) {
                return true;
            }
        }
        return false;
    }
    return true;
}

static bool check_arguments(hob_ctx_call *call) {
    uint32_t index = 0;
    for (const hob_field *p = call->member->params; p != NULL && p->name != NULL; p++, index++) {
        hob_value v = hob_ctx_arg(call, index);
        if (hob_value_is_absent(v)) {
            if ((p->flags & HOB_FIELD_REQUIRED) == 0 || (p->flags & HOB_FIELD_NULLABLE) != 0) {
                continue;
            }
            return hob_ctx_fail(call, HOB_ERR_SCRIPT_ERROR, "%s.%s: parameter \"%s\" is missing",
                                call->family->path, call->member->name, p->name);
        }
        if (!fits(p, v)) {
            hob_buf type;
            hob_buf_init(&type, call->a, 200);
            if (p->type == HOB_FIELD_ANY || p->type == HOB_FIELD_MAP || p->type == HOB_FIELD_LIST) {
                hob_buf_add_cstr(&type, p->type == HOB_FIELD_MAP    ? "a table of options"
                                        : p->type == HOB_FIELD_LIST ? "a list"
                                                                    : p->pattern);
            } else {
                hob_field_type_text(p, &type);
            }
            return hob_ctx_fail(call, HOB_ERR_SCRIPT_ERROR, "%s.%s: parameter \"%s\" must be %s",
                                call->family->path, call->member->name, p->name,
                                type.data == NULL ? "of another type" : type.data);
        }
    }
    return true;
}

/* ---- the call ---- */

static hob_code_slot *first_code_slot(hob_entity_data *e, hob_language language) {
    for (uint32_t i = 0; e != NULL && i < e->slot_count; i++) {
        hob_code_slot *code = e->slots[i].component->code;
        if (code != NULL && code->language == language) {
            return code;
        }
    }
    return NULL;
}

bool hob_api_invoke(hob_ctx_call *call) {
    hob_live *object = call->object;
    call->world = call->machine->world;
    call->a = hob_scratch_allocator(call->machine->scratch);
    call->family = object->family;
    call->self = object->entity;
    call->number = object->number;
    call->e = object->e != NULL                 ? object->e
              : object->entity == HOB_NO_ENTITY ? NULL
                                                : hob_entity_get(call->world, object->entity);
    call->slot = object->component != NULL ? hob_live_code(object)
                 : object->family == &hob_api_handle
                     ? NULL
                     : first_code_slot(call->e, call->machine->host.language);
    call->result = HOB_VALUE_NULL;
    if ((call->member->flags & HOB_API_SELF) != 0 && call->e == NULL) {
        return true;
    }
    if ((call->member->flags & HOB_API_HEARTH) == 0 && !check_arguments(call)) {
        return false;
    }
    bool done = call->member->call(call);
    if (done && call->world->outside.keep_ledger) {
        hob_machine_ledger_call(call->machine, call);
    }
    return done;
}
