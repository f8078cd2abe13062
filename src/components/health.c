#include "components/health.h"

#include "base/dmath.h"
#include "components/complain.h"
#include "components/name_checks.h"
#include "components/noise.h"
#include "components/overhead.h"
#include "components/state_machine.h"
#include "components/tally.h"
#include "world/feed.h"
#include "world/world.h"

#include <math.h>

#define BLINK_SECONDS  0.1
#define NUMBER_SECONDS 0.8
#define NO_LIFE        1e-9 /* hit points below this are none, so that tenths add up */

/* ---- windows ---- */

bool hob_health_is_invulnerable(const hob_component *health) {
    const hob_health *h = HOB_DATA(health, hob_health);
    return h->frames > 0 || h->close_number != 0;
}

static void close_window(hob_world *world, hob_component *health) {
    hob_health *h = HOB_DATA(health, hob_health);
    hob_gametime_cancel(world, h->close_number);
    hob_gametime_cancel(world, h->blink_number);
    h->close_number = 0;
    h->blink_number = 0;
    h->window = 0;
    h->blinking = false;
}

static void window_over(hob_world *world, hob_component *health, uint64_t number) {
    (void)number;
    close_window(world, health);
}

static void blink(hob_world *world, hob_component *health, uint64_t number) {
    (void)world;
    (void)number;
    hob_health *h = HOB_DATA(health, hob_health);
    h->blinking = !h->blinking;
}

static void open_windows(hob_world *world, hob_component *health) {
    hob_health *h = HOB_DATA(health, hob_health);
    if (h->invulnerable_frames > 0) {
        h->frames = h->invulnerable_frames;
    }
    if (h->invulnerability > 0) {
        h->close_number =
            hob_gametime_native(world, health, false, h->invulnerability, window_over);
        h->blink_number = hob_gametime_native(world, health, true, BLINK_SECONDS, blink);
        h->window = h->close_number != 0 ? h->invulnerability : 0;
    }
}

/* Phase 17. */
static void count_down(hob_world *world, hob_component *health) {
    hob_health *h = HOB_DATA(health, hob_health);
    h->frames -= h->frames > 0 ? 1 : 0;
    if (h->close_number != 0) {
        const hob_time_entry *timer = hob_gametime_find(world, h->close_number);
        h->window = timer == NULL ? 0 : hob_max(0, hob_gametime_remaining(world, timer));
    }
}

/* ---- telling ---- */

/* The game state that shows the hit points. */
static void publish(hob_world *world, hob_component *health) {
    const hob_health *h = HOB_DATA(health, hob_health);
    hob_tally_set(world, health, h->state, hob_value_number(h->current));
}

static hob_value name_of(const hob_component *health) {
    return (hob_value){.tag = HOB_TAG_TEXT, .as.text = health->owner->name};
}

static hob_value handle_or_null(hob_entity e) {
    return e == HOB_NO_ENTITY ? HOB_VALUE_NULL : hob_value_entity(e);
}

/* The event of Hearth, that of Waica, then the signal (spec hob 12.3). */
static void tell_damaged(hob_world *world, hob_component *health, double amount) {
    const hob_health *h = HOB_DATA(health, hob_health);
    hob_value current = hob_value_number(h->current), source = handle_or_null(h->source);
    hob_event_field hearth[] = {
        {"entity", name_of(health)}, {"amount", hob_value_number(amount)}, {"current", current}};
    hob_emit_fields(world, "damaged", hearth, HOB_COUNT(hearth));
    if (!hob_world_rule_hearth_scripts(world)) {
        hob_event_field waica[] = {{"entity", hob_value_entity(health->owner->self)},
                                   {"amount", hob_value_number(amount)},
                                   {"current", current},
                                   {"source", source}};
        hob_emit_fields(world, "damage", waica, HOB_COUNT(waica));
    }
    hob_value args[] = {hob_value_number(amount), current, source};
    hob_signal(world, health, "damaged", HOB_HOOK_COUNT, args, HOB_COUNT(args));
}

static void tell_died(hob_world *world, hob_component *health) {
    hob_value source = handle_or_null(HOB_DATA(health, hob_health)->source);
    hob_event_field hearth[] = {{"entity", name_of(health)}};
    hob_emit_fields(world, "died", hearth, HOB_COUNT(hearth));
    if (!hob_world_rule_hearth_scripts(world)) {
        hob_event_field waica[] = {{"entity", hob_value_entity(health->owner->self)},
                                   {"source", source}};
        hob_emit_fields(world, "death", waica, HOB_COUNT(waica));
    }
    hob_signal(world, health, "died", HOB_HOOK_COUNT, &source, 1);
}

/* ---- pieces above it ---- */

static void remove_bar(hob_world *world, hob_component *health) {
    hob_health *h = HOB_DATA(health, hob_health);
    hob_piece_remove(world, h->bar);
    h->bar = 0;
}

