/* Entries of the history as files; shared by history.c, commit.c and content.c. */
#ifndef HOB_PROJECT_HISTORY_INTERNAL_H
#define HOB_PROJECT_HISTORY_INTERNAL_H

#include "project/change_internal.h"
#include "project/history.h"

#define HOB_HISTORY__FOLDER ".hob/history"
#define HOB_HISTORY__CURSOR HOB_HISTORY__FOLDER "/cursor"
#define HOB_HISTORY__SUFFIX ".change"

/* A file before or after a change. */
typedef struct hob_history__side {
    bool exists;
    uint64_t hash;
    hob_str bytes;
} hob_history__side;

typedef struct hob_history__file {
    const char *path;
    hob_history__side side[2]; /* before, after */
} hob_history__file;

typedef struct hob_history__record {
    uint64_t seq;
    hob_str journal; /* JSON object */
    size_t file_count;
    hob_history__file *files;
} hob_history__record;

/* The entries there are, ascending, and how many of them are applied. */
typedef struct hob_history__index {
    size_t count, applied;
    uint64_t *seqs;
    uint64_t *sizes; /* bytes of each file */
} hob_history__index;

/* Decimal digits and nothing else. */
bool hob_history__number(hob_str text, uint64_t *ret_number);
const char *hob_history__path(hob_arena *arena, uint64_t seq);
hob_status hob_history__index_read(hob_project *project, hob_arena *arena,
                                   hob_history__index *ret_index, hob_error *reterr);
/* `bytes` (initialised, empty) takes the file; the record's texts lie in it and in `arena`. */
hob_status hob_history__load(hob_project *project, uint64_t seq, hob_arena *arena, hob_buf *bytes,
                             hob_history__record *ret_record, hob_error *reterr);
void hob_history__write(const hob_history__record *record, hob_buf *out);
hob_history__side hob_history__side_of(hob_str bytes);

/* Adds the files of the entry of this commit, what it cuts off and what grew too old. `change` is
 * prepared; `journal` is the line that the commit writes. */
hob_status hob_history__record_commit(hob_change *change, const hob_history__index *index,
                                      uint64_t seq, hob_str journal, hob_error *reterr);

#endif
