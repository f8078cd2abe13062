/* Any bytes as any file of a Hearth project. Refused: a reason, and nothing is left. Imported: the
 * project opens, and no table of Hob refuses what was written. The first byte chooses the file, the
 * rest is its content. */
#include "project/validate.h"
#include "session/playtest.h"
#include "support/hearth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
    if (!holds) {
        abort();
    }
}

static const char *const paths[] = {
    "hearth.json",
    "assets.json",
    "scenes/main.scene.json",
    "playtests/t.playtest.json",
    "assets/prefabs/f.prefab.json",
    "assets/animations/c.anim.json",
    "assets/statemachines/a.asm.json",
};
enum { CHECKED_PATHS = 4 }; /* Hearth reads these when it opens a project */

static void put_all(hob_test_hearth *h) {
    hob_test_hearth_put_minimal(h, "", "{\"id\": \"ent_a\", \"name\": \"A\"}");
    hob_test_hearth_put(
        h, "assets.json",
        "{\"assets\": [{\"id\": \"ast_c\", \"name\": \"c\", \"type\": \"animation\", \"path\": "
        "\"assets/animations/c.anim.json\"}, {\"id\": \"ast_a\", \"name\": \"a\", \"type\": "
        "\"stateMachine\", \"path\": \"assets/statemachines/a.asm.json\"}, {\"id\": \"ast_f\", "
        "\"name\": \"f\", \"type\": \"prefab\", \"path\": \"assets/prefabs/f.prefab.json\"}]}");
    hob_test_hearth_put(h, "scripts/a.lua", "return {}");
}

static bool is_of_a_table(hob_status status) {
    return status == HOB_ERR_FIELD_TYPE || status == HOB_ERR_FIELD_MISSING ||
           status == HOB_ERR_FIELD_RANGE || status == HOB_ERR_FIELD_PATTERN ||
           status == HOB_ERR_FIELD_UNKNOWN || status == HOB_ERR_JSON_SYNTAX ||
           status == HOB_ERR_PATH_INVALID || status == HOB_ERR_PATH_OUTSIDE ||
           status == HOB_ERR_PATH_CASE;
}

/* A property that is compared with nothing: Hearth loads that, the import warns. */
static bool was_told(hob_test_hearth *h, const hob_error *error) {
    return error->status == HOB_ERR_FIELD_MISSING && strncmp(error->file, "playtests/", 10) == 0 &&
           hob_test_hearth_finding(h, HOB_ERR_FIELD_MISSING, NULL, error->pointer);
}

static void check_project(hob_test_hearth *h, bool is_payload) {
    hob_error_list findings;
    hob_error_list_init(&findings, hob_heap_allocator());
    hob_test_hearth_open(h);
    require(hob_project_validate(h->project, &findings, NULL) == HOB_OK);
    for (size_t i = 0; i < findings.count; i++) {
        const hob_error *error = &findings.items[i];
        if (!is_payload && error->severity == HOB_SEVERITY_ERROR && is_of_a_table(error->status) &&
            !was_told(h, error)) {
            (void)fprintf(stderr, "%s%s: %s\n", error->file, error->pointer, error->message);
            abort();
        }
    }
    hob_error_list_done(&findings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    hob_test_hearth h;
    hob_error error = {.status = HOB_OK};
    if (size == 0 || size > 65536) {
        return 0;
    }
    size_t which = data[0] % HOB_COUNT(paths);
    hob_test_hearth_begin(&h);
    put_all(&h);
    hob_test_hearth_put_bytes(&h, paths[which], (hob_str){(const char *)data + 1, size - 1});
    hob_status status = hob_test_hearth_try(&h, &error);
    require(status < HOB_STATUS_COUNT && status == error.status);
    require((status == HOB_OK) == (h.findings.error_count == 0));
    if (status == HOB_OK) {
        check_project(&h, which >= CHECKED_PATHS);
    } else {
        hob_file_info info = {.exists = false};
        require(which < CHECKED_PATHS && error.message[0] != '\0');
        require(!h.fs->info(h.fs, "/out", true, &info, NULL) && !info.exists);
        require(!h.fs->info(h.fs, "/out.hob-tmp", true, &info, NULL) && !info.exists);
    }
    hob_test_hearth_end(&h);
    return 0;
}
