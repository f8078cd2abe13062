/* ParticleEmitter with emission box (spec waica 3, checklist PAR), batches and drains. Emission
 * cone: test_components_vectors.c. One unit of Waica is one pixel here. */
#include "components/particle_emitter.h"
#include "support/game.h"
#include "support/testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NEAR(a, b, by) assert_true(fabs((a) - (b)) <= (by))

static hob_test_game game;

/* An entity "E" at (x, y) with a ParticleEmitter of these fields; single quotes for double ones. */
static void open_with(const char *manifest, double x, double y, const char *fields) {
    static char text[2000];
    snprintf(text, sizeof text,
             "{'id':'ent_e','name':'E','components':{'Transform':{'position':{'x':%g,'y':%g}},"
             "'ParticleEmitter':{%s}}}",
             x, y, fields);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, manifest, text, NULL, NULL, 0);
}
static void open_at(double x, double y, const char *fields) {
    open_with("", x, y, fields);
}
static void open_emitter(const char *fields) {
    open_at(0, 0, fields);
}
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

static hob_particle_emitter *emitter(void) {
    return hob_test_component(&game, "E", "ParticleEmitter");
}
static uint32_t emit(double count) {
    hob_error error;
    return hob_particle_emitter_emit(game.world, HOB_HEADER(emitter()), count, &error);
}
/* A write from outside, as a script's. */
static void write_number(const char *field, double value) {
    hob_component *c = HOB_HEADER(emitter());
    const hob_field *f = hob_field_find(c->type->fields, hob_str_from(field));
    hob_error error;
    assert_int_equal(hob_field_set(f, c + 1, hob_value_number(value), game.world->heap, &error),
                     HOB_OK);
    hob_component_changed(game.world, c, f);
}
static double x_of(uint32_t i) {
    return emitter()->particles.x[emitter()->particles.first + i];
}
static double y_of(uint32_t i) {
    return emitter()->particles.y[emitter()->particles.first + i];
}

static void par01_fresh__nothing_then_by_the_rate(void **state) {
    (void)state;
    open_emitter("'rate':30");
    assert_int_equal(emitter()->active, 0);
    assert_true(emitter()->emitting && emitter()->max_particles == 256);
    hob_test_steps(&game, 1);
    assert_int_equal(emitter()->active, 0);
    hob_test_steps(&game, 1);
    assert_int_equal(emitter()->active, 1);
    hob_test_game_close(&game);
    open_emitter("'rate':60");
    hob_test_steps(&game, 1);
    assert_int_equal(emitter()->active, 1);
}

static void par02_emitting_off__remainder_is_kept_and_emit_ignores_it(void **state) {
    (void)state;
    open_emitter("'rate':30");
    hob_test_steps(&game, 1);
    emitter()->emitting = false;
    assert_int_equal(emit(2), 2);
    hob_test_steps(&game, 1);
    assert_int_equal(emitter()->active, 2);
    emitter()->emitting = true;
    hob_test_steps(&game, 1);
    assert_int_equal(emitter()->active, 3);
}

static void par03_seed_1__centre_of_the_first_particle(void **state) {
    (void)state;
    open_emitter("'seed':1,'positionSpread':{'x':2,'y':3}");
    emit(1);
    NEAR(x_of(0), 0.5082957624, 1e-9);
    NEAR(y_of(0), -2.9835856729, 1e-9);
}

static void par04_another_seed__begins_anew_the_same_goes_on(void **state) {
    (void)state;
    open_emitter("'seed':2,'positionSpread':{'x':1,'y':1}");
    emit(1);
    double of_two = x_of(0);
    hob_test_game_close(&game);
    open_emitter("'seed':1,'positionSpread':{'x':1,'y':1}");
    emit(2);
    double second_of_one = x_of(1);
    hob_test_game_close(&game);
    open_emitter("'seed':1,'positionSpread':{'x':1,'y':1}");
    emit(1);
    write_number("seed", 1);
    emit(1);
    assert_true(x_of(1) == second_of_one);
    write_number("seed", 2);
    emit(1);
    assert_true(x_of(2) == of_two);
}

