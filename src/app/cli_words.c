#include "app/cli_words.h"

#include "base/numtext.h"

#include <string.h>

/* ---- spellings ---- */

static hob_str trimmed(hob_str s) {
    while (s.length > 0 && s.data[0] == ' ') {
        s = (hob_str){s.data + 1, s.length - 1};
    }
    while (s.length > 0 && s.data[s.length - 1] == ' ') {
        s.length--;
    }
    return s;
}

static hob_cli_piece flag_piece(hob_str inside) {
    size_t space = hob_str_find(inside, HOB_STR(" ")), equals = hob_str_find(inside, HOB_STR("="));
    return (hob_cli_piece){
        .kind = HOB_CLI_FLAG,
        .text = {inside.data + 2, space - 2},
        .param = trimmed((hob_str){inside.data + space, equals - space}),
        .value = {inside.data + equals + 1, inside.length - equals - 1},
    };
}

hob_cli_piece hob_cli__piece(const char *spelling, size_t *at) {
    while (spelling[*at] == ' ') {
        (*at)++;
    }
    char first = spelling[*at];
    if (first == '\0') {
        return (hob_cli_piece){.kind = HOB_CLI_END};
    }
    char close = first == '<' ? '>' : first == '[' ? ']' : first == '{' ? '}' : ' ';
    size_t start = close == ' ' ? *at : *at + 1, end = start;
    while (spelling[end] != '\0' && spelling[end] != close) {
        end++;
    }
    *at = spelling[end] == '\0' ? end : end + 1;
    hob_str text = {spelling + start, end - start};
    if (first == '{') {
        return flag_piece(text);
    }
    hob_cli_piece piece = {.kind = first == '<'   ? HOB_CLI_REQUIRED
                                   : first == '[' ? HOB_CLI_OPTIONAL
                                                  : HOB_CLI_WORD,
                           .text = text};
    if (piece.kind != HOB_CLI_WORD && hob_str_ends(text, HOB_STR("..."))) {
        piece.text.length -= 3;
        piece.rest = true;
    }
    return piece;
}

void hob_cli__option_name(const char *param, char out[64]) {
    size_t n = 0;
    for (; *param != '\0' && n + 2 < 64; param++) {
        if (*param >= 'A' && *param <= 'Z') {
            out[n++] = '-';
            out[n++] = (char)(*param - 'A' + 'a');
        } else {
            out[n++] = *param;
        }
    }
    out[n] = '\0';
}

/* ---- values ---- */

static hob_status bad_value(const hob_field *param, hob_str word, const char *wanted,
                            hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_INVALID_PARAMS, "%s cannot be \"%.*s\".", param->name,
             (int)(word.length < 100 ? word.length : 100), word.data);
    return hob_error_hint(reterr, "Give %s.", wanted);
}

static bool add_number(hob_str word, hob_buf *out) {
    double number;
    bool is_number =
        word.length > 0 && hob_number_parse(word.data, word.length, &number) == word.length;
    if (is_number) {
        hob_buf_add_number(out, number);
    }
    return is_number;
}

/* A plain value of a type that one word can say. */
static hob_status add_plain(const hob_field *param, hob_str word, hob_buf *out, hob_error *reterr) {
    switch (param->type) {
    case HOB_FIELD_NUMBER:
    case HOB_FIELD_INT:
        return add_number(word, out) ? HOB_OK : bad_value(param, word, "a number", reterr);
    case HOB_FIELD_BOOL:
        if (!hob_str_is(word, "true") && !hob_str_is(word, "false")) {
            return bad_value(param, word, "true or false", reterr);
        }
        hob_buf_add_str(out, word);
        return HOB_OK;
    default:
        if ((param->flags & HOB_FIELD_NULLABLE) != 0 && hob_str_is(word, "null")) {
            hob_buf_add_cstr(out, "null");
        } else {
            hob_buf_add_json_string(out, word);
        }
        return HOB_OK;
    }
}

/* Takes the part of `rest` before the separator. */
static hob_str cut(hob_str *rest, char separator) {
    const char *end = rest->length > 0 ? memchr(rest->data, separator, rest->length) : NULL;
    size_t length = end != NULL ? (size_t)(end - rest->data) : rest->length;
    size_t used = end != NULL ? length + 1 : length;
    hob_str part = {rest->data, length};
    *rest = (hob_str){rest->data + used, rest->length - used};
    return part;
}

