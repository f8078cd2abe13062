/* ctx.players and ctx.views: seats, joining, split screen (spec hob 6.5). */
#include "script/machine.h"
#include "world/view_layout.h"

static bool seat_argument(hob_ctx_call *call, int *ret_seat) {
    hob_value v = hob_ctx_arg(call, 0);
    *ret_seat = v.tag == HOB_TAG_NUMBER && v.as.number >= 0 && v.as.number < HOB_MAX_SEATS
                    ? (int)v.as.number
                    : -1;
    return *ret_seat >= 0 && (uint32_t)*ret_seat < call->world->input.seat_count;
}

/* "keyboard", "pad0", "any"; null for an empty seat. */
static hob_value device_text(hob_ctx_call *call, int32_t device) {
    if (device == HOB_DEVICE_NONE) {
        return HOB_VALUE_NULL;
    }
    if (device == HOB_DEVICE_ANY || device == HOB_DEVICE_KEYBOARD) {
        return hob_value_cstr(call->a, device == HOB_DEVICE_ANY ? "any" : "keyboard");
    }
    hob_buf text;
    hob_buf_init(&text, call->a, 32);
    hob_buf_format(&text, "pad%d", device);
    return hob_value_text(call->a, hob_buf_str(&text));
}

static hob_value player(hob_ctx_call *call, int seat) {
    const hob_seat_input *input = &call->world->input.seats[seat];
    hob_value map = hob_value_map(call->a, 4);
    hob_map_set(call->a, map.as.map, HOB_STR("seat"), hob_value_number(seat));
    hob_map_set(call->a, map.as.map, HOB_STR("name"),
                hob_value_text(call->a, hob_text_view(input->name)));
    hob_map_set(call->a, map.as.map, HOB_STR("device"), device_text(call, input->device));
    hob_map_set(call->a, map.as.map, HOB_STR("active"),
                hob_value_bool(hob_input_seat_active(call->world, seat)));
    return map;
}

static bool count(hob_ctx_call *call) {
    uint32_t active = 0;
    for (int i = 0; (uint32_t)i < call->world->input.seat_count; i++) {
        active += hob_input_seat_active(call->world, i);
    }
    return hob_ctx_return_number(call, active);
}

static bool list(hob_ctx_call *call) {
    hob_value all = hob_value_list(call->a, call->world->input.seat_count);
    for (int i = 0; (uint32_t)i < call->world->input.seat_count; i++) {
        hob_list_add(call->a, all.as.list, player(call, i));
    }
    return hob_ctx_return(call, all);
}

static bool get(hob_ctx_call *call) {
    int seat;
    return !seat_argument(call, &seat) || hob_ctx_return(call, player(call, seat));
}

static bool input_of(hob_ctx_call *call) {
    int seat;
    return !seat_argument(call, &seat) ||
           hob_ctx_return_object(call, &hob_api_input, (uint64_t)seat + 1);
}

static bool join(hob_ctx_call *call) {
    int32_t device = hob_input_device(hob_ctx_text(call, 0));
    if (device == HOB_DEVICE_NONE) {
        return hob_ctx_fail(call, HOB_ERR_SCRIPT_ERROR,
                            "ctx.players.join: the device must be keyboard or pad0 to pad%d",
                            HOB_MAX_PADS - 1);
    }
    int seat = hob_input_join(call->world, device);
    return seat < 0 || hob_ctx_return_number(call, seat);
}

static bool leave(hob_ctx_call *call) {
    int seat;
    return hob_ctx_return_bool(call,
                               seat_argument(call, &seat) && hob_input_leave(call->world, seat));
}

static bool get_accepting(hob_ctx_call *call) {
    return hob_ctx_return_bool(call, call->world->input.accepting);
}

static bool set_accepting(hob_ctx_call *call) {
    hob_value v = hob_ctx_arg(call, 0);
    if (v.tag != HOB_TAG_BOOL) {
        return hob_ctx_fail(call, HOB_ERR_FIELD_TYPE, "accepting must be true or false");
    }
    call->world->input.accepting = v.as.boolean;
    return true;
}

/* ---- ctx.views ---- */

