/* The resolution pass of spec runtime 7.6 to 7.8: movers against obstacles, then movers against
 * movers, each pair once, in order, with the places that earlier pushes left. The broadphase only
 * prunes; after a push it is asked again for what comes later. */
#include "physics/internal.h"

#include "base/sort.h"

#include <math.h>

#define BOUNCE_SPEED    20.0
#define FRICTION_FACTOR 10.0
#define ONE_WAY_NORMAL  -0.707
#define GROUND_NORMAL   -0.5
#define SAME_SIDE       0.999 /* cosine between two normals */

/* Under solver hearth1 the mover's own vertical speed decides; under hob see solver_hob.c. */
static bool one_way_refuses(const hob_world *world, const hob_item *mover, const hob_item *platform,
                            double push_ny) {
    if (world->outside.manifest->rules.solver == HOB_SOLVER_HOB) {
        return hob_physics__one_way_refuses(world, mover, platform, push_ny);
    }
    double vy = mover->body != NULL ? mover->body->velocity.y : 0;
    return !(push_ny < ONE_WAY_NORMAL && vy >= 0);
}

/* Velocity response on the pushed body alone (spec runtime 7.7). */
static void respond(const hob_world *world, hob_physics_body *body, const hob_push *push,
                    const hob_physics_body *other) {
    double e = body->restitution;
    double mu = body->friction;
    if (other != NULL) {
        e = other->restitution > e ? other->restitution : e;
        mu = other->friction > mu ? other->friction : mu;
    }
    double nx = push->nx;
    double ny = push->ny;
    if (e == 0 && mu == 0) {
        double a = body->velocity.x * nx + body->velocity.y * ny;
        if (a < 0) {
            body->velocity.x -= a * nx;
            body->velocity.y -= a * ny;
        }
        return;
    }
    double vn = body->velocity.x * nx + body->velocity.y * ny;
    double tx = -ny;
    double ty = nx;
    double vt = body->velocity.x * tx + body->velocity.y * ty;
    if (vn < 0) {
        double bounce = -vn < BOUNCE_SPEED ? 0 : e;
        vn = -bounce * vn;
    }
    if (mu > 0) {
        double factor = 1 - mu * FRICTION_FACTOR * world->dt;
        vt *= factor > 0 ? factor : 0;
    }
    body->velocity.x = vn * nx + vt * tx;
    body->velocity.y = vn * ny + vt * ty;
}

static void push_item(hob_world *world, hob_item *item, const hob_push *push, double amount,
                      const hob_physics_body *other) {
    double dx = push->nx * amount;
    double dy = push->ny * amount;
    hob_entity_data *e = item->entity;
    if (e->parent == HOB_NO_ENTITY) {
        e->transform->position.x += dx;
        e->transform->position.y += dy;
        hob_entity_moved(world, e);
    } else {
        hob_entity_translate_world(world, e, (hob_vec2){dx, dy});
    }
    hob_shape_move(&item->shape, dx, dy);
    respond(world, item->body, push, other);
}

/* ---- part 1 ---- */

