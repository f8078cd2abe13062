/* Tilemaps: the character grid with its tile sources, and layers of numbers with tilesets.
 *
 * Only the cells in view are walked, row by row. Neighbours share their corners to the bit and the
 * shader never samples outside a tile's part of the picture, so there are no seams and no bleeding
 * at any zoom. Blob tiles: spec runtime 16.2. */
#include "render/frame_internal.h"

#include "components/tilemap.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- which cells ---- */

typedef struct cells {
    const hob_tilemap *map;
    double width, height;              /* of a cell, local px */
    int32_t first_column, last_column; /* in view, inclusive */
    int32_t first_row, last_row;
} cells;

static uint32_t list_count(hob_value v) {
    return v.tag == HOB_TAG_LIST ? v.as.list->count : 0;
}

/* The canvas turned back into local px: the box around its corners, cut to the map. */
static cells cells_in_view(const hob_frame *f, const hob_node *node, const hob_tilemap *map) {
    cells c = {.map = map,
               .width = hob_tilemap_cell_width(map),
               .height = hob_tilemap_cell_height(map),
               .last_column = hob_tilemap_columns(map) - 1,
               .last_row = hob_tilemap_rows(map) - 1};
    double det = node->ax * node->by - node->ay * node->bx;
    bool is_square = map->orientation == HOB_TILEMAP_ORTHOGONAL && !f->isometric;
    if (!is_square || fabs(det) < 1e-12) {
        return c; /* every cell is asked by itself */
    }
    double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;
    for (int i = 0; i < 4; i++) {
        double x = (i & 1 ? f->canvas->width : 0) - node->x;
        double y = (i & 2 ? f->canvas->height : 0) - node->y;
        double u = (x * node->by - y * node->bx) / det, v = (y * node->ax - x * node->ay) / det;
        left = fmin(left, u);
        right = fmax(right, u);
        top = fmin(top, v);
        bottom = fmax(bottom, v);
    }
    c.first_column = (int32_t)fmin(fmax(floor(left / c.width), 0), 1e9);
    c.first_row = (int32_t)fmin(fmax(floor(top / c.height), 0), 1e9);
    c.last_column = (int32_t)fmax(fmin(floor(right / c.width), c.last_column), -1);
    c.last_row = (int32_t)fmax(fmin(floor(bottom / c.height), c.last_row), -1);
    return c;
}

/* Where a cell's picture goes, in the node's local px (square cells) or straight on the canvas. */
static bool place_cell(const hob_frame *f, const hob_node *node, const cells *c, hob_component *map,
                       int32_t column, int32_t row, float corners[4][2]) {
    if (c->map->orientation == HOB_TILEMAP_ORTHOGONAL && !f->isometric) {
        double x0 = column * c->width, y0 = row * c->height;
        double x1 = (column + 1) * c->width, y1 = (row + 1) * c->height;
        const double at[4][2] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
        for (int i = 0; i < 4; i++) { /* each from its own place: neighbours agree to the bit */
            corners[i][0] = (float)(node->x + node->ax * at[i][0] + node->bx * at[i][1]);
            corners[i][1] = (float)(node->y + node->ay * at[i][0] + node->by * at[i][1]);
        }
        return true;
    }
    hob_vec2 at = hob_tilemap_cell_place(f->world, map, column, row);
    double x0, y0, x1, y1, left, right, top, bottom;
    hob_frame__project(f, at.x, at.y, &x0, &y0);
    hob_frame__project(f, at.x + c->width, at.y + c->height, &x1, &y1);
    hob_frame__project(f, at.x, at.y + c->height, &left, &top);
    hob_frame__project(f, at.x + c->width, at.y, &right, &bottom);
    double min_x = fmin(fmin(x0, x1), fmin(left, right));
    double max_x = fmax(fmax(x0, x1), fmax(left, right));
    double min_y = fmin(fmin(y0, y1), fmin(top, bottom));
    double max_y = fmax(fmax(y0, y1), fmax(top, bottom));
    const hob_node box = {.x = min_x, .y = min_y, .ax = 1, .by = 1};
    return hob_frame__corners(f, &box, 0, 0, max_x - min_x, max_y - min_y, corners);
}

/* ---- one tile ---- */

