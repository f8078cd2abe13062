/* Error codes, errors, lists of findings, and the nearest name for a misspelt one. */
#include "base/error.h"

#include "base/alloc.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct code_entry {
    const char *name, *sentence;
    int exit_code;
} code_entry;

static const code_entry codes[] = {
    {"OK", "Done.", 0},
#define HOB_CODE(name, exit, sentence) {#name, sentence, exit},
#include "base/codes.def"
#undef HOB_CODE
};
_Static_assert(HOB_COUNT(codes) == HOB_STATUS_COUNT, "one entry a code");

static const code_entry *code_of(hob_status status) {
    size_t index = (size_t)status;
    return &codes[index < HOB_COUNT(codes) ? index : (size_t)HOB_ERR_INTERNAL_ERROR];
}

const char *hob_status_name(hob_status status) {
    return code_of(status)->name;
}

const char *hob_status_sentence(hob_status status) {
    return code_of(status)->sentence;
}

int hob_status_exit_code(hob_status status) {
    return code_of(status)->exit_code;
}

hob_status hob_status_from_name(const char *name) {
    for (size_t i = 0; i < HOB_COUNT(codes); i++) {
        if (strcmp(codes[i].name, name) == 0) {
            return (hob_status)i;
        }
    }
    return HOB_STATUS_COUNT;
}

/* A sequence that was cut in the middle is dropped, so that a shortened text is still UTF-8. */
static void drop_cut_sequence(char *text) {
    size_t end = strlen(text), at = end;
    while (at > 0 && end - at < 4 && ((unsigned char)text[at - 1] & 0xC0) == 0x80) {
        at--;
    }
    if (at == 0) {
        return;
    }
    unsigned char lead = (unsigned char)text[at - 1];
    size_t need = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    if (end - (at - 1) < need) {
        text[at - 1] = '\0';
    }
}

static void format_into(char *out, size_t size, const char *format, va_list args) HOB_PRINTF(3, 0);
static void format_into(char *out, size_t size, const char *format, va_list args) {
    int length = vsnprintf(out, size, format, args);
    if (length < 0) {
        out[0] = '\0';
    } else if ((size_t)length >= size) {
        drop_cut_sequence(out);
    }
}

static void copy_into(char *out, size_t size, const char *text) {
    size_t length = text ? strlen(text) : 0;
    bool cut = length >= size;
    if (cut) {
        length = size - 1;
    }
    if (length) {
        memcpy(out, text, length);
    }
    out[length] = '\0';
    if (cut) {
        drop_cut_sequence(out);
    }
}

hob_status hob_error_set_at(hob_error *reterr, hob_status status, const char *c_file, int c_line,
                            const char *format, ...) {
    if (!reterr) {
        return status;
    }
    reterr->status = status;
    reterr->severity = HOB_SEVERITY_ERROR;
    va_list args;
    va_start(args, format);
    format_into(reterr->message, sizeof reterr->message, format, args);
    va_end(args);
    reterr->hint[0] = reterr->file[0] = reterr->pointer[0] = '\0';
    reterr->line = reterr->column = 0;
    reterr->noticed_file = c_file;
    reterr->noticed_line = c_line;
    return status;
}

hob_status hob_error_hint(hob_error *reterr, const char *format, ...) {
    if (!reterr) {
        return HOB_ERR_INTERNAL_ERROR;
    }
    va_list args;
    va_start(args, format);
    format_into(reterr->hint, sizeof reterr->hint, format, args);
    va_end(args);
    return reterr->status;
}

hob_status hob_error_place(hob_error *reterr, const char *file, const char *pointer, int line,
                           int column) {
    if (!reterr) {
        return HOB_ERR_INTERNAL_ERROR;
    }
    copy_into(reterr->file, sizeof reterr->file, file);
    copy_into(reterr->pointer, sizeof reterr->pointer, pointer);
    reterr->line = line;
    reterr->column = column;
    return reterr->status;
}

