/* Permission modes by name (spec commands 2). */
#include "command/command.h"

#include <string.h>

static const struct {
    hob_permission permission;
    const char *name;
} modes[] = {
    {HOB_PERMIT_READ_ONLY, "read-only"}, {HOB_PERMIT_SAFE_EDIT, "safe-edit"},
    {HOB_PERMIT_CODE_EDIT, "code-edit"}, {HOB_PERMIT_ASSET_EDIT, "asset-edit"},
    {HOB_PERMIT_BUILD, "build"},
};

const char *hob_permission_name(hob_permission permission) {
    for (size_t i = 0; i < HOB_COUNT(modes); i++) {
        if (modes[i].permission == permission) {
            return modes[i].name;
        }
    }
    return "unknown";
}

static hob_status parse_mode(hob_str word, unsigned *permissions, hob_error *reterr) {
    if (hob_str_is(word, "all")) {
        for (size_t i = 0; i < HOB_COUNT(modes); i++) {
            *permissions |= (unsigned)modes[i].permission;
        }
        return HOB_OK;
    }
    const char *names[HOB_COUNT(modes) + 2];
    size_t count = 0;
    for (size_t i = 0; i < HOB_COUNT(modes); i++) {
        if (hob_str_is(word, modes[i].name)) {
            *permissions |= (unsigned)modes[i].permission;
            return HOB_OK;
        }
        names[count++] = modes[i].name;
    }
    names[count++] = "all";
    names[count] = NULL;
    char asked[64];
    size_t length = word.length < sizeof asked - 1 ? word.length : sizeof asked - 1;
    memcpy(asked, word.data, length);
    asked[length] = '\0';
    hob_fail(reterr, HOB_ERR_INVALID_PARAMS, "There is no permission mode \"%s\".", asked);
    const char *near = hob_nearest_name(asked, names);
    return hob_error_hint(reterr,
                          "%s%s%sThe modes are read-only, safe-edit, code-edit, asset-edit, "
                          "build, all.",
                          near != NULL ? "Did you mean \"" : "", near != NULL ? near : "",
                          near != NULL ? "\"? " : "");
}

hob_status hob_permissions_parse(hob_str text, unsigned *ret_permissions, hob_error *reterr) {
    unsigned permissions = HOB_PERMIT_READ_ONLY;
    size_t at = 0;
    while (at < text.length) {
        size_t end = at;
        while (end < text.length && text.data[end] != ',') {
            end++;
        }
        size_t first = at;
        size_t last = end;
        while (first < last && text.data[first] == ' ') {
            first++;
        }
        while (last > first && text.data[last - 1] == ' ') {
            last--;
        }
        if (last > first) {
            hob_status status =
                parse_mode((hob_str){text.data + first, last - first}, &permissions, reterr);
            if (status != HOB_OK) {
                return status;
            }
        }
        at = end + 1;
    }
    *ret_permissions = permissions;
    return HOB_OK;
}
