/* MeleeAttack, Interactable, SceneTransition: spec waica 7.2, 8.4 (MEL, INT, TRN). */
#include "components/health.h"
#include "components/interactable.h"
#include "components/melee_attack.h"
#include "components/scene_transition.h"
#include "support/quotes.h"
#include "support/testing.h"
#include "ui/pieces.h"

#include <math.h>
#include <string.h>

static hob_test_game game;

static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

static hob_component *slot(const char *name, const char *type) {
    return HOB_HEADER(hob_test_component(&game, name, type));
}
static double current_of(const char *name) {
    return HOB_DATA(slot(name, "Health"), hob_health)->current;
}
static size_t warnings(void) {
    return hob_session_records(game.session)->log_count;
}

/* ---- blows, at 1 unit = 1 px ---- */

static void open_melee(const char *melee, double x, double y, const char *more) {
    hob_test_quoted_open(
        &game, "'settings':{'gravity':{'x':0,'y':0}}",
        hob_test_quotes("{'id':'ent_p','name':'P','components':{'Health':{},'Collider':{'kind':"
                        "'sensor','width':1,'height':1},'MeleeAttack':{'range':1,'width':1%s}}},"
                        "{'id':'ent_o','name':'O','components':{'Transform':{'position':{'x':%g,"
                        "'y':%g}},'Collider':{'kind':'sensor','width':0.8,'height':0.7},"
                        "'Health':{'max':9,'current':9}}}%s",
                        melee, x, y, more),
        NULL);
}

static uint32_t strike(const char *facing) {
    hob_value hit = hob_value_list(hob_heap_allocator(), 4);
    hob_melee_strike(game.world, slot("P", "MeleeAttack"), hob_str_from(facing), hit.as.list,
                     hob_heap_allocator());
    uint32_t count = hit.as.list->count;
    hob_value_done(hob_heap_allocator(), &hit);
    return count;
}

static void mel01_isometric__what_stands_before_it_is_hit_once(void **state) {
    (void)state;
    static const struct {
        double x, y, range;
        const char *facing;
        uint32_t hits;
    } rows[] = {
        {0.6, -0.6, 1, "e", 1},   {-0.6, 0.6, 1, "e", 0}, {1.3, -1.3, 1, "e", 0},
        {1.3, -1.3, 2.5, "e", 1}, {1.3, 0.6, 1, "e", 0},  {1.3, 0.6, 1, "se", 1},
        {1.3, 0.6, 1, "ne", 0},
    };
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        open_melee("", rows[i].x, rows[i].y, "");
        game.world->scene_settings.projection = 1;
        HOB_DATA(slot("P", "MeleeAttack"), hob_melee_attack)->range = rows[i].range;
        assert_int_equal(strike(rows[i].facing), rows[i].hits);
        assert_true(current_of("O") == 9 - rows[i].hits);
        if (rows[i].hits) {
            assert_true(HOB_DATA(slot("O", "Health"), hob_health)->source ==
                        hob_test_entity(&game, "P")->self);
        }
        if (i + 1 < HOB_COUNT(rows)) {
            hob_test_game_close(&game);
        }
    }
}

static void mel01_no_projection__hit_by_e(void **state) {
    (void)state;
    open_melee("", 0.9, 0, "");
    assert_int_equal(strike("w"), 0);
    assert_int_equal(strike("e"), 1);
}

static void mel02_never_itself_nor_those_without_health_or_dead(void **state) {
    (void)state;
    open_melee(",'damage':9", 0.9, 0,
               ",{'id':'ent_q','name':'Q','components':{'Collider':{'kind':'sensor','width':4,"
               "'height':4}}},{'id':'ent_s','name':'S','components':{'Collider':{'kind':'sensor',"
               "'width':4,'height':4},'Health':{}}}");
    assert_int_equal(strike("e"), 2); /* O and S */
    assert_true(current_of("P") == 3);
    assert_int_equal(strike("e"), 0); /* both are dead */
}

