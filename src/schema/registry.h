/* The registry of component types: filled at start by the components floor (and by projects and C
 * programs later), then fixed.
 *
 * It knows the shape and the hooks of a component, not the world they work on: the world is an
 * opaque type here. */
#ifndef HOB_SCHEMA_REGISTRY_H
#define HOB_SCHEMA_REGISTRY_H

#include "schema/field.h"

struct hob_reader;
struct hob_read_level;
struct hob_world;
struct hob_reader;
struct hob_read_level;
struct hob_check; /* project/check.h, with the next two */
struct hob_check__entity;
struct hob_check__part;
struct hob_component; /* world/component.h: header in front of each component struct */

typedef struct hob_signal_type {
    const char *name;      /* "damaged"; null ends a table */
    const char *arguments; /* "amount, current, source" */
    const char *doc;
} hob_signal_type;

/* What a component does in one phase of the step (spec step 2, 3). */
typedef struct hob_component_phase {
    const char *phase; /* name in the phase table of session/step.c; null ends a table */
    void (*run)(struct hob_world *world, struct hob_component *component);
} hob_component_phase;

/* What a component asks of its entity and its scene. One table serves files and games: what is not
 * met is a finding of validate, and at attach leaves the component inert (schema/needs.h). */
typedef enum hob_need_kind {
    HOB_NEED_SIBLING,  /* exactly one other component of the entity: SIBLING_MISSING, _AMBIGUOUS */
    HOB_NEED_CONTRACT, /* the one component of the scene that answers: CONTRACT_MISSING, _AMBIGUOUS
                        */
    HOB_NEED_IN_SCENE, /* at least one component of the scene: CONTRACT_MISSING */
} hob_need_kind;
typedef struct hob_need {
    hob_need_kind kind;
    const char *name;    /* SIBLING, IN_SCENE: type, family or slot; CONTRACT: its name; null ends a
                            table */
    const char *or_name; /* SIBLING: another that will do, or null */
    const char *first;   /* SIBLING: slot that is taken before all others where it is there */
    bool (*when)(const void *of_struct);    /* null: always */
    const char *because;                    /* why, for messages: "blockedBy has bounds"; or null */
    hob_str (*slot)(const void *of_struct); /* SIBLING: the slot that a field names, empty = by
                                               `first` and `name`; null: never */
    /* SIBLING: whether that one will do, and what would ("a box or feet"); null: any. */
    bool (*fits)(const void *of_struct, const void *sibling);
    const char *fitting;
    hob_status missing; /* HOB_OK: the code of the kind */
    bool soft;          /* only a finding: in a game the component waits for what it needs */
} hob_need;

/* What only one component of an entity may do (spec hob 4.3). Families make claims too: see
 * schema/needs.h. */
enum {
    HOB_CLAIM_POSITION = 1 << 0, /* writes the position every step */
    HOB_CLAIM_STEERING = 1 << 1, /* steers what writes it */
    HOB_CLAIM_EDGE = 1 << 2,     /* answers to the edge of the world */
};
typedef struct hob_claim {
    uint32_t claim; /* one HOB_CLAIM_; 0 ends a table */
    bool (*when)(const void *of_struct);
} hob_claim;

/* A contract of the scene that components of the type may answer (spec hob 12.1). */
typedef enum hob_answer_rank {
    HOB_ANSWER_NONE,
    HOB_ANSWER_ONLY, /* where no other answers */
    HOB_ANSWER_SURE, /* whatever others there are */
} hob_answer_rank;
typedef struct hob_answer {
    const char *contract; /* "worldBounds"; null ends a table */
    hob_answer_rank (*rank)(const void *of_struct);
    /* worldBounds: the region in the world. */
    void (*bounds)(struct hob_world *world, struct hob_component *component, hob_vec2 *ret_min,
                   hob_vec2 *ret_max);
} hob_answer;

enum {
    HOB_COMPONENT_ALWAYS = 1 << 0,   /* Transform: on every entity, cannot be removed */
    HOB_COMPONENT_SINGLE = 1 << 1,   /* no second slot of this type */
    HOB_COMPONENT_TURN = 1 << 2,     /* has a turn in phase 8 and may stand in updateAfter */
    HOB_COMPONENT_CODE = 1 << 3,     /* owns a code slot (world/code.h) */
    HOB_COMPONENT_ISOLATED = 1 << 4, /* its turn touches only its own entity: may be batched */
    HOB_COMPONENT_RUNS_PAUSED = 1 << 5,
    HOB_COMPONENT_SELF = 1 << 6, /* CODE: its functions get the component in front of ctx */
};

