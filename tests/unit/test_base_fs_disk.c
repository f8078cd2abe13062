/* What only a real system has: links, devices, pipes, full disks, other programs. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L

#include "base/fs.h"
#include "support/testing.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char root[64];
static hob_arena arena;

static int set_up(void **state) {
    (void)state;
    (void)snprintf(root, sizeof root, "hob-test-XXXXXX");
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    return mkdtemp(root) ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    int result = hob_fs_remove_tree(hob_fs_disk(), root, NULL) == HOB_OK ? 0 : -1;
    hob_arena_done(&arena);
    return result;
}

static const char *at(const char *name) {
    return hob_path_join(&arena, root, name);
}

static void write_file(const char *name, const char *text) {
    hob_fs *fs = hob_fs_disk();
    assert_int_equal(fs->write_new(fs, at(name), hob_str_from(text), 0, NULL), HOB_OK);
}

static hob_status read_path(const char *path, char *ret_text, size_t size) {
    hob_fs *fs = hob_fs_disk();
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), 1000);
    hob_status status = fs->read(fs, path, 1000, &buf, NULL);
    (void)snprintf(ret_text, size, "%s", hob_buf_str(&buf).data);
    hob_buf_done(&buf);
    return status;
}

static void devices_and_pipes__are_refused_at_once(void **state) {
    (void)state;
    hob_fs *fs = hob_fs_disk();
    char text[100];
    assert_int_equal(mkfifo(at("pipe"), 0600), 0);
    assert_int_equal(read_path(at("pipe"), text, sizeof text), HOB_ERR_FILE_IO);
    assert_int_equal(read_path("/dev/zero", text, sizeof text), HOB_ERR_FILE_IO);
    assert_int_not_equal(fs->append(fs, at("pipe"), HOB_STR("x"), NULL), HOB_OK);
    assert_int_equal(fs->append(fs, "/dev/full", HOB_STR("x"), NULL), HOB_ERR_FILE_IO);
    assert_int_equal(fs->truncate(fs, "/dev/null", 0, NULL), HOB_ERR_FILE_IO);
    assert_int_equal(fs->write_new(fs, "/dev/null", HOB_STR("x"), 0, NULL), HOB_ERR_FILE_EXISTS);
}

static void links__are_read_but_never_written_through(void **state) {
    (void)state;
    hob_fs *fs = hob_fs_disk();
    char text[100];
    write_file("target", "secret");
    assert_int_equal(symlink("target", at("link")), 0);
    assert_int_equal(symlink("nowhere", at("dangling")), 0);
    assert_int_equal(symlink("loop", at("loop")), 0);
    assert_int_equal(read_path(at("link"), text, sizeof text), HOB_OK);
    assert_string_equal(text, "secret");
    assert_int_equal(read_path(at("dangling"), text, sizeof text), HOB_ERR_FILE_NOT_FOUND);
    assert_int_equal(read_path(at("loop"), text, sizeof text), HOB_ERR_FILE_IO);
    assert_int_equal(fs->write_new(fs, at("dangling"), HOB_STR("x"), 0, NULL), HOB_ERR_FILE_EXISTS);
    assert_int_equal(fs->append(fs, at("link"), HOB_STR("x"), NULL), HOB_ERR_FILE_IO);
    assert_int_equal(fs->append(fs, at("dangling"), HOB_STR("x"), NULL), HOB_ERR_FILE_IO);
    assert_int_equal(fs->truncate(fs, at("link"), 0, NULL), HOB_ERR_FILE_IO);
    void *lock;
    assert_int_equal(fs->lock(fs, at("link"), true, 0, &lock, NULL), HOB_ERR_FILE_IO);
    assert_int_equal(read_path(at("target"), text, sizeof text), HOB_OK);
    assert_string_equal(text, "secret");
}

static void info_and_list__tell_links_from_what_they_show(void **state) {
    (void)state;
    hob_fs *fs = hob_fs_disk();
    hob_file_info info;
    assert_int_equal(fs->make_folder(fs, at("dir"), NULL), HOB_OK);
    assert_int_equal(symlink("dir", at("link")), 0);
    assert_int_equal(symlink("nowhere", at("dangling")), 0);
    assert_int_equal(symlink("loop", at("loop")), 0);
    assert_int_equal(fs->info(fs, at("link"), true, &info, NULL), HOB_OK);
    assert_true(info.exists && info.is_folder && info.is_link);
    assert_int_equal(fs->info(fs, at("link"), false, &info, NULL), HOB_OK);
    assert_true(info.exists && !info.is_folder && info.is_link);
    assert_int_equal(fs->info(fs, at("dangling"), true, &info, NULL), HOB_OK);
    assert_false(info.exists);
    assert_int_equal(fs->info(fs, at("loop"), true, &info, NULL), HOB_ERR_FILE_IO);
    hob_fs_entry *entries;
    size_t count;
    assert_int_equal(fs->list(fs, root, &arena, &entries, &count, NULL), HOB_OK);
    assert_int_equal(count, 4);
    assert_string_equal(entries[1].name, "dir");
    assert_true(entries[1].is_folder && !entries[1].is_link);
    assert_string_equal(entries[2].name, "link");
    assert_true(!entries[2].is_folder && entries[2].is_link);
    char *real, *dir;
    assert_int_equal(fs->real_path(fs, at("link"), &arena, &real, NULL), HOB_OK);
    assert_int_equal(fs->real_path(fs, at("dir"), &arena, &dir, NULL), HOB_OK);
    assert_string_equal(real, dir);
    assert_int_equal(fs->real_path(fs, at("loop"), &arena, &real, NULL), HOB_ERR_FILE_IO);
}

static void remove_tree__does_not_follow_links(void **state) {
    (void)state;
    hob_fs *fs = hob_fs_disk();
    char text[100];
    assert_int_equal(fs->make_folder(fs, at("outside"), NULL), HOB_OK);
    write_file("outside/precious", "still here");
    assert_int_equal(fs->make_folder(fs, at("tree"), NULL), HOB_OK);
    assert_int_equal(symlink("../outside", at("tree/link")), 0);
    assert_int_equal(symlink("outside", at("root-link")), 0);
    assert_int_equal(hob_fs_remove_tree(fs, at("tree"), NULL), HOB_OK);
    assert_int_equal(hob_fs_remove_tree(fs, at("root-link"), NULL), HOB_OK);
    assert_int_equal(read_path(at("outside/precious"), text, sizeof text), HOB_OK);
    assert_string_equal(text, "still here");
}

static void names_that_are_too_long__are_paths_that_are_wrong(void **state) {
    (void)state;
    hob_fs *fs = hob_fs_disk();
    char name[400];
    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = '\0';
    assert_int_equal(fs->write_new(fs, at(name), HOB_STR("x"), 0, NULL), HOB_ERR_PATH_INVALID);
    hob_file_info info;
    assert_int_equal(fs->info(fs, at(name), true, &info, NULL), HOB_ERR_PATH_INVALID);
}

/* The size limit of files makes the kernel write short first and refuse then, as a full disk does.
 */
