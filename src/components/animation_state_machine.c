#include "components/animation_state_machine.h"

#include "base/dmath.h"
#include "world/feed.h"
#include "world/world.h"

typedef hob_animation_state_machine machine_data;
typedef hob_state_machine_asset machine_asset;

/* ---- state of one machine ---- */

static void drop_state(hob_world *world, machine_data *m) {
    hob_text_drop(world->heap, m->playing_of);
    hob_free(world->heap, m->params, m->param_count * sizeof(*m->params));
    m->playing_of = NULL;
    m->params = NULL;
    m->param_count = 0;
}

static void enter(machine_data *m, int state) {
    m->state = state;
    m->frame = 0;
    m->elapsed = 0;
    m->done = false;
}

/* The asset, looked up when the id or the project's files are others. Null: there is none. */
static const machine_asset *asset_of(hob_world *world, machine_data *m) {
    hob_str id = hob_text_view(m->asset_id);
    if (m->asset_epoch != world->payload_epoch + 1 ||
        !hob_str_equal(hob_text_view(m->asset_ref), id)) {
        hob_world_set_text(world, &m->asset_ref, id);
        m->asset_epoch = world->payload_epoch + 1;
        m->asset =
            id.length == 0 ? NULL : hob_project_state_machine(world->outside.project, id, NULL);
    }
    return m->asset;
}

/* The asset, and state that fits it: begun anew when the asset is another one. Null: no such asset.
 */
static const machine_asset *begin(hob_world *world, machine_data *m, hob_error *reterr) {
    hob_str id = hob_text_view(m->asset_id);
    const machine_asset *asset = asset_of(world, m);
    if (asset == NULL) {
        (void)hob_fail(reterr, HOB_ERR_NOT_FOUND, "The state machine \"%.*s\" does not exist.",
                       (int)id.length, id.data);
        return NULL;
    }
    bool same = m->playing_of != NULL && hob_str_equal(hob_text_view(m->playing_of), id) &&
                m->param_count == asset->param_count && m->state < (int32_t)asset->state_count;
    if (!same) {
        drop_state(world, m);
        m->playing_of = hob_text_keep(m->asset_id);
        m->param_count = (uint32_t)asset->param_count;
        m->params = hob_resize(world->heap, NULL, 0, m->param_count * sizeof(*m->params));
        for (size_t i = 0; i < asset->param_count; i++) {
            m->params[i] = asset->params[i].initial;
        }
        enter(m, asset->initial);
    }
    return asset;
}

/* ---- transitions ---- */

static double clip_progress(const machine_data *m, const hob_animation *clip, double speed) {
    if (m->done) {
        return 1;
    }
    if (clip == NULL || clip->frame_count == 0) {
        return 0;
    }
    double length = hob_animation_frame_seconds(clip, (size_t)m->frame, 0, speed);
    return hob_min(1, (m->frame + m->elapsed / length) / (double)clip->frame_count);
}

static bool holds(const machine_data *m, const machine_asset *asset,
                  const struct hob_asm_condition *c) {
    double v = m->params[c->param];
    switch (asset->params[c->param].type) {
    case HOB_ASM_TRIGGER:
        return v != 0;
    case HOB_ASM_BOOL:
        return c->op == HOB_ASM_NEQ ? v != c->value : v == c->value;
    case HOB_ASM_NUMBER:
        break;
    }
    switch (c->op) {
    case HOB_ASM_NEQ:
        return v != c->value;
    case HOB_ASM_GT:
        return v > c->value;
    case HOB_ASM_GTE:
        return v >= c->value;
    case HOB_ASM_LT:
        return v < c->value;
    case HOB_ASM_LTE:
        return v <= c->value;
    case HOB_ASM_EQ:
    case HOB_ASM_NONE:
        break;
    }
    return v == c->value;
}

static bool is_eligible(const machine_data *m, const machine_asset *asset,
                        const struct hob_asm_transition *t, double progress) {
    if (t->exit_time >= 0 && progress < t->exit_time) {
        return false;
    }
    for (int i = 0; i < t->condition_count; i++) {
        if (!holds(m, asset, &asset->conditions[t->first_condition + i])) {
            return false;
        }
    }
    return true;
}

