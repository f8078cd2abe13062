/* Hover, press and focus of the screen UI, and UI pieces: state; the rules are in ui/. */
#ifndef HOB_WORLD_UI_STATE_H
#define HOB_WORLD_UI_STATE_H

#include "world/gametime.h"

/* What a script defined, in order of the first definition. */
typedef struct hob_piece_definition {
    hob_text *name, *html;
} hob_piece_definition;

/* A piece on the screen, in order of mounting. */
typedef struct hob_shown_piece {
    hob_text *name;
    hob_text *html; /* as it was when it was mounted; null = the project's */
    int32_t scope;  /* hob_scope, of the first mount */
    bool visible;
    double start; /* game time of the mount */
} hob_shown_piece;

/* A piece at an entity, by number. */
typedef struct hob_anchored_piece {
    uint64_t number;
    hob_text *name;
    hob_text *html;    /* null = the project's */
    hob_entity entity; /* none: it died, and the piece stays where it was */
    hob_vec2 frozen;   /* anchor of then */
    hob_vec2 offset;   /* px of the drawn world */
    hob_value values;  /* map name -> number, bool or text */
    uint64_t timer;    /* of game time; 0 = goes with its entity */
    hob_entity viewer; /* whose death takes it away too; none: nobody's */
    double start;      /* game time of the attach */
} hob_anchored_piece;

typedef struct hob_pieces {
    hob_piece_definition *definitions;
    hob_shown_piece *shown;
    hob_anchored_piece *anchored;
    uint32_t definition_count, definition_cap, shown_count, shown_cap, anchored_count, anchored_cap;
    uint64_t last_number;
    hob_value complained; /* list of names that were told to be unknown; not state */
} hob_pieces;

/* Handles of entities that may be dead: they mean nothing then. A focus that died is told `blur` in
 * phase 21 and cleared there. */
typedef struct hob_ui_state {
    hob_entity hovered, pressed, focused;
    hob_pieces pieces;
} hob_ui_state;

void hob_ui_hash(hob_world *world, hob_hash *hash); /* block 9 */

#endif