static void full_disk__no_new_file_and_no_torn_tail(void **state) {
    (void)state;
    hob_fs *fs = hob_fs_disk();
    write_file("log", "line\n");
    char *bytes = calloc(1, 100000);
    hob_str data = {bytes, 100000};
    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 50000;
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    hob_error error;
    hob_status written = fs->write_new(fs, at("new"), data, 0, &error);
    hob_status appended = fs->append(fs, at("log"), data, NULL);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    (void)signal(SIGXFSZ, SIG_DFL);
    free(bytes);
    assert_int_equal(written, HOB_ERR_FILE_NO_SPACE);
    assert_string_equal(error.file, at("new"));
    assert_int_equal(appended, HOB_ERR_FILE_NO_SPACE);
    hob_file_info info;
    assert_int_equal(fs->info(fs, at("new"), true, &info, NULL), HOB_OK);
    assert_false(info.exists);
    assert_int_equal(fs->info(fs, at("log"), true, &info, NULL), HOB_OK);
    assert_int_equal(info.size, 5);
}

static void other_program__holds_the_lock_until_it_ends(void **state) {
    (void)state;
    hob_fs *fs = hob_fs_disk();
    int ready[2], go[2];
    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(go), 0);
    const char *path = at("lock");
    pid_t child = fork();
    if (child == 0) {
        void *held;
        char byte = fs->lock(fs, path, true, 0, &held, NULL) == HOB_OK ? 'y' : 'n';
        ssize_t told = write(ready[1], &byte, 1);
        told += read(go[0], &byte, 1);
        _exit(told == 2 ? 0 : 1); /* without unlocking */
    }
    char byte = 0;
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_int_equal(byte, 'y');
    void *lock = NULL;
    assert_int_equal(fs->lock(fs, path, true, 30, &lock, NULL), HOB_ERR_PROJECT_BUSY);
    assert_int_equal(write(go[1], &byte, 1), 1);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(fs->lock(fs, path, true, 0, &lock, NULL), HOB_OK);
    fs->unlock(fs, lock);
    for (int i = 0; i < 2; i++) {
        (void)close(ready[i]);
        (void)close(go[i]);
    }
}

