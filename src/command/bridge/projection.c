#include "command/bridge/projection.h"

#include "base/sort.h"

#include <math.h>

void hob_projection_begin(hob_projection *p, hob_world *world, hob_arena *arena) {
    *p = (hob_projection){.world = world, .arena = arena};
    p->issues = hob_value_list(&arena->as_allocator, 4);
    hob_buf_init(&p->path, &arena->as_allocator, SIZE_MAX / 4);
}

/* ---- where ---- */

size_t hob_projection_enter(hob_projection *p, hob_str key) {
    size_t length = p->path.length;
    hob_buf_format(&p->path, "%s%.*s", length > 0 ? "." : "", (int)key.length, key.data);
    return length;
}

size_t hob_projection_enter_index(hob_projection *p, size_t index) {
    size_t length = p->path.length;
    hob_buf_format(&p->path, "[%zu]", index);
    return length;
}

void hob_projection_leave(hob_projection *p, size_t length) {
    p->path.length = length;
}

/* ---- markers ---- */

static void put(hob_projection *p, hob_value map, const char *key, hob_value v) {
    (void)hob_map_set(&p->arena->as_allocator, map.as.map, hob_str_from(key), v);
}

static hob_value cstr(hob_projection *p, const char *s) {
    return hob_value_cstr(&p->arena->as_allocator, s);
}

void hob_projection_issue(hob_projection *p, const char *marker, double omitted) {
    const hob_allocator *a = &p->arena->as_allocator;
    hob_value row = hob_value_map(a, 3);
    put(p, row, "path", hob_value_text(a, hob_buf_str(&p->path)));
    put(p, row, "marker", cstr(p, marker));
    if (omitted > 0) {
        put(p, row, "omitted", hob_value_number(omitted));
    }
    (void)hob_list_add(a, p->issues.as.list, row);
}

static hob_value marker(hob_projection *p, const char *kind, double omitted) {
    hob_value v = hob_value_map(&p->arena->as_allocator, 5);
    put(p, v, "$hob", cstr(p, kind));
    hob_projection_issue(p, kind, omitted);
    return v;
}

static hob_value unsupported(hob_projection *p, const char *type) {
    hob_value v = marker(p, "unsupported", 0);
    put(p, v, "type", cstr(p, type));
    return v;
}

static hob_value truncated(hob_projection *p, const char *reason, double omitted) {
    hob_value v = marker(p, "truncated", omitted);
    put(p, v, "reason", cstr(p, reason));
    return v;
}

/* ---- kinds ---- */

static hob_value show(hob_projection *p, hob_value v, int depth);

static hob_value show_text(hob_projection *p, hob_value v) {
    const hob_allocator *a = &p->arena->as_allocator;
    hob_str text = hob_value_str(v);
    if (text.length <= HOB_PROJECTION_STRING) {
        return hob_value_text(a, text);
    }
    size_t end = HOB_PROJECTION_STRING;
    while (end > 0 && ((unsigned char)text.data[end] & 0xC0) == 0x80) {
        end--; /* whole characters */
    }
    hob_value m = truncated(p, "string", 0);
    put(p, m, "preview", hob_value_text(a, (hob_str){text.data, end}));
    put(p, m, "originalLength", hob_value_number((double)hob_utf16_length(text)));
    put(p, m, "originalBytes", hob_value_number((double)text.length));
    return m;
}

static hob_value show_entity(hob_projection *p, uint64_t handle) {
    const hob_allocator *a = &p->arena->as_allocator;
    const hob_entity_data *e = hob_entity_live(p->world, handle);
    if (e == NULL) {
        return HOB_VALUE_NULL;
    }
    hob_value v = hob_value_map(a, 3);
    put(p, v, "$hob", cstr(p, "entity"));
    put(p, v, "id", hob_value_text(a, hob_text_view(e->id)));
    put(p, v, "name", hob_value_text(a, hob_text_view(e->name)));
    return v;
}

