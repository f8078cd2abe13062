#include "command/bridge/bot.h"

#include "base/dmath.h"

#include <math.h>

#define CELL         32.0 /* px */
#define MOST_WATCHED 16   /* entities, when there is no avatar */

const char *const hob_bot_policies[] = {"mash", "idle", NULL};
const char *const hob_bot_verdicts[] = {"ran-clean", "stuck", "error", "completed",
                                        "objective-failed"};

typedef struct cell {
    int64_t x, y;
} cell;

typedef struct bot {
    hob_bridge *bridge;
    hob_world *world;
    const hob_bot_options *options;
    hob_arena *arena;
    hob_random random;
    hob_entity avatar;
    cell *cells;
    size_t cell_count, cell_cap;
    /* As of the last frame: more of one of them is something new. */
    double events;
    hob_str scene;
    size_t sounds, effects;
    hob_str *signals; /* assets heard, effects seen, elements focused: each once */
    size_t signal_count, signal_cap;
    hob_entity focused;
    hob_bot_outcome *outcomes;
    size_t outcome_count;
} bot;

/* ---- the avatar ---- */

static hob_entity first_tagged(hob_world *world, hob_str tag, size_t *ret_count) {
    hob_entity found = HOB_NO_ENTITY;
    *ret_count = 0;
    hob_entity_pass pass = hob_entity_pass_begin(world);
    for (hob_entity_data *e; (e = hob_entity_pass_next(&pass)) != NULL;) {
        if (hob_entity_has_tag(e, tag)) {
            found = found == HOB_NO_ENTITY ? e->self : found;
            ++*ret_count;
        }
    }
    hob_entity_pass_end(&pass);
    return found;
}

static hob_status find_avatar(bot *b, hob_error *reterr) {
    size_t count = 0;
    hob_str ref = b->options->avatar;
    if (ref.length == 0) {
        hob_entity only = first_tagged(b->world, HOB_STR("player"), &count);
        b->avatar = count == 1 ? only : HOB_NO_ENTITY;
        return HOB_OK;
    }
    b->avatar = hob_entity_find(b->world, ref);
    if (b->avatar == HOB_NO_ENTITY) {
        b->avatar = first_tagged(b->world, ref, &count);
    }
    if (b->avatar != HOB_NO_ENTITY) {
        return HOB_OK;
    }
    hob_fail(reterr, HOB_ERR_NOT_FOUND, "Nothing is named or tagged \"%.*s\".",
             ref.length < 60 ? (int)ref.length : 60, ref.data);
    return hob_error_place(reterr, NULL, "/avatar", 0, 0);
}

/* ---- policies ---- */

static hob_status deliver(bot *b, hob_session_input input, hob_error *reterr) {
    return hob_bridge_deliver(b->bridge, &input, reterr);
}

static bool chance(bot *b, double one_in) {
    return hob_random_next(&b->random) < 1 / one_in;
}

/* The middle of an element that can be pressed; a random place when there is none. */
static hob_vec2 random_point(bot *b, bool at_elements) {
    const hob_settings *settings = &b->world->outside.manifest->settings;
    hob_bridge_box *boxes = NULL;
    size_t count = at_elements ? hob_bridge_boxes(b->bridge, b->arena, &boxes) : 0, kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (boxes[i].kind == HOB_BRIDGE_UI && boxes[i].width > 0 && boxes[i].height > 0) {
            boxes[kept++] = boxes[i];
        }
    }
    if (kept > 0) {
        const hob_bridge_box *box = &boxes[(size_t)hob_random_int(&b->random, 0, (double)kept - 1)];
        return (hob_vec2){box->x + box->width / 2, box->y + box->height / 2};
    }
    double x = hob_random_range(&b->random, 0, settings->width);
    return (hob_vec2){x, hob_random_range(&b->random, 0, settings->height)};
}

static hob_status click(bot *b, hob_vec2 at, hob_error *reterr) {
    static const hob_input_kind kinds[] = {HOB_INPUT_POINTER_MOVE, HOB_INPUT_POINTER_DOWN,
                                           HOB_INPUT_POINTER_UP};
    hob_status status = HOB_OK;
    for (size_t i = 0; status == HOB_OK && i < HOB_COUNT(kinds); i++) {
        status = deliver(b, (hob_session_input){.kind = kinds[i], .x = at.x, .y = at.y}, reterr);
    }
    return status;
}

/* Draws in this order: one an action; one an axis, and its value; one for the click, and its place.
 */
