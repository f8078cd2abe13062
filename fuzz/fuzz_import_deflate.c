/* Any bytes packed and unpacked again are the same; any bytes unpacked are refused or read. */
#include "import/deflate.h"
#include "import/inflate.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *again = malloc(size + 1);
    hob_buf out;
    hob_buf_init(&out, hob_heap_allocator(), (size_t)1 << 26);
    hob_import__zip((hob_str){(const char *)data, size}, &out);
    if (again == NULL || out.failed || !hob_import__unzip(hob_buf_str(&out), again, size) ||
        (size > 0 && memcmp(again, data, size) != 0)) {
        abort();
    }
    (void)hob_import__unzip((hob_str){(const char *)data, size}, again, size);
    hob_buf_done(&out);
    free(again);
    return 0;
}
