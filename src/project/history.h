/* What the commands changed, as it was before and after, so that it can be taken back and done
 * again by any program, today or tomorrow (spec commands 4.1).
 *
 * Every commit that changes files of the project leaves one entry, `.hob/history/<seq>.change`, in
 * the same commit; seq is that of the command's journal line. An entry is one line of JSON (the
 * journal line, and for each file the size and hash of both sides) and the bytes of both sides, so
 * that it is whole by itself and a restored file is the same to the byte, pictures included. Files
 * below .hob/ are the engine's own and have no history.
 *
 * `.hob/history/cursor` names the last entry that is applied; without it all are. A new change cuts
 * off what was taken back. The oldest entries go above HOB_HISTORY_DEPTH entries or
 * HOB_HISTORY_BYTES. */
#ifndef HOB_PROJECT_HISTORY_H
#define HOB_PROJECT_HISTORY_H

#include "project/change.h"

#define HOB_HISTORY_DEPTH 200
#define HOB_HISTORY_BYTES ((uint64_t)64 << 20)

typedef struct hob_history_entry {
    uint64_t seq;
    const char *command, *summary, *time,
        *source; /* of the journal line; empty where it has none */
    bool is_undone;
    size_t file_count;
    const char *const *files; /* project-relative */
} hob_history_entry;

typedef struct hob_history {
    size_t count, applied; /* entries[0 .. applied) are done, the others were taken back */
    const hob_history_entry *entries; /* oldest first */
} hob_history;

/* In `arena`. HISTORY_CORRUPT names a file that cannot be read. */
HOB_NODISCARD hob_status hob_history_list(hob_project *project, hob_arena *arena,
                                          hob_history *ret_history, hob_error *reterr);

/* Puts into `change` what takes the last applied entry back (`redo` false) or does the next one
 * again. Committed alone: the change must be empty. NOT_FOUND: there is nothing to do.
 * HISTORY_CONFLICT: a file was edited since by other means; `force` goes over that, and keeps the
 * edited text as what redo (or the next undo) brings back. `arena` takes the entry. */
HOB_NODISCARD hob_status hob_history_travel(hob_change *change, bool redo, bool force,
                                            hob_arena *arena, hob_history_entry *ret_entry,
                                            hob_error *reterr);

/* ---- the journal ---- */

typedef struct hob_journal {
    size_t count;
    const hob_str *lines; /* JSON objects, ascending by seq */
    uint64_t last_seq;    /* of the whole journal; 0 = it is empty */
} hob_journal;
/* Lines after `since`, oldest first; with `newest` the last ones of the journal instead. At most
 * `limit`. In `arena`. */
HOB_NODISCARD hob_status hob_journal_read(hob_project *project, bool newest, uint64_t since,
                                          size_t limit, hob_arena *arena, hob_journal *ret_journal,
                                          hob_error *reterr);

#endif
