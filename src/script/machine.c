#include "script/machine.h"

#include "base/random.h"

#include <string.h>

hob_machine *hob_machine_create(hob_world *world, hob_language language, size_t size) {
    hob_machine *machine = hob_region_alloc_zero(world->region, size);
    machine->world = world;
    machine->host.user = machine;
    machine->host.language = language;
    machine->memory_limit = (size_t)world->outside.manifest->limits.vm_mib << 20;
    machine->scratch = hob_scratch_create(world->outside.scratch->allocator, &world->outside.guard);
    return machine->scratch == NULL ? NULL : machine;
}

void hob_machine_done(hob_machine *machine) {
    hob_scratch_destroy(machine->scratch);
    machine->scratch = NULL;
}

void *hob_machine_resize(hob_machine *machine, void *block, size_t old_size, size_t new_size) {
    if (block == NULL) {
        old_size = 0;
    }
    if (new_size > old_size && new_size - old_size > machine->memory_limit - machine->memory_used) {
        machine->memory_refused = true;
        return NULL;
    }
    void *fresh = hob_region_try_resize(machine->world->region, block, old_size, new_size);
    if (fresh == NULL && new_size > 0) {
        machine->region_full = true;
        return NULL;
    }
    machine->memory_used = machine->memory_used - old_size + new_size;
    machine->memory_taken =
        machine->memory_taken - hob_region_block_bytes(old_size) + hob_region_block_bytes(new_size);
    return fresh;
}

/* Grows an array of the region to hold one more; elements count from 1, so element 0 is never used.
 */
static void *grow(hob_machine *machine, void *items, uint32_t count, uint32_t *cap, size_t size) {
    if (count + 1 < *cap) {
        return items;
    }
    uint32_t fresh_cap = *cap == 0 ? 16 : *cap * 2;
    items = hob_region_resize(machine->world->region, items, *cap * size, fresh_cap * size);
    memset((char *)items + *cap * size, 0, (fresh_cap - *cap) * size);
    *cap = fresh_cap;
    return items;
}

/* ---- records ---- */

static uint32_t *record_index(const hob_machine *machine, hob_entity_data *e) {
    return machine->host.language == HOB_LANGUAGE_LUA ? &e->lua_ref : &e->js_ref;
}

hob_record *hob_machine_record(hob_machine *machine, hob_entity_data *e) {
    uint32_t index = *record_index(machine, e);
    return index == 0 ? NULL : &machine->records[index];
}

hob_record *hob_machine_record_make(hob_machine *machine, hob_entity_data *e) {
    hob_record *known = hob_machine_record(machine, e);
    if (known != NULL) {
        return known;
    }
    uint32_t index = machine->record_free;
    if (index != 0) {
        machine->record_free = machine->records[index].next_free;
    } else {
        machine->records = grow(machine, machine->records, machine->record_count,
                                &machine->record_cap, sizeof(hob_record));
        index = ++machine->record_count;
    }
    machine->records[index] = (hob_record){.entity = e->self};
    *record_index(machine, e) = index;
    return &machine->records[index];
}

void hob_machine_record_drop(hob_machine *machine, hob_entity_data *e) {
    uint32_t index = *record_index(machine, e);
    if (index != 0) {
        machine->records[index] = (hob_record){.next_free = machine->record_free};
        machine->record_free = index;
        *record_index(machine, e) = 0;
    }
}

void hob_record_link(hob_record *record, hob_live *live) {
    live->next = NULL;
    if (record->last == NULL) {
        record->first = live;
    } else {
        record->last->next = live;
    }
    record->last = live;
}

void hob_machine_unlink(hob_machine *machine, hob_live *live) {
    hob_record *record = live->e == NULL ? NULL : hob_machine_record(machine, live->e);
    hob_live *before = NULL;
    for (hob_live *at = record == NULL ? NULL : record->first; at != NULL; at = at->next) {
        if (at != live) {
            before = at;
            continue;
        }
        if (before == NULL) {
            record->first = live->next;
        } else {
            before->next = live->next;
        }
        if (record->last == live) {
            record->last = before;
        }
        return;
    }
}

/* ---- references ---- */

hob_value hob_machine_reference(hob_machine *machine, int64_t value, int kind) {
    uint32_t index = machine->reference_free;
    if (index != 0) {
        machine->reference_free = machine->references[index].next_free;
    } else {
        machine->references = grow(machine, machine->references, machine->reference_count,
                                   &machine->reference_cap, sizeof(hob_reference));
        index = ++machine->reference_count;
    }
    machine->references[index] = (hob_reference){.value = value, .used = true};
    machine->fresh =
        grow(machine, machine->fresh, machine->fresh_count, &machine->fresh_cap, sizeof(uint32_t));
    machine->fresh[machine->fresh_count++] = index;
    hob_value v = {.tag = HOB_TAG_SCRIPT};
    v.as.script.index = index;
    v.as.script.kind = (uint32_t)kind & 0xff;
    v.as.script.language = (uint32_t)machine->host.language & 0xff;
    return v;
}

