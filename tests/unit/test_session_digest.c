/* The published digest of a whole simulation (spec easings-and-constants 6.16) and its vectors of
 * camera effects and particles (6.12, 6.13), with native hooks in the place of the scripts. */
#include "components/particle_emitter.h"
#include "components/physics_body.h"
#include "support/game.h"
#include "support/sha256.h"
#include "support/testing.h"
#include "world/instantiate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENTITY(id, name, ...) \
    "{\"id\":\"ent_" #id "\",\"name\":\"" name "\",\"components\":{" __VA_ARGS__ "}}"
#define AT(x, y)  "\"Transform\":{\"position\":{\"x\":" #x ",\"y\":" #y "}}"
#define BOX(w, h) "\"Collider\":{\"width\":" #w ",\"height\":" #h "}"
#define STATIC    "\"PhysicsBody\":{\"bodyType\":\"static\"}"

static const char digest_scene[] =
    ENTITY(a, "Platform", AT(0, 100) ",\"Collider\":{\"width\":64,\"height\":16,\"oneWay\":true}," STATIC) "," ENTITY(
        b, "Faller",
        AT(0, 0) "," BOX(
            32,
            32) ",\"PhysicsBody\":{}") "," ENTITY(c, "TriggerZone",
                                                  AT(
                                                      500,
                                                      0) ",\"Collider\":{\"width\":40,\"height\":"
                                                         "200,\"isTrigger\":true}," STATIC) "," ENTITY(d,
                                                                                                       "Wanderer",
                                                                                                       AT(440, 0) ",\"Collider\":{\"shape\":\"circle\",\"radius\":10},\"PhysicsBody\":{\"bodyType\":\"kinematic\",\"velocity\":{\"x\":30,\"y\":0}}") "," ENTITY(e, "PolySlab", AT(1000, 100) ",\"Collider\":{\"shape\":\"polygon\",\"points\":[{\"x\":-100,\"y\":-10},{\"x\":100,\"y\":-10},{\"x\":100,\"y\":10},{\"x\":-100,\"y\":10}]}," STATIC) "," ENTITY(f,
                                                                                                                                                                                                                                                                                                                                                                                                                                                              "PolyBox",
                                                                                                                                                                                                                                                                                                                                                                                                                                                              AT(1000, 0) ",\"Collider\":{\"shape\":\"polygon\",\"points\":[{\"x\":-16,\"y\":-16},{\"x\":16,\"y\":-16},{\"x\":16,\"y\":16},{\"x\":-16,\"y\":16}]},\"PhysicsBody\":{}") "," ENTITY(g,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                  "MoverBox", AT(1500, 0) "," BOX(20, 20) ",\"PhysicsBody\":{\"gravityScale\":0,\"velocity\":{\"x\":60,\"y\":0},\"restitution\":0.5},\"Script\":{\"scriptPath\":\"scripts/hit.lua\"}") "," ENTITY(h,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                  "MoverCircle",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                  AT(1600, 0) ",\"Collider\":{\"shape\":\"circle\",\"radius\":10},\"PhysicsBody\":{\"gravityScale\":0,\"velocity\":{\"x\":-60,\"y\":0},\"restitution\":0.5}") "," ENTITY(i, "Floor", AT(2000, 400) ",\"Tilemap\":{\"tileSize\":32,\"grid\":[\"##########\",\"#........#\",\"#........#\",\"#..##....#\",\"#........#\",\"##########\"]}") "," ENTITY(j,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                     "TilemapFaller",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                     AT(2144, 300) "," BOX(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                         20,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                         20) ",\"PhysicsBody\":{}") "," ENTITY(k,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                               "Emitter", AT(2500, 0) ",\"ParticleEmitter\":{\"rate\":30,\"burst\":5,\"lifetime\":0.5,\"seed\":7}") "," ENTITY(l,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                               "Spawner", AT(3000, 0) ",\"Script\":{\"scriptPath\":\"scripts/spawner.lua\"}");