static hob_status mash(bot *b, hob_error *reterr) {
    hob_seat_input *seat = &b->world->input.seats[0];
    hob_status status = HOB_OK;
    for (uint32_t i = 0; status == HOB_OK && i < seat->action_count; i++) {
        const hob_action_state *action = &seat->actions[i];
        if (action->declared && chance(b, 30)) {
            const hob_session_input flip = {.kind = HOB_INPUT_ACTION,
                                            .name = hob_text_view(action->name),
                                            .down = !action->test_held};
            status = deliver(b, flip, reterr);
        }
    }
    for (uint32_t i = 0; status == HOB_OK && i < seat->axis_count; i++) {
        if (seat->axes[i].declared && chance(b, 45)) {
            const hob_session_input turn = {.kind = HOB_INPUT_AXIS,
                                            .name = hob_text_view(seat->axes[i].name),
                                            .value = hob_random_range(&b->random, -1, 1)};
            status = deliver(b, turn, reterr);
        }
    }
    bool has_avatar = b->avatar != HOB_NO_ENTITY;
    if (status == HOB_OK && chance(b, has_avatar ? 120 : 12)) {
        status = click(b, random_point(b, !has_avatar), reterr);
    }
    return status;
}

/* ---- what is new ---- */

static bool visit(bot *b, const hob_entity_data *e) {
    hob_vec2 at = hob_entity_world_position(b->world, e);
    if (!isfinite(at.x) || !isfinite(at.y)) {
        return false;
    }
    const cell here = {(int64_t)floor(at.x / CELL), (int64_t)floor(at.y / CELL)};
    for (size_t i = b->cell_count; i-- > 0;) {
        if (b->cells[i].x == here.x && b->cells[i].y == here.y) {
            return false;
        }
    }
    if (b->cell_count == b->cell_cap) {
        size_t cap = b->cell_cap == 0 ? 64 : b->cell_cap * 2;
        cell *grown = hob_arena_array(b->arena, cell, cap);
        for (size_t i = 0; i < b->cell_count; i++) {
            grown[i] = b->cells[i];
        }
        b->cells = grown;
        b->cell_cap = cap;
    }
    b->cells[b->cell_count++] = here;
    return true;
}

static bool visit_cells(bot *b) {
    const hob_entity_data *avatar = hob_entity_live(b->world, b->avatar);
    bool is_new = false;
    if (b->avatar != HOB_NO_ENTITY) {
        return avatar != NULL && visit(b, avatar);
    }
    int left = MOST_WATCHED;
    hob_entity_pass pass = hob_entity_pass_begin(b->world);
    for (hob_entity_data *e; left > 0 && (e = hob_entity_pass_next(&pass)) != NULL;) {
        if (e->code_slot_count > 0) {
            is_new = visit(b, e) || is_new;
            left--;
        }
    }
    hob_entity_pass_end(&pass);
    return is_new;
}

static bool hear(bot *b, const char *text) {
    hob_str s = hob_str_from(text);
    for (size_t i = 0; i < b->signal_count; i++) {
        if (hob_str_equal(b->signals[i], s)) {
            return false;
        }
    }
    if (b->signal_count == b->signal_cap) {
        size_t cap = b->signal_cap == 0 ? 16 : b->signal_cap * 2;
        hob_str *grown = hob_arena_array(b->arena, hob_str, cap);
        for (size_t i = 0; i < b->signal_count; i++) {
            grown[i] = b->signals[i];
        }
        b->signals = grown;
        b->signal_cap = cap;
    }
    b->signals[b->signal_count++] = (hob_str){hob_arena_text(b->arena, s.data, s.length), s.length};
    return true;
}

static bool hear_signals(bot *b) {
    const hob_records *records = hob_session_records(hob_bridge_session(b->bridge));
    const hob_entity_data *focused = hob_entity_live(b->world, b->world->ui.focused);
    bool is_new = false;
    for (; b->sounds < records->sound_count; b->sounds++) {
        is_new = hear(b, records->sounds[b->sounds].asset) || is_new;
    }
    for (; b->effects < records->effect_count; b->effects++) {
        is_new = hear(b, records->effects[b->effects].effect) || is_new;
    }
    if (focused != NULL && focused->self != b->focused) {
        b->focused = focused->self;
        is_new = hear(b, hob_text_cstr(focused->id)) || is_new;
    }
    return is_new;
}

static bool anything_new(bot *b) {
    double events = 0;
    for (uint32_t i = 0; i < b->world->events.event_name_count; i++) {
        events += (double)b->world->events.event_counts[i].count;
    }
    hob_str scene = hob_text_view(b->world->scene_id);
    bool is_new = visit_cells(b);
    is_new = hear_signals(b) || is_new;
    is_new = events > b->events || is_new;
    b->events = events;
    if (!hob_str_equal(scene, b->scene)) {
        b->scene = (hob_str){hob_arena_text(b->arena, scene.data, scene.length), scene.length};
        is_new = true;
    }
    return is_new;
}

/* ---- objectives ---- */

