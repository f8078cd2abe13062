/* Writing WAV files of made sounds (PCM, mono, 16 bit, 44100 Hz), and the random stream that noise
 * is made of (spec project-format 4.6). Equal calls give equal bytes on every machine. */
#ifndef HOB_COMMAND_WAV_H
#define HOB_COMMAND_WAV_H

#include "base/text.h"

#define HOB_WAV_RATE 44100

void hob_wav_begin(hob_buf *out, uint32_t sample_count);
void hob_wav_add(hob_buf *out, double level); /* -1 to 1; more is cut */

/* mulberry32 */
typedef struct hob_noise {
    uint32_t state;
} hob_noise;
double hob_noise_draw(hob_noise *noise); /* 0 to 1, 1 excluded */

#endif
