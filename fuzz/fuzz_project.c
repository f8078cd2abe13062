/* Any bytes as any file of a project: it opens or says why, is validated, read and saved. The first
 * byte chooses the file, the rest is its content. */
#include "project/scene.h"
#include "support/test_project.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
    if (!holds) {
        abort();
    }
}

static const char *const paths[] = {
    "hob.json",
    "assets.json",
    "scenes/main.scene.json",
    "prefabs/f.prefab.json",
    "animations/c.anim.json",
    "statemachines/a.asm.json",
    "assets/t.tileset.json",
    "playtests/t.playtest.json",
    "texts/en.json",
    "scripts/a.lua",
    "scripts/b.js",
    ".hob/commit/1.json",
    ".hob/journal.jsonl",
};

static void put_all(hob_test_project *t) {
    hob_test_project_put_minimal(t);
    hob_test_project_put(
        t, "assets.json",
        "{\"assets\": [{\"id\": \"ast_p\", \"name\": \"p\", \"type\": \"sprite\", \"path\": "
        "\"assets/p.svg\"}, {\"id\": \"ast_c\", \"name\": \"c\", \"type\": \"animation\", "
        "\"path\": "
        "\"animations/c.anim.json\"}, {\"id\": \"ast_a\", \"name\": \"a\", \"type\": "
        "\"stateMachine\", "
        "\"path\": \"statemachines/a.asm.json\"}, {\"id\": \"ast_f\", \"name\": \"f\", \"type\": "
        "\"prefab\", \"path\": \"prefabs/f.prefab.json\"}, {\"id\": \"ast_t\", \"name\": \"t\", "
        "\"type\": "
        "\"tileset\", \"path\": \"assets/t.tileset.json\"}]}");
    hob_test_project_put(t, "assets/p.svg", "<svg/>");
}

static void validate(hob_project *project) {
    hob_error_list findings;
    hob_error_list_init(&findings, hob_heap_allocator());
    require(hob_project_validate(project, &findings, NULL) == HOB_OK);
    for (size_t i = 0; i < findings.count; i++) {
        require(findings.items[i].message[0] && findings.items[i].hint[0]);
        require(findings.items[i].file[0]);
    }
    hob_error_list_done(&findings);
}

static void read_all(hob_project *project) {
    for (size_t i = 0; i < hob_project_scene_count(project); i++) {
        const hob_json *json;
        hob_status status =
            hob_project_scene_json(project, hob_project_scene_at(project, i), &json, NULL);
        require(status < HOB_STATUS_COUNT);
    }
    for (size_t i = 0; i < hob_project_asset_count(project); i++) {
        const hob_asset *asset = hob_project_asset_at(project, i);
        hob_str id = hob_str_from(asset->id);
        hob_sheet_frame cut;
        (void)hob_project_animation(project, id, NULL);
        (void)hob_project_state_machine(project, id, NULL);
        (void)hob_project_prefab(project, id, NULL);
        (void)hob_asset_frame(asset, HOB_STR("a"), &cut);
    }
    (void)hob_project_playtest_find(project, HOB_STR("t"));
    (void)hob_project_script_find(project, HOB_STR("scripts/a.lua"));
}

/* A save of one more script leaves a project that opens again. */
static void save(hob_test_project *t) {
    hob_change *change;
    hob_change_result result;
    hob_arena arena;
    char *id;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    if (!hob_change_begin(t->project, &change, NULL)) {
        bool is_ready = !hob_change_put(change, "scripts/new.lua", HOB_STR("return 1\n"), NULL) &&
                        !hob_change_new_id(change, "ast", NULL, &arena, &id, NULL);
        if (is_ready) {
            require(hob_change_commit(change, HOB_STR("{}"), &arena, &result, NULL) == HOB_OK);
            require(hob_test_project_try_open(t, NULL) == HOB_OK);
        } else {
            hob_change_drop(change);
        }
    }
    hob_arena_done(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    hob_test_project t;
    hob_test_project_begin(&t);
    put_all(&t);
    hob_test_project_put_bytes(&t, paths[data[0] % HOB_COUNT(paths)],
                               (hob_str){(const char *)data + 1, size - 1});
    hob_error error = {.status = HOB_OK};
    if (hob_test_project_try_open(&t, &error)) {
        require(error.status != HOB_OK && error.message[0]);
    } else {
        validate(t.project);
        read_all(t.project);
        save(&t);
    }
    hob_test_project_end(&t);
    return 0;
}