typedef struct hob_component_type {
    const char *name; /* UpperCamelCase */
    const char *doc;  /* one sentence */
    size_t size;      /* of the C struct */
    const hob_field *fields;
    uint32_t flags;
    const hob_signal_type *signals;  /* may be null */
    const char *const *families;     /* may be null; ends with null */
    const char *const *update_after; /* types or families; may be null */
    const hob_need *needs;           /* may be null */
    const hob_claim *claims;         /* may be null */
    const hob_answer *answers;       /* contracts of the scene; may be null */
    const hob_component_phase
        *phases;       /* may be null; the turn of phase 8 stands here too, as "turns" */
    bool phases_first; /* in its phases it runs before the types that are registered before it */
    /* All optional. `attach` returns false (with an error recorded) to leave the component inert.
     */
    void (*init)(struct hob_world *world,
                 struct hob_component *component); /* after fields are filled, before attach */
    bool (*attach)(struct hob_world *world, struct hob_component *component);
    void (*detach)(struct hob_world *world,
                   struct hob_component *component); /* at removal or death */
    void (*done)(struct hob_world *world,
                 struct hob_component *component); /* frees what init made; storage goes after */
    void (*changed)(struct hob_world *world, struct hob_component *component,
                    const hob_field *field); /* after a write from outside */
    /* Every step of an overlap that this side is interested in (phase 12.4); `other` is a handle.
     */
    void (*collide)(struct hob_world *world, struct hob_component *component, uint64_t other);
    /* Somebody won the Interactable beside it; in slot order with onInteract. `by` is a handle. */
    void (*interact)(struct hob_world *world, struct hob_component *component, uint64_t by);
    void (*hash)(struct hob_world *world, struct hob_component *component,
                 hob_hash *hash); /* state beside the fields */
    /* Of a type that a project declares: its file, and the type whose hooks, fields, signals and
     * constraints it takes over where it has none. Null for all others. */
    const char *script;
    const struct hob_component_type *extends;
    /* Cross-field checks of files: findings beyond the table (POLYGON_TOO_FEW_POINTS, ...). */
    void (*validate)(const void *of_struct, struct hob_reader *reader,
                     const struct hob_read_level *level);
    /* Checks of files that look at siblings and the project: run by `validate` for each component
     * of the type, as those of project/check.h. */
    void (*check)(struct hob_check *check, const struct hob_check__entity *entity,
                  const struct hob_check__part *part);
} hob_component_type;

typedef struct hob_registry hob_registry;

HOB_NODISCARD hob_status hob_registry_create(const hob_allocator *a, hob_registry **ret_registry,
                                             hob_error *reterr);
/* A registry that holds the types of `base` at the same indexes, for more to be added behind them.
 */
HOB_NODISCARD hob_status hob_registry_derive(const hob_allocator *a, const hob_registry *base,
                                             hob_registry **ret_registry, hob_error *reterr);
void hob_registry_destroy(hob_registry *registry);
/* COMPONENT_CONFLICT when the name or a family is taken. The type must live as long as the
 * registry. */
HOB_NODISCARD hob_status hob_registry_add(hob_registry *registry, const hob_component_type *type,
                                          hob_error *reterr);

size_t hob_registry_count(const hob_registry *registry);
const hob_component_type *hob_registry_at(const hob_registry *registry,
                                          size_t index); /* in order of adding */
/* Index of a type by exact name, -1 when unknown. */
int hob_registry_find(const hob_registry *registry, hob_str name);
const char *hob_registry_nearest(const hob_registry *registry, hob_str name);
/* The struct with all defaults that hold under a set of rules (HOB_RULE_ bits), for a fast start of
 * a new component: see hob_fields_copy and hob_fields_read_like. Its texts are shared and live as
 * long as the registry. */
const void *hob_registry_prototype(const hob_registry *registry, size_t index, uint32_t rules);
/* Splits "Type#name"; the name view is empty for an unnamed slot. False when the form is wrong. */
bool hob_slot_split(hob_str slot, hob_str *ret_type, hob_str *ret_name);

#endif