/* One while it is hurt and alive, changed in place. */
static void show_bar(hob_world *world, hob_component *health) {
    hob_health *h = HOB_DATA(health, hob_health);
    hob_value current = hob_value_number(h->current), max = hob_value_number(h->max);
    if (!(h->current > 0 && h->current < h->max)) {
        remove_bar(world, health);
    } else if (hob_piece_find(world, h->bar) != NULL) {
        hob_piece_set(world, h->bar, HOB_STR("current"), current);
        hob_piece_set(world, h->bar, HOB_STR("max"), max);
    } else {
        hob_overhead_value values[] = {{"current", current}, {"max", max}};
        h->bar = hob_overhead_attach(world, health->owner, hob_text_view(h->health_bar), 0,
                                     HOB_NO_ENTITY, values, HOB_COUNT(values));
    }
}

static void show_number(hob_world *world, const hob_component *health, double amount) {
    const hob_health *h = HOB_DATA(health, hob_health);
    hob_overhead_value value = {"amount", hob_value_number(amount)};
    if (isfinite(amount)) {
        (void)hob_overhead_attach(world, health->owner, hob_text_view(h->damage_number),
                                  NUMBER_SECONDS, HOB_NO_ENTITY, &value, 1);
    }
}

/* ---- losing and gaining ---- */

/* The machine gets the signal; false: it does not wait for it. */
static bool send_death(hob_world *world, hob_component *health) {
    hob_health *h = HOB_DATA(health, hob_health);
    hob_component *machine = hob_state_machine_of(world, health->owner);
    if (machine == NULL || !hob_state_machine_hears(world, machine, HOB_STR("death"))) {
        return false;
    }
    hob_world_set_text(world, &h->died_in,
                       hob_text_view(HOB_DATA(machine, const hob_state_machine)->current));
    h->dying = true;
    hob_state_machine_signal(world, machine, HOB_STR("death"));
    return true;
}

static void die(hob_world *world, hob_component *health) {
    const hob_health *h = HOB_DATA(health, hob_health);
    close_window(world, health);
    remove_bar(world, health);
    tell_died(world, health);
    if (h->current > 0 || !hob_component_works(health)) {
        return; /* a listener brought it back, or removed it */
    }
    if (h->death_action == HOB_DEATH_DISABLE) {
        hob_entity_set_enabled(world, health->owner, false);
    } else if (h->death_action == HOB_DEATH_DESTROY ||
               (h->death_action == HOB_DEATH_STATE && !send_death(world, health))) {
        hob_entity_destroy(world, health->owner->self, HOB_CHILDREN_BY_RULE);
    }
}

/* The turn after the machine's: whether the signal has led to one of its states. */
static void turn(hob_world *world, hob_component *health) {
    hob_health *h = HOB_DATA(health, hob_health);
    if (!h->dying) {
        return;
    }
    h->dying = false;
    hob_component *machine = hob_state_machine_of(world, health->owner);
    if (h->current > 0 ||
        (machine != NULL &&
         hob_state_machine_leads(
             world, machine, hob_text_view(h->died_in), HOB_STR("death"),
             hob_text_view(HOB_DATA(machine, const hob_state_machine)->current)))) {
        return;
    }
    hob_entity_destroy(world, health->owner->self, HOB_CHILDREN_BY_RULE);
}

static bool takes_part(const hob_component *health) {
    return HOB_DATA(health, hob_health)->enabled && !health->inert && !health->removed &&
           !health->owner->dead;
}

bool hob_health_damage(hob_world *world, hob_component *health, double amount, hob_entity source) {
    hob_health *h = HOB_DATA(health, hob_health);
    if (!takes_part(health) || !(amount > 0) || !(h->current > 0) ||
        hob_health_is_invulnerable(health)) {
        return false;
    }
    h->current = hob_max(0, h->current - amount);
    if (h->current < NO_LIFE && !hob_world_rule_hearth_scripts(world)) {
        h->current = 0;
    }
    h->source = source;
    open_windows(world, health);
    publish(world, health);
    tell_damaged(world, health, amount);
    if (!hob_component_works(health)) {
        return true; /* a listener removed it */
    }
    hob_noise_play(world, h->hurt_sound, health->owner->self);
    show_number(world, health, amount);
    show_bar(world, health);
    if (!(h->current > 0)) {
        die(world, health);
        return true;
    }
    hob_component *machine = hob_state_machine_of(world, health->owner);
    if (machine != NULL) {
        hob_state_machine_signal(world, machine, HOB_STR("hurt"));
    }
    return true;
}

void hob_health_heal(hob_world *world, hob_component *health, double amount) {
    hob_health *h = HOB_DATA(health, hob_health);
    if (!takes_part(health) || !(amount > 0) || !(h->current < h->max)) {
        return;
    }
    h->current = hob_min(h->max, h->current + amount);
    publish(world, health);
    hob_event_field fields_of_event[] = {{"entity", name_of(health)},
                                         {"amount", hob_value_number(amount)},
                                         {"current", hob_value_number(h->current)}};
    hob_emit_fields(world, "healed", fields_of_event, HOB_COUNT(fields_of_event));
    hob_value args[] = {hob_value_number(amount), hob_value_number(h->current)};
    hob_signal(world, health, "healed", HOB_HOOK_COUNT, args, HOB_COUNT(args));
    if (hob_component_works(health)) {
        show_bar(world, health);
    }
}

