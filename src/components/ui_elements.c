#include "components/ui_elements.h"

/* ---- UIElement ---- */

static const char *const anchor_names[] = {"top-left",     "top",   "top-right",   "left",
                                           "center",       "right", "bottom-left", "bottom",
                                           "bottom-right", NULL};

#define S hob_ui_element
static const hob_field element_fields[] = {
    {HOB_AT(S, anchor, "anchor", ENUM), .flags = HOB_FIELD_STATIC, .names = anchor_names,
     .default_json = "\"top-left\"", .doc = "Point of the screen that the offset starts from."},
    {HOB_AT(S, offset, "offset", OBJECT), .flags = HOB_FIELD_STATIC, .fields = hob_vec2_fields,
     .unit = "px", .doc = "Distance from the anchor, or from its slot in a layout."},
    {HOB_AT(S, interactive, "interactive", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "Gets pointer events."},
    {HOB_AT(S, focusable, "focusable", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "Can be reached by keys and pads."},
    {HOB_AT(S, seat, "seat", INT),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE | HOB_FIELD_BETWEEN, .max = 3,
     .doc = "Player whose view shows it and whom it answers; null is everybody."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_ui_element_type = {
    .name = "UIElement",
    .doc = "Moves the entity onto the screen, where pointers and focus can reach it.",
    .size = sizeof(hob_ui_element),
    .fields = element_fields,
};

/* ---- UILayout ---- */

static const char *const direction_names[] = {"vertical", "horizontal", NULL};
static const char *const align_names[] = {"start", "center", "end", NULL};

#define S hob_ui_layout
static const hob_field layout_fields[] = {
    {HOB_AT(S, direction, "direction", ENUM), .flags = HOB_FIELD_STATIC, .names = direction_names,
     .default_json = "\"vertical\"", .doc = "Way in which the children are stacked."},
    {HOB_AT(S, gap, "gap", NUMBER), .flags = HOB_FIELD_STATIC, .default_json = "8", .unit = "px",
     .doc = "Distance between children."},
    {HOB_AT(S, padding, "padding", NUMBER), .flags = HOB_FIELD_STATIC, .unit = "px",
     .doc = "Distance of the children from the corner."},
    {HOB_AT(S, align, "align", ENUM), .flags = HOB_FIELD_STATIC, .names = align_names,
     .default_json = "\"start\"", .doc = "Place of the children across the stack."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_ui_layout_type = {
    .name = "UILayout",
    .doc = "Stacks the entity's children on the screen.",
    .size = sizeof(hob_ui_layout),
    .fields = layout_fields,
};

/* ---- UISlider ---- */

#define S hob_ui_slider
static const hob_field slider_fields[] = {
    {HOB_AT(S, min, "min", NUMBER), .flags = HOB_FIELD_STATIC, .doc = "Value at the left end."},
    {HOB_AT(S, max, "max", NUMBER), .flags = HOB_FIELD_STATIC, .default_json = "1",
     .doc = "Value at the right end."},
    {HOB_AT(S, value, "value", NUMBER), .default_json = "0.5", .doc = "Value that is set."},
    {HOB_AT(S, step, "step", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .doc = "Values are multiples of it; 0 allows all."},
    {HOB_AT(S, width, "width", NUMBER), .flags = HOB_FIELD_STATIC, .default_json = "160",
     .unit = "px", .doc = "Length of the track."},
    {HOB_AT(S, track_color, "trackColor", COLOR), .flags = HOB_FIELD_STATIC | HOB_FIELD_FREE_COLOR,
     .default_json = "\"#3a3a3a\"", .doc = "Color of the track."},
    {HOB_AT(S, fill_color, "fillColor", COLOR), .flags = HOB_FIELD_STATIC | HOB_FIELD_FREE_COLOR,
     .default_json = "\"#f76b15\"", .doc = "Color of the filled part."},
    {HOB_AT(S, handle_color, "handleColor", COLOR),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_FREE_COLOR, .default_json = "\"#ececec\"",
     .doc = "Color of the handle."},
    {HOB_AT(S, layer, "layer", NUMBER), .flags = HOB_FIELD_STATIC,
     .doc = "Order of drawing and of hit tests; higher is in front."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_ui_slider_type = {
    .name = "UISlider",
    .doc = "A number that the player sets with a handle.",
    .size = sizeof(hob_ui_slider),
    .fields = slider_fields,
};

/* ---- UIToggle ---- */

#define S hob_ui_toggle
static const hob_field toggle_fields[] = {
    {HOB_AT(S, value, "value", BOOL), .doc = "Whether it is checked."},
    {HOB_AT(S, size, "size", NUMBER), .flags = HOB_FIELD_STATIC, .default_json = "20", .unit = "px",
     .doc = "Side of the box."},
    {HOB_AT(S, color, "color", COLOR), .flags = HOB_FIELD_STATIC | HOB_FIELD_FREE_COLOR,
     .default_json = "\"#3a3a3a\"", .doc = "Color of the box."},
    {HOB_AT(S, check_color, "checkColor", COLOR), .flags = HOB_FIELD_STATIC | HOB_FIELD_FREE_COLOR,
     .default_json = "\"#f76b15\"", .doc = "Color of the check mark."},
    {HOB_AT(S, layer, "layer", NUMBER), .flags = HOB_FIELD_STATIC,
     .doc = "Order of drawing and of hit tests; higher is in front."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_ui_toggle_type = {
    .name = "UIToggle",
    .doc = "A box that the player checks.",
    .size = sizeof(hob_ui_toggle),
    .fields = toggle_fields,
};

/* ---- UITextField ---- */

#define S hob_ui_text_field
static const hob_field text_field_fields[] = {
    {HOB_AT(S, value, "value", TEXT), .default_json = "\"\"", .doc = "What has been written."},
    {HOB_AT(S, max_length, "maxLength", INT), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN,
     .min = 1, .max = 10000, .default_json = "64", .doc = "Most characters that can be written."},
    {HOB_AT(S, placeholder, "placeholder", TEXT), .flags = HOB_FIELD_STATIC, .default_json = "\"\"",
     .doc = "Shown, dimmed, while nothing is written."},
    {HOB_AT(S, width, "width", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN, .min = 1,
     .max = 10000, .default_json = "160", .unit = "px", .doc = "Width of the box."},
    HOB_FIELDS_END,
};
#undef S

static const hob_signal_type text_field_signals[] = {
    {"changed", "value", "A character was written or taken back."},
    {"submitted", "value", "Enter was pressed."},
    {NULL, NULL, NULL},
};

const hob_component_type hob_ui_text_field_type = {
    .name = "UITextField",
    .doc = "A line that the player writes while it has the focus.",
    .size = sizeof(hob_ui_text_field),
    .fields = text_field_fields,
    .signals = text_field_signals,
};
