/* Asset references in components: every ASSET field of every table, with the codes that some of
 * them have of their own. */
#include "project/check.h"

#include <string.h>

/* Fields without a row have ASSET_NOT_FOUND and ASSET_WRONG_TYPE; those of the table that are
 * missing in a prefab all have PREFAB_ASSET_NOT_FOUND. */
typedef struct asset_row {
    const char *type, *field;
    hob_status missing, wrong, wrong_in_prefab;
} asset_row;
static const asset_row asset_rows[] = {
    {"SpriteRenderer", "assetId", HOB_ERR_MISSING_SPRITE_ASSET, HOB_ERR_ASSET_WRONG_TYPE,
     HOB_ERR_ASSET_WRONG_TYPE},
    {"AudioSource", "assetId", HOB_ERR_MISSING_AUDIO_ASSET, HOB_ERR_ASSET_WRONG_TYPE,
     HOB_ERR_ASSET_WRONG_TYPE},
    {"SpriteAnimator", "assetId", HOB_ERR_MISSING_ANIMATION_ASSET,
     HOB_ERR_INVALID_ANIMATION_ASSET_TYPE, HOB_ERR_PREFAB_ASSET_NOT_FOUND},
    {"Tilemap", "tileAssets", HOB_ERR_MISSING_TILE_ASSET, HOB_ERR_TILEMAP_SOURCE_NOT_IMAGE,
     HOB_ERR_TILEMAP_SOURCE_NOT_IMAGE},
};

typedef struct asset_walk {
    hob_check *check;
    hob_status missing, wrong;
} asset_walk;

static void walk_value(const asset_walk *walk, const hob_field *field, const hob_read_level *level,
                       yyjson_val *v);