typedef struct tile {
    hob_canvas_texture texture; /* id 0: the grey square of a missing one */
    const hob_picture *picture;
    const hob_picture_frame *frame; /* null: of the picture */
    hob_picture_part part;
    uint8_t color[4];
    bool flip_x, flip_y, flip_diagonal;
} tile;

static void swap_corners(float a[2], float b[2]) {
    float kept[2] = {a[0], a[1]};
    a[0] = b[0];
    a[1] = b[1];
    b[0] = kept[0];
    b[1] = kept[1];
}

static void draw_tile(hob_frame *f, const tile *t, float corners[4][2]) {
    if (t->flip_diagonal) {
        swap_corners(corners[1], corners[3]);
    }
    if (t->flip_x) {
        swap_corners(corners[0], corners[1]);
        swap_corners(corners[3], corners[2]);
    }
    if (t->flip_y) {
        swap_corners(corners[0], corners[3]);
        swap_corners(corners[1], corners[2]);
    }
    float uv[4] = {0};
    bool is_there = t->texture.id != 0;
    if (is_there && !hob_picture_map(t->picture, t->frame, &t->part, corners, uv)) {
        return;
    }
    hob_quad *quad =
        hob_canvas_add(f->canvas, is_there ? HOB_QUAD_PICTURE : HOB_QUAD_FLAT, t->texture);
    memcpy(quad->corner, corners, sizeof quad->corner);
    memcpy(quad->uv, uv, sizeof uv);
    memcpy(quad->color, t->color, 4);
}

static void set_part(tile *t, const hob_picture *picture, const hob_picture_frame *frame,
                     hob_picture_part part) {
    t->texture = (hob_canvas_texture){picture->texture, !picture->pixel_art};
    if (picture->texture == 0) {
        memset(t->color, 0x88, 3);
        return;
    }
    t->picture = picture;
    t->frame = frame;
    t->part = part;
}

/* ---- the character grid ---- */

#define ROW_CHARACTERS 4096 /* of a row that are looked at */

/* A row as codes; what lies behind its end is 0. */
typedef struct code_row {
    uint32_t codes[ROW_CHARACTERS];
    int32_t count; /* -1: outside the grid */
} code_row;

static void read_codes(const hob_tilemap *map, int32_t row, code_row *out) {
    out->count = -1;
    if (row < 0 || (uint32_t)row >= list_count(map->grid)) {
        return;
    }
    hob_str text = hob_value_str(map->grid.as.list->items[row]);
    out->count = 0;
    for (size_t at = 0; at < text.length && out->count < ROW_CHARACTERS;) {
        at += hob_utf8_decode(text, at, &out->codes[out->count++]);
    }
}

/* Outside the grid, or past the end of a row, counts as the same character. */
static bool same(const code_row *row, int32_t column, uint32_t code) {
    return row->count < 0 || column < 0 || column >= row->count || row->codes[column] == code;
}

static int blob_key(const code_row rows[3], int32_t column, uint32_t code) {
    enum { N = 1, NE = 2, E = 4, SE = 8, S = 16, SW = 32, W = 64, NW = 128 };
    static const struct {
        int bit, row, column, needs;
    } around[8] = {{N, 0, 0, 0},      {E, 1, 1, 0},      {S, 2, 0, 0},       {W, 1, -1, 0},
                   {NE, 0, 1, N | E}, {SE, 2, 1, S | E}, {SW, 2, -1, S | W}, {NW, 0, -1, N | W}};
    int mask = 0;
    for (int i = 0; i < 8; i++) {
        bool edges = (mask & around[i].needs) == around[i].needs;
        if (edges && same(&rows[around[i].row], column + around[i].column, code)) {
            mask |= around[i].bit;
        }
    }
    return mask;
}

