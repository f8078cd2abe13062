/* Scenes of colliders whose scripts write down what they are told, for the tests of contacts. */
#ifndef HOB_TESTS_TOUCHING_H
#define HOB_TESTS_TOUCHING_H

#include "physics/collider.h"
#include "support/game.h"

/* An entity for hob_test_touching: name, place, fields of its Collider, further components; single
 * quotes stand for double ones. */
#define TOUCHER(name, x, y, collider, more)                                                 \
    "{'id':'ent_" name "','name':'" name "','components':{'Transform':{'position':{'x':" #x \
    ",'y':" #y "}},'"                                                                       \
    "Collider':{" collider "}" more "}}"
/* A script that hears onCollide, "A>B " (of a slot Script#b "Ab>B "), or the edges, "A+B ", "A-B ".
 */
#define HEARS_COLLIDE ",'Script':{'scriptPath':'scripts/collide.lua'}"
#define HEARS_EDGES   ",'Script':{'scriptPath':'scripts/edges.lua'}"

extern char hob_test_heard[4000]; /* what was told since it was emptied */
/* Called in onCollide with the two names, after it was written down; may be null. */
extern void (*hob_test_on_collide)(hob_test_game *game, const char *own, const char *other);

void hob_test_touching(hob_test_game *game, const char *manifest, const char *entities);
/* Runs a step and compares what was told in it. */
void hob_test_hears(hob_test_game *game, const char *wanted);
void hob_test_place(hob_test_game *game, const char *name, double x, double y);
/* Writes a field of the Collider as a script would; false when it is refused. */
bool hob_test_write(hob_test_game *game, const char *name, const char *field, const char *json);

#endif
