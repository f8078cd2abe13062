/* Ids of spec hob 2: 41 bits of XXH64 over where and when a thing was made, as 8 digits. */
#include "project/change.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ID_DIGITS 8
#define ID_BITS   41 /* fewer than 36 to the 8th */

void hob_make_id(const char *project_id, const char *prefix, const char *container,
                 uint64_t counter, char ret_id[16]) {
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    char number[24];
    int number_length = snprintf(number, sizeof number, "%" PRIu64, counter);
    const char *parts[] = {project_id, prefix, container ? container : project_id};
    hob_hash hash;
    hob_hash_init(&hash);
    for (size_t i = 0; i < HOB_COUNT(parts); i++) {
        hob_hash_bytes(&hash, parts[i], strlen(parts[i]));
        hob_hash_bytes(&hash, ":", 1);
    }
    hob_hash_bytes(&hash, number, (size_t)number_length);
    uint64_t rest = hob_hash_end(&hash) & ((UINT64_C(1) << ID_BITS) - 1);
    int length = snprintf(ret_id, 16 - ID_DIGITS, "%.3s_", prefix);
    for (int i = ID_DIGITS - 1; i >= 0; i--) {
        ret_id[length + i] = digits[rest % 36];
        rest /= 36;
    }
    ret_id[length + ID_DIGITS] = '\0';
}
