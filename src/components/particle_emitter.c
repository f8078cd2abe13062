#include "components/particle_emitter.h"

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

const hob_component_type hob_particle_emitter_type = {
    .name = "ParticleEmitter",
    .doc = "Makes many small pictures that fly and fade.",
    .size = sizeof(hob_particle_emitter),
    .fields = fields,
};
