/* One declaration of a component becomes a component type. */
#include "script/declare_internal.h"

#include "world/code.h"

#include <stdio.h>
#include <string.h>

static const char *const known_keys[] = {"component",      "doc",      "fields",   "signals",
                                         "families",       "extends",  "requires", "updateAfter",
                                         "runWhilePaused", "isolated", "inspect",  NULL};

/* ---- what such a component does in the world ---- */

static void init(hob_world *world, hob_component *component) {
    const hob_component_type *type = component->type;
    hob_code_slot_create(world, component, hob_str_from(type->script));
    if (component->code != NULL) {
        component->code->run_while_paused = (type->flags & HOB_COMPONENT_RUNS_PAUSED) != 0;
        component->code->hearth_hooks = false;
    }
}

/* ---- lists ---- */

static size_t count_of(const char *const *list) {
    size_t count = 0;
    while (list != NULL && list[count] != NULL) {
        count++;
    }
    return count;
}

static bool has(const char *const *list, const char *name) {
    for (size_t i = 0; list != NULL && list[i] != NULL; i++) {
        if (strcmp(list[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* Own families, the name of the base and the base's families, each once. */
static const char *const *all_families(hob_declaring *d, const char *const *own,
                                       const hob_component_type *base) {
    size_t most = count_of(own) + (base == NULL ? 0 : count_of(base->families) + 1);
    const char **all = hob_arena_array(d->arena, const char *, most + 1);
    size_t count = 0;
    for (size_t i = 0; i < count_of(own); i++) {
        if (!has(all, own[i])) {
            all[count++] = own[i];
        }
    }
    if (base != NULL && !has(all, base->name)) {
        all[count++] = base->name;
    }
    for (size_t i = 0; base != NULL && i < count_of(base->families); i++) {
        if (!has(all, base->families[i])) {
            all[count++] = base->families[i];
        }
    }
    return count == 0 ? NULL : all;
}

/* A family that is the name of a type would make that name mean two things. */
static bool check_families(hob_declaring *d, const hob_declaration *item, const char *const *own,
                           const hob_component_type *base) {
    for (size_t i = 0; i < count_of(own); i++) {
        bool is_base = base != NULL && strcmp(own[i], base->name) == 0;
        if (strcmp(own[i], item->name) == 0 || is_base) {
            continue;
        }
        int at = hob_registry_find(d->declared->registry, hob_str_from(own[i]));
        const hob_component_type *other =
            at < 0 ? NULL : hob_registry_at(d->declared->registry, (size_t)at);
        if (other != NULL && !has(other->families, own[i])) {
            return hob_declare__refuse(
                d, item->path, HOB_ERR_COMPONENT_CONFLICT, "Give the family another name.",
                "The family %s of %s is the name of a component type.", own[i], item->name);
        }
    }
    return true;
}

/* ---- signals ---- */

static bool add_signal(hob_declaring *d, hob_signal_type *list, size_t *count, const char *name,
                       const char *arguments) {
    for (size_t i = 0; i < *count; i++) {
        if (strcmp(list[i].name, name) == 0) {
            list[i].arguments = arguments;
            return true;
        }
    }
    list[(*count)++] = (hob_signal_type){
        .name = name,
        .arguments = arguments,
        .doc = hob_arena_format(d->arena, "The signal %s of the project's component.", name)};
    return true;
}

/* A list of names, or a map from name to the names of its arguments. */
static bool read_signals(hob_declaring *d, const hob_declaration *item,
                         const hob_component_type *base, const hob_signal_type **ret_signals) {
    hob_value v = hob_value_get(item->table, "signals");
    uint32_t own = v.tag == HOB_TAG_LIST  ? v.as.list->count
                   : v.tag == HOB_TAG_MAP ? v.as.map->count
                                          : 0;
    size_t inherited = 0;
    while (base != NULL && base->signals != NULL && base->signals[inherited].name != NULL) {
        inherited++;
    }
    hob_signal_type *list = hob_arena_array(d->arena, hob_signal_type, own + inherited + 1);
    if (inherited > 0) {
        memcpy(list, base->signals, inherited * sizeof *list);
    }
    size_t count = inherited;
    bool right = hob_value_is_absent(v) || v.tag == HOB_TAG_LIST || v.tag == HOB_TAG_MAP;
    for (uint32_t i = 0; right && i < own; i++) {
        bool is_list = v.tag == HOB_TAG_LIST;
        const char *name = is_list ? hob_declare__text(d, v.as.list->items[i])
                                   : hob_text_cstr(v.as.map->entries[i].key);
        const char *arguments = is_list ? "" : hob_declare__text(d, v.as.map->entries[i].value);
        right = name != NULL && name[0] != '\0' && arguments != NULL &&
                add_signal(d, list, &count, name, arguments);
    }
    *ret_signals = count == 0 ? NULL : list;
    return right || hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED,
                                        "Write a list of names, or name = \"its, arguments\".",
                                        "signals of %s is no list of names.", item->name);
}

/* ---- flags ---- */

static bool read_flag(hob_declaring *d, const hob_declaration *item, const char *key, uint32_t flag,
                      uint32_t *flags) {
    hob_value v = hob_value_get(item->table, key);
    if (v.tag == HOB_TAG_BOOL) {
        *flags = v.as.boolean ? *flags | flag : *flags & ~flag;
    }
    return hob_value_is_absent(v) || v.tag == HOB_TAG_BOOL ||
           hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED, "Write true or false.",
                               "%s of %s is neither true nor false.", key, item->name);
}

static bool read_flags(hob_declaring *d, const hob_declaration *item,
                       const hob_component_type *base, uint32_t *ret_flags) {
    uint32_t inherited = HOB_COMPONENT_TURN | HOB_COMPONENT_ISOLATED | HOB_COMPONENT_RUNS_PAUSED;
    *ret_flags =
        HOB_COMPONENT_CODE | HOB_COMPONENT_SELF | (base == NULL ? 0 : base->flags & inherited);
    if (item->hooks & 1u << HOB_HOOK_UPDATE) {
        *ret_flags |= HOB_COMPONENT_TURN;
    }
    return read_flag(d, item, "isolated", HOB_COMPONENT_ISOLATED, ret_flags) &&
           read_flag(d, item, "runWhilePaused", HOB_COMPONENT_RUNS_PAUSED, ret_flags);
}

static bool check_keys(hob_declaring *d, const hob_declaration *item) {
    const char *known[HOB_COUNT(known_keys) + HOB_HOOK_COUNT];
    size_t count = 0;
    for (size_t i = 0; known_keys[i] != NULL; i++) {
        known[count++] = known_keys[i];
    }
    for (size_t i = 0; i < HOB_HOOK_COUNT; i++) {
        known[count++] = hob_hooks[i].name;
    }
    known[count] = NULL;
    hob_value inspect = hob_value_get(item->table, "inspect");
    if (!hob_value_is_absent(inspect) && !hob_declare__is_function(inspect)) {
        return hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED,
                                   "Write a function of self that returns a table.",
                                   "inspect of %s is no function.", item->name);
    }
    return hob_declare__known_keys(d, item->path, item->name, item->table, known);
}

/* A sibling each; null without a list. */
static const hob_need *needs_of(hob_declaring *d, const char *const *requires) {
    size_t count = count_of(requires);
    hob_need *needs = hob_arena_array(d->arena, hob_need, count + 1);
    for (size_t i = 0; i < count; i++) {
        needs[i] = (hob_need){.kind = HOB_NEED_SIBLING, .name = requires[i]};
    }
    needs[count] = (hob_need){.name = NULL};
    return requires != NULL ? needs : NULL;
}

const hob_component_type *hob_declare__type(hob_declaring *d, const hob_declaration *item,
                                            const hob_component_type *base) {
    hob_component_type *type = hob_arena_new(d->arena, hob_component_type);
    const char *doc = hob_declare__text(d, hob_value_get(item->table, "doc"));
    const char *const *families, *const *requires;
    bool right = check_keys(d, item) && read_flags(d, item, base, &type->flags) &&
                 hob_declare__texts(d, item, "families", &families) &&
                 check_families(d, item, families, base) &&
                 hob_declare__texts(d, item, "requires", &requires) &&
                 hob_declare__texts(d, item, "updateAfter", &type->update_after) &&
                 read_signals(d, item, base, &type->signals) &&
                 hob_declare__fields(d, item, base, &type->fields, &type->size);
    if (!right) {
        return NULL;
    }
    type->name = item->name;
    type->doc = doc != NULL ? doc : hob_arena_format(d->arena, "Declared in %s.", item->path);
    type->families = all_families(d, families, base);
    type->needs = needs_of(d, requires);
    if (base != NULL) {
        type->needs = type->needs != NULL ? type->needs : base->needs;
        type->update_after = type->update_after != NULL ? type->update_after : base->update_after;
    }
    type->script = item->path;
    type->extends = base;
    type->init = init;
    return type;
}
