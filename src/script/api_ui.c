/* ctx.ui and ctx.nav (spec scripting 7.16, hob 6.5, 6.6); pieces: api_pieces.c. */
#include "components/ui_elements.h"
#include "nav/nav.h"
#include "script/api_parts.h"
#include "script/machine.h"
#include "ui/ui.h"

#include <math.h>

static bool focus(hob_ctx_call *call) {
    hob_value ref = hob_ctx_arg(call, 0);
    if (ref.tag == HOB_TAG_NULL) {
        (void)hob_ui_focus(call->world, HOB_NO_ENTITY);
        return true;
    }
    hob_str text = hob_ctx_text(call, 0);
    hob_entity entity = text.data == NULL ? HOB_NO_ENTITY : hob_entity_find(call->world, text);
    if (entity == HOB_NO_ENTITY || !hob_ui_focus(call->world, entity)) {
        hob_ctx_warn(call, "ctx.ui.focus: \"%.*s\" cannot have the focus",
                     (int)(text.length > 100 ? 100 : text.length),
                     text.data == NULL ? "" : text.data);
    }
    return true;
}

static bool get_focused(hob_ctx_call *call) {
    hob_entity_data *e = hob_entity_live(call->world, call->world->ui.focused);
    return e == NULL || hob_ctx_return_text(call, hob_text_view(e->id));
}

static bool has_candidates(hob_world *world) {
    hob_pass pass = hob_pass_begin(world, hob_component_type_index(world, &hob_ui_element_type));
    bool found = false;
    for (hob_component *c = hob_pass_next(&pass); c != NULL && !found; c = hob_pass_next(&pass)) {
        found = HOB_DATA(c, hob_ui_element)->focusable;
    }
    hob_pass_end(&pass);
    return found;
}

static bool move_focus(hob_ctx_call *call) {
    hob_str to = hob_ctx_text(call, 0);
    int dx = hob_str_is(to, "right") - hob_str_is(to, "left");
    int dy = hob_str_is(to, "down") - hob_str_is(to, "up");
    if (dx == 0 && dy == 0) {
        return !has_candidates(call->world) ||
               hob_ctx_fail(call, HOB_ERR_SCRIPT_ERROR,
                            "ctx.ui.moveFocus: the direction must be up, down, left or right");
    }
    (void)hob_ui_move_focus(call->world, dx, dy);
    return true;
}

static bool activate(hob_ctx_call *call) {
    if (!hob_ui_activate(call->world)) {
        hob_ctx_warn(call, "ctx.ui.activate: nothing interactive has the focus");
    }
    return true;
}

static bool adjust(hob_ctx_call *call) {
    (void)hob_ui_adjust(call->world, hob_ctx_number(call, 0));
    return true;
}

/* ---- ctx.nav ---- */

bool hob_ctx_find_path(hob_ctx_call *call) {
    hob_vec2 from, to;
    if (!hob_ctx_point(call, 0, &from) || !hob_ctx_point(call, 1, &to)) {
        return false;
    }
    bool diagonals = hob_ctx_truth(hob_ctx_option(hob_ctx_arg(call, 2), "diagonals"));
    return hob_ctx_return(call, hob_nav_find_path(call->world, from, to, diagonals, call->a));
}

