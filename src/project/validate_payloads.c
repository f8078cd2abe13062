/* Checks of the files behind assets: prefabs, animations, state machines, tilesets; and of text
 * files. */
#include "project/check.h"
#include "project/nesting.h"

/* Opens the file of an asset when it is there; a missing one was reported at the index. */
static bool open_asset(hob_check *check, const hob_asset *asset, const hob_project__kind *kind) {
    char *path;
    return !hob_path_normalise(check->arena, hob_str_from(asset->path), &path, NULL) &&
           !hob_project__confine(check->project, path, NULL) &&
           hob_check__look(check, path, NULL) == HOB_PATH_RIGHT &&
           hob_check__open(check, path, kind);
}

static bool is_kind(const hob_asset *asset, const hob_project__kind *kind) {
    return strcmp(asset->type, kind->asset_type) == 0;
}

/* Several assets may name one file: it is checked with the first of them. */
static bool is_first_use(const hob_project *project, size_t index) {
    const hob_asset *asset = hob_project_asset_at(project, index);
    for (size_t i = 0; i < index; i++) {
        const hob_asset *earlier = hob_project_asset_at(project, i);
        /* Whoever names it as another kind was told at the index. */
        if (strcmp(earlier->path, asset->path) == 0 && hob_project__kind_of_type(earlier->type)) {
            return false;
        }
    }
    return true;
}

/* ---- prefabs ---- */

static void check_instances(hob_check *check, const hob_nesting *nesting, size_t outer) {
    for (size_t i = 0; i < check->entity_count; i++) {
        const hob_check__entity *entity = &check->entities[i];
        hob_str inner = hob_check__str(yyjson_obj_get(entity->def.prefab, "asset"));
        hob_read_level level = {.up = &entity->level, .key = HOB_STR_INIT("prefab")};
        if (!inner.data) {
            continue;
        }
        const hob_asset *found = hob_project_asset_by_id(check->project, inner);
        if (!found || !is_kind(found, check->kind)) {
            hob_check__report(check, &level, "asset", HOB_ERR_PREFAB_INSTANCE_ORPHANED,
                              "Name a prefab asset, or remove the marker.",
                              "There is no prefab \"%.*s\".",
                              (int)(inner.length < 80 ? inner.length : 80), inner.data);
            continue;
        }
        const char *why = hob_nesting_refusal(nesting, outer, inner);
        if (why) {
            hob_check__report(check, &level, "asset", HOB_ERR_PREFAB_CYCLE,
                              "Take one instance of the chain out of its prefab.",
                              "\"%s\" cannot stand here: %s.", found->name, why);
        }
    }
}

void hob_check__prefabs(hob_check *check) {
    const hob_project__kind *kind = &hob_project__kinds[HOB_KIND_PREFAB];
    hob_nesting *nesting = hob_nesting_measure(check->project, check->arena);
    for (size_t i = 0; i < hob_project_asset_count(check->project); i++) {
        const hob_asset *asset = hob_project_asset_at(check->project, i);
        if (!is_kind(asset, kind) || !is_first_use(check->project, i) ||
            !open_asset(check, asset, kind)) {
            continue;
        }
        hob_check__read_entities(check);
        /* The invariants; what the table says of the entities was reported just now. */
        size_t before = check->reader.error_count;
        hob_project__prefab_invariants(check->project, &check->reader, check->root);
        if (check->reader.error_count == before) { /* a broken payload ends its checks */
            check_instances(check, nesting, i);
            hob_check__run_rules(check);
        }
    }
}

/* ---- animations ---- */

static void check_frames(hob_check *check) {
    hob_read_level list = {.key = HOB_STR_INIT("frames")};
    size_t i, max;
    yyjson_val *item;
    yyjson_arr_foreach(yyjson_obj_get(check->root, "frames"), i, max, item) {
        hob_str ref = hob_check__str(item);
        size_t hash = ref.data ? hob_str_find(ref, HOB_STR("#")) : SIZE_MAX;
        hob_str sheet = {ref.data, hash == SIZE_MAX ? ref.length : hash};
        const hob_asset *asset = ref.data ? hob_project_asset_by_id(check->project, sheet) : NULL;
        hob_read_level level = {.up = &list, .index = i};
        hob_sheet_frame cut;
        int length = (int)(ref.length < 80 ? ref.length : 80);
        if (!ref.length) {
            continue;
        }
        if (hash == SIZE_MAX) {
            if (!asset) {
                hob_check__report(check, &level, NULL, HOB_ERR_ASSET_NOT_FOUND,
                                  "Name an asset by its id.",
                                  "There is no asset with the id \"%.*s\".", length, ref.data);
            }
        } else if (!asset ||
                   !hob_asset_frame(asset, (hob_str){ref.data + hash + 1, ref.length - hash - 1},
                                    &cut)) {
            hob_check__report(check, &level, NULL, HOB_ERR_ANIMATION_FRAME_NOT_FOUND,
                              "Name a sheet's id, #, and one of its frames.",
                              "There is no frame \"%.*s\".", length, ref.data);
        }
    }
}

