/* Tiled's XML as the JSON that Tiled writes of it. Only what a survey looks at is taken over. */
#include "command/pack.h"

#include <string.h>

#define DEPTH_MAX 64

typedef struct reader {
    hob_command_call *call;
    hob_str text;
    size_t at;
    bool bad;
} reader;

/* ---- any element: {"#name", "#children", "#text", attributes} ---- */

static char peek(const reader *r) {
    return r->at < r->text.length ? r->text.data[r->at] : '\0';
}

static bool looks_at(const reader *r, const char *text) {
    size_t length = strlen(text);
    return r->text.length - r->at >= length && memcmp(r->text.data + r->at, text, length) == 0;
}

static bool skip_past(reader *r, const char *end) {
    while (r->at < r->text.length && !looks_at(r, end)) {
        r->at++;
    }
    r->bad = r->bad || r->at >= r->text.length;
    r->at += r->bad ? 0 : strlen(end);
    return !r->bad;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip_blank(reader *r) {
    while (is_blank(peek(r))) {
        r->at++;
    }
}

static hob_str read_name(reader *r) {
    size_t start = r->at;
    while (r->at < r->text.length && !is_blank(peek(r)) && strchr("=/><\"'", peek(r)) == NULL) {
        r->at++;
    }
    r->bad = r->bad || r->at == start;
    return (hob_str){r->text.data + start, r->at - start};
}

/* The five names of XML; all others stay as they are. */
static hob_value unescaped(reader *r, hob_str s) {
    static const struct {
        const char *name, *text;
    } names[] = {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}};
    hob_buf out;
    hob_buf_init(&out, &r->call->arena->as_allocator, s.length + 1);
    for (size_t i = 0; i < s.length; i++) {
        size_t used = 0;
        for (size_t n = 0; s.data[i] == '&' && n < HOB_COUNT(names); n++) {
            if (hob_str_starts((hob_str){s.data + i, s.length - i}, hob_str_from(names[n].name))) {
                hob_buf_add_cstr(&out, names[n].text);
                used = strlen(names[n].name);
            }
        }
        if (used == 0) {
            hob_buf_add_char(&out, s.data[i]);
        }
        i += used > 0 ? used - 1 : 0;
    }
    return hob_command__text(r->call, hob_buf_str(&out));
}

static void read_attributes(reader *r, hob_value element) {
    for (skip_blank(r); !r->bad && peek(r) != '>' && peek(r) != '/' && peek(r) != '?';
         skip_blank(r)) {
        hob_str name = read_name(r);
        skip_blank(r);
        r->bad = r->bad || peek(r) != '=';
        r->at += !r->bad;
        skip_blank(r);
        char quote = peek(r);
        r->bad = r->bad || (quote != '"' && quote != '\'');
        size_t start = ++r->at;
        while (r->at < r->text.length && peek(r) != quote) {
            r->at++;
        }
        r->bad = r->bad || r->at >= r->text.length;
        if (!r->bad) {
            hob_command__put(r->call, element, hob_command__cstr(r->call, name),
                             unescaped(r, (hob_str){r->text.data + start, r->at - start}));
            r->at++;
        }
    }
}

/* Comments, instructions and declarations between elements. */
static bool skip_other(reader *r) {
    if (looks_at(r, "<!--")) {
        return skip_past(r, "-->");
    }
    if (looks_at(r, "<?")) {
        return skip_past(r, "?>");
    }
    r->bad = r->bad || looks_at(r, "<!"); /* a DOCTYPE can make a text of any size */
    return false;
}

static hob_value read_element(reader *r, int depth) {
    hob_value element = hob_command__map(r->call), children = hob_command__list(r->call);
    r->at++;
    hob_str name = read_name(r);
    hob_command__put_str(r->call, element, "#name", name);
    hob_command__put(r->call, element, "#children", children);
    read_attributes(r, element);
    if (!r->bad && peek(r) == '/') {
        return skip_past(r, ">") ? element : HOB_VALUE_NULL;
    }
    r->bad = r->bad || peek(r) != '>' || depth == DEPTH_MAX;
    r->at++;
    size_t start = r->at;
    while (!r->bad && r->at < r->text.length && !looks_at(r, "</")) {
        if (peek(r) != '<') {
            r->at++;
        } else if (!skip_other(r) && !r->bad) {
            hob_command__add(r->call, children, read_element(r, depth + 1));
        }
    }
    r->bad = r->bad || r->at >= r->text.length;
    if (r->bad) {
        return HOB_VALUE_NULL;
    }
    if (children.as.list->count == 0) {
        hob_command__put_str(r->call, element, "#text",
                             (hob_str){r->text.data + start, r->at - start});
    }
    r->at += 2;
    r->bad = !hob_str_equal(read_name(r), name);
    return skip_past(r, ">") ? element : HOB_VALUE_NULL;
}

/* ---- as Tiled's JSON ---- */

static bool is_named(hob_value element, const char *name) {
    return hob_str_is(hob_value_get_str(element, "#name", ""), name);
}

/* Attributes; whole and broken numbers become numbers, but `visible` a bool. */
static hob_value attributes(reader *r, hob_value element) {
    hob_value made = hob_command__map(r->call);
    for (uint32_t i = 0; i < element.as.map->count; i++) {
        const hob_map_entry *entry = &element.as.map->entries[i];
        hob_str key = hob_text_view(entry->key), text = hob_value_str(entry->value);
        hob_value number = HOB_VALUE_NULL;
        if (key.data[0] == '#') {
            continue;
        }
        bool is_number =
            text.length > 0 && strchr("-0123456789", text.data[0]) != NULL &&
            hob_value_parse_json(&r->call->arena->as_allocator, text, &number, NULL) == HOB_OK &&
            number.tag == HOB_TAG_NUMBER;
        if (hob_str_is(key, "visible")) {
            hob_command__put_bool(r->call, made, "visible", !hob_str_is(text, "0"));
        } else {
            hob_command__put(r->call, made, hob_text_cstr(entry->key),
                             is_number ? number : entry->value);
        }
    }
    return made;
}

