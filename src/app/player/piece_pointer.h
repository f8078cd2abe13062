/* What the pointer does to UI pieces: an element that takes it hears enter, exit, press, release
 * and click, and the game below does not get the press. Who hears what depends on the picture, so
 * these are inputs like keys: a game is the same without a window that is told the same. */
#ifndef HOB_APP_PLAYER_PIECE_POINTER_H
#define HOB_APP_PLAYER_PIECE_POINTER_H

#include "render/frame.h"
#include "session/session.h"

#define HOB_PIECE_NAME_SIZE 128

typedef struct hob_piece_target {
    char piece[HOB_PIECE_NAME_SIZE], element[HOB_PIECE_NAME_SIZE]; /* empty: none */
} hob_piece_target;

/* All zero at the start. */
typedef struct hob_piece_pointer {
    hob_piece_target over, pressed;
    bool holds; /* the press began on a piece: the release is its own, too */
} hob_piece_pointer;

typedef void hob_piece_deliver(void *user, hob_session_input input);

/* One pointer input at a place of the view. True: it is the piece's alone. */
bool hob_piece_pointer_at(hob_piece_pointer *pointer, const hob_frame *frame, hob_input_kind kind,
                          double x, double y, hob_piece_deliver *deliver, void *user);

#endif
