/* Who moves an entity, and which siblings a component needs (spec hob 4.3). Driven by families and
 * by what the types say they need, so a new component brings its own checks. */
#include "project/check.h"

#include <string.h>

/* ---- writers of the position ---- */

static bool writes_position(hob_check *check, const hob_check__part *part) {
    const char *type = part->type->name;
    return hob_check__in_family(part, "Mover") || hob_check__in_family(part, "Motor") ||
           strcmp(type, "PhysicsBody") == 0 ||
           (strcmp(type, "Camera") == 0 && hob_check__text(check, part, "follow").length > 0);
}

static void report_pair(hob_check *check, const hob_check__part *first,
                        const hob_check__part *second, hob_status status, const char *hint,
                        const char *what) {
    hob_check__report(check, &second->level, NULL, status, hint, "%.*s and %.*s both %s.",
                      (int)first->slot.length, first->slot.data, (int)second->slot.length,
                      second->slot.data, what);
}

static bool is_controller(hob_check *check, const hob_check__part *part) {
    (void)check;
    return hob_check__in_family(part, "Controller");
}

static bool answers_to_edge(hob_check *check, const hob_check__part *part) {
    (void)check;
    if (hob_check__in_family(part, "Edge")) {
        return true;
    }
    size_t i, max;
    yyjson_val *entry;
    yyjson_arr_foreach(hob_check__raw(part, "blockedBy"), i, max, entry) {
        if (yyjson_equals_str(entry, "bounds") && hob_check__in_family(part, "Mover")) {
            return true;
        }
    }
    return false;
}

/* At most one component of an entity may be of each kind. */
static const struct {
    bool (*is)(hob_check *check, const hob_check__part *part);
    hob_status status;
    const char *what, *hint;
} exclusive[] = {
    {writes_position, HOB_ERR_POSITION_WRITERS, "write the position",
     "Keep one mover, motor, body or following camera an entity."},
    {is_controller, HOB_ERR_POSITION_WRITERS, "steer the entity", "Keep one controller."},
    {answers_to_edge, HOB_ERR_EDGE_RESPONSES, "answer to the edge of the world",
     "Keep one of them."},
};

void hob_check__writers(hob_check *check, const hob_check__entity *entity,
                        const hob_check__part *part) {
    (void)part;
    for (size_t k = 0; k < HOB_COUNT(exclusive); k++) {
        const hob_check__part *first = NULL;
        for (size_t i = 0; i < entity->part_count; i++) {
            if (!exclusive[k].is(check, &entity->parts[i])) {
                continue;
            }
            if (first) {
                report_pair(check, first, &entity->parts[i], exclusive[k].status, exclusive[k].hint,
                            exclusive[k].what);
            } else {
                first = &entity->parts[i];
            }
        }
    }
}

/* ---- siblings ---- */

/* Siblings with a code of their own, which is a warning: the component is only inert. */
static const struct {
    const char *type, *needs;
    hob_status status;
    const char *hint;
} inert[] = {
    {"CharacterController", "PhysicsBody", HOB_ERR_CHARACTER_CONTROLLER_WITHOUT_BODY,
     "Add a PhysicsBody to the entity."},
    {"SpriteAnimator", "SpriteRenderer", HOB_ERR_SPRITE_ANIMATOR_MISSING_RENDERER,
     "Add a SpriteRenderer to the entity."},
};

static bool has_own_code(const char *type, const char *needs) {
    for (size_t i = 0; i < HOB_COUNT(inert); i++) {
        if (strcmp(inert[i].type, type) == 0 && strcmp(inert[i].needs, needs) == 0) {
            return true;
        }
    }
    return false;
}

static bool answers_to(const hob_check__part *part, const char *name) {
    return strcmp(part->type->name, name) == 0 || hob_check__in_family(part, name);
}

/* A type means its unnamed slot, else its only one; a family its only member (spec hob 12.1). */
static size_t count_siblings(const hob_check__entity *entity, const hob_check__part *of,
                             const char *name) {
    size_t count = 0;
    for (size_t i = 0; i < entity->part_count; i++) {
        const hob_check__part *part = &entity->parts[i];
        if (part == of || !answers_to(part, name)) {
            continue;
        }
        if (hob_str_is(part->slot, name)) {
            return 1;
        }
        count++;
    }
    return count;
}

static void need(hob_check *check, const hob_check__entity *entity, const hob_check__part *part,
                 const char *first, const char *second) {
    size_t count = count_siblings(entity, part, first);
    count += second ? count_siblings(entity, part, second) : 0;
    if (count == 1) {
        return;
    }
    hob_check__report(check, &part->level, NULL,
                      count ? HOB_ERR_SIBLING_AMBIGUOUS : HOB_ERR_SIBLING_MISSING,
                      count ? "Keep one of them." : "Add it to the entity.",
                      "%.*s needs %s %s%s%s beside it, and there %s.", (int)part->slot.length,
                      part->slot.data, count ? "one" : "a", first, second ? " or " : "",
                      second ? second : "", count ? "are several" : "is none");
}

void hob_check__siblings(hob_check *check, const hob_check__entity *entity,
                         const hob_check__part *part) {
    const char *const *needs = part->type->needs;
    for (size_t i = 0; needs && needs[i]; i++) {
        if (!has_own_code(part->type->name, needs[i])) {
            need(check, entity, part, needs[i], NULL);
        }
    }
    for (size_t i = 0; i < HOB_COUNT(inert); i++) {
        if (strcmp(part->type->name, inert[i].type) == 0 &&
            !hob_check__find(entity, inert[i].needs)) {
            hob_check__report(check, &part->level, NULL, inert[i].status, inert[i].hint,
                              "%.*s does nothing without a %s.", (int)part->slot.length,
                              part->slot.data, inert[i].needs);
        }
    }
    if (strcmp(part->type->name, "SpriteAnimator") == 0) {
        hob_str driver = hob_check__text(check, part, "driver");
        if (hob_str_is(driver, "heading")) {
            need(check, entity, part, "Mover", "Motor");
        } else if (hob_str_is(driver, "state")) {
            need(check, entity, part, "StateMachine", NULL);
        }
    }
}
