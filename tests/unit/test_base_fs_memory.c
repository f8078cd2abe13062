#include "base/fs.h"
#include "support/testing.h"

#include <stdio.h>
#include <string.h>

static bool has(hob_fs *fs, const char *path, const char *expected) {
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), 1000);
    bool same =
        fs->read(fs, path, 1000, &buf, NULL) == HOB_OK && hob_str_is(hob_buf_str(&buf), expected);
    hob_buf_done(&buf);
    return same;
}

static void paths__have_one_form_inside(void **state) {
    (void)state;
    hob_fs *fs;
    assert_int_equal(hob_fs_memory_create(hob_heap_allocator(), &fs, NULL), HOB_OK);
    assert_int_equal(fs->make_folder(fs, "a", NULL), HOB_OK);
    assert_int_equal(fs->write_new(fs, "/a//./f", HOB_STR("x"), 0, NULL), HOB_OK);
    assert_true(has(fs, "a/f", "x"));
    assert_true(has(fs, "../../b/../a/f", "x"));
    assert_int_equal(fs->make_folder(fs, "/", NULL), HOB_ERR_FILE_EXISTS);
    assert_int_equal(fs->remove(fs, "/", NULL), HOB_ERR_FILE_IO);
    assert_int_equal(fs->rename(fs, "/", "b", NULL), HOB_ERR_FILE_NOT_FOUND);
    assert_int_equal(fs->rename(fs, "a", "/", NULL), HOB_ERR_FILE_IO);
    hob_file_info info;
    assert_int_equal(fs->info(fs, ".", true, &info, NULL), HOB_OK);
    assert_true(info.exists && info.is_folder);
    hob_fs_memory_destroy(fs);
    hob_fs_memory_destroy(NULL);
}

/* Everything once; after a failure the tree must look as before the failed call, so each call is
 * tried again. */
static bool use_everything(const hob_allocator *a, void *user) {
    (void)user;
    hob_fs *fs;
    if (hob_fs_memory_create(a, &fs, NULL) != HOB_OK) {
        return false;
    }
    bool whole = true;
#define TWICE(call)                                          \
    do {                                                     \
        hob_status status = (call);                          \
        if (status != HOB_OK) {                              \
            assert_int_equal(status, HOB_ERR_OUT_OF_MEMORY); \
            whole = false;                                   \
            assert_int_equal((call), HOB_OK);                \
        }                                                    \
    } while (0)
    TWICE(fs->make_folder(fs, "d", NULL));
    TWICE(fs->make_folder(fs, "d/e", NULL));
    TWICE(fs->write_new(fs, "d/e/f", HOB_STR("one"), 0, NULL));
    TWICE(fs->append(fs, "d/e/f", HOB_STR(" and two"), NULL));
    TWICE(fs->append(fs, "log", HOB_STR("line"), NULL));
    TWICE(fs->truncate(fs, "log", 100, NULL));
    TWICE(fs->write_new(fs, "other", HOB_STR("x"), 0, NULL));
    TWICE(fs->rename(fs, "log", "other", NULL));
    TWICE(fs->rename(fs, "d", "moved", NULL));
    void *lock = NULL;
    TWICE(fs->lock(fs, "lock", true, 0, &lock, NULL));
    fs->unlock(fs, lock);
    hob_file_info info;
    assert_int_equal(fs->info(fs, "other", true, &info, NULL), HOB_OK);
    assert_int_equal(info.size, 100);
    assert_true(has(fs, "moved/e/f", "one and two"));
    assert_int_equal(fs->info(fs, "d", true, &info, NULL), HOB_OK);
    assert_false(info.exists);
    hob_fs_memory_destroy(fs);
    return whole;
}

static void memory_oom__a_failed_call_changes_nothing(void **state) {
    (void)state;
    assert_true(hob_test_each_failure(use_everything, NULL, false) > 15);
}

static void many_files__stay_in_order(void **state) {
    (void)state;
    hob_fs *fs;
    assert_int_equal(hob_fs_memory_create(hob_heap_allocator(), &fs, NULL), HOB_OK);
    assert_int_equal(fs->make_folder(fs, "d", NULL), HOB_OK);
    uint64_t random = 2;
    for (int i = 0; i < 500; i++) {
        char path[32], to[32];
        (void)snprintf(path, sizeof path, "d/%u", hob_test_random_below(&random, 300));
        (void)snprintf(to, sizeof to, "d/%u", hob_test_random_below(&random, 300));
        (void)fs->write_new(fs, path, HOB_STR("x"), 0, NULL);
        (void)fs->rename(fs, path, to, NULL);
        if (i % 3 == 0) {
            (void)fs->remove(fs, to, NULL);
        }
    }
    hob_arena arena;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    hob_fs_entry *entries;
    size_t count;
    assert_int_equal(fs->list(fs, "d", &arena, &entries, &count, NULL), HOB_OK);
    assert_true(count > 50);
    for (size_t i = 1; i < count; i++) {
        assert_true(strcmp(entries[i - 1].name, entries[i].name) < 0);
        assert_true(has(fs, hob_path_join(&arena, "d", entries[i].name), "x"));
    }
    hob_arena_done(&arena);
    hob_fs_memory_destroy(fs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths__have_one_form_inside),
        cmocka_unit_test(memory_oom__a_failed_call_changes_nothing),
        cmocka_unit_test(many_files__stay_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
