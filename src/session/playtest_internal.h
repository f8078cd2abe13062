/* Inside of a play-test run, shared by its files. */
#ifndef HOB_SESSION_PLAYTEST_INTERNAL_H
#define HOB_SESSION_PLAYTEST_INTERNAL_H

#include "session/playtest.h"

typedef struct hob_trace_sample {
    int64_t frame;
    double x, y;
} hob_trace_sample;

typedef struct hob_trace_key {
    const char *ref; /* entity id or name; "camera" with is_camera */
    bool is_camera;
    hob_trace_sample *samples;
    size_t count, cap;
} hob_trace_key;

struct hob_playtest_run {
    hob_session *session;
    hob_world *world;
    hob_arena *arena;
    const hob_playtest_options *options;
    int64_t frames_run, max_frames;
    hob_trace_key *keys;
    size_t key_count;
    bool broken; /* the session ended inside a step */
    hob_error error;
};

/* Runs at most `frames`, fewer at the cap. False when the session ended. */
bool hob_playtest__advance(hob_playtest_run *run, int64_t frames);
hob_trace_key *hob_playtest__trace_key(hob_playtest_run *run, hob_str ref);
void hob_playtest__sample(hob_playtest_run *run);
/* first, final, min, max, peakSpeed, settledAtFrame, frames per key. */
hob_value hob_playtest__trace_summary(hob_playtest_run *run);
hob_value hob_playtest__trace_raw(hob_playtest_run *run);
double hob_trace_peak_speed(const hob_trace_key *key, int fixed_timestep);

/* Steps of playtest_devices.c, entered in the one table. */
bool hob_playtest__key(hob_playtest_run *run, hob_value step, hob_buf *message);
bool hob_playtest__plug_pad(hob_playtest_run *run, hob_value step, hob_buf *message);
bool hob_playtest__pad(hob_playtest_run *run, hob_value step, hob_buf *message);
bool hob_playtest__join_seat(hob_playtest_run *run, hob_value step, hob_buf *message);
bool hob_playtest__leave_seat(hob_playtest_run *run, hob_value step, hob_buf *message);
bool hob_playtest__touch(hob_playtest_run *run, hob_value step, hob_buf *message);
bool hob_playtest__lose_focus(hob_playtest_run *run, hob_value step, hob_buf *message);
bool hob_playtest__write(hob_playtest_run *run, hob_value step, hob_buf *message);
bool hob_playtest__tell_piece(hob_playtest_run *run, hob_value step, hob_buf *message);
bool hob_playtest__assert_piece(hob_playtest_run *run, hob_value step, hob_buf *message);
bool hob_playtest__assert_seat(hob_playtest_run *run, hob_value step, hob_buf *message);
bool hob_playtest__assert_input(hob_playtest_run *run, hob_value step, hob_buf *message);
/* Steps of playtest_bridge.c. */
bool hob_playtest__change_scene(hob_playtest_run *run, hob_value step, hob_buf *message);
bool hob_playtest__click_world(hob_playtest_run *run, hob_value step, hob_buf *message);
bool hob_playtest__set_property(hob_playtest_run *run, hob_value step, hob_buf *message);
bool hob_playtest__call(hob_playtest_run *run, hob_value step, hob_buf *message);
bool hob_playtest__assert_hash(hob_playtest_run *run, hob_value step, hob_buf *message);
extern const hob_field hob_playtest__change_scene_fields[], hob_playtest__click_world_fields[],
    hob_playtest__set_property_fields[], hob_playtest__call_fields[],
    hob_playtest__assert_hash_fields[];
extern const hob_field hob_playtest__key_fields[], hob_playtest__plug_pad_fields[],
    hob_playtest__pad_fields[], hob_playtest__join_seat_fields[], hob_playtest__leave_seat_fields[],
    hob_playtest__touch_fields[], hob_playtest__lose_focus_fields[], hob_playtest__write_fields[],
    hob_playtest__tell_piece_fields[], hob_playtest__assert_piece_fields[],
    hob_playtest__assert_seat_fields[], hob_playtest__assert_input_fields[];
extern const char *const hob_playtest__action_or_axis[];

#endif
