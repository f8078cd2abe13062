/* A world for tests: a small registry of component types, native hooks that write a trace, and a
 * script machine made of C functions. No project, no files. */
#ifndef HOB_TESTS_WORLD_H
#define HOB_TESTS_WORLD_H

#include "support/testing.h"
#include "world/instantiate.h"
#include "world/state_hash.h"
#include "world/world.h"

/* ---- component types, in order of registration ---- */
typedef struct test_body { /* one field of every kind; several slots */
    double number;
    int32_t count;
    bool flag;
    int32_t mode;
    hob_text *text, *asset, *ref, *color;
    uint64_t handle;
    hob_vec2 at;
    hob_value list, map, any, maybe;
    double secret;
    double seen;     /* run-time, only read by scripts */
    double writable; /* run-time, scripts may write */
    uint32_t beside; /* not in the table: hashed by the type */
} test_body;
typedef struct test_collider {
    hob_text *layer;
    double x;
} test_collider;
typedef struct test_empty {
    double value;
} test_empty;
typedef struct test_script {
    hob_text *path;
    bool enabled, run_while_paused;
} test_script;

extern const hob_component_type test_transform_type; /* Transform */
extern const hob_component_type test_body_type;      /* Body */
extern const hob_component_type test_collider_type;  /* Collider: hit, separated; has collide */
extern const hob_component_type test_script_type;    /* Script: code, turn */
/* Turns without code: Alpha; Reader after Writer; Writer; Late after the family Mover; Walker and
 * Flyer of the family Mover; Control with a part in phase 6; Fragile whose attach fails. Passive
 * has neither. */

/* ---- the world ---- */
typedef struct test_world test_world;
struct test_world {
    hob_world *world;
    hob_region *region;
    hob_arena scratch;
    hob_guard guard;
    hob_manifest manifest;
    hob_registry *registry;
    hob_records records;
    hob_buf trace; /* "Name.Slot hook(args); " of every call and turn */
    /* Called in every native hook and turn after it was traced; null is fine. */
    hob_status (*on_call)(test_world *t, hob_component *component, const char *what,
                          const hob_value *args, uint32_t count);
    /* Called for every function of the machine; null: they do nothing. */
    hob_call_result (*on_function)(test_world *t, hob_code_slot *slot, uint32_t function);
    hob_call_result next_result; /* of the machine's hooks, until it is changed */
    uint64_t last_budget;        /* that the machine was given */
    hob_value last_args[4];      /* of the last function, valid while it runs */
    uint32_t last_count;
    uint32_t dropped; /* functions given back */
    hob_script_host lua;
    void *user;
};

typedef struct test_rules { /* zero: Hob's own */
    hob_rules rules;
    const hob_component_type *more; /* types to register besides */
    size_t more_count;
    uint32_t region_mib; /* 0 = 256 */
} test_rules;

void test_world_open(test_world *t, const test_rules *rules);
void test_world_close(test_world *t);

/* Parses JSON (single quotes stand for double ones) into scratch memory. */
hob_value test_value(test_world *t, const char *json);
/* Spawns {name, components} with `components` in JSON; the test fails when it is refused. */
hob_entity_data *test_spawn(test_world *t, const char *name, const char *components);
hob_entity_data *test_spawn_below(test_world *t, const char *name, hob_entity_data *parent,
                                  const char *components);
hob_component *test_slot(test_world *t, hob_entity_data *e, const char *slot);
hob_value test_function(uint32_t number); /* a function of the machine */

/* Phases 5, 6, 8, 12 and 21 to 23 as the session runs them; phase 11 is up to the test. */
void test_step(test_world *t);
void test_trace_clear(test_world *t);
#define test_trace_is(t, text)                                               \
    do {                                                                     \
        assert_string_equal((t)->trace.data ? (t)->trace.data : "", (text)); \
        test_trace_clear(t);                                                 \
    } while (0)
uint64_t test_hash(test_world *t);

#endif
