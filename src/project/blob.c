#include "project/blob.h"

#include <stdio.h>
#include <string.h>

const int hob_blob_keys[HOB_BLOB_KEYS] = {
    0,   1,   4,   5,   7,   16,  17,  20,  21,  23,  28,  29,  31,  64,  65,  68,
    69,  71,  80,  81,  84,  85,  87,  92,  93,  95,  112, 113, 116, 117, 119, 124,
    125, 127, 193, 197, 199, 209, 213, 215, 221, 223, 241, 245, 247, 253, 255,
};

hob_str hob_blob_frame_name(size_t index, char ret_name[16]) {
    (void)snprintf(ret_name, 16, "blob_%d", hob_blob_keys[index]);
    return hob_str_from(ret_name);
}

bool hob_blob_is_key(hob_str text) {
    for (size_t i = 0; i < HOB_BLOB_KEYS; i++) {
        char name[16];
        hob_str frame = hob_blob_frame_name(i, name);
        if (hob_str_equal(text, (hob_str){frame.data + 5, frame.length - 5})) {
            return true;
        }
    }
    return false;
}
