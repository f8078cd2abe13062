#include "components/wander_controller.h"

#include "components/character_body.h"
#include "components/complain.h"
#include "components/stream_seed.h"
#include "world/feed.h"

#include <math.h>

#define STANDS 1e-6 /* px: less than this on both axes is no movement */

/* In the order in which the stream counts them. */
static const hob_vec2 ways[] = {{-1, 0},  {1, 0},  {0, -1}, {0, 1},
                                {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};

static void choose(hob_wander_controller *w, hob_character_body *body) {
    body->intent = (hob_vec2){0, 0};
    if (!(hob_random_next(&w->random) < w->idle_chance)) {
        body->intent = ways[(size_t)hob_random_int(&w->random, 0, HOB_COUNT(ways) - 1)];
    }
    w->countdown = hob_random_range(&w->random, w->min_interval, w->max_interval);
}

static void turn(hob_world *world, hob_component *component) {
    hob_wander_controller *w = HOB_DATA(component, hob_wander_controller);
    hob_component *sibling = hob_component_of(
        component->owner, hob_component_type_index(world, &hob_character_body_type));
    if (sibling == NULL) {
        return;
    }
    hob_character_body *body = HOB_DATA(sibling, hob_character_body);
    if (!(w->min_interval > 0) || !(w->max_interval > 0)) {
        hob_complain_once(world, component, w->min_interval > 0 ? "maxInterval" : "minInterval",
                          "is not more than 0; it stands.");
        body->intent = (hob_vec2){0, 0};
        return;
    }
    hob_vec2 place = component->owner->transform->position;
    bool is_stuck = (body->intent.x != 0 || body->intent.y != 0) &&
                    fabs(place.x - w->last.x) <= STANDS && fabs(place.y - w->last.y) <= STANDS;
    w->last = place;
    w->countdown -= world->dt;
    if (is_stuck || w->countdown <= 0) {
        choose(w, body);
    }
}

static bool attach(hob_world *world, hob_component *component) {
    hob_wander_controller *w = HOB_DATA(component, hob_wander_controller);
    w->random = hob_random_from_seed(hob_stream_seed(world, component, w->seed));
    w->countdown = 0;
    w->last = component->owner->transform->position;
    return true;
}

/* Another seed begins its stream anew. */
static void changed(hob_world *world, hob_component *component, const hob_field *field) {
    hob_wander_controller *w = HOB_DATA(component, hob_wander_controller);
    if (field != NULL && field->offset == offsetof(hob_wander_controller, seed)) {
        w->random = hob_random_from_seed(hob_stream_seed(world, component, w->seed));
    }
}

static void hash(hob_world *world, hob_component *component, hob_hash *out) {
    (void)world;
    const hob_wander_controller *w = HOB_DATA(component, hob_wander_controller);
    hob_feed_int(out, w->random.state);
    hob_feed_number(out, w->countdown);
    hob_feed_number(out, w->last.x);
    hob_feed_number(out, w->last.y);
}

#define S hob_wander_controller
static const hob_field fields[] = {
    {HOB_AT(S, min_interval, "minInterval", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE,
     .default_json = "1", .unit = "s", .doc = "Shortest time from one choice to the next."},
    {HOB_AT(S, max_interval, "maxInterval", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE,
     .default_json = "3", .unit = "s", .doc = "Longest time from one choice to the next."},
    {HOB_AT(S, idle_chance, "idleChance", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN,
     .max = 1, .default_json = "0.25", .doc = "How often it chooses to stand."},
    {HOB_AT(S, seed, "seed", INT), .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE,
     .default_json = "null",
     .doc = "Where its random stream begins; null follows from the session's seed and the entity."},
    HOB_FIELDS_END,
};
#undef S

static const hob_component_phase phases[] = {{"turns", turn}, {NULL, NULL}};
static const char *const families[] = {"Controller", NULL};
static const hob_need needs[] = {{.kind = HOB_NEED_SIBLING, .name = "CharacterBody"},
                                 {.name = NULL}};

const hob_component_type hob_wander_controller_type = {
    .name = "WanderController",
    .doc = "Lets the CharacterBody stroll about.",
    .size = sizeof(hob_wander_controller),
    .fields = fields,
    .flags = HOB_COMPONENT_TURN,
    .families = families,
    .needs = needs,
    .phases = phases,
    .attach = attach,
    .changed = changed,
    .hash = hash,
};
