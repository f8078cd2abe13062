#include "app/player/sound.h"

#include "audio/follow.h"
#include "session/session.h"

#include <SDL3/SDL.h>
#include <math.h>

#define RATE 48000

static uint32_t voices_of(hob_session *session) {
    return (uint32_t)hob_project_manifest(hob_session_project(session))->settings.sound_voices;
}

/* ---- the device ---- */

struct hob_speaker {
    hob_session *session;
    hob_mixer *mixer; /* used under the stream's lock */
    hob_sound_follower *follower;
    SDL_AudioStream *stream;
};

/* Called by SDL's thread, which holds the stream's lock. */
static void SDLCALL fill(void *user, SDL_AudioStream *stream, int wanted, int total) {
    hob_speaker *speaker = user;
    float block[1024];
    (void)total;
    while (wanted > 0) {
        int bytes = wanted < (int)sizeof block ? wanted : (int)sizeof block;
        uint32_t frames = ((uint32_t)bytes + 7) / 8;
        hob_mixer_mix(speaker->mixer, block, frames);
        SDL_PutAudioStreamData(stream, block, (int)frames * 8);
        wanted -= (int)frames * 8;
    }
}

hob_speaker *hob_speaker_open(hob_session *session, const hob_log *log) {
    const hob_allocator *a = hob_heap_allocator();
    const SDL_AudioSpec spec = {.format = SDL_AUDIO_F32, .channels = 2, .freq = RATE};
    hob_speaker *speaker = hob_alloc_zero(a, 1, sizeof *speaker);
    if (speaker == NULL) {
        return NULL;
    }
    speaker->session = session;
    speaker->mixer = hob_mixer_create(a, RATE, voices_of(session));
    speaker->follower =
        speaker->mixer != NULL
            ? hob_sound_follower_create(a, hob_session_project(session), speaker->mixer, log)
            : NULL;
    if (speaker->follower != NULL) {
        hob_sound_follower_use_assets(speaker->follower, hob_session_assets(session));
    }
    if (speaker->follower != NULL && SDL_InitSubSystem(SDL_INIT_AUDIO)) {
        speaker->stream =
            SDL_OpenAudioDeviceStream(SDL_AUDIO_DEVICE_DEFAULT_PLAYBACK, &spec, fill, speaker);
    }
    if (speaker->stream == NULL) {
        hob_log_write(log, HOB_LOG_INFO, "There is no sound device (%s): the game is silent.",
                      SDL_GetError());
        hob_speaker_close(speaker);
        return NULL;
    }
    SDL_ResumeAudioStreamDevice(speaker->stream);
    return speaker;
}

void hob_speaker_close(hob_speaker *speaker) {
    if (speaker == NULL) {
        return;
    }
    if (speaker->stream != NULL) {
        SDL_DestroyAudioStream(speaker->stream);
    }
    hob_sound_follower_destroy(speaker->follower);
    hob_mixer_destroy(speaker->mixer);
    hob_free(hob_heap_allocator(), speaker, sizeof *speaker);
}

void hob_speaker_follow(hob_speaker *speaker) {
    if (speaker != NULL) {
        SDL_LockAudioStream(speaker->stream);
        hob_sound_follow(speaker->follower, hob_session_world(speaker->session));
        SDL_UnlockAudioStream(speaker->stream);
    }
}

void hob_speaker_pause(hob_speaker *speaker, bool paused) {
    if (speaker != NULL && paused) {
        SDL_PauseAudioStreamDevice(speaker->stream);
    } else if (speaker != NULL) {
        SDL_ResumeAudioStreamDevice(speaker->stream);
    }
}

/* ---- recording ---- */

typedef struct recorder {
    hob_mixer *mixer;
    hob_sound_follower *follower;
    float *samples;
    uint64_t frames, cap;
    double due; /* frames that the steps so far take */
    bool failed;
} recorder;

void *hob_recorder_begin(void *user, hob_session *session, const hob_log *log) {
    const hob_allocator *a = hob_heap_allocator();
    recorder *r = hob_alloc_zero(a, 1, sizeof *r);
    (void)user;
    if (r == NULL) {
        return NULL;
    }
    r->mixer = hob_mixer_create(a, RATE, voices_of(session));
    r->follower = r->mixer != NULL
                      ? hob_sound_follower_create(a, hob_session_project(session), r->mixer, log)
                      : NULL;
    if (r->follower == NULL) {
        hob_recorder_end(r, NULL);
        return NULL;
    }
    return r;
}

bool hob_recorder_step(void *user, hob_session *session) {
    recorder *r = user;
    const hob_world *world = hob_session_world(session);
    hob_sound_follow(r->follower, hob_session_world(session));
    r->due += RATE * world->dt;
    uint64_t end = (uint64_t)floor(r->due + 0.5);
    if (end > r->cap) {
        uint64_t cap = r->cap == 0 ? RATE : r->cap * 2;
        void *moved =
            hob_resize(hob_heap_allocator(), r->samples, (size_t)r->cap * 8, (size_t)cap * 8);
        if (moved == NULL || end > cap) {
            r->failed = true;
            return false;
        }
        r->samples = moved;
        r->cap = cap;
    }
    hob_mixer_mix(r->mixer, r->samples + r->frames * 2, (uint32_t)(end - r->frames));
    r->frames = end;
    return true;
}

void hob_recorder_end(void *user, hob_buf *ret_wav) {
    recorder *r = user;
    if (r == NULL) {
        return;
    }
    if (ret_wav != NULL) {
        hob_wav_write(r->samples, r->frames, RATE, ret_wav);
    }
    hob_sound_follower_destroy(r->follower);
    hob_mixer_destroy(r->mixer);
    hob_free(hob_heap_allocator(), r->samples, (size_t)r->cap * 8);
    hob_free(hob_heap_allocator(), r, sizeof *r);
}
