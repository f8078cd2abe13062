/* Drawing without a window: an off-screen context, made on first use and kept for further pictures.
 * Fills the command floor's host table. */
#ifndef HOB_APP_PLAYER_SCREEN_H
#define HOB_APP_PLAYER_SCREEN_H

#include "command/command.h"

typedef struct hob_screen hob_screen;
/* Nothing is opened yet. Null = no memory. */
hob_screen *hob_screen_create(const hob_allocator *a, const hob_log *log);
void hob_screen_destroy(hob_screen *screen);
/* For hob_command_host.draw: the world as a picture. */
hob_status hob_screen_draw(void *screen, const hob_picture_request *request, hob_buf *ret_png,
                           hob_error *reterr);
/* Takes the context away and makes all of it again, as after a reset of the driver. Nothing is done
 * before the first picture. */
HOB_NODISCARD hob_status hob_screen_renew(hob_screen *screen, hob_error *reterr);
/* Of the device; null before the first picture. */
const struct hob_device_stats *hob_screen_stats(const hob_screen *screen);

#endif