static void mel02_first_target_that_dies__does_not_hide_the_second(void **state) {
    (void)state;
    open_melee(
        ",'damage':9", 0.9, 0,
        ",{'id':'ent_s','name':'S','components':{'Collider':{'kind':'sensor'},'Health':{}}}");
    HOB_DATA(slot("O", "Health"), hob_health)->death_action = HOB_DEATH_DESTROY;
    assert_int_equal(strike("e"), 2);
    assert_true(current_of("S") == 0);
}

static void mel02_invulnerable__not_reported__unknown_facing__silent(void **state) {
    (void)state;
    open_melee("", 0.9, 0, "");
    HOB_DATA(slot("O", "Health"), hob_health)->invulnerable_frames = 9;
    assert_int_equal(strike("e"), 1);
    assert_int_equal(strike("e"), 0);
    assert_int_equal(strike("up"), 0);
    assert_int_equal(strike(""), 0);
    assert_int_equal(warnings(), 0);
}

static void mel02_starts_from_the_offset_of_its_collider(void **state) {
    (void)state;
    open_melee("", 3, 4, "");
    assert_int_equal(strike("e"), 0);
    hob_component *c = slot("P", "Collider");
    const hob_field *field = hob_field_find(c->type->fields, HOB_STR("offset"));
    hob_vec2 offset = {2.5, 4};
    memcpy(HOB_DATA(c, char) + field->offset, &offset, sizeof offset);
    hob_component_changed(game.world, c, field);
    assert_int_equal(strike("e"), 1);
}

static void mel02_swing_sound__also_on_a_miss(void **state) {
    (void)state;
    static const hob_test_file files[] = {
        {"assets.json", "{\"formatVersion\":1,\"assets\":[{\"id\":\"ast_swing\",\"name\":\"Swing\","
                        "\"type\":\"audio\",\"path\":\"assets/swing.wav\"}]}"},
        {NULL, NULL}};
    hob_test_quoted_open(&game, "",
                         "{'id':'ent_p','name':'P','components':{'MeleeAttack':{'swingSound':"
                         "'ast_swing'}}}",
                         files);
    assert_int_equal(strike("nowhere"), 0);
    assert_int_equal(game.world->sound.count, 0);
    assert_int_equal(strike("e"), 0);
    assert_int_equal(game.world->sound.count, 1);
    assert_true(game.world->sound.playing[0].at == hob_test_entity(&game, "P")->self);
}

/* ---- talking: 640 x 360 px for 10 units of 16 px ---- */

static void open_npc(const char *keys, const hob_test_file *files) {
    hob_test_quoted_open(
        &game,
        hob_test_quotes("'settings':{'width':640,'height':360},'gameState':{'npcLine':{'type':"
                        "'string','initial':''}},'input':{'actions':{'interact':{'sources':[%s]}}}",
                        keys),
        "{'id':'ent_p','name':'P','components':{'Transform':{'position':{'x':16,'y':0}}}},"
        "{'id':'ent_n','name':'N','components':{'SpriteRenderer':{'height':32,'anchor':{'x':0.5,"
        "'y':1}},'Interactable':{'line':'Hello','radius':24}}},"
        "{'id':'ent_m','name':'M','components':{'Transform':{'position':{'x':100,'y':0}},"
        "'Interactable':{'line':'Moo'}}},"
        "{'id':'ent_c','name':'Camera','components':{'Camera':{'isMain':true,'zoom':2.25}}}",
        files);
}

static const hob_test_file bubble_files[] = {{"ui/npc-bubble.html", "{{line}}"},
                                             {"ui/npc-line.html", "{{npcLine}}"},
                                             {"ui/interact-prompt.html", "{{key}}"},
                                             {NULL, NULL}};
static const hob_test_file line_files[] = {
    {"ui/npc-line.html", "{{npcLine}}"}, {"ui/interact-prompt.html", "{{key}}"}, {NULL, NULL}};

