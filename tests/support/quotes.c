#include "support/quotes.h"

#include "support/testing.h"
#include "world/instantiate.h"

#include <stdarg.h>
#include <stdio.h>

#define BUFFERS 8
#define LONGEST 8000

const char *hob_test_quotes(const char *format, ...) {
    static char buffers[BUFFERS][LONGEST];
    static int next;
    char *text = buffers[next++ % BUFFERS];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, LONGEST, format, args);
    va_end(args);
    assert_true(length >= 0 && length < LONGEST);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    return text;
}

void hob_test_quoted_open(hob_test_game *game, const char *manifest, const char *entities,
                          const hob_test_file *files) {
    hob_test_game_open(game, hob_test_quotes("%s", manifest == NULL ? "" : manifest),
                       hob_test_quotes("%s", entities), files, NULL, 0);
}

hob_entity_data *hob_test_spawn_quoted(hob_test_game *game, const char *definition) {
    hob_error error = {0};
    hob_value def;
    assert_int_equal(hob_value_parse_json(hob_heap_allocator(),
                                          hob_str_from(hob_test_quotes("%s", definition)), &def,
                                          &error),
                     HOB_OK);
    hob_entity e = hob_spawn(game->world, def, NULL, &error);
    hob_value_done(hob_heap_allocator(), &def);
    if (e == HOB_NO_ENTITY) {
        fail_msg("%s: %s", definition, error.message);
    }
    return hob_entity_live(game->world, e);
}
