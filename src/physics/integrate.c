/* Motion of bodies before anything touches (spec runtime 7.1): gravity, drag, place. Every active
 * entity with a PhysicsBody, in entity order, with or without a Collider. */
#include "physics/internal.h"

void hob_physics__gather_bodies(hob_world *world, hob_physics *physics) {
    const hob_order *order = hob_column_order(world, hob_known_type(world, HOB_KNOWN_PHYSICS_BODY));
    HOB_GROW(world, physics->bodies, physics->body_cap, order->count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < order->count; i++) {
        hob_component *c = order->items[i].item;
        if (i + HOB_AHEAD < order->count) {
            HOB_PREFETCH(order->items[i + HOB_AHEAD].item);
        }
        if (c != NULL && c->ready) {
            physics->bodies[count++] = (hob_body_row){.serial = order->items[i].serial,
                                                      .entity = c->owner,
                                                      .body = HOB_DATA(c, hob_physics_body)};
        }
    }
    physics->body_count = count;
}

static bool store_velocity(hob_world *world, hob_entity_data *e, hob_physics_body *body, double vx,
                           double vy) {
    if (HOB_LIKELY(isfinite(vx) && isfinite(vy))) {
        body->velocity = (hob_vec2){vx, vy};
        return true;
    }
    return hob_entity_store_number(world, e, "PhysicsBody.velocity.x", &body->velocity.x, vx) &&
           hob_entity_store_number(world, e, "PhysicsBody.velocity.y", &body->velocity.y, vy);
}

static void integrate_dynamic(hob_world *world, hob_entity_data *e, hob_physics_body *body,
                              hob_vec2 gravity) {
    double dt = world->dt;
    double vx = body->velocity.x;
    double vy = body->velocity.y;
    vy += gravity.y * body->gravity_scale * dt;
    if (gravity.x != 0) {
        vx += gravity.x * body->gravity_scale * dt;
    }
    if (body->drag > 0) {
        double factor = 1 - body->drag * dt;
        vx *= factor > 0 ? factor : 0;
    }
    if (store_velocity(world, e, body, vx, vy)) {
        hob_physics__translate(world, e, vx * dt, vy * dt);
    }
}

static void integrate_kinematic(hob_world *world, const hob_body_row *row) {
    hob_physics__translate(world, row->entity, row->body->velocity.x * world->dt,
                           row->body->velocity.y * world->dt);
}

static void look_ahead(const hob_physics *physics, uint32_t i) {
    if (i + 2 * HOB_AHEAD < physics->body_count) {
        const hob_body_row *far = &physics->bodies[i + 2 * HOB_AHEAD];
        HOB_PREFETCH(far->entity);
        HOB_PREFETCH(far->body);
        HOB_PREFETCH((const char *)far->body + 64);
        HOB_PREFETCH(physics->bodies[i + HOB_AHEAD].entity->transform);
    }
}

/* Kinematic bodies go first under solver hob, so that riders can follow them in the same step; no
 * body's motion depends on another's, so the order changes nothing else. */
static void lead(hob_world *world, hob_physics *physics) {
    HOB_GROW(world, physics->riders, physics->rider_cap, physics->body_count);
    physics->rider_count = 0;
    for (uint32_t i = 0; i < physics->body_count; i++) {
        const hob_body_row *row = &physics->bodies[i];
        look_ahead(physics, i);
        row->body->carried = (hob_vec2){0, 0};
        row->body->was_crushed = row->body->crushed;
        row->body->crushed = false;
        if (row->body->ground != HOB_NO_ENTITY) {
            physics->riders[physics->rider_count++] = i;
        } else {
            row->body->drop = false; /* it stands on nothing */
        }
        if (row->body->body_type == HOB_BODY_KINEMATIC && !row->entity->is_paused) {
            integrate_kinematic(world, row);
        }
    }
    hob_physics__ride(world, physics);
}

void hob_physics__integrate(hob_world *world, hob_physics *physics) {
    bool hob_solver = world->outside.manifest->rules.solver == HOB_SOLVER_HOB;
    hob_vec2 gravity = world->scene_settings.has_gravity
                           ? world->scene_settings.gravity
                           : world->outside.manifest->settings.gravity;
    hob_physics__gather_bodies(world, physics);
    if (hob_solver) {
        lead(world, physics);
    }
    for (uint32_t i = 0; i < physics->body_count; i++) {
        const hob_body_row *row = &physics->bodies[i];
        look_ahead(physics, i);
        row->body->grounded = false;
        if (row->entity->is_paused) {
            continue;
        }
        if (row->body->body_type == HOB_BODY_DYNAMIC) {
            integrate_dynamic(world, row->entity, row->body, gravity);
        } else if (row->body->body_type == HOB_BODY_KINEMATIC && !hob_solver) {
            integrate_kinematic(world, row);
        }
    }
}
