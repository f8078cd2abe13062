#include "support/world.h"

#include <string.h>

/* ---- resolution by names alone (spec waica 5.2, 5.3) ---- */

static const hob_field no_fields[] = {HOB_FIELDS_END};
#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})
#define TYPE(label, ...) \
    { .name = label, .doc = "A type.", .fields = no_fields, __VA_ARGS__ }
#define TURNS .flags = HOB_COMPONENT_TURN

typedef struct sched_test {
    hob_registry *registry;
    hob_arena scratch;
    hob_error_list findings;
} sched_test;

static void set_up(sched_test *t, const hob_component_type *types, size_t count) {
    assert_int_equal(hob_registry_create(hob_heap_allocator(), &t->registry, NULL), HOB_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(hob_registry_add(t->registry, &types[i], NULL), HOB_OK);
    }
    hob_arena_init(&t->scratch, hob_heap_allocator(), NULL);
}

static void tear_down(sched_test *t) {
    hob_arena_done(&t->scratch);
    hob_registry_destroy(t->registry);
}

/* Order of the slots named in `slots` (words), or "refused". */
static const char *resolve(sched_test *t, const char *slots) {
    hob_str names[32];
    size_t count = 0;
    for (const char *at = slots; *at;) {
        size_t length = strcspn(at, " ");
        names[count++] = (hob_str){at, length};
        at += length + (at[length] == ' ');
    }
    hob_error_list_init(&t->findings, &t->scratch.as_allocator);
    size_t order[32], order_count = 0;
    hob_status status = hob_schedule_resolve(t->registry, names, count, &t->scratch, order,
                                             &order_count, &t->findings);
    if (status != HOB_OK) {
        assert_int_equal(order_count, 0);
        assert_int_equal(status, t->findings.items[0].status);
        return "refused";
    }
    hob_buf text;
    hob_buf_init(&text, &t->scratch.as_allocator, 1000);
    for (size_t i = 0; i < order_count; i++) {
        hob_buf_add_cstr(&text, i ? " " : "");
        hob_buf_add_str(&text, names[order[i]]);
    }
    return text.data ? text.data : "";
}

static void check_finding(const sched_test *t, size_t i, hob_status status, const char *part) {
    assert_true(i < t->findings.count);
    assert_int_equal(t->findings.items[i].status, status);
    if (!strstr(t->findings.items[i].message, part)) {
        fail_msg("\"%s\" does not speak of \"%s\"", t->findings.items[i].message, part);
    }
}

static const char *const after_writer[] = {"Writer", NULL};

static void sch01_sch02_sch04_readers_and_writers__go_in_order_whatever_the_input(void **state) {
    (void)state;
    const hob_component_type types[] = {
        TYPE("Reader", TURNS, .update_after = after_writer),
        TYPE("Passive", .flags = 0),
        TYPE("Writer", TURNS),
        TYPE("Alpha", TURNS),
    };
    sched_test t;
    set_up(&t, types, HOB_COUNT(types));
    assert_string_equal(resolve(&t, "Reader Passive Writer"), "Writer Reader");
    assert_string_equal(resolve(&t, "Reader Alpha Writer"), "Alpha Writer Reader");
    assert_string_equal(resolve(&t, "Writer Reader Alpha"), "Alpha Writer Reader");
    assert_string_equal(resolve(&t, "Alpha Reader Writer"), "Alpha Writer Reader");
    assert_string_equal(resolve(&t, "Reader"), "Reader"); /* SCH-04: registered but absent */
    assert_string_equal(resolve(&t, "Passive"), "");
    assert_string_equal(resolve(&t, ""), "");
    tear_down(&t);
}

