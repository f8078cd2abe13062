/* Opening one JSON file for its checks, with every finding of its table. */
#include "project/check.h"

#include <string.h>

bool hob_check__open(hob_check *check, const char *path, const hob_project__kind *kind) {
    hob_project *project = check->project;
    hob_project__file *file = hob_project__file_at(project, path);
    hob_error error;
    hob_status status = hob_project__file_json(project, file, kind, &error);
    if (status && !(file->json.doc && file->kind == kind)) {
        hob_check__add(check, &error);
        return false;
    }
    check->kind = kind;
    check->root = file->json.root;
    check->reader = hob_project__reader(project, file->path, &file->json, NULL, check->findings);
    check->entities = NULL;
    check->entity_count = 0;
    if (!yyjson_is_obj(check->root) || status == HOB_ERR_FORMAT_NEWER) {
        hob_check__add(check, &error);
        return false;
    }
    if (kind->fields) {
        (void)hob_fields_check(&check->reader, kind->fields, check->root, NULL);
    }
    return true;
}
