/* ctx.nav: walkers and their routes (spec hob 6.5). */
#include "components/navigator.h"
#include "script/api_parts.h"
#include "script/machine.h"

/* The PathFollow or Navigator of an entity (argument `index`, else the own one); null with an
 * error.
 */
static hob_component *walker(hob_ctx_call *call, uint32_t index) {
    hob_entity_data *e = hob_ctx_entity_required(call, index, true);
    for (uint16_t i = 0; e != NULL && i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        if (c != NULL && !c->removed && hob_path_walks(c)) {
            return c;
        }
    }
    if (e != NULL) {
        (void)hob_ctx_fail(call, HOB_ERR_NOT_FOUND,
                           "ctx.nav.%s: \"%s\" has no Navigator or PathFollow", call->member->name,
                           hob_text_cstr(e->name));
    }
    return NULL;
}

bool hob_ctx_go_to(hob_ctx_call *call) {
    hob_component *c = walker(call, 2);
    hob_error error = {.status = HOB_OK};
    if (c == NULL) {
        return false;
    }
    if (c->type != &hob_navigator_type) {
        return hob_ctx_fail(call, HOB_ERR_NOT_FOUND, "ctx.nav.goTo: \"%s\" has no Navigator",
                            hob_text_cstr(c->owner->name));
    }
    if (c->inert || !c->attached) {
        return hob_ctx_fail(call, HOB_ERR_INVALID_INPUT,
                            "ctx.nav.goTo: the Navigator of \"%s\" is not attached",
                            hob_text_cstr(c->owner->name));
    }
    hob_vec2 target = {hob_ctx_number(call, 0), hob_ctx_number(call, 1)};
    bool goes = hob_navigator_go_to(call->world, c, target, &error);
    return error.status != HOB_OK
               ? hob_ctx_fail(call, error.status, "ctx.nav.goTo: %s", error.message)
               : hob_ctx_return_bool(call, goes);
}

bool hob_ctx_stop_walk(hob_ctx_call *call) {
    hob_component *c = walker(call, 0);
    if (c == NULL) {
        return false;
    }
    hob_path_set(call->world, c, HOB_VALUE_NULL);
    return hob_ctx_return_bool(call, true);
}

bool hob_ctx_restart_walk(hob_ctx_call *call) {
    hob_component *c = walker(call, 0);
    if (c == NULL) {
        return false;
    }
    hob_path_restart(call->world, c);
    return hob_ctx_return_bool(call, HOB_DATA(c, hob_path_walk)->path.tag == HOB_TAG_LIST);
}
