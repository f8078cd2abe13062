#include "schema/needs.h"

#include <string.h>

bool hob_type_in_family(const hob_component_type *type, const char *family) {
    for (const char *const *f = type->families; f && *f; f++) {
        if (strcmp(*f, family) == 0) {
            return true;
        }
    }
    return false;
}

bool hob_part_answers(const hob_part *part, hob_str name) {
    if (hob_str_equal(part->slot, name) || hob_str_is(name, part->type->name)) {
        return true;
    }
    for (const char *const *f = part->type->families; f && *f; f++) {
        if (hob_str_is(name, *f)) {
            return true;
        }
    }
    return false;
}

bool hob_part_is_blocked_by(const hob_part *part, const char *word) {
    const hob_field *field = hob_field_find(part->type->fields, HOB_STR("blockedBy"));
    if (!field || !part->data || field->type != HOB_FIELD_LIST) {
        return false;
    }
    hob_value list;
    memcpy(&list, (const char *)part->data + field->offset, sizeof list);
    for (uint32_t i = 0; list.tag == HOB_TAG_LIST && i < list.as.list->count; i++) {
        if (hob_str_is(hob_value_str(list.as.list->items[i]), word)) {
            return true;
        }
    }
    return false;
}

/* ---- claims ---- */

static const struct {
    const char *family;
    uint32_t claim;
} family_claims[] = {
    {"Mover", HOB_CLAIM_POSITION},
    {"Motor", HOB_CLAIM_POSITION},
    {"Controller", HOB_CLAIM_STEERING},
    {"Edge", HOB_CLAIM_EDGE},
};

static const struct {
    uint32_t claim;
    hob_status status;
    const char *what, *hint;
} claim_words[] = {
    {HOB_CLAIM_POSITION, HOB_ERR_POSITION_WRITERS, "write the position",
     "Keep one mover, motor, body or following camera an entity."},
    {HOB_CLAIM_STEERING, HOB_ERR_POSITION_WRITERS, "steer the entity", "Keep one controller."},
    {HOB_CLAIM_EDGE, HOB_ERR_EDGE_RESPONSES, "answer to the edge of the world",
     "Keep one of them."},
};

uint32_t hob_part_claims(const hob_part *part) {
    uint32_t claims = 0;
    for (size_t i = 0; i < HOB_COUNT(family_claims); i++) {
        if (hob_type_in_family(part->type, family_claims[i].family)) {
            claims |= family_claims[i].claim;
        }
    }
    for (const hob_claim *c = part->type->claims; c && c->claim; c++) {
        if (!c->when || (part->data && c->when(part->data))) {
            claims |= c->claim;
        }
    }
    if (hob_type_in_family(part->type, "Mover") && hob_part_is_blocked_by(part, "bounds")) {
        claims |= HOB_CLAIM_EDGE;
    }
    return claims;
}

hob_status hob_part_check_claim(const hob_part *parts, size_t index, uint32_t claim,
                                hob_error *reterr) {
    if (!(hob_part_claims(&parts[index]) & claim)) {
        return HOB_OK;
    }
    for (size_t i = 0; i < index; i++) {
        if (!(hob_part_claims(&parts[i]) & claim)) {
            continue;
        }
        size_t row = 0;
        while (claim_words[row].claim != claim) {
            row++;
        }
        hob_status status =
            hob_fail(reterr, claim_words[row].status, "%.*s and %.*s both %s.",
                     (int)parts[i].slot.length, parts[i].slot.data, (int)parts[index].slot.length,
                     parts[index].slot.data, claim_words[row].what);
        (void)hob_error_hint(reterr, "%s", claim_words[row].hint);
        return status;
    }
    return HOB_OK;
}

/* ---- siblings ---- */

bool hob_part_has_need(const hob_part *part, const hob_need *need) {
    return !need->when || (part->data && need->when(part->data));
}

/* A type means its unnamed slot, else its only one; a family its only member (spec hob 12.1). */
static size_t count_siblings(const hob_part *parts, size_t count, size_t self, hob_str name,
                             size_t *ret_last) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        if (i == self || !hob_part_answers(&parts[i], name)) {
            continue;
        }
        *ret_last = i;
        if (hob_str_equal(parts[i].slot, name)) {
            return 1;
        }
        found++;
    }
    return found;
}

static size_t find_slot(const hob_part *parts, size_t count, hob_str slot) {
    for (size_t i = 0; i < count; i++) {
        if (slot.length && hob_str_equal(parts[i].slot, slot)) {
            return i;
        }
    }
    return SIZE_MAX;
}

