#include "support/hearth.h"

#include "components/list.h"
#include "project/validate.h"
#include "script/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SOURCE "/src"
#define DEST   "/out"

static void must(hob_status status, const hob_error *error) {
    if (status) {
        fail_msg("%s: %s %s (%s:%d %s)", hob_status_name(status), error->message, error->hint,
                 error->file, error->line, error->pointer);
    }
}

void hob_test_hearth_begin(hob_test_hearth *h) {
    const hob_allocator *a = hob_heap_allocator();
    hob_error error;
    memset(h, 0, sizeof *h);
    hob_arena_init(&h->arena, a, NULL);
    hob_error_list_init(&h->findings, a);
    must(hob_fs_memory_create(a, &h->fs, &error), &error);
    must(hob_fs_make_folders(h->fs, SOURCE, &error), &error);
    must(hob_registry_create(a, &h->registry, &error), &error);
    must(hob_components_register(h->registry, &error), &error);
}

void hob_test_hearth_end(hob_test_hearth *h) {
    hob_test_hearth_close(h);
    hob_json_done(&h->json);
    hob_registry_destroy(h->registry);
    hob_fs_memory_destroy(h->fs);
    hob_error_list_done(&h->findings);
    hob_arena_done(&h->arena);
}

/* ---- the source ---- */

static void put_at(hob_test_hearth *h, const char *full, hob_str bytes) {
    hob_error error;
    char folder[512];
    (void)snprintf(folder, sizeof folder, "%s", full);
    *strrchr(folder, '/') = '\0';
    must(hob_fs_make_folders(h->fs, folder, &error), &error);
    (void)h->fs->remove(h->fs, full, NULL);
    must(h->fs->write_new(h->fs, full, bytes, 0644, &error), &error);
}

void hob_test_hearth_put_bytes(hob_test_hearth *h, const char *path, hob_str bytes) {
    put_at(h, hob_arena_format(&h->arena, SOURCE "/%s", path), bytes);
}

void hob_test_hearth_put(hob_test_hearth *h, const char *path, const char *text) {
    hob_test_hearth_put_bytes(h, path, hob_str_from(text));
}

void hob_test_hearth_put_minimal(hob_test_hearth *h, const char *more_keys, const char *entities) {
    hob_test_hearth_put(
        h, "hearth.json",
        hob_arena_format(&h->arena,
                         "{\n\"id\": \"prj_demo\",\n\"name\": \"Demo\",\n"
                         "\"initialScene\": \"scn_main\",\n"
                         "\"scenes\": [{\"id\": \"scn_main\", \"name\": \"Main\", \"path\": "
                         "\"scenes/main.scene.json\"}]%s\n}\n",
                         more_keys));
    hob_test_hearth_put(
        h, "scenes/main.scene.json",
        hob_arena_format(&h->arena,
                         "{\n\"id\": \"scn_main\",\n\"name\": \"Main\",\n\"entities\": [\n%s\n]}\n",
                         entities));
}

static void load_tree(hob_test_hearth *h, const char *disk, const char *folder) {
    hob_fs *fs = hob_fs_disk();
    hob_fs_entry *entries;
    size_t count;
    hob_error error;
    must(fs->list(fs, disk, &h->arena, &entries, &count, &error), &error);
    for (size_t i = 0; i < count; i++) {
        const char *from = hob_path_join(&h->arena, disk, entries[i].name);
        const char *to = hob_path_join(&h->arena, folder, entries[i].name);
        if (entries[i].is_folder) {
            load_tree(h, from, to);
            continue;
        }
        hob_buf bytes;
        hob_buf_init(&bytes, hob_heap_allocator(), (size_t)1 << 26);
        must(fs->read(fs, from, (size_t)1 << 26, &bytes, &error), &error);
        put_at(h, to, hob_buf_str(&bytes));
        hob_buf_done(&bytes);
    }
}

