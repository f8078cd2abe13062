// Moths all around the lantern, one after the other.
export default {
  onStart(ctx) {
    const { prefab, count, every, distance } = ctx.params;
    ctx.vars.made = 0;
    ctx.vars.timer = ctx.timers.every(every, () => {
      const centre = ctx.scene.find("Lantern").transform.position;
      const from = ctx.math.fromAngle(ctx.random.range(0, 360), distance);
      ctx.scene.spawnPrefab(prefab, { position: ctx.math.add(centre, from) });
      ctx.vars.made += 1;
      if (ctx.vars.made === count) {
        ctx.timers.cancel(ctx.vars.timer);
      }
    });
  },
};
