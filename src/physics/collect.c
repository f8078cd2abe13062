/* Gathers what can touch, in the order of spec runtime 7.2: entity order, slots in slot order, an
 * entity's colliders before the cells of its Tilemap. Three columns are walked side by side, so
 * that nothing is looked up by entity. */
#include "base/dmath.h"
#include "physics/internal.h"
#include "world/sprite_renderer.h"

#define ELLIPSE_SIDES 32
#define CAP_SIDES     8 /* of one round end of a capsule */
#define PI            3.141592653589793

static double *take_points(hob_world *world, hob_physics *physics, uint32_t count) {
    HOB_GROW(world, physics->points, physics->point_cap, physics->point_count + 2 * count);
    double *p = physics->points + physics->point_count;
    physics->point_count += 2 * count;
    return p;
}

/* Points are taken from one array that may move while it grows, so items keep offsets until all are
 * made. */
static void set_points(hob_physics *physics, hob_item *item, const double *points, uint32_t count) {
    item->shape.kind = HOB_SHAPE_POLYGON;
    item->shape.points = physics->points + (points - physics->points);
    item->shape.point_count = count;
    hob_shape_bound_points(&item->shape);
}

static bool polygon(hob_world *world, hob_physics *physics, const hob_collider *collider,
                    hob_entity_data *e, double cx, double cy, hob_item *item) {
    const hob_list *list = collider->points.tag == HOB_TAG_LIST ? collider->points.as.list : NULL;
    if (list == NULL || list->count < 3) {
        return false;
    }
    hob_vec2 scale = hob_entity_world_scale(world, e);
    double angle = hob_entity_world_rotation(world, e) * PI / 180;
    double c = hob_cos(angle);
    double s = hob_sin(angle);
    double *p = take_points(world, physics, list->count);
    for (uint32_t i = 0; i < list->count; i++) {
        double x = hob_value_get_number(list->items[i], "x", 0) * scale.x;
        double y = hob_value_get_number(list->items[i], "y", 0) * scale.y;
        p[2 * i] = cx + x * c - y * s;
        p[2 * i + 1] = cy + x * s + y * c;
    }
    set_points(physics, item, p, list->count);
    item->shape.concave = collider->concave;
    return true;
}

/* Vertex angles of the 32-gon start at 0 and run clockwise on screen (spec waica 1.5, mirrored). */
static void ellipse(hob_world *world, hob_physics *physics, double cx, double cy, double width,
                    double height, hob_item *item) {
    double *p = take_points(world, physics, ELLIPSE_SIDES);
    for (uint32_t i = 0; i < ELLIPSE_SIDES; i++) {
        double angle = 2 * PI * i / ELLIPSE_SIDES;
        p[2 * i] = cx + hob_cos(angle) * width / 2;
        p[2 * i + 1] = cy + hob_sin(angle) * height / 2;
    }
    set_points(physics, item, p, ELLIPSE_SIDES);
}

/* Round ends on the short sides, each of eight edges. */
static void capsule(hob_world *world, hob_physics *physics, double cx, double cy, double width,
                    double height, hob_item *item) {
    bool tall = height >= width;
    double r = (tall ? width : height) / 2;
    double half = (tall ? height : width) / 2 - r;
    uint32_t count = 2 * (CAP_SIDES + 1);
    double *p = take_points(world, physics, count);
    for (uint32_t i = 0; i < count; i++) {
        bool second = i > CAP_SIDES;
        double angle = PI * (second ? i - 1 : i) / CAP_SIDES; /* from 0: the positive side first */
        double along = hob_sin(angle) * r + (second ? -half : half);
        double across = hob_cos(angle) * r;
        p[2 * i] = cx + (tall ? across : along);
        p[2 * i + 1] = cy + (tall ? along : across);
    }
    set_points(physics, item, p, count);
}

/* A script may have written a negative size, which counts as its absolute value (spec waica 1.1);
 * under solver hearth1 such a shape touches nothing. */
static double size_of(const hob_world *world, double v) {
    return v < 0 && world->outside.manifest->rules.solver == HOB_SOLVER_HOB ? -v : v;
}

