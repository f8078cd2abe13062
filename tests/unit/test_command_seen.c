/* What the whole run of tests saw of the commands: each succeeded somewhere, and each error that a
 * table names came up somewhere. Reads what support/test_command.c noted (HOB_SEEN); skipped where
 * the commands' tests did not run before. */
#include "command/command.h"
#include "support/testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Owed: codes that a table names and no test of commands brings about. A line whose code comes up
 * after all is a failure too, so the list only shrinks. */
static const struct {
    const char *command;
    hob_status status;
} owed[] = {
    {"newProject", HOB_ERR_MISSING_RESOURCE},
    {"newProject", HOB_ERR_CAPABILITY_MISSING},
    {"setProperties", HOB_ERR_FIELD_PATTERN},
    {"instantiatePrefab", HOB_ERR_PREFAB_DATA_INVALID},
    {"scaffold", HOB_ERR_PATH_INVALID},
    {"updatePrefab", HOB_ERR_PREFAB_DATA_INVALID},
    {"createScript", HOB_ERR_PATH_INVALID},
    {"importAsset", HOB_ERR_LIMIT_IMAGE},
    {"importAsset", HOB_ERR_JSON_SYNTAX},
    {"importAssets", HOB_ERR_CONFLICT},
    {"importAssets", HOB_ERR_ASSET_DECODE},
    {"importAssets", HOB_ERR_LIMIT_IMAGE},
    {"createStateMachineAsset", HOB_ERR_FIELD_TYPE},
    {"createStateMachineAsset", HOB_ERR_STATE_TARGET_MISSING},
    {"updateStateMachineAsset", HOB_ERR_FIELD_TYPE},
    {"updateStateMachineAsset", HOB_ERR_STATE_TARGET_MISSING},
    {"benchScene", HOB_ERR_CANCELLED},
    {"startSession", HOB_ERR_NOT_FOUND},
    {"listSessions", HOB_ERR_NOT_FOUND},
    {"stopSession", HOB_ERR_NOT_FOUND},
    {"bakePlaytest", HOB_ERR_INVALID_INPUT},
    {"describeSession", HOB_ERR_INVALID_INPUT},
    {"describeSession", HOB_ERR_REGION_FULL},
    {"stepSession", HOB_ERR_REGION_FULL},
    {"resumeSession", HOB_ERR_INVALID_INPUT},
    {"resumeSession", HOB_ERR_REGION_FULL},
    {"pauseSession", HOB_ERR_INVALID_INPUT},
    {"pauseSession", HOB_ERR_REGION_FULL},
    {"actSession", HOB_ERR_REGION_FULL},
    {"pointSession", HOB_ERR_INVALID_INPUT},
    {"pointSession", HOB_ERR_REGION_FULL},
    {"changeSessionScene", HOB_ERR_INVALID_INPUT},
    {"changeSessionScene", HOB_ERR_REGION_FULL},
    {"setSessionProperty", HOB_ERR_REGION_FULL},
    {"callSession", HOB_ERR_ENTITY_UNKNOWN},
    {"botSession", HOB_ERR_INVALID_INPUT},
    {"sweepScene", HOB_ERR_CANCELLED},
    {"importHearth", HOB_ERR_UNSUPPORTED_PROJECT_VERSION},
    {"importHearth", HOB_ERR_COMPONENT_UNKNOWN},
    {"importHearth", HOB_ERR_PATH_INVALID},
    {"snapshotProject", HOB_ERR_LIMIT_REACHED},
};

static hob_buf seen;

static bool is_owed(const char *command, hob_status status) {
    for (size_t i = 0; i < HOB_COUNT(owed); i++) {
        if (strcmp(owed[i].command, command) == 0 && owed[i].status == status) {
            return true;
        }
    }
    return false;
}

static bool was_seen(const char *command, const char *code) {
    char line[120];
    (void)snprintf(line, sizeof line, "\n%s %s\n", command, code);
    return hob_str_find(hob_buf_str(&seen), hob_str_from(line)) != SIZE_MAX;
}

static void every_command_and_code__was_seen(void **state) {
    (void)state;
    int missing = 0;
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        if (!was_seen(c->name, "OK")) {
            print_error("%s never succeeded\n", c->name);
            missing++;
        }
        for (const hob_status *e = c->errors; e != NULL && *e != HOB_OK; e++) {
            bool is_seen = was_seen(c->name, hob_status_name(*e));
            if (is_seen == is_owed(c->name, *e)) {
                print_error("%s %s with %s\n", c->name,
                            is_seen ? "is owed no more, as it failed" : "never failed",
                            hob_status_name(*e));
                missing++;
            }
        }
    }
    assert_int_equal(missing, 0);
}

int main(void) {
    const char *path = getenv("HOB_SEEN");
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_command_and_code__was_seen)};
    hob_file_info cases = {.exists = false}; /* some codes come up with its files only */
    (void)hob_fs_disk()->info(hob_fs_disk(), hob_test_cases(), true, &cases, NULL);
    FILE *file = path != NULL && cases.exists ? fopen(path, "rb") : NULL;
    if (file == NULL) {
        return 77;
    }
    char block[4096];
    size_t count;
    hob_buf_init(&seen, hob_heap_allocator(), SIZE_MAX / 4);
    hob_buf_add_char(&seen, '\n');
    while ((count = fread(block, 1, sizeof block, file)) > 0) {
        hob_buf_add(&seen, block, count);
    }
    (void)fclose(file);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    hob_buf_done(&seen);
    return failed;
}
