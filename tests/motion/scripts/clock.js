// What clock.lua does, in the other language.
module.exports = {
  onStart(ctx) {
    ctx.timers.every(0.125, () => ctx.events.emit("beat"));
    ctx.time.every(0.001, () => ctx.events.emit("tick"));
    const told = [];
    ctx.time.after(0.5, () => told.push("a"));
    ctx.time.after(0.499, () => told.push("b"));
    ctx.time.after(0.5, () => told.push("c"));
    ctx.time.after(0.8, () => ctx.events.emit(told.join("") === "bac" ? "right order" : "late order", { told }));
  },
  onUpdate(ctx, dt) {
    const expected = ctx.time.frame / 60;
    ctx.events.emit(dt === 1 / 60 && Math.abs(ctx.time.elapsed - expected) < 1e-9 ? "step" : "odd step");
  },
};
