/* Copying and freeing what a struct holds. */
#include "schema/internal.h"

#include <string.h>

bool hob_schema__copy_field(const hob_field *field, void *to, const void *from,
                            const hob_allocator *a) {
    if (hob_field_is_value(field)) {
        hob_value old = *HOB_SCHEMA__AT_CONST(hob_value, from, field);
        hob_value copy = hob_value_keep(a, old);
        *HOB_SCHEMA__AT(hob_value, to, field) = copy;
        return copy.tag == old.tag;
    }
    if (field->type == HOB_FIELD_OBJECT) {
        return hob_fields_copy(field->fields, HOB_SCHEMA__AT(void, to, field),
                               HOB_SCHEMA__AT_CONST(void, from, field), a);
    }
    if (hob_schema__is_text(field)) {
        *HOB_SCHEMA__AT(hob_text *, to, field) =
            hob_text_keep(*HOB_SCHEMA__AT_CONST(hob_text *, from, field));
    } else {
        memcpy(HOB_SCHEMA__AT(void, to, field), HOB_SCHEMA__AT_CONST(void, from, field),
               hob_field_size(field));
    }
    return true;
}

static bool has_place(const hob_field *field) {
    return field->offset != HOB_FIELD_NO_PLACE && !(field->flags & HOB_FIELD_ALIAS);
}

bool hob_fields_copy(const hob_field *table, void *to, const void *from, const hob_allocator *a) {
    bool ok = true;
    for (const hob_field *field = table; field->name; field++) {
        if (has_place(field)) {
            ok = hob_schema__copy_field(field, to, from, a) && ok;
        }
    }
    return ok;
}

void hob_schema__done_field(const hob_field *field, void *of_struct, const hob_allocator *a) {
    if (hob_field_is_value(field)) {
        hob_value_done(a, HOB_SCHEMA__AT(hob_value, of_struct, field));
    } else if (hob_schema__is_text(field)) {
        hob_text **text = HOB_SCHEMA__AT(hob_text *, of_struct, field);
        hob_text_drop(a, *text);
        *text = NULL;
    } else if (field->type == HOB_FIELD_OBJECT) {
        hob_fields_done(field->fields, HOB_SCHEMA__AT(void, of_struct, field), a);
    }
}

void hob_fields_done(const hob_field *table, void *of_struct, const hob_allocator *a) {
    for (const hob_field *field = table; field->name; field++) {
        if (has_place(field)) {
            hob_schema__done_field(field, of_struct, a);
        }
    }
}
