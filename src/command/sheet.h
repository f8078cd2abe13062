/* Sprite sheets in the asset index: the frames of a cut picture, and animations of frames (spec
 * project-format 4.4, 4.5). */
#ifndef HOB_COMMAND_SHEET_H
#define HOB_COMMAND_SHEET_H

#include "command/edit.h"

/* One record of metadata.frames, added to the list. */
void hob_sheet_add_frame(hob_command_call *call, hob_value frames, const char *name,
                         const hob_sheet_frame *cut);
/* metadata.grid */
hob_value hob_sheet_grid(hob_command_call *call, double frame_width, double frame_height,
                         double margin, double spacing);

typedef struct hob_new_animation {
    hob_str name;
    hob_value frames;        /* list of texts: asset id, or asset id + "#" + frame */
    const double *durations; /* s, one a frame; null: all take frame_duration */
    double frame_duration;   /* s */
    bool loop;
    const char *sheet; /* asset id when made from one sheet; else null */
} hob_new_animation;
/* The asset and its file. CONFLICT. */
hob_status hob_sheet_new_animation(hob_command_call *call, const hob_new_animation *animation,
                                   hob_value *ret_row, hob_error *reterr);

#endif
