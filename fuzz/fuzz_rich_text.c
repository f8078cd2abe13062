/* Any bytes as rich text: spans lie one behind the other and end with the words. */
#include "text/rich.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
    if (!holds) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static hob_rich_text text;
    hob_buf plain;
    hob_error error;
    hob_buf_init(&plain, hob_heap_allocator(), (size_t)1 << 20);
    hob_status status = hob_rich_read((hob_str){(const char *)data, size}, &plain, &text, &error);
    require(text.count >= 1 && text.count <= HOB_RICH_SPANS && plain.length <= size);
    if (status == HOB_OK) {
        require(text.spans[text.count - 1].end == plain.length);
        for (size_t i = 1; i < text.count; i++) {
            require(text.spans[i].end > text.spans[i - 1].end);
        }
    } else {
        require(error.status == status && error.message[0] != '\0');
    }
    hob_buf_done(&plain);
    return 0;
}
