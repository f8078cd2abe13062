/* The part of the state hash that comes from fields (spec hob 10). */
#include "schema/internal.h"

static void hash_text(hob_hash *hash, hob_str s) {
    hob_hash_u8(hash, 4);
    hob_hash_u32(hash, (uint32_t)s.length);
    hob_hash_bytes(hash, s.data, s.length);
}

static void hash_int(hob_hash *hash, int64_t v) {
    hob_hash_u8(hash, 2);
    hob_hash_u64(hash, (uint64_t)v);
}

static void hash_field(const hob_field *field, const void *of_struct, hob_hash *hash,
                       hob_entity_serial_fn serial, void *user) {
    if (hob_field_is_value(field)) {
        hob_value v = *HOB_SCHEMA__AT_CONST(hob_value, of_struct, field);
        if (field->type == HOB_FIELD_INT && v.tag == HOB_TAG_NUMBER) {
            hash_int(hash, (int64_t)v.as.number);
        } else {
            hob_value_hash_with(hash, v, serial, user);
        }
        return;
    }
    switch (field->type) {
    case HOB_FIELD_NUMBER:
        hob_hash_u8(hash, 3);
        hob_hash_double(hash, *HOB_SCHEMA__AT_CONST(double, of_struct, field));
        break;
    case HOB_FIELD_INT:
        hash_int(hash, *HOB_SCHEMA__AT_CONST(int32_t, of_struct, field));
        break;
    case HOB_FIELD_BOOL:
        hob_hash_u8(hash, 1);
        hob_hash_u8(hash, *HOB_SCHEMA__AT_CONST(bool, of_struct, field) ? 1 : 0);
        break;
    case HOB_FIELD_ENUM:
        hash_text(hash,
                  hob_str_from(field->names[*HOB_SCHEMA__AT_CONST(int32_t, of_struct, field)]));
        break;
    case HOB_FIELD_HANDLE: {
        uint64_t entity = *HOB_SCHEMA__AT_CONST(uint64_t, of_struct, field);
        hob_value_hash_with(hash, hob_value_entity(entity), entity ? serial : NULL, user);
        break;
    }
    case HOB_FIELD_OBJECT: {
        const void *inner = HOB_SCHEMA__AT_CONST(void, of_struct, field);
        for (const hob_field *f = field->fields; f->name; f++) {
            hash_field(f, inner, hash, serial, user);
        }
        break;
    }
    default: {
        const hob_text *text = *HOB_SCHEMA__AT_CONST(hob_text *, of_struct, field);
        if (!text && (field->flags & HOB_FIELD_NULLABLE)) {
            hob_hash_u8(hash, 0);
        } else {
            hash_text(hash, hob_text_view(text));
        }
        break;
    }
    }
}

void hob_fields_hash_with(const hob_field *table, const void *of_struct, bool statics,
                          hob_hash *hash, hob_entity_serial_fn serial, void *user) {
    for (const hob_field *field = table; field->name; field++) {
        if (field->flags & (HOB_FIELD_ALIAS | HOB_FIELD_UNHASHED)) {
            continue;
        }
        if (((field->flags & HOB_FIELD_STATIC) != 0) == statics) {
            hash_field(field, of_struct, hash, serial, user);
        }
    }
}

void hob_fields_hash(const hob_field *table, const void *of_struct, bool statics, hob_hash *hash) {
    hob_fields_hash_with(table, of_struct, statics, hash, NULL, NULL);
}
