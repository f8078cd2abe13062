/* The state hash: whatever is state changes it, and nothing else does (spec hob 10). */
#include "base/easing.h"
#include "support/world.h"

#include <stdio.h>
#include <string.h>

/* A world with something of everything. */
static void set_up(test_world *t) {
    test_world_open(t, NULL);
    hob_entity_data *a = test_spawn(
        t, "A",
        "{'Body':{'text':'hello','list':[1,2],'map':{'k':3},'any':{'deep':[true,null]},'maybe':4},"
        "'Body#two':{},'Script':{'path':'a.lua'},'Collider':{}}");
    hob_entity_data *b = test_spawn_below(t, "B", a, "{'Collider':{'layer':'b'}}");
    hob_entity_set_tags(t->world, a, hob_value_copy(t->world->heap, test_value(t, "['x','y']")));
    a->vars = hob_value_copy(t->world->heap, test_value(t, "{'score':1}"));
    a->ctx_keys = hob_value_copy(t->world->heap, test_value(t, "{'mine':'yes'}"));
    a->wires = hob_value_copy(t->world->heap, test_value(t, "[{'signal':'Body.x','call':'f'}]"));
    HOB_DATA(test_slot(t, a, "Body"), test_body)->handle = b->self;
    hob_code_slot *slot = test_slot(t, a, "Script")->code;
    (void)hob_code_timer_add(t->world, slot, 1, true, test_function(1));
    (void)hob_code_tween_add(t->world, slot, HOB_STR("Body.number"), 5, 2, HOB_EASING_LINEAR,
                             test_function(2));
    hob_contact record = {.a = a->self,
                          .b = b->self,
                          .collider_a = test_slot(t, a, "Collider"),
                          .collider_b = test_slot(t, b, "Collider"),
                          .normal_x = 1,
                          .trigger = true,
                          .interested_a = true,
                          .interested_b = true};
    hob_contacts_begin(t->world);
    hob_contacts_add(t->world, &record);
    hob_contacts_deliver(t->world);
    hob_world_set_text(t->world, &t->world->scene_id, HOB_STR("scn_main"));
}

static hob_entity_data *a_of(test_world *t) {
    return hob_entity_get(t->world, hob_entity_find_name(t->world, HOB_STR("A")));
}

static test_body *body_of(test_world *t) {
    return HOB_DATA(test_slot(t, a_of(t), "Body"), test_body);
}

/* ---- every field alone ---- */

/* Another value of the field's kind, as far as the field takes it. */
static bool change_field(test_world *t, const hob_field *field) {
    hob_component *c = test_slot(t, a_of(t), "Body");
    static const char *const others[] = {"17",        "true",       "'#000000'", "'fast'",
                                         "{'x':9}",   "[1,2,3]",    "{'k':4}",   "null",
                                         "'ast_new'", "{'z':false}"};
    const hob_allocator *a = t->world->heap;
    hob_value before = hob_field_get(field, c + 1, &t->scratch.as_allocator);
    for (size_t i = 0; i < HOB_COUNT(others); i++) {
        if (hob_field_set(field, c + 1, test_value(t, others[i]), a, NULL) != HOB_OK) {
            continue;
        }
        hob_component_changed(t->world, c, field);
        if (!hob_value_equal(before, hob_field_get(field, c + 1, &t->scratch.as_allocator))) {
            return true;
        }
    }
    return false;
}

static void every_field_of_a_component__changes_the_hash_alone(void **state) {
    (void)state;
    size_t changed = 0;
    for (const hob_field *field = test_body_type.fields; field->name; field++) {
        test_world t;
        set_up(&t);
        uint64_t before = test_hash(&t);
        if (field->type == HOB_FIELD_HANDLE) {
            body_of(&t)->handle = a_of(&t)->self;
        } else if (field->flags & HOB_FIELD_HIDDEN) {
            body_of(&t)->secret += 1;
        } else if (field->flags & HOB_FIELD_RUNTIME) {
            body_of(&t)->seen += strcmp(field->name, "seen") == 0 ? 1 : 0;
            body_of(&t)->writable += strcmp(field->name, "writable") == 0 ? 1 : 0;
        } else if (!change_field(&t, field)) {
            fail_msg("no other value for %s", field->name);
        }
        if (test_hash(&t) == before) {
            fail_msg("%s does not change the hash", field->name);
        }
        changed++;
        test_world_close(&t);
    }
    assert_int_equal(changed, hob_fields_count(test_body_type.fields));
}

