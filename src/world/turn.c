/* Phases 5, 6 and 8: code that starts, control, and the turns (spec step 2, 4). */
#include "world/internal.h"

void hob_turn__enlist(hob_world *world, hob_entity_data *e) {
    if (!e->in_turn_list && (e->turn_slot_count > 0 || e->timer_count > 0)) {
        e->in_turn_list = true;
        hob_order__add(world, &world->turn_list, e->serial, 0, e);
    }
    if (!e->in_control_list && e->control_count > 0) {
        hob_turn__enlist_control(world, e);
    }
}

void hob_turn__enlist_control(hob_world *world, hob_entity_data *e) {
    if (!e->in_control_list) {
        e->in_control_list = true;
        hob_order__add(world, &world->control_list, e->serial, 0, e);
    }
}

/* ---- phase 5 ---- */

static void start(hob_world *world, hob_code_slot *slot) {
    if (slot->off) {
        return; /* it starts when its component is switched on */
    }
    bool is_put_off = world->step_spent && slot->language != HOB_LANGUAGE_NATIVE &&
                      hob_code_has_hook(world, slot, HOB_HOOK_START);
    if (is_put_off) {
        world->skipped_calls++;
        return;
    }
    slot->started = true;
    hob_order__remove(&world->starts, slot->owner->serial, slot->component->born);
    (void)hob_code__hook(world, slot, HOB_HOOK_START, NULL, 0, true);
}

void hob_code_start(hob_world *world, hob_code_slot *slot) {
    if (!slot->started && slot->component->ready) {
        start(world, slot);
    }
}

static hob_pass begin_pass(hob_world *world, const hob_order *order) {
    hob_pass pass = hob_pass_begin(world, -1);
    pass.order = order;
    pass.revision = order->revision;
    pass.include_dead = hob_world_rule_hearth_scripts(world);
    return pass;
}

void hob_starts_run(hob_world *world) {
    hob_pass pass = begin_pass(world, &world->starts);
    for (hob_component *c; (c = hob_pass_next(&pass));) {
        start(world, c->code);
    }
    hob_pass_end(&pass);
}

/* ---- walks over lists of entities ---- */

typedef struct hob_visit {
    hob_world *world;
    const hob_order *order;
    uint64_t last, end;
    uint32_t at, revision, deaths;
    bool include_dead;
} hob_visit;

static hob_visit visit_begin(hob_world *world, const hob_order *order) {
    return (hob_visit){
        .world = world,
        .order = order,
        .end = world->next_serial,
        .revision = order->revision,
        .deaths = hob_death__count(world),
    };
}

/* Walks wait for memory more than for anything else: what the next ones need is asked for early,
 * each link of the chain from list to component a few entities before the one behind it. */
static void fetch_ahead(const hob_order *order, uint32_t at) {
    enum { RECORD = 12, SLOTS = 8, COMPONENTS = 4, LINE = 64 };
    if (at + RECORD < order->count) {
        const char *record = order->items[at + RECORD].item;
        HOB_PREFETCH(record);
        HOB_PREFETCH(record + LINE);
    }
    const hob_entity_data *e = at + SLOTS < order->count ? order->items[at + SLOTS].item : NULL;
    if (e) {
        HOB_PREFETCH(e->slots);
    }
    e = at + COMPONENTS < order->count ? order->items[at + COMPONENTS].item : NULL;
    for (uint32_t i = 1; e && i < e->slot_count && i < 4; i++) { /* 0 is Transform */
        const char *component = (const char *)e->slots[i].component;
        HOB_PREFETCH(component);
        HOB_PREFETCH(component + LINE);
    }
}

