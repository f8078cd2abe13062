/* Texts that games run and show: every .lua and .js file below scripts/ and components/, every
 * ui/<name>.html; read whole when their list is first asked for. */
#include "project/internal.h"

#include <string.h>

static const struct {
    const char *path;
    const char *endings[2];
    bool is_flat; /* folders inside it do not count */
} folders[] = {
    [HOB_CODE_SCRIPTS] = {"scripts", {".lua", ".js"}, false},
    [HOB_CODE_COMPONENTS] = {"components", {".lua", ".js"}, false},
    [HOB_CODE_PIECES] = {"ui", {".html", ".html"}, true},
};

static void forget(hob_project__scripts *list) {
    hob_arena_done(&list->arena);
    list->state = HOB_FILE_FRESH;
    list->items = NULL;
    list->count = 0;
}

void hob_project__scripts_forget(hob_project *project) {
    for (size_t i = 0; i < HOB_CODE_COUNT; i++) {
        forget(&project->code[i]);
    }
}

static bool belongs(const char *path, hob_project__code_kind kind) {
    hob_str s = hob_str_from(path);
    return (hob_str_ends(s, hob_str_from(folders[kind].endings[0])) ||
            hob_str_ends(s, hob_str_from(folders[kind].endings[1]))) &&
           !(folders[kind].is_flat && strchr(path + strlen(folders[kind].path) + 1, '/'));
}

typedef struct path_list {
    hob_arena *arena;
    hob_project__code_kind kind;
    const char **items;
    size_t count, cap;
} path_list;

static hob_status collect(hob_project *project, const char *path, void *user, hob_error *reterr) {
    (void)project;
    (void)reterr;
    path_list *list = user;
    if (!belongs(path, list->kind)) {
        return HOB_OK;
    }
    if (list->count == list->cap) {
        size_t cap = list->cap ? list->cap * 2 : 32;
        const char **items = hob_arena_array(list->arena, const char *, cap);
        if (list->count) {
            memcpy(items, list->items, list->count * sizeof *items);
        }
        list->items = items;
        list->cap = cap;
    }
    list->items[list->count++] = path;
    return HOB_OK;
}

static void read_script(hob_project *project, hob_arena *arena, hob_script_file *script) {
    hob_error error = {.status = HOB_OK};
    hob_buf_done(&project->buffer);
    hob_buf_init(&project->buffer, project->allocator, HOB_PROJECT__SCRIPT_MAX);
    hob_status status = hob_project__read(project, script->path, HOB_PROJECT__SCRIPT_MAX,
                                          &project->buffer, NULL, &error);
    if (status == HOB_ERR_OUT_OF_MEMORY) {
        hob_project__need(project, NULL);
    }
    hob_str text = hob_buf_str(&project->buffer);
    script->text = (hob_str){hob_arena_text(arena, text.data, status ? 0 : text.length),
                             status ? 0 : text.length};
    hob_buf_done(&project->buffer);
    if (status) {
        hob_error *kept = hob_arena_new(arena, hob_error);
        *kept = error;
        script->error = kept;
    }
}

/* Folders come in name order, which is not the order of whole paths ("a/b" against "a.lua"). */
static void sort_paths(const char **items, const char **spare, size_t count) {
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t from = 0; from < count; from += width * 2) {
            size_t middle = from + width < count ? from + width : count;
            size_t end = middle + width < count ? middle + width : count;
            size_t left = from, right = middle;
            for (size_t to = from; to < end; to++) {
                bool take_left =
                    left < middle && (right >= end || strcmp(items[left], items[right]) <= 0);
                spare[to] = items[take_left ? left++ : right++];
            }
        }
        memcpy(items, spare, count * sizeof *items);
    }
}

