/* DustPuffs: particles at takeoff and landing (spec hob 4.5, waica 8.4). */
#ifndef HOB_COMPONENTS_DUST_PUFFS_H
#define HOB_COMPONENTS_DUST_PUFFS_H

#include "components/cue.h"

typedef struct hob_dust_puffs {
    int32_t jump_count, land_count;
    /* engine */
    hob_cue cue;
} hob_dust_puffs;

extern const hob_component_type hob_dust_puffs_type;

#endif
