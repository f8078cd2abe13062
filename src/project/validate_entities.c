/* The entities of one scene or prefab file: their tables, their components' tables, and the array
 * that all other checks of the file go through. */
#include "project/check.h"

#include <string.h>

/* ---- components ---- */

static int shown(hob_str s) {
    return (int)(s.length < 80 ? s.length : 80);
}

static const hob_component_type *find_type(hob_check *check, const hob_read_level *level,
                                           hob_str slot, size_t *ret_index) {
    const hob_registry *registry = check->project->registry;
    hob_str name, rest;
    if (!hob_slot_split(slot, &name, &rest)) {
        hob_check__report(check, level, NULL, HOB_ERR_FIELD_PATTERN,
                          "Use a component's name, or Name#second for a further one.",
                          "\"%.*s\" is not a slot.", shown(slot), slot.data);
        return NULL;
    }
    int index = hob_registry_find(registry, name);
    if (index < 0) {
        const char *near = hob_registry_nearest(registry, name);
        const char *hint = near ? hob_arena_format(check->arena, "Did you mean %s?", near)
                                : "See hob describe for the list of components.";
        hob_check__report(check, level, NULL, HOB_ERR_COMPONENT_UNKNOWN, hint,
                          "There is no component \"%.*s\".", shown(name), name.data);
        return NULL;
    }
    const hob_component_type *type = hob_registry_at(registry, (size_t)index);
    if (rest.length && (type->flags & HOB_COMPONENT_SINGLE)) {
        hob_check__report(check, level, NULL, HOB_ERR_SCHEDULE_DUPLICATE, "Remove this one.",
                          "An entity can have only one %s.", type->name);
        return NULL;
    }
    *ret_index = (size_t)index;
    return type;
}

/* The struct is only made for types that have rules beyond their table. */
static void check_fields(hob_check *check, const hob_check__part *part) {
    const hob_component_type *type = part->type;
    hob_reader *reader = &check->reader;
    if (!type->validate) {
        (void)hob_fields_check(reader, type->fields, part->fields, &part->level);
        return;
    }
    hob_arena *scratch = &check->project->scratch;
    hob_arena_reset(scratch);
    void *made = hob_arena_alloc(scratch, type->size);
    const void *prototype =
        hob_registry_prototype(check->project->registry, part->type_index, check->rules);
    if (hob_fields_read_like(reader, type->fields, prototype, part->fields, made, &part->level)) {
        type->validate(made, reader, &part->level);
    }
}

static void read_components(hob_check *check, hob_check__entity *entity) {
    yyjson_val *components = entity->def.components, *slot, *fields;
    entity->components_level = (hob_read_level){.up = &entity->level, .key = HOB_STR("components")};
    entity->parts = hob_arena_array(check->arena, hob_check__part, yyjson_obj_size(components) + 1);
    size_t i, max;
    hob_json_each_member(components, i, max, slot, fields) {
        hob_check__part *part = &entity->parts[entity->part_count];
        part->slot = hob_check__str(slot);
        part->level = (hob_read_level){.up = &entity->components_level, .key = part->slot};
        part->type = find_type(check, &part->level, part->slot, &part->type_index);
        if (part->type) {
            part->fields = fields;
            check_fields(check, part);
            entity->part_count++;
        }
    }
}

/* ---- entities ---- */

static void read_entity(hob_check *check, yyjson_val *value, size_t index,
                        hob_check__entity *entity) {
    bool is_prefab = check->kind == &hob_project__kinds[HOB_KIND_PREFAB];
    entity->level = (hob_read_level){.up = &check->entities_level, .index = index};
    hob_str name = hob_check__str(yyjson_obj_get(value, "name"));
    entity->subject =
        hob_arena_format(check->arena, "Entity \"%.*s\"", shown(name), name.data ? name.data : "");
    check->reader.subject = entity->subject;
    check->reader.subject_level = &entity->level;
    entity->is_whole =
        hob_entity_def_read(&check->reader, value, is_prefab, index, &entity->level, &entity->def);
    if (!entity->is_whole) {
        entity->def = (hob_entity_def){.id = hob_check__str(yyjson_obj_get(value, "id")),
                                       .name = name,
                                       .parent = hob_check__str(yyjson_obj_get(value, "parentId")),
                                       .components = yyjson_obj_get(value, "components"),
                                       .index = index};
    }
    check->reader.subject_level = &entity->components_level;
    read_components(check, entity);
}

void hob_check__read_entities(hob_check *check) {
    yyjson_val *list = yyjson_obj_get(check->root, "entities"), *value;
    check->reader.prefab = check->kind == &hob_project__kinds[HOB_KIND_PREFAB];
    check->entities_level = (hob_read_level){.key = HOB_STR("entities")};
    check->entity_count = yyjson_arr_size(list);
    check->entities = hob_arena_array(check->arena, hob_check__entity, check->entity_count + 1);
    hob_names_init(&check->ids, check->arena, check->entity_count);
    size_t i, max;
    yyjson_arr_foreach(list, i, max, value) {
        read_entity(check, value, i, &check->entities[i]);
        if (check->entities[i].def.id.length) {
            (void)hob_names_add(&check->ids, check->entities[i].def.id, (uint32_t)i);
        }
    }
    check->reader.subject = NULL;
    check->reader.subject_level = NULL;
}

/* ---- rules ---- */

static bool is_meant(const hob_check__rule *rule, const hob_check__part *part) {
    return strcmp(rule->type, "*") == 0 || strcmp(rule->type, part->type->name) == 0;
}

static void run_rule(hob_check *check, const hob_check__rule *rule,
                     const hob_check__entity *entity) {
    if (!rule->type) {
        rule->run(check, entity, NULL);
        return;
    }
    for (size_t i = 0; i < entity->part_count; i++) {
        if (is_meant(rule, &entity->parts[i])) {
            rule->run(check, entity, &entity->parts[i]);
        }
    }
}

void hob_check__run_rules(hob_check *check) {
    for (size_t i = 0; i < check->entity_count; i++) {
        const hob_check__entity *entity = &check->entities[i];
        check->reader.subject = entity->subject;
        check->reader.subject_level = &entity->level;
        hob_arena_reset(&check->project->scratch);
        for (const hob_check__rule *rule = hob_check__rules; rule->run; rule++) {
            if (check->reader.prefab ? rule->in_prefabs : rule->in_scenes) {
                run_rule(check, rule, entity);
            }
        }
    }
    check->reader.subject = NULL;
    check->reader.subject_level = NULL;
}