/* The first from this state to another one, else the first from any; null = stay. */
static const struct hob_asm_transition *choose(const machine_data *m, const machine_asset *asset,
                                               double progress) {
    for (size_t i = 0; i < asset->transition_count; i++) {
        const struct hob_asm_transition *t = &asset->transitions[i];
        if (t->from == m->state && t->to != m->state && is_eligible(m, asset, t, progress)) {
            return t;
        }
    }
    for (size_t i = 0; i < asset->transition_count; i++) {
        const struct hob_asm_transition *t = &asset->transitions[i];
        if (t->from < 0 && is_eligible(m, asset, t, progress)) {
            return t;
        }
    }
    return NULL;
}

static void take(machine_data *m, const machine_asset *asset, const struct hob_asm_transition *t) {
    for (int i = 0; i < t->condition_count; i++) {
        int param = asset->conditions[t->first_condition + i].param;
        if (asset->params[param].type == HOB_ASM_TRIGGER) {
            m->params[param] = 0;
        }
    }
    enter(m, t->to);
}

/* ---- phase 9 ---- */

static const hob_animation *clip_of(hob_world *world, machine_data *m, const machine_asset *asset) {
    return hob_animation_ref_get(world, &m->clip, hob_str_from(asset->states[m->state].animation));
}

static void run(hob_world *world, hob_component *machine) {
    machine_data *m = HOB_DATA(machine, hob_animation_state_machine);
    const machine_asset *asset = begin(world, m, NULL);
    if (asset == NULL || asset->state_count == 0) {
        return;
    }
    const hob_animation *clip = clip_of(world, m, asset);
    if (m->playing) {
        double speed = asset->states[m->state].speed;
        const struct hob_asm_transition *t = choose(m, asset, clip_progress(m, clip, speed));
        if (t != NULL) {
            take(m, asset, t);
            clip = clip_of(world, m, asset);
        }
    }
    hob_component *renderer = hob_component_of(
        machine->owner, hob_component_type_index(world, &hob_sprite_renderer_type));
    if (clip == NULL || clip->frame_count == 0) {
        return;
    }
    if (m->playing && !m->done) {
        hob_animation_clock clock = {(size_t)m->frame, m->elapsed};
        m->done = hob_animation_advance(&clock, clip, 0, asset->states[m->state].speed, clip->loop,
                                        world->dt);
        m->frame = (int32_t)clock.index;
        m->elapsed = clock.elapsed;
    }
    if (renderer != NULL) {
        hob_sprite_renderer *sprite = HOB_DATA(renderer, hob_sprite_renderer);
        hob_animation_write_frame(world, clip, (size_t)m->frame, sprite);
        m->flips = m->flips || clip->flip_x;
        if (m->flips) {
            sprite->flip_x = clip->flip_x;
        }
    }
}

/* ---- ctx.animator ---- */

static int find_param(const machine_asset *asset, hob_str name, hob_error *reterr) {
    for (size_t i = 0; i < asset->param_count; i++) {
        if (hob_str_is(name, asset->params[i].name)) {
            return (int)i;
        }
    }
    (void)hob_fail(reterr, HOB_ERR_NOT_FOUND, "The state machine has no parameter \"%.*s\".",
                   (int)name.length, name.data);
    return -1;
}

static hob_status wrong_type(hob_str name, const char *wanted, hob_error *reterr) {
    return hob_fail(reterr, HOB_ERR_FIELD_TYPE, "The parameter \"%.*s\" takes %s.",
                    (int)name.length, name.data, wanted);
}

