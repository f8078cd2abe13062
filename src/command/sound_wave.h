/* Sound effects made from a preset and a seed (spec project-format 4.6): WAV, PCM, mono, 16 bit,
 * 44100 Hz. Equal parameters give equal bytes on every machine. */
#ifndef HOB_COMMAND_SOUND_WAVE_H
#define HOB_COMMAND_SOUND_WAVE_H

#include "base/text.h"

/* Names of the presets; ends with null. */
extern const char *const hob_sound_presets[];
/* Appends the file; `preset` is an index into the names. */
void hob_sound_make(int preset, uint32_t seed, hob_buf *out);

#endif
