/* Deliveries of phase 12 from hand-made contact sets (spec step 6.3). */
#include "support/world.h"

#include <stdio.h>
#include <string.h>

/* A, B and C in this order: a collider each and a script that listens to contacts. */
typedef struct contact_test {
    test_world t;
    hob_entity_data *a, *b, *c;
} contact_test;

#define LISTENER "{'Collider':{'layer':'%s'},'Script':{'path':'contacts'}}"

static hob_entity_data *listener(test_world *t, const char *name, const char *layer) {
    char components[200];
    (void)snprintf(components, sizeof components, LISTENER, layer);
    return test_spawn(t, name, components);
}

/* Signals are traced as "A.Collider hit(B Collider b)". */
static void trace_signal(test_world *t, const char *source, const char *signal,
                         const hob_value *args) {
    const hob_entity_data *e = hob_entity_get(t->world, hob_value_get(args[0], "entity").as.entity);
    hob_str slot = hob_value_get_str(args[0], "slot", "?");
    hob_str layer = hob_value_get_str(args[0], "layer", "?");
    hob_buf_format(&t->trace, "%s %s(%s %.*s %.*s); ", source, signal,
                   e ? hob_text_cstr(e->name) : "gone", (int)slot.length, slot.data,
                   (int)layer.length, layer.data);
}

static void on_hit(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    assert_int_equal(count, 1);
    trace_signal(world->outside.session, user, "hit", args);
}

static void on_separated(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    assert_int_equal(count, 1);
    trace_signal(world->outside.session, user, "separated", args);
}

static void listen_to_signals(test_world *t, hob_entity_data *e, const char *slot) {
    char name[64];
    (void)snprintf(name, sizeof name, "%s.hit", slot);
    char *user = e->name->bytes;
    hob_signals_on_native(t->world, e->self, hob_str_from(name), on_hit, user);
    (void)snprintf(name, sizeof name, "%s.separated", slot);
    hob_signals_on_native(t->world, e->self, hob_str_from(name), on_separated, user);
}

static void set_up(contact_test *ct, const test_rules *rules) {
    test_world_open(&ct->t, rules);
    ct->a = listener(&ct->t, "A", "a");
    ct->b = listener(&ct->t, "B", "b");
    ct->c = listener(&ct->t, "C", "c");
    test_trace_clear(&ct->t);
}

static hob_contact record_of(contact_test *ct, hob_entity_data *a, hob_entity_data *b) {
    return (hob_contact){
        .a = a->self,
        .b = b->self,
        .collider_a = test_slot(&ct->t, a, "Collider"),
        .collider_b = test_slot(&ct->t, b, "Collider"),
        .normal_x = 0,
        .normal_y = -1,
        .interested_a = true,
        .interested_b = true,
        .physical = true,
    };
}

static void add(contact_test *ct, hob_contact record) {
    hob_contacts_add(ct->t.world, &record);
}

static void touch(contact_test *ct, hob_entity_data *a, hob_entity_data *b) {
    add(ct, record_of(ct, a, b));
}

static void overlap(contact_test *ct, hob_entity_data *a, hob_entity_data *b, bool to_a,
                    bool to_b) {
    hob_contact record = record_of(ct, a, b);
    record.trigger = true;
    record.physical = false;
    record.interested_a = to_a;
    record.interested_b = to_b;
    add(ct, record);
}

/* The rest of the step after its contact set was built. */
static void deliver(contact_test *ct) {
    hob_contacts_deliver(ct->t.world);
    hob_entity_remove_dead(ct->t.world);
    hob_contacts_begin(ct->t.world); /* the next set begins empty */
}

/* ---- 12.1 ---- */

