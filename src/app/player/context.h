/* The graphics context of a window, shown or not, and what is done when the driver takes it away.
 */
#ifndef HOB_APP_PLAYER_CONTEXT_H
#define HOB_APP_PLAYER_CONTEXT_H

#include "render/frame.h"

#include <SDL3/SDL.h>

/* Before the window is made: which kind of context it will have. */
void hob_context_ask(void);
/* Destroys the context, makes another, and all that lay in the old one again. `frame` may be null.
 * CAPABILITY_MISSING when there is none to be had. */
HOB_NODISCARD hob_status hob_context_renew(SDL_Window *window, SDL_GLContext *context,
                                           hob_device *device, hob_frame *frame, hob_error *reterr);

#endif
