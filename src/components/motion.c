#include "components/motion.h"

#include "components/collider.h"
#include "components/physics_body.h"
#include "components/sprite_renderer.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

/* ---- which component moves ---- */

static bool is_of_family(const hob_component_type *type, const char *family) {
    for (const char *const *f = type->families; f != NULL && *f != NULL; f++) {
        if (strcmp(*f, family) == 0) {
            return true;
        }
    }
    return false;
}

static bool moves(const hob_component *c) {
    return c != NULL && !c->removed &&
           (c->type == &hob_physics_body_type || is_of_family(c->type, "Mover") ||
            is_of_family(c->type, "Motor"));
}

/* The field of that name, when it is a plain pair of numbers. */
static const hob_field *vec2_field(const hob_component *c, const char *name) {
    const hob_field *field = hob_field_find(c->type->fields, hob_str_from(name));
    return field != NULL && field->type == HOB_FIELD_OBJECT && field->fields != NULL ? field : NULL;
}

static hob_vec2 *vec2_at(hob_component *c, const hob_field *field) {
    return (hob_vec2 *)(void *)(HOB_DATA(c, char) + field->offset);
}

static hob_vec2 *velocity_of(const hob_entity_data *e, hob_component **ret_component,
                             const hob_field **ret_field) {
    for (uint32_t i = 0; i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        const hob_field *field = moves(c) ? vec2_field(c, "velocity") : NULL;
        if (field != NULL) {
            *ret_component = c;
            *ret_field = field;
            return vec2_at(c, field);
        }
    }
    return NULL;
}

static bool number_of(const hob_component *c, const char *name, double *ret_number) {
    const hob_field *field = hob_field_find(c->type->fields, hob_str_from(name));
    if (field == NULL || field->type != HOB_FIELD_NUMBER) {
        return false;
    }
    memcpy(ret_number, HOB_DATA(c, const char) + field->offset, sizeof *ret_number);
    return true;
}

/* Of those that keep no velocity: by intent, or by heading along a path. */
static hob_vec2 speed_along(const hob_entity_data *e) {
    for (uint32_t i = 0; i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        double speed;
        if (!moves(c) || c->inert || !number_of(c, "speed", &speed)) {
            continue;
        }
        const hob_field *field = vec2_field(c, "intent");
        field = field != NULL ? field : vec2_field(c, "heading");
        if (field != NULL) {
            const hob_vec2 *way = vec2_at(c, field);
            return (hob_vec2){way->x * speed, way->y * speed};
        }
    }
    return (hob_vec2){0, 0};
}

hob_vec2 hob_motion_velocity(hob_world *world, const hob_entity_data *e) {
    (void)world;
    hob_component *c = NULL;
    const hob_field *field = NULL;
    const hob_vec2 *velocity = velocity_of(e, &c, &field);
    return velocity == NULL ? speed_along(e) : *velocity;
}

bool hob_motion_heading(const hob_entity_data *e, hob_vec2 *ret_heading) {
    for (uint32_t i = 0; i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        const hob_field *field = moves(c) && !c->inert ? vec2_field(c, "heading") : NULL;
        if (field != NULL) {
            *ret_heading = *vec2_at(c, field);
            return true;
        }
    }
    return false;
}

bool hob_motion_has_velocity(hob_world *world, const hob_entity_data *e) {
    (void)world;
    hob_component *c = NULL;
    const hob_field *field = NULL;
    return velocity_of(e, &c, &field) != NULL;
}

void hob_motion_set_velocity(hob_world *world, hob_entity_data *e, hob_vec2 to) {
    hob_component *c = NULL;
    const hob_field *field = NULL;
    hob_vec2 *velocity = velocity_of(e, &c, &field);
    if (velocity != NULL && isfinite(to.x) && isfinite(to.y)) {
        *velocity = to;
        hob_component_changed(world, c, field);
    }
}

static void stop(hob_world *world, hob_component *c, const char *name) {
    const hob_field *field = vec2_field(c, name);
    if (field != NULL) {
        *vec2_at(c, field) = (hob_vec2){0, 0};
        hob_component_changed(world, c, field);
    }
}

void hob_motion_halt(hob_world *world, hob_entity_data *e) {
    for (uint32_t i = 0; i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        if (moves(c)) {
            stop(world, c, "velocity");
            stop(world, c, "intent");
        }
    }
}

/* ---- where it stands ---- */

bool hob_motion_grounded(hob_world *world, const hob_entity_data *e) {
    (void)world;
    for (uint32_t i = 0; i < e->slot_count; i++) {
        const hob_component *c = e->slots[i].component;
        const hob_field *field =
            moves(c) ? hob_field_find(c->type->fields, HOB_STR("grounded")) : NULL;
        if (field != NULL && field->type == HOB_FIELD_BOOL) {
            bool grounded;
            memcpy(&grounded, HOB_DATA(c, const char) + field->offset, sizeof grounded);
            return grounded;
        }
    }
    return false;
}

/* Of the shapes that the Transform does not turn; a polygon by its lowest point as authored. */
static double collider_feet(const hob_collider *c) {
    double below = c->height / 2;
    if (c->shape == HOB_COLLIDER_CIRCLE && c->radius.tag == HOB_TAG_NUMBER) {
        below = c->radius.as.number;
    } else if (c->shape == HOB_COLLIDER_POLYGON && c->points.tag == HOB_TAG_LIST) {
        below = 0;
        for (uint32_t i = 0; i < c->points.as.list->count; i++) {
            double y = hob_value_get_number(c->points.as.list->items[i], "y", 0);
            below = i == 0 || y > below ? y : below;
        }
    }
    return c->offset.y + below;
}

double hob_motion_feet(hob_world *world, const hob_entity_data *e) {
    double y = hob_entity_world_position(world, e).y, height;
    for (uint32_t i = 0; i < e->slot_count; i++) {
        const hob_component *c = e->slots[i].component;
        if (c != NULL && !c->removed && is_of_family(c->type, "Motor") &&
            number_of(c, "bodyHeight", &height)) {
            return y + height / 2;
        }
    }
    hob_component *collider =
        hob_component_of(e, hob_component_type_index(world, &hob_collider_type));
    hob_vec2 size;
    if (collider != NULL && HOB_DATA(collider, hob_collider)->shape != HOB_COLLIDER_FEET) {
        return y + collider_feet(HOB_DATA(collider, hob_collider));
    }
    return hob_entity_size(world, e, &size) ? y + size.y / 2 : y;
}

const char *const hob_facing_names[HOB_FACING_COUNT + 1] = {"n",  "ne", "e",  "se", "s",
                                                            "sw", "w",  "nw", NULL};

int hob_motion_facing(hob_world *world, const hob_entity_data *e) {
    (void)world;
    for (uint32_t i = 0; i < e->slot_count; i++) {
        const hob_component *c = e->slots[i].component;
        const hob_field *field = c != NULL && !c->removed && is_of_family(c->type, "Motor")
                                     ? hob_field_find(c->type->fields, HOB_STR("facing"))
                                     : NULL;
        if (field != NULL && field->names == hob_facing_names) {
            int32_t facing;
            memcpy(&facing, HOB_DATA(c, const char) + field->offset, sizeof facing);
            return facing;
        }
    }
    return -1;
}
