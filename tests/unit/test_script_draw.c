/* ctx.draw, Drawing and DrawGroup; isometric points of ctx.math. Rows in both languages. */
#include "components/drawing.h"
#include "support/scripts.h"

#define DRAWING .components = "\"Drawing\":{}"

static const hob_script_row rows[] = {
    ROW("shapes are appended",
        "local d = ctx.draw d.rect(1, 2, 3, 4, { color = '#ff0000', z = 5 }) d.circle(1, 2, 8) "
        "d.line(0, 0, 8, 8, 2) local c = ctx.getComponent('Drawing').commands\n"
        "out(#c, c[1].type, c[1].x, c[1].height, c[1].color, c[1].z, c[2].radius, c[3].thickness)",
        "const d = ctx.draw; d.rect(1, 2, 3, 4, { color: '#ff0000', z: 5 }); d.circle(1, 2, 8); "
        "d.line(0, 0, 8, 8, 2); const c = ctx.getComponent('Drawing').commands;\n"
        "out(c.length, c[0].type, c[0].x, c[0].height, c[0].color, c[0].z, c[1].radius, "
        "c[2].thickness)",
        DRAWING, .logs = "3 rect 1 4 #ff0000 5 8 2"),
    ROW("clear takes all away",
        "ctx.draw.quad(0,0,1,0,1,1,0,1) ctx.draw.triangle(0,0,1,0,1,1) ctx.draw.clear() "
        "out(#ctx.getComponent('Drawing').commands)",
        "ctx.draw.quad(0,0,1,0,1,1,0,1); ctx.draw.triangle(0,0,1,0,1,1); ctx.draw.clear(); "
        "out(ctx.getComponent('Drawing').commands.length)",
        DRAWING, .logs = "0"),
    ROW("a missing number", "ctx.draw.rect(1, 2, 3)", "ctx.draw.rect(1, 2, 3)", DRAWING, .logs = "",
        .error = "parameter \"height\" is missing"),
    ROW("a wrong color", "ctx.draw.rect(1, 2, 3, 4, { color = 'red' })",
        "ctx.draw.rect(1, 2, 3, 4, { color: 'red' })", DRAWING, .logs = "",
        .error = "ctx.draw.rect", .code = HOB_ERR_FIELD_TYPE),
    ROW("no Drawing", "ctx.draw.rect(1, 2, 3, 4)", "ctx.draw.rect(1, 2, 3, 4)", .logs = "",
        .error = "has no Drawing", .code = HOB_ERR_NOT_FOUND),
    ROW("at most 4096", "for i = 1, 4097 do ctx.draw.circle(0, 0, i) end",
        "for (let i = 1; i <= 4097; i++) ctx.draw.circle(0, 0, i)", DRAWING, .logs = "",
        .error = "at most 4096 shapes", .code = HOB_ERR_LIMIT_REACHED),
    ROW("a group", "local g = ctx.getComponent('DrawGroup') out(g.order, g.atomic, g.band)",
        "const g = ctx.getComponent('DrawGroup'); out(g.order, g.atomic, g.band)",
        .components = "\"DrawGroup\":{\"order\":2,\"band\":\"hud\"}", .logs = "2 true hud"),
    ROW("isometric points and back",
        "local p = ctx.math.project({ x = 10, y = 4 }) local q = ctx.math.unproject(p) out(p.x, "
        "p.y, "
        "q.x, q.y)",
        "const p = ctx.math.project({ x: 10, y: 4 }); const q = ctx.math.unproject(p); out(p.x, "
        "p.y, "
        "q.x, q.y)",
        .logs = "6 7 10 4"),
};

static void drawing_calls__as_written(void **state) {
    (void)state;
    HOB_SCRIPT_ROWS(rows);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawing_calls__as_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