static hob_value tileset_of(reader *r, hob_value element) {
    hob_value made = attributes(r, element), tiles = hob_command__list(r->call);
    const hob_list *children = hob_value_get(element, "#children").as.list;
    for (uint32_t i = 0; i < children->count; i++) {
        hob_value child = hob_list_get(children, i);
        const hob_list *inner = hob_value_get(child, "#children").as.list;
        if (is_named(child, "image")) {
            hob_command__put(r->call, made, "image", hob_value_get(child, "source"));
        } else if (is_named(child, "tileoffset")) {
            hob_command__put(r->call, made, "tileoffset", attributes(r, child));
        } else if (is_named(child, "wangsets")) {
            hob_command__put(r->call, made, "wangsets", hob_value_get(child, "#children"));
        } else if (is_named(child, "terraintypes")) {
            hob_command__put(r->call, made, "terrains", hob_value_get(child, "#children"));
        } else if (is_named(child, "tile")) {
            hob_value tile = attributes(r, child);
            for (uint32_t k = 0; k < inner->count; k++) {
                hob_value part = hob_list_get(inner, k), whole = attributes(r, part);
                if (is_named(part, "objectgroup")) {
                    hob_command__put(r->call, tile, "objectgroup", whole);
                } else if (is_named(part, "image")) {
                    hob_command__put(r->call, tile, "image", hob_value_get(whole, "source"));
                    hob_command__put(r->call, tile, "imagewidth", hob_value_get(whole, "width"));
                    hob_command__put(r->call, tile, "imageheight", hob_value_get(whole, "height"));
                }
            }
            hob_command__add(r->call, tiles, tile);
        }
    }
    hob_command__put(r->call, made, "tiles", tiles);
    return made;
}

static hob_value cells_of(reader *r, hob_value data) {
    const hob_list *tiles = hob_value_get(data, "#children").as.list;
    if (tiles->count == 0) {
        return hob_value_get(data, "#text");
    }
    hob_value made = hob_command__list(r->call);
    for (uint32_t i = 0; i < tiles->count; i++) {
        hob_value gid = hob_value_get(attributes(r, hob_list_get(tiles, i)), "gid");
        hob_command__add(r->call, made, gid.tag == HOB_TAG_NUMBER ? gid : hob_value_number(0));
    }
    return made;
}

static void add_layers(reader *r, hob_value parent, hob_value layers);

static void add_layer(reader *r, hob_value element, const char *type, hob_value layers) {
    hob_value made = attributes(r, element);
    const hob_list *children = hob_value_get(element, "#children").as.list;
    hob_command__put_text(r->call, made, "type", type);
    for (uint32_t i = 0; i < children->count; i++) {
        hob_value child = hob_list_get(children, i);
        if (is_named(child, "data")) {
            hob_command__put(r->call, made, "encoding", hob_value_get(child, "encoding"));
            hob_command__put(r->call, made, "compression", hob_value_get(child, "compression"));
            hob_command__put(r->call, made, "data", cells_of(r, child));
        }
    }
    hob_command__add(r->call, layers, made);
    add_layers(r, element, layers);
}

/* Layers of groups follow their group. */
static void add_layers(reader *r, hob_value parent, hob_value layers) {
    static const struct {
        const char *element, *type;
    } kinds[] = {{"layer", "tilelayer"},
                 {"objectgroup", "objectgroup"},
                 {"imagelayer", "imagelayer"},
                 {"group", "group"}};
    const hob_list *children = hob_value_get(parent, "#children").as.list;
    for (uint32_t i = 0; i < children->count; i++) {
        for (size_t k = 0; k < HOB_COUNT(kinds); k++) {
            if (is_named(hob_list_get(children, i), kinds[k].element)) {
                add_layer(r, hob_list_get(children, i), kinds[k].type, layers);
            }
        }
    }
}

hob_value hob_pack_xml(hob_command_call *call, hob_str text) {
    reader r = {.call = call, .text = text};
    if (hob_str_starts(text, HOB_STR("\xef\xbb\xbf"))) {
        r.at = 3;
    }
    for (skip_blank(&r); skip_other(&r); skip_blank(&r)) {
    }
    hob_value root = !r.bad && peek(&r) == '<' ? read_element(&r, 0) : HOB_VALUE_NULL;
    if (r.bad || root.tag != HOB_TAG_MAP) {
        return HOB_VALUE_NULL;
    }
    if (is_named(root, "tileset")) {
        return tileset_of(&r, root);
    }
    if (!is_named(root, "map")) {
        return HOB_VALUE_NULL;
    }
    hob_value made = attributes(&r, root), layers = hob_command__list(call);
    hob_value tilesets = hob_command__list(call);
    const hob_list *children = hob_value_get(root, "#children").as.list;
    for (uint32_t i = 0; i < children->count; i++) {
        if (is_named(hob_list_get(children, i), "tileset")) {
            hob_command__add(call, tilesets, tileset_of(&r, hob_list_get(children, i)));
        }
    }
    add_layers(&r, root, layers);
    hob_command__put(call, made, "tilesets", tilesets);
    hob_command__put(call, made, "layers", layers);
    return made;
}
