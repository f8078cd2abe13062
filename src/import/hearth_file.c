/* One file of the source: read, checked against its table, its findings handed on. */
#include "import/hearth_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void hob_hearth__refuse(hob_hearth__import *import, const hob_error *error) {
    hob_error_list_add(import->findings, error);
    if (import->refusal.status == HOB_OK) {
        import->refusal = *error;
    }
}

static void note(hob_hearth__import *import, hob_hearth__need need, hob_error *error) {
    if (need == HOB_HEARTH_REQUIRED) {
        hob_hearth__refuse(import, error);
    } else {
        error->severity = HOB_SEVERITY_WARNING;
        hob_error_list_add(import->findings, error);
    }
}

bool hob_hearth__open(hob_hearth__import *import, hob_arena *arena, const char *path,
                      const hob_field *table, hob_hearth__need need, hob_hearth__file *ret_file) {
    hob_error error;
    if (arena == &import->scratch) {
        hob_arena_reset(arena);
    }
    *ret_file = (hob_hearth__file){.import = import, .arena = arena, .path = path, .need = need};
    if (hob_import__json(&import->source, path, arena, &ret_file->json, &error)) {
        note(import, need, &error);
        return false;
    }
    hob_error_list_init(&ret_file->found, &arena->as_allocator);
    ret_file->reader = (hob_reader){
        .allocator = &arena->as_allocator,
        .findings = &ret_file->found,
        .file = path,
        .text = {ret_file->json.text, ret_file->json.length},
        .script = true, /* unknown keys are warnings but in strict objects */
    };
    yyjson_alc alc = hob_json_alc(&arena->as_allocator);
    ret_file->doc = yyjson_mut_doc_new(&alc);
    (void)hob_fields_check(&ret_file->reader, table, ret_file->json.root, NULL);
    return true;
}

/* What became of the key belongs to the sentence. */
static void say_dropped(hob_error *error) {
    size_t length = strlen(error->message);
    if (error->status == HOB_ERR_FIELD_UNKNOWN && error->severity == HOB_SEVERITY_WARNING) {
        (void)snprintf(error->message + length, sizeof error->message - length,
                       " It is not imported.");
    }
}

bool hob_hearth__settle(hob_hearth__file *file) {
    hob_error_list *found = &file->found;
    size_t error_count = found->error_count, told = 0;
    for (size_t i = 0; i < found->count; i++) {
        hob_error *error = &found->items[i];
        say_dropped(error);
        if (error->severity == HOB_SEVERITY_ERROR) {
            note(file->import, file->need, error);
            told++;
        } else {
            hob_error_list_add(file->import->findings, error);
        }
    }
    if (error_count > told) { /* more than a list keeps */
        hob_error error = {.status = HOB_OK};
        (void)hob_fail(&error, HOB_ERR_FIELD_TYPE, "The file has %zu more errors.",
                       error_count - told);
        (void)hob_error_place(&error, file->path, NULL, 0, 0);
        note(file->import, file->need, &error);
    }
    hob_error_list_init(found, found->allocator);
    return error_count == 0;
}

void hob_hearth__warn(hob_hearth__file *file, const hob_read_level *level, const char *key,
                      hob_status status, const char *hint, const char *format, ...) {
    char sentence[sizeof(hob_error){0}.message];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    hob_reader_find(&file->reader, level, hob_str_from(key), status, HOB_SEVERITY_WARNING, hint,
                    "%s", sentence);
}

hob_status hob_hearth__put(hob_hearth__file *file, const char *path, hob_error *reterr) {
    hob_hearth__import *import = file->import;
    return hob_import__put_json(&import->target, path, file->doc, file->arena, reterr);
}

hob_status hob_hearth__copy_file(hob_hearth__import *import, const char *from, const char *to,
                                 hob_error *reterr) {
    hob_arena_reset(&import->scratch);
    hob_buf bytes;
    hob_status status = hob_import__read(&import->source, from, HOB_IMPORT_MAX_BYTES,
                                         &import->scratch, &bytes, reterr);
    return status ? status : hob_import__put(&import->target, to, hob_buf_str(&bytes), reterr);
}
