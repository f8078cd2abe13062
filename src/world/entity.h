/* Entities: identity, flags, hierarchy, tags, life.
 *
 * Names are handles (index and generation, 64 bits by value, 0 none): everything stored is a
 * handle. The record behind a handle does not move and stays until phase 21 of the step in which
 * the entity dies, so a pointer may be kept within a function even across calls that spawn or
 * destroy. Every list is in entity order: ascending creation serial. All memory is the session's
 * region. */
#ifndef HOB_WORLD_ENTITY_H
#define HOB_WORLD_ENTITY_H

#include "schema/registry.h"

typedef uint64_t hob_entity; /* low 32 bits: index + 1; high 32 bits: generation. 0 = none */
#define HOB_NO_ENTITY ((hob_entity)0)

typedef struct hob_world hob_world;
struct hob_component;

/* The struct of the component type Transform (flagged HOB_COMPONENT_ALWAYS), which this floor reads
 * for every place; its field table is the components floor's. */
typedef enum hob_inherit { HOB_INHERIT_ALL, HOB_INHERIT_POSITION, HOB_INHERIT_NONE } hob_inherit;
typedef struct hob_transform {
    hob_vec2 position; /* px, in the parent's frame */
    double rotation;   /* degrees clockwise, not wrapped */
    hob_vec2 scale;
    int32_t inherit;  /* hob_inherit */
    double elevation; /* px up; drawing only */
} hob_transform;

/* A slot of an entity, in slot order (file order, then order of adding). Removed ones keep their
 * place until phase 21. */
typedef struct hob_slot {
    struct hob_component *component;
} hob_slot;

typedef struct hob_entity_data hob_entity_data;
/* Link in the list of all entities with one id or one name, in entity order. */
typedef struct hob_entity_link {
    hob_entity_data *previous, *next;
} hob_entity_link;

struct hob_entity_data {
    /* What walks over many entities read is together: the first 64 bytes. */
    hob_entity self;
    bool live;     /* built and not yet freed; false only in free records */
    bool dead;     /* destroyed: stage 1 done */
    bool attached; /* past its attach: found by lookups, passes, queries and events */
    bool enabled, visible, paused; /* own flags; write with the functions below */
    bool active;                   /* not dead, enabled, and all ancestors are; kept up to date */
    bool was_active;               /* `active` at the moment of death */
    bool is_paused;                /* own or an ancestor's; kept up to date */
    bool shown;                    /* visible, own and inherited; kept up to date */
    bool in_timers;                /* its timers and tweens are running */
    bool in_turn_list, in_control_list;
    int8_t owner;  /* seat, -1 = parent's */
    uint8_t scene; /* depth of its scene in the stack: elsewhere its handle counts as dead */
    uint16_t slot_count, slot_cap;
    uint16_t removed_count;   /* slots taken off and not yet freed */
    uint16_t turn_slot_count; /* not removed, of types with a turn */
    uint16_t code_slot_count; /* not removed, with a code slot */
    uint16_t control_count;   /* not removed, with a part in phase 6 */
    uint16_t mover_count;     /* not removed, of the families Mover and Motor */
    uint32_t timer_count;     /* timers and tweens of all its code slots */
    hob_slot *slots;
    hob_transform *transform;      /* always present */
    struct hob_schedule *schedule; /* cached by composition; null = resolve again */

    uint64_t serial;   /* creation order, never reused */
    hob_entity parent; /* kept while the parent is dead but not yet freed */
    hob_entity_data *parent_data;
    hob_entity_data *first_child, *last_child, *previous_sibling, *next_sibling; /* entity order */
    hob_text *id, *name;
    hob_value tags; /* list of texts */
    hob_entity_link by_id, by_name;
    uint32_t next_timer_number; /* of timers and tweens of all its code slots: tmr_n, twn_n */
    uint32_t death_index;       /* place in the order of death; while dead */
    uint32_t mark_epoch;        /* of hob_entity_moved; not state */
    uint32_t place_entry;       /* number in the index of places (physics); not state */
    uint32_t places;            /* how often it was put elsewhere at once; for drawing, not state */
    hob_value wires;            /* list of {signal, target, call | emit}, or null */
    hob_value vars;             /* ctx.vars of Lua as data; JavaScript's lives in its machine */
    hob_value ctx_keys;         /* new keys on ctx: map */
    uint64_t contact_generation;          /* contacts.generation for which the next two are right */
    uint32_t first_contact, last_contact; /* its records: index + 1, 0 = none */
    /* Script hosts keep one object for the entity's handle and ctx each: reference slots, 0 = none.
     */
    uint32_t lua_ref, js_ref;
};

