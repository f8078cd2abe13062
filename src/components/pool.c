#include "components/pool.h"

#include "components/complain.h"
#include "world/feed.h"
#include "world/grow.h"

/* ---- spawning ---- */

static const hob_asset *prefab_of(hob_world *world, const hob_component *pool, hob_error *reterr) {
    hob_str id = hob_text_view(HOB_DATA(pool, const hob_pool)->prefab);
    const hob_asset *asset = id.length == 0 || world->outside.project == NULL
                                 ? NULL
                                 : hob_project_asset_find(world->outside.project, id);
    if (asset != NULL && hob_str_is(hob_str_from(asset->type), "prefab")) {
        return asset;
    }
    (void)hob_fail(reterr, HOB_ERR_NOT_FOUND, "%s of \"%s\" has no prefab \"%.*s\".",
                   hob_text_cstr(pool->slot), hob_text_cstr(pool->owner->name), (int)id.length,
                   id.data == NULL ? "" : id.data);
    (void)hob_error_hint(reterr, "Set its field prefab to the id of a prefab asset.");
    return NULL;
}

typedef struct joining {
    hob_component *pool;
    const hob_spawn_options *options;
} joining;

/* It is a member before the caller's init and its own attach can ask. */
static void join(hob_world *world, hob_entity root, void *user) {
    const joining *j = user;
    hob_pool *p = HOB_DATA(j->pool, hob_pool);
    p->members =
        hob_world_grow(world, p->members, &p->cap, (uint32_t)p->size + 1, sizeof *p->members);
    p->members[p->size++] = root;
    if (p->size > p->built) {
        p->built = p->size;
    }
    if (j->options != NULL && j->options->init != NULL) {
        j->options->init(world, root, j->options->init_user);
    }
}

static bool is_full(hob_world *world, const hob_component *pool) {
    const hob_pool *p = HOB_DATA(pool, const hob_pool);
    if (p->max <= 0 || p->size < p->max) {
        return false;
    }
    hob_complain_once(world, pool, "max", "is reached; nothing more is spawned until some die.");
    return true;
}

hob_entity hob_pool_spawn(hob_world *world, hob_component *pool, const hob_spawn_options *options,
                          hob_error *reterr) {
    if (!hob_component_works(pool)) {
        (void)hob_fail(reterr, HOB_ERR_ENTITY_UNKNOWN, "%s of \"%s\" is gone or did not attach.",
                       hob_text_cstr(pool->slot), hob_text_cstr(pool->owner->name));
        return HOB_NO_ENTITY;
    }
    const hob_asset *asset = prefab_of(world, pool, reterr);
    if (asset == NULL || is_full(world, pool)) {
        return HOB_NO_ENTITY;
    }
    joining user = {.pool = pool, .options = options};
    hob_spawn_options own = options != NULL ? *options : (hob_spawn_options){0};
    own.parent = pool->owner->self;
    own.init = join;
    own.init_user = &user;
    hob_entity spawned = hob_spawn_prefab(world, hob_str_from(asset->id), &own, reterr);
    if (spawned != HOB_NO_ENTITY && hob_component_works(pool)) {
        hob_value entity = hob_value_entity(spawned);
        hob_signal(world, pool, "spawned", HOB_HOOK_COUNT, &entity, 1);
    }
    return spawned;
}

/* ---- phase 21 ---- */

static void take_back(hob_world *world, hob_component *pool) {
    hob_pool *p = HOB_DATA(pool, hob_pool);
    int32_t kept = 0, size = p->size;
    for (int32_t i = 0; i < size; i++) {
        if (hob_entity_live(world, p->members[i]) != NULL) {
            p->members[kept++] = p->members[i];
        }
    }
    p->size = kept;
    for (int32_t i = kept; i < size && hob_component_works(pool); i++) {
        hob_signal(world, pool, "reclaimed", HOB_HOOK_COUNT, NULL, 0);
    }
}

/* ---- life ---- */

static bool attach(hob_world *world, hob_component *pool) {
    hob_pool *p = HOB_DATA(pool, hob_pool);
    hob_error error = {.status = HOB_OK};
    const hob_asset *asset = p->reserve > 0 ? prefab_of(world, pool, &error) : NULL;
    if (asset != NULL && hob_prefab_reserve(world, hob_str_from(asset->id), (uint32_t)p->reserve,
                                            &error) == HOB_OK) {
        p->built = p->reserve;
    }
    if (error.status != HOB_OK) {
        hob_world_entity_error(world, error.status, pool->owner, pool, NULL, "%s", error.message);
    }
    return error.status == HOB_OK;
}

static void done(hob_world *world, hob_component *pool) {
    hob_pool *p = HOB_DATA(pool, hob_pool);
    hob_free(world->heap, p->members, p->cap * sizeof *p->members);
    p->members = NULL;
    p->cap = 0;
    p->size = 0;
}

static void hash(hob_world *world, hob_component *pool, hob_hash *out) {
    const hob_pool *p = HOB_DATA(pool, hob_pool);
    hob_feed_list(out, (uint32_t)p->size);
    for (int32_t i = 0; i < p->size; i++) {
        hob_feed_entity(world, out, p->members[i]);
    }
}

#define S hob_pool
static const hob_field fields[] = {
    {HOB_AT(S, prefab, "prefab", ASSET), .flags = HOB_FIELD_STATIC, .asset_kinds = "prefab",
     .doc = "What it spawns."},
    {HOB_AT(S, reserve, "reserve", INT), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .doc = "Storages made at the start."},
    {HOB_AT(S, max, "max", INT), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .doc = "Most entities at a time; 0 is no limit."},
    {HOB_AT(S, size, "size", INT), .flags = HOB_FIELD_RUNTIME,
     .doc = "Entities spawned and not taken back."},
    {HOB_AT(S, built, "built", INT), .flags = HOB_FIELD_RUNTIME,
     .doc = "Storages made so far: the most that were needed at a time."},
    HOB_FIELDS_END,
};
#undef S

static const hob_signal_type signals[] = {
    {"spawned", "entity", "An entity was spawned and is attached."},
    {"reclaimed", "", "A dead entity was taken back."},
    {NULL, NULL, NULL},
};

static const hob_component_phase phases[] = {{"removal", take_back}, {NULL, NULL}};

const hob_component_type hob_pool_type = {
    .name = "Pool",
    .doc = "Spawns entities of one prefab and uses their storage again.",
    .size = sizeof(hob_pool),
    .fields = fields,
    .signals = signals,
    .phases = phases,
    .attach = attach,
    .done = done,
    .hash = hash,
};
