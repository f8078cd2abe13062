/* Entities of scene and prefab files, nested instances included (spec hob 1.4).
 *
 * A file holds the entities of an instance in full; its marker is only for editing. An entity that
 * has a marker but no components, and is not in the marker's ids, stands for the whole prefab: it
 * is built from the payload, then the overrides are written. */
#include "world/build.h"
#include "world/build_ids.h"

#include <string.h>

#define NESTED_MAX 16

/* One instance that is being built from its payload; linked to those around it. */
typedef struct instance {
    const struct instance *up;
    hob_str asset;
    yyjson_val *overrides;
    hob_str root_id; /* of the entity that stands for it, in a scene; overrides may name it too */
    int depth;
} instance;

static hob_str text_of(yyjson_val *v) {
    return (hob_str){yyjson_get_str(v), yyjson_get_len(v)};
}

static bool is_text(yyjson_val *v, hob_str s) {
    return yyjson_is_str(v) && hob_str_equal(text_of(v), s);
}

static bool stands_for_prefab(const hob_entity_def *def) {
    if (!def->prefab || def->components) {
        return false;
    }
    yyjson_val *ids = yyjson_obj_get(def->prefab, "ids");
    if (!ids) {
        return true;
    }
    size_t i, max;
    yyjson_val *key, *id;
    yyjson_obj_foreach(ids, i, max, key, id) {
        if (is_text(id, def->id)) {
            return false;
        }
    }
    return true;
}

/* ---- overrides ---- */

static void stale(hob_build *build, const char *what, yyjson_val *override) {
    hob_reader_find(&build->reader, NULL, HOB_STR(""), HOB_ERR_PREFAB_OVERRIDE_STALE,
                    HOB_SEVERITY_WARNING, "Remove the override, or sync the instance.",
                    "The override of %s.%s is not applied: %s.",
                    text_of(yyjson_obj_get(override, "component")).data,
                    text_of(yyjson_obj_get(override, "path")).data, what);
}

static void apply_one(hob_build *build, hob_entity_data *e, yyjson_val *override) {
    hob_world *world = build->world;
    hob_component *c = hob_component_slot(world, e, text_of(yyjson_obj_get(override, "component")));
    hob_field_place place;
    if (!c) {
        stale(build, "there is no such component", override);
        return;
    }
    if (!hob_field_resolve(c->type->fields, c + 1, text_of(yyjson_obj_get(override, "path")),
                           &place)) {
        stale(build, "there is no such field", override);
        return;
    }
    hob_error error;
    hob_value v = hob_value_from_json(&world->outside.scratch->as_allocator,
                                      yyjson_obj_get(override, "value"));
    if (hob_field_place_set(&place, v, world->heap, &error) != HOB_OK) {
        stale(build, error.message, override);
    }
}

static void apply_overrides(hob_build *build, const instance *of, uint32_t item, hob_str local_id,
                            bool is_root) {
    if (!of || build->check_only || item == HOB_BUILD_NONE) {
        return;
    }
    size_t i, max;
    yyjson_val *override;
    yyjson_arr_foreach(of->overrides, i, max, override) {
        yyjson_val *entity = yyjson_obj_get(override, "entity");
        if (is_text(entity, local_id) || (is_root && is_text(entity, of->root_id))) {
            apply_one(build, build->items[item].e, override);
        }
    }
}

/* ---- instances ---- */

static void add_entities(hob_build *build, yyjson_val *entities, bool prefab_file,
                         const instance *of, uint32_t root);

static bool is_too_deep(hob_build *build, const instance *up, hob_str asset,
                        const hob_read_level *level) {
    bool is_cycle = up && up->depth == NESTED_MAX;
    for (const instance *at = up; at && !is_cycle; at = at->up) {
        is_cycle = hob_str_equal(at->asset, asset);
    }
    if (is_cycle) {
        hob_reader_find(&build->reader, level, HOB_STR("prefab"), HOB_ERR_PREFAB_CYCLE,
                        HOB_SEVERITY_ERROR, "Take one of the instances out.",
                        "The prefab %.*s contains itself, or is nested more than %d deep.",
                        (int)asset.length, asset.data, NESTED_MAX);
        build->reader.refused = true;
    }
    return is_cycle;
}

static const hob_json *payload_of(hob_build *build, hob_str asset, const hob_read_level *level,
                                  hob_severity severity) {
    hob_error error = {0};
    hob_project *project = build->world->outside.project;
    const hob_json *json = project ? hob_project_prefab(project, asset, &error) : NULL;
    if (!json) {
        if (!project) {
            (void)hob_fail(&error, HOB_ERR_NOT_FOUND, "A world without a project has no prefabs.");
        }
        hob_reader_find(&build->reader, level, HOB_STR(""), error.status, severity, error.hint,
                        "%s", error.message);
        build->reader.refused = build->reader.refused || severity == HOB_SEVERITY_ERROR;
    }
    return json;
}