/* ---- lookup ---- */
/* Null when freed; dead ones are still found until phase 21. */
hob_entity_data *hob_entity_get(hob_world *world, hob_entity e);
hob_entity_data *hob_entity_live(hob_world *world, hob_entity e); /* null when dead or freed */
/* Live and attached ones only, as all below. Of several with one id or name the first. */
hob_entity hob_entity_find_id(hob_world *world, hob_str id);
hob_entity hob_entity_find_name(hob_world *world, hob_str name);
hob_entity hob_entity_find(hob_world *world, hob_str ref); /* id first, then name */
/* For "did you mean", in scratch memory; null when none is near. */
const char *hob_entity_nearest_name(hob_world *world, hob_str ref);
bool hob_entity_has_tag(const hob_entity_data *e, hob_str tag);

/* Walk over all live entities in entity order. Newcomers after begin are not met, the dead and
 * those that are not attached yet are passed over; inactive ones are met. */
typedef struct hob_entity_pass {
    hob_world *world;
    uint64_t last, end; /* serials */
    uint32_t at, revision;
    uint32_t deaths;   /* at begin */
    bool include_dead; /* rule hearth1: entities that died since begin keep their place */
} hob_entity_pass;
hob_entity_pass hob_entity_pass_begin(hob_world *world);
/* Only those that were created after the one of this serial. */
hob_entity_pass hob_entity_pass_after(hob_world *world, uint64_t serial);
hob_entity_data *hob_entity_pass_next(hob_entity_pass *pass);
void hob_entity_pass_end(hob_entity_pass *pass);
uint32_t hob_entity_count(const hob_world *world); /* live, also unattached ones */

/* ---- making (the instantiation path of world/instantiate.h calls these) ---- */
/* A new record at the end of entity order, without components, not attached. An id without data
 * takes the next rt_ id. Past limits.entities: null with LIMIT_REACHED. */
hob_entity_data *hob_entity_create(hob_world *world, hob_str id, hob_str name, hob_error *reterr);
void hob_entity_set_tags(hob_world *world, hob_entity_data *e, hob_value tags); /* takes it over */
/* Refreshes active, is_paused and shown of a subtree after a flag or parent changed. */
void hob_entity_refresh_flags(hob_world *world, hob_entity_data *e);
void hob_entity_set_enabled(hob_world *world, hob_entity_data *e, bool enabled);
void hob_entity_set_visible(hob_world *world, hob_entity_data *e, bool visible);
void hob_entity_set_paused(hob_world *world, hob_entity_data *e, bool paused);
/* INVALID_INPUT for a cycle, ENTITY_UNKNOWN for a dead parent; HOB_NO_ENTITY = no parent.
 * keep_world recomputes the local transform so that place, rotation and scale in the world stay
 * (spec hob 6.4). */
HOB_NODISCARD hob_status hob_entity_set_parent(hob_world *world, hob_entity_data *e,
                                               hob_entity parent, bool keep_world,
                                               hob_error *reterr);
/* Own or nearest ancestor's owner, else 0. */
int hob_entity_seat(hob_world *world, const hob_entity_data *e);

/* ---- death (spec step 5.4, 5.5) ---- */
typedef enum hob_children {
    HOB_CHILDREN_BY_RULE,
    HOB_CHILDREN_DO_CASCADE,
    HOB_CHILDREN_DO_KEEP
} hob_children;
/* Stage 1: marks at once, runs onDestroy and detach hooks; called inside one of those, its hooks
 * run before the outermost call returns. Dead already: nothing. A kept child's flags no longer
 * inherit from a dead parent, its place does until phase 21. */
void hob_entity_destroy(hob_world *world, hob_entity e, hob_children children);
/* Stage 2, phase 21. begin notes who is dead by now: what dies between the two (in a blur hook)
 * waits for the next phase 21. remove_dead frees in order of death and closes gaps; without a begin
 * it takes all. */
void hob_entity_remove_begin(hob_world *world);
void hob_entity_remove_dead(hob_world *world);

/* ---- place (rule inherit; spec hob 4.1) ---- */
hob_vec2 hob_entity_world_position(hob_world *world, const hob_entity_data *e);
double hob_entity_world_rotation(hob_world *world, const hob_entity_data *e);
hob_vec2 hob_entity_world_scale(hob_world *world, const hob_entity_data *e);
/* All three in one walk. */
typedef struct hob_place {
    hob_vec2 position;
    double rotation;
    hob_vec2 scale;
} hob_place;
hob_place hob_entity_world_place(hob_world *world, const hob_entity_data *e);
/* Tells whoever draws between steps that the entity did not move to where it is: it was put there.
 */
static inline void hob_entity_placed(hob_entity_data *e) {
    e->places++;
}
void hob_entity_set_world_position(hob_world *world, hob_entity_data *e, hob_vec2 position);
/* Moves by a vector in world space. Without an inherited rotation or scale the local position gets
 * exactly the same addition. */
void hob_entity_translate_world(hob_world *world, hob_entity_data *e, hob_vec2 by);
/* Writes of the engine that must stay finite: keeps the old value and warns once an entity and
 * field (spec hob 7). `field` is for the warning, "Transform.position.x". False = kept. */
bool hob_entity_store_number(hob_world *world, hob_entity_data *e, const char *field, double *place,
                             double value);

#endif