static void onCollision__comes_once_in_order_of_first_record_a_side_first(void **state) {
    (void)state; /* CO-04 */
    contact_test ct;
    set_up(&ct, NULL);
    touch(&ct, ct.c, ct.a);
    touch(&ct, ct.b, ct.a);
    touch(&ct, ct.a, ct.c); /* the same pair again counts once */
    touch(&ct, ct.a, ct.b);
    deliver(&ct);
    test_trace_is(&ct.t, "C.Script onCollision(A); A.Script onCollision(C); "
                         "B.Script onCollision(A); A.Script onCollision(B); ");
    touch(&ct, ct.a, ct.b);
    touch(&ct, ct.a, ct.c);
    deliver(&ct);
    test_trace_is(&ct.t, ""); /* steady contact */
    test_world_close(&ct.t);
}

static void only_interested_sides__are_told(void **state) {
    (void)state;
    contact_test ct;
    set_up(&ct, NULL);
    overlap(&ct, ct.a, ct.b, false, true);
    deliver(&ct);
    test_trace_is(&ct.t,
                  "B.Script onCollision(A); B.Script onTriggerEnter(A, Collider Collider 0 1); ");
    deliver(&ct);
    test_trace_is(&ct.t,
                  "B.Script onCollisionEnd(A); B.Script onTriggerExit(A, Collider Collider 0 1); ");
    test_world_close(&ct.t);
}

static void separating_for_one_step__begins_again(void **state) {
    (void)state;
    contact_test ct;
    set_up(&ct, &(test_rules){.rules = {.scripts = HOB_SCRIPTS_HEARTH1}});
    for (int round = 0; round < 2; round++) {
        touch(&ct, ct.a, ct.b);
        deliver(&ct);
        test_trace_is(&ct.t, "A.Script onCollision(B); B.Script onCollision(A); ");
        deliver(&ct);
        test_trace_is(&ct.t, ""); /* hearth1 has no end */
    }
    test_world_close(&ct.t);
}

/* ---- 12.2 and 12.3 ---- */

static void begins__go_by_serial_and_slot_signals_before_hooks(void **state) {
    (void)state; /* CO-01, CO-02 */
    contact_test ct;
    set_up(&ct, NULL);
    (void)hob_component_add(ct.t.world, ct.a, HOB_STR("Collider#b"), HOB_VALUE_NULL, NULL);
    listen_to_signals(&ct.t, ct.a, "Collider");
    listen_to_signals(&ct.t, ct.a, "Collider#b");
    listen_to_signals(&ct.t, ct.b, "Collider");
    overlap(&ct, ct.b, ct.c, true, true);
    hob_contact second = record_of(&ct, ct.c, ct.a);
    second.trigger = true;
    second.collider_b = test_slot(&ct.t, ct.a, "Collider#b");
    add(&ct, second);
    overlap(&ct, ct.b, ct.a, true, true);
    deliver(&ct);
    test_trace_is(&ct.t,
                  "B.Script onCollision(C); C.Script onCollision(B); C.Script onCollision(A); "
                  "A.Script onCollision(C); B.Script onCollision(A); A.Script onCollision(B); "
                  "A hit(B Collider b); A.Script onTriggerEnter(B, Collider Collider 0 1); "
                  "B hit(A Collider a); B.Script onTriggerEnter(A, Collider Collider 0 -1); "
                  "A hit(C Collider c); A.Script onTriggerEnter(C, Collider#b Collider 0 1); "
                  "C.Script onTriggerEnter(A, Collider Collider#b 0 -1); "
                  "B hit(C Collider c); B.Script onTriggerEnter(C, Collider Collider 0 -1); "
                  "C.Script onTriggerEnter(B, Collider Collider 0 1); ");
    test_world_close(&ct.t);
}

static void solid_pairs__have_signals_but_no_trigger_hooks(void **state) {
    (void)state;
    contact_test ct;
    set_up(&ct, NULL);
    listen_to_signals(&ct.t, ct.a, "Collider");
    touch(&ct, ct.b, ct.a);
    deliver(&ct);
    test_trace_is(&ct.t, "B.Script onCollision(A); A.Script onCollision(B); A hit(B Collider b); ");
    deliver(&ct);
    test_trace_is(&ct.t, "A.Script onCollisionEnd(B); B.Script onCollisionEnd(A); "
                         "A separated(B Collider b); ");
    assert_int_equal(hob_signal_count_of(ct.t.world, HOB_STR("Collider.hit")), 2);
    assert_int_equal(hob_signal_count_of(ct.t.world, HOB_STR("Collider.separated")), 2);
    test_world_close(&ct.t);
}

