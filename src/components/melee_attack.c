#include "components/melee_attack.h"

#include "components/collider.h"
#include "components/complain.h"
#include "components/health.h"
#include "components/motor.h"
#include "components/noise.h"
#include "physics/touch.h"

/* ---- the area ---- */

static int facing_of(hob_str name) {
    for (int i = 0; i < HOB_FACING_COUNT; i++) {
        if (hob_str_is(name, hob_facing_names[i])) {
            return i;
        }
    }
    return -1;
}

static double at_least_0(double v) {
    return v > 0 ? v : 0;
}

/* A rectangle from the entity's Collider along the facing, in the logical plane. */
static void area_of(hob_world *world, const hob_component *melee, hob_facing facing,
                    hob_vec2 ret_corners[4]) {
    const hob_melee_attack *m = HOB_DATA(melee, const hob_melee_attack);
    const hob_entity_data *e = melee->owner;
    bool isometric = world->scene_settings.projection != 0;
    hob_vec2 from = hob_entity_world_position(world, e);
    const hob_component *collider =
        hob_component_of(e, hob_component_type_index(world, &hob_collider_type));
    if (collider != NULL) {
        hob_vec2 offset = HOB_DATA(collider, const hob_collider)->offset;
        from = (hob_vec2){from.x + offset.x, from.y + offset.y};
    }
    hob_vec2 ahead = hob_motor_direction(isometric, facing);
    double range = at_least_0(m->range), half = at_least_0(m->width) / 2;
    hob_vec2 side = {-ahead.y * half, ahead.x * half};
    hob_vec2 to = {from.x + ahead.x * range, from.y + ahead.y * range};
    ret_corners[0] = (hob_vec2){from.x - side.x, from.y - side.y};
    ret_corners[1] = (hob_vec2){to.x - side.x, to.y - side.y};
    ret_corners[2] = (hob_vec2){to.x + side.x, to.y + side.y};
    ret_corners[3] = (hob_vec2){from.x + side.x, from.y + side.y};
}

static bool stands_in(hob_world *world, const hob_entity_data *e, const hob_vec2 corners[4]) {
    for (uint32_t i = 0; i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        if (c != NULL && c->type == &hob_collider_type && hob_touch_polygon(world, c, corners, 4)) {
            return true;
        }
    }
    return false;
}

/* ---- the blow ---- */

hob_component *hob_melee_of(hob_world *world, const hob_entity_data *e) {
    hob_component *melee =
        hob_component_of(e, hob_component_type_index(world, &hob_melee_attack_type));
    return melee != NULL && hob_component_works(melee) ? melee : NULL;
}

/* Who stands there now, before anyone is hurt. */
static uint32_t find_targets(hob_world *world, const hob_component *melee, hob_facing facing,
                             hob_entity **ret_targets) {
    hob_vec2 corners[4];
    area_of(world, melee, facing, corners);
    int health_type = hob_component_type_index(world, &hob_health_type);
    hob_entity *targets = hob_arena_array(world->outside.scratch, hob_entity,
                                          hob_column_count(world, health_type) + 1);
    uint32_t count = 0;
    hob_entity last = HOB_NO_ENTITY;
    hob_pass pass = hob_pass_begin(world, health_type);
    for (hob_component *health; (health = hob_pass_next(&pass)) != NULL;) {
        const hob_entity_data *e = health->owner;
        if (e != melee->owner && e->self != last && stands_in(world, e, corners)) {
            last = targets[count++] = e->self;
        }
    }
    hob_pass_end(&pass);
    *ret_targets = targets;
    return count;
}

bool hob_melee_strike(hob_world *world, hob_component *melee, hob_str facing, hob_list *ret_hit,
                      const hob_allocator *a) {
    const hob_melee_attack *m = HOB_DATA(melee, const hob_melee_attack);
    int side = facing_of(facing);
    if (side < 0 || !hob_component_works(melee)) {
        return false;
    }
    hob_entity self = melee->owner->self;
    double damage = m->damage;
    hob_noise_play(world, m->swing_sound, self);
    hob_entity *targets = NULL;
    uint32_t count = find_targets(world, melee, (hob_facing)side, &targets);
    for (uint32_t i = 0; i < count; i++) {
        const hob_entity_data *e = hob_entity_live(world, targets[i]);
        hob_component *health =
            e == NULL ? NULL
                      : hob_component_of(e, hob_component_type_index(world, &hob_health_type));
        if (health != NULL && hob_health_damage(world, health, damage, self) && ret_hit != NULL) {
            hob_list_add(a, ret_hit, hob_value_entity(targets[i]));
        }
    }
    return true;
}

/* ---- the table ---- */

#define S hob_melee_attack
static const hob_field fields[] = {
    {HOB_AT(S, damage, "damage", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "1", .doc = "Hit points a blow takes."},
    {HOB_AT(S, range, "range", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "16", .unit = "px", .doc = "How far a blow reaches."},
    {HOB_AT(S, width, "width", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "16", .unit = "px", .doc = "How wide a blow is."},
    {HOB_AT(S, swing_sound, "swingSound", ASSET), .flags = HOB_FIELD_STATIC, .asset_kinds = "audio",
     .doc = "Sound of a blow, also of one that misses."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_melee_attack_type = {
    .name = "MeleeAttack",
    .doc = "Lets the entity strike at what stands before it.",
    .size = sizeof(hob_melee_attack),
    .fields = fields,
};
