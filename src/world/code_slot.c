/* Code slots: made with their component, bound to a file or to native hooks, freed with it. */
#include "world/internal.h"

#include <string.h>

_Static_assert(HOB_HOOK_COUNT <= 32, "hook_mask has a bit for every hook");

hob_script_host *hob_code_host(hob_world *world, hob_language language) {
    return (size_t)language < HOB_COUNT(world->hosts) ? world->hosts[language] : NULL;
}

static hob_language language_of(hob_str path) {
    if (hob_str_ends(path, HOB_STR(".lua"))) {
        return HOB_LANGUAGE_LUA;
    }
    return hob_str_ends(path, HOB_STR(".js")) ? HOB_LANGUAGE_JS : HOB_LANGUAGE_NONE;
}

/* Gives a slot its file; what an earlier file made of it goes. The struct stays: a hook of it may
 * be running. */
static void set_path(hob_world *world, hob_code_slot *slot, hob_str path) {
    hob_component *c = slot->component;
    hob_code__free_timers(world, slot);
    hob_text_drop(world->heap, slot->path);
    *slot = (hob_code_slot){
        .component = c,
        .owner = c->owner,
        .path = hob_text_create(world->heap, path),
        .language = language_of(path),
        .hearth_hooks = hob_world_rule_hearth_scripts(world),
        .off = slot->off,
        .run_while_paused = slot->run_while_paused,
    };
    if (world->outside.native && path.length > 0) {
        slot->native = world->outside.native(world->outside.native_user, slot->path->bytes);
    }
    if (slot->native) {
        slot->language = HOB_LANGUAGE_NATIVE;
    }
}

hob_code_slot *hob_code_slot_create(hob_world *world, hob_component *component, hob_str path) {
    hob_code_slot *slot = component->code;
    if (slot) {
        if (!hob_str_equal(hob_text_view(slot->path), path)) {
            hob_events_slot_gone(world, slot);
            set_path(world, slot, path);
            hob_order__add(world, &world->starts, slot->owner->serial, component->born, component);
            if (component->attached) {
                hob_code_bind(world, slot);
            }
        }
        return slot;
    }
    if (path.length == 0) {
        return NULL;
    }
    slot = hob_region_alloc_zero(world->region, sizeof *slot);
    slot->component = component;
    slot->owner = component->owner;
    set_path(world, slot, path);
    component->code = slot;
    hob_component__enlist_code(world, component);
    return slot;
}

static bool is_shut(const hob_world *world, const hob_code_slot *slot) {
    const hob_list *files =
        world->shut_files.tag == HOB_TAG_LIST ? world->shut_files.as.list : NULL;
    for (uint32_t i = 0; files && i < files->count; i++) {
        if (hob_str_equal(hob_value_str(files->items[i]), hob_text_view(slot->path))) {
            return true;
        }
    }
    return false;
}

static void bind_native(hob_code_slot *slot) {
    for (uint32_t i = 0; i < HOB_HOOK_COUNT; i++) {
        slot->hook_mask |= slot->native->hooks[i] ? 1u << i : 0;
    }
    slot->module = 1;
}

/* A file that exists but did not load has had its error when it was loaded. */
static void report_unbound(hob_world *world, const hob_code_slot *slot) {
    const char *path = hob_text_cstr(slot->path);
    if (slot->language == HOB_LANGUAGE_NONE) {
        hob_world_error(world, HOB_ERR_SCRIPT_ERROR, slot, "load", path, 0,
                        "A script is a .lua or .js file.");
    } else if (!world->outside.project ||
               !hob_project_code_find(world->outside.project, hob_text_view(slot->path))) {
        hob_world_error(world, HOB_ERR_NOT_FOUND, slot, "load", path, 0,
                        "There is no script file of this name.");
    }
}

static void list_slot(hob_world *world, hob_order *list, const hob_code_slot *slot) {
    hob_component *c = slot->component;
    if (!hob_order__has(list, slot->owner->serial, c->born)) {
        hob_order__add(world, list, slot->owner->serial, c->born, c);
    }
}

/* Into the lists of those that take part in control, that hear every event, that hear of every
 * overlap. */
