#include "components/respawn.h"

#include "components/health.h"
#include "components/motion.h"
#include "world/feed.h"
#include "world/world.h"

#include <math.h>

/* ---- where an entity began ---- */

static void capture(hob_component *respawn) {
    hob_respawn *r = HOB_DATA(respawn, hob_respawn);
    if (r->use_spawn_position && !r->has_start) {
        r->has_start = true;
        r->start = respawn->owner->transform->position;
    }
}

/* Step 4 of a scene load: entities of a scene begin where the file puts them. */
static void init(hob_world *world, hob_component *respawn) {
    if (world->loading) {
        capture(respawn);
    }
}

/* Phase 2: newcomers begin where it first finds them. */
static void begin(hob_world *world, hob_component *respawn) {
    (void)world;
    capture(respawn);
}

/* ---- coming back ---- */

static bool target_of(const hob_respawn *r, hob_vec2 *ret_target) {
    if (r->has_checkpoint) {
        *ret_target = r->checkpoint;
    } else if (r->point.tag == HOB_TAG_MAP) {
        ret_target->x = hob_value_get_number(r->point, "x", 0);
        ret_target->y = hob_value_get_number(r->point, "y", 0);
    } else if (r->has_start) {
        *ret_target = r->start;
    } else {
        return false;
    }
    return true;
}

hob_status hob_respawn_entity(hob_world *world, hob_entity_data *e, hob_error *reterr) {
    hob_component *respawn =
        hob_component_of(e, hob_component_type_index(world, &hob_respawn_type));
    hob_vec2 target;
    if (respawn == NULL) {
        return hob_fail(reterr, HOB_ERR_NOT_FOUND, "\"%s\" has no Respawn component.",
                        hob_text_cstr(e->name));
    }
    const hob_respawn *r = HOB_DATA(respawn, hob_respawn);
    if (!target_of(r, &target)) {
        (void)hob_fail(reterr, HOB_ERR_NOT_FOUND, "\"%s\" has no place to come back to.",
                       hob_text_cstr(e->name));
        return hob_error_hint(reterr, "Set Respawn.point, or useSpawnPosition.");
    }
    e->transform->position = target;
    hob_entity_moved(world, e);
    hob_entity_placed(e);
    if (r->reset_velocity) {
        hob_motion_halt(world, e);
    }
    hob_component *health = hob_component_of(e, hob_component_type_index(world, &hob_health_type));
    if (r->heal && health != NULL) {
        hob_health_heal(world, health, (double)INFINITY);
    }
    hob_event_field fields[] = {{"entity", {.tag = HOB_TAG_TEXT, .as.text = e->name}}};
    hob_emit_fields(world, "respawned", fields, HOB_COUNT(fields));
    return HOB_OK;
}

static void hash(hob_world *world, hob_component *respawn, hob_hash *out) {
    (void)world;
    const hob_respawn *r = HOB_DATA(respawn, hob_respawn);
    hob_feed_bool(out, r->has_start);
    hob_feed_number(out, r->start.x);
    hob_feed_number(out, r->start.y);
    hob_feed_bool(out, r->has_checkpoint);
    hob_feed_number(out, r->checkpoint.x);
    hob_feed_number(out, r->checkpoint.y);
}

/* ---- checkpoints (phase 13) ---- */

static bool is_target(const hob_checkpoint *c, const hob_entity_data *e) {
    hob_str target = hob_text_view(c->target);
    if (hob_str_starts(target, HOB_STR("tag:"))) {
        return hob_entity_has_tag(e, (hob_str){target.data + 4, target.length - 4});
    }
    return hob_str_equal(hob_text_view(e->name), target);
}

/* The first contact that matches comes back at the checkpoint's own place from now on. */
static void touch(hob_world *world, hob_component *checkpoint) {
    hob_checkpoint *c = HOB_DATA(checkpoint, hob_checkpoint);
    int respawn_type = hob_component_type_index(world, &hob_respawn_type);
    hob_contact_view contact;
    uint32_t cursor = 0;
    while (c->enabled && hob_contacts_next(world, checkpoint->owner->self, &cursor, &contact)) {
        hob_entity_data *other = hob_entity_live(world, contact.other);
        hob_component *respawn = other == NULL ? NULL : hob_component_of(other, respawn_type);
        if (respawn == NULL || !is_target(c, other)) {
            continue;
        }
        hob_respawn *r = HOB_DATA(respawn, hob_respawn);
        r->has_checkpoint = true;
        r->checkpoint = checkpoint->owner->transform->position;
        c->enabled = !c->once;
        return;
    }
}

/* ---- the tables ---- */

static const hob_component_phase respawn_phases[] = {{"begin", begin}, {NULL, NULL}};
static const hob_component_phase checkpoint_phases[] = {{"checkpoints", touch}, {NULL, NULL}};

#define S hob_respawn
static const hob_field respawn_fields[] = {
    {HOB_AT(S, point, "point", OBJECT), .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE,
     .fields = hob_vec2_fields, .unit = "px",
     .doc = "Place to come back to; null is where the entity began."},
    {HOB_AT(S, use_spawn_position, "useSpawnPosition", BOOL), .flags = HOB_FIELD_STATIC,
     .default_json = "true", .doc = "Remembers the place where the entity began."},
    {HOB_AT(S, reset_velocity, "resetVelocity", BOOL), .flags = HOB_FIELD_STATIC,
     .default_json = "true", .doc = "Stops the body, mover or motor."},
    {HOB_AT(S, heal, "heal", BOOL), .flags = HOB_FIELD_STATIC, .doc = "Fills Health."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_respawn_type = {
    .name = "Respawn",
    .doc = "Lets scripts put the entity back to its last checkpoint or start.",
    .size = sizeof(hob_respawn),
    .fields = respawn_fields,
    .phases = respawn_phases,
    .init = init,
    .hash = hash,
};

#define S hob_checkpoint
static const hob_field checkpoint_fields[] = {
    {HOB_AT(S, target, "target", TEXT), .flags = HOB_FIELD_STATIC, .default_json = "\"tag:player\"",
     .doc = "Name of the entity it acts on, or tag: and a tag."},
    {HOB_AT(S, once, "once", BOOL), .flags = HOB_FIELD_STATIC, .doc = "Acts the first time only."},
    {HOB_AT(S, enabled, "enabled", BOOL), .default_json = "true", .doc = "False does nothing."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_checkpoint_type = {
    .name = "Checkpoint",
    .doc = "Becomes the place where entities that touch it come back.",
    .size = sizeof(hob_checkpoint),
    .fields = checkpoint_fields,
    .phases = checkpoint_phases,
};
