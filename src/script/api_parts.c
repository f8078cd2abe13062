/* ctx members about single components: health, respawn, particles, effects, animators (spec
 * scripting 7.7, 7.8, 7.12, hob 6.4). */
#include "script/api_parts.h"

#include "components/animation_state_machine.h"
#include "components/collider.h"
#include "components/health.h"
#include "components/particle_emitter.h"
#include "components/respawn.h"
#include "components/sprite_animator.h"
#include "components/sprite_effects.h"
#include "components/sprite_renderer.h"
#include "script/machine.h"

#include <math.h>

static hob_component *own(hob_ctx_call *call, const hob_component_type *type) {
    return hob_component_of(call->e, hob_component_type_index(call->world, type));
}

static hob_component *of(hob_ctx_call *call, hob_entity_data *e, const hob_component_type *type) {
    return hob_component_of(e, hob_component_type_index(call->world, type));
}

/* ---- animation ---- */

bool hob_ctx_animate(hob_ctx_call *call) {
    hob_component *animator = own(call, &hob_sprite_animator_type);
    hob_str ref = hob_ctx_text(call, 0);
    const hob_asset *asset =
        ref.data == NULL ? NULL : hob_project_asset_find(call->world->outside.project, ref);
    if (animator == NULL) {
        hob_ctx_warn(call, "ctx.animate: %s has no SpriteAnimator", hob_text_cstr(call->e->name));
    } else if (asset == NULL) {
        hob_ctx_warn(call, "ctx.animate: there is no asset \"%.*s\"",
                     (int)(ref.length > 100 ? 100 : ref.length), ref.data == NULL ? "" : ref.data);
    } else {
        hob_sprite_animator_play(call->world, animator, hob_str_from(asset->id));
    }
    return true;
}

/* Hearth's four take an id or a name, never a handle. */
static hob_component *machine_of(hob_ctx_call *call) {
    hob_str ref = hob_ctx_text(call, 0);
    hob_entity_data *e =
        ref.data == NULL ? NULL : hob_entity_live(call->world, hob_entity_find(call->world, ref));
    hob_component *machine = e == NULL ? NULL : of(call, e, &hob_animation_state_machine_type);
    if (machine == NULL) {
        (void)hob_ctx_fail(call, HOB_ERR_NOT_FOUND,
                           "ctx.animator.%s: \"%.*s\" has no AnimationStateMachine",
                           call->member->name, (int)(ref.length > 100 ? 100 : ref.length),
                           ref.data == NULL ? "" : ref.data);
    }
    return machine;
}

static hob_str parameter(hob_ctx_call *call) {
    hob_str name = hob_ctx_text(call, 1);
    return name.data == NULL ? HOB_STR("") : name;
}

static bool set_param(hob_ctx_call *call) {
    hob_component *machine = machine_of(call);
    return machine != NULL &&
           hob_animation_machine_set(call->world, machine, parameter(call), hob_ctx_arg(call, 2),
                                     call->error) == HOB_OK;
}

static bool get_param(hob_ctx_call *call) {
    hob_component *machine = machine_of(call);
    hob_value v = HOB_VALUE_NULL;
    return machine != NULL &&
           hob_animation_machine_get(call->world, machine, parameter(call), &v, call->error) ==
               HOB_OK &&
           hob_ctx_return(call, v);
}

static bool fire(hob_ctx_call *call) {
    hob_component *machine = machine_of(call);
    return machine != NULL &&
           hob_animation_machine_fire(call->world, machine, parameter(call), call->error) == HOB_OK;
}

static bool state(hob_ctx_call *call) {
    hob_component *machine = machine_of(call);
    const char *name = "";
    return machine != NULL &&
           hob_animation_machine_state(call->world, machine, &name, call->error) == HOB_OK &&
           hob_ctx_return_text(call, hob_str_from(name));
}

static bool play(hob_ctx_call *call) {
    hob_entity_data *e = hob_ctx_entity_required(call, 1, true);
    if (e == NULL) {
        return false;
    }
    hob_component *animator = of(call, e, &hob_sprite_animator_type);
    return hob_ctx_return_bool(
        call, animator != NULL &&
                  hob_sprite_animator_play_clip(call->world, animator, hob_ctx_text(call, 0)));
}

/* ---- particles and effects ---- */

