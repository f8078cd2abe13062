// The trigger tells when a shot is due; the pool makes it, from a storage of one that is gone.
export default {
  onStart(ctx) {
    ctx.signals.on(ctx.entity, "ActionTrigger.triggered", () => {
      if (ctx.pool.spawn("Pool", { position: { x: 0, y: -32 } }) !== null) {
        ctx.state.add("fired", 1);
      }
    });
  },
  onUpdate(ctx) {
    ctx.state.set("flying", ctx.pool.size("Pool"));
    ctx.state.set("built", ctx.getComponent("Pool").built);
  },
};
