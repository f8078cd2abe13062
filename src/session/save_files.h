/* The files of a game's saves: read before a session begins, written while it runs (spec hob 6.5).
 *
 * A session keeps save data and save slots in its region and knows no file. A program that plays a
 * game for a person opens the folder, hands what is there to the session's options, and flushes
 * between steps. `data.save.json` holds what ctx.save stores, `slots/<slot>.save.json` one slot
 * each: {formatVersion, saveVersion, check, data}; `check` is a hash of the data's text, and may be
 * left out by people.
 *
 * A write goes into a new file beside the old one, flushed, then renamed over it: a crash leaves
 * the old or the new one, whole. What cannot be written stays due and is tried again by the next
 * flush. A broken file is reported with its place and taken as absent; before anything else is
 * written under its name it is kept beside it as `.broken`, as is one of another version of the
 * game as
 * `.v<version>`. Two running games do not write the same folder. Heap memory only. */
#ifndef HOB_SESSION_SAVE_FILES_H
#define HOB_SESSION_SAVE_FILES_H

#include "session/session.h"

typedef struct hob_save_files hob_save_files;

/* Reads everything; a folder that is not there is empty and is made by the first write. Fails only
 * without memory, or when the folder itself cannot be read. `folder` and `log` are taken over as
 * they are: they outlive the files. */
HOB_NODISCARD hob_status hob_save_files_open(const hob_allocator *a, hob_fs *fs, const char *folder,
                                             const hob_log *log, hob_save_files **ret_files,
                                             hob_error *reterr);
void hob_save_files_close(hob_save_files *files); /* writes nothing; may be null */
/* Sets save_json and slots_json; the texts are the files'. */
void hob_save_files_start(const hob_save_files *files, hob_session_options *options);
/* Broken files found when they were opened, with file and place. */
const hob_error_list *hob_save_files_findings(const hob_save_files *files);
/* Writes what has changed since, each file for itself; the first failure. Between steps. */
HOB_NODISCARD hob_status hob_save_files_flush(hob_save_files *files, hob_session *session,
                                              hob_error *reterr);

#endif
