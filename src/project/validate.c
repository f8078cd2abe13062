/* Whole-project checks: the order of files, and what one validation owns. */
#include "project/check.h"

static void check_playtest(hob_check *check, const hob_playtest_entry *entry, hob_names *ids) {
    if (!hob_check__open(check, entry->path, &hob_project__kinds[HOB_KIND_PLAYTEST]) ||
        !entry->json) {
        return;
    }
    if (!hob_names_add(ids, hob_str_from(entry->id), 0)) {
        hob_check__report(check, NULL, "id", HOB_ERR_PLAYTEST_ID_DUPLICATE,
                          "Give one of them another id.", "Another play-test has the id \"%s\".",
                          entry->id);
    }
    if (!hob_project_scene_find(check->project, hob_str_from(entry->scene))) {
        const char *near = hob_project_scene_nearest(check->project, hob_str_from(entry->scene));
        const char *hint = near ? hob_arena_format(check->arena, "Did you mean \"%s\"?", near)
                                : "Name a scene by its id or name.";
        hob_check__report(check, NULL, "scene", HOB_ERR_PLAYTEST_MISSING_SCENE, hint,
                          "There is no scene \"%s\".", entry->scene);
    }
    const hob_playtest_checker *steps = check->project->playtest_checker;
    if (steps) {
        steps->check(steps->user, check->project, entry, &check->reader);
    }
}

void hob_check__playtests(hob_check *check) {
    size_t count = hob_project_playtest_count(check->project);
    hob_names ids;
    hob_names_init(&ids, check->arena, count);
    for (size_t i = 0; i < count; i++) {
        check_playtest(check, hob_project_playtest_at(check->project, i), &ids);
    }
}

/* Every finding says what to do; those from below may only say what is wrong. */
static void add_hints(hob_error_list *findings, size_t from) {
    for (size_t i = from; i < findings->count; i++) {
        hob_error *found = &findings->items[i];
        if (!found->hint[0]) {
            const char *name = hob_status_name(found->status);
            hob_error_hint(found, "%s",
                           strncmp(name, "JSON_", 5) == 0 ? "Correct the text at this place."
                           : strncmp(name, "FIELD_", 6) == 0
                               ? "Correct the value, or leave the key out if it may be absent."
                               : "Correct it at this place.");
        }
    }
}

static hob_status validate(hob_project *project, void *arg, hob_error *reterr) {
    hob_error_list *findings = arg;
    size_t from = findings->count;
    hob_arena_done(&project->checks);
    hob_check check = {
        .project = project,
        .findings = findings,
        .arena = &project->checks,
        .is_hearth = hob_manifest_is_hearth(hob_project_manifest(project)),
        .rules = hob_manifest_rule_bits(hob_project_manifest(project)),
    };
    hob_check__manifest(&check);
    hob_check__index(&check);
    hob_check__collect_layers(&check);
    for (size_t i = 0; i < hob_project_scene_count(project); i++) {
        hob_check__scene(&check, i);
    }
    hob_check__prefabs(&check);
    hob_check__payloads(&check, HOB_KIND_ANIMATION);
    hob_check__payloads(&check, HOB_KIND_STATE_MACHINE);
    hob_check__payloads(&check, HOB_KIND_TILESET);
    hob_check__shaders(&check);
    hob_check__texts(&check);
    hob_check__scripts(&check);
    hob_check__playtests(&check);
    add_hints(findings, from);
    if (findings->dropped && findings->count < findings->limit) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY,
                        "There is not enough memory for the findings.");
    }
    return HOB_OK;
}

hob_status hob_project_validate(hob_project *project, hob_error_list *findings, hob_error *reterr) {
    hob_status status = hob_project__guarded(project, validate, findings, reterr);
    hob_arena_done(&project->checks);
    return status;
}