/* Builds the instance that `def` stands for; returns its root. */
static uint32_t add_instance(hob_build *build, const hob_entity_def *def, const instance *up,
                             const hob_read_level *level) {
    hob_str asset = text_of(yyjson_obj_get(def->prefab, "asset"));
    if (is_too_deep(build, up, asset, level)) {
        return HOB_BUILD_NONE;
    }
    const hob_json *json = payload_of(build, asset, level, HOB_SEVERITY_WARNING);
    if (!json) {
        return hob_build__add(build, def, NULL, level);
    }
    instance own = {
        .up = up,
        .asset = asset,
        .overrides = yyjson_obj_get(def->prefab, "overrides"),
        .root_id = build->file_ids ? def->id : (hob_str){NULL, 0},
        .depth = up ? up->depth + 1 : 1,
    };
    yyjson_val *entities = yyjson_obj_get(json->root, "entities");
    yyjson_val *root = yyjson_arr_get_first(entities);
    hob_entity_def root_def = *def;
    if (!def->tags) {
        root_def.tags = yyjson_obj_get(root, "tags");
    }
    hob_reader outer = build->reader;
    build->reader.file = hob_project_asset_by_id(build->world->outside.project, asset)->path;
    build->reader.text = (hob_str){json->text, json->length};
    uint32_t item = hob_build__add(build, &root_def, yyjson_obj_get(root, "components"), NULL);
    apply_overrides(build, &own, item, text_of(yyjson_obj_get(root, "id")), true);
    if (item != HOB_BUILD_NONE) {
        add_entities(build, entities, true, &own, item);
    }
    build->reader.file = outer.file;
    build->reader.text = outer.text;
    return item;
}

/* ---- files ---- */

static bool is_left_out(const hob_build *build, const hob_entity_def *def) {
    return build->skip_absent && !def->enabled;
}

/* Parents by id among the entities of one file; one that is not there leaves the child alone. */
static void find_parents(hob_build *build, yyjson_val *entities, const uint32_t *own,
                         const hob_build_ids *ids) {
    size_t i, max;
    yyjson_val *entity;
    yyjson_arr_foreach(entities, i, max, entity) {
        yyjson_val *parent = yyjson_obj_get(entity, "parentId");
        if (own[i] != HOB_BUILD_NONE && yyjson_is_str(parent)) {
            build->items[own[i]].parent = hob_build_ids__find(ids, text_of(parent));
        }
    }
}

/* All entities of a file in order; of an instance the root is built already as item `root`. */
static void add_entities(hob_build *build, yyjson_val *entities, bool prefab_file,
                         const instance *of, uint32_t root) {
    hob_arena *scratch = build->world->outside.scratch;
    size_t size = yyjson_arr_size(entities);
    uint32_t *own = hob_arena_array(scratch, uint32_t, size + 1);
    hob_build_ids ids;
    hob_build_ids__init(&ids, scratch, size);
    bool file_ids = build->file_ids;
    build->file_ids = file_ids && !of;
    hob_read_level list = {.key = HOB_STR_INIT("entities")};
    size_t i, max;
    yyjson_val *entity;
    yyjson_arr_foreach(entities, i, max, entity) {
        own[i] = HOB_BUILD_NONE;
        if (of && i == 0) {
            hob_build_ids__add(&ids, text_of(yyjson_obj_get(entity, "id")), root);
            continue;
        }
        hob_read_level level = {.up = &list, .index = i};
        hob_entity_def def;
        build->reader.subject = NULL;
        if (!hob_entity_def_read(&build->reader, entity, prefab_file, i, &level, &def) ||
            is_left_out(build, &def)) {
            continue;
        }
        if (stands_for_prefab(&def)) {
            own[i] = add_instance(build, &def, of, &level);
        } else {
            own[i] = hob_build__add(build, &def, def.components, &level);
        }
        apply_overrides(build, of, own[i], def.id, false);
        if (own[i] != HOB_BUILD_NONE) {
            hob_build_ids__add(&ids, def.id, own[i]);
        } else if (!build->check_only && build->reader.refused) {
            break; /* past the limit of entities: the rest would only repeat it */
        }
    }
    build->file_ids = file_ids;
    if (!build->check_only && !build->reader.refused) {
        find_parents(build, entities, own, &ids);
    }
}

void hob_build__add_file(hob_build *build, yyjson_val *entities, bool prefab_file) {
    build->reader.prefab = prefab_file;
    add_entities(build, entities, prefab_file, NULL, HOB_BUILD_NONE);
}

void hob_build__add_prefab(hob_build *build, hob_str asset_id, hob_str name) {
    const hob_json *json = payload_of(build, asset_id, NULL, HOB_SEVERITY_ERROR);
    if (!json) {
        return;
    }
    build->reader.file = hob_project_asset_by_id(build->world->outside.project, asset_id)->path;
    build->reader.text = (hob_str){json->text, json->length};
    build->reader.prefab = true;
    yyjson_val *entities = yyjson_obj_get(json->root, "entities");
    instance own = {.asset = asset_id, .depth = 1};
    yyjson_val *root = yyjson_arr_get_first(entities);
    hob_entity_def def;
    hob_read_level list = {.key = HOB_STR_INIT("entities")};
    hob_read_level level = {.up = &list, .index = 0};
    if (!hob_entity_def_read(&build->reader, root, true, 0, &level, &def)) {
        build->reader.refused = true;
        return;
    }
    def.name = name.data ? name : text_of(yyjson_obj_get(json->root, "name"));
    uint32_t item = stands_for_prefab(&def) ? add_instance(build, &def, &own, &level)
                                            : hob_build__add(build, &def, def.components, &level);
    if (item != HOB_BUILD_NONE) {
        add_entities(build, entities, true, &own, item);
    }
}