static hob_status emit_hit(hob_world *world, hob_code_slot *slot, const hob_value *args,
                           uint32_t count, hob_error *reterr) {
    (void)slot;
    (void)args;
    (void)count;
    (void)reterr;
    hob_emit(world, HOB_STR("hit"), HOB_VALUE_ABSENT);
    return HOB_OK;
}

static hob_status spawn(hob_world *world, hob_code_slot *slot, const hob_value *args,
                        uint32_t count, hob_error *reterr) {
    (void)slot;
    (void)args;
    (void)count;
    hob_value def;
    const hob_allocator *a = &world->outside.scratch->as_allocator;
    hob_status status = hob_value_parse_json(
        a,
        HOB_STR("{\"name\":\"Spawned\",\"position\":{\"x\":2000,\"y\":0},\"tags\":[\"spawned\"]}"),
        &def, reterr);
    if (status != HOB_OK) {
        return status;
    }
    if (hob_spawn(world, def, NULL, reterr) == HOB_NO_ENTITY) {
        return HOB_ERR_INTERNAL_ERROR;
    }
    hob_emit(world, HOB_STR("spawned"), HOB_VALUE_ABSENT);
    return HOB_OK;
}

static hob_status despawn(hob_world *world, hob_code_slot *slot, const hob_value *args,
                          uint32_t count, hob_error *reterr) {
    (void)slot;
    (void)args;
    (void)count;
    (void)reterr;
    if (world->frame == 10) {
        hob_entity_destroy(world, hob_entity_find_name(world, HOB_STR("Spawned")),
                           HOB_CHILDREN_BY_RULE);
        hob_emit(world, HOB_STR("despawned"), HOB_VALUE_ABSENT);
    }
    return HOB_OK;
}

static const hob_test_native natives[] = {
    {"scripts/hit.lua", {.hooks = {[HOB_HOOK_COLLISION] = emit_hit}}},
    {"scripts/spawner.lua", {.hooks = {[HOB_HOOK_START] = spawn, [HOB_HOOK_UPDATE] = despawn}}},
    {NULL, {.hooks = {NULL}}},
};

/* ---- the digest's JSON text: keys sorted, no white space ---- */

static void add_point(hob_buf *out, hob_vec2 p) {
    hob_buf_add_cstr(out, "{\"x\":");
    hob_buf_add_number(out, p.x);
    hob_buf_add_cstr(out, ",\"y\":");
    hob_buf_add_number(out, p.y);
    hob_buf_add_char(out, '}');
}

static void add_entities(hob_buf *out, hob_world *world) {
    hob_entity_pass pass = hob_entity_pass_begin(world);
    int index = 0;
    for (hob_entity_data *e = hob_entity_pass_next(&pass); e != NULL;
         e = hob_entity_pass_next(&pass)) {
        hob_buf_format(out, "%s{\"enabled\":%s,\"index\":%d,\"name\":", index > 0 ? "," : "",
                       e->enabled ? "true" : "false", index);
        hob_buf_add_json_string(out, hob_text_view(e->name));
        hob_component *emitter =
            hob_component_of(e, hob_component_type_index(world, &hob_particle_emitter_type));
        if (emitter != NULL) {
            hob_buf_format(out, ",\"particles\":%d",
                           (int)HOB_DATA(emitter, hob_particle_emitter)->active);
        } else {
            hob_buf_add_cstr(out, ",\"particles\":null");
        }
        hob_buf_add_cstr(out, ",\"position\":");
        add_point(out, e->transform->position);
        hob_buf_add_cstr(out, ",\"velocity\":");
        hob_component *body =
            hob_component_of(e, hob_component_type_index(world, &hob_physics_body_type));
        if (body != NULL) {
            add_point(out, HOB_DATA(body, hob_physics_body)->velocity);
        } else {
            hob_buf_add_cstr(out, "null");
        }
        hob_buf_add_char(out, '}');
        index++;
    }
    hob_entity_pass_end(&pass);
}