static bool grid_tile(hob_frame *f, const hob_tilemap *map, const code_row rows[3], int32_t column,
                      tile *out) {
    uint32_t code = rows[1].codes[column];
    if (code == '.' || code == ' ') {
        return false;
    }
    char character[4];
    size_t length = hob_utf8_encode(code, character);
    hob_value source = hob_map_get(map->tile_assets.as.map, (hob_str){character, length});
    *out = (tile){.color = {255, 255, 255, 255}};
    if (source.tag == HOB_TAG_TEXT) {
        const hob_picture *picture = hob_pictures_get(f->pictures, hob_value_str(source));
        set_part(out, picture, NULL, hob_picture_all(picture, NULL));
        return true;
    }
    if (source.tag != HOB_TAG_MAP) {
        return false;
    }
    const hob_picture *picture =
        hob_pictures_get(f->pictures, hob_value_get_str(source, "sheet", ""));
    hob_str name = hob_value_get_str(source, "frame", "");
    char key[16], made[24];
    if (name.length == 0) {
        int shape = blob_key(rows, column, code);
        snprintf(key, sizeof key, "%d", shape);
        snprintf(made, sizeof made, "blob_%d", shape);
        name = hob_value_get_str(hob_value_get(source, "mapping"), key, made);
    }
    const hob_picture_frame *frame = hob_pictures_frame(f->pictures, picture, name);
    set_part(out, picture, frame, hob_picture_all(picture, frame));
    return true;
}

static void draw_grid(hob_frame *f, const hob_node *node, hob_component *component,
                      const cells *c) {
    static code_row rows[3]; /* scratch of one call; 48 KiB are much for a stack */
    if (list_count(c->map->grid) == 0 || c->map->tile_assets.tag != HOB_TAG_MAP) {
        return;
    }
    for (int32_t row = c->first_row; row <= c->last_row; row++) {
        for (int32_t i = 0; i < 3; i++) {
            read_codes(c->map, row + i - 1, &rows[i]);
        }
        for (int32_t column = c->first_column; column <= c->last_column && column < rows[1].count;
             column++) {
            tile t;
            float corners[4][2];
            if (grid_tile(f, c->map, rows, column, &t) &&
                place_cell(f, node, c, component, column, row, corners)) {
                draw_tile(f, &t, corners);
            }
        }
    }
}

/* ---- layers of numbers ---- */

#define FLIP_X        0x80000000u
#define FLIP_Y        0x40000000u
#define FLIP_DIAGONAL 0x20000000u
#define FLIPS         (FLIP_X | FLIP_Y | FLIP_DIAGONAL)

/* The tile that an animated one shows now. */
static size_t shown_tile(const hob_tileset *set, size_t id, double elapsed) {
    for (size_t i = 0; i < set->animation_count; i++) {
        const struct hob_tile_animation *a = &set->animations[i];
        if (a->tile != id || a->frame_count == 0 || !(a->total_ms > 0)) {
            continue;
        }
        double at = fmod(elapsed * 1000, a->total_ms);
        for (size_t k = 0; k < a->frame_count; k++) {
            if (at < a->frames[k].ms) {
                return a->frames[k].tile;
            }
            at -= a->frames[k].ms;
        }
        return a->frames[a->frame_count - 1].tile;
    }
    return id;
}

static bool number_tile(hob_frame *f, const hob_tilemap *map, uint32_t raw, const uint8_t tint[4],
                        tile *out) {
    uint32_t id = raw & ~FLIPS;
    const hob_list *sets = map->tilesets.tag == HOB_TAG_LIST ? map->tilesets.as.list : NULL;
    for (uint32_t i = sets != NULL ? sets->count : 0; id != 0 && i-- > 0;) {
        uint32_t first = (uint32_t)hob_value_get_number(sets->items[i], "firstId", 1);
        if (id < first) {
            continue;
        }
        const hob_tileset *set = hob_project_tileset(
            f->world->outside.project, hob_value_get_str(sets->items[i], "asset", ""), NULL);
        *out = (tile){.flip_x = (raw & FLIP_X) != 0,
                      .flip_y = (raw & FLIP_Y) != 0,
                      .flip_diagonal = (raw & FLIP_DIAGONAL) != 0};
        memcpy(out->color, tint, 4);
        if (set == NULL || id - first >= set->count || set->columns <= 0) {
            memset(out->color, 0x88, 3);
            return true;
        }
        size_t shown = shown_tile(set, id - first, map->elapsed);
        size_t column = shown % (size_t)set->columns, row = shown / (size_t)set->columns;
        const hob_picture *picture = hob_pictures_get(f->pictures, hob_str_from(set->image));
        const hob_picture_part part = {
            set->margin + (double)column * (set->tile_width + set->spacing),
            set->margin + (double)row * (set->tile_height + set->spacing), set->tile_width,
            set->tile_height};
        set_part(out, picture, NULL, part);
        return true;
    }
    return false;
}

