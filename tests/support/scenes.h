/* The scenes of the benches, shared with the test that counts their memory: numbers first, so that
 * every engine runs the same ones, then as entities of a Hob scene. The generator and the order of
 * its draws are part of the definition. Pixels, seconds. */
#ifndef HOB_TESTS_SCENES_H
#define HOB_TESTS_SCENES_H

#include "base/text.h"
#include "support/game.h"

typedef struct hob_test_body {
    double x, y, vx, vy;
    double half; /* box half extent, or circle radius */
    bool circle, fixed;
    double half_w, half_h; /* fixed boxes */
    int layer;             /* 0 a, 1 b, 2 c; -1 walls and scenes without layers */
} hob_test_body;

enum { HOB_TEST_TILE_COLUMNS = 100, HOB_TEST_TILE_ROWS = 60 };

typedef struct hob_test_scene {
    const char *name;
    hob_test_body *bodies; /* fixed ones first */
    int count, fixed_count;
    int warmup, frames;
    char (*grid)[HOB_TEST_TILE_COLUMNS + 1]; /* rows of '#' and '.'; null = no tiles */
} hob_test_scene;

/* colliders-100, -500, -1500, -5000, -20000, tilemap-arena, mixed-horde; ends with null. */
extern const char *const hob_test_collision_scenes[];
hob_test_scene hob_test_scene_make(const char *name);
void hob_test_scene_done(hob_test_scene *scene);

/* The inside of a scene's list of entities. `script`: path for every mover, or null. */
void hob_test_scene_write(const hob_test_scene *scene, const char *script, hob_buf *out);

/* Scripts of the mixed horde: onCollision adds 1 to a counter and emits an event. */
extern const hob_test_file hob_test_horde_lua, hob_test_horde_js;

/* Saturated emitters, one seed each: `cap` live particles at most, made at `rate` a second. */
void hob_test_emitters_write(const char *emission, int emitters, int cap, double rate,
                             hob_buf *out);

/* No gravity, as the inside of a manifest. */
#define HOB_TEST_NO_GRAVITY "\"settings\":{\"gravity\":{\"x\":0,\"y\":0}}"

#endif