static void par05_capacity_3__drops_new_or_recycles(void **state) {
    (void)state;
    open_emitter("'maxParticles':3,'overflow':'drop-new'");
    assert_int_equal(emit(2), 2);
    assert_int_equal(emit(5), 1);
    assert_int_equal(emitter()->active, 3);
    hob_test_game_close(&game);
    open_emitter("'maxParticles':3");
    assert_int_equal(emit(2), 2);
    assert_int_equal(emit(5), 3);
    assert_int_equal(emitter()->active, 3);
    assert_int_equal(emit((double)NAN), 0);
    assert_int_equal(emit(-1), 0);
    assert_int_equal(emit(1.9), 1);
}

static void par06_recycle__only_accepted_ones_draw(void **state) {
    (void)state;
    open_emitter("'maxParticles':3,'positionSpread':{'x':1,'y':1}");
    assert_int_equal(emit(50), 3);
    emit(1);
    double fourth = x_of(2);
    hob_test_game_close(&game);
    open_emitter("'maxParticles':9,'positionSpread':{'x':1,'y':1}");
    emit(4);
    assert_true(x_of(3) == fourth);
}

static void par07_capacity_changed__cleared_at_once_and_the_stream_goes_on(void **state) {
    (void)state;
    open_emitter("'maxParticles':3,'positionSpread':{'x':1,'y':1}");
    emit(3);
    write_number("maxParticles", 3);
    assert_int_equal(emitter()->active, 3);
    write_number("maxParticles", 4);
    assert_int_equal(emitter()->active, 0);
    emit(1);
    double fourth = x_of(0);
    hob_test_game_close(&game);
    open_emitter("'positionSpread':{'x':1,'y':1}");
    emit(4);
    assert_true(x_of(3) == fourth);
    write_number("maxParticles", -5);
    assert_int_equal(emit(7), 1);
}

/* Waica's test advances by quarters of a second; a quarter of a particle a step is as exact. */
static void par08_refused_requests__are_not_saved_up(void **state) {
    (void)state;
    open_emitter("'maxParticles':1,'overflow':'drop-new','lifetime':100,'rate':15");
    hob_test_steps(&game, 8);
    assert_int_equal(emitter()->active, 1);
    write_number("maxParticles", 2);
    hob_test_steps(&game, 3);
    assert_int_equal(emitter()->active, 0);
    hob_test_steps(&game, 1);
    assert_int_equal(emitter()->active, 1);
}

static void par09_no_lifetime__nothing_made_and_nothing_drawn(void **state) {
    (void)state;
    open_emitter("'positionSpread':{'x':1,'y':1}");
    emit(1);
    double first = x_of(0);
    hob_test_game_close(&game);
    open_emitter("'positionSpread':{'x':1,'y':1}");
    emitter()->lifetime = 0;
    assert_int_equal(emit(3), 0);
    emitter()->lifetime = 1;
    emit(1);
    assert_true(x_of(0) == first);
}

