// Shows one line after the other; the last one stays.
const show = (ctx) => {
  const { lines } = ctx.params;
  const last = ctx.vars.line === lines.length - 1;
  ctx.getComponent("Text").content = lines[ctx.vars.line] + (last ? "" : "  [E to continue]");
};

export default {
  onStart(ctx) {
    ctx.vars.line = 0;
    show(ctx);
  },
  onUpdate(ctx) {
    if (ctx.input.justPressed("action") && ctx.vars.line < ctx.params.lines.length - 1) {
      ctx.vars.line += 1;
      show(ctx);
    }
  },
};
