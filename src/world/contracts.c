#include "world/contracts.h"

#include "schema/needs.h"
#include "world/internal.h"

#include <string.h>

/* ---- contracts ---- */

static bool takes_part(const hob_component *c) {
    return c->built && !c->removed && !c->inert && c->owner->active && c->owner->attached;
}

static const hob_answer *answer_of(const hob_component_type *type, const char *contract) {
    for (const hob_answer *a = type->answers; a && a->contract; a++) {
        if (strcmp(a->contract, contract) == 0) {
            return a;
        }
    }
    return NULL;
}

/* The best answer, and whether others are as good. */
static hob_component *best_answer(hob_world *world, const char *contract, bool *ret_several) {
    hob_component *best = NULL;
    hob_answer_rank best_rank = HOB_ANSWER_NONE;
    *ret_several = false;
    for (size_t t = 0; t < world->answer_type_count; t++) {
        const struct hob_column *column = &world->columns[world->answer_types[t]];
        const hob_answer *answer = answer_of(column->type, contract);
        for (uint32_t i = 0; answer && i < column->order.count; i++) {
            hob_component *c = column->order.items[i].item;
            if (!c || !takes_part(c)) {
                continue;
            }
            hob_answer_rank rank = answer->rank(c + 1);
            if (rank == HOB_ANSWER_NONE || rank < best_rank) {
                continue;
            }
            *ret_several = rank == best_rank;
            best = rank > best_rank ? c : best;
            best_rank = rank;
        }
    }
    return best;
}

hob_component *hob_contract_find(hob_world *world, const char *contract, hob_error *reterr) {
    bool several;
    hob_component *best = best_answer(world, contract, &several);
    if (!best || several) {
        (void)hob_contract_fail(contract, several, reterr);
        return NULL;
    }
    return best;
}

bool hob_contract_bounds(hob_world *world, hob_vec2 *ret_min, hob_vec2 *ret_max) {
    bool several;
    hob_component *best = best_answer(world, "worldBounds", &several);
    if (!best || several) {
        return false;
    }
    hob_contract_bounds_of(world, best, ret_min, ret_max);
    return true;
}

void hob_contract_bounds_of(hob_world *world, hob_component *answer, hob_vec2 *ret_min,
                            hob_vec2 *ret_max) {
    answer_of(answer->type, "worldBounds")->bounds(world, answer, ret_min, ret_max);
}

bool hob_contract_is_known(const hob_world *world, hob_str contract) {
    for (size_t t = 0; t < world->answer_type_count; t++) {
        const hob_component_type *type = world->columns[world->answer_types[t]].type;
        for (const hob_answer *a = type->answers; a->contract; a++) {
            if (hob_str_is(contract, a->contract)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- needs ---- */

/* The components of an entity as parts, in scratch memory; those that `counts` leaves out are
 * passed over. `ret_self` is where the component stands. */
static hob_part *parts_of(hob_world *world, const hob_component *component,
                          bool (*counts)(const hob_component *c), size_t *ret_count,
                          size_t *ret_self, uint16_t *slots) {
    const hob_entity_data *e = component->owner;
    hob_part *parts = hob_arena_array(world->outside.scratch, hob_part, e->slot_count);
    size_t count = 0;
    for (uint16_t i = 0; i < e->slot_count; i++) {
        const hob_component *c = e->slots[i].component;
        if (!c || c->removed || (c != component && !counts(c))) {
            continue;
        }
        if (c == component) {
            *ret_self = count;
        }
        if (slots) {
            slots[count] = i;
        }
        parts[count++] = (hob_part){hob_text_view(c->slot), c->type, c + 1};
    }
    *ret_count = count;
    return parts;
}

static bool is_built(const hob_component *c) {
    return c->built;
}

static bool is_at_work(const hob_component *c) {
    return c->attached && !c->inert;
}

static hob_status find_sibling(hob_world *world, const hob_component *component,
                               const hob_need *need, hob_component **ret_sibling,
                               hob_error *reterr) {
    size_t count, self, found;
    uint16_t *slots =
        hob_arena_array(world->outside.scratch, uint16_t, component->owner->slot_count);
    hob_part *parts = parts_of(world, component, is_built, &count, &self, slots);
    hob_status status = hob_part_find_sibling(parts, count, self, need, &found, reterr);
    if (status == HOB_OK) {
        *ret_sibling = component->owner->slots[slots[found]].component;
    }
    return status;
}

hob_component *hob_component_needed(hob_world *world, const hob_component *component,
                                    const hob_need *need) {
    hob_component *sibling = NULL;
    return find_sibling(world, component, need, &sibling, NULL) == HOB_OK ? sibling : NULL;
}

static bool is_in_scene(hob_world *world, const char *type_name) {
    int index = hob_registry_find(world->outside.registry, hob_str_from(type_name));
    const hob_order *order = hob_column_order(world, index);
    for (uint32_t i = 0; i < order->count; i++) {
        const hob_component *c = order->items[i].item;
        if (c && takes_part(c)) {
            return true;
        }
    }
    return false;
}

static hob_status check_need(hob_world *world, const hob_component *component, const hob_need *need,
                             hob_error *reterr) {
    hob_component *sibling;
    bool several = false;
    bool is_met = true;
    hob_part part = {hob_text_view(component->slot), component->type, component + 1};
    switch (need->kind) {
    case HOB_NEED_SIBLING:
        return find_sibling(world, component, need, &sibling, reterr);
    case HOB_NEED_CONTRACT:
        is_met = best_answer(world, need->name, &several) && !several;
        break;
    case HOB_NEED_IN_SCENE:
        is_met = is_in_scene(world, need->name);
        break;
    }
    return is_met ? HOB_OK : hob_part_fail_scene(&part, need, several, reterr);
}

/* Against those that are at work: the later one gives way. */
static hob_status check_claims(hob_world *world, const hob_component *component, uint32_t claims,
                               hob_error *reterr) {
    size_t count, self;
    hob_part *parts = parts_of(world, component, is_at_work, &count, &self, NULL);
    hob_part own = parts[self];
    memmove(parts + self, parts + self + 1, (count - self - 1) * sizeof *parts);
    parts[count - 1] = own;
    hob_status status = HOB_OK;
    for (uint32_t claim = 1; claim && claim <= claims && status == HOB_OK; claim <<= 1) {
        if (claims & claim) {
            status = hob_part_check_claim(parts, count - 1, claim, reterr);
        }
    }
    return status;
}

bool hob_component_may_attach(hob_world *world, const hob_component *component) {
    const hob_component_type *type = component->type;
    hob_part part = {hob_text_view(component->slot), type, component + 1};
    hob_error error = {.status = HOB_OK};
    uint32_t claims = hob_part_claims(&part);
    hob_status status = claims ? check_claims(world, component, claims, &error) : HOB_OK;
    for (const hob_need *need = type->needs; need && need->name && status == HOB_OK; need++) {
        if (!need->soft && hob_part_has_need(&part, need)) {
            status = check_need(world, component, need, &error);
        }
    }
    if (status != HOB_OK) {
        hob_world_entity_error(world, status, component->owner, component, "attach", "%s",
                               error.message);
    }
    return status == HOB_OK;
}
