#include "components/click_to_move.h"

#include "base/dmath.h"
#include "components/click_path.h"
#include "components/grid_motor.h"
#include "components/health.h"
#include "world/feed.h"
#include "world/grow.h"
#include "world/instantiate.h"
#include "world/pick.h"

#include <math.h>
#include <string.h>

#define REPLAN_DISTANCE 8.0  /* px that a target may move before the way is looked for anew */
#define BARE_SIZE       8.0  /* px about a target without a picture */
#define BARE_RANGE      16.0 /* px of a blow without MeleeAttack */
#define TALK_RADIUS     24.0 /* px */

typedef hob_click_to_move clicks_data;

static clicks_data *data_of(hob_component *clicks) {
    return HOB_DATA(clicks, hob_click_to_move);
}

static double distance(hob_vec2 a, hob_vec2 b) {
    return hob_hypot(a.x - b.x, a.y - b.y);
}

/* ---- siblings by name: their types may not be there ---- */

static double number_of(hob_world *world, const hob_entity_data *e, const char *type,
                        const char *field_name, double missing) {
    int index = hob_registry_find(world->outside.registry, hob_str_from(type));
    const hob_component *c = index < 0 ? NULL : hob_component_of(e, index);
    const hob_field *field =
        c == NULL ? NULL : hob_field_find(c->type->fields, hob_str_from(field_name));
    double number = missing;
    if (field != NULL && field->type == HOB_FIELD_NUMBER) {
        memcpy(&number, HOB_DATA(c, const char) + field->offset, sizeof number);
    }
    return number;
}

static const hob_health *health_of(hob_world *world, const hob_entity_data *e) {
    const hob_component *c = hob_component_of(e, hob_component_type_index(world, &hob_health_type));
    return c == NULL ? NULL : HOB_DATA(c, const hob_health);
}

static bool can_talk(hob_world *world, const hob_entity_data *e) {
    return hob_component_has(world, e, HOB_STR("Interactable"));
}

/* ---- the marker ---- */

static void hide_marker(hob_world *world, clicks_data *c) {
    hob_entity marker = c->marker;
    c->marker = HOB_NO_ENTITY;
    hob_entity_destroy(world, marker, HOB_CHILDREN_BY_RULE);
}

static hob_value point_value(const hob_allocator *a, hob_vec2 p) {
    hob_value v = hob_value_map(a, 2);
    hob_map_set(a, v.as.map, HOB_STR("x"), hob_value_number(p.x));
    hob_map_set(a, v.as.map, HOB_STR("y"), hob_value_number(p.y));
    return v;
}

static void show_marker(hob_world *world, hob_component *clicks, hob_vec2 place) {
    clicks_data *c = data_of(clicks);
    const hob_allocator *a = &world->outside.scratch->as_allocator;
    hob_value def = hob_value_map(a, 3), components = hob_value_map(a, 1),
              sprite = hob_value_map(a, 4);
    hob_map_set(a, sprite.as.map, HOB_STR("width"), hob_value_number(c->marker_width));
    hob_map_set(a, sprite.as.map, HOB_STR("height"), hob_value_number(c->marker_height));
    hob_map_set(a, sprite.as.map, HOB_STR("color"),
                hob_value_text(a, hob_text_view(c->marker_color)));
    if (hob_text_view(c->marker_texture).length > 0) {
        hob_map_set(a, sprite.as.map, HOB_STR("assetId"),
                    hob_value_text(a, hob_text_view(c->marker_texture)));
    }
    hob_map_set(a, components.as.map, HOB_STR("SpriteRenderer"), sprite);
    const char *name = hob_arena_format(world->outside.scratch, "%s:click-marker",
                                        hob_text_cstr(clicks->owner->name));
    hob_map_set(a, def.as.map, HOB_STR("name"), hob_value_cstr(a, name));
    hob_map_set(a, def.as.map, HOB_STR("position"), point_value(a, place));
    hob_map_set(a, def.as.map, HOB_STR("components"), components);
    hob_error error;
    hob_entity marker = hob_spawn(world, def, NULL, &error);
    if (marker == HOB_NO_ENTITY && hob_world_warn_once(world, "click-marker")) {
        hob_world_log(world, HOB_LOG_WARN, "The click marker of \"%s\" is not shown: %s",
                      hob_text_cstr(clicks->owner->name), error.message);
    }
    c->marker = marker;
}

/* ---- orders ---- */

void hob_click_to_move_cancel(hob_world *world, hob_component *clicks) {
    clicks_data *c = data_of(clicks);
    c->order = HOB_CLICK_NOTHING;
    c->target = HOB_NO_ENTITY;
    c->path_count = c->path_at = 0;
    if (c->marker != HOB_NO_ENTITY) {
        hide_marker(world, c);
    }
}

