/* From the text of hob.json to the manifest: version gates first, then the table, then the rules
 * that a table cannot say, then what is always present. */
#include "project/internal.h"

#include <string.h>

/* ---- what is always present (spec hob 1.2; sources of spec rgame 4.4) ---- */
typedef struct standard_action {
    const char *name;
    const char *sources[4];
} standard_action;
static const standard_action standard_actions[] = {
    {"uiUp", {"ArrowUp", "pad:dpad-up"}},       {"uiDown", {"ArrowDown", "pad:dpad-down"}},
    {"uiLeft", {"ArrowLeft", "pad:dpad-left"}}, {"uiRight", {"ArrowRight", "pad:dpad-right"}},
    {"uiConfirm", {"Enter", "Space", "pad:a"}}, {"uiCancel", {"Escape", "pad:b"}},
};
typedef struct standard_axis {
    const char *name;
    const char *negative[3], *positive[3];
    const char *stick;
} standard_axis;
static const standard_axis standard_axes[] = {
    {"uiRadialX", {"ArrowLeft", "pad:dpad-left"}, {"ArrowRight", "pad:dpad-right"}, "pad:left-x"},
    {"uiRadialY", {"ArrowUp", "pad:dpad-up"}, {"ArrowDown", "pad:dpad-down"}, "pad:left-y"},
};

static hob_value list_of(const hob_allocator *a, const char *const *texts) {
    hob_value list = hob_value_list(a, 4);
    for (size_t i = 0; texts[i]; i++) {
        hob_list_add(a, list.as.list, hob_value_cstr(a, texts[i]));
    }
    return list;
}

static void add_standard_input(const hob_allocator *a, hob_manifest *manifest) {
    for (size_t i = 0; i < HOB_COUNT(standard_actions); i++) {
        const standard_action *action = &standard_actions[i];
        hob_map *actions = manifest->input_actions.as.map;
        if (hob_map_find(actions, hob_str_from(action->name))) {
            continue;
        }
        hob_value entry = hob_value_map(a, 3);
        hob_map_set(a, entry.as.map, HOB_STR("sources"), list_of(a, action->sources));
        hob_map_set(a, entry.as.map, HOB_STR("threshold"), hob_value_number(0.5));
        hob_map_set(a, entry.as.map, HOB_STR("label"), hob_value_cstr(a, ""));
        hob_map_set(a, actions, hob_str_from(action->name), entry);
    }
    for (size_t i = 0; i < HOB_COUNT(standard_axes); i++) {
        const standard_axis *axis = &standard_axes[i];
        hob_map *axes = manifest->input_axes.as.map;
        if (hob_map_find(axes, hob_str_from(axis->name))) {
            continue;
        }
        hob_value entry = hob_value_map(a, 4);
        hob_map_set(a, entry.as.map, HOB_STR("negative"), list_of(a, axis->negative));
        hob_map_set(a, entry.as.map, HOB_STR("positive"), list_of(a, axis->positive));
        hob_map_set(a, entry.as.map, HOB_STR("stick"), hob_value_cstr(a, axis->stick));
        hob_map_set(a, entry.as.map, HOB_STR("deadzone"), HOB_VALUE_NULL);
        hob_map_set(a, axes, hob_str_from(axis->name), entry);
    }
}

/* ---- scenes ---- */
static void list_scenes(hob_project__manifest *manifest) {
    yyjson_val *list = yyjson_obj_get(manifest->json.root, "scenes");
    manifest->scene_count = yyjson_arr_size(list);
    manifest->scenes =
        hob_arena_array(&manifest->arena, hob_scene_entry, manifest->scene_count + 1);
    size_t i, max;
    yyjson_val *item;
    yyjson_arr_foreach(list, i, max, item) {
        manifest->scenes[i] = (hob_scene_entry){
            .id = yyjson_get_str(yyjson_obj_get(item, "id")),
            .name = yyjson_get_str(yyjson_obj_get(item, "name")),
            .path = yyjson_get_str(yyjson_obj_get(item, "path")),
        };
    }
}

/* A newer engine's file is not read at all; what is no version is left to the table. */
static hob_status check_engine_version(const hob_json *json, hob_error *reterr) {
    yyjson_val *stamp = yyjson_obj_get(json->root, "engineVersion");
    int order = 0;
    hob_str text = {yyjson_get_str(stamp), yyjson_get_len(stamp)};
    if (!text.data || !hob_version_compare(text, hob_str_from(hob_engine_version()), &order) ||
        order <= 0) {
        return HOB_OK;
    }
    hob_fail(reterr, HOB_ERR_UNSUPPORTED_PROJECT_VERSION,
             "The project was saved by Hob %s; this is Hob %s.", text.data, hob_engine_version());
    hob_error_hint(reterr, "Use Hob %s or a newer one.", text.data);
    return hob_project__place(reterr, "hob.json", json, "/engineVersion", false);
}

static hob_status read_fields(hob_project *project, hob_project__manifest *manifest,
                              hob_error *reterr) {
    const hob_allocator *a = &manifest->arena.as_allocator;
    hob_error_list_done(&project->findings);
    hob_error_list_init(&project->findings, project->allocator);
    hob_reader reader =
        hob_project__reader(project, "hob.json", &manifest->json, a, &project->findings);
    bool is_whole =
        hob_fields_read(&reader, hob_manifest_fields, manifest->json.root, &manifest->fields, NULL);
    hob_project__manifest_check(&reader, manifest->json.root, &manifest->fields);
    if (!is_whole || reader.refused) {
        return hob_project__refusal(&project->findings, "hob.json", reterr);
    }
    add_standard_input(a, &manifest->fields);
    list_scenes(manifest);
    return HOB_OK;
}

hob_status hob_project__manifest_parse(hob_project *project, hob_str text,
                                       hob_project__manifest **ret_manifest, hob_error *reterr) {
    hob_project__manifest_drop(project, project->half_manifest);
    project->half_manifest = NULL;
    hob_project__manifest *manifest =
        hob_project__need(project, hob_alloc_zero(project->allocator, 1, sizeof *manifest));
    project->half_manifest = manifest;
    hob_arena_init(&manifest->arena, project->allocator, &project->guard);
    hob_status status = hob_project__parse(project, &hob_project__kinds[HOB_KIND_MANIFEST],
                                           "hob.json", text, &manifest->json, reterr);
    if (!status) {
        status = check_engine_version(&manifest->json, reterr);
    }
    if (!status) {
        status = read_fields(project, manifest, reterr);
    }
    project->half_manifest = NULL;
    if (status) {
        hob_project__manifest_drop(project, manifest);
        return status;
    }
    *ret_manifest = manifest;
    return HOB_OK;
}

void hob_project__manifest_drop(hob_project *project, hob_project__manifest *manifest) {
    if (!manifest) {
        return;
    }
    hob_json_done(&manifest->json);
    hob_arena_done(&manifest->arena);
    hob_free(project->allocator, manifest, sizeof *manifest);
}

const hob_manifest *hob_project_manifest(const hob_project *project) {
    return &project->manifest->fields;
}

const hob_json *hob_project_manifest_json(const hob_project *project) {
    return &project->manifest->json;
}
