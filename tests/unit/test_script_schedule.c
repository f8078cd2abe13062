/* The update schedule of components that a project declares (spec waica 10.11), in both languages.
 * Every function that is called writes the name of its slot. */
#include "session/session.h"
#include "support/scripts.h"

#include <stdio.h>
#include <string.h>

#define MOST_FILES 8

/* A component as short text. `after`: names with spaces between; null = no list. */
typedef struct declared {
    const char *name, *extends, *after;
    bool passive;
} declared;

typedef struct schedule_game {
    hob_test_game game;
    char paths[MOST_FILES][64], texts[MOST_FILES][800];
    hob_test_file files[MOST_FILES + 1];
} schedule_game;

static void write_list(hob_buf *out, bool js, const char *names) {
    hob_buf_add_cstr(out, js ? "[" : "{");
    for (const char *at = names; *at != '\0';) {
        size_t length = strcspn(at, " ");
        hob_buf_format(out, "\"%.*s\",", (int)length, at);
        at += length + (at[length] == ' ');
    }
    hob_buf_add_cstr(out, js ? "]" : "}");
}

static void write_file(bool js, const declared *d, char *text, size_t size) {
    hob_buf out;
    const char *is = js ? ": " : " = ";
    hob_buf_init(&out, hob_heap_allocator(), 4000);
    hob_buf_format(&out, "%s component%s\"%s\"", js ? "export default {" : "return {", is, d->name);
    if (d->extends != NULL) {
        hob_buf_format(&out, ", extends%s\"%s\"", is, d->extends);
    }
    if (d->after != NULL) {
        hob_buf_format(&out, ", updateAfter%s", is);
        write_list(&out, js, d->after);
    }
    if (!d->passive && d->extends == NULL) {
        hob_buf_format(&out, ", onUpdate%s", is);
        hob_buf_add_cstr(&out, js ? "(self, ctx) => ctx.log(ctx.entity.name)"
                                  : "function(self, ctx) ctx.log(ctx.entity.name) end");
    }
    hob_buf_add_cstr(&out, " }");
    (void)snprintf(text, size, "%s", out.data);
    hob_buf_done(&out);
}

/* Entity "E" with the slots (JSON of components); what updates logs by the trace of hooks below. */
static void open_game(schedule_game *g, bool js, const declared *all, const char *slots) {
    size_t count = 0;
    for (; all[count].name != NULL; count++) {
        (void)snprintf(g->paths[count], sizeof g->paths[count], "components/%s.%s", all[count].name,
                       js ? "js" : "lua");
        write_file(js, &all[count], g->texts[count], sizeof g->texts[count]);
        g->files[count] = (hob_test_file){g->paths[count], g->texts[count]};
    }
    g->files[count] = (hob_test_file){NULL, NULL};
    char entities[1500];
    (void)snprintf(entities, sizeof entities,
                   "{\"id\":\"ent_1\",\"name\":\"E\",\"components\":{%s}}", slots);
    hob_test_game_open(&g->game, "", entities, g->files, NULL, 1);
    const hob_error_list *found = hob_project_declared_findings(g->game.project);
    if (found->count > 0) {
        fail_msg("%s: %s", found->items[0].file, found->items[0].message);
    }
}

/* Slots of the entity in their order, or "refused". */
static const char *order_of(schedule_game *g) {
    static char text[400];
    hob_entity_data *e = hob_test_entity(&g->game, "E");
    hob_arena *scratch = g->game.world->outside.scratch;
    hob_str slots[16];
    size_t order[16], count = 0, ordered = 0;
    for (uint32_t i = 0; i < e->slot_count; i++) {
        if (strcmp(e->slots[i].component->type->name, "Transform") != 0) {
            slots[count++] = hob_text_view(e->slots[i].component->slot);
        }
    }
    hob_error_list findings;
    hob_error_list_init(&findings, &scratch->as_allocator);
    if (hob_schedule_resolve(g->game.world->outside.registry, slots, count, scratch, order,
                             &ordered, &findings) != HOB_OK) {
        return "refused";
    }
    text[0] = '\0';
    for (size_t i = 0; i < ordered; i++) {
        size_t length = strlen(text);
        (void)snprintf(text + length, sizeof text - length, "%s%.*s", i > 0 ? " " : "",
                       (int)slots[order[i]].length, slots[order[i]].data);
    }
    return text;
}