static void par11_snapshot__a_particle_keeps_what_it_was_born_with(void **state) {
    (void)state;
    /* 64 steps a second: sums of dt are exact */
    open_with("\"settings\":{\"fixedTimestep\":64}", 0, 0,
              "'lifetime':2,'velocity':{'x':4,'y':0},'gravity':{'x':2,'y':-2},'width':2,"
              "'height':4,'startScale':1,'endScale':3,'startColor':'#000000',"
              "'endColor':'#ffffff','startAlpha':1,'endAlpha':0");
    emit(1);
    emitter()->lifetime = 5;
    emitter()->gravity = (hob_vec2){100, 100};
    emitter()->width = 50;
    emit(1);
    hob_test_steps(&game, 64);
    /* v = 4 + 2 t, x = sum of v dt: 4 + 2 * (1 + 1/64) / 2 */
    NEAR(x_of(0), 4 + 1 + 1 / 64.0, 1e-12);
    NEAR(y_of(0), -(1 + 1 / 64.0), 1e-12);
    const hob_particles *p = &emitter()->particles;
    assert_int_equal(p->run_count, 2);
    assert_true(p->runs[p->run_first].look.width == 2);
    assert_int_equal(p->runs[p->run_first].look.end_color, 0xffffff);
    assert_true(p->runs[p->run_first + 1].look.width == 50);
    hob_test_steps(&game, 63);
    assert_int_equal(emitter()->active, 2);
    hob_test_steps(&game, 1); /* the first dies exactly at its lifetime */
    assert_int_equal(emitter()->active, 1);
    assert_true(p->runs[p->run_first].look.width == 50);
}

static void lifetimes_that_shrink__younger_ones_go_first_order_stays(void **state) {
    (void)state;
    open_emitter("'lifetime':1,'positionSpread':{'x':100,'y':0}");
    emit(2);
    double a = x_of(0), b = x_of(1);
    emitter()->lifetime = 0.1;
    emit(2);
    emitter()->lifetime = 1;
    emit(1);
    double e = x_of(4);
    hob_test_steps(&game, 10);
    assert_int_equal(emitter()->active, 3);
    assert_true(x_of(0) == a && x_of(1) == b && x_of(2) == e);
}

static void par12_space__world_stays_local_goes_along(void **state) {
    (void)state;
    open_at(3, 4, "'space':'world'");
    emit(1);
    assert_true(x_of(0) == 3 && y_of(0) == 4);
    hob_test_game_close(&game);
    open_at(3, 4, "'space':'local'");
    emit(1);
    assert_true(x_of(0) == 0 && y_of(0) == 0);
    const hob_particles *p = &emitter()->particles;
    assert_true(p->runs[p->run_first].look.local);
}

static void par21_new_particle__first_moves_in_the_next_step(void **state) {
    (void)state;
    open_emitter("'rate':60,'velocity':{'x':0,'y':6}");
    hob_test_steps(&game, 1);
    assert_true(y_of(0) == 0);
    assert_true(emitter()->particles.age[emitter()->particles.first] == 0);
    hob_test_steps(&game, 1);
    NEAR(y_of(0), 0.1, 1e-12);
}

static void burst__once_in_the_first_step(void **state) {
    (void)state;
    open_emitter("'burst':5");
    hob_test_steps(&game, 3);
    assert_int_equal(emitter()->active, 5);
}

static void game_pause__particles_stand_still(void **state) {
    (void)state;
    open_emitter("'velocity':{'x':60,'y':0}");
    emit(1);
    game.world->paused = true;
    hob_test_steps(&game, 5);
    assert_true(x_of(0) == 0);
    game.world->paused = false;
    hob_test_steps(&game, 1);
    NEAR(x_of(0), 1, 1e-12);
}

/* ---- death ---- */

static void par15_clear__gone_with_the_entity(void **state) {
    (void)state;
    open_emitter("'lifetime':10");
    emit(4);
    assert_int_equal(game.world->particle_count, 4);
    hob_component *c = HOB_HEADER(emitter());
    hob_entity_destroy(game.world, hob_test_entity(&game, "E")->self, HOB_CHILDREN_BY_RULE);
    assert_int_equal(game.world->particle_count, 0);
    hob_error error;
    assert_int_equal(hob_particle_emitter_emit(game.world, c, 1, &error), 0);
    hob_test_steps(&game, 1);
    assert_int_equal(game.world->drains.count, 0);
}

