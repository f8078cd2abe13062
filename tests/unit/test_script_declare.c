/* Files of components/: what they declare, and what is refused (spec hob 12.4), in both languages.
 */
#include "project/validate.h"
#include "schema/read.h"
#include "support/scripts.h"

#include <stdio.h>
#include <string.h>

#define LUA_SPINNER                                                                 \
    "local M = { component = 'Spinner', doc = 'Turns.', families = { 'Turner' },\n" \
    "  signals = { 'turned' }, runWhilePaused = true, requires = { 'Collider' },\n" \
    "  fields = { speed = { type = 'number', default = 90, min = 0, max = 720 },\n" \
    "    axis = { type = 'vec2', default = { x = 1, y = 2 } },\n"                   \
    "    mode = { type = 'enum', values = { 'cw', 'ccw' }, default = 'ccw' },\n"    \
    "    names = { type = 'list', element = 'string', default = {} } } }\n"         \
    "function M.onUpdate(self, ctx) end\n"                                          \
    "return M\n"
#define JS_SPINNER                                                                  \
    "export default { component: 'Spinner', doc: 'Turns.', families: ['Turner'],\n" \
    "  signals: ['turned'], runWhilePaused: true, requires: ['Collider'],\n"        \
    "  fields: { speed: { type: 'number', default: 90, min: 0, max: 720 },\n"       \
    "    axis: { type: 'vec2', default: { x: 1, y: 2 } },\n"                        \
    "    mode: { type: 'enum', values: ['cw', 'ccw'], default: 'ccw' },\n"          \
    "    names: { type: 'list', element: 'string', default: [] } },\n"              \
    "  onUpdate(self, ctx) {} };\n"

static const hob_component_type *type_of(const hob_test_game *game, const char *name) {
    const hob_registry *registry = hob_project_registry(game->project);
    int index = hob_registry_find(registry, hob_str_from(name));
    return index < 0 ? NULL : hob_registry_at(registry, (size_t)index);
}

static void open_files(hob_test_game *game, const hob_test_file *files) {
    hob_test_game_project(game, "", "", files);
}

static void a_declared_component__is_a_type_with_all_its_parts(void **state) {
    (void)state;
    for (int js = 0; js < 2; js++) {
        const hob_test_file files[] = {{js ? "components/spinner.js" : "components/spinner.lua",
                                        js ? JS_SPINNER : LUA_SPINNER},
                                       {NULL, NULL}};
        hob_test_game game;
        open_files(&game, files);
        assert_int_equal(hob_project_declared_findings(game.project)->count, 0);
        const hob_component_type *type = type_of(&game, "Spinner");
        assert_non_null(type);
        assert_string_equal(type->doc, "Turns.");
        assert_string_equal(type->script, files[0].path);
        assert_string_equal(type->families[0], "Turner");
        assert_string_equal(type->needs[0].name, "Collider");
        assert_null(type->update_after);
        assert_string_equal(type->signals[0].name, "turned");
        assert_null(type->signals[1].name);
        assert_int_equal(type->flags, HOB_COMPONENT_CODE | HOB_COMPONENT_SELF | HOB_COMPONENT_TURN |
                                          HOB_COMPONENT_RUNS_PAUSED);
        const hob_field *speed = hob_field_find(type->fields, HOB_STR("speed"));
        assert_int_equal(speed->type, HOB_FIELD_NUMBER);
        assert_true(speed->min == 0 && speed->max == 720);
        int index = hob_registry_find(hob_project_registry(game.project), HOB_STR("Spinner"));
        const char *prototype =
            hob_registry_prototype(hob_project_registry(game.project), (size_t)index, 0);
        assert_true(*(const double *)(const void *)(prototype + speed->offset) == 90);
        const hob_field *axis = hob_field_find(type->fields, HOB_STR("axis"));
        const hob_vec2 *at = (const void *)(prototype + axis->offset);
        assert_true(at->x == 1 && at->y == 2);
        const hob_field *mode = hob_field_find(type->fields, HOB_STR("mode"));
        assert_int_equal(*(const int32_t *)(const void *)(prototype + mode->offset), 1);
        assert_int_equal(hob_registry_find(game.registry, HOB_STR("Spinner")), -1);
        hob_test_game_close(&game);
    }
}