static void sch03_ties__break_by_utf16_code_units_of_the_type_name(void **state) {
    (void)state;
    /* U+1F600 is a surrogate pair, which comes before U+FF21. */
    const hob_component_type types[] = {TYPE("\xc3\x84", TURNS), TYPE("a", TURNS), TYPE("Z", TURNS),
                                        TYPE("\xf0\x9f\x98\x80", TURNS),
                                        TYPE("\xef\xbc\xa1", TURNS)};
    sched_test t;
    set_up(&t, types, HOB_COUNT(types));
    assert_string_equal(resolve(&t, "\xef\xbc\xa1 \xc3\x84 a \xf0\x9f\x98\x80 Z"),
                        "Z a \xc3\x84 \xf0\x9f\x98\x80 \xef\xbc\xa1");
    tear_down(&t);
}

static void
sch05_sch06_sch08_constraints_that_cannot_be_met__are_named_with_their_reason(void **state) {
    (void)state;
    const hob_component_type types[] = {
        TYPE("A", TURNS, .update_after = NAMES("Missing")),
        TYPE("B", .update_after = (const char *const[]){NULL}),
        TYPE("C", .update_after = NAMES("A")),
        TYPE("D", TURNS, .update_after = NAMES("Passive")),
        TYPE("E", TURNS, .update_after = NAMES("E")),
        TYPE("Passive", .flags = 0),
    };
    sched_test t;
    set_up(&t, types, HOB_COUNT(types));
    assert_string_equal(resolve(&t, "A"), "refused");
    check_finding(&t, 0, HOB_ERR_SCHEDULE_CONSTRAINT,
                  "A cannot come after Missing (unknown-target)");
    assert_string_equal(resolve(&t, "B"), "refused");
    check_finding(&t, 0, HOB_ERR_SCHEDULE_CONSTRAINT, "passive-declarer");
    assert_string_equal(resolve(&t, "C"), "refused");
    check_finding(&t, 0, HOB_ERR_SCHEDULE_CONSTRAINT, "passive-declarer");
    assert_string_equal(resolve(&t, "D"), "D"); /* registered, absent */
    assert_string_equal(resolve(&t, "D Passive"), "refused");
    check_finding(&t, 0, HOB_ERR_SCHEDULE_CONSTRAINT,
                  "D cannot come after Passive (passive-target)");
    assert_string_equal(resolve(&t, "E"), "refused");
    check_finding(&t, 0, HOB_ERR_SCHEDULE_CONSTRAINT, "self-edge");
    assert_int_equal(t.findings.count, 1); /* not a cycle too */
    tear_down(&t);
}

static void sch07_a_cycle__is_one_group_without_those_downstream(void **state) {
    (void)state;
    const hob_component_type types[] = {
        TYPE("A", TURNS, .update_after = NAMES("B")), TYPE("B", TURNS, .update_after = NAMES("A")),
        TYPE("D", TURNS, .update_after = NAMES("A")), TYPE("X", TURNS, .update_after = NAMES("Z")),
        TYPE("Y", TURNS, .update_after = NAMES("X")), TYPE("Z", TURNS, .update_after = NAMES("Y")),
    };
    sched_test t;
    set_up(&t, types, HOB_COUNT(types));
    assert_string_equal(resolve(&t, "D B A"), "refused");
    assert_int_equal(t.findings.count, 1);
    check_finding(&t, 0, HOB_ERR_SCHEDULE_CYCLE, "A, B wait for each other");
    assert_string_equal(resolve(&t, "Z A Y B X"), "refused");
    assert_int_equal(t.findings.count, 2);
    check_finding(&t, 0, HOB_ERR_SCHEDULE_CYCLE, "A, B wait");
    check_finding(&t, 1, HOB_ERR_SCHEDULE_CYCLE, "X, Y, Z wait");
    tear_down(&t);
}

