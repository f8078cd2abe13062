#include "physics/physics.h"

#include "physics/internal.h"

#include <string.h>

hob_physics *hob_physics_create(const hob_allocator *a) {
    hob_physics *physics = hob_alloc_zero(a, 1, sizeof *physics);
    if (physics == NULL) {
        return NULL;
    }
    physics->allocator = a;
    physics->space = hob_space_create(a);
    if (physics->space == NULL) {
        hob_free(a, physics, sizeof *physics);
        return NULL;
    }
    return physics;
}

void hob_physics_destroy(hob_physics *physics) {
    if (physics == NULL) {
        return;
    }
    const hob_allocator *a = physics->allocator;
    hob_free(a, physics->items, physics->item_cap * sizeof *physics->items);
    hob_free(a, physics->movers, physics->mover_cap * sizeof *physics->movers);
    hob_free(a, physics->obstacles, physics->obstacle_cap * sizeof *physics->obstacles);
    hob_free(a, physics->fields, physics->field_cap * sizeof *physics->fields);
    hob_free(a, physics->points, physics->point_cap * sizeof *physics->points);
    hob_free(a, physics->merge, physics->merge_cap * sizeof *physics->merge);
    hob_free(a, physics->found, physics->found_cap * sizeof *physics->found);
    hob_free(a, physics->candidates, physics->candidate_cap * sizeof *physics->candidates);
    hob_free(a, physics->pair_keys, physics->pair_key_cap * sizeof *physics->pair_keys);
    hob_free(a, physics->overlaps, physics->overlap_cap * sizeof *physics->overlaps);
    hob_free(a, physics->overlap_merge, physics->overlap_merge_cap * sizeof *physics->overlaps);
    hob_free(a, physics->crossed, physics->crossed_cap * sizeof *physics->crossed);
    hob_free(a, physics->runners, physics->runner_cap * sizeof *physics->runners);
    hob_free(a, physics->struck, physics->struck_cap * sizeof *physics->struck);
    hob_free(a, physics->presses, physics->press_cap * sizeof *physics->presses);
    hob_free(a, physics->crushes, physics->crush_cap * sizeof *physics->crushes);
    hob_free(a, physics->met, physics->met_cap * sizeof *physics->met);
    hob_free(a, physics->kept_points, physics->kept_point_cap * sizeof *physics->kept_points);
    hob_free(a, physics->solids, physics->solid_cap * sizeof *physics->solids);
    hob_free(a, physics->solid_points, physics->solid_point_cap * sizeof *physics->solid_points);
    hob_free(a, physics->body_points, physics->body_point_cap * sizeof *physics->body_points);
    hob_free(a, physics->shifts, physics->shift_cap * sizeof *physics->shifts);
    hob_grid_done(&physics->mover_grid, a);
    hob_grid_done(&physics->obstacle_grid, a);
    hob_pair_list_done(&physics->pairs, a);
    hob_space_destroy(physics->space);
    hob_free(a, physics->riders, physics->rider_cap * sizeof *physics->riders);
    hob_free(a, physics->bodies, physics->body_cap * sizeof *physics->bodies);
    hob_free(a, physics, sizeof *physics);
}

void *hob_physics__grow(hob_world *world, void *array, uint32_t *cap, uint32_t wanted,
                        size_t size) {
    uint32_t fresh = *cap < 32 ? 64 : *cap;
    while (fresh < wanted) {
        fresh *= 2;
    }
    void *grown = hob_resize(world->outside.physics->allocator, array, *cap * size, fresh * size);
    if (grown == NULL) {
        hob_guard_leave(world->outside.guard, HOB_ERR_OUT_OF_MEMORY,
                        "There is no memory for the physics of a step.");
    }
    *cap = fresh;
    return grown;
}

/* Triggers that a fast body crossed and does not touch at the end (spec step 6.1 c). */
static void record_crossed(hob_world *world, hob_physics *physics) {
    for (uint32_t i = 0; i < physics->crossed_count; i++) {
        const hob_crossing *c = &physics->crossed[i];
        hob_push push;
        if (!hob_shapes_test(&c->mover->shape, &c->trigger->shape, &push)) {
            hob_physics__record_crossing(world, c);
        }
    }
}

const hob_physics_counts *hob_physics_count(const hob_world *world) {
    return &world->outside.physics->counts;
}

void hob_physics_step(hob_world *world) {
    hob_physics *physics = world->outside.physics;
    physics->counts = (hob_physics_counts){0};
    physics->press_count = 0;
    physics->crush_count = 0;
    bool hob_solver = world->outside.manifest->rules.solver == HOB_SOLVER_HOB;
    hob_contacts_begin(world);
    hob_physics__integrate(world, physics);
    hob_physics__collect(world, physics);
    if (physics->any_sensor && physics->pair_key_cap > 0) {
        memset(physics->pair_keys, 0, physics->pair_key_cap * sizeof *physics->pair_keys);
        physics->pair_key_count = 0;
    }
    hob_grid_build(world, &physics->obstacle_grid, &physics->obstacle_extent, physics->items,
                   physics->obstacles, physics->obstacle_count, false);
    if (hob_solver) {
        hob_physics__sweep(world, physics);
    }
    hob_grid_build(world, &physics->mover_grid, &physics->mover_extent, physics->items,
                   physics->movers, physics->mover_count, true);
    hob_grid_pairs(world, &physics->mover_grid, physics->item_count, &physics->pairs);
    hob_physics__resolve(world, physics);
    hob_physics__overlap_records(world, physics);
    if (hob_solver) {
        record_crossed(world, physics);
        hob_physics__finish(world, physics);
    }
}
