#include "base/fs.h"
#include "support/testing.h"

#include <setjmp.h>
#include <string.h>

static const char old_text[] = "the old content", new_text[] = "the new content, somewhat longer";

static hob_fs *make_disk(void) {
    hob_fs *disk;
    assert_int_equal(hob_fs_memory_create(hob_heap_allocator(), &disk, NULL), HOB_OK);
    assert_int_equal(disk->write_new(disk, "f", hob_str_from(old_text), 0, NULL), HOB_OK);
    return disk;
}

static bool has(hob_fs *fs, const char *path, const char *expected) {
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), 1000);
    bool same =
        fs->read(fs, path, 1000, &buf, NULL) == HOB_OK && hob_str_is(hob_buf_str(&buf), expected);
    hob_buf_done(&buf);
    return same;
}

static bool exists(hob_fs *fs, const char *path) {
    hob_file_info info;
    return fs->info(fs, path, true, &info, NULL) == HOB_OK && info.exists;
}

/* The way a file is replaced: what it leaves must be the old or the new file, whole, at every
 * failure. */
static hob_status replace(hob_fs *fs, hob_error *error) {
    hob_status status = fs->write_new(fs, "f.hob-tmp", hob_str_from(new_text), 0, error);
    if (status == HOB_OK) {
        status = fs->rename(fs, "f.hob-tmp", "f", error);
    }
    if (status == HOB_OK) {
        status = fs->flush_folder(fs, ".", error);
    }
    return status;
}

static uint64_t count_calls(void) {
    hob_fs *disk = make_disk();
    hob_fs_fault fault;
    hob_fs_fault_init(&fault, disk);
    assert_int_equal(replace(&fault.fs, NULL), HOB_OK);
    assert_true(has(disk, "f", new_text));
    hob_fs_memory_destroy(disk);
    return fault.calls;
}

static void replace_io__each_failure_leaves_old_or_new(void **state) {
    (void)state;
    assert_int_equal(count_calls(), 5); /* open, write, flush; rename; flush folder */
    static const hob_fault faults[] = {HOB_FAULT_ERROR, HOB_FAULT_SHORT_WRITE};
    for (size_t k = 0; k < HOB_COUNT(faults); k++) {
        for (uint64_t n = 1; n <= 5; n++) {
            hob_fs *disk = make_disk();
            hob_fs_fault fault;
            hob_fs_fault_init(&fault, disk);
            fault.fault = faults[k];
            fault.fail_at = n;
            fault.status = HOB_ERR_FILE_NO_SPACE;
            hob_error error;
            assert_int_equal(replace(&fault.fs, &error), HOB_ERR_FILE_NO_SPACE);
            assert_int_equal(error.status, HOB_ERR_FILE_NO_SPACE);
            assert_true(has(disk, "f", n <= 4 ? old_text : new_text));
            assert_int_equal(exists(disk, "f.hob-tmp"), n == 4);
            if (n <= 3) { /* once over, everything works again */
                assert_int_equal(replace(&fault.fs, NULL), HOB_OK);
                assert_true(has(disk, "f", new_text));
            }
            hob_fs_memory_destroy(disk);
        }
    }
}

static void killed(void *user) {
    longjmp(*(jmp_buf *)user, 1);
}

static bool replace_is_killed(hob_fs_fault *fault) {
    jmp_buf out;
    fault->on_kill = killed;
    fault->kill_user = &out;
    if (setjmp(out) != 0) {
        return true;
    }
    (void)replace(&fault->fs, NULL);
    return false;
}

static void replace_crash__each_kill_leaves_old_or_new(void **state) {
    (void)state;
    for (uint64_t n = 1; n <= 5; n++) {
        hob_fs *disk = make_disk();
        hob_fs_fault fault;
        hob_fs_fault_init(&fault, disk);
        fault.fault = HOB_FAULT_KILL;
        fault.fail_at = n;
        assert_true(replace_is_killed(&fault));
        assert_true(has(disk, "f", n <= 4 ? old_text : new_text));
        /* At 2 half of the temporary file is there, at 3 and 4 all of it. */
        assert_int_equal(exists(disk, "f.hob-tmp"), n >= 2 && n <= 4);
        assert_int_equal(has(disk, "f.hob-tmp", new_text), n == 3 || n == 4);
        hob_fs_memory_destroy(disk);
    }
}

