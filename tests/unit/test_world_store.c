/* Declared state, save data, save slots (spec runtime 19, 20, hob 6.5), and sound (runtime 18). */
#include "support/world.h"

#include <stdio.h>
#include <string.h>

static test_world t;
static char refreshed[200];

static void note_refresh(hob_world *world, hob_str key) {
    (void)world;
    size_t length = strlen(refreshed);
    snprintf(refreshed + length, sizeof refreshed - length, "%.*s ", (int)key.length, key.data);
}

static void open_store(const char *declared, const char *saves, bool open_state) {
    test_world_open(&t, NULL);
    t.manifest.game_state = test_value(&t, declared);
    t.manifest.settings.open_state = open_state;
    t.manifest.saves_max_slots = 2;
    t.world->store = (hob_store){0};
    hob_value map = test_value(&t, saves);
    for (uint32_t i = 0; i < map.as.map->count; i++) {
        hob_save_set(t.world, hob_text_view(map.as.map->entries[i].key),
                     hob_value_str(map.as.map->entries[i].value));
    }
    hob_store_init(t.world);
    hob_store_set_label_refresh(t.world, note_refresh);
    refreshed[0] = '\0';
}
static int close_store(void **state) {
    (void)state;
    test_world_close(&t);
    return 0;
}

static hob_status set(const char *key, hob_value v) {
    hob_error error;
    return hob_state_set(t.world, hob_str_from(key), v, &error);
}
static hob_value get(const char *key) {
    hob_state_entry *entry = hob_state_find(t.world, hob_str_from(key));
    return entry == NULL ? HOB_VALUE_ABSENT : entry->value;
}
static const char *last_event(void) {
    return t.records.event_count == 0 ? "" : t.records.events[t.records.event_count - 1].data_json;
}

#define DECLARED                                             \
    "{'score':{'type':'number','initial':3,'persist':true}," \
    "'won':{'type':'boolean','initial':false},'name':{'type':'string','initial':'ann'}}"

static void start__persisted_text_of_the_right_type_else_initial(void **state) {
    (void)state;
    open_store(DECLARED, "{'hob:state:score':'12','hob:state:won':'true'}", false);
    assert_true(get("score").as.number == 12);
    assert_false(get("won").as.boolean); /* not persistent */
    close_store(state);
    open_store(DECLARED, "{'hob:state:score':'oops'}", false);
    assert_true(get("score").as.number == 3);
    close_store(state);
    open_store(DECLARED, "{'hob:state:score':'true'}", false);
    assert_true(get("score").as.number == 3);
    assert_true(hob_value_is_absent(get("nothing")));
}

static void set__stores_persists_tells_and_refreshes(void **state) {
    (void)state;
    open_store(DECLARED, "{}", false);
    assert_int_equal(set("score", hob_value_number(4.5)), HOB_OK);
    hob_str saved;
    assert_true(hob_save_get(t.world, HOB_STR("hob:state:score"), &saved));
    assert_true(hob_str_is(saved, "4.5"));
    assert_string_equal(last_event(), "{\"key\":\"score\",\"value\":4.5,\"previous\":3}");
    assert_string_equal(refreshed, "score ");
    assert_int_equal(set("score", hob_value_number(4.5)), HOB_OK); /* equal: nothing */
    assert_int_equal(hob_event_count_of(t.world, HOB_STR("stateChanged")), 1);
    assert_int_equal(set("name", hob_value_cstr(&t.scratch.as_allocator, "bob")), HOB_OK);
    assert_false(hob_save_get(t.world, HOB_STR("hob:state:name"), &saved));
}

static void set_of_wrong_type_or_unknown_key__error_and_nothing_changes(void **state) {
    (void)state;
    open_store(DECLARED, "{}", false);
    assert_int_equal(set("score", hob_value_bool(true)), HOB_ERR_FIELD_TYPE);
    assert_int_equal(set("score", HOB_VALUE_NULL), HOB_ERR_FIELD_TYPE);
    assert_int_equal(set("lives", hob_value_number(1)), HOB_ERR_NOT_FOUND);
    assert_true(get("score").as.number == 3);
    assert_int_equal(hob_event_count_of(t.world, HOB_STR("stateChanged")), 0);
}

static void open_state__keys_are_made_and_vanish_at_reset(void **state) {
    (void)state;
    open_store(DECLARED, "{}", true);
    assert_int_equal(set("lives", hob_value_number(9)), HOB_OK);
    assert_int_equal(set("lives", hob_value_bool(true)), HOB_ERR_FIELD_TYPE);
    set("score", hob_value_number(8));
    assert_true(hob_state_reset(t.world, (hob_str){0}, true));
    assert_true(get("score").as.number == 3);
    assert_true(hob_value_is_absent(get("lives")));
    assert_string_equal(last_event(), "{\"key\":\"lives\",\"value\":null,\"previous\":9}");
    assert_string_equal(refreshed, "lives score score lives ");
}

