/* Checks of hob.json and assets.json: what they name must be there, once. */
#include "project/check.h"
#include "project/fold.h"

#include <string.h>

/* ---- hob.json ---- */

static bool is_image(const hob_asset *asset) {
    return strcmp(asset->type, "sprite") == 0 || strcmp(asset->type, "tile") == 0;
}

/* `wrong` and `missing` may be the same for pictures that have no codes of their own. */
static void check_image(hob_check *check, const hob_read_level *level, const char *key,
                        const hob_text *id, hob_status missing, hob_status wrong) {
    if (!id || !id->length) {
        return;
    }
    const hob_asset *asset = hob_project_asset_by_id(check->project, hob_text_view(id));
    if (!asset) {
        hob_check__report(check, level, key, missing, "Name the id of a sprite asset, or null.",
                          "There is no asset \"%s\".", hob_text_cstr(id));
    } else if (!is_image(asset)) {
        hob_check__report(check, level, key, wrong, "Name a sprite or tile asset.",
                          "Asset \"%s\" is a %s, not a picture.", asset->name, asset->type);
    }
}

static void check_initial_scene(hob_check *check) {
    const hob_manifest *fields = hob_project_manifest(check->project);
    hob_str initial = hob_text_view(fields->initial_scene);
    size_t count = hob_project_scene_count(check->project);
    if (!initial.length) {
        if (count) {
            hob_check__report(check, NULL,
                              yyjson_obj_get(check->root, "initialScene") ? "initialScene" : NULL,
                              HOB_ERR_NO_INITIAL_SCENE, "Set initialScene to a scene id.",
                              "No initial scene is set; \"%s\" runs first.",
                              hob_project_scene_at(check->project, 0)->name);
        }
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (hob_str_is(initial, hob_project_scene_at(check->project, i)->id)) {
            return;
        }
    }
    const char *near = hob_project_scene_nearest(check->project, initial);
    const char *hint =
        near ? hob_arena_format(check->arena, "Use the id of a scene, such as %s's.", near)
             : "Use the id of a scene in the list.";
    hob_check__report(check, NULL, "initialScene", HOB_ERR_MISSING_INITIAL_SCENE, hint,
                      "There is no scene with the id \"%.*s\".", (int)initial.length, initial.data);
}

/* Outside Hearth projects names must differ in more than case. */
static hob_str name_key(hob_check *check, const char *name) {
    hob_str text = hob_str_from(name);
    return check->is_hearth ? text : hob_fold(check->arena, text);
}

static void check_scene_list(hob_check *check) {
    size_t count = hob_project_scene_count(check->project);
    hob_read_level list = {.key = HOB_STR_INIT("scenes")};
    hob_names ids, names, paths;
    hob_names_init(&ids, check->arena, count);
    hob_names_init(&names, check->arena, count);
    hob_names_init(&paths, check->arena, count);
    for (size_t i = 0; i < count; i++) {
        const hob_scene_entry *scene = hob_project_scene_at(check->project, i);
        hob_read_level level = {.up = &list, .index = i};
        if (!hob_names_add(&ids, hob_str_from(scene->id), 0)) {
            hob_check__report(check, &level, "id", HOB_ERR_SCENE_ID_DUPLICATE,
                              "Give one of them another id, here and in its file.",
                              "Two scenes have the id \"%s\".", scene->id);
        }
        if (!hob_names_add(&names, name_key(check, scene->name), 0)) {
            hob_check__report(check, &level, "name", HOB_ERR_DUPLICATE_SCENE_NAME,
                              "Rename one of them.", "Another scene is named like \"%s\".",
                              scene->name);
        }
        if (strncmp(scene->path, "scenes/", 7) != 0) {
            hob_check__report(check, &level, "path", HOB_ERR_PATH_INVALID,
                              "Move the scene file into the folder scenes/.",
                              "\"%s\" does not lie in scenes/.", scene->path);
            continue;
        }
        (void)hob_check__path(check, &level, "path", scene->path, HOB_ERR_FILE_NOT_FOUND);
        if (!hob_names_add(&paths, hob_fold(check->arena, hob_str_from(scene->path)), 0)) {
            hob_check__report(
                check, &level, "path", HOB_ERR_PATH_CASE, "Give each scene a file of its own.",
                "Another scene has the path \"%s\", or one that differs only in case.",
                scene->path);
        }
    }
}

