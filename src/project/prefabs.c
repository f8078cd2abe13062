/* Prefab payloads: the file's table and the invariants of its local ids (spec project-format 5.1).
 */
#include "project/internal.h"
#include "project/tables.h"

#include <string.h>

static const hob_field any_field = {.type = HOB_FIELD_ANY, .doc = "Any value."};
const hob_field hob_project__prefab_fields[] = {
    HOB_P("formatVersion", INT, .default_json = "1", .flags = HOB_FIELD_BETWEEN, .min = 1, .max = 1,
          .doc = "Generation of the file format."),
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "Name of new instances."),
    HOB_P("entities", LIST, .element = &any_field,
          .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, .doc = "Entities, the root first."),
    HOB_FIELDS_END,
};

static hob_str text_of(yyjson_val *v) {
    return (hob_str){yyjson_get_str(v), yyjson_get_len(v)};
}

static void invalid(hob_reader *reader, const hob_read_level *level, const char *key,
                    const char *hint, const char *sentence) {
    hob_reader_find(reader, level, hob_str_from(key), HOB_ERR_PREFAB_DATA_INVALID,
                    HOB_SEVERITY_ERROR, hint, "%s", sentence);
    reader->refused = true;
}

static void check_parent(hob_reader *reader, const hob_read_level *level, size_t index,
                         yyjson_val *parent, const hob_names *earlier) {
    bool has_parent = yyjson_is_str(parent);
    if (index == 0 && has_parent) {
        invalid(reader, level, "parentId", "Set it to null.",
                "The root of a prefab has no parent.");
    } else if (index > 0 && !has_parent) {
        invalid(reader, level, parent ? "parentId" : "",
                "Give it a parent, or a prefab of its own.",
                "Only the first entity of a prefab may be without a parent.");
    } else if (index > 0 && hob_names_find(earlier, text_of(parent)) == HOB_NAMES_NONE) {
        invalid(reader, level, "parentId", "Name an entity that stands earlier in the file.",
                "The parent is not an earlier entity of this prefab.");
    }
}

void hob_project__prefab_invariants(hob_project *project, hob_reader *reader, yyjson_val *root) {
    yyjson_val *entities = yyjson_obj_get(root, "entities"), *entity;
    hob_read_level list = {.key = HOB_STR_INIT("entities")};
    hob_names earlier;
    hob_names_init(&earlier, &project->scratch, yyjson_arr_size(entities));
    size_t i, max;
    yyjson_arr_foreach(entities, i, max, entity) {
        hob_read_level level = {.up = &list, .index = i};
        yyjson_val *id = yyjson_obj_get(entity, "id");
        check_parent(reader, &level, i, yyjson_obj_get(entity, "parentId"), &earlier);
        if (yyjson_is_str(id) && !hob_names_add(&earlier, text_of(id), (uint32_t)i)) {
            invalid(reader, &level, "id", "Give it the next free number.",
                    "Another entity of this prefab has the same id.");
        }
    }
}

void hob_project__prefab_check(hob_project *project, hob_reader *reader, yyjson_val *root) {
    yyjson_val *entity;
    hob_read_level list = {.key = HOB_STR_INIT("entities")};
    size_t i, max;
    reader->prefab = true;
    yyjson_arr_foreach(yyjson_obj_get(root, "entities"), i, max, entity) {
        hob_read_level level = {.up = &list, .index = i};
        hob_entity_def def;
        (void)hob_entity_def_read(reader, entity, true, i, &level, &def);
    }
    hob_project__prefab_invariants(project, reader, root);
}

typedef struct prefab_call {
    hob_str asset_id;
    const hob_json *json;
} prefab_call;

static hob_status read_prefab(hob_project *project, void *arg, hob_error *reterr) {
    prefab_call *call = arg;
    hob_project__file *file;
    hob_status status =
        hob_project__payload(project, call->asset_id, HOB_KIND_PREFAB, &file, reterr);
    if (status) {
        return status;
    }
    if (!file->payload) {
        hob_error error;
        if (hob_project__payload_check(project, file, &error, hob_project__prefab_check)) {
            return hob_project__file_break(file, &error, reterr);
        }
        file->payload = &file->json;
    }
    call->json = file->payload;
    return HOB_OK;
}

const hob_json *hob_project_prefab(hob_project *project, hob_str asset_id, hob_error *reterr) {
    prefab_call call = {.asset_id = asset_id};
    return hob_project__guarded(project, read_prefab, &call, reterr) ? NULL : call.json;
}
