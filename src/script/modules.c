/* Script files of a machine: the table of modules, what require(spec) means, and simulated time. */
#include "script/calendar.h"
#include "script/machine.h"

#include <string.h>

hob_module *hob_machine_module(hob_machine *machine, hob_str path, bool make) {
    for (uint32_t i = 0; i < machine->module_count; i++) {
        if (hob_str_equal(hob_text_view(machine->modules[i].path), path)) {
            return &machine->modules[i];
        }
    }
    if (!make) {
        return NULL;
    }
    if (machine->module_count == machine->module_cap) {
        uint32_t cap = machine->module_cap == 0 ? 16 : machine->module_cap * 2;
        machine->modules =
            hob_region_resize(machine->world->region, machine->modules,
                              machine->module_cap * sizeof(hob_module), cap * sizeof(hob_module));
        machine->module_cap = cap;
    }
    hob_module *module = &machine->modules[machine->module_count++];
    memset(module, 0, sizeof *module);
    module->path = hob_text_create(machine->world->heap, path);
    return module;
}

const hob_script_file *hob_machine_file_at(hob_machine *machine, size_t index) {
    hob_project *project = machine->world->outside.project;
    size_t declared = hob_project_component_file_count(project);
    return index < declared ? hob_project_component_file_at(project, index)
                            : hob_project_script_at(project, index - declared);
}

bool hob_slot_has_self(const hob_code_slot *slot) {
    return slot != NULL && (slot->component->type->flags & HOB_COMPONENT_SELF) != 0;
}

void hob_machine_warn_hook(hob_machine *machine, hob_str path, const char *name) {
    const char *names[HOB_HOOK_COUNT + 1];
    if (strncmp(name, "on", 2) != 0 || machine->reloading) {
        return;
    }
    for (int i = 0; i < HOB_HOOK_COUNT; i++) {
        names[i] = hob_hooks[i].name;
        if (strcmp(name, names[i]) == 0) {
            return;
        }
    }
    names[HOB_HOOK_COUNT] = NULL;
    const char *near = hob_nearest_name(name, names);
    if (near != NULL && hob_edit_distance(name, near) <= 2) {
        hob_world_log(machine->world, HOB_LOG_WARN, "%.*s: %s is no hook; did you mean %s?",
                      (int)path.length, path.data, name, near);
    }
}

static hob_module *loaded_module(hob_machine *machine, const char *path) {
    hob_module *module = hob_machine_module(machine, hob_str_from(path), false);
    return module != NULL && module->state == HOB_MODULE_READY && module->table ? module : NULL;
}

void hob_machine_inherit(hob_machine *machine) {
    const hob_registry *registry = machine->world->outside.registry;
    for (size_t i = 0; i < hob_registry_count(registry); i++) {
        const hob_component_type *type = hob_registry_at(registry, i);
        if (type->extends == NULL) {
            continue;
        }
        const hob_module *derived = loaded_module(machine, type->script);
        const hob_module *base = loaded_module(machine, type->extends->script);
        if (derived != NULL && base != NULL) {
            machine->inherit(machine, (uint32_t)(derived - machine->modules),
                             (uint32_t)(base - machine->modules));
        }
    }
}

/* ---- scenes ---- */

bool hob_language_owns(hob_language language, hob_str path) {
    return hob_str_ends(path, language == HOB_LANGUAGE_LUA ? HOB_STR(".lua") : HOB_STR(".js"));
}

void hob_machine_load_error(hob_machine *machine, hob_status status, uint32_t index, int line,
                            const char *message) {
    const hob_text *path = machine->modules[index].path;
    if (!machine->reloading) {
        hob_world_error(machine->world, status, NULL, "load", hob_text_cstr(path), line, message);
    } else if (machine->reload_failure->status == HOB_OK) {
        *machine->reload_failure =
            hob_machine_result(machine, status, hob_str_from(message), hob_text_view(path), line);
    }
}

void hob_machine_load_scene(hob_script_host *host, hob_world *world) {
    (void)world;
    hob_machine *machine = (hob_machine *)host;
    hob_machine_enter(machine);
    const hob_script_file *file;
    for (size_t i = 0; (file = hob_machine_file_at(machine, i)) != NULL; i++) {
        if (!hob_language_owns(host->language, hob_str_from(file->path))) {
            continue;
        }
        hob_module *module = hob_machine_module(machine, hob_str_from(file->path), true);
        uint32_t index = (uint32_t)(module - machine->modules);
        if (file->error != NULL) {
            module->state = HOB_MODULE_FAILED;
            hob_machine_load_error(machine, file->error->status, index, 0, file->error->message);
        } else if (module->state == HOB_MODULE_NEW) {
            machine->load_module(machine, index, file->text);
        }
    }
    hob_machine_inherit(machine);
}