/* ---- every other member of the state alone ---- */

static hob_timer *timer_of(test_world *t) {
    return &test_slot(t, a_of(t), "Script")->code->timers[0];
}
static hob_tween *tween_of(test_world *t) {
    return &test_slot(t, a_of(t), "Script")->code->tweens[0];
}
static hob_code_slot *code_of(test_world *t) {
    return test_slot(t, a_of(t), "Script")->code;
}

#define CHANGE(name, action)                   \
    static void change_##name(test_world *t) { \
        action;                                \
    }
CHANGE(frame, t->world->frame++)
CHANGE(elapsed, t->world->elapsed += 1)
CHANGE(paused, t->world->paused = true)
CHANGE(scene, hob_world_set_text(t->world, &t->world->scene_id, HOB_STR("scn_other")))
CHANGE(request, t->world->request.noted = true)
CHANGE(timestep, t->manifest.settings.fixed_timestep = 30)
CHANGE(seed, t->world->seed++)
CHANGE(random, (void)hob_random_next(&t->world->random))
CHANGE(shake, (void)hob_random_next(&t->world->shake_stream))
CHANGE(serial, t->world->next_serial++)
CHANGE(runtime_id, t->world->next_runtime_id++)
CHANGE(id, hob_world_set_text(t->world, &a_of(t)->id, HOB_STR("rt_9")))
CHANGE(name, hob_world_set_text(t->world, &a_of(t)->first_child->name, HOB_STR("Bee")))
CHANGE(parent,
       assert_int_equal(hob_entity_set_parent(t->world, a_of(t)->first_child, 0, false, NULL), 0))
