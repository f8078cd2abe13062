/* Which clip is shown, and its clock: spec waica 6 (ANI), rgame 2.2, 3.14 (AN, AS), hob 4.1. */
#include "components/animation.h"
#include "components/character_body.h"
#include "components/clip_choice.h"
#include "components/sprite_animator.h"
#include "support/game.h"
#include "support/testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- the clock ---- */

static hob_text *frame_asset;
static hob_animation animation(size_t frames) {
    static struct hob_animation_frame list[8];
    for (size_t i = 0; i < frames; i++) {
        list[i].asset = frame_asset;
    }
    return (hob_animation){.frame_count = frames, .frames = list, .frame_duration = 1};
}
/* The frame at a time that is reached in one go. */
static size_t frame_at(size_t frames, double fps, bool loop, double t) {
    hob_animation a = animation(frames);
    hob_animation_clock clock = {0};
    (void)hob_animation_advance(&clock, &a, fps, 1, loop, t);
    return clock.index;
}

static void ani01_frames__by_time_round_or_to_the_last(void **state) {
    (void)state;
    assert_int_equal(frame_at(4, 4, true, 0), 0); /* 10 11 12 13 */
    assert_int_equal(frame_at(4, 4, true, 0.25), 1);
    assert_int_equal(frame_at(4, 4, true, 0.5), 2);
    assert_int_equal(frame_at(2, 2, true, 1.0), 0);
    assert_int_equal(frame_at(2, 2, true, 1.5), 1);
    assert_int_equal(frame_at(2, 8, false, 10), 1);
    assert_int_equal(frame_at(2, 8, false, 20), 1);
}

static void an01_columns__are_frames_by_time(void **state) {
    (void)state;
    assert_int_equal(frame_at(6, 6, true, 0), 0);
    assert_int_equal(frame_at(6, 6, true, 1.0 / 6), 1);
    assert_int_equal(frame_at(6, 6, true, 6.0 / 6), 0);
    assert_int_equal(3 + frame_at(2, 4, true, 0), 3);
    assert_int_equal(3 + frame_at(2, 4, true, 0.25), 4);
    assert_int_equal(3 + frame_at(2, 4, true, 0.5), 3);
}

/* ---- contracts ---- */

typedef struct contract {
    const char *clips;     /* " idle walk-n " */
    const char *fallbacks; /* " run>idle " */
} contract;

static bool has(const void *user, hob_str clip) {
    char word[200];
    (void)snprintf(word, sizeof word, " %.*s ", (int)clip.length, clip.data);
    return strstr(((const contract *)user)->clips, word) != NULL;
}
static hob_str fallback(const void *user, hob_str state) {
    char word[200];
    (void)snprintf(word, sizeof word, " %.*s>", (int)state.length, state.data);
    const char *found = strstr(((const contract *)user)->fallbacks, word);
    if (found == NULL) {
        return (hob_str){0};
    }
    found += strlen(word);
    return (hob_str){found, strcspn(found, " ")};
}

/* "walk-e" or "walk-e flipped" or "nothing". */
static const char *choose(const char *clips, const char *fallbacks, const hob_clip_side *sides,
                          const char *state, const char *facing) {
    static char text[HOB_CLIP_NAME_MAX + 16];
    char clip[HOB_CLIP_NAME_MAX];
    bool mirrored;
    contract c = {clips, fallbacks};
    hob_clip_source source = {.user = &c, .has = has, .fallback = fallback, .sides = sides};
    if (!hob_clip_choose(&source, hob_str_from(state), hob_str_from(facing), clip, &mirrored)) {
        return "nothing";
    }
    (void)snprintf(text, sizeof text, "%s%s", clip, mirrored ? " flipped" : "");
    return text;
}

