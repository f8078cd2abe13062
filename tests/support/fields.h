/* Helpers of tests that go through field tables: parsing JSON, walking leaves, and changing a field
 * to some other value, so that a test can prove that a field matters. */
#ifndef HOB_TESTS_FIELDS_H
#define HOB_TESTS_FIELDS_H

#include "schema/read.h"

/* A parsed text, and a reader over it whose findings are kept. */
typedef struct hob_test_json {
    hob_json json;
    hob_error_list findings;
    hob_reader reader;
} hob_test_json;
/* Fails the test when the text is not JSON. Texts and values are made with `a`. */
void hob_test_json_open(hob_test_json *t, const hob_allocator *a, const char *text);
void hob_test_json_close(hob_test_json *t);
/* Number of findings with this code. */
size_t hob_test_json_count(const hob_test_json *t, hob_status status);

/* One leaf of a table: a field that is not an OBJECT lying in the struct. */
typedef struct hob_test_leaf {
    const hob_field *field;
    const hob_field *top; /* entry of the outermost table */
    void *in_struct;
    char path[96];
} hob_test_leaf;
typedef void (*hob_test_leaf_fn)(void *user, const hob_test_leaf *leaf);
/* In table order; aliases are left out. */
void hob_test_each_leaf(const hob_field *table, void *of_struct, hob_test_leaf_fn fn, void *user);

/* Gives the field another value, past all checks; a second call need not give back the first. False
 * when there is no other value. */
bool hob_test_change(const hob_field *field, void *of_struct, const hob_allocator *a);

#endif