static int compare_names(const void *a, const void *b) {
    return strcmp(hob_text_cstr(((const hob_event_count *)a)->name),
                  hob_text_cstr(((const hob_event_count *)b)->name));
}

static void add_event_counts(hob_buf *out, hob_world *world) {
    hob_event_count counts[16];
    uint32_t count = world->events.event_name_count;
    assert_true(count <= HOB_COUNT(counts));
    memcpy(counts, world->events.event_counts, count * sizeof *counts);
    qsort(counts, count, sizeof *counts, compare_names);
    for (uint32_t i = 0; i < count; i++) {
        hob_buf_add_cstr(out, i > 0 ? "," : "");
        hob_buf_add_json_string(out, hob_text_view(counts[i].name));
        hob_buf_format(out, ":%llu", (unsigned long long)counts[i].count);
    }
}

static void digest_text(hob_world *world, hob_buf *out) {
    hob_buf_add_cstr(
        out, "{\"camera\":{\"ambientLight\":1,\"backgroundColor\":\"#1a1a2e\",\"position\":");
    add_point(out, hob_view_position(world));
    hob_buf_add_cstr(out, ",\"zoom\":");
    hob_buf_add_number(out, hob_view_zoom(world));
    hob_buf_add_cstr(out, "},\"cameraOverlayAlpha\":");
    hob_buf_add_number(out, hob_view_overlay_alpha(world));
    hob_buf_add_cstr(out, ",\"entities\":[");
    add_entities(out, world);
    hob_buf_add_cstr(out, "],\"eventCounts\":{");
    add_event_counts(out, world);
    hob_buf_format(out, "},\"frame\":%lld}", (long long)world->frame);
}

#define EXPECTED "3748b50fb9f68a3e5d2536cbc6e86ffa040216418d9d12088ea92c6ec52354c2"

static void check_digest(const char *scene, const hob_test_file *files,
                         const hob_test_native *hooks) {
    hob_test_game game;
    hob_test_game_open(&game, HOB_TEST_HEARTH_RULES, scene, files, hooks, 424242);
    hob_test_steps(&game, 40);
    hob_buf text;
    hob_buf_init(&text, hob_heap_allocator(), 1 << 20);
    digest_text(game.world, &text);
    char digest[65];
    hob_test_sha256(text.data, text.length, digest);
    if (strcmp(digest, EXPECTED) != 0) {
        fprintf(stderr, "%s\n", text.data);
        fail_msg("digest %s", digest);
    }
    hob_buf_done(&text);
    assert_int_equal(hob_session_records(game.session)->error_count, 0);
    hob_test_game_close(&game);
}

static void ec_6_16_digest__native_hooks(void **state) {
    (void)state;
    check_digest(digest_scene, NULL, natives);
}

static void ec_6_16_digest__lua(void **state) {
    (void)state;
    static const hob_test_file files[] = {
        {"scripts/hit.lua", "local M = {}\n"
                            "function M.onCollision(ctx) ctx.events.emit('hit') end\n"
                            "return M\n"},
        {"scripts/spawner.lua",
         "local M = {}\n"
         "function M.onStart(ctx)\n"
         "  ctx.vars.h = ctx.scene.spawn({ name = 'Spawned', position = { x = 2000, y = 0 },\n"
         "    tags = { 'spawned' } })\n"
         "  ctx.events.emit('spawned')\n"
         "end\n"
         "function M.onUpdate(ctx)\n"
         "  if ctx.time.frame == 10 then\n"
         "    ctx.scene.destroy(ctx.vars.h)\n"
         "    ctx.events.emit('despawned')\n"
         "  end\n"
         "end\n"
         "return M\n"},
        {NULL, NULL}};
    check_digest(digest_scene, files, NULL);
}

