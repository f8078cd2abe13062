/* Key order of written files, for whoever makes a project without opening one: new projects and
 * importers. A change of an open project orders by itself. */
#ifndef HOB_PROJECT_ORDER_H
#define HOB_PROJECT_ORDER_H

#include "schema/registry.h"

/* Brings the keys into the order of the tables (spec hob 9.2). The path tells the kind of file;
 * others stay as they are. `arena` has a guard and is only used meanwhile. */
void hob_project_order_keys(const hob_registry *registry, const char *path, yyjson_mut_doc *doc,
                            hob_arena *arena);

#endif
