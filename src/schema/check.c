#include "schema/internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- findings ---- */

static void build_pointer(const hob_read_level *level, char *pointer, size_t size) {
    if (!level) {
        return;
    }
    build_pointer(level->up, pointer, size);
    if (level->key.data) {
        hob_json_pointer_key(pointer, size, level->key);
    } else {
        hob_json_pointer_index(pointer, size, level->index);
    }
}

static void build_words(const hob_read_level *level, const hob_read_level *stop, hob_buf *out) {
    if (!level || level == stop) {
        return;
    }
    build_words(level->up, stop, out);
    if (!level->key.data) {
        hob_buf_format(out, "[%zu]", level->index);
        return;
    }
    if (out->length > 0) {
        hob_buf_add_char(out, '.');
    }
    hob_buf_add_str(out, level->key);
}

const char *hob_reader_words(const hob_reader *reader, const hob_read_level *level, hob_str key,
                             char *out, size_t size) {
    hob_schema__line line;
    hob_buf *buf = hob_schema__line_init(&line);
    hob_read_level here = {.up = level, .key = key};
    build_words(key.length > 0 ? &here : level, reader->subject_level, buf);
    if (buf->length == 0) {
        hob_buf_add_cstr(buf, "The file");
    }
    size_t length = buf->length < size ? buf->length : size - 1;
    memcpy(out, hob_schema__line_text(&line), length);
    out[length] = '\0';
    return out;
}

static bool refuses(hob_status status) {
    return status == HOB_ERR_FIELD_TYPE || status == HOB_ERR_FIELD_MISSING ||
           status == HOB_ERR_FIELD_RANGE || status == HOB_ERR_FIELD_PATTERN ||
           status == HOB_ERR_OUT_OF_MEMORY;
}

/* A finding about a key that is not there has the place of what should hold it. */
static void locate(hob_reader *reader, const char *pointer, bool of_key, int *ret_line,
                   int *ret_column) {
    char nearest[1024];
    hob_json_locate_next(&reader->locator, reader->text, pointer, of_key, ret_line, ret_column);
    (void)snprintf(nearest, sizeof nearest, "%s", pointer);
    for (char *last = strrchr(nearest, '/'); *ret_line == 0 && last; last = strrchr(nearest, '/')) {
        *last = '\0';
        hob_json_locate_next(&reader->locator, reader->text, nearest, false, ret_line, ret_column);
    }
}

/* Counts a finding. False when nobody will read it: it needs no words then, and a file may hold
 * millions of them. */
static bool begin_finding(hob_reader *reader, hob_status status, hob_severity severity) {
    if (severity == HOB_SEVERITY_ERROR) {
        reader->error_count++;
        reader->refused = reader->refused || refuses(status);
    }
    if (!reader->findings) {
        return false;
    }
    if (reader->findings->count >= reader->findings->limit) {
        hob_error_list_add(reader->findings, &(hob_error){.severity = severity});
        return false;
    }
    return true;
}

static void tell_finding(hob_reader *reader, const hob_read_level *at, hob_status status,
                         hob_severity severity, const char *hint, const char *sentence) {
    hob_error error = {0};
    const char *subject = reader->subject;
    (void)hob_fail(&error, status, "%s%s%s", subject ? subject : "", subject ? ": " : "", sentence);
    error.severity = severity;
    if (hint && hint[0]) {
        (void)hob_error_hint(&error, "%s", hint);
    }
    char pointer[1024] = "";
    build_pointer(at, pointer, sizeof pointer);
    int line = 0, column = 0;
    if (reader->text.length > 0) {
        locate(reader, pointer, status == HOB_ERR_FIELD_UNKNOWN, &line, &column);
    }
    (void)hob_error_place(&error, reader->file, pointer, line, column);
    hob_error_list_add(reader->findings, &error);
}

void hob_reader_find(hob_reader *reader, const hob_read_level *level, hob_str key,
                     hob_status status, hob_severity severity, const char *hint, const char *format,
                     ...) {
    if (!begin_finding(reader, status, severity)) {
        return;
    }
    char sentence[sizeof reader->findings->items->message +
                  100]; /* cut by hob_fail, between characters */
    va_list args;
    va_start(args, format);
    (void)vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    hob_read_level here = {.up = level, .key = key};
    tell_finding(reader, key.length > 0 ? &here : level, status, severity, hint, sentence);
}

/* "Transform.rotation must be a number, not null." with a hint, at a value. */
static void tell_at(hob_reader *reader, const hob_read_level *at, hob_status status,
                    const char *say, const char *hint) {
    char words[160], sentence[sizeof reader->findings->items->message + 100];
    (void)snprintf(sentence, sizeof sentence, "%s %s.",
                   hob_reader_words(reader, at, (hob_str){0}, words, sizeof words), say);
    tell_finding(reader, at, status, HOB_SEVERITY_ERROR, hint, sentence);
}

