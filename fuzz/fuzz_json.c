/* Any bytes as a JSON file: read in both modes, written, read back and written again; places
 * searched. */
#include "base/json.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
    if (!holds) {
        abort();
    }
}

static void check_error(hob_str text, const hob_error *error) {
    require(error->status > HOB_OK && error->status < HOB_STATUS_COUNT);
    require(error->line >= 1 && error->column >= 1 && error->message[0] != '\0');
    int line, column;
    hob_json_locate(text, error->pointer, true, &line, &column);
    require(line >= 0 && column >= 0);
}

/* Writes the tree and reads that again: nothing may change any more. */
static void check_round_trip(yyjson_val *root) {
    hob_buf once, twice;
    hob_buf_init(&once, hob_heap_allocator(), HOB_JSON_MAX_BYTES);
    hob_buf_init(&twice, hob_heap_allocator(), HOB_JSON_MAX_BYTES);
    require(hob_json_write(&once, root, NULL) == HOB_OK);
    hob_json json;
    require(hob_json_parse(hob_heap_allocator(), hob_buf_str(&once), NULL, HOB_JSON_STRICT, &json,
                           NULL, NULL) == HOB_OK);
    require(hob_json_write(&twice, json.root, NULL) == HOB_OK);
    require(hob_str_equal(hob_buf_str(&once), hob_buf_str(&twice)));
    hob_json_done(&json);
    hob_buf_done(&once);
    hob_buf_done(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    hob_str text = {(const char *)data, size};
    for (int mode = HOB_JSON_STRICT; mode <= HOB_JSON_FOREIGN; mode++) {
        hob_error_list findings;
        hob_error_list_init(&findings, hob_heap_allocator());
        hob_json json;
        hob_error error;
        if (hob_json_parse(hob_heap_allocator(), text, "f", (hob_json_mode)mode, &json, &findings,
                           &error) == HOB_OK) {
            require(hob_utf8_valid((hob_str){json.text, json.length}, NULL));
            check_round_trip(json.root);
            hob_json_done(&json);
        } else {
            check_error(text, &error);
        }
        for (size_t i = 0; i < findings.count; i++) {
            require(mode == HOB_JSON_FOREIGN);
            check_error(text, &findings.items[i]);
        }
        hob_error_list_done(&findings);
    }
    hob_value v;
    if (hob_value_parse_json(hob_heap_allocator(), text, &v, NULL) == HOB_OK) {
        hob_buf buf;
        hob_buf_init(&buf, hob_heap_allocator(), HOB_JSON_MAX_BYTES);
        require(hob_value_write_json(&buf, v, size % 2, NULL, NULL));
        hob_buf_done(&buf);
        hob_value_done(hob_heap_allocator(), &v);
    }
    return 0;
}