/* The next one that is active and not paused. An entity may come to the list while it is walked. */
static hob_entity_data *visit_next(hob_visit *visit) {
    const hob_order *order = visit->order;
    if (visit->revision != order->revision) {
        visit->at = hob_order__after(order, visit->last, UINT64_MAX);
        visit->revision = order->revision;
    }
    while (visit->at < order->count) {
        const hob_order_item *item = &order->items[visit->at];
        if (item->serial >= visit->end) {
            return NULL;
        }
        fetch_ahead(order, visit->at);
        visit->at++;
        visit->last = item->serial;
        hob_entity_data *e = item->item;
        if (!e || e->is_paused || !e->attached) {
            continue;
        }
        bool keeps_place =
            visit->include_dead && e->dead && e->was_active && e->death_index >= visit->deaths;
        if (e->active || keeps_place) {
            return e;
        }
    }
    return NULL;
}

/* ---- phase 6 ---- */

static void control(hob_world *world, hob_entity_data *e, bool only_flagged) {
    uint32_t slots = e->slot_count;
    for (uint32_t i = 0; i < slots; i++) {
        hob_component *c = e->slots[i].component;
        if (!c || c == HOB_HEADER(e->transform) || c->removed || c->inert || !c->attached) {
            continue; /* the place has no part in it, and need not be read to know */
        }
        const struct hob_column *column = &world->columns[c->type_index];
        if (column->control && !only_flagged && !e->dead) {
            column->control->run(world, c);
        }
        if (c->code && (!only_flagged || c->code->run_while_paused)) {
            (void)hob_code__hook(world, c->code, HOB_HOOK_CONTROL, NULL, 0, true);
        }
    }
}

void hob_controls_run(hob_world *world) {
    hob_visit visit = visit_begin(world, &world->control_list);
    for (hob_entity_data *e; (e = visit_next(&visit));) {
        control(world, e, world->paused);
    }
}

/* ---- phase 8 ---- */

static void run_slot(hob_world *world, hob_component *c, bool only_flagged) {
    if (!c || c->removed || c->inert || !c->attached) {
        return;
    }
    const struct hob_column *column = &world->columns[c->type_index];
    if (column->turn) {
        if (!only_flagged && !c->owner->dead) {
            column->turn->run(world, c);
        }
        return;
    }
    if (c->code && (!only_flagged || c->code->run_while_paused)) {
        hob_value dt = hob_value_number(world->dt);
        (void)hob_code__hook(world, c->code, HOB_HOOK_UPDATE, &dt, 1, true);
    }
}

/* The n-th slot of the composition: removed ones do not count. */
static hob_component *composition_slot(const hob_entity_data *e, uint32_t n) {
    for (uint32_t i = 0; i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        if (c && !c->removed && n-- == 0) {
            return c;
        }
    }
    return NULL;
}

static void run_schedule(hob_world *world, hob_entity_data *e, bool only_flagged) {
    const hob_schedule *schedule = hob_schedule_of(world, e);
    if (e->removed_count == 0) {
        for (uint32_t i = 0; i < schedule->count; i++) {
            run_slot(world, e->slots[schedule->order[i]].component, only_flagged);
        }
        return;
    }
    /* Indexes and slots are apart: fix the components before anything runs. */
    hob_component **frozen =
        hob_arena_array(world->outside.scratch, hob_component *, schedule->count);
    uint32_t count = schedule->count;
    for (uint32_t i = 0; i < count; i++) {
        frozen[i] = composition_slot(e, schedule->order[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
        run_slot(world, frozen[i], only_flagged);
    }
}

static void run_turn(hob_world *world, hob_entity_data *e, bool only_flagged) {
    hob_code_run_timers(world, e, only_flagged);
    if (e->turn_slot_count > 0) {
        run_schedule(world, e, only_flagged);
    }
}

void hob_turn_run(hob_world *world, hob_entity_data *e) {
    run_turn(world, e, world->paused);
}

void hob_turns_run(hob_world *world) {
    hob_visit visit = visit_begin(world, &world->turn_list);
    visit.include_dead = hob_world_rule_hearth_scripts(world);
    for (hob_entity_data *e; (e = visit_next(&visit));) {
        run_turn(world, e, world->paused);
    }
}
