/* The host loop as pure functions (spec waica 0.2, step 10.2): clock readings in, a number of steps
 * out.
 *
 * Nothing here reads a clock: the player, a browser frame or a test hands the readings in, in
 * seconds. hob_host_clock_advance decides how many steps a displayed frame gets; hob_host_frame
 * runs them on a session and then calls the host once for sound, projection and drawing. While
 * assets are held for (ctx.assets.preload with hold), it runs none. The
 * simulation sees none of it: a step has always the same dt. Nothing allocates; a clock is a plain
 * value and belongs to the caller. */
#ifndef HOB_SESSION_HOST_H
#define HOB_SESSION_HOST_H

#include "session/session.h"

typedef struct hob_host_clock {
    double dt;           /* length of a step, s */
    int32_t most;        /* steps in one frame: settings.catchUpSteps */
    double last;         /* reading of the frame before */
    bool running;        /* `last` holds a reading */
    double remainder;    /* time that has not become a step yet, below dt */
    double residual;     /* what snapping has taken from the clock, or given, below dt */
    double dropped;      /* all time that was never stepped, s */
    uint64_t drop_count; /* frames that dropped some; the first is worth a line in the log */
    double window;       /* frames a second: time and frames since the last figure */
    uint32_t window_frames;
    double fps; /* 0 until a window of one second has closed */
} hob_host_clock;

/* A session's steps and cap; or any dt > 0 and most >= 1. */
hob_host_clock hob_host_clock_of(hob_session *session);
hob_host_clock hob_host_clock_make(double dt, int32_t most);
/* Forgets reading, remainder and residual: the next reading only seeds the clock. For a start after
 * a stop, a window that was hidden, a machine that slept. */
void hob_host_clock_stop(hob_host_clock *clock);

/* Steps for the time since the last reading. Not `simulating` (host pause): 0, what was left is
 * forgotten and the clock moves on. A reading that is not finite, or before the last one, counts as
 * no time. */
int hob_host_clock_advance(hob_host_clock *clock, double now, bool simulating);
/* The two halves of it, for tests and for hosts that measure themselves: time snapped to 1 to 4
 * whole steps when it is nearer than 0.25 ms, and time to whole steps. */
double hob_host_clock_snap(hob_host_clock *clock, double elapsed);
int hob_host_clock_consume(hob_host_clock *clock, double elapsed);
/* How far a picture lies between the last step and the one before, 0 to below 1. */
double hob_host_clock_blend(const hob_host_clock *clock);

/* A host's own part of a frame. All may be null. */
typedef struct hob_host {
    /* Inputs of the frame, delivered before its steps. */
    void (*deliver)(void *user, hob_session *session);
    /* Asked before every step: false is a host pause, and ends the frame's steps. */
    bool (*simulating)(void *user, hob_session *session);
    /* Before every step: who draws between steps copies where things are. */
    void (*before_step)(void *user, hob_session *session);
    /* After the last step: sound, projection, drawing, once. */
    void (*present)(void *user, hob_session *session, double blend);
    const hob_log *log;
    void *user;
} hob_host;

/* One displayed frame: inputs, the steps that are due, each with its scene switch, one picture.
 * Ends with the session's status; the picture is made all the same. `ret_steps` may be null. */
HOB_NODISCARD hob_status hob_host_frame(const hob_host *host, hob_host_clock *clock,
                                        hob_session *session, double now, int *ret_steps,
                                        hob_error *reterr);

#endif
