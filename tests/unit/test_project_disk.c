/* The project floor on a real disk: links, and a whole save. */
#define _POSIX_C_SOURCE 200809L
#include "components/list.h"
#include "support/test_project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct disk {
    char folder[200]; /* holds game/ and outside/ */
    hob_registry *registry;
    hob_project *project;
    hob_buf text;
} disk;

static void path_in(const disk *d, const char *path, char out[512]) {
    (void)snprintf(out, 512, "%s/%s", d->folder, path);
}

static void put(disk *d, const char *path, const char *text) {
    char full[512];
    path_in(d, path, full);
    char *slash = strrchr(full, '/');
    *slash = '\0';
    assert_int_equal(hob_fs_make_folders(hob_fs_disk(), full, NULL), HOB_OK);
    *slash = '/';
    (void)unlink(full);
    assert_int_equal(hob_fs_disk()->write_new(hob_fs_disk(), full, hob_str_from(text), 0644, NULL),
                     HOB_OK);
}

static void put_link(disk *d, const char *path, const char *target) {
    char full[512];
    path_in(d, path, full);
    (void)unlink(full);
    assert_int_equal(symlink(target, full), 0);
}

static hob_str get(disk *d, const char *path) {
    char full[512];
    path_in(d, path, full);
    hob_buf_clear(&d->text);
    assert_int_equal(hob_fs_disk()->read(hob_fs_disk(), full, SIZE_MAX / 4, &d->text, NULL),
                     HOB_OK);
    return hob_buf_str(&d->text);
}

static void begin(disk *d) {
    *d = (disk){.project = NULL};
    const char *temp = getenv("TMPDIR");
    (void)snprintf(d->folder, sizeof d->folder, "%s/hob-test-XXXXXX", temp ? temp : "/tmp");
    assert_non_null(mkdtemp(d->folder));
    hob_buf_init(&d->text, hob_heap_allocator(), SIZE_MAX / 4);
    assert_int_equal(hob_registry_create(hob_heap_allocator(), &d->registry, NULL), HOB_OK);
    assert_int_equal(hob_components_register(d->registry, NULL), HOB_OK);
    put(d, "game/hob.json",
        "{\n\"engineVersion\": \"0.0.1\",\n\"id\": \"prj_a\",\n\"name\": \"A\",\n\"initialScene\": "
        "\"scn_a\",\n\"scenes\": [\n{\"id\": \"scn_a\", \"name\": \"A\", \"path\": "
        "\"scenes/a.scene.json\"}]}\n");
    put(d, "game/scenes/a.scene.json", "{\"id\": \"scn_a\"}\n");
    put(d, "game/assets.json",
        "{\"assets\": [\n{\"id\": \"ast_a\", \"name\": \"a\", \"type\": \"data\", \"path\": "
        "\"assets/a.json\"}]}\n");
    put(d, "game/assets/a.json", "{}\n");
    put(d, "game/scripts/a.lua", "return 1\n");
    put(d, "outside/a.scene.json", "{\"id\": \"scn_a\"}\n");
    put(d, "outside/a.lua", "return 0\n");
}

static void end(disk *d) {
    hob_project_close(d->project);
    hob_registry_destroy(d->registry);
    hob_buf_done(&d->text);
    assert_int_equal(hob_fs_remove_tree(hob_fs_disk(), d->folder, NULL), HOB_OK);
}

static hob_status try_open(disk *d, hob_error *reterr) {
    char root[512];
    path_in(d, "game", root);
    hob_project_close(d->project);
    d->project = NULL;
    const hob_project_options options = {.registry = d->registry};
    return hob_project_open(root, &options, &d->project, reterr);
}

/* The first error of a validation; HOB_OK when there is none. */
static hob_error first_finding(disk *d) {
    hob_error error = {.status = HOB_OK};
    hob_error_list findings;
    assert_int_equal(try_open(d, &error), HOB_OK);
    hob_error_list_init(&findings, hob_heap_allocator());
    assert_int_equal(hob_project_validate(d->project, &findings, NULL), HOB_OK);
    error.status = HOB_OK;
    for (size_t i = 0; i < findings.count && !error.status; i++) {
        if (findings.items[i].severity == HOB_SEVERITY_ERROR) {
            error = findings.items[i];
        }
    }
    hob_error_list_done(&findings);
    return error;
}

static void a_project_on_disk__opens_and_is_right(void **state) {
    (void)state;
    disk d;
    begin(&d);
    assert_int_equal(first_finding(&d).status, HOB_OK);
    end(&d);
}

