/* Inside of a session, shared by the files of this folder. */
#ifndef HOB_SESSION_SESSION_INTERNAL_H
#define HOB_SESSION_SESSION_INTERNAL_H

#include "session/session.h"

#define HOB_MAX_PHASES 32

/* Component types that do something in one phase, in registry order; resolved once when the session
 * is made. */
typedef struct hob_phase_types {
    size_t count;
    struct {
        int type_index;
        void (*run)(hob_world *world, hob_component *component);
    } items[24];
} hob_phase_types;

typedef struct hob_session_callback {
    void (*call)(void *user, hob_session *session, double dt);
    void *user;
} hob_session_callback;

struct hob_session {
    const hob_allocator *allocator;
    hob_project *project;
    hob_session_options options;
    hob_region *region;
    hob_world *world; /* root of the region; the address never changes */
    hob_arena scratch;
    hob_guard guard;
    hob_records records;
    struct hob_physics *physics;
    struct hob_nav *nav;
    struct hob_assets *assets;
    bool is_pushing;         /* a pushed scene is being loaded */
    hob_error_list findings; /* of the scene that is being loaded; a full region leaves them here */
    struct hob_texts *texts;
    bool dead;
    hob_error death; /* why */
    hob_phase_types phase_types[HOB_MAX_PHASES];
    hob_session_callback *callbacks;
    size_t callback_count, callback_cap;
    bool hash_wanted, hash_parts;
    hob_state_hash hash;
    uint64_t reloads;      /* hot reloads so far: snapshots of before are refused */
    uint64_t input_number; /* within the frame that comes next */
    int64_t input_frame;
};

/* session_load.c */
/* Loads a scene into the empty world (spec step 5.1). Errors are recorded; the status tells whether
 * a scene stands. */
HOB_NODISCARD hob_status hob_session__load_scene(hob_session *session, const hob_scene_entry *scene,
                                                 hob_error *reterr);
/* Carries out a noted request, and those that onAttach makes, at most 8 in a chain. */
void hob_session__switch_if_noted(hob_session *session);

/* session.c */
/* Runs `call` under the guard of the region, with fresh scratch. REGION_FULL ends the session. */
HOB_NODISCARD hob_status hob_session__guarded(hob_session *session,
                                              void (*call)(hob_session *session, void *user),
                                              void *user, hob_error *reterr);
void hob_session__hash_if_asked(hob_session *session);

#endif
