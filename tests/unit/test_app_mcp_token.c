/* Where the token of HTTP clients comes from. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L

#include "app/mcp/token.h"
#include "support/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void entropy(void *user, char out[9]) {
    int *calls = user;
    memcpy(out, "random-0", 9);
    out[7] = (char)('0' + ++*calls % 10);
}

typedef struct desk {
    char folder[64], file[128];
    int calls;
    hob_command_host host;
    char token[HOB_TOKEN_TEXT], place[256];
    hob_error error;
} desk;

static void begin(desk *d) {
    *d = (desk){.calls = 0};
    hob_test_folder_make(d->folder);
    snprintf(d->file, sizeof d->file, "%s/.hob/cache/mcp-token", d->folder);
    d->host = (hob_command_host){.fs = hob_fs_disk(), .entropy = entropy, .user = &d->calls};
    (void)unsetenv("HOB_MCP_TOKEN");
}

static void make_manifest(desk *d) {
    char path[128];
    snprintf(path, sizeof path, "%s/hob.json", d->folder);
    assert_int_equal(d->host.fs->write_new(d->host.fs, path, HOB_STR("{}"), 0644, NULL), HOB_OK);
}

static hob_status find(desk *d) {
    return hob_token_find(&d->host, d->folder, d->token, d->place, sizeof d->place, &d->error);
}

static void missing_token__is_made_for_one_person_and_kept(void **state) {
    (void)state;
    desk d;
    struct stat info;
    char first[HOB_TOKEN_TEXT];
    begin(&d);
    make_manifest(&d);
    assert_int_equal(find(&d), HOB_OK);
    assert_int_equal(strlen(d.token), HOB_TOKEN_TEXT - 1);
    assert_int_equal(d.calls, 7);
    assert_string_equal(d.place, d.file);
    assert_int_equal(stat(d.file, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    memcpy(first, d.token, sizeof first);
    assert_int_equal(find(&d), HOB_OK);
    assert_string_equal(d.token, first);
    assert_int_equal(chmod(d.file, 0644), 0);
    assert_int_equal(find(&d), HOB_ERR_FILE_PERMISSION);
    hob_test_folder_remove(d.folder);
}

static void folder_without_project__needs_the_variable(void **state) {
    (void)state;
    desk d;
    begin(&d);
    assert_int_equal(find(&d), HOB_ERR_USAGE);
    assert_non_null(strstr(d.error.hint, "HOB_MCP_TOKEN"));
    setenv("HOB_MCP_TOKEN", "abcdefghijklmnop\n", 1);
    assert_int_equal(find(&d), HOB_OK);
    assert_string_equal(d.token, "abcdefghijklmnop");
    static const char *const wrong[] = {
        "", "short", "abcdefghijk lmnop",
        "abcdefghijklmnopabcdefghijklmnopabcdefghijklmnopabcdefghi"};
    for (size_t i = 0; i < HOB_COUNT(wrong); i++) {
        setenv("HOB_MCP_TOKEN", wrong[i], 1);
        assert_int_equal(find(&d), HOB_ERR_USAGE);
    }
    unsetenv("HOB_MCP_TOKEN");
    hob_test_folder_remove(d.folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_token__is_made_for_one_person_and_kept),
        cmocka_unit_test(folder_without_project__needs_the_variable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