static void links_out_of_the_root__are_refused_for_every_file(void **state) {
    (void)state;
    static const struct {
        const char *link, *target, *file, *pointer;
    } links[] = {
        {"game/scenes/a.scene.json", "../../outside/a.scene.json", "hob.json", "/scenes/0/path"},
        {"game/assets/a.json", "/etc/passwd", "assets.json", "/assets/0/path"},
        {"game/scripts/a.lua", "../../outside/a.lua", "scripts/a.lua", ""},
        {"game/scripts/b.lua", "../../outside/a.lua", "scripts/b.lua", ""},
        {"game/playtests/t.playtest.json", "../../outside/a.lua", "playtests/t.playtest.json", ""},
    };
    for (size_t i = 0; i < HOB_COUNT(links); i++) {
        disk d;
        begin(&d);
        put(&d, "game/playtests/x", "");
        put_link(&d, links[i].link, links[i].target);
        hob_error found = first_finding(&d);
        assert_int_equal(found.status, HOB_ERR_PATH_OUTSIDE);
        assert_string_equal(found.file, links[i].file);
        assert_string_equal(found.pointer, links[i].pointer);
        end(&d);
    }
}

static void a_folder_that_links_out__is_refused(void **state) {
    (void)state;
    disk d;
    char full[512];
    begin(&d);
    path_in(&d, "game/assets", full);
    assert_int_equal(hob_fs_remove_tree(hob_fs_disk(), full, NULL), HOB_OK);
    put_link(&d, "game/assets", "../outside");
    hob_error found = first_finding(&d);
    assert_int_equal(found.status, HOB_ERR_PATH_OUTSIDE);
    assert_string_equal(found.pointer, "/assets/0/path");
    assert_int_equal(found.line, 2);
    end(&d);
}

static void root_files_that_link_out__stop_opening(void **state) {
    (void)state;
    static const char *const files[] = {"hob.json", "assets.json"};
    for (size_t i = 0; i < HOB_COUNT(files); i++) {
        disk d;
        char from[64], to[64];
        hob_error error = {.status = HOB_OK};
        begin(&d);
        (void)snprintf(from, sizeof from, "game/%s", files[i]);
        (void)snprintf(to, sizeof to, "../outside/%s", files[i]);
        put(&d, to + 3, "{}");
        put_link(&d, from, to);
        assert_int_equal(try_open(&d, &error), HOB_ERR_PATH_OUTSIDE);
        assert_string_equal(error.file, files[i]);
        end(&d);
    }
}

static void links_in_circles_and_to_devices__are_refused(void **state) {
    (void)state;
    static const char *const targets[] = {"a.scene.json", "/dev/zero", "nowhere.json"};
    for (size_t i = 0; i < HOB_COUNT(targets); i++) {
        disk d;
        begin(&d);
        put_link(&d, "game/scenes/a.scene.json", targets[i]);
        hob_error found = first_finding(&d);
        assert_int_not_equal(found.status, HOB_OK);
        assert_string_equal(found.file, i == 1 ? "hob.json" : found.file);
        end(&d);
    }
}

static void links_inside__are_followed_and_kept_by_a_save(void **state) {
    (void)state;
    disk d;
    hob_change *change = NULL;
    hob_change_result result;
    hob_arena arena;
    hob_error error;
    char full[512], target[64] = "";
    begin(&d);
    put(&d, "game/shared/real.lua", "return 5\n");
    put_link(&d, "game/scripts/a.lua", "../shared/real.lua");
    assert_int_equal(first_finding(&d).status, HOB_OK);
    const hob_script_file *script = hob_project_script_find(d.project, HOB_STR("scripts/a.lua"));
    assert_true(hob_str_is(script->text, "return 5\n"));
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    assert_int_equal(hob_change_begin(d.project, &change, &error), HOB_OK);
    assert_int_equal(hob_change_put(change, "scripts/a.lua", HOB_STR("return 6\n"), &error),
                     HOB_OK);
    assert_int_equal(hob_change_commit(change, HOB_STR("{}"), &arena, &result, &error), HOB_OK);
    assert_true(hob_str_is(get(&d, "game/shared/real.lua"), "return 6\n"));
    path_in(&d, "game/scripts/a.lua", full);
    assert_true(readlink(full, target, sizeof target - 1) > 0);
    assert_string_equal(target, "../shared/real.lua");
    hob_arena_done(&arena);
    end(&d);
}

