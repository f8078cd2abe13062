#include "components/path_follow.h"

#include "base/dmath.h"
#include "schema/read.h"
#include "world/world.h"

#include <math.h>

/* ---- the path ---- */

static uint32_t point_count(const hob_path_walk *w) {
    return w->path.tag == HOB_TAG_LIST ? w->path.as.list->count : 0;
}

static hob_vec2 point(const hob_path_walk *w, uint32_t i) {
    hob_value v = w->path.as.list->items[i];
    return (hob_vec2){hob_value_get_number(v, "x", 0), hob_value_get_number(v, "y", 0)};
}

/* One waypoint is no path: the table refuses it in files, a script may still write it. */
static bool has_path(const hob_path_walk *w) {
    return point_count(w) >= 2;
}

static double length_of(const hob_path_walk *w, int32_t segment) {
    hob_vec2 a = point(w, (uint32_t)segment), b = point(w, (uint32_t)segment + 1);
    return hob_hypot(b.x - a.x, b.y - a.y);
}

/* Unit direction of the segment; (0, 0) where it has no length. */
static void aim(hob_path_walk *w) {
    hob_vec2 a = point(w, (uint32_t)w->segment), b = point(w, (uint32_t)w->segment + 1);
    double length = hob_hypot(b.x - a.x, b.y - a.y);
    w->mover.heading = length > 0 && isfinite(length)
                           ? (hob_vec2){(b.x - a.x) / length, (b.y - a.y) / length}
                           : (hob_vec2){0, 0};
}

static void place_on(hob_world *world, hob_entity_data *e, hob_vec2 at) {
    hob_transform *t = e->transform;
    (void)hob_entity_store_number(world, e, "Transform.position.x", &t->position.x, at.x);
    (void)hob_entity_store_number(world, e, "Transform.position.y", &t->position.y, at.y);
}

void hob_path_restart(hob_world *world, hob_component *component) {
    hob_path_walk *w = HOB_DATA(component, hob_path_walk);
    w->segment = 0;
    w->distance = 0;
    w->finished = false;
    w->mover.heading = (hob_vec2){0, 0};
    if (has_path(w)) {
        aim(w);
        place_on(world, component->owner, point(w, 0));
        hob_entity_placed(component->owner);
    }
}

void hob_path_set(hob_world *world, hob_component *component, hob_value path) {
    hob_path_walk *w = HOB_DATA(component, hob_path_walk);
    hob_value_done(world->heap, &w->path);
    w->path = path;
    component->static_dirty = true;
    hob_path_restart(world, component);
}

/* ---- the turn ---- */