static void par16_drain__lives_on_in_world_space_from_the_next_step(void **state) {
    (void)state;
    open_at(3, 4, "'destroyMode':'drain','space':'local','lifetime':0.0333");
    emit(2);
    hob_entity_destroy(game.world, hob_test_entity(&game, "E")->self, HOB_CHILDREN_BY_RULE);
    assert_int_equal(game.world->drains.count, 1);
    const hob_particles *p = &game.world->drains.items[0].particles;
    assert_true(p->x[p->first] == 3 && p->y[p->first] == 4);
    hob_test_steps(&game, 1);
    assert_int_equal(game.world->drains.count, 1);
    assert_int_equal(game.world->particle_count, 2);
    hob_test_steps(&game, 1);
    assert_int_equal(game.world->drains.count, 0);
    assert_int_equal(game.world->particle_count, 0);
}

static void drain_without_live_ones__nothing_stays(void **state) {
    (void)state;
    open_emitter("'destroyMode':'drain'");
    hob_test_steps(&game, 1);
    hob_entity_destroy(game.world, hob_test_entity(&game, "E")->self, HOB_CHILDREN_BY_RULE);
    assert_int_equal(game.world->drains.count, 0);
}

static void par17_scene_leaves__drains_end_at_once(void **state) {
    (void)state;
    open_emitter("'destroyMode':'drain','lifetime':10");
    emit(2);
    hob_entity_destroy(game.world, hob_test_entity(&game, "E")->self, HOB_CHILDREN_BY_RULE);
    game.world->paused = true;
    hob_world_leave_scene(game.world);
    assert_int_equal(game.world->drains.count, 0);
    assert_int_equal(game.world->particle_count, 0);
}

/* ---- limits and state ---- */

static void session_limit__told_and_nothing_more_is_made(void **state) {
    (void)state;
    hob_test_game_open(&game, "\"limits\":{\"particles\":5}",
                       "{\"id\":\"ent_e\",\"name\":\"E\",\"components\":{\"ParticleEmitter\":{}}}",
                       NULL, NULL, 0);
    hob_error error = {0};
    assert_int_equal(hob_particle_emitter_emit(game.world, HOB_HEADER(emitter()), 9, &error), 5);
    assert_int_equal(error.status, HOB_ERR_LIMIT_REACHED);
    emitter()->rate = 600;
    hob_test_steps(&game, 2);
    assert_int_equal(game.world->particle_count, 5);
    assert_int_equal(hob_session_records(game.session)->log_count, 1); /* one warning */
}

static void seed_null__of_the_session_and_the_entity(void **state) {
    (void)state;
    open_emitter("'seed':null,'positionSpread':{'x':1,'y':1}");
    emit(1);
    double x = x_of(0);
    hob_test_game_close(&game);
    open_emitter("'seed':null,'positionSpread':{'x':1,'y':1}");
    emit(1);
    assert_true(x_of(0) == x);
    NEAR(x, 0, 1);
    assert_true(x != 0.2541478811763226); /* not the stream of seed 1 */
}

static void hash__every_number_of_a_particle_counts(void **state) {
    (void)state;
    open_emitter("'positionSpread':{'x':9,'y':9}");
    emit(3);
    hob_particles *p = &emitter()->particles;
    double *places[] = {&p->x[p->first + 1],  &p->y[p->first + 1],   &p->vx[p->first + 1],
                        &p->vy[p->first + 1], &p->age[p->first + 1], &emitter()->remainder};
    hob_state_hash before, after;
    for (size_t i = 0; i < HOB_COUNT(places); i++) {
        hob_session_hash(game.session, false, &before);
        *places[i] += 0.5;
        hob_session_hash(game.session, false, &after);
        assert_int_not_equal(before.all, after.all);
    }
}