void hob_error_list_init(hob_error_list *list, const hob_allocator *allocator) {
    *list = (hob_error_list){.allocator = allocator, .limit = 1000};
}

void hob_error_list_done(hob_error_list *list) {
    hob_free(list->allocator, list->items, list->cap * sizeof *list->items);
    list->items = NULL;
    list->count = list->cap = 0;
}

static bool grow_list(hob_error_list *list) {
    size_t cap = list->cap ? list->cap * 2 : 8;
    if (cap > list->limit) {
        cap = list->limit;
    }
    if (cap <= list->count) {
        return false;
    }
    hob_error *items =
        hob_resize(list->allocator, list->items, list->cap * sizeof *items, cap * sizeof *items);
    if (!items) {
        return false;
    }
    list->items = items;
    list->cap = cap;
    return true;
}

void hob_error_list_add(hob_error_list *list, const hob_error *error) {
    if (error->severity == HOB_SEVERITY_ERROR) {
        list->error_count++;
    } else if (error->severity == HOB_SEVERITY_WARNING) {
        list->warning_count++;
    }
    if (list->count >= list->limit || (list->count == list->cap && !grow_list(list))) {
        list->dropped++;
        return;
    }
    list->items[list->count++] = *error;
}

/* Longer names are not compared: nobody misspells them, and the rows below lie on the C stack. */
#define LONGEST_NAME 64

static unsigned char lower(char c) {
    return (unsigned char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static int min_int(int a, int b) {
    return a < b ? a : b;
}

static int replace_cost(char a, char b, int whole, int case_only) {
    if (a == b) {
        return 0;
    }
    return lower(a) == lower(b) ? case_only : whole;
}

/* Optimal string alignment, three rows. `whole` is the cost of an edit, `case_only` that of a
 * letter's case. */
static int edit_cost(const char *a, size_t a_length, const char *b, size_t b_length, int whole,
                     int case_only) {
    int rows[3][LONGEST_NAME + 1];
    int *two_up = rows[0], *up = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++) {
        up[j] = (int)j * whole;
    }
    for (size_t i = 1; i <= a_length; i++) {
        row[0] = (int)i * whole;
        for (size_t j = 1; j <= b_length; j++) {
            int cost = up[j - 1] + replace_cost(a[i - 1], b[j - 1], whole, case_only);
            cost = min_int(cost, min_int(up[j], row[j - 1]) + whole);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                cost = min_int(cost, two_up[j - 2] + whole);
            }
            row[j] = cost;
        }
        int *oldest = two_up;
        two_up = up;
        up = row;
        row = oldest;
    }
    return up[b_length];
}

int hob_edit_distance(const char *a, const char *b) {
    size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > LONGEST_NAME || b_length > LONGEST_NAME) {
        return strcmp(a, b) == 0 ? 0 : INT32_MAX;
    }
    return edit_cost(a, a_length, b, b_length, 1, 1);
}

const char *hob_nearest_name(const char *asked, const char *const *names) {
    size_t length = strlen(asked);
    if (length == 0 || length > LONGEST_NAME) {
        return NULL;
    }
    int allowed = length / 3 > 2 ? (int)(length / 3) : 2;
    int best = 2 * allowed + 1; /* in half edits */
    const char *nearest = NULL;
    for (size_t i = 0; names[i]; i++) {
        size_t name_length = strlen(names[i]);
        size_t longer = length > name_length ? length - name_length : name_length - length;
        if (name_length > LONGEST_NAME || 2 * (int)longer >= best) { /* an edit for each */
            continue;
        }
        int cost = edit_cost(asked, length, names[i], name_length, 2, 1);
        /* A name with nothing in common is no suggestion, however short both are. */
        bool shares = cost < 2 * (int)(length > name_length ? length : name_length);
        if (cost < best && shares) {
            best = cost;
            nearest = names[i];
        }
    }
    return nearest;
}
