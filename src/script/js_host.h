/* The JavaScript machine: what its files share. Everything lies in the region; see
 * script/machine.h. */
#ifndef HOB_SCRIPT_JS_HOST_H
#define HOB_SCRIPT_JS_HOST_H

#include "script/machine.h"

#include <quickjs.h>

/* Names of the members of a field table or family, found by atom. */
typedef struct hob_js_shape {
    const void *table;
    struct hob_js_shape *next;
    uint32_t mask, count;
    struct hob_js_name {
        JSAtom name;
        uint32_t index;
    } * slots;
} hob_js_shape;
#define HOB_JS_UNKNOWN UINT32_MAX

/* What an object of the class holds. Children are anchored here: members by index (live.members,
 * JSValue), elements and what hangs on a handle by key. */
typedef struct hob_js_live {
    hob_live live; /* first */
    uint32_t member_count;
    JSValue keyed;  /* plain object without prototype, or undefined */
    JSValue frozen; /* last data once the entity was freed, else undefined */
    JSValue vars;   /* handles: ctx.vars, else undefined */
    JSValue
        list; /* VALUE that is shown as an array: the array; not counted, it holds this object */
} hob_js_live;

static inline JSValue *hob_js_members(hob_js_live *object) {
    return object->live.members;
}

typedef struct hob_js_atoms {
    JSAtom length, message, code, name, stack, exports, hidden, promise, toJSON;
    JSAtom hooks[HOB_HOOK_COUNT];
} hob_js_atoms;

typedef struct hob_js_rejection {
    JSValue promise, reason;
} hob_js_rejection;

typedef struct hob_js_host {
    hob_machine machine; /* first */
    JSRuntime *rt;
    JSContext *ctx;
    hob_js_atoms atoms;
    hob_js_shape *shapes;
    JSValue list_handler; /* traps of arrays */
    JSValue proxy_maker;  /* the constructor Proxy */
    JSValue tween, key;   /* makers of wrappers */
    JSValue array_proto;
    uint32_t loading;
    uint32_t chain[64];
    hob_js_rejection *rejections;
    uint32_t rejection_count, rejection_cap;
    uint64_t watched;  /* changes of the files' objects that the masks of modules know of */
    hob_status raised; /* code of the last engine error thrown, for the record */
} hob_js_host;

hob_js_host *hob_js_host_of(JSContext *ctx);
hob_js_host *hob_js_of_machine(hob_machine *machine);

/* js_host.c */
typedef JSValue (*hob_js_body)(hob_js_host *host, void *user);
/* Runs a body protected by exceptions, with a budget; drains the microtasks when it is the
 * outermost call. */
void hob_js_run(hob_js_host *host, hob_js_body body, void *user, uint64_t budget,
                hob_call_result *ret_result);
int64_t hob_js_pointer(JSValue v);      /* of an object, for machine tables */
JSValue hob_js_object(int64_t pointer); /* not counted */

/* js_error.c */
/* What the pending exception (or a rejection's reason) means. Frees `error`. */
void hob_js_failure(hob_js_host *host, JSValue error, hob_call_result *ret_result);
JSValue hob_js_throw(JSContext *ctx, const hob_error *error);
void hob_js_track_rejection(JSContext *ctx, JSValueConst promise, JSValueConst reason,
                            JS_BOOL is_handled, void *opaque);
void hob_js_forget_rejections(hob_js_host *host);

/* js_value.c */
JSValue hob_js_push(JSContext *ctx, hob_value v);
/* False with an exception pending. */
bool hob_js_to_value(JSContext *ctx, JSValueConst v, hob_value *ret_value);
/* As far as it goes without running script code: for hashes. */
hob_value hob_js_data(JSContext *ctx, JSValueConst v, int depth);

/* js_proxy.c */
void hob_js_open_proxies(hob_js_host *host);
hob_js_live *hob_js_live_of(JSValueConst v); /* null when it is no object of ours */
hob_js_live *hob_js_live_of_any(JSContext *ctx, JSValueConst v); /* arrays too */
JSValue hob_js_entity(JSContext *ctx, hob_entity entity);
JSValue hob_js_component(JSContext *ctx, hob_component *component);
JSValue hob_js_ctx(JSContext *ctx, hob_code_slot *slot);
JSValue hob_js_show(JSContext *ctx, hob_live *made); /* what a ctx function returned */
JSValue hob_js_new_live(JSContext *ctx, const hob_live *model, bool link);
const hob_js_shape *hob_js_shape_of(JSContext *ctx, const hob_live *live);
uint32_t hob_js_shape_find(const hob_js_shape *shape, JSAtom name);
JSValue hob_js_keyed(JSContext *ctx, hob_js_live *object); /* not counted; made when missing */
JSValue *hob_js_member_place(JSContext *ctx, hob_js_live *object,
                             uint32_t index); /* null = no memory */
JSValue hob_js_anchored(JSContext *ctx, JSValueConst keyed, JSAtom name, JSValue child);
JSValue hob_js_vars(JSContext *ctx, hob_live *object);
void hob_js_freeze(hob_js_host *host, hob_record *record);

/* js_member.c: the exotic methods */
extern JSClassExoticMethods hob_js_exotic;
JSValue hob_js_read(JSContext *ctx, JSValueConst parent, hob_js_live *object, const hob_read *read,
                    uint32_t index, JSAtom key, const hob_field *field);
int hob_js_write_status(JSContext *ctx, hob_status status, const hob_error *error);

/* js_call.c: functions and properties of the ctx table */
JSValue hob_js_method(JSContext *ctx, JSValueConst object, uint32_t index);
JSValue hob_js_property(JSContext *ctx, hob_live *object, const hob_api_member *member);
int hob_js_set_property(JSContext *ctx, hob_live *object, const hob_api_member *member,
                        JSValueConst value);

/* js_list.c */
JSValue hob_js_list(JSContext *ctx, JSValue live_object); /* takes the object over */
void hob_js_open_lists(hob_js_host *host);

/* js_libs.c, js_module.c */
bool hob_js_open_libs(hob_js_host *host);
JSValue hob_js_require(JSContext *ctx, JSValueConst this_value, int argc, JSValueConst *argv);
void hob_js_load_module(hob_machine *machine, uint32_t index, hob_str text);
void hob_js_drop_module(hob_machine *machine, const hob_module *module);
void hob_js_inherit(hob_machine *machine, uint32_t derived, uint32_t base);
void hob_js_exchange_scene(hob_script_host *host, uint32_t depth);
void hob_js_reload_end(hob_script_host *script_host, hob_world *world, bool keep_new);
bool hob_js_bind(hob_script_host *host, hob_world *world, hob_code_slot *slot);
/* Looks again at the hooks of all files when one of their objects has changed. */
void hob_js_settle(hob_script_host *host);

#endif
