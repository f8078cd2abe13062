/* Runs the files of components/ and adds what they declare to the registry and the roles. */
#include "components/role.h"
#include "script/declare_internal.h"

#include "script/script.h"
#include "script/script_hosts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- findings and small readers ---- */

bool hob_declare__refuse(hob_declaring *d, const char *path, hob_status status, const char *hint,
                         const char *format, ...) {
    hob_error error;
    char sentence[sizeof error.message];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    (void)hob_fail(&error, status, "%s", sentence);
    (void)hob_error_hint(&error, "%s", hint);
    (void)hob_error_place(&error, path, NULL, 0, 0);
    error.severity = HOB_SEVERITY_ERROR;
    hob_error_list_add(&d->declared->findings, &error);
    return false;
}

const char *hob_declare__text(hob_declaring *d, hob_value v) {
    if (v.tag != HOB_TAG_TEXT) {
        return NULL;
    }
    hob_str s = hob_value_str(v);
    return hob_arena_text(d->arena, s.data, s.length);
}

bool hob_declare__is_function(hob_value v) {
    return v.tag == HOB_TAG_SCRIPT && v.as.script.kind == 1;
}

static bool is_empty_table(hob_value v) {
    return (v.tag == HOB_TAG_MAP && v.as.map->count == 0) ||
           (v.tag == HOB_TAG_LIST && v.as.list->count == 0);
}

bool hob_declare__texts(hob_declaring *d, const hob_declaration *item, const char *key,
                        const char *const **ret_list) {
    hob_value v = hob_value_get(item->table, key);
    *ret_list = NULL;
    if (hob_value_is_absent(v)) {
        return true;
    }
    uint32_t count = v.tag == HOB_TAG_LIST ? v.as.list->count : 0;
    bool right = v.tag == HOB_TAG_LIST || is_empty_table(v);
    const char **list = hob_arena_array(d->arena, const char *, count + 1);
    for (uint32_t i = 0; right && i < count; i++) {
        list[i] = hob_declare__text(d, v.as.list->items[i]);
        right = list[i] != NULL && list[i][0] != '\0';
    }
    *ret_list = list;
    return right || hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED,
                                        "Write a list of texts.", "%s of %s is no list of names.",
                                        key, item->name);
}

bool hob_declare__known_keys(hob_declaring *d, const char *path, const char *where, hob_value table,
                             const char *const *known) {
    for (uint32_t i = 0; table.tag == HOB_TAG_MAP && i < table.as.map->count; i++) {
        const char *key = hob_text_cstr(table.as.map->entries[i].key);
        bool is_known = false;
        for (size_t k = 0; known[k] != NULL; k++) {
            is_known = is_known || strcmp(known[k], key) == 0;
        }
        const char *near = is_known ? NULL : hob_nearest_name(key, known);
        if (near != NULL) {
            char hint[100];
            (void)snprintf(hint, sizeof hint, "Did you mean %s?", near);
            return hob_declare__refuse(d, path, HOB_ERR_COMPONENT_LOAD_FAILED, hint,
                                       "%s has no \"%.60s\".", where, key);
        }
    }
    return true;
}

/* ---- running ---- */

/* Code and line of what went wrong, under the code of declarations. */
static void refuse_run(hob_declaring *d, const char *path, const hob_call_result *result) {
    const char *hint = "Correct the file; it must return one table with component or role.";
    hob_str text = hob_str_from(result->message);
    size_t length = strlen(path);
    if (hob_str_starts(text, hob_str_from(path)) && text.length > length &&
        text.data[length] == ':') { /* the place stands beside the sentence */
        size_t at = length + 1;
        while (at < text.length && text.data[at] >= '0' && text.data[at] <= '9') {
            at++;
        }
        at += at < text.length && text.data[at] == ':' ? 1 : 0;
        at += at < text.length && text.data[at] == ' ' ? 1 : 0;
        text = (hob_str){text.data + at, text.length - at};
    }
    if (result->status == HOB_ERR_SCRIPT_BUDGET) {
        hint = "A declaration may use limits.hookUnits; leave work to onAttach and onStart.";
    }
    (void)hob_declare__refuse(d, path, HOB_ERR_COMPONENT_LOAD_FAILED, hint, "It does not run: %.*s",
                              (int)text.length, text.data);
    hob_error_list *findings = &d->declared->findings;
    if (findings->count > 0) {
        findings->items[findings->count - 1].line = result->line;
    }
}

