/* What every file system must do, run on the disk and in memory, and the helpers over the
 * primitives. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L

#include "base/fs.h"
#include "support/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct place {
    hob_fs *fs;
    char root[64];
    hob_arena arena;
} place;

static int set_up_disk(void **state) {
    place *p = calloc(1, sizeof *p);
    p->fs = hob_fs_disk();
    (void)snprintf(p->root, sizeof p->root, "hob-test-XXXXXX");
    hob_arena_init(&p->arena, hob_heap_allocator(), NULL);
    *state = p;
    return mkdtemp(p->root) ? 0 : -1;
}

static int set_up_memory(void **state) {
    place *p = calloc(1, sizeof *p);
    (void)snprintf(p->root, sizeof p->root, "root");
    hob_arena_init(&p->arena, hob_heap_allocator(), NULL);
    *state = p;
    if (hob_fs_memory_create(hob_heap_allocator(), &p->fs, NULL) != HOB_OK) {
        return -1;
    }
    return p->fs->make_folder(p->fs, p->root, NULL) == HOB_OK ? 0 : -1;
}

static int tear_down(void **state) {
    place *p = *state;
    int result = hob_fs_remove_tree(p->fs, p->root, NULL) == HOB_OK ? 0 : -1;
    if (p->fs != hob_fs_disk()) {
        hob_fs_memory_destroy(p->fs);
    }
    hob_arena_done(&p->arena);
    free(p);
    return result;
}

static const char *at(place *p, const char *name) {
    return hob_path_join(&p->arena, p->root, name);
}

static void check_content(place *p, const char *name, const char *expected) {
    hob_buf buf;
    hob_error error;
    hob_buf_init(&buf, hob_heap_allocator(), 1000000);
    if (p->fs->read(p->fs, at(p, name), 1000000, &buf, &error) != HOB_OK) {
        fail_msg("%s", error.message);
    }
    assert_string_equal(hob_buf_str(&buf).data, expected);
    hob_buf_done(&buf);
}

static hob_status write_file(place *p, const char *name, const char *text) {
    return p->fs->write_new(p->fs, at(p, name), hob_str_from(text), 0, NULL);
}

static hob_status read_file(place *p, const char *name, size_t max) {
    hob_buf buf;
    hob_error error;
    hob_buf_init(&buf, hob_heap_allocator(), 1000000);
    hob_buf_add_cstr(&buf, "kept");
    hob_status status = p->fs->read(p->fs, at(p, name), max, &buf, &error);
    assert_true(status == HOB_OK || hob_str_is(hob_buf_str(&buf), "kept"));
    if (status != HOB_OK) {
        assert_int_equal(error.status, status);
        assert_string_equal(error.file, at(p, name));
    }
    hob_buf_done(&buf);
    return status;
}

static hob_file_info info_of(place *p, const char *name) {
    hob_file_info info;
    assert_int_equal(p->fs->info(p->fs, at(p, name), true, &info, NULL), HOB_OK);
    return info;
}

static void new_file__is_written_once(void **state) {
    place *p = *state;
    assert_int_equal(write_file(p, "a.txt", "hello"), HOB_OK);
    check_content(p, "a.txt", "hello");
    assert_int_equal(write_file(p, "a.txt", "again"), HOB_ERR_FILE_EXISTS);
    check_content(p, "a.txt", "hello");
    assert_int_equal(write_file(p, "empty", ""), HOB_OK);
    check_content(p, "empty", "");
    assert_int_equal(write_file(p, "no/folder/a", "x"), HOB_ERR_FILE_NOT_FOUND);
}

static void read__limits_and_refusals(void **state) {
    place *p = *state;
    assert_int_equal(write_file(p, "a", "12345"), HOB_OK);
    assert_int_equal(read_file(p, "a", 5), HOB_OK);
    assert_int_equal(read_file(p, "a", 4), HOB_ERR_JSON_SIZE);
    assert_int_equal(read_file(p, "a", 0), HOB_ERR_JSON_SIZE);
    assert_int_equal(read_file(p, "missing", 100), HOB_ERR_FILE_NOT_FOUND);
    assert_int_equal(read_file(p, "a/b", 100), HOB_ERR_FILE_NOT_FOUND);
    assert_int_equal(read_file(p, ".", 100), HOB_ERR_FILE_IS_FOLDER);
    /* A buffer's own limit counts too, to the byte. */
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), 5);
    assert_int_equal(p->fs->read(p->fs, at(p, "a"), 100, &buf, NULL), HOB_OK);
    assert_int_equal(p->fs->read(p->fs, at(p, "a"), 100, &buf, NULL), HOB_ERR_JSON_SIZE);
    assert_string_equal(buf.data, "12345");
    hob_buf_done(&buf);
}

