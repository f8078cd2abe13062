#include "schema/registry.h"

#include "schema/pattern.h"
#include "schema/read.h"

#include <string.h>

typedef struct entry {
    const hob_component_type *type;
    const void *prototype;
    const void *rule_prototype; /* the other defaults; null = none differ */
    uint32_t rule;              /* that selects them */
} entry;

struct hob_registry {
    const hob_allocator *allocator;
    hob_arena arena; /* prototypes and their texts */
    entry *entries;
    size_t count, cap;
    uint16_t *slots; /* open addressing by name: index + 1, 0 free; at most half full */
    size_t slot_count;
};

hob_status hob_registry_create(const hob_allocator *a, hob_registry **ret_registry,
                               hob_error *reterr) {
    hob_registry *registry = hob_alloc_zero(a, 1, sizeof *registry);
    if (!registry) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory to start.");
    }
    registry->allocator = a;
    hob_arena_init(&registry->arena, a, NULL);
    *ret_registry = registry;
    return HOB_OK;
}

void hob_registry_destroy(hob_registry *registry) {
    if (!registry) {
        return;
    }
    const hob_allocator *a = registry->allocator;
    hob_arena_done(&registry->arena);
    hob_free(a, registry->entries, registry->cap * sizeof *registry->entries);
    hob_free(a, registry->slots, registry->slot_count * sizeof *registry->slots);
    hob_free(a, registry, sizeof *registry);
}

/* ---- lookup ---- */

