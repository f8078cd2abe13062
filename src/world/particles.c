#include "world/particles.h"

#include "base/dmath.h"

#include "schema/read.h"
#include "world/feed.h"
#include "world/grow.h"

#include <string.h>

#define ARRAYS 5
#define AHEAD  8 /* particles worked on at once: a fixed number lets compilers use vectors */

/* ---- storage ---- */

static void place_arrays(hob_particles *p, double *block, uint32_t cap) {
    p->block = block;
    p->x = block;
    p->y = block + cap;
    p->vx = block + 2 * (size_t)cap;
    p->vy = block + 3 * (size_t)cap;
    p->age = block + 4 * (size_t)cap;
    p->cap = cap;
}

static void move_down(hob_particles *p) {
    double *arrays[ARRAYS] = {p->x, p->y, p->vx, p->vy, p->age};
    for (int i = 0; i < ARRAYS && p->first > 0; i++) {
        memmove(arrays[i], arrays[i] + p->first, p->count * sizeof(double));
    }
    p->first = 0;
}

/* The free end is at least half of what lives, so that moving down is rare. */
void hob_particles_reserve(hob_world *world, hob_particles *p, uint32_t more) {
    if (p->first + p->count + more <= p->cap) {
        return;
    }
    uint32_t needed = p->count + more;
    if (needed + needed / 4 <= p->cap) {
        move_down(p);
        return;
    }
    uint32_t cap = needed + needed / 2 + 2 * AHEAD;
    double *block = hob_resize(world->heap, NULL, 0, (size_t)cap * ARRAYS * sizeof(double));
    hob_particles old = *p;
    place_arrays(p, block, cap);
    p->first = 0;
    if (old.count > 0) {
        size_t bytes = old.count * sizeof(double);
        memcpy(p->x, old.x + old.first, bytes);
        memcpy(p->y, old.y + old.first, bytes);
        memcpy(p->vx, old.vx + old.first, bytes);
        memcpy(p->vy, old.vy + old.first, bytes);
        memcpy(p->age, old.age + old.first, bytes);
    }
    hob_free(world->heap, old.block, (size_t)old.cap * ARRAYS * sizeof(double));
}

void hob_particles_done(hob_world *world, hob_particles *p) {
    world->particle_count -= p->count;
    hob_free(world->heap, p->block, (size_t)p->cap * ARRAYS * sizeof(double));
    hob_free(world->heap, p->runs, p->run_cap * sizeof(*p->runs));
    *p = (hob_particles){0};
}

uint32_t hob_particles_left(const hob_world *world) {
    uint32_t limit = (uint32_t)world->outside.manifest->limits.particles;
    return world->particle_count >= limit ? 0 : limit - world->particle_count;
}

static bool is_same_look(const hob_particle_look *a, const hob_particle_look *b) {
    return a->lifetime == b->lifetime && a->gravity_x == b->gravity_x &&
           a->gravity_y == b->gravity_y && a->width == b->width && a->height == b->height &&
           a->start_scale == b->start_scale && a->end_scale == b->end_scale &&
           a->start_alpha == b->start_alpha && a->end_alpha == b->end_alpha &&
           a->start_color == b->start_color && a->end_color == b->end_color && a->local == b->local;
}

static hob_particle_run *run_for(hob_world *world, hob_particles *p,
                                 const hob_particle_look *look) {
    uint32_t end = p->run_first + p->run_count;
    if (p->run_count > 0 && is_same_look(&p->runs[end - 1].look, look)) {
        return &p->runs[end - 1];
    }
    if (p->run_first > 0) {
        memmove(p->runs, p->runs + p->run_first, p->run_count * sizeof(*p->runs));
        p->run_first = 0;
    }
    p->runs = hob_world_grow(world, p->runs, &p->run_cap, p->run_count + 1, sizeof(*p->runs));
    p->runs[p->run_count] = (hob_particle_run){.look = *look};
    return &p->runs[p->run_count++];
}

/* So far from the end of numbers that no sum of a particle's life reaches it. */
static double held(double v) {
    return hob_clamp(v, -1e150, 1e150);
}

