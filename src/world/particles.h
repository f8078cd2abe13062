/* Particle batches as state: arrays in the session's region, and the batches that dead emitters
 * left (spec waica 3, runtime 14, step phases 4 and 18). Who makes particles and how is the
 * emitter's business (components/particle_emitter.h); what they look like is drawing's.
 *
 * Particles lie in order of their making, oldest first, in one array a quantity. Runs tell which
 * snapshot of the emitter they carry: a new run begins when that has changed. Ages never rise along
 * the order, so what is over is the front of a run and goes without moving the rest.
 * Pixels, seconds. */
#ifndef HOB_WORLD_PARTICLES_H
#define HOB_WORLD_PARTICLES_H

#include "world/component.h"

/* What a particle keeps of its emitter as it was at the particle's birth. */
typedef struct hob_particle_look {
    double lifetime;
    double gravity_x, gravity_y;
    double width, height, start_scale, end_scale, start_alpha, end_alpha;
    uint32_t start_color, end_color; /* 0xrrggbb */
    bool local;                      /* positions are relative to the entity */
} hob_particle_look;

typedef struct hob_particle_run {
    hob_particle_look look;
    uint32_t count;
} hob_particle_run;

typedef struct hob_particles {
    double *block;                 /* the arrays, one after the other, cap each */
    double *x, *y, *vx, *vy, *age; /* live ones are [first, first + count) */
    uint32_t first, count, cap;
    hob_particle_run *runs; /* in order; [run_first, run_first + run_count), none empty */
    uint32_t run_first, run_count, run_cap;
} hob_particles;

/* Adds one at the end. Counted in world->particle_count; the caller has checked the limit. */
void hob_particles_add(hob_world *world, hob_particles *p, const hob_particle_look *look, double x,
                       double y, double vx, double vy);
/* Room for more, at once. */
void hob_particles_reserve(hob_world *world, hob_particles *p, uint32_t more);
/* v += g dt, p += v dt, age += dt for all. `gravity` null: each run's own. */
void hob_particles_advance(hob_particles *p, double dt, const hob_vec2 *gravity);
/* Removes those whose age has reached their lifetime. */
void hob_particles_expire(hob_world *world, hob_particles *p);
void hob_particles_drop_oldest(hob_world *world, hob_particles *p, uint32_t count);
void hob_particles_done(hob_world *world, hob_particles *p);
/* Particles that may still be made in this game session (limits.particles). */
uint32_t hob_particles_left(const hob_world *world);
void hob_particles_hash(const hob_particles *p, hob_hash *hash);

/* ---- batches without an emitter ---- */
typedef struct hob_drain {
    hob_particles particles; /* all in world space */
    const hob_component_type *type;
    void *emitter; /* copy of the emitter's fields, for drawing */
} hob_drain;
typedef struct hob_drains {
    hob_drain *items; /* in order of leaving */
    uint32_t count, cap;
} hob_drains;

/* Takes the particles over. `gravity` null: each run's own goes on, else this one for all. */
void hob_drains_add(hob_world *world, hob_component *emitter, hob_particles *particles,
                    const hob_vec2 *gravity);
void hob_particles_run_drains(hob_world *world); /* phase 4 */
void hob_drains_clear(hob_world *world);         /* scene leave */
void hob_drains_hash(hob_world *world, hob_hash *hash);

#endif
