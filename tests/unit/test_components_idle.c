/* Behaviours where nothing happens: no memory after warm-up, and the same hash from a snapshot. */
#include "support/quotes.h"
#include "support/testing.h"

static const hob_test_file files[] = {{"ui/npc-bubble.html", "{{line}}"},
                                      {"ui/interact-prompt.html", "{{key}}"},
                                      {"ui/bar.html", "{{current}}"},
                                      {NULL, NULL}};

static const char manifest[] =
    "'settings':{'gravity':{'x':0,'y':0}},'input':{'actions':{'interact':{'sources':['KeyE']}}},"
    "'gameState':{'points':{'type':'number','initial':0}}";

/* A player beside an NPC (its prompt is open), hurt by nothing, with all that waits around it. */
static const char entities[] =
    "{'id':'ent_p','name':'P','components':{'TopDownMotor':{},'Collider':{'kind':'sensor','layer':"
    "'player'},'StateMachine':{'role':'player'},'ParticleEmitter':{'emitting':false},"
    "'DustTrail':{},'DustPuffs':{},'SwingSparks':{},'Health':{'current':2,'healthBar':'bar'},"
    "'Respawn':{},'MeleeAttack':{},'OutOfBounds':{},'Lifetime':{'seconds':3600}}},"
    "{'id':'ent_n','name':'N','components':{'Interactable':{'line':'x'}}},"
    "{'id':'ent_d','name':'D','components':{'Collider':{'kind':'sensor','collidesWith':['ghost']},"
    "'SceneTransition':{'scene':'Main','fadeSeconds':1}}},"
    "{'id':'ent_h','name':'H','components':{'Collider':{'kind':'sensor','collidesWith':['player']},"
    "'Hazard':{'stompable':false,'contactDamage':0}}},"
    "{'id':'ent_c','name':'C','components':{'Collider':{'kind':'sensor','collidesWith':['ghost']},"
    "'Collectible':{}}},"
    "{'id':'ent_f','name':'F','components':{'ParticleEmitter':{'emitting':false},"
    "'DamagePuff':{}}}";

static void behaviours_that_wait__no_memory_after_warm_up(void **state) {
    (void)state;
    hob_test_game game;
    hob_counting_allocator heap;
    hob_error error = {.status = HOB_OK};
    hob_counting_allocator_init(&heap, hob_heap_allocator());
    hob_test_game_project(&game, hob_test_quotes("%s", manifest), hob_test_quotes("%s", entities),
                          files);
    hob_session_options options = {.project = game.project, .allocator = &heap.allocator};
    assert_int_equal(hob_session_create(&options, &game.session, &error), HOB_OK);
    game.world = hob_session_world(game.session);
    hob_test_steps(&game, 120);
    assert_int_equal(game.world->ui.pieces.anchored_count, 1); /* the prompt */
    uint64_t calls = heap.calls;
    hob_region_stats before = hob_region_get_stats(game.world->region);
    hob_test_steps(&game, 300);
    hob_region_stats after = hob_region_get_stats(game.world->region);
    assert_int_equal(heap.calls, calls);
    assert_int_equal(after.used_bytes, before.used_bytes);
    assert_int_equal(after.live_bytes, before.live_bytes);
    assert_int_equal(hob_session_records(game.session)->log_count, 0);
    hob_test_game_close(&game);
    assert_int_equal(heap.live_blocks, 0);
}

/* Talk, blows and damage, once straight and once from a snapshot in the middle. */
static uint64_t play(hob_test_game *game, int steps) {
    static const char *const actions[] = {"interact", "attack", "right", "down"};
    for (int i = 0; i < steps; i++) {
        hob_test_action(game, actions[i / 7 % 4], i % 7 < 3);
        if (i % 40 == 0) {
            hob_component *health = HOB_HEADER(hob_test_component(game, "P", "Health"));
            const hob_field *current = hob_field_find(health->type->fields, HOB_STR("current"));
            assert_int_equal(hob_field_set(current, HOB_DATA(health, void), hob_value_number(3),
                                           game->world->heap, NULL),
                             HOB_OK);
        }
        hob_test_steps(game, 1);
    }
    hob_state_hash hash;
    hob_session_hash(game->session, false, &hash);
    return hash.all;
}

static void from_a_snapshot__the_same_hash(void **state) {
    (void)state;
    hob_test_game game;
    hob_session_snapshot snapshot;
    hob_test_quoted_open(&game, manifest, entities, files);
    (void)play(&game, 31);
    assert_int_equal(hob_session_save(game.session, &snapshot, NULL), HOB_OK);
    uint64_t straight = play(&game, 200);
    hob_session_restore(game.session, &snapshot);
    assert_int_equal(play(&game, 200), straight);
    hob_session_snapshot_done(&snapshot);
    hob_test_game_close(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(behaviours_that_wait__no_memory_after_warm_up),
        cmocka_unit_test(from_a_snapshot__the_same_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
