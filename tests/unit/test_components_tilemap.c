/* Tilemap cells and solidity: spec runtime 7.2, hob 4.4. */
#include "components/tilemap.h"
#include "support/game.h"
#include "support/testing.h"
#include "world/contracts.h"

#include <stdio.h>
#include <string.h>

static hob_test_game game;
static int close_game(void **state) {
    (void)state;
    hob_test_game_close(&game);
    return 0;
}

static const hob_test_file files[] = {
    {"assets.json",
     "{\"formatVersion\":1,\"assets\":["
     "{\"id\":\"ast_pic\",\"name\":\"pic\",\"type\":\"tile\",\"path\":\"assets/t.png\"},"
     "{\"id\":\"ast_set\",\"name\":\"set\",\"type\":\"tileset\",\"path\":"
     "\"assets/tilesets/set.tileset.json\"}]}"},
    {"assets/t.png", "x"},
    {"assets/tilesets/set.tileset.json",
     "{\"formatVersion\":1,\"image\":\"ast_pic\",\"tileWidth\":16,\"tileHeight\":16,\"columns\":2,"
     "\"count\":4,\"tiles\":{\"1\":{\"solid\":true},\"3\":{\"solid\":true,\"frames\":[{\"tile\":"
     "3,\"ms\":100},{\"tile\":2,\"ms\":50}]},\"9\":{\"solid\":true}}}"},
    {NULL, NULL},
};

static void open_map(const char *fields) {
    static char text[2000];
    snprintf(text, sizeof text,
             "{'id':'ent_m','name':'M','components':{'Transform':{'position':{'x':100,'y':50}},"
             "'Tilemap':{%s}}}",
             fields);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    hob_test_game_open(&game, "", text, files, NULL, 0);
}

static hob_tilemap *map(void) {
    return hob_test_component(&game, "M", "Tilemap");
}
static hob_component *component(void) {
    return HOB_HEADER(map());
}

/* Rows of '#' and '.'. */
static void expect_solid(const char *wanted) {
    char seen[400];
    size_t at = 0;
    for (int32_t row = 0; row < hob_tilemap_rows(map()); row++) {
        for (int32_t column = 0; column < hob_tilemap_columns(map()); column++) {
            seen[at++] = hob_tilemap_solid(map(), column, row) ? '#' : '.';
        }
        seen[at++] = '/';
    }
    seen[at] = '\0';
    assert_string_equal(seen, wanted);
}

/* A write from outside, as a script's. */
static void write_field(const char *field, const char *json) {
    hob_error error;
    hob_value v;
    assert_int_equal(hob_value_parse_json(hob_heap_allocator(), hob_str_from(json), &v, &error),
                     HOB_OK);
    const hob_field *f = hob_field_find(component()->type->fields, hob_str_from(field));
    assert_int_equal(hob_field_set(f, map(), v, game.world->heap, &error), HOB_OK);
    hob_value_done(hob_heap_allocator(), &v);
    hob_component_changed(game.world, component(), f);
}

static void grid__every_character_but_point_and_space_is_solid(void **state) {
    (void)state;
    open_map("'grid':['a. b','','x']");
    expect_solid("#..#/..../#.../");
    assert_int_equal(map()->revision, 0);
    assert_false(hob_tilemap_solid(map(), -1, 0));
    assert_false(hob_tilemap_solid(map(), 0, 9));
    assert_true(hob_tilemap_may_block(map()));
}

static void grid_without_solid__nothing_blocks(void **state) {
    (void)state;
    open_map("'grid':['aa'],'solid':false");
    expect_solid("../");
    assert_false(hob_tilemap_may_block(map()));
    write_field("solid", "true");
    expect_solid("##/");
    assert_int_equal(map()->revision, 1);
}

static void character_of_two_units__two_columns(void **state) {
    (void)state;
    open_map("'grid':['.\\ud83d\\ude00a']");
    expect_solid(".###/");
    assert_int_equal(hob_tilemap_get_character(map(), 1, 0).length, 4);
    assert_true(hob_str_is(hob_tilemap_get_character(map(), 3, 0), "a"));
}