static void ends__come_after_all_onCollisionEnd_sorted_by_serial(void **state) {
    (void)state;
    contact_test ct;
    set_up(&ct, NULL);
    overlap(&ct, ct.c, ct.b, true, true);
    overlap(&ct, ct.c, ct.a, true, true);
    deliver(&ct);
    test_trace_clear(&ct.t);
    deliver(&ct);
    test_trace_is(
        &ct.t,
        "A.Script onCollisionEnd(C); C.Script onCollisionEnd(A); B.Script onCollisionEnd(C); "
        "C.Script onCollisionEnd(B); A.Script onTriggerExit(C, Collider Collider 0 1); "
        "C.Script onTriggerExit(A, Collider Collider 0 -1); "
        "B.Script onTriggerExit(C, Collider Collider 0 1); "
        "C.Script onTriggerExit(B, Collider Collider 0 -1); ");
    deliver(&ct);
    test_trace_is(&ct.t, "");
    test_world_close(&ct.t);
}

static void one_of_two_colliders_parting__ends_that_pair_only(void **state) {
    (void)state;
    contact_test ct;
    set_up(&ct, NULL);
    (void)hob_component_add(ct.t.world, ct.a, HOB_STR("Collider#b"), HOB_VALUE_NULL, NULL);
    hob_contact second = record_of(&ct, ct.a, ct.b);
    second.trigger = true;
    second.collider_a = test_slot(&ct.t, ct.a, "Collider#b");
    overlap(&ct, ct.a, ct.b, true, true);
    add(&ct, second);
    deliver(&ct);
    test_trace_clear(&ct.t);
    add(&ct, second);
    deliver(&ct);
    test_trace_is(&ct.t, "A.Script onTriggerExit(B, Collider Collider 0 -1); "
                         "B.Script onTriggerExit(A, Collider Collider 0 1); ");
    test_world_close(&ct.t);
}

static void a_side_that_becomes_interested_later__is_told_then_and_each_hears_once(void **state) {
    (void)state;
    contact_test ct;
    set_up(&ct, NULL);
    overlap(&ct, ct.a, ct.b, true, false);
    deliver(&ct);
    test_trace_is(&ct.t,
                  "A.Script onCollision(B); A.Script onTriggerEnter(B, Collider Collider 0 -1); ");
    overlap(&ct, ct.a, ct.b, true, true);
    deliver(&ct);
    test_trace_is(&ct.t, "B.Script onTriggerEnter(A, Collider Collider 0 1); ");
    overlap(&ct, ct.a, ct.b, false, true); /* A's filter no longer accepts */
    deliver(&ct);
    test_trace_is(&ct.t, "A.Script onTriggerExit(B, Collider Collider 0 -1); ");
    deliver(&ct);
    test_trace_is(&ct.t, "A.Script onCollisionEnd(B); "
                         "B.Script onTriggerExit(A, Collider Collider 0 1); ");
    test_world_close(&ct.t);
}

static void a_crossed_trigger__begins_and_ends_in_one_step(void **state) {
    (void)state;
    contact_test ct;
    set_up(&ct, NULL);
    hob_contact record = record_of(&ct, ct.a, ct.b);
    record.trigger = record.crossed = true;
    record.physical = record.interested_a = false;
    add(&ct, record);
    deliver(&ct);
    test_trace_is(&ct.t,
                  "B.Script onCollision(A); B.Script onTriggerEnter(A, Collider Collider 0 1); "
                  "B.Script onCollisionEnd(A); "
                  "B.Script onTriggerExit(A, Collider Collider 0 1); ");
    deliver(&ct);
    test_trace_is(&ct.t, "");
    test_world_close(&ct.t);
}

/* ---- death, disabling, removal in between ---- */