static hob_reference *reference_of(const hob_machine *machine, hob_value v) {
    if (v.tag != HOB_TAG_SCRIPT || v.as.script.language != (uint32_t)machine->host.language ||
        v.as.script.index == 0 || v.as.script.index > machine->reference_count) {
        return NULL;
    }
    hob_reference *reference = &machine->references[v.as.script.index];
    return reference->used ? reference : NULL;
}

int64_t hob_machine_referenced(const hob_machine *machine, hob_value v) {
    const hob_reference *reference = reference_of(machine, v);
    return reference == NULL ? -1 : reference->value;
}

void hob_machine_keep(hob_machine *machine, hob_value v) {
    hob_reference *reference = reference_of(machine, v);
    if (reference != NULL) {
        reference->kept = true;
    } else if (v.tag == HOB_TAG_LIST) {
        for (uint32_t i = 0; i < v.as.list->count; i++) {
            hob_machine_keep(machine, v.as.list->items[i]);
        }
    } else if (v.tag == HOB_TAG_MAP) {
        for (uint32_t i = 0; i < v.as.map->count; i++) {
            hob_machine_keep(machine, v.as.map->entries[i].value);
        }
    }
}

static void free_reference(hob_machine *machine, uint32_t index) {
    int64_t value = machine->references[index].value;
    machine->references[index] = (hob_reference){.next_free = machine->reference_free};
    machine->reference_free = index;
    machine->free_value(machine, value);
}

void hob_machine_drop(hob_machine *machine, hob_value v) {
    if (reference_of(machine, v) != NULL) {
        free_reference(machine, v.as.script.index);
    }
}

uint32_t hob_machine_fresh_mark(const hob_machine *machine) {
    return machine->fresh_count;
}

void hob_machine_fresh_release(hob_machine *machine, uint32_t mark) {
    while (machine->fresh_count > mark) {
        uint32_t index = machine->fresh[--machine->fresh_count];
        if (machine->references[index].used && !machine->references[index].kept) {
            free_reference(machine, index);
        }
    }
}

void hob_machine_drop_inside(hob_machine *machine, hob_value v) {
    uint32_t count = v.tag == HOB_TAG_LIST  ? v.as.list->count
                     : v.tag == HOB_TAG_MAP ? v.as.map->count
                                            : 0;
    hob_machine_drop(machine, v);
    for (uint32_t i = 0; i < count; i++) {
        hob_machine_drop_inside(machine, v.tag == HOB_TAG_LIST ? v.as.list->items[i]
                                                               : v.as.map->entries[i].value);
    }
}

void hob_machine_enter(hob_machine *machine) {
    if (machine->depth > 0) {
        return;
    }
    hob_scratch_reset(machine->scratch); /* a result that the last caller took */
    if (machine->world->events.current == 0) {
        hob_machine_unshare(machine, 0);
    }
}

void hob_machine_leave(hob_machine *machine, uint32_t fresh_mark) {
    hob_machine_fresh_release(machine, fresh_mark);
}

/* ---- payloads ---- */

void hob_machine_share(hob_machine *machine, const void *data, int64_t value, uint64_t emit) {
    machine->shared = grow(machine, machine->shared, machine->shared_count, &machine->shared_cap,
                           sizeof(hob_shared));
    machine->shared[machine->shared_count++] =
        (hob_shared){.data = data, .value = value, .emit = emit};
}

bool hob_machine_shared(hob_machine *machine, const void *data, int64_t *ret_value) {
    uint64_t current = machine->world->events.current;
    while (machine->shared_count > 0) {
        const hob_shared *last = &machine->shared[machine->shared_count - 1];
        if (last->emit == UINT64_MAX || last->emit <= current) {
            break;
        }
        hob_machine_unshare(machine, machine->shared_count - 1);
    }
    for (uint32_t i = machine->shared_count; i > 0; i--) {
        const hob_shared *shared = &machine->shared[i - 1];
        if (shared->data == data && (shared->emit == current || shared->emit == UINT64_MAX)) {
            *ret_value = shared->value;
            return true;
        }
    }
    return false;
}

void hob_machine_unshare(hob_machine *machine, uint32_t count) {
    while (machine->shared_count > count) {
        machine->free_value(machine, machine->shared[--machine->shared_count].value);
    }
}

