/* All files of a project at one point of its history, and what differs between two such points.
 *
 * A state lives in the arena that was given and knows nothing of the project afterwards. Files that
 * start with a dot, and those of build/ and export/, are no part of it. */
#ifndef HOB_PROJECT_CONTENT_H
#define HOB_PROJECT_CONTENT_H

#include "project/history.h"

typedef struct hob_content_file {
    const char *path;
    hob_str bytes;
} hob_content_file;

typedef struct hob_content {
    size_t count;
    hob_content_file *files; /* by name, folder by folder */
} hob_content;
const hob_content_file *hob_content_find(const hob_content *state, const char *path); /* null */

/* A point:
 *   "now"    what lies on disk
 *   "saved"  what the last command that touched each file left: differs from now by edits by hand
 *   "start"  before the oldest entry of the history
 *   a number after that entry of the history, done or taken back
 *   a name   the checkpoint of that name
 * NOT_FOUND, HISTORY_CORRUPT, CHECKPOINT_CORRUPT. */
HOB_NODISCARD hob_status hob_content_at(hob_project *project, hob_str point, hob_arena *arena,
                                        hob_content *ret_state, hob_error *reterr);

/* Checkpoints: `.hob/checkpoints/<name>.json`, each file of the state as text, or as base64 where
 * it is none. A name is 1 to 64 letters, digits, - and _, no number, and none of the words above.
 */
#define HOB_CHECKPOINT_FOLDER  ".hob/checkpoints"
#define HOB_CHECKPOINT_DEFAULT "baseline"
bool hob_checkpoint_name_valid(hob_str name);
/* JSON text of a checkpoint. */
void hob_checkpoint_write(const hob_content *state, const char *time, hob_buf *out,
                          hob_arena *scratch);

/* Puts into `change` what makes the project like `state`. */
HOB_NODISCARD hob_status hob_content_restore(hob_change *change, const hob_content *now,
                                             const hob_content *state, hob_error *reterr);

/* As hob_project_content_hash. */
uint64_t hob_content_hash(const hob_content *content);
/* The newest point of the applied history at which the project had this hash, as its last entry (0
 * = before all). False: at none. */
HOB_NODISCARD hob_status hob_content_find_hash(hob_project *project, uint64_t hash,
                                               hob_arena *arena, bool *ret_found, uint64_t *ret_seq,
                                               hob_error *reterr);

/* What differs, as spec commands 4.4 has it: {hasChanges, summary, projectChanges[], scenes[],
 * assets[], scripts[], playtests[], files[], stats{}}. In the arena. */
hob_value hob_content_diff(const hob_content *before, const hob_content *after, hob_arena *arena);

#endif