static size_t slot_of(const hob_registry *registry, hob_str name) {
    size_t mask = registry->slot_count - 1;
    size_t slot = (size_t)hob_str_hash(name) & mask;
    while (registry->slots[slot] &&
           !hob_str_is(name, registry->entries[registry->slots[slot] - 1].type->name)) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

int hob_registry_find(const hob_registry *registry, hob_str name) {
    if (registry->count == 0) {
        return -1;
    }
    return (int)registry->slots[slot_of(registry, name)] - 1;
}

static bool has_name(const char *const *names, hob_str name) {
    for (size_t i = 0; names && names[i]; i++) {
        if (hob_str_is(name, names[i])) {
            return true;
        }
    }
    return false;
}

static bool is_family(const hob_registry *registry, hob_str name) {
    for (size_t i = 0; i < registry->count; i++) {
        if (has_name(registry->entries[i].type->families, name)) {
            return true;
        }
    }
    return false;
}

size_t hob_registry_count(const hob_registry *registry) {
    return registry->count;
}

const hob_component_type *hob_registry_at(const hob_registry *registry, size_t index) {
    return index < registry->count ? registry->entries[index].type : NULL;
}

const char *hob_registry_nearest(const hob_registry *registry, hob_str name) {
    char asked[64];
    if (name.length >= sizeof asked) {
        return NULL;
    }
    memcpy(asked, name.data, name.length);
    asked[name.length] = '\0';
    const char *best = NULL;
    for (size_t i = 0; i < registry->count; i++) {
        const char *pair[3] = {best ? best : registry->entries[i].type->name,
                               registry->entries[i].type->name, NULL};
        best = hob_nearest_name(asked, pair);
    }
    return best;
}

const void *hob_registry_prototype(const hob_registry *registry, size_t index, uint32_t rules) {
    const entry *e = &registry->entries[index];
    return (e->rule & rules) ? e->rule_prototype : e->prototype;
}

bool hob_slot_split(hob_str slot, hob_str *ret_type, hob_str *ret_name) {
    if (!hob_pattern_find("slot")->matches(slot)) {
        return false;
    }
    size_t type = 0;
    while (type < slot.length && slot.data[type] != '#') {
        type++;
    }
    *ret_type = (hob_str){slot.data, type};
    size_t name = type < slot.length ? type + 1 : type;
    *ret_name = (hob_str){slot.data + name, slot.length - name};
    return true;
}

/* ---- prototypes ---- */

static void share_text(hob_text *text) {
    if (text) {
        text->refs = HOB_TEXT_SHARED;
    }
}

static void share_value(hob_value v) {
    switch (v.tag) {
    case HOB_TAG_TEXT:
        share_text(v.as.text);
        break;
    case HOB_TAG_LIST:
        for (uint32_t i = 0; i < v.as.list->count; i++) {
            share_value(v.as.list->items[i]);
        }
        break;
    case HOB_TAG_MAP:
        for (uint32_t i = 0; i < v.as.map->count; i++) {
            share_text(v.as.map->entries[i].key);
            share_value(v.as.map->entries[i].value);
        }
        break;
    default:
        break;
    }
}

/* The texts of a prototype belong to no component: whoever keeps them counts nothing. */
static void share_texts(const hob_field *table, char *of_struct) {
    for (const hob_field *field = table; field->name; field++) {
        void *place = of_struct + field->offset;
        if (field->flags & HOB_FIELD_ALIAS) {
            continue;
        }
        if (hob_field_is_value(field)) {
            share_value(*(hob_value *)place);
        } else if (field->type == HOB_FIELD_OBJECT) {
            share_texts(field->fields, place);
        } else if (field->type == HOB_FIELD_TEXT || field->type == HOB_FIELD_COLOR ||
                   field->type == HOB_FIELD_ASSET || field->type == HOB_FIELD_REF) {
            share_text(*(hob_text **)place);
        }
    }
}

static const void *make_prototype(hob_registry *registry, const hob_component_type *type,
                                  uint32_t rules) {
    char *prototype = hob_arena_alloc(&registry->arena, type->size);
    (void)hob_fields_default(type->fields, rules, prototype, &registry->arena.as_allocator);
    share_texts(type->fields, prototype);
    return prototype;
}

static uint32_t rule_of(const hob_field *table) {
    uint32_t rule = 0;
    for (const hob_field *field = table; field->name; field++) {
        rule |= field->rule;
        if (field->type == HOB_FIELD_OBJECT) {
            rule |= rule_of(field->fields);
        }
    }
    return rule;
}

/* ---- adding ---- */

/* Room for one entry and one slot more. */
static bool reserve(hob_registry *registry) {
    if (registry->count == registry->cap) {
        size_t cap = registry->cap ? registry->cap * 2 : 64;
        entry *entries = hob_resize(registry->allocator, registry->entries,
                                    registry->cap * sizeof *entries, cap * sizeof *entries);
        if (!entries) {
            return false;
        }
        registry->entries = entries;
        registry->cap = cap;
    }
    if ((registry->count + 1) * 2 <= registry->slot_count) {
        return true;
    }
    size_t slot_count = registry->slot_count ? registry->slot_count * 2 : 128;
    uint16_t *slots = hob_alloc_zero(registry->allocator, slot_count, sizeof *slots);
    if (!slots) {
        return false;
    }
    hob_free(registry->allocator, registry->slots, registry->slot_count * sizeof *registry->slots);
    registry->slots = slots;
    registry->slot_count = slot_count;
    for (size_t i = 0; i < registry->count; i++) {
        slots[slot_of(registry, hob_str_from(registry->entries[i].type->name))] = (uint16_t)(i + 1);
    }
    return true;
}

/* Fills the entry behind the last one; false without memory. */
static bool make_entry(hob_registry *registry, const hob_component_type *type) {
    hob_guard guard;
    registry->arena.guard = &guard;
    if (hob_guard_enter(&guard)) {
        registry->arena.guard = NULL;
        return false;
    }
    entry *e = &registry->entries[registry->count];
    *e = (entry){.type = type, .rule = rule_of(type->fields)};
    e->prototype = make_prototype(registry, type, 0);
    if (e->rule) {
        e->rule_prototype = make_prototype(registry, type, e->rule);
    }
    registry->arena.guard = NULL;
    return true;
}

static hob_status conflict(const hob_registry *registry, const hob_component_type *type,
                           hob_error *reterr) {
    hob_str name = hob_str_from(type->name);
    if (hob_registry_find(registry, name) >= 0) {
        (void)hob_fail(reterr, HOB_ERR_COMPONENT_CONFLICT,
                       "There is a component type named %s already.", type->name);
    } else if (is_family(registry, name)) {
        (void)hob_fail(reterr, HOB_ERR_COMPONENT_CONFLICT,
                       "%s is the name of a family of components.", type->name);
    } else {
        return HOB_OK;
    }
    (void)hob_error_hint(reterr, "Give the component another name.");
    return HOB_ERR_COMPONENT_CONFLICT;
}

hob_status hob_registry_add(hob_registry *registry, const hob_component_type *type,
                            hob_error *reterr) {
    hob_status status = conflict(registry, type, reterr);
    if (status) {
        return status;
    }
    if (registry->count >= UINT16_MAX || !reserve(registry) || !make_entry(registry, type)) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY,
                        "There is not enough memory for the component type %s.", type->name);
    }
    registry->slots[slot_of(registry, hob_str_from(type->name))] = (uint16_t)(registry->count + 1);
    registry->count++;
    return HOB_OK;
}

hob_status hob_registry_derive(const hob_allocator *a, const hob_registry *base,
                               hob_registry **ret_registry, hob_error *reterr) {
    hob_registry *registry = NULL;
    hob_status status = hob_registry_create(a, &registry, reterr);
    for (size_t i = 0; status == HOB_OK && i < base->count; i++) {
        status = hob_registry_add(registry, base->entries[i].type, reterr);
    }
    if (status != HOB_OK) {
        hob_registry_destroy(registry);
        return status;
    }
    *ret_registry = registry;
    return HOB_OK;
}
