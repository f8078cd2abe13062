/* Component storage: one column a type, rows that never move, order arrays kept in entity order.
 *
 * A component is its type's C struct with this header in front of it. It is found from its entity's
 * slots, or by a pass over its column. A pass walks the entities that were there when it began
 * (spec step 1): newcomers are not met, the dead and the removed are passed over; a component added
 * to an entity that the walk has not reached is met, one added to the entity it stands on is not.
 * Storage goes in phase 21. */
#ifndef HOB_WORLD_COMPONENT_H
#define HOB_WORLD_COMPONENT_H

#include "world/entity.h"

typedef struct hob_component {
    hob_entity_data *owner;
    const hob_component_type *type;
    hob_text *slot;             /* "Type" or "Type#name" */
    struct hob_code_slot *code; /* HOB_COMPONENT_CODE types; null without a script */
    uint64_t
        born; /* number of building, ascending in slot order; 0 in free rows: tells reused ones */
    uint64_t static_hash;
    uint16_t type_index; /* in the registry */
    uint16_t slot_index; /* in owner->slots */
    bool built;          /* its init was run */
    bool attached;       /* its attach has begun */
    bool inert;          /* attach failed: no hooks, no phases */
    bool removed;        /* taken off; storage goes in phase 21 */
    bool detaching;      /* its onDetach runs: the last time that scripts see a removed one */
    bool ready;          /* attached, not inert, not removed, owner active: what passes meet */
    bool static_dirty;   /* a STATIC field was written since static_hash */
} hob_component;

/* The struct behind the header, and back. The header's size is a multiple of 16. */
#define HOB_DATA(component, ctype) ((ctype *)(void *)((component) + 1))
#define HOB_HEADER(data)           ((hob_component *)(void *)(data)-1)

/* ---- from an entity ---- */
/* By the type's index: the unnamed slot, else the first of that type; null. Removed ones are not
 * found. */
hob_component *hob_component_of(const hob_entity_data *e, int type_index);
/* By slot text "Type" or "Type#name", exactly. */
hob_component *hob_component_slot(hob_world *world, const hob_entity_data *e, hob_str slot);
/* One key of spec hob 12.1: slot, type, family. Null when absent; COMPONENT_AMBIGUOUS sets the
 * error. */
hob_component *hob_component_lookup(hob_world *world, const hob_entity_data *e, hob_str key,
                                    hob_error *reterr);
/* True when the entity has the slot, the type or a member of the family. */
bool hob_component_has(hob_world *world, const hob_entity_data *e, hob_str key);
/* Whether a component answers to a slot, type or family name. */
bool hob_component_answers(const hob_component *component, hob_str key);
/* Index of a type in the registry; -1 when it is not registered. Cheap, but keep it in loops. */
int hob_component_type_index(hob_world *world, const hob_component_type *type);

/* Adds a slot with default fields, no hooks: part of building. Follow with hob_component_fill (or
 * write the struct), then hob_component_built. Errors: COMPONENT_UNKNOWN, CONFLICT (slot taken, or
 * a second one of a SINGLE type), INVALID_INPUT (more slots than an entity can have). */
hob_component *hob_component_build(hob_world *world, hob_entity_data *e, hob_str slot,
                                   hob_error *reterr);
/* Its fields are there: runs the type's init, so that it can be attached. */
void hob_component_built(hob_world *world, hob_component *component);
/* Runs attach, or onAttach (spec step 5.1, 5.3); once. */
void hob_component_attach(hob_world *world, hob_component *component);
/* Detach hooks now, storage in phase 21. False for Transform and what is removed already. */
bool hob_component_remove(hob_world *world, hob_component *component);
/* Must follow every write of a field from outside the component's own code (scripts, tests,
 * inspectors). `field` is an entry of the type's own table; null = any. */
void hob_component_changed(hob_world *world, hob_component *component, const hob_field *field);

/* ---- ordered sets ---- */
/* Sorted by (serial, key). Appending is cheap; removing leaves an item of null until gaps are
 * closed in phase 21. Walks find their place again by key when `revision` has moved. */
typedef struct hob_order_item {
    uint64_t serial; /* of the entity */
    uint64_t key;    /* `born` of the component; 0 in sets of entities */
    void *item;      /* null = gap */
} hob_order_item;
typedef struct hob_order {
    hob_order_item *items;
    uint32_t count, cap, gaps;
    uint32_t revision; /* +1 when items moved */
} hob_order;

/* ---- passes ---- */
typedef struct hob_pass {
    hob_world *world;
    const hob_order *order;
    uint64_t last, last_key, end; /* serial and key of the last one; serial of the first newcomer */
    uint64_t born_end;            /* components of the entity `last` that were there on arrival */
    uint32_t at, revision;
    uint32_t deaths;   /* at begin */
    bool include_dead; /* rule hearth1: entities that died since begin keep their place */
} hob_pass;
/* Over one type, entity order then slot order: those that are `ready`. Paused ones are included:
 * the caller asks owner->is_paused where its phase skips them. type_index -1: nothing. */
hob_pass hob_pass_begin(hob_world *world, int type_index);
/* The same over the components of all types whose code may have onEvent. */
hob_pass hob_pass_begin_event_hooks(hob_world *world);
/* The same for onCollide. */
hob_pass hob_pass_begin_collide_hooks(hob_world *world);
hob_component *hob_pass_next(hob_pass *pass);
void hob_pass_end(hob_pass *pass);
/* What a pass over the type walks, for loops in which nothing is spawned, attached, switched or
 * taken off: gaps and those that are not `ready` are to be passed over. Never null. */
const hob_order *hob_column_order(const hob_world *world, int type_index);
/* Built and not yet freed, the dead and removed included. */
uint32_t hob_column_count(const hob_world *world, int type_index);

#endif
