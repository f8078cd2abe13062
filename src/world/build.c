/* One entity and its components from data; what is built is linked, or taken back. */
#include "world/build.h"

#include <stdio.h>
#include <string.h>

void hob_build__begin(hob_build *build, hob_world *world, const char *file, hob_str text,
                      hob_error_list *findings) {
    *build = (hob_build){
        .world = world,
        .reader =
            {
                .allocator = world->heap,
                .findings = findings,
                .file = file,
                .text = text,
                .rules = world->outside.rules,
            },
        .serial = world->next_serial,
        .runtime_id = world->next_runtime_id,
        .born = world->last_born,
    };
}

/* ---- components ---- */

/* `Entity "Player"`, in front of the reader's sentences. */
static void set_subject(hob_build *build, hob_str name, const hob_read_level *level) {
    static const char before[] = "Entity \"";
    size_t length = name.length < 200 ? name.length : 200;
    memcpy(build->subject, before, sizeof before - 1);
    if (length > 0) {
        memcpy(build->subject + sizeof before - 1, name.data, length);
    }
    memcpy(build->subject + sizeof before - 1 + length, "\"", 2);
    build->reader.subject = build->subject;
    build->reader.subject_level = level;
}

/* Index of the slot's type, -1 with a finding when there is none. */
static int type_of_slot(hob_build *build, hob_str slot, const hob_read_level *level) {
    const hob_registry *registry = build->world->outside.registry;
    hob_str type_name, name;
    int index = -1;
    if (hob_slot_split(slot, &type_name, &name)) {
        index = hob_registry_find(registry, type_name);
    }
    if (index >= 0) {
        return index;
    }
    const char *nearest = hob_registry_nearest(registry, slot);
    hob_severity severity = build->reader.script ? HOB_SEVERITY_WARNING : HOB_SEVERITY_ERROR;
    char hint[100] = "";
    if (nearest != NULL) {
        (void)snprintf(hint, sizeof hint, "Did you mean %.70s?", nearest);
    }
    hob_reader_find(&build->reader, level, slot, HOB_ERR_COMPONENT_UNKNOWN, severity, hint,
                    "There is no component %.*s.", (int)slot.length, slot.data);
    build->reader.refused = build->reader.refused || !build->reader.script;
    return -1;
}

/* A second slot of a type that has one only: refused. */
static bool is_one_too_many(hob_build *build, const hob_component_type *type,
                            yyjson_val *components, hob_str slot, const hob_read_level *level) {
    if (!(type->flags & (HOB_COMPONENT_SINGLE | HOB_COMPONENT_ALWAYS))) {
        return false;
    }
    bool is_too_many = (type->flags & HOB_COMPONENT_ALWAYS) && slot.length > strlen(type->name);
    size_t i, max;
    yyjson_val *key, *fields;
    yyjson_obj_foreach(components, i, max, key, fields) {
        hob_str type_name, name, earlier = {yyjson_get_str(key), yyjson_get_len(key)};
        if (is_too_many || earlier.data == slot.data) {
            break;
        }
        is_too_many =
            hob_slot_split(earlier, &type_name, &name) && hob_str_is(type_name, type->name);
    }
    if (is_too_many) {
        hob_reader_find(&build->reader, level, slot, HOB_ERR_CONFLICT, HOB_SEVERITY_ERROR, "",
                        "There may be one %s only.", type->name);
        build->reader.refused = true;
    }
    return is_too_many;
}

static void read_component(hob_build *build, hob_entity_data *e, yyjson_val *components,
                           hob_str slot, yyjson_val *fields, const hob_read_level *level) {
    hob_world *world = build->world;
    int index = type_of_slot(build, slot, level);
    if (index < 0) {
        return;
    }
    const hob_component_type *type = hob_registry_at(world->outside.registry, (size_t)index);
    if (is_one_too_many(build, type, components, slot, level)) {
        return;
    }
    hob_read_level own = {.up = level, .key = slot};
    if (build->check_only) {
        (void)hob_fields_check(&build->reader, type->fields, fields, &own);
        return;
    }
    hob_error error;
    hob_component *c = hob_component__build(world, e, (uint32_t)index, slot, false, &error);
    if (!c) {
        hob_reader_find(&build->reader, level, slot, error.status, HOB_SEVERITY_ERROR, error.hint,
                        "%s", error.message);
        build->reader.refused = true;
        return;
    }
    const void *prototype =
        hob_registry_prototype(world->outside.registry, (size_t)index, world->outside.rules);
    (void)hob_fields_read_like(&build->reader, type->fields, prototype, fields, c + 1, &own);
}

static void add_transform(hob_build *build, hob_entity_data *e) {
    int32_t index = build->world->transform_type;
    if (e->transform || index < 0) {
        return;
    }
    hob_str name = hob_str_from(build->world->columns[index].type->name);
    (void)hob_component__build(build->world, e, (uint32_t)index, name, true, NULL);
}

static bool has_transform(const hob_build *build, yyjson_val *components) {
    int32_t index = build->world->transform_type;
    return index >= 0 && components &&
           yyjson_obj_get(components, build->world->columns[index].type->name) != NULL;
}

