/* Component storage: one column a type, rows that never move, order arrays kept in entity order.
 *
 * A component is its type's C struct with this header in front of it. It is found from its entity's
 * slots, or by a pass over its column. A pass sees the rows that were there when it began: the
 * order array it walks is not changed under it (a change makes a new version). The dead are passed
 * over; storage goes in phase 21. */
#ifndef HOB_WORLD_COMPONENT_H
#define HOB_WORLD_COMPONENT_H

#include "world/entity.h"

typedef struct hob_component {
    hob_entity_data *owner;
    const hob_component_type *type;
    hob_text *slot; /* "Type" or "Type#name" */
    uint64_t static_hash;
    uint32_t row;
    uint16_t type_index; /* in the registry */
    uint16_t slot_index; /* in owner->slots */
    bool inert;          /* attach failed: no hooks, no phases */
    bool removed;        /* taken off; storage goes in phase 21 */
    bool attached;
    bool static_dirty;          /* a STATIC field was written since static_hash */
    struct hob_code_slot *code; /* HOB_COMPONENT_CODE types */
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
/* True when the entity has the type or a member of the family. */
bool hob_component_has(hob_world *world, const hob_entity_data *e, hob_str type_or_family);
/* Index of a built-in type, resolved once: HOB_TYPE(world, collider) */
int hob_component_type_index(hob_world *world, const hob_component_type *type);

/* Adds with the fields given (null = defaults), no hooks: part of building. Errors:
 * COMPONENT_UNKNOWN, CONFLICT (slot taken). */
hob_component *hob_component_build(hob_world *world, hob_entity_data *e, hob_str slot,
                                   hob_error *reterr);
/* Runs attach (spec step 5.1, 5.3). */
void hob_component_attach(hob_world *world, hob_component *component);
/* Detach hooks now, storage in phase 21. Transform cannot go: false. */
bool hob_component_remove(hob_world *world, hob_component *component);
/* Must follow every write of a field from outside the component's own code (scripts, tests,
 * inspectors). */
void hob_component_changed(hob_world *world, hob_component *component, const hob_field *field);

/* ---- passes ---- */
typedef struct hob_pass {
    hob_world *world;
    struct hob_order *order;
    uint32_t at, count;
    bool include_dead;
} hob_pass;
/* Over one type, entity order then slot order: attached, not removed, not inert, entity active.
 * Paused ones are included: the caller asks owner->is_paused where its phase skips them. */
hob_pass hob_pass_begin(hob_world *world, int type_index);
hob_component *hob_pass_next(hob_pass *pass);
void hob_pass_end(hob_pass *pass);
uint32_t hob_column_count(const hob_world *world, int type_index);

/* ---- ordered sets used by passes ---- */
/* Versioned array sorted by (serial, slot): cheap to append, copied when changed while a pass holds
 * it. */
typedef struct hob_order_item {
    uint64_t serial;
    uint32_t slot;
    void *item;
} hob_order_item;
typedef struct hob_order {
    uint32_t count, cap, holders;
    bool stale; /* replaced by a newer version; freed when the last holder leaves */
    hob_order_item items[];
} hob_order;

#endif
