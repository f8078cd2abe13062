/* Bytes as text and back: the standard alphabet with padding (RFC 4648, section 4). */
#ifndef HOB_BASE_BASE64_H
#define HOB_BASE_BASE64_H

#include "base/alloc.h"
#include "base/text.h"

/* In the arena; data is null when it has no memory (and no guard). */
hob_str hob_base64_encode(hob_arena *arena, hob_str bytes);
/* False: not whole groups of the alphabet. No memory: ret_bytes->data is null, and true. */
bool hob_base64_decode(hob_arena *arena, hob_str text, hob_str *ret_bytes);

#endif
