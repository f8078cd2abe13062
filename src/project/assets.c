/* The asset index: assets.json as an array with two name indexes (spec hob 1.1, project-format 4).
 */
#include "project/internal.h"
#include "project/tables.h"

#include <math.h>
#include <string.h>

static const char *const asset_types[] = {
    "sprite", "tile",         "audio",   "animation", "prefab",     "font", "data",
    "other",  "stateMachine", "tileset", "shader",    "bitmapFont", NULL};
static const hob_field any_field = {.type = HOB_FIELD_ANY, .doc = "Any value."};
static const hob_field asset_fields[] = {
    HOB_P("id", TEXT, .flags = HOB_FIELD_REQUIRED, .pattern = "asset-id", .doc = "Asset id."),
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, .doc = "Name."),
    HOB_P("type", ENUM, .flags = HOB_FIELD_REQUIRED, .names = asset_types, .doc = "Kind."),
    HOB_P("path", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Path of the file."),
    HOB_P("pixelArt", BOOL, .default_json = "null", .flags = HOB_FIELD_NULLABLE,
          .doc = "Nearest or linear filtering; null = the project's."),
    HOB_P("metadata", MAP, .element = &any_field, .doc = "Facts about the file."),
    HOB_FIELDS_END,
};
static const hob_field asset_field = {
    .type = HOB_FIELD_OBJECT, .fields = asset_fields, .doc = "One asset."};
const hob_field hob_project__index_fields[] = {
    HOB_P("formatVersion", INT, .default_json = "1", .flags = HOB_FIELD_BETWEEN, .min = 1, .max = 1,
          .doc = "Generation of the file format."),
    HOB_P("assets", LIST, .element = &asset_field, .doc = "The assets, in order of making."),
    HOB_FIELDS_END,
};

static void list_assets(hob_project__index *index) {
    yyjson_val *list = yyjson_obj_get(index->json.root, "assets");
    index->asset_count = yyjson_arr_size(list);
    index->assets = hob_arena_array(&index->arena, hob_asset, index->asset_count + 1);
    hob_names_init(&index->by_id, &index->arena, index->asset_count);
    hob_names_init(&index->by_name, &index->arena, index->asset_count);
    size_t i, max;
    yyjson_val *item;
    yyjson_arr_foreach(list, i, max, item) {
        yyjson_val *filter = yyjson_obj_get(item, "pixelArt");
        hob_asset *asset = &index->assets[i];
        *asset = (hob_asset){
            .id = yyjson_get_str(yyjson_obj_get(item, "id")),
            .name = yyjson_get_str(yyjson_obj_get(item, "name")),
            .type = yyjson_get_str(yyjson_obj_get(item, "type")),
            .path = yyjson_get_str(yyjson_obj_get(item, "path")),
            .pixel_art = yyjson_is_bool(filter) ? yyjson_get_bool(filter) : -1,
            .metadata = yyjson_obj_get(item, "metadata"),
        };
        (void)hob_names_add(&index->by_id, hob_str_from(asset->id), (uint32_t)i);
        (void)hob_names_add(&index->by_name, hob_str_from(asset->name), (uint32_t)i);
    }
}

static hob_status read_index(hob_project *project, hob_project__index *index, hob_str text,
                             hob_error *reterr) {
    hob_status status = hob_project__parse(project, &hob_project__kinds[HOB_KIND_INDEX],
                                           "assets.json", text, &index->json, reterr);
    if (status) {
        return status;
    }
    hob_error_list_done(&project->findings);
    hob_error_list_init(&project->findings, project->allocator);
    hob_reader reader = hob_project__reader(project, "assets.json", &index->json,
                                            &index->arena.as_allocator, &project->findings);
    if (!hob_fields_check(&reader, hob_project__index_fields, index->json.root, NULL)) {
        return hob_project__refusal(&project->findings, "assets.json", reterr);
    }
    list_assets(index);
    return HOB_OK;
}

