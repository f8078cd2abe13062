#include "support/movers.h"

#include "support/testing.h"

#include <stdio.h>
#include <string.h>

hob_mover_game hob_movers;

static void quote(char *text) {
    char id = 'a';
    for (char *c = text; *c != '\0'; c++) {
        if (*c == '@') {
            *c = id++;
        } else if (*c == '\'') {
            *c = '"';
        }
    }
}

void hob_movers_open(int rate, const char *entities) {
    static char text[8000];
    char manifest[120];
    hob_movers_close(NULL);
    if (strlen(entities) >= sizeof text) {
        fail_msg("too many entities");
    }
    snprintf(text, sizeof text, "%s", entities);
    quote(text);
    snprintf(manifest, sizeof manifest,
             "\"settings\":{\"fixedTimestep\":%d,\"gravity\":{\"x\":0,\"y\":0}}",
             rate > 0 ? rate : 60);
    hob_test_game_open(&hob_movers.game, manifest, text, NULL, NULL, 0);
    hob_movers.is_open = true;
}

int hob_movers_close(void **state) {
    (void)state;
    if (hob_movers.is_open) {
        hob_test_game_close(&hob_movers.game);
    }
    hob_movers = (hob_mover_game){.is_open = false};
    return 0;
}

/* ---- reports ---- */

static void add_report(const char *text) {
    size_t length = strlen(hob_movers.reports);
    snprintf(hob_movers.reports + length, sizeof hob_movers.reports - length, "%s", text);
}

static void add_by(hob_world *world, const char *sign, hob_value by) {
    char text[200];
    hob_value entity = hob_value_get(by, "entity"), slot = hob_value_get(by, "slot");
    hob_str layer = hob_value_get_str(by, "layer", "?");
    hob_entity_data *e =
        entity.tag == HOB_TAG_ENTITY ? hob_entity_get(world, entity.as.entity) : NULL;
    if ((slot.tag == HOB_TAG_TEXT) != (entity.tag == HOB_TAG_ENTITY)) {
        fail_msg("a slot and an entity belong together");
    }
    snprintf(text, sizeof text, "%s%.*s%s%s", sign, (int)layer.length, layer.data, e ? "/" : "",
             e ? hob_text_cstr(e->name) : "");
    add_report(text);
}

static void on_blocked(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)user;
    assert_int_equal(count, 2);
    add_by(world, "+", args[0]);
    add_report(" ");
    add_report(hob_text_cstr(args[1].as.text));
    add_report(" ");
}

static void on_unblocked(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)user;
    assert_int_equal(count, 1);
    add_by(world, "-", args[0]);
    add_report(" ");
}

static void on_finished(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)world;
    (void)user;
    (void)args;
    assert_int_equal(count, 0);
    add_report("finished ");
}

void hob_movers_listen(const char *name, const char *slot) {
    static const struct {
        const char *signal;
        hob_native_listener listener;
    } signals[] = {{"blocked", on_blocked}, {"unblocked", on_unblocked}, {"finished", on_finished}};
    for (size_t i = 0; i < HOB_COUNT(signals); i++) {
        char full[100];
        snprintf(full, sizeof full, "%s.%s", slot, signals[i].signal);
        hob_signals_on_native(hob_movers.game.world, hob_movers_entity(name)->self,
                              hob_str_from(full), signals[i].listener, NULL);
    }
}

void hob_movers_expect(const char *reports) {
    assert_string_equal(hob_movers.reports, reports);
    hob_movers.reports[0] = '\0';
}

/* ---- the rest ---- */

void hob_movers_steps(int steps) {
    hob_test_steps(&hob_movers.game, steps);
}

hob_entity_data *hob_movers_entity(const char *name) {
    return hob_test_entity(&hob_movers.game, name);
}

hob_vec2 *hob_movers_place(const char *name) {
    return &hob_movers_entity(name)->transform->position;
}

void *hob_movers_component(const char *name, const char *slot) {
    return hob_test_component(&hob_movers.game, name, slot);
}

void hob_movers_write(const char *name, const char *slot, const char *field, const char *json) {
    char text[400];
    hob_error error = {0};
    hob_value v;
    snprintf(text, sizeof text, "%s", json);
    quote(text);
    hob_component *c = HOB_HEADER(hob_movers_component(name, slot));
    assert_int_equal(hob_value_parse_json(hob_heap_allocator(), hob_str_from(text), &v, &error),
                     HOB_OK);
    const hob_field *f = hob_field_find(c->type->fields, hob_str_from(field));
    assert_non_null(f);
    if (hob_field_set(f, c + 1, v, hob_movers.game.world->heap, &error) != HOB_OK) {
        fail_msg("%s", error.message);
    }
    hob_value_done(hob_heap_allocator(), &v);
    hob_component_changed(hob_movers.game.world, c, f);
}

void hob_movers_expect_error(hob_status status, const char *entity, const char *slot,
                             const char *word) {
    const hob_records *records = hob_movers.game.world->outside.records;
    assert_int_equal(records->error_count, 1);
    const hob_script_error_record *error = &records->errors[0];
    assert_string_equal(hob_status_name(error->status), hob_status_name(status));
    assert_string_equal(error->entity, entity);
    assert_string_equal(error->slot, slot);
    if (strstr(error->message, slot) == NULL || strstr(error->message, word) == NULL) {
        fail_msg("not named: %s", error->message);
    }
}

size_t hob_movers_bytes(void) {
    return hob_region_get_stats(hob_movers.game.world->region).live_bytes;
}
