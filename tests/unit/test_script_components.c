/* Components that a project declares, in a running game (spec hob 12.4, step 4, 5), in both
 * languages. */
#include "support/scripts.h"

#include "world/state_hash.h"

#include <stdio.h>
#include <string.h>

typedef struct run_row {
    const char *name;
    hob_test_file lua[4], js[4];
    const char *components; /* of the entity "Hero", as the inside of a JSON object */
    int steps;
    const char *logs;
    const char *error; /* part of the first one; null = none */
    const char *more;  /* more of the entity, or null */
} run_row;

#define L(name, text) \
    { "components/" name ".lua", text }
#define J(name, text) \
    { "components/" name ".js", text }
#define LS(name, text) \
    { "scripts/" name ".lua", text }
#define JS(name, text) \
    { "scripts/" name ".js", text }

static const run_row rows[] = {
    {.name = "hooks get the component in front",
     .lua = {L("c",
               "local M = { component = 'Speed', fields = { by = { type = 'number', default = 2 "
               "} } }\n"
               "function M.onAttach(self, ctx) ctx.log('attach', self.by) end\n"
               "function M.onStart(self, ctx) ctx.log('start', ctx.entity.name) end\n"
               "function M.onUpdate(self, ctx, dt) self.by = self.by + 1\n"
               "  ctx.transform.position.x = self.by ctx.log('x', ctx.transform.position.x, dt "
               "> 0) end\n"
               "return M")},
     .js = {J("c",
              "export default { component: 'Speed', fields: { by: { type: 'number', default: 2 "
              "} },\n"
              "  onAttach(self, ctx) { ctx.log('attach', self.by); },\n"
              "  onStart(self, ctx) { ctx.log('start', ctx.entity.name); },\n"
              "  onUpdate(self, ctx, dt) { self.by += 1; ctx.transform.position.x = self.by;\n"
              "    ctx.log('x', ctx.transform.position.x, dt > 0); } };")},
     .components = "\"Speed\":{\"by\":5}",
     .steps = 2,
     .logs = "attach 5\nstart Hero\nx 6 true\nx 7 true"},
    {.name = "other scripts read and write it",
     .lua = {L("c",
               "return { component = 'Box', fields = { at = { type = 'vec2' }, names = { type = "
               "'list', element = 'string' } } }"),
             LS("s", "return { onUpdate = function(ctx) local b = ctx.getComponent('Box')\n"
                     "  b.at.x = b.at.x + 3 b.names[#b.names + 1] = 'n' ctx.log(b.at.x, #b.names)\n"
                     "  b.wrong = 1 end }")},
     .js = {J("c",
              "export default { component: 'Box', fields: { at: { type: 'vec2' }, names: { type: "
              "'list', element: 'string' } } };"),
            JS("s", "export default { onUpdate(ctx) { const b = ctx.getComponent('Box');\n"
                    "  b.at.x += 3; b.names.push('n'); ctx.log(b.at.x, b.names.length);\n"
                    "  b.wrong = 1; } };")},
     .components = "\"Box\":{\"at\":{\"x\":1}},\"Script\":{\"scriptPath\":\"scripts/s.%s\"}",
     .steps = 2,
     .logs = "4 1\n7 2",
     .error = "Box"},
    {.name = "what it has not it takes from what it extends",
     .lua = {L("a",
               "local M = { component = 'Heir', extends = 'Base', fields = { n = { type = 'int', "
               "default = 7 } } }\n"
               "function M.onStart(self, ctx) ctx.log('heir', self.n, self.m) end\n"
               "return M"),
             L("b", "local M = { component = 'Base', fields = { n = { type = 'int' }, m = { type = "
                    "'int', default = 4 } } }\n"
                    "function M.onStart(self, ctx) ctx.log('base') end\n"
                    "function M.onUpdate(self, ctx) ctx.log('update', self.n) end\n"
                    "function M.greet(self, ctx, what) return what .. self.n end\n"
                    "return M"),
             LS("s",
                "return { onUpdate = function(ctx) ctx.log(ctx.call(ctx.entity, 'greet', 'n')) "
                "end }")},
     .js = {J("a",
              "export default { component: 'Heir', extends: 'Base', fields: { n: { type: 'int', "
              "default: 7 } },\n"
              "  onStart(self, ctx) { ctx.log('heir', self.n, self.m); } };"),
            J("b", "export default { component: 'Base', fields: { n: { type: 'int' }, m: { type: "
                   "'int', default: 4 } },\n"
                   "  onStart(self, ctx) { ctx.log('base'); },\n"
                   "  onUpdate(self, ctx) { ctx.log('update', self.n); },\n"
                   "  greet(self, ctx, what) { return what + self.n; } };"),
            JS("s",
               "export default { onUpdate(ctx) { ctx.log(ctx.call(ctx.entity, 'greet', 'n')); } "
               "};")},
     .components = "\"Heir\":{},\"Script\":{\"scriptPath\":\"scripts/s.%s\"}",
     .steps = 1,
     .logs = "heir 7 4\nupdate 7\nn7"},
    {.name = "signals that are declared",
     .lua = {L("c", "local M = { component = 'Door', signals = { opened = 'by, force' } }\n"
                    "function M.onUpdate(self, ctx) ctx.signals.emit('opened', 'me', 3)\n"
                    "  ctx.signals.emit('opend') end return M"),
             LS("s",
                "return { onStart = function(ctx) ctx.signals.on(ctx.entity, 'Door#left.opened', "
                "function(by, force) ctx.log('heard', by, force) end) end,\n"
                "  onEvent = function(ctx, name, data) ctx.log(name, data.by, data.force) end,\n"
                "  hello = function(ctx, by, force) ctx.log('wired', by, force) end }")},
     .js = {J("c", "export default { component: 'Door', signals: { opened: 'by, force' },\n"
                   "  onUpdate(self, ctx) { ctx.signals.emit('opened', 'me', 3);\n"
                   "    ctx.signals.emit('opend'); } };"),
            JS("s",
               "export default { onStart(ctx) { ctx.signals.on(ctx.entity, 'Door#left.opened', "
               "(by, force) => ctx.log('heard', by, force)); },\n"
               "  onEvent(ctx, name, data) { ctx.log(name, data.by, data.force); },\n"
               "  hello(ctx, by, force) { ctx.log('wired', by, force); } };")},
     .components = "\"Door#left\":{},\"Script\":{\"scriptPath\":\"scripts/s.%s\"}",
     .more = "\"wires\":[{\"signal\":\"Door#left.opened\",\"call\":\"hello\"},"
             "{\"signal\":\"Door#left.opened\",\"target\":\"Hero\",\"emit\":\"door-open\"}]",
     .steps = 1,
     .logs = "heard me 3\nwired me 3\ndoor-open me 3",
     .error = "declares no signal \"opend\" (did you mean \"opened\"?)"},
    {.name = "families find it",
     .lua = {L("c", "return { component = 'Glider', families = { 'Wing' } }"),
             LS("s", "return { onStart = function(ctx) ctx.log(ctx.getComponent('Wing') ~= nil, "
                     "#ctx.scene.findAll({ with = 'Wing' }), #ctx.scene.findAll({ with = 'Glider' "
                     "})) end }")},
     .js = {J("c", "export default { component: 'Glider', families: ['Wing'] };"),
            JS("s",
               "export default { onStart(ctx) { ctx.log(ctx.getComponent('Wing') !== null, "
               "ctx.scene.findAll({ with: 'Wing' }).length, ctx.scene.findAll({ with: 'Glider' "
               "}).length); } };")},
     .components = "\"Glider\":{},\"Script\":{\"scriptPath\":\"scripts/s.%s\"}",
     .steps = 1,
     .logs = "true 1 1"},
    {.name = "a sibling that it requires is not there",
     .lua = {L("c", "return { component = 'Needy', requires = { 'Collider' }, onAttach = "
                    "function(self, ctx) ctx.log('attach') end,\n"
                    "  onUpdate = function(self, ctx) ctx.log('update') end }")},
     .js = {J("c", "export default { component: 'Needy', requires: ['Collider'],\n"
                   "  onAttach(self, ctx) { ctx.log('attach'); }, onUpdate(self, ctx) { "
                   "ctx.log('update'); } };")},
     .components = "\"Needy\":{}",
     .steps = 2,
     .logs = "",
     .error = "Needy needs a Collider"},
    {.name = "a hook that throws is named, the third time in a row it is the last",
     .lua = {L("c", "return { component = 'Bad', onUpdate = function(self, ctx) ctx.log('u') "
                    "error('no') end }")},
     .js = {J("c",
              "export default { component: 'Bad', onUpdate(self, ctx) { ctx.log('u'); throw new "
              "Error('no'); } };")},
     .components = "\"Bad\":{}",
     .steps = 5,
     .logs = "u\nu\nu\ncomponents/c.%s of \"Hero\" failed 3 times in a row and is disabled.",
     .error = "no"},
    {.name = "it runs while the game is paused when it says so",
     .lua = {L("a",
               "return { component = 'Awake', runWhilePaused = true, onUpdate = function(self, "
               "ctx) ctx.game.pause() ctx.log('awake') end }"),
             L("b",
               "return { component = 'Sleepy', onUpdate = function(self, ctx) ctx.log('sleepy') "
               "end }")},
     .js = {J("a",
              "export default { component: 'Awake', runWhilePaused: true, onUpdate(self, ctx) { "
              "ctx.game.pause(); ctx.log('awake'); } };"),
            J("b",
              "export default { component: 'Sleepy', onUpdate(self, ctx) { ctx.log('sleepy'); } "
              "};")},
     .components = "\"Sleepy\":{},\"Awake\":{}",
     .steps = 2,
     .logs = "awake\nsleepy\nawake"},
    {.name = "it is added, removed and spawned by scripts",
     .lua = {L("c",
               "return { component = 'Mark', fields = { n = { type = 'int', default = 1, max = 9 "
               "} },\n"
               "  onAttach = function(self, ctx) ctx.log('+', ctx.entity.name, self.n) end,\n"
               "  onDetach = function(self, ctx) ctx.log('-', ctx.entity.name, self.n) end }"),
             LS("s",
                "return { onStart = function(ctx) local m = ctx.entity:addComponent('Mark', { n = "
                "3 })\n"
                "  m.n = m.n + 1 ctx.entity:removeComponent('Mark')\n"
                "  ctx.scene.spawn({ name = 'Child', components = { ['Mark#b'] = { n = 6 } } })\n"
                "  ctx.entity:addComponent('Mark', { n = 10 }) end }")},
     .js = {J("c",
              "export default { component: 'Mark', fields: { n: { type: 'int', default: 1, max: "
              "9 } },\n"
              "  onAttach(self, ctx) { ctx.log('+', ctx.entity.name, self.n); },\n"
              "  onDetach(self, ctx) { ctx.log('-', ctx.entity.name, self.n); } };"),
            JS("s",
               "export default { onStart(ctx) { const m = ctx.entity.addComponent('Mark', { n: 3 "
               "});\n"
               "  m.n += 1; ctx.entity.removeComponent('Mark');\n"
               "  ctx.scene.spawn({ name: 'Child', components: { 'Mark#b': { n: 6 } } });\n"
               "  ctx.entity.addComponent('Mark', { n: 10 }); } };")},
     .components = "\"Script\":{\"scriptPath\":\"scripts/s.%s\"}",
     .steps = 1,
     .logs = "+ Hero 3\n- Hero 4\n+ Child 6",
     .error = "9"},
    {.name = "timers and events belong to the slot",
     .lua = {L("c",
               "return { component = 'Clock', onStart = function(self, ctx) ctx.timers.after(0, "
               "function() ctx.log('timer') ctx.events.emit('tick') end) end,\n"
               "  onEvent = function(self, ctx, name) ctx.log(name, self ~= nil) end }")},
     .js = {J("c",
              "export default { component: 'Clock', onStart(self, ctx) { ctx.timers.after(0, () "
              "=> { ctx.log('timer'); ctx.events.emit('tick'); }); },\n"
              "  onEvent(self, ctx, name) { ctx.log(name, self !== undefined); } };")},
     .components = "\"Clock\":{}",
     .steps = 1,
     .logs = "timer\ntick true"},
};

