/* Play-tests: a file of steps, run headless on a session, with a report (spec playtest).
 *
 * One step type is one entry of hob_playtest_steps: name, parameters, what it does. Checking of
 * files, running, help and reference pages come from it. Results live in the arena that the caller
 * gives. */
#ifndef HOB_SESSION_PLAYTEST_H
#define HOB_SESSION_PLAYTEST_H

#include "project/validate.h"
#include "session/session.h"

typedef struct hob_playtest_run hob_playtest_run;

typedef struct hob_playtest_step {
    const char *type; /* null ends the table */
    const char *doc;
    const hob_field *fields;
    bool asserts;
    bool at_end; /* trace assertion: judged after the last step */
    /* Input steps act and run frames; assertions judge. The message holds the observed value. False
     * = failed. */
    bool (*run)(hob_playtest_run *run, hob_value step, hob_buf *message);
    /* At least one of these keys must be there (null = no such rule). */
    const char *const *one_of;
} hob_playtest_step;
extern const hob_playtest_step hob_playtest_steps[];

typedef struct hob_step_result {
    int index;
    const char *type;
    bool passed;
    const char *message;
} hob_step_result;

typedef struct hob_playtest_result {
    bool passed;
    const char *id, *name, *scene;
    int64_t frames_run;
    hob_step_result *steps;
    size_t step_count;
    hob_value
        report; /* the rest of spec playtest 6.2, as data: errors, logs, events, ... in the arena */
} hob_playtest_result;

typedef struct hob_playtest_options {
    const hob_log *log;
    const hob_native_hooks *(*native)(void *user, const char *path);
    void *native_user;
    /* Called after every frame, for traces and the determinism matrix; may be null. */
    void (*after_frame)(void *user, hob_session *session);
    void *after_frame_user;
    /* Asked before every frame; false ends the run as a failed one. May be null. */
    bool (*go_on)(void *user, int64_t frames_run, int64_t max_frames);
    /* Before the first frame, and after the last one; may be null. */
    void (*begun)(void *user, hob_session *session);
    void (*ending)(void *user, hob_session *session);
    /* Where the game session stands while it runs, for a caller whose arena leaves by a jump: it
     * destroys what is there. May be null. */
    hob_session **running;
} hob_playtest_options;

/* Never fails as a call: whatever goes wrong is a failed step of the result. */
void hob_playtest_execute(hob_project *project, const hob_playtest_entry *playtest,
                          const hob_playtest_options *options, hob_arena *arena,
                          hob_playtest_result *ret_result);

/* The checker of step lists that validation is given. */
const hob_playtest_checker *hob_playtest_step_checker(void);

/* JUnit XML of several results. */
void hob_playtest_junit(hob_buf *out, const hob_playtest_result *results, size_t count);
/* One result as data (spec playtest 6.2), in the arena. */
hob_value hob_playtest_to_value(const hob_playtest_result *result, hob_arena *arena);

/* What a run leaves for its report, shared by play-tests and `run`: errors, logs, audioEvents,
 * sceneEvents, finalScene, particleCounts, events, eventCounts, signalCounts, cameraEffects,
 * cameraOverlayAlpha, focusedEntity, postEffects. */
hob_value hob_session_report(hob_session *session, hob_arena *arena);

#endif
