/* Values of results, findings, and files from outside of the project. */
#include "command/command_internal.h"

#include <string.h>

static const hob_allocator *memory(const hob_command_call *call) {
    return &call->arena->as_allocator;
}

hob_value hob_command__map(hob_command_call *call) {
    return hob_value_map(memory(call), 8);
}

hob_value hob_command__list(hob_command_call *call) {
    return hob_value_list(memory(call), 8);
}

hob_value hob_command__text(hob_command_call *call, hob_str s) {
    return hob_value_text(memory(call), s);
}

void hob_command__put(hob_command_call *call, hob_value map, const char *key, hob_value v) {
    (void)hob_map_set(memory(call), map.as.map, hob_str_from(key), v);
}

void hob_command__put_text(hob_command_call *call, hob_value map, const char *key,
                           const char *text) {
    hob_command__put(call, map, key,
                     text != NULL ? hob_value_cstr(memory(call), text) : HOB_VALUE_NULL);
}

void hob_command__put_str(hob_command_call *call, hob_value map, const char *key, hob_str s) {
    hob_command__put(call, map, key, hob_command__text(call, s));
}

void hob_command__put_number(hob_command_call *call, hob_value map, const char *key, double n) {
    hob_command__put(call, map, key, hob_value_number(n));
}

void hob_command__put_bool(hob_command_call *call, hob_value map, const char *key, bool b) {
    hob_command__put(call, map, key, hob_value_bool(b));
}

void hob_command__add(hob_command_call *call, hob_value list, hob_value v) {
    (void)hob_list_add(memory(call), list.as.list, v);
}

size_t hob_command__depth(yyjson_val *v) {
    size_t deepest = 0, i, max;
    yyjson_val *key, *inner;
    if (!yyjson_is_ctn(v)) {
        return 0;
    }
    yyjson_arr_foreach(v, i, max, inner) {
        size_t depth = hob_command__depth(inner);
        deepest = depth > deepest ? depth : deepest;
    }
    yyjson_obj_foreach(v, i, max, key, inner) {
        size_t depth = hob_command__depth(inner);
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest + 1;
}

/* Files may be deeper than values that are written: what lies below is left out. */
static hob_value cut_to(hob_command_call *call, yyjson_val *v, size_t depth) {
    size_t i, max;
    yyjson_val *key, *inner;
    if (!yyjson_is_ctn(v)) {
        return hob_value_from_json(memory(call), v);
    }
    if (depth == 0) {
        return hob_command__text(call, HOB_STR("(too deep to be shown)"));
    }
    hob_value made = yyjson_is_obj(v) ? hob_command__map(call) : hob_command__list(call);
    yyjson_arr_foreach(v, i, max, inner) {
        hob_command__add(call, made, cut_to(call, inner, depth - 1));
    }
    yyjson_obj_foreach(v, i, max, key, inner) {
        hob_str name = {yyjson_get_str(key), yyjson_get_len(key)};
        (void)hob_map_set(memory(call), made.as.map, name, cut_to(call, inner, depth - 1));
    }
    return made;
}

hob_value hob_command__of_json(hob_command_call *call, yyjson_val *v) {
    if (v == NULL) {
        return HOB_VALUE_NULL;
    }
    return hob_command__depth(v) <= HOB_COMMAND__DEPTH ? hob_value_from_json(memory(call), v)
                                                       : cut_to(call, v, HOB_COMMAND__DEPTH);
}

yyjson_val *hob_command__fixed(hob_command_call *call, yyjson_mut_val *v) {
    yyjson_alc alc = hob_json_alc(memory(call));
    yyjson_doc *doc = v != NULL ? yyjson_mut_val_imut_copy(v, &alc) : NULL;
    return doc != NULL ? yyjson_doc_get_root(doc) : NULL;
}

hob_value hob_command__of_mut(hob_command_call *call, yyjson_mut_val *v) {
    return hob_command__of_json(call, hob_command__fixed(call, v));
}

/* A block that is given back at once leaves its room in the arena. */
hob_status hob_command__reserve(hob_command_call *call, hob_error *reterr) {
    enum { ROOM = 256 << 10 };
    const hob_allocator *a = memory(call);
    if (call->project != NULL && hob_project_ran_out(call->project)) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    }
    void *room = hob_alloc(a, ROOM);
    hob_free(a, room, ROOM);
    return HOB_OK;
}