static hob_status kill_b_on_collision(test_world *t, hob_component *c, const char *what,
                                      const hob_value *args, uint32_t count) {
    (void)c;
    (void)args;
    (void)count;
    if (strcmp(what, "onCollision") == 0) {
        hob_entity_destroy(t->world, hob_entity_find_name(t->world, HOB_STR("B")),
                           HOB_CHILDREN_BY_RULE);
    }
    return HOB_OK;
}

static void a_partner_that_dies_before_12_3__is_ended_in_that_12_3(void **state) {
    (void)state;
    contact_test ct;
    set_up(&ct, NULL);
    ct.t.on_call = kill_b_on_collision;
    overlap(&ct, ct.a, ct.b, true, true);
    overlap(&ct, ct.b, ct.c, true, true);
    deliver(&ct);
    /* B is dead after A's hook: nobody begins anything with it, A hears the end of what it heard.
     */
    test_trace_is(&ct.t, "A.Script onCollision(B); A.Script onCollisionEnd(B); ");
    test_world_close(&ct.t);
}

static void a_partner_that_died_later__is_ended_in_the_next_step_though_freed(void **state) {
    (void)state; /* CO-04 */
    contact_test ct;
    set_up(&ct, NULL);
    listen_to_signals(&ct.t, ct.a, "Collider");
    overlap(&ct, ct.a, ct.b, true, true);
    hob_contacts_deliver(ct.t.world);
    test_trace_clear(&ct.t);
    hob_entity_destroy(ct.t.world, ct.b->self, HOB_CHILDREN_BY_RULE);
    hob_entity_remove_dead(ct.t.world);
    uint32_t cursor = 0;
    hob_contact_view view;
    assert_false(hob_contacts_next(ct.t.world, ct.a->self, &cursor, &view));
    hob_contacts_begin(ct.t.world);
    deliver(&ct);
    test_trace_is(&ct.t, "A.Script onCollisionEnd(gone); A separated(gone Collider b); "
                         "A.Script onTriggerExit(gone, Collider Collider 0 -1); ");
    deliver(&ct);
    test_trace_is(&ct.t, "");
    test_world_close(&ct.t);
}

static void a_side_that_is_disabled__hears_nothing_and_forgets(void **state) {
    (void)state;
    contact_test ct;
    set_up(&ct, NULL);
    overlap(&ct, ct.a, ct.b, true, true);
    deliver(&ct);
    test_trace_clear(&ct.t);
    hob_entity_set_enabled(ct.t.world, ct.b, false);
    deliver(&ct);
    test_trace_is(&ct.t, "A.Script onCollisionEnd(B); "
                         "A.Script onTriggerExit(B, Collider Collider 0 -1); ");
    hob_entity_set_enabled(ct.t.world, ct.b, true);
    overlap(&ct, ct.a, ct.b, true, true);
    deliver(&ct);
    test_trace_is(&ct.t, "A.Script onCollision(B); B.Script onCollision(A); "
                         "A.Script onTriggerEnter(B, Collider Collider 0 -1); "
                         "B.Script onTriggerEnter(A, Collider Collider 0 1); ");
    test_world_close(&ct.t);
}

static void a_removed_collider__ends_for_both_sides(void **state) {
    (void)state;
    contact_test ct;
    set_up(&ct, NULL);
    listen_to_signals(&ct.t, ct.a, "Collider");
    listen_to_signals(&ct.t, ct.b, "Collider");
    overlap(&ct, ct.a, ct.b, true, true);
    deliver(&ct);
    test_trace_clear(&ct.t);
    (void)hob_component_remove(ct.t.world, test_slot(&ct.t, ct.b, "Collider"));
    deliver(&ct);
    test_trace_is(&ct.t, "A.Script onCollisionEnd(B); B.Script onCollisionEnd(A); "
                         "A separated(B Collider b); "
                         "A.Script onTriggerExit(B, Collider Collider 0 -1); "
                         "B separated(A Collider a); "
                         "B.Script onTriggerExit(A, Collider Collider 0 1); ");
    test_world_close(&ct.t);
}

