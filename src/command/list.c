/* The one list of commands, family by family: the order of help. */
#include "command/command_internal.h"

#include <string.h>

static const hob_command *const families[] = {
#define HOB_FAMILY(name) hob_##name##_commands,
#include "command/families.def"
#undef HOB_FAMILY
};

const hob_command *hob_command_at(size_t index) {
    for (size_t f = 0; f < HOB_COUNT(families); f++) {
        for (const hob_command *c = families[f]; c->name != NULL; c++) {
            if (index-- == 0) {
                return c;
            }
        }
    }
    return NULL;
}

size_t hob_command_count(void) {
    size_t count = 0;
    while (hob_command_at(count) != NULL) {
        count++;
    }
    return count;
}

const hob_command *hob_command_find(hob_str name) {
    for (size_t f = 0; f < HOB_COUNT(families); f++) {
        for (const hob_command *c = families[f]; c->name != NULL; c++) {
            if (hob_str_is(name, c->name)) {
                return c;
            }
        }
    }
    return NULL;
}

const char *hob_command_nearest(hob_str name) {
    const char *names[256];
    size_t count = 0;
    for (size_t f = 0; f < HOB_COUNT(families); f++) {
        for (const hob_command *c = families[f]; c->name != NULL && count + 1 < HOB_COUNT(names);
             c++) {
            names[count++] = c->name;
        }
    }
    names[count] = NULL;
    char asked[65];
    if (name.length >= sizeof asked) {
        return NULL;
    }
    memcpy(asked, name.data != NULL ? name.data : "", name.length);
    asked[name.length] = '\0';
    return hob_nearest_name(asked, names);
}
