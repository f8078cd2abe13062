/* Checks of files that several component types share: names of UI pieces, game-state keys, scenes.
 */
#ifndef HOB_COMPONENTS_NAME_CHECKS_H
#define HOB_COMPONENTS_NAME_CHECKS_H

#include "project/check.h"

/* UI_PIECE_UNKNOWN for a field that names no file of ui/; empty is right. */
void hob_check_piece(hob_check *check, const hob_check__part *part, const char *key);
/* STATE_KEY_UNDECLARED for a field that names no key of gameState; empty is right, and so is
 * everything with settings.openState. */
void hob_check_state_key(hob_check *check, const hob_check__part *part, const char *key);
/* SCENE_UNKNOWN for a field that names no scene, or nothing at all. */
void hob_check_scene(hob_check *check, const hob_check__part *part, const char *key);

#endif