/* Others that can be fought or talked to. */
static bool is_target(void *user, hob_world *world, hob_entity_data *e) {
    return e != user && (health_of(world, e) != NULL || can_talk(world, e));
}

/* The way to a goal; the goal itself comes after it. */
static void plan(hob_world *world, hob_component *clicks, hob_vec2 goal) {
    clicks_data *c = data_of(clicks);
    hob_vec2 own = hob_entity_world_position(world, clicks->owner);
    const hob_vec2 *places;
    uint32_t count = hob_click_path(world, own, goal, &places);
    c->goal = goal;
    c->path_at = 0;
    c->path = hob_world_grow(world, c->path, &c->path_cap, count, sizeof *c->path);
    c->path_count = count;
    if (count > 0) {
        memcpy(c->path, places, count * sizeof *places);
    }
}

void hob_click_to_move_order(hob_world *world, hob_component *clicks, hob_vec2 place) {
    clicks_data *c = data_of(clicks);
    hob_entity_data *e =
        hob_entity_get(world, hob_pick_among(world, place, BARE_SIZE, is_target, clicks->owner));
    hob_click_to_move_cancel(world, clicks);
    if (e != NULL) {
        c->order = health_of(world, e) != NULL ? HOB_CLICK_ATTACK : HOB_CLICK_TALK;
        c->target = e->self;
        plan(world, clicks, hob_entity_world_position(world, e));
        return;
    }
    if (!isfinite(place.x) || !isfinite(place.y)) {
        return;
    }
    plan(world, clicks, place);
    if (c->path_count == 0) {
        return; /* it stands in a wall: there is no way */
    }
    c->order = HOB_CLICK_GROUND;
    c->goal = c->path[c->path_count - 1];
    show_marker(world, clicks, c->goal);
}

void hob_click_to_move_listen(hob_world *world, hob_component *clicks) {
    const hob_pointer *pointer = &world->input.pointer;
    if (!pointer->pressed || world->ui.hovered != HOB_NO_ENTITY) {
        return;
    }
    hob_vec2 place = hob_view_to_world(world, pointer->x, pointer->y);
    if (hob_motor_is_isometric(world)) {
        place = (hob_vec2){place.x / 2 + place.y, place.y - place.x / 2};
    }
    hob_click_to_move_order(world, clicks, place);
}

/* ---- carrying it out ---- */

static void press(hob_world *world, const hob_entity_data *e, const char *name) {
    int seat = hob_entity_seat(world, e);
    hob_input__action(world, &world->input.seats[seat], hob_str_from(name), true)->pressed = true;
}

/* The next place of the way, the goal when it is used up. */
static hob_vec2 next_place(clicks_data *c, hob_vec2 own) {
    while (c->path_at < c->path_count &&
           distance(own, c->path[c->path_at]) <= c->arrival_tolerance) {
        c->path_at++;
    }
    return c->path_at < c->path_count ? c->path[c->path_at] : c->goal;
}

static void walk_to(hob_component *motor, hob_vec2 own, hob_vec2 place, double dt) {
    double length = distance(own, place);
    hob_vec2 direction = {0, 0};
    if (length > 0) {
        direction = (hob_vec2){(place.x - own.x) / length, (place.y - own.y) / length};
    }
    hob_grid_motor_run_to(motor, direction, dt);
}

static void stand(hob_component *motor) {
    HOB_DATA(motor, hob_motor)->velocity = (hob_vec2){0, 0};
}

/* The target if the order still makes sense. */
static hob_entity_data *target_of(hob_world *world, const clicks_data *c) {
    hob_entity_data *e = hob_entity_live(world, c->target);
    if (e == NULL || !e->active) {
        return NULL;
    }
    if (c->order == HOB_CLICK_TALK) {
        return can_talk(world, e) ? e : NULL;
    }
    const hob_health *health = health_of(world, e);
    return health != NULL && health->current > 0 ? e : NULL;
}

static void pursue(hob_world *world, hob_component *clicks, hob_component *motor,
                   hob_entity_data *target, double dt) {
    clicks_data *c = data_of(clicks);
    hob_entity_data *self = clicks->owner;
    hob_vec2 own = hob_entity_world_position(world, self);
    hob_vec2 at = hob_entity_world_position(world, target);
    bool attacks = c->order == HOB_CLICK_ATTACK;
    double reach = attacks ? number_of(world, self, "MeleeAttack", "range", BARE_RANGE)
                           : number_of(world, target, "Interactable", "radius", TALK_RADIUS);
    if (distance(own, at) <= reach) {
        stand(motor);
        hob_grid_motor_look(motor, (hob_vec2){at.x - own.x, at.y - own.y});
        if (!attacks) {
            hob_click_to_move_cancel(world, clicks);
        }
        press(world, self, attacks ? "attack" : "interact");
        return;
    }
    if (distance(at, c->goal) >= REPLAN_DISTANCE) {
        plan(world, clicks, at);
    }
    hob_vec2 place = next_place(c, own);
    walk_to(motor, own, c->path_at < c->path_count ? place : at, dt);
    hob_grid_motor_step(world, motor, dt);
}