static void steady_emitter__allocates_nothing_after_a_while(void **state) {
    (void)state;
    open_emitter("'rate':300,'lifetime':0.5,'velocity':{'x':60,'y':0}");
    hob_test_steps(&game, 120);
    uint64_t calls = hob_region_get_stats(game.world->region).alloc_calls;
    hob_test_steps(&game, 600);
    assert_int_equal(hob_region_get_stats(game.world->region).alloc_calls, calls);
    assert_int_equal(emitter()->active, 155); /* 31 steps: 30 sums of dt are just below 0.5 */
}

#define CASE(name) cmocka_unit_test_teardown(name, close_game)
/* What scripts may write into it; every use clamps. */
static void par10_values_of_all_kinds__positions_stay_finite(void **state) {
    (void)state;
    static const double odd[] = {-1e308, -5, -0.0, 0, 1e-300, 1e308};
    static const char *const fields[] = {
        "rate",     "lifetime",  "width",   "height", "startScale", "endScale", "startAlpha",
        "endAlpha", "startSize", "endSize", "speed",  "spread",     "direction"};
    open_emitter("'rate':60,'positionSpread':{'x':3},'velocity':{'y':9}");
    for (size_t f = 0; f < HOB_COUNT(fields); f++) {
        for (size_t i = 0; i < HOB_COUNT(odd); i++) {
            write_number(fields[f], odd[i]);
            (void)emit(3);
            hob_test_steps(&game, 5);
        }
        write_number(fields[f], 1);
    }
    hob_vec2 *const vectors[] = {&emitter()->gravity, &emitter()->velocity,
                                 &emitter()->position_spread, &emitter()->velocity_spread};
    for (size_t v = 0; v < HOB_COUNT(vectors); v++) { /* each alone, then all at once */
        for (size_t i = 0; i < HOB_COUNT(odd) * HOB_COUNT(odd); i++) {
            *vectors[v] = (hob_vec2){odd[i % HOB_COUNT(odd)], odd[i / HOB_COUNT(odd)]};
            (void)emit(3);
            hob_test_steps(&game, 5);
        }
        *vectors[v] = (hob_vec2){1e308, -1e308};
    }
    (void)emit(3);
    hob_test_steps(&game, 30); /* 0.5 s */
    assert_true(emitter()->particles.count > 0);
    for (uint32_t i = 0; i < emitter()->particles.count; i++) {
        assert_true(isfinite(x_of(i)) && isfinite(y_of(i)));
    }
    assert_int_equal(hob_session_records(game.session)->error_count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(par01_fresh__nothing_then_by_the_rate),
        CASE(par02_emitting_off__remainder_is_kept_and_emit_ignores_it),
        CASE(par03_seed_1__centre_of_the_first_particle),
        CASE(par04_another_seed__begins_anew_the_same_goes_on),
        CASE(par05_capacity_3__drops_new_or_recycles),
        CASE(par06_recycle__only_accepted_ones_draw),
        CASE(par07_capacity_changed__cleared_at_once_and_the_stream_goes_on),
        CASE(par08_refused_requests__are_not_saved_up),
        CASE(par09_no_lifetime__nothing_made_and_nothing_drawn),
        CASE(par10_values_of_all_kinds__positions_stay_finite),
        CASE(par11_snapshot__a_particle_keeps_what_it_was_born_with),
        CASE(lifetimes_that_shrink__younger_ones_go_first_order_stays),
        CASE(par12_space__world_stays_local_goes_along),
        CASE(par21_new_particle__first_moves_in_the_next_step),
        CASE(burst__once_in_the_first_step),
        CASE(game_pause__particles_stand_still),
        CASE(par15_clear__gone_with_the_entity),
        CASE(par16_drain__lives_on_in_world_space_from_the_next_step),
        CASE(drain_without_live_ones__nothing_stays),
        CASE(par17_scene_leaves__drains_end_at_once),
        CASE(session_limit__told_and_nothing_more_is_made),
        CASE(seed_null__of_the_session_and_the_entity),
        CASE(hash__every_number_of_a_particle_counts),
        CASE(steady_emitter__allocates_nothing_after_a_while),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
