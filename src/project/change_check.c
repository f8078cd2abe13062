/* Judging a new file before it is written: what validation would say about it. */
#include "project/change_internal.h"

typedef struct check_call {
    hob_change *change;
    const char *path;
    hob_error_list *findings;
} check_call;

static hob_status render(hob_change *change, hob_change__entry *entry, hob_error *reterr) {
    hob_project__order(change->project, entry->path, entry->doc, &change->arena);
    hob_buf_done(&change->spare);
    hob_buf_init(&change->spare, change->project->allocator, HOB_JSON_MAX_BYTES);
    hob_status status =
        hob_json_write_mut(&change->spare, yyjson_mut_doc_get_root(entry->doc), reterr);
    if (!status && (change->spare.failed || change->ran_out)) {
        status = hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    }
    return status;
}

static void check_steps(hob_project *project, const char *path, const hob_json *json,
                        hob_reader *reader) {
    const hob_playtest_checker *steps = project->playtest_checker;
    const hob_playtest_entry entry = {
        .id = yyjson_get_str(yyjson_obj_get(json->root, "id")),
        .name = yyjson_get_str(yyjson_obj_get(json->root, "name")),
        .scene = yyjson_get_str(yyjson_obj_get(json->root, "scene")),
        .path = path,
        .json = json,
    };
    if (steps && !reader->refused) {
        steps->check(steps->user, project, &entry, reader);
    }
}

static void check_payload(hob_project *project, const hob_project__kind *kind, const char *path,
                          const hob_json *json, hob_reader *reader) {
    switch ((hob_project__kind_id)(kind - hob_project__kinds)) {
    case HOB_KIND_PREFAB:
        hob_project__prefab_check(project, reader, json->root);
        break;
    case HOB_KIND_ANIMATION:
        hob_project__animation_check(project, reader, json->root);
        break;
    case HOB_KIND_STATE_MACHINE:
        hob_project__state_machine_check(project, reader, json->root);
        break;
    case HOB_KIND_PLAYTEST:
        check_steps(project, path, json, reader);
        break;
    default:
        break;
    }
}

static hob_status check_file(hob_project *project, void *arg, hob_error *reterr) {
    check_call *call = arg;
    hob_change *change = call->change;
    hob_change__entry *entry = hob_change__find(change, call->path);
    const hob_project__kind *kind = hob_project__kind_of(project, call->path);
    if (!entry || !entry->doc || !kind || !kind->fields) {
        return HOB_OK; /* no file that has a table */
    }
    hob_status status = render(change, entry, reterr);
    hob_json_done(&change->checked);
    if (!status) {
        status = hob_project__parse(project, kind, call->path, hob_buf_str(&change->spare),
                                    &change->checked, reterr);
    }
    if (status) {
        return status;
    }
    hob_reader reader =
        hob_project__reader(project, call->path, &change->checked, NULL, call->findings);
    (void)hob_fields_check(&reader, kind->fields, change->checked.root, NULL);
    check_payload(project, kind, call->path, &change->checked, &reader);
    return HOB_OK;
}

hob_status hob_change_check(hob_change *change, const char *path, hob_error_list *findings,
                            hob_error *reterr) {
    check_call call = {.change = change, .path = path, .findings = findings};
    return hob_project__guarded(change->project, check_file, &call, reterr);
}
