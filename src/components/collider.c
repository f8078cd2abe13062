#include "components/collider.h"

#include "components/checks.h"
#include "physics/space.h"
#include "schema/pattern.h"
#include "world/component.h"

static const char *const shape_names[] = {"box", "circle", "polygon", "feet", "capsule", NULL};
static const char *const kind_names[] = {"solid", "sensor", "both", "none", NULL};
static const char *const blocks_names[] = {"auto", "bounds", "none", NULL};

/* ---- the alias isTrigger ---- */

static hob_value get_is_trigger(const void *of_struct) {
    const hob_collider *c = of_struct;
    return hob_value_bool(c->kind == HOB_COLLIDER_SENSOR);
}

static bool set_is_trigger(void *of_struct, hob_value v) {
    hob_collider *c = of_struct;
    if (v.tag != HOB_TAG_BOOL) {
        return false;
    }
    c->kind = v.as.boolean ? HOB_COLLIDER_SENSOR : HOB_COLLIDER_SOLID;
    return true;
}

/* ---- checks of files ---- */

static hob_vec2 point_at(const hob_collider *c, uint32_t index) {
    hob_value p = c->points.as.list->items[index % c->points.as.list->count];
    return (hob_vec2){hob_value_get_number(p, "x", 0), hob_value_get_number(p, "y", 0)};
}

static bool has_equal_neighbours(const hob_collider *c) {
    for (uint32_t i = 0; i < c->points.as.list->count; i++) {
        hob_vec2 a = point_at(c, i), b = point_at(c, i + 1);
        if (a.x == b.x && a.y == b.y) {
            return true;
        }
    }
    return false;
}

/* Either winding, straight corners allowed. */
static bool is_convex(const hob_collider *c) {
    bool left = false, right = false;
    for (uint32_t i = 0; i < c->points.as.list->count; i++) {
        hob_vec2 p = point_at(c, i), q = point_at(c, i + 1), r = point_at(c, i + 2);
        double cross = (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x);
        left = left || cross > 0;
        right = right || cross < 0;
    }
    return !(left && right);
}

static void check_polygon(const hob_collider *c, hob_reader *reader, const hob_read_level *level) {
    hob_str key = HOB_STR("points");
    char words[160];
    hob_reader_words(reader, level, key, words, sizeof words);
    uint32_t count = c->points.as.list->count;
    if (count < 3) {
        hob_reader_find(reader, level, key, HOB_ERR_POLYGON_TOO_FEW_POINTS, HOB_SEVERITY_ERROR,
                        "Add points, or use another shape.",
                        "%s has %u of the at least 3 points of a polygon.", words, count);
    } else if (has_equal_neighbours(c)) {
        hob_reader_find(reader, level, key, HOB_ERR_POLYGON_DUPLICATE_POINT, HOB_SEVERITY_ERROR,
                        "Remove one of the two.", "%s has the same point twice in a row.", words);
    } else if (hob_collider_is_solid(c) && !is_convex(c)) {
        hob_reader_find(reader, level, key, HOB_ERR_POLYGON_NOT_CONVEX, HOB_SEVERITY_ERROR,
                        "Split it into convex colliders, or set kind to sensor.",
                        "%s has a corner that points inwards, which a solid shape may not have.",
                        words);
    }
}

static void check_mask(const hob_collider *c, hob_reader *reader, const hob_read_level *level) {
    char words[160];
    const hob_list *mask = c->collides_with.as.list;
    const hob_pattern *layer = hob_pattern_find("layer");
    hob_read_level here = {.up = level, .key = HOB_STR("collidesWith")};
    if (mask->count == 0) {
        hob_reader_find(reader, &here, (hob_str){0}, HOB_ERR_COLLIDER_COLLIDES_WITH_NOTHING,
                        HOB_SEVERITY_WARNING, "Name layers, or \"*\" for all of them.",
                        "%s is empty: the collider meets nothing.",
                        hob_reader_words(reader, &here, (hob_str){0}, words, sizeof words));
    }
    for (uint32_t i = 0; i < mask->count; i++) {
        hob_read_level at = {.up = &here, .index = i};
        hob_str entry = hob_value_str(mask->items[i]);
        hob_reader_words(reader, &at, (hob_str){0}, words, sizeof words);
        if (!hob_str_is(entry, "*") && !layer->matches(entry)) {
            hob_reader_find(reader, &at, (hob_str){0}, HOB_ERR_COLLISION_MASK_INVALID,
                            hob_components__layer_severity(reader),
                            "Name a layer like enemy-shot, or \"*\" for all of them.",
                            "%s is not a layer name: \"%.*s\".", words,
                            (int)(entry.length < 60 ? entry.length : 60), entry.data);
        }
        for (uint32_t before = 0; before < i; before++) {
            if (hob_str_equal(hob_value_str(mask->items[before]), entry)) {
                hob_reader_find(reader, &at, (hob_str){0}, HOB_ERR_COLLISION_MASK_DUPLICATE,
                                HOB_SEVERITY_WARNING, "Remove it.", "%s repeats \"%.*s\".", words,
                                (int)(entry.length < 60 ? entry.length : 60), entry.data);
                break;
            }
        }
    }
}

