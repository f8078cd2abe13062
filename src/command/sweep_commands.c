/* Commands in which a bot plays: one session, or many games with a report (spec playtest 10, 13).
 * Policies that steer along paths, coverage and probes of single inputs are not here. */
#include "command/bridge/bot.h"
#include "command/bridge/rows.h"
#include "command/command_internal.h"

#include <math.h>

#define MOST_FRAMES   400000 /* of one sweep */
#define MOST_FAILURES 5      /* that are told */

static const hob_field policy_field = {
    .name = "", .type = HOB_FIELD_ENUM, .names = hob_bot_policies, .doc = "A policy."};

#define STUCK_AFTER                                                                         \
    HOB_P("stuckAfter", INT, HOB_F_MIN(1), .default_json = "180", .unit = "frames",         \
          .doc = "Stuck when nothing new has happened for so long: no new place of 32 px, " \
                 "event, scene, sound, effect or focus.")
#define AVATAR                                                               \
    HOB_P("avatar", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY, \
          .doc = "Entity by id, name or tag; left out, the only one tagged player.")
#define OBJECTIVES                                           \
    HOB_P("objectives", LIST, .element = &hob_bot_objective, \
          .doc = "What is to be achieved: reach, survive, event, property.")

static hob_status go_on(void *user, hob_error *reterr) {
    return hob_call_go_on(user, 0, 0, reterr);
}

static hob_bot_options options_of(hob_command_call *call, hob_bot_policy policy, uint32_t seed,
                                  const char *frames) {
    return (hob_bot_options){.policy = policy,
                             .seed = seed,
                             .frames = (int64_t)hob_call_number(call, frames),
                             .stuck_after = (int64_t)hob_call_number(call, "stuckAfter"),
                             .avatar = hob_call_str(call, "avatar"),
                             .objectives = hob_value_get(call->params, "objectives"),
                             .go_on = go_on,
                             .user = call};
}

static hob_bot_policy policy_of(hob_str name) {
    return (hob_bot_policy)hob_field_enum_index(&policy_field, name);
}

/* ---- botSession ---- */

static const hob_field bot_params[] = {
    HOB_BRIDGE_SESSION,
    HOB_P("policy", ENUM, .names = hob_bot_policies,
          .doc = "mash: random actions, axes and clicks; idle: nothing."),
    HOB_P("seed", INT, .flags = HOB_FIELD_HAS_MIN, .min = 0, .doc = "Of the bot's own choices."),
    HOB_P("frames", INT, .flags = HOB_FIELD_BETWEEN, .min = 1, .max = 36000, .default_json = "600",
          .unit = "frames", .doc = "Most steps."),
    STUCK_AFTER,
    AVATAR,
    OBJECTIVES,
    HOB_FIELDS_END};
static const hob_field outcome_fields[] = {
    HOB_P("achievedAtFrame", INT, .flags = HOB_FIELD_NULLABLE, .doc = "Frame; null = not."),
    HOB_P("failed", BOOL, .doc = "It cannot be achieved any more."), HOB_FIELDS_END};
static const hob_field outcome_row = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = outcome_fields, .doc = "One objective."};
static const hob_field bot_result[] = {
    HOB_P("verdict", TEXT, .doc = "ran-clean, stuck, error, completed or objective-failed."),
    HOB_P("ran", INT, .unit = "frames", .doc = "Steps run."),
    HOB_P("detail", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "The error, if there was one."),
    HOB_P("cellsVisited", INT, .doc = "Places of 32 px that it was at."),
    HOB_P("objectives", LIST, .element = &outcome_row, .doc = "In the order of the parameter."),
    HOB_BRIDGE_STATE,
    HOB_FIELDS_END};
static const hob_status bot_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_INVALID_INPUT,
                                        HOB_ERR_SESSION_LOST, HOB_ERR_CAPABILITY_MISSING, HOB_OK};

