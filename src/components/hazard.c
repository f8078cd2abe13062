#include "components/hazard.h"

#include "components/health.h"
#include "components/motion.h"
#include "components/respawn.h"
#include "world/feed.h"

#include <string.h>

#define BOUNCE_MOST 480 /* px/s */

static double at_least_0(double v, double most) {
    return v > 0 ? (v < most ? v : most) : 0;
}

static hob_component *health_of(hob_world *world, const hob_entity_data *e) {
    return hob_component_of(e, hob_component_type_index(world, &hob_health_type));
}

/* ---- who bounces ---- */

static void remember(hob_hazard *h, hob_entity by) {
    memmove(&h->rising[1], &h->rising[0], sizeof h->rising - sizeof h->rising[0]);
    h->rising[0] = by;
}

/* Whether it bounced off and still rises; forgets it when it does not. */
static bool is_bouncing(hob_hazard *h, hob_entity other, hob_vec2 velocity) {
    for (size_t i = 0; i < HOB_HAZARD_STOMPERS; i++) {
        if (h->rising[i] == other) {
            if (velocity.y < 0) {
                return true;
            }
            h->rising[i] = HOB_NO_ENTITY;
        }
    }
    return false;
}

/* ---- the two ways to meet ---- */

static void stomp(hob_world *world, hob_component *hazard, hob_entity_data *other) {
    hob_hazard *h = HOB_DATA(hazard, hob_hazard);
    hob_vec2 velocity = hob_motion_velocity(world, other);
    velocity.y = -at_least_0(h->bounce, BOUNCE_MOST);
    hob_motion_set_velocity(world, other, velocity);
    remember(h, other->self);
    hob_value by = hob_value_entity(other->self);
    double damage = h->stomp_damage;
    hob_signal(world, hazard, "stomped", HOB_HOOK_COUNT, &by, 1);
    hob_entity_data *own = hazard->owner;
    hob_component *health = own->dead || hazard->removed ? NULL : health_of(world, own);
    if (health != NULL) {
        hob_health_damage(world, health, damage, other->self);
    } else if (!hazard->removed) {
        hob_entity_destroy(world, own->self, HOB_CHILDREN_BY_RULE);
    }
}

static void hurt(hob_world *world, hob_component *hazard, hob_entity_data *other) {
    const hob_hazard *h = HOB_DATA(hazard, const hob_hazard);
    hob_component *health = health_of(world, other);
    bool is_hurt;
    if (health != NULL) {
        is_hurt = hob_health_damage(world, health, h->contact_damage, hazard->owner->self);
    } else {
        is_hurt =
            hob_component_of(other, hob_component_type_index(world, &hob_respawn_type)) != NULL &&
            hob_respawn_entity(world, other, NULL) == HOB_OK;
    }
    if (is_hurt && !hazard->removed && !hazard->owner->dead) {
        hob_value whom = hob_value_entity(other->self);
        hob_signal(world, hazard, "hurt", HOB_HOOK_COUNT, &whom, 1);
    }
}

static void collide(hob_world *world, hob_component *hazard, uint64_t other_handle) {
    hob_hazard *h = HOB_DATA(hazard, hob_hazard);
    hob_entity_data *other = hob_entity_live(world, other_handle);
    if (other == NULL) {
        return;
    }
    if (hob_motion_has_velocity(world, other)) {
        hob_vec2 velocity = hob_motion_velocity(world, other);
        if (is_bouncing(h, other_handle, velocity)) {
            return;
        }
        double top = hob_entity_world_position(world, hazard->owner).y;
        if (h->stompable && velocity.y > 0 && hob_motion_feet(world, other) < top) {
            stomp(world, hazard, other);
            return;
        }
    }
    hurt(world, hazard, other);
}

static void hash(hob_world *world, hob_component *hazard, hob_hash *out) {
    const hob_hazard *h = HOB_DATA(hazard, const hob_hazard);
    for (size_t i = 0; i < HOB_HAZARD_STOMPERS; i++) {
        hob_feed_entity(world, out, h->rising[i]);
    }
}

/* ---- the table ---- */

#define S hob_hazard
static const hob_field fields[] = {
    {HOB_AT(S, stompable, "stompable", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "What falls onto it from above hurts it instead."},
    {HOB_AT(S, bounce, "bounce", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN,
     .max = BOUNCE_MOST, .default_json = "160", .unit = "px/s",
     .doc = "Speed upwards of who stomps it."},
    {HOB_AT(S, stomp_damage, "stompDamage", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "1", .doc = "Hit points it loses when it is stomped; without Health it goes."},
    {HOB_AT(S, contact_damage, "contactDamage", NUMBER),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .default_json = "1",
     .doc = "Hit points that others lose; without Health they respawn."},
    HOB_FIELDS_END,
};
#undef S

static const hob_signal_type signals[] = {
    {"stomped", "by", "Something fell onto it; its damage comes next."},
    {"hurt", "other", "It hurt something."},
    {NULL, NULL, NULL},
};

const hob_component_type hob_hazard_type = {
    .name = "Hazard",
    .doc = "Hurts what touches it, unless it is stomped.",
    .size = sizeof(hob_hazard),
    .fields = fields,
    .signals = signals,
    .collide = collide,
    .hash = hash,
};