static hob_status fail_sibling(const hob_part *part, const hob_need *need, hob_str named,
                               bool several, hob_error *reterr) {
    hob_status status = several         ? HOB_ERR_SIBLING_AMBIGUOUS
                        : need->missing ? need->missing
                                        : HOB_ERR_SIBLING_MISSING;
    if (named.length) {
        status = hob_fail(reterr, status, "%.*s names the sibling %.*s, and there is none.",
                          (int)part->slot.length, part->slot.data,
                          (int)(named.length < 80 ? named.length : 80), named.data);
    } else if (need->soft) {
        status = hob_fail(reterr, status, "%.*s does nothing without a %s.", (int)part->slot.length,
                          part->slot.data, need->name);
    } else {
        status = hob_fail(reterr, status, "%.*s needs %s %s%s%s beside it%s%s, and there %s.",
                          (int)part->slot.length, part->slot.data, several ? "one" : "a",
                          need->name, need->or_name ? " or " : "",
                          need->or_name ? need->or_name : "", need->because ? " because " : "",
                          need->because ? need->because : "", several ? "are several" : "is none");
    }
    if (several) {
        (void)hob_error_hint(reterr, "Keep one of them.");
    } else {
        (void)hob_error_hint(reterr, "Add a %s to the entity.", need->name);
    }
    return status;
}

static hob_status fail_unfit(const hob_part *part, const hob_part *sibling, const hob_need *need,
                             hob_error *reterr) {
    hob_status status =
        hob_fail(reterr, need->missing ? need->missing : HOB_ERR_SIBLING_MISSING,
                 "%.*s needs %s beside it%s%s, and %.*s is not one.", (int)part->slot.length,
                 part->slot.data, need->fitting, need->because ? " because " : "",
                 need->because ? need->because : "", (int)sibling->slot.length, sibling->slot.data);
    (void)hob_error_hint(reterr, "Change it, or add another one.");
    return status;
}

hob_status hob_part_find_sibling(const hob_part *parts, size_t count, size_t index,
                                 const hob_need *need, size_t *ret_index, hob_error *reterr) {
    const hob_part *self = &parts[index];
    hob_str named = need->slot && self->data ? need->slot(self->data) : (hob_str){0};
    size_t at = find_slot(parts, count, named);
    if (named.length) {
        if (at == SIZE_MAX || !hob_part_answers(&parts[at], hob_str_from(need->name))) {
            return fail_sibling(self, need, named, false, reterr);
        }
    } else {
        at = need->first ? find_slot(parts, count, hob_str_from(need->first)) : SIZE_MAX;
        if (at == SIZE_MAX) {
            size_t found = count_siblings(parts, count, index, hob_str_from(need->name), &at);
            found += need->or_name
                         ? count_siblings(parts, count, index, hob_str_from(need->or_name), &at)
                         : 0;
            if (found != 1) {
                return fail_sibling(self, need, (hob_str){0}, found > 1, reterr);
            }
        }
    }
    if (need->fits && parts[at].data && !need->fits(self->data, parts[at].data)) {
        return fail_unfit(self, &parts[at], need, reterr);
    }
    *ret_index = at;
    return HOB_OK;
}

/* ---- the scene ---- */

hob_status hob_part_fail_scene(const hob_part *part, const hob_need *need, bool several,
                               hob_error *reterr) {
    hob_status status = several         ? HOB_ERR_CONTRACT_AMBIGUOUS
                        : need->missing ? need->missing
                                        : HOB_ERR_CONTRACT_MISSING;
    status = hob_fail(reterr, status, "%.*s needs %s%s in the scene%s%s, and there %s.",
                      (int)part->slot.length, part->slot.data, several ? "one " : "a ", need->name,
                      need->because ? " because " : "", need->because ? need->because : "",
                      several ? "are several" : "is none");
    (void)hob_error_hint(reterr, "%s", several ? "Keep one of them." : "Add one to the scene.");
    return status;
}

hob_status hob_contract_fail(const char *contract, bool several, hob_error *reterr) {
    return several ? hob_fail(reterr, HOB_ERR_CONTRACT_AMBIGUOUS,
                              "Several components of the scene answer %s.", contract)
                   : hob_fail(reterr, HOB_ERR_CONTRACT_MISSING, "Nothing in the scene answers %s.",
                              contract);
}
