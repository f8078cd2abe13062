#include "components/text_label.h"

static const char *const align_names[] = {"left", "center", "right", NULL};

static const hob_field binding_fields[] = {
    HOB_P("key", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Key of the game state."),
    HOB_P("format", TEXT, .default_json = "\"{value}\"",
          .doc = "Text in which the first {value} is replaced."),
    HOB_P("precision", INT, .flags = HOB_FIELD_BETWEEN, .max = 6, .default_json = "0",
          .doc = "Decimals of a number."),
    HOB_FIELDS_END,
};

static const hob_field var = {.name = "", .type = HOB_FIELD_ANY, .doc = "Value of one name."};

#define S hob_text_label
static const hob_field fields[] = {
    {HOB_AT(S, content, "content", TEXT), .default_json = "\"Text\"",
     .doc = "What is written; a line break starts a new line."},
    {HOB_AT(S, font_size, "fontSize", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_ABOVE,
     .default_json = "16", .unit = "px", .doc = "Size of the letters."},
    {HOB_AT(S, color, "color", COLOR), .flags = HOB_FIELD_STATIC, .default_json = "\"#ffffff\"",
     .doc = "Color of the letters."},
    {HOB_AT(S, align, "align", ENUM), .flags = HOB_FIELD_STATIC, .names = align_names,
     .default_json = "\"left\"", .doc = "Edge of the text that lies on the entity."},
    {HOB_AT(S, font_family, "fontFamily", TEXT), .flags = HOB_FIELD_STATIC,
     .default_json = "\"monospace\"", .doc = "Generic family, or the name of a font asset."},
    {HOB_AT(S, layer, "layer", NUMBER), .flags = HOB_FIELD_STATIC, .default_json = "10",
     .doc = "Draw order; higher is in front."},
    {HOB_AT(S, visible, "visible", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "False hides the text."},
    {HOB_AT(S, binding, "binding", OBJECT), .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE,
     .fields = binding_fields, .doc = "Writes a value of the game state into the content."},
    {HOB_AT(S, key, "key", TEXT), .flags = HOB_FIELD_STATIC,
     .doc = "Key of a text of the current language, which becomes the content."},
    {HOB_AT(S, vars, "vars", MAP), .flags = HOB_FIELD_STATIC, .element = &var,
     .doc = "Values for the names in the keyed text."},
    {HOB_AT(S, width, "width", NUMBER), .flags = HOB_FIELD_STATIC, .unit = "px",
     .doc = "Width at which lines are broken; 0 breaks none."},
    {HOB_AT(S, font, "font", ASSET), .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE,
     .asset_kinds = "font|bitmapFont", .doc = "Font; goes before fontFamily."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_text_label_type = {
    .name = "Text",
    .doc = "Writes words at the entity.",
    .size = sizeof(hob_text_label),
    .fields = fields,
};