/* Past limits.particles the call fails, with those that found room emitted. */
static bool emit_particles(hob_ctx_call *call, uint32_t *ret_count) {
    hob_component *emitter = own(call, &hob_particle_emitter_type);
    call->error->status = HOB_OK;
    *ret_count = emitter == NULL ? 0
                                 : hob_particle_emitter_emit(call->world, emitter,
                                                             hob_ctx_number(call, 0), call->error);
    return call->error->status == HOB_OK;
}

static bool burst(hob_ctx_call *call) {
    uint32_t emitted;
    if (own(call, &hob_particle_emitter_type) == NULL) {
        hob_ctx_warn(call, "ctx.particles.burst: %s has no ParticleEmitter",
                     hob_text_cstr(call->e->name));
        return true;
    }
    return emit_particles(call, &emitted);
}

static bool emit(hob_ctx_call *call) {
    uint32_t emitted;
    return emit_particles(call, &emitted) && hob_ctx_return_number(call, emitted);
}

static bool clear(hob_ctx_call *call) {
    hob_component *emitter = own(call, &hob_particle_emitter_type);
    if (emitter != NULL) {
        hob_particle_emitter_clear(call->world, emitter);
    }
    return true;
}

static bool count(hob_ctx_call *call) {
    hob_component *emitter = own(call, &hob_particle_emitter_type);
    return hob_ctx_return_number(
        call, emitter == NULL ? 0 : HOB_DATA(emitter, hob_particle_emitter)->active);
}

static bool set(hob_ctx_call *call, hob_component *component, const char *name, hob_value v) {
    const hob_field *field = hob_field_find(component->type->fields, hob_str_from(name));
    if (field == NULL || hob_field_set(field, HOB_DATA(component, void), v, call->world->heap,
                                       call->error) != HOB_OK) {
        return false;
    }
    hob_component_changed(call->world, component, field);
    return true;
}

static bool flash(hob_ctx_call *call) {
    hob_component *effects = own(call, &hob_sprite_effects_type);
    double seconds = hob_ctx_number_or(call, 1, 0.15);
    if (effects == NULL) {
        effects = hob_component_build(call->world, call->e, HOB_STR("SpriteEffects"), call->error);
        if (effects == NULL) {
            return false;
        }
        hob_component_built(call->world, effects);
        hob_component_attach(call->world, effects);
    }
    seconds = isnan(seconds) ? 0.15 : seconds < 0.01 ? 0.01 : seconds > 10 ? 10 : seconds;
    hob_value color =
        hob_ctx_given(call, 0) ? hob_ctx_arg(call, 0) : hob_value_cstr(call->a, "#ffffff");
    return set(call, effects, "flashColor", color) &&
           set(call, effects, "flashStrength", hob_value_number(1)) &&
           set(call, effects, "flashDuration", hob_value_number(seconds));
}

/* ---- health and respawn ---- */

static hob_component *health_of(hob_ctx_call *call, bool required) {
    hob_entity_data *e = hob_ctx_entity_required(call, 0, false);
    hob_component *health = e == NULL ? NULL : of(call, e, &hob_health_type);
    if (e != NULL && health == NULL && required) {
        (void)hob_ctx_fail(call, HOB_ERR_NOT_FOUND, "ctx.health.%s: \"%s\" has no Health",
                           call->member->name, hob_text_cstr(e->name));
    }
    return health;
}

static bool health_get(hob_ctx_call *call) {
    hob_component *component = health_of(call, true);
    if (component == NULL) {
        return false;
    }
    const hob_health *health = HOB_DATA(component, hob_health);
    hob_value map = hob_value_map(call->a, 2);
    hob_map_set(call->a, map.as.map, HOB_STR("current"), hob_value_number(health->current));
    hob_map_set(call->a, map.as.map, HOB_STR("max"), hob_value_number(health->max));
    return hob_ctx_return(call, map);
}

static bool is_invulnerable(hob_ctx_call *call) {
    call->error->status = HOB_OK;
    hob_component *health = health_of(call, false);
    if (health == NULL && call->error->status != HOB_OK) {
        return false;
    }
    return hob_ctx_return_bool(call, health != NULL && hob_health_is_invulnerable(health));
}

static bool damage(hob_ctx_call *call) {
    hob_component *health = health_of(call, true);
    hob_entity_data *source = hob_ctx_entity(call, 2, false);
    if (health == NULL) {
        return false;
    }
    hob_health_damage(call->world, health, hob_ctx_number(call, 1),
                      source == NULL ? HOB_NO_ENTITY : source->self);
    return true;
}

