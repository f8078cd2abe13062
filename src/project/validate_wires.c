/* Wires of entities: where they lead, and whether a script there can take the call. */
#include "project/check.h"

static int shown(hob_str s) {
    return (int)(s.length < 80 ? s.length : 80);
}

static const hob_check__entity *find_entity(const hob_check *check, hob_str id_or_name) {
    uint32_t index = hob_names_find(&check->ids, id_or_name);
    if (index != HOB_NAMES_NONE) {
        return &check->entities[index];
    }
    for (size_t i = 0; i < check->entity_count; i++) {
        if (hob_str_equal(check->entities[i].def.name, id_or_name)) {
            return &check->entities[i];
        }
    }
    return NULL;
}

/* ---- functions ---- */

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$';
}

static bool has_word(hob_str text, hob_str word) {
    for (size_t from = 0; from < text.length;) {
        hob_str rest = {text.data + from, text.length - from};
        size_t at = hob_str_find(rest, word);
        if (at == SIZE_MAX) {
            return false;
        }
        size_t end = at + word.length;
        if ((at == 0 || !is_word(rest.data[at - 1])) &&
            (end == rest.length || !is_word(rest.data[end]))) {
            return true;
        }
        from += end;
    }
    return false;
}

/* Only where the name stands nowhere in the file is it sure that the file has no such function; one
 * that requires others may get it from there. */
static bool may_have(const hob_script_file *file, hob_str function) {
    return file == NULL || has_word(file->text, function) ||
           has_word(file->text, HOB_STR("require")) || has_word(file->text, HOB_STR("import"));
}

static const hob_script_file *component_file(hob_check *check, const char *path) {
    for (size_t i = 0; i < hob_project_component_file_count(check->project); i++) {
        const hob_script_file *file = hob_project_component_file_at(check->project, i);
        if (strcmp(file->path, path) == 0) {
            return file;
        }
    }
    return NULL;
}

/* What cannot be known (roles, extended components, missing files) counts as yes. */
static bool part_may_take(hob_check *check, const hob_check__part *part, hob_str function) {
    if (strcmp(part->type->name, "Script") == 0) {
        hob_str path = hob_check__text(check, part, "scriptPath");
        return may_have(hob_project_script_find(check->project, path), function);
    }
    if (part->type->script != NULL) {
        return part->type->extends != NULL ||
               may_have(component_file(check, part->type->script), function);
    }
    return strcmp(part->type->name, "StateMachine") == 0;
}

static bool entity_may_take(hob_check *check, const hob_check__entity *target, hob_str function) {
    for (size_t i = 0; i < target->part_count; i++) {
        if (part_may_take(check, &target->parts[i], function)) {
            return true;
        }
    }
    return !target->is_whole;
}

/* ---- one wire ---- */

static void check_wire(hob_check *check, const hob_check__entity *entity, yyjson_val *wire,
                       const hob_read_level *level) {
    if (!yyjson_obj_get(wire, "call") == !yyjson_obj_get(wire, "emit")) {
        hob_check__report(check, level, NULL, HOB_ERR_FIELD_MISSING,
                          "Give the wire one of call and emit.",
                          "A wire either calls a function or emits an event.");
    }
    hob_str name = hob_check__str(yyjson_obj_get(wire, "target"));
    hob_str function = hob_check__str(yyjson_obj_get(wire, "call"));
    const hob_check__entity *target = name.length ? find_entity(check, name) : entity;
    if (target == NULL) {
        hob_check__report(check, level, "target", HOB_ERR_WIRE_TARGET_UNKNOWN,
                          "Name an entity that is there when the signal comes.",
                          "There is no entity \"%.*s\".", shown(name), name.data);
    } else if (function.length && !entity_may_take(check, target, function)) {
        hob_check__report(check, level, "call", HOB_ERR_WIRE_FUNCTION_UNKNOWN,
                          "Name a function that a script of the target returns.",
                          "No script of \"%.*s\" has a function \"%.*s\".", shown(target->def.name),
                          target->def.name.data, shown(function), function.data);
    }
}

void hob_check__wires(hob_check *check) {
    for (size_t i = 0; i < check->entity_count; i++) {
        const hob_check__entity *entity = &check->entities[i];
        hob_read_level wires = {.up = &entity->level, .key = HOB_STR_INIT("wires")};
        size_t j, max;
        yyjson_val *wire;
        check->reader.subject = entity->subject;
        check->reader.subject_level = &entity->level;
        yyjson_arr_foreach(entity->def.wires, j, max, wire) {
            const hob_read_level level = {.up = &wires, .index = j};
            check_wire(check, entity, wire, &level);
        }
    }
    check->reader.subject = NULL;
    check->reader.subject_level = NULL;
}
