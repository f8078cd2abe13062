/* Tile maps against the sheets they name, and against the Transform beside them. Characters and
 * rows are the component's own checks. */
#include "project/blob.h"
#include "project/check.h"

#include <stdio.h>

static void check_autotile(hob_check *check, const hob_read_level *level, const hob_asset *sheet,
                           yyjson_val *source) {
    yyjson_val *mapping = yyjson_obj_get(source, "mapping");
    int missing = 0;
    hob_sheet_frame cut;
    char first[80] = "";
    for (size_t i = 0; i < HOB_BLOB_KEYS; i++) {
        char name[16];
        hob_str frame = hob_blob_frame_name(i, name);
        yyjson_val *mapped = yyjson_obj_getn(mapping, frame.data + 5, frame.length - 5);
        frame = yyjson_is_str(mapped) ? hob_check__str(mapped) : frame;
        if (!hob_asset_frame(sheet, frame, &cut) && missing++ == 0) {
            (void)snprintf(first, sizeof first, "%.*s", (int)frame.length, frame.data);
        }
    }
    if (missing) {
        hob_check__report(check, level, NULL, HOB_ERR_TILEMAP_AUTOTILE_INVALID,
                          "Slice the sheet so that it has all 47 frames, or map them.",
                          "Sheet \"%s\" lacks %d of the 47 frames of the autotile, \"%s\" first.",
                          sheet->name, missing, first);
    }
}

static void check_frame(hob_check *check, const hob_read_level *level, const hob_asset *sheet,
                        hob_str frame) {
    hob_sheet_frame cut;
    if (!hob_asset_frame(sheet, frame, &cut)) {
        hob_check__report(check, level, "frame", HOB_ERR_TILEMAP_FRAME_NOT_FOUND,
                          "Name a frame of the sheet.", "Sheet \"%s\" has no frame \"%.*s\".",
                          sheet->name, (int)(frame.length < 80 ? frame.length : 80), frame.data);
    } else if (cut.source_width != cut.source_height) {
        hob_check__report(check, level, "frame", HOB_ERR_TILEMAP_FRAME_NOT_SQUARE,
                          "Use a square frame: it is stretched to the cell.",
                          "Frame \"%.*s\" is %d by %d pixels.",
                          (int)(frame.length < 80 ? frame.length : 80), frame.data,
                          cut.source_width, cut.source_height);
    }
}

static void check_source(hob_check *check, const hob_read_level *level, yyjson_val *source) {
    hob_str id = hob_check__str(yyjson_obj_get(source, "sheet"));
    const hob_asset *sheet = id.length ? hob_project_asset_by_id(check->project, id) : NULL;
    if (!sheet) {
        return; /* its own finding */
    }
    if (yyjson_obj_get(source, "template")) {
        check_autotile(check, level, sheet, source);
    } else {
        check_frame(check, level, sheet, hob_check__str(yyjson_obj_get(source, "frame")));
    }
}

static void check_transform(hob_check *check, const hob_check__entity *entity) {
    const hob_check__part *transform = hob_check__find(entity, "Transform");
    if (!transform) {
        return;
    }
    double x = hob_check__number(check, transform, "scale.x");
    double y = hob_check__number(check, transform, "scale.y");
    if (hob_check__number(check, transform, "rotation") != 0 || x != 1 || y != 1) {
        hob_check__report(check, &transform->level, NULL, HOB_ERR_TILEMAP_TRANSFORM_UNSUPPORTED,
                          "Leave rotation at 0 and scale at 1; change tileSize instead.",
                          "Only the drawing of a Tilemap follows rotation and scale; its cells "
                          "stay where they are.");
    }
}

void hob_check__tilemap(hob_check *check, const hob_check__entity *entity,
                        const hob_check__part *part) {
    hob_read_level sources = {.up = &part->level, .key = HOB_STR_INIT("tileAssets")};
    size_t i, max;
    yyjson_val *key, *source;
    hob_json_each_member(hob_check__raw(part, "tileAssets"), i, max, key, source) {
        if (yyjson_is_obj(source)) {
            hob_read_level level = {.up = &sources, .key = hob_check__str(key)};
            check_source(check, &level, source);
        }
    }
    check_transform(check, entity);
}
