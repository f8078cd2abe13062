/* Lists in pages: what `limit`, `cursor` and `fields` make of the list that a command's entry names
 * (command.h). */
#include "command/page.h"

#include "base/hash.h"

#include <string.h>

const hob_field hob_command__page_field = {
    .name = "", .type = HOB_FIELD_TEXT, .flags = HOB_FIELD_NOT_EMPTY, .doc = "Name of a member."};

/* ---- cursors: "<rows before>-<hash of the last of them>" ---- */

/* What tells a row from the others of its list. */
static hob_value identity_of(hob_value row) {
    static const char *const keys[] = {"id", "path", "name", "type", "pointer"};
    for (size_t i = 0; row.tag == HOB_TAG_MAP && i < HOB_COUNT(keys); i++) {
        hob_value v = hob_value_get(row, keys[i]);
        if (v.tag == HOB_TAG_TEXT) {
            return v;
        }
    }
    return row;
}

static uint64_t hash_of(hob_command_call *call, hob_value row) {
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, (size_t)1 << 24);
    (void)hob_value_write_json(&text, identity_of(row), false, NULL, NULL);
    return hob_hash_once(text.data, text.length);
}

static const char *make_cursor(hob_command_call *call, const hob_list *rows, uint32_t next) {
    char hex[17];
    hob_hash_hex(hash_of(call, hob_list_get(rows, next - 1)), hex);
    return hob_arena_format(call->arena, "%u-%s", next, hex);
}

static hob_status refuse_cursor(hob_status code, const char *why, hob_error *reterr) {
    hob_fail(reterr, code, "%s", why);
    hob_error_hint(reterr, "Ask for the first page again, without a cursor.");
    hob_error_place(reterr, "", "/cursor", 0, 0);
    return code;
}

/* The row that the page begins with. After an edit the last row of the page before is looked for;
 * when it is gone nobody can say what was seen. */
static hob_status read_cursor(hob_command_call *call, const hob_list *rows, uint32_t *ret_from,
                              hob_error *reterr) {
    hob_str cursor = hob_call_str(call, "cursor");
    size_t dash = hob_str_find(cursor, HOB_STR("-"));
    uint32_t index = 0, found = 0, count = 0;
    for (size_t i = 0; dash != SIZE_MAX && i < dash; i++) {
        char c = cursor.data[i];
        if (c < '0' || c > '9' || index > UINT32_MAX / 20) {
            dash = SIZE_MAX;
            break;
        }
        index = index * 10 + (uint32_t)(c - '0');
    }
    if (dash == SIZE_MAX || index == 0 || cursor.length != dash + 17) {
        return refuse_cursor(HOB_ERR_INVALID_PARAMS, "This is no cursor of a page before.", reterr);
    }
    hob_str wanted = {cursor.data + dash + 1, 16};
    char hex[17];
    if (index <= rows->count) {
        hob_hash_hex(hash_of(call, hob_list_get(rows, index - 1)), hex);
        if (hob_str_is(wanted, hex)) {
            *ret_from = index;
            return HOB_OK;
        }
    }
    for (uint32_t i = 0; i < rows->count; i++) {
        hob_hash_hex(hash_of(call, hob_list_get(rows, i)), hex);
        if (hob_str_is(wanted, hex)) {
            found = i + 1;
            count++;
        }
    }
    *ret_from = found;
    return count == 1 ? HOB_OK
                      : refuse_cursor(HOB_ERR_CURSOR_STALE,
                                      "The list has changed where the page before ended.", reterr);
}

/* ---- fields ---- */

/* Whether rows can have the member at all: by the table, else by the rows themselves. */
static bool is_member(const hob_field *element, const hob_list *rows, hob_str name) {
    if (element->type == HOB_FIELD_OBJECT) {
        return hob_field_find(element->fields, name) != NULL;
    }
    for (uint32_t i = 0; i < rows->count; i++) {
        hob_value row = hob_list_get(rows, i);
        if (row.tag == HOB_TAG_MAP && hob_map_get(row.as.map, name).tag != HOB_TAG_ABSENT) {
            return true;
        }
    }
    return rows->count == 0;
}

