/* Texts in a running game: ctx.text, and Text components that follow the language. */
#include "components/text_label.h"
#include "support/scripts.h"

#include "text/game_text.h"

#include <stdio.h>

static const hob_test_file files[] = {
    {"texts/en.json", "{\"hp\":\"HP %{n}\",\"menu\":{\"start\":\"Start\"},\"only\":\"Only\"}"},
    {"texts/de.json", "{\"hp\":\"LP %{n}\"}"},
    {"texts/de.menu.json", "{\"menu\":{\"start\":\"Los\"}}"},
    {"scripts/s.lua",
     "return { onStart = function(ctx) local t = ctx.text\n"
     "  ctx.log(t.get('menu.start'), t.get('hp', { n = 3 }), t.locale(), t.has('only'), "
     "t.has('x'))\n"
     "  t.setLocale('de_at')\n"
     "  ctx.log(t.get('menu.start'), t.get('hp', { n = 3 }), t.locale(), t.get('only'), "
     "t.get('x.y'))\n"
     "  ctx.log(table.concat(t.locales(), ' '), table.concat(t.missing(), ' '), #t.missing('en'))\n"
     "  t.get('hp') end }"},
    {"scripts/s.js",
     "export default { onStart(ctx) { const t = ctx.text;\n"
     "  ctx.log(t.get('menu.start'), t.get('hp', { n: 3 }), t.locale(), t.has('only'), "
     "t.has('x'));\n"
     "  t.setLocale('de_at');\n"
     "  ctx.log(t.get('menu.start'), t.get('hp', { n: 3 }), t.locale(), t.get('only'), "
     "t.get('x.y'));\n"
     "  ctx.log(t.locales().join(' '), t.missing().join(' '), t.missing('en').length);\n"
     "  t.get('hp'); } };"},
    {NULL, NULL}};

static void ctx_text__reads_in_the_language_of_the_game(void **state) {
    (void)state;
    for (int js = 0; js < 2; js++) {
        char entity[300];
        (void)snprintf(entity, sizeof entity,
                       "{\"id\":\"ent_1\",\"name\":\"Hero\",\"components\":{\"Script\":{"
                       "\"scriptPath\":\"scripts/s.%s\"}}}",
                       js ? "js" : "lua");
        hob_test_game game;
        hob_test_game_open(&game, "", entity, files, NULL, 1);
        hob_test_steps(&game, 1);
        assert_string_equal(hob_script_logs(&game), "Start HP 3 en true false\n"
                                                    "Los LP 3 de-AT Only x.y\n"
                                                    "de en only 0");
        assert_int_equal(hob_script_error_count(&game), 1);
        const hob_script_error_record *error = hob_script_error(&game, 0);
        assert_int_equal(error->status, HOB_ERR_TEXT_VARIABLE);
        assert_non_null(strstr(error->message, "needs a value for \"n\""));
        hob_test_game_close(&game);
    }
}

static void a_missing_key_under_error__is_a_script_error(void **state) {
    (void)state;
    static const hob_test_file lua[] = {
        {"texts/en.json", "{}"},
        {"scripts/s.lua", "return { onStart = function(ctx) ctx.text.get('no.where') end }"},
        {NULL, NULL}};
    hob_test_game game;
    hob_test_game_open(&game, "\"texts\":{\"missing\":\"error\"}",
                       "{\"id\":\"ent_1\",\"name\":\"Hero\",\"components\":{\"Script\":{"
                       "\"scriptPath\":\"scripts/s.lua\"}}}",
                       lua, NULL, 1);
    hob_test_steps(&game, 1);
    assert_int_equal(hob_script_error(&game, 0)->status, HOB_ERR_TEXT_MISSING);
    hob_test_game_close(&game);
}

static const char *content(hob_test_game *game, const char *name) {
    return hob_text_cstr(((const hob_text_label *)hob_test_component(game, name, "Text"))->content);
}

/* TX-04: a literal is content without a key. */
static void tx04_keyed_texts__follow_language_and_values_literals_stay(void **state) {
    (void)state;
    hob_test_game game;
    hob_test_game_open(
        &game, "",
        "{\"id\":\"ent_1\",\"name\":\"Keyed\",\"components\":{\"Text\":{\"key\":\"hp\",\"vars\":{"
        "\"n\":1}}}},"
        "{\"id\":\"ent_2\",\"name\":\"Twin\",\"components\":{\"Text\":{\"key\":\"hp\",\"vars\":{"
        "\"n\":2}}}},"
        "{\"id\":\"ent_3\",\"name\":\"Literal\",\"components\":{\"Text\":{\"content\":\"hp\"}}},"
        "{\"id\":\"ent_4\",\"name\":\"Wrong\",\"components\":{\"Text\":{\"key\":\"hp\"}}}",
        files, NULL, 1);
    hob_test_steps(&game, 1);
    assert_string_equal(content(&game, "Keyed"), "HP 1");
    assert_string_equal(content(&game, "Twin"), "HP 2");
    assert_string_equal(content(&game, "Literal"), "hp");
    assert_string_equal(content(&game, "Wrong"), "hp"); /* TX-05 under the policy key */
    uint64_t rendered = hob_texts_rendered(game.world->outside.texts);
    hob_test_steps(&game, 5);
    assert_true(hob_texts_rendered(game.world->outside.texts) == rendered);
    hob_session_input input = {.kind = HOB_INPUT_LOCALE, .name = HOB_STR("de")};
    hob_error error;
    assert_int_equal(hob_session_deliver(game.session, &input, &error), HOB_OK);
    hob_test_steps(&game, 1);
    assert_string_equal(content(&game, "Keyed"), "LP 1");
    assert_string_equal(content(&game, "Twin"), "LP 2");
    assert_string_equal(content(&game, "Literal"), "hp");
    hob_test_game_close(&game);
}

static uint64_t hash_of(hob_session *session) {
    hob_state_hash hash;
    hob_session_hash(session, false, &hash);
    return hash.all;
}

static void in05_the_language__is_state_and_moves_only_when_it_changes(void **state) {
    (void)state;
    hob_test_game game;
    hob_error error;
    hob_test_game_open(&game, "", "", files, NULL, 1);
    uint64_t before = hash_of(game.session);
    uint32_t serial = game.world->locale_serial;
    assert_int_equal(hob_game_set_locale(game.world, HOB_STR("en"), &error), HOB_OK);
    assert_int_equal(game.world->locale_serial, serial);
    assert_true(hash_of(game.session) == before);
    assert_int_equal(hob_game_set_locale(game.world, HOB_STR("de"), &error), HOB_OK);
    assert_int_equal(game.world->locale_serial, serial + 1);
    assert_true(hash_of(game.session) != before);
    assert_int_equal(hob_game_set_locale(game.world, HOB_STR(""), &error), HOB_ERR_FIELD_PATTERN);
    hob_test_game_close(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ctx_text__reads_in_the_language_of_the_game),
        cmocka_unit_test(a_missing_key_under_error__is_a_script_error),
        cmocka_unit_test(tx04_keyed_texts__follow_language_and_values_literals_stay),
        cmocka_unit_test(in05_the_language__is_state_and_moves_only_when_it_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