static bool heal(hob_ctx_call *call) {
    hob_component *health = health_of(call, true);
    if (health == NULL) {
        return false;
    }
    hob_health_heal(call->world, health, hob_ctx_number(call, 1));
    return true;
}

static bool kill(hob_ctx_call *call) {
    hob_component *health = health_of(call, true);
    if (health == NULL) {
        return false;
    }
    hob_health_damage(call->world, health, (double)INFINITY, HOB_NO_ENTITY);
    return true;
}

bool hob_ctx_respawn(hob_ctx_call *call) {
    hob_entity_data *e = hob_ctx_entity_required(call, 0, false);
    return e != NULL && hob_respawn_entity(call->world, e, call->error) == HOB_OK;
}

/* ---- size of an entity: of its collider, else of its picture ---- */

static void points_size(hob_value points, double *ret_width, double *ret_height) {
    hob_vec2 low = {0, 0}, high = {0, 0};
    for (uint32_t i = 0; points.tag == HOB_TAG_LIST && i < points.as.list->count; i++) {
        hob_vec2 p;
        (void)hob_value_point(points.as.list->items[i], &p);
        low = (hob_vec2){i == 0 || p.x < low.x ? p.x : low.x, i == 0 || p.y < low.y ? p.y : low.y};
        high = (hob_vec2){i == 0 || p.x > high.x ? p.x : high.x,
                          i == 0 || p.y > high.y ? p.y : high.y};
    }
    *ret_width = high.x - low.x;
    *ret_height = high.y - low.y;
}

bool hob_ctx_entity_size(hob_ctx_call *call) {
    double width = 0, height = 0;
    hob_component *component = own(call, &hob_collider_type);
    if (component != NULL) {
        const hob_collider *collider = HOB_DATA(component, hob_collider);
        width = collider->width;
        height = collider->height;
        if (collider->shape == HOB_COLLIDER_CIRCLE && collider->radius.tag == HOB_TAG_NUMBER) {
            width = height = 2 * collider->radius.as.number;
        } else if (collider->shape == HOB_COLLIDER_POLYGON) {
            points_size(collider->points, &width, &height);
        }
    } else if ((component = own(call, &hob_sprite_renderer_type)) != NULL) {
        width = HOB_DATA(component, hob_sprite_renderer)->width;
        height = HOB_DATA(component, hob_sprite_renderer)->height;
    }
    hob_value map = hob_value_map(call->a, 2);
    hob_map_set(call->a, map.as.map, HOB_STR("width"), hob_value_number(width));
    hob_map_set(call->a, map.as.map, HOB_STR("height"), hob_value_number(height));
    return hob_ctx_return(call, map);
}

#define REF     HOB_P("entity", REF, .flags = HOB_FIELD_REQUIRED, .doc = "Handle, id or name.")
#define MACHINE HOB_P("entity", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Id or name, no handle.")
#define PARAM   HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Name of the parameter.")
#define AMOUNT  HOB_P("amount", NUMBER, .flags = HOB_FIELD_REQUIRED, .doc = "Hit points.")
static const hob_field count_params[] = {
    HOB_P("count", NUMBER, .flags = HOB_FIELD_REQUIRED, .doc = "How many."), HOB_FIELDS_END};
static const hob_field flash_params[] = {
    HOB_P("color", COLOR, .doc = "Colour, white."),
    HOB_P("seconds", NUMBER, .unit = "s", .doc = "Duration, 0.15."), HOB_FIELDS_END};
static const hob_field set_params[] = {
    MACHINE, PARAM, HOB_P("value", ANY, .flags = HOB_FIELD_REQUIRED, .doc = "Bool or number."),
    HOB_FIELDS_END};