static void read_components(hob_build *build, hob_entity_data *e, yyjson_val *components,
                            const hob_read_level *level) {
    if (e && !has_transform(build, components)) {
        add_transform(build, e);
    }
    if (!components) {
        return;
    }
    if (e) {
        hob_component__reserve_slots(build->world, e,
                                     (uint32_t)yyjson_obj_size(components) + e->slot_count);
    }
    hob_read_level slots = {.up = level, .key = HOB_STR_INIT("components")};
    size_t i, max;
    yyjson_val *key, *fields;
    yyjson_obj_foreach(components, i, max, key, fields) {
        hob_str slot = {yyjson_get_str(key), yyjson_get_len(key)};
        read_component(build, e, components, slot, fields, &slots);
    }
}

/* ---- entities ---- */

static hob_build_item *push(hob_build *build) {
    if (build->count == build->cap) {
        uint32_t cap = build->cap ? build->cap * 2 : 16;
        hob_build_item *items = hob_arena_array(build->world->outside.scratch, hob_build_item, cap);
        if (build->count > 0) {
            memcpy(items, build->items, build->count * sizeof *items);
        }
        build->items = items;
        build->cap = cap;
    }
    build->items[build->count] = (hob_build_item){NULL, HOB_BUILD_NONE};
    return &build->items[build->count++];
}

static hob_value list_of(hob_world *world, yyjson_val *v) {
    return yyjson_is_arr(v) ? hob_value_from_json(world->heap, v) : hob_value_list(world->heap, 0);
}

uint32_t hob_build__add(hob_build *build, const hob_entity_def *def, yyjson_val *components,
                        const hob_read_level *level) {
    hob_world *world = build->world;
    set_subject(build, def->name, level);
    hob_entity_data *e = NULL;
    if (!build->check_only) {
        hob_error error;
        e = hob_entity_create(world, build->file_ids ? def->id : (hob_str){NULL, 0}, def->name,
                              &error);
        if (!e) {
            hob_reader_find(&build->reader, level, HOB_STR(""), error.status, HOB_SEVERITY_ERROR,
                            error.hint, "%s", error.message);
            build->reader.refused = true;
            return HOB_BUILD_NONE;
        }
        e->enabled = def->enabled || build->all_enabled;
        e->visible = def->visible;
        e->paused = def->paused;
        e->owner = (int8_t)def->owner;
        e->tags = list_of(world, def->tags);
        if (yyjson_is_arr(def->wires)) {
            e->wires = hob_value_from_json(world->heap, def->wires);
        }
    }
    push(build)->e = e;
    read_components(build, e, components, level);
    return build->count - 1;
}

/* ---- the end ---- */

/* A parent that leads back to its child is dropped where the circle closes. */
static void break_cycles(hob_build *build) {
    hob_arena *scratch = build->world->outside.scratch;
    uint32_t *walk_of = hob_arena_array(scratch, uint32_t, build->count);
    for (uint32_t i = 0; i < build->count; i++) {
        uint32_t at = i;
        while (walk_of[at] == 0) {
            walk_of[at] = i + 1;
            uint32_t up = build->items[at].parent;
            if (up == HOB_BUILD_NONE) {
                break;
            }
            if (walk_of[up] == i + 1) {
                build->items[at].parent = HOB_BUILD_NONE;
                hob_world_log(build->world, HOB_LOG_WARN,
                              "\"%s\" is below itself; it has no parent now.",
                              hob_text_cstr(build->items[at].e->name));
                break;
            }
            at = up;
        }
    }
}

static void link_items(hob_build *build) {
    break_cycles(build);
    for (uint32_t i = 0; i < build->count; i++) {
        hob_entity_data *e = build->items[i].e;
        if (build->items[i].parent != HOB_BUILD_NONE) {
            hob_entity_data *parent = build->items[build->items[i].parent].e;
            e->parent = parent->self;
            hob_entity__link(e, parent);
        }
    }
    for (uint32_t i = 0; i < build->count; i++) {
        hob_entity_refresh_flags(build->world, build->items[i].e);
    }
}

static void take_back(hob_build *build) {
    hob_world *world = build->world;
    for (uint32_t i = build->count; !build->check_only && i-- > 0;) {
        hob_entity__free(world, build->items[i].e);
    }
    world->next_serial = build->serial;
    world->next_runtime_id = build->runtime_id;
    world->last_born = build->born;
    build->count = 0;
    hob_death__close_all_gaps(world);
}

bool hob_build__finish(hob_build *build) {
    if (build->reader.refused) {
        take_back(build);
        return false;
    }
    if (build->check_only) {
        return true;
    }
    link_items(build);
    for (uint32_t i = 0; i < build->count; i++) {
        hob_entity_data *e = build->items[i].e;
        for (uint32_t s = 0; s < e->slot_count; s++) {
            hob_component_built(build->world, e->slots[s].component);
        }
    }
    return true;
}

void hob_build__attach(hob_build *build) {
    hob_world *world = build->world;
    for (uint32_t i = 0; i < build->count; i++) {
        hob_entity_data *e = build->items[i].e;
        if (e->dead) {
            continue;
        }
        e->attached = true;
        for (uint32_t s = 0; s < e->slot_count; s++) {
            if (e->slots[s].component && e->slots[s].component->code) {
                hob_code_bind(world, e->slots[s].component->code);
            }
        }
    }
    for (uint32_t i = 0; i < build->count; i++) {
        hob_entity__attach_slots(world, build->items[i].e);
    }
}
