/* Growable buffers with a largest size. */
#include "base/text.h"

#include "base/numtext.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define FIRST_CAP 64

void hob_buf_init(hob_buf *buf, const hob_allocator *allocator, size_t max) {
    *buf = (hob_buf){.allocator = allocator, .max = max < SIZE_MAX / 4 ? max : SIZE_MAX / 4};
}

void hob_buf_done(hob_buf *buf) {
    hob_free(buf->allocator, buf->data, buf->cap);
    *buf = (hob_buf){.allocator = buf->allocator, .max = buf->max};
}

void hob_buf_clear(hob_buf *buf) {
    buf->length = 0;
    buf->failed = false;
    if (buf->data) {
        buf->data[0] = '\0';
    }
}

/* Room for `more` bytes and the NUL behind them; false leaves the buffer failed and as it was. */
static bool reserve(hob_buf *buf, size_t more) {
    if (buf->failed) {
        return false;
    }
    if (HOB_LIKELY(more < buf->cap - buf->length)) {
        return true;
    }
    if (more > buf->max - buf->length) {
        buf->failed = true;
        return false;
    }
    size_t need = buf->length + more + 1;
    size_t cap = buf->cap ? buf->cap * 2 : FIRST_CAP;
    if (cap > buf->max + 1) {
        cap = buf->max + 1;
    }
    if (cap < need) {
        cap = need;
    }
    char *data = hob_resize(buf->allocator, buf->data, buf->cap, cap);
    if (!data) {
        buf->failed = true;
        return false;
    }
    if (!buf->data) {
        data[0] = '\0';
    }
    buf->data = data;
    buf->cap = cap;
    return true;
}

char *hob_buf_room(hob_buf *buf, size_t more) {
    return reserve(buf, more) ? buf->data + buf->length : NULL;
}

void hob_buf_add(hob_buf *buf, const void *data, size_t length) {
    if (!reserve(buf, length)) {
        return;
    }
    if (length) {
        memcpy(buf->data + buf->length, data, length);
    }
    buf->length += length;
    buf->data[buf->length] = '\0';
}

void hob_buf_add_str(hob_buf *buf, hob_str s) {
    hob_buf_add(buf, s.data, s.length);
}

void hob_buf_add_cstr(hob_buf *buf, const char *s) {
    hob_buf_add(buf, s, strlen(s));
}

void hob_buf_add_char(hob_buf *buf, char c) {
    hob_buf_add(buf, &c, 1);
}

void hob_buf_format(hob_buf *buf, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0) {
        buf->failed = true;
    } else if (reserve(buf, (size_t)length)) {
        (void)vsnprintf(buf->data + buf->length, (size_t)length + 1, format, again);
        buf->length += (size_t)length;
    }
    va_end(again);
}

/* 0: the byte stands for itself; else the letter of its two-letter escape; 'u': \u00xx; 1: not
 * ASCII. */
static char escape_of(unsigned char byte) {
    switch (byte) {
    case '"':
        return '"';
    case '\\':
        return '\\';
    case '\b':
        return 'b';
    case '\t':
        return 't';
    case '\n':
        return 'n';
    case '\f':
        return 'f';
    case '\r':
        return 'r';
    default:
        return byte < 0x20 ? 'u' : byte >= 0x80 ? 1 : 0;
    }
}

static void add_escape(hob_buf *buf, unsigned char byte, char escape) {
    static const char digits[] = "0123456789abcdef";
    if (escape == 'u') {
        const char text[6] = {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]};
        hob_buf_add(buf, text, sizeof text);
    } else {
        const char text[2] = {'\\', escape};
        hob_buf_add(buf, text, sizeof text);
    }
}

void hob_buf_add_json_string(hob_buf *buf, hob_str s) {
    hob_buf_add_char(buf, '"');
    size_t plain = 0, at = 0; /* from `plain` on nothing is written yet */
    while (at < s.length) {
        unsigned char byte = (unsigned char)s.data[at];
        char escape = escape_of(byte);
        size_t used = 1;
        uint32_t code = byte;
        if (escape == 1) {
            used = hob_utf8_decode(s, at, &code);
        }
        /* A stray byte would make the whole file unreadable: it becomes U+FFFD. */
        bool stray = escape == 1 && used == 1;
        if (escape == 0 || (escape == 1 && !stray)) {
            at += used;
            continue;
        }
        hob_buf_add(buf, s.data + plain, at - plain);
        if (stray) {
            hob_buf_add_cstr(buf, "\xEF\xBF\xBD");
        } else {
            add_escape(buf, byte, escape);
        }
        at += used;
        plain = at;
    }
    if (at > plain) {
        hob_buf_add(buf, s.data + plain, at - plain);
    }
    hob_buf_add_char(buf, '"');
}

void hob_buf_add_number(hob_buf *buf, double number) {
    char text[HOB_NUMBER_FIXED_SIZE];
    size_t length;
    double size = fabs(number);
    if (size >= 0x1p53 && size < 1e21) {
        /* The shortest digits padded with zeros would name a whole number that no double holds,
         * which strict readers refuse. The exact digits are no longer. */
        length = hob_number_fixed(number, 0, text);
    } else {
        length = hob_number_text(number, HOB_NUMBER_JSON, text);
    }
    hob_buf_add(buf, text, length);
}

hob_str hob_buf_str(const hob_buf *buf) {
    return buf->data ? (hob_str){buf->data, buf->length} : (hob_str){"", 0};
}
