/* Inside of physics: the arrays of one step. All of it is a cache beside the region, rebuilt every
 * step; what must survive lies in hob_collider and hob_physics_body. */
#ifndef HOB_PHYSICS_INTERNAL_H
#define HOB_PHYSICS_INTERNAL_H

#include "physics/collider.h"
#include "physics/physics.h"
#include "physics/physics_body.h"
#include "physics/shapes.h"
#include "physics/space.h"
#include "physics/tilemap.h"

#include <math.h>

enum {
    HOB_ITEM_BLOCKS = 1 << 0,  /* kind solid or both */
    HOB_ITEM_SENSES = 1 << 1,  /* kind sensor or both */
    HOB_ITEM_DYNAMIC = 1 << 2, /* pushed out of what it hits */
    HOB_ITEM_MOVER = 1 << 3,   /* in the mover list: dynamic or kinematic, not paused */
    HOB_ITEM_ONE_WAY = 1 << 4,
    HOB_ITEM_FAST = 1 << 5,  /* to be swept (solver hob) */
    HOB_ITEM_STEPS = 1 << 6, /* its entity has a Mover or a Motor */
    HOB_ITEM_STRAY = 1 << 7, /* stands in the list of strays of its grid */
    HOB_ITEM_SWEPT = 1 << 8, /* fast, and `before` is where its motion of this step began */
};

/* A PhysicsBody of an active entity, in entity order. */
typedef struct hob_body_row {
    uint64_t serial; /* of the entity */
    hob_entity_data *entity;
    hob_physics_body *body;
} hob_body_row;

/* One collider of an active entity, in entity and slot order. Tile cells are made when they are
 * met. What every mover needs stands first. */
typedef struct hob_item {
    hob_shape shape;
    uint64_t layer_bit, mask;
    uint32_t flags;
    uint32_t cell;   /* in its grid; UINT32_MAX = among the large ones; a tile's in its map */
    uint32_t member; /* where its bounds stand in the grid's arrays; a tile's shape */
    hob_entity_data *entity;
    hob_physics_body *body;   /* null: none */
    hob_collider *collider;   /* null: a tile cell */
    hob_component *component; /* Collider, or the Tilemap of a cell */
    uint64_t order; /* entity order, collider before its tilemap's cells (spec runtime 7.2) */
    double before_x, before_y; /* shape centre before this step's motion (one-way, solver hob) */
    double moved_x, moved_y;   /* motion since the last phase 11 (carriers) */
} hob_item;

/* What a grid needs to know of its items before it is built; kept up while they are collected. */
typedef struct hob_extent {
    double min_x, min_y, max_x, max_y; /* of the centres */
    double half_sum, half_max;         /* larger half extents */
    double half_min;
} hob_extent;

/* Bounds beside the numbers, so that a query reads memory forward and touches an item only when it
 * is near. */
typedef struct hob_grid_box {
    double cx, cy, hw, hh;
    uint32_t item, cell;
} hob_grid_box;

/* A solid Tilemap: its cells are found by index, never stored. */
typedef struct hob_tile_field {
    hob_entity_data *entity;
    hob_component *component;
    hob_tilemap *tilemap;
    double x, y; /* world position */
    double moved_x, moved_y;
    uint64_t layer_bit;
    uint64_t order;
} hob_tile_field;

/* Uniform grid over item numbers: counting sort into cells by centre; items larger than a cell
 * in a list of their own. */
typedef struct hob_grid {
    double cell, inverse;
    bool pushed;  /* items may move after the build */
    double slack; /* px that an item may be pushed before it becomes a stray */
    double min_x, min_y;
    int32_t columns, rows;
    uint32_t stride;     /* columns and an empty one */
    uint32_t *starts;    /* by cell: its first member */
    hob_grid_box *boxes; /* members as they were built, cell after cell, ascending inside a cell;
                            large ones last */
    uint32_t start_cap, box_cap;
    uint32_t large_first, member_count; /* items that do not fit a cell stand from large_first on */
    uint32_t *strays;                   /* items that were pushed further than that, ascending */
    uint32_t stray_count, stray_cap;
    double reach; /* largest half extent of what is in cells */
} hob_grid;

/* Something that a mover may hit: an item, or a cell of a field. */
typedef struct hob_candidate {
    uint64_t order;
    uint32_t item; /* UINT32_MAX: a tile */
    uint32_t field;
    int32_t row, column;
    uint32_t part; /* of the cell's shapes */
} hob_candidate;