static void check_animation(hob_check *check) {
    hob_project__animation_check(check->project, &check->reader, check->root);
    check_frames(check);
}

/* ---- state machines ---- */

static void check_states(hob_check *check) {
    hob_read_level list = {.key = HOB_STR_INIT("states")};
    size_t i, max;
    yyjson_val *item;
    yyjson_arr_foreach(yyjson_obj_get(check->root, "states"), i, max, item) {
        hob_str id = hob_check__str(yyjson_obj_get(item, "animation"));
        const hob_asset *asset = id.length ? hob_project_asset_by_id(check->project, id) : NULL;
        hob_read_level level = {.up = &list, .index = i};
        if (!id.length) {
            continue;
        }
        if (!asset) {
            hob_check__report(check, &level, "animation", HOB_ERR_ASSET_NOT_FOUND,
                              "Name an animation asset by its id.",
                              "There is no asset with the id \"%.*s\".",
                              (int)(id.length < 80 ? id.length : 80), id.data);
        } else if (strcmp(asset->type, "animation") != 0) {
            hob_check__report(check, &level, "animation", HOB_ERR_ASSET_WRONG_TYPE,
                              "Name an animation asset by its id.", "Asset \"%s\" is of type %s.",
                              asset->name, asset->type);
        }
    }
}

static void check_state_machine(hob_check *check) {
    hob_project__state_machine_check(check->project, &check->reader, check->root);
    check_states(check);
}

/* ---- tilesets ---- */

static void check_tile_shapes(hob_check *check, const char *tile, yyjson_val *shapes) {
    size_t i, max;
    yyjson_val *json;
    yyjson_arr_foreach(shapes, i, max, json) {
        hob_tile_shape shape;
        switch (hob_project__tile_shape(json, 1, 1, &shape)) {
        case HOB_OK:
            break;
        case HOB_ERR_POLYGON_NOT_CONVEX:
            hob_check__report(check, NULL, "tiles", HOB_ERR_POLYGON_NOT_CONVEX,
                              "Split it into convex shapes.",
                              "Shape %zu of tile %s has a corner that points inwards.", i, tile);
            break;
        default:
            hob_check__report(check, NULL, "tiles", HOB_ERR_POLYGON_TOO_FEW_POINTS,
                              "Give a width and a height, or three points and more.",
                              "Shape %zu of tile %s has no area.", i, tile);
        }
    }
}

static void check_tileset(hob_check *check) {
    hob_str id = hob_check__str(yyjson_obj_get(check->root, "image"));
    if (id.length && !hob_project_asset_by_id(check->project, id)) {
        hob_check__report(check, NULL, "image", HOB_ERR_ASSET_NOT_FOUND,
                          "Name a sprite or tile asset by its id.",
                          "There is no asset with the id \"%.*s\".",
                          (int)(id.length < 80 ? id.length : 80), id.data);
    }
    size_t i, max;
    yyjson_val *key, *tile;
    yyjson_obj_foreach(yyjson_obj_get(check->root, "tiles"), i, max, key, tile) {
        check_tile_shapes(check, yyjson_get_str(key), yyjson_obj_get(tile, "shapes"));
    }
}

/* ---- all of one kind ---- */

/* In Hearth projects nobody ever checked these files, so what is wrong in them is only told. */
static void soften(hob_error_list *findings, size_t from) {
    for (size_t i = from; i < findings->count; i++) {
        if (findings->items[i].severity == HOB_SEVERITY_ERROR) {
            findings->items[i].severity = HOB_SEVERITY_WARNING;
            findings->error_count--;
            findings->warning_count++;
        }
    }
}

static void (*const payload_checks[HOB_KIND_COUNT])(hob_check *check) = {
    [HOB_KIND_ANIMATION] = check_animation,
    [HOB_KIND_STATE_MACHINE] = check_state_machine,
    [HOB_KIND_TILESET] = check_tileset,
};

void hob_check__payloads(hob_check *check, hob_project__kind_id kind_id) {
    const hob_project__kind *kind = &hob_project__kinds[kind_id];
    size_t from = check->findings->count;
    for (size_t i = 0; i < hob_project_asset_count(check->project); i++) {
        const hob_asset *asset = hob_project_asset_at(check->project, i);
        if (is_kind(asset, kind) && is_first_use(check->project, i) &&
            open_asset(check, asset, kind)) {
            payload_checks[kind_id](check);
        }
    }
    if (check->is_hearth && kind->hearth_unchecked) {
        soften(check->findings, from);
    }
}

/* ---- texts ---- */

void hob_check__texts(hob_check *check) {
    const hob_project__kind *kind = &hob_project__kinds[HOB_KIND_TEXT];
    hob_fs_entry *entries;
    size_t count;
    hob_error error;
    if (hob_project__list(check->project, "texts", check->arena, &entries, &count, &error)) {
        hob_check__add(check, &error);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (!entries[i].is_folder &&
            hob_str_ends(hob_str_from(entries[i].name), hob_str_from(kind->suffix))) {
            (void)hob_check__open(
                check, hob_arena_format(check->arena, "texts/%s", entries[i].name), kind);
        }
    }
}
