/* One change of a project: what one command does, saved at one commit point (spec hob 9.3).
 *
 * Open a change, put new content of whole files into it, commit. Nothing on disk or in the project
 * moves before the commit; a failed or dropped change leaves everything as it was. After success
 * the project shows the new state. */
#ifndef HOB_PROJECT_CHANGE_H
#define HOB_PROJECT_CHANGE_H

#include "project/project.h"

typedef struct hob_change hob_change;

/* Takes the writer lock (PROJECT_BUSY after 5 s) and reloads files that changed on disk. */
HOB_NODISCARD hob_status hob_change_begin(hob_project *project, hob_change **ret_change,
                                          hob_error *reterr);
void hob_change_drop(hob_change *change); /* null passes */

/* A mutable copy of a JSON file's tree as the change sees it; edits are picked up at commit. Null
 * root for a new file: set doc's root. The pointer stays valid until commit or drop. */
HOB_NODISCARD hob_status hob_change_edit_json(hob_change *change, const char *path,
                                              yyjson_mut_doc **ret_doc, hob_error *reterr);
/* Whole content of a file that is not edited as JSON (scripts, pictures). */
HOB_NODISCARD hob_status hob_change_put(hob_change *change, const char *path, hob_str content,
                                        hob_error *reterr);
HOB_NODISCARD hob_status hob_change_delete(hob_change *change, const char *path, hob_error *reterr);
bool hob_change_exists(hob_change *change, const char *path); /* on disk or in the change */

/* The next id of a kind ("ent", "scn", "ast", "ptt"); `container` is the scene id for entities,
 * else null. Advances nextId. */
HOB_NODISCARD hob_status hob_change_new_id(hob_change *change, const char *prefix,
                                           const char *container, hob_arena *arena, char **ret_id,
                                           hob_error *reterr);

/* What validation would say about a JSON file that the change edits, by itself: its table, and the
 * rules of payloads and play-tests beyond it. Places are those of the text that a commit would
 * write. */
HOB_NODISCARD hob_status hob_change_check(hob_change *change, const char *path,
                                          hob_error_list *findings, hob_error *reterr);

typedef struct hob_change_result {
    size_t file_count;
    const char *const
        *files;    /* project-relative, in order of first change; in the arena of the caller */
    bool has_hash; /* hob_change_want_hash asked for it, and it could be had */
    uint64_t content_hash; /* after the commit */
} hob_change_result;
/* Has the commit hash the project while nobody else can write: who edits next by that hash knows
 * that no other edit came between. */
void hob_change_want_hash(hob_change *change);
/* Stamps engineVersion, writes only files whose content differs, appends `journal_line` (JSON
 * object text without newline; seq and nothing else is added). Frees the change in any case. */
HOB_NODISCARD hob_status hob_change_commit(hob_change *change, hob_str journal_line,
                                           hob_arena *arena, hob_change_result *ret_result,
                                           hob_error *reterr);

/* Appends a line to the journal beside a commit (failed commands, runs), taking the lock for it. */
HOB_NODISCARD hob_status hob_journal_append(hob_project *project, hob_str object_text,
                                            hob_error *reterr);

/* Id of spec hob 2, exposed for its test vector. */
void hob_make_id(const char *project_id, const char *prefix, const char *container,
                 uint64_t counter, char ret_id[16]);

#endif
