/* DustPuffs: particles at takeoff and landing (spec hob 4.5, waica 8.4). */
#ifndef HOB_COMPONENTS_DUST_PUFFS_H
#define HOB_COMPONENTS_DUST_PUFFS_H

#include "components/cue.h"

typedef struct hob_dust_puffs {
    hob_cue cue; /* engine */
    int32_t jump_count, land_count;
} hob_dust_puffs;

extern const hob_component_type hob_dust_puffs_type;

#endif
