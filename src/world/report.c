#include "world/report.h"

#define DATA_JSON_MAX ((size_t)1 << 20)

/* JSON text of a value in `buf`, from the records' memory; null for none. */
static const char *json_text(hob_world *world, hob_value v, hob_buf *buf) {
    hob_buf_init(buf, world->outside.records->allocator, DATA_JSON_MAX);
    if (v.tag == HOB_TAG_ABSENT) {
        return NULL;
    }
    if (!hob_value_write_json(buf, v, false, hob_report_entity_json, world)) {
        world->outside.records->lost++;
        return NULL;
    }
    return buf->data;
}

void hob_report_event(hob_world *world, hob_text *name, hob_value data) {
    hob_records *records = world->outside.records;
    /* Most emits of a long run are not recorded any more: spare their text. */
    if (records == NULL || !hob_records_takes_event(records, hob_text_cstr(name))) {
        return;
    }
    hob_buf buf;
    const char *json = json_text(world, data, &buf);
    hob_records_add_event(records, world->frame, hob_text_cstr(name), json);
    hob_buf_done(&buf);
}

void hob_report_sound(hob_world *world, const hob_text *asset_id, bool stop, bool music) {
    if (world->outside.records != NULL) {
        hob_records_add_sound(world->outside.records, world->frame, hob_text_cstr(asset_id), stop,
                              music);
    }
}

void hob_report_effect(hob_world *world, const char *effect, hob_value params) {
    hob_records *records = world->outside.records;
    if (records == NULL || records->effect_count >= records->effect_limit) {
        return;
    }
    hob_buf buf;
    const char *json = json_text(world, params, &buf);
    hob_records_add_effect(records, world->frame, effect, json);
    hob_buf_done(&buf);
}

void hob_report_entity_json(void *user, uint64_t entity, hob_buf *out) {
    const hob_entity_data *e = hob_entity_get(user, entity);
    if (e == NULL) {
        hob_buf_add_cstr(out, "null");
        return;
    }
    hob_buf_add_cstr(out, "{\"id\":");
    hob_buf_add_json_string(out, hob_text_view(e->id));
    hob_buf_add_cstr(out, ",\"name\":");
    hob_buf_add_json_string(out, hob_text_view(e->name));
    hob_buf_add_cstr(out, ",\"tags\":");
    if (!hob_value_write_json(out, e->tags, false, NULL, NULL)) {
        hob_buf_add_cstr(out, "[]");
    }
    hob_buf_add_char(out, '}');
}