static void a_scene_switch__drops_all_memory_in_silence(void **state) {
    (void)state;
    contact_test ct;
    set_up(&ct, NULL);
    overlap(&ct, ct.a, ct.b, true, true);
    hob_contacts_deliver(ct.t.world);
    test_trace_clear(&ct.t);
    hob_contacts_clear(ct.t.world);
    assert_int_equal(ct.t.world->contacts.count, 0);
    deliver(&ct);
    test_trace_is(&ct.t, "");
    test_world_close(&ct.t);
}

/* ---- reading ---- */

static void records__are_read_by_entity_with_the_normal_of_its_side(void **state) {
    (void)state;
    contact_test ct;
    set_up(&ct, NULL);
    touch(&ct, ct.a, ct.b); /* A stands on B */
    touch(&ct, ct.c, ct.a);
    overlap(&ct, ct.b, ct.c, true, true);
    touch(&ct, ct.a, ct.b);
    const hob_world *world = ct.t.world;
    char met[64] = "";
    uint32_t cursor = 0;
    for (hob_contact_view view; hob_contacts_next(world, ct.a->self, &cursor, &view);) {
        char one[16];
        const hob_entity_data *other = hob_entity_get(ct.t.world, view.other);
        (void)snprintf(one, sizeof one, "%s%g ", hob_text_cstr(other->name), view.normal_y);
        strcat(met, one);
        assert_ptr_equal(view.own->owner, ct.a);
        assert_ptr_equal(view.others->owner, other);
    }
    assert_string_equal(met, "B-1 C1 B-1 ");
    assert_false(hob_contacts_next(world, ct.a->self, &cursor, &(hob_contact_view){0}));
    assert_true(hob_contacts_grounded(world, ct.a->self));
    assert_false(hob_contacts_grounded(world, ct.b->self)); /* from above, and a trigger */
    assert_true(hob_contacts_grounded(world, ct.c->self));
    hob_contacts_begin(ct.t.world);
    assert_false(hob_contacts_grounded(world, ct.a->self));
    test_world_close(&ct.t);
}

static void freed_entities_and_colliders__take_their_records_with_them(void **state) {
    (void)state;
    contact_test ct;
    set_up(&ct, NULL);
    touch(&ct, ct.a, ct.b);
    touch(&ct, ct.a, ct.c);
    touch(&ct, ct.b, ct.c);
    hob_entity_destroy(ct.t.world, ct.b->self, HOB_CHILDREN_BY_RULE);
    hob_entity_remove_dead(ct.t.world);
    assert_int_equal(ct.t.world->contacts.count, 1);
    uint32_t cursor = 0;
    hob_contact_view view;
    assert_true(hob_contacts_next(ct.t.world, ct.c->self, &cursor, &view));
    assert_true(view.other == ct.a->self);
    (void)hob_component_remove(ct.t.world, test_slot(&ct.t, ct.a, "Collider"));
    hob_entity_remove_dead(ct.t.world);
    assert_int_equal(ct.t.world->contacts.count, 0);
    test_world_close(&ct.t);
}

/* ---- 12.4 ---- */

static hob_collide_pair pairs_of_test[3];
static uint32_t pair_count;
static bool is_apart[3], low_wants, high_wants;

static uint32_t pair_at;

static void begin_pairs(hob_world *world) {
    (void)world;
    pair_at = 0;
}

static bool next_pair(hob_world *world, hob_collide_pair *ret_pair) {
    (void)world;
    if (pair_at == pair_count) {
        return false;
    }
    *ret_pair = pairs_of_test[pair_at++];
    return true;
}

static bool test_overlap(hob_world *world, const hob_collide_pair *pair, bool *ret_low,
                         bool *ret_high) {
    (void)world;
    (void)pair;
    *ret_low = low_wants;
    *ret_high = high_wants;
    return !is_apart[pair_at - 1];
}

static const hob_collide_host collide_host = {begin_pairs, next_pair, test_overlap};