void hob_check__manifest(hob_check *check) {
    hob_project *project = check->project;
    const hob_manifest *fields = hob_project_manifest(project);
    check->kind = &hob_project__kinds[HOB_KIND_MANIFEST];
    check->root = project->manifest->json.root;
    check->reader =
        hob_project__reader(project, "hob.json", &project->manifest->json, NULL, check->findings);
    (void)hob_fields_check(&check->reader, hob_manifest_fields, check->root, NULL);
    hob_project__manifest_check(&check->reader, check->root, fields);
    check_initial_scene(check);
    check_scene_list(check);
    hob_read_level settings = {.key = HOB_STR_INIT("settings")};
    hob_read_level loading = {.up = &settings, .key = HOB_STR_INIT("loading")};
    check_image(check, &settings, "icon", fields->settings.icon, HOB_ERR_MISSING_ICON_ASSET,
                HOB_ERR_ICON_ASSET_NOT_IMAGE);
    check_image(check, &loading, "image", fields->settings.loading_image, HOB_ERR_ASSET_NOT_FOUND,
                HOB_ERR_ASSET_WRONG_TYPE);
    hob_str migrations = hob_text_view(fields->saves_migrations);
    if (migrations.length && !hob_project_script_find(project, migrations)) {
        hob_read_level saves = {.key = HOB_STR_INIT("saves")};
        hob_check__report(check, &saves, "migrations", HOB_ERR_MISSING_SCRIPT,
                          "Name a file below scripts/.", "There is no script \"%.*s\".",
                          (int)migrations.length, migrations.data);
    }
}

/* ---- assets.json ---- */

/* A payload can be read as one kind only. */
static void check_kinds(hob_check *check, const hob_read_level *level, const hob_asset *asset,
                        const hob_names *paths) {
    uint32_t at = hob_names_find(paths, hob_fold(check->arena, hob_str_from(asset->path)));
    if (at == HOB_NAMES_NONE) {
        return;
    }
    const hob_asset *earlier = hob_project_asset_at(check->project, at);
    const hob_project__kind *kind = hob_project__kind_of_type(asset->type);
    const hob_project__kind *earlier_kind = hob_project__kind_of_type(earlier->type);
    if (kind && earlier_kind && kind != earlier_kind && strcmp(asset->path, earlier->path) == 0) {
        hob_check__report(check, level, "path", HOB_ERR_ASSET_WRONG_TYPE,
                          "Give each asset its own file.",
                          "\"%s\" cannot be both: %s (\"%s\") and %s.", asset->path,
                          earlier_kind->name, earlier->name, kind->name);
    }
}

void hob_check__index(hob_check *check) {
    hob_project *project = check->project;
    const hob_json *json = hob_project_assets_json(project);
    if (!json) {
        return;
    }
    check->kind = &hob_project__kinds[HOB_KIND_INDEX];
    check->root = json->root;
    check->reader = hob_project__reader(project, "assets.json", json, NULL, check->findings);
    (void)hob_fields_check(&check->reader, check->kind->fields, check->root, NULL);
    hob_read_level list = {.key = HOB_STR_INIT("assets")};
    size_t count = hob_project_asset_count(project);
    hob_names ids, names, paths;
    hob_names_init(&ids, check->arena, count);
    hob_names_init(&names, check->arena, count);
    hob_names_init(&paths, check->arena, count);
    for (size_t i = 0; i < count; i++) {
        const hob_asset *asset = hob_project_asset_at(project, i);
        hob_read_level level = {.up = &list, .index = i};
        hob_str path = hob_str_from(asset->path), folded = hob_fold(check->arena, path);
        if (!hob_names_add(&ids, hob_str_from(asset->id), 0)) {
            hob_check__report(check, &level, "id", HOB_ERR_ASSET_ID_DUPLICATE,
                              "Give the later one another id.", "Two assets have the id \"%s\".",
                              asset->id);
        }
        if (!hob_names_add(&names, hob_str_from(asset->name), 0)) {
            hob_check__report(check, &level, "name", HOB_ERR_ASSET_NAME_DUPLICATE,
                              "Rename one of them; a name finds the first.",
                              "Two assets have the name \"%s\".", asset->name);
        }
        (void)hob_check__path(check, &level, "path", asset->path, HOB_ERR_MISSING_ASSET_FILE);
        check_kinds(check, &level, asset, &paths);
        uint32_t earlier = hob_names_find(&paths, folded);
        if (earlier == HOB_NAMES_NONE) {
            (void)hob_names_add(&paths, folded, (uint32_t)i);
        } else if (strcmp(hob_project_asset_at(project, earlier)->path, asset->path) != 0) {
            hob_check__report(check, &level, "path", HOB_ERR_PATH_CASE,
                              "Give the files names that differ in more than case.",
                              "\"%s\" and \"%s\" are one file where case does not count.",
                              hob_project_asset_at(project, earlier)->path, asset->path);
        }
    }
}