static void large_file__is_whole(void **state) {
    place *p = *state;
    size_t size = 300000;
    char *bytes = malloc(size);
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (char)(i * 7 % 251);
    }
    assert_int_equal(p->fs->write_new(p->fs, at(p, "large"), (hob_str){bytes, size}, 0, NULL),
                     HOB_OK);
    hob_buf buf;
    hob_buf_init(&buf, hob_heap_allocator(), size);
    assert_int_equal(p->fs->read(p->fs, at(p, "large"), size, &buf, NULL), HOB_OK);
    assert_int_equal(buf.length, size);
    assert_memory_equal(buf.data, bytes, size);
    assert_int_equal(info_of(p, "large").size, size);
    hob_buf_done(&buf);
    free(bytes);
}

static void append_and_truncate__move_the_end(void **state) {
    place *p = *state;
    assert_int_equal(p->fs->append(p->fs, at(p, "log"), HOB_STR("one\n"), NULL), HOB_OK);
    assert_int_equal(p->fs->append(p->fs, at(p, "log"), HOB_STR("two\n"), NULL), HOB_OK);
    assert_int_equal(p->fs->append(p->fs, at(p, "log"), HOB_STR(""), NULL), HOB_OK);
    check_content(p, "log", "one\ntwo\n");
    assert_int_equal(p->fs->truncate(p->fs, at(p, "log"), 4, NULL), HOB_OK);
    check_content(p, "log", "one\n");
    assert_int_equal(p->fs->append(p->fs, at(p, "log"), HOB_STR("x"), NULL), HOB_OK);
    check_content(p, "log", "one\nx");
    assert_int_equal(p->fs->truncate(p->fs, at(p, "missing"), 0, NULL), HOB_ERR_FILE_NOT_FOUND);
    hob_status on_folder = p->fs->append(p->fs, at(p, "."), HOB_STR("x"), NULL);
    assert_int_equal(on_folder, HOB_ERR_FILE_IS_FOLDER);
}

static void rename__replaces_files_and_moves_folders(void **state) {
    place *p = *state;
    hob_fs *fs = p->fs;
    assert_int_equal(write_file(p, "new", "new"), HOB_OK);
    assert_int_equal(write_file(p, "old", "old"), HOB_OK);
    assert_int_equal(fs->rename(fs, at(p, "new"), at(p, "old"), NULL), HOB_OK);
    check_content(p, "old", "new");
    assert_false(info_of(p, "new").exists);
    assert_int_equal(fs->rename(fs, at(p, "new"), at(p, "other"), NULL), HOB_ERR_FILE_NOT_FOUND);
    assert_int_equal(fs->make_folder(fs, at(p, "dir"), NULL), HOB_OK);
    assert_int_equal(fs->make_folder(fs, at(p, "dir/sub"), NULL), HOB_OK);
    assert_int_equal(write_file(p, "dir/sub/f", "deep"), HOB_OK);
    assert_int_equal(write_file(p, "dir-", "neighbour"), HOB_OK);
    assert_int_equal(fs->rename(fs, at(p, "dir"), at(p, "moved"), NULL), HOB_OK);
    check_content(p, "moved/sub/f", "deep");
    check_content(p, "dir-", "neighbour");
    assert_false(info_of(p, "dir").exists);
    assert_int_equal(fs->rename(fs, at(p, "old"), at(p, "moved"), NULL), HOB_ERR_FILE_IS_FOLDER);
    assert_int_not_equal(fs->rename(fs, at(p, "moved"), at(p, "moved/in"), NULL), HOB_OK);
    assert_int_equal(fs->rename(fs, at(p, "old"), at(p, "no/where"), NULL), HOB_ERR_FILE_NOT_FOUND);
    assert_int_equal(fs->make_folder(fs, at(p, "full"), NULL), HOB_OK);
    assert_int_equal(write_file(p, "full/f", "x"), HOB_OK);
    assert_int_not_equal(fs->rename(fs, at(p, "moved"), at(p, "full"), NULL), HOB_OK);
    check_content(p, "moved/sub/f", "deep");
    assert_int_equal(fs->rename(fs, at(p, "old"), at(p, "old"), NULL), HOB_OK);
    check_content(p, "old", "new");
}

static void remove__files_and_empty_folders_only(void **state) {
    place *p = *state;
    hob_fs *fs = p->fs;
    assert_int_equal(fs->make_folder(fs, at(p, "d"), NULL), HOB_OK);
    assert_int_equal(fs->make_folder(fs, at(p, "d"), NULL), HOB_ERR_FILE_EXISTS);
    assert_int_equal(write_file(p, "d/f", "x"), HOB_OK);
    assert_int_equal(fs->remove(fs, at(p, "d"), NULL), HOB_ERR_FILE_IO);
    assert_int_equal(fs->remove(fs, at(p, "d/f"), NULL), HOB_OK);
    assert_int_equal(fs->remove(fs, at(p, "d/f"), NULL), HOB_ERR_FILE_NOT_FOUND);
    assert_int_equal(fs->remove(fs, at(p, "d"), NULL), HOB_OK);
    assert_false(info_of(p, "d").exists);
    assert_int_equal(fs->make_folder(fs, at(p, "x/y"), NULL), HOB_ERR_FILE_NOT_FOUND);
}

