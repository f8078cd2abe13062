/* Two writers who do not know of each other: the second is told what the first did. */
#include "command/command_internal.h"
#include "project/content.h"

#include <string.h>

enum { NAMED = 4 }; /* so many commands are named in the error */

/* "createEntity Hero (cli), ..." of the commands after `seq`. */
static const char *commands_since(hob_command_call *call, uint64_t seq) {
    hob_journal journal;
    if (hob_journal_read(call->project, false, seq, 500, call->arena, &journal, NULL) != HOB_OK) {
        return "";
    }
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, 1 << 12);
    size_t count = 0;
    for (size_t i = 0; i < journal.count; i++) {
        hob_json line;
        if (hob_json_parse(&call->arena->as_allocator, journal.lines[i], "", HOB_JSON_STRICT, &line,
                           NULL, NULL) != HOB_OK ||
            !yyjson_is_true(yyjson_obj_get(line.root, "ok"))) {
            continue;
        }
        const char *summary = yyjson_get_str(yyjson_obj_get(line.root, "summary"));
        const char *source = yyjson_get_str(yyjson_obj_get(line.root, "source"));
        if (count < NAMED) {
            hob_buf_format(&text, "%s%.60s by %.10s", count > 0 ? ", " : "",
                           summary != NULL ? summary : "a command",
                           source != NULL ? source : "unknown");
        }
        count++;
    }
    if (count > NAMED) {
        hob_buf_format(&text, " and %zu more", count - NAMED);
    }
    return count > 0 ? text.data : "";
}

hob_status hob_command__check_revision(hob_command_call *call, hob_str expected,
                                       hob_error *reterr) {
    uint64_t hash = 0, wanted = 0, seq = 0;
    bool found = false;
    char revision[17];
    if (expected.length == 0) {
        return HOB_OK;
    }
    hob_status status = hob_project_content_hash(call->project, &hash, reterr);
    hob_hash_hex(hash, revision);
    if (status != HOB_OK || hob_str_is(expected, revision)) {
        return status;
    }
    if (!hob_hash_parse(expected.data, expected.length, &wanted)) {
        hob_fail(reterr, HOB_ERR_INVALID_PARAMS, "A revision is 16 hexadecimal digits.");
        return hob_error_hint(reterr, "Take it from the `revision` of an earlier result.");
    }
    status = hob_content_find_hash(call->project, wanted, call->arena, &found, &seq, NULL);
    if (status == HOB_ERR_OUT_OF_MEMORY) {
        return hob_fail(reterr, status, "There is not enough memory.");
    }
    hob_fail(reterr, HOB_ERR_REVISION_CONFLICT,
             "The project is not at revision %.*s any more, but at %s.", (int)expected.length,
             expected.data, revision);
    const char *since = found ? commands_since(call, seq) : NULL;
    const char *what = since == NULL      ? "What came between is not in the history."
                       : since[0] == '\0' ? "Files were edited by hand."
                                          : hob_arena_format(call->arena, "Since then: %s.", since);
    return hob_error_hint(reterr, "%s Read again what you edit, then repeat with the new revision.",
                          what);
}
