// Flies straight at its target and bites once.
export default {
  onUpdate(ctx, dt) {
    const target = ctx.scene.find(ctx.params.target);
    if (target && ctx.params.speed > 0) {
      const way = ctx.math.normalize(ctx.math.sub(target.transform.position, ctx.transform.position));
      ctx.transform.position = ctx.math.add(ctx.transform.position, ctx.math.scale(way, ctx.params.speed * dt));
    }
  },
  onCollision(ctx, other) {
    ctx.health.damage(other, 1);
    ctx.destroySelf();
  },
};