static void look(void) {
    hob_interactable_look(game.world, hob_test_entity(&game, "P"));
}
static void press(void) {
    hob_input_action(game.world, 0, HOB_STR("interact"), true);
    look();
    hob_input_action(game.world, 0, HOB_STR("interact"), false);
    hob_test_steps(&game, 1); /* clears the edge */
}
static const hob_pieces *pieces(void) {
    return &game.world->ui.pieces;
}
static const char *shown_name(void) {
    assert_int_equal(pieces()->anchored_count, 1);
    return hob_text_cstr(pieces()->anchored[0].name);
}
static void place_player(double x) {
    hob_test_entity(&game, "P")->transform->position.x = x;
}
static uint64_t told(void) {
    return hob_signal_count_of(game.world, HOB_STR("Interactable.interacted"));
}

static void int01_bubble_above_the_npc_the_line_in_the_state_told_once(void **state) {
    (void)state;
    open_npc("'KeyE'", bubble_files);
    press();
    assert_string_equal(shown_name(), "npc-bubble");
    hob_piece_place at = hob_piece_place_of(game.world, &pieces()->anchored[0]);
    assert_true(at.x == 320 && at.y == 101);
    assert_true(hob_str_is(hob_value_get_str(pieces()->anchored[0].values, "line", ""), "Hello"));
    assert_true(
        hob_str_is(hob_value_str(hob_state_find(game.world, HOB_STR("npcLine"))->value), "Hello"));
    assert_int_equal(told(), 1);
    assert_false(hob_piece_is_visible(game.world, HOB_STR("npc-line")));
    uint64_t first = pieces()->anchored[0].number;
    press(); /* again: replaced */
    assert_string_equal(shown_name(), "npc-bubble");
    assert_true(pieces()->anchored[0].number != first);
    assert_int_equal(told(), 2);
    place_player(90); /* another is nearest */
    look();
    assert_string_equal(shown_name(), "interact-prompt");
    place_player(500);
    look();
    assert_int_equal(pieces()->anchored_count, 0);
}

static void int01_without_the_piece__npc_line_on_the_screen(void **state) {
    (void)state;
    open_npc("'KeyE'", line_files);
    press();
    assert_true(hob_piece_is_visible(game.world, HOB_STR("npc-line")));
    assert_int_equal(game.world->ui.pieces.shown[0].scope, HOB_SCOPE_SCENE);
    place_player(500);
    look();
    assert_false(hob_piece_is_visible(game.world, HOB_STR("npc-line")));
}

static void int02_prompt__the_first_key_once_and_not_with_a_bubble(void **state) {
    (void)state;
    static const char *const keys[][2] = {
        {"'KeyE','Space'", "E"}, {"'Digit1'", "1"}, {"'Space'", "Space"}, {"'ArrowUp'", "ArrowUp"}};
    for (size_t i = 0; i < HOB_COUNT(keys); i++) {
        open_npc(keys[i][0], bubble_files);
        look();
        assert_string_equal(shown_name(), "interact-prompt");
        assert_true(
            hob_str_is(hob_value_get_str(pieces()->anchored[0].values, "key", ""), keys[i][1]));
        uint64_t number = pieces()->anchored[0].number;
        look();
        assert_true(pieces()->anchored_count == 1 && pieces()->anchored[0].number == number);
        press();
        assert_string_equal(shown_name(), "npc-bubble");
        look();
        assert_string_equal(shown_name(), "npc-bubble");
        if (i + 1 < HOB_COUNT(keys)) {
            hob_test_game_close(&game);
        }
    }
}

static void int02_prompt_stays_with_npc_line__none_without_piece_or_key(void **state) {
    (void)state;
    open_npc("'KeyE'", line_files);
    look();
    press();
    assert_string_equal(shown_name(), "interact-prompt");
    hob_test_game_close(&game);
    open_npc("", bubble_files);
    look();
    assert_int_equal(pieces()->anchored_count, 0);
    hob_test_game_close(&game);
    open_npc("'KeyE'", NULL);
    look();
    assert_true(pieces()->anchored_count == 0 && warnings() == 0);
}

static void player_that_dies__takes_its_prompt_along(void **state) {
    (void)state;
    open_npc("'KeyE'", bubble_files);
    look();
    hob_entity_destroy(game.world, hob_test_entity(&game, "P")->self, HOB_CHILDREN_BY_RULE);
    assert_int_equal(pieces()->anchored_count, 0);
}