/* ---- from ctx functions ---- */

bool hob_machine_ask(hob_ctx_call *call, hob_value function, const hob_value *args, uint32_t count,
                     hob_value *ret) {
    hob_script_host *host = hob_code_host(call->world, (hob_language)function.as.script.language);
    if (host == NULL) {
        return hob_ctx_fail(call, HOB_ERR_SCRIPT_ERROR, "%s.%s: there is no function to call",
                            call->family->path, call->member->name);
    }
    uint64_t budget = (uint64_t)call->world->outside.manifest->limits.hook_units;
    hob_call_result result = host->call_function(host, call->world, call->slot, function, args,
                                                 count, budget, ret, NULL);
    call->world->step_units += result.units;
    if (result.status == HOB_OK) {
        return true;
    }
    return hob_ctx_fail(call, result.status, "%s", result.message);
}

void hob_machine_empty_lists_of(hob_machine *machine, hob_str slot, hob_value *fields,
                                const hob_allocator *a) {
    const hob_registry *registry = machine->world->outside.registry;
    hob_str type, name;
    int index = hob_slot_split(slot, &type, &name) ? hob_registry_find(registry, type) : -1;
    for (uint32_t i = 0; index >= 0 && fields->tag == HOB_TAG_MAP && i < fields->as.map->count;
         i++) {
        hob_map_entry *entry = &fields->as.map->entries[i];
        const hob_field *field = hob_field_find(hob_registry_at(registry, (size_t)index)->fields,
                                                hob_text_view(entry->key));
        if (field != NULL && field->type == HOB_FIELD_LIST && entry->value.tag == HOB_TAG_MAP &&
            entry->value.as.map->count == 0) {
            entry->value = hob_value_list(a, 0);
        }
    }
}

/* ---- ledger ---- */

void hob_machine_ledger_call(hob_machine *machine, const hob_ctx_call *call) {
    hob_hash hash;
    hob_hash_init_seed(&hash, machine->ledger);
    hob_hash_bytes(&hash, call->family->path, strlen(call->family->path));
    hob_hash_u8(&hash, '.');
    hob_hash_bytes(&hash, call->member->name, strlen(call->member->name));
    hob_hash_u32(&hash, call->count);
    for (uint32_t i = 0; i < call->count; i++) {
        hob_value_hash(&hash, hob_live_plain(call->args[i], call->a));
    }
    hob_value_hash(&hash, call->result.tag == HOB_TAG_LIVE ? HOB_VALUE_NULL : call->result);
    machine->ledger = hob_hash_end(&hash);
}

void hob_machine_ledger_write(hob_machine *machine, const hob_live *live, hob_str member,
                              hob_value v) {
    if (!machine->world->outside.keep_ledger) {
        return;
    }
    hob_hash hash;
    hob_hash_init_seed(&hash, machine->ledger);
    hob_hash_u64(&hash, live->e == NULL ? 0 : live->e->serial);
    for (const hob_live *l = live; l != NULL;
         l = l->kind == HOB_LIVE_COMPONENT ? NULL : l->parent) {
        hob_str step = l->slot != NULL ? hob_text_view(l->slot)
                       : l->by_key     ? hob_text_view(l->key)
                                       : HOB_STR("");
        hob_hash_bytes(&hash, step.data, step.length);
        hob_hash_u32(&hash, l->by_key ? l->offset : l->index);
        if (l->e == NULL) {
            break;
        }
    }
    hob_hash_bytes(&hash, member.data, member.length);
    hob_value_hash(&hash, v);
    machine->ledger = hob_hash_end(&hash);
}

/* ---- results ---- */

hob_call_result hob_machine_result(hob_machine *machine, hob_status status, hob_str message,
                                   hob_str file, int line) {
    (void)machine;
    hob_call_result result = {.status = status, .line = line};
    size_t length =
        message.length < sizeof result.message - 1 ? message.length : sizeof result.message - 1;
    while (length > 0 && length < message.length &&
           ((unsigned char)message.data[length] & 0xc0) == 0x80) {
        length--; /* not in the middle of a character */
    }
    if (length > 0) {
        memcpy(result.message, message.data, length);
    }
    length = file.length < sizeof result.file - 1 ? file.length : sizeof result.file - 1;
    if (length > 0) {
        memcpy(result.file, file.data, length);
    }
    return result;
}

void hob_machine_hash(const hob_machine *machine, hob_hash *hash) {
    hob_hash_u64(hash, machine->units_total);
    hob_hash_u64(hash, machine->hooks_called);
    hob_hash_u64(hash, machine->ledger);
}

double hob_machine_random(hob_machine *machine) {
    return hob_random_next(&machine->world->random);
}