static void list__is_sorted_by_bytes(void **state) {
    place *p = *state;
    hob_fs *fs = p->fs;
    static const char *const names[] = {"b", "a-", "a", "Z", "\xC3\xA4", ".hidden"};
    for (size_t i = 0; i < HOB_COUNT(names); i++) {
        assert_int_equal(write_file(p, names[i], ""), HOB_OK);
    }
    assert_int_equal(fs->make_folder(fs, at(p, "a!"), NULL), HOB_OK);
    assert_int_equal(write_file(p, "a!/inside", ""), HOB_OK);
    hob_fs_entry *entries;
    size_t count;
    assert_int_equal(fs->list(fs, p->root, &p->arena, &entries, &count, NULL), HOB_OK);
    static const char *const sorted[] = {".hidden", "Z", "a", "a!", "a-", "b", "\xC3\xA4"};
    assert_int_equal(count, HOB_COUNT(sorted));
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(entries[i].name, sorted[i]);
        assert_int_equal(entries[i].is_folder, i == 3);
        assert_false(entries[i].is_link);
    }
    assert_int_equal(fs->list(fs, at(p, "missing"), &p->arena, &entries, &count, NULL),
                     HOB_ERR_FILE_NOT_FOUND);
    assert_int_equal(fs->list(fs, at(p, "a"), &p->arena, &entries, &count, NULL),
                     HOB_ERR_FILE_NOT_FOUND);
    assert_int_equal(fs->flush_folder(fs, p->root, NULL), HOB_OK);
    assert_int_equal(fs->flush_folder(fs, at(p, "missing"), NULL), HOB_ERR_FILE_NOT_FOUND);
}

static void stamp__changes_when_a_file_is_replaced(void **state) {
    place *p = *state;
    hob_fs *fs = p->fs;
    assert_int_equal(write_file(p, "f", "1"), HOB_OK);
    hob_file_info before = info_of(p, "f");
    assert_true(before.exists && !before.is_folder && !before.is_link);
    assert_int_equal(before.size, 1);
    assert_int_equal(info_of(p, "f").modified_ns, before.modified_ns);
    assert_int_equal(write_file(p, "f.hob-tmp", "2"), HOB_OK);
    assert_int_equal(fs->rename(fs, at(p, "f.hob-tmp"), at(p, "f"), NULL), HOB_OK);
    assert_true(info_of(p, "f").modified_ns != before.modified_ns);
    assert_true(info_of(p, ".").is_folder);
    assert_false(info_of(p, "f/below").exists);
}

static void mode__is_kept_as_asked(void **state) {
    place *p = *state;
    assert_int_equal(p->fs->write_new(p->fs, at(p, "f"), HOB_STR("x"), 0666, NULL), HOB_OK);
    assert_int_equal(info_of(p, "f").mode, 0666); /* whatever the process's mask */
    assert_int_equal(p->fs->write_new(p->fs, at(p, "g"), HOB_STR("x"), 0600, NULL), HOB_OK);
    assert_int_equal(info_of(p, "g").mode, 0600);
}

static void real_path__one_name_for_one_place(void **state) {
    place *p = *state;
    hob_fs *fs = p->fs;
    assert_int_equal(fs->make_folder(fs, at(p, "d"), NULL), HOB_OK);
    assert_int_equal(write_file(p, "d/f", "x"), HOB_OK);
    char *root, *one, *two;
    assert_int_equal(fs->real_path(fs, p->root, &p->arena, &root, NULL), HOB_OK);
    assert_int_equal(fs->real_path(fs, at(p, "d/f"), &p->arena, &one, NULL), HOB_OK);
    assert_int_equal(fs->real_path(fs, at(p, "d/../d/./f"), &p->arena, &two, NULL), HOB_OK);
    assert_string_equal(one, two);
    assert_int_equal(root[0], '/');
    assert_true(hob_str_starts(hob_str_from(one), hob_str_from(root)));
    assert_int_equal(one[strlen(root)], '/');
    assert_int_equal(fs->real_path(fs, at(p, "none"), &p->arena, &one, NULL),
                     HOB_ERR_FILE_NOT_FOUND);
}

