/* Chaser: goes after the player (spec waica 8.3, hob 4.3). */
#ifndef HOB_COMPONENTS_CHASER_H
#define HOB_COMPONENTS_CHASER_H

#include "components/motor.h"

typedef enum hob_chaser_mode {
    HOB_CHASER_WALKER, /* along x, and falls */
    HOB_CHASER_GHOST,  /* straight, through everything */
    HOB_CHASER_FLYER   /* straight until something stops it */
} hob_chaser_mode;

typedef struct hob_chaser {
    hob_motor motor;
    int32_t mode;                 /* hob_chaser_mode */
    double range, speed, gravity; /* px, px/s, px/s2 */
    /* engine */
    hob_entity target; /* whom it goes after; none = nobody yet */
} hob_chaser;

extern const hob_component_type hob_chaser_type;

void hob_chaser_step(hob_world *world, hob_component *chaser, double dt);

#endif