CHANGE(enabled, hob_entity_set_enabled(t->world, a_of(t), false))
CHANGE(visible, hob_entity_set_visible(t->world, a_of(t), false))
CHANGE(entity_paused, hob_entity_set_paused(t->world, a_of(t), true))
CHANGE(owner, a_of(t)->owner = 1)
CHANGE(tag, hob_list_remove(t->world->heap, a_of(t)->tags.as.list, 0))
CHANGE(wire, hob_list_remove(t->world->heap, a_of(t)->wires.as.list, 0))
CHANGE(vars, hob_map_find(a_of(t)->vars.as.map, HOB_STR("score"))->as.number = 2)
CHANGE(ctx_key, hob_map_remove(t->world->heap, a_of(t)->ctx_keys.as.map, HOB_STR("mine")))
CHANGE(new_slot, (void)hob_component_add(t->world, a_of(t), HOB_STR("Alpha"), HOB_VALUE_NULL, NULL))
CHANGE(gone_slot, (void)hob_component_remove(t->world, test_slot(t, a_of(t), "Body#two")))
CHANGE(inert, test_slot(t, a_of(t), "Body")->inert = true)
CHANGE(beside, body_of(t)->beside++)
CHANGE(new_entity, (void)test_spawn(t, "N", "{}"))
CHANGE(death, hob_entity_destroy(t->world, a_of(t)->first_child->self, HOB_CHILDREN_BY_RULE))
CHANGE(started, code_of(t)->started = true)
CHANGE(disabled, code_of(t)->disabled = true)
CHANGE(keep_timers, code_of(t)->keep_timers = true)
CHANGE(budget_failed, code_of(t)->budget_failed = true)
CHANGE(errors, code_of(t)->errors_in_row++)
CHANGE(timer_number, timer_of(t)->number += 5)
CHANGE(timer_repeating, timer_of(t)->repeating = false)
CHANGE(timer_remaining, timer_of(t)->remaining -= 0.1)
CHANGE(timer_interval, timer_of(t)->interval += 0.1)
CHANGE(timer_cancelled, hob_code_timer_cancel(t->world, code_of(t), 1))
CHANGE(next_timer, a_of(t)->next_timer_number++)
CHANGE(tween_from, tween_of(t)->from += 1)
CHANGE(tween_to, tween_of(t)->to += 1)
CHANGE(tween_elapsed, tween_of(t)->elapsed += 1)
CHANGE(tween_duration, tween_of(t)->duration += 1)
CHANGE(tween_easing, tween_of(t)->easing++)
CHANGE(tween_path, hob_world_set_text(t->world, &tween_of(t)->path, HOB_STR("Body.seen")))
CHANGE(tween_cancelled, hob_code_tween_cancel(t->world, code_of(t), 2))
CHANGE(record_a, t->world->contacts.records[0].a = 0)
CHANGE(record_b, t->world->contacts.records[0].b = 0)
CHANGE(record_x, t->world->contacts.records[0].normal_x = 0)
CHANGE(record_y, t->world->contacts.records[0].normal_y = 1)
CHANGE(record_trigger, t->world->contacts.records[0].trigger = false)
CHANGE(record_wants_a, t->world->contacts.records[0].interested_a = false)
CHANGE(record_wants_b, t->world->contacts.records[0].interested_b = false)
CHANGE(record_physical, t->world->contacts.records[0].physical = true)
CHANGE(record_crossed, t->world->contacts.records[0].crossed = true)
CHANGE(no_record, hob_contacts_begin(t->world))
CHANGE(told_low, t->world->contacts.pairs.items[0].low.told = false)
CHANGE(told_high, t->world->contacts.pairs.items[0].high.told = false)
CHANGE(collider_told_low, t->world->contacts.collider_pairs.items[0].low.told = false)
CHANGE(collider_told_high, t->world->contacts.collider_pairs.items[0].high.told = false)
CHANGE(shut_file, t->world->shut_files = hob_value_copy(t->world->heap, test_value(t, "['a']")))