static void layers__solid_ids_and_layers_switched_off(void **state) {
    (void)state;
    open_map("'solidTiles':[2,5],'layers':[{'name':'ground','rows':['1,2,0','5','']},"
             "{'name':'sky','rows':['2,2,2'],'solid':false}]");
    expect_solid(".#./#../.../");
    int32_t layer;
    assert_true(hob_tilemap_layer(map(), HOB_STR("sky"), &layer));
    assert_int_equal(layer, 1);
    assert_true(hob_tilemap_layer(map(), HOB_STR("0"), &layer));
    assert_int_equal(layer, 0);
    assert_false(hob_tilemap_layer(map(), HOB_STR("sea"), &layer));
    assert_int_equal(hob_tilemap_get_id(map(), 0, 1, 0), 2);
    assert_int_equal(hob_tilemap_get_id(map(), 0, 2, 1), 0);
    assert_int_equal(hob_tilemap_get_id(map(), 0, -1, 0), 0);
}

static void flipped_id__as_solid_as_the_plain_one(void **state) {
    (void)state;
    open_map("'solidTiles':[2],'layers':[{'rows':['2147483650,1073741826,2']}]");
    expect_solid("###/");
    assert_int_equal(hob_tilemap_get_id(map(), 0, 0, 0), 2147483650u);
}

static void tilesets__their_solid_tiles_block_by_first_id(void **state) {
    (void)state;
    open_map("'tilesets':[{'asset':'ast_set','firstId':1},{'asset':'ast_set','firstId':11},"
             "{'asset':'ast_none','firstId':21}],'layers':[{'rows':['1,2,3,4,5,12,14,22']}]");
    expect_solid(".#.#.##./");
    hob_error error;
    const hob_tileset *set = hob_project_tileset(game.project, HOB_STR("ast_set"), &error);
    assert_non_null(set);
    assert_int_equal(set->count, 4);
    assert_int_equal(set->animation_count, 1);
    assert_int_equal(set->animations[0].tile, 3);
    assert_int_equal(set->animations[0].frame_count, 2);
    assert_true(set->animations[0].total_ms == 150);
    assert_int_equal(hob_tilemap_set_id(game.world, component(), 0, 0, 0, 2, &error), HOB_OK);
    assert_true(hob_tilemap_solid(map(), 0, 0));
    assert_null(hob_project_tileset(game.project, HOB_STR("ast_pic"), &error));
}

static void set_id__solidity_and_revision_follow_at_once(void **state) {
    (void)state;
    open_map("'solidTiles':[2],'layers':[{'rows':['1,1','1']}]");
    hob_error error;
    assert_int_equal(hob_tilemap_set_id(game.world, component(), 0, 1, 0, 2, &error), HOB_OK);
    expect_solid(".#/../");
    assert_int_equal(map()->revision, 1);
    assert_int_equal(hob_tilemap_set_id(game.world, component(), 0, 1, 0, 2, &error), HOB_OK);
    assert_int_equal(map()->revision, 1); /* no real change */
    assert_int_equal(hob_tilemap_set_id(game.world, component(), 0, 1, 1, 2, &error), HOB_OK);
    expect_solid(".#/.#/"); /* the short row is filled up */
    assert_int_equal(hob_tilemap_get_id(map(), 0, 0, 1), 1);
    assert_int_equal(hob_tilemap_set_id(game.world, component(), 0, 2, 0, 2, &error),
                     HOB_ERR_INVALID_INPUT);
    assert_int_equal(hob_tilemap_set_id(game.world, component(), 7, 0, 0, 2, &error),
                     HOB_ERR_INVALID_INPUT);
}

static void set_character__one_character_inside_the_grid(void **state) {
    (void)state;
    open_map("'grid':['ab','..']");
    hob_error error;
    assert_int_equal(hob_tilemap_set_character(game.world, component(), 1, 1, HOB_STR("x"), &error),
                     HOB_OK);
    assert_int_equal(hob_tilemap_set_character(game.world, component(), 0, 0, HOB_STR("."), &error),
                     HOB_OK);
    expect_solid(".#/.#/");
    assert_true(hob_str_is(hob_tilemap_get_character(map(), 1, 1), "x"));
    assert_int_equal(
        hob_tilemap_set_character(game.world, component(), 0, 0, HOB_STR("xy"), &error),
        HOB_ERR_INVALID_INPUT);
    assert_int_equal(hob_tilemap_set_character(game.world, component(), 0, 5, HOB_STR("x"), &error),
                     HOB_ERR_INVALID_INPUT);
}

