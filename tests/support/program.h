/* The real program in a process of its own, on real files. POSIX only. */
#ifndef HOB_TESTS_PROGRAM_H
#define HOB_TESTS_PROGRAM_H

#include "support/test_command.h"

/* What a run left: exit code (128 + signal when it was killed), both outputs. */
typedef struct hob_test_process {
    int exit_code;
    hob_buf out, err;
} hob_test_process;

/* A folder for one test, on a file system in memory where there is one; removed at the end. */
void hob_test_folder_make(char ret_folder[64]);
void hob_test_folder_remove(const char *folder);
/* Runs `words` (ends with null; the first is looked up in PATH unless it holds a slash) in a
 * folder, with `input` on its standard input. */
void hob_test_process_run(hob_test_process *p, const char *folder, const char *input,
                          const char *const *words);
void hob_test_process_done(hob_test_process *p);
/* Copies a folder with everything in it, `.hob/` included. */
void hob_test_copy_folder(const char *from, const char *to);

#endif
