#include "components/particle_emitter.h"

#include "components/stream_seed.h"

#include "base/dmath.h"
#include "schema/pattern.h"
#include "world/feed.h"
#include "world/world.h"

#include <math.h>

#define DRAW 0x6D2B79F5u /* what one draw adds to a stream's state */

/* ---- random stream ---- */

/* A cone keeps the stream it began with, a box begins anew with another seed. */
static void ready_stream(const hob_world *world, hob_component *emitter) {
    hob_particle_emitter *p = HOB_DATA(emitter, hob_particle_emitter);
    if (p->seeded && p->emission == HOB_EMISSION_CONE) {
        return;
    }
    uint32_t seed = hob_stream_seed(world, emitter, p->seed);
    if (!p->seeded || seed != p->seed_in_use) {
        p->seeded = true;
        p->seed_in_use = seed;
        p->random = hob_random_from_seed(seed);
    }
}

/* ---- making particles ---- */

static uint32_t packed_color(const hob_text *color) {
    int rgba[4] = {255, 255, 255, 255};
    (void)hob_color_parse(hob_text_view(color), rgba);
    return (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | (uint32_t)rgba[2];
}

static uint32_t capacity(const hob_particle_emitter *p) {
    return p->max_particles < 1 ? 1 : p->max_particles > 65536 ? 65536 : (uint32_t)p->max_particles;
}

static hob_vec2 origin(hob_world *world, const hob_component *emitter) {
    const hob_particle_emitter *p = HOB_DATA(emitter, const hob_particle_emitter);
    return p->space == HOB_PARTICLE_LOCAL ? (hob_vec2){0, 0}
                                          : hob_entity_world_position(world, emitter->owner);
}

/* Drawn by the emitter's fields as they are then; only these are the particle's own. */
static hob_particle_look cone_look(const hob_particle_emitter *p) {
    return (hob_particle_look){.lifetime = p->lifetime, .local = p->space == HOB_PARTICLE_LOCAL};
}

static void emit_cone(hob_world *world, hob_component *emitter, uint32_t count) {
    hob_particle_emitter *p = HOB_DATA(emitter, hob_particle_emitter);
    hob_vec2 at = origin(world, emitter);
    hob_particle_look look = cone_look(p);
    uint32_t most = capacity(p);
    if (count > most) { /* those that would be dropped at once still draw */
        p->random.state += (count - most) * DRAW;
        count = most;
    }
    for (uint32_t i = 0; i < count; i++) {
        double turn = 2 * hob_random_next(&p->random) - 1;
        double angle = (p->direction + turn * p->spread) * HOB_PI / 180;
        hob_particles_add(world, &p->particles, &look, at.x, at.y, hob_cos(angle) * p->speed,
                          hob_sin(angle) * p->speed);
    }
}

static double spread(hob_random *random, double half) {
    return (2 * hob_random_next(random) - 1) * (half > 0 ? half : 0);
}

static hob_particle_look box_look(const hob_particle_emitter *p) {
    return (hob_particle_look){
        .lifetime = p->lifetime,
        .gravity_x = p->gravity.x,
        .gravity_y = p->gravity.y,
        .width = hob_max(0, p->width),
        .height = hob_max(0, p->height),
        .start_scale = hob_max(0, p->start_scale),
        .end_scale = hob_max(0, p->end_scale),
        .start_alpha = hob_clamp(p->start_alpha, 0, 1),
        .end_alpha = hob_clamp(p->end_alpha, 0, 1),
        .start_color = packed_color(p->start_color),
        .end_color = packed_color(p->end_color),
        .local = p->space == HOB_PARTICLE_LOCAL,
    };
}

static void emit_box(hob_world *world, hob_component *emitter, uint32_t count) {
    hob_particle_emitter *p = HOB_DATA(emitter, hob_particle_emitter);
    hob_vec2 at = origin(world, emitter);
    hob_particle_look look = box_look(p);
    for (uint32_t i = 0; i < count; i++) {
        double x = at.x + spread(&p->random, p->position_spread.x);
        double y = at.y + spread(&p->random, p->position_spread.y);
        double vx = p->velocity.x + spread(&p->random, p->velocity_spread.x);
        double vy = p->velocity.y + spread(&p->random, p->velocity_spread.y);
        hob_particles_add(world, &p->particles, &look, x, y, vx, vy);
    }
}

/* How many of a request a box takes; makes room for them. */
static uint32_t take_box(hob_world *world, hob_particle_emitter *p, uint32_t count) {
    uint32_t most = capacity(p), live = p->particles.count;
    if (!(p->lifetime > 0)) {
        return 0;
    }
    if (p->overflow == HOB_OVERFLOW_DROP_NEW) {
        uint32_t room = live < most ? most - live : 0;
        return count < room ? count : room;
    }
    count = count < most ? count : most;
    if (live + count > most) {
        hob_particles_drop_oldest(world, &p->particles, live + count - most);
    }
    return count;
}

static void drop_surplus(hob_world *world, hob_particle_emitter *p) {
    if (p->particles.count > capacity(p)) {
        hob_particles_drop_oldest(world, &p->particles, p->particles.count - capacity(p));
    }
}

/* The batch of a box begins anew with another size. */
static void fit_capacity(hob_world *world, hob_particle_emitter *p) {
    if (p->emission == HOB_EMISSION_BOX && p->cap_in_use != 0 &&
        p->cap_in_use != (int32_t)capacity(p)) {
        hob_particles_drop_oldest(world, &p->particles, p->particles.count);
    }
    p->cap_in_use = (int32_t)capacity(p);
}

/* Makes up to `count`; `*ret_cut`: the session's limit took some away. */
static uint32_t make(hob_world *world, hob_component *emitter, uint32_t count, bool *ret_cut) {
    hob_particle_emitter *p = HOB_DATA(emitter, hob_particle_emitter);
    fit_capacity(world, p);
    bool box = p->emission == HOB_EMISSION_BOX;
    count = box ? take_box(world, p, count) : count;
    uint32_t left = hob_particles_left(world);
    *ret_cut = (count < capacity(p) ? count : capacity(p)) > left;
    count = *ret_cut ? left : count;
    if (count > 0) {
        ready_stream(world, emitter);
        (box ? emit_box : emit_cone)(world, emitter, count);
    }
    return count;
}

static void warn_cut(hob_world *world, const hob_component *emitter) {
    if (hob_world_warn_once(world, "limits.particles")) {
        hob_world_log(world, HOB_LOG_WARN,
                      "The emitter of \"%s\" makes no particles: %d are alive, which is the limit.",
                      hob_text_cstr(emitter->owner->name),
                      world->outside.manifest->limits.particles);
    }
}

static uint32_t whole(double count) {
    return !(count > 0) ? 0 : count >= 4294967295.0 ? UINT32_MAX : (uint32_t)count;
}

uint32_t hob_particle_emitter_emit(hob_world *world, hob_component *emitter, double count,
                                   hob_error *reterr) {
    hob_particle_emitter *p = HOB_DATA(emitter, hob_particle_emitter);
    if (emitter->owner->dead || emitter->removed || !isfinite(count)) {
        return 0;
    }
    bool cut;
    /* Hearth's burst counts up to its argument, Waica's emit takes the whole part. */
    double asked = p->emission == HOB_EMISSION_CONE ? ceil(count) : count;
    uint32_t made = make(world, emitter, whole(asked), &cut);
    if (p->emission == HOB_EMISSION_CONE) {
        drop_surplus(world, p);
    }
    p->active = (int32_t)p->particles.count;
    if (cut) {
        (void)hob_fail(reterr, HOB_ERR_LIMIT_REACHED, "%d particles are alive, which is the limit.",
                       world->outside.manifest->limits.particles);
    }
    return made;
}

void hob_particle_emitter_clear(hob_world *world, hob_component *emitter) {
    hob_particle_emitter *p = HOB_DATA(emitter, hob_particle_emitter);
    hob_particles_drop_oldest(world, &p->particles, p->particles.count);
    p->active = 0;
}

/* ---- phase 18 ---- */

static void burst(hob_world *world, hob_component *emitter, bool *cut) {
    hob_particle_emitter *p = HOB_DATA(emitter, hob_particle_emitter);
    if (!p->burst_made) {
        p->burst_made = true;
        bool now;
        (void)make(world, emitter, p->burst > 0 ? (uint32_t)p->burst : 0, &now);
        *cut = *cut || now;
    }
}

static void flow(hob_world *world, hob_component *emitter, double saved, bool *cut) {
    hob_particle_emitter *p = HOB_DATA(emitter, hob_particle_emitter);
    if (p->emitting && p->rate > 0) {
        p->remainder += saved;
        double count = floor(p->remainder);
        p->remainder -= count;
        bool now;
        (void)make(world, emitter, whole(count), &now);
        *cut = *cut || now;
    }
}

/* Cone: spec runtime 14. Box: spec waica 3.3, 3.4; its burst moves first in the next step. */
static void run(hob_world *world, hob_component *emitter) {
    hob_particle_emitter *p = HOB_DATA(emitter, hob_particle_emitter);
    bool cut = false;
    fit_capacity(world, p);
    if (p->emission == HOB_EMISSION_CONE) {
        burst(world, emitter, &cut);
        hob_particles_advance(&p->particles, world->dt, &p->gravity);
        hob_particles_expire(world, &p->particles);
        flow(world, emitter, p->rate * world->dt, &cut);
        drop_surplus(world, p);
    } else {
        hob_particles_advance(&p->particles, world->dt, NULL);
        hob_particles_expire(world, &p->particles);
        burst(world, emitter, &cut);
        flow(world, emitter, p->rate / world->outside.manifest->settings.fixed_timestep, &cut);
    }
    p->active = (int32_t)p->particles.count;
    if (cut) {
        warn_cut(world, emitter);
    }
}

/* ---- life ---- */

static void changed(hob_world *world, hob_component *emitter, const hob_field *field) {
    (void)field;
    hob_particle_emitter *p = HOB_DATA(emitter, hob_particle_emitter);
    if (p->cap_in_use != 0) {
        fit_capacity(world, p);
        p->active = (int32_t)p->particles.count;
    }
}

static void detach(hob_world *world, hob_component *emitter) {
    hob_particle_emitter *p = HOB_DATA(emitter, hob_particle_emitter);
    if (p->destroy_mode == HOB_DESTROY_DRAIN && p->particles.count > 0 && !world->leaving) {
        bool cone = p->emission == HOB_EMISSION_CONE;
        hob_drains_add(world, emitter, &p->particles, cone ? &p->gravity : NULL);
    } else {
        hob_particles_done(world, &p->particles);
    }
    p->active = 0;
}

static void done(hob_world *world, hob_component *emitter) {
    hob_particles_done(world, &HOB_DATA(emitter, hob_particle_emitter)->particles);
}

static void hash(hob_world *world, hob_component *emitter, hob_hash *out) {
    (void)world;
    const hob_particle_emitter *p = HOB_DATA(emitter, const hob_particle_emitter);
    hob_particles_hash(&p->particles, out);
    hob_feed_int(out, p->random.state);
    hob_feed_int(out, p->seed_in_use);
    hob_feed_bool(out, p->seeded);
    hob_feed_bool(out, p->burst_made);
    hob_feed_number(out, p->remainder);
    hob_feed_int(out, p->cap_in_use);
}

/* ---- the table ---- */

static const char *const emission_names[] = {"box", "cone", NULL};
static const char *const shape_names[] = {"quad", "circle", NULL};
static const char *const space_names[] = {"world", "local", NULL};
static const char *const destroy_mode_names[] = {"clear", "drain", NULL};
static const char *const overflow_names[] = {"recycle-oldest", "drop-new", NULL};
static const char *const blend_names[] = {"normal", "additive", NULL};

/* Half extents of a box. */
static const hob_field spread_fields[] = {
    {HOB_AT(hob_vec2, x, "x", NUMBER), .flags = HOB_FIELD_HAS_MIN,
     .doc = "Most that is added or taken off horizontally."},
    {HOB_AT(hob_vec2, y, "y", NUMBER), .flags = HOB_FIELD_HAS_MIN,
     .doc = "Most that is added or taken off vertically."},
    HOB_FIELDS_END,
};

/* The default under the rule `particles: cone`. */
#define CONE(json) .rule = HOB_RULE_PARTICLES_CONE, .rule_default_json = (json)

#define S hob_particle_emitter
static const hob_field fields[] = {
    {HOB_AT(S, emitting, "emitting", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "Whether rate makes new particles."},
    {HOB_AT(S, rate, "rate", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "0", CONE("10"), .unit = "1/s", .doc = "Particles a second."},
    {HOB_AT(S, burst, "burst", INT), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .doc = "Particles made once, in the first step."},
    {HOB_AT(S, lifetime, "lifetime", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE,
     .default_json = "1", .unit = "s", .doc = "How long a particle lives."},
    {HOB_AT(S, speed, "speed", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "100", .unit = "px/s", .doc = "Speed at birth, for a cone."},
    {HOB_AT(S, spread, "spread", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN, .max = 180,
     .default_json = "30", .unit = "degrees", .doc = "Half the angle of a cone."},
    {HOB_AT(S, direction, "direction", NUMBER), .flags = HOB_FIELD_STATIC, .unit = "degrees",
     .doc = "Middle of a cone; 0 points right, 90 down."},
    {HOB_AT(S, gravity, "gravity", OBJECT), .flags = HOB_FIELD_STATIC, .fields = hob_vec2_fields,
     .unit = "px/s2", .doc = "Acceleration of the particles."},
    {HOB_AT(S, start_color, "startColor", COLOR), .flags = HOB_FIELD_STATIC,
     .default_json = "\"#ffffff\"", .doc = "Color at birth."},
    {HOB_AT(S, end_color, "endColor", COLOR), .flags = HOB_FIELD_STATIC,
     .default_json = "\"#ffffff\"", .doc = "Color at death."},
    {HOB_AT(S, start_size, "startSize", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "8", .unit = "px", .doc = "Diameter of a circle at birth."},
    {HOB_AT(S, end_size, "endSize", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .unit = "px", .doc = "Diameter of a circle at death."},
    {HOB_AT(S, max_particles, "maxParticles", INT), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN,
     .min = 1, .max = 65536, .default_json = "256",
     .doc = "Most that live at once; a change clears the particles."},
    {HOB_AT(S, layer, "layer", NUMBER), .flags = HOB_FIELD_STATIC,
     .doc = "Draw order of the particles; higher is in front."},
    {HOB_AT(S, seed, "seed", INT), .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE,
     .default_json = "1", CONE("0"),
     .doc = "Start of the emitter's own random stream; null takes one from the session."},
    {HOB_AT(S, emission, "emission", ENUM), .flags = HOB_FIELD_STATIC, .names = emission_names,
     .default_json = "\"box\"", CONE("\"cone\""),
     .doc = "Where particles begin and fly: inside a box, or out of a point into a cone."},
    {HOB_AT(S, shape, "shape", ENUM), .flags = HOB_FIELD_STATIC, .names = shape_names,
     .default_json = "\"quad\"", CONE("\"circle\""), .doc = "What a particle looks like."},
    {HOB_AT(S, position_spread, "positionSpread", OBJECT), .flags = HOB_FIELD_STATIC,
     .fields = spread_fields, .unit = "px", .doc = "Half the size of the box."},
    {HOB_AT(S, velocity, "velocity", OBJECT), .flags = HOB_FIELD_STATIC, .fields = hob_vec2_fields,
     .unit = "px/s", .doc = "Velocity at birth, for a box."},
    {HOB_AT(S, velocity_spread, "velocitySpread", OBJECT), .flags = HOB_FIELD_STATIC,
     .fields = spread_fields, .unit = "px/s",
     .doc = "Most that the velocity at birth differs, for a box."},
    {HOB_AT(S, space, "space", ENUM), .flags = HOB_FIELD_STATIC, .names = space_names,
     .default_json = "\"world\"", .doc = "Local particles go along with the entity."},
    {HOB_AT(S, destroy_mode, "destroyMode", ENUM), .flags = HOB_FIELD_STATIC,
     .names = destroy_mode_names, .default_json = "\"clear\"",
     .doc = "Drain lets the particles live on after the entity."},
    {HOB_AT(S, overflow, "overflow", ENUM), .flags = HOB_FIELD_STATIC, .names = overflow_names,
     .default_json = "\"recycle-oldest\"", .doc = "What gives way when all places are taken."},
    {HOB_AT(S, width, "width", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "16", .unit = "px", .doc = "Width of a quad."},
    {HOB_AT(S, height, "height", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "16", .unit = "px", .doc = "Height of a quad."},
    {HOB_AT(S, start_scale, "startScale", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "1", .doc = "Factor on a quad at birth."},
    {HOB_AT(S, end_scale, "endScale", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "1", .doc = "Factor on a quad at death."},
    {HOB_AT(S, start_alpha, "startAlpha", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN,
     .max = 1, .default_json = "1", .doc = "Alpha at birth."},
    {HOB_AT(S, end_alpha, "endAlpha", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN,
     .max = 1, .default_json = "0", CONE("0.75"), .doc = "Alpha at death."},
    {HOB_AT(S, texture, "texture", ASSET), .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE,
     .asset_kinds = "sprite|tile", .doc = "Picture of a particle; null draws it flat."},
    {HOB_AT(S, frame, "frame", TEXT), .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE,
     .doc = "Frame of the picture's sliced sheet."},
    {HOB_AT(S, pixel_art, "pixelArt", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "Nearest filtering of the picture."},
    {HOB_AT(S, blend, "blend", ENUM), .flags = HOB_FIELD_STATIC, .names = blend_names,
     .default_json = "\"normal\"", .doc = "How particles are mixed with what lies behind."},
    {HOB_AT(S, active, "active", INT), .flags = HOB_FIELD_RUNTIME, .doc = "Live particles."},
    HOB_FIELDS_END,
};
#undef S

static const hob_component_phase phases[] = {{"particles", run}, {NULL, NULL}};

const hob_component_type hob_particle_emitter_type = {
    .name = "ParticleEmitter",
    .doc = "Makes many small pictures that fly and fade.",
    .size = sizeof(hob_particle_emitter),
    .fields = fields,
    .phases = phases,
    .detach = detach,
    .done = done,
    .changed = changed,
    .hash = hash,
};
