/* ctx.ui pieces in both languages. */
#include "support/scripts.h"

static const hob_script_row rows[] = {
    ROW("define, show, hide, toggle",
        "ctx.ui.define('a', '<p>{{x}}</p>') out(ctx.ui.has('a'), ctx.ui.has('b'), #ctx.ui.names()) "
        "ctx.ui.show('a', {scope = 'scene'}) out(ctx.ui.isVisible('a')) ctx.ui.hide('a') "
        "out(ctx.ui.isVisible('a')) ctx.ui.toggle('a') out(ctx.ui.isVisible('a'))",
        "ctx.ui.define('a', '<p>{{x}}</p>'); out(ctx.ui.has('a'), ctx.ui.has('b'), "
        "ctx.ui.names().length); ctx.ui.show('a', {scope: 'scene'}); out(ctx.ui.isVisible('a')); "
        "ctx.ui.hide('a'); out(ctx.ui.isVisible('a')); ctx.ui.toggle('a'); "
        "out(ctx.ui.isVisible('a'));",
        .logs = "true false 1\ntrue\nfalse\ntrue"),
    ROW("attach and its handle",
        "ctx.ui.define('b', 'x') local p = ctx.ui.attach('b', ctx.entity, {offset = {x = 1, y = "
        "-2}, seconds = 2, values = {n = 1, s = 'x', t = true}}) out(p.alive) p.set('n', 3) "
        "p.remove() out(p.alive) p.set('n', 4) p.remove()",
        "ctx.ui.define('b', 'x'); const p = ctx.ui.attach('b', ctx.entity, {offset: {x: 1, y: "
        "-2}, seconds: 2, values: {n: 1, s: 'x', t: true}}); out(p.alive); p.set('n', 3); "
        "p.remove(); out(p.alive); p.set('n', 4); p.remove();",
        .logs = "true\nfalse"),
    ROW("attach of an unknown piece is inert", "out(ctx.ui.attach('none', ctx.entity).alive)",
        "out(ctx.ui.attach('none', ctx.entity).alive);", .logs = "false"),
    ROW("attach to nobody is inert",
        "ctx.ui.define('b', 'x') out(ctx.ui.attach('b', 'Nobody').alive)",
        "ctx.ui.define('b', 'x'); out(ctx.ui.attach('b', 'Nobody').alive);", .logs = "false"),
    ROW("seconds that are no number leave it to the entity",
        "ctx.ui.define('b', 'x') out(ctx.ui.attach('b', ctx.entity, {seconds = 0/0}).alive)",
        "ctx.ui.define('b', 'x'); out(ctx.ui.attach('b', ctx.entity, {seconds: NaN}).alive);",
        .logs = "true"),
    ROW("offset that is not finite",
        "ctx.ui.define('b', 'x') ctx.ui.attach('b', ctx.entity, {offset = {x = 0/0}})",
        "ctx.ui.define('b', 'x'); ctx.ui.attach('b', ctx.entity, {offset: {x: NaN}});", .logs = "",
        .error = "offset must be", .code = HOB_ERR_FIELD_TYPE),
    ROW("values that are no values",
        "ctx.ui.define('b', 'x') ctx.ui.attach('b', ctx.entity, {values = {a = {}}})",
        "ctx.ui.define('b', 'x'); ctx.ui.attach('b', ctx.entity, {values: {a: []}});", .logs = "",
        .error = "values must be", .code = HOB_ERR_FIELD_TYPE),
    ROW("a table as a value", "ctx.ui.define('b', 'x') ctx.ui.attach('b', ctx.entity).set('n', {})",
        "ctx.ui.define('b', 'x'); ctx.ui.attach('b', ctx.entity).set('n', []);", .logs = "",
        .error = "must be a number", .code = HOB_ERR_FIELD_TYPE),
    ROW("a scope that is none", "ctx.ui.define('b', 'x') ctx.ui.show('b', {scope = 'world'})",
        "ctx.ui.define('b', 'x'); ctx.ui.show('b', {scope: 'world'});", .logs = "",
        .error = "scope must be", .code = HOB_ERR_FIELD_TYPE),
    ROW("unknown ones are told and do nothing",
        "ctx.ui.show('none') ctx.ui.hide('none') out(ctx.ui.isVisible('none'), "
        "ctx.ui.on('none', 'a', 'click', function() end) == nil)",
        "ctx.ui.show('none'); ctx.ui.hide('none'); out(ctx.ui.isVisible('none'), "
        "ctx.ui.on('none', 'a', 'click', () => 0) === null);",
        .logs = "false true"),
    ROW("on mounts hidden and gives an id",
        "ctx.ui.define('c', 'x') local id = ctx.ui.on('c', 'a', 'click', function() end) "
        "out(ctx.ui.isVisible('c'), string.sub(id, 1, 4)) ctx.signals.off(id)",
        "ctx.ui.define('c', 'x'); const id = ctx.ui.on('c', 'a', 'click', () => 0); "
        "out(ctx.ui.isVisible('c'), id.slice(0, 4)); ctx.signals.off(id);",
        .logs = "false sig_"),
};

static void pieces__the_same_in_both_languages(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_script_rows_run(&rows[i], 1, NULL, 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces__the_same_in_both_languages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
