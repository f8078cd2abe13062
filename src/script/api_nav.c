/* ctx.nav: ways over the scene's grid, and walkers that follow them. */
#include "nav/plan.h"
#include "script/api_parts.h"

static const char *const orders[] = {"WENS", "NESW", "EWNS"};
static const char *const ties[] = {"cost", "remaining", "first"};
static const char *const fallbacks[] = {"none", "nearest"};

/* One of the names, as its place among them; `missing` when it is left out. */
static bool choose(hob_ctx_call *call, hob_value options, const char *key, const char *const *names,
                   int count, int missing, int *ret_index) {
    hob_value v = hob_ctx_option(options, key);
    *ret_index = missing;
    if (hob_value_is_absent(v)) {
        return true;
    }
    for (int i = 0; i < count; i++) {
        if (v.tag == HOB_TAG_TEXT && hob_str_is(hob_value_str(v), names[i])) {
            *ret_index = i;
            return true;
        }
    }
    return hob_ctx_fail(call, HOB_ERR_INVALID_INPUT, "%s must be one of %s%s%s%s%s.", key, names[0],
                        count > 2 ? ", " : " and ", names[1], count > 2 ? " and " : "",
                        count > 2 ? names[2] : "");
}

static bool nav_path(hob_ctx_call *call) {
    hob_vec2 from, to;
    hob_value options = hob_ctx_arg(call, 2);
    int order, tie, fallback;
    if (!hob_ctx_point(call, 0, &from) || !hob_ctx_point(call, 1, &to) ||
        !choose(call, options, "order", orders, 3, 0, &order) ||
        !choose(call, options, "ties", ties, 3, HOB_NAV_TIES_REMAINING, &tie) ||
        !choose(call, options, "fallback", fallbacks, 2, 0, &fallback)) {
        return false;
    }
    hob_value diagonals = hob_ctx_option(options, "diagonals");
    const hob_nav_options plan = {.diagonals =
                                      hob_value_is_absent(diagonals) || hob_ctx_truth(diagonals),
                                  .order = (hob_nav_order)order,
                                  .ties = (hob_nav_ties)tie,
                                  .nearest = fallback == 1};
    hob_nav_view view;
    if (!hob_nav_plan(call->world, from, to, &plan, &view)) {
        return hob_ctx_return(call, HOB_VALUE_NULL);
    }
    hob_value list = hob_value_list(call->a, view.search->route_count);
    for (uint32_t i = 0; i < view.search->route_count; i++) {
        hob_list_add(call->a, list.as.list,
                     hob_point_value(call->a, hob_nav_center_of(&view, view.search->route[i])));
    }
    return hob_ctx_return(call, list);
}

static bool walkable(hob_ctx_call *call) {
    hob_vec2 p = {hob_ctx_number(call, 0), hob_ctx_number(call, 1)};
    return hob_ctx_return_bool(call, hob_nav_walkable(call->world, p));
}

static bool reachable(hob_ctx_call *call) {
    hob_vec2 a, b;
    return hob_ctx_point(call, 0, &a) && hob_ctx_point(call, 1, &b) &&
           hob_ctx_return_bool(call, hob_nav_reachable(call->world, a, b));
}

#define POINT(label, text)                                                                     \
    HOB_P(label, OBJECT, .flags = HOB_FIELD_REQUIRED, .fields = hob_vec2_fields, .unit = "px", \
          .doc = text)
static const hob_field path_params[] = {
    POINT("from", "Start."), POINT("to", "Goal."),
    HOB_P("options", MAP,
          .doc =
              "{diagonals = true, order = WENS, NESW or EWNS, fallback = none or nearest, ties = "
              "remaining, cost or first}."),
    HOB_FIELDS_END};
static const hob_field place_params[] = {
    HOB_P("x", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "World place."),
    HOB_P("y", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "World place."),
    HOB_FIELDS_END};
static const hob_field ends_params[] = {POINT("a", "One place."), POINT("b", "The other."),
                                        HOB_FIELDS_END};
static const hob_field go_params[] = {
    HOB_P("x", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "World place."),
    HOB_P("y", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "World place."),
    HOB_P("entity", REF, .doc = "Id, name or handle of the walker; none is this entity."),
    HOB_FIELDS_END};
static const hob_field walker_params[] = {
    HOB_P("entity", REF, .doc = "Id, name or handle of the walker; none is this entity."),
    HOB_FIELDS_END};

#define M HOB_API_METHOD
#define W HOB_API_WRITES
#define F HOB_API_FAILS

static const hob_api_member nav_members[] = {
    {.name = "path",
     .flags = M | F,
     .params = path_params,
     .result = "list of vec2 or nil",
     .call = nav_path,
     .doc = "Cell centres of the cheapest way over the navigation grid, both ends included.",
     .js = "ctx.nav.path({x: 0, y: 0}, {x: 100, y: 0});",
     .lua = "ctx.nav.path({x = 0, y = 0}, {x = 100, y = 0})"},
    {.name = "walkable",
     .flags = M,
     .params = place_params,
     .result = "bool",
     .call = walkable,
     .doc = "Whether the cell of a place is open.",
     .js = "ctx.nav.walkable(100, 40);"},
    {.name = "reachable",
     .flags = M,
     .params = ends_params,
     .result = "bool",
     .call = reachable,
     .doc = "Whether a way leads from one place to the other; no way is searched.",
     .js = "ctx.nav.reachable({x: 0, y: 0}, {x: 100, y: 0});",
     .lua = "ctx.nav.reachable({x = 0, y = 0}, {x = 100, y = 0})"},
    {.name = "goTo",
     .flags = M | W | F,
     .params = go_params,
     .result = "bool",
     .call = hob_ctx_go_to,
     .doc = "Sends a Navigator to a place; false when no way leads there.",
     .js = "ctx.nav.goTo(100, 40);"},
    {.name = "stop",
     .flags = M | W | F,
     .params = walker_params,
     .result = "bool",
     .call = hob_ctx_stop_walk,
     .doc = "Takes the path from a Navigator or PathFollow, which stops in place.",
     .js = "ctx.nav.stop();"},
    {.name = "restart",
     .flags = M | W | F,
     .params = walker_params,
     .result = "bool",
     .call = hob_ctx_restart_walk,
     .doc = "Puts a Navigator or PathFollow on the first waypoint again; false without a path.",
     .js = "ctx.nav.restart();"},
    {.name = NULL},
};

const hob_api_family hob_api_nav = {.path = "ctx.nav", .doc = "Paths.", .members = nav_members};