static void sch08_duplicates__are_counted(void **state) {
    (void)state;
    const hob_component_type types[] = {TYPE("Writer", TURNS), TYPE("Other", .flags = 0)};
    sched_test t;
    set_up(&t, types, HOB_COUNT(types));
    assert_string_equal(resolve(&t, "Writer Other Writer Other Other"), "refused");
    assert_int_equal(t.findings.count, 2);
    check_finding(&t, 0, HOB_ERR_SCHEDULE_DUPLICATE, "Other stands on the entity 3 times");
    check_finding(&t, 1, HOB_ERR_SCHEDULE_DUPLICATE, "Writer stands on the entity 2 times");
    assert_string_equal(resolve(&t, "Writer Writer#b"), "Writer Writer#b");
    tear_down(&t);
}

static void sch09_a_target_listed_twice__is_one_edge(void **state) {
    (void)state;
    const hob_component_type types[] = {
        TYPE("A", TURNS, .update_after = NAMES("B", "B", "Missing", "Missing")),
        TYPE("B", TURNS),
        TYPE("C", TURNS, .update_after = NAMES("B", "B")),
    };
    sched_test t;
    set_up(&t, types, HOB_COUNT(types));
    assert_string_equal(resolve(&t, "B C"), "B C");
    assert_string_equal(resolve(&t, "A"), "refused");
    assert_int_equal(t.findings.count, 1);
    tear_down(&t);
}

static void issues__come_duplicates_passives_constraints_cycles(void **state) {
    (void)state;
    const hob_component_type types[] = {
        TYPE("A", TURNS, .update_after = NAMES("B")),
        TYPE("B", TURNS, .update_after = NAMES("A", "Nowhere", "Never")),
        TYPE("P", .update_after = NAMES("A")),
        TYPE("Q", TURNS, .update_after = NAMES("Gone")),
    };
    sched_test t;
    set_up(&t, types, HOB_COUNT(types));
    assert_string_equal(resolve(&t, "Q P B A A"), "refused");
    assert_int_equal(t.findings.count, 6);
    check_finding(&t, 0, HOB_ERR_SCHEDULE_DUPLICATE, "A stands");
    check_finding(&t, 1, HOB_ERR_SCHEDULE_CONSTRAINT, "P has updateAfter");
    check_finding(&t, 2, HOB_ERR_SCHEDULE_CONSTRAINT, "B cannot come after Nowhere");
    check_finding(&t, 3, HOB_ERR_SCHEDULE_CONSTRAINT, "B cannot come after Never");
    check_finding(&t, 4, HOB_ERR_SCHEDULE_CONSTRAINT, "Q cannot come after Gone");
    check_finding(&t, 5, HOB_ERR_SCHEDULE_CYCLE, "A, B");
    tear_down(&t);
}

static void a_type_name__means_all_its_slots_a_slot_name_that_one(void **state) {
    (void)state;
    const hob_component_type types[] = {
        TYPE("A", TURNS, .update_after = NAMES("W#late")),
        TYPE("B", TURNS, .update_after = NAMES("W")),
        TYPE("C", TURNS, .update_after = NAMES("W#gone")),
        TYPE("W", TURNS),
    };
    sched_test t;
    set_up(&t, types, HOB_COUNT(types));
    assert_string_equal(resolve(&t, "B W W#late"), "W W#late B");
    assert_string_equal(resolve(&t, "A W#late W"), "W#late A W");
    assert_string_equal(resolve(&t, "A W#late W B"), "W#late A W B");
    assert_string_equal(resolve(&t, "C W A"), "A C W"); /* absent slots make no edge */
    tear_down(&t);
}

static void a_family_name__means_its_members_with_a_turn_without_itself(void **state) {
    (void)state;
    const hob_component_type types[] = {
        TYPE("Camera", TURNS, .update_after = NAMES("Mover")),
        TYPE("Fly", TURNS, .families = NAMES("Mover"), .update_after = NAMES("Mover")),
        TYPE("Still", .families = NAMES("Mover")),
        TYPE("Walk", TURNS, .families = NAMES("Mover")),
    };
    sched_test t;
    set_up(&t, types, HOB_COUNT(types));
    assert_string_equal(resolve(&t, "Camera Fly Fly#b Still Walk"), "Walk Fly Fly#b Camera");
    assert_string_equal(resolve(&t, "Camera Still"), "Camera");
    tear_down(&t);
}