static void find_at(hob_reader *reader, const hob_read_level *at, hob_status status,
                    const char *say, const char *hint) {
    if (begin_finding(reader, status, HOB_SEVERITY_ERROR)) {
        tell_at(reader, at, status, say, hint);
    }
}

static void add_default_hint(const hob_reader *reader, const hob_field *field, bool found_null,
                             hob_buf *hint) {
    const char *default_json = hob_field_default_json(field, reader->rules);
    if (field->flags & HOB_FIELD_REQUIRED) {
        return;
    }
    if (found_null && !(field->flags & HOB_FIELD_NULLABLE)) {
        hob_buf_add_cstr(hint, "Leave the key out to get the default");
        if (default_json) {
            hob_buf_format(hint, " %s", default_json);
        }
        hob_buf_add_char(hint, '.');
    } else if (default_json) {
        hob_buf_format(hint, "The default is %s.", default_json);
    }
}

void hob_schema__find_type(hob_reader *reader, const hob_field *field, yyjson_val *v,
                           const hob_read_level *at) {
    hob_schema__line found, say, hint;
    if (!begin_finding(reader, HOB_ERR_FIELD_TYPE, HOB_SEVERITY_ERROR)) {
        return;
    }
    hob_schema__describe_json(hob_schema__line_init(&found), v);
    hob_schema__say_type(hob_schema__line_init(&say), field, hob_buf_str(&found.buf));
    hob_schema__line_init(&hint);
    if (field->type == HOB_FIELD_ENUM && yyjson_is_str(v)) {
        hob_schema__hint_names(&hint.buf, field->names,
                               (hob_str){yyjson_get_str(v), yyjson_get_len(v)});
    } else {
        add_default_hint(reader, field, yyjson_is_null(v), &hint.buf);
    }
    tell_at(reader, at, HOB_ERR_FIELD_TYPE, hob_schema__line_text(&say),
            hob_schema__line_text(&hint));
}

void hob_schema__find_missing(hob_reader *reader, const hob_field *field,
                              const hob_read_level *object) {
    char words[160], sentence[200];
    hob_schema__line hint;
    if (!begin_finding(reader, HOB_ERR_FIELD_MISSING, HOB_SEVERITY_ERROR)) {
        return;
    }
    hob_buf *buf = hob_schema__line_init(&hint);
    hob_buf_format(buf, "Add \"%s\": ", field->name);
    hob_schema__expected(field, buf);
    hob_buf_add_char(buf, '.');
    hob_str key = hob_str_from(field->name);
    hob_reader_words(reader, object, key, words, sizeof words);
    (void)snprintf(sentence, sizeof sentence, "%s is missing.", words);
    /* The place is the object: the key is not there. */
    tell_finding(reader, object, HOB_ERR_FIELD_MISSING, HOB_SEVERITY_ERROR,
                 hob_schema__line_text(&hint), sentence);
}

static void hint_unknown(const hob_field *table, const hob_field *field, hob_str key,
                         hob_buf *hint) {
    if (field) {
        hob_buf_add_cstr(hint, "It is set by the engine while the game runs; take it out.");
        return;
    }
    const char *near = hob_field_nearest(table, key);
    if (near) {
        hob_buf_format(hint, "Did you mean \"%s\"?", near);
        return;
    }
    hob_buf_add_cstr(hint, "Known keys: ");
    for (const hob_field *known = table; known->name; known++) {
        hob_buf_format(hint, known == table ? "%s" : ", %s", known->name);
    }
    hob_buf_add_char(hint, '.');
}

void hob_schema__find_unknown(hob_reader *reader, const hob_field *table, hob_str key, bool refuse,
                              const hob_read_level *object) {
    hob_severity severity = reader->script && !refuse ? HOB_SEVERITY_WARNING : HOB_SEVERITY_ERROR;
    reader->unknown_count++;
    reader->refused = reader->refused || refuse;
    if (!begin_finding(reader, HOB_ERR_FIELD_UNKNOWN, severity)) {
        return;
    }
    const hob_field *field = hob_field_find(table, key);
    hob_schema__line hint;
    hint_unknown(table, field, key, hob_schema__line_init(&hint));
    char words[160], sentence[200];
    hob_read_level here = {.up = object, .key = key};
    hob_reader_words(reader, &here, (hob_str){0}, words, sizeof words);
    (void)snprintf(sentence, sizeof sentence,
                   field ? "%s is no key of files." : "%s is not a known key.", words);
    tell_finding(reader, &here, HOB_ERR_FIELD_UNKNOWN, severity, hob_schema__line_text(&hint),
                 sentence);
}

