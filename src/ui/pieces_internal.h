/* Between the files of UI pieces. */
#ifndef HOB_UI_PIECES_INTERNAL_H
#define HOB_UI_PIECES_INTERNAL_H

#include "ui/pieces.h"

/* Screen pieces of the scene go. */
void hob_pieces__leave_screen(hob_world *world);
/* What a script defined, kept for an instance; null = the project's file. */
hob_text *hob_pieces__markup(const hob_world *world, hob_str name);

#endif
