/* MeleeAttack: a blow at what stands before the entity (spec hob 4.5, waica 8.4).
 *
 * Passive: the attack state of grid player roles and ctx.melee.strike call it. */
#ifndef HOB_COMPONENTS_MELEE_ATTACK_H
#define HOB_COMPONENTS_MELEE_ATTACK_H

#include "world/world.h"

typedef struct hob_melee_attack {
    double damage;
    double range, width; /* px: length along the facing, and across */
    hob_text *swing_sound;
} hob_melee_attack;

extern const hob_component_type hob_melee_attack_type;

/* Of an entity; null without one that works. */
hob_component *hob_melee_of(hob_world *world, const hob_entity_data *e);
/* Every other entity with Health and a sensed Collider in the area takes the damage once, in entity
 * order; those that lost hit points are added to the list `ret_hit` (a list in `a`, or null).
 * False, and nothing at all, for a facing that is none of n, ne, e, se, s, sw, w, nw. */
bool hob_melee_strike(hob_world *world, hob_component *melee, hob_str facing, hob_list *ret_hit,
                      const hob_allocator *a);

#endif
