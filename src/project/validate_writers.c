/* Who moves an entity, and what a component needs beside it and in its scene (spec hob 4.3, 12.1).
 * Decided by the tables of the types (schema/needs.h), so a new component brings its own checks. */
#include "project/check.h"

/* ---- components as parts ---- */

static bool asks(const hob_component_type *type) {
    hob_part part = {.type = type};
    return type->needs || type->claims || hob_part_claims(&part);
}

/* The struct as the file gives it; null where it cannot be made. What is wrong in it was found
 * before. */
static const void *make_data(hob_check *check, const hob_check__part *part) {
    hob_reader reader = check->reader;
    reader.findings = NULL;
    reader.allocator = &check->arena->as_allocator;
    void *made = hob_arena_alloc(check->arena, part->type->size);
    const void *prototype =
        hob_registry_prototype(check->project->registry, part->type_index, check->rules);
    bool is_made = hob_fields_read_like(&reader, part->type->fields, prototype, part->fields, made,
                                        &part->level);
    return is_made ? made : NULL;
}

/* Structs are only made for entities on which some component asks for something. */
static const hob_part *parts_of(hob_check *check, const hob_check__entity *entity) {
    bool any = false;
    for (size_t i = 0; i < entity->part_count; i++) {
        any = any || asks(entity->parts[i].type);
    }
    if (!any) {
        return NULL;
    }
    hob_part *parts = hob_arena_array(check->arena, hob_part, entity->part_count);
    for (size_t i = 0; i < entity->part_count; i++) {
        const hob_check__part *part = &entity->parts[i];
        parts[i] = (hob_part){part->slot, part->type, make_data(check, part)};
    }
    return parts;
}

static void report(hob_check *check, const hob_check__part *part, const hob_error *error) {
    hob_check__report(check, &part->level, NULL, error->status, error->hint, "%s", error->message);
}

/* ---- contracts ---- */

static struct hob_check__contract *contract_of(hob_check *check, const char *name) {
    for (size_t i = 0; i < check->contract_count; i++) {
        if (strcmp(check->contracts[i].name, name) == 0) {
            return &check->contracts[i];
        }
    }
    return NULL;
}

static void note_answer(hob_check *check, const hob_check__entity *entity,
                        const hob_check__part *part, const void *data) {
    for (const hob_answer *a = part->type->answers; a->contract; a++) {
        struct hob_check__contract *contract = contract_of(check, a->contract);
        if (!contract && check->contract_count < HOB_COUNT(check->contracts)) {
            contract = &check->contracts[check->contract_count++];
            *contract = (struct hob_check__contract){.name = a->contract};
        }
        hob_answer_rank rank = a->rank(data);
        if (!contract || rank == HOB_ANSWER_NONE || rank < contract->rank) {
            continue;
        }
        if (rank > contract->rank) {
            *contract = (struct hob_check__contract){a->contract, rank, part, NULL, NULL};
        } else if (!contract->second) {
            contract->second = part;
            contract->second_entity = entity;
        }
    }
}

void hob_check__contracts(hob_check *check) {
    check->contract_count = 0;
    for (size_t i = 0; i < check->entity_count; i++) {
        const hob_check__entity *entity = &check->entities[i];
        for (size_t p = 0; p < entity->part_count; p++) {
            const hob_check__part *part = &entity->parts[p];
            const void *data =
                part->type->answers && entity->def.enabled ? make_data(check, part) : NULL;
            if (data) {
                note_answer(check, entity, part, data);
            }
        }
    }
    for (size_t i = 0; i < check->contract_count; i++) {
        const struct hob_check__contract *contract = &check->contracts[i];
        if (contract->second && contract->rank == HOB_ANSWER_SURE) {
            hob_error error = {.status = HOB_OK};
            hob_contract_fail(contract->name, true, &error);
            check->reader.subject = contract->second_entity->subject;
            check->reader.subject_level = &contract->second_entity->level;
            (void)hob_error_hint(&error, "Keep one of them.");
            report(check, contract->second, &error);
        }
    }
    check->reader.subject = NULL;
    check->reader.subject_level = NULL;
}

const hob_check__part *hob_check__answer(hob_check *check, const char *name) {
    const struct hob_check__contract *contract = contract_of(check, name);
    return contract && !contract->second ? contract->first : NULL;
}

static bool is_in_scene(const hob_check *check, const char *type) {
    for (size_t i = 0; i < check->entity_count; i++) {
        if (hob_check__find(&check->entities[i], type)) {
            return true;
        }
    }
    return false;
}

/* Whether the scene gives what is needed; a prefab does not say. */
static bool scene_gives(hob_check *check, const hob_need *need, bool *ret_several) {
    if (check->reader.prefab) {
        return true;
    }
    if (need->kind == HOB_NEED_IN_SCENE) {
        return is_in_scene(check, need->name);
    }
    const struct hob_check__contract *contract = contract_of(check, need->name);
    *ret_several = contract && contract->second;
    /* Sure answers that are several were found at one of them. */
    return contract && contract->first && (!contract->second || contract->rank == HOB_ANSWER_SURE);
}

/* ---- the rule ---- */

static void check_need(hob_check *check, const hob_check__entity *entity, const hob_part *parts,
                       size_t index, const hob_need *need) {
    hob_error error = {.status = HOB_OK};
    bool several = false;
    size_t sibling;
    if (need->kind == HOB_NEED_SIBLING) {
        hob_part_find_sibling(parts, entity->part_count, index, need, &sibling, &error);
    } else if (!scene_gives(check, need, &several)) {
        hob_part_fail_scene(&parts[index], need, several, &error);
    }
    if (error.status) {
        report(check, &entity->parts[index], &error);
    }
}

void hob_check__writers(hob_check *check, const hob_check__entity *entity,
                        const hob_check__part *unused) {
    static const uint32_t claims[] = {HOB_CLAIM_POSITION, HOB_CLAIM_STEERING, HOB_CLAIM_EDGE};
    (void)unused;
    const hob_part *parts = parts_of(check, entity);
    for (size_t i = 0; parts && i < entity->part_count; i++) {
        for (size_t c = 0; c < HOB_COUNT(claims); c++) {
            hob_error error = {.status = HOB_OK};
            if (hob_part_check_claim(parts, i, claims[c], &error)) {
                report(check, &entity->parts[i], &error);
            }
        }
        for (const hob_need *need = parts[i].type->needs; need && need->name; need++) {
            if (hob_part_has_need(&parts[i], need)) {
                check_need(check, entity, parts, i, need);
            }
        }
    }
}
