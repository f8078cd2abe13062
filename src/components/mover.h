/* What all movers share: what stops them, and who is told (spec hob 4.3, step 6.3, rgame 2.12).
 *
 * A mover's struct begins with a hob_mover. Its turn asks for a move with hob_mover_move, which
 * goes as far as the blockers let it, and ends with hob_mover_tell, which calls hooks and signals:
 * after that the component may be gone. */
#ifndef HOB_COMPONENTS_MOVER_H
#define HOB_COMPONENTS_MOVER_H

#include "physics/blockers.h"

/* Something that stops the mover, or did in the step before; outlives its entity and collider. */
typedef struct hob_mover_hold {
    int32_t kind; /* hob_blocker_kind */
    hob_entity entity;
    uint64_t born;          /* of the component */
    hob_text *slot, *layer; /* kept texts; null for tiles and bounds */
    uint8_t axes;           /* bit 0: x, bit 1: y; 0 = not in this step */
    bool was;               /* in the step before */
} hob_mover_hold;

#define HOB_MOVER_HOLDS 4 /* two of a step and of the one before; more are not remembered */
typedef struct hob_mover {
    hob_value blocked_by; /* list of words */
    hob_text *collider;   /* slot of the body; empty = by the rule */
    hob_vec2 heading;     /* R */
    bool blocked;         /* R: by the last move */
    /* engine */
    hob_blocker_set set; /* of blocked_by, while `compiled` */
    bool compiled;
    hob_mover_hold holds[HOB_MOVER_HOLDS]; /* in the order in which they began */
    uint32_t hold_count;
} hob_mover;

/* One turn of a mover: what it touched, x before y. */
typedef struct hob_mover_turn {
    hob_world *world;
    hob_component *component;
    struct {
        hob_blocker by;
        int axis;
        hob_vec2 normal; /* away from what was touched */
    } contacts[3 * HOB_CONTACTS_MAX];
    uint32_t count;
} hob_mover_turn;

/* Entries of the field table; S is a struct whose first member is `hob_mover mover`. */
extern const hob_field hob_mover_word;
#define HOB_MOVER_FIELDS(S)                                                                     \
    {HOB_AT(S, mover.blocked_by, "blockedBy", LIST), .flags = HOB_FIELD_STATIC,                 \
     .element = &hob_mover_word,                                                                \
     .doc = "What stops it: tiles, bounds, collision layers, or * for every solid Collider."},  \
        {HOB_AT(S, mover.collider, "collider", TEXT), .flags = HOB_FIELD_STATIC,                \
         .doc = "Slot of its body; empty is Collider#body, else the Collider."},                \
        {HOB_AT(S, mover.heading, "heading", OBJECT), .flags = HOB_FIELD_RUNTIME,               \
         .fields = hob_vec2_fields, .doc = "Way that it wants to go; each axis from -1 to 1."}, \
    {                                                                                           \
        HOB_AT(S, mover.blocked, "blocked", BOOL), .flags = HOB_FIELD_RUNTIME,                  \
                                                   .doc = "Whether its last move was stopped."  \
    }

/* Needs of a mover that clips, ready to stand in a type's table. */
extern const hob_need hob_mover_needs[];
bool hob_mover_is_blocked_by_anything(const void *of_struct);
bool hob_mover_is_blocked_by_tiles(const void *of_struct);
bool hob_mover_is_blocked_by_bounds(const void *of_struct);
hob_str hob_mover_slot(const void *of_struct);
bool hob_mover_body_is_box(const void *of_struct, const void *sibling);
/* Rows of such a table after the sibling: what the scene must have. */
#define HOB_MOVER_SCENE_NEEDS                                                     \
    {HOB_NEED_IN_SCENE, "Tilemap", .when = hob_mover_is_blocked_by_tiles,         \
     .because = "blockedBy has tiles"},                                           \
    {                                                                             \
        HOB_NEED_CONTRACT, "worldBounds", .when = hob_mover_is_blocked_by_bounds, \
                                          .because = "blockedBy has bounds"       \
    }

extern const char *const hob_mover_after[];       /* updateAfter of movers */
extern const hob_signal_type hob_mover_signals[]; /* blocked, unblocked */
#define HOB_MOVER_SIGNALS                                                            \
    {"blocked", "by, axis", "Something begins to stop it; axis is x, y or both."}, { \
        "unblocked", "by", "What stopped it no longer does."                         \
    }

/* ---- a turn ---- */
hob_mover_turn hob_mover_begin(hob_world *world, hob_component *component);
/* By a vector in the world, px. False: it was stopped on some axis. */
bool hob_mover_move(hob_mover_turn *turn, hob_vec2 by);
void hob_mover_touch(hob_mover_turn *turn, hob_blocker by, int axis, double normal);
/* onContact, blocked, unblocked (spec step 6.3). False: the component is at work no more. */
bool hob_mover_tell(hob_mover_turn *turn);
const hob_blocker_set *hob_mover_set(hob_world *world, hob_component *component);
/* The Collider that is its body; null: none. */
hob_component *hob_mover_body(hob_world *world, const hob_component *component);

/* ---- entries of a type's table ---- */
bool hob_mover_attach(hob_world *world, hob_component *component); /* forgets what stopped it */
void hob_mover_changed(hob_world *world, hob_component *component, const hob_field *field);
void hob_mover_done(hob_world *world, hob_component *component);
void hob_mover_hash(hob_world *world, hob_component *component, hob_hash *out);
extern const char *const hob_mover_families[];

#endif
