/* Whole-project checks: spec project-format 7 under Hob's codes, and those of spec hob. Reads every
 * file; changes nothing. */
#ifndef HOB_PROJECT_VALIDATE_H
#define HOB_PROJECT_VALIDATE_H

#include "project/project.h"

/* Findings in file order: manifest, index, scenes, prefabs, animations, state machines, scripts,
 * play-tests. */
HOB_NODISCARD hob_status hob_project_validate(hob_project *project, hob_error_list *findings,
                                              hob_error *reterr);

/* Play-test steps are a table of the session floor; validation gets it handed in (null: steps are
 * not checked). It may ask the project; out of memory leaves through it by a jump, so it must not
 * own heap memory while it does. The findings of its reader become part of the validation. */
typedef struct hob_playtest_checker {
    void (*check)(void *user, hob_project *project, const hob_playtest_entry *playtest,
                  hob_reader *reader);
    void *user;
} hob_playtest_checker;
void hob_project_set_playtest_checker(hob_project *project, const hob_playtest_checker *checker);

#endif