typedef struct hob_pair_kind {
    bool meets;   /* the filter lets them interact */
    bool trigger; /* else solid */
    bool interested_a, interested_b;
} hob_pair_kind;

/* An overlap that is to be recorded (spec step 6.1 b). */
typedef struct hob_overlap {
    uint64_t pair; /* number of the lower item << 32, of the higher one */
    double nx, ny;
    hob_pair_kind kind;
} hob_overlap;

/* A trigger that a fast body went through within a step. */
typedef struct hob_crossing {
    const hob_item *mover, *trigger;
    hob_push push;
    hob_pair_kind kind;
} hob_crossing;

/* What moves within a step beside a swept body. */
typedef struct hob_runner {
    uint32_t item;
    hob_vec2 motion; /* px in this step */
} hob_runner;

/* What a swept body has hit in this step: it answers and is told of it once. */
typedef struct hob_struck {
    const hob_item *mover;
    const hob_component *component;
    double nx, ny;
} hob_struck;

/* A body that something which is not pushed back has pushed. */
typedef struct hob_press {
    uint32_t item;
    hob_entity by;
    double nx, ny, amount;
} hob_press;

/* A body that is crushed since this step. */
typedef struct hob_crush {
    hob_entity entity, by;
} hob_crush;

/* Movers that may touch while neither is a stray: the higher one of a pair with the lower one. In a
 * crowd the pairs outgrow the movers: then there is no list, and each mover asks the grid. */
typedef struct hob_pair_list {
    bool crowded;
    uint64_t *found;  /* low << 32 | high, as met */
    uint32_t *starts; /* by item number: where its partners begin in `highs`; one more at the end */
    uint32_t *highs;  /* ascending for each item */
    uint32_t count, found_cap, start_cap, high_cap;
} hob_pair_list;

/* Where the walk over the frozen pairs of 12.4 is. */
typedef struct hob_collide_walk {
    uint32_t part, part_count; /* place in physics->obstacles */
    uint32_t at, found;        /* place in physics->found: its partners */
} hob_collide_walk;

/* Something that may stop a body (blockers_bisect.c). */
typedef struct hob_solid {
    hob_shape shape;
    hob_component *component; /* Collider, or the Tilemap of a cell */
    bool ignored;             /* overlapped at the start */
    double dust;              /* how deep it is entered without being hit */
    bool hit;
    double contact;
} hob_solid;

struct hob_physics {
    const hob_allocator *allocator;
    hob_body_row *bodies;
    uint32_t body_count, body_cap;
    uint32_t *riders; /* numbers of bodies that stood on something when the step began */
    uint32_t rider_count, rider_cap;
    hob_item *items;
    uint32_t item_count, item_cap;
    uint32_t *movers; /* item numbers in order */
    uint32_t mover_count, mover_cap;
    uint32_t *obstacles;
    uint32_t obstacle_count, obstacle_cap;
    hob_tile_field *fields;
    uint32_t field_count, field_cap;
    double *points; /* of all polygons of a step */
    uint32_t point_count, point_cap;
    uint32_t *found; /* of grid queries */
    uint32_t found_cap;
    uint32_t *merge; /* second half of sorting `found` */
    uint32_t merge_cap;
    hob_candidate *candidates;
    uint32_t candidate_count, candidate_cap;
    hob_grid mover_grid, obstacle_grid;
    hob_extent mover_extent, obstacle_extent;
    hob_pair_list pairs; /* of movers */
    uint64_t *pair_keys; /* hash set of item pairs that have a record: for overlap records */
    uint32_t pair_key_cap, pair_key_count;
    hob_overlap *overlaps, *overlap_merge; /* before they are put in order */
    uint32_t overlap_count, overlap_cap, overlap_merge_cap;
    hob_crossing *crossed;
    uint32_t crossed_count, crossed_cap;
    hob_collide_walk collide; /* of 12.4 */
    hob_physics_counts counts;
    bool any_sensor;  /* some item senses, or steps: overlap records may exist */
    hob_space *space; /* live places, for queries and movers (space.h) */
    bool any_fast;    /* some body may go further in a step than half its smaller extent */
    /* Largest motion in this step of movers, of other colliders, and of all that is not pushed;
     * smallest half extent of a body that is swept. */
    double mover_reach, obstacle_reach, runner_reach, least_half;
    hob_runner *runners;
    uint32_t runner_count, runner_cap;
    hob_struck *struck;
    uint32_t struck_count, struck_cap;
    hob_press *presses;
    uint32_t press_count, press_cap;
    hob_crush *crushes; /* not yet told */
    uint32_t crush_count, crush_cap;
    uint32_t *met; /* obstacles of one slice of a sweep */
    uint32_t met_cap;
    double tile_points[2 * HOB_TILE_POINTS]; /* of the slope that is met */
    double *kept_points;                     /* of the polygon that is swept */
    uint32_t kept_point_cap;
    /* of the solver for movers and motors */
    hob_solid *solids;
    uint32_t solid_count, solid_cap;
    double *solid_points, *body_points, *shifts;
    uint32_t solid_point_count, solid_point_cap, body_point_cap, shift_cap;
};