static void random_declarations__give_an_order_that_keeps_them_or_a_cycle(void **state) {
    (void)state;
    enum { COUNT = 12 };
    static char names[COUNT][4];
    uint64_t seed = 9;
    for (int round = 0; round < 300; round++) {
        hob_component_type types[COUNT];
        const char *lists[COUNT][4] = {{NULL}};
        bool after[COUNT][COUNT] = {{false}};
        for (int i = 0; i < COUNT; i++) {
            names[i][0] = (char)('A' + i);
            uint32_t targets = hob_test_random_below(&seed, 3);
            for (uint32_t k = 0; k < targets; k++) {
                int target = (int)hob_test_random_below(&seed, COUNT);
                if (target != i) {
                    size_t at = 0;
                    while (lists[i][at]) {
                        at++;
                    }
                    lists[i][at] = names[target];
                    after[i][target] = true;
                }
            }
            types[i] = (hob_component_type)TYPE(names[i], TURNS, .update_after = lists[i]);
        }
        sched_test t;
        set_up(&t, types, COUNT);
        const char *order = resolve(&t, "L K J I H G F E D C B A");
        bool reach[COUNT][COUNT];
        memcpy(reach, after, sizeof reach);
        for (int k = 0; k < COUNT; k++) {
            for (int i = 0; i < COUNT; i++) {
                for (int j = 0; j < COUNT; j++) {
                    reach[i][j] = reach[i][j] || (reach[i][k] && reach[k][j]);
                }
            }
        }
        bool has_cycle = false;
        for (int i = 0; i < COUNT; i++) {
            has_cycle = has_cycle || reach[i][i];
        }
        assert_int_equal(strcmp(order, "refused") == 0, has_cycle);
        for (int i = 0; !has_cycle && i < COUNT; i++) {
            for (int j = 0; j < COUNT; j++) {
                assert_true(!after[i][j] || strchr(order, 'A' + j) < strchr(order, 'A' + i));
            }
        }
        tear_down(&t);
    }
}

/* ---- schedules of entities ---- */

static void a_turn__runs_in_schedule_order(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    test_spawn(&t, "E",
               "{'Late':{},'Reader':{},'Walker':{},'Writer':{},'Script':{'path':'update'}}");
    test_trace_clear(&t);
    hob_turns_run(t.world);
    test_trace_is(&t, "E.Script onUpdate(0.016666666666666666); E.Walker turn; E.Late turn; "
                      "E.Writer turn; E.Reader turn; ");
    test_world_close(&t);
}

static void sch10_a_refused_schedule__stops_that_entity_with_one_error_a_composition(void **state) {
    (void)state; /* SCH-10 */
    test_world t;
    const hob_component_type bad =
        TYPE("Bad", TURNS, .size = sizeof(test_empty), .update_after = NAMES("Passive"));
    test_world_open(&t, &(test_rules){.more = &bad, .more_count = 1});
    test_spawn(&t, "A", "{'Alpha':{}}");
    hob_entity_data *e = test_spawn(&t, "E", "{'Bad':{},'Passive':{},'Alpha':{}}");
    hob_entity_data *twin = test_spawn(&t, "Twin", "{'Bad':{},'Passive':{},'Alpha':{}}");
    test_spawn(&t, "Z", "{'Alpha':{}}");
    test_trace_clear(&t);
    test_step(&t);
    test_step(&t);
    test_trace_is(&t, "A.Alpha turn; Z.Alpha turn; A.Alpha turn; Z.Alpha turn; ");
    assert_int_equal(t.records.error_count, 2);
    assert_string_equal(t.records.errors[0].entity, "E");
    assert_string_equal(t.records.errors[1].entity, "Twin");
    assert_int_equal(t.records.errors[0].status, HOB_ERR_SCHEDULE_CONSTRAINT);
    (void)hob_component_add(t.world, e, HOB_STR("Body"), HOB_VALUE_NULL, NULL);
    test_step(&t);
    assert_int_equal(t.records.error_count, 3); /* another composition: told again */
    (void)hob_component_remove(t.world, test_slot(&t, e, "Passive"));
    (void)hob_component_remove(t.world, test_slot(&t, twin, "Bad"));
    test_trace_clear(&t);
    test_step(&t);
    test_trace_is(&t, "A.Alpha turn; E.Alpha turn; Twin.Alpha turn; Z.Alpha turn; ");
    assert_int_equal(t.records.error_count, 3);
    test_world_close(&t);
}