static bool list_views(hob_ctx_call *call) {
    hob_view_part parts[HOB_MAX_SEATS];
    uint32_t n = hob_views_list(call->world, parts);
    hob_value all = hob_value_list(call->a, n);
    for (uint32_t i = 0; i < n; i++) {
        const hob_view_rect *r = &parts[i].rect;
        hob_value map = hob_point_value(call->a, (hob_vec2){r->x, r->y});
        hob_map_set(call->a, map.as.map, HOB_STR("width"), hob_value_number(r->width));
        hob_map_set(call->a, map.as.map, HOB_STR("height"), hob_value_number(r->height));
        hob_map_set(call->a, map.as.map, HOB_STR("seat"),
                    parts[i].seat < 0 ? HOB_VALUE_NULL : hob_value_number(parts[i].seat));
        hob_map_set(call->a, map.as.map, HOB_STR("camera"),
                    parts[i].camera == NULL ? HOB_VALUE_NULL
                                            : hob_value_entity(parts[i].camera->owner->self));
        hob_list_add(call->a, all.as.list, map);
    }
    return hob_ctx_return(call, all);
}

static bool solo(hob_ctx_call *call) {
    hob_entity_data *e = hob_ctx_entity_required(call, 0, false);
    if (e == NULL) {
        return false;
    }
    if (hob_component_lookup(call->world, e, HOB_STR("Camera"), NULL) == NULL) {
        return hob_ctx_fail(call, HOB_ERR_INVALID_INPUT, "ctx.views.solo: \"%s\" has no Camera",
                            hob_text_cstr(e->name));
    }
    hob_view_request_solo(call->world, e->self);
    return true;
}

static bool split(hob_ctx_call *call) {
    hob_view_request_split(call->world);
    return true;
}

static bool is_solo(hob_ctx_call *call) {
    return hob_ctx_return_bool(call, call->world->view.solo);
}

#define SEAT HOB_P("seat", INT, .flags = HOB_FIELD_REQUIRED, .doc = "From 0.")
static const hob_field seat_params[] = {SEAT, HOB_FIELDS_END};
static const hob_field join_params[] = {
    HOB_P("device", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "keyboard, or pad0 to pad7."),
    HOB_FIELDS_END};
static const hob_field solo_params[] = {
    HOB_P("camera", REF, .flags = HOB_FIELD_REQUIRED, .doc = "Entity with a Camera."),
    HOB_FIELDS_END};

#define M HOB_API_METHOD
#define W HOB_API_WRITES
#define F HOB_API_FAILS

static const hob_api_member players_members[] = {
    {.name = "count",
     .flags = M,
     .result = "int",
     .call = count,
     .doc = "Seats that are taken.",
     .js = "ctx.players.count();"},
    {.name = "list",
     .flags = M,
     .result = "list of {seat, name, device, active}",
     .call = list,
     .doc = "All seats.",
     .js = "ctx.players.list();"},
    {.name = "get",
     .flags = M,
     .params = seat_params,
     .result = "{seat, name, device, active} or nil",
     .call = get,
     .doc = "One seat.",
     .js = "ctx.players.get(0);"},
    {.name = "input",
     .flags = M,
     .params = seat_params,
     .result = "input or nil",
     .call = input_of,
     .doc = "The members of ctx.input for another seat.",
     .js = "ctx.players.input(0);"},
    {.name = "join",
     .flags = M | W | F,
     .params = join_params,
     .result = "int or nil",
     .call = join,
     .doc = "Seats a device; nil when it is refused.",
     .js = "ctx.players.join(\"keyboard\");"},
    {.name = "leave",
     .flags = M | W,
     .params = seat_params,
     .result = "bool",
     .call = leave,
     .doc = "Empties a seat.",
     .js = "ctx.players.leave(1);"},
    {.name = "accepting",
     .result = "bool",
     .call = get_accepting,
     .set = set_accepting,
     .doc = "Whether new devices may take a seat."},
    {.name = NULL},
};
static const hob_api_member views_members[] = {
    {.name = "list",
     .flags = M,
     .result = "list of {x, y, width, height, seat, camera}",
     .call = list_views,
     .doc = "The views on the screen, one a player, or one alone.",
     .js = "ctx.views.list();"},
    {.name = "solo",
     .flags = M | W | F,
     .params = solo_params,
     .call = solo,
     .doc = "One view through this camera, from the next step.",
     .js = "ctx.views.solo(\"Main Camera\");"},
    {.name = "split",
     .flags = M | W,
     .call = split,
     .doc = "A view for every seat, from the next step.",
     .js = "ctx.views.split();"},
    {.name = "isSolo",
     .flags = M,
     .result = "bool",
     .call = is_solo,
     .doc = "Whether there is one view.",
     .js = "ctx.views.isSolo();"},
    {.name = NULL},
};

const hob_api_family hob_api_players = {
    .path = "ctx.players", .doc = "Seats and who plays.", .members = players_members};
const hob_api_family hob_api_views = {
    .path = "ctx.views", .doc = "Split screen.", .members = views_members};