static hob_status run_bot(hob_command_call *call, hob_error *reterr) {
    hob_bot_result result;
    hob_bridge *bridge = call->host->live;
    if (hob_bridge_is_running(bridge)) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "The session runs in real time.");
        return hob_error_hint(reterr, "Pause it first: `hob session pause`.");
    }
    const hob_bot_options options = options_of(call, policy_of(hob_call_str(call, "policy")),
                                               (uint32_t)hob_call_number(call, "seed"), "frames");
    hob_status status = hob_bot_play(bridge, &options, call->arena, &result, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_value outcomes = hob_command__list(call);
    for (size_t i = 0; i < result.outcome_count; i++) {
        hob_value row = hob_command__map(call);
        hob_command__put(call, row, "achievedAtFrame",
                         result.outcomes[i].achieved_at >= 0
                             ? hob_value_number((double)result.outcomes[i].achieved_at)
                             : HOB_VALUE_NULL);
        hob_command__put_bool(call, row, "failed", result.outcomes[i].failed);
        hob_command__add(call, outcomes, row);
    }
    hob_call_set_text(call, "verdict", hob_bot_verdicts[result.verdict]);
    hob_call_set_number(call, "ran", (double)result.frames);
    hob_call_set_text(call, "detail", result.detail);
    hob_call_set_number(call, "cellsVisited", (double)result.cells);
    hob_call_set(call, "objectives", outcomes);
    hob_bridge_describe(bridge, call->arena, call->data);
    return HOB_OK;
}

/* ---- sweepScene ---- */

static const hob_field sweep_params[] = {
    HOB_P("scene", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Scene id or name; left out, the initial scene."),
    HOB_P("policies", LIST, .element = &policy_field, .flags = HOB_FIELD_NOT_EMPTY,
          .default_json = "[\"mash\"]", .doc = "mash, idle."),
    HOB_P("seeds", INT, HOB_F_MIN(1), .default_json = "8", .doc = "Games of each policy."),
    HOB_P("seedStart", INT, HOB_F_MIN(0), .doc = "Seed of the first."),
    HOB_P("maxFrames", INT, HOB_F_MIN(1), .default_json = "600", .unit = "frames",
          .doc = "Most steps of one game."),
    STUCK_AFTER,
    AVATAR,
    OBJECTIVES,
    HOB_FIELDS_END};
static const hob_field verdict_fields[] = {
    HOB_P("ran-clean", INT, .doc = "Ran to the end."),
    HOB_P("stuck", INT, .doc = "Nothing new happened any more."),
    HOB_P("error", INT, .doc = "A script raised an error, or the game died."),
    HOB_P("completed", INT, .doc = "All objectives were achieved."),
    HOB_P("objective-failed", INT, .doc = "Not all objectives were achieved."),
    HOB_FIELDS_END};
static const hob_field sweep_objective_fields[] = {
    HOB_P("type", TEXT, .doc = "Its type."),
    HOB_P("successRate", NUMBER, .doc = "Part of the games that achieved it, 0 to 1."),
    HOB_P("medianCompletedFrame", NUMBER, .flags = HOB_FIELD_NULLABLE,
          .doc = "When, in those; null = none did."),
    HOB_FIELDS_END};
static const hob_field sweep_objective_row = {.name = "",
                                              .type = HOB_FIELD_OBJECT,
                                              .fields = sweep_objective_fields,
                                              .doc = "One objective."};
static const hob_field failure_fields[] = {
    HOB_P("policy", TEXT, .doc = "Who played."),
    HOB_P("seed", INT, .doc = "Seed of game and bot."),
    HOB_P("verdict", TEXT, .doc = "How it ended."),
    HOB_P("frame", INT, .doc = "And when."),
    HOB_P("detail", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "The error, if there was one."),
    HOB_P("repro", TEXT, .doc = "Commands that play it again."),
    HOB_FIELDS_END};
static const hob_field failure_row = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = failure_fields, .doc = "One game."};
static const hob_field sweep_result[] = {
    HOB_P("scene", TEXT, .doc = "Name of the first scene."),
    HOB_P("runs", INT, .doc = "Games played."),
    HOB_P("framesSimulated", INT, .unit = "frames", .doc = "Steps of all of them."),
    HOB_P("verdicts", OBJECT, .fields = verdict_fields, .doc = "How many ended how."),
    HOB_P("objectives", LIST, .element = &sweep_objective_row,
          .doc = "In the order of the parameter."),
    HOB_P("failures", LIST, .element = &failure_row,
          .doc = "At most five: errors first, then stuck ones, then failed objectives, by seed."),
    HOB_FIELDS_END};
