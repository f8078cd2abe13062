/* Any text as a script, in both languages: it loads or is refused, runs within its budgets, and the
 * game goes on. A second run gives the same hash. */
#include "support/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char limits[] =
    "\"limits\":{\"regionMiB\":64,\"vmMiB\":8,\"hookUnits\":50000,\"stepUnits\":200000,"
    "\"loadUnits\":200000,\"entities\":50,\"timers\":50,\"stringMiB\":1,\"logs\":20}";

static uint64_t run(const char *path, const char *text) {
    char entities[300];
    (void)snprintf(
        entities, sizeof entities,
        "{\"id\":\"ent_hero\",\"name\":\"Hero\",\"components\":{\"Script\":{\"scriptPath\":"
        "\"%s\"},\"Health\":{},\"Collider\":{}}}",
        path);
    hob_test_file files[2] = {{path, text}, {NULL, NULL}};
    hob_test_game game;
    hob_state_hash hash = {0};
    hob_test_game_open(&game, limits, entities, files, NULL, 5);
    hob_status status = HOB_OK;
    for (int i = 0; i < 4 && status == HOB_OK; i++) {
        status = hob_session_step(game.session, NULL);
    }
    if (status == HOB_OK && !game.world->not_comparable) {
        hob_session_hash(game.session, false, &hash);
    }
    hob_test_game_close(&game);
    return hash.all;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const paths[2] = {"scripts/a.lua", "scripts/a.js"};
    if (size > 20000 || memchr(data, 0, size) != NULL) {
        return 0;
    }
    char *text = malloc(size + 1);
    if (text == NULL) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    for (int i = 0; i < 2; i++) {
        if (run(paths[i], text) != run(paths[i], text)) {
            abort();
        }
    }
    free(text);
    return 0;
}