static void a_declared_role__is_listed_with_its_graph(void **state) {
    (void)state;
    static const char *const texts[] = {
        "return { role = 'guard', driver = 'Mover', signals = { 'alarm' }, initial = 'walk',\n"
        "  always = { update = function(self, ctx) end },\n"
        "  default = { collide = function(self, ctx) end },\n"
        "  states = { idle = { clip = 'stand', enter = function(self, ctx) end,\n"
        "      exit = function(self, ctx) end,\n"
        "      transitions = { { on = 'timer:1', to = 'walk' }, { on = 'signal:alarm', to = "
        "'idle' } } },\n"
        "    walk = {} } }\n",
        "export default { role: 'guard', driver: 'Mover', signals: ['alarm'], initial: 'walk',\n"
        "  always: { update(self, ctx) {} }, default: { collide(self, ctx) {} },\n"
        "  states: { idle: { clip: 'stand', enter(self, ctx) {}, exit(self, ctx) {},\n"
        "      transitions: [{ on: 'timer:1', to: 'walk' }, { on: 'signal:alarm', to: 'idle' }] "
        "},\n"
        "    walk: {} } };\n"};
    for (int js = 0; js < 2; js++) {
        const hob_test_file files[] = {{js ? "components/g.js" : "components/g.lua", texts[js]},
                                       {NULL, NULL}};
        hob_test_game game;
        open_files(&game, files);
        assert_int_equal(hob_project_role_count(game.project), 1);
        assert_int_equal(hob_project_declared_findings(game.project)->count, 0);
        const hob_role *role = hob_project_role_find(game.project, HOB_STR("guard"));
        assert_ptr_equal(role, hob_project_role_at(game.project, 0));
        assert_string_equal(role->path, files[0].path);
        assert_string_equal(role->driver, "Mover");
        assert_string_equal(role->initial, "walk");
        assert_string_equal(role->signals[0], "alarm");
        assert_null(role->signals[1]);
        assert_int_equal(role->always_hooks, 1 << HOB_ROLE_UPDATE);
        assert_int_equal(role->default_hooks, 1 << HOB_ROLE_COLLIDE);
        assert_int_equal(role->state_count, 2);
        assert_string_equal(role->states[0].name, "idle");
        assert_string_equal(role->states[0].clip, "stand");
        assert_int_equal(role->states[0].hooks, 1 << HOB_ROLE_ENTER | 1 << HOB_ROLE_EXIT);
        assert_int_equal(role->states[0].edge_count, 2);
        assert_string_equal(role->states[0].edges[1].on, "signal:alarm");
        assert_string_equal(role->states[0].edges[1].to, "idle");
        assert_null(role->states[1].clip);
        assert_int_equal(role->states[1].hooks, 0);
        assert_string_equal(hob_project_role_nearest(game.project, HOB_STR("gard")), "guard");
        assert_null(hob_project_role_find(game.project, HOB_STR("gard")));
        hob_test_game_close(&game);
    }
}

static void a_component_that_extends__takes_over_what_it_has_not(void **state) {
    (void)state;
    static const char *const bases[] = {
        "return { component = 'Base', families = { 'Thing' }, signals = { 'a', 'b' },\n"
        "  updateAfter = { 'Script' }, requires = { 'Collider' },\n"
        "  fields = { one = { type = 'int', default = 1 }, two = { type = 'int', default = 2 } },\n"
        "  onUpdate = function(self, ctx) end }\n",
        "export default { component: 'Base', families: ['Thing'], signals: ['a', 'b'],\n"
        "  updateAfter: ['Script'], requires: ['Collider'],\n"
        "  fields: { one: { type: 'int', default: 1 }, two: { type: 'int', default: 2 } },\n"
        "  onUpdate(self, ctx) {} };\n"};
    /* The file of the derived one comes first. */
    static const char *const deriveds[] = {
        "return { component = 'Derived', extends = 'Base', signals = { 'c' }, updateAfter = {},\n"
        "  fields = { two = { type = 'string', default = 'x' }, three = { type = 'bool' } } }\n",
        "export default { component: 'Derived', extends: 'Base', signals: ['c'], updateAfter: "
        "[],\n"
        "  fields: { two: { type: 'string', default: 'x' }, three: { type: 'bool' } } };\n"};
    for (int js = 0; js < 2; js++) {
        const hob_test_file files[] = {{js ? "components/a.js" : "components/a.lua", deriveds[js]},
                                       {js ? "components/b.js" : "components/b.lua", bases[js]},
                                       {NULL, NULL}};
        hob_test_game game;
        open_files(&game, files);
        assert_int_equal(hob_project_declared_findings(game.project)->count, 0);
        const hob_component_type *derived = type_of(&game, "Derived");
        assert_non_null(derived);
        assert_ptr_equal(derived->extends, type_of(&game, "Base"));
        assert_true(derived->flags & HOB_COMPONENT_TURN);
        assert_string_equal(derived->families[0], "Base");
        assert_string_equal(derived->families[1], "Thing");
        assert_string_equal(derived->needs[0].name, "Collider");
        assert_non_null(derived->update_after);
        assert_null(derived->update_after[0]);
        assert_string_equal(derived->signals[2].name, "c");
        assert_int_equal(hob_fields_count(derived->fields), 3);
        assert_int_equal(hob_field_find(derived->fields, HOB_STR("one"))->type, HOB_FIELD_INT);
        assert_int_equal(hob_field_find(derived->fields, HOB_STR("two"))->type, HOB_FIELD_TEXT);
        hob_test_game_close(&game);
    }
}