static void after_a_kill__nothing_works_any_more(void **state) {
    (void)state;
    hob_fs *disk = make_disk();
    hob_fs_fault fault;
    hob_fs_fault_init(&fault, disk);
    hob_fs *fs = &fault.fs;
    void *lock = NULL;
    assert_int_equal(fs->lock(fs, "lock", true, 0, &lock, NULL), HOB_OK);
    fault.fault = HOB_FAULT_KILL;
    fault.fail_at = 1;
    hob_error error;
    assert_int_equal(fs->remove(fs, "f", &error), HOB_ERR_FILE_IO);
    assert_true(fault.dead);
    hob_file_info info;
    hob_arena arena;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    hob_fs_entry *entries;
    size_t count;
    char *path;
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), 100);
    assert_int_equal(fs->info(fs, "f", true, &info, NULL), HOB_ERR_FILE_IO);
    assert_int_equal(fs->read(fs, "f", 100, &buf, NULL), HOB_ERR_FILE_IO);
    assert_int_equal(fs->write_new(fs, "g", HOB_STR("x"), 0, NULL), HOB_ERR_FILE_IO);
    assert_int_equal(fs->append(fs, "f", HOB_STR("x"), NULL), HOB_ERR_FILE_IO);
    assert_int_equal(fs->truncate(fs, "f", 0, NULL), HOB_ERR_FILE_IO);
    assert_int_equal(fs->rename(fs, "f", "g", NULL), HOB_ERR_FILE_IO);
    assert_int_equal(fs->make_folder(fs, "d", NULL), HOB_ERR_FILE_IO);
    assert_int_equal(fs->flush_folder(fs, ".", NULL), HOB_ERR_FILE_IO);
    assert_int_equal(fs->list(fs, ".", &arena, &entries, &count, NULL), HOB_ERR_FILE_IO);
    assert_int_equal(fs->real_path(fs, "f", &arena, &path, NULL), HOB_ERR_FILE_IO);
    fs->unlock(fs, lock); /* the system does that for the dead */
    assert_int_equal(fs->lock(fs, "lock", true, 0, &lock, NULL), HOB_ERR_FILE_IO);
    assert_true(has(disk, "f", old_text));
    assert_false(exists(disk, "g"));
    assert_int_equal(disk->lock(disk, "lock", true, 0, &lock, NULL), HOB_OK);
    disk->unlock(disk, lock);
    hob_buf_done(&buf);
    hob_arena_done(&arena);
    hob_fs_memory_destroy(disk);
}

static void append__may_leave_a_torn_line(void **state) {
    (void)state;
    static const struct {
        hob_fault fault;
        uint64_t fail_at;
        const char *left;
    } cases[] = {
        {HOB_FAULT_ERROR, 1, "old"},       {HOB_FAULT_ERROR, 2, "old"},
        {HOB_FAULT_ERROR, 3, "old"},       {HOB_FAULT_SHORT_WRITE, 2, "old12"},
        {HOB_FAULT_SHORT_WRITE, 3, "old"}, {HOB_FAULT_KILL, 1, "old"},
        {HOB_FAULT_KILL, 2, "old12"},      {HOB_FAULT_KILL, 3, "old1234"},
    };
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        hob_fs *disk = make_disk();
        assert_int_equal(disk->append(disk, "log", HOB_STR("old"), NULL), HOB_OK);
        hob_fs_fault fault;
        hob_fs_fault_init(&fault, disk);
        fault.fault = cases[i].fault;
        fault.fail_at = cases[i].fail_at;
        assert_int_equal(fault.fs.append(&fault.fs, "log", HOB_STR("1234"), NULL), HOB_ERR_FILE_IO);
        assert_true(has(disk, "log", cases[i].left));
        hob_fs_memory_destroy(disk);
    }
}

static void without_a_fault__everything_passes_through(void **state) {
    (void)state;
    hob_fs *disk = make_disk();
    hob_fs_fault fault;
    hob_fs_fault_init(&fault, disk);
    hob_fs *fs = &fault.fs;
    assert_int_equal(hob_fs_make_folders(fs, "a/b", NULL), HOB_OK);
    assert_int_equal(fs->append(fs, "a/b/log", HOB_STR("12345"), NULL), HOB_OK);
    assert_int_equal(fs->truncate(fs, "a/b/log", 2, NULL), HOB_OK);
    assert_true(has(fs, "a/b/log", "12"));
    assert_int_equal(hob_fs_remove_tree(fs, "a", NULL), HOB_OK);
    assert_false(exists(disk, "a"));
    hob_fs_memory_destroy(disk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replace_io__each_failure_leaves_old_or_new),
        cmocka_unit_test(replace_crash__each_kill_leaves_old_or_new),
        cmocka_unit_test(after_a_kill__nothing_works_any_more),
        cmocka_unit_test(append__may_leave_a_torn_line),
        cmocka_unit_test(without_a_fault__everything_passes_through),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
