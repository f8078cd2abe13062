/* The command that looks for ways through a scene (spec commands 7.5). */
#include "command/command_internal.h"
#include "nav/nav.h"
#include "nav/plan.h"
#include "session/session.h"

static const hob_field point_fields[] = {
    HOB_P("x", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "To the right."),
    HOB_P("y", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "Downwards."),
    HOB_FIELDS_END};
static const hob_field point = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = point_fields, .doc = "A place."};
static const hob_field path_params[] = {
    HOB_P("scene", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Scene id or name."),
    HOB_P("from", OBJECT, .fields = point_fields, .flags = HOB_FIELD_REQUIRED, .unit = "px",
          .doc = "Where the way begins."),
    HOB_P("to", OBJECT, .fields = point_fields, .flags = HOB_FIELD_REQUIRED, .unit = "px",
          .doc = "Where it leads."),
    HOB_P("diagonals", BOOL, .doc = "Steps go in eight directions, never around a corner."),
    HOB_FIELDS_END};
static const hob_field path_result[] = {
    HOB_P("found", BOOL, .doc = "There is a way."),
    HOB_P("path", LIST, .element = &point, .flags = HOB_FIELD_NULLABLE, .unit = "px",
          .doc = "Centres of its cells, first and last included; null = none."),
    HOB_P("cells", INT, .doc = "Cells of the grid that was searched."),
    HOB_P("cellSize", NUMBER, .unit = "px", .doc = "Side of a cell."),
    HOB_P("fromSolid", BOOL, .doc = "The way would begin inside something solid."),
    HOB_P("toSolid", BOOL, .doc = "It would end inside something solid."),
    HOB_FIELDS_END};
static const hob_status path_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_INVALID_INPUT, HOB_OK};

/* The scene as its author made it: no script runs. */
static const hob_native_hooks *no_hooks(void *user, const char *path) {
    static const hob_native_hooks none = {0};
    (void)user;
    (void)path;
    return &none;
}

/* Searches say only that they found nothing: whether memory was the reason is told by this. */
typedef struct watch {
    hob_allocator allocator;
    const hob_allocator *inner;
    bool failed;
    hob_session *session;
} watch;

static void *watched_resize(void *user, void *block, size_t old_size, size_t new_size) {
    watch *w = user;
    void *made = w->inner->resize(w->inner->user, block, old_size, new_size);
    w->failed = w->failed || (made == NULL && new_size > 0);
    return made;
}

static void end_session(void *user) {
    watch *w = user;
    hob_session_destroy(w->session);
}

static hob_vec2 point_of(const hob_command_call *call, const char *param) {
    hob_value v = hob_value_get(call->params, param);
    return (hob_vec2){hob_value_get_number(v, "x", 0), hob_value_get_number(v, "y", 0)};
}

static hob_status open_session(hob_command_call *call, watch **ret_watch, hob_error *reterr) {
    const hob_scene_entry *scene = NULL;
    watch *w = hob_arena_new(call->arena, watch);
    *w = (watch){.allocator = {.resize = watched_resize, .user = w},
                 .inner = call->session->allocator};
    *ret_watch = w;
    hob_status status = hob_command__scene(call, "scene", &scene, reterr);
    if (status != HOB_OK) {
        return status;
    }
    const hob_session_options options = {.project = call->project,
                                         .scene = scene->id,
                                         .allocator = &w->allocator,
                                         .log = call->host->log,
                                         .native = no_hooks};
    status = hob_session_create(&options, &w->session, reterr);
    if (status == HOB_OK) {
        call->cleanup = end_session;
        call->cleanup_user = w;
    }
    return status;
}

static hob_status run_path(hob_command_call *call, hob_error *reterr) {
    watch *w = NULL;
    hob_nav_view view;
    hob_status status = open_session(call, &w, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_world *world = hob_session_world(w->session);
    hob_vec2 from = point_of(call, "from"), to = point_of(call, "to");
    bool fits = hob_nav_view_for(world, from, to, &view);
    hob_value path = HOB_VALUE_NULL;
    if (fits) {
        hob_call_set_number(call, "cells", (double)view.grid->columns * view.grid->rows);
        hob_call_set_number(call, "cellSize", view.cell);
        path = hob_nav_find_path(world, from, to, hob_call_bool(call, "diagonals"),
                                 &call->arena->as_allocator);
        hob_call_set_bool(call, "fromSolid", !hob_nav_walkable(world, from));
        hob_call_set_bool(call, "toSolid", !hob_nav_walkable(world, to));
    }
    if (w->failed) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory to search.");
    }
    if (!fits) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT,
                 "The grid between these places would have more than %d columns or rows.",
                 HOB_NAV_MAX_SIDE);
        return hob_error_hint(reterr, "Ask for places that are nearer to the scene.");
    }
    hob_call_set_bool(call, "found", path.tag == HOB_TAG_LIST);
    hob_call_set(call, "path", path.tag == HOB_TAG_LIST ? path : HOB_VALUE_NULL);
    return HOB_OK;
}

const hob_command hob_path_commands[] = {
    {.name = "inspectPath",
     .summary = "Looks for a way through a scene as its author made it.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = path_params,
     .result = path_result,
     .errors = path_errors,
     .example_json = "{\"scene\": \"Main\", \"from\": {\"x\": 0, \"y\": 0}, \"to\": {\"x\": 200, "
                     "\"y\": 80}, \"diagonals\": true}",
     .run = run_path,
     .cli = "inspect path <scene>"},
    {.name = NULL}};