static void enlist(hob_world *world, const hob_code_slot *slot) {
    hob_script_host *host = hob_code_host(world, slot->language);
    uint32_t mask = host && host->may_have ? host->may_have(host, slot) : slot->hook_mask;
    if ((mask & 1u << HOB_HOOK_CONTROL) && !slot->hearth_hooks) {
        hob_turn__enlist_control(world, slot->owner);
    }
    if (mask & 1u << HOB_HOOK_EVENT) {
        list_slot(world, &world->event_slots, slot);
    }
    if (mask & 1u << HOB_HOOK_COLLIDE) {
        list_slot(world, &world->collide_slots, slot);
    }
}

void hob_code_hooks_gained(hob_world *world, hob_language language, uint32_t module) {
    for (uint32_t i = 0; i < world->code_slots.count; i++) {
        const hob_component *c = world->code_slots.items[i].item;
        if (c && c->code->bound && c->code->language == language && c->code->module == module) {
            enlist(world, c->code);
        }
    }
}

void hob_code_settle(hob_world *world) {
    hob_script_host *host = hob_code_host(world, HOB_LANGUAGE_JS);
    if (host && host->settle) {
        host->settle(host);
    }
}

void hob_code_bind(hob_world *world, hob_code_slot *slot) {
    if (slot->bound || slot->path->length == 0) {
        return;
    }
    slot->bound = true;
    hob_script_host *host = hob_code_host(world, slot->language);
    if (slot->language == HOB_LANGUAGE_NATIVE) {
        bind_native(slot);
    } else if (!host || !host->bind(host, world, slot)) {
        slot->module = 0;
        slot->hook_mask = 0;
        report_unbound(world, slot);
        return;
    }
    slot->disabled = slot->disabled || is_shut(world, slot);
    enlist(world, slot);
}

void hob_code_reload(hob_world *world, hob_str path) {
    if (world->shut_files.tag == HOB_TAG_LIST) {
        hob_list *files = world->shut_files.as.list;
        for (uint32_t i = files->count; i-- > 0;) {
            if (hob_str_equal(hob_value_str(files->items[i]), path)) {
                hob_list_remove(world->heap, files, i);
            }
        }
    }
    for (uint32_t i = 0; i < world->code_slots.count; i++) {
        const hob_component *c = world->code_slots.items[i].item;
        if (!c || !hob_str_equal(hob_text_view(c->code->path), path)) {
            continue;
        }
        hob_code_slot *slot = c->code;
        slot->disabled = slot->budget_failed = slot->keep_timers = slot->bound = false;
        slot->errors_in_row = 0;
        slot->hook_mask = 0;
        if (c->attached) {
            hob_code_bind(world, slot);
        }
    }
}

bool hob_code_has_hook(hob_world *world, const hob_code_slot *slot, hob_hook hook) {
    if (!(slot->hook_mask & 1u << hook) || (slot->hearth_hooks && !hob_hooks[hook].hearth)) {
        return false;
    }
    if (slot->language != HOB_LANGUAGE_JS) {
        return true;
    }
    hob_script_host *host = hob_code_host(world, slot->language);
    return !host->has_hook || host->has_hook(host, (hob_code_slot *)(uintptr_t)slot, hook);
}

bool hob_code__ticks(const hob_code_slot *slot) {
    const hob_component *c = slot->component;
    return c->attached && !c->inert && !c->removed && !slot->off &&
           (!slot->disabled || slot->keep_timers);
}

void hob_code_drop(hob_world *world, hob_value function) {
    if (function.tag != HOB_TAG_SCRIPT) {
        return;
    }
    hob_script_host *host = hob_code_host(world, (hob_language)function.as.script.language);
    if (host && host->drop) {
        host->drop(host, function);
    }
}

void hob_code__free_slot(hob_world *world, hob_code_slot *slot) {
    hob_events_slot_gone(world, slot);
    hob_gametime_slot_gone(world, slot);
    hob_view_slot_gone(world, slot);
    hob_asset_view_slot_gone(world, slot);
    hob_code__free_timers(world, slot);
    if (world->step_culprit == slot->component) {
        world->step_culprit = NULL;
    }
    hob_text_drop(world->heap, slot->path);
    hob_region_free(world->region, slot, sizeof *slot);
}
