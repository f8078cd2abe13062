/* A player that is none (spec playtest 10): plays one game under a bridge by a policy and a seed,
 * until an error, until nothing new happens, or until its objectives are decided.
 *
 * Everything it does goes through the bridge, so it is recorded and can be baked. The same seed on
 * the same game does the same. Not here: policies that steer along paths. Allocates from the arena
 * of the call. */
#ifndef HOB_COMMAND_BRIDGE_BOT_H
#define HOB_COMMAND_BRIDGE_BOT_H

#include "base/random.h"
#include "command/bridge/bridge.h"

typedef enum hob_bot_policy { HOB_BOT_MASH, HOB_BOT_IDLE } hob_bot_policy;
extern const char *const hob_bot_policies[]; /* ends with null */

typedef enum hob_bot_verdict {
    HOB_BOT_RAN_CLEAN,
    HOB_BOT_STUCK,
    HOB_BOT_ERROR,
    HOB_BOT_COMPLETED,
    HOB_BOT_OBJECTIVE_FAILED,
    HOB_BOT_VERDICTS
} hob_bot_verdict;
extern const char *const hob_bot_verdicts[]; /* "ran-clean" */

/* One of: reach {target | x, y, entity, tolerance}, survive {frames, entity}, event {event, count},
 * property {entity, property, equals, greaterThan, lessThan}. */
extern const hob_field hob_bot_objective;

typedef struct hob_bot_options {
    hob_bot_policy policy;
    uint32_t seed;
    int64_t frames, stuck_after;
    hob_str avatar;       /* id, name or tag; empty: the one tagged "player", if there is one */
    hob_value objectives; /* list, or null */
    /* Asked before every frame; may be null. */
    hob_status (*go_on)(void *user, hob_error *reterr);
    void *user;
} hob_bot_options;

typedef struct hob_bot_outcome {
    int64_t achieved_at; /* frame; -1 = not yet */
    bool failed;
} hob_bot_outcome;
typedef struct hob_bot_result {
    hob_bot_verdict verdict;
    int64_t frames;    /* played */
    int64_t end_frame; /* of the game */
    size_t cells;      /* of 32 px that it has seen */
    const char *detail;
    hob_bot_outcome *outcomes; /* one an objective */
    size_t outcome_count;
} hob_bot_result;
/* NOT_FOUND for an avatar that is not there; CANCELLED by go_on. A game that breaks is a verdict.
 */
HOB_NODISCARD hob_status hob_bot_play(hob_bridge *bridge, const hob_bot_options *options,
                                      hob_arena *arena, hob_bot_result *ret_result,
                                      hob_error *reterr);

#endif