static void ec_6_16_digest__javascript(void **state) {
    (void)state;
    static const hob_test_file files[] = {
        {"scripts/hit.js", "export default { onCollision(ctx) { ctx.events.emit('hit'); } };\n"},
        {"scripts/spawner.js",
         "export default {\n"
         "  onStart(ctx) {\n"
         "    ctx.vars.h = ctx.scene.spawn({ name: 'Spawned', position: { x: 2000, y: 0 },\n"
         "      tags: ['spawned'] });\n"
         "    ctx.events.emit('spawned');\n"
         "  },\n"
         "  onUpdate(ctx) {\n"
         "    if (ctx.time.frame === 10) {\n"
         "      ctx.scene.destroy(ctx.vars.h);\n"
         "      ctx.events.emit('despawned');\n"
         "    }\n"
         "  },\n"
         "};\n"},
        {NULL, NULL}};
    char scene[sizeof digest_scene];
    size_t out = 0;
    for (const char *s = digest_scene; *s != '\0'; s++) { /* the same scene with .js for .lua */
        if (strncmp(s, ".lua", 4) == 0) {
            memcpy(scene + out, ".js", 3);
            out += 3;
            s += 3;
        } else {
            scene[out++] = *s;
        }
    }
    scene[out] = '\0';
    check_digest(scene, files, NULL);
}

static void near_or_equal(double seen, double wanted, const char *what, int step) {
    if (seen != wanted) {
        fail_msg("step %d: %s is %.17g, wanted %.17g", step, what, seen, wanted);
    }
}

static void ec_6_12_camera_effects(void **state) {
    (void)state;
    static const struct {
        double x, y, alpha, zoom;
        const char *color;
    } rows[] = {
        {2.530332145591577, 3.6365769772479934, 0.8333333333333334, 1.4166666666666667, "#ff0000"},
        {-2.9891945570707326, 1.313907437026501, 0.6666666666666667, 1.3333333333333335, "#ff0000"},
        {-3.31890239007771, 0.7373195216059685, 0.5, 1.25, "#ff0000"},
        {1.1738786436617377, -0.22344419981042546, 0.7777777777777777, 1.1666666666666667,
         "#ff0000"},
        {1.0816573339203999, -0.7215227403988445, 0.9444444444444444, 1.0833333333333335,
         "#ff0000"},
        {4.971372901867397e-16, 4.2741421526153935e-16, 1, 1, "#ff0000"},
        {0, 0, 1, 1, "#000000"}};
    hob_test_game game;
    hob_test_game_open(&game, HOB_TEST_HEARTH_RULES, ENTITY(a, "Camera", "\"Camera\":{}"), NULL,
                       NULL, 0);
    hob_world *world = game.world;
    hob_view_shake(world, 8, 0.1, 5);
    hob_view_flash(world, HOB_STR("#ff0000"), 0.1);
    hob_view_fade(world, 1, 0.1, HOB_STR("#000000"), true, NULL, HOB_VALUE_ABSENT);
    hob_view_zoom_punch(world, 1.5, 0.1);
    for (int step = 0; step < (int)HOB_COUNT(rows); step++) {
        hob_test_steps(&game, 1);
        near_or_equal(world->view.shake_x, rows[step].x, "shake x", step);
        near_or_equal(world->view.shake_y, rows[step].y, "shake y", step);
        near_or_equal(hob_view_overlay_alpha(world), rows[step].alpha, "overlay alpha", step);
        near_or_equal(world->view.zoom_factor, rows[step].zoom, "zoom factor", step);
        assert_true(hob_str_is(hob_view_overlay_color(world), rows[step].color));
    }
    assert_int_equal(hob_session_records(game.session)->effect_count, 4);
    hob_test_game_close(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ec_6_16_digest__native_hooks),
        cmocka_unit_test(ec_6_16_digest__lua),
        cmocka_unit_test(ec_6_16_digest__javascript),
        cmocka_unit_test(ec_6_12_camera_effects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
