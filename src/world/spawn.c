/* Entities and components from data that a script or a host hands in (spec hob 6.4, step 5.2, 5.3).
 *
 * The data becomes JSON values in scratch memory, so that spawns are checked exactly as files are.
 */
#include "world/spawn.h"

#include <string.h>

/* ---- findings ---- */

void hob_spawn__report(hob_world *world, const hob_error_list *findings, hob_error *reterr) {
    bool has_error = false;
    for (size_t i = 0; i < findings->count; i++) {
        const hob_error *finding = &findings->items[i];
        if (finding->severity == HOB_SEVERITY_ERROR) {
            if (reterr && !has_error) {
                *reterr = *finding;
            }
            has_error = true;
        } else if (hob_world_warn_once(world, finding->message)) {
            hob_world_log(world, HOB_LOG_WARN, "%s%s%s", finding->message,
                          finding->hint[0] ? " " : "", finding->hint);
        }
    }
}

/* ---- data to JSON ---- */

/* In scratch memory; null with an error for what is not data. */
static yyjson_val *json_of(hob_world *world, hob_value v, hob_error *reterr) {
    yyjson_alc alc = hob_json_alc(&world->outside.scratch->as_allocator);
    yyjson_mut_doc *doc = yyjson_mut_doc_new(&alc);
    yyjson_mut_val *root = doc ? hob_value_to_json(doc, v) : NULL;
    if (!root) {
        (void)hob_fail(reterr, HOB_ERR_VALUE_NOT_DATA, "The components are not plain data.");
        return NULL;
    }
    yyjson_mut_doc_set_root(doc, root);
    yyjson_doc *copy = yyjson_mut_doc_imut_copy(doc, &alc);
    return copy ? yyjson_doc_get_root(copy) : NULL;
}

static yyjson_val *json_of_member(hob_world *world, hob_value map, const char *key,
                                  hob_error *reterr, bool *ret_failed) {
    hob_value v = hob_value_get(map, key);
    if (hob_value_is_absent(v)) {
        return NULL;
    }
    yyjson_val *json = json_of(world, v, reterr);
    *ret_failed = *ret_failed || !json;
    return json;
}

/* ---- spawn ---- */

static const char *const def_keys[] = {"name",    "position", "tags",  "components", "parent",
                                       "enabled", "visible",  "owner", "wires",      "paused"};

static void warn_unknown_keys(hob_world *world, hob_value def) {
    const hob_map *map = def.as.map;
    for (uint32_t i = 0; i < map->count; i++) {
        const char *key = hob_text_cstr(map->entries[i].key);
        bool is_known = false;
        for (size_t k = 0; k < HOB_COUNT(def_keys); k++) {
            is_known = is_known || strcmp(def_keys[k], key) == 0;
        }
        const char *once = hob_arena_format(world->outside.scratch, "spawn.%s", key);
        if (!is_known && hob_world_warn_once(world, once)) {
            hob_world_log(world, HOB_LOG_WARN, "spawn does not know the field \"%s\".", key);
        }
    }
}

/* Entity a `parent` stands for: a handle, or an id or name. */
static hob_status read_parent(hob_world *world, hob_value parent, hob_entity *ret_parent,
                              hob_error *reterr) {
    if (hob_value_is_absent(parent)) {
        return HOB_OK;
    }
    hob_entity found = parent.tag == HOB_TAG_ENTITY ? parent.as.entity
                                                    : hob_entity_find(world, hob_value_str(parent));
    if (!hob_entity_live(world, found)) {
        return hob_fail(reterr, HOB_ERR_ENTITY_UNKNOWN, "The parent of the spawn does not exist.");
    }
    *ret_parent = found;
    return HOB_OK;
}

static hob_status read_def(hob_world *world, hob_value def, hob_entity_def *ret_def,
                           yyjson_val **ret_components, hob_error *reterr) {
    hob_str name = hob_value_get_str(def, "name", "Entity");
    double owner = hob_value_get_number(def, "owner", -1);
    bool failed = false;
    *ret_def = (hob_entity_def){
        .name = name,
        .enabled = hob_value_get_bool(def, "enabled", true),
        .visible = hob_value_get_bool(def, "visible", true),
        .paused = hob_value_get_bool(def, "paused", false),
        .owner = owner >= 0 && owner < HOB_MAX_SEATS ? (int)owner : -1,
        .tags = json_of_member(world, def, "tags", reterr, &failed),
        .wires = json_of_member(world, def, "wires", reterr, &failed),
    };
    *ret_components = json_of_member(world, def, "components", reterr, &failed);
    if (!failed && *ret_components && !yyjson_is_obj(*ret_components)) {
        return hob_fail(reterr, HOB_ERR_FIELD_TYPE, "components of a spawn must be a map.");
    }
    return failed ? HOB_ERR_VALUE_NOT_DATA : HOB_OK;
}

