#include "session/host.h"

#include "session/assets.h"

#include <math.h>

#define SNAP       0.00025 /* s; a frame nearer than this to whole steps is meant as whole steps */
#define SNAP_STEPS 4

hob_host_clock hob_host_clock_make(double dt, int32_t most) {
    return (hob_host_clock){.dt = dt > 0 ? dt : 1.0 / 60, .most = most < 1 ? 1 : most};
}

hob_host_clock hob_host_clock_of(hob_session *session) {
    const hob_world *world = hob_session_world(session);
    return hob_host_clock_make(world->dt, world->outside.manifest->settings.catch_up_steps);
}

void hob_host_clock_stop(hob_host_clock *clock) {
    clock->running = false;
    clock->remainder = 0;
    clock->residual = 0;
}

/* What snapping takes away adds up; when it has become a whole step, that step is paid back. */
double hob_host_clock_snap(hob_host_clock *clock, double elapsed) {
    for (int n = 1; n <= SNAP_STEPS; n++) {
        double whole = n * clock->dt, off = elapsed - whole;
        if (!(fabs(off) < SNAP)) {
            continue;
        }
        double pending = clock->residual + off;
        if (fabs(pending) >= clock->dt) {
            double step = pending > 0 ? clock->dt : -clock->dt;
            clock->residual = pending - step;
            return whole + step;
        }
        clock->residual = pending;
        return whole;
    }
    return elapsed;
}

int hob_host_clock_consume(hob_host_clock *clock, double elapsed) {
    double available = clock->remainder + (isfinite(elapsed) && elapsed > 0 ? elapsed : 0);
    double whole = floor(available / clock->dt);
    /* floor(a / dt) and a - n * dt may disagree by a rounding: a remainder is never a step. */
    if (available - whole * clock->dt >= clock->dt) {
        whole += 1;
    }
    if (whole >= clock->most) {
        double lost = available - clock->most * clock->dt;
        if (lost > 0) {
            clock->dropped += lost;
            clock->drop_count++;
        }
        clock->remainder = 0;
        return clock->most;
    }
    clock->remainder = available - whole * clock->dt;
    clock->remainder = clock->remainder < 0 ? 0 : clock->remainder;
    return (int)whole;
}

static void count_frame(hob_host_clock *clock, double elapsed) {
    clock->window += elapsed;
    clock->window_frames++;
    if (clock->window >= 1) {
        clock->fps = clock->window_frames / clock->window;
        clock->window = 0;
        clock->window_frames = 0;
    }
}

int hob_host_clock_advance(hob_host_clock *clock, double now, bool simulating) {
    if (!isfinite(now)) {
        return 0;
    }
    double elapsed = clock->running ? now - clock->last : 0;
    bool first = !clock->running;
    clock->running = true;
    clock->last = now;
    if (!first && elapsed > 0) {
        count_frame(clock, elapsed);
    }
    if (!simulating) {
        clock->remainder = 0;
        clock->residual = 0;
        return 0;
    }
    if (first || elapsed <= 0) {
        return 0;
    }
    return hob_host_clock_consume(clock, hob_host_clock_snap(clock, elapsed));
}

double hob_host_clock_blend(const hob_host_clock *clock) {
    double blend = clock->remainder / clock->dt;
    return blend < 1 ? blend : 0;
}

static bool simulates(const hob_host *host, hob_session *session) {
    return !hob_assets_held(hob_session_assets(session)) &&
           (host->simulating == NULL || host->simulating(host->user, session));
}

hob_status hob_host_frame(const hob_host *host, hob_host_clock *clock, hob_session *session,
                          double now, int *ret_steps, hob_error *reterr) {
    if (host->deliver != NULL) {
        host->deliver(host->user, session);
    }
    uint64_t drops = clock->drop_count;
    double dropped = clock->dropped;
    int due = hob_host_clock_advance(clock, now, simulates(host, session));
    if (clock->drop_count == 1 && drops == 0) {
        hob_log_write(host->log, HOB_LOG_WARN,
                      "The frame took longer than %d steps: %g s of game time are dropped. This is "
                      "said once.",
                      (int)clock->most, clock->dropped - dropped);
    }
    hob_status status = HOB_OK;
    int done = 0;
    while (done < due && status == HOB_OK && (done == 0 || simulates(host, session))) {
        if (host->before_step != NULL) {
            host->before_step(host->user, session);
        }
        status = hob_session_step(session, reterr);
        done += status == HOB_OK ? 1 : 0;
    }
    if (done < due) {
        clock->remainder = 0; /* host pause, or the end: what is left is not made up for */
        clock->residual = 0;
    }
    if (host->present != NULL) {
        host->present(host->user, session, hob_host_clock_blend(clock));
    }
    if (ret_steps != NULL) {
        *ret_steps = done;
    }
    return status;
}
