#include "support/queries.h"

#include "physics/query.h"
#include "support/testing.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NATIVE, LUA, JS, LANGUAGES };
static const char *const language_names[] = {"C", "Lua", "JavaScript"};

static hob_test_game game;

/* ---- arguments ---- */

static hob_value parse(const char *json) {
    char text[4000];
    snprintf(text, sizeof text, "%s", json);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_value v;
    hob_error error = {0};
    if (hob_value_parse_json(hob_heap_allocator(), hob_str_from(text), &v, &error) != HOB_OK) {
        fail_msg("%s: %s", json, error.message);
    }
    return v;
}

static bool named_number(const char *text, double *ret) {
    const struct {
        const char *name;
        double value;
    } names[] = {{"!NaN", (double)NAN},
                 {"!Inf", (double)INFINITY},
                 {"!-Inf", -(double)INFINITY},
                 {"!max", DBL_MAX},
                 {"!min", DBL_MIN}};
    for (size_t i = 0; i < HOB_COUNT(names); i++) {
        if (strcmp(text, names[i].name) == 0) {
            *ret = names[i].value;
            return true;
        }
    }
    return false;
}

static const char *text_of(hob_value v) {
    return v.tag == HOB_TAG_TEXT ? hob_text_cstr(v.as.text) : "";
}

static double number(hob_value v) {
    double n = (double)NAN;
    if (v.tag == HOB_TAG_NUMBER) {
        return v.as.number;
    }
    (void)named_number(text_of(v), &n);
    return n;
}

static hob_value item(hob_value list, uint32_t index) {
    return list.tag == HOB_TAG_LIST && index < list.as.list->count ? list.as.list->items[index]
                                                                   : HOB_VALUE_ABSENT;
}

/* ---- as source text ---- */

typedef struct predicate {
    const char *name, *lua, *js;
} predicate;
static const predicate predicates[] = {
    {"!where:not-last", "function(h) return h.name ~= 'Last' end", "h => h.name !== 'Last'"},
    {"!where:radius", "function(h, info) return info.distance <= tonumber(h.tags[1]) end",
     "(h, info) => info.distance <= Number(h.tags[0])"},
    {"!where:none", "function() return false end", "() => false"},
    {"!where:all", "function() return true end", "() => true"},
};

static void write_text(hob_buf *out, const char *text, int language) {
    double n;
    for (size_t i = 0; i < HOB_COUNT(predicates); i++) {
        if (strcmp(text, predicates[i].name) == 0) {
            hob_buf_add_cstr(out, language == LUA ? predicates[i].lua : predicates[i].js);
            return;
        }
    }
    if (strcmp(text, "!undefined") == 0) {
        hob_buf_add_cstr(out, language == LUA ? "nil" : "undefined");
    } else if (!named_number(text, &n)) {
        hob_buf_format(out, "\"%s\"", text);
    } else if (isfinite(n)) {
        hob_buf_format(out, "%.17g", n);
    } else if (isnan(n)) {
        hob_buf_add_cstr(out, language == LUA ? "(0/0)" : "NaN");
    } else {
        hob_buf_format(out, "%s%s", n < 0 ? "-" : "", language == LUA ? "math.huge" : "Infinity");
    }
}

static void write_value(hob_buf *out, hob_value v, int language) {
    bool lua = language == LUA;
    switch (v.tag) {
    case HOB_TAG_NUMBER:
        hob_buf_format(out, "%.17g", v.as.number);
        break;
    case HOB_TAG_BOOL:
        hob_buf_add_cstr(out, v.as.boolean ? "true" : "false");
        break;
    case HOB_TAG_TEXT:
        write_text(out, text_of(v), language);
        break;
    case HOB_TAG_LIST:
        hob_buf_add_cstr(out, lua ? "{" : "[");
        for (uint32_t i = 0; i < v.as.list->count; i++) {
            hob_buf_add_cstr(out, i == 0 ? "" : ", ");
            write_value(out, v.as.list->items[i], language);
        }
        hob_buf_add_cstr(out, lua ? "}" : "]");
        break;
    case HOB_TAG_MAP:
        hob_buf_add_cstr(out, "{");
        for (uint32_t i = 0; i < v.as.map->count; i++) {
            hob_buf_format(out, "%s%s%s", i == 0 ? "" : ", ",
                           hob_text_cstr(v.as.map->entries[i].key), lua ? " = " : ": ");
            write_value(out, v.as.map->entries[i].value, language);
        }
        hob_buf_add_cstr(out, "}");
        break;
    default:
        hob_buf_add_cstr(out, lua ? "nil" : "null");
    }
}

