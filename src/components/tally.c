#include "components/tally.h"

void hob_tally_set(hob_world *world, const hob_component *component, const hob_text *key,
                   hob_value v) {
    hob_error error;
    if (hob_text_view(key).length > 0 &&
        hob_state_set(world, hob_text_view(key), v, &error) != HOB_OK &&
        hob_world_warn_once(world, hob_text_cstr(key))) {
        hob_world_log(world, HOB_LOG_WARN, "%s of \"%s\": %s", hob_text_cstr(component->slot),
                      hob_text_cstr(component->owner->name), error.message);
    }
}

void hob_tally_add(hob_world *world, const hob_component *component, const hob_text *key,
                   double amount) {
    const hob_state_entry *entry = hob_state_find(world, hob_text_view(key));
    double sum = amount;
    if (entry != NULL && entry->value.tag == HOB_TAG_NUMBER) {
        sum += entry->value.as.number;
    }
    hob_tally_set(world, component, key, hob_value_number(sum));
}
