#include "support/touching.h"

#include "support/testing.h"

#include <stdio.h>
#include <string.h>

char hob_test_heard[4000];
void (*hob_test_on_collide)(hob_test_game *game, const char *own, const char *other);
static hob_test_game *running;

/* "Script" has no name, "Script#b" has b. */
static void hear(const hob_code_slot *slot, const char *sign, const hob_entity_data *other) {
    const char *number = strchr(hob_text_cstr(slot->component->slot), '#');
    size_t at = strlen(hob_test_heard);
    snprintf(hob_test_heard + at, sizeof hob_test_heard - at, "%s%s%s%s ",
             hob_text_cstr(slot->owner->name), number != NULL ? number + 1 : "", sign,
             hob_text_cstr(other->name));
}

static hob_status hear_hook(hob_world *world, hob_code_slot *slot, const hob_value *args,
                            const char *sign) {
    const hob_entity_data *other = hob_entity_get(world, args[0].as.entity);
    assert_non_null(other);
    hear(slot, sign, other);
    if (*sign == '>' && hob_test_on_collide != NULL) {
        hob_test_on_collide(running, hob_text_cstr(slot->owner->name), hob_text_cstr(other->name));
    }
    return HOB_OK;
}

#define HOOK(name, sign, wanted)                                                         \
    static hob_status name(hob_world *world, hob_code_slot *slot, const hob_value *args, \
                           uint32_t count, hob_error *reterr) {                          \
        (void)reterr;                                                                    \
        assert_int_equal(count, wanted);                                                 \
        return hear_hook(world, slot, args, sign);                                       \
    }
HOOK(on_collide, ">", 1)
HOOK(on_enter, "+", 2)
HOOK(on_exit, "-", 2)

static const hob_test_native natives[] = {
    {"scripts/collide.lua", {.hooks = {[HOB_HOOK_COLLIDE] = on_collide}}},
    {"scripts/edges.lua",
     {.hooks = {[HOB_HOOK_TRIGGER_ENTER] = on_enter, [HOB_HOOK_TRIGGER_EXIT] = on_exit}}},
    {NULL, {.hooks = {NULL}}}};

void hob_test_touching(hob_test_game *game, const char *manifest, const char *entities) {
    size_t length = strlen(entities);
    char *text = hob_alloc(hob_heap_allocator(), length + 1);
    bool in_id = false; /* ids are lower case */
    for (size_t i = 0; i <= length; i++) {
        in_id =
            entities[i] != '\'' && (in_id || (i > 4 && memcmp(entities + i - 4, "ent_", 4) == 0));
        bool upper = in_id && entities[i] >= 'A' && entities[i] <= 'Z';
        text[i] = (char)(entities[i] == '\'' ? '"' : upper ? entities[i] + 32 : entities[i]);
    }
    running = game;
    hob_test_heard[0] = '\0';
    hob_test_on_collide = NULL;
    hob_test_game_open(game, manifest, text, NULL, natives, 0);
    hob_free(hob_heap_allocator(), text, length + 1);
}

void hob_test_hears(hob_test_game *game, const char *wanted) {
    hob_test_heard[0] = '\0';
    hob_test_steps(game, 1);
    assert_string_equal(hob_test_heard, wanted);
}

void hob_test_place(hob_test_game *game, const char *name, double x, double y) {
    hob_test_entity(game, name)->transform->position = (hob_vec2){x, y};
}

bool hob_test_write(hob_test_game *game, const char *name, const char *field, const char *json) {
    hob_collider *collider = hob_test_component(game, name, "Collider");
    hob_component *component = HOB_HEADER(collider);
    char text[400];
    snprintf(text, sizeof text, "%s", json);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_error error = {0};
    hob_value v;
    assert_int_equal(hob_value_parse_json(hob_heap_allocator(), hob_str_from(text), &v, &error),
                     HOB_OK);
    const hob_field *f = hob_field_find(component->type->fields, hob_str_from(field));
    assert_non_null(f);
    bool taken = hob_field_set(f, collider, v, game->world->heap, &error) == HOB_OK;
    hob_value_done(hob_heap_allocator(), &v);
    if (taken) {
        hob_component_changed(game->world, component, f);
    }
    return taken;
}