static void run_file(hob_declaring *d, const hob_script_file *file) {
    hob_str path = hob_str_from(file->path);
    bool lua = hob_str_ends(path, HOB_STR(".lua"));
    hob_script_host *host = d->world->hosts[lua ? HOB_LANGUAGE_LUA : HOB_LANGUAGE_JS];
    hob_value table = HOB_VALUE_NULL;
    uint32_t hooks = 0;
    if (file->error != NULL) {
        hob_error_list_add(&d->declared->findings, file->error);
        return;
    }
    d->world->load_units = 0;
    hob_call_result result = lua ? hob_lua_declare(host, file, &table, &hooks)
                                 : hob_js_declare(host, file, &table, &hooks);
    if (result.status != HOB_OK) {
        refuse_run(d, file->path, &result);
        return;
    }
    if (table.tag != HOB_TAG_MAP) {
        (void)hob_declare__refuse(d, file->path, HOB_ERR_COMPONENT_LOAD_FAILED,
                                  lua ? "End it with `return { component = \"Name\", ... }`."
                                      : "Write `export default { component: \"Name\", ... }`.",
                                  "It returns no table, so it declares nothing.");
        return;
    }
    hob_declaration *item = &d->items[d->count++];
    item->path = hob_arena_text(d->arena, path.data, path.length);
    item->table = hob_value_detach(&d->arena->as_allocator, table);
    item->hooks = hooks;
}

/* ---- adding ---- */

static bool is_upper_camel(const char *name) {
    for (const char *c = name; *c != '\0'; c++) {
        bool letter = (*c >= 'A' && *c <= 'Z') || (*c >= 'a' && *c <= 'z');
        if (!letter && !(c != name && *c >= '0' && *c <= '9')) {
            return false;
        }
    }
    return name[0] >= 'A' && name[0] <= 'Z' && strlen(name) <= 64;
}

static void add_role(hob_declaring *d, hob_declaration *item) {
    item->is_done = true;
    if (hob_role_is(hob_role_find_nth((hob_role_places){0}, hob_str_from(item->name), 0))) {
        (void)hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_CONFLICT,
                                  "Give the role another name.",
                                  "There is a role %s in the engine already.", item->name);
        return;
    }
    for (size_t i = 0; i < d->declared->role_count; i++) {
        if (strcmp(d->declared->roles[i].name, item->name) == 0) {
            (void)hob_declare__refuse(
                d, item->path, HOB_ERR_COMPONENT_CONFLICT, "Give one of them another name.",
                "The role %s is declared in %s already.", item->name, d->declared->roles[i].path);
            return;
        }
    }
    if (hob_declare__role(d, item, &d->declared->roles[d->declared->role_count])) {
        d->declared->role_count++;
    }
}

/* What a file is: a role is added at once, a component waits for what it extends. */
static void name_file(hob_declaring *d, hob_declaration *item) {
    const char *component = hob_declare__text(d, hob_value_get(item->table, "component"));
    const char *role = hob_declare__text(d, hob_value_get(item->table, "role"));
    if ((component == NULL) == (role == NULL)) {
        item->is_done = true;
        (void)hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED,
                                  "Write component = \"Name\" or role = \"name\".",
                                  component == NULL ? "It names neither a component nor a role."
                                                    : "It names both a component and a role.");
        return;
    }
    item->name = component != NULL ? component : role;
    if (role != NULL) {
        add_role(d, item);
        return;
    }
    if (!is_upper_camel(component)) {
        item->is_done = true;
        (void)hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED,
                                  "Write it as UpperCamelCase: letters and digits.",
                                  "\"%.80s\" is no name of a component type.", component);
        return;
    }
    hob_value extends = hob_value_get(item->table, "extends");
    item->extends = hob_declare__text(d, extends);
    if (!hob_value_is_absent(extends) && item->extends == NULL) {
        item->is_done = true;
        (void)hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED,
                                  "Name one component type.", "extends of %s is no text.",
                                  component);
    }
}