static void go(hob_world *world, hob_component *clicks, hob_component *motor, double dt) {
    clicks_data *c = data_of(clicks);
    hob_vec2 own = hob_entity_world_position(world, clicks->owner);
    hob_vec2 place = next_place(c, own);
    if (distance(own, c->goal) <= c->arrival_tolerance) {
        hob_motor_place(world, motor, c->goal);
        stand(motor);
        hob_click_to_move_cancel(world, clicks);
        return;
    }
    walk_to(motor, own, place, dt);
    hob_grid_motor_step(world, motor, dt);
}

bool hob_click_to_move_drive(hob_world *world, hob_component *clicks, hob_component *motor,
                             double dt) {
    clicks_data *c = data_of(clicks);
    if (c->order == HOB_CLICK_NOTHING) {
        return false;
    }
    if (c->order == HOB_CLICK_GROUND) {
        go(world, clicks, motor, dt);
        return true;
    }
    hob_entity_data *target = target_of(world, c);
    if (target == NULL) {
        hob_click_to_move_cancel(world, clicks);
        return false;
    }
    pursue(world, clicks, motor, target, dt);
    return true;
}

hob_component *hob_click_to_move_of(hob_world *world, const hob_entity_data *e) {
    hob_component *c =
        hob_component_of(e, hob_component_type_index(world, &hob_click_to_move_type));
    return c != NULL && c->attached && !c->inert ? c : NULL;
}

/* ---- life ---- */

static void detach(hob_world *world, hob_component *clicks) {
    if (!world->leaving) {
        hob_click_to_move_cancel(world, clicks);
    }
}

static void done(hob_world *world, hob_component *clicks) {
    clicks_data *c = data_of(clicks);
    hob_free(world->heap, c->path, c->path_cap * sizeof *c->path);
    c->path = NULL;
    c->path_cap = c->path_count = 0;
}

static void hash(hob_world *world, hob_component *clicks, hob_hash *out) {
    const clicks_data *c = data_of(clicks);
    hob_feed_int(out, c->order);
    hob_feed_entity(world, out, c->target);
    hob_feed_entity(world, out, c->marker);
    hob_feed_number(out, c->goal.x);
    hob_feed_number(out, c->goal.y);
    hob_feed_list(out, c->path_count - c->path_at);
    for (uint32_t i = c->path_at; i < c->path_count; i++) {
        hob_feed_number(out, c->path[i].x);
        hob_feed_number(out, c->path[i].y);
    }
}

/* ---- the table ---- */

#define S hob_click_to_move
static const hob_field fields[] = {
    {HOB_AT(S, arrival_tolerance, "arrivalTolerance", NUMBER),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .default_json = "3.2", .unit = "px",
     .doc = "How near to a place counts as there."},
    {HOB_AT(S, marker_width, "markerWidth", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE,
     .default_json = "8", .unit = "px", .doc = "Width of the mark where it goes."},
    {HOB_AT(S, marker_height, "markerHeight", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE,
     .default_json = "4", .unit = "px", .doc = "Height of the mark."},
    {HOB_AT(S, marker_color, "markerColor", COLOR), .flags = HOB_FIELD_STATIC,
     .default_json = "\"#ffffff\"", .doc = "Colour or tint of the mark."},
    {HOB_AT(S, marker_texture, "markerTexture", ASSET), .flags = HOB_FIELD_STATIC,
     .asset_kinds = "sprite|tile", .doc = "Picture of the mark, empty a plain box."},
    HOB_FIELDS_END,
};
#undef S

static const char *const families[] = {"Controller", NULL};
static const hob_need needs[] = {
    {.kind = HOB_NEED_SIBLING, .name = "TopDownMotor", .or_name = "IsoMotor"},
    {.name = NULL},
};

const hob_component_type hob_click_to_move_type = {
    .name = "ClickToMove",
    .doc = "Sends a player of a TopDownMotor or IsoMotor where the pointer is pressed.",
    .size = sizeof(hob_click_to_move),
    .fields = fields,
    .flags = HOB_COMPONENT_SINGLE,
    .families = families,
    .needs = needs,
    .detach = detach,
    .done = done,
    .hash = hash,
};