/* "1,2" as an object of the table's first fields, in order; sizes also as "1x2". */
static hob_status add_object(const hob_field *param, hob_str word, hob_buf *out,
                             hob_error *reterr) {
    size_t count = hob_fields_count(param->fields), given = 0;
    bool is_size = count == 2 && hob_str_find(word, HOB_STR(",")) == SIZE_MAX;
    hob_buf_add_char(out, '{');
    for (hob_str rest = word; given < count; given++) {
        const hob_field *field = &param->fields[given];
        hob_str part = cut(&rest, is_size ? 'x' : ',');
        bool is_last = given + 1 == count;
        if (part.length == 0 || (rest.length == 0) != is_last) {
            hob_buf wanted;
            hob_buf_init(&wanted, out->allocator, 200);
            for (size_t i = 0; i < count; i++) {
                hob_buf_format(&wanted, "%s%s", i > 0 ? "," : "", param->fields[i].name);
            }
            return bad_value(param, word, wanted.data != NULL ? wanted.data : "JSON", reterr);
        }
        hob_buf_format(out, "%s\"%s\":", given > 0 ? "," : "", field->name);
        hob_status status = add_plain(field, part, out, reterr);
        if (status != HOB_OK) {
            return status;
        }
    }
    hob_buf_add_char(out, '}');
    return HOB_OK;
}

static hob_status add_list(const hob_field *param, hob_str word, hob_buf *out, hob_error *reterr) {
    bool of_objects = param->element->type == HOB_FIELD_OBJECT;
    hob_field named = *param->element;
    named.name = param->name;
    hob_buf_add_char(out, '[');
    bool first = true;
    for (hob_str rest = word; rest.length > 0; first = false) {
        hob_str part = cut(&rest, of_objects ? ';' : ',');
        hob_buf_add_cstr(out, first ? "" : ",");
        hob_status status = of_objects ? add_object(&named, part, out, reterr)
                                       : add_plain(&named, part, out, reterr);
        if (status != HOB_OK) {
            return status;
        }
    }
    hob_buf_add_char(out, ']');
    return HOB_OK;
}

hob_status hob_cli__read(const char *path, const hob_cli_input *input, hob_arena *arena,
                         hob_str *ret_text, hob_error *reterr) {
    hob_buf text;
    hob_guard *guard = arena->guard;
    hob_status status;
    arena->guard = NULL; /* what is read from stays open meanwhile */
    hob_buf_init(&text, &arena->as_allocator, HOB_JSON_MAX_BYTES);
    if (strcmp(path, "-") == 0 && input->read_stdin != NULL) {
        status = input->read_stdin(&text, reterr);
    } else {
        status = input->fs->read(input->fs, path, HOB_JSON_MAX_BYTES, &text, reterr);
    }
    arena->guard = guard;
    if (status == HOB_OK) {
        *ret_text = text.data != NULL ? hob_buf_str(&text) : HOB_STR("");
    } else if (status != HOB_ERR_OUT_OF_MEMORY) {
        hob_error_hint(reterr, "Relative paths start at the folder in which hob is run.");
        reterr->status = HOB_ERR_USAGE; /* a file named on the command line */
    }
    return reterr != NULL && status != HOB_OK ? reterr->status : status;
}

/* JSON text, or @file; a bare word is a text where any value goes. */
static hob_status add_json(const hob_field *param, const char *word, const hob_cli_input *input,
                           hob_arena *arena, hob_buf *out, hob_error *reterr) {
    hob_str text = hob_str_from(word);
    bool takes_any = param->type == HOB_FIELD_ANY || param->type == HOB_FIELD_UNION;
    if (word[0] == '@' && word[1] != '\0') {
        hob_status status = hob_cli__read(word + 1, input, arena, &text, reterr);
        if (status != HOB_OK) {
            return status;
        }
    }
    hob_json json;
    hob_error error = {0};
    if (hob_json_parse(&arena->as_allocator, text, "value", HOB_JSON_STRICT, &json, NULL, &error) ==
        HOB_OK) {
        hob_buf_add_str(out, text);
        return HOB_OK;
    }
    if (takes_any && word[0] != '@' && word[0] != '{' && word[0] != '[' && word[0] != '"') {
        hob_buf_add_json_string(out, text);
        return HOB_OK;
    }
    hob_fail(reterr, HOB_ERR_INVALID_PARAMS, "%s is not valid JSON: %s", param->name,
             error.message);
    return hob_error_hint(reterr, "Quote it for the shell, as '{\"key\": 1}', or give @file.");
}

hob_status hob_cli__value(const hob_field *param, const char *word, const hob_cli_input *input,
                          hob_arena *arena, hob_buf *out, hob_error *reterr) {
    bool is_json = word[0] == '{' || word[0] == '[' || word[0] == '@';
    hob_str text = hob_str_from(word);
    switch (param->type) {
    case HOB_FIELD_OBJECT:
        if (!is_json && hob_str_is(text, "null") && (param->flags & HOB_FIELD_NULLABLE) != 0) {
            hob_buf_add_cstr(out, "null");
            return HOB_OK;
        }
        return is_json ? add_json(param, word, input, arena, out, reterr)
                       : add_object(param, text, out, reterr);
    case HOB_FIELD_LIST:
        return is_json || param->element->type == HOB_FIELD_ANY
                   ? add_json(param, word, input, arena, out, reterr)
                   : add_list(param, text, out, reterr);
    case HOB_FIELD_MAP:
    case HOB_FIELD_ANY:
    case HOB_FIELD_VARIANT:
    case HOB_FIELD_UNION:
        return add_json(param, word, input, arena, out, reterr);
    default:
        return add_plain(param, text, out, reterr);
    }
}
