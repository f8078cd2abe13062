/* The ctx table: every function and property that scripts see, once, for both languages.
 *
 * A family is an object: ctx, ctx.scene, an entity handle, a timer handle. Its members are entries:
 * name, parameters (a field table of HOB_P entries), result, meaning, examples and the C function.
 * The table drives both bindings, `inspect api` and the docs. Hearth's members take their arguments
 * as they come (spec scripting 7.0); those of the others are checked against their table.
 *
 * A member function gets one hob_ctx_call: arguments and result are values in the call's scratch
 * memory, live things travel as HOB_TAG_LIVE. It returns false with `error` set, which becomes a
 * script error at the caller's line. Whoever keeps a function calls hob_ctx_keep on it and owes it
 * to hob_code_drop. */
#ifndef HOB_SCRIPT_API_H
#define HOB_SCRIPT_API_H

#include "script/live.h"

struct hob_machine;
typedef struct hob_ctx_call hob_ctx_call;
typedef bool (*hob_api_fn)(hob_ctx_call *call);

enum {
    HOB_API_HEARTH = 1 << 0, /* one of the 95 */
    HOB_API_METHOD = 1 << 1, /* else a property */
    HOB_API_CONSTANT =
        1 << 2, /* a property that is the same thing as long as its object: bindings keep it */
    HOB_API_WRITES = 1 << 3,  /* changes play state */
    HOB_API_FAILS = 1 << 4,   /* may raise for other reasons than a wrong argument */
    HOB_API_SELF = 1 << 5,    /* about the entity of the ctx or handle: nothing happens, and nil
                                 results, when it is gone */
    HOB_API_PROMISE = 1 << 7, /* a property of JavaScript alone: a promise that onDone settles */
    HOB_API_SHARES =
        1 << 6, /* listeners of its language get the very object that was given (JavaScript) */
};

typedef struct hob_api_member {
    const char *name; /* null ends a table */
    uint32_t flags;
    const struct hob_api_family
        *object; /* a property that is an object of this family, bound to the same entity */
    const hob_field *params; /* may be null */
    const char *result;      /* "entity or null"; null = nothing */
    const char *doc;
    const char *js, *lua; /* examples; lua null = the same */
    hob_api_fn call;      /* method, or getter of a property; null with `object` */
    hob_api_fn set;       /* property that scripts may assign: args[0] */
} hob_api_member;

typedef struct hob_api_family {
    const char *path; /* "ctx.scene"; kinds of results: "entity", "timer" */
    const char *doc;
    const hob_api_member *members;
} hob_api_family;

/* All of them, ctx first; ends with null. */
extern const hob_api_family *const hob_api_families[];
extern const hob_api_family hob_api_ctx, hob_api_handle, hob_api_time_handle, hob_api_effect_handle,
    hob_api_piece_handle;
extern const hob_api_family hob_api_scene, hob_api_scenes, hob_api_input, hob_api_timers,
    hob_api_tweens, hob_api_time, hob_api_random, hob_api_particles, hob_api_effects,
    hob_api_animator, hob_api_math, hob_api_game, hob_api_state, hob_api_saves, hob_api_health,
    hob_api_camera, hob_api_camera_effects, hob_api_audio, hob_api_events, hob_api_signals,
    hob_api_ui, hob_api_query, hob_api_tiles, hob_api_nav, hob_api_players, hob_api_views,
    hob_api_draw, hob_api_text, hob_api_pool, hob_api_hop;
extern const hob_api_family hob_api_states, hob_api_melee, hob_api_assets, hob_api_asset_handle;

const hob_api_member *hob_api_find(const hob_api_family *family, hob_str name);
/* Nearest member name, null when none is near. */
const char *hob_api_nearest(const hob_api_family *family, hob_str name);
/* "ctx.scene.spawn(def, opts?)": the call as people write it. */
void hob_api_signature(const hob_api_family *family, const hob_api_member *member, hob_buf *out);

