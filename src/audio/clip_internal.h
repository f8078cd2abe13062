/* Between the decoders. */
#ifndef HOB_AUDIO_CLIP_INTERNAL_H
#define HOB_AUDIO_CLIP_INTERNAL_H

#include "audio/clip.h"

hob_status hob_clip__wav(const hob_allocator *a, hob_str bytes, uint64_t most_bytes,
                         hob_clip_data *clip, hob_error *reterr);
hob_status hob_clip__vorbis(const hob_allocator *a, hob_str bytes, uint64_t most_bytes,
                            hob_clip_data *clip, hob_error *reterr);
/* One open stream over the bytes of a clip. */
typedef struct hob_vorbis hob_vorbis;
hob_vorbis *hob_vorbis_open(const hob_allocator *a, const hob_clip_data *clip);
void hob_vorbis_close(hob_vorbis *v);
uint32_t hob_vorbis_read(hob_vorbis *v, float *stereo, uint32_t frames); /* 0 at the end */
void hob_vorbis_seek(hob_vorbis *v, uint64_t frame);
/* Room for samples, checked against the limit. */
hob_status hob_clip__samples(const hob_allocator *a, uint64_t most_bytes, hob_clip_data *clip,
                             hob_error *reterr);

#endif
