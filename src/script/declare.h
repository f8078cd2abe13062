/* Running the files of components/ when a project is opened: the declarer of project/declared.h.
 *
 * Each file is run once in a throwaway world with both script machines, under the project's limits
 * and one hook's budget; what it returned is read into component types and roles, and the machines
 * are gone before the project is used. A project without such files pays nothing. */
#ifndef HOB_SCRIPT_DECLARE_H
#define HOB_SCRIPT_DECLARE_H

#include "project/project.h"

/* For hob_project_options.declarer. */
const hob_component_declarer *hob_script_declarer(void);

#endif