static const char lua_head[] =
    "local function names(list) local t = {} for _, h in ipairs(list) do t[#t + 1] = h.name end "
    "return table.concat(t, ' ') end\n"
    "local function g(n) return string.format('%.17g', n) end\n"
    "local show = {area = names, point = names, within = names, cellEmpty = tostring,\n"
    "nearest = function(h) return h == nil and 'none' or h.name end,\n"
    "ray = function(r) if r == nil then return 'none' end\n"
    "local tile = r.tile and ('@' .. g(r.tile.col) .. ',' .. g(r.tile.row)) or ''\n"
    "return table.concat({r.entity.name, r.slot .. tile, g(r.distance), g(r.point.x), "
    "g(r.point.y), g(r.normal.x), g(r.normal.y)}, ' ') end}\n"
    "local n, calls = 0, {\n";
static const char js_head[] =
    "const names = list => list.map(h => h.name).join(' ');\n"
    "const show = {area: names, point: names, within: names, cellEmpty: String,\n"
    "nearest: h => h === null ? 'none' : h.name,\n"
    "ray: r => r === null ? 'none' : [r.entity.name, r.slot + (r.tile ? '@' + r.tile.col + ',' + "
    "r.tile.row : ''), r.distance, r.point.x, r.point.y, r.normal.x, r.normal.y].join(' ')};\n"
    "let n = 0; const calls = [\n";

static bool is_change(const hob_query_row *row) {
    return row->wanted == NULL;
}

static void write_script(hob_buf *out, const hob_query_row *rows, size_t count, int language) {
    hob_buf_add_cstr(out, language == LUA ? lua_head : js_head);
    for (size_t i = 0; i < count; i++) {
        if (is_change(&rows[i])) {
            continue;
        }
        hob_value args = parse(rows[i].args);
        hob_buf_format(out,
                       language == LUA ? "function(ctx) return show.%s(ctx.query.%s("
                                       : "ctx => show.%s(ctx.query.%s(",
                       rows[i].call, rows[i].call);
        for (uint32_t a = 0; a < args.as.list->count; a++) {
            hob_buf_add_cstr(out, a == 0 ? "" : ", ");
            write_value(out, args.as.list->items[a], language);
        }
        hob_buf_add_cstr(out, language == LUA ? ")) end,\n" : ")),\n");
        hob_value_done(hob_heap_allocator(), &args);
    }
    hob_buf_add_cstr(out, language == LUA
                              ? "}\nreturn {onUpdate = function(ctx) n = n + 1 if calls[n] then "
                                "ctx.log('=' .. calls[n](ctx)) end end}"
                              : "];\nexport default {onUpdate(ctx) { if (n < calls.length) "
                                "ctx.log('=' + calls[n++](ctx)); }};");
}

/* ---- through C ---- */

typedef struct c_filter {
    hob_query_filter filter;
    hob_entity excluded[8];
    const char *where;
    hob_value layers;
} c_filter;

static hob_where judge(void *user, hob_entity_data *e, const hob_query_info *info) {
    const char *name = ((const c_filter *)user)->where;
    bool accepts = strcmp(name, "!where:all") == 0;
    if (strcmp(name, "!where:not-last") == 0) {
        accepts = strcmp(hob_text_cstr(e->name), "Last") != 0;
    } else if (strcmp(name, "!where:radius") == 0) {
        accepts = info->distance <= atof(text_of(item(e->tags, 0)));
    }
    return accepts ? HOB_WHERE_ACCEPTS : HOB_WHERE_REJECTS;
}

static hob_entity entity_named(hob_value v) {
    return hob_entity_find_name(game.world, hob_value_str(v));
}

static const hob_query_filter *read_filter(hob_value v, c_filter *f) {
    *f = (c_filter){.where = text_of(hob_value_get(v, "where"))};
    if (v.tag != HOB_TAG_MAP) {
        return NULL;
    }
    hob_query_filter *filter = &f->filter;
    filter->with = hob_value_get(v, "with");
    filter->without = hob_value_get(v, "without");
    hob_value exclude = hob_value_get(v, "exclude");
    if (exclude.tag == HOB_TAG_TEXT) {
        f->excluded[filter->exclude_count++] = entity_named(exclude);
    }
    for (uint32_t i = 0; exclude.tag == HOB_TAG_LIST && i < exclude.as.list->count; i++) {
        f->excluded[filter->exclude_count++] = entity_named(exclude.as.list->items[i]);
    }
    filter->exclude = f->excluded;
    hob_value tag = hob_value_get(v, "tag");
    filter->tag = tag.tag == HOB_TAG_TEXT ? hob_value_str(tag) : (hob_str){0};
    f->layers = hob_value_get(v, "layer");
    if (f->layers.tag == HOB_TAG_LIST) {
        filter->has_layers = true;
        filter->layers = hob_layer_set_of(game.world, f->layers);
    }
    hob_str kind = hob_value_get_str(v, "kind", "");
    filter->kinds = hob_str_is(kind, "solid")    ? HOB_SPACE_SOLID
                    : hob_str_is(kind, "sensor") ? HOB_SPACE_SENSOR
                    : hob_str_is(kind, "any")    ? HOB_SPACE_ANY
                                                 : 0;
    hob_value most = hob_value_get(v, "maxDistance");
    filter->has_max_distance = !hob_value_is_absent(most);
    filter->max_distance = number(most);
    if (f->where[0] != '\0') {
        filter->where = judge;
        filter->user = f;
    }
    return filter;
}

