/* Long answers: what stays of them, and how parts are asked for. */
#include "app/mcp/internal.h"

#include <string.h>

typedef struct cutter {
    const hob_allocator *a;
    uint32_t most; /* elements or members */
    size_t most_text;
    hob_value truncated; /* list of {pointer, total, shown} */
} cutter;

static void put(const cutter *c, hob_value map, const char *key, hob_value v) {
    (void)hob_map_set(c->a, map.as.map, hob_str_from(key), v);
}

static void note(cutter *c, const char *pointer, double total, double shown) {
    hob_value row = hob_value_map(c->a, 4);
    put(c, row, "pointer", hob_value_cstr(c->a, pointer));
    put(c, row, "total", hob_value_number(total));
    put(c, row, "shown", hob_value_number(shown));
    (void)hob_list_add(c->a, c->truncated.as.list, row);
}

static size_t count_lines(hob_str s) {
    size_t lines = s.length > 0 && s.data[s.length - 1] != '\n' ? 1 : 0;
    for (size_t i = 0; i < s.length; i++) {
        lines += s.data[i] == '\n';
    }
    return lines;
}

/* Whole lines; of a single long line the beginning. */
static hob_value cut_text(cutter *c, hob_str s, const char *pointer) {
    if (s.length <= c->most_text) {
        return hob_value_text(c->a, s);
    }
    size_t end = c->most_text;
    while (end > 0 && s.data[end - 1] != '\n') {
        end--;
    }
    if (end == 0) {
        end = c->most_text;
        while (end > 0 && ((unsigned char)s.data[end] & 0xC0) == 0x80) {
            end--;
        }
    }
    hob_str kept = {s.data, end};
    note(c, pointer, (double)count_lines(s), (double)count_lines(kept));
    return hob_value_text(c->a, kept);
}

static hob_value cut(cutter *c, hob_value v, char *pointer, size_t size);

static hob_value cut_list(cutter *c, const hob_list *list, char *pointer, size_t size) {
    size_t length = strlen(pointer);
    uint32_t shown = list->count < c->most ? list->count : c->most;
    hob_value out = hob_value_list(c->a, shown);
    if (shown < list->count) {
        note(c, pointer, list->count, shown);
    }
    for (uint32_t i = 0; i < shown; i++) {
        hob_json_pointer_index(pointer, size, i);
        (void)hob_list_add(c->a, out.as.list, cut(c, list->items[i], pointer, size));
        pointer[length] = '\0';
    }
    return out;
}

/* Maps of the envelope and of records stay whole; long ones are tables by name. */
static hob_value cut_map(cutter *c, const hob_map *map, char *pointer, size_t size) {
    enum { RECORD = 64 };
    size_t length = strlen(pointer);
    uint32_t most = c->most < RECORD ? RECORD : c->most;
    uint32_t shown = map->count < most ? map->count : most;
    hob_value out = hob_value_map(c->a, shown);
    if (shown < map->count) {
        note(c, pointer, map->count, shown);
    }
    for (uint32_t i = 0; i < shown; i++) {
        hob_str key = hob_text_view(map->entries[i].key);
        hob_json_pointer_key(pointer, size, key);
        (void)hob_map_set(c->a, out.as.map, key, cut(c, map->entries[i].value, pointer, size));
        pointer[length] = '\0';
    }
    return out;
}

static hob_value cut(cutter *c, hob_value v, char *pointer, size_t size) {
    switch (v.tag) {
    case HOB_TAG_TEXT:
        return cut_text(c, hob_text_view(v.as.text), pointer);
    case HOB_TAG_LIST:
        return cut_list(c, v.as.list, pointer, size);
    case HOB_TAG_MAP:
        return cut_map(c, v.as.map, pointer, size);
    default:
        return v;
    }
}

hob_str hob_mcp_cut(hob_value envelope, size_t most_bytes, hob_arena *arena) {
    static const char HINT[] = "Ask for parts: run_command with select (a pointer below /data, "
                               "without /data), offset and limit.";
    hob_buf text;
    for (uint32_t most = 256;; most /= 2) {
        char pointer[200] = "";
        cutter c = {.a = &arena->as_allocator,
                    .most = most,
                    .most_text = most > 0 ? most_bytes / 256 * most : 80,
                    .truncated = hob_value_list(&arena->as_allocator, 4)};
        hob_value v = cut(&c, envelope, pointer, sizeof pointer);
        put(&c, v, "truncated", c.truncated);
        put(&c, v, "truncatedHint", hob_value_cstr(c.a, HINT));
        hob_buf_init(&text, &arena->as_allocator, HOB_RPC_MAX_BYTES);
        (void)hob_value_write_json(&text, v, false, NULL, NULL);
        if ((!text.failed && text.length <= most_bytes) || most == 0) {
            return text.failed ? HOB_STR("{}") : hob_buf_str(&text);
        }
    }
}