static hob_status change_slots(test_world *t, hob_component *c, const char *what,
                               const hob_value *args, uint32_t count) {
    (void)args;
    (void)count;
    if (strcmp(what, "turn") == 0 && strcmp(c->type->name, "Alpha") == 0) {
        hob_entity_data *e = c->owner;
        hob_component *writer = hob_component_slot(t->world, e, HOB_STR("Writer"));
        if (writer) {
            (void)hob_component_remove(t->world, writer);
        }
        (void)hob_component_add(t->world, e, HOB_STR("Walker"), HOB_VALUE_NULL, NULL);
    }
    return HOB_OK;
}

static void slots_changed_in_a_turn__go_at_once_and_come_in_the_next(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *e = test_spawn(&t, "E", "{'Alpha':{},'Writer':{},'Reader':{}}");
    t.on_call = change_slots;
    hob_turns_run(t.world);
    test_trace_is(&t, "E.Alpha turn; E.Reader turn; ");
    hob_turns_run(t.world); /* the removed slot still takes its place among the slots */
    test_trace_is(&t, "E.Alpha turn; E.Reader turn; E.Walker turn; ");
    hob_entity_remove_dead(t.world);
    hob_turns_run(t.world);
    test_trace_is(&t, "E.Alpha turn; E.Reader turn; E.Walker turn; ");
    assert_int_equal(e->slot_count, 4);
    test_world_close(&t);
}

static void entities_of_one_composition__share_a_schedule(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *a = test_spawn(&t, "A", "{'Alpha':{},'Writer#x':{}}");
    hob_entity_data *b = test_spawn(&t, "B", "{'Alpha':{},'Writer#x':{}}");
    hob_entity_data *c = test_spawn(&t, "C", "{'Alpha':{},'Writer#y':{}}");
    assert_ptr_equal(hob_schedule_of(t.world, a), hob_schedule_of(t.world, b));
    assert_ptr_not_equal(hob_schedule_of(t.world, a), hob_schedule_of(t.world, c));
    test_world_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sch01_sch02_sch04_readers_and_writers__go_in_order_whatever_the_input),
        cmocka_unit_test(sch03_ties__break_by_utf16_code_units_of_the_type_name),
        cmocka_unit_test(
            sch05_sch06_sch08_constraints_that_cannot_be_met__are_named_with_their_reason),
        cmocka_unit_test(sch07_a_cycle__is_one_group_without_those_downstream),
        cmocka_unit_test(sch08_duplicates__are_counted),
        cmocka_unit_test(sch09_a_target_listed_twice__is_one_edge),
        cmocka_unit_test(issues__come_duplicates_passives_constraints_cycles),
        cmocka_unit_test(a_type_name__means_all_its_slots_a_slot_name_that_one),
        cmocka_unit_test(a_family_name__means_its_members_with_a_turn_without_itself),
        cmocka_unit_test(random_declarations__give_an_order_that_keeps_them_or_a_cycle),
        cmocka_unit_test(a_turn__runs_in_schedule_order),
        cmocka_unit_test(sch10_a_refused_schedule__stops_that_entity_with_one_error_a_composition),
        cmocka_unit_test(slots_changed_in_a_turn__go_at_once_and_come_in_the_next),
        cmocka_unit_test(entities_of_one_composition__share_a_schedule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