bool hob_test_hearth_load(hob_test_hearth *h, const char *disk_folder, const char *folder) {
    hob_file_info info = {.exists = false};
    if (hob_fs_disk()->info(hob_fs_disk(), disk_folder, true, &info, NULL) || !info.exists) {
        return false;
    }
    load_tree(h, disk_folder,
              folder[0] ? hob_arena_format(&h->arena, SOURCE "/%s", folder) : SOURCE);
    return true;
}

const char *hob_test_hearth_case(hob_test_hearth *h, const char *game) {
    return hob_arena_format(&h->arena, "%s/hearth/%s", hob_test_cases(), game);
}

/* ---- the import ---- */

hob_status hob_test_hearth_try(hob_test_hearth *h, hob_error *reterr) {
    hob_error_list_done(&h->findings);
    hob_error_list_init(&h->findings, hob_heap_allocator());
    hob_import_options options = {.fs = h->fs, .registry = h->registry};
    return hob_import_hearth(&options, SOURCE, DEST, &h->result, &h->findings, reterr);
}

void hob_test_hearth_import(hob_test_hearth *h) {
    hob_error error;
    must(hob_test_hearth_try(h, &error), &error);
}

bool hob_test_hearth_has(hob_test_hearth *h, const char *path) {
    hob_file_info info = {.exists = false};
    const char *full = hob_arena_format(&h->arena, DEST "/%s", path);
    return !h->fs->info(h->fs, full, true, &info, NULL) && info.exists;
}

hob_str hob_test_hearth_get(hob_test_hearth *h, const char *path) {
    hob_buf bytes;
    hob_error error;
    hob_buf_init(&bytes, &h->arena.as_allocator, (size_t)1 << 26);
    must(h->fs->read(h->fs, hob_arena_format(&h->arena, DEST "/%s", path), (size_t)1 << 26, &bytes,
                     &error),
         &error);
    return hob_buf_str(&bytes);
}

yyjson_val *hob_test_hearth_at(hob_test_hearth *h, const char *path, const char *pointer) {
    hob_error error;
    hob_json_done(&h->json);
    must(hob_json_parse(hob_heap_allocator(), hob_test_hearth_get(h, path), path, HOB_JSON_STRICT,
                        &h->json, NULL, &error),
         &error);
    return yyjson_doc_ptr_get(h->json.doc, pointer);
}

const char *hob_test_hearth_text(hob_test_hearth *h, const char *path, const char *pointer) {
    yyjson_val *v = hob_test_hearth_at(h, path, pointer);
    hob_buf text;
    if (!v) {
        return "";
    }
    hob_value value = hob_value_from_json(&h->arena.as_allocator, v);
    hob_buf_init(&text, &h->arena.as_allocator, (size_t)1 << 26);
    assert_true(hob_value_write_json(&text, value, false, NULL, NULL));
    return text.data;
}

const hob_error *hob_test_hearth_finding(hob_test_hearth *h, hob_status status, const char *file,
                                         const char *pointer) {
    for (size_t i = 0; i < h->findings.count; i++) {
        const hob_error *error = &h->findings.items[i];
        if (error->status == status && (!file || strcmp(error->file, file) == 0) &&
            (!pointer || strcmp(error->pointer, pointer) == 0)) {
            return error;
        }
    }
    return NULL;
}

static void replace_in(hob_test_hearth *h, const char *full, const char *from, const char *to) {
    hob_buf old, new;
    hob_error error;
    hob_buf_init(&old, hob_heap_allocator(), (size_t)1 << 26);
    hob_buf_init(&new, hob_heap_allocator(), (size_t)1 << 26);
    must(h->fs->read(h->fs, full, (size_t)1 << 26, &old, &error), &error);
    hob_str rest = hob_buf_str(&old);
    for (size_t at; (at = hob_str_find(rest, hob_str_from(from))) != SIZE_MAX;) {
        hob_buf_add(&new, rest.data, at);
        hob_buf_add_cstr(&new, to);
        rest = (hob_str){rest.data + at + strlen(from), rest.length - at - strlen(from)};
    }
    hob_buf_add_str(&new, rest);
    put_at(h, full, hob_buf_str(&new));
    hob_buf_done(&old);
    hob_buf_done(&new);
}

