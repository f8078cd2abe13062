/* Entities: identity, flags, hierarchy, tags, life.
 *
 * Names are handles (index and generation, 64 bits by value, 0 none): everything stored is a
 * handle. The data record behind a live handle does not move for the entity's life, so a pointer
 * may be kept within a function even across calls that spawn. Every list is in entity order:
 * ascending creation serial. All memory is the session's region. */
#ifndef HOB_WORLD_ENTITY_H
#define HOB_WORLD_ENTITY_H

#include "schema/registry.h"

typedef uint64_t hob_entity; /* low 32 bits: index + 1; high 32 bits: generation. 0 = none */
#define HOB_NO_ENTITY ((hob_entity)0)

typedef struct hob_world hob_world;
struct hob_component;
struct hob_entity_vars; /* script scratch store, owned by the script hosts */

/* A slot of an entity, in slot order (file order, then order of adding). */
typedef struct hob_slot {
    struct hob_component *component;
} hob_slot;

typedef struct hob_entity_data {
    hob_entity self;
    uint64_t serial; /* creation order, never reused */
    hob_text *id, *name;
    hob_value tags; /* list of texts */
    hob_entity parent;
    struct hob_entity_data *first_child, *last_child, *previous_sibling,
        *next_sibling;                      /* in entity order */
    struct hob_entity_data *next_same_name; /* index by name */
    bool live;                     /* built and not yet freed; false only in free records */
    bool dead;                     /* destroyed: stage 1 done */
    bool enabled, visible, paused; /* own flags */
    bool active;                   /* live, enabled, and all ancestors are; kept up to date */
    bool is_paused;                /* own or an ancestor's; kept up to date */
    bool shown;                    /* visible, own and inherited */
    bool attached;                 /* past its attach: found by lookups, queries and events */
    bool newborn; /* built by the spawn call that is still running its init function */
    int8_t owner; /* seat, -1 = parent's */
    uint16_t slot_count, slot_cap;
    hob_slot *slots;
    struct hob_transform *transform; /* always present */
    hob_value wires;                 /* list of {signal, target, call | emit} */
    hob_value vars;                /* ctx.vars of Lua as data; JavaScript's lives in its machine */
    hob_value ctx_keys;            /* new keys on ctx: map */
    struct hob_schedule *schedule; /* cached by composition; null = resolve again */
    uint32_t code_slot_count;
    uint64_t turn_mark; /* entry in the world's turn list */
    /* Script hosts keep one object for the entity's handle and ctx each: reference slots, 0 = none.
     */
    uint32_t lua_ref, js_ref;
} hob_entity_data;

/* ---- lookup ---- */
hob_entity_data *
hob_entity_get(hob_world *world,
               hob_entity e); /* null when freed (dead ones are still found until phase 21) */
hob_entity_data *hob_entity_live(hob_world *world, hob_entity e); /* null when dead or freed */
hob_entity hob_entity_find_id(hob_world *world,
                              hob_str id); /* live and attached ones only, as all below */
hob_entity hob_entity_find_name(hob_world *world, hob_str name); /* first in entity order */
hob_entity hob_entity_find(hob_world *world, hob_str ref);       /* id first, then name */
const char *hob_entity_nearest_name(hob_world *world, hob_str ref);
bool hob_entity_has_tag(const hob_entity_data *e, hob_str tag);

/* Walk over all live entities in entity order; newcomers after begin are not met, the dead are
 * passed over. */
typedef struct hob_entity_pass {
    hob_world *world;
    struct hob_order *order;
    uint32_t at, count;
    bool include_dead; /* rule hearth1: entities that died in the pass keep their place */
} hob_entity_pass;
hob_entity_pass hob_entity_pass_begin(hob_world *world);
hob_entity_data *hob_entity_pass_next(hob_entity_pass *pass);
void hob_entity_pass_end(hob_entity_pass *pass);
uint32_t hob_entity_count(const hob_world *world); /* live */

/* ---- making (the instantiation path of world/instantiate.h calls these) ---- */
/* A new record at the end of entity order, without components, not attached. `id` null takes the
 * next rt_ id. Past limits.entities: null with an error set. */
hob_entity_data *hob_entity_create(hob_world *world, const hob_text *id, hob_str name,
                                   hob_error *reterr);
void hob_entity_set_tags(hob_world *world, hob_entity_data *e,
                         hob_value tags); /* takes over a list */
/* Refreshes active, is_paused and shown of a subtree after a flag or parent changed. */
void hob_entity_refresh_flags(hob_world *world, hob_entity_data *e);
void hob_entity_set_enabled(hob_world *world, hob_entity_data *e, bool enabled);
void hob_entity_set_visible(hob_world *world, hob_entity_data *e, bool visible);
void hob_entity_set_paused(hob_world *world, hob_entity_data *e, bool paused);
/* INVALID_INPUT for a cycle. keep_world recomputes the local transform (spec hob 6.4). */
HOB_NODISCARD hob_status hob_entity_set_parent(hob_world *world, hob_entity_data *e,
                                               hob_entity parent, bool keep_world,
                                               hob_error *reterr);
int hob_entity_seat(hob_world *world,
                    const hob_entity_data *e); /* own or nearest ancestor's owner, else 0 */

/* ---- death (spec step 5.4, 5.5) ---- */
typedef enum hob_children {
    HOB_CHILDREN_BY_RULE,
    HOB_CHILDREN_DO_CASCADE,
    HOB_CHILDREN_DO_KEEP
} hob_children;
/* Stage 1: marks at once, runs onDestroy and detach hooks unless called inside one (then queued).
 * Dead already: nothing. */
void hob_entity_destroy(hob_world *world, hob_entity e, hob_children children);
/* Stage 2, phase 21: frees storage in order of death, closes gaps. */
void hob_entity_remove_dead(hob_world *world);

/* ---- place (rule inherit; spec hob 4.1) ---- */
hob_vec2 hob_entity_world_position(hob_world *world, const hob_entity_data *e);
double hob_entity_world_rotation(hob_world *world, const hob_entity_data *e);
hob_vec2 hob_entity_world_scale(hob_world *world, const hob_entity_data *e);
void hob_entity_set_world_position(hob_world *world, hob_entity_data *e, hob_vec2 position);

#endif