/* Shapes that are not simply a box or a circle around the centre. */
static bool make_other_shape(hob_world *world, hob_physics *physics, const hob_collider *collider,
                             hob_item *item) {
    double cx = item->shape.cx;
    double cy = item->shape.cy;
    double width = size_of(world, collider->width);
    double height = size_of(world, collider->height);
    hob_vec2 size;
    if (collider->shape == HOB_COLLIDER_POLYGON) {
        return polygon(world, physics, collider, item->entity, cx, cy, item);
    }
    if (!(width > 0) || !(height > 0)) {
        return false;
    }
    switch (collider->shape) {
    case HOB_COLLIDER_FEET:
        if (!hob_collider_feet_size(world, item->component, &size)) {
            return false;
        }
        item->shape.cy = cy + size.y / 2 - height / 2;
        item->shape.hw = width / 2;
        item->shape.hh = height / 2;
        return true;
    case HOB_COLLIDER_CAPSULE:
        capsule(world, physics, cx, cy, width, height, item);
        return true;
    default:
        ellipse(world, physics, cx, cy, width, height, item);
        return true;
    }
}

static bool make_shape(hob_world *world, hob_physics *physics, const hob_collider *collider,
                       hob_vec2 at, hob_item *item) {
    item->shape = (hob_shape){.cx = at.x + collider->offset.x, .cy = at.y + collider->offset.y};
    if (collider->shape == HOB_COLLIDER_BOX) {
        item->shape.hw = size_of(world, collider->width) / 2;
        item->shape.hh = size_of(world, collider->height) / 2;
        return item->shape.hw > 0 && item->shape.hh > 0;
    }
    if (collider->shape == HOB_COLLIDER_CIRCLE && collider->radius.tag == HOB_TAG_NUMBER) {
        double radius = size_of(world, collider->radius.as.number);
        item->shape.kind = HOB_SHAPE_CIRCLE;
        item->shape.radius = item->shape.hw = item->shape.hh = radius;
        return radius > 0;
    }
    return make_other_shape(world, physics, collider, item);
}

static uint32_t flags_of(const hob_collider *collider, const hob_physics_body *body,
                         const hob_entity_data *e) {
    uint32_t flags = collider->one_way ? HOB_ITEM_ONE_WAY : 0;
    flags |= collider->kind != HOB_COLLIDER_SENSOR ? HOB_ITEM_BLOCKS : 0;
    flags |= collider->kind != HOB_COLLIDER_SOLID ? HOB_ITEM_SENSES : 0;
    flags |= e->mover_count > 0 ? HOB_ITEM_STEPS : 0;
    if (body != NULL && body->body_type != HOB_BODY_STATIC && !e->is_paused) {
        flags |= HOB_ITEM_MOVER;
        flags |= body->body_type == HOB_BODY_DYNAMIC ? HOB_ITEM_DYNAMIC : 0;
    }
    return flags;
}

/* All but shape, body, flags, order and what tells of motion. */
static void dress(hob_world *world, hob_component *component, hob_item *ret_item) {
    hob_collider *collider = HOB_DATA(component, hob_collider);
    ret_item->entity = component->owner;
    ret_item->component = component;
    if (!collider->compiled) {
        hob_collider_compile(world, component);
    }
    ret_item->layer_bit = collider->layer_bit;
    ret_item->mask = collider->mask;
    ret_item->collider = collider;
}

void hob_physics__dress_item(hob_world *world, hob_component *component, hob_item *ret_item) {
    *ret_item = (hob_item){.order = 0};
    dress(world, component, ret_item);
    int type = hob_known_type(world, HOB_KNOWN_PHYSICS_BODY);
    hob_component *body = hob_component_of(component->owner, type);
    ret_item->body = body != NULL ? HOB_DATA(body, hob_physics_body) : NULL;
    ret_item->flags = flags_of(ret_item->collider, ret_item->body, ret_item->entity);
}

bool hob_physics__shape_at(hob_world *world, hob_physics *physics, hob_vec2 place, hob_item *item) {
    return make_shape(world, physics, item->collider, place, item);
}