static void saving_through_a_link_that_leads_out__is_refused(void **state) {
    (void)state;
    disk d;
    hob_change *change = NULL;
    hob_error error;
    begin(&d);
    put_link(&d, "game/scripts/a.lua", "../../outside/a.lua");
    put_link(&d, "game/scripts/more", "../../outside");
    assert_int_equal(try_open(&d, &error), HOB_OK);
    assert_int_equal(hob_change_begin(d.project, &change, &error), HOB_OK);
    assert_int_equal(hob_change_put(change, "scripts/a.lua", HOB_STR("x"), &error),
                     HOB_ERR_PATH_OUTSIDE);
    assert_int_equal(hob_change_put(change, "scripts/more/new.lua", HOB_STR("x"), &error),
                     HOB_ERR_PATH_OUTSIDE);
    hob_change_drop(change);
    assert_true(hob_str_is(get(&d, "outside/a.lua"), "return 0\n"));
    end(&d);
}

static void engine_files_that_are_links__stop_a_save(void **state) {
    (void)state;
    static const struct {
        const char *link, *target;
    } links[] = {{"game/.hob/journal.jsonl", "../../outside/new"},
                 {"game/.hob/lock", "../../outside/new"},
                 {"game/.hob/commit", "../../outside"}};
    for (size_t i = 0; i < HOB_COUNT(links); i++) {
        disk d;
        hob_change *change = NULL;
        hob_error error;
        char full[512];
        hob_file_info info = {.exists = true};
        begin(&d);
        assert_int_equal(try_open(&d, &error), HOB_OK);
        put(&d, "game/.hob/x", "");
        put_link(&d, links[i].link, links[i].target);
        assert_int_not_equal(hob_change_begin(d.project, &change, &error), HOB_OK);
        path_in(&d, "outside/new", full);
        assert_int_equal(hob_fs_disk()->info(hob_fs_disk(), full, false, &info, NULL), HOB_OK);
        assert_false(info.exists);
        end(&d);
    }
}

static void a_save_on_disk__keeps_the_mode_and_leaves_nothing(void **state) {
    (void)state;
    disk d;
    hob_change *change = NULL;
    hob_change_result result;
    hob_arena arena;
    hob_error error;
    hob_file_info info;
    char full[512];
    begin(&d);
    path_in(&d, "game/scripts/a.lua", full);
    assert_int_equal(unlink(full), 0);
    assert_int_equal(
        hob_fs_disk()->write_new(hob_fs_disk(), full, HOB_STR("return 1\n"), 0755, NULL), HOB_OK);
    assert_int_equal(try_open(&d, &error), HOB_OK);
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    assert_int_equal(hob_change_begin(d.project, &change, &error), HOB_OK);
    assert_int_equal(hob_change_put(change, "scripts/a.lua", HOB_STR("return 2\n"), &error),
                     HOB_OK);
    assert_int_equal(hob_change_put(change, "scripts/new/b.lua", HOB_STR("return 3\n"), &error),
                     HOB_OK);
    assert_int_equal(hob_change_commit(change, HOB_STR("{}"), &arena, &result, &error), HOB_OK);
    assert_int_equal(hob_fs_disk()->info(hob_fs_disk(), full, true, &info, NULL), HOB_OK);
    assert_true((info.mode & 0100) != 0);
    assert_true(hob_str_is(get(&d, "game/scripts/a.lua"), "return 2\n"));
    assert_true(hob_str_is(get(&d, "game/scripts/new/b.lua"), "return 3\n"));
    hob_fs_entry *entries;
    size_t count = 9;
    path_in(&d, "game/.hob/commit", full);
    assert_int_equal(hob_fs_disk()->list(hob_fs_disk(), full, &arena, &entries, &count, NULL),
                     HOB_OK);
    assert_int_equal(count, 0);
    hob_arena_done(&arena);
    end(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_project_on_disk__opens_and_is_right),
        cmocka_unit_test(links_out_of_the_root__are_refused_for_every_file),
        cmocka_unit_test(a_folder_that_links_out__is_refused),
        cmocka_unit_test(root_files_that_link_out__stop_opening),
        cmocka_unit_test(links_in_circles_and_to_devices__are_refused),
        cmocka_unit_test(links_inside__are_followed_and_kept_by_a_save),
        cmocka_unit_test(saving_through_a_link_that_leads_out__is_refused),
        cmocka_unit_test(engine_files_that_are_links__stop_a_save),
        cmocka_unit_test(a_save_on_disk__keeps_the_mode_and_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