hob_entity hob_spawn(hob_world *world, hob_value def, const hob_spawn_options *options,
                     hob_error *reterr) {
    if (world->leaving || def.tag != HOB_TAG_MAP) {
        (void)hob_fail(reterr, HOB_ERR_INVALID_INPUT,
                       world->leaving ? "Nothing is spawned while a scene goes."
                                      : "spawn needs a map.");
        return HOB_NO_ENTITY;
    }
    hob_spawn_options own = options ? *options : (hob_spawn_options){.parent = HOB_NO_ENTITY};
    hob_entity_def entity_def;
    yyjson_val *components = NULL;
    if (read_parent(world, hob_value_get(def, "parent"), &own.parent, reterr) != HOB_OK ||
        read_def(world, def, &entity_def, &components, reterr) != HOB_OK) {
        return HOB_NO_ENTITY;
    }
    hob_value position = hob_value_get(def, "position");
    if (position.tag == HOB_TAG_MAP && !own.has_position) {
        own.has_position = true;
        own.position = (hob_vec2){hob_value_get_number(position, "x", 0),
                                  hob_value_get_number(position, "y", 0)};
    }
    if (own.name.data) {
        entity_def.name = own.name;
    }
    warn_unknown_keys(world, def);
    hob_error_list findings;
    hob_error_list_init(&findings, &world->outside.scratch->as_allocator);
    hob_build build;
    hob_build__begin(&build, world, NULL, (hob_str){NULL, 0}, &findings);
    build.reader.script = true;
    uint32_t root = hob_build__add(&build, &entity_def, components, NULL);
    return hob_spawn__finish(&build, root, &own, reterr);
}

/* ---- components ---- */

hob_status hob_component_fill(hob_world *world, hob_component *component, hob_value fields,
                              hob_error *reterr) {
    if (hob_value_is_absent(fields)) {
        return HOB_OK;
    }
    hob_error error = {0};
    yyjson_val *json = json_of(world, fields, &error);
    if (!json) {
        if (reterr) {
            *reterr = error;
        }
        return error.status;
    }
    const hob_component_type *type = component->type;
    const void *prototype = hob_registry_prototype(world->outside.registry, component->type_index,
                                                   world->outside.rules);
    hob_error_list findings;
    hob_error_list_init(&findings, &world->outside.scratch->as_allocator);
    hob_reader reader = {
        .allocator = world->heap,
        .findings = &findings,
        .script = true,
        .rules = world->outside.rules,
    };
    hob_read_level level = {.key = hob_text_view(component->slot)};
    hob_fields_done(type->fields, component + 1, world->heap);
    bool is_read =
        hob_fields_read_like(&reader, type->fields, prototype, json, component + 1, &level);
    hob_spawn__report(world, &findings, &error);
    component->static_dirty = true;
    if (is_read && !reader.refused) {
        return HOB_OK;
    }
    hob_fields_done(type->fields, component + 1, world->heap);
    (void)hob_fields_copy(type->fields, component + 1, prototype, world->heap);
    if (error.status == HOB_OK) {
        (void)hob_fail(&error, HOB_ERR_INVALID_INPUT, "The fields are refused.");
    }
    if (reterr) {
        *reterr = error;
    }
    return error.status;
}

hob_component *hob_component_add(hob_world *world, hob_entity_data *e, hob_str slot,
                                 hob_value fields, hob_error *reterr) {
    if (e->dead) {
        (void)hob_fail(reterr, HOB_ERR_ENTITY_UNKNOWN, "\"%s\" is destroyed.",
                       hob_text_cstr(e->name));
        return NULL;
    }
    hob_component *component = hob_component_build(world, e, slot, reterr);
    if (!component) {
        return NULL;
    }
    if (hob_component_fill(world, component, fields, reterr) != HOB_OK) {
        hob_component__unbuild(world, component);
        return NULL;
    }
    hob_component_built(world, component);
    if (e->attached) { /* else the attach of its spawn is still to come */
        hob_component_attach(world, component);
    }
    return component;
}
