#include "support/game.h"

#include "components/list.h"
#include "script/declare.h"
#include "support/testing.h"

#include <stdio.h>
#include <string.h>

static void require(hob_status status, const hob_error *error) {
    if (status != HOB_OK) {
        fail_msg("%s: %s %s (%s:%d %s)", hob_status_name(status), error->message, error->hint,
                 error->file, error->line, error->pointer);
    }
}

static void put(hob_fs *fs, const char *path, const char *text) {
    char folder[300];
    char full[300];
    hob_error error = {0};
    snprintf(full, sizeof full, "/game/%s", path);
    snprintf(folder, sizeof folder, "%s", full);
    char *slash = strrchr(folder, '/');
    *slash = '\0';
    require(hob_fs_make_folders(fs, folder, &error), &error);
    require(fs->write_new(fs, full, hob_str_from(text), 0644, &error), &error);
}

void hob_test_game_project(hob_test_game *game, const char *manifest, const char *entities,
                           const hob_test_file *files) {
    hob_error error = {0};
    const hob_allocator *a = hob_heap_allocator();
    memset(game, 0, sizeof *game);
    require(hob_fs_memory_create(a, &game->fs, &error), &error);
    hob_buf text;
    hob_buf_init(&text, a, 1 << 26);
    hob_buf_format(
        &text,
        "{\"formatVersion\":1,\"engineVersion\":\"0.1.0\",\"id\":\"prj_test\",\"name\":\"Test\","
        "\"initialScene\":\"scn_main\","
        "\"scenes\":[{\"id\":\"scn_main\",\"name\":\"Main\",\"path\":\"scenes/main.scene.json\"}%s",
        manifest != NULL && strncmp(manifest, "SCENES", 6) == 0 ? "" : "]");
    if (manifest != NULL && manifest[0] != '\0') {
        bool more_scenes = strncmp(manifest, "SCENES", 6) ==
                           0; /* "SCENES,{...}]..." goes on inside the list of scenes */
        hob_buf_format(&text, "%s%s", more_scenes ? "" : ",",
                       more_scenes ? manifest + 6 : manifest);
    }
    hob_buf_add_cstr(&text, "}");
    put(game->fs, "hob.json", text.data);
    hob_buf_clear(&text);
    hob_buf_add_cstr(&text, "{\"formatVersion\":1,\"id\":\"scn_main\",\"entities\":[");
    hob_buf_add_cstr(&text, entities);
    hob_buf_add_cstr(&text, "]}");
    put(game->fs, "scenes/main.scene.json", text.data);
    hob_buf_done(&text);
    for (const hob_test_file *f = files; f != NULL && f->path != NULL; f++) {
        put(game->fs, f->path, f->text);
    }
    require(hob_registry_create(a, &game->registry, &error), &error);
    require(hob_components_register(game->registry, &error), &error);
    hob_project_options options = {.allocator = a,
                                   .fs = game->fs,
                                   .registry = game->registry,
                                   .declarer = hob_script_declarer()};
    require(hob_project_open("/game", &options, &game->project, &error), &error);
}

static const hob_native_hooks *native_hooks(void *user, const char *path) {
    const hob_test_game *game = user;
    for (const hob_test_native *n = game->natives; n != NULL && n->path != NULL; n++) {
        if (strcmp(n->path, path) == 0) {
            return &n->hooks;
        }
    }
    return NULL;
}

hob_session *hob_test_game_session(hob_test_game *game, uint32_t seed) {
    hob_error error = {0};
    hob_session *session = NULL;
    hob_session_options options = {.project = game->project,
                                   .seed = seed,
                                   .ledger = true,
                                   .native = native_hooks,
                                   .native_user = game};
    require(hob_session_create(&options, &session, &error), &error);
    return session;
}

void hob_test_game_open(hob_test_game *game, const char *manifest, const char *entities,
                        const hob_test_file *files, const hob_test_native *natives, uint32_t seed) {
    hob_test_game_project(game, manifest, entities, files);
    game->natives = natives;
    game->session = hob_test_game_session(game, seed);
    game->world = hob_session_world(game->session);
}

void hob_test_game_close(hob_test_game *game) {
    hob_session_destroy(game->session);
    hob_project_close(game->project);
    hob_registry_destroy(game->registry);
    hob_fs_memory_destroy(game->fs);
}

void hob_test_steps(hob_test_game *game, int steps) {
    hob_error error = {0};
    for (int i = 0; i < steps; i++) {
        require(hob_session_step(game->session, &error), &error);
    }
}

void hob_test_action(hob_test_game *game, const char *action, bool down) {
    hob_error error = {0};
    hob_session_input input = {
        .kind = HOB_INPUT_ACTION, .name = hob_str_from(action), .down = down};
    require(hob_session_deliver(game->session, &input, &error), &error);
}

hob_entity_data *hob_test_entity(hob_test_game *game, const char *name) {
    hob_entity_data *e =
        hob_entity_live(game->world, hob_entity_find(game->world, hob_str_from(name)));
    if (e == NULL) {
        fail_msg("there is no entity %s", name);
    }
    return e;
}

void *hob_test_component(hob_test_game *game, const char *name, const char *slot) {
    hob_component *c =
        hob_component_slot(game->world, hob_test_entity(game, name), hob_str_from(slot));
    if (c == NULL) {
        fail_msg("%s has no %s", name, slot);
    }
    return c + 1;
}