void hob_machine_leave_scene(hob_script_host *host, hob_world *world) {
    hob_machine *machine = (hob_machine *)host;
    for (uint32_t i = 0; i < machine->module_count; i++) {
        machine->drop_module(machine, &machine->modules[i]);
        hob_text_drop(world->heap, machine->modules[i].path);
    }
    machine->module_count = 0;
    machine->edge_count = 0;
}

void hob_machine_exchange_scene(hob_script_host *host, uint32_t depth) {
    hob_machine *machine = (hob_machine *)host;
    hob_module_shelf fresh = machine->shelves[depth];
    machine->shelves[depth] = (hob_module_shelf){
        .modules = machine->modules,
        .edges = machine->edges,
        .module_count = machine->module_count,
        .module_cap = machine->module_cap,
        .edge_count = machine->edge_count,
        .edge_cap = machine->edge_cap,
    };
    machine->modules = fresh.modules;
    machine->edges = fresh.edges;
    machine->module_count = fresh.module_count;
    machine->module_cap = fresh.module_cap;
    machine->edge_count = fresh.edge_count;
    machine->edge_cap = fresh.edge_cap;
}

/* ---- require ---- */

/* Takes the next segment off `rest`. */
static hob_str next_segment(hob_str *rest) {
    size_t slash = hob_str_find(*rest, HOB_STR("/"));
    hob_str segment = {rest->data, slash == SIZE_MAX ? rest->length : slash};
    size_t used = slash == SIZE_MAX ? rest->length : slash + 1;
    *rest = (hob_str){rest->data + used, rest->length - used};
    return segment;
}

hob_status hob_require_resolve(hob_machine *machine, hob_str spec, const char *extension,
                               hob_str *ret_path, hob_error *reterr) {
    hob_buf path;
    hob_buf_init(&path, hob_scratch_allocator(machine->scratch), 4096);
    hob_buf_add_cstr(&path, "scripts");
    hob_str rest = spec, last = {NULL, 0};
    while (rest.length > 0) {
        hob_str segment = next_segment(&rest);
        last = segment;
        if (segment.length == 0 || hob_str_is(segment, ".")) {
            continue;
        }
        if (!hob_str_is(segment, "..")) {
            hob_buf_add_char(&path, '/');
            hob_buf_add_str(&path, segment);
            continue;
        }
        while (path.length > 0 && path.data[path.length - 1] != '/') {
            path.length--;
        }
        if (path.length <= strlen("scripts/") - 1) {
            return hob_fail(reterr, HOB_ERR_PATH_OUTSIDE, "require(\"%.*s\") leads out of scripts/",
                            (int)(spec.length > 100 ? 100 : spec.length), spec.data);
        }
        path.length--;
    }
    if (last.length > 0 && memchr(last.data, '.', last.length) == NULL) {
        hob_buf_add_cstr(&path, extension);
    }
    if (path.failed) {
        return hob_fail(reterr, HOB_ERR_PATH_INVALID, "the path given to require is too long");
    }
    *ret_path = hob_buf_str(&path);
    if (!hob_str_ends(*ret_path, hob_str_from(extension))) {
        return hob_fail(reterr, HOB_ERR_SCRIPT_ERROR,
                        "require(\"%.*s\"): only %s files can be required here",
                        (int)(spec.length > 100 ? 100 : spec.length), spec.data, extension);
    }
    return HOB_OK;
}

static int digits(const char *text, size_t at, size_t count) {
    int n = 0;
    for (size_t i = 0; i < count; i++) {
        n = n * 10 + (text[at + i] - '0');
    }
    return n;
}

/* clockStart is checked when the manifest is read: YYYY-MM-DDTHH:MM:SS and maybe a fraction, Z. */
static double clock_start(hob_str text) {
    if (text.length < 10) {
        return 946684800.0;
    }
    double seconds = (double)hob_date_days(digits(text.data, 0, 4), digits(text.data, 5, 2),
                                           digits(text.data, 8, 2)) *
                     86400.0;
    if (text.length >= 19) {
        seconds += digits(text.data, 11, 2) * 3600.0 + digits(text.data, 14, 2) * 60.0 +
                   digits(text.data, 17, 2);
    }
    return seconds;
}

double hob_machine_clock(hob_machine *machine) {
    const hob_world *world = machine->world;
    if (machine->clock_frame != world->frame + 1) {
        machine->clock_frame = world->frame + 1;
        machine->clock = clock_start(hob_text_view(world->outside.manifest->settings.clock_start)) +
                         (double)world->frame * world->dt;
    }
    return machine->clock;
}