static void prepare_collides(contact_test *ct) {
    hob_component *a = test_slot(&ct->t, ct->a, "Collider");
    hob_component *b = test_slot(&ct->t, ct->b, "Collider");
    hob_component *c = test_slot(&ct->t, ct->c, "Collider");
    pairs_of_test[0] = (hob_collide_pair){a, b};
    pairs_of_test[1] = (hob_collide_pair){a, c};
    pairs_of_test[2] = (hob_collide_pair){b, c};
    pair_count = 3;
    memset(is_apart, 0, sizeof is_apart);
    low_wants = high_wants = true;
    ct->t.world->outside.collide = &collide_host;
}

static void onCollide__comes_every_step_to_all_slots_lower_side_first(void **state) {
    (void)state;
    contact_test ct;
    set_up(&ct, NULL);
    prepare_collides(&ct);
    is_apart[1] = true;
    for (int step = 0; step < 2; step++) {
        deliver(&ct);
        test_trace_is(&ct.t, "A.Collider collide(B); A.Script onCollide(B); "
                             "B.Collider collide(A); B.Script onCollide(A); "
                             "B.Collider collide(C); B.Script onCollide(C); "
                             "C.Collider collide(B); C.Script onCollide(B); ");
    }
    high_wants = false;
    deliver(&ct);
    test_trace_is(&ct.t, "A.Collider collide(B); A.Script onCollide(B); "
                         "B.Collider collide(C); B.Script onCollide(C); ");
    test_world_close(&ct.t);
}

static hob_status die_when_collided(test_world *t, hob_component *c, const char *what,
                                    const hob_value *args, uint32_t count) {
    (void)args;
    (void)count;
    const char *name = *(const char *const *)t->user;
    if (strcmp(what, "collide") == 0) {
        hob_entity_destroy(t->world, hob_entity_find_name(t->world, hob_str_from(name)),
                           HOB_CHILDREN_BY_RULE);
    }
    (void)c;
    return HOB_OK;
}

static void a_death_in_12_4__completes_that_list_and_ends_the_pair(void **state) {
    (void)state;
    static const char *const victims[] = {"A", "B"};
    static const char *const expected[] = {
        "A.Collider collide(B); A.Script onCollide(B); B.Collider collide(C); "
        "B.Script onCollide(C); C.Collider collide(B); C.Script onCollide(B); ",
        "A.Collider collide(B); A.Script onCollide(B); A.Collider collide(C); "
        "A.Script onCollide(C); C.Collider collide(A); C.Script onCollide(A); ",
    };
    for (size_t i = 0; i < 2; i++) {
        contact_test ct;
        set_up(&ct, NULL);
        prepare_collides(&ct);
        ct.t.user = (void *)(uintptr_t)&victims[i];
        ct.t.on_call = die_when_collided;
        hob_contacts_deliver(ct.t.world);
        test_trace_is(&ct.t, expected[i]);
        test_world_close(&ct.t);
    }
}

static void hearth1__has_no_onCollide(void **state) {
    (void)state;
    contact_test ct;
    set_up(&ct, &(test_rules){.rules = {.scripts = HOB_SCRIPTS_HEARTH1}});
    prepare_collides(&ct);
    pair_count = 1;
    deliver(&ct);
    test_trace_is(&ct.t, "A.Collider collide(B); B.Collider collide(A); ");
    test_world_close(&ct.t);
}

/* ---- many ---- */

