/* The player: a game in a window, with keyboard, mouse, touch and gamepads, until it is closed.
 *
 * Keys of its own: F11 or Alt+Enter switches full screen, F3 shows figures, F4 the debug overlay.
 * All else goes to the game. Losing the focus lets go of everything that is held. */
#ifndef HOB_APP_PLAYER_WINDOW_H
#define HOB_APP_PLAYER_WINDOW_H

#include "command/command.h"

/* For hob_command_host.play. CAPABILITY_MISSING where there is no display. */
hob_status hob_window_play(void *user, struct hob_session *session, const hob_play_request *request,
                           hob_error *reterr);

#endif
