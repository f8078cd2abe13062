/* ctx.pool and ctx.hop, and look-up by Identity (spec hob 6.4). */
#include "components/hop.h"
#include "components/identity.h"
#include "components/pool.h"
#include "script/api_parts.h"
#include "script/machine.h"

#include <math.h>

/* ---- ctx.pool ---- */

static hob_component *pool_of(hob_ctx_call *call) {
    hob_str slot = hob_ctx_text(call, 0);
    hob_component *pool = hob_component_slot(call->world, call->e, slot);
    if (pool == NULL || pool->type != &hob_pool_type) {
        (void)hob_ctx_fail(call, HOB_ERR_NOT_FOUND, "ctx.pool.%s: \"%s\" has no pool \"%.*s\"",
                           call->member->name, hob_text_cstr(call->e->name),
                           (int)(slot.length > 100 ? 100 : slot.length), slot.data);
        return NULL;
    }
    return pool;
}

typedef struct init_call {
    hob_ctx_call *call;
    hob_value function;
    bool failed;
} init_call;

static void run_init(hob_world *world, hob_entity root, void *user) {
    (void)world;
    init_call *init = user;
    hob_value handle = hob_value_entity(root);
    init->failed = !hob_machine_ask(init->call, init->function, &handle, 1, NULL);
}

static bool read_options(hob_ctx_call *call, hob_value opts, hob_spawn_options *ret_options) {
    hob_value name = hob_value_get(opts, "name"), position = hob_value_get(opts, "position");
    if (name.tag == HOB_TAG_TEXT) {
        ret_options->name = hob_value_str(name);
    }
    ret_options->has_position =
        !hob_value_is_absent(position) && hob_value_point(position, &ret_options->position);
    hob_vec2 at = ret_options->position;
    if (ret_options->has_position && !(isfinite(at.x) && isfinite(at.y))) {
        return hob_ctx_fail(call, HOB_ERR_FIELD_NOT_FINITE,
                            "ctx.pool.spawn: the position is not finite");
    }
    return true;
}

static bool pool_spawn(hob_ctx_call *call) {
    hob_component *pool = pool_of(call);
    hob_value opts;
    if (pool == NULL || !hob_ctx_options(call, 1, false, &opts)) {
        return false;
    }
    if (call->world->leaving) {
        return hob_ctx_fail(call, HOB_ERR_SCRIPT_REFUSED,
                            "nothing can be spawned while the scene is being left");
    }
    init_call init = {.call = call, .function = hob_ctx_arg(call, 2)};
    hob_spawn_options options = {.init_user = &init,
                                 .init = hob_value_is_function(init.function) ? run_init : NULL};
    if (!read_options(call, hob_live_plain(opts, call->a), &options)) {
        return false;
    }
    call->error->status = HOB_OK;
    hob_entity spawned = hob_pool_spawn(call->world, pool, &options, call->error);
    bool failed = init.failed || (spawned == HOB_NO_ENTITY && call->error->status != HOB_OK);
    return !failed && hob_ctx_return_entity(call, spawned);
}

static bool pool_size(hob_ctx_call *call) {
    const hob_component *pool = pool_of(call);
    return pool != NULL && hob_ctx_return_number(call, HOB_DATA(pool, const hob_pool)->size);
}

/* ---- ctx.hop ---- */

static bool hop_start(hob_ctx_call *call) {
    hob_entity_data *e = hob_ctx_entity_required(call, 0, true);
    if (e == NULL) {
        return false;
    }
    hob_component *hop = hob_component_of(e, hob_component_type_index(call->world, &hob_hop_type));
    return hob_ctx_return_bool(call, hop != NULL && hob_hop_start(call->world, hop));
}

/* ---- ctx.scene.findByIdentity ---- */

bool hob_ctx_find_by_identity(hob_ctx_call *call) {
    return hob_ctx_return_entity(call, hob_identity_find(call->world, hob_ctx_plain(call, 0)));
}

#define SLOT                                         \
    HOB_P("slot", TEXT, .flags = HOB_FIELD_REQUIRED, \
          .doc = "\"Pool\", or \"Pool#name\" of this entity.")
static const hob_field spawn_params[] = {
    SLOT, HOB_P("options", MAP, .doc = "{position, name}."),
    HOB_P("init", ANY, .pattern = "function", .doc = "Gets the handle before it is attached."),
    HOB_FIELDS_END};
static const hob_field slot_params[] = {SLOT, HOB_FIELDS_END};
static const hob_field ref_params[] = {HOB_P("entity", REF, .doc = "Left out: this entity."),
                                       HOB_FIELDS_END};

#define M HOB_API_METHOD
#define W HOB_API_WRITES
#define F HOB_API_FAILS
#define S HOB_API_SELF

static const hob_api_member pool_members[] = {
    {.name = "spawn",
     .flags = M | W | F | S,
     .params = spawn_params,
     .result = "entity or null",
     .call = pool_spawn,
     .doc = "Spawns the prefab of a pool of this entity; null when its max is reached.",
     .js = "ctx.pool.spawn(\"Pool#shots\", {position: {x: 0, y: -8}});",
     .lua = "ctx.pool.spawn(\"Pool#shots\", {position = {x = 0, y = -8}})"},
    {.name = "size",
     .flags = M | F | S,
     .params = slot_params,
     .result = "int",
     .call = pool_size,
     .doc = "Entities of a pool that were spawned and not taken back.",
     .js = "ctx.pool.size(\"Pool#shots\");"},
    {.name = NULL},
};

static const hob_api_member hop_members[] = {
    {.name = "start",
     .flags = M | W | F,
     .params = ref_params,
     .result = "bool",
     .call = hop_start,
     .doc = "Begins a hop; false when it is in the air already or has no Hop.",
     .js = "ctx.hop.start();"},
    {.name = NULL},
};

const hob_api_family hob_api_pool = {
    .path = "ctx.pool", .doc = "Pools of this entity.", .members = pool_members};
const hob_api_family hob_api_hop = {
    .path = "ctx.hop", .doc = "Hops of the picture.", .members = hop_members};