static const hob_status sweep_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_INVALID_INPUT,
                                          HOB_ERR_CANCELLED, HOB_OK};

typedef struct game {
    hob_bot_policy policy;
    uint32_t seed;
    hob_bot_result result;
} game;

static void destroy_bridge(void *user) {
    hob_bridge **bridge = user;
    hob_bridge_destroy(*bridge);
    *bridge = NULL;
}

static hob_status play(hob_command_call *call, const char *scene, hob_bridge **bridge, game *g,
                       hob_error *reterr) {
    const hob_bridge_options start = {.fs = call->host->fs,
                                      .root = hob_project_root(call->project),
                                      .scene = scene,
                                      .seed = g->seed,
                                      .log = call->host->log};
    const hob_bot_options options = options_of(call, g->policy, g->seed, "maxFrames");
    hob_status status = hob_bridge_create(&start, bridge, reterr);
    if (status == HOB_OK) {
        hob_str name = hob_text_view(hob_session_world(hob_bridge_session(*bridge))->scene_name);
        hob_call_set_str(call, "scene", name);
        status = hob_bot_play(*bridge, &options, call->arena, &g->result, reterr);
    }
    if (status == HOB_OK && g->result.detail != NULL) { /* lies in the game's records */
        g->result.detail = hob_arena_format(call->arena, "%s", g->result.detail);
    }
    destroy_bridge(bridge);
    return status;
}

static void put_objectives(hob_command_call *call, const game *games, size_t count) {
    hob_value asked = hob_value_get(call->params, "objectives"), list = hob_command__list(call);
    int64_t *at = hob_arena_array(call->arena, int64_t, count + 1);
    for (uint32_t o = 0; asked.tag == HOB_TAG_LIST && o < asked.as.list->count; o++) {
        size_t done = 0;
        for (size_t i = 0; i < count; i++) { /* ascending, by insertion */
            int64_t frame = games[i].result.outcomes[o].achieved_at;
            size_t k = done;
            for (; frame >= 0 && k > 0 && at[k - 1] > frame; k--) {
                at[k] = at[k - 1];
            }
            if (frame >= 0) {
                at[k] = frame;
                done++;
            }
        }
        hob_value row = hob_command__map(call);
        hob_command__put_str(call, row, "type",
                             hob_value_get_str(asked.as.list->items[o], "type", ""));
        hob_command__put_number(call, row, "successRate",
                                floor((double)done / (double)count * 100 + 0.5) / 100);
        hob_command__put(call, row, "medianCompletedFrame",
                         done > 0 ? hob_value_number((double)at[(done - 1) / 2]) : HOB_VALUE_NULL);
        hob_command__add(call, list, row);
    }
    hob_call_set(call, "objectives", list);
}

static void put_failures(hob_command_call *call, const game *games, size_t count) {
    static const hob_bot_verdict order[] = {HOB_BOT_ERROR, HOB_BOT_STUCK, HOB_BOT_OBJECTIVE_FAILED};
    hob_value list = hob_command__list(call);
    hob_str scene = hob_value_get_str(call->data, "scene", "");
    for (size_t v = 0; v < HOB_COUNT(order); v++) {
        for (size_t i = 0; i < count && list.as.list->count < MOST_FAILURES; i++) {
            const game *g = &games[i];
            if (g->result.verdict != order[v]) {
                continue;
            }
            hob_value row = hob_command__map(call);
            const char *policy = hob_bot_policies[g->policy];
            hob_command__put_text(call, row, "policy", policy);
            hob_command__put_number(call, row, "seed", g->seed);
            hob_command__put_text(call, row, "verdict", hob_bot_verdicts[g->result.verdict]);
            hob_command__put_number(call, row, "frame", (double)g->result.end_frame);
            hob_command__put_text(call, row, "detail", g->result.detail);
            hob_command__put_text(
                call, row, "repro",
                hob_arena_format(call->arena,
                                 "hob session start \"%.*s\" --seed %u; hob session bot s1 %s "
                                 "--seed %u --frames %.0f",
                                 hob_command__shown(scene), scene.data, (unsigned)g->seed, policy,
                                 (unsigned)g->seed, hob_call_number(call, "maxFrames")));
            hob_command__add(call, list, row);
        }
    }
    hob_call_set(call, "failures", list);
}