static void ng08_set_solid__counts_real_changes_and_holds_until_the_grid_is_written(void **state) {
    (void)state;
    open_map("'grid':['a.']");
    assert_true(hob_tilemap_set_solid(component(), 1, 0, true));
    assert_true(hob_tilemap_set_solid(component(), 1, 0, true));
    assert_int_equal(map()->revision, 1);
    assert_false(hob_tilemap_set_solid(component(), 2, 0, true));
    write_field("layer", "3"); /* drawing only */
    expect_solid("##/");
    write_field("grid", "[\"..\",\"b.\"]");
    expect_solid("../#./");
    assert_int_equal(map()->revision, 2);
}

static void cells_and_places__from_the_entitys_place(void **state) {
    (void)state;
    open_map("'grid':['ab'],'tileSize':16,'tileHeight':8,'world':true");
    int32_t column, row;
    hob_tilemap_cell_at(game.world, component(), (hob_vec2){100 + 16, 50 + 7.9}, &column, &row);
    assert_true(column == 1 && row == 0);
    hob_tilemap_cell_at(game.world, component(), (hob_vec2){99.9, 58}, &column, &row);
    assert_true(column == -1 && row == 1);
    hob_vec2 at = hob_tilemap_cell_place(game.world, component(), 1, 1);
    assert_true(at.x == 116 && at.y == 58);
    hob_vec2 min, max;
    assert_true(hob_contract_bounds(game.world, &min, &max));
    assert_true(min.x == 100 && min.y == 50 && max.x == 132 && max.y == 58);
}

static void tw02_layers__in_order_with_a_place_for_actors(void **state) {
    (void)state;
    open_map("'grid':['ab'],'layers':[{'name':'a','rows':['1']},{'name':'b','rows':['1']},{'name':"
             "'roof','rows':['1'],'above':true}]");
    const hob_list *layers = map()->layers.as.list;
    assert_int_equal(layers->count, 3);
    static const struct {
        const char *name;
        bool above;
    } wanted[] = {{"a", false}, {"b", false}, {"roof", true}};
    for (uint32_t i = 0; i < layers->count; i++) {
        assert_true(hob_str_is(hob_value_get_str(layers->items[i], "name", ""), wanted[i].name));
        assert_int_equal(hob_value_get_bool(layers->items[i], "above", true), wanted[i].above);
    }
    assert_true(map()->layer < 0 && map()->above_layer == 10); /* actors on 0 stand between */
    hob_test_game_close(&game);
    open_map("'grid':['ab'],'layer':3,'aboveLayer':4.5");
    assert_true(map()->layer == 3 && map()->above_layer == 4.5);
}

static void clock__runs_but_not_in_a_pause(void **state) {
    (void)state;
    open_map("'grid':['a']");
    hob_test_steps(&game, 3);
    assert_true(map()->elapsed == 1 / 60.0 + 1 / 60.0 + 1 / 60.0);
    double before = map()->elapsed;
    game.world->paused = true;
    hob_test_steps(&game, 3);
    assert_true(map()->elapsed == before);
}

static void hash__a_single_walled_cell_counts(void **state) {
    (void)state;
    open_map("'grid':['a.']");
    hob_state_hash before, after;
    hob_session_hash(game.session, false, &before);
    hob_tilemap_set_solid(component(), 1, 0, true);
    hob_session_hash(game.session, false, &after);
    assert_int_not_equal(before.all, after.all);
    hob_session_hash(game.session, false, &before);
    hob_error error;
    assert_int_equal(hob_tilemap_set_character(game.world, component(), 0, 0, HOB_STR("b"), &error),
                     HOB_OK);
    hob_session_hash(game.session, false, &after);
    assert_int_not_equal(before.all, after.all); /* the same solidity, another tile */
}

#define CASE(name) cmocka_unit_test_teardown(name, close_game)
int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(grid__every_character_but_point_and_space_is_solid),
        CASE(grid_without_solid__nothing_blocks),
        CASE(character_of_two_units__two_columns),
        CASE(layers__solid_ids_and_layers_switched_off),
        CASE(flipped_id__as_solid_as_the_plain_one),
        CASE(tilesets__their_solid_tiles_block_by_first_id),
        CASE(set_id__solidity_and_revision_follow_at_once),
        CASE(set_character__one_character_inside_the_grid),
        CASE(ng08_set_solid__counts_real_changes_and_holds_until_the_grid_is_written),
        CASE(cells_and_places__from_the_entitys_place),
        CASE(tw02_layers__in_order_with_a_place_for_actors),
        CASE(clock__runs_but_not_in_a_pause),
        CASE(hash__a_single_walled_cell_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
