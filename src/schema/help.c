/* Field tables as lines of text for help. */
#include "schema/internal.h"

#define NAME_WIDTH 24

/* Where a nested table's lines begin: "slice." */
typedef struct prefix {
    const struct prefix *up;
    const char *name;
} prefix;

static void add_prefix(const prefix *p, hob_buf *out) {
    if (p) {
        add_prefix(p->up, out);
        hob_buf_format(out, "%s.", p->name);
    }
}

static void add_line(const hob_field *field, const prefix *p, hob_buf *out) {
    hob_buf_add_cstr(out, "  ");
    size_t start = out->length;
    add_prefix(p, out);
    hob_buf_add_cstr(out, field->name);
    do {
        hob_buf_add_char(out, ' ');
    } while (out->length < start + NAME_WIDTH && !out->failed);

    hob_field_type_text(field, out);
    if (field->unit) {
        hob_buf_format(out, ", %s", field->unit);
    }
    if (field->flags & HOB_FIELD_REQUIRED) {
        hob_buf_add_cstr(out, ", required");
    } else if (field->flags & HOB_FIELD_RUNTIME) {
        hob_buf_add_cstr(out, (field->flags & HOB_FIELD_SCRIPT_WRITES)
                                  ? ", run time (scripts may write it)"
                                  : ", run time");
    } else if (field->default_json) {
        hob_buf_format(out, ", default %s", field->default_json);
        if (field->rule_default_json) {
            hob_buf_format(out, " (under a rule %s)", field->rule_default_json);
        }
    }
    hob_buf_format(out, ". %s\n", field->doc ? field->doc : "");
}

static void add_table(const hob_field *table, const prefix *p, hob_buf *out);

static void add_inside(const hob_field *field, const prefix *p, hob_buf *out) {
    prefix here = {p, field->name && field->name[0] ? field->name : "*"};
    if (field->type == HOB_FIELD_OBJECT && field->fields != hob_vec2_fields) {
        add_table(field->fields, &here, out);
    } else if (field->type == HOB_FIELD_LIST || field->type == HOB_FIELD_MAP) {
        add_inside(field->element, &here, out);
    } else if (field->type == HOB_FIELD_VARIANT) {
        for (size_t i = 0; field->variants[i]; i++) {
            prefix variant = {&here, field->names[i]};
            add_table(field->variants[i], &variant, out);
        }
    }
}

static void add_table(const hob_field *table, const prefix *p, hob_buf *out) {
    for (const hob_field *field = table; field->name; field++) {
        if (!(field->flags & HOB_FIELD_HIDDEN)) {
            add_line(field, p, out);
            add_inside(field, p, out);
        }
    }
}

void hob_fields_help(const hob_field *table, hob_buf *out) {
    add_table(table, NULL, out);
}