void hob_particles_add(hob_world *world, hob_particles *p, const hob_particle_look *look, double x,
                       double y, double vx, double vy) {
    hob_particles_reserve(world, p, 1);
    run_for(world, p, look)->count++;
    uint32_t at = p->first + p->count++;
    p->x[at] = held(x);
    p->y[at] = held(y);
    p->vx[at] = held(vx);
    p->vy[at] = held(vy);
    p->age[at] = 0;
    world->particle_count++;
}

/* ---- a step ---- */

static void advance_axis(double *restrict place, double *restrict velocity, uint32_t count,
                         double change, double dt) {
    uint32_t i = 0;
    for (; i + AHEAD <= count; i += AHEAD) {
        for (int k = 0; k < AHEAD; k++) {
            double v = velocity[i + (uint32_t)k] + change;
            velocity[i + (uint32_t)k] = v;
            place[i + (uint32_t)k] += v * dt;
        }
    }
    for (; i < count; i++) {
        double v = velocity[i] + change;
        velocity[i] = v;
        place[i] += v * dt;
    }
}

static void advance_ages(double *restrict age, uint32_t count, double dt) {
    uint32_t i = 0;
    for (; i + AHEAD <= count; i += AHEAD) {
        for (int k = 0; k < AHEAD; k++) {
            age[i + (uint32_t)k] += dt;
        }
    }
    for (; i < count; i++) {
        age[i] += dt;
    }
}

static void advance(hob_particles *p, uint32_t at, uint32_t count, double gx, double gy,
                    double dt) {
    advance_axis(p->x + at, p->vx + at, count, held(gx) * dt, dt);
    advance_axis(p->y + at, p->vy + at, count, held(gy) * dt, dt);
    advance_ages(p->age + at, count, dt);
}

void hob_particles_advance(hob_particles *p, double dt, const hob_vec2 *gravity) {
    if (gravity != NULL) {
        advance(p, p->first, p->count, gravity->x, gravity->y, dt);
        return;
    }
    uint32_t at = p->first;
    for (uint32_t i = 0; i < p->run_count; i++) {
        const hob_particle_run *run = &p->runs[p->run_first + i];
        advance(p, at, run->count, run->look.gravity_x, run->look.gravity_y, dt);
        at += run->count;
    }
}

/* Moves the particles of one run down to `to`. */
static void shift(hob_particles *p, uint32_t to, uint32_t from, uint32_t count) {
    double *arrays[ARRAYS] = {p->x, p->y, p->vx, p->vy, p->age};
    for (int i = 0; i < ARRAYS && to != from; i++) {
        memmove(arrays[i] + to, arrays[i] + from, count * sizeof(double));
    }
}

void hob_particles_expire(hob_world *world, hob_particles *p) {
    uint32_t read = p->first, write = p->first, gone = 0, runs = 0;
    bool front = true;
    hob_particle_run *all = p->runs == NULL ? NULL : p->runs + p->run_first;
    for (uint32_t i = 0; i < p->run_count; i++) {
        uint32_t over = 0, count = all[i].count;
        while (over < count && p->age[read + over] >= all[i].look.lifetime) {
            over++;
        }
        uint32_t left = count - over;
        if (front) { /* nothing is kept before: the front moves up, the particles stay */
            p->first = read + over;
            write = p->first;
            front = left == 0;
        }
        shift(p, write, read + over, left);
        write += left;
        read += count;
        gone += over;
        if (left > 0) {
            all[runs] = all[i];
            all[runs++].count = left;
        }
    }
    p->run_count = runs;
    p->count -= gone;
    p->first = p->count == 0 ? 0 : p->first;
    world->particle_count -= gone;
}

void hob_particles_drop_oldest(hob_world *world, hob_particles *p, uint32_t count) {
    count = count > p->count ? p->count : count;
    world->particle_count -= count;
    p->first += count;
    p->count -= count;
    while (count > 0) {
        hob_particle_run *run = &p->runs[p->run_first];
        uint32_t part = count < run->count ? count : run->count;
        run->count -= part;
        count -= part;
        if (run->count == 0) {
            p->run_first++;
            p->run_count--;
        }
    }
    if (p->count == 0) {
        p->first = 0;
        p->run_first = 0;
    }
}

