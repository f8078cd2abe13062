#include "components/text_label.h"

#include "base/dmath.h"
#include "base/numtext.h"
#include "text/game_text.h"
#include "text/rich.h"
#include "world/world.h"

#define PLACE         "{value}"
#define CONTENT_BYTES ((size_t)1 << 20)

/* ---- bindings (spec runtime 20) ---- */

/* What is put in, with the dollar patterns of JavaScript's String.replace for a plain search text.
 */
static void add_replacement(hob_buf *out, hob_str text, hob_str before, hob_str after) {
    for (size_t i = 0; i < text.length; i++) {
        char next = i + 1 < text.length ? text.data[i + 1] : '\0';
        if (text.data[i] != '$' || next == '\0') {
            hob_buf_add_char(out, text.data[i]);
            continue;
        }
        switch (next) {
        case '$':
            hob_buf_add_char(out, '$');
            break;
        case '&':
            hob_buf_add_cstr(out, PLACE);
            break;
        case '`':
            hob_buf_add_str(out, before);
            break;
        case '\'':
            hob_buf_add_str(out, after);
            break;
        default:
            hob_buf_add_char(out, '$');
            continue; /* the next character stands for itself */
        }
        i++;
    }
}

static hob_str value_text(hob_value v, int precision, char number[HOB_NUMBER_FIXED_SIZE]) {
    switch (v.tag) {
    case HOB_TAG_NUMBER:
        return (hob_str){number, hob_number_fixed(v.as.number, precision, number)};
    case HOB_TAG_BOOL:
        return v.as.boolean ? HOB_STR("true") : HOB_STR("false");
    default:
        return hob_value_str(v);
    }
}

/* A text that fails is told once and shows its key. */
static void read_key(hob_world *world, hob_component *label, hob_text_label *l) {
    if (l->is_made && l->made_serial == world->locale_serial) {
        return;
    }
    hob_error error = {.status = HOB_OK};
    hob_value text = HOB_VALUE_NULL;
    l->is_made = true;
    l->made_serial = world->locale_serial;
    hob_status status = hob_game_text(world, hob_text_view(l->key), l->vars,
                                      &world->outside.scratch->as_allocator, &text, &error);
    if (status == HOB_ERR_TEXT_VARIABLE &&
        world->outside.manifest->texts_missing == HOB_MISSING_KEY) {
        hob_world_log(world, HOB_LOG_WARN, "Text of \"%s\": %s.", hob_text_cstr(label->owner->name),
                      error.message);
    } else if (status != HOB_OK) {
        hob_world_entity_error(world, status, label->owner, label, "bindings", "%s", error.message);
    }
    hob_world_set_text(world, &l->content,
                       status == HOB_OK ? hob_value_str(text) : hob_text_view(l->key));
}

static void changed(hob_world *world, hob_component *label, const hob_field *field) {
    (void)world;
    (void)field;
    HOB_DATA(label, hob_text_label)->is_made = false;
}

static void refresh(hob_world *world, hob_component *label) {
    hob_text_label *l = HOB_DATA(label, hob_text_label);
    if (l->key != NULL && l->key->length > 0) {
        read_key(world, label, l);
        return;
    }
    if (l->binding.tag != HOB_TAG_MAP) {
        return;
    }
    const hob_state_entry *entry = hob_state_find(world, hob_value_get_str(l->binding, "key", ""));
    if (entry == NULL) {
        return; /* undeclared: the content stays */
    }
    char number[HOB_NUMBER_FIXED_SIZE];
    int precision = hob_to_int32(hob_value_get_number(l->binding, "precision", 0));
    hob_str text = value_text(entry->value, precision, number);
    hob_str format = hob_value_get_str(l->binding, "format", PLACE);
    size_t at = hob_str_find(format, HOB_STR(PLACE));
    hob_buf content;
    hob_buf_init(&content, &world->outside.scratch->as_allocator, CONTENT_BYTES);
    if (at == SIZE_MAX) {
        hob_buf_add_str(&content, format);
    } else {
        size_t end = at + sizeof(PLACE) - 1;
        hob_str before = {format.data, at}, after = {format.data + end, format.length - end};
        hob_buf_add_str(&content, before);
        add_replacement(&content, text, before, after);
        hob_buf_add_str(&content, after);
    }
    hob_world_set_text(world, &l->content, hob_buf_str(&content));
    hob_buf_done(&content);
}

void hob_text_label_refresh(hob_world *world, hob_str key) {
    hob_pass pass = hob_pass_begin(world, hob_component_type_index(world, &hob_text_label_type));
    for (hob_component *c = hob_pass_next(&pass); c != NULL; c = hob_pass_next(&pass)) {
        hob_value binding = HOB_DATA(c, hob_text_label)->binding;
        if (key.length == 0 || hob_str_equal(hob_value_get_str(binding, "key", ""), key)) {
            refresh(world, c);
        }
    }
    hob_pass_end(&pass);
}

/* Texts that are made while the game runs are told where they are drawn. */
static void validate(const void *of_struct, hob_reader *reader, const hob_read_level *level) {
    const hob_text_label *l = of_struct;
    hob_buf plain;
    hob_rich_text text;
    hob_error error = {0};
    hob_str content = hob_text_view(l->content);
    if (!l->rich) {
        return;
    }
    hob_buf_init(&plain, reader->allocator, CONTENT_BYTES);
    if (hob_rich_read(content, &plain, &text, &error) != HOB_OK) {
        hob_reader_find(reader, level, HOB_STR("content"), error.status, HOB_SEVERITY_WARNING,
                        error.hint, "%s The content is shown as it stands.", error.message);
    }
    hob_buf_done(&plain);
}

static const hob_component_phase phases[] = {{"bindings", refresh}, {NULL, NULL}};

/* ---- the table ---- */

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
    {HOB_AT(S, rich, "rich", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "The content has spans: [b], [i], [color=#ff8800], [size=24], each closed as [/b]; [[ "
            "is a bracket."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_text_label_type = {
    .name = "Text",
    .doc = "Writes words at the entity.",
    .size = sizeof(hob_text_label),
    .fields = fields,
    .phases = phases,
    .changed = changed,
    .validate = validate,
};