#define CHAIN " run>idle jump>idle fall>jump "
static void ani02_plain__along_the_fallbacks(void **state) {
    (void)state;
    assert_string_equal(choose(" idle ", CHAIN, NULL, "run", ""), "idle");
    assert_string_equal(choose(" idle ", CHAIN, NULL, "fall", ""), "idle");
    assert_string_equal(choose(" ", CHAIN, NULL, "run", ""), "nothing");
    assert_string_equal(choose(" ", " a>b b>a ", NULL, "a", ""), "nothing"); /* a circle */
    static const char *const required[] = {"idle", "run", "jump", "fall", NULL};
    contract c = {" idle jump ", ""};
    const hob_clip_source source = {.user = &c, .has = has, .fallback = fallback};
    size_t at = 0;
    assert_string_equal(hob_clip_next_missing(&source, required, &at), "run");
    assert_string_equal(hob_clip_next_missing(&source, required, &at), "fall");
    assert_null(hob_clip_next_missing(&source, required, &at));
}

static void ani03_directions__a_side_its_stand_in_then_the_bare_name(void **state) {
    (void)state;
    static const hob_clip_side four[] = {{"n", NULL, false},
                                         {"s", NULL, false},
                                         {"e", NULL, false},
                                         {"w", "e", true},
                                         {NULL, NULL, false}};
#define WALK " walk>idle "
    assert_string_equal(choose(" walk-w walk-e ", WALK, four, "walk", "w"), "walk-w");
    assert_string_equal(choose(" walk-e ", WALK, four, "walk", "w"), "walk-e flipped");
    assert_string_equal(choose(" idle ", WALK, four, "walk", "n"), "idle");
    assert_string_equal(choose(" idle-e ", WALK, four, "walk", "e"), "idle-e");
    assert_string_equal(choose(" walk idle ", WALK, four, "walk", "up"), "nothing");
    assert_string_equal(choose(" walk-n ", WALK, four, "idle", "e"), "nothing");
    static const hob_clip_side chain[] = {
        {"nw", "w", false}, {"w", "e", true}, {"e", NULL, false}, {NULL, NULL, false}};
    assert_string_equal(choose(" run-e ", "", chain, "run", "nw"), "run-e flipped");
    static const hob_clip_side circle[] = {{"n", "s", true}, {"s", "n", true}, {NULL, NULL, false}};
    assert_string_equal(choose(" run-e ", "", circle, "run", "n"), "nothing");
}

static void ani03_four_and_eight__mirror_the_left_sides(void **state) {
    (void)state;
    contract c = {" walk-e walk-ne walk-se ", ""};
    char clip[HOB_CLIP_NAME_MAX];
    bool mirrored;
    hob_clip_source source = {
        .user = &c, .has = has, .fallback = fallback, .directions = HOB_DIRECTIONS_EIGHT};
    static const char *const ways[][2] = {{"w", "walk-e"}, {"nw", "walk-ne"}, {"sw", "walk-se"}};
    for (size_t i = 0; i < HOB_COUNT(ways); i++) {
        assert_true(
            hob_clip_choose(&source, HOB_STR("walk"), hob_str_from(ways[i][0]), clip, &mirrored));
        assert_string_equal(clip, ways[i][1]);
        assert_true(mirrored);
    }
    source.directions = HOB_DIRECTIONS_FOUR;
    assert_true(hob_clip_choose(&source, HOB_STR("walk"), HOB_STR("w"), clip, &mirrored));
    assert_false(hob_clip_choose(&source, HOB_STR("walk"), HOB_STR("nw"), clip, &mirrored));
}

/* ---- the component ---- */