static const hob_field get_params[] = {MACHINE, PARAM, HOB_FIELDS_END};
static const hob_field state_params[] = {MACHINE, HOB_FIELDS_END};
static const hob_field play_params[] = {
    HOB_P("clip", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Name of a clip."),
    HOB_P("entity", REF, .doc = "Left out: this entity."), HOB_FIELDS_END};
static const hob_field ref_params[] = {REF, HOB_FIELDS_END};
static const hob_field damage_params[] = {REF, AMOUNT, HOB_P("source", REF, .doc = "Who did it."),
                                          HOB_FIELDS_END};
static const hob_field heal_params[] = {REF, AMOUNT, HOB_FIELDS_END};

#define H HOB_API_HEARTH
#define M HOB_API_METHOD
#define W HOB_API_WRITES
#define F HOB_API_FAILS
#define S HOB_API_SELF

static const hob_api_member particles_members[] = {
    {.name = "burst",
     .flags = H | M | W | S,
     .params = count_params,
     .call = burst,
     .doc = "Emits particles at once.",
     .js = "ctx.particles.burst(20);"},
    {.name = "count",
     .flags = H | M | S,
     .result = "int",
     .call = count,
     .doc = "Live particles of this entity.",
     .js = "ctx.particles.count();"},
    {.name = "emit",
     .flags = M | W | S,
     .params = count_params,
     .result = "int",
     .call = emit,
     .doc = "As burst; how many were accepted.",
     .js = "ctx.particles.emit(5);"},
    {.name = "clear",
     .flags = M | W | S,
     .call = clear,
     .doc = "Takes all particles away.",
     .js = "ctx.particles.clear();"},
    {.name = NULL},
};
static const hob_api_member effects_members[] = {
    {.name = "flash",
     .flags = H | M | W | S | F,
     .params = flash_params,
     .call = flash,
     .doc = "Flashes the picture of this entity.",
     .js = "ctx.effects.flash(\"#ff0000\", 0.2);"},
    {.name = NULL},
};
static const hob_api_member animator_members[] = {
    {.name = "setParam",
     .flags = H | M | W | F,
     .params = set_params,
     .call = set_param,
     .doc = "Sets a parameter of a state machine.",
     .js = "ctx.animator.setParam(\"Player\", \"running\", true);"},
    {.name = "getParam",
     .flags = H | M | F,
     .params = get_params,
     .result = "bool or number",
     .call = get_param,
     .doc = "Value of a parameter; of a trigger, whether it is latched.",
     .js = "ctx.animator.getParam(\"Player\", \"running\");"},
    {.name = "fire",
     .flags = H | M | W | F,
     .params = get_params,
     .call = fire,
     .doc = "Latches a trigger.",
     .js = "ctx.animator.fire(\"Player\", \"jump\");"},
    {.name = "state",
     .flags = H | M | F,
     .params = state_params,
     .result = "text",
     .call = state,
     .doc = "The current state.",
     .js = "ctx.animator.state(\"Player\");"},
    {.name = "play",
     .flags = M | W | F,
     .params = play_params,
     .result = "bool",
     .call = play,
     .doc = "Plays a clip of a SpriteAnimator.",
     .js = "ctx.animator.play(\"walk\");"},
    {.name = NULL},
};
static const hob_api_member health_members[] = {
    {.name = "get",
     .flags = H | M | F,
     .params = ref_params,
     .result = "{current, max}",
     .call = health_get,
     .doc = "Hit points.",
     .js = "ctx.health.get(\"Player\");"},
    {.name = "isInvulnerable",
     .flags = H | M | F,
     .params = ref_params,
     .result = "bool",
     .call = is_invulnerable,
     .doc = "Whether hits are ignored now.",
     .js = "ctx.health.isInvulnerable(\"Player\");"},
    {.name = "damage",
     .flags = H | M | W | F,
     .params = damage_params,
     .call = damage,
     .doc = "Takes hit points away.",
     .js = "ctx.health.damage(\"Player\", 1);"},
    {.name = "heal",
     .flags = H | M | W | F,
     .params = heal_params,
     .call = heal,
     .doc = "Gives hit points back.",
     .js = "ctx.health.heal(\"Player\", 1);"},
    {.name = "kill",
     .flags = M | W | F,
     .params = ref_params,
     .call = kill,
     .doc = "Takes all hit points away.",
     .js = "ctx.health.kill(\"Player\");"},
    {.name = NULL},
};

const hob_api_family hob_api_particles = {
    .path = "ctx.particles", .doc = "Particles of this entity.", .members = particles_members};
const hob_api_family hob_api_effects = {
    .path = "ctx.effects", .doc = "Picture effects of this entity.", .members = effects_members};
const hob_api_family hob_api_animator = {
    .path = "ctx.animator", .doc = "Animation state machines.", .members = animator_members};
const hob_api_family hob_api_health = {
    .path = "ctx.health", .doc = "Hit points.", .members = health_members};
