export default { onStart(ctx) { ctx.vars.n = [1, 2]; }, onUpdate(ctx, dt) { ctx.transform.position.x += 60 * dt; } };