static void reset_of_one_key__only_what_differs_is_told(void **state) {
    (void)state;
    open_store(DECLARED, "{}", false);
    assert_true(hob_state_reset(t.world, HOB_STR("score"), false));
    assert_int_equal(hob_event_count_of(t.world, HOB_STR("stateChanged")), 0);
    assert_false(hob_state_reset(t.world, HOB_STR("nothing"), false));
    set("won", hob_value_bool(true));
    assert_true(hob_state_reset(t.world, HOB_STR("won"), false));
    assert_false(get("won").as.boolean);
}

/* A listener that sets the key it hears about. */
static void chase(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)user;
    (void)count;
    double v = hob_value_get_number(args[0], "value", 0);
    if (v < 6) {
        hob_error error;
        assert_int_equal(hob_state_set(world, HOB_STR("score"), hob_value_number(v + 1), &error),
                         HOB_OK);
    }
}

static void listener_that_sets_the_key__each_change_tells_its_own_values(void **state) {
    (void)state;
    open_store(DECLARED, "{}", false);
    hob_events_on_native(t.world, HOB_STR("stateChanged"), chase, NULL);
    set("score", hob_value_number(4));
    assert_true(get("score").as.number == 6);
    assert_int_equal(t.records.event_count, 3);
    assert_string_equal(t.records.events[0].data_json,
                        "{\"key\":\"score\",\"value\":4,\"previous\":3}");
    assert_string_equal(t.records.events[2].data_json,
                        "{\"key\":\"score\",\"value\":6,\"previous\":5}");
}

static void save_data__by_key_and_cleared(void **state) {
    (void)state;
    open_store("{}", "{'a':'1'}", false);
    hob_str text;
    hob_save_set(t.world, HOB_STR("b"), HOB_STR("[2]"));
    hob_save_set(t.world, HOB_STR("b"), HOB_STR("[3]"));
    assert_true(hob_save_get(t.world, HOB_STR("b"), &text) && hob_str_is(text, "[3]"));
    hob_save_clear(t.world, HOB_STR("b"), false);
    assert_false(hob_save_get(t.world, HOB_STR("b"), &text));
    assert_true(hob_save_get(t.world, HOB_STR("a"), &text));
    hob_save_clear(t.world, HOB_STR(""), true);
    assert_false(hob_save_get(t.world, HOB_STR("a"), &text));
}

static void slots__names_sizes_and_number_are_limited(void **state) {
    (void)state;
    open_store("{}", "{}", false);
    hob_error error;
    hob_str text;
    assert_int_equal(hob_slot_write(t.world, HOB_STR("one"), HOB_STR("{}"), &error), HOB_OK);
    assert_int_equal(hob_slot_write(t.world, HOB_STR("One!"), HOB_STR("{}"), &error),
                     HOB_ERR_FIELD_PATTERN);
    assert_int_equal(hob_slot_write(t.world, HOB_STR("two"), HOB_STR("{}"), &error), HOB_OK);
    assert_int_equal(hob_slot_write(t.world, HOB_STR("three"), HOB_STR("{}"), &error),
                     HOB_ERR_LIMIT_REACHED);
    assert_int_equal(hob_slot_write(t.world, HOB_STR("two"), HOB_STR("[1]"), &error), HOB_OK);
    assert_true(hob_slot_read(t.world, HOB_STR("two"), &text) && hob_str_is(text, "[1]"));
    t.manifest.limits.save_kib = 0;
    assert_int_equal(hob_slot_write(t.world, HOB_STR("two"), HOB_STR("[2]"), &error),
                     HOB_ERR_LIMIT_REACHED);
    assert_true(hob_slot_delete(t.world, HOB_STR("one")));
    assert_false(hob_slot_delete(t.world, HOB_STR("one")));
}

static void hash__save_keys_in_any_order_are_the_same(void **state) {
    (void)state;
    open_store("{}", "{'a':'1','b':'2'}", false);
    uint64_t one = test_hash(&t);
    hob_save_set(t.world, HOB_STR("c"), HOB_STR("3"));
    assert_int_not_equal(test_hash(&t), one);
    close_store(state);
    open_store("{}", "{'b':'2','a':'1'}", false);
    assert_int_equal(test_hash(&t), one);
}

/* ---- sound ---- */