static int compare_candidates(const void *a, const void *b) {
    const hob_candidate *x = a;
    const hob_candidate *y = b;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Short lists come nearly sorted: insertion beats a call of hob_sort. */
static void sort_candidates(hob_candidate *c, uint32_t count) {
    if (count > 24) {
        hob_sort(c, count, sizeof *c, compare_candidates);
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        hob_candidate moving = c[i];
        uint32_t at = i;
        while (at > 0 && c[at - 1].order > moving.order) {
            c[at] = c[at - 1];
            at--;
        }
        c[at] = moving;
    }
}

/* Everything that may block the bounds, in obstacle order. */
static void find_obstacles(hob_world *world, hob_physics *physics, const hob_shape *bounds) {
    physics->candidate_count = 0;
    uint32_t found = hob_grid_query(&physics->obstacle_grid, physics->items, bounds, -1,
                                    physics->found, physics->found_cap);
    if (found > 0) {
        HOB_GROW(world, physics->candidates, physics->candidate_cap, found + 1);
        for (uint32_t i = 0; i < found; i++) {
            physics->candidates[physics->candidate_count++] = (hob_candidate){
                .order = physics->items[physics->found[i]].order, .item = physics->found[i]};
        }
    }
    if (physics->field_count > 0) {
        hob_physics__tiles_near(world, physics, bounds, 0);
    }
    sort_candidates(physics->candidates, physics->candidate_count);
}

static void note_ground(hob_item *item, const hob_item *on, double ny) {
    if (item->body != NULL && ny < GROUND_NORMAL) {
        item->body->grounded = true;
        item->body->ground = on->entity->self;
        item->body->ground_number = on->component->born;
    }
}

/* Axes of polygons overlap by no more than a thin one-way platform is high: what lands on it must
 * come out all the way, or it would be inside in the next step (solver hob). */
static void come_out(const hob_world *world, const hob_item *a, const hob_item *b, hob_push *push) {
    if (((a->flags | b->flags) & HOB_ITEM_ONE_WAY) == 0 || push->nx != 0 ||
        world->outside.manifest->rules.solver != HOB_SOLVER_HOB) {
        return;
    }
    double deep = (a->shape.hh + b->shape.hh) - fabs(a->shape.cy - b->shape.cy);
    push->amount = deep > push->amount ? deep : push->amount;
}

bool hob_physics__in_the_way(hob_world *world, hob_physics *physics, hob_item *mover,
                             const hob_item *obstacle, hob_push *push) {
    if ((obstacle->flags & HOB_ITEM_ONE_WAY) != 0 &&
        one_way_refuses(world, mover, obstacle, push->ny)) {
        return false;
    }
    come_out(world, mover, obstacle, push);
    if (world->outside.manifest->rules.solver != HOB_SOLVER_HOB) {
        return true;
    }
    if ((obstacle->flags & HOB_ITEM_MOVER) == 0 &&
        hob_physics__inner_edge(world, physics, mover, obstacle, push)) {
        return false;
    }
    if ((mover->flags & HOB_ITEM_DYNAMIC) != 0 &&
        (mover->body->slope_limit > 0 || mover->body->step_height > 0)) {
        hob_physics__walk(world, physics, mover, obstacle, push);
    }
    return true;
}

/* Whether a swept body hit this in an earlier slice, from the same side; noted if not. */
static bool struck_before(hob_world *world, hob_physics *physics, const hob_item *mover,
                          const hob_item *obstacle, const hob_push *push) {
    if ((mover->flags & HOB_ITEM_SWEPT) == 0) {
        return false;
    }
    for (uint32_t i = physics->struck_count; i-- > 0;) {
        const hob_struck *s = &physics->struck[i];
        if (s->mover == mover && s->component == obstacle->component &&
            s->nx * push->nx + s->ny * push->ny > SAME_SIDE) {
            return true;
        }
    }
    HOB_GROW(world, physics->struck, physics->struck_cap, physics->struck_count + 1);
    physics->struck[physics->struck_count++] =
        (hob_struck){mover, obstacle->component, push->nx, push->ny};
    return false;
}

void hob_physics__push_out(hob_world *world, hob_physics *physics, hob_item *mover,
                           const hob_item *obstacle, const hob_push *push) {
    bool again = struck_before(world, physics, mover, obstacle, push);
    if ((mover->flags & HOB_ITEM_DYNAMIC) != 0) {
        hob_vec2 v = mover->body->velocity;
        push_item(world, mover, push, push->amount, obstacle->body);
        if (again) { /* friction has had its share */
            double into = v.x * push->nx + v.y * push->ny;
            into = into < 0 ? into : 0;
            mover->body->velocity = (hob_vec2){v.x - into * push->nx, v.y - into * push->ny};
        }
    }
    hob_physics__note_press(world, physics, mover, obstacle, push);
    note_ground(mover, obstacle, push->ny);
    if (!again) {
        hob_pair_kind kind = hob_physics__pair_kind(world, mover, obstacle);
        hob_physics__record(world, physics, mover, obstacle, push, kind);
    }
}

/* One mover against one obstacle; true when it was pushed. */
static bool meet_obstacle(hob_world *world, hob_physics *physics, hob_item *mover,
                          const hob_item *obstacle) {
    hob_push push;
    physics->counts.pair_tests++;
    hob_pair_kind kind = hob_physics__pair_kind(world, mover, obstacle);
    if (!kind.meets || !hob_shapes_test(&mover->shape, &obstacle->shape, &push)) {
        return false;
    }
    if (kind.trigger) {
        hob_physics__record(world, physics, mover, obstacle, &push, kind);
        return false;
    }
    if (!hob_physics__in_the_way(world, physics, mover, obstacle, &push)) {
        return false;
    }
    hob_physics__push_out(world, physics, mover, obstacle, &push);
    return (mover->flags & HOB_ITEM_DYNAMIC) != 0;
}

static void against_obstacles(hob_world *world, hob_physics *physics, uint32_t index) {
    hob_item *mover = &physics->items[index];
    find_obstacles(world, physics, &mover->shape);
    bool moved = false;
    for (uint32_t i = 0; i < physics->candidate_count; i++) {
        hob_candidate c = physics->candidates[i];
        hob_item tile;
        const hob_item *obstacle = &tile;
        if (c.item == UINT32_MAX) {
            hob_physics__tile_item(physics, &c, &tile);
        } else {
            obstacle = &physics->items[c.item];
        }
        if (obstacle->entity == mover->entity || !meet_obstacle(world, physics, mover, obstacle)) {
            continue;
        }
        moved = true;
        find_obstacles(world, physics, &mover->shape);
        uint32_t next = 0;
        while (next < physics->candidate_count && physics->candidates[next].order <= c.order) {
            next++;
        }
        i = next - 1; /* wraps to UINT32_MAX for 0; the loop's ++ brings it back */
    }
    if ((mover->flags & HOB_ITEM_DYNAMIC) != 0 && mover->body->snap > 0 &&
        world->outside.manifest->rules.solver == HOB_SOLVER_HOB) {
        hob_physics__snap(world, physics, mover);
        moved = true;
    }
    if (moved) {
        hob_grid_moved(world, &physics->mover_grid, physics->items, index);
    }
}

/* ---- part 2 ---- */

static double mass_of(const hob_item *item) {
    double mass = item->body != NULL ? item->body->mass : 1;
    return isfinite(mass) && mass > 0 ? mass : 1;
}

static void push_apart(hob_world *world, hob_physics *physics, uint32_t i, uint32_t j,
                       const hob_push *push) {
    hob_item *a = &physics->items[i];
    hob_item *b = &physics->items[j];
    bool a_moves = (a->flags & HOB_ITEM_DYNAMIC) != 0;
    bool b_moves = (b->flags & HOB_ITEM_DYNAMIC) != 0;
    hob_push back = {-push->nx, -push->ny, push->amount};
    double share_a = push->amount;
    double share_b = push->amount;
    if (a_moves && b_moves) {
        double ma = mass_of(a);
        double mb = mass_of(b);
        share_a = push->amount * mb / (ma + mb);
        share_b = push->amount * ma / (ma + mb);
    }
    if (a_moves) {
        push_item(world, a, push, share_a, b->body);
        hob_grid_moved(world, &physics->mover_grid, physics->items, i);
    }
    if (b_moves) {
        push_item(world, b, &back, share_b, a->body);
        hob_grid_moved(world, &physics->mover_grid, physics->items, j);
    }
}

/* One pair of movers, i before j; true when i was pushed. */
static bool meet_mover(hob_world *world, hob_physics *physics, uint32_t i, uint32_t j) {
    hob_item *a = &physics->items[i];
    hob_item *b = &physics->items[j];
    hob_push push;
    physics->counts.pair_tests++;
    hob_pair_kind kind = hob_physics__pair_kind(world, a, b);
    if (!kind.meets || a->entity == b->entity || !hob_shapes_test(&a->shape, &b->shape, &push)) {
        return false;
    }
    if (!kind.trigger) {
        if (((b->flags & HOB_ITEM_ONE_WAY) != 0 && one_way_refuses(world, a, b, push.ny)) ||
            ((a->flags & HOB_ITEM_ONE_WAY) != 0 && one_way_refuses(world, b, a, -push.ny))) {
            return false;
        }
        come_out(world, a, b, &push);
        push_apart(world, physics, i, j, &push);
        hob_push back = {-push.nx, -push.ny, push.amount};
        hob_physics__note_press(world, physics, a, b, &push);
        hob_physics__note_press(world, physics, b, a, &back);
        note_ground(a, b, push.ny);
        note_ground(b, a, -push.ny);
    }
    hob_physics__record(world, physics, a, b, &push, kind);
    return !kind.trigger && (a->flags & HOB_ITEM_DYNAMIC) != 0;
}

/* Movers above `after` near an item, in order; near enough that it may be pushed by `margin` before
 * they must be looked for again. */
static uint32_t find_movers(hob_world *world, hob_physics *physics, uint32_t index, uint32_t after,
                            double margin) {
    hob_shape bounds = physics->items[index].shape;
    bounds.hw += margin;
    bounds.hh += margin;
    uint32_t count = hob_grid_query(&physics->mover_grid, physics->items, &bounds, after,
                                    physics->found, physics->found_cap);
    physics->counts.found += count;
    hob_physics__sort_found(world, physics->found, count);
    return count;
}

/* By asking the grid for those above `after`, again when pushes have added up: only the item itself
 * and those it has met move meanwhile, so the rest of the list stays right. */
static void against_others(hob_world *world, hob_physics *physics, uint32_t index, uint32_t after) {
    const hob_shape *shape = &physics->items[index].shape;
    double margin = shape->hw < shape->hh ? shape->hw : shape->hh;
    uint32_t count = find_movers(world, physics, index, after, margin);
    double x = shape->cx;
    double y = shape->cy;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t other = physics->found[k];
        if (!hob_shapes_near(shape, &physics->items[other].shape) ||
            !meet_mover(world, physics, index, other)) {
            continue;
        }
        if (!(fabs(shape->cx - x) <= margin) || !(fabs(shape->cy - y) <= margin)) {
            count = find_movers(world, physics, index, other, margin);
            x = shape->cx;
            y = shape->cy;
            k = UINT32_MAX; /* the loop's ++ starts the new list */
        }
    }
}