static hob_test_game game;
static const hob_test_file files[] = {
    {"assets.json",
     "{\"formatVersion\":1,\"assets\":["
     "{\"id\":\"ast_a\",\"name\":\"a\",\"type\":\"sprite\",\"path\":\"assets/a.png\",\"metadata\":{"
     "\"width\":16,\"height\":32}},"
     "{\"id\":\"ast_walk\",\"name\":\"walk\",\"type\":\"animation\",\"path\":"
     "\"animations/walk.anim.json\"}]}"},
    {"assets/a.png", "x"},
    {"animations/walk.anim.json",
     "{\"formatVersion\":1,\"frames\":[\"ast_a\",\"ast_a\",\"ast_a\"],\"frameDuration\":0.125,"
     "\"loop\":true}"},
    {NULL, NULL},
};
#define CLIP(name) "'" name "':{'asset':'ast_walk'}"

static void open_walker(const char *beside, const char *animator) {
    static char text[2000];
    (void)snprintf(text, sizeof text,
                   "{'id':'ent_e','name':'E','components':{'SpriteRenderer':{}%s,"
                   "'SpriteAnimator':{%s}}}",
                   beside, animator);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, "", text, files, NULL, 0);
}
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}
static hob_sprite_animator *animator(void) {
    return hob_test_component(&game, "E", "SpriteAnimator");
}
static void pass(double seconds) {
    game.world->dt = seconds;
    hob_test_steps(&game, 1);
}
static void head(double x, double y) {
    ((hob_character_body *)hob_test_component(&game, "E", "CharacterBody"))->intent =
        (hob_vec2){x, y};
    pass(0.01);
}
static const char *clip(void) {
    return hob_text_cstr(animator()->clip);
}

#define FIVE                                                                     \
    "'driver':'heading','clips':{" CLIP("stand") "," CLIP("walk_left") "," CLIP( \
        "walk_right") "," CLIP("walk_up") "," CLIP("walk_down") "}"

static void an02_clip__another_starts_anew_the_same_goes_on(void **state) {
    (void)state;
    open_walker("", "'clip':'stand','clips':{" CLIP("stand") "," CLIP("walk") "}");
    assert_int_equal(animator()->index, 0);
    pass(0.125); /* 1/8 s at 8 frames a second */
    assert_int_equal(animator()->index, 1);
    pass(0.0625);
    hob_component *c = HOB_HEADER(animator());
    assert_true(hob_sprite_animator_play_clip(game.world, c, HOB_STR("stand")));
    assert_true(animator()->index == 1 && animator()->elapsed == 0.0625);
    assert_true(hob_sprite_animator_play_clip(game.world, c, HOB_STR("walk")));
    assert_true(animator()->index == 0 && animator()->elapsed == 0);
    assert_false(hob_sprite_animator_play_clip(game.world, c, HOB_STR("fly")));
    assert_string_equal(clip(), "walk");
    pass(0.125);
    hob_world_set_text(game.world, &animator()->clip, HOB_STR("walk")); /* a write of the same */
    pass(0.125);
    assert_int_equal(animator()->index, 2);
    hob_world_set_text(game.world, &animator()->clip, HOB_STR("stand"));
    pass(0.0625);
    assert_true(animator()->index == 0 && animator()->elapsed == 0.0625);
}

static void as01_heading__five_animations_and_the_size_of_the_frame(void **state) {
    (void)state;
    open_walker(",'CharacterBody':{}", "'sizeFromFrame':true,'clip':'stand'," FIVE);
    const hob_sprite_renderer *sprite = hob_test_component(&game, "E", "SpriteRenderer");
    assert_true(sprite->width == 16 && sprite->height == 32); /* at attach */
    static const struct {
        double x, y;
        const char *clip;
    } rows[] = {{1, 0, "walk_right"},  {-1, 0, "walk_left"}, {0, -1, "walk_up"},
                {0, 1, "walk_down"},   {0, 0, "stand"},      {1, 1, "walk_right"},
                {0.5, 1, "walk_down"}, {-1, -1, "walk_left"}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        head(rows[i].x, rows[i].y);
        assert_string_equal(clip(), rows[i].clip);
    }
    assert_int_equal(hob_session_records(game.session)->log_count, 0);
    head(1, 0);
    pass(0.125);
    int32_t index = animator()->index;
    pass(0.125);
    assert_int_equal(animator()->index, index + 1); /* the same heading goes on */
}