static const hob_field focus_params[] = {
    HOB_P("idOrName", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Element; null: none."),
    HOB_FIELDS_END};
static const hob_field direction_params[] = {
    HOB_P("direction", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "up, down, left or right."),
    HOB_FIELDS_END};
static const hob_field delta_params[] = {
    HOB_P("delta", NUMBER, .flags = HOB_FIELD_REQUIRED, .doc = "Steps."), HOB_FIELDS_END};
#define PIECE HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Name of the piece.")
static const hob_field piece_params[] = {PIECE, HOB_FIELDS_END};
static const hob_field show_params[] = {
    PIECE, HOB_P("options", MAP, .doc = "scope: session, or scene to go with the scene."),
    HOB_FIELDS_END};
static const hob_field define_params[] = {
    PIECE, HOB_P("html", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Markup with its style."),
    HOB_FIELDS_END};
static const hob_field on_params[] = {
    PIECE,
    HOB_P("id", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Id of the element in the markup."),
    HOB_P("event", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "What it tells: click."),
    HOB_P("fn", ANY, .flags = HOB_FIELD_REQUIRED, .pattern = "a function",
          .doc = "Called with {piece, id, type}."),
    HOB_FIELDS_END};
static const hob_field attach_params[] = {
    PIECE, HOB_P("entity", ANY, .flags = HOB_FIELD_REQUIRED, .doc = "Entity it stands at."),
    HOB_P("options", MAP, .doc = "{offset, seconds, values}."), HOB_FIELDS_END};

#define H HOB_API_HEARTH
#define M HOB_API_METHOD
#define W HOB_API_WRITES
#define F HOB_API_FAILS

static const hob_api_member ui_members[] = {
    {.name = "focus",
     .flags = H | M | W,
     .params = focus_params,
     .call = focus,
     .doc = "Gives an element the focus.",
     .js = "ctx.ui.focus(\"Start\");"},
    {.name = "getFocused",
     .flags = H | M,
     .result = "text or null",
     .call = get_focused,
     .doc = "Id of the element that has the focus.",
     .js = "ctx.ui.getFocused();"},
    {.name = "moveFocus",
     .flags = H | M | W | F,
     .params = direction_params,
     .call = move_focus,
     .doc = "Moves the focus to the nearest element in a direction.",
     .js = "ctx.ui.moveFocus(\"down\");"},
    {.name = "activate",
     .flags = H | M | W,
     .call = activate,
     .doc = "Clicks the element that has the focus.",
     .js = "ctx.ui.activate();"},
    {.name = "adjust",
     .flags = H | M | W,
     .params = delta_params,
     .call = adjust,
     .doc = "Moves the slider that has the focus.",
     .js = "ctx.ui.adjust(1);"},
    {.name = "show",
     .flags = M | W | F,
     .params = show_params,
     .call = hob_ctx_piece_show,
     .doc = "Shows a UI piece on the screen.",
     .js = "ctx.ui.show(\"menu\", {scope: \"scene\"});",
     .lua = "ctx.ui.show(\"menu\", {scope = \"scene\"})"},
    {.name = "hide",
     .flags = M | W,
     .params = piece_params,
     .call = hob_ctx_piece_hide,
     .doc = "Hides a piece; it stays mounted.",
     .js = "ctx.ui.hide(\"menu\");"},
    {.name = "toggle",
     .flags = M | W | F,
     .params = show_params,
     .call = hob_ctx_piece_toggle,
     .doc = "Hides a visible piece, else shows it.",
     .js = "ctx.ui.toggle(\"menu\");"},
    {.name = "isVisible",
     .flags = M,
     .params = piece_params,
     .result = "bool",
     .call = hob_ctx_piece_is_visible,
     .doc = "Whether a piece is shown.",
     .js = "ctx.ui.isVisible(\"menu\");"},
    {.name = "has",
     .flags = M,
     .params = piece_params,
     .result = "bool",
     .call = hob_ctx_piece_has,
     .doc = "Whether there is a piece of that name.",
     .js = "ctx.ui.has(\"menu\");"},
    {.name = "names",
     .flags = M,
     .result = "list of text",
     .call = hob_ctx_piece_names,
     .doc = "All pieces, those of ui/ first.",
     .js = "ctx.ui.names();"},
    {.name = "define",
     .flags = M | W | F,
     .params = define_params,
     .call = hob_ctx_piece_define,
     .doc = "Makes a piece, or replaces one for later mounts.",
     .js = "ctx.ui.define(\"score\", \"<p>{{points}}</p>\");"},
    {.name = "on",
     .flags = M | W,
     .params = on_params,
     .result = "text or nil",
     .call = hob_ctx_piece_on,
     .doc = "Calls a function with {piece, id, type} when an element of a piece tells an event; "
            "the id is for ctx.signals.off.",
     .js = "ctx.ui.on(\"menu\", \"start\", \"click\", e => ctx.log(e.id));",
     .lua = "ctx.ui.on(\"menu\", \"start\", \"click\", function(e) ctx.log(e.id) end)"},
    {.name = "attach",
     .flags = M | W | F,
     .params = attach_params,
     .result = "piece",
     .call = hob_ctx_piece_attach,
     .doc = "Shows a piece at an entity, for a time or as long as it lives.",
     .js = "ctx.ui.attach(\"tag\", ctx.entity, {offset: {x: 0, y: -20}, seconds: 1, values: {name: "
           "\"Ada\"}});",
     .lua = "ctx.ui.attach(\"tag\", ctx.entity, {offset = {x = 0, y = -20}, seconds = 1, values = "
            "{name = \"Ada\"}})"},
    {.name = NULL},
};
const hob_api_family hob_api_ui = {
    .path = "ctx.ui", .doc = "Focus of the screen UI, and UI pieces.", .members = ui_members};