struct hob_ctx_call {
    hob_world *world;
    struct hob_machine *machine;
    const hob_api_family *family;
    const hob_api_member *member;
    hob_live *object;      /* the object it is called on */
    hob_entity self;       /* of the ctx or handle */
    hob_entity_data *e;    /* null when gone */
    hob_code_slot *slot;   /* of the ctx; null for handles and when gone */
    uint64_t number;       /* of the object */
    const hob_value *args; /* ABSENT = not given */
    uint32_t count;
    hob_value result;       /* null by default */
    hob_live made;          /* what a LIVE result is, for hob_ctx_return_object and its kin */
    const hob_allocator *a; /* scratch: gone when the call returns */
    hob_error *error;
};

/* Checks arguments, runs the member, feeds the ledger. False: `error` is set. */
bool hob_api_invoke(hob_ctx_call *call);

/* ---- arguments ---- */
hob_value hob_ctx_arg(const hob_ctx_call *call, uint32_t index);   /* ABSENT past the end */
hob_value hob_ctx_plain(const hob_ctx_call *call, uint32_t index); /* lives become data */
bool hob_ctx_given(const hob_ctx_call *call, uint32_t index);      /* neither absent nor null */
/* As JavaScript's arithmetic takes it: absent NaN, null 0, booleans 0 and 1, texts by their number,
 * all else NaN. */
double hob_ctx_number(const hob_ctx_call *call, uint32_t index);
double hob_ctx_number_or(const hob_ctx_call *call, uint32_t index,
                         double missing); /* default for absent only */
bool hob_ctx_truth(hob_value v);
hob_str hob_ctx_text(const hob_ctx_call *call,
                     uint32_t index); /* empty view with null data when it is no text */
/* A place: {x, y} as data or live. False (with an error) when the argument is null, absent or no
 * object; missing axes are NaN. */
bool hob_ctx_point(hob_ctx_call *call, uint32_t index, hob_vec2 *ret_point);
bool hob_value_point(hob_value v, hob_vec2 *ret_point);
/* A member of an options table; ABSENT when there is none. */
hob_value hob_ctx_option(hob_value options, const char *key);
double hob_value_js_number(hob_value v);
/* The options table at `index`; with `strict` an explicit null is an error, as for some of Hearth's
 * members. */
bool hob_ctx_options(hob_ctx_call *call, uint32_t index, bool strict, hob_value *ret_options);
/* An entity: a handle, else an id, else the first exact name; absent or null: self with `or_self`.
 * None: no error, null. */
hob_entity_data *hob_ctx_entity(hob_ctx_call *call, uint32_t index, bool or_self);
/* The same, but an unknown one is a script error. */
hob_entity_data *hob_ctx_entity_required(hob_ctx_call *call, uint32_t index, bool or_self);
bool hob_value_is_function(hob_value v);
/* The function may be stored: the machine keeps it until hob_code_drop. */
hob_value hob_ctx_keep(hob_ctx_call *call, hob_value function);

/* ---- results ---- */
bool hob_ctx_return(hob_ctx_call *call, hob_value v);
bool hob_ctx_return_number(hob_ctx_call *call, double n);
bool hob_ctx_return_bool(hob_ctx_call *call, bool b);
bool hob_ctx_return_text(hob_ctx_call *call, hob_str s);
bool hob_ctx_return_format(hob_ctx_call *call, const char *format, ...) HOB_PRINTF(2, 3);
bool hob_ctx_return_point(hob_ctx_call *call, hob_vec2 p);
bool hob_ctx_return_entity(hob_ctx_call *call, hob_entity e); /* none: null */
bool hob_ctx_return_component(hob_ctx_call *call,
                              hob_component *component); /* live; null: ABSENT */
bool hob_ctx_return_tags(hob_ctx_call *call);            /* live, of call->e */
bool hob_ctx_return_vars(hob_ctx_call *call);
/* An object of a family: timer and effect handles, another seat's input. */
bool hob_ctx_return_object(hob_ctx_call *call, const hob_api_family *family, uint64_t number);
bool hob_ctx_fail(hob_ctx_call *call, hob_status status, const char *format, ...) HOB_PRINTF(3, 4);
void hob_ctx_warn(hob_ctx_call *call, const char *format, ...) HOB_PRINTF(2, 3);
/* A value {x, y} in `a`. */
hob_value hob_point_value(const hob_allocator *a, hob_vec2 p);
/* Entities in JSON text: {id, name, tags}. */
void hob_script_entity_json(void *world, uint64_t entity, hob_buf *out);

#endif