static void open_row(hob_test_game *game, const run_row *row, bool js) {
    char components[600], entity[1200];
    (void)snprintf(components, sizeof components, "%s", row->components);
    char *percent = strstr(components, "%s");
    if (percent != NULL) {
        char rest[600];
        (void)snprintf(rest, sizeof rest, "%s", percent + 2);
        (void)snprintf(percent, sizeof components - (size_t)(percent - components), "%s%s",
                       js ? "js" : "lua", rest);
    }
    (void)snprintf(entity, sizeof entity,
                   "{\"id\":\"ent_1\",\"name\":\"Hero\",%s%s\"components\":{%s}}",
                   row->more != NULL ? row->more : "", row->more != NULL ? "," : "", components);
    hob_test_game_open(game, "", entity, js ? row->js : row->lua, NULL, 1);
    const hob_error_list *found = hob_project_declared_findings(game->project);
    if (found->count > 0) {
        fail_msg("%s: %s: %s", row->name, found->items[0].file, found->items[0].message);
    }
}

static void project_components__do_what_built_in_ones_do(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        for (int js = 0; js < 2; js++) {
            const run_row *row = &rows[i];
            hob_test_game game;
            open_row(&game, row, js);
            hob_test_steps(&game, row->steps);
            const char *logs = hob_script_logs(&game);
            char wanted[400];
            const char *percent = strstr(row->logs, "%s");
            (void)snprintf(
                wanted, sizeof wanted, "%.*s%s%s",
                (int)(percent != NULL ? (size_t)(percent - row->logs) : strlen(row->logs)),
                row->logs,
                percent == NULL ? ""
                : js            ? "js"
                                : "lua",
                percent == NULL ? "" : percent + 2);
            size_t errors = hob_script_error_count(&game);
            const char *error = errors > 0 ? hob_script_error(&game, 0)->message : "";
            if (strcmp(logs, wanted) != 0 || (errors > 0) != (row->error != NULL) ||
                (row->error != NULL && strstr(error, row->error) == NULL)) {
                fail_msg("%s (%s): logged\n%s\nerror %s", row->name, js ? "JavaScript" : "Lua",
                         logs, error);
            }
            hob_test_game_close(&game);
        }
    }
}