static void destroy_npc(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)user;
    (void)args;
    (void)count;
    hob_entity_destroy(world, hob_entity_find_name(world, HOB_STR("N")), HOB_CHILDREN_BY_RULE);
}

static void listener_that_destroys_the_npc__nothing_stays_open(void **state) {
    (void)state;
    open_npc("'KeyE'", bubble_files);
    hob_signals_on_native(game.world, hob_test_entity(&game, "N")->self,
                          HOB_STR("Interactable.interacted"), destroy_npc, NULL);
    press();
    assert_int_equal(pieces()->anchored_count, 0);
    hob_test_game_close(&game);
    open_npc("'KeyE'", bubble_files);
    hob_events_on_native(game.world, HOB_STR("stateChanged"), destroy_npc, NULL);
    press();
    assert_int_equal(pieces()->anchored_count, 0);
    assert_int_equal(told(), 0);
}

/* ---- ways to other scenes ---- */

static const hob_test_file scene_files[] = {
    {"scenes/next.scene.json", "{\"formatVersion\":1,\"id\":\"scn_next\",\"entities\":[]}"},
    {"scenes/bad.scene.json", "{\"formatVersion\":1,\"id\":\"scn_bad\",\"entities\":[{\"id\":7}]}"},
    {NULL, NULL}};

static void open_door(const char *transition, const char *more) {
    hob_test_quoted_open(
        &game,
        "SCENES,{'id':'scn_next','name':'Next','path':'scenes/next.scene.json'},"
        "{'id':'scn_bad','name':'Bad','path':'scenes/bad.scene.json'}]",
        hob_test_quotes("{'id':'ent_d','name':'D','components':{'Collider':{'kind':'sensor',"
                        "'collidesWith':['player']},'SceneTransition':{%s}%s}},"
                        "{'id':'ent_p','name':'P','components':{'Transform':{'position':{'x':500,"
                        "'y':0}},'Collider':{'kind':'sensor','layer':'player'}}}",
                        transition, more),
        scene_files);
}

static bool is_in(const char *scene) {
    return hob_str_is(hob_text_view(game.world->scene_id), scene);
}
static void use_door(void) {
    hob_interactable_tell(game.world, slot("D", "Interactable"), hob_test_entity(&game, "P")->self);
}

static void trn01_overlap__loads(void **state) {
    (void)state;
    open_door("'scene':'Next'", "");
    hob_test_steps(&game, 3);
    assert_true(is_in("scn_main"));
    place_player(0);
    hob_test_steps(&game, 1);
    assert_true(is_in("scn_next"));
    assert_int_equal(hob_signal_count_of(game.world, HOB_STR("SceneTransition.started")), 1);
}

static void trn01_interact__only_by_interaction(void **state) {
    (void)state;
    open_door("'scene':'scn_next','trigger':'interact'", ",'Interactable':{}");
    place_player(0);
    hob_test_steps(&game, 3);
    assert_true(is_in("scn_main"));
    use_door();
    hob_test_steps(&game, 1);
    assert_true(is_in("scn_next"));
}

static void trn01_interact_without_interactable__told_once_and_never_fires(void **state) {
    (void)state;
    open_door("'scene':'Next','trigger':'interact'", "");
    place_player(0);
    hob_test_steps(&game, 3);
    assert_true(is_in("scn_main"));
    const hob_records *r = hob_session_records(game.session);
    assert_int_equal(r->error_count, 1);
    assert_int_equal(r->errors[0].status, HOB_ERR_SIBLING_MISSING);
}

