/* Sound of a shown game through the machine's device, and of a run without one into a WAV file. */
#ifndef HOB_APP_PLAYER_SOUND_H
#define HOB_APP_PLAYER_SOUND_H

#include "command/command.h"

typedef struct hob_speaker hob_speaker;
/* Opens the default device; sounds come through the session's service (app/player/media.h). Null
 * where there is none: the game is silent, and `log` says so. */
hob_speaker *hob_speaker_open(struct hob_session *session, const hob_log *log);
void hob_speaker_close(hob_speaker *speaker);
/* After a step. */
void hob_speaker_follow(hob_speaker *speaker);
void hob_speaker_pause(hob_speaker *speaker, bool paused);

/* For hob_command_host.record_*: the mix of a run, step by step. */
void *hob_recorder_begin(void *user, struct hob_session *session, const hob_log *log);
bool hob_recorder_step(void *recorder, struct hob_session *session); /* false: no memory */
void hob_recorder_end(void *recorder, hob_buf *ret_wav);             /* may be null: thrown away */

#endif