/* ---- state ---- */

static uint64_t hash_of(hob_test_game *game) {
    hob_state_hash hash;
    hob_session_hash(game->session, false, &hash);
    return hash.all;
}

static void fields_of_project_components__are_state(void **state) {
    (void)state;
    for (int js = 0; js < 2; js++) {
        hob_test_game game, twin;
        open_row(&game, &rows[0], js);
        open_row(&twin, &rows[0], js);
        hob_test_steps(&game, 2);
        hob_test_steps(&twin, 2);
        assert_true(hash_of(&game) == hash_of(&twin));
        const hob_component *c =
            hob_component_slot(twin.world, hob_test_entity(&twin, "Hero"), HOB_STR("Speed"));
        const hob_field *by = hob_field_find(c->type->fields, HOB_STR("by"));
        double *place =
            (double *)(void *)(HOB_DATA((hob_component *)(uintptr_t)c, char) + by->offset);
        double kept = *place;
        *place = 100;
        assert_true(hash_of(&game) != hash_of(&twin));
        *place = kept;
        assert_true(hash_of(&game) == hash_of(&twin));
        hob_session_snapshot snapshot;
        hob_error error;
        assert_int_equal(hob_session_save(game.session, &snapshot, &error), HOB_OK);
        hob_test_steps(&game, 3);
        uint64_t later = hash_of(&game);
        hob_session_restore(game.session, &snapshot);
        assert_true(hash_of(&game) == hash_of(&twin));
        hob_test_steps(&game, 3);
        assert_true(hash_of(&game) == later);
        hob_session_snapshot_done(&snapshot);
        hob_test_game_close(&game);
        hob_test_game_close(&twin);
    }
}

