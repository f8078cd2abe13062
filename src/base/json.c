/* Reading JSON: yyjson parses, json_check.c judges the tree, json_diagnose.c explains what yyjson
 * refused. */
#include "base/json.h"

#include "base/json_private.h"

#include <string.h>

/* yyjson does not pass sizes to free: each block begins with its own. */
#define BLOCK_HEAD 16

static void *alc_malloc(void *ctx, size_t size) {
    if (size > SIZE_MAX - BLOCK_HEAD) {
        return NULL;
    }
    char *block = hob_alloc(ctx, BLOCK_HEAD + size);
    if (!block) {
        return NULL;
    }
    memcpy(block, &size, sizeof size);
    return block + BLOCK_HEAD;
}

static void *alc_realloc(void *ctx, void *ptr, size_t old_size, size_t size) {
    (void)old_size; /* yyjson's guess; the block knows */
    if (!ptr) {
        return alc_malloc(ctx, size);
    }
    if (size > SIZE_MAX - BLOCK_HEAD) {
        return NULL;
    }
    char *block = (char *)ptr - BLOCK_HEAD;
    size_t now;
    memcpy(&now, block, sizeof now);
    block = hob_resize(ctx, block, BLOCK_HEAD + now, BLOCK_HEAD + size);
    if (!block) {
        return NULL;
    }
    memcpy(block, &size, sizeof size);
    return block + BLOCK_HEAD;
}

static void alc_free(void *ctx, void *ptr) {
    if (ptr) {
        char *block = (char *)ptr - BLOCK_HEAD;
        size_t size;
        memcpy(&size, block, sizeof size);
        hob_free(ctx, block, BLOCK_HEAD + size);
    }
}

yyjson_alc hob_json_alc(const hob_allocator *a) {
    /* The allocator is only ever read; yyjson's interface has no const. */
    return (yyjson_alc){alc_malloc, alc_realloc, alc_free, (void *)(uintptr_t)a};
}

static hob_status no_memory(hob_error *reterr, const char *file) {
    (void)hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory to read this file.");
    (void)hob_error_place(reterr, file, NULL, 0, 0);
    return HOB_ERR_OUT_OF_MEMORY;
}

/* The marks of the encodings that are refused. UTF-32 little-endian begins like UTF-16. */
static const char *foreign_mark(hob_str text) {
    if (hob_str_starts(text, HOB_STR("\xFF\xFE\0\0")) ||
        hob_str_starts(text, HOB_STR("\0\0\xFE\xFF"))) {
        return "UTF-32";
    }
    if (hob_str_starts(text, HOB_STR("\xFF\xFE")) || hob_str_starts(text, HOB_STR("\xFE\xFF"))) {
        return "UTF-16";
    }
    return NULL;
}

static hob_status refused(hob_str text, const char *file, const yyjson_read_err *yyerr,
                          hob_error *reterr) {
    hob_json__fault fault;
    if (!hob_json__diagnose(text, &fault)) {
        /* The two readers disagree; yyjson's word is kept. */
        fault = (hob_json__fault){HOB_ERR_JSON_SYNTAX, yyerr->pos, yyerr->msg, NULL, "", ""};
    }
    (void)hob_fail(reterr, fault.status, "%s", fault.message ? fault.message : fault.written);
    int line, column;
    hob_json__place(text, fault.offset, &line, &column);
    (void)hob_error_place(reterr, file, fault.pointer, line, column);
    if (fault.hint) {
        (void)hob_error_hint(reterr, "%s", fault.hint);
    }
    return fault.status;
}

static hob_status parse(hob_json *json, const char *file, hob_error *reterr) {
    hob_str text = {json->text, json->length};
    if (json->length == 0) {
        yyjson_read_err none = {0};
        return refused(text, file, &none, reterr);
    }
    yyjson_alc alc = hob_json_alc(json->allocator);
    yyjson_read_err yyerr;
    /* Numbers that no double holds come as raw text and are judged later. The text is not const for
     * yyjson only because it may be told to work in place. */
    json->doc = yyjson_read_opts(json->text, json->length, YYJSON_READ_BIGNUM_AS_RAW, &alc, &yyerr);
    if (!json->doc) {
        return yyerr.code == YYJSON_READ_ERROR_MEMORY_ALLOCATION
                   ? no_memory(reterr, file)
                   : refused(text, file, &yyerr, reterr);
    }
    json->root = yyjson_doc_get_root(json->doc);
    return HOB_OK;
}

hob_status hob_json_parse(const hob_allocator *a, hob_str text, const char *file,
                          hob_json_mode mode, hob_json *ret_json, hob_error_list *findings,
                          hob_error *reterr) {
    if (text.length > HOB_JSON_MAX_BYTES) {
        (void)hob_fail(reterr, HOB_ERR_JSON_SIZE, "The file has %zu bytes; JSON may have %zu.",
                       text.length, HOB_JSON_MAX_BYTES);
        (void)hob_error_place(reterr, file, NULL, 0, 0);
        return HOB_ERR_JSON_SIZE;
    }
    const char *mark = foreign_mark(text);
    if (mark) {
        (void)hob_fail(reterr, HOB_ERR_JSON_ENCODING,
                       "The file begins with the mark of %s (at byte 0).", mark);
        (void)hob_error_place(reterr, file, NULL, 1, 1);
        (void)hob_error_hint(reterr, "Save the file as UTF-8.");
        return HOB_ERR_JSON_ENCODING;
    }
    hob_json json = {.allocator = a};
    if (hob_str_starts(text, HOB_STR(HOB_JSON__BOM))) {
        json.had_bom = true;
        text = (hob_str){text.data + 3, text.length - 3};
    }
    json.text_cap = text.length + 1;
    json.text = hob_alloc(a, json.text_cap);
    if (!json.text) {
        return no_memory(reterr, file);
    }
    if (text.length) {
        memcpy(json.text, text.data, text.length);
    }
    json.text[text.length] = '\0';
    json.length = text.length;
    hob_status status = parse(&json, file, reterr);
    if (status == HOB_OK) {
        status = hob_json__check(&json, file, mode, findings, reterr);
    }
    if (status != HOB_OK) {
        hob_json_done(&json);
        return status;
    }
    *ret_json = json;
    return HOB_OK;
}

void hob_json_done(hob_json *json) {
    if (json->doc) {
        yyjson_doc_free(json->doc);
    }
    if (json->text) {
        hob_free(json->allocator, json->text, json->text_cap);
    }
    *json = (hob_json){.allocator = json->allocator};
}