static void random_sets__tell_every_begin_and_end_exactly_once(void **state) {
    (void)state;
    enum { COUNT = 12 };
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *all[COUNT];
    for (int i = 0; i < COUNT; i++) {
        all[i] = test_spawn(&t, "E", "{'Collider':{},'Script':{'path':'contacts'}}");
    }
    bool before[COUNT][COUNT] = {{false}};
    uint64_t seed = 77;
    for (int step = 0; step < 200; step++) {
        bool now[COUNT][COUNT] = {{false}};
        hob_contacts_begin(t.world);
        uint32_t records = hob_test_random_below(&seed, 25);
        for (uint32_t r = 0; r < records; r++) {
            uint32_t a = hob_test_random_below(&seed, COUNT);
            uint32_t b = hob_test_random_below(&seed, COUNT);
            if (a == b) {
                continue;
            }
            hob_contact record = {.a = all[a]->self,
                                  .b = all[b]->self,
                                  .collider_a = test_slot(&t, all[a], "Collider"),
                                  .collider_b = test_slot(&t, all[b], "Collider"),
                                  .trigger = true,
                                  .interested_a = true,
                                  .interested_b = true};
            hob_contacts_add(t.world, &record);
            now[a][b] = now[b][a] = true;
        }
        int begins = 0, ends = 0;
        for (int a = 0; a < COUNT; a++) {
            for (int b = 0; b < COUNT; b++) {
                begins += now[a][b] && !before[a][b];
                ends += !now[a][b] && before[a][b];
            }
        }
        test_trace_clear(&t);
        hob_contacts_deliver(t.world);
        int enters = 0, exits = 0, hits = 0, parts = 0;
        for (const char *at = t.trace.data; (at = strstr(at, " on")) != NULL; at++) {
            enters += strncmp(at, " onTriggerEnter", 15) == 0;
            exits += strncmp(at, " onTriggerExit", 14) == 0;
            hits += strncmp(at, " onCollision(", 13) == 0;
            parts += strncmp(at, " onCollisionEnd", 15) == 0;
        }
        assert_int_equal(enters, begins);
        assert_int_equal(hits, begins);
        assert_int_equal(exits, ends);
        assert_int_equal(parts, ends);
        memcpy(before, now, sizeof before);
    }
    test_world_close(&t);
}

static void co05_steady_contact__allocates_nothing(void **state) {
    (void)state;
    contact_test ct;
    set_up(&ct, NULL);
    uint64_t calls = 0;
    for (int step = 0; step < 100; step++) {
        if (step == 10) {
            calls = hob_region_get_stats(ct.t.region).alloc_calls;
        }
        touch(&ct, ct.a, ct.b);
        overlap(&ct, ct.b, ct.c, true, true);
        deliver(&ct);
    }
    assert_int_equal(hob_region_get_stats(ct.t.region).alloc_calls, calls);
    test_world_close(&ct.t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(onCollision__comes_once_in_order_of_first_record_a_side_first),
        cmocka_unit_test(only_interested_sides__are_told),
        cmocka_unit_test(separating_for_one_step__begins_again),
        cmocka_unit_test(begins__go_by_serial_and_slot_signals_before_hooks),
        cmocka_unit_test(solid_pairs__have_signals_but_no_trigger_hooks),
        cmocka_unit_test(ends__come_after_all_onCollisionEnd_sorted_by_serial),
        cmocka_unit_test(one_of_two_colliders_parting__ends_that_pair_only),
        cmocka_unit_test(a_side_that_becomes_interested_later__is_told_then_and_each_hears_once),
        cmocka_unit_test(a_crossed_trigger__begins_and_ends_in_one_step),
        cmocka_unit_test(a_partner_that_dies_before_12_3__is_ended_in_that_12_3),
        cmocka_unit_test(a_partner_that_died_later__is_ended_in_the_next_step_though_freed),
        cmocka_unit_test(a_side_that_is_disabled__hears_nothing_and_forgets),
        cmocka_unit_test(a_removed_collider__ends_for_both_sides),
        cmocka_unit_test(a_scene_switch__drops_all_memory_in_silence),
        cmocka_unit_test(records__are_read_by_entity_with_the_normal_of_its_side),
        cmocka_unit_test(freed_entities_and_colliders__take_their_records_with_them),
        cmocka_unit_test(onCollide__comes_every_step_to_all_slots_lower_side_first),
        cmocka_unit_test(a_death_in_12_4__completes_that_list_and_ends_the_pair),
        cmocka_unit_test(hearth1__has_no_onCollide),
        cmocka_unit_test(random_sets__tell_every_begin_and_end_exactly_once),
        cmocka_unit_test(co05_steady_contact__allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