/* Where it would be after `way` px more; whether that is the end. */
static hob_vec2 advance(hob_path_walk *w, double way, bool *ret_end) {
    int32_t last = (int32_t)point_count(w) - 2;
    *ret_end = false;
    w->segment = w->segment < 0 ? 0 : w->segment > last ? last : w->segment;
    while (way > 0) {
        double left = length_of(w, w->segment) - w->distance;
        if (way < left) {
            w->distance += way;
            break;
        }
        way -= left;
        if (w->segment == last) {
            w->distance = length_of(w, last);
            *ret_end = true;
            return point(w, (uint32_t)last + 1);
        }
        w->segment++;
        w->distance = 0;
        aim(w);
    }
    double length = length_of(w, w->segment);
    double t = length > 0 ? w->distance / length : 0;
    hob_vec2 a = point(w, (uint32_t)w->segment), b = point(w, (uint32_t)w->segment + 1);
    return (hob_vec2){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

/* A place in the parent's space as a way in the world, from where the entity is. */
static hob_vec2 way_in_world(hob_world *world, hob_entity_data *e, hob_vec2 to) {
    hob_vec2 local = e->transform->position, from = hob_entity_world_position(world, e);
    e->transform->position = to;
    hob_vec2 there = hob_entity_world_position(world, e);
    e->transform->position = local;
    return (hob_vec2){there.x - from.x, there.y - from.y};
}

/* False: something stopped it. */
static bool go_to(hob_mover_turn *turn, hob_vec2 to) {
    hob_entity_data *e = turn->component->owner;
    if (hob_blocker_set_is_empty(hob_mover_set(turn->world, turn->component))) {
        HOB_DATA(turn->component, hob_mover)->blocked = false;
        place_on(turn->world, e, to);
        return true;
    }
    if (!hob_mover_move(turn, way_in_world(turn->world, e, to))) {
        return false;
    }
    place_on(turn->world, e, to); /* exactly, whatever the way back from the world was */
    return true;
}

void hob_path_turn(hob_world *world, hob_component *component) {
    hob_path_walk *w = HOB_DATA(component, hob_path_walk);
    hob_mover_turn turn = hob_mover_begin(world, component);
    bool end = false;
    double way = w->speed * world->dt;
    if (!w->finished && has_path(w) && isfinite(way)) {
        int32_t segment = w->segment;
        double distance = w->distance;
        hob_vec2 heading = w->mover.heading;
        hob_vec2 to = advance(w, way, &end);
        if (!go_to(&turn, to)) {
            w->segment = segment;
            w->distance = distance;
            w->mover.heading = heading;
            end = false;
        }
        if (end) {
            w->finished = true;
            w->mover.heading = (hob_vec2){0, 0};
        }
    }
    if (hob_mover_tell(&turn) && end && w->finished) {
        hob_signal(world, component, "finished", HOB_HOOK_COUNT, NULL, 0);
    }
}

bool hob_path_walks(const hob_component *component) {
    return component->type->script == NULL &&
           hob_component_answers(component, HOB_STR("PathFollow"));
}

/* ---- the table ---- */

static const hob_field waypoint = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = hob_vec2_fields, .doc = "A waypoint."};

#define S hob_path_walk
static const hob_field fields[] = {
    {HOB_AT(S, speed, "speed", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "96", .unit = "px/s", .doc = "Speed along the path."},
    {HOB_AT(S, path, "path", LIST), .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE,
     .element = &waypoint, .default_json = "null", .unit = "px",
     .doc = "Waypoints in the parent's space; writing them places it on the first."},
    HOB_MOVER_FIELDS(S),
    {HOB_AT(S, finished, "finished", BOOL), .flags = HOB_FIELD_RUNTIME,
     .doc = "Whether it has reached the end."},
    {HOB_AT(S, segment, "segment", INT), .flags = HOB_FIELD_RUNTIME,
     .doc = "Part of the path that it is on, from 0."},
    {HOB_AT(S, distance, "distance", NUMBER), .flags = HOB_FIELD_RUNTIME, .unit = "px",
     .doc = "Way that it has gone on that part."},
    HOB_FIELDS_END,
};
#undef S

static void validate(const void *of_struct, hob_reader *reader, const hob_read_level *level) {
    const hob_path_walk *w = of_struct;
    char words[160];
    hob_str key = HOB_STR("path");
    if (w->path.tag == HOB_TAG_LIST && !has_path(w)) {
        hob_reader_find(reader, level, key, HOB_ERR_FIELD_RANGE, HOB_SEVERITY_ERROR,
                        "Add waypoints, or write null.", "%s has %u of the at least 2 waypoints.",
                        hob_reader_words(reader, level, key, words, sizeof words), point_count(w));
    }
}

static bool attach(hob_world *world, hob_component *component) {
    hob_mover_attach(world, component);
    hob_path_restart(world, component);
    return true;
}
static void changed(hob_world *world, hob_component *component, const hob_field *field) {
    hob_mover_changed(world, component, field);
    if (component->attached && (field == NULL || hob_str_is(HOB_STR("path"), field->name))) {
        hob_path_restart(world, component);
    }
}

static const hob_signal_type signals[] = {
    HOB_MOVER_SIGNALS, {"finished", "", "It has reached the end of its path."}, {NULL, NULL, NULL}};
static const hob_component_phase phases[] = {{"turns", hob_path_turn}, {NULL, NULL}};
static const char *const families[] = {"Mover", "PathFollow", NULL};

const hob_component_type hob_path_follow_type = {
    .name = "PathFollow",
    .doc = "Walks along a path, up to what blocks it.",
    .size = sizeof(hob_path_follow),
    .fields = fields,
    .flags = HOB_COMPONENT_TURN,
    .signals = signals,
    .families = families,
    .update_after = hob_mover_after,
    .needs = hob_mover_needs,
    .phases = phases,
    .attach = attach,
    .done = hob_mover_done,
    .changed = changed,
    .hash = hob_mover_hash,
    .validate = validate,
};
