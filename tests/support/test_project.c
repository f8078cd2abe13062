#include "support/test_project.h"

#include "components/list.h"
#include "project/version.h"

#include <stdio.h>
#include <string.h>

static hob_buf content; /* of the last get */

static void full_path(const char *path, char out[512]) {
    (void)snprintf(out, 512, HOB_TEST_ROOT "%s%s", path[0] ? "/" : "", path);
}

static void must(hob_status status, const hob_error *error) {
    if (status) {
        fail_msg("%s: %s", hob_status_name(status), error->message);
    }
}

void hob_test_project_begin(hob_test_project *t) {
    hob_error error;
    *t = (hob_test_project){.fs = NULL};
    must(hob_fs_memory_create(hob_heap_allocator(), &t->fs, &error), &error);
    must(hob_fs_make_folders(t->fs, HOB_TEST_ROOT, &error), &error);
    must(hob_registry_create(hob_heap_allocator(), &t->registry, &error), &error);
    must(hob_components_register(t->registry, &error), &error);
    hob_buf_init(&content, hob_heap_allocator(), SIZE_MAX / 4);
}

void hob_test_project_end(hob_test_project *t) {
    hob_test_project_close(t);
    hob_registry_destroy(t->registry);
    hob_fs_memory_destroy(t->fs);
    hob_buf_done(&content);
}

void hob_test_project_put_bytes(hob_test_project *t, const char *path, hob_str bytes) {
    char full[512];
    hob_error error;
    full_path(path, full);
    char *slash = strrchr(full, '/');
    *slash = '\0';
    must(hob_fs_make_folders(t->fs, full, &error), &error);
    *slash = '/';
    (void)t->fs->remove(t->fs, full, NULL);
    must(t->fs->write_new(t->fs, full, bytes, 0644, &error), &error);
}

void hob_test_project_put(hob_test_project *t, const char *path, const char *text) {
    hob_test_project_put_bytes(t, path, hob_str_from(text));
}

void hob_test_project_remove(hob_test_project *t, const char *path) {
    char full[512];
    hob_error error;
    full_path(path, full);
    must(t->fs->remove(t->fs, full, &error), &error);
}

hob_str hob_test_project_get(hob_test_project *t, const char *path) {
    char full[512];
    hob_error error;
    full_path(path, full);
    hob_buf_clear(&content);
    must(t->fs->read(t->fs, full, SIZE_MAX / 4, &content, &error), &error);
    return hob_buf_str(&content);
}

bool hob_test_project_has(hob_test_project *t, const char *path) {
    char full[512];
    hob_file_info info = {.exists = false};
    full_path(path, full);
    return !t->fs->info(t->fs, full, true, &info, NULL) && info.exists;
}

void hob_test_project_put_manifest(hob_test_project *t, const char *more) {
    static char text[1 << 16];
    (void)snprintf(text, sizeof text,
                   "{\n"
                   "  \"formatVersion\": 1,\n"
                   "  \"engineVersion\": \"%s\",\n"
                   "  \"id\": \"prj_demo\",\n"
                   "  \"name\": \"Demo\",\n"
                   "  \"nextId\": 1,\n"
                   "  \"initialScene\": \"scn_main\",\n"
                   "  \"scenes\": [\n"
                   "    {\n"
                   "      \"id\": \"scn_main\",\n"
                   "      \"name\": \"Main\",\n"
                   "      \"path\": \"scenes/main.scene.json\"\n"
                   "    }\n"
                   "  ]%s\n"
                   "}\n",
                   hob_engine_version(), more);
    hob_test_project_put(t, "hob.json", text);
}

void hob_test_project_put_scene(hob_test_project *t, const char *more_entities,
                                const char *more_keys) {
    static char text[1 << 16];
    (void)snprintf(text, sizeof text,
                   "{\n"
                   "\"id\": \"scn_main\"%s,\n"
                   "\"entities\": [\n"
                   "{\"id\": \"ent_cam\", \"name\": \"Main Camera\", \"components\": {\"Camera\": "
                   "{}}}%s\n"
                   "]\n"
                   "}\n",
                   more_keys, more_entities);
    hob_test_project_put(t, "scenes/main.scene.json", text);
}

void hob_test_project_put_minimal(hob_test_project *t) {
    hob_test_project_put_manifest(t, "");
    hob_test_project_put_scene(t, "", "");
}

/* ---- all files ---- */

static void visit_all(hob_test_project *t, hob_arena *arena, const char *folder,
                      void (*visit)(hob_test_project *t, const char *path, void *user),
                      void *user) {
    char full[512];
    hob_fs_entry *entries;
    size_t count;
    full_path(folder, full);
    hob_error error;
    must(t->fs->list(t->fs, full, arena, &entries, &count, &error), &error);
    for (size_t i = 0; i < count; i++) {
        char *path =
            hob_arena_format(arena, "%s%s%s", folder, folder[0] ? "/" : "", entries[i].name);
        if (entries[i].is_folder) {
            visit_all(t, arena, path, visit, user);
        } else {
            visit(t, path, user);
        }
    }
}

static void add_to_snapshot(hob_test_project *t, const char *path, void *user) {
    hob_buf *out = user;
    if (strncmp(path, ".hob/", 5) != 0) {
        hob_buf_format(out, "== %s\n", path);
        hob_buf_add_str(out, hob_test_project_get(t, path));
    }
}

void hob_test_project_snapshot(hob_test_project *t, hob_buf *out) {
    hob_arena arena;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    hob_buf_clear(out);
    visit_all(t, &arena, "", add_to_snapshot, out);
    hob_arena_done(&arena);
}

static void note_leftover(hob_test_project *t, const char *path, void *user) {
    (void)t;
    char *found = user;
    if (strstr(path, ".hob-tmp") || strstr(path, ".hob/commit/")) {
        (void)snprintf(found, 512, "%s", path);
    }
}

const char *hob_test_project_leftover(hob_test_project *t) {
    static char found[512];
    hob_arena arena;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    found[0] = '\0';
    visit_all(t, &arena, "", note_leftover, found);
    hob_arena_done(&arena);
    return found[0] ? found : NULL;
}

/* ---- opening ---- */

hob_status hob_test_project_try_open(hob_test_project *t, hob_error *reterr) {
    hob_test_project_close(t);
    const hob_project_options options = {
        .allocator = t->allocator,
        .fs = t->through ? t->through : t->fs,
        .registry = t->registry,
        .checker = t->checker,
        .read_only = t->read_only,
    };
    return hob_project_open(HOB_TEST_ROOT, &options, &t->project, reterr);
}

void hob_test_project_open(hob_test_project *t) {
    hob_error error;
    must(hob_test_project_try_open(t, &error), &error);
}

void hob_test_project_close(hob_test_project *t) {
    hob_project_close(t->project);
    t->project = NULL;
}
