#include "components/complain.h"

void hob_complain_once(hob_world *world, const hob_component *component, const char *field,
                       const char *sentence) {
    const char *slot = hob_text_cstr(component->slot);
    const char *key = hob_arena_format(world->outside.scratch, "complaint:%llu:%s.%s",
                                       (unsigned long long)component->owner->serial, slot, field);
    if (hob_world_warn_once(world, key)) {
        hob_world_log(world, HOB_LOG_WARN, "%s.%s of \"%s\" %s", slot, field,
                      hob_text_cstr(component->owner->name), sentence);
    }
}
