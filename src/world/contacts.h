/* The contact set of a step (spec step 6): built by physics in phase 11, delivered in phase 12,
 * read by scripts and controllers. */
#ifndef HOB_WORLD_CONTACTS_H
#define HOB_WORLD_CONTACTS_H

#include "world/component.h"

typedef struct hob_contact {
    hob_entity a,
        b; /* a is the mover's side (physical records) or the lower one (overlap records) */
    hob_component *collider_a, *collider_b; /* Collider, or the Tilemap for its cells */
    double normal_x, normal_y;              /* the way a is moved out of the overlap */
    bool trigger;
    bool interested_a, interested_b;
    bool physical; /* 6.1 a; else overlap (b) or crossed (c) */
} hob_contact;

/* What a pair has been told (6.3), kept between steps. */
typedef struct hob_told {
    hob_entity a, b;                        /* lower serial first */
    hob_component *collider_a, *collider_b; /* null for the entity pair (onCollision) */
    bool told_a, told_b;
    bool now; /* scratch of the delivery */
} hob_told;

typedef struct hob_contacts {
    hob_contact *records; /* in order of spec 6.1 */
    uint32_t count, cap;
    hob_told *pairs; /* entity pairs in contact, for onCollision */
    uint32_t pair_count, pair_cap;
    hob_told *collider_pairs; /* collider pairs, for begins and ends */
    uint32_t collider_pair_count, collider_pair_cap;
    uint64_t generation; /* +1 at each rebuild */
} hob_contacts;

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
/* Phases 12.1 to 12.4. */
void hob_contacts_deliver(hob_world *world);
void hob_contacts_clear(hob_world *world); /* scene leave: silent */

#endif
