/* Names of keys and pad controls as the manifest spells them, from SDL's numbers. */
#ifndef HOB_APP_PLAYER_KEYS_H
#define HOB_APP_PLAYER_KEYS_H

#include <SDL3/SDL.h>

/* KeyboardEvent.code of a key by its place; null for keys without one. */
const char *hob_key_name(SDL_Scancode key);
const char *hob_pad_button_name(SDL_GamepadButton button); /* null for those without a name */
const char *hob_pad_axis_name(SDL_GamepadAxis axis);
const char *hob_mouse_button_name(int button); /* "mouse:left"; null beyond the third */

#endif
