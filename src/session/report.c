/* What a run leaves, as data: for play-test results and `run` (spec playtest 6.2, hob 10). */
#include "components/particle_emitter.h"
#include "session/playtest.h"

#include <string.h>

static void put(const hob_allocator *a, hob_value map, const char *key, hob_value v) {
    hob_map_set(a, map.as.map, hob_str_from(key), v);
}

static hob_value text_or_null(const hob_allocator *a, const char *s) {
    return s != NULL ? hob_value_cstr(a, s) : HOB_VALUE_NULL;
}

static hob_value errors_of(const hob_records *records, const hob_allocator *a) {
    hob_value list = hob_value_list(a, (uint32_t)records->error_count);
    for (size_t i = 0; i < records->error_count; i++) {
        const hob_script_error_record *r = &records->errors[i];
        hob_value row = hob_value_map(a, 7);
        put(a, row, "frame", hob_value_number((double)r->frame));
        put(a, row, "code", hob_value_cstr(a, hob_status_name(r->status)));
        put(a, row, "message", hob_value_cstr(a, r->message));
        put(a, row, "entity", text_or_null(a, r->entity));
        put(a, row, "script", text_or_null(a, r->script));
        put(a, row, "phase", text_or_null(a, r->phase));
        put(a, row, "line", r->line > 0 ? hob_value_number(r->line) : HOB_VALUE_NULL);
        hob_list_add(a, list.as.list, row);
    }
    return list;
}

static hob_value logs_of(const hob_records *records, const hob_allocator *a) {
    static const char *const levels[] = {"info", "warn", "error"};
    hob_value list = hob_value_list(a, (uint32_t)records->log_count);
    for (size_t i = 0; i < records->log_count; i++) {
        const hob_log_record *r = &records->logs[(records->log_start + i) % records->log_count];
        hob_value row = hob_value_map(a, 3);
        put(a, row, "frame", hob_value_number((double)r->frame));
        put(a, row, "level", hob_value_cstr(a, levels[r->level]));
        put(a, row, "message", hob_value_cstr(a, r->message));
        hob_list_add(a, list.as.list, row);
    }
    return list;
}

static hob_value sounds_of(const hob_records *records, const hob_allocator *a) {
    hob_value list = hob_value_list(a, (uint32_t)records->sound_count);
    for (size_t i = 0; i < records->sound_count; i++) {
        const hob_sound_record *r = &records->sounds[i];
        hob_value row = hob_value_map(a, 4);
        put(a, row, "frame", hob_value_number((double)r->frame));
        put(a, row, "assetId", hob_value_cstr(a, r->asset));
        put(a, row, "action", hob_value_cstr(a, r->stop ? "stop" : "play"));
        if (r->music) {
            put(a, row, "music", hob_value_bool(true));
        }
        hob_list_add(a, list.as.list, row);
    }
    return list;
}

static hob_value scenes_of(const hob_records *records, const hob_allocator *a) {
    hob_value list = hob_value_list(a, (uint32_t)records->scene_count);
    for (size_t i = 0; i < records->scene_count; i++) {
        const hob_scene_record *r = &records->scenes[i];
        hob_value row = hob_value_map(a, 3);
        put(a, row, "frame", hob_value_number((double)r->frame));
        put(a, row, "from", hob_value_cstr(a, r->from));
        put(a, row, "to", hob_value_cstr(a, r->to));
        hob_list_add(a, list.as.list, row);
    }
    return list;
}

/* Records hold JSON text; the report wants data. */
static hob_value parsed(const hob_allocator *a, const char *json) {
    hob_value v = HOB_VALUE_NULL;
    if (json != NULL && hob_value_parse_json(a, hob_str_from(json), &v, NULL) != HOB_OK) {
        return HOB_VALUE_NULL;
    }
    return v;
}

