/* Music from notes (spec commands 3.14, project-format 4.6): tokens of a sixteenth each become
 * notes, notes become samples. */
#ifndef HOB_COMMAND_MUSIC_H
#define HOB_COMMAND_MUSIC_H

#include "base/text.h"

#define HOB_MUSIC_TRACKS  4
#define HOB_MUSIC_SECONDS 120 /* longest piece */

extern const char *const hob_music_waves[]; /* sine square saw triangle noise; ends with null */

typedef struct hob_music_note {
    uint32_t start, steps; /* sixteenths */
    int midi;              /* A4 is 69 */
} hob_music_note;
typedef struct hob_music_track {
    int wave;
    double volume;
    hob_music_note *notes; /* rests left out */
    size_t note_count;
    uint32_t steps; /* sixteenths in all */
} hob_music_track;

/* "C4 . E4 - G#3": fills notes and steps, in the arena. INVALID_INPUT tells the token. */
HOB_NODISCARD hob_status hob_music_read(hob_arena *arena, hob_str text, hob_music_track *track,
                                        hob_error *reterr);
/* Samples of a sixteenth at so many quarters a minute. */
uint32_t hob_music_step(double tempo);
/* Appends the WAV file; scratch memory from the arena. */
void hob_music_render(hob_arena *arena, const hob_music_track *tracks, size_t count, double tempo,
                      hob_buf *out);

#endif