const char *hob_command__cstr(hob_command_call *call, hob_str s) {
    return hob_arena_text(call->arena, s.data != NULL ? s.data : "", s.length);
}

int hob_command__shown(hob_str s) {
    size_t length = s.length < 80 ? s.length : 80;
    while (length > 0 && length < s.length && ((unsigned char)s.data[length] & 0xC0) == 0x80) {
        length--;
    }
    return (int)length;
}

/* ---- findings ---- */

hob_status hob_command__fail_findings(hob_command_call *call, const hob_error_list *findings) {
    hob_status first = HOB_OK;
    for (size_t i = 0; i < findings->count; i++) {
        const hob_error *found = &findings->items[i];
        if (found->severity == HOB_SEVERITY_ERROR) {
            first = first == HOB_OK ? found->status : first;
            hob_error_list_add(call->errors, found);
        }
    }
    return first;
}

void hob_command__warn_findings(hob_command_call *call, const hob_error_list *findings) {
    for (size_t i = 0; i < findings->count; i++) {
        hob_error warning = findings->items[i];
        warning.severity = HOB_SEVERITY_WARNING;
        hob_error_list_add(call->warnings, &warning);
    }
}

/* ---- files outside of the project ---- */

const char *hob_command__outside_path(hob_command_call *call, hob_str path) {
    const char *text = hob_command__cstr(call, path);
    return text[0] == '/' || call->host->working_folder == NULL
               ? text
               : hob_path_join(call->arena, call->host->working_folder, text);
}

hob_status hob_command__read_outside(hob_command_call *call, const char *path, size_t max,
                                     hob_str *ret_bytes, hob_error *reterr) {
    hob_guard *guard = call->arena->guard;
    hob_buf bytes;
    hob_buf_init(&bytes, memory(call), max);
    call->arena->guard = NULL; /* the file system holds the file open */
    hob_status status = call->host->fs->read(call->host->fs, path, max, &bytes, reterr);
    call->arena->guard = guard;
    if (status == HOB_ERR_FILE_NOT_FOUND) {
        call->exit_code = 2;
        hob_error_hint(reterr, "Relative paths start at the folder in which hob is run.");
    }
    if (status == HOB_OK) {
        *ret_bytes = bytes.data != NULL ? hob_buf_str(&bytes) : HOB_STR("");
    }
    return status;
}

hob_status hob_command__read_beside(hob_command_call *call, hob_str other, const char *path,
                                    hob_str *ret_bytes, hob_error *reterr) {
    int exit_code = call->exit_code;
    while (other.length > 0 && other.data[other.length - 1] != '/') {
        other.length--;
    }
    const char *full = hob_arena_format(call->arena, "%.*s%s", (int)other.length, other.data, path);
    hob_status status =
        hob_command__read_outside(call, hob_command__outside_path(call, hob_str_from(full)),
                                  (size_t)1 << 30, ret_bytes, reterr);
    if (status != HOB_OK) {
        call->exit_code = exit_code;
        hob_error_hint(reterr, "Put \"%.100s\" beside the file that names it.", path);
    }
    return status;
}

hob_status hob_command__write_outside(hob_command_call *call, hob_str path, const hob_buf *text,
                                      hob_error *reterr) {
    hob_fs *fs = call->host->fs;
    const char *target = hob_command__outside_path(call, path);
    const char *temp = hob_arena_format(call->arena, "%s.hob-tmp", target);
    if (text->failed) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "The file is too long to be made.");
    }
    (void)fs->remove(fs, temp, NULL); /* left by a crash */
    hob_status status = hob_command__reserve(call, reterr);
    if (status == HOB_OK) {
        status = fs->write_new(fs, temp, hob_buf_str(text), 0644, reterr);
    }
    if (status == HOB_OK) {
        status = fs->rename(fs, temp, target, reterr);
        if (status != HOB_OK) {
            (void)fs->remove(fs, temp, NULL);
        }
    }
    return status;
}