/* ---- life of the component ---- */

static bool attach(hob_world *world, hob_component *health) {
    hob_health *h = HOB_DATA(health, hob_health);
    if (h->start_full) {
        h->current = hob_max(0, h->max);
    }
    publish(world, health);
    if (h->start_full && !(h->current > 0)) {
        die(world, health);
    }
    return true;
}

static void detach(hob_world *world, hob_component *health) {
    close_window(world, health);
    remove_bar(world, health);
}

static void done(hob_world *world, hob_component *health) {
    hob_text_drop(world->heap, HOB_DATA(health, hob_health)->died_in);
}

static void hash(hob_world *world, hob_component *health, hob_hash *out) {
    (void)world;
    const hob_health *h = HOB_DATA(health, hob_health);
    hob_feed_int(out, h->frames);
    hob_feed_int(out, (int64_t)h->close_number);
    hob_feed_int(out, (int64_t)h->blink_number);
    hob_feed_int(out, (int64_t)h->bar);
    hob_feed_bool(out, h->dying);
    hob_feed_text(out, h->died_in);
}

/* ---- the table ---- */

static const char *const death_action_names[] = {"destroy", "disable", "event-only", "state", NULL};

#define S hob_health
static const hob_field fields[] = {
    {HOB_AT(S, max, "max", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "3", .doc = "Most hit points."},
    {HOB_AT(S, current, "current", NUMBER), .flags = HOB_FIELD_HAS_MIN, .default_json = "3",
     .doc = "Hit points now."},
    {HOB_AT(S, invulnerable_frames, "invulnerableFrames", INT),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .unit = "frames",
     .doc = "How long a hit protects from the next."},
    {HOB_AT(S, death_action, "deathAction", ENUM), .flags = HOB_FIELD_STATIC,
     .names = death_action_names, .default_json = "\"event-only\"",
     .doc = "What happens at 0: the entity goes, is disabled, nothing, or its state machine hears "
            "of it."},
    {HOB_AT(S, enabled, "enabled", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "False ignores damage and healing."},
    {HOB_AT(S, start_full, "startFull", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "Begins with all hit points."},
    {HOB_AT(S, invulnerability, "invulnerability", NUMBER),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .unit = "s",
     .doc = "How long a hit protects from the next, while the picture blinks."},
    {HOB_AT(S, state, "state", TEXT), .flags = HOB_FIELD_STATIC,
     .doc = "Key of the game state that shows the hit points."},
    {HOB_AT(S, hurt_sound, "hurtSound", ASSET), .flags = HOB_FIELD_STATIC, .asset_kinds = "audio",
     .doc = "Sound of a hit."},
    {HOB_AT(S, damage_number, "damageNumber", TEXT), .flags = HOB_FIELD_STATIC,
     .doc = "UI piece that shows the damage of a hit."},
    {HOB_AT(S, health_bar, "healthBar", TEXT), .flags = HOB_FIELD_STATIC,
     .doc = "UI piece that shows the hit points above the entity."},
    {HOB_AT(S, source, "source", HANDLE), .flags = HOB_FIELD_RUNTIME,
     .doc = "Entity that did the last damage."},
    {HOB_AT(S, window, "window", NUMBER), .flags = HOB_FIELD_RUNTIME, .unit = "s",
     .doc = "What is left of the protection."},
    {HOB_AT(S, blinking, "blinking", BOOL), .flags = HOB_FIELD_RUNTIME,
     .doc = "Whether the picture is hidden by blinking."},
    HOB_FIELDS_END,
};
#undef S

static const hob_signal_type signals[] = {
    {"damaged", "amount, current, source", "Hit points were lost."},
    {"healed", "amount, current", "Hit points were gained."},
    {"died", "source", "No hit points are left."},
    {NULL, NULL, NULL},
};

static const hob_component_phase phases[] = {
    {"turns", turn}, {"invulnerability", count_down}, {NULL, NULL}};

static const char *const update_after[] = {"StateMachine", NULL};

static void check(hob_check *checks, const hob_check__entity *entity, const hob_check__part *part) {
    (void)entity;
    hob_check_state_key(checks, part, "state");
    hob_check_piece(checks, part, "damageNumber");
    hob_check_piece(checks, part, "healthBar");
}

const hob_component_type hob_health_type = {
    .name = "Health",
    .doc = "Hit points of the entity.",
    .size = sizeof(hob_health),
    .fields = fields,
    .signals = signals,
    .flags = HOB_COMPONENT_TURN,
    .update_after = update_after,
    .phases = phases,
    .attach = attach,
    .detach = detach,
    .done = done,
    .hash = hash,
    .check = check,
};
