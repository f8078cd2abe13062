#include "command/music.h"

#include "base/dmath.h"
#include "command/wav.h"

#include <math.h>

#define ATTACK  176 /* samples, 4 ms */
#define RELEASE 353 /* 8 ms */

typedef enum wave { SINE, SQUARE, SAW, TRIANGLE, NOISE } wave;
const char *const hob_music_waves[] = {"sine", "square", "saw", "triangle", "noise", NULL};

/* ---- reading ---- */

/* Letter, sign, octave; false when it is no note. */
static bool read_note(hob_str token, int *ret_midi) {
    static const int semitones[] = {9, 11, 0, 2, 4, 5, 7}; /* A to G */
    size_t at = 0;
    char letter = token.length > 0 ? token.data[at++] : '\0';
    letter = letter >= 'a' && letter <= 'g' ? (char)(letter - 'a' + 'A') : letter;
    if (letter < 'A' || letter > 'G') {
        return false;
    }
    int note = semitones[letter - 'A'], octave = 0;
    if (at < token.length && (token.data[at] == '#' || token.data[at] == 'b')) {
        note += token.data[at++] == '#' ? 1 : -1;
    }
    bool negative = at < token.length && token.data[at] == '-';
    at += negative;
    size_t digits = 0;
    for (; at < token.length && token.data[at] >= '0' && token.data[at] <= '9'; digits++) {
        octave = octave * 10 + (token.data[at++] - '0');
        if (octave > 12) {
            return false;
        }
    }
    *ret_midi = 12 * ((negative ? -octave : octave) + 1) + note;
    return digits > 0 && at == token.length;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static hob_str next_token(hob_str text, size_t *at) {
    while (*at < text.length && is_blank(text.data[*at])) {
        *at += 1;
    }
    size_t start = *at;
    while (*at < text.length && !is_blank(text.data[*at])) {
        *at += 1;
    }
    return (hob_str){text.data + start, *at - start};
}

static hob_status refuse(hob_str token, uint32_t step, const char *why, hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_INVALID_INPUT, "Token %u, \"%.*s\", %s.", step + 1,
             (int)(token.length < 20 ? token.length : 20), token.data, why);
    return hob_error_hint(reterr, "Notes are C4, F#3 or Bb2, with blanks between; - is a rest, . "
                                  "makes the one before longer.");
}

hob_status hob_music_read(hob_arena *arena, hob_str text, hob_music_track *track,
                          hob_error *reterr) {
    track->notes = hob_arena_array(arena, hob_music_note, text.length / 2 + 1);
    track->note_count = 0;
    track->steps = 0;
    bool in_note = false;
    size_t at = 0;
    for (hob_str token = next_token(text, &at); token.length > 0; token = next_token(text, &at)) {
        int midi = 0;
        if (hob_str_is(token, ".")) {
            if (track->steps == 0) {
                return refuse(token, 0, "has nothing before it to make longer", reterr);
            }
            if (in_note) {
                track->notes[track->note_count - 1].steps++;
            }
        } else if (hob_str_is(token, "-")) {
            in_note = false;
        } else if (read_note(token, &midi)) {
            track->notes[track->note_count++] = (hob_music_note){track->steps, 1, midi};
            in_note = true;
        } else {
            return refuse(token, track->steps, "is no note", reterr);
        }
        track->steps++;
    }
    if (track->steps == 0) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "The track is empty.");
        return hob_error_hint(reterr, "Give at least one note or rest.");
    }
    return HOB_OK;
}

/* ---- samples ---- */

uint32_t hob_music_step(double tempo) {
    return (uint32_t)floor(HOB_WAV_RATE * 60.0 / tempo / 4 + 0.5);
}

static double shape(wave of, double phase) {
    switch (of) {
    case SINE:
        return hob_sin(phase * 6.283185307179586);
    case SQUARE:
        return phase < 0.5 ? 1 : -1;
    case SAW:
        return 2 * phase - 1;
    default:
        return 2 * fabs(2 * phase - 1) - 1;
    }
}

/* Values that are held, joined by lines; a higher note changes them more often. */
typedef struct hiss {
    hob_noise stream;
    double held, next;
    uint32_t left, hold;
} hiss;

static double hiss_next(hiss *h) {
    if (h->left == 0) {
        h->held = h->next;
        h->next = hob_noise_draw(&h->stream) * 2 - 1;
        h->left = h->hold;
    }
    double value = h->held + (h->next - h->held) * (1 - (double)h->left / h->hold);
    h->left--;
    return value;
}

static void add_note(double *samples, const hob_music_track *track, const hob_music_note *note,
                     uint32_t step, hiss *h) {
    double hz = 440 * hob_pow(2, (note->midi - 69) / 12.0), phase = 0;
    uint32_t start = note->start * step, count = note->steps * step;
    double hold = floor(HOB_WAV_RATE / hz / 16 + 0.5);
    h->hold = hold > 1 ? (uint32_t)hold : 1;
    h->left = 0;
    for (uint32_t i = 0; i < count; i++) {
        double value = track->wave == NOISE ? hiss_next(h) : shape((wave)track->wave, phase);
        double envelope = i < ATTACK ? (double)i / ATTACK : 1;
        envelope *= count - i < RELEASE ? (double)(count - i) / RELEASE : 1;
        samples[start + i] += value * envelope * track->volume;
        phase += hz / HOB_WAV_RATE;
        phase -= floor(phase);
    }
}

void hob_music_render(hob_arena *arena, const hob_music_track *tracks, size_t count, double tempo,
                      hob_buf *out) {
    uint32_t step = hob_music_step(tempo), steps = 0;
    for (size_t i = 0; i < count; i++) {
        steps = tracks[i].steps > steps ? tracks[i].steps : steps;
    }
    uint32_t length = steps * step;
    double *samples = hob_arena_array(arena, double, length + 1), peak = 1;
    for (size_t i = 0; i < count; i++) {
        hiss h = {.stream = {(uint32_t)i + 1}, .hold = 1};
        for (size_t n = 0; n < tracks[i].note_count; n++) {
            add_note(samples, &tracks[i], &tracks[i].notes[n], step, &h);
        }
    }
    for (uint32_t i = 0; i < length; i++) {
        peak = fabs(samples[i]) > peak ? fabs(samples[i]) : peak;
    }
    hob_wav_begin(out, length);
    for (uint32_t i = 0; i < length; i++) {
        hob_wav_add(out, samples[i] / peak);
    }
}
