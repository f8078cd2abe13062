/* Files of a project that change while its game is shown: scripts are reloaded, pictures read
 * again.
 *
 * Asked a few times a second; compares size and time of each file. Files that come new are met by
 * the next load of a scene. */
#ifndef HOB_APP_PLAYER_WATCH_H
#define HOB_APP_PLAYER_WATCH_H

#include "project/project.h"

typedef struct hob_watch hob_watch;
/* Null = no memory. The project outlives it. */
hob_watch *hob_watch_create(const hob_allocator *a, hob_project *project);
void hob_watch_destroy(hob_watch *watch);
/* Calls `changed` for each file that is not as it was at the last look; its path is relative to the
 * project. */
void hob_watch_look(hob_watch *watch, void (*changed)(void *user, const char *path, bool is_script),
                    void *user);

#endif
