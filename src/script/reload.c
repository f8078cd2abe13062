#include "script/reload.h"

#include "script/machine.h"
#include "world/scene_stack.h"

#include <stdio.h>
#include <string.h>

/* ---- what a machine puts aside ---- */

void hob_machine_note_require(hob_machine *machine, const uint32_t *chain, uint32_t loading,
                              uint32_t to) {
    if (loading == 0 || loading > 64) {
        return;
    }
    uint32_t from = chain[loading - 1];
    for (uint32_t i = 0; i < machine->edge_count; i++) {
        if (machine->edges[i].from == from && machine->edges[i].to == to) {
            return;
        }
    }
    if (machine->edge_count == machine->edge_cap) {
        uint32_t cap = machine->edge_cap == 0 ? 16 : machine->edge_cap * 2;
        machine->edges = hob_region_resize(machine->world->region, machine->edges,
                                           machine->edge_cap * sizeof *machine->edges,
                                           cap * sizeof *machine->edges);
        machine->edge_cap = cap;
    }
    machine->edges[machine->edge_count++] = (hob_require_edge){from, to};
}

static bool is_path(const hob_module *module, const char *path) {
    return hob_str_is(hob_text_view(module->path), path);
}

/* One round over requires and extends; true when something was added. */
static bool spread(const hob_machine *machine, bool *marked) {
    bool moved = false;
    for (uint32_t i = 0; i < machine->edge_count; i++) {
        const hob_require_edge *edge = &machine->edges[i];
        if (marked[edge->to] && !marked[edge->from]) {
            moved = marked[edge->from] = true;
        }
    }
    const hob_registry *registry = machine->world->outside.registry;
    for (size_t t = 0; t < hob_registry_count(registry); t++) {
        const hob_component_type *type = hob_registry_at(registry, t);
        for (uint32_t i = 0; type->extends != NULL && i < machine->module_count; i++) {
            for (uint32_t k = 0; k < machine->module_count; k++) {
                if (is_path(&machine->modules[i], type->script) && !marked[i] && marked[k] &&
                    is_path(&machine->modules[k], type->extends->script)) {
                    moved = marked[i] = true;
                }
            }
        }
    }
    return moved;
}

/* Puts modules aside. */
static void put_aside(hob_machine *machine, const hob_str *paths, size_t count,
                      hob_call_result *failure) {
    hob_arena *arena = machine->world->outside.scratch;
    bool *marked = hob_arena_array(arena, bool, machine->module_count + 1);
    for (size_t i = 0; i < count; i++) {
        const hob_module *module = hob_machine_module(machine, paths[i], false);
        if (module != NULL) {
            marked[module - machine->modules] = true;
        }
    }
    while (spread(machine, marked)) {
    }
    machine->replaced = hob_arena_array(arena, hob_module, machine->module_count + 1);
    machine->replaced_at = hob_arena_array(arena, uint32_t, machine->module_count + 1);
    machine->replaced_count = 0;
    machine->reloading = true;
    machine->reload_failure = failure;
    for (uint32_t i = 0; i < machine->module_count; i++) {
        if (marked[i]) {
            hob_text *path = machine->modules[i].path;
            machine->replaced[machine->replaced_count] = machine->modules[i];
            machine->replaced_at[machine->replaced_count++] = i;
            machine->modules[i] = (hob_module){.path = path};
        }
    }
}

bool hob_machine_reload_begin(hob_script_host *host, hob_world *world, const hob_str *paths,
                              size_t count, hob_call_result *ret_failure) {
    hob_machine *machine = (hob_machine *)host;
    hob_machine_enter(machine);
    put_aside(machine, paths, count, ret_failure);
    for (uint32_t i = 0; i < machine->replaced_count && ret_failure->status == HOB_OK; i++) {
        uint32_t index = machine->replaced_at[i];
        const hob_module *module = &machine->modules[index];
        const hob_script_file *file =
            hob_project_code_find(world->outside.project, hob_text_view(module->path));
        if (file != NULL && module->state == HOB_MODULE_NEW) {
            machine->load_module(machine, index, file->text);
        }
    }
    if (ret_failure->status == HOB_OK) {
        hob_machine_inherit(machine);
    }
    return ret_failure->status == HOB_OK;
}

const char *hob_machine_reload_path_at(hob_script_host *host, size_t index) {
    const hob_machine *machine = (const hob_machine *)host;
    return index < machine->replaced_count
               ? hob_text_cstr(machine->modules[machine->replaced_at[index]].path)
               : NULL;
}

void hob_machine_reload_end(hob_script_host *host, hob_world *world, bool keep_new) {
    (void)world;
    hob_machine *machine = (hob_machine *)host;
    for (uint32_t i = 0; i < machine->replaced_count; i++) {
        hob_module *at = &machine->modules[machine->replaced_at[i]];
        hob_module gone = keep_new ? machine->replaced[i] : *at;
        if (!keep_new) {
            *at = machine->replaced[i];
        }
        machine->drop_module(machine, &gone);
    }
    machine->reloading = false;
    machine->replaced = NULL; /* scratch memory goes with this call */
    machine->replaced_at = NULL;
    machine->replaced_count = 0;
    machine->reload_failure = NULL;
}

