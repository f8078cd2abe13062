/* The foreign folder that an importer reads: confined paths, lenient JSON, walks over files.
 *
 * Nothing is ever written to it, and nothing outside of it is read: a path or a link that leads out
 * is PATH_OUTSIDE. All memory comes from arenas with the importer's guard. */
#ifndef HOB_IMPORT_SOURCE_H
#define HOB_IMPORT_SOURCE_H

#include "base/fs.h"
#include "base/json.h"

/* Largest file that is copied as it is. */
#define HOB_IMPORT_MAX_BYTES ((size_t)1 << 30)

typedef struct hob_import_source {
    hob_fs *fs;
    hob_arena *arena;         /* as long as the import */
    hob_error_list *findings; /* what is wrong but no reason to stop */
    const char *root;         /* links resolved */
} hob_import_source;

/* FILE_NOT_FOUND, or INVALID_INPUT for what is no folder. */
HOB_NODISCARD hob_status hob_import__open(hob_import_source *source, const char *folder,
                                          hob_error *reterr);
/* Whether something is there; `path` is relative to the root. */
bool hob_import__exists(const hob_import_source *source, const char *path, bool *ret_is_folder);
/* Whole content, in `arena`. Errors have the path as their place. */
HOB_NODISCARD hob_status hob_import__read(const hob_import_source *source, const char *path,
                                          size_t max, hob_arena *arena, hob_buf *ret_content,
                                          hob_error *reterr);
/* Links resolved, of any path. */
HOB_NODISCARD hob_status hob_import__real_path(const hob_import_source *source, const char *path,
                                               char **ret_real, hob_error *reterr);
HOB_NODISCARD hob_status hob_import__list(const hob_import_source *source, const char *folder,
                                          hob_arena *arena, hob_fs_entry **ret_entries,
                                          size_t *ret_count, hob_error *reterr);
/* Read as a foreign file: equal keys, inexact numbers and a byte order mark are warnings among the
 * findings. Everything lies in `arena`. */
HOB_NODISCARD hob_status hob_import__json(const hob_import_source *source, const char *path,
                                          hob_arena *arena, hob_json *ret_json, hob_error *reterr);

/* Calls `visit` for every file below a folder, in name order folder by folder, with its path from
 * the root (in `arena`). Links are followed while they stay inside and lead to files; others are
 * warnings. A missing folder is empty. */
typedef hob_status (*hob_import__visit)(void *user, const char *path, hob_error *reterr);
HOB_NODISCARD hob_status hob_import__walk(const hob_import_source *source, const char *folder,
                                          hob_arena *arena, hob_import__visit visit, void *user,
                                          hob_error *reterr);

/* A warning at a place of a file (line 0: the file as a whole). */
void hob_import__warn(const hob_import_source *source, hob_status status, const char *file,
                      const char *hint, const char *format, ...) HOB_PRINTF(5, 6);

#endif