/* The text behind the first `column` commas. */
static const char *skip_to(hob_str row, int32_t column) {
    const char *at = row.data, *end = row.data + row.length;
    for (int32_t i = 0; i < column && at != NULL; i++) {
        at = memchr(at, ',', (size_t)(end - at));
        at = at != NULL ? at + 1 : NULL;
    }
    return at;
}

static void draw_row(hob_frame *f, const hob_node *node, hob_component *component, const cells *c,
                     hob_str text, int32_t row, const uint8_t tint[4]) {
    const char *at = skip_to(text, c->first_column), *end = text.data + text.length;
    for (int32_t column = c->first_column; at != NULL && column <= c->last_column; column++) {
        uint32_t raw = 0;
        while (at < end && *at != ',') {
            raw = *at >= '0' && *at <= '9' ? raw * 10 + (uint32_t)(*at - '0') : raw;
            at++;
        }
        tile t;
        float corners[4][2];
        if (number_tile(f, c->map, raw, tint, &t) &&
            place_cell(f, node, c, component, column, row, corners)) {
            draw_tile(f, &t, corners);
        }
        at = at < end ? at + 1 : NULL;
    }
}

/* An image layer is one picture at the map's corner. */
static void draw_image(hob_frame *f, const hob_node *node, hob_str asset, const uint8_t tint[4]) {
    const hob_picture *picture = hob_pictures_get(f->pictures, asset);
    float corners[4][2];
    if (picture->texture != 0 &&
        hob_frame__corners(f, node, 0, 0, picture->width, picture->height, corners)) {
        tile t = {0};
        set_part(&t, picture, NULL, hob_picture_all(picture, NULL));
        memcpy(t.color, tint, 4);
        draw_tile(f, &t, corners);
    }
}

static double vec_axis(hob_value layer, const char *key, const char *axis, double missing) {
    return hob_value_get_number(hob_value_get(layer, key), axis, missing);
}

static bool is_true(hob_value layer, const char *key, bool missing) {
    hob_value v = hob_value_get(layer, key);
    return v.tag == HOB_TAG_BOOL ? v.as.boolean : missing;
}

static void draw_layer(hob_frame *f, const hob_node *node, hob_component *component,
                       hob_value layer) {
    const hob_tilemap *map = HOB_DATA(component, hob_tilemap);
    hob_node moved = *node;
    double px = vec_axis(layer, "parallax", "x", 1), py = vec_axis(layer, "parallax", "y", 1);
    moved.x += (1 - px) * f->camera_x * f->zoom + vec_axis(layer, "offset", "x", 0) * node->scale;
    moved.y += (1 - py) * f->camera_y * f->zoom + vec_axis(layer, "offset", "y", 0) * node->scale;
    uint8_t tint[4];
    hob_value color = hob_value_get(layer, "tint");
    hob_frame__color(color.tag == HOB_TAG_TEXT ? color.as.text : NULL,
                     hob_value_get_number(layer, "opacity", 1), tint);
    hob_str image = hob_value_get_str(layer, "image", "");
    if (image.length > 0) {
        draw_image(f, &moved, image, tint);
    }
    cells c = cells_in_view(f, &moved, map);
    hob_value rows = hob_value_get(layer, "rows");
    for (int32_t row = c.first_row; row <= c.last_row && (uint32_t)row < list_count(rows); row++) {
        draw_row(f, &moved, component, &c, hob_value_str(rows.as.list->items[row]), row, tint);
    }
}

static hob_value layer_at(const hob_tilemap *map, uint32_t i) {
    return hob_list_get(map->layers.as.list, i);
}

bool hob_frame__tilemap_has_above(const hob_component *c) {
    const hob_tilemap *map = HOB_DATA(c, hob_tilemap);
    for (uint32_t i = 0; i < list_count(map->layers); i++) {
        if (is_true(layer_at(map, i), "above", false)) {
            return true;
        }
    }
    return false;
}

void hob_frame__tilemap(hob_frame *f, const hob_node *node, hob_component *component, bool above) {
    const hob_tilemap *map = HOB_DATA(component, hob_tilemap);
    if (!above) {
        cells c = cells_in_view(f, node, map);
        draw_grid(f, node, component, &c);
    }
    for (uint32_t i = 0; i < list_count(map->layers); i++) {
        hob_value layer = layer_at(map, i);
        if (is_true(layer, "visible", true) && is_true(layer, "above", false) == above) {
            draw_layer(f, node, component, layer);
        }
    }
}