static void lock__one_writer_or_many_readers(void **state) {
    place *p = *state;
    hob_fs *fs = p->fs;
    const char *path = at(p, "lock");
    void *one = NULL, *two = NULL, *three = NULL;
    hob_error error;
    assert_int_equal(fs->lock(fs, path, true, 0, &one, NULL), HOB_OK);
    assert_int_equal(fs->lock(fs, path, true, 20, &two, &error), HOB_ERR_PROJECT_BUSY);
    assert_string_equal(error.file, path);
    assert_true(error.hint[0] || fs != hob_fs_disk());
    assert_int_equal(fs->lock(fs, path, false, 0, &two, NULL), HOB_ERR_PROJECT_BUSY);
    fs->unlock(fs, one);
    assert_int_equal(fs->lock(fs, path, false, 0, &two, NULL), HOB_OK);
    assert_int_equal(fs->lock(fs, path, false, 0, &three, NULL), HOB_OK);
    assert_int_equal(fs->lock(fs, path, true, 0, &one, NULL), HOB_ERR_PROJECT_BUSY);
    fs->unlock(fs, two);
    assert_int_equal(fs->lock(fs, path, true, 0, &one, NULL), HOB_ERR_PROJECT_BUSY);
    fs->unlock(fs, three);
    assert_int_equal(fs->lock(fs, path, true, 0, &one, NULL), HOB_OK);
    fs->unlock(fs, one);
    fs->unlock(fs, NULL);
    check_content(p, "lock", ""); /* created when it was missing */
}

static void make_folders__all_levels_and_again(void **state) {
    place *p = *state;
    assert_int_equal(hob_fs_make_folders(p->fs, at(p, "a/b/c"), NULL), HOB_OK);
    assert_int_equal(hob_fs_make_folders(p->fs, at(p, "a/b/c/"), NULL), HOB_OK);
    assert_int_equal(hob_fs_make_folders(p->fs, at(p, "a//d"), NULL), HOB_OK);
    assert_true(info_of(p, "a/b/c").is_folder);
    assert_true(info_of(p, "a/d").is_folder);
    assert_int_equal(write_file(p, "file", "x"), HOB_OK);
    hob_error error;
    assert_int_equal(hob_fs_make_folders(p->fs, at(p, "file"), &error), HOB_ERR_FILE_EXISTS);
    assert_int_equal(hob_fs_make_folders(p->fs, at(p, "file/x"), NULL), HOB_ERR_FILE_EXISTS);
    char huge[5000];
    memset(huge, 'x', sizeof huge);
    huge[sizeof huge - 1] = '\0';
    assert_int_equal(hob_fs_make_folders(p->fs, huge, NULL), HOB_ERR_PATH_INVALID);
    assert_int_equal(hob_fs_remove_tree(p->fs, huge, NULL), HOB_ERR_PATH_INVALID);
}

static void remove_tree__everything_below(void **state) {
    place *p = *state;
    assert_int_equal(hob_fs_make_folders(p->fs, at(p, "t/a/b/c"), NULL), HOB_OK);
    assert_int_equal(hob_fs_make_folders(p->fs, at(p, "t/z"), NULL), HOB_OK);
    assert_int_equal(write_file(p, "t/f", "x"), HOB_OK);
    assert_int_equal(write_file(p, "t/a/b/f", "x"), HOB_OK);
    assert_int_equal(write_file(p, "t2", "x"), HOB_OK);
    assert_int_equal(hob_fs_remove_tree(p->fs, at(p, "t/"), NULL), HOB_OK);
    assert_false(info_of(p, "t").exists);
    assert_true(info_of(p, "t2").exists);
    assert_int_equal(hob_fs_remove_tree(p->fs, at(p, "t"), NULL), HOB_OK); /* nothing left to do */
    assert_int_equal(hob_fs_remove_tree(p->fs, at(p, "t2"), NULL), HOB_OK);
    assert_false(info_of(p, "t2").exists);
}

#define BOTH(test)                                              \
    {#test " (disk)", test, set_up_disk, tear_down, NULL}, {    \
#test " (memory)", test, set_up_memory, tear_down, NULL \
    }

int main(void) {
    const struct CMUnitTest tests[] = {
        BOTH(new_file__is_written_once),
        BOTH(read__limits_and_refusals),
        BOTH(large_file__is_whole),
        BOTH(append_and_truncate__move_the_end),
        BOTH(rename__replaces_files_and_moves_folders),
        BOTH(remove__files_and_empty_folders_only),
        BOTH(list__is_sorted_by_bytes),
        BOTH(stamp__changes_when_a_file_is_replaced),
        BOTH(mode__is_kept_as_asked),
        BOTH(real_path__one_name_for_one_place),
        BOTH(lock__one_writer_or_many_readers),
        BOTH(make_folders__all_levels_and_again),
        BOTH(remove_tree__everything_below),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
