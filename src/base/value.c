/* Values: making, freeing, copying, comparing, hashing; the convenience readers. Containers:
 * value_list.c, value_map.c. */
#include "base/value.h"

#include "base/value_private.h"

#include <string.h>

hob_value hob_value_bool(bool b) {
    return (hob_value){.tag = HOB_TAG_BOOL, .as.boolean = b};
}

hob_value hob_value_number(double n) {
    return (hob_value){.tag = HOB_TAG_NUMBER, .as.number = n};
}

hob_value hob_value_entity(uint64_t entity) {
    return (hob_value){.tag = HOB_TAG_ENTITY, .as.entity = entity};
}

hob_value hob_value_text(const hob_allocator *a, hob_str s) {
    hob_text *text = hob_text_create(a, s);
    return text ? (hob_value){.tag = HOB_TAG_TEXT, .as.text = text} : HOB_VALUE_ABSENT;
}

hob_value hob_value_cstr(const hob_allocator *a, const char *s) {
    return hob_value_text(a, hob_str_from(s));
}

hob_value hob_value_list(const hob_allocator *a, uint32_t cap) {
    hob_list *list = hob_alloc_zero(a, 1, sizeof *list);
    if (!list) {
        return HOB_VALUE_ABSENT;
    }
    if (cap) {
        list->items = hob_alloc(a, (size_t)cap * sizeof *list->items);
        if (!list->items) {
            hob_free(a, list, sizeof *list);
            return HOB_VALUE_ABSENT;
        }
        list->cap = cap;
    }
    return (hob_value){.tag = HOB_TAG_LIST, .as.list = list};
}

hob_value hob_value_map(const hob_allocator *a, uint32_t cap) {
    hob_map *map = hob_alloc_zero(a, 1, sizeof *map);
    if (!map) {
        return HOB_VALUE_ABSENT;
    }
    if (cap) {
        map->entries = hob_alloc(a, (size_t)cap * sizeof *map->entries);
        if (!map->entries) {
            hob_free(a, map, sizeof *map);
            return HOB_VALUE_ABSENT;
        }
        map->cap = cap;
    }
    return (hob_value){.tag = HOB_TAG_MAP, .as.map = map};
}

static void free_list(const hob_allocator *a, hob_list *list) {
    for (uint32_t i = 0; i < list->count; i++) {
        hob_value_done(a, &list->items[i]);
    }
    hob_free(a, list->items, (size_t)list->cap * sizeof *list->items);
    hob_free(a, list, sizeof *list);
}

void hob_value_done(const hob_allocator *a, hob_value *v) {
    switch (v->tag) {
    case HOB_TAG_TEXT:
        hob_text_drop(a, v->as.text);
        break;
    case HOB_TAG_LIST:
        free_list(a, v->as.list);
        break;
    case HOB_TAG_MAP:
        hob_map_clear(a, v->as.map);
        hob_free(a, v->as.map, sizeof *v->as.map);
        break;
    default:
        break;
    }
    *v = HOB_VALUE_NULL;
}

/* ABSENT is also the mark of a copy that ran out of memory; `failed` tells them apart inside a
 * tree. */
typedef struct copier {
    const hob_allocator *to;
    bool keep_texts;
    bool copy_shared;
    bool failed;
} copier;

static hob_value copy_value(copier *c, hob_value v);

static hob_text *copy_text(copier *c, hob_text *text) {
    /* A shared text lies outside all allocators and outlives what most copies are for. */
    bool shared = text && text->refs == HOB_TEXT_SHARED;
    if (c->keep_texts || (shared && !c->copy_shared)) {
        return hob_text_keep(text);
    }
    hob_text *copy = text ? hob_text_create(c->to, hob_text_view(text)) : NULL;
    c->failed = c->failed || (text && !copy);
    return copy;
}

static hob_value copy_list(copier *c, const hob_list *list) {
    hob_value copy = hob_value_list(c->to, list->count);
    if (copy.tag != HOB_TAG_LIST) {
        c->failed = true;
        return copy;
    }
    for (uint32_t i = 0; i < list->count && !c->failed; i++) {
        hob_value item = copy_value(c, list->items[i]);
        if (!c->failed) {
            copy.as.list->items[copy.as.list->count++] = item;
        }
    }
    return copy;
}

static hob_value copy_map(copier *c, const hob_map *map) {
    hob_value copy = hob_value_map(c->to, map->count);
    if (copy.tag != HOB_TAG_MAP) {
        c->failed = true;
        return copy;
    }
    for (uint32_t i = 0; i < map->count && !c->failed; i++) {
        hob_text *key = copy_text(c, map->entries[i].key);
        hob_value item = c->failed ? HOB_VALUE_NULL : copy_value(c, map->entries[i].value);
        if (c->failed) {
            hob_text_drop(c->to, key);
        } else if (!hob_map_append(c->to, copy.as.map, key, item)) {
            c->failed = true; /* key and item are freed */
        }
    }
    return copy;
}

static hob_value copy_value(copier *c, hob_value v) {
    hob_value copy = v;
    switch (v.tag) {
    case HOB_TAG_TEXT:
        copy.as.text = copy_text(c, v.as.text);
        break;
    case HOB_TAG_LIST:
        copy = copy_list(c, v.as.list);
        break;
    case HOB_TAG_MAP:
        copy = copy_map(c, v.as.map);
        break;
    default:
        return copy;
    }
    if (c->failed) {
        if (copy.tag != HOB_TAG_TEXT || copy.as.text) {
            hob_value_done(c->to, &copy);
        }
        return HOB_VALUE_ABSENT;
    }
    return copy;
}