void hob_schema__find_no_memory(hob_reader *reader, const hob_read_level *at) {
    hob_reader_find(reader, at, (hob_str){0}, HOB_ERR_OUT_OF_MEMORY, HOB_SEVERITY_ERROR, NULL,
                    "There is not enough memory to read this.");
}

/* ---- scalars ---- */

bool hob_schema__is_text(const hob_field *field) {
    return field->type == HOB_FIELD_TEXT || field->type == HOB_FIELD_COLOR ||
           field->type == HOB_FIELD_ASSET || field->type == HOB_FIELD_REF;
}

bool hob_schema__in_range(const hob_field *field, double v) {
    if (field->flags & HOB_FIELD_HAS_MIN) {
        if ((field->flags & HOB_FIELD_MIN_EXCLUSIVE) ? !(v > field->min) : !(v >= field->min)) {
            return false;
        }
    }
    return !(field->flags & HOB_FIELD_HAS_MAX) || v <= field->max;
}

static bool check_range(hob_reader *reader, const hob_field *field, double v,
                        const hob_read_level *at) {
    if (HOB_LIKELY(hob_schema__in_range(field, v))) {
        return true;
    }
    hob_schema__line say, hint;
    if (!begin_finding(reader, HOB_ERR_FIELD_RANGE, HOB_SEVERITY_ERROR)) {
        return false;
    }
    hob_schema__say_range(hob_schema__line_init(&say), field, v);
    hob_schema__hint_range(hob_schema__line_init(&hint), field);
    tell_at(reader, at, HOB_ERR_FIELD_RANGE, hob_schema__line_text(&say),
            hob_schema__line_text(&hint));
    return false;
}

bool hob_schema__check_number(hob_reader *reader, const hob_field *field, yyjson_val *v,
                              const hob_read_level *at, double *ret) {
    if (HOB_UNLIKELY(!yyjson_is_num(v))) {
        hob_schema__find_type(reader, field, v, at);
        return false;
    }
    double number = yyjson_get_num(v);
    if (!check_range(reader, field, number, at)) {
        return false;
    }
    *ret = number;
    return true;
}

bool hob_schema__check_int(hob_reader *reader, const hob_field *field, yyjson_val *v,
                           const hob_read_level *at, int32_t *ret) {
    double number = yyjson_get_num(v); /* 3.0 and 1e3 are whole numbers, too */
    if (HOB_UNLIKELY(!yyjson_is_num(v) || number != floor(number))) {
        hob_schema__find_type(reader, field, v, at);
        return false;
    }
    if (!check_range(reader, field, number, at)) {
        return false;
    }
    if (number < INT32_MIN || number > INT32_MAX) {
        find_at(reader, at, HOB_ERR_FIELD_RANGE, "does not fit into a whole number of 32 bits",
                "Use a value from -2147483648 to 2147483647.");
        return false;
    }
    *ret = (int32_t)number;
    return true;
}

bool hob_schema__check_enum(hob_reader *reader, const hob_field *field, yyjson_val *v,
                            const hob_read_level *at, int32_t *ret) {
    int index = -1;
    if (yyjson_is_str(v)) {
        index = hob_field_enum_index(field, (hob_str){yyjson_get_str(v), yyjson_get_len(v)});
    }
    if (HOB_UNLIKELY(index < 0)) {
        hob_schema__find_type(reader, field, v, at);
        return false;
    }
    *ret = index;
    return true;
}

bool hob_schema__check_text(hob_reader *reader, const hob_field *field, yyjson_val *v,
                            const hob_read_level *at, hob_str *ret) {
    if (HOB_UNLIKELY(!yyjson_is_str(v))) {
        hob_schema__find_type(reader, field, v, at);
        return false;
    }
    hob_str s = {yyjson_get_str(v), yyjson_get_len(v)};
    hob_schema__line say, hint;
    hob_schema__line_init(&say);
    hob_schema__line_init(&hint);
    hob_status status = hob_schema__text_fault(field, s, &say.buf, &hint.buf);
    if (HOB_UNLIKELY(status)) {
        find_at(reader, at, status, hob_schema__line_text(&say), hob_schema__line_text(&hint));
        return false;
    }
    *ret = s;
    return true;
}

bool hob_schema__check_count(hob_reader *reader, const hob_field *field, size_t count,
                             const hob_read_level *at) {
    if ((field->flags & HOB_FIELD_NOT_EMPTY) && count == 0) {
        find_at(reader, at, HOB_ERR_FIELD_RANGE, "must not be empty", "Add at least one element.");
        return false;
    }
    return check_range(reader, field, (double)count, at);
}
