/* Texts by listing texts/: <locale>.json and <locale>.<part>.json, in path order. */
#include "project/internal.h"

#include <string.h>

void hob_project__texts_forget(hob_project *project) {
    hob_arena_done(&project->texts.arena);
    project->texts.state = HOB_FILE_FRESH;
    project->texts.items = NULL;
    project->texts.count = 0;
}

static void read_file(hob_project *project, hob_text_file *entry) {
    hob_project__file *file = hob_project__file_at(project, entry->path);
    hob_error error;
    hob_status status =
        hob_project__file_json(project, file, &hob_project__kinds[HOB_KIND_TEXT], &error);
    if (status == HOB_ERR_OUT_OF_MEMORY) {
        hob_project__need(project, NULL);
    }
    if (status) {
        hob_error *kept = hob_arena_new(&project->texts.arena, hob_error);
        *kept = error;
        entry->error = kept;
        return;
    }
    entry->json = &file->json;
}

static hob_status list_texts(hob_project *project, void *arg, hob_error *reterr) {
    (void)arg;
    hob_project__texts *list = &project->texts;
    if (list->state == HOB_FILE_READY) {
        return HOB_OK;
    }
    hob_project__texts_forget(project);
    hob_fs_entry *entries;
    size_t count;
    hob_status status = hob_project__list(project, "texts", &list->arena, &entries, &count, reterr);
    if (status) {
        return status;
    }
    list->items = hob_arena_array(&list->arena, hob_text_file, count + 1);
    for (size_t i = 0; i < count; i++) {
        if (!entries[i].is_folder &&
            hob_str_ends(hob_str_from(entries[i].name), HOB_STR(".json"))) {
            hob_text_file *entry = &list->items[list->count++];
            entry->path = hob_arena_format(&list->arena, "texts/%s", entries[i].name);
            entry->locale =
                hob_arena_text(&list->arena, entries[i].name, strcspn(entries[i].name, "."));
            read_file(project, entry);
        }
    }
    list->state = HOB_FILE_READY;
    return HOB_OK;
}

size_t hob_project_text_count(hob_project *project) {
    return hob_project__guarded(project, list_texts, NULL, NULL) ? 0 : project->texts.count;
}

const hob_text_file *hob_project_text_at(hob_project *project, size_t index) {
    return index < hob_project_text_count(project) ? &project->texts.items[index] : NULL;
}
