/* The 47 shapes of an autotile (spec commands 7.6): a key is the sum of the weights of the
 * neighbours that hold the same tile. */
#ifndef HOB_PROJECT_BLOB_H
#define HOB_PROJECT_BLOB_H

#include "base/text.h"

#define HOB_BLOB_KEYS 47
extern const int hob_blob_keys[HOB_BLOB_KEYS];
bool hob_blob_is_key(hob_str text); /* "0", "1", "4", ... */
/* "blob_255" of the key with this place; the key itself begins at 5. */
hob_str hob_blob_frame_name(size_t index, char ret_name[16]);

#endif
