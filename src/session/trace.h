/* Traces: one state hash a frame as JSON lines (spec hob 10), and their comparison. */
#ifndef HOB_SESSION_TRACE_H
#define HOB_SESSION_TRACE_H

#include "session/session.h"

typedef struct hob_trace {
    hob_buf text; /* in the arena */
    bool parts;
} hob_trace;

/* Writes the head and frame 0. */
HOB_NODISCARD hob_status hob_trace_begin(hob_trace *trace, hob_session *session,
                                         const hob_session_options *options, bool parts,
                                         hob_arena *arena, hob_error *reterr);
void hob_trace_frame(hob_trace *trace, hob_session *session);
/* Writes the tail and puts the file at `path`, replacing what is there. */
HOB_NODISCARD hob_status hob_trace_end(hob_trace *trace, hob_session *session, hob_fs *fs,
                                       const char *path, hob_error *reterr);

/* {same, frames, firstDifference, block, entity, reason}. FORMAT errors for what is no trace. */
HOB_NODISCARD hob_status hob_trace_diff(hob_fs *fs, const char *a, const char *b, hob_arena *arena,
                                        hob_value *ret_result, hob_error *reterr);

#endif