static void replace_below(hob_test_hearth *h, const char *folder, const char *suffix,
                          const char *from, const char *to) {
    hob_fs_entry *entries;
    size_t count;
    hob_error error;
    must(h->fs->list(h->fs, folder, &h->arena, &entries, &count, &error), &error);
    for (size_t i = 0; i < count; i++) {
        const char *path = hob_path_join(&h->arena, folder, entries[i].name);
        if (entries[i].is_folder) {
            replace_below(h, path, suffix, from, to);
        } else if (hob_str_ends(hob_str_from(path), hob_str_from(suffix))) {
            replace_in(h, path, from, to);
        }
    }
}

void hob_test_hearth_replace(hob_test_hearth *h, const char *suffix, const char *from,
                             const char *to) {
    replace_below(h, DEST, suffix, from, to);
}

/* ---- the imported project ---- */

void hob_test_hearth_open(hob_test_hearth *h) {
    hob_error error;
    hob_project_options options = {
        .fs = h->fs, .registry = h->registry, .checker = hob_script_syntax_checker()};
    hob_test_hearth_close(h);
    must(hob_project_open(DEST, &options, &h->project, &error), &error);
    hob_project_set_playtest_checker(h->project, hob_playtest_step_checker());
}

void hob_test_hearth_validate(hob_test_hearth *h) {
    hob_error_list findings;
    hob_error error;
    hob_buf report;
    hob_error_list_init(&findings, hob_heap_allocator());
    must(hob_project_validate(h->project, &findings, &error), &error);
    hob_buf_init(&report, &h->arena.as_allocator, (size_t)1 << 20);
    for (size_t i = 0; i < findings.count; i++) {
        const hob_error *item = &findings.items[i];
        if (item->severity == HOB_SEVERITY_ERROR) {
            hob_buf_format(&report, "\n%s %s%s:%d: %s", hob_status_name(item->status), item->file,
                           item->pointer, item->line, item->message);
        }
    }
    hob_error_list_done(&findings);
    if (report.length) {
        fail_msg("the imported project is not valid:%s", report.data);
    }
}

static void tell_failures(const hob_playtest_result *result, hob_buf *report) {
    for (size_t i = 0; i < result->step_count; i++) {
        if (!result->steps[i].passed) {
            hob_buf_format(report, "\n%s: step %d %s: %s", result->name, result->steps[i].index,
                           result->steps[i].type, result->steps[i].message);
        }
    }
    hob_value errors = hob_value_get(result->report, "errors");
    if (!result->passed && errors.tag == HOB_TAG_LIST) {
        hob_buf_add_cstr(report, "\n  errors: ");
        (void)hob_value_write_json(report, errors, false, NULL, NULL);
    }
    hob_value logs = hob_value_get(result->report, "logs");
    if (!result->passed && logs.tag == HOB_TAG_LIST && logs.as.list->count > 0) {
        hob_buf_add_cstr(report, "\n  logs: ");
        (void)hob_value_write_json(report, logs, false, NULL, NULL);
    }
}

size_t hob_test_hearth_run(hob_test_hearth *h) {
    hob_buf report;
    hob_buf_init(&report, &h->arena.as_allocator, (size_t)1 << 20);
    size_t count = hob_project_playtest_count(h->project);
    for (size_t i = 0; i < count; i++) {
        hob_playtest_result result;
        hob_arena arena;
        hob_arena_init(&arena, hob_heap_allocator(), NULL);
        hob_playtest_execute(h->project, hob_project_playtest_at(h->project, i), NULL, &arena,
                             &result);
        if (!result.passed) {
            tell_failures(&result, &report);
        }
        hob_arena_done(&arena);
    }
    if (report.length) {
        fail_msg("play-tests that do not pass:%s", report.data);
    }
    return count;
}

void hob_test_hearth_close(hob_test_hearth *h) {
    hob_project_close(h->project);
    h->project = NULL;
}
