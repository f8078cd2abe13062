/* Motion traces of a play-test: samples of world positions and their summary (spec playtest 5). */
#include "base/dmath.h"
#include "session/playtest_internal.h"

#include <string.h>

#define SETTLED_PX 0.1

hob_trace_key *hob_playtest__trace_key(hob_playtest_run *run, hob_str ref) {
    for (size_t i = 0; i < run->key_count; i++) {
        if (!run->keys[i].is_camera && hob_str_is(ref, run->keys[i].ref)) {
            return &run->keys[i];
        }
    }
    if (run->frames_run > 0) {
        return NULL;
    }
    hob_trace_key *key = &run->keys[run->key_count++];
    *key = (hob_trace_key){.ref = hob_arena_text(run->arena, ref.data, ref.length)};
    return key;
}

static void add_sample(hob_playtest_run *run, hob_trace_key *key, hob_vec2 at) {
    if (key->count == key->cap) {
        size_t cap = key->cap == 0 ? 64 : key->cap * 2;
        hob_trace_sample *grown = hob_arena_array(run->arena, hob_trace_sample, cap);
        if (key->count > 0) {
            memcpy(grown, key->samples, key->count * sizeof *grown);
        }
        key->samples = grown;
        key->cap = cap;
    }
    key->samples[key->count++] = (hob_trace_sample){run->world->frame, at.x, at.y};
}

void hob_playtest__sample(hob_playtest_run *run) {
    for (size_t i = 0; i < run->key_count; i++) {
        hob_trace_key *key = &run->keys[i];
        if (key->is_camera) {
            add_sample(run, key, hob_view_position(run->world));
            continue;
        }
        hob_entity_data *e =
            hob_entity_live(run->world, hob_entity_find(run->world, hob_str_from(key->ref)));
        if (e != NULL) {
            add_sample(run, key, hob_entity_world_position(run->world, e));
        }
    }
}

double hob_trace_peak_speed(const hob_trace_key *key, int fixed_timestep) {
    double peak = 0;
    for (size_t i = 1; i < key->count; i++) {
        double moved = hob_hypot(key->samples[i].x - key->samples[i - 1].x,
                                 key->samples[i].y - key->samples[i - 1].y);
        peak = moved > peak ? moved : peak;
    }
    return peak * fixed_timestep;
}

static hob_value point(const hob_allocator *a, double x, double y) {
    hob_value v = hob_value_map(a, 2);
    hob_map_set(a, v.as.map, HOB_STR("x"), hob_value_number(x));
    hob_map_set(a, v.as.map, HOB_STR("y"), hob_value_number(y));
    return v;
}

/* The last frame with a displacement of at least 0.1 px; the first sampled frame if there is none;
 * null if it is the final one. */
static hob_value settled_at(const hob_trace_key *key) {
    int64_t frame = key->samples[0].frame;
    for (size_t i = 1; i < key->count; i++) {
        double moved = hob_hypot(key->samples[i].x - key->samples[i - 1].x,
                                 key->samples[i].y - key->samples[i - 1].y);
        if (moved >= SETTLED_PX) {
            frame = key->samples[i].frame;
        }
    }
    bool is_final = key->count > 1 && frame == key->samples[key->count - 1].frame;
    return is_final ? HOB_VALUE_NULL : hob_value_number((double)frame);
}

static hob_value summary_of(hob_playtest_run *run, const hob_trace_key *key) {
    const hob_allocator *a = &run->arena->as_allocator;
    const hob_trace_sample *s = key->samples;
    double min_x = s[0].x;
    double max_x = s[0].x;
    double min_y = s[0].y;
    double max_y = s[0].y;
    for (size_t i = 1; i < key->count; i++) {
        min_x = s[i].x < min_x ? s[i].x : min_x;
        max_x = s[i].x > max_x ? s[i].x : max_x;
        min_y = s[i].y < min_y ? s[i].y : min_y;
        max_y = s[i].y > max_y ? s[i].y : max_y;
    }
    int rate = hob_project_manifest(hob_session_project(run->session))->settings.fixed_timestep;
    hob_value v = hob_value_map(a, 7);
    hob_map_set(a, v.as.map, HOB_STR("first"), point(a, s[0].x, s[0].y));
    hob_map_set(a, v.as.map, HOB_STR("final"), point(a, s[key->count - 1].x, s[key->count - 1].y));
    hob_map_set(a, v.as.map, HOB_STR("min"), point(a, min_x, min_y));
    hob_map_set(a, v.as.map, HOB_STR("max"), point(a, max_x, max_y));
    hob_map_set(a, v.as.map, HOB_STR("peakSpeed"),
                hob_value_number(hob_trace_peak_speed(key, rate)));
    hob_map_set(a, v.as.map, HOB_STR("settledAtFrame"), settled_at(key));
    hob_map_set(a, v.as.map, HOB_STR("frames"), hob_value_number((double)key->count));
    return v;
}

hob_value hob_playtest__trace_summary(hob_playtest_run *run) {
    const hob_allocator *a = &run->arena->as_allocator;
    hob_value v = hob_value_map(a, (uint32_t)run->key_count);
    for (size_t i = 0; i < run->key_count; i++) {
        if (run->keys[i].count > 0) {
            hob_map_set(a, v.as.map, hob_str_from(run->keys[i].ref),
                        summary_of(run, &run->keys[i]));
        }
    }
    return v;
}

hob_value hob_playtest__trace_raw(hob_playtest_run *run) {
    const hob_allocator *a = &run->arena->as_allocator;
    hob_value v = hob_value_map(a, (uint32_t)run->key_count);
    for (size_t i = 0; i < run->key_count; i++) {
        const hob_trace_key *key = &run->keys[i];
        hob_value list = hob_value_list(a, (uint32_t)key->count);
        for (size_t k = 0; k < key->count; k++) {
            hob_value row = point(a, key->samples[k].x, key->samples[k].y);
            hob_map_set(a, row.as.map, HOB_STR("frame"),
                        hob_value_number((double)key->samples[k].frame));
            hob_list_add(a, list.as.list, row);
        }
        hob_map_set(a, v.as.map, hob_str_from(key->ref), list);
    }
    return v;
}
