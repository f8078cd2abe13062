// Walks to and fro and counts its laps: the menu shows them while they happen.
export default {
  onStart(ctx) {
    ctx.vars.speed = 240;
  },

  onUpdate(ctx, dt) {
    const position = ctx.getComponent("Transform").position;
    position.x += ctx.vars.speed * dt;
    if (position.x > 560 || position.x < 80) {
      ctx.vars.speed = -ctx.vars.speed;
      position.x = Math.min(Math.max(position.x, 80), 560);
      ctx.state.add("laps", ctx.vars.speed > 0 ? 1 : 0);
    }
  },
};
