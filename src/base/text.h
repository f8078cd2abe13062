/* Text: views, growable buffers, and the shared immutable texts that play state and values hold.
 * All text is UTF-8; lengths are bytes. */
#ifndef HOB_BASE_TEXT_H
#define HOB_BASE_TEXT_H

#include "base/alloc.h"

/* A view; not owned, not necessarily NUL-terminated. */
typedef struct hob_str {
    const char *data;
    size_t length;
} hob_str;
#define HOB_STR(literal) ((hob_str){(literal), sizeof(literal) - 1})
#define HOB_STR_INIT(literal) \
    { (literal), sizeof(literal) - 1 }     /* in static tables */
hob_str hob_str_from(const char *cstring); /* null gives an empty view */
bool hob_str_equal(hob_str a, hob_str b);
bool hob_str_is(hob_str a, const char *cstring);
int hob_str_compare(hob_str a, hob_str b); /* by bytes */
bool hob_str_starts(hob_str a, hob_str prefix);
bool hob_str_ends(hob_str a, hob_str suffix);
size_t hob_str_find(hob_str a, hob_str part); /* SIZE_MAX = not there */
uint64_t hob_str_hash(hob_str a);

/* UTF-8. decode returns bytes used (0 at the end) and U+FFFD for each invalid byte. */
size_t hob_utf8_decode(hob_str s, size_t at, uint32_t *ret_code);
size_t hob_utf8_encode(uint32_t code, char out[4]);
bool hob_utf8_valid(hob_str s, size_t *ret_bad_at); /* surrogates and overlong forms are invalid */
size_t hob_utf16_length(hob_str s);

/* Growable buffer with the largest size that makes sense for its use; past it, or out of memory, it
 * is `failed`, keeps what it has and ignores further writes. Always NUL-terminated when data is not
 * null. */
typedef struct hob_buf {
    const hob_allocator *allocator;
    char *data;
    size_t length, cap, max;
    bool failed;
} hob_buf;
void hob_buf_init(hob_buf *buf, const hob_allocator *allocator, size_t max);
void hob_buf_done(hob_buf *buf);
void hob_buf_clear(hob_buf *buf);
/* Room for `more` bytes behind the length, to be filled and counted by the caller; null: failed. */
char *hob_buf_room(hob_buf *buf, size_t more);
void hob_buf_add(hob_buf *buf, const void *data, size_t length);
void hob_buf_add_str(hob_buf *buf, hob_str s);
void hob_buf_add_cstr(hob_buf *buf, const char *s);
void hob_buf_add_char(hob_buf *buf, char c);
void hob_buf_format(hob_buf *buf, const char *format, ...) HOB_PRINTF(2, 3);
void hob_buf_add_json_string(hob_buf *buf, hob_str s); /* quoted; escapes of spec hob 9.2 only */
void hob_buf_add_number(hob_buf *buf, double number);  /* numtext, JSON style */
hob_str hob_buf_str(const hob_buf *buf);

/* Immutable shared text. Counted references; HOB_TEXT_SHARED ones (static, in program data) are
 * never freed. A null hob_text pointer is the absent text; hob_text_view(NULL) is empty. */
typedef struct hob_text {
    uint32_t refs;
    uint32_t length;
    char bytes[]; /* NUL-terminated; may also hold NULs */
} hob_text;
#define HOB_TEXT_SHARED UINT32_MAX
hob_text *hob_text_create(const hob_allocator *a, hob_str s); /* refs 1; null = no memory */
hob_text *hob_text_keep(hob_text *t);                         /* +1, returns t; null passes */
void hob_text_drop(const hob_allocator *a, hob_text *t);      /* -1; null passes */
hob_str hob_text_view(const hob_text *t);
const char *hob_text_cstr(const hob_text *t); /* "" for null */

#endif
