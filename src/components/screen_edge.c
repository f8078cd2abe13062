#include "components/screen_edge.h"

#include "components/complain.h"
#include "world/contracts.h"

/* ---- the region ---- */

static bool wants_bounds(const void *of_struct) {
    const hob_screen_edge *s = of_struct;
    return s->width.tag != HOB_TAG_NUMBER || s->height.tag != HOB_TAG_NUMBER;
}

/* With the margin; false when nothing in the scene tells it any more. */
static bool region(hob_world *world, const hob_component *component, hob_vec2 *ret_low,
                   hob_vec2 *ret_high) {
    const hob_screen_edge *s = HOB_DATA(component, const hob_screen_edge);
    hob_vec2 low = {0, 0}, high = {0, 0};
    if (wants_bounds(s) && !hob_contract_bounds(world, &low, &high)) {
        hob_complain_once(world, component, "width", "is null, and the scene has no world bounds.");
        return false;
    }
    if (s->width.tag == HOB_TAG_NUMBER) {
        low.x = 0;
        high.x = s->width.as.number;
    }
    if (s->height.tag == HOB_TAG_NUMBER) {
        low.y = 0;
        high.y = s->height.as.number;
    }
    *ret_low = (hob_vec2){low.x - s->margin, low.y - s->margin};
    *ret_high = (hob_vec2){high.x + s->margin, high.y + s->margin};
    return true;
}

/* ---- turns ---- */

static double wrapped(double at, double low, double high) {
    at = at < low ? high : at;
    return at > high ? low : at;
}

static void wrap(hob_world *world, hob_component *component) {
    hob_vec2 low, high, at = hob_entity_world_position(world, component->owner);
    if (!region(world, component, &low, &high)) {
        return;
    }
    hob_vec2 to = {wrapped(at.x, low.x, high.x), wrapped(at.y, low.y, high.y)};
    if (to.x != at.x || to.y != at.y) {
        hob_entity_set_world_position(world, component->owner, to);
        hob_entity_placed(component->owner);
    }
}

static void despawn(hob_world *world, hob_component *component) {
    hob_vec2 low, high, at = hob_entity_world_position(world, component->owner);
    if (region(world, component, &low, &high) &&
        (at.x < low.x || at.x > high.x || at.y < low.y || at.y > high.y)) {
        hob_entity_destroy(world, component->owner->self, HOB_CHILDREN_BY_RULE);
    }
}

/* ---- the tables ---- */

#define S hob_screen_edge
static const hob_field fields[] = {
    {HOB_AT(S, width, "width", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE,
     .default_json = "null", .unit = "px", .doc = "Width of the region; null takes worldBounds."},
    {HOB_AT(S, height, "height", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE,
     .default_json = "null", .unit = "px", .doc = "Height of the region; null takes worldBounds."},
    {HOB_AT(S, margin, "margin", NUMBER), .flags = HOB_FIELD_STATIC, .unit = "px",
     .doc = "How far beyond the edge the place may be."},
    HOB_FIELDS_END,
};
#undef S

static const hob_component_phase wrap_phases[] = {{"turns", wrap}, {NULL, NULL}};
static const hob_component_phase despawn_phases[] = {{"turns", despawn}, {NULL, NULL}};
static const char *const families[] = {"Edge", NULL};
static const char *const after[] = {"Mover", NULL};
static const hob_need needs[] = {{HOB_NEED_CONTRACT, "worldBounds", .when = wants_bounds,
                                  .because = "its width or height is null"},
                                 {.name = NULL}};

const hob_component_type hob_screen_wrap_type = {
    .name = "ScreenWrap",
    .doc = "Comes back on the other side of the world.",
    .size = sizeof(hob_screen_edge),
    .fields = fields,
    .flags = HOB_COMPONENT_TURN,
    .families = families,
    .update_after = after,
    .needs = needs,
    .phases = wrap_phases,
};

const hob_component_type hob_despawn_offscreen_type = {
    .name = "DespawnOffscreen",
    .doc = "Destroys its entity outside the world.",
    .size = sizeof(hob_screen_edge),
    .fields = fields,
    .flags = HOB_COMPONENT_TURN,
    .families = families,
    .update_after = after,
    .needs = needs,
    .phases = despawn_phases,
};
