/* The command that looks a folder of downloaded artwork over before anything is imported. */
#include "command/image_probe.h"
#include "command/pack.h"

#include <string.h>

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};
static const hob_field text_field = {.name = "", .type = HOB_FIELD_TEXT, .doc = "Text."};

static const hob_field pack_params[] = {
    HOB_P("path", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Folder; relative to the working folder, may lie outside of the project."),
    HOB_P("sourceUrl", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Where it comes from."),
    HOB_P("author", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY, .doc = "Who made it."),
    HOB_P("license", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "What it may be used for."),
    HOB_FIELDS_END};
static const hob_field file_fields[] = {
    HOB_P("path", TEXT, .doc = "File, from the folder."),
    HOB_P("kind", TEXT,
          .doc = "image, audio, font, map, tileset, metadata, license, readme, other."),
    HOB_FIELDS_END};
static const hob_field provenance_fields[] = {
    HOB_P("sourceUrl", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "As given."),
    HOB_P("author", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "As given."),
    HOB_P("license", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "As given."),
    HOB_P("evidenceFiles", LIST, .element = &text_field, .doc = "Licence and readme files."),
    HOB_FIELDS_END};
static const hob_field image_fields[] = {
    HOB_P("path", TEXT, .doc = "File."),
    HOB_P("width", NUMBER, .flags = HOB_FIELD_OPTIONAL, .unit = "px", .doc = "Width."),
    HOB_P("height", NUMBER, .flags = HOB_FIELD_OPTIONAL, .unit = "px", .doc = "Height."),
    HOB_P("format", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "Format of the file."),
    HOB_P("referencedBy", LIST, .element = &text_field, .doc = "Maps and tilesets that use it."),
    HOB_FIELDS_END};
static const hob_field diagnostic_fields[] = {
    HOB_P("code", TEXT, .doc = "What was found."),
    HOB_P("severity", TEXT, .doc = "error, warning or info."),
    HOB_P("message", TEXT, .doc = "As a sentence."),
    HOB_P("evidence", LIST, .element = &text_field, .doc = "Files that show it, sorted."),
    HOB_P("suggestion", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "What to do."),
    HOB_FIELDS_END};
static const hob_field file_row = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = file_fields, .doc = "A file."};
static const hob_field image_row = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = image_fields, .doc = "A picture."};
static const hob_field diagnostic_row = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = diagnostic_fields, .doc = "A finding."};
static const hob_field pack_result[] = {
    HOB_P("root", TEXT, .doc = "The folder."),
    HOB_P("status", TEXT, .doc = "compatible, partial or unsupported."),
    HOB_P("provenance", OBJECT, .fields = provenance_fields, .doc = "Where it comes from."),
    HOB_P("files", LIST, .element = &file_row, .doc = "All files."),
    HOB_P("images", LIST, .element = &image_row, .doc = "Pictures."),
    HOB_P("maps", LIST, .element = &any_field, .doc = "Maps with their layers and tilesets."),
    HOB_P("diagnostics", LIST, .element = &diagnostic_row, .doc = "Findings, one a code."),
    HOB_P("reviewImages", LIST, .element = &text_field, .doc = "Pictures to look at."),
    HOB_P("reviewChecklist", LIST, .element = &text_field, .doc = "What to look for."),
    HOB_FIELDS_END};
static const hob_status pack_errors[] = {HOB_ERR_INVALID_INPUT, HOB_OK};

/* In the order of hob_pack_code, which is the order of the report. */
static const struct {
    const char *code, *severity, *message, *suggestion;
} codes[HOB_PACK_CODE_COUNT] = {
    {"PACK_LICENSE_UNKNOWN", "warning", "Nobody said what the pack may be used for.",
     "Read the licence files, and give license."},
    {"PACK_FILE_LIMIT_EXCEEDED", "warning", "Files were too large to be looked into.", NULL},
    {"PACK_IMAGE_INVALID", "warning", "The size of pictures cannot be told.",
     "Open them in a drawing program and save them again."},
    {"PACK_METADATA_INVALID", "warning", "Maps or tilesets cannot be read.", NULL},
    {"PACK_METADATA_MISSING", "warning",
     "There is no map or tileset that tells how the pictures "
     "are cut.",
     "Look at the pictures, and cut them with `hob create asset slice`."},
    {"PACK_VISUAL_REVIEW_REQUIRED", "info", "Only eyes can tell whether the pictures fit.",
     "Look at reviewImages with the questions of reviewChecklist."},
    {"PACK_ISOMETRIC_UNSUPPORTED", "error", "Maps are isometric.", NULL},
    {"PACK_ORIENTATION_UNSUPPORTED", "error", "Maps are not orthogonal.", NULL},
    {"PACK_TILE_FLIPS_UNSUPPORTED", "warning", "Maps mirror or turn tiles.", NULL},
    {"PACK_OBJECT_LAYER_UNSUPPORTED", "warning", "Maps have layers of objects.",
     "Make entities of them by hand."},
    {"PACK_TILE_OFFSET_UNSUPPORTED", "warning", "Tilesets shift their tiles.", NULL},
    {"PACK_MIXED_TILE_SIZE", "warning", "Tiles have other sizes than the cells of the map.", NULL},
    {"PACK_OVERSIZED_TILE", "warning", "Tiles are larger than the cells of the map.", NULL},
    {"PACK_COLLISION_NOT_IMPORTED", "warning", "Tilesets have shapes of collision.",
     "Say which tiles are solid."},
    {"PACK_TERRAIN_RULES_NOT_IMPORTED", "warning", "Tilesets have terrain rules.",
     "Use `hob autotile set`."},
};
static const char *const checklist[] = {
    "Do all pictures have the same scale of pixels?",
    "Which pictures are sheets, and how large is one frame?",
    "Do tiles join without seams?",
    "Is anything drawn that the licence or the game forbids?",
};