static hob_status list_scripts(hob_project *project, void *arg, hob_error *reterr) {
    hob_project__scripts *list = arg;
    if (list->state == HOB_FILE_READY) {
        return HOB_OK;
    }
    forget(list);
    path_list paths = {.arena = &list->arena,
                       .kind = (hob_project__code_kind)(list - project->code)};
    const hob_project__walker walker = {
        .arena = &list->arena, .list = hob_project__list, .visit = collect, .user = &paths};
    hob_status status = hob_project__walk(project, folders[paths.kind].path, &walker, reterr);
    if (status) {
        return status;
    }
    list->items = hob_arena_array(&list->arena, hob_script_file, paths.count + 1);
    hob_names_init(&list->by_path, &list->arena, paths.count);
    if (paths.count) {
        sort_paths(paths.items, hob_arena_array(&list->arena, const char *, paths.count),
                   paths.count);
    }
    for (size_t i = 0; i < paths.count; i++) {
        list->items[i].path = paths.items[i];
        read_script(project, &list->arena, &list->items[i]);
        (void)hob_names_add(&list->by_path, hob_str_from(paths.items[i]), (uint32_t)i);
    }
    list->count = paths.count;
    list->state = HOB_FILE_READY;
    return HOB_OK;
}

static size_t count(hob_project *project, hob_project__code_kind kind) {
    hob_project__scripts *list = &project->code[kind];
    return hob_project__guarded(project, list_scripts, list, NULL) ? 0 : list->count;
}

static const hob_script_file *at(hob_project *project, hob_project__code_kind kind, size_t index) {
    return index < count(project, kind) ? &project->code[kind].items[index] : NULL;
}

static const hob_script_file *find(hob_project *project, hob_project__code_kind kind,
                                   hob_str path) {
    if (!count(project, kind)) {
        return NULL;
    }
    uint32_t index = hob_names_find(&project->code[kind].by_path, path);
    return index == HOB_NAMES_NONE ? NULL : &project->code[kind].items[index];
}

size_t hob_project_script_count(hob_project *project) {
    return count(project, HOB_CODE_SCRIPTS);
}

const hob_script_file *hob_project_script_at(hob_project *project, size_t index) {
    return at(project, HOB_CODE_SCRIPTS, index);
}

const hob_script_file *hob_project_script_find(hob_project *project, hob_str path) {
    return find(project, HOB_CODE_SCRIPTS, path);
}

size_t hob_project_component_file_count(hob_project *project) {
    return count(project, HOB_CODE_COMPONENTS);
}

const hob_script_file *hob_project_component_file_at(hob_project *project, size_t index) {
    return at(project, HOB_CODE_COMPONENTS, index);
}

const hob_script_file *hob_project_code_find(hob_project *project, hob_str path) {
    return find(project,
                hob_str_starts(path, HOB_STR("components/")) ? HOB_CODE_COMPONENTS
                                                             : HOB_CODE_SCRIPTS,
                path);
}

typedef struct replacement {
    hob_str path, text;
} replacement;

static hob_status replace(hob_project *project, void *arg, hob_error *reterr) {
    const replacement *with = arg;
    hob_script_file *file =
        (hob_script_file *)(uintptr_t)hob_project_code_find(project, with->path);
    if (!file) {
        hob_fail(reterr, HOB_ERR_NOT_FOUND, "There is no script \"%.*s\".",
                 (int)(with->path.length > 200 ? 200 : with->path.length), with->path.data);
        return hob_error_hint(reterr, "A new file counts when the game is started again.");
    }
    hob_project__scripts *list =
        &project->code[hob_str_starts(with->path, HOB_STR("components/")) ? HOB_CODE_COMPONENTS
                                                                          : HOB_CODE_SCRIPTS];
    file->text = (hob_str){hob_arena_text(&list->arena, with->text.data, with->text.length),
                           with->text.length};
    file->error = NULL;
    return HOB_OK;
}

hob_status hob_project_code_replace(hob_project *project, hob_str path, hob_str text,
                                    hob_error *reterr) {
    replacement with = {path, text};
    return hob_project__guarded(project, replace, &with, reterr);
}

size_t hob_project_piece_count(hob_project *project) {
    return count(project, HOB_CODE_PIECES);
}

const hob_script_file *hob_project_piece_at(hob_project *project, size_t index) {
    return at(project, HOB_CODE_PIECES, index);
}

hob_str hob_piece_file_name(const hob_script_file *file) {
    return (hob_str){file->path + strlen("ui/"), strlen(file->path) - strlen("ui/.html")};
}

const hob_script_file *hob_project_piece_find(hob_project *project, hob_str name) {
    for (size_t i = 0; i < hob_project_piece_count(project); i++) {
        const hob_script_file *file = &project->code[HOB_CODE_PIECES].items[i];
        if (hob_str_equal(hob_piece_file_name(file), name)) {
            return file;
        }
    }
    return NULL;
}
