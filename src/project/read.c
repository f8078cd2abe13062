/* One way from the text of a JSON file to a checked tree: encoding and syntax, version, migrations,
 * the table of its kind. */
#include "project/internal.h"

#include <string.h>

hob_reader hob_project__reader(hob_project *project, const char *file, const hob_json *json,
                               const hob_allocator *allocator, hob_error_list *findings) {
    return (hob_reader){
        .allocator = allocator ? allocator : &project->scratch.as_allocator,
        .findings = findings,
        .file = file,
        .text = {json->text, json->length},
        .rules = project->manifest ? hob_manifest_rule_bits(&project->manifest->fields) : 0,
    };
}

hob_status hob_project__refusal(const hob_error_list *findings, const char *file,
                                hob_error *reterr) {
    for (size_t i = 0; i < findings->count; i++) {
        const hob_error *found = &findings->items[i];
        if (found->severity == HOB_SEVERITY_ERROR && found->status != HOB_ERR_FIELD_UNKNOWN) {
            if (reterr) {
                *reterr = *found;
            }
            return found->status;
        }
    }
    /* Only strict objects refuse for an unknown key. */
    if (findings->count) {
        if (reterr) {
            *reterr = findings->items[0];
        }
        return findings->items[0].status;
    }
    (void)hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory to read the file.");
    hob_error_place(reterr, file, NULL, 0, 0);
    return HOB_ERR_OUT_OF_MEMORY;
}

hob_status hob_project__place(hob_error *error, const char *file, const hob_json *json,
                              const char *pointer, bool of_key) {
    int line = 0, column = 0;
    if (error && json) {
        hob_json_locate((hob_str){json->text, json->length}, pointer, of_key, &line, &column);
    }
    return hob_error_place(error, file, pointer, line, column);
}

static hob_status migrate(hob_project *project, const hob_project__kind *kind, const char *path,
                          hob_json *json, hob_error *reterr) {
    size_t count;
    const hob_migration *list = hob_migrations(&count);
    const yyjson_alc alc = hob_json_alc(project->allocator);
    hob_status status = HOB_ERR_OUT_OF_MEMORY;
    yyjson_mut_doc *doc = yyjson_doc_mut_copy(json->doc, &alc);
    yyjson_doc *made = NULL;
    if (doc) {
        status = hob_migrate(list, count, HOB_FORMAT_VERSION, kind->name, doc, reterr);
    }
    if (doc && !status) {
        made = yyjson_mut_doc_imut_copy(doc, &alc);
        status = made ? HOB_OK : HOB_ERR_OUT_OF_MEMORY;
    }
    yyjson_mut_doc_free(doc);
    if (status == HOB_ERR_OUT_OF_MEMORY) {
        (void)hob_fail(reterr, status, "There is not enough memory to migrate the file.");
    }
    if (status) {
        hob_error_place(reterr, path, "", 1, 1);
        return status;
    }
    yyjson_doc_free(json->doc);
    json->doc = made;
    json->root = yyjson_doc_get_root(made);
    return HOB_OK;
}

static hob_status check_version(hob_project *project, const hob_project__kind *kind,
                                const char *path, hob_json *json, hob_error *reterr) {
    yyjson_val *mark = yyjson_obj_get(json->root, "formatVersion");
    if (!kind->versioned || !yyjson_is_num(mark)) {
        return HOB_OK; /* a missing one means 1; a wrong type is the table's business */
    }
    double version = yyjson_get_num(mark);
    if (version > HOB_FORMAT_VERSION) {
        hob_fail(reterr, HOB_ERR_FORMAT_NEWER,
                 "This %s has format %.17g; this program reads up to format %d.", kind->name,
                 version, HOB_FORMAT_VERSION);
        hob_error_hint(reterr, "Open the project with a newer Hob.");
        hob_project__place(reterr, path, json, "/formatVersion", false);
        return HOB_ERR_FORMAT_NEWER;
    }
    if (version >= 1 && version < HOB_FORMAT_VERSION) {
        return migrate(project, kind, path, json, reterr);
    }
    return HOB_OK;
}

static hob_status check_root(const char *path, const hob_json *json, hob_error *reterr) {
    if (yyjson_is_obj(json->root)) {
        return HOB_OK;
    }
    hob_fail(reterr, HOB_ERR_FIELD_TYPE, "The file must hold an object, and this one holds: %s.",
             yyjson_get_type_desc(json->root));
    hob_error_hint(reterr, "The file must begin with { and end with }.");
    hob_project__place(reterr, path, json, "", false);
    return HOB_ERR_FIELD_TYPE;
}

hob_status hob_project__parse(hob_project *project, const hob_project__kind *kind, const char *path,
                              hob_str text, hob_json *ret_json, hob_error *reterr) {
    hob_status status =
        hob_json_parse(project->allocator, text, path, HOB_JSON_STRICT, ret_json, NULL, reterr);
    if (hob_project__memory(project, status)) {
        return status;
    }
    status = check_root(path, ret_json, reterr);
    if (!status) {
        status = check_version(project, kind, path, ret_json, reterr);
    }
    return status;
}
