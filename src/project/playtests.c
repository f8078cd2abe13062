/* Play-tests: found by listing playtests/; only their heads are known here, steps are a table of
 * the session floor. */
#include "project/internal.h"
#include "project/tables.h"

#include <string.h>

static const hob_field any_field = {.type = HOB_FIELD_ANY, .doc = "Any value."};
static const hob_field traced_field = {.type = HOB_FIELD_TEXT, .doc = "Entity name or id."};
static const hob_field trace_fields[] = {
    HOB_P("entities", LIST, .element = &traced_field, .flags = HOB_FIELD_REQUIRED,
          .doc = "Entities that are traced."),
    HOB_P("camera", BOOL, .flags = HOB_FIELD_OPTIONAL, .doc = "Trace the camera too."),
    HOB_P("raw", BOOL, .flags = HOB_FIELD_OPTIONAL, .doc = "Report every frame."),
    HOB_FIELDS_END,
};
const hob_field hob_project__playtest_fields[] = {
    HOB_P("formatVersion", INT, .default_json = "1", .flags = HOB_FIELD_BETWEEN, .min = 1, .max = 1,
          .doc = "Generation of the file format."),
    HOB_P("id", TEXT, .flags = HOB_FIELD_REQUIRED, .pattern = "playtest-id",
          .doc = "Play-test id."),
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "Name; the file name is its slug."),
    HOB_P("scene", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Scene to run, by id or name."),
    HOB_P("steps", LIST, .element = &any_field, .doc = "Steps in order."),
    HOB_P("trace", OBJECT, .fields = trace_fields, .flags = HOB_FIELD_OPTIONAL,
          .doc = "What is traced."),
    HOB_P("maxFrames", INT, .default_json = "600", .flags = HOB_FIELD_ABOVE, .doc = "Hard stop."),
    /* A number, since 32 bits without a sign do not fit into an INT. */
    HOB_P("seed", NUMBER, .default_json = "0", .flags = HOB_FIELD_BETWEEN, .min = 0,
          .max = 4294967295.0, .doc = "Seed of the random stream; a whole number."),
    HOB_FIELDS_END,
};

void hob_project__playtests_forget(hob_project *project) {
    hob_arena_done(&project->playtests.arena);
    project->playtests.state = HOB_FILE_FRESH;
    project->playtests.items = NULL;
    project->playtests.count = 0;
}

static const char *text_in(const hob_json *json, const char *key) {
    return yyjson_get_str(yyjson_obj_get(json->root, key));
}

static void read_entry(hob_project *project, hob_playtest_entry *entry) {
    hob_project__file *file = hob_project__file_at(project, entry->path);
    hob_error error;
    hob_status status =
        hob_project__file_json(project, file, &hob_project__kinds[HOB_KIND_PLAYTEST], &error);
    if (status == HOB_ERR_OUT_OF_MEMORY) {
        hob_project__need(project, NULL);
    }
    if (status) {
        hob_error *kept = hob_arena_new(&project->playtests.arena, hob_error);
        *kept = error;
        entry->error = kept;
        return;
    }
    entry->json = &file->json;
    entry->id = text_in(&file->json, "id");
    entry->name = text_in(&file->json, "name");
    entry->scene = text_in(&file->json, "scene");
}

static hob_status list_playtests(hob_project *project, void *arg, hob_error *reterr) {
    (void)arg;
    hob_project__playtests *list = &project->playtests;
    if (list->state == HOB_FILE_READY) {
        return HOB_OK;
    }
    hob_project__playtests_forget(project);
    hob_fs_entry *entries;
    size_t count;
    hob_status status =
        hob_project__list(project, "playtests", &list->arena, &entries, &count, reterr);
    if (status) {
        return status;
    }
    list->items = hob_arena_array(&list->arena, hob_playtest_entry, count + 1);
    for (size_t i = 0; i < count; i++) {
        hob_str name = hob_str_from(entries[i].name);
        if (hob_str_ends(name, hob_str_from(hob_project__kinds[HOB_KIND_PLAYTEST].suffix))) {
            hob_playtest_entry *entry = &list->items[list->count++];
            entry->path = hob_arena_format(&list->arena, "playtests/%s", entries[i].name);
            read_entry(project, entry);
        }
    }
    list->state = HOB_FILE_READY;
    return HOB_OK;
}

size_t hob_project_playtest_count(hob_project *project) {
    return hob_project__guarded(project, list_playtests, NULL, NULL) ? 0 : project->playtests.count;
}

const hob_playtest_entry *hob_project_playtest_at(hob_project *project, size_t index) {
    return index < hob_project_playtest_count(project) ? &project->playtests.items[index] : NULL;
}

const hob_playtest_entry *hob_project_playtest_find(hob_project *project, hob_str ref) {
    size_t count = hob_project_playtest_count(project);
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < count; i++) {
            const hob_playtest_entry *entry = &project->playtests.items[i];
            const char *key = round ? entry->name : entry->id;
            if (key && hob_str_is(ref, key)) {
                return entry;
            }
        }
    }
    return NULL;
}