static void put_report(hob_command_call *call, const game *games, size_t count) {
    double frames = 0, ended[HOB_BOT_VERDICTS] = {0};
    for (size_t i = 0; i < count; i++) {
        frames += (double)games[i].result.frames;
        ended[games[i].result.verdict]++;
    }
    hob_value verdicts = hob_command__map(call);
    for (size_t i = 0; i < HOB_BOT_VERDICTS; i++) {
        hob_command__put_number(call, verdicts, hob_bot_verdicts[i], ended[i]);
    }
    hob_call_set_number(call, "runs", (double)count);
    hob_call_set_number(call, "framesSimulated", frames);
    hob_call_set(call, "verdicts", verdicts);
    put_objectives(call, games, count);
    put_failures(call, games, count);
}

static hob_status run_sweep(hob_command_call *call, hob_error *reterr) {
    const hob_scene_entry *scene = NULL;
    const hob_list *policies = hob_value_get(call->params, "policies").as.list;
    const double seeds = hob_call_number(call, "seeds");
    const double count = seeds * policies->count;
    if (hob_call_given(call, "scene")) {
        hob_status status = hob_command__scene(call, "scene", &scene, reterr);
        if (status != HOB_OK) {
            return status;
        }
    }
    if (count * hob_call_number(call, "maxFrames") > MOST_FRAMES) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "That would be up to %.0f steps; at most %d.",
                 count * hob_call_number(call, "maxFrames"), MOST_FRAMES);
        return hob_error_hint(reterr, "Take fewer seeds, or fewer frames.");
    }
    game *games = hob_arena_array(call->arena, game, (size_t)count);
    hob_bridge **bridge = hob_arena_array(call->arena, hob_bridge *, 1);
    *bridge = NULL;
    call->cleanup = destroy_bridge;
    call->cleanup_user = bridge;
    for (size_t i = 0; i < (size_t)count; i++) {
        hob_status status = hob_call_go_on(call, (double)i, count, reterr);
        games[i] = (game){
            .policy = policy_of(hob_value_str(policies->items[i / (size_t)seeds])),
            .seed = (uint32_t)(hob_call_number(call, "seedStart") + (double)(i % (size_t)seeds)),
        };
        status = status == HOB_OK
                     ? play(call, scene != NULL ? scene->id : NULL, bridge, &games[i], reterr)
                     : status;
        if (status != HOB_OK) {
            return status;
        }
    }
    put_report(call, games, (size_t)count);
    return HOB_OK;
}

const hob_command hob_sweep_commands[] = {
    {.name = "botSession",
     .summary = "Lets a bot play a session, until an error, a dead end, or its objectives.",
     .permission = HOB_PERMIT_READ_ONLY,
     .flags = HOB_COMMAND_LIVE | HOB_COMMAND_ALONE,
     .params = bot_params,
     .result = bot_result,
     .errors = bot_errors,
     .example_json = "{\"session\": \"s1\", \"policy\": \"mash\", \"seed\": 3, \"frames\": 60}",
     .example_after = "startSession",
     .run = run_bot,
     .cli = "session bot <session> [policy]"},
    {.name = "sweepScene",
     .summary = "Has bots play a scene many times, and tells how the games ended.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = sweep_params,
     .result = sweep_result,
     .errors = sweep_errors,
     .example_json = "{\"scene\": \"Main\", \"seeds\": 2, \"maxFrames\": 60}",
     .run = run_sweep,
     .cli = "sweep [scene]"},
    {.name = NULL}};