/* ---- refusals ---- */

typedef struct refusal {
    const char *name, *lua, *js;
    hob_status status;
    const char *message, *hint;
} refusal;

static const refusal refusals[] = {
    {"throws", "error('boo')", "throw new Error('boo');", HOB_ERR_COMPONENT_LOAD_FAILED, "boo",
     "must return one table"},
    {"hangs", "while true do end", "while (true) {}", HOB_ERR_COMPONENT_LOAD_FAILED, "budget",
     "limits.hookUnits"},
    {"calls itself", "local function f() return 1 + f() end f()",
     "function f() { return 1 + f(); } f();", HOB_ERR_COMPONENT_LOAD_FAILED, "", "Correct"},
    {"eats memory", "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1e6) .. i end",
     "const t = []; for (let i = 0; ; i++) t.push('x'.repeat(1e6) + i);",
     HOB_ERR_COMPONENT_LOAD_FAILED, "", ""},
    {"does not compile", "return {", "export default {", HOB_ERR_COMPONENT_LOAD_FAILED,
     "does not run", "Correct"},
    {"returns nothing", "local x = 1", "const x = 1; module.exports = 3;",
     HOB_ERR_COMPONENT_LOAD_FAILED, "returns no table", "component"},
    {"holds itself", "local t = { component = 'T' } t.t = t return t",
     "const t = { component: 'T' }; t.t = t; export default t;", HOB_ERR_COMPONENT_LOAD_FAILED,
     "nested", "Correct"},
    {"names nothing", "return { fields = {} }", "export default { fields: {} };",
     HOB_ERR_COMPONENT_LOAD_FAILED, "neither a component nor a role", "component"},
    {"names both", "return { component = 'A', role = 'b' }",
     "export default { component: 'A', role: 'b' };", HOB_ERR_COMPONENT_LOAD_FAILED, "both",
     "component"},
    {"bad name", "return { component = 'spin it' }", "export default { component: 'spin it' };",
     HOB_ERR_COMPONENT_LOAD_FAILED, "no name", "UpperCamelCase"},
    {"a built-in name", "return { component = 'Health' }",
     "export default { component: 'Health' };", HOB_ERR_COMPONENT_CONFLICT, "Health",
     "another name"},
    {"a family that is a type", "return { component = 'A', families = { 'Health' } }",
     "export default { component: 'A', families: ['Health'] };", HOB_ERR_COMPONENT_CONFLICT,
     "Health", "another name"},
    {"a misspelt key", "return { component = 'A', feilds = {} }",
     "export default { component: 'A', feilds: {} };", HOB_ERR_COMPONENT_LOAD_FAILED, "feilds",
     "fields"},
    {"a misspelt hook", "return { component = 'A', onUpdte = function() end }",
     "export default { component: 'A', onUpdte() {} };", HOB_ERR_COMPONENT_LOAD_FAILED, "onUpdte",
     "onUpdate"},
    {"an unknown type of field", "return { component = 'A', fields = { x = { type = 'numbr' } } }",
     "export default { component: 'A', fields: { x: { type: 'numbr' } } };",
     HOB_ERR_COMPONENT_LOAD_FAILED, "field x of A", "number"},
    {"a default that does not fit",
     "return { component = 'A', fields = { x = { type = 'number', default = 'y' } } }",
     "export default { component: 'A', fields: { x: { type: 'number', default: 'y' } } };",
     HOB_ERR_COMPONENT_LOAD_FAILED, "wrong default", "fits"},
    {"a default out of range",
     "return { component = 'A', fields = { x = { type = 'int', max = 3, default = 4 } } }",
     "export default { component: 'A', fields: { x: { type: 'int', max: 3, default: 4 } } };",
     HOB_ERR_COMPONENT_LOAD_FAILED, "wrong default", "fits"},
    {"an enum of nothing", "return { component = 'A', fields = { x = { type = 'enum' } } }",
     "export default { component: 'A', fields: { x: { type: 'enum' } } };",
     HOB_ERR_COMPONENT_LOAD_FAILED, "without a list of values", "values"},
    {"extends a built-in one", "return { component = 'A', extends = 'Health' }",
     "export default { component: 'A', extends: 'Health' };", HOB_ERR_COMPONENT_LOAD_FAILED,
     "cannot extend Health", "extend a component of the project"},
    {"extends nothing", "return { component = 'A', extends = 'Nothing' }",
     "export default { component: 'A', extends: 'Nothing' };", HOB_ERR_COMPONENT_LOAD_FAILED,
     "is not there", "extends"},
    {"extends itself", "return { component = 'A', extends = 'A' }",
     "export default { component: 'A', extends: 'A' };", HOB_ERR_COMPONENT_CONFLICT,
     "circle: A -> A", "Take one extends out"},
    {"a role without states", "return { role = 'r' }", "export default { role: 'r' };",
     HOB_ERR_COMPONENT_LOAD_FAILED, "no states", "states"},
    {"a role that begins nowhere",
     "return { role = 'r', initial = 'idel', states = { idle = {} } }",
     "export default { role: 'r', initial: 'idel', states: { idle: {} } };",
     HOB_ERR_COMPONENT_LOAD_FAILED, "no state of it", "idle"},
    {"a state that is no table", "return { role = 'r', states = { idle = 3 } }",
     "export default { role: 'r', states: { idle: 3 } };", HOB_ERR_COMPONENT_LOAD_FAILED,
     "is no table", "table"},
};