static hob_value files_of(hob_pack *pack, hob_value evidence) {
    hob_command_call *call = pack->call;
    hob_value rows = hob_command__list(call);
    for (size_t i = 0; i < pack->count; i++) {
        const hob_pack_file *file = &pack->files[i];
        hob_value row = hob_command__map(call);
        hob_command__put_text(call, row, "path", file->path);
        hob_command__put_text(call, row, "kind", hob_pack_kinds[file->kind]);
        hob_command__add(call, rows, row);
        if (file->kind == HOB_PACK_LICENSE || file->kind == HOB_PACK_README) {
            hob_command__add(call, evidence, hob_command__text(call, hob_str_from(file->path)));
        }
    }
    return rows;
}

static hob_value images_of(hob_pack *pack, hob_value review) {
    hob_command_call *call = pack->call;
    hob_value rows = hob_command__list(call);
    hob_pack_raise(pack, HOB_PACK_VISUAL_REVIEW_REQUIRED, NULL);
    for (size_t i = 0; i < pack->count; i++) {
        hob_pack_file *file = &pack->files[i];
        hob_image_size size;
        if (file->kind != HOB_PACK_IMAGE) {
            continue;
        }
        hob_value row = hob_command__map(call);
        hob_command__put_text(call, row, "path", file->path);
        if (!file->too_large && hob_image_probe(file->bytes, &size)) {
            hob_command__put_number(call, row, "width", size.width);
            hob_command__put_number(call, row, "height", size.height);
            hob_command__put_text(call, row, "format", size.format);
        } else if (!file->too_large) {
            hob_pack_raise(pack, HOB_PACK_IMAGE_INVALID, file->path);
        }
        hob_command__put(call, row, "referencedBy",
                         file->referred_by.tag == HOB_TAG_LIST ? file->referred_by
                                                               : hob_command__list(call));
        hob_command__add(call, rows, row);
        hob_command__add(call, review, hob_command__text(call, hob_str_from(file->path)));
        hob_pack_raise(pack, HOB_PACK_VISUAL_REVIEW_REQUIRED, file->path);
    }
    return rows;
}

static hob_value diagnostics_of(hob_pack *pack, const char **ret_status) {
    hob_command_call *call = pack->call;
    hob_value rows = hob_command__list(call);
    bool errors = false, warnings = false;
    for (size_t i = 0; i < HOB_PACK_CODE_COUNT; i++) {
        if (pack->evidence[i].tag != HOB_TAG_LIST) {
            continue;
        }
        hob_value row = hob_command__map(call);
        hob_command__put_text(call, row, "code", codes[i].code);
        hob_command__put_text(call, row, "severity", codes[i].severity);
        hob_command__put_text(call, row, "message", codes[i].message);
        hob_command__put(call, row, "evidence", pack->evidence[i]);
        if (codes[i].suggestion != NULL) {
            hob_command__put_text(call, row, "suggestion", codes[i].suggestion);
        }
        hob_command__add(call, rows, row);
        errors = errors || strcmp(codes[i].severity, "error") == 0;
        warnings = warnings || strcmp(codes[i].severity, "warning") == 0;
    }
    *ret_status = errors ? "unsupported" : warnings ? "partial" : "compatible";
    return rows;
}

static hob_status run_pack(hob_command_call *call, hob_error *reterr) {
    static const char *const given[] = {"sourceUrl", "author", "license"};
    hob_pack pack;
    const char *root = hob_command__outside_path(call, hob_call_str(call, "path")), *state = NULL;
    hob_status status = hob_pack_read(call, root, &pack, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_value provenance = hob_command__map(call), evidence = hob_command__list(call);
    hob_value review = hob_command__list(call), questions = hob_command__list(call);
    for (size_t i = 0; i < HOB_COUNT(given); i++) {
        if (hob_call_given(call, given[i])) {
            hob_command__put_str(call, provenance, given[i], hob_call_str(call, given[i]));
        }
    }
    for (size_t i = 0; i < HOB_COUNT(checklist); i++) {
        hob_command__add(call, questions, hob_command__text(call, hob_str_from(checklist[i])));
    }
    hob_value files = files_of(&pack, evidence), maps = hob_pack_maps(&pack);
    for (uint32_t i = 0; !hob_call_given(call, "license") && i <= evidence.as.list->count; i++) {
        hob_value path = hob_list_get(evidence.as.list, i);
        hob_pack_raise(&pack, HOB_PACK_LICENSE_UNKNOWN,
                       path.tag == HOB_TAG_TEXT ? hob_text_cstr(path.as.text) : NULL);
    }
    hob_command__put(call, provenance, "evidenceFiles", evidence);
    hob_call_set_text(call, "root", root);
    hob_call_set_text(call, "status", "");
    hob_call_set(call, "provenance", provenance);
    hob_call_set(call, "files", files);
    hob_call_set(call, "images", images_of(&pack, review));
    hob_call_set(call, "maps", maps);
    hob_call_set(call, "diagnostics", diagnostics_of(&pack, &state));
    hob_call_set_text(call, "status", state);
    hob_call_set(call, "reviewImages", review);
    hob_call_set(call, "reviewChecklist", questions);
    hob_call_suggest(call, "hob import assets FILES");
    return HOB_OK;
}

const hob_command hob_pack_commands[] = {
    {.name = "inspectAssetPack",
     .summary = "Looks a folder of downloaded artwork over before it is imported.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = pack_params,
     .result = pack_result,
     .errors = pack_errors,
     .example_json = "{\"path\": \".\", \"license\": \"CC0-1.0\"}",
     .run = run_pack,
     .cli = "inspect asset-pack <path>"},
    {.name = NULL}};