hob_value hob_value_copy(const hob_allocator *to, hob_value v) {
    copier c = {.to = to};
    return copy_value(&c, v);
}

hob_value hob_value_detach(const hob_allocator *to, hob_value v) {
    copier c = {.to = to, .copy_shared = true};
    return copy_value(&c, v);
}

hob_value hob_value_keep(const hob_allocator *same, hob_value v) {
    copier c = {.to = same, .keep_texts = true};
    return copy_value(&c, v);
}

static bool same_number(double a, double b) {
    if (a != a || b != b) {
        return a != a && b != b;
    }
    return memcmp(&a, &b, sizeof a) == 0; /* tells -0 from 0 */
}

static bool same_list(const hob_list *a, const hob_list *b) {
    if (a->count != b->count) {
        return false;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        if (!hob_value_equal(a->items[i], b->items[i])) {
            return false;
        }
    }
    return true;
}

static bool same_map(const hob_map *a, const hob_map *b) {
    if (a->count != b->count) {
        return false;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        const hob_map_entry *entry = &a->entries[i];
        uint32_t there = hob_map__index(b, hob_text_view(entry->key));
        if (there == UINT32_MAX || !hob_value_equal(entry->value, b->entries[there].value)) {
            return false;
        }
    }
    return true;
}

bool hob_value_equal(hob_value a, hob_value b) {
    if (a.tag != b.tag) {
        return false;
    }
    switch (a.tag) {
    case HOB_TAG_NULL:
    case HOB_TAG_ABSENT:
        return true;
    case HOB_TAG_BOOL:
        return a.as.boolean == b.as.boolean;
    case HOB_TAG_NUMBER:
        return same_number(a.as.number, b.as.number);
    case HOB_TAG_TEXT:
        return hob_str_equal(hob_text_view(a.as.text), hob_text_view(b.as.text));
    case HOB_TAG_LIST:
        return a.as.list == b.as.list || same_list(a.as.list, b.as.list);
    case HOB_TAG_MAP:
        return a.as.map == b.as.map || same_map(a.as.map, b.as.map);
    case HOB_TAG_ENTITY:
        return a.as.entity == b.as.entity;
    case HOB_TAG_SCRIPT:
        return a.as.script.index == b.as.script.index && a.as.script.kind == b.as.script.kind &&
               a.as.script.language == b.as.script.language;
    }
    return false;
}

bool hob_value_is_absent(hob_value v) {
    return v.tag == HOB_TAG_NULL || v.tag == HOB_TAG_ABSENT;
}

static void hash_text(hob_hash *hash, hob_str s) {
    hob_hash_u8(hash, 4);
    hob_hash_u32(hash, (uint32_t)s.length);
    hob_hash_bytes(hash, s.data, s.length);
}

void hob_value_hash_with(hob_hash *hash, hob_value v, hob_entity_serial_fn serial, void *user) {
    switch (v.tag) {
    case HOB_TAG_NULL:
    case HOB_TAG_ABSENT:
        hob_hash_u8(hash, 0);
        break;
    case HOB_TAG_BOOL:
        hob_hash_u8(hash, 1);
        hob_hash_u8(hash, v.as.boolean ? 1 : 0);
        break;
    case HOB_TAG_NUMBER:
        hob_hash_u8(hash, 3);
        hob_hash_double(hash, v.as.number);
        break;
    case HOB_TAG_TEXT:
        hash_text(hash, hob_text_view(v.as.text));
        break;
    case HOB_TAG_LIST:
        hob_hash_u8(hash, 5);
        hob_hash_u32(hash, v.as.list->count);
        for (uint32_t i = 0; i < v.as.list->count; i++) {
            hob_value_hash_with(hash, v.as.list->items[i], serial, user);
        }
        break;
    case HOB_TAG_MAP:
        hob_hash_u8(hash, 6);
        hob_hash_u32(hash, v.as.map->count);
        for (uint32_t i = 0; i < v.as.map->count; i++) {
            hash_text(hash, hob_text_view(v.as.map->entries[i].key));
            hob_value_hash_with(hash, v.as.map->entries[i].value, serial, user);
        }
        break;
    case HOB_TAG_ENTITY:
        hob_hash_u8(hash, 7);
        hob_hash_u64(hash, serial ? serial(user, v.as.entity) : v.as.entity);
        break;
    case HOB_TAG_SCRIPT:
        hob_hash_u8(hash, 8);
        hob_hash_u8(hash, (uint8_t)v.as.script.kind);
        break;
    }
}

void hob_value_hash(hob_hash *hash, hob_value v) {
    hob_value_hash_with(hash, v, NULL, NULL);
}

hob_value hob_value_get(hob_value map, const char *key) {
    return map.tag == HOB_TAG_MAP ? hob_map_get(map.as.map, hob_str_from(key)) : HOB_VALUE_ABSENT;
}

double hob_value_get_number(hob_value map, const char *key, double missing) {
    hob_value v = hob_value_get(map, key);
    return v.tag == HOB_TAG_NUMBER ? v.as.number : missing;
}

bool hob_value_get_bool(hob_value map, const char *key, bool missing) {
    hob_value v = hob_value_get(map, key);
    return v.tag == HOB_TAG_BOOL ? v.as.boolean : missing;
}

hob_str hob_value_get_str(hob_value map, const char *key, const char *missing) {
    hob_value v = hob_value_get(map, key);
    return v.tag == HOB_TAG_TEXT ? hob_text_view(v.as.text) : hob_str_from(missing);
}

hob_str hob_value_str(hob_value v) {
    return v.tag == HOB_TAG_TEXT ? hob_text_view(v.as.text) : (hob_str){"", 0};
}