static hob_value show_list(hob_projection *p, const hob_list *list, int depth) {
    const hob_allocator *a = &p->arena->as_allocator;
    uint32_t count = list->count < HOB_PROJECTION_ENTRIES ? list->count : HOB_PROJECTION_ENTRIES;
    hob_value v = hob_value_list(a, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        size_t length = hob_projection_enter_index(p, i);
        (void)hob_list_add(a, v.as.list, show(p, list->items[i], depth + 1));
        hob_projection_leave(p, length);
    }
    if (count < list->count) {
        hob_value rest = truncated(p, "entries", list->count - count);
        put(p, rest, "omitted", hob_value_number(list->count - count));
        (void)hob_list_add(a, v.as.list, rest);
    }
    return v;
}

static int by_key(const void *a, const void *b) {
    const hob_map_entry *const *x = a, *const *y = b;
    return hob_str_compare(hob_text_view((*x)->key), hob_text_view((*y)->key));
}

static hob_value show_map(hob_projection *p, const hob_map *map, int depth) {
    const hob_allocator *a = &p->arena->as_allocator;
    const hob_map_entry **sorted = hob_arena_array(p->arena, const hob_map_entry *, map->count + 1);
    for (uint32_t i = 0; i < map->count; i++) {
        sorted[i] = &map->entries[i];
    }
    hob_sort(sorted, map->count, sizeof *sorted, by_key);
    uint32_t count = map->count < HOB_PROJECTION_ENTRIES ? map->count : HOB_PROJECTION_ENTRIES;
    hob_value v = hob_value_map(a, count);
    for (uint32_t i = 0; i < count; i++) {
        hob_str key = hob_text_view(sorted[i]->key);
        size_t length = hob_projection_enter(p, key);
        (void)hob_map_set(a, v.as.map, key, show(p, sorted[i]->value, depth + 1));
        hob_projection_leave(p, length);
    }
    if (count == map->count) {
        return v;
    }
    hob_value whole = truncated(p, "entries", map->count - count);
    put(p, whole, "omitted", hob_value_number(map->count - count));
    put(p, whole, "value", v);
    return whole;
}

static hob_value show(hob_projection *p, hob_value v, int depth) {
    static const char *const kinds[] = {"function", "function", "thread", "object"};
    bool is_tree = v.tag == HOB_TAG_LIST || v.tag == HOB_TAG_MAP;
    if (is_tree && depth > HOB_PROJECTION_DEPTH) {
        hob_value m = truncated(p, "depth", 0);
        put(p, m, "maxDepth", hob_value_number(HOB_PROJECTION_DEPTH));
        return m;
    }
    switch (v.tag) {
    case HOB_TAG_NUMBER:
        return isfinite(v.as.number) ? v : unsupported(p, "non-finite-number");
    case HOB_TAG_TEXT:
        return show_text(p, v);
    case HOB_TAG_LIST:
        return show_list(p, v.as.list, depth);
    case HOB_TAG_MAP:
        return show_map(p, v.as.map, depth);
    case HOB_TAG_ENTITY:
        return show_entity(p, v.as.entity);
    case HOB_TAG_SCRIPT:
        return unsupported(p, kinds[v.as.script.kind & 3]);
    case HOB_TAG_BOOL:
        return v;
    default:
        return HOB_VALUE_NULL;
    }
}

hob_value hob_projection_show(hob_projection *p, hob_value v) {
    return show(p, v, 0);
}

size_t hob_projection_size(hob_value v, hob_arena *arena) {
    hob_buf text;
    hob_buf_init(&text, &arena->as_allocator, SIZE_MAX / 4);
    (void)hob_value_write_json(&text, v, false, NULL, NULL);
    size_t size = text.length;
    hob_buf_done(&text);
    return size;
}

hob_value hob_projection_show_state(hob_projection *p, hob_value v) {
    const uint32_t issues = p->issues.as.list->count;
    hob_value shown = show(p, v, 0);
    size_t size = hob_projection_size(shown, p->arena);
    if (size <= HOB_PROJECTION_STATE) {
        return shown;
    }
    /* What was told of its inside goes with it. */
    (void)hob_list_resize(&p->arena->as_allocator, p->issues.as.list, issues);
    hob_value m = truncated(p, "component-size", 0);
    put(p, m, "limit", hob_value_number(HOB_PROJECTION_STATE));
    put(p, m, "originalBytes", hob_value_number((double)size));
    put(p, m, "path", hob_value_text(&p->arena->as_allocator, hob_buf_str(&p->path)));
    return m;
}
