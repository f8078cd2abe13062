#include "components/action_trigger.h"

#include "components/complain.h"
#include "world/feed.h"
#include "world/grow.h"

#define DUE_EPSILON 1e-9 /* s: sums of dt miss round times by less */

typedef struct hob_cooldown {
    hob_text *action;
    double remaining; /* s */
} hob_cooldown;

static hob_cooldown *find(const hob_action_trigger *t, hob_str action) {
    for (uint32_t i = 0; i < t->count; i++) {
        if (hob_str_equal(hob_text_view(t->cooldowns[i].action), action)) {
            return &t->cooldowns[i];
        }
    }
    return NULL;
}

double hob_action_trigger_remaining(const hob_action_trigger *trigger, hob_str action) {
    const hob_cooldown *cooldown = find(trigger, action);
    return cooldown == NULL ? 0 : cooldown->remaining;
}

/* ---- the table may be written at any time ---- */

static uint32_t table_size(const hob_action_trigger *t) {
    return t->actions.tag == HOB_TAG_MAP ? t->actions.as.map->count : 0;
}

static bool is_same_table(const hob_action_trigger *t) {
    if (t->count != table_size(t)) {
        return false;
    }
    for (uint32_t i = 0; i < t->count; i++) {
        const hob_text *key = t->actions.as.map->entries[i].key;
        if (key != t->cooldowns[i].action &&
            !hob_str_equal(hob_text_view(key), hob_text_view(t->cooldowns[i].action))) {
            return false;
        }
    }
    return true;
}

static void drop_all(hob_world *world, hob_action_trigger *t) {
    for (uint32_t i = 0; i < t->count; i++) {
        hob_text_drop(world->heap, t->cooldowns[i].action);
    }
    t->count = 0;
}

/* Actions that stay keep their cooldown. */
static void follow_table(hob_world *world, hob_action_trigger *t) {
    if (is_same_table(t)) {
        return;
    }
    uint32_t count = table_size(t);
    double *remaining = hob_arena_array(world->outside.scratch, double, count);
    for (uint32_t i = 0; i < count; i++) {
        remaining[i] =
            hob_action_trigger_remaining(t, hob_text_view(t->actions.as.map->entries[i].key));
    }
    drop_all(world, t);
    t->cooldowns = hob_world_grow(world, t->cooldowns, &t->cap, count, sizeof *t->cooldowns);
    for (uint32_t i = 0; i < count; i++) {
        t->cooldowns[i] = (hob_cooldown){.action = hob_text_keep(t->actions.as.map->entries[i].key),
                                         .remaining = remaining[i]};
    }
    t->count = count;
}

/* ---- phases ---- */

static void fire(hob_world *world, hob_component *component, uint32_t index) {
    hob_action_trigger *t = HOB_DATA(component, hob_action_trigger);
    hob_value seconds = t->actions.as.map->entries[index].value;
    bool is_right = seconds.tag == HOB_TAG_NUMBER && seconds.as.number >= 0;
    if (!is_right) {
        hob_complain_once(world, component, "actions",
                          "has a cooldown that is no time; it counts as 0.");
    }
    hob_cooldown *cooldown = &t->cooldowns[index];
    cooldown->remaining = is_right ? seconds.as.number : 0;
    /* A listener may write the table. */
    hob_value action = {.tag = HOB_TAG_TEXT, .as.text = hob_text_keep(cooldown->action)};
    hob_signal(world, component, "triggered", HOB_HOOK_COUNT, &action, 1);
    hob_text_drop(world->heap, action.as.text);
}

static void control(hob_world *world, hob_component *component) {
    hob_action_trigger *t = HOB_DATA(component, hob_action_trigger);
    int seat = hob_entity_seat(world, component->owner);
    follow_table(world, t);
    for (uint32_t i = 0; hob_component_works(component) && i < t->count; i++) {
        if (hob_input_is_down(world, seat, hob_text_view(t->cooldowns[i].action)) &&
            !(t->cooldowns[i].remaining > DUE_EPSILON)) {
            fire(world, component, i);
            follow_table(world, t);
        }
    }
}

static void turn(hob_world *world, hob_component *component) {
    hob_action_trigger *t = HOB_DATA(component, hob_action_trigger);
    for (uint32_t i = 0; i < t->count; i++) {
        if (t->cooldowns[i].remaining > 0) {
            t->cooldowns[i].remaining -= world->dt;
        }
    }
}

/* ---- life ---- */

static bool attach(hob_world *world, hob_component *component) {
    hob_action_trigger *t = HOB_DATA(component, hob_action_trigger);
    drop_all(world, t);
    follow_table(world, t);
    return true;
}

static void done(hob_world *world, hob_component *component) {
    hob_action_trigger *t = HOB_DATA(component, hob_action_trigger);
    drop_all(world, t);
    hob_free(world->heap, t->cooldowns, t->cap * sizeof *t->cooldowns);
    t->cooldowns = NULL;
    t->cap = 0;
}

static void hash(hob_world *world, hob_component *component, hob_hash *out) {
    (void)world;
    const hob_action_trigger *t = HOB_DATA(component, hob_action_trigger);
    hob_feed_list(out, t->count);
    for (uint32_t i = 0; i < t->count; i++) {
        hob_feed_text(out, t->cooldowns[i].action);
        hob_feed_number(out, t->cooldowns[i].remaining);
    }
}

static const hob_field cooldown = {.name = "",
                                   .type = HOB_FIELD_NUMBER,
                                   HOB_F_MIN(0),
                                   .unit = "s",
                                   .doc = "Time from one firing to the next."};

#define S hob_action_trigger
static const hob_field fields[] = {
    {HOB_AT(S, actions, "actions", MAP), .flags = HOB_FIELD_STATIC, .element = &cooldown,
     .doc = "Cooldown of each input action that fires, in seconds."},
    HOB_FIELDS_END,
};
#undef S

static const hob_signal_type signals[] = {
    {"triggered", "action", "A held action fires."},
    {NULL, NULL, NULL},
};

static const hob_component_phase phases[] = {{"control", control}, {"turns", turn}, {NULL, NULL}};

const hob_component_type hob_action_trigger_type = {
    .name = "ActionTrigger",
    .doc = "Fires while an input action is held, as often as a cooldown allows.",
    .size = sizeof(hob_action_trigger),
    .fields = fields,
    .flags = HOB_COMPONENT_TURN,
    .signals = signals,
    .phases = phases,
    .attach = attach,
    .done = done,
    .hash = hash,
};
