#include "components/mover.h"

#include "world/contracts.h"

#include <math.h>
#include <stdio.h>

/* ---- tables ---- */

const hob_field hob_mover_word = {
    .name = "", .type = HOB_FIELD_TEXT, .flags = HOB_FIELD_NOT_EMPTY, .doc = "A blocker."};

const char *const hob_mover_after[] = {"Script", "StateMachine",     "ThrustController",
                                       "Timer",  "WanderController", NULL};

const hob_signal_type hob_mover_signals[] = {HOB_MOVER_SIGNALS, {NULL, NULL, NULL}};

static bool has_word(const void *of_struct, const char *word) {
    const hob_mover *m = of_struct;
    const hob_list *list = m->blocked_by.tag == HOB_TAG_LIST ? m->blocked_by.as.list : NULL;
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        if (hob_str_is(hob_value_str(list->items[i]), word)) {
            return true;
        }
    }
    return false;
}

bool hob_mover_is_blocked_by_anything(const void *of_struct) {
    const hob_mover *m = of_struct;
    return m->blocked_by.tag == HOB_TAG_LIST && m->blocked_by.as.list->count > 0;
}
bool hob_mover_is_blocked_by_tiles(const void *of_struct) {
    return has_word(of_struct, "tiles");
}
bool hob_mover_is_blocked_by_bounds(const void *of_struct) {
    return has_word(of_struct, "bounds");
}
hob_str hob_mover_slot(const void *of_struct) {
    return hob_text_view(((const hob_mover *)of_struct)->collider);
}
bool hob_mover_body_is_box(const void *of_struct, const void *sibling) {
    const hob_collider *c = sibling;
    (void)of_struct;
    return c->shape == HOB_COLLIDER_BOX || c->shape == HOB_COLLIDER_FEET;
}

const hob_need hob_mover_needs[] = {
    {HOB_NEED_SIBLING, "Collider", .first = "Collider#body",
     .when = hob_mover_is_blocked_by_anything, .because = "blockedBy names something",
     .slot = hob_mover_slot, .fits = hob_mover_body_is_box, .fitting = "a box or feet Collider"},
    HOB_MOVER_SCENE_NEEDS,
    {.name = NULL},
};

/* ---- moving ---- */

const hob_blocker_set *hob_mover_set(hob_world *world, hob_component *component) {
    hob_mover *m = HOB_DATA(component, hob_mover);
    if (!m->compiled) {
        m->set = hob_blocker_set_of(world, m->blocked_by);
        m->compiled = true;
    }
    return &m->set;
}

hob_component *hob_mover_body(hob_world *world, const hob_component *component) {
    return hob_blockers_body(world, component->owner, hob_mover_slot(component + 1));
}

hob_mover_turn hob_mover_begin(hob_world *world, hob_component *component) {
    hob_mover_turn turn;
    turn.world = world;
    turn.component = component;
    turn.count = 0;
    return turn;
}

void hob_mover_touch(hob_mover_turn *turn, hob_blocker by, int axis, double normal) {
    if (turn->count == HOB_COUNT(turn->contacts)) {
        return;
    }
    uint32_t at = turn->count++;
    turn->contacts[at].by = by;
    turn->contacts[at].axis = axis;
    turn->contacts[at].normal = axis == 0 ? (hob_vec2){normal, 0} : (hob_vec2){0, normal};
}

/* A step that is no number leads nowhere. */
static double finite_step(hob_mover_turn *turn, const char *axis, double by) {
    if (isfinite(by)) {
        return by;
    }
    const hob_entity_data *e = turn->component->owner;
    char key[80];
    (void)snprintf(key, sizeof key, "step:%llu:%s", (unsigned long long)e->serial, axis);
    if (hob_world_warn_once(turn->world, key)) {
        hob_world_log(turn->world, HOB_LOG_WARN,
                      "%s of \"%s\" would move it by no finite number on %s; it stays.",
                      hob_text_cstr(turn->component->slot), hob_text_cstr(e->name), axis);
    }
    return 0;
}

bool hob_mover_move(hob_mover_turn *turn, hob_vec2 by) {
    hob_world *world = turn->world;
    hob_component *component = turn->component;
    hob_mover *m = HOB_DATA(component, hob_mover);
    hob_entity_data *e = component->owner;
    by.x = finite_step(turn, "x", by.x);
    by.y = finite_step(turn, "y", by.y);
    m->blocked = false;
    const hob_blocker_set *set = hob_mover_set(world, component);
    hob_component *body = hob_blocker_set_is_empty(set) ? NULL : hob_mover_body(world, component);
    hob_vec2 place = body == NULL ? (hob_vec2){0, 0} : hob_entity_world_position(world, e);
    hob_box box;
    if (body == NULL || !hob_blockers_box(world, body, place, &box)) {
        hob_entity_translate_world(world, e, by);
        return true;
    }
    hob_clip clip;
    hob_blockers_clip(world, set, e, &box, by, &clip);
    const double steps[2] = {by.x, by.y};
    for (int axis = 0; axis < 2; axis++) {
        if (clip.by[axis].kind != HOB_BLOCKER_NONE) {
            hob_mover_touch(turn, clip.by[axis], axis, steps[axis] > 0 ? -1 : 1);
            m->blocked = true;
        }
    }
    if (!m->blocked) {
        hob_entity_translate_world(world, e, by);
        return true;
    }
    /* An axis that was free takes the plain sum, so that a wall beside it changes nothing. */
    hob_vec2 to = {clip.by[0].kind ? clip.at[0] - (box.at[0] - place.x) : place.x + by.x,
                   clip.by[1].kind ? clip.at[1] - (box.at[1] - place.y) : place.y + by.y};
    hob_entity_set_world_position(world, e, to);
    return false;
}

