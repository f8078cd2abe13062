/* ParticleEmitter: many short-lived pictures (spec hob 4.4).
 *
 * Two ways of emission with two sets of defaults: box (waica 3) and cone (runtime 14). The rule
 * `particles` chooses the defaults where keys are absent. */
#ifndef HOB_COMPONENTS_PARTICLE_EMITTER_H
#define HOB_COMPONENTS_PARTICLE_EMITTER_H

#include "base/random.h"
#include "world/particles.h"

typedef enum hob_emission { HOB_EMISSION_BOX, HOB_EMISSION_CONE } hob_emission;
typedef enum hob_particle_shape { HOB_PARTICLE_QUAD, HOB_PARTICLE_CIRCLE } hob_particle_shape;
typedef enum hob_particle_space { HOB_PARTICLE_WORLD, HOB_PARTICLE_LOCAL } hob_particle_space;
typedef enum hob_destroy_mode { HOB_DESTROY_CLEAR, HOB_DESTROY_DRAIN } hob_destroy_mode;
typedef enum hob_overflow { HOB_OVERFLOW_RECYCLE_OLDEST, HOB_OVERFLOW_DROP_NEW } hob_overflow;

typedef struct hob_particle_emitter {
    bool emitting;
    double rate;
    int32_t burst;
    double lifetime, speed, spread, direction;
    hob_vec2 gravity;
    hob_text *start_color, *end_color;
    double start_size, end_size;
    int32_t max_particles;
    double layer;
    hob_value seed;   /* number, or null = from the session */
    int32_t emission; /* hob_emission */
    int32_t shape;    /* hob_particle_shape */
    hob_vec2 position_spread, velocity, velocity_spread;
    int32_t space;        /* hob_particle_space */
    int32_t destroy_mode; /* hob_destroy_mode */
    int32_t overflow;     /* hob_overflow */
    double width, height, start_scale, end_scale, start_alpha, end_alpha;
    hob_text *texture, *frame; /* null = none */
    bool pixel_art;
    int32_t blend;  /* hob_blend: normal, additive */
    int32_t active; /* R: live particles */
    /* engine */
    hob_particles particles;
    hob_random random;
    uint32_t seed_in_use;
    bool seeded, burst_made;
    double remainder;   /* share of the next particle that rate has saved up */
    int32_t cap_in_use; /* box: maxParticles of the batch */
} hob_particle_emitter;

extern const hob_component_type hob_particle_emitter_type;

/* ctx.particles.emit and burst: makes particles now, whether or not it is emitting. Returns how
 * many were taken; 0 for a dead entity. Fewer, with LIMIT_REACHED, past limits.particles. */
uint32_t hob_particle_emitter_emit(hob_world *world, hob_component *emitter, double count,
                                   hob_error *reterr);
void hob_particle_emitter_clear(hob_world *world, hob_component *emitter);

#endif
