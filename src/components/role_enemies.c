/* The roles patroller and chaser (spec waica 8.5). */
#include "components/chaser.h"
#include "components/patrol.h"
#include "components/role_code.h"
#include "components/state_machine.h"

#define DEATH_SECONDS 0.5

static void walk_rail(const hob_role_call *call) {
    if (call->driver) {
        hob_patrol_step(call->world, call->driver, call->world->dt);
    }
}

/* Until its clip has been seen; the time of this step counts, as for transitions. */
static void vanish(const hob_role_call *call) {
    double elapsed = HOB_DATA(call->machine, const hob_state_machine)->elapsed;
    if (elapsed + 1.5 * call->world->dt >= DEATH_SECONDS) {
        hob_entity_destroy(call->world, call->machine->owner->self, HOB_CHILDREN_BY_RULE);
    }
}

static const hob_role_edge hurt_edges[] = {{"timer:0.25", "walk"}};
static const hob_role_edge any_edges[] = {{"signal:death", "dead"}, {"signal:hurt", "hurt"}};

const hob_role_part hob_role__patroller[] = {
    {.state = {.name = "walk"}, .code = {{[HOB_ROLE_UPDATE] = walk_rail}}},
    {.state = {.name = "hurt", HOB_ROLE_EDGES(hurt_edges)},
     .code = {{[HOB_ROLE_UPDATE] = hob_role__nothing}}},
    {.state = {.name = "dead", .clip = "death"}, .code = {{[HOB_ROLE_UPDATE] = vanish}}},
    {.state = {.name = HOB_STATE_ANY, HOB_ROLE_EDGES(any_edges)}},
    HOB_ROLE_PARTS_END,
};

static void chase(const hob_role_call *call) {
    if (call->driver) {
        hob_chaser_step(call->world, call->driver, call->world->dt);
    }
}

const hob_role_part hob_role__chaser[] = {
    {.state = {.name = "chase"}, .code = {{[HOB_ROLE_UPDATE] = chase}}},
    HOB_ROLE_PARTS_END,
};