/* Runs in both languages: order of the slots, and how often something updated in two steps. */
static void check(const declared *all, const char *slots, const char *order, int updates,
                  const char *error) {
    for (int js = 0; js < 2; js++) {
        schedule_game g;
        open_game(&g, js, all, slots);
        assert_string_equal(order_of(&g), order);
        hob_test_steps(&g.game, 2);
        int told = 0;
        for (const char *c = hob_script_logs(&g.game); *c != '\0'; c++) {
            told += *c == 'E';
        }
        assert_int_equal(told, updates);
        if (error == NULL) {
            hob_script_no_errors(&g.game);
        } else {
            assert_int_equal(hob_script_error_count(&g.game), 1);
            const hob_script_error_record *record = hob_script_error(&g.game, 0);
            if (strstr(record->message, error) == NULL) {
                fail_msg("\"%s\" does not speak of \"%s\"", record->message, error);
            }
        }
        hob_test_game_close(&g.game);
    }
}

static void sch01_reader_after_writer__writer_then_reader(void **state) {
    (void)state;
    const declared all[] = {{.name = "Passive", .passive = true},
                            {.name = "Reader", .after = "Writer"},
                            {.name = "Writer"},
                            {.name = NULL}};
    check(all, "\"Reader\":{},\"Passive\":{},\"Writer\":{}", "Writer Reader", 4, NULL);
}