static const hob_asset jump = {.id = "ast_jump", .name = "jump", .type = "audio"};
static const hob_asset song = {.id = "ast_song", .name = "song", .type = "audio"};

static void expect_sounds(const char *wanted) {
    static char seen[500];
    seen[0] = '\0';
    for (size_t i = 0; i < t.records.sound_count; i++) {
        const hob_sound_record *r = &t.records.sounds[i];
        size_t length = strlen(seen);
        snprintf(seen + length, sizeof seen - length, "%s%s%s ", r->stop ? "-" : "+",
                 r->music ? "mus:" : "", r->asset + 4);
    }
    assert_string_equal(seen, wanted);
}

static void sounds__numbered_and_stopped_by_number_or_asset(void **state) {
    (void)state;
    open_store("{}", "{}", false);
    assert_int_equal(hob_sound_play(t.world, &jump, 1, false)->number, 1);
    assert_int_equal(hob_sound_play(t.world, &jump, 1, false)->number, 2);
    assert_int_equal(hob_sound_play(t.world, &song, 1, false)->number, 3);
    assert_int_equal(hob_sound_stop_number(t.world, 2), 1);
    assert_int_equal(hob_sound_stop_number(t.world, 2), 0); /* stopped ones are unknown */
    hob_sound_play(t.world, &jump, 1, false);
    assert_int_equal(hob_sound_stop_asset(t.world, HOB_STR("ast_jump")), 2);
    expect_sounds("+jump +jump +song -jump +jump -jump -jump ");
    assert_non_null(hob_sound_find(t.world, 3));
}

static void music__replaces_with_a_stop_and_clamps_its_volume(void **state) {
    (void)state;
    open_store("{}", "{}", false);
    hob_sound_stop_music(t.world, 1); /* nothing plays: silent */
    assert_int_equal(hob_sound_play_music(t.world, &song, 3, true, 0), 1);
    assert_true(t.world->sound.music_volume == 1);
    assert_int_equal(hob_sound_play_music(t.world, &jump, 0.5, true, 0), 2);
    hob_sound_set_music_volume(t.world, -1, 0);
    assert_true(t.world->sound.music_volume == 0);
    hob_sound_stop_music(t.world, 0);
    hob_sound_set_music_volume(t.world, 1, 0);
    expect_sounds("+mus:song -mus:song +mus:jump -mus:jump ");
}

static void scene_leaves__scene_sounds_stop_music_and_session_ones_go_on(void **state) {
    (void)state;
    open_store("{}", "{}", false);
    hob_sound_play(t.world, &jump, 1, false);
    hob_sound_play(t.world, &song, 1, true)->scope = HOB_SCOPE_SESSION;
    hob_sound_play(t.world, &jump, 1, false);
    hob_sound_play_music(t.world, &song, 1, true, 0);
    hob_sound_leave_scene(t.world);
    expect_sounds("+jump +song +jump +mus:song -jump -jump ");
    assert_int_equal(t.world->sound.count, 1);
    assert_true(t.world->sound.has_music);
    assert_int_equal(hob_sound_play(t.world, &jump, 1, false)->number, 3); /* 2 still plays */
    hob_sound_stop_number(t.world, 2);
    hob_sound_leave_scene(t.world);
    assert_int_equal(hob_sound_play(t.world, &jump, 1, false)->number, 1);
}

static void buses__two_at_the_start_others_when_set(void **state) {
    (void)state;
    open_store("{}", "{}", false);
    assert_int_equal(t.world->sound.bus_count, 2);
    assert_null(hob_sound_bus(t.world, HOB_STR("ambient"), false));
    assert_true(hob_sound_bus(t.world, HOB_STR("ambient"), true)->volume == 1);
    assert_int_equal(t.world->sound.bus_count, 3);
}

#define CASE(name) cmocka_unit_test_teardown(name, close_store)
int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(start__persisted_text_of_the_right_type_else_initial),
        CASE(set__stores_persists_tells_and_refreshes),
        CASE(set_of_wrong_type_or_unknown_key__error_and_nothing_changes),
        CASE(open_state__keys_are_made_and_vanish_at_reset),
        CASE(reset_of_one_key__only_what_differs_is_told),
        CASE(listener_that_sets_the_key__each_change_tells_its_own_values),
        CASE(save_data__by_key_and_cleared),
        CASE(slots__names_sizes_and_number_are_limited),
        CASE(hash__save_keys_in_any_order_are_the_same),
        CASE(sounds__numbered_and_stopped_by_number_or_asset),
        CASE(music__replaces_with_a_stop_and_clamps_its_volume),
        CASE(scene_leaves__scene_sounds_stop_music_and_session_ones_go_on),
        CASE(buses__two_at_the_start_others_when_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