static void as01_missing_clips__fallbacks_then_the_first_with_one_warning(void **state) {
    (void)state;
    open_walker(",'CharacterBody':{}",
                "'driver':'heading','fallbacks':{'walk_left':'walk_right'},'clips':{" CLIP(
                    "stand") "," CLIP("walk_right") "}");
    head(-1, 0);
    assert_string_equal(clip(), "walk_right");
    head(0, 1);
    assert_string_equal(clip(), "stand");
    const hob_records *r = hob_session_records(game.session);
    assert_int_equal(r->log_count, 1);
    assert_non_null(strstr(hob_records_log_at(r, 0)->message, "walk_left, walk_up, walk_down"));
}

static void as02_heading_without_a_mover__an_error_and_inert(void **state) {
    (void)state;
    open_walker(",'CharacterBody':{}", "'clip':'stand'," FIVE);
    const hob_sprite_renderer *sprite = hob_test_component(&game, "E", "SpriteRenderer");
    head(-1, 0);
    assert_false(sprite->flip_x); /* nothing mirrors by itself */
    hob_entity_data *e = hob_test_entity(&game, "E");
    hob_component *body = hob_component_slot(game.world, e, HOB_STR("CharacterBody"));
    assert_true(hob_component_remove(game.world, body));
    assert_true(hob_component_remove(game.world, HOB_HEADER(animator())));
    pass(0.01);
    hob_value fields;
    assert_int_equal(hob_value_parse_json(&game.world->outside.scratch->as_allocator,
                                          HOB_STR("{\"driver\":\"heading\"}"), &fields, NULL),
                     HOB_OK);
    hob_component *c = hob_component_add(game.world, e, HOB_STR("SpriteAnimator"), fields, NULL);
    assert_true(c->inert);
    const hob_records *r = hob_session_records(game.session);
    assert_int_equal(r->error_count, 1);
    assert_int_equal(r->errors[0].status, HOB_ERR_SIBLING_MISSING);
    assert_non_null(strstr(r->errors[0].message, "SpriteAnimator"));
    assert_non_null(strstr(r->errors[0].message, "Mover"));
}

static void sp01_picture__keeps_size_and_layer_lifted_by_the_elevation(void **state) {
    (void)state;
    open_walker(",'Transform':{'scale':{'x':2,'y':2},'elevation':7}", "");
    const hob_sprite_renderer *sprite = hob_test_component(&game, "E", "SpriteRenderer");
    hob_entity_data *e = hob_test_entity(&game, "E");
    assert_true(sprite->anchor.x == 0.5 && sprite->anchor.y == 0.5); /* centred */
    hob_vec2 scale = hob_entity_world_scale(game.world, e),
             at = hob_entity_world_position(game.world, e);
    assert_true(scale.x == 2 && scale.y == 2 && at.x == 0 && at.y == 0);
    assert_true(e->transform->elevation == 7 && hob_entity_world_rotation(game.world, e) == 0);
}

#define T(f) cmocka_unit_test_teardown(f, close_game)
int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ani01_frames__by_time_round_or_to_the_last),
        cmocka_unit_test(an01_columns__are_frames_by_time),
        cmocka_unit_test(ani02_plain__along_the_fallbacks),
        cmocka_unit_test(ani03_directions__a_side_its_stand_in_then_the_bare_name),
        cmocka_unit_test(ani03_four_and_eight__mirror_the_left_sides),
        T(an02_clip__another_starts_anew_the_same_goes_on),
        T(as01_heading__five_animations_and_the_size_of_the_frame),
        T(as01_missing_clips__fallbacks_then_the_first_with_one_warning),
        T(as02_heading_without_a_mover__an_error_and_inert),
        T(sp01_picture__keeps_size_and_layer_lifted_by_the_elevation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