static void sch02_alpha_added_in_any_permutation__alpha_writer_reader(void **state) {
    (void)state;
    const declared all[] = {{.name = "Alpha"},
                            {.name = "Reader", .after = "Writer"},
                            {.name = "Writer"},
                            {.name = NULL}};
    static const char *const slots[] = {"\"Alpha\":{}", "\"Reader\":{}", "\"Writer\":{}"};
    static const int permutations[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                          {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (size_t i = 0; i < HOB_COUNT(permutations); i++) {
        char text[100];
        const int *p = permutations[i];
        (void)snprintf(text, sizeof text, "%s,%s,%s", slots[p[0]], slots[p[1]], slots[p[2]]);
        check(all, text, "Alpha Writer Reader", 6, NULL);
    }
}

static void sch04_target_declared_but_absent__no_issue(void **state) {
    (void)state;
    const declared all[] = {
        {.name = "Reader", .after = "Writer"}, {.name = "Writer"}, {.name = NULL}};
    check(all, "\"Reader\":{}", "Reader", 2, NULL);
}

static void sch05_target_nowhere__unknown_target_and_no_order(void **state) {
    (void)state;
    const declared all[] = {
        {.name = "Reader", .after = "Missing"}, {.name = "Writer"}, {.name = NULL}};
    check(all, "\"Reader\":{},\"Writer\":{}", "refused", 0, "unknown-target");
}

static void sch06_passive_declarer_and_passive_target__are_named(void **state) {
    (void)state;
    const declared all[] = {{.name = "Empty", .after = "", .passive = true},
                            {.name = "Full", .after = "Writer", .passive = true},
                            {.name = "Reader", .after = "Passive"},
                            {.name = "Passive", .passive = true},
                            {.name = "Writer"},
                            {.name = NULL}};
    check(all, "\"Empty\":{},\"Writer\":{}", "refused", 0, "passive-declarer");
    check(all, "\"Full\":{},\"Writer\":{}", "refused", 0, "passive-declarer");
    check(all, "\"Reader\":{},\"Passive\":{}", "refused", 0, "passive-target");
}

static void sch07_two_in_a_circle_and_one_behind__one_cycle_of_two(void **state) {
    (void)state;
    const declared all[] = {{.name = "Aa", .after = "Bb"},
                            {.name = "Bb", .after = "Aa"},
                            {.name = "Dd", .after = "Aa"},
                            {.name = NULL}};
    check(all, "\"Aa\":{},\"Bb\":{},\"Dd\":{}", "refused", 0,
          "Aa, Bb wait for each other in updateAfter");
}

static void sch08_itself_as_target__self_edge(void **state) {
    (void)state;
    const declared all[] = {{.name = "Reader", .after = "Reader"}, {.name = NULL}};
    check(all, "\"Reader\":{}", "refused", 0, "self-edge");
}

static void sch09_a_target_twice_and_inherited_lists__one_edge_own_list_replaces(void **state) {
    (void)state;
    const declared all[] = {{.name = "Base", .after = "Writer Writer"},
                            {.name = "Heir", .extends = "Base"},
                            {.name = "Own", .extends = "Base", .after = ""},
                            {.name = "Writer"},
                            {.name = NULL}};
    check(all, "\"Base\":{},\"Writer\":{}", "Writer Base", 4, NULL);
    check(all, "\"Heir\":{},\"Writer\":{}", "Writer Heir", 4, NULL);
    check(all, "\"Own\":{},\"Writer\":{}", "Own Writer", 4, NULL);
}

static void sch10_an_invalid_entity_among_valid_ones__others_go_on_one_error(void **state) {
    (void)state;
    static const hob_test_file files[2][4] = {
        {{"components/Bad.lua", "return { component = 'Bad', updateAfter = { 'Bad' },\n"
                                "  onUpdate = function(self, ctx) ctx.log('bad') end }"},
         {"scripts/s.lua", "return { onUpdate = function(ctx) ctx.log(ctx.entity.name) end }"},
         {"scripts/add.lua", "return { onUpdate = function(ctx) if ctx.time.frame == 2 then\n"
                             "  ctx.scene.find('Bad'):addComponent('Light2D', {}) end end }"},
         {NULL, NULL}},
        {{"components/Bad.js", "export default { component: 'Bad', updateAfter: ['Bad'],\n"
                               "  onUpdate(self, ctx) { ctx.log('bad'); } };"},
         {"scripts/s.js", "export default { onUpdate(ctx) { ctx.log(ctx.entity.name); } };"},
         {"scripts/add.js", "export default { onUpdate(ctx) { if (ctx.time.frame === 2)\n"
                            "  ctx.scene.find('Bad').addComponent('Light2D', {}); } };"},
         {NULL, NULL}}};
    for (int js = 0; js < 2; js++) {
        const char *x = js ? "js" : "lua";
        char entities[800];
        (void)snprintf(
            entities, sizeof entities,
            "{\"id\":\"ent_1\",\"name\":\"A\",\"components\":{\"Script\":{\"scriptPath\":"
            "\"scripts/s.%s\"}}},"
            "{\"id\":\"ent_2\",\"name\":\"Bad\",\"components\":{\"Bad\":{},\"Script\":{"
            "\"scriptPath\":\"scripts/s.%s\"}}},"
            "{\"id\":\"ent_3\",\"name\":\"Z\",\"components\":{\"Script\":{\"scriptPath\":"
            "\"scripts/s.%s\"}}},"
            "{\"id\":\"ent_4\",\"name\":\"Adds\",\"components\":{\"Script\":{\"scriptPath\":"
            "\"scripts/add.%s\"}}}",
            x, x, x, x);
        hob_test_game game;
        hob_test_game_open(&game, "", entities, files[js], NULL, 1);
        hob_test_steps(&game, 2);
        assert_string_equal(hob_script_logs(&game), "A\nZ\nA\nZ");
        assert_int_equal(hob_script_error_count(&game), 1);
        assert_string_equal(hob_script_error(&game, 0)->entity, "Bad");
        hob_test_steps(&game, 2);
        assert_int_equal(hob_script_error_count(&game), 2); /* another composition */
        hob_test_steps(&game, 2);
        assert_int_equal(hob_script_error_count(&game), 2);
        hob_test_game_close(&game);
    }
}

static void on_step(void *user, hob_session *session, double dt) {
    (void)dt;
    hob_world_log(hob_session_world(session), HOB_LOG_INFO, "host");
    (void)user;
}

#define L_HOOKS(name)                                                             \
    "return { component = '" name "',\n"                                          \
    "  onAttach = function(self, ctx) ctx.log('" name " attach') end,\n"          \
    "  onUpdate = function(self, ctx) ctx.log('" name " update')\n"               \
    "    if ctx.time.frame == 1 then ctx.scene.destroy(ctx.entity) end end,\n"    \
    "  onCollide = function(self, ctx, other) ctx.log('" name " collide') end,\n" \
    "  onDestroy = function(self, ctx) ctx.log('" name " destroy') end }"
#define J_HOOKS(name)                                                   \
    "export default { component: '" name "',\n"                         \
    "  onAttach(self, ctx) { ctx.log('" name " attach'); },\n"          \
    "  onUpdate(self, ctx) { ctx.log('" name " update');\n"             \
    "    if (ctx.time.frame === 1) ctx.scene.destroy(ctx.entity); },\n" \
    "  onCollide(self, ctx, other) { ctx.log('" name " collide'); },\n" \
    "  onDestroy(self, ctx) { ctx.log('" name " destroy'); } };"

static void sch11_attach_destroy_contact__slot_order_then_collisions_then_host(void **state) {
    (void)state;
    static const hob_test_file files[2][3] = {
        {{"components/Aa.lua", L_HOOKS("Aa")}, {"components/Zz.lua", L_HOOKS("Zz")}, {NULL, NULL}},
        {{"components/Aa.js", J_HOOKS("Aa")}, {"components/Zz.js", J_HOOKS("Zz")}, {NULL, NULL}}};
    for (int js = 0; js < 2; js++) {
        hob_test_game game;
        hob_test_game_open(
            &game, "",
            "{\"id\":\"ent_1\",\"name\":\"E\",\"components\":{\"Zz\":{},\"Aa\":{},\"Collider\":{"
            "\"isTrigger\":true}}},"
            "{\"id\":\"ent_2\",\"name\":\"F\",\"components\":{\"Collider\":{}}}",
            files[js], NULL, 1);
        hob_session_on_step(game.session, on_step, NULL);
        hob_test_steps(&game, 1);
        assert_string_equal(hob_script_logs(&game),
                            "Zz attach\nAa attach\n"   /* slot order */
                            "Aa update\nZz update\n"   /* the schedule's */
                            "Zz collide\nAa collide\n" /* after all updates, slot order */
                            "host");
        hob_test_steps(&game, 1);
        assert_string_equal(hob_script_logs(&game),
                            "Zz attach\nAa attach\nAa update\nZz update\nZz collide\nAa collide\n"
                            "host\nAa update\nZz destroy\nAa destroy\nZz update\nhost");
        hob_script_no_errors(&game);
        hob_test_game_close(&game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sch01_reader_after_writer__writer_then_reader),
        cmocka_unit_test(sch02_alpha_added_in_any_permutation__alpha_writer_reader),
        cmocka_unit_test(sch04_target_declared_but_absent__no_issue),
        cmocka_unit_test(sch05_target_nowhere__unknown_target_and_no_order),
        cmocka_unit_test(sch06_passive_declarer_and_passive_target__are_named),
        cmocka_unit_test(sch07_two_in_a_circle_and_one_behind__one_cycle_of_two),
        cmocka_unit_test(sch08_itself_as_target__self_edge),
        cmocka_unit_test(sch09_a_target_twice_and_inherited_lists__one_edge_own_list_replaces),
        cmocka_unit_test(sch10_an_invalid_entity_among_valid_ones__others_go_on_one_error),
        cmocka_unit_test(sch11_attach_destroy_contact__slot_order_then_collisions_then_host),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