static const hob_component_type *type_named(const hob_registry *registry, const char *name) {
    int index = hob_registry_find(registry, hob_str_from(name));
    return index < 0 ? NULL : hob_registry_at(registry, (size_t)index);
}

static void add_component(hob_declaring *d, hob_declaration *item, const hob_component_type *base) {
    item->is_done = true;
    const hob_component_type *type = hob_declare__type(d, item, base);
    hob_error error = {.status = HOB_OK};
    if (type == NULL || hob_registry_add(d->declared->registry, type, &error) == HOB_OK) {
        return;
    }
    if (error.status == HOB_ERR_OUT_OF_MEMORY) {
        hob_guard_leave(&d->guard, HOB_ERR_OUT_OF_MEMORY, error.message);
    }
    const hob_component_type *other = type_named(d->declared->registry, item->name);
    if (other != NULL && other->script != NULL) {
        (void)hob_declare__refuse(
            d, item->path, HOB_ERR_COMPONENT_CONFLICT, "Give one of them another name.",
            "The component %s is declared in %s already.", item->name, other->script);
        return;
    }
    (void)hob_declare__refuse(d, item->path, error.status, error.hint, "%s", error.message);
}

/* Whether it can be added now: what it extends is there, or never will be. */
static bool take_turn(hob_declaring *d, hob_declaration *item) {
    if (item->extends == NULL) {
        add_component(d, item, NULL);
        return true;
    }
    const hob_component_type *base = type_named(d->declared->registry, item->extends);
    if (base == NULL) {
        return false;
    }
    if (base->script == NULL) {
        item->is_done = true;
        (void)hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED,
                                  "Add both to the entity, or extend a component of the project.",
                                  "%s cannot extend %s, which is built in.", item->name,
                                  item->extends);
    } else if (hob_str_ends(hob_str_from(base->script), HOB_STR(".lua")) !=
               hob_str_ends(hob_str_from(item->path), HOB_STR(".lua"))) {
        item->is_done = true;
        (void)hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED,
                                  "Write both in one language.",
                                  "%s cannot extend %s, whose functions are in another language.",
                                  item->name, item->extends);
    } else {
        add_component(d, item, base);
    }
    return true;
}

static hob_declaration *waiting(hob_declaring *d, const char *name) {
    for (size_t i = 0; i < d->count; i++) {
        if (!d->items[i].is_done && strcmp(d->items[i].name, name) == 0) {
            return &d->items[i];
        }
    }
    return NULL;
}

/* Follows extends from a file that is left over: a circle is told once, at its first file. */
static void refuse_left(hob_declaring *d, hob_declaration *item) {
    char chain[300];
    size_t length = (size_t)snprintf(chain, sizeof chain, "%s", item->name);
    hob_declaration *at = item;
    for (size_t i = 0; i < d->count; i++) {
        hob_declaration *next = waiting(d, at->extends);
        if (next == NULL) {
            break;
        }
        if (length < sizeof chain) {
            length += (size_t)snprintf(chain + length, sizeof chain - length, " -> %s", next->name);
        }
        if (next == item) {
            (void)hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_CONFLICT,
                                      "Take one extends out.",
                                      "Components extend each other in a circle: %s.", chain);
            for (at = item; at != NULL && !at->is_done;) {
                at->is_done = true;
                at = waiting(d, at->extends);
            }
            return;
        }
        at = next;
    }
    char hint[120] = "Declare it in components/, or take extends out.";
    const char *near = hob_registry_nearest(d->declared->registry, hob_str_from(item->extends));
    if (near != NULL) {
        (void)snprintf(hint, sizeof hint, "Did you mean %s?", near);
    }
    item->is_done = true;
    (void)hob_declare__refuse(d, item->path, HOB_ERR_COMPONENT_LOAD_FAILED, hint,
                              "%s extends %.80s, which is not there.", item->name, item->extends);
}