bool hob_physics__shape_item(hob_world *world, hob_physics *physics, hob_item *item) {
    return item->collider->kind != HOB_COLLIDER_BARE &&
           make_shape(world, physics, item->collider, hob_physics__position(world, item->entity),
                      item);
}

static inline double larger(double a, double b) {
    return a > b ? a : b;
}

static void add_field(hob_world *world, hob_physics *physics, hob_component *component,
                      uint64_t order) {
    hob_tilemap *tilemap = HOB_DATA(component, hob_tilemap);
    if (!hob_tilemap_may_block(tilemap)) {
        return;
    }
    HOB_GROW(world, physics->fields, physics->field_cap, physics->field_count + 1);
    hob_vec2 at = hob_entity_world_position(world, component->owner);
    hob_tile_field *field = &physics->fields[physics->field_count++];
    *field = (hob_tile_field){.entity = component->owner,
                              .component = component,
                              .tilemap = tilemap,
                              .x = at.x,
                              .y = at.y,
                              .order = order};
    field->layer_bit = hob_layer_bit(world, hob_text_view(tilemap->collision_layer));
    if (tilemap->place_known) {
        field->moved_x = at.x - tilemap->last_place.x;
        field->moved_y = at.y - tilemap->last_place.y;
        double far = larger(fabs(field->moved_x), fabs(field->moved_y));
        physics->runner_reach = larger(physics->runner_reach, far);
    }
}

/* Kept apart while items are collected: numbers that the compiler may hold in registers. */
typedef struct both_extents {
    hob_extent movers, obstacles;
} both_extents;

/* What the sweep must know before it looks at anything. */
static inline void note_reach(const hob_world *world, hob_physics *physics, hob_item *item) {
    if ((item->flags & HOB_ITEM_MOVER) == 0 && item->moved_x == 0 && item->moved_y == 0) {
        return;
    }
    hob_vec2 motion = hob_physics__motion(world, item);
    double far = larger(fabs(motion.x), fabs(motion.y));
    if ((item->flags & HOB_ITEM_DYNAMIC) == 0) {
        physics->runner_reach = larger(physics->runner_reach, far);
    }
    if ((item->flags & HOB_ITEM_MOVER) == 0) {
        physics->obstacle_reach = larger(physics->obstacle_reach, far);
        return;
    }
    physics->mover_reach = larger(physics->mover_reach, far);
    double half = item->shape.hw < item->shape.hh ? item->shape.hw : item->shape.hh;
    if (!item->body->swept) {
        return;
    }
    if ((item->flags & HOB_ITEM_DYNAMIC) != 0 && half < physics->least_half) {
        physics->least_half = half;
    }
    if (far > half) {
        item->flags |= HOB_ITEM_FAST;
        physics->any_fast = true;
    }
}

/* There is room for it. */
static inline void add_item(hob_world *world, hob_physics *physics, hob_component *component,
                            hob_physics_body *body, uint64_t order, both_extents *extents) {
    hob_item *item = &physics->items[physics->item_count];
    hob_vec2 at = hob_physics__position(world, component->owner);
    dress(world, component, item);
    const hob_collider *collider = item->collider;
    if (collider->kind == HOB_COLLIDER_BARE || !make_shape(world, physics, collider, at, item)) {
        return;
    }
    item->body = body;
    item->order = order;
    item->flags = flags_of(collider, body, component->owner);
    item->moved_x = item->moved_y = 0;
    if (collider->place_known) {
        item->moved_x = at.x - collider->last_position.x;
        item->moved_y = at.y - collider->last_position.y;
    }
    item->before_x = item->shape.cx - item->moved_x;
    item->before_y = item->shape.cy - item->moved_y;
    if (!collider->place_known && (item->flags & HOB_ITEM_MOVER) != 0) { /* its first step */
        item->before_x = item->shape.cx - body->velocity.x * world->dt;
        item->before_y = item->shape.cy - body->velocity.y * world->dt;
        item->moved_x = body->velocity.x * world->dt;
        item->moved_y = body->velocity.y * world->dt;
    }
    physics->any_sensor =
        physics->any_sensor || (item->flags & (HOB_ITEM_SENSES | HOB_ITEM_STEPS)) != 0;
    uint32_t index = physics->item_count++;
    note_reach(world, physics, item);
    if ((item->flags & HOB_ITEM_MOVER) == 0) {
        physics->obstacles[physics->obstacle_count++] = index;
        hob_extent_add(&extents->obstacles, &item->shape);
        return;
    }
    physics->movers[physics->mover_count++] = index;
    hob_extent_add(&extents->movers, &item->shape);
}