static hob_value events_of(const hob_records *records, const hob_allocator *a) {
    hob_value list = hob_value_list(a, (uint32_t)records->event_count);
    for (size_t i = 0; i < records->event_count; i++) {
        const hob_event_record *r = &records->events[i];
        hob_value row = hob_value_map(a, 3);
        put(a, row, "frame", hob_value_number((double)r->frame));
        put(a, row, "name", hob_value_cstr(a, r->name));
        if (r->data_json != NULL) {
            put(a, row, "data", parsed(a, r->data_json));
        }
        hob_list_add(a, list.as.list, row);
    }
    return list;
}

static hob_value effects_of(const hob_records *records, const hob_allocator *a) {
    hob_value list = hob_value_list(a, (uint32_t)records->effect_count);
    for (size_t i = 0; i < records->effect_count; i++) {
        const hob_camera_effect_record *r = &records->effects[i];
        hob_value row = hob_value_map(a, 3);
        put(a, row, "frame", hob_value_number((double)r->frame));
        put(a, row, "effect", hob_value_cstr(a, r->effect));
        put(a, row, "params", parsed(a, r->params_json));
        hob_list_add(a, list.as.list, row);
    }
    return list;
}

static hob_value counts_of(const hob_event_count *counts, uint32_t count, const hob_allocator *a) {
    hob_value map = hob_value_map(a, count);
    for (uint32_t i = 0; i < count; i++) {
        hob_map_set(a, map.as.map, hob_text_view(counts[i].name),
                    hob_value_number((double)counts[i].count));
    }
    return map;
}

static hob_value particles_of(hob_world *world, const hob_allocator *a) {
    hob_value map = hob_value_map(a, 8);
    hob_pass pass =
        hob_pass_begin(world, hob_component_type_index(world, &hob_particle_emitter_type));
    for (hob_component *c = hob_pass_next(&pass); c != NULL; c = hob_pass_next(&pass)) {
        hob_map_set(a, map.as.map, hob_text_view(c->owner->name),
                    hob_value_number(HOB_DATA(c, hob_particle_emitter)->active));
    }
    hob_pass_end(&pass);
    return map;
}

static hob_value post_effects_of(hob_world *world, const hob_allocator *a) {
    hob_value list = hob_value_list(a, 4);
    hob_component *camera = hob_view_camera(world, -1);
    if (camera == NULL) {
        return list;
    }
    hob_value effects =
        hob_field_get(hob_field_find(camera->type->fields, HOB_STR("postEffects")), camera + 1, a);
    for (uint32_t i = 0; effects.tag == HOB_TAG_LIST && i < effects.as.list->count; i++) {
        hob_str type = hob_value_get_str(hob_list_get(effects.as.list, i), "type", "");
        hob_list_add(a, list.as.list, hob_value_text(a, type));
    }
    return list;
}

static hob_value focused_of(hob_world *world, const hob_allocator *a) {
    hob_entity_data *e = hob_entity_live(world, world->ui.focused);
    if (e == NULL) {
        return HOB_VALUE_NULL;
    }
    return hob_value_text(a, hob_text_view(e->name).length > 0 ? hob_text_view(e->name)
                                                               : hob_text_view(e->id));
}

hob_value hob_session_report(hob_session *session, hob_arena *arena) {
    const hob_allocator *a = &arena->as_allocator;
    const hob_records *records = hob_session_records(session);
    hob_world *world = hob_session_world(session);
    hob_value v = hob_value_map(a, 14);
    put(a, v, "errors", errors_of(records, a));
    put(a, v, "logs", logs_of(records, a));
    put(a, v, "audioEvents", sounds_of(records, a));
    put(a, v, "sceneEvents", scenes_of(records, a));
    put(a, v, "finalScene", hob_value_text(a, hob_text_view(world->scene_id)));
    put(a, v, "particleCounts", particles_of(world, a));
    put(a, v, "events", events_of(records, a));
    put(a, v, "eventCounts",
        counts_of(world->events.event_counts, world->events.event_name_count, a));
    put(a, v, "signalCounts",
        counts_of(world->events.signal_counts, world->events.signal_name_count, a));
    put(a, v, "cameraEffects", effects_of(records, a));
    put(a, v, "cameraOverlayAlpha", hob_value_number(hob_view_overlay_alpha(world)));
    put(a, v, "focusedEntity", focused_of(world, a));
    put(a, v, "postEffects", post_effects_of(world, a));
    return v;
}