static void trn02_fade__fifteen_steps_up_the_swap_and_fifteen_down(void **state) {
    (void)state;
    open_door("'scene':'Next','trigger':'interact','fadeSeconds':0.25,'fadeColor':'#f00'",
              ",'Interactable':{}");
    use_door();
    for (int n = 1; n <= 32; n++) {
        if (n < 16) {
            use_door(); /* ignored */
        }
        hob_test_steps(&game, 1);
        double wanted = n <= 15 ? n / 15.0 : n <= 30 ? (30 - n) / 15.0 : 0;
        if (fabs(game.world->view.fade.alpha - wanted) > 1e-9) {
            fail_msg("step %d: %.17g, not %.17g", n, game.world->view.fade.alpha, wanted);
        }
        assert_int_equal(is_in("scn_next"), n >= 15); /* asked for in step 15: there in step 16 */
        assert_string_equal(hob_text_cstr(game.world->view.fade.color), "#ff0000");
    }
    assert_int_equal(game.world->frame, 32);
    assert_int_equal(hob_signal_count_of(game.world, HOB_STR("SceneTransition.started")), 1);
    assert_int_equal(hob_session_records(game.session)->scene_count, 1);
    assert_int_equal(hob_gametime_pending(game.world), 0);
}

static void scene_that_cannot_be_built__view_clears_and_it_may_fire_again(void **state) {
    (void)state;
    open_door("'scene':'Bad','trigger':'interact','fadeSeconds':0.25", ",'Interactable':{}");
    use_door();
    hob_test_steps(&game, 30);
    assert_true(is_in("scn_main") && fabs(game.world->view.fade.alpha) < 1e-9);
    assert_false(HOB_DATA(slot("D", "SceneTransition"), hob_scene_transition)->running);
    use_door();
    assert_true(HOB_DATA(slot("D", "SceneTransition"), hob_scene_transition)->running);
}

static void scene_that_does_not_exist__one_warning_and_nothing_else(void **state) {
    (void)state;
    open_door("'scene':'Nowhere','fadeSeconds':1", "");
    place_player(0);
    hob_test_steps(&game, 5);
    assert_int_equal(warnings(), 1);
    assert_true(game.world->view.fade.alpha == 0);
    assert_int_equal(hob_signal_count_of(game.world, HOB_STR("SceneTransition.started")), 0);
}

static void destroy_door(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    (void)user;
    (void)args;
    (void)count;
    hob_entity_destroy(world, hob_entity_find_name(world, HOB_STR("D")), HOB_CHILDREN_BY_RULE);
}

static void listener_of_started_that_destroys_it__no_fade_and_no_scene(void **state) {
    (void)state;
    open_door("'scene':'Next','fadeSeconds':0.1", "");
    hob_signals_on_native(game.world, hob_test_entity(&game, "D")->self,
                          HOB_STR("SceneTransition.started"), destroy_door, NULL);
    place_player(0);
    hob_test_steps(&game, 20);
    assert_true(is_in("scn_main") && game.world->view.fade.alpha == 0);
}

#define CASE(name) cmocka_unit_test_teardown(name, close_game)
int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(mel01_isometric__what_stands_before_it_is_hit_once),
        CASE(mel01_no_projection__hit_by_e),
        CASE(mel02_never_itself_nor_those_without_health_or_dead),
        CASE(mel02_first_target_that_dies__does_not_hide_the_second),
        CASE(mel02_invulnerable__not_reported__unknown_facing__silent),
        CASE(mel02_starts_from_the_offset_of_its_collider),
        CASE(mel02_swing_sound__also_on_a_miss),
        CASE(int01_bubble_above_the_npc_the_line_in_the_state_told_once),
        CASE(int01_without_the_piece__npc_line_on_the_screen),
        CASE(int02_prompt__the_first_key_once_and_not_with_a_bubble),
        CASE(int02_prompt_stays_with_npc_line__none_without_piece_or_key),
        CASE(player_that_dies__takes_its_prompt_along),
        CASE(listener_that_destroys_the_npc__nothing_stays_open),
        CASE(trn01_overlap__loads),
        CASE(trn01_interact__only_by_interaction),
        CASE(trn01_interact_without_interactable__told_once_and_never_fires),
        CASE(trn02_fade__fifteen_steps_up_the_swap_and_fifteen_down),
        CASE(scene_that_cannot_be_built__view_clears_and_it_may_fire_again),
        CASE(scene_that_does_not_exist__one_warning_and_nothing_else),
        CASE(listener_of_started_that_destroys_it__no_fade_and_no_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
