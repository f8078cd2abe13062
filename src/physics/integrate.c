/* Motion of bodies before anything touches (spec runtime 7.1): gravity, drag, place. Every active
 * entity with a PhysicsBody, in entity order, with or without a Collider. */
#include "physics/internal.h"

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
    if (!hob_entity_store_number(world, e, "PhysicsBody.velocity.x", &body->velocity.x, vx) ||
        !hob_entity_store_number(world, e, "PhysicsBody.velocity.y", &body->velocity.y, vy)) {
        return;
    }
    hob_entity_translate_world(world, e, (hob_vec2){vx * dt, vy * dt});
}

void hob_physics__integrate(hob_world *world, hob_physics *physics) {
    bool hob_solver = world->outside.manifest->rules.solver == HOB_SOLVER_HOB;
    hob_vec2 gravity = world->scene_settings.has_gravity
                           ? world->scene_settings.gravity
                           : world->outside.manifest->settings.gravity;
    int type = hob_component_type_index(world, &hob_physics_body_type);
    /* Kinematic bodies go first under solver hob, so that riders can follow them in the same step;
     * no body's motion depends on another's, so the order changes nothing else. */
    if (hob_solver) {
        hob_pass pass = hob_pass_begin(world, type);
        for (hob_component *c = hob_pass_next(&pass); c != NULL; c = hob_pass_next(&pass)) {
            hob_physics_body *body = HOB_DATA(c, hob_physics_body);
            if (body->body_type == HOB_BODY_KINEMATIC && !c->owner->is_paused) {
                hob_entity_translate_world(
                    world, c->owner,
                    (hob_vec2){body->velocity.x * world->dt, body->velocity.y * world->dt});
            }
        }
        hob_pass_end(&pass);
        hob_physics__ride(world, physics);
    }
    hob_pass pass = hob_pass_begin(world, type);
    for (hob_component *c = hob_pass_next(&pass); c != NULL; c = hob_pass_next(&pass)) {
        hob_physics_body *body = HOB_DATA(c, hob_physics_body);
        body->grounded = false;
        if (c->owner->is_paused) {
            continue;
        }
        if (body->body_type == HOB_BODY_DYNAMIC) {
            integrate_dynamic(world, c->owner, body, gravity);
        } else if (body->body_type == HOB_BODY_KINEMATIC && !hob_solver) {
            hob_entity_translate_world(
                world, c->owner,
                (hob_vec2){body->velocity.x * world->dt, body->velocity.y * world->dt});
        }
    }
    hob_pass_end(&pass);
}