/* ---- the whole ---- */

/* False: something failed, which `ret_failure` tells. */
static bool begin(hob_world *world, hob_language language, const hob_reload_file *files,
                  size_t count, hob_call_result *ret_failure, bool *ret_begun) {
    hob_script_host *host = hob_code_host(world, language);
    hob_str *paths = hob_arena_array(world->outside.scratch, hob_str, count);
    size_t mine = 0;
    for (size_t i = 0; i < count; i++) {
        if (hob_language_owns(language, files[i].path)) {
            paths[mine++] = files[i].path;
        }
    }
    *ret_begun = host != NULL && host->reload_begin != NULL && mine > 0;
    return !*ret_begun || host->reload_begin(host, world, paths, mine, ret_failure);
}

static void end(hob_world *world, hob_language language, bool keep_new) {
    hob_script_host *host = hob_code_host(world, language);
    hob_arena *arena = world->outside.scratch;
    size_t count = 0;
    while (host->reload_path_at(host, count) != NULL) {
        count++;
    }
    const char **paths = hob_arena_array(arena, const char *, count);
    for (size_t i = 0; i < count; i++) {
        const char *path = host->reload_path_at(host, i);
        paths[i] = hob_arena_text(arena, path, strlen(path));
    }
    host->reload_end(host, world, keep_new);
    for (size_t i = 0; keep_new && i < count; i++) {
        hob_code_reload(world, hob_str_from(paths[i]));
    }
}

static bool record(hob_world *world, hob_status status, const char *file, int line,
                   const char *message) {
    hob_world_error(world, status, NULL, "reload", file, line, message);
    return false;
}

static bool replace_texts(hob_world *world, const hob_reload_file *files, size_t count) {
    for (size_t i = 0; i < count; i++) {
        hob_error error = {.status = HOB_OK};
        hob_status status =
            hob_project_code_replace(world->outside.project, files[i].path, files[i].text, &error);
        if (status != HOB_OK) {
            return record(world, status, NULL, 0, error.message);
        }
    }
    return true;
}

static const hob_language languages[2] = {HOB_LANGUAGE_LUA, HOB_LANGUAGE_JS};

/* What a machine has put aside of one scene, while those of the others are at hand. */
typedef struct aside {
    hob_module *replaced;
    uint32_t *replaced_at, replaced_count;
} aside;

static void exchange_aside(hob_world *world, hob_language language, aside *kept) {
    hob_machine *machine = (hob_machine *)hob_code_host(world, language);
    aside at_hand = {machine->replaced, machine->replaced_at, machine->replaced_count};
    machine->replaced = kept->replaced;
    machine->replaced_at = kept->replaced_at;
    machine->replaced_count = kept->replaced_count;
    *kept = at_hand;
}

/* Runs the new bodies for every scene of the stack, each of which has modules of its own. False:
 * one failed, and the rest was not tried. */
static bool begin_all(hob_world *world, const hob_reload_file *files, size_t count,
                      bool (*begun)[2], aside (*sets)[2], hob_call_result *failure) {
    bool was_loading = world->loading, right = true;
    world->loading = true;
    world->load_units = 0;
    for (uint32_t depth = 0; right && depth <= world->below_count; depth++) {
        hob_scenes_exchange(world, depth);
        for (int i = 0; right && i < 2; i++) {
            right = begin(world, languages[i], files, count, failure, &begun[depth][i]);
            if (begun[depth][i]) {
                exchange_aside(world, languages[i], &sets[depth][i]);
            }
        }
        hob_scenes_exchange(world, depth);
    }
    world->loading = was_loading;
    return right;
}

bool hob_script_reload(hob_world *world, const hob_reload_file *files, size_t count) {
    hob_reload_file *old = hob_arena_array(world->outside.scratch, hob_reload_file, count + 1);
    for (size_t i = 0; i < count; i++) {
        const hob_script_file *file = hob_project_code_find(world->outside.project, files[i].path);
        if (file == NULL) {
            char message[300];
            (void)snprintf(message, sizeof message,
                           "There is no script \"%.*s\": a new file counts when the game is "
                           "started again.",
                           (int)(files[i].path.length > 150 ? 150 : files[i].path.length),
                           files[i].path.data);
            return record(world, HOB_ERR_NOT_FOUND, NULL, 0, message);
        }
        old[i] = (hob_reload_file){files[i].path, file->text};
    }
    if (!replace_texts(world, files, count)) {
        return false;
    }
    hob_call_result failure = {.status = HOB_OK};
    bool begun[HOB_SCENES_BELOW + 1][2] = {{false}};
    aside sets[HOB_SCENES_BELOW + 1][2] = {{{0}}};
    bool right = begin_all(world, files, count, begun, sets, &failure);
    for (uint32_t depth = 0; depth <= world->below_count; depth++) {
        hob_scenes_exchange(world, depth);
        for (int i = 0; i < 2; i++) {
            if (begun[depth][i]) {
                exchange_aside(world, languages[i], &sets[depth][i]);
                end(world, languages[i], right);
            }
        }
        hob_scenes_exchange(world, depth);
    }
    if (!right) {
        (void)replace_texts(world, old, count);
        return record(world, failure.status, failure.file, failure.line, failure.message);
    }
    return true;
}