hob_status hob_project__index_parse(hob_project *project, hob_str text, bool exists,
                                    hob_project__index **ret_index, hob_error *reterr) {
    hob_project__index_drop(project, project->half_index);
    project->half_index = NULL;
    hob_project__index *index =
        hob_project__need(project, hob_alloc_zero(project->allocator, 1, sizeof *index));
    project->half_index = index;
    hob_arena_init(&index->arena, project->allocator, &project->guard);
    index->exists = exists;
    hob_status status = HOB_OK;
    if (exists) {
        status = read_index(project, index, text, reterr);
    } else {
        list_assets(index);
    }
    project->half_index = NULL;
    if (status) {
        hob_project__index_drop(project, index);
        return status;
    }
    *ret_index = index;
    return HOB_OK;
}

void hob_project__index_drop(hob_project *project, hob_project__index *index) {
    if (!index) {
        return;
    }
    hob_json_done(&index->json);
    hob_arena_done(&index->arena);
    hob_free(project->allocator, index, sizeof *index);
}

const hob_json *hob_project_assets_json(const hob_project *project) {
    return project->index->exists ? &project->index->json : NULL;
}

size_t hob_project_asset_count(const hob_project *project) {
    return project->index->asset_count;
}

const hob_asset *hob_project_asset_at(const hob_project *project, size_t index) {
    return index < project->index->asset_count ? &project->index->assets[index] : NULL;
}

static const hob_asset *asset_by(const hob_project *project, const hob_names *names, hob_str key) {
    uint32_t at = hob_names_find(names, key);
    return at == HOB_NAMES_NONE ? NULL : &project->index->assets[at];
}

const hob_asset *hob_project_asset_by_id(const hob_project *project, hob_str id) {
    return asset_by(project, &project->index->by_id, id);
}

const hob_asset *hob_project_asset_find(const hob_project *project, hob_str id_or_name) {
    const hob_asset *asset = hob_project_asset_by_id(project, id_or_name);
    return asset ? asset : asset_by(project, &project->index->by_name, id_or_name);
}

/* ---- frames of a sliced sheet (spec project-format 4.4) ---- */
static bool read_edge(yyjson_val *frame, const char *key, int least, int *ret_value) {
    yyjson_val *v = yyjson_obj_get(frame, key);
    double number = yyjson_get_num(v);
    if (!yyjson_is_num(v) || number < least || number > INT32_MAX || floor(number) != number) {
        return false;
    }
    *ret_value = (int)number;
    return true;
}

/* Left out, it stays what it is. */
static bool read_optional(yyjson_val *frame, const char *key, int64_t least, int *value) {
    return yyjson_obj_get(frame, key) == NULL
               ? *value >= least
               : least <= INT32_MAX && read_edge(frame, key, (int)least, value);
}

static bool read_frame(yyjson_val *item, hob_sheet_frame *ret_frame) {
    hob_sheet_frame *f = ret_frame;
    memset(f, 0, sizeof *f);
    if (yyjson_get_len(yyjson_obj_get(item, "name")) == 0 ||
        !yyjson_is_str(yyjson_obj_get(item, "name")) || !read_edge(item, "x", 0, &f->x) ||
        !read_edge(item, "y", 0, &f->y) || !read_edge(item, "width", 1, &f->width) ||
        !read_edge(item, "height", 1, &f->height)) {
        return false;
    }
    f->source_width = f->width;
    f->source_height = f->height;
    f->rotated = yyjson_get_bool(yyjson_obj_get(item, "rotated"));
    return read_optional(item, "offsetX", 0, &f->offset_x) &&
           read_optional(item, "offsetY", 0, &f->offset_y) &&
           read_optional(item, "sourceWidth", (int64_t)f->offset_x + f->width, &f->source_width) &&
           read_optional(item, "sourceHeight", (int64_t)f->offset_y + f->height, &f->source_height);
}

bool hob_asset_frame(const hob_asset *asset, hob_str name, hob_sheet_frame *ret_frame) {
    yyjson_val *frames = yyjson_obj_get(asset->metadata, "frames"), *item;
    size_t i, max;
    bool is_found = false;
    /* One wrong record makes the whole sheet look unsliced, so all are looked at. */
    yyjson_arr_foreach(frames, i, max, item) {
        hob_sheet_frame frame;
        if (!read_frame(item, &frame)) {
            return false;
        }
        yyjson_val *own = yyjson_obj_get(item, "name");
        if (!is_found && hob_str_equal(name, (hob_str){yyjson_get_str(own), yyjson_get_len(own)})) {
            *ret_frame = frame;
            is_found = true;
        }
    }
    return is_found;
}