hob_status hob_animation_machine_set(hob_world *world, hob_component *machine, hob_str param,
                                     hob_value v, hob_error *reterr) {
    machine_data *m = HOB_DATA(machine, hob_animation_state_machine);
    const machine_asset *asset = begin(world, m, reterr);
    int at = asset == NULL ? -1 : find_param(asset, param, reterr);
    if (at < 0) {
        return HOB_ERR_NOT_FOUND;
    }
    switch (asset->params[at].type) {
    case HOB_ASM_BOOL:
        if (v.tag != HOB_TAG_BOOL) {
            return wrong_type(param, "true or false", reterr);
        }
        m->params[at] = v.as.boolean ? 1 : 0;
        return HOB_OK;
    case HOB_ASM_NUMBER:
        if (v.tag != HOB_TAG_NUMBER || v.as.number != v.as.number) {
            return wrong_type(param, "a number", reterr);
        }
        m->params[at] = v.as.number;
        return HOB_OK;
    case HOB_ASM_TRIGGER:
        break;
    }
    return wrong_type(param, "no value: it is a trigger, use fire", reterr);
}

hob_status hob_animation_machine_get(hob_world *world, hob_component *machine, hob_str param,
                                     hob_value *ret_v, hob_error *reterr) {
    machine_data *m = HOB_DATA(machine, hob_animation_state_machine);
    const machine_asset *asset = begin(world, m, reterr);
    int at = asset == NULL ? -1 : find_param(asset, param, reterr);
    if (at < 0) {
        return HOB_ERR_NOT_FOUND;
    }
    *ret_v = asset->params[at].type == HOB_ASM_NUMBER ? hob_value_number(m->params[at])
                                                      : hob_value_bool(m->params[at] != 0);
    return HOB_OK;
}

hob_status hob_animation_machine_fire(hob_world *world, hob_component *machine, hob_str trigger,
                                      hob_error *reterr) {
    machine_data *m = HOB_DATA(machine, hob_animation_state_machine);
    const machine_asset *asset = begin(world, m, reterr);
    int at = asset == NULL ? -1 : find_param(asset, trigger, reterr);
    if (at < 0) {
        return HOB_ERR_NOT_FOUND;
    }
    if (asset->params[at].type != HOB_ASM_TRIGGER) {
        return hob_fail(reterr, HOB_ERR_FIELD_TYPE, "The parameter \"%.*s\" is no trigger.",
                        (int)trigger.length, trigger.data);
    }
    m->params[at] = 1;
    return HOB_OK;
}

hob_status hob_animation_machine_state(hob_world *world, hob_component *machine,
                                       const char **ret_name, hob_error *reterr) {
    machine_data *m = HOB_DATA(machine, hob_animation_state_machine);
    const machine_asset *asset = begin(world, m, reterr);
    if (asset == NULL) {
        return HOB_ERR_NOT_FOUND;
    }
    *ret_name = asset->states[m->state].name;
    return HOB_OK;
}

/* ---- life ---- */

static void done(hob_world *world, hob_component *machine) {
    machine_data *m = HOB_DATA(machine, hob_animation_state_machine);
    drop_state(world, m);
    hob_text_drop(world->heap, m->asset_ref);
    m->asset_ref = NULL;
    hob_animation_ref_done(world, &m->clip);
}

static void hash(hob_world *world, hob_component *machine, hob_hash *out) {
    (void)world;
    const machine_data *m = HOB_DATA(machine, hob_animation_state_machine);
    hob_feed_text(out, m->playing_of);
    hob_feed_int(out, m->state);
    hob_feed_list(out, m->param_count);
    for (uint32_t i = 0; i < m->param_count; i++) {
        hob_feed_number(out, m->params[i]);
    }
    hob_feed_int(out, m->frame);
    hob_feed_number(out, m->elapsed);
    hob_feed_bool(out, m->done);
    hob_feed_bool(out, m->flips);
}

static const hob_component_phase phases[] = {{"states", run}, {NULL, NULL}};

/* ---- the table ---- */

#define S hob_animation_state_machine
static const hob_field fields[] = {
    {HOB_AT(S, asset_id, "assetId", ASSET), .flags = HOB_FIELD_STATIC,
     .asset_kinds = "stateMachine", .doc = "State machine to play."},
    {HOB_AT(S, playing, "playing", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "False holds state and frame."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_animation_state_machine_type = {
    .name = "AnimationStateMachine",
    .doc = "Chooses animations by states, conditions and triggers.",
    .size = sizeof(hob_animation_state_machine),
    .fields = fields,
    .phases = phases,
    .done = done,
    .hash = hash,
};