/* Polygon points moved when their array grew: items that were made before are pointed to it again.
 */
static void settle_points(hob_physics *physics) {
    double *p = physics->points;
    for (uint32_t i = 0; i < physics->item_count && physics->point_count > 0; i++) {
        hob_shape *s = &physics->items[i].shape;
        if (s->kind == HOB_SHAPE_POLYGON) {
            s->points = p;
            p += 2 * (size_t)s->point_count;
        }
    }
}

static void begin(hob_world *world, hob_physics *physics, uint32_t most) {
    HOB_GROW(world, physics->items, physics->item_cap, most + 1);
    HOB_GROW(world, physics->movers, physics->mover_cap, most + 1);
    HOB_GROW(world, physics->obstacles, physics->obstacle_cap, most + 1);
    HOB_GROW(world, physics->found, physics->found_cap, 2 * most + 1);
    physics->item_count = 0;
    physics->mover_count = 0;
    physics->obstacle_count = 0;
    physics->field_count = 0;
    physics->point_count = 0;
    physics->any_sensor = false;
    physics->any_fast = false;
    physics->mover_reach = physics->obstacle_reach = physics->runner_reach = 0;
    physics->least_half = HOB_INFINITY;
}

static void look_ahead(const hob_order *order, uint32_t i) {
    if (i + 3 * HOB_AHEAD >= order->count) {
        return;
    }
    const char *far = order->items[i + 3 * HOB_AHEAD].item;
    for (size_t line = 0; far != NULL && line < sizeof(hob_component) + sizeof(hob_collider);
         line += 64) {
        HOB_PREFETCH(far + line);
    }
    const hob_component *middle = order->items[i + 2 * HOB_AHEAD].item;
    const hob_component *near = order->items[i + HOB_AHEAD].item;
    if (middle != NULL) {
        HOB_PREFETCH(middle->owner);
    }
    if (near != NULL) {
        HOB_PREFETCH(near->owner->transform);
    }
}

/* The bodies are gathered. */
void hob_physics__collect(hob_world *world, hob_physics *physics) {
    const hob_order *colliders = hob_column_order(world, hob_known_type(world, HOB_KNOWN_COLLIDER));
    begin(world, physics, colliders->count);
    hob_pass tilemaps = hob_pass_begin(world, hob_known_type(world, HOB_KNOWN_TILEMAP));
    hob_component *tilemap = hob_pass_next(&tilemaps);
    uint64_t order = 0;
    uint32_t b = 0;
    both_extents extents;
    hob_extent_begin(&extents.movers);
    hob_extent_begin(&extents.obstacles);
    for (uint32_t i = 0; i < colliders->count; i++) {
        uint64_t serial = colliders->items[i].serial;
        hob_component *c = colliders->items[i].item;
        look_ahead(colliders, i);
        if (c == NULL || !c->ready) {
            continue;
        }
        for (; tilemap != NULL && tilemap->owner->serial < serial;
             tilemap = hob_pass_next(&tilemaps)) {
            add_field(world, physics, tilemap, order++ << 32);
        }
        while (b < physics->body_count && physics->bodies[b].serial < serial) {
            b++;
        }
        bool has_body = b < physics->body_count && physics->bodies[b].serial == serial;
        add_item(world, physics, c, has_body ? physics->bodies[b].body : NULL, order++ << 32,
                 &extents);
    }
    for (; tilemap != NULL; tilemap = hob_pass_next(&tilemaps)) {
        add_field(world, physics, tilemap, order++ << 32);
    }
    hob_pass_end(&tilemaps);
    physics->mover_extent = extents.movers;
    physics->obstacle_extent = extents.obstacles;
    settle_points(physics);
}