/* ---- drains ---- */

void hob_drains_add(hob_world *world, hob_component *emitter, hob_particles *particles,
                    const hob_vec2 *gravity) {
    hob_drains *drains = &world->drains;
    hob_vec2 at = hob_entity_world_position(world, emitter->owner);
    uint32_t i = particles->first;
    for (uint32_t r = 0; r < particles->run_count; r++) {
        hob_particle_run *run = &particles->runs[particles->run_first + r];
        for (uint32_t k = 0; k < run->count; k++, i++) {
            particles->x[i] += run->look.local ? at.x : 0;
            particles->y[i] += run->look.local ? at.y : 0;
        }
        run->look.local = false;
        if (gravity != NULL) {
            run->look.gravity_x = gravity->x;
            run->look.gravity_y = gravity->y;
        }
    }
    drains->items = hob_world_grow(world, drains->items, &drains->cap, drains->count + 1,
                                   sizeof(*drains->items));
    hob_drain *drain = &drains->items[drains->count++];
    *drain = (hob_drain){.particles = *particles, .type = emitter->type};
    drain->emitter = hob_alloc_zero(world->heap, 1, emitter->type->size);
    hob_fields_copy(emitter->type->fields, drain->emitter, emitter + 1, world->heap);
    *particles = (hob_particles){0};
}

static void end_drain(hob_world *world, hob_drain *drain) {
    hob_particles_done(world, &drain->particles);
    hob_fields_done(drain->type->fields, drain->emitter, world->heap);
    hob_free(world->heap, drain->emitter, drain->type->size);
}

void hob_particles_run_drains(hob_world *world) {
    hob_drains *drains = &world->drains;
    uint32_t left = 0;
    for (uint32_t i = 0; i < drains->count; i++) {
        hob_drain *drain = &drains->items[i];
        hob_particles_advance(&drain->particles, world->dt, NULL);
        hob_particles_expire(world, &drain->particles);
        if (drain->particles.count == 0) {
            end_drain(world, drain);
        } else {
            drains->items[left++] = *drain;
        }
    }
    drains->count = left;
}

void hob_drains_clear(hob_world *world) {
    hob_drains *drains = &world->drains;
    for (uint32_t i = 0; i < drains->count; i++) {
        end_drain(world, &drains->items[i]);
    }
    drains->count = 0;
}

/* ---- hash ---- */

static void feed_look(hob_hash *hash, const hob_particle_look *look) {
    const double numbers[] = {look->lifetime,  look->gravity_x,   look->gravity_y,
                              look->width,     look->height,      look->start_scale,
                              look->end_scale, look->start_alpha, look->end_alpha};
    for (size_t i = 0; i < HOB_COUNT(numbers); i++) {
        hob_feed_number(hash, numbers[i]);
    }
    hob_feed_int(hash, look->start_color);
    hob_feed_int(hash, look->end_color);
    hob_feed_bool(hash, look->local);
}

void hob_particles_hash(const hob_particles *p, hob_hash *hash) {
    hob_feed_list(hash, p->run_count);
    for (uint32_t i = 0; i < p->run_count; i++) {
        feed_look(hash, &p->runs[p->run_first + i].look);
        hob_feed_int(hash, p->runs[p->run_first + i].count);
    }
    for (uint32_t i = p->first; i < p->first + p->count; i++) {
        hob_hash_double(hash, p->x[i]);
        hob_hash_double(hash, p->y[i]);
        hob_hash_double(hash, p->vx[i]);
        hob_hash_double(hash, p->vy[i]);
        hob_hash_double(hash, p->age[i]);
    }
}

void hob_drains_hash(hob_world *world, hob_hash *hash) {
    hob_feed_list(hash, world->drains.count);
    for (uint32_t i = 0; i < world->drains.count; i++) {
        const hob_drain *drain = &world->drains.items[i];
        hob_particles_hash(&drain->particles, hash);
        hob_fields_hash(drain->type->fields, drain->emitter, true, hash);
        hob_fields_hash(drain->type->fields, drain->emitter, false, hash);
    }
}
