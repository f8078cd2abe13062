/* Loading for a shown game: the back end that a window puts into the session's asset service.
 *
 * Pictures go to the graphics card, sounds become samples, all else stays bytes. What scripts have
 * asked for is loaded a little in each displayed frame; what is drawn or played comes at once. */
#ifndef HOB_APP_PLAYER_MEDIA_H
#define HOB_APP_PLAYER_MEDIA_H

#include "render/fonts.h"
#include "session/session.h"

typedef struct hob_media hob_media;
/* Pictures and fonts then read through the session's service. Null = no memory. */
hob_media *hob_media_open(hob_session *session, hob_pictures *pictures, hob_fonts *fonts,
                          const hob_log *log);
/* Gives everything decoded back, and the service reads headers again. After whoever plays or draws
 * is gone, before the pictures are destroyed. May be null. */
void hob_media_close(hob_media *media);
/* Loads what waits until `enough` says so, at least one file. */
void hob_media_load(hob_media *media, bool (*enough)(void *user), void *user);

#endif