static void name_found(hob_query_result *found, char *out, size_t size) {
    out[0] = '\0';
    for (uint32_t i = 0; i < found->count; i++) {
        const hob_entity_data *e = hob_entity_get(game.world, found->items[i]);
        snprintf(out + strlen(out), size - strlen(out), "%s%s", i == 0 ? "" : " ",
                 hob_text_cstr(e->name));
    }
    hob_query_result_done(found);
}

static void ask_area(hob_value args, char *out, size_t size) {
    hob_value v = item(args, 0);
    c_filter f;
    hob_query_result found = {.allocator = hob_heap_allocator()};
    hob_vec2 points[40];
    const hob_query_filter *filter = read_filter(item(args, 1), &f);
    hob_str kind = hob_value_get_str(v, "shape", "");
    hob_area area = {.shape = hob_str_is(kind, "circle")    ? HOB_AREA_CIRCLE
                              : hob_str_is(kind, "polygon") ? HOB_AREA_POLYGON
                                                            : HOB_AREA_BOX,
                     .x = number(hob_value_get(v, "x")),
                     .y = number(hob_value_get(v, "y")),
                     .width = number(hob_value_get(v, "width")),
                     .height = number(hob_value_get(v, "height")),
                     .radius = number(hob_value_get(v, "radius")),
                     .points = points};
    hob_value list = hob_value_get(v, "points");
    for (uint32_t i = 0; list.tag == HOB_TAG_LIST && i < list.as.list->count && i < 40; i++) {
        points[area.point_count++] = (hob_vec2){number(hob_value_get(item(list, i), "x")),
                                                number(hob_value_get(item(list, i), "y"))};
    }
    hob_query_area(game.world, &area, filter, &found);
    name_found(&found, out, size);
}

static void show_hit(const hob_ray_hit *hit, char *out, size_t size) {
    char tile[40] = "";
    if (hit->is_tile) {
        snprintf(tile, sizeof tile, "@%d,%d", (int)hit->column, (int)hit->row);
    }
    snprintf(out, size, "%s %s%s %.17g %.17g %.17g %.17g %.17g",
             hob_text_cstr(hob_entity_get(game.world, hit->entity)->name),
             hob_text_cstr(hit->component->slot), tile, hit->distance, hit->point.x, hit->point.y,
             hit->normal.x, hit->normal.y);
}

static void ask_native(const hob_query_row *row, hob_value args, char *out, size_t size) {
    double n[5];
    c_filter f;
    hob_ray_hit hit;
    hob_query_result found = {.allocator = hob_heap_allocator()};
    for (uint32_t i = 0; i < 5; i++) {
        n[i] = number(item(args, i));
    }
    if (strcmp(row->call, "area") == 0) {
        ask_area(args, out, size);
    } else if (strcmp(row->call, "point") == 0) {
        hob_query_point(game.world, n[0], n[1], read_filter(item(args, 2), &f), &found);
        name_found(&found, out, size);
    } else if (strcmp(row->call, "within") == 0) {
        hob_query_within(game.world, n[0], n[1], n[2], read_filter(item(args, 3), &f), &found);
        name_found(&found, out, size);
    } else if (strcmp(row->call, "nearest") == 0) {
        hob_entity e = hob_query_nearest(game.world, n[0], n[1], read_filter(item(args, 2), &f));
        snprintf(out, size, "%s",
                 e == HOB_NO_ENTITY ? "none" : hob_text_cstr(hob_entity_get(game.world, e)->name));
    } else if (strcmp(row->call, "cellEmpty") == 0) {
        double side = args.as.list->count > 2 ? n[2] : game.world->scene_settings.cell_size;
        snprintf(out, size, "%s",
                 hob_query_cell_empty(game.world, n[0], n[1], side) ? "true" : "false");
    } else if (hob_query_ray(game.world, n[0], n[1], n[2], n[3], n[4],
                             read_filter(item(args, 5), &f), &hit)) {
        show_hit(&hit, out, size);
    } else {
        snprintf(out, size, "none");
    }
}

