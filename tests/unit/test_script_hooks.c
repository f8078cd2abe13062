/* Hooks of a JavaScript file that come and go while the game runs (spec hob 6.1): however the
 * file's object is changed, the next call that is due finds it as it is then. */
#include "support/scripts.h"

#include <stdio.h>
#include <string.h>

/* One file a row. `head` stands before its object, `members` in it, `change` runs in the second
 * step; every step ends with an event e<step>. Heard events and controls are logged. */
typedef struct hook_row {
    const char *name, *head, *members;
    const char *change; /* null: `head` is the whole file */
    const char *logs;
} hook_row;

#define UPDATE                                     \
    "onUpdate(ctx) { n += 1; if (n === 2) { %s } " \
    "ctx.events.emit(\"e\" + n); }"
#define HEAR "(ctx, name) => ctx.log(name)"

static const hook_row rows[] = {
    {"nothing changes", "", "", "", ""},
    {"assigned", "", "", "this.onEvent = " HEAR ";", "e2 e3 e4"},
    {"defined", "", "", "Object.defineProperty(this, \"onEvent\", { value: " HEAR " });",
     "e2 e3 e4"},
    {"copied in", "", "", "Object.assign(this, { onEvent: " HEAR " });", "e2 e3 e4"},
    {"by a computed name", "", "", "this[[\"on\", \"Event\"].join(\"\")] = " HEAR ";", "e2 e3 e4"},
    {"by reflection", "", "", "Reflect.set(this, \"onEvent\", " HEAR ");", "e2 e3 e4"},
    {"under another prototype", "", "", "Object.setPrototypeOf(this, { onEvent: " HEAR " });",
     "e2 e3 e4"},
    {"no function at first", "", "onEvent: 1,", "this.onEvent = " HEAR ";", "e2 e3 e4"},
    {"deleted", "", "onEvent: " HEAR ",", "delete this.onEvent;", "e1"},
    {"undefined", "", "onEvent: " HEAR ",", "this.onEvent = undefined;", "e1"},
    {"replaced", "", "onEvent: " HEAR ",", "this.onEvent = (ctx, name) => ctx.log(name + name);",
     "e1 e2e2 e3e3 e4e4"},
    {"deleted, the prototype has one", "",
     "__proto__: { onEvent: (ctx, name) => ctx.log(\"p\" + name) }, onEvent: " HEAR ",",
     "delete this.onEvent;", "e1 pe2 pe3 pe4"},
    {"made an accessor", "", "onEvent: " HEAR ",",
     "Object.defineProperty(this, \"onEvent\", { get() { return n < 4 ? " HEAR
     " : undefined; } });",
     "e1 e2 e3"},
    {"an accessor", "", "get onEvent() { return n > 2 ? " HEAR " : undefined; },", "", "e3 e4"},
    {"frozen with a late accessor on the prototype", "", "__proto__: {},",
     "Object.defineProperty(Object.getPrototypeOf(this), \"onEvent\", { get() { return " HEAR
     "; } }); Object.freeze(this);",
     "e2 e3 e4"},
    {"on the class of an instance",
     "let n = 0;\nclass Hero { "
     "onUpdate(ctx) { n += 1; if (n === 2) { Hero.prototype.onEvent = " HEAR
     "; } ctx.events.emit(\"e\" + n); } }\nexport default new Hero();\n",
     "", NULL, "e2 e3 e4"},
    {"of an object that watches itself",
     "let n = 0;\nexport default new Proxy({ onUpdate(ctx) { n += 1; ctx.events.emit(\"e\" + n); } "
     "},"
     " { get(object, name) { return name === \"onEvent\" && n > 1 ? " HEAR
     " : object[name]; } });\n",
     "", NULL, "e2 e3 e4"},
    {"control gained", "", "", "this.onControl = (ctx) => ctx.log(\"c\" + n);", "c2 c3"},
    {"control lost", "", "onControl(ctx) { ctx.log(\"c\" + n); },", "delete this.onControl;",
     "c0 c1"},
    {"control by an accessor", "",
     "get onControl() { return n === 2 ? (ctx) => ctx.log(\"c\" + n) : undefined; },", "", "c2"},
    {"update lost", "", "", "delete this.onUpdate;", ""},
};

static const char *write_file(const hook_row *row, char *text, size_t size) {
    char update[600];
    if (row->change == NULL) {
        return row->head;
    }
    (void)snprintf(update, sizeof update, UPDATE, row->change);
    (void)snprintf(text, size, "let n = 0;\nexport default { %s %s };\n", row->members, update);
    return text;
}

static void hooks_that_come_and_go__are_found_as_they_are(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        char text[1600], logs[200];
        hob_test_game game;
        hob_script_game_open(&game, HOB_TEST_JS, write_file(&rows[i], text, sizeof text), "");
        hob_test_steps(&game, 4);
        (void)snprintf(logs, sizeof logs, "%s", hob_script_logs(&game));
        for (char *c = logs; *c != '\0'; c++) {
            *c = *c == '\n' ? ' ' : *c;
        }
        if (strcmp(logs, rows[i].logs) != 0) {
            fail_msg("%s: logged \"%s\", wanted \"%s\"", rows[i].name, logs, rows[i].logs);
        }
        hob_script_no_errors(&game);
        hob_test_game_close(&game);
    }
}

/* Two slots of one file: a hook gained by the first is heard by the second within the same emit. */
static void a_hook_gained_within_an_emit__later_slots_hear_it(void **state) {
    (void)state;
    static const hob_test_file files[] = {
        {"scripts/a.js", "export default { onEvent(ctx, name) { require(\"b\").onEvent = (c, n) => "
                         "c.log(c.entity.name + \" \" + n); } };\n"},
        {"scripts/b.js", "export default { onUpdate() {} };\n"},
        {"scripts/c.js", "export default { onStart(ctx) { ctx.events.emit(\"go\"); } };\n"},
        {NULL, NULL}};
    static const char entities[] =
        "{\"id\":\"ent_1\",\"name\":\"Before\",\"components\":{\"Script\":{\"scriptPath\":"
        "\"scripts/b.js\"}}},"
        "{\"id\":\"ent_2\",\"name\":\"Giver\",\"components\":{\"Script\":{\"scriptPath\":"
        "\"scripts/a.js\"}}},"
        "{\"id\":\"ent_3\",\"name\":\"After\",\"components\":{\"Script\":{\"scriptPath\":"
        "\"scripts/b.js\"}}},"
        "{\"id\":\"ent_4\",\"name\":\"Emitter\",\"components\":{\"Script\":{\"scriptPath\":"
        "\"scripts/c.js\"}}}";
    hob_test_game game;
    hob_test_game_open(&game, "", entities, files, NULL, 1);
    hob_test_steps(&game, 1);
    hob_script_no_errors(&game);
    assert_string_equal(hob_script_logs(&game), "After go");
    hob_test_game_close(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hooks_that_come_and_go__are_found_as_they_are),
        cmocka_unit_test(a_hook_gained_within_an_emit__later_slots_hear_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