static void add_all(hob_declaring *d) {
    for (size_t i = 0; i < d->count; i++) {
        name_file(d, &d->items[i]);
    }
    for (bool moved = true; moved;) {
        moved = false;
        for (size_t i = 0; i < d->count; i++) {
            moved = (!d->items[i].is_done && take_turn(d, &d->items[i])) || moved;
        }
    }
    for (size_t i = 0; i < d->count; i++) { /* circles first, then what hangs on them */
        hob_declaration *item = &d->items[i];
        if (!item->is_done && waiting(d, item->extends) != NULL) {
            hob_declaration *slow = item;
            size_t steps = 0;
            while (steps <= d->count && (slow = waiting(d, slow->extends)) != NULL &&
                   slow != item) {
                steps++;
            }
            if (slow == item) {
                refuse_left(d, item);
            }
        }
    }
    for (size_t i = 0; i < d->count; i++) {
        if (!d->items[i].is_done) {
            refuse_left(d, &d->items[i]);
        }
    }
}

/* ---- the whole ---- */

static hob_status run_all(hob_declaring *d) {
    hob_project *project = d->project;
    size_t count = hob_project_component_file_count(project);
    hob_region_set_guard(d->region, &d->guard);
    d->manifest = *hob_project_manifest(project);
    d->manifest.limits.load_units = d->manifest.limits.hook_units;
    hob_world_options options = {
        .project = project, .manifest = &d->manifest, .registry = d->builtin};
    d->world = hob_world_create(d->region, &d->scratch, &options);
    d->world->outside.guard = &d->guard;
    d->world->loading = true;
    hob_status status = hob_script_hosts_create(d->world, d->reterr);
    if (status != HOB_OK) {
        return status;
    }
    d->items = hob_arena_array(d->arena, hob_declaration, count + 1);
    d->declared->roles = hob_arena_array(d->arena, hob_role, count + 1);
    for (size_t i = 0; i < count; i++) {
        run_file(d, hob_project_component_file_at(project, i));
    }
    status =
        hob_registry_derive(d->declared->allocator, d->builtin, &d->declared->registry, d->reterr);
    if (status == HOB_OK) {
        add_all(d);
    }
    return status;
}

/* Apart, so that nothing of the caller lives over the jump. */
static hob_status run_guarded(hob_declaring *d) {
    if (hob_guard_enter(&d->guard) != 0) {
        if (d->reterr != NULL) {
            *d->reterr = d->guard.error;
        }
        return d->guard.error.status;
    }
    d->arena->guard = &d->guard;
    return run_all(d);
}

static hob_status declare(void *user, hob_project *project, const hob_registry *builtin,
                          hob_declared *declared, hob_error *reterr) {
    (void)user;
    hob_declaring *d = hob_alloc_zero(declared->allocator, 1, sizeof *d);
    if (d == NULL) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    }
    d->project = project;
    d->builtin = builtin;
    d->declared = declared;
    d->arena = &declared->arena;
    d->reterr = reterr;
    hob_arena_init(&d->scratch, declared->allocator, &d->guard);
    size_t limit = (size_t)hob_project_manifest(project)->limits.region_mib << 20;
    hob_status status = hob_region_create(limit, NULL, &d->region, reterr);
    if (status == HOB_OK) {
        status = run_guarded(d);
        hob_region_set_guard(d->region, NULL);
        if (d->world != NULL) {
            hob_script_hosts_destroy(d->world);
        }
        hob_region_destroy(d->region);
    }
    declared->arena.guard = NULL;
    hob_arena_done(&d->scratch);
    hob_free(declared->allocator, d, sizeof *d);
    return status;
}

const hob_component_declarer *hob_script_declarer(void) {
    static const hob_component_declarer declarer = {.declare = declare,
                                                    .schedule = hob_schedule_resolve};
    return &declarer;
}