static const char *members_text(hob_command_call *call, const hob_field *element,
                                const hob_list *rows) {
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, 400);
    if (element->type == HOB_FIELD_OBJECT) {
        for (const hob_field *f = element->fields; f->name != NULL; f++) {
            hob_buf_format(&text, "%s%s", text.length > 0 ? ", " : "", f->name);
        }
    } else if (rows->count > 0 && hob_list_get(rows, 0).tag == HOB_TAG_MAP) {
        const hob_map *row = hob_list_get(rows, 0).as.map;
        for (uint32_t i = 0; i < row->count; i++) {
            hob_buf_format(&text, "%s%s", text.length > 0 ? ", " : "",
                           hob_text_cstr(row->entries[i].key));
        }
    }
    return text.data != NULL ? text.data : "";
}

static hob_status check_fields(hob_command_call *call, const hob_list *wanted, const hob_list *rows,
                               hob_error *reterr) {
    const hob_field *list =
        hob_field_find(call->command->result, hob_str_from(call->command->list));
    for (uint32_t i = 0; i < wanted->count; i++) {
        hob_str name = hob_value_str(hob_list_get(wanted, i));
        if (is_member(list->element, rows, name)) {
            continue;
        }
        const char *near = list->element->type == HOB_FIELD_OBJECT
                               ? hob_field_nearest(list->element->fields, name)
                               : NULL;
        hob_fail(reterr, HOB_ERR_INVALID_PARAMS, "Rows of %s have no \"%.*s\".", list->name,
                 hob_command__shown(name), name.data);
        hob_error_hint(reterr,
                       near != NULL ? "Did you mean \"%s\"? There are %s." : "%sThere are %s.",
                       near != NULL ? near : "", members_text(call, list->element, rows));
        hob_error_place(reterr, "", hob_arena_format(call->arena, "/fields/%u", i), 0, 0);
        return HOB_ERR_INVALID_PARAMS;
    }
    return HOB_OK;
}

static hob_value pick(hob_command_call *call, hob_value row, const hob_list *wanted) {
    if (row.tag != HOB_TAG_MAP) {
        return row;
    }
    hob_value picked = hob_command__map(call);
    for (uint32_t i = 0; i < wanted->count; i++) {
        hob_str name = hob_value_str(hob_list_get(wanted, i));
        hob_value v = hob_map_get(row.as.map, name);
        if (v.tag != HOB_TAG_ABSENT) {
            hob_command__put(call, picked, hob_command__cstr(call, name), v);
        }
    }
    return picked;
}

/* ---- the page ---- */

hob_status hob_command__page(hob_command_call *call, hob_error *reterr) {
    const char *key = call->command->list;
    hob_value all = hob_value_get(call->data, key);
    const hob_list *rows = all.as.list;
    hob_value fields = hob_value_get(call->params, "fields");
    bool picks = fields.tag == HOB_TAG_LIST && fields.as.list->count > 0;
    uint32_t from = 0, to = rows->count;
    hob_status status = HOB_OK;
    if (hob_call_given(call, "cursor")) {
        status = read_cursor(call, rows, &from, reterr);
    }
    if (status == HOB_OK && picks) {
        status = check_fields(call, fields.as.list, rows, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    if (hob_call_given(call, "limit") && hob_call_number(call, "limit") < to - from) {
        to = from + (uint32_t)hob_call_number(call, "limit");
    }
    hob_value page = hob_command__list(call);
    for (uint32_t i = from; i < to; i++) {
        hob_value row = hob_list_get(rows, i);
        hob_command__add(call, page, picks ? pick(call, row, fields.as.list) : row);
    }
    hob_call_set_number(call, "total", rows->count);
    hob_call_set_bool(call, "truncated", to < rows->count);
    hob_call_set_text(call, "nextCursor", to < rows->count ? make_cursor(call, rows, to) : NULL);
    if (picks || from > 0 || to < rows->count) {
        hob_call_set(call, key, page);
        call->text = (hob_str){NULL, 0}; /* the page for people shows all of it */
    }
    return HOB_OK;
}
