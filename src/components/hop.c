#include "components/hop.h"

#include "components/complain.h"
#include "world/feed.h"

static void rest(hob_component *component) {
    hob_hop *h = HOB_DATA(component, hob_hop);
    h->airborne = false;
    h->height = 0;
    h->time = 0;
    component->owner->transform->elevation = 0;
}

bool hob_hop_start(hob_world *world, hob_component *hop) {
    hob_hop *h = HOB_DATA(hop, hob_hop);
    if (!hob_component_works(hop) || h->airborne) {
        return false;
    }
    if (!(h->peak > 0) || !(h->duration > 0)) {
        hob_complain_once(world, hop, h->peak > 0 ? "duration" : "peak",
                          "is not more than 0; it cannot hop.");
        return false;
    }
    h->airborne = true;
    h->time = 0;
    hob_signal(world, hop, "started", HOB_HOOK_COUNT, NULL, 0);
    return true;
}

/* ---- phases ---- */

static void control(hob_world *world, hob_component *component) {
    hob_str action = hob_text_view(HOB_DATA(component, hob_hop)->action);
    int seat = hob_entity_seat(world, component->owner);
    if (action.length > 0 && hob_input_just_pressed(world, seat, action)) {
        (void)hob_hop_start(world, component);
    }
}

static void turn(hob_world *world, hob_component *component) {
    hob_hop *h = HOB_DATA(component, hob_hop);
    if (!h->airborne) {
        return;
    }
    h->time += world->dt;
    if (!(h->time < h->duration)) {
        rest(component);
        hob_signal(world, component, "landed", HOB_HOOK_COUNT, NULL, 0);
        return;
    }
    double peak = h->peak > 0 ? h->peak : 0;
    double height = 4 * peak * h->time * (h->duration - h->time) / (h->duration * h->duration);
    if (hob_entity_store_number(world, component->owner, "Hop.height", &h->height, height)) {
        component->owner->transform->elevation = height;
    }
}

static bool attach(hob_world *world, hob_component *component) {
    (void)world;
    rest(component);
    return true;
}

static void hash(hob_world *world, hob_component *component, hob_hash *out) {
    (void)world;
    hob_feed_number(out, HOB_DATA(component, hob_hop)->time);
}

#define S hob_hop
static const hob_field fields[] = {
    {HOB_AT(S, peak, "peak", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE,
     .default_json = "16", .unit = "px", .doc = "Height at the middle of a hop."},
    {HOB_AT(S, duration, "duration", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE,
     .default_json = "0.5", .unit = "s", .doc = "Time in the air."},
    {HOB_AT(S, action, "action", TEXT), .flags = HOB_FIELD_STATIC, .default_json = "\"jump\"",
     .doc = "Input action whose press begins a hop; empty: none."},
    {HOB_AT(S, height, "height", NUMBER), .flags = HOB_FIELD_RUNTIME, .unit = "px",
     .doc = "Height now."},
    {HOB_AT(S, airborne, "airborne", BOOL), .flags = HOB_FIELD_RUNTIME,
     .doc = "Whether it is in the air."},
    HOB_FIELDS_END,
};
#undef S

static const hob_signal_type signals[] = {
    {"started", "", "A hop begins."},
    {"landed", "", "A hop is over."},
    {NULL, NULL, NULL},
};

static const hob_component_phase phases[] = {{"control", control}, {"turns", turn}, {NULL, NULL}};

const hob_component_type hob_hop_type = {
    .name = "Hop",
    .doc = "Lets the picture hop, without a change of place.",
    .size = sizeof(hob_hop),
    .fields = fields,
    .flags = HOB_COMPONENT_TURN,
    .signals = signals,
    .phases = phases,
    .attach = attach,
    .hash = hash,
};
