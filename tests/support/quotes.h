/* JSON in C texts: single quotes stand for double ones. */
#ifndef HOB_TESTS_QUOTES_H
#define HOB_TESTS_QUOTES_H

#include "support/game.h"

/* Printed into one of a few static buffers, so that several may stand in one call. */
HOB_PRINTF(1, 2) const char *hob_test_quotes(const char *format, ...);
/* hob_test_game_open with every text in such quotes; `manifest` and `files` may be null. */
void hob_test_quoted_open(hob_test_game *game, const char *manifest, const char *entities,
                          const hob_test_file *files);
/* Spawns at the end of entity order; the test fails when it is refused. */
hob_entity_data *hob_test_spawn_quoted(hob_test_game *game, const char *definition);

#endif
