/* Bindings: from hob.json, and the built-in UI actions, to the sources of each seat. */
#include "world/grow.h"
#include "world/input.h"

#include <math.h>
#include <string.h>

#define AXIS_THRESHOLD 0.5 /* analog sources of an axis' digital halves count from here */

static const char *const control_names[HOB_PAD_RAW] = {
    "a",         "b",         "x",          "y",      "lb",     "rb",      "lt",
    "rt",        "back",      "start",      "guide",  "ls",     "rs",      "dpad-up",
    "dpad-down", "dpad-left", "dpad-right", "left-x", "left-y", "right-x", "right-y",
};
static const char *const raw_names[] = {"axis6",  "axis7",  "axis8",  "axis9",  "axis10",
                                        "axis11", "axis12", "axis13", "axis14", "axis15"};
_Static_assert(HOB_COUNT(raw_names) == HOB_PAD_CONTROLS - HOB_PAD_RAW, "raw axes 6 to 15");

/* Always present; an entry of the same name in hob.json replaces one. */
static const struct {
    const char *name;
    const char *sources[4];
} ui_actions[] = {
    {"uiUp", {"ArrowUp", "pad:dpad-up"}},       {"uiDown", {"ArrowDown", "pad:dpad-down"}},
    {"uiLeft", {"ArrowLeft", "pad:dpad-left"}}, {"uiRight", {"ArrowRight", "pad:dpad-right"}},
    {"uiConfirm", {"Enter", "Space", "pad:a"}}, {"uiCancel", {"Escape", "pad:b"}},
};
static const struct {
    const char *name;
    const char *negative[3], *positive[3], *stick;
} ui_axes[] = {
    {"uiRadialX", {"ArrowLeft", "pad:dpad-left"}, {"ArrowRight", "pad:dpad-right"}, "pad:left-x"},
    {"uiRadialY", {"ArrowUp", "pad:dpad-up"}, {"ArrowDown", "pad:dpad-down"}, "pad:left-y"},
};

int hob_pad_control(hob_str name) {
    for (int i = 0; i < HOB_PAD_RAW; i++) {
        if (hob_str_is(name, control_names[i])) {
            return i;
        }
    }
    if (!hob_str_starts(name, HOB_STR("axis")) || name.length < 5 || name.length > 6) {
        return -1;
    }
    int n = 0;
    for (size_t i = 4; i < name.length; i++) {
        if (name.data[i] < '0' || name.data[i] > '9') {
            return -1;
        }
        n = n * 10 + (name.data[i] - '0');
    }
    if (n < 4) {
        return HOB_PAD_STICKS + n;
    }
    if (n < 6) {
        return HOB_PAD_LEFT_TRIGGER + n - 4;
    }
    return n < 16 ? HOB_PAD_RAW + n - 6 : -1;
}

const char *hob_pad_control_name(int control) {
    if (control < 0 || control >= HOB_PAD_CONTROLS) {
        return NULL;
    }
    return control < HOB_PAD_RAW ? control_names[control] : raw_names[control - HOB_PAD_RAW];
}

hob_source hob_input__parse_source(hob_world *world, hob_str text) {
    hob_source source = {.text = hob_world_text(world, text), .control = -1};
    if (!hob_str_starts(text, HOB_STR("pad:"))) {
        return source;
    }
    hob_str control = {text.data + 4, text.length - 4};
    char last = control.length > 0 ? control.data[control.length - 1] : '\0';
    if (last == '+' || last == '-') {
        source.half = last == '+' ? 1 : -1;
        control.length--;
    }
    int found = hob_pad_control(control);
    source.control = found < 0 ? -2 : found;
    return source;
}

hob_sources hob_input__parse_sources(hob_world *world, hob_value list) {
    hob_sources sources = {0};
    if (list.tag != HOB_TAG_LIST || list.as.list->count == 0) {
        return sources;
    }
    sources.count = list.as.list->count;
    sources.items = hob_alloc_zero(world->heap, sources.count, sizeof(hob_source));
    for (uint32_t i = 0; i < sources.count; i++) {
        sources.items[i] = hob_input__parse_source(world, hob_value_str(list.as.list->items[i]));
    }
    return sources;
}