#define CASE(name) \
    { #name, change_##name, }
static const struct {
    const char *name;
    void (*change)(test_world *t);
} changes[] = {
    CASE(frame),
    CASE(elapsed),
    CASE(paused),
    CASE(scene),
    CASE(request),
    CASE(timestep),
    CASE(seed),
    CASE(random),
    CASE(shake),
    CASE(serial),
    CASE(runtime_id),
    CASE(id),
    CASE(name),
    CASE(parent),
    CASE(enabled),
    CASE(visible),
    CASE(entity_paused),
    CASE(owner),
    CASE(tag),
    CASE(wire),
    CASE(vars),
    CASE(ctx_key),
    CASE(new_slot),
    CASE(gone_slot),
    CASE(inert),
    CASE(beside),
    CASE(new_entity),
    CASE(death),
    CASE(started),
    CASE(disabled),
    CASE(keep_timers),
    CASE(budget_failed),
    CASE(errors),
    CASE(timer_number),
    CASE(timer_repeating),
    CASE(timer_remaining),
    CASE(timer_interval),
    CASE(timer_cancelled),
    CASE(next_timer),
    CASE(tween_from),
    CASE(tween_to),
    CASE(tween_elapsed),
    CASE(tween_duration),
    CASE(tween_easing),
    CASE(tween_path),
    CASE(tween_cancelled),
    CASE(record_a),
    CASE(record_b),
    CASE(record_x),
    CASE(record_y),
    CASE(record_trigger),
    CASE(record_wants_a),
    CASE(record_wants_b),
    CASE(record_physical),
    CASE(record_crossed),
    CASE(no_record),
    CASE(told_low),
    CASE(told_high),
    CASE(collider_told_low),
    CASE(collider_told_high),
    CASE(shut_file),
};

static void every_member_of_the_state__changes_the_hash_alone(void **state) {
    (void)state;
    uint64_t seen[HOB_COUNT(changes)];
    for (size_t i = 0; i < HOB_COUNT(changes); i++) {
        test_world t;
        set_up(&t);
        uint64_t before = test_hash(&t);
        assert_true(test_hash(&t) == before); /* looking changes nothing */
        changes[i].change(&t);
        seen[i] = test_hash(&t);
        if (seen[i] == before) {
            fail_msg("%s does not change the hash", changes[i].name);
        }
        for (size_t j = 0; j < i; j++) {
            if (seen[j] == seen[i]) {
                fail_msg("%s and %s give one hash", changes[i].name, changes[j].name);
            }
        }
        test_world_close(&t);
    }
}

static void what_is_not_state__does_not_change_the_hash(void **state) {
    (void)state;
    test_world t;
    set_up(&t);
    uint64_t before = test_hash(&t);
    hob_world_log(t.world, HOB_LOG_WARN, "a log line");
    hob_world_error(t.world, HOB_ERR_SCRIPT_ERROR, NULL, "x", NULL, 0, "an error");
    (void)hob_world_warn_once(t.world, "a warning");
    (void)hob_entity_find(t.world, HOB_STR("A"));
    hob_world_set_text(t.world, &HOB_DATA(test_slot(&t, a_of(&t), "Script"), test_script)->path,
                       HOB_STR("elsewhere"));
    test_slot(&t, a_of(&t), "Script")->static_dirty = true;
    hob_pass pass = hob_pass_begin_event_hooks(t.world);
    while (hob_pass_next(&pass)) {
    }
    hob_pass_end(&pass);
    assert_true(test_hash(&t) == before);
    test_world_close(&t);
}

static void a_kept_sub_hash__equals_one_made_anew(void **state) {
    (void)state;
    test_world t;
    set_up(&t);
    uint64_t before = test_hash(&t);
    for (size_t i = 0; i < t.world->column_count; i++) {
        hob_pass pass = hob_pass_begin(t.world, (int)i);
        for (hob_component *c; (c = hob_pass_next(&pass));) {
            c->static_dirty = true;
        }
        hob_pass_end(&pass);
    }
    assert_true(test_hash(&t) == before);
    test_world_close(&t);
}

static void parts__are_the_blocks_and_the_world_hash_leaves_the_machines_out(void **state) {
    (void)state;
    test_world t;
    set_up(&t);
    hob_state_hash before, after;
    hob_world_hash(t.world, true, &before);
    t.world->elapsed += 1;
    hob_world_hash(t.world, true, &after);
    assert_true(before.all != after.all && before.world != after.world);
    for (int i = 1; i <= HOB_HASH_BLOCKS; i++) {
        assert_int_equal(before.blocks[i] != after.blocks[i], i == 1);
    }
    int count = 0;
    for (const hob_hash_block *block = hob_hash_blocks; block->name; block++) {
        assert_int_equal(block->number, ++count);
    }
    assert_int_equal(count, HOB_HASH_BLOCKS);
    hob_entity_data *a = a_of(&t);
    uint64_t entity_before = hob_entity_hash(t.world, a);
    body_of(&t)->number += 1;
    assert_true(hob_entity_hash(t.world, a) != entity_before);
    test_world_close(&t);
}

static void a_dead_handle__counts_as_none(void **state) {
    (void)state;
    test_world t;
    set_up(&t);
    hob_entity b = body_of(&t)->handle;
    hob_entity_destroy(t.world, b, HOB_CHILDREN_BY_RULE);
    hob_entity_remove_dead(t.world);
    uint64_t with_dead = test_hash(&t);
    body_of(&t)->handle = HOB_NO_ENTITY;
    assert_true(test_hash(&t) == with_dead);
    test_world_close(&t);
}

/* ---- snapshots ---- */

/* A life with spawns, deaths, timers and tweens, driven by numbers. */
static void live(test_world *t, uint64_t *seed, int steps) {
    for (int step = 0; step < steps; step++) {
        uint32_t what = hob_test_random_below(seed, 6);
        char name[8];
        (void)snprintf(name, sizeof name, "N%u", hob_test_random_below(seed, 20));
        hob_entity_data *e =
            hob_entity_live(t->world, hob_entity_find_name(t->world, hob_str_from(name)));
        if (what == 0 || !e) {
            e = test_spawn(t, name, "{'Body':{'text':'some text'},'Script':{'path':'a.lua'}}");
            (void)hob_code_timer_add(t->world, test_slot(t, e, "Script")->code, 0.1, true,
                                     test_function(1));
        } else if (what == 1) {
            hob_entity_destroy(t->world, e->self, HOB_CHILDREN_BY_RULE);
        } else if (what == 2) {
            assert_int_equal(hob_entity_set_parent(t->world, e, a_of(t)->self, true, NULL), 0);
        } else if (what == 3) {
            (void)hob_code_tween_add(t->world, test_slot(t, e, "Script")->code,
                                     HOB_STR("Transform.rotation"), 90, 0.3, HOB_EASING_OUT,
                                     HOB_VALUE_ABSENT);
        } else if (what == 4) {
            hob_entity_set_enabled(t->world, e, !e->enabled);
        } else {
            hob_component *body = hob_component_slot(t->world, e, HOB_STR("Body"));
            if (body) {
                (void)hob_component_remove(t->world, body);
            } else {
                (void)hob_component_add(t->world, e, HOB_STR("Body"), HOB_VALUE_NULL, NULL);
            }
        }
        (void)hob_random_next(&t->world->random);
        test_step(t);
        hob_buf_clear(&t->trace);
    }
}

static void after_a_restore__the_same_steps_give_the_same_hashes(void **state) {
    (void)state;
    test_world t;
    set_up(&t);
    uint64_t seed = 5;
    live(&t, &seed, 100);
    for (int round = 0; round < 20; round++) {
        hob_region_snapshot snapshot;
        assert_int_equal(hob_region_save(t.region, hob_heap_allocator(), &snapshot, NULL), HOB_OK);
        uint64_t at_save = test_hash(&t), seed_before = seed;
        live(&t, &seed, 30);
        uint64_t later = test_hash(&t);
        assert_true(later != at_save);
        hob_region_restore(t.region, &snapshot);
        assert_true(test_hash(&t) == at_save);
        seed = seed_before;
        live(&t, &seed, 30);
        assert_true(test_hash(&t) == later);
        hob_region_snapshot_done(&snapshot);
    }
    test_world_close(&t);
}

static void two_worlds_in_turn__do_not_disturb_each_other(void **state) {
    (void)state;
    test_world alone, a, b;
    set_up(&alone);
    uint64_t seed = 8;
    live(&alone, &seed, 200);
    uint64_t expected = test_hash(&alone);
    test_world_close(&alone);

    set_up(&a);
    set_up(&b);
    uint64_t seed_a = 8, seed_b = 8;
    for (int i = 0; i < 40; i++) {
        live(&a, &seed_a, 5);
        live(&b, &seed_b, 5);
    }
    assert_true(test_hash(&a) == expected);
    assert_true(test_hash(&b) == expected);
    test_world_close(&a);
    test_world_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_of_a_component__changes_the_hash_alone),
        cmocka_unit_test(every_member_of_the_state__changes_the_hash_alone),
        cmocka_unit_test(what_is_not_state__does_not_change_the_hash),
        cmocka_unit_test(a_kept_sub_hash__equals_one_made_anew),
        cmocka_unit_test(parts__are_the_blocks_and_the_world_hash_leaves_the_machines_out),
        cmocka_unit_test(a_dead_handle__counts_as_none),
        cmocka_unit_test(after_a_restore__the_same_steps_give_the_same_hashes),
        cmocka_unit_test(two_worlds_in_turn__do_not_disturb_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