/* ---- who is told ---- */

static bool is_at_work(const hob_component *component) {
    return !component->removed && !component->owner->dead;
}

static hob_value text_value(hob_text *text) {
    hob_value v = {.tag = text != NULL ? HOB_TAG_TEXT : HOB_TAG_NULL};
    v.as.text = text;
    return v;
}

/* Scratch maps borrow their texts. */
static hob_value pair_map(hob_world *world, const char *const *keys, const hob_value *values,
                          uint32_t count) {
    const hob_allocator *a = &world->outside.scratch->as_allocator;
    hob_value map = hob_value_map(a, count);
    for (uint32_t i = 0; i < count; i++) {
        hob_map_set(a, map.as.map, hob_str_from(keys[i]), values[i]);
    }
    return map;
}

static hob_value point_value(hob_world *world, hob_vec2 v) {
    static const char *const keys[] = {"x", "y"};
    const hob_value values[] = {hob_value_number(v.x), hob_value_number(v.y)};
    return pair_map(world, keys, values, 2);
}

static hob_value layer_word(hob_world *world, int32_t kind, hob_text *layer) {
    const hob_allocator *a = &world->outside.scratch->as_allocator;
    return kind == HOB_BLOCKER_TILES    ? hob_value_text(a, HOB_STR("tiles"))
           : kind == HOB_BLOCKER_BOUNDS ? hob_value_text(a, HOB_STR("bounds"))
                                        : text_value(layer);
}

static hob_value collider_value(hob_world *world, hob_value entity, hob_text *slot,
                                hob_value layer) {
    static const char *const keys[] = {"entity", "slot", "layer"};
    const hob_value values[] = {entity, text_value(slot), layer};
    return pair_map(world, keys, values, 3);
}

static const char *const axis_names[] = {"", "x", "y", "both"};

/* {entity, collider, axis, normal}: the entity of a map too, nobody's for the edge of the world. */
static void tell_contact(hob_mover_turn *turn, uint32_t i) {
    static const char *const keys[] = {"entity", "collider", "axis", "normal"};
    hob_world *world = turn->world;
    const hob_blocker *by = &turn->contacts[i].by;
    bool is_edge = by->kind == HOB_BLOCKER_BOUNDS;
    hob_text *layer =
        by->kind == HOB_BLOCKER_COLLIDER ? HOB_DATA(by->component, hob_collider)->layer : NULL;
    hob_value entity = is_edge ? HOB_VALUE_NULL : hob_value_entity(by->component->owner->self);
    hob_value values[] = {
        entity,
        collider_value(world, entity, is_edge ? NULL : by->component->slot,
                       layer_word(world, (int32_t)by->kind, layer)),
        hob_value_text(&world->outside.scratch->as_allocator,
                       hob_str_from(axis_names[turn->contacts[i].axis + 1])),
        point_value(world, turn->contacts[i].normal),
    };
    hob_value arg = pair_map(world, keys, values, 4);
    hob_code_call_all(world, turn->component->owner, HOB_HOOK_CONTACT, &arg, 1);
}

static bool may_hear_contacts(hob_world *world, const hob_entity_data *e) {
    for (uint16_t i = 0; e->code_slot_count > 0 && i < e->slot_count; i++) {
        const hob_component *c = e->slots[i].component;
        if (c != NULL && c->code != NULL && hob_code_has_hook(world, c->code, HOB_HOOK_CONTACT)) {
            return true;
        }
    }
    return false;
}

static void tell_contacts(hob_mover_turn *turn) {
    if (turn->count == 0 || !may_hear_contacts(turn->world, turn->component->owner)) {
        return;
    }
    for (uint32_t i = 0; i < turn->count && is_at_work(turn->component); i++) {
        tell_contact(turn, i);
    }
}

/* ---- edges ---- */

static bool is_of(const hob_mover_hold *hold, const hob_blocker *by) {
    return hold->kind == (int32_t)by->kind &&
           (by->kind != HOB_BLOCKER_COLLIDER || hold->born == by->component->born);
}

static void drop_texts(hob_world *world, hob_mover_hold *hold) {
    hob_text_drop(world->heap, hold->slot);
    hob_text_drop(world->heap, hold->layer);
    hold->slot = hold->layer = NULL;
}