static void no_permission__is_told_and_readers_may_lock(void **state) {
    (void)state;
    if (geteuid() == 0) {
        print_message("not judged as root, who may do everything\n");
        skip();
    }
    hob_fs *fs = hob_fs_disk();
    char text[100];
    write_file("closed", "x");
    write_file("lock", "");
    assert_int_equal(chmod(at("closed"), 0), 0);
    assert_int_equal(chmod(at("lock"), 0444), 0);
    assert_int_equal(read_path(at("closed"), text, sizeof text), HOB_ERR_FILE_PERMISSION);
    void *lock = NULL;
    assert_int_equal(fs->lock(fs, at("lock"), true, 0, &lock, NULL), HOB_ERR_FILE_PERMISSION);
    assert_int_equal(fs->lock(fs, at("lock"), false, 0, &lock, NULL), HOB_OK);
    fs->unlock(fs, lock);
}

/* Files whose size the kernel does not state are read to their end, or to the limit. */
static void file_without_a_size__is_read_whole(void **state) {
    (void)state;
    hob_fs *fs = hob_fs_disk();
    hob_file_info info;
    if (fs->info(fs, "/proc/self/maps", true, &info, NULL) != HOB_OK || !info.exists) {
        skip();
    }
    assert_int_equal(info.size, 0);
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), (size_t)10 << 20);
    assert_int_equal(fs->read(fs, "/proc/self/maps", (size_t)10 << 20, &buf, NULL), HOB_OK);
    assert_true(buf.length > 500);
    hob_buf_clear(&buf);
    assert_int_equal(fs->read(fs, "/proc/self/maps", 100, &buf, NULL), HOB_ERR_JSON_SIZE);
    assert_int_equal(buf.length, 0);
    hob_buf_done(&buf);
}

static bool read_some(const hob_allocator *a, void *user) {
    hob_fs *fs = hob_fs_disk();
    hob_buf buf;
    hob_buf_init(&buf, a, 1000);
    hob_status status = fs->read(fs, user, 1000, &buf, NULL);
    assert_true(status == HOB_OK || status == HOB_ERR_OUT_OF_MEMORY);
    hob_buf_done(&buf);
    return status == HOB_OK;
}

static bool list_some(const hob_allocator *a, void *user) {
    hob_fs *fs = hob_fs_disk();
    hob_arena small;
    hob_arena_init(&small, a, NULL);
    hob_fs_entry *entries;
    size_t count = 0;
    hob_status status = fs->list(fs, user, &small, &entries, &count, NULL);
    assert_true(status == HOB_OK ? count == 201 : status == HOB_ERR_OUT_OF_MEMORY);
    hob_arena_done(&small);
    return status == HOB_OK;
}

static void disk_oom__is_an_error(void **state) {
    (void)state;
    write_file("f", "some text");
    assert_int_equal(hob_test_each_failure(read_some, (void *)(uintptr_t)at("f"), false), 1);
    for (int i = 0; i < 200; i++) {
        char name[200];
        (void)snprintf(name, sizeof name, "file-with-a-long-name-so-that-the-arena-needs-chunks-%d",
                       i);
        write_file(name, "");
    }
    assert_true(hob_test_each_failure(list_some, root, false) >= 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(devices_and_pipes__are_refused_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(links__are_read_but_never_written_through, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(info_and_list__tell_links_from_what_they_show, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(remove_tree__does_not_follow_links, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_that_are_too_long__are_paths_that_are_wrong, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(full_disk__no_new_file_and_no_torn_tail, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_program__holds_the_lock_until_it_ends, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(no_permission__is_told_and_readers_may_lock, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(file_without_a_size__is_read_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(disk_oom__is_an_error, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
