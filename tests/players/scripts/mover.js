// Moves its entity by the axes of the seat that owns it: 120 px/s.
export default {
  onControl(ctx, input) {
    const v = input.vector("moveX", "moveY");
    ctx.vars.v = { x: v.x * 120, y: v.y * 120 };
    if (input.justPressed("jump")) ctx.state.add("jumps", 1);
  },
  onUpdate(ctx, dt) {
    const v = ctx.vars.v ?? { x: 0, y: 0 };
    ctx.transform.position.x += v.x * dt;
    ctx.transform.position.y += v.y * dt;
  },
};
