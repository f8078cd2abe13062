/* What spawn calls of world/ share. */
#ifndef HOB_WORLD_SPAWN_H
#define HOB_WORLD_SPAWN_H

#include "world/build.h"
#include "world/instantiate.h"

/* Places the root, lets the caller's init see it, attaches; or takes all back with an error. */
hob_entity hob_spawn__finish(hob_build *build, uint32_t root, const hob_spawn_options *options,
                             hob_error *reterr);
/* Warnings go to the log, once each and scene visit; the first error to `reterr` (null: nobody). */
void hob_spawn__report(hob_world *world, const hob_error_list *findings, hob_error *reterr);

#endif
