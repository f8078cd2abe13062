/* New ids (spec hob 2): the counter in hob.json, and the ids that are taken where they must differ.
 */
#include "project/change_internal.h"

#include <string.h>

/* ---- what is taken ---- */

/* A file as the change sees it: its edited document, else the old tree. */
typedef struct json_view {
    yyjson_mut_val *edited;
    yyjson_val *old;
} json_view;

static hob_status view_of(hob_change *change, const char *path, json_view *ret_view,
                          hob_error *reterr) {
    *ret_view = (json_view){.edited = NULL};
    hob_change__entry *entry = hob_change__find(change, path);
    if (entry && entry->doc) {
        ret_view->edited = yyjson_mut_doc_get_root(entry->doc);
        return HOB_OK;
    }
    if (!hob_project__exists(change->project, path)) {
        return HOB_OK;
    }
    return hob_change__old_tree(change, path, &ret_view->old, reterr);
}

static void take(hob_change *change, hob_names *names, const char *id, size_t length) {
    if (id) {
        hob_str key = {hob_arena_text(&change->arena, id, length), length};
        (void)hob_names_add(names, key, 0);
    }
}

/* The "id" of each element of a list in the file. */
static void take_list(hob_change *change, hob_names *names, const json_view *view,
                      const char *list) {
    size_t i, max;
    yyjson_mut_val *edited;
    yyjson_mut_arr_foreach(yyjson_mut_obj_get(view->edited, list), i, max, edited) {
        yyjson_mut_val *id = yyjson_mut_obj_get(edited, "id");
        take(change, names, yyjson_mut_get_str(id), yyjson_mut_get_len(id));
    }
    yyjson_val *old;
    yyjson_arr_foreach(yyjson_obj_get(view->old, list), i, max, old) {
        yyjson_val *id = yyjson_obj_get(old, "id");
        take(change, names, yyjson_get_str(id), yyjson_get_len(id));
    }
}

static const char *scene_path(const hob_change *change, const char *scene_id) {
    for (hob_change__entry *entry = change->first; entry; entry = entry->next) {
        yyjson_mut_val *root = entry->doc ? yyjson_mut_doc_get_root(entry->doc) : NULL;
        if (yyjson_mut_equals_str(yyjson_mut_obj_get(root, "id"), scene_id)) {
            return entry->path;
        }
    }
    const hob_project__manifest *manifest = change->project->manifest;
    for (size_t i = 0; i < manifest->scene_count; i++) {
        if (strcmp(manifest->scenes[i].id, scene_id) == 0) {
            return manifest->scenes[i].path;
        }
    }
    return NULL;
}

static void take_playtests(hob_change *change, hob_names *names) {
    size_t count = hob_project_playtest_count(change->project);
    for (size_t i = 0; i < count; i++) {
        const char *id = change->project->playtests.items[i].id;
        take(change, names, id, id ? strlen(id) : 0);
    }
    for (hob_change__entry *entry = change->first; entry; entry = entry->next) {
        yyjson_mut_val *root = entry->doc ? yyjson_mut_doc_get_root(entry->doc) : NULL;
        yyjson_mut_val *id = yyjson_mut_obj_get(root, "id");
        take(change, names, yyjson_mut_get_str(id), yyjson_mut_get_len(id));
    }
}

static hob_status collect(hob_change *change, const char *prefix, const char *container,
                          hob_names *names, hob_error *reterr) {
    static const struct {
        const char *prefix, *path, *list;
    } lists[] = {{"scn", "hob.json", "scenes"}, {"ast", "assets.json", "assets"}};
    json_view view;
    if (strcmp(prefix, "ptt") == 0) {
        take_playtests(change, names);
        return HOB_OK;
    }
    const char *path = container ? scene_path(change, container) : NULL, *list = "entities";
    for (size_t i = 0; i < HOB_COUNT(lists) && !container; i++) {
        if (strcmp(prefix, lists[i].prefix) == 0) {
            path = lists[i].path;
            list = lists[i].list;
        }
    }
    if (!path) {
        return HOB_OK;
    }
    hob_status status = view_of(change, path, &view, reterr);
    if (!status) {
        take_list(change, names, &view, list);
    }
    return status;
}

static hob_status taken_ids(hob_change *change, const char *prefix, const char *container,
                            hob_names **ret_names, hob_error *reterr) {
    const char *place = container ? container : "";
    for (hob_change__taken *taken = change->taken; taken; taken = taken->next) {
        if (strcmp(taken->prefix, prefix) == 0 && strcmp(taken->container, place) == 0) {
            *ret_names = &taken->names;
            return HOB_OK;
        }
    }
    hob_change__taken *taken = hob_arena_new(&change->arena, hob_change__taken);
    taken->prefix = hob_arena_text(&change->arena, prefix, strlen(prefix));
    taken->container = hob_arena_text(&change->arena, place, strlen(place));
    hob_names_init(&taken->names, &change->arena, 64);
    hob_status status = collect(change, prefix, container, &taken->names, reterr);
    if (!status) {
        taken->next = change->taken;
        change->taken = taken;
        *ret_names = &taken->names;
    }
    return status;
}

/* ---- the counter ---- */

static uint64_t read_counter(yyjson_mut_val *root) {
    yyjson_mut_val *next = yyjson_mut_obj_get(root, "nextId");
    double counter = yyjson_mut_is_num(next) ? yyjson_mut_get_num(next) : 1;
    return counter >= 1 ? (uint64_t)counter : 1;
}

static hob_status write_counter(yyjson_mut_doc *doc, yyjson_mut_val *root, uint64_t counter,
                                hob_error *reterr) {
    if (counter > INT32_MAX) {
        return hob_fail(reterr, HOB_ERR_LIMIT_REACHED, "The project has used up all of its ids.");
    }
    yyjson_mut_val *next = yyjson_mut_obj_get(root, "nextId");
    if (next) {
        (void)yyjson_mut_set_uint(next, counter);
        return HOB_OK;
    }
    return yyjson_mut_obj_add_uint(doc, root, "nextId", counter)
               ? HOB_OK
               : hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
}

typedef struct id_call {
    hob_change *change;
    const char *prefix, *container;
    char id[16];
} id_call;

static hob_status new_id(hob_project *project, void *arg, hob_error *reterr) {
    id_call *call = arg;
    hob_change *change = call->change;
    hob_change__entry *entry;
    hob_names *names;
    hob_status status = hob_change__edit(change, "hob.json", &entry, reterr);
    if (!status) {
        status = taken_ids(change, call->prefix, call->container, &names, reterr);
    }
    if (status) {
        return status;
    }
    yyjson_mut_val *root = yyjson_mut_doc_get_root(entry->doc);
    const char *project_id = hob_text_cstr(project->manifest->fields.id);
    uint64_t counter = read_counter(root);
    do {
        hob_make_id(project_id, call->prefix, call->container, counter++, call->id);
    } while (hob_names_find(names, hob_str_from(call->id)) != HOB_NAMES_NONE);
    take(change, names, call->id, strlen(call->id));
    return write_counter(entry->doc, root, counter, reterr);
}

hob_status hob_change_new_id(hob_change *change, const char *prefix, const char *container,
                             hob_arena *arena, char **ret_id, hob_error *reterr) {
    id_call call = {.change = change, .prefix = prefix, .container = container};
    hob_status status = hob_project__guarded(change->project, new_id, &call, reterr);
    if (status) {
        return status;
    }
    char *id = hob_arena_text(arena, call.id, strlen(call.id));
    if (!id) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    }
    *ret_id = id;
    return HOB_OK;
}
