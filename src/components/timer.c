#include "components/timer.h"

#include "components/complain.h"
#include "world/feed.h"

#include <math.h>

static bool attach(hob_world *world, hob_component *component) {
    (void)world;
    hob_interval_timer *t = HOB_DATA(component, hob_interval_timer);
    t->elapsed = 0;
    t->spent = false;
    return true;
}

static bool is_waiting(const hob_interval_timer *t) {
    return t->running && (t->repeating || !t->spent);
}

static bool is_due(const hob_component *component) {
    const hob_interval_timer *t = HOB_DATA(component, const hob_interval_timer);
    return hob_component_works(component) && is_waiting(t) && t->interval > 0 &&
           t->elapsed >= t->interval;
}

static void turn(hob_world *world, hob_component *component) {
    hob_interval_timer *t = HOB_DATA(component, hob_interval_timer);
    if (!is_waiting(t)) {
        return;
    }
    if (!(t->interval > 0)) {
        hob_complain_once(world, component, "interval", "is not more than 0; it does not run.");
        return;
    }
    t->elapsed += world->dt;
    for (int fired = 0; is_due(component); fired++) {
        if (fired == HOB_TIMER_FIRINGS_MAX) {
            t->elapsed = fmod(t->elapsed, t->interval);
            hob_complain_once(world, component, "interval",
                              "is over more often in a step than can be told.");
            return;
        }
        t->elapsed -= t->interval;
        t->spent = !t->repeating;
        bool was_one_shot = t->spent;
        hob_signal(world, component, "timeout", HOB_HOOK_COUNT, NULL, 0);
        if (was_one_shot) {
            return; /* armed again by a listener: from the next step on */
        }
    }
}

static void changed(hob_world *world, hob_component *component, const hob_field *field) {
    (void)world;
    hob_interval_timer *t = HOB_DATA(component, hob_interval_timer);
    if (field != NULL && field->offset == offsetof(hob_interval_timer, elapsed)) {
        t->spent = false;
    }
}

static void hash(hob_world *world, hob_component *component, hob_hash *out) {
    (void)world;
    hob_feed_bool(out, HOB_DATA(component, hob_interval_timer)->spent);
}

#define S hob_interval_timer
static const hob_field fields[] = {
    {HOB_AT(S, interval, "interval", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE,
     .default_json = "1", .unit = "s", .doc = "Time from one timeout to the next."},
    {HOB_AT(S, repeating, "repeating", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "False stops after the first timeout, until elapsed is written."},
    {HOB_AT(S, running, "running", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "False stands still."},
    {HOB_AT(S, elapsed, "elapsed", NUMBER), .flags = HOB_FIELD_RUNTIME | HOB_FIELD_SCRIPT_WRITES,
     .unit = "s", .doc = "Time of the interval that is running; writing 0 begins it again."},
    HOB_FIELDS_END,
};
#undef S

static const hob_signal_type signals[] = {
    {"timeout", "", "An interval is over; several times in a step when it is short."},
    {NULL, NULL, NULL},
};

static const hob_component_phase phases[] = {{"turns", turn}, {NULL, NULL}};

const hob_component_type hob_timer_type = {
    .name = "Timer",
    .doc = "Tells when an interval of game time is over.",
    .size = sizeof(hob_interval_timer),
    .fields = fields,
    .flags = HOB_COMPONENT_TURN,
    .signals = signals,
    .phases = phases,
    .attach = attach,
    .changed = changed,
    .hash = hash,
};