static hob_sources parse_names(hob_world *world, const char *const *names) {
    hob_sources sources = {0};
    while (names[sources.count] != NULL) {
        sources.count++;
    }
    sources.items = hob_alloc_zero(world->heap, sources.count, sizeof(hob_source));
    for (uint32_t i = 0; i < sources.count; i++) {
        sources.items[i] = hob_input__parse_source(world, hob_str_from(names[i]));
    }
    return sources;
}

/* ---- entries by name ---- */

/* Place of a name among sorted texts, or where it belongs. `stride` bytes apart, the text pointer
 * first. */
static uint32_t lower_bound(const void *entries, uint32_t count, size_t stride, hob_str name,
                            bool *ret_found) {
    uint32_t low = 0, high = count;
    *ret_found = false;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        hob_text *const *entry =
            (hob_text *const *)(const void *)((const char *)entries + middle * stride);
        int order = hob_str_compare(hob_text_view(*entry), name);
        if (order == 0) {
            *ret_found = true;
            return middle;
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

hob_action_state *hob_input__action(hob_world *world, hob_seat_input *seat, hob_str name,
                                    bool create) {
    _Static_assert(offsetof(hob_action_state, name) == 0, "lower_bound reads the name first");
    bool found;
    uint32_t at =
        lower_bound(seat->actions, seat->action_count, sizeof(*seat->actions), name, &found);
    if (found || !create) {
        return found ? &seat->actions[at] : NULL;
    }
    seat->actions = hob_world_grow(world, seat->actions, &seat->action_cap, seat->action_count + 1,
                                   sizeof(*seat->actions));
    memmove(&seat->actions[at + 1], &seat->actions[at],
            (seat->action_count - at) * sizeof(*seat->actions));
    seat->action_count++;
    seat->actions[at] =
        (hob_action_state){.name = hob_world_text(world, name), .threshold = AXIS_THRESHOLD};
    return &seat->actions[at];
}

hob_axis_state *hob_input__axis(hob_world *world, hob_seat_input *seat, hob_str name, bool create) {
    _Static_assert(offsetof(hob_axis_state, name) == 0, "lower_bound reads the name first");
    bool found;
    uint32_t at = lower_bound(seat->axes, seat->axis_count, sizeof(*seat->axes), name, &found);
    if (found || !create) {
        return found ? &seat->axes[at] : NULL;
    }
    seat->axes = hob_world_grow(world, seat->axes, &seat->axis_cap, seat->axis_count + 1,
                                sizeof(*seat->axes));
    memmove(&seat->axes[at + 1], &seat->axes[at], (seat->axis_count - at) * sizeof(*seat->axes));
    seat->axis_count++;
    seat->axes[at] = (hob_axis_state){.name = hob_world_text(world, name)};
    return &seat->axes[at];
}

/* ---- seats ---- */

void hob_input__bind_action(hob_world *world, hob_action_state *action, hob_value entry) {
    action->declared = true;
    action->threshold = hob_value_get_number(entry, "threshold", AXIS_THRESHOLD);
    action->sources = hob_input__parse_sources(world, hob_value_get(entry, "sources"));
}

void hob_input__bind_axis(hob_world *world, hob_axis_state *axis, hob_value entry) {
    hob_str stick = hob_value_get_str(entry, "stick", "");
    axis->declared = true;
    axis->negative = hob_input__parse_sources(world, hob_value_get(entry, "negative"));
    axis->positive = hob_input__parse_sources(world, hob_value_get(entry, "positive"));
    axis->has_stick = stick.length > 0;
    axis->stick = hob_input__parse_source(world, stick);
    axis->deadzone =
        hob_value_get_number(entry, "deadzone", world->outside.manifest->input_deadzone);
}

/* Later maps replace entries of earlier ones; what they held is abandoned to the region (this is
 * done once). */
static void bind_actions(hob_world *world, hob_seat_input *seat, hob_value map) {
    for (uint32_t i = 0; map.tag == HOB_TAG_MAP && i < map.as.map->count; i++) {
        const hob_map_entry *entry = &map.as.map->entries[i];
        hob_input__bind_action(
            world, hob_input__action(world, seat, hob_text_view(entry->key), true), entry->value);
    }
}

static void bind_axes(hob_world *world, hob_seat_input *seat, hob_value map) {
    for (uint32_t i = 0; map.tag == HOB_TAG_MAP && i < map.as.map->count; i++) {
        const hob_map_entry *entry = &map.as.map->entries[i];
        hob_input__bind_axis(world, hob_input__axis(world, seat, hob_text_view(entry->key), true),
                             entry->value);
    }
}

static hob_value seat_entry(const hob_world *world, int seat) {
    hob_value seats = world->outside.manifest->input_seats;
    return seats.tag == HOB_TAG_LIST && (uint32_t)seat < seats.as.list->count
               ? hob_list_get(seats.as.list, (uint32_t)seat)
               : HOB_VALUE_NULL;
}

hob_value hob_input__declared(const hob_world *world, int seat, const char *kind, hob_str name) {
    const hob_manifest *manifest = world->outside.manifest;
    hob_value common =
        strcmp(kind, "actions") == 0 ? manifest->input_actions : manifest->input_axes;
    hob_value maps[] = {hob_value_get(seat_entry(world, seat), kind), common};
    for (size_t i = 0; i < HOB_COUNT(maps); i++) {
        hob_value found =
            maps[i].tag == HOB_TAG_MAP ? hob_map_get(maps[i].as.map, name) : HOB_VALUE_ABSENT;
        if (found.tag != HOB_TAG_ABSENT) {
            return found;
        }
    }
    return HOB_VALUE_ABSENT;
}

static void bind_built_in(hob_world *world, hob_seat_input *seat) {
    for (size_t i = 0; i < HOB_COUNT(ui_actions); i++) {
        hob_action_state *action =
            hob_input__action(world, seat, hob_str_from(ui_actions[i].name), true);
        action->declared = true;
        action->sources = parse_names(world, ui_actions[i].sources);
    }
    for (size_t i = 0; i < HOB_COUNT(ui_axes); i++) {
        hob_axis_state *axis = hob_input__axis(world, seat, hob_str_from(ui_axes[i].name), true);
        axis->declared = true;
        axis->negative = parse_names(world, ui_axes[i].negative);
        axis->positive = parse_names(world, ui_axes[i].positive);
        axis->has_stick = true;
        axis->stick = hob_input__parse_source(world, hob_str_from(ui_axes[i].stick));
        axis->deadzone = world->outside.manifest->input_deadzone;
    }
}

static void seat_device(hob_seat_input *seat, hob_str device) {
    seat->device = HOB_DEVICE_ANY;
    if (hob_str_is(device, "keyboard")) {
        seat->device = HOB_DEVICE_KEYBOARD;
    } else if (hob_str_is(device, "pad")) {
        seat->device = HOB_DEVICE_NONE;
        seat->wants_pad = true;
    } else if (hob_str_is(device, "none")) {
        seat->device = HOB_DEVICE_NONE;
    }
    seat->last_device = HOB_DEVICE_KEYBOARD;
}

void hob_input__bind(hob_world *world) {
    hob_input *input = &world->input;
    const hob_manifest *manifest = world->outside.manifest;
    hob_value seats = manifest->input_seats;
    uint32_t declared = seats.tag == HOB_TAG_LIST ? seats.as.list->count : 0;
    input->seat_count = declared == 0 ? 1 : declared > HOB_MAX_SEATS ? HOB_MAX_SEATS : declared;
    for (uint32_t i = 0; i < input->seat_count; i++) {
        hob_seat_input *seat = &input->seats[i];
        hob_value def = seat_entry(world, (int)i);
        seat->name = hob_world_text(world, hob_value_get_str(def, "name", ""));
        seat_device(seat, hob_value_get_str(def, "device", "any"));
        bind_built_in(world, seat);
        bind_actions(world, seat, manifest->input_actions);
        bind_axes(world, seat, manifest->input_axes);
        bind_actions(world, seat, hob_value_get(def, "actions"));
        bind_axes(world, seat, hob_value_get(def, "axes"));
    }
    input->accepting = true;
    input->fresh_control = -1;
    input->join_policy = manifest->join_policy;
    if (input->join_policy == HOB_JOIN_AUTO) {
        bool alone = input->seat_count == 1;
        bool any = input->seats[0].device == HOB_DEVICE_ANY;
        input->join_policy = !alone ? HOB_JOIN_JOIN : any ? HOB_JOIN_IGNORE : HOB_JOIN_TAKEOVER;
    }
}