static void note(hob_mover *m, const hob_blocker *by, int axis) {
    uint8_t bit = (uint8_t)(1u << axis);
    for (uint32_t i = 0; i < m->hold_count; i++) {
        if (is_of(&m->holds[i], by)) {
            m->holds[i].axes |= bit;
            return;
        }
    }
    if (m->hold_count == HOB_MOVER_HOLDS) {
        return;
    }
    hob_mover_hold *hold = &m->holds[m->hold_count++];
    *hold = (hob_mover_hold){.kind = (int32_t)by->kind, .axes = bit};
    if (by->kind == HOB_BLOCKER_COLLIDER) {
        hold->entity = by->component->owner->self;
        hold->born = by->component->born;
        hold->slot = hob_text_keep(by->component->slot);
        hold->layer = hob_text_keep(HOB_DATA(by->component, hob_collider)->layer);
    }
}

static void tell_edge(hob_world *world, hob_component *component, const hob_mover_hold *hold,
                      const char *signal, int hook) {
    hob_value args[2] = {HOB_VALUE_NULL, HOB_VALUE_NULL};
    uint32_t count = 0;
    if (component->owner->code_slot_count > 0 ||
        hob_signal_is_heard(world, component->owner->self)) {
        hob_value entity =
            hold->entity != HOB_NO_ENTITY ? hob_value_entity(hold->entity) : HOB_VALUE_NULL;
        args[0] =
            collider_value(world, entity, hold->slot, layer_word(world, hold->kind, hold->layer));
        args[1] = hob_value_text(&world->outside.scratch->as_allocator,
                                 hob_str_from(axis_names[hold->axes & 3u]));
        count = hook == HOB_HOOK_BLOCKED ? 2 : 1;
    }
    hob_signal(world, component, signal, hook, args, count);
}

/* The list may change in a hook: it is walked by what it is of. The edges of a step are told once
 * each, and a hold goes only after its end was told. */
static void tell_begins(hob_world *world, hob_component *component) {
    hob_mover *m = HOB_DATA(component, hob_mover);
    for (uint32_t i = 0; i < m->hold_count && is_at_work(component); i++) {
        if (m->holds[i].axes != 0 && !m->holds[i].was) {
            hob_mover_hold hold = m->holds[i];
            (void)hob_text_keep(hold.slot);
            (void)hob_text_keep(hold.layer);
            m->holds[i].was = true;
            tell_edge(world, component, &hold, "blocked", HOB_HOOK_BLOCKED);
            drop_texts(world, &hold);
        }
    }
}

static void tell_ends(hob_world *world, hob_component *component) {
    hob_mover *m = HOB_DATA(component, hob_mover);
    for (uint32_t i = 0; i < m->hold_count && is_at_work(component);) {
        if (m->holds[i].axes != 0) {
            i++;
            continue;
        }
        hob_mover_hold hold = m->holds[i];
        m->hold_count--;
        for (uint32_t k = i; k < m->hold_count; k++) {
            m->holds[k] = m->holds[k + 1];
        }
        tell_edge(world, component, &hold, "unblocked", HOB_HOOK_UNBLOCKED);
        drop_texts(world, &hold);
    }
}

bool hob_mover_tell(hob_mover_turn *turn) {
    hob_world *world = turn->world;
    hob_component *component = turn->component;
    hob_mover *m = HOB_DATA(component, hob_mover);
    if (turn->count == 0 && m->hold_count == 0) {
        return true;
    }
    for (uint32_t i = 0; i < m->hold_count; i++) {
        m->holds[i].axes = 0;
    }
    for (uint32_t i = 0; i < turn->count; i++) {
        note(m, &turn->contacts[i].by, turn->contacts[i].axis);
    }
    tell_contacts(turn);
    tell_begins(world, component);
    tell_ends(world, component);
    return is_at_work(component);
}

/* ---- life ---- */

static void forget(hob_world *world, hob_mover *m) {
    for (uint32_t i = 0; i < m->hold_count; i++) {
        drop_texts(world, &m->holds[i]);
    }
    m->hold_count = 0;
}

const char *const hob_mover_families[] = {"Mover", NULL};

bool hob_mover_attach(hob_world *world, hob_component *component) {
    hob_mover *m = HOB_DATA(component, hob_mover);
    forget(world, m);
    m->blocked = false;
    return true;
}

void hob_mover_changed(hob_world *world, hob_component *component, const hob_field *field) {
    (void)world;
    (void)field;
    HOB_DATA(component, hob_mover)->compiled = false;
}

void hob_mover_done(hob_world *world, hob_component *component) {
    forget(world, HOB_DATA(component, hob_mover));
}

void hob_mover_hash(hob_world *world, hob_component *component, hob_hash *out) {
    (void)world;
    const hob_mover *m = HOB_DATA(component, const hob_mover);
    hob_hash_u64(out, m->hold_count);
    for (uint32_t i = 0; i < m->hold_count; i++) {
        const hob_mover_hold *hold = &m->holds[i];
        hob_hash_u64(out, (uint64_t)hold->kind);
        hob_hash_u64(out, hold->born);
        hob_hash_u64(out, hold->axes);
        hob_hash_u64(out, hold->was);
    }
}
