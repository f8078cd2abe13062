/* One table of query tests, run three times: through the C interface, Lua and JavaScript. */
#ifndef HOB_TESTS_QUERIES_H
#define HOB_TESTS_QUERIES_H

#include "support/game.h"

/* A call: "area", "point", "nearest", "ray", "within", "cellEmpty", with its arguments as a JSON
 * list in single quotes. Texts stand for what JSON has not: !NaN, !Inf, !-Inf, !max and !min (of
 * doubles), !undefined, and for predicates: !where:not-last (its name is not Last), !where:radius
 * (its distance is at most its first tag, a number), !where:none, !where:all.
 *
 * What it must give: handles by name joined by blanks, "none", "true" or "false"; for a ray "entity
 * slot distance x y normal-x normal-y", after the slot "@column,row" for a tile; numbers to 1e-9.
 *
 * Or a change, made through the C interface: "move" [name, x, y], "set" [name, slot, field, value],
 * "destroy" [name], "enable" [name, bool], "step" []; `wanted` is null then. */
typedef struct hob_query_row {
    const char *call, *args, *wanted;
} hob_query_row;

/* `entities`: inside of the scene's list, in single quotes. Fails the test with the language and
 * the row. */
void hob_query_rows_run(const char *entities, const char *settings, const hob_query_row *rows,
                        size_t count);
#define HOB_QUERY_ROWS(entities, rows) hob_query_rows_run((entities), NULL, (rows), HOB_COUNT(rows))

#endif
