/* Hot reload: files of scripts/ and components/ get other texts while the game runs (spec
 * step 10.3).
 *
 * The files, and all that require or extend them, run again; all of them or none. Kept are vars,
 * params, timers, tweens, subscriptions and started marks; new are the hooks; error counts are 0
 * and disabled slots of these files are enabled. onStart is not called. */
#ifndef HOB_SCRIPT_RELOAD_H
#define HOB_SCRIPT_RELOAD_H

#include "world/world.h"

typedef struct hob_reload_file {
    hob_str path, text;
} hob_reload_file;

/* Inside the guard of the region. False: one error (phase "reload") was recorded, the old code
 * stays. */
bool hob_script_reload(hob_world *world, const hob_reload_file *files, size_t count);

#endif