/* ---- roles ---- */

static void init_role(hob_world *world, hob_component *component) {
    hob_code_slot_create(world, component,
                         hob_str_from(hob_project_role_at(world->outside.project, 0)->path));
}

static const hob_field no_fields[] = {HOB_FIELDS_END};
static const hob_component_type role_user = {.name = "RoleUser",
                                             .doc = "Runs a role.",
                                             .size = 16,
                                             .fields = no_fields,
                                             .flags = HOB_COMPONENT_CODE | HOB_COMPONENT_SELF,
                                             .init = init_role};

/* What a StateMachine does: a slot bound to the role's file, functions called by their place. */
static void functions_of_a_role__are_called_by_state_and_hook(void **state) {
    (void)state;
    static const hob_test_file files[2][2] = {
        {L("g",
           "return { role = 'guard', always = { update = function(self, ctx) ctx.log('always') "
           "end },\n"
           "  default = { collide = function(self, ctx, other) ctx.log('default', other) end },\n"
           "  states = { ['idle now'] = { enter = function(self, ctx, from) "
           "ctx.log(ctx.entity.name, from, self ~= nil) end } } }"),
         {NULL, NULL}},
        {J("g",
           "export default { role: 'guard', always: { update(self, ctx) { ctx.log('always'); } "
           "},\n"
           "  default: { collide(self, ctx, other) { ctx.log('default', other); } },\n"
           "  states: { 'idle now': { enter(self, ctx, from) { ctx.log(ctx.entity.name, from, "
           "self !== undefined); } } } };"),
         {NULL, NULL}}};
    for (int js = 0; js < 2; js++) {
        hob_test_game game;
        hob_error error;
        hob_test_game_project(&game, "", "{\"id\":\"ent_1\",\"name\":\"Hero\",\"components\":{}}",
                              files[js]);
        hob_registry *registry = (hob_registry *)(uintptr_t)hob_project_registry(game.project);
        assert_int_equal(hob_registry_add(registry, &role_user, &error), HOB_OK);
        game.session = hob_test_game_session(&game, 1);
        game.world = hob_session_world(game.session);
        hob_component *c = hob_component_add(game.world, hob_test_entity(&game, "Hero"),
                                             HOB_STR("RoleUser"), HOB_VALUE_NULL, &error);
        assert_non_null(c);
        hob_value from = hob_value_number(3);
        assert_true(hob_code_call_role(game.world, c->code, HOB_ROLE_STATES, HOB_STR("idle now"),
                                       HOB_ROLE_ENTER, &from, 1));
        assert_true(hob_code_call_role(game.world, c->code, HOB_ROLE_ALWAYS, HOB_STR(""),
                                       HOB_ROLE_UPDATE, NULL, 0));
        assert_true(hob_code_call_role(game.world, c->code, HOB_ROLE_DEFAULT, HOB_STR(""),
                                       HOB_ROLE_COLLIDE, &from, 1));
        assert_false(hob_code_call_role(game.world, c->code, HOB_ROLE_STATES, HOB_STR("other"),
                                        HOB_ROLE_ENTER, &from, 1));
        assert_string_equal(hob_script_logs(&game), "Hero 3 true\nalways\ndefault 3");
        hob_script_no_errors(&game);
        hob_test_game_close(&game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(project_components__do_what_built_in_ones_do),
        cmocka_unit_test(fields_of_project_components__are_state),
        cmocka_unit_test(functions_of_a_role__are_called_by_state_and_hook),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
