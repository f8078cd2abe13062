#include "session/poke.h"

#include "script/live.h"
#include "session/session_internal.h"

/* ---- finding ---- */

hob_status hob_session_entity(hob_session *session, hob_str ref, hob_entity_data **ret_entity,
                              hob_error *reterr) {
    hob_world *world = session->world;
    hob_arena_reset(&session->scratch);
    *ret_entity = hob_entity_live(world, hob_entity_find(world, ref));
    if (*ret_entity != NULL) {
        return HOB_OK;
    }
    hob_fail(reterr, HOB_ERR_ENTITY_UNKNOWN, "there is no entity \"%.*s\"",
             ref.length < 100 ? (int)ref.length : 100, ref.data != NULL ? ref.data : "");
    const char *near = hob_entity_nearest_name(world, ref);
    return near != NULL ? hob_error_hint(reterr, "did you mean \"%s\"?", near)
                        : HOB_ERR_ENTITY_UNKNOWN;
}

static hob_status find_component(hob_session *session, hob_entity_data *e, hob_str slot,
                                 hob_component **ret_component, hob_error *reterr) {
    *ret_component = hob_component_slot(session->world, e, slot);
    if (*ret_component != NULL) {
        return HOB_OK;
    }
    return hob_fail(reterr, HOB_ERR_COMPONENT_UNKNOWN, "%s has no component %.*s",
                    hob_text_cstr(e->name), slot.length < 100 ? (int)slot.length : 100, slot.data);
}

/* "Slot.path": the component, and the place in it; an empty path is the whole component. */
static hob_status find_place(hob_session *session, hob_entity_data *e, hob_str property,
                             hob_component **ret_component, hob_str *ret_path,
                             hob_field_place *ret_place, hob_error *reterr) {
    size_t dot = hob_str_find(property, HOB_STR("."));
    hob_str slot = dot == SIZE_MAX ? property : (hob_str){property.data, dot};
    hob_status status = find_component(session, e, slot, ret_component, reterr);
    if (status != HOB_OK) {
        return status;
    }
    *ret_path = (hob_str){NULL, 0};
    if (dot == SIZE_MAX) {
        return HOB_OK;
    }
    hob_component *c = *ret_component;
    *ret_path = (hob_str){property.data + dot + 1, property.length - dot - 1};
    if (hob_field_resolve(c->type->fields, c + 1, *ret_path, ret_place)) {
        return HOB_OK;
    }
    hob_fail(reterr, HOB_ERR_FIELD_UNKNOWN, "%.*s names no field",
             property.length < 150 ? (int)property.length : 150, property.data);
    const char *near = hob_field_nearest(c->type->fields, *ret_path);
    return near != NULL
               ? hob_error_hint(reterr, "did you mean %.*s.%s?", (int)slot.length, slot.data, near)
               : HOB_ERR_FIELD_UNKNOWN;
}

hob_status hob_session_get_property(hob_session *session, hob_entity_data *e, hob_str property,
                                    hob_arena *arena, hob_value *ret_value, hob_error *reterr) {
    hob_component *c = NULL;
    hob_field_place place;
    hob_str path;
    hob_status status = find_place(session, e, property, &c, &path, &place, reterr);
    if (status == HOB_OK) {
        const hob_allocator *a = &arena->as_allocator;
        *ret_value = path.length == 0 ? hob_fields_get(c->type->fields, c + 1, a)
                                      : hob_field_place_get(&place, a);
    }
    return status;
}

/* ---- writing ---- */

typedef struct write {
    hob_component *component;
    const hob_field_place *place;
    hob_value v;
    hob_status status;
    hob_error *reterr;
} write;

static void run_write(hob_session *session, void *user) {
    write *w = user;
    hob_world *world = session->world;
    w->status = hob_field_place_set(w->place, w->v, world->heap, w->reterr);
    if (w->status == HOB_OK) {
        hob_component_changed(world, w->component, w->place->top);
    }
}

hob_status hob_session_set_property(hob_session *session, hob_entity_data *e, hob_str property,
                                    hob_value v, hob_error *reterr) {
    hob_component *c = NULL;
    hob_field_place place;
    hob_str path;
    hob_status status = find_place(session, e, property, &c, &path, &place, reterr);
    if (status != HOB_OK) {
        return status;
    }
    if (path.length == 0) {
        return hob_fail(reterr, HOB_ERR_INVALID_INPUT,
                        "a component is not written as a whole; name a field, as in "
                        "Transform.position.x");
    }
    const uint32_t flags = place.top->flags;
    if ((flags & HOB_FIELD_RUNTIME) != 0 && (flags & HOB_FIELD_SCRIPT_WRITES) == 0) {
        return hob_fail(reterr, HOB_ERR_INVALID_INPUT, "%s.%s is written by the engine only",
                        c->type->name, place.top->name);
    }
    write w = {.component = c, .place = &place, .v = v, .reterr = reterr};
    status = hob_session__guarded(session, run_write, &w, reterr);
    return status != HOB_OK ? status : w.status;
}

/* ---- calling ---- */

typedef struct named_call {
    const hob_session_call_request *request;
    hob_value result; /* in scratch memory */
    bool made;
} named_call;

static void run_call(hob_session *session, void *user) {
    named_call *n = user;
    const hob_session_call_request *r = n->request;
    hob_world *world = session->world;
    const hob_list *args = r->arguments.tag == HOB_TAG_LIST ? r->arguments.as.list : NULL;
    const size_t errors = session->records.error_count;
    const hob_entity self = r->entity->self;
    for (uint16_t i = 0; i < r->entity->slot_count && !n->made; i++) {
        hob_component *c = r->entity->slots[i].component;
        if (c == NULL || c->removed || c->code == NULL ||
            (r->slot.length > 0 && !hob_str_equal(r->slot, hob_text_view(c->slot)))) {
            continue;
        }
        hob_value result = HOB_VALUE_NULL;
        n->made =
            hob_code_call_named(world, c->code, r->function, args != NULL ? args->items : NULL,
                                args != NULL ? args->count : 0, &result);
        n->result = n->made ? result : HOB_VALUE_NULL;
        if (session->records.error_count > errors || hob_entity_live(world, self) == NULL) {
            return;
        }
    }
}

hob_status hob_session_call(hob_session *session, const hob_session_call_request *request,
                            hob_arena *arena, hob_value *ret_value, hob_error *reterr) {
    named_call n = {.request = request, .result = HOB_VALUE_NULL};
    const size_t errors = session->records.error_count;
    hob_status status = hob_session__guarded(session, run_call, &n, reterr);
    if (status != HOB_OK) {
        return status;
    }
    *ret_value = HOB_VALUE_NULL;
    if (n.made) {
        *ret_value = hob_live_plain(n.result, &arena->as_allocator);
        return HOB_OK;
    }
    if (session->records.error_count > errors) {
        const hob_script_error_record *r = &session->records.errors[errors];
        return hob_fail(reterr, HOB_ERR_SCRIPT_ERROR, "%s", r->message);
    }
    hob_fail(reterr, HOB_ERR_NOT_FOUND, "%s has no script with a function \"%.*s\" that runs",
             hob_text_cstr(request->entity->name),
             request->function.length < 60 ? (int)request->function.length : 60,
             request->function.data);
    return hob_error_hint(reterr, "a script offers the functions that its file returns or exports");
}