/* ---- parts ---- */

static hob_status no_part(hob_str pointer, hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_INVALID_PARAMS, "Data has nothing at \"%.*s\".",
             (int)(pointer.length < 150 ? pointer.length : 150), pointer.data);
    hob_error_hint(reterr, "A pointer looks like /entities or /entities/0/components.");
    return hob_error_place(reterr, NULL, "/select", 0, 0);
}

/* One step of a pointer, with ~0 and ~1 resolved. */
static hob_value step_into(hob_value v, hob_str part, hob_arena *arena) {
    char *key = hob_arena_alloc(arena, part.length + 1);
    size_t length = 0;
    double index = 0;
    bool is_index = part.length > 0 && part.length < 10;
    for (size_t i = 0; i < part.length; i++) {
        bool escaped = part.data[i] == '~' && i + 1 < part.length;
        key[length++] = escaped ? (part.data[++i] == '1' ? '/' : '~') : part.data[i];
        is_index = is_index && part.data[i] >= '0' && part.data[i] <= '9';
        index = index * 10 + (part.data[i] - '0');
    }
    if (v.tag == HOB_TAG_MAP) {
        return hob_map_get(v.as.map, (hob_str){key, length});
    }
    return v.tag == HOB_TAG_LIST && is_index ? hob_list_get(v.as.list, (uint32_t)index)
                                             : HOB_VALUE_ABSENT;
}

static hob_value lines_of(hob_str s, double offset, double limit, const hob_allocator *a) {
    size_t begin = 0;
    double line = 0;
    while (begin < s.length && line < offset) {
        line += s.data[begin++] == '\n';
    }
    size_t end = begin;
    while (end < s.length && line < offset + limit) {
        line += s.data[end++] == '\n';
    }
    return hob_value_text(a, (hob_str){s.data + begin, end - begin});
}

hob_status hob_mcp_select(hob_value data, hob_str pointer, double offset, double limit,
                          hob_arena *arena, hob_value *ret_value, hob_error *reterr) {
    cutter c = {.a = &arena->as_allocator};
    hob_value v = data, part = HOB_VALUE_NULL;
    for (size_t at = 0; at < pointer.length;) {
        size_t end = at + 1;
        while (end < pointer.length && pointer.data[end] != '/') {
            end++;
        }
        if (pointer.data[at] != '/') {
            return no_part(pointer, reterr);
        }
        v = step_into(v, (hob_str){pointer.data + at + 1, end - at - 1}, arena);
        at = end;
    }
    if (v.tag == HOB_TAG_ABSENT) {
        return no_part(pointer, reterr);
    }
    double total = 1;
    if (v.tag == HOB_TAG_LIST) {
        total = v.as.list->count;
        part = hob_value_list(c.a, 8);
        for (double i = offset; i < total && i < offset + limit; i++) {
            (void)hob_list_add(c.a, part.as.list,
                               hob_value_keep(c.a, v.as.list->items[(uint32_t)i]));
        }
    } else if (v.tag == HOB_TAG_MAP) {
        total = v.as.map->count;
        part = hob_value_map(c.a, 8);
        for (double i = offset; i < total && i < offset + limit; i++) {
            const hob_map_entry *entry = &v.as.map->entries[(uint32_t)i];
            (void)hob_map_set(c.a, part.as.map, hob_text_view(entry->key),
                              hob_value_keep(c.a, entry->value));
        }
    } else if (v.tag == HOB_TAG_TEXT) {
        total = (double)count_lines(hob_text_view(v.as.text));
        part = lines_of(hob_text_view(v.as.text), offset, limit, c.a);
    } else {
        part = v;
    }
    *ret_value = hob_value_map(c.a, 4);
    put(&c, *ret_value, "pointer", hob_value_text(c.a, pointer));
    put(&c, *ret_value, "total", hob_value_number(total));
    put(&c, *ret_value, "offset", hob_value_number(offset));
    put(&c, *ret_value, "value", part);
    return HOB_OK;
}
