#include "support/fields.h"

#include "support/testing.h"

#include <stdio.h>
#include <string.h>

void hob_test_json_open(hob_test_json *t, const hob_allocator *a, const char *text) {
    hob_error error;
    memset(t, 0, sizeof *t);
    hob_error_list_init(&t->findings, hob_heap_allocator());
    if (hob_json_parse(hob_heap_allocator(), hob_str_from(text), "test.json", HOB_JSON_STRICT,
                       &t->json, NULL, &error)) {
        fail_msg("%s: %s", error.message, text);
    }
    t->reader = (hob_reader){.allocator = a,
                             .findings = &t->findings,
                             .file = "test.json",
                             .text = {t->json.text, t->json.length}};
}

void hob_test_json_close(hob_test_json *t) {
    hob_error_list_done(&t->findings);
    hob_json_done(&t->json);
}

size_t hob_test_json_count(const hob_test_json *t, hob_status status) {
    size_t count = 0;
    for (size_t i = 0; i < t->findings.count; i++) {
        count += t->findings.items[i].status == status;
    }
    return count;
}

static void walk(const hob_field *table, void *of_struct, const hob_field *top, const char *before,
                 hob_test_leaf_fn fn, void *user) {
    for (const hob_field *field = table; field->name; field++) {
        if (field->flags & HOB_FIELD_ALIAS) {
            continue;
        }
        hob_test_leaf leaf = {.field = field, .top = top ? top : field, .in_struct = of_struct};
        (void)snprintf(leaf.path, sizeof leaf.path, "%s%s%s", before, before[0] ? "." : "",
                       field->name);
        if (field->type == HOB_FIELD_OBJECT && !hob_field_is_value(field)) {
            walk(field->fields, (char *)of_struct + field->offset, leaf.top, leaf.path, fn, user);
        } else {
            fn(user, &leaf);
        }
    }
}

void hob_test_each_leaf(const hob_field *table, void *of_struct, hob_test_leaf_fn fn, void *user) {
    walk(table, of_struct, NULL, "", fn, user);
}

static void change_value(hob_value *v, const hob_allocator *a) {
    switch (v->tag) {
    case HOB_TAG_NUMBER:
        v->as.number += 1;
        break;
    case HOB_TAG_BOOL:
        v->as.boolean = !v->as.boolean;
        break;
    case HOB_TAG_LIST:
        assert_true(hob_list_add(a, v->as.list, hob_value_number(1)));
        break;
    case HOB_TAG_MAP:
        assert_true(hob_map_set(a, v->as.map, HOB_STR("changed"), hob_value_number(1)));
        break;
    default:
        hob_value_done(a, v);
        *v = hob_value_number(1);
        break;
    }
}

bool hob_test_change(const hob_field *field, void *of_struct, const hob_allocator *a) {
    void *place = (char *)of_struct + field->offset;
    if (hob_field_is_value(field)) {
        change_value(place, a);
        return true;
    }
    switch (field->type) {
    case HOB_FIELD_NUMBER:
        *(double *)place += 1;
        return true;
    case HOB_FIELD_INT:
        *(int32_t *)place += 1;
        return true;
    case HOB_FIELD_BOOL:
        *(bool *)place = !*(bool *)place;
        return true;
    case HOB_FIELD_HANDLE:
        *(uint64_t *)place += 1;
        return true;
    case HOB_FIELD_ENUM: {
        int32_t *index = place;
        *index = field->names[*index + 1] ? *index + 1 : 0;
        return field->names[1] != NULL;
    }
    default: {
        hob_text **text = place;
        char longer[200];
        (void)snprintf(longer, sizeof longer, "%sx", hob_text_cstr(*text));
        hob_text_drop(a, *text);
        *text = hob_text_create(a, hob_str_from(longer));
        return true;
    }
    }
}
