/* The pointer over UI pieces. */
#include "app/player/piece_pointer.h"

#include <stdio.h>
#include <string.h>

static hob_piece_target target_at(const hob_frame *frame, double x, double y) {
    hob_piece_target target = {"", ""};
    hob_str piece, element;
    if (hob_frame_piece_at(frame, x, y, &piece, &element)) {
        snprintf(target.piece, sizeof target.piece, "%.*s", (int)piece.length, piece.data);
        snprintf(target.element, sizeof target.element, "%.*s", (int)element.length, element.data);
    }
    return target;
}

static bool same(const hob_piece_target *a, const hob_piece_target *b) {
    return strcmp(a->piece, b->piece) == 0 && strcmp(a->element, b->element) == 0;
}

bool hob_piece_pointer_at(hob_piece_pointer *pointer, const hob_frame *frame, hob_input_kind kind,
                          double x, double y, hob_piece_deliver *deliver, void *user) {
    const hob_piece_target now = target_at(frame, x, y);
    const hob_piece_target before = pointer->over, pressed = pointer->pressed;
    const struct {
        bool happens;
        const hob_piece_target *target;
        const char *event;
    } events[] = {
        {!same(&now, &before), &before, "exit"},
        {!same(&now, &before), &now, "enter"},
        {kind == HOB_INPUT_POINTER_DOWN, &now, "press"},
        {kind == HOB_INPUT_POINTER_UP, &now, "release"},
        {kind == HOB_INPUT_POINTER_UP && same(&now, &pressed), &now, "click"},
    };
    bool holds = pointer->holds;
    pointer->over = now;
    if (kind == HOB_INPUT_POINTER_DOWN) {
        pointer->pressed = now;
        holds = pointer->holds = now.piece[0] != '\0';
    } else if (kind == HOB_INPUT_POINTER_UP) {
        memset(&pointer->pressed, 0, sizeof pointer->pressed);
        pointer->holds = false;
    }
    for (size_t i = 0; i < HOB_COUNT(events); i++) {
        if (events[i].happens && events[i].target->piece[0] != '\0') {
            deliver(user, (hob_session_input){.kind = HOB_INPUT_PIECE,
                                              .name = hob_str_from(events[i].target->piece),
                                              .element = hob_str_from(events[i].target->element),
                                              .event = hob_str_from(events[i].event)});
        }
    }
    return holds && kind != HOB_INPUT_POINTER_MOVE;
}