static void validate(const void *of_struct, hob_reader *reader, const hob_read_level *level) {
    const hob_collider *c = of_struct;
    if (c->shape == HOB_COLLIDER_POLYGON) {
        check_polygon(c, reader, level);
    }
    hob_components__check_layer(reader, level, "layer", hob_text_view(c->layer));
    check_mask(c, reader, level);
}

/* ---- the table ---- */

static const hob_field point = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = hob_vec2_fields, .doc = "One corner."};
static const hob_field mask_entry = {.name = "", .type = HOB_FIELD_TEXT, .doc = "Layer, or *."};

#define S hob_collider
static const hob_field fields[] = {
    {HOB_AT(S, shape, "shape", ENUM), .flags = HOB_FIELD_STATIC, .names = shape_names,
     .default_json = "\"box\"",
     .doc = "Form; feet is a box at the bottom centre of the entity size, capsule has round ends "
            "on its short sides."},
    {HOB_AT(S, width, "width", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE,
     .default_json = "32", .unit = "px",
     .doc = "Width of box, feet and capsule, and of a circle without radius."},
    {HOB_AT(S, height, "height", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE,
     .default_json = "32", .unit = "px",
     .doc = "Height of box, feet and capsule, and of a circle without radius."},
    {HOB_AT(S, radius, "radius", NUMBER),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE | HOB_FIELD_NULLABLE, .default_json = "16",
     .unit = "px", .doc = "Radius of a circle; null makes it an ellipse of width and height."},
    {HOB_AT(S, points, "points", LIST), .flags = HOB_FIELD_STATIC, .element = &point,
     .default_json = "[{\"x\":0,\"y\":-16},{\"x\":16,\"y\":16},{\"x\":-16,\"y\":16}]", .unit = "px",
     .doc = "Corners of a polygon; the Transform scales and turns them."},
    {HOB_AT(S, offset, "offset", OBJECT), .flags = HOB_FIELD_STATIC, .fields = hob_vec2_fields,
     .unit = "px", .doc = "Shift from the entity; not turned or scaled."},
    {.name = "isTrigger",
     .type = HOB_FIELD_BOOL,
     .flags = HOB_FIELD_ALIAS,
     .alias_of = "kind",
     .get = get_is_trigger,
     .set = set_is_trigger,
     .doc = "Older name: true stands for kind sensor, false for solid."},
    {HOB_AT(S, layer, "layer", TEXT), .flags = HOB_FIELD_STATIC | HOB_FIELD_NOT_EMPTY,
     .default_json = "\"default\"", .doc = "Collision layer it is on."},
    {HOB_AT(S, collides_with, "collidesWith", LIST), .flags = HOB_FIELD_STATIC,
     .element = &mask_entry, .default_json = "[\"*\"]",
     .doc = "Layers it wants to meet; * stands for all of them."},
    {HOB_AT(S, one_way, "oneWay", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "Lets everything through but what lands from above."},
    {HOB_AT(S, kind, "kind", ENUM), .flags = HOB_FIELD_STATIC, .names = kind_names,
     .default_json = "\"solid\"",
     .doc = "Solid blocks, sensor only overlaps, both does both, none is a bare shape for its own "
            "mover, motor or script."},
    {HOB_AT(S, blocks, "blocks", ENUM), .flags = HOB_FIELD_STATIC, .names = blocks_names,
     .default_json = "\"auto\"",
     .doc = "What stops movers that are blocked by it: box and feet shapes, its bounding box, or "
            "nothing."},
    {HOB_AT(S, sensed, "sensed", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "False hides it from trigger pairs and from area and point queries."},
    HOB_FIELDS_END,
};
#undef S

static void changed(struct hob_world *world, struct hob_component *component,
                    const hob_field *field) {
    (void)world;
    (void)field;
    hob_collider *collider = HOB_DATA(component, hob_collider);
    collider->compiled = false;
    collider->feet_missing = false;
}

static void done(struct hob_world *world, struct hob_component *component) {
    hob_space_drop(world, component);
}

static void hash(struct hob_world *world, struct hob_component *component, hob_hash *out) {
    const hob_collider *c = HOB_DATA(component, hob_collider);
    (void)world;
    hob_hash_u8(out, (uint8_t)(c->place_known | c->feet_known << 1));
    hob_hash_double(out, c->last_position.x);
    hob_hash_double(out, c->last_position.y);
    if (c->feet_known) {
        hob_hash_double(out, c->feet_size.x);
        hob_hash_double(out, c->feet_size.y);
    }
}

static const hob_signal_type signals[] = {
    {"hit", "collider", "It begins to touch another collider."},
    {"separated", "collider", "It no longer touches another collider."},
    {NULL, NULL, NULL},
};

const hob_component_type hob_collider_type = {
    .name = "Collider",
    .doc = "A shape that touches, blocks or senses others.",
    .size = sizeof(hob_collider),
    .fields = fields,
    .signals = signals,
    .changed = changed,
    .done = done,
    .hash = hash,
    .validate = validate,
};
