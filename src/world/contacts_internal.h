/* What the files about contacts share. */
#ifndef HOB_WORLD_CONTACTS_INTERNAL_H
#define HOB_WORLD_CONTACTS_INTERNAL_H

#include "world/internal.h"

/* One pair that touches in this step, by its keys. */
typedef struct hob_touch {
    uint64_t low_serial, low_born, high_serial, high_born; /* born 0: pair of entities */
    uint32_t record;                                       /* first one: index + 1 */
    bool low_is_a, trigger, crossed;
    bool low_interested, high_interested;
} hob_touch;

struct hob_contact_work {
    hob_touch *touches, *other;
    uint32_t touch_cap, other_cap;
    hob_told *merged;
    uint32_t merged_cap;
    uint32_t *first_of; /* for each record: entity pair + 1 whose first one it is, else 0 */
    uint32_t first_cap;
};

/* Brings pairs and collider_pairs up to the records of this step: new ones are added, all get their
 * record and interest, what no longer touches has record 0. */
void hob_contacts__update_pairs(hob_world *world);
/* Drops what does not touch and has been told its end. */
void hob_contacts__drop_ended(hob_world *world);
/* For each record the entity pair that begins with it. */
const uint32_t *hob_contacts__firsts(hob_world *world);

#endif