/* How far a pass asks ahead for the memory it will read, in its own steps. */
enum { HOB_AHEAD = 8 };

/* physics.c: cache arrays; out of memory leaves by the world's guard. */
void *hob_physics__grow(hob_world *world, void *array, uint32_t *cap, uint32_t wanted, size_t size);
#define HOB_GROW(world, array, cap, wanted)                                                     \
    ((wanted) <= (cap) ? (void)0                                                                \
                       : (void)((array) = hob_physics__grow((world), (array), &(cap), (wanted), \
                                                            sizeof *(array))))

/* Adds to a place; without a parent that is a plain sum. */
static inline void hob_physics__translate(hob_world *world, hob_entity_data *e, double dx,
                                          double dy) {
    double x = e->transform->position.x + dx;
    double y = e->transform->position.y + dy;
    if (HOB_LIKELY(e->parent_data == NULL && isfinite(x) && isfinite(y))) {
        e->transform->position = (hob_vec2){x, y};
        hob_entity_moved(world, e);
        return;
    }
    hob_entity_translate_world(world, e, (hob_vec2){dx, dy});
}

static inline hob_vec2 hob_physics__position(hob_world *world, const hob_entity_data *e) {
    return HOB_LIKELY(e->parent_data == NULL) ? e->transform->position
                                              : hob_entity_world_position(world, e);
}

/* integrate.c */
void hob_physics__integrate(hob_world *world, hob_physics *physics);
/* Fills physics->bodies. */
void hob_physics__gather_bodies(hob_world *world, hob_physics *physics);
/* collect.c */
void hob_physics__collect(hob_world *world, hob_physics *physics);
/* Makes the item of one collider as it is now, but for its shape. */
void hob_physics__dress_item(hob_world *world, hob_component *component, hob_item *ret_item);
/* Adds the shape; false when it has none. Polygon points go to physics->points. */
/* The shape alone, wherever the entity may be; of kind none too. */
bool hob_physics__shape_at(hob_world *world, hob_physics *physics, hob_vec2 place, hob_item *item);
bool hob_physics__shape_item(hob_world *world, hob_physics *physics, hob_item *item);
/* layers.c: layer names as bits, masks as sets of bits; kept in the collider until it changes. */
void hob_collider_compile(hob_world *world, hob_component *collider);
uint64_t hob_layer_bit(hob_world *world, hob_str layer);
#define HOB_LAYER_SHARED_BIT ((uint64_t)1 << 62) /* some name without a bit of its own */
/* Whether a's mask accepts b's layer. */
bool hob_item_accepts(const hob_item *a, const hob_item *b);
/* tile_lattice.c */
typedef struct hob_tile_range {
    int32_t c0, c1, r0, r1; /* first and last column and row */
} hob_tile_range;
/* Cells that a box may reach, some more around them; false: none. */
bool hob_tilemap_cells_near(const hob_tilemap *map, hob_vec2 origin, const hob_shape *box,
                            hob_tile_range *ret_range);
/* tiles.c */
/* One shape of a solid cell, or all of it; the points of a slope go to the array of 2 *
 * HOB_TILE_POINTS. */
hob_shape hob_tilemap_cell_shape(const hob_tilemap *map, hob_vec2 origin, int32_t column,
                                 int32_t row, uint32_t part, double *points);
/* The points of a slope stay until the next call. */
void hob_physics__tile_item(hob_physics *physics, const hob_candidate *at, hob_item *ret_item);
/* Appends candidates for every solid cell that the bounds overlap when `rest` of the step is still
 * to come. */
void hob_physics__tiles_near(hob_world *world, hob_physics *physics, const hob_shape *bounds,
                             double rest);
/* Whether any shape of a solid cell, one-way ones apart, overlaps. */
bool hob_physics__tiles_block(hob_world *world, const hob_physics *physics, const hob_item *item);
/* Whether solid tiles of one map, `apart` not among them, cover the box. */
bool hob_physics__tile_solid_at(const hob_physics *physics, const hob_item *apart, double min_x,
                                double min_y, double max_x, double max_y);
