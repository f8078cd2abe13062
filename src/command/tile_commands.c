/* Commands about the character grid of a Tilemap: paint cells, fill a rectangle, resize.
 *
 * One character is one column; rows may differ in length. All cells are checked before any is
 * written. */
#include "command/component_edit.h"
#include "command/prefab_edit.h"

#define MOST_CELLS 1024 /* columns or rows */

#define SCENE_PARAM                                                         \
    HOB_P("scene", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Scene id or name.")
#define ENTITY_PARAM                                                         \
    HOB_P("entity", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Entity id or exact name; it has a Tilemap.")
#define SIZE_FLAGS .flags = HOB_FIELD_REQUIRED | HOB_FIELD_BETWEEN, .min = 1, .max = MOST_CELLS

/* A grid under change: one code a cell. */
typedef struct grid {
    hob_scene_edit edit;
    yyjson_mut_val *entity, *tilemap;
    uint32_t **rows;
    uint32_t *lengths, row_count;
} grid;

static uint32_t *read_row(hob_command_call *call, hob_str text, uint32_t *ret_length) {
    uint32_t *cells = hob_arena_array(call->arena, uint32_t, text.length + 1), code;
    uint32_t length = 0;
    for (size_t at = 0; at < text.length; length++) {
        at += hob_utf8_decode(text, at, &code);
        cells[length] = code;
    }
    *ret_length = length;
    return cells;
}

static hob_status open_grid(hob_command_call *call, grid *g, hob_error *reterr) {
    hob_status status = hob_edit__scene(call, "scene", &g->edit, reterr);
    if (status == HOB_OK) {
        status = hob_edit__entity(&g->edit, "entity", &g->entity, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    g->tilemap = hob_edit__get(hob_component__map_of(&g->edit.file, g->entity), HOB_STR("Tilemap"));
    if (!yyjson_mut_is_obj(g->tilemap)) {
        hob_str name = hob_edit__str_in(g->entity, "name");
        hob_fail(reterr, HOB_ERR_NO_TILEMAP, "Entity \"%.*s\" has no Tilemap.",
                 hob_command__shown(name), name.data);
        return hob_error_hint(reterr, "Add one with `hob add component`.");
    }
    yyjson_mut_val *rows = yyjson_mut_obj_get(g->tilemap, "grid"), *row;
    g->row_count = (uint32_t)yyjson_mut_arr_size(rows);
    g->rows = hob_arena_array(call->arena, uint32_t *, g->row_count + 1);
    g->lengths = hob_arena_array(call->arena, uint32_t, g->row_count + 1);
    size_t i, max;
    yyjson_mut_arr_foreach(rows, i, max, row) {
        g->rows[i] = read_row(call, hob_edit__str(row), &g->lengths[i]);
    }
    return HOB_OK;
}

/* The code of a cell's text: empty, or a key of tileAssets. */
static hob_status tile_code(const grid *g, hob_str text, const char *pointer, uint32_t *ret_code,
                            hob_error *reterr) {
    size_t used = hob_utf8_decode(text, 0, ret_code);
    bool is_one = used > 0 && used == text.length && *ret_code <= 0xFFFF;
    bool is_empty = hob_str_is(text, ".") || hob_str_is(text, " ");
    yyjson_mut_val *assets = yyjson_mut_obj_get(g->tilemap, "tileAssets");
    if (is_one && (is_empty || hob_edit__get(assets, text) != NULL)) {
        return HOB_OK;
    }
    hob_command_call *call = g->edit.file.call;
    hob_buf keys;
    hob_buf_init(&keys, &call->arena->as_allocator, 120);
    yyjson_mut_val *key, *value;
    size_t i, max;
    yyjson_mut_obj_foreach(assets, i, max, key, value) {
        hob_buf_add_char(&keys, ' ');
        hob_buf_add_str(&keys, hob_edit__str(key));
    }
    hob_fail(reterr, HOB_ERR_INVALID_TILE_CHAR, "\"%.*s\" is no tile of this Tilemap.",
             hob_command__shown(text), text.data != NULL ? text.data : "");
    hob_error_hint(reterr, "Use . for an empty cell, or a key of tileAssets:%s.",
                   keys.length > 0 ? keys.data : " there is none yet");
    hob_error_place(reterr, "", pointer, 0, 0);
    return HOB_ERR_INVALID_TILE_CHAR;
}

static hob_status check_cell(const grid *g, double x, double y, const char *pointer,
                             hob_error *reterr) {
    if (y >= 0 && y < g->row_count && x >= 0 && x < g->lengths[(uint32_t)y]) {
        return HOB_OK;
    }
    if (y >= 0 && y < g->row_count) {
        hob_fail(reterr, HOB_ERR_TILE_OUT_OF_BOUNDS,
                 "Cell (%.0f, %.0f) lies outside: row %.0f has %u columns.", x, y, y,
                 (unsigned)g->lengths[(uint32_t)y]);
    } else {
        hob_fail(reterr, HOB_ERR_TILE_OUT_OF_BOUNDS,
                 "Cell (%.0f, %.0f) lies outside: the grid has %u rows.", x, y,
                 (unsigned)g->row_count);
    }
    hob_error_hint(reterr, "Make the grid larger with `hob resize tilemap`.");
    hob_error_place(reterr, "", pointer, 0, 0);
    return HOB_ERR_TILE_OUT_OF_BOUNDS;
}

static void write_grid(grid *g) {
    hob_edit *file = &g->edit.file;
    hob_command_call *call = file->call;
    yyjson_mut_val *list = hob_edit__list(file);
    for (uint32_t r = 0; r < g->row_count; r++) {
        char *text = hob_arena_alloc(call->arena, (size_t)g->lengths[r] * 4 + 1);
        size_t length = 0;
        for (uint32_t c = 0; c < g->lengths[r]; c++) {
            length += hob_utf8_encode(g->rows[r][c], text + length);
        }
        hob_edit__add(file, list, hob_edit__text(file, (hob_str){text, length}));
    }
    hob_edit__set(file, g->tilemap, HOB_STR("grid"), list);
    hob_str id = hob_edit__str_in(g->entity, "id");
    hob_prefab__record(&g->edit, hob_prefab__root_of(&g->edit, id), id, HOB_STR("Tilemap"),
                       HOB_STR("grid"), list);
    hob_call_changed(call, "component", hob_command__cstr(call, id), "Tilemap", NULL,
                     g->edit.scene->id, "modified");
}

/* ---- paintTiles ---- */

static const hob_field cell_fields[] = {
    HOB_P("x", INT, .flags = HOB_FIELD_REQUIRED, .doc = "Column from 0."),
    HOB_P("y", INT, .flags = HOB_FIELD_REQUIRED, .doc = "Row from 0, at the top."),
    HOB_P("char", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Key of tileAssets, or . for empty."),
    HOB_FIELDS_END};
static const hob_field cell_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = cell_fields, .doc = "One cell."};
static const hob_field paint_params[] = {SCENE_PARAM, ENTITY_PARAM,
                                         HOB_P("cells", LIST, .element = &cell_field,
                                               .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
                                               .doc = "Cells to paint."),
                                         HOB_FIELDS_END};
static const hob_field paint_result[] = {HOB_P("painted", INT, .doc = "Cells painted."),
                                         HOB_FIELDS_END};
static const hob_status paint_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_NO_TILEMAP,
                                          HOB_ERR_INVALID_TILE_CHAR, HOB_ERR_TILE_OUT_OF_BOUNDS,
                                          HOB_OK};

static hob_status run_paint(hob_command_call *call, hob_error *reterr) {
    grid g;
    hob_status status = open_grid(call, &g, reterr);
    hob_value cells = hob_value_get(call->params, "cells");
    uint32_t code;
    for (uint32_t i = 0; status == HOB_OK && i < cells.as.list->count; i++) {
        hob_value cell = hob_list_get(cells.as.list, i);
        const char *pointer = hob_arena_format(call->arena, "/cells/%u", (unsigned)i);
        status = check_cell(&g, hob_value_get_number(cell, "x", -1),
                            hob_value_get_number(cell, "y", -1), pointer, reterr);
        if (status == HOB_OK) {
            status = tile_code(&g, hob_value_get_str(cell, "char", ""), pointer, &code, reterr);
        }
    }
    if (status != HOB_OK) {
        return status;
    }
    for (uint32_t i = 0; i < cells.as.list->count; i++) {
        hob_value cell = hob_list_get(cells.as.list, i);
        (void)hob_utf8_decode(hob_value_get_str(cell, "char", ""), 0, &code);
        uint32_t row = (uint32_t)hob_value_get_number(cell, "y", 0);
        g.rows[row][(uint32_t)hob_value_get_number(cell, "x", 0)] = code;
    }
    write_grid(&g);
    hob_call_set_number(call, "painted", cells.as.list->count);
    return HOB_OK;
}

/* ---- fillTilemapRect ---- */

static const hob_field fill_params[] = {
    SCENE_PARAM,
    ENTITY_PARAM,
    HOB_P("x", INT, .flags = HOB_FIELD_REQUIRED, .doc = "Leftmost column."),
    HOB_P("y", INT, .flags = HOB_FIELD_REQUIRED, .doc = "Top row."),
    HOB_P("width", INT, SIZE_FLAGS, .doc = "Columns."),
    HOB_P("height", INT, SIZE_FLAGS, .doc = "Rows."),
    HOB_P("char", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Key of tileAssets, or . for empty."),
    HOB_FIELDS_END};

static hob_status run_fill(hob_command_call *call, hob_error *reterr) {
    grid g;
    uint32_t code = 0;
    hob_status status = open_grid(call, &g, reterr);
    if (status == HOB_OK) {
        status = tile_code(&g, hob_call_str(call, "char"), "/char", &code, reterr);
    }
    double x = hob_call_number(call, "x"), y = hob_call_number(call, "y");
    double width = hob_call_number(call, "width"), height = hob_call_number(call, "height");
    for (double row = y; status == HOB_OK && row < y + height; row++) {
        status = check_cell(&g, x, row, "/x", reterr);
        if (status == HOB_OK) {
            status = check_cell(&g, x + width - 1, row, "/width", reterr);
        }
    }
    if (status != HOB_OK) {
        return status;
    }
    for (uint32_t row = 0; row < (uint32_t)height; row++) {
        for (uint32_t column = 0; column < (uint32_t)width; column++) {
            g.rows[(uint32_t)y + row][(uint32_t)x + column] = code;
        }
    }
    write_grid(&g);
    hob_call_set_number(call, "painted", width * height);
    return HOB_OK;
}

/* ---- resizeTilemap ---- */

static const hob_field resize_params[] = {
    SCENE_PARAM, ENTITY_PARAM, HOB_P("width", INT, SIZE_FLAGS, .doc = "Columns."),
    HOB_P("height", INT, SIZE_FLAGS, .doc = "Rows."), HOB_FIELDS_END};
static const hob_field resize_result[] = {HOB_P("width", INT, .doc = "Columns."),
                                          HOB_P("height", INT, .doc = "Rows."), HOB_FIELDS_END};
static const hob_status resize_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_NO_TILEMAP, HOB_OK};

static hob_status run_resize(hob_command_call *call, hob_error *reterr) {
    grid g;
    hob_status status = open_grid(call, &g, reterr);
    if (status != HOB_OK) {
        return status;
    }
    uint32_t width = (uint32_t)hob_call_number(call, "width");
    uint32_t height = (uint32_t)hob_call_number(call, "height");
    uint32_t **rows = hob_arena_array(call->arena, uint32_t *, height);
    uint32_t *lengths = hob_arena_array(call->arena, uint32_t, height);
    for (uint32_t r = 0; r < height; r++) {
        rows[r] = hob_arena_array(call->arena, uint32_t, width);
        lengths[r] = width;
        for (uint32_t c = 0; c < width; c++) {
            rows[r][c] = r < g.row_count && c < g.lengths[r] ? g.rows[r][c] : '.';
        }
    }
    g.rows = rows;
    g.lengths = lengths;
    g.row_count = height;
    write_grid(&g);
    hob_call_set_number(call, "width", width);
    hob_call_set_number(call, "height", height);
    return HOB_OK;
}

const hob_command hob_tile_commands[] = {
    {.name = "paintTiles",
     .summary = "Paints single cells of a Tilemap.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = paint_params,
     .result = paint_result,
     .errors = paint_errors,
     .example_json =
         "{\"scene\": \"Main\", \"entity\": \"Ground\", \"cells\": [{\"x\": 0, \"y\": 0, "
         "\"char\": \" \"}]}",
     .example_after = "resizeTilemap",
     .run = run_paint,
     .cli = "paint tiles <scene> <entity> <cells>"},
    {.name = "fillTilemapRect",
     .summary = "Fills a rectangle of a Tilemap with one tile.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = fill_params,
     .result = paint_result,
     .errors = paint_errors,
     .example_json = "{\"scene\": \"Main\", \"entity\": \"Ground\", \"x\": 0, \"y\": 6, \"width\": "
                     "12, \"height\": 2, \"char\": \" \"}",
     .example_after = "resizeTilemap",
     .run = run_fill,
     .cli = "fill tiles <scene> <entity> <x> <y> <width> <height> <char>"},
    {.name = "resizeTilemap",
     .summary = "Gives the grid of a Tilemap another size; what is cut off is lost.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = resize_params,
     .result = resize_result,
     .errors = resize_errors,
     .example_json = "{\"scene\": \"Main\", \"entity\": \"Ground\", \"width\": 12, \"height\": 8}",
     .example_after = "createEntity",
     .run = run_resize,
     .cli = "resize tilemap <scene> <entity> <width> <height>"},
    {.name = NULL}};