/* By the list of pairs, which holds all that can meet as long as nothing was pushed far. */
static void against_movers(hob_world *world, hob_physics *physics, uint32_t index) {
    const hob_pair_list *pairs = &physics->pairs;
    if (pairs->crowded || physics->mover_grid.stray_count > 0) {
        against_others(world, physics, index, index);
        return;
    }
    for (uint32_t k = pairs->starts[index]; k < pairs->starts[index + 1]; k++) {
        uint32_t other = pairs->highs[k];
        if (hob_shapes_near(&physics->items[index].shape, &physics->items[other].shape) &&
            meet_mover(world, physics, index, other) && physics->mover_grid.stray_count > 0) {
            against_others(world, physics, index, other);
            return;
        }
    }
}

static void resolve_movers(hob_world *world, hob_physics *physics) {
    if (physics->pairs.count == 0 && physics->mover_grid.stray_count == 0) { /* not crowded */
        return;
    }
    for (uint32_t m = 0; m < physics->mover_count; m++) {
        against_movers(world, physics, physics->movers[m]);
    }
}

void hob_physics__resolve(hob_world *world, hob_physics *physics) {
    for (uint32_t m = 0; m < physics->mover_count; m++) {
        against_obstacles(world, physics, physics->movers[m]);
    }
    resolve_movers(world, physics);
    hob_physics__settle_presses(world, physics, 0);
}