/* grid.c */
void hob_extent_begin(hob_extent *extent);
static inline void hob_extent_add(hob_extent *extent, const hob_shape *s) {
    double half = s->hw > s->hh ? s->hw : s->hh;
    extent->half_sum += half;
    extent->half_max = half > extent->half_max ? half : extent->half_max;
    extent->half_min = half < extent->half_min ? half : extent->half_min;
    extent->min_x = s->cx < extent->min_x ? s->cx : extent->min_x;
    extent->max_x = s->cx > extent->max_x ? s->cx : extent->max_x;
    extent->min_y = s->cy < extent->min_y ? s->cy : extent->min_y;
    extent->max_y = s->cy > extent->max_y ? s->cy : extent->max_y;
}
void hob_grid_build(hob_world *world, hob_grid *grid, const hob_extent *extent, hob_item *items,
                    const uint32_t *members, uint32_t count, bool pushed);
/* All pairs of members that may come to touch while no one of them is a stray, unless they are many
 * more than the members. `item_count`: of all items. */
void hob_grid_pairs(hob_world *world, const hob_grid *grid, uint32_t item_count,
                    hob_pair_list *pairs);
/* A push moved an item: keeps the grid right. */
void hob_grid_moved(hob_world *world, hob_grid *grid, hob_item *items, uint32_t index);
/* Sorts what a query found, which lies in a few ascending stretches. */
void hob_physics__sort_found(hob_world *world, uint32_t *found, uint32_t count);
/* Members with a number above `after` whose bounds overlap, unsorted, each once; `out` must hold
 * all members. */
uint32_t hob_grid_query(const hob_grid *grid, const hob_item *items, const hob_shape *bounds,
                        int64_t after, uint32_t *out, uint32_t cap);
void hob_grid_done(hob_grid *grid, const hob_allocator *a);
void hob_pair_list_done(hob_pair_list *pairs, const hob_allocator *a);
/* Contacts that one step records at most: grows with the region's limit. */
uint32_t hob_physics__contact_limit(const hob_world *world);
/* resolve.c: parts 1 and 2 of spec runtime 7.6 */
void hob_physics__resolve(hob_world *world, hob_physics *physics);
/* Whether an obstacle that is overlapped stands in the way: not a one-way place that lets through,
 * no inner edge. May straighten the push. */
bool hob_physics__in_the_way(hob_world *world, hob_physics *physics, hob_item *mover,
                             const hob_item *obstacle, hob_push *push);
/* Pushes the mover out of what stands in its way; ground and contact are noted. */
void hob_physics__push_out(hob_world *world, hob_physics *physics, hob_item *mover,
                           const hob_item *obstacle, const hob_push *push);
/* records.c */
hob_pair_kind hob_physics__pair_kind(const hob_world *world, const hob_item *a, const hob_item *b);
/* A physical record. */
void hob_physics__record(hob_world *world, hob_physics *physics, const hob_item *a,
                         const hob_item *b, const hob_push *push, hob_pair_kind kind);
void hob_physics__record_crossing(hob_world *world, const hob_crossing *crossing);
void hob_physics__overlap_records(hob_world *world, hob_physics *physics);
/* solver_hob.c: what the solver `hob` does beside `hearth1` (spec hob 3) */
bool hob_physics__inner_edge(hob_world *world, hob_physics *physics, const hob_item *mover,
                             const hob_item *obstacle, hob_push *push);
bool hob_physics__one_way_refuses(const hob_world *world, const hob_item *mover,
                                  const hob_item *platform, double push_ny);
void hob_physics__ride(hob_world *world, hob_physics *physics);
void hob_physics__finish(hob_world *world, hob_physics *physics);
/* walk.c */
/* Turns a push into one of ground that holds, or of a step up. */
void hob_physics__walk(hob_world *world, hob_physics *physics, hob_item *mover,
                       const hob_item *obstacle, hob_push *push);
/* Follows the ground that it stood on down, after all obstacles. */
void hob_physics__snap(hob_world *world, hob_physics *physics, hob_item *mover);
void hob_physics__note_press(hob_world *world, hob_physics *physics, const hob_item *item,
                             const hob_item *by, const hob_push *push);
/* What was pressed into solids, from that press on, comes out of them again. */
void hob_physics__settle_presses(hob_world *world, hob_physics *physics, uint32_t first);
/* sweep.c */
/* How far an item moves in this step. */
hob_vec2 hob_physics__motion(const hob_world *world, const hob_item *item);
void hob_physics__sweep(hob_world *world, hob_physics *physics);

#endif