/* ---- changes ---- */

static void change(const hob_query_row *row) {
    hob_value args = parse(row->args);
    const char *name = text_of(item(args, 0));
    if (strcmp(row->call, "step") == 0) {
        hob_test_steps(&game, 1);
    } else if (strcmp(row->call, "move") == 0) {
        hob_entity_set_world_position(game.world, hob_test_entity(&game, name),
                                      (hob_vec2){number(item(args, 1)), number(item(args, 2))});
    } else if (strcmp(row->call, "destroy") == 0) {
        hob_entity_destroy(game.world, hob_test_entity(&game, name)->self, HOB_CHILDREN_BY_RULE);
    } else if (strcmp(row->call, "enable") == 0) {
        hob_entity_set_enabled(game.world, hob_test_entity(&game, name), item(args, 1).as.boolean);
    } else {
        assert_string_equal(row->call, "set");
        hob_component *c = HOB_HEADER(hob_test_component(&game, name, text_of(item(args, 1))));
        const hob_field *field = hob_field_find(c->type->fields, hob_value_str(item(args, 2)));
        assert_int_equal(hob_field_set(field, c + 1, item(args, 3), game.world->heap, NULL),
                         HOB_OK);
        hob_component_changed(game.world, c, field);
    }
    hob_value_done(hob_heap_allocator(), &args);
}

/* ---- running ---- */

/* Words are equal, or numbers nearly so. */
static bool same(const char *a, const char *b) {
    while (*a != '\0' && *b != '\0') {
        size_t la = strcspn(a, " ");
        size_t lb = strcspn(b, " ");
        char *end_a;
        char *end_b;
        double na = strtod(a, &end_a);
        double nb = strtod(b, &end_b);
        bool numbers = end_a == a + la && end_b == b + lb;
        if (numbers ? !(fabs(na - nb) <= 1e-9 * (1 + fabs(nb)))
                    : la != lb || strncmp(a, b, la) != 0) {
            return false;
        }
        a += la + (a[la] == ' ');
        b += lb + (b[lb] == ' ');
    }
    return *a == *b;
}

static void open_game(const char *entities, const char *settings, const char *script,
                      int language) {
    static char text[60000];
    const char *path = language == LUA ? "scripts/ask.lua" : "scripts/ask.js";
    hob_test_file files[] = {{path, script}, {NULL, NULL}};
    snprintf(text, sizeof text,
             "%s%s{'id':'ent_asker','name':'asker','components':{'Transform':{'position':{'x':"
             "1e7,'y':1e7}}%s%s%s}}",
             entities, entities[0] == '\0' ? "" : ",",
             language == NATIVE ? "" : ",'Script':{'scriptPath':'", language == NATIVE ? "" : path,
             language == NATIVE ? "" : "'}");
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, settings, text, language == NATIVE ? NULL : files, NULL, 0);
}

static const char *last_log(void) {
    const hob_records *records = hob_session_records(game.session);
    return records->log_count == 0
               ? ""
               : records->logs[(records->log_start + records->log_count - 1) % records->log_count]
                     .message;
}

static void run_rows(const hob_query_row *rows, size_t count, int language) {
    for (size_t i = 0; i < count; i++) {
        char got[4000];
        if (is_change(&rows[i])) {
            change(&rows[i]);
            continue;
        }
        if (language == NATIVE) {
            hob_value args = parse(rows[i].args);
            ask_native(&rows[i], args, got, sizeof got);
            hob_value_done(hob_heap_allocator(), &args);
        } else {
            hob_test_steps(&game, 1);
            const hob_records *records = hob_session_records(game.session);
            const char *said = records->error_count > 0 ? records->errors[0].message : last_log();
            snprintf(got, sizeof got, "%s", said[0] == '=' ? said + 1 : said);
        }
        if (!same(got, rows[i].wanted)) {
            fail_msg("%s, row %zu: %s%s gave \"%s\", wanted \"%s\"", language_names[language], i,
                     rows[i].call, rows[i].args, got, rows[i].wanted);
        }
    }
}

void hob_query_rows_run(const char *entities, const char *settings, const hob_query_row *rows,
                        size_t count) {
    for (int language = 0; language < LANGUAGES; language++) {
        hob_buf script;
        hob_buf_init(&script, hob_heap_allocator(), 1 << 20);
        if (language != NATIVE) {
            write_script(&script, rows, count, language);
        }
        open_game(entities, settings == NULL ? "" : settings, script.data, language);
        run_rows(rows, count, language);
        hob_test_game_close(&game);
        hob_buf_done(&script);
    }
}