static hob_entity_data *subject(const bot *b, hob_value objective) {
    hob_str ref = hob_value_get_str(objective, "entity", "");
    return hob_entity_live(b->world, ref.length > 0 ? hob_entity_find(b->world, ref) : b->avatar);
}

static void judge_reach(bot *b, hob_value o, hob_bot_outcome *outcome) {
    const hob_entity_data *e = subject(b, o);
    hob_str ref = hob_value_get_str(o, "target", "");
    hob_vec2 goal = {hob_value_get_number(o, "x", 0), hob_value_get_number(o, "y", 0)};
    const hob_entity_data *target =
        ref.length > 0 ? hob_entity_live(b->world, hob_entity_find(b->world, ref)) : NULL;
    if (e == NULL || (ref.length > 0 && target == NULL)) {
        return;
    }
    goal = target != NULL ? hob_entity_world_position(b->world, target) : goal;
    hob_vec2 at = hob_entity_world_position(b->world, e);
    if (hob_hypot(at.x - goal.x, at.y - goal.y) <= hob_value_get_number(o, "tolerance", 24)) {
        outcome->achieved_at = b->world->frame;
    }
}

static void judge_survive(bot *b, hob_value o, hob_bot_outcome *outcome) {
    const hob_entity_data *e = subject(b, o);
    outcome->failed = e == NULL || !e->enabled;
    if (!outcome->failed && (double)b->world->frame >= hob_value_get_number(o, "frames", 1)) {
        outcome->achieved_at = b->world->frame;
    }
}

static void judge_event(bot *b, hob_value o, hob_bot_outcome *outcome) {
    double count = (double)hob_event_count_of(b->world, hob_value_get_str(o, "event", ""));
    if (count >= hob_value_get_number(o, "count", 1)) {
        outcome->achieved_at = b->world->frame;
    }
}

static void judge_property(bot *b, hob_value o, hob_bot_outcome *outcome) {
    hob_entity_data *e = subject(b, o);
    hob_value seen = HOB_VALUE_NULL;
    hob_value equals = hob_value_get(o, "equals"), above = hob_value_get(o, "greaterThan");
    hob_value below = hob_value_get(o, "lessThan");
    if (e == NULL || hob_session_get_property(hob_bridge_session(b->bridge), e,
                                              hob_value_get_str(o, "property", ""), b->arena, &seen,
                                              NULL) != HOB_OK) {
        return;
    }
    bool is_number = seen.tag == HOB_TAG_NUMBER;
    bool holds = equals.tag == HOB_TAG_ABSENT || hob_value_equal(seen, equals);
    holds =
        holds && (above.tag != HOB_TAG_NUMBER || (is_number && seen.as.number > above.as.number));
    holds =
        holds && (below.tag != HOB_TAG_NUMBER || (is_number && seen.as.number < below.as.number));
    if (holds) {
        outcome->achieved_at = b->world->frame;
    }
}

#define TEXT_NEEDED(label, text) \
    HOB_P(label, TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, .doc = text)
#define SUBJECT \
    HOB_P("entity", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "Who; left out, the avatar.")
static const hob_field reach_fields[] = {
    HOB_P("target", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "Entity by id or name."),
    HOB_P("x", NUMBER, .flags = HOB_FIELD_OPTIONAL, .unit = "px", .doc = "Or a place."),
    HOB_P("y", NUMBER, .flags = HOB_FIELD_OPTIONAL, .unit = "px", .doc = "Or a place."),
    SUBJECT,
    HOB_P("tolerance", NUMBER, HOB_F_ABOVE(0), .default_json = "24", .unit = "px",
          .doc = "How near."),
    HOB_FIELDS_END};
static const hob_field survive_fields[] = {
    HOB_P("frames", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_HAS_MIN, .min = 1,
          .unit = "frames", .doc = "Until this frame of the game."),
    SUBJECT, HOB_FIELDS_END};
static const hob_field event_fields[] = {
    TEXT_NEEDED("event", "Name of the event."),
    HOB_P("count", INT, HOB_F_MIN(1), .default_json = "1", .doc = "How often."), HOB_FIELDS_END};
static const hob_field property_fields[] = {
    SUBJECT,
    TEXT_NEEDED("property", "Component slot and path, as Health.current."),
    HOB_P("equals", ANY, .flags = HOB_FIELD_OPTIONAL, .doc = "Wanted value."),
    HOB_P("greaterThan", NUMBER, .flags = HOB_FIELD_OPTIONAL, .doc = "Must be above."),
    HOB_P("lessThan", NUMBER, .flags = HOB_FIELD_OPTIONAL, .doc = "Must be below."),
    HOB_FIELDS_END};
static const char *const objective_names[] = {"reach", "survive", "event", "property", NULL};
static const hob_field *const objective_tables[] = {reach_fields, survive_fields, event_fields,
                                                    property_fields, NULL};