/* "sprite|tile" */
static bool is_one_of(const char *type, const char *kinds) {
    size_t length = strlen(type);
    for (const char *at = kinds; at; at = strchr(at, '|')) {
        at += *at == '|';
        if (strncmp(at, type, length) == 0 && (at[length] == '|' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

static bool may_hold_assets(const hob_field *field) {
    switch (field->type) {
    case HOB_FIELD_ASSET:
    case HOB_FIELD_OBJECT:
    case HOB_FIELD_LIST:
    case HOB_FIELD_MAP:
    case HOB_FIELD_UNION:
    case HOB_FIELD_VARIANT:
        return true;
    default:
        return false;
    }
}

static void check_reference(const asset_walk *walk, const hob_field *field,
                            const hob_read_level *level, hob_str id) {
    hob_check *check = walk->check;
    const hob_asset *asset = hob_project_asset_by_id(check->project, id);
    int length = (int)(id.length < 80 ? id.length : 80);
    if (!asset) {
        const hob_asset *named = hob_project_asset_find(check->project, id);
        const char *hint = named ? hob_arena_format(check->arena, "Use its id: %s.", named->id)
                                 : "Name an asset of assets.json by its id.";
        hob_check__report(check, level, NULL, walk->missing, hint,
                          "There is no asset with the id \"%.*s\".", length, id.data);
    } else if (field->asset_kinds && !is_one_of(asset->type, field->asset_kinds)) {
        hob_check__report(
            check, level, NULL, walk->wrong,
            hob_arena_format(check->arena, "Name an asset of type %s.", field->asset_kinds),
            "Asset \"%s\" is of type %s.", asset->name, asset->type);
    }
}

static void walk_object(const asset_walk *walk, const hob_field *table, const hob_read_level *level,
                        yyjson_val *object) {
    size_t i, max;
    yyjson_val *key, *v;
    hob_json_each_member(object, i, max, key, v) {
        const hob_field *field = hob_field_find(table, hob_check__str(key));
        if (field) {
            hob_read_level at = {.up = level, .key = hob_check__str(key)};
            walk_value(walk, field, &at, v);
        }
    }
}

static bool has_all_keys(const hob_field *table, yyjson_val *object) {
    size_t i, max;
    yyjson_val *key, *v;
    hob_json_each_member(object, i, max, key, v) {
        if (!hob_field_find(table, hob_check__str(key))) {
            return false;
        }
    }
    return true;
}

static void walk_union(const asset_walk *walk, const hob_field *field, const hob_read_level *level,
                       yyjson_val *v) {
    for (size_t i = 0; field->variants[i]; i++) {
        const hob_field *one = field->variants[i];
        if (one->type == HOB_FIELD_OBJECT ? yyjson_is_obj(v) && has_all_keys(one->fields, v)
                                          : yyjson_is_str(v)) {
            walk_value(walk, one, level, v);
            return;
        }
    }
}

static void walk_variant(const asset_walk *walk, const hob_field *field,
                         const hob_read_level *level, yyjson_val *v) {
    for (size_t i = 0; field->names[i]; i++) {
        if (yyjson_equals_str(yyjson_obj_get(v, "type"), field->names[i])) {
            walk_object(walk, field->variants[i], level, v);
        }
    }
}

static void walk_elements(const asset_walk *walk, const hob_field *element,
                          const hob_read_level *level, yyjson_val *v) {
    size_t i, max;
    yyjson_val *key, *item;
    hob_json_each_member(v, i, max, key, item) {
        hob_read_level at = {.up = level, .key = hob_check__str(key)};
        walk_value(walk, element, &at, item);
    }
    yyjson_arr_foreach(v, i, max, item) {
        hob_read_level at = {.up = level, .index = i};
        walk_value(walk, element, &at, item);
    }
}

static void walk_value(const asset_walk *walk, const hob_field *field, const hob_read_level *level,
                       yyjson_val *v) {
    switch (field->type) {
    case HOB_FIELD_ASSET:
        if (yyjson_get_len(v) && yyjson_is_str(v)) {
            check_reference(walk, field, level, hob_check__str(v));
        }
        break;
    case HOB_FIELD_OBJECT:
        walk_object(walk, field->fields, level, v);
        break;
    case HOB_FIELD_LIST:
    case HOB_FIELD_MAP:
        if (field->element && may_hold_assets(field->element)) {
            walk_elements(walk, field->element, level, v);
        }
        break;
    case HOB_FIELD_UNION:
        walk_union(walk, field, level, v);
        break;
    case HOB_FIELD_VARIANT:
        walk_variant(walk, field, level, v);
        break;
    default:
        break;
    }
}

static asset_walk walk_of(hob_check *check, const char *type, const char *field) {
    asset_walk walk = {
        .check = check, .missing = HOB_ERR_ASSET_NOT_FOUND, .wrong = HOB_ERR_ASSET_WRONG_TYPE};
    for (size_t i = 0; i < HOB_COUNT(asset_rows); i++) {
        const asset_row *row = &asset_rows[i];
        if (strcmp(row->type, type) == 0 && strcmp(row->field, field) == 0) {
            walk.missing = check->reader.prefab ? HOB_ERR_PREFAB_ASSET_NOT_FOUND : row->missing;
            walk.wrong = check->reader.prefab ? row->wrong_in_prefab : row->wrong;
        }
    }
    return walk;
}

void hob_check__assets_of(hob_check *check, const hob_check__entity *entity,
                          const hob_check__part *part) {
    (void)entity;
    size_t i, max;
    yyjson_val *key, *v;
    hob_json_each_member(part->fields, i, max, key, v) {
        if (!yyjson_is_str(v) && !yyjson_is_ctn(v)) {
            continue;
        }
        const hob_field *field = hob_field_find(part->type->fields, hob_check__str(key));
        if (field && may_hold_assets(field)) {
            asset_walk walk = walk_of(check, part->type->name, field->name);
            hob_read_level at = {.up = &part->level, .key = hob_check__str(key)};
            walk_value(&walk, field, &at, v);
        }
    }
}