hob_value hob_playtest_to_value(const hob_playtest_result *result, hob_arena *arena) {
    const hob_allocator *a = &arena->as_allocator;
    hob_value v = hob_value_map(a, 20);
    put(a, v, "passed", hob_value_bool(result->passed));
    put(a, v, "playtestId", text_or_null(a, result->id));
    put(a, v, "name", text_or_null(a, result->name));
    put(a, v, "scene", text_or_null(a, result->scene));
    put(a, v, "framesRun", hob_value_number((double)result->frames_run));
    hob_value steps = hob_value_list(a, (uint32_t)result->step_count);
    for (size_t i = 0; i < result->step_count; i++) {
        hob_value row = hob_value_map(a, 4);
        put(a, row, "index", hob_value_number(result->steps[i].index));
        put(a, row, "type", hob_value_cstr(a, result->steps[i].type));
        put(a, row, "passed", hob_value_bool(result->steps[i].passed));
        put(a, row, "message", hob_value_cstr(a, result->steps[i].message));
        hob_list_add(a, steps.as.list, row);
    }
    put(a, v, "steps", steps);
    for (uint32_t i = 0; result->report.tag == HOB_TAG_MAP && i < result->report.as.map->count;
         i++) {
        const hob_map_entry *entry = &result->report.as.map->entries[i];
        hob_map_set(a, v.as.map, hob_text_view(entry->key), hob_value_copy(a, entry->value));
    }
    return v;
}

/* ---- JUnit ---- */

static void add_xml(hob_buf *out, const char *s) {
    for (; s != NULL && *s != '\0'; s++) {
        switch (*s) {
        case '&':
            hob_buf_add_cstr(out, "&amp;");
            break;
        case '<':
            hob_buf_add_cstr(out, "&lt;");
            break;
        case '>':
            hob_buf_add_cstr(out, "&gt;");
            break;
        case '"':
            hob_buf_add_cstr(out, "&quot;");
            break;
        default:
            if ((unsigned char)*s >= 0x20 || *s == '\n' || *s == '\t') {
                hob_buf_add_char(out, *s);
            } else {
                hob_buf_add_char(out, '?'); /* not allowed in XML 1.0 */
            }
        }
    }
}

static void add_case(hob_buf *out, const hob_playtest_result *result) {
    hob_buf_add_cstr(out, "    <testcase classname=\"playtests\" name=\"");
    add_xml(out, result->name != NULL ? result->name : "unreadable");
    hob_buf_format(out, "\" assertions=\"%zu\">\n", result->step_count);
    for (size_t i = 0; i < result->step_count; i++) {
        const hob_step_result *s = &result->steps[i];
        if (!s->passed) {
            hob_buf_add_cstr(out, "      <failure type=\"");
            add_xml(out, s->type);
            hob_buf_format(out, "\" message=\"step %d: ", s->index);
            add_xml(out, s->message);
            hob_buf_add_cstr(out, "\"/>\n");
        }
    }
    hob_buf_add_cstr(out, "    </testcase>\n");
}

void hob_playtest_junit(hob_buf *out, const hob_playtest_result *results, size_t count) {
    size_t failures = 0;
    for (size_t i = 0; i < count; i++) {
        failures += results[i].passed ? 0 : 1;
    }
    hob_buf_add_cstr(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    hob_buf_format(out, "<testsuites tests=\"%zu\" failures=\"%zu\">\n", count, failures);
    hob_buf_format(out,
                   "  <testsuite name=\"playtests\" tests=\"%zu\" failures=\"%zu\" errors=\"0\">\n",
                   count, failures);
    for (size_t i = 0; i < count; i++) {
        add_case(out, &results[i]);
    }
    hob_buf_add_cstr(out, "  </testsuite>\n</testsuites>\n");
}
