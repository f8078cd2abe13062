/* The contact set of a step (spec step 6): built by physics in phase 11, delivered in phase 12,
 * read by scripts and controllers.
 *
 * Not here: which pairs touch (physics). What 12.4 needs of live geometry is asked through
 * world->outside.collide. All memory is the session's region and reused from step to step. */
#ifndef HOB_WORLD_CONTACTS_H
#define HOB_WORLD_CONTACTS_H

#include "world/component.h"

typedef struct hob_contact {
    hob_entity a, b; /* a: the mover's side (physical records), the lower one (overlap records) */
    hob_component *collider_a, *collider_b; /* Collider, or the Tilemap for its cells */
    double normal_x, normal_y;              /* the way a is moved out of the overlap */
    bool trigger;
    bool interested_a, interested_b;
    bool physical; /* 6.1 a */
    bool crossed;  /* 6.1 c: within the step, begins and ends in it; else an overlap (b) */
    /* Set by add. */
    uint32_t next_a, next_b; /* next record of that entity: index + 1, 0 = none */
    uint64_t born_a, born_b; /* of the colliders: tell when one is gone */
} hob_contact;

/* One side of what a pair has been told (6.3); outlives the entity and the collider. */
typedef struct hob_told_side {
    hob_entity entity;
    uint64_t serial;
    hob_component *collider; /* right while its `born` is the next; null for entity pairs */
    uint64_t born;
    hob_text *slot, *layer; /* kept texts of the collider, for the end; null for entity pairs */
    bool signals;           /* its type has the signals hit and separated */
    bool interested;        /* in this step */
    bool told;
} hob_told_side;
typedef struct hob_told {
    hob_told_side low, high;   /* lower serial first */
    double normal_x, normal_y; /* low's side, in the first record of this or the last step */
    uint32_t record;           /* first record of this step: index + 1, 0 = does not touch now */
    bool trigger;
    bool crossed; /* all its records are */
    bool is_new;  /* had no record in the phase 11 before */
} hob_told;

typedef struct hob_told_list {
    hob_told *items; /* sorted by (serial, born) of low, then of high */
    uint32_t count, cap;
} hob_told_list;

typedef struct hob_contacts {
    hob_contact *records; /* in order of spec 6.1 */
    uint32_t count, cap;
    hob_told_list pairs;           /* entity pairs, for onCollision and its end */
    hob_told_list collider_pairs;  /* collider pairs, for begins and ends */
    struct hob_contact_work *work; /* memory of the delivery between steps; not state */
    uint64_t generation;           /* +1 at each rebuild */
} hob_contacts;

/* 12.4 asks the physics floor. Who may meet whom is frozen by `begin`; `next` gives these pairs one
 * by one, sorted by serial of low, then of high, and costs no memory for them; `overlaps` reads
 * masks, shapes and places live and says who is interested. */
typedef struct hob_collide_pair {
    hob_component *low, *high; /* the colliders with which the two entities take part */
} hob_collide_pair;
typedef struct hob_collide_host {
    void (*begin)(hob_world *world);
    bool (*next)(hob_world *world, hob_collide_pair *ret_pair);
    /* False as well when one of them is no longer the collider its entity takes part with. */
    bool (*overlaps)(hob_world *world, const hob_collide_pair *pair, bool *ret_low_interested,
                     bool *ret_high_interested);
} hob_collide_host;

/* ---- building, phase 11 ---- */
void hob_contacts_begin(hob_world *world); /* forgets the records, not what was told */
/* Adds a copy at the end. Entities and colliders must be live. */
void hob_contacts_add(hob_world *world, const hob_contact *record);

/* ---- reading ---- */
/* Grounded: a record of e, not a trigger, whose normal on e's side has y < -0.5. */
bool hob_contacts_grounded(const hob_world *world, hob_entity e);
/* Records of one entity in order, normals turned to its side. */
typedef struct hob_contact_view {
    hob_entity other;
    hob_component *own, *others;
    double normal_x, normal_y;
    bool trigger;
} hob_contact_view;
/* Iterate: *cursor starts at 0. */
bool hob_contacts_next(const hob_world *world, hob_entity e, uint32_t *cursor,
                       hob_contact_view *ret_view);

/* ---- phase 12 ---- */
void hob_contacts_deliver(hob_world *world); /* 12.1 to 12.4 */
/* An entity became inactive or died: its sides forget what they were told. */
void hob_contacts_forget(hob_world *world, hob_entity e);
/* Phase 21: records of freed entities and colliders go. */
void hob_contacts_drop_freed(hob_world *world);
void hob_contacts_clear(hob_world *world); /* scene leave: silent */

#endif
