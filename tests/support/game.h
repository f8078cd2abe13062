/* A small game for tests: a project in memory, written as JSON texts, opened and run as a session.
 */
#ifndef HOB_TESTS_GAME_H
#define HOB_TESTS_GAME_H

#include "session/session.h"

typedef struct hob_test_file {
    const char *path, *text;
} hob_test_file;

/* Hooks in C for a script path. */
typedef struct hob_test_native {
    const char *path;
    hob_native_hooks hooks;
} hob_test_native;

typedef struct hob_test_game {
    hob_fs *fs;
    hob_registry *registry;
    hob_project *project;
    hob_session *session;
    hob_world *world;
    const hob_test_native *natives; /* ends with a null path; may be null */
} hob_test_game;

/* Entities of the one scene "main" as the inside of a JSON array; `manifest` is the inside of
 * hob.json beside id, version and scenes, as "\"rules\":{...}"; files may be null. Fails the test
 * when anything does not open. */
void hob_test_game_open(hob_test_game *game, const char *manifest, const char *entities,
                        const hob_test_file *files, const hob_test_native *natives, uint32_t seed);
/* Only the project, for tests that make sessions themselves. */
void hob_test_game_project(hob_test_game *game, const char *manifest, const char *entities,
                           const hob_test_file *files);
hob_session *hob_test_game_session(hob_test_game *game, uint32_t seed);
void hob_test_game_close(hob_test_game *game);

void hob_test_steps(hob_test_game *game, int steps);
void hob_test_action(hob_test_game *game, const char *action, bool down);
/* Fails the test when there is no such entity or component. */
hob_entity_data *hob_test_entity(hob_test_game *game, const char *name);
void *hob_test_component(hob_test_game *game, const char *name, const char *slot);
/* The rules of an imported Hearth project, as the inside of a manifest. */
#define HOB_TEST_HEARTH_RULES                                                            \
    "\"rules\":{\"scripts\":\"hearth1\",\"sceneInput\":\"drop\",\"solver\":\"hearth1\"," \
    "\"contactFilter\":\"both\",\"inherit\":\"position\",\"destroyChildren\":\"keep\","  \
    "\"disabledEntities\":\"absent\",\"particles\":\"cone\"}"

#endif