static void (*const judges[])(bot *b, hob_value o, hob_bot_outcome *outcome) = {
    judge_reach, judge_survive, judge_event, judge_property};
const hob_field hob_bot_objective = {.name = "",
                                     .type = HOB_FIELD_VARIANT,
                                     .names = objective_names,
                                     .variants = objective_tables,
                                     .doc = "One objective; the keys depend on its type."};

/* What is achieved stays so. */
static void judge(bot *b, size_t *ret_achieved, size_t *ret_failed) {
    *ret_achieved = *ret_failed = 0;
    for (size_t i = 0; i < b->outcome_count; i++) {
        hob_value o = b->options->objectives.as.list->items[i];
        hob_bot_outcome *outcome = &b->outcomes[i];
        hob_str type = hob_value_get_str(o, "type", "");
        for (size_t k = 0; objective_names[k] != NULL && outcome->achieved_at < 0; k++) {
            if (hob_str_is(type, objective_names[k])) {
                judges[k](b, o, outcome);
            }
        }
        *ret_achieved += outcome->achieved_at >= 0;
        *ret_failed += outcome->achieved_at < 0 && outcome->failed;
    }
}

/* ---- the run ---- */

static void set_up(bot *b, hob_bridge *bridge, const hob_bot_options *options, hob_arena *arena) {
    const hob_value objectives = options->objectives;
    *b = (bot){.bridge = bridge,
               .world = hob_session_world(hob_bridge_session(bridge)),
               .options = options,
               .arena = arena,
               .random = hob_random_from_seed(options->seed),
               .outcome_count = objectives.tag == HOB_TAG_LIST ? objectives.as.list->count : 0};
    b->outcomes = hob_arena_array(arena, hob_bot_outcome, b->outcome_count + 1);
    for (size_t i = 0; i < b->outcome_count; i++) {
        b->outcomes[i] = (hob_bot_outcome){.achieved_at = -1};
    }
}

/* What the game has recorded of an error since; null = none. */
static const char *first_error(const bot *b, size_t before) {
    const hob_records *records = hob_session_records(hob_bridge_session(b->bridge));
    return records->error_count > before ? records->errors[before].message : NULL;
}

hob_status hob_bot_play(hob_bridge *bridge, const hob_bot_options *options, hob_arena *arena,
                        hob_bot_result *ret_result, hob_error *reterr) {
    bot b;
    size_t achieved = 0, failed = 0;
    int64_t played = 0, dull = 0;
    const size_t errors = hob_session_records(hob_bridge_session(bridge))->error_count;
    const char *broke = NULL;
    set_up(&b, bridge, options, arena);
    hob_status status = find_avatar(&b, reterr);
    if (status == HOB_OK) {
        (void)anything_new(&b); /* the opening state is known */
    }
    const bool gets_stuck = options->policy != HOB_BOT_IDLE;
    bool over = false;
    while (status == HOB_OK && !over && played < options->frames) {
        status = options->go_on != NULL ? options->go_on(options->user, reterr) : HOB_OK;
        if (status != HOB_OK) {
            return status;
        }
        hob_error error = {0};
        status = options->policy == HOB_BOT_MASH ? mash(&b, &error) : HOB_OK;
        status = status == HOB_OK ? hob_bridge_step(bridge, 1, &error) : status;
        played++;
        broke = first_error(&b, errors);
        if (status != HOB_OK) { /* the game died: a verdict, no failure of the call */
            broke = broke != NULL ? broke : hob_arena_format(arena, "%s", error.message);
            status = HOB_OK;
        }
        judge(&b, &achieved, &failed);
        dull = anything_new(&b) ? 0 : dull + 1;
        over = broke != NULL || failed > 0 ||
               (b.outcome_count > 0 && achieved == b.outcome_count) ||
               (gets_stuck && dull >= options->stuck_after);
    }
    if (status != HOB_OK) {
        return status;
    }
    bool is_stuck = gets_stuck && dull >= options->stuck_after;
    bool has_objectives = b.outcome_count > 0;
    *ret_result = (hob_bot_result){
        .verdict = broke != NULL                                   ? HOB_BOT_ERROR
                   : has_objectives && achieved == b.outcome_count ? HOB_BOT_COMPLETED
                   : is_stuck && failed == 0                       ? HOB_BOT_STUCK
                   : has_objectives                                ? HOB_BOT_OBJECTIVE_FAILED
                                                                   : HOB_BOT_RAN_CLEAN,
        .frames = played,
        .end_frame = b.world->frame,
        .cells = b.cell_count,
        .detail = broke,
        .outcomes = b.outcomes,
        .outcome_count = b.outcome_count,
    };
    return HOB_OK;
}