static void a_declaration_that_is_wrong__is_one_finding_with_a_remedy(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(refusals); i++) {
        const refusal *row = &refusals[i];
        for (int js = 0; js < 2; js++) {
            const hob_test_file files[] = {
                {js ? "components/bad.js" : "components/bad.lua", js ? row->js : row->lua},
                {js ? "components/good.js" : "components/good.lua",
                 js ? "export default { component: 'Good' };" : "return { component = 'Good' }"},
                {NULL, NULL}};
            hob_test_game game;
            open_files(&game, files);
            const hob_error_list *found = hob_project_declared_findings(game.project);
            if (found->count != 1 || found->items[0].status != row->status ||
                strstr(found->items[0].message, row->message) == NULL ||
                strstr(found->items[0].hint, row->hint) == NULL ||
                strcmp(found->items[0].file, files[0].path) != 0) {
                fail_msg("%s (%s): %zu findings, first %s: %s (%s)", row->name,
                         js ? "JavaScript" : "Lua", found->count,
                         found->count ? hob_status_name(found->items[0].status) : "",
                         found->count ? found->items[0].message : "",
                         found->count ? found->items[0].hint : "");
            }
            assert_non_null(type_of(&game, "Good"));
            assert_null(type_of(&game, "A"));
            hob_error_list findings;
            hob_error error;
            hob_error_list_init(&findings, hob_heap_allocator());
            assert_int_equal(hob_project_validate(game.project, &findings, &error), HOB_OK);
            size_t told = 0;
            for (size_t k = 0; k < findings.count; k++) {
                told += findings.items[k].status == row->status;
            }
            assert_int_equal(told, 1);
            hob_error_list_done(&findings);
            hob_test_game_close(&game);
        }
    }
}

static void names_and_circles__the_first_file_keeps_what_it_may(void **state) {
    (void)state;
    static const hob_test_file files[] = {
        {"components/a.lua", "return { component = 'Same' }"},
        {"components/b.js", "export default { component: 'Same' };"},
        {"components/c.lua", "return { component = 'C', extends = 'D' }"},
        {"components/d.lua", "return { component = 'D', extends = 'E' }"},
        {"components/e.lua", "return { component = 'E', extends = 'D' }"},
        {"components/f.lua", "return { role = 'guard', states = { idle = {} } }"},
        {"components/g.lua", "return { role = 'guard', states = { idle = {} } }"},
        {"components/h.js", "export default { component: 'H', extends: 'Same' };"},
        {"components/i.lua", "return { role = 'player', states = { idle = {} } }"},
        {NULL, NULL}};
    static const char *const wanted[] = {
        "components/g.lua COMPONENT_CONFLICT", "components/i.lua COMPONENT_CONFLICT",
        "components/b.js COMPONENT_CONFLICT",  "components/h.js COMPONENT_LOAD_FAILED",
        "components/d.lua COMPONENT_CONFLICT", "components/c.lua COMPONENT_LOAD_FAILED"};
    hob_test_game game;
    open_files(&game, files);
    const hob_error_list *found = hob_project_declared_findings(game.project);
    assert_int_equal(found->count, HOB_COUNT(wanted));
    for (size_t i = 0; i < found->count; i++) {
        char line[400];
        (void)snprintf(line, sizeof line, "%s %s", found->items[i].file,
                       hob_status_name(found->items[i].status));
        assert_string_equal(line, wanted[i]);
    }
    assert_string_equal(type_of(&game, "Same")->script, "components/a.lua");
    assert_int_equal(hob_project_role_count(game.project), 1);
    hob_test_game_close(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_declared_component__is_a_type_with_all_its_parts),
        cmocka_unit_test(a_declared_role__is_listed_with_its_graph),
        cmocka_unit_test(a_component_that_extends__takes_over_what_it_has_not),
        cmocka_unit_test(a_declaration_that_is_wrong__is_one_finding_with_a_remedy),
        cmocka_unit_test(names_and_circles__the_first_file_keeps_what_it_may),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
